// book_parts.h: what the two makers of books share (book.c, book_told.c).
#ifndef VG_TALE_BOOK_PARTS_H
#define VG_TALE_BOOK_PARTS_H

#include "tale/book.h"

vg_book *vg_book_blank(vg_lang lang); // nothing in it; NULL without memory
// The rest is false without memory.
VG_MUST_USE bool vg_book_open(vg_book *book, const char *title); // a chapter
// Words at the end of the chapter: a paragraph of their own, or with those before.
VG_MUST_USE bool vg_book_add(vg_book *book, int seat, vg_book_voice voice, const char *words,
                             bool breaks);
VG_MUST_USE bool vg_book_end(vg_book *book, const char *line);        // a line of the result
void vg_book_stamp(vg_book *book, const char *record, size_t length); // its id

#endif
