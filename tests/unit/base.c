// base.c: the small tools everything stands on, against published vectors.
#include "base/json.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void sha256_of_abc(void **unused)
{
    (void)unused;
    vg_sha256 sha;
    uint8_t out[32];
    char hex[65];
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, "abc", 3);
    vg_sha256_done(&sha, out);
    vg_hex(out, 32, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sha256_of_abc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
