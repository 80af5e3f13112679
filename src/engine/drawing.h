// drawing.h: a board drawn with letters, for terminals: cells in a grid, joined by lines.
//
// `show` of a game may draw where its reader has room (vg_voice.width). Every line of a drawing
// begins with VG_DRAWN, so that nobody folds it; in it "{words|seen}" is something that moves name
// as `words` and the drawing as `seen`: a front end can mark it, and let it be clicked.
#ifndef VG_ENGINE_DRAWING_H
#define VG_ENGINE_DRAWING_H

#include "base/text.h"

#include <stdbool.h>

#define VG_DRAWN "¦"

enum {
    VG_DRAWING_LEAST = 47, // columns below which nothing is drawn
    VG_DRAWING_ROWS = 7,
    VG_DRAWING_COLUMNS = 4,
    VG_DRAWING_CELL = 480 // bytes
};

// Each cell is lines of words: the first is its head, the others stand under it, folded. Cells
// point into `bytes`: not to be copied.
typedef struct vg_drawing {
    int rows, columns, width;
    vg_text cell[VG_DRAWING_ROWS][VG_DRAWING_COLUMNS];
    bool right[VG_DRAWING_ROWS][VG_DRAWING_COLUMNS]; // joined to the cell on its right
    bool below[VG_DRAWING_ROWS][VG_DRAWING_COLUMNS]; // to the one below it
    char bytes[VG_DRAWING_ROWS][VG_DRAWING_COLUMNS][VG_DRAWING_CELL];
} vg_drawing;

void vg_drawing_start(vg_drawing *d, int rows, int columns, int width);
// "{words|seen}".
void vg_draw_named(vg_text *cell, const char *words, const char *seen);
// What somebody chose himself: none of its letters mean anything here.
void vg_draw_plain(vg_text *cell, const char *text);
// Appends the drawing, at most `width` columns wide.
void vg_drawing_end(vg_drawing *d, vg_text *out);

#endif
