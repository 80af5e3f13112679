// bench.h: how fast a game's rules and bots are.
//
// Whole games give the speeds that matter: at random (the rules), between greedy
// bots (the lab), and what the search simulates in a second (the table). The parts
// (copying, listing moves, judging, views, worlds, laws) are timed on positions taken
// from random games. Every figure is the median of several rounds, since other
// programs run too; but for the threads it is processor time on one core.
#ifndef VG_LAB_BENCH_H
#define VG_LAB_BENCH_H

#include "engine/game.h"

// The same rules written without the engine, as a measure. Plays `games` random games and adds up
// decisions by seats, and a checksum that keeps the compiler from leaving work out.
typedef void vg_bench_bare(uint64_t games, uint64_t seed, uint64_t *decisions, int64_t *checksum);

// Every figure: X(id, key, decimals, which way is better, name). A figure of 0 was not measured.
// +1: more is better, -1: less is, 0: it is no speed of ours.
#define VG_BENCH_FIGURES(X)                                                                        \
    X(GAMES, "games_per_second", 1, 1, "partite a caso/s", "random games/s")                       \
    X(DECISIONS, "decisions_per_second", 0, 0, "decisioni/s", "decisions/s")                       \
    X(LENGTH, "decisions_per_game", 2, 0, "decisioni a partita", "decisions a game")               \
    X(DECISION, "decision_ns", 2, -1, "ns a decisione", "ns a decision")                           \
    X(BARE, "bare_ns", 2, 0, "ns del ciclo nudo", "ns of the bare loop")                           \
    X(BARE_RATIO, "bare_ratio", 3, -1, "volte il ciclo nudo", "times the bare loop")               \
    X(BARE_LENGTH, "bare_decisions_per_game", 2, 0, "decisioni del nudo", "its decisions")         \
    X(GREEDY, "greedy_games_per_second", 2, 1, "partite greedy/s", "greedy games/s")               \
    X(SEARCH, "search_games_per_second", 4, 1, "partite search/s", "search games/s")               \
    X(SIMULATIONS, "simulations_per_second", 0, 1, "simulazioni/s", "simulations/s")               \
    X(THREADS, "two_threads", 3, 0, "due thread, volte", "two threads, times")                     \
    X(COPY, "copy_ns", 2, -1, "ns: copia", "ns: copy")                                             \
    X(LEGAL, "legal_ns", 2, -1, "ns: mosse", "ns: moves")                                          \
    X(EVALUATE, "evaluate_ns", 2, -1, "ns: giudizio", "ns: judgement")                             \
    X(VIEW, "view_ns", 2, -1, "ns: vista", "ns: view")                                             \
    X(RESAMPLE, "resample_ns", 2, -1, "ns: mondo da vista", "ns: world of a view")                 \
    X(WORLD, "world_ns", 2, -1, "ns: vista e mondo", "ns: view and world")                         \
    X(CHECK, "check_ns", 2, -1, "ns: invarianti", "ns: invariants")                                \
    X(LAW, "law_ns", 2, -1, "ns: leggi", "ns: laws")

typedef enum vg_bench_id {
#define X(id, ...) VG_BENCH_##id,
    VG_BENCH_FIGURES(X)
#undef X
        VG_BENCH_COUNT
} vg_bench_id;

typedef struct vg_bench_figure {
    const char *key; // in JSON
    int decimals, better;
    vg_words name;
} vg_bench_figure;
extern const vg_bench_figure vg_bench_figures[VG_BENCH_COUNT];

typedef struct vg_bench_row {
    const vg_game *game;
    int seats;
    double figure[VG_BENCH_COUNT];
} vg_bench_row;

// Measures for about `seconds` of processor time, longer where one game takes longer; `bare` may be
// NULL. `progress` is told now and then which part is done, 0 to 1; NULL is fine. On error says
// why: the setup is refused, or memory or threads cannot be had.
VG_MUST_USE vg_err vg_bench_run(const vg_game *game, int seats, double seconds, vg_bench_bare *bare,
                                vg_lang lang, vg_bench_row *out, vg_text *why,
                                void (*progress)(void *with, double part), void *with);

#endif
