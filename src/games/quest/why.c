// why.c: why a move of Quest for Legend is not allowed; quest.def has the sentences.
#include "games/quest/quest.h"

// What a refused line was about, as far as it could be read.
typedef struct request {
    int card;    // kind, or -1
    int slot;    // on the table, or -1
    int mission; // of the slot, or of the one that is not there; or -1
    bool alone;  // one thing was named
} request;

static vg_why no(int row, int a, int b, int c) { return (vg_why){row, {a, b, c}}; }

// What keeps `seat` from touching the mission it named at all.
static vg_why wrong_mission(const quest_state *s, int seat, const request *r)
{
    if (r->slot < 0 && r->mission >= 0 && s->done >> r->mission & 1)
        return no(QUEST_WHY_ALREADY_COMPLETED, r->mission, 0, 0);
    if (r->slot < 0) return no(QUEST_WHY_NO_SUCH_MISSION, 0, 0, 0);
    int owner = s->slot[r->slot].owner - 1;
    if (!quest_may_touch(s, seat, owner)) return no(QUEST_WHY_PARTNERS_MISSION, 0, 0, 0);
    if (s->phase == QUEST_PHASE_DISCARD) return no(QUEST_WHY_PUT_WHILE_DISCARDING, 0, 0, 0);
    if (s->phase != QUEST_PHASE_START) return no(QUEST_WHY_NONE, 0, 0, 0);
    return no(owner == seat ? QUEST_WHY_PUT_JUST_STARTED : QUEST_WHY_PUT_TOO_LATE, 0, 0, 0);
}

static vg_why why_put(const quest_state *s, int seat, const request *r)
{
    vg_why wrong = wrong_mission(s, seat, r);
    if (r->alone && r->slot >= 0)
        return wrong.row ? wrong : no(QUEST_WHY_NOTHING_FITS, r->mission, 0, 0);
    if (r->card < 0 || r->card >= QUEST_RESOURCES) return no(QUEST_WHY_PUT_NOT_RESOURCE, 0, 0, 0);
    bool held = s->hand[seat][r->card];
    if (r->alone && s->phase == QUEST_PHASE_PUT)
        return no(held ? QUEST_WHY_NOWHERE_NEEDED : QUEST_WHY_NOT_IN_HAND, r->card, 0, 0);
    if (wrong.row) return wrong;
    if (!held) return no(QUEST_WHY_NOT_IN_HAND, r->card, 0, 0);
    bool fits = s->slot[r->slot].missing[r->card];
    return no(fits ? QUEST_WHY_NONE : QUEST_WHY_NOT_NEEDED, r->card, r->mission, 0);
}

static vg_why why_pair(const quest_state *s, int seat, const request *r)
{
    vg_why wrong = wrong_mission(s, seat, r);
    int hero = s->hero[seat] - 1, given = quest_hero_of(s, seat)->pair_for;
    if (wrong.row) return wrong;
    if (!s->slot[r->slot].missing[given])
        return no(QUEST_WHY_PAIR_NOT_NEEDED, hero, given, r->mission);
    return no(QUEST_WHY_PAIR_NOT_HELD, hero, 0, 0);
}

static vg_why why_declare(const quest_state *s, int seat, const request *r)
{
    vg_why wrong = wrong_mission(s, seat, r);
    if (wrong.row) return wrong;
    bool special = r->mission == quest_hero_of(s, seat)->special;
    return no(special ? QUEST_WHY_DECLARE_TOO_MUCH : QUEST_WHY_DECLARE_NOT_SPECIAL, r->mission, 0,
              0);
}

static vg_why why_start(const quest_state *s, int seat, const request *r)
{
    int mission = r->card - QUEST_RESOURCES;
    if (mission < 0) return no(QUEST_WHY_START_NOT_MISSION, 0, 0, 0);
    if (s->ending) return no(QUEST_WHY_START_LAST_ROUND, 0, 0, 0);
    if (s->phase == QUEST_PHASE_DISCARD) return no(QUEST_WHY_PUT_WHILE_DISCARDING, 0, 0, 0);
    if (!s->hand[seat][r->card]) return no(QUEST_WHY_NOT_IN_HAND, r->card, 0, 0);
    if (s->done >> mission & 1) return no(QUEST_WHY_START_USELESS, mission, 0, 0);
    return no(s->phase == QUEST_PHASE_PUT ? QUEST_WHY_START_TOO_EARLY : QUEST_WHY_NONE, 0, 0, 0);
}

static vg_why why_discard(const quest_state *s, int seat, const request *r)
{
    if (r->card < 0) return no(QUEST_WHY_NONE, 0, 0, 0);
    if (s->phase != QUEST_PHASE_DISCARD) return no(QUEST_WHY_DISCARD_NOT_NOW, 0, 0, 0);
    return no(s->hand[seat][r->card] ? QUEST_WHY_NONE : QUEST_WHY_NOT_IN_HAND, r->card, 0, 0);
}

vg_why quest_why(const void *view, int seat, const vg_tried *tried)
{
    const quest_state *s = view;
    if (s->phase < QUEST_PHASE_PUT) return no(QUEST_WHY_NONE, 0, 0, 0);
    if (seat != s->turn) return no(QUEST_WHY_NOT_YOUR_TURN, 0, 0, 0);
    bool second = tried->kind == QUEST_MOVE_PUT && tried->count > 1;
    int owned = vg_set_find(&quest_rows, QUEST_SET_OWNED, s, tried->word[second]);
    request r = {.card = vg_set_find(&quest_rows, QUEST_SET_CARD, s, tried->word[0]),
                 .slot = vg_set_find(&quest_rows, QUEST_SET_SLOT, s, tried->word[second]),
                 .alone = tried->count < 2};
    r.mission = r.slot >= 0 ? r.slot >> 1 : owned >= 0 ? owned / QUEST_SEATS : -1;
    bool must = s->phase == QUEST_PHASE_DISCARD;
    switch ((quest_move)tried->kind) {
    case QUEST_MOVE_PUT: return why_put(s, seat, &r);
    case QUEST_MOVE_PAIR: return why_pair(s, seat, &r);
    case QUEST_MOVE_DECLARE: return why_declare(s, seat, &r);
    case QUEST_MOVE_START: return why_start(s, seat, &r);
    case QUEST_MOVE_DRAW: return no(QUEST_WHY_DRAW_BY_ITSELF, 0, 0, 0);
    case QUEST_MOVE_DONE: return no(must ? QUEST_WHY_MUST_DISCARD : QUEST_WHY_NONE, 0, 0, 0);
    case QUEST_MOVE_DISCARD: return why_discard(s, seat, &r);
    case QUEST_MOVE_NONE:
    case QUEST_MOVE_FIRST:
    case QUEST_MOVE_HERO:
    case QUEST_MOVE_COUNT: break;
    }
    return no(QUEST_WHY_NONE, 0, 0, 0);
}
