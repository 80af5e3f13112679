// book.c: `veglia book`: the tale of a record as a book.
#include "tale/book.h"

#include "cli/session.h"

#include <string.h>
#include <strings.h>

enum { ID_OUT = 1, ID_FORCE };

typedef enum form { FORM_TEXT, FORM_MARKDOWN, FORM_HTML, FORM_EPUB } form;

// By the ending of the file's name; -1 after complaining.
static int form_of(const cli *c, const char *path)
{
    static const struct {
        const char *ending;
        form form;
    } known[] = {{".txt", FORM_TEXT},
                 {".md", FORM_MARKDOWN},
                 {".html", FORM_HTML},
                 {".htm", FORM_HTML},
                 {".epub", FORM_EPUB}};
    size_t n = path ? strlen(path) : 0;
    if (!path || strcmp(path, "-") == 0) return FORM_TEXT;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t k = strlen(known[i].ending);
        if (n > k && strcasecmp(path + n - k, known[i].ending) == 0) return (int)known[i].form;
    }
    cli_complain(c, "-o %s: il nome deve finire in .html, .epub, .txt o .md",
                 "-o %s: the name must end in .html, .epub, .txt or .md", path);
    return -1;
}

static bool write_book(const cli *c, const vg_book *book, form how, const char *path)
{
    vg_text text = vg_text_heap();
    bool good = true;
    switch (how) {
    case FORM_TEXT: vg_book_text(book, &text); break;
    case FORM_MARKDOWN: vg_book_markdown(book, &text); break;
    case FORM_HTML: vg_book_html(book, &text); break;
    case FORM_EPUB: good = vg_book_epub(book, &text); break;
    }
    if (!good || text.cut) {
        cli_complain(c, "%s", "%s", vg_err_text(VG_ERR_SYSTEM, c->lang));
        good = false;
    } else if (!path || strcmp(path, "-") == 0) {
        fwrite(text.at, 1, text.len, stdout);
    } else {
        good = cli_write(c, path, text.at, text.len, false);
    }
    vg_text_release(&text);
    return good;
}

static int run(cli *c)
{
    const char *path = NULL;
    bool force = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_OUT) path = c->value;
        if (id == ID_FORCE) force = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    int form_wanted = form_of(c, path);
    if (form_wanted < 0) return CLI_WRONG;
    if (path && strcmp(path, "-") != 0 && !cli_can_make(c, path, force)) return CLI_WRONG;
    vg_table *table = cli_load(c, 0);
    if (!table) return CLI_WRONG;
    vg_book *book = vg_book_new(table, c->lang);
    int status = CLI_NO;
    if (!book)
        cli_complain(c, "%s", "%s", vg_err_text(VG_ERR_SYSTEM, c->lang));
    else if (write_book(c, book, (form)form_wanted, path))
        status = CLI_OK;
    vg_book_free(book);
    vg_table_free(table);
    return status;
}

static const cli_option options[] = {
    {ID_OUT, "o output", "FILE",
     VG_WORDS("dove scriverlo: .html, .epub, .txt o .md (senza: testo, a schermo)",
              "where to write it: .html, .epub, .txt or .md (default: text, on screen)")},
    CLI_FORCE_OPTION(ID_FORCE),
};

const cli_command cli_book = {
    .name = "book",
    .usage = "RECORD [-o FILE] [--lang it|en]",
    .what =
        VG_WORDS("Fa un libro del racconto di un verbale", "Makes a book of the tale of a record"),
    .more = VG_WORDS(
        "Le parole delle persone restano come sono; quelle dei bot escono nella lingua del libro; "
        "quello che nessuno ha raccontato lo racconta il libro. \"-\" come verbale legge "
        "dall'ingresso.",
        "People's words stay as they are; those of bots come out in the book's language; what "
        "nobody told, the book tells. \"-\" as record reads from input."),
    .example = "veglia book partita.veglia -o racconto.epub",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
