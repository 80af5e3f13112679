// contrast.c: games played on after two moves, and what differs in them.
//
// What counts as a fact: the events a game calls news (NEWS in its rows), who ends before whom, and
// the points. A fact explains as much as it differs between the two moves times what it makes of
// the chances. What it makes of them is read off the pairs of games of one world alone, in which it
// happens after one move and not after the other: what a world is worth in itself falls out. What
// speaks for the worse move explains nothing, and neither does that the worse move does what it
// does; what the better one does at once comes after what follows from it, as do who wins and the
// points: they say what, not why.
#include "bots/contrast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KINDS = 512, MAX_WORLDS = 400, MAX_DECISIONS = 600, LOOKS = 4 };
#define BEHIND 0.25

// What a reason has to be: different in so many of all games, by so many standard errors, and so
// much of the chances. Of the many events of a game some differ by chance, so more is asked of them
// than of who wins and of the points; of these less still where there is nothing else to tell.
typedef struct bar {
    double apart, sure, explains;
} bar;
static const bar happens = {0.08, 3, 0.004}, ends = {0.06, 2.5, 0.004}, at_least = {0.03, 2, 0.002};

// A fact, and in how many games it was true: after the good move [0] and the poor one [1].
typedef struct tally {
    vg_event event;
    bool now[2]; // in the two games of the world at hand
    int seen[2];
    int at_once[2]; // ... as the very move was made
    double cross;   // sum over the worlds of its difference times that of the chances
    int apart;      // worlds in which it differed
} tally;

typedef struct contrast {
    const vg_game *game;
    vg_eye eye;
    int seat, count, worlds;
    tally fact[MAX_KINDS];
    tally ahead[VG_MAX_SEATS];
    double points[2], apart, apart2, cross; // of points, as above
    double end_points[2], end_value[2];     // of the world at hand
    vg_events ev;
} contrast;

// An event without what its sentence does not say: the same words are the same fact.
static vg_event as_told(const contrast *c, vg_event e)
{
    const vg_rows *rows = c->game->rows;
    if (rows->odd_event[e.kind]) return e;
    const vg_saying *say = &rows->event[e.kind].say;
    const char *pattern =
        e.seat == c->seat && say->you[VG_IT][0] ? say->you[VG_IT] : say->they[VG_IT];
    for (int i = 0; i < VG_MAX_ARGS; i++) {
        const char name[3] = {'{', (char)('1' + i), '\0'};
        if (!strstr(pattern, name)) e.arg[i] = 0;
    }
    return e;
}

// Only what the seat would hear of.
static void note_event(contrast *c, const vg_event *heard, int arm, bool at_once)
{
    if (!(heard->to >> c->seat & 1) || !c->game->rows->news[heard->kind]) return;
    vg_event e = as_told(c, *heard);
    int i = 0;
    while (i < c->count && (c->fact[i].event.kind != e.kind || c->fact[i].event.seat != e.seat ||
                            memcmp(c->fact[i].event.arg, e.arg, sizeof e.arg) != 0))
        i++;
    if (i == MAX_KINDS) return;
    if (i == c->count) c->fact[c->count++] = (tally){.event = e};
    c->fact[i].at_once[arm] += at_once && !c->fact[i].now[arm];
    c->fact[i].now[arm] = true;
}

// Plays `world` on after `m` to the end.
static void play_on(contrast *c, void *world, vg_move m, uint64_t luck, int arm)
{
    const vg_game *game = c->game;
    vg_rng chance, rng;
    vg_rng_seed(&chance, luck, 0);
    vg_rng_seed(&rng, luck, 1);
    int turn = ((const unsigned char *)world)[game->turn_at], turns = 0, seat = c->seat;
    for (int decisions = 0; decisions < MAX_DECISIONS;) {
        if (m) {
            c->ev.count = 0;
            game->apply(world, seat, m, &c->ev);
            for (int i = 0; i < c->ev.count; i++)
                note_event(c, &c->ev.event[i], arm, decisions == 0 && seat == c->seat);
        }
        if (((const unsigned char *)world)[game->turn_at] != turn) {
            // The luck of each turn is the same after both moves.
            turn = ((const unsigned char *)world)[game->turn_at];
            turns++;
            vg_rng_seed(&chance, luck, (uint64_t)turns * 2);
            vg_rng_seed(&rng, luck, (uint64_t)turns * 2 + 1);
        }
        vg_ask ask = game->ask(world);
        seat = ask.actor;
        if (seat == VG_NOBODY) break;
        if (seat == VG_CHANCE) {
            m = game->chance(world, &chance);
        } else {
            decisions++;
            // Others than the seat itself look at a few of their moves.
            m = vg_best_look(&c->eye, world, seat, seat == c->seat ? 0 : LOOKS, &rng);
        }
    }
}

static void note_end(contrast *c, const void *world, int arm)
{
    vg_score score = {0};
    float value[VG_MAX_SEATS];
    c->game->score(world, &score);
    vg_judge(&c->eye, world, (1u << c->eye.seats) - 1, value);
    c->end_value[arm] = (double)value[c->seat];
    c->end_points[arm] = score.points[c->seat];
    for (int p = 0; p < c->eye.seats; p++)
        c->ahead[p].now[arm] = p == c->seat ? score.rank[p] == 1 // its side wins
                                            : score.rank[p] < score.rank[c->seat];
}

static void add_up(tally *t, double better)
{
    int apart = t->now[0] - t->now[1];
    for (int arm = 0; arm < 2; arm++) t->seen[arm] += t->now[arm];
    t->cross += apart * better;
    t->apart += apart != 0;
    t->now[0] = t->now[1] = false;
}

// Both games of a world are over.
static void count_world(contrast *c)
{
    double better = c->end_value[0] - c->end_value[1], more = c->end_points[0] - c->end_points[1];
    for (int i = 0; i < c->count; i++) add_up(&c->fact[i], better);
    for (int p = 0; p < c->eye.seats; p++) add_up(&c->ahead[p], better);
    for (int arm = 0; arm < 2; arm++) c->points[arm] += c->end_points[arm];
    c->apart += more;
    c->apart2 += more * more;
    c->cross += more * better;
    c->worlds++;
}

// How much a fact explains: 0 if its difference may be chance, or speaks for the other move.
static double weight(const contrast *c, const tally *t, const bar *b)
{
    int apart = t->seen[0] - t->seen[1];
    if (abs(apart) < b->apart * c->worlds || abs(apart) < b->sure * sqrt(t->apart)) return 0;
    double w = apart * t->cross / t->apart / c->worlds;
    return w < b->explains ? 0 : w;
}

// "Always this, never that" and "never that, always this" are one reason.
static bool mirrors(const vg_reason *a, const vg_reason *b)
{
    return a->kind == VG_REASON_EVENT && b->kind == VG_REASON_EVENT &&
           a->event.kind == b->event.kind && a->event.seat == b->event.seat &&
           fabs(a->good + b->good - 100) < 15 && fabs(a->poor + b->poor - 100) < 15;
}

static void keep(vg_reason *best, double *weights, int *count, const vg_reason *reason, double w)
{
    if (w <= 0) return;
    for (int i = 0; i < *count; i++) {
        if (!mirrors(&best[i], reason)) continue;
        if (reason->good > reason->poor && best[i].good < best[i].poor) best[i] = *reason;
        return;
    }
    int at = *count < VG_MAX_REASONS ? (*count)++ : VG_MAX_REASONS;
    while (at > 0 && weights[at - 1] < w) {
        if (at < VG_MAX_REASONS) {
            best[at] = best[at - 1];
            weights[at] = weights[at - 1];
        }
        at--;
    }
    if (at == VG_MAX_REASONS) return;
    best[at] = *reason;
    weights[at] = w;
}

// `b` is for who wins and the points.
static int choose(const contrast *c, const bar *b, vg_reason out[VG_MAX_REASONS])
{
    double weights[VG_MAX_REASONS], n = c->worlds, hundred = 100 / n;
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const tally *t = &c->fact[i];
        vg_reason r = {.kind = VG_REASON_EVENT,
                       .event = t->event,
                       .good = t->seen[0] * hundred,
                       .poor = t->seen[1] * hundred};
        if (t->at_once[1] == c->worlds) continue;
        keep(out, weights, &count, &r,
             (t->at_once[0] == c->worlds ? BEHIND : 1) * weight(c, t, &happens));
    }
    for (int p = 0; p < c->eye.seats; p++) {
        const tally *t = &c->ahead[p];
        if ((p == c->seat) != c->game->factions) continue; // sides win, or seats do
        vg_reason r = {.kind = VG_REASON_AHEAD,
                       .seat = (int8_t)p,
                       .good = t->seen[0] * hundred,
                       .poor = t->seen[1] * hundred};
        keep(out, weights, &count, &r, BEHIND * weight(c, t, b));
    }
    vg_reason r = {.kind = VG_REASON_POINTS, .good = c->points[0] / n, .poor = c->points[1] / n};
    double w = c->apart2 > 0 ? c->apart * c->cross / c->apart2 / n : 0;
    if (fabs(c->apart) > b->sure * sqrt(c->apart2) && fabs(c->apart) > b->apart * n &&
        w >= b->explains && !c->game->factions)
        keep(out, weights, &count, &r, BEHIND * w);
    return count;
}

int vg_contrast(const vg_game *game, const void *view, int seat, vg_move good, vg_move poor,
                int worlds, vg_rng *rng, vg_reason out[VG_MAX_REASONS])
{
    contrast *c = calloc(1, sizeof *c);
    if (!c) return 0;
    _Alignas(16) unsigned char start[VG_MAX_STATE], world[VG_MAX_STATE];
    if (worlds > MAX_WORLDS) worlds = MAX_WORLDS;
    c->game = game;
    c->seat = seat;
    vg_eye_open(&c->eye, game, game->seats_of(view), NULL);
    for (int w = 0; w < worlds; w++) {
        memcpy(start, view, game->state_size);
        game->resample(start, seat, rng);
        if (game->forget) game->forget(start);
        uint64_t luck = (uint64_t)vg_rng_next(rng) << 32 | vg_rng_next(rng);
        for (int arm = 0; arm < 2; arm++) {
            vg_copy_world(game, world, start);
            play_on(c, world, arm ? poor : good, luck, arm);
            note_end(c, world, arm);
        }
        count_world(c);
    }
    int count = choose(c, &ends, out);
    if (count == 0) count = choose(c, &at_least, out);
    vg_eye_close(&c->eye);
    free(c);
    return count;
}

static void put_points(vg_text *out, double points, vg_lang lang)
{
    char number[32];
    snprintf(number, sizeof number, "%.1f", points);
    char *dot = strchr(number, '.');
    if (dot && lang == VG_IT) *dot = ',';
    vg_text_add(out, number);
}

void vg_reason_text(const vg_game *game, const void *view, const vg_reason *r, int seat,
                    const vg_voice *voice, const vg_words *poor, vg_text *out)
{
    static const vg_words often[] = {
        VG_WORDS(": in %.0f partite su 100, %s in %.0f", ": in %.0f games of 100, %s in %.0f"),
        VG_WORDS(": in %.0f partita su 100, %s in %.0f", ": in %.0f game of 100, %s in %.0f")};
    static const vg_saying ahead =
        VG_SAYING("{0} finisce davanti a{1+d} {1}", "{0} finisce davanti a te",
                  "{0} ends ahead of {1}", "{0} ends ahead of you");
    static const vg_saying side = VG_SAYING("La parte di {0} vince", "La tua parte vince",
                                            "{0}'s side wins", "Your side wins");
    static const vg_saying points = VG_SAYING(
        "{0} fa in media {1} punti, {2} {3}", "Fai in media {1} punti, {2} {3}",
        "{0} scores {1} points on average, {2} {3}", "You score {1} points on average, {2} {3}");
    bool you = voice->reader == seat;
    const vg_saying *row = r->kind != VG_REASON_AHEAD ? &points : r->seat == seat ? &side : &ahead;
    const char *const *say = you ? row->you : row->they;
    char good[32], bad[32];
    vg_text is = VG_TEXT(good), was = VG_TEXT(bad);
    put_points(&is, r->good, voice->lang);
    put_points(&was, r->poor, voice->lang);
    const char *name = vg_voice_name(voice, seat);
    switch ((vg_reason_kind)r->kind) {
    case VG_REASON_EVENT: vg_event_text(game, view, &r->event, voice, out); break;
    case VG_REASON_AHEAD:
        vg_text_fill(out, say[voice->lang], (const char *[]){vg_voice_name(voice, r->seat), name},
                     2);
        break;
    case VG_REASON_POINTS:
        vg_text_fill(out, say[voice->lang],
                     (const char *[]){name, good, poor->in[voice->lang], bad}, 4);
        return;
    }
    const vg_words *say_often = &often[lround(r->good) == 1];
    vg_text_printf(out, say_often->in[voice->lang], r->good, poor->in[voice->lang], r->poor);
}
