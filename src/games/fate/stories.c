// stories.c: telling legends, jokers and what becomes of them, dust and its way home.
//
// All stories lie in one array, told[], path card by path card; story_length[] says how many cards
// of it belong to each. A joker is *bare* when no dust of anybody lies beside it (FeL-20). A bare
// joker that is the whole story has neither value nor colour (FeL-16); one that is the last card
// of a longer story may be given another value by whoever continues it (FeL-18); any other keeps
// its last value (FeL-19). Bareness is read from the dust, so it needs no flag of its own.
#include "games/fate/fate.h"

#include "base/counts.h"

#include <string.h>

int fate_story_start(const fate_state *s, int path)
{
    return vg_sum_of_first(s->story_length, path);
}

int fate_last(const fate_state *s, int path)
{
    assert(s->story_length[path] > 0);
    return fate_story_start(s, path) + s->story_length[path] - 1;
}

bool fate_bare(const fate_told *t)
{
    static const uint8_t none[FATE_SEATS];
    return fate_is_joker(t->card) && memcmp(t->dust, none, sizeof none) == 0;
}

uint32_t fate_story_values(const fate_state *s, int path, int count)
{
    int start = fate_story_start(s, path);
    uint32_t values = 0;
    for (int i = 0; i < count; i++) values |= 1u << s->told[start + i].value;
    return values & FATE_ALL_VALUES;
}

uint32_t fate_open_stories(const fate_state *s)
{
    uint32_t open = 0;
    for (int i = 0; i < s->ring_count; i++) open += 1u << 8 * s->story_colour[i];
    return open;
}

// FS-20, FeL-22: two of a colour at two seats, three at four; at three seats one colour may
// have three, whichever gets there first.
uint32_t fate_free_colours(int seats, uint32_t open)
{
    uint32_t two = 0, three = 0; // colours with so many, or more
    for (int c = FATE_GOLD; c <= FATE_VIOLET; c++) {
        uint32_t count = open >> 8 * c & 255;
        two |= (uint32_t)(count > 1) << c;
        three |= (uint32_t)(count > 2) << c;
    }
    uint32_t full = seats == 2 || (seats == 3 && three) ? two : three;
    return ~full & (1u << FATE_GOLD | 1u << FATE_BLUE | 1u << FATE_VIOLET);
}

static uint32_t free_colours(const fate_state *s)
{
    return fate_free_colours(s->seats, fate_open_stories(s));
}

// ---- what may be told ---------------------------------------------------------

// FeL-05, strict table: the value itself must be payable by all hands together.
static uint32_t payable_values(const fate_state *s)
{
    if (!s->strict) return FATE_ALL_VALUES;
    int in_hand = 0;
    for (int p = 0; p < s->seats; p++) in_hand += s->dust[p];
    return in_hand < 5 ? FATE_ALL_VALUES & ((2u << in_hand) - 1) : FATE_ALL_VALUES;
}

// The values a card can have after one that counts as `last`, and `before` it, 0 if nothing.
static uint32_t next_values(const fate_state *s, int before, int last)
{
    uint32_t next = 7u << last >> 1 & FATE_ALL_VALUES;
    return s->equals && before == last ? next & ~(1u << last) : next; // FeL-33d: a third equal one
}

int fate_ways(const fate_state *s, int path, fate_way out[FATE_WAYS])
{
    const uint32_t ends = 1u << 1 | 1u << 5; // FS-17: a story opens at 1 or 5
    uint32_t payable = payable_values(s);
    int n = 0, length = s->story_length[path], colour = s->story_colour[path];
    if (!length) {
        for (uint32_t left = free_colours(s); left; left &= left - 1)
            out[n++] = (fate_way){vg_lowest(left), 0, left & -left, payable & ends};
        return n;
    }
    const fate_told *last = &s->told[fate_last(s, path)];
    if (colour == FATE_NO_COLOUR) { // FeL-16, FeL-17
        uint32_t left = fate_def(s, last->card)->bars & free_colours(s);
        for (; left; left &= left - 1)
            for (int v = 1; v <= 5; v += 4)
                out[n++] = (fate_way){0, fate_as(v, vg_lowest(left)), left & -left,
                                      payable & next_values(s, 0, v)};
        return n;
    }
    int before = length > 1 ? last[-1].value : 0;
    if (length == 1 || !fate_bare(last)) {
        out[0] = (fate_way){0, 0, 1u << colour, payable & next_values(s, before, last->value)};
        return 1;
    }
    uint32_t rest = fate_story_values(s, path, length - 1);
    uint32_t left = next_values(s, length > 2 ? last[-2].value : 0, before); // FeL-18
    for (; left; left &= left - 1) {
        int v = vg_lowest(left);
        if ((rest | 1u << v) == FATE_ALL_VALUES) continue;
        out[n++] = (fate_way){0, fate_as(v, 0), 1u << colour, payable & next_values(s, before, v)};
    }
    return n;
}

int fate_tells_at(const fate_state *s, int seat, int path, vg_move out[], int n)
{
    if (!s->tells) return n;
    fate_way way[FATE_WAYS];
    int ways = fate_ways(s, path, way);
    for (int i = 0; i < s->hand_count[seat]; i++) {
        int card = s->hand[seat][i];
        const fate_card_def *d = fate_def(s, card);
        if (i && s->hand[seat][i - 1] == card) continue;
        for (const fate_way *w = way; w < way + ways; w++) {
            uint32_t fits = d->bars & w->bars ? w->values : 0;
            if (d->value) {
                out[n] = VG_MOVE(FATE_MOVE_TELL, card, 0, w->after);
                n += (int)(fits >> d->value & 1);
                continue;
            }
            for (; fits; fits &= fits - 1)
                out[n++] =
                    VG_MOVE(FATE_MOVE_TELL, card, fate_as(vg_lowest(fits), w->colour), w->after);
        }
    }
    return n;
}

int fate_tells(const fate_state *s, int seat, vg_move out[], int n)
{
    return fate_tells_at(s, seat, s->at[seat], out, n);
}

// ---- telling ------------------------------------------------------------------

static void lay(fate_state *s, int path, int card, int value)
{
    int at = fate_story_start(s, path) + s->story_length[path];
    memmove(&s->told[at + 1], &s->told[at], (size_t)(s->told_count - at) * sizeof s->told[0]);
    s->told[at] = (fate_told){.card = (uint8_t)card, .value = (uint8_t)value};
    s->told_count++;
    s->story_length[path]++;
}

void fate_tell(fate_state *s, int seat, int card, int as, int after, vg_events *ev)
{
    int path = s->at[seat], value = as ? fate_as_value(as) : fate_def(s, card)->value;
    bool opens = s->story_length[path] == 0;
    if (after) { // the bare joker before it is declared again, for nothing (FeL-16, FeL-18)
        s->told[fate_last(s, path)].value = (uint8_t)fate_as_value(after);
        if (fate_as_colour(after)) s->story_colour[path] = (uint8_t)fate_as_colour(after);
        vg_emit(ev, FATE_EVENT_DECLARED, seat, path, fate_as_value(after), s->story_colour[path],
                0);
    }
    if (opens)
        s->story_colour[path] =
            (uint8_t)(as ? fate_as_colour(as) : vg_lowest(fate_def(s, card)->bars));
    fate_know_shown(s, seat, card);
    fate_drop_card(s, seat, card);
    lay(s, path, card, value);
    s->tells--;
    s->told_round = 1;
    vg_emit(ev, opens ? FATE_EVENT_BEGAN : FATE_EVENT_TOLD, seat, path, card, value,
            s->story_colour[path]);
    // FeL-10: the card that brings the fifth value completes the story, and costs one dust more for
    // each card of it, itself included (FeL-02).
    int length = s->story_length[path], cost = value;
    if (fate_story_values(s, path, length) == FATE_ALL_VALUES) {
        vg_push(&s->stack, FATE_PHASE_FINISH, seat, 0, 0);
        if (s->optional)
            vg_push(&s->stack, FATE_PHASE_EXTRA, seat, length, 0);
        else
            cost += length;
    }
    vg_push(&s->stack, FATE_PHASE_PAY, seat, cost, FATE_NONE);
}

void fate_finish(fate_state *s, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat, path = s->at[seat], colour = s->story_colour[path],
        length = s->story_length[path];
    int start = fate_story_start(s, path);
    vg_emit(ev, FATE_EVENT_COMPLETED, seat, path, colour, length, 0);
    for (int i = 0; i < length; i++) {
        fate_told *t = &s->told[start + i];
        vg_emit(ev, FATE_EVENT_CHAPTER, seat, i + 1, t->card, t->value, path);
        s->discard[t->card]++;
        s->discard_count++;
        for (int p = 0; p < s->seats; p++) // FeL-24
            s->aside[path][p] = (uint8_t)(s->aside[path][p] + t->dust[p]);
    }
    int rest = s->told_count - start - length;
    memmove(&s->told[start], &s->told[start + length], (size_t)rest * sizeof s->told[0]);
    memset(&s->told[start + rest], 0, (size_t)length * sizeof s->told[0]);
    s->told_count = (uint8_t)(s->told_count - length);
    s->story_length[path] = 0;
    s->story_colour[path] = FATE_NO_COLOUR;
    switch ((fate_colour)colour) { // FS-27
    case FATE_NO_COLOUR: assert(false); break;
    case FATE_GOLD:
        s->gold[seat]++;
        vg_emit(ev, FATE_EVENT_GOLD, seat, 0, 0, 0, 0);
        break;
    case FATE_BLUE:
        if (s->object_deck_count) // FeL-26
            vg_push(&s->stack, FATE_PHASE_GIFT, seat, 0, 0);
        else
            vg_emit(ev, FATE_EVENT_NO_GIFT, seat, 0, 0, 0, 0);
        break;
    case FATE_VIOLET: vg_push(&s->stack, FATE_PHASE_BLAME, seat, 0, 0); break;
    }
}

void fate_take_off(fate_state *s, int path, vg_events *ev)
{
    int at = fate_last(s, path);
    fate_told gone = s->told[at];
    for (int p = 0; p < s->seats; p++)
        s->aside[path][p] = (uint8_t)(s->aside[path][p] + gone.dust[p]);
    s->discard[gone.card]++;
    s->discard_count++;
    s->told_count--;
    memmove(&s->told[at], &s->told[at + 1], (size_t)(s->told_count - at) * sizeof s->told[0]);
    s->told[s->told_count] = (fate_told){0};
    if (--s->story_length[path] == 0) s->story_colour[path] = FATE_NO_COLOUR;
    vg_emit(ev, FATE_EVENT_UNRAVELED, VG_NOBODY, path, gone.card, 0, 0);
    fate_wither(s, path, ev); // FeL-52
}

void fate_wither(fate_state *s, int path, vg_events *ev)
{
    if (s->story_length[path] != 1 || !fate_bare(&s->told[fate_last(s, path)])) return;
    if (s->story_colour[path] == FATE_NO_COLOUR) return;
    s->story_colour[path] = FATE_NO_COLOUR;
    s->told[fate_last(s, path)].value = 0;
    vg_emit(ev, FATE_EVENT_WITHERED, VG_NOBODY, path, 0, 0, 0);
}

// ---- dust -----------------------------------------------------------------------

// `amount` of the dust of `owner` goes from its hand onto the last card where `payer` stands.
static void spend(fate_state *s, int payer, int owner, int amount, vg_events *ev)
{
    if (!amount) return;
    fate_told *t = &s->told[fate_last(s, s->at[payer])];
    s->dust[owner] = (uint8_t)(s->dust[owner] - amount);
    t->dust[owner] = (uint8_t)(t->dust[owner] + amount);
    vg_emit(ev, FATE_EVENT_PAID, payer, owner, amount, s->at[payer], 0);
}

// FS-26: all dust of this seat comes home, from open stories and from beside the path.
void fate_recall(fate_state *s, int seat, vg_events *ev)
{
    int home = 0;
    for (int i = 0; i < s->told_count; i++) {
        home += s->told[i].dust[seat];
        s->told[i].dust[seat] = 0;
    }
    for (int i = 0; i < s->ring_count; i++) {
        home += s->aside[i][seat];
        s->aside[i][seat] = 0;
    }
    s->dust[seat] = (uint8_t)(s->dust[seat] + home);
    vg_emit(ev, FATE_EVENT_RECALLED, seat, home, 0, 0, 0);
    for (int i = 0; i < s->ring_count; i++) fate_wither(s, i, ev);
}

// How much of what is owed may come from the seat asked about (frame b), so that those after it
// can still pay the rest (FeL-04).
static void pay_range(const fate_state *s, vg_frame f, int *low, int *high)
{
    int later = 0;
    for (int p = (f.b + 1) % s->seats; p != f.seat; p = (p + 1) % s->seats) later += s->dust[p];
    *high = f.a < s->dust[f.b] ? f.a : s->dust[f.b];
    *low = f.a > later ? f.a - later : 0;
    if (*low > *high) *low = *high; // FeL-05: not enough anywhere, so everything goes
}

int fate_payments(const fate_state *s, vg_move out[])
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int n = 0, low, high;
    pay_range(s, f, &low, &high);
    for (int k = low; k <= high; k++) out[n++] = VG_MOVE(FATE_MOVE_TAKE, k, f.b, 0);
    return n;
}

void fate_take(fate_state *s, int amount, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    spend(s, f->seat, f->b, amount, ev);
    f->a = (uint8_t)(f->a - amount);
    f->b = (uint8_t)((f->b + 1) % s->seats);
}

bool fate_pay_settle(fate_state *s, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int payer = f->seat;
    if (f->b == FATE_NONE) { // one's own first, all of it (FeL-04)
        int own = f->a < s->dust[payer] ? f->a : s->dust[payer];
        spend(s, payer, payer, own, ev);
        f->a = (uint8_t)(f->a - own);
        f->b = (uint8_t)((payer + 1) % s->seats);
    }
    while (f->a && f->b != payer) {
        int low, high;
        pay_range(s, *f, &low, &high);
        if (low < high) return true;
        fate_take(s, low, ev);
    }
    if (f->a) vg_emit(ev, FATE_EVENT_WAIVED, payer, f->a, 0, 0, 0);
    vg_pop(&s->stack);
    fate_wither(s, s->at[payer],
                ev); // a joker nobody could pay for is bare from the start (FeL-69)
    return false;
}
