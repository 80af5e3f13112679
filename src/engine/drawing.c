// drawing.c: folds the cells of a drawing and joins them.
#include "engine/drawing.h"

#include <assert.h>
#include <string.h>

enum { GAP = 2, INDENT = 2, LINES = 12, BYTES = 240 };

// A cell as it is written: each line's text and how wide it is seen.
typedef struct folded {
    int count;
    int wide[LINES];
    char text[LINES][BYTES];
} folded;

void vg_drawing_start(vg_drawing *d, int rows, int columns, int width)
{
    assert(rows <= VG_DRAWING_ROWS && columns <= VG_DRAWING_COLUMNS);
    memset(d->right, 0, sizeof d->right);
    memset(d->below, 0, sizeof d->below);
    d->rows = rows;
    d->columns = columns;
    d->width = width;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            d->cell[r][c] = vg_text_over(d->bytes[r][c], sizeof d->bytes[r][c]);
}

void vg_draw_plain(vg_text *cell, const char *text)
{
    for (; *text; text++) vg_text_char(cell, strchr("{|}\n", *text) ? ' ' : *text);
}

void vg_draw_named(vg_text *cell, const char *words, const char *seen)
{
    vg_text_char(cell, '{');
    vg_draw_plain(cell, words);
    vg_text_char(cell, '|');
    vg_draw_plain(cell, seen);
    vg_text_char(cell, '}');
}

// The columns of n bytes in which nothing is named.
static int columns_of(const char *text, size_t n)
{
    int columns = 0;
    for (size_t i = 0; i < n; i++) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

// The next word at `at`, one that is named whole: its bytes, and how wide it is seen.
static size_t next_word(const char *at, int *wide)
{
    const char *end = at;
    *wide = 0;
    while (*end && *end != ' ' && *end != '\n') {
        const char *bar = *end == '{' ? strchr(end, '|') : NULL,
                   *shut = bar ? strchr(bar, '}') : NULL;
        if (shut) {
            *wide += columns_of(bar + 1, (size_t)(shut - bar) - 1);
            end = shut + 1;
        } else {
            *wide += ((unsigned char)*end & 0xc0) != 0x80;
            end++;
        }
    }
    return (size_t)(end - at);
}

static void add_word(folded *f, const char *word, size_t n, int wide, int width, bool fresh)
{
    int i = f->count - 1;
    bool first = i < 0 || fresh;
    if (!first && f->wide[i] + 1 + wide <= width - (i ? INDENT : 0)) {
        size_t used = strlen(f->text[i]);
        if (used + n + 2 > BYTES) return;
        f->text[i][used] = ' ';
        memcpy(f->text[i] + used + 1, word, n);
        f->text[i][used + 1 + n] = '\0';
        f->wide[i] += 1 + wide;
        return;
    }
    if (f->count == LINES || n + 4 > BYTES) return;
    i = f->count++;
    int room = width - (i ? INDENT : 0);
    if (wide > room && !memchr(word, '{', n)) { // longer than a line: its beginning
        size_t cut = 0;
        for (int k = 0; k < room - 1; k++) do
                cut++;
            while (((unsigned char)word[cut] & 0xc0) == 0x80);
        memcpy(f->text[i], word, cut);
        memcpy(f->text[i] + cut, "…", sizeof "…");
        f->wide[i] = room;
        return;
    }
    memcpy(f->text[i], word, n);
    f->text[i][n] = '\0';
    f->wide[i] = wide;
}

static void fold(const char *text, int width, folded *f)
{
    f->count = 0;
    for (bool fresh = true; *text;) {
        if (*text == '\n' || *text == ' ') {
            fresh |= *text++ == '\n';
            continue;
        }
        int wide;
        size_t n = next_word(text, &wide);
        add_word(f, text, n, wide, width, fresh);
        fresh = false;
        text += n;
    }
}

static void repeat(vg_text *out, const char *what, int times)
{
    while (times-- > 0) vg_text_add(out, what);
}

// Line i of a cell, and what lies between it and the next.
static void put_cell(const folded *f, int i, int width, bool right, bool below, vg_text *out)
{
    if (i == 0) {
        int left = width + GAP - (f->count ? f->wide[0] : 1);
        vg_text_add(out, f->count ? f->text[0] : below ? "│" : right ? "─" : " ");
        if (right) vg_text_add(out, f->count ? " " : "─");
        repeat(out, right ? "─" : " ", right ? left - 2 : left);
        if (right) vg_text_char(out, ' ');
        return;
    }
    vg_text_add(out, below ? "│" : " ");
    if (i < f->count) vg_text_printf(out, " %s", f->text[i]);
    repeat(out, " ", width - 1 - (i < f->count ? 1 + f->wide[i] : 0) + GAP);
}

void vg_drawing_end(vg_drawing *d, vg_text *out)
{
    int width = (d->width - GAP * (d->columns - 1)) / d->columns;
    for (int r = 0; r < d->rows; r++) {
        folded f[VG_DRAWING_COLUMNS];
        int height = 1;
        for (int c = 0; c < d->columns; c++) {
            fold(d->cell[r][c].len ? d->cell[r][c].at : "", width, &f[c]);
            if (f[c].count > height) height = f[c].count;
        }
        // What touches is joined: what is not has a line between.
        bool apart = false;
        for (int c = 0; c < d->columns && r + 1 < d->rows; c++)
            apart |= f[c].count == height && !d->below[r][c] && d->cell[r + 1][c].len;
        for (int i = 0; i < height + apart; i++) {
            vg_text_add(out, VG_DRAWN);
            for (int c = 0; c < d->columns; c++)
                put_cell(&f[c], i, width, d->right[r][c], d->below[r][c], out);
            while (out->len && out->at[out->len - 1] == ' ') out->at[--out->len] = '\0';
            vg_text_char(out, '\n');
        }
    }
}
