// book.c: `veglia book`: the tale of a record as a book.
#include "tale/book.h"

#include "cli/session.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ID_OUT = 1, ID_FORCE };

typedef enum form { FORM_TEXT, FORM_MARKDOWN, FORM_HTML, FORM_EPUB, FORM_PDF } form;

// By the ending of the file's name; -1 after complaining.
static int form_of(const cli *c, const char *path)
{
    static const struct {
        const char *ending;
        form form;
    } known[] = {{".txt", FORM_TEXT}, {".md", FORM_MARKDOWN}, {".html", FORM_HTML},
                 {".htm", FORM_HTML}, {".epub", FORM_EPUB},   {".pdf", FORM_PDF}};
    size_t n = path ? strlen(path) : 0;
    if (!path || strcmp(path, "-") == 0) return FORM_TEXT;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t k = strlen(known[i].ending);
        if (n > k && strcasecmp(path + n - k, known[i].ending) == 0) return (int)known[i].form;
    }
    cli_complain(c, "-o %s: il nome deve finire in .html, .epub, .pdf, .txt o .md",
                 "-o %s: the name must end in .html, .epub, .pdf, .txt or .md", path);
    return -1;
}

// ---- PDF: the page goes through weasyprint, which may not be there (docs/decisions) ----

enum { NO_PROGRAM = 127 };

// Gives `page` to weasyprint and takes back what it makes. Gives its exit status, or -1.
static int print_page(const vg_text *page, vg_text *out)
{
    int in[2], back[2];
    if (pipe(in)) return -1;
    if (pipe(back)) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(back[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(back[i]);
        }
        execlp("weasyprint", "weasyprint", "-q", "-e", "utf-8", "-", "-", (char *)NULL);
        _exit(NO_PROGRAM);
    }
    close(in[0]);
    close(back[1]);
    // It reads the whole page before it writes. If it is not there, the pipe is closed at once.
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    ssize_t n = 1;
    for (size_t at = 0; child > 0 && at < page->len && n > 0; at += n > 0 ? (size_t)n : 0)
        n = write(in[1], page->at + at, page->len - at);
    close(in[1]);
    signal(SIGPIPE, before);
    char block[4096];
    while (child > 0 && ((n = read(back[0], block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0) vg_text_bytes(out, block, (size_t)n);
    close(back[0]);
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool make_pdf(const cli *c, const vg_book *book, vg_text *out)
{
    vg_text page = vg_text_heap();
    vg_book_html(book, &page);
    int status = page.cut ? -1 : print_page(&page, out);
    vg_text_release(&page);
    if (status == 0 && out->len) return true;
    if (status == NO_PROGRAM)
        cli_complain(c, "per il PDF serve weasyprint, che qui non c'è: apt install weasyprint%s",
                     "a PDF needs weasyprint, which is not here: apt install weasyprint%s", "");
    else
        cli_complain(c, "weasyprint non ha fatto il PDF (%d)", "weasyprint made no PDF (%d)",
                     status);
    return false;
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
    case FORM_PDF:
        if (!make_pdf(c, book, &text)) {
            vg_text_release(&text);
            return false;
        }
        break;
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
    vg_text other = vg_text_heap();
    vg_table *table = cli_load(c, 0, &other);
    if (!table && !other.len) {
        vg_text_release(&other);
        return CLI_WRONG;
    }
    vg_book *book =
        table ? vg_book_new(table, c->lang) : vg_book_told(other.at, other.len, c->lang);
    vg_text_release(&other);
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
     VG_WORDS(
         "dove scriverlo: .html, .epub, .pdf (con weasyprint), .txt o .md (senza: testo, a "
         "schermo)",
         "where to write it: .html, .epub, .pdf (with weasyprint), .txt or .md (default: text, "
         "on screen)")},
    CLI_FORCE_OPTION(ID_FORCE),
};

const cli_command cli_book = {
    .name = "book",
    .usage = "RECORD [-o FILE] [--lang it|en]",
    .what =
        VG_WORDS("Fa un libro del racconto di un verbale", "Makes a book of the tale of a record"),
    .more = VG_WORDS(
        "Le parole delle persone restano come sono; il resto lo racconta il libro, da quello che è "
        "successo al tavolo. Un PDF è in A5, da stampare. \"-\" come verbale legge dall'ingresso.",
        "People's words stay as they are; the rest is told by the book, from what happened at the "
        "table. A PDF is A5, for print. \"-\" as record reads from input."),
    .example = "veglia book partita.veglia -o racconto.epub",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
