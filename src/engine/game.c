// game.c: what the engine does the same way for every game: views from the
// field table, notation looked up among the legal moves, setups, events.
#include "engine/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vg_words err_words[] = {[VG_OK] = VG_WORDS("", ""),
#define X(name, it, en) [VG_ERR_##name] = VG_WORDS(it, en),
                                     VG_ERRORS(X)
#undef X
};

const char *vg_err_text(vg_err err, vg_lang lang) { return err_words[err].in[lang]; }

// ---- events ----------------------------------------------------------------

static void push(vg_events *ev, uint16_t to, int veiled, int kind, int seat, vg_args x)
{
    if (ev->count == VG_MAX_EVENTS) {
        ev->overflow = true;
        return;
    }
    ev->event[ev->count++] = (vg_event){
        .kind = (uint8_t)kind,
        .seat = (int8_t)seat,
        .veiled = (uint8_t)veiled,
        .to = to,
        .arg = {(int16_t)x.a, (int16_t)x.b, (int16_t)x.c, (int16_t)x.d},
    };
}

void vg_event_add(vg_events *ev, int kind, int seat, vg_args args)
{
    push(ev, VG_TO_ALL, 0, kind, seat, args);
}

void vg_event_add_to(vg_events *ev, uint16_t see, int kind, int seat, vg_args full, vg_args veiled)
{
    push(ev, see, 0, kind, seat, full); // seen by nobody, it is still there for a replay
    if (see != VG_TO_ALL) push(ev, (uint16_t)~see, 1, kind, seat, veiled);
}

void vg_event_add_only(vg_events *ev, uint16_t see, int kind, int seat, vg_args full)
{
    push(ev, see, 0, kind, seat, full);
}

// ---- score -----------------------------------------------------------------

void vg_score_add(vg_score *score, int seat, int kind, int points, int arg0, int arg1)
{
    assert(score->line_count < VG_MAX_SCORE);
    score->points[seat] = (int16_t)(score->points[seat] + points);
    score->line[score->line_count++] = (vg_score_line){
        .seat = (int8_t)seat,
        .kind = (uint8_t)kind,
        .points = (int16_t)points,
        .arg = {(int16_t)arg0, (int16_t)arg1},
    };
}

// ---- views -----------------------------------------------------------------

static void blank_field(const vg_field *f, int seat, uint8_t *view)
{
    uint8_t *at = view + f->offset;
    switch ((vg_who)f->who) {
    case VG_ALL: return;
    case VG_NOBODY_KNOWS: memset(at, 0, f->size); return;
    case VG_OWNER:
        for (int i = 0; i * f->stride < f->size; i++)
            if (i != seat) memset(at + i * f->stride, 0, f->stride);
        return;
    case VG_KNOWN:
        if (f->stride == 1 && seat >= 0) { // many small ones: no branches
            for (int i = 0; i < f->size; i++)
                at[i] &= (unsigned char)-(view[f->mask + i] >> seat & 1);
            return;
        }
        for (int i = 0; i * f->stride < f->size; i++)
            if (seat < 0 || !(view[f->mask + i] >> seat & 1))
                memset(at + i * f->stride, 0, f->stride);
        return;
    }
}

void vg_game_view(const vg_game *game, const void *state, int seat, void *out)
{
    memcpy(out, state, game->state_size);
    for (int i = 0; i < game->field_count; i++) blank_field(&game->fields[i], seat, out);
}

// ---- finding games and moves -------------------------------------------------

const vg_game *vg_game_find(const char *id)
{
    for (int i = 0; vg_games[i]; i++)
        if (strcmp(vg_games[i]->id, id) == 0) return vg_games[i];
    return NULL;
}

vg_move vg_game_named(const vg_game *game, const void *state, const vg_move *list, int count,
                      const char *text)
{
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text notation = VG_TEXT(buffer);
        vg_move_text(game, state, list[i], &notation);
        if (vg_same_words(buffer, text)) return list[i];
    }
    return 0;
}

vg_move vg_game_parse(const vg_game *game, const void *state, int seat, const char *text)
{
    vg_move list[VG_MAX_LEGAL];
    return vg_game_named(game, state, list, game->legal(state, seat, list), text);
}

bool vg_game_barrier(const vg_game *game, const void *state, const vg_events *ev)
{
    int actor = game->ask(state).actor;
    return ev->learned || actor == VG_CHANCE || actor == VG_NOBODY;
}

uint64_t vg_game_hash(const vg_game *game, const void *state)
{
    const uint8_t *p = state;
    uint64_t h = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < game->state_size; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

// ---- setups ----------------------------------------------------------------

int vg_seats_normal(const vg_game *game)
{
    return game->min_seats > 3 ? game->min_seats : game->max_seats < 3 ? game->max_seats : 3;
}

void vg_setup_normal(const vg_game *game, int seats, vg_setup *how)
{
    *how = (vg_setup){.seats = (uint8_t)seats, .first = -1};
    assert(game->option_count <= VG_MAX_OPTIONS);
    for (int i = 0; i < game->option_count; i++) how->option[i] = game->options[i].normal;
}

static void say_choices(const vg_option *o, vg_text *why)
{
    if (!o->names) {
        vg_text_printf(why, "%d..%d", o->min, o->max);
        return;
    }
    for (int v = o->min; v <= o->max; v++) {
        if (v > o->min) vg_text_add(why, ", ");
        vg_text_add(why, o->names[v - o->min]);
    }
}

// The value `word` means for this option; false if none.
static bool option_value(const vg_option *o, const char *word, int16_t *value)
{
    for (int v = o->min; o->names && v <= o->max; v++) {
        if (strcmp(o->names[v - o->min], word) != 0) continue;
        *value = (int16_t)v;
        return true;
    }
    if (o->names || !*word || strlen(word) > 6 || word[strspn(word, "-0123456789")]) return false;
    long n = strtol(word, NULL, 10);
    if (n < o->min || n > o->max) return false;
    *value = (int16_t)n;
    return true;
}

// Does "key=value" speak of `key`? Then what comes after the "=", or "" if there is none.
static const char *value_for(const char *assignment, const char *key)
{
    size_t n = strcspn(assignment, "=");
    if (strlen(key) != n || memcmp(key, assignment, n) != 0) return NULL;
    return assignment + n + (assignment[n] == '=');
}

// The option that "key=value" sets, and its value; -1 if none. Ours: there is such an option.
static int preset_option(const vg_game *game, const char *assignment, int16_t *value)
{
    for (int i = 0; i < game->option_count; i++) {
        const char *word = value_for(assignment, game->options[i].key);
        if (word && option_value(&game->options[i], word, value)) return i;
    }
    return -1;
}

bool vg_preset_holds(const vg_game *game, const vg_preset *preset, const vg_setup *how)
{
    for (const char *const *set = preset->sets; *set; set++) {
        int16_t value = 0;
        int i = preset_option(game, *set, &value);
        assert(i >= 0);
        if (how->option[i] != value) return false;
    }
    return true;
}

static vg_err set_preset(const vg_game *game, const vg_preset *preset, vg_setup *how,
                         const char *word, vg_lang lang, vg_text *why)
{
    bool yes = strcmp(word, "yes") == 0;
    if (!yes && strcmp(word, "no") != 0) {
        vg_text_printf(why,
                       lang == VG_IT ? "l'opzione %s vuole: " : "option %s takes: ", preset->key);
        vg_text_add(why, "no, yes");
        return VG_ERR_SETUP;
    }
    for (const char *const *set = preset->sets; *set; set++) {
        int16_t value = 0;
        int i = preset_option(game, *set, &value);
        assert(i >= 0);
        how->option[i] = yes ? value : game->options[i].normal;
    }
    return VG_OK;
}

vg_err vg_setup_option(const vg_game *game, vg_setup *how, const char *assignment, vg_lang lang,
                       vg_text *why)
{
    size_t n = strcspn(assignment, "=");
    for (int i = 0; i < game->option_count; i++) {
        const vg_option *o = &game->options[i];
        const char *word = value_for(assignment, o->key);
        if (!word) continue;
        if (option_value(o, word, &how->option[i])) return VG_OK;
        vg_text_printf(why, lang == VG_IT ? "l'opzione %s vuole: " : "option %s takes: ", o->key);
        say_choices(o, why);
        return VG_ERR_SETUP;
    }
    for (int i = 0; i < game->preset_count; i++) {
        const char *word = value_for(assignment, game->presets[i].key);
        if (word) return set_preset(game, &game->presets[i], how, word, lang, why);
    }
    if (game->option_count == 0) {
        vg_text_printf(why, lang == VG_IT ? "%s non ha opzioni" : "%s has no options", game->name);
        return VG_ERR_SETUP;
    }
    vg_text_printf(why,
                   lang == VG_IT ? "%s non ha l'opzione \"%.*s\"; ci sono: "
                                 : "%s has no option \"%.*s\"; there are: ",
                   game->name, (int)(n < 40 ? n : 40), assignment);
    for (int i = 0; i < game->option_count + game->preset_count; i++) {
        if (i) vg_text_add(why, ", ");
        vg_text_add(why, i < game->option_count ? game->options[i].key
                                                : game->presets[i - game->option_count].key);
    }
    return VG_ERR_SETUP;
}

vg_err vg_setup_check(const vg_game *game, const vg_setup *how, vg_lang lang, vg_text *why)
{
    if (how->seats < game->min_seats || how->seats > game->max_seats) {
        vg_text_printf(why,
                       lang == VG_IT ? "%s si gioca da %d a %d posti, non %d"
                                     : "%s takes %d to %d seats, not %d",
                       game->name, game->min_seats, game->max_seats, how->seats);
        return VG_ERR_SETUP;
    }
    bool tuned = game->tuning && game->tuning->used && how->edition == game->edition_count;
    if (how->edition >= game->edition_count && !tuned) {
        vg_text_printf(why, lang == VG_IT ? "%s non ha questa edizione" : "%s has no such edition",
                       game->name);
        return VG_ERR_SETUP;
    }
    if (how->first < -1 || how->first >= how->seats) {
        vg_text_printf(why,
                       lang == VG_IT ? "chi comincia è un posto da 0 a %d"
                                     : "the first player is a seat from 0 to %d",
                       how->seats - 1);
        return VG_ERR_SETUP;
    }
    for (int i = 0; i < game->option_count; i++) {
        const vg_option *o = &game->options[i];
        if (how->option[i] >= o->min && how->option[i] <= o->max) continue;
        vg_text_printf(why, lang == VG_IT ? "l'opzione %s vuole: " : "option %s takes: ", o->key);
        say_choices(o, why);
        return VG_ERR_SETUP;
    }
    return VG_OK;
}

const char *vg_option_word(const vg_option *o, int value, char buffer[16])
{
    if (o->names) return o->names[value - o->min];
    snprintf(buffer, 16, "%d", value);
    return buffer;
}

int vg_edition_find(const vg_game *game, const char *slug)
{
    for (int i = 0; i < game->edition_count; i++)
        if (strcmp(game->editions[i], slug) == 0) return i;
    return -1;
}

void vg_setup_put(const vg_game *game, const vg_setup *how, vg_json *out)
{
    vg_json_put_open(out, "options", '{');
    for (int i = 0; i < game->option_count; i++) {
        const vg_option *o = &game->options[i];
        if (o->names)
            vg_json_put_string(out, o->key, o->names[how->option[i] - o->min]);
        else
            vg_json_put_int(out, o->key, how->option[i]);
    }
    vg_json_close(out, '}');
}

// ---- tuning ----------------------------------------------------------------

static const char *tunable_slug(const vg_tuning *t, const vg_tunable *row, int i)
{
    if (row->slugs) return row->slugs[i];
    const char *slug;
    const unsigned char *at = t->normal;
    memcpy(&slug, at + row->slug + (size_t)i * row->stride, sizeof slug);
    return slug;
}

static int tuned_number(const vg_tunable *row, const void *edition, int card)
{
    unsigned char byte = ((const unsigned char *)edition)[row->offset + (size_t)card * row->stride];
    return row->min < 0 ? (int8_t)byte : byte;
}

bool vg_game_number(const vg_game *game, int i, vg_number *out)
{
    const vg_tuning *t = game->tuning;
    for (int r = 0; t && r < t->row_count; i -= t->row[r++].count)
        if (i < t->row[r].count) {
            *out = (vg_number){.row = &t->row[r],
                               .slug = tunable_slug(t, &t->row[r], i),
                               .normal = tuned_number(&t->row[r], t->normal, i)};
            return true;
        }
    return false;
}

void vg_number_path(const vg_game *game, const vg_number *number, vg_text *out)
{
    const vg_tunable *row = number->row;
    vg_text_printf(out, "%s.%s.%s.%s", game->id, row->group, number->slug, row->field);
}

static void tunable_path(const vg_game *game, const vg_tunable *row, int i, vg_text *out)
{
    vg_number number = {.row = row, .slug = tunable_slug(game->tuning, row, i)};
    vg_number_path(game, &number, out);
}

// Writes up to eight paths that begin like `path` up to its last dot that leads anywhere.
static void say_paths(const vg_game *game, const char *path, size_t n, vg_text *why)
{
    const vg_tuning *t = game->tuning;
    for (int named = 0; named == 0;) {
        while (n > 0 && path[n - 1] != '.') n--;
        for (int r = 0; r < t->row_count; r++)
            for (int i = 0; i < t->row[r].count && named < 8; i++) {
                char buffer[128];
                vg_text one = VG_TEXT(buffer);
                tunable_path(game, &t->row[r], i, &one);
                if (strncmp(buffer, path, n) == 0)
                    vg_text_printf(why, "%s%s", named++ ? ", " : "", buffer);
            }
        if (n == 0) return;
        n--;
    }
}

// The tunable of this path and which card it means; NULL if there is none.
static const vg_tunable *find_tunable(const vg_game *game, const char *path, size_t n, int *card)
{
    const vg_tuning *t = game->tuning;
    for (int r = 0; r < t->row_count; r++)
        for (*card = 0; *card < t->row[r].count; ++*card) {
            char buffer[128];
            vg_text one = VG_TEXT(buffer);
            tunable_path(game, &t->row[r], *card, &one);
            if (one.len == n && memcmp(buffer, path, n) == 0) return &t->row[r];
        }
    return NULL;
}

// Why no edition can change what the path names, if it names something known: GAME.GROUP.X.FIELD.
static const vg_fixed *find_fixed(const vg_game *game, const char *path, size_t n)
{
    const char *part[4] = {path, NULL, NULL, NULL};
    size_t len[4] = {0};
    int count = 0;
    for (size_t i = 0; i <= n && count < 4; i++) {
        if (i < n && path[i] != '.') continue;
        len[count] = (size_t)(path + i - part[count]);
        if (++count < 4) part[count] = path + i + 1;
    }
    if (count < 2 || len[0] != strlen(game->id) || memcmp(path, game->id, len[0]) != 0) return NULL;
    for (int i = 0; i < game->tuning->fixed_count; i++) {
        const vg_fixed *f = &game->tuning->fixed[i];
        if (strlen(f->group) != len[1] || memcmp(f->group, part[1], len[1]) != 0) continue;
        bool known = false; // then it is only the number that is misspelt
        for (int r = 0; !f->field && count > 2 && r < game->tuning->row_count; r++)
            for (int k = 0; k < game->tuning->row[r].count; k++) {
                const char *slug = tunable_slug(game->tuning, &game->tuning->row[r], k);
                known |= strcmp(game->tuning->row[r].group, f->group) == 0 &&
                         strlen(slug) == len[2] && memcmp(slug, part[2], len[2]) == 0;
            }
        bool named = f->field && count == 4 && strlen(f->field) == len[3] &&
                     memcmp(f->field, part[3], len[3]) == 0;
        if (f->field ? named : !known) return f;
    }
    return NULL;
}

// The value that `text` means for `row`: a number in its bounds, or one of its words.
static bool read_value(const vg_tunable *row, const char *text, long *value)
{
    text += strspn(text, " ");
    size_t n = strcspn(text, " ");
    if (text[n + strspn(text + n, " ")]) return false;
    for (int v = row->min; row->values && v <= row->max; v++) {
        const char *word = row->values[v - row->min];
        if (strlen(word) != n || memcmp(word, text, n) != 0) continue;
        *value = v;
        return true;
    }
    char *end;
    *value = strtol(text, &end, 10);
    return !row->values && end == text + n && n > 0 &&
           (*text == '-' || (*text >= '0' && *text <= '9')) && *value >= row->min &&
           *value <= row->max;
}

static void say_values(const vg_tunable *row, vg_text *out)
{
    for (int v = row->min; v <= row->max; v++)
        vg_text_printf(out, "%s%s", v > row->min ? ", " : "", row->values[v - row->min]);
}

vg_err vg_game_tune(const vg_game *game, const char *assignment, vg_lang lang, vg_text *why)
{
    bool it = lang == VG_IT;
    vg_tuning *t = game->tuning;
    if (!t) {
        vg_text_printf(why, it ? "%s non ha numeri da cambiare" : "%s has no numbers to change",
                       game->name);
        return VG_ERR_SETUP;
    }
    size_t n = strcspn(assignment, "=");
    const char *equals = assignment + n;
    while (n > 0 && assignment[n - 1] == ' ') n--;
    if (*equals != '=') {
        vg_text_printf(why,
                       it ? "si scrive %s.PERCORSO=NUMERO, non \"%s\""
                          : "it is written %s.PATH=NUMBER, not \"%s\"",
                       game->id, assignment);
        return VG_ERR_SYNTAX;
    }
    int card;
    const vg_tunable *row = find_tunable(game, assignment, n, &card);
    if (!row) {
        const vg_fixed *fixed = find_fixed(game, assignment, n);
        if (fixed) {
            vg_text_printf(why, "%.*s: %s", (int)n, assignment, fixed->why.in[lang]);
            return VG_ERR_SETUP;
        }
        vg_text_printf(why,
                       it ? "non c'è \"%.*s\"; ci sono per esempio: "
                          : "there is no \"%.*s\"; there are for example: ",
                       (int)n, assignment);
        say_paths(game, assignment, n, why);
        return VG_ERR_SYNTAX;
    }
    const char *digits = equals + 1 + strspn(equals + 1, " ");
    long value;
    if (!read_value(row, digits, &value)) {
        if (row->values) {
            vg_text_printf(why,
                           it ? "%.*s vuole una di queste: " : "%.*s wants one of these: ", (int)n,
                           assignment);
            say_values(row, why);
        } else {
            vg_text_printf(why,
                           it ? "%.*s vuole un numero da %d a %d, non \"%s\""
                              : "%.*s wants a number from %d to %d, not \"%s\"",
                           (int)n, assignment, row->min, row->max, digits);
        }
        return VG_ERR_SYNTAX;
    }
    if (!t->used) memcpy(t->edition, t->normal, t->size);
    t->used = true;
    unsigned char *at = t->edition;
    at[row->offset + (size_t)card * row->stride] = (unsigned char)value;
    if (t->derive) t->derive(t->edition);
    return VG_OK;
}

void vg_game_untune(const vg_game *game)
{
    if (game->tuning) game->tuning->used = false;
}

bool vg_game_change(const vg_game *game, const char *assignment, vg_change *out)
{
    size_t n = strcspn(assignment, "=");
    int card;
    long now;
    while (n > 0 && assignment[n - 1] == ' ') n--;
    const vg_tunable *row = game->tuning ? find_tunable(game, assignment, n, &card) : NULL;
    if (!row || !strchr(assignment, '=') || !read_value(row, strchr(assignment, '=') + 1, &now))
        return false;
    *out = (vg_change){.group = row->group,
                       .slug = tunable_slug(game->tuning, row, card),
                       .name = &row->name,
                       .was = tuned_number(row, game->tuning->normal, card),
                       .now = (int)now};
    if (!row->values) return true;
    out->was_word = row->values[out->was - row->min];
    out->now_word = row->values[out->now - row->min];
    return true;
}

void vg_game_changes(const vg_game *game, vg_text *out)
{
    const vg_tuning *t = game->tuning;
    for (int r = 0; t && t->used && r < t->row_count; r++)
        for (int i = 0; i < t->row[r].count; i++) {
            const vg_tunable *row = &t->row[r];
            int now = tuned_number(row, t->edition, i);
            if (now == tuned_number(row, t->normal, i)) continue;
            tunable_path(game, row, i, out);
            if (row->values)
                vg_text_printf(out, "=%s\n", row->values[now - row->min]);
            else
                vg_text_printf(out, "=%d\n", now);
        }
}

void vg_game_numbers(const vg_game *game, const char *slug, bool tuned, vg_lang lang, vg_text *out)
{
    const vg_tuning *t = game->tuning;
    if (!t) return;
    const void *edition = tuned && t->used ? t->edition : t->normal;
    for (int all = 0; all < 2; all++) {
        size_t before = out->len;
        for (int r = 0; r < t->row_count; r++)
            for (int i = 0; i < t->row[r].count; i++) {
                if (t->row[r].values || strcmp(tunable_slug(t, &t->row[r], i), slug) != 0) continue;
                int n = tuned_number(&t->row[r], edition, i);
                if (t->row[r].min == 0 && t->row[r].max == 1) continue; // a switch
                if (n == 1 && strcmp(t->row[r].field, "copies") == 0)
                    continue; // goes without saying
                if (n == 0 && !all) continue;
                vg_text_printf(out, "%s%s\u00a0%s%d", out->len > before ? ", " : "",
                               t->row[r].name.in[lang], n < 0 ? "\u2212" : "", n < 0 ? -n : n);
            }
        if (out->len > before) return;
    }
}

// ---- speaking --------------------------------------------------------------

const char *vg_voice_name(const vg_voice *voice, int seat)
{
    static const char *const plain[VG_LANG_COUNT][VG_MAX_SEATS] = {
        [VG_IT] = {"posto 1", "posto 2", "posto 3", "posto 4", "posto 5", "posto 6", "posto 7",
                   "posto 8"},
        [VG_EN] = {"seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7", "seat 8"},
    };
    assert(seat >= 0 && seat < VG_MAX_SEATS);
    if (voice->name[seat]) return voice->name[seat];
    if (seat == voice->reader) return voice->lang == VG_IT ? "Tu" : "You";
    return plain[voice->lang][seat];
}
