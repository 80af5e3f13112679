// pieces.c: piles of pieces: as text, as JSON, in words, and moved about by edits.
#include "engine/pieces.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 250 }; // of a kind in a pile

void vg_pile_text(const vg_rows *rows, int set, const uint8_t *count, vg_text *out)
{
    const vg_set *s = vg_set_base(rows, set);
    for (int i = s->from; i < s->from + s->count; i++)
        for (int n = 0; n < count[i]; n++) {
            vg_text_char(out, ' ');
            vg_set_spell(rows, set, NULL, i, out);
        }
    vg_text_char(out, '\n');
}

bool vg_pile_read(const vg_rows *rows, int set, const char *text, uint8_t *count, vg_text *why)
{
    for (;;) {
        char word[48];
        vg_text one = VG_TEXT(word);
        text += strspn(text, " ");
        size_t n = strcspn(text, " *");
        if (n == 0) return true;
        vg_text_bytes(&one, text, n);
        int i = one.cut ? -1 : vg_set_find(rows, set, NULL, word);
        if (i < 0) {
            vg_text_printf(why, "\"%s\" is none that can be here", word);
            return false;
        }
        text += n;
        long times = 1;
        if (*text == '*') {
            char *end;
            times = strtol(text + 1, &end, 10);
            if (end == text + 1 || times < 0 || times > MOST) {
                vg_text_add(why, "a small number follows the star");
                return false;
            }
            text = end;
        }
        if (count[i] + times > MOST) {
            vg_text_printf(why, "there are not so many of %s", word);
            return false;
        }
        count[i] = (uint8_t)(count[i] + times);
    }
}

void vg_pile_json(const vg_rows *rows, int set, const char *key, const uint8_t *count, vg_json *out)
{
    const vg_set *s = vg_set_base(rows, set);
    vg_json_put_open(out, key, '[');
    for (int i = s->from; i < s->from + s->count; i++)
        for (int n = 0; n < count[i]; n++) {
            char slug[VG_MAX_MOVE_TEXT];
            vg_text one = VG_TEXT(slug);
            vg_set_spell(rows, set, NULL, i, &one);
            if (s->slug || s->spell)
                vg_json_string(out, slug);
            else
                vg_json_int(out, i);
        }
    vg_json_close(out, ']');
}

void vg_pile_words(const vg_rows *rows, int set, const uint8_t *count, vg_lang lang, vg_text *out)
{
    const vg_set *s = vg_set_base(rows, set);
    bool any = false;
    for (int i = s->from; i < s->from + s->count; i++) {
        if (!count[i]) continue;
        vg_text_printf(out, "%s%s", any ? ", " : "", s->name_of(i)->in[lang]);
        if (count[i] > 1) vg_text_printf(out, " ×%d", count[i]);
        any = true;
    }
    if (!any) vg_text_add(out, lang == VG_IT ? "niente" : "nothing");
}

bool vg_cards_fetch(const vg_cards *from, int kind, int keep)
{
    if (from->deck[kind]) {
        from->deck[kind]--;
        --*from->deck_count;
        return true;
    }
    if (from->discard[kind]) {
        from->discard[kind]--;
        return true;
    }
    int other = 0;
    while (other < from->kinds && !from->deck[other]) other++;
    for (int p = 0; p < from->seats && other < from->kinds; p++) {
        uint8_t *hand = from->hand + p * from->stride;
        if (p == keep || !hand[kind]) continue;
        hand[kind]--;
        from->deck[other]--;
        --*from->deck_count;
        hand[other]++;
        return true;
    }
    return false;
}
