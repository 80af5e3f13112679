// room_do.c: what people may do at a table: each command is checked, then becomes an entry.
//
// A command first writes its entry's head line. Game commands let the engine
// try the move and then write what it added to the log; all others change
// nothing until the head line is folded into the room, by the very code that
// will read it from disk.
#include "server/room.h"

#include "server/push.h"
#include "server/room_parts.h"

#include <string.h>

const char *room_code(vg_err err)
{
    switch (err) {
    case VG_OK: return NULL;
#define X(name, it, en)                                                                            \
    case VG_ERR_##name: return #name;
        VG_ERRORS(X)
#undef X
    }
    return "SYSTEM";
}

vg_err room_bot(const char *spec, vg_lang lang, vg_bot *out, vg_text *why)
{
    vg_bot bot;
    vg_err err = vg_bot_parse(spec, lang, &bot, why);
    if (err) return err;
    if (bot.millis > ROOM_BOT_MILLI || bot.simulations > ROOM_BOT_SIMS ||
        strlen(spec) >= ROOM_BOT_SPEC) {
        vg_text_printf(why,
                       room_pick(lang, "un bot qui pensa al più %d ms o %d partite",
                                 "a bot here thinks for at most %d ms or %d games"),
                       ROOM_BOT_MILLI, ROOM_BOT_SIMS);
        return VG_ERR_LIMIT;
    }
    *out = bot;
    return VG_OK;
}

bool room_first_entry(const room_plan *plan, vg_text *entry, vg_text *why)
{
    vg_table *table = vg_table_new(&plan->table, why);
    if (!table) return false;
    char hex[2 * ROOM_HASH + 1];
    vg_hex(plan->hash, ROOM_HASH, hex);
    vg_text_printf(entry, "make %s %d %d %s %s ", vg_lang_code(plan->lang), plan->listed,
                   (int)plan->pace, room_absent_names[plan->absent], hex);
    if (plan->seat < 0)
        vg_text_add(entry, "-");
    else
        vg_text_int(entry, plan->seat);
    vg_text_printf(entry, " %s\nbots", plan->name);
    for (int p = 0; p < plan->table.setup.seats; p++)
        vg_text_printf(entry, " %s", plan->bot[p][0] ? plan->bot[p] : "-");
    vg_text_char(entry, '\n');
    vg_table_record(table, true, entry);
    vg_table_free(table);
    return true;
}

// ---- refusing ----------------------------------------------------------------

typedef struct call {
    room *r;
    int person; // -1: the server itself
    int seat;   // the person's, or for the server the command's; -1: none
    const room_command *c;
    vg_lang lang;
    int64_t now;
    vg_text *entry;
    room_answer *answer;
    uint32_t kept;
    bool silent; // done, and there is nothing to write down
} call;

static bool refuse(call *k, const char *code, const char *it, const char *en)
{
    k->answer->code = code;
    vg_text_add(k->answer->why, room_pick(k->lang, it, en));
    return false;
}

static bool refuse_err(call *k, vg_err err)
{
    return refuse(k, room_code(err), vg_err_text(err, VG_IT), vg_err_text(err, VG_EN));
}

static bool is_host(const call *k) { return k->person < 0 || k->person == k->r->host; }

static bool need_host(call *k)
{
    return is_host(k) ||
           refuse(k, "WHO", "Questo lo può fare solo chi ospita", "Only the host may do that");
}

static bool need_seat(call *k)
{
    return k->seat >= 0 ||
           refuse(k, "WHO", "Prima siediti al tavolo", "Sit down at the table first");
}

// While salts are revealed nobody comes, goes or changes places: it is a matter of seconds.
static bool need_not_dealing(call *k)
{
    return !k->r->dealing || refuse(k, "WHEN", "Si stanno dando le carte: aspetta un momento",
                                    "The cards are being dealt: wait a moment");
}

static bool need_before_deal(call *k)
{
    if (!need_not_dealing(k)) return false;
    return room_status_of(k->r) == ROOM_OPEN ||
           refuse(k, "WHEN", "Si può solo prima di cominciare", "Only before the game begins");
}

static bool need_playing(call *k)
{
    room_status status = room_status_of(k->r);
    if (status == ROOM_PLAYING) return true;
    if (status == ROOM_OVER) return refuse(k, "OVER", "La partita è finita", "The game is over");
    return refuse(k, "WHEN", "La partita non è ancora cominciata", "The game has not begun yet");
}

static bool in_play(const call *k) { return room_status_of(k->r) == ROOM_PLAYING; }

static bool is_person(const call *k, int person)
{
    return person >= 0 && person < k->r->people_count && !k->r->people[person].gone;
}

static bool need_person(call *k, int person)
{
    return is_person(k, person) ||
           refuse(k, "FORMAT", "Questa persona non c'è", "There is no such person");
}

static bool need_voice(call *k)
{
    return k->person < 0 || !k->r->people[k->person].muted ||
           refuse(k, "WHO", "Chi ospita ti ha tolto la parola", "The host has muted you");
}

static bool is_seat(const call *k, int seat) { return seat >= 0 && seat < k->r->seats; }

static bool need_seat_number(call *k, int seat)
{
    return is_seat(k, seat) || refuse(k, "FORMAT", "Questo posto non c'è", "There is no such seat");
}

// ---- the game's commands --------------------------------------------------------

// What there was before the engine was asked to do something.
typedef struct mark {
    int log, links;
} mark;

static mark mark_of(const room *r)
{
    return (mark){vg_table_log_count(r->table), vg_table_links(r->table)};
}

// The lines of the record that were added since.
static void put_lines(call *k, mark before)
{
    for (int i = before.links; i < vg_table_links(k->r->table); i++) {
        vg_text_char(k->entry, '\n');
        vg_table_link(k->r->table, i, k->entry);
    }
    k->kept = (uint32_t)before.log;
}

static bool do_move(call *k)
{
    vg_table *table = k->r->table;
    mark before = mark_of(k->r);
    if (k->c->at >= 0 && k->c->at != before.log)
        return refuse(k, "STALE", "Nel frattempo è successo qualcosa: guarda e scegli di nuovo",
                      "Something has happened meanwhile: look and choose again");
    if (!k->c->text) return refuse(k, "FORMAT", "Manca la mossa", "The move is missing");
    bool bots = *vg_table_seat_bot(table, k->seat) != '\0'; // at the deal
    vg_table_by(table, k->person < 0 ? (vg_by)k->c->by : bots ? VG_BY_PERSON : VG_BY_SELF);
    vg_err err = vg_table_play(table, k->seat, k->c->text, k->lang, k->answer->why);
    if (err) {
        k->answer->code = room_code(err);
        return false;
    }
    put_lines(k, before);
    return true;
}

static bool do_undo(call *k)
{
    vg_err err = vg_table_undo(k->r->table, k->seat);
    if (err) return refuse_err(k, err);
    vg_text_int(k->entry, k->seat);
    k->kept = (uint32_t)vg_table_log_count(k->r->table);
    return true;
}

static bool do_tell(call *k)
{
    if (!need_voice(k)) return false;
    if (!k->r->dealt || k->c->entry < 0 || !k->c->text)
        return refuse(k, "WHEN", "Non c'è ancora niente da raccontare",
                      "There is nothing to tell yet");
    vg_err err = vg_table_narrate(k->r->table, k->seat, k->c->entry, k->c->text);
    if (err) return refuse_err(k, err);
    vg_log_entry e;
    vg_table_log(k->r->table, k->c->entry, &e);
    vg_text_printf(k->entry, "%d %d %s", k->seat, k->c->entry, e.narration ? e.narration : "");
    k->kept = (uint32_t)k->c->entry;
    k->r->chair[k->seat].telling = false;
    return true;
}

static bool is_hex(const char *text)
{
    return strspn(text, "0123456789abcdef") == 2 * VG_SHA256_BYTES &&
           text[2 * VG_SHA256_BYTES] == '\0';
}

// Everybody's salt is there: the cards are dealt.
static void begin(call *k)
{
    vg_text_add(k->entry, " " ROOM_DEALT);
    vg_table_start(k->r->table);
}

// Fixes the frame. Who is here and has sent a hash takes part in chance.
static bool do_deal(call *k)
{
    room *r = k->r;
    if (room_seats_taken(r) < r->seats)
        return refuse(k, "WHEN", "C'è ancora un posto vuoto: aspetta qualcuno o metti un bot",
                      "A seat is still empty: wait for somebody or put a bot there");
    room_name_chairs(r);
    for (int p = 0; p < r->seats; p++) {
        const room_chair *c = &r->chair[p];
        const room_person *who = c->kind == ROOM_PERSON ? &r->people[c->person] : NULL;
        bool takes_part =
            who && who->here > 0 && room_salted(r, p) && !vg_table_plan_of(r->table)->shared;
        vg_err err = vg_table_bot(r->table, p, c->kind == ROOM_BOT ? c->spec : "");
        if (!err) err = vg_table_hash(r->table, p, takes_part ? who->salt : NULL);
        if (err) return refuse_err(k, err);
    }
    vg_text_add(k->entry, ROOM_DEAL_FRAMED);
    vg_table_seal(r->table);
    if (!vg_table_missing(r->table)) begin(k);
    vg_text_char(k->entry, '\n');
    vg_table_frame(r->table, k->entry);
    put_lines(k, (mark){0});
    if (vg_table_log_count(r->table) == 0) vg_text_char(k->entry, '\n');
    return true;
}

static bool do_reveal(call *k)
{
    uint8_t salt[VG_SALT];
    if (!k->r->dealing || !(vg_table_missing(k->r->table) >> k->seat & 1))
        return refuse(k, "WHEN", "Ora non si aspetta il tuo sale", "Your salt is not awaited now");
    if (!k->c->text || vg_unhex(k->c->text, salt, VG_SALT) != 0 || !is_hex(k->c->text))
        return refuse(k, "FORMAT", "Servono 64 cifre esadecimali",
                      "64 hexadecimal digits are needed");
    if (vg_table_reveal(k->r->table, k->seat, salt) != VG_OK)
        return refuse(k, "ILLEGAL", "Il sale non corrisponde all'impronta mandata prima",
                      "The salt does not belong to the hash sent before");
    vg_text_printf(k->entry, "%d %s", k->seat, k->c->text);
    if (!vg_table_missing(k->r->table)) begin(k);
    put_lines(k, (mark){0});
    return true;
}

// Somebody has not revealed in time. Only the server itself says so.
static bool do_void(call *k)
{
    room *r = k->r;
    uint16_t missing = r->dealing ? vg_table_missing(r->table) : 0;
    vg_err err = vg_table_void(r->table);
    if (err) return refuse_err(k, err);
    for (int p = 0; p < r->seats; p++)
        if (missing >> p & 1) vg_text_printf(k->entry, "%d ", p);
    vg_text_add(k->entry, ROOM_DEAL_FRAMED "\n");
    vg_table_frame(r->table, k->entry);
    vg_text_char(k->entry, '\n');
    k->kept = 0;
    return true;
}

static bool do_next(call *k)
{
    vg_table *table = k->r->table;
    mark before = mark_of(k->r);
    vg_err err = vg_table_next_game(table);
    if (err)
        return refuse(k, "WHEN", "La partita in corso non è finita",
                      "The game in play is not over");
    put_lines(k, before);
    return true;
}

static bool do_again(call *k)
{
    vg_table_plan plan = *vg_table_plan_of(k->r->table);
    plan.dice = VG_DICE_SECRET;
    plan.shared = false; // the other tables do not have this one
    memcpy(plan.secret, k->c->secret, VG_SECRET);
    vg_table *table = vg_table_new(&plan, k->answer->why);
    if (!table) return refuse_err(k, VG_ERR_SYSTEM);
    vg_teller_free(k->r->teller);
    k->r->teller = NULL;
    vg_table_free(k->r->table);
    k->r->table = table;
    vg_text_char(k->entry, '\n');
    vg_table_record(table, true, k->entry);
    k->kept = 0;
    return true;
}

// ---- the room's commands --------------------------------------------------------

static bool clean_text(call *k, int most, char *buffer, size_t cap)
{
    if (!k->c->text) return refuse(k, "FORMAT", "Manca il testo", "The text is missing");
    vg_text text = vg_text_over(buffer, cap);
    int kept = vg_text_clean(&text, k->c->text, strlen(k->c->text), most + 1);
    if (kept > most) return refuse_err(k, VG_ERR_LIMIT);
    if (kept == 0) return refuse(k, "FORMAT", "Il testo è vuoto", "The text is empty");
    vg_text_add(k->entry, buffer);
    return true;
}

static bool do_say(call *k)
{
    char buffer[(ROOM_SAID + 1) * 4 + 1];
    return need_voice(k) && clean_text(k, ROOM_SAID, buffer, sizeof buffer);
}

static bool do_name(call *k)
{
    char buffer[(VG_MAX_NAME + 1) * 4 + 1];
    return need_voice(k) && clean_text(k, VG_MAX_NAME, buffer, sizeof buffer);
}

// A device of this person's wants to be told of their turn, or no more. The server says the latter
// when a service knows it no longer.
static bool do_push(call *k)
{
    push_target target;
    const char *to = k->c->text ? k->c->text : "";
    int whom = k->person >= 0 ? k->person : k->c->person;
    if (!need_person(k, whom)) return false;
    if (!push_read(to, &target))
        return refuse(k, "FORMAT", "Questo non è un indirizzo per gli avvisi",
                      "That is no address for notices");
    const room_person *who = &k->r->people[whom];
    int at = room_push_find(k->r, whom, to);
    bool same = at >= 0 && strncmp(who->push[at], vg_lang_code(k->lang), 2) == 0;
    k->silent = k->c->on ? same : at < 0;
    vg_text_printf(k->entry, "%d %d %s %s", whom, k->c->on, vg_lang_code(k->lang), to);
    return true;
}

// The hash of a person's salt for the next deal.
static bool do_hash(call *k)
{
    const char *hash = k->c->text ? k->c->text : "";
    if (*hash && !is_hex(hash))
        return refuse(k, "FORMAT", "Servono 64 cifre esadecimali",
                      "64 hexadecimal digits are needed");
    if (k->r->people[k->person].unheard)
        return refuse(k, "WHEN", "Non hai mostrato il tuo sale: in questo giro giochi senza",
                      "You did not reveal your salt: you play this round without one");
    vg_text_add(k->entry, hash);
    return true;
}

// Has this person been that seat in this round, and no other? Then there is nothing new to see.
static bool was_seat(const call *k, int seat)
{
    for (int p = 0; p < k->r->seats; p++)
        if ((k->r->chair[p].knew >> k->person & 1) != (p == seat)) return false;
    return true;
}

static bool do_sit(call *k)
{
    if (!need_seat_number(k, k->c->seat)) return false;
    const room_chair *chair = &k->r->chair[k->c->seat];
    if (chair->kind == ROOM_PERSON || (chair->kind == ROOM_BOT && !(in_play(k) && chair->left)))
        return refuse(k, "WHEN", "Questo posto è già preso", "That seat is taken");
    if (k->seat >= 0 && room_status_of(k->r) != ROOM_OPEN)
        return refuse(k, "WHEN", "Durante la partita non si cambia posto",
                      "Nobody changes seats during a game");
    if (in_play(k) && !was_seat(k, k->c->seat))
        return refuse(k, "WHEN", "La partita è cominciata: chiedi il posto a chi gioca",
                      "The game has begun: ask those who play for the seat");
    vg_text_int(k->entry, k->c->seat);
    return true;
}

// Who goes on in the place of somebody who leaves.
static const char *successor(const call *k) { return in_play(k) ? " greedy" : ""; }

static bool do_stand(call *k)
{
    int seat = k->c->seat >= 0 ? k->c->seat : k->seat;
    if (!need_seat_number(k, seat)) return false;
    if (seat != k->seat && !need_host(k)) return false;
    if (k->r->chair[seat].kind != ROOM_PERSON)
        return refuse(k, "WHEN", "Qui non siede nessuno", "Nobody sits there");
    vg_text_printf(k->entry, "%d%s", seat, successor(k));
    return true;
}

// Somebody who never was a seat would like to have it, though the game is under way: all who sit
// must agree, for its hand comes with it.
static bool do_ask(call *k)
{
    if (!need_seat_number(k, k->c->seat)) return false;
    room_chair *chair = &k->r->chair[k->c->seat];
    if (k->seat >= 0)
        return refuse(k, "WHEN", "Durante la partita non si cambia posto",
                      "Nobody changes seats during a game");
    if (chair->kind == ROOM_PERSON || !chair->left)
        return refuse(k, "WHEN", "Si chiede solo un posto lasciato da qualcuno",
                      "Only a seat somebody left can be asked for");
    if (!room_has_people(k->r))
        return refuse(k, "WHEN", "Non c'è più nessuno che possa acconsentire",
                      "There is nobody left to agree");
    if (chair->asker >= 0 && chair->asker != k->person)
        return refuse(k, "BUSY", "Questo posto lo sta già chiedendo qualcun altro",
                      "Somebody else is asking for that seat");
    for (int p = 0; p < k->r->seats; p++)
        if (k->r->chair[p].asker == k->person) k->r->chair[p].asker = -1;
    chair->asker = (int8_t)k->person;
    chair->agreed = 0;
    k->silent = true;
    return true;
}

static bool do_agree(call *k)
{
    room *r = k->r;
    if (!need_person(k, k->c->person)) return false;
    int seat = -1;
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].asker == k->c->person) seat = p;
    if (seat < 0)
        return refuse(k, "WHEN", "Questa persona non chiede niente",
                      "That person is not asking for anything");
    room_chair *chair = &r->chair[seat];
    k->silent = true;
    if (!k->c->on) {
        chair->asker = -1;
        return true;
    }
    chair->agreed |= 1u << k->person;
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].kind == ROOM_PERSON && !(chair->agreed >> r->chair[p].person & 1))
            return true; // somebody has not said yet
    k->silent = false;
    vg_text_printf(k->entry, "%d %d with", seat, k->c->person);
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].kind == ROOM_PERSON) vg_text_printf(k->entry, " %d", r->chair[p].person);
    return true;
}

// Somebody has gone: once all who sit and are here agree, a bot stands in until they are back.
static bool do_stead(call *k)
{
    room *r = k->r;
    if (!need_seat_number(k, k->c->seat)) return false;
    room_chair *chair = &r->chair[k->c->seat];
    if (chair->kind != ROOM_PERSON || r->people[chair->person].here)
        return refuse(k, "WHEN", "Un bot prende il posto solo di chi si è allontanato",
                      "A bot only stands in for somebody who is away");
    k->silent = true;
    if (!k->c->on) {
        chair->agreed &= ~(1u << k->person);
        return true;
    }
    chair->agreed |= 1u << k->person;
    for (int p = 0; p < r->seats; p++) {
        const room_chair *one = &r->chair[p];
        if (one->kind == ROOM_PERSON && r->people[one->person].here &&
            !(chair->agreed >> one->person & 1))
            return true; // somebody has not said yet
    }
    chair->stand_in = true;
    return true;
}

static bool do_bot(call *k)
{
    if (!need_seat_number(k, k->c->seat)) return false;
    room_chair *chair = &k->r->chair[k->c->seat];
    if (chair->kind == ROOM_PERSON)
        return refuse(k, "WHEN", "Qui siede una persona", "A person sits there");
    if (in_play(k) && (!k->c->text || (chair->kind == ROOM_BOT && !chair->left)))
        return refuse(k, "WHEN", "A partita cominciata un bot prende solo un posto lasciato",
                      "Once the game has begun a bot only takes a seat somebody left");
    if (k->c->text) {
        vg_bot bot;
        vg_err err = room_bot(k->c->text, k->lang, &bot, k->answer->why);
        if (err) {
            k->answer->code = room_code(err);
            return false;
        }
    }
    vg_text_printf(k->entry, "%d %s", k->c->seat, k->c->text ? k->c->text : "-");
    return true;
}

static bool do_swap(call *k)
{
    if (!need_seat_number(k, k->c->seat) || !need_seat_number(k, k->c->with)) return false;
    vg_text_printf(k->entry, "%d %d", k->c->seat, k->c->with);
    return true;
}

static bool do_host(call *k)
{
    if (!need_person(k, k->c->person)) return false;
    if (in_play(k) && room_has_people(k->r) && k->r->people[k->c->person].seat < 0)
        return refuse(k, "WHEN", "A partita cominciata ospita chi gioca",
                      "Once the game has begun the host is one of those who play");
    vg_text_int(k->entry, k->c->person);
    return true;
}

static bool do_kick(call *k)
{
    if (!need_person(k, k->c->person)) return false;
    if (k->c->person == k->r->host)
        return refuse(k, "WHEN", "Chi ospita non si manda via", "The host cannot be sent away");
    bool seated = k->r->people[k->c->person].seat >= 0;
    vg_text_printf(k->entry, "%d %d%s", k->c->person, k->c->on, seated ? successor(k) : "");
    return true;
}

static bool do_mute(call *k)
{
    if (!need_person(k, k->c->person)) return false;
    if (k->c->person == k->r->host)
        return refuse(k, "WHEN", "Chi ospita ha sempre la parola", "The host is never muted");
    vg_text_printf(k->entry, "%d %d", k->c->person, k->c->on);
    return true;
}

// The operator gives a person another token: the one before is worth nothing.
static bool do_token(call *k)
{
    if (!need_person(k, k->c->person)) return false;
    if (!k->c->text || strlen(k->c->text) != (size_t)2 * ROOM_HASH ||
        strspn(k->c->text, "0123456789abcdef") != (size_t)2 * ROOM_HASH)
        return refuse(k, "FORMAT", "Il comando non ha la forma giusta",
                      "The command does not have the right form");
    vg_text_printf(k->entry, "%d %s", k->c->person, k->c->text);
    return true;
}

// What is not kept: no entry.
static bool do_ahead(call *k)
{
    k->r->chair[k->seat].ahead = k->c->on;
    k->silent = true;
    return true;
}

static bool do_telling(call *k)
{
    if (!need_voice(k)) return false;
    k->r->chair[k->seat].telling = k->c->on;
    k->silent = true;
    return true;
}

static bool do_colour(call *k)
{
    if (k->c->colour < 0 || k->c->colour > ROOM_COLOURS)
        return refuse(k, "FORMAT", "Questo colore non c'è", "There is no such colour");
    k->r->people[k->person].colour = (uint8_t)k->c->colour;
    k->silent = true;
    return true;
}

static bool do_list(call *k)
{
    vg_text_int(k->entry, k->c->on);
    return true;
}

static bool do_door(call *k) { return do_list(k); }

static bool do_close(call *k)
{
    (void)k; // always
    return true;
}

// ---- who may do what, and when ---------------------------------------------------

typedef enum actor { ANYBODY, SEATED, HOST, PLAYER, SERVER, OPERATOR } actor;
typedef enum moment { ALWAYS, IDLE, OPEN, PLAYING, OVER } moment;

static bool no_such(call *k)
{
    return refuse(k, "UNKNOWN", "Questo comando non c'è", "There is no such command");
}

static bool need_who(call *k, actor who)
{
    switch (who) {
    case ANYBODY: return k->person >= 0 || no_such(k);
    case SEATED: return need_seat(k);
    case HOST: return need_host(k);
    case PLAYER: return k->seat >= 0 || need_host(k);
    case SERVER:
        return k->person < 0 ||
               refuse(k, "WHO", "Questo lo dice solo l'orologio", "Only the clock says that");
    case OPERATOR: return k->person < 0 || no_such(k);
    }
    return false;
}

static bool need_when(call *k, moment when)
{
    switch (when) {
    case ALWAYS: return true;
    case IDLE: return need_not_dealing(k);
    case OPEN: return need_before_deal(k);
    case PLAYING: return need_playing(k);
    case OVER:
        return room_status_of(k->r) == ROOM_OVER ||
               refuse(k, "WHEN", "Prima finite questa partita", "Finish this game first");
    }
    return false;
}

static bool check(call *k)
{
    static const struct {
        actor who;
        moment when;
        bool (*act)(call *k);
    } rows[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, text, who, when, ...) [ROOM_DO_##id] = {who, when, do_##name},
#define SIGN(id, name, text, who, when, ...)  [ROOM_DO_##id] = {who, when, do_##name},
#define LOOK(id, ...)                         [ROOM_DO_##id] = {ANYBODY, ALWAYS, no_such},
#include "server/verbs.def"
    };
    int v = k->c->verb;
    return need_who(k, rows[v].who) && need_when(k, rows[v].when) && rows[v].act(k);
}

// Folds the head line of a new entry into the room.
static void fold(room *r, const vg_text *entry, uint32_t kept, int64_t now)
{
    char line[4096]; // a narration of VG_MAX_NARRATION code points and its head
    vg_text text = VG_TEXT(line);
    vg_text_bytes(&text, entry->at, strcspn(entry->at, "\n"));
    bool ok = room_fold(r, line, kept, now);
    assert(ok); // it was checked
    (void)ok;
    room_name_chairs(r);
}

// Closing is always possible.
static bool full(const room *r, int verb)
{
    static const uint32_t most[ROOM_BOOK_COUNT] = {
#define X(name, limit) [ROOM_BOOK_##name] = limit,
        ROOM_BOOKS(X)
#undef X
    };
    int book = room_book_of(verb);
    return book >= 0 && r->used[book] >= most[book] && verb != ROOM_DO_CLOSE;
}

static bool done_before(const room *r, int person, const char *id)
{
    uint64_t hash = room_id_hash(id);
    for (int i = 0; i < r->people[person].done_count; i++)
        if (r->people[person].done[i] == hash) return true;
    return false;
}

void room_do(room *r, int person, const room_command *c, vg_lang lang, int64_t now, vg_text *entry,
             room_answer *answer)
{
    answer->code = NULL;
    answer->again = false;
    call k = {.r = r,
              .person = person,
              .seat = person >= 0 ? r->people[person].seat : c->seat,
              .c = c,
              .lang = lang,
              .now = now,
              .entry = entry,
              .answer = answer,
              .kept = UINT32_MAX};
    if (person >= 0 && c->id[0] && done_before(r, person, c->id)) {
        answer->again = true;
        return;
    }
    room_status status = room_status_of(r);
    if (status == ROOM_FROZEN || status == ROOM_CLOSED) {
        refuse(&k, "CLOSED", "Questo tavolo è chiuso", "This table is closed");
        return;
    }
    if (full(r, c->verb)) {
        refuse(&k, "LIMIT", "Di questo il libro del tavolo è pieno",
               "The table's book has no more room for that");
        return;
    }
    vg_text_add(entry, room_verb_names[c->verb]);
    vg_text_char(entry, ' ');
    if (person >= 0)
        vg_text_int(entry, person);
    else
        vg_text_char(entry, '-');
    vg_text_char(entry, ' ');
    vg_text_add(entry, c->id[0] ? c->id : "-");
    vg_text_char(entry, ' ');
    if (!check(&k) || k.silent) {
        vg_text_clear(entry);
        return;
    }
    fold(r, entry, k.kept, now);
}

bool room_bot_move(room *r, int seat, vg_move m, vg_by by, int64_t now, vg_text *entry)
{
    call k = {.r = r, .entry = entry};
    mark before = mark_of(r);
    bool own = r->chair[seat].kind == ROOM_BOT && *vg_table_seat_bot(r->table, seat);
    vg_table_by(r->table, own ? VG_BY_SELF : by);
    if (vg_table_move(r->table, seat, m) != VG_OK) return false;
    vg_text_add(entry, "move - - ");
    put_lines(&k, before);
    fold(r, entry, k.kept, now);
    return true;
}

bool room_bot_tells(room *r, int seat, int at, int64_t now, vg_text *entry)
{
    if (!vg_game_tells(vg_table_game(r->table))) return false;
    if (!r->teller) r->teller = vg_teller_new(r->table);
    if (!r->teller || !vg_teller_follow(r->teller)) return false; // no memory: it stays silent
    const vg_telling *telling = vg_teller_find(r->teller, at);
    if (!telling || telling->seat != seat || !*telling->text[r->lang]) return false;
    room_command c = {
        .verb = ROOM_DO_TELL, .seat = seat, .entry = at, .text = telling->text[r->lang]};
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    room_answer answer = {.why = &why};
    room_do(r, -1, &c, r->lang, now, entry, &answer);
    return !answer.code; // a table full of words takes no more
}

// A number for somebody new: the next one, or that of who was sent away or has been gone longest.
static int free_number(const room *r)
{
    int found = -1;
    for (int i = 0; i < r->people_count; i++) {
        const room_person *who = &r->people[i];
        if (who->gone) return i;
        if (who->here > 0 || who->seat >= 0 || i == r->host) continue;
        if (found < 0 || who->left_at < r->people[found].left_at) found = i;
    }
    return r->people_count < ROOM_PEOPLE ? r->people_count : found;
}

int room_join(room *r, int person, const char *name, const uint8_t hash[ROOM_HASH], vg_lang lang,
              int64_t now, vg_text *entry, room_answer *answer)
{
    room_command c = {.text = name, .verb = ROOM_DO_NAME};
    call k = {.r = r, .person = person, .c = &c, .lang = lang, .entry = entry, .answer = answer};
    int number = person < 0 ? free_number(r) : person;
    answer->code = NULL;
    if (room_status_of(r) >= ROOM_CLOSED)
        refuse(&k, "CLOSED", "Questo tavolo è chiuso", "This table is closed");
    else if (person < 0 && (r->shut || room_is_banned(r, hash)))
        refuse(&k, "WHO", "Chi ospita non fa entrare nessun altro", "The host lets nobody else in");
    else if (number < 0)
        refuse(&k, "LIMIT", "A questo tavolo c'è già troppa gente",
               "There are too many people at this table");
    else if (full(r, ROOM_DO_NAME))
        refuse(&k, "LIMIT", "Di questo il libro del tavolo è pieno",
               "The table's book has no more room for that");
    if (answer->code) return -1;
    char hex[2 * ROOM_HASH + 1];
    vg_hex(hash, ROOM_HASH, hex);
    if (person < 0)
        vg_text_printf(entry, "join %d - %s ", number, hex);
    else
        vg_text_printf(entry, "name %d - ", person);
    if (!do_name(&k)) {
        vg_text_clear(entry);
        return -1;
    }
    fold(r, entry, UINT32_MAX, now);
    return number;
}
