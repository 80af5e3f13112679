// tale.c: the facts of Fate e Leggende as somebody who tells them needs them, and the wood as a
// map.
//
// The fairies are persons: seat 0 is the pink one. So are those the stories are about; whoever
// begins a story gives it somebody, by the card it begins with. The words are in tale_words.c.
#include "games/fate/fate.h"

static int fairy(int seat) { return seat + 1; }

// A joker shows something else in each third of the wood.
static int picture(int card, int path)
{
    int which = path % 3;
    if (!fate_is_joker(card) || !which) return card;
    return FATE_TALE_JOKER + 2 * (card - FATE_J_GBV) + which - 1;
}

static void told(const vg_event *e, vg_facts *l)
{
    bool begins = e->kind == FATE_EVENT_BEGAN;
    vg_fact *f =
        vg_fact_pair(l, begins ? VG_FACT_BEGUN : VG_FACT_TOLD, fairy(e->seat), 0, e->arg[0] + 1);
    f->thing = (uint8_t)picture(e->arg[1], e->arg[0]);
    f->sign = (uint8_t)e->arg[2];
    f->task = (uint8_t)e->arg[3];
    if (begins) f->whom = (uint8_t)fate_tale_hero(e->arg[1], e->arg[3], e->arg[0]);
}

// What each has when all is shown: those of the own colour first, three at most.
static void ended(const fate_state *s, int how, vg_facts *l)
{
    uint8_t person[FATE_SEATS];
    vg_score score = {0};
    for (int p = 0; p < s->seats; p++) {
        int count = 0, all = __builtin_popcount((unsigned)fate_owned(s, p));
        person[p] = (uint8_t)fairy(p);
        for (int own = 1; own >= 0; own--)
            for (int o = 0; o < FATE_OBJECTS && count < 3; o++) {
                if (!(fate_owned(s, p) >> o & 1) || (fate_object_tint(o) == p) != own) continue;
                vg_fact *f = vg_fact_pair(l, VG_FACT_WORN, fairy(p), 0, 0);
                f->thing = (uint8_t)(FATE_TALE_OBJECT + o);
                f->margin = (uint8_t)all;
                count++;
            }
    }
    fate_score(s, &score);
    vg_fact_prize(l, &score, s->seats, person);
    if (l->count) l->out[l->count - 1].task = (uint8_t)how;
}

static void played(const fate_state *s, const vg_event *e, vg_facts *l)
{
    int effect = fate_cards[e->arg[0]].effect, aim = e->arg[1];
    vg_fact *f = vg_fact_pair(l, VG_FACT_STIR, fairy(e->seat), 0, 0);
    f->sign = (uint8_t)effect;
    f->margin = e->seat != s->turn; // out of turn
    if (aim & FATE_AIMED) f->to = (uint8_t)(fate_aim_path(aim) + 1);
}

// Card by card, as she goes: the map shows the way.
static void walked(const fate_state *s, const vg_event *e, vg_facts *l)
{
    int steps = fate_stride_total(e->arg[0]), way = fate_stride_back(e->arg[0]) ? -1 : 1;
    for (int k = steps; k > 0; k--) {
        vg_fact *f = vg_fact_pair(l, VG_FACT_WALK, fairy(e->seat), 0,
                                  fate_step(s, e->arg[1], -way * (k - 1)) + 1);
        f->from = (uint8_t)(fate_step(s, e->arg[1], -way * k) + 1);
    }
}

int fate_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS])
{
    const fate_state *s = view;
    vg_facts l = {.out = out, .seat = seat};
    vg_fact *f;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case FATE_EVENT_START:
            for (int p = 0; p < s->seats; p++)
                vg_fact_pair(&l, VG_FACT_CAST, fairy(p), 0, s->at[p] + 1)->seat = (int8_t)p;
            break;
        case FATE_EVENT_MOVED: walked(s, e, &l); break;
        case FATE_EVENT_BEGAN:
        case FATE_EVENT_TOLD: told(e, &l); break;
        case FATE_EVENT_PAID:
            if (e->arg[0] == e->seat) break;
            f = vg_fact_pair(&l, VG_FACT_SPEND, fairy(e->seat), 0, e->arg[2] + 1);
            f->with = (uint8_t)fairy(e->arg[0]);
            f->margin = (uint8_t)e->arg[1];
            break;
        case FATE_EVENT_COMPLETED:
            f = vg_fact_pair(&l, VG_FACT_ENDING, fairy(e->seat), 0, e->arg[0] + 1);
            f->task = (uint8_t)e->arg[1];
            f->margin = (uint8_t)e->arg[2];
            break;
        case FATE_EVENT_UNRAVELED:
            f = vg_fact_pair(&l, VG_FACT_UNDONE, 0, 0, e->arg[0] + 1);
            f->thing = (uint8_t)picture(e->arg[1], e->arg[0]);
            f->sign = FATE_UNRAVEL;
            break;
        case FATE_EVENT_PLAYED: played(s, e, &l); break;
        case FATE_EVENT_CANCELLED:
            vg_fact_pair(&l, VG_FACT_STILL, 0, fairy(e->seat), 0)->sign = FATE_HUSH;
            break;
        case FATE_EVENT_BLAMED:
            vg_fact_pair(&l, VG_FACT_BLAME, fairy(e->seat), fairy(e->arg[0]), 0);
            break;
        case FATE_EVENT_GIFT: vg_fact_pair(&l, VG_FACT_BOON, fairy(e->seat), 0, 0); break;
        case FATE_EVENT_ENDED: ended(s, e->arg[0], &l); break;
        default: break; // nothing in it asks to be told
        }
    }
    return l.count;
}

void fate_board(const void *view, vg_board *out)
{
    // Points of a circle of radius 400 around (500, 450), 24 to the turn.
    static const int16_t circle[24][2] = {
        {500, 50},  {604, 64},  {700, 104}, {783, 167}, {846, 250}, {886, 346},
        {900, 450}, {886, 554}, {846, 650}, {783, 733}, {700, 796}, {604, 836},
        {500, 850}, {396, 836}, {300, 796}, {217, 733}, {154, 650}, {114, 554},
        {100, 450}, {114, 346}, {154, 250}, {217, 167}, {300, 104}, {396, 64},
    };
    static_assert(FATE_RING <= 24, "the circle has room for all path cards");
    const fate_state *s = view;
    int n = s->ring_count;
    out->count = n;
    for (int i = 0; i < n; i++) {
        int at = i * 48 / n, one = at / 2, two = (at + 1) / 2 % 24; // between two points if odd
        out->spot[i] = (vg_spot){
            .name = fate_saga.place[i + 1].brief.words,
            .x = (int16_t)((circle[one][0] + circle[two][0]) / 2),
            .y = (int16_t)((circle[one][1] + circle[two][1]) / 2),
            .joins = 1u << (i + 1) % n | 1u << (i + n - 1) % n,
        };
    }
}
