// verify.c: whether a record's chance was honest, and whether it is the record of the game that
// somebody saw. docs/randomness.md says what is checked and what it proves.
#include "engine/table.h"

#include "engine/table_parts.h"

#include <string.h>

static void say_line(vg_lang lang, uint32_t line, vg_text *why)
{
    vg_text_printf(why, vg_pick(lang, "riga %u: ", "line %u: "), (unsigned)line);
}

static vg_err differs(const vg_table *t, int entry, const void *state, vg_move m, vg_lang lang,
                      vg_text *why)
{
    const vg_entry *e = &t->log[entry];
    char buffer[VG_MAX_MOVE_TEXT];
    vg_text text = VG_TEXT(buffer);
    vg_move_text(t->plan.game, state, m, &text);
    if (t->link[e->link].line)
        say_line(lang, t->link[e->link].line, why);
    else
        vg_text_printf(why, vg_pick(lang, "mossa %d: ", "move %d: "), entry + 1);
    vg_text_printf(why,
                   vg_pick(lang, "il segreto dà \"%s\", qui c'è \"%s\"",
                           "the secret gives \"%s\", here stands \"%s\""),
                   buffer, t->words + e->word);
    return VG_ERR_RECORD;
}

static void say_open(const vg_table *t, vg_lang lang, vg_text *why)
{
    vg_text_add(why,
                t->has_secret ? vg_pick(lang, "le carte non sono ancora state date",
                                        "the cards have not been dealt yet")
                : t->has_commitment
                    ? vg_pick(lang, "il segreto non è ancora stato rivelato",
                              "the secret has not been revealed yet")
                    : vg_pick(lang,
                              "il caso di questo tavolo è stato dettato: non c'è niente da "
                              "verificare",
                              "the chance of this table was scripted: there is nothing to verify"));
}

vg_err vg_table_verify(const vg_table *t, vg_lang lang, vg_text *why)
{
    vg_text none = {0};
    if (!why) why = &none;
    if (!t->has_secret) {
        say_open(t, lang, why);
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

// ---- against what was seen -------------------------------------------------------

// The next line of a text: [*at, *at + *n). False at its end.
static bool next_line(const char **next, const char *end, const char **at, size_t *n)
{
    if (*next >= end) return false;
    const char *stop = memchr(*next, '\n', (size_t)(end - *next));
    *at = *next;
    *n = (size_t)((stop ? stop : end) - *next);
    *next = stop ? stop + 1 : end;
    if (*n > 0 && (*at)[*n - 1] == '\r') (*n)--;
    return true;
}

static void say_other(vg_lang lang, uint32_t line, const char *seen, size_t seen_n,
                      const char *here, size_t here_n, vg_text *why)
{
    say_line(lang, line, why);
    vg_text_printf(why,
                   vg_pick(lang, "ti è stato mostrato \"%.*s\", qui c'è \"%.*s\"",
                           "you were shown \"%.*s\", here stands \"%.*s\""),
                   seen_n > 120 ? 120 : (int)seen_n, seen, here_n > 120 ? 120 : (int)here_n, here);
}

// Is the header the frame that was shown, and nothing more but salts?
static bool same_frame(const char *record, size_t length, const char *frame, vg_lang lang,
                       vg_text *why)
{
    const char *next = record, *end = record + length, *shown = frame;
    const char *frame_end = frame + strlen(frame), *at = NULL, *was = NULL;
    size_t n = 0, was_n = 0;
    for (uint32_t line = 1;; line++) {
        bool more = next_line(&next, end, &at, &n) && n > 0;
        if (more && n > 5 && memcmp(at, "salt ", 5) == 0) continue;
        if (!more) at = "", n = 0;
        bool wanted = next_line(&shown, frame_end, &was, &was_n);
        if (!more && !wanted) return true;
        if (!wanted) was = "", was_n = 0;
        if (n == was_n && memcmp(at, was, n) == 0) continue;
        say_other(lang, line, was, was_n, at, n, why);
        return false;
    }
}

static uint32_t line_of(const vg_table *t, int link)
{
    return link < t->link_count ? t->link[link].line : 0;
}

// The first head seen that is not in the chain: what it stands for differs from what was played.
static bool same_heads(const vg_table *t, const vg_seen *seen, vg_lang lang, vg_text *why)
{
    int worst = -1, good = 0; // the shortest chain that differs, the longest that does not
    int lost = 0, links = t->link_count;
    for (int i = 0; i < seen->head_count; i++) {
        lost += seen->head[i].links < 0;
        if (seen->head[i].links > links && (worst < 0 || seen->head[i].links < worst))
            worst = seen->head[i].links;
    }
    uint8_t head[VG_SHA256_BYTES];
    memcpy(head, t->opening, sizeof head);
    for (int link = 0; link <= links; link++) {
        if (link > 0) vg_chain_link(t, link - 1, head);
        for (int i = 0; i < seen->head_count; i++) {
            const struct vg_seen_head *h = &seen->head[i];
            if (h->links >= 0 && h->links != link) continue;
            bool same = memcmp(head, h->head, sizeof head) == 0;
            if (h->links < 0)
                lost -= same;
            else if (!same && (worst < 0 || link < worst))
                worst = link;
            else if (same)
                good = link;
        }
    }
    if (worst < 0 && lost <= 0) return true;
    if (worst > links) {
        vg_text_printf(why,
                       vg_pick(lang, "hai visto %d righe di gioco, il verbale ne ha %d",
                               "you saw %d lines of play, the record has %d"),
                       worst, links);
    } else if (worst < 0) {
        vg_text_add(why, vg_pick(lang, "la testa che hai visto non è nella catena del verbale",
                                 "the head you saw is not in the chain of the record"));
    } else if (worst == 0) {
        vg_text_add(why, vg_pick(lang, "l'apertura che hai visto non è quella del verbale",
                                 "the opening you saw is not that of the record"));
    } else {
        if (good >= worst) good = 0; // it can only be told that it is before `worst`
        uint32_t from = line_of(t, good), to = line_of(t, worst - 1);
        if (from == to)
            say_line(lang, from, why);
        else
            vg_text_printf(why, vg_pick(lang, "righe da %u a %u: ", "lines %u to %u: "),
                           (unsigned)from, (unsigned)to);
        vg_text_add(why, vg_pick(lang, "qui la partita non è più quella che hai visto",
                                 "here the game is no longer the one you saw"));
    }
    return false;
}

static bool same_luck(const vg_table *t, const vg_seen *seen, vg_lang lang, vg_proof *out,
                      vg_text *why)
{
    if (seen->commit &&
        (!t->has_commitment || memcmp(seen->commit, t->commitment, VG_SHA256_BYTES) != 0)) {
        vg_text_add(why, vg_pick(lang, "l'impegno (commit) non è quello che hai visto",
                                 "the commitment (commit) is not the one you saw"));
        return false;
    }
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        if (!(seen->salted >> p & 1)) continue;
        if (!(t->salted >> p & 1) || memcmp(seen->salt[p], t->salt[p], VG_SALT) != 0) {
            vg_text_printf(why,
                           vg_pick(lang, "il sale del posto %d non è quello che hai dato",
                                   "the salt of seat %d is not the one you gave"),
                           p + 1); // as people count
            return false;
        }
        out->own = true;
    }
    if (seen->head_count == 0) return true;
    if (t->form == 1 || !t->has_secret) {
        vg_text_add(why, vg_pick(lang, "questo verbale non mostra la catena delle mosse",
                                 "this record does not show the chain of its moves"));
        return false;
    }
    return same_heads(t, seen, lang, why);
}

// Is the head that the record itself says that of its lines?
static bool own_head(const vg_table *t, const vg_said *said, vg_lang lang, vg_text *why)
{
    uint8_t head[VG_SHA256_BYTES];
    if (t->form == 1 || !t->has_secret || !vg_table_head(t, head)) return true;
    if (!said->has) {
        vg_text_add(why, vg_pick(lang, "manca la testa della catena (head)",
                                 "the head of the chain is missing (head)"));
        return false;
    }
    if (said->links == t->link_count && memcmp(head, said->head, sizeof head) == 0) return true;
    say_line(lang, said->line, why);
    vg_text_add(why, vg_pick(lang, "la testa della catena non è quella di queste righe",
                             "the head of the chain is not that of these lines"));
    return false;
}

static void describe(const vg_table *t, vg_proof *out)
{
    for (int i = 0; i < t->log_count; i++) {
        if (t->log[i].seat == VG_CHANCE)
            out->outcomes++;
        else
            out->moves++;
    }
    out->over = vg_table_match_over(t);
    out->seeded = t->from_seed;
    out->form = t->form;
    out->voids = vg_table_voids(t);
    for (int p = 0; p < t->setup.seats; p++) {
        memcpy(out->name[p], t->sealed ? t->dealt_name[p] : t->name[p], sizeof out->name[p]);
        if (!*vg_table_seat_bot(t, p)) out->people = (uint16_t)(out->people | 1u << p);
    }
    out->salted = (uint16_t)(t->salted & out->people);
}

vg_luck vg_record_check(const char *record, size_t length, const vg_seen *seen, vg_lang lang,
                        vg_proof *out, vg_text *why)
{
    vg_err err;
    vg_luck luck;
    vg_said said;
    *out = (vg_proof){0};
    if (seen && seen->frame && !same_frame(record, length, seen->frame, lang, why))
        return VG_LUCK_OTHER;
    vg_table *t = vg_record_read(record, length, true, lang, &err, &luck, &said, why);
    if (!t) return luck;
    describe(t, out);
    if (!own_head(t, &said, lang, why)) {
        luck = VG_LUCK_FALSE;
    } else if (seen && !same_luck(t, seen, lang, out, why)) {
        luck = VG_LUCK_OTHER;
    } else if (!t->has_secret || t->log_count == 0) {
        say_open(t, lang, why);
        luck = VG_LUCK_OPEN;
    } else {
        luck = out->salted && !out->seeded ? VG_LUCK_SALTED : VG_LUCK_TRUSTED;
    }
    vg_table_free(t);
    return luck;
}
