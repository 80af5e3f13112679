// position.c: the laws of one position, whoever's game it is.
#include "laws.h"

#include "engine/drawing.h"
#include "engine/stack.h"
#include "json_check.h"

#include <stdio.h>
#include <string.h>

// ---- the game's own tables ---------------------------------------------------

static void check_fields(trial *t)
{
    const vg_game *g = t->game;
    uint8_t covered[VG_MAX_STATE] = {0}, open[VG_MAX_STATE] = {0};
    for (int i = 0; i < g->field_count; i++) {
        const vg_field *f = &g->fields[i];
        if (f->offset + f->size > (int)g->state_size) {
            broken(t, "field %s lies outside the state", f->name);
            return;
        }
        for (int b = f->offset; b < f->offset + f->size; b++) {
            if (covered[b]++) broken(t, "byte %d is in two fields, one is %s", b, f->name);
            open[b] = f->who == VG_ALL;
        }
        if (f->who == VG_ALL || f->who == VG_NOBODY_KNOWS) continue;
        if (f->stride == 0 || f->size % f->stride) broken(t, "field %s: bad stride", f->name);
        if (f->who == VG_OWNER && f->stride && f->size / f->stride < g->max_seats)
            broken(t, "field %s has fewer elements than seats", f->name);
    }
    for (size_t b = 0; b < g->state_size; b++)
        if (!covered[b]) broken(t, "byte %zu of the state is in no field", b);
    // Masks must be known to all, or views would depend on the order of the table.
    for (int i = 0; i < g->field_count; i++) {
        const vg_field *f = &g->fields[i];
        for (int e = 0; f->who == VG_KNOWN && f->stride && e < f->size / f->stride; e++)
            if (!open[f->mask + e]) broken(t, "the masks of field %s are not public", f->name);
    }
}

static void check_catalog(trial *t, int edition, vg_lang lang)
{
    vg_text text = vg_text_heap();
    vg_json json = vg_json_to(&text);
    vg_catalog(t->game, edition, lang, &json);
    if (text.at[0] != '{' || !json_ok(text.at))
        broken(t, "catalog(%d, %s) is not a JSON object", edition, vg_lang_code((vg_lang)lang));
    vg_text_release(&text);
}

// A preset has words, a key that is no option's, sets options there are, and can be taken back.
static void check_preset(trial *t, const vg_preset *preset)
{
    const vg_game *g = t->game;
    vg_setup how, normal;
    char text[64], room[256];
    vg_text why = VG_TEXT(room);
    vg_setup_normal(g, g->min_seats, &normal);
    how = normal;
    for (int i = 0; i < g->option_count; i++)
        if (strcmp(g->options[i].key, preset->key) == 0)
            broken(t, "preset %s is an option too", preset->key);
    for (const char *const *set = preset->sets; *set; set++)
        if (vg_setup_option(g, &how, *set, VG_EN, &why) != VG_OK)
            broken(t, "preset %s sets %s, which is no option", preset->key, *set);
    if (t->failed) return;
    if (vg_preset_holds(g, preset, &normal)) broken(t, "preset %s changes nothing", preset->key);
    if (!vg_preset_holds(g, preset, &how)) broken(t, "preset %s undoes itself", preset->key);
    vg_setup by_name = normal;
    snprintf(text, sizeof text, "%s=yes", preset->key);
    if (vg_setup_option(g, &by_name, text, VG_EN, &why) != VG_OK ||
        memcmp(&by_name, &how, sizeof how) != 0)
        broken(t, "preset %s cannot be chosen", preset->key);
    snprintf(text, sizeof text, "%s=no", preset->key);
    if (vg_setup_option(g, &by_name, text, VG_EN, &why) != VG_OK ||
        memcmp(&by_name, &normal, sizeof how) != 0)
        broken(t, "preset %s cannot be taken back", preset->key);
    snprintf(text, sizeof text, "%s=maybe", preset->key);
    if (vg_setup_option(g, &by_name, text, VG_EN, &why) == VG_OK ||
        memcmp(&by_name, &normal, sizeof how) != 0)
        broken(t, "preset %s takes anything", preset->key);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++)
        if (!*preset->name.in[lang] || !*preset->what.in[lang])
            broken(t, "preset %s has no description", preset->key);
}

void check_game(trial *t)
{
    const vg_game *g = t->game;
    if (g->state_size % 8 || g->state_size > VG_MAX_STATE)
        broken(t, "state_size %zu is not a multiple of 8 up to %d", g->state_size, VG_MAX_STATE);
    if (g->min_seats < 1 || g->max_seats > VG_MAX_SEATS || g->min_seats > g->max_seats)
        broken(t, "bad number of seats");
    check_fields(t);
    if (!t->failed) check_types(t);
    for (int i = 0; i < g->ask_count; i++)
        if (g->asks[i].name && !g->asks[i].rule) broken(t, "ask %s has no rule", g->asks[i].name);
    for (int i = 1; i < g->event_count; i++)
        if (!g->events[i] || !*g->events[i]) broken(t, "event kind %d is not described", i);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        if (!g->rules[lang] || !*g->rules[lang])
            broken(t, "no rules in %s", vg_lang_code((vg_lang)lang));
        if (!g->tagline.in[lang] || !*g->tagline.in[lang]) broken(t, "no tagline");
        for (int e = 0; e < g->edition_count; e++) check_catalog(t, e, (vg_lang)lang);
        for (int i = 0; i < g->option_count; i++)
            if (!g->options[i].what.in[lang] || !*g->options[i].what.in[lang])
                broken(t, "option %s has no description", g->options[i].key);
    }
    for (int i = 0; i < g->preset_count; i++) check_preset(t, &g->presets[i]);
}

// ---- words -------------------------------------------------------------------

static bool valid_utf8(const char *s)
{
    char clean[4096];
    vg_text out = VG_TEXT(clean);
    for (const char *l = s; *l;) { // line by line: vg_text_clean folds breaks
        size_t n = strcspn(l, "\n");
        vg_text_clear(&out);
        if (n < sizeof clean && n) {
            // Runs of spaces are folded too, so compare without them.
            vg_text_clean(&out, l, n, 4096);
            const char *a = l, *b = clean;
            while (a < l + n) {
                if (*a == ' ') {
                    a++;
                    continue;
                }
                while (*b == ' ') b++;
                if (*a++ != *b++) return false;
            }
        }
        l += n + (l[n] == '\n');
    }
    return true;
}

static void check_words(trial *t, const char *what, const vg_text *text, int reader, int lang)
{
    const char *code = vg_lang_code((vg_lang)lang);
    if (text->len == 0) broken(t, "%s is empty for reader %d (%s)", what, reader, code);
    if (!valid_utf8(text->at)) broken(t, "%s is not clean UTF-8: \"%s\"", what, text->at);
    if (strstr(text->at, "{0") || strstr(text->at, "(null)") || strstr(text->at, "{1"))
        broken(t, "%s has an unfilled hole: \"%s\"", what, text->at);
}

static void check_labels(trial *t, const world *view, const vg_voice *voice, const vg_move *list,
                         int count)
{
    static char label[VG_MAX_LEGAL][512];
    for (int i = 0; i < count; i++) {
        vg_text text = VG_TEXT(label[i]);
        vg_move_label(t->game, view->at, list[i], voice, &text);
        check_words(t, "a move's label", &text, voice->reader, (int)voice->lang);
        if (text.cut) broken(t, "a label is longer than 511 bytes: \"%s\"", label[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(label[i], label[j]) == 0)
                broken(t, "two moves have the label \"%s\"", label[i]);
    }
}

// A question names the seat it is put to, but to that seat itself: nobody is told to do what is
// another's to do.
static void check_prompt(trial *t, const world *view, vg_voice voice)
{
    static const char *const names[VG_MAX_SEATS] = {"Ada",  "Bice",  "Ciro", "Dora",
                                                    "Elio", "Fosca", "Gino", "Ilda"};
    vg_ask ask = t->game->ask(view->at);
    vg_text text = vg_text_heap();
    memcpy(voice.name, names, sizeof names);
    vg_prompt(t->game, view->at, &voice, &text);
    if (ask.actor >= 0) {
        check_words(t, "the prompt", &text, voice.reader, (int)voice.lang);
        if (ask.actor != voice.reader && !strstr(text.at, names[ask.actor]))
            broken(t, "the prompt does not tell reader %d who is asked: \"%s\"", voice.reader,
                   text.at);
    }
    vg_text_release(&text);
}

// Are lines folded already? What belongs under a line is a step further in (two spaces, three
// before short numbers); what was folded hangs further.
static bool is_folded(const char *lines)
{
    size_t before = 0;
    for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t indent = strspn(at, " >"); // "> " marks who is to play
        if (indent > before + 3) return true;
        before = indent;
    }
    return false;
}

// A drawing keeps to its columns, and what it names is written "{words|seen}".
static const char *bad_drawing(const char *lines, int width)
{
    for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strncmp(at, VG_DRAWN, strlen(VG_DRAWN)) != 0) continue;
        int columns = -1; // the mark at the beginning is not shown
        for (const char *c = at; *c && *c != '\n'; c++) {
            if (*c == '|' || *c == '}') return "not well named";
            if (*c == '{') {
                size_t words = strcspn(c, "|\n");
                if (words < 2 || c[words] != '|') return "without a name";
                c += words + 1;
                for (; *c && *c != '}'; c++) {
                    if (strchr("{|\n", *c)) return "without an end";
                    columns += ((unsigned char)*c & 0xc0) != 0x80;
                }
                continue;
            }
            columns += ((unsigned char)*c & 0xc0) != 0x80;
        }
        if (columns > width) return "too wide";
    }
    return NULL;
}

static void check_drawing(trial *t, const world *view, vg_voice voice)
{
    static const int widths[] = {VG_DRAWING_LEAST, 60, 73, 120};
    vg_text text = vg_text_heap();
    voice.width = widths[t->moves % 4];
    t->game->show(view->at, &voice, &text);
    const char *wrong = bad_drawing(text.at, voice.width);
    if (wrong) broken(t, "drawn in %d columns: %s: %s", voice.width, wrong, text.at);
    check_words(t, "the drawing", &text, voice.reader, (int)voice.lang);
    vg_text_release(&text);
}

// What `reader` reads: prompt, table, JSON and labels, in both languages, from the view.
static void check_reader(trial *t, const world *view, int reader, const vg_move *list, int count)
{
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        vg_voice voice = {.lang = (vg_lang)lang, .reader = reader};
        vg_text text = vg_text_heap();
        check_prompt(t, view, voice);
        t->game->show(view->at, &voice, &text);
        check_words(t, "the table", &text, reader, lang);
        if (is_folded(text.at))
            broken(t, "show() folds its lines for reader %d: %s", reader, text.at);
        check_drawing(t, view, voice);
        vg_text_clear(&text);
        vg_json json = vg_json_to(&text);
        vg_print(t->game, view->at, &voice, &json);
        if (text.at[0] != '{' || !json_ok(text.at))
            broken(t, "print() is not a JSON object for reader %d: %s", reader, text.at);
        vg_text_release(&text);
        check_labels(t, view, &voice, list, count);
    }
}

void check_events(trial *t, const vg_events *ev)
{
    const vg_game *g = t->game;
    if (ev->overflow) broken(t, "one move caused more than %d events", VG_MAX_EVENTS);
    world view;
    for (int i = 0; i < ev->count; i++) {
        const vg_event *e = &ev->event[i];
        if (e->kind == 0 || e->kind >= g->event_count) {
            broken(t, "event kind %d does not exist", e->kind);
            return;
        }
        if (e->seat >= t->seats || e->seat < VG_NOBODY) broken(t, "event about seat %d", e->seat);
        t->seen->event[e->kind]++;
        for (int reader = -1; t->thorough && reader < t->seats; reader++) {
            int viewer = reader < 0 ? VG_WATCHER : reader;
            if (!(e->to & (reader < 0 ? VG_TO_WATCHERS : VG_TO(reader)))) continue;
            vg_game_view(g, t->state.at, viewer, view.at);
            for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
                vg_voice voice = {.lang = (vg_lang)lang, .reader = viewer};
                char now[1024], later[1024];
                vg_text a = VG_TEXT(now), b = VG_TEXT(later);
                vg_event_text(g, view.at, e, &voice, &a);
                check_words(t, g->events[e->kind], &a, viewer, lang);
                // A log is read again at any time: only edition and seats may matter.
                vg_event_text(g, t->fresh.at, e, &voice, &b);
                if (strcmp(now, later) != 0)
                    broken(t, "event %s reads \"%s\" now but \"%s\" from another view",
                           g->events[e->kind], now, later);
            }
        }
    }
}

// ---- score -------------------------------------------------------------------

void check_score(trial *t)
{
    const vg_game *g = t->game;
    static vg_score score;
    memset(&score, 0, sizeof score);
    g->score(t->state.at, &score);
    int sum[VG_MAX_SEATS] = {0};
    for (int i = 0; i < score.line_count; i++) {
        const vg_score_line *l = &score.line[i];
        if (l->seat < 0 || l->seat >= t->seats) {
            broken(t, "a score line is about seat %d", l->seat);
            return;
        }
        sum[l->seat] += l->points;
        for (int lang = 0; t->thorough && lang < VG_LANG_COUNT; lang++) {
            vg_voice voice = {.lang = (vg_lang)lang, .reader = l->seat};
            char buffer[512];
            vg_text text = VG_TEXT(buffer);
            vg_score_text(g, t->state.at, l, &voice, &text);
            check_words(t, "a score line", &text, l->seat, lang);
        }
    }
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        if (p >= t->seats) {
            if (score.rank[p] || score.points[p]) broken(t, "seat %d has a score", p);
            continue;
        }
        if (sum[p] != score.points[p])
            broken(t, "seat %d: lines add up to %d, points are %d", p, sum[p], score.points[p]);
        int better = 0;
        for (int q = 0; q < t->seats; q++) better += score.rank[q] < score.rank[p];
        if (score.rank[p] != better + 1)
            broken(t, "seat %d has rank %d with %d seats before it", p, score.rank[p], better);
    }
}

// ---- moves -------------------------------------------------------------------

static void note_word(trial *t, const char *notation)
{
    coverage *c = t->seen;
    size_t n = strcspn(notation, " ");
    int i = 0;
    while (i < c->words && (strncmp(c->name[i], notation, n) != 0 || c->name[i][n])) i++;
    if (i == LAWS_MOVE_WORDS) return;
    if (i == c->words) snprintf(c->name[c->words++], sizeof c->name[0], "%.*s", (int)n, notation);
    c->word[i]++;
}

static void check_notation(trial *t, int seat, const char *notation, const vg_text *text)
{
    if (text->cut || text->len == 0) broken(t, "seat %d: notation \"%s\"", seat, notation);
    if (notation[strspn(notation, "abcdefghijklmnopqrstuvwxyz0123456789@.+- ")])
        broken(t, "seat %d: \"%s\" uses a character notation has not", seat, notation);
    if (notation[0] == ' ' || strstr(notation, "  ") || notation[strlen(notation) - 1] == ' ')
        broken(t, "seat %d: \"%s\" has idle spaces", seat, notation);
}

// One random mistake in `text`.
static void garble(trial *t, char *text, size_t cap)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789@.+- \x01\xc3%\"";
    size_t n = strlen(text), at = vg_rng_below(&t->doubts, (uint32_t)n + 1);
    char c = letters[vg_rng_below(&t->doubts, sizeof letters - 1)];
    switch (vg_rng_below(&t->doubts, 4)) {
    case 0: // another letter
        if (at < n) text[at] = c;
        break;
    case 1: // one less
        memmove(text + at, text + at + (at < n), n - at + (at == n));
        break;
    case 2: // one more
        if (n + 2 > cap) break;
        memmove(text + at + 1, text + at, n - at + 1);
        text[at] = c;
        break;
    case 3: text[at] = '\0'; break; // cut short
    }
}

static bool same_text(const char *a, const char *b)
{
    for (;;) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        size_t n = strcspn(a, " ");
        if (n != strcspn(b, " ") || strncmp(a, b, n) != 0) return false;
        if (n == 0) return true;
        a += n;
        b += n;
    }
}

// Junk is refused, whatever it is, and looking at it changes nothing.
static void check_junk(trial *t, int seat, char (*texts)[VG_MAX_MOVE_TEXT], int count)
{
    world before = t->state;
    char junk[VG_MAX_MOVE_TEXT + 8], buffer[512];
    snprintf(junk, sizeof junk, "%s",
             count ? texts[vg_rng_below(&t->doubts, (uint32_t)count)] : "pass");
    for (int n = (int)vg_rng_below(&t->doubts, 3); n >= 0; n--) garble(t, junk, sizeof junk);
    vg_move m = vg_game_parse(t->game, t->state.at, seat, junk);
    if (m) {
        vg_text text = VG_TEXT(buffer);
        vg_move_text(t->game, t->state.at, m, &text);
        if (!same_text(buffer, junk)) broken(t, "junk \"%s\" was read as \"%s\"", junk, buffer);
    } else if (seat >= 0) {
        world view;
        vg_game_view(t->game, t->state.at, seat, view.at);
        vg_voice voice = {.lang = VG_IT, .reader = seat};
        vg_text text = VG_TEXT(buffer), rule = {0};
        vg_why_not(t->game, view.at, seat, junk, &voice, &text, &rule);
        if (!valid_utf8(buffer)) broken(t, "why_not is not clean: \"%s\"", buffer);
    }
    if (!same_world(t, &before, &t->state)) broken(t, "refusing \"%s\" changed the state", junk);
}

// An edit is sound or refused: dump lines, as they are and garbled, go back in.
static void check_edit(trial *t)
{
    vg_text dump = vg_text_heap();
    t->game->dump(t->state.at, &dump);
    for (char *l = dump.at; *l;) {
        size_t n = strcspn(l, "\n");
        char line[512], buffer[256];
        snprintf(line, sizeof line, "%.*s", (int)n, l);
        if (vg_rng_below(&t->doubts, 2)) garble(t, line, sizeof line - 1);
        world copy = t->state;
        vg_text why = VG_TEXT(buffer);
        vg_err err = t->game->edit(copy.at, line, &why);
        const char *wrong = vg_check(t->game, copy.at);
        if (wrong) broken(t, "edit \"%s\" leaves it unsound: %s", line, wrong);
        if (err != VG_OK && !same_world(t, &copy, &t->state))
            broken(t, "edit \"%s\" is refused but changed the state", line);
        if (err != VG_OK && why.len == 0) broken(t, "edit \"%s\" is refused without a word", line);
        l += n + (l[n] == '\n');
    }
    vg_text_release(&dump);
}

// The moves of one seat, or of chance; gives how many.
static int check_moves(trial *t, int seat)
{
    static char texts[VG_MAX_LEGAL][VG_MAX_MOVE_TEXT];
    const vg_game *g = t->game;
    static vg_move guarded[VG_MAX_LEGAL + 64], again[VG_MAX_LEGAL + 64];
    for (int i = VG_MAX_LEGAL; i < VG_MAX_LEGAL + 64; i++) guarded[i] = 0xdeadbeef;
    int count = g->legal(t->state.at, seat, guarded);
    if (count < 0 || count > VG_MAX_LEGAL || guarded[VG_MAX_LEGAL] != 0xdeadbeef) {
        broken(t, "seat %d has %d moves", seat, count);
        return 0;
    }
    if (g->legal(t->state.at, seat, again) != count ||
        memcmp(guarded, again, (size_t)count * sizeof(vg_move)) != 0)
        broken(t, "seat %d: the list differs when asked twice", seat);
    int64_t before = -1;
    for (int i = 0; i < count; i++) {
        vg_text text = VG_TEXT(texts[i]);
        vg_move_text(g, t->state.at, guarded[i], &text);
        check_notation(t, seat, texts[i], &text);
        // docs/notation.md and docs/chance.md are made from these tables.
        int64_t rank = vg_form_rank(g, vg_move_kind(guarded[i]), texts[i]);
        if (rank < 0) broken(t, "\"%s\" is not of the form of its kind", texts[i]);
        if (seat == VG_CHANCE && rank <= before)
            broken(t, "outcome \"%s\" is not in the order of its set", texts[i]);
        before = rank;
        if (!vg_move_kind(guarded[i])) broken(t, "move \"%s\" has kind 0", texts[i]);
        for (int j = 0; j < i; j++) {
            if (guarded[i] == guarded[j]) broken(t, "\"%s\" is listed twice", texts[i]);
            if (strcmp(texts[i], texts[j]) == 0) broken(t, "two moves read \"%s\"", texts[i]);
        }
    }
    if (count) {
        int i = (int)vg_rng_below(&t->doubts, (uint32_t)count);
        if (vg_game_parse(g, t->state.at, seat, texts[i]) != guarded[i])
            broken(t, "\"%s\" does not parse back", texts[i]);
        note_word(t, texts[i]);
    }
    check_junk(t, seat, texts, count);
    check_numbered(t, seat, guarded, count);
    if (seat == VG_CHANCE && count) check_odds(t, guarded, count);
    if (seat < 0) return count;

    // A seat's knowledge suffices to know its moves, and their names.
    world view;
    vg_game_view(g, t->state.at, seat, view.at);
    if (g->legal(view.at, seat, again) != count ||
        memcmp(guarded, again, (size_t)count * sizeof(vg_move)) != 0)
        broken(t, "seat %d: legal() differs on its view", seat);
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(g, view.at, guarded[i], &text);
        if (strcmp(buffer, texts[i]) != 0)
            broken(t, "\"%s\" reads \"%s\" on seat %d's view", texts[i], buffer, seat);
    }
    vg_ask ask = g->ask(t->state.at);
    if (ask.actor == seat && ask.window && !vg_game_parse(g, t->state.at, seat, "pass"))
        broken(t, "a window without `pass`");
    if (t->thorough) check_reader(t, &view, seat, guarded, count);
    return count;
}

// ---- the position --------------------------------------------------------------

static void check_ask(trial *t, vg_ask ask)
{
    if (ask.actor >= t->seats || ask.actor < VG_NOBODY) broken(t, "seat %d is asked", ask.actor);
    if (t->game->actor(t->state.at) != ask.actor) broken(t, "actor() is not whom ask() asks");
    if (ask.kind >= t->game->ask_count || !t->game->asks[ask.kind].name) {
        broken(t, "ask kind %d does not exist", ask.kind);
        return;
    }
    if (ask.also >> t->seats) broken(t, "an opportunity for a seat that is not there");
    if (ask.actor >= 0 ? ask.also >> ask.actor & 1 : ask.also != 0)
        broken(t, "ask %s: `also` holds the actor, or nobody is waited for",
               t->game->asks[ask.kind].name);
    if (ask.vote > 1 || (ask.vote && ask.actor < 0)) broken(t, "ask.vote of nobody");
    vg_chance_row drawn;
    if (vg_chance_asked(t->game, ask.kind, &drawn) != (ask.actor == VG_CHANCE))
        broken(t, "ask %s: it is not said what is drawn", t->game->asks[ask.kind].name);
    t->seen->ask[ask.kind]++;
}

// Equal positions are equal bytes: a stack keeps nothing of what it gave back.
static void check_stack(trial *t)
{
    static const vg_stack empty;
    for (int i = 0; i < t->game->field_count; i++) {
        const vg_field *f = &t->game->fields[i];
        if (strcmp(f->name, "stack") != 0 || f->size != sizeof(vg_stack)) continue;
        vg_stack s;
        memcpy(&s, (const uint8_t *)t->state.at + f->offset, sizeof s);
        if (s.count > VG_STACK_DEPTH ||
            memcmp(s.frame + s.count, empty.frame + s.count,
                   (size_t)(VG_STACK_DEPTH - s.count) * sizeof(vg_frame)) != 0)
            broken(t, "the stack keeps frames past its count");
    }
}

// What a viewer knows: the same question, nothing a watcher knows is missing, a value in [0,1].
static void check_view(trial *t, int viewer, const world *watched, vg_ask ask)
{
    const vg_game *g = t->game;
    world view;
    vg_game_view(g, t->state.at, viewer, view.at);
    if (!same_ask(g->ask(view.at), ask)) broken(t, "ask() differs on the view of %d", viewer);
    const uint8_t *w = (const uint8_t *)watched->at, *v = (const uint8_t *)view.at,
                  *s = (const uint8_t *)t->state.at;
    for (size_t i = 0; i < g->state_size; i++) {
        if (v[i] && v[i] != s[i])
            broken(t, "byte %zu of %d's view is neither true nor blank", i, viewer);
        if (w[i] && v[i] != w[i])
            broken(t, "a watcher knows more than seat %d (byte %zu)", viewer, i);
    }
    world twice;
    vg_game_view(g, view.at, viewer, twice.at);
    if (!same_world(t, &view, &twice)) broken(t, "a view of %d's view is another", viewer);
    if (viewer < 0) {
        if (t->thorough) check_reader(t, &view, viewer, NULL, 0);
        return;
    }
    float value = g->evaluate ? g->evaluate(view.at, viewer) : 0;
    if (!(value >= 0 && value <= 1)) broken(t, "evaluate(seat %d) is %f", viewer, (double)value);
}

void check_position(trial *t)
{
    const vg_game *g = t->game;
    const char *wrong = vg_check(g, t->state.at);
    if (wrong) broken(t, "check(): %s", wrong);
    vg_ask ask = g->ask(t->state.at);
    check_ask(t, ask);
    check_stack(t);
    if (t->failed) return;
    int first = g->first(t->state.at);
    if (first < -1 || first >= t->seats) broken(t, "first() is %d", first);
    world watched;
    vg_game_view(g, t->state.at, VG_WATCHER, watched.at);
    check_view(t, VG_WATCHER, &watched, ask);
    for (int p = 0; p < t->seats && !t->failed; p++) {
        check_view(t, p, &watched, ask);
        int count = check_moves(t, p);
        if (ask.actor == p && count == 0)
            broken(t, "seat %d is asked %s and has no move", p, g->asks[ask.kind].name);
        if (ask.actor != p && !(ask.also >> p & 1) && count)
            broken(t, "seat %d is not asked and has %d moves", p, count);
    }
    int rolls = check_moves(t, VG_CHANCE);
    if ((ask.actor == VG_CHANCE) != (rolls > 0)) broken(t, "chance has %d moves", rolls);
    if (t->thorough && ask.actor >= 0) check_edit(t);
    check_numbers(t);
    check_score(t);
}
