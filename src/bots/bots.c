// bots.c: names and specs of bots, the random and the greedy one, and the way
// from a vg_bot to a move.
#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/judge.h"
#include "bots/search.h"

#include <stdlib.h>
#include <string.h>

enum { GREEDY_WORLDS = 4, MAX_BUDGET = 100000000, TREE_FOR_TIME = 400000 };

#define STEP(n, it, en)                                                                            \
    {                                                                                              \
        "level:" #n, VG_WORDS(it, en), { .kind = VG_BOT_GREEDY, .level = n }                       \
    }

// What thinks ahead: two steps of the ladder, and by names of their own.
#define SEARCH .kind = VG_BOT_SEARCH, .simulations = 100, .threads = 1, .turns = 3
#define MASTER                                                                                     \
    .kind = VG_BOT_SEARCH, .simulations = 1000, .threads = 1, .turns = 3, .round = true, .worlds = 4

// The ladder, then what its steps are made of; docs/bots.md has how they fare against each other.
const vg_bot_name vg_bot_names[] = {
    STEP(1, "primi passi: per bambini", "first steps: for children"),
    STEP(2, "principiante: comincia da qui", "beginner: start here"),
    STEP(3, "dilettante", "amateur"),
    STEP(4, "discreto", "fair"),
    STEP(5, "accorto", "careful"),
    STEP(6, "bravo", "good"),
    {"level:7", VG_WORDS("esperto", "expert"), {SEARCH, .level = 7}},
    {"level:8", VG_WORDS("maestro", "master"), {MASTER, .level = 8}},
    {"random", VG_WORDS("gioca una mossa qualsiasi", "plays any move"), {.kind = VG_BOT_RANDOM}},
    {"greedy",
     VG_WORDS("gioca la mossa che gli pare migliore subito", "plays what looks best at once"),
     {.kind = VG_BOT_GREEDY}},
    {"search",
     VG_WORDS("pensa ai mondi possibili; search:5000 o search:500ms per decidere quanto",
              "thinks through possible worlds; search:5000 or search:500ms says how long"),
     {SEARCH}},
    {"master",
     VG_WORDS("pensa più a lungo e più lontano: il più forte",
              "thinks longer and further ahead: the strongest"),
     {MASTER}},
    {.name = NULL},
};

// What some were called; records and addresses may still say so.
static const char *const former[][2] = {{"gentle", "level:1"}, {"easy", "level:3"}};

// How far off each step but the last is, by game.
static const struct ladder {
    const char *game;
    uint8_t off[VG_LEVELS - 1];
} ladders[] = {
#define LADDER(game, ...) {#game, {__VA_ARGS__}},
#include "bots/ladder.def"
#undef LADDER
};

float vg_bot_noise(const vg_bot *bot, const vg_game *game)
{
    if (!bot->level) return bot->noise;
    const struct ladder *l = ladders;
    while (*l->game && strcmp(l->game, game->id) != 0) l++;
    return bot->level < VG_LEVELS ? (float)l->off[bot->level - 1] / 1000 : 0;
}

// ---- specs -------------------------------------------------------------------

// "2000" or "500ms" into the budget of `bot`; false if it is neither.
static bool read_budget(const char *text, vg_bot *bot)
{
    char *end;
    if (*text < '1' || *text > '9') return false;
    unsigned long n = strtoul(text, &end, 10);
    if (n > MAX_BUDGET || (*end && strcmp(end, "ms") != 0)) return false;
    bot->simulations = *end ? 0 : (uint32_t)n;
    bot->millis = *end ? (uint32_t)n : 0;
    return true;
}

vg_err vg_bot_parse(const char *spec, vg_lang lang, vg_bot *out, vg_text *why)
{
    for (size_t i = 0; i < sizeof former / sizeof former[0]; i++)
        if (strcmp(spec, former[i][0]) == 0) spec = former[i][1];
    for (const vg_bot_name *b = vg_bot_names; b->name; b++) {
        size_t n = strlen(b->name);
        vg_bot bot = b->bot;
        bool budget = bot.kind == VG_BOT_SEARCH && !bot.level;
        if (strncmp(spec, b->name, n) != 0) continue;
        if (spec[n] && !(budget && spec[n] == ':' && read_budget(spec + n + 1, &bot))) continue;
        *out = bot;
        return VG_OK;
    }
    vg_text_printf(why,
                   lang == VG_IT ? "non c'è il bot \"%.40s\"; ci sono: "
                                 : "there is no bot \"%.40s\"; there are: ",
                   spec);
    for (const vg_bot_name *b = vg_bot_names; b->name; b++)
        vg_text_printf(why, "%s%s", b == vg_bot_names ? "" : ", ", b->name);
    vg_text_add(why, ", search:2000, search:500ms");
    return VG_ERR_SETUP;
}

void vg_bot_spec(const vg_bot *bot, vg_text *out)
{
    for (const vg_bot_name *b = vg_bot_names; b->name; b++)
        if (b->bot.kind == bot->kind && b->bot.simulations == bot->simulations &&
            b->bot.millis == bot->millis && b->bot.round == bot->round &&
            b->bot.level == bot->level && b->bot.noise == bot->noise) {
            vg_text_add(out, b->name);
            return;
        }
    vg_text_printf(out, bot->millis ? "%s:%ums" : "%s:%u", bot->round ? "master" : "search",
                   bot->millis ? bot->millis : bot->simulations);
}

// ---- minds -------------------------------------------------------------------

struct vg_mind {
    vg_bot bot;
    vg_search *search; // VG_BOT_SEARCH
    vg_eye eye;        // VG_BOT_GREEDY
};

vg_mind *vg_mind_new(const vg_bot *bot)
{
    vg_mind *mind = calloc(1, sizeof *mind);
    if (!mind) return NULL;
    mind->bot = *bot;
    if (bot->kind != VG_BOT_SEARCH) return mind;
    uint32_t nodes = bot->simulations ? bot->simulations : TREE_FOR_TIME;
    mind->search = vg_search_new(nodes < TREE_FOR_TIME ? nodes + 16 : TREE_FOR_TIME, bot->threads);
    if (mind->search) return mind;
    vg_mind_free(mind);
    return NULL;
}

void vg_mind_free(vg_mind *mind)
{
    if (!mind) return;
    vg_search_free(mind->search);
    vg_eye_close(&mind->eye);
    free(mind);
}

// ---- greedy ------------------------------------------------------------------

// The best of `value`, each judged `noise` off; equals are chosen evenly, or bots would favour the
// top of every list.
static int best_of(const double *value, int count, float noise, vg_rng *rng)
{
    int best = 0, equal = 1;
    double top = -1e9;
    for (int i = 0; i < count; i++) {
        double v = value[i] + (noise > 0 ? (double)noise * vg_jitter(rng) : 0);
        if (v > top + 1e-9) {
            top = v;
            best = i;
            equal = 1;
        } else if (v > top - 1e-9 && vg_rng_below(rng, (uint32_t)++equal) == 0) {
            best = i;
        }
    }
    return best;
}

static vg_move choose_greedy(vg_mind *mind, const vg_game *game, const void *view, int seat,
                             const vg_move *list, int count, vg_rng *rng)
{
    double value[VG_MAX_LEGAL + 1];
    bool may_wait = game->ask(view).actor != seat;
    if (count == 1 && !may_wait) return list[0];
    vg_move distinct[VG_MAX_LEGAL];
    memcpy(distinct, list, (size_t)count * sizeof list[0]);
    int kinds = vg_thin(game, distinct, count);
    vg_eye_open(&mind->eye, game, game->seats_of(view), mind->bot.net);
    vg_greedy_values(&mind->eye, view, seat, distinct, kinds, may_wait, GREEDY_WORLDS, value, rng);
    int best = best_of(value, kinds + may_wait, vg_bot_noise(&mind->bot, game), rng);
    return best == kinds ? 0 : vg_any_like(game, list, count, distinct[best], rng);
}

// ---- choosing ------------------------------------------------------------------

static vg_move choose_search(vg_mind *mind, const vg_game *game, const void *view, int seat,
                             const vg_move *list, int count, vg_rng *rng)
{
    vg_search_plan plan = {.simulations = mind->bot.simulations,
                           .millis = mind->bot.millis,
                           .threads = mind->bot.threads,
                           .turns = mind->bot.turns,
                           .round = mind->bot.round,
                           .worlds = mind->bot.worlds,
                           .noise = vg_bot_noise(&mind->bot, game),
                           .net = mind->bot.net};
    return vg_search_choose(mind->search, &plan, game, view, seat, list, count, rng, NULL);
}

vg_move vg_mind_choose(vg_mind *mind, const vg_game *game, const void *view, int seat,
                       const vg_move *list, int count, vg_rng *rng)
{
    switch (mind->bot.kind) {
    case VG_BOT_RANDOM: return list[vg_rng_below(rng, (uint32_t)count)];
    case VG_BOT_GREEDY: return choose_greedy(mind, game, view, seat, list, count, rng);
    case VG_BOT_SEARCH: return choose_search(mind, game, view, seat, list, count, rng);
    }
    assert(false);
    return list[0];
}
