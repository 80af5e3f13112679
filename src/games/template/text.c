// text.c: Candles in words: notation, labels, sentences, and the lines that
// scenarios read and write.
#include "games/template/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void candle_move_text(const void *state, vg_move m, vg_text *out)
{
    (void)state;
    int a = vg_move_a(m);
    switch ((candle_move)vg_move_kind(m)) {
    case CANDLE_START: vg_text_printf(out, "start %d", a); return;
    case CANDLE_DRAW: vg_text_printf(out, "draw %d", a); return;
    case CANDLE_PLAY: vg_text_printf(out, "play %d", a); return;
    case CANDLE_PEEK: vg_text_printf(out, "peek %d", a); return;
    case CANDLE_SNUFF: vg_text_add(out, "snuff"); return;
    case CANDLE_PASS: vg_text_add(out, "pass"); return;
    }
}

void candle_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    (void)view;
    static const vg_words words[] = {
        [CANDLE_START] = VG_WORDS("Comincia il posto {0}", "Seat {0} starts"),
        [CANDLE_DRAW] = VG_WORDS("Pesca la candela {0}", "Draw the candle of {0}"),
        [CANDLE_PLAY] = VG_WORDS("Accendi la candela {0}", "Light the candle of {0}"),
        [CANDLE_PEEK] =
            VG_WORDS("Guarda la candela al posto {0}", "Look at the candle in place {0}"),
        [CANDLE_SNUFF] = VG_WORDS("Spegnila con la tua", "Snuff it with yours"),
        [CANDLE_PASS] = VG_WORDS("Lascia stare", "Let it be"),
    };
    char number[8];
    snprintf(number, sizeof number, "%d", vg_move_a(m));
    const char *const args[] = {number};
    vg_text_fill(out, words[vg_move_kind(m)].in[voice->lang], args, 1);
}

void candle_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    static const vg_saying turn = VG_SAYING("{0} accende una candela, o ne guarda una nel mezzo",
                                            "Accendi una candela, o guardane una nel mezzo",
                                            "{0} lights a candle, or looks at one in the middle",
                                            "Light a candle, or look at one in the middle");
    static const vg_saying window =
        VG_SAYING("{0} può spegnere questo 6", "Vuoi spegnere questo 6 con un tuo 6, o lasci stare",
                  "{0} may snuff this 6", "Snuff this 6 with a 6 of yours, or let it be");
    static const vg_saying over = VG_SAYING("La partita è finita", "", "The game is over", "");
    vg_ask ask = candle_ask(view);
    const vg_saying *says = ask.actor == VG_NOBODY ? &over : ask.window ? &window : &turn;
    vg_voice_say(voice, out, says, ask.actor, NULL, 0);
}

void candle_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    (void)view;
    static const vg_saying says[CANDLE_EVENT_COUNT] = {
        [CANDLE_EV_START] = VG_SAYING("Comincia {0}", "Cominci tu", "{0} starts", "You start"),
        [CANDLE_EV_HID] =
            VG_SAYING("Una candela va nel mezzo", "", "A candle goes into the middle", ""),
        [CANDLE_EV_DREW] = VG_SAYING("{0} pesca", "Peschi la candela {1}", "{0} draws",
                                     "You draw the candle of {1}"),
        [CANDLE_EV_PLAYED] =
            VG_SAYING("{0} accende la candela {1}", "Accendi la candela {1}",
                      "{0} lights the candle of {1}", "You light the candle of {1}"),
        [CANDLE_EV_PEEKED] =
            VG_SAYING("{0} guarda il posto {1} nel mezzo", "Al posto {1} c'è la candela {2}",
                      "{0} looks at place {1} in the middle", "In place {1} is the candle of {2}"),
        [CANDLE_EV_SNUFFED] = VG_SAYING("{0} spegne il 6 di {3}", "Spegni il 6 di {3}",
                                        "{0} snuffs the 6 of {3}", "You snuff the 6 of {3}"),
    };
    char a[8], b[8];
    snprintf(a, sizeof a, "%d", e->arg[0]);
    snprintf(b, sizeof b, "%d", e->arg[1]);
    const char *whose = e->kind == CANDLE_EV_SNUFFED ? vg_voice_name(voice, e->arg[0]) : "";
    const char *const args[] = {a, b, whose};
    vg_voice_say(voice, out, &says[e->kind], e->seat, args, 3);
}

void candle_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                       vg_text *out)
{
    (void)view;
    vg_text_printf(out, voice->lang == VG_IT ? "candele lunghe %d: %d" : "candles of %d: %d",
                   line->arg[0], line->arg[1]);
}

void candle_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                    vg_text *out)
{
    const candle_state *s = view;
    int kind = 0;
    if (sscanf(text, "play %d", &kind) == 1 && kind >= 1 && kind <= CANDLE_KINDS &&
        !s->hand[seat][kind])
        vg_text_printf(out,
                       voice->lang == VG_IT ? "non hai in mano la candela %d (TC-02)"
                                            : "you do not hold the candle of %d (TC-02)",
                       kind);
}

static void list(vg_text *out, const uint8_t *count)
{
    for (int k = 1; k <= CANDLE_KINDS; k++)
        for (int n = 0; n < count[k]; n++) vg_text_printf(out, " %d", k);
}

void candle_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const candle_state *s = view;
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "%s:", vg_voice_name(voice, p));
        list(out, s->row[p]);
        if (p == voice->reader) {
            vg_text_add(out, voice->lang == VG_IT ? "; in mano:" : "; in hand:");
            list(out, s->hand[p]);
        }
        vg_text_char(out, '\n');
    }
}

static void print_counts(vg_json *out, const char *key, const uint8_t *count)
{
    vg_json_put_open(out, key, '[');
    for (int k = 1; k <= CANDLE_KINDS; k++)
        for (int n = 0; n < count[k]; n++) vg_json_int(out, k);
    vg_json_close(out, ']');
}

void candle_print(const void *view, const vg_voice *voice, vg_json *out)
{
    const candle_state *s = view;
    vg_json_open(out, '{');
    vg_json_put_int(out, "deck", s->deck_count);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) {
        vg_json_open(out, '{');
        vg_json_put_int(out, "hand_count", s->hand_count[p]);
        if (p == voice->reader) print_counts(out, "hand", s->hand[p]);
        print_counts(out, "row", s->row[p]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "middle", '[');
    for (int i = 0; i < CANDLE_MIDDLE; i++) vg_json_int(out, s->middle[i]);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void candle_catalog(int edition, vg_lang lang, vg_json *out)
{
    (void)edition, (void)lang;
    vg_json_open(out, '{');
    vg_json_put_int(out, "candles", CANDLE_KINDS * CANDLE_COPIES);
    vg_json_close(out, '}');
}

void candle_dump(const void *state, vg_text *out)
{
    const candle_state *s = state;
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "hand %d:", p);
        list(out, s->hand[p]);
        vg_text_printf(out, "\nrow %d:", p);
        list(out, s->row[p]);
        vg_text_char(out, '\n');
    }
    vg_text_add(out, "middle:");
    for (int i = 0; i < CANDLE_MIDDLE; i++) vg_text_printf(out, " %d", s->middle[i]);
    vg_text_printf(out, "\nturn: %d\n", s->turn);
}

// "hand 1: 6 2": what the seat held goes back to the deck, these come out of it.
vg_err candle_edit(void *state, const char *line, vg_text *why)
{
    candle_state s = *(candle_state *)state;
    int p = 0, used = 0;
    if (sscanf(line, "hand %d:%n", &p, &used) != 1 || !used || p < 0 || p >= s.seats) {
        vg_text_add(why, "only \"hand SEAT: LENGTHS\" can be given");
        return VG_ERR_SYNTAX;
    }
    for (int k = 1; k <= CANDLE_KINDS; k++) {
        s.deck[k] = (uint8_t)(s.deck[k] + s.hand[p][k]);
        s.deck_count = (uint8_t)(s.deck_count + s.hand[p][k]);
    }
    memset(s.hand[p], 0, sizeof s.hand[p]);
    s.hand_count[p] = 0;
    for (const char *at = line + used; *at;) {
        char *end;
        long k = strtol(at, &end, 10);
        if (end == at) break;
        at = end;
        if (k < 1 || k > CANDLE_KINDS || !s.deck[k]) {
            vg_text_printf(why, "no candle of %ld is left in the deck", k);
            return VG_ERR_SYNTAX;
        }
        s.deck[k]--;
        s.deck_count--;
        s.hand[p][k]++;
        s.hand_count[p]++;
    }
    *(candle_state *)state = s;
    return VG_OK;
}
