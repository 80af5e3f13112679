// hall.c: what was found wrong with the hall once, each as it was found.
//
//     server_hall [NAME]
#include "fake.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static room_plan plan_of(const char *game, int seats)
{
    room_plan plan = {.lang = VG_IT, .seat = 0};
    plan.table.game = vg_game_find(game);
    vg_setup_normal(plan.table.game, seats, &plan.table.setup);
    strcpy(plan.name, "Anna");
    return plan;
}

static client *guest(uint64_t table, const char *token, const char *name)
{
    client *who = fake_client(token, token);
    if (name) {
        fake_join(who, table, name);
        fake_settle();
        CHECK(who->status == 200, "%s", who->code);
    }
    fake_enter(who, table);
    fake_settle();
    CHECK(who->c.mode == CONN_WS);
    return who;
}

static const char *act(client *who, const char *format, ...) VG_PRINTF(2, 3);
static const char *act(client *who, const char *format, ...)
{
    char buffer[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    for (char *at = buffer; *at; at++)
        if (*at == '\'') *at = '"';
    return fake_do(who, buffer);
}

static bool is(const char *code, const char *wanted)
{
    return wanted ? code && strcmp(code, wanted) == 0 : code == NULL;
}

// Counts the messages somebody hears, by kind: client.look.
static const char *const kinds[] = {"hello", "table", "state", "chat", "telling", "ok",
                                    "no",    "hint",  "why",   "past", "notice"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };
static int heard_kinds[KINDS];

static void count_kind(client *who, const char *text, size_t length)
{
    (void)who;
    (void)length;
    int known = 0;
    for (int i = 0; i < KINDS; i++) {
        size_t n = strlen(kinds[i]);
        if (strncmp(text + 9, kinds[i], n) != 0 || text[9 + n] != '"') continue;
        heard_kinds[i]++;
        known++;
    }
    CHECK(known == 1, "%.80s", text);
}

static int heard_of(const char *kind)
{
    int i = 0;
    while (strcmp(kinds[i], kind) != 0) i++;
    return heard_kinds[i];
}

// Anna and Berta sit at a table of two, and the cards are dealt.
static uint64_t two_play(room_plan plan, client *both[2])
{
    both[0] = fake_client("a", "a");
    uint64_t table = fake_make(both[0], &plan);
    CHECK(table);
    both[1] = guest(table, "b", "Berta");
    CHECK(is(act(both[1], "'do':'sit','seat':1"), NULL));
    CHECK(is(act(both[0], "'do':'deal'"), NULL));
    return table;
}

// Anna looks on while two bots play.
static uint64_t two_bots(const char *bot, client **a)
{
    room_plan plan = plan_of("quest", 2);
    plan.seat = -1;
    strcpy(plan.bot[0], bot);
    strcpy(plan.bot[1], bot);
    *a = fake_client("a", "a");
    uint64_t table = fake_make(*a, &plan);
    CHECK(is(act(*a, "'do':'deal'"), NULL));
    return table;
}

static void forget(client *const *who, int count)
{
    for (int i = 0; i < count; i++) fake_forget(who[i]);
}

static room *room_at(uint64_t table) { return spot_find(fake, table)->room; }

// Plays any move for whoever of these is asked. False if none is.
static bool play_one(uint64_t table, client *const *who, int count)
{
    room *r = room_at(table);
    for (int i = 0; i < count; i++) {
        int person = who[i]->c.person, seat = person >= 0 ? r->people[person].seat : -1;
        vg_move list[VG_MAX_LEGAL];
        int n = seat >= 0 && vg_table_ask(r->table).actor == seat
                    ? vg_table_legal(r->table, seat, list)
                    : 0;
        if (n == 0) continue;
        char move[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(move);
        vg_move_text(vg_table_game(r->table), vg_table_state(r->table),
                     list[vg_rng_below(&fake_rng, (uint32_t)n)], &text);
        CHECK(is(act(who[i], "'do':'move','move':'%s'", move), NULL), "%s", who[i]->code);
        return true;
    }
    return false;
}

static uint32_t forever(const thought *q)
{
    (void)q;
    return 1000000000;
}

static uint32_t at_once(const thought *q)
{
    (void)q;
    return 0;
}

// 1: a clock that runs out while a bot of the table thinks about an opportunity starts no second
// thought (fake.c looks at every one), and a table that leaves does not wait for either.
static void second_thought(void)
{
    bool met = false;
    fake->options.idle = 1;
    for (int i = 0; i < 60 && !met; i++) {
        room_plan plan = plan_of("winter", 3);
        for (int k = 0; k < plan.table.game->option_count; k++) { // with all its modules
            vg_setup other = plan.table.setup;
            vg_text none = {0};
            other.option[k] = 1;
            if (plan.table.game->options[k].max == 1 &&
                vg_setup_check(plan.table.game, &other, VG_IT, &none) == VG_OK)
                plan.table.setup = other;
        }
        plan.pace = 1;
        plan.absent = ROOM_SKIP;
        strcpy(plan.bot[1], "greedy");
        strcpy(plan.bot[2], "greedy");
        fake_takes = at_once;
        client *a = fake_client("a", "a");
        uint64_t table = fake_make(a, &plan);
        CHECK(table);
        CHECK(is(act(a, "'do':'deal'"), NULL));
        for (int k = 0; k < 400 && room_status_of(room_at(table)) == ROOM_PLAYING && !met; k++) {
            vg_ask ask = vg_table_ask(room_at(table)->table);
            if (ask.actor == 0 && ask.also & ~1) {
                fake_takes = forever;
                met = true;
            }
            if (!play_one(table, &a, 1)) fake_pass(900);
            if (met) fake_pass(5000);
        }
        fake_forget(a);
        fake_pass(5000);
        CHECK(fake->spot_count == 0);
    }
    CHECK(met, "no opportunity for a bot was met");
}

// 3: a table closed on a bot's turn, its answer held back, leaves memory like any other.
static void closed_leaves(void)
{
    fake->options.idle = 2;
    fake->options.bot_delay = 5000;
    for (int i = 0; i < 5; i++) {
        client *a;
        uint64_t table = two_bots("greedy", &a);
        fake_pass(500);
        CHECK(spot_find(fake, table)->held);
        CHECK(is(act(a, "'do':'close'"), NULL));
        fake_forget(a);
    }
    fake_pass(8000);
    CHECK(fake->spot_count == 0, "%d stay", fake->spot_count);
}

// 4: nobody comes to a hand by way of a seat.
static void rights(void)
{
    room_plan plan = plan_of("fate", 3);
    strcpy(plan.bot[2], "random");
    fake->options.idle = 5;
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    client *b = guest(table, "b", "Berta"), *w = guest(table, "w", "Wanda");
    CHECK(is(act(b, "'do':'sit','seat':1"), NULL));
    CHECK(is(act(a, "'do':'deal'"), NULL));
    // The host stands somebody up and would sit there; a bot is there already.
    CHECK(is(act(a, "'do':'stand','seat':1"), NULL));
    CHECK(room_at(table)->chair[1].kind == ROOM_BOT && room_at(table)->chair[1].left);
    CHECK(is(act(a, "'do':'sit','seat':1"), "WHEN"));
    CHECK(is(act(w, "'do':'sit','seat':1"), "WHEN"));
    CHECK(is(act(a, "'do':'bot','seat':1,'bot':null"), "WHEN"));
    CHECK(is(act(a, "'do':'bot','seat':2,'bot':null"), "WHEN"));
    CHECK(is(act(a, "'do':'bot','seat':2,'bot':'greedy'"), "WHEN"));
    CHECK(is(act(a, "'do':'bot','seat':1,'bot':'random'"), NULL));
    CHECK(is(act(w, "'do':'sit','seat':2"), "WHEN"));
    CHECK(is(act(w, "'do':'ask','seat':2"), "WHEN")); // it was always a bot's
    int states = heard_of("state");
    b->look = count_kind;
    CHECK(is(act(b, "'do':'sit','seat':1"), NULL)); // he was it
    CHECK(heard_of("state") == states + 1, "and sees the seat's hand again");
    CHECK(is(act(a, "'do':'host','person':2"), "WHEN"));
    // Nobody who only watches becomes host while somebody sits there, here or not.
    fake_drop(a);
    fake_drop(b);
    fake_pass(60000);
    CHECK(room_at(table)->host == 0);
    CHECK(is(act(w, "'do':'close'"), "WHO"));
    CHECK(is(act(w, "'do':'stand','seat':0"), "WHO"));
    fake_enter(b, table);
    fake_settle();
    fake_pass(20000);
    CHECK(room_at(table)->host == 1, "one who plays inherits");
    fake_enter(a, table);
    fake_settle();
    CHECK(room_at(table)->people[0].seat == 0, "whoever was away still sits there");
    // With the consent of all who sit, and the log says so.
    CHECK(is(act(a, "'do':'stand'"), NULL));
    CHECK(is(act(w, "'do':'ask','seat':0"), NULL));
    uint32_t before = fake_entries(table);
    CHECK(is(act(b, "'do':'agree','person':2,'on':true"), NULL));
    CHECK(room_at(table)->people[2].seat == 0 && fake_entries(table) == before + 1);
    // What she saw she cannot give back and take another.
    CHECK(is(act(w, "'do':'stand'"), NULL));
    CHECK(is(act(b, "'do':'stand'"), NULL));
    CHECK(is(act(w, "'do':'sit','seat':1"), "WHEN"));
    CHECK(is(act(w, "'do':'ask','seat':1"), "WHEN"), "nobody is left to agree");
    CHECK(is(act(w, "'do':'sit','seat':0"), NULL));
    forget((client *[]){a, b, w}, 3);
}

// 4: all who sit must agree, not only some; one no is a no.
static void consent(void)
{
    room_plan plan = plan_of("fate", 3);
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    client *b = guest(table, "b", "Berta"), *c = guest(table, "c", "Carlo"),
           *w = guest(table, "w", "Wanda");
    CHECK(is(act(b, "'do':'sit','seat':1"), NULL));
    CHECK(is(act(c, "'do':'sit','seat':2"), NULL));
    CHECK(is(act(a, "'do':'deal'"), NULL));
    CHECK(is(act(c, "'do':'stand'"), NULL));
    for (int k = 0; k < 2; k++) {
        CHECK(is(act(w, "'do':'ask','seat':2"), NULL));
        CHECK(is(act(a, "'do':'agree','person':3,'on':true"), NULL));
        CHECK(is(act(w, "'do':'agree','person':3,'on':true"), "WHO"));
        CHECK(room_at(table)->people[3].seat < 0, "one was enough");
        CHECK(is(act(b, "'do':'agree','person':3,'on':%s", k ? "true" : "false"), NULL));
        CHECK((room_at(table)->people[3].seat == 2) == (k == 1));
    }
    forget((client *[]){a, b, c, w}, 4);
}

// 4, 6: the host can send away, ban, mute, shut the door and unlist.
static void host_acts(void)
{
    room_plan plan = plan_of("quest", 2);
    plan.listed = true;
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    client *b = guest(table, "b", "Berta"), *w = guest(table, "w", "Wanda");
    CHECK(is(act(b, "'do':'sit','seat':1"), NULL));
    CHECK(is(act(b, "'do':'kick','person':2"), "WHO"));
    CHECK(is(act(b, "'do':'mute','person':2,'on':true"), "WHO"));
    CHECK(is(act(b, "'do':'door','on':false"), "WHO"));
    CHECK(is(act(a, "'do':'kick','person':0"), "WHEN"));
    CHECK(is(act(a, "'do':'kick','person':9"), "FORMAT"));
    CHECK(is(act(a, "'do':'mute','person':2,'on':true"), NULL));
    CHECK(is(act(w, "'do':'say','text':'ciao'"), "WHO"));
    CHECK(is(act(w, "'do':'name','name':'Zoe'"), "WHO"));
    CHECK(is(act(a, "'do':'mute','person':2,'on':false"), NULL));
    CHECK(is(act(w, "'do':'say','text':'ciao'"), NULL));
    CHECK(is(act(a, "'do':'deal'"), NULL));
    CHECK(is(act(a, "'do':'kick','person':1"), NULL));
    fake_settle();
    CHECK(b->closed == 4003 && room_at(table)->chair[1].kind == ROOM_BOT);
    fake_enter(b, table);
    fake_settle();
    CHECK(b->c.person == -1, "sent away, still somebody");
    fake_drop(b);
    fake_join(b, table, "Berta"); // not for good
    fake_settle();
    CHECK(b->status == 200);
    fake_enter(b, table);
    fake_settle();
    CHECK(is(act(b, "'do':'sit','seat':1"), "WHEN"), "another person now: no claim to the seat");
    CHECK(is(act(a, "'do':'kick','person':%d,'on':true", b->c.person), NULL));
    fake_settle();
    fake_join(b, table, "Berta");
    fake_settle();
    CHECK(b->status == 409 || b->status == 429, "%d", b->status);
    CHECK(is(act(a, "'do':'door','on':false"), NULL));
    client *c = fake_client("c", "c");
    fake_join(c, table, "Carlo");
    fake_settle();
    CHECK(c->status == 409 && is(c->code, "WHO"));
    CHECK(is(act(a, "'do':'list','on':false"), NULL));
    vg_text list = vg_text_heap();
    hall_list_json(fake, &list);
    CHECK(strcmp(list.at, "{\"tables\":[]}") == 0);
    vg_text_release(&list);
    // All of it lasts.
    fake_drop(a);
    fake_drop(w);
    fake_restart();
    fake_join(c, table, "Carlo");
    fake_settle();
    CHECK(c->status == 409);
    forget((client *[]){a, b, c, w}, 4);
}

// 5: at a table nobody looks at no bot thinks; somebody looks, and it goes on.
static void nobody_looks(void)
{
    client *a;
    uint64_t table = two_bots("search:3000ms", &a);
    fake_drop(a);
    fake_pass(4000);
    uint64_t thoughts = fake->count.thoughts;
    uint32_t entries = fake_entries(table);
    fake_pass(60000);
    CHECK(fake->count.thoughts == thoughts && fake_entries(table) <= entries + 1);
    fake_enter(a, table);
    fake_settle();
    fake_pass(10000);
    CHECK(fake->count.thoughts > thoughts && fake_entries(table) > entries);
    fake_forget(a);
}

// 6: no talk and no coming and going fills the pages of the game; who is refused knows for what.
static void book(void)
{
    fake->options.max_rate = 1000000;
    client *both[2];
    uint64_t table = two_play(plan_of("quest", 2), both);
    client *a = both[0], *w = guest(table, "w", "Wanda");
    long said = 0;
    while (is(act(w, "'do':'say','text':'x'"), NULL)) said++;
    CHECK(said > 10000 && is(w->code, "LIMIT"));
    CHECK(is(act(w, "'do':'name','name':'Z'"), "LIMIT"));
    for (int i = 0; i < 20 && room_status_of(room_at(table)) == ROOM_PLAYING; i++)
        CHECK(play_one(table, both, 2));
    CHECK(is(act(a, "'do':'kick','person':2"), NULL));
    CHECK(is(act(a, "'do':'close'"), NULL));
    forget(both, 2);
    fake_forget(w);
}

// 6: a crowd of chatterers neither takes the places of those who play nor the table's pace; what is
// refused is refused by its own id.
static void chatter(void)
{
    client *both[2];
    uint64_t table = two_play(plan_of("quest", 2), both);
    client *w[10];
    for (int i = 0; i < 10; i++) {
        char token[16];
        snprintf(token, sizeof token, "w%d", i);
        w[i] = guest(table, token, "Voce");
    }
    uint32_t before = fake_entries(table);
    long moves = 0;
    for (int k = 0; k < 30 && room_status_of(room_at(table)) == ROOM_PLAYING; k++) {
        for (int i = 0; i < 10; i++)
            for (int n = 0; n < 12; n++) fake_send(w[i], "\"do\":\"say\",\"text\":\"x\"");
        moves += play_one(table, both, 2); // done, though nothing has been written down meanwhile
        fake_pass(100);
    }
    CHECK(moves == 30);
    for (int i = 0; i < 10; i++) {
        CHECK(w[i]->answered == w[i]->sent, "%ld of %ld", w[i]->answered, w[i]->sent);
        CHECK(is(w[i]->code, "BUSY") && w[i]->answer_id[0] == 'c');
    }
    // 3 s at four a second, and forty at once.
    CHECK(fake_entries(table) - before < 30 + 40 + 20, "%u", fake_entries(table) - before);
    forget(both, 2);
    forget(w, 10);
}

// 6: joining has a pace, by address and in all; the numbers of who is not here go to others.
static void joins(void)
{
    room_plan plan = plan_of("quest", 2);
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    int in = 0;
    for (int i = 0; i < 40; i++) {
        char token[16];
        snprintf(token, sizeof token, "m%d", i);
        client *m = fake_client(token, "10.0.0.1");
        fake_join(m, table, "Massa");
        fake_settle();
        in += m->status == 200;
        CHECK(m->status == 200 || (m->status == 429 && is(m->code, "BUSY")));
        fake_forget(m);
    }
    CHECK(in == 10, "%d from one address", in);
    // A friend from elsewhere gets in, also when all numbers are given.
    for (int i = 0; i < 30; i++) {
        char token[16], address[24];
        snprintf(token, sizeof token, "n%d", i);
        snprintf(address, sizeof address, "10.1.0.%d", i);
        client *m = fake_client(token, address);
        fake_pass(3000);
        fake_join(m, table, "Gente");
        fake_settle();
        CHECK(m->status == 200, "%d: %s", i, m->code);
        fake_forget(m);
    }
    CHECK(room_at(table)->people_count <= ROOM_PEOPLE);
    CHECK(room_at(table)->people[0].here == 1 && room_at(table)->host == 0);
    fake_forget(a);
}

// 8: looking costs: who only looks cannot make the server write full states without end.
static void sync_storm(void)
{
    client *both[2];
    uint64_t table = two_play(plan_of("quest", 2), both);
    client *w[20];
    long full = 0;
    for (int i = 0; i < 20; i++) w[i] = guest(table, "nobody", NULL);
    for (int i = 0; i < 20; i++) full -= w[i]->messages;
    for (int k = 0; k < 20; k++) { // two seconds
        for (int i = 0; i < 20; i++)
            for (int n = 0; n < 2; n++) fake_send(w[i], "\"do\":\"sync\"");
        CHECK(is(act(both[0], "'do':'why','words':'boat'"), NULL), "%s", both[0]->code);
        fake_pass(100);
    }
    for (int i = 0; i < 20; i++) {
        full += w[i]->messages;
        CHECK(w[i]->answered == w[i]->sent);
    }
    // An answer each, and what two seconds and the first moment allow: table and state, ten points.
    CHECK(full <= 20 * 40 + 2 * (400 + 160) / 10, "%ld messages", full);
    forget(both, 2);
    forget(w, 20);
}

// 9: there is a bound to how many may watch one table, and to the windows of one person.
static void watchers(void)
{
    room_plan plan = plan_of("quest", 2);
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    static client *w[SERVER_MAX_WATCHERS];
    spot *sp = spot_find(fake, table);
    for (int i = 0; i < SERVER_MAX_WATCHERS; i++) {
        w[i] = fake_client("w", "w");
        w[i]->c.mode = CONN_WS;
        hall_enter(&w[i]->c, sp, -1, 0);
    }
    fake_settle();
    client *more = fake_client("x", "x");
    fake_enter(more, table);
    CHECK(more->status == 503);
    for (int i = 0; i < SERVER_MAX_DEVICES + 4; i++) { // who sits comes in all the same
        client *again = fake_client("a", "a");
        fake_enter(again, table);
        CHECK(again->status == (i < SERVER_MAX_DEVICES - 1 ? 101 : 503), "%d", i);
        fake_forget(again);
        if (i < SERVER_MAX_DEVICES - 1) sp->room->people[0].here++; // as if it had stayed
    }
    sp->room->people[0].here = 1;
    forget(w, SERVER_MAX_WATCHERS);
    fake_forget(more);
    fake_forget(a);
}

// 12: taking back winds up no clock.
static void undo_clock(void)
{
    bool held = false;
    for (int i = 0; i < 400 && !held; i++) {
        room_plan plan = plan_of("quest", 2);
        plan.pace = 60;
        plan.table.setup.first = 0;
        client *both[2];
        uint64_t table = two_play(plan, both);
        client *a = both[0];
        int taken = 0;
        uint64_t began = fake_now();
        while (taken < 10 && vg_table_ask(room_at(table)->table).actor == 0) {
            fake_pass(1000);
            if (!play_one(table, &a, 1) || vg_table_undo_depth(room_at(table)->table, 0) == 0)
                break;
            fake_pass(4000);
            CHECK(is(act(a, "'do':'undo'"), NULL), "%s", a->code);
            taken++;
            int64_t left = spot_clock(spot_find(fake, table)).left;
            CHECK(left == 60000 - (int64_t)(fake_now() - began), "%d back, %lld ms left", taken,
                  (long long)left);
            held = taken == 10;
        }
        if (held) { // nor does it on disk
            room *r = fake_read(table);
            CHECK(server_wall() - r->asked == (int64_t)(fake_now() - began));
            room_free(r);
        }
        forget(both, 2);
    }
    CHECK(held, "nothing could be taken back ten times");
}

// 12, too: neither does coming back, standing up or sitting down.
static void away_clock(void)
{
    room_plan plan = plan_of("quest", 2);
    plan.pace = 40;
    plan.absent = ROOM_STAND_IN;
    plan.table.setup.first = 0;
    client *both[2];
    uint64_t table = two_play(plan, both);
    client *a = both[0];
    uint32_t before = fake_entries(table);
    for (int i = 0; i < 60; i++) { // a sign of life every second, and nothing else
        fake_pass(1000);
        act(a, "'do':'telling','on':true");
    }
    CHECK(fake_entries(table) > before, "the time ran out, and nobody played");
    before = fake_entries(table);
    for (int i = 0; i < 120; i++) {
        fake_pass(500);
        if (vg_table_ask(room_at(table)->table).actor == 1) break;
        act(a, i % 2 ? "'do':'sit','seat':0" : "'do':'stand'");
    }
    CHECK(room_at(table)->used[ROOM_BOOK_GAME] > 2,
          "somebody who stands up and sits down holds up the game");
    forget(both, 2);
}

// 13: a clock goes on where it was though the machine was started after the question was asked.
static void young_machine(void)
{
    room_plan plan = plan_of("quest", 2);
    plan.pace = 7200;
    client *both[2];
    uint64_t table = two_play(plan, both);
    spot *sp = spot_find(fake, table);
    int64_t an_hour = 3600000;
    CHECK((int64_t)fake_now() < an_hour);
    spot_resume(sp, an_hour);
    CHECK(spot_clock(sp).left == an_hour);
    spot_resume(sp, 100 * an_hour);
    CHECK(spot_clock(sp).left == HALL_GRACE_MS);
    forget(both, 2);
}

// "A repeat is harmless": as far as docs/protocol.md says, and across a restart.
static void repeats(void)
{
    fake->options.max_rate = 100000;
    room_plan plan = plan_of("quest", 2);
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    static const char first[] = "{\"id\":\"first\",\"do\":\"say\",\"text\":\"una volta\"}";
    hall_message(&a->c, first, strlen(first));
    fake_settle();
    for (int i = 0; i < ROOM_DONE - 1; i++) CHECK(is(act(a, "'do':'say','text':'altro'"), NULL));
    uint32_t entries = fake_entries(table);
    hall_message(&a->c, first, strlen(first));
    fake_settle();
    CHECK(fake_entries(table) == entries);
    fake_drop(a);
    fake_restart();
    fake->options.max_rate = 100000;
    fake_enter(a, table);
    fake_settle();
    hall_message(&a->c, first, strlen(first));
    fake_settle();
    CHECK(fake_entries(table) == entries);
    fake_forget(a);
}

// "/api/tables: newest first, at most 100", awake or asleep.
static void list_order(void)
{
    fake->options.idle = 20;
    for (int i = 0; i < 130; i++) {
        room_plan plan = plan_of("quest", 2);
        plan.listed = true;
        client *a = fake_client("a", "a");
        CHECK(fake_make(a, &plan));
        fake_forget(a);
        fake_pass(1000);
    }
    vg_text list = vg_text_heap();
    hall_list_json(fake, &list);
    int count = 0;
    int64_t before = INT64_MAX;
    for (const char *at = list.at; (at = strstr(at, "\"made\":")); at++, count++) {
        int64_t made = atoll(at + 7);
        CHECK(made < before);
        before = made;
    }
    CHECK(count == 100);
    vg_text_release(&list);
}

// A bot's time tells nothing: one legal move or many, quick or slow to think, the moment of the
// answer is drawn from what everybody knows.
static uint32_t slowness;
static uint32_t by_slowness(const thought *q)
{
    (void)q;
    return slowness;
}

static uint64_t answered_after(const char *bot, uint32_t takes, uint64_t seed)
{
    fake_end();
    fake_begin(seed);
    fake->options.bot_delay = 700;
    slowness = takes;
    fake_takes = by_slowness;
    client *a;
    uint64_t table = two_bots(bot, &a);
    uint64_t began = fake_now();
    uint32_t entries = fake_entries(table);
    while (fake_entries(table) == entries) fake_pass(1);
    uint64_t took = fake_now() - began;
    fake_forget(a);
    return took;
}

static void bot_time(void)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (uint64_t seed = 1; seed < 12; seed++) {
        uint64_t quick = answered_after("search:1000ms", 0, seed),
                 slow = answered_after("search:1000ms", 1000, seed);
        CHECK(quick == slow, "%llu / %llu ms", (unsigned long long)quick, (unsigned long long)slow);
        CHECK(quick >= 1700 && quick <= 1700 * 5 / 4 + 5, "%llu", (unsigned long long)quick);
        uint64_t sims = answered_after("search:8000", 0, seed);
        CHECK(sims >= 1700, "%llu", (unsigned long long)sims);
        // Whoever is late is late by whole steps.
        uint64_t late = answered_after("greedy", 1000, seed),
                 later = answered_after("greedy", 1010, seed);
        CHECK(late == later || later - late == 175, "%llu %llu", (unsigned long long)late,
              (unsigned long long)later);
        if (quick < least) least = quick;
        if (quick > most) most = quick;
    }
    CHECK(most > least, "it is drawn");
}

// Names nobody can see, and towers of accents.
static void names(void)
{
    room_plan plan = plan_of("quest", 2);
    client *a = fake_client("a", "a");
    uint64_t table = fake_make(a, &plan);
    static const char *const unseen[] = {"\\u200b\\u200d", "\\u3164", "\\u2800 \\u2800", "\\u0301",
                                         "\\u00ad",        "\\ufe0f", "\\u115f",         "\\u200c"};
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++) {
        CHECK(is(act(a, "'do':'name','name':'%s'", unseen[i]), "FORMAT"), "%s", unseen[i]);
        fake_pass(11000);
    }
    CHECK(is(act(a, "'do':'name','name':'Zo\\u0308\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301'"),
             NULL));
    CHECK(strcmp(room_at(table)->people[0].name, "Zo\xcc\x88\xcc\x81") == 0);
    fake_forget(a);
}

// Entries as earlier versions wrote them are still read: a seat left without a bot, taken by
// anybody.
static void old_entries(void)
{
    room_plan plan = plan_of("quest", 2);
    fake_hash("a", plan.hash);
    plan.table.games = 1;
    plan.table.dice = VG_DICE_SECRET;
    vg_text entry = vg_text_heap(), why = vg_text_heap();
    CHECK(room_first_entry(&plan, &entry, &why));
    char hex[2 * ROOM_HASH + 1];
    vg_hex(plan.hash, ROOM_HASH, hex);
    hex[0] = '0';
    char join[128];
    snprintf(join, sizeof join, "join 1 - %s Berta", hex);
    room_reader *rd = room_read_begin(1, 0);
    CHECK(room_read_entry(rd, entry.at, 1000));
    static const char *const old[] = {"sit 1 x 1", "salt 1 y 1 sale", "say 0 z ciao"};
    CHECK(room_read_entry(rd, join, 1001));
    for (int i = 0; i < 3; i++) CHECK(room_read_entry(rd, old[i], 1002 + i));
    room *r = room_read_end(rd);
    CHECK(r && !r->frozen[0] && r->chair[1].person == 1);
    // The rest in play, told by a room of today to one that reads.
    vg_text deal = vg_text_heap();
    room_answer answer = {.why = &why};
    room_do(r, 0, &(room_command){.id = "d", .verb = ROOM_DO_DEAL, .seat = -1}, VG_IT, 1010, &deal,
            &answer);
    CHECK(!answer.code);
    rd = room_read_begin(1, 0);
    static const char *const later[] = {"stand 1 s 1", "bot 0 t 1 greedy", "bot 0 u 1 -",
                                        "sit 1 v 1",   "stand 0 w 1",      "host 0 q 1",
                                        "close 1 c "};
    CHECK(room_read_entry(rd, entry.at, 1000) && room_read_entry(rd, join, 1001));
    for (int i = 0; i < 3; i++) CHECK(room_read_entry(rd, old[i], 1002 + i));
    CHECK(room_read_entry(rd, deal.at, 1010));
    for (int i = 0; i < 7; i++) CHECK(room_read_entry(rd, later[i], 1011 + i), "%s", later[i]);
    room *read = room_read_end(rd);
    CHECK(read && !read->frozen[0] && read->closed && read->host == 1 &&
          read->chair[1].kind == ROOM_EMPTY);
    room_free(read);
    room_free(r);
    vg_text_release(&deal);
    vg_text_release(&entry);
    vg_text_release(&why);
}

// Whatever a message is about, it says how far the chain is: as it is on disk, also while the next
// move is on its way there, and when that fails. (fake.c holds every message to the one before.)
static void chain(void)
{
    room_plan plan = plan_of("quest", 2);
    client *a = fake_client("a", "a");
    a->look = count_kind;
    uint64_t table = fake_make(a, &plan);
    client *b = guest(table, "b", "Berta"), *both[] = {a, b};
    CHECK(is(act(b, "'do':'sit','seat':1"), NULL));
    CHECK(is(act(a, "'do':'deal'"), NULL));
    for (int i = 0; i < 10; i++) CHECK(play_one(table, both, 2));
    while (vg_table_ask(room_at(table)->table).actor != 0) CHECK(play_one(table, both, 2));
    CHECK(is(act(a, "'do':'say','text':'ciao'"), NULL));
    CHECK(is(act(a, "'do':'telling','on':true"), NULL));
    CHECK(is(act(a, "'do':'why','words':'boat'"), NULL));
    CHECK(is(act(a, "'do':'past','at':3"), NULL));
    CHECK(is(act(a, "'do':'hint'"), NULL));
    CHECK(is(act(a, "'do':'nothing'"), "UNKNOWN"));
    // A move is on its way to a disk that will fail: nothing tells of it.
    char move[VG_MAX_MOVE_TEXT], command[VG_MAX_MOVE_TEXT + 32];
    vg_text text = VG_TEXT(move);
    vg_move list[VG_MAX_LEGAL];
    room *r = room_at(table);
    CHECK(vg_table_legal(r->table, 0, list) > 0);
    vg_move_text(vg_table_game(r->table), vg_table_state(r->table), list[0], &text);
    snprintf(command, sizeof command, "\"do\":\"move\",\"move\":\"%s\"", move);
    int links = vg_table_links(r->table);
    fake_send(a, command);
    CHECK(vg_table_links(r->table) > links);
    fake_send(b, "\"do\":\"nothing\"");
    CHECK(is(b->code, "UNKNOWN"));
    client *late = fake_client("late", "late");
    late->c.mode = CONN_HTTP;
    CHECK(!hall_settled(&late->c, spot_find(fake, table)) && late->c.mode == CONN_WAITING);
    fake_disk_fails = 1000;
    fake_settle();
    CHECK(a->closed == 1013 && b->closed == 1013 && late->status == 503);
    fake_disk_fails = 0;
    for (int i = 0; i < 2; i++) {
        fake_enter(both[i], table);
        fake_settle();
    }
    CHECK(vg_table_links(room_at(table)->table) == links);
    CHECK(play_one(table, both, 2));
    for (int i = 0; i < KINDS; i++) CHECK(heard_of(kinds[i]) > 0, "%s", kinds[i]);
    fake_forget(a);
    fake_forget(b);
    fake_forget(late);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"second_thought", second_thought},
                 {"closed_leaves", closed_leaves},
                 {"rights", rights},
                 {"consent", consent},
                 {"host_acts", host_acts},
                 {"nobody_looks", nobody_looks},
                 {"book", book},
                 {"chatter", chatter},
                 {"joins", joins},
                 {"sync_storm", sync_storm},
                 {"watchers", watchers},
                 {"undo_clock", undo_clock},
                 {"away_clock", away_clock},
                 {"young_machine", young_machine},
                 {"repeats", repeats},
                 {"list_order", list_order},
                 {"bot_time", bot_time},
                 {"names", names},
                 {"old_entries", old_entries},
                 {"chain", chain}};
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        if (argc > 1 && strcmp(argv[1], tests[i].name) != 0) continue;
        printf("%s\n", tests[i].name);
        fflush(stdout);
        fake_begin(i + 1);
        tests[i].run();
        fake_end();
    }
    return 0;
}
