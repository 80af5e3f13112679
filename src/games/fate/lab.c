// lab.c: what the lab counts by and may change in Fate e Leggende.
#include "games/fate/fate.h"

bool fate_marks(const void *state, const vg_event *e, vg_trait *out)
{
    (void)state;
    int card = e->arg[0];
    if (e->kind == FATE_EV_DREW) {
        out->group = "drawn";
    } else if (e->kind == FATE_EV_PLAYED) {
        out->group = "played";
    } else if (e->kind == FATE_EV_BEGAN || e->kind == FATE_EV_TOLD) {
        out->group = "played";
        card = e->arg[1];
    } else {
        return false;
    }
    out->slug = fate_cards[card].slug;
    out->name = &fate_cards[card].title;
    return true;
}

// The rules count 90 cards at most, of which 77 can lie in stories; a forest, full hands and a few
// turns need 50.
static const char *check_edition(const void *edition)
{
    const fate_card_def *card = edition;
    int all = 0, told = 0;
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        all += card[c].copies;
        if (card[c].bars) told += card[c].copies;
    }
    if (all > 90) return "there are more than 90 cards";
    if (told > 77) return "there are more than 77 legends and jokers";
    if (all < 50) return "there are fewer than 50 cards";
    return NULL;
}

static const vg_tunable tunables[] = {{
    .group = "card",
    .field = "copies",
    .name = VG_WORDS("copie", "copies"),
    .count = FATE_CARD_COUNT - 1,
    .stride = sizeof(fate_card_def),
    .slug = sizeof(fate_card_def) + offsetof(fate_card_def, slug),
    .offset = sizeof(fate_card_def) + offsetof(fate_card_def, copies),
    .min = 0,
    .max = 8,
}};

vg_tuning fate_tuning = {
    .edition = fate_custom,
    .normal = fate_cards,
    .size = sizeof fate_custom,
    .row = tunables,
    .row_count = 1,
    .check = check_edition,
};
