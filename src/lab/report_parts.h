// report_parts.h: what the files of the report share. Nobody else includes it.
#ifndef VG_LAB_REPORT_PARTS_H
#define VG_LAB_REPORT_PARTS_H

#include "lab/chart.h"
#include "lab/figures.h"
#include "lab/report.h"
#include "lab/words.h"

#define MOST_ROWS 24 // of one chart

typedef struct page {
    vg_text *out;
    vg_lang lang;
    const vg_simfile *f;
    bool one;     // all runs are of one game
    bool tuned;   // the numbers of the cards are those of the writable edition
    bool known;   // the edition is one whose numbers we know
    vg_text open; // the command that writes one of its games; empty: none does
} page;

static inline const char *in(const page *p, const char *it, const char *en)
{
    return p->lang == VG_IT ? it : en;
}

// Turns to this run: its edition is the one whose numbers stand beside the cards.
void report_turn_to(page *p, const vg_simfile *f);
// "4 posti, greedy": the game if there are several, each bot once, changed numbers mentioned.
void report_name(const page *p, const vg_simfile *f);
void report_place(const page *p, int place, vg_text *out); // "1º a giocare"
// The numbers of a card: "punti 4, barche 1"; nothing if it has none.
void report_numbers(const page *p, const char *slug, vg_text *out);
void report_games(const page *p, double games, vg_text *out); // so many, roundly
vg_chart report_win_chart(const page *p, const char *title, const char *note);

// What one more point of their number is worth where seats choose what they take: the slope of what
// these traits of one group gained by it. False if they have no such number, or were not exchanged.
bool report_slope(const page *p, const vg_tally_trait *const *x, int count, vg_estimate *out);

// What is compared, causes first. Each kind is one chart, with one axis.
typedef enum kind { WORTH, PLACE, CHANCE, DRAWN, OFTEN, CHOSEN, PACE, KINDS } kind;

typedef struct change {
    kind kind;
    char label[VG_TALLY_NAME], detail[128];
    char slug[40];
    const char *group;  // of a trait, or ""
    vg_estimate was, e; // before, after
    vg_estimate by;
    double scale;
    int decimals;
    bool touched; // its own numbers were changed
} change;

#define MOST_TOUCHED 32

typedef struct changes {
    change *all; // MOST_CHANGES
    int count;
    char touched[MOST_TOUCHED][40];
    int touched_count;
} changes;

// All that can be compared of two runs of one game, in the order in which it was found. False:
// there is no memory. Free c->all.
bool report_compare(const page *p, changes *c, const vg_simfile *before, const vg_simfile *after);
// About how many games bring the change to ±1 point; 0: nobody can say.
double report_games_for_one(const vg_simfile *f, const change *x);
// The chart of a kind of change: its title, its axis, what it does not say.
vg_chart report_change_chart(const page *p, kind k);

// All about one run.
void report_run(page *p, int number);

// How much better each bot of an arena is than the one below: a sentence, and the charts.
void report_ladder_says(const page *p, const vg_ladder *l);
void report_ladder(const page *p, const vg_ladder *l);

// Are these runs of one game that differ by changed numbers only? Then what changed comes first:
// sentences for the box, at most `most`, and the charts.
bool report_comparable(const vg_simfile *files, int count);
// ", Medusa: barche 3 (stampato 1)": what was changed, or that several numbers were.
void report_changed(const page *p, const vg_simfile *f);
int report_change_says(page *p, const vg_simfile *files, int count, int most);
void report_change(page *p, const vg_simfile *files, int count);

// The members of vg_report_live that are figures.
void report_live(page *p, const vg_simfile *files, int count, vg_json *j);

#endif
