// twin.c: no byte sent to a viewer depends on what it may not know.
//
//     twin [GAMES] [SEED]
//
// Random games are played in a room. Now and then, for every viewer, a twin of the room is made in
// which everything hidden from that viewer is different: the state is another world it thinks
// possible, events it may not have are scrambled, the secret and the chance to come are others. All
// messages to that viewer, and all answers to what it might try, must be the same in both.
#include "engine/table_parts.h"
#include "server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vg_rng rng;
static long messages, answers, reasons, different;

static void complain(const room *r, int viewer, const char *what, const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at]) at++;
    size_t from = at > 60 ? at - 60 : 0;
    printf("%s: %s to viewer %d differs: ...%.120s... / ...%.120s...\n", r->game, what, viewer,
           a + from, b + from);
    exit(1);
}

static room *room_of(const vg_game *game, int seats)
{
    room_plan plan = {.lang = VG_IT, .seat = 0};
    plan.table.game = game;
    plan.table.games = 1;
    plan.table.dice = VG_DICE_SECRET;
    vg_setup_normal(game, seats, &plan.table.setup);
    for (int i = 0; i < game->option_count; i++) { // any variant
        const vg_option *o = &game->options[i];
        vg_setup other = plan.table.setup;
        other.option[i] =
            (int16_t)(o->min + (int)vg_rng_below(&rng, (uint32_t)(o->max - o->min + 1)));
        vg_text none = {0};
        if (vg_setup_check(game, &other, VG_IT, &none) == VG_OK) plan.table.setup = other;
    }
    for (int i = 0; i < VG_SECRET; i++) plan.table.secret[i] = (uint8_t)vg_rng_next(&rng);
    strcpy(plan.name, "Anna");
    for (int p = 1; p < seats; p++) strcpy(plan.bot[p], "random");
    vg_text entry = vg_text_heap(), why = vg_text_heap();
    room *r = NULL;
    if (room_first_entry(&plan, &entry, &why)) {
        room_reader *rd = room_read_begin(1, 0);
        room_read_entry(rd, entry.at, 1000);
        r = room_read_end(rd);
    }
    vg_text_release(&entry);
    vg_text_release(&why);
    return r && r->table ? r : NULL;
}

// A room like `r` that `viewer` cannot tell from it; nothing else is the same.
static room *twin_of(const room *r, int viewer)
{
    room *twin = malloc(sizeof *twin);
    *twin = *r;
    vg_text record = vg_text_heap(), why = vg_text_heap();
    vg_table_record(r->table, true, &record);
    vg_err err;
    vg_table *t = vg_table_load(record.at, record.len, VG_IT, &err, &why);
    if (!t) {
        printf("%s: %s\n", r->game, why.at);
        exit(1);
    }
    vg_text_release(&record);
    vg_text_release(&why);
    const vg_game *game = t->plan.game;
    vg_game_view(game, r->table->state, viewer, t->state);
    if (game->ask(t->state).actor != VG_NOBODY)
        game->resample(t->state, viewer, &rng);
    else
        memcpy(t->state, r->table->state, game->state_size); // nothing is hidden any more
    different += memcmp(t->state, r->table->state, game->state_size) != 0;
    for (int i = 0; i < t->event_count; i++) {
        if (vg_event_visible(&t->event[i], viewer)) continue;
        for (int k = 0; k < 4; k++) t->event[i].arg[k] = (int16_t)(t->event[i].arg[k] ^ 1);
    }
    for (size_t i = 0; i < t->words_len; i++)
        if (t->words[i]) t->words[i] = 'x';
    for (int i = 0; i < VG_SECRET; i++) t->plan.secret[i] ^= 0x55;
    for (int i = 0; i < VG_CHACHA_KEY; i++) t->key[i] ^= 0x55;
    for (int p = 0; p < r->seats; p++) memcpy(t->name[p], r->table->name[p], sizeof t->name[p]);
    twin->table = t;
    return twin;
}

static void twin_free(room *twin)
{
    vg_table_free(twin->table);
    free(twin);
}

static void compare_messages(room *r, room *twin, const room_viewer *v, uint32_t since)
{
    vg_text a = vg_text_heap(), b = vg_text_heap();
    room_clock clock = {0};
    room_state_json(r, v, since, &clock, &a);
    room_state_json(twin, v, since, &clock, &b);
    if (a.len != b.len || memcmp(a.at, b.at, a.len) != 0) complain(r, v->seat, "state", a.at, b.at);
    vg_text_clear(&a);
    vg_text_clear(&b);
    room_table_json(r, v, 1, &a);
    room_table_json(twin, v, 1, &b);
    if (strcmp(a.at, b.at) != 0) complain(r, v->seat, "table", a.at, b.at);
    messages += 2;
    vg_text_release(&a);
    vg_text_release(&b);
}

// What the viewer is answered to a move it tries, here and there. Moves that are played end the
// twin, so only refusals are compared; a move must be refused in both or in neither.
static void compare_answers(room *r, room *twin, int seat, char tried[][VG_MAX_MOVE_TEXT],
                            int count)
{
    for (int i = 0; i < count; i++) {
        char one[1024], two[1024];
        vg_text a = VG_TEXT(one), b = VG_TEXT(two);
        // Pointing at what that move speaks of.
        room_viewer v = {.person = -1, .seat = seat, .lang = VG_EN};
        char words[VG_MAX_MOVE_TEXT * 2];
        vg_text ways = VG_TEXT(words);
        const char *things = strchr(tried[i], ' ');
        if (things && strrchr(things, ' ') != things)
            vg_text_printf(&ways, "%s,%s", things + 1, strrchr(things, ' ') + 1);
        else if (things)
            vg_text_add(&ways, things + 1);
        if (things) {
            room_why_json(r, &v, "x", words, &a);
            room_why_json(twin, &v, "x", words, &b);
            if (strcmp(one, two) != 0) complain(r, seat, "a reason", one, two);
            reasons += strstr(one, "\"why\":\"\"") == NULL;
            vg_text_clear(&a);
            vg_text_clear(&b);
        }
        bool legal = vg_game_parse(vg_table_game(r->table), r->table->state, seat, tried[i]) != 0;
        bool there =
            vg_game_parse(vg_table_game(r->table), twin->table->state, seat, tried[i]) != 0;
        vg_ask ask = vg_table_ask(r->table);
        bool asked = ask.actor == seat || ask.also >> seat & 1;
        if (asked && legal != there) complain(r, seat, "a move's legality", tried[i], "");
        if (asked && legal) continue;
        vg_err x = vg_table_play(r->table, seat, tried[i], VG_EN, &a);
        vg_err y = vg_table_play(twin->table, seat, tried[i], VG_EN, &b);
        if (x != y || strcmp(one, two) != 0) complain(r, seat, "a refusal", one, two);
        answers++;
    }
}

static void play(const vg_game *game, int seats)
{
    enum { TRIED = 24 };
    static char tried[TRIED][VG_MAX_MOVE_TEXT];
    static int tried_count;
    room *r = room_of(game, seats);
    if (!r) return;
    vg_text entry = vg_text_heap();
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    room_answer answer = {.why = &why};
    room_command deal = {.id = "deal", .verb = ROOM_DO_DEAL};
    room_do(r, 0, &deal, VG_IT, 2000, &entry, &answer);
    assert(!answer.code);
    while (room_status_of(r) == ROOM_PLAYING) {
        vg_ask ask = vg_table_ask(r->table);
        int seat = ask.actor;
        vg_move list[VG_MAX_LEGAL];
        for (int p = 0; p < seats; p++)
            if (ask.also >> p & 1 && vg_rng_below(&rng, 2) == 0 &&
                vg_table_legal(r->table, p, list) > 0)
                seat = p;
        int count = vg_table_legal(r->table, seat, list);
        assert(count > 0);
        vg_move m = list[vg_rng_below(&rng, (uint32_t)count)];
        vg_text text = vg_text_over(tried[tried_count++ % TRIED], VG_MAX_MOVE_TEXT);
        game->move_text(r->table->state, m, &text);
        vg_text_clear(&entry);
        bool played = room_bot_move(r, seat, m, 3000, &entry);
        assert(played);
        (void)played;
        if (vg_rng_below(&rng, 12) != 0) continue;
        // Once it is over those who watch may know everything.
        for (int v = room_status_of(r) == ROOM_PLAYING ? -1 : 0; v < seats; v++) {
            room_viewer viewer = {.person = -1, .seat = v, .lang = VG_IT};
            room *twin = twin_of(r, v < 0 ? VG_WATCHER : v);
            compare_messages(r, twin, &viewer, vg_rng_below(&rng, r->seq));
            if (v >= 0)
                compare_answers(r, twin, v, tried, tried_count < TRIED ? tried_count : TRIED);
            twin_free(twin);
        }
    }
    vg_text_release(&entry);
    room_free(r);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 20;
    vg_rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1, 0);
    long total = 0;
    for (const vg_game *const *game = vg_games; *game; game++) {
        messages = answers = reasons = different = 0;
        for (int i = 0; i < games; i++) {
            int span = (*game)->max_seats - (*game)->min_seats + 1;
            play(*game, (*game)->min_seats + (int)vg_rng_below(&rng, (uint32_t)span));
        }
        printf("%s: %ld messages, %ld refusals and %ld reasons the same in %ld different worlds\n",
               (*game)->id, messages, answers, reasons, different);
        if (messages == 0 || reasons == 0) return 1; // then nothing was tested
        total += different;
    }
    return total == 0; // a game may hide nothing, but not all of them
}
