// ladder.c: the JSON of an arena.
#include "lab/ladder.h"

#include "base/json_read.h"

#include <string.h>

#define FEW_ROUNDS 8 // fewer say nothing about how sure it is

// "KEY": value, "KEY_95": [low, high], within `least` and `most`.
static bool read_estimate(const vg_json_doc *doc, int at, const char *key, double least,
                          double most, uint64_t n, vg_estimate *out)
{
    char name[40];
    vg_text text = VG_TEXT(name);
    vg_text_printf(&text, "%s_95", key);
    int span = vg_json_find(doc, at, name);
    double none = least - 1;
    *out = (vg_estimate){.value = vg_json_get_number(doc, vg_json_find(doc, at, key), none),
                         .low = vg_json_get_number(doc, vg_json_item(doc, span, 0), none),
                         .high = vg_json_get_number(doc, vg_json_item(doc, span, 1), none),
                         .n = n};
    return out->value >= least && out->value <= most && out->low >= least && out->low <= most &&
           out->high >= out->low && out->high <= most;
}

// How often bot `one` is ahead of bot `two`: items of "ahead" and "ahead_95".
static bool read_ahead(const vg_json_doc *doc, int bots, int one, int two, uint64_t n,
                       vg_estimate *out)
{
    int at = vg_json_item(doc, bots, one), list = vg_json_find(doc, at, "ahead"),
        spans = vg_json_item(doc, vg_json_find(doc, at, "ahead_95"), two);
    *out = (vg_estimate){.value = vg_json_get_number(doc, vg_json_item(doc, list, two), -1),
                         .low = vg_json_get_number(doc, vg_json_item(doc, spans, 0), -1),
                         .high = vg_json_get_number(doc, vg_json_item(doc, spans, 1), -1),
                         .n = n};
    return out->value >= 0 && out->value <= 1 && out->low >= 0 && out->high >= out->low &&
           out->high <= 1;
}

static bool read_all(vg_ladder *l, const vg_json_doc *doc)
{
    char id[32];
    vg_text text = VG_TEXT(id);
    int64_t seats = 0;
    int bots = vg_json_find(doc, 0, "bots"), order[VG_MAX_SEATS];
    if (!vg_json_get_string(doc, vg_json_find(doc, 0, "game"), &text) ||
        !(l->game = vg_game_find(id)) ||
        !vg_json_get_int(doc, vg_json_find(doc, 0, "seats"), &seats) ||
        seats < l->game->min_seats || seats > l->game->max_seats ||
        !vg_json_get_uint(doc, vg_json_find(doc, 0, "games"), &l->games) ||
        !vg_json_get_uint(doc, vg_json_find(doc, 0, "rounds"), &l->rounds))
        return false;
    l->seats = (int)seats;
    l->count = vg_json_count(doc, bots);
    if (l->count < 2 || l->count > VG_MAX_SEATS) return false;
    for (int i = 0; i < l->count; i++) order[i] = i;
    for (int i = 1; i < l->count; i++) // by rating, the weakest first
        for (int k = i; k > 0; k--) {
            double a = vg_json_get_number(
                       doc, vg_json_find(doc, vg_json_item(doc, bots, order[k]), "elo"), 0),
                   b = vg_json_get_number(
                       doc, vg_json_find(doc, vg_json_item(doc, bots, order[k - 1]), "elo"), 0);
            if (a >= b) break;
            int swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0; i < l->count; i++) {
        int at = vg_json_item(doc, bots, order[i]);
        vg_text bot = VG_TEXT(l->step[i].bot);
        if (!vg_json_get_string(doc, vg_json_find(doc, at, "bot"), &bot) || bot.cut ||
            !read_estimate(doc, at, "elo", -10000, 10000, l->rounds, &l->step[i].elo) ||
            !read_estimate(doc, at, "win_share", 0, 1, l->rounds, &l->step[i].share) ||
            (i > 0 && !read_ahead(doc, bots, order[i], order[i - 1], l->rounds, &l->step[i].over)))
            return false;
        l->step[i].elo.few = l->step[i].share.few = l->step[i].over.few = l->rounds < FEW_ROUNDS;
    }
    return true;
}

bool vg_ladder_read(vg_ladder *l, const char *text, size_t n)
{
    vg_json_doc doc;
    *l = (vg_ladder){0};
    bool good = vg_json_read(&doc, text, n) && vg_json_find(&doc, 0, "fair_share") >= 0 &&
                read_all(l, &doc);
    vg_json_release(&doc);
    return good;
}
