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
static int goal_copies(int i) { return winter_goals[i + 1].copies; }
static void goal_note(int i, vg_text *out)
{
    vg_text_add(out, winter_side_slugs[winter_goals[i + 1].side]);
}
static void side(int i, vg_text *out) { vg_text_add(out, winter_side_slugs[i]); }

static const vg_set sets[] = {
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

const vg_notation winter_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
