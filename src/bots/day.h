// day.h: the deal of the day: for each game and date one deal, the same for everyone.
//
// A table whose luck is shared (docs/randomness.md), from the date as a seed: one person in the
// first seat, the same bots in the others, and these draw from the table's luck too. So the same
// choices of the person lead to the same game everywhere, and a record shows by itself that nothing
// in it was made up: it only has to be played again.
#ifndef VG_BOTS_DAY_H
#define VG_BOTS_DAY_H

#include "base/json.h"
#include "bots/bot.h"
#include "engine/table.h"

enum { VG_DAY_SEAT = 0 };       // the person's
extern const char vg_day_bot[]; // who sits in the others

// A date as a number, 20261117, from "2026-11-17". False if there is no such day, or it lies
// before 2026 or after 2199.
bool vg_day_read(const char *text, uint32_t *out);
void vg_day_text(uint32_t day, vg_text *out);

// How the table of that day is to be made.
void vg_day_plan(const vg_game *game, uint32_t day, vg_lang lang, vg_table_plan *out);
// Which day's deal this table is; 0: none. How it is set up and who sits where is looked at, not
// what was played.
uint32_t vg_day_of(const vg_table *table);

// What a bot at a table draws from: a stream fixed by the table's secret, its seat and the number
// of moves so far. A game that is resumed goes on as it would have.
void vg_bot_luck(const vg_table *table, int seat, int log_count, vg_rng *out);

typedef struct vg_day_result {
    int seats;
    int16_t points[VG_MAX_SEATS];
    uint8_t rank[VG_MAX_SEATS];
    int decisions;                 // of the person
    int choices, sound;            // ... as a review judged them (the caller's); 0: there was none
    uint8_t head[VG_SHA256_BYTES]; // of the chain: a game played twice alike has another name only
} vg_day_result;

// Plays a finished game of a day's deal again, and holds chance and every move of the bots to what
// they would have been. VG_OK, or `why` says in `lang` what is wrong and where. Which game and
// which day it is of is for the caller to ask.
VG_MUST_USE vg_err vg_day_check(const vg_table *table, vg_lang lang, vg_day_result *out,
                                vg_text *why);
// How it went in a line to be shown around: it tells nothing of the cards.
void vg_day_share(const vg_table *table, const vg_day_result *result, vg_lang lang, vg_text *out);
// {points: [a seat's, ...], rank: [...], decisions, share}
void vg_day_put(const vg_table *table, const vg_day_result *result, vg_lang lang, vg_json *out);

#endif
