// table_json.c: the table as JSON for front ends, each seeing what it may.
#include "engine/table.h"

#include "engine/table_parts.h"

#include <string.h>

// Everything is shown of a game only when it is over: until then its viewer is a watcher.
static int viewer_of(const vg_table *t, int viewer, int game)
{
    if (viewer == VG_EVERYTHING && (game < t->number || vg_table_over(t))) return VG_EVERYTHING;
    return viewer >= 0 && viewer < t->setup.seats ? viewer : VG_WATCHER;
}

static void put_ask(vg_json *out, const vg_game *game, vg_ask ask)
{
    vg_json_put_open(out, "ask", '{');
    if (ask.actor >= 0) {
        vg_json_put_int(out, "actor", ask.actor);
    } else {
        vg_json_put_string(out, "actor", ask.actor == VG_CHANCE ? "chance" : NULL);
    }
    vg_json_put_string(out, "kind", game->asks[ask.kind].name);
    vg_json_put_open(out, "also", '[');
    for (int p = 0; p < VG_MAX_SEATS; p++)
        if (ask.also >> p & 1) vg_json_int(out, p);
    vg_json_close(out, ']');
    vg_json_put_bool(out, "window", ask.window);
    vg_json_close(out, '}');
}

static void put_moves(vg_json *out, const vg_table *t, const void *view, const vg_voice *voice)
{
    vg_move list[VG_MAX_LEGAL];
    int count = voice->reader >= 0 ? vg_table_legal(t, voice->reader, list) : 0;
    vg_json_put_open(out, "moves", '[');
    for (int i = 0; i < count; i++) {
        char move[VG_MAX_MOVE_TEXT], label[256];
        vg_text text = VG_TEXT(move), words = VG_TEXT(label);
        vg_move_text(t->plan.game, view, list[i], &text);
        vg_move_label(t->plan.game, view, list[i], voice, &words);
        vg_json_open(out, '{');
        vg_json_put_string(out, "move", move);
        vg_json_put_string(out, "label", label);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void put_score(vg_json *out, const vg_table *t, const void *view, const vg_voice *voice)
{
    vg_score score;
    vg_table_score(t, &score);
    vg_json_put_open(out, "score", '{');
    vg_json_put_open(out, "points", '[');
    for (int p = 0; p < t->setup.seats; p++) vg_json_int(out, score.points[p]);
    vg_json_close(out, ']');
    vg_json_put_open(out, "rank", '[');
    for (int p = 0; p < t->setup.seats; p++) vg_json_int(out, score.rank[p]);
    vg_json_close(out, ']');
    vg_json_put_open(out, "lines", '[');
    for (int i = 0; i < score.line_count; i++) {
        char buffer[256];
        vg_text text = VG_TEXT(buffer);
        vg_score_text(t->plan.game, view, &score.line[i], voice, &text);
        vg_json_open(out, '{');
        vg_json_put_int(out, "seat", score.line[i].seat);
        vg_json_put_int(out, "points", score.line[i].points);
        vg_json_put_string(out, "text", buffer);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void put_match(vg_json *out, const vg_table *t)
{
    int32_t points[VG_MAX_SEATS];
    uint8_t rank[VG_MAX_SEATS];
    vg_table_match_score(t, points, rank);
    vg_json_put_open(out, "match", '{');
    vg_json_put_open(out, "points", '[');
    for (int p = 0; p < t->setup.seats; p++) vg_json_int(out, points[p]);
    vg_json_close(out, ']');
    vg_json_put_open(out, "rank", '[');
    for (int p = 0; p < t->setup.seats; p++) vg_json_int(out, rank[p]);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void vg_table_json(vg_table *t, int viewer, vg_lang lang, vg_json *out)
{
    const vg_game *game = t->plan.game;
    viewer = viewer_of(t, viewer, t->number);
    const void *view = viewer == VG_EVERYTHING ? t->state : vg_table_view(t, viewer);
    vg_voice voice = vg_table_voice(t, viewer, lang);
    vg_ask ask = game->ask(view);
    int first = game->first(view);
    bool over = ask.actor == VG_NOBODY;
    char buffer[512], hex[2 * VG_SHA256_BYTES + 1];
    vg_text prompt = VG_TEXT(buffer);

    vg_json_open(out, '{');
    vg_json_put_string(out, "game", game->id);
    vg_json_put_string(out, "edition", game->editions[t->setup.edition]);
    vg_json_put_int(out, "seats", t->setup.seats);
    vg_json_put_open(out, "names", '[');
    for (int p = 0; p < t->setup.seats; p++) vg_json_string(out, vg_table_seat_name(t, p));
    vg_json_close(out, ']');
    vg_json_key(out, "you");
    if (viewer >= 0)
        vg_json_int(out, viewer);
    else
        vg_json_null(out);
    vg_json_put_int(out, "number", t->number);
    vg_json_put_int(out, "games", t->plan.games);
    vg_json_put_bool(out, "over", over);
    vg_json_put_bool(out, "match_over", vg_table_match_over(t));
    vg_json_key(out, "first");
    if (first >= 0)
        vg_json_int(out, first);
    else
        vg_json_null(out);
    put_ask(out, game, ask);
    vg_prompt(game, view, &voice, &prompt);
    vg_json_put_string(out, "prompt", buffer);
    vg_json_put_string(out, "rule", game->asks[ask.kind].rule);
    put_moves(out, t, view, &voice);
    vg_json_put_int(out, "undo", viewer >= 0 ? vg_table_undo_depth(t, viewer) : 0);
    vg_json_key(out, "view");
    vg_print(game, view, &voice, out);
    if (over) put_score(out, t, view, &voice);
    if (t->plan.games > 1) put_match(out, t);
    vg_hex(t->commitment, VG_SHA256_BYTES, hex);
    vg_json_put_string(out, "commit", t->has_commitment ? hex : NULL);
    vg_json_put_int(out, "log_count", t->log_count);
    vg_json_close(out, '}');
}

static void put_head(vg_json *out, int entry, int game, const char *type, int seat,
                     const char *text)
{
    vg_json_open(out, '{');
    vg_json_put_int(out, "entry", entry);
    vg_json_put_int(out, "game", game);
    vg_json_put_string(out, "type", type);
    vg_json_key(out, "seat");
    if (seat >= 0)
        vg_json_int(out, seat);
    else
        vg_json_null(out);
    vg_json_put_string(out, "text", text);
}

void vg_table_events_json(vg_table *t, int viewer, vg_lang lang, int first, vg_json *out)
{
    const vg_game *game = t->plan.game;
    const void *view = vg_table_view(t, viewer); // for edition and seats only
    vg_json_open(out, '[');
    for (int i = first < 0 ? 0 : first; i < t->log_count; i++) {
        const vg_entry *e = &t->log[i];
        int reader = viewer_of(t, viewer, e->game);
        vg_voice voice = vg_table_voice(t, reader, lang);
        for (int k = 0; k < e->event_count; k++) {
            const vg_event *event = &t->event[e->event_first + k];
            if (!vg_event_visible(event, reader)) continue;
            char buffer[512];
            vg_text text = VG_TEXT(buffer);
            vg_event_text(game, view, event, &voice, &text);
            put_head(out, i, e->game, game->events[event->kind], event->seat, buffer);
            vg_event_args(game, view, event, out);
            if (e->seat == VG_CHANCE)
                vg_json_put_string(out, "by", "chance");
            else if (t->link[e->link].by)
                vg_json_put_string(out, "by", vg_by_name((vg_by)t->link[e->link].by));
            vg_json_close(out, '}');
        }
        if (!e->narration) continue;
        put_head(out, i, e->game, "narration", e->seat, e->narration);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

void vg_table_put_why(vg_table *t, int seat, const char *words, vg_lang lang, vg_json *out)
{
    char reason[512], id[16];
    vg_text why = VG_TEXT(reason), rule = VG_TEXT(id);
    if (!vg_table_why(t, seat, words, lang, &why, &rule))
        vg_text_add(&rule, t->plan.game->asks[vg_table_ask(t).kind].rule);
    vg_json_put_string(out, "why", reason);
    vg_json_put_string(out, "rule", id);
}

// The same table with the hands of the clock turned back.
typedef struct turned {
    _Alignas(8) uint8_t state[VG_MAX_STATE];
    void *now;
    int log_count, undo_count;
} turned;

static bool turn_back(vg_table *t, vg_lang lang, int count, turned *back)
{
    const vg_game *game = t->plan.game;
    int at = count < t->log_count ? count : t->log_count;
    // What chance did next is part of the same moment: nobody was asked in between.
    while (at > t->log_first && at < t->log_count && t->log[at].seat == VG_CHANCE) at--;
    if (at < t->log_first || (at < t->log_count && t->log[at].seat == VG_CHANCE)) return false;

    vg_text none = {0};
    if (game->setup(back->state, &t->setup, lang, &none) != VG_OK) return false;
    for (int i = t->log_first; i < at; i++)
        game->apply(back->state, t->log[i].seat, t->log[i].move, NULL);
    back->now = t->state;
    back->log_count = t->log_count;
    back->undo_count = t->undo_count;
    t->state = (void *)back->state;
    t->log_count = at;
    t->undo_count = 0;
    return true;
}

static void turn_on(vg_table *t, const turned *back)
{
    t->state = back->now;
    t->log_count = back->log_count;
    t->undo_count = back->undo_count;
}

bool vg_table_past_json(vg_table *t, int viewer, vg_lang lang, int count, vg_json *out)
{
    turned back;
    if (!turn_back(t, lang, count, &back)) return false;
    vg_table_json(t, viewer, lang, out);
    turn_on(t, &back);
    return true;
}

bool vg_table_lines(vg_table *t, int viewer, vg_lang lang, int count, int width, vg_text *out)
{
    turned back;
    if (count != VG_NOW && !turn_back(t, lang, count, &back)) return false;
    viewer = viewer_of(t, viewer, t->number);
    vg_voice voice = vg_table_voice(t, viewer, lang);
    voice.width = width;
    t->plan.game->show(viewer == VG_EVERYTHING ? t->state : vg_table_view(t, viewer), &voice, out);
    if (count != VG_NOW) turn_on(t, &back);
    return true;
}
