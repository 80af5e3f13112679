// sim.c: `veglia sim`: plays many games between bots and counts.
#include "cli/lab.h"

#include "base/clock.h"
#include "engine/table.h"
#include "tale/tale.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ID_GAMES = 1,
    ID_BOTS,
    ID_CHECK,
    ID_RECORDS,
    ID_TELL,
    ID_JSON,
    ID_CSV,
    ID_ROTATE,
    ID_DUPLICATE,
    ID_MEASURE,
    ID_LUCK,
    ID_SWAP,
    ID_SWAP_CARD,
    ID_ROWS,
    ID_EDITION_FILE,
    ID_CHECKPOINT,
    ID_SHARD
};

#define SAVE_SECONDS 5 // between checkpoints
#define MAX_SHARDS   UINT64_C(1000000)

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_GAMES, "games", "N", VG_WORDS("quante partite (1000)", "how many games (1000)")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per tutti, o uno per posto: random,greedy,cmd:./mio.py (random)",
              "one bot for all, or one a seat: random,greedy,cmd:./mine.py (random)")},
    LAB_RUN_OPTIONS,
    {ID_CHECK, "check", NULL,
     VG_WORDS("controlla la posizione dopo ogni mossa", "checks the position after every move")},
    {ID_RECORDS, "records", "DIR",
     VG_WORDS("scrive il verbale di ogni partita in questa cartella",
              "writes the record of every game into this folder")},
    {ID_TELL, "tell", NULL,
     VG_WORDS("nei verbali i bot raccontano quello che fanno (dove il gioco racconta)",
              "in the records the bots tell what they do (in games that tell)")},
    {ID_ROTATE, "rotate", NULL,
     VG_WORDS("a ogni partita i bot cambiano posto e vicini",
              "bots change seats and neighbours every game")},
    {ID_DUPLICATE, "duplicate", NULL,
     VG_WORDS("come --rotate, e lo stesso caso per un giro intero di posti",
              "as --rotate, and the same chance for a whole round of seats")},
    {ID_MEASURE, "measure", NULL,
     VG_WORDS("misura anche ritmo, sorpassi, eventi, eroi, carte",
              "measures pace, leads, events, heroes, cards too")},
    LAB_LUCK_OPTION(ID_LUCK),
    {ID_SWAP, "swap", NULL,
     VG_WORDS("come --measure, e rigioca ogni partita con una carta pescata diversa",
              "as --measure, and plays each game again with one drawn card exchanged")},
    {ID_SWAP_CARD, "swap-card", "CARD",
     VG_WORDS("come --swap, ma sempre con questa carta: per sapere di lei bastano meno partite",
              "as --swap, but always with this card: fewer games will do to know about it")},
    {ID_ROWS, "rows", "FILE.csv",
     VG_WORDS("scrive qui una riga per posto e partita (tabelle pivot)",
              "writes a line for each seat and game here (pivot tables)")},
    {ID_EDITION_FILE, "edition-file", "FILE",
     VG_WORDS("numeri cambiati, uno per riga: quest.mission.medusa.points=5",
              "changed numbers, one a line: quest.mission.medusa.points=5")},
    {ID_SHARD, "shard", "K/N",
     VG_WORDS("solo la parte K di N; veglia merge le riunisce",
              "only part K of N; veglia merge joins them")},
    {ID_CHECKPOINT, "checkpoint", "FILE",
     VG_WORDS("salva qui ogni pochi secondi e da qui continua",
              "saves here every few seconds and goes on from here")},
    LAB_BUDGET_OPTION,
    {ID_CSV, "csv", NULL, VG_WORDS("per i fogli di calcolo", "for spreadsheets")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

// What the run needs while it is going on.
typedef struct watch {
    const cli *c;
    const vg_sim_plan *plan;
    cli_progress progress;
    const char *folder; // for records; NULL: none wanted
    bool tell;          // with the bots' narration
    bool failed;        // a record could not be written: no more are tried
    vg_text *rows;      // a line for each seat and game; NULL: none wanted
    const lab_player *player;
    uint64_t before, total; // games counted before this slice; of this shard
    double slice;           // when this slice must end to be saved; 0: never
} watch;

static atomic_bool stop;        // no new games
static atomic_bool interrupted; // because somebody asked

static void on_signal(int which)
{
    (void)which;
    atomic_store(&interrupted, true);
    atomic_store(&stop, true);
}

static void show_progress(void *with, uint64_t done, uint64_t total)
{
    watch *w = with;
    (void)total;
    cli_progress_show(&w->progress, w->before + done, w->total);
    if (w->slice > 0 && vg_clock() > w->slice) atomic_store(&stop, true);
}

static void say_lost(void *with, uint64_t number, int seat, int player, const char *why)
{
    watch *w = with;
    cli_progress_end(&w->progress);
    cli_complain(w->c, "partita %llu, posto %d: %s perde il posto, gioca greedy: %s",
                 "game %llu, seat %d: %s loses its seat, greedy plays on: %s",
                 (unsigned long long)number, seat + 1, w->player[player].spec, why);
}

// Plays the moves again at a table of scripted chance, which knows how to write them down.
static bool record(const vg_sim_plan *plan, const vg_sim_game *game, const watch *w, vg_text *out)
{
    vg_table_plan how = {
        .game = plan->game, .setup = plan->setup, .games = 1, .dice = VG_DICE_SCRIPT};
    vg_table *table = vg_table_new(&how, NULL);
    bool good = table != NULL;
    for (int p = 0; good && p < plan->setup.seats; p++) {
        char spec[32];
        const char *bot = cli_bot_word(&plan->bot[game->player[p]], spec);
        good = vg_table_bot(table, p, bot) == VG_OK &&
               (!w->tell || vg_table_name(table, p, cli_bot_names[p]) == VG_OK);
    }
    for (int i = 0; good && i < game->step_count; i++)
        good = vg_table_move(table, game->step[i].seat, game->step[i].move) == VG_OK;
    vg_teller *teller = good && w->tell ? vg_teller_new(table) : NULL;
    if (w->tell) good = teller && vg_tale_narrate(table, teller, VG_TO_ALL, 0, w->c->lang) == VG_OK;
    vg_teller_free(teller);
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
    if (!record(w->plan, game, w, &text)) {
        cli_complain(w->c, "la partita %llu non si lascia mettere a verbale",
                     "game %llu cannot be put on record", (unsigned long long)game->number);
        w->failed = true;
    } else if (!cli_write(w->c, path.at, text.at, text.len, false)) {
        w->failed = true;
    }
    vg_text_release(&path);
    vg_text_release(&text);
}

// "number,seat,...": what a pivot table needs, as one line a seat.
static void add_rows(const watch *w, const vg_sim_game *game)
{
    const vg_game *rules = w->plan->game;
    int seats = w->plan->setup.seats, winners = 0, decisions = 0, first = rules->first(game->state);
    for (int p = 0; p < seats; p++) winners += game->score->rank[p] == 1;
    for (int i = 0; i < game->step_count; i++) decisions += game->step[i].seat >= 0;
    for (int p = 0; p < seats; p++) {
        char spec[32];
        int place = first < 0 ? 0 : (p - first + seats) % seats + 1;
        vg_text_printf(w->rows, "%llu,%d,%d,%s,%d,%d,%.4f,%d,", (unsigned long long)game->number,
                       p + 1, place, cli_bot_word(&w->plan->bot[game->player[p]], spec),
                       game->score->points[p], game->score->rank[p],
                       game->score->rank[p] == 1 ? 1.0 / winners : 0.0, decisions);
        vg_trait x[VG_MAX_TRAITS];
        int count = rules->traits ? rules->traits(game->state, p, x) : 0;
        for (int i = 0; i < count; i++)
            vg_text_printf(w->rows, "%s%s:%s", i ? " " : "", x[i].group, x[i].slug);
        vg_text_char(w->rows, '\n');
    }
}

static void each_game(void *with, const vg_sim_game *game)
{
    watch *w = with;
    if (w->folder) write_record(with, game);
    if (w->rows && !game->stuck) add_rows(w, game);
}

// The folder for records, made if need be. False after complaining.
static bool make_folder(const cli *c, const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) return true;
    int failed = errno;
    if (failed == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return true;
    cli_complain(c, "--records: %s non è una cartella utilizzabile: %s",
                 "--records: %s is not a usable folder: %s", path, cli_errno(c, failed));
    return false;
}

// "3/16": which games are this shard's. False after complaining.
static bool take_shard(const cli *c, const char *said, vg_sim_plan *plan)
{
    plan->from = 0;
    plan->to = plan->games;
    if (!said) return true;
    uint64_t k = 0, n = 0, units = plan->games / vg_sim_unit(plan);
    char text[64], *slash;
    snprintf(text, sizeof text, "%s", said);
    if (!(slash = strchr(text, '/'))) {
        cli_complain(c, "--shard vuole K/N, come 3/16, non \"%s\"",
                     "--shard wants K/N, as 3/16, not \"%s\"", said);
        return false;
    }
    *slash = '\0';
    if (!cli_number(c, "--shard K/N: N", slash + 1, 1, units < MAX_SHARDS ? units : MAX_SHARDS,
                    &n) ||
        !cli_number(c, "--shard K/N: K", text, 1, n, &k))
        return false;
    // Both products fit: at most 10^12 units in at most 10^6 parts.
    plan->from = units * (k - 1) / n * vg_sim_unit(plan);
    plan->to = units * k / n * vg_sim_unit(plan);
    return true;
}

// Goes on from a checkpoint if there is one: `so_far` then ends later than it begins. False after
// complaining.
static bool go_on(const cli *c, const char *path, vg_simfile *so_far)
{
    if (access(path, F_OK) != 0) return true;
    vg_simfile saved;
    bool good = lab_read(c, path, &saved);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (good && !vg_simfile_join(so_far, &saved, c->lang, &why)) {
        cli_complain(c, "--checkpoint %s: %s", "--checkpoint %s: %s", path, buffer);
        good = false;
    }
    vg_simfile_release(&saved);
    return good;
}

static bool save(const cli *c, const char *path, const vg_simfile *f)
{
    vg_text text = vg_text_heap();
    vg_simfile_write(f, &text);
    vg_text_char(&text, '\n');
    bool good = !text.cut && cli_write(c, path, text.at, text.len, false);
    vg_text_release(&text);
    return good;
}

static void listen(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL); // a second one ends at once
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
}

// Plays the rest of the shard slice by slice, saving after each. Stopped by a signal, it ends with
// what was counted so far. The exit status.
static int play(const cli *c, vg_sim_plan *plan, watch *w, const char *checkpoint, vg_simfile *f)
{
    uint64_t end = plan->to, begin = f->from;
    bool saved = true;
    listen();
    plan->stop = &stop;
    w->total = end - begin;
    while (f->to < end && saved && !atomic_load(&interrupted)) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        double started = vg_clock();
        atomic_store(&stop, atomic_load(&interrupted));
        plan->from = f->to;
        w->before = f->to - begin;
        w->slice = checkpoint ? started + SAVE_SECONDS : 0;
        if (vg_sim_play(plan, c->lang, f->tally, &f->to, &why) != VG_OK) {
            cli_progress_end(&w->progress);
            cli_complain(c, "%s", "%s", buffer);
            return CLI_NO;
        }
        f->seconds += vg_clock() - started;
        if (checkpoint) saved = save(c, checkpoint, f);
    }
    cli_progress_end(&w->progress);
    if (f->to == end) return saved && !w->failed ? CLI_OK : CLI_NO;
    unsigned long long played = f->to - begin, wanted = w->total;
    if (checkpoint)
        cli_complain(c, "interrotto dopo %llu partite di %llu; lo stesso comando continua da qui",
                     "interrupted after %llu games of %llu; the same command goes on from here",
                     played, wanted);
    else
        cli_complain(c, "interrotto dopo %llu partite di %llu: ecco quelle",
                     "interrupted after %llu games of %llu: here are those", played, wanted);
    return CLI_NO;
}

static int run(cli *c)
{
    cli_setup said = {0};
    lab_run how = {0};
    const char *games = "1000", *bots = "random", *records = NULL, *shard = NULL,
               *checkpoint = NULL, *tuning = NULL, *rows = NULL;
    lab_form form;
    vg_sim_plan plan = {0};
    bool tell = false, json = false, csv = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id) || lab_run_take(c, &how, id)) continue;
        switch (id) {
        case ID_GAMES: games = c->value; break;
        case ID_BOTS: bots = c->value; break;
        case ID_CHECK: plan.check = true; break;
        case ID_RECORDS: records = c->value; break;
        case ID_TELL: tell = true; break;
        case ID_JSON: json = true; break;
        case ID_CSV: csv = true; break;
        case ID_DUPLICATE:
            plan.duplicate = true;
            plan.rotate = true;
            break;
        case ID_ROTATE: plan.rotate = true; break;
        case ID_SWAP:
            plan.swap = true;
            plan.measure = true;
            break;
        case ID_SWAP_CARD:
            plan.swap = true;
            plan.measure = true;
            plan.swap_card = c->value;
            break;
        case ID_MEASURE: plan.measure = true; break;
        case ID_LUCK: plan.luck = true; break;
        case ID_ROWS: rows = c->value; break;
        case ID_EDITION_FILE: tuning = c->value; break;
        case ID_CHECKPOINT: checkpoint = c->value; break;
        case ID_SHARD: shard = c->value; break;
        }
    }
    if (c->done) return c->status;
    vg_text changes = vg_text_heap();
    lab_player players[VG_MAX_SEATS];
    if (!lab_form_of(c, csv, json, &form) || !cli_at_most(c, 1) ||
        !(plan.game = cli_game(c, cli_operand(c, 0))) ||
        !cli_setup_make(c, &said, plan.game, plan.game->min_seats, &plan.setup) ||
        !cli_number(c, "--games", games, 1, UINT64_C(1000000000000), &plan.games) ||
        !lab_run_make(c, &how, &plan.seed, &plan.threads, &plan.budget))
        return CLI_WRONG;
    uint64_t unit = vg_sim_unit(&plan);
    plan.games = (plan.games + unit - 1) / unit * unit; // whole rounds of the table
    bool good = lab_seat(c, plan.game, bots, plan.setup.seats, players) &&
                take_shard(c, shard, &plan) &&
                (!tuning || lab_tune(c, tuning, plan.game, &plan.setup, &changes));
    for (int p = 0; good && p < plan.setup.seats; p++) {
        plan.bot[p] = players[p].bot;
        plan.command[p] = players[p].command;
        if (!plan.swap || !plan.command[p]) continue;
        cli_complain(c, "--swap rigioca le partite: non con programmi esterni",
                     "--swap plays games again: not with external programs");
        good = false;
    }
    if (good && plan.swap_card)
        good = lab_card(c, "--swap-card", plan.swap_card, plan.game, &plan.setup);
    if (good && plan.luck && plan.measure) {
        cli_complain(c, "--luck non va con --measure né con --swap",
                     "--luck goes neither with --measure nor with --swap");
        good = false;
    }
    if (good && rows && checkpoint) {
        cli_complain(c, "--rows e --checkpoint non vanno insieme",
                     "--rows and --checkpoint do not go together");
        good = false;
    }
    if (good && rows) good = cli_can_write(c, rows);
    if (good && checkpoint) good = cli_can_write(c, checkpoint);
    if (good) good = lab_try(c, players, plan.setup.seats);
    if (!good || (records && !make_folder(c, records))) {
        vg_text_release(&changes);
        return CLI_WRONG;
    }

    vg_simfile f = {.about = vg_text_heap(), .game = plan.game, .seats = plan.setup.seats};
    f.games = plan.games;
    f.seed = plan.seed;
    f.unit = unit;
    f.from = f.to = plan.from;
    f.measured = plan.measure;
    f.threads = plan.threads;
    f.tally = vg_tally_new(plan.game->max_length);
    vg_plan_about(&plan, &changes, &f.about);
    vg_text_release(&changes);
    int status = CLI_WRONG;
    if (f.tally && (!checkpoint || go_on(c, checkpoint, &f))) {
        watch w = {.c = c, .plan = &plan, .folder = records, .tell = tell, .player = players};
        w.progress = cli_progress_start(c);
        plan.progress = show_progress;
        vg_text lines = vg_text_heap();
        vg_text_add(&lines, "game,seat,place,bot,points,rank,win_share,decisions,traits\n");
        if (rows) w.rows = &lines;
        plan.each = records || rows ? each_game : NULL;
        plan.lost = say_lost;
        plan.with = &w;
        status = play(c, &plan, &w, checkpoint, &f);
        if (rows && (lines.cut || !cli_write(c, rows, lines.at, lines.len, false))) status = CLI_NO;
        vg_text_release(&lines);
        if (f.to > f.from && lab_print(c, &f, form) != CLI_OK) status = CLI_NO;
    }
    vg_simfile_release(&f);
    return status;
}

const cli_command cli_sim = {
    .name = "sim",
    .usage = "GAME [--seats N] [--games N] [--bots LIST] [OPTION]...",
    .what =
        VG_WORDS("Fa giocare molte partite ai bot e conta", "Lets bots play many games and counts"),
    .more =
        VG_WORDS("Lo stesso seme dà le stesse partite con qualsiasi numero di thread, a pezzi "
                 "(--shard) o interrotte e riprese (--checkpoint). Una vittoria divisa fra più "
                 "posti conta in parti uguali. Se una partita non finisce, il comando lo dice e "
                 "finisce con 1. docs/lab.md spiega le misure.",
                 "The same seed gives the same games with any number of threads, in parts "
                 "(--shard) or interrupted and taken up again (--checkpoint). A win shared by "
                 "several seats counts in equal parts. If a game does not end, the command says "
                 "so and its exit status is 1. docs/lab.md explains the measures."),
    .example = "veglia sim quest --seats 3 --games 10000 --bots greedy,random,random --json",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .bots = CLI_ALL_BOTS,
    .run = run,
};
