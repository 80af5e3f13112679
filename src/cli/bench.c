// bench.c: `veglia bench`: how fast the rules are, and what the engine costs over a bare loop.
#include "lab/bench.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { ID_SECONDS = 1, ID_JSON };
enum { MAX_ROWS = 32 };

static const cli_option options[] = {
    {ID_SECONDS, "seconds", "S",
     VG_WORDS("quanto misurare ogni gioco e numero di posti (2)",
              "how long to measure each game and number of seats (2)")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

// Quest for Legend once more, without the engine: bench/quest_bare.c.
vg_bench_bare quest_bare_run;
enum { BARE_SEATS = 4 };

static vg_bench_bare *bare_for(const vg_game *game, int seats)
{
    return strcmp(game->id, "quest") == 0 && seats == BARE_SEATS ? quest_bare_run : NULL;
}

static void print_json(const vg_bench_row *rows, int count)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '[');
    for (const vg_bench_row *r = rows; r < rows + count; r++) {
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "game", r->game->id);
        vg_json_put_int(&j, "seats", r->seats);
        vg_json_put_int(&j, "state_bytes", (int64_t)r->game->state_size);
        vg_json_put_number(&j, "games_per_second", r->games_per_second, 1);
        vg_json_put_number(&j, "decisions_per_second", r->decisions_per_second, 0);
        vg_json_put_number(&j, "decisions_per_game", r->length, 2);
        vg_json_put_number(&j, "decision_ns", r->decision_ns, 2);
        vg_json_put_number(&j, "copy_ns", r->copy_ns, 2);
        vg_json_put_number(&j, "legal_ns", r->legal_ns, 2);
        vg_json_put_number(&j, "view_ns", r->view_ns, 2);
        vg_json_put_number(&j, "resample_ns", r->resample_ns, 2);
        vg_json_put_number(&j, "check_ns", r->check_ns, 2);
        vg_json_put_number(&j, "law_ns", r->law_ns, 2);
        if (r->bare_ns > 0) {
            vg_json_put_number(&j, "bare_ns", r->bare_ns, 2);
            vg_json_put_number(&j, "bare_ratio", r->bare_ratio, 3);
            vg_json_put_number(&j, "bare_decisions_per_game", r->bare_length, 2);
        }
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
    cli_put(&text);
}

static void print_lines(const cli *c, const vg_bench_row *rows, int count)
{
    cli_say(c, "Partite a caso su un processore; nanosecondi di processore, mediane.\n",
            "Random games on one core; nanoseconds of processor time, medians.\n");
    bool table = cli_width() >= 80; // on less, a row is a sentence
    if (table)
        cli_say(
            c, "gioco  posti partite/s  decis./s  ns/dec copia mosse  vista  mondo  leggi  byte\n",
            "game   seats   games/s   decis/s  ns/dec  copy legal   view  guess   laws bytes\n");
    for (const vg_bench_row *r = rows; r < rows + count; r++) {
        if (table)
            printf("%-6s %5d %9.0f %9.0f %7.1f %5.1f %5.1f %6.1f %6.1f %6.0f %5zu\n", r->game->id,
                   r->seats, r->games_per_second, r->decisions_per_second, r->decision_ns,
                   r->copy_ns, r->legal_ns, r->view_ns, r->resample_ns, r->law_ns,
                   r->game->state_size);
        else
            cli_say(c,
                    "%s, %d posti: %.0f partite/s, %.0f decisioni/s; ns: decisione %.1f, copia "
                    "%.1f, mosse %.1f, vista %.1f, mondo %.1f, leggi %.0f; %zu byte\n",
                    "%s, %d seats: %.0f games/s, %.0f decisions/s; ns: decision %.1f, copy %.1f, "
                    "legal %.1f, view %.1f, guess %.1f, laws %.0f; %zu bytes\n",
                    r->game->id, r->seats, r->games_per_second, r->decisions_per_second,
                    r->decision_ns, r->copy_ns, r->legal_ns, r->view_ns, r->resample_ns, r->law_ns,
                    r->game->state_size);
    }
    for (const vg_bench_row *r = rows; r < rows + count; r++)
        if (r->bare_ns > 0)
            cli_say(
                c,
                "%s, %d posti: %.1f ns a decisione, contro %.1f ns di un programma in C scritto "
                "solo per questo gioco: %.2f volte.\n",
                "%s, %d seats: %.1f ns a decision, against %.1f ns of a C program written for "
                "this game alone: %.2f times.\n",
                r->game->name, r->seats, r->decision_ns, r->bare_ns, r->bare_ratio);
}

typedef struct watch {
    cli_progress bar;
    int row, rows;
} watch;

static void show(void *with, double part)
{
    watch *w = with;
    cli_progress_show(&w->bar, (uint64_t)((w->row + part) * 1000), (uint64_t)w->rows * 1000);
}

static int run(cli *c)
{
    bool json = false;
    double seconds = 2;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_JSON) json = true;
        if (id != ID_SECONDS) continue;
        char *end;
        seconds = strtod(c->value, &end);
        if (*c->value && !*end && seconds >= 0.1 && seconds <= 3600) continue;
        cli_complain(c, "--seconds vuole un numero da 0.1 a 3600, non \"%s\"",
                     "--seconds wants a number from 0.1 to 3600, not \"%s\"", c->value);
        return CLI_WRONG;
    }
    if (c->done) return c->status;
    // Every game, or those named; each with its fewest and its most seats.
    struct {
        const vg_game *game;
        int seats;
    } todo[MAX_ROWS];
    vg_bench_row rows[MAX_ROWS];
    int count = 0, named = cli_operand_count(c);
    for (int i = 0; named ? i < named : vg_games[i] != NULL; i++) {
        const vg_game *game = named ? cli_game(c, cli_operand(c, i)) : vg_games[i];
        if (!game || count + 2 > MAX_ROWS) return CLI_WRONG;
        todo[count].game = todo[count + 1].game = game;
        todo[count++].seats = game->min_seats;
        if (game->max_seats > game->min_seats) todo[count++].seats = game->max_seats;
    }
    watch w = {.bar = cli_progress_start(c), .rows = count};
    for (int i = 0; i < count; i++) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        w.row = i;
        vg_bench_bare *bare = bare_for(todo[i].game, todo[i].seats);
        vg_err err = vg_bench_run(todo[i].game, todo[i].seats, seconds, bare, c->lang, &rows[i],
                                  &why, show, &w);
        if (!err) continue;
        cli_progress_end(&w.bar);
        cli_complain(c, "%s", "%s", buffer);
        return CLI_NO;
    }
    cli_progress_end(&w.bar);
    if (json)
        print_json(rows, count);
    else
        print_lines(c, rows, count);
    return CLI_OK;
}

const cli_command cli_bench = {
    .name = "bench",
    .usage = "[GAME]... [--seconds S] [--json]",
    .what = VG_WORDS("Misura la velocità delle regole", "Measures the speed of the rules"),
    .more = VG_WORDS("Per ogni gioco, con il minimo e il massimo dei posti. Quest for Legend si "
                     "confronta con lo stesso gioco scritto in C senza motore, a turni nella "
                     "stessa misura. \"leggi\" è una posizione verificata: invarianti, e per ogni "
                     "posto vista, mondo possibile e confronto.",
                     "For each game, with its fewest and its most seats. Quest for Legend is "
                     "compared with the same game written in C without the engine, turn by turn "
                     "in the same run. \"laws\" is one position checked: invariants, and for each "
                     "seat view, guessed world and comparison."),
    .example = "veglia bench quest --seconds 5 --json",
    .options = options,
    .option_count = 2,
    .run = run,
};
