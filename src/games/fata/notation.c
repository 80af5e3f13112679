// notation.c: a state of F.A.T.A. as lines, and such lines back in, for scenarios.
//
// dump() writes what the state holds; in a view it writes what its seat knows
// for certain, and ? for every card it does not. edit() fetches cards from
// wherever they are, and afterwards everybody knows the table and the treasures
// and remembers no hand but his own.
#include "games/fata/fata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- out ----------------------------------------------------------------------------

// Copies in `seat`'s hand that this state or view knows.
static int known_in_hand(const fata_state *s, int seat, int kind)
{
    int n = s->hand[seat][kind];
    for (int v = 0; v < s->seats; v++) {
        int m = fata_known_copies(s, v, kind, seat);
        if (m > n) n = m;
    }
    return n;
}

static void dump_zone(vg_text *out, const fata_state *s, const uint8_t *count, int size)
{
    int n = 0;
    for (int k = 1; k < FATA_CARDS; k++)
        for (int i = 0; i < count[k]; i++, n++) vg_text_printf(out, " %s", fata_card_slug(s, k));
    for (; n < size; n++) vg_text_add(out, " ?");
    vg_text_char(out, '\n');
}

static int dump_set(vg_text *out, const fata_state *s, uint32_t set)
{
    int n = 0;
    for (; set; set &= set - 1, n++)
        vg_text_printf(out, " %s", fata_ed(s)->treasure[vg_lowest(set)].slug);
    return n;
}

static void dump_seat(vg_text *out, const fata_state *s, int p)
{
    const fata_edition *ed = fata_ed(s);
    uint8_t count[64] = {0};
    for (int k = 1; k < FATA_CARDS; k++) count[k] = (uint8_t)known_in_hand(s, p, k);
    vg_text_printf(out, "hand %d:", p);
    dump_zone(out, s, count, s->hand_count[p]);
    for (int r = 0; r < 2; r++) {
        vg_text_printf(out, "row %d %c:", p, 'a' + r);
        for (int i = 0; i < fata_row_length(s, p, r); i++)
            vg_text_printf(out, " %s", fata_card_slug(s, s->row[p][r][i]));
        vg_text_char(out, '\n');
    }
    uint32_t known = s->down[p];
    for (int v = 0; v < s->seats; v++) known |= fata_known_treasures(s, v, p);
    vg_text_printf(out, "treasures %d:", p);
    for (int n = dump_set(out, s, known); n < s->down_count[p]; n++) vg_text_add(out, " ?");
    vg_text_printf(out, "\nup %d:", p);
    dump_set(out, s, s->up[p]);
    int lineage = s->shown[p] ? s->shown[p] : s->lineage[p];
    vg_text_printf(out, "\nlineage %d: %s%s\n", p, ed->lineage[lineage].slug,
                   s->shown[p] ? " shown" : "");
    vg_text_printf(out, "points %d: %d\n", p, s->points[p]);
    if (s->ward[p]) vg_text_printf(out, "ward %d: yes\n", p);
    if (!fata_in_play(s, p)) vg_text_printf(out, "out %d: yes\n", p);
    if (s->never[p]) {
        vg_text_printf(out, "never %d:", p);
        for (int i = 1; i <= FATA_LINEAGES; i++)
            if (s->never[p] >> i & 1) vg_text_printf(out, " %s", ed->lineage[i].slug);
        vg_text_char(out, '\n');
    }
}

// Treasures out of sight that can be in several places, as far as a seat knows.
static void dump_doubts(vg_text *out, const fata_state *s)
{
    for (int v = 0; v < s->seats; v++)
        for (int id = 1; id <= FATA_TREASURES; id++) {
            int m = s->may_treasure[v][id];
            if (vg_bits((uint32_t)m) < 2) continue;
            vg_text_printf(out, "doubt %d %s:", v, fata_ed(s)->treasure[id].slug);
            for (int p = 0; p < s->seats; p++)
                if (m >> p & 1) vg_text_printf(out, " %d", p);
            vg_text_add(out, m & FATA_AT_POOL ? " pool\n" : "\n");
        }
}

void fata_dump(const void *state, vg_text *out)
{
    const fata_state *s = state;
    vg_text_printf(out, "round: %d\nturn: %d\nidle: %d\n", s->round, s->turn, s->idle);
    for (int p = 0; p < s->seats; p++) dump_seat(out, s, p);
    vg_text_add(out, "market:");
    for (int i = 0; i < FATA_MARKET; i++)
        if (s->market[i]) vg_text_printf(out, " %s", fata_ed(s)->treasure[s->market[i]].slug);
    vg_text_add(out, "\npile:");
    dump_set(out, s, s->pile);
    vg_text_add(out, "\naside:");
    dump_zone(out, s, s->aside, s->aside_count);
    vg_text_add(out, "discard:");
    dump_zone(out, s, s->discard, 0);
    vg_text_printf(out, "deck: %d\n", s->deck_count);
    if (s->charm) vg_text_printf(out, "charm: %s\n", fata_card_slug(s, s->charm));
    if (s->winner != FATA_NO_SEAT) vg_text_printf(out, "winner: %d\n", s->winner);
    dump_doubts(out, s);
}

// ---- in -----------------------------------------------------------------------------

typedef struct reader {
    fata_state *s;
    const char *at;
    vg_text *why;
    char word[40];
} reader;

static bool next_word(reader *r)
{
    vg_text word = VG_TEXT(r->word);
    r->at += strspn(r->at, " ");
    size_t n = strcspn(r->at, " ");
    vg_text_bytes(&word, r->at, n);
    r->at += n;
    return n > 0;
}

// The next word as a member of a set; 0: there is none, below 0: it is no such member.
static int next(reader *r, int set)
{
    return next_word(r) ? vg_set_find(&fata_rows, set, NULL, r->word) : 0;
}

static bool refuse(reader *r, const char *what)
{
    vg_text_printf(r->why, "%s%s%s", r->word, *r->word ? ": " : "", what);
    return false;
}

static bool fetch(fata_state *s, int kind, int keep)
{
    const vg_cards all = {s->deck,    &s->deck_count, s->discard,       s->hand[0],
                          FATA_CARDS, s->seats,       sizeof s->hand[0]};
    return vg_cards_fetch(&all, kind, keep);
}

static bool read_cards(reader *r, uint8_t *zone, int keep, int *count)
{
    for (int k; (k = next(r, FATA_SET_CARD)); zone[k]++, ++*count)
        if (k < 0 || !fetch(r->s, k, keep)) return refuse(r, "there is none to be had");
    return true;
}

static void to_deck(fata_state *s, uint8_t *zone)
{
    for (int k = 1; k < FATA_CARDS; k++) {
        s->deck[k] = (uint8_t)(s->deck[k] + zone[k]);
        s->deck_count = (uint8_t)(s->deck_count + zone[k]);
        zone[k] = 0;
    }
}

static bool edit_hand(reader *r, int p)
{
    int n = 0;
    to_deck(r->s, r->s->hand[p]);
    if (!read_cards(r, r->s->hand[p], p, &n)) return false;
    r->s->hand_count[p] = (uint8_t)n;
    return true;
}

static bool edit_row(reader *r, int p, int row)
{
    fata_state *s = r->s;
    for (int i = 0; i < 3; i++) {
        if (!s->row[p][row][i]) continue;
        s->deck[s->row[p][row][i]]++;
        s->deck_count++;
        s->row[p][row][i] = 0;
    }
    for (int i = 0, k; (k = next(r, FATA_SET_CARD)); s->row[p][row][i++] = (uint8_t)k)
        if (i == 3 || k < 0 || fata_is_charm(k) || !fetch(s, k, -1))
            return refuse(r, "that cannot lie there");
    return true;
}

// "discard: ..." fetches these; "deck: ..." leaves only these to draw and discards the rest.
static bool edit_pile(reader *r, bool deck)
{
    fata_state *s = r->s;
    uint8_t zone[64] = {0};
    int n = 0;
    to_deck(s, s->discard);
    if (!read_cards(r, zone, -1, &n)) return false;
    if (!deck) {
        memcpy(s->discard, zone, sizeof zone);
        return true;
    }
    memcpy(s->discard, s->deck, sizeof zone);
    memcpy(s->deck, zone, sizeof zone);
    s->deck_count = (uint8_t)n;
    return true;
}

// Takes a treasure from wherever it is, putting one of the pile into a hole of the middle.
static bool fetch_treasure(fata_state *s, int id)
{
    uint32_t bit = 1u << id;
    if (s->pile & bit) {
        s->pile &= ~bit;
        return true;
    }
    for (int p = 0; p < s->seats; p++) {
        if (s->down[p] & bit)
            s->down_count[p]--;
        else if (!(s->up[p] & bit))
            continue;
        s->down[p] &= ~bit;
        s->up[p] &= ~bit;
        return true;
    }
    for (int i = 0; i < FATA_MARKET; i++) {
        if (s->market[i] != id || !s->pile) continue;
        s->market[i] = (uint8_t)vg_lowest(s->pile);
        s->pile &= s->pile - 1;
        return true;
    }
    return false;
}

static bool edit_treasures(reader *r, int p, bool up)
{
    fata_state *s = r->s;
    if (up) {
        s->pile |= s->up[p];
        s->up[p] = 0;
    } else {
        s->pile |= s->down[p];
        s->down[p] = 0;
        s->down_count[p] = 0;
    }
    for (int id; (id = next(r, FATA_SET_TREASURE));) {
        bool own = id > 0 && s->shown[p] && fata_ed(s)->treasure[id].lineage == s->shown[p];
        if (id < 0 || own != up || !fetch_treasure(s, id))
            return refuse(r, "that cannot lie there");
        if (up) {
            s->up[p] |= 1u << id;
        } else {
            s->down[p] |= 1u << id;
            s->down_count[p]++;
        }
    }
    return true;
}

static bool edit_market(reader *r)
{
    fata_state *s = r->s;
    for (int i = 0; i < FATA_MARKET; i++) {
        if (s->market[i]) s->pile |= 1u << s->market[i];
        s->market[i] = 0;
    }
    for (int i = 0; i < FATA_MARKET; i++) {
        int id = next(r, FATA_SET_TREASURE);
        if (id <= 0 || !fetch_treasure(s, id)) return refuse(r, "the middle needs three treasures");
        int j = i;
        for (; j > 0 && s->market[j - 1] > id; j--) s->market[j] = s->market[j - 1];
        s->market[j] = (uint8_t)id;
    }
    return true;
}

// "lineage 0: red" or "lineage 0: red shown"; who was of that lineage gets the other one.
static bool edit_lineage(reader *r, int p)
{
    fata_state *s = r->s;
    int lineage = next(r, FATA_SET_LINEAGE);
    if (lineage <= 0 || !(fata_lineages_in_play(fata_ed(s), s->seats) >> lineage & 1) ||
        !s->lineage[p])
        return refuse(r, "no such lineage is in play");
    for (int q = 0; q < s->seats; q++) {
        if (s->lineage[q] != lineage || q == p) continue;
        if (s->shown[q]) return refuse(r, "that character lies face up before another seat");
        s->lineage[q] = s->lineage[p];
    }
    s->lineage[p] = (uint8_t)lineage;
    s->pile |= s->up[p];
    s->up[p] = 0;
    s->shown[p] = 0;
    if (!next_word(r)) return true;
    if (strcmp(r->word, "shown") != 0 || s->round == 1)
        return refuse(r, "only \"shown\", and only in the second round");
    s->shown[p] = (uint8_t)lineage;
    for (uint32_t left = s->down[p]; left; left &= left - 1) {
        if (fata_ed(s)->treasure[vg_lowest(left)].lineage != lineage) continue;
        s->down[p] &= ~(1u << vg_lowest(left));
        s->down_count[p]--;
        s->up[p] |= 1u << vg_lowest(left);
    }
    return true;
}

// "turn: 2": seat 2 is at the start of its turn.
static bool edit_turn(fata_state *s, long p)
{
    if (p < 0 || p >= s->seats || !fata_in_play(s, (int)p) || s->stack.count != 1 ||
        vg_top(&s->stack)->phase != FATA_PHASE_TURN || s->aside_count)
        return false;
    vg_pop(&s->stack);
    fata_begin_turn(s, (int)p, NULL);
    return true;
}

static bool edit_ward(fata_state *s, int p, bool yes)
{
    if (s->ward[p] == yes) return true;
    if (yes && !fetch(s, FATA_DEW_VEIL, -1)) return false;
    if (!yes) s->discard[FATA_DEW_VEIL]++;
    s->ward[p] = yes;
    return true;
}

// What stands after "name SEAT:" or "name:".
static bool edit_line(reader *r, const char *name, int p, const char *rest)
{
    fata_state *s = r->s;
    long n = strtol(r->at, NULL, 10);
    if (p >= 0) {
        if (strcmp(name, "hand") == 0) return edit_hand(r, p);
        if (strcmp(name, "row") == 0 && (strcmp(rest, "a") == 0 || strcmp(rest, "b") == 0))
            return edit_row(r, p, rest[0] - 'a');
        if (strcmp(name, "treasures") == 0) return edit_treasures(r, p, false);
        if (strcmp(name, "up") == 0) return edit_treasures(r, p, true);
        if (strcmp(name, "lineage") == 0) return edit_lineage(r, p);
        if (strcmp(name, "ward") == 0) return edit_ward(s, p, strstr(r->at, "yes") != NULL);
        if (strcmp(name, "points") == 0 && n >= -20 && n <= 50 && s->round == 2) {
            s->points[p] = (int8_t)n;
            return true;
        }
        return false;
    }
    if (strcmp(name, "market") == 0) return edit_market(r);
    if (strcmp(name, "discard") == 0) return edit_pile(r, false);
    if (strcmp(name, "deck") == 0) return edit_pile(r, true);
    if (strcmp(name, "turn") == 0) return edit_turn(s, n);
    if (strcmp(name, "idle") == 0 && n >= 0 && n < s->patience * (s->seats - vg_bits(s->out))) {
        s->idle = (uint8_t)n;
        return true;
    }
    if (strcmp(name, "round") == 0 && n == 2) {
        s->round = 2;
        return true;
    }
    return false;
}

vg_err fata_edit(void *state, const char *line, vg_text *why)
{
    fata_state s = *(fata_state *)state;
    char name[16] = "", rest[8] = "";
    int p = -1;
    const char *colon = strchr(line, ':');
    if (!colon || sscanf(line, "%15[a-z] %d %7[a-z]", name, &p, rest) < 1 || p < -1 ||
        p >= s.seats || s.stack.count == 0 || fata_ask(&s).actor < 0) {
        vg_text_add(why, "a line is \"name SEAT: ...\" or \"name: ...\", while a seat is asked");
        return VG_ERR_SYNTAX;
    }
    reader r = {.s = &s, .at = colon + 1, .why = why};
    if (!edit_line(&r, name, p, rest)) {
        if (why->len == 0) vg_text_printf(why, "%.40s: cannot be given so", line);
        return VG_ERR_SYNTAX;
    }
    fata_know_no_shuffles(&s);
    for (int v = 0; v < s.seats; v++) fata_know_nothing(&s, v);
    for (int q = 0; q < s.seats; q++)
        for (uint32_t left = s.down[q]; left; left &= left - 1)
            fata_know_treasure(&s, vg_lowest(left), 1 << q);
    fata_past_open(&s);
    const char *wrong = vg_check(&fata_game, &s);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_SYNTAX;
    }
    *(fata_state *)state = s;
    return VG_OK;
}
