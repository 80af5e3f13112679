// describe.c: what the moves of F.A.T.A. are made of.
#include "games/fata/fata.h"

static void card(int i, vg_text *out) { vg_text_add(out, fata_editions[0].card[i + 1].slug); }
static int card_copies(int i) { return fata_copies(i + 1); }
static void treasure(int i, vg_text *out)
{
    vg_text_add(out, fata_editions[0].treasure[i + 1].slug);
}
static void lineage(int i, vg_text *out) { vg_text_add(out, fata_editions[0].lineage[i + 1].slug); }

// With how many seats it is in play.
static void lineage_note(int i, vg_text *out)
{
    for (int seats = 3, any = 0; seats <= FATA_SEATS; seats++)
        if (fata_lineages_in_play(&fata_editions[0], seats) >> (i + 1) & 1)
            vg_text_printf(out, "%s%d", any++ ? " " : "", seats);
}

static const vg_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "LINEAGE",
     .what = "a lineage, by its colour",
     .count = FATA_LINEAGES,
     .slug = lineage,
     .note = lineage_note,
     .noted = "with how many seats it is in play"},
    {.name = "TREASURE",
     .what = "a treasure: its colour and value",
     .count = FATA_TREASURES,
     .slug = treasure},
    {.name = "CARD",
     .what = "a game card: a vision (type, subject, number, centre if it has one) or a charm",
     .count = FATA_CARDS - 1,
     .slug = card,
     .copies = card_copies},
    {.name = "ROW", .what = "`a` or `b`: one's first or second row"},
};

static const char *const forms[] = {
    [FATA_M_START] = "start SEAT",
    [FATA_M_LINEAGE] = "lineage LINEAGE",
    [FATA_M_SHOW] = "show TREASURE | show queen",
    [FATA_M_DRAW] = "draw CARD",
    [FATA_M_TRADE] = "trade TREASURE TREASURE",
    [FATA_M_ROB] = "rob TREASURE",
    [FATA_M_LOSE] = "lose CARD",
    [FATA_M_SHARE] = "share TREASURE",
    [FATA_M_CHARM] = "charm CARD",
    [FATA_M_EXCHANGE] = "exchange",
    [FATA_M_STEAL] = "steal CARD ROW",
    [FATA_M_PLAY] = "play CARD ROW",
    [FATA_M_END] = "end",
    [FATA_M_REVEAL] = "reveal",
    [FATA_M_ON] = "on SEAT",
    [FATA_M_CARD] = "on CARD",
    [FATA_M_SWAP] = "swap CARD CARD",
    [FATA_M_KEEP] = "take TREASURE",
    [FATA_M_GIVE] = "give TREASURE SEAT",
    [FATA_M_ROW] = "row ROW",
    [FATA_M_STOP] = "stop",
    [FATA_M_DISCARD] = "discard CARD",
};

static const vg_chance_row draws[] = {
    {FATA_FIRST, "seats", "starts"},
    {FATA_LINEAGE, "lineages in play not dealt yet", "a seat, from 0 on"},
    {FATA_REVEAL, "treasures in the pile, and 1 for the Queen, last, when they are four or fewer",
     "the gap in the middle"},
    {FATA_DEAL, "cards in the deck, or in the discards when it is empty",
     "the hand, or the cards set aside"},
    {FATA_TRADE, "own treasures face down times theirs; one draw for both", "the other's, each"},
    {FATA_ROB, "treasures face down before the victim", "the robber"},
    {FATA_LOSE, "cards in the victim's hand", "the discards"},
    {FATA_SHARE, "treasures of the fallen not shared out yet", "the next seat in play"},
};

const vg_notation fata_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
