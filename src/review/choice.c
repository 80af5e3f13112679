// choice.c: what one choice cost, by what its seat knew.
//
// All moves are raced first. The winner of a race looks better than it is, so it is then compared
// with the move that was made, alone, in worlds of their own: several times independently, which
// gives the standard error, and more often where the answer would still change what the choice is
// called. All luck comes from the view: the same view gives the same bytes.
#include "review/review.h"

#include <math.h>
#include <string.h>

const vg_judge_plan vg_judge_plans[] = {
    [VG_EFFORT_QUICK] =
        {.simulations = 200, .pair = 80, .least = 3, .most = 6, .worlds = 60, .tries = 2},
    [VG_EFFORT_NORMAL] =
        {.simulations = 500, .pair = 160, .least = 3, .most = 12, .worlds = 250, .tries = 8},
    [VG_EFFORT_DEEP] =
        {.simulations = 3000, .pair = 500, .least = 6, .most = 40, .worlds = 400, .tries = 8},
};

// What the table of thresholds says of a game that is not in it: of all that are, about the middle.
static const double unknown[VG_VERDICTS] = {0, 0.02, 0.04, 0.08};
static const struct threshold {
    const char *game;
    double from[VG_VERDICTS];
} thresholds[] = {
#define GAME(id, imprecise, mistake, blunder) {#id, {0, imprecise, mistake, blunder}},
#include "review/thresholds.def"
#undef GAME
};

double vg_threshold(const vg_game *game, vg_verdict verdict)
{
    for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++)
        if (strcmp(thresholds[i].game, game->id) == 0) return thresholds[i].from[verdict];
    return unknown[verdict];
}

vg_verdict vg_verdict_of(const vg_game *game, double loss, double error)
{
    vg_verdict v = VG_SOUND;
    if (loss < 2 * error) return v; // it may be no loss at all
    while (v + 1 < VG_VERDICTS && loss >= vg_threshold(game, v + 1)) v++;
    return v;
}

static const struct {
    const char *slug;
    vg_words name;
} verdicts[VG_VERDICTS] = {
    {"sound", VG_WORDS("buona", "sound")},
    {"imprecise", VG_WORDS("imprecisa", "imprecise")},
    {"mistake", VG_WORDS("errore", "mistake")},
    {"blunder", VG_WORDS("errore grave", "blunder")},
};
const char *vg_verdict_slug(vg_verdict v) { return verdicts[v].slug; }
const char *vg_verdict_name(vg_verdict v, vg_lang lang) { return verdicts[v].name.in[lang]; }

// To wait (0) is no move: not even like one by which nothing is gained.
static bool same(const vg_game *game, vg_move a, vg_move b)
{
    return a == b || (a && b && vg_same(game, a, b));
}

static double value_of(const vg_game *game, const vg_search_info *info, const vg_move *list,
                       int count, vg_move m)
{
    if (!m) return (double)info->wait;
    for (int i = 0; i < count; i++)
        if (same(game, list[i], m)) return (double)info->value[i];
    return 0;
}

// Would more comparisons change what it is called?
static bool is_close(const vg_game *game, double loss, double error)
{
    if (loss + 2 * error < vg_threshold(game, VG_IMPRECISE)) return false;
    if (fabs(loss) < 2.5 * error) return true;
    for (int v = VG_IMPRECISE; v < VG_VERDICTS; v++)
        if (fabs(loss - vg_threshold(game, (vg_verdict)v)) < 1.5 * error) return true;
    return false;
}

bool vg_judge_choice(vg_search *search, const vg_judge_plan *plan, const vg_game *game,
                     const void *view, int seat, vg_move made, vg_choice *out)
{
    vg_move list[VG_MAX_LEGAL], pair[2];
    int count = game->legal(view, seat, list);
    bool waits = game->ask(view).actor != seat;
    vg_search_info info;
    vg_rng rng;
    if (made && !vg_plain_move(game, made)) return false; // nothing is gained or lost by it
    vg_rng_seed(&rng, vg_game_hash(game, view), (uint64_t)seat);
    vg_search_plan how = {
        .simulations = plan->simulations, .threads = 1, .turns = 3, .round = true, .worlds = 4};
    vg_move best = vg_search_choose(search, &how, game, view, seat, list, count, &rng, &info);
    if (info.simulations == 0) return false; // all its moves come to the same
    // Where it played what search would, that is held against the next best.
    vg_move other = made;
    if (same(game, best, made)) {
        double top = -1;
        best = made;
        for (int i = 0; i < count; i++) {
            if (same(game, list[i], made) || !info.visits[i] || (double)info.value[i] <= top)
                continue;
            top = (double)info.value[i];
            other = list[i];
        }
        if (waits && made && (double)info.wait > top) other = 0;
    }
    int pairs = 0;
    if (best) pair[pairs++] = best;
    if (other && !same(game, other, best)) pair[pairs++] = other;
    how.simulations = plan->pair;
    double sum = 0, sum2 = 0, good = 0, poor = 0, error = 0, mean = 0;
    int n = 0;
    while (n < plan->most) {
        vg_search_choose(search, &how, game, view, seat, pair, pairs, &rng, &info);
        if (info.simulations == 0) break; // the two come to the same
        double a = value_of(game, &info, pair, pairs, best);
        double b = value_of(game, &info, pair, pairs, other);
        n++;
        good += a;
        poor += b;
        sum += a - b;
        sum2 += (a - b) * (a - b);
        mean = sum / n;
        error = n > 1 ? sqrt(fmax(0, sum2 / n - mean * mean) / (n - 1)) : 1;
        if (n >= plan->least && !is_close(game, mean, error)) break;
    }
    *out = (vg_choice){.seat = (int8_t)seat, .made = made, .best = best, .error = error};
    out->worlds = (uint32_t)n * plan->pair / 2;
    if (n == 0) { // nothing to tell them apart by
        out->best = made;
        out->made_value = out->best_value = value_of(game, &info, list, count, made);
        return true;
    }
    out->best_value = good / n;
    out->made_value = same(game, best, made) ? out->best_value : poor / n;
    if (mean <= 0 || same(game, best, made)) { // it was no worse after all
        out->best = made;
        out->best_value = out->made_value;
        return true;
    }
    out->loss = mean;
    out->verdict = (uint8_t)vg_verdict_of(game, mean, error);
    if (out->verdict != VG_SOUND)
        out->reasons =
            (uint8_t)vg_contrast(game, view, seat, best, made, plan->worlds, &rng, out->why);
    return true;
}
