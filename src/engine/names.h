// names.h: the enums of a game, from its rows: QUEST_SET_CARD, QUEST_MOVE_PUT, QUEST_EVENT_DREW,
// QUEST_PHASE_DISCARD, QUEST_SCORE_PARTNER, QUEST_WHY_NOT_IN_HAND. The game's header says before
// it:
//
//     #define VG_DEF   "games/quest/quest.def"
//     #define VG_ID(x) QUEST_##x
//     #define VG_FN(x) quest_##x

typedef enum VG_FN(set) {
    VG_ID(SET__), // none
#define SET(id, ...) VG_ID(SET_##id),
#include "engine/pass.h"
    VG_ID(SET_COUNT)
} VG_FN(set);

typedef enum VG_FN(move) {
    VG_ID(MOVE_NONE),
#define MOVE(id, ...) VG_ID(MOVE_##id),
#include "engine/pass.h"
    VG_ID(MOVE_COUNT)
} VG_FN(move);

typedef enum VG_FN(event) {
    VG_ID(EVENT_NONE),
#define EVENT(id, ...) VG_ID(EVENT_##id),
#include "engine/pass.h"
    VG_ID(EVENT_COUNT)
} VG_FN(event);

typedef enum VG_FN(phase) {
#define OVER(id, ...)   VG_ID(PHASE_##id),
#define CHANCE(id, ...) VG_ID(PHASE_##id),
#define ASK(id, ...)    VG_ID(PHASE_##id),
#define WINDOW(id, ...) VG_ID(PHASE_##id),
#define WORK(id, ...)   VG_ID(PHASE_##id),
#include "engine/pass.h"
    VG_ID(PHASE_COUNT)
} VG_FN(phase);

typedef enum VG_FN(score_kind) {
    VG_ID(SCORE_NONE),
#define SCORE(id, ...) VG_ID(SCORE_##id),
#include "engine/pass.h"
    VG_ID(SCORE_COUNT)
} VG_FN(score_kind);

typedef enum VG_FN(why_kind) {
    VG_ID(WHY_NONE),
#define WHY(id, ...) VG_ID(WHY_##id),
#include "engine/pass.h"
    VG_ID(WHY_COUNT)
} VG_FN(why_kind);

extern const vg_rows VG_FN(rows);
extern const vg_ask_def VG_FN(asks)[];
extern const char *const VG_FN(events)[];

// engine/play.h
vg_frame VG_FN(top)(const void *state);
int VG_FN(seats_of)(const void *state);
int VG_FN(actor)(const void *state);
vg_ask VG_FN(ask)(const void *state);
int VG_FN(legal)(const void *state, int seat, vg_move out[VG_MAX_LEGAL]);
vg_move VG_FN(chance)(const void *state, vg_rng *rng);
void VG_FN(apply)(void *state, int seat, vg_move m, vg_events *ev);
#ifdef __wasm__
#define VG_AT_RANDOM NULL
#else
bool VG_FN(at_random)(void *state, vg_lots *lots);
#define VG_AT_RANDOM VG_FN(at_random)
#endif

// What the rows give to a game's vg_game.
#define VG_ROWS                                                                                    \
    .rows = &VG_FN(rows), .asks = VG_FN(asks), .ask_count = VG_ID(PHASE_COUNT),                    \
    .events = VG_FN(events), .event_count = VG_ID(EVENT_COUNT), .seats_of = VG_FN(seats_of),       \
    .ask = VG_FN(ask), .actor = VG_FN(actor), .legal = VG_FN(legal), .chance = VG_FN(chance),      \
    .apply = VG_FN(apply), .at_random = VG_AT_RANDOM
