// lab.c: the designer's lab for the browser: simulations in parts, and their figures.
//
// A module of its own (lab.wasm), which only the lab's page fetches. Several instances play parts
// of one run, one more joins them: game number i is the same game wherever it is played, and what
// was counted are sums, so the figures hang neither on how many play nor on who is done first. What
// was asked is set once (`ask`), from the words of a link: whatever they say is checked here.
#include "lab/plan.h"
#include "lab/report.h"
#include "wasm/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_GAMES = 1000000,
    MOST_THOUGHT = 2000, // simulations a move: whoever opens a link did not choose them
    MOST_WORDS = 16384,  // bytes of what is asked
};

// The printed edition, and the changed one if any number was changed.
enum { PRINTED, CHANGED, RUNS };

static struct {
    vg_sim_plan plan[RUNS];
    vg_text lines;        // changed numbers, a line each
    vg_text changes;      // the same as a JSON list
    vg_simfile sum[RUNS]; // what was joined so far
    int runs;             // 0: nothing was asked
} lab;

static int refuse(vg_err err, vg_lang lang)
{
    if (wasm_answer.len == 0) vg_text_add(&wasm_answer, vg_err_text(err, lang));
    return (int)err;
}

// ---- what is asked --------------------------------------------------------------

static void forget(void)
{
    for (int i = 0; i < RUNS; i++) {
        if (lab.plan[i].game) vg_game_untune(lab.plan[i].game);
        if (lab.sum[i].tally) vg_simfile_release(&lab.sum[i]);
        lab.sum[i] = (vg_simfile){0};
    }
    vg_text_release(&lab.lines);
    vg_text_release(&lab.changes);
    memset(&lab, 0, sizeof lab);
    lab.lines = vg_text_heap();
    lab.changes = vg_text_heap();
}

// Bots that take the time they like would not give everybody the same games.
static bool read_bot(const char *word, vg_lang lang, vg_bot *out, vg_text *why)
{
    if (vg_bot_parse(word, lang, out, why) != VG_OK) return false;
    if (out->millis == 0 && out->simulations <= MOST_THOUGHT) return true;
    vg_text_printf(why,
                   lang == VG_IT ? "%s: qui i bot pensano a simulazioni, al massimo %d per mossa, "
                                   "così chiunque vede le stesse partite"
                                 : "%s: bots think by simulations here, at most %d a move, so that "
                                   "everybody sees the same games",
                   word, MOST_THOUGHT);
    return false;
}

// "greedy" for all, or one for each seat.
static bool read_bots(const char *words, vg_lang lang, vg_sim_plan *plan, vg_text *why)
{
    int seats = plan->setup.seats, count = 0;
    for (const char *at = words; at;) {
        char word[64];
        vg_text one = VG_TEXT(word);
        size_t n = strcspn(at, ",");
        vg_text_bytes(&one, at, n);
        if (count < seats && !read_bot(word, lang, &plan->bot[count], why)) return false;
        count++;
        at = at[n] ? at + n + 1 : NULL;
    }
    for (int p = 1; count == 1 && p < seats; p++) plan->bot[p] = plan->bot[0];
    if (count == 1 || count == seats) return true;
    vg_text_printf(why,
                   lang == VG_IT ? "ci vuole un bot, o uno per ognuno dei %d posti, non %d"
                                 : "it takes one bot, or one for each of the %d seats, not %d",
                   seats, count);
    return false;
}

// One line: a word of the command line, and what it is set to.
static bool read_line(const char *key, const char *value, vg_lang lang, vg_sim_plan *plan,
                      const char **bots, vg_text *why)
{
    uint64_t n = 0;
    if (strcmp(key, "seats") == 0) { // the options said later are for so many
        if (!vg_read_number(key, value, plan->game->min_seats, plan->game->max_seats, lang, &n,
                            why))
            return false;
        vg_setup_normal(plan->game, (int)n, &plan->setup);
        return true;
    }
    if (strcmp(key, "games") == 0)
        return vg_read_number(key, value, 1, MOST_GAMES, lang, &plan->games, why);
    if (strcmp(key, "seed") == 0)
        return vg_read_number(key, value, 0, UINT64_MAX, lang, &plan->seed, why);
    if (strcmp(key, "first") == 0) { // a seat as people count them
        if (!vg_read_number(key, value, 1, plan->setup.seats, lang, &n, why)) return false;
        plan->setup.first = (int8_t)(n - 1);
        return true;
    }
    if (strcmp(key, "option") == 0)
        return vg_setup_option(plan->game, &plan->setup, value, lang, why) == VG_OK;
    if (strcmp(key, "rotate") == 0) return plan->rotate = true;
    if (strcmp(key, "bots") == 0) {
        *bots = value;
        return true;
    }
    if (strcmp(key, "set") == 0) {
        vg_text_printf(&lab.lines, "%s\n", value);
        return true;
    }
    vg_text_printf(why, lang == VG_IT ? "che cos'è \"%.40s\"?" : "what is \"%.40s\"?", key);
    return false;
}

static bool read_words(char *words, vg_lang lang, vg_sim_plan *plan, vg_text *why)
{
    const char *bots = "greedy";
    for (char *line = words, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = '\0';
        char *value = line + strcspn(line, " ");
        if (*value) *value++ = '\0';
        if (!read_line(line, value, lang, plan, &bots, why)) return false;
    }
    return read_bots(bots, lang, plan, why) &&
           vg_setup_check(plan->game, &plan->setup, lang, why) == VG_OK;
}

// The tuned edition holds what was asked: reports turn to others.
static bool tune(vg_lang lang, vg_text *why)
{
    vg_text lines = vg_text_heap();
    vg_text_add(&lines, lab.lines.at ? lab.lines.at : "");
    vg_text_clear(&lab.changes);
    vg_game_untune(lab.plan[CHANGED].game);
    bool good =
        vg_plan_tune(lang == VG_IT ? "numeri cambiati" : "changed numbers", lines.at,
                     lab.plan[CHANGED].game, &lab.plan[CHANGED].setup, lang, &lab.changes, why);
    vg_text_release(&lines);
    return good;
}

static void put_answer(const vg_sim_plan *plan, vg_text *out)
{
    char seed[24];
    vg_json writer = vg_json_to(out), *j = &writer;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    vg_json_open(j, '{');
    vg_json_put_int(j, "seats", plan->setup.seats);
    vg_json_put_open(j, "bots", '[');
    for (int p = 0; p < plan->setup.seats; p++) {
        char word[32];
        vg_text spec = VG_TEXT(word);
        vg_bot_spec(&plan->bot[p], &spec);
        vg_json_string(j, word);
    }
    vg_json_close(j, ']');
    vg_json_key(j, "options");
    vg_plan_options(plan->game, &plan->setup, j);
    vg_json_put_bool(j, "rotate", plan->rotate);
    vg_json_put_int(j, "games", (int64_t)plan->games);
    vg_json_put_string(j, "seed", seed);
    vg_json_put_int(j, "runs", lab.runs);
    vg_json_key(j, "changes");
    vg_json_raw(j, lab.changes.len ? lab.changes.at : "[]");
    vg_json_close(j, '}');
}

// Reads what is to be played, a line for each word: "seats 3", "bots greedy", "option pairs=yes",
// "set quest.mission.medusa.points=5", "games 2000", "seed 1", "rotate yes". What was played before
// is forgotten. Answers how it was understood; a vg_err with the reason if it cannot be played.
int EXPORT(ask)(const char *id, const char *words, vg_lang lang);
int vg_wasm_ask(const char *id, const char *words, vg_lang lang)
{
    vg_text *why = wasm_fresh();
    forget();
    vg_sim_plan plan = {.game = vg_game_find(id), .games = 1000, .seed = 1, .threads = 1};
    if (!plan.game || strlen(words) > MOST_WORDS) return refuse(VG_ERR_SETUP, lang);
    plan.measure = true;
    vg_setup_normal(plan.game, vg_seats_normal(plan.game), &plan.setup);
    char *copy = strdup(words);
    bool good = copy && read_words(copy, lang, &plan, why);
    free(copy);
    for (int i = 0; i < RUNS; i++) lab.plan[i] = plan;
    if (good && lab.lines.len) good = tune(lang, why);
    if (!good) return refuse(VG_ERR_SETUP, lang);
    lab.runs = lab.lines.len ? 2 : 1;
    for (int i = 0; i < lab.runs; i++) {
        vg_sim_plan *p = &lab.plan[i];
        lab.sum[i] = (vg_simfile){.about = vg_text_heap(),
                                  .game = p->game,
                                  .seats = p->setup.seats,
                                  .seed = p->seed,
                                  .unit = vg_sim_unit(p),
                                  .measured = true,
                                  .threads = 1,
                                  .tally = vg_tally_new(p->game->max_length)};
        if (!lab.sum[i].tally) return refuse(VG_ERR_SYSTEM, lang);
    }
    put_answer(&plan, wasm_fresh());
    return VG_OK;
}

// The numbers one may change: vg_plan_numbers.
int EXPORT(numbers)(const char *id, vg_lang lang);
int vg_wasm_numbers(const char *id, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    const vg_game *game = vg_game_find(id);
    if (!game) return refuse(VG_ERR_SETUP, lang);
    vg_plan_numbers(game, lang, &j);
    return VG_OK;
}

// ---- playing and joining ----------------------------------------------------------

// What all parts of a run share: they may come to be any number of games.
static void put_about(int run, uint64_t games, vg_text *out)
{
    vg_text none = {0};
    vg_sim_plan plan = lab.plan[run];
    plan.games = games;
    vg_text_clear(out);
    vg_plan_about(&plan, run == CHANGED ? &lab.changes : &none, out);
}

// Plays games `from` up to `to` of a run: a part, as `veglia sim --shard --json` writes it.
int EXPORT(play_part)(int run, int from, int to, vg_lang lang);
int vg_wasm_play_part(int run, int from, int to, vg_lang lang)
{
    vg_text *out = wasm_fresh();
    if (run < 0 || run >= lab.runs || from < 0 || to <= from || to > MOST_GAMES)
        return refuse(VG_ERR_SETUP, lang);
    if (run == CHANGED && !tune(lang, out)) return VG_ERR_SETUP;
    vg_simfile f = lab.sum[run];
    f.about = vg_text_heap();
    put_about(run, MOST_GAMES, &f.about);
    f.games = MOST_GAMES;
    f.from = f.to = (uint64_t)from;
    f.tally = vg_tally_new(f.game->max_length);
    vg_sim_plan plan = lab.plan[run];
    plan.from = (uint64_t)from;
    plan.to = (uint64_t)to;
    vg_err err = f.tally ? vg_sim_play(&plan, lang, f.tally, &f.to, out) : VG_ERR_SYSTEM;
    if (!err) vg_simfile_write(&f, out);
    vg_simfile_release(&f);
    return err ? refuse(err, lang) : VG_OK;
}

// Joins a part to what is there, which must end where it begins.
int EXPORT(join_part)(int run, const char *part, vg_lang lang);
int vg_wasm_join_part(int run, const char *part, vg_lang lang)
{
    vg_text *why = wasm_fresh();
    if (run < 0 || run >= lab.runs) return refuse(VG_ERR_SETUP, lang);
    vg_simfile next = {.about = vg_text_heap()}, *sum = &lab.sum[run];
    put_about(run, MOST_GAMES, &sum->about);
    sum->games = MOST_GAMES;
    bool good = vg_simfile_read(&next, part, strlen(part), lang, why) &&
                vg_simfile_join(sum, &next, lang, why);
    vg_simfile_release(&next);
    return good ? VG_OK : refuse(VG_ERR_SYNTAX, lang);
}

// What was joined so far as whole runs of so many games.
static int whole(void)
{
    int runs = lab.runs;
    for (int i = 0; i < runs; i++) {
        if (lab.sum[i].to == 0) return 0;
        lab.sum[i].games = lab.sum[i].to;
        put_about(i, lab.sum[i].to, &lab.sum[i].about);
    }
    return runs;
}

// The figures so far: vg_report_live. "null" before the first part.
void EXPORT(figures)(vg_lang lang);
void vg_wasm_figures(vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    int runs = whole();
    if (runs)
        vg_report_live(lab.sum, runs, lang, &j);
    else
        vg_json_null(&j);
}

// The page `veglia report` makes of it.
void EXPORT(report)(vg_lang lang);
void vg_wasm_report(vg_lang lang)
{
    vg_text *out = wasm_fresh();
    int runs = whole();
    if (runs) vg_report_write(lab.sum, runs, NULL, 0, lang, out);
}

// One run as `veglia sim --json` writes it.
void EXPORT(file)(int run);
void vg_wasm_file(int run)
{
    vg_text *out = wasm_fresh();
    if (run >= 0 && run < whole()) vg_simfile_write(&lab.sum[run], out);
}
