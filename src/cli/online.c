// online.c: the desk of a person at a server's table: what the server says goes onto it, what the
// person does goes to the server. All of it is the server's word; nothing here knows a rule.
#include "cli/online.h"

#include "base/clock.h"
#include "cli/line.h"
#include "engine/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { MAX_PENDING = 8, MAX_TRIES_MS = 15000, SILENT_MS = 75000, TALE_CHARS = 600, BOARD = 60000 };

#define HOLD_SECONDS 1.0 // the end of a game is not passed over by what was typed ahead

typedef struct pending {
    char id[24], verb[12];
    char *text; // owned; NULL: free
} pending;

typedef struct online {
    const cli *c;
    const online_plan *plan;
    desk d;
    net_socket *socket;  // NULL: cut off
    double retry, heard; // vg_clock() of the next try; of the last message
    int tries;
    uint32_t seq;
    char prefix[12];
    unsigned counter;
    pending sent[MAX_PENDING];

    // From `hello` and `table`.
    char status[12], name[64], edition[32];
    int round, person, seat, seats;
    bool host, dealing, told_table, asked_seat, gone;
    vg_text lobby;                 // who is here, as lines
    char chair[VG_MAX_SEATS][120]; // each seat as a line
    uint16_t empty, taken_by_bots;
    vg_text why; // why it ended

    // Our part in chance.
    uint8_t salt[VG_SALT], commit[VG_SHA256_BYTES];
    char hash[2 * VG_SHA256_BYTES + 1];
    int salt_round; // 0: none
    int salt_seat;  // where it was dealt with; -1: not
    bool revealed, has_commit;
    int saltless; // the round in which the server wants no salt of ours
    int checked_round;
    uint64_t declined; // the opportunity that was let go
    uint64_t lobby_was;
    double over_at; // vg_clock() when the game ended
} online;

// ---- sending ---------------------------------------------------------------------------

static void send_again(online *o)
{
    for (int i = 0; i < MAX_PENDING && o->socket; i++)
        if (o->sent[i].text) net_send(o->socket, o->sent[i].text, strlen(o->sent[i].text));
}

static vg_json begin(online *o, vg_text *out, const char *verb)
{
    char id[24];
    *out = vg_text_heap();
    vg_json j = vg_json_to(out);
    snprintf(id, sizeof id, "%s-%u", o->prefix, ++o->counter);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "id", id);
    vg_json_put_string(&j, "do", verb);
    return j;
}

// Sends it, and keeps it until it is answered. False: too many wait for an answer.
static bool finish(online *o, vg_text *out, vg_json *j, const char *verb)
{
    vg_json_close(j, '}');
    for (int i = 0; i < MAX_PENDING; i++) {
        pending *p = &o->sent[i];
        if (p->text) continue;
        snprintf(p->id, sizeof p->id, "%s-%u", o->prefix, o->counter);
        snprintf(p->verb, sizeof p->verb, "%s", verb);
        p->text = out->at; // changes hands
        if (o->socket) net_send(o->socket, p->text, out->len);
        return true;
    }
    vg_text_release(out);
    desk_says(&o->d, true, "Il server non risponde: aspetta.", "The server does not answer: wait.");
    return false;
}

static bool simple(online *o, const char *verb)
{
    vg_text out;
    vg_json j = begin(o, &out, verb);
    return finish(o, &out, &j, verb);
}

static bool with_text(online *o, const char *verb, const char *key, const char *text)
{
    vg_text out;
    vg_json j = begin(o, &out, verb);
    vg_json_put_string(&j, key, text);
    return finish(o, &out, &j, verb);
}

static bool waits_for(const online *o, const char *verb)
{
    for (int i = 0; i < MAX_PENDING; i++)
        if (o->sent[i].text && strcmp(o->sent[i].verb, verb) == 0) return true;
    return false;
}

// The command `id` was answered; its verb, or "".
static void answered(online *o, const char *id, char verb[12])
{
    verb[0] = '\0';
    for (int i = 0; i < MAX_PENDING; i++) {
        pending *p = &o->sent[i];
        if (!p->text || strcmp(p->id, id) != 0) continue;
        snprintf(verb, 12, "%s", p->verb);
        free(p->text);
        p->text = NULL;
    }
}

// ---- chance ------------------------------------------------------------------------------

// Whoever sits at an open table takes part in its chance: docs/protocol.md, Chance.
static void take_part(online *o, bool salted)
{
    uint8_t hash[VG_SHA256_BYTES];
    if (o->seat < 0 || strcmp(o->status, "open") != 0 || o->dealing) return;
    if ((salted && o->salt_round == o->round) || waits_for(o, "hash") || o->saltless == o->round)
        return;
    if (getrandom(o->salt, VG_SALT, 0) != VG_SALT) return;
    vg_salt_hash(o->salt, hash);
    vg_hex(hash, VG_SHA256_BYTES, o->hash);
    o->salt_round = o->round;
    o->salt_seat = -1;
    o->revealed = false;
    with_text(o, "hash", "hash", o->hash);
}

// Shows the salt, once, and only for a frame that has our hash at our seat.
static void reveal(online *o, const char *frame)
{
    char line[2 * VG_SHA256_BYTES + 32], salt[2 * VG_SALT + 1];
    snprintf(line, sizeof line, "\nhash %d %s\n", o->seat, o->hash);
    if (o->salt_round != o->round || o->revealed || !strstr(frame, line)) return;
    o->revealed = true;
    o->salt_seat = o->seat;
    vg_hex(o->salt, VG_SALT, salt);
    with_text(o, "reveal", "salt", salt);
}

static void take_luck(online *o, const vg_json_doc *doc, int luck)
{
    vg_text frame = vg_text_heap(), hex = vg_text_heap();
    o->dealing = vg_json_get_bool(doc, vg_json_find(doc, luck, "dealing"));
    vg_json_get_string(doc, vg_json_find(doc, luck, "frame"), &frame);
    if (vg_json_get_string(doc, vg_json_find(doc, luck, "commit"), &hex))
        o->has_commit =
            hex.len == 2 * VG_SHA256_BYTES && vg_unhex(hex.at, o->commit, VG_SHA256_BYTES) == 0;
    int waits = vg_json_find(doc, luck, "waits");
    for (int i = 0; i < vg_json_count(doc, waits); i++) {
        int64_t seat;
        if (vg_json_get_int(doc, vg_json_item(doc, waits, i), &seat) && seat == o->seat &&
            o->seat >= 0)
            reveal(o, frame.len ? frame.at : "");
    }
    vg_text_release(&frame);
    vg_text_release(&hex);
}

// The round is over: its record is held to what we kept.
static void check_record(online *o)
{
    vg_text record = vg_text_heap();
    char path[80], buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_seen seen = {.commit = o->has_commit ? o->commit : NULL};
    vg_proof proof;
    if (o->checked_round == o->round) return;
    o->checked_round = o->round;
    if (o->salt_round == o->round && o->salt_seat >= 0) {
        seen.salted = (uint16_t)(1u << o->salt_seat);
        memcpy(seen.salt[o->salt_seat], o->salt, VG_SALT);
    }
    cli quiet = *o->c;
    quiet.hushed = true;
    snprintf(path, sizeof path, "/api/tables/%s/record?round=%d", o->plan->place.table, o->round);
    if (net_request(&quiet, &o->plan->place, "GET", path, o->plan->token, NULL, &record) == 200 &&
        record.len) {
        vg_luck luck = vg_record_check(record.at, record.len, &seen, o->c->lang, &proof, &why);
        vg_text words = vg_text_heap();
        if (luck == VG_LUCK_SALTED && proof.own)
            vg_text_add(
                &words,
                cli_in(
                    o->c,
                    "Verificato: nessuno ha potuto scegliere questo caso, il tuo sale c'è dentro.",
                    "Verified: no one could have chosen this luck, your salt is in it."));
        else if (luck <= VG_LUCK_TRUSTED)
            vg_text_add(
                &words,
                cli_in(o->c, "Verificato: il caso viene dal segreto promesso prima di cominciare.",
                       "Verified: chance comes from the secret promised before the deal."));
        else
            vg_text_printf(
                &words,
                cli_in(o->c, "Il caso non si può confermare: %s", "Chance cannot be confirmed: %s"),
                buffer);
        desk_note(&o->d, DESK_NOTE, words.at);
        vg_text_release(&words);
    }
    vg_text_release(&record);
}

// ---- what the server says ------------------------------------------------------------------

static uint64_t opportunity(const desk *d)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < d->choices; i++)
        for (const char *at = d->choice[i].move; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    return hash;
}

// What there is to choose outside the game has changed?
static void notice_lobby(online *o)
{
    uint64_t now = opportunity(&o->d) ^ (uint64_t)o->dealing << 1 ^ (uint64_t)o->round << 8;
    if (now != o->lobby_was) o->d.lobby++;
    o->lobby_was = now;
}

static void lobby_choices(online *o)
{
    desk *d = &o->d;
    char move[32], label[160];
    desk_drop_choices(d);
    if (o->dealing || o->person < 0) return;
    if (o->host && !o->empty)
        desk_add_choice(d, "!deal", cli_in(o->c, "Dai le carte", "Deal the cards"));
    for (int p = 0; p < o->seats; p++) {
        if (!(o->empty >> p & 1)) continue;
        snprintf(move, sizeof move, "!sit %d", p);
        snprintf(label, sizeof label, cli_in(o->c, "Siediti al posto %d", "Sit at seat %d"), p + 1);
        desk_add_choice(d, move, label);
    }
    for (int p = 0; p < o->seats && o->host; p++) {
        bool bot = o->taken_by_bots >> p & 1;
        if (!bot && !(o->empty >> p & 1)) continue;
        snprintf(move, sizeof move, "!bot %d %s", p, bot ? "no" : "greedy");
        snprintf(label, sizeof label,
                 bot ? cli_in(o->c, "Togli il bot dal posto %d", "Take the bot off seat %d")
                     : cli_in(o->c, "Metti un bot al posto %d", "Put a bot at seat %d"),
                 p + 1);
        desk_add_choice(d, move, label);
    }
    if (o->seat >= 0) desk_add_choice(d, "!stand", cli_in(o->c, "Alzati", "Stand up"));
}

// What the desk shows now, from all that was said.
static void settle(online *o)
{
    desk *d = &o->d;
    if (o->gone) {
        d->state = DESK_LEFT;
        return;
    }
    if (strcmp(o->status, "closed") == 0 || strcmp(o->status, "frozen") == 0) {
        if (!o->why.len)
            vg_text_add(&o->why, cli_in(o->c, "Il tavolo è chiuso.", "The table is closed."));
        d->state = DESK_LEFT;
        return;
    }
    if (strcmp(o->status, "open") == 0 || !o->told_table) {
        d->state = DESK_LOBBY;
        d->actor = VG_NOBODY;
        d->seats = 0;
        vg_text_clear(&d->board);
        vg_text_add(&d->board, o->lobby.len ? o->lobby.at : "");
        vg_text_clear(&d->prompt);
        vg_text_add(&d->prompt,
                    o->dealing ? cli_in(o->c, "Si danno le carte.", "The cards are being dealt.")
                    : o->person < 0
                        ? cli_in(o->c, "Guardi: si comincia quando tutti i posti sono presi.",
                                 "You watch: it begins when all seats are taken.")
                    : o->host ? cli_in(o->c, "Il tavolo è aperto.", "The table is open.")
                              : cli_in(o->c, "Il tavolo è aperto: chi ospita dà le carte.",
                                       "The table is open: the host deals."));
        lobby_choices(o);
        notice_lobby(o);
        return;
    }
    if (d->over) {
        desk_drop_choices(d);
        if (o->seat >= 0 || o->host)
            desk_add_choice(d, d->match_over ? "!again" : "!next",
                            d->match_over ? cli_in(o->c, "Un'altra partita", "Another game")
                                          : cli_in(o->c, "La prossima partita", "The next game"));
        notice_lobby(o);
        if (d->state != DESK_OVER) o->over_at = vg_clock();
        d->state = DESK_OVER;
        vg_text_clear(&d->prompt);
        vg_text_add(&d->prompt, cli_in(o->c, "La partita è finita.", "The game is over."));
        if (d->match_over) check_record(o);
        return;
    }
    bool moved = waits_for(o, "move");
    if (moved || d->reader < 0 || d->choices == 0)
        d->state = DESK_WAIT;
    else if (d->actor == d->reader)
        d->state = DESK_ASKED;
    else
        d->state = opportunity(d) == o->declined || d->ahead ? DESK_WAIT : DESK_MAY;
}

// One seat as a line: "Posto 2: Ugo (bot greedy)".
static void chair_line(online *o, const vg_json_doc *doc, int chair, int p)
{
    char kind[12], bot[40], name[DESK_NAME], line[sizeof o->chair[0]];
    desk_get_word(doc, chair, "kind", kind, sizeof kind);
    desk_get_word(doc, chair, "bot", bot, sizeof bot);
    desk_get_word(doc, chair, "name", name, sizeof name);
    bool here = vg_json_get_bool(doc, vg_json_find(doc, chair, "here"));
    bool stand_in = vg_json_get_bool(doc, vg_json_find(doc, chair, "stand_in"));
    if (strcmp(kind, "empty") == 0) {
        o->empty |= (uint16_t)(1u << p);
        snprintf(line, sizeof line, cli_in(o->c, "Posto %d: libero", "Seat %d: free"), p + 1);
    } else if (strcmp(kind, "bot") == 0) {
        o->taken_by_bots |= (uint16_t)(1u << p);
        snprintf(line, sizeof line,
                 cli_in(o->c, "Posto %d: %.60s (bot %s)", "Seat %d: %.60s (bot %s)"), p + 1, name,
                 bot);
    } else {
        snprintf(line, sizeof line, cli_in(o->c, "Posto %d: %.60s%s%s", "Seat %d: %.60s%s%s"),
                 p + 1, name, p == o->seat ? cli_in(o->c, " (tu)", " (you)") : "",
                 stand_in ? cli_in(o->c, ", un bot gioca al suo posto", ", a bot stands in")
                 : here   ? ""
                          : cli_in(o->c, ", ora non c'è", ", away"));
    }
    if (o->told_table && strcmp(line, o->chair[p]) != 0) desk_note(&o->d, DESK_NOTE, line);
    memcpy(o->chair[p], line, sizeof line);
}

static void take_table(online *o, const vg_json_doc *doc)
{
    desk *d = &o->d;
    int chairs = vg_json_find(doc, 0, "chairs"), you = vg_json_find(doc, 0, "you");
    vg_text text = vg_text_heap();
    char game[32], was[sizeof o->status];
    memcpy(was, o->status, sizeof was);
    desk_get_word(doc, 0, "game", game, sizeof game);
    desk_get_word(doc, 0, "name", o->name, sizeof o->name);
    desk_get_word(doc, 0, "edition", o->edition, sizeof o->edition);
    desk_get_word(doc, 0, "status", o->status, sizeof o->status);
    o->person = desk_get_int(doc, you, "person", 0, 1000, -1);
    o->seat = desk_get_int(doc, you, "seat", 0, VG_MAX_SEATS - 1, -1);
    o->host = vg_json_get_bool(doc, vg_json_find(doc, you, "host"));
    d->ahead = vg_json_get_bool(doc, vg_json_find(doc, you, "ahead"));
    o->seats =
        vg_json_count(doc, chairs) < VG_MAX_SEATS ? vg_json_count(doc, chairs) : VG_MAX_SEATS;
    o->empty = o->taken_by_bots = 0;
    bool salted = false;
    for (int p = 0; p < o->seats; p++) {
        int chair = vg_json_item(doc, chairs, p);
        chair_line(o, doc, chair, p);
        if (p == o->seat) salted = vg_json_get_bool(doc, vg_json_find(doc, chair, "salted"));
    }
    d->bots = o->taken_by_bots;
    snprintf(d->title, sizeof d->title, "%s", o->name);
    snprintf(d->game, sizeof d->game, "%s", game);
    vg_text_clear(&o->lobby);
    for (int p = 0; p < o->seats; p++) vg_text_printf(&o->lobby, "%s\n", o->chair[p]);
    int watchers = desk_get_int(doc, 0, "watchers", 0, 100000, 0);
    if (watchers > 0)
        vg_text_printf(&o->lobby, cli_in(o->c, "Chi guarda: %d\n", "Watching: %d\n"), watchers);
    vg_text_add(&o->lobby, cli_in(o->c, "Invito:\n  ", "Invitation:\n  "));
    net_address(&o->plan->place, o->plan->place.table, &o->lobby);
    vg_text_char(&o->lobby, '\n');
    if (desk_get_text(doc, vg_json_find(doc, 0, "why"), 300, &text) && text.len) {
        vg_text_clear(&o->why);
        vg_text_add(&o->why, text.at);
    }
    vg_text_release(&text);
    take_luck(o, doc, vg_json_find(doc, 0, "luck"));
    o->told_table = true;
    if (strcmp(was, "open") != 0 && strcmp(o->status, "open") == 0) { // another round
        desk_hear_from(d, 0);
        desk_hear_end(d);
        d->scored = d->over = false;
        d->log_count = 0;
    }
    take_part(o, salted);
    if (o->plan->sit >= 0 && !o->asked_seat && o->seat < 0 && o->empty >> o->plan->sit & 1) {
        vg_text out;
        vg_json j = begin(o, &out, "sit");
        o->asked_seat = true;
        vg_json_put_int(&j, "seat", o->plan->sit);
        finish(o, &out, &j, "sit");
    }
}

static void take_lines(const vg_json_doc *doc, vg_text *out)
{
    vg_text text = vg_text_heap();
    if (vg_json_get_string(doc, vg_json_find(doc, 0, "lines"), &text)) {
        vg_text_clear(out);
        desk_clean(out, text.at, text.len, BOARD);
    }
    vg_text_release(&text);
}

static void take_state(online *o, const vg_json_doc *doc)
{
    desk *d = &o->d;
    int now = vg_json_find(doc, 0, "now");
    if (!desk_take_now(d, doc, now)) return;
    o->seq = (uint32_t)desk_get_int(doc, 0, "seq", 0, INT32_MAX, 0);
    desk_take_events(d, doc, vg_json_find(doc, 0, "events"),
                     desk_get_int(doc, 0, "from", 0, INT32_MAX, 0));
    take_lines(doc, &d->board);
}

static void take_chat(online *o, const vg_json_doc *doc)
{
    int items = vg_json_find(doc, 0, "items");
    vg_text text = vg_text_heap(), line = vg_text_heap();
    for (int i = 0; i < vg_json_count(doc, items); i++) {
        int item = vg_json_item(doc, items, i);
        char name[DESK_NAME];
        desk_get_word(doc, item, "name", name, sizeof name);
        if (!desk_get_text(doc, vg_json_find(doc, item, "text"), 400, &text) || !text.len) continue;
        vg_text_clear(&line);
        vg_text_printf(&line, "%s: %s", name, text.at);
        // After a cut the last hundred come again.
        bool known = false;
        for (int k = 0; k < o->d.heard_count && !known; k++)
            known = o->d.heard[k].kind == DESK_CHAT &&
                    o->d.heard[k].game == desk_get_int(doc, item, "n", 0, INT32_MAX, 0);
        desk_heard what = {.entry = -1,
                           .seat = VG_NOBODY,
                           .kind = DESK_CHAT,
                           .game = desk_get_int(doc, item, "n", 0, INT32_MAX, 0)};
        if (!known) desk_hear(&o->d, what, line.at, line.len);
    }
    vg_text_release(&text);
    vg_text_release(&line);
}

static void take_hint(online *o, const vg_json_doc *doc)
{
    int moves = vg_json_find(doc, 0, "moves");
    desk_advice advice[VG_MAX_LEGAL];
    int count = 0;
    for (int i = 0; i < vg_json_count(doc, moves) && count < VG_MAX_LEGAL; i++) {
        int item = vg_json_item(doc, moves, i);
        advice[count++] = (desk_advice){
            .visits = (unsigned long)desk_get_int(doc, item, "visits", 0, INT32_MAX, 0),
            .value = desk_get_int(doc, item, "value", 0, 1000, 0) / 1000.0};
    }
    desk_take_advice(&o->d, advice, count);
}

static void take_no(online *o, const vg_json_doc *doc, const char *verb)
{
    vg_text why = vg_text_heap();
    desk_get_text(doc, vg_json_find(doc, 0, "why"), 400, &why);
    if (strcmp(verb, "hint") == 0) o->d.thinking = false;
    if (strcmp(verb, "hash") == 0 || strcmp(verb, "reveal") == 0)
        o->saltless = o->round; // it goes on without us
    else if (why.len)
        desk_says(&o->d, true, why.at, why.at);
    vg_text_release(&why);
}

static void got(void *self, const char *bytes, size_t n)
{
    online *o = self;
    vg_json_doc doc;
    char type[16] = "", id[24] = "", verb[12] = "";
    bool good = vg_json_read(&doc, bytes, n);
    o->heard = vg_clock();
    if (good) {
        desk_get_word(&doc, 0, "type", type, sizeof type);
        desk_get_word(&doc, 0, "id", id, sizeof id);
        o->round = desk_get_int(&doc, 0, "round", 1, INT32_MAX, 1);
        if (id[0]) answered(o, id, verb);
    }
    if (strcmp(type, "hello") == 0) send_again(o);
    if (strcmp(type, "table") == 0) take_table(o, &doc);
    if (strcmp(type, "state") == 0) take_state(o, &doc);
    if (strcmp(type, "chat") == 0) take_chat(o, &doc);
    if (strcmp(type, "no") == 0) take_no(o, &doc, verb);
    if (strcmp(type, "hint") == 0) {
        o->d.thinking = false;
        take_hint(o, &doc);
    }
    if (strcmp(type, "past") == 0 && o->d.then_at >= 0) take_lines(&doc, &o->d.then);
    if (strcmp(type, "notice") == 0) {
        vg_text why = vg_text_heap();
        if (desk_get_text(&doc, vg_json_find(&doc, 0, "why"), 400, &why) && why.len)
            desk_note(&o->d, DESK_NOTE, why.at);
        vg_text_release(&why);
    }
    vg_json_release(&doc);
    settle(o);
}

// ---- the connection --------------------------------------------------------------------------

static void try_again(online *o, const char *why)
{
    desk *d = &o->d;
    int wait = 500 << (o->tries < 5 ? o->tries : 5);
    if (wait > MAX_TRIES_MS) wait = MAX_TRIES_MS;
    net_close(o->socket);
    o->socket = NULL;
    if (o->tries++ == 0) {
        vg_text words = vg_text_heap();
        vg_text_printf(&words,
                       cli_in(o->c, "Collegamento interrotto (%s): riprovo.",
                              "Connection lost (%s): trying again."),
                       why);
        desk_note(d, DESK_NOTE, words.at);
        vg_text_release(&words);
    }
    o->retry = vg_clock() + wait / 1000.0;
    d->thinking = false;
}

static void connect_now(online *o)
{
    char path[128];
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    snprintf(path, sizeof path, "/api/tables/%s/ws?lang=%s&lines=%d&since=%u", o->plan->place.table,
             vg_lang_code(o->c->lang), o->plan->full_screen ? DESK_DRAWN : 1, o->seq);
    o->socket = net_open(o->c, &o->plan->place, path, o->plan->token, &why);
    if (!o->socket) {
        try_again(o, buffer);
        return;
    }
    if (o->tries > 0)
        desk_note(&o->d, DESK_NOTE, cli_in(o->c, "Di nuovo collegati.", "Connected again."));
    o->tries = 0;
    o->heard = vg_clock();
}

static void step(desk *d)
{
    online *o = d->self;
    int code = 0;
    if (!o->socket && !o->gone && vg_clock() >= o->retry) connect_now(o);
    if (o->socket && !net_read(o->socket, got, o, &code)) {
        if (code == 4001 || code == 4003) {
            vg_text_clear(&o->why);
            vg_text_add(&o->why, code == 4001 ? cli_in(o->c, "Questo tavolo non c'è.",
                                                       "There is no such table.")
                                              : cli_in(o->c, "Chi ospita ti ha mandato via.",
                                                       "The host has sent you away."));
            o->gone = true;
        }
        try_again(o, cli_in(o->c, "il server ha chiuso", "the server closed it"));
    } else if (o->socket && vg_clock() - o->heard > SILENT_MS / 1000.0) {
        // It pings every thirty seconds, and wslay answers; wslay does not tell us, so ask.
        simple(o, "sync");
        o->heard = vg_clock();
    }
    d->fd = o->socket ? net_fd(o->socket) : -1;
    d->timeout = o->socket ? SILENT_MS : (int)((o->retry - vg_clock()) * 1000) + 1;
    if (d->timeout < 0) d->timeout = 0;
    vg_text_clear(&d->status);
    if (!o->socket && !o->gone)
        vg_text_add(&d->status, cli_in(o->c, "Collegamento interrotto", "Connection lost"));
    settle(o);
}

// ---- what the person does --------------------------------------------------------------------

static bool lobby_command(online *o, const char *move)
{
    int seat = -1;
    char word[16] = "";
    vg_text out;
    bool over = strcmp(move, "again") == 0 || strcmp(move, "next") == 0;
    if (over && vg_clock() - o->over_at < HOLD_SECONDS) return false; // typed before it was read
    if (strcmp(move, "deal") == 0 || strcmp(move, "stand") == 0 || strcmp(move, "again") == 0 ||
        strcmp(move, "next") == 0)
        return simple(o, move);
    if (sscanf(move, "sit %d", &seat) == 1) {
        vg_json j = begin(o, &out, "sit");
        vg_json_put_int(&j, "seat", seat);
        return finish(o, &out, &j, "sit");
    }
    if (sscanf(move, "bot %d %15s", &seat, word) == 2) {
        vg_json j = begin(o, &out, "bot");
        vg_json_put_int(&j, "seat", seat);
        vg_json_put_string(&j, "bot", strcmp(word, "no") == 0 ? NULL : word);
        return finish(o, &out, &j, "bot");
    }
    return false;
}

static bool play(desk *d, const char *move)
{
    online *o = d->self;
    vg_text out;
    if (move[0] == '!') return lobby_command(o, move + 1);
    if (waits_for(o, "move")) return false;
    vg_json j = begin(o, &out, "move");
    vg_json_put_string(&j, "move", move);
    vg_json_put_int(&j, "at", d->log_count);
    bool good = finish(o, &out, &j, "move");
    settle(o);
    return good;
}

static bool undo(desk *d) { return simple(d->self, "undo"); }

static void pass(desk *d)
{
    online *o = d->self;
    o->declined = opportunity(d);
    settle(o);
}

static bool hint(desk *d)
{
    if (d->thinking) return true;
    if (d->state != DESK_ASKED) {
        desk_says(d, true, "Un consiglio si dà solo a chi deve decidere.",
                  "Counsel is only for whoever has to decide.");
        return false;
    }
    d->thinking = simple(d->self, "hint");
    return d->thinking;
}

static bool go_on(desk *d)
{
    if (d->choices != 1) return false;
    return play(d, d->choice[0].move);
}

static bool narrate(desk *d, const char *text)
{
    online *o = d->self;
    int entry = -1;
    for (int i = d->heard_count - 1; i >= 0 && entry < 0; i--)
        if (d->heard[i].kind == DESK_EVENT && d->heard[i].seat == d->reader && !d->heard[i].chance)
            entry = d->heard[i].entry;
    if (entry < 0 || d->reader < 0) {
        desk_says(d, true, "Non hai ancora mosso.", "You have not moved yet.");
        return false;
    }
    vg_text out;
    vg_json j = begin(o, &out, "tell");
    vg_json_put_int(&j, "entry", entry);
    vg_json_put_string(&j, "text", text);
    return finish(o, &out, &j, "tell");
}

static bool say(desk *d, const char *text) { return with_text(d->self, "say", "text", text); }

static bool ahead(desk *d, bool on)
{
    online *o = d->self;
    vg_text out;
    vg_json j = begin(o, &out, "ahead");
    vg_json_put_bool(&j, "on", on);
    return finish(o, &out, &j, "ahead");
}

static bool past(desk *d, int at)
{
    online *o = d->self;
    vg_text out;
    vg_json j = begin(o, &out, "past");
    vg_json_put_int(&j, "at", at);
    return finish(o, &out, &j, "past"); // the answer replaces what `then` shows meanwhile
}

static int leave(desk *d)
{
    online *o = d->self;
    if (o->gone || d->state == DESK_LEFT) {
        cli_complain(o->c, "%s", "%s", o->why.len ? o->why.at : "");
        return CLI_NO;
    }
    if (strcmp(o->status, "over") == 0)
        cli_say(o->c, "\nIl verbale, per veglia verify e veglia book, è in\n",
                "\nThe record, for veglia verify and veglia book, is at\n");
    else
        cli_say(o->c, "\nIl posto resta tuo. Per tornare:\n",
                "\nThe seat stays yours. To come back:\n");
    vg_text url = vg_text_heap();
    if (strcmp(o->status, "over") == 0) {
        net_address(&o->plan->place, "", &url);
        printf("  %s/api/tables/%s/record?round=%d\n", url.at, o->plan->place.table, o->round);
    } else {
        printf("  %s\n", o->plan->returns);
    }
    vg_text_release(&url);
    return CLI_OK;
}

// Rules and cards, for help: the server's own.
static void fetch_book(online *o)
{
    vg_text answer = vg_text_heap();
    char path[128], game[32], edition[32];
    vg_json_doc doc;
    cli quiet = *o->c;
    quiet.hushed = true;
    snprintf(path, sizeof path, "/api/tables/%s?lang=%s", o->plan->place.table,
             vg_lang_code(o->c->lang));
    if (net_request(&quiet, &o->plan->place, "GET", path, o->plan->token, NULL, &answer) != 200) {
        vg_text_release(&answer);
        return;
    }
    bool good = vg_json_read(&doc, answer.at, answer.len);
    game[0] = edition[0] = '\0';
    if (good) {
        desk_get_word(&doc, 0, "game", game, sizeof game);
        desk_get_word(&doc, 0, "edition", edition, sizeof edition);
    }
    vg_json_release(&doc);
    const char *plain = "abcdefghijklmnopqrstuvwxyz0123456789-";
    if (!game[0] || game[strspn(game, plain)] || edition[strspn(edition, plain)]) {
        vg_text_release(&answer);
        return;
    }
    snprintf(path, sizeof path, "/api/games/%s/rules?lang=%s", game, vg_lang_code(o->c->lang));
    if (net_request(&quiet, &o->plan->place, "GET", path, NULL, NULL, &answer) == 200) {
        vg_text text = vg_text_heap();
        if (vg_json_read(&doc, answer.at, answer.len)) {
            int at = vg_json_find(&doc, 0, "markdown");
            if (at < 0) at = vg_json_find(&doc, 0, "rules");
            if (at < 0) at = vg_json_find(&doc, 0, "text");
            if (vg_json_get_string(&doc, at, &text))
                desk_clean(&o->d.rules, text.at, text.len, 200000);
        }
        vg_json_release(&doc);
        vg_text_release(&text);
    }
    snprintf(path, sizeof path, "/api/games/%s/cards?edition=%s&lang=%s", game, edition,
             vg_lang_code(o->c->lang));
    if (net_request(&quiet, &o->plan->place, "GET", path, NULL, NULL, &answer) == 200)
        vg_text_bytes(&o->d.cards, answer.at, answer.len);
    vg_text_release(&answer);
}

static const desk_ways ways = {.step = step,
                               .play = play,
                               .undo = undo,
                               .pass = pass,
                               .hint = hint,
                               .go_on = go_on,
                               .narrate = narrate,
                               .say = say,
                               .ahead = ahead,
                               .past = past,
                               .leave = leave};

int online_run(const cli *c, const online_plan *plan)
{
    online *o = calloc(1, sizeof *o);
    uint8_t bytes[5];
    if (!o || getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        free(o);
        return CLI_NO;
    }
    o->c = c;
    o->plan = plan;
    o->person = o->seat = o->salt_seat = -1;
    o->round = 1;
    o->lobby = vg_text_heap();
    o->why = vg_text_heap();
    vg_hex(bytes, sizeof bytes, o->prefix);
    desk_init(&o->d, c, &ways, o);
    o->d.online = true;
    o->d.tells = true;
    o->d.brief = plan->brief;
    fetch_book(o);
    int status = plan->full_screen ? screen_run(&o->d) : lines_run(&o->d);
    net_close(o->socket);
    for (int i = 0; i < MAX_PENDING; i++) free(o->sent[i].text);
    vg_text_release(&o->lobby);
    vg_text_release(&o->why);
    desk_release(&o->d);
    free(o);
    return status;
}
