// lang.c: language codes.
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
