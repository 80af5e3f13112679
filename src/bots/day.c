// day.c: the deal of the day, and whether a record of it is true.
#include "bots/day.h"

#include <stdlib.h>
#include <string.h>

const char vg_day_bot[] = "greedy";

// ---- dates -------------------------------------------------------------------------

static int month_days(int year, int month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

bool vg_day_read(const char *text, uint32_t *out)
{
    uint32_t n = 0;
    for (int i = 0; i < 10; i++) {
        if (i == 4 || i == 7) {
            if (text[i] != '-') return false;
        } else {
            if (text[i] < '0' || text[i] > '9') return false;
            n = n * 10 + (uint32_t)(text[i] - '0');
        }
    }
    int year = (int)(n / 10000), month = (int)(n / 100 % 100), day = (int)(n % 100);
    if (text[10] || year < 2026 || year > 2199 || month < 1 || month > 12) return false;
    if (day < 1 || day > month_days(year, month)) return false;
    *out = n;
    return true;
}

void vg_day_text(uint32_t day, vg_text *out)
{
    vg_text_printf(out, "%04u-%02u-%02u", (unsigned)(day / 10000), (unsigned)(day / 100 % 100),
                   (unsigned)(day % 100));
}

// ---- the table ---------------------------------------------------------------------

void vg_day_plan(const vg_game *game, uint32_t day, vg_lang lang, vg_table_plan *out)
{
    *out = (vg_table_plan){
        .game = game, .games = 1, .dice = VG_DICE_SEED, .seed = day, .shared = true, .lang = lang};
    vg_setup_normal(game, vg_seats_normal(game), &out->setup);
}

uint32_t vg_day_of(const vg_table *table)
{
    const vg_table_plan *is = vg_table_plan_of(table);
    char text[16];
    vg_text date = VG_TEXT(text);
    uint32_t day = (uint32_t)is->seed;
    vg_table_plan due;
    vg_day_text(day, &date);
    if (is->dice != VG_DICE_SEED || is->seed != day || !vg_day_read(text, &day)) return 0;
    vg_day_plan(is->game, day, is->lang, &due);
    if (is->games != due.games || is->shared != due.shared || is->setup.seats != due.setup.seats ||
        is->setup.edition != due.setup.edition || is->setup.first != due.setup.first ||
        memcmp(is->setup.option, due.setup.option, sizeof due.setup.option) != 0)
        return 0;
    for (int p = 0; p < due.setup.seats; p++)
        if (strcmp(vg_table_seat_bot(table, p), p == VG_DAY_SEAT ? "" : vg_day_bot) != 0) return 0;
    return day;
}

void vg_bot_luck(const vg_table *table, int seat, int log_count, vg_rng *out)
{
    static const char domain[] = "veglia bots 1\n";
    vg_sha256 sha;
    uint8_t digest[VG_SHA256_BYTES];
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, domain, sizeof domain - 1);
    vg_sha256_feed(&sha, vg_table_plan_of(table)->secret, VG_SECRET);
    vg_sha256_done(&sha, digest);
    uint64_t seed = 0;
    for (int i = 0; i < 8; i++) seed = seed << 8 | digest[i];
    vg_rng_seed(out, seed + (uint64_t)(seat + 1) * 0x9e3779b97f4a7c15u, (uint64_t)log_count);
}

// ---- checking ----------------------------------------------------------------------

typedef struct again {
    const vg_table *table;
    const vg_game *game;
    vg_mind *mind;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
} again;

// What the bot at `seat` does after so many entries; 0: it rather waits, or has nothing to do.
static vg_move choose(again *a, int seat, int entries)
{
    vg_move list[VG_MAX_LEGAL];
    vg_game_view(a->game, a->state, seat, a->view);
    int count = a->game->legal(a->view, seat, list);
    if (count == 0) return 0;
    vg_rng rng;
    vg_bot_luck(a->table, seat, entries, &rng);
    return vg_mind_choose(a->mind, a->game, a->view, seat, list, count, &rng);
}

// Would the bot at `seat` make this move now? Those that may step in, in whatever order, are asked
// before the one whose turn it is.
static bool would(again *a, int seat, vg_move m, int entries)
{
    vg_ask ask = a->game->ask(a->state);
    bool steps_in = ask.also >> seat & 1;
    if (!steps_in && seat != ask.actor) return false;
    if (choose(a, seat, entries) != m) return false;
    for (int p = 0; p < VG_MAX_SEATS && !steps_in; p++)
        if (ask.also >> p & 1 && p != VG_DAY_SEAT && choose(a, p, entries)) return false;
    return true;
}

static vg_err made_up(const again *a, int entry, vg_lang lang, vg_text *why)
{
    vg_log_entry e;
    vg_table_log(a->table, entry, &e);
    vg_text_printf(why,
                   lang == VG_IT ? "mossa %d: il bot del posto %d non gioca \"%s\""
                                 : "move %d: the bot in seat %d does not play \"%s\"",
                   entry + 1, e.seat + 1, e.text);
    return VG_ERR_RECORD;
}

static vg_err check_bots(again *a, vg_lang lang, vg_day_result *out, vg_text *why)
{
    vg_text quiet = {0};
    if (a->game->setup(a->state, vg_table_setup(a->table), lang, &quiet) != VG_OK)
        return VG_ERR_SETUP;
    int count = vg_table_log_count(a->table);
    for (int i = 0; i < count; i++) {
        vg_log_entry e;
        vg_table_log(a->table, i, &e);
        if (e.by != VG_BY_SELF) return made_up(a, i, lang, why);
        if (e.seat == VG_DAY_SEAT)
            out->decisions++; // whenever the rules let the person move
        else if (e.seat >= 0 && !would(a, e.seat, e.move, i))
            return made_up(a, i, lang, why);
        a->game->apply(a->state, e.seat, e.move, NULL);
    }
    return VG_OK;
}

vg_err vg_day_check(const vg_table *table, vg_lang lang, vg_day_result *out, vg_text *why)
{
    vg_bot bot;
    vg_score score;
    vg_text quiet = {0};
    *out = (vg_day_result){.seats = vg_table_setup(table)->seats};
    if (!vg_day_of(table)) {
        vg_text_add(why,
                    lang == VG_IT ? "non è una mano del giorno" : "this is not the deal of a day");
        return VG_ERR_RECORD;
    }
    if (!vg_table_over(table)) {
        vg_text_add(why, lang == VG_IT ? "la partita non è finita" : "the game is not finished");
        return VG_ERR_RECORD;
    }
    vg_err err = vg_table_verify(table, lang, why);
    if (err) return err;
    vg_table_score(table, &score);
    memcpy(out->points, score.points, sizeof out->points);
    memcpy(out->rank, score.rank, sizeof out->rank);
    (void)vg_table_head(table, out->head);
    again *a = malloc(sizeof *a);
    if (a) *a = (again){.table = table, .game = vg_table_game(table)};
    if (a && vg_bot_parse(vg_day_bot, lang, &bot, &quiet) == VG_OK) a->mind = vg_mind_new(&bot);
    err = a && a->mind ? check_bots(a, lang, out, why) : VG_ERR_SYSTEM;
    if (a) vg_mind_free(a->mind);
    free(a);
    return err;
}

void vg_day_share(const vg_table *table, const vg_day_result *result, vg_lang lang, vg_text *out)
{
    char buffer[16];
    vg_text date = VG_TEXT(buffer);
    int points = result->points[VG_DAY_SEAT], rank = result->rank[VG_DAY_SEAT];
    static const char *const nth[] = {"", "1st", "2nd", "3rd"};
    vg_day_text(vg_day_of(table), &date);
    vg_text_printf(out,
                   lang == VG_IT ? "Veglia, la mano del %s. %s: " : "Veglia, the deal of %s. %s: ",
                   buffer, vg_table_game(table)->name);
    if (lang == VG_IT)
        vg_text_printf(out, "%dº su %d, %d %s", rank, result->seats, points,
                       points == 1 ? "punto" : "punti");
    else if (rank < 4)
        vg_text_printf(out, "%s of %d, %d %s", nth[rank], result->seats, points,
                       points == 1 ? "point" : "points");
    else
        vg_text_printf(out, "%dth of %d, %d %s", rank, result->seats, points,
                       points == 1 ? "point" : "points");
    if (result->choices)
        vg_text_printf(out, lang == VG_IT ? ", precisione %d %%" : ", accuracy %d %%",
                       (200 * result->sound + result->choices) / (2 * result->choices));
}

void vg_day_put(const vg_table *table, const vg_day_result *result, vg_lang lang, vg_json *out)
{
    char buffer[160];
    vg_text share = VG_TEXT(buffer);
    vg_day_share(table, result, lang, &share);
    vg_json_open(out, '{');
    vg_json_put_open(out, "points", '[');
    for (int p = 0; p < result->seats; p++) vg_json_int(out, result->points[p]);
    vg_json_close(out, ']');
    vg_json_put_open(out, "rank", '[');
    for (int p = 0; p < result->seats; p++) vg_json_int(out, result->rank[p]);
    vg_json_close(out, ']');
    vg_json_put_int(out, "decisions", result->decisions);
    vg_json_put_string(out, "share", buffer);
    vg_json_close(out, '}');
}
