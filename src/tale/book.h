// book.h: a table's tale as a book: title page, cast, chapters, map, result.
//
// A book holds nothing that spectators of the game may not know. Texts of
// people are kept word for word; the rest is told anew from the whole of it
// (plan.h), whatever bots said at the table, so that an old record makes a book in
// one language too. The same table gives the same bytes.
#ifndef VG_TALE_BOOK_H
#define VG_TALE_BOOK_H

#include "tale/picture.h"
#include "tale/tale.h"

// Whose words these are.
typedef enum vg_book_voice { VG_BOOK_PERSON, VG_BOOK_ITSELF } vg_book_voice;

// The picture of a card, and what the card is called.
typedef struct vg_book_picture {
    const vg_drawn *drawn; // NULL: none
    vg_text title;
} vg_book_picture;

// What is told without a break: a paragraph.
typedef struct vg_book_part {
    int8_t seat;   // whose words; VG_NOBODY: the book's
    uint8_t voice; // vg_book_voice
    vg_text text;
    vg_book_picture picture; // of a card used here
} vg_book_part;

typedef struct vg_book_chapter {
    vg_text title;
    vg_text motto; // the picture it is remembered by; empty: none
    const vg_drawn *kept;
    int part_first, part_count;
} vg_book_chapter;

typedef struct vg_book_leg { // of the journey, on the board
    uint8_t from, to, side;  // spots from 1
} vg_book_leg;

typedef struct vg_book {
    vg_lang lang;
    vg_text title, subtitle;
    int seats;
    vg_text name[VG_MAX_SEATS], cast[VG_MAX_SEATS]; // cast: whom the seat leads; may be empty
    bool bot[VG_MAX_SEATS];
    vg_text side_name[2], side_cast[2]; // who is in the tale, by side; empty: whoever plays
    vg_book_chapter *chapter;
    vg_book_part *part;
    vg_book_leg *leg;
    int chapter_count, part_count, leg_count;
    bool told;       // at the table, word for word: vg_book_told
    vg_board board;  // count 0: no map
    vg_text *result; // lines; one that begins with a space belongs under the one before
    int result_count;
    uint8_t id[VG_SHA256_BYTES]; // of the record
} vg_book;

// Makes the book of `table`. NULL without memory. Owned: vg_book_free.
vg_book *vg_book_new(vg_table *table, vg_lang lang);
// The same of a record that follows another version of the rules: what was told, word for word.
vg_book *vg_book_told(const char *record, size_t length, vg_lang lang);
void vg_book_free(vg_book *book); // NULL is fine

// "Capitolo 2. Il gelido orrore", or the title alone where chapters are not numbered.
void vg_book_heading(const vg_book *book, int chapter, vg_text *out);
// "Ada (bot): Alice, Pinocchio", for each seat.
void vg_book_player(const vg_book *book, int seat, vg_text *out);
// "raccontano i bot Ada e Bruno": who told the whole, in a sentence.
void vg_book_tellers(const vg_book *book, vg_text *out);

void vg_book_text(const vg_book *book, vg_text *out);     // plain, wrapped at 72 columns
void vg_book_markdown(const vg_book *book, vg_text *out); // CommonMark
void vg_book_html(const vg_book *book, vg_text *out);     // one page, all inside

// ---- pieces of markup, for html and epub ----
void vg_book_escape(vg_text *out, const char *s); // for XML text and attributes
extern const char vg_book_css[];
void vg_book_title_page(const vg_book *book, vg_text *out);
void vg_book_chapter_page(const vg_book *book, int chapter, vg_text *out);
bool vg_book_has_pictures(const vg_book *book, int chapter);
void vg_book_map(const vg_book *book, vg_text *out); // an <svg>; nothing without a board
void vg_book_map_page(const vg_book *book, vg_text *out);
void vg_book_result_page(const vg_book *book, vg_text *out);

// ---- epub (book_epub.c) ----
// The bytes of an EPUB 3 file. False without memory.
VG_MUST_USE bool vg_book_epub(const vg_book *book, vg_text *out);

#endif
