// fuzz.c: people who do anything at all, at tables that never cease to make sense.
//
//     server_fuzz [COMMANDS] [SEED]
//
// Random people make tables of every game, option and pace, come and go, command whatever there is
// to command, rightly or not, while time passes, disks fail and the server is started again. All
// the while: no bot of a table thinks twice at once, every command has one answer, nobody comes to
// a seat in play who may not, and what is on disk is what is in memory. The sanitizers see to the
// rest.
#include "fake.h"

#include "engine/table_parts.h"
#include "server/room_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 14, TABLES = 3 };

typedef struct ledger { // what the tests know of a table by themselves, from its entries' words
    uint64_t id;
    int seats;
    bool dealt;
    int who[VG_MAX_SEATS];       // the person on each chair; -1: a bot or nobody
    bool left[VG_MAX_SEATS];     // somebody left it in play
    uint32_t been[VG_MAX_SEATS]; // people who rightly were this seat in this round
    uint32_t yes[ROOM_PEOPLE];   // who agreed to whom, since somebody last got a seat so
} ledger;

static client *people[CLIENTS];
static ledger tables[TABLES];
static long commands, done, refused, games_over, agreed, reloads, failures, closed, voids, revealed;

static uint32_t below(uint32_t n) { return vg_rng_below(&fake_rng, n); }
static bool one_in(uint32_t n) { return below(n) == 0; }

// ---- what must hold ----------------------------------------------------------------

static ledger *ledger_of(uint64_t id)
{
    for (int i = 0; i < TABLES; i++)
        if (tables[i].id == id) return &tables[i];
    return NULL;
}

static bool anybody(const ledger *l)
{
    for (int p = 0; p < l->seats; p++)
        if (l->who[p] >= 0) return true;
    return false;
}

static bool seated(const ledger *l, int person)
{
    for (int p = 0; p < l->seats; p++)
        if (l->who[p] == person) return true;
    return false;
}

static void take(ledger *l, int seat, int person)
{
    for (int p = 0; p < l->seats; p++)
        if (l->who[p] == person) l->who[p] = -1;
    l->who[seat] = person;
    l->left[seat] = false;
}

static void give_up(ledger *l, int seat, const char *bot, bool playing)
{
    CHECK(!playing || (bot && strcmp(bot, "-") != 0), "a seat left in play without a bot");
    l->who[seat] = -1;
    l->left[seat] = l->dealt;
}

static void forget(ledger *l, int person)
{
    for (int p = 0; p < l->seats; p++) l->been[p] &= ~(1u << person);
    l->yes[person] = 0;
}

// Nobody's hand is seen by who was not dealt it, unless all who sit have agreed; nobody who only
// looks in is host of a game somebody sits at.
static void follow(uint64_t id, const char *entry)
{
    ledger *l = ledger_of(id);
    char verb[16] = "", by[16] = "", name[48] = "", a[80] = "", b[80] = "", rest[200] = "";
    int n = sscanf(entry, "%15[^ \n] %15[^ \n] %47[^ \n] %79[^ \n] %79[^ \n] %199[^\n]", verb, by,
                   name, a, b, rest);
    if (!l) return;
    const spot *sp = spot_find(fake, id);
    CHECK(sp && sp->room && n >= 2, "%s: %p %d", entry, (const void *)sp, n);
    bool playing = l->dealt && !vg_table_match_over(sp->room->table);
    int seat = atoi(a), person = atoi(by);
    if (strcmp(verb, "sit") == 0) {
        CHECK(!playing || (l->been[seat] >> person & 1), "%s: was never that seat", entry);
        take(l, seat, person);
    } else if (strcmp(verb, "stand") == 0) {
        give_up(l, seat, b, playing);
    } else if (strcmp(verb, "join") == 0) {
        forget(l, person);
    } else if (strcmp(verb, "kick") == 0) {
        for (int p = 0; p < l->seats; p++)
            if (l->who[p] == seat) give_up(l, p, rest, playing);
        forget(l, seat);
    } else if (strcmp(verb, "bot") == 0) {
        CHECK(!playing || (l->left[seat] && strcmp(b, "-") != 0), "%s: in play", entry);
    } else if (strcmp(verb, "swap") == 0) {
        int with = atoi(b), who = l->who[seat];
        CHECK(!l->dealt);
        l->who[seat] = l->who[with];
        l->who[with] = who;
    } else if (strcmp(verb, "void") == 0) {
        voids++;
    } else if ((strcmp(verb, "deal") == 0 || strcmp(verb, "reveal") == 0) && sp->room->dealt) {
        revealed += verb[0] == 'r';
        l->dealt = true;
        for (int p = 0; p < l->seats; p++) {
            l->been[p] = l->who[p] >= 0 ? 1u << l->who[p] : 0;
            l->left[p] = false;
        }
    } else if (strcmp(verb, "again") == 0) {
        int last = l->who[l->seats - 1];
        for (int p = l->seats - 1; p > 0; p--) l->who[p] = l->who[p - 1];
        l->who[0] = last;
        l->dealt = false;
        memset(l->left, 0, sizeof l->left);
    } else if (strcmp(verb, "host") == 0) {
        CHECK(!playing || !anybody(l) || seated(l, seat), "%s: a watcher rules a game", entry);
    } else if (strcmp(verb, "agree") == 0) {
        int newcomer = atoi(b);
        uint32_t all = 0, said = 0;
        for (int p = 0; p < l->seats; p++)
            if (l->who[p] >= 0) all |= 1u << l->who[p];
        for (char *at = strtok(rest, " "); at; at = strtok(NULL, " "))
            if (*at != 'w') said |= 1u << atoi(at);
        CHECK(playing && l->left[seat] && all && said == all, "%s", entry);
        CHECK((l->yes[newcomer] & all) == all, "%s: not all of them said so", entry);
        take(l, seat, newcomer);
        l->been[seat] |= 1u << newcomer;
        l->yes[newcomer] = 0;
        agreed++;
    }
}

static void begin_ledger(ledger *l, uint64_t id, const room_plan *plan)
{
    *l = (ledger){.id = id, .seats = plan->table.setup.seats};
    for (int p = 0; p < VG_MAX_SEATS; p++) l->who[p] = -1;
    if (plan->seat >= 0) l->who[plan->seat] = 0;
}

// And the chairs in memory are taken as the entries say.
static void check_chairs(const ledger *l, const room *r)
{
    for (int p = 0; p < l->seats; p++)
        CHECK(l->who[p] == (r->chair[p].kind == ROOM_PERSON ? r->chair[p].person : -1));
}

// What is in memory, at rest, is what the entries say.
static void check_disk(const spot *sp)
{
    room *r = fake_read(sp->id);
    const room *m = sp->room;
    CHECK(r && r->seq == m->seq && r->seq == fake_entries(sp->id));
    CHECK(r->people_count == m->people_count && r->host == m->host && r->listed == m->listed &&
          r->shut == m->shut && r->round == m->round && r->dealt == m->dealt &&
          r->dealing == m->dealing && r->closed == m->closed && r->spent_count == m->spent_count);
    CHECK(memcmp(r->used, m->used, sizeof r->used) == 0);
    for (int p = 0; p < m->seats; p++)
        CHECK(r->chair[p].kind == m->chair[p].kind && r->chair[p].person == m->chair[p].person &&
              r->chair[p].left == m->chair[p].left && r->chair[p].knew == m->chair[p].knew &&
              strcmp(r->chair[p].spec, m->chair[p].spec) == 0);
    for (int i = 0; i < m->people_count; i++)
        CHECK(strcmp(r->people[i].name, m->people[i].name) == 0 &&
              r->people[i].seat == m->people[i].seat && r->people[i].gone == m->people[i].gone &&
              r->people[i].muted == m->people[i].muted &&
              r->people[i].salted == m->people[i].salted &&
              r->people[i].unheard == m->people[i].unheard &&
              r->people[i].done_count == m->people[i].done_count);
    for (int p = 0; p < m->seats; p++) r->chair[p].telling = m->chair[p].telling; // not kept
    if (m->table) {
        // Once somebody's move has been taken back, memory knows no more what others could.
        r->table->undo_seat = m->table->undo_seat;
        r->table->undo_count = m->table->undo_count;
        vg_text a = vg_text_heap(), b = vg_text_heap();
        room_clock clock = {0};
        room_viewer v = {.person = -1, .seat = (int)below((uint32_t)m->seats), .lang = VG_EN};
        room_state_json(r, &v, 0, &clock, &a);
        room_state_json(sp->room, &v, 0, &clock, &b);
        vg_table_record(r->table, true, &a); // frame, salts and chain too
        vg_table_record(sp->room->table, true, &b);
        size_t at = 0;
        while (a.at[at] && a.at[at] == b.at[at]) at++;
        CHECK(at == a.len && at == b.len, "%.200s / %.200s", a.at + at, b.at + at);
        vg_text_release(&a);
        vg_text_release(&b);
    }
    room_free(r);
}

static void check_tables(void)
{
    for (int i = 0; i < TABLES; i++) {
        const spot *sp = tables[i].id ? spot_find(fake, tables[i].id) : NULL;
        if (!sp || !sp->room || sp->loading) continue;
        CHECK(fake_thoughts_of(sp->id) <= 1);
        CHECK(!sp->thought || !sp->held);
        int here = 0;
        for (const conn *c = sp->conns; c; c = c->spot_next) {
            CHECK(c->spot == sp && c->mode == CONN_WS);
            here += c->person >= 0;
        }
        for (int k = 0; k < sp->room->people_count; k++) here -= sp->room->people[k].here;
        CHECK(here == 0);
        if (!sp->in_flight && !sp->dead) check_chairs(&tables[i], sp->room);
    }
}

static void check_answers(void)
{
    fake_settle();
    for (int i = 0; i < CLIENTS; i++) {
        client *who = people[i];
        if (who->c.mode == CONN_WS && fake->hints == 0)
            CHECK(who->answered == who->sent, "%ld answers to %ld commands", who->answered,
                  who->sent);
        CHECK(who->c.mode == CONN_WAITING || who->c.refs == 1, "%d", who->c.refs);
    }
}

// ---- what is done ------------------------------------------------------------------

static void fill_plan(room_plan *plan)
{
    int count = 0;
    while (vg_games[count]) count++;
    const vg_game *game = vg_games[below((uint32_t)count)];
    *plan = (room_plan){.lang = one_in(2) ? VG_IT : VG_EN, .listed = one_in(2), .seat = -1};
    int seats = game->min_seats + (int)below((uint32_t)(game->max_seats - game->min_seats + 1));
    plan->table.game = game;
    plan->table.games = (uint8_t)(1 + (one_in(4) ? below(3) : 0));
    vg_setup_normal(game, seats, &plan->table.setup);
    for (int i = 0; i < game->option_count; i++) {
        const vg_option *o = &game->options[i];
        vg_setup other = plan->table.setup;
        vg_text none = {0};
        other.option[i] = (int16_t)(o->min + (int)below((uint32_t)(o->max - o->min + 1)));
        if (vg_setup_check(game, &other, VG_IT, &none) == VG_OK) plan->table.setup = other;
    }
    if (!one_in(3)) plan->pace = 1 + (int)below(one_in(2) ? 4 : one_in(2) ? 400 : 5000);
    plan->absent = (uint8_t)below(ROOM_ABSENT_COUNT);
    if (!one_in(3)) plan->seat = (int)below((uint32_t)seats);
    static const char *const bots[] = {"greedy", "random", "search:300", "search:1000ms"};
    for (int p = 0; p < seats; p++)
        if (p != plan->seat && one_in(2)) strcpy(plan->bot[p], bots[below(4)]);
    strcpy(plan->name, "Anna");
}

static void make(client *who)
{
    room_plan plan;
    fill_plan(&plan);
    if (who->c.mode == CONN_WS) fake_drop(who);
    if (who->c.mode == CONN_WAITING) return;
    who->sent = who->answered = 0;
    uint64_t id = fake_make(who, &plan);
    if (!id) return;
    begin_ledger(&tables[below(TABLES)], id, &plan);
}

static void come(client *who)
{
    static const char *const names[] = {"Carlo", "Dina", "\xe2\x80\x8b", "",
                                        "\xc3\x88\xcc\x81\xcc\x81\xcc\x81va"};
    ledger *l = &tables[below(TABLES)];
    if (!l->id || who->c.mode == CONN_WS || who->c.mode == CONN_WAITING) return;
    who->sent = who->answered = 0;
    if (!one_in(6)) {
        fake_join(who, l->id, names[one_in(4) ? below(5) : below(2)]);
        fake_settle();
    }
    if (who->c.mode == CONN_WAITING) return;
    who->sent = who->answered = 0;
    fake_enter(who, l->id);
}

static void put_move(vg_text *out, room *r, int seat)
{
    vg_move list[VG_MAX_LEGAL];
    char move[VG_MAX_MOVE_TEXT] = "pass";
    int count = r->table && room_status_of(r) == ROOM_PLAYING && seat >= 0
                    ? vg_table_legal(r->table, seat, list)
                    : 0;
    if (count > 0 && !one_in(20)) {
        vg_text text = VG_TEXT(move);
        vg_text_clear(&text);
        vg_move_text(vg_table_game(r->table), vg_table_state(r->table),
                     list[below((uint32_t)count)], &text);
    }
    vg_text_printf(out, "\"do\":\"move\",\"move\":\"%s\"", move);
    if (r->table && one_in(3))
        vg_text_printf(out, ",\"at\":%d", vg_table_log_count(r->table) - (int)one_in(8));
}

// Everybody's salt is the same here; now and then it is another, or none.
static void put_luck(vg_text *out, bool hash)
{
    uint8_t salt[VG_SALT];
    char hex[2 * VG_SHA256_BYTES + 1] = "";
    memset(salt, one_in(20) ? 2 : 1, sizeof salt);
    if (hash) vg_salt_hash(salt, salt);
    if (!one_in(20)) vg_hex(salt, sizeof salt, hex);
    vg_text_printf(out, ",\"%s\":\"%s\"", hash ? "hash" : "salt", hex);
}

static void put_args(vg_text *out, const room *r, int verb)
{
    static const char *const texts[] = {"ciao",   "",           "\\u202e",       "<b>",
                                        "greedy", "search:200", "search:2000ms", "xyz",
                                        "random", "medusa,boat"};
    static const char *const keys[] = {"text", "name", "salt", "bot", "words"};
    if (verb == ROOM_DO_HASH || verb == ROOM_DO_REVEAL) {
        put_luck(out, verb == ROOM_DO_HASH);
        return;
    }
    for (int i = 0; i < 5; i++)
        if (one_in(12))
            vg_text_printf(out, ",\"%s\":null", keys[i]);
        else
            vg_text_printf(out, ",\"%s\":\"%s\"", keys[i], texts[below(10)]);
    if (!one_in(8)) vg_text_printf(out, ",\"seat\":%u", below((uint32_t)r->seats + 1));
    if (!one_in(8)) vg_text_printf(out, ",\"with\":%u", below((uint32_t)r->seats + 1));
    uint32_t person = below((uint32_t)r->people_count + 1);
    for (int p = 0; p < r->seats; p++)
        if (verb == ROOM_DO_AGREE && r->chair[p].asker >= 0 && !one_in(8))
            person = (uint32_t)r->chair[p].asker;
    vg_text_printf(out, ",\"person\":%u,\"entry\":%u,\"at\":%u", person, below(40), below(60));
    if (verb == ROOM_DO_AGREE ? !one_in(6) : one_in(2))
        vg_text_add(out, ",\"on\":true");
    else if (one_in(2))
        vg_text_add(out, ",\"on\":false");
}

static void note_agreement(ledger *l, const room *r, int person, const char *command)
{
    const char *whom = strstr(command, "\"person\":");
    unsigned asker = whom ? (unsigned)atoi(whom + 9) : ROOM_PEOPLE;
    if (strstr(command, "\"do\":\"agree\"") && strstr(command, "\"on\":true") &&
        asker < ROOM_PEOPLE && r->people[person].seat >= 0)
        l->yes[asker] |= 1u << person;
}

static bool may_move(const room *r, int seat)
{
    vg_ask ask = vg_table_ask(r->table);
    return ask.actor == seat || (seat >= 0 && ask.also >> seat & 1);
}

// What somebody would do who wants the game to go on. False if there is nothing.
static bool put_sensible(vg_text *out, room *r, int person)
{
    room_status status = room_status_of(r);
    int seat = person >= 0 ? r->people[person].seat : -1, empty = -1, left = -1;
    bool host = person >= 0 && person == r->host;
    if (person < 0) return false;
    for (int p = 0; p < r->seats; p++) {
        if (r->chair[p].kind == ROOM_EMPTY && (empty < 0 || one_in(2))) empty = p;
        if (r->chair[p].left && r->chair[p].kind != ROOM_PERSON) left = p;
        if (r->chair[p].asker >= 0 && seat >= 0 && status == ROOM_PLAYING && !one_in(3)) {
            vg_text_printf(out, "\"do\":\"agree\",\"person\":%d,\"on\":true", r->chair[p].asker);
            return true;
        }
    }
    if (r->dealing && seat >= 0 && vg_table_missing(r->table) >> seat & 1 && !one_in(8)) {
        vg_text_add(out, "\"do\":\"reveal\"");
        put_luck(out, false);
    } else if (status == ROOM_OPEN && seat >= 0 && !room_salted(r, seat) && one_in(3)) {
        vg_text_add(out, "\"do\":\"hash\"");
        put_luck(out, true);
    } else if (status == ROOM_OPEN && empty >= 0 && seat < 0)
        vg_text_printf(out, "\"do\":\"sit\",\"seat\":%d", empty);
    else if (status == ROOM_OPEN && empty >= 0 && host)
        vg_text_printf(out, "\"do\":\"bot\",\"seat\":%d,\"bot\":\"random\"", empty);
    else if (status == ROOM_OPEN && host)
        vg_text_add(out, "\"do\":\"deal\"");
    else if (status == ROOM_OVER)
        vg_text_add(out, "\"do\":\"again\"");
    else if (status == ROOM_PLAYING && vg_table_over(r->table))
        vg_text_add(out, "\"do\":\"next\"");
    else if (status == ROOM_PLAYING && seat < 0 && left >= 0)
        vg_text_printf(out, "\"do\":\"%s\",\"seat\":%d", one_in(3) ? "sit" : "ask", left);
    else if (status == ROOM_PLAYING && seat >= 0 && (may_move(r, seat) || one_in(10)))
        put_move(out, r, seat);
    else if (status == ROOM_PLAYING && seat >= 0 && one_in(300))
        vg_text_add(out, "\"do\":\"stand\"");
    else
        return false;
    return true;
}

static void command(client *who)
{
    spot *sp = who->c.spot;
    char buffer[2048];
    vg_text out = VG_TEXT(buffer);
    if (!sp) return;
    room *r = sp->room;
    int person = who->c.person;
    if (one_in(200)) {
        static const char *const junk[] = {"{", "[]", "{\"id\":\"x\"}",
                                           "{\"id\":\"-\",\"do\":\"say\"}",
                                           "{\"id\":\"j\",\"do\":\"sit\",\"seat\":-1}"};
        const char *text = junk[below(5)];
        who->sent++;
        hall_message(&who->c, text, strlen(text));
        return;
    }
    uint32_t kind = below(100);
    if (one_in(3)) kind = 0;
    if (kind >= 45 || !put_sensible(&out, r, person)) {
        int verb = (int)below(ROOM_VERB_COUNT);
        if (kind >= 45 && kind < 50) verb = ROOM_DO_UNDO;
        if (kind >= 50 && kind < 54) verb = ROOM_DO_SIT;
        if (kind >= 54 && kind < 58) verb = ROOM_DO_DEAL;
        if (kind < 45 && kind % 2) verb = ROOM_DO_PAST;
        if (kind >= 58 && kind < 60) verb = ROOM_DO_ASK;
        if (kind >= 60 && kind < 64) verb = ROOM_DO_AGREE;
        if (kind >= 64 && kind < 66) verb = ROOM_DO_BOT;
        if ((verb == ROOM_DO_CLOSE && !one_in(20)) || (verb == ROOM_DO_KICK && !one_in(4)))
            verb = ROOM_DO_AGAIN;
        if (verb == ROOM_DO_CLOSE) closed++;
        vg_text_printf(&out, "\"do\":\"%s\"", room_verb_names[verb]);
        put_args(&out, r, verb);
    }
    for (int i = 0; i < TABLES; i++)
        if (tables[i].id == sp->id && person >= 0) note_agreement(&tables[i], r, person, buffer);
    commands++;
    long before = who->answered;
    fake_send(who, buffer);
    if (who->answered > before) refused += who->code[0] != '\0';
    if (who->c.mode == CONN_WS && who->c.spot && who->c.spot->in_flight) done++;
    if (who->c.spot && r->table) games_over += room_status_of(r) == ROOM_OVER && one_in(50);
}

static void step(void)
{
    client *who = people[below(CLIENTS)];
    uint32_t kind = below(1000);
    for (int i = 0; kind >= 400 && i < 6; i++) { // rather somebody who can do something
        const spot *sp = who->c.spot;
        int person = who->c.person;
        if (sp && person >= 0 && room_status_of(sp->room) == ROOM_PLAYING &&
            may_move(sp->room, sp->room->people[person].seat))
            break;
        who = people[below(CLIENTS)];
        if (sp && room_status_of(sp->room) == ROOM_CLOSED && one_in(4)) fake_drop(who);
    }
    if (kind < 3)
        make(who);
    else if (kind < 40)
        come(who);
    else if (kind < 46)
        fake_drop(who);
    else if (kind < 56)
        fake_pass(below(3000));
    else if (kind < 57)
        fake_pass(below(20000));
    else if (kind < 150)
        fake_pass(below(80));
    else if (kind < 400)
        fake_turn();
    else
        command(who);
    if (one_in(20000)) {
        fake_restart();
        reloads++;
        for (int i = 0; i < CLIENTS; i++) {
            people[i]->sent = people[i]->answered = 0;
            if (people[i]->c.mode == CONN_WAITING) people[i]->c.mode = CONN_CLOSED;
        }
    }
    if (one_in(3000)) {
        fake_disk_fails = one_in(2) ? 100 : 0;
        failures++;
    }
    check_tables();
    if (one_in(64)) check_answers();
    if (one_in(500) && fake_disk_fails == 0) {
        fake_settle();
        const ledger *l = &tables[below(TABLES)];
        const spot *sp = l->id ? spot_find(fake, l->id) : NULL;
        if (sp && sp->room && !sp->in_flight && !sp->loading && !sp->dead) check_disk(sp);
    }
}

static uint32_t takes(const thought *q)
{
    (void)q;
    return one_in(4) ? below(4000) : below(20);
}

// One world: so many commands from one seed.
static void world(long most, uint64_t seed)
{
    long end = commands + most;
    memset(tables, 0, sizeof tables);
    fake_begin(seed);
    fake->options.idle = 3;
    fake->options.bot_delay = 50;
    fake->options.reveal = 5;
    fake->options.max_makes = 1000;
    fake->options.max_rate = 200;
    fake_takes = takes;
    fake_stored = follow;
    for (int i = 0; i < CLIENTS; i++) {
        char token[12], address[16];
        snprintf(token, sizeof token, "t%d", i * 2 / 3); // some have two windows open
        snprintf(address, sizeof address, "10.0.0.%d", i % 5);
        people[i] = fake_client(token, address);
    }
    while (commands < end) step();
    fake_disk_fails = 0;
    for (int i = 0; i < CLIENTS; i++) fake_forget(people[i]);
    fake_pass(20000);
    // Whatever state a table is in: nobody looks at it, so it leaves.
    CHECK(fake->spot_count == 0, "%d tables do not leave memory", fake->spot_count);
    fake_end();
}

int main(int argc, char **argv)
{
    enum { A_WORLD = 10000 };
    long most = argc > 1 ? atol(argv[1]) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (; commands < most; seed++) {
        if (most > 10 * A_WORLD && commands % (10 * A_WORLD) == 0)
            printf("%ld, seed %llu\n", commands, (unsigned long long)seed), fflush(stdout);
        world(most - commands < A_WORLD ? most - commands : A_WORLD, seed);
    }
    printf(
        "%ld commands, %ld refused at once; %ld seats given by all; %ld restarts, %ld turns of the "
        "disk, %ld asked to close, %ld deals after salts, %ld void: all answered, nothing amiss\n",
        commands, refused, agreed, reloads, failures, closed, revealed, voids);
    return 0;
}
