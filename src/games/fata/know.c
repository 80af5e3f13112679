// know.c: what each seat can remember.
//
// For every copy of a game card that `seat` does not see, may[seat] holds the
// set of places where it can be: hands, the cards set aside, the deck. One bit
// means it is known for certain; 0 means everyone sees the card. A draw by
// another seat adds a place to every card of the deck, a look at a hand leaves
// one, a card put down becomes 0. The sizes of the places are public, so sets
// and sizes together are all that a perfect memory needs.
//
// The two copies of a charm cannot be told apart: their two sets are an
// unordered pair, kept ascending. When a copy leaves a place where both might
// have been, the other may be wherever either might have been.
//
// Treasures are single, so each has one set of places. It is exact until a
// treasure changes place unseen (a robbery, a blind bargain, a share-out). From
// then on a bystander's sets say which treasures can be where, and not which
// combinations go together: guesses know that from past.c.
//
// Places alone do not tell that a hand which drew nothing since a shuffle holds nothing of that
// deck; so from which shuffle cards and hands come is kept too (from, hand_from, aside_from). A
// seat that knows its own cards knows more, but that follows from the numbers when the rest is
// dealt. Where a charm is shown that may come from either of two shuffles, what is left in the hand
// and the other copy hang together. Sets cannot say that, so such a charm is owed (owed, once,
// twice) and a guess is right only if all can be paid (fata_know_fits).
//
// Where nobody will ever guess (fata_forget) the deck comes from no shuffle, and nothing is kept
// but where treasures can be, which tells how seats stand (gist.c).
#include "games/fata/fata.h"

#include "base/hidden.h"

#include <string.h>

// Where in a row of `may` the sets of the copies of `kind` begin.
static int begin(int kind)
{
    return kind <= FATA_VISIONS ? kind - 1 : FATA_VISIONS + 2 * (kind - FATA_VISIONS - 1);
}

// From which shuffles a seat knows the two copies of a charm to come, beside its sets of places.
static uint16_t *shuffles_of(fata_state *s, int seat, int kind)
{
    return s->may_from[seat][kind - FATA_VISIONS - 1];
}

static void sort_copies(uint16_t *pair)
{
    uint16_t a = pair[0], b = pair[1];
    pair[0] = a < b ? a : b;
    pair[1] = a < b ? b : a;
}

static void sort(uint8_t *pair, uint16_t *from)
{
    if (pair[0] < pair[1] || (pair[0] == pair[1] && from[0] <= from[1])) return;
    uint8_t a = pair[0];
    uint16_t b = from[0];
    pair[0] = pair[1], from[0] = from[1];
    pair[1] = a, from[1] = b;
}

static void sort_pairs(fata_state *s, int seat)
{
    for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++)
        sort(&s->may[seat][begin(k)], shuffles_of(s, seat, k));
}

static bool fits(uint8_t set, int place) { return place ? (set & place) != 0 : set == 0; }

// `seat` learns that a copy of `kind`, one that comes from the shuffles `of`, went from a place (0:
// in sight) to one of the places `to`.
static void locate(fata_state *s, int seat, int kind, int from, int to, int of)
{
    uint8_t *m = &s->may[seat][begin(kind)];
    if (fata_copies(kind) == 1) {
        m[0] = (uint8_t)to;
        return;
    }
    uint16_t *f = shuffles_of(s, seat, kind);
    bool first = fits(m[0], from), second = fits(m[1], from);
    assert(first || second);
    if (from && first && second && !(f[0] & of && f[1] & of)) // one of them cannot have been there
        first = (f[0] & of) != 0 || !(f[1] & of), second = !first;
    int one = first ? 0 : 1, known = first && second ? f[0] | f[1] : f[one];
    if (first && second) {
        m[1] |= m[0];
        f[1] |= f[0];
    }
    m[one] = (uint8_t)to;
    f[one] = (uint16_t)(!to ? 0 : from && known & of ? known & of : of);
    sort(m, f);
}

// Some card of the place `from`, this seat does not know which, went to `to`. The hottest loop of
// the game: every draw comes here for every seat that does not see it. No branches.
static void spread(fata_state *s, int seat, int from, int to, bool emptied)
{
    uint8_t here = (uint8_t)from, there = (uint8_t)to, kept = (uint8_t)(emptied ? ~from : 0xff);
    for (int i = 0; i < FATA_COPIES; i++) {
        uint8_t m = s->may[seat][i];
        s->may[seat][i] = (uint8_t)((m & kept) | (m & here ? there : 0));
    }
    sort_pairs(s, seat);
}

static void clear_place(fata_state *s, int seat, int place)
{
    for (int i = 0; i < FATA_COPIES; i++) s->may[seat][i] &= (uint8_t)~place;
    sort_pairs(s, seat);
}

// ---- shuffles -------------------------------------------------------------------

static uint16_t all_shuffles(const uint16_t *set, int count)
{
    uint16_t all = 0;
    for (int i = 0; i < count; i++) all |= set[i];
    return all;
}

// One copy of a charm more or less that came with this shuffle.
static void count_copy(fata_state *s, int kind, unsigned shuffle, int by)
{
    uint16_t *once = &s->once[kind - FATA_VISIONS - 1], *twice = &s->twice[kind - FATA_VISIONS - 1];
    if (by > 0) {
        *twice |= *once & (uint16_t)shuffle;
        *once |= (uint16_t)shuffle;
    } else {
        *once &= (uint16_t) ~(shuffle & ~*twice);
        *twice &= (uint16_t)~shuffle;
    }
}

// The shuffles of which this seat can have shown a charm that it owes.
static unsigned owing(const fata_state *s, int seat, int charm)
{
    unsigned from = 0;
    for (unsigned left = s->once[charm]; left; left &= left - 1)
        if (vg_bound_of(s->most[seat], left)) from |= left & -left;
    return from;
}

// What is owed and can have come from one shuffle only is paid.
static void settle(fata_state *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int p = 0; p < s->seats; p++)
            for (int c = 0; c < FATA_CHARM_KINDS; c++) {
                if (!s->owed[p][c]) continue;
                unsigned from = owing(s, p, c);
                if (!from || from & (from - 1)) continue;
                count_copy(s, FATA_VISIONS + 1 + c, from, -1);
                vg_bound_fewer(&s->most[p], from);
                s->owed[p][c]--;
                changed = true;
            }
    }
}

// A bit that nothing out of sight comes from. There are enough for any game but the strangest; then
// two that can hardly be told apart are taken for one.
static uint16_t free_shuffle(fata_state *s)
{
    settle(s);
    unsigned used = all_shuffles(s->from, FATA_COPIES) | FATA_FROM_TABLE;
    used |= all_shuffles(s->once, FATA_CHARM_KINDS);
    for (unsigned left = 0xffff; left; left &= left - 1)
        for (int p = 0; p < s->seats; p++)
            if (vg_bound_of(s->most[p], left)) used |= left & -left;
    for (int p = 0; p < s->seats; p++) used |= all_shuffles(s->hand_from[p], s->hand_count[p]);
    used |= all_shuffles(s->aside_from, s->aside_count);
    if (used != 0xffff) return (uint16_t)(~used & (used + 1));
    unsigned others = used & ~(unsigned)FATA_FROM_TABLE;
    unsigned two = vg_shuffles_alike(s->hand_from[0], FATA_SEATS * 32, others);
    s->vague = 1;
    vg_shuffles_join(s->once, FATA_CHARM_KINDS, two);
    vg_shuffles_join(s->twice, FATA_CHARM_KINDS, two);
    vg_shuffles_join(s->from, FATA_COPIES, two);
    vg_shuffles_join(s->aside_from, s->aside_count, two);
    for (int p = 0; p < s->seats; p++) {
        vg_shuffles_join(s->hand_from[p], s->hand_count[p], two);
        vg_shuffles_sort(s->hand_from[p], s->hand_count[p]);
        vg_shuffles_join(s->may_from[p][0], FATA_CHARM_KINDS * 2, two);
        vg_bound_join(&s->most[p], two);
        for (int q = 0; q < s->seats; q++) vg_bound_join(&s->visions[p][q], two);
    }
    return (uint16_t)(two & (two - 1));
}

// A card of one of these shuffles came into a hand, unseen.
static void more(fata_state *s, int seat, unsigned of)
{
    vg_bound_more(&s->most[seat], of);
    for (int p = 0; p < s->seats; p++) vg_bound_more(&s->visions[p][seat], of);
}

// A card left a hand, and everybody saw it.
static void fewer(fata_state *s, int seat, int kind, unsigned of)
{
    vg_bound_fewer(&s->most[seat], of);
    if (fata_is_charm(kind)) {
        if (of && !(of & (of - 1)))
            count_copy(s, kind, of, -1);
        else
            s->owed[seat][kind - FATA_VISIONS - 1]++;
    }
    for (int p = 0; p < s->seats; p++) {
        if (!fata_is_charm(kind)) vg_bound_fewer(&s->visions[p][seat], of);
        if (!s->hand_count[seat]) s->visions[p][seat] = 0;
    }
}

void fata_know_start(fata_state *s)
{
    s->shuffle = 1;
    for (int i = 0; i < FATA_COPIES; i++) s->from[i] = 1;
    for (int c = 0; c < FATA_CHARM_KINDS; c++) s->once[c] = s->twice[c] = 1;
    for (int p = 0; p < s->seats; p++)
        for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++)
            shuffles_of(s, p, k)[0] = shuffles_of(s, p, k)[1] = 1;
    for (int p = 0; p < s->seats; p++) memset(s->may[p], FATA_AT_DECK, FATA_COPIES);
}

void fata_forget(void *state) { ((fata_state *)state)->shuffle = 0; }

void fata_know_drawn(fata_state *s, int kind, int seat)
{
    if (!s->shuffle) return;
    bool emptied = s->deck_count == 0;
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, s->shuffle);
    more(s, seat, s->shuffle);
    for (int p = 0; p < s->seats; p++) {
        if (p != seat) {
            spread(s, p, FATA_AT_DECK, 1 << seat, emptied);
            continue;
        }
        locate(s, p, kind, FATA_AT_DECK, 1 << seat, s->shuffle);
        if (emptied) clear_place(s, p, FATA_AT_DECK);
    }
}

void fata_know_set_aside(fata_state *s)
{
    if (!s->shuffle) return;
    vg_shuffles_add(s->aside_from, s->aside_count - 1, s->shuffle);
    for (int p = 0; p < s->seats; p++)
        spread(s, p, FATA_AT_DECK, FATA_AT_ASIDE, s->deck_count == 0);
}

void fata_know_merged(fata_state *s, int seat, const uint8_t cards[64])
{
    if (!s->shuffle) return;
    int had = s->hand_count[seat], n = 0;
    while (s->aside_from[n]) n++;
    for (int i = 0; i < n; i++) {
        vg_shuffles_add(s->hand_from[seat], had - n + i, s->aside_from[i]);
        more(s, seat, s->aside_from[i]);
    }
    uint16_t of = all_shuffles(s->aside_from, n);
    memset(s->aside_from, 0, sizeof s->aside_from);
    for (int p = 0; p < s->seats; p++) {
        if (p != seat) {
            spread(s, p, FATA_AT_ASIDE, 1 << seat, true);
            continue;
        }
        for (int k = 1; k < FATA_CARDS; k++)
            for (int i = 0; i < cards[k]; i++) locate(s, p, k, FATA_AT_ASIDE, 1 << seat, of);
        clear_place(s, p, FATA_AT_ASIDE);
    }
}

void fata_know_left(fata_state *s, int kind, int seat)
{
    if (!s->shuffle) return;
    int had = s->hand_count[seat] + 1;
    uint16_t *copy = &s->from[begin(kind)], hand = all_shuffles(s->hand_from[seat], had);
    uint16_t of = vg_shuffles_take(copy, fata_copies(kind), hand);
    if (fata_copies(kind) == 2) sort_copies(copy);
    vg_shuffles_take(s->hand_from[seat], had, of);
    fewer(s, seat, kind, of);
    uint8_t *back = s->back[seat];
    if (back[0] == kind) back[0] = back[1], back[1] = 0;
    if (back[1] == kind) back[1] = 0;
    for (int p = 0; p < s->seats; p++) {
        locate(s, p, kind, 1 << seat, 0, of);
        if (s->hand_count[seat] == 0) clear_place(s, p, 1 << seat);
    }
}

void fata_know_returned(fata_state *s, int kind, int seat)
{
    if (!s->shuffle) return;
    s->from[begin(kind)] = FATA_FROM_TABLE; // a vision, so there is one copy
    uint8_t *back = s->back[seat];
    back[back[0] != 0] = (uint8_t)kind;
    if (back[1] && back[0] > back[1]) {
        back[1] = back[0];
        back[0] = (uint8_t)kind;
    }
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, FATA_FROM_TABLE);
    more(s, seat, FATA_FROM_TABLE);
    for (int p = 0; p < s->seats; p++) locate(s, p, kind, 0, 1 << seat, FATA_FROM_TABLE);
}

int fata_may(const fata_state *s, int seat, int kind, int i)
{
    return s->may[seat][begin(kind) + i];
}

int fata_known_copies(const fata_state *s, int seat, int kind, int whose)
{
    const uint8_t *m = &s->may[seat][begin(kind)];
    int n = 0;
    for (int i = 0; i < fata_copies(kind); i++) n += m[i] == 1 << whose;
    return n;
}

uint32_t fata_known_treasures(const fata_state *s, int seat, int whose)
{
    uint32_t set = 0;
    for (int id = 0; id < 32; id += 8) {
        uint64_t others = vg_eight(&s->may_treasure[seat][id], 8) ^ VG_EACH_BYTE(1 << whose);
        set |= (uint32_t)(vg_some_of(others) ^ 255) << id;
    }
    return set;
}

void fata_know_looked(fata_state *s, int seat, int whose)
{
    if (!s->shuffle) return;
    uint8_t here = (uint8_t)(1 << whose);
    for (int k = 1; k < FATA_CARDS; k++) {
        int n = s->hand[whose][k];
        if (!n) continue;
        uint8_t *m = &s->may[seat][begin(k)];
        if (fata_copies(k) == 1 || n == 2) {
            for (int i = 0; i < n; i++) m[i] = here;
        } else if (m[0] != here && m[1] != here) {
            locate(s, seat, k, here, here, all_shuffles(s->hand_from[whose], s->hand_count[whose]));
        }
    }
    // The hand is all known: nothing else can be in it.
    s->visions[seat][whose] = 0;
    for (int k = 1; k <= FATA_VISIONS; k++)
        if (s->hand[whose][k]) vg_bound_more(&s->visions[seat][whose], s->from[begin(k)]);
    for (int i = 0; i < FATA_COPIES; i++)
        if (s->may[seat][i] != here) s->may[seat][i] &= (uint8_t)~here;
    sort_pairs(s, seat);
}

void fata_know_reshuffled(fata_state *s)
{
    if (!s->shuffle) return;
    s->shuffle = free_shuffle(s);
    for (int p = 0; p < s->seats; p++) {
        vg_bound_clear(&s->most[p], s->shuffle);
        for (int q = 0; q < s->seats; q++) vg_bound_clear(&s->visions[p][q], s->shuffle);
    }
    for (int k = 1; k < FATA_CARDS; k++) {
        uint16_t *copy = &s->from[begin(k)];
        for (int i = 0; i < s->discard[k]; i++) copy[i] = s->shuffle; // those in sight are first
        for (int i = 0; fata_is_charm(k) && i < s->discard[k]; i++) count_copy(s, k, s->shuffle, 1);
        if (fata_copies(k) == 2) sort_copies(copy);
    }
    for (int p = 0; p < s->seats; p++)
        for (int k = 1; k < FATA_CARDS; k++)
            for (int i = 0; i < s->discard[k]; i++) locate(s, p, k, 0, FATA_AT_DECK, s->shuffle);
}

// Who drew how many cards of each deck, and which visions of it, is known: so is how many charms.
// Those shown and held must be shared out so.
enum { SHARES = FATA_SEATS + 1, ASIDE = FATA_SEATS };
typedef struct shares {
    int8_t charms[SHARES][16]; // charms got from each shuffle, not yet accounted for
    int8_t copies[FATA_CHARM_KINDS][16], had[SHARES][FATA_CHARM_KINDS];
    int steps;
} shares;

static bool share(shares *t, int charm, int hand, int of)
{
    if (t->steps++ > 20000) return true; // never seen
    for (; charm < FATA_CHARM_KINDS; charm++, hand = of = 0)
        for (; hand < SHARES; hand++, of = 0) {
            if (!t->had[hand][charm]) continue;
            for (; of < 16; of++) {
                if (t->copies[charm][of] <= 0 || t->charms[hand][of] <= 0) continue;
                t->copies[charm][of]--, t->charms[hand][of]--, t->had[hand][charm]--;
                bool can = share(t, charm, hand, of);
                t->copies[charm][of]++, t->charms[hand][of]++, t->had[hand][charm]++;
                if (can) return true;
            }
            return false;
        }
    return true;
}

bool fata_know_fits(const fata_state *s)
{
    shares t = {.steps = 0};
    bool doubt = false;
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++)
            doubt |= (s->hand_from[p][i] & (s->hand_from[p][i] - 1)) != 0;
    for (int i = 0; i < FATA_COPIES; i++) doubt |= (s->from[i] & (s->from[i] - 1)) != 0;
    for (int p = 0; p < s->seats; p++)
        for (int c = 0; c < FATA_CHARM_KINDS; c++) doubt |= s->owed[p][c] != 0;
    if (!doubt || s->vague) return true;
    for (int h = 0; h < SHARES; h++) {
        const uint8_t *hand = h == ASIDE ? s->aside : s->hand[h];
        for (int g = 0; h != ASIDE && g < 16; g++) {
            t.charms[h][g] = (int8_t)vg_bound_of(s->most[h], 1u << g);
            if (t.charms[h][g] == 15) return true;
        }
        for (int i = 0; h == ASIDE && i < s->aside_count; i++)
            t.charms[h][vg_lowest(s->aside_from[i])]++;
        for (int k = 1; k <= FATA_VISIONS; k++)
            if (hand[k] && s->from[begin(k)]) t.charms[h][vg_lowest(s->from[begin(k)])]--;
        for (int c = 0; c < FATA_CHARM_KINDS; c++)
            t.had[h][c] = (int8_t)(hand[FATA_VISIONS + 1 + c] + (h == ASIDE ? 0 : s->owed[h][c]));
    }
    for (int c = 0; c < FATA_CHARM_KINDS; c++) {
        for (int g = 0; g < 16; g++)
            t.copies[c][g] = (int8_t)((s->once[c] >> g & 1) + (s->twice[c] >> g & 1));
        int8_t *left = &t.copies[c][vg_lowest(s->shuffle)];
        *left = (int8_t)(*left - s->deck[FATA_VISIONS + 1 + c]);
    }
    return share(&t, 0, 0, 0);
}

// ---- treasures -----------------------------------------------------------------

// What follows from the sizes: a place full of certain treasures holds no other, and a place with
// just as many candidates as treasures holds them all.
static void deduce(fata_state *s, int seat)
{
    uint8_t *m = s->may_treasure[seat];
    for (bool changed = true; changed;) {
        changed = false;
        for (int place = 0; place <= FATA_SEATS; place++) {
            int size = place < FATA_SEATS ? s->down_count[place] : s->pool_count;
            int sure = 0, possible = 0;
            uint8_t here = (uint8_t)(1 << place);
            for (int id = 1; id <= FATA_TREASURES; id++) {
                sure += m[id] == here;
                possible += (m[id] & here) != 0;
            }
            if (sure == possible || (sure < size && possible > size)) continue;
            for (int id = 1; id <= FATA_TREASURES; id++) {
                if (!(m[id] & here) || m[id] == here) continue;
                m[id] = sure == size ? (uint8_t)(m[id] & ~here) : here;
                changed = true;
            }
        }
    }
}

void fata_know_treasure(fata_state *s, int id, int places)
{
    for (int p = 0; p < s->seats; p++) s->may_treasure[p][id] = (uint8_t)places;
}

void fata_know_deduce(fata_state *s)
{
    if (!s->shuffle) return; // what everybody saw is kept, what may be concluded from it is not
    for (int p = 0; p < s->seats; p++) deduce(s, p);
}

void fata_know_mixed(fata_state *s, int id, int from, int to, int see)
{
    int left = from == FATA_AT_POOL ? s->pool_count : s->down_count[vg_lowest((uint32_t)from)];
    int shown = to == FATA_AT_POOL ? 0 : s->shown[vg_lowest((uint32_t)to)];
    for (int p = 0; p < s->seats; p++) {
        uint8_t *m = s->may_treasure[p];
        if (see >> p & 1) {
            m[id] = (uint8_t)to;
        } else {
            for (int t = 1; t <= FATA_TREASURES; t++) {
                if (!(m[t] & from)) continue;
                // Its own colour would lie face up before a revealed seat.
                if (!shown || fata_ed(s)->treasure[t].lineage != shown) m[t] |= (uint8_t)to;
            }
        }
        for (int t = 1; left == 0 && t <= FATA_TREASURES; t++) m[t] &= (uint8_t)~from;
    }
}

void fata_know_pooled(fata_state *s, int seat)
{
    for (uint32_t left = s->up[seat]; left; left &= left - 1)
        fata_know_treasure(s, vg_lowest(left), 1 << seat);
    for (int p = 0; p < s->seats; p++)
        for (int t = 1; t <= FATA_TREASURES; t++) {
            uint8_t *m = &s->may_treasure[p][t];
            if (*m >> seat & 1) *m = (uint8_t)((*m & ~(1 << seat)) | FATA_AT_POOL);
        }
}

void fata_know_traded(fata_state *s, int p, int given, int q, int received)
{
    uint8_t mine = (uint8_t)(1 << p), theirs = (uint8_t)(1 << q);
    for (int v = 0; v < s->seats; v++) {
        uint8_t *m = s->may_treasure[v];
        for (int t = 1; v != p && v != q && t <= FATA_TREASURES; t++) {
            uint8_t old = m[t], now = old & (uint8_t) ~(mine | theirs);
            int colour = fata_ed(s)->treasure[t].lineage;
            if (old & mine) {
                if (colour != s->shown[q]) now |= theirs;
                if (s->down_count[p] > 1) now |= mine;
            }
            if (old & theirs) {
                if (colour != s->shown[p]) now |= mine;
                if (s->down_count[q] > 1) now |= theirs;
            }
            m[t] = now;
        }
        if (v == p || v == q) {
            m[given] = theirs;
            m[received] = mine;
        }
    }
}

void fata_know_not_own(fata_state *s, int seat)
{
    for (int p = 0; p < s->seats; p++)
        for (uint32_t left = fata_of_colour(s->shown[seat]); left; left &= left - 1)
            s->may_treasure[p][vg_lowest(left)] &= (uint8_t) ~(1 << seat);
}

// ---- starting from the table alone -----------------------------------------------

// Where a treasure out of sight really is; 0 if everyone sees it or it is in the pile.
static int treasure_place(const fata_state *s, int id)
{
    for (int p = 0; p < s->seats; p++)
        if (s->down[p] >> id & 1) return 1 << p;
    return s->pool >> id & 1 ? FATA_AT_POOL : 0;
}

void fata_know_no_shuffles(fata_state *s)
{
    s->shuffle = 1;
    memset(s->from, 0, sizeof s->from);
    memset(s->hand_from, 0, sizeof s->hand_from);
    memset(s->aside_from, 0, sizeof s->aside_from);
    memset(s->back, 0, sizeof s->back);
    memset(s->visions, 0, sizeof s->visions);
    memset(s->once, 0, sizeof s->once);
    memset(s->twice, 0, sizeof s->twice);
    memset(s->owed, 0, sizeof s->owed);
    for (int k = 1; k < FATA_CARDS; k++) {
        int n = s->deck[k] + s->aside[k];
        for (int p = 0; p < s->seats; p++) n += s->hand[p][k];
        for (int i = fata_copies(k) - n; i < fata_copies(k); i++) {
            s->from[begin(k) + i] = 1;
            if (fata_is_charm(k)) count_copy(s, k, 1, 1);
        }
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++) s->hand_from[p][i] = 1;
    for (int p = 0; p < s->seats; p++) s->most[p] = s->hand_count[p] < 15 ? s->hand_count[p] : 15;
    for (int p = 0; p < s->seats; p++) memcpy(s->visions[p], s->most, sizeof s->most);
    for (int i = 0; i < s->aside_count; i++) s->aside_from[i] = 1;
}

int fata_back(const fata_state *s, int kind, int all)
{
    for (int p = 0; p < s->seats; p++)
        if (s->back[p][0] == kind || s->back[p][1] == kind) return 1 << p;
    return all;
}

int fata_from(const fata_state *s, int seat, int kind, int i)
{
    if (seat < 0 || fata_copies(kind) == 1) return s->from[begin(kind) + i];
    return s->may_from[seat][kind - FATA_VISIONS - 1][i];
}

static void know_no_cards(fata_state *s, int seat)
{
    uint8_t out_of_sight[64], *may = s->may[seat];
    const uint8_t *own = s->hand[seat];
    int hidden = (s->deck_count ? FATA_AT_DECK : 0) | (s->aside_count ? FATA_AT_ASIDE : 0);
    for (int k = 0; k < 64; k++) out_of_sight[k] = (uint8_t)(s->deck[k] + s->aside[k]);
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        if (s->hand_count[p]) hidden |= 1 << p;
        for (int k = 0; k < 64; k++) out_of_sight[k] = (uint8_t)(out_of_sight[k] + s->hand[p][k]);
    }
    uint8_t here = (uint8_t)(1 << seat), there = (uint8_t)hidden;
    for (int k = 1; k <= FATA_VISIONS; k++)
        may[k - 1] = (uint8_t)((own[k] ? here : 0) | (out_of_sight[k] ? there : 0));
    for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++) {
        uint8_t *m = &may[begin(k)];
        uint16_t *f = shuffles_of(s, seat, k), any = s->from[begin(k)] | s->from[begin(k) + 1];
        for (int i = 0; i < 2; i++) {
            m[i] = i < own[k] ? here : i < own[k] + out_of_sight[k] ? there : 0;
            f[i] = m[i] ? any : 0;
        }
        sort(m, f);
    }
}

static void know_no_treasures(fata_state *s, int seat)
{
    memset(s->may_treasure[seat], 0, sizeof s->may_treasure[seat]);
    for (int id = 1; id <= FATA_TREASURES; id++) {
        int place = treasure_place(s, id), places = 0;
        if (!place || place == 1 << seat) {
            s->may_treasure[seat][id] = (uint8_t)place;
            continue;
        }
        for (int p = 0; p < s->seats; p++)
            if (p != seat && s->down_count[p] &&
                (s->shown[p] != fata_ed(s)->treasure[id].lineage || !fata_in_play(s, p)))
                places |= 1 << p;
        if (s->pool_count) places |= FATA_AT_POOL;
        s->may_treasure[seat][id] = (uint8_t)places;
    }
    deduce(s, seat);
}

void fata_know_nothing(fata_state *s, int seat)
{
    know_no_cards(s, seat);
    know_no_treasures(s, seat);
}

void fata_know_imagined(fata_state *s, int seat)
{
    uint32_t hidden = s->pool;
    for (int p = 0; p < s->seats; p++) hidden |= s->down[p];
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        uint8_t *m = s->may_treasure[p];
        know_no_cards(s, p);
        memcpy(s->visions[p], s->most, sizeof s->most);
        if (seat < 0) {
            know_no_treasures(s, p);
            continue;
        }
        memset(m, 0, sizeof s->may_treasure[p]);
        for (uint32_t left = hidden; left; left &= left - 1) {
            int id = vg_lowest(left), place = treasure_place(s, id), here = 1 << p;
            if (place != here) place |= s->may_treasure[seat][id] & ~here;
            m[id] = (uint8_t)place;
        }
    }
}

static const char *check_bounds(const fata_state *s)
{
    for (int p = 0; p < s->seats; p++) {
        vg_bound held = 0;
        for (int k = 1; k <= FATA_VISIONS; k++) {
            unsigned of = s->from[begin(k)];
            if (!s->hand[p][k] || !of) continue;
            vg_bound_more(&held, of);
            bool right = vg_bound_of(held, of) <= vg_bound_of(s->most[p], of);
            for (int v = 0; v < s->seats; v++)
                right = right && vg_bound_of(held, of) <= vg_bound_of(s->visions[v][p], of);
            if (!right) return "a hand holds more of a shuffle than it can have got";
        }
    }
    return NULL;
}

const char *fata_know_check(const fata_state *s)
{
    if (!s->shuffle) return NULL;
    for (int k = 1; k < FATA_CARDS; k++) {
        int hidden = s->deck[k] + s->aside[k], marked = 0;
        for (int p = 0; p < s->seats; p++) hidden += s->hand[p][k];
        for (int i = 0; i < fata_copies(k); i++) marked += s->from[begin(k) + i] != 0;
        if (hidden != marked) return "a card out of sight comes from no shuffle";
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < 32; i++)
            if ((s->hand_from[p][i] != 0) != (i < s->hand_count[p]))
                return "a card in a hand comes from no shuffle";
    const char *wrong = check_bounds(s);
    if (wrong) return wrong;
    for (int v = 0; v < s->seats; v++) {
        for (int k = 1; k < FATA_CARDS; k++) {
            int place[8], n = 0;
            for (int p = 0; p < s->seats; p++)
                for (int i = 0; i < s->hand[p][k]; i++) place[n++] = 1 << p;
            for (int i = 0; i < s->aside[k]; i++) place[n++] = FATA_AT_ASIDE;
            for (int i = 0; i < s->deck[k]; i++) place[n++] = FATA_AT_DECK;
            while (n < fata_copies(k)) place[n++] = 0;
            const uint8_t *m = &s->may[v][begin(k)];
            bool right = fits(m[0], place[0]);
            if (fata_copies(k) == 2) {
                right = (right && fits(m[1], place[1])) ||
                        (fits(m[0], place[1]) && fits(m[1], place[0]));
                if (m[0] > m[1]) return "a pair of charms is out of order";
            }
            if (!right) return "a seat excludes where a card really is";
            if (fata_known_copies(s, v, k, v) != s->hand[v][k])
                return "a seat does not know its own hand";
        }
        for (int id = 1; id <= FATA_TREASURES; id++) {
            int place = treasure_place(s, id), m = s->may_treasure[v][id];
            if (!fits((uint8_t)m, place)) return "a seat excludes where a treasure really is";
            if ((place == 1 << v) != (m == 1 << v) || (m != 1 << v && m >> v & 1))
                return "a seat does not know its own treasures";
        }
    }
    return fata_past_check(s);
}
