// gist.c: what rows and stones of FantasyMind come to, for who learns from positions as numbers.
//
// Of every seat how good its two best rows are, what stones it has and will win or lose by the
// challenges under way, how many coffers of the pile would help it; of the viewer how far it is
// ahead of the best of the others and how much time is left, together: with ten coffers to come a
// lead says next to nothing.
#include "engine/gist.h"
#include "games/mind/colours.h"

enum {
    MATCHES = 5, // 0 to 4 coffers that match
    STONES = 4,  // 0 to 3 or more stones that count there
    CLAIMS = MATCHES * STONES,
    OWNED = 8,                            // 0 to 7 or more stones
    LEADS = 17,                           // -8 to 8, in stones; a coffer is four
    PARTS = 8,                            // of a game: vg_late
    RANKS = 4,                            // nobody, one, two or more seats are ahead
    HELPFUL = 8,                          // coffers
    BEST = 0,                             // [seat, claim] its best row
    SECOND = BEST + MIND_SEATS * CLAIMS,  // [seat, matches] ... the next one
    OWNS = SECOND + MIND_SEATS * MATCHES, // [seat, stones]
    WINS = OWNS + MIND_SEATS * OWNED,     // [seat] stones that will come or go
    ODD = WINS + MIND_SEATS,              // [seat]
    TURN = ODD + MIND_SEATS,              // [seat]
    HELPED = TURN + MIND_SEATS,           // [seat] by how many coffers of the pile
    FITS = HELPED + MIND_SEATS,           // [seat] the coffer in hand would better its best row
    CHARACTER = FITS + MIND_SEATS,        // the viewer's
    LEAD = CHARACTER + MIND_CHARACTERS,   // [part, lead] over the best of the others
    RANK = LEAD + PARTS * LEADS,          // [part, rank]
    TOP = RANK + PARTS * RANKS,           // [claim] of the best of the others
    ROWS = TOP + CLAIMS,                  // how many
    LEFT = ROWS + MIND_ROWS + 1,          // coffers to come
    FACE = LEFT + MIND_COFFERS,           // of the die
    MINE = FACE + 7,                      // [phase] the viewer is asked, or it happens to him
    SHORT = MINE + MIND_PHASE_COUNT,      // [matches] best rows of the viewer: how many
};

const vg_gist mind_gists[] = {
    {"best", MIND_SEATS *CLAIMS, 1, 1},
    {"second", MIND_SEATS *MATCHES, 1, 1},
    {"owns", MIND_SEATS *OWNED, 1, 1},
    {"wins", MIND_SEATS, 4, 1},
    {"odd", MIND_SEATS, 1, 1},
    {"turn", MIND_SEATS, 1, 1},
    {"helped", MIND_SEATS, HELPFUL, 1},
    {"fits", MIND_SEATS, 1, 1},
    {"character", MIND_CHARACTERS, 1, 1},
    {"lead", PARTS *LEADS, 1, 1},
    {"rank", PARTS *RANKS, 1, 1},
    {"top", CLAIMS, 1, 1},
    {"rows", MIND_ROWS + 1, 1, 1},
    {"left", MIND_COFFERS, 1, 1},
    {"face", 7, 1, 1},
    {"mine", MIND_PHASE_COUNT, 1, 1},
    {"short", MATCHES, MIND_ROWS, 1},
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

int mind_gist(const void *view, int viewer, vg_lit *out)
{
    const mind_state *s = view;
    vg_lit *at = out;
    if (s->first == 0xff) return 0;
    mind_colours row[MIND_ROWS], pile = 0;
    int wins[MIND_SEATS] = {0}, mine = 0, best = -1, ahead = 0, of[MIND_SEATS] = {0};
    mind_count_rows(s, row);
    stones_to_come(s, row, wins);
    for (int k = 1; k < MIND_KINDS; k++) pile += mind_one(mind_colour_of(k)) * s->pile[k];
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int hand = mind_in_hand(s) ? mind_in_hand(s) : f.phase == MIND_PHASE_SET ? s->card[f.b] : 0;
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        int first = -1, second = -1, from = 0;
        mind_colours stones = mind_colours_of(s->stones[p]), shown = 0;
        if (s->character[p]) {
            shown = mind_depicted(s, p);
            vg_light(&at, ODD + i, mind_parity(s, p));
        }
        for (int r = 0; r < s->row_count; r++) {
            int match = mind_total(mind_both(shown, row[r]));
            int own = mind_total(mind_both(stones, row[r]));
            int claim = match * STONES + (own < STONES ? own : STONES - 1);
            if (!i) vg_light(&at, SHORT + match, 1);
            if (claim > first) {
                second = first;
                first = claim;
                from = r;
            } else if (claim > second) {
                second = claim;
            }
        }
        if (first >= 0) {
            vg_light(&at, BEST + i * CLAIMS + first, 1);
            mind_colours lacks = shown - mind_both(shown, row[from]);
            vg_light(&at, HELPED + i,
                     vg_between(mind_total(mind_both(lacks * 15, pile)), 0, HELPFUL));
            if (hand)
                vg_light(&at, FITS + i, mind_both(lacks, mind_one(mind_colour_of(hand))) != 0);
        }
        if (second >= 0) vg_light(&at, SECOND + i * MATCHES + second / STONES, 1);
        vg_light_step(&at, OWNS + i * OWNED, mind_total(stones), OWNED);
        vg_light(&at, WINS + i, wins[p]);
        vg_light(&at, TURN + i, p == s->turn);
        of[i] = first;
        if (i && first > best) best = first;
    }
    mine = of[0];
    for (int i = 1; i < s->seats; i++) ahead += of[i] > mine;
    int left = s->pile_count + s->bottom_count, part = vg_late(left, PARTS);
    if (s->character[viewer]) vg_light(&at, CHARACTER + s->character[viewer] - 1, 1);
    vg_light_step(&at, LEAD + part * LEADS, mine - best + LEADS / 2, LEADS);
    vg_light_step(&at, RANK + part * RANKS, ahead, RANKS);
    if (best >= 0) vg_light(&at, TOP + best, 1);
    vg_light(&at, ROWS + s->row_count, 1);
    vg_light_step(&at, LEFT, left, MIND_COFFERS);
    vg_light(&at, FACE + s->face, 1);
    if (f.seat == viewer) vg_light(&at, MINE + f.phase, 1);
    return (int)(at - out);
}
