// game.c: games, setups and changed editions, behind veglia.h.
#include "lib/parts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAMES = 64, MAX_SETUP = 512, MAX_LINES = 1 << 16 };

const vg_game *lib_game(const veglia_game *game) { return (const vg_game *)(const void *)game; }
static const veglia_game *outside(const vg_game *game)
{
    return (const veglia_game *)(const void *)game;
}

static int index_of(const vg_game *game)
{
    int i = 0;
    while (vg_games[i] != game) i++;
    assert(i < MAX_GAMES);
    return i;
}

const vg_sight *lib_sight(const vg_game *game, int seats)
{
    static vg_sight *made[MAX_GAMES][VG_MAX_SEATS + 1];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    vg_sight **place = &made[index_of(game)][seats];
    pthread_mutex_lock(&lock);
    if (!*place) *place = vg_sight_new(game, seats);
    vg_sight *sight = *place;
    pthread_mutex_unlock(&lock);
    return sight;
}

size_t lib_give(vg_text *text, char *out, size_t room)
{
    size_t whole = text->at ? text->len : 0, n = whole < room ? whole : room ? room - 1 : 0;
    if (out && room) {
        if (n) memcpy(out, text->at, n);
        out[n] = '\0';
    }
    vg_text_release(text);
    return whole;
}

LIB_PUBLIC int veglia_api(void) { return VEGLIA_API; }
LIB_PUBLIC const char *veglia_version(void) { return VG_VERSION; }

// ---- looking ------------------------------------------------------------------------

LIB_PUBLIC const veglia_game *veglia_game_at(int i)
{
    for (int k = 0; vg_games[k]; k++)
        if (k == i) return outside(vg_games[k]);
    return NULL;
}
LIB_PUBLIC const veglia_game *veglia_game_named(const char *id)
{
    return outside(vg_game_find(id));
}
LIB_PUBLIC const veglia_game *veglia_game_of(const veglia_state *state)
{
    return outside(state->game);
}
LIB_PUBLIC const char *veglia_game_id(const veglia_game *game) { return lib_game(game)->id; }
LIB_PUBLIC const char *veglia_game_name(const veglia_game *game) { return lib_game(game)->name; }
LIB_PUBLIC int veglia_min_seats(const veglia_game *game) { return lib_game(game)->min_seats; }
LIB_PUBLIC int veglia_max_seats(const veglia_game *game) { return lib_game(game)->max_seats; }
LIB_PUBLIC int veglia_rules_version(const veglia_game *game)
{
    return lib_game(game)->rules_version;
}
LIB_PUBLIC int veglia_max_length(const veglia_game *game) { return lib_game(game)->max_length; }
LIB_PUBLIC int veglia_actions(const veglia_game *game)
{
    return vg_moves_bound(lib_game(game)) + 1;
}
LIB_PUBLIC int veglia_numbers(const veglia_game *game) { return vg_observed_count(lib_game(game)); }

LIB_PUBLIC size_t veglia_describe(const veglia_game *game, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_game_put(lib_game(game), &j);
    return lib_give(&text, out, room);
}

LIB_PUBLIC size_t veglia_number_name(const veglia_game *game, int number, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    if (number >= 0 && number < vg_observed_count(lib_game(game)))
        vg_observed_name(lib_game(game), number, &text);
    return lib_give(&text, out, room);
}

// ---- setting up ---------------------------------------------------------------------

// A whole number of [min, max], or -1.
static int number(const char *text, int min, int max)
{
    char *end;
    long n = strtol(text, &end, 10);
    return end != text && !*end && n >= min && n <= max ? (int)n : -1;
}

static vg_err take_word(const vg_game *game, vg_setup *how, const char *word, vg_text *why)
{
    if (strncmp(word, "edition=", 8) == 0) {
        bool custom = strcmp(word + 8, "custom") == 0 && game->tuning && game->tuning->used;
        int edition = custom ? game->edition_count : vg_edition_find(game, word + 8);
        if (edition >= 0) how->edition = (uint8_t)edition;
        if (edition >= 0) return VG_OK;
        vg_text_printf(why, "%s has no edition \"%.40s\"", game->name, word + 8);
        return VG_ERR_SETUP;
    }
    if (strncmp(word, "first=", 6) == 0) {
        int first = number(word + 6, 0, how->seats - 1);
        if (first >= 0) how->first = (int8_t)first;
        if (first >= 0) return VG_OK;
        vg_text_printf(why, "first is a seat from 0 to %d", how->seats - 1);
        return VG_ERR_SETUP;
    }
    return vg_setup_option(game, how, word, VG_EN, why);
}

// Seats come first: the rest hangs on how many there are.
static vg_err take_seats(const vg_game *game, const char *text, vg_setup *how, vg_text *why)
{
    char copy[MAX_SETUP], *rest = NULL;
    int seats = game->min_seats;
    strcpy(copy, text);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strncmp(word, "seats=", 6) == 0)
            seats = number(word + 6, game->min_seats, game->max_seats);
    if (seats < 0) {
        vg_text_printf(why, "%s has %d to %d seats", game->name, game->min_seats, game->max_seats);
        return VG_ERR_SETUP;
    }
    vg_setup_normal(game, seats, how);
    return VG_OK;
}

static vg_err read_setup(const vg_game *game, const char *text, vg_setup *how, vg_text *why)
{
    char copy[MAX_SETUP], *rest = NULL;
    if (strnlen(text, sizeof copy) == sizeof copy) {
        vg_text_add(why, "no setup is that long");
        return VG_ERR_LIMIT;
    }
    vg_err err = take_seats(game, text, how, why);
    strcpy(copy, text);
    for (char *word = strtok_r(copy, " ", &rest); word && err == VG_OK;
         word = strtok_r(NULL, " ", &rest))
        if (strncmp(word, "seats=", 6) != 0) err = take_word(game, how, word, why);
    return err == VG_OK ? vg_setup_check(game, how, VG_EN, why) : err;
}

bool lib_prepare(const vg_game *game, const char *words, vg_setup *how, void *state, char *why,
                 size_t room)
{
    vg_text text = vg_text_heap();
    vg_err err = read_setup(game, words ? words : "", how, &text);
    memset(state, 0, game->state_size);
    if (err == VG_OK) err = game->setup(state, how, VG_EN, &text);
    lib_give(&text, why, err == VG_OK ? 0 : room);
    return err == VG_OK;
}

// ---- changed editions ------------------------------------------------------------------

static atomic_int held[MAX_GAMES];

void lib_hold(const vg_game *game, const vg_setup *how, int by)
{
    if (how->edition >= game->edition_count) atomic_fetch_add(&held[index_of(game)], by);
}

// False after saying why.
static bool tune(const vg_game *game, const char *lines, vg_text *why)
{
    for (const char *at = lines; *at; at += strspn(at, "\n")) {
        char line[160];
        size_t n = strcspn(at, "\n"), said = strcspn(at, "\n#\r");
        while (said && strchr(" \t", at[said - 1])) said--;
        if (said >= sizeof line) {
            vg_text_add(why, "no such line is that long");
            return false;
        }
        memcpy(line, at, said);
        line[said] = '\0';
        const char *words = line + strspn(line, " \t");
        if (*words && vg_game_tune(game, words, VG_EN, why) != VG_OK) return false;
        at += n;
    }
    vg_tuning *t = game->tuning;
    const vg_words *wrong = t && t->used && t->check ? t->check(t->edition) : NULL;
    if (wrong) vg_text_add(why, wrong->in[VG_EN]);
    return !wrong;
}

LIB_PUBLIC int veglia_tune(const veglia_game *game, const char *lines, char *why, size_t room)
{
    const vg_game *g = lib_game(game);
    vg_text text = vg_text_heap(), before = vg_text_heap(), unused = vg_text_heap();
    bool good = false;
    if (atomic_load(&held[index_of(g)])) {
        vg_text_printf(&text, "%s is being played with the numbers as they are", g->name);
    } else if (lines && strnlen(lines, MAX_LINES) == MAX_LINES) {
        vg_text_add(&text, "no edition has that many lines");
    } else {
        bool used = g->tuning && g->tuning->used;
        if (used) vg_game_changes(g, &before);
        vg_game_untune(g);
        good = tune(g, lines ? lines : "", &text);
        if (!good) vg_game_untune(g);
        if (!good && used && before.at) tune(g, before.at, &unused);
    }
    vg_text_release(&before);
    vg_text_release(&unused);
    lib_give(&text, why, good ? 0 : room);
    return good;
}
