// lang.h: the two languages of Veglia, Italian first.
//
// Every text a person reads is a row of a table with one string per language,
// so that a missing translation does not compile. `vg_words` serves names and
// labels; `vg_saying` serves what happened, told of somebody or to oneself.
#ifndef VG_BASE_LANG_H
#define VG_BASE_LANG_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum vg_lang { VG_IT, VG_EN, VG_LANG_COUNT } vg_lang;

typedef struct vg_words {
    const char *in[VG_LANG_COUNT];
} vg_words;
#define VG_WORDS(italian, english)                                                                 \
    {                                                                                              \
        {                                                                                          \
            (italian), (english)                                                                   \
        }                                                                                          \
    }

// A sentence pattern (vg_text_fill); {0} is the name of the seat it is about.
typedef struct vg_saying {
    const char *they[VG_LANG_COUNT]; // "{0} pesca una carta"
    const char *you[VG_LANG_COUNT];  // "Peschi una carta"
} vg_saying;
#define VG_SAYING(it_they, it_you, en_they, en_you)                                                \
    {                                                                                              \
        {(it_they), (en_they)}, { (it_you), (en_you) }                                             \
    }

// "it" or "en".
const char *vg_lang_code(vg_lang lang);
// The language of this code, or -1.
int vg_lang_find(const char *code);

// Reads a whole number somebody wrote for `what`. False with the reason, `out` untouched, if it is
// none or out of bounds.
bool vg_read_number(const char *what, const char *text, uint64_t min, uint64_t max, vg_lang lang,
                    uint64_t *out, vg_text *why);

#endif
