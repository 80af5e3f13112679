// rows.c: what is made of a game's rows: notation, labels, sentences, prompts, refusals, the
// arguments of events, marks for the lab, likeness for the bots.
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 256 }; // bytes of one argument, in words or spelled

// ---- members of sets -------------------------------------------------------

const vg_set *vg_set_base(const vg_rows *rows, int set)
{
    const vg_set *s = &rows->set[set];
    return s->like ? &rows->set[s->like] : s;
}

void vg_set_spell(const vg_rows *rows, int set, const void *state, int i, vg_text *out)
{
    const vg_set *s = vg_set_base(rows, set);
    if (s->spell)
        s->spell(state, i, out);
    else if (s->slug)
        vg_text_add(out, s->slug(i));
    else
        vg_text_int(out, i);
}

int vg_set_find(const vg_rows *rows, int set, const void *state, const char *word)
{
    const vg_set *s = vg_set_base(rows, set);
    for (int i = s->from; i < s->from + s->count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text slug = VG_TEXT(buffer);
        vg_set_spell(rows, set, state, i, &slug);
        if (slug.len && strcmp(buffer, word) == 0) return i;
    }
    return -1;
}

static void words_of(const vg_sentence *t, int set, int i, vg_text *out)
{
    const vg_set *s = &t->game->rows->set[set], *base = vg_set_base(t->game->rows, set);
    if (s->words)
        s->words(t, i, out);
    else if (base->name_of)
        vg_text_add(out, base->name_of(i)->in[t->voice->lang]);
    else
        vg_text_number(out, i);
}

static bool many(const vg_sentence *t, int set, int i)
{
    const vg_set *s = &t->game->rows->set[set], *base = vg_set_base(t->game->rows, set);
    if (base->many) return base->many(i);
    return !s->words && !base->name_of && i != 1;
}

void vg_words_seat(const vg_sentence *t, int seat, vg_text *out)
{
    vg_text_add(out, vg_voice_name(t->voice, seat));
}

void vg_words_whom(const vg_sentence *t, int seat, vg_text *out)
{
    if (seat == t->voice->reader)
        vg_text_add(out, t->voice->lang == VG_IT ? "te" : "you");
    else
        vg_text_add(out, vg_voice_name(t->voice, seat));
}

// ---- sentences ---------------------------------------------------------------

void vg_tell(const vg_sentence *t, vg_text *out)
{
    char buffer[VG_MAX_ARGS][WORDS];
    vg_word words[VG_MAX_ARGS + 1] = {{"", false}};
    if (t->seat >= 0) words[0].text = vg_voice_name(t->voice, t->seat);
    for (int i = 0; i < VG_MAX_ARGS; i++) {
        vg_text one = VG_TEXT(buffer[i]);
        if (t->set[i]) words_of(t, t->set[i], t->arg[i], &one);
        words[i + 1] = (vg_word){buffer[i], t->set[i] && many(t, t->set[i], t->arg[i])};
    }
    vg_text_fill_words(out, t->pattern, words, VG_MAX_ARGS + 1);
}

void vg_tell_words(vg_sentence *t, const vg_words *words)
{
    t->pattern = words->in[t->voice->lang];
}

void vg_tell_saying(vg_sentence *t, const vg_saying *saying)
{
    bool you = t->seat >= 0 && t->seat == t->voice->reader;
    t->pattern = (you ? saying->you : saying->they)[t->voice->lang];
}

static void tell_or_odd(vg_sentence *t, vg_odd *odd, vg_text *out)
{
    if (odd)
        odd(t, out);
    else
        vg_tell(t, out);
}

// The same for a whole sentence, or two.
static void tell_whole(vg_sentence *t, vg_odd *odd, vg_text *out)
{
    size_t start = out->len;
    tell_or_odd(t, odd, out);
    if (t->game->rows->capital) vg_text_capitals(out, start);
}

// ---- moves --------------------------------------------------------------------

void vg_move_text(const vg_game *game, const void *state, vg_move m, vg_text *out)
{
    const vg_rows *rows = game->rows;
    int kind = vg_move_kind(m), arg[VG_MAX_ARGS] = {vg_move_a(m), vg_move_b(m), vg_move_c(m)};
    const vg_move_row *row = &rows->move[kind];
    if (rows->odd_text[kind].write) {
        rows->odd_text[kind].write(state, arg, out);
        return;
    }
    for (const char *at = row->form;;) {
        size_t plain = strcspn(at, "{");
        vg_text_bytes(out, at, plain);
        at += plain;
        if (!*at) return;
        int i = at[1] - '1';
        size_t before = out->len;
        vg_set_spell(rows, row->set[i], state, arg[i], out);
        if (out->len == before && before && out->at[before - 1] == ' ')
            out->at[--out->len] = '\0'; // a word left out takes its space with it
        at += 3;
    }
}

void vg_move_label(const vg_game *game, const void *view, vg_move m, const vg_voice *voice,
                   vg_text *out)
{
    const vg_rows *rows = game->rows;
    const vg_move_row *row = &rows->move[vg_move_kind(m)];
    vg_sentence t = {.game = game,
                     .view = view,
                     .voice = voice,
                     .seat = game->ask(view).actor,
                     .set = row->set,
                     .arg = {vg_move_a(m), vg_move_b(m), vg_move_c(m)}};
    vg_tell_words(&t, &row->label);
    tell_or_odd(&t, rows->odd_label[vg_move_kind(m)], out);
}

void vg_form(const vg_game *game, int kind, vg_text *out)
{
    const vg_rows *rows = game->rows;
    const vg_move_row *row = &rows->move[kind];
    const char *names[VG_MAX_ARGS + 1] = {""};
    for (int i = 0; i < VG_MAX_ARGS; i++) names[i + 1] = vg_set_base(rows, row->set[i])->name;
    if (rows->odd_text[kind].ways)
        vg_text_add(out, rows->odd_text[kind].ways);
    else
        vg_text_fill(out, row->form, names, VG_MAX_ARGS + 1);
}

// Which member of the set with this name a word of `n` bytes is, -1: none of them, and -2: there is
// no such set.
static int member(const vg_game *game, const char *name, size_t length, const char *word, size_t n)
{
    char buffer[VG_MAX_MOVE_TEXT];
    int number = n == 0 ? -1 : *word >= '0' && *word <= '9' ? atoi(word) : 0;
    const vg_rows *rows = game->rows;
    for (int i = 1; i < rows->set_count; i++) {
        const vg_set *s = &rows->set[i];
        if (strlen(s->name) != length || memcmp(s->name, name, length) != 0) continue;
        if (!s->count || s->at_table) return number;
        vg_text one = VG_TEXT(buffer);
        vg_text_bytes(&one, word, n);
        int at = vg_set_find(rows, i, NULL, buffer);
        return at < 0 ? -1 : at - s->from;
    }
    return -2;
}

// One way of a form against a whole text, word by word.
static int64_t way_rank(const vg_game *game, const char *way, size_t length, const char *text)
{
    const char *end = way + length;
    int64_t rank = 0;
    while (way < end) {
        size_t n = 0, m = strcspn(text, " ");
        while (way + n < end && way[n] != ' ') n++;
        int at = member(game, way, n, text, m);
        if (at == -1 || (at == -2 && (n != m || memcmp(way, text, n) != 0))) return -1;
        if (at >= 0) rank = rank << 8 | at;
        way += n + (way + n < end);
        text += m;
        if (*text == ' ' && way < end) text++;
    }
    return *text == '\0' ? rank : -1;
}

int64_t vg_form_rank(const vg_game *game, int kind, const char *text)
{
    char form[512];
    vg_text forms = VG_TEXT(form);
    vg_form(game, kind, &forms);
    const char *way = form;
    for (int64_t ways = 0; way; ways++) {
        const char *bar = strstr(way, " | ");
        int64_t rank = way_rank(game, way, bar ? (size_t)(bar - way) : strlen(way), text);
        if (rank >= 0) return ways << 32 | rank;
        way = bar ? bar + 3 : NULL;
    }
    return -1;
}

// ---- the question ----------------------------------------------------------------

void vg_prompt(const vg_game *game, const void *view, const vg_voice *voice, vg_text *out)
{
    const vg_rows *rows = game->rows;
    vg_ask ask = game->ask(view);
    if (ask.actor == VG_CHANCE) { // games word only what they ask of people
        vg_text_add(out, voice->lang == VG_IT ? "Ora decide il caso" : "Chance decides now");
        return;
    }
    const vg_phase_row *row = &rows->phase[ask.kind];
    vg_frame f = rows->top(view);
    vg_sentence t = {.game = game,
                     .view = view,
                     .voice = voice,
                     .seat = ask.actor,
                     .set = row->set,
                     .arg = {f.a, f.b}};
    vg_tell_saying(&t, &row->prompt);
    tell_whole(&t, rows->odd_prompt[ask.kind], out);
}

bool vg_chance_asked(const vg_game *game, int ask, vg_chance_row *out)
{
    const vg_rows *rows = game->rows;
    if (rows->phase[ask].asked != VG_ASKS_CHANCE) return false;
    *out = (vg_chance_row){(uint8_t)ask, rows->phase[ask].of, rows->phase[ask].to};
    return true;
}

// ---- what happened -----------------------------------------------------------------

static void tell_event(const vg_game *game, const void *view, const vg_event *e, const uint8_t *set,
                       const vg_saying *say, vg_odd *odd, const vg_voice *voice, vg_text *out)
{
    vg_sentence t = {.game = game,
                     .view = view,
                     .voice = voice,
                     .seat = e->seat,
                     .set = set,
                     .arg = {e->arg[0], e->arg[1], e->arg[2], e->arg[3]}};
    vg_tell_saying(&t, say);
    tell_whole(&t, odd, out);
}

void vg_event_text(const vg_game *game, const void *view, const vg_event *e, const vg_voice *voice,
                   vg_text *out)
{
    const vg_event_row *row = &game->rows->event[e->kind];
    tell_event(game, view, e, row->set, &row->say, game->rows->odd_event[e->kind], voice, out);
}

// ---- news --------------------------------------------------------------------------

bool vg_news_line(const vg_game *game, const vg_score_line *line, vg_event *out)
{
    if (!game->rows->news_line[line->kind].they[VG_IT]) return false;
    *out = (vg_event){.kind = (uint8_t)(game->rows->event_count + line->kind),
                      .seat = line->seat,
                      .to = UINT16_MAX,
                      .arg = {line->arg[0], line->arg[1]}};
    return true;
}

// How it is told as news, and of which sets its arguments are. NULL: no pattern says all of it.
static const vg_saying *news_saying(const vg_rows *rows, int kind, const uint8_t **set)
{
    int line = kind - rows->event_count;
    *set = line < 0 ? rows->event[kind].set : rows->score[line].set;
    if (line >= 0) return &rows->news_line[line];
    if (rows->news[kind].say.they[VG_IT]) return &rows->news[kind].say;
    return rows->odd_event[kind] ? NULL : &rows->event[kind].say;
}

void vg_news_text(const vg_game *game, const void *view, const vg_event *e, const vg_voice *voice,
                  vg_text *out)
{
    const uint8_t *set;
    const vg_saying *say = news_saying(game->rows, e->kind, &set);
    if (say)
        tell_event(game, view, e, set, say, NULL, voice, out);
    else
        vg_event_text(game, view, e, voice, out);
}

vg_event vg_news_of(const vg_game *game, const vg_event *e, int reader)
{
    const uint8_t *set;
    const vg_saying *say = news_saying(game->rows, e->kind, &set);
    vg_event told = *e;
    if (!say) return told;
    bool you = e->seat == reader && say->you[VG_IT][0];
    const char *pattern = (you ? say->you : say->they)[VG_IT];
    for (int i = 0; i < VG_MAX_ARGS; i++) {
        const char name[3] = {'{', (char)('1' + i), '\0'};
        if (!strstr(pattern, name))
            told.arg[i] = set[i] ? vg_set_base(game->rows, set[i])->from : 0;
    }
    return told;
}

void vg_event_args(const vg_game *game, const void *view, const vg_event *e, vg_json *out)
{
    const vg_rows *rows = game->rows;
    vg_json_put_open(out, "args", '[');
    for (int i = 0; i < VG_MAX_ARGS && rows->event[e->kind].set[i]; i++) {
        int set = rows->event[e->kind].set[i], n = e->arg[i];
        const vg_set *s = vg_set_base(rows, set);
        char buffer[WORDS];
        vg_text slug = VG_TEXT(buffer);
        if (n == VG_VEILED || n < s->from) {
            vg_json_null(out);
        } else if (s->slug || s->spell) {
            vg_set_spell(rows, set, view, n, &slug);
            vg_json_string(out, slug.len ? buffer : NULL);
        } else {
            vg_json_int(out, n);
        }
    }
    vg_json_close(out, ']');
}

void vg_event_form(const vg_game *game, int kind, vg_text *out)
{
    const vg_rows *rows = game->rows;
    const vg_event_row *row = &rows->event[kind];
    for (int i = 0; i < VG_MAX_ARGS && row->set[i]; i++)
        vg_text_printf(out, "%s%s%s", i ? ", " : "", vg_set_base(rows, row->set[i])->name,
                       row->veils & VG_VEIL(i + 1) ? " (null if hidden)" : "");
}

bool vg_event_mark(const vg_game *game, const vg_event *e, vg_trait *out)
{
    const vg_rows *rows = game->rows;
    vg_mark mark = rows->mark[e->kind];
    if (!mark.arg) return false;
    const vg_set *s = vg_set_base(rows, rows->event[e->kind].set[mark.arg - 1]);
    int i = e->arg[mark.arg - 1];
    *out = (vg_trait){mark.group, s->slug(i), s->name_of ? s->name_of(i) : NULL};
    return true;
}

void vg_event_add_veiled(vg_events *ev, const vg_rows *rows, uint16_t see, int kind, int seat,
                         vg_args full)
{
    unsigned veils = rows->event[kind].veils;
    assert(veils);
    vg_args told = {
        veils & VG_VEIL(1) ? VG_VEILED : full.a, veils & VG_VEIL(2) ? VG_VEILED : full.b,
        veils & VG_VEIL(3) ? VG_VEILED : full.c, veils & VG_VEIL(4) ? VG_VEILED : full.d};
    vg_event_add_to(ev, see, kind, seat, full, told);
}

// ---- for front ends ----------------------------------------------------------------

void vg_print(const vg_game *game, const void *view, const vg_voice *voice, vg_json *out)
{
    if (game->print) {
        game->print(view, voice, out);
        return;
    }
    vg_text shown = vg_text_heap();
    game->show(view, voice, &shown);
    vg_json_open(out, '{');
    vg_json_put_open(out, "lines", '[');
    for (char *line = shown.at, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        vg_json_string(out, line);
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
    vg_text_release(&shown);
}

// ---- the score sheet ---------------------------------------------------------------

void vg_score_text(const vg_game *game, const void *view, const vg_score_line *line,
                   const vg_voice *voice, vg_text *out)
{
    const vg_rows *rows = game->rows;
    const vg_score_row *row = &rows->score[line->kind];
    vg_sentence t = {.game = game,
                     .view = view,
                     .voice = voice,
                     .seat = line->seat,
                     .set = row->set,
                     .arg = {line->arg[0], line->arg[1]}};
    vg_tell_words(&t, &row->words);
    vg_tell(&t, out);
}

// ---- refusals ------------------------------------------------------------------------

// The move of this verb, or 0.
static int find_verb(const vg_rows *rows, const char *verb)
{
    size_t n = strlen(verb);
    for (int k = 1; k < rows->move_count; k++)
        if (strcspn(rows->move[k].form, " ") == n && !memcmp(rows->move[k].form, verb, n)) return k;
    return 0;
}

static void read_tried(const vg_rows *rows, const char *text, vg_tried *out)
{
    *out = (vg_tried){.kind = 0};
    for (int i = -1; i < VG_MAX_ARGS; i++) {
        text += strspn(text, " ");
        size_t n = strcspn(text, " ");
        if (n == 0) break;
        vg_text word = i < 0 ? VG_TEXT(out->verb) : VG_TEXT(out->word[i]);
        vg_text_bytes(&word, text, n);
        out->count = i + 1;
        text += n;
    }
    out->kind = find_verb(rows, out->verb);
}

bool vg_why_not(const vg_game *game, const void *view, int seat, const char *text,
                const vg_voice *voice, vg_text *out, vg_text *rule)
{
    const vg_rows *rows = game->rows;
    if (!game->why || seat < 0) return false;
    vg_tried tried;
    read_tried(rows, text, &tried);
    vg_why why = game->why(view, seat, &tried);
    if (!why.row) return false;
    const vg_why_row *row = &rows->why_row[why.row];
    vg_sentence t = {.game = game,
                     .view = view,
                     .voice = voice,
                     .seat = seat,
                     .set = row->set,
                     .arg = {why.arg[0], why.arg[1], why.arg[2]}};
    t.pattern = row->words.in[voice->lang];
    vg_tell(&t, out);
    if (*row->rule) vg_text_printf(out, " (%s)", row->rule);
    vg_text_bytes(rule, row->rule, strcspn(row->rule, ","));
    return true;
}

// ---- for bots: what only people tell apart ---------------------------------------------

bool vg_game_plain(const vg_game *game) { return game->rows->vain || game->rows->decorated(); }

// The member of a decoration stands for all of them.
static int plain(const vg_rows *rows, int set, int i)
{
    const vg_set *s = vg_set_base(rows, set);
    return s->decoration && i >= s->from && i < s->from + s->count ? s->from : i;
}

vg_move vg_plain_move(const vg_game *game, vg_move m)
{
    const vg_rows *rows = game->rows;
    if (rows->vain >> vg_move_kind(m) & 1) return 0;
    if (!m || !rows->decorated()) return m;
    const uint8_t *set = rows->move[vg_move_kind(m)].set;
    return VG_MOVE(vg_move_kind(m), plain(rows, set[0], vg_move_a(m)),
                   plain(rows, set[1], vg_move_b(m)), plain(rows, set[2], vg_move_c(m)));
}

void vg_plain_event(const vg_game *game, vg_event *e)
{
    const vg_rows *rows = game->rows;
    for (int i = 0; rows->decorated() && i < VG_MAX_ARGS; i++)
        e->arg[i] = (int16_t)plain(rows, rows->event[e->kind].set[i], e->arg[i]);
}
