// why.c: why a move of FantasyMind is not allowed; mind.def has the sentences.
#include "games/mind/mind.h"

#include <limits.h>
#include <stdlib.h>

enum { NO_NUMBER = INT_MIN };

static vg_why no(int row, int a) { return (vg_why){row, {a}}; }

static int number(const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);
    return end == word ? NO_NUMBER : (int)n;
}

static int no_row(const mind_state *s, int row, int fewest)
{
    if (row < 1 || row > s->row_count) return MIND_WHY_NO_SUCH_ROW;
    return s->length[row - 1] < fewest ? MIND_WHY_SHORT_ROW : MIND_WHY_ROW_TAKEN;
}

// Why `p` cannot be challenged, paired or made to give: `enough` stones and the parity in f.a.
static vg_why wrong_seat(const mind_state *s, int seat, vg_frame f, int p, int enough)
{
    bool source = f.phase == MIND_PHASE_SOURCE;
    if (p < 0 || p >= s->seats) return no(MIND_WHY_NO_SUCH_SEAT, 0);
    if (p == seat) return no(MIND_WHY_YOURSELF, 0);
    if (mind_parity(s, p) != f.a)
        return no(source ? MIND_WHY_SOURCE_NOT_CALLED : MIND_WHY_FOE_NOT_CALLED, 0);
    if (mind_stone_count(s, p) >= enough) return no(MIND_WHY_PAIRED, 0);
    return no(!source       ? MIND_WHY_FOE_TOO_POOR
              : enough == 3 ? MIND_WHY_SOURCE_TOO_POOR_ON_6
                            : MIND_WHY_SOURCE_TOO_POOR,
              enough);
}

static int wrong_of_pair(const mind_state *s, int seat, vg_frame f, int p, int q)
{
    uint32_t may = mind_others(s, seat, f.a, 2);
    if (p < 0 || p >= s->seats || !(may >> p & 1)) return p;
    return q < 0 || q >= s->seats || !(may >> q & 1) ? q : p;
}

static vg_why no_stone(const char *word, int none_left)
{
    int colour = vg_set_find(&mind_rows, MIND_SET_STONE, NULL, word);
    return colour < 0 ? no(MIND_WHY_NO_SUCH_STONE, 0) : no(none_left, colour);
}

// What is wrong with a move that is of the phase it was tried in.
static vg_why wrong_choice(const mind_state *s, int seat, vg_frame f, const vg_tried *tried)
{
    int a = number(tried->word[0]), b = number(tried->word[1]);
    switch (tried->kind) {
    case MIND_MOVE_CHARACTER: return no(MIND_WHY_CHARACTER_TAKEN, 0);
    case MIND_MOVE_BESIDE:
        if (a != NO_NUMBER && (a < 1 || a > s->row_count)) return no(MIND_WHY_NO_SUCH_ROW, 0);
        return no(MIND_WHY_ENDS_ONLY, 0);
    case MIND_MOVE_PAY:
        return tried->count ? no_stone(tried->word[0], MIND_WHY_NONE_TO_PAY) : no(0, 0);
    case MIND_MOVE_GIVE:
        return tried->count ? no_stone(tried->word[0], MIND_WHY_NONE_TO_GIVE) : no(0, 0);
    case MIND_MOVE_FOE: return a == NO_NUMBER ? no(0, 0) : wrong_seat(s, seat, f, a, 2);
    case MIND_MOVE_ROW: return no(a == NO_NUMBER ? 0 : no_row(s, a, 2), 0);
    case MIND_MOVE_PAIR:
        if (a == NO_NUMBER || b == NO_NUMBER) return no(0, 0);
        return wrong_seat(s, seat, f, wrong_of_pair(s, seat, f, a, b), 2);
    case MIND_MOVE_FROM: return a == NO_NUMBER ? no(0, 0) : wrong_seat(s, seat, f, a, f.b);
    case MIND_MOVE_LIFT: return no(MIND_WHY_NONE_TO_LIFT, 0);
    case MIND_MOVE_RETURN: return no(MIND_WHY_NONE_TO_RETURN, 0);
    case MIND_MOVE_SET:
        if (a == f.a + 1) return no(MIND_WHY_SAME_ROW, 0);
        return no(a == 0 || a > s->row_count ? MIND_WHY_NO_SUCH_ROW : 0, 0);
    default: return no(0, 0);
    }
}

vg_why mind_why(const void *view, int seat, const vg_tried *tried)
{
    // The move that answers each phase, where there is one to be chosen wrongly.
    static const uint8_t answer[MIND_PHASE_COUNT] = {
        [MIND_PHASE_CHOOSE] = MIND_MOVE_CHARACTER, [MIND_PHASE_BESIDE] = MIND_MOVE_BESIDE,
        [MIND_PHASE_PAY] = MIND_MOVE_PAY,          [MIND_PHASE_GIVE] = MIND_MOVE_GIVE,
        [MIND_PHASE_FOE] = MIND_MOVE_FOE,          [MIND_PHASE_ROW] = MIND_MOVE_ROW,
        [MIND_PHASE_PAIR] = MIND_MOVE_PAIR,        [MIND_PHASE_SOURCE] = MIND_MOVE_FROM,
        [MIND_PHASE_LIFT] = MIND_MOVE_LIFT,        [MIND_PHASE_RETURN] = MIND_MOVE_RETURN,
        [MIND_PHASE_SET] = MIND_MOVE_SET,
    };
    vg_frame f = mind_top(view);
    int kind = tried->kind;
    if (kind && kind == answer[f.phase]) return wrong_choice(view, seat, f, tried);
    if (f.phase == MIND_PHASE_NEW && kind == MIND_MOVE_BESIDE) return no(MIND_WHY_MUST_OPEN, 0);
    if (f.phase == MIND_PHASE_BESIDE && (kind == MIND_MOVE_ABOVE || kind == MIND_MOVE_BELOW))
        return no(MIND_WHY_MUST_JOIN, 0);
    return no(0, 0);
}
