// sim.c: `veglia sim`: plays many games between bots and counts.
#include "lab/sim.h"

#include "cli/cli.h"
#include "engine/table.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ID_GAMES = 1, ID_BOTS, ID_SEED, ID_THREADS, ID_CHECK, ID_RECORDS, ID_JSON };

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_GAMES, "games", "N", VG_WORDS("quante partite (1000)", "how many games (1000)")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per tutti, o uno per posto: random,greedy,... (random)",
              "one bot for all, or one a seat: random,greedy,... (random)")},
    {ID_SEED, "seed", "N", VG_WORDS("il seme del caso (1)", "the seed of chance (1)")},
    {ID_THREADS, "threads", "N",
     VG_WORDS("quanti insieme (tutti i processori); il risultato non cambia",
              "how many at once (all processors); the result does not change")},
    {ID_CHECK, "check", NULL,
     VG_WORDS("controlla la posizione dopo ogni mossa", "checks the position after every move")},
    {ID_RECORDS, "records", "DIR",
     VG_WORDS("scrive il verbale di ogni partita in questa cartella",
              "writes the record of every game into this folder")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

// What the run needs while it is going on.
typedef struct watch {
    const cli *c;
    const vg_sim_plan *plan;
    cli_progress progress;
    const char *folder; // for records; NULL: none wanted
    bool failed;        // a record could not be written: no more are tried
} watch;

static void show_progress(void *with, uint64_t done, uint64_t total)
{
    watch *w = with;
    cli_progress_show(&w->progress, done, total);
}

// Plays the moves again at a table of scripted chance, which knows how to write them down.
static bool record(const vg_sim_plan *plan, const vg_sim_game *game, vg_text *out)
{
    vg_table_plan how = {
        .game = plan->game, .setup = plan->setup, .games = 1, .dice = VG_DICE_SCRIPT};
    vg_table *table = vg_table_new(&how, NULL);
    bool good = table != NULL;
    for (int p = 0; good && p < plan->setup.seats; p++) {
        char spec[32], salt[40];
        snprintf(salt, sizeof salt, "bot:%s", cli_bot_word(&plan->bot[p], spec));
        good = vg_table_salt(table, p, salt) == VG_OK;
    }
    for (int i = 0; good && i < game->step_count; i++)
        good = vg_table_move(table, game->step[i].seat, game->step[i].move) == VG_OK;
    if (good) vg_table_record(table, false, out);
    vg_table_free(table);
    return good && !out->cut;
}

static void write_record(void *with, const vg_sim_game *game)
{
    watch *w = with;
    if (w->failed) return;
    vg_text path = vg_text_heap(), text = vg_text_heap();
    vg_text_printf(&path, "%s/%s-%d-%llu-%llu.veglia", w->folder, w->plan->game->id,
                   w->plan->setup.seats, (unsigned long long)w->plan->seed,
                   (unsigned long long)game->number);
    if (!record(w->plan, game, &text)) {
        cli_complain(w->c, "la partita %llu non si lascia mettere a verbale",
                     "game %llu cannot be put on record", (unsigned long long)game->number);
        w->failed = true;
    } else if (!cli_write(w->c, path.at, text.at, text.len, false)) {
        w->failed = true;
    }
    vg_text_release(&path);
    vg_text_release(&text);
}

// The folder for records, made if need be. False after complaining.
static bool make_folder(const cli *c, const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) return true;
    int failed = errno;
    if (failed == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return true;
    cli_complain(c, "--records: %s non è una cartella utilizzabile: %s",
                 "--records: %s is not a usable folder: %s", path, strerror(failed));
    return false;
}

static double mean(double sum, uint64_t n) { return n ? sum / (double)n : 0; }

static void put_counts(vg_json *j, const char *key, const uint64_t *count, int seats)
{
    vg_json_put_open(j, key, '[');
    for (int p = 0; p < seats; p++) vg_json_int(j, (int64_t)count[p]);
    vg_json_close(j, ']');
}

static void print_json(const vg_sim_plan *plan, const vg_sim_result *r)
{
    const vg_game *game = plan->game;
    int seats = plan->setup.seats;
    uint64_t ended = r->games - r->stuck;
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", game->id);
    vg_json_put_int(&j, "rules_version", game->rules_version);
    vg_json_put_string(&j, "edition", game->editions[plan->setup.edition]);
    vg_json_key(&j, "options");
    cli_options_json(game, &plan->setup, &j);
    vg_json_put_int(&j, "seats", seats);
    vg_json_put_int(&j, "first", plan->setup.first);
    vg_json_put_open(&j, "bots", '[');
    for (int p = 0; p < seats; p++) {
        char spec[32];
        vg_json_string(&j, cli_bot_word(&plan->bot[p], spec));
    }
    vg_json_close(&j, ']');
    vg_json_put_int(&j, "games", (int64_t)r->games);
    vg_json_key(&j, "seed");
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    vg_json_raw(&j, seed);
    vg_json_put_int(&j, "threads", plan->threads);
    vg_json_put_number(&j, "seconds", r->seconds, 6);
    vg_json_put_int(&j, "decisions", (int64_t)r->decisions);
    vg_json_put_int(&j, "moves", (int64_t)r->moves);
    put_counts(&j, "wins", r->wins, seats);
    vg_json_put_int(&j, "draws", (int64_t)r->draws);
    vg_json_put_open(&j, "win_share", '[');
    for (int p = 0; p < seats; p++)
        vg_json_number(&j, mean((double)r->share[p] / VG_SIM_WIN, ended), 6);
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "win_share_95", '[');
    for (int p = 0; p < seats; p++) {
        double low, high;
        vg_sim_interval(mean((double)r->share[p] / VG_SIM_WIN, ended), ended, &low, &high);
        vg_json_open(&j, '[');
        vg_json_number(&j, low, 6);
        vg_json_number(&j, high, 6);
        vg_json_close(&j, ']');
    }
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "mean_score", '[');
    for (int p = 0; p < seats; p++) vg_json_number(&j, mean((double)r->score[p], ended), 4);
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "length", '{');
    vg_json_put_int(&j, "min", r->length_min);
    vg_json_put_number(&j, "mean", mean((double)r->decisions, r->games), 4);
    vg_json_put_int(&j, "p95", r->length_p95);
    vg_json_put_int(&j, "max", r->length_max);
    vg_json_close(&j, '}');
    vg_json_put_int(&j, "stuck", (int64_t)r->stuck);
    if (r->stuck) {
        vg_json_put_open(&j, "first_stuck", '{');
        vg_json_put_int(&j, "number", (int64_t)r->stuck_number);
        vg_json_put_string(&j, "why", r->stuck_why);
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, '}');
    cli_put(&text);
}

static void print_lines(const cli *c, const vg_sim_plan *plan, const vg_sim_result *r)
{
    uint64_t ended = r->games - r->stuck;
    cli_say(c, "%s, %d posti: %llu partite, seme %llu\n", "%s, %d seats: %llu games, seed %llu\n",
            plan->game->name, plan->setup.seats, (unsigned long long)r->games,
            (unsigned long long)plan->seed);
    for (int p = 0; p < plan->setup.seats; p++) {
        char spec[32];
        double share = mean((double)r->share[p] / VG_SIM_WIN, ended), low, high;
        vg_sim_interval(share, ended, &low, &high);
        cli_say(c, "  posto %d  %-7s vince il %5.1f %% (da %.1f a %.1f)  punti in media %.2f\n",
                "  seat %d  %-7s wins %5.1f %% (%.1f to %.1f)  mean score %.2f\n", p,
                cli_bot_word(&plan->bot[p], spec), share * 100, low * 100, high * 100,
                mean((double)r->score[p], ended));
    }
    cli_say(c, "  vittorie divise fra più posti: %llu\n", "  wins shared by several seats: %llu\n",
            (unsigned long long)r->draws);
    cli_say(c, "  decisioni a partita: da %u a %u, in media %.1f, il 95 %% entro %u\n",
            "  decisions a game: %u to %u, mean %.1f, 95 %% within %u\n", r->length_min,
            r->length_max, mean((double)r->decisions, r->games), r->length_p95);
    double seconds = r->seconds > 0 ? r->seconds : 1e-9;
    cli_say(c, "  %.2f secondi: %.0f partite e %.0f decisioni al secondo\n",
            "  %.2f seconds: %.0f games and %.0f decisions a second\n", r->seconds,
            (double)r->games / seconds, (double)r->decisions / seconds);
}

static int run(cli *c)
{
    cli_setup said = {0};
    const char *games = "1000", *bots = NULL, *seed = "1", *threads = NULL, *records = NULL;
    bool json = false, check = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id)) continue;
        if (id == ID_GAMES) games = c->value;
        if (id == ID_BOTS) bots = c->value;
        if (id == ID_SEED) seed = c->value;
        if (id == ID_THREADS) threads = c->value;
        if (id == ID_CHECK) check = true;
        if (id == ID_RECORDS) records = c->value;
        if (id == ID_JSON) json = true;
    }
    if (c->done) return c->status;
    vg_sim_plan plan = {.check = check};
    uint64_t thread_count = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (thread_count < 1 || thread_count > VG_SIM_MAX_THREADS) thread_count = 1;
    if (!cli_at_most(c, 1) || !(plan.game = cli_game(c, cli_operand(c, 0))) ||
        !cli_setup_make(c, &said, plan.game, plan.game->min_seats, &plan.setup) ||
        !cli_number(c, "--games", games, 1, UINT64_C(1000000000000), &plan.games) ||
        !cli_number(c, "--seed", seed, 0, UINT64_MAX, &plan.seed) ||
        (threads && !cli_number(c, "--threads", threads, 1, VG_SIM_MAX_THREADS, &thread_count)) ||
        !cli_bots(c, bots, plan.setup.seats, "random", plan.bot) ||
        (records && !make_folder(c, records)))
        return CLI_WRONG;
    plan.threads = (int)thread_count;

    watch w = {.c = c, .plan = &plan, .progress = cli_progress_start(c), .folder = records};
    plan.progress = show_progress;
    plan.each = records ? write_record : NULL;
    plan.with = &w;
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_sim_result result;
    vg_err err = vg_sim_run(&plan, c->lang, &result, &why);
    cli_progress_end(&w.progress);
    if (err) {
        cli_complain(c, "%s", "%s", buffer);
        return CLI_NO;
    }
    if (json)
        print_json(&plan, &result);
    else
        print_lines(c, &plan, &result);
    if (result.stuck == 0) return w.failed ? CLI_NO : CLI_OK;
    cli_complain(
        c, "partite non finite come si deve: %llu; la prima: --seed %llu, numero %llu: %s",
        "games that did not end as they should: %llu; the first: --seed %llu, number %llu: %s",
        (unsigned long long)result.stuck, (unsigned long long)plan.seed,
        (unsigned long long)result.stuck_number, result.stuck_why);
    return CLI_NO;
}

const cli_command cli_sim = {
    .name = "sim",
    .usage = "GAME [--seats N] [--games N] [--bots LIST] [OPTION]...",
    .what =
        VG_WORDS("Fa giocare molte partite ai bot e conta", "Lets bots play many games and counts"),
    .more = VG_WORDS("Lo stesso seme dà le stesse partite con qualsiasi numero di thread. Una "
                     "vittoria divisa fra più posti conta in parti uguali. Se una partita non "
                     "finisce, il comando lo dice e finisce con 1.",
                     "The same seed gives the same games with any number of threads. A win shared "
                     "by several seats counts in equal parts. If a game does not end, the command "
                     "says so and its exit status is 1."),
    .example = "veglia sim quest --seats 3 --games 10000 --bots greedy,random,random --json",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
