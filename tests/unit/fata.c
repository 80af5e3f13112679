// fata.c: F.A.T.A. where scenarios do not reach: the data of the edition, the
// Queen at every point where a treasure can be turned up, what random play gets
// to, and what seats remember against a plain list of all possible worlds.
#include "unit.h"

#include "games/fata/fata.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

// ---- the edition ---------------------------------------------------------------------

static void the_edition_is_as_ruled(void **unused)
{
    (void)unused;
    const fata_edition *ed = &fata_editions[0];
    int type[4] = {0}, subject[3] = {0}, number[3] = {0}, centre[4] = {0}, charms = 0;
    for (int k = 1; k <= FATA_VISIONS; k++) { // FA-H1
        type[ed->card[k].type]++;
        subject[ed->card[k].subject]++;
        number[ed->card[k].number]++;
        centre[ed->card[k].centre]++;
        for (int j = 1; j < k; j++) assert_string_not_equal(ed->card[j].slug, ed->card[k].slug);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(type[i], 13);
        assert_int_equal(centre[i], 13);
    }
    assert_memory_equal(subject, ((int[]){18, 17, 17}), sizeof subject);
    assert_memory_equal(number, ((int[]){0, 26, 26}), sizeof number);
    for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++) { // FA-H2
        charms += fata_copies(k);
        assert_int_equal(ed->card[k].number, 0);
    }
    assert_int_equal(charms, 18);
    for (int k = 0; k < FATA_CARDS; k++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
            assert_non_null(ed->card[k].name.in[lang]);
            assert_non_null(ed->card[k].text.in[lang]);
        }
    for (int id = 1; id <= FATA_TREASURES; id++) { // FA-H3
        assert_int_equal(ed->treasure[id].value, 3 - (id - 1) % 5);
        assert_int_equal(ed->treasure[id].lineage, 1 + (id - 1) / 5);
    }
}

static void rivals_form_one_cycle(void **unused)
{
    (void)unused;
    const fata_edition *ed = &fata_editions[0];
    for (int seats = 3; seats <= 5; seats++) { // FA-H4
        int in_play = fata_lineages_in_play(ed, seats), at = FATA_FLAMBEAUX, length = 0;
        assert_int_equal(vg_bits((uint32_t)in_play), seats);
        assert_int_equal(vg_bits(fata_treasures_in_play(ed, seats)), 5 * seats);
        do {
            int rival = fata_character_of(ed, seats, at)->rival;
            assert_true(in_play >> rival & 1);
            assert_int_equal(fata_hunter_of(ed, seats, rival), at);
            at = rival;
            length++;
        } while (at != FATA_FLAMBEAUX);
        assert_int_equal(length, seats);
    }
    assert_int_equal(fata_character_of(ed, 5, FATA_FLAMBEAUX)->rival, FATA_LICHTENBORN);
}

// ---- random play ---------------------------------------------------------------------

typedef struct run {
    fata_state s;
    vg_rng rng;
} run;

static void deal(run *r, int seats, int number)
{
    vg_setup how;
    char buffer[64];
    vg_text why = VG_TEXT(buffer);
    vg_setup_normal(&fata_game, seats, &how);
    vg_rng_seed(&r->rng, 77, (uint64_t)number);
    assert_int_equal(fata_game.setup(&r->s, &how, VG_EN, &why), VG_OK);
}

// The next move at random; 0 when the game is over.
static vg_move next(run *r, int *seat)
{
    vg_move list[VG_MAX_LEGAL];
    *seat = fata_ask(&r->s).actor;
    if (*seat == VG_NOBODY) return 0;
    if (*seat == VG_CHANCE) return fata_game.chance(&r->s, &r->rng);
    int n = fata_legal(&r->s, *seat, list);
    assert_in_range(n, 1, VG_MAX_LEGAL);
    return list[vg_rng_below(&r->rng, (uint32_t)n)];
}

static void random_play_reaches_everything(void **unused)
{
    (void)unused;
    static vg_events ev;
    int charm[FATA_CARDS] = {0}, magic[4][3][3] = {0}, ask[FATA_PHASE_COUNT] = {0},
        event[FATA_EVENT_COUNT] = {0}, seat;
    for (int game = 0; game < 600; game++) {
        run r;
        deal(&r, 3 + game % 3, game);
        for (vg_move m; (m = next(&r, &seat)) != 0;) {
            ask[fata_ask(&r.s).kind]++;
            ev.count = 0;
            fata_game.apply(&r.s, seat, m, &ev);
            assert_false(ev.overflow);
            for (int i = 0; i < ev.count; i++) {
                const vg_event *e = &ev.event[i];
                event[e->kind]++;
                if (e->kind == FATA_EVENT_CHARM) charm[e->arg[0]]++;
                if (e->kind == FATA_EVENT_CAST) magic[e->arg[0]][e->arg[1]][e->arg[2]]++;
            }
        }
    }
    for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++) assert_true(charm[k] > 0);
    for (int t = 0; t < 4; t++)
        for (int s = 0; s < 3; s++) assert_true(magic[t][s][1] > 0 && magic[t][s][2] > 0);
    for (int p = FATA_PHASE_FIRST; p < FATA_PHASE_CHARM_END; p++) assert_true(ask[p] > 0);
    for (int e = 1; e < FATA_EVENT_COUNT; e++) assert_true(event[e] > 0);
}

// ---- the Queen -----------------------------------------------------------------------

// Wherever a gap of the middle is being filled, let the Queen come instead.
static void queen_comes(const fata_state *before, int under[])
{
    fata_state s = *before;
    fata_game.apply(&s, VG_CHANCE, VG_MOVE(FATA_MOVE_SHOW, FATA_QUEEN, 0, 0), NULL);
    assert_null(vg_check(&fata_game, &s));
    under[before->stack.frame[before->stack.count - 2].phase]++;
    if (before->round == 2) { // TS-28
        assert_int_equal(fata_ask(&s).actor, VG_NOBODY);
        assert_int_equal(s.aside_count, 0);
        return;
    }
    // FA-01: below the three reveals everything lies as it was.
    int depth = before->stack.count - 1;
    assert_int_equal(s.stack.count, depth + 3);
    assert_memory_equal(s.stack.frame, before->stack.frame, (size_t)depth * sizeof(vg_frame));
    for (int p = 0; p < s.seats; p++)
        assert_int_equal(s.points[p], fata_face_value(before, before->down[p])); // FA-04
    assert_memory_equal(s.hand, before->hand, sizeof s.hand);
    assert_memory_equal(s.row, before->row, sizeof s.row);
    assert_memory_equal(s.aside, before->aside, sizeof s.aside);
    assert_memory_equal(s.deck, before->deck, sizeof s.deck);
    assert_memory_equal(s.lineage, before->lineage, sizeof s.lineage);
    assert_int_equal(s.stars, before->stars);
    assert_int_equal(s.hit, before->hit);
    assert_int_equal(s.round, 2);
    assert_int_equal(s.pile, fata_treasures_in_play(fata_ed(&s), s.seats));
}

static void the_queen_may_come_at_any_reveal(void **unused)
{
    (void)unused;
    int under[FATA_PHASE_COUNT] = {0}, seat;
    for (int game = 0; game < 150; game++) {
        run r;
        deal(&r, 3 + game % 3, 1000 + game);
        for (vg_move m; (m = next(&r, &seat)) != 0;) {
            const vg_stack *st = &r.s.stack;
            bool refill = fata_ask(&r.s).kind == FATA_PHASE_REVEAL &&
                          st->frame[st->count - 2].phase != FATA_PHASE_REVEAL &&
                          st->frame[0].phase != FATA_PHASE_NEXT && r.s.hand_count[0];
            if (refill) queen_comes(&r.s, under);
            fata_game.apply(&r.s, seat, m, NULL);
        }
    }
    assert_true(under[FATA_PHASE_STEP_B] > 0);   // after the treasure of step A
    assert_true(under[FATA_PHASE_CAST] > 0);     // before the second pick
    assert_true(under[FATA_PHASE_CAST_END] > 0); // after the last
}

// ---- memory --------------------------------------------------------------------------

enum { WORLDS = 3000, POOL = 5, SEEN = 9 };

// Who holds each treasure, in every way one bystander thinks possible.
typedef struct worlds {
    int viewer, count;
    bool full; // too many: this game is no longer followed
    uint8_t at[WORLDS][FATA_TREASURES + 1];
} worlds;

static void admit(worlds *w, const uint8_t world[FATA_TREASURES + 1])
{
    for (int i = 0; i < w->count; i++)
        if (memcmp(w->at[i], world, FATA_TREASURES + 1) == 0) return;
    w->full = w->full || w->count == WORLDS;
    if (!w->full) memcpy(w->at[w->count++], world, FATA_TREASURES + 1);
}

static void start_worlds(worlds *w)
{
    uint8_t none[FATA_TREASURES + 1];
    memset(none, SEEN, sizeof none);
    w->count = 0;
    w->full = false;
    admit(w, none);
}

static bool is(const fata_state *s, int id, int lineage)
{
    return lineage && fata_ed(s)->treasure[id].lineage == lineage;
}

// A treasure goes from one place to another: `id` if the viewer sees it, else any that may be it.
static void carry(worlds *w, const fata_state *s, int from, int to, int id, bool seen)
{
    static worlds old;
    old = *w;
    w->count = 0;
    for (int i = 0; i < old.count; i++)
        for (int t = 1; t <= FATA_TREASURES; t++) {
            if (old.at[i][t] != from || (seen && t != id)) continue;
            bool up = to < FATA_SEATS && is(s, t, s->shown[to]);
            if (up && t != id) continue; // it would have been seen
            if (!seen && is(s, id, s->shown[to])) continue;
            uint8_t world[FATA_TREASURES + 1];
            memcpy(world, old.at[i], sizeof world);
            world[t] = (uint8_t)(up ? SEEN : to);
            admit(w, world);
        }
}

static void exchange(worlds *w, const fata_state *s, int p, int given, int q, int received)
{
    static worlds old;
    old = *w;
    w->count = 0;
    bool sees = w->viewer == p || w->viewer == q;
    bool given_up = is(s, given, s->shown[q]), received_up = is(s, received, s->shown[p]);
    for (int i = 0; i < old.count; i++)
        for (int x = 1; x <= FATA_TREASURES; x++)
            for (int y = 1; y <= FATA_TREASURES; y++) {
                if (old.at[i][x] != p || old.at[i][y] != q) continue;
                if ((sees || given_up) && x != given) continue;
                if ((sees || received_up) && y != received) continue;
                if (is(s, x, s->shown[q]) != given_up || is(s, y, s->shown[p]) != received_up)
                    continue;
                uint8_t world[FATA_TREASURES + 1];
                memcpy(world, old.at[i], sizeof world);
                world[x] = (uint8_t)(given_up ? SEEN : q);
                world[y] = (uint8_t)(received_up ? SEEN : p);
                admit(w, world);
            }
}

// Everyone now sees all of `lineage` that lay before `p`: worlds that say otherwise are gone.
static void turn_up(worlds *w, const fata_state *s, int p, int lineage)
{
    int kept = 0;
    for (int i = 0; i < w->count; i++) {
        bool right = true;
        for (int t = 1; t <= FATA_TREASURES; t++) {
            if (!is(s, t, lineage)) continue;
            if ((w->at[i][t] == p) != (s->down[p] >> t & 1)) right = false;
            if (w->at[i][t] == p) w->at[i][t] = SEEN;
        }
        if (right) memmove(w->at[kept++], w->at[i], FATA_TREASURES + 1);
    }
    w->count = kept;
}

// What the viewer makes of `m`, about to be played in `s`, and of the state after it.
static void watch(worlds *w, const fata_state *s, vg_move m, const fata_state *after)
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int a = vg_move_a(m), v = w->viewer, kind = vg_move_kind(m);
    if (kind == FATA_MOVE_KEEP || kind == FATA_MOVE_GIVE) {
        int to = kind == FATA_MOVE_KEEP ? s->turn : vg_move_b(m);
        for (int i = 0; i < w->count; i++)
            w->at[i][a] = (uint8_t)(is(s, a, s->shown[to]) ? SEEN : to);
    } else if (kind == FATA_MOVE_ROB) {
        carry(w, s, f.a, f.seat, a, v == f.seat || v == f.a || is(s, a, s->shown[f.seat]));
    } else if (kind == FATA_MOVE_TRADE) {
        exchange(w, s, f.seat, a, f.a, vg_move_b(m));
    } else if (kind == FATA_MOVE_SHARE) {
        carry(w, s, POOL, f.seat, a, v == f.seat || is(s, a, s->shown[f.seat]));
    } else if (kind == FATA_MOVE_REVEAL) {
        turn_up(w, s, s->turn, s->lineage[s->turn]);
    }
    if (after->round > s->round) start_worlds(w);
    // The fallen: what lay before them goes, in the open, into the pool.
    for (int p = 0; p < s->seats; p++) {
        if (!(after->pool_count && s->pool_count == 0) && !(after->pool & ~s->pool)) break;
        if (!(s->down[p] | s->up[p]) || (after->down[p] | after->up[p])) continue;
        for (int i = 0; i < w->count; i++)
            for (int t = 1; t <= FATA_TREASURES; t++)
                if (w->at[i][t] == p || s->up[p] >> t & 1) w->at[i][t] = POOL;
    }
}

static void memory_is_no_better_than_perfect(void **unused)
{
    (void)unused;
    static worlds w;
    long exact = 0, doubts = 0, compared = 0;
    int seat;
    for (int game = 0; game < 120; game++) {
        run r;
        deal(&r, 3 + game % 3, 2000 + game);
        w.viewer = game % (3 + game % 3);
        start_worlds(&w);
        for (vg_move m; (m = next(&r, &seat)) != 0 && !w.full;) {
            fata_state before = r.s;
            fata_game.apply(&r.s, seat, m, NULL);
            if (r.s.winner != FATA_NO_SEAT) break;
            watch(&w, &before, m, &r.s);
            if (w.full) break;
            assert_true(w.count > 0);
            for (int t = 1; t <= FATA_TREASURES; t++) {
                int places = 0;
                for (int i = 0; i < w.count; i++)
                    if (w.at[i][t] != SEEN) places |= 1 << w.at[i][t];
                int may = r.s.may_treasure[w.viewer][t];
                assert_int_equal(places & ~may, 0); // never more than a perfect memory
                exact += may == places;
                doubts += vg_bits((uint32_t)may) > 1;
                compared++;
            }
        }
    }
    assert_true(doubts > 1000);                       // the test has seen treasures mixed
    assert_true((compared - exact) * 100 < compared); // and hardly ever less
}

// Seat 0 of three robs seat 1, which has these, of treasure `id`.
static void robbery(run *r, const char *treasures, int id)
{
    int seat;
    char buffer[128];
    vg_text why = VG_TEXT(buffer);
    deal(r, 3, 3000);
    while (fata_ask(&r->s).kind != FATA_PHASE_TURN) {
        vg_move m = next(r, &seat);
        fata_game.apply(&r->s, seat, m, NULL);
    }
    const char *given[] = {"turn: 0", "lineage 0: red", "round: 2", treasures,
                           "row 0 a: rob-any-2 draw-any-1 rob-any-1"};
    for (int i = 0; i < 5; i++) assert_int_equal(fata_edit(&r->s, given[i], &why), VG_OK);
    fata_game.apply(&r->s, 0, VG_MOVE(FATA_MOVE_END, 0, 0, 0), NULL);
    fata_game.apply(&r->s, 0, VG_MOVE(FATA_MOVE_ON, 1, 0, 0), NULL);
    fata_game.apply(&r->s, VG_CHANCE, VG_MOVE(FATA_MOVE_ROB, id, 0, 0), NULL);
}

// After a robbery a bystander imagines each treasure of the victim gone equally often.
static void imagination_is_even(void **unused)
{
    (void)unused;
    run r;
    int gone[FATA_TREASURES + 1] = {0};
    robbery(&r, "treasures 1: red-3 red-2 red-1 red-0", 2);
    for (int i = 0; i < 4000; i++) {
        fata_state world;
        vg_game_view(&fata_game, &r.s, 2, &world);
        fata_resample(&world, 2, &r.rng);
        assert_null(vg_check(&fata_game, &world));
        gone[vg_lowest(world.down[0])]++;
    }
    for (int t = 1; t <= 4; t++) assert_in_range(gone[t], 850, 1150);
}

static void remembers(const fata_state *s, int seat, const char *what)
{
    fata_state view;
    vg_voice voice = {.lang = VG_EN, .reader = seat};
    vg_text text = vg_text_heap();
    vg_json json = vg_json_to(&text);
    vg_game_view(&fata_game, s, seat, &view);
    fata_print(&view, &voice, &json);
    assert_non_null(strstr(text.at, what));
    vg_text_release(&text);
}

// With the memory aid a page shows what is certain, and when it becomes so: FA-59.
static void the_memory_aid_shows_what_is_certain(void **unused)
{
    (void)unused;
    run r;
    robbery(&r, "treasures 1: red-3 blue-1", 18);
    r.s.memory = 1;
    remembers(&r.s, 1, "\"known_treasures\":[\"blue-1\"]");
    remembers(&r.s, 2, "\"known_treasures\":[]");
    fata_game.apply(&r.s, 0, VG_MOVE(FATA_MOVE_REVEAL, 0, 0, 0), NULL);
    remembers(&r.s, 2, "\"known_treasures\":[\"blue-1\"]");
    remembers(&r.s, 2, "\"known_treasures\":[\"red-3\"]");
}

// ---- words ---------------------------------------------------------------------------

// However many treasures lie before a seat, an event tells them all.
static void a_hoard_is_told_to_the_end(void **unused)
{
    (void)unused;
    run r;
    deal(&r, 5, 0);
    const uint32_t all = fata_treasures_in_play(fata_ed(&r.s), 5);
    const vg_event e = {.kind = FATA_EVENT_ROUND,
                        .arg = {25, (int16_t)fata_first_of(all), (int16_t)fata_more_of(all)}};
    const vg_voice voice = {.lang = VG_IT, .reader = VG_WATCHER};
    vg_text told = vg_text_heap(), sent = vg_text_heap();
    vg_json json = vg_json_to(&sent);
    vg_json_open(&json, '{');
    vg_event_text(&fata_game, &r.s, &e, &voice, &told);
    vg_event_args(&fata_game, &r.s, &e, &json);
    vg_json_close(&json, '}');
    for (int id = 1; id <= FATA_TREASURES; id++)
        assert_non_null(strstr(sent.at, fata_ed(&r.s)->treasure[id].slug));
    assert_string_equal(told.at + told.len - strlen(", giallo −1"), ", giallo −1");
    vg_text_release(&told);
    vg_text_release(&sent);
}

// ---- the score sheet -----------------------------------------------------------------

// Why somebody won by elimination is told the same way when it happens and on the sheet, also when
// the rival was the last opponent left.
static void the_sheet_says_how_it_was_won(void **unused)
{
    (void)unused;
    int alone = 0, rival_last = 0;
    for (int number = 0; number < 400; number++) {
        run r;
        vg_events ev = {0};
        deal(&r, 3, number);
        int seat;
        for (vg_move m; (m = next(&r, &seat));) {
            ev.count = 0;
            fata_game.apply(&r.s, seat, m, &ev);
        }
        if (r.s.winner == FATA_NO_SEAT) continue;
        bool rival = false;
        for (int i = 0; i < ev.count; i++) rival |= ev.event[i].kind == FATA_EVENT_RIVAL;
        vg_score score = {0};
        fata_score(&r.s, &score);
        for (int i = 0; i < score.line_count; i++) {
            if (score.line[i].kind == FATA_SCORE_RIVAL) assert_true(rival);
            if (score.line[i].kind == FATA_SCORE_ALONE) assert_false(rival);
        }
        alone += !rival;
        rival_last += rival && vg_bits(r.s.out) == 2;
    }
    assert_in_range(alone, 1, 400);
    assert_in_range(rival_last, 1, 400);
}

int unit_fata(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_edition_is_as_ruled),
        cmocka_unit_test(rivals_form_one_cycle),
        cmocka_unit_test(random_play_reaches_everything),
        cmocka_unit_test(the_queen_may_come_at_any_reveal),
        cmocka_unit_test(memory_is_no_better_than_perfect),
        cmocka_unit_test(imagination_is_even),
        cmocka_unit_test(the_memory_aid_shows_what_is_certain),
        cmocka_unit_test(a_hoard_is_told_to_the_end),
        cmocka_unit_test(the_sheet_says_how_it_was_won),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
