// describe.c: what the moves of Quest for Legend are made of.
#include "games/quest/quest.h"

static const quest_edition *edition(void) { return &quest_editions[0]; }

static void resource(int i, vg_text *out) { vg_text_add(out, edition()->resource[i].slug); }
static void mission(int i, vg_text *out) { vg_text_add(out, edition()->mission[i].slug); }
static void hero(int i, vg_text *out) { vg_text_add(out, edition()->hero[i].slug); }
static void card(int i, vg_text *out) { vg_text_add(out, quest_kind_slug(edition(), i)); }
static int card_copies(int i)
{
    return i < QUEST_RESOURCES ? edition()->resource[i].copies : QUEST_TWINS;
}

static int twins(int i) { return (void)i, QUEST_TWINS; }

// The resources it takes.
static void mission_note(int i, vg_text *out)
{
    for (int r = 0, any = 0; r < QUEST_RESOURCES; r++)
        for (int n = 0; n < edition()->mission[i].need[r]; n++)
            vg_text_printf(out, "%s%s", any++ ? " " : "", edition()->resource[r].slug);
}

// His own mission; the two cards of his pair; what they stand for.
static void hero_note(int i, vg_text *out)
{
    const quest_hero *h = &edition()->hero[i];
    vg_text_printf(out, "%s %s %s %s", edition()->mission[h->special].slug,
                   edition()->resource[h->pair[0]].slug, edition()->resource[h->pair[1]].slug,
                   edition()->resource[h->pair_for].slug);
}

static const vg_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "HERO",
     .what = "a hero",
     .count = QUEST_HEROES,
     .slug = hero,
     .note = hero_note,
     .noted = "his own mission, the two cards of his pair, what they stand for"},
    {.name = "CARD",
     .what = "a card of the deck",
     .count = QUEST_KINDS,
     .slug = card,
     .copies = card_copies},
    {.name = "RESOURCE",
     .what = "a resource",
     .count = QUEST_RESOURCES,
     .slug = resource,
     .copies = card_copies},
    {.name = "MISSION",
     .what = "a mission",
     .count = QUEST_MISSIONS,
     .slug = mission,
     .copies = twins,
     .note = mission_note,
     .noted = "the resources it takes"},
    {.name = "SLOT",
     .what =
         "a mission on the table, by its owner: `medusa@1`; if that seat has both copies there, "
         "`medusa@1.2` is the one started later"},
};

static const char *const forms[] = {
    [QUEST_M_FIRST] = "first SEAT",    [QUEST_M_HERO] = "hero SEAT HERO",
    [QUEST_M_DRAW] = "draw CARD",      [QUEST_M_PUT] = "put RESOURCE SLOT",
    [QUEST_M_PAIR] = "pair SLOT",      [QUEST_M_DECLARE] = "declare SLOT",
    [QUEST_M_START] = "start MISSION", [QUEST_M_DISCARD] = "discard CARD",
    [QUEST_M_DONE] = "done",
};

static const vg_chance_row draws[] = {
    {QUEST_FIRST, "seats", "starts"},
    {QUEST_HERO, "heroes not dealt yet", "the seat in the move, from 0 on"},
    {QUEST_DEAL, "cards in the deck", "a hand, one card each in turn from who starts"},
    {QUEST_DRAW, "cards in the deck", "the hand of the seat on turn"},
};

// What the numbers of an event are.
static const char *const args[QUEST_EVENT_COUNT] = {
    [QUEST_EV_FIRST] = "",
    [QUEST_EV_HERO] = "0: hero",
    [QUEST_EV_DEALT] = "0: card + 1, 0 if hidden",
    [QUEST_EV_PUT] = "0: resource, 1: mission, 2: owner",
    [QUEST_EV_PAIR] = "0: hero, 1: mission, 2: owner",
    [QUEST_EV_DECLARED] = "1: mission, 2: owner",
    [QUEST_EV_COMPLETED] = "1: mission, 2: owner, 3: points",
    [QUEST_EV_ABORTED] = "1: mission, 2: owner",
    [QUEST_EV_SUPERSEDED] = "1: mission, 2: owner, 3: points",
    [QUEST_EV_STARTED] = "1: mission, 2: owner",
    [QUEST_EV_DREW] = "0: card + 1, 0 if hidden",
    [QUEST_EV_DISCARDED] = "0: card",
    [QUEST_EV_SECOND] = "0: cards in the second deck",
    [QUEST_EV_LAST] = "",
    [QUEST_EV_ALL_DONE] = "",
    [QUEST_EV_OVER] = "",
};

const vg_notation quest_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
