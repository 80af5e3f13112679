// twin.c: no byte sent to a viewer, and no moment a bot answers, depends on what it may not know.
//
//     server_twin [GAMES] [SEED]
//
// Random games are played at tables of a hall (fake.h). Now and then, for every viewer, a twin of
// the table takes its place in which everything hidden from that viewer is different: the state is
// another world it thinks possible, events not addressed to it are scrambled, nobody else can take
// back what he could, the secret and the chance to come are others. Whatever the viewer asks for,
// it must be answered the same; so must be what its bot would be given to think about, and when an
// answer of somebody else's bot would come. What a viewer was sent while the game went on is kept,
// and looking back must show that and no more.
//
// Who may have an event is read off its address here; what is hidden in a state the laws know
// (tests/laws). Nothing of src/server is asked about either.
#include "fake.h"

#include "engine/table_parts.h"
#include "server/room_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIED = 24, MOMENTS = 4096 };

static long messages, refusals, hints, pasts, thoughts, different;
static char tried[TRIED][VG_MAX_MOVE_TEXT];
static int tried_count;

static uint32_t below(uint32_t n) { return vg_rng_below(&fake_rng, n); }

static void same(const room *r, int viewer, const char *what, const vg_text *a, const vg_text *b)
{
    size_t at = 0;
    const char *x = a->len ? a->at : "", *y = b->len ? b->at : "";
    while (x[at] && x[at] == y[at]) at++;
    if (a->len == b->len && x[at] == y[at]) return;
    size_t from = at > 60 ? at - 60 : 0;
    printf("%s: %s to viewer %d differs: ...%.140s... / ...%.140s...\n", r->game, what, viewer,
           x + from, y + from);
    exit(1);
}

// ---- twins -------------------------------------------------------------------------

static bool addressed(const vg_event *e, int viewer)
{
    return viewer < 0 ? (e->to & VG_TO_WATCHERS) != 0 : (e->to >> viewer & 1) != 0;
}

// A room like `r` that `viewer` (a seat, or VG_WATCHER) cannot tell from it; nothing else is the
// same. It borrows what is not the game's.
static room *twin_of(const room *r, int viewer)
{
    room *twin = malloc(sizeof *twin);
    *twin = *r;
    vg_text record = vg_text_heap(), why = vg_text_heap();
    vg_table_record(r->table, true, &record);
    vg_err err;
    vg_table *t = vg_table_load(record.at, record.len, VG_IT, &err, &why);
    CHECK(t, "%s: %s", r->game, why.at);
    vg_text_release(&record);
    vg_text_release(&why);
    const vg_game *game = t->plan.game;
    vg_game_view(game, r->table->state, viewer, t->state);
    if (game->ask(t->state).actor != VG_NOBODY)
        game->resample(t->state, viewer, &fake_rng);
    else
        memcpy(t->state, r->table->state, game->state_size); // nothing is hidden any more
    different += memcmp(t->state, r->table->state, game->state_size) != 0;
    for (int i = 0; i < t->event_count; i++)
        for (int k = 0; k < 4 && !addressed(&t->event[i], viewer); k++)
            t->event[i].arg[k] = (int16_t)(t->event[i].arg[k] ^ 1);
    for (size_t i = 0; i < t->words_len; i++)
        if (t->words[i]) t->words[i] = 'x';
    for (int i = 0; i < VG_SECRET; i++) t->plan.secret[i] ^= 0x55;
    for (int i = 0; i < VG_CHACHA_KEY; i++) t->key[i] ^= 0x55;
    t->undo_seat = r->table->undo_seat;
    t->undo_count = r->table->undo_count;
    if (t->undo_seat != viewer) t->undo_count = t->undo_count > 0 ? 0 : 1;
    for (int p = 0; p < r->seats; p++) memcpy(t->name[p], r->table->name[p], sizeof t->name[p]);
    twin->table = t;
    twin->teller = NULL;
    return twin;
}

static void twin_free(room *twin)
{
    vg_table_free(twin->table);
    free(twin);
}

// ---- what is answered --------------------------------------------------------------

static vg_text asked; // what a bot was given to think about

static void note_thought(const thought *q)
{
    vg_text_clear(&asked);
    vg_text_printf(&asked, "seat %d, %d moves, cost %u, rank %u, %s:", q->seat, q->count, q->cost,
                   q->rank, q->game->id);
    for (int i = 0; i < q->count; i++) vg_text_printf(&asked, " %x", (unsigned)q->list[i]);
    for (size_t i = 0; i < q->game->state_size; i++) vg_text_printf(&asked, " %02x", q->view[i]);
}

// Sends the command as if the table were `r`; gives all the viewer hears of it, and what was asked
// of thinkers.
static void hear(spot *sp, client *who, room *r, const char *command, vg_text *out)
{
    room *real = sp->room;
    vg_rng rng = fake_rng;
    sp->room = r;
    memset(sp->hinted_at, 0, sizeof sp->hinted_at);
    long sent = who->sent;
    who->sent = 1000000; // the same number for both
    if (who->heard.cap == 0) who->heard = vg_text_heap();
    vg_text_clear(&who->heard);
    vg_text_add(&who->heard, "\n"); // kept
    vg_text_clear(&asked);
    fake_send(who, command);
    fake_settle();
    vg_text_clear(out);
    vg_text_bytes(out, who->heard.at, who->heard.len);
    if (asked.len) vg_text_bytes(out, asked.at, asked.len);
    who->sent = sent;
    sp->room = real;
    fake_rng = rng;
}

static void compare(spot *sp, client *who, room *twin, int viewer, const char *command)
{
    vg_text a = vg_text_heap(), b = vg_text_heap();
    hear(sp, who, sp->room, command, &a);
    hear(sp, who, twin, command, &b);
    same(sp->room, viewer, command, &a, &b);
    hints += strstr(a.at, "{\"type\":\"hint\"") != NULL;
    refusals += strstr(a.at, "{\"type\":\"no\"") != NULL;
    messages++;
    vg_text_release(&a);
    vg_text_release(&b);
}

// A move somebody tries: refused alike, for a like reason. Played ones would end the twin.
static void compare_move(spot *sp, client *who, room *twin, int seat, const char *move)
{
    char command[VG_MAX_MOVE_TEXT * 2 + 64];
    vg_text text = VG_TEXT(command);
    room *r = sp->room;
    const char *things = strchr(move, ' ');
    if (things) { // pointing at what that move speaks of
        vg_text_printf(&text, "\"do\":\"why\",\"words\":\"%s", things + 1);
        if (strrchr(things, ' ') != things) vg_text_printf(&text, ",%s", strrchr(things, ' ') + 1);
        vg_text_char(&text, '"');
        compare(sp, who, twin, seat, command);
    }
    const vg_game *game = vg_table_game(r->table);
    bool here = vg_game_parse(game, r->table->state, seat, move) != 0;
    bool there = vg_game_parse(game, twin->table->state, seat, move) != 0;
    vg_ask ask = vg_table_ask(r->table);
    bool may = ask.actor == seat || ask.also >> seat & 1;
    CHECK(!may || here == there, "%s: is %s a move of seat %d?", r->game, move, seat);
    if (may && here) return;
    vg_text_clear(&text);
    vg_text_printf(&text, "\"do\":\"move\",\"move\":\"%s\"", move);
    compare(sp, who, twin, seat, command);
}

static void compare_viewer(spot *sp, client *who, int viewer)
{
    room *twin = twin_of(sp->room, viewer < 0 ? VG_WATCHER : viewer);
    compare(sp, who, twin, viewer, "\"do\":\"sync\"");
    if (viewer >= 0) {
        compare(sp, who, twin, viewer, "\"do\":\"hint\"");
        for (int i = 0; i < TRIED && i < tried_count; i++)
            compare_move(sp, who, twin, viewer, tried[i]);
        if (vg_table_undo_depth(sp->room->table, viewer) == 0)
            compare(sp, who, twin, viewer, "\"do\":\"undo\"");
    }
    twin_free(twin);
}

// ---- what bots are asked, and when they answer --------------------------------------

static void ask_bot(spot *sp, room *r, vg_text *out)
{
    room *real = sp->room;
    vg_rng rng = fake_rng;
    fake_dismiss();
    sp->room = r;
    sp->thought = sp->held = 0;
    sp->offered = 0;
    sp->answer_at = 0;
    vg_text_clear(&asked);
    spot_advance(sp);
    vg_text_clear(out);
    if (asked.len) vg_text_bytes(out, asked.at, asked.len);
    vg_text_printf(out, "\nanswered after %llu, by %llu\n",
                   (unsigned long long)(sp->answer_at - fake_now()), (unsigned long long)sp->step);
    sp->room = real;
    fake_rng = rng;
}

// The twin of the seat that is asked: the same question. Anybody else's: the same moment.
static void compare_bot(spot *sp, int seat)
{
    vg_text a = vg_text_heap(), b = vg_text_heap();
    ask_bot(sp, sp->room, &a);
    sscanf(a.at, "seat %d,", &seat); // perhaps one who has an opportunity comes first
    room *own = twin_of(sp->room, seat), *other = twin_of(sp->room, seat == 0 ? 1 : 0);
    ask_bot(sp, own, &b);
    ask_bot(sp, sp->room, &a);
    int there = seat;
    sscanf(b.at, "seat %d,", &there); // there somebody else may have something to seize
    if (there == seat) same(sp->room, seat, "what a bot thinks about", &a, &b);
    thoughts += there == seat && strchr(a.at, ':') != NULL;
    ask_bot(sp, other, &b);
    ask_bot(sp, sp->room, &a);
    vg_text x = vg_text_heap(), y = vg_text_heap();
    vg_text_add(&x, strrchr(a.at, 'a'));
    vg_text_add(&y, strrchr(b.at, 'a'));
    same(sp->room, -1, "the moment of a bot's answer", &x, &y);
    vg_text_release(&x);
    vg_text_release(&y);
    twin_free(own);
    twin_free(other);
    vg_text_release(&a);
    vg_text_release(&b);
}

// ---- looking back ------------------------------------------------------------------

typedef struct memory {
    client *who;
    char *at[MOMENTS]; // "now" when the log had so many entries
} memory;
static memory memories[VG_MAX_SEATS + 1];

// `"now":{...}` of a message without its number of moves to take back, which then is 0. Owned.
static char *now_in(const char *said, size_t length)
{
    const char *now = strstr(said, "\"now\":{"), *undo = now ? strstr(now, "\"undo\":") : NULL;
    const char *end = strstr(said, ",\"clock\":");
    if (!undo) return NULL;
    if (!end) end = said + length - 1;
    char *out = malloc((size_t)(end - now) + 2);
    size_t n = (size_t)(undo + 7 - now);
    memcpy(out, now, n);
    undo += 7 + strspn(undo + 7, "0123456789");
    memcpy(out + n, undo, (size_t)(end - undo));
    out[n + (size_t)(end - undo)] = '\0';
    return out;
}

static void remember(client *who, const char *said, size_t length)
{
    if (strncmp(said, "{\"type\":\"state\"", 15) != 0) return;
    const char *count = strstr(said, "\"log_count\":");
    int at = count ? atoi(count + 12) : MOMENTS;
    if (at <= 0 || at >= MOMENTS || strstr(said, "\"over\":true")) return;
    for (int i = 0; i <= VG_MAX_SEATS; i++) {
        if (memories[i].who != who) continue;
        char you[16] = "\"you\":null"; // whoever is told the same is still told as himself
        if (who->c.person >= 0 && who->c.spot->room->people[who->c.person].seat >= 0)
            snprintf(you, sizeof you, "\"you\":%d", who->c.spot->room->people[who->c.person].seat);
        CHECK(strstr(said, you), "somebody else's state: %s", you);
        free(memories[i].at[at]);
        memories[i].at[at] = now_in(said, length);
    }
}

static char *looked;
static void look_back(client *who, const char *said, size_t length)
{
    (void)who;
    if (strncmp(said, "{\"type\":\"past\"", 14) == 0) looked = now_in(said, length);
}

static void compare_past(spot *sp, memory *m)
{
    int count = vg_table_log_count(sp->room->table);
    for (int k = 0; k < 4; k++) {
        int at = (int)below((uint32_t)count);
        if (at >= MOMENTS || !m->at[at]) continue;
        char command[64];
        snprintf(command, sizeof command, "\"do\":\"past\",\"at\":%d", at);
        looked = NULL;
        m->who->look = look_back;
        fake_send(m->who, command);
        m->who->look = remember;
        CHECK(looked && strcmp(looked, m->at[at]) == 0, "%s: moment %d was not so:\n%s\n%s",
              sp->room->game, at, looked, m->at[at]);
        free(looked);
        pasts++;
    }
}

// ---- playing -----------------------------------------------------------------------

static void note_move(const room *r, vg_move m)
{
    vg_text text = vg_text_over(tried[tried_count++ % TRIED], VG_MAX_MOVE_TEXT);
    vg_move_text(vg_table_game(r->table), r->table->state, m, &text);
}

static void move_somebody(spot *sp, client **seated)
{
    room *r = sp->room;
    vg_move list[VG_MAX_LEGAL];
    vg_ask ask = vg_table_ask(r->table);
    int seat = ask.actor;
    for (int p = 0; p < r->seats; p++)
        if (seated[p] && ask.also >> p & 1 && below(2) == 0 &&
            vg_table_legal(r->table, p, list) > 0)
            seat = p;
    if (seat < 0 || !seated[seat]) {
        fake_pass(3000);
        return;
    }
    int count = vg_table_legal(r->table, seat, list);
    CHECK(count > 0);
    vg_move m = list[below((uint32_t)count)];
    note_move(r, m);
    char move[VG_MAX_MOVE_TEXT], command[VG_MAX_MOVE_TEXT + 32];
    vg_text text = VG_TEXT(move);
    vg_move_text(vg_table_game(r->table), r->table->state, m, &text);
    snprintf(command, sizeof command, "\"do\":\"move\",\"move\":\"%s\"", move);
    const char *code = fake_do(seated[seat], command);
    CHECK(!code, "%s: %s", move, code);
}

static void play(const vg_game *game, int seats, bool bots)
{
    client *seated[VG_MAX_SEATS] = {0}, *watcher = fake_client("w", "w");
    room_plan plan = {.lang = VG_IT, .seat = 0};
    plan.table.game = game;
    vg_setup_normal(game, seats, &plan.table.setup);
    for (int i = 0; i < game->option_count; i++) { // any variant
        const vg_option *o = &game->options[i];
        vg_setup other = plan.table.setup;
        vg_text none = {0};
        other.option[i] = (int16_t)(o->min + (int)below((uint32_t)(o->max - o->min + 1)));
        if (vg_setup_check(game, &other, VG_IT, &none) == VG_OK) plan.table.setup = other;
    }
    strcpy(plan.name, "Anna");
    for (int p = 1; bots && p < seats; p++)
        strcpy(plan.bot[p], p % 2 ? "search:900ms" : "search:400");
    seated[0] = fake_client("p0", "a");
    uint64_t table = fake_make(seated[0], &plan);
    if (table) {
        for (int p = 1; !bots && p < seats; p++) {
            char token[16], sit[48];
            snprintf(token, sizeof token, "p%d", p);
            snprintf(sit, sizeof sit, "\"do\":\"sit\",\"seat\":%d", p);
            seated[p] = fake_client(token, token);
            seated[p]->c.lines = (int[]){0, 1, 73}[p % 3]; // some are at terminals
            fake_join(seated[p], table, "Berto");
            fake_settle();
            fake_enter(seated[p], table);
            fake_settle();
            CHECK(!fake_do(seated[p], sit));
        }
        watcher->c.lines = below(2) ? 47 : 0;
        fake_enter(watcher, table);
        fake_settle();
        for (int p = 0; p < seats; p++) memories[p].who = seated[p];
        memories[seats].who = watcher;
        bool one_language = below(2) == 0;
        for (int i = 0; i <= seats; i++) {
            if (!memories[i].who) continue;
            memories[i].who->look = remember;
            if (one_language) memories[i].who->c.lang = VG_IT;
        }
        CHECK(!fake_do(seated[0], "\"do\":\"deal\""));
    }
    spot *sp = table ? spot_find(fake, table) : NULL;
    while (sp && room_status_of(sp->room) == ROOM_PLAYING) {
        int actor = vg_table_ask(sp->room->table).actor;
        if (bots && actor > 0 && below(3) == 0) compare_bot(sp, actor);
        move_somebody(sp, seated);
        fake_settle();
        if (bots || below(12) != 0 || room_status_of(sp->room) != ROOM_PLAYING) continue;
        for (int v = -1; v < seats; v++) compare_viewer(sp, v < 0 ? watcher : seated[v], v);
        for (int i = 0; i <= seats; i++) compare_past(sp, &memories[i]);
    }
    for (int i = 0; i <= VG_MAX_SEATS; i++) {
        for (int k = 0; k < MOMENTS; k++) free(memories[i].at[k]);
        memories[i] = (memory){0};
    }
    for (int p = 0; p < seats; p++)
        if (seated[p]) fake_forget(seated[p]);
    fake_forget(watcher);
}

static uint32_t at_once(const thought *q)
{
    (void)q;
    return 0;
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 20;
    long total = 0;
    asked = vg_text_heap();
    for (const vg_game *const *game = vg_games; *game; game++) {
        messages = refusals = hints = pasts = thoughts = different = 0;
        fake_begin(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
        fake->options.max_rate = 1000000;
        fake_takes = at_once;
        fake_asked = note_thought;
        // At least so many, and as many as it takes until everything has been asked for.
        for (int i = 0; i < 2 * games || (i < 40 && !(messages && hints && thoughts && pasts));
             i++) {
            int span = (*game)->max_seats - (*game)->min_seats + 1;
            play(*game, (*game)->min_seats + (int)below((uint32_t)span), i % 2);
        }
        fake_end();
        printf(
            "%s: %ld answers (%ld refusals, %ld hints) and %ld questions to bots the same in %ld "
            "different worlds; %ld looks back\n",
            (*game)->id, messages, refusals, hints, thoughts, different, pasts);
        if (!messages || !hints || !thoughts || !pasts) return 1; // then nothing was tested
        total += different;
    }
    vg_text_release(&asked);
    return total == 0; // a game may hide nothing, but not all of them
}
