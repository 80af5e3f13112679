// say_it.c: Italian forms: verbs in the tenses of a tale, prepositions with their articles.
#include "tale/say.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- verbs -----------------------------------------------------------------

// Verbs that the rules below do not give: infinitive, passato remoto (he, they), participle, the
// stem of the imperfetto ("" if it is the infinitive's), whether the auxiliary is essere.
static const struct verb {
    const char *infinitive, *he, *they, *participle, *stem;
    bool essere;
} verbs[] = {
#define VERB(infinitive, he, they, participle, stem, essere)                                       \
    {infinitive, he, they, participle, stem, essere},
#include "tale/verbs_it.def"
#undef VERB
};

static const struct verb *find(const char *infinitive)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].infinitive, infinitive) == 0) return &verbs[i];
    return NULL;
}

static void agree(vg_text *out, const char *participle, vg_gender subject)
{
    static const char ends[] = {'o', 'a', 'i'};
    vg_text_bytes(out, participle, strlen(participle) - 1);
    vg_text_char(out, ends[subject]);
}

void vg_verb_it(vg_text *out, const char *written, vg_tense tense, vg_gender subject)
{
    char infinitive[48], stem[48], participle[56];
    size_t n = strlen(written);
    bool many = subject == VG_THEY, self = n > 2 && strcmp(written + n - 2, "si") == 0;
    assert(n + 2 < sizeof infinitive);
    if (tense == VG_TO_DO) {
        vg_text_add(out, written);
        return;
    }
    // "mettersi" is "mettere" with "si"; "porsi" would be "porre".
    snprintf(infinitive, sizeof infinitive, "%.*s%s", (int)(self ? n - 2 : n), written,
             self ? "e" : "");
    const struct verb *v = find(infinitive);
    n = strlen(infinitive);
    char vowel = infinitive[n - 3];
    snprintf(stem, sizeof stem, "%.*s", (int)(n - 3), infinitive);
    snprintf(participle, sizeof participle, "%s%s", stem,
             vowel == 'a'   ? "ato"
             : vowel == 'i' ? "ito"
                            : "uto");
    const char *done = v && *v->participle ? v->participle : participle;
    if (self) vg_text_add(out, "si ");
    switch (tense) {
    case VG_PAST:
        if (v && *v->he)
            vg_text_add(out, many ? v->they : v->he);
        else
            vg_text_printf(out, "%s%s", stem,
                           vowel == 'a'   ? many ? "arono" : "ò"
                           : vowel == 'i' ? many ? "irono" : "ì"
                           : many         ? "erono"
                                          : "é");
        return;
    case VG_BEFORE:
        if (self || (v && v->essere)) {
            vg_text_add(out, many ? "erano " : "era ");
            agree(out, done, subject);
        } else {
            vg_text_printf(out, "%s %s", many ? "avevano" : "aveva", done);
        }
        return;
    case VG_WHILE:
        if (strcmp(infinitive, "essere") == 0)
            vg_text_add(out, many ? "erano" : "era");
        else if (v && *v->stem)
            vg_text_printf(out, "%s%s", v->stem, many ? "evano" : "eva");
        else
            vg_text_printf(out, "%s%cva%s", stem, vowel, many ? "no" : "");
        return;
    case VG_TO_DO: return;
    }
}

// ---- prepositions ----------------------------------------------------------

static bool begins(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

void vg_join_it(vg_text *out, const char *preposition, const char *name, bool pair)
{
    const char *and = pair ? strstr(name, " e ") : NULL;
    if (and) {
        char one[64];
        snprintf(one, sizeof one, "%.*s", (int)(and-name), name);
        vg_join_it(out, preposition, one, false);
        vg_text_add(out, " e ");
        vg_join_it(out, preposition, and+3, false);
        return;
    }
    size_t n = strlen(preposition);
    if (n > 1 && preposition[n - 1] == 'i' && strchr("ae", preposition[n - 2])) {
        // "ai", "dei": before what has no article, but belongs to several.
        bool gli =
            strchr("AEIOUZaeiouz", *name) || ((*name | 32) == 's' && !strchr("aeiou", name[1]));
        vg_text_printf(out, "%.*s%s %s", (int)(n - 1), preposition, gli ? "gli" : "i", name);
        return;
    }
    static const char *const articles[] = {"il ", "lo ", "l'", "la ", "i ", "gli ", "le "};
    static const struct {
        const char *word, *with[7];
    } table[] = {
        {"a", {"al ", "allo ", "all'", "alla ", "ai ", "agli ", "alle "}},
        {"di", {"del ", "dello ", "dell'", "della ", "dei ", "degli ", "delle "}},
        {"da", {"dal ", "dallo ", "dall'", "dalla ", "dai ", "dagli ", "dalle "}},
        {"in", {"nel ", "nello ", "nell'", "nella ", "nei ", "negli ", "nelle "}},
        {"su", {"sul ", "sullo ", "sull'", "sulla ", "sui ", "sugli ", "sulle "}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].word, preposition) != 0) continue;
        for (int k = 0; k < 7; k++) {
            if (!begins(name, articles[k])) continue;
            vg_text_add(out, table[i].with[k]);
            vg_text_add(out, name + strlen(articles[k]));
            return;
        }
    }
    vg_text_printf(out, "%s%s %s", preposition,
                   strcmp(preposition, "a") == 0 && *name == 'A' ? "d" : "", name);
}

bool vg_many_it(const char *title)
{
    static const char *const plural[] = {"Le ",     "I ",   "Gli ",   "Due ",  "Tre ",  "Quattro ",
                                         "Cinque ", "Sei ", "Sette ", "Otto ", "Nove ", "Dieci "};
    for (size_t i = 0; i < sizeof plural / sizeof plural[0]; i++)
        if ((*title | 32) == (*plural[i] | 32) && begins(title + 1, plural[i] + 1)) return true;
    return false;
}
