// words.h: what traits, events and questions are called for people.
#ifndef VG_LAB_WORDS_H
#define VG_LAB_WORDS_H

#include "base/json_read.h"
#include "engine/game.h"

// A group of traits.
typedef struct vg_group_words {
    const char *slug;
    vg_words title; // of its chart
    vg_words done;  // what happened to the card: "completata", "completed"
    bool chosen;    // the seat brought it about, so winning may be the cause and not the effect
    int rank;       // charts stand in this order
} vg_group_words;

// Never NULL: a group nobody named is called by its slug.
const vg_group_words *vg_group(const char *slug);

typedef struct vg_event_words {
    const char *game, *slug;
    vg_words what;
    const char *rule; // or ""
    vg_words needs;   // in[VG_IT] NULL: nothing special
} vg_event_words;

const vg_event_words *vg_event_word(const vg_game *game, const char *slug); // NULL: nobody named it
bool vg_ask_tells(const vg_game *game, const char *slug); // who is asked tells a piece of story
const vg_words *vg_ask_word(const vg_game *game, const char *slug); // NULL: nobody named it

// The game's catalogue, to look names up in. Release it.
typedef struct vg_card_names {
    vg_text text;
    vg_json_doc doc;
    bool good;
} vg_card_names;
vg_card_names vg_card_names_of(const vg_game *game, vg_lang lang);
void vg_card_names_release(vg_card_names *names);
// What the card or piece of this slug is called, as the catalogue says; a thing it has no name for
// by its group of numbers: "Dado, faccia 3". The slug if nobody named it.
void vg_card_names_say(const vg_card_names *names, const char *group, const char *slug,
                       vg_lang lang, vg_text *out);
// The same for one card alone.
void vg_card_name(const vg_game *game, const char *group, const char *slug, vg_lang lang,
                  vg_text *out);

#endif
