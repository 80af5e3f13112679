// bench.c: `veglia bench`: how fast rules and bots are, what the engine costs over a bare loop, and
// what became slower.
//
// The history is a file of lines, one a run: {"when":...,"version":...,"rows":[...]}, its rows what
// --json prints. It belongs to one machine.
#include "lab/bench.h"

#include "base/json_read.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ID_SECONDS = 1, ID_AGAINST, ID_SLOWER, ID_JSON };
enum { MAX_ROWS = 32, PAST = 5, MAX_HISTORY = 64 << 20 };

static const cli_option options[] = {
    {ID_SECONDS, "seconds", "S",
     VG_WORDS("quanto misurare ogni gioco e numero di posti (2)",
              "how long to measure each game and number of seats (2)")},
    {ID_AGAINST, "against", "FILE",
     VG_WORDS("confronta con le misure di questo file e vi aggiunge la nuova; se qualcosa è più "
              "lento finisce con 1",
              "compares with the runs in this file and adds this one; ends with 1 if something is "
              "slower")},
    {ID_SLOWER, "slower", "N",
     VG_WORDS("di quanto per cento, per contare come più lento (20)",
              "by how many per cent, to count as slower (20)")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

// Quest for Legend once more, without the engine: bench/quest_bare.c.
vg_bench_bare quest_bare_run;
enum { BARE_SEATS = 4 };

static vg_bench_bare *bare_for(const vg_game *game, int seats)
{
    return strcmp(game->id, "quest") == 0 && seats == BARE_SEATS ? quest_bare_run : NULL;
}

static void put_rows(const vg_bench_row *rows, int count, vg_json *j)
{
    vg_json_open(j, '[');
    for (const vg_bench_row *r = rows; r < rows + count; r++) {
        vg_json_open(j, '{');
        vg_json_put_string(j, "game", r->game->id);
        vg_json_put_int(j, "seats", r->seats);
        vg_json_put_int(j, "state_bytes", (int64_t)r->game->state_size);
        for (int f = 0; f < VG_BENCH_COUNT; f++)
            if (r->figure[f] > 0)
                vg_json_put_number(j, vg_bench_figures[f].key, r->figure[f],
                                   vg_bench_figures[f].decimals);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

// A game's tables beside each other, a line a figure.
static void print_lines(const cli *c, const vg_bench_row *rows, int count)
{
    for (int i = 0, same; i < count; i += same) {
        const vg_game *game = rows[i].game;
        for (same = 1; i + same < count && rows[i + same].game == game;) same++;
        vg_text line = vg_text_heap();
        vg_text_printf(&line, "%s%s, %zu byte%s\n", i ? "\n" : "", game->name, game->state_size,
                       c->lang == VG_IT ? "" : "s");
        vg_text_printf(&line, "%20s", "");
        for (int k = 0; k < same; k++)
            vg_text_printf(&line, "%3d %s", rows[i + k].seats,
                           cli_in(c, rows[i + k].seats == 1 ? "posto" : "posti", "seats"));
        vg_text_char(&line, '\n');
        for (int f = 0; f < VG_BENCH_COUNT; f++) {
            bool measured = false;
            for (int k = 0; k < same; k++) measured |= rows[i + k].figure[f] > 0;
            if (!measured) continue;
            vg_text_printf(&line, "%-20s", vg_bench_figures[f].name.in[c->lang]);
            for (int k = 0; k < same; k++) {
                double v = rows[i + k].figure[f];
                if (v > 0)
                    vg_text_printf(&line, " %8.*f", v < 10 ? 2 : v < 100 ? 1 : 0, v);
                else
                    vg_text_printf(&line, " %8s", "-");
            }
            vg_text_char(&line, '\n');
        }
        fputs(line.at ? line.at : "", stdout);
        vg_text_release(&line);
    }
}

// ---- the history -------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// What the last runs of the history have for a figure of a row: its median, or 0 if none has it.
typedef struct past {
    double value[MAX_ROWS][VG_BENCH_COUNT][PAST];
    int count[MAX_ROWS][VG_BENCH_COUNT];
} past;

static double usual(past *p, int row, int f)
{
    int n = p->count[row][f] < PAST ? p->count[row][f] : PAST;
    if (!n) return 0;
    qsort(p->value[row][f], (size_t)n, sizeof(double), by_value);
    return (p->value[row][f][(n - 1) / 2] + p->value[row][f][n / 2]) / 2;
}

// Takes in one run; false if it is none.
static bool take_run(const vg_json_doc *doc, const vg_bench_row *rows, int count, past *p)
{
    int list = vg_json_find(doc, 0, "rows"), n = vg_json_count(doc, list);
    if (list < 0 || doc->node[list].type != VG_JSON_ARRAY) return false;
    for (int i = 0; i < n; i++) {
        int at = vg_json_item(doc, list, i);
        char buffer[32];
        vg_text id = VG_TEXT(buffer);
        int64_t seats;
        if (!vg_json_get_string(doc, vg_json_find(doc, at, "game"), &id) || id.cut ||
            !vg_json_get_int(doc, vg_json_find(doc, at, "seats"), &seats))
            return false;
        for (int r = 0; r < count; r++) {
            if (strcmp(rows[r].game->id, id.at) != 0 || rows[r].seats != seats) continue;
            for (int f = 0; f < VG_BENCH_COUNT; f++) {
                int node = vg_json_find(doc, at, vg_bench_figures[f].key);
                double v = vg_json_get_number(doc, node, 0);
                if (v > 0) p->value[r][f][p->count[r][f]++ % PAST] = v;
            }
        }
    }
    return true;
}

// Reads the history into `p`. False after complaining.
static bool read_history(const cli *c, const char *path, const vg_text *text,
                         const vg_bench_row *rows, int count, past *p)
{
    int number = 1;
    for (const char *at = text->at; at && *at; number++) {
        size_t n = strcspn(at, "\n");
        vg_json_doc doc;
        bool good = vg_json_read(&doc, at, n) && take_run(&doc, rows, count, p);
        vg_json_release(&doc);
        if (!good) {
            cli_complain(c, "%s, riga %d: non è una misura di veglia bench",
                         "%s, line %d: this is no run of veglia bench", path, number);
            return false;
        }
        at += n + (at[n] == '\n');
    }
    return true;
}

// Says what is slower than usual by more than `percent`; gives how much is.
static int compare(const cli *c, const char *path, const vg_bench_row *rows, int count, past *p,
                   double percent)
{
    int slower = 0, known = 0;
    for (int r = 0; r < count; r++)
        for (int f = 0; f < VG_BENCH_COUNT; f++) {
            const vg_bench_figure *about = &vg_bench_figures[f];
            double was = usual(p, r, f), now = rows[r].figure[f];
            if (!about->better || was <= 0 || now <= 0) continue;
            known++;
            double times = about->better > 0 ? was / now : now / was;
            if (times <= 1 + percent / 100) continue;
            slower++;
            fprintf(stderr,
                    cli_in(c, "%s, %d posti: %s %.*f, di solito %.*f: %.2f volte più lento\n",
                           "%s, %d seats: %s %.*f, usually %.*f: %.2f times slower\n"),
                    rows[r].game->id, rows[r].seats, about->name.in[c->lang], about->decimals, now,
                    about->decimals, was, times);
        }
    if (!known)
        fprintf(stderr,
                cli_in(c, "%s: non c'è ancora niente con cui confrontare\n",
                       "%s: there is nothing yet to compare with\n"),
                path);
    else if (!slower)
        fprintf(stderr,
                cli_in(c, "%s: niente è più lento di oltre il %g %%\n",
                       "%s: nothing is slower by more than %g %%\n"),
                path, percent);
    return slower;
}

// The history with this run at its end. False after complaining.
static bool add_run(const cli *c, const char *path, vg_text *text, const vg_bench_row *rows,
                    int count)
{
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (text->len && text->at[text->len - 1] != '\n') vg_text_char(text, '\n');
    vg_json j = vg_json_to(text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "when", when);
    vg_json_put_string(&j, "version", VG_VERSION);
    vg_json_key(&j, "rows");
    put_rows(rows, count, &j);
    vg_json_close(&j, '}');
    vg_text_char(text, '\n');
    return cli_write(c, path, text->at, text->len, false);
}

// ---- the command -------------------------------------------------------------

typedef struct watch {
    cli_progress bar;
    int row, rows;
} watch;

static void show(void *with, double part)
{
    watch *w = with;
    cli_progress_show(&w->bar, (uint64_t)((w->row + part) * 1000), (uint64_t)w->rows * 1000);
}

typedef struct wish {
    double seconds, slower;
    const char *against;
    bool json;
} wish;

// A number of [min, max] out of an option's value. False after complaining.
static bool read_number(const cli *c, const char *option, const char *min, const char *max,
                        double *out)
{
    char *end;
    *out = strtod(c->value, &end);
    if (*c->value && !*end && *out >= strtod(min, NULL) && *out <= strtod(max, NULL)) return true;
    cli_complain(c, "%s vuole un numero da %s a %s, non \"%s\"",
                 "%s wants a number from %s to %s, not \"%s\"", option, min, max, c->value);
    return false;
}

// Every game, or those named; each with its fewest and its most seats. Gives how many; -1 after
// complaining.
static int line_up(const cli *c, vg_bench_row rows[MAX_ROWS])
{
    int count = 0, named = cli_operand_count(c);
    for (int i = 0; named ? i < named : vg_games[i] != NULL; i++) {
        const vg_game *game = named ? cli_game(c, cli_operand(c, i)) : vg_games[i];
        if (!game || count + 2 > MAX_ROWS) return -1;
        rows[count++] = (vg_bench_row){.game = game, .seats = game->min_seats};
        if (game->max_seats > game->min_seats)
            rows[count++] = (vg_bench_row){.game = game, .seats = game->max_seats};
    }
    return count;
}

static bool measure(const cli *c, vg_bench_row *rows, int count, double seconds)
{
    watch w = {.bar = cli_progress_start(c), .rows = count};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        const vg_game *game = rows[i].game;
        int seats = rows[i].seats;
        w.row = i;
        good = vg_bench_run(game, seats, seconds, bare_for(game, seats), c->lang, &rows[i], &why,
                            show, &w) == VG_OK;
        if (good) continue;
        cli_progress_end(&w.bar);
        cli_complain(c, "%s", "%s", buffer);
    }
    if (good) cli_progress_end(&w.bar);
    return good;
}

static void print(const cli *c, const vg_bench_row *rows, int count, bool json)
{
    if (!json) {
        print_lines(c, rows, count);
        return;
    }
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    put_rows(rows, count, &j);
    cli_put(&text);
}

static int run(cli *c)
{
    wish want = {.seconds = 2, .slower = 20};
    bool good = true;
    for (int id; (id = cli_next(c)) != 0 && good;) {
        if (id == ID_JSON) want.json = true;
        if (id == ID_AGAINST) want.against = c->value;
        if (id == ID_SECONDS) good = read_number(c, "--seconds", "0.1", "3600", &want.seconds);
        if (id == ID_SLOWER) good = read_number(c, "--slower", "1", "1000", &want.slower);
    }
    if (!good) return CLI_WRONG;
    if (c->done) return c->status;
    static vg_bench_row rows[MAX_ROWS];
    static past before;
    vg_text history = vg_text_heap();
    int count = line_up(c, rows), status = CLI_WRONG;
    if (count < 0) return CLI_WRONG;
    if (want.against) {
        good = cli_can_write(c, want.against);
        if (good && access(want.against, F_OK) == 0)
            good = cli_read(c, want.against, MAX_HISTORY, &history) &&
                   read_history(c, want.against, &history, rows, count, &before);
    }
    if (good) {
        status = CLI_NO;
        if (measure(c, rows, count, want.seconds)) {
            print(c, rows, count, want.json);
            int slower =
                want.against ? compare(c, want.against, rows, count, &before, want.slower) : 0;
            bool kept = !want.against || add_run(c, want.against, &history, rows, count);
            if (slower == 0 && kept) status = CLI_OK;
        }
    }
    vg_text_release(&history);
    return status;
}

const cli_command cli_bench = {
    .name = "bench",
    .usage = "[GAME]... [--seconds S] [--against FILE] [--json]",
    .what = VG_WORDS("Misura la velocità di regole e bot", "Measures the speed of rules and bots"),
    .more =
        VG_WORDS("Per ogni gioco, con il minimo e il massimo dei posti: tempo di processore, "
                 "mediane. Quest for Legend si confronta con lo stesso gioco scritto in C senza "
                 "motore, il ciclo nudo, a turni nella stessa misura. \"leggi\" è una posizione "
                 "verificata: invarianti, e per ogni posto vista, mondo possibile e confronto.",
                 "For each game, with its fewest and its most seats: processor time, medians. "
                 "Quest for Legend is compared with the same game written in C without the "
                 "engine, the bare loop, turn by turn in the same run. \"laws\" is one position "
                 "checked: invariants, and for each seat view, guessed world and comparison."),
    .example = "veglia bench quest --seconds 5 --against bench.jsonl",
    .options = options,
    .option_count = 4,
    .run = run,
};
