// book.c: the tale of a table as a book, for the browser.
//
// A module of its own (book.wasm), because its words weigh as much as a game and
// few visitors ask for them: it is fetched with the first book. Texts go in and
// out as in wasm.c.
#include "base/json.h"
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

// What the bots (a bit for each seat) would tell of a record from log entry `first` on, where
// nobody told anything: [{entry, seat, text}]. 0, or a vg_err with the reason.
int EXPORT(tell)(const char *record, uint32_t bots, int first, vg_lang lang);
int vg_wasm_tell(const char *record, uint32_t bots, int first, vg_lang lang)
{
    if (!answer.grows) answer = vg_text_heap();
    vg_text_clear(&answer);
    vg_err err = VG_OK;
    vg_table *table = vg_table_load(record, strlen(record), lang, &err, &answer);
    if (!table) return (int)err;
    vg_text_clear(&answer);
    vg_teller *teller = vg_teller_new(table);
    vg_json j = vg_json_to(&answer);
    if (teller && vg_teller_follow(teller)) {
        vg_json_open(&j, '[');
        for (int i = 0; i < vg_teller_count(teller); i++) {
            const vg_telling *told = vg_teller_at(teller, i);
            vg_log_entry entry;
            vg_table_log(table, told->entry, &entry);
            if (told->entry < first || told->seat < 0 || !(bots >> told->seat & 1) ||
                entry.narration || !*told->text[lang])
                continue;
            vg_json_open(&j, '{');
            vg_json_put_int(&j, "entry", told->entry);
            vg_json_put_int(&j, "seat", told->seat);
            vg_json_put_string(&j, "text", told->text[lang]);
            vg_json_close(&j, '}');
        }
        vg_json_close(&j, ']');
    } else {
        err = VG_ERR_SYSTEM;
    }
    vg_teller_free(teller);
    vg_table_free(table);
    return (int)err;
}

typedef enum form { MARKDOWN, HTML, EPUB } form;

// The book of a record. 0, or a vg_err with the reason.
int EXPORT(book)(const char *record, form as, vg_lang lang);
int vg_wasm_book(const char *record, form as, vg_lang lang)
{
    if (!answer.grows) answer = vg_text_heap();
    vg_text_clear(&answer);
    vg_err err = VG_OK;
    vg_table *table = vg_table_load(record, strlen(record), lang, &err, &answer);
    if (!table) return (int)err;
    vg_text_clear(&answer);
    vg_book *book = vg_book_new(table, lang);
    bool good = book != NULL;
    if (good && as == MARKDOWN) vg_book_markdown(book, &answer);
    if (good && as == HTML) vg_book_html(book, &answer);
    if (good && as == EPUB) good = vg_book_epub(book, &answer);
    err = good ? VG_OK : VG_ERR_SYSTEM;
    vg_book_free(book);
    vg_table_free(table);
    return (int)err;
}
