// hall_list.c: the list of tables, and records of finished rounds.
#include "server/hall_parts.h"

#include <stdlib.h>
#include <string.h>

void hall_put_listing(const room *r, vg_text *out)
{
    char id[ROOM_ID];
    static const char *const names[] = {"open", "playing", "over", "closed", "frozen"};
    vg_json writer = vg_json_to(out), *j = &writer;
    room_id_text(r->id, id);
    vg_json_open(j, '{');
    vg_json_put_string(j, "id", id);
    vg_json_put_string(j, "game", r->game);
    vg_json_put_string(j, "status", names[room_status_of(r)]);
    vg_json_put_int(j, "seats", r->seats);
    vg_json_put_int(j, "taken", room_seats_taken(r));
    vg_json_put_open(j, "names", '[');
    for (int p = 0; p < r->seats; p++)
        vg_json_string(j, r->table ? vg_table_seat_name(r->table, p) : NULL);
    vg_json_close(j, ']');
    vg_json_put_int(j, "round", r->round);
    vg_json_put_int(j, "made", r->made);
    vg_json_close(j, '}');
}

// The newest tables, oldest first of those: a heap that forgets the oldest.
enum { LISTED = 100 };
typedef struct line {
    int64_t made;
    const room *room;    // or, asleep:
    const char *listing; // NULL: see `room`
} line;

static void offer(line heap[LISTED], int *count, line one)
{
    int at;
    if (*count < LISTED) {
        for (at = (*count)++; at > 0 && heap[(at - 1) / 2].made > one.made; at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
        heap[at] = one;
        return;
    }
    if (one.made <= heap[0].made) return;
    for (at = 0;;) {
        int child = 2 * at + 1;
        if (child >= LISTED) break;
        if (child + 1 < LISTED && heap[child + 1].made < heap[child].made) child++;
        if (heap[child].made >= one.made) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = one;
}

static int newest_first(const void *a, const void *b)
{
    const line *x = a, *y = b;
    return (x->made < y->made) - (x->made > y->made);
}

typedef struct lines { // of tables other servers have; the text is copied
    server *s;
    char *text[LISTED];
    int64_t made[LISTED];
    int count;
} lines;

static void note_line(void *arg, uint64_t table, int64_t made, const char *text)
{
    lines *others = arg;
    const spot *sp = spot_find(others->s, table);
    if (others->count == LISTED || (sp && sp->room)) return; // what is in memory is newer
    others->made[others->count] = made;
    others->text[others->count] = strdup(text);
    others->count += others->text[others->count] != NULL;
}

void hall_list_json(server *s, vg_text *out)
{
    line heap[LISTED];
    lines others = {.s = s};
    int count = 0;
    store_listed(s->store, note_line, &others);
    for (int i = 0; i < others.count; i++)
        offer(heap, &count, (line){.made = others.made[i], .listing = others.text[i]});
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (const spot *sp = s->spots[i]; sp; sp = sp->next) {
            const room *r = sp->room;
            if (!r || sp->making || !r->listed || room_status_of(r) > ROOM_PLAYING) continue;
            offer(heap, &count, (line){.made = r->made, .room = r});
        }
    for (size_t i = 0; i < s->sleeper_count; i++)
        if (s->sleepers[i].listing)
            offer(heap, &count,
                  (line){.made = s->sleepers[i].made, .listing = s->sleepers[i].listing});
    qsort(heap, (size_t)count, sizeof heap[0], newest_first);
    vg_text_add(out, "{\"tables\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) vg_text_char(out, ',');
        if (heap[i].listing)
            vg_text_add(out, heap[i].listing);
        else
            hall_put_listing(heap[i].room, out);
    }
    vg_text_add(out, "]}");
    for (int i = 0; i < others.count; i++) free(others.text[i]);
}

void hall_room_json(spot *sp, int person, vg_lang lang, vg_text *out)
{
    room_viewer v = {
        .person = person, .seat = person >= 0 ? sp->room->people[person].seat : -1, .lang = lang};
    room_table_json(sp->room, &v, spot_watchers(sp), out);
}

// ---- records -----------------------------------------------------------------------

typedef struct record_job {
    uv_work_t work;
    server *s;
    uint64_t id;
    int round;
    conn *c; // whom to give it; reffed
    room *room;
    char why[256];
} record_job;

static void answer_record(conn *c, const room *r)
{
    vg_text out = vg_text_heap();
    char more[96], id[ROOM_ID];
    room_id_text(r->id, id);
    vg_table_record(r->table, false, &out);
    vg_text head = VG_TEXT(more);
    vg_text_printf(&head, "Content-Disposition: attachment; filename=\"%.6s-%d.veglia\"\r\n", id,
                   r->round);
    conn_answer(c, 200, "text/plain; charset=utf-8", more, out.at, out.len);
    vg_text_release(&out);
}

static void record_work(uv_work_t *work)
{
    record_job *job = work->data;
    vg_text why = VG_TEXT(job->why);
    job->room = hall_read(job->s->store, job->id, job->round, &why);
}

static void record_done(uv_work_t *work, int status)
{
    record_job *job = work->data;
    conn *c = job->c;
    (void)status;
    job->s->jobs--;
    if (c->mode == CONN_WAITING) {
        if (job->room && job->room->table && job->room->round == job->round)
            answer_record(c, job->room);
        else
            api_refuse(c, 404, "NOT_FOUND", "Questo giro non c'è", "There is no such round");
    }
    room_free(job->room);
    conn_unref(c);
    free(job);
}

void hall_record(conn *c, spot *sp, int round)
{
    const room *r = sp->room;
    bool over = r->table && vg_table_match_over(r->table) && !sp->in_flight;
    int newest = over ? r->round : r->round - 1;
    if (round == 0) round = newest;
    if (round < 1 || round > newest) {
        api_refuse(c, 403, "WHEN", "Il verbale si apre quando la partita è finita",
                   "The record opens when the game is over");
        return;
    }
    if (round == r->round) {
        answer_record(c, r);
        return;
    }
    record_job *job = calloc(1, sizeof *job);
    if (!job) return;
    *job = (record_job){.s = c->s, .id = sp->id, .round = round, .c = c};
    job->work.data = job;
    conn_ref(c);
    c->mode = CONN_WAITING;
    c->s->jobs++;
    uv_queue_work(&c->s->loop, &job->work, record_work, record_done);
}
