// session.c: the table of `veglia play`: who is asked, bots that think meanwhile, and what is kept.
#include "cli/session.h"

#include "bots/advise.h"
#include "cli/line.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HINT_MILLIS = 1500 };      // as at the server
enum { WATCHING = VG_MAX_SEATS }; // index into told[]

// ---- filling the desk --------------------------------------------------------------

void desk_take_table(desk *d, vg_table *table, int viewer)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_table_json(table, viewer, d->c->lang, &j);
    bool good = desk_take_json(d, text.at, text.len);
    assert(good);
    (void)good;
    vg_text_release(&text);
    desk_take_lines(d, table, viewer, VG_NOW, &d->board);
    snprintf(d->title, sizeof d->title, "%s", vg_table_game(table)->name);
    d->tells = vg_game_tells(vg_table_game(table));
    d->bots = 0;
    for (int p = 0; p < d->seats; p++)
        if (vg_tale_is_bot(table, p)) d->bots |= (uint16_t)(1u << p);
}

void desk_take_book(desk *d, const vg_table *table)
{
    vg_text_clear(&d->rules);
    vg_text_clear(&d->cards);
    vg_json j = vg_json_to(&d->cards);
    vg_text_add(&d->rules, vg_table_game(table)->rules[d->c->lang]);
    vg_catalog(vg_table_game(table), vg_table_setup(table)->edition, d->c->lang, &j);
}

// Somebody else reads from now on, or the same one what is new.
static void show_to(cli_session *s, int viewer)
{
    desk *d = &s->d;
    if (d->reader != viewer || s->heard < 0) {
        if (s->heard > 0) s->told[d->reader >= 0 ? d->reader : WATCHING] = s->heard;
        s->heard = 0;
        desk_hear_from(d, 0);
        desk_hear_end(d);
    }
    int count = vg_table_log_count(s->table), told = s->told[viewer >= 0 ? viewer : WATCHING];
    if (s->heard > count) s->heard = count;
    desk_take_log(d, s->table, viewer, s->heard);
    if (s->heard == 0)
        for (int i = 0; i < d->heard_count; i++) d->heard[i].told |= d->heard[i].entry < told;
    s->heard = count;
    desk_take_table(d, s->table, viewer);
    vg_text_clear(&d->status);
}

// ---- saving --------------------------------------------------------------------------

static bool save(cli_session *s, const char *path)
{
    vg_text record = vg_text_heap();
    vg_table_record(s->table, true, &record);
    if (path == s->path && s->own_path) cli_make_folders(path);
    bool good = cli_write(s->c, path, record.at, record.len, true);
    vg_text_release(&record);
    return good;
}

// Has anything been decided that would be lost? The deal is nobody's doing.
static bool anything_played(const cli_session *s)
{
    if (s->resumed) return true;
    vg_log_entry e;
    for (int i = 0; i < vg_table_log_count(s->table); i++) {
        vg_table_log(s->table, i, &e);
        if (e.seat >= 0 && (!s->people || s->people >> e.seat & 1)) return true;
    }
    return false;
}

// What a person has decided is on the disk before the next question: nothing that ends us, not even
// the power, loses more than one move. A disk that refuses is told of once, and asked again at the
// end.
static void keep(cli_session *s)
{
    if (s->unsaved || !anything_played(s)) return;
    cli quiet = *s->c;
    quiet.hushed = true;
    const cli *loud = s->c;
    s->c = &quiet;
    s->unsaved = !save(s, s->path);
    s->c = loud;
    if (s->unsaved)
        desk_says(&s->d, true, "Non riesco a salvare: la partita vive solo qui.",
                  "It cannot be saved: the game lives here only.");
}

// A command to copy, on a line of its own that is never wrapped.
static void hint(const cli_session *s, const char *it, const char *en, const char *command,
                 const char *more)
{
    vg_text word = vg_text_heap();
    cli_say(s->c, "%s\n", "%s\n", cli_in(s->c, it, en));
    printf("  %s %s %s%s\n", s->c->program, command, cli_quoted(s->path, &word), more);
    vg_text_release(&word);
}

// Host and people are one program here: what it proves is that nothing was changed since the deal.
static void say_verdict(const cli_session *s)
{
    char buffer[512];
    vg_text record = vg_text_heap(), why = VG_TEXT(buffer);
    vg_proof proof;
    vg_table_record(s->table, true, &record);
    vg_luck luck = vg_record_check(record.at, record.len, NULL, s->c->lang, &proof, &why);
    vg_text_release(&record);
    if (luck > VG_LUCK_TRUSTED)
        cli_say(s->c, "\nIl caso non torna: %s\n", "\nChance does not add up: %s\n", buffer);
    else
        cli_say(
            s->c,
            "\nVerificato: i %d esiti del caso vengono dal segreto promesso prima di cominciare. "
            "Segreto e sali li ha fatti questo programma: è di lui che ti fidi.\n",
            "\nVerified: the %d outcomes of chance come from the secret promised before the "
            "deal. This program made secret and salts: it is the one you trust.\n",
            proof.outcomes);
}

static int end_match(cli_session *s)
{
    const vg_table_plan *plan = vg_table_plan_of(s->table);
    if (plan->dice == VG_DICE_SECRET) {
        char hex[2 * VG_SECRET + 1];
        vg_hex(plan->secret, VG_SECRET, hex);
        cli_say(s->c, "\nIl segreto da cui è venuto il caso:\n  %s\n",
                "\nThe secret that chance came from:\n  %s\n", hex);
        say_verdict(s);
    }
    if (vg_day_of(s->table)) {
        vg_text share = vg_text_heap(), why = vg_text_heap();
        vg_day_result result;
        if (vg_day_check(s->table, s->c->lang, &result, &why) == VG_OK)
            vg_day_share(s->table, &result, s->c->lang, &share);
        cli_say(s->c, "\nDa mostrare in giro, senza dire niente delle carte:\n  %s\n",
                "\nTo show around, without a word about the cards:\n  %s\n",
                share.at ? share.at : why.at);
        vg_text_release(&share);
        vg_text_release(&why);
    }
    if (!save(s, s->path)) return CLI_NO;
    cli_say(s->c, "\nIl verbale è in %s\n", "\nThe record is in %s\n", s->path);
    // From a known seed there is nothing to verify: everybody could have known the luck.
    if (plan->dice == VG_DICE_SECRET)
        hint(s, "Per controllarlo di nuovo:", "To check it again:", "verify", "");
    hint(s, "Racconta la partita:", "Tell the game again:", "replay", "");
    hint(s, "Fanne un libro:", "Make a book of it:", "book",
         cli_in(s->c, " -o racconto.html", " -o tale.html"));
    return CLI_OK;
}

static int leave(desk *d)
{
    cli_session *s = d->self;
    if (vg_table_match_over(s->table)) return end_match(s);
    putchar('\n');
    if (!anything_played(s)) {
        cli_say(s->c, "Non hai ancora giocato: non c'è niente da salvare.\n",
                "You have not played yet: there is nothing to save.\n");
        return CLI_OK;
    }
    if (!save(s, s->path)) return CLI_NO;
    cli_say(s->c, "La partita è salvata in %s\n", "The game is saved in %s\n", s->path);
    hint(s, "Per riprenderla:", "To go on:", "play --resume", "");
    return CLI_OK;
}

static bool save_as(desk *d, const char *path)
{
    cli_session *s = d->self;
    vg_text_clear(&d->said);
    d->bad = true;
    if (*path && strcmp(path, s->path) != 0 && access(path, F_OK) == 0) {
        vg_text_printf(&d->said,
                       cli_in(s->c, "%s esiste già: scegli un altro nome.",
                              "%s exists already: choose another name."),
                       path);
        return false;
    }
    if (!save(s, *path ? path : s->path)) return false; // which has complained
    d->bad = false;
    vg_text_printf(&d->said, cli_in(s->c, "Salvata in %s", "Saved in %s"), *path ? path : s->path);
    return true;
}

// ---- thinking --------------------------------------------------------------------------

// A thought of its own thread: it has copies of all it needs, so the table can go on, or end,
// without it.
typedef struct thinker {
    _Alignas(8) uint8_t view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    int count, seat;
    const vg_game *game;
    vg_mind *mind; // NULL: counsel for a person
    vg_rng rng;
    vg_move answer;
    bool good; // counsel was found
    vg_search_info info;
    atomic_int stage; // THINKING, READY, or FORGOTTEN: whoever comes second frees it
    int wake;
} thinker;

enum { THINKING, READY, FORGOTTEN };

static void *think_through(void *arg)
{
    thinker *t = arg;
    int wake = t->wake;
    if (t->mind)
        t->answer = vg_mind_choose(t->mind, t->game, t->view, t->seat, t->list, t->count, &t->rng);
    else
        t->good =
            vg_advise(t->game, t->view, t->seat, t->list, t->count, HINT_MILLIS, &t->rng, &t->info);
    if (atomic_exchange(&t->stage, READY) == FORGOTTEN)
        free(t);
    else
        (void)!write(wake, "", 1);
    return NULL;
}

// Nobody waits for this thought any more.
static void forget(cli_session *s)
{
    thinker *t = s->thinker;
    s->thinker = NULL;
    s->d.thinking = false;
    if (t && atomic_exchange(&t->stage, FORGOTTEN) == READY) free(t);
}

// Starts a thread; false if there is none to be had.
static bool start_thinking(cli_session *s, int seat, vg_mind *mind, const vg_move *list, int count,
                           vg_rng rng)
{
    thinker *t = calloc(1, sizeof *t);
    pthread_attr_t attr;
    pthread_t thread;
    sigset_t all, was;
    if (!t || s->wake[1] < 0 || pthread_attr_init(&attr) != 0) {
        free(t);
        return false;
    }
    memcpy(t->view, vg_table_view(s->table, seat), vg_table_game(s->table)->state_size);
    memcpy(t->list, list, (size_t)count * sizeof *list);
    t->count = count;
    t->seat = seat;
    t->game = vg_table_game(s->table);
    t->mind = mind;
    t->rng = rng;
    t->wake = s->wake[1];
    atomic_init(&t->stage, THINKING);
    sigfillset(&all); // signals are for who can leave
    pthread_sigmask(SIG_SETMASK, &all, &was);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    bool good = pthread_create(&thread, &attr, think_through, t) == 0;
    pthread_sigmask(SIG_SETMASK, &was, NULL);
    pthread_attr_destroy(&attr);
    if (!good) free(t);
    if (good) s->thinker = t;
    return good;
}

// ---- bots ------------------------------------------------------------------------------

// A generator for this seat and moment alone, so that a resumed game goes on as it would have.
static vg_rng stream(const cli_session *s, int seat)
{
    vg_rng rng;
    vg_bot_luck(s->table, seat, vg_table_log_count(s->table), &rng);
    return rng;
}

static void bot_moves(cli_session *s, int seat, vg_move m)
{
    int entry = vg_table_log_count(s->table);
    vg_err err = vg_table_move(s->table, seat, m);
    assert(err == VG_OK);
    // A table full of words takes no more: then the bot plays on in silence.
    if (s->teller)
        err = vg_tale_narrate(s->table, s->teller, (uint16_t)(1u << seat), entry, s->c->lang);
    (void)err;
}

// What the seat's bot chose; 0: it rather waits, which only a seat that is not asked may.
static void bot_chose(cli_session *s, int seat, vg_move m)
{
    if (m)
        bot_moves(s, seat, m);
    else
        s->waited |= (uint16_t)(1u << seat);
}

// The seat's bot chooses. False: it is still thinking.
static bool bot_thinks(cli_session *s, int seat, bool asked)
{
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(s->table, seat, list);
    vg_rng rng = stream(s, seat);
    bool idle =
        count == 0 || (!asked && s->bot[seat].kind == VG_BOT_RANDOM && vg_rng_below(&rng, 2) == 0);
    if (idle) {
        bot_chose(s, seat, 0);
        return true;
    }
    bool slow = s->bot[seat].kind == VG_BOT_SEARCH && count > 1;
    if (slow && start_thinking(s, seat, s->mind[seat], list, count, rng)) {
        vg_voice voice = vg_table_voice(s->table, VG_WATCHER, s->c->lang);
        vg_text_clear(&s->d.status);
        vg_text_printf(&s->d.status, cli_in(s->c, "%s pensa...", "%s is thinking..."),
                       vg_voice_name(&voice, seat));
        return false;
    }
    bot_chose(s, seat,
              vg_mind_choose(s->mind[seat], vg_table_game(s->table), vg_table_view(s->table, seat),
                             seat, list, count, &rng));
    return true;
}

// A bot with an opportunity that has not yet thought about it, or VG_NOBODY. They are asked from a
// random seat on.
static int bot_with_opportunity(cli_session *s, vg_ask ask)
{
    if (s->waited_at != vg_table_log_count(s->table)) s->waited = 0;
    s->waited_at = vg_table_log_count(s->table);
    vg_rng rng = stream(s, VG_MAX_SEATS);
    int from = (int)vg_rng_below(&rng, vg_table_setup(s->table)->seats);
    uint16_t bots = (uint16_t)(vg_out_of_turn(ask) & ~s->people & ~s->waited);
    int seat = vg_take_seat(&bots, from);
    return seat >= 0 ? seat : VG_NOBODY;
}

// ---- people ------------------------------------------------------------------------------

// What a seat that is not asked could do now, as a number to compare; 0: nothing. A person alone
// with bots is asked again only when his moves change. Among several, that would betray hands: all
// who may step in by what everybody knows are asked once, and later whoever sits at the keyboard
// can let them (`i`).
static uint64_t opportunity(const cli_session *s, int seat)
{
    if (vg_bits(s->people) > 1) return 1;
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(s->table, seat, list);
    uint64_t hash = 0;
    for (int i = 0; i < count; i++) hash = (hash ^ list[i]) * 0x100000001b3u + 1;
    return hash;
}

// A person who may step in before the seat asked goes on, and has not let this very opportunity
// go; or VG_NOBODY.
static int person_with_opportunity(cli_session *s, vg_ask ask)
{
    if (ask.actor >= 0) s->declined[ask.actor] = 0; // whoever decides has all his moves in the list
    uint16_t people = vg_out_of_turn(ask) & s->people;
    for (int p; (p = vg_take_seat(&people, 0)) >= 0;) {
        uint64_t chance = opportunity(s, p);
        if (s->d.ahead) s->declined[p] = chance;
        if (chance && chance != s->declined[p]) return p;
    }
    return VG_NOBODY;
}

// Asks `seat`; the screen is passed on first if another one reads.
static void ask_person(cli_session *s, int seat, bool optional)
{
    desk *d = &s->d;
    if (s->at != seat && vg_bits(s->people) > 1) {
        vg_voice voice = vg_table_voice(s->table, VG_WATCHER, s->c->lang);
        d->state = DESK_CURTAIN;
        d->next = seat;
        // Nothing of the last reader's stays, not even out of sight.
        show_to(s, VG_WATCHER);
        snprintf(d->name[seat], sizeof d->name[seat], "%s", vg_voice_name(&voice, seat));
        return;
    }
    s->at = seat;
    show_to(s, seat);
    s->asked_at = vg_table_log_count(s->table);
    d->state = optional ? DESK_MAY : DESK_ASKED;
}

// `pass` for who has said so; false if there is no such move or more is asked.
static bool passes(cli_session *s, vg_ask ask)
{
    desk *d = &s->d;
    if (!d->ahead) return false;
    if (!ask.window) d->ahead = false;
    return ask.window && vg_table_play(s->table, ask.actor, "pass", s->c->lang, NULL) == VG_OK;
}

// ---- going on ------------------------------------------------------------------------------

static void advice_ready(cli_session *s, const thinker *t);

// Takes in a thought that is ready. False: it is not.
static bool take_thought(cli_session *s)
{
    thinker *t = s->thinker;
    if (!t) return true;
    if (atomic_load(&t->stage) != READY) return false;
    char byte[8];
    (void)!read(s->wake[0], byte, sizeof byte);
    s->thinker = NULL;
    if (t->mind)
        bot_chose(s, t->seat, t->answer);
    else
        advice_ready(s, t);
    free(t);
    vg_text_clear(&s->d.status);
    return true;
}

static void end_game(cli_session *s)
{
    int viewer = vg_bits(s->people) == 1 ? vg_lowest(s->people) : VG_WATCHER;
    // Among several people everything since the one at the keyboard last heard is news.
    if (viewer == VG_WATCHER && s->at != VG_NOBODY) {
        int heard = s->d.reader == s->at ? s->heard : s->told[s->at];
        if (s->told[WATCHING] < heard) s->told[WATCHING] = heard;
    }
    show_to(s, viewer);
    s->d.state = vg_table_match_over(s->table) ? DESK_OVER : DESK_ENDED;
}

static void step(desk *d)
{
    cli_session *s = d->self;
    bool asked = s->thinker && !s->thinker->mind; // counsel: the question stands
    d->more = false;
    if (!take_thought(s) || asked) return;
    while (!cli_leaving()) {
        if (vg_table_over(s->table)) {
            if (d->state != DESK_OVER && d->state != DESK_ENDED) end_game(s);
            return;
        }
        vg_ask ask = vg_table_ask(s->table);
        int seat = person_with_opportunity(s, ask);
        if (seat != VG_NOBODY) {
            ask_person(s, seat, true);
            return;
        }
        seat = bot_with_opportunity(s, ask);
        bool bot = seat != VG_NOBODY, steps_in = bot;
        if (!bot) seat = ask.actor;
        bot |= !(s->people >> seat & 1);
        if (!bot && passes(s, ask)) continue;
        if (!bot) {
            ask_person(s, seat, false);
            return;
        }
        d->state = DESK_WAIT;
        if (!bot_thinks(s, seat, !steps_in)) {
            // Whoever looks on sees what has happened meanwhile.
            vg_text status = d->status;
            d->status = vg_text_heap();
            if (vg_bits(s->people) < 2) show_to(s, s->people ? vg_lowest(s->people) : VG_WATCHER);
            vg_text_release(&d->status);
            d->status = status;
            return;
        }
        if (s->people == 0) { // they see every move
            show_to(s, VG_WATCHER);
            d->more = true;
            return;
        }
    }
}

static void after_move(cli_session *s)
{
    forget(s);
    keep(s);
}

// Asks a person who has just moved, gently, for the story of it. Nothing waits for an answer.
static void invite(cli_session *s, int seat)
{
    int last = vg_table_log_count(s->table) - 1;
    vg_log_entry e = {.seat = VG_NOBODY};
    if (!s->teller || !vg_teller_follow(s->teller)) return;
    while (last >= 0 && (vg_table_log(s->table, last, &e), e.seat != seat)) last--;
    const vg_telling *telling = vg_teller_find(s->teller, last);
    if (!telling || !*telling->text[s->c->lang] || e.narration) return;
    vg_tale_questions(s->teller, telling, s->c->lang, &s->d.invite);
}

static bool play(desk *d, const char *move)
{
    cli_session *s = d->self;
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_text_clear(&d->invite);
    vg_err err = vg_table_play(s->table, s->at, move, s->c->lang, &why);
    if (err) {
        vg_text_clear(&d->said);
        vg_text_add(&d->said, why.len ? buffer : vg_err_text(err, s->c->lang));
        d->bad = true;
        return false;
    }
    d->state = DESK_WAIT;
    after_move(s);
    invite(s, s->at);
    return true;
}

static bool undo(desk *d)
{
    cli_session *s = d->self;
    vg_err err = s->at >= 0 ? vg_table_undo(s->table, s->at) : VG_ERR_UNDO;
    if (err) {
        vg_text_clear(&d->said);
        vg_text_add(&d->said, vg_err_text(err, s->c->lang));
        d->bad = true;
        return false;
    }
    int count = vg_table_log_count(s->table);
    for (int p = 0; p <= VG_MAX_SEATS; p++)
        if (s->told[p] > count) s->told[p] = count;
    memset(s->declined, 0, sizeof s->declined);
    after_move(s);
    desk_says(d, false, "Torni indietro di una mossa.", "You take back one move.");
    return true;
}

static void pass(desk *d)
{
    cli_session *s = d->self;
    s->declined[s->at] = opportunity(s, s->at);
    forget(s);
}

static bool ahead(desk *d, bool on)
{
    d->ahead = on;
    if (on)
        desk_says(d, false, "Passi finché non ti si chiede altro.",
                  "You pass until you are asked something else.");
    else
        desk_says(d, false, "Non passi più da solo.", "You no longer pass by yourself.");
    return true;
}

static bool go_on(desk *d)
{
    cli_session *s = d->self;
    if (d->state == DESK_CURTAIN) {
        s->at = d->next;
        d->state = DESK_WAIT;
        return true;
    }
    d->state = DESK_WAIT;
    return vg_table_next_game(s->table) == VG_OK;
}

static bool narrate(desk *d, const char *story)
{
    cli_session *s = d->self;
    int entry = vg_table_log_count(s->table);
    vg_log_entry e = {.seat = VG_NOBODY};
    while (entry > 0 && e.seat != s->at) vg_table_log(s->table, --entry, &e);
    if (e.seat != s->at) {
        desk_says(d, true, "Non hai ancora mosso.", "You have not moved yet.");
        return false;
    }
    vg_err err = vg_table_narrate(s->table, s->at, entry, story);
    desk_says(d, err != VG_OK, "Racconto aggiunto.", "Story added.");
    if (err) {
        vg_text_clear(&d->said);
        vg_text_add(&d->said, vg_err_text(err, s->c->lang));
        return false;
    }
    desk_take_log(d, s->table, s->at, entry);
    for (int i = 0; i < d->heard_count; i++) d->heard[i].told |= d->heard[i].entry == entry;
    keep(s);
    return true;
}

// Lets the other people who may step in do so before the one at the keyboard goes on.
static bool let_in(desk *d)
{
    cli_session *s = d->self;
    uint16_t others = vg_table_ask(s->table).also & s->people & (uint16_t) ~(1u << s->at);
    if (!others) {
        desk_says(d, true, "Ora nessun altro può intervenire.", "Nobody else may step in now.");
        return false;
    }
    for (int p = 0; p < VG_MAX_SEATS; p++)
        if (others >> p & 1) s->declined[p] = 0;
    forget(s);
    return true;
}

static bool past(desk *d, int at)
{
    cli_session *s = d->self;
    return desk_take_lines(d, s->table, d->reader, at, &d->then);
}

static void draw(desk *d)
{
    cli_session *s = d->self;
    if (d->state != DESK_CURTAIN) desk_take_lines(d, s->table, d->reader, VG_NOW, &d->board);
    if (d->then_at >= 0) past(d, d->then_at);
}

// ---- counsel -------------------------------------------------------------------------------

// What a strong bot thinks of the moves, from what the seat itself may know.
static bool counsel(desk *d)
{
    cli_session *s = d->self;
    vg_move list[VG_MAX_LEGAL];
    vg_rng rng;
    if (s->thinker) return true;
    if (d->state != DESK_ASKED) {
        desk_says(d, true, "Un consiglio si dà solo a chi deve decidere.",
                  "Counsel is only for whoever has to decide.");
        return false;
    }
    int count = vg_table_legal(s->table, s->at, list);
    if (count == 1) {
        desk_says(d, false, "C'è una sola mossa.", "There is only one move.");
        return true;
    }
    // The same question, the same answer.
    vg_rng_seed(&rng, 1, (uint64_t)vg_table_log_count(s->table));
    if (!start_thinking(s, s->at, NULL, list, count, rng)) {
        desk_says(d, true, vg_err_text(VG_ERR_SYSTEM, VG_IT), vg_err_text(VG_ERR_SYSTEM, VG_EN));
        return false;
    }
    d->thinking = true;
    return true;
}

static void advice_ready(cli_session *s, const thinker *t)
{
    desk *d = &s->d;
    d->thinking = false;
    if (!t->good) {
        desk_says(d, true, vg_err_text(VG_ERR_SYSTEM, VG_IT), vg_err_text(VG_ERR_SYSTEM, VG_EN));
        return;
    }
    desk_advice advice[VG_MAX_LEGAL];
    for (int i = 0; i < t->count; i++)
        advice[i] = (desk_advice){.visits = t->info.visits[i], .value = (double)t->info.value[i]};
    desk_take_advice(d, advice, t->count);
}

// ---- the whole -----------------------------------------------------------------------------

static const desk_ways ways = {.step = step,
                               .play = play,
                               .undo = undo,
                               .pass = pass,
                               .hint = counsel,
                               .go_on = go_on,
                               .narrate = narrate,
                               .let_in = let_in,
                               .save = save_as,
                               .ahead = ahead,
                               .past = past,
                               .draw = draw,
                               .leave = leave};

// What is said before the first question stands at the top of what was heard.
static void note_lines(desk *d, const char *text)
{
    vg_text line = vg_text_heap();
    while (*text) {
        size_t n = strcspn(text, "\n");
        vg_text_clear(&line);
        vg_text_bytes(&line, text, n);
        if (line.len) desk_note(d, DESK_NOTE, line.at);
        text += n + (text[n] == '\n');
    }
    vg_text_release(&line);
}

int cli_session_run(cli_session *s)
{
    int seats = vg_table_setup(s->table)->seats, status = CLI_NO;
    bool awake = cli_pipe(s->wake);
    if (!awake) s->wake[0] = s->wake[1] = -1;
    s->at = VG_NOBODY;
    s->heard = -1;
    desk_init(&s->d, s->c, &ways, s);
    s->d.fd = s->wake[0];
    s->d.people = vg_bits(s->people);
    s->d.brief = s->brief;
    for (int p = 0; p < seats; p++) {
        if (s->people >> p & 1) continue;
        s->mind[p] = vg_mind_new(&s->bot[p]);
        awake &= s->mind[p] != NULL;
    }
    if (!s->silent && vg_game_tells(vg_table_game(s->table))) s->teller = vg_teller_new(s->table);
    if (awake) {
        vg_table_start(s->table);
        desk_take_book(&s->d, s->table);
        vg_text_add(&s->d.intro, s->intro.len ? s->intro.at : "");
        if (s->full_screen) note_lines(&s->d, s->intro.len ? s->intro.at : "");
        status = s->full_screen ? screen_run(&s->d) : lines_run(&s->d);
    } else {
        cli_complain(s->c, "%s", "%s", vg_err_text(VG_ERR_SYSTEM, s->c->lang));
    }
    // A bot in the middle of a thought keeps its mind: the program ends without it.
    bool busy = s->thinker != NULL;
    forget(s);
    for (int p = 0; p < seats && !busy; p++) vg_mind_free(s->mind[p]);
    vg_teller_free(s->teller);
    desk_release(&s->d);
    if (!busy) close(s->wake[1]);
    close(s->wake[0]);
    return status;
}
