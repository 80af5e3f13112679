// describe.c: what the moves of Winter Tales are made of.
#include "games/winter/words.h"

static void card(int i, vg_text *out) { vg_text_add(out, winter_narration[i + 1].slug); }
static void character(int i, vg_text *out) { vg_text_add(out, winter_chars[i + 1].slug); }
static void character_note(int i, vg_text *out)
{
    vg_text_add(out, winter_side_slugs[i >= WINTER_TALES]);
}
static void space(int i, vg_text *out) { vg_text_add(out, winter_spaces[i + 1].slug); }
static void mission(int i, vg_text *out) { vg_text_add(out, winter_missions[i + 1].slug); }
static void mission_note(int i, vg_text *out)
{
    vg_text_add(out, winter_side_slugs[winter_missions[i + 1].side]);
}
static void goal(int i, vg_text *out) { vg_text_add(out, winter_goals[i + 1].slug); }
static int goal_copies(int i) { return winter_editions[0].copies[i + 1]; }
static void goal_note(int i, vg_text *out)
{
    vg_text_add(out, winter_side_slugs[winter_goals[i + 1].side]);
}
static void side(int i, vg_text *out) { vg_text_add(out, winter_side_slugs[i]); }

static const vg_old_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "SIDE", .what = "a side", .count = 2, .slug = side},
    {.name = "CARD", .what = "a narration card", .count = WINTER_CARDS, .slug = card},
    {.name = "OBJECTIVE",
     .what = "an objective",
     .count = WINTER_GOAL_COUNT - 1,
     .slug = goal,
     .copies = goal_copies,
     .note = goal_note,
     .noted = "its side"},
    {.name = "MISSION",
     .what = "a mission",
     .count = WINTER_MISSION_COUNT - 1,
     .slug = mission,
     .note = mission_note,
     .noted = "its side"},
    {.name = "CHARACTER",
     .what = "a character",
     .count = WINTER_CHAR_COUNT - 1,
     .slug = character,
     .note = character_note,
     .noted = "its side"},
    {.name = "SPACE",
     .what = "a space of the town: eight places, then ten squares",
     .count = WINTER_SPACE_COUNT - 1,
     .slug = space},
    {.name = "SLOT", .what = "a memory slot, 1 to 7"},
    {.name = "NUMBER", .what = "how many"},
};

static const char *const forms[] = {
    [WINTER_M_START] = "start SEAT",
    [WINTER_M_GOAL] = "objective OBJECTIVE",
    [WINTER_M_TAKE] = "take CHARACTER",
    [WINTER_M_POSE] = "pose SPACE",
    [WINTER_M_OPEN] = "open MISSION",
    [WINTER_M_SET] = "set SPACE | set on CHARACTER",
    [WINTER_M_TELL] = "tell",
    [WINTER_M_DRAW] = "draw CARD",
    [WINTER_M_ACTIVATE] = "activate CHARACTER",
    [WINTER_M_STEP] = "step SPACE",
    [WINTER_M_GLIDE] = "glide SPACE",
    [WINTER_M_PASSAGE] = "passage",
    [WINTER_M_GENERATE] = "generate MISSION SPACE | generate MISSION on CHARACTER | "
                          "generate MISSION SPACE aim MISSION | "
                          "generate MISSION on CHARACTER aim MISSION",
    [WINTER_M_RESOLVE] = "resolve MISSION",
    [WINTER_M_END] = "end",
    [WINTER_M_SPEND] = "spend CARD",
    [WINTER_M_ATTACK] = "attack CARD | attack free | attack artefact",
    [WINTER_M_TRAP] = "trap CARD",
    [WINTER_M_PASS] = "pass",
    [WINTER_M_PLAY] = "play CARD | play CARD SIDE | play free | play artefact",
    [WINTER_M_PLACE] = "place SPACE",
    [WINTER_M_BID] = "bid NUMBER",
    [WINTER_M_DONE] = "done",
    [WINTER_M_JOIN] = "join CHARACTER",
    [WINTER_M_WITH] = "with CHARACTER",
    [WINTER_M_REMEMBER] = "remember CARD",
    [WINTER_M_SLOT] = "slot SLOT",
    [WINTER_M_ACCEPT] = "accept",
    [WINTER_M_RETELL] = "retell",
    [WINTER_M_REFUSE] = "refuse",
    [WINTER_M_MARK] = "mark SLOT",
    [WINTER_M_HAND] = "hand SEAT",
    [WINTER_M_CLOSE] = "close",
    [WINTER_M_RESCUE] = "rescue CHARACTER by CHARACTER",
    [WINTER_M_FOLLOW] = "follow",
    [WINTER_M_HOPE] = "hope",
    [WINTER_M_HORROR] = "horror SPACE CHARACTER",
    [WINTER_M_SPEECH] = "speech CHARACTER",
    [WINTER_M_GIVE] = "give CHARACTER",
    [WINTER_M_RESTORE] = "restore CHARACTER SPACE",
    [WINTER_M_NAME] = "name CHARACTER",
    [WINTER_M_STRIKE] = "strike MISSION",
    [WINTER_M_SWAP] = "swap",
    [WINTER_M_SHOW] = "show SIDE",
    [WINTER_M_DECLARE] = "declare SIDE",
};

static const vg_chance_row draws[] = {
    {WINTER_P_FIRST, "seats", "starts, the first of Spring"},
    {WINTER_P_GOAL, "objectives of the side that are left", "a seat, in secret"},
    {WINTER_P_OPEN, "missions of the side not on the board", "the board: who opens places it"},
    {WINTER_P_DEAL, "cards in the deck", "a hand"},
    {WINTER_P_REVEAL, "cards in the deck", "the memory of a mission won without a card"},
};

// What the numbers of an event are.
static const char *const args[WINTER_EVENT_COUNT] = {
    [WINTER_E_START] = "",
    [WINTER_E_GOAL] = "0: objective, 0 if hidden, 1: side",
    [WINTER_E_TOOK] = "0: character",
    [WINTER_E_POSED] = "0: character, 1: space",
    [WINTER_E_OPENED] = "0: mission drawn for the opening",
    [WINTER_E_SET] = "0: mission, 1: place, 2: character",
    [WINTER_E_INTRO] = "",
    [WINTER_E_DREW] = "0: card, 0 if hidden",
    [WINTER_E_EMPTY] = "",
    [WINTER_E_SHUFFLED] = "",
    [WINTER_E_SHORT] = "",
    [WINTER_E_CHAPTER] = "0: number",
    [WINTER_E_ACTIVATED] = "0: character, 1: space, 2: 1 off-turn",
    [WINTER_E_SKIPPED] = "",
    [WINTER_E_SPENT] = "0: card, 1: for 0 a movement, 1 a rescue, 2 a trap, 3 a return, 4 a raid",
    [WINTER_E_TOLD_MOVE] = "0: card, 1: character",
    [WINTER_E_MOVED] = "0: character, 1: from, 2: to",
    [WINTER_E_PASSAGE] = "0: character, 1: to",
    [WINTER_E_ENDED] = "0: character",
    [WINTER_E_ATTACKED] = "0: soldier (0: the Horror), 1: tale, 2: card, 3: space",
    [WINTER_E_PLAYED] = "0: card, 1: side, 2: character",
    [WINTER_E_YIELDED] = "0: character",
    [WINTER_E_BEATEN] = "0: tale, 1: soldier, 2: space",
    [WINTER_E_HELD] = "0: tale, 1: soldier",
    [WINTER_E_SHELTERED] = "0: tale, 1: place",
    [WINTER_E_PLACED] = "0: tale, 1: space",
    [WINTER_E_TRAPPED] = "0: tale, 1: soldier, 2: card, 3: space",
    [WINTER_E_BID] = "0: number, 0 if hidden",
    [WINTER_E_SPRUNG] = "0: soldier, 1: Spring's total, 2: Winter's total, 3: tale",
    [WINTER_E_BACK] = "0: soldier, 1: space, 2: 1 lying",
    [WINTER_E_RESCUED] = "0: character, 1: rescuer",
    [WINTER_E_GENERATED] = "0: mission, 1: place, 2: character, 3: power aimed at",
    [WINTER_E_RESOLVING] = "0: mission, 1: space, 2: character",
    [WINTER_E_JUDGED] = "0: 0 accepted, 1 another telling, 2 refused",
    [WINTER_E_RETOLD] = "",
    [WINTER_E_STAYED_OUT] = "",
    [WINTER_E_PART] = "0: character, 1: side",
    [WINTER_E_RESULT] = "0: mission, 1: Spring's total, 2: Winter's total, 3: colour",
    [WINTER_E_CONCLUDED] = "0: mission",
    [WINTER_E_REMEMBERED] = "0: card, 1: colour, 2: mission",
    [WINTER_E_MEMORY] = "0: slot, 1: colour, 2: mission, 3: card",
    [WINTER_E_OVER] = "",
    [WINTER_E_TRIMMED] = "0: card, or 0: within the limit",
    [WINTER_E_EPILOGUE] = "0: 1 by the cap on chapters",
    [WINTER_E_FINALE_DONE] = "",
    [WINTER_E_MARKED] = "0: slot",
    [WINTER_E_WON] = "0: side, 1: Spring's total, 2: Winter's total",
    [WINTER_E_HANDED] = "0: seat",
    [WINTER_E_CLOSED] = "",
    [WINTER_E_POWER] = "0: mission, 1: character, 2: place, 3: second character",
    [WINTER_E_HOPE] = "0: tale",
    [WINTER_E_FOLLOWED] = "0: tale, 1: 1 stays behind",
    [WINTER_E_HORROR] = "0: place, 1: tale",
    [WINTER_E_SPEECH] = "0: tale, 1: soldier",
    [WINTER_E_GIVEN] = "0: to, 1: from",
    [WINTER_E_STRUCK] = "0: power (a mission), 1: tale",
    [WINTER_E_KILLED] = "0: tale",
    [WINTER_E_RESTORED] = "0: tale, 1: place",
    [WINTER_E_SWAPPED] = "0: old, 0 if hidden, 1: side",
    [WINTER_E_SHOWN] = "0: objective",
    [WINTER_E_NO_SPY] = "",
    [WINTER_E_SCORED] = "0: objective, 1: slot",
};

const vg_notation winter_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
