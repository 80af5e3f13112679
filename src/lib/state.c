// state.c: whole positions, behind veglia.h. Nothing here knows a rule.
#include "base/sha256.h"
#include "engine/odds.h"
#include "engine/table.h"
#include "lib/parts.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(VEGLIA_MAX_SEATS == VG_MAX_SEATS && VEGLIA_MAX_ACTIONS == VG_MAX_LEGAL + 1, "");
_Static_assert((int)VEGLIA_CHANCE == VG_CHANCE && (int)VEGLIA_OVER == VG_NOBODY &&
                   (int)VEGLIA_WATCHER == VG_WATCHER,
               "");

veglia_state *lib_new(const vg_game *game, const vg_setup *how)
{
    veglia_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = game;
    s->setup = *how;
    lib_hold(game, how, 1);
    return s;
}

LIB_PUBLIC veglia_state *veglia_new(const veglia_game *game, const char *setup, uint64_t seed,
                                    char *why, size_t room)
{
    _Alignas(16) unsigned char at[VG_MAX_STATE];
    vg_setup how;
    if (!lib_prepare(lib_game(game), setup, &how, at, why, room)) return NULL;
    veglia_state *s = lib_new(lib_game(game), &how);
    if (!s) return NULL;
    memcpy(s->at, at, s->game->state_size);
    vg_rng_seed(&s->rng, seed, 0);
    return s;
}

LIB_PUBLIC veglia_state *veglia_clone(const veglia_state *state)
{
    veglia_state *s = malloc(sizeof *s);
    if (!s) return NULL;
    memcpy(s, state, offsetof(veglia_state, at) + state->game->state_size);
    s->kept = NULL;
    if (state->kept) {
        size_t size = state->game->max_length * sizeof *s->kept;
        s->kept = malloc(size);
        if (s->kept) memcpy(s->kept, state->kept, (size_t)state->moves * sizeof *s->kept);
        if (!s->kept) {
            free(s);
            return NULL;
        }
    }
    lib_hold(s->game, &s->setup, 1);
    return s;
}

LIB_PUBLIC void veglia_free(veglia_state *state)
{
    if (!state) return;
    lib_hold(state->game, &state->setup, -1);
    free(state->kept);
    free(state);
}

LIB_PUBLIC void veglia_seed(veglia_state *state, uint64_t seed, uint64_t number)
{
    vg_rng_seed(&state->rng, seed, number);
}

// ---- playing --------------------------------------------------------------------------

LIB_PUBLIC int veglia_seats(const veglia_state *state) { return state->setup.seats; }
LIB_PUBLIC int veglia_actor(const veglia_state *state) { return state->game->ask(state->at).actor; }
LIB_PUBLIC unsigned veglia_also(const veglia_state *state)
{
    return vg_out_of_turn(state->game->ask(state->at));
}

LIB_PUBLIC int veglia_same(const veglia_state *a, const veglia_state *b)
{
    return a->game == b->game && memcmp(a->at, b->at, a->game->state_size) == 0;
}

LIB_PUBLIC uint64_t veglia_hash(const veglia_state *state)
{
    return vg_game_hash(state->game, state->at);
}

// What `seat` may do; nothing where it is no seat, or not asked.
static int list_of(const veglia_state *s, int seat, vg_move list[VG_MAX_LEGAL], int32_t *action)
{
    vg_ask ask = s->game->ask(s->at);
    bool asked = seat >= 0 && seat < s->setup.seats ? ask.actor >= 0 : seat == VG_CHANCE;
    if (!asked || (seat == VG_CHANCE && ask.actor != VG_CHANCE)) return 0;
    const vg_sight *sight = lib_sight(s->game, s->setup.seats);
    if (!sight) return 0;
    int count = s->game->legal(s->at, seat, list);
    vg_sight_number(sight, seat, list, count, action);
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

static void carry_out(veglia_state *s, int seat, vg_move m)
{
    s->game->apply(s->at, seat, m, NULL);
    if (s->kept && s->moves < s->game->max_length)
        s->kept[s->moves] = (lib_step){.move = m, .seat = (int8_t)seat};
    s->moves++;
}

// Who may do what instead, with the rule of what is being asked; `text` is NULL, or what was tried.
static void refuse(const veglia_state *s, int seat, int count, const char *tried, char *why,
                   size_t room)
{
    vg_ask ask = s->game->ask(s->at);
    vg_text text = vg_text_heap(), rule = vg_text_heap();
    vg_err err = ask.actor == VG_NOBODY ? VG_ERR_OVER : count ? VG_ERR_ILLEGAL : VG_ERR_NOT_YOU;
    if (err == VG_ERR_ILLEGAL && tried && seat >= 0) {
        _Alignas(16) unsigned char view[VG_MAX_STATE];
        vg_voice voice = {.lang = VG_EN, .reader = seat};
        vg_game_view(s->game, s->at, seat, view);
        vg_why_not(s->game, view, seat, tried, &voice, &text, &rule);
    }
    bool said = text.at && text.len;
    if (!said) vg_text_add(&text, vg_err_text(err, VG_EN));
    const char *asked = err == VG_ERR_OVER ? "" : s->game->asks[ask.kind].rule;
    const char *cited = rule.at && rule.len ? rule.at : asked;
    if (*cited && !(text.at && strstr(text.at, cited))) vg_text_printf(&text, " (%s)", cited);
    vg_text_release(&rule);
    lib_give(&text, why, room);
}

LIB_PUBLIC int veglia_apply(veglia_state *state, int seat, int32_t action, char *why, size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    int count = list_of(state, seat, list, numbers);
    for (int i = 0; i < count; i++) {
        if (numbers[i] != action) continue;
        carry_out(state, seat, list[i]);
        return 1;
    }
    refuse(state, seat, count, NULL, why, room);
    return 0;
}

LIB_PUBLIC int veglia_play(veglia_state *state, int seat, const char *notation, char *why,
                           size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    int count = list_of(state, seat, list, numbers);
    bool readable = strnlen(notation, VG_MAX_MOVE_TEXT) < VG_MAX_MOVE_TEXT;
    vg_move m =
        readable && count ? vg_game_named(state->game, state->at, list, count, notation) : 0;
    if (m)
        carry_out(state, seat, m);
    else
        refuse(state, seat, count, readable ? notation : NULL, why, room);
    return m != 0;
}

LIB_PUBLIC int veglia_roll(veglia_state *state)
{
    int actor;
    while ((actor = state->game->ask(state->at).actor) == VG_CHANCE)
        carry_out(state, VG_CHANCE, state->game->chance(state->at, &state->rng));
    return actor;
}

LIB_PUBLIC size_t veglia_notation(const veglia_state *state, int seat, int32_t action, char *out,
                                  size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    int count = list_of(state, seat, list, numbers);
    vg_text text = vg_text_heap();
    for (int i = 0; i < count; i++)
        if (numbers[i] == action) vg_move_text(state->game, state->at, list[i], &text);
    return lib_give(&text, out, room);
}

LIB_PUBLIC int32_t veglia_action(const veglia_state *state, int seat, const char *notation)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    if (strnlen(notation, VG_MAX_MOVE_TEXT) == VG_MAX_MOVE_TEXT) return -1;
    int count = list_of(state, seat, list, numbers);
    vg_move m = count ? vg_game_named(state->game, state->at, list, count, notation) : 0;
    for (int i = 0; i < count; i++)
        if (m && list[i] == m) return numbers[i];
    return -1;
}

// ---- the end ----------------------------------------------------------------------------

void lib_shares(const vg_game *game, const void *at, int seats, double share[VG_MAX_SEATS],
                int32_t points[VG_MAX_SEATS])
{
    vg_score score = {0};
    int winners = 0;
    game->score(at, &score);
    for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
    for (int p = 0; p < seats; p++) {
        share[p] = score.rank[p] == 1 ? 1.0 / winners : 0;
        points[p] = score.points[p];
    }
}

LIB_PUBLIC void veglia_returns(const veglia_state *state, double share[VEGLIA_MAX_SEATS])
{
    int32_t points[VG_MAX_SEATS];
    lib_shares(state->game, state->at, state->setup.seats, share, points);
}

LIB_PUBLIC void veglia_score(const veglia_state *state, int points[VEGLIA_MAX_SEATS],
                             int rank[VEGLIA_MAX_SEATS])
{
    vg_score score = {0};
    state->game->score(state->at, &score);
    for (int p = 0; p < state->setup.seats; p++) {
        points[p] = score.points[p];
        rank[p] = score.rank[p];
    }
}

// ---- as bytes -----------------------------------------------------------------------------

typedef struct header {
    char magic[8], release[16], game[16];
    uint32_t size, moves;
    uint64_t rng[4];
    vg_setup setup;
    uint8_t edition[VG_SHA256_BYTES]; // of what was changed, where it is the changed edition
    uint8_t sum[VG_SHA256_BYTES];     // of all the rest
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

static void sum_edition(const vg_game *game, const vg_setup *how, uint8_t out[VG_SHA256_BYTES])
{
    memset(out, 0, VG_SHA256_BYTES);
    if (how->edition < game->edition_count) return;
    vg_text lines = vg_text_heap();
    vg_sha256 sum;
    vg_game_changes(game, &lines);
    vg_sha256_init(&sum);
    vg_sha256_feed(&sum, lines.at, lines.at ? lines.len : 0);
    vg_sha256_done(&sum, out);
    vg_text_release(&lines);
}

LIB_PUBLIC size_t veglia_save(const veglia_state *state, void *out, size_t room)
{
    size_t size = state->game->state_size, all = sizeof(header) + size;
    if (!out || room < all) return all;
    header head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, "veglia1", sizeof head.magic);
    head.size = (uint32_t)size;
    head.moves = (uint32_t)state->moves;
    head.setup = state->setup;
    strncpy(head.release, VG_VERSION, sizeof head.release - 1);
    strncpy(head.game, state->game->id, sizeof head.game - 1);
    memcpy(head.rng, state->rng.s, sizeof head.rng);
    sum_edition(state->game, &state->setup, head.edition);
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
        head->moves > game->max_length)
        return "these bytes are no state";
    add_up(*head, state, sum);
    if (memcmp(sum, head->sum, sizeof sum) != 0) return "these bytes have been changed";
    char buffer[200];
    vg_text unused = VG_TEXT(buffer);
    if (vg_setup_check(game, &head->setup, VG_EN, &unused) != VG_OK)
        return "the edition of this state is not there: veglia_tune";
    sum_edition(game, &head->setup, sum);
    if (memcmp(sum, head->edition, sizeof sum) != 0)
        return "this state is of an edition changed in another way: veglia_tune";
    return vg_check(game, state);
}

LIB_PUBLIC veglia_state *veglia_load(const void *bytes, size_t count, char *why, size_t room)
{
    header head = {0};
    _Alignas(16) unsigned char at[VG_MAX_STATE] = {0};
    if (count >= sizeof head && count <= sizeof head + VG_MAX_STATE) {
        memcpy(&head, bytes, sizeof head);
        memcpy(at, (const char *)bytes + sizeof head, count - sizeof head);
    }
    bool named = memchr(head.game, '\0', sizeof head.game) != NULL;
    const vg_game *game = named ? vg_game_find(head.game) : NULL;
    const char *wrong = wrong_with(&head, game, at, count);
    veglia_state *s = wrong ? NULL : lib_new(game, &head.setup);
    if (s) {
        s->moves = (int)head.moves;
        memcpy(s->rng.s, head.rng, sizeof head.rng);
        memcpy(s->at, at, game->state_size);
        return s;
    }
    vg_text text = vg_text_heap();
    vg_text_add(&text, wrong ? wrong : vg_err_text(VG_ERR_SYSTEM, VG_EN));
    lib_give(&text, why, room);
    return NULL;
}

// ---- records ---------------------------------------------------------------------------------

LIB_PUBLIC int veglia_keep(veglia_state *state)
{
    if (!state->kept && state->moves == 0)
        state->kept = malloc(state->game->max_length * sizeof *state->kept);
    return state->kept != NULL;
}

// At a table of scripted chance, which knows how to write moves down.
LIB_PUBLIC size_t veglia_record(const veglia_state *state, char *out, size_t room)
{
    vg_table_plan plan = {
        .game = state->game, .setup = state->setup, .games = 1, .dice = VG_DICE_SCRIPT};
    vg_table *table =
        state->kept && state->moves <= state->game->max_length ? vg_table_new(&plan, NULL) : NULL;
    vg_text text = vg_text_heap();
    bool good = table != NULL;
    for (int i = 0; good && i < state->moves; i++)
        good = vg_table_move(table, state->kept[i].seat, state->kept[i].move) == VG_OK;
    if (good) vg_table_record(table, false, &text);
    vg_table_free(table);
    return lib_give(&text, out, room);
}

LIB_PUBLIC veglia_state *veglia_replay(const char *record, size_t length, int moves, char *why,
                                       size_t room)
{
    vg_text text = vg_text_heap();
    vg_table *table = vg_table_load(record, length, VG_EN, NULL, &text);
    veglia_state *s = table ? lib_new(vg_table_game(table), vg_table_setup(table)) : NULL;
    bool good = s && veglia_keep(s) && s->game->setup(s->at, &s->setup, VG_EN, &text) == VG_OK;
    int game = table ? vg_table_game_number(table) : 0;
    for (int i = 0; good && i < vg_table_log_count(table); i++) {
        vg_log_entry entry;
        vg_table_log(table, i, &entry);
        if (entry.game == game && (moves < 0 || s->moves < moves))
            carry_out(s, entry.seat, entry.move);
    }
    if (good) vg_rng_seed(&s->rng, 0, 0);
    vg_table_free(table);
    lib_give(&text, why, good ? 0 : room);
    if (good) return s;
    veglia_free(s);
    return NULL;
}
