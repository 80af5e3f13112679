// book_told.c: the book of a record whose rules this program follows no more: its words alone.
//
// Such a record cannot be played again, so nothing can be told of it anew. What was told at the
// table stands in it word for word, in the language it was told in.
#include "tale/book.h"
#include "tale/book_parts.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 4096 }; // longer lines hold nothing that was told: docs/record.md

// A line of the record without its end and indent; where the next begins.
static const char *next_line(const char *at, const char *end, char line[LINE + 1], bool *indented)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    const char *after = stop ? stop + 1 : end;
    if (!stop) stop = end;
    *indented = at < stop && (*at == ' ' || *at == '\t');
    while (at < stop && (*at == ' ' || *at == '\t')) at++;
    size_t n = (size_t)(stop - at) > LINE ? 0 : (size_t)(stop - at);
    memcpy(line, at, n);
    line[n] = '\0';
    return after;
}

static int seat_of(const char *word, int seats)
{
    int seat = word[0] - '0';
    bool alone = word[0] && (word[1] == ' ' || word[1] == '/');
    return alone && seat >= 0 && seat < seats ? seat : VG_NOBODY;
}

static void header(vg_book *book, const char *line)
{
    const vg_game *game = strncmp(line, "game ", 5) == 0 ? vg_game_find(line + 5) : NULL;
    int seats = 0;
    if (game && !book->title.len) vg_text_add(&book->title, game->name);
    if (sscanf(line, "seats %2d", &seats) == 1 && seats > 0 && seats <= VG_MAX_SEATS)
        book->seats = seats;
    bool name = strncmp(line, "name ", 5) == 0, bot = strncmp(line, "bot ", 4) == 0;
    bool old_bot = strncmp(line, "salt ", 5) == 0; // of form 1: "salt 0 bot:greedy"
    int seat = seat_of(line + (bot ? 4 : 5), book->seats);
    if (seat == VG_NOBODY || !(name || bot || old_bot)) return;
    if (name && !book->name[seat].len)
        vg_text_clean(&book->name[seat], line + 7, strlen(line + 7), VG_MAX_NAME);
    if (bot || (old_bot && strncmp(line + 7, "bot:", 4) == 0)) book->bot[seat] = true;
}

vg_book *vg_book_told(const char *record, size_t length, vg_lang lang)
{
    vg_book *book = vg_book_blank(lang);
    if (!book) return NULL;
    book->told = true;
    bool it = lang == VG_IT, good = true, begun = false, indented;
    vg_text_add(&book->subtitle, it ? "Parole dette al tavolo" : "Words told at the table");
    good = vg_book_open(book, it ? "Il racconto" : "The tale");
    char line[LINE + 1];
    int seat = VG_NOBODY;
    vg_text words = vg_text_heap();
    for (const char *at = record, *end = record + length; good && at < end;) {
        at = next_line(at, end, line, &indented);
        if (indented && line[0] == '"' && seat != VG_NOBODY) {
            vg_text_clear(&words);
            const char *said = line + 1 + strspn(line + 1, " ");
            vg_text_clean(&words, said, strlen(said), VG_MAX_NARRATION);
            vg_book_voice voice = book->bot[seat] ? VG_BOOK_ITSELF : VG_BOOK_PERSON;
            int whose = book->bot[seat] ? VG_NOBODY : seat;
            if (words.len) good = vg_book_add(book, whose, voice, words.at, true);
        } else if (!indented && line[0] >= '0' && line[0] <= '9') {
            seat = seat_of(line, book->seats);
            begun = true;
        } else if (!begun) {
            header(book, line);
        }
    }
    good = good && !words.cut;
    vg_text_release(&words);
    for (int p = 0; p < book->seats; p++)
        if (!book->name[p].len) vg_text_printf(&book->name[p], it ? "posto %d" : "seat %d", p + 1);
    good =
        good && vg_book_end(book, it ? "La partita seguiva un'altra versione delle regole: resta "
                                       "quello che fu raccontato."
                                     : "The game followed another version of the rules: what "
                                       "was told remains.");
    vg_book_stamp(book, record, length);
    if (good) return book;
    vg_book_free(book);
    return NULL;
}
