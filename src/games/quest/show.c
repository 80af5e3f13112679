// show.c: the table of Quest for Legend, as lines and as JSON for front ends.
#include "games/quest/quest.h"

// ---- as lines --------------------------------------------------------------------

static void put_line(vg_text *out, const char *line) { vg_text_printf(out, "%s\n", line); }

static void show_deck(const quest_state *s, vg_lang lang, vg_text *out)
{
    char line[1024];
    vg_text t = VG_TEXT(line);
    if (s->ending)
        vg_text_add(&t, lang == VG_IT ? "Mazzo: finito, ultimo turno" : "Deck: run out, last turn");
    else if (lang == VG_IT)
        vg_text_printf(&t, "%s mazzo: %d cart%s",
                       s->one_deck     ? "Unico"
                       : s->decks == 1 ? "Primo"
                                       : "Secondo",
                       s->deck_count, s->deck_count == 1 ? "a" : "e");
    else
        vg_text_printf(&t, "%s deck: %d card%s",
                       s->one_deck     ? "Only"
                       : s->decks == 1 ? "First"
                                       : "Second",
                       s->deck_count, s->deck_count == 1 ? "" : "s");
    vg_text_add(&t, lang == VG_IT ? ". Scarti: " : ". Discards: ");
    vg_pile_words(&quest_rows, QUEST_SET_CARD, s->discard, lang, &t);
    put_line(out, line);
}

static void show_owned(const quest_state *s, const uint8_t *owner, int seat, const char *title,
                       vg_lang lang, vg_text *out)
{
    char line[1024];
    vg_text t = VG_TEXT(line);
    vg_text_add(&t, title);
    bool any = false;
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        if (owner[m] != seat + 1) continue;
        vg_text_printf(&t, "%s %s (%d)", any ? "," : "", quest_cards(s)->mission[m].name.in[lang],
                       quest_cards(s)->mission[m].points);
        any = true;
    }
    if (any) put_line(out, line);
}

static void show_seat(const quest_state *s, int seat, const vg_score *score, const vg_voice *voice,
                      vg_text *out)
{
    const quest_edition *e = quest_cards(s);
    vg_lang lang = voice->lang;
    char line[1024];
    vg_text t = VG_TEXT(line);
    bool it = lang == VG_IT;
    vg_text_add(&t, vg_voice_name(voice, seat));
    if (seat == voice->reader && voice->name[seat]) vg_text_add(&t, it ? " (tu)" : " (you)");
    if (s->hero[seat]) vg_text_printf(&t, ", %s", quest_hero_of(s, seat)->name.in[lang]);
    int n = s->hand_count[seat], points = score->points[seat];
    if (it)
        vg_text_printf(&t, ": %d cart%s, %d punt%s", n, n == 1 ? "a" : "e", points,
                       points == 1 || points == -1 ? "o" : "i");
    else
        vg_text_printf(&t, ": %d card%s, %d point%s", n, n == 1 ? "" : "s", points,
                       points == 1 || points == -1 ? "" : "s");
    if (s->pairs) vg_text_add(&t, it ? " in coppia" : " as a pair");
    if (seat == s->turn && s->phase >= QUEST_PHASE_PUT)
        vg_text_add(&t, it ? ", di turno" : ", to play");
    put_line(out, line);
    show_owned(s, s->won, seat, it ? "  completate:" : "  completed:", lang, out);
    show_owned(s, s->beaten, seat, it ? "  superate:" : "  superseded:", lang, out);
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        const quest_slot *q = &s->slot[at];
        if (q->owner != seat + 1) continue;
        vg_text_clear(&t);
        vg_text_printf(&t, "  %s (%d): %s ", e->mission[at >> 1].name.in[lang],
                       e->mission[at >> 1].points,
                       !it            ? "still needs"
                       : q->left == 1 ? "manca"
                                      : "mancano");
        vg_pile_words(&quest_rows, QUEST_SET_RESOURCE, q->missing, lang, &t);
        vg_text_add(&t, it ? "; sotto: " : "; laid: ");
        vg_pile_words(&quest_rows, QUEST_SET_RESOURCE, q->laid, lang, &t);
        put_line(out, line);
    }
    if (seat == voice->reader || !quest_knows_hand(s, seat) || n == 0) return;
    vg_text_clear(&t); // a whole state: a replay shows every hand
    vg_text_add(&t, it ? "  in mano: " : "  in hand: ");
    vg_pile_words(&quest_rows, QUEST_SET_CARD, s->hand[seat], lang, &t);
    put_line(out, line);
}

void quest_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const quest_state *s = view;
    vg_score score = {0};
    quest_score(s, &score);
    show_deck(s, voice->lang, out);
    for (int p = 0; p < s->seats; p++) show_seat(s, p, &score, voice, out);
    int reader = voice->reader;
    if (reader < 0 || reader >= s->seats) return;
    char line[1024];
    vg_text t = VG_TEXT(line);
    if (s->hero[reader]) {
        vg_text_printf(&t, "%s: ", quest_hero_of(s, reader)->name.in[voice->lang]);
        quest_gift_text(quest_cards(s), s->hero[reader] - 1, voice->lang, &t);
        put_line(out, line);
        vg_text_clear(&t);
    }
    vg_text_add(&t, voice->lang == VG_IT ? "In mano: " : "In hand: ");
    vg_pile_words(&quest_rows, QUEST_SET_CARD, s->hand[reader], voice->lang, &t);
    put_line(out, line);
}

// ---- as JSON -----------------------------------------------------------------------

// {"boat":1,...} with every resource, so that a front end can draw empty places too.
static void print_needs(const quest_edition *e, const char *key, const uint8_t *count, vg_json *out)
{
    vg_json_put_open(out, key, '{');
    for (int r = 0; r < QUEST_RESOURCES; r++) vg_json_put_int(out, e->resource[r].slug, count[r]);
    vg_json_close(out, '}');
}

static void print_owned(const quest_edition *e, const char *key, const uint8_t *owner, int seat,
                        vg_json *out)
{
    vg_json_put_open(out, key, '[');
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (owner[m] == seat + 1) vg_json_string(out, e->mission[m].slug);
    vg_json_close(out, ']');
}

// What is not known is left out: a hand has "hand" only where the state holds it.
static void print_seat(const quest_state *s, int seat, const vg_score *score, vg_json *out)
{
    const quest_edition *e = quest_cards(s);
    vg_json_open(out, '{');
    vg_json_put_string(out, "hero", s->hero[seat] ? quest_hero_of(s, seat)->slug : NULL);
    vg_json_put_int(out, "hand_count", s->hand_count[seat]);
    bool known = quest_knows_hand(s, seat);
    if (known) vg_pile_json(&quest_rows, QUEST_SET_CARD, "hand", s->hand[seat], out);
    if (known && s->decks == 2 && vg_sum(s->drew[seat], QUEST_KINDS) == s->drew_count[seat])
        vg_pile_json(&quest_rows, QUEST_SET_CARD, "drew", s->drew[seat], out);
    print_owned(e, "completed", s->won, seat, out);
    print_owned(e, "superseded", s->beaten, seat, out);
    if (s->pairs) vg_json_put_int(out, "partner", seat ^ 2);
    vg_json_put_int(out, "points", score->points[seat]);
    vg_json_close(out, '}');
}

static void print_slot(const quest_state *s, int at, vg_json *out)
{
    const quest_edition *e = quest_cards(s);
    const quest_slot *q = &s->slot[at];
    char id[48];
    vg_text t = VG_TEXT(id);
    vg_set_spell(&quest_rows, QUEST_SET_SLOT, s, at, &t);
    vg_json_open(out, '{');
    vg_json_put_string(out, "id", id);
    vg_json_put_string(out, "mission", e->mission[at >> 1].slug);
    vg_json_put_int(out, "owner", q->owner - 1);
    vg_json_put_int(out, "points", e->mission[at >> 1].points);
    print_needs(e, "needs", e->mission[at >> 1].need, out);
    print_needs(e, "missing", q->missing, out);
    vg_json_put_int(out, "left", q->left);
    vg_pile_json(&quest_rows, QUEST_SET_RESOURCE, "laid", q->laid, out);
    vg_json_put_bool(out, "twin", s->slot[at ^ 1].owner != 0);
    vg_json_close(out, '}');
}

void quest_print(const void *view, const vg_voice *voice, vg_json *out)
{
    (void)voice; // slugs and numbers only: the words are in the catalog
    const quest_state *s = view;
    vg_score score = {0};
    quest_score(s, &score);
    vg_json_open(out, '{');
    vg_json_put_string(out, "phase", quest_asks[s->phase].name);
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_int(out, "first", s->first == 0xff ? -1 : s->first);
    vg_json_put_bool(out, "pairs", s->pairs);
    vg_json_put_bool(out, "partner_help", s->partner_help);
    vg_json_put_int(out, "deck", s->decks);
    vg_json_put_int(out, "deck_count", s->deck_count);
    if (s->deck_count && vg_sum(s->deck, QUEST_KINDS) == s->deck_count)
        vg_pile_json(&quest_rows, QUEST_SET_CARD, "deck_cards", s->deck, out);
    vg_json_put_bool(out, "last_round", s->ending);
    vg_json_put_int(out, "last_turns", s->last_left);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) print_seat(s, p, &score, out);
    vg_json_close(out, ']');
    vg_json_put_open(out, "missions", '[');
    for (uint32_t table = s->table; table; table &= table - 1) print_slot(s, vg_lowest(table), out);
    vg_json_close(out, ']');
    vg_pile_json(&quest_rows, QUEST_SET_CARD, "discard", s->discard, out);
    vg_pile_json(&quest_rows, QUEST_SET_RESOURCE, "aside", s->aside, out);
    if (s->decks == 2) vg_pile_json(&quest_rows, QUEST_SET_CARD, "second", s->second, out);
    vg_json_close(out, '}');
}

void quest_catalog(int edition, vg_lang lang, vg_json *out)
{
    const quest_edition *e = &quest_editions[edition];
    vg_json_open(out, '{');
    vg_json_put_string(out, "edition", quest_edition_slugs[edition]);
    vg_json_put_open(out, "resources", '[');
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        char letter[2] = {e->resource[r].letter, 0};
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", e->resource[r].slug);
        vg_json_put_string(out, "name", e->resource[r].name.in[lang]);
        vg_json_put_string(out, "text", e->resource[r].text.in[lang]);
        vg_json_put_string(out, "letter", letter);
        vg_json_put_int(out, "copies", e->resource[r].copies);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "missions", '[');
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", e->mission[m].slug);
        vg_json_put_string(out, "name", e->mission[m].name.in[lang]);
        vg_json_put_string(out, "text", e->mission[m].text.in[lang]);
        vg_json_put_int(out, "copies", e->mission[m].in_play ? QUEST_TWINS : 0);
        vg_json_put_int(out, "points", e->mission[m].points);
        print_needs(e, "needs", e->mission[m].need, out);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "heroes", '[');
    for (int h = 0; h < QUEST_HEROES; h++) {
        char gift[240];
        vg_text t = VG_TEXT(gift);
        quest_gift_text(e, h, lang, &t);
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", e->hero[h].slug);
        vg_json_put_string(out, "name", e->hero[h].name.in[lang]);
        vg_json_put_string(out, "text", e->hero[h].text.in[lang]);
        vg_json_put_string(out, "gift", gift);
        vg_json_put_string(out, "special", e->mission[e->hero[h].special].slug);
        vg_json_put_open(out, "pair", '[');
        for (int i = 0; i < 2; i++) vg_json_string(out, e->resource[e->hero[h].pair[i]].slug);
        vg_json_close(out, ']');
        vg_json_put_string(out, "pair_for", e->resource[e->hero[h].pair_for].slug);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
