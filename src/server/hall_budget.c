// hall_budget.c: what one person, and all who do not sit together, may ask of a table.
//
// Everything is measured by one figure, the messages a second a connection may send (max-rate):
// whoever raises that raises all of this. What comes over a budget is refused with its own id; what
// those who sit at the table do is never counted together with what others do.
#include "server/hall_parts.h"

#include <string.h>

// In messages a second, as parts of max-rate: a second, and at once.
typedef struct allowance {
    double per_second, most;
} allowance;
static const allowance of_person[PURSE_COUNT] = {[PURSE_ACT] = {1, 3},
                                                 [PURSE_TALK] = {1.0 / 20, 1},
                                                 [PURSE_NAME] = {1.0 / 200, 1.0 / 4},
                                                 [PURSE_LOOK] = {1, 6}};
static const allowance of_others[PURSE_COUNT] = {[PURSE_ACT] = {2, 6},
                                                 [PURSE_TALK] = {1.0 / 5, 2},
                                                 [PURSE_NAME] = {1.0 / 20, 1},
                                                 [PURSE_LOOK] = {4, 20}};
static const allowance of_server = {150, 300}; // looks of all who do not sit anywhere

static bool within(bucket *b, const server *s, allowance a, double cost)
{
    double rate = s->options.max_rate;
    return bucket_take(b, uv_now(&s->loop), a.per_second * rate, a.most * rate, cost);
}

// What a command is paid from, and how much it is: about the tenth of a millisecond it takes; 2
// where the whole table is told who sits where.
static purse purse_of(int verb, double *cost)
{
    static const struct {
        uint8_t purse, cost;
    } paid[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, text, who, when, book, lines, told, purse, cost)                           \
    [ROOM_DO_##id] = {PURSE_##purse, cost},
#define SIGN(id, name, text, who, when, told, purse, cost) [ROOM_DO_##id] = {PURSE_##purse, cost},
#define LOOK(id, name, text, purse, cost)                  [ROOM_DO_##id] = {PURSE_##purse, cost},
#include "server/verbs.def"
    };
    *cost = paid[verb].cost;
    return (purse)paid[verb].purse;
}

bool spot_may(spot *sp, conn *c, const room_command *command)
{
    double cost;
    purse kind = purse_of(command->verb, &cost);
    server *s = sp->s;
    bool host = c->person >= 0 && c->person == sp->room->host;
    bool sits = c->person >= 0 && sp->room->people[c->person].seat >= 0;
    if (c->person < 0 && kind != PURSE_LOOK) return true; // refused for want of a name
    bucket *own = c->person >= 0 ? &sp->purse[c->person][kind] : &c->look;
    if (!within(own, s, of_person[kind], cost)) return false;
    if (sits || host) return true;
    if (!within(&sp->others[kind], s, of_others[kind], cost)) return false;
    return kind != PURSE_LOOK || within(&s->looks, s, of_server, cost);
}

// ---- joining -----------------------------------------------------------------------

// Addresses are not kept, only what tells one from another.
static uint64_t place_of(const conn *c)
{
    char buffer[46];
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *at = api_caller(c, buffer); *at; at++)
        hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    return hash ? hash : 1;
}

static struct comer *comer_of(spot *sp, uint64_t from)
{
    struct comer *oldest = &sp->comers[0];
    for (int i = 0; i < SPOT_COMERS; i++) {
        struct comer *one = &sp->comers[i];
        if (one->from == from) return one;
        if (oldest->banned || (!one->banned && one->joins.spent < oldest->joins.spent))
            oldest = one;
    }
    *oldest = (struct comer){.from = from};
    return oldest;
}

// As many as one address may make tables, at one table; of one address a third.
bool spot_may_join(spot *sp, const conn *c)
{
    const double minute = 60;
    double most = sp->s->options.max_makes, third = most < 3 ? 1 : most / 3;
    struct comer *one = comer_of(sp, place_of(c));
    uint64_t now = uv_now(&sp->s->loop);
    return !one->banned && bucket_take(&one->joins, now, third / minute, third, 1) &&
           bucket_take(&sp->joins, now, most / minute, most, 1);
}

void spot_joined(spot *sp, const conn *c, int person)
{
    sp->from[person] = place_of(c);
    memset(sp->purse[person], 0, sizeof sp->purse[person]);
}

void spot_ban(spot *sp, int person)
{
    if (sp->from[person]) comer_of(sp, sp->from[person])->banned = true;
}
