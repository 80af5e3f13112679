// book.c: gathers a table's tale into a book, and writes it as plain text and Markdown.
#include "tale/book.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- lists that grow ------------------------------------------------------------

// Makes room for one more at the end of `*list`; NULL without memory. Rooms are powers of two.
static void *more(void *list, int count, size_t size)
{
    if (count & (count - 1) || (count > 0 && count < 16)) return list;
    return realloc(list, (size_t)(count < 16 ? 16 : 2 * count) * size);
}

#define PUSH(list, count, ...)                                                                     \
    do {                                                                                           \
        void *bigger = more((list), (count), sizeof *(list));                                      \
        if (!bigger) goto fail;                                                                    \
        (list) = bigger;                                                                           \
        (list)[(count)++] = __VA_ARGS__;                                                           \
    } while (0)

// ---- which telling belongs where ---------------------------------------------------

// A chapter to be: a game's stretch of the tale, or a story of its own.
typedef struct plan {
    uint8_t game, story;
    uint16_t number;
    int done; // entry at which it was completed; INT32_MAX: never
    const vg_beat *last;
} plan;

typedef struct builder {
    vg_book *book;
    vg_table *table;
    const vg_teller *teller;
    vg_lang lang;
    plan *plan;
    int plan_count;
    int *of; // chapter plan of each telling; -1: not in the book
    int games;
} builder;

static int plan_of(const builder *b, const vg_telling *t)
{
    for (int i = 0; i < b->plan_count; i++)
        if (b->plan[i].game == t->game && b->plan[i].story == t->beat.story &&
            b->plan[i].number == t->chapter)
            return i;
    return -1;
}

// Sorts every telling into a chapter. Completed stories first, in the order they were completed.
static bool plan_chapters(builder *b)
{
    int count = vg_teller_count(b->teller);
    b->of = calloc((size_t)count + 1, sizeof *b->of);
    if (!b->of) return false;
    for (int i = 0; i < count; i++) {
        const vg_telling *t = vg_teller_at(b->teller, i);
        bool empty = t->beat.kind == VG_BEAT_NONE && !t->beat.chapter;
        int at = empty ? -1 : plan_of(b, t);
        if (!empty && at < 0) {
            at = b->plan_count;
            PUSH(b->plan, b->plan_count,
                 (plan){.game = t->game,
                        .story = t->beat.story,
                        .number = t->chapter,
                        .done = INT32_MAX});
        }
        b->of[i] = at;
        if (at >= 0 && t->beat.chapter && b->plan[at].done == INT32_MAX) {
            b->plan[at].done = t->entry;
            b->plan[at].last = &t->beat;
        }
        if (t->beat.kind != VG_BEAT_UNTOLD) continue;
        b->of[i] = -1; // the picture taken away leaves the book too
        for (int k = i - 1; k >= 0; k--)
            if (b->of[k] == at && vg_teller_at(b->teller, k)->beat.card.words.in[0]) {
                b->of[k] = -1;
                break;
            }
    }
    return true;
fail:
    return false;
}

// ---- the words of an entry -----------------------------------------------------------

// Whose words a telling is told in, and the words; NULL: none.
static const char *words_of(const builder *b, const vg_telling *t, vg_book_voice *voice)
{
    vg_log_entry e;
    vg_table_log(b->table, t->entry, &e);
    bool bot = t->seat >= 0 && vg_tale_is_bot(b->table, t->seat);
    *voice = bot ? VG_BOOK_BOT : VG_BOOK_PERSON;
    if (e.narration) {
        for (int lang = 0; bot && lang < VG_LANG_COUNT; lang++)
            if (strcmp(e.narration, t->text[lang]) == 0) return t->text[b->lang];
        return e.narration;
    }
    if (!bot) *voice = VG_BOOK_ITSELF;
    return *t->text[b->lang] ? t->text[b->lang] : NULL;
}

// In a fight, and at the end of a task, the bots speak in turn within one paragraph.
static bool shared(int kind)
{
    return kind == VG_BEAT_PARRY || kind == VG_BEAT_FALL || kind == VG_BEAT_SLIP ||
           kind == VG_BEAT_BANISH || kind == VG_BEAT_SPRUNG || kind == VG_BEAT_KEEP ||
           kind == VG_BEAT_GIFT || kind == VG_BEAT_LOSS || kind == VG_BEAT_AIM;
}

static bool add_part(builder *b, int seat, vg_book_voice voice, const char *words,
                     const vg_beat *beat, bool breaks)
{
    vg_book *book = b->book;
    vg_book_chapter *chapter = &book->chapter[book->chapter_count - 1];
    vg_book_part *last = chapter->part_count ? &book->part[book->part_count - 1] : NULL;
    uint16_t teller = seat >= 0 ? VG_TO(seat) : 0;
    bool joins = last && last->voice == voice && !breaks &&
                 (last->seats == teller || (voice == VG_BOOK_BOT && beat && shared(beat->kind)));
    if (!joins) {
        PUSH(book->part, book->part_count,
             (vg_book_part){.seats = teller,
                            .voice = (uint8_t)voice,
                            .text = vg_text_heap(),
                            .card_first = book->card_count});
        chapter->part_count++;
        last = &book->part[book->part_count - 1];
    }
    last->seats |= teller;
    vg_text_printf(&last->text, "%s%s", last->text.len ? " " : "", words);
    if (!beat || !beat->card.words.in[0] || beat->kind == VG_BEAT_KEEP) return true;
    PUSH(book->card, book->card_count, (vg_book_card){beat->card.words.in[b->lang], beat->side});
    last->card_count++;
    return true;
fail:
    return false;
}

// A new paragraph where something new begins.
static bool breaks(vg_beat_kind kind)
{
    switch ((int)kind) {
    case VG_BEAT_OPEN:
    case VG_BEAT_WAKE:
    case VG_BEAT_JOIN:
    case VG_BEAT_QUEST:
    case VG_BEAT_DECIDED:
    case VG_BEAT_CLASH:
    case VG_BEAT_SNARE:
    case VG_BEAT_CLOSE: return true;
    default: return false;
    }
}

static bool add_chapter(builder *b, int at)
{
    vg_book *book = b->book;
    const plan *p = &b->plan[at];
    bool ending = false;
    vg_book_chapter fresh = {
        .title = vg_text_heap(), .motto = vg_text_heap(), .part_first = book->part_count};
    PUSH(book->chapter, book->chapter_count, fresh);
    const char *first_card = NULL, *kept = NULL;
    for (int i = 0; i < vg_teller_count(b->teller); i++) {
        const vg_telling *t = vg_teller_at(b->teller, i);
        vg_book_voice voice;
        if (b->of[i] != at) continue;
        const char *card = t->beat.card.words.in[b->lang], *words = words_of(b, t, &voice);
        if (card && !first_card) first_card = card;
        if (card && t->beat.kind == VG_BEAT_KEEP) kept = card;
        ending |= t->beat.kind == VG_BEAT_FINALE || t->beat.kind == VG_BEAT_CLOSE;
        if (words &&
            !add_part(b, t->seat, voice, words, &t->beat, breaks((vg_beat_kind)t->beat.kind)))
            goto fail;
    }
    vg_book_chapter *chapter = &book->chapter[book->chapter_count - 1];
    const char *named = p->last ? p->last->title.in[b->lang] : NULL;
    if (named)
        vg_text_add(&chapter->title, named);
    else if (p->story && first_card)
        vg_text_add(&chapter->title, first_card);
    else if (ending)
        vg_text_add(&chapter->title, b->lang == VG_IT ? "Epilogo" : "Epilogue");
    else
        vg_text_add(&chapter->title,
                    b->lang == VG_IT ? "Dove il racconto si ferma" : "Where the tale stops");
    if (p->story && p->done == INT32_MAX)
        vg_text_add(&chapter->title, b->lang == VG_IT ? " (incompiuta)" : " (unfinished)");
    if (b->games > 1)
        vg_text_printf(&chapter->title, b->lang == VG_IT ? " (partita %d)" : " (game %d)", p->game);
    if (kept) vg_text_add(&chapter->motto, kept);
    if (!chapter->part_count) { // nothing was told: no chapter
        vg_text_release(&chapter->title);
        vg_text_release(&chapter->motto);
        book->chapter_count--;
    }
    return true;
fail:
    return false;
}

static bool tell_chapters(builder *b)
{
    // In the order they were completed; the others after them, as they began.
    for (int k = 0; k < b->plan_count; k++) {
        int next = -1;
        for (int i = 0; i < b->plan_count; i++)
            if (b->plan[i].done >= 0 && (next < 0 || b->plan[i].done < b->plan[next].done))
                next = i;
        if (!add_chapter(b, next)) return false;
        b->plan[next].done = -1;
    }
    return true;
}

// For games that tell nothing by themselves: what the seats did, a chapter a game.
static bool chronicle(builder *b)
{
    vg_book *book = b->book;
    const vg_game *game = vg_table_game(b->table);
    vg_voice voice = vg_table_voice(b->table, VG_WATCHER, b->lang);
    const void *view = vg_table_view(b->table, VG_WATCHER);
    int number = 0;
    for (int i = 0; i < vg_table_log_count(b->table); i++) {
        vg_log_entry e;
        vg_table_log(b->table, i, &e);
        if (e.game != number) {
            vg_book_chapter fresh = {
                .title = vg_text_heap(), .motto = vg_text_heap(), .part_first = book->part_count};
            PUSH(book->chapter, book->chapter_count, fresh);
            vg_text_add(&book->chapter[book->chapter_count - 1].title,
                        b->lang == VG_IT ? "Cronaca" : "Chronicle");
            if (b->games > 1)
                vg_text_printf(&book->chapter[book->chapter_count - 1].title,
                               b->lang == VG_IT ? " della partita %d" : " of game %d", e.game);
            number = e.game;
        }
        if (e.seat < 0) continue;
        vg_text sentence = vg_text_heap();
        for (int k = 0; k < e.event_count; k++) {
            const vg_event *event = vg_table_event(b->table, e.event_first + k);
            if (!vg_event_visible(event, VG_WATCHER)) continue;
            size_t before = sentence.len;
            if (before) vg_text_char(&sentence, ' ');
            size_t start = sentence.len;
            vg_event_text(game, view, event, &voice, &sentence);
            if (sentence.len == start) // nothing to say
                sentence.at[sentence.len = before] = '\0';
            else if (!strchr(".!?", sentence.at[sentence.len - 1]))
                vg_text_char(&sentence, '.');
            if (sentence.len > start)
                sentence.at[start] = (char)toupper((unsigned char)sentence.at[start]);
        }
        bool good =
            !sentence.len || add_part(b, VG_NOBODY, VG_BOOK_ITSELF, sentence.at, NULL, false);
        vg_text_release(&sentence);
        if (good && e.narration)
            good =
                add_part(b, e.seat, vg_tale_is_bot(b->table, e.seat) ? VG_BOOK_BOT : VG_BOOK_PERSON,
                         e.narration, NULL, true);
        if (!good) goto fail;
    }
    return true;
fail:
    return false;
}

// ---- cast, journey, result -------------------------------------------------------------

static void add_cast(vg_text *cast, const char *name)
{
    const char *found = cast->len ? strstr(cast->at, name) : NULL;
    if (found) return;
    vg_text_printf(cast, "%s%s", cast->len ? ", " : "", name);
}

static bool gather(builder *b)
{
    vg_book *book = b->book;
    for (int i = 0; i < vg_teller_count(b->teller); i++) {
        const vg_telling *t = vg_teller_at(b->teller, i);
        const vg_beat *x = &t->beat;
        if ((x->kind == VG_BEAT_WAKE || x->kind == VG_BEAT_JOIN) && t->seat >= 0)
            add_cast(&book->cast[t->seat], x->who.words.in[b->lang]);
        if (x->spot_from && x->spot && x->spot_from != x->spot)
            PUSH(book->leg, book->leg_count, (vg_book_leg){x->spot_from, x->spot, x->side});
    }
    return true;
fail:
    return false;
}

static bool result_line(vg_book *book, const char *line)
{
    vg_text text = vg_text_heap();
    vg_text_add(&text, line);
    PUSH(book->result, book->result_count, text);
    return true;
fail:
    vg_text_release(&text);
    return false;
}

// A line that only explains is not said twice.
static bool said_before(const vg_book *book, const char *line)
{
    for (int i = 0; i < book->result_count; i++)
        if (strcmp(book->result[i].at, line) == 0) return true;
    return false;
}

static bool add_result(builder *b)
{
    const vg_game *game = vg_table_game(b->table);
    vg_voice voice = vg_table_voice(b->table, VG_WATCHER, b->lang);
    const void *view = vg_table_view(b->table, VG_WATCHER);
    vg_score score = {0};
    if (!vg_table_over(b->table))
        return result_line(b->book,
                           b->lang == VG_IT ? "La partita non è finita." : "The game is not over.");
    vg_table_score(b->table, &score);
    bool good = true;
    vg_text line = vg_text_heap();
    for (int rank = 1; rank <= b->book->seats; rank++)
        for (int p = 0; p < b->book->seats; p++) {
            if (score.rank[p] != rank) continue;
            vg_text_clear(&line);
            int points = score.points[p];
            vg_text_printf(&line, "%d. %s: %d %s", rank, b->book->name[p].at, points,
                           b->lang == VG_IT ? points == 1 ? "punto" : "punti"
                           : points == 1    ? "point"
                                            : "points");
            good = good && result_line(b->book, line.at);
            for (int i = 0; i < score.line_count; i++) {
                if (score.line[i].seat != p) continue;
                vg_text_clear(&line);
                vg_text_char(&line, ' ');
                vg_score_text(game, view, &score.line[i], &voice, &line);
                if (!score.line[i].points && said_before(b->book, line.at)) continue;
                if (score.line[i].points) vg_text_printf(&line, " (%+d)", score.line[i].points);
                good = good && result_line(b->book, line.at);
            }
        }
    vg_text_release(&line);
    return good;
}

static void add_front(builder *b)
{
    vg_book *book = b->book;
    vg_voice voice = vg_table_voice(b->table, VG_WATCHER, b->lang);
    vg_text_add(&book->title, vg_table_game(b->table)->name);
    vg_text_add(&book->subtitle,
                vg_table_game(b->table)->told
                    ? (b->lang == VG_IT ? "Il racconto di una partita" : "The tale of a game")
                    : (b->lang == VG_IT ? "Cronaca di una partita" : "The chronicle of a game"));
    for (int p = 0; p < book->seats; p++) {
        vg_text_add(&book->name[p], vg_voice_name(&voice, p));
        book->bot[p] = vg_tale_is_bot(b->table, p);
    }
    vg_text record = vg_text_heap();
    vg_table_record(b->table, false, &record);
    vg_sha256 sha;
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, record.at, record.len);
    vg_sha256_feed(&sha, vg_lang_code(b->lang), 2);
    vg_sha256_done(&sha, book->id);
    vg_text_release(&record);
}

vg_book *vg_book_new(vg_table *table, vg_lang lang)
{
    vg_book *book = calloc(1, sizeof *book);
    vg_teller *teller = book ? vg_teller_new(table) : NULL;
    builder b = {.book = book,
                 .table = table,
                 .teller = teller,
                 .lang = lang,
                 .games = vg_table_games(table)};
    bool good = teller != NULL;
    if (good) {
        book->lang = lang;
        book->seats = vg_table_setup(table)->seats;
        book->title = vg_text_heap();
        book->subtitle = vg_text_heap();
        for (int p = 0; p < VG_MAX_SEATS; p++) {
            book->name[p] = vg_text_heap();
            book->cast[p] = vg_text_heap();
        }
        add_front(&b);
        good = vg_teller_follow(teller) && gather(&b) && plan_chapters(&b);
        if (good) good = vg_table_game(table)->told ? tell_chapters(&b) : chronicle(&b);
        good = good && add_result(&b);
        if (good && book->leg_count) vg_teller_board(teller, &book->board);
    }
    free(b.plan);
    free(b.of);
    vg_teller_free(teller);
    if (good) return book;
    vg_book_free(book);
    return NULL;
}

void vg_book_free(vg_book *book)
{
    if (!book) return;
    vg_text_release(&book->title);
    vg_text_release(&book->subtitle);
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        vg_text_release(&book->name[p]);
        vg_text_release(&book->cast[p]);
    }
    for (int i = 0; i < book->chapter_count; i++) {
        vg_text_release(&book->chapter[i].title);
        vg_text_release(&book->chapter[i].motto);
    }
    for (int i = 0; i < book->part_count; i++) vg_text_release(&book->part[i].text);
    for (int i = 0; i < book->result_count; i++) vg_text_release(&book->result[i]);
    free(book->chapter);
    free(book->part);
    free(book->card);
    free(book->leg);
    free(book->result);
    free(book);
}

// ---- what all forms share ------------------------------------------------------------------

void vg_book_heading(const vg_book *book, int chapter, vg_text *out)
{
    const vg_book_chapter *c = &book->chapter[chapter];
    bool last = chapter == book->chapter_count - 1;
    const char *epilogue = book->lang == VG_IT ? "Epilogo" : "Epilogue";
    if (book->chapter_count > 1 && !(last && strcmp(c->title.at, epilogue) == 0))
        vg_text_printf(out, "%d. ", chapter + 1);
    vg_text_add(out, c->title.at);
}

void vg_book_tellers(const vg_book *book, vg_text *out)
{
    int voices[3] = {0};
    for (int i = 0; i < book->part_count; i++) voices[book->part[i].voice]++;
    bool it = book->lang == VG_IT;
    if (voices[VG_BOOK_PERSON])
        vg_text_add(out, it ? "Le parole delle persone sono quelle che hanno scritto giocando. "
                            : "The words of people are the ones they wrote while playing. ");
    if (voices[VG_BOOK_BOT])
        vg_text_add(out, it ? "I posti segnati come bot li ha giocati e raccontati un programma. "
                            : "The seats marked as bots were played and told by a program. ");
    if (voices[VG_BOOK_ITSELF])
        vg_text_add(out, it ? "Quello che nessuno ha raccontato lo racconta il libro. "
                            : "What nobody told, the book tells. ");
    vg_text_add(out, it ? "Fatto con Veglia." : "Made with Veglia.");
}

// ---- plain text ----------------------------------------------------------------------------

// A paragraph wrapped at 72 columns, every line after `indent` spaces.
static void wrap(vg_text *out, const char *s, int indent)
{
    int column = 0;
    while (*s) {
        size_t word = strcspn(s, " ");
        int wide = 0;
        for (size_t i = 0; i < word; i++) wide += (s[i] & 0xc0) != 0x80;
        if (column && column + 1 + wide > 72) {
            vg_text_char(out, '\n');
            column = 0;
        }
        if (!column) {
            for (int i = 0; i < indent; i++) vg_text_char(out, ' ');
            column = indent;
        } else {
            vg_text_char(out, ' ');
            column++;
        }
        vg_text_bytes(out, s, word);
        column += wide;
        s += word;
        while (*s == ' ') s++;
    }
    vg_text_char(out, '\n');
}

static void underlined(vg_text *out, const char *s, char with)
{
    vg_text_printf(out, "%s\n", s);
    for (; *s; s++)
        if ((*s & 0xc0) != 0x80) vg_text_char(out, with);
    vg_text_add(out, "\n\n");
}

// "Ada (bot); La chiave, La lanterna accesa"
static void credit(const vg_book *book, const vg_book_part *part, vg_text *out)
{
    bool it = book->lang == VG_IT;
    if (part->voice == VG_BOOK_ITSELF) vg_text_add(out, it ? "il libro" : "the book");
    bool first = true;
    for (int p = 0; p < book->seats && part->voice != VG_BOOK_ITSELF; p++) {
        if (!(part->seats >> p & 1)) continue;
        vg_text_printf(out, "%s%s", first ? "" : ", ", book->name[p].at);
        first = false;
    }
    if (part->voice == VG_BOOK_BOT) vg_text_add(out, " (bot)");
    for (int i = 0; i < part->card_count; i++)
        vg_text_printf(out, "%s%s", i ? ", " : "; ", book->card[part->card_first + i].title);
}

static void front_text(const vg_book *book, vg_text *out)
{
    underlined(out, book->title.at, '=');
    vg_text_printf(out, "%s\n\n", book->subtitle.at);
    for (int p = 0; p < book->seats; p++)
        vg_text_printf(out, "%s%s%s%s\n", book->name[p].at, book->bot[p] ? " (bot)" : "",
                       book->cast[p].len ? ": " : "", book->cast[p].len ? book->cast[p].at : "");
    vg_text_char(out, '\n');
}

void vg_book_text(const vg_book *book, vg_text *out)
{
    vg_text line = vg_text_heap();
    front_text(book, out);
    for (int i = 0; i < book->chapter_count; i++) {
        const vg_book_chapter *c = &book->chapter[i];
        vg_text_clear(&line);
        vg_book_heading(book, i, &line);
        vg_text_char(out, '\n');
        underlined(out, line.at, '-');
        for (int k = 0; k < c->part_count; k++) {
            const vg_book_part *part = &book->part[c->part_first + k];
            wrap(out, part->text.at, 0);
            vg_text_clear(&line);
            vg_text_add(&line, "[");
            credit(book, part, &line);
            vg_text_add(&line, "]");
            wrap(out, line.at, 4);
            vg_text_char(out, '\n');
        }
        if (c->motto.len) vg_text_printf(out, "    * %s *\n\n", c->motto.at);
    }
    vg_text_char(out, '\n');
    underlined(out, book->lang == VG_IT ? "Come è finita" : "How it ended", '-');
    for (int i = 0; i < book->result_count; i++) vg_text_printf(out, "%s\n", book->result[i].at);
    vg_text_char(out, '\n');
    vg_text_clear(&line);
    vg_book_tellers(book, &line);
    wrap(out, line.at, 0);
    vg_text_release(&line);
}

// ---- Markdown --------------------------------------------------------------------------------

// Nothing in `s` means anything to CommonMark: a backslash before what would mean something where
// it stands, and nowhere else. `starts`: at the beginning of a line, where more does.
static void quote(vg_text *out, const char *s, bool starts)
{
    for (; *s; s++) {
        size_t digits = starts ? strspn(s, "0123456789") : 0;
        if (digits && strchr(".)", s[digits]) && s[digits]) { // "1." begins a list
            vg_text_bytes(out, s, digits);
            s += digits;
            vg_text_char(out, '\\');
        } else if (strchr("\\`*_[<&#~", *s) || (starts && strchr("+-=>", *s))) {
            vg_text_char(out, '\\');
        }
        vg_text_char(out, *s);
        starts = *s == '\n' || (starts && *s == ' ');
    }
}

void vg_book_markdown(const vg_book *book, vg_text *out)
{
    bool it = book->lang == VG_IT;
    vg_text line = vg_text_heap();
    vg_text_add(out, "# ");
    quote(out, book->title.at, false);
    vg_text_printf(out, "\n\n%s\n\n", book->subtitle.at);
    for (int p = 0; p < book->seats; p++) {
        vg_text_add(out, "- **");
        quote(out, book->name[p].at, false);
        vg_text_printf(out, "**%s%s", book->bot[p] ? " (bot)" : "", book->cast[p].len ? ": " : "");
        if (book->cast[p].len) quote(out, book->cast[p].at, false);
        vg_text_char(out, '\n');
    }
    for (int i = 0; i < book->chapter_count; i++) {
        const vg_book_chapter *c = &book->chapter[i];
        vg_text_clear(&line);
        vg_book_heading(book, i, &line);
        vg_text_add(out, "\n## ");
        quote(out, line.at, false);
        vg_text_add(out, "\n\n");
        for (int k = 0; k < c->part_count; k++) {
            const vg_book_part *part = &book->part[c->part_first + k];
            quote(out, part->text.at, true);
            vg_text_add(out, "\n\n> ");
            vg_text_clear(&line);
            credit(book, part, &line);
            quote(out, line.at, true);
            vg_text_add(out, "\n\n");
        }
        if (!c->motto.len) continue;
        vg_text_add(out, "*");
        quote(out, c->motto.at, false);
        vg_text_add(out, "*\n");
    }
    vg_text_printf(out, "\n## %s\n\n", it ? "Come è finita" : "How it ended");
    for (int i = 0; i < book->result_count; i++) {
        const char *s = book->result[i].at;
        vg_text_add(out, *s == ' ' ? "  - " : "- ");
        quote(out, s + (*s == ' '), true);
        vg_text_char(out, '\n');
    }
    vg_text_clear(&line);
    vg_book_tellers(book, &line);
    vg_text_char(out, '\n');
    quote(out, line.at, true);
    vg_text_char(out, '\n');
    vg_text_release(&line);
}
