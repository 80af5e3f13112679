// words.h: names of things, shared by the files of Winter Tales that write. Nobody else includes
// it.
#ifndef VG_GAMES_WINTER_WORDS_H
#define VG_GAMES_WINTER_WORDS_H

#include "games/winter/rules.h"

// "the key / the broken key", one face for a side, or the free round and the Artefact.
void winter_card_name(const winter_state *s, int card, int side, vg_lang lang, vg_text *out);
enum { WINTER_BOTH_FACES = 2 };
const char *winter_card_slug(int card); // also "free" and "artefact"
extern const vg_words winter_side_names[3];
extern const vg_words winter_side_called[3]; // "la Primavera": as it stands in a sentence
extern const vg_words winter_colour_names[4];
extern const char *const winter_side_slugs[3];
extern const char *const winter_colour_slugs[4];

// "il Lupo va" becomes "Il Lupo va": names with an article may open a sentence, the first or
// another.
void winter_capital(char *sentence);

// For verbs that agree with this character: "1", or "2" for the Cat and the Fox.
const char *winter_number(int character);

// vg_gender, for adjectives (tale.c).
int winter_gender(int character);

// The piece with this slug, or -1 (lines.c).
int winter_find_card(const char *word);
int winter_find_char(const char *word);
int winter_find_space(const char *word);
int winter_find_mission(const char *word);

#endif
