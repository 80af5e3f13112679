// why.c: why a move of Fate e Leggende is not allowed; fate.def has the sentences.
#include "games/fate/fate.h"

#include <string.h>

static bool holds(const fate_state *s, int seat, int card)
{
    return memchr(s->hand[seat], card, FATE_HAND) != NULL;
}

// Why a legend in hand cannot be told here and so.
static int why_not_open(const fate_state *s, const fate_card_def *d)
{
    if (!d->value) return FATE_WHY_OPENS_JOKER;
    if (d->value != 1 && d->value != 5) return FATE_WHY_OPENS_MIDDLE;
    return fate_free_colours(s->seats, fate_open_stories(s)) & d->bars ? FATE_WHY_NONE
                                                                       : FATE_WHY_OPENS_FULL;
}

static int why_not_follow(const fate_state *s, int path, const fate_card_def *d)
{
    const fate_told *last = &s->told[fate_last(s, path)];
    if (s->story_colour[path] == FATE_NO_COLOUR) return FATE_WHY_LONE_JOKER;
    if (!(d->bars >> s->story_colour[path] & 1)) return FATE_WHY_OTHER_COLOUR;
    if (fate_bare(last)) return FATE_WHY_BARE_JOKER;
    return s->equals && d->value == last->value ? FATE_WHY_THIRD_EQUAL : FATE_WHY_OTHER_VALUE;
}

static int why_not_tell(const fate_state *s, int seat, int card)
{
    const fate_card_def *d = fate_def(s, card);
    int path = s->at[seat];
    if (!holds(s, seat, card)) return FATE_WHY_TELL_NOT_HELD;
    if (!d->bars) return FATE_WHY_NOT_TOLD;
    if (!s->tells) return s->hat ? FATE_WHY_IN_THE_HAT : FATE_WHY_ONE_LEGEND;
    if (s->strict && vg_sum(s->dust, s->seats) < (d->value ? d->value : 5))
        return FATE_WHY_UNPAYABLE;
    return s->story_length[path] ? why_not_follow(s, path, d) : why_not_open(s, d);
}

static int why_not_play(const fate_state *s, int seat, int card)
{
    if (!holds(s, seat, card)) return FATE_WHY_PLAY_NOT_HELD;
    bool moment = fate_free_moment(fate_asked(s)), late = fate_asked(s) == FATE_PHASE_DISCARD;
    int other = s->turn == seat ? FATE_WHY_HALF_DONE : FATE_WHY_OWN_TURN;
    switch ((fate_effect)fate_cards[card].effect) {
    case FATE_LEGEND: return FATE_WHY_NOT_PLAYED;
    case FATE_SHORTCUT: return FATE_WHY_BEFORE_ROLL;
    case FATE_SECOND_TALE:
        return s->hat ? FATE_WHY_HAT_TELLS_NOT : late ? FATE_WHY_TOO_LATE : other;
    case FATE_FICKLE_WIND: return FATE_WHY_AFTER_ROLL;
    case FATE_HUSH: return FATE_WHY_AGAINST_ANOTHER;
    case FATE_SHAPE_SHIFT: return moment ? FATE_WHY_NO_JOKER : other;
    case FATE_OFFERING:
        if (late && s->recalled) return FATE_WHY_JUST_BACK; // fall through
    case FATE_UNRAVEL: return moment ? FATE_WHY_NO_STORY : other;
    case FATE_WHITE_NIGHT:
    case FATE_FIREFLIES: return other;
    case FATE_EFFECT_COUNT: break;
    }
    return FATE_WHY_NONE;
}

vg_why fate_why(const void *view, int seat, const vg_tried *tried)
{
    // What stands in the way of such a move in the phase that asks for it; FATE_PHASE_TELL stands
    // for every moment of one's own turn.
    static const uint8_t plain[][3] = {
        {FATE_MOVE_MOVE, FATE_PHASE_MOVE, FATE_WHY_MOVE},
        {FATE_MOVE_LOOK, FATE_PHASE_LOOK, FATE_WHY_LOOK},
        {FATE_MOVE_SWAP, FATE_PHASE_SWAP, FATE_WHY_SWAP},
        {FATE_MOVE_SWAP, FATE_PHASE_LOOK, FATE_WHY_LOOK_FIRST},
        {FATE_MOVE_HAT, FATE_PHASE_TURN, FATE_WHY_NO_HAT},
        {FATE_MOVE_HAT, FATE_PHASE_MOVE, FATE_WHY_HAT_FIRST},
        {FATE_MOVE_PROPOSE, FATE_PHASE_TELL, FATE_WHY_PROPOSE},
        {FATE_MOVE_TAKE, FATE_PHASE_PAY, FATE_WHY_TAKE},
        {FATE_MOVE_BLAME, FATE_PHASE_BLAME, FATE_WHY_BLAME},
        {FATE_MOVE_DISCARD, FATE_PHASE_DISCARD, FATE_WHY_DISCARD_NOT_HELD},
        {FATE_MOVE_DONE, FATE_PHASE_DISCARD, FATE_WHY_MUST_DISCARD},
        {FATE_MOVE_SHOW, FATE_PHASE_TELL, FATE_WHY_SHOW},
        {FATE_MOVE_COVER, FATE_PHASE_TELL, FATE_WHY_COVER},
    };
    const fate_state *s = view;
    int card = vg_set_find(&fate_rows, FATE_SET_CARD, s, tried->word[0]), why = FATE_WHY_NONE;
    int phase = fate_asked(s);
    bool tells = phase == FATE_PHASE_TELL;
    // A card is pointed at: what stands in the way of doing with it what such a card is for.
    if (card > 0 && tells && holds(s, seat, card))
        why = fate_cards[card].bars ? why_not_tell(s, seat, card) : why_not_play(s, seat, card);
    if (card > 0 && !why && tried->kind == FATE_MOVE_TELL && tells)
        why = why_not_tell(s, seat, card);
    if (card > 0 && !why && tried->kind == FATE_MOVE_PLAY) why = why_not_play(s, seat, card);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0] && !why; i++)
        if (plain[i][0] == tried->kind &&
            (plain[i][1] == phase || (plain[i][1] == FATE_PHASE_TELL && fate_free_moment(phase))))
            why = plain[i][2];
    return (vg_why){.row = why};
}
