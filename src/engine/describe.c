// describe.c: a game as JSON, for programs: what there is to choose, and all of its tables.
#include "engine/game.h"

// ---- to choose and set up ---------------------------------------------------------

static void put_strings(vg_json *out, const char *key, const char *const *list, int count)
{
    vg_json_put_open(out, key, '[');
    for (int i = 0; i < count; i++) vg_json_string(out, list[i]);
    vg_json_close(out, ']');
}

static void put_option(vg_json *out, const vg_option *o)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "key", o->key);
    vg_json_put_int(out, "min", o->min);
    vg_json_put_int(out, "max", o->max);
    vg_json_put_int(out, "normal", o->normal);
    if (o->names)
        put_strings(out, "names", o->names, o->max - o->min + 1);
    else
        vg_json_put_string(out, "names", NULL);
    vg_json_put_words(out, "what", &o->what);
    vg_json_put_string(out, "rule", o->rule);
    vg_json_close(out, '}');
}

static void put_preset(vg_json *out, const vg_preset *preset)
{
    int count = 0;
    while (preset->sets[count]) count++;
    vg_json_open(out, '{');
    vg_json_put_string(out, "key", preset->key);
    vg_json_put_words(out, "name", &preset->name);
    vg_json_put_words(out, "what", &preset->what);
    vg_json_put_string(out, "rule", preset->rule);
    put_strings(out, "sets", preset->sets, count);
    vg_json_close(out, '}');
}

void vg_game_put(const vg_game *game, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "id", game->id);
    vg_json_put_string(out, "name", game->name);
    vg_json_put_words(out, "tagline", &game->tagline);
    vg_json_put_int(out, "min", game->min_seats);
    vg_json_put_int(out, "max", game->max_seats);
    vg_json_put_int(out, "minutes", game->minutes);
    vg_json_put_int(out, "rules_version", game->rules_version);
    put_strings(out, "editions", game->editions, game->edition_count);
    vg_json_put_open(out, "options", '[');
    for (int i = 0; i < game->option_count; i++) put_option(out, &game->options[i]);
    vg_json_close(out, ']');
    vg_json_put_open(out, "presets", '[');
    for (int i = 0; i < game->preset_count; i++) put_preset(out, &game->presets[i]);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

// ---- what it is made of -------------------------------------------------------------

static void put_names(const vg_rows *rows, const uint8_t set[VG_MAX_ARGS], vg_json *out)
{
    vg_json_put_open(out, "args", '[');
    for (int i = 0; i < VG_MAX_ARGS && set[i]; i++)
        vg_json_string(out, vg_set_base(rows, set[i])->name);
    vg_json_close(out, ']');
}

// Every member of a set; with its name in `lang`, if that is not NULL.
static void put_members(const vg_rows *rows, int set, const vg_lang *lang, vg_json *out)
{
    const vg_set *s = &rows->set[set];
    for (int k = s->from; !s->at_table && k < s->from + s->count; k++) {
        char slug[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(slug);
        vg_set_spell(rows, set, NULL, k, &text);
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", slug);
        if (lang) vg_json_put_string(out, "name", s->name_of ? s->name_of(k)->in[*lang] : slug);
        vg_json_put_int(out, "copies", s->copies ? s->copies(k) : 1);
        vg_json_close(out, '}');
    }
}

static void put_sets(const vg_rows *rows, vg_json *out)
{
    vg_json_put_open(out, "sets", '[');
    for (int i = 1; i < rows->set_count; i++) {
        const vg_set *s = &rows->set[i];
        if (s->like) continue; // only another way of speaking of it
        vg_json_open(out, '{');
        vg_json_put_string(out, "name", s->name);
        vg_json_put_string(out, "what", s->what);
        vg_json_put_bool(out, "decoration", s->decoration);
        vg_json_put_open(out, "members", '[');
        put_members(rows, i, NULL, out);
        vg_json_close(out, ']');
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

void vg_catalog(const vg_game *game, int edition, vg_lang lang, vg_json *out)
{
    if (game->catalog) {
        game->catalog(edition, lang, out);
        return;
    }
    vg_json_open(out, '{');
    vg_json_put_open(out, "pieces", '[');
    for (int i = 1; i < game->rows->set_count; i++)
        if (!game->rows->set[i].like) put_members(game->rows, i, &lang, out);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void put_moves(const vg_game *game, vg_json *out)
{
    vg_json_put_open(out, "moves", '[');
    for (int i = 1; i < game->rows->move_count; i++) {
        char form[512];
        vg_text text = VG_TEXT(form);
        vg_form(game, i, &text);
        vg_json_open(out, '{');
        vg_json_put_string(out, "form", form);
        put_names(game->rows, game->rows->move[i].set, out);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void put_events(const vg_game *game, vg_json *out)
{
    vg_json_put_open(out, "events", '[');
    for (int i = 1; i < game->rows->event_count; i++) {
        const vg_event_row *row = &game->rows->event[i];
        vg_json_open(out, '{');
        vg_json_put_string(out, "type", game->events[i]);
        put_names(game->rows, row->set, out);
        vg_json_put_open(out, "veiled", '[');
        for (int k = 0; k < VG_MAX_ARGS; k++)
            if (row->veils & VG_VEIL(k + 1)) vg_json_int(out, k);
        vg_json_close(out, ']');
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void put_phases(const vg_game *game, vg_json *out)
{
    static const char *const asked[] = {"nobody", "over", "chance", "seat"};
    vg_json_put_open(out, "phases", '[');
    for (int i = 0; i < game->rows->phase_count; i++) {
        const vg_phase_row *row = &game->rows->phase[i];
        if (row->asked == VG_ASKS_NOBODY) continue;
        vg_json_open(out, '{');
        vg_json_put_string(out, "kind", game->asks[i].name);
        vg_json_put_string(out, "rule", game->asks[i].rule);
        vg_json_put_string(out, "asked", asked[row->asked]);
        if (row->of) vg_json_put_string(out, "of", row->of);
        if (row->to) vg_json_put_string(out, "to", row->to);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void put_field(const vg_game *game, const vg_field *f, bool part, vg_json *out)
{
    static const char *const who[] = {"all", "owner", "nobody", "known"};
    static const char *const is[] = {"unsaid", "plumbing", "number", "member", "bits",
                                     "pile",   "list",     "parts",  "stack"};
    const vg_cell *c = &f->cell;
    vg_json_open(out, '{');
    vg_json_put_string(out, "name", f->name);
    if (!part) vg_json_put_string(out, "who", who[f->who]);
    vg_json_put_open(out, "by", '[');
    for (int i = 0; i < f->axes; i++) {
        if (f->axis[i].set)
            vg_json_string(out, game->rows->set[f->axis[i].set].name);
        else
            vg_json_int(out, f->axis[i].count);
    }
    vg_json_close(out, ']');
    vg_json_put_string(out, "is", is[c->is]);
    if (c->set) vg_json_put_string(out, "set", game->rows->set[c->set].name);
    if (c->count) {
        vg_json_put_int(out, "low", c->low);
        vg_json_put_int(out, "count", c->count);
    }
    if (c->max) vg_json_put_int(out, "max", c->max);
    if (c->pieces) vg_json_put_bool(out, "pieces", true);
    if (c->part_count) vg_json_put_open(out, "parts", '[');
    for (int i = 0; i < c->part_count; i++) put_field(game, &c->part[i], true, out);
    if (c->part_count) vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void put_fields(const vg_game *game, vg_json *out)
{
    vg_json_put_open(out, "fields", '[');
    for (int i = 0; i < game->field_count; i++) put_field(game, &game->fields[i], false, out);
    vg_json_close(out, ']');
}

void vg_game_describe(const vg_game *game, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "game", game->id);
    vg_json_put_int(out, "rules_version", game->rules_version);
    put_sets(game->rows, out);
    put_moves(game, out);
    put_events(game, out);
    put_phases(game, out);
    put_fields(game, out);
    vg_json_close(out, '}');
}
