// book_epub.c: the book as an EPUB 3 file: the pages of book_html.c as XHTML, zipped by libzip.
//
// Nothing in it depends on the clock or the machine: all dates are fixed, so the same book gives
// the same bytes. `mimetype` comes first and is stored, as the format asks.
#include "tale/book.h"

#include <string.h>
#include <zip.h>

enum { DOS_TIME = 0, DOS_DATE = (2000 - 1980) << 9 | 1 << 5 | 1 }; // 1 January 2000

// Adds a file; takes over `text`.
static bool put_file(zip_t *zip, const char *path, vg_text *text, bool stored)
{
    // The archive is written when it is closed, and frees the bytes then.
    zip_source_t *source = zip_source_buffer(zip, text->at, text->len, 1);
    if (!source) {
        vg_text_release(text);
        return false;
    }
    zip_int64_t at = zip_file_add(zip, path, source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return false;
    }
    zip_uint64_t index = (zip_uint64_t)at;
    return zip_file_set_dostime(zip, index, DOS_TIME, DOS_DATE, 0) == 0 &&
           zip_set_file_compression(zip, index, stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 9) == 0;
}

static bool put_words(zip_t *zip, const char *path, const char *words, bool stored)
{
    vg_text text = vg_text_heap();
    vg_text_add(&text, words);
    return put_file(zip, path, &text, stored);
}

static void open_page(const vg_book *book, vg_text *out, const char *title)
{
    vg_text_printf(out,
                   "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n"
                   "<html xmlns=\"http://www.w3.org/1999/xhtml\" "
                   "xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"%s\" xml:lang=\"%s\">\n"
                   "<head>\n<title>",
                   vg_lang_code(book->lang), vg_lang_code(book->lang));
    vg_book_escape(out, title);
    vg_text_add(out, "</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n"
                     "</head>\n<body>\n");
}

static bool close_page(zip_t *zip, const char *path, vg_text *page)
{
    vg_text_add(page, "</body>\n</html>\n");
    return put_file(zip, path, page, false);
}

static bool put_pages(const vg_book *book, zip_t *zip)
{
    bool it = book->lang == VG_IT;
    vg_text page = vg_text_heap();
    open_page(book, &page, book->title.at);
    vg_book_title_page(book, &page);
    if (!close_page(zip, "OEBPS/title.xhtml", &page)) return false;
    for (int i = 0; i < book->chapter_count; i++) {
        char path[32];
        vg_text name = VG_TEXT(path), heading = vg_text_heap();
        vg_text_printf(&name, "OEBPS/c%d.xhtml", i + 1);
        vg_book_heading(book, i, &heading);
        page = vg_text_heap();
        open_page(book, &page, heading.at);
        vg_book_chapter_page(book, i, &page);
        vg_text_release(&heading);
        if (!close_page(zip, path, &page)) return false;
    }
    if (book->board.count) {
        page = vg_text_heap();
        open_page(book, &page, it ? "La mappa del viaggio" : "The map of the journey");
        vg_book_map_page(book, &page);
        if (!close_page(zip, "OEBPS/map.xhtml", &page)) return false;
    }
    page = vg_text_heap();
    open_page(book, &page, it ? "Come è finita" : "How it ended");
    vg_book_result_page(book, &page);
    return close_page(zip, "OEBPS/end.xhtml", &page);
}

static bool put_nav(const vg_book *book, zip_t *zip)
{
    bool it = book->lang == VG_IT;
    vg_text page = vg_text_heap();
    open_page(book, &page, it ? "Indice" : "Contents");
    vg_text_printf(&page, "<nav epub:type=\"toc\" id=\"toc\">\n<h2>%s</h2>\n<ol>\n",
                   it ? "Indice" : "Contents");
    for (int i = 0; i < book->chapter_count; i++) {
        vg_text heading = vg_text_heap();
        vg_book_heading(book, i, &heading);
        vg_text_printf(&page, "<li><a href=\"c%d.xhtml\">", i + 1);
        vg_book_escape(&page, heading.at);
        vg_text_add(&page, "</a></li>\n");
        vg_text_release(&heading);
    }
    if (book->board.count)
        vg_text_printf(&page, "<li><a href=\"map.xhtml\">%s</a></li>\n",
                       it ? "La mappa del viaggio" : "The map of the journey");
    vg_text_printf(&page, "<li><a href=\"end.xhtml\">%s</a></li>\n</ol>\n</nav>\n",
                   it ? "Come è finita" : "How it ended");
    return close_page(zip, "OEBPS/nav.xhtml", &page);
}

static bool put_package(const vg_book *book, zip_t *zip)
{
    char hex[2 * VG_SHA256_BYTES + 1];
    vg_hex(book->id, VG_SHA256_BYTES, hex);
    vg_text out = vg_text_heap();
    vg_text_printf(&out,
                   "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                   "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" "
                   "unique-identifier=\"id\" xml:lang=\"%s\">\n"
                   "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
                   "<dc:identifier id=\"id\">urn:veglia:%.32s</dc:identifier>\n<dc:title>",
                   vg_lang_code(book->lang), hex);
    vg_book_escape(&out, book->title.at);
    vg_text_add(&out, ": ");
    vg_book_escape(&out, book->subtitle.at);
    vg_text_printf(&out, "</dc:title>\n<dc:language>%s</dc:language>\n", vg_lang_code(book->lang));
    for (int p = 0; p < book->seats; p++) {
        vg_text_add(&out, "<dc:contributor>");
        vg_book_escape(&out, book->name[p].at);
        vg_text_add(&out, book->bot[p] ? " (bot)</dc:contributor>\n" : "</dc:contributor>\n");
    }
    vg_text_add(&out,
                "<meta property=\"dcterms:modified\">2000-01-01T00:00:00Z</meta>\n</metadata>\n"
                "<manifest>\n"
                "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" "
                "properties=\"nav\"/>\n"
                "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n"
                "<item id=\"title\" href=\"title.xhtml\" media-type=\"application/xhtml+xml\"/>\n");
    for (int i = 1; i <= book->chapter_count; i++)
        vg_text_printf(&out,
                       "<item id=\"c%d\" href=\"c%d.xhtml\" "
                       "media-type=\"application/xhtml+xml\"%s/>\n",
                       i, i, vg_book_has_pictures(book, i - 1) ? " properties=\"svg\"" : "");
    if (book->board.count)
        vg_text_add(&out, "<item id=\"map\" href=\"map.xhtml\" "
                          "media-type=\"application/xhtml+xml\" properties=\"svg\"/>\n");
    vg_text_add(&out,
                "<item id=\"end\" href=\"end.xhtml\" media-type=\"application/xhtml+xml\"/>\n"
                "</manifest>\n<spine>\n<itemref idref=\"title\"/>\n<itemref idref=\"nav\"/>\n");
    for (int i = 1; i <= book->chapter_count; i++)
        vg_text_printf(&out, "<itemref idref=\"c%d\"/>\n", i);
    if (book->board.count) vg_text_add(&out, "<itemref idref=\"map\"/>\n");
    vg_text_add(&out, "<itemref idref=\"end\"/>\n</spine>\n</package>\n");
    return put_file(zip, "OEBPS/content.opf", &out, false);
}

bool vg_book_epub(const vg_book *book, vg_text *out)
{
    static const char container[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n"
        "<rootfiles><rootfile full-path=\"OEBPS/content.opf\" "
        "media-type=\"application/oebps-package+xml\"/></rootfiles>\n</container>\n";
    zip_source_t *bytes = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_t *zip = bytes ? zip_open_from_source(bytes, ZIP_TRUNCATE, NULL) : NULL;
    if (!zip) {
        if (bytes) zip_source_free(bytes);
        return false;
    }
    zip_source_keep(bytes); // read back after the archive is closed
    bool good = put_words(zip, "mimetype", "application/epub+zip", true) &&
                put_words(zip, "META-INF/container.xml", container, false) &&
                put_package(book, zip) && put_nav(book, zip) &&
                put_words(zip, "OEBPS/style.css", vg_book_css, false) && put_pages(book, zip);
    if (!good || zip_close(zip) < 0) {
        zip_discard(zip);
        zip_source_free(bytes);
        return false;
    }
    zip_stat_t about;
    zip_stat_init(&about);
    good = zip_source_stat(bytes, &about) == 0 && zip_source_open(bytes) == 0;
    char block[4096];
    zip_int64_t n = 0;
    while (good && (n = zip_source_read(bytes, block, sizeof block)) > 0)
        vg_text_bytes(out, block, (size_t)n);
    good = good && n == 0 && !out->cut && out->len == about.size;
    zip_source_close(bytes);
    zip_source_free(bytes);
    return good;
}
