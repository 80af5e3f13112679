// lang.c: language codes, and numbers as people write them.
#include "base/lang.h"

#include <string.h>

static const char *const code[VG_LANG_COUNT] = {"it", "en"};

const char *vg_lang_code(vg_lang lang) { return code[lang]; }

int vg_lang_find(const char *wanted)
{
    for (int i = 0; i < VG_LANG_COUNT; i++)
        if (strcmp(code[i], wanted) == 0) return i;
    return -1;
}

bool vg_read_number(const char *what, const char *text, uint64_t min, uint64_t max, vg_lang lang,
                    uint64_t *out, vg_text *why)
{
    uint64_t n = 0;
    const char *at = text;
    bool fits = true;
    for (; *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        fits = fits && n <= (UINT64_MAX - digit) / 10;
        n = n * 10 + digit;
    }
    if (fits && at > text && *at == '\0' && n >= min && n <= max) {
        *out = n;
        return true;
    }
    vg_text_printf(why,
                   lang == VG_IT ? "%s vuole un numero da %llu a %llu, non \"%s\""
                                 : "%s wants a number from %llu to %llu, not \"%s\"",
                   what, (unsigned long long)min, (unsigned long long)max, text);
    return false;
}
