// api.c: the HTTP side of docs/protocol.md.
#include "server/api.h"

#include "server/control.h"
#include "server/core.h"
#include "server/days.h"
#include "server/message.h"
#include "server/preview.h"

#include "server/room_parts.h"

#include <qrencode.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SERVER_MAX_JOBS 8 // old records being read for somebody

#define TOKEN_BYTES     24
#define TOKEN_TEXT      33    // base64url without padding, and its NUL
#define RECORD_US       10000 // what reading an old round costs, on another thread

// ---- small things --------------------------------------------------------------

vg_lang api_lang(const http_request *r)
{
    http_part said;
    if (http_find(r->query, '&', "lang", &said)) {
        if (http_is(said, "en")) return VG_EN;
        if (http_is(said, "it")) return VG_IT;
    }
    // The first of the two that is named; the order is close enough to the weights.
    for (size_t i = 0; i + 1 < r->accept_language.length; i++) {
        const char *at = r->accept_language.at + i;
        if (i > 0 && at[-1] != ',' && at[-1] != ' ') continue;
        if (at[0] == 'i' && at[1] == 't') return VG_IT;
        if (at[0] == 'e' && at[1] == 'n') return VG_EN;
    }
    return VG_IT;
}

static void answer_json(conn *c, int status, const char *more, const vg_text *body)
{
    conn_answer(c, status, "application/json", more, body->at, body->len);
}

void api_refuse(conn *c, int status, const char *code, const char *it, const char *en)
{
    vg_text body = vg_text_heap();
    vg_json j = vg_json_to(&body);
    server_refused(c->s, code);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "code", code);
    vg_json_put_string(&j, "why", room_pick(api_lang(&c->request), it, en));
    vg_json_close(&j, '}');
    answer_json(c, status, NULL, &body);
    vg_text_release(&body);
}

void api_too_many(conn *c)
{
    api_refuse(c, 429, "BUSY", "Troppi collegamenti dal tuo indirizzo",
               "Too many connections from your address");
}

static void not_found(conn *c)
{
    api_refuse(c, 404, "NOT_FOUND", "Qui non c'è niente", "There is nothing here");
}

// Is this server called by a name that is its own? Any name can be made to lead here, and a page of
// that name would then be of the same origin. Nobody else can have a number, "localhost" or, in its
// own network, this machine's name.
static bool own_host(const conn *c)
{
    char host[260];
    uint8_t number[16];
    static const char *const suffix[] = {"", ".local", ".lan", ".home", ".home.arpa", ".internal"};
    if (c->control || c->peer || c->s->options.base_url || c->s->options.trust_proxy) return true;
    if (!http_copy(c->request.host, host, sizeof host)) return false;
    if (host[0] == '[') {
        host[strcspn(host, "]")] = '\0';
        return uv_inet_pton(AF_INET6, host + 1, number) == 0;
    }
    host[strcspn(host, ":")] = '\0';
    size_t n = strlen(host), tail = strlen(".localhost");
    if (strcmp(host, "localhost") == 0 || uv_inet_pton(AF_INET, host, number) == 0) return true;
    if (n > tail && strcmp(host + n - tail, ".localhost") == 0) return true;
    size_t own = strlen(c->s->name);
    if (own == 0 || strncasecmp(host, c->s->name, own) != 0) return false;
    for (size_t i = 0; i < sizeof suffix / sizeof suffix[0]; i++)
        if (strcmp(host + own, suffix[i]) == 0) return true;
    return false;
}

// Does Origin, if the browser sends one, name this server?
static bool own_origin(const conn *c)
{
    const http_request *r = &c->request;
    char origin[300], host[260];
    if (!r->origin.at) return true;
    if (!http_copy(r->origin, origin, sizeof origin)) return false;
    const char *base = c->s->options.base_url;
    if (base) {
        size_t n = strlen(base);
        while (n > 0 && base[n - 1] == '/') n--;
        return strlen(origin) == n && memcmp(origin, base, n) == 0;
    }
    if (!http_copy(r->host, host, sizeof host)) return false;
    const char *named = strstr(origin, "://");
    return named && strcmp(named + 3, host) == 0;
}

const char *api_caller(const conn *c, char buffer[46])
{
    const http_request *r = &c->request;
    if ((c->s->options.trust_proxy || c->peer) && r->forwarded_for.at) {
        // The proxy appends the address it saw: the last one is its word, the rest anybody's.
        http_part last = r->forwarded_for;
        for (size_t i = last.length; i-- > 0;)
            if (last.at[i] == ',' || last.at[i] == ' ') {
                last.at += i + 1;
                last.length -= i + 1;
                break;
            }
        if (http_copy(last, buffer, 46)) return buffer;
    }
    return c->address;
}

// ---- tokens ----------------------------------------------------------------------

static void token_hash(const char *token, uint8_t hash[ROOM_HASH])
{
    vg_sha256 sha;
    static const char domain[] = "veglia token 1\n";
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, domain, sizeof domain - 1);
    vg_sha256_feed(&sha, token, strlen(token));
    vg_sha256_done(&sha, hash);
}

static void token_new(char token[TOKEN_TEXT])
{
    uint8_t bytes[TOKEN_BYTES];
    server_random(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void server_token(char token[SERVER_TOKEN], uint8_t hash[32])
{
    token_new(token);
    token_hash(token, hash);
}

// The cookie's token; false if there is none.
static bool token_of(const conn *c, char token[TOKEN_TEXT])
{
    http_part part;
    return http_find(c->request.cookie, ';', "veglia", &part) && part.length == TOKEN_TEXT - 1 &&
           http_copy(part, token, TOKEN_TEXT);
}

static int person_of(const conn *c, const room *r)
{
    char token[TOKEN_TEXT];
    uint8_t hash[ROOM_HASH];
    if (!token_of(c, token)) return -1;
    token_hash(token, hash);
    return room_find(r, hash);
}

static void put_cookie(const conn *c, uint64_t id, const char *token, char *out, size_t cap)
{
    char name[ROOM_ID];
    room_id_text(id, name);
    const char *base = c->s->options.base_url;
    snprintf(out, cap,
             "Set-Cookie: veglia=%s; Path=/api/tables/%s; HttpOnly; SameSite=Lax; "
             "Max-Age=31536000%s\r\n",
             token, name, base && strncmp(base, "https:", 6) == 0 ? "; Secure" : "");
}

static void recovery_json(uint64_t id, int person, const char *token, vg_text *out)
{
    char name[ROOM_ID], link[80];
    room_id_text(id, name);
    snprintf(link, sizeof link, "/t/%s#k=%s", name, token);
    vg_json j = vg_json_to(out);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "id", name);
    snprintf(link, sizeof link, "/t/%s", name);
    vg_json_put_string(&j, "path", link);
    vg_json_put_int(&j, "person", person);
    snprintf(link, sizeof link, "/t/%s#k=%s", name, token);
    vg_json_put_string(&j, "recovery", link);
    vg_json_close(&j, '}');
}

// ---- games -----------------------------------------------------------------------

static void get_games(conn *c)
{
    vg_lang lang = api_lang(&c->request);
    vg_text body = vg_text_heap();
    vg_json writer = vg_json_to(&body), *j = &writer;
    vg_json_open(j, '{');
    vg_json_put_open(j, "games", '[');
    for (const vg_game *const *game = vg_games; *game; game++) vg_game_put(*game, j);
    vg_json_close(j, ']');
    vg_json_put_open(j, "bots", '[');
    for (const vg_bot_name *b = vg_bot_names; b->name; b++) {
        vg_json_open(j, '{');
        vg_json_put_string(j, "name", b->name);
        vg_json_put_string(j, "what", b->what.in[lang]);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_json_put_string(j, "version", VG_VERSION);
    vg_json_close(j, '}');
    answer_json(c, 200, NULL, &body);
    vg_text_release(&body);
}

// "/api/games/ID/cards" or "/api/games/ID/rules"
static void get_game(conn *c, http_part id, http_part what)
{
    char name[32], edition[32] = "";
    const vg_game *game = http_copy(id, name, sizeof name) ? vg_game_find(name) : NULL;
    if (!game) {
        not_found(c);
        return;
    }
    vg_lang lang = api_lang(&c->request);
    vg_text body = vg_text_heap();
    vg_json j = vg_json_to(&body);
    int index = 0;
    http_part said;
    if (http_find(c->request.query, '&', "edition", &said)) {
        index = http_copy(said, edition, sizeof edition) ? vg_edition_find(game, edition) : -1;
    }
    if (http_is(what, "cards") && index >= 0) {
        vg_catalog(game, index, lang, &j);
        answer_json(c, 200, NULL, &body);
    } else if (http_is(what, "rules")) {
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "id", game->id);
        vg_json_put_string(&j, "lang", vg_lang_code(lang));
        vg_json_put_string(&j, "markdown", game->rules[lang]);
        vg_json_close(&j, '}');
        answer_json(c, 200, NULL, &body);
    } else {
        not_found(c);
    }
    vg_text_release(&body);
}

// ---- tables ----------------------------------------------------------------------

static bool good_post(conn *c)
{
    http_part type = c->request.content_type;
    const char *semi = type.length ? memchr(type.at, ';', type.length) : NULL;
    if (semi) type.length = (size_t)(semi - type.at);
    if (!own_origin(c)) {
        api_refuse(c, 403, "ORIGIN", "La richiesta viene da un altro sito",
                   "The request comes from another site");
        return false;
    }
    if (!http_is_nocase(type, "application/json")) {
        api_refuse(c, 415, "FORMAT", "Serve JSON", "JSON is wanted");
        return false;
    }
    return true;
}

static http_part body_of(const conn *c)
{
    return (http_part){c->in + c->request.head_length, c->request.body_length};
}

// Makes the table of `plan`, whose secret is there; who asks is its host.
static void make_table(conn *c, room_plan *plan)
{
    char token[TOKEN_TEXT];
    if (c->s->draining) {
        api_refuse(c, 503, "BUSY", "Il servizio sta per fermarsi: per ora niente tavoli nuovi",
                   "The server is about to stop: no new tables for now");
        return;
    }
    if (c->caller && !budget_may_make(c->caller, c->s)) {
        api_refuse(c, 429, "BUSY", "Hai aperto molti tavoli: aspetta un minuto",
                   "You have opened many tables: wait a minute");
        return;
    }
    token_new(token);
    token_hash(token, plan->hash);
    uint64_t id = 0;
    while (id == 0 || id >= DAYS_NUMBERS) {
        server_random(&id, sizeof id);
        id >>= 1;
    }
    hall_make(c, plan, id, token);
}

static void post_table(conn *c)
{
    char why_text[512];
    vg_text why = VG_TEXT(why_text);
    const char *code = NULL;
    room_plan plan;
    http_part body = body_of(c);
    if (!message_plan(body.at, body.length, api_lang(&c->request), &plan, &code, &why)) {
        api_refuse(c, 400, code, why_text, why_text);
        return;
    }
    server_random(plan.table.secret, sizeof plan.table.secret);
    make_table(c, &plan);
}

void api_ticket(conn *c, uint64_t id, int person, const char *token, ticket *out)
{
    char cookie[256];
    vg_text body = vg_text_heap();
    recovery_json(id, person, token, &body);
    put_cookie(c, id, token, cookie, sizeof cookie);
    out->status = 200;
    out->more = strdup(cookie);
    out->body = body.at; // its heap memory changes hands
}

static void post_join(conn *c, spot *sp)
{
    char name[1024], token[TOKEN_TEXT];
    uint8_t hash[ROOM_HASH];
    http_part body = body_of(c);
    if (!message_string(body.at, body.length, "name", name, sizeof name)) {
        api_refuse(c, 400, "FORMAT", "Manca il nome", "The name is missing");
        return;
    }
    int person = person_of(c, sp->room);
    // Who was sent away for good comes with the same token; anybody else new gets one.
    bool banned = person < 0 && token_of(c, token);
    if (banned) {
        token_hash(token, hash);
        banned = room_is_banned(sp->room, hash);
    }
    if (person < 0 && !banned)
        token_new(token);
    else
        token_of(c, token);
    token_hash(token, hash);
    hall_join(c, sp, person, name, hash, token);
}

// Another table with the same cards. Its luck is shared, so nobody's salt has a part in it, and who
// asks is who made the first: nobody is dealt what somebody else has seen before.
static void post_copy(conn *c, spot *sp)
{
    const room *r = sp->room;
    int person = person_of(c, r);
    if (!hall_settled(c, sp)) return;
    if (person < 0 || person != r->host) {
        api_refuse(c, 403, "WHO", "Lo può fare solo chi ospita", "Only the host may do that");
        return;
    }
    if (room_status_of(r) != ROOM_OPEN || !vg_table_plan_of(r->table)->shared) {
        api_refuse(c, 409, "WHEN", "Serve un tavolo con le carte in comune, prima che siano date",
                   "A table whose cards are shared is needed, before they are dealt");
        return;
    }
    room_plan plan = {.table = *vg_table_plan_of(r->table),
                      .lang = r->lang,
                      .pace = r->pace,
                      .absent = r->absent,
                      .seat = -1};
    memcpy(plan.name, r->people[person].name, sizeof plan.name);
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].kind == ROOM_BOT) memcpy(plan.bot[p], r->chair[p].spec, ROOM_BOT_SPEC);
    make_table(c, &plan);
}

static void post_recover(conn *c, spot *sp)
{
    char token[TOKEN_TEXT] = "", cookie[256];
    uint8_t hash[ROOM_HASH];
    http_part body = body_of(c);
    bool ok = message_string(body.at, body.length, "token", token, sizeof token);
    token_hash(token, hash);
    int person = ok && strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789-_") == TOKEN_TEXT - 1
                     ? room_find(sp->room, hash)
                     : -1;
    if (person < 0) {
        api_refuse(c, 403, "WHO", "Questo collegamento non vale", "This link is not valid");
        return;
    }
    vg_text out = vg_text_heap();
    recovery_json(sp->id, person, token, &out);
    put_cookie(c, sp->id, token, cookie, sizeof cookie);
    answer_json(c, 200, cookie, &out);
    vg_text_release(&out);
}

static void get_recovery(conn *c, spot *sp)
{
    char token[TOKEN_TEXT];
    int person = person_of(c, sp->room);
    if (person < 0 || !token_of(c, token)) {
        api_refuse(c, 403, "WHO", "Prima entra al tavolo", "Join the table first");
        return;
    }
    vg_text out = vg_text_heap();
    recovery_json(sp->id, person, token, &out);
    answer_json(c, 200, NULL, &out);
    vg_text_release(&out);
}

static void get_table(conn *c, spot *sp)
{
    if (!hall_settled(c, sp)) return;
    vg_text out = vg_text_heap();
    hall_room_json(sp, person_of(c, sp->room), api_lang(&c->request), &out);
    answer_json(c, 200, NULL, &out);
    vg_text_release(&out);
}

// Where people find this server, as far as the caller has told: for addresses that leave it.
static void own_address(const conn *c, char out[300])
{
    char host[260];
    const char *base = c->s->options.base_url;
    if (!http_copy(c->request.host, host, sizeof host)) host[0] = '\0';
    if (base)
        snprintf(out, 300, "%.*s", (int)strcspn(base + 8, "/") + 8, base);
    else
        snprintf(out, 300, "http://%s", host);
}

// The invitation as a QR code: one path, crisp at any size.
static void get_qr(conn *c, spot *sp)
{
    char base[300], name[ROOM_ID], url[600];
    room_id_text(sp->id, name);
    own_address(c, base);
    snprintf(url, sizeof url, "%s/t/%s", base, name);
    QRcode *code = QRcode_encodeString(url, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    if (!code) {
        api_refuse(c, 500, "SYSTEM", "Il codice non è riuscito", "The code could not be made");
        return;
    }
    vg_text svg = vg_text_heap();
    int size = code->width + 8; // with the quiet zone
    vg_text_printf(&svg,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                   "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
                   "<path d=\"",
                   size, size, size, size);
    for (int y = 0; y < code->width; y++)
        for (int x = 0, run; x < code->width; x += run) {
            bool dark = code->data[y * code->width + x] & 1;
            for (run = 1; x + run < code->width;) { // as far as it is the same
                if ((code->data[y * code->width + x + run] & 1) != dark) break;
                run++;
            }
            if (dark) vg_text_printf(&svg, "M%d %dh%dv1h-%dz", x + 4, y + 4, run, run);
        }
    vg_text_add(&svg, "\"/></svg>");
    QRcode_free(code);
    // It is the same for ever: nobody needs it twice.
    conn_answer(c, 200, "image/svg+xml", "Cache-Control: private, max-age=86400\r\n", svg.at,
                svg.len);
    vg_text_release(&svg);
}

static void get_preview(conn *c, spot *sp)
{
    enum { DRAWING_US = 4000 };
    char path[48];
    vg_text png = vg_text_heap();
    int n = snprintf(path, sizeof path, "/invite-%s.png", sp->room->game);
    const file *ground = files_find(c->s->files, (http_part){path, (size_t)n});
    if (ground && preview_picture(ground->data, ground->length, sp->room, &png))
        conn_answer(c, 200, "image/png", "Cache-Control: no-cache\r\n", png.at, png.len);
    else
        not_found(c);
    budget_charge(c, DRAWING_US);
    vg_text_release(&png);
}

static void get_record(conn *c, spot *sp)
{
    http_part said;
    char text[8];
    int round = 0;
    if (http_find(c->request.query, '&', "round", &said)) {
        round = -1;
        if (http_copy(said, text, sizeof text) && text[strspn(text, "0123456789")] == '\0')
            round = (int)strtol(text, NULL, 10);
    }
    // An older round is read again from the disk, by few at a time.
    if (c->s->jobs >= SERVER_MAX_JOBS) {
        c->later = true;
        return;
    }
    hall_record(c, sp, round);
    if (c->mode == CONN_WAITING) budget_charge(c, RECORD_US);
}

// `sp` NULL: there is no such table, which a browser learns only from a close code.
static void get_ws(conn *c, spot *sp)
{
    const http_request *r = &c->request;
    if (!r->connection_upgrade || !r->upgrade.at || !http_is_nocase(r->upgrade, "websocket") ||
        !r->ws_version.at || !http_is(r->ws_version, "13") || r->ws_key.length != 24) {
        conn_answer(c, 426, NULL, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n", NULL, 0);
        return;
    }
    if (!own_origin(c)) {
        api_refuse(c, 403, "ORIGIN", "La richiesta viene da un altro sito",
                   "The request comes from another site");
        return;
    }
    if (budget_crowded(c)) {
        api_too_many(c);
        return;
    }
    if (!sp) {
        conn_upgrade(c);
        conn_close(c, 4001);
        return;
    }
    uint32_t since = 0;
    http_part said;
    char text[12];
    if (http_find(r->query, '&', "since", &said) && http_copy(said, text, sizeof text))
        since = (uint32_t)strtoul(text, NULL, 10);
    c->lines = 0;
    if (http_find(r->query, '&', "lines", &said) && said.length < 4 &&
        http_copy(said, text, sizeof text))
        c->lines = (int)strtoul(text, NULL, 10);
    int person = person_of(c, sp->room);
    if (!hall_may_enter(c, sp, person)) return;
    c->lang = api_lang(r);
    conn_upgrade(c);
    if (c->mode == CONN_WS) hall_enter(c, sp, person, since);
}

// "/api/tables/ID[/what]"
static void table_request(conn *c, http_part id, http_part what)
{
    bool post = c->request.method == HTTP_POST, missing = false;
    uint64_t number = room_id_parse(id.at, id.length);
    if (post && !good_post(c)) return;
    missing = number == 0 || number >= DAYS_NUMBERS;
    spot *sp = missing ? NULL : hall_find(c->s, number, c, &missing);
    if (!sp) {
        if (missing && !post && http_is(what, "ws"))
            get_ws(c, NULL);
        else if (missing)
            api_refuse(c, 404, "NOT_FOUND", "Questo tavolo non c'è", "There is no such table");
        return; // or it is being loaded, and we are called again
    }
    if (!post && what.length == 0)
        get_table(c, sp);
    else if (!post && http_is(what, "ws"))
        get_ws(c, sp);
    else if (!post && http_is(what, "record"))
        get_record(c, sp);
    else if (!post && http_is(what, "qr.svg"))
        get_qr(c, sp);
    else if (!post && http_is(what, "preview.png"))
        get_preview(c, sp);
    else if (!post && http_is(what, "recovery"))
        get_recovery(c, sp);
    else if (post && http_is(what, "join"))
        post_join(c, sp);
    else if (post && http_is(what, "copy"))
        post_copy(c, sp);
    else if (post && http_is(what, "recover"))
        post_recover(c, sp);
    else
        not_found(c);
}

// ---- pages -----------------------------------------------------------------------

static const char bare_page[] =
    "<!doctype html><html lang=\"it\"><meta charset=\"utf-8\"><title>Veglia</title>"
    "<h1>Veglia</h1><p>Il servizio è acceso, ma qui manca la pagina per giocare.</p>"
    "<p lang=\"en\">The server is running, but the page to play with is not installed.</p></html>";

// "/t/ID": the page as any other, but it says what table it is, for whoever shows where an address
// leads. False: it is no table's, or has nothing to say of it.
static bool get_invitation(conn *c)
{
    server *s = c->s;
    http_part path = c->request.path;
    bool missing = false, table = path.length == 3 + ROOM_ID - 1 && memcmp(path.at, "/t/", 3) == 0;
    uint64_t id = table ? room_id_parse(path.at + 3, path.length - 3) : 0;
    const file *f = id ? files_find(s->files, (http_part){"/index.html", 11}) : NULL;
    if (!f || !own_host(c) || s->stopping || s->spot_count >= s->options.max_rooms) return false;
    const spot *sp = hall_find(s, id, c, &missing);
    if (!sp) return !missing; // it is being loaded, and we are called again
    char base[300];
    vg_text page = vg_text_heap();
    own_address(c, base);
    bool ok = preview_page(f->data, f->length, sp->room, base, api_lang(&c->request), &page);
    if (ok)
        conn_answer(c, 200, f->type, "Cache-Control: no-cache\r\nVary: Accept-Language\r\n",
                    page.at, page.len);
    vg_text_release(&page);
    return ok;
}

static void get_file(conn *c)
{
    http_part path = c->request.path;
    const file *f = files_find(c->s->files, path);
    bool page = !memchr(path.at, '.', path.length) && !memchr(path.at, '%', path.length);
    if (!f && page) {
        f = files_find(c->s->files, (http_part){"/index.html", 11});
        if (!f) {
            conn_answer(c, 200, "text/html; charset=utf-8", NULL, bare_page, sizeof bare_page - 1);
            return;
        }
    }
    if (!f) {
        not_found(c);
        return;
    }
    bool zip = f->gzip && c->request.accepts_gzip;
    char more[200];
    snprintf(more, sizeof more, "Cache-Control: %s\r\nETag: %s\r\nVary: Accept-Encoding\r\n%s",
             f->lasting ? "public, max-age=31536000, immutable" : "no-cache", f->etag,
             zip ? "Content-Encoding: gzip\r\n" : "");
    if (c->request.if_none_match.at && http_is(c->request.if_none_match, f->etag)) {
        conn_answer(c, 304, NULL, more, NULL, 0);
        return;
    }
    conn_answer_file(c, f->type, more, zip ? f->gzip : f->data, zip ? f->gzip_length : f->length);
}

static void get_health(conn *c)
{
    store_figures figures;
    store_look(c->s->store, &figures);
    const char *text = c->s->stopping                                ? "stopping\n"
                       : figures.failing || !store_sure(c->s->store) ? "storage is failing\n"
                       : c->s->draining                              ? "draining\n"
                                                                     : "ok\n";
    conn_answer(c, strcmp(text, "ok\n") == 0 ? 200 : 503, "text/plain; charset=utf-8", NULL, text,
                strlen(text));
}

// Cuts the part up to the next '/' off a path that begins with one.
static http_part cut(http_part *path)
{
    http_part part = {path->at, 0};
    if (path->length == 0) return part;
    path->at++;
    path->length--;
    part.at = path->at;
    while (path->length && *path->at != '/') path->at++, path->length--, part.length++;
    return part;
}

void api_handle(conn *c)
{
    http_part path = c->request.path;
    bool post = c->request.method == HTTP_POST;
    if (c->control && control_handle(c)) return;
    if (!post && http_is(path, "/healthz")) {
        get_health(c);
        return;
    }
    if (!post && http_is(path, "/metrics")) {
        vg_text out = vg_text_heap();
        server_metrics(c->s, &out);
        conn_answer(c, 200, "text/plain; version=0.0.4", NULL, out.at, out.len);
        vg_text_release(&out);
        return;
    }
    http_part rest = path, first = cut(&rest);
    if (!http_is(first, "api")) {
        if (post)
            api_refuse(c, 405, "UNKNOWN", "Qui non si scrive", "Nothing is posted here");
        else if (!get_invitation(c))
            get_file(c);
        return;
    }
    if (!own_host(c)) {
        api_refuse(c, 403, "ORIGIN", "Questo servizio non ha questo nome: base-url gliene dà uno",
                   "This server does not have that name: base-url gives it one");
        return;
    }
    http_part kind = cut(&rest), id = cut(&rest), what = cut(&rest);
    if (rest.length > 0) { // NOLINT(bugprone-branch-clone): before all others, as after them
        not_found(c);
    } else if (http_is(kind, "games") && !post) {
        if (id.length == 0)
            get_games(c);
        else
            get_game(c, id, what);
    } else if (http_is(kind, "push") && !post && id.length == 0) {
        hall_push_key(c);
    } else if (http_is(kind, "tables") && id.length == 0) {
        if (post) {
            if (good_post(c)) post_table(c);
        } else {
            vg_text out = vg_text_heap();
            hall_list_json(c->s, &out);
            answer_json(c, 200, NULL, &out);
            vg_text_release(&out);
        }
    } else if (http_is(kind, "tables")) {
        table_request(c, id, what);
    } else if (http_is(kind, "days") && id.length > 0 && what.length == 0) {
        if (!post)
            days_get(c, id);
        else if (good_post(c))
            days_post(c, id);
    } else {
        not_found(c);
    }
}
