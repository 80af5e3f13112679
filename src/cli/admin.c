// admin.c: `veglia admin`: looking after the tables of a server, also while it runs.
//
// It works on the database itself. The store's compare-and-append keeps that
// safe: whatever the server holds in memory of a table changed here is refused
// at its next write, and the table is read again.
#include "cli/cli.h"

#include "server/room.h"
#include "server/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ID_DB = 1, ID_ROUND, ID_DAYS, ID_JSON, ID_SECRET };

static const cli_option admin_options[] = {
    {ID_DB, "db", "FILE", VG_WORDS("dove stanno i tavoli", "where the tables are")},
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
    bool ok = rd && store_read(a->st, id, fold, rd, &why);
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

static int do_close(admin *a, uint64_t id, const char *name)
{
    static const char text[] = "close - - ";
    room *r = read_room(a, id, name, 0);
    if (!r) return CLI_NO;
    store_write *w = store_write_new(sizeof text - 1);
    bool ok = false;
    if (w) {
        memcpy(w->text, text, sizeof text - 1);
        w->table = id;
        w->n = r->seq;
        w->status = STORE_CLOSED;
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        w->at = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
        store_append(a->st, w);
        store_send(a->st);
        store_write *done = NULL;
        while (!(done = store_collect(a->st))) usleep(1000);
        ok = done->ok;
        free(done);
    }
    room_free(r);
    if (!ok) cli_complain(a->c, "%s: non è riuscito; riprova", "%s: that failed; try again", name);
    return ok ? CLI_OK : CLI_NO;
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

static int run_admin(cli *c)
{
    admin a = {.c = c};
    const char *db = NULL;
    char path[512], why_text[512];
    uint64_t round = 0, days = 90;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_DB) db = c->value;
        if (id == ID_JSON) a.json = true;
        if (id == ID_SECRET) a.secret = true;
        if (id == ID_ROUND && !cli_number(c, "--round", c->value, 1, 1000000, &round))
            return CLI_WRONG;
        if (id == ID_DAYS && !cli_number(c, "--days", c->value, 0, 100000, &days)) return CLI_WRONG;
    }
    if (c->done) return c->status;
    const char *what = cli_operand(c, 0), *arg = cli_operand(c, 1);
    static const struct {
        const char *name;
        bool wants; // an operand
    } all[] = {
        {"list", false}, {"export", true}, {"close", true}, {"prune", false}, {"backup", true}};
    int found = -1;
    for (int i = 0; what && i < 5; i++)
        if (strcmp(what, all[i].name) == 0) found = i;
    if (found < 0) {
        cli_complain(c, "che cosa? list, export ID, close ID, prune, backup FILE",
                     "what? list, export ID, close ID, prune, backup FILE");
        return CLI_WRONG;
    }
    if (!cli_at_most(c, all[found].wants ? 2 : 1)) return CLI_WRONG;
    uint64_t id = arg ? room_id_parse(arg, strlen(arg)) : 0;
    if (all[found].wants && (!arg || (found < 4 && id == 0))) {
        cli_complain(c, "veglia admin %s vuole ancora qualcosa: %s",
                     "veglia admin %s wants something more: %s", what, found == 4 ? "FILE" : "ID");
        return CLI_WRONG;
    }
    if (found == 4 && access(arg, F_OK) == 0) {
        cli_complain(c, "%s esiste già: scegli un altro nome",
                     "%s exists already: choose another name", arg);
        return CLI_NO;
    }
    if (!db) db = cli_data_file("veglia.db", false, path);
    if (access(db, F_OK) != 0) {
        cli_complain(c, "%s: questo file non c'è", "%s: there is no such file", db);
        return CLI_WRONG;
    }
    vg_text why = VG_TEXT(why_text);
    a.st = store_open(db, c->lang, NULL, NULL, &why);
    if (!a.st) {
        cli_complain(c, "%s", "%s", why_text);
        return CLI_NO;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    a.before = ((int64_t)now.tv_sec - (int64_t)days * 86400) * 1000 + now.tv_nsec / 1000000;
    a.round = (int)round;
    int status = CLI_OK;
    if (found == 0) status = do_list(&a);
    if (found == 1) status = do_export(&a, id, arg);
    if (found == 2) status = do_close(&a, id, arg);
    if (found == 3) status = do_prune(&a);
    if (found == 4) status = do_backup(&a, arg);
    store_close(a.st);
    return status;
}

const cli_command cli_admin = {
    .name = "admin",
    .usage = "list|export ID|close ID|prune|backup FILE [OPTION]...",
    .what = VG_WORDS("Bada ai tavoli di un servizio, anche acceso",
                     "Looks after the tables of a server, also while it runs"),
    .more =
        VG_WORDS("list li elenca; export scrive il verbale di un tavolo; close lo chiude; prune "
                 "toglie quelli fermi da molto; backup copia tutto in un file nuovo.",
                 "list lists them; export writes a table's record; close closes it; prune "
                 "removes those unchanged for long; backup copies all to a new file."),
    .example = "veglia admin backup copia.db",
    .options = admin_options,
    .option_count = sizeof admin_options / sizeof admin_options[0],
    .run = run_admin,
};
