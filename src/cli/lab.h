// lab.h: what sim, arena and merge share: players, tuned editions, files of results.
#ifndef VG_CLI_LAB_H
#define VG_CLI_LAB_H

#include "cli/cli.h"
#include "lab/ladder.h"
#include "lab/plan.h"
#include "lab/simfile.h"

// How a run is carried out: --seed, --threads, and for programs of others --budget.
typedef struct lab_run {
    const char *seed, *threads, *budget; // NULL: not said
} lab_run;

enum { LAB_SEED = 920, LAB_THREADS, LAB_BUDGET };
#define LAB_RUN_OPTIONS                                                                            \
    {LAB_SEED, "seed", "N", VG_WORDS("il seme del caso (1)", "the seed of chance (1)")},           \
    {                                                                                              \
        LAB_THREADS, "threads", "N",                                                               \
            VG_WORDS("quanti insieme (tutti i processori); il risultato non cambia",               \
                     "how many at once (all processors); the result does not change")              \
    }
#define LAB_LUCK_OPTION(id)                                                                        \
    {                                                                                              \
        id, "luck", NULL,                                                                          \
            VG_WORDS(                                                                              \
                "dice anche le quote senza quello che ha dato la fortuna: bastano meno partite",   \
                "gives the shares without what luck gave too: fewer games will do")                \
    }
#define LAB_BUDGET_OPTION                                                                          \
    {                                                                                              \
        LAB_BUDGET, "budget", "MS",                                                                \
            VG_WORDS("quanto pensa un programma esterno per mossa (1000)",                         \
                     "how long an external program thinks about a move (1000)")                    \
    }

// Takes option `id` if it is one of the three; false otherwise.
bool lab_run_take(const cli *c, lab_run *said, int id);
// What was said as numbers, or the usual ones. False after complaining.
bool lab_run_make(const cli *c, const lab_run *said, uint64_t *seed, int *threads,
                  uint32_t *budget);

#define LAB_SPEC 512 // bytes of one player's spec

// A bot of ours, perhaps with a net from a file, or somebody's program. The net is kept to the end.
typedef struct lab_player {
    char spec[LAB_SPEC]; // "greedy", "search:200@quest.net", "cmd:./mybot.py"
    vg_bot bot;
    const char *command; // into `spec`, or NULL
} lab_player;

// Reads "greedy,cmd:./mybot.py,...": at most `most`, for a table of so many seats. Gives how many,
// 0 after complaining.
int lab_players(const cli *c, const vg_game *game, int seats, const char *said, int most,
                lab_player *out);

// The players of a table: one for all, or one a seat. False after complaining.
bool lab_seat(const cli *c, const vg_game *game, const char *said, int seats,
              lab_player out[VG_MAX_SEATS]);

// Changes numbers of the game's edition as the lines of `path` say, and sets the setup's edition
// to the tuned one. `changes` gets a JSON array of what was changed. False after complaining with
// the line.
bool lab_tune(const cli *c, const char *path, const vg_game *game, vg_setup *setup,
              vg_text *changes);

// "quest.mission.medusa.points=3..6" into the path and the ends: at most LAB_VALUES values. False
// after complaining.
#define LAB_VALUES 16
bool lab_range(const cli *c, const char *said, char path[128], long *from, long *to);

// Plays the whole plan, measured, with the numbers that `lines`, which are spoiled, say; `f` is
// filled anew: release it either way. False after complaining.
bool lab_play_tuned(const cli *c, vg_sim_plan *plan, const char *name, char *lines, vg_simfile *f);

// Is there a card of this slug? False after complaining.
bool lab_card(const cli *c, const char *option, const char *slug, const vg_game *game,
              const vg_setup *setup);

// Reads a file of results. False after complaining; release it either way.
bool lab_read(const cli *c, const char *path, vg_simfile *f);

// The result for people: a few lines, more if it was measured.
void lab_say(const cli *c, const vg_simfile *f);

// Prints the result as JSON, CSV or lines, and complains about games that did not end as they
// should: the exit status.
typedef enum lab_form { LAB_LINES, LAB_JSON, LAB_CSV } lab_form;
int lab_print(const cli *c, const vg_simfile *f, lab_form form);
// The form that was asked for. False after complaining: both were.
bool lab_form_of(const cli *c, bool csv, bool json, lab_form *out);

// Starts each external program among the players once, to hear whether it is ready. False after
// complaining: better before the first game than after it.
bool lab_try(const cli *c, const lab_player *players, int count);

// Is this file an arena's? Says nothing where it is not, or cannot be read: lab_read will.
bool lab_read_ladder(const cli *c, const char *path, vg_ladder *out);

#endif
