// quest_bare.h: Quest for Legend as a plain loop, to measure the engine against.
#ifndef VG_BENCH_QUEST_BARE_H
#define VG_BENCH_QUEST_BARE_H

#include <stdint.h>

// Plays `games` games of four seats at random, game i from the stream (seed, i). Gives the number
// of decisions by seats and the sum of all final points.
void quest_bare_run(uint64_t games, uint64_t seed, uint64_t *decisions, int64_t *checksum);

#endif
