// admin.c: `veglia admin`: looking after the tables of a server, also while it runs.
//
// Orders go to the server that has the database open, which carries them out at the table in its
// memory; where none runs they are written into the database itself. The store's compare-and-append
// keeps even a mix of the two safe.
#include "cli/cli.h"

#include "base/sha256.h"
#include "base/system.h"
#include "server/room.h"
#include "server/server.h"
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { ID_DB = 1, ID_CONTROL, ID_FROM, ID_TO, ID_ROUND, ID_DAYS, ID_JSON, ID_SECRET };

static const cli_option admin_options[] = {
    {ID_DB, "db", "FILE",
     VG_WORDS("dove stanno i tavoli: un file o postgresql://...",
              "where the tables are: a file or postgresql://...")},
    {ID_CONTROL, "control", "FILE",
     VG_WORDS("il socket del servizio (accanto al file dei tavoli)",
              "the server's socket (beside the tables' file)")},
    {ID_FROM, "from", "FILE",
     VG_WORDS("copy: da dove, un file o postgresql://...",
              "copy: from where, a file or postgresql://...")},
    {ID_TO, "to", "FILE",
     VG_WORDS("copy: dove, un file o postgresql://...",
              "copy: to where, a file or postgresql://...")},
    {ID_ROUND, "round", "N",
     VG_WORDS("export: quale giro (l'ultimo)", "export: which round (the last)")},
    {ID_SECRET, "secret", NULL,
     VG_WORDS("export: anche il segreto di una partita in corso",
              "export: also the secret of a game in play")},
    {ID_DAYS, "days", "N",
     VG_WORDS("prune: fermi da tanti giorni (90)", "prune: unchanged for so many days (90)")},
    {ID_JSON, "json", NULL, VG_WORDS("list: per i programmi", "list: for programs")},
};

typedef struct admin {
    const cli *c;
    store *st;
    const char *db, *control;
    bool json, secret;
    int round;
    int64_t before; // prune what changed earlier, in milliseconds
    uint64_t *id;   // what to prune
    size_t count;
} admin;

static bool fold(void *arg, const store_entry *e) { return room_read_entry(arg, e->text, e->at); }

// The room of a table, read from its entries. NULL after complaining.
static room *read_room(const admin *a, uint64_t id, const char *name, int round)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    room_reader *rd = room_read_begin(id, round);
    bool ok = rd && store_read(a->st, id, fold, rd, &why) == STORE_FOUND;
    room *r = rd ? room_read_end(rd) : NULL;
    if (ok && r) return r;
    room_free(r);
    if (why.len)
        cli_complain(a->c, "%s: i dati sono rovinati: %s", "%s: the data are damaged: %s", name,
                     buffer);
    else
        cli_complain(a->c, "il tavolo %s non c'è", "there is no table %s", name);
    return NULL;
}

static bool list_row(void *arg, const store_row *row)
{
    static const char *const it[] = {"aperto", "in gioco", "finito", "chiuso"};
    static const char *const en[] = {"open", "playing", "over", "closed"};
    const admin *a = arg;
    char id[ROOM_ID], made[24], changed[24];
    room_id_text(row->table, id);
    time_t t = (time_t)(row->made / 1000), u = (time_t)(row->changed / 1000);
    struct tm utc;
    strftime(made, sizeof made, "%Y-%m-%d %H:%M", gmtime_r(&t, &utc));
    strftime(changed, sizeof changed, "%Y-%m-%d %H:%M", gmtime_r(&u, &utc));
    int status = row->status > STORE_CLOSED ? STORE_CLOSED : row->status;
    if (a->json)
        printf("{\"id\":\"%s\",\"made\":%lld,\"changed\":%lld,\"status\":\"%s\"}\n", id,
               (long long)row->made, (long long)row->changed, en[status]);
    else
        printf("%s  %s  %s  %s\n", id, made, changed, cli_in(a->c, it[status], en[status]));
    return true;
}

static bool prune_row(void *arg, const store_row *row)
{
    admin *a = arg;
    if (row->changed >= a->before) return true;
    uint64_t *grown = realloc(a->id, (a->count + 1) * sizeof *grown);
    if (!grown) return false;
    a->id = grown;
    a->id[a->count++] = row->table;
    return true;
}

static int do_list(admin *a)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (store_list(a->st, list_row, a, &why)) return CLI_OK;
    cli_complain(a->c, "%s", "%s", buffer);
    return CLI_NO;
}

static int do_export(admin *a, uint64_t id, const char *name)
{
    room *r = read_room(a, id, name, a->round);
    if (!r) return CLI_NO;
    int status = CLI_NO;
    if (!r->table) {
        cli_complain(a->c, "%s: %s", "%s: %s", name, r->frozen);
    } else if (a->round > 0 && a->round != r->round) {
        cli_complain(a->c, "%s: il giro %d non c'è", "%s: there is no round %d", name, a->round);
    } else {
        vg_text out = vg_text_heap();
        vg_table_record(r->table, a->secret, &out);
        fwrite(out.at, 1, out.len, stdout);
        vg_text_release(&out);
        status = CLI_OK;
    }
    room_free(r);
    return status;
}

// ---- orders: to the server if it runs, else to the database ----------------------------

// Sends a request to the server of this database and reads its answer. 0: no server runs.
static int ask_server(const admin *a, const char *path, const char *body, char *answer, size_t cap)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    char request[1024];
    int folder, fd = -1, status = 0;
    const char *at = control_path(a->control, to.sun_path, &folder);
    if (at) fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int n = snprintf(request, sizeof request,
                     "POST /admin/%s?lang=%s HTTP/1.1\r\nHost: localhost\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\n\r\n%s",
                     path, cli_in(a->c, "it", "en"), strlen(body), body);
    size_t got = 0;
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0 &&
        send(fd, request, (size_t)n, MSG_NOSIGNAL) == n) {
        for (ssize_t r; got + 1 < cap && (r = read(fd, answer + got, cap - 1 - got)) > 0;)
            got += (size_t)r;
        answer[got] = '\0';
        if (sscanf(answer, "HTTP/1.1 %d", &status) != 1) status = 503;
    }
    if (fd >= 0) close(fd);
    if (folder >= 0) close(folder);
    return status;
}

// The reason in an answer of the server: what follows "why":" up to the quote.
static const char *reason_of(char *answer)
{
    char *why = strstr(answer, "\"why\":\"");
    if (!why) return "";
    why += 7;
    why[strcspn(why, "\"")] = '\0';
    return why;
}

// Does the same at a table nobody has in memory.
static bool order_on_disk(admin *a, uint64_t id, const char *name, const room_command *command)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    room *r = read_room(a, id, name, 0);
    if (!r) return false;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    r->elapsed = -1;
    room_do(r, -1, command, a->c->lang, now, &entry, &answer);
    store_claim claim;
    bool ours = !answer.code && store_own(a->st, id, &claim, &why) == STORE_OURS;
    // Who is not to be found is not to be listed either: the list shows what can be joined.
    bool unlist = !r->listed || room_status_of(r) > ROOM_PLAYING;
    store_write *w = ours ? store_write_new(entry.len, unlist ? "" : NULL) : NULL;
    bool ok = false;
    if (w) {
        w->epoch = claim.epoch;
        memcpy(w->text, entry.at, entry.len);
        w->table = id;
        w->n = r->seq - 1;
        w->status = (uint8_t)room_status_of(r);
        w->at = now;
        store_append(a->st, w);
        store_send(a->st);
        store_write *done = NULL;
        while (!(done = store_collect(a->st))) usleep(1000);
        ok = done->ok;
        free(done);
    }
    if (answer.code)
        cli_complain(a->c, "%s: %s", "%s: %s", name, buffer);
    else if (!ours)
        cli_complain(a->c, "%s: lo tiene un servizio acceso; --control dice dov'è il suo socket",
                     "%s: a server has it; --control says where that server's socket is", name);
    else if (!ok)
        cli_complain(a->c, "%s: non è riuscito; riprova", "%s: that failed; try again", name);
    vg_text_release(&entry);
    room_free(r);
    return ok;
}

typedef struct order {
    const char *name;
    uint8_t verb;
    bool on, wants_person;
} order;

static const order orders[] = {
    {"close", ROOM_DO_CLOSE, false, false}, {"unlist", ROOM_DO_LIST, false, false},
    {"kick", ROOM_DO_KICK, false, true},    {"ban", ROOM_DO_KICK, true, true},
    {"mute", ROOM_DO_MUTE, true, true},     {"unmute", ROOM_DO_MUTE, false, true},
    {"host", ROOM_DO_HOST, false, true},    {"lock", ROOM_DO_DOOR, false, false},
    {"unlock", ROOM_DO_DOOR, true, false},  {"revoke", ROOM_DO_TOKEN, false, true},
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static int do_order(admin *a, const order *o, uint64_t id, const char *name, int person)
{
    char token[SERVER_TOKEN], hex[2 * ROOM_HASH + 1], path[64], body[256], answer[4096];
    uint8_t hash[ROOM_HASH];
    room_command command = {
        .verb = o->verb, .on = o->on, .person = person, .seat = -1, .with = -1, .at = -1};
    if (o->verb == ROOM_DO_TOKEN) {
        if (sodium_init() < 0) return CLI_NO;
        server_token(token, hash);
        vg_hex(hash, ROOM_HASH, hex);
        command.text = hex;
    }
    snprintf(path, sizeof path, "tables/%s", name);
    snprintf(body, sizeof body, "{\"id\":\"admin\",\"do\":\"%s\",\"on\":%s,\"person\":%d%s%s%s}",
             room_verb_names[o->verb], o->on ? "true" : "false", person < 0 ? 0 : person,
             command.text ? ",\"hash\":\"" : "", command.text ? hex : "", command.text ? "\"" : "");
    int status = ask_server(a, path, body, answer, sizeof answer);
    bool ok = status == 200;
    if (status == 0) ok = order_on_disk(a, id, name, &command);
    if (status != 0 && !ok) cli_complain(a->c, "%s: %s", "%s: %s", name, reason_of(answer));
    if (ok && o->verb == ROOM_DO_TOKEN) printf("/t/%s#k=%s\n", name, token);
    return ok ? CLI_OK : CLI_NO;
}

static int do_drain(const admin *a, bool on)
{
    char answer[4096];
    if (ask_server(a, on ? "drain" : "undrain", "", answer, sizeof answer) == 200) return CLI_OK;
    cli_complain(a->c, "%s: qui non c'è un servizio acceso", "%s: no server runs here", a->db);
    return CLI_NO;
}

// Puts a backup in the database's place; no server may run.
static int do_restore(const admin *a, const char *from)
{
    char lock[1024], aside_text[1200], why_text[512];
    vg_text aside = VG_TEXT(aside_text), why = VG_TEXT(why_text);
    snprintf(lock, sizeof lock, "%s.lock", a->db);
    int fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool ok = false;
    if (fd < 0)
        vg_text_printf(&why, "%s: %s", lock, vg_system_text(errno, a->c->lang));
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        vg_text_printf(
            &why, "%s: %s", a->db,
            cli_in(a->c, "il servizio è acceso: fermalo prima", "the server runs: stop it first"));
    else
        ok = store_restore(a->db, from, a->c->lang, &aside, &why);
    if (fd >= 0) close(fd);
    if (!ok) {
        cli_complain(a->c, "%s", "%s", why_text);
        return CLI_NO;
    }
    if (aside.len)
        cli_say(a->c, "Quello che c'era è in %s\n", "What was there is in %s\n", aside_text);
    return CLI_OK;
}

static int do_prune(admin *a)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    bool ok = store_list(a->st, prune_row, a, &why);
    size_t gone = 0;
    for (size_t i = 0; ok && i < a->count; i++) {
        // A slow game may be in play for longer than that: its last move counts.
        char name[ROOM_ID];
        room_id_text(a->id[i], name);
        room *r = read_room(a, a->id[i], name, 0);
        bool stale = !r || r->changed < a->before;
        room_free(r);
        if (!stale) continue;
        ok = store_remove(a->st, a->id[i], &why);
        gone += ok;
        char path[64], answer[1024];
        snprintf(path, sizeof path, "forget/%s", name);
        ask_server(a, path, "", answer, sizeof answer);
    }
    if (!ok) cli_complain(a->c, "%s", "%s", buffer);
    cli_say(a->c, "Tavoli tolti: %zu\n", "Tables removed: %zu\n", gone);
    free(a->id);
    return ok ? CLI_OK : CLI_NO;
}

static int do_backup(admin *a, const char *to)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    if (store_backup(a->st, to, &why)) return CLI_OK;
    cli_complain(a->c, "%s", "%s", buffer);
    return CLI_NO;
}

static int do_copy(const admin *a, const char *from, const char *to)
{
    char buffer[512] = "";
    vg_text why = VG_TEXT(buffer);
    uint64_t figures[2] = {0};
    store *source = NULL, *target = NULL;
    if (!store_is_shared(from) && access(from, F_OK) != 0)
        vg_text_printf(&why, "%s: %s", from, vg_system_text(ENOENT, a->c->lang));
    else
        source = store_open(from, a->c->lang, NULL, NULL, NULL, &why);
    if (source) target = store_open(to, a->c->lang, NULL, NULL, NULL, &why);
    bool ok = target && store_copy(source, target, figures, &why);
    store_close(target);
    store_close(source);
    if (!ok) cli_complain(a->c, "%s", "%s", buffer);
    cli_say(a->c, "Copiati e confrontati: %llu tavoli, %llu voci\n",
            "Copied and compared: %llu tables, %llu entries\n", (unsigned long long)figures[0],
            (unsigned long long)figures[1]);
    return ok ? CLI_OK : CLI_NO;
}

static int run_admin(cli *c)
{
    admin a = {.c = c};
    const char *db = NULL, *from = NULL, *to = NULL;
    char path[512], control[600], why_text[512];
    uint64_t round = 0, days = 90;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_DB) db = c->value;
        if (id == ID_CONTROL) a.control = c->value;
        if (id == ID_FROM) from = c->value;
        if (id == ID_TO) to = c->value;
        if (id == ID_JSON) a.json = true;
        if (id == ID_SECRET) a.secret = true;
        if (id == ID_ROUND && !cli_number(c, "--round", c->value, 1, 1000000, &round))
            return CLI_WRONG;
        if (id == ID_DAYS && !cli_number(c, "--days", c->value, 0, 100000, &days)) return CLI_WRONG;
    }
    if (c->done) return c->status;
    const char *what = cli_operand(c, 0), *arg = cli_operand(c, 1), *who = cli_operand(c, 2);
    enum { LIST, EXPORT, PRUNE, BACKUP, RESTORE, DRAIN, UNDRAIN, COPY, PLAIN };
    static const struct {
        const char *name;
        const char *wants; // an operand
    } plain[PLAIN] = {{"list", NULL},      {"export", "ID"}, {"prune", NULL},   {"backup", "FILE"},
                      {"restore", "FILE"}, {"drain", NULL},  {"undrain", NULL}, {"copy", NULL}};
    int found = -1;
    const order *o = NULL;
    for (int i = 0; what && i < PLAIN; i++)
        if (strcmp(what, plain[i].name) == 0) found = i;
    for (int i = 0; what && i < ORDERS; i++)
        if (strcmp(what, orders[i].name) == 0) o = &orders[i];
    if (found < 0 && !o) {
        cli_complain(c, "che cosa? list, export ID, close ID, prune, backup FILE, ... (--help)",
                     "what? list, export ID, close ID, prune, backup FILE, ... (--help)");
        return CLI_WRONG;
    }
    const char *wants = o ? "ID" : plain[found].wants;
    if (!cli_at_most(c, o && o->wants_person ? 3 : wants ? 2 : 1)) return CLI_WRONG;
    uint64_t id = arg ? room_id_parse(arg, strlen(arg)) : 0, person = 0;
    bool id_wanted = wants && strcmp(wants, "ID") == 0;
    if ((wants && !arg) || (id_wanted && id == 0) || (o && o->wants_person && !who)) {
        cli_complain(c, "veglia admin %s vuole ancora qualcosa: %s",
                     "veglia admin %s wants something more: %s", what,
                     o && o->wants_person ? "ID PERSON" : wants);
        return CLI_WRONG;
    }
    if (who && !cli_number(c, "PERSON", who, 0, ROOM_PEOPLE - 1, &person)) return CLI_WRONG;
    if (found == BACKUP && access(arg, F_OK) == 0) {
        cli_complain(c, "%s esiste già: scegli un altro nome",
                     "%s exists already: choose another name", arg);
        return CLI_NO;
    }
    a.db = db ? db : cli_data_file("veglia.db", false, path);
    if (!a.control) a.control = cli_control(a.db, false, control);
    bool shared = store_is_shared(a.db);
    if (found == COPY && (!from || !to)) {
        cli_complain(c, "veglia admin copy vuole --from e --to",
                     "veglia admin copy wants --from and --to");
        return CLI_WRONG;
    }
    if (found == COPY) return do_copy(&a, from, to);
    if (found == RESTORE && shared) {
        cli_complain(c, "in PostgreSQL si rimette con copy --from FILE --to DB",
                     "into PostgreSQL it is put back by copy --from FILE --to DB");
        return CLI_WRONG;
    }
    if (found == RESTORE) return do_restore(&a, arg);
    if (found == DRAIN || found == UNDRAIN) return do_drain(&a, found == DRAIN);
    if (!shared && access(a.db, F_OK) != 0) {
        cli_complain(c, "%s: questo file non c'è", "%s: there is no such file", a.db);
        return CLI_WRONG;
    }
    vg_text why = VG_TEXT(why_text);
    a.st = store_open(a.db, c->lang, NULL, NULL, NULL, &why);
    if (!a.st) {
        cli_complain(c, "%s", "%s", why_text);
        return CLI_NO;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    a.before = ((int64_t)now.tv_sec - (int64_t)days * 86400) * 1000 + now.tv_nsec / 1000000;
    a.round = (int)round;
    int status = CLI_OK;
    if (o) status = do_order(&a, o, id, arg, o->wants_person ? (int)person : -1);
    if (found == LIST) status = do_list(&a);
    if (found == EXPORT) status = do_export(&a, id, arg);
    if (found == PRUNE) status = do_prune(&a);
    if (found == BACKUP) status = do_backup(&a, arg);
    store_close(a.st);
    return status;
}

const cli_command cli_admin = {
    .name = "admin",
    .usage = "list|export ID|close ID|unlist ID|lock ID|unlock ID|kick ID PERSON|ban ID PERSON|"
             "mute ID PERSON|unmute ID PERSON|host ID PERSON|revoke ID PERSON|prune|backup FILE|"
             "restore FILE|drain|undrain|copy --from FILE --to FILE [OPTION]...",
    .what = VG_WORDS("Bada ai tavoli di un servizio, anche acceso",
                     "Looks after the tables of a server, also while it runs"),
    .more = VG_WORDS(
        "list li elenca; export scrive il verbale di un tavolo; close lo chiude; unlist lo "
        "toglie dall'elenco; lock non fa entrare nessun altro; kick manda via una persona, "
        "ban per sempre; mute le toglie la parola; host la fa ospite; revoke le dà un "
        "collegamento nuovo, e quello di prima non vale più; prune toglie i tavoli fermi da "
        "molto; backup copia tutto in un file nuovo; restore lo rimette al suo posto, a "
        "servizio spento; drain non fa aprire altri tavoli, prima di una fermata; copy porta tutti "
        "i tavoli da un database a un altro, di qualunque tipo, e li confronta.",
        "list lists them; export writes a table's record; close closes it; unlist takes it "
        "off the list; lock lets nobody else in; kick sends a person away, ban for good; "
        "mute takes the word from them; host makes them host; revoke gives them a new link, "
        "and the old one is worth nothing; prune removes tables unchanged for long; backup "
        "copies all to a new file; restore puts it back, while the server is stopped; drain "
        "lets nobody open more tables, before a stop; copy takes all tables from one database to "
        "another, of whatever kind, and compares them."),
    .example = "veglia admin backup copia.db",
    .options = admin_options,
    .option_count = sizeof admin_options / sizeof admin_options[0],
    .run = run_admin,
};
