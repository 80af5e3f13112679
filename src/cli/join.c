// join.c: `veglia join`, `veglia tables` and `veglia host`: tables of a server from a terminal.
#include "cli/line.h"
#include "cli/online.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ID_NAME = 1,
    ID_SEAT,
    ID_WATCH,
    ID_PLAIN,
    ID_BRIEF,
    ID_SERVER,
    ID_BOTS,
    ID_MATCH,
    ID_LISTED
};

enum { TOKEN = 32 };

// ---- who one is at a table -------------------------------------------------------------

// Where the token of a table is kept, so that a new program is still the same person.
static const char *token_file(const net_place *p, bool make, char path[512])
{
    char name[64];
    snprintf(name, sizeof name, "table-%s", p->table);
    return cli_data_file(name, make, path);
}

static void keep_token(const cli *c, const net_place *p, const char *token)
{
    char path[512];
    vg_text line = vg_text_heap();
    vg_text_printf(&line, "%s %s %s\n", p->host, p->port, token);
    (void)cli_write(c, token_file(p, true, path), line.at, line.len, true);
    vg_text_release(&line);
}

// The token kept for this table of this server; false if there is none.
static bool recall_token(const cli *c, const net_place *p, char token[64])
{
    char path[512], host[256], port[8];
    vg_text line = vg_text_heap();
    cli quiet = *c;
    quiet.hushed = true;
    bool good = access(token_file(p, false, path), R_OK) == 0 &&
                cli_read(&quiet, path, 1024, &line) &&
                sscanf(line.at, "%255s %7s %63s", host, port, token) == 3 &&
                strcmp(host, p->host) == 0 && strcmp(port, p->port) == 0;
    vg_text_release(&line);
    return good;
}

// Complains with what the server said.
static void say_refused(const cli *c, const vg_text *answer, int status)
{
    vg_json_doc doc;
    vg_text why = vg_text_heap();
    bool said = answer->len && vg_json_read(&doc, answer->at, answer->len) &&
                desk_get_text(&doc, vg_json_find(&doc, 0, "why"), 300, &why) && why.len;
    if (said)
        cli_complain(c, "%s", "%s", why.at);
    else
        cli_complain(c, "il server rifiuta (%d)", "the server refuses (%d)", status);
    if (answer->len) vg_json_release(&doc);
    vg_text_release(&why);
}

// The token in a ticket ({"id":..,"recovery":"/t/ID#k=TOKEN"}), and the id; false after
// complaining.
static bool take_ticket(const cli *c, const vg_text *answer, net_place *p, char token[64])
{
    vg_json_doc doc;
    char link[96] = "";
    bool good = answer->len && vg_json_read(&doc, answer->at, answer->len);
    if (good) {
        desk_get_word(&doc, 0, "id", p->table, sizeof p->table);
        desk_get_word(&doc, 0, "recovery", link, sizeof link);
    }
    if (answer->len) vg_json_release(&doc);
    const char *key = strstr(link, "#k=");
    good = key && strlen(key + 3) == TOKEN && strlen(p->table) == 13 &&
           p->table[strspn(p->table, "abcdefghijklmnopqrstuvwxyz234567")] == '\0';
    if (good)
        snprintf(token, 64, "%s", key + 3);
    else
        cli_complain(c, "la risposta del server non si capisce",
                     "the server's answer cannot be understood");
    return good;
}

// Asks for a name, or thinks of one where nobody can answer.
static bool choose_name(const cli *c, const char *said, char name[128])
{
    const char *user = getenv("USER");
    snprintf(name, 128, "%s", said ? said : user && *user ? user : cli_in(c, "Ospite", "Guest"));
    if (said || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return true;
    cli_line line = cli_line_new();
    vg_text prompt = vg_text_heap();
    vg_text_printf(&prompt, cli_in(c, "Come ti chiami? [%s] ", "What is your name? [%s] "), name);
    bool good = cli_line_ask(&line, &prompt);
    if (good && *line.text) snprintf(name, 128, "%s", line.text);
    cli_line_release(&line);
    return good;
}

static void put_name(vg_json *j, const char *name)
{
    char buffer[128];
    vg_text clean = VG_TEXT(buffer);
    vg_text_clean(&clean, name, strlen(name), VG_MAX_NAME);
    vg_json_put_string(j, "name", clean.len ? buffer : "?");
}

// Becomes somebody at the table: by the link, by what is kept, or by joining. False after
// complaining.
static bool become(const cli *c, net_place *p, const char *said, char token[64])
{
    char path[128];
    vg_text body = vg_text_heap(), answer = vg_text_heap();
    vg_json j = vg_json_to(&body);
    bool link = p->token[0];
    bool good = true;
    if (!link && recall_token(c, p, token)) {
        vg_text_release(&body);
        return true;
    }
    vg_json_open(&j, '{');
    if (link) {
        vg_json_put_string(&j, "token", p->token);
    } else {
        char name[128];
        good = choose_name(c, said, name);
        put_name(&j, name);
    }
    vg_json_close(&j, '}');
    snprintf(path, sizeof path, "/api/tables/%s/%s?lang=%s", p->table, link ? "recover" : "join",
             vg_lang_code(c->lang));
    int status = good ? net_request(c, p, "POST", path, NULL, body.at, &answer) : 0;
    if (status && status != 200) say_refused(c, &answer, status);
    good = status == 200 && take_ticket(c, &answer, p, token);
    if (good) keep_token(c, p, token);
    vg_text_release(&body);
    vg_text_release(&answer);
    return good;
}

static int sit_down(cli *c, const net_place *place, const char *token, int sit, bool plain,
                    bool brief)
{
    vg_text back = vg_text_heap();
    vg_text_printf(&back, "%s join ", c->program);
    net_address(place, place->table, &back);
    online_plan plan = {.place = *place,
                        .token = token,
                        .returns = back.at,
                        .sit = sit,
                        .brief = brief,
                        .full_screen = !brief && screen_wanted(plain)};
    int status = online_run(c, &plan);
    vg_text_release(&back);
    return status;
}

// ---- veglia join -------------------------------------------------------------------------

static int run_join(cli *c)
{
    const char *name = NULL, *seat = NULL;
    bool watch = false, plain = false, brief = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_NAME) name = c->value;
        if (id == ID_SEAT) seat = c->value;
        if (id == ID_WATCH) watch = true;
        if (id == ID_PLAIN) plain = true;
        if (id == ID_BRIEF) brief = true;
    }
    if (c->done) return c->status;
    net_place place;
    char token[64] = "";
    int sit = -1;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    if (!cli_operand(c, 0)) {
        cli_complain(c, "manca l'indirizzo del tavolo", "the address of the table is missing");
        return CLI_WRONG;
    }
    if (!net_parse(c, cli_operand(c, 0), &place)) return CLI_WRONG;
    if (!place.table[0]) {
        cli_complain(c, "questo è un server: veglia tables elenca i suoi tavoli",
                     "this is a server: veglia tables lists its tables");
        return CLI_WRONG;
    }
    if (seat && !cli_seat(c, "--seat", seat, VG_MAX_SEATS, &sit)) return CLI_WRONG;
    cli_catch_signals();
    if (!watch && !become(c, &place, name, token)) return CLI_NO;
    return sit_down(c, &place, token, sit, plain, brief);
}

static const cli_option join_options[] = {
    {ID_NAME, "name", "NAME", VG_WORDS("come ti chiami a quel tavolo", "your name at that table")},
    {ID_SEAT, "seat", "N",
     VG_WORDS("ti siede al posto N, se è libero", "sits you at seat N, if it is free")},
    {ID_WATCH, "watch", NULL, VG_WORDS("guarda soltanto", "only watches")},
    CLI_FACE_OPTIONS(ID_PLAIN, ID_BRIEF),
};

const cli_command cli_join = {
    .name = "join",
    .usage = "URL [--name NAME] [--seat N] [OPTION]...",
    .what = VG_WORDS("Gioca a un tavolo di un server, con chi è nel browser o in un terminale",
                     "Plays at a table of a server, with people in browsers or terminals"),
    .more = VG_WORDS(
        "L'indirizzo è quello dell'invito. Se il collegamento cade riprova da solo; lo "
        "stesso comando, più tardi, ti rimette al tuo posto. Con https il server deve "
        "avere un certificato di cui il sistema si fida; SSL_CERT_FILE ne nomina altri.",
        "The address is that of the invitation. If the connection is cut it tries "
        "again by itself; the same command, later, puts you back in your seat. With https the "
        "server needs a certificate the system trusts; SSL_CERT_FILE names others."),
    .example = "veglia join http://localhost:8080/t/aaaaaaaaaaaaa --name Anna --seat 2",
    .options = join_options,
    .option_count = sizeof join_options / sizeof join_options[0],
    .run = run_join,
};

// ---- veglia tables -----------------------------------------------------------------------

static void list_tables(const cli *c, const net_place *p, const vg_json_doc *doc)
{
    int tables = vg_json_find(doc, 0, "tables");
    vg_text out = vg_text_heap();
    for (int i = 0; i < vg_json_count(doc, tables) && i < 100; i++) {
        int at = vg_json_item(doc, tables, i), names = vg_json_find(doc, at, "names");
        char id[16], game[32], status[12];
        vg_text name = vg_text_heap();
        desk_get_word(doc, at, "id", id, sizeof id);
        desk_get_word(doc, at, "game", game, sizeof game);
        desk_get_word(doc, at, "status", status, sizeof status);
        const vg_game *known = vg_game_find(game);
        vg_text_printf(&out,
                       cli_in(c, "%s, %d posti su %d presi, %s", "%s, %d of %d seats taken, %s"),
                       known ? known->name : game, desk_get_int(doc, at, "taken", 0, 8, 0),
                       desk_get_int(doc, at, "seats", 0, 8, 0),
                       strcmp(status, "open") == 0 ? cli_in(c, "aperto", "open")
                                                   : cli_in(c, "in gioco", "in play"));
        for (int k = 0, said = 0; k < vg_json_count(doc, names); k++)
            if (desk_get_text(doc, vg_json_item(doc, names, k), VG_MAX_NAME, &name) && name.len)
                vg_text_printf(&out, "%s%s", said++ ? ", " : ": ", name.at);
        vg_text_add(&out, "\n  ");
        net_address(p, id, &out);
        vg_text_char(&out, '\n');
        vg_text_release(&name);
    }
    if (!out.len)
        vg_text_add(&out, cli_in(c, "Nessun tavolo in elenco.\n", "No table is listed.\n"));
    cli_put_lines(&out);
}

static int run_tables(cli *c)
{
    while (cli_next(c) != 0) {
    }
    if (c->done) return c->status;
    net_place place;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    if (!net_parse(c, cli_operand(c, 0) ? cli_operand(c, 0) : "http://127.0.0.1:8080", &place))
        return CLI_WRONG;
    vg_text answer = vg_text_heap();
    vg_json_doc doc;
    int status = net_request(c, &place, "GET", "/api/tables", NULL, NULL, &answer);
    bool good = status == 200 && answer.len && vg_json_read(&doc, answer.at, answer.len);
    if (good)
        list_tables(c, &place, &doc);
    else if (status)
        say_refused(c, &answer, status);
    if (status == 200 && answer.len) vg_json_release(&doc);
    vg_text_release(&answer);
    return good ? CLI_OK : CLI_NO;
}

const cli_command cli_tables = {
    .name = "tables",
    .usage = "[URL]",
    .what = VG_WORDS("Elenca i tavoli aperti di un server", "Lists the open tables of a server"),
    .more =
        VG_WORDS("Senza indirizzo quello di questo computer, http://127.0.0.1:8080. Ci sono solo i "
                 "tavoli che chi ospita ha messo in elenco.",
                 "Without an address that of this computer, http://127.0.0.1:8080. Only tables "
                 "their hosts have listed are there."),
    .example = "veglia tables http://localhost:8080",
    .run = run_tables,
};

// ---- veglia host -------------------------------------------------------------------------

// "greedy,-": a bot for each seat but the first; - leaves it free.
static void put_bots(vg_json *j, const char *said, int seats)
{
    const char *at = said ? said : "";
    vg_json_put_open(j, "bots", '[');
    vg_json_string(j, NULL);
    for (int p = 1; p < seats; p++) {
        char word[64];
        size_t n = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(n < 63 ? n : 63), at);
        at += n + (at[n] == ',');
        vg_json_string(j, word[0] && strcmp(word, "-") != 0 ? word : NULL);
    }
    vg_json_close(j, ']');
}

static int run_host(cli *c)
{
    const char *server = "http://127.0.0.1:8080", *name = NULL, *bots = NULL, *match = NULL;
    bool plain = false, brief = false, listed = false;
    cli_setup said = {0};
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id)) continue;
        if (id == ID_SERVER) server = c->value;
        if (id == ID_NAME) name = c->value;
        if (id == ID_BOTS) bots = c->value;
        if (id == ID_MATCH) match = c->value;
        if (id == ID_LISTED) listed = true;
        if (id == ID_PLAIN) plain = true;
        if (id == ID_BRIEF) brief = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    const vg_game *game = cli_game(c, cli_operand(c, 0));
    vg_setup setup;
    uint64_t games = 1;
    net_place place;
    char token[64] = "", who[128];
    if (!game) return CLI_WRONG;
    if (!cli_setup_make(c, &said, game, vg_seats_normal(game), &setup) ||
        (match && !cli_number(c, "--match", match, 1, VG_MAX_MATCH, &games)) ||
        !net_parse(c, server, &place))
        return CLI_WRONG;
    cli_catch_signals();
    if (!choose_name(c, name, who)) return CLI_NO;
    vg_text body = vg_text_heap(), answer = vg_text_heap();
    vg_json j = vg_json_to(&body);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", game->id);
    put_name(&j, who);
    vg_json_put_int(&j, "seats", setup.seats);
    vg_json_put_string(&j, "edition", game->editions[setup.edition]);
    vg_setup_put(game, &setup, &j);
    if (setup.first >= 0) vg_json_put_int(&j, "first", setup.first);
    vg_json_put_int(&j, "games", (int64_t)games);
    put_bots(&j, bots, setup.seats);
    vg_json_put_int(&j, "sit", 0);
    vg_json_put_string(&j, "lang", vg_lang_code(c->lang));
    vg_json_put_bool(&j, "listed", listed);
    vg_json_close(&j, '}');
    char path[64];
    snprintf(path, sizeof path, "/api/tables?lang=%s", vg_lang_code(c->lang));
    int status = net_request(c, &place, "POST", path, NULL, body.at, &answer);
    if (status && status != 200 && status != 201) say_refused(c, &answer, status);
    bool good = (status == 200 || status == 201) && take_ticket(c, &answer, &place, token);
    vg_text_release(&body);
    vg_text_release(&answer);
    if (!good) return CLI_NO;
    keep_token(c, &place, token);
    vg_text link = vg_text_heap();
    vg_text_add(&link,
                cli_in(c, "Invita con questo indirizzo:\n  ", "Invite with this address:\n  "));
    net_address(&place, place.table, &link);
    cli_put(&link);
    fflush(stdout);
    return sit_down(c, &place, token, -1, plain, brief);
}

static const cli_option host_options[] = {
    CLI_SETUP_OPTIONS,
    {ID_SERVER, "server", "URL",
     VG_WORDS("il server (http://127.0.0.1:8080)", "the server (http://127.0.0.1:8080)")},
    {ID_NAME, "name", "NAME", VG_WORDS("come ti chiami a quel tavolo", "your name at that table")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per ogni posto dopo il tuo; - lascia il posto a una persona",
              "a bot for each seat after yours; - leaves the seat to a person")},
    {ID_MATCH, "match", "N",
     VG_WORDS("una sfida di N partite, punti sommati (1)",
              "a match of N games, points added up (1)")},
    {ID_LISTED, "listed", NULL,
     VG_WORDS("il tavolo sta nell'elenco del server", "the table is in the server's list")},
    CLI_FACE_OPTIONS(ID_PLAIN, ID_BRIEF),
};

const cli_command cli_host = {
    .name = "host",
    .usage = "GAME [--server URL] [--seats N] [--bots LIST] [OPTION]...",
    .what = VG_WORDS("Apre un tavolo su un server e ci si siede",
                     "Opens a table on a server and sits down at it"),
    .more = VG_WORDS("Ti siedi al posto 1 e dai le carte quando tutti i posti sono presi. "
                     "L'indirizzo dell'invito serve nel browser e a veglia join.",
                     "You sit at seat 1 and deal when all seats are taken. The address of the "
                     "invitation is good for browsers and for veglia join."),
    .example = "veglia host quest --server http://localhost:8080 --seats 3 --bots greedy,-",
    .options = host_options,
    .option_count = sizeof host_options / sizeof host_options[0],
    .bots = CLI_OUR_BOTS,
    .run = run_host,
};
