// book.c: gathers a table's tale into a book, and writes it as plain text and Markdown.
#include "tale/book.h"
#include "tale/book_parts.h"
#include "tale/plan.h"

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

// ---- the tale ------------------------------------------------------------------------------

typedef struct builder {
    vg_book *book;
    vg_table *table;
    const vg_teller *teller;
    vg_lang lang;
    int games;
} builder;

vg_book *vg_book_blank(vg_lang lang)
{
    vg_book *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->lang = lang;
    book->title = vg_text_heap();
    book->subtitle = vg_text_heap();
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        book->name[p] = vg_text_heap();
        book->cast[p] = vg_text_heap();
    }
    for (int side = 0; side < 2; side++) {
        book->side_name[side] = vg_text_heap();
        book->side_cast[side] = vg_text_heap();
    }
    return book;
}

bool vg_book_open(vg_book *book, const char *title)
{
    vg_book_chapter fresh = {
        .title = vg_text_heap(), .motto = vg_text_heap(), .part_first = book->part_count};
    vg_text_add(&fresh.title, title);
    PUSH(book->chapter, book->chapter_count, fresh);
    return true;
fail:
    vg_text_release(&fresh.title);
    return false;
}

bool vg_book_add(vg_book *book, int seat, vg_book_voice voice, const char *words, bool breaks)
{
    vg_book_chapter *chapter = &book->chapter[book->chapter_count - 1];
    vg_book_part *last = chapter->part_count ? &book->part[book->part_count - 1] : NULL;
    if (!last || last->voice != voice || breaks || last->seat != seat) {
        PUSH(book->part, book->part_count,
             (vg_book_part){.seat = (int8_t)seat, .voice = (uint8_t)voice, .text = vg_text_heap()});
        chapter->part_count++;
        last = &book->part[book->part_count - 1];
    }
    vg_text_printf(&last->text, "%s%s", last->text.len ? " " : "", words);
    return true;
fail:
    return false;
}

bool vg_book_end(vg_book *book, const char *line)
{
    vg_text text = vg_text_heap();
    vg_text_add(&text, line);
    PUSH(book->result, book->result_count, text);
    return true;
fail:
    vg_text_release(&text);
    return false;
}

void vg_book_stamp(vg_book *book, const char *record, size_t length)
{
    vg_sha256 sha;
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, record, length);
    vg_sha256_feed(&sha, vg_lang_code(book->lang), 2);
    vg_sha256_done(&sha, book->id);
}

static void typeset(vg_text *out, const char *s)
{
    size_t from = out->len;
    vg_text_add(out, s);
    vg_finish(out, from, VG_EN); // apostrophes and a capital: no euphony in a title
}

// The drawing of a thing; NULL if there is none.
static const vg_drawn *drawing(const builder *b, const vg_plan *tale, int thing)
{
    const char *name = thing && tale->saga->drawn ? tale->saga->drawn(thing) : NULL;
    return name ? vg_picture_find(vg_table_game(b->table)->id, name) : NULL;
}

// Gives the last paragraph the picture of `thing`, unless it has one. A card is drawn once a book,
// and the one a chapter is remembered by stands at its end.
static void illustrate(builder *b, const vg_plan *tale, int chapter, int thing)
{
    vg_book *book = b->book;
    vg_book_part *part = &book->part[book->part_count - 1];
    if (!thing || part->picture.drawn || thing == tale->chapter[chapter].kept) return;
    const vg_drawn *drawn = drawing(b, tale, thing);
    for (int i = 0; drawn && i < book->part_count; i++)
        if (book->part[i].picture.drawn == drawn) drawn = NULL;
    if (!drawn) return;
    part->picture = (vg_book_picture){.drawn = drawn, .title = vg_text_heap()};
    typeset(&part->picture.title, tale->saga->title(thing)->in[b->lang]);
}

static bool saga_chapter(builder *b, const vg_plan *tale, int number)
{
    vg_book *book = b->book;
    const vg_plan_chapter *from = &tale->chapter[number];
    if (!vg_book_open(book, "")) return false;
    vg_text *title = &book->chapter[book->chapter_count - 1].title;
    bool it = b->lang == VG_IT;
    vg_refer refer = {0};
    if (from->epilogue)
        vg_text_add(title, it ? "Epilogo" : "Epilogue");
    else if (from->title.words)
        vg_plan_say(tale, &from->title, b->lang, &refer, title);
    else if (from->ends)
        vg_text_add(title, it ? "Prima della fine" : "Before the end");
    else
        vg_text_add(title, it ? "Dove il racconto si ferma" : "Where the tale stops");
    if (from->broken) vg_text_add(title, it ? " (storia incompiuta)" : " (unfinished)");
    if (b->games > 1) vg_text_printf(title, it ? " (partita %d)" : " (game %d)", from->game);
    if (from->kept) {
        vg_text *motto = &book->chapter[book->chapter_count - 1].motto;
        typeset(motto, tale->saga->title(from->kept)->in[b->lang]);
        book->chapter[book->chapter_count - 1].kept = drawing(b, tale, from->kept);
    }
    int paragraph = -1;
    refer = (vg_refer){0};
    vg_text sentence = vg_text_heap();
    for (int i = 0; i < tale->count; i++) {
        const vg_plan_line *x = &tale->sentence[i];
        if (x->chapter != number) continue;
        bool fresh_one = x->paragraph != paragraph, good;
        paragraph = x->paragraph;
        if (fresh_one) refer.subject = 0, refer.mentioned = 0;
        if (!x->words) {
            vg_log_entry e;
            vg_table_log(b->table, x->entry, &e);
            good = vg_book_add(b->book, e.seat, VG_BOOK_PERSON, e.narration, true);
        } else {
            vg_text_clear(&sentence);
            vg_plan_say(tale, x, b->lang, &refer, &sentence);
            good = vg_book_add(b->book, VG_NOBODY, VG_BOOK_ITSELF, sentence.at, fresh_one);
        }
        if (!good) {
            vg_text_release(&sentence);
            return false;
        }
        for (int k = 0; k < x->cue.things; k++) illustrate(b, tale, number, x->cue.thing[k]);
        for (int k = 0; !x->words && k < x->facts; k++) // a person told of it
            illustrate(b, tale, number, tale->fact[x->fact[k]].thing);
    }
    vg_text_release(&sentence);
    if (!book->chapter[book->chapter_count - 1].part_count) { // nothing was told: no chapter
        vg_text_release(&book->chapter[book->chapter_count - 1].title);
        vg_text_release(&book->chapter[book->chapter_count - 1].motto);
        book->chapter_count--;
    }
    return true;
}

// The title, and who is in the tale.
static void saga_front(builder *b, const vg_plan *tale, const vg_fact *fact, int count)
{
    vg_book *book = b->book;
    bool it = b->lang == VG_IT;
    if (tale->title.words) {
        vg_refer refer = {0};
        vg_text_clear(&book->subtitle);
        bool page = tale->saga->form == VG_FORM_CONTEST;
        vg_text_add(&book->subtitle, page ? (it ? "Una partita di " : "A game of ")
                                          : (it ? "Un racconto di " : "A story from "));
        vg_text_add(&book->subtitle, book->title.at);
        vg_text_clear(&book->title);
        vg_plan_say(tale, &tale->title, b->lang, &refer, &book->title);
    }
    uint32_t seen = 0;
    for (int i = 0; i < count; i++) {
        const vg_fact *f = &fact[i];
        int who = f->kind == VG_FACT_CAST ? f->who : f->kind == VG_FACT_BEGUN ? f->whom : 0;
        if (!who || seen >> who & 1) continue;
        const vg_persona *person = &tale->saga->person[who];
        seen |= 1u << who;
        vg_text *cast = &book->side_cast[person->side];
        if (!tale->saga->side[person->side].in[b->lang]) continue;
        if (cast->len) vg_text_add(cast, ", ");
        vg_text_add(cast, person->name.words.in[b->lang]);
    }
    for (int side = 0; side < 2; side++) {
        if (!book->side_cast[side].len) continue;
        vg_text_add(&book->side_name[side], tale->saga->side[side].in[b->lang]);
        vg_finish(&book->side_name[side], 0, VG_EN);
        vg_typeset(&book->side_cast[side], 0, VG_EN);
    }
    for (int p = 0; p < book->seats; p++) vg_typeset(&book->cast[p], 0, VG_EN);
}

// Did a person write what was told about this entry? A bot's own seat is told anew, unless a person
// moved for it; where a bot stood in for a person, what it would have said is the bot's.
static bool by_a_person(const builder *b, int entry)
{
    vg_log_entry e;
    vg_table_log(b->table, entry, &e);
    if (!e.narration || e.seat < 0) return false;
    if (e.by == VG_BY_PERSON) return true;
    if (vg_tale_is_bot(b->table, e.seat)) return false;
    const vg_telling *told = e.by == VG_BY_SELF ? NULL : vg_teller_find(b->teller, entry);
    for (int lang = 0; told && lang < VG_LANG_COUNT; lang++)
        if (strcmp(told->text[lang], e.narration) == 0) return false;
    return true;
}

// The facts, and where a person told of a move without any, one of no kind: their words have a
// place.
static vg_fact *facts_and_words(const builder *b, int *count)
{
    int facts, entries = vg_table_log_count(b->table), next = 0;
    const vg_fact *fact = vg_teller_facts(b->teller, &facts);
    vg_fact *all = calloc((size_t)(facts + entries) + 1, sizeof *all);
    *count = 0;
    for (int i = 0; all && i < entries; i++) {
        int before = *count;
        while (next < facts && fact[next].entry == i) all[(*count)++] = fact[next++];
        if (*count > before || !by_a_person(b, i)) continue;
        vg_log_entry e;
        vg_table_log(b->table, i, &e);
        all[(*count)++] = (vg_fact){.seat = e.seat, .game = e.game, .entry = i};
    }
    return all;
}

static bool tell_saga(builder *b)
{
    static const vg_saga silent = {.form = VG_FORM_CONTEST}; // only what people wrote
    const vg_saga *saga = vg_table_game(b->table)->saga;
    int count;
    vg_fact *fact = facts_and_words(b, &count);
    uint8_t *by_people = fact ? calloc((size_t)count + 1, 1) : NULL;
    vg_plan *tale = NULL;
    for (int i = 0; by_people && i < count; i++) by_people[i] = by_a_person(b, fact[i].entry);
    if (by_people)
        tale =
            vg_plan_new(saga ? saga : &silent, fact, by_people, count, vg_teller_seed(b->teller));
    bool good = tale != NULL;
    if (good) saga_front(b, tale, fact, count);
    for (int i = 0; good && i < tale->chapters; i++) good = saga_chapter(b, tale, i);
    vg_plan_free(tale);
    free(by_people);
    free(fact);
    return good;
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
    const vg_saga *saga = vg_table_game(b->table)->saga;
    if (!saga) return true;
    for (int i = 0; i < vg_teller_count(b->teller); i++) {
        const vg_telling *t = vg_teller_at(b->teller, i);
        if (t->stirs && t->seat >= 0)
            add_cast(&book->cast[t->seat], saga->person[t->about.who].name.words.in[b->lang]);
    }
    int count;
    const vg_fact *fact = vg_teller_facts(b->teller, &count);
    for (int i = 0; i < count; i++)
        if (fact[i].kind == VG_FACT_WALK && fact[i].from != fact[i].to)
            PUSH(book->leg, book->leg_count,
                 (vg_book_leg){fact[i].from, fact[i].to, saga->person[fact[i].who].side});
    for (int i = 0; i < count && saga->form != VG_FORM_ROAD; i++)
        if ((fact[i].kind == VG_FACT_CAST || fact[i].kind == VG_FACT_UNMASK) && fact[i].seat >= 0)
            add_cast(&book->cast[fact[i].seat], saga->person[fact[i].who].name.words.in[b->lang]);
    return true;
fail:
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
        return vg_book_end(b->book,
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
            good = good && vg_book_end(b->book, line.at);
            for (int i = 0; i < score.line_count; i++) {
                if (score.line[i].seat != p) continue;
                vg_text_clear(&line);
                vg_text_char(&line, ' ');
                vg_score_text(game, view, &score.line[i], &voice, &line);
                if (!score.line[i].points && said_before(b->book, line.at)) continue;
                if (score.line[i].points) vg_text_printf(&line, " (%+d)", score.line[i].points);
                good = good && vg_book_end(b->book, line.at);
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
                vg_game_tells(vg_table_game(b->table))
                    ? (b->lang == VG_IT ? "Il racconto di una partita" : "The tale of a game")
                    : (b->lang == VG_IT ? "Cronaca di una partita" : "The chronicle of a game"));
    for (int p = 0; p < book->seats; p++) {
        vg_text_add(&book->name[p], vg_voice_name(&voice, p));
        book->bot[p] = vg_tale_is_bot(b->table, p);
    }
    vg_text record = vg_text_heap();
    vg_table_record(b->table, false, &record);
    vg_book_stamp(book, record.at, record.len);
    vg_text_release(&record);
}

vg_book *vg_book_new(vg_table *table, vg_lang lang)
{
    vg_book *book = vg_book_blank(lang);
    vg_teller *teller = book ? vg_teller_new(table) : NULL;
    builder b = {.book = book,
                 .table = table,
                 .teller = teller,
                 .lang = lang,
                 .games = vg_table_games(table)};
    bool good = teller != NULL;
    if (good) {
        book->seats = vg_table_setup(table)->seats;
        add_front(&b);
        good = vg_teller_follow(teller) && gather(&b) && tell_saga(&b) && add_result(&b);
        if (good && book->leg_count) vg_teller_board(teller, &book->board);
    }
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
    for (int side = 0; side < 2; side++) {
        vg_text_release(&book->side_name[side]);
        vg_text_release(&book->side_cast[side]);
    }
    for (int i = 0; i < book->chapter_count; i++) {
        vg_text_release(&book->chapter[i].title);
        vg_text_release(&book->chapter[i].motto);
    }
    for (int i = 0; i < book->part_count; i++) {
        vg_text_release(&book->part[i].text);
        if (book->part[i].picture.drawn) vg_text_release(&book->part[i].picture.title);
    }
    for (int i = 0; i < book->result_count; i++) vg_text_release(&book->result[i]);
    free(book->chapter);
    free(book->part);
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
    int voices[2] = {0}, bots = 0;
    for (int i = 0; i < book->part_count; i++) voices[book->part[i].voice]++;
    for (int p = 0; p < book->seats; p++) bots += book->bot[p];
    bool it = book->lang == VG_IT;
    if (book->told)
        vg_text_add(out, it ? "Sono le parole dette al tavolo. "
                            : "These are the words told at the table. ");
    else if (voices[VG_BOOK_PERSON])
        vg_text_add(out, it ? "Le parole delle persone sono quelle che hanno scritto giocando. "
                            : "The words of people are the ones they wrote while playing. ");
    if (!book->told && voices[VG_BOOK_ITSELF] && voices[VG_BOOK_PERSON])
        vg_text_add(out, it ? "Il resto lo racconta il libro, da quello che è successo al tavolo. "
                            : "The rest is told by the book, from what happened at the table. ");
    else if (!book->told && voices[VG_BOOK_ITSELF])
        vg_text_add(out, it ? "Lo racconta il libro, da quello che è successo al tavolo. "
                            : "It is told by the book, from what happened at the table. ");
    if (bots)
        vg_text_add(out, it ? "I posti segnati come bot li ha giocati un programma. "
                            : "The seats marked as bots were played by a program. ");
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

void vg_book_player(const vg_book *book, int p, vg_text *out)
{
    vg_text_printf(out, "%s%s%s%s", book->name[p].at, book->bot[p] ? " (bot)" : "",
                   book->cast[p].len ? ": " : "", book->cast[p].len ? book->cast[p].at : "");
}

// Who wrote this paragraph: only people are named where they speak; empty otherwise.
static void credit(const vg_book *book, const vg_book_part *part, vg_text *out)
{
    if (part->voice == VG_BOOK_PERSON) vg_text_add(out, book->name[part->seat].at);
}

static void front_text(const vg_book *book, vg_text *out)
{
    underlined(out, book->title.at, '=');
    vg_text_printf(out, "%s\n\n", book->subtitle.at);
    for (int side = 0; side < 2; side++) {
        if (!book->side_name[side].len) continue;
        vg_text line = vg_text_heap();
        vg_text_printf(&line, "%s: %s", book->side_name[side].at, book->side_cast[side].at);
        wrap(out, line.at, 0);
        vg_text_release(&line);
    }
    for (int p = 0; p < book->seats && !book->side_name[0].len; p++) {
        vg_book_player(book, p, out);
        vg_text_char(out, '\n');
    }
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
            credit(book, part, &line);
            if (line.len) vg_text_printf(out, "    (%s)\n", line.at);
            vg_text_char(out, '\n');
        }
        if (c->motto.len) vg_text_printf(out, "    * %s *\n\n", c->motto.at);
    }
    vg_text_char(out, '\n');
    underlined(out, book->lang == VG_IT ? "Come è finita" : "How it ended", '-');
    for (int i = 0; i < book->result_count; i++) vg_text_printf(out, "%s\n", book->result[i].at);
    vg_text_char(out, '\n');
    for (int p = 0; p < book->seats && book->side_name[0].len; p++) {
        vg_text_clear(&line);
        vg_book_player(book, p, &line);
        wrap(out, line.at, 0);
    }
    if (book->side_name[0].len) vg_text_char(out, '\n');
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

static void players(const vg_book *book, vg_text *out)
{
    for (int p = 0; p < book->seats; p++) {
        vg_text_add(out, "- **");
        quote(out, book->name[p].at, false);
        vg_text_printf(out, "**%s%s", book->bot[p] ? " (bot)" : "", book->cast[p].len ? ": " : "");
        if (book->cast[p].len) quote(out, book->cast[p].at, false);
        vg_text_char(out, '\n');
    }
}

void vg_book_markdown(const vg_book *book, vg_text *out)
{
    bool it = book->lang == VG_IT;
    vg_text line = vg_text_heap();
    vg_text_add(out, "# ");
    quote(out, book->title.at, false);
    vg_text_printf(out, "\n\n%s\n\n", book->subtitle.at);
    for (int side = 0; side < 2; side++) {
        if (!book->side_name[side].len) continue;
        vg_text_printf(out, "- **%s**: ", book->side_name[side].at);
        quote(out, book->side_cast[side].at, false);
        vg_text_char(out, '\n');
    }
    if (!book->side_name[0].len) players(book, out);
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
            vg_text_add(out, "\n\n");
            vg_text_clear(&line);
            credit(book, part, &line);
            if (!line.len) continue;
            vg_text_add(out, "> ");
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
    if (book->side_name[0].len) {
        vg_text_char(out, '\n');
        players(book, out);
    }
    vg_text_clear(&line);
    vg_book_tellers(book, &line);
    vg_text_char(out, '\n');
    quote(out, line.at, true);
    vg_text_char(out, '\n');
    vg_text_release(&line);
}
