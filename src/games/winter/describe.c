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
    [WINTER_MOVE_START] = "start SEAT",
    [WINTER_MOVE_GOAL] = "objective OBJECTIVE",
    [WINTER_MOVE_TAKE] = "take CHARACTER",
    [WINTER_MOVE_POSE] = "pose SPACE",
    [WINTER_MOVE_OPEN] = "open MISSION",
    [WINTER_MOVE_SET] = "set SPACE | set on CHARACTER",
    [WINTER_MOVE_TELL] = "tell",
    [WINTER_MOVE_DRAW] = "draw CARD",
    [WINTER_MOVE_ACTIVATE] = "activate CHARACTER",
    [WINTER_MOVE_STEP] = "step SPACE",
    [WINTER_MOVE_GLIDE] = "glide SPACE",
    [WINTER_MOVE_PASSAGE] = "passage",
    [WINTER_MOVE_GENERATE] = "generate MISSION SPACE | generate MISSION on CHARACTER | "
                             "generate MISSION SPACE aim MISSION | "
                             "generate MISSION on CHARACTER aim MISSION",
    [WINTER_MOVE_RESOLVE] = "resolve MISSION",
    [WINTER_MOVE_END] = "end",
    [WINTER_MOVE_SPEND] = "spend CARD",
    [WINTER_MOVE_ATTACK] = "attack CARD | attack free | attack artefact",
    [WINTER_MOVE_TRAP] = "trap CARD",
    [WINTER_MOVE_PASS] = "pass",
    [WINTER_MOVE_PLAY] = "play CARD | play CARD SIDE | play free | play artefact",
    [WINTER_MOVE_PLACE] = "place SPACE",
    [WINTER_MOVE_BID] = "bid NUMBER",
    [WINTER_MOVE_DONE] = "done",
    [WINTER_MOVE_JOIN] = "join CHARACTER",
    [WINTER_MOVE_WITH] = "with CHARACTER",
    [WINTER_MOVE_REMEMBER] = "remember CARD",
    [WINTER_MOVE_SLOT] = "slot SLOT",
    [WINTER_MOVE_ACCEPT] = "accept",
    [WINTER_MOVE_RETELL] = "retell",
    [WINTER_MOVE_REFUSE] = "refuse",
    [WINTER_MOVE_MARK] = "mark SLOT",
    [WINTER_MOVE_HAND] = "hand SEAT",
    [WINTER_MOVE_CLOSE] = "close",
    [WINTER_MOVE_RESCUE] = "rescue CHARACTER by CHARACTER",
    [WINTER_MOVE_FOLLOW] = "follow",
    [WINTER_MOVE_HOPE] = "hope",
    [WINTER_MOVE_HORROR] = "horror SPACE CHARACTER",
    [WINTER_MOVE_SPEECH] = "speech CHARACTER",
    [WINTER_MOVE_GIVE] = "give CHARACTER",
    [WINTER_MOVE_RESTORE] = "restore CHARACTER SPACE",
    [WINTER_MOVE_NAME] = "name CHARACTER",
    [WINTER_MOVE_STRIKE] = "strike MISSION",
    [WINTER_MOVE_SWAP] = "swap",
    [WINTER_MOVE_SHOW] = "show SIDE",
    [WINTER_MOVE_DECLARE] = "declare SIDE",
};

static const vg_chance_row draws[] = {
    {WINTER_PHASE_FIRST, "seats", "starts, the first of Spring"},
    {WINTER_PHASE_GOAL, "objectives of the side that are left", "a seat, in secret"},
    {WINTER_PHASE_OPEN, "missions of the side not on the board", "the board: who opens places it"},
    {WINTER_PHASE_DEAL, "cards in the deck", "a hand"},
    {WINTER_PHASE_REVEAL, "cards in the deck", "the memory of a mission won without a card"},
};

// What the numbers of an event are.
static const char *const args[WINTER_EVENT_COUNT] = {
    [WINTER_EVENT_START] = "",
    [WINTER_EVENT_GOAL] = "0: objective, 0 if hidden, 1: side",
    [WINTER_EVENT_TOOK] = "0: character",
    [WINTER_EVENT_POSED] = "0: character, 1: space",
    [WINTER_EVENT_OPENED] = "0: mission drawn for the opening",
    [WINTER_EVENT_SET] = "0: mission, 1: place, 2: character",
    [WINTER_EVENT_INTRO] = "",
    [WINTER_EVENT_DREW] = "0: card, 0 if hidden",
    [WINTER_EVENT_EMPTY] = "",
    [WINTER_EVENT_SHUFFLED] = "",
    [WINTER_EVENT_SHORT] = "",
    [WINTER_EVENT_CHAPTER] = "0: number",
    [WINTER_EVENT_ACTIVATED] = "0: character, 1: space, 2: 1 off-turn",
    [WINTER_EVENT_SKIPPED] = "",
    [WINTER_EVENT_SPENT] =
        "0: card, 1: for 0 a movement, 1 a rescue, 2 a trap, 3 a return, 4 a raid",
    [WINTER_EVENT_TOLD_MOVE] = "0: card, 1: character",
    [WINTER_EVENT_MOVED] = "0: character, 1: from, 2: to",
    [WINTER_EVENT_PASSAGE] = "0: character, 1: to",
    [WINTER_EVENT_ENDED] = "0: character",
    [WINTER_EVENT_ATTACKED] = "0: soldier (0: the Horror), 1: tale, 2: card, 3: space",
    [WINTER_EVENT_PLAYED] = "0: card, 1: side, 2: character",
    [WINTER_EVENT_YIELDED] = "0: character",
    [WINTER_EVENT_BEATEN] = "0: tale, 1: soldier, 2: space",
    [WINTER_EVENT_HELD] = "0: tale, 1: soldier",
    [WINTER_EVENT_SHELTERED] = "0: tale, 1: place",
    [WINTER_EVENT_PLACED] = "0: tale, 1: space",
    [WINTER_EVENT_TRAPPED] = "0: tale, 1: soldier, 2: card, 3: space",
    [WINTER_EVENT_BID] = "0: number, 0 if hidden",
    [WINTER_EVENT_SPRUNG] = "0: soldier, 1: Spring's total, 2: Winter's total, 3: tale",
    [WINTER_EVENT_BACK] = "0: soldier, 1: space, 2: 1 lying",
    [WINTER_EVENT_RESCUED] = "0: character, 1: rescuer",
    [WINTER_EVENT_GENERATED] = "0: mission, 1: place, 2: character, 3: power aimed at",
    [WINTER_EVENT_RESOLVING] = "0: mission, 1: space, 2: character",
    [WINTER_EVENT_JUDGED] = "0: 0 accepted, 1 another telling, 2 refused",
    [WINTER_EVENT_RETOLD] = "",
    [WINTER_EVENT_STAYED_OUT] = "",
    [WINTER_EVENT_PART] = "0: character, 1: side",
    [WINTER_EVENT_RESULT] = "0: mission, 1: Spring's total, 2: Winter's total, 3: colour",
    [WINTER_EVENT_CONCLUDED] = "0: mission",
    [WINTER_EVENT_REMEMBERED] = "0: card, 1: colour, 2: mission",
    [WINTER_EVENT_MEMORY] = "0: slot, 1: colour, 2: mission, 3: card",
    [WINTER_EVENT_OVER] = "",
    [WINTER_EVENT_TRIMMED] = "0: card, or 0: within the limit",
    [WINTER_EVENT_EPILOGUE] = "0: 1 by the cap on chapters",
    [WINTER_EVENT_FINALE_DONE] = "",
    [WINTER_EVENT_MARKED] = "0: slot",
    [WINTER_EVENT_WON] = "0: side, 1: Spring's total, 2: Winter's total",
    [WINTER_EVENT_HANDED] = "0: seat",
    [WINTER_EVENT_CLOSED] = "",
    [WINTER_EVENT_POWER] = "0: mission, 1: character, 2: place, 3: second character",
    [WINTER_EVENT_HOPE] = "0: tale",
    [WINTER_EVENT_FOLLOWED] = "0: tale, 1: 1 stays behind",
    [WINTER_EVENT_HORROR] = "0: place, 1: tale",
    [WINTER_EVENT_SPEECH] = "0: tale, 1: soldier",
    [WINTER_EVENT_GIVEN] = "0: to, 1: from",
    [WINTER_EVENT_STRUCK] = "0: power (a mission), 1: tale",
    [WINTER_EVENT_KILLED] = "0: tale",
    [WINTER_EVENT_RESTORED] = "0: tale, 1: place",
    [WINTER_EVENT_SWAPPED] = "0: old, 0 if hidden, 1: side",
    [WINTER_EVENT_SHOWN] = "0: objective",
    [WINTER_EVENT_NO_SPY] = "",
    [WINTER_EVENT_SCORED] = "0: objective, 1: slot",
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
