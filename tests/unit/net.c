// net.c: nets know what a seat knows, say the same everywhere, and are refused where they do not
// fit; a school is the same twice, and interrupted.
#include "unit.h"

#include "bots/bot.h"
#include "candles.h"
#include "lab/train.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { UNITS = 24 };

// A net of made-up weights for all numbers of seats of a game, and the weights; to what each output
// says `lift` is added.
typedef struct made {
    vg_inputs *in;
    float *weight;
    vg_net_weights is;
    vg_text bytes;
    vg_net *net;
} made;

static made make_lifted(const vg_game *game, float lift)
{
    made m = {.in = vg_inputs_new(game), .bytes = vg_text_heap()};
    size_t inputs = (size_t)m.in->count * UNITS, outputs = (size_t)game->max_seats * UNITS;
    size_t size = inputs + UNITS + outputs + game->max_seats;
    vg_rng rng;
    vg_rng_seed(&rng, 3, 0);
    m.weight = malloc(size * sizeof(float));
    for (size_t i = 0; i < size; i++)
        m.weight[i] = ((float)vg_rng_below(&rng, 2001) - 1000) / (i < inputs ? 4000 : 2000);
    for (size_t i = size - game->max_seats; i < size; i++) m.weight[i] += lift;
    m.is = (vg_net_weights){.inputs = m.in->count,
                            .units = UNITS,
                            .outputs = game->max_seats,
                            .input = m.weight,
                            .unit = m.weight + inputs,
                            .output = m.weight + inputs + UNITS,
                            .bias = m.weight + inputs + UNITS + outputs};
    vg_net_about about = {.rules_version = game->rules_version,
                          .observation = m.in->hash,
                          .min_seats = game->min_seats,
                          .max_seats = game->max_seats,
                          .games = 12,
                          .seed = 34};
    memcpy(about.game, game->id, strlen(game->id));
    vg_net_write(&about, &m.is, &m.bytes);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    m.net = vg_net_read(game, m.bytes.at, m.bytes.len, VG_EN, &why);
    if (!m.net) fail_msg("%s", buffer);
    return m;
}

static made make(const vg_game *game) { return make_lifted(game, 0); }

static void unmake(made *m)
{
    vg_net_free(m->net);
    vg_text_release(&m->bytes);
    free(m->weight);
    free(m->in);
}

static void deal(const vg_game *game, int seats, void *state)
{
    vg_setup how;
    vg_setup_normal(game, seats, &how);
    assert_int_equal(game->setup(state, &how, VG_EN, NULL), VG_OK);
}

// One move by lot; false: the game is over.
static bool move(const vg_game *game, void *state, vg_rng *rng)
{
    vg_move list[VG_MAX_LEGAL];
    int actor = game->ask(state).actor;
    if (actor == VG_NOBODY) return false;
    if (actor == VG_CHANCE) {
        game->apply(state, VG_CHANCE, game->chance(state, rng), NULL);
    } else {
        uint32_t count = (uint32_t)game->legal(state, actor, list);
        game->apply(state, actor, list[vg_rng_below(rng, count)], NULL);
    }
    return true;
}

// The same in the plainest way there is, from the bytes of the file.
static int read_at(const made *m, size_t *at, int size)
{
    uint32_t n = 0;
    for (int i = 0; i < size; i++) n |= (uint32_t)(uint8_t)m->bytes.at[(*at)++] << 8 * i;
    int64_t value = n;
    return (int)(n >> (8 * size - 1) & 1 ? value - ((int64_t)1 << 8 * size) : value);
}

static void plain_outputs(const made *m, const vg_sight *sight, const void *state, int viewer,
                          int64_t out[VG_MAX_SEATS])
{
    enum { HEAD = 4 + 1 + 16 + 2 + 8 + 1 + 1 + 2 + 4 + 8 + 8 + 4 + 8 };
    static vg_lit seen[VG_MAX_OBSERVED];
    int64_t unit[VG_MAX_SEATS][UNITS] = {0}, weight[VG_MAX_SEATS][UNITS];
    size_t at = HEAD;
    int bits = read_at(m, &at, 1), count = vg_inputs_look(m->in, sight, state, viewer, seen);
    for (int u = 0; u < UNITS; u++) {
        int start = read_at(m, &at, 2);
        for (int o = 0; o < m->is.outputs; o++) unit[o][u] = start;
    }
    for (int o = 0; o < m->is.outputs; o++) {
        out[o] = read_at(m, &at, 4);
        for (int u = 0; u < UNITS; u++) weight[o][u] = read_at(m, &at, 2);
    }
    while (at < m->bytes.len) {
        int input = read_at(m, &at, 2);
        for (int u = 0; u < UNITS; u++) {
            int w = read_at(m, &at, 1);
            for (int i = 0; i < count; i++) {
                int first = m->in->first[seen[i].place], n = seen[i].count;
                bool counted = m->in->whole[seen[i].place] > 1;
                int add = 0, of = m->in->seat[seen[i].place];
                if (input == first) add = w * (counted ? 1 : vg_input_times(n));
                if (counted && input == first + 1)
                    add = w * vg_input_share(m->in, seen[i].place, n) >> 4;
                for (int o = 0; o < m->is.outputs; o++)
                    if (!of || of == o + 1) unit[o][u] += add;
            }
        }
    }
    for (int o = 0; o < m->is.outputs; o++) {
        for (int u = 0; u < UNITS; u++) {
            int64_t half = unit[o][u] >> 1;
            out[o] += weight[o][u] * (half < 0 ? 0 : half > 4095 ? 4095 : half);
        }
        out[o] = bits >= 10 ? out[o] >> (bits - 10) : out[o] << (10 - bits);
    }
}

// In order of what they say the chances are in order, and even where it says the same.
static void whole_numbers_say_what_the_file_says(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        made m = make(game);
        int seats = game->max_seats, met = 0;
        vg_sight *sight = vg_sight_new(game, seats);
        vg_rng rng;
        vg_rng_seed(&rng, 5, (uint64_t)g);
        deal(game, seats, state);
        for (int n = 0; n < 240 && move(game, state, &rng); n++) {
            if (n % 12) continue;
            int viewer = n / 12 % seats;
            int64_t says[VG_MAX_SEATS] = {0};
            float chance[VG_MAX_SEATS], of[VG_MAX_SEATS] = {0}, sum = 0;
            int rivals = vg_rivals(game, state, seats);
            plain_outputs(&m, sight, state, viewer, says);
            vg_net_chances(m.net, sight, state, viewer, chance);
            for (int p = 0; p < seats; p++) {
                float *its = &of[vg_rival(game, state, seats, viewer, p)];
                assert_true(*its == 0 || *its == chance[p]); // friends win together
                *its = chance[p];
            }
            for (int k = 0; k < rivals; k++) sum += of[k];
            assert_true(sum > 0.999f && sum <= 1);
            double whole = 0;
            for (int k = 0; k < rivals; k++) whole += exp((double)(says[k] - says[0]) / 1024);
            for (int k = 0; k < rivals; k++) {
                double want = exp((double)(says[k] - says[0]) / 1024) / whole;
                assert_true(fabs((double)of[k] - want) < 0.001);
            }
            for (int k = 1; k < rivals; k++) {
                float a = of[k - 1], b = of[k];
                int64_t edge = says[k - 1] - says[k];
                if (edge > 8) assert_true(a >= b);
                if (edge < -8) assert_true(a <= b);
                if (edge == 0) assert_true(a == b);
                met += edge > 8 || edge < -8;
            }
        }
        assert_true(met > 4);
        vg_sight_free(sight);
        unmake(&m);
    }
}

// The number is the same with every compiler and on every machine; the template game hardly
// changes.
// A long school may lift all outputs alike, which says nothing: F.A.T.A.'s net was so lifted beyond
// what was told apart, and thought all seats equal.
static void what_all_outputs_share_says_nothing(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        made plain = make(game), up = make_lifted(game, 200), down = make_lifted(game, -200);
        const made *lifted[] = {&up, &down};
        vg_sight *sight = vg_sight_new(game, game->max_seats);
        vg_rng rng;
        vg_rng_seed(&rng, 6, (uint64_t)g);
        deal(game, game->max_seats, state);
        for (int n = 0; n < 60 && move(game, state, &rng); n++)
            for (int i = 0; i < 2 && n % 12 == 0; i++) {
                float want[VG_MAX_SEATS], is[VG_MAX_SEATS];
                vg_net_chances(plain.net, sight, state, 0, want);
                vg_net_chances(lifted[i]->net, sight, state, 0, is);
                for (int p = 0; p < game->max_seats; p++)
                    assert_true(fabsf(want[p] - is[p]) < 0.001f);
            }
        vg_sight_free(sight);
        unmake(&plain);
        unmake(&up);
        unmake(&down);
    }
}

static void chances_are_the_same_bits_everywhere(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    const vg_game *game = &template_game;
    made m = make(game);
    uint64_t hash = 0xcbf29ce484222325u;
    int positions = 0;
    for (int n = 0; positions < 1000; n++) {
        int seats = game->min_seats + n % (game->max_seats - game->min_seats + 1);
        vg_sight *sight = vg_sight_new(game, seats);
        vg_rng rng;
        vg_rng_seed(&rng, 9, (uint64_t)n);
        deal(game, seats, state);
        while (move(game, state, &rng)) {
            float chance[VG_MAX_SEATS];
            vg_net_chances(m.net, sight, state, positions++ % seats, chance);
            for (int p = 0; p < seats; p++)
                hash = (hash ^ (uint64_t)(chance[p] * 65536)) * 0x100000001b3u;
        }
        vg_sight_free(sight);
    }
    assert_int_equal(hash, UINT64_C(0xcb715ccc830fc51));
    unmake(&m);
}

// Those in the program fit its games, and bots find the one for their number of seats.
static void games_bring_nets_that_fit(void **unused)
{
    (void)unused;
    int nets = 0;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        for (const vg_net_bytes *b = vg_nets; b->game; b++) {
            if (strcmp(b->game, game->id) != 0) continue;
            nets++;
            char buffer[256];
            vg_text why = VG_TEXT(buffer);
            vg_net *net = vg_net_read(game, b->at, b->size, VG_EN, &why);
            if (!net) fail_msg("%s: %s", game->id, buffer);
            const vg_net_about *is = vg_net_is(net);
            for (int seats = is->min_seats; seats <= is->max_seats; seats++) {
                const vg_net *found = vg_net_of(game, seats);
                assert_true(found && vg_net_seats(found, seats));
                assert_ptr_equal(found, vg_net_of(game, seats)); // made once
            }
            vg_net_free(net);
        }
        for (int seats = game->min_seats; seats <= game->max_seats; seats++)
            assert_true(game->evaluate || vg_net_of(game, seats));
    }
    for (const vg_net_bytes *b = vg_nets; b->game; b++) nets--;
    assert_int_equal(nets, 0); // each is of one game
}

// A page brings them: one that fits is kept, the first one only.
static void a_net_can_be_brought(void **unused)
{
    (void)unused;
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_game copy = template_game; // the template itself has none in other tests
    copy.id = "brought";
    const vg_game *game = &copy;
    int seats = game->min_seats;
    made m = make(game);
    assert_null(vg_net_of(game, seats));
    assert_int_equal(vg_net_bring(game, m.bytes.at, m.bytes.len - 1, VG_EN, &why), VG_ERR_RECORD);
    assert_string_equal(buffer, "this net is damaged");
    assert_null(vg_net_of(game, seats));
    assert_int_equal(vg_net_bring(game, m.bytes.at, m.bytes.len, VG_EN, &why), VG_OK);
    const vg_net *kept = vg_net_of(game, seats);
    assert_non_null(kept);
    assert_int_equal(vg_net_bring(game, m.bytes.at, m.bytes.len, VG_EN, &why), VG_OK);
    assert_ptr_equal(vg_net_of(game, seats), kept);
    assert_null(vg_net_of(game, game->max_seats + 1));
    // Two, one after another: the first that knows so many seats.
    copy.id = "both";
    vg_net_about few = *vg_net_is(m.net);
    vg_net_weights of = m.is;
    vg_text both = vg_text_heap();
    memcpy(few.game, "both", sizeof "both");
    vg_net_about all = few;
    few.max_seats = few.min_seats;
    of.outputs = few.max_seats;
    vg_net_write(&few, &of, &both);
    vg_net_write(&all, &m.is, &both);
    assert_int_equal(vg_net_bring(game, both.at, both.len - 1, VG_EN, &why), VG_ERR_RECORD);
    assert_null(vg_net_any(game));
    assert_int_equal(vg_net_bring(game, both.at, both.len, VG_EN, &why), VG_OK);
    assert_int_equal(vg_net_is(vg_net_of(game, seats))->max_seats, seats);
    assert_int_equal(vg_net_is(vg_net_of(game, seats + 1))->max_seats, game->max_seats);
    assert_ptr_equal(vg_net_of(game, seats), vg_net_any(game));
    vg_text_release(&both);
    unmake(&m);
}

static void a_net_sees_only_a_view(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char truth[VG_MAX_STATE], view[VG_MAX_STATE], guess[VG_MAX_STATE];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        made m = make(game);
        vg_sight *sight = vg_sight_new(game, game->max_seats);
        vg_rng rng;
        vg_rng_seed(&rng, 7, (uint64_t)g);
        deal(game, game->max_seats, truth);
        for (int n = 0; n < 300 && move(game, truth, &rng); n++) {
            int viewer = n % game->max_seats;
            float known[VG_MAX_SEATS] = {0}, seen[VG_MAX_SEATS] = {0}, guessed[VG_MAX_SEATS] = {0};
            vg_game_view(game, truth, viewer, view);
            memcpy(guess, view, game->state_size);
            game->resample(guess, viewer, &rng);
            vg_net_chances(m.net, sight, truth, viewer, known);
            vg_net_chances(m.net, sight, view, viewer, seen);
            vg_net_chances(m.net, sight, guess, viewer, guessed);
            assert_memory_equal(known, seen, sizeof known);
            assert_memory_equal(known, guessed, sizeof known);
        }
        vg_sight_free(sight);
        unmake(&m);
    }
}

static void refused(const vg_game *game, const void *bytes, size_t n, const char *word)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_net *net = vg_net_read(game, bytes, n, VG_EN, &why);
    assert_null(net);
    if (!strstr(buffer, word)) fail_msg("\"%s\" does not say \"%s\"", buffer, word);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    const vg_game *quest = vg_game_find("quest");
    made m = make(quest);
    vg_game other = *quest;
    refused(vg_game_find("fata"), m.bytes.at, m.bytes.len, "for \"quest\"");
    other.rules_version++;
    refused(&other, m.bytes.at, m.bytes.len, "version 1 of the rules");
    other = *quest;
    other.gist_count--;
    refused(&other, m.bytes.at, m.bytes.len, "other eyes");
    refused(quest, "", 0, "no net");
    refused(quest, "VGNT\2", 5, "another version");
    for (size_t n = 5; n < m.bytes.len; n += n < 400 ? 1 : 997)
        refused(quest, m.bytes.at, n, "damaged");
    vg_rng rng;
    vg_rng_seed(&rng, 1, 1);
    for (int i = 0; i < 300; i++) {
        size_t at = 5 + vg_rng_below(&rng, (uint32_t)m.bytes.len - 5);
        m.bytes.at[at] ^= 0x10;
        refused(quest, m.bytes.at, m.bytes.len, "damaged");
        m.bytes.at[at] ^= 0x10;
    }
    unmake(&m);
}

// Bots with a net play legal moves, whatever they thought about before.
static void bots_play_by_a_net(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        made m = make(game);
        vg_bot bot[] = {{.kind = VG_BOT_GREEDY, .net = m.net},
                        {.kind = VG_BOT_SEARCH, .simulations = 20, .threads = 1, .net = m.net}};
        vg_mind *mind[] = {vg_mind_new(&bot[0]), vg_mind_new(&bot[1])};
        vg_rng rng;
        vg_rng_seed(&rng, 3, (uint64_t)g);
        for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
            deal(game, seats, state);
            for (int n = 0; n < 60; n++) {
                vg_move list[VG_MAX_LEGAL], chosen = 0;
                int actor = game->ask(state).actor;
                if (actor >= 0) {
                    int count = game->legal(state, actor, list);
                    vg_game_view(game, state, actor, view);
                    chosen = vg_mind_choose(mind[n % 2], game, view, actor, list, count, &rng);
                    bool legal = false;
                    for (int i = 0; i < count; i++) legal = legal || list[i] == chosen;
                    assert_true(legal);
                    game->apply(state, actor, chosen, NULL);
                } else if (!move(game, state, &rng)) {
                    break;
                }
            }
        }
        vg_mind_free(mind[0]);
        vg_mind_free(mind[1]);
        unmake(&m);
    }
}

// ---- schools -----------------------------------------------------------------------------

static vg_school *school(uint64_t seed, double lambda)
{
    return vg_school_new(&(vg_school_plan){.game = &template_game,
                                           .min_seats = 2,
                                           .max_seats = 3,
                                           .units = 16,
                                           .games = 48,
                                           .seed = seed,
                                           .step = 2,
                                           .lambda = lambda});
}

static void go_on(vg_school *s, uint64_t until)
{
    while (vg_school_done(s) < until) vg_school_step(s);
}

static void a_school_goes_on_where_it_was(void **unused)
{
    (void)unused;
    char buffer[256];
    vg_text why = VG_TEXT(buffer), whole = vg_text_heap(), half = vg_text_heap(),
            again = vg_text_heap(), other = vg_text_heap();
    vg_school *s = school(1, 0.9);
    go_on(s, 24);
    vg_school_write(s, &half);
    go_on(s, 48);
    vg_school_write(s, &whole);
    vg_school_free(s);
    s = vg_school_read(&template_game, NULL, half.at, half.len, VG_EN, &why);
    if (!s) fail_msg("%s", buffer);
    assert_int_equal(vg_school_done(s), 24);
    go_on(s, 48);
    vg_school_write(s, &again);
    vg_school_free(s);
    assert_int_equal(again.len, whole.len);
    assert_memory_equal(again.at, whole.at, whole.len);
    // Another seed, and looking less far ahead, make another net.
    for (int i = 0; i < 2; i++) {
        vg_text_clear(&other);
        s = i ? school(1, 0.5) : school(2, 0.9);
        go_on(s, 48);
        vg_school_net(s, &other);
        vg_school_free(s);
        assert_true(other.len > whole.len || memcmp(other.at, whole.at, other.len) != 0);
    }
    // Without what it learns by it cannot go on, nor with half of it.
    for (size_t n = whole.len - 1; n > 0; n -= n > 5000 ? 4999 : n) {
        vg_text_clear(&why);
        assert_null(vg_school_read(&template_game, NULL, whole.at, n, VG_EN, &why));
        assert_true(why.len > 0);
    }
    vg_text_release(&whole);
    vg_text_release(&half);
    vg_text_release(&again);
    vg_text_release(&other);
}

// A net that has learned tells better than even chances who will win.
static void a_school_teaches(void **unused)
{
    (void)unused;
    const vg_school_point *curve;
    vg_text why = vg_text_heap(), svg = vg_text_heap();
    vg_school *s = vg_school_new(&(vg_school_plan){.game = &template_game,
                                                   .min_seats = 2,
                                                   .max_seats = 2,
                                                   .units = 16,
                                                   .games = 1200,
                                                   .seed = 1,
                                                   .step = 4,
                                                   .lambda = 0.7});
    go_on(s, 200);
    assert_int_equal(vg_school_measure(s, 0, VG_EN, &why), VG_OK);
    go_on(s, 1200);
    assert_int_equal(vg_school_measure(s, 64, VG_EN, &why), VG_OK);
    assert_int_equal(vg_school_curve(s, &curve), 2);
    assert_true(curve[1].loss < curve[0].loss);
    assert_true(curve[1].loss < 0.69);
    assert_true(curve[1].ahead > 0 && curve[1].high > curve[1].low);
    vg_school_svg(s, VG_EN, &svg);
    assert_non_null(strstr(svg.at, "1200</text>"));
    vg_text_release(&svg);
    vg_text_release(&why);
    vg_school_free(s);
}

int unit_net(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_say_what_the_file_says),
        cmocka_unit_test(what_all_outputs_share_says_nothing),
        cmocka_unit_test(chances_are_the_same_bits_everywhere),
        cmocka_unit_test(games_bring_nets_that_fit),
        cmocka_unit_test(a_net_can_be_brought),
        cmocka_unit_test(a_net_sees_only_a_view),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(bots_play_by_a_net),
        cmocka_unit_test(a_school_goes_on_where_it_was),
        cmocka_unit_test(a_school_teaches),
    };
    return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
