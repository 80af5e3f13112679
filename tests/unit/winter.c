// winter.c: the board and the pieces of Winter Tales against the sheet.
#include "unit.h"

#include "games/winter/rules.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const winter_state printed; // of edition 0

// Cards needed to go from one space to another: two spaces a card.
static int cards(int from, int to) { return (winter_distances(&printed, from)[to] + 1) / 2; }

// Is there a square that joins exactly these, among others?
static bool joined(int a, int b)
{
    for (int q = WINTER_PLACES + 1; q < WINTER_SPACE_COUNT; q++)
        if ((winter_next(&printed, q) >> a & 1) && (winter_next(&printed, q) >> b & 1)) return true;
    return false;
}

static void the_examples_fix_these_roads(void **unused)
{
    (void)unused; // WT-H1
    assert_true(joined(WINTER_MERCATO, WINTER_MANICOMIO));
    assert_true(joined(WINTER_MANICOMIO, WINTER_FABBRICA));
    assert_true(joined(WINTER_PRIGIONI, WINTER_FABBRICA));
    assert_true(joined(WINTER_MANICOMIO, WINTER_PARCO));
    assert_true(joined(WINTER_PARCO, WINTER_CIMITERO));
    assert_int_equal(
        winter_next(&printed, WINTER_P_MANICOMIO_PARCO), // WX-05: between these two alone
        1u << WINTER_MANICOMIO | 1u << WINTER_PARCO);
    assert_int_equal(cards(WINTER_PARCO, WINTER_CIMITERO), 1);    // WX-04
    assert_true(joined(WINTER_TEATRO, WINTER_PRIGIONI));          // WX-06: one card
    assert_int_equal(cards(WINTER_MERCATO, WINTER_FABBRICA), 2);  // WX-02, Grumpy
    assert_int_equal(cards(WINTER_PRIGIONI, WINTER_FABBRICA), 1); // WX-02, the Tin Man
    assert_int_equal(cards(WINTER_CIMITERO, WINTER_FABBRICA), 3); // WX-02, Dorothy
    assert_int_equal(winter_distances(&printed, WINTER_CIMITERO)[WINTER_FABBRICA], 6);
}

static void the_board_is_whole(void **unused)
{
    (void)unused;
    int squares = 0, roads[WINTER_PLACES + 1] = {0};
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        bool place = x <= WINTER_PLACES;
        assert_true(winter_next(&printed, x) != 0);
        for (int y = 1; y < WINTER_SPACE_COUNT; y++) {
            assert_int_equal(winter_next(&printed, x) >> y & 1, winter_next(&printed, y) >> x & 1);
            if (winter_next(&printed, x) >> y & 1)
                assert_true((y <= WINTER_PLACES) != place); // alternating
            if (place && y <= WINTER_PLACES) assert_true(cards(x, y) <= 3);
        }
        if (place) continue;
        squares++;
        roads[vg_bits(winter_next(&printed, x))]++;
    }
    assert_int_equal(squares, 10); // at least seven soldiers start alone on one
    assert_int_equal(roads[2], 5);
    assert_int_equal(roads[3], 3);
    assert_int_equal(roads[6], 2); // the statue's and the Great Square, with the same neighbours
    assert_int_equal(vg_bits(winter_next(&printed, WINTER_P_STATUA)), 6);
    assert_int_equal(winter_next(&printed, WINTER_P_GRANDE),
                     winter_next(&printed, WINTER_P_STATUA));
}

// The table of distances against the roads themselves.
static void steps_follow_the_roads(void **unused)
{
    (void)unused;
    for (int from = 1; from < WINTER_SPACE_COUNT; from++) {
        uint32_t edge = 1u << from, reached = 0;
        for (int n = 0; edge; n++) {
            uint32_t wider = 0;
            for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
                if (!(edge >> x & 1)) continue;
                assert_int_equal(winter_distances(&printed, from)[x], n);
                wider |= winter_next(&printed, x);
            }
            reached |= edge;
            edge = wider & ~reached;
        }
        assert_int_equal(vg_bits(reached), WINTER_SPACE_COUNT - 1);
    }
}

// What is derived for a changed edition is what the printed one says of itself.
static void the_printed_edition_is_derived_from_its_numbers(void **unused)
{
    (void)unused;
    static winter_edition again;
    again = winter_editions[0];
    memset(again.joins, 0, sizeof again.joins);
    memset(again.steps, 9, sizeof again.steps);
    memset(again.near[1], 9, sizeof again.near - sizeof again.near[0]);
    for (int x = WINTER_PLACES + 1; x < WINTER_SPACE_COUNT; x++)
        memset(again.road[x], 0, sizeof again.road[x]);
    for (int i = 0; i < WINTER_SPACE_COUNT; i++) again.steps[0][i] = again.steps[i][0] = 0;
    winter_derive(&again);
    assert_memory_equal(&again, &winter_editions[0], sizeof again);
    assert_null(winter_tuning.check(&again));
}

static void the_tables_count_as_the_sheet_does(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= WINTER_SEATS; seats++) { // WS-10
        int used = seats / 2 * winter_quota[seats][0] + winter_quota[seats][1];
        assert_int_equal(seats % 2 ? 2 * winter_quota[seats][1] : winter_quota[seats][0],
                         winter_quota[seats][0]);
        static const int left[] = {[3] = 1, [4] = 1, [5] = 2, [6] = 1, [7] = 0};
        assert_int_equal(7 - used, left[seats]);
    }
    int goals[2] = {0, 0}, abilities[WINTER_ABILITY_COUNT][2] = {{0}};
    for (int g = 1; g < WINTER_GOAL_COUNT; g++)
        goals[winter_goals[g].side] += winter_editions[0].copies[g];
    assert_int_equal(goals[0], 7);
    assert_int_equal(goals[1], 7);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        abilities[winter_editions[0].ability[c]][c > WINTER_TALES]++;
        assert_int_equal(winter_editions[0].passage[c] != 0,
                         winter_editions[0].ability[c] == WINTER_PASSAGE);
    }
    for (int a = 0; a < WINTER_ABILITY_COUNT; a++) { // seven pairs, one on each side
        assert_int_equal(abilities[a][0], 1);
        assert_int_equal(abilities[a][1], 1);
    }
    int icons = 0; // WT-H4
    for (int i = 0; i < 5; i++) icons += winter_editions[0].icon[i];
    assert_int_equal(icons, 3); // all in a game of five memories
    assert_int_equal(winter_editions[0].icon[5] + winter_editions[0].icon[6], 0);
}

static void every_card_is_different(void **unused)
{
    (void)unused;
    for (int a = 1; a <= WINTER_CARDS; a++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++)
            for (int face = 0; face < 2; face++) {
                const char *words = winter_narration[a].face[face].in[lang];
                assert_true(words && *words);
                for (int b = 1; b <= WINTER_CARDS; b++) {
                    if (a != b)
                        assert_string_not_equal(winter_narration[a].slug, winter_narration[b].slug);
                    if (a != b || face == 1)
                        assert_string_not_equal(words, winter_narration[b].face[0].in[lang]);
                }
            }
}

// The state holds no byte that no field speaks of, and nothing hidden is public.
static void hands_deck_bids_and_objectives_are_hidden(void **unused)
{
    (void)unused;
    static const char *const hidden[] = {"hand", "deck", "bid", "goal", "goal_pile", "spare"};
    for (int i = 0; i < winter_game.field_count; i++) {
        bool secret = false;
        for (int k = 0; k < 6; k++) secret |= strcmp(winter_fields[i].name, hidden[k]) == 0;
        assert_int_equal(winter_fields[i].who != VG_ALL, secret);
    }
}

// WT-81: whoever picks Objectives and leaves three memories reads that five are played.
static void the_setup_says_how_many_memories(void **unused)
{
    (void)unused;
    for (int memories = 3; memories <= 7; memories++) {
        winter_state s;
        vg_setup how;
        vg_setup_normal(&winter_game, 4, &how);
        how.option[WINTER_OPT_MEMORIES] = (int16_t)memories;
        how.option[WINTER_OPT_GOALS] = 1;
        assert_int_equal(winter_game.setup(&s, &how, VG_EN, NULL), VG_OK);
        assert_int_equal(winter_memories(&s), memories < 5 ? 5 : memories);
    }
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        assert_non_null(strstr(winter_game.options[WINTER_OPT_MEMORIES].what.in[lang], "5"));
        assert_non_null(strstr(winter_game.options[WINTER_OPT_GOALS].what.in[lang], "5"));
    }
}

static void deal(winter_state *s, int seats)
{
    vg_setup how;
    vg_setup_normal(&winter_game, seats, &how);
    assert_int_equal(winter_game.setup(s, &how, VG_EN, NULL), VG_OK);
}

// One move at random.
static void step(winter_state *s, vg_rng *rng)
{
    int actor = winter_ask(s).actor;
    vg_move list[VG_MAX_LEGAL];
    if (actor == VG_CHANCE)
        winter_game.apply(s, actor, winter_game.chance(s, rng), NULL);
    else
        winter_game.apply(
            s, actor, list[vg_rng_below(rng, (uint32_t)winter_game.legal(s, actor, list))], NULL);
}

// What is best for a seat in the epilogue: every card, but for the Writer those that make a tie.
static vg_move best_in_epilogue(const winter_state *s)
{
    vg_move list[VG_MAX_LEGAL];
    int seat = winter_ask(s).actor, count = winter_game.legal(s, seat, list), total[2];
    bool writer = winter_faction(s, seat) == WINTER_WRITER;
    winter_epilogue_totals(s, total);
    int behind = 1 + (total[0] > total[1]), held = winter_count(&s->hand[seat]) + s->laid_by[seat];
    bool can = writer && abs(total[0] - total[1]) + s->laid_by[seat] <= held / 2;
    for (int i = 0; i < count; i++) {
        if (vg_move_kind(list[i]) != WINTER_MOVE_PLAY) continue;
        if (!writer || (can && total[0] != total[1] && vg_move_b(list[i]) == behind))
            return list[i];
    }
    return list[0];
}

// outlook.c says who wins as soon as the epilogue begins, and is right if nobody blunders.
static void the_epilogue_is_foretold(void **unused)
{
    (void)unused;
    int won[3] = {0, 0, 0};
    for (int game = 0; game < 150; game++) {
        winter_state s;
        vg_rng rng;
        float early[VG_MAX_SEATS] = {0}, value[VG_MAX_SEATS] = {0};
        vg_rng_seed(&rng, 31, (uint64_t)game);
        deal(&s, 3 + game % 5);
        while (!winter_settled(&s)) step(&s, &rng);
        winter_outlook(&s, early);
        for (int n = 0; n < game % 3; n++) // also a little later
            winter_game.apply(&s, winter_ask(&s).actor, best_in_epilogue(&s), NULL);
        winter_outlook(&s, value);
        while (winter_ask(&s).actor != VG_NOBODY)
            winter_game.apply(&s, winter_ask(&s).actor, best_in_epilogue(&s), NULL);
        won[s.winner - 1]++;
        assert_memory_equal(early, value, sizeof value);
        for (int p = 0; p < s.seats; p++)
            assert_true(value[p] == ((int)winter_faction(&s, p) == s.winner - 1 ? 1.0f : 0.0f));
    }
    for (int side = 0; side < 3; side++) assert_true(won[side] > 3);
}

// Where a turn begins somebody will win, and a memory of one's own colour is good to have.
static void chances_add_up(void **unused)
{
    (void)unused;
    int met = 0;
    for (int game = 0; game < 40; game++) {
        winter_state s;
        vg_rng rng;
        vg_rng_seed(&rng, 32, (uint64_t)game);
        deal(&s, 3 + game % 5);
        for (; !winter_settled(&s); step(&s, &rng)) {
            float value[VG_MAX_SEATS], of[3] = {0, 0, 0}, other[VG_MAX_SEATS];
            if (s.stack.count != 1 || s.stack.frame[0].phase != WINTER_PHASE_TURN) continue;
            winter_outlook(&s, value);
            for (int p = 0; p < s.seats; p++) {
                assert_true(value[p] >= 0 && value[p] <= 1);
                of[winter_faction(&s, p)] = value[p];
            }
            assert_true(fabsf(of[0] + of[1] + of[2] - 1) < 1e-5f);
            winter_state turned = s;
            if (s.memory[0].colour != WINTER_FOR_WINTER) continue;
            turned.memory[0].colour = WINTER_FOR_SPRING;
            winter_outlook(&turned, other);
            for (int p = 0; p < s.seats; p++) {
                if (winter_faction(&s, p) == WINTER_SPRING) assert_true(other[p] > value[p]);
                if (winter_faction(&s, p) == WINTER_WINTER) assert_true(other[p] < value[p]);
            }
            met++;
        }
    }
    assert_true(met > 20);
}

// What is asked of a seat: whoever ends a tale is told how it came out.
static void expect_prompt(const winter_state *s, int reader, vg_lang lang, const char *wanted)
{
    char room[256];
    vg_text text = VG_TEXT(room);
    vg_voice voice = {.lang = lang, .reader = reader};
    vg_prompt(&winter_game, s, &voice, &text);
    assert_string_equal(room, wanted);
}

static void prompts_tell_the_outcome(void **unused)
{
    (void)unused;
    winter_state s;
    deal(&s, 5);
    s.stack.count = 0;
    vg_push(&s.stack, WINTER_PHASE_CONCLUDE, 2, WINTER_HOPE, 0);
    s.fresh.colour = WINTER_FOR_WINTER;
    expect_prompt(
        &s, 2, VG_IT,
        "L'Inverno vince la Missione «La Nuova Speranza»: porta a compimento il racconto");
    s.fresh.colour = WINTER_FOR_SPRING;
    expect_prompt(&s, 2, VG_EN,
                  "Spring wins the mission “The New Hope”: bring the tale to its end");
    s.fresh.colour = WINTER_NEUTRAL;
    expect_prompt(&s, 2, VG_IT,
                  "La Missione «La Nuova Speranza» finisce pari: porta a compimento il racconto");
    s.stack.count = 0;
    vg_push(&s.stack, WINTER_PHASE_CLOSE, 2, 0, 0);
    s.winner = 1 + WINTER_WRITER;
    expect_prompt(&s, 2, VG_IT, "Vince lo Scrittore: chiudi la storia");
    expect_prompt(&s, 2, VG_EN, "The Writer wins: bring the story to its close");
}

// A choice names the one it is about, in words that suit him as well as her.
static void labels_name_whom_they_mean(void **unused)
{
    (void)unused;
    winter_state s;
    deal(&s, 4);
    s.stack.count = 0;
    vg_push(&s.stack, WINTER_PHASE_RELOCATE, 1, WINTER_PINOCCHIO, 0);
    static const struct {
        int kind, a, b;
        const char *in[VG_LANG_COUNT];
    } rows[] = {
        {WINTER_MOVE_PLACE,
         WINTER_TEATRO,
         0,
         {"Manda Pinocchio al Teatro delle marionette", "Send Pinocchio to the Puppet Theatre"}},
        {WINTER_MOVE_SET,
         WINTER_PARCO,
         0,
         {"Mettila al Parco delle querce", "Place it at the Park of Oaks"}},
        {WINTER_MOVE_SET, WINTER_ON + WINTER_ALICE, 0, {"Mettila con Alice", "Place it on Alice"}},
        {WINTER_MOVE_GENERATE,
         WINTER_HOPE,
         WINTER_CASA,
         {"Genera la Missione «La Nuova Speranza» alla Casa di Dorothy",
          "Generate the mission “The New Hope” at Dorothy's House"}},
        {WINTER_MOVE_PLAY,
         1,
         1 + WINTER_WINTER,
         {"Gioca «La chiave spezzata» per l'Inverno", "Play “The broken key” for Winter"}},
        {WINTER_MOVE_RESCUE,
         WINTER_ALICE,
         WINTER_ALICE,
         {"Salva Alice con le sue forze", "Rescue Alice unaided"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
            char room[256];
            vg_text text = VG_TEXT(room);
            vg_voice voice = {.lang = (vg_lang)lang, .reader = 1};
            vg_move_label(&winter_game, &s, VG_MOVE(rows[i].kind, rows[i].a, rows[i].b, 0), &voice,
                          &text);
            assert_string_equal(room, rows[i].in[lang]);
        }
}

// What happened, for people and for programs.
static void events_are_told_and_written(void **unused)
{
    (void)unused;
    winter_state s;
    deal(&s, 4);
    static const struct {
        int kind, arg[4];
        const char *in[VG_LANG_COUNT], *args;
    } rows[] = {
        {WINTER_EVENT_MOVED,
         {WINTER_GATTO_VOLPE, WINTER_CASA, WINTER_P_GRANDE},
         {"Il Gatto e la Volpe vanno alla Piazza Grande",
          "The Cat and the Fox go to the Great Square"},
         "[\"gatto-volpe\",\"casa\",\"grande\"]"},
        {WINTER_EVENT_ATTACKED,
         {0, WINTER_ALICE, 0, WINTER_CASA},
         {"Conflitto: il Gelido Orrore contro Alice. Anna gioca il suo Ricordo",
          "Conflict: the Icy Horror against Alice. Anna plays its memory"},
         "[\"horror\",\"alice\",null,\"casa\"]"},
        {WINTER_EVENT_GENERATED,
         {WINTER_REPRISAL, WINTER_ON + WINTER_ALICE, WINTER_HOPE},
         {"Anna genera la Missione «Rappresaglia Armata» con Alice",
          "Anna generates the mission “Armed Reprisal” on Alice"},
         "[\"rappresaglia\",\"on alice\",\"speranza\"]"},
        {WINTER_EVENT_POWER,
         {WINTER_LOVE, WINTER_ALICE, 0, WINTER_OMINO},
         {"Nasce il Potere «L'Amore che scioglie la neve»: lo ricevono Alice e l'Omino di Latta",
          "The power “The Love That Melts the Snow” arises: it goes to Alice and the Tin Man"},
         "[\"amore\",\"alice\",null,\"omino\"]"},
        {WINTER_EVENT_HOPE,
         {WINTER_FIAMMIFERAIA},
         {"La Nuova Speranza: la Piccola Fiammiferaia torna pronta",
          "The New Hope: the Little Match Girl is ready again"},
         "[\"fiammiferaia\"]"},
        {WINTER_EVENT_PLAYED,
         {WINTER_FREE, WINTER_SPRING, WINTER_OMINO},
         {"Anna gioca senza carta, grazie all'Abilità",
          "Anna plays without a card, by the ability"},
         "[\"free\",\"spring\",\"omino\"]"},
        {WINTER_EVENT_PLAYED,
         {1, WINTER_WINTER, WINTER_LUPO},
         {"Anna gioca «La chiave spezzata» per la fazione Inverno",
          "Anna plays “The broken key” for Winter"},
         "[\"chiave\",\"winter\",\"lupo\"]"},
        {WINTER_EVENT_SWAPPED,
         {VG_VEILED, WINTER_WINTER},
         {"Anna cambia Obiettivo (Inverno)", "Anna swaps an objective (Winter)"},
         "[null,\"winter\"]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        vg_event e = {.kind = (uint8_t)rows[i].kind, .seat = 0};
        for (int k = 0; k < 4; k++) e.arg[k] = (int16_t)rows[i].arg[k];
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
            char room[256];
            vg_text text = VG_TEXT(room);
            vg_voice voice = {.lang = (vg_lang)lang, .reader = 1, .name = {"anna"}};
            vg_event_text(&winter_game, &s, &e, &voice, &text);
            assert_string_equal(room, rows[i].in[lang]);
        }
        char room[256], wanted[256];
        vg_text text = VG_TEXT(room), whole = VG_TEXT(wanted);
        vg_json json = vg_json_to(&text);
        vg_json_open(&json, '{');
        vg_event_args(&winter_game, &s, &e, &json);
        vg_json_close(&json, '}');
        vg_text_printf(&whole, "{\"args\":%s}", rows[i].args);
        assert_string_equal(room, wanted);
    }
}

int unit_winter(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_fix_these_roads),
        cmocka_unit_test(the_board_is_whole),
        cmocka_unit_test(steps_follow_the_roads),
        cmocka_unit_test(the_printed_edition_is_derived_from_its_numbers),
        cmocka_unit_test(the_tables_count_as_the_sheet_does),
        cmocka_unit_test(every_card_is_different),
        cmocka_unit_test(hands_deck_bids_and_objectives_are_hidden),
        cmocka_unit_test(the_setup_says_how_many_memories),
        cmocka_unit_test(the_epilogue_is_foretold),
        cmocka_unit_test(chances_add_up),
        cmocka_unit_test(prompts_tell_the_outcome),
        cmocka_unit_test(labels_name_whom_they_mean),
        cmocka_unit_test(events_are_told_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
