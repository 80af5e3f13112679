// desk.c: fills the desk from a table's JSON, its log and its lines, and tells what is on it.
#include "cli/desk.h"

#include "cli/line.h"
#include "engine/drawing.h"
#include "tale/tale.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_SENTENCE = 800, MAX_BOARD = 60000, MAX_PROMPT = 600 };

void desk_init(desk *d, const cli *c, const desk_ways *ways, void *self)
{
    *d = (desk){.c = c,
                .ways = ways,
                .self = self,
                .fd = -1,
                .timeout = -1,
                .reader = VG_WATCHER,
                .next = VG_NOBODY,
                .actor = VG_NOBODY,
                .then_at = -1,
                .advised = -1,
                .people = 1};
    vg_text *text[] = {&d->prompt, &d->board, &d->then,  &d->status, &d->said,
                       &d->invite, &d->keys,  &d->rules, &d->cards,  &d->intro};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) *text[i] = vg_text_heap();
}

void desk_drop_choices(desk *d)
{
    for (int i = 0; i < d->choices; i++) {
        free(d->choice[i].label);
        free(d->choice[i].move);
    }
    d->choices = 0;
}

void desk_add_choice(desk *d, const char *move, const char *label)
{
    if (d->choices == VG_MAX_LEGAL) return;
    desk_choice *c = &d->choice[d->choices];
    *c = (desk_choice){.label = strdup(label), .move = strdup(move)};
    if (c->label && c->move) {
        d->choices++;
        return;
    }
    free(c->label);
    free(c->move);
}

static void drop_score(desk *d)
{
    for (int i = 0; i < d->lines; i++) free(d->line[i].text);
    d->lines = 0;
    d->scored = d->matched = false;
}

void desk_release(desk *d)
{
    vg_text *text[] = {&d->prompt, &d->board, &d->then,  &d->status, &d->said,
                       &d->invite, &d->keys,  &d->rules, &d->cards,  &d->intro};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) vg_text_release(text[i]);
    desk_drop_choices(d);
    drop_score(d);
    for (int i = 0; i < d->heard_count; i++) free(d->heard[i].text);
    free(d->heard);
}

// ---- words that come in ----------------------------------------------------------

// A line of a drawing: words that are cleaned, with as many spaces between them as there are.
static int clean_drawn(vg_text *out, const char *text, size_t n, int max_chars)
{
    int kept = 0;
    for (size_t at = 0; at < n && kept < max_chars;) {
        const char *end = memchr(text + at, ' ', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        kept += vg_text_clean(out, text + at, length, max_chars - kept);
        at += length;
        for (; at < n && text[at] == ' ' && kept < max_chars; at++, kept++) vg_text_char(out, ' ');
    }
    return kept;
}

void desk_clean(vg_text *out, const char *text, size_t n, int max_chars)
{
    for (size_t at = 0; at < n && max_chars > 0;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at, indent = 0;
        while (indent < length && indent < 40 && text[at + indent] == ' ') indent++;
        vg_text_bytes(out, "                                        ", indent);
        if (length > strlen(VG_DRAWN) && strncmp(text + at, VG_DRAWN, strlen(VG_DRAWN)) == 0)
            max_chars -= clean_drawn(out, text + at, length, max_chars);
        else
            max_chars -= vg_text_clean(out, text + at + indent, length - indent, max_chars);
        at += length;
        if (end) {
            vg_text_char(out, '\n');
            at++;
            max_chars--;
        }
    }
}

bool desk_get_text(const vg_json_doc *doc, int at, int max_chars, vg_text *out)
{
    vg_text raw = vg_text_heap();
    vg_text_clear(out);
    bool good = vg_json_get_string(doc, at, &raw);
    if (good && raw.len) vg_text_clean(out, raw.at, raw.len, max_chars);
    vg_text_release(&raw);
    return good;
}

// The same as a string of its own; NULL without memory.
static char *take_copy(const vg_json_doc *doc, int at, int max_chars)
{
    vg_text text = vg_text_heap();
    desk_get_text(doc, at, max_chars, &text);
    char *copy = strdup(text.len ? text.at : "");
    vg_text_release(&text);
    return copy;
}

int desk_get_int(const vg_json_doc *doc, int at, const char *key, int min, int max, int otherwise)
{
    int64_t n;
    if (!vg_json_get_int(doc, vg_json_find(doc, at, key), &n) || n < min || n > max)
        return otherwise;
    return (int)n;
}

void desk_get_word(const vg_json_doc *doc, int at, const char *key, char *out, size_t cap)
{
    vg_text text = vg_text_over(out, cap);
    vg_text raw = vg_text_heap();
    desk_get_text(doc, vg_json_find(doc, at, key), (int)cap, &raw);
    vg_text_add(&text, raw.len ? raw.at : "");
    vg_text_release(&raw);
}

static void take_moves(desk *d, const vg_json_doc *doc, int moves)
{
    desk_drop_choices(d);
    for (int i = 0; i < vg_json_count(doc, moves) && d->choices < VG_MAX_LEGAL; i++) {
        int item = vg_json_item(doc, moves, i);
        desk_choice *c = &d->choice[d->choices];
        c->label = take_copy(doc, vg_json_find(doc, item, "label"), MAX_SENTENCE);
        c->move = take_copy(doc, vg_json_find(doc, item, "move"), VG_MAX_MOVE_TEXT - 1);
        if (c->label && c->move) {
            d->choices++;
            continue;
        }
        free(c->label);
        free(c->move);
    }
}

static void take_standing(const vg_json_doc *doc, int at, int32_t *points, int *rank)
{
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        int64_t n = 0;
        points[p] = 0;
        rank[p] = 0;
        if (vg_json_get_int(doc, vg_json_item(doc, vg_json_find(doc, at, "points"), p), &n) &&
            n > -100000 && n < 100000)
            points[p] = (int32_t)n;
        if (vg_json_get_int(doc, vg_json_item(doc, vg_json_find(doc, at, "rank"), p), &n) &&
            n >= 0 && n <= VG_MAX_SEATS)
            rank[p] = (int)n;
    }
}

static void take_score(desk *d, const vg_json_doc *doc, int at)
{
    drop_score(d);
    int score = vg_json_find(doc, at, "score"), match = vg_json_find(doc, at, "match");
    d->scored = score >= 0;
    d->matched = match >= 0;
    take_standing(doc, score, d->points, d->rank);
    take_standing(doc, match, d->match_points, d->match_rank);
    int lines = vg_json_find(doc, score, "lines");
    for (int i = 0; i < vg_json_count(doc, lines) && d->lines < VG_MAX_SCORE; i++) {
        int item = vg_json_item(doc, lines, i);
        desk_line *l = &d->line[d->lines];
        l->seat = desk_get_int(doc, item, "seat", 0, VG_MAX_SEATS - 1, -1);
        l->points = desk_get_int(doc, item, "points", -9999, 9999, 0);
        l->text = take_copy(doc, vg_json_find(doc, item, "text"), MAX_SENTENCE);
        if (l->text) d->lines++;
    }
}

bool desk_take_now(desk *d, const vg_json_doc *doc, int at)
{
    int names = vg_json_find(doc, at, "names"), ask = vg_json_find(doc, at, "ask");
    int also = vg_json_find(doc, ask, "also");
    if (names < 0 || ask < 0) return false;
    desk_get_word(doc, at, "game", d->game, sizeof d->game);
    desk_get_word(doc, at, "rule", d->rule, sizeof d->rule);
    d->seats = desk_get_int(doc, at, "seats", 1, VG_MAX_SEATS, 1);
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        vg_text name = VG_TEXT(d->name[p]), raw = vg_text_heap();
        desk_get_text(doc, vg_json_item(doc, names, p), VG_MAX_NAME, &raw);
        vg_text_add(&name, raw.len ? raw.at : "");
        vg_text_release(&raw);
    }
    d->reader = desk_get_int(doc, at, "you", 0, d->seats - 1, VG_WATCHER);
    d->number = desk_get_int(doc, at, "number", 1, VG_MAX_MATCH, 1);
    d->games = desk_get_int(doc, at, "games", 1, VG_MAX_MATCH, 1);
    d->over = vg_json_get_bool(doc, vg_json_find(doc, at, "over"));
    d->match_over = vg_json_get_bool(doc, vg_json_find(doc, at, "match_over"));
    d->actor = desk_get_int(doc, ask, "actor", 0, d->seats - 1, VG_NOBODY);
    d->window = vg_json_get_bool(doc, vg_json_find(doc, ask, "window"));
    d->also = 0;
    for (int i = 0; i < vg_json_count(doc, also); i++) {
        int64_t seat;
        if (vg_json_get_int(doc, vg_json_item(doc, also, i), &seat) && seat >= 0 &&
            seat < VG_MAX_SEATS)
            d->also |= (uint16_t)(1u << seat);
    }
    desk_get_text(doc, vg_json_find(doc, at, "prompt"), MAX_PROMPT, &d->prompt);
    d->undo = desk_get_int(doc, at, "undo", 0, VG_MAX_UNDO, 0);
    d->log_count = desk_get_int(doc, at, "log_count", 0, INT32_MAX, 0);
    take_moves(d, doc, vg_json_find(doc, at, "moves"));
    take_score(d, doc, at);
    return true;
}

bool desk_take_json(desk *d, const char *json, size_t n)
{
    vg_json_doc doc;
    bool good = vg_json_read(&doc, json, n) && desk_take_now(d, &doc, 0);
    vg_json_release(&doc);
    return good;
}

bool desk_take_lines(const desk *d, vg_table *table, int viewer, int at, vg_text *out)
{
    vg_text text = vg_text_heap();
    bool good = vg_table_lines(table, viewer, d->c->lang, at, d->width, &text);
    vg_text_clear(out);
    if (good && text.len) desk_clean(out, text.at, text.len, MAX_BOARD);
    vg_text_release(&text);
    return good;
}

// ---- what was heard ----------------------------------------------------------------

void desk_hear_from(desk *d, int from)
{
    // What is dropped is kept aside, behind the rest, until it is known whether it comes again.
    desk_heard *all = d->heard;
    int kept = 0;
    desk_heard *gone = d->heard_count ? calloc((size_t)d->heard_count, sizeof *gone) : NULL;
    int gone_count = 0;
    for (int i = 0; i < d->heard_count; i++) {
        bool drop = all[i].entry >= from;
        if (drop && gone)
            gone[gone_count++] = all[i];
        else if (drop)
            free(all[i].text);
        else
            all[kept++] = all[i];
    }
    for (int i = 0; i < gone_count; i++) all[kept + i] = gone[i];
    free(gone);
    d->heard_count = kept;
    d->heard_aside = gone_count;
}

void desk_hear(desk *d, desk_heard what, const char *text, size_t n)
{
    vg_text clean = vg_text_heap();
    vg_text_clean(&clean, text, n, MAX_SENTENCE);
    int used = d->heard_count + d->heard_aside;
    if (used == d->heard_cap && used < DESK_MAX_HEARD) {
        int cap = used ? used * 2 : 256;
        desk_heard *more = realloc(d->heard, (size_t)cap * sizeof *more);
        if (more) {
            d->heard = more;
            d->heard_cap = cap;
        }
    }
    what.text = clean.len ? strdup(clean.at) : NULL;
    vg_text_release(&clean);
    if (!what.text) return;
    if (used >= d->heard_cap) {
        free(what.text);
        return;
    }
    desk_heard *aside = d->heard + d->heard_count;
    for (int i = 0; i < d->heard_aside && !what.told; i++)
        what.told =
            aside[i].told && aside[i].entry == what.entry && strcmp(aside[i].text, what.text) == 0;
    memmove(aside + 1, aside, (size_t)d->heard_aside * sizeof *aside);
    d->heard[d->heard_count++] = what;
}

void desk_hear_end(desk *d)
{
    for (int i = 0; i < d->heard_aside; i++) free(d->heard[d->heard_count + i].text);
    d->heard_aside = 0;
}

void desk_take_events(desk *d, const vg_json_doc *doc, int at, int from)
{
    vg_text text = vg_text_heap();
    desk_hear_from(d, from);
    for (int i = 0; i < vg_json_count(doc, at); i++) {
        int item = vg_json_item(doc, at, i);
        char type[32], by[16];
        desk_get_word(doc, item, "type", type, sizeof type);
        desk_get_word(doc, item, "by", by, sizeof by);
        desk_heard what = {.entry = desk_get_int(doc, item, "entry", from, INT32_MAX, from),
                           .game = desk_get_int(doc, item, "game", 1, VG_MAX_MATCH, 1),
                           .seat = desk_get_int(doc, item, "seat", 0, VG_MAX_SEATS - 1, VG_NOBODY),
                           .kind = strcmp(type, "narration") == 0 ? DESK_TALE : DESK_EVENT,
                           .chance = strcmp(by, "chance") == 0};
        vg_text_clear(&text);
        if (vg_json_get_string(doc, vg_json_find(doc, item, "text"), &text) && text.len)
            desk_hear(d, what, text.at, text.len);
    }
    desk_hear_end(d);
    vg_text_release(&text);
}

void desk_take_log(desk *d, vg_table *table, int viewer, int from)
{
    int reader = viewer == VG_EVERYTHING ? VG_WATCHER : viewer;
    vg_voice voice = vg_table_voice(table, reader, d->c->lang);
    const void *view = vg_table_view(table, reader);
    vg_text text = vg_text_heap();
    desk_hear_from(d, from);
    for (int i = from; i < vg_table_log_count(table); i++) {
        vg_log_entry e;
        vg_table_log(table, i, &e);
        desk_heard what = {.entry = i, .game = e.game, .chance = e.seat == VG_CHANCE};
        for (int k = 0; k < e.event_count; k++) {
            const vg_event *event = vg_table_event(table, e.event_first + k);
            if (!vg_event_visible(event, viewer)) continue;
            vg_text_clear(&text);
            vg_event_text(vg_table_game(table), view, event, &voice, &text);
            what.seat = event->seat;
            if (text.len) desk_hear(d, what, text.at, text.len);
        }
        if (!e.narration) continue;
        what.seat = e.seat;
        what.kind = DESK_TALE;
        desk_hear(d, what, e.narration, strlen(e.narration));
    }
    desk_hear_end(d);
    vg_text_release(&text);
}

void desk_note(desk *d, desk_kind kind, const char *text)
{
    desk_hear(d, (desk_heard){.entry = -1, .seat = VG_NOBODY, .kind = kind}, text, strlen(text));
}

void desk_says(desk *d, bool bad, const char *it, const char *en)
{
    vg_text_clear(&d->said);
    vg_text_add(&d->said, cli_in(d->c, it, en));
    d->bad = bad;
}

void desk_take_advice(desk *d, const desk_advice *advice, int count)
{
    int best = 0, next = -1;
    if (count > d->choices) count = d->choices;
    if (count < 1) return;
    unsigned long tried = advice[0].visits;
    for (int i = 1; i < count; i++) {
        const desk_advice *a = &advice[i], *b = &advice[best], *n = next < 0 ? NULL : &advice[next];
        tried += a->visits;
        if (a->visits > b->visits || (a->visits == b->visits && a->value > b->value)) {
            next = best;
            best = i;
        } else if (!n || a->visits > n->visits || (a->visits == n->visits && a->value > n->value)) {
            next = i;
        }
    }
    vg_text_clear(&d->said);
    d->bad = false;
    d->advised = best;
    vg_text_printf(&d->said,
                   cli_in(d->c, "Il bot farebbe così: %d, %s.", "The bot would do this: %d, %s."),
                   best + 1, d->choice[best].label);
    if (next < 0 || tried == 0) return;
    vg_text_printf(&d->said,
                   cli_in(d->c,
                          " Ha provato %lu partite possibili: con questa mossa ne vince %.0f su "
                          "100, con la seconda migliore (%d) %.0f.",
                          " It tried %lu possible games: with this move it wins %.0f in 100, with "
                          "the next best (%d) %.0f."),
                   tried, advice[best].value * 100, next + 1, advice[next].value * 100);
}

// ---- telling -------------------------------------------------------------------------

vg_voice desk_voice(const desk *d)
{
    vg_voice voice = {.lang = d->c->lang, .reader = d->reader};
    for (int p = 0; p < VG_MAX_SEATS; p++) voice.name[p] = d->name[p][0] ? d->name[p] : NULL;
    return voice;
}

const char *desk_name(const desk *d, int seat)
{
    if (seat < 0 || seat >= VG_MAX_SEATS) return "";
    vg_voice voice = desk_voice(d);
    return vg_voice_name(&voice, seat);
}

static void put_wrapped(vg_text *out, const char *mark, const char *sentence, int width)
{
    vg_text line = vg_text_heap();
    vg_text_add(&line, mark);
    vg_text_add(&line, sentence);
    cli_wrap(line.at, width, cli_columns(mark, strlen(mark)), out);
    vg_text_release(&line);
}

static void put_tale(const desk *d, const desk_heard *h, int width, vg_text *out)
{
    vg_text story = vg_text_heap();
    if (h->seat == d->reader)
        vg_text_printf(&story, cli_in(d->c, "Racconti: «%s»", "You tell: “%s”"), h->text);
    else
        vg_text_printf(&story, cli_in(d->c, "%s%s racconta: «%s»", "%s%s tells: “%s”"),
                       desk_name(d, h->seat),
                       h->seat >= 0 && d->bots >> h->seat & 1 ? " (bot)" : "", h->text);
    put_wrapped(out, "  ", story.at, width);
    vg_text_release(&story);
}

#define MAX_RUN 64 // sentences of a run of chance that are compared; more are told one by one

void desk_tell(desk *d, int *at, int width, vg_text *out)
{
    const desk_heard *h = &d->heard[*at];
    int first = *at, end = first + 1;
    if (h->kind == DESK_TALE) {
        put_tale(d, h, width, out);
    } else if (h->kind != DESK_EVENT) {
        put_wrapped(out, h->kind == DESK_CHAT ? "  " : "* ", h->text, width);
    } else {
        while (h->chance && end < d->heard_count && end - first < MAX_RUN && d->heard[end].chance &&
               d->heard[end].kind == DESK_EVENT && d->heard[end].game == h->game)
            end++;
        for (int i = first; i < end; i++) {
            int times = 1;
            bool said = false;
            for (int k = first; k < i && !said; k++)
                said = strcmp(d->heard[k].text, d->heard[i].text) == 0;
            if (said) continue;
            for (int k = i + 1; k < end; k++)
                times += strcmp(d->heard[k].text, d->heard[i].text) == 0;
            vg_text line = vg_text_heap();
            vg_text_add(&line, d->heard[i].text);
            if (times > 1) vg_text_printf(&line, cli_in(d->c, " (%d volte)", " (%d times)"), times);
            put_wrapped(out, "- ", line.at, width);
            vg_text_release(&line);
        }
    }
    *at = end;
}

static void put_points(vg_text *out, vg_lang lang, long points)
{
    const char *word = points == 1 || points == -1 ? (lang == VG_IT ? "punto" : "point")
                                                   : (lang == VG_IT ? "punti" : "points");
    vg_text_printf(out, "%ld %s", points, word);
}

static void put_standing(const desk *d, int p, int rank, int32_t points, vg_text *out)
{
    vg_text_printf(out, "%d. %s: ", rank, desk_name(d, p));
    put_points(out, d->c->lang, points);
    vg_text_char(out, '\n');
}

void desk_score(const desk *d, int width, vg_text *out)
{
    for (int rank = 1; rank <= d->seats && d->scored; rank++) {
        for (int p = 0; p < d->seats; p++) {
            if (d->rank[p] != rank) continue;
            put_standing(d, p, rank, d->points[p], out);
            for (int i = 0; i < d->lines; i++) {
                if (d->line[i].seat != p) continue;
                char mark[16];
                snprintf(mark, sizeof mark, "   %+4d  ", d->line[i].points);
                if (d->line[i].points == 0) snprintf(mark, sizeof mark, "%9s", "");
                put_wrapped(out, mark, d->line[i].text, width);
            }
        }
    }
    if (!d->matched || d->games < 2) return;
    vg_text_add(out, cli_in(d->c, "Nella sfida:\n", "In the match:\n"));
    for (int rank = 1; rank <= d->seats; rank++)
        for (int p = 0; p < d->seats; p++)
            if (d->match_rank[p] == rank) put_standing(d, p, rank, d->match_points[p], out);
}

void desk_fold(const char *text, int width, vg_text *out)
{
    vg_text line = vg_text_heap();
    for (const char *at = text; at && *at;) {
        size_t n = strcspn(at, "\n");
        vg_text_clear(&line);
        vg_text_bytes(&line, at, n);
        cli_wrap(line.at, width, (int)strspn(line.at, " ") + 2, out);
        at += n + (at[n] == '\n');
    }
    vg_text_release(&line);
}

bool desk_speaks_of(const char *line, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = line; *at; at++)
        if ((at == line || strchr(" ('", at[-1]) || (unsigned char)at[-1] >= 0x80) &&
            strncasecmp(at, word, n) == 0)
            return true;
    return false;
}

void desk_own(const desk *d, bool hand_only, int width, vg_text *out)
{
    const char *hand = cli_in(d->c, "mano", "hand"), *name = desk_name(d, d->reader);
    vg_text line = vg_text_heap();
    bool mine = false, holding = false; // under a line of mine; under "my hand"
    for (const char *at = d->board.len ? d->board.at : ""; *at;) {
        size_t n = strcspn(at, "\n");
        vg_text_clear(&line);
        vg_text_bytes(&line, at, n);
        at += n + (at[n] == '\n');
        if (!line.len) continue;
        const char *words = line.at + strspn(line.at, " >");
        bool under = line.at[0] == ' ', seat = false;
        for (int p = 0; p < d->seats && !seat; p++)
            seat = strncmp(words, desk_name(d, p), strlen(desk_name(d, p))) == 0;
        if (seat || !under) mine = *name && strncmp(words, name, strlen(name)) == 0;
        if (!under) holding = !seat && desk_speaks_of(words, hand);
        bool deep = hand_only && strspn(line.at, " ") > 3; // what a card does is for `?`
        bool held = (holding && !deep) || (mine && under && !seat && desk_speaks_of(words, hand));
        if (held || (mine && !hand_only)) cli_wrap(words, width, 2, out);
    }
    vg_text_release(&line);
}

void desk_rule(const desk *d, const char *rule, int width, bool colour, vg_text *out)
{
    cli_rule(d->rules.len ? d->rules.at : "", rule, width, colour, out);
}

// ---- cards ---------------------------------------------------------------------------

// The name of the thing with this slug, anywhere in the catalogue; "" if there is none.
static void name_of(const vg_json_doc *doc, const char *slug, vg_text *out)
{
    for (int i = 0; i < doc->count && slug[0]; i++) {
        const vg_json_node *n = &doc->node[i];
        if (n->type != VG_JSON_OBJECT) continue;
        int id = vg_json_find(doc, i, "slug");
        if (id < 0) id = vg_json_find(doc, i, "id");
        if (id < 0 || doc->node[id].len != strlen(slug) ||
            strncmp(doc->node[id].at, slug, strlen(slug)) != 0)
            continue;
        desk_get_text(doc, vg_json_find(doc, i, "name"), 80, out);
        return;
    }
    vg_text_clear(out);
}

// "Serve: Imbarcazione 1, Compagni 2" of an object of numbers, or a list of slugs.
static void explain_list(const vg_json_doc *doc, int at, const char *word, vg_text *out)
{
    vg_text name = vg_text_heap(), key = vg_text_heap();
    int said = 0;
    for (int i = 0; i < vg_json_count(doc, at); i++) {
        int item = vg_json_item(doc, at, i);
        int64_t n = 0;
        vg_text_clear(&key);
        if (doc->node[item].key) {
            if (!vg_json_get_int(doc, item, &n) || n == 0) continue;
            vg_text_bytes(&key, doc->node[item].key, doc->node[item].key_len);
        } else if (!vg_json_get_string(doc, item, &key)) {
            continue;
        }
        name_of(doc, key.at, &name);
        if (!name.len) continue;
        if (said++)
            vg_text_printf(out, ", %s", name.at);
        else
            vg_text_printf(out, " %s: %s", word, name.at);
        if (n > 1) vg_text_printf(out, " ×%d", (int)n);
    }
    if (said) vg_text_char(out, '.');
    vg_text_release(&name);
    vg_text_release(&key);
}

static void explain_one(const desk *d, const vg_json_doc *doc, int at, const char *name,
                        vg_text *out)
{
    static const struct {
        const char *key;
        vg_words word; // NULL: the text speaks for itself
    } said[] = {
        {"points", VG_WORDS("punti", "points")},
        {"value", VG_WORDS("valore", "value")},
        {"needs", VG_WORDS("Serve", "Needs")},
        {"stones", VG_WORDS("Cerca", "Seeks")},
        {"next", VG_WORDS("Confina con", "Next to")},
        {"ability", VG_WORDS(NULL, NULL)},
        {"gift", VG_WORDS(NULL, NULL)},
        {"text", VG_WORDS(NULL, NULL)},
    };
    vg_text text = vg_text_heap();
    vg_text_add(out, name);
    for (int i = 0; i < 2; i++) {
        int64_t n;
        if (vg_json_get_int(doc, vg_json_find(doc, at, said[i].key), &n))
            vg_text_printf(out, ", %s %d", said[i].word.in[d->c->lang], (int)n);
    }
    vg_text_char(out, '.');
    for (size_t i = 2; i < sizeof said / sizeof said[0]; i++) {
        int member = vg_json_find(doc, at, said[i].key);
        if (member < 0) continue;
        if (said[i].word.in[0])
            explain_list(doc, member, said[i].word.in[d->c->lang], out);
        else if (desk_get_text(doc, member, MAX_SENTENCE, &text) && text.len)
            vg_text_printf(out, " %s%s", text.at,
                           strchr(".!?”»", text.at[text.len - 1]) ? "" : ".");
    }
    vg_text_release(&text);
}

// Does `text` name it, as a word of its own?
static bool names(const char *text, const char *name)
{
    size_t n = strlen(name);
    if (n < 3) return false;
    for (const char *at = text; (at = strstr(at, name)); at += n) {
        unsigned char before = at == text ? ' ' : (unsigned char)at[-1],
                      after = (unsigned char)at[n];
        if (strchr(" ([“«'’-", before) || before >= 0x80)
            if (!after || strchr(" ,.;:)]!?'-\n", after) || after >= 0x80) return true;
    }
    return false;
}

void desk_explain(const desk *d, const char *text, int width, vg_text *out)
{
    vg_json_doc doc;
    vg_text name = vg_text_heap(), line = vg_text_heap(), done = vg_text_heap();
    bool good = d->cards.len && vg_json_read(&doc, d->cards.at, d->cards.len);
    for (int i = 0; good && i < doc.count; i++) {
        if (doc.node[i].type != VG_JSON_OBJECT) continue;
        if (!desk_get_text(&doc, vg_json_find(&doc, i, "name"), 80, &name) || !name.len) continue;
        bool asked = strlen(text) > 2 && strlen(text) < 40 && desk_speaks_of(name.at, text);
        if (!asked && !names(text, name.at)) continue;
        vg_text_clear(&line);
        explain_one(d, &doc, i, name.at, &line);
        if (done.len && strstr(done.at, line.at)) continue; // twice in the catalogue
        vg_text_add(&done, line.at);
        cli_wrap(line.at, width, 2, out);
    }
    if (d->cards.len) vg_json_release(&doc);
    vg_text_release(&name);
    vg_text_release(&line);
    vg_text_release(&done);
}

// ---- waiting -------------------------------------------------------------------------

bool desk_wait(const desk *d, bool typing, int timeout)
{
    if (d->more || cli_leaving()) timeout = 0;
    if (d->timeout >= 0 && (timeout < 0 || d->timeout < timeout)) timeout = d->timeout;
    struct pollfd p[3] = {{.fd = cli_signal_fd(), .events = POLLIN},
                          {.fd = d->fd, .events = POLLIN},
                          {.fd = typing ? STDIN_FILENO : -1, .events = POLLIN}};
    int n = poll(p, 3, timeout);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0 && p[0].revents) cli_signal_seen();
    return n > 0 && p[2].revents;
}
