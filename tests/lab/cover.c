// cover.c: do 95 % intervals hold the truth 95 times in a hundred?
// cover RUNS GAMES [short] [each] [greedy]
//
// The same small run is played RUNS times with other seeds. What all of them say together is the
// truth; then we count how many of the intervals of the single runs hold it, kind by kind of figure
// the page shows. Figures that say they are too few do not count. Outside 93 to 97 % it fails.
// `short`: so few runs that chance alone may lead out of these bounds; two standard errors more are
// allowed. The figures of one run hang together (decisions, turns, minutes), so it is the spread
// between runs that says how large such an error is; the table shows it. `each`: key by key.
// `greedy`: bots that choose, whose swaps make another difference than those of random ones; they
// are slow.
#include "lab/figures.h"
#include "lab/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS     18
#define MAX_NOTES 4000000

typedef struct note {
    int kind, key, run;
    float value, low, high;
} note;

static const char *kinds[KINDS];
static int kind_count;
static char (*keys)[80];
static int key_count;
static note *notes;
static int note_count;
static long few[KINDS];
static int run_number;
static vg_bot bot = {.kind = VG_BOT_RANDOM};

static int index_of(const char *name)
{
    for (int i = 0; i < kind_count; i++)
        if (strcmp(kinds[i], name) == 0) return i;
    kinds[kind_count] = name;
    return kind_count++;
}

static int key_of(const char *name)
{
    for (int i = 0; i < key_count; i++)
        if (strcmp(keys[i], name) == 0) return i;
    snprintf(keys[key_count], sizeof keys[0], "%s", name);
    return key_count++;
}

static void take(const char *kind, const char *key, vg_estimate e)
{
    int k = index_of(kind);
    if (e.few) {
        few[k]++;
        return;
    }
    char whole[80];
    snprintf(whole, sizeof whole, "%s/%s", kind, key);
    if (note_count == MAX_NOTES) abort();
    notes[note_count++] =
        (note){k, key_of(whole), run_number, (float)e.value, (float)e.low, (float)e.high};
}

// Everything a page shows of a run. `mark` names the design.
static void take_all(const vg_tally *t, const vg_game *game, int seats, const char *mark)
{
    char key[80];
    for (int p = 0; p < seats; p++) {
        snprintf(key, sizeof key, "%s%s%d", mark, game->id, p);
        take(*mark ? "bots, duplicate" : "bots", key, vg_sums_share(&t->player[p]));
        take(*mark ? "places, duplicate" : "places", key, vg_sums_share(&t->place[p]));
        take("points of places", key, vg_sums_points(&t->place[p]));
    }
    vg_figure made[VG_FIGURES];
    int count = vg_figures(t, game, seats, true, made);
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "%s%s %s", mark, game->id, made[i].slug);
        take(strcmp(made[i].slug, "shared_wins") == 0 ? "shared wins"
             : made[i].scale > 1                      ? "shares of pace"
                                                      : "lengths",
             key, made[i].estimate);
    }
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    count = vg_tally_sorted(t, x);
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "%s%s %s %s", mark, game->id, x[i]->group, x[i]->slug);
        if (strcmp(x[i]->group, "pair") == 0) {
            take("pairs", key, vg_tally_beyond(t, game, x[i], seats));
            continue;
        }
        take("traits", key, vg_sums_share(&x[i]->with));
        take("points of traits", key, vg_sums_points(&x[i]->with));
        if (vg_sums_n(&x[i]->swap)) take("swaps", key, vg_sums_gain(&x[i]->swap));
        if (vg_sums_n(&x[i]->swap)) take("points of swaps", key, vg_sums_points(&x[i]->swap));
    }
    // Treasures of F.A.T.A. are called after their value: "red-3", "red-minus1".
    const vg_sums *gain[VG_TALLY_TRAITS];
    double value[VG_TALLY_TRAITS];
    int treasures = 0;
    for (int i = 0; i < count; i++) {
        const char *dash = strchr(x[i]->slug, '-');
        if (strcmp(x[i]->group, "treasure") != 0 || !dash) continue;
        gain[treasures] = &x[i]->swap;
        value[treasures++] = dash[1] == 'm' ? -1 : atoi(dash + 1);
    }
    if (treasures) take("slopes", game->id, vg_sums_slope(gain, value, treasures));
    for (int k = 1; k < game->event_count; k++) {
        if (!game->events[k]) continue;
        vg_ratio r = vg_tally_ratio(t->event[k].games, t->pace[VG_PACE_games], 1);
        snprintf(key, sizeof key, "%s%s %s", mark, game->id, game->events[k]);
        if (vg_ratio_share(&r).value > 0 && vg_ratio_share(&r).value < 1)
            take("events", key, vg_ratio_share(&r));
    }
}

static void take_changes(vg_tally *before, vg_tally *after, const vg_game *game, int seats)
{
    char key[80];
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    for (int p = 0; p < seats; p++) {
        vg_ratio a = vg_sums_of_share(&after->place[p]), b = vg_sums_of_share(&before->place[p]);
        snprintf(key, sizeof key, "%s%d", game->id, p);
        take("differences", key, vg_ratio_change(&a, &b));
    }
    int count = vg_tally_sorted(before, x);
    for (int i = 0; i < count; i++) {
        if (strcmp(x[i]->group, "pair") == 0) continue;
        int at = vg_tally_find(after, x[i]->group, x[i]->slug, "", "");
        vg_ratio a = vg_sums_of_share(&after->trait[at].with), b = vg_sums_of_share(&x[i]->with);
        snprintf(key, sizeof key, "%s %s %s", game->id, x[i]->group, x[i]->slug);
        take("differences", key, vg_ratio_change(&a, &b));
        a = vg_sums_of_points(&after->trait[at].with);
        b = vg_sums_of_points(&x[i]->with);
        take("differences of points", key, vg_ratio_change(&a, &b));
    }
}

static vg_tally *play(const vg_game *game, int seats, uint64_t games, uint64_t seed, bool duplicate,
                      bool tuned)
{
    vg_sim_plan plan = {.game = game,
                        .games = games,
                        .seed = seed,
                        .threads = 1,
                        .measure = true,
                        .swap = !duplicate && !tuned,
                        .rotate = duplicate,
                        .duplicate = duplicate};
    vg_setup_normal(game, seats, &plan.setup);
    for (int p = 0; p < seats; p++) plan.bot[p] = bot;
    uint64_t unit = vg_sim_unit(&plan), reached;
    plan.games = (games + unit - 1) / unit * unit;
    if (tuned) plan.setup.edition = game->edition_count;
    vg_tally *t = vg_tally_new(game->max_length);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (!t || vg_sim_play(&plan, VG_EN, t, &reached, &why) != VG_OK) abort();
    return t;
}

static void cover(const char *id, int seats, int runs, uint64_t games, bool duplicate,
                  const char *change)
{
    const vg_game *game = vg_game_find(id);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (change && vg_game_tune(game, change, VG_EN, &why) != VG_OK) abort();
    for (int run = 0; run < runs; run++) {
        uint64_t seed = 1000 + (uint64_t)run;
        run_number = run;
        vg_tally *t = play(game, seats, games, seed, duplicate, false);
        take_all(t, game, seats, duplicate ? "duplicate " : "");
        vg_tally *other = change ? play(game, seats, games, seed, duplicate, true) : NULL;
        if (other) take_changes(t, other, game, seats);
        vg_tally_free(t);
        vg_tally_free(other);
    }
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 60;
    uint64_t games = argc > 2 ? (uint64_t)atoi(argv[2]) : 200;
    bool brief = false, each = false;
    for (int i = 3; i < argc; i++) {
        brief = brief || strcmp(argv[i], "short") == 0;
        each = each || strcmp(argv[i], "each") == 0;
        if (strcmp(argv[i], "greedy") == 0) bot.kind = VG_BOT_GREEDY;
    }
    keys = calloc(4096, sizeof keys[0]);
    notes = calloc(MAX_NOTES, sizeof notes[0]);
    if (!keys || !notes) return 1;
    if (bot.kind == VG_BOT_GREEDY) {
        cover("fata", 3, runs, games, false, NULL);
        cover("quest", 3, runs, games, false, NULL);
    } else {
        cover("quest", 3, runs, games, false, "quest.mission.medusa.points=8");
        cover("quest", 3, runs, games, true, NULL);
        cover("mind", 4, runs, games, false, NULL);     // many shared wins
        cover("fata", 3, runs, games * 3, false, NULL); // things that are chosen, seldom
    }
    double *sum = calloc((size_t)key_count, sizeof sum[0]);
    long *n = calloc((size_t)key_count, sizeof n[0]);
    long *held = calloc((size_t)runs * 2, sizeof held[0]); // by run: intervals, and those that hold
    if (!sum || !n || !held) return 1;
    for (int i = 0; i < note_count; i++) {
        sum[notes[i].key] += (double)notes[i].value;
        n[notes[i].key]++;
    }
    bool good = true;
    printf("%d runs of %llu games\n%-24s %10s %10s %10s %10s\n", runs, (unsigned long long)games,
           "kind of figure", "intervals", "hold, %", "+- 2 s.e.", "too few");
    for (int k = 0; k < kind_count; k++) {
        long all = 0, hold = 0;
        for (int i = 0; i < note_count; i++) {
            if (notes[i].kind != k || n[notes[i].key] * 2 < runs) continue; // few of most runs
            double truth = sum[notes[i].key] / (double)n[notes[i].key], hair = 1e-6;
            bool holds =
                truth >= (double)notes[i].low - hair && truth <= (double)notes[i].high + hair;
            all++;
            hold += holds;
            held[2 * notes[i].run]++;
            held[2 * notes[i].run + 1] += holds;
        }
        double share = all ? (double)hold * 100 / (double)all : 95;
        double spread = 0;
        for (int run = 0; run < runs; run++) {
            double more = (double)held[2 * run + 1] * 100 - share * (double)held[2 * run];
            spread += more * more;
            held[2 * run] = held[2 * run + 1] = 0;
        }
        // Never less than so many independent intervals would have: of a few, all may hold.
        double error =
            all ? fmax(2 * sqrt(spread) / (double)all, 2 * sqrt(95 * 5 / (double)all)) : 0;
        bool wrong = fabs(share - 95) > 2 + (brief ? error : 0);
        good = good && !wrong;
        printf("%-24s %10ld %10.1f %10.1f %10ld%s\n", kinds[k], all, share, error, few[k],
               wrong ? "  OFF" : "");
    }
    for (int key = 0; each && key < key_count; key++) {
        long all = 0, hold = 0;
        double width = 0, spread = 0, truth = sum[key] / (double)n[key];
        for (int i = 0; i < note_count; i++) {
            if (notes[i].key != key) continue;
            double off = (double)notes[i].value - truth;
            all++;
            width += (double)(notes[i].high - notes[i].low);
            spread += off * off;
            hold += truth >= (double)notes[i].low - 1e-6 && truth <= (double)notes[i].high + 1e-6;
        }
        printf("  %-44s %6.1f of %5ld, %.4f wide (from the spread: %.4f) about %.4f\n", keys[key],
               (double)hold * 100 / (double)all, all, width / (double)all,
               all > 1 ? 2 * 1.96 * sqrt(spread / (double)(all - 1)) : 0, truth);
    }
    free(sum);
    free(n);
    free(held);
    free(keys);
    free(notes);
    return good ? 0 : 1;
}
