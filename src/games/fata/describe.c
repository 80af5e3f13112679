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

static const vg_old_set sets[] = {
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

// What the numbers of an event are.
static const char *const args[FATA_EVENT_COUNT] = {
    [FATA_EV_START] = "",
    [FATA_EV_LINEAGE] = "0: lineage, 0 if hidden",
    [FATA_EV_SHOWN] = "0: treasure",
    [FATA_EV_DREW] = "0: card, 0 if hidden",
    [FATA_EV_ASIDE] = "",
    [FATA_EV_RESHUFFLED] = "0: cards",
    [FATA_EV_TURN] = "",
    [FATA_EV_CHARM] = "0: card",
    [FATA_EV_ENDED] = "0: charm",
    [FATA_EV_EXCHANGED] = "0: cards thrown away",
    [FATA_EV_DISCARDED] = "0: card",
    [FATA_EV_PEEKED] = "0: whose hand",
    [FATA_EV_SAW] = "0: whose hand, 1: card",
    [FATA_EV_DISPELLED] = "0: owner, 1: card",
    [FATA_EV_SWAPPED] = "0: owner, 1: other owner, 2: card, 3: other card",
    [FATA_EV_TRADED] = "0: with whom, 1: given, 2: received, 0 if hidden",
    [FATA_EV_BACK] = "0: card",
    [FATA_EV_STOLE] = "0: victim, 1: card, 2: row",
    [FATA_EV_PLAYED] = "0: card, 1: row",
    [FATA_EV_TOOK] = "0: treasure, 1: 1 if it lies face up",
    [FATA_EV_GAVE] = "0: to whom, 1: treasure, 2: 1 if it lies face up",
    [FATA_EV_CAST] = "0: type (0 draw, 1 take, 2 rob, 3 drop), 1: subject (0 neighbour, 1 anyone, "
                     "2 one or two), 2: number",
    [FATA_EV_ROBBED] = "0: victim, 1: treasure, 0 if hidden, 2: 1 if it lies face up",
    [FATA_EV_MISSED] = "0: target",
    [FATA_EV_LOST] = "0: card",
    [FATA_EV_SPENT] = "0: row",
    [FATA_EV_REDRAWS] = "",
    [FATA_EV_OUT] = "0: lineage",
    [FATA_EV_SHARED] = "0: treasure, 0 if hidden, 1: 1 if it lies face up",
    [FATA_EV_REVEALED] =
        "0: lineage, 1: treasures 1 to 13 now face up, as bits, 2: treasures 14 to 25",
    [FATA_EV_MERGED] = "0: cards added to the hand",
    [FATA_EV_QUEEN] = "0: round she ends, 1: 1 if she came out of impatience",
    [FATA_EV_ROUND] =
        "0: points of the round, 1: treasures 1 to 13, as bits, 2: treasures 14 to 25",
    [FATA_EV_RIVAL] = "0: seat of the rival",
    [FATA_EV_ALONE] = "",
};

const vg_notation fata_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
