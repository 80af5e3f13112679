// record.c: a table as text, and back again. Whether it was honest is in verify.c.
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

#define MAX_LINE 4096 // a narration of VG_MAX_NARRATION code points needs 2404 bytes

// ---- writing -----------------------------------------------------------------------

void vg_table_record(const vg_table *t, bool with_secret, vg_text *out)
{
    char hex[2 * VG_SHA256_BYTES + 1];
    uint8_t head[VG_SHA256_BYTES];
    vg_table_header(t, out);
    vg_text_char(out, '\n');
    for (int i = 0; i < t->link_count; i++) {
        const vg_link *l = &t->link[i];
        if (t->form == 1 && l->kind != VG_LINK_GAME && l->entry < 0) continue; // as if it never was
        vg_table_link(t, i, out);
        vg_text_char(out, '\n');
        if (l->entry < 0 || !t->log[l->entry].narration) continue;
        vg_text_add(out, "  \" ");
        vg_text_add(out, t->log[l->entry].narration);
        vg_text_char(out, '\n');
    }
    for (int p = 0; p < t->setup.seats && t->sealed && t->form > 1; p++)
        if (strcmp(t->name[p], t->dealt_name[p]) != 0)
            vg_text_printf(out, "renamed %d %s\n", p, t->name[p]);
    if (vg_table_head(t, head)) {
        vg_hex(head, VG_SHA256_BYTES, hex);
        vg_text_printf(out, "head %d %s\n", t->link_count, hex);
    }
    if (t->plan.dice == VG_DICE_SECRET && (with_secret || vg_table_match_over(t))) {
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
    HAS_CHANCE = 128,
    HAS_SHARED = 256
};

typedef struct reader {
    uint32_t line; // 1-based
    vg_lang lang;
    bool checking;
    vg_err err;
    vg_luck luck;
    vg_text *why;
    int form;
    bool has_secret; // found ahead: chance and chain grow with the lines
    uint32_t secret_line;
    uint8_t secret[VG_SECRET];
    vg_said said;
    unsigned has;
    vg_table_plan plan;
    bool has_commitment;
    uint8_t commitment[VG_SHA256_BYTES];
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1];
    char bot[VG_MAX_SEATS][VG_MAX_BOT + 1];
    char old_salt[VG_MAX_SEATS][VG_OLD_SALT + 1];
    uint16_t hashed, salted;
    uint8_t hash[VG_MAX_SEATS][VG_SHA256_BYTES], salt[VG_MAX_SEATS][VG_SALT];
    vg_void voids[VG_MAX_VOID];
    int void_count;
    vg_table *table;    // made when the header ends
    bool ended, closed; // the moves are over; the secret was read
    uint16_t renamed;   // seats
    bool open_end;      // this line, the last, has no newline
    vg_text changes;    // of the edition a designer wrote: what `change` lines must say, in order
    size_t changes_read;
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

// The same where things that can be read do not belong together.
static bool fail_luck(reader *r, const char *it, const char *en, const char *arg)
{
    r->luck = VG_LUCK_FALSE;
    return fail(r, it, en, arg);
}

static bool fail_hex(reader *r)
{
    return fail(r, "servono 64 cifre esadecimali", "64 hexadecimal digits are needed", "");
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
static char *word(char **s)
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
    const vg_game *game = r->plan.game;
    int found = vg_edition_find(game, rest);
    if (found >= 0) {
        r->plan.setup.edition = (uint8_t)found;
        return true;
    }
    if (game->tuning && strcmp(game->editions[game->edition_count], rest) == 0) {
        if (!game->tuning->used)
            return fail(r,
                        "il verbale ha numeri cambiati da chi progetta: lo leggono veglia replay, "
                        "verify e book",
                        "the record has numbers a designer changed: veglia replay, verify and book "
                        "read it",
                        rest);
        r->plan.setup.edition = game->edition_count;
        r->changes = vg_text_heap();
        vg_game_changes(game, &r->changes);
        return true;
    }
    return fail(r, "non c'è un'edizione \"{0}\"", "there is no edition \"{0}\"", rest);
}

// The edition is the one this program holds now: line by line the same, no more and no fewer.
static bool read_change(reader *r, const char *rest)
{
    const char *due = r->changes.at ? r->changes.at + r->changes_read : "";
    size_t n = strcspn(due, "\n");
    if (n == 0 || strlen(rest) != n || memcmp(rest, due, n) != 0)
        return fail(r, "il numero cambiato \"{0}\" non è di questa edizione",
                    "the changed number \"{0}\" is not of this edition", rest);
    r->changes_read += n + 1;
    return true;
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

static bool read_seat(reader *r, char **rest, int *out)
{
    uint64_t seat = 0;
    const char *who = word(rest);
    if (!number(who, (uint64_t)r->plan.setup.seats - 1, &seat))
        return fail(r, "non c'è un posto \"{0}\"", "there is no seat \"{0}\"", who);
    *out = (int)seat;
    return true;
}

static bool fail_twice(reader *r)
{
    return fail(r, "questo posto c'è già", "this seat was given already", "");
}

// "0 Anna", "0 greedy", "0 salt" of form 1.
static bool read_word(reader *r, const char *key, char *rest)
{
    int seat = 0;
    if (!read_seat(r, &rest, &seat)) return false;
    bool name = key[0] == 'n', bot = key[0] == 'b';
    if (*(name ? r->name[seat] : bot ? r->bot[seat] : r->old_salt[seat])) return fail_twice(r);
    vg_err err = name  ? vg_seat_name(rest, r->name[seat])
                 : bot ? vg_seat_word(rest, r->bot[seat], sizeof r->bot[seat])
                       : vg_seat_word(rest, r->old_salt[seat], sizeof r->old_salt[seat]);
    return err == VG_OK || fail_err(r, err);
}

// "0 HEX": a hash, and later the salt that belongs to it.
static bool read_hash(reader *r, bool salt, char *rest)
{
    int seat = 0;
    if (!read_seat(r, &rest, &seat)) return false;
    unsigned bit = 1u << seat;
    if ((salt ? r->salted : r->hashed) & bit) return fail_twice(r);
    if (r->plan.shared)
        return fail(r, "dove il caso è condiviso nessuno mette un sale",
                    "where luck is shared nobody adds a salt", "");
    if (vg_unhex(rest, salt ? r->salt[seat] : r->hash[seat], VG_SHA256_BYTES) != 0)
        return fail_hex(r);
    if (!salt) {
        r->hashed = (uint16_t)(r->hashed | bit);
        return true;
    }
    uint8_t hash[VG_SHA256_BYTES];
    vg_salt_hash(r->salt[seat], hash);
    if (!(r->hashed & bit) || memcmp(hash, r->hash[seat], sizeof hash) != 0)
        return fail_luck(r, "il sale non corrisponde alla sua impronta (hash)",
                         "the salt does not belong to its hash", "");
    r->salted = (uint16_t)(r->salted | bit);
    return true;
}

// "HEX 0 Anna"
static bool read_void(reader *r, char *rest)
{
    if (r->void_count == VG_MAX_VOID) return fail_err(r, VG_ERR_LIMIT);
    vg_void *v = &r->voids[r->void_count];
    int seat = 0;
    if (vg_unhex(word(&rest), v->frame, VG_SHA256_BYTES) != 0) return fail_hex(r);
    if (!read_seat(r, &rest, &seat)) return false;
    vg_err err = vg_seat_name(rest, v->name);
    if (err) return fail_err(r, err);
    v->seat = (int8_t)seat;
    r->void_count++;
    return true;
}

// Header lines that may come once: keyword, its bit, what must have come before.
static const struct {
    const char *name;
    unsigned bit, after;
} once[] = {
    {"veglia", HAS_FORMAT, 0},          {"game", HAS_GAME, HAS_FORMAT},
    {"rules", HAS_RULES, HAS_GAME},     {"edition", HAS_EDITION, HAS_GAME},
    {"seats", HAS_SEATS, HAS_GAME},     {"games", HAS_GAMES, HAS_GAME},
    {"first", HAS_FIRST, HAS_SEATS},    {"commit", HAS_CHANCE, HAS_GAME},
    {"seed", HAS_CHANCE, HAS_GAME},     {"scripted", HAS_CHANCE, HAS_GAME},
    {"shared", HAS_SHARED, HAS_CHANCE},
};

static bool read_once(reader *r, const char *key, const char *rest)
{
    uint64_t n = 0;
    if (strcmp(key, "veglia") == 0) {
        r->form = strcmp(rest, "record 2") == 0 ? 2 : strcmp(rest, "record 1") == 0 ? 1 : 0;
        if (r->form) return true;
        r->err = VG_ERR_VERSION;
        return fail(r, "qui si leggono verbali di forma 1 e 2, non \"{0}\"",
                    "this reads records of form 1 and 2, not \"{0}\"", rest);
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
        return r->has_commitment || fail_hex(r);
    }
    if (strcmp(key, "seed") == 0) {
        r->plan.dice = VG_DICE_SEED;
        return number(rest, UINT64_MAX, &r->plan.seed) || fail_err(r, VG_ERR_SYNTAX);
    }
    if (*rest) return fail_err(r, VG_ERR_SYNTAX); // "scripted" and "shared" stand alone
    if (strcmp(key, "shared") != 0) return true;
    r->plan.shared = true;
    return r->form > 1 || fail_err(r, VG_ERR_SYNTAX);
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
        return fail(r, "un verbale comincia con \"veglia record 2\"",
                    "a record begins with \"veglia record 2\"", "");
    if (strcmp(key, "option") == 0 && r->has & HAS_GAME) return read_option(r, rest);
    if (strcmp(key, "change") == 0 && r->has & HAS_EDITION) return read_change(r, rest);
    if (r->has & HAS_SEATS) {
        bool salt = strcmp(key, "salt") == 0;
        if (strcmp(key, "name") == 0 || (salt && r->form == 1)) return read_word(r, key, rest);
        if (r->form > 1) {
            if (strcmp(key, "bot") == 0) return read_word(r, key, rest);
            if (salt || strcmp(key, "hash") == 0) return read_hash(r, salt, rest);
            if (strcmp(key, "void") == 0) return read_void(r, rest);
        }
    }
    return fail(r, "qui non si capisce \"{0}\"", "\"{0}\" makes no sense here", key);
}

// What chance comes from, known from here on if the record shows it at all: so chance and chain can
// be followed line by line. The table's chance stays scripted while the record is read.
static bool foresee(reader *r)
{
    vg_table *t = r->table;
    bool seeded = r->plan.dice == VG_DICE_SEED;
    if (seeded) vg_seed_secret(r->plan.seed, t->plan.secret);
    if (!seeded && r->has_commitment) {
        t->has_commitment = true;
        memcpy(t->commitment, r->commitment, sizeof t->commitment);
    }
    if (!seeded && r->has_secret && r->has_commitment) {
        uint8_t commitment[VG_SHA256_BYTES];
        vg_secret_commitment(r->secret, commitment);
        if (memcmp(commitment, r->commitment, sizeof commitment) == 0) {
            memcpy(t->plan.secret, r->secret, VG_SECRET);
            t->has_secret = true;
        } else if (r->checking) {
            r->line = r->secret_line;
            return fail_luck(r, "il segreto non corrisponde all'impegno preso (commit)",
                             "the secret is not the one committed to (commit)", "");
        }
    }
    if (seeded) {
        t->has_secret = t->has_commitment = true;
        t->plan.seed = r->plan.seed;
        vg_secret_commitment(t->plan.secret, t->commitment);
    }
    t->from_seed = seeded;
    return true;
}

// The header is over: makes the table, its chance scripted while the record is read.
static bool end_header(reader *r)
{
    if (r->table) return true;
    unsigned needed = HAS_FORMAT | HAS_GAME | HAS_RULES | HAS_SEATS;
    if ((r->has & needed) != needed)
        return fail(r, "mancano righe d'intestazione: servono veglia, game, rules, seats",
                    "header lines are missing: veglia, game, rules, seats are needed", "");
    if (r->changes_read < r->changes.len)
        return fail(r, "manca un numero cambiato: {0}", "a changed number is missing: {0}",
                    r->changes.at + r->changes_read);
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
    vg_table *t = r->table;
    t->form = (uint8_t)r->form;
    memcpy(t->name, r->name, sizeof r->name);
    memcpy(t->bot, r->bot, sizeof r->bot);
    memcpy(t->old_salt, r->old_salt, sizeof r->old_salt);
    memcpy(t->hash, r->hash, sizeof r->hash);
    memcpy(t->salt, r->salt, sizeof r->salt);
    memcpy(t->voids, r->voids, sizeof r->voids);
    t->void_count = r->void_count;
    t->hashed = r->hashed;
    t->salted = r->salted;
    if (t->hashed) vg_table_seal(t);
    return foresee(r);
}

static bool read_narration(reader *r, const char *text)
{
    vg_table *t = r->table;
    int link = t ? t->link_count - 1 : -1;
    int last = link >= 0 ? t->link[link].entry : -1;
    if (last < 0)
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
    if (err) return fail_err(r, err);
    r->table->link[r->table->link_count - 1].line = r->line;
    return true;
}

static bool read_secret(reader *r, const char *hex)
{
    vg_table *t = r->table;
    uint8_t commitment[VG_SHA256_BYTES];
    if (!r->has_commitment)
        return fail(r, "c'è un segreto senza impegno (commit)",
                    "there is a secret without its commitment (commit)", "");
    if (vg_unhex(hex, t->plan.secret, VG_SECRET) != 0) return fail_hex(r);
    vg_secret_commitment(t->plan.secret, commitment);
    if (memcmp(commitment, r->commitment, sizeof commitment) != 0)
        return fail_luck(r, "il segreto non corrisponde all'impegno preso (commit)",
                         "the secret is not the one committed to (commit)", "");
    r->closed = r->ended = true;
    return true;
}

// "head 31 HEX"
static bool read_head(reader *r, char *rest)
{
    uint64_t links = 0;
    if (r->said.has || !number(word(&rest), INT32_MAX, &links)) return fail_err(r, VG_ERR_SYNTAX);
    if (vg_unhex(rest, r->said.head, VG_SHA256_BYTES) != 0) return fail_hex(r);
    r->said.has = r->ended = true;
    r->said.line = r->line;
    r->said.links = (int)links;
    return true;
}

// "renamed 1 Carla"
static bool read_renamed(reader *r, char *rest)
{
    int seat = 0;
    if (!read_seat(r, &rest, &seat)) return false;
    if (r->renamed >> seat & 1) return fail_twice(r);
    r->renamed = (uint16_t)(r->renamed | 1u << seat);
    r->ended = true;
    vg_table_seal(r->table); // the names of the header are those of the deal
    vg_err err = vg_table_name(r->table, seat, rest);
    return err == VG_OK || fail_err(r, err);
}

// What chance gives here, if the record says where it comes from, must be what stands here.
static bool read_chance(reader *r, const char *text)
{
    vg_table *t = r->table;
    vg_table_start(t);
    if (!t->has_secret || !t->started || vg_table_ask(t).actor != VG_CHANCE) return true;
    char buffer[VG_MAX_MOVE_TEXT], both[2 * VG_MAX_MOVE_TEXT + 80];
    vg_text given = VG_TEXT(buffer), said = VG_TEXT(both);
    vg_move m = vg_table_roll(t->plan.game, t->state, t->key, t->rolls);
    vg_move_text(t->plan.game, t->state, m, &given);
    if (vg_same_words(buffer, text)) return true;
    vg_text_printf(&said,
                   vg_pick(r->lang, "il segreto dà \"%s\", qui c'è \"%.96s\"",
                           "the secret gives \"%s\", here stands \"%.96s\""),
                   buffer, text);
    return fail_luck(r, "{0}", "{0}", both);
}

// "*", "1" or "1/clock".
static bool read_who(reader *r, char *who, int *seat, vg_by *by)
{
    uint64_t n = 0;
    char *mark = r->form > 1 ? strchr(who, '/') : NULL;
    *seat = VG_CHANCE;
    *by = VG_BY_SELF;
    if (strcmp(who, "*") == 0) return true;
    if (mark) *mark++ = '\0';
    if (!number(who, VG_MAX_SEATS - 1, &n))
        return fail(r, "non c'è un posto \"{0}\"", "there is no seat \"{0}\"", who);
    *seat = (int)n;
    return !mark || vg_by_find(mark, by) ||
           fail(r, "qui non si capisce \"{0}\"", "\"{0}\" makes no sense here", mark);
}

static bool read_move(reader *r, char *line)
{
    char *text = line;
    char *who = word(&text);
    int seat = 0;
    vg_by by = VG_BY_SELF;
    if (!read_who(r, who, &seat, &by)) return false;
    if (vg_table_missing(r->table))
        return fail(r, "prima di giocare manca un sale (salt)",
                    "a salt is missing before the first move (salt)", "");
    char buffer[1024];
    vg_text why = VG_TEXT(buffer);
    vg_err err = VG_OK;
    if (r->form > 1 && !by && seat >= 0 && strcmp(text, "undo") == 0) {
        err = vg_table_undo(r->table, seat);
        if (err) vg_text_add(&why, vg_err_text(err, r->lang));
    } else {
        if (r->checking && seat == VG_CHANCE && !read_chance(r, text)) return false;
        vg_table_by(r->table, by);
        err = vg_table_play(r->table, seat, text, r->lang, &why);
    }
    if (err == VG_OK) {
        r->table->link[r->table->link_count - 1].line = r->line;
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
    if (*at == '"' && at > line && !r->ended) return read_narration(r, at + 1);
    bool letter = *at >= 'a' && *at <= 'z', secret = strncmp(at, "secret ", 7) == 0;
    bool head = r->form > 1 && strncmp(at, "head ", 5) == 0;
    bool renamed = r->form > 1 && strncmp(at, "renamed ", 8) == 0;
    if (letter && !r->table && !secret && !head && !renamed) return read_header(r, at);
    if (!end_header(r)) return false;
    if (secret) return read_secret(r, at + 7);
    if (head) return read_head(r, at + 5);
    if (renamed) return read_renamed(r, at + 8);
    if (r->ended)
        return fail(r, "qui le mosse sono già finite", "the moves have ended before this line", "");
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

// Finds the secret before it is read: the last line that says one.
static void find_secret(reader *r, const char *record, size_t length)
{
    static const char key[] = "secret ";
    uint32_t line = 0;
    for (const char *at = record, *end = record + length; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        while (n > 0 && (*at == ' ' || *at == '\t')) at++, n--;
        while (n > 0 && strchr("\r \t", at[n - 1]) && at[n - 1]) n--;
        char hex[2 * VG_SECRET + 1] = "";
        if (n == sizeof key - 1 + 2 * VG_SECRET && memcmp(at, key, sizeof key - 1) == 0)
            memcpy(hex, at + sizeof key - 1, 2 * VG_SECRET);
        if (hex[0] && vg_unhex(hex, r->secret, VG_SECRET) == 0) {
            r->has_secret = true;
            r->secret_line = line + 1;
        }
        at = stop ? stop + 1 : end;
    }
}

// The last line is in: from here on the table's chance is its own again.
static void finish(reader *r)
{
    vg_table *t = r->table;
    t->plan.dice = r->closed ? VG_DICE_SECRET : r->plan.dice;
    t->has_secret = t->plan.dice != VG_DICE_SCRIPT;
    if (t->has_secret && t->form == 1) vg_table_key(t, t->number, t->key);
    if (!t->has_secret && r->said.has && r->said.links == t->link_count && t->started) {
        memcpy(t->head, r->said.head, sizeof t->head);
        t->head_count = t->link_count;
        t->said_head = true;
    }
}

vg_table *vg_record_read(const char *record, size_t length, bool checking, vg_lang lang,
                         vg_err *err, vg_luck *luck, vg_said *said, vg_text *why)
{
    vg_text none = {0};
    reader *r = calloc(1, sizeof *r);
    vg_table *table = NULL;
    *luck = VG_LUCK_WRONG;
    *err = VG_ERR_SYSTEM;
    if (!r) {
        if (why) vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
        return NULL;
    }
    r->lang = lang;
    r->checking = checking;
    r->luck = VG_LUCK_WRONG;
    r->why = why ? why : &none;
    r->plan.games = 1;
    r->plan.dice = VG_DICE_SCRIPT;
    const char *at = record, *end = record + length;
    if (length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3; // some editors sign their files
    bool ok = length <= VG_MAX_RECORD ||
              fail(r, "il verbale è troppo lungo", "the record is too long", "");
    if (ok) find_secret(r, record, length);
    char line[MAX_LINE + 1];
    while (ok && at < end) ok = next_line(r, &at, end, line) && read_line(r, line);
    if (ok && end_header(r)) {
        finish(r);
        table = r->table;
    } else {
        vg_table_free(r->table);
    }
    *luck = r->luck;
    *err = table ? VG_OK : r->err;
    if (said) *said = r->said;
    vg_text_release(&r->changes);
    free(r);
    return table;
}

vg_table *vg_table_load(const char *record, size_t length, vg_lang lang, vg_err *err, vg_text *why)
{
    vg_err wrong = VG_OK;
    vg_luck luck;
    vg_table *table = vg_record_read(record, length, false, lang, &wrong, &luck, NULL, why);
    if (err) *err = wrong;
    return table;
}
