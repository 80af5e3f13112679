// record.c: a table as text, back again, and whether its chance was honest.
//
// The format is in docs/record.md. Reading has no rules of its own: a move of
// the record is played like anybody's, with chance scripted until the last line
// is in, so whatever loads could have been played.
#include "engine/table.h"

#include "engine/table_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT   1
#define MAX_LINE 4096 // a narration of VG_MAX_NARRATION code points needs 2404 bytes

// ---- writing -----------------------------------------------------------------------

static void put_option(vg_text *out, const vg_option *o, int value)
{
    vg_text_printf(out, "option %s=", o->key);
    if (o->names)
        vg_text_add(out, o->names[value - o->min]);
    else
        vg_text_int(out, value);
    vg_text_char(out, '\n');
}

static void put_header(const vg_table *t, vg_text *out)
{
    const vg_game *game = t->plan.game;
    const vg_setup *how = &t->plan.setup;
    vg_text_printf(out, "veglia record %d\ngame %s\nrules %d\nedition %s\nseats %d\ngames %d\n",
                   FORMAT, game->id, game->rules_version, game->editions[how->edition], how->seats,
                   t->plan.games);
    if (how->first < 0)
        vg_text_add(out, "first chance\n");
    else
        vg_text_printf(out, "first %d\n", how->first);
    for (int i = 0; i < game->option_count; i++) put_option(out, &game->options[i], how->option[i]);
    for (int p = 0; p < how->seats; p++)
        if (t->name[p][0]) vg_text_printf(out, "name %d %s\n", p, t->name[p]);
    for (int p = 0; p < how->seats; p++)
        if (t->salt[p][0]) vg_text_printf(out, "salt %d %s\n", p, t->salt[p]);
    char hex[2 * VG_SHA256_BYTES + 1];
    vg_hex(t->commitment, VG_SHA256_BYTES, hex);
    if (t->plan.dice == VG_DICE_SEED)
        vg_text_printf(out, "seed %llu\n", (unsigned long long)t->plan.seed);
    else if (t->has_commitment)
        vg_text_printf(out, "commit %s\n", hex);
    else
        vg_text_add(out, "scripted\n");
    vg_text_char(out, '\n');
}

void vg_table_record(const vg_table *t, bool with_secret, vg_text *out)
{
    put_header(t, out);
    int game = 1;
    for (int i = 0; i < t->log_count; i++) {
        const vg_entry *e = &t->log[i];
        if (e->game != game) vg_text_printf(out, "== game %d\n", game = e->game);
        if (e->seat == VG_CHANCE)
            vg_text_add(out, "* ");
        else
            vg_text_printf(out, "%d ", e->seat);
        vg_text_add(out, t->words + e->word);
        vg_text_char(out, '\n');
        if (!e->narration) continue;
        vg_text_add(out, "  \" ");
        vg_text_add(out, e->narration);
        vg_text_char(out, '\n');
    }
    if (game != t->number) vg_text_printf(out, "== game %d\n", t->number);
    if (t->plan.dice == VG_DICE_SECRET && (with_secret || vg_table_match_over(t))) {
        char hex[2 * VG_SECRET + 1];
        vg_hex(t->plan.secret, VG_SECRET, hex);
        vg_text_printf(out, "secret %s\n", hex);
    }
}

// ---- reading -----------------------------------------------------------------------

// What a header line may say, each at most once (except the lines of seats and options).
enum {
    HAS_FORMAT = 1,
    HAS_GAME = 2,
    HAS_RULES = 4,
    HAS_EDITION = 8,
    HAS_SEATS = 16,
    HAS_GAMES = 32,
    HAS_FIRST = 64,
    HAS_CHANCE = 128
};

typedef struct reader {
    uint32_t line; // 1-based
    vg_lang lang;
    vg_err err;
    vg_text *why;
    unsigned has;
    vg_table_plan plan;
    bool has_commitment;
    uint8_t commitment[VG_SHA256_BYTES];
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1];
    char salt[VG_MAX_SEATS][VG_MAX_SALT + 1];
    vg_table *table; // made when the header ends
    bool closed;     // the secret was read
    bool open_end;   // this line, the last, has no newline
} reader;

// Says "line N: " and the pattern in the reader's language, {0} being `arg`. Always false.
static bool fail(reader *r, const char *it, const char *en, const char *arg)
{
    const char *const args[] = {arg};
    vg_text_printf(r->why, vg_pick(r->lang, "riga %u: ", "line %u: "),
                   r->line ? (unsigned)r->line : 1);
    if (r->open_end) // a full disk and a copy that stopped leave it so
        vg_text_add(r->why, vg_pick(r->lang, "il verbale è tagliato a metà di questa riga: ",
                                    "the record is cut in the middle of this line: "));
    vg_text_fill(r->why, vg_pick(r->lang, it, en), args, 1);
    if (r->err == VG_OK) r->err = VG_ERR_RECORD;
    return false;
}

static bool fail_err(reader *r, vg_err err)
{
    if (err == VG_ERR_SYSTEM) r->err = err;
    return fail(r, "{0}", "{0}", vg_err_text(err, r->lang));
}

// Reads a decimal number of at most `max`, to the end of `s`.
static bool number(const char *s, uint64_t max, uint64_t *out)
{
    uint64_t n = 0;
    if (!*s || (s[0] == '0' && s[1])) return false; // one way to write each
    for (; *s; s++) {
        if (*s < '0' || *s > '9') return false;
        uint64_t digit = (uint64_t)(*s - '0');
        if (digit > max || n > (max - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *out = n;
    return true;
}

// Cuts the first word off `*s`, which then begins at the next.
static const char *word(char **s)
{
    char *at = *s;
    char *end = at + strcspn(at, " \t");
    *s = end + strspn(end, " \t");
    *end = '\0';
    return at;
}

static bool read_game(reader *r, const char *rest)
{
    r->plan.game = vg_game_find(rest);
    if (!r->plan.game) return fail(r, "non c'è un gioco \"{0}\"", "there is no game \"{0}\"", rest);
    vg_setup_normal(r->plan.game, r->plan.game->min_seats, &r->plan.setup);
    return true;
}

static bool read_rules(reader *r, const char *rest)
{
    uint64_t version = 0;
    if (!number(rest, UINT16_MAX, &version)) return fail_err(r, VG_ERR_SYNTAX);
    if (version == r->plan.game->rules_version) return true;
    char buffer[96];
    vg_text text = VG_TEXT(buffer);
    vg_text_printf(&text,
                   vg_pick(r->lang, "la versione %d delle regole, qui c'è la %d",
                           "version %d of the rules, this is version %d"),
                   (int)version, r->plan.game->rules_version);
    r->err = VG_ERR_VERSION;
    return fail(r, "il verbale segue {0}", "the record follows {0}", buffer);
}

static bool read_edition(reader *r, const char *rest)
{
    for (int i = 0; i < r->plan.game->edition_count; i++) {
        if (strcmp(r->plan.game->editions[i], rest) != 0) continue;
        r->plan.setup.edition = (uint8_t)i;
        return true;
    }
    return fail(r, "non c'è un'edizione \"{0}\"", "there is no edition \"{0}\"", rest);
}

// Checks the setup as read so far; a wrong value is on this line.
static bool check_setup(reader *r)
{
    char buffer[256];
    vg_text text = VG_TEXT(buffer);
    if (vg_setup_check(r->plan.game, &r->plan.setup, r->lang, &text) == VG_OK) return true;
    return fail(r, "{0}", "{0}", buffer);
}

static bool read_option(reader *r, const char *rest)
{
    char buffer[512];
    vg_text text = VG_TEXT(buffer);
    if (vg_setup_option(r->plan.game, &r->plan.setup, rest, r->lang, &text) == VG_OK) return true;
    return fail(r, "{0}", "{0}", buffer);
}

// "0 Anna" or "0 salt".
static bool read_seat(reader *r, bool salt, char *rest)
{
    uint64_t seat = 0;
    const char *who = word(&rest);
    if (!number(who, (uint64_t)r->plan.setup.seats - 1, &seat))
        return fail(r, "non c'è un posto \"{0}\"", "there is no seat \"{0}\"", who);
    if (*(salt ? r->salt[seat] : r->name[seat]))
        return fail(r, "il posto {0} c'è già", "seat {0} was given already", who);
    vg_err err = salt ? vg_seat_salt(rest, r->salt[seat]) : vg_seat_name(rest, r->name[seat]);
    return err == VG_OK || fail_err(r, err);
}

// Header lines that may come once: keyword, its bit, what must have come before.
static const struct {
    const char *name;
    unsigned bit, after;
} once[] = {
    {"veglia", HAS_FORMAT, 0},       {"game", HAS_GAME, HAS_FORMAT},
    {"rules", HAS_RULES, HAS_GAME},  {"edition", HAS_EDITION, HAS_GAME},
    {"seats", HAS_SEATS, HAS_GAME},  {"games", HAS_GAMES, HAS_GAME},
    {"first", HAS_FIRST, HAS_SEATS}, {"commit", HAS_CHANCE, HAS_GAME},
    {"seed", HAS_CHANCE, HAS_GAME},  {"scripted", HAS_CHANCE, HAS_GAME},
};

static bool read_once(reader *r, const char *key, const char *rest)
{
    uint64_t n = 0;
    if (strcmp(key, "veglia") == 0) {
        if (strcmp(rest, "record 1") == 0) return true;
        r->err = VG_ERR_VERSION;
        return fail(r, "qui si leggono verbali di forma 1, non \"{0}\"",
                    "this reads records of form 1, not \"{0}\"", rest);
    }
    if (strcmp(key, "game") == 0) return read_game(r, rest);
    if (strcmp(key, "rules") == 0) return read_rules(r, rest);
    if (strcmp(key, "edition") == 0) return read_edition(r, rest);
    if (strcmp(key, "seats") == 0) {
        if (!number(rest, VG_MAX_SEATS, &n)) return fail_err(r, VG_ERR_SETUP);
        r->plan.setup.seats = (uint8_t)n;
        return check_setup(r);
    }
    if (strcmp(key, "games") == 0) {
        if (!number(rest, VG_MAX_MATCH, &n) || n == 0)
            return fail(r, "una sfida non ha {0} partite", "no match has {0} games", rest);
        r->plan.games = (uint8_t)n;
        return true;
    }
    if (strcmp(key, "first") == 0) {
        if (strcmp(rest, "chance") == 0) return true; // what it is until told otherwise
        if (!number(rest, INT8_MAX, &n)) return fail_err(r, VG_ERR_SYNTAX);
        r->plan.setup.first = (int8_t)n;
        return check_setup(r);
    }
    if (strcmp(key, "commit") == 0) {
        r->has_commitment = vg_unhex(rest, r->commitment, VG_SHA256_BYTES) == 0;
        return r->has_commitment ||
               fail(r, "servono 64 cifre esadecimali", "64 hexadecimal digits are needed", "");
    }
    if (strcmp(key, "seed") == 0) {
        r->plan.dice = VG_DICE_SEED;
        return number(rest, UINT64_MAX, &r->plan.seed) || fail_err(r, VG_ERR_SYNTAX);
    }
    return !*rest || fail_err(r, VG_ERR_SYNTAX); // "scripted" alone
}

static bool read_header(reader *r, char *line)
{
    char *rest = line;
    const char *key = word(&rest);
    for (size_t i = 0; i < sizeof once / sizeof once[0]; i++) {
        if (strcmp(once[i].name, key) != 0) continue;
        if (r->has & once[i].bit)
            return fail(r, "\"{0}\" c'è già", "\"{0}\" was said already", key);
        if ((r->has & once[i].after) != once[i].after)
            return fail(r, "prima di \"{0}\" manca qualcosa (docs/record.md)",
                        "something is missing before \"{0}\" (docs/record.md)", key);
        r->has |= once[i].bit;
        return read_once(r, key, rest);
    }
    if (!(r->has & HAS_FORMAT))
        return fail(r, "un verbale comincia con \"veglia record 1\"",
                    "a record begins with \"veglia record 1\"", "");
    if (strcmp(key, "option") == 0 && r->has & HAS_GAME) return read_option(r, rest);
    if (strcmp(key, "name") == 0 && r->has & HAS_SEATS) return read_seat(r, false, rest);
    if (strcmp(key, "salt") == 0 && r->has & HAS_SEATS) return read_seat(r, true, rest);
    return fail(r, "qui non si capisce \"{0}\"", "\"{0}\" makes no sense here", key);
}

// The header is over: makes the table, its chance scripted while the record is read.
static bool end_header(reader *r)
{
    if (r->table) return true;
    unsigned needed = HAS_FORMAT | HAS_GAME | HAS_RULES | HAS_SEATS;
    if ((r->has & needed) != needed)
        return fail(r, "mancano righe d'intestazione: servono veglia, game, rules, seats",
                    "header lines are missing: veglia, game, rules, seats are needed", "");
    vg_table_plan plan = r->plan;
    plan.dice = VG_DICE_SCRIPT;
    plan.lang = r->lang;
    char buffer[256];
    vg_text text = VG_TEXT(buffer);
    r->table = vg_table_new(&plan, &text);
    if (!r->table) {
        if (strcmp(buffer, vg_err_text(VG_ERR_SYSTEM, r->lang)) == 0) r->err = VG_ERR_SYSTEM;
        return fail(r, "{0}", "{0}", buffer);
    }
    memcpy(r->table->name, r->name, sizeof r->name);
    memcpy(r->table->salt, r->salt, sizeof r->salt);
    return true;
}

static bool read_narration(reader *r, const char *text)
{
    vg_table *t = r->table;
    int last = t ? t->log_count - 1 : -1;
    if (last < 0 || t->log[last].game != t->number)
        return fail(r, "un racconto sta sotto una mossa", "narration stands under a move", "");
    if (t->log[last].narration)
        return fail(r, "questa mossa ha già un racconto", "this move has its narration already",
                    "");
    vg_err err = vg_table_narrate(t, t->log[last].seat, last, text);
    if (err == VG_ERR_NOT_YOU)
        return fail(r, "il caso non racconta", "chance does not narrate", "");
    return err == VG_OK || fail_err(r, err);
}

// "== game 2"
static bool read_next_game(reader *r, const char *line)
{
    char wanted[24];
    snprintf(wanted, sizeof wanted, "== game %d", r->table->number + 1);
    if (strcmp(line, wanted) != 0)
        return fail(r, "qui ci vorrebbe \"{0}\"", "\"{0}\" should stand here", wanted);
    vg_err err = vg_table_next_game(r->table);
    if (err == VG_ERR_ILLEGAL)
        return fail(r, "la partita prima non è finita", "the game before is not over", "");
    if (err == VG_ERR_OVER)
        return fail(r, "la sfida non ha altre partite", "the match has no more games", "");
    return err == VG_OK || fail_err(r, err);
}

static bool read_secret(reader *r, const char *hex)
{
    vg_table *t = r->table;
    uint8_t commitment[VG_SHA256_BYTES];
    if (!r->has_commitment)
        return fail(r, "c'è un segreto senza impegno (commit)",
                    "there is a secret without its commitment (commit)", "");
    if (vg_unhex(hex, t->plan.secret, VG_SECRET) != 0)
        return fail(r, "servono 64 cifre esadecimali", "64 hexadecimal digits are needed", "");
    vg_secret_commitment(t->plan.secret, commitment);
    if (memcmp(commitment, r->commitment, sizeof commitment) != 0)
        return fail(r, "il segreto non corrisponde all'impegno preso (commit)",
                    "the secret is not the one committed to (commit)", "");
    r->closed = true;
    return true;
}

static bool read_move(reader *r, char *line)
{
    uint64_t n = 0;
    char *text = line;
    const char *who = word(&text);
    int seat = VG_CHANCE;
    if (strcmp(who, "*") != 0) {
        if (!number(who, VG_MAX_SEATS - 1, &n))
            return fail(r, "non c'è un posto \"{0}\"", "there is no seat \"{0}\"", who);
        seat = (int)n;
    }
    char buffer[1024];
    vg_text why = VG_TEXT(buffer);
    vg_err err = vg_table_play(r->table, seat, text, r->lang, &why);
    if (err == VG_OK) {
        r->table->log[r->table->log_count - 1].line = r->line;
        return true;
    }
    if (err == VG_ERR_SYSTEM) r->err = err;
    return fail(r, "{0}", "{0}", buffer);
}

// One line without its end.
static bool read_line(reader *r, char *line)
{
    size_t n = strlen(line);
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t')) line[--n] = '\0';
    char *at = line + strspn(line, " \t");
    if (!*at || *at == '#') return true;
    if (r->closed)
        return fail(r, "dopo il segreto non c'è più niente", "nothing follows the secret", "");
    if (*at == '"' && at > line) return read_narration(r, at + 1);
    bool letter = *at >= 'a' && *at <= 'z';
    if (letter && !r->table && strncmp(at, "secret", 6) != 0) return read_header(r, at);
    if (!end_header(r)) return false;
    if (strncmp(at, "secret ", 7) == 0) return read_secret(r, at + 7);
    if (letter)
        return fail(r, "l'intestazione è finita prima della prima mossa",
                    "the header ended before the first move", "");
    if (*at == '=') return read_next_game(r, at);
    return read_move(r, at);
}

// Cuts the next line off [*at, end) into `line`; refuses what no text editor writes.
static bool next_line(reader *r, const char **at, const char *end, char line[MAX_LINE + 1])
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    size_t n = (size_t)((stop ? stop : end) - *at);
    const char *from = *at;
    *at = stop ? stop + 1 : end;
    r->line++;
    if (n > 0 && from[n - 1] == '\r') n--;
    if (n > MAX_LINE) return fail(r, "la riga è troppo lunga", "the line is too long", "");
    r->open_end = !stop;
    for (size_t i = 0; i < n;) {
        uint32_t c = 0;
        size_t length = vg_utf8_decode(from + i, n - i, &c);
        if (length == 0 || c == 0)
            return fail(r, "il testo non è UTF-8", "the text is not UTF-8", "");
        i += length;
    }
    memcpy(line, from, n);
    line[n] = '\0';
    return true;
}

// The last line is in: from here on the table's chance is its own again.
static void finish(reader *r)
{
    vg_table *t = r->table;
    t->plan.dice = r->closed ? VG_DICE_SECRET : r->plan.dice;
    if (t->plan.dice == VG_DICE_SEED) vg_seed_secret(t->plan.seed, t->plan.secret);
    t->has_secret = t->plan.dice != VG_DICE_SCRIPT;
    t->has_commitment = t->has_secret || r->has_commitment;
    if (t->has_secret)
        vg_secret_commitment(t->plan.secret, t->commitment);
    else if (r->has_commitment)
        memcpy(t->commitment, r->commitment, sizeof t->commitment);
    if (t->has_secret) vg_table_key(t, t->number, t->key);
}

vg_table *vg_table_load(const char *record, size_t length, vg_lang lang, vg_err *err, vg_text *why)
{
    vg_text none = {0};
    reader r = {.lang = lang, .why = why ? why : &none};
    r.plan.games = 1;
    r.plan.dice = VG_DICE_SCRIPT;
    const char *at = record, *end = record + length;
    if (length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3; // some editors sign their files
    bool ok = length <= VG_MAX_RECORD ||
              fail(&r, "il verbale è troppo lungo", "the record is too long", "");
    char line[MAX_LINE + 1];
    while (ok && at < end) ok = next_line(&r, &at, end, line) && read_line(&r, line);
    if (ok && end_header(&r)) {
        finish(&r);
        if (err) *err = VG_OK;
        return r.table;
    }
    vg_table_free(r.table);
    if (err) *err = r.err;
    return NULL;
}

// ---- checking ----------------------------------------------------------------------

static vg_err differs(const vg_table *t, int entry, const void *state, vg_move m, vg_lang lang,
                      vg_text *why)
{
    const vg_entry *e = &t->log[entry];
    char buffer[VG_MAX_MOVE_TEXT];
    vg_text text = VG_TEXT(buffer);
    t->plan.game->move_text(state, m, &text);
    if (e->line)
        vg_text_printf(why, vg_pick(lang, "riga %u: ", "line %u: "), (unsigned)e->line);
    else
        vg_text_printf(why, vg_pick(lang, "mossa %d: ", "move %d: "), entry + 1);
    vg_text_printf(why,
                   vg_pick(lang, "il segreto dà \"%s\", qui c'è \"%s\"",
                           "the secret gives \"%s\", here stands \"%s\""),
                   buffer, t->words + e->word);
    return VG_ERR_RECORD;
}

vg_err vg_table_verify(const vg_table *t, vg_lang lang, vg_text *why)
{
    vg_text none = {0};
    if (!why) why = &none;
    if (!t->has_secret) {
        vg_text_add(why, t->has_commitment
                             ? vg_pick(lang, "il segreto non è ancora stato rivelato",
                                       "the secret has not been revealed yet")
                             : vg_pick(lang,
                                       "il caso di questo tavolo è stato dettato: non c'è "
                                       "niente da verificare",
                                       "the chance of this table was scripted: there is nothing "
                                       "to verify"));
        return VG_ERR_RECORD;
    }
    const vg_game *game = t->plan.game;
    _Alignas(8) uint8_t state[VG_MAX_STATE];
    uint8_t key[VG_CHACHA_KEY];
    vg_setup setup = t->plan.setup;
    vg_text quiet = {0};
    uint64_t rolls = 0;
    int number = 0;
    for (int i = 0; i < t->log_count; i++) {
        const vg_entry *e = &t->log[i];
        if (e->game != number) {
            if (number) setup.first = (int8_t)((game->first(state) + 1) % setup.seats);
            if (game->setup(state, &setup, lang, &quiet) != VG_OK) return VG_ERR_SETUP;
            number = e->game;
            rolls = 0;
            vg_table_key(t, number, key);
        }
        if (e->seat == VG_CHANCE) {
            vg_move m = vg_table_roll(game, state, key, rolls++);
            if (m != e->move) return differs(t, i, state, m, lang, why);
        }
        game->apply(state, e->seat, e->move, NULL);
    }
    return VG_OK;
}
