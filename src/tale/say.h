// say.h: from a pattern and who is in it to a sentence, in Italian or English.
//
// What may stand in a pattern:
//   {who} {whom} {with}   persons. {who} is who the sentence is about: it may become a pronoun, or
//   in
//                         Italian nothing; {Who} is always the name
//   {who,}                the same, with a relative clause about an earlier fact if there is one
//   {from} {to}           places;  {task} a title;  {card} {card2} titles of pictures;  {quote}
//   words {a to} {di Who}       an Italian preposition (a, di, da, in, su) joined to the article;
//                         {ai task} "agli Angbat": of many, before a name without one
//   {Who's}               an English genitive
//   {number}              how many, in words; {number:punto|punti} agrees with it
//   {who:va|vanno}        agrees in number; with three forms in gender too: {whom:lo|la|li}
//   {deed} {deed2}        what `who` does with a picture: "accese una lanterna"; {+deed} had done;
//                         {=deed} to do
//   [andare] [+andare] [-andare] [=andare]   a verb that agrees with `who`: passato remoto,
//                         trapassato, imperfetto, infinitive; [whom.andare] agrees with whom. In
//                         English [go] is went and [+go] had gone
#ifndef VG_TALE_SAY_H
#define VG_TALE_SAY_H

#include "base/text.h"
#include "engine/tale.h"

enum { VG_DEEDS = 3 };

typedef struct vg_cue {
    uint8_t who, whom, with, from, to, task, number;
    uint8_t things, thing[VG_DEEDS], deed[VG_DEEDS]; // deed: which of the two
    const vg_line *that;                             // a relative clause about `who`, or NULL
    vg_fact about;                                   // what it is about
    const vg_words *quote;
} vg_cue;

vg_cue vg_cue_of(const vg_fact *f); // to tell of that fact alone

// One hole of a pattern taken apart: "{+deed2}", "{di Who}", "{whom:lo|la|li}" or "{who,}".
typedef struct vg_hole {
    char preposition[8], fact[12], mark; // mark: '+' or '=' before; ',' or ' after
    const char *forms;                   // after the colon, or NULL
    size_t length;                       // of the whole, braces included
} vg_hole;
vg_hole vg_read_hole(const char *at); // at its brace

// Who was spoken of, so that the next sentence can refer to them.
typedef struct vg_refer {
    uint8_t subject;     // of the last sentence; 0: a paragraph begins
    uint32_t mentioned;  // bits of persons in the last sentence
    uint32_t introduced; // given their full name in this chapter
    uint32_t places;     // the same for places
} vg_refer;

// What a sentence came to hold.
typedef struct vg_said {
    uint32_t named,
        pronoun; // bits of persons named; of those a pronoun or the verb alone stands for
    uint32_t places;
    uint8_t candidates; // whom a pronoun for the subject could have meant: 1, or there was none
    bool that;          // the relative clause found its place
} vg_said;

// Appends the sentence, not yet finished. `refer` goes on.
vg_said vg_say(const vg_saga *saga, vg_lang lang, const char *pattern, const vg_cue *cue,
               vg_refer *refer, vg_text *out);
// Are all facts there that the holes of the pattern ask for?
bool vg_can_say(const vg_saga *saga, const char *pattern, const vg_cue *cue);
// Capitals, ed and ad, typographic apostrophes; `from` is where in `out` the sentence begins.
void vg_finish(vg_text *out, size_t from, vg_lang lang);
// A capital at the beginning and after a full stop or a question, past an opening quotation mark.
void vg_capitals(char *s);
void vg_typeset(vg_text *out, size_t from, vg_lang lang); // the same without capitals

// ---- say_it.c, say_en.c ----
typedef enum vg_tense { VG_PAST, VG_BEFORE, VG_WHILE, VG_TO_DO } vg_tense;
void vg_verb_it(vg_text *out, const char *infinitive, vg_tense tense, vg_gender subject);
void vg_verb_en(vg_text *out, const char *base, vg_tense tense, vg_gender subject);
// "a" and "il Lupo": "al Lupo". Of a pair both get it: "del Gatto e della Volpe".
void vg_join_it(vg_text *out, const char *preposition, const char *name, bool pair);
// Does this Italian title speak of more than one thing: "Le vele nere"?
bool vg_many_it(const char *title);

#endif
