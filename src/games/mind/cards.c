// cards.c: the pieces of FantasyMind as const tables, and what makes an edition sound.
#include "games/mind/mind.h"

#include <string.h>

const mind_stone_def mind_stones[MIND_COLOURS + 1] = {
    [MIND_NO_COLOUR] = {.slug = "blank", .one = VG_WORDS("vuoto", "empty"), .letter = '-'},
#define STONE(id, ...) [MIND_##id] = {__VA_ARGS__},
#include "games/mind/cards.def"
#undef STONE
};

const char *const mind_coffer_slugs[MIND_KINDS] = {
    "?",     "ruby",  "carnelian",  "topaz",  "malachite",  "lapis",  "amethyst",  "opal",
    "blank", "ruby+", "carnelian+", "topaz+", "malachite+", "lapis+", "amethyst+", "opal+",
};

// The characters name colours without the prefix.
enum {
#define STONE(id, ...) id = MIND_##id,
#include "games/mind/cards.def"
#undef STONE
    NO_COLOUR = MIND_NO_COLOUR
};

mind_edition mind_editions[MIND_EDITIONS + 1] = {
    {
        .slug = "classic",
        .character =
            {
                {.slug = "-"},
#define CHARACTER(...) {__VA_ARGS__},
#include "games/mind/cards.def"
#undef CHARACTER
            },
        .coffer =
            {
#define COFFER(colour, plain_count, gift_count)                                                    \
    [colour] = {.plain = (plain_count), .gift = (gift_count)},
#include "games/mind/cards.def"
#undef COFFER
            },
        .sides = {0, 1, 1, 1, 1, 1, 1},
    },
};

static const char *check_character(const mind_edition *e, int i)
{
    const mind_character_def *c = &e->character[i];
    if (c->value < 1 || c->value > 6) return "a character's value is not a face of the die (H1)";
    int shown = 0;
    for (int k = 0; k < 4; k++) {
        if (c->shows[k] > MIND_COLOURS) return "a character shows no such colour (H1)";
        shown += c->shows[k] != 0;
        // Sorted, so that equal sets of stones are equal bytes.
        if (k && c->shows[k] && c->shows[k] < c->shows[k - 1]) return "stones out of order (H1)";
    }
    if (shown == 0) return "a character shows no stone (H1)";
    for (int j = 1; j < i; j++) {
        if (strcmp(e->character[j].slug, c->slug) == 0) return "two characters of one name (H1)";
        if (memcmp(e->character[j].shows, c->shows, sizeof c->shows) == 0)
            return "two characters show the same stones (H1)";
    }
    return NULL;
}

const char *mind_edition_check(const mind_edition *e)
{
    for (int i = 1; i <= MIND_CHARACTERS; i++) {
        const char *wrong = check_character(e, i);
        if (wrong) return wrong;
    }
    int coffers = 0;
    for (int c = 0; c <= MIND_COLOURS; c++) coffers += e->coffer[c].plain + e->coffer[c].gift;
    if (coffers != MIND_COFFERS) return "there are not 24 coffers (H2)";
    if (e->coffer[MIND_NO_COLOUR].gift) return "a blank coffer carries the gift mark (FM-45)";
    return NULL;
}
