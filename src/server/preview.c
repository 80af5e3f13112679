// preview.c: an invitation as messengers show it.
#include "server/preview.h"

#include "server/room_parts.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// ---- words ------------------------------------------------------------------------

// Names come from people, and this is a page.
static void put_escaped(vg_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&' || *text == '<' || *text == '>' || *text == '"' || *text == '\'')
            vg_text_printf(out, "&#%d;", *text);
        else
            vg_text_char(out, *text);
    }
}

static void put_meta(vg_text *out, const char *property, const char *content)
{
    vg_text_printf(out, "<meta property=\"%s\" content=\"", property);
    put_escaped(out, content);
    vg_text_add(out, "\" />\n    ");
}

static void put_title(const room *r, vg_lang lang, vg_text *out)
{
    const vg_game *game = vg_game_find(r->game);
    const char *name = game ? game->name : r->game;
    bool open = room_status_of(r) == ROOM_OPEN && r->host < r->people_count;
    if (open)
        vg_text_printf(out, room_pick(lang, "%s ti invita a %s", "%s invites you to %s"),
                       r->people[r->host].name, name);
    else
        vg_text_add(out, name);
}

static void put_what(const room *r, vg_lang lang, vg_text *out)
{
    int missing = r->seats - room_seats_taken(r);
    switch (room_status_of(r)) {
    case ROOM_OPEN:
        if (missing > 1)
            vg_text_printf(out, room_pick(lang, "Mancano %d giocatori.", "%d players are missing."),
                           missing);
        else
            vg_text_add(out, missing ? room_pick(lang, "Manca un giocatore.", "One is missing.")
                                     : room_pick(lang, "Ci siamo tutti.", "Everybody is here."));
        vg_text_add(out, room_pick(lang, " Si gioca dal browser, senza iscriversi.",
                                   " Played in the browser, without an account."));
        break;
    case ROOM_PLAYING:
        vg_text_add(out, room_pick(lang, "La partita è in corso: vieni a guardare.",
                                   "The game is on: come and watch."));
        break;
    case ROOM_OVER:
    case ROOM_CLOSED:
    case ROOM_FROZEN:
        vg_text_add(out, room_pick(lang, "La partita è finita.", "The game is over."));
        break;
    }
}

static const char *find(const char *html, size_t length, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(html + i, what, n) == 0) return html + i;
    return NULL;
}

bool preview_page(const char *html, size_t length, const room *r, const char *base, vg_lang lang,
                  vg_text *out)
{
    const char *from = find(html, length, "<meta property=\"og:title\""),
               *to = find(html, length, "<link rel=\"manifest\"");
    if (!from || !to || to < from) return false;
    char buffer[512], id[ROOM_ID];
    vg_text text = VG_TEXT(buffer);
    room_id_text(r->id, id);
    vg_text_bytes(out, html, (size_t)(from - html));
    put_title(r, lang, &text);
    put_meta(out, "og:title", buffer);
    vg_text_clear(&text);
    put_what(r, lang, &text);
    put_meta(out, "og:description", buffer);
    vg_text_clear(&text);
    vg_text_printf(&text, "%s/t/%s", base, id);
    put_meta(out, "og:url", buffer);
    vg_text_clear(&text);
    vg_text_printf(&text, "%s/api/tables/%s/preview.png", base, id);
    put_meta(out, "og:image", buffer);
    put_meta(out, "og:image:width", "800");
    put_meta(out, "og:image:height", "420");
    vg_text_add(out, "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n    ");
    vg_text_bytes(out, to, length - (size_t)(to - html));
    return !out->cut;
}

// ---- the picture ------------------------------------------------------------------

enum {
    WIDTH = 800,
    HEIGHT = 420,
    ROW = WIDTH + 1, // and the kind of the row: as it is
    PAPER = 0,       // the first colours of every ground
    INK = 1,
    ACCENT = 2,
    SEAT_Y = 366,
    SEAT_R = 30,
    SEAT_STEP = 84,
    SEAT_X = 48 + SEAT_R
};

static uint32_t number_at(const char *at)
{
    const uint8_t *b = (const uint8_t *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void put_number(vg_text *out, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8) vg_text_char(out, (char)(n >> shift));
}

static void put_part(vg_text *out, const char type[5], const void *data, size_t n)
{
    put_number(out, (uint32_t)n);
    size_t from = out->len;
    vg_text_bytes(out, type, 4);
    vg_text_bytes(out, data, n);
    put_number(out, (uint32_t)crc32(0, (const Bytef *)out->at + from, (uInt)(n + 4)));
}

// The part of that type; NULL if there is none.
static const char *part_of(const char *png, size_t length, const char type[5], uint32_t *n)
{
    for (size_t at = 8; at + 12 <= length;) {
        *n = number_at(png + at);
        if (*n > length - at - 12) return NULL;
        if (memcmp(png + at + 4, type, 4) == 0) return png + at + 8;
        at += 12 + (size_t)*n;
    }
    return NULL;
}

// A person's seat is full, a bot's a ring with a dot, a free one a ring.
static void draw_seat(uint8_t *rows, int x, room_kind kind)
{
    enum { LINE = 5, DOT = 10 };
    for (int dy = -SEAT_R; dy <= SEAT_R; dy++)
        for (int dx = -SEAT_R; dx <= SEAT_R; dx++) {
            int far = dx * dx + dy * dy;
            if (far > SEAT_R * SEAT_R) continue;
            bool line = far > (SEAT_R - LINE) * (SEAT_R - LINE);
            bool dot = kind == ROOM_BOT && far <= DOT * DOT;
            uint8_t colour = kind == ROOM_PERSON ? ACCENT : line || dot ? INK : PAPER;
            rows[(SEAT_Y + dy) * ROW + 1 + x + dx] = colour;
        }
}

bool preview_picture(const char *ground, size_t length, const room *r, vg_text *out)
{
    uint32_t head_length = 0, colours = 0, packed = 0;
    static const uint8_t indexed[] = {8, 3, 0, 0, 0};
    if (length < 8) return false;
    const char *head = part_of(ground, length, "IHDR", &head_length),
               *palette = part_of(ground, length, "PLTE", &colours),
               *data = part_of(ground, length, "IDAT", &packed);
    if (!head || !palette || !data || head_length != 13 || number_at(head) != WIDTH ||
        number_at(head + 4) != HEIGHT || memcmp(head + 8, indexed, sizeof indexed) != 0)
        return false;
    uLongf raw = (uLongf)ROW * HEIGHT, most = compressBound(raw);
    uint8_t *rows = malloc(raw), *again = malloc(most);
    bool ok = rows && again && uncompress(rows, &raw, (const Bytef *)data, packed) == Z_OK &&
              raw == (uLongf)ROW * HEIGHT;
    for (int p = 0; ok && p < r->seats; p++)
        draw_seat(rows, SEAT_X + p * SEAT_STEP, (room_kind)r->chair[p].kind);
    ok = ok && compress2(again, &most, rows, raw, Z_BEST_SPEED) == Z_OK;
    if (ok) {
        vg_text_bytes(out, ground, 8);
        put_part(out, "IHDR", head, head_length);
        put_part(out, "PLTE", palette, colours);
        put_part(out, "IDAT", again, most);
        put_part(out, "IEND", NULL, 0);
    }
    free(rows);
    free(again);
    return ok && !out->cut;
}
