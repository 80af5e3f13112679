// book_html.c: the book as one HTML page. The pieces are well-formed XML, so that EPUB uses them
// as they are. Every text goes through vg_book_escape; the rest is written here.
#include "tale/book.h"

#include <string.h>

const char vg_book_css[] =
    ":root{color-scheme:light dark;--paper:#f6efe0;--ink:#2a2320;--soft:#6b5d50;--ember:#a33f28;"
    "--warm:#3c6a35;--cold:#3d5673;--line:#d8cbb2}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#191a20;--ink:#efe6d2;--soft:#b0a48f;"
    "--ember:#e2724f;--warm:#9cc58d;--cold:#a3bcdc;--line:#3a3940}}\n"
    "body{background:var(--paper);color:var(--ink);font-family:\"Iowan Old Style\",Palatino,"
    "\"Palatino Linotype\",Georgia,serif;font-size:1.125rem;line-height:1.65;margin:0 "
    "auto;max-width:38rem;padding:2rem 1.25rem}\n"
    "h1,h2{font-weight:normal;line-height:1.2;text-wrap:balance}\n"
    "h1{font-size:2.6rem;margin:3rem 0 .3rem;text-align:center}\n"
    "h2{border-top:1px solid var(--line);color:var(--ember);font-size:1.6rem;margin:3.5rem 0 "
    "1.2rem;"
    "padding-top:2rem}\n"
    ".sub{color:var(--soft);font-style:italic;margin:0 0 2.5rem;text-align:center}\n"
    ".cast{list-style:none;margin:0 auto;max-width:28rem;padding:0}\n"
    ".cast li{margin:.6rem 0}\n"
    ".cast b,.result b{font-weight:600}\n"
    ".bot{border:1px solid var(--line);border-radius:.6em;color:var(--soft);"
    "font-family:sans-serif;font-size:.75rem;margin-left:.3em;padding:.05em .5em}\n"
    ".part{margin:0 0 1.4rem}\n"
    ".part p{margin:0}\n"
    ".part .by{color:var(--soft);font-family:sans-serif;font-size:.8rem;margin-top:.25rem}\n"
    ".warm{color:var(--warm)}\n"
    ".cold{color:var(--cold)}\n"
    ".picture{clear:both;float:right;margin:.3rem 0 .6rem 1.1rem;width:9.5rem}\n"
    ".part:nth-of-type(even) .picture{float:left;margin:.3rem 1.1rem .6rem 0}\n"
    ".picture svg,.kept svg{border-radius:.5rem;display:block;height:auto;width:100%}\n"
    ".kept{margin:2rem auto 0;width:15rem}\n"
    ".kept+.motto{margin-top:.7rem}\n"
    "h2,.kept,.motto{clear:both}\n"
    "@media (prefers-color-scheme:dark){.picture,.kept{filter:brightness(.86)}}\n"
    ".motto{color:var(--ember);font-style:italic;margin:2rem 0 0;text-align:center}\n"
    ".map svg{display:block;height:auto;width:100%}\n"
    ".note{color:var(--soft);font-size:.9rem}\n"
    ".result ul{list-style:none;margin:0 0 1rem;padding:0 0 0 1rem}\n"
    ".contents{list-style:none;margin:2.5rem auto 0;max-width:28rem;padding:0}\n"
    ".contents a{color:var(--ink)}\n"
    ".ways{stroke:var(--line);stroke-width:4}\n"
    ".went-warm{stroke:var(--warm);stroke-linecap:round}\n"
    ".went-cold{stroke:var(--cold);stroke-dasharray:1 16;stroke-linecap:round}\n"
    ".spot{fill:var(--paper);stroke:var(--ink);stroke-width:4}\n"
    ".minor{fill:var(--line)}\n"
    ".spot-name{fill:var(--ink);font:32px Georgia,serif;paint-order:stroke;stroke:var(--paper);"
    "stroke-linejoin:round;stroke-width:10px;text-anchor:middle}\n";

// On paper: A5, a chapter a page, ink on white.
static const char print_css[] =
    "@page{size:A5;margin:18mm 16mm 20mm;@bottom-center{content:counter(page);"
    "font:9pt Georgia,serif;color:#555}}\n"
    "@page:first{@bottom-center{content:\"\"}}\n"
    "@media print{:root{--paper:#fff;--ink:#111;--soft:#555;--line:#bbb}\n"
    "body{font-size:10.5pt;line-height:1.45;margin:0;max-width:none;padding:0}\n"
    "header{padding-top:30mm}\n"
    "h1{font-size:22pt;margin:0 0 3mm}\n"
    "h2{border:0;font-size:15pt;margin:0 0 5mm;padding:4mm 0 0}\n"
    "nav,section{break-before:page}\n"
    ".page section+section{break-before:auto}\n"
    ".contents{margin-top:12mm}\n"
    ".contents a{text-decoration:none}\n"
    ".contents a::after{content:leader(\".\") target-counter(attr(href),page)}\n"
    ".part{margin:0}\n"
    ".part p{hyphens:auto;orphans:2;text-align:justify;text-indent:5mm;widows:2}\n"
    "h2+.part p{text-indent:0}\n"
    ".part .by{break-before:avoid;text-align:right;text-indent:0}\n"
    ".picture{margin:1mm 0 2mm 4mm;width:34mm}\n"
    ".part:nth-of-type(even) .picture{margin:1mm 4mm 2mm 0}\n"
    ".kept{break-inside:avoid;margin-top:6mm;width:46mm}\n"
    ".kept+.motto{margin-top:3mm}\n"
    ".picture,.kept{filter:none}\n"
    ".motto{break-before:avoid;margin-top:8mm}\n"
    ".result,.note,section .cast{font-size:9.5pt}\n"
    "section .cast li{margin:1mm 0}\n"
    ".result{columns:2;column-gap:6mm}\n"
    ".result p{break-after:avoid;margin:2mm 0 1mm}\n"
    ".result ul{margin:0 0 2mm;padding:0 0 0 3mm}}\n";

void vg_book_escape(vg_text *out, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '&': vg_text_add(out, "&amp;"); break;
        case '<': vg_text_add(out, "&lt;"); break;
        case '>': vg_text_add(out, "&gt;"); break;
        case '"': vg_text_add(out, "&quot;"); break;
        case '\'': vg_text_add(out, "&#39;"); break;
        default: // XML knows no other control characters; texts of the table have none
            if ((unsigned char)*s >= ' ' || *s == '\n') vg_text_char(out, *s);
        }
    }
}

static void element(vg_text *out, const char *open, const char *s, const char *close)
{
    vg_text_add(out, open);
    vg_book_escape(out, s);
    vg_text_add(out, close);
}

// ---- pages ----------------------------------------------------------------------------

static void players(const vg_book *book, vg_text *out)
{
    vg_text_add(out, "<ul class=\"cast\">\n");
    for (int p = 0; p < book->seats; p++) {
        element(out, "<li><b>", book->name[p].at, "</b>");
        if (book->bot[p]) vg_text_add(out, "<span class=\"bot\">bot</span>");
        if (book->cast[p].len) element(out, "<br/>", book->cast[p].at, "");
        vg_text_add(out, "</li>\n");
    }
    vg_text_add(out, "</ul>\n");
}

void vg_book_title_page(const vg_book *book, vg_text *out)
{
    element(out, "<h1>", book->title.at, "</h1>\n");
    element(out, "<p class=\"sub\">", book->subtitle.at, "</p>\n");
    if (!book->side_name[0].len) {
        players(book, out);
        return;
    }
    vg_text_add(out, "<ul class=\"cast\">\n");
    for (int side = 0; side < 2; side++) {
        if (!book->side_name[side].len) continue;
        element(out, side ? "<li><b class=\"cold\">" : "<li><b class=\"warm\">",
                book->side_name[side].at, "</b>");
        element(out, "<br/>", book->side_cast[side].at, "</li>\n");
    }
    vg_text_add(out, "</ul>\n");
}

static void put_picture(const vg_drawn *drawn, const char *kind, const char *title, vg_text *out)
{
    vg_text_printf(out, "<div class=\"%s\"><svg xmlns=\"http://www.w3.org/2000/svg\" ", kind);
    element(out, VG_PICTURE_BOX " role=\"img\"><title>", title, "</title>");
    vg_picture_put(drawn, out);
    vg_text_add(out, "</svg></div>\n");
}

bool vg_book_has_pictures(const vg_book *book, int chapter)
{
    const vg_book_chapter *c = &book->chapter[chapter];
    bool has = c->kept != NULL;
    for (int i = 0; i < c->part_count; i++)
        has |= book->part[c->part_first + i].picture.drawn != NULL;
    return has;
}

static void put_part(const vg_book *book, const vg_book_part *part, vg_text *out)
{
    vg_text_add(out, "<div class=\"part\">");
    if (part->picture.drawn)
        put_picture(part->picture.drawn, "picture", part->picture.title.at, out);
    element(out, "<p>", part->text.at, "</p>");
    if (part->voice == VG_BOOK_PERSON) // only people are named where they speak
        element(out, "\n<p class=\"by\">", book->name[part->seat].at, "</p>");
    vg_text_add(out, "</div>\n");
}

void vg_book_chapter_page(const vg_book *book, int chapter, vg_text *out)
{
    const vg_book_chapter *c = &book->chapter[chapter];
    vg_text title = vg_text_heap();
    vg_book_heading(book, chapter, &title);
    vg_text_printf(out, "<h2 id=\"c%d\">", chapter + 1);
    element(out, "", title.at, "</h2>\n");
    vg_text_release(&title);
    for (int i = 0; i < c->part_count; i++) put_part(book, &book->part[c->part_first + i], out);
    if (c->kept) put_picture(c->kept, "kept", c->motto.at, out);
    if (c->motto.len) element(out, "<p class=\"motto\">", c->motto.at, "</p>\n");
}

// "il Mercato delle meraviglie" as it stands on a map: without its article.
static const char *label(const char *name)
{
    static const char *const articles[] = {"il ", "lo ", "l'", "la ", "i ", "gli ", "le ", "the "};
    for (size_t i = 0; i < sizeof articles / sizeof articles[0]; i++)
        if (strncmp(name, articles[i], strlen(articles[i])) == 0) return name + strlen(articles[i]);
    return name;
}

void vg_book_map(const vg_book *book, vg_text *out)
{
    const vg_board *board = &book->board;
    if (!board->count) return;
    vg_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-60 0 1120 980\" "
                   "role=\"img\"><title>%s</title>\n"
                   "<g class=\"ways\" stroke=\"#bbb\" stroke-width=\"4\">\n",
                   book->lang == VG_IT ? "La mappa del viaggio" : "The map of the journey");
    for (int i = 0; i < board->count; i++)
        for (int k = i + 1; k < board->count; k++)
            if (board->spot[i].joins >> k & 1)
                vg_text_printf(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                               board->spot[i].x, board->spot[i].y, board->spot[k].x,
                               board->spot[k].y);
    vg_text_add(out, "</g>\n");
    uint8_t walked[2][VG_MAX_SPOTS][VG_MAX_SPOTS] = {{{0}}};
    for (int i = 0; i < book->leg_count; i++) {
        int a = book->leg[i].from - 1, b = book->leg[i].to - 1, side = book->leg[i].side & 1;
        if (a > b) {
            int swap = a;
            a = b;
            b = swap;
        }
        if (b < board->count && walked[side][a][b] < 9) walked[side][a][b]++;
    }
    for (int side = 0; side < 2; side++)
        for (int a = 0; a < board->count; a++)
            for (int b = a + 1; b < board->count; b++) {
                if (!walked[side][a][b]) continue;
                // The two sides walk next to each other, not over each other.
                int off = side ? 9 : -9;
                vg_text_printf(
                    out,
                    "<line class=\"went-%s\" stroke=\"%s\" stroke-width=\"%d\" x1=\"%d\" y1=\"%d\" "
                    "x2=\"%d\" y2=\"%d\"/>\n",
                    side ? "cold" : "warm", side ? "#3d5673" : "#3c6a35",
                    4 + 2 * walked[side][a][b], board->spot[a].x + off, board->spot[a].y + off,
                    board->spot[b].x + off, board->spot[b].y + off);
            }
    for (int i = 0; i < board->count; i++) {
        const vg_spot *s = &board->spot[i];
        vg_text_printf(out,
                       "<circle class=\"spot%s\" fill=\"#fff\" stroke=\"#111\" stroke-width=\"4\" "
                       "cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
                       s->minor ? " minor" : "", s->x, s->y, s->minor ? 12 : 26);
    }
    for (int i = 0; i < board->count; i++) { // names over everything else
        const vg_spot *s = &board->spot[i];
        if (s->minor) continue;
        vg_text_printf(
            out,
            "<text class=\"spot-name\" font-size=\"32\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">",
            s->x, s->y < 200 ? s->y - 44 : s->y + 66);
        element(out, "", label(s->name.in[book->lang]), "</text>\n");
    }
    vg_text_add(out, "</svg>\n");
}

void vg_book_map_page(const vg_book *book, vg_text *out)
{
    bool it = book->lang == VG_IT, sides[2] = {false, false};
    vg_text_printf(out, "<h2 id=\"map\">%s</h2>\n<div class=\"map\">\n",
                   it ? "La mappa del viaggio" : "The map of the journey");
    vg_book_map(book, out);
    for (int i = 0; i < book->leg_count; i++) sides[book->leg[i].side & 1] = true;
    vg_text_add(out, "</div>\n<p class=\"note\">");
    vg_text_add(out, it ? "Le strade percorse: più larga la linea, più volte."
                        : "The ways that were walked: the wider the line, the more often.");
    if (sides[0] && sides[1])
        vg_text_add(out, it ? " Continua per la Primavera, a punti per l'Inverno."
                            : " A plain line for Spring, dots for Winter.");
    vg_text_add(out, "</p>\n");
}

void vg_book_result_page(const vg_book *book, vg_text *out)
{
    bool open = false;
    vg_text_printf(out, "<h2 id=\"end\">%s</h2>\n<div class=\"result\">\n",
                   book->lang == VG_IT ? "Come è finita" : "How it ended");
    for (int i = 0; i < book->result_count; i++) {
        const char *s = book->result[i].at;
        if (*s != ' ') {
            if (open) vg_text_add(out, "</ul>\n");
            open = false;
            element(out, "<p><b>", s, "</b></p>\n");
            continue;
        }
        if (!open) vg_text_add(out, "<ul>\n");
        open = true;
        element(out, "<li>", s + 1, "</li>\n");
    }
    if (open) vg_text_add(out, "</ul>\n");
    vg_text_add(out, "</div>\n");
    if (book->side_name[0].len) players(book, out);
    vg_text tellers = vg_text_heap();
    vg_book_tellers(book, &tellers);
    element(out, "<p class=\"note\">", tellers.at, "</p>\n");
    vg_text_release(&tellers);
}

// ---- the whole ----------------------------------------------------------------------------

static void contents(const vg_book *book, vg_text *out)
{
    vg_text_add(out, "<nav><ol class=\"contents\">\n");
    for (int i = 0; i < book->chapter_count; i++) {
        vg_text title = vg_text_heap();
        vg_book_heading(book, i, &title);
        vg_text_printf(out, "<li><a href=\"#c%d\">", i + 1);
        element(out, "", title.at, "</a></li>\n");
        vg_text_release(&title);
    }
    vg_text_add(out, "</ol></nav>\n");
}

void vg_book_html(const vg_book *book, vg_text *out)
{
    vg_text_printf(out,
                   "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" "
                   "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
                   vg_lang_code(book->lang));
    element(out, "<title>", book->title.at, "");
    element(out, ": ", book->subtitle.at, "</title>\n<style>\n");
    vg_text_add(out, vg_book_css);
    vg_text_add(out, print_css);
    // A tale of one chapter is a page, and its result stands below it.
    vg_text_printf(out, "</style>\n</head>\n<body%s>\n<header>\n",
                   book->chapter_count == 1 ? " class=\"page\"" : "");
    vg_book_title_page(book, out);
    vg_text_add(out, "</header>\n");
    if (book->chapter_count > 1) contents(book, out);
    vg_text_add(out, "<main>\n");
    for (int i = 0; i < book->chapter_count; i++) {
        vg_text_add(out, "<section>\n");
        vg_book_chapter_page(book, i, out);
        vg_text_add(out, "</section>\n");
    }
    if (book->board.count) {
        vg_text_add(out, "<section>\n");
        vg_book_map_page(book, out);
        vg_text_add(out, "</section>\n");
    }
    vg_text_add(out, "<section>\n");
    vg_book_result_page(book, out);
    vg_text_add(out, "</section>\n</main>\n</body>\n</html>\n");
}
