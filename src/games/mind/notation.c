// notation.c: a position of FantasyMind as the lines that scenarios read and write. A line given
// always leaves a sound position between two decisions: coffers come from the pile and go back to
// it, stones from the bank.
#include "games/mind/mind.h"

#include <stdio.h>
#include <string.h>

static void dump_coffers(vg_text *out, const uint8_t *card, int count)
{
    for (int i = 0; i < count; i++) vg_text_printf(out, " %s", mind_coffer_slugs[card[i]]);
    vg_text_char(out, '\n');
}

void mind_dump(const void *state, vg_text *out)
{
    const mind_state *s = state;
    vg_text_add(out, "characters:");
    for (int p = 0; p < s->seats; p++) vg_text_printf(out, " %s", mind_character_of(s, p)->slug);
    vg_text_char(out, '\n');
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "stones %d:", p);
        vg_pile_text(&mind_rows, MIND_SET_STONE, s->stones[p], out);
    }
    vg_text_add(out, "bank:");
    vg_pile_text(&mind_rows, MIND_SET_STONE, s->bank, out);
    for (int r = 0; r < s->row_count; r++) {
        vg_text_printf(out, "row %d:", r + 1);
        dump_coffers(out, &s->card[mind_row_start(s, r)], s->length[r]);
    }
    vg_text_printf(out, "rows: %d\ncoffers: %d\npile:", s->row_count, s->card_count);
    vg_pile_text(&mind_rows, MIND_SET_COFFER, s->pile, out);
    vg_text_add(out, "bottom:");
    dump_coffers(out, s->bottom, s->bottom_count);
    vg_text_printf(out, "left: %d\n", s->pile_count + s->bottom_count);
    if (mind_in_hand(s)) vg_text_printf(out, "hand: %s\n", mind_coffer_slugs[mind_in_hand(s)]);
    for (int i = 0; i < s->pair_count; i++)
        vg_text_printf(out, "pair %d %d: row %d\n", s->pair[i][0], s->pair[i][1], s->pair_row[i]);
    vg_text_printf(out, "die: %d\nturn: %d\n", s->face, s->turn);
}

// ---- reading ---------------------------------------------------------------------

// The next word of `*at` into `word`; false at the end of the line.
static bool next_word(const char **at, char word[24])
{
    int used = 0;
    if (sscanf(*at, "%23s%n", word, &used) != 1) return false;
    *at += used;
    return true;
}

static vg_err bad(vg_text *why, const char *what, const char *word)
{
    vg_text_printf(why, what, word);
    return VG_ERR_SYNTAX;
}

static void to_pile(mind_state *s, int kind)
{
    s->pile[kind]++;
    s->pile_count++;
}

// Fetches one coffer by name from the covered pile; 0 if it is not there.
static int from_pile(mind_state *s, const char *word)
{
    int k = vg_set_find(&mind_rows, MIND_SET_COFFER, NULL, word);
    if (k < 0 || !s->pile[k]) return 0;
    s->pile[k]--;
    s->pile_count--;
    return k;
}

static void ask_roll(mind_state *s, int seat)
{
    memset(&s->stack, 0, sizeof s->stack);
    memset(s->pair, 0, sizeof s->pair);
    memset(s->pair_row, 0, sizeof s->pair_row);
    s->pair_count = s->face = 0;
    s->turn = (uint8_t)seat;
    vg_push(&s->stack, MIND_PHASE_ROLL, seat, 0, 0);
}

// Drops a decision that a line could make senseless: the seat whose turn it is rolls again.
static void between_decisions(mind_state *s)
{
    vg_frame f = mind_top(s);
    if (f.phase == MIND_PHASE_CHOOSE || f.phase == MIND_PHASE_OPEN || f.phase == MIND_PHASE_ROLL)
        return;
    if (mind_in_hand(s)) to_pile(s, f.a);
    ask_roll(s, s->turn);
}

static vg_err edit_characters(mind_state *s, const char *at, vg_text *why)
{
    char word[24];
    for (int p = 0; p < s->seats; p++) {
        if (!next_word(&at, word)) return bad(why, "a character for each seat is needed%s", "");
        int c = vg_set_find(&mind_rows, MIND_SET_CHARACTER, NULL, word);
        if (c < 0) return bad(why, "no character is called \"%s\"", word);
        for (int q = 0; q < p; q++)
            if (s->character[q] == c) return bad(why, "\"%s\" is there twice", word);
        s->character[p] = (uint8_t)c;
    }
    if (next_word(&at, word)) return bad(why, "there is no seat for \"%s\"", word);
    if (vg_top(&s->stack)->phase == MIND_PHASE_CHOOSE) {
        vg_pop(&s->stack);
        vg_push(&s->stack, MIND_PHASE_OPEN, s->first, 0, 0);
    }
    return VG_OK;
}

// Who has a stone of this colour to spare: the bank, else a seat after this one, so that lines
// given in order of seats never take back what a line before them gave. NULL if nobody has.
static uint8_t *stone_source(mind_state *s, int seat, int colour)
{
    if (s->bank[colour]) return s->bank;
    for (int p = seat + 1; p < s->seats; p++)
        if (s->stones[p][colour]) return s->stones[p];
    return NULL;
}

static vg_err edit_stones(mind_state *s, int seat, const char *at, vg_text *why)
{
    char word[24];
    if (seat < 0 || seat >= s->seats) return bad(why, "no such seat%s", "");
    for (int c = 1; c <= MIND_COLOURS; c++) {
        s->bank[c] = (uint8_t)(s->bank[c] + s->stones[seat][c]);
        s->stones[seat][c] = 0;
    }
    while (next_word(&at, word)) {
        int c = vg_set_find(&mind_rows, MIND_SET_STONE, NULL, word);
        if (c < 0) return bad(why, "there is no stone \"%s\"", word);
        uint8_t *from = stone_source(s, seat, c);
        if (!from) return bad(why, "no stone \"%s\" is left", word);
        from[c]--;
        s->stones[seat][c]++;
    }
    return VG_OK;
}

// Replaces row `r`, or adds it below the others; without coffers it is taken away.
static vg_err edit_row(mind_state *s, int r, const char *at, vg_text *why)
{
    if (vg_top(&s->stack)->phase == MIND_PHASE_CHOOSE)
        return bad(why, "give the characters first%s", "");
    if (r < 0 || r > s->row_count || r >= MIND_ROWS) return bad(why, "no such row%s", "");
    mind_state old = *s;
    s->card_count = s->row_count = 0;
    memset(s->card, 0, sizeof s->card);
    memset(s->length, 0, sizeof s->length);
    int rows = r == old.row_count ? r + 1 : old.row_count, from = 0;
    for (int i = 0; i < old.length[r % MIND_ROWS]; i++)
        to_pile(s, old.card[mind_row_start(&old, r) + i]);
    for (int i = 0; i < rows; i++) {
        int n = 0;
        char word[24];
        if (i != r) {
            n = old.length[i];
            memcpy(&s->card[s->card_count], &old.card[from], (size_t)n);
        } else {
            while (next_word(&at, word)) {
                int kind = from_pile(s, word);
                if (!kind) return bad(why, "the pile has no coffer \"%s\"", word);
                s->card[s->card_count + n++] = (uint8_t)kind;
            }
        }
        from += old.length[i];
        s->card_count = (uint8_t)(s->card_count + n);
        if (n) s->length[s->row_count++] = (uint8_t)n;
    }
    if (s->card_count == 0) return bad(why, "one coffer must stay on the table%s", "");
    if (s->pile_count + s->bottom_count == 0) return bad(why, "one must stay in the pile%s", "");
    if (vg_top(&s->stack)->phase == MIND_PHASE_OPEN) ask_roll(s, s->first);
    return VG_OK;
}

static vg_err edit_bottom(mind_state *s, const char *at, vg_text *why)
{
    char word[24];
    for (int i = 0; i < s->bottom_count; i++) to_pile(s, s->bottom[i]);
    memset(s->bottom, 0, sizeof s->bottom);
    s->bottom_count = 0;
    while (next_word(&at, word)) {
        int kind = from_pile(s, word);
        if (!kind) return bad(why, "the pile has no coffer \"%s\"", word);
        s->bottom[s->bottom_count++] = (uint8_t)kind;
    }
    return VG_OK;
}

static vg_err edit_turn(mind_state *s, int seat, vg_text *why)
{
    if (seat < 0 || seat >= s->seats) return bad(why, "no such seat%s", "");
    if (!s->card_count) return bad(why, "give a row first%s", "");
    ask_roll(s, seat);
    return VG_OK;
}

vg_err mind_edit(void *state, const char *line, vg_text *why)
{
    mind_state s = *(mind_state *)state;
    int n = 0, used = 0;
    vg_err err;
    if (mind_top(&s).phase == MIND_PHASE_OVER) return bad(why, "the game is over%s", "");
    between_decisions(&s);
    if (strncmp(line, "characters:", 11) == 0)
        err = edit_characters(&s, line + 11, why);
    else if (strncmp(line, "bottom:", 7) == 0)
        err = edit_bottom(&s, line + 7, why);
    else if (sscanf(line, "stones %d:%n", &n, &used) == 1 && used)
        err = edit_stones(&s, n, line + used, why);
    else if (sscanf(line, "row %d:%n", &n, &used) == 1 && used)
        err = edit_row(&s, n - 1, line + used, why);
    else if (sscanf(line, "turn: %d", &n) == 1)
        err = edit_turn(&s, n, why);
    else
        err =
            bad(why, "give characters:, stones SEAT:, row N:, bottom: or turn:, not \"%s\"", line);
    if (err == VG_OK) *(mind_state *)state = s;
    return err;
}
