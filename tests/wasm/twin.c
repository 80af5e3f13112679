// twin.c: everything hidden is changed, everything known stays.
#include "twin.h"

#include "engine/table_parts.h"

#include <string.h>

// The fields in which two states differ.
static void put_difference(vg_json *out, const char *key, const vg_game *game, const void *a,
                           const void *b)
{
    vg_json_put_open(out, key, '[');
    for (int i = 0; i < game->field_count; i++) {
        const vg_field *f = &game->fields[i];
        if (memcmp((const char *)a + f->offset, (const char *)b + f->offset, f->size) != 0)
            vg_json_string(out, f->name);
    }
    vg_json_close(out, ']');
}

// The fields that are not open to everybody.
static void put_secrets(vg_json *out, const vg_game *game)
{
    vg_json_put_open(out, "secret", '[');
    for (int i = 0; i < game->field_count; i++)
        if (game->fields[i].who != VG_ALL) vg_json_string(out, game->fields[i].name);
    vg_json_close(out, ']');
}

static void spoil(uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes[i] ^= 0x55;
}

void vg_twin(vg_table *t, int viewer, uint32_t seed, vg_json *out)
{
    static uint64_t was[VG_MAX_STATE / 8], view[VG_MAX_STATE / 8];
    const vg_game *game = t->plan.game;
    memcpy(was, t->state, game->state_size);
    vg_game_view(game, was, viewer, view);
    if (vg_table_over(t)) {
        memcpy(view, was, game->state_size); // nothing is hidden any more
    } else {
        vg_rng rng;
        vg_rng_seed(&rng, seed, 0);
        memcpy(t->state, view, game->state_size);
        game->resample(t->state, viewer, &rng);
        for (int i = 0; i < t->event_count; i++) {
            if (vg_event_visible(&t->event[i], viewer)) continue;
            for (int k = 0; k < 4; k++) t->event[i].arg[k] ^= 1;
        }
        for (size_t i = 0; i < t->words_len; i++)
            if (t->words[i]) t->words[i] = 'x';
        spoil(t->plan.secret, sizeof t->plan.secret);
        spoil(t->key, sizeof t->key);
    }
    vg_json_open(out, '{');
    put_secrets(out, game);
    put_difference(out, "hidden", game, was, view);
    put_difference(out, "changed", game, was, t->state);
    vg_json_close(out, '}');
}
