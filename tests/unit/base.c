// base.c: the small tools everything stands on, against published vectors.
#include "unit.h"

#include "base/hidden.h"
#include "base/json_read.h"
#include "base/lang.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/text.h"
#include "json_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// ---- SHA-256 (FIPS 180-4 and its examples) -----------------------------------------

// Feeds `n` bytes in pieces of `step`, so that blocks are cut everywhere.
static void assert_sha256(const char *message, size_t n, size_t step, const char *wanted)
{
    vg_sha256 sha;
    uint8_t out[VG_SHA256_BYTES];
    char hex[2 * VG_SHA256_BYTES + 1];
    vg_sha256_init(&sha);
    for (size_t i = 0; i < n; i += step)
        vg_sha256_feed(&sha, message + i, n - i < step ? n - i : step);
    vg_sha256_done(&sha, out);
    vg_hex(out, sizeof out, hex);
    assert_string_equal(hex, wanted);
}

static void sha256_vectors(void **unused)
{
    (void)unused;
    const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    for (size_t step = 1; step <= 64; step += 7) {
        assert_sha256("", 0, step,
                      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_sha256("abc", 3, step,
                      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_sha256(two, 56, step,
                      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
    char *million = malloc(1000000);
    memset(million, 'a', 1000000);
    assert_sha256(million, 1000000, 999,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

static void hexadecimal_goes_both_ways(void **unused)
{
    (void)unused;
    uint8_t bytes[3] = {9, 9, 9};
    assert_int_equal(vg_unhex("00aBfF", bytes, 3), 0);
    assert_memory_equal(bytes, "\x00\xab\xff", 3);
    char hex[7];
    vg_hex(bytes, 3, hex);
    assert_string_equal(hex, "00abff");
    assert_int_equal(vg_unhex("00abf", bytes, 3), -1);
    assert_int_equal(vg_unhex("00abff0", bytes, 3), -1);
    assert_int_equal(vg_unhex("11111g", bytes, 3), -1);
    assert_memory_equal(bytes, "\x00\xab\xff", 3); // untouched on error
}

// ---- ChaCha20 (RFC 8439) -----------------------------------------------------------

static void chacha_block_of_rfc_8439(void **unused)
{
    (void)unused;
    // Section 2.3.2: key 00..1f, counter 1, nonce 000000090000004a00000000.
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, out[16];
    for (uint32_t i = 0; i < 8; i++)
        in[4 + i] = (4 * i) | (4 * i + 1) << 8 | (4 * i + 2) << 16 | (4 * i + 3) << 24;
    in[12] = 1;
    in[13] = 0x09000000;
    in[14] = 0x4a000000;
    static const uint32_t wanted[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                        0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                        0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                        0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    vg_chacha_block(in, out);
    assert_memory_equal(out, wanted, sizeof wanted);
}

static void assert_stream(uint64_t nonce, const char *wanted)
{
    static const uint8_t zero[VG_CHACHA_KEY];
    vg_chacha c;
    vg_chacha_init(&c, zero, nonce);
    uint8_t bytes[128];
    size_t words = strlen(wanted) / 8;
    for (size_t i = 0; i < words; i++) {
        uint32_t w = vg_chacha_next(&c);
        for (size_t b = 0; b < 4; b++) bytes[4 * i + b] = (uint8_t)(w >> 8 * b);
    }
    char hex[257];
    vg_hex(bytes, 4 * words, hex);
    assert_string_equal(hex, wanted);
}

static void chacha_keystream_of_rfc_8439(void **unused)
{
    (void)unused;
    // Appendix A.1, vectors 1 and 2: counters 0 and 1 of one stream. Then vector 5: the nonce.
    assert_stream(0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
                     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
    assert_stream(0x0200000000000000u,
                  "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
                  "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d");
}

// ---- xoshiro256** ------------------------------------------------------------------

static void xoshiro_reference_outputs(void **unused)
{
    (void)unused;
    // The authors' generator from the state 1, 2, 3, 4.
    static const uint64_t wanted[] = {11520u,
                                      0u,
                                      1509978240u,
                                      1215971899390074240u,
                                      1216172134540287360u,
                                      607988272756665600u,
                                      16172922978634559625u,
                                      8476171486693032832u,
                                      10595114339597558777u,
                                      2904607092377533576u};
    vg_rng r = {.s = {1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_int_equal(vg_rng_next(&r), (uint32_t)(wanted[i] >> 32));
}

static void seeding_as_docs_randomness_says(void **unused)
{
    (void)unused;
    vg_rng r;
    vg_rng_seed(&r, 7, 3); // the same numbers stand in docs/randomness.md
    assert_true(r.s[0] == 0xf097f9cf29235097u && r.s[1] == 0x2de30a7a8596236fu);
    assert_true(r.s[2] == 0x77ef05a50c3823a0u && r.s[3] == 0xac6c7d0ee3a258bcu);
    static const uint32_t wanted[] = {0x746bc4bd, 0xb520761c, 0x47a660d6, 0xf456281c};
    for (int i = 0; i < 4; i++) assert_int_equal(vg_rng_next(&r), wanted[i]);
}

// ---- below(n) ----------------------------------------------------------------------

// below(n) on words of our choosing; gives how many it took.
static uint32_t below(uint32_t n, uint32_t word, uint32_t next, uint32_t *value)
{
    vg_chacha c = {.block = {word, next}};
    vg_rng r = {.stream = &c};
    *value = vg_rng_below(&r, n);
    return c.used;
}

// Exactness, by arithmetic instead of by sampling: value v comes from the words in
// [ceil(v 2^32 / n), ceil((v+1) 2^32 / n)), and after rejection each v has floor(2^32 / n) of them.
static void below_is_exact(void **unused)
{
    (void)unused;
    static const uint32_t sizes[] = {1,    2,     3,          5,          6,          7,         36,
                                     1000, 65537, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
    const uint64_t whole = (uint64_t)1 << 32;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t n = sizes[i];
        for (uint32_t step = 0; step < 40; step++) {
            uint64_t v = (uint64_t)n * step / 40;
            uint64_t first = (v * whole + n - 1) / n, last = ((v + 1) * whole + n - 1) / n - 1;
            uint64_t low = first * n - v * whole;
            bool reject = low < whole % n;
            assert_int_equal(last - first + 1 - reject, whole / n);
            uint32_t value;
            assert_int_equal(below(n, (uint32_t)first, 0xffffffff, &value), reject ? 2 : 1);
            assert_int_equal(value, reject ? n - 1 : v);
            if (last > first) {
                assert_int_equal(below(n, (uint32_t)last, 0, &value), 1);
                assert_int_equal(value, v);
            }
        }
    }
}

static void pick_follows_the_counts(void **unused)
{
    (void)unused;
    const uint8_t count[] = {0, 3, 0, 1, 2};
    int seen[5] = {0};
    for (uint32_t item = 0; item < 6; item++) {
        // A word from the middle of the item's share: below(6) gives `item`.
        vg_chacha c = {.block = {(uint32_t)((((uint64_t)item << 32) + ((uint64_t)1 << 31)) / 6)}};
        vg_rng r = {.stream = &c};
        seen[vg_rng_pick(&r, count, 5, 6)]++;
    }
    for (int k = 0; k < 5; k++) assert_int_equal(seen[k], count[k]);
}

// ---- text --------------------------------------------------------------------------

static void text_is_bounded_and_terminated(void **unused)
{
    (void)unused;
    char buffer[8];
    memset(buffer, 'x', sizeof buffer);
    vg_text t = vg_text_over(buffer, 6);
    vg_text_add(&t, "abc");
    assert_false(t.cut);
    vg_text_printf(&t, "%d", 45678);
    assert_string_equal(buffer, "abc45");
    assert_true(t.cut);
    assert_int_equal(t.len, 5);
    assert_memory_equal(buffer + 6, "xx", 2);
    vg_text_clear(&t);
    assert_string_equal(buffer, "");
    assert_false(t.cut);
    vg_text none = {0};
    vg_text_add(&none, "nowhere");
    vg_text_printf(&none, "%300d", 1);
    assert_null(none.at);
    assert_true(none.cut);
}

static void heap_text_grows(void **unused)
{
    (void)unused;
    vg_text t = vg_text_heap();
    for (int i = 0; i < 1000; i++) vg_text_int(&t, i);
    vg_text_printf(&t, "%400d", 7); // longer than the printing buffer
    assert_int_equal(t.len, 10 + 180 + 2700 + 400);
    assert_false(t.cut);
    assert_memory_equal(t.at, "0123456789101112", 16);
    assert_int_equal(t.at[t.len - 1], '7');
    vg_text_release(&t);
    assert_null(t.at);
}

static void numbers_have_a_minus(void **unused)
{
    (void)unused;
    char buffer[32];
    vg_text t = VG_TEXT(buffer);
    vg_text_number(&t, -12);
    vg_text_number(&t, 3);
    vg_text_number(&t, 0);
    assert_string_equal(buffer, "−1230");
}

static void sentences_begin_with_a_capital(void **unused)
{
    (void)unused;
    char buffer[64];
    vg_text t = VG_TEXT(buffer);
    vg_text_add(&t, "a. b ");
    vg_text_capitals(&t, t.len);
    size_t from = t.len;
    vg_text_add(&t, "posto 2 fa 3.5 punti. e poi. è");
    vg_text_capitals(&t, from);
    assert_string_equal(buffer, "a. b Posto 2 fa 3.5 punti. E poi. è");
}

static void patterns_are_filled(void **unused)
{
    (void)unused;
    char buffer[100];
    vg_text t = VG_TEXT(buffer);
    const char *const args[] = {"Anna", "1", "3", "{0}"};
    vg_text_fill(&t, "{0}: {1} {1?carta|carte}, {2} {2?carta|carte} {3}", args, 4);
    assert_string_equal(buffer, "Anna: 1 carta, 3 carte {0}");
    vg_text_clear(&t);
    vg_text_fill(&t, "", args, 0);
    vg_text_fill(&t, "{1?|s}{2?|s}", args, 4);
    assert_string_equal(buffer, "s");
    vg_text_clear(&t);
    vg_text_fill(&t, "a{0+d} {0}, a{1+d} {1}, a{2+d} {2}",
                 (const char *const[]){"Anna", "Bruno", "alice"}, 3);
    assert_string_equal(buffer, "ad Anna, a Bruno, ad alice");
}

static void assert_clean(const char *dirty, int max, const char *wanted, int kept)
{
    char buffer[100], again[100];
    vg_text t = VG_TEXT(buffer), u = VG_TEXT(again);
    assert_int_equal(vg_text_clean(&t, dirty, strlen(dirty), max), kept);
    assert_string_equal(buffer, wanted);
    vg_text_clean(&u, buffer, t.len, max); // clean text stays as it is
    assert_string_equal(again, wanted);
}

static void text_is_cleaned(void **unused)
{
    (void)unused;
    assert_clean("  la \t\n  fata  ", 99, "la fata", 7);
    assert_clean("a\x01"
                 "b\x7f"
                 "c\xc2\x85"
                 "d",
                 99, "abcd", 4);
    assert_clean("\xe2\x80\xae"
                 "evil\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c",
                 99, "evil", 4);                         // bidi
    assert_clean("\xe2\x80\x8b\xef\xbb\xbf", 99, "", 0); // nothing to be seen
    assert_clean("\xf3\xa0\x81\x81x", 99, "x", 1);       // tags
    assert_clean("a\xe2\x80\xa8"
                 "b\xc2\xa0"
                 "c",
                 99, "a b c", 5);                                  // other spaces
    assert_clean("x\xc0\xafy\xe0\x80\xafz", 99, "xyz", 3);         // overlong
    assert_clean("x\xed\xa0\x80y\xf4\x90\x80\x80z", 99, "xyz", 3); // surrogate, too high
    assert_clean("x\xc3(\xe2\x82", 99, "x(", 2);                   // cut off
    assert_clean("perché", 6, "perché", 6);
    assert_clean("perché no", 6, "perché", 6);
    assert_clean("perché no", 7, "perché", 6); // no space left hanging
    assert_clean("perché no", 8, "perché n", 8);
    assert_clean("\xf0\x9f\xa7\x9a\xe2\x80\x8d\xe2\x99\x80", 99,
                 "\xf0\x9f\xa7\x9a\xe2\x80\x8d\xe2\x99\x80", 3); // a joined fairy stays whole
}

static void utf8_is_decoded_strictly(void **unused)
{
    (void)unused;
    uint32_t c = 77;
    assert_int_equal(vg_utf8_decode("A", 1, &c), 1);
    assert_int_equal(c, 'A');
    assert_int_equal(vg_utf8_decode("\xc3\xa8", 2, &c), 2);
    assert_int_equal(c, 0xe8);
    assert_int_equal(vg_utf8_decode("\xe2\x82\xac", 3, &c), 3);
    assert_int_equal(c, 0x20ac);
    assert_int_equal(vg_utf8_decode("\xf4\x8f\xbf\xbf", 4, &c), 4);
    assert_int_equal(c, 0x10ffff);
    static const char *const bad[] = {"\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xbf\xbf",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xc3",
                                      "\xe2\x82",
                                      "\xff"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(vg_utf8_decode(bad[i], SIZE_MAX, &c), 0);
    assert_int_equal(vg_utf8_decode("\xc3\xa8", 1, &c), 0); // one byte may be read
    assert_int_equal(c, 0x10ffff);                          // untouched
}

static void languages_have_codes(void **unused)
{
    (void)unused;
    assert_int_equal(vg_lang_find("it"), VG_IT);
    assert_int_equal(vg_lang_find("en"), VG_EN);
    assert_int_equal(vg_lang_find("de"), -1);
    assert_string_equal(vg_lang_code(VG_EN), "en");
}

// ---- JSON --------------------------------------------------------------------------

static void json_is_written_in_order(void **unused)
{
    (void)unused;
    char buffer[400];
    vg_text t = VG_TEXT(buffer);
    vg_json j = vg_json_to(&t);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "z", NULL);
    vg_json_put_int(&j, "a", INT64_MIN);
    vg_json_put_number(&j, "n", 0.125, 2);
    vg_json_put_number(&j, "inf", HUGE_VAL, 2);
    vg_json_put_bool(&j, "yes", true);
    vg_json_put_open(&j, "list", '[');
    vg_json_int(&j, 1);
    vg_json_open(&j, '[');
    vg_json_close(&j, ']');
    vg_json_open(&j, '{');
    vg_json_close(&j, '}');
    vg_json_raw(&j, "[2]");
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "o", '{');
    vg_json_key(&j, "p");
    vg_json_open(&j, '[');
    vg_json_null(&j);
    vg_json_close(&j, ']');
    vg_json_close(&j, '}');
    vg_json_close(&j, '}');
    assert_string_equal(buffer, "{\"z\":null,\"a\":-9223372036854775808,\"n\":0.12,\"inf\":null,"
                                "\"yes\":true,\"list\":[1,[],{},[2]],\"o\":{\"p\":[null]}}");
    assert_true(json_ok(buffer));
}

static void json_escapes(void **unused)
{
    (void)unused;
    char buffer[400];
    vg_text t = VG_TEXT(buffer);
    vg_json j = vg_json_to(&t);
    vg_json_string(&j, "\"\\/\n\t\x01\x7f</script>perché \xf0\x9f\xa7\x9a\xff\xc3");
    assert_string_equal(buffer, "\"\\\"\\\\/\\n\\u0009\\u0001\\u007f\\u003c/script>perché "
                                "\xf0\x9f\xa7\x9a\\ufffd\\ufffd\"");
    assert_true(json_ok(buffer));
}

static void the_json_checker_checks(void **unused)
{
    (void)unused;
    static const char *const good[] = {"1", "-0.5e+3", "[]", "{\"a\":[true,false,null]}",
                                       "\"\\u00ff\""};
    static const char *const bad[] = {"",       "[1,]",   "{a:1}",   "01", "[1 2]", "{\"a\":}",
                                      "nul",    "\"\n\"", "\"\\x\"", "[",  "1]",    "\"\\u12g4\"",
                                      "{\"a\"", "+1",     "1.",      "-"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(json_ok(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(json_ok(bad[i]));
}

static bool json_reads(const char *text, size_t n)
{
    vg_json_node node[16];
    vg_json_doc doc;
    return vg_json_read_into(&doc, node, 16, text, n);
}

static void json_from_strangers_is_read_strictly(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "{\"a\":1,\"b\":{\"a\":1},\"c\":[{\"a\":1},{\"a\":1}]}",
        "\"perché \\ud83e\\uddda \xf0\x9f\xa7\x9a\"",
        " [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15] ",
    };
    static const char *const bad[] = {
        "{\"a\":1,\"b\":2,\"a\":3}",                // a key twice
        "[[{\"a\":1,\"a\":1}]]",                    // further down
        "\"\\u0000\"",                              // NUL
        "\"\\ud83e\"",                              // half a pair
        "\"\\ud83e\\u0041\"",                       // half, and something else
        "\"\\uddda\\ud83e\"",                       // the wrong way round
        "\"\xc3\"",                                 // cut
        "\"\xed\xa0\x80\"",                         // a surrogate in bytes
        "\"\xc0\xaf\"",                             // too long a way to write it
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]", // one value too many
        "1 2",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(json_reads(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(json_reads(bad[i], strlen(bad[i])));
    assert_false(json_reads("\"a\0b\"", 5));
    for (size_t n = 0; n < strlen(good[1]); n++) assert_false(json_reads(good[1], n));

    vg_json_doc doc;
    char buffer[64];
    vg_text text = VG_TEXT(buffer);
    assert_true(vg_json_read(&doc, good[1], strlen(good[1])));
    assert_true(vg_json_get_string(&doc, 0, &text));
    assert_string_equal(buffer, "perché \xf0\x9f\xa7\x9a \xf0\x9f\xa7\x9a");
    vg_json_release(&doc);
}

// ---- cards out of sight ------------------------------------------------------------

static void bounds_know_what_is_known(void **unused)
{
    (void)unused;
    vg_bound b = 0;
    vg_bound_more(&b, 1 | 4);
    vg_bound_more(&b, 4);
    assert_int_equal(vg_bound_of(b, 1), 1);
    assert_int_equal(vg_bound_of(b, 2), 0);
    assert_int_equal(vg_bound_of(b, 4), 2);
    vg_bound_fewer(&b, 1 | 4); // either: nothing is known
    assert_int_equal(vg_bound_of(b, 4), 2);
    vg_bound_fewer(&b, 4);
    assert_int_equal(vg_bound_of(b, 4), 1);
    vg_bound_fewer(&b, 2);
    assert_int_equal(vg_bound_of(b, 2), 0);
    vg_bound_join(&b, 1 | 4);
    assert_int_equal(vg_bound_of(b, 1), 2);
    assert_int_equal(vg_bound_of(b, 4), 0);
    vg_bound_within(&b, (uint16_t[]){1, 2}, 2);
    assert_int_equal(vg_bound_of(b, 1), 1);
    for (int i = 0; i < 20; i++) vg_bound_more(&b, 1 << 15);
    vg_bound_fewer(&b, 1 << 15); // many stay many
    assert_int_equal(vg_bound_of(b, 1 << 15), 15);
    vg_bound_clear(&b, 1 << 15);
    assert_int_equal(b, 1);
}

static void shuffles_nobody_tells_apart_are_joined(void **unused)
{
    (void)unused;
    uint16_t set[] = {1, 1 | 2 | 8, 2 | 4 | 8, 4 | 16};
    assert_int_equal(vg_shuffles_alike(set, 4, 31), 2 | 8);
    assert_int_equal(vg_shuffles_alike(set, 4, 1 | 2 | 4 | 16), 4 | 16);
    vg_shuffles_join(set, 4, 2 | 8);
    uint16_t joined[] = {1, 1 | 2, 2 | 4, 4 | 16};
    assert_memory_equal(set, joined, sizeof set);
}

// Two of a kind and six others, for three rooms: at most one of the kind in the first two rooms
// together, and one in the third.
static void a_deal_keeps_to_limits(void **unused)
{
    (void)unused;
    vg_rng rng;
    vg_rng_seed(&rng, 3, 0);
    int first = 0;
    for (int n = 0; n < 300; n++) {
        vg_deal d = {.count = 0};
        for (int r = 0; r < 3; r++) vg_deal_room(&d, r, 1, r ? 3 : 2);
        for (int i = 0; i < 8; i++) vg_deal_add(&d, i < 2 ? 7 : 10 + i, 1, 7);
        vg_deal_limit(&d, 7, 1 | 2, 1);
        vg_deal_limit(&d, 7, 4, 1);
        assert_true(vg_deal_out(&d, &rng));
        int in[3] = {0}, all[3] = {0};
        for (int i = 0; i < d.count; i++) in[d.at[i]] += d.what[i] == 7, all[d.at[i]]++;
        assert_int_equal(in[0] + in[1], 1);
        assert_int_equal(in[2], 1);
        assert_true(all[0] == 2 && all[1] == 3 && all[2] == 3);
        first += in[0];
    }
    assert_in_range(first, 80, 160); // two rooms of five
    vg_deal d = {.count = 0};
    vg_deal_room(&d, 0, 1, 2);
    for (int i = 0; i < 2; i++) vg_deal_add(&d, 7, 1, 1);
    vg_deal_limit(&d, 7, 1, 1);
    assert_false(vg_deal_out(&d, &rng));
}

int unit_base(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_vectors),
        cmocka_unit_test(hexadecimal_goes_both_ways),
        cmocka_unit_test(chacha_block_of_rfc_8439),
        cmocka_unit_test(chacha_keystream_of_rfc_8439),
        cmocka_unit_test(xoshiro_reference_outputs),
        cmocka_unit_test(seeding_as_docs_randomness_says),
        cmocka_unit_test(below_is_exact),
        cmocka_unit_test(pick_follows_the_counts),
        cmocka_unit_test(text_is_bounded_and_terminated),
        cmocka_unit_test(heap_text_grows),
        cmocka_unit_test(numbers_have_a_minus),
        cmocka_unit_test(sentences_begin_with_a_capital),
        cmocka_unit_test(patterns_are_filled),
        cmocka_unit_test(text_is_cleaned),
        cmocka_unit_test(utf8_is_decoded_strictly),
        cmocka_unit_test(languages_have_codes),
        cmocka_unit_test(bounds_know_what_is_known),
        cmocka_unit_test(a_deal_keeps_to_limits),
        cmocka_unit_test(shuffles_nobody_tells_apart_are_joined),
        cmocka_unit_test(json_is_written_in_order),
        cmocka_unit_test(json_escapes),
        cmocka_unit_test(the_json_checker_checks),
        cmocka_unit_test(json_from_strangers_is_read_strictly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
