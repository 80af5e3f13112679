// book.c: the tale of a table as a book, for the browser.
//
// A module of its own (book.wasm), because its words weigh as much as a game and
// few visitors ask for them: it is fetched with the first book. Texts go in and
// out as in wasm.c.
#include "tale/book.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) vg_wasm_##name

static vg_text answer;

void *EXPORT(alloc)(size_t bytes);
void *vg_wasm_alloc(size_t bytes) { return malloc(bytes); }

void EXPORT(release)(void *memory);
void vg_wasm_release(void *memory) { free(memory); }

const char *EXPORT(result)(void);
const char *vg_wasm_result(void) { return answer.at ? answer.at : ""; }

size_t EXPORT(result_length)(void);
size_t vg_wasm_result_length(void) { return answer.len; }

// The book of a record: one HTML page, or else Markdown. 0, or a vg_err with the reason.
int EXPORT(book)(const char *record, int html, vg_lang lang);
int vg_wasm_book(const char *record, int html, vg_lang lang)
{
    if (!answer.grows) answer = vg_text_heap();
    vg_text_clear(&answer);
    vg_err err = VG_OK;
    vg_table *table = vg_table_load(record, strlen(record), lang, &err, &answer);
    if (!table) return (int)err;
    vg_text_clear(&answer);
    vg_book *book = vg_book_new(table, lang);
    if (book && html) vg_book_html(book, &answer);
    if (book && !html) vg_book_markdown(book, &answer);
    err = book ? VG_OK : VG_ERR_SYSTEM;
    vg_book_free(book);
    vg_table_free(table);
    return (int)err;
}
