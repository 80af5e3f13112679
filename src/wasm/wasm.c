// wasm.c: the table for the browser, one thin function for each thing a page can ask.
//
// A page that plays without a server is its own host: it holds the table, as a
// server would, and shows each viewer what vg_table_json gives for that viewer.
// Texts go in and out as answer.h says.
// Functions that can fail return 0 when all went well, otherwise a vg_err with
// the reason, for people, in the result.
#include "base/json.h"
#include "bots/bot.h"
#include "bots/advise.h"
#include "bots/contrast.h"
#include "bots/day.h"
#include "engine/table.h"
#include "wasm/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Lines of scenarios, which alone are read so, never come to a page: it need not fetch the reader.
int sscanf(const char *text, const char *format, ...)
{
    (void)text;
    (void)format;
    return 0;
}

enum { HINT_MILLIS = 4000, WHY_WORLDS = 60 };

static int refuse(vg_err err, vg_lang lang)
{
    if (err && wasm_answer.len == 0) vg_text_add(&wasm_answer, vg_err_text(err, lang));
    return (int)err;
}

// ---- the games ----------------------------------------------------------------

// Every game: a list of what vg_game_put writes.
void EXPORT(games)(void);
void vg_wasm_games(void)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_json_open(&j, '[');
    for (const vg_game *const *game = vg_games; *game; game++) vg_game_put(*game, &j);
    vg_json_close(&j, ']');
}

// The ladder of bots: [{name, it, en}], the strongest last.
void EXPORT(levels)(void);
void vg_wasm_levels(void)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_json_open(&j, '[');
    for (const vg_bot_name *b = vg_bot_names; b->bot.level; b++) {
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "name", b->name);
        vg_json_put_string(&j, "it", b->what.in[VG_IT]);
        vg_json_put_string(&j, "en", b->what.in[VG_EN]);
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
}

// Every card and piece; "" as edition is the normal one.
int EXPORT(catalog)(const char *id, const char *edition, vg_lang lang);
int vg_wasm_catalog(const char *id, const char *edition, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    const vg_game *game = vg_game_find(id);
    int e = !game ? -1 : *edition ? vg_edition_find(game, edition) : 0;
    if (e < 0) return refuse(VG_ERR_SETUP, lang);
    vg_catalog(game, e, lang, &j);
    return VG_OK;
}

// ---- a table ------------------------------------------------------------------

// A table ready to deal, or NULL. `options` are "key=value" words, edition=SLUG and first=SEAT
// among them; `secret` is VG_SECRET bytes that nobody else knows.
vg_table *EXPORT(open)(const char *id, int seats, int games, const char *options,
                       const uint8_t *secret, vg_lang lang);
vg_table *vg_wasm_open(const char *id, int seats, int games, const char *options,
                       const uint8_t *secret, vg_lang lang)
{
    vg_text *why = wasm_fresh();
    vg_table_plan plan = {
        .game = vg_game_find(id), .games = (uint8_t)games, .dice = VG_DICE_SECRET, .lang = lang};
    memcpy(plan.secret, secret, VG_SECRET);
    if (!plan.game || seats < plan.game->min_seats || seats > plan.game->max_seats) {
        refuse(VG_ERR_SETUP, lang);
        return NULL;
    }
    vg_setup_normal(plan.game, seats, &plan.setup);
    for (size_t n; *options; options += n + (options[n] == ' ')) {
        char word[80];
        vg_text one = VG_TEXT(word);
        n = strcspn(options, " ");
        vg_text_bytes(&one, options, n);
        int edition = strncmp(word, "edition=", 8) == 0 ? vg_edition_find(plan.game, word + 8) : -1;
        if (edition >= 0) {
            plan.setup.edition = (uint8_t)edition;
        } else if (strncmp(word, "first=", 6) == 0) {
            plan.setup.first = (int8_t)atoi(word + 6);
        } else if (n && vg_setup_option(plan.game, &plan.setup, word, lang, why) != VG_OK) {
            return NULL;
        }
    }
    return vg_table_new(&plan, why);
}

// The table of a day's deal ("2026-11-17"), bots seated, ready to be dealt; NULL with the reason.
vg_table *EXPORT(day)(const char *id, const char *date, vg_lang lang);
vg_table *vg_wasm_day(const char *id, const char *date, vg_lang lang)
{
    vg_text *why = wasm_fresh();
    const vg_game *game = vg_game_find(id);
    vg_table_plan plan;
    uint32_t day = 0;
    if (!game || !vg_day_read(date, &day)) {
        refuse(VG_ERR_SETUP, lang);
        return NULL;
    }
    vg_day_plan(game, day, lang, &plan);
    vg_table *table = vg_table_new(&plan, why);
    for (int p = 0; table && p < plan.setup.seats; p++)
        if (p != VG_DAY_SEAT) (void)refuse(vg_table_bot(table, p, vg_day_bot), lang);
    return table;
}

// How a finished game of a day's deal went, if all of it is true: {points, rank, decisions, share}.
// How many of the person's choices a review found sound; of 0, if there was none.
int EXPORT(day_check)(vg_table *table, int sound, int choices, vg_lang lang);
int vg_wasm_day_check(vg_table *table, int sound, int choices, vg_lang lang)
{
    vg_text *out = wasm_fresh();
    vg_day_result result;
    vg_err err = vg_day_check(table, lang, &result, out);
    if (err) return refuse(err, lang);
    result.sound = sound;
    result.choices = choices;
    vg_json j = vg_json_to(out);
    vg_day_put(table, &result, lang, &j);
    return VG_OK;
}

// A table played again from its record; NULL with the reason if it is no good.
vg_table *EXPORT(load)(const char *record, vg_lang lang);
vg_table *vg_wasm_load(const char *record, vg_lang lang)
{
    return vg_table_load(record, strlen(record), lang, NULL, wasm_fresh());
}

void EXPORT(close)(vg_table *table);
void vg_wasm_close(vg_table *table) { vg_table_free(table); }

int EXPORT(name)(vg_table *table, int seat, const char *name, vg_lang lang);
int vg_wasm_name(vg_table *table, int seat, const char *name, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_name(table, seat, name), lang);
}

// A bot sits there, so that the record knows it.
int EXPORT(seat_bot)(vg_table *table, int seat, const char *spec, vg_lang lang);
int vg_wasm_seat_bot(vg_table *table, int seat, const char *spec, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_bot(table, seat, spec), lang);
}

// The salt of a person there: VG_SALT bytes.
int EXPORT(salt)(vg_table *table, int seat, const uint8_t *salt, vg_lang lang);
int vg_wasm_salt(vg_table *table, int seat, const uint8_t *salt, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_salt(table, seat, salt), lang);
}

void EXPORT(start)(vg_table *table);
void vg_wasm_start(vg_table *table) { vg_table_start(table); }

int EXPORT(play)(vg_table *table, int seat, const char *move, vg_lang lang);
int vg_wasm_play(vg_table *table, int seat, const char *move, vg_lang lang)
{
    return refuse(vg_table_play(table, seat, move, lang, wasm_fresh()), lang);
}

// Why `seat` can do nothing with what these words name: {why, rule}.
void EXPORT(why)(vg_table *table, int seat, const char *words, vg_lang lang);
void vg_wasm_why(vg_table *table, int seat, const char *words, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_json_open(&j, '{');
    vg_table_put_why(table, seat, words, lang, &j);
    vg_json_close(&j, '}');
}

int EXPORT(undo)(vg_table *table, int seat, vg_lang lang);
int vg_wasm_undo(vg_table *table, int seat, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_undo(table, seat), lang);
}

int EXPORT(next_game)(vg_table *table, vg_lang lang);
int vg_wasm_next_game(vg_table *table, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_next_game(table), lang);
}

int EXPORT(narrate)(vg_table *table, int seat, int entry, const char *text, vg_lang lang);
int vg_wasm_narrate(vg_table *table, int seat, int entry, const char *text, vg_lang lang)
{
    wasm_fresh();
    return refuse(vg_table_narrate(table, seat, entry, text), lang);
}

// ---- looking ------------------------------------------------------------------

// docs/record.md and table.h describe what these write.
void EXPORT(json)(vg_table *table, int viewer, vg_lang lang);
void vg_wasm_json(vg_table *table, int viewer, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_table_json(table, viewer, lang, &j);
}

void EXPORT(events)(vg_table *table, int viewer, vg_lang lang, int first);
void vg_wasm_events(vg_table *table, int viewer, vg_lang lang, int first)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_table_events_json(table, viewer, lang, first, &j);
}

// What `json` gave when the log had `count` entries, or "null" if that was before this game.
void EXPORT(past)(vg_table *table, int viewer, vg_lang lang, int count);
void vg_wasm_past(vg_table *table, int viewer, vg_lang lang, int count)
{
    vg_json j = vg_json_to(wasm_fresh());
    if (!vg_table_past_json(table, viewer, lang, count, &j)) vg_json_null(&j);
}

// The view with nothing hidden, for stepping through a game that is over elsewhere: its record,
// loaded only up to some move, is a game still in play here.
void EXPORT(everything)(vg_table *table, vg_lang lang);
void vg_wasm_everything(vg_table *table, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_voice voice = vg_table_voice(table, VG_EVERYTHING, lang);
    vg_print(vg_table_game(table), vg_table_state(table), &voice, &j);
}

void EXPORT(record)(vg_table *table, int with_secret);
void vg_wasm_record(vg_table *table, int with_secret)
{
    vg_table_record(table, with_secret != 0, wasm_fresh());
}

int EXPORT(verify)(vg_table *table, vg_lang lang);
int vg_wasm_verify(vg_table *table, vg_lang lang)
{
    return refuse(vg_table_verify(table, lang, wasm_fresh()), lang);
}

// ---- bots ---------------------------------------------------------------------

// Writes the move `spec` would play for `seat`; nothing if it would rather wait or has no move.
int EXPORT(bot)(vg_table *table, int seat, const char *spec, uint32_t seed, vg_lang lang);
int vg_wasm_bot(vg_table *table, int seat, const char *spec, uint32_t seed, vg_lang lang)
{
    vg_text *out = wasm_fresh();
    vg_bot bot;
    vg_err err = vg_bot_parse(spec, lang, &bot, out);
    if (err) return refuse(err, lang);
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(table, seat, list);
    if (count == 0) return VG_OK;
    vg_rng rng;
    if (vg_table_plan_of(table)->shared) // it is to be the same game everywhere
        vg_bot_luck(table, seat, vg_table_log_count(table), &rng);
    else
        vg_rng_seed(&rng, seed, (uint64_t)vg_table_log_count(table));
    vg_mind *mind = vg_mind_new(&bot);
    if (!mind) return refuse(VG_ERR_SYSTEM, lang);
    const vg_game *game = vg_table_game(table);
    const void *view = vg_table_view(table, seat);
    vg_move m = vg_mind_choose(mind, game, view, seat, list, count, &rng);
    if (m) vg_move_text(game, view, m, out);
    vg_mind_free(mind);
    return VG_OK;
}

// The move that was tried most and the next, those that are the same to the rules left out; -1:
// none.
static void best_two(const vg_game *game, const vg_move *list, int count,
                     const vg_search_info *info, int best[2])
{
    best[0] = best[1] = -1;
    for (int place = 0; place < 2; place++)
        for (int i = 0; i < count; i++) {
            int so_far = best[place];
            if (!info->visits[i] || (place && vg_same(game, list[i], list[best[0]]))) continue;
            if (so_far < 0 || info->visits[i] > info->visits[so_far] ||
                (info->visits[i] == info->visits[so_far] && info->value[i] > info->value[so_far]))
                best[place] = i;
        }
}

// "why": what speaks for the one against the other, as reviews say it.
static void put_why(vg_json *j, const vg_game *game, const void *view, vg_move good, vg_move poor,
                    const vg_voice *voice, vg_rng *rng)
{
    static const vg_words next = VG_WORDS("con la seconda migliore", "with the next best");
    vg_reason reason[VG_MAX_REASONS];
    int count = vg_contrast(game, view, voice->reader, good, poor, WHY_WORLDS, rng, reason);
    vg_json_put_open(j, "why", '[');
    for (int i = 0; i < count; i++) {
        char words[512];
        vg_text text = VG_TEXT(words);
        vg_reason_text(game, view, &reason[i], voice->reader, voice, &next, &text);
        vg_json_string(j, words);
    }
    vg_json_close(j, ']');
}

// What a strong bot thinks of each move of `seat`, from that seat's view alone:
// [{move, label, value, visits}], values in thousandths of a won game, in the order of the list;
// the best has its `why` too.
int EXPORT(hint)(vg_table *table, int seat, uint32_t seed, vg_lang lang);
int vg_wasm_hint(vg_table *table, int seat, uint32_t seed, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(table, seat, list);
    static vg_search_info info;
    info = (vg_search_info){0};
    const vg_game *game = vg_table_game(table);
    const void *view = vg_table_view(table, seat);
    vg_voice voice = vg_table_voice(table, seat, lang);
    vg_rng rng;
    vg_rng_seed(&rng, seed, 0);
    if (count && vg_table_ask(table).actor == seat &&
        !vg_advise(game, view, seat, list, count, HINT_MILLIS, &rng, &info))
        return refuse(VG_ERR_SYSTEM, lang);
    int best[2];
    best_two(game, list, count, &info, best);
    vg_json_open(&j, '[');
    for (int i = 0; i < count; i++) {
        char move[VG_MAX_MOVE_TEXT], label[256];
        vg_text text = VG_TEXT(move), words = VG_TEXT(label);
        vg_move_text(game, view, list[i], &text);
        vg_move_label(game, view, list[i], &voice, &words);
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "move", move);
        vg_json_put_string(&j, "label", label);
        vg_json_put_int(&j, "value", (int64_t)(info.value[i] * 1000));
        vg_json_put_int(&j, "visits", info.visits[i]);
        if (i == best[0] && best[1] >= 0)
            put_why(&j, game, view, list[i], list[best[1]], &voice, &rng);
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
    return VG_OK;
}
