// message.c: JSON from outside, read strictly: one object, valid UTF-8, no key twice, few values.
#include "server/message.h"

#include "base/json_read.h"
#include "server/room_parts.h"

#include <string.h>

// What came, read: docs/protocol.md has nothing of half as many values.
enum { VALUES = 128 };
typedef struct object {
    vg_json_doc doc;
    vg_json_node node[VALUES];
    vg_text words; // the strings asked for
} object;

static bool read_object(object *o, const char *text, size_t length, char *words, size_t cap)
{
    o->words = vg_text_over(words, cap);
    return vg_json_read_into(&o->doc, o->node, VALUES, text, length) &&
           o->node[0].type == VG_JSON_OBJECT;
}

static vg_json_type type_of(const object *o, int at)
{
    return at < 0 ? VG_JSON_NULL : o->node[at].type; // what is missing is as good as null
}

static bool is_bool(const object *o, int at)
{
    return type_of(o, at) == VG_JSON_TRUE || type_of(o, at) == VG_JSON_FALSE;
}

// The string at `at`, kept with the object's words; NULL if it is none.
static const char *words_at(object *o, int at)
{
    size_t start = o->words.len;
    if (!vg_json_get_string(&o->doc, at, &o->words)) return NULL;
    vg_text_char(&o->words, '\0');
    return o->words.cut ? NULL : o->words.at + start;
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
static bool get_number(const object *o, int of, const char *key, int *out)
{
    int at = vg_json_find(&o->doc, of, key);
    int64_t n = -1;
    *out = -1;
    if (type_of(o, at) == VG_JSON_NULL) return true;
    if (!vg_json_get_int(&o->doc, at, &n) || n < 0 || n > 1000000000) return false;
    *out = (int)n;
    return true;
}

// A string, NULL if the key is missing or null. False if it is something else.
static bool get_string(object *o, int of, const char *key, const char **out)
{
    int at = vg_json_find(&o->doc, of, key);
    *out = NULL;
    return type_of(o, at) == VG_JSON_NULL || (*out = words_at(o, at));
}

bool message_read(const char *text, size_t length, vg_lang lang, message *out, const char **code,
                  vg_text *why)
{
    object root;
    room_command *c = &out->command;
    *c = (room_command){0};
    const char *id = NULL, *verb = NULL;
    if (!read_object(&root, text, length, out->words, sizeof out->words) ||
        !get_string(&root, 0, "id", &id) || !id || !is_id(id))
        return refuse(code, "FORMAT", lang, why, "Il messaggio non si capisce",
                      "The message cannot be read");
    memcpy(c->id, id, strlen(id) + 1);
    if (!get_string(&root, 0, "do", &verb) || !verb)
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
    int on = vg_json_find(&root.doc, 0, "on");
    c->on = vg_json_get_bool(&root.doc, on);
    const char *key = text_keys[c->verb];
    if (!get_number(&root, 0, "seat", &c->seat) || !get_number(&root, 0, "with", &c->with) ||
        !get_number(&root, 0, "person", &c->person) || !get_number(&root, 0, "entry", &c->entry) ||
        !get_number(&root, 0, "at", &c->at) || !get_number(&root, 0, "colour", &c->colour) ||
        (on >= 0 && !is_bool(&root, on)) || (key && !get_string(&root, 0, key, &c->text)))
        return refuse(code, "FORMAT", lang, why, "Il comando non ha la forma giusta",
                      "The command does not have the right form");
    return true;
}

bool message_string(const char *text, size_t length, const char *key, char *out, size_t cap)
{
    object root;
    char words[HTTP_MAX_BODY + 1];
    const char *value = NULL;
    if (!read_object(&root, text, length, words, sizeof words) ||
        !get_string(&root, 0, key, &value) || !value || strlen(value) >= cap)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}

// ---- making a table -------------------------------------------------------------

static bool plan_option(object *o, int at, vg_table_plan *table, vg_lang lang, vg_text *why)
{
    char buffer[128];
    vg_text text = VG_TEXT(buffer);
    int64_t n = 0;
    const char *word = words_at(o, at);
    vg_text_bytes(&text, o->node[at].key, o->node[at].key_len);
    if (word)
        vg_text_printf(&text, "=%s", word);
    else if (vg_json_get_int(&o->doc, at, &n))
        vg_text_printf(&text, "=%lld", (long long)n);
    else
        return false;
    return !text.cut && vg_setup_option(table->game, &table->setup, buffer, lang, why) == VG_OK;
}

static bool plan_setup(object *root, vg_lang lang, room_plan *out, vg_text *why)
{
    const char *id = NULL, *edition = NULL;
    int seats, first, games;
    if (!get_string(root, 0, "game", &id) || !get_string(root, 0, "edition", &edition) ||
        !get_number(root, 0, "seats", &seats) || !get_number(root, 0, "first", &first) ||
        !get_number(root, 0, "games", &games))
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
        int found = vg_edition_find(game, edition);
        if (found < 0) return false;
        table->setup.edition = (uint8_t)found;
    }
    int options = vg_json_find(&root->doc, 0, "options");
    if (options >= 0 && root->node[options].type != VG_JSON_OBJECT) return false;
    for (int i = 0; i < vg_json_count(&root->doc, options); i++)
        if (!plan_option(root, vg_json_item(&root->doc, options, i), table, lang, why))
            return false;
    return vg_setup_check(game, &table->setup, lang, why) == VG_OK;
}

static bool plan_people(object *root, vg_lang lang, room_plan *out, vg_text *why)
{
    const char *name = NULL;
    int bots = vg_json_find(&root->doc, 0, "bots");
    int seats = out->table.setup.seats;
    if (!get_string(root, 0, "name", &name) || !name || !get_number(root, 0, "sit", &out->seat))
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
    if (type_of(root, bots) == VG_JSON_NULL) return true;
    int count = vg_json_count(&root->doc, bots);
    if (type_of(root, bots) != VG_JSON_ARRAY || count > seats) return false;
    for (int p = 0; p < count; p++) {
        int at = vg_json_item(&root->doc, bots, p);
        vg_bot bot;
        if (type_of(root, at) == VG_JSON_NULL) continue;
        const char *spec = words_at(root, at);
        if (!spec || p == out->seat || room_bot(spec, lang, &bot, why) != VG_OK) return false;
        vg_text copy = VG_TEXT(out->bot[p]);
        vg_text_add(&copy, spec);
    }
    return true;
}

static bool plan_rest(object *root, room_plan *out)
{
    const char *lang = NULL, *absent = NULL;
    int listed = vg_json_find(&root->doc, 0, "listed"), pace = vg_json_find(&root->doc, 0, "pace");
    int shared = vg_json_find(&root->doc, 0, "shared");
    int seconds = -1;
    if (!get_string(root, 0, "lang", &lang)) return false;
    if (lang) {
        int found = vg_lang_find(lang);
        if (found < 0) return false;
        out->lang = (vg_lang)found;
    }
    if (listed >= 0 && !is_bool(root, listed)) return false;
    out->listed = vg_json_get_bool(&root->doc, listed);
    if (shared >= 0 && !is_bool(root, shared)) return false;
    out->table.shared = vg_json_get_bool(&root->doc, shared);
    if (type_of(root, pace) == VG_JSON_NULL) return true;
    if (root->node[pace].type != VG_JSON_OBJECT || !get_number(root, pace, "seconds", &seconds) ||
        !get_string(root, pace, "absent", &absent) || seconds > ROOM_MAX_PACE)
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
    object root;
    char words[HTTP_MAX_BODY + 1];
    *out = (room_plan){.lang = lang, .seat = -1};
    if (read_object(&root, text, length, words, sizeof words) &&
        plan_setup(&root, lang, out, why) && plan_people(&root, lang, out, why) &&
        plan_rest(&root, out))
        return true;
    *code = "SETUP";
    if (why->len == 0)
        vg_text_add(why, room_pick(lang, "La richiesta di un tavolo non ha la forma giusta",
                                   "The request for a table does not have the right form"));
    return false;
}
