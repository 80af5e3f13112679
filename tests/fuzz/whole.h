// whole.h: what any table must survive, however it came about: being looked at, saved and loaded.
#ifndef VG_TESTS_WHOLE_H
#define VG_TESTS_WHOLE_H

#include "engine/table.h"
#include "json_check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the run, unlike assert in every build.
#define MUST(fact)                                                                                 \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #fact);                     \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline int game_count(void)
{
    int n = 0;
    while (vg_games[n]) n++;
    return n;
}

// Reads a byte off the input; 0 past its end.
typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static inline int byte(bytes *b)
{
    if (b->left == 0) return 0;
    b->left--;
    return *b->at++;
}

// Reads a text of at most `max` bytes, up to a NUL or a newline.
static inline const char *line(bytes *b, char *out, size_t max)
{
    size_t n = 0;
    for (int c; n < max && b->left && (c = byte(b)) && c != '\n';) out[n++] = (char)c;
    out[n] = '\0';
    return out;
}

static inline void look(vg_table *t, int viewer, vg_lang lang)
{
    vg_text out = vg_text_heap();
    vg_json json = vg_json_to(&out);
    vg_table_json(t, viewer, lang, &json);
    MUST(json_ok(out.at));
    vg_text_clear(&out);
    json = vg_json_to(&out);
    vg_table_events_json(t, viewer, lang, 0, &json);
    MUST(json_ok(out.at));
    vg_text_clear(&out);
    vg_voice voice = vg_table_voice(t, viewer, lang);
    if (viewer != VG_EVERYTHING) vg_table_game(t)->show(vg_table_view(t, viewer), &voice, &out);
    vg_text_release(&out);
}

static inline void look_round(vg_table *t)
{
    for (int viewer = VG_EVERYTHING; viewer <= vg_table_setup(t)->seats; viewer++)
        look(t, viewer, viewer & 1 ? VG_IT : VG_EN);
}

// Saved and loaded, it is the same table: the same state, and the same record again.
static inline void save_and_load(const vg_table *t)
{
    char why[512];
    vg_text said = VG_TEXT(why), saved = vg_text_heap(), again = vg_text_heap();
    vg_table_record(t, true, &saved);
    vg_table *copy = vg_table_load(saved.at, saved.len, VG_EN, NULL, &said);
    if (!copy) fprintf(stderr, "%s\n%s\n", saved.at, why);
    MUST(copy);
    vg_table_record(copy, true, &again);
    MUST(strcmp(saved.at, again.at) == 0);
    MUST(memcmp(vg_table_state(t), vg_table_state(copy), vg_table_game(t)->state_size) == 0);
    MUST(vg_table_event_count(t) == vg_table_event_count(copy));
    vg_table_free(copy);
    vg_text_release(&saved);
    vg_text_release(&again);
}

// Plays up to `moves` moves, each chosen by the next number from `seed`.
static inline void play_on(vg_table *t, uint64_t seed, int moves)
{
    vg_rng rng;
    vg_rng_seed(&rng, seed, 0);
    vg_table_start(t);
    for (int i = 0; i < moves && !vg_table_match_over(t); i++) {
        if (vg_table_over(t)) {
            MUST(vg_table_next_game(t) == VG_OK);
            continue;
        }
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor;
        int count = vg_table_legal(t, seat, list);
        MUST(count > 0 && count <= VG_MAX_LEGAL);
        MUST(vg_table_move(t, seat, list[vg_rng_below(&rng, (uint32_t)count)]) == VG_OK);
        const char *broken = vg_check(vg_table_game(t), vg_table_state(t));
        if (broken) fprintf(stderr, "%s\n", broken);
        MUST(!broken);
    }
}

#endif
