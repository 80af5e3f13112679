// table_parts.h: the inside of a table, shared by table.c, table_json.c and record.c only.
#ifndef VG_ENGINE_TABLE_PARTS_H
#define VG_ENGINE_TABLE_PARTS_H

#include "engine/table.h"

// One move made. Its notation lies in `words`: it can be printed only from the state it was made
// in.
typedef struct vg_entry {
    int8_t seat;
    uint8_t game; // 1-based number in the match
    vg_move move;
    uint32_t line; // of the record it was loaded from; 0: played here
    size_t word;   // offset of its notation in `words`
    int event_first, event_count;
    char *narration; // owned; NULL if none
} vg_entry;

struct vg_table {
    vg_table_plan plan; // its secret holds for VG_DICE_SEED too
    vg_setup setup;     // of this game: `first` moves on in a match
    bool started;
    uint8_t number;                               // 1-based: the game being played
    int32_t points[VG_MAX_SEATS];                 // of the games before this one
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1]; // "" if none
    char salt[VG_MAX_SEATS][VG_MAX_SALT + 1];     // "" if none

    bool has_secret, has_commitment; // a loaded record may have the second without the first
    uint8_t commitment[VG_SHA256_BYTES];
    uint8_t key[VG_CHACHA_KEY]; // of this game
    uint64_t rolls;             // chance moves of this game so far

    void *state, *view;
    uint8_t *undo;             // a ring of VG_MAX_UNDO states, each from before a move of undo_seat
    int undo_seat, undo_count; // how many of them can be gone back to
    int undo_next;             // the ring's next slot

    vg_entry *log;
    int log_count, log_cap, log_first; // log_first: where this game begins
    vg_event *event;
    int event_count, event_cap;
    char *words; // notations of the log, each with its NUL
    size_t words_len, words_cap;
    size_t told; // bytes of all narration
};

static inline const char *vg_pick(vg_lang lang, const char *it, const char *en)
{
    return lang == VG_IT ? it : en;
}

// Cleans a name, checks a salt. VG_ERR_LIMIT or VG_ERR_SYNTAX, then `out` is untouched.
VG_MUST_USE vg_err vg_seat_name(const char *name, char out[VG_MAX_NAME * 4 + 1]);
VG_MUST_USE vg_err vg_seat_salt(const char *salt, char out[VG_MAX_SALT + 1]);

// docs/randomness.md: the secret a seed stands for, a secret's commitment, the key of game
// `number`, and what chance number `roll` of that game gives in `state`.
void vg_seed_secret(uint64_t seed, uint8_t out[VG_SECRET]);
void vg_secret_commitment(const uint8_t secret[VG_SECRET], uint8_t out[VG_SHA256_BYTES]);
void vg_table_key(const vg_table *t, int number, uint8_t out[VG_CHACHA_KEY]);
vg_move vg_table_roll(const vg_game *game, const void *state, const uint8_t key[VG_CHACHA_KEY],
                      uint64_t roll);

#endif
