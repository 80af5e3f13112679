// message.c: JSON from outside. jansson reads it strictly: one value, valid UTF-8, no key twice.
#include "server/message.h"

#include "server/room_parts.h"

#include <jansson.h>
#include <string.h>

static json_t *read_object(const char *text, size_t length)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(root)) return root; // NULL is none
    json_decref(root);
    return NULL;
}

static bool refuse(const char **code, const char *name, vg_lang lang, vg_text *why, const char *it,
                   const char *en)
{
    *code = name;
    vg_text_add(why, room_pick(lang, it, en));
    return false;
}

static bool is_id(const char *s)
{
    size_t n = strlen(s);
    if (n < 1 || n > 40) return false;
    for (size_t i = 0; i < n; i++) {
        bool letter = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
                      (s[i] >= '0' && s[i] <= '9') || s[i] == '-' || s[i] == '_';
        if (!letter) return false;
    }
    return strcmp(s, "-") != 0; // an entry's sign for none
}

// A small number, -1 if the key is missing or null. False if it is something else.
static bool get_number(const json_t *root, const char *key, int *out)
{
    const json_t *value = json_object_get(root, key);
    *out = -1;
    if (!value || json_is_null(value)) return true;
    if (!json_is_integer(value)) return false;
    json_int_t n = json_integer_value(value);
    if (n < 0 || n > 1000000000) return false;
    *out = (int)n;
    return true;
}

// A string, NULL if the key is missing or null. False if it is something else.
static bool get_string(const json_t *root, const char *key, const char **out)
{
    const json_t *value = json_object_get(root, key);
    *out = NULL;
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return false;
    *out = json_string_value(value);
    return true;
}

bool message_read(const char *text, size_t length, vg_lang lang, message *out, const char **code,
                  vg_text *why)
{
    *out = (message){0};
    room_command *c = &out->command;
    json_t *root = read_object(text, length);
    out->hold = root;
    const char *id = NULL, *verb = NULL;
    if (!root || !get_string(root, "id", &id) || !id || !is_id(id))
        return refuse(code, "FORMAT", lang, why, "Il messaggio non si capisce",
                      "The message cannot be read");
    memcpy(c->id, id, strlen(id) + 1);
    if (!get_string(root, "do", &verb) || !verb)
        return refuse(code, "FORMAT", lang, why, "Manca che cosa fare", "What to do is missing");
    c->verb = (uint8_t)room_verb_find(verb);
    if (c->verb == ROOM_VERB_COUNT)
        return refuse(code, "UNKNOWN", lang, why, "Questo comando non c'è",
                      "There is no such command");
    static const char *const text_keys[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, text, ...) [ROOM_DO_##id] = text,
#define SIGN(id, name, text, ...)  [ROOM_DO_##id] = text,
#define LOOK(id, name, text, ...)  [ROOM_DO_##id] = text,
#include "server/verbs.def"
    };
    const json_t *on = json_object_get(root, "on");
    c->on = json_is_true(on);
    const char *key = text_keys[c->verb];
    if (!get_number(root, "seat", &c->seat) || !get_number(root, "with", &c->with) ||
        !get_number(root, "person", &c->person) || !get_number(root, "entry", &c->entry) ||
        !get_number(root, "at", &c->at) || (on && !json_is_boolean(on)) ||
        (key && !get_string(root, key, &c->text)))
        return refuse(code, "FORMAT", lang, why, "Il comando non ha la forma giusta",
                      "The command does not have the right form");
    return true;
}

void message_release(message *m)
{
    json_decref(m->hold);
    m->hold = NULL;
}

bool message_string(const char *text, size_t length, const char *key, char *out, size_t cap)
{
    json_t *root = read_object(text, length);
    const char *value = NULL;
    bool ok = root && get_string(root, key, &value) && value && strlen(value) < cap;
    if (ok) memcpy(out, value, strlen(value) + 1);
    json_decref(root);
    return ok;
}

// ---- making a table -------------------------------------------------------------

static bool plan_option(const vg_game *game, vg_setup *setup, const char *key, const json_t *value,
                        vg_lang lang, vg_text *why)
{
    char buffer[128];
    vg_text text = VG_TEXT(buffer);
    if (json_is_string(value))
        vg_text_printf(&text, "%s=%s", key, json_string_value(value));
    else if (json_is_integer(value))
        vg_text_printf(&text, "%s=%lld", key, (long long)json_integer_value(value));
    else
        return false;
    return !text.cut && vg_setup_option(game, setup, buffer, lang, why) == VG_OK;
}

static bool plan_setup(const json_t *root, vg_lang lang, room_plan *out, vg_text *why)
{
    const char *id = NULL, *edition = NULL;
    int seats, first, games;
    if (!get_string(root, "game", &id) || !get_string(root, "edition", &edition) ||
        !get_number(root, "seats", &seats) || !get_number(root, "first", &first) ||
        !get_number(root, "games", &games))
        return false;
    const vg_game *game = id ? vg_game_find(id) : NULL;
    if (!game) {
        vg_text_add(why, room_pick(lang, "Questo gioco non c'è", "There is no such game"));
        return false;
    }
    vg_table_plan *table = &out->table;
    table->game = game;
    table->games = games < 0 ? 1 : games > VG_MAX_MATCH ? 0 : (uint8_t)games;
    table->dice = VG_DICE_SECRET;
    table->lang = lang;
    if (seats < 0) seats = game->min_seats;
    if (seats > VG_MAX_SEATS || first > VG_MAX_SEATS) return false;
    vg_setup_normal(game, seats, &table->setup);
    table->setup.first = (int8_t)first;
    if (edition) {
        int found = -1;
        for (int i = 0; i < game->edition_count; i++)
            if (strcmp(game->editions[i], edition) == 0) found = i;
        if (found < 0) return false;
        table->setup.edition = (uint8_t)found;
    }
    json_t *options = json_object_get(root, "options");
    if (options && !json_is_object(options)) return false;
    const char *key;
    json_t *value;
    json_object_foreach(options, key, value)
    {
        if (!plan_option(game, &table->setup, key, value, lang, why)) return false;
    }
    return vg_setup_check(game, &table->setup, lang, why) == VG_OK;
}

static bool plan_people(const json_t *root, vg_lang lang, room_plan *out, vg_text *why)
{
    const char *name = NULL;
    const json_t *bots = json_object_get(root, "bots");
    int seats = out->table.setup.seats;
    if (!get_string(root, "name", &name) || !name || !get_number(root, "sit", &out->seat))
        return false;
    char buffer[(VG_MAX_NAME + 1) * 4 + 1];
    vg_text text = VG_TEXT(buffer);
    int kept = vg_text_clean(&text, name, strlen(name), VG_MAX_NAME + 1);
    if (kept == 0 || kept > VG_MAX_NAME) {
        vg_text_add(why, room_pick(lang, "Un nome ha da 1 a 24 caratteri",
                                   "A name has 1 to 24 characters"));
        return false;
    }
    memcpy(out->name, buffer, text.len + 1);
    if (out->seat >= seats) return false;
    if (!bots || json_is_null(bots)) return true;
    if (!json_is_array(bots) || json_array_size(bots) > (size_t)seats) return false;
    for (size_t p = 0; p < json_array_size(bots); p++) {
        const json_t *spec = json_array_get(bots, p);
        vg_bot bot;
        if (json_is_null(spec)) continue;
        if (!json_is_string(spec) || (int)p == out->seat) return false;
        if (room_bot(json_string_value(spec), lang, &bot, why) != VG_OK) return false;
        vg_text copy = VG_TEXT(out->bot[p]);
        vg_text_add(&copy, json_string_value(spec));
    }
    return true;
}

static bool plan_rest(const json_t *root, room_plan *out)
{
    const char *lang = NULL, *absent = NULL;
    const json_t *listed = json_object_get(root, "listed"), *pace = json_object_get(root, "pace");
    int seconds = -1;
    if (!get_string(root, "lang", &lang)) return false;
    if (lang) {
        int found = vg_lang_find(lang);
        if (found < 0) return false;
        out->lang = (vg_lang)found;
    }
    if (listed && !json_is_boolean(listed)) return false;
    out->listed = json_is_true(listed);
    if (!pace || json_is_null(pace)) return true;
    if (!json_is_object(pace) || !get_number(pace, "seconds", &seconds) ||
        !get_string(pace, "absent", &absent) || seconds > ROOM_MAX_PACE)
        return false;
    out->pace = seconds < 0 ? 0 : seconds;
    if (!absent) return true;
    for (int i = 0; i < ROOM_ABSENT_COUNT; i++) {
        if (strcmp(absent, room_absent_names[i]) != 0) continue;
        out->absent = (uint8_t)i;
        return true;
    }
    return false;
}

bool message_plan(const char *text, size_t length, vg_lang lang, room_plan *out, const char **code,
                  vg_text *why)
{
    json_t *root = read_object(text, length);
    *out = (room_plan){.lang = lang, .seat = -1};
    bool ok = root && plan_setup(root, lang, out, why) && plan_people(root, lang, out, why) &&
              plan_rest(root, out);
    json_decref(root);
    if (ok) return true;
    *code = "SETUP";
    if (why->len == 0)
        vg_text_add(why, room_pick(lang, "La richiesta di un tavolo non ha la forma giusta",
                                   "The request for a table does not have the right form"));
    return false;
}
