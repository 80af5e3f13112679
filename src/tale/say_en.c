// say_en.c: English verbs in the tenses of a tale.
#include "tale/say.h"

#include <stdio.h>
#include <string.h>

// Base, past, participle of verbs that do not simply take -ed.
static const struct {
    const char *base, *past, *participle;
} verbs[] = {
#define VERB(base, past, participle) {base, past, participle},
#include "tale/verbs_en.def"
#undef VERB
};

static void regular(vg_text *out, const char *base)
{
    size_t n = strlen(base);
    bool y = n > 1 && base[n - 1] == 'y' && !strchr("aeiou", base[n - 2]);
    vg_text_bytes(out, base, y ? n - 1 : n);
    vg_text_add(out, y ? "ied" : base[n - 1] == 'e' ? "d" : "ed");
}

void vg_verb_en(vg_text *out, const char *base, vg_tense tense, vg_gender subject)
{
    if (tense == VG_TO_DO) {
        vg_text_add(out, base);
        return;
    }
    if (tense == VG_BEFORE) vg_text_add(out, "had ");
    if (tense != VG_BEFORE && strcmp(base, "be") == 0) {
        vg_text_add(out, subject == VG_THEY ? "were" : "was");
        return;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].base, base) == 0) {
            vg_text_add(out, tense == VG_BEFORE ? verbs[i].participle : verbs[i].past);
            return;
        }
    regular(out, base);
}
