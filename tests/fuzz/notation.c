// notation.c: fuzzes a table in play: texts that are no moves, moves, taking back, narration.
//
// The input chooses the game, its seats and its dice, then each byte an act. What is refused must
// change nothing; what is accepted must leave a sound state.
#include "whole.h"

static void refuse_changes_nothing(vg_table *t, int seat, const char *text)
{
    _Alignas(8) uint8_t before[VG_MAX_STATE];
    char buffer[512];
    size_t size = vg_table_game(t)->state_size;
    vg_text why = VG_TEXT(buffer);
    vg_table_start(t);
    memcpy(before, vg_table_state(t), size);
    int log = vg_table_log_count(t), events = vg_table_event_count(t);
    vg_err err = vg_table_play(t, seat, text, seat & 1 ? VG_IT : VG_EN, &why);
    if (err == VG_OK) return;
    MUST(memcmp(before, vg_table_state(t), size) == 0);
    MUST(log == vg_table_log_count(t) && events == vg_table_event_count(t));
    MUST(why.len > 0);
}

// A legal move by number; chance too where it is scripted.
static void move(vg_table *t, int number)
{
    vg_move list[VG_MAX_LEGAL];
    vg_ask ask = vg_table_ask(t);
    int seat = ask.actor;
    if (ask.also && number & 64) seat = vg_lowest(ask.also);
    int count = vg_table_legal(t, seat, list);
    if (count == 0) return;
    char buffer[VG_MAX_MOVE_TEXT];
    vg_text text = VG_TEXT(buffer);
    vg_move_text(vg_table_game(t), vg_table_state(t), list[number % count], &text);
    MUST(vg_table_play(t, seat, buffer, VG_EN, NULL) == VG_OK); // its notation is understood
    MUST(!vg_check(vg_table_game(t), vg_table_state(t)));
}

// `dear` counts down the acts that cost as much as the whole game so far.
// A seat's part in chance, in any order and at any time.
static void take_part(vg_table *t, bytes *b, int seat, int what)
{
    char text[128];
    uint8_t salt[VG_SALT] = {0}, hash[VG_SHA256_BYTES];
    salt[0] = (uint8_t)(byte(b) & 1);
    vg_salt_hash(salt, hash);
    switch (byte(b) % 6) {
    case 0: (void)!vg_table_bot(t, seat, line(b, text, sizeof text - 1)); return;
    case 1: (void)!vg_table_hash(t, seat, what & 128 ? NULL : hash); return;
    case 2: (void)!vg_table_reveal(t, seat, salt); return;
    case 3: (void)!vg_table_salt(t, seat, salt); return;
    case 4: vg_table_seal(t); return;
    case 5: (void)!vg_table_void(t); return;
    }
}

static void act(vg_table *t, bytes *b, int *dear)
{
    char text[128];
    int what = byte(b), seat = what >> 4 & 7;
    switch (what & 15) {
    case 0: refuse_changes_nothing(t, seat, line(b, text, sizeof text - 1)); return;
    case 1:
        refuse_changes_nothing(t, vg_table_ask(t).actor, line(b, text, sizeof text - 1));
        return;
    case 2: {
        int depth = vg_table_undo_depth(t, seat), log = vg_table_log_count(t);
        MUST((vg_table_undo(t, seat) == VG_OK) == (depth > 0));
        MUST(vg_table_log_count(t) == log - (depth > 0));
        return;
    }
    case 3:
        (void)!vg_table_narrate(t, seat, vg_table_log_count(t) - 1 - (what >> 6),
                                line(b, text, sizeof text - 1));
        return;
    case 4: (void)!vg_table_name(t, seat, line(b, text, sizeof text - 1)); return;
    case 5: take_part(t, b, seat, what); return;
    case 6:
        if ((*dear)-- > 0) look(t, seat, VG_IT);
        return;
    case 7: (void)!vg_table_next_game(t); return;
    case 8:
        if ((*dear)-- > 0) save_and_load(t);
        return;
    default: move(t, byte(b)); return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    vg_table_plan plan = {.game = vg_games[byte(&b) % game_count()]};
    int seats = plan.game->min_seats + byte(&b) % (plan.game->max_seats - plan.game->min_seats + 1);
    vg_setup_normal(plan.game, seats, &plan.setup);
    plan.games = (uint8_t)(1 + byte(&b) % 3);
    plan.dice = (vg_dice)(byte(&b) % 3);
    plan.secret[0] = (uint8_t)byte(&b);
    vg_table *t = vg_table_new(&plan, NULL);
    if (!t) return 0;
    int dear = 4;
    for (int i = 0; b.left > 0 && i < 600; i++) act(t, &b, &dear);
    save_and_load(t);
    look(t, VG_EVERYTHING, VG_EN);
    look(t, 0, VG_IT);
    if (plan.dice != VG_DICE_SCRIPT) MUST(vg_table_verify(t, VG_EN, NULL) == VG_OK);
    vg_table_free(t);
    return 0;
}
