// evaluate.c: how well a seat stands, for bots. Everything is reckoned in points,
// which are weighed against those of the others to give a chance to win. Works on views: a
// treasure out of sight counts as an average one.
#include "games/fata/fata.h"

#include <math.h>

static float larger(float a, float b) { return a > b ? a : b; }

// Points the treasures before `p` promise.
static float treasure_value(const fata_state *s, int p)
{
    int face = 0, own_face = 0, n = 0, unseen = s->down_count[p] - vg_bits(s->down[p]);
    for (uint32_t left = s->down[p] | s->up[p]; left; left &= left - 1) {
        const fata_treasure *t = &fata_ed(s)->treasure[vg_lowest(left)];
        bool own = t->lineage == s->lineage[p];
        face += t->value;
        own_face += own ? t->value : 0;
        n += own;
    }
    float value = (float)face + (float)unseen; // the mean treasure is worth 1
    if (s->round == 1 || !s->lineage[p]) return value;
    float gain = (float)(fata_own_points(n) - own_face);
    if (s->shown[p]) return value + gain + 0.8f * (float)n - 0.2f;
    return value + 0.8f * larger(gain, 0);
}

// Cards are a point each at the end; few of them are a danger.
static float hand_value(const fata_state *s, int p)
{
    int n = s->hand_count[p] + (p == s->turn ? s->aside_count : 0);
    float value = n <= FATA_HAND_LIMIT ? (float)n : (float)FATA_HAND_LIMIT + 0.3f * (float)(n - 5);
    static const float danger[4] = {3.0f, 3.0f, 1.6f, 0.6f};
    if (n < 4) value -= (s->round == 2 ? 0.7f : 1.0f) * danger[n];
    return value;
}

// What a trimagic of this type and subject is worth for each card it touches.
static float magic_value(int type, int subject)
{
    static const float worth[4][3] = {
        [FATA_T_DRAW] = {-0.1f, 1.1f, 1.1f},
        [FATA_T_TAKE] = {0.1f, 1.7f, 1.7f},
        [FATA_T_ROB] = {1.2f, 1.4f, 1.4f},
        [FATA_T_DROP] = {0.5f, 0.6f, 0.6f},
    };
    return worth[type][subject];
}

static float row_value(const fata_state *s, int p, int row)
{
    const fata_card *card = fata_ed(s)->card;
    const uint8_t *at = s->row[p][row];
    int n = fata_row_length(s, p, row);
    if (n == 0) return 0;
    if (n == 1) // any subject may follow
        return 0.35f * (magic_value(card[at[0]].type, FATA_S_ANY) +
                        magic_value(card[at[0]].type, FATA_S_SIDE));
    float worth = magic_value(card[at[0]].type, card[at[1]].subject);
    return n == 2 ? 0.6f * worth : worth * (float)card[at[2]].number;
}

static float table_value(const fata_state *s, int p)
{
    int sum = 0, best = -1;
    float value = 0;
    for (int r = 0; r < 2; r++) {
        value += row_value(s, p, r);
        // A complete row is about to go: only the others still show a star next turn.
        if (!s->row[p][r][2]) sum += fata_ed(s)->card[fata_last_vision(s, p, r)].number;
    }
    value += sum >= FATA_STARS ? 0.5f : 0.25f * (float)sum;
    if (s->ward[p]) value += 0.3f;
    if (p != s->turn || !fata_star_step_ahead(s) || fata_sum(s, p) + s->stars < FATA_STARS)
        return value;
    for (int i = 0; i < FATA_MARKET; i++) {
        int worth = fata_ed(s)->treasure[s->market[i]].value;
        if (worth > best) best = worth;
    }
    return value + larger((float)best, 0.5f);
}

// How much a point of each thing tells about who will win, and how much more by the time the last
// treasure shows: by round, fitted to 3,000 greedy games with 3 and 4 seats at the beginnings of
// turns. Treasures say little while they can still be lost, cards always much.
typedef struct weights {
    float treasure, hand, table;
} weights;
static const weights at_first[2] = {{0.02f, 0.17f, 0.07f}, {0.11f, 0.27f, 0.14f}};
static const weights later[2] = {{0.11f, 0.08f, 0.00f}, {0.24f, 0.08f, 0.36f}};

static weights weigh(const fata_state *s)
{
    const weights *w = &at_first[s->round == 2], *g = &later[s->round == 2];
    float gone = 1 - (float)vg_bits(s->pile) / (float)(5 * s->seats - FATA_MARKET);
    return (weights){w->treasure + g->treasure * gone, w->hand + g->hand * gone,
                     w->table + g->table * gone};
}

static float standing(const fata_state *s, const weights *w, int p)
{
    return w->treasure * ((float)s->points[p] + treasure_value(s, p)) + w->hand * hand_value(s, p) +
           w->table * table_value(s, p);
}

float fata_evaluate(const void *view, int seat)
{
    const fata_state *s = view;
    if (fata_ask(s).actor == VG_NOBODY) {
        vg_score score = {0};
        int winners = 0;
        fata_score(s, &score);
        for (int p = 0; p < s->seats; p++) winners += score.rank[p] == 1;
        return score.rank[seat] == 1 ? 1.0f / (float)winners : 0;
    }
    if (!fata_in_play(s, seat)) return 0;
    weights w = weigh(s);
    float mine = standing(s, &w, seat), sum = 1;
    const fata_character *me =
        s->round == 2 ? fata_character_of(fata_ed(s), s->seats, s->lineage[seat]) : NULL;
    for (int p = 0; me && p < s->seats; p++) { // a rival with few cards is half caught
        int n = s->hand_count[p];
        if (p != seat && fata_in_play(s, p) && s->lineage[p] == me->rival && n >= 1 && n <= 3)
            mine += 0.5f * (n == 1 ? 1.8f : n == 2 ? 0.9f : 0.3f);
    }
    for (int p = 0; p < s->seats; p++)
        if (p != seat && fata_in_play(s, p)) sum += expf(standing(s, &w, p) - mine);
    return 1 / sum;
}
