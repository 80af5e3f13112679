// why.c: why a move of F.A.T.A. is not allowed; fata.def has the sentences.
#include "games/fata/fata.h"

static int why_play(const fata_state *s, int seat, int kind)
{
    if (!s->hand[seat][kind]) return FATA_WHY_NOT_HELD;
    if (!fata_is_charm(kind))
        return s->row[seat][0][0] || s->row[seat][1][0] ? FATA_WHY_ROW_FULL : FATA_WHY_SAME_ROW;
    if (s->stage) return FATA_WHY_TOO_LATE;
    return fata_charm_playable(s, seat, kind) ? FATA_WHY_CHARM_IN_ROW : FATA_WHY_NO_TARGET;
}

static int why_steal(const fata_state *s, int kind)
{
    if (s->stage > 1) return FATA_WHY_STEAL_TOO_LATE;
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < 6; i++)
            if (s->row[p][i / 3][i % 3] == kind && s->ward[p]) return FATA_WHY_GUARDED;
    return FATA_WHY_NOT_BEATEN;
}

static int reason(const fata_state *s, int seat, const vg_tried *tried)
{
    int phase = fata_top(s).phase;
    int kind = vg_set_find(&fata_rows, FATA_SET_CARD, s, tried->word[0]);
    if (tried->kind == FATA_MOVE_REVEAL)
        return s->round == 1 ? FATA_WHY_FIRST_ROUND : FATA_WHY_REVEALED;
    if (tried->kind == FATA_MOVE_STOP && phase == FATA_PHASE_CAST) return FATA_WHY_MUST_CAST;
    if (tried->kind == FATA_MOVE_END && phase == FATA_PHASE_TAKE) return FATA_WHY_MUST_TAKE;
    if (phase != FATA_PHASE_TURN) return FATA_WHY_NONE;
    if (tried->kind == FATA_MOVE_EXCHANGE) return s->stage ? FATA_WHY_TOO_LATE : FATA_WHY_NONE;
    if (kind < 0) return FATA_WHY_NONE;
    if (tried->kind == FATA_MOVE_PLAY) return why_play(s, seat, kind);
    if (tried->kind == FATA_MOVE_STEAL) return why_steal(s, kind);
    if (tried->kind != FATA_MOVE_CHARM) return FATA_WHY_NONE;
    if (s->stage) return FATA_WHY_TOO_LATE;
    return s->hand[seat][kind] ? FATA_WHY_NO_TARGET : FATA_WHY_NOT_HELD;
}

vg_why fata_why(const void *view, int seat, const vg_tried *tried)
{
    return (vg_why){.row = reason(view, seat, tried)};
}
