// control.c: the operator's socket, beside the database, and what `veglia admin` does through it.
//
// It speaks the same HTTP as everything else, over a Unix socket that only the database's owner can
// open; so an order waits for the table to be loaded and for the disk as a player's command does.
#include "server/control.h"

#include "server/hall_parts.h"
#include "server/message.h"

#include "server/room_parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void on_operator(uv_stream_t *listener, int status)
{
    if (status == 0) conn_accept_operator(listener->data);
}

// A socket's name is short by tradition; through its folder any place can be named.
const char *control_path(const char *path, char out[CONTROL_PATH], int *folder)
{
    const char *slash = strrchr(path, '/');
    char name[1024];
    *folder = -1;
    if (snprintf(out, CONTROL_PATH, "%s", path) < CONTROL_PATH) return out;
    if (!slash || (size_t)(slash - path) >= sizeof name) return NULL;
    memcpy(name, path, (size_t)(slash - path));
    name[slash - path] = '\0';
    *folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int n = snprintf(out, CONTROL_PATH, "/proc/self/fd/%d%s", *folder, slash);
    return *folder >= 0 && n < CONTROL_PATH ? out : NULL;
}

void control_begin(server *s)
{
    char path[CONTROL_PATH];
    const char *at = control_path(s->options.control, path, &s->control_folder);
    int rc = at ? uv_pipe_init(&s->loop, &s->control, 0) : UV_ENAMETOOLONG;
    s->control.data = s;
    if (rc == 0) unlink(at); // the database is ours: whoever left it is gone
    mode_t before = umask(0077);
    if (rc == 0) rc = uv_pipe_bind(&s->control, at);
    umask(before);
    if (rc == 0) rc = uv_listen((uv_stream_t *)&s->control, 16, on_operator);
    // Without it tables are still played; only orders do not reach them.
    if (rc) server_log(s, "warning", "control", "\"why\":\"%s\"", uv_strerror(rc));
}

// ---- orders --------------------------------------------------------------------------

static const char done[] = "{\"ok\":true}";

static void answer_done(conn *c)
{
    conn_answer(c, 200, "application/json", NULL, done, sizeof done - 1);
}

static bool may_order(int verb)
{
    return verb == ROOM_DO_CLOSE || verb == ROOM_DO_KICK || verb == ROOM_DO_MUTE ||
           verb == ROOM_DO_LIST || verb == ROOM_DO_DOOR || verb == ROOM_DO_HOST ||
           verb == ROOM_DO_TOKEN;
}

static void order(conn *c, spot *sp, const room_command *command)
{
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    vg_lang lang = api_lang(&c->request);
    room_do(sp->room, -1, command, lang, server_wall(), &entry, &answer);
    if (answer.code) {
        api_refuse(c, 409, answer.code, why_text, why_text);
    } else {
        if (command->verb == ROOM_DO_KICK && command->on) spot_ban(sp, command->person);
        // Who came with a token that is no longer good does not stay.
        for (conn *one = sp->conns, *next; one && command->verb == ROOM_DO_TOKEN; one = next) {
            next = one->spot_next;
            if (one->person == command->person) conn_close(one, 4003);
        }
        c->mode = CONN_WAITING;
        sp->ticket.c = c;
        conn_ref(c);
        sp->ticket.status = 200;
        sp->ticket.body = strdup(done);
        spot_note(sp, command->verb);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

static void order_at(conn *c, uint64_t id)
{
    char why_text[512];
    vg_text why = VG_TEXT(why_text);
    const char *code = NULL;
    message m;
    http_part body = {c->in + c->request.head_length, c->request.body_length};
    bool missing = false;
    if (!message_read(body.at, body.length, api_lang(&c->request), &m, &code, &why)) {
        api_refuse(c, 400, code, why_text, why_text);
    } else if (!may_order(m.command.verb)) {
        api_refuse(c, 400, "UNKNOWN", "Questo non si ordina", "That cannot be ordered");
    } else {
        spot *sp = hall_find(c->s, id, c, &missing);
        m.command.id[0] = '\0';
        if (missing)
            api_refuse(c, 404, "NOT_FOUND", "Questo tavolo non c'è", "There is no such table");
        else if (sp && hall_settled(c, sp))
            order(c, sp, &m.command);
    }
}

static void drain(conn *c, bool on)
{
    server *s = c->s;
    if (on && !s->draining)
        for (conn *one = s->conns, *next; one; one = next) {
            next = one->next;
            if (one->mode == CONN_WS)
                tell_notice(one, "DRAIN",
                            "Fra poco il servizio si ferma. Finite con calma: i tavoli restano",
                            "The server will stop before long. Take your time: tables are kept");
        }
    s->draining = on;
    server_log(s, "info", "drain", "\"on\":%s", on ? "true" : "false");
    answer_done(c);
}

// "POST /admin/drain", "/admin/undrain", "/admin/tables/ID", "/admin/forget/ID"
bool control_handle(conn *c)
{
    char path[80];
    if (c->request.method != HTTP_POST || !http_copy(c->request.path, path, sizeof path) ||
        strncmp(path, "/admin/", 7) != 0)
        return false;
    const char *what = path + 7, *slash = strrchr(what, '/');
    uint64_t id = slash ? room_id_parse(slash + 1, strlen(slash + 1)) : 0;
    if (strcmp(what, "drain") == 0 || strcmp(what, "undrain") == 0) {
        drain(c, what[0] == 'd');
    } else if (id && strncmp(what, "tables/", 7) == 0) {
        order_at(c, id);
    } else if (id && strncmp(what, "forget/", 7) == 0) {
        hall_forget(c->s, id);
        answer_done(c);
    } else {
        return false;
    }
    return true;
}
