// why.c: why a move of Winter Tales is not allowed; winter.def has the sentences.
#include "games/winter/rules.h"

#include <stdlib.h>

// What a refused line was about, as far as it could be read: members of sets, or -1.
typedef struct request {
    int kind; // of move
    int card, character, space, mission;
    int number;
    int side; // that the second word names
} request;

static int find(int set, const char *word) { return vg_set_find(&winter_rows, set, NULL, word); }

static int why_step(const winter_state *s, vg_frame f, int seat, const request *r)
{
    int to = r->space, mission = winter_running(s);
    if (winter_lies(s, f.a)) return WINTER_WHY_LIES;
    if (f.b & WINTER_ACT_HALTED) return WINTER_WHY_MOVEMENT_OVER;
    if (mission && s->token[mission] == WINTER_ON + f.a) return WINTER_WHY_BEARER_STAYS;
    if (r->kind == WINTER_MOVE_PASSAGE) return WINTER_WHY_NO_PASSAGE;
    if (to > 0 && !(winter_next(s, s->where[f.a]) >> to & 1)) return WINTER_WHY_NOT_NEXT;
    if (r->kind == WINTER_MOVE_GLIDE) return WINTER_WHY_NO_FREE_MOVE;
    if (!(f.b & WINTER_ACT_STEPS) && winter_none(&s->hand[seat])) return WINTER_WHY_NO_CARD_TO_MOVE;
    return WINTER_WHY_NONE;
}

static int why_mission(const winter_state *s, vg_frame f, const request *r)
{
    int t = r->mission;
    if (t < 0) return WINTER_WHY_NONE;
    if (f.b & WINTER_ACT_GUEST) return WINTER_WHY_GUEST_ACTS;
    if (winter_lies(s, f.a)) return WINTER_WHY_LIES;
    if (winter_missions[t].side != winter_side_of(f.a)) return WINTER_WHY_WRONG_TOKEN;
    if (r->kind == WINTER_MOVE_RESOLVE) return WINTER_WHY_TOKEN_ELSEWHERE;
    return s->token[t] != WINTER_POOL ? WINTER_WHY_TOKEN_USED : WINTER_WHY_PLACE_TAKEN;
}

static int why_rescue(const winter_state *s, int seat, const request *r)
{
    int c = r->character;
    if (c < 0) return WINTER_WHY_NONE;
    if (!winter_is_open(s)) return WINTER_WHY_RESCUE_CLOSED;
    if (!winter_lies(s, c)) return WINTER_WHY_RESCUE_STANDS;
    return winter_count(&s->hand[seat]) < 2 ? WINTER_WHY_RESCUE_POOR : WINTER_WHY_RESCUE_FAR;
}

static int why_finale(const winter_state *s, int seat, const request *r)
{
    if (winter_faction(s, seat) != WINTER_WRITER) return WINTER_WHY_NONE;
    return s->part[seat] && s->part[seat] != 1 + r->side ? WINTER_WHY_WRITER_SIDE
                                                         : WINTER_WHY_WRITER_HALF;
}

static int why_setup(const winter_state *s, vg_frame f, const request *r)
{
    int c = r->character;
    if (f.phase == WINTER_PHASE_DRAFT && c > 0)
        return s->owner[c] ? WINTER_WHY_TAKEN : WINTER_WHY_OTHER_FACTION;
    if (f.phase == WINTER_PHASE_POSE && r->space > 0) return WINTER_WHY_WRONG_START;
    if (f.phase == WINTER_PHASE_SET) return WINTER_WHY_PLACE_TAKEN;
    return WINTER_WHY_NONE;
}

static int find_reason(const winter_state *s, vg_frame f, int seat, const request *r)
{
    if (r->kind == WINTER_MOVE_RESCUE) return why_rescue(s, seat, r);
    if (winter_ask(s).actor != seat) return WINTER_WHY_NONE; // the table says whose turn it is
    int card = r->card, c = r->character;
    bool played = r->kind == WINTER_MOVE_PLAY || r->kind == WINTER_MOVE_SPEND ||
                  r->kind == WINTER_MOVE_ATTACK || r->kind == WINTER_MOVE_TRAP;
    if (played && card > 0 && !winter_has(&s->hand[seat], card)) return WINTER_WHY_NOT_HELD;
    switch (f.phase) {
    case WINTER_PHASE_DRAFT:
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_SET: return why_setup(s, f, r);
    case WINTER_PHASE_TURN:
        if (r->kind == WINTER_MOVE_PASS) return WINTER_WHY_MUST_ACTIVATE;
        if (r->kind == WINTER_MOVE_HORROR && s->horror_on) return WINTER_WHY_HORROR_WAITS;
        if (r->kind != WINTER_MOVE_ACTIVATE || c < 0) return WINTER_WHY_NONE;
        return winter_seat_of(s, c) == seat ? WINTER_WHY_NOT_READY : WINTER_WHY_NOT_YOURS;
    case WINTER_PHASE_JOIN:
        if (r->kind != WINTER_MOVE_JOIN || c < 0) return WINTER_WHY_NONE;
        return winter_seat_of(s, c) == seat ? WINTER_WHY_NOT_READY : WINTER_WHY_NOT_YOURS;
    case WINTER_PHASE_ACT:
        if (r->kind == WINTER_MOVE_STEP || r->kind == WINTER_MOVE_GLIDE ||
            r->kind == WINTER_MOVE_PASSAGE)
            return why_step(s, f, seat, r);
        if (r->kind == WINTER_MOVE_GENERATE || r->kind == WINTER_MOVE_RESOLVE)
            return why_mission(s, f, r);
        return WINTER_WHY_NONE;
    case WINTER_PHASE_CONTEST: {
        uint8_t who[WINTER_TALES];
        bool stops = r->kind == WINTER_MOVE_ATTACK || r->kind == WINTER_MOVE_TRAP;
        return stops && winter_contenders(s, f, who) > 1 ? WINTER_WHY_NAME_FIRST : WINTER_WHY_NONE;
    }
    case WINTER_PHASE_TRIM:
        return r->kind == WINTER_MOVE_DONE ? WINTER_WHY_MUST_TRIM : WINTER_WHY_NONE;
    case WINTER_PHASE_BID:
        return r->kind == WINTER_MOVE_BID && r->number > 0 ? WINTER_WHY_BID_TOO_HIGH
                                                           : WINTER_WHY_NONE;
    case WINTER_PHASE_SLOT:
        return r->kind == WINTER_MOVE_SLOT ? WINTER_WHY_SLOT_TAKEN : WINTER_WHY_NONE;
    case WINTER_PHASE_GOALSLOT:
        return r->kind == WINTER_MOVE_SLOT ? WINTER_WHY_SLOT_NO_ICON : WINTER_WHY_NONE;
    case WINTER_PHASE_JUDGE:
        return r->kind == WINTER_MOVE_RETELL ? WINTER_WHY_JUDGE_ONCE : WINTER_WHY_NONE;
    case WINTER_PHASE_CLAIM:
        return r->kind == WINTER_MOVE_PASS ? WINTER_WHY_SPY_MUST : WINTER_WHY_NONE;
    case WINTER_PHASE_REMEMBER: return card > 0 ? WINTER_WHY_MEMORY_NOT_WON : WINTER_WHY_NONE;
    case WINTER_PHASE_FINALE:
        return r->kind == WINTER_MOVE_PLAY ? why_finale(s, seat, r) : WINTER_WHY_NONE;
    default: return WINTER_WHY_NONE;
    }
}

vg_why winter_why(const void *view, int seat, const vg_tried *tried)
{
    const winter_state *s = view;
    const char *first = tried->word[0];
    if (seat >= s->seats || s->first == 0xff) return (vg_why){0};
    request r = {.kind = tried->kind,
                 .card = find(WINTER_SET_CARD, first),
                 .character = find(WINTER_SET_CHARACTER, first),
                 .space = find(WINTER_SET_SPACE, first),
                 .mission = find(WINTER_SET_MISSION, first),
                 .number = atoi(first),
                 .side = find(WINTER_SET_SIDE, tried->word[1]) == WINTER_WINTER};
    return (vg_why){.row = find_reason(s, winter_top(s), seat, &r)};
}
