// room_read.c: a room out of its entries.
//
// The lines of the record that entries hold are collected back into a record,
// and the engine loads it: so a stored table and a record are the same thing and
// go through the same gate.
#include "server/room.h"

#include "server/room_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct told {
    int seat, entry;
    char *text;
} told;

struct room_reader {
    room *r;
    int round; // to stop after; 0: none
    bool broken, stopped;
    uint32_t entries;
    vg_text header, salts, moves, secret; // of the round being read
    size_t *line;                         // where each log entry begins in `moves`
    size_t count, cap;
    told *told;
    size_t told_count, told_cap;
};

room_reader *room_read_begin(uint64_t id, int round)
{
    room_reader *rd = calloc(1, sizeof *rd);
    room *r = calloc(1, sizeof *r);
    if (!rd || !r) {
        free(rd);
        free(r);
        return NULL;
    }
    r->id = id;
    r->round = 1;
    r->elapsed = -1;
    for (int p = 0; p < VG_MAX_SEATS; p++) r->chair[p].person = r->chair[p].asker = -1;
    rd->r = r;
    rd->round = round;
    rd->header = vg_text_heap();
    rd->salts = vg_text_heap();
    rd->moves = vg_text_heap();
    rd->secret = vg_text_heap();
    return rd;
}

static void forget_told(room_reader *rd, size_t from_entry)
{
    size_t kept = 0;
    for (size_t i = 0; i < rd->told_count; i++) {
        if ((size_t)rd->told[i].entry >= from_entry)
            free(rd->told[i].text);
        else
            rd->told[kept++] = rd->told[i];
    }
    rd->told_count = kept;
}

// A record's head: what stands before the blank line, and the secret after it.
static bool read_header(room_reader *rd, const char *record)
{
    const char *blank = strstr(record, "\n\n"), *game = strstr(record, "\ngame ");
    const char *seats = strstr(record, "\nseats ");
    if (!blank || !game || !seats || strncmp(blank + 2, "secret ", 7) != 0) return false;
    vg_text_clear(&rd->header);
    vg_text_clear(&rd->salts);
    vg_text_clear(&rd->moves);
    vg_text_clear(&rd->secret);
    vg_text_bytes(&rd->header, record, (size_t)(blank - record) + 1);
    vg_text_add(&rd->secret, blank + 2);
    rd->count = 0;
    forget_told(rd, 0);
    vg_text id = VG_TEXT(rd->r->game);
    vg_text_bytes(&id, game + 6, strcspn(game + 6, "\n"));
    long n = strtol(seats + 7, NULL, 10);
    if (n < 1 || n > VG_MAX_SEATS) return false;
    rd->r->seats = (int)n;
    return true;
}

// "make LANG LISTED SECONDS ABSENT HASH SEAT NAME", "bots SPEC...", the record's head.
static bool read_make(room_reader *rd, char *line, char *rest, int64_t at)
{
    room *r = rd->r;
    uint8_t hash[ROOM_HASH];
    room_cut_word(&line);
    int lang = vg_lang_find(room_cut_word(&line));
    r->lang = lang < 0 ? VG_IT : (vg_lang)lang;
    r->listed = room_cut_number(&line) == 1;
    long pace = room_cut_number(&line);
    r->pace = pace < 0 ? 0 : (int32_t)pace;
    const char *absent = room_cut_word(&line);
    for (int i = 0; i < ROOM_ABSENT_COUNT; i++)
        if (strcmp(absent, room_absent_names[i]) == 0) r->absent = (uint8_t)i;
    const char *hex = room_cut_word(&line);
    long seat = room_cut_number(&line);
    char *bots = rest, *end = strchr(rest, '\n');
    if (strncmp(bots, "bots", 4) != 0 || !end) return false;
    *end = '\0';
    if (!read_header(rd, end + 1)) return false;
    room_cut_word(&bots);
    for (int p = 0; p < r->seats; p++)
        if (!room_put_bot(r, p, room_cut_word(&bots))) return false;
    if (vg_unhex(hex, hash, ROOM_HASH) != 0 || !room_add_person(r, 0, line, hash)) return false;
    if (seat >= 0 && seat < r->seats) room_take(r, (int)seat, 0);
    r->made = r->changed = r->asked = at;
    return room_keep(r, 0);
}

static bool read_lines(room_reader *rd, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        if (lines[0] != '=') {
            if (rd->count == rd->cap) {
                size_t cap = rd->cap ? rd->cap * 2 : 256;
                size_t *grown = realloc(rd->line, cap * sizeof *grown);
                if (!grown) return false;
                rd->line = grown;
                rd->cap = cap;
            }
            rd->line[rd->count++] = rd->moves.len;
        }
        vg_text_bytes(&rd->moves, lines, n);
        vg_text_char(&rd->moves, '\n');
        lines += n + (lines[n] == '\n');
    }
    return true;
}

static bool read_tell(room_reader *rd, char *rest)
{
    long seat = room_cut_number(&rest), entry = room_cut_number(&rest);
    if (seat < 0 || entry < 0 || (size_t)entry >= rd->count) return false;
    if (rd->told_count == rd->told_cap) {
        size_t cap = rd->told_cap ? rd->told_cap * 2 : 16;
        told *grown = realloc(rd->told, cap * sizeof *grown);
        if (!grown) return false;
        rd->told = grown;
        rd->told_cap = cap;
    }
    char *copy = strdup(rest);
    if (!copy) return false;
    told *one = &rd->told[rd->told_count++];
    one->seat = (int)seat;
    one->entry = (int)entry;
    one->text = copy;
    return true;
}

// The words after "VERB PERSON ID ".
static char *after_head(char *line)
{
    for (int i = 0; i < 3; i++) {
        line += strcspn(line, " ");
        line += *line == ' ';
    }
    return line;
}

// One line a seat: a later salt takes the place of an earlier one.
static void read_salt(room_reader *rd, int seat, const char *salt)
{
    char head[32];
    vg_text text = VG_TEXT(head);
    vg_text_printf(&text, "salt %d ", seat);
    char *old = rd->salts.len ? strstr(rd->salts.at, head) : NULL;
    if (old) {
        size_t length = strcspn(old, "\n") + 1;
        memmove(old, old + length, strlen(old + length) + 1);
        rd->salts.len -= length;
    }
    if (*salt) vg_text_printf(&rd->salts, "%s%s\n", head, salt);
}

static void read_bot_salts(room_reader *rd)
{
    for (int p = 0; p < rd->r->seats; p++) {
        char salt[ROOM_BOT_SPEC + 4];
        vg_text text = VG_TEXT(salt);
        if (rd->r->chair[p].kind != ROOM_BOT) continue;
        vg_text_printf(&text, "bot:%s", rd->r->chair[p].spec);
        read_salt(rd, p, salt);
    }
}

static const char form_one[] = "veglia record 1\n";

static bool old_form(const room_reader *rd)
{
    return strncmp(rd->header.at, form_one, sizeof form_one - 1) == 0;
}

// The header as it was dealt with, up to a blank line: what follows it, NULL if there is none.
static char *read_frame(room_reader *rd, char *text)
{
    char *blank = strstr(text, "\n\n");
    if (!blank) return NULL;
    vg_text_clear(&rd->header);
    vg_text_clear(&rd->salts);
    vg_text_bytes(&rd->header, text, (size_t)(blank - text) + 1);
    return blank + 2;
}

// A table that was made in form 1 and not dealt yet is dealt in today's; its salts are gone.
static void renew_form(room_reader *rd)
{
    if (rd->r->dealt || !old_form(rd)) return;
    rd->header.at[sizeof form_one - 3] = '2';
    vg_text_clear(&rd->salts);
}

// ---- what follows the first line -------------------------------------------------

// `args` is the first line after VERB PERSON ID, `rest` what follows it. `kept` becomes how many
// entries of the log stay as they were.
typedef struct part {
    char *args, *rest;
    uint32_t kept;
} part;

static bool lines_NONE(room_reader *rd, part *p)
{
    (void)rd;
    (void)p;
    return true;
}

static bool lines_MOVES(room_reader *rd, part *p)
{
    p->kept = (uint32_t)rd->count;
    return read_lines(rd, p->rest);
}

// A deal, or a void one; of form 1 without a frame.
static bool lines_FRAME(room_reader *rd, part *p)
{
    p->kept = (uint32_t)rd->count;
    if (strstr(p->args, ROOM_DEAL_FRAMED)) p->rest = read_frame(rd, p->rest);
    if (!p->rest || !read_lines(rd, p->rest)) return false;
    if (strcmp(p->args, ROOM_DEAL_SALTED) == 0) read_bot_salts(rd);
    return true;
}

// "SEAT SALT", and maybe "dealt"; then the moves of the deal.
static bool lines_SALT(room_reader *rd, part *p)
{
    size_t seat = strcspn(p->args, " "), salt = 0;
    if (p->args[seat]) salt = strcspn(p->args + seat + 1, " ");
    vg_text_add(&rd->salts, "salt ");
    vg_text_bytes(&rd->salts, p->args, seat + 1 + salt);
    vg_text_char(&rd->salts, '\n');
    return lines_MOVES(rd, p);
}

static bool lines_UNDO(room_reader *rd, part *p)
{
    if (rd->count == 0) return false;
    p->kept = (uint32_t)--rd->count;
    if (old_form(rd)) {
        rd->moves.len = rd->line[rd->count];
        rd->moves.at[rd->moves.len] = '\0';
    } else {
        vg_text_printf(&rd->moves, "%ld undo\n", strtol(p->args, NULL, 10));
    }
    forget_told(rd, rd->count);
    return true;
}

// SEAT ENTRY TEXT
static bool lines_STORY(room_reader *rd, part *p)
{
    p->kept = (uint32_t)strtoul(p->args + strcspn(p->args, " "), NULL, 10);
    return read_tell(rd, p->args);
}

// The head of the next round's record.
static bool lines_HEADER(room_reader *rd, part *p)
{
    p->kept = 0;
    rd->stopped = rd->round == rd->r->round;
    return !rd->stopped && read_header(rd, p->rest);
}

// "salt PERSON ID SEAT SALT": form 1
static bool lines_old_salt(room_reader *rd, part *p)
{
    char *args = p->args;
    long seat = strtol(args, NULL, 10);
    args += strcspn(args, " ");
    if (old_form(rd)) read_salt(rd, (int)seat, args + (*args == ' '));
    return true;
}

static bool read_verb(room_reader *rd, char *line, char *rest, int64_t at)
{
    static bool (*const lines[ROOM_VERB_COUNT])(room_reader *, part *) = {
#define ENTRY(id, name, text, who, when, book, lines, ...) [ROOM_DO_##id] = lines_##lines,
#define SIGN(id, ...)                                      [ROOM_DO_##id] = NULL,
#define LOOK(id, ...)                                      [ROOM_DO_##id] = NULL,
#include "server/verbs.def"
    };
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    part p = {.args = after_head(line), .rest = rest, .kept = UINT32_MAX};
    int verb = room_verb_find(word);
    bool ok = true; // what nobody knows is for room_fold to refuse
    if (verb < ROOM_VERB_COUNT && lines[verb])
        ok = lines[verb](rd, &p);
    else if (strcmp(word, "salt") == 0)
        ok = lines_old_salt(rd, &p);
    return ok && room_fold(rd->r, line, p.kept, at);
}

bool room_read_entry(room_reader *rd, const char *text, int64_t at)
{
    if (rd->broken || rd->stopped) return false;
    char *copy = strdup(text);
    if (!copy) {
        rd->broken = true;
        return false;
    }
    char *rest = strchr(copy, '\n');
    if (rest) *rest++ = '\0';
    bool ok = rd->entries++ == 0
                  ? strncmp(copy, "make ", 5) == 0 && rest && read_make(rd, copy, rest, at)
                  : read_verb(rd, copy, rest ? rest : copy + strlen(copy), at);
    free(copy);
    if (!ok && !rd->stopped) rd->broken = true;
    return ok;
}

static void freeze(room *r, const char *it, const char *en, const char *why)
{
    vg_text text = VG_TEXT(r->frozen);
    vg_text_printf(&text, "%s %s (%.160s)", it, en, why);
}

static void append(vg_text *to, const vg_text *from)
{
    if (from->len > 0) vg_text_bytes(to, from->at, from->len);
}

// Lets the engine play the round's record.
static void load_table(room_reader *rd)
{
    room *r = rd->r;
    char buffer[512];
    vg_text why = VG_TEXT(buffer), record = vg_text_heap();
    renew_form(rd);
    append(&record, &rd->header);
    append(&record, &rd->salts);
    vg_text_char(&record, '\n');
    append(&record, &rd->moves);
    append(&record, &rd->secret);
    vg_err err = VG_OK;
    r->table = vg_table_load(record.at, record.len, VG_EN, &err, &why);
    vg_text_release(&record);
    for (size_t i = 0; r->table && i < rd->told_count; i++)
        if (vg_table_narrate(r->table, rd->told[i].seat, rd->told[i].entry, rd->told[i].text)) {
            vg_text_add(&why, "narration");
            err = VG_ERR_RECORD;
        }
    if (r->table && !err) err = vg_table_verify(r->table, VG_EN, &why);
    if (!err && r->table) {
        room_name_chairs(r);
        return;
    }
    vg_table_free(r->table);
    r->table = NULL;
    if (err == VG_ERR_VERSION)
        freeze(r, "Questa partita segue una versione delle regole che qui non c'è più.",
               "This game follows a version of the rules that is no longer here.", buffer);
    else
        freeze(r, "Questa partita non si può più rigiocare.", "This game cannot be replayed.",
               buffer);
}

room *room_read_end(room_reader *rd)
{
    room *r = rd->r;
    if (rd->entries == 0 || (rd->broken && r->seats == 0)) {
        room_free(r);
        r = NULL;
    } else if (rd->broken) {
        freeze(r, "I dati di questo tavolo sono rovinati.", "The data of this table are damaged.",
               "entry");
    } else {
        load_table(rd);
    }
    vg_text_release(&rd->header);
    vg_text_release(&rd->salts);
    vg_text_release(&rd->moves);
    vg_text_release(&rd->secret);
    forget_told(rd, 0);
    free(rd->told);
    free(rd->line);
    free(rd);
    return r;
}
