// review.c: `veglia review`: what each choice of a record cost, what was luck, and why.
#include "review/review.h"

#include "bots/day.h"
#include "cli/session.h"

#include <stdlib.h>

enum { ID_SEAT = 1, ID_GAME, ID_JSON, ID_QUICK, ID_DEEP };

static void print(const cli *c, const vg_review *review, bool json)
{
    vg_text text = vg_text_heap();
    if (json) {
        vg_json j = vg_json_to(&text);
        vg_review_json(review, c->lang, &j);
        cli_put(&text);
        return;
    }
    vg_review_lines(review, c->lang, &text);
    cli_put_lines(&text);
}

// Of a day's deal: the line to show around, with the accuracy that is known now.
static void say_share(const cli *c, const vg_table *table, const vg_review *review)
{
    vg_day_result result;
    vg_text share = vg_text_heap(), why = vg_text_heap();
    vg_sheet person = vg_review_sheet(review, VG_DAY_SEAT);
    if (person.choices && vg_day_of(table) && vg_table_over(table) &&
        vg_day_check(table, c->lang, &result, &why) == VG_OK) {
        result.choices = person.choices;
        result.sound = person.verdicts[VG_SOUND];
        vg_day_share(table, &result, c->lang, &share);
        cli_say(c, "\n%s\n", "\n%s\n", share.at);
    }
    vg_text_release(&share);
    vg_text_release(&why);
}

// What is asked about each record.
typedef struct wish {
    const char *seat, *game;
    vg_effort effort;
} wish;

// Reviews a table's game; NULL after complaining.
static vg_review *work(const cli *c, const vg_table *table, const wish *w)
{
    int seats = vg_table_setup(table)->seats, one = -1;
    uint64_t number = (uint64_t)vg_table_game_number(table);
    if (w->seat && !cli_seat(c, "--seat", w->seat, seats, &one)) return NULL;
    if (w->game && !cli_number(c, "--game", w->game, 1, number, &number)) return NULL;
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    unsigned who = one >= 0 ? 1u << one : (1u << seats) - 1;
    vg_review *review = vg_review_of(table, (int)number, (uint16_t)who, w->effort, c->lang, &why);
    if (!review) {
        cli_complain(c, "%s", "%s", buffer);
        return NULL;
    }
    cli_progress progress = cli_progress_start(c);
    while (vg_review_work(review)) {
        uint64_t done, total;
        vg_review_progress(review, &done, &total);
        cli_progress_show(&progress, done, total);
    }
    cli_progress_end(&progress);
    return review;
}

static void print_many(const cli *c, const vg_many *many, bool json)
{
    vg_text text = vg_text_heap();
    if (json) {
        vg_json j = vg_json_to(&text);
        vg_many_json(many, &j);
        cli_put(&text);
        return;
    }
    vg_many_lines(many, c->lang, &text);
    cli_put_lines(&text);
}

static int review_all(const cli *c, const wish *w, bool json)
{
    int count = cli_operand_count(c) > 1 ? cli_operand_count(c) : 1, status = CLI_OK;
    vg_many *many = calloc(1, sizeof *many);
    if (!many) return CLI_NO;
    for (int i = 0; i < count && status == CLI_OK; i++) {
        vg_table *table = cli_load(c, i, NULL);
        vg_review *review = table ? work(c, table, w) : NULL;
        if (!review) status = CLI_WRONG;
        if (review && count > 1) vg_many_add(many, review, c->lang);
        if (review && count == 1) {
            print(c, review, json);
            if (!json) say_share(c, table, review);
        }
        vg_review_free(review);
        vg_table_free(table);
    }
    if (status == CLI_OK && count > 1) print_many(c, many, json);
    free(many);
    return status;
}

static int run_review(cli *c)
{
    wish w = {.effort = VG_EFFORT_NORMAL};
    bool json = false, quick = false, deep = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_SEAT) w.seat = c->value;
        if (id == ID_GAME) w.game = c->value;
        if (id == ID_JSON) json = true;
        if (id == ID_QUICK) quick = true;
        if (id == ID_DEEP) deep = true;
    }
    if (c->done) return c->status;
    if (quick && deep) {
        cli_complain(c, "--quick e --deep non vanno insieme",
                     "--quick and --deep do not go together");
        return CLI_WRONG;
    }
    if (quick) w.effort = VG_EFFORT_QUICK;
    if (deep) w.effort = VG_EFFORT_DEEP;
    return review_all(c, &w, json);
}

static const cli_option review_options[] = {
    {ID_SEAT, "seat", "N",
     VG_WORDS("solo le scelte del posto N, da 1 (senza: di tutti)",
              "the choices of seat N alone, from 1 (default: of all)")},
    {ID_GAME, "game", "N",
     VG_WORDS("la partita N del verbale (senza: l'ultima)",
              "game N of the record (default: the last)")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
    {ID_QUICK, "quick", NULL,
     VG_WORDS("pensa meno: più presto, meno sicuro", "thinks less: sooner, less sure")},
    {ID_DEEP, "deep", NULL,
     VG_WORDS("pensa molto di più: più sicuro, con calma", "thinks much longer: surer, in time")},
};

const cli_command cli_review = {
    .name = "review",
    .usage = "RECORD... [--seat N] [--game N] [--quick|--deep] [--json]",
    .what = VG_WORDS("Rivede una partita: quanto costò ogni scelta, la fortuna, il perché",
                     "Reviews a game: what each choice cost, what was luck, and why"),
    .more = VG_WORDS(
        "Ogni scelta è giudicata per quello che il posto poteva sapere; la fortuna, a "
        "carte scoperte. Di più verbali dice insieme, gioco per gioco, precisione, fortuna e "
        "dove si sbaglia di più. \"-\" come verbale legge dall'ingresso.",
        "Each choice is judged by what its seat could know; luck, with all cards open. "
        "Of several records it says together, game by game, accuracy, luck and where it goes "
        "wrong most. \"-\" as record reads from input."),
    .example = "veglia review partita.veglia --seat 1",
    .options = review_options,
    .option_count = sizeof review_options / sizeof review_options[0],
    .run = run_review,
};
