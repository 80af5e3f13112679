// picture.h: the pictures of the cards, for books.
//
// They are drawn from rows when the program is built (tools/pictures.py, docs/pictures.md): things
// once, and pictures as things put in places and strokes of their own. The page has the same of
// its game, and puts it together in the same way (web/src/draw/picture.ts).
#ifndef VG_TALE_PICTURE_H
#define VG_TALE_PICTURE_H

#include "base/text.h"

typedef struct vg_drawn {
    const char *name;    // of a picture: "winter/chiave.spring"
    const char *strokes; // as docs/pictures.md tells
} vg_drawn;

// Sorted by name.
extern const vg_drawn vg_drawn_things[], vg_drawn_pictures[];
extern const int vg_drawn_things_count, vg_drawn_pictures_count;
extern const char *const vg_colours['z' + 1];

// The picture of that name of a game, or NULL.
const vg_drawn *vg_picture_find(const char *game, const char *name);
// Appends what stands inside an <svg> of VG_PICTURE_BOX.
void vg_picture_put(const vg_drawn *picture, vg_text *out);
#define VG_PICTURE_BOX                                                                             \
    "viewBox=\"0 0 480 360\" stroke-width=\"7\" stroke-linecap=\"round\" "                         \
    "stroke-linejoin=\"round\""

#endif
