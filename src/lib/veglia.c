// veglia.c: the engine behind veglia.h. Nothing here knows a rule.
#include "lib/veglia.h"

#include "base/sha256.h"
#include "engine/observe.h"
#include "engine/odds.h"
#include "lib/parts.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(VEGLIA_MAX_SEATS == VG_MAX_SEATS && VEGLIA_MAX_ACTIONS == VG_MAX_LEGAL, "");
_Static_assert((int)VEGLIA_CHANCE == VG_CHANCE && (int)VEGLIA_OVER == VG_NOBODY &&
                   (int)VEGLIA_WATCHER == VG_WATCHER,
               "");

struct veglia_state {
    const vg_game *game;
    int seats;
    vg_rng rng;
    _Alignas(16) unsigned char at[VG_MAX_STATE];
};

struct veglia_view {
    const vg_game *game;
    int seats, viewer;
    vg_sight *sight;
    _Alignas(16) unsigned char at[VG_MAX_STATE];
};

const vg_game *lib_game(const veglia_game *game) { return (const vg_game *)(const void *)game; }
static const veglia_game *outside(const vg_game *game)
{
    return (const veglia_game *)(const void *)game;
}

const void *lib_state(const veglia_state *state) { return state->at; }

// As much of a text as fits.
static size_t give(const vg_text *text, char *out, size_t room)
{
    size_t n = text->len < room ? text->len : room ? room - 1 : 0;
    if (out && room) {
        memcpy(out, text->at, n);
        out[n] = '\0';
    }
    return text->len;
}
static size_t give_and_release(vg_text *text, char *out, size_t room)
{
    size_t whole = text->at ? give(text, out, room) : 0;
    vg_text_release(text);
    return whole;
}

LIB_PUBLIC int veglia_api(void) { return VEGLIA_API; }
LIB_PUBLIC const char *veglia_version(void) { return VG_VERSION; }

// ---- games ------------------------------------------------------------------------

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
LIB_PUBLIC const char *veglia_game_id(const veglia_game *game) { return lib_game(game)->id; }
LIB_PUBLIC const char *veglia_game_name(const veglia_game *game) { return lib_game(game)->name; }
LIB_PUBLIC int veglia_min_seats(const veglia_game *game) { return lib_game(game)->min_seats; }
LIB_PUBLIC int veglia_max_seats(const veglia_game *game) { return lib_game(game)->max_seats; }
LIB_PUBLIC int veglia_rules_version(const veglia_game *game)
{
    return lib_game(game)->rules_version;
}
LIB_PUBLIC int veglia_max_length(const veglia_game *game) { return lib_game(game)->max_length; }
LIB_PUBLIC int veglia_actions(const veglia_game *game) { return vg_moves_bound(lib_game(game)); }
LIB_PUBLIC int veglia_numbers(const veglia_game *game) { return vg_observed_count(lib_game(game)); }

LIB_PUBLIC size_t veglia_describe(const veglia_game *game, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_game_put(lib_game(game), &j);
    return give_and_release(&text, out, room);
}

LIB_PUBLIC size_t veglia_number_name(const veglia_game *game, int number, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    if (number >= 0 && number < vg_observed_count(lib_game(game)))
        vg_observed_name(lib_game(game), number, &text);
    return give_and_release(&text, out, room);
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
    if (strncmp(word, "seats=", 6) == 0) return VG_OK; // taken already
    if (strncmp(word, "edition=", 8) == 0) {
        int edition = vg_edition_find(game, word + 8);
        how->edition = (uint8_t)edition;
        if (edition >= 0) return VG_OK;
        vg_text_printf(why, "%s has no edition \"%.40s\"", game->name, word + 8);
        return VG_ERR_SETUP;
    }
    if (strncmp(word, "first=", 6) == 0) {
        how->first = (int8_t)number(word + 6, 0, how->seats - 1);
        if (how->first >= 0) return VG_OK;
        vg_text_printf(why, "first is a seat from 0 to %d", how->seats - 1);
        return VG_ERR_SETUP;
    }
    return vg_setup_option(game, how, word, VG_EN, why);
}

static vg_err read_setup(const vg_game *game, const char *text, vg_setup *how, vg_text *why)
{
    char copy[512], *rest = NULL;
    if (strnlen(text, sizeof copy) == sizeof copy) {
        vg_text_add(why, "no setup is that long");
        return VG_ERR_LIMIT;
    }
    int seats = game->min_seats;
    const char *said = strstr(text, "seats=");
    if (said) seats = (int)strtol(said + 6, NULL, 10);
    if (seats < game->min_seats || seats > game->max_seats) {
        vg_text_printf(why, "%s has %d to %d seats", game->name, game->min_seats, game->max_seats);
        return VG_ERR_SETUP;
    }
    vg_setup_normal(game, seats, how);
    strcpy(copy, text);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        vg_err err = take_word(game, how, word, why);
        if (err != VG_OK) return err;
    }
    return vg_setup_check(game, how, VG_EN, why);
}

static bool prepare(const vg_game *game, const char *setup, void *state, int *seats, char *why,
                    size_t room)
{
    vg_text text = vg_text_heap();
    vg_setup how;
    vg_err err = read_setup(game, setup ? setup : "", &how, &text);
    memset(state, 0, game->state_size);
    if (err == VG_OK) err = game->setup(state, &how, VG_EN, &text);
    *seats = how.seats;
    give_and_release(&text, why, err == VG_OK ? 0 : room);
    return err == VG_OK;
}

LIB_PUBLIC veglia_state *veglia_new(const veglia_game *game, const char *setup, uint64_t seed,
                                    char *why, size_t room)
{
    veglia_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = lib_game(game);
    vg_rng_seed(&s->rng, seed, 0);
    if (prepare(s->game, setup, s->at, &s->seats, why, room)) return s;
    free(s);
    return NULL;
}

LIB_PUBLIC veglia_state *veglia_clone(const veglia_state *state)
{
    veglia_state *s = malloc(sizeof *s);
    if (s) *s = *state;
    return s;
}

LIB_PUBLIC int veglia_copy(veglia_state *to, const veglia_state *from)
{
    if (to->game != from->game) return 0;
    to->seats = from->seats;
    to->rng = from->rng;
    memcpy(to->at, from->at, from->game->state_size);
    return 1;
}

LIB_PUBLIC void veglia_free(veglia_state *state) { free(state); }
LIB_PUBLIC void veglia_seed(veglia_state *state, uint64_t seed)
{
    vg_rng_seed(&state->rng, seed, 0);
}

// ---- playing --------------------------------------------------------------------------

LIB_PUBLIC const veglia_game *veglia_game_of(const veglia_state *state)
{
    return outside(state->game);
}
LIB_PUBLIC int veglia_seats(const veglia_state *state) { return state->seats; }
LIB_PUBLIC int veglia_actor(const veglia_state *state) { return state->game->ask(state->at).actor; }
LIB_PUBLIC unsigned veglia_also(const veglia_state *state)
{
    return state->game->ask(state->at).also;
}

static bool sits(const veglia_state *s, int seat) { return seat >= VG_CHANCE && seat < s->seats; }

static int list_of(const veglia_state *s, int seat, vg_move list[VG_MAX_LEGAL], int32_t *action)
{
    if (!sits(s, seat)) return 0;
    int count = s->game->legal(s->at, seat, list);
    vg_moves_number(s->game, s->seats, seat, list, count, action);
    return count;
}

LIB_PUBLIC int veglia_legal(const veglia_state *state, int seat, int32_t action[VEGLIA_MAX_ACTIONS])
{
    vg_move list[VG_MAX_LEGAL];
    return list_of(state, seat, list, action);
}

LIB_PUBLIC int veglia_chance(const veglia_state *state, int32_t action[VEGLIA_MAX_ACTIONS],
                             double odds[VEGLIA_MAX_ACTIONS])
{
    vg_move list[VG_MAX_LEGAL];
    int count = list_of(state, VG_CHANCE, list, action);
    if (count) vg_odds(state->game, state->at, list, count, odds);
    return count;
}

// The move of this number, or 0 and why not.
static vg_move find_action(const veglia_state *s, int seat, int32_t action, char *why, size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    int count = list_of(s, seat, list, numbers);
    for (int i = 0; i < count; i++)
        if (numbers[i] == action) return list[i];
    vg_ask ask = s->game->ask(s->at);
    vg_err err = ask.actor == VG_NOBODY        ? VG_ERR_OVER
                 : ask.actor != seat && !count ? VG_ERR_NOT_YOU
                                               : VG_ERR_ILLEGAL;
    vg_text text = vg_text_heap();
    vg_text_printf(&text, "%s", vg_err_text(err, VG_EN));
    const char *rule = ask.actor == VG_NOBODY ? "" : s->game->asks[ask.kind].rule;
    if (*rule) vg_text_printf(&text, " (%s)", rule);
    give_and_release(&text, why, room);
    return 0;
}

LIB_PUBLIC int veglia_apply(veglia_state *state, int seat, int32_t action, char *why, size_t room)
{
    vg_move m = find_action(state, seat, action, why, room);
    if (!m) return 0;
    state->game->apply(state->at, seat, m, NULL);
    return 1;
}

int lib_roll(const vg_game *game, void *at, vg_rng *rng)
{
    int actor;
    while ((actor = game->ask(at).actor) == VG_CHANCE)
        game->apply(at, VG_CHANCE, game->chance(at, rng), NULL);
    return actor;
}

LIB_PUBLIC int veglia_roll(veglia_state *state)
{
    return lib_roll(state->game, state->at, &state->rng);
}

// ---- the end ----------------------------------------------------------------------------

void lib_shares(const vg_game *game, const void *at, int seats, double share[VG_MAX_SEATS])
{
    vg_score score = {0};
    int winners = 0;
    game->score(at, &score);
    for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
    for (int p = 0; p < seats; p++)
        share[p] = score.rank[p] != 1 ? 0 : game->factions ? 1 : 1.0 / winners;
}

LIB_PUBLIC void veglia_returns(const veglia_state *state, double share[VEGLIA_MAX_SEATS])
{
    lib_shares(state->game, state->at, state->seats, share);
}

LIB_PUBLIC void veglia_score(const veglia_state *state, int points[VEGLIA_MAX_SEATS],
                             int rank[VEGLIA_MAX_SEATS])
{
    vg_score score = {0};
    state->game->score(state->at, &score);
    for (int p = 0; p < state->seats; p++) {
        points[p] = score.points[p];
        rank[p] = score.rank[p];
    }
}

// ---- notation ------------------------------------------------------------------------------

LIB_PUBLIC size_t veglia_notation(const veglia_state *state, int seat, int32_t action, char *out,
                                  size_t room)
{
    vg_text text = vg_text_heap();
    vg_move m = find_action(state, seat, action, NULL, 0);
    if (m) vg_move_text(state->game, state->at, m, &text);
    return give_and_release(&text, out, room);
}

LIB_PUBLIC int32_t veglia_action(const veglia_state *state, int seat, const char *notation)
{
    int32_t action = -1;
    if (!sits(state, seat) || strnlen(notation, VG_MAX_MOVE_TEXT) == VG_MAX_MOVE_TEXT) return -1;
    vg_move m = vg_game_parse(state->game, state->at, seat, notation);
    if (m) vg_moves_number(state->game, state->seats, seat, &m, 1, &action);
    return action;
}

// ---- as bytes -----------------------------------------------------------------------------

typedef struct header {
    char magic[8], release[16], game[16];
    uint32_t size, seats;
    uint64_t rng[4];
    uint8_t sum[VG_SHA256_BYTES]; // of all the rest
} header;

static void add_up(header head, const void *state, uint8_t out[VG_SHA256_BYTES])
{
    vg_sha256 sum;
    memset(head.sum, 0, sizeof head.sum);
    vg_sha256_init(&sum);
    vg_sha256_feed(&sum, &head, sizeof head);
    vg_sha256_feed(&sum, state, head.size);
    vg_sha256_done(&sum, out);
}

LIB_PUBLIC size_t veglia_save(const veglia_state *state, void *out, size_t room)
{
    size_t size = state->game->state_size, all = sizeof(header) + size;
    if (!out || room < all) return all;
    header head = {.magic = "veglia1", .size = (uint32_t)size, .seats = (uint32_t)state->seats};
    strncpy(head.release, VG_VERSION, sizeof head.release - 1);
    strncpy(head.game, state->game->id, sizeof head.game - 1);
    memcpy(head.rng, state->rng.s, sizeof head.rng);
    add_up(head, state->at, head.sum);
    memcpy(out, &head, sizeof head);
    memcpy((char *)out + sizeof head, state->at, size);
    return all;
}

static const char *wrong_with(const header *head, const vg_game *game, const void *state,
                              size_t count)
{
    uint8_t sum[VG_SHA256_BYTES];
    if (memcmp(head->magic, "veglia1", sizeof head->magic) != 0) return "these bytes are no state";
    if (strncmp(head->release, VG_VERSION, sizeof head->release) != 0)
        return "this state is of another release";
    if (!game || head->size != game->state_size || count != sizeof *head + head->size ||
        head->seats < game->min_seats || head->seats > game->max_seats)
        return "these bytes are no state";
    add_up(*head, state, sum);
    if (memcmp(sum, head->sum, sizeof sum) != 0) return "these bytes have been changed";
    return vg_check(game, state);
}

LIB_PUBLIC veglia_state *veglia_load(const void *bytes, size_t count, char *why, size_t room)
{
    header head = {0};
    veglia_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (count >= sizeof head && count <= sizeof head + VG_MAX_STATE) {
        memcpy(&head, bytes, sizeof head);
        memcpy(s->at, (const char *)bytes + sizeof head, count - sizeof head);
    }
    head.game[sizeof head.game - 1] = '\0';
    s->game = vg_game_find(head.game);
    s->seats = (int)head.seats;
    memcpy(s->rng.s, head.rng, sizeof head.rng);
    const char *wrong = wrong_with(&head, s->game, s->at, count);
    if (!wrong) return s;
    vg_text text = vg_text_heap();
    vg_text_add(&text, wrong);
    give_and_release(&text, why, room);
    free(s);
    return NULL;
}

// ---- what one seat knows --------------------------------------------------------------------

LIB_PUBLIC veglia_view *veglia_view_of(const veglia_state *state, int viewer)
{
    if (viewer != VG_WATCHER && (viewer < 0 || viewer >= state->seats)) return NULL;
    veglia_view *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->game = state->game;
    v->seats = state->seats;
    v->viewer = viewer;
    v->sight = vg_sight_new(v->game, v->seats);
    if (v->sight) {
        vg_game_view(v->game, state->at, viewer, v->at);
        return v;
    }
    free(v);
    return NULL;
}

LIB_PUBLIC void veglia_view_free(veglia_view *view)
{
    if (view) vg_sight_free(view->sight);
    free(view);
}

LIB_PUBLIC int veglia_view_actor(const veglia_view *view)
{
    return view->game->ask(view->at).actor;
}

static int view_list(const veglia_view *v, vg_move list[VG_MAX_LEGAL], int32_t *action)
{
    if (v->viewer < 0) return 0;
    int count = v->game->legal(v->at, v->viewer, list);
    vg_moves_number(v->game, v->seats, v->viewer, list, count, action);
    return count;
}

LIB_PUBLIC int veglia_view_legal(const veglia_view *view, int32_t action[VEGLIA_MAX_ACTIONS])
{
    vg_move list[VG_MAX_LEGAL];
    return view_list(view, list, action);
}

LIB_PUBLIC void veglia_observe(const veglia_view *view, float *out)
{
    vg_observe(view->sight, view->at, view->viewer, out);
}

static vg_voice voice_of(const veglia_view *v, int italian)
{
    return (vg_voice){.lang = italian ? VG_IT : VG_EN, .reader = v->viewer};
}

LIB_PUBLIC size_t veglia_show(const veglia_view *view, int italian, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_voice voice = voice_of(view, italian);
    view->game->show(view->at, &voice, &text);
    return give_and_release(&text, out, room);
}

LIB_PUBLIC size_t veglia_json(const veglia_view *view, int italian, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_voice voice = voice_of(view, italian);
    vg_print(view->game, view->at, &voice, &j);
    return give_and_release(&text, out, room);
}

LIB_PUBLIC size_t veglia_label(const veglia_view *view, int32_t action, int italian, char *out,
                               size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    vg_text text = vg_text_heap();
    vg_voice voice = voice_of(view, italian);
    int count = view_list(view, list, numbers);
    for (int i = 0; i < count; i++)
        if (numbers[i] == action) vg_move_label(view->game, view->at, list[i], &voice, &text);
    return give_and_release(&text, out, room);
}

LIB_PUBLIC veglia_state *veglia_guess(const veglia_view *view, uint64_t seed)
{
    veglia_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = view->game;
    s->seats = view->seats;
    vg_rng_seed(&s->rng, seed, 0);
    memcpy(s->at, view->at, view->game->state_size);
    s->game->resample(s->at, view->viewer, &s->rng);
    return s;
}
