// gist.c: what rows and stones of FantasyMind come to, for who learns from positions as numbers.
//
// Of every seat the same, for nothing is secret: how good its two best rows are, by how much it is
// ahead of the best of the others or behind and how much time is left, together (with ten coffers
// to come a lead says next to nothing), what would better its best row, what stones it has and will
// win or lose by the challenges under way, when its turn comes, and what it is asked.
#include "engine/gist.h"
#include "games/mind/colours.h"

enum {
    MATCHES = 5, // 0 to 4 coffers that match
    STONES = 4,  // 0 to 3 or more stones that count there
    CLAIMS = MATCHES * STONES,
    OWNED = 8,                               // 0 to 7 or more stones
    LEADS = 17,                              // -8 to 8, in stones; a coffer is four
    PARTS = 8,                               // of a game: vg_late
    RANKS = 4,                               // nobody, one, two or more seats are ahead
    HELPFUL = 8,                             // coffers
    STRONG = 6,                              // 0 to 5 or more stones on one row
    BEST = 0,                                // [seat, claim] its best row
    SECOND = BEST + MIND_SEATS * CLAIMS,     // [seat, claim] ... the next one
    OWNS = SECOND + MIND_SEATS * CLAIMS,     // [seat, stones]
    MIGHT = OWNS + MIND_SEATS * OWNED,       // [seat, stones] that count where most do
    WINS = MIGHT + MIND_SEATS * STRONG,      // [seat] stones that will come or go
    AWAY = WINS + MIND_SEATS,                // [seat, turns] until its own
    HELPED = AWAY + MIND_SEATS * MIND_SEATS, // [seat] by how many coffers of the pile
    NEXT = HELPED + MIND_SEATS,              // [seat] ... by the one that is known to come next
    NEAR = NEXT + MIND_SEATS,                // [seat] ... by one that lies in another row
    LOOSE = NEAR + MIND_SEATS,     // [seat] coffers its best row is better by than the next
    FITS = LOOSE + MIND_SEATS,     // [seat] the coffer in hand would better its best row
    CHARACTER = FITS + MIND_SEATS, // [seat, character]
    LEAD =
        CHARACTER + MIND_SEATS * MIND_CHARACTERS,  // [seat, part, lead] over the best of the others
    RANK = LEAD + MIND_SEATS * PARTS * LEADS,      // [seat, part, rank]
    ASKED = RANK + MIND_SEATS * PARTS * RANKS,     // [seat, phase]
    DRAWS = ASKED + MIND_SEATS * MIND_PHASE_COUNT, // [seat] coffers it will place
    TOP = DRAWS + MIND_SEATS,                      // [claim] the best of all
    ROWS = TOP + CLAIMS,                           // how many
    LEFT = ROWS + MIND_ROWS + 1,                   // coffers to come
    FACE = LEFT + MIND_COFFERS,                    // of the die
};

const vg_gist mind_gists[] = {
    {"best", MIND_SEATS *CLAIMS, 1, 1},
    {"second", MIND_SEATS *CLAIMS, 1, 1},
    {"owns", MIND_SEATS *OWNED, 1, 1},
    {"might", MIND_SEATS *STRONG, 1, 1},
    {"wins", MIND_SEATS, 4, 1},
    {"away", MIND_SEATS *MIND_SEATS, 1, 1},
    {"helped", MIND_SEATS, HELPFUL, 1},
    {"next", MIND_SEATS, 1, 1},
    {"near", MIND_SEATS, 1, 1},
    {"loose", MIND_SEATS, MATCHES, 1},
    {"fits", MIND_SEATS, 1, 1},
    {"character", MIND_SEATS *MIND_CHARACTERS, 1, 1},
    {"lead", MIND_SEATS *PARTS *LEADS, 1, 1},
    {"rank", MIND_SEATS *PARTS *RANKS, 1, 1},
    {"asked", MIND_SEATS *MIND_PHASE_COUNT, 1, 1},
    {"draws", MIND_SEATS, 2, 1},
    {"top", CLAIMS, 1, 1},
    {"rows", MIND_ROWS + 1, 1, 1},
    {"left", MIND_COFFERS, 1, 1},
    {"face", 7, 1, 1},
};
static_assert(sizeof mind_gists / sizeof mind_gists[0] == MIND_GIST_COUNT, "all of them");

// Stones that come to each seat when the announced pairs have fought, where they fight on rows of
// their own, and by the question that is open.
static void stones_to_come(const mind_state *s, const mind_colours row[MIND_ROWS],
                           int wins[MIND_SEATS])
{
    for (int i = 0; i < s->pair_count; i++) {
        if (!s->pair_row[i]) continue;
        int a = s->pair[i][0], b = s->pair[i][1];
        mind_colours on = row[s->pair_row[i] - 1];
        int edge = mind_total(mind_both(mind_colours_of(s->stones[a]), on)) -
                   mind_total(mind_both(mind_colours_of(s->stones[b]), on));
        if (edge == 0 && i == 0 && s->challenger_wins_ties) edge = 1;
        wins[a] += (edge > 0) - (edge < 0);
        wins[b] -= (edge > 0) - (edge < 0);
    }
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.phase == MIND_PHASE_PAY) wins[f.seat] -= f.a;
    if (f.phase == MIND_PHASE_GIVE) {
        wins[f.seat]--;
        wins[f.a]++;
    }
    if (f.phase == MIND_PHASE_SOURCE) wins[f.seat]++;
}

// What a seat makes of the rows.
typedef struct standing {
    int first, second;  // claims; -1: there is no such row
    int might;          // stones that count where most do
    mind_colours lacks; // what the best row lacks...
    bool near;          // ... and another row has
} standing;

static standing stand(const mind_state *s, const mind_colours row[MIND_ROWS], mind_colours table,
                      int seat)
{
    standing is = {.first = -1, .second = -1};
    mind_colours stones = mind_colours_of(s->stones[seat]), shown = 0;
    int from = 0;
    if (s->character[seat]) shown = mind_depicted(s, seat);
    for (int r = 0; r < s->row_count; r++) {
        int match = mind_total(mind_both(shown, row[r]));
        int own = mind_total(mind_both(stones, row[r]));
        int claim = match * STONES + (own < STONES ? own : STONES - 1);
        if (own > is.might) is.might = own;
        if (claim > is.first) {
            is.second = is.first;
            is.first = claim;
            from = r;
        } else if (claim > is.second) {
            is.second = claim;
        }
    }
    if (is.first < 0) return is;
    is.lacks = shown - mind_both(shown, row[from]);
    is.near = mind_both(is.lacks, table - row[from]) != 0;
    return is;
}

// What of the covered coffers, and of the one in hand, is to be had.
typedef struct supply {
    mind_colours pile, next, hand;
} supply;

static supply supply_of(const mind_state *s)
{
    supply of = {0};
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int hand = mind_in_hand(s) ? mind_in_hand(s) : f.phase == MIND_PHASE_SET ? s->card[f.b] : 0;
    if (hand) of.hand = mind_one(mind_colour_of(hand));
    for (int k = 1; k < MIND_KINDS; k++) of.pile += mind_one(mind_colour_of(k)) * s->pile[k];
    for (int i = 0; i < s->bottom_count; i++) of.pile += mind_one(mind_colour_of(s->bottom[i]));
    if (!s->pile_count && s->bottom_count) of.next = mind_one(mind_colour_of(s->bottom[0]));
    return of;
}

static void see_rows(const standing *is, const supply *of, int i, vg_lit **at)
{
    if (is->first < 0) return;
    int second = is->second > 0 ? is->second : 0;
    vg_light(at, BEST + i * CLAIMS + is->first, 1);
    vg_light(at, SECOND + i * CLAIMS + second, 1);
    vg_light(at, LOOSE + i, is->first / STONES - second / STONES);
    vg_light(at, HELPED + i,
             vg_between(mind_total(mind_both(is->lacks * 15, of->pile)), 0, HELPFUL));
    vg_light(at, NEXT + i, mind_both(is->lacks, of->next) != 0);
    vg_light(at, NEAR + i, is->near);
    vg_light(at, FITS + i, mind_both(is->lacks, of->hand) != 0);
    vg_light_step(at, MIGHT + i * STRONG, is->might, STRONG);
}

int mind_gist(const void *view, int viewer, vg_lit *out)
{
    const mind_state *s = view;
    vg_lit *at = out;
    if (s->first == 0xff) return 0;
    mind_colours row[MIND_ROWS], table = 0;
    int wins[MIND_SEATS] = {0}, draws[MIND_SEATS] = {0}, best = -1, next = -1, top = 0;
    standing is[MIND_SEATS];
    mind_count_rows(s, row);
    for (int r = 0; r < s->row_count; r++) table += row[r];
    stones_to_come(s, row, wins);
    supply of = supply_of(s);
    for (int p = 0; p < s->seats; p++) {
        is[p] = stand(s, row, table, p);
        if (is[p].first > best) {
            next = best;
            best = is[p].first;
            top = p;
        } else if (is[p].first > next) {
            next = is[p].first;
        }
    }
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == MIND_PHASE_DRAW || f.phase == MIND_PHASE_BESIDE || f.phase == MIND_PHASE_NEW)
            draws[f.seat]++;
    }
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int left = s->pile_count + s->bottom_count, part = vg_late(left, PARTS);
    if (best >= 0) vg_light(&at, TOP + best, 1);
    vg_light(&at, ROWS + s->row_count, 1);
    vg_light_step(&at, LEFT, left, MIND_COFFERS);
    vg_light(&at, FACE + s->face, 1);
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats, ahead = 0;
        int away = p < s->turn ? p + s->seats - s->turn : p - s->turn;
        for (int q = 0; q < s->seats; q++) ahead += is[q].first > is[p].first;
        see_rows(&is[p], &of, i, &at);
        vg_light_step(&at, OWNS + i * OWNED, mind_stone_count(s, p), OWNED);
        vg_light(&at, WINS + i, wins[p]);
        vg_light(&at, AWAY + i * MIND_SEATS + away, 1);
        if (s->character[p])
            vg_light(&at, CHARACTER + i * MIND_CHARACTERS + s->character[p] - 1, 1);
        vg_light_step(&at, LEAD + (i * PARTS + part) * LEADS,
                      is[p].first - (p == top ? next : best) + LEADS / 2, LEADS);
        vg_light_step(&at, RANK + (i * PARTS + part) * RANKS, ahead, RANKS);
        if (f.seat == p) vg_light(&at, ASKED + i * MIND_PHASE_COUNT + f.phase, 1);
        vg_light(&at, DRAWS + i, draws[p]);
    }
    return (int)(at - out);
}
