// report.c: a review as JSON and as lines.
//
// What moves are called depends on where they are made, so the game is played once more while it
// is told.
#include "review/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One walk through the game.
typedef struct walk {
    const vg_review *review;
    const vg_review_plan *plan;
    vg_voice voice;
    vg_events ev;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
} walk;

// To a single seat one speaks as to a person; of several in the third person.
static int reader_of(const vg_review_plan *plan)
{
    return vg_bits(plan->seats) == 1 ? vg_lowest(plan->seats) : VG_WATCHER;
}

static void begin(walk *w, const vg_review *review, vg_lang lang)
{
    w->review = review;
    w->plan = vg_review_is(review);
    w->voice = (vg_voice){.lang = lang, .reader = reader_of(w->plan)};
    for (int p = 0; p < w->plan->setup.seats; p++)
        if (w->plan->name[p][0]) w->voice.name[p] = w->plan->name[p];
    vg_text none = {0};
    vg_err err = w->plan->game->setup(w->state, &w->plan->setup, lang, &none);
    assert(err == VG_OK);
    (void)err;
}

static void label(const walk *w, int seat, vg_move m, vg_text *out)
{
    static const vg_words wait = VG_WORDS("Aspetta", "Wait");
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    if (!m) {
        vg_text_add(out, wait.in[w->voice.lang]);
        return;
    }
    vg_game_view(w->plan->game, w->state, seat, view);
    vg_voice voice = w->voice;
    voice.reader = seat; // a move is called as its maker reads it
    vg_move_label(w->plan->game, view, m, &voice, out);
}

// Plays an item; its weightiest event, or its first, goes to `out` as a sentence.
static void pass_item(walk *w, const vg_item *item, vg_text *out)
{
    static const vg_words deal =
        VG_WORDS("Le carte distribuite all'inizio", "The cards dealt at the start");
    const vg_game *game = w->plan->game;
    vg_event told = {0};
    bool news = false;
    char move[256];
    vg_text name = VG_TEXT(move);
    if (item->seat >= 0) label(w, item->seat, w->plan->move[item->first].move, &name);
    for (int i = 0; i < item->count; i++) {
        const vg_review_move *m = &w->plan->move[item->first + i];
        w->ev.count = 0;
        game->apply(w->state, m->seat, m->move, &w->ev);
        for (int k = 0; k < w->ev.count; k++) {
            const vg_event *e = &w->ev.event[k];
            bool weighty = game->rows->news[e->kind].is;
            if (e->veiled || (told.kind && (news || !weighty))) continue;
            told = *e;
            news = weighty;
        }
    }
    if (item->first == 0 && item->count > 3)
        vg_text_add(out, deal.in[w->voice.lang]);
    else if (told.kind)
        vg_event_text(game, w->state, &told, &w->voice, out);
    else
        vg_text_printf(out, "%s: %s", vg_voice_name(&w->voice, item->seat), move);
}

// ---- JSON ----------------------------------------------------------------------

static void put_values(vg_json *j, const char *key, const double *value, int seats)
{
    vg_json_put_open(j, key, '[');
    for (int p = 0; p < seats; p++) vg_json_number(j, value[p], 4);
    vg_json_close(j, ']');
}

static void put_move(const walk *w, vg_json *j, const char *key, int seat, vg_move m, double value)
{
    char move[VG_MAX_MOVE_TEXT] = "", words[256] = "";
    vg_text text = VG_TEXT(move), name = VG_TEXT(words);
    if (m) vg_move_text(w->plan->game, w->state, m, &text);
    label(w, seat, m, &name);
    vg_json_put_open(j, key, '{');
    vg_json_put_string(j, "move", move);
    vg_json_put_string(j, "label", words);
    vg_json_put_number(j, "value", value, 4);
    vg_json_close(j, '}');
}

static void reason(const walk *w, const vg_choice *c, int i, vg_text *out)
{
    static const vg_words yours = VG_WORDS("con la tua mossa", "with your move");
    static const vg_words made = VG_WORDS("con la mossa fatta", "with the move made");
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_game_view(w->plan->game, w->state, c->seat, view);
    vg_reason_text(w->plan->game, view, &c->why[i], c->seat, &w->voice,
                   w->voice.reader == c->seat ? &yours : &made, out);
}

static void put_choice(const walk *w, const vg_choice *c, vg_json *j)
{
    const vg_game *game = w->plan->game;
    vg_json_open(j, '{');
    vg_json_put_int(j, "entry", c->entry);
    vg_json_put_int(j, "item", c->item);
    vg_json_put_int(j, "seat", c->seat);
    vg_json_put_string(j, "ask", game->asks[game->ask(w->state).kind].name);
    char prompt[512];
    vg_text asked = VG_TEXT(prompt);
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_voice voice = w->voice;
    voice.reader = c->seat;
    vg_game_view(game, w->state, c->seat, view);
    vg_prompt(game, view, &voice, &asked);
    vg_json_put_string(j, "prompt", prompt);
    vg_json_put_bool(j, "missed", c->missed);
    put_move(w, j, "made", c->seat, c->made, c->made_value);
    put_move(w, j, "best", c->seat, c->best, c->best_value);
    vg_json_put_number(j, "loss", c->loss, 4);
    vg_json_put_number(j, "error", c->error, 4);
    vg_json_put_int(j, "worlds", c->worlds);
    vg_json_put_string(j, "verdict", vg_verdict_slug(c->verdict));
    vg_json_put_open(j, "why", '[');
    for (int i = 0; i < c->reasons; i++) {
        char buffer[512];
        vg_text text = VG_TEXT(buffer);
        reason(w, c, i, &text);
        vg_json_string(j, buffer);
    }
    vg_json_close(j, ']');
    vg_json_put_open(j, "open", '{');
    put_move(w, j, "best", c->seat, c->open.best, c->open.best_value);
    vg_json_put_number(j, "made", c->open.made_value, 4);
    vg_json_put_number(j, "loss", c->open.loss, 4);
    vg_json_put_string(j, "verdict", vg_verdict_slug(c->open.verdict));
    vg_json_close(j, '}');
    vg_json_close(j, '}');
}

static void put_verdicts(vg_json *j, const char *key, const int *count)
{
    vg_json_put_open(j, key, '{');
    for (int v = 0; v < VG_VERDICTS; v++)
        vg_json_put_int(j, vg_verdict_slug((vg_verdict)v), count[v]);
    vg_json_close(j, '}');
}

static void put_sheet(const vg_review *r, int seat, vg_json *j)
{
    const vg_review_plan *plan = vg_review_is(r);
    vg_sheet s = vg_review_sheet(r, seat);
    vg_json_open(j, '{');
    vg_json_put_int(j, "seat", seat);
    vg_json_put_string(j, "name", plan->name[seat][0] ? plan->name[seat] : NULL);
    vg_json_put_number(j, "start", s.start, 6);
    vg_json_put_number(j, "luck", s.luck, 6);
    vg_json_put_number(j, "skill", s.skill, 6);
    vg_json_put_number(j, "others", s.others, 6);
    vg_json_put_number(j, "result", s.result, 6);
    vg_json_put_bool(j, "judged", plan->seats >> seat & 1);
    vg_json_put_int(j, "choices", s.choices);
    put_verdicts(j, "verdicts", s.verdicts);
    put_verdicts(j, "open", s.open_verdicts);
    vg_json_put_number(j, "loss", s.loss, 4);
    vg_json_put_number(j, "open_loss", s.open_loss, 4);
    vg_json_put_open(j, "turning", '[');
    int turning[VG_MAX_TURNING], count = vg_review_turning(r, seat, turning);
    for (int i = 0; i < count; i++) vg_json_int(j, turning[i]);
    vg_json_close(j, ']');
    vg_json_close(j, '}');
}

void vg_review_json(const vg_review *r, vg_lang lang, vg_json *j)
{
    walk w;
    begin(&w, r, lang);
    int seats = w.plan->setup.seats, at = 0;
    double start[VG_MAX_SEATS];
    vg_text choices = vg_text_heap();
    vg_json c = vg_json_to(&choices);
    vg_json_open(&c, '[');
    vg_json_open(j, '{');
    vg_json_put_string(j, "game", w.plan->game->id);
    vg_json_put_int(j, "seats", seats);
    vg_json_put_bool(j, "over", vg_review_over(r));
    vg_json_put_open(j, "thresholds", '{');
    for (int v = VG_IMPRECISE; v < VG_VERDICTS; v++)
        vg_json_put_number(j, vg_verdict_slug((vg_verdict)v),
                           vg_threshold(w.plan->game, (vg_verdict)v), 4);
    vg_json_close(j, '}');
    vg_review_start(r, start);
    put_values(j, "start", start, seats);
    vg_json_put_open(j, "sheet", '[');
    for (int p = 0; p < seats; p++) put_sheet(r, p, j);
    vg_json_close(j, ']');
    vg_json_put_open(j, "curve", '[');
    for (int i = 0; i < vg_review_items(r); i++) {
        const vg_item *item = vg_review_item(r, i);
        for (; at < vg_review_choices(r) && vg_review_choice(r, at)->item == i; at++)
            put_choice(&w, vg_review_choice(r, at), &c);
        char buffer[512];
        vg_text text = VG_TEXT(buffer);
        vg_text_clear(&text);
        pass_item(&w, item, &text);
        vg_json_open(j, '{');
        vg_json_put_int(j, "entry", w.plan->move[item->first + item->count - 1].entry);
        vg_json_key(j, "seat");
        if (item->seat >= 0)
            vg_json_int(j, item->seat);
        else
            vg_json_null(j);
        vg_json_put_string(j, "text", buffer);
        put_values(j, "value", item->value, seats);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_json_close(&c, ']');
    vg_json_key(j, "choices");
    vg_json_raw(j, choices.at);
    vg_json_close(j, '}');
    vg_text_release(&choices);
}

// ---- lines ---------------------------------------------------------------------

static void percent(vg_text *out, double x, bool sign, vg_lang lang)
{
    char number[32];
    snprintf(number, sizeof number, sign ? "%+.1f" : "%.1f", x * 100);
    for (char *c = number; *c; c++)
        if (*c == '.' && lang == VG_IT) *c = ',';
    vg_text_printf(out, "%s %%", number[0] == '-' && atof(number + 1) < 0.05 ? number + 1 : number);
}

static void sheet_lines(const vg_review *r, vg_lang lang, const vg_voice *voice, vg_text *out)
{
    static const vg_words head = VG_WORDS(
        "Com'è andata, a carte scoperte (inizio + fortuna + gioco proprio + altri = fine):",
        "How it went, all cards open (start + luck + own play + others = end):");
    static const char *const row[VG_LANG_COUNT] = {
        "  {0}: inizio {1}, fortuna {2}, gioco proprio {3}, altri {4}, fine {5}\n",
        "  {0}: start {1}, luck {2}, own play {3}, others {4}, end {5}\n"};
    vg_text_printf(out, "%s\n", head.in[lang]);
    for (int p = 0; p < vg_review_is(r)->setup.seats; p++) {
        vg_sheet s = vg_review_sheet(r, p);
        const double part[5] = {s.start, s.luck, s.skill, s.others, s.result};
        char number[5][32];
        const char *args[6] = {vg_voice_name(voice, p)};
        for (int i = 0; i < 5; i++) {
            vg_text text = VG_TEXT(number[i]);
            percent(&text, part[i], i > 0 && i < 4, lang);
            args[i + 1] = number[i];
        }
        vg_text_fill(out, row[lang], args, 6);
    }
}

static void choice_lines(const walk *w, const vg_choice *c, vg_text *out)
{
    static const char *const head[VG_LANG_COUNT] = {
        "  mossa {0}, {1}: {2} costa {3} (± {4}). Meglio: {5}\n",
        "  move {0}, {1}: {2} costs {3} (± {4}). Better: {5}\n"};
    static const char *const open[VG_LANG_COUNT] = {
        "    a carte scoperte: la migliore era {0}, questa costa {1}\n",
        "    all cards open: the best was {0}, this one costs {1}\n"};
    vg_lang lang = w->voice.lang;
    char made[256], best[256], seen[256], cost[32], error[32], number[16], hindsight[32];
    vg_text m = VG_TEXT(made), b = VG_TEXT(best), o = VG_TEXT(seen), k = VG_TEXT(cost),
            e = VG_TEXT(error), h = VG_TEXT(hindsight);
    label(w, c->seat, c->made, &m);
    label(w, c->seat, c->best, &b);
    label(w, c->seat, c->open.best, &o);
    percent(&k, c->loss, false, lang);
    percent(&e, c->error, false, lang);
    percent(&h, c->open.loss, false, lang);
    snprintf(number, sizeof number, "%d", c->entry + 1);
    vg_text_fill(
        out, head[lang],
        (const char *[]){number, vg_verdict_name(c->verdict, lang), made, cost, error, best}, 6);
    for (int i = 0; i < c->reasons; i++) {
        vg_text_add(out, "    ");
        reason(w, c, i, out);
        vg_text_char(out, '\n');
    }
    vg_text_fill(out, open[lang], (const char *[]){seen, hindsight}, 2);
}

static bool is_turning(const vg_review *r, int seat, int item)
{
    int turning[VG_MAX_TURNING], count = vg_review_turning(r, seat, turning);
    for (int i = 0; i < count; i++)
        if (turning[i] == item) return true;
    return false;
}

// What decided the game for a seat, in order, and its choices that were not sound.
static void seat_lines(walk *w, const vg_review *r, int seat, vg_text *out)
{
    static const char *const head[VG_LANG_COUNT] = {
        "\n{0}: {1} scelte; {2} imprecise, {3} errori, {4} gravi; precisione {5}\n",
        "\n{0}: {1} choices; {2} imprecise, {3} mistakes, {4} blunders; accuracy {5}\n"};
    static const vg_words turned = VG_WORDS("  Le svolte:\n", "  Turning points:\n");
    static const vg_words judged = VG_WORDS("  Le scelte, per quello che si sapeva:\n",
                                            "  Choices, by what could be known:\n");
    vg_lang lang = w->voice.lang;
    vg_text turns = vg_text_heap(), choices = vg_text_heap();
    double before[VG_MAX_SEATS];
    int at = 0;
    begin(w, r, lang);
    vg_review_start(r, before);
    for (int i = 0; i < vg_review_items(r); i++) {
        const vg_item *item = vg_review_item(r, i);
        for (; at < vg_review_choices(r) && vg_review_choice(r, at)->item == i; at++) {
            const vg_choice *c = vg_review_choice(r, at);
            if (c->seat == seat && c->verdict != VG_SOUND) choice_lines(w, c, &choices);
        }
        char sentence[512];
        vg_text text = VG_TEXT(sentence);
        vg_text_clear(&text);
        pass_item(w, item, &text);
        if (is_turning(r, seat, i)) {
            vg_text_add(&turns, "  ");
            percent(&turns, item->value[seat] - before[seat], true, lang);
            vg_text_printf(&turns, "  %s\n", sentence);
        }
        memcpy(before, item->value, sizeof before);
    }
    vg_sheet s = vg_review_sheet(r, seat);
    char count[4][16], share[32];
    vg_text accuracy = VG_TEXT(share);
    const char *args[6] = {vg_voice_name(&w->voice, seat)};
    for (int i = 0; i < 4; i++) {
        snprintf(count[i], sizeof count[i], "%d", i ? s.verdicts[i] : s.choices);
        args[i + 1] = count[i];
    }
    percent(&accuracy, s.choices ? s.verdicts[VG_SOUND] / (double)s.choices : 1, false, lang);
    args[5] = share;
    vg_text_fill(out, head[lang], args, 6);
    if (turns.len) vg_text_printf(out, "%s%s", turned.in[lang], turns.at);
    if (choices.len) vg_text_printf(out, "%s%s", judged.in[lang], choices.at);
    vg_text_release(&turns);
    vg_text_release(&choices);
}

void vg_review_lines(const vg_review *r, vg_lang lang, vg_text *out)
{
    static const vg_words unfinished =
        VG_WORDS("La partita non è finita: i conti sono fin qui.\n",
                 "The game is not over: this is as far as it goes.\n");
    walk w;
    begin(&w, r, lang);
    if (!vg_review_over(r)) vg_text_add(out, unfinished.in[lang]);
    sheet_lines(r, lang, &w.voice, out);
    for (int p = 0; p < w.plan->setup.seats; p++)
        if (w.plan->seats >> p & 1) seat_lines(&w, r, p, out);
}

void vg_many_lines(const vg_many *many, vg_lang lang, vg_text *out)
{
    static const char *const head[VG_LANG_COUNT] = {
        "{0}: {1} {2}, precisione {3}, fortuna {4} a partita\n",
        "{0}: {1} {2}, accuracy {3}, luck {4} a game\n"};
    static const vg_words one = VG_WORDS("partita", "game"), more = VG_WORDS("partite", "games");
    static const vg_words again =
        VG_WORDS("  %d su %d da rivedere: %s\n", "  %d of %d to look at again: %s\n");
    for (const vg_many_game *of = many->of; of < many->of + many->count; of++) {
        int worst[VG_MANY_WORST], count = vg_many_worst(of, worst);
        char games[16], sound[32], luck[32];
        vg_text accuracy = VG_TEXT(sound), gave = VG_TEXT(luck);
        snprintf(games, sizeof games, "%d", of->games);
        percent(&accuracy, of->choices ? of->sound / (double)of->choices : 1, false, lang);
        percent(&gave, of->luck / of->games, true, lang);
        vg_text_fill(out, head[lang],
                     (const char *[]){of->game->name, games,
                                      (of->games == 1 ? &one : &more)->in[lang], sound, luck},
                     5);
        for (int i = 0; i < count; i++) {
            const vg_many_ask *ask = &of->ask[worst[i]];
            vg_text_printf(out, again.in[lang], ask->marked, ask->choices, ask->prompt);
        }
    }
}
