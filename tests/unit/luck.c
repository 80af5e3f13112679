// luck.c: the scheme of docs/randomness.md: its example, the steps of a deal, tampering, and the
// attacks of its table of threats, each refused or named. Then honest games: no false alarm.
#include "unit.h"

#include "engine/table.h"
#include "engine/table_parts.h"
#include "candles.h"

#include <stdio.h>

static void make_salt(uint8_t salt[VG_SALT], uint8_t first)
{
    for (int i = 0; i < VG_SALT; i++) salt[i] = (uint8_t)(first + i);
}

static char *frame_of(const vg_table *t)
{
    vg_text out = vg_text_heap();
    vg_table_frame(t, &out);
    return out.at;
}

// The verdict on `record`; it must say `said` (NULL: anything).
static vg_luck luck_of(const char *record, const vg_seen *seen, const char *said)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_proof proof;
    vg_luck luck = vg_record_check(record, strlen(record), seen, VG_EN, &proof, &why);
    if (said && !strstr(buffer, said)) print_error("said: %s\nnot: %s\n", buffer, said);
    if (said) assert_non_null(strstr(buffer, said));
    return luck;
}

// What a forger who knows the secret makes of a changed record: its chain is whole again.
static char *forged(const char *record)
{
    vg_table *t = load(record);
    char *again = record_of(t, true);
    vg_table_free(t);
    return again;
}

// A table of two people, sealed and revealed, not dealt yet.
static vg_table *two_people(void)
{
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    assert_int_equal(vg_table_name(t, 0, "Luna"), VG_OK);
    assert_int_equal(vg_table_name(t, 1, "Sole"), VG_OK);
    salt_seat(t, 0, 0x20);
    salt_seat(t, 1, 0x40);
    return t;
}

// ---- the example of docs/randomness.md ---------------------------------------------

static void the_worked_example_holds(void **unused)
{
    (void)unused;
    vg_table *t = two_people();
    vg_table_start(t);
    char hex[65];
    vg_hex(t->key, VG_CHACHA_KEY, hex);
    assert_string_equal(hex, "35349d3fc3918a1dcb064aa73b61770693306d1a32fa00213facbf939660fb07");
    static const uint32_t word[] = {0xd0578a46, 0x3629d60e, 0x0ba93256, 0x35d2487d,
                                    0x005a9750, 0x5cb73f9f, 0xa57ebb3d, 0x537bbbc5};
    for (uint64_t k = 0; k < 8; k++) {
        vg_chacha c;
        vg_chacha_init(&c, t->key, k);
        assert_int_equal(vg_chacha_next(&c), word[k]);
    }
    char *record = record_of(t, true);
    assert_string_equal(
        record, "veglia record 2\ngame template\nrules 1\nedition classic\nseats 2\ngames 1\n"
                "first chance\nname 0 Luna\nname 1 Sole\n"
                "commit ebe6c13625f540cde00deeb009bce915e1bdf83b26ad8ba30cfd3fd76296fba2\n"
                "hash 0 4717130a6b54735ea0f9f0d7b13695e4d776db06f1b97fd8a956ea5f4eaef4d5\n"
                "hash 1 42186522773e7fed94c146fd131403f5142cb399850c55e98da50a189094be66\n"
                "salt 0 202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\n"
                "salt 1 404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f\n\n"
                "* start 1\n* draw 2\n* draw 1\n* draw 3\n* draw 1\n* draw 4\n* draw 5\n* draw 3\n"
                "head 8 69377ade1574e464099c4d3a019c191a4d1a36cbc4fa60df4a5bc8964101e6e5\n"
                "secret 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_SALTED);
    free(record);
    vg_table_free(t);

    uint8_t secret[VG_SECRET];
    vg_seed_secret(7, secret);
    vg_hex(secret, VG_SECRET, hex);
    assert_string_equal(hex, "905c51ae66f64725c564acd0798114cbf6a2179ed7b472aba3b5412daa1552a8");
}

// What a designer changed is in the frame, so chance hangs on it: it cannot be told otherwise
// later.
static void changed_numbers_are_bound(void **unused)
{
    (void)unused;
    const vg_game *quest = vg_game_find("quest");
    vg_table_plan plan = {.game = quest, .games = 1, .dice = VG_DICE_SECRET};
    vg_setup_normal(quest, 2, &plan.setup);
    for (int i = 0; i < VG_SECRET; i++) plan.secret[i] = (uint8_t)i;
    plan.setup.edition = quest->edition_count;
    assert_null(vg_table_new(&plan, NULL)); // nothing was changed: there is no such edition
    assert_int_equal(vg_game_tune(quest, "quest.mission.medusa.points=8", VG_EN, NULL), VG_OK);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_non_null(t);
    salt_seat(t, 0, 0x20);
    salt_seat(t, 1, 0x40);
    finish(t, 5);
    char *frame = frame_of(t), *record = record_of(t, true);
    assert_non_null(strstr(frame, "edition custom\n"));
    assert_non_null(strstr(frame, "change quest.mission.medusa.points=8\n"));
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_SALTED);
    // The same moves told as those of another edition: its points would win the game.
    assert_int_equal(vg_game_tune(quest, "quest.mission.medusa.points=7", VG_EN, NULL), VG_OK);
    assert_int_equal(luck_of(record, NULL, "not of this edition"), VG_LUCK_WRONG);
    char *said = strstr(record, "points=8");
    said[7] = '7';
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_FALSE);
    vg_game_untune(quest);
    assert_int_equal(luck_of(record, NULL, "a designer changed"), VG_LUCK_WRONG);
    free(frame);
    free(record);
    vg_table_free(t);
}

#define FORM1                                                                                      \
    "veglia record 1\ngame template\nrules 1\nedition classic\nseats 2\ngames 1\n"                 \
    "first chance\nsalt 0 luna\nsalt 1 bot:greedy\n"                                               \
    "commit ebe6c13625f540cde00deeb009bce915e1bdf83b26ad8ba30cfd3fd76296fba2\n\n"
#define SECRET "secret 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"

// The worked example of form 1: it verifies by its own scheme, and stays in its form.
static void old_records_verify_as_they_did(void **unused)
{
    (void)unused;
    static const char record[] =
        "veglia record 1\ngame template\nrules 1\nedition classic\nseats 2\ngames 1\n"
        "first chance\nsalt 0 luna\nsalt 1 sole\n"
        "commit ebe6c13625f540cde00deeb009bce915e1bdf83b26ad8ba30cfd3fd76296fba2\n\n"
        "* start 0\n* draw 1\n* draw 1\n* draw 3\n* draw 2\n* draw 4\n* draw 5\n* draw 3\n" SECRET;
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_TRUSTED);
    vg_table *t = load(record);
    assert_int_equal(vg_table_verify(t, VG_EN, NULL), VG_OK);
    char *again = record_of(t, true);
    assert_string_equal(record, again);
    free(again);

    // Played on, what is taken back is not in it, and no head.
    int seat = vg_table_ask(t).actor;
    uint8_t head[VG_SHA256_BYTES];
    assert_int_equal(seat, 0);
    assert_int_equal(vg_table_play(t, 0, "play 2", VG_EN, NULL), VG_OK);
    assert_false(vg_table_head(t, head));
    assert_int_equal(vg_table_hash(t, 0, head), VG_ERR_ILLEGAL);
    again = record_of(t, true);
    assert_int_equal(luck_of(again, NULL, NULL), VG_LUCK_TRUSTED);
    free(again);
    vg_table_free(t);

    char *changed = replaced(record, "* draw 4", "* draw 6");
    assert_int_equal(luck_of(changed, NULL, "line 17: the secret gives \"draw 4\", here stands"),
                     VG_LUCK_FALSE);
    free(changed);
    changed = replaced(record, "salt 1 sole", "salt 1 sale");
    assert_int_equal(luck_of(changed, NULL, "line 1"), VG_LUCK_FALSE);
    free(changed);

    t = load(FORM1); // not dealt yet
    assert_string_equal(vg_table_seat_bot(t, 1), "greedy");
    assert_string_equal(vg_table_seat_bot(t, 0), "");
    vg_table_free(t);
}

// ---- the steps of a deal -------------------------------------------------------------

static void a_deal_waits_for_every_salt(void **unused)
{
    (void)unused;
    uint8_t salt[3][VG_SALT], hash[VG_SHA256_BYTES];
    vg_table *t = table_of(VG_DICE_SECRET, 3, 1);
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_int_equal(vg_table_name(t, 2, "Carlo"), VG_OK);
    assert_int_equal(vg_table_bot(t, 1, "greedy"), VG_OK);
    for (int p = 0; p < 3; p += 2) {
        make_salt(salt[p], (uint8_t)(p * 50));
        vg_salt_hash(salt[p], hash);
        assert_int_equal(vg_table_hash(t, p, hash), VG_OK);
    }
    assert_int_equal(vg_table_reveal(t, 0, salt[0]), VG_ERR_ILLEGAL); // not sealed yet
    vg_table_seal(t);
    assert_true(vg_table_sealed(t));
    assert_int_equal(vg_table_missing(t), 5);
    assert_int_equal(vg_table_reveal(t, 0, salt[2]), VG_ERR_ILLEGAL); // not its own
    assert_int_equal(vg_table_reveal(t, 1, salt[2]), VG_ERR_ILLEGAL); // a bot
    assert_int_equal(vg_table_reveal(t, 7, salt[2]), VG_ERR_NOT_YOU);
    vg_table_start(t);
    assert_int_equal(vg_table_log_count(t), 0);
    assert_int_equal(vg_table_play(t, 0, "play 1", VG_EN, NULL), VG_ERR_NOT_YOU);
    assert_int_equal(vg_table_reveal(t, 0, salt[0]), VG_OK);
    assert_int_equal(vg_table_reveal(t, 0, salt[0]), VG_ERR_ILLEGAL); // once
    char *saved = record_of(t, true);                                 // it can be kept like this
    vg_table *copy = load(saved);
    assert_true(vg_table_sealed(copy));
    assert_int_equal(vg_table_missing(copy), 4);
    char *again = record_of(copy, true);
    assert_string_equal(saved, again);
    assert_int_equal(vg_table_reveal(copy, 2, salt[2]), VG_OK);
    vg_table_start(copy);

    assert_int_equal(vg_table_reveal(t, 2, salt[2]), VG_OK);
    vg_table_start(t);
    assert_int_equal(vg_table_log_count(t), 10);
    assert_int_equal(vg_table_void(t), VG_ERR_ILLEGAL); // too late
    assert_int_equal(luck_of(saved, NULL, "not been dealt yet"), VG_LUCK_OPEN);
    free(saved);
    free(again);
    saved = record_of(t, true), again = record_of(copy, true);
    assert_string_equal(saved, again);
    free(saved);
    free(again);
    vg_table_free(copy);
    vg_table_free(t);
}

static void a_void_deal_names_who_is_missing(void **unused)
{
    (void)unused;
    uint8_t salt[VG_SALT], hash[VG_SHA256_BYTES];
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_int_equal(vg_table_name(t, 1, "Carlo"), VG_OK);
    assert_int_equal(vg_table_void(t), VG_ERR_ILLEGAL);
    for (int time = 0; time < 2; time++) {
        for (int p = 0; p < 2; p++) {
            make_salt(salt, (uint8_t)(100 * time + 10 * p));
            vg_salt_hash(salt, hash);
            assert_int_equal(vg_table_hash(t, p, hash), VG_OK);
        }
        vg_table_seal(t);
        assert_int_equal(vg_table_reveal(t, 1, salt), VG_OK);
        if (time == 0) assert_int_equal(vg_table_name(t, 0, "Anna Maria"), VG_OK);
        assert_int_equal(vg_table_void(t), VG_OK);
        assert_false(vg_table_sealed(t));
        assert_int_equal(vg_table_hashed(t), 0);
        assert_int_equal(vg_table_voids(t), time + 1);
    }
    vg_table_start(t);
    char *record = record_of(t, true), *at = strstr(record, "\nvoid ");
    assert_non_null(at);
    assert_memory_equal(at + 6 + 64, " 0 Anna\nvoid ", 13);
    assert_memory_equal(strstr(at + 1, "\nvoid ") + 6 + 64, " 0 Anna Maria\n\n", 15);
    vg_table *copy = load(record);
    char *again = record_of(copy, true);
    assert_string_equal(record, again);
    assert_int_equal(vg_table_voids(copy), 2);
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_TRUSTED); // nobody's salt is in it
    // A void deal that is hushed up afterwards changes every card.
    char *end = strstr(at + 1, "\n");
    memmove(at, end, strlen(end) + 1);
    assert_int_equal(luck_of(record, NULL, "the secret gives"), VG_LUCK_FALSE);
    free(record);
    free(again);
    vg_table_free(copy);
    vg_table_free(t);

    t = table_of(VG_DICE_SECRET, 4, 1); // bounded
    for (int time = 0; time <= VG_MAX_VOID / 4; time++) {
        for (int p = 0; p < 4; p++) assert_int_equal(vg_table_hash(t, p, hash), VG_OK);
        vg_table_seal(t);
        assert_int_equal(vg_table_void(t), time < VG_MAX_VOID / 4 ? VG_OK : VG_ERR_LIMIT);
    }
    assert_int_equal(vg_table_voids(t), VG_MAX_VOID / 4);
    vg_table_free(t);
}

// Whatever the header says changes the key: nothing that shapes the deal is loose.
static void every_line_of_the_header_is_bound(void **unused)
{
    (void)unused;
    vg_table_plan plan = {.game = vg_game_find("quest"), .games = 1, .dice = VG_DICE_SECRET};
    vg_setup_normal(plan.game, 3, &plan.setup);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_int_equal(vg_table_name(t, 0, "Anna"), VG_OK);
    assert_int_equal(vg_table_name(t, 1, "Carlo"), VG_OK);
    assert_int_equal(vg_table_bot(t, 2, "greedy"), VG_OK);
    salt_seat(t, 0, 1);
    salt_seat(t, 1, 2);
    vg_table_start(t);
    char *record = record_of(t, true);
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_SALTED);
    static const char *const change[][2] = {
        {"games 1", "games 3"},
        {"first chance", "first 0"},
        {"option tie-break=shared", "option tie-break=fewer-negative"},
        {"name 0 Anna\nname 1 Carlo", "name 0 Carlo\nname 1 Anna"},
        {"name 0 Anna\n", ""},
        {"bot 2 greedy", "bot 2 search:474ms"},
        {"bot 2 greedy\n", ""},
        {"edition classic", "edition classic\nvoid "
                            "0000000000000000000000000000000000000000000000000000000000000000 0"},
    };
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        char *changed = replaced(record, change[i][0], change[i][1]);
        vg_luck luck = luck_of(changed, NULL, NULL);
        if (luck != VG_LUCK_FALSE && luck != VG_LUCK_WRONG) print_error("%s\n", change[i][1]);
        assert_true(luck == VG_LUCK_FALSE || luck == VG_LUCK_WRONG);
        free(changed);
    }
    // The salts of two people changed over: no longer their hashes.
    char *hash = strstr(record, "hash 0 ") + 7, *salt = strstr(record, "salt 0 ") + 7;
    for (int i = 0; i < 64; i++) { // the next line has the same, for seat 1
        char swap = hash[i];
        hash[i] = hash[i + 72];
        hash[i + 72] = swap;
        swap = salt[i];
        salt[i] = salt[i + 72];
        salt[i + 72] = swap;
    }
    assert_int_equal(luck_of(record, NULL, "the secret gives"), VG_LUCK_FALSE);
    hash[0] = hash[0] == '0' ? '1' : '0';
    assert_int_equal(luck_of(record, NULL, "the salt does not belong to its hash"), VG_LUCK_FALSE);
    free(record);
    vg_table_free(t);
}

// ---- tampering -------------------------------------------------------------------------

static void tampering_is_found(void **unused)
{
    (void)unused;
    vg_table *t = two_people();
    finish(t, 5);
    char *record = record_of(t, false);
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_SALTED);

    // Another outcome: chance is looked at before the moves that are no longer allowed after it.
    char *changed = replaced(record, "* start 1", "* start 0");
    assert_int_equal(luck_of(changed, NULL, "line 16: the secret gives \"start 1\", here stands"),
                     VG_LUCK_FALSE);
    free(changed);
    changed = replaced(record, "\n1 ", "\n0 "); // a move that is not allowed
    assert_int_equal(luck_of(changed, NULL, "line 24: It is for Sole to decide"), VG_LUCK_WRONG);
    free(changed);

    vg_text longer = vg_text_heap(); // the secret ends a record
    vg_text_add(&longer, record);
    vg_text_add(&longer, "0 play 1\n");
    assert_load_fails(longer.at, VG_ERR_RECORD, "nothing follows the secret");
    vg_text_release(&longer);

    // Another secret, another commitment: they no longer belong together.
    changed = replaced(record, "secret 00", "secret 01");
    assert_load_fails(changed, VG_ERR_RECORD, "the secret is not the one committed to");
    assert_int_equal(luck_of(changed, NULL, "the secret is not the one committed to"),
                     VG_LUCK_FALSE);
    free(changed);
    changed = replaced(record, "commit e", "commit f");
    assert_load_fails(changed, VG_ERR_RECORD, "the secret is not the one committed to");
    assert_int_equal(luck_of(changed, NULL, "the secret is not"), VG_LUCK_FALSE);
    free(changed);

    // The end cut off: it has to be said that the game is not over.
    char *head = strstr(record, "head "), *last = head - 2;
    while (last[-1] != '\n') last--;
    vg_text cut = vg_text_heap();
    vg_text_bytes(&cut, record, (size_t)(last - record));
    vg_text_add(&cut, head);
    assert_int_equal(luck_of(cut.at, NULL, "the head of the chain is not that"), VG_LUCK_FALSE);
    char *whole = forged(cut.at);
    vg_proof proof;
    vg_text none = {0};
    assert_int_equal(vg_record_check(whole, strlen(whole), NULL, VG_EN, &proof, &none),
                     VG_LUCK_SALTED);
    assert_false(proof.over);
    free(whole);
    vg_text_clear(&cut);
    vg_text_bytes(&cut, record, (size_t)(head - record));
    vg_text_add(&cut, strstr(record, "secret "));
    assert_int_equal(luck_of(cut.at, NULL, "the head of the chain is missing"), VG_LUCK_FALSE);
    vg_text_clear(&cut);
    vg_text_bytes(&cut, record, (size_t)(strstr(record, "secret ") - record));
    assert_int_equal(luck_of(cut.at, NULL, "the secret has not been revealed"), VG_LUCK_OPEN);
    vg_text_release(&cut);
    free(record);
    vg_table_free(t);

    t = table_of(VG_DICE_SEED, 2, 1);
    vg_table_start(t);
    record = record_of(t, false);
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_TRUSTED);
    changed = replaced(record, "seed 7", "seed 8");
    assert_int_equal(luck_of(changed, NULL, "line 1"), VG_LUCK_FALSE);
    free(changed);
    free(record);
    vg_table_free(t);

    t = scripted();
    record = record_of(t, true);
    assert_int_equal(luck_of(record, NULL, "the chance of this table was scripted"), VG_LUCK_OPEN);
    free(record);
    vg_table_free(t);
    assert_int_equal(luck_of("hello", NULL, "line 1"), VG_LUCK_WRONG);
}

// The second game has a key of its own, and its deal is checked too.
static void tampering_in_a_later_game_is_found(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 2, 2);
    finish(t, 1);
    assert_int_equal(vg_table_next_game(t), VG_OK);
    assert_int_equal(vg_table_verify(t, VG_EN, NULL), VG_OK);
    int last = t->log_count - 1; // not the first of that game: its number matters
    vg_move honest = t->log[last].move;
    t->log[last].move = VG_MOVE(TEMPLATE_MOVE_DRAW, vg_move_a(honest) % TEMPLATE_KINDS + 1, 0, 0);
    assert_int_equal(vg_table_verify(t, VG_EN, NULL), VG_ERR_RECORD);
    vg_table_free(t);
}

// Every single outcome of the deal, changed to any other that the rules allow, is found.
static void every_changed_draw_is_found(void **unused)
{
    (void)unused;
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    vg_table_start(t);
    int draws = vg_table_log_count(t);
    assert_int_equal(draws, 8);
    for (int i = 0; i < draws; i++) {
        vg_log_entry e;
        vg_table_log(t, i, &e);
        vg_move honest = t->log[i].move;
        for (int k = 1; k <= TEMPLATE_KINDS; k++) {
            vg_move lie = VG_MOVE(vg_move_kind(honest), i == 0 ? k % 2 : k, 0, 0);
            if (lie == honest) continue;
            t->log[i].move = lie;
            char buffer[200], wanted[40];
            vg_text why = VG_TEXT(buffer), line = VG_TEXT(wanted);
            vg_text_printf(&line, "move %d: the secret gives \"%s\"", i + 1, e.text);
            assert_int_equal(vg_table_verify(t, VG_EN, &why), VG_ERR_RECORD);
            assert_memory_equal(buffer, wanted, strlen(wanted));
        }
        t->log[i].move = honest;
    }
    assert_int_equal(vg_table_verify(t, VG_EN, NULL), VG_OK);
    vg_table_free(t);
}

static void secret_salts_and_game_number_all_change_the_deal(void **unused)
{
    (void)unused;
    uint8_t key[5][VG_CHACHA_KEY];
    for (int i = 0; i < 5; i++) {
        vg_table *t = table_of(VG_DICE_SECRET, 2, 3);
        salt_seat(t, 0, i == 1 ? 2 : 1);
        if (i == 2) salt_seat(t, 1, 1);
        if (i == 3) t->plan.secret[31] ^= 1;
        vg_table_start(t);
        vg_table_key(t, i == 4 ? 2 : 1, key[i]);
        vg_table_free(t);
        for (int k = 0; k < i; k++) assert_memory_not_equal(key[i], key[k], VG_CHACHA_KEY);
    }
}

// ---- the attacks -------------------------------------------------------------------------

// The host knows the secret and has a seat of its own: it would try salts until the deal suits.
static void grinding_is_refused(void **unused)
{
    (void)unused;
    uint8_t salt[VG_SALT], mine[VG_SALT], hash[VG_SHA256_BYTES];
    vg_table *t = table_of(VG_DICE_SECRET, 2, 1);
    make_salt(mine, 7);
    vg_salt_hash(mine, hash);
    assert_int_equal(vg_table_hash(t, 0, hash), VG_OK);
    make_salt(salt, 99);
    vg_salt_hash(salt, hash);
    assert_int_equal(vg_table_hash(t, 1, hash), VG_OK);
    vg_table_seal(t);
    char *frame = frame_of(t); // the honest seat 0 is shown this, and reveals
    assert_int_equal(vg_table_reveal(t, 0, mine), VG_OK);
    for (int i = 0; i < 1000; i++) {
        memcpy(salt, &i, sizeof i);
        assert_int_equal(vg_table_reveal(t, 1, salt), VG_ERR_ILLEGAL);
        vg_salt_hash(salt, hash);
        assert_int_equal(vg_table_hash(t, 1, hash), VG_ERR_ILLEGAL);
    }
    // Nor is there anything else to turn.
    assert_int_equal(vg_table_bot(t, 1, "search:474ms"), VG_ERR_ILLEGAL);
    assert_int_equal(vg_table_name(t, 1, "Another"), VG_OK); // at the table, not in the frame
    char *after = frame_of(t);
    assert_string_equal(frame, after);
    free(after);

    // A host that keeps to no rules writes the record of another deal: not of the game seat 0 saw.
    vg_seen seen = {.frame = frame, .salted = 1};
    memcpy(seen.salt[0], mine, VG_SALT);
    vg_table *other = table_of(VG_DICE_SECRET, 2, 1);
    assert_int_equal(vg_table_salt(other, 0, mine), VG_OK);
    assert_int_equal(vg_table_salt(other, 1, salt), VG_OK);
    finish(other, 1);
    char *record = record_of(other, true);
    assert_int_equal(luck_of(record, NULL, NULL), VG_LUCK_SALTED); // sound by itself
    assert_int_equal(luck_of(record, &seen, "line 10: you were shown \"hash 1 "), VG_LUCK_OTHER);
    free(record);
    vg_table_free(other);

    make_salt(salt, 99);
    assert_int_equal(vg_table_reveal(t, 1, salt), VG_OK);
    finish(t, 1);
    record = record_of(t, true);
    assert_int_equal(luck_of(record, &seen, ""), VG_LUCK_SALTED);
    free(record);
    free(frame);
    vg_table_free(t);
}

// Two people are shown two commitments: one record cannot be both.
static void equivocation_is_named(void **unused)
{
    (void)unused;
    vg_table *t[2];
    char *frame[2], *record[2];
    uint8_t commit[2][VG_SHA256_BYTES];
    for (int i = 0; i < 2; i++) {
        vg_table_plan plan = plan_of(VG_DICE_SECRET, 2, 1);
        plan.secret[0] = (uint8_t)i;
        t[i] = vg_table_new(&plan, NULL);
        salt_seat(t[i], 0, 1);
        salt_seat(t[i], 1, 2);
        vg_table_seal(t[i]);
        frame[i] = frame_of(t[i]);
        vg_table_commitment(t[i], commit[i]);
        finish(t[i], 1);
        record[i] = record_of(t[i], true);
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            vg_seen shown_frame = {.frame = frame[k]}, shown_commit = {.commit = commit[k]};
            assert_int_equal(
                luck_of(record[i], &shown_frame, i == k ? "" : "line 8: you were shown \"commit"),
                i == k ? VG_LUCK_SALTED : VG_LUCK_OTHER);
            assert_int_equal(luck_of(record[i], &shown_commit,
                                     i == k ? "" : "the commitment (commit) is not the one"),
                             i == k ? VG_LUCK_SALTED : VG_LUCK_OTHER);
        }
    for (int i = 0; i < 2; i++) {
        free(frame[i]);
        free(record[i]);
        vg_table_free(t[i]);
    }
}

// Another game with the very same frame and salts: only the heads tell it apart.
static void a_swapped_record_is_named(void **unused)
{
    (void)unused;
    vg_table *mine = two_people(), *other = two_people();
    finish(mine, 1);
    finish(other, 2);
    char *frame = frame_of(mine), *record = record_of(other, true);
    struct vg_seen_head head = {.links = vg_table_links(mine)};
    assert_true(vg_table_head(mine, head.head));
    vg_seen seen = {.frame = frame, .head = &head, .head_count = 1, .salted = 1};
    make_salt(seen.salt[0], 0x20);
    assert_int_equal(luck_of(record, &seen, "you saw"), VG_LUCK_OTHER);
    head.links = -1;
    assert_int_equal(luck_of(record, &seen, "is not in the chain"), VG_LUCK_OTHER);
    seen.head_count = 0;
    assert_int_equal(luck_of(record, &seen, ""), VG_LUCK_SALTED); // who kept no head cannot tell
    make_salt(seen.salt[0], 0x21);
    assert_int_equal(luck_of(record, &seen, "the salt of seat 1 is not the one"), VG_LUCK_OTHER);
    free(record);
    free(frame);
    vg_table_free(mine);
    vg_table_free(other);
}

// Seat 0 lights two candles and seat 1 passes in between: in the other order the rules allow it
// too.
static void reordered_moves_are_named(void **unused)
{
    (void)unused;
    vg_table_plan plan = {.game = vg_game_find("quest"), .games = 1, .dice = VG_DICE_SECRET};
    vg_setup_normal(plan.game, 3, &plan.setup);
    vg_table *t = vg_table_new(&plan, NULL);
    salt_seat(t, 0, 1);
    struct vg_seen_head head[400];
    int heads = 0;
    vg_rng rng;
    vg_rng_seed(&rng, 4, 0);
    vg_table_start(t);
    while (!vg_table_over(t)) {
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor, count = vg_table_legal(t, seat, list);
        assert_int_equal(vg_table_move(t, seat, list[vg_rng_below(&rng, (uint32_t)count)]), VG_OK);
        if (heads == 400) continue;
        head[heads].links = vg_table_links(t);
        assert_true(vg_table_head(t, head[heads++].head));
    }
    char *record = record_of(t, true);
    vg_seen seen = {.head = head, .head_count = heads};
    assert_int_equal(luck_of(record, &seen, ""), VG_LUCK_SALTED);

    // Change over every two lines of one seat that follow each other, where the rules allow it.
    int tried = 0;
    for (char *a = strstr(record, "\n\n") + 2, *b, *c; (b = strchr(a, '\n')); a = b + 1) {
        if (a[0] < '0' || a[0] > '9' || b[1] != a[0] || !(c = strchr(b + 1, '\n'))) continue;
        if (b - a == c - b - 1 && memcmp(a, b + 1, (size_t)(b - a)) == 0) continue; // the same
        vg_text changed = vg_text_heap();
        vg_text_bytes(&changed, record, (size_t)(a - record));
        vg_text_bytes(&changed, b + 1, (size_t)(c - b));
        vg_text_bytes(&changed, a, (size_t)(b - a) + 1);
        vg_text_add(&changed, c + 1);
        vg_table *copy = vg_table_load(changed.at, changed.len, VG_EN, NULL, NULL);
        if (copy) {
            char *whole = record_of(copy, true);
            bool sound = luck_of(whole, NULL, NULL) <= VG_LUCK_TRUSTED;
            if (sound) {
                tried++;
                assert_int_equal(luck_of(changed.at, NULL, "the head of the chain is not that"),
                                 VG_LUCK_FALSE);
                assert_int_equal(luck_of(whole, &seen, "line"), VG_LUCK_OTHER);
            }
            free(whole);
            vg_table_free(copy);
        }
        vg_text_release(&changed);
    }
    assert_true(tried > 0);
    free(record);
    vg_table_free(t);
}

static void a_changed_option_is_named(void **unused)
{
    (void)unused;
    vg_table_plan plan = {.game = vg_game_find("quest"), .games = 1, .dice = VG_DICE_SECRET};
    vg_setup_normal(plan.game, 2, &plan.setup);
    vg_table *t = vg_table_new(&plan, NULL);
    salt_seat(t, 0, 1);
    vg_table_seal(t);
    char *frame = frame_of(t);
    finish(t, 1);
    char *record = record_of(t, true);
    char *changed = replaced(record, "tie-break=shared", "tie-break=fewer-negative");
    vg_seen seen = {.frame = frame};
    assert_int_equal(luck_of(changed, NULL, "the secret gives"), VG_LUCK_FALSE);
    assert_int_equal(luck_of(changed, &seen, "line 10: you were shown \"option tie-break=shared\""),
                     VG_LUCK_OTHER);
    assert_int_equal(luck_of(record, &seen, ""), VG_LUCK_SALTED);
    free(changed);
    changed = replaced(record, "games 1", "games 3"); // the match would go on
    assert_int_equal(luck_of(changed, NULL, "the secret gives"), VG_LUCK_FALSE);
    free(changed);
    free(record);
    free(frame);
    vg_table_free(t);
}

// ---- honest games --------------------------------------------------------------------------

// What one who sits there keeps.
typedef struct keeper {
    struct vg_seen_head *head;
    int count, cap;
} keeper;

static void keep(keeper *k, const vg_table *t)
{
    if (k->count == k->cap) {
        k->cap = k->cap ? 2 * k->cap : 64;
        k->head = realloc(k->head, (size_t)k->cap * sizeof *k->head);
    }
    k->head[k->count].links = vg_table_links(t);
    assert_true(vg_table_head(t, k->head[k->count++].head));
}

// A match with bots, a void deal, moves by all hands, taking back, new names, and a night's sleep
// in between: whoever kept all that was shown finds nothing wrong.
static void honest_match(const vg_game *game, uint64_t seed)
{
    vg_rng rng;
    vg_rng_seed(&rng, seed, 1);
    vg_table_plan plan = {.game = game, .dice = VG_DICE_SECRET};
    int seats = game->min_seats + (int)vg_rng_below(&rng, 2);
    vg_setup_normal(game, seats, &plan.setup);
    plan.games = (uint8_t)(1 + vg_rng_below(&rng, 2));
    for (int i = 0; i < VG_SECRET; i++) plan.secret[i] = (uint8_t)vg_rng_next(&rng);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_non_null(t);
    vg_seen seen = {0};
    bool voided = vg_rng_below(&rng, 3) == 0;
    for (int p = 0; p < seats; p++) {
        if (p > 0 && vg_rng_below(&rng, 3) == 0) {
            assert_int_equal(vg_table_bot(t, p, "greedy"), VG_OK);
            continue;
        }
        char name[16];
        snprintf(name, sizeof name, "Anna %d", p);
        assert_int_equal(vg_table_name(t, p, name), VG_OK);
        if (p > 0 && vg_rng_below(&rng, 3) == 0) continue; // no part in chance
        seen.salted = (uint16_t)(seen.salted | 1u << p);
    }
    for (int time = voided ? 0 : 1; time < 2; time++) {
        uint8_t hash[VG_SHA256_BYTES];
        for (int p = 0; p < seats; p++) {
            if (!(seen.salted >> p & 1)) continue;
            for (int i = 0; i < VG_SALT; i++) seen.salt[p][i] = (uint8_t)vg_rng_next(&rng);
            vg_salt_hash(seen.salt[p], hash);
            assert_int_equal(vg_table_hash(t, p, hash), VG_OK);
        }
        vg_table_seal(t);
        for (int p = time; p < seats; p++) // the first time seat 0 is missing
            if (seen.salted >> p & 1 && (time || p > 0) && p >= time)
                assert_int_equal(vg_table_reveal(t, p, seen.salt[p]), VG_OK);
        if (time == 0)
            assert_int_equal(vg_table_void(t), VG_OK);
        else
            assert_int_equal(vg_table_reveal(t, 0, seen.salt[0]), VG_OK);
    }
    char *frame = frame_of(t);
    seen.frame = frame;
    keeper k = {0};
    vg_table_start(t);
    keep(&k, t);
    while (!vg_table_match_over(t)) {
        if (vg_table_over(t)) assert_int_equal(vg_table_next_game(t), VG_OK);
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor, count = vg_table_legal(t, seat, list);
        vg_table_by(t, vg_rng_below(&rng, 4) ? VG_BY_SELF : (vg_by)vg_rng_below(&rng, VG_BY_COUNT));
        assert_int_equal(vg_table_move(t, seat, list[vg_rng_below(&rng, (uint32_t)count)]), VG_OK);
        keep(&k, t);
        if (vg_table_undo_depth(t, seat) && vg_rng_below(&rng, 3) == 0) {
            assert_int_equal(vg_table_undo(t, seat), VG_OK);
            keep(&k, t);
        }
        if (vg_rng_below(&rng, 40) == 0) assert_int_equal(vg_table_name(t, 0, "Bea"), VG_OK);
        if (vg_rng_below(&rng, 200) == 0) {
            char *saved = record_of(t, true);
            vg_table_free(t);
            t = load(saved);
            free(saved);
            keep(&k, t);
        }
    }
    char *record = record_of(t, false);
    seen.head = k.head;
    seen.head_count = k.count > 40 ? 40 : k.count; // each is computed anew
    for (int i = 40; i < k.count; i++)             // any of them, and the last
        seen.head_count = 40, k.head[i % 39] = k.head[i];
    k.head[seen.head_count - 1] = k.head[k.count - 1];
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_proof proof;
    vg_luck luck = vg_record_check(record, strlen(record), &seen, VG_EN, &proof, &why);
    if (luck != VG_LUCK_SALTED) print_error("%s, seed %d: %s\n", game->id, (int)seed, buffer);
    assert_int_equal(luck, VG_LUCK_SALTED);
    assert_true(proof.over && proof.own);
    assert_int_equal(proof.voids, voided);
    vg_table *again = load(record);
    char *same = record_of(again, false);
    assert_string_equal(record, same);
    free(same);
    vg_table_free(again);
    free(record);
    free(frame);
    free(k.head);
    vg_table_free(t);
}

static void honest_games_raise_no_alarm(void **unused)
{
    (void)unused;
    const char *wanted = getenv("VEGLIA_HONEST_GAMES"); // of each game; a longer run says more
    int games = wanted ? atoi(wanted) : 2;
    for (const vg_game *const *g = vg_games; *g; g++)
        for (int i = 0; i < games; i++) honest_match(*g, (uint64_t)i);
}

int unit_luck(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_holds),
        cmocka_unit_test(changed_numbers_are_bound),
        cmocka_unit_test(old_records_verify_as_they_did),
        cmocka_unit_test(a_deal_waits_for_every_salt),
        cmocka_unit_test(a_void_deal_names_who_is_missing),
        cmocka_unit_test(every_line_of_the_header_is_bound),
        cmocka_unit_test(tampering_is_found),
        cmocka_unit_test(tampering_in_a_later_game_is_found),
        cmocka_unit_test(every_changed_draw_is_found),
        cmocka_unit_test(secret_salts_and_game_number_all_change_the_deal),
        cmocka_unit_test(grinding_is_refused),
        cmocka_unit_test(equivocation_is_named),
        cmocka_unit_test(a_swapped_record_is_named),
        cmocka_unit_test(reordered_moves_are_named),
        cmocka_unit_test(a_changed_option_is_named),
        cmocka_unit_test(honest_games_raise_no_alarm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
