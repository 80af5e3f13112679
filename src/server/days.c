// days.c: the deal of the day.
#include "server/days.h"

#include "bots/day.h"
#include "server/api.h"
#include "server/message.h"
#include "server/room_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_JOBS = 2,     // games being played again at a time
    MOST_ROWS = 5000,  // of a day and game
    MOST_SHOWN = 100,  //
    MOST_BOOKS = 16,   // servers that write on one day
    MOST_TRIES = 10,   // to find a place for a line
    CHECK_US = 500000, // what it costs who sends a game
    READ_US = 5000
};

// One game of the day, as it stands in a book: "HEAD RANK SEATS POINTS DECISIONS NAME".
typedef struct row {
    char head[2 * VG_SHA256_BYTES + 1];
    int rank, seats, points, decisions;
    char name[VG_MAX_NAME * 4 + 1];
} row;

// Somebody asks for a list, or has sent a game.
struct day_job {
    struct day_job *next; // those whose line is on its way to disk
    uv_work_t work;
    server *s;
    conn *c; // reffed
    vg_lang lang;
    const vg_game *game;
    uint32_t day;
    bool post;
    int tries;
    char *record; // owned; NULL once it was found good
    row mine;
    row *rows; // owned
    int count;
    bool there, full, away; // the game stands in a book already; no room; the store does not answer
    uint64_t book;          // to write in, at this place
    uint32_t place, read;   // read: entries of the book being read
    store_claim claim;
    char why[512];
};
typedef struct day_job day_job;

static uint64_t book_of(const day_job *job, int slot)
{
    uint64_t game = 0;
    while (vg_games[game] != job->game) game++;
    return DAYS_NUMBERS + ((uint64_t)job->day * 64 + game) * MOST_BOOKS + (uint64_t)slot;
}

static void today(int days_ago, char out[16])
{
    time_t now = (time_t)(server_wall() / 1000) - (time_t)days_ago * 86400;
    struct tm utc;
    strftime(out, 16, "%Y-%m-%d", gmtime_r(&now, &utc));
}

// ---- on another thread ---------------------------------------------------------------

static bool read_row(void *arg, const store_entry *e)
{
    day_job *job = arg;
    row r;
    int name = 0;
    job->read = e->n + 1;
    if (sscanf(e->text, "%64[0-9a-f] %d %d %d %d %n", r.head, &r.rank, &r.seats, &r.points,
               &r.decisions, &name) != 5 ||
        e->length - (size_t)name >= sizeof r.name)
        return true; // written by a newer Veglia
    memcpy(r.name, e->text + name, e->length - (size_t)name + 1);
    job->there |= strcmp(r.head, job->mine.head) == 0;
    if (job->count == MOST_ROWS) return true;
    if ((job->count & (job->count - 1)) == 0) {
        row *grown = realloc(job->rows, (size_t)(job->count ? job->count * 2 : 1) * sizeof *grown);
        if (!grown) return false;
        job->rows = grown;
    }
    job->rows[job->count++] = r;
    return true;
}

// All books of that day and game; for a line to be written, the one that is ours or can be.
static void read_books(day_job *job)
{
    vg_text why = VG_TEXT(job->why);
    job->count = 0;
    job->book = 0;
    job->there = false;
    for (int slot = 0; slot < MOST_BOOKS; slot++) {
        uint64_t book = book_of(job, slot);
        job->read = 0;
        store_found found = store_read(job->s->store, book, read_row, job, &why);
        if (found == STORE_AWAY || found == STORE_DAMAGED) {
            job->away = true;
            return;
        }
        store_claim claim = {.epoch = STORE_FIRST_EPOCH};
        store_whose whose = STORE_OURS;
        if (job->post && !job->book && found == STORE_FOUND)
            whose = store_own(job->s->store, book, &claim, &why);
        if (job->post && !job->book && whose == STORE_OURS) {
            job->book = book;
            job->place = job->read;
            job->claim = claim;
        }
        if (found == STORE_MISSING) break;
    }
    job->full = job->count >= MOST_ROWS;
}

// Plays the game again. What is wrong with it is in `why`.
static void check(day_job *job)
{
    vg_text why = VG_TEXT(job->why);
    vg_day_result result;
    vg_table *table = vg_table_load(job->record, strlen(job->record), job->lang, NULL, &why);
    if (table && (vg_table_game(table) != job->game || vg_day_of(table) == 0 ||
                  (job->day && vg_day_of(table) != job->day)))
        vg_text_add(&why, room_pick(job->lang, "Non è la mano del giorno",
                                    "This is not the deal of the day"));
    else if (table && vg_day_check(table, job->lang, &result, &why) == VG_OK) {
        vg_hex(result.head, VG_SHA256_BYTES, job->mine.head);
        job->mine.rank = result.rank[VG_DAY_SEAT];
        job->mine.seats = result.seats;
        job->mine.points = result.points[VG_DAY_SEAT];
        job->mine.decisions = result.decisions;
        free(job->record);
        job->record = NULL;
    } else if (!why.len) {
        vg_text_add(&why, vg_err_text(VG_ERR_SYSTEM, job->lang));
    }
    vg_table_free(table);
}

static void work(uv_work_t *w)
{
    day_job *job = w->data;
    if (job->record) check(job);
    if (!job->record) read_books(job);
}

// ---- answers -------------------------------------------------------------------------

static void job_free(day_job *job)
{
    conn_unref(job->c);
    free(job->record);
    free(job->rows);
    free(job);
}

static int better_first(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->points != y->points) return x->points > y->points ? -1 : 1;
    return x->decisions != y->decisions ? (x->decisions < y->decisions ? -1 : 1)
                                        : strcmp(x->head, y->head);
}

static void put_row(const row *r, vg_json *j)
{
    vg_json_open(j, '{');
    vg_json_put_string(j, "name", r->name);
    vg_json_put_int(j, "rank", r->rank);
    vg_json_put_int(j, "seats", r->seats);
    vg_json_put_int(j, "points", r->points);
    vg_json_put_int(j, "decisions", r->decisions);
    vg_json_close(j, '}');
}

// {"game", "date", "count", "rows": the best}, and for who sent a game "place" from 1.
static void answer(day_job *job)
{
    char date[16];
    vg_text day = VG_TEXT(date), out = vg_text_heap();
    vg_json j = vg_json_to(&out);
    int place = 0;
    if (job->count) qsort(job->rows, (size_t)job->count, sizeof job->rows[0], better_first);
    for (int i = 0; i < job->count && job->post && !place; i++)
        if (strcmp(job->rows[i].head, job->mine.head) == 0) place = i + 1;
    vg_day_text(job->day, &day);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", job->game->id);
    vg_json_put_string(&j, "date", date);
    vg_json_put_int(&j, "count", job->count);
    if (place) vg_json_put_int(&j, "place", place);
    vg_json_put_open(&j, "rows", '[');
    for (int i = 0; i < job->count && i < MOST_SHOWN; i++) put_row(&job->rows[i], &j);
    vg_json_close(&j, ']');
    vg_json_close(&j, '}');
    conn_answer(job->c, 200, "application/json", NULL, out.at, out.len);
    vg_text_release(&out);
}

static void busy(conn *c)
{
    api_refuse(c, 503, "BUSY", "Riprova fra poco", "Try again in a while");
}

// A line for the game that was found good. False without memory.
static bool write_down(day_job *job)
{
    vg_text line = vg_text_heap();
    const row *r = &job->mine;
    vg_text_printf(&line, "%s %d %d %d %d %s", r->head, r->rank, r->seats, r->points, r->decisions,
                   r->name);
    store_write *w = line.cut ? NULL : store_write_new(line.len, NULL);
    // Those that are on their way to the same book come before it.
    for (const day_job *other = job->s->day_jobs; other; other = other->next)
        if (other->book == job->book && other->place >= job->place) job->place = other->place + 1;
    if (w) {
        memcpy(w->text, line.at, line.len);
        w->table = job->book;
        w->n = job->place;
        w->epoch = job->claim.epoch;
        w->at = server_wall();
        if (w->n == 0) w->status = STORE_CLOSED; // nothing is ever played there
        job->next = job->s->day_jobs;
        job->s->day_jobs = job;
        store_append(job->s->store, w);
    }
    vg_text_release(&line);
    return w != NULL;
}

static void done(uv_work_t *w, int status)
{
    day_job *job = w->data;
    conn *c = job->c;
    (void)status;
    job->s->jobs--;
    job->s->days_at_work--;
    bool waits = c->mode == CONN_WAITING, written = false;
    if (!waits) {
        // Whoever asked has left; a game that was not written down yet can be sent again.
    } else if (job->record) {
        api_refuse(c, 400, "RECORD", job->why, job->why);
    } else if (job->away || (job->post && !job->there && !job->book)) {
        busy(c);
    } else if (job->post && !job->there && job->full) {
        api_refuse(c, 409, "FULL", "L'elenco di oggi è pieno", "The list of the day is full");
    } else if (job->post && !job->there) {
        written = write_down(job);
        if (!written) busy(c);
    } else {
        answer(job);
    }
    if (!written) job_free(job);
}

static void begin(day_job *job)
{
    job->s->jobs++;
    job->s->days_at_work++;
    uv_queue_work(&job->s->loop, &job->work, work, done);
}

// Now it stands there, or somebody else's line does: the books are read once more.
static void line_done(server *s, const store_write *w)
{
    day_job **at = &s->day_jobs, *job;
    while ((job = *at) && (job->book != w->table || job->place != w->n)) at = &job->next;
    if (!job) return;
    *at = job->next;
    bool waits = job->c->mode == CONN_WAITING;
    if (waits && (w->ok || w->conflict) && job->tries++ < MOST_TRIES) {
        begin(job);
        return;
    }
    if (waits) busy(job->c);
    job_free(job);
}

void days_durable(server *s)
{
    for (store_write *w = s->day_lines, *next; w; w = next) {
        next = w->next;
        line_done(s, w);
        free(w);
    }
    s->day_lines = NULL;
}

bool days_busy(const server *s) { return s->day_jobs != NULL; }

void days_close(server *s)
{
    for (day_job *job = s->day_jobs, *next; job; job = next) {
        next = job->next;
        job_free(job);
    }
    s->day_jobs = NULL;
    days_durable(s);
}

// ---- requests --------------------------------------------------------------------------

static day_job *job_new(conn *c, http_part id)
{
    char name[32];
    const vg_game *game = http_copy(id, name, sizeof name) ? vg_game_find(name) : NULL;
    if (!game) {
        api_refuse(c, 404, "NOT_FOUND", "Questo gioco non c'è", "There is no such game");
        return NULL;
    }
    day_job *job = calloc(1, sizeof *job);
    if (!job) {
        busy(c);
        return NULL;
    }
    *job = (day_job){.s = c->s, .c = c, .game = game, .lang = api_lang(&c->request)};
    job->work.data = job;
    conn_ref(c);
    return job;
}

// Few games are played again at a time; whoever comes then is served later.
static bool too_many(conn *c)
{
    if (c->s->days_at_work < MOST_JOBS) return false;
    c->later = true;
    return true;
}

void days_get(conn *c, http_part game)
{
    http_part said;
    char date[16];
    today(0, date);
    if (http_find(c->request.query, '&', "date", &said) && !http_copy(said, date, sizeof date))
        date[0] = '\0';
    uint32_t day = 0;
    if (!vg_day_read(date, &day)) {
        api_refuse(c, 400, "FORMAT", "Serve una data come 2026-11-17",
                   "A date like 2026-11-17 is needed");
        return;
    }
    if (too_many(c)) return;
    day_job *job = job_new(c, game);
    if (!job) return;
    job->day = day;
    c->mode = CONN_WAITING;
    begin(job);
    budget_charge(c, READ_US);
}

void days_post(conn *c, http_part game)
{
    http_part body = {c->in + c->request.head_length, c->request.body_length};
    char said[1024], date[16];
    if (too_many(c)) return;
    day_job *job = job_new(c, game);
    if (!job) return;
    job->post = true;
    job->record = malloc(HTTP_MAX_BODY + 1);
    vg_text name = VG_TEXT(job->mine.name);
    if (!job->record) {
        busy(c);
    } else if (!message_string(body.at, body.length, "record", job->record, HTTP_MAX_BODY + 1) ||
               !message_string(body.at, body.length, "date", date, sizeof date) ||
               !vg_day_read(date, &job->day) ||
               !message_string(body.at, body.length, "name", said, sizeof said) ||
               vg_text_clean(&name, said, strlen(said), VG_MAX_NAME) == 0) {
        api_refuse(c, 400, "FORMAT", "Servono nome, data e verbale",
                   "Name, date and record are needed");
    } else {
        char now[16], before[16];
        today(0, now);
        today(1, before); // who began before midnight may end after it
        if (strcmp(date, now) != 0 && strcmp(date, before) != 0) {
            api_refuse(c, 409, "WHEN", "L'elenco di quel giorno è chiuso",
                       "The list of that day is closed");
        } else if (c->caller && !budget_may_make(c->caller, c->s)) {
            api_refuse(c, 429, "BUSY", "Hai mandato molte partite: aspetta un minuto",
                       "You have sent many games: wait a minute");
        } else {
            c->mode = CONN_WAITING;
            begin(job);
            budget_charge(c, CHECK_US);
            return;
        }
    }
    job_free(job);
}
