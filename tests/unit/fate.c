// fate.c: the cards of Fate e Leggende against the sheet, its arithmetic by brute force, what seats
// know of the wood, and stories that can be printed when they are over.
#include "unit.h"

#include "bots/judge.h"
#include "games/fate/fate.h"
#include "numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void start(fate_state *s, int seats, uint64_t seed)
{
    vg_setup how;
    vg_rng rng;
    vg_rng_seed(&rng, seed, 0);
    vg_setup_normal(&fate_game, seats, &how);
    how.first = 0;
    assert_int_equal(fate_game.setup(s, &how, VG_EN, NULL), VG_OK);
    while (fate_game.ask(s).actor == VG_CHANCE)
        fate_game.apply(s, VG_CHANCE, fate_game.chance(s, &rng), NULL);
}

static void given(fate_state *s, const char *line)
{
    char buffer[200];
    vg_text why = VG_TEXT(buffer);
    vg_err err = fate_game.edit(s, line, &why);
    if (err) print_error("%s: %s\n", line, buffer);
    assert_int_equal(err, VG_OK);
}

static void play(fate_state *s, int seat, const char *text, vg_events *ev)
{
    vg_move m = vg_game_parse(&fate_game, s, seat, text);
    if (!m) print_error("refused: %s\n", text);
    assert_int_not_equal(m, 0);
    if (ev) ev->count = 0;
    fate_game.apply(s, seat, m, ev);
    assert_null(vg_check(&fate_game, s));
}

// ---- the box ----

static void the_box_holds_what_the_sheet_says(void **unused)
{
    (void)unused;
    int legends[FATE_COLOURS][6] = {{0}}, jokers[16] = {0}, interruptions = 0, all = 0;
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        const fate_card_def *d = &fate_cards[c];
        all += d->copies;
        if (!d->bars)
            interruptions += d->copies;
        else if (!d->value)
            jokers[d->bars] += d->copies;
        else
            legends[vg_lowest(d->bars)][d->value] += d->copies;
    }
    assert_int_equal(all, 90);
    assert_int_equal(interruptions, 13);
    assert_int_equal(jokers[14], 3); // three colours
    assert_int_equal(jokers[6], 3);
    assert_int_equal(jokers[10], 3);
    assert_int_equal(jokers[12], 3);
    for (int v = 1; v <= 5; v++) { // FeL-H2
        assert_int_equal(legends[FATE_GOLD][v], 3);
        assert_int_equal(legends[FATE_BLUE][v], 5);
        assert_int_equal(legends[FATE_VIOLET][v], 5);
    }
    assert_int_equal(FATE_OBJECTS, 4 * FATE_TINTS);
}

static void every_card_has_its_own_name_and_text(void **unused)
{
    (void)unused;
    for (int a = 1; a < FATE_CARD_COUNT; a++) {
        const fate_card_def *d = &fate_cards[a];
        assert_int_equal(strspn(d->slug, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(d->slug));
        for (int l = 0; l < VG_LANG_COUNT; l++) {
            assert_true(strlen(d->title.in[l]) > 3 && strlen(d->title.in[l]) < 48);
            assert_true(strlen(d->text.in[l]) > 12 && strlen(d->text.in[l]) < 100);
        }
        if (d->value && a != FATE_NEW) { // the slug of a legend begins with its colour and value
            static const char letters[] = " gbv";
            assert_int_equal(d->slug[0], letters[vg_lowest(d->bars)]);
            assert_int_equal(d->slug[1], '0' + d->value);
        }
        for (int b = 1; b < a; b++) {
            assert_string_not_equal(d->slug, fate_cards[b].slug);
            for (int l = 0; l < VG_LANG_COUNT; l++) {
                assert_string_not_equal(d->title.in[l], fate_cards[b].title.in[l]);
                assert_string_not_equal(d->text.in[l], fate_cards[b].text.in[l]);
            }
        }
    }
    for (int o = 0; o < FATE_OBJECTS; o++) {
        const char *slug = fate_objects[o].slug;
        assert_int_equal(vg_set_find(&fate_rows, FATE_SET_OBJECT, NULL, slug), o);
    }
}

// ---- movement, by brute force ----

// FS-10..FS-13: every total the objects allow, written the slow way.
static void movements_match_a_plain_count(void **unused)
{
    (void)unused;
    for (int have = 0; have < 4; have++)
        for (int die = 1; die <= 6; die++) {
            bool allowed[16] = {false};
            for (int shoe = -(have & 1); shoe <= (have & 1); shoe++)
                for (int wing = -(have >> 1); wing <= have >> 1; wing++)
                    if (die + shoe + 2 * wing >= 0) allowed[die + shoe + 2 * wing] = true;
            fate_state s;
            start(&s, 2, 5);
            given(&s, "discards: fickle-wind fickle-wind hush hush");
            given(&s, have == 0   ? "objects 0:"
                      : have == 1 ? "objects 0: shoes-pink"
                      : have == 2 ? "objects 0: wings-white"
                                  : "objects 0: shoes-green wings-white");
            play(&s, 0, "roll", NULL);
            fate_game.apply(&s, VG_CHANCE, VG_MOVE(FATE_MOVE_DIE, die, 0, 0), NULL);
            vg_move list[VG_MAX_LEGAL];
            int n = fate_game.legal(&s, 0, list), ways[16][2] = {{0}};
            for (int i = 0; i < n; i++)
                if (vg_move_kind(list[i]) == FATE_MOVE_MOVE)
                    ways[fate_stride_total(vg_move_a(list[i]))]
                        [fate_stride_back(vg_move_a(list[i]))]++;
            for (int total = 0; total < 16; total++) {
                assert_int_equal(ways[total][0], allowed[total]);
                assert_int_equal(ways[total][1], allowed[total] && total);
            }
        }
}

// ---- the score, by brute force ----

// FS-43, FeL-38: is there a set of four objects of four different colours?
static bool ladder_by_trying(uint32_t objects)
{
    for (uint32_t a = 0; a < 1u << FATE_TINTS; a++) {
        if (vg_bits(a) != 4) continue;
        bool all = true;
        for (int t = 0; t < FATE_TINTS; t++)
            if (a >> t & 1) {
                bool one = false;
                for (int o = 0; o < FATE_OBJECTS; o++)
                    one |= (objects >> o & 1) && fate_object_tint(o) == t;
                all &= one;
            }
        if (all) return true;
    }
    return false;
}

static void bonuses_match_a_plain_search(void **unused)
{
    (void)unused;
    vg_rng rng;
    vg_rng_seed(&rng, 3, 3);
    for (int i = 0; i < 20000; i++) {
        uint32_t objects = vg_rng_next(&rng) & ((1u << FATE_OBJECTS) - 1);
        objects &= vg_rng_next(&rng); // each in one of four
        assert_int_equal(fate_ladder(objects), ladder_by_trying(objects));
        bool kinds[4] = {false};
        for (int o = 0; o < FATE_OBJECTS; o++)
            if (objects >> o & 1) kinds[fate_object_kind(o)] = true;
        assert_int_equal(fate_four_kinds(objects), kinds[0] && kinds[1] && kinds[2] && kinds[3]);
    }
}

// ---- telling, by brute force ----

// FS-24, FeL-18: may `value` follow this series with a bare last joker? Tries every value of it.
static bool follows_bare(const int *series, int n, int value)
{
    for (int j = 1; j <= 5; j++) {
        uint32_t set = 1u << j;
        for (int i = 0; i < n - 1; i++) set |= 1u << series[i];
        if (set == FATE_ALL_VALUES || j < series[n - 2] - 1 || j > series[n - 2] + 1) continue;
        if (value >= j - 1 && value <= j + 1) return true;
    }
    return false;
}

static void what_follows_a_bare_joker_matches_a_plain_search(void **unused)
{
    (void)unused;
    static const char *const gold[] = {"",          "g1-lethe",  "g2-sphinx",
                                       "g3-thread", "g4-icarus", "g5-underworld"};
    static const char *const more[] = {"",         "g1-labyrinth", "g2-centaur",
                                       "g3-apple", "g4-sirens",    "g5-constellation"};
    static const int series[][5] = {{1, 1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}, {5, 4}, {5, 4, 3, 2}};
    static const int length[] = {1, 2, 3, 4, 2, 4};
    for (int k = 0; k < 6; k++) {
        fate_state s;
        char line[200];
        vg_text text = VG_TEXT(line);
        start(&s, 2, 9);
        given(&s, "hand 0: g1-labyrinth g2-centaur g3-apple g4-sirens g5-constellation");
        given(&s, "discards: fickle-wind fickle-wind hush hush");
        vg_text_add(&text, "story 0: gold");
        for (int i = 0; i < length[k]; i++) vg_text_printf(&text, " %s", gold[series[k][i]]);
        vg_text_printf(&text, " j-gb=%d", series[k][length[k] - 1]);
        given(&s, line);
        given(&s, "objects 0: shoes-pink");
        play(&s, 0, "roll", NULL);
        fate_game.apply(&s, VG_CHANCE, VG_MOVE(FATE_MOVE_DIE, 1, 0, 0), NULL);
        play(&s, 0, "move 0", NULL);
        play(&s, 0, "skip", NULL);
        vg_move list[VG_MAX_LEGAL];
        int n = fate_game.legal(&s, 0, list), with_joker[6] = {0};
        memcpy(with_joker, series[k], sizeof(int) * 5);
        with_joker[length[k]] = 0;
        for (int v = 1; v <= 5; v++) {
            bool can = false;
            for (int i = 0; i < n; i++)
                can |= vg_move_kind(list[i]) == FATE_MOVE_TELL &&
                       vg_move_a(list[i]) == vg_set_find(&fate_rows, FATE_SET_CARD, NULL, more[v]);
            assert_int_equal(can, follows_bare(with_joker, length[k] + 1, v));
        }
    }
}

// ---- knowledge ----

static void an_exchange_forgets_and_fireflies_carry(void **unused)
{
    (void)unused;
    fate_state s, view;
    start(&s, 3, 4);
    given(&s, "hand 0: fireflies b1-well b2-fox");
    given(&s, "ring 2: g1-lethe");
    given(&s, "ring 6: v5-dance");
    given(&s, "known 2: 1 2");
    given(&s, "known 6: 2");
    given(&s, "discards: fickle-wind fickle-wind hush hush");
    play(&s, 0, "play fireflies", NULL);
    play(&s, 0, "pick 2", NULL);
    play(&s, 0, "pick 6", NULL);
    play(&s, 0, "exchange", NULL);
    vg_game_view(&fate_game, &s, 1, &view);
    assert_int_equal(view.ring[6], FATE_G1_LETHE);
    assert_int_equal(view.ring[2], FATE_UNKNOWN);
    vg_game_view(&fate_game, &s, 2, &view);
    assert_int_equal(view.ring[6], FATE_G1_LETHE);
    assert_int_equal(view.ring[2], FATE_V5_DANCE);
    vg_game_view(&fate_game, &s, VG_WATCHER, &view);
    assert_int_equal(view.ring[6] + view.ring[2], 0);
}

// The guess keeps to what a seat could know, and reaches different worlds.
static void guesses_differ_and_are_sound(void **unused)
{
    (void)unused;
    fate_state s, view, a, b;
    start(&s, 3, 8);
    given(&s, "objects 1: shoes-pink wand-azure hat-white");
    given(&s, "up 1: shoes-pink");
    vg_rng rng;
    vg_rng_seed(&rng, 1, 1);
    vg_game_view(&fate_game, &s, 0, &view);
    a = b = view;
    fate_resample(&a, 0, &rng);
    fate_resample(&b, 0, &rng);
    assert_null(vg_check(&fate_game, &a));
    assert_null(vg_check(&fate_game, &b));
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_true(a.object[1] & 1u); // the pink shoes lie face up
    assert_memory_equal(a.hand[0], s.hand[0], sizeof s.hand[0]);
}

// ---- stories that can be read afterwards ----

static void a_completed_story_is_told_in_order(void **unused)
{
    (void)unused;
    static vg_events ev;
    static const char *const lines[] = {"1. Le vele nere. ", "2. La sfinge. ",
                                        "3. La statua in cantiere. ", "4. Il volo troppo alto. ",
                                        "5. Il fuoco rubato. "};
    fate_state s;
    start(&s, 2, 6);
    given(&s, "story 0: gold g1-black-sails/0.1 g2-sphinx/0.2 j-gv=3/0.3 g4-icarus/0.4");
    given(&s, "hand 0: g5-stolen-fire b1-well b2-fox");
    given(&s, "discards: fickle-wind fickle-wind hush hush");
    given(&s, "objects 0: shoes-pink");
    play(&s, 0, "roll", NULL);
    fate_game.apply(&s, VG_CHANCE, VG_MOVE(FATE_MOVE_DIE, 1, 0, 0), NULL);
    play(&s, 0, "move 0", NULL);
    play(&s, 0, "skip", NULL);
    play(&s, 0, "tell g5-stolen-fire", &ev);
    int chapter = 0;
    for (int i = 0; i < ev.count; i++) {
        if (ev.event[i].kind != FATE_EVENT_CHAPTER) continue;
        char buffer[300];
        vg_text text = VG_TEXT(buffer);
        vg_voice voice = {.lang = VG_IT, .reader = VG_WATCHER};
        vg_event_text(&fate_game, &s, &ev.event[i], &voice, &text);
        assert_true(chapter < 5);
        assert_int_equal(strncmp(buffer, lines[chapter], strlen(lines[chapter])), 0);
        assert_false(text.cut);
        chapter++;
    }
    assert_int_equal(chapter, 5);
}

// ---- events for programs ----

static void said(const fate_state *s, const vg_event *e, const char *args)
{
    char buffer[200];
    vg_text text = VG_TEXT(buffer);
    vg_json json = vg_json_to(&text);
    vg_json_open(&json, '{');
    vg_event_args(&fate_game, s, e, &json);
    vg_json_close(&json, '}');
    assert_string_equal(buffer, args);
}

// Slugs as in moves, numbers, and null for what is hidden or not there.
static void events_name_what_they_speak_of(void **unused)
{
    (void)unused;
    static vg_events ev;
    fate_state s;
    start(&s, 2, 6);
    given(&s, "hand 0: white-night offering b1-well");
    given(&s, "ring 1: g1-lethe");
    given(&s, "story 3: gold g1-black-sails/0.1");
    given(&s, "discards: fickle-wind fickle-wind hush hush");
    given(&s, "objects 0: wand-green wand-white");
    play(&s, 0, "play white-night", &ev);
    said(&s, &ev.event[0], "{\"args\":[\"white-night\",null]}");
    play(&s, 0, "play offering 3 2", &ev);
    said(&s, &ev.event[0], "{\"args\":[\"offering\",\"3 2\"]}");
    play(&s, 0, "roll", NULL);
    fate_game.apply(&s, VG_CHANCE, VG_MOVE(FATE_MOVE_DIE, 2, 0, 0), NULL);
    play(&s, 0, "move cw 2", &ev);
    said(&s, &ev.event[0], "{\"args\":[\"cw 2\",2]}");
    play(&s, 0, "look 1 wand-white", &ev);
    said(&s, &ev.event[0], "{\"args\":[\"wand-white\"]}");
    said(&s, &ev.event[1], "{\"args\":[1,\"g1-lethe\"]}");
    said(&s, &ev.event[2], "{\"args\":[1,null]}");
}

// ---- random games ----

// Some games of each number of seats, checked after every move, options at random.
static void random_games_keep_everything(void **unused)
{
    (void)unused;
    int endings[FATE_ENDING_COUNT] = {0}, played[FATE_CARD_COUNT] = {0};
    for (int g = 0; g < 60; g++) {
        vg_rng rng;
        vg_setup how;
        fate_state s;
        vg_rng_seed(&rng, 77, (uint64_t)g);
        vg_setup_normal(&fate_game, 2 + g % 3, &how);
        // Random voters would end most games before they have begun.
        assert_int_equal(vg_setup_option(&fate_game, &how, "accord=40", VG_EN, NULL), VG_OK);
        for (int i = 0; i < fate_game.option_count && g % 2; i++)
            if (fate_game.options[i].names)
                how.option[i] = (int16_t)vg_rng_below(
                    &rng, (uint32_t)(fate_game.options[i].max - fate_game.options[i].min + 1));
        assert_int_equal(fate_game.setup(&s, &how, VG_EN, NULL), VG_OK);
        for (;;) {
            vg_ask ask = fate_game.ask(&s);
            if (ask.actor == VG_NOBODY) break;
            vg_move list[VG_MAX_LEGAL];
            int n = fate_game.legal(&s, ask.actor, list);
            vg_move m = ask.actor == VG_CHANCE ? fate_game.chance(&s, &rng)
                                               : list[vg_rng_below(&rng, (uint32_t)n)];
            if (vg_move_kind(m) == FATE_MOVE_PLAY) played[vg_move_a(m)]++;
            fate_game.apply(&s, ask.actor, m, NULL);
            const char *wrong = vg_check(&fate_game, &s);
            if (wrong) print_error("game %d: %s\n", g, wrong);
            assert_null(wrong);
        }
        endings[s.ending]++;
    }
    assert_int_equal(endings[FATE_GOING_ON], 0);
    assert_true(endings[FATE_END_FOUR] > 0 && endings[FATE_END_ACCORD] > 0);
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (fate_cards[c].effect) assert_true(played[c] > 0);
}

// ---- what learners are told ----

// What the gists say of the `i`th place of a name.
static int gist(const fate_state *s, int viewer, const char *name, int i)
{
    static vg_lit lit[VG_MAX_OBSERVED];
    int count = fate_gist(s, viewer, lit), place = i;
    for (int k = 0; strcmp(fate_gists[k].name, name) != 0; k++) place += fate_gists[k].places;
    for (int k = 0; k < count; k++)
        if (lit[k].place == place) return lit[k].count;
    return 0;
}

// What `seat` can tell there completes the story, for every move of a list.
static int endings(const fate_state *s, int path, const vg_move *list, int n)
{
    int count = 0;
    uint32_t values = fate_story_values(s, path, s->story_length[path]);
    for (int i = 0; i < n; i++) {
        int as = vg_move_b(list[i]);
        int value = as ? fate_as_value(as) : fate_def(s, vg_move_a(list[i]))->value;
        count += (values | 1u << value) == FATE_ALL_VALUES;
    }
    return count;
}

// Faces of the die by which the seat on turn gets to where it can tell, and complete, a story.
static void count_faces(const fate_state *s, int faces[2])
{
    faces[0] = faces[1] = 0;
    for (int die = 1; die <= 6; die++) {
        vg_move way[VG_MAX_LEGAL], list[VG_MAX_LEGAL];
        int ways = fate_movements(s, s->turn, die, way), tells = 0, ends = 0;
        for (int i = 0; i < ways; i++) {
            int stride = vg_move_a(way[i]), total = fate_stride_total(stride);
            int there = fate_step(s, s->at[s->turn], fate_stride_back(stride) ? -total : total);
            int n = fate_tells_at(s, s->turn, there, list, 0);
            tells += n;
            ends += endings(s, there, list, n);
        }
        faces[0] += tells > 0;
        faces[1] += ends > 0;
    }
}

static void give(fate_state *s, int seat, uint32_t object)
{
    s->object[seat] |= object;
    s->object_count[seat]++;
    s->object_deck &= ~object;
    s->object_deck_count--;
    assert_null(vg_check(&fate_game, s));
}

// Does this legend bring a value its story has not had?
static bool adds(const fate_state *s, vg_move m)
{
    int path = s->at[s->turn], value = fate_def(s, vg_move_a(m))->value;
    return value && !(fate_story_values(s, path, s->story_length[path]) >> value & 1);
}

static void gists_match_a_plain_search(void **unused)
{
    (void)unused;
    int met[2][7] = {{0}}, shod = 0;
    for (int g = 0; g < 30; g++) {
        fate_state s;
        vg_rng rng;
        start(&s, 2 + g % 3, (uint64_t)g);
        vg_rng_seed(&rng, 78, (uint64_t)g);
        if (g % 2) give(&s, 0, fate_of_kind(FATE_SHOES) & fate_of_tint(FATE_PINK));
        if (g % 3) give(&s, 0, fate_of_kind(FATE_WINGS) & fate_of_tint(FATE_GREEN));
        for (int moves = 0; moves < 2000; moves++) {
            vg_ask ask = fate_game.ask(&s);
            if (ask.actor == VG_NOBODY) break;
            bool bare = !s.tells;
            for (int i = 0; i < s.told_count; i++) bare = bare || fate_bare(&s.told[i]);
            for (int k = 0; k < 2 && !bare; k++) {
                int faces[2];
                count_faces(&s, faces);
                assert_int_equal(gist(&s, s.turn, "reach", k * 7 + faces[k]), 1);
                met[k][faces[k]]++;
                shod += fate_has(&s, s.turn, FATE_SHOES) && fate_has(&s, s.turn, FATE_WINGS);
            }
            vg_move list[VG_MAX_LEGAL];
            int n = vg_thin(&fate_game, list, fate_game.legal(&s, ask.actor, list));
            vg_move m = ask.actor == VG_CHANCE ? fate_game.chance(&s, &rng)
                                               : list[vg_rng_below(&rng, (uint32_t)n)];
            for (int i = 0; i < n; i++) // stories get on
                if (vg_move_kind(list[i]) == FATE_MOVE_TELL && adds(&s, list[i])) m = list[i];
            fate_game.apply(&s, ask.actor, m, NULL);
        }
    }
    for (int f = 0; f < 7; f++) assert_true(met[0][f] > 0);
    assert_true(met[1][1] > 0 && met[1][2] > 0 && shod > 0);
}

// ---- copies that cannot be told apart ------------------------------------------------

// A small wood: two hands, the deck and four path cards, twelve cards of which three are alike.
// Whatever happens in it, the limits kept must allow just what a plain search of everything that
// can have happened allows.
enum { HANDS = 2, PATHS = 4, CARDS = 12, ALIKE = 3, SPOTS = HANDS + 1 + PATHS };
enum { IN_DECK = HANDS, SEEN = SPOTS }; // spots: hands, deck, path cards; then in sight
enum { CASES = 1 << 2 * SPOTS };        // two bits for the copies of each spot

typedef struct small_wood {
    int at[CARDS], size[SPOTS + 1]; // the first ALIKE cards are alike
    bool known[SPOTS];
    bool can[CASES];
    fate_memory memory;
} small_wood;

static int place_of(int spot)
{
    return spot < HANDS ? spot : spot == IN_DECK ? FATE_AT_DECK : FATE_AT_WOOD + spot - IN_DECK - 1;
}

static int count_of(int code, int spot) { return code >> 2 * spot & 3; }

static int some_card(const small_wood *w, int spot, vg_rng *rng)
{
    int skip = (int)vg_rng_below(rng, (uint32_t)w->size[spot]);
    for (int c = 0; c < CARDS; c++)
        if (w->at[c] == spot && skip-- == 0) return c;
    return -1;
}

static void put(small_wood *w, int card, int spot)
{
    w->size[w->at[card]]--;
    w->size[w->at[card] = spot]++;
}

// A card goes from a spot to another, nobody sees which.
static void cases_leave(small_wood *w, int from, int to)
{
    static bool next[CASES];
    memset(next, 0, sizeof next);
    for (int c = 0; c < CASES; c++) {
        if (!w->can[c]) continue;
        if (count_of(c, from)) next[c - (1 << 2 * from) + (1 << 2 * to)] = true;
        if (count_of(c, from) < w->size[from]) next[c] = true;
    }
    memcpy(w->can, next, sizeof next);
}

static void cases_seen(small_wood *w, int from, bool it)
{
    static bool next[CASES];
    memset(next, 0, sizeof next);
    for (int c = 0; c < CASES; c++) {
        if (!w->can[c]) continue;
        if (it && count_of(c, from)) next[c - (1 << 2 * from)] = true;
        if (!it && count_of(c, from) < w->size[from]) next[c] = true;
    }
    memcpy(w->can, next, sizeof next);
}

static void cases_more(small_wood *w, int spot, int more)
{
    static bool next[CASES];
    memset(next, 0, sizeof next);
    for (int c = 0; c < CASES; c++)
        if (w->can[c]) next[c + (more << 2 * spot)] = true;
    memcpy(w->can, next, sizeof next);
}

static void cases_swap(small_wood *w, int hand, int path, bool it)
{
    static bool next[CASES];
    memset(next, 0, sizeof next);
    for (int c = 0; c < CASES; c++)
        for (int gives = 0; w->can[c] && gives < 2; gives++) {
            int held = count_of(c, hand), there = it ? 1 : count_of(c, path);
            if (gives ? !held : held == w->size[hand]) continue;
            int rest = c & ~(3 << 2 * hand | 3 << 2 * path);
            next[rest | (held - gives + there) << 2 * hand | gives << 2 * path] = true;
        }
    memcpy(w->can, next, sizeof next);
}

static bool remembered(const small_wood *w, int code)
{
    fate_alike a = w->memory.alike[0];
    int all = 0, at[FATE_AT_WOOD + FATE_RING] = {0};
    for (int s = 0; s < SPOTS; s++) {
        int n = at[place_of(s)] = count_of(code, s);
        all += n;
        if (n > w->size[s] || (n && !(a.at >> place_of(s) & 1))) return false;
        if (s <= IN_DECK && n > fate_most(a, place_of(s))) return false;
    }
    for (int i = 0; i < FATE_LIMITS && w->memory.limit[i]; i++) {
        int n = 0;
        for (uint32_t left = fate_limit_at(w->memory.limit[i]); left; left &= left - 1)
            n += at[vg_lowest(left)];
        if (n > fate_limit_most(w->memory.limit[i])) return false;
    }
    return all == fate_most(a, FATE_AT_ALL);
}

static void happen(small_wood *w, vg_rng *rng)
{
    int hand = (int)vg_rng_below(rng, HANDS), path = IN_DECK + 1 + (int)vg_rng_below(rng, PATHS);
    int other = IN_DECK + 1 + (int)vg_rng_below(rng, PATHS), deck = w->size[IN_DECK], card;
    switch (vg_rng_below(rng, 8)) {
    case 0:
    case 1:
        if (!deck) { // what is in sight is shuffled
            int more = 0;
            for (int c = 0; c < CARDS; c++)
                if (w->at[c] == SEEN) more += c < ALIKE, put(w, c, IN_DECK);
            cases_more(w, IN_DECK, more);
            fate_alike_shuffled(&w->memory, 0, more);
        } else if (w->size[hand] < 3) { // a draw
            cases_leave(w, IN_DECK, hand);
            fate_alike_drawn(&w->memory, hand, deck);
            put(w, some_card(w, IN_DECK, rng), hand);
        }
        return;
    case 2:
    case 3: // a card of a hand is shown
        if (!w->size[hand]) return;
        card = some_card(w, hand, rng);
        cases_seen(w, hand, card < ALIKE);
        fate_alike_seen(&w->memory, hand, w->size[hand], card < ALIKE ? 0 : -1);
        put(w, card, SEEN);
        return;
    case 4: // a look
        if (w->known[path]) return;
        card = some_card(w, path, rng);
        cases_seen(w, path, card < ALIKE);
        fate_alike_seen(&w->memory, place_of(path), 1, card < ALIKE ? 0 : -1);
        w->known[path] = true;
        return;
    case 5: // fireflies
        for (int c = 0; c < CARDS; c++)
            w->at[c] = w->at[c] == path ? other : w->at[c] == other ? path : w->at[c];
        bool known = w->known[path];
        w->known[path] = w->known[other];
        w->known[other] = known;
        static bool next[CASES];
        for (int c = 0; c < CASES; c++) {
            int rest = c & ~(3 << 2 * path | 3 << 2 * other);
            next[rest | count_of(c, path) << 2 * other | count_of(c, other) << 2 * path] =
                w->can[c];
        }
        memcpy(w->can, next, sizeof next);
        fate_alike_moved(&w->memory, path - IN_DECK - 1, other - IN_DECK - 1);
        return;
    default: // an exchange
        if (!w->size[hand]) return;
        int taken = some_card(w, path, rng), it = w->known[path] && taken < ALIKE;
        card = some_card(w, hand, rng);
        cases_swap(w, hand, path, it);
        fate_alike_swapped(&w->memory, hand, w->size[hand], path - IN_DECK - 1, it ? 0 : -1);
        put(w, taken, hand);
        put(w, card, path);
        w->known[path] = false;
    }
}

static void copies_are_where_a_plain_search_finds_them(void **unused)
{
    (void)unused;
    static small_wood w;
    vg_rng rng;
    vg_rng_seed(&rng, 18, 0);
    int limits = 0;
    for (int game = 0; game < 25; game++) {
        memset(&w, 0, sizeof w);
        for (int c = 0; c < CARDS; c++) w.at[c] = IN_DECK;
        w.size[IN_DECK] = CARDS;
        w.can[ALIKE << 2 * IN_DECK] = true;
        fate_alike_begin(&w.memory, 0, 1u << FATE_AT_DECK, ALIKE,
                         (int[FATE_AT_ALL]){[FATE_AT_DECK] = CARDS});
        for (int path = IN_DECK + 1; path < SPOTS; path++) {
            cases_leave(&w, IN_DECK, path);
            fate_alike_laid(&w.memory, path - IN_DECK - 1, w.size[IN_DECK]);
            put(&w, some_card(&w, IN_DECK, &rng), path);
        }
        for (int n = 0; n < 100; n++) {
            happen(&w, &rng);
            limits += w.memory.limit[0] != 0;
            for (int c = 0; c < CASES; c++)
                if (w.can[c] != remembered(&w, c)) {
                    print_error("game %d, %d: case %x\n", game, n, (unsigned)c);
                    fail();
                }
        }
    }
    assert_true(limits > 250);
}

static void a_story_is_told_by_its_cards_and_its_last(void **unused)
{
    (void)unused;
    fate_state f;
    fresh(&fate_game, 2, &f);
    f.told[0] = (fate_told){.card = FATE_G1_LABYRINTH, .value = 1};
    f.told[1] = (fate_told){.card = FATE_G2_FERRYMAN, .value = 2, .dust = {0, 4}};
    f.story_length[3] = 2;
    observe(&fate_game, &f, 2, 1);
    assert_number(&fate_game, "told 3 all card g1-labyrinth", 1);
    assert_number(&fate_game, "told 3 all card g2-ferryman", 1);
    assert_number(&fate_game, "told 3 last card g1-labyrinth", 0);
    assert_number(&fate_game, "told 3 last card g2-ferryman", 1);
    assert_number(&fate_game, "told 3 last value 2", 1);
    assert_number(&fate_game, "told 3 all dust +0", 0.2f);
    assert_number(&fate_game, "told 2 all card g1-labyrinth", 0);
}

int unit_fate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_story_is_told_by_its_cards_and_its_last),
        cmocka_unit_test(the_box_holds_what_the_sheet_says),
        cmocka_unit_test(every_card_has_its_own_name_and_text),
        cmocka_unit_test(movements_match_a_plain_count),
        cmocka_unit_test(bonuses_match_a_plain_search),
        cmocka_unit_test(what_follows_a_bare_joker_matches_a_plain_search),
        cmocka_unit_test(an_exchange_forgets_and_fireflies_carry),
        cmocka_unit_test(guesses_differ_and_are_sound),
        cmocka_unit_test(copies_are_where_a_plain_search_finds_them),
        cmocka_unit_test(a_completed_story_is_told_in_order),
        cmocka_unit_test(events_name_what_they_speak_of),
        cmocka_unit_test(random_games_keep_everything),
        cmocka_unit_test(gists_match_a_plain_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
