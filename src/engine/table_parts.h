// table_parts.h: the inside of a table, shared by the files of the engine's table only.
#ifndef VG_ENGINE_TABLE_PARTS_H
#define VG_ENGINE_TABLE_PARTS_H

#include "engine/table.h"

// One move made. Its notation lies in `words`: it can be printed only from the state it was made
// in.
typedef struct vg_entry {
    int8_t seat;
    uint8_t game; // 1-based number in the match
    vg_move move;
    int link;    // its place in the chain
    size_t word; // offset of its notation in `words`
    int event_first, event_count;
    char *narration; // owned; NULL if none
} vg_entry;

// One line of the chain: it only grows, so what was taken back is still there.
typedef enum vg_link_kind { VG_LINK_MOVE, VG_LINK_UNDO, VG_LINK_GAME } vg_link_kind;
typedef struct vg_link {
    uint8_t kind; // vg_link_kind
    int8_t seat;
    uint8_t game, by;
    int entry;     // in the log; -1: taken back, or no move
    uint32_t line; // of the record it was loaded from; 0: played here
    size_t word;   // as in the entry
} vg_link;

typedef struct vg_void {
    uint8_t frame[VG_SHA256_BYTES];
    int8_t seat;
    char name[VG_MAX_NAME * 4 + 1];
} vg_void;

#define VG_OLD_SALT 64 // bytes of a seat's salt in form 1

struct vg_table {
    uint8_t form;       // of its record: 2, or 1 if it was loaded so
    vg_table_plan plan; // its secret holds for VG_DICE_SEED too
    vg_setup setup;     // of this game: `first` moves on in a match
    bool started;
    uint8_t number;                               // 1-based: the game being played
    int32_t points[VG_MAX_SEATS];                 // of the games before this one
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1]; // "" if none

    // The deal. `hashed`, `salted`: seats
    bool sealed;
    uint16_t hashed, salted;
    char dealt_name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1]; // once sealed
    char bot[VG_MAX_SEATS][VG_MAX_BOT + 1];             // "" a person
    uint8_t hash[VG_MAX_SEATS][VG_SHA256_BYTES], salt[VG_MAX_SEATS][VG_SALT];
    vg_void voids[VG_MAX_VOID];
    int void_count;
    char old_salt[VG_MAX_SEATS][VG_OLD_SALT + 1]; // form 1

    bool has_secret, has_commitment; // a loaded record may have the second without the first
    bool from_seed;
    uint8_t commitment[VG_SHA256_BYTES];
    uint8_t opening[VG_SHA256_BYTES], head[VG_SHA256_BYTES];
    int head_count;             // links in `head`
    bool said_head;             // a record without its secret said so
    uint8_t key[VG_CHACHA_KEY]; // of this game
    uint64_t rolls;             // chance moves of this game so far

    void *state, *view;
    uint8_t *undo;             // a ring of VG_MAX_UNDO states, each from before a move of undo_seat
    int undo_seat, undo_count; // how many of them can be gone back to
    int undo_next;             // the ring's next slot

    vg_entry *log;
    int log_count, log_cap, log_first; // log_first: where this game begins
    vg_link *link;
    int link_count, link_cap, back_count; // back_count: moves taken back
    uint8_t by;                           // vg_by of the next move
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

// Cleans a name; checks a word of printable ASCII that must fit into `cap` bytes. VG_ERR_LIMIT or
// VG_ERR_SYNTAX, then `out` is untouched.
VG_MUST_USE vg_err vg_seat_name(const char *name, char out[VG_MAX_NAME * 4 + 1]);
VG_MUST_USE vg_err vg_seat_word(const char *word, char *out, size_t cap);
bool vg_by_find(const char *name, vg_by *out);

// docs/randomness.md: the secret a seed stands for, a secret's commitment, the key of game
// `number`, and what chance number `roll` of that game gives in `state`.
void vg_seed_secret(uint64_t seed, uint8_t out[VG_SECRET]);
void vg_secret_commitment(const uint8_t secret[VG_SECRET], uint8_t out[VG_SHA256_BYTES]);
void vg_text_hash(const vg_text *text, uint8_t out[VG_SHA256_BYTES]);
void vg_table_key(const vg_table *t, int number, uint8_t out[VG_CHACHA_KEY]);
vg_move vg_table_roll(const vg_game *game, const void *state, const uint8_t key[VG_CHACHA_KEY],
                      uint64_t roll);

// The chain: opening it (false without memory), the head after a link, all links that are not in
// the head yet.
VG_MUST_USE bool vg_chain_open(vg_table *t);
void vg_chain_link(const vg_table *t, int link, uint8_t head[VG_SHA256_BYTES]);
void vg_chain_grow(vg_table *t);

// Reads a record. `checking`: chance is held to the secret line by line, and what does not belong
// together is VG_LUCK_FALSE; `luck` and `said` (NULL is fine: the last "head" line) are filled in.
typedef struct vg_said {
    bool has;
    uint32_t line;
    int links;
    uint8_t head[VG_SHA256_BYTES];
} vg_said;
vg_table *vg_record_read(const char *record, size_t length, bool checking, vg_lang lang,
                         vg_err *err, vg_luck *luck, vg_said *said, vg_text *why);

#endif
