// preview.h: what an invitation looks like where its address is pasted: words and a picture.
#ifndef VG_SERVER_PREVIEW_H
#define VG_SERVER_PREVIEW_H

#include "server/room.h"

// The page at `html` with what others' previews are made of (OpenGraph) told for this table; false
// if it has no place for that. `base` is the address the picture is found under.
bool preview_page(const char *html, size_t length, const room *r, const char *base, vg_lang lang,
                  vg_text *out);
// The game's picture `ground` (web/scripts/invitations.mjs) with the table's seats drawn on it, as
// PNG. False if it is not such a picture.
bool preview_picture(const char *ground, size_t length, const room *r, vg_text *out);

#endif
