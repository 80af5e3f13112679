// review.c: the review of a record, for the browser.
//
// A module of its own (review.wasm), fetched with the first review. The page works at it a little
// at a time in a worker of its own, so that there is a bar to show and nothing waits for it. Texts
// go in and out as answer.h says.
#include "review/review.h"

#include "base/clock.h"
#include "base/json.h"
#include "wasm/answer.h"

#include <string.h>

// The review of game `number` of a record (0: the last); `seat` below 0: the choices of all seats.
// NULL with the reason if it cannot be.
vg_review *EXPORT(review_open)(const char *record, int number, int seat, int effort, vg_lang lang);
vg_review *vg_wasm_review_open(const char *record, int number, int seat, int effort, vg_lang lang)
{
    vg_table *table = vg_table_load(record, strlen(record), lang, NULL, wasm_fresh());
    if (!table) return NULL;
    int seats = vg_table_setup(table)->seats;
    unsigned who = seat >= 0 && seat < seats ? 1u << seat : (1u << seats) - 1;
    if (effort < VG_EFFORT_QUICK || effort > VG_EFFORT_DEEP) effort = VG_EFFORT_NORMAL;
    vg_review *review = vg_review_of(table, number ? number : vg_table_game_number(table),
                                     (uint16_t)who, (vg_effort)effort, lang, wasm_fresh());
    vg_table_free(table);
    return review;
}

// Works about so long; leaves {done, total, more}.
int EXPORT(review_work)(vg_review *review, int millis);
int vg_wasm_review_work(vg_review *review, int millis)
{
    double until = vg_clock() + millis * 1e-3;
    bool more = true;
    while (more && vg_clock() < until) more = vg_review_work(review);
    uint64_t done, total;
    vg_review_progress(review, &done, &total);
    vg_json j = vg_json_to(wasm_fresh());
    vg_json_open(&j, '{');
    vg_json_put_int(&j, "done", (int64_t)done);
    vg_json_put_int(&j, "total", (int64_t)total);
    vg_json_put_bool(&j, "more", more);
    vg_json_close(&j, '}');
    return VG_OK;
}

// What came out, in either language: docs/review.md.
int EXPORT(review_json)(vg_review *review, vg_lang lang);
int vg_wasm_review_json(vg_review *review, vg_lang lang)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_review_json(review, lang, &j);
    return VG_OK;
}

void EXPORT(review_close)(vg_review *review);
void vg_wasm_review_close(vg_review *review) { vg_review_free(review); }
