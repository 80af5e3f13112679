// table.c: the table on the template game: play, refusals, taking back, matches, records.
#include "unit.h"

#include "engine/table.h"
#include "engine/table_parts.h"
#include "games/template/template.h"
#include "candles.h"
#include "json_check.h"

#include <stdlib.h>
#include <string.h>

// ---- playing -----------------------------------------------------------------------

static void a_game_is_played_to_its_end(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        vg_table *t = table_of(VG_DICE_SECRET, seats, 1);
        finish(t, (uint64_t)seats);
        assert_null(vg_check(&template_game, vg_table_state(t)));
        assert_true(vg_table_match_over(t));
        assert_true(vg_table_log_count(t) > 12);
        assert_int_equal(vg_table_move(t, 0, VG_MOVE(TEMPLATE_MOVE_PASS, 0, 0, 0)), VG_ERR_OVER);
        assert_int_equal(vg_table_next_game(t), VG_ERR_OVER);
        vg_table_free(t);
    }
}

static void setups_out_of_bounds_are_refused(void **unused)
{
    (void)unused;
    vg_table_plan plan = plan_of(VG_DICE_SEED, 5, 1);
    char buffer[200];
    vg_text why = VG_TEXT(buffer);
    plan.lang = VG_EN;
    assert_null(vg_table_new(&plan, &why));
    assert_string_equal(buffer, "Candles takes 2 to 4 seats, not 5");
    plan = plan_of(VG_DICE_SEED, 2, 0);
    assert_null(vg_table_new(&plan, NULL));
    plan = plan_of(VG_DICE_SEED, 2, VG_MAX_MATCH + 1);
    assert_null(vg_table_new(&plan, NULL));
}

static void assert_refused(vg_table *t, int seat, const char *text, vg_err wanted,
                           const char *italian, const char *english)
{
    uint8_t before[VG_MAX_STATE];
    memcpy(before, vg_table_state(t), template_game.state_size);
    char *log = record_of(t, true);
    int depth = vg_table_undo_depth(t, 0), events = vg_table_event_count(t);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        char buffer[512];
        vg_text why = VG_TEXT(buffer);
        assert_int_equal(vg_table_play(t, seat, text, (vg_lang)lang, &why), wanted);
        assert_string_equal(buffer, lang == VG_IT ? italian : english);
    }
    assert_int_equal(vg_table_play(t, seat, text, VG_EN, NULL), wanted);
    char *after = record_of(t, true);
    assert_memory_equal(before, vg_table_state(t), template_game.state_size);
    assert_string_equal(log, after);
    assert_int_equal(depth, vg_table_undo_depth(t, 0));
    assert_int_equal(events, vg_table_event_count(t));
    free(log);
    free(after);
}

static void assert_why(vg_table *t, int seat, const char *words, bool ruled, const char *wanted)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    assert_int_equal(vg_table_why(t, seat, words, VG_EN, &why, &(vg_text){0}), ruled);
    assert_string_equal(buffer, wanted);
}

// A thing one points at is explained; what can be chosen needs no explanation.
static void things_that_cannot_be_chosen_say_why(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_why(t, 0, "6", false, "");
    assert_why(t, 0, "peek 1", false, "");
    assert_why(t, 0, "3", true, "you do not hold the candle of 3 (TC-02)");
    assert_why(t, 0, "table,3", true, "you do not hold the candle of 3 (TC-02)");
    assert_why(t, 0, "table,6", false, ""); // one way or another it can
    assert_why(t, 0, "", false, "");
    assert_why(t, 0, "table", false, "Light a candle, or look at one in the middle");
    assert_why(t, 1, "6", false,
               "It is for Anna to decide: \"Light a candle, or look at one in the middle\"");
    assert_int_equal(vg_table_play(t, 0, "play 1", VG_EN, NULL), VG_OK);
    assert_why(t, 0, "6", false, "Chance decides now");
    vg_table_free(t);
}

static char *why_json(vg_table *t, int seat, const char *words)
{
    vg_text out = vg_text_heap();
    vg_json j = vg_json_to(&out);
    vg_json_open(&j, '{');
    vg_table_put_why(t, seat, words, VG_EN, &j);
    vg_json_close(&j, '}');
    return out.at;
}

static void reasons_name_their_rule(void **unused)
{
    (void)unused;
    static const struct {
        int seat;
        const char *words, *wanted;
    } all[] = {
        {0, "3", "{\"why\":\"you do not hold the candle of 3 (TC-02)\",\"rule\":\"TC-02\"}"},
        {0, "table",
         "{\"why\":\"Light a candle, or look at one in the middle\",\"rule\":\"TC-02\"}"},
        {0, "6", "{\"why\":\"\",\"rule\":\"TC-02\"}"},
    };
    vg_table *t = scripted();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char *said = why_json(t, all[i].seat, all[i].words);
        assert_string_equal(said, all[i].wanted);
        free(said);
    }
    vg_table_free(t);
}

// What `viewer` is shown now, or was shown when the log had `count` entries. NULL: nothing. Owned.
static char *seen(vg_table *t, int viewer, int count)
{
    vg_text out = vg_text_heap();
    vg_json j = vg_json_to(&out);
    if (count < 0)
        vg_table_json(t, viewer, VG_EN, &j);
    else if (!vg_table_past_json(t, viewer, VG_EN, count, &j))
        return NULL;
    char *undo = out.at ? strstr(out.at, "\"undo\":") : NULL;
    if (undo) undo[7] = '0'; // what could be taken back then is of no use now
    return out.at;
}

// The past is what each viewer saw then, and looking at it changes nothing.
static void the_past_is_what_was_seen(void **unused)
{
    (void)unused;
    enum { VIEWERS = 4, MOMENTS = 200 };
    static char *then[MOMENTS][VIEWERS];
    memset(then, 0, sizeof then);
    vg_table *t = table_of(VG_DICE_SECRET, 3, 2);
    vg_rng rng;
    vg_rng_seed(&rng, 5, 0);
    vg_table_start(t);
    finish(t, 3);
    assert_int_equal(vg_table_next_game(t), VG_OK);
    int first = -1, moments = 0;
    while (!vg_table_over(t)) {
        int at = vg_table_log_count(t), seat = vg_table_ask(t).actor;
        vg_move list[VG_MAX_LEGAL];
        int count = vg_table_legal(t, seat, list);
        if (first < 0) first = at;
        assert_true(at < MOMENTS);
        for (int v = 0; v < VIEWERS; v++) then[at][v] = seen(t, v < 3 ? v : VG_WATCHER, -1);
        moments++;
        assert_int_equal(vg_table_move(t, seat, list[vg_rng_below(&rng, (uint32_t)count)]), VG_OK);
    }
    char *record = record_of(t, true);
    for (int at = 0, last = -1; at <= vg_table_log_count(t) - 1; at++) {
        if (then[at][0]) last = at;
        for (int v = 0; v < VIEWERS; v++) {
            char *past = seen(t, v < 3 ? v : VG_WATCHER, at);
            if (last < 0)
                assert_null(past);
            else
                assert_string_equal(past, then[last][v]);
            free(past);
        }
    }
    assert_true(first > 10 && moments > 10);
    char *after = record_of(t, true), *now = seen(t, 0, -1), *past = seen(t, 0, 100000);
    assert_string_equal(record, after);
    assert_string_equal(now, past);
    free(record);
    free(after);
    free(now);
    free(past);
    for (int at = 0; at < MOMENTS; at++)
        for (int v = 0; v < VIEWERS; v++) free(then[at][v]);
    vg_table_free(t);
}

static void refusals_say_why_and_change_nothing(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_refused(t, 1, "play 6", VG_ERR_NOT_YOU,
                   "Ora deve decidere Anna: «Accendi una candela, o guardane una nel mezzo»",
                   "It is for Anna to decide: \"Light a candle, or look at one in the middle\"");
    assert_refused(t, 0, "play 2", VG_ERR_ILLEGAL, "non hai in mano la candela 2 (TC-02)",
                   "you do not hold the candle of 2 (TC-02)");
    assert_refused(t, 0, "dance", VG_ERR_ILLEGAL,
                   "Questa mossa ora non si può fare. Puoi: play 1, play 6, peek 0, peek 1, peek 2",
                   "That cannot be done now. You can: play 1, play 6, peek 0, peek 1, peek 2");
    assert_refused(t, 0, "", VG_ERR_ILLEGAL,
                   "Questa mossa ora non si può fare. Puoi: play 1, play 6, peek 0, peek 1, peek 2",
                   "That cannot be done now. You can: play 1, play 6, peek 0, peek 1, peek 2");
    assert_refused(t, 5, "play 1", VG_ERR_NOT_YOU, "I posti a questo tavolo vanno da 0 a 1",
                   "The seats at this table are 0 to 1");
    assert_refused(t, VG_CHANCE, "draw 1", VG_ERR_NOT_YOU,
                   "Ora deve decidere Anna: «Accendi una candela, o guardane una nel mezzo»",
                   "It is for Anna to decide: \"Light a candle, or look at one in the middle\"");
    char many[4000];
    memset(many, 'x', sizeof many);
    many[sizeof many - 1] = '\0';
    assert_refused(t, 0, many, VG_ERR_LIMIT, "Una mossa non è mai così lunga",
                   "No move is that long");
    assert_int_equal(vg_table_move(t, 0, VG_MOVE(TEMPLATE_MOVE_PLAY, 5, 0, 0)), VG_ERR_ILLEGAL);
    assert_int_equal(vg_table_move(t, 1, VG_MOVE(TEMPLATE_MOVE_PLAY, 6, 0, 0)), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_play(t, 0, "  play   1 ", VG_EN, NULL), VG_OK);
    assert_refused(t, 0, "play 6", VG_ERR_NOT_YOU, "Ora decide il caso", "Chance decides now");
    assert_refused(t, VG_CHANCE, "draw 3", VG_ERR_ILLEGAL,
                   "Questa mossa ora non si può fare. Puoi: draw 1, draw 2, draw 4, draw 5",
                   "That cannot be done now. You can: draw 1, draw 2, draw 4, draw 5");
    vg_table_free(t);

    t = table_of(VG_DICE_SEED, 2, 1);
    finish(t, 1);
    assert_refused(t, 0, "play 1", VG_ERR_OVER, "La partita è finita", "The game is over");
    vg_table_free(t);
}

// A prompt that tells what the asked seat holds; a bystander must not hear it.
static void telling_prompt(vg_sentence *t, vg_text *out)
{
    const template_state *view = t->view;
    vg_text_printf(out, "you hold %d of 6", view->hand[t->voice->reader][6]);
}

static void a_refusal_tells_nothing_of_the_asked_seat(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    vg_game telling = template_game;
    vg_rows rows = template_rows;
    vg_odd *odd[TEMPLATE_PHASE_COUNT] = {[TEMPLATE_PHASE_TURN] = telling_prompt};
    rows.odd_prompt = odd;
    telling.rows = &rows;
    t->plan.game = &telling;
    assert_refused(t, 1, "play 6", VG_ERR_NOT_YOU, "Ora deve decidere posto 1: «you hold 0 of 6»",
                   "It is for seat 1 to decide: \"you hold 0 of 6\"");
    vg_table_free(t);
}

static void only_a_scripted_table_lets_chance_be_played(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SEED, 2, 1);
    vg_move list[VG_MAX_LEGAL];
    assert_int_equal(vg_table_ask(t).actor, VG_CHANCE);
    assert_int_equal(vg_table_legal(t, VG_CHANCE, list), 0);
    assert_int_equal(vg_table_play(t, VG_CHANCE, "start 0", VG_EN, NULL), VG_ERR_NOT_YOU);
    vg_table_free(t);
}

// ---- taking back -------------------------------------------------------------------

// Seat 0 plays its 6, so that seat 1 is asked at once and no card is drawn before.
static vg_table *in_window(void)
{
    vg_table *t = scripted();
    assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_ask(t).actor, 1);
    return t;
}

static void own_moves_are_taken_back_until_a_barrier(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    uint8_t before[VG_MAX_STATE];
    memcpy(before, vg_table_state(t), template_game.state_size);
    int log = vg_table_log_count(t), events = vg_table_event_count(t);
    char *record = record_of(t, false);
    assert_int_equal(vg_table_undo_depth(t, 0), 0);

    assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_narrate(t, 0, log, "a tale that goes with its move"), VG_OK);
    assert_int_equal(vg_table_undo_depth(t, 0), 1);
    assert_int_equal(vg_table_undo_depth(t, 1), 0);
    assert_int_equal(vg_table_undo(t, 1), VG_ERR_UNDO);
    assert_int_equal(vg_table_undo(t, -1), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_undo(t, 0), VG_OK);
    assert_memory_equal(before, vg_table_state(t), template_game.state_size);
    assert_int_equal(vg_table_log_count(t), log);
    assert_int_equal(vg_table_event_count(t), events);
    assert_int_equal(t->told, 0);
    char *after = record_of(t, false); // that it was made, and taken back, stays in the record
    assert_memory_equal(record, after, strlen(record));
    assert_string_equal(after + strlen(record), "0 play 6\n0 undo\n");
    vg_table *copy = load(after);
    assert_memory_equal(before, vg_table_state(copy), template_game.state_size);
    assert_int_equal(vg_table_links(copy), log + 2);
    vg_table_free(copy);
    assert_int_equal(vg_table_undo(t, 0), VG_ERR_UNDO);
    free(record);
    free(after);
    vg_table_free(t);
}

static void another_seat_acting_is_a_barrier(void **unused)
{
    (void)unused;
    vg_table *t = in_window();
    assert_int_equal(vg_table_undo_depth(t, 0), 1);
    assert_int_equal(vg_table_play(t, 1, "snuff", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_undo_depth(t, 0), 0);
    assert_int_equal(vg_table_undo(t, 0), VG_ERR_UNDO);
    vg_table_free(t);

    // Three seats: seat 1 may take back its own pass, but not what seat 0 did before, and seat 0
    // not even then.
    vg_table_plan plan = plan_of(VG_DICE_SCRIPT, 3, 1);
    plan.setup.first = 0;
    t = vg_table_new(&plan, NULL);
    static const char *const deal[] = {"draw 1", "draw 1", "draw 2", "draw 6", "draw 6",
                                       "draw 2", "draw 3", "draw 3", "draw 4"};
    for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++)
        assert_int_equal(vg_table_play(t, VG_CHANCE, deal[i], VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_play(t, 1, "pass", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_ask(t).actor, 2);
    assert_int_equal(vg_table_undo_depth(t, 0), 0);
    assert_int_equal(vg_table_undo_depth(t, 1), 1);
    assert_int_equal(vg_table_undo(t, 1), VG_OK);
    assert_int_equal(vg_table_undo(t, 1), VG_ERR_UNDO);
    assert_int_equal(vg_table_undo(t, 0), VG_ERR_UNDO);
    vg_table_free(t);
}

static void chance_asked_is_a_barrier(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    assert_int_equal(vg_table_play(t, 0, "play 1", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_ask(t).actor, VG_CHANCE);
    assert_int_equal(vg_table_undo_depth(t, 0), 0);
    assert_int_equal(vg_table_play(t, VG_CHANCE, "draw 5", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_undo_depth(t, 0), 0);
    vg_table_free(t);
}

// Plays on, choosing the first move that is not a look, until the deck is empty.
static void empty_the_deck(vg_table *t)
{
    while (((const template_state *)vg_table_state(t))->deck_count) {
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor;
        assert_true(vg_table_legal(t, seat, list) > 0);
        assert_int_equal(vg_table_move(t, seat, list[0]), VG_OK);
    }
}

static void learning_is_a_barrier(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    empty_the_deck(t);
    int seat = vg_table_ask(t).actor;
    // With an empty deck no chance follows a look: only what was learned can be the barrier.
    assert_int_equal(vg_table_play(t, seat, "peek 0", VG_EN, NULL), VG_OK);
    assert_true(vg_table_ask(t).actor >= 0);
    assert_int_equal(vg_table_undo_depth(t, seat), 0);
    vg_table_free(t);
}

static void the_end_is_a_barrier(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    empty_the_deck(t);
    int seat = VG_NOBODY;
    while (!vg_table_over(t)) {
        vg_move list[VG_MAX_LEGAL];
        seat = vg_table_ask(t).actor;
        vg_table_legal(t, seat, list);
        assert_int_equal(vg_table_move(t, seat, list[0]), VG_OK);
        if (!vg_table_over(t)) assert_true(vg_table_undo_depth(t, seat) > 0);
    }
    assert_int_equal(vg_table_undo_depth(t, seat), 0);
    assert_int_equal(vg_table_undo(t, seat), VG_ERR_UNDO);
    vg_table_free(t);
}

// A game that only counts: seat 0 says "more" 200 times. The count is kept in the turn.
static vg_ask count_ask(const void *state)
{
    const template_state *s = state;
    return (vg_ask){.actor = s->turn == 200 ? VG_NOBODY : 0, .kind = TEMPLATE_PHASE_TURN};
}
static int count_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    out[0] = VG_MOVE(1, 0, 0, 0);
    return count_ask(state).actor == seat;
}
static void count_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    (void)m;
    ((template_state *)state)->turn++;
    vg_emit(ev, TEMPLATE_EVENT_START, seat, 0, 0, 0, 0);
}

static void a_long_way_back_is_bounded(void **unused)
{
    (void)unused;
    vg_game counting = template_game;
    counting.ask = count_ask;
    counting.legal = count_legal;
    counting.apply = count_apply;
    vg_rows rows = template_rows;
    vg_move_row more[2] = {{.form = ""}, {.form = "more"}};
    rows.move = more;
    counting.rows = &rows;
    vg_table_plan plan = plan_of(VG_DICE_SCRIPT, 2, 1);
    plan.game = &counting;
    plan.setup.first = 0;
    vg_table *t = vg_table_new(&plan, NULL);
    const template_state *s = vg_table_state(t);
    for (int i = 1; i <= 100; i++) {
        assert_int_equal(vg_table_play(t, 0, "more", VG_EN, NULL), VG_OK);
        assert_int_equal(vg_table_undo_depth(t, 0), i < VG_MAX_UNDO ? i : VG_MAX_UNDO);
    }
    for (int i = 99; i >= 100 - VG_MAX_UNDO; i--) {
        assert_int_equal(vg_table_undo(t, 0), VG_OK);
        assert_int_equal(s->turn, i);
        assert_int_equal(vg_table_log_count(t), i);
        assert_int_equal(vg_table_event_count(t), i);
    }
    assert_int_equal(vg_table_undo(t, 0), VG_ERR_UNDO);
    // No game is longer than it says it can be.
    while (vg_table_log_count(t) < counting.max_length)
        assert_int_equal(vg_table_play(t, 0, "more", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_play(t, 0, "more", VG_EN, NULL), VG_ERR_LIMIT);
    assert_int_equal(s->turn, counting.max_length);
    vg_table_free(t);
}

// ---- words -------------------------------------------------------------------------

static void names_bots_and_narration_are_bounded(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    assert_null(vg_table_seat_name(t, 0));
    assert_int_equal(vg_table_name(t, 0, "  La \n Fata\x1b[31m "), VG_OK);
    assert_string_equal(vg_table_seat_name(t, 0), "La Fata[31m");
    assert_int_equal(vg_table_name(t, 0, "abcdefghijklmnopqrstuvwx"), VG_OK); // 24
    assert_int_equal(vg_table_name(t, 0, "abcdefghijklmnopqrstuvwxy"), VG_ERR_LIMIT);
    assert_string_equal(vg_table_seat_name(t, 0), "abcdefghijklmnopqrstuvwx");
    assert_int_equal(vg_table_name(t, 0, ""), VG_OK);
    assert_null(vg_table_seat_name(t, 0));
    assert_int_equal(vg_table_name(t, 2, "x"), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_name(t, -1, "x"), VG_ERR_NOT_YOU);

    char spec[VG_MAX_BOT + 2];
    memset(spec, 's', sizeof spec);
    spec[VG_MAX_BOT + 1] = '\0';
    assert_int_equal(vg_table_bot(t, 0, spec), VG_ERR_LIMIT);
    spec[VG_MAX_BOT] = '\0';
    assert_int_equal(vg_table_bot(t, 0, spec), VG_OK);
    assert_int_equal(vg_table_bot(t, 0, "two words"), VG_ERR_SYNTAX);
    assert_int_equal(vg_table_bot(t, 0, "\xc3\xa8"), VG_ERR_SYNTAX);
    assert_string_equal(vg_table_seat_bot(t, 0), spec);
    vg_table_start(t);
    assert_int_equal(vg_table_bot(t, 0, "late"), VG_ERR_ILLEGAL);

    int entry = vg_table_log_count(t), seat = vg_table_ask(t).actor;
    assert_int_equal(vg_table_narrate(t, seat, entry, "too soon"), VG_ERR_ILLEGAL);
    assert_int_equal(vg_table_narrate(t, seat, 0, "chance's"), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_narrate(t, seat, -1, "x"), VG_ERR_ILLEGAL);
    assert_int_equal(vg_table_play(t, seat, "peek 1", VG_IT, NULL), VG_OK);
    assert_int_equal(vg_table_narrate(t, 1 - seat, entry, "not mine"), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_narrate(t, seat, entry, "C'era\tuna volta\n"), VG_OK);
    vg_log_entry e;
    vg_table_log(t, entry, &e);
    assert_string_equal(e.narration, "C'era una volta");
    assert_string_equal(e.text, "peek 1");
    assert_int_equal(e.seat, seat);
    char tale[VG_MAX_NARRATION + 2];
    memset(tale, 'a', sizeof tale);
    tale[VG_MAX_NARRATION + 1] = '\0';
    assert_int_equal(vg_table_narrate(t, seat, entry, tale), VG_ERR_LIMIT);
    tale[VG_MAX_NARRATION] = '\0';
    assert_int_equal(vg_table_narrate(t, seat, entry, tale), VG_OK);
    assert_int_equal(t->told, VG_MAX_NARRATION);
    t->told = VG_MAX_TOLD; // as if the rest had been told under other moves
    assert_int_equal(vg_table_narrate(t, seat, entry, tale), VG_OK); // it takes its own place
    memcpy(tale + VG_MAX_NARRATION - 1, "è", 3);                     // one byte more
    assert_int_equal(vg_table_narrate(t, seat, entry, tale), VG_ERR_LIMIT);
    t->told = VG_MAX_NARRATION;
    assert_int_equal(vg_table_narrate(t, seat, entry, ""), VG_OK);
    assert_int_equal(t->told, 0);
    vg_table_log(t, entry, &e);
    assert_null(e.narration);
    vg_table_free(t);
}

static void events_go_to_those_who_may_have_them(void **unused)
{
    (void)unused;
    vg_event full = {.to = VG_TO(1)}, veiled = {.to = (uint16_t)~VG_TO(1), .veiled = 1};
    vg_event nobody = {.to = 0};
    assert_true(vg_event_visible(&full, 1));
    assert_false(vg_event_visible(&full, 0));
    assert_false(vg_event_visible(&full, VG_WATCHER));
    assert_true(vg_event_visible(&full, VG_EVERYTHING));
    assert_false(vg_event_visible(&veiled, 1));
    assert_true(vg_event_visible(&veiled, 0));
    assert_true(vg_event_visible(&veiled, VG_WATCHER));
    assert_false(vg_event_visible(&veiled, VG_EVERYTHING));
    assert_false(vg_event_visible(&nobody, 0));
    assert_true(vg_event_visible(&nobody, VG_EVERYTHING));
    assert_false(vg_event_visible(&full, VG_CHANCE));
    assert_false(vg_event_visible(&full, 99));
}

// ---- matches -----------------------------------------------------------------------

static void a_match_moves_the_start_and_adds_points(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 3, 3);
    int32_t sum[VG_MAX_SEATS] = {0}, points[VG_MAX_SEATS];
    uint8_t rank[VG_MAX_SEATS];
    int first = -1;
    for (int number = 1; number <= 3; number++) {
        assert_int_equal(vg_table_game_number(t), number);
        assert_int_equal(vg_table_next_game(t), VG_ERR_ILLEGAL);
        finish(t, (uint64_t)number);
        int now = template_game.first(vg_table_state(t));
        if (first >= 0) assert_int_equal(now, (first + 1) % 3);
        first = now;
        vg_score score;
        vg_table_score(t, &score);
        for (int p = 0; p < 3; p++) sum[p] += score.points[p];
        vg_table_match_score(t, points, rank);
        assert_memory_equal(points, sum, sizeof sum);
        assert_int_equal(vg_table_match_over(t), number == 3);
        if (number < 3) assert_int_equal(vg_table_next_game(t), VG_OK);
    }
    assert_int_equal(vg_table_next_game(t), VG_ERR_OVER);
    for (int p = 0; p < 3; p++) {
        int better = 0;
        for (int q = 0; q < 3; q++) better += sum[q] > sum[p];
        assert_int_equal(rank[p], better + 1);
    }
    assert_int_equal(rank[3], 0);
    t->points[0] = t->points[1] = 1000; // equal sums share a rank, and the next one is skipped
    vg_score score;
    vg_table_score(t, &score);
    t->points[1] += score.points[0] - score.points[1];
    vg_table_match_score(t, points, rank);
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[1], 1);
    assert_int_equal(rank[2], 3);
    vg_table_free(t);
}

// ---- records -----------------------------------------------------------------------

static void a_record_reads_like_this(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    assert_int_equal(vg_table_name(t, 1, "Bruno"), VG_OK);
    assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_narrate(t, 0, 7, "La più lunga"), VG_OK);
    assert_int_equal(vg_table_play(t, 1, "pass", VG_EN, NULL), VG_OK);
    char *record = record_of(t, true);
    assert_string_equal(record, "veglia record 2\n"
                                "game template\n"
                                "rules 1\n"
                                "edition classic\n"
                                "seats 2\n"
                                "games 1\n"
                                "first 0\n"
                                "scripted\n"
                                "\n"
                                "* draw 3\n"
                                "* draw 3\n"
                                "* draw 4\n"
                                "* draw 6\n"
                                "* draw 6\n"
                                "* draw 1\n"
                                "* draw 2\n"
                                "0 play 6\n"
                                "  \" La più lunga\n"
                                "1 pass\n"
                                "renamed 1 Bruno\n"); // after the deal
    free(record);
    vg_table_free(t);
}

// Saved, loaded and saved again at every move: the same bytes, and the same game goes on.
static void records_survive_at_every_move(void **unused)
{
    (void)unused;
    for (int dice = VG_DICE_SECRET; dice <= VG_DICE_SEED; dice++) {
        vg_table *t = table_of((vg_dice)dice, 3, 2);
        salt_seat(t, 0, 0x20);
        salt_seat(t, 2, 0x40);
        assert_int_equal(vg_table_bot(t, 1, "greedy"), VG_OK);
        assert_int_equal(vg_table_name(t, 2, "Carla # \" ="), VG_OK);
        vg_rng rng;
        vg_rng_seed(&rng, 3, 0);
        vg_table_start(t);
        while (!vg_table_match_over(t)) {
            if (vg_table_over(t)) assert_int_equal(vg_table_next_game(t), VG_OK);
            char *saved = record_of(t, true);
            vg_table *copy = load(saved);
            char *again = record_of(copy, true);
            assert_string_equal(saved, again);
            assert_memory_equal(vg_table_state(t), vg_table_state(copy), template_game.state_size);
            assert_int_equal(vg_table_event_count(t), vg_table_event_count(copy));
            assert_int_equal(vg_table_verify(copy, VG_EN, NULL), VG_OK);
            free(saved);
            free(again);

            vg_move list[VG_MAX_LEGAL];
            int seat = vg_table_ask(t).actor, count = vg_table_legal(t, seat, list);
            vg_move m = list[vg_rng_below(&rng, (uint32_t)count)];
            assert_int_equal(vg_table_move(t, seat, m), VG_OK);
            assert_int_equal(vg_table_move(copy, seat, m), VG_OK);
            assert_memory_equal(vg_table_state(t), vg_table_state(copy), template_game.state_size);
            assert_int_equal(vg_table_undo_depth(t, seat), vg_table_undo_depth(copy, seat));
            vg_table_free(copy);
        }
        char *saved = record_of(t, false);
        assert_int_equal(strstr(saved, "\nsecret ") != NULL, dice == VG_DICE_SECRET);
        vg_table *copy = load(saved);
        assert_true(vg_table_match_over(copy));
        assert_int_equal(vg_table_verify(copy, VG_EN, NULL), VG_OK);
        int32_t points[2][VG_MAX_SEATS];
        uint8_t rank[2][VG_MAX_SEATS];
        vg_table_match_score(t, points[0], rank[0]);
        vg_table_match_score(copy, points[1], rank[1]);
        assert_memory_equal(points[0], points[1], sizeof points[0]);
        free(saved);
        vg_table_free(copy);
        vg_table_free(t);
    }
}

static void a_game_in_play_keeps_its_secret(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    vg_table_start(t);
    char *saved = record_of(t, false);
    assert_null(strstr(saved, "secret"));
    assert_null(strstr(saved, "000102030405"));
    vg_table *copy = load(saved);
    // Without its secret it goes on, but chance must be dictated, and nothing can be verified yet.
    assert_int_equal(vg_table_plan_of(copy)->dice, VG_DICE_SCRIPT);
    assert_int_equal(vg_table_verify(copy, VG_EN, NULL), VG_ERR_RECORD);
    uint8_t promise[2][VG_SHA256_BYTES];
    vg_table_commitment(t, promise[0]);
    vg_table_commitment(copy, promise[1]);
    assert_memory_equal(promise[0], promise[1], VG_SHA256_BYTES);
    char *again = record_of(copy, true);
    assert_string_equal(saved, again);
    free(again);
    free(saved);
    vg_table_free(copy);
    vg_table_free(t);
}

static void people_may_edit_records(void **unused)
{
    (void)unused;
    vg_table *t = load("\xef\xbb\xbf# played one evening\r\n"
                       "veglia record 1\r\n\r\n"
                       "game template\r\nrules 1\r\nseats 2\r\nfirst 1\r\n"
                       "  name 0   Anna   Maria  \r\n"
                       "# the deal\r\n"
                       "*  draw 1 \r\n* draw 1\r\n* draw 2\r\n"
                       "\t# a comment in between\r\n"
                       "* draw 6\r\n* draw 3\r\n* draw 4\r\n* draw 5\r\n\r\n"
                       "1   play  3\r\n\t\"  Una   sera \r\n"
                       "* draw 6");
    assert_int_equal(vg_table_log_count(t), 9);
    assert_string_equal(vg_table_seat_name(t, 0), "Anna Maria");
    vg_log_entry e;
    vg_table_log(t, 7, &e);
    assert_string_equal(e.text, "play 3");
    assert_string_equal(e.narration, "Una sera");
    vg_table_free(t);
}

#define HEAD "veglia record 2\ngame template\nrules 1\nseats 2\n"

#define HEX0 "0000000000000000000000000000000000000000000000000000000000000000"

static void broken_records_name_their_line(void **unused)
{
    (void)unused;
    assert_load_fails("", VG_ERR_RECORD, "line 1: header lines are missing");
    // Cut off in the middle of a line: that, and what is wrong with what is left of it.
    assert_load_fails("veglia record 1\ngame templ", VG_ERR_RECORD,
                      "line 2: the record is cut in the middle of this line: there is no game");
    assert_load_fails(HEAD "* start 0\n* dra", VG_ERR_RECORD,
                      "line 6: the record is cut in the middle of this line: ");
    assert_load_fails("hello\n", VG_ERR_RECORD, "line 1: a record begins with");
    assert_load_fails("veglia record 3\n", VG_ERR_VERSION, "line 1: this reads records of form 1");
    assert_load_fails("# x\nveglia record 1\ngame chess\n", VG_ERR_RECORD,
                      "line 3: there is no game \"chess\"");
    assert_load_fails("veglia record 1\nrules 1\n", VG_ERR_RECORD, "line 2: something is missing");
    assert_load_fails("veglia record 1\ngame template\nrules 2\n", VG_ERR_VERSION,
                      "line 3: the record follows version 2 of the rules, this is version 1");
    assert_load_fails("veglia record 1\ngame template\nrules 1\nseats 5\n", VG_ERR_RECORD,
                      "line 4: Candles takes 2 to 4 seats, not 5");
    assert_load_fails("veglia record 1\ngame template\nrules 1\n* draw 1\n", VG_ERR_RECORD,
                      "line 4: header lines are missing");
    assert_load_fails(HEAD "edition gold\n", VG_ERR_RECORD, "line 5: there is no edition \"gold\"");
    assert_load_fails(HEAD "games 10\n", VG_ERR_RECORD, "line 5: no match has 10 games");
    assert_load_fails(HEAD "games 0\n", VG_ERR_RECORD, "line 5: no match has 0 games");
    assert_load_fails(HEAD "first 2\n", VG_ERR_RECORD, "line 5: the first player is a seat");
    assert_load_fails(HEAD "first 1\nfirst 1\n", VG_ERR_RECORD, "line 6: \"first\" was said");
    assert_load_fails(HEAD "seed 1\nscripted\n", VG_ERR_RECORD, "line 6: \"scripted\" was said");
    assert_load_fails(HEAD "seed 18446744073709551616\n", VG_ERR_RECORD, "line 5: ");
    assert_load_fails(HEAD "seed 01\n", VG_ERR_RECORD, "line 5: ");
    assert_load_fails(HEAD "option pairs=yes\n", VG_ERR_RECORD, "line 5: Candles has no options");
    assert_load_fails(HEAD "name 2 x\n", VG_ERR_RECORD, "line 5: there is no seat \"2\"");
    assert_load_fails(HEAD "name 1 x\nname 1 y\n", VG_ERR_RECORD, "line 6: this seat was given");
    assert_load_fails(HEAD "name 1 abcdefghijklmnopqrstuvwxyz\n", VG_ERR_RECORD, "line 5: ");
    assert_load_fails(HEAD "bot 1 two words\n", VG_ERR_RECORD, "line 5: ");
    assert_load_fails(HEAD "bot 1 greedy\nbot 1 greedy\n", VG_ERR_RECORD, "line 6: this seat");
    assert_load_fails(HEAD "salt 1 sole\n", VG_ERR_RECORD, "line 5: 64 hexadecimal");
    assert_load_fails(HEAD "hash 1 " HEX0 "\nhash 1 " HEX0 "\n", VG_ERR_RECORD,
                      "line 6: this seat");
    assert_load_fails(HEAD "salt 1 " HEX0 "\n", VG_ERR_RECORD, "line 5: the salt does not belong");
    assert_load_fails(HEAD "hash 1 " HEX0 "\n* start 0\n", VG_ERR_RECORD,
                      "line 6: a salt is missing");
    assert_load_fails(HEAD "void x 1 Anna\n", VG_ERR_RECORD, "line 5: 64 hexadecimal");
    assert_load_fails(HEAD "void " HEX0 " 2 Anna\n", VG_ERR_RECORD, "line 5: there is no seat");
    assert_load_fails(HEAD "* start 0\nhead 1 " HEX0 "\n* draw 1\n", VG_ERR_RECORD,
                      "line 7: the moves have ended");
    assert_load_fails(HEAD "* start 0\nhead x " HEX0 "\n", VG_ERR_RECORD, "line 6: ");
    assert_load_fails(HEAD "* start 0\nrenamed 0 Ada\nrenamed 0 Ida\n", VG_ERR_RECORD,
                      "line 7: this seat");
    assert_load_fails(HEAD "* start 0\n0 undo\n", VG_ERR_RECORD, "line 6: this cannot be taken");
    assert_load_fails(HEAD "0/cat play 1\n", VG_ERR_RECORD, "line 5: \"cat\" makes no sense");
    assert_load_fails("veglia record 1\ngame template\nrules 1\nseats 2\nsalt 1 two words\n",
                      VG_ERR_RECORD, "line 5: ");
    assert_load_fails("veglia record 1\ngame template\nrules 1\nseats 2\nbot 1 greedy\n",
                      VG_ERR_RECORD, "line 5: \"bot\" makes no sense");
    assert_load_fails(HEAD "commit abc\n", VG_ERR_RECORD, "line 5: 64 hexadecimal");
    assert_load_fails(HEAD "colour blue\n", VG_ERR_RECORD, "line 5: \"colour\" makes no sense");
    assert_load_fails(HEAD "  \" a tale\n", VG_ERR_RECORD, "line 5: narration stands under");
    assert_load_fails(HEAD "* start 0\n  \" a tale\n", VG_ERR_RECORD,
                      "line 6: chance does not narrate");
    assert_load_fails(HEAD "* start 0\nname 0 x\n", VG_ERR_RECORD, "line 6: the header ended");
    assert_load_fails(HEAD "* start 0\n* draw 7\n", VG_ERR_RECORD,
                      "line 6: That cannot be done now. You can: draw 1");
    assert_load_fails(HEAD "* start 0\n0 play 1\n", VG_ERR_RECORD, "line 6: Chance decides now");
    assert_load_fails(HEAD "9 play 1\n", VG_ERR_RECORD, "line 5: there is no seat \"9\"");
    assert_load_fails(HEAD "5 play 1\n", VG_ERR_RECORD, "line 5: The seats at this table");
    assert_load_fails(HEAD "* start 0\n== game 2\n", VG_ERR_RECORD, "line 6: the game before is");
    assert_load_fails(HEAD "== game 3\n", VG_ERR_RECORD, "line 5: \"== game 2\" should stand");
    assert_load_fails(HEAD "secret 00\n", VG_ERR_RECORD, "line 5: there is a secret without");
    assert_load_fails(HEAD "name 0 \xc0\xaf\n", VG_ERR_RECORD, "line 5: the text is not UTF-8");

    vg_table *told = in_window();
    vg_text twice = vg_text_heap();
    vg_table_record(told, false, &twice);
    vg_text_add(&twice, "  \" one\n  \" two\n");
    assert_load_fails(twice.at, VG_ERR_RECORD, "line 19: this move has its narration already");
    vg_text_release(&twice);
    vg_table_free(told);
    told = table_of(VG_DICE_SEED, 2, 2);
    finish(told, 1);
    vg_table_record(told, false, &twice);
    twice.len = (size_t)(strstr(twice.at, "head ") - twice.at);
    vg_text_add(&twice, "== game 2\n  \" under the last move of the game before\n");
    assert_load_fails(twice.at, VG_ERR_RECORD, ": narration stands under a move");
    vg_text_release(&twice);
    vg_table_free(told);

    char buffer[100];
    vg_text why = VG_TEXT(buffer);
    assert_null(vg_table_load(HEAD "\0\n", sizeof HEAD + 1, VG_IT, NULL, &why));
    assert_string_equal(buffer, "riga 5: il testo non è UTF-8");

    char *big = malloc(VG_MAX_RECORD + 1);
    memset(big, '#', VG_MAX_RECORD + 1);
    for (size_t i = 1000; i < VG_MAX_RECORD; i += 1000) big[i] = '\n';
    memcpy(big, HEAD, sizeof HEAD - 1);
    vg_table *t = vg_table_load(big, VG_MAX_RECORD, VG_EN, NULL, NULL);
    assert_non_null(t);
    vg_table_free(t);
    vg_text_clear(&why);
    assert_null(vg_table_load(big, VG_MAX_RECORD + 1, VG_EN, NULL, &why));
    assert_string_equal(buffer, "line 1: the record is too long");
    memset(big, '#', 5000); // one line
    vg_text_clear(&why);
    assert_null(vg_table_load(big, 5000, VG_EN, NULL, &why));
    assert_string_equal(buffer, "line 1: the line is too long");
    free(big);
}

// ---- for programs ------------------------------------------------------------------

// The table and its events as `viewer` gets them. Owned.
static char *json_of(vg_table *t, int viewer, vg_lang lang)
{
    vg_text out = vg_text_heap();
    vg_json j = vg_json_to(&out);
    vg_table_json(t, viewer, lang, &j);
    assert_true(json_ok(out.at));
    size_t end = out.len;
    vg_json k = vg_json_to(&out);
    vg_table_events_json(t, viewer, lang, 0, &k);
    assert_true(json_ok(out.at + end));
    assert_false(out.cut);
    return out.at;
}

static void assert_says(vg_table *t, int viewer, const char *part, bool wanted)
{
    char *json = json_of(t, viewer, VG_EN);
    if ((strstr(json, part) != NULL) != wanted) print_error("%s\n", json);
    assert_int_equal(strstr(json, part) != NULL, wanted);
    free(json);
}

static void json_is_sound_throughout_a_match(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 3, 2);
    vg_rng rng;
    vg_rng_seed(&rng, 9, 0);
    for (bool more = true; more;) {
        for (int viewer = VG_EVERYTHING; viewer <= 3; viewer++)
            for (int lang = 0; lang < VG_LANG_COUNT; lang++)
                free(json_of(t, viewer, (vg_lang)lang));
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor;
        if (vg_table_match_over(t)) {
            more = false;
        } else if (vg_table_over(t)) {
            assert_int_equal(vg_table_next_game(t), VG_OK);
        } else if (seat == VG_CHANCE) {
            vg_table_start(t);
        } else {
            uint32_t count = (uint32_t)vg_table_legal(t, seat, list);
            assert_int_equal(vg_table_move(t, seat, list[vg_rng_below(&rng, count)]), VG_OK);
            assert_int_equal(vg_table_narrate(t, seat, vg_table_log_count(t) - 1, "\"\\</script>"),
                             t->log[t->log_count - 1].seat == seat ? VG_OK : VG_ERR_NOT_YOU);
        }
    }
    assert_says(t, 0, "\"match_over\":true", true);
    assert_says(t, 0, "\"score\":{\"points\":[", true);
    assert_says(t, 0, "\"match\":{\"points\":[", true);
    vg_table_free(t);
}

static void json_holds_what_front_ends_need(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_says(
        t, 0,
        "{\"game\":\"template\",\"edition\":\"classic\",\"seats\":2,\"names\":[\"Anna\",null],"
        "\"you\":0,\"number\":1,\"games\":1,\"over\":false,\"match_over\":false,\"first\":0,"
        "\"ask\":{\"actor\":0,\"kind\":\"turn\",\"also\":[],\"window\":false},"
        "\"prompt\":\"Light a candle, or look at one in the middle\",\"rule\":\"TC-02\","
        "\"moves\":[{\"move\":\"play 1\",\"label\":\"Light the candle of 1\"},",
        true);
    assert_says(t, 1, "\"moves\":[],\"undo\":0,\"view\":{", true);
    assert_says(t, 0, "\"score\"", false); // hidden cards count: only at the end
    assert_says(t, VG_WATCHER, "\"you\":null", true);
    assert_says(t, 0, "\"commit\":null,\"log_count\":7}", true);
    assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
    assert_int_equal(vg_table_narrate(t, 0, 7, "Once"), VG_OK);
    assert_says(t, 0, "\"undo\":1", true);
    assert_says(t, 1, "\"undo\":0", true);
    assert_says(t, 1, "\"window\":true", true);
    assert_says(t, VG_WATCHER,
                "{\"entry\":7,\"game\":1,\"type\":\"played\",\"seat\":0,"
                "\"text\":\"Anna lights the candle of 6\",\"args\":[6]},"
                "{\"entry\":7,\"game\":1,\"type\":\"narration\",\"seat\":0,\"text\":\"Once\"}]",
                true);
    assert_int_equal(vg_table_undo(t, 0), VG_OK);
    assert_says(t, VG_WATCHER, "Once", false);
    vg_table_free(t);
}

// Two deals that differ only in what seat 0 may not know look the same to it and to watchers, and
// even to who asks for everything, as long as the game lasts.
static void json_leaks_nothing(void **unused)
{
    (void)unused;
    static const char *const deal[2][7] = {
        {"draw 3", "draw 3", "draw 4", "draw 6", "draw 6", "draw 1", "draw 2"},
        {"draw 5", "draw 4", "draw 5", "draw 6", "draw 2", "draw 1", "draw 3"},
    };
    static const int viewers[] = {0, VG_WATCHER, VG_EVERYTHING, 7};
    char *json[2][4], *other[2];
    for (int i = 0; i < 2; i++) {
        vg_table_plan plan = plan_of(VG_DICE_SCRIPT, 2, 1);
        plan.setup.first = 0;
        vg_table *t = vg_table_new(&plan, NULL);
        for (int k = 0; k < 7; k++)
            assert_int_equal(vg_table_play(t, VG_CHANCE, deal[i][k], VG_EN, NULL), VG_OK);
        assert_int_equal(vg_table_play(t, 0, "play 6", VG_EN, NULL), VG_OK);
        for (int k = 0; k < 4; k++) json[i][k] = json_of(t, viewers[k], VG_EN);
        other[i] = json_of(t, 1, VG_EN);
        vg_table_free(t);
    }
    for (int k = 0; k < 4; k++) {
        assert_string_equal(json[0][k], json[1][k]);
        free(json[0][k]);
        free(json[1][k]);
    }
    assert_string_not_equal(other[0], other[1]); // the test could fail
    free(other[0]);
    free(other[1]);
}

static void everything_is_shown_once_the_game_is_over(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SEED, 2, 2);
    finish(t, 2);
    int draws = 0, shown = 0;
    char *json = json_of(t, VG_EVERYTHING, VG_EN);
    for (int i = 0; i < t->log_count; i++)
        draws += t->log[i].seat == VG_CHANCE && strncmp(t->words + t->log[i].word, "draw", 4) == 0;
    for (const char *at = json; (at = strstr(at, "\"type\":\"drew\"")); at++) shown++;
    assert_int_equal(shown, draws - TEMPLATE_MIDDLE); // each once: not also as others saw it
    assert_null(
        strstr(json, "\"type\":\"drew\",\"seat\":0,\"text\":\"seat 1 draws\",\"args\":[null]"));
    free(json);

    assert_int_equal(vg_table_next_game(t), VG_OK);
    json = json_of(t, VG_EVERYTHING, VG_EN); // the first game whole, the second as a watcher
    const char *one = strstr(json, "\"game\":1,\"type\":\"drew\"");
    assert_non_null(one);
    assert_memory_not_equal(strstr(one, "\"args\":["), "\"args\":[n", 9);
    const char *second = strstr(json, "\"game\":2,\"type\":\"drew\"");
    assert_non_null(second);
    assert_non_null(strstr(second, "\"args\":[null]"));
    free(json);
    vg_table_free(t);
}

int unit_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(setups_out_of_bounds_are_refused),
        cmocka_unit_test(refusals_say_why_and_change_nothing),
        cmocka_unit_test(things_that_cannot_be_chosen_say_why),
        cmocka_unit_test(reasons_name_their_rule),
        cmocka_unit_test(the_past_is_what_was_seen),
        cmocka_unit_test(a_refusal_tells_nothing_of_the_asked_seat),
        cmocka_unit_test(only_a_scripted_table_lets_chance_be_played),
        cmocka_unit_test(own_moves_are_taken_back_until_a_barrier),
        cmocka_unit_test(another_seat_acting_is_a_barrier),
        cmocka_unit_test(chance_asked_is_a_barrier),
        cmocka_unit_test(learning_is_a_barrier),
        cmocka_unit_test(the_end_is_a_barrier),
        cmocka_unit_test(a_long_way_back_is_bounded),
        cmocka_unit_test(names_bots_and_narration_are_bounded),
        cmocka_unit_test(events_go_to_those_who_may_have_them),
        cmocka_unit_test(a_match_moves_the_start_and_adds_points),
        cmocka_unit_test(a_record_reads_like_this),
        cmocka_unit_test(records_survive_at_every_move),
        cmocka_unit_test(a_game_in_play_keeps_its_secret),
        cmocka_unit_test(people_may_edit_records),
        cmocka_unit_test(broken_records_name_their_line),
        cmocka_unit_test(json_is_sound_throughout_a_match),
        cmocka_unit_test(json_holds_what_front_ends_need),
        cmocka_unit_test(json_leaks_nothing),
        cmocka_unit_test(everything_is_shown_once_the_game_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
