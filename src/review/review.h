// review.h: what each choice of a game cost, what was luck, and why.
//
// Two judgements stand side by side and are never mixed. What a choice cost is judged by what its
// seat knew: the strongest search looks at the seat's view, in worlds the seat thought possible,
// and nothing the seat could not know changes it by a bit. What luck gave is judged with all cards
// open, by one function of the state (equity.h): along a game its differences add up, for each
// seat, to the result less the start. docs/review.md says how to read it.
//
// A review is worked out in small steps, so that whoever waits can show how far it is.
#ifndef VG_REVIEW_REVIEW_H
#define VG_REVIEW_REVIEW_H

#include "bots/contrast.h"
#include "bots/search.h"
#include "engine/table.h"
#include "review/equity.h"

typedef enum vg_effort { VG_EFFORT_QUICK, VG_EFFORT_NORMAL, VG_EFFORT_DEEP } vg_effort;

typedef enum vg_verdict { VG_SOUND, VG_IMPRECISE, VG_MISTAKE, VG_BLUNDER, VG_VERDICTS } vg_verdict;
const char *vg_verdict_slug(vg_verdict verdict);
const char *vg_verdict_name(vg_verdict verdict, vg_lang lang);

// From which loss on, in chances of winning, a choice of this game is that bad (thresholds.def).
double vg_threshold(const vg_game *game, vg_verdict verdict);
vg_verdict vg_verdict_of(const vg_game *game, double loss, double error);

// One move of the game.
typedef struct vg_review_move {
    vg_move move;
    int8_t seat; // VG_CHANCE: chance
    int entry;   // of the table's log
} vg_review_move;

typedef struct vg_review_plan {
    const vg_game *game;
    vg_setup setup;
    const vg_review_move *move; // move_count of them, which the rules allow; copied
    int move_count;
    uint16_t seats; // whose choices are judged, a bit a seat
    vg_effort effort;
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1]; // "" where it gave none
} vg_review_plan;

// A choice by what its seat knew, and with all cards open.
typedef struct vg_choice {
    int item, entry; // where: an item of the curve, an entry of the log
    int8_t seat;
    bool missed;        // an opportunity that was let pass: `made` is 0
    vg_move made, best; // 0: rather wait
    double made_value, best_value;
    double loss;  // what it cost, never below 0
    double error; // its standard error
    uint32_t worlds;
    uint8_t verdict; // vg_verdict
    uint8_t reasons;
    vg_reason why[VG_MAX_REASONS];
    struct {
        vg_move best;
        double made_value, best_value, loss;
        uint8_t verdict;
    } open;
} vg_choice;

// A point of the curve: a move of a seat, or a run of chance.
typedef struct vg_item {
    int first, count;           // moves of the plan
    int8_t seat;                // VG_CHANCE: chance
    int choice;                 // -1: none
    double value[VG_MAX_SEATS]; // after it
} vg_item;

// Where the chances of a seat went.
typedef struct vg_sheet {
    double start, luck, skill, others, result; // start + luck + skill + others = result
    int choices, verdicts[VG_VERDICTS], open_verdicts[VG_VERDICTS];
    double loss, open_loss; // of all choices
} vg_sheet;

typedef struct vg_review vg_review;

// NULL: no memory. Owned: vg_review_free.
vg_review *vg_review_new(const vg_review_plan *plan);
// Of game `number` (from 1) of what was played at a table. NULL, and `why` says why not: there is
// no such game, or nothing was decided in it yet.
vg_review *vg_review_of(const vg_table *table, int number, uint16_t seats, vg_effort effort,
                        vg_lang lang, vg_text *why);
void vg_review_free(vg_review *review); // NULL is fine

// Works a little. False: it is done.
bool vg_review_work(vg_review *review);
void vg_review_progress(const vg_review *review, uint64_t *done, uint64_t *total);

// ---- what came out ----
const vg_review_plan *vg_review_is(const vg_review *review);
bool vg_review_over(const vg_review *review); // the game is: otherwise the sheet is up to here
int vg_review_items(const vg_review *review);
const vg_item *vg_review_item(const vg_review *review, int item);
int vg_review_choices(const vg_review *review);
const vg_choice *vg_review_choice(const vg_review *review, int choice);
void vg_review_start(const vg_review *review, double value[VG_MAX_SEATS]);
vg_sheet vg_review_sheet(const vg_review *review, int seat);
// The items that changed the chances of `seat` most, the greatest first; gives how many.
enum { VG_MAX_TURNING = 4 };
int vg_review_turning(const vg_review *review, int seat, int out[VG_MAX_TURNING]);

// Everything as one JSON object (docs/review.md).
void vg_review_json(const vg_review *review, vg_lang lang, vg_json *out);
// The same as lines for people; later lines of a paragraph are for the front end to fold.
void vg_review_lines(const vg_review *review, vg_lang lang, vg_text *out);

// ---- many games together (many.c) ----

enum { VG_MANY_GAMES = 16, VG_MANY_ASKS = 64, VG_MANY_WORST = 3 };

// A kind of decision.
typedef struct vg_many_ask {
    int choices, marked;
    double loss;      // of those marked
    char prompt[160]; // how it was asked, the last time one was marked
} vg_many_ask;

typedef struct vg_many_game {
    const vg_game *game;
    int games; // of a seat: a game in which two were judged counts twice
    int choices, sound;
    double luck; // of all of them
    vg_many_ask ask[VG_MANY_ASKS];
} vg_many_game;

// Starts as zeroes.
typedef struct vg_many {
    vg_many_game of[VG_MANY_GAMES];
    int count;
} vg_many;

// Adds what a review says of the seats it judged, if the game is over.
void vg_many_add(vg_many *many, const vg_review *review, vg_lang lang);
// The kinds of decision that cost most, the worst first; gives how many.
int vg_many_worst(const vg_many_game *of, int out[VG_MANY_WORST]);
// [{game, games, choices, accuracy, luck, worst: [{ask, prompt, choices, marked, loss}]}]
void vg_many_json(const vg_many *many, vg_json *out);
void vg_many_lines(const vg_many *many, vg_lang lang, vg_text *out); // (report.c)

// ---- one choice (choice.c) ----

// What search thinks of `made` against what it would play, by the view of `seat` alone.
typedef struct vg_judge_plan {
    uint32_t simulations; // of the race of all moves
    uint32_t pair;        // ... and of each comparison of the two
    int least, most;      // comparisons; more than the least only where it is close
    int worlds;           // for the reasons
    int tries;            // with all cards open: vg_equity
} vg_judge_plan;
extern const vg_judge_plan vg_judge_plans[];

// False if there was nothing to choose. `search` has room for plan->simulations nodes.
bool vg_judge_choice(vg_search *search, const vg_judge_plan *plan, const vg_game *game,
                     const void *view, int seat, vg_move made, vg_choice *out);

#endif
