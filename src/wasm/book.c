// book.c: the tale of a table as a book, for the browser.
//
// A module of its own (book.wasm), because its words weigh as much as a game and
// few visitors ask for them: it is fetched with the first book. Texts go in and
// out as answer.h says.
#include "base/json.h"
#include "tale/book.h"
#include "wasm/answer.h"

#include <stdlib.h>
#include <string.h>

// A second table beside the one being played, with the same secret and the same moves, for its
// teller to follow.
typedef struct follower {
    vg_table *table;
    vg_teller *teller;
} follower;

void EXPORT(unfollow)(follower *f);
void vg_wasm_unfollow(follower *f)
{
    if (!f) return;
    vg_teller_free(f->teller);
    vg_table_free(f->table);
    free(f);
}

// Follows a table from here on; NULL with the reason if it cannot.
follower *EXPORT(follow)(const char *record, vg_lang lang);
follower *vg_wasm_follow(const char *record, vg_lang lang)
{
    follower *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->table = vg_table_load(record, strlen(record), lang, NULL, wasm_fresh());
    if (f->table) {
        vg_table_start(f->table);
        f->teller = vg_teller_new(f->table);
    }
    if (f->teller) return f;
    vg_wasm_unfollow(f);
    return NULL;
}

int EXPORT(moved)(follower *f, int seat, const char *move, vg_lang lang);
int vg_wasm_moved(follower *f, int seat, const char *move, vg_lang lang)
{
    return (int)vg_table_play(f->table, seat, move, lang, wasm_fresh());
}

// What there is to tell from log entry `first` on, and what one might ask about it: [{entry, seat,
// text, questions}].
int EXPORT(tell)(follower *f, int first, vg_lang lang);
int vg_wasm_tell(follower *f, int first, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_text questions = vg_text_heap();
    if (!vg_teller_follow(f->teller)) return VG_ERR_SYSTEM;
    vg_json_open(&j, '[');
    for (int i = 0; i < vg_teller_count(f->teller); i++) {
        const vg_telling *told = vg_teller_at(f->teller, i);
        if (told->entry < first || told->seat < 0 || !*told->text[lang]) continue;
        vg_json_open(&j, '{');
        vg_json_put_int(&j, "entry", told->entry);
        vg_json_put_int(&j, "seat", told->seat);
        vg_json_put_string(&j, "text", told->text[lang]);
        vg_text_clear(&questions);
        vg_tale_questions(f->teller, told, lang, &questions);
        vg_json_put_string(&j, "questions", questions.len ? questions.at : "");
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
    vg_text_release(&questions);
    return VG_OK;
}

typedef enum form { MARKDOWN, HTML, EPUB } form;

// The book of a record. 0, or a vg_err with the reason.
int EXPORT(book)(const char *record, form as, vg_lang lang);
int vg_wasm_book(const char *record, form as, vg_lang lang)
{
    vg_err err = VG_OK;
    vg_table *table = vg_table_load(record, strlen(record), lang, &err, wasm_fresh());
    if (!table) return (int)err;
    wasm_fresh();
    vg_book *book = vg_book_new(table, lang);
    bool good = book != NULL;
    if (good && as == MARKDOWN) vg_book_markdown(book, &wasm_answer);
    if (good && as == HTML) vg_book_html(book, &wasm_answer);
    if (good && as == EPUB) good = vg_book_epub(book, &wasm_answer);
    err = good ? VG_OK : VG_ERR_SYSTEM;
    vg_book_free(book);
    vg_table_free(table);
    return (int)err;
}
