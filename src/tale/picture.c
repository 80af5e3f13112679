// picture.c: puts a picture of a card together: things in their places, strokes over them.
#include "tale/picture.h"

#include <assert.h>
#include <string.h>

static const vg_drawn *find(const vg_drawn *list, int count, const char *name, size_t length)
{
    int low = 0, high = count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        int order = strncmp(list[middle].name, name, length);
        if (!order && list[middle].name[length]) order = 1;
        if (!order) return &list[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

const vg_drawn *vg_picture_find(const char *game, const char *name)
{
    char full[64];
    vg_text text = VG_TEXT(full);
    vg_text_printf(&text, "%s/%s", game, name);
    return text.cut ? NULL : find(vg_drawn_pictures, vg_drawn_pictures_count, full, text.len);
}

// Where a thing stands: pieces of its placement, which are attributes already.
typedef struct placing {
    const char *off, *thick, *dyes; // dyes: "1y2r", what its digits are
    int off_length, thick_length, dyes_length;
} placing;

static char dyed(const placing *at, char letter)
{
    for (int i = 0; i + 1 < at->dyes_length; i += 2)
        if (at->dyes[i] == letter) return at->dyes[i + 1];
    return letter;
}

// The colour of a letter; a capital is the same, drawn thick.
static const char *colour(char letter) { return vg_colours[letter | 0x20]; }

static void put_stroke(vg_text *out, const placing *at, const char *stroke, int length)
{
    char wash = dyed(at, stroke[0]), line = dyed(at, stroke[1]);
    stroke += 2, length -= 2;
    if (wash == '~') {
        vg_text_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"11\" opacity=\".35\"",
                       colour(line));
        vg_text_printf(out, " d=\"%.*s\"/>", length, stroke);
        return;
    }
    if (wash != '-') {
        vg_text_printf(out, "<path fill=\"%s\"", colour(wash));
        if (line != '-') // slightly off the line
            vg_text_printf(out, " transform=\"translate(%.*s)\"", at->off_length, at->off);
        vg_text_printf(out, " d=\"%.*s\"/>", length, stroke);
    }
    if (line == '-') return;
    vg_text_printf(out, "<path fill=\"none\" stroke=\"%s\"", colour(line));
    if (line >= 'A' && line <= 'Z')
        vg_text_printf(out, " stroke-width=\"%.*s\"", at->thick_length, at->thick);
    vg_text_printf(out, " d=\"%.*s\"/>", length, stroke);
}

static void put_strokes(vg_text *out, const placing *at, const char *strokes)
{
    while (*strokes) {
        int length = (int)strcspn(strokes, ";");
        put_stroke(out, at, strokes, length);
        strokes += length + (strokes[length] == ';');
    }
}

void vg_picture_put(const vg_drawn *picture, vg_text *out)
{
    static const placing plain = {.off = "3 3", .thick = "14", .off_length = 3, .thick_length = 2};
    for (const char *s = picture->strokes; *s;) {
        int length = (int)strcspn(s, ";");
        if (*s != '@') {
            put_stroke(out, &plain, s, length);
        } else { // name, matrix, off, line, thick, dyes; a backdrop is only a name
            const char *piece[6] = {s + 1};
            int size[6] = {0}, pieces = 0;
            for (const char *c = s + 1; c <= s + length; c++) {
                if (c < s + length && *c != ',') continue;
                size[pieces] = (int)(c - piece[pieces]);
                if (++pieces == 6) break;
                piece[pieces] = c + 1;
            }
            const vg_drawn *thing =
                find(vg_drawn_things, vg_drawn_things_count, piece[0], (size_t)size[0]);
            assert(thing && (pieces == 1 || pieces == 6)); // tools/pictures.py made it
            if (pieces == 1) {
                put_strokes(out, &plain, thing->strokes);
            } else {
                placing at = {piece[2], piece[4], piece[5], size[2], size[4], size[5]};
                vg_text_printf(out, "<g transform=\"matrix(%.*s)\" stroke-width=\"%.*s\">", size[1],
                               piece[1], size[3], piece[3]);
                put_strokes(out, &at, thing->strokes);
                vg_text_add(out, "</g>");
            }
        }
        s += length + (s[length] == ';');
    }
}
