// serve.c: `veglia serve`: options, the config file, and where things lie.
#include "cli/cli.h"

#include "server/push.h"
#include "server/server.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ID_LISTEN = 1,
    ID_DB,
    ID_CONTROL,
    ID_PEER,
    ID_BASE_URL,
    ID_WEB,
    ID_CONFIG,
    ID_MAX_CONNECTIONS,
    ID_MAX_PER_ADDRESS,
    ID_MAX_TABLES,
    ID_MAX_MAKES,
    ID_MAX_RATE,
    ID_MAX_WORK,
    ID_MAX_QUEUED,
    ID_IDLE,
    ID_REVEAL,
    ID_BOT_DELAY,
    ID_BOT_THREADS,
    ID_TRUST_PROXY,
    ID_PUSH,
    ID_PUSH_TO,
    ID_PUSH_AFTER,
    ID_NO_SANDBOX,
    ID_LOG
};

static const cli_option serve_options[] = {
    {ID_LISTEN, "listen", "HOST:PORT",
     VG_WORDS("dove ascoltare (127.0.0.1:8080 o, se è occupata, una delle nove porte dopo)",
              "where to listen (127.0.0.1:8080 or, if it is taken, one of the nine ports after)")},
    {ID_DB, "db", "FILE",
     VG_WORDS("dove tenere i tavoli: un file, o postgresql://... per più servizi insieme",
              "where to keep the tables: a file, or postgresql://... for several servers")},
    {ID_CONTROL, "control", "FILE",
     VG_WORDS("il socket di veglia admin (accanto al file dei tavoli)",
              "veglia admin's socket (beside the tables' file)")},
    {ID_PEER, "peer", "HOST:PORT",
     VG_WORDS("dove gli altri servizi sullo stesso PostgreSQL trovano questo (127.0.0.1, una porta "
              "qualsiasi)",
              "where other servers on the same PostgreSQL find this one (127.0.0.1, any port)")},
    {ID_BASE_URL, "base-url", "URL",
     VG_WORDS("l'indirizzo pubblico, per esempio https://veglia.example.org",
              "the public address, for instance https://veglia.example.org")},
    {ID_WEB, "web", "DIR", VG_WORDS("la pagina per giocare", "the web client's folder")},
    {ID_CONFIG, "config", "FILE",
     VG_WORDS("righe \"opzione = valore\"", "lines of \"option = value\"")},
    {ID_MAX_CONNECTIONS, "max-connections", "N",
     VG_WORDS("collegamenti in tutto (20000)", "connections in all (20000)")},
    {ID_MAX_PER_ADDRESS, "max-per-address", "N",
     VG_WORDS("collegamenti da un indirizzo; 0: quanti si vuole (256)",
              "connections from one address; 0: any number (256)")},
    {ID_MAX_TABLES, "max-tables", "N",
     VG_WORDS("tavoli in memoria (20000)", "tables in memory (20000)")},
    {ID_MAX_MAKES, "max-makes", "N",
     VG_WORDS("tavoli nuovi al minuto da un indirizzo (30)",
              "new tables a minute from one address (30)")},
    {ID_MAX_RATE, "max-rate", "N",
     VG_WORDS("messaggi al secondo da un collegamento (20)",
              "messages a second from one connection (20)")},
    {ID_MAX_WORK, "max-work", "MS",
     VG_WORDS("millisecondi di lavoro al secondo per un indirizzo; 0: quanti ne servono (200)",
              "milliseconds of work a second for one address; 0: any number (200)")},
    {ID_MAX_QUEUED, "max-queued", "MIB",
     VG_WORDS("memoria per quello che aspetta di partire o di essere letto, in tutto (64)",
              "memory for what waits to be sent or read, in all (64)")},
    {ID_IDLE, "idle", "SECONDS",
     VG_WORDS("dopo quanto un tavolo che nessuno guarda lascia la memoria (120)",
              "when a table nobody looks at leaves memory (120)")},
    {ID_REVEAL, "reveal", "SECONDS",
     VG_WORDS("quanto si aspettano i sali di chi gioca (10)",
              "how long the salts of those who play are waited for (10)")},
    {ID_BOT_DELAY, "bot-delay", "MS",
     VG_WORDS("quanto aspetta almeno un bot (700)", "how long a bot takes at least (700)")},
    {ID_BOT_THREADS, "bot-threads", "N",
     VG_WORDS("quanti bot pensano insieme (1)", "how many bots think at once (1)")},
    {ID_TRUST_PROXY, "trust-proxy", NULL,
     VG_WORDS("davanti c'è un proxy: vale X-Forwarded-For",
              "there is a proxy in front: X-Forwarded-For counts")},
    {ID_PUSH, "push", "CONTACT",
     VG_WORDS("manda avvisi (Web Push) a chi è lontano quando gli tocca; mailto: o https: di chi "
              "tiene il servizio",
              "tells people who are away that it is their turn (Web Push); mailto: or https: of "
              "whoever keeps the server")},
    {ID_PUSH_TO, "push-to", "ORIGIN",
     VG_WORDS("per prova: avvisi anche a questo indirizzo, vicino o senza TLS",
              "to try it out: notices also to this address, though near or without TLS")},
    {ID_PUSH_AFTER, "push-after", "SECONDS",
     VG_WORDS("quanto si aspetta chi è lontano prima di un avviso (10)",
              "how long somebody who is away is waited for before a notice (10)")},
    {ID_NO_SANDBOX, "no-sandbox", NULL, VG_WORDS("senza seccomp", "without seccomp")},
    {ID_LOG, "log", "FILE",
     VG_WORDS("dove scrivere il diario; \"-\": sugli errori (-, ma a un terminale solo i guai)",
              "where to write the log; \"-\": to standard error (-, but to a terminal only "
              "trouble)")},
};
enum { OPTIONS = sizeof serve_options / sizeof serve_options[0] };

typedef struct serve {
    server_options o;
    const char *log, *config;
    bool db_said, control_said, web_said;
} serve;

// Takes one option's value. False after complaining.
static bool take(const cli *c, serve *s, int id, const char *value)
{
    const struct {
        int id;
        const char *name;
        int *out;
        uint64_t min, max;
    } numbers[] = {
        {ID_MAX_CONNECTIONS, "--max-connections", &s->o.max_connections, 1, 1000000},
        {ID_MAX_PER_ADDRESS, "--max-per-address", &s->o.max_per_address, 0, 1000000},
        {ID_MAX_TABLES, "--max-tables", &s->o.max_rooms, 1, 1000000},
        {ID_MAX_MAKES, "--max-makes", &s->o.max_makes, 1, 1000000},
        {ID_MAX_RATE, "--max-rate", &s->o.max_rate, 1, 1000000},
        {ID_MAX_WORK, "--max-work", &s->o.max_work, 0, 100000},
        {ID_MAX_QUEUED, "--max-queued", &s->o.max_queued, 1, 1000000},
        {ID_IDLE, "--idle", &s->o.idle, 1, 1000000},
        {ID_PUSH_AFTER, "--push-after", &s->o.push_after, 0, 86400},
        {ID_REVEAL, "--reveal", &s->o.reveal, 1, 3600},
        {ID_BOT_DELAY, "--bot-delay", &s->o.bot_delay, 0, 60000},
        {ID_BOT_THREADS, "--bot-threads", &s->o.bot_threads, 1, 16},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t n = 0;
        if (numbers[i].id != id) continue;
        if (!cli_number(c, numbers[i].name, value, numbers[i].min, numbers[i].max, &n))
            return false;
        *numbers[i].out = (int)n;
        return true;
    }
    switch (id) {
    case ID_LISTEN:
        if (!server_listen_ok(value)) {
            cli_complain(c,
                         "--listen vuole INDIRIZZO:PORTA, come 127.0.0.1:8080 o :8080, non \"%s\"",
                         "--listen wants HOST:PORT, as 127.0.0.1:8080 or :8080, not \"%s\"", value);
            return false;
        }
        s->o.listen = value;
        s->o.more_ports = 0; // who names a port wants that one
        break;
    case ID_PEER:
        if (!server_listen_ok(value) || value[0] == ':') {
            cli_complain(c, "--peer vuole INDIRIZZO:PORTA, come 10.0.0.1:8090, non \"%s\"",
                         "--peer wants HOST:PORT, as 10.0.0.1:8090, not \"%s\"", value);
            return false;
        }
        s->o.peer = value;
        break;
    case ID_CONTROL:
        s->o.control = value;
        s->control_said = true;
        break;
    case ID_DB:
        s->o.db = value;
        s->db_said = true;
        break;
    case ID_BASE_URL:
        if (!server_url_ok(value)) {
            cli_complain(c,
                         "--base-url vuole un indirizzo senza percorso, come "
                         "https://veglia.example.org, non \"%s\"",
                         "--base-url wants an address without a path, as "
                         "https://veglia.example.org, not \"%s\"",
                         value);
            return false;
        }
        s->o.base_url = value;
        break;
    case ID_WEB:
        s->o.web = value;
        s->web_said = true;
        break;
    case ID_PUSH:
        if (!push_contact_ok(value)) {
            cli_complain(c, "--push vuole un recapito, come mailto:tu@example.org, non \"%s\"",
                         "--push wants a contact, as mailto:you@example.org, not \"%s\"", value);
            return false;
        }
        s->o.push = value;
        break;
    case ID_PUSH_TO: s->o.push_to = value; break;
    case ID_CONFIG: s->config = value; break;
    case ID_TRUST_PROXY: s->o.trust_proxy = true; break;
    case ID_NO_SANDBOX: s->o.sandbox = false; break;
    case ID_LOG: s->log = value; break;
    }
    return true;
}

// Takes "option = value" lines from `text`, which is cut into pieces and must outlive `s`.
static bool take_lines(const cli *c, serve *s, const char *path, char *text)
{
    int number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        line += strspn(line, " \t\r");
        if (!*line || *line == '#') continue;
        char *value = line + strcspn(line, "= \t\r"), *end = value;
        value += strspn(value, "= \t");
        *end = '\0';
        for (size_t n = strlen(value); n > 0 && strchr(" \t\r", value[n - 1]);) value[--n] = '\0';
        int id = 0;
        for (int i = 0; i < OPTIONS; i++)
            if (strcmp(serve_options[i].name, line) == 0) id = serve_options[i].id;
        if (id == 0 || id == ID_CONFIG) {
            cli_complain(c, "%s, riga %d: non c'è l'opzione \"%s\"",
                         "%s, line %d: there is no option \"%s\"", path, number, line);
            return false;
        }
        if (!take(c, s, id, value)) return false;
    }
    return true;
}

static char *read_all(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) return NULL;
    char *text = calloc(1, 65536);
    if (text) (void)!fread(text, 1, 65535, in);
    fclose(in);
    return text;
}

// The config file that was named, or the first of the usual ones that is there.
static char *find_config(const char *said, char path[512])
{
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    if (said) {
        snprintf(path, 512, "%s", said);
        return read_all(path);
    }
    char *text = NULL;
    if (config && *config)
        snprintf(path, 512, "%s/veglia/serve.conf", config);
    else
        snprintf(path, 512, "%s/.config/veglia/serve.conf", home ? home : "");
    text = read_all(path);
    if (text) return text;
    snprintf(path, 512, "/etc/veglia/serve.conf");
    return read_all(path);
}

static void ready(void *arg, const char *address)
{
    const cli *c = arg;
    if (isatty(STDOUT_FILENO)) cli_offer_languages(c);
    cli_say(c, "Veglia è accesa: %s\n", "Veglia is ready: %s\n", address);
    if (isatty(STDOUT_FILENO)) cli_say(c, "Ctrl-C la ferma.\n", "Ctrl-C stops it.\n");
    fflush(stdout);
}

// The page that belongs to this program, NULL if there is none: beside it where it was installed,
// or in the tree it was built in.
static const char *find_page(char path[static PATH_MAX + 32])
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) return NULL;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash) return NULL;
    *slash = '\0';
    static const char *const beside[] = {"../share/veglia/web", "../web/dist"};
    struct stat st;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        snprintf(path, PATH_MAX + 32, "%s/%s", self, beside[i]);
        if (stat(path, &st) == 0) return path;
    }
    return NULL;
}

static int run_serve(cli *c)
{
    char path[512] = "", db[512], why_text[512];
    serve s = {.o = server_normal()};
    serve first = s; // only to learn of --config
    int saved = 0;
    struct {
        int id;
        const char *value;
    } said[64];
    for (int id; (id = cli_next(c)) != 0;) {
        if (!take(c, &first, id, c->value)) return CLI_WRONG;
        if (saved < 64) {
            said[saved].id = id;
            said[saved++].value = c->value;
        }
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 0)) return CLI_WRONG;
    char *config = find_config(first.config, path);
    if (first.config && !config) {
        cli_complain(c, "%s: %s", "%s: %s", path, cli_errno(c, errno));
        return CLI_WRONG;
    }
    int status = CLI_WRONG;
    FILE *log = NULL;
    if (config && !take_lines(c, &s, path, config)) goto end;
    for (int i = 0; i < saved; i++)
        if (!take(c, &s, said[i].id, said[i].value)) goto end;
    if (!s.db_said) s.o.db = cli_data_file("veglia.db", true, db);
    char control[600];
    if (!s.control_said) s.o.control = cli_control(s.o.db, true, control);
    char web[PATH_MAX + 32];
    if (!s.web_said) s.o.web = find_page(web);
    // To a person at a terminal the log is noise, unless something is wrong or it was asked for.
    s.o.quiet = !s.log && isatty(STDERR_FILENO);
    log = !s.log || strcmp(s.log, "-") == 0 ? stderr : fopen(s.log, "a");
    if (!log) {
        cli_complain(c, "%s: %s", "%s: %s", s.log, cli_errno(c, errno));
        goto end;
    }
    s.o.lang = c->lang;
    s.o.log = log;
    s.o.log_path = log == stderr ? NULL : s.log;
    s.o.ready = ready;
    s.o.ready_arg = c;
    vg_text why = VG_TEXT(why_text);
    status = CLI_OK;
    if (!server_run(&s.o, &why)) {
        cli_complain(c, "non posso cominciare: %s", "cannot begin: %s", why_text);
        status = CLI_NO;
    }
end:
    if (log && log != stderr) fclose(log);
    free(config);
    return status;
}

const cli_command cli_serve = {
    .name = "serve",
    .usage = "[OPTION]...",
    .what = VG_WORDS("Apre i tavoli in rete: la pagina, il protocollo e i dati",
                     "Opens tables on the network: the page, the protocol and the data"),
    .more = VG_WORDS("Senza opzioni basta così: i tavoli stanno in un file nella tua cartella. "
                     "Le stesse opzioni, una per riga, si possono scrivere in "
                     "~/.config/veglia/serve.conf o /etc/veglia/serve.conf. Si ferma con Ctrl-C, "
                     "senza perdere niente.",
                     "Without options it just works: tables are kept in a file in your home. The "
                     "same options, one a line, may stand in ~/.config/veglia/serve.conf or "
                     "/etc/veglia/serve.conf. Ctrl-C stops it, and nothing is lost."),
    .example = "veglia serve --listen 127.0.0.1:8080 --db tavoli.db",
    .options = serve_options,
    .option_count = OPTIONS,
    .run = run_serve,
};
