// contrast.c: games played on after two moves, and what differs in them.
//
// What counts as a fact: the events and lines of the score a game calls news (its rows), who ends
// before whom, and everybody's points. What happens about once a game or more is counted, of other
// events it counts whether they happen. A fact explains as much as it differs between the two moves
// times what it makes of the chances. What it makes of them is read off the pairs of games of one
// world alone, in which it differs: what a world is worth in itself falls out. What speaks for the
// worse move explains nothing, and neither does that the worse move does what it does; what the
// better one does at once comes after what follows from it, as do the points and, last, who wins:
// they say what, not why.
#include "bots/contrast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KINDS = 512, MAX_WORLDS = 400, MAX_DECISIONS = 600, LOOKS = 4, SOON = 2 /* rounds */ };
#define BEHIND  0.25
#define LAST    0.1
#define COUNTED 1.1 // times a game
#define MATTERS 2   // standard errors of what it makes of the chances

// What a reason has to be: different in so many of all games, by so many standard errors, and so
// much of the chances. Of the many events of a game some differ by chance, so more is asked of them
// than of who wins and of the points; of these less still where there is nothing else to tell.
typedef struct bar {
    double apart, sure, explains;
} bar;
static const bar happens = {0.08, 3, 0.004}, ends = {0.06, 2.5, 0.004}, at_least = {0.03, 2, 0.002};

// How much of something there was, after the good move [0] and the poor one [1], over all worlds.
typedef struct sums {
    double sum[2];
    double apart2;        // of the squares of its difference
    double cross, cross2; // of its difference times that of the chances, and the squares of that
} sums;

typedef struct fact {
    vg_event event;
    bool soon;      // it counts only within the next rounds
    int now[2];     // times in the two games of the world at hand
    int at_once[2]; // games in which it happened as the very move was made
    sums games, times;
} fact;

typedef struct contrast {
    const vg_game *game;
    vg_eye eye;
    int seat, count, worlds;
    fact fact[MAX_KINDS];
    sums ahead[VG_MAX_SEATS], points[VG_MAX_SEATS];
    vg_score end[2]; // of the world at hand
    double end_value[2];
    vg_events ev;
} contrast;

static bool same_event(const vg_event *a, const vg_event *b)
{
    return a->kind == b->kind && a->seat == b->seat && memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

// Only what the seat would hear of.
static void note_event(contrast *c, const vg_event *heard, int arm, bool at_once, bool soon)
{
    if (!(heard->to >> c->seat & 1)) return;
    vg_event e = vg_news_of(c->game, heard, c->seat);
    int i = 0;
    while (i < c->count && (c->fact[i].soon != soon || !same_event(&c->fact[i].event, &e))) i++;
    if (i == MAX_KINDS) return;
    if (i == c->count) c->fact[c->count++] = (fact){.event = e, .soon = soon};
    c->fact[i].at_once[arm] += at_once && !c->fact[i].now[arm];
    c->fact[i].now[arm]++;
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
            bool at_once = decisions == 0 && seat == c->seat;
            for (int i = 0; i < c->ev.count; i++) {
                const vg_event *e = &c->ev.event[i];
                if (!game->rows->news[e->kind].is) continue;
                note_event(c, e, arm, at_once, false);
                if (turns <= SOON * c->eye.seats) note_event(c, e, arm, at_once, true);
            }
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
    float value[VG_MAX_SEATS];
    c->end[arm] = (vg_score){0};
    c->game->score(world, &c->end[arm]);
    vg_judge(&c->eye, world, (1u << c->eye.seats) - 1, value);
    c->end_value[arm] = (double)value[c->seat];
    for (int i = 0; i < c->end[arm].line_count; i++) {
        vg_event e;
        if (vg_news_line(c->game, &c->end[arm].line[i], &e)) note_event(c, &e, arm, false, false);
    }
}

static void add_up(sums *s, double good, double poor, double better)
{
    s->sum[0] += good;
    s->sum[1] += poor;
    s->apart2 += (good - poor) * (good - poor);
    s->cross += (good - poor) * better;
    s->cross2 += (good - poor) * (good - poor) * better * better;
}

// Does `p` end before the seat; the seat itself: does its side win?
static bool is_ahead(const contrast *c, int p, int arm)
{
    const uint8_t *rank = c->end[arm].rank;
    return p == c->seat ? rank[p] == 1 : rank[p] < rank[c->seat];
}

// Both games of a world are over.
static void count_world(contrast *c)
{
    double better = c->end_value[0] - c->end_value[1];
    for (fact *f = c->fact; f < c->fact + c->count; f++) {
        add_up(&f->games, f->now[0] > 0, f->now[1] > 0, better);
        add_up(&f->times, f->now[0], f->now[1], better);
        f->now[0] = f->now[1] = 0;
    }
    for (int p = 0; p < c->eye.seats; p++) {
        add_up(&c->ahead[p], is_ahead(c, p, 0), is_ahead(c, p, 1), better);
        add_up(&c->points[p], c->end[0].points[p], c->end[1].points[p], better);
    }
    c->worlds++;
}

// How much it explains: 0 if its difference may be chance, or speaks for the other move.
static double weight(const contrast *c, const sums *s, const bar *b)
{
    double apart = s->sum[0] - s->sum[1];
    if (fabs(apart) < b->apart * c->worlds || fabs(apart) < b->sure * sqrt(s->apart2)) return 0;
    if (fabs(s->cross) < MATTERS * sqrt(s->cross2)) return 0;
    double w = s->apart2 > 0 ? apart * s->cross / s->apart2 / c->worlds : 0;
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
        // Soon or at all, one of them is told.
        if (reason->kind > VG_REASON_OFTEN || best[i].kind > VG_REASON_OFTEN) continue;
        if (!same_event(&best[i].event, &reason->event)) continue;
        if (weights[i] >= w) return;
        memmove(&best[i], &best[i + 1], (size_t)(--*count - i) * sizeof *best);
        memmove(&weights[i], &weights[i + 1], (size_t)(*count - i) * sizeof *weights);
        break;
    }
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

// A reason of `sums`, a game's worth of it being `whole`.
static vg_reason reason_of(const contrast *c, vg_reason_kind kind, const sums *s, double whole)
{
    return (vg_reason){.kind = (uint8_t)kind,
                       .good = whole * s->sum[0] / c->worlds,
                       .poor = whole * s->sum[1] / c->worlds};
}

// `b` is for who wins and the points.
static int choose(const contrast *c, const bar *b, vg_reason out[VG_MAX_REASONS])
{
    double weights[VG_MAX_REASONS];
    int count = 0;
    for (const fact *f = c->fact; f < c->fact + c->count; f++) {
        bool often = fmax(f->times.sum[0], f->times.sum[1]) > COUNTED * c->worlds &&
                     f->times.apart2 > f->games.apart2;
        const sums *s = often ? &f->times : &f->games;
        vg_reason r = reason_of(c, often ? VG_REASON_OFTEN : VG_REASON_EVENT, s, often ? 1 : 100);
        r.event = f->event;
        r.soon = f->soon;
        if (f->at_once[1] == c->worlds) continue;
        keep(out, weights, &count, &r,
             (f->at_once[0] == c->worlds ? BEHIND : 1) * weight(c, s, &happens));
    }
    for (int p = 0; p < c->eye.seats; p++) {
        vg_reason points = reason_of(c, VG_REASON_POINTS, &c->points[p], 1);
        vg_reason ahead = reason_of(c, VG_REASON_AHEAD, &c->ahead[p], 100);
        points.seat = ahead.seat = (int8_t)p;
        if (!c->game->factions)
            keep(out, weights, &count, &points, BEHIND * weight(c, &c->points[p], b));
        if ((p == c->seat) == c->game->factions) // sides win, or seats do
            keep(out, weights, &count, &ahead, LAST * weight(c, &c->ahead[p], b));
    }
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

static void put_number(vg_text *out, double n, vg_lang lang)
{
    char number[32];
    snprintf(number, sizeof number, "%.1f", fabs(n));
    if (n < 0 && strcmp(number, "0.0") != 0) vg_text_add(out, "−");
    char *dot = strchr(number, '.');
    if (dot && lang == VG_IT) *dot = ',';
    vg_text_add(out, number);
}

void vg_reason_text(const vg_game *game, const void *view, const vg_reason *r, int seat,
                    const vg_voice *voice, const vg_words *poor, vg_text *out)
{
    static const vg_words of_100[] = {
        VG_WORDS(": in %.0f partite su 100, %s in %.0f", ": in %.0f games of 100, %s in %.0f"),
        VG_WORDS(": in %.0f partita su 100, %s in %.0f", ": in %.0f game of 100, %s in %.0f")};
    static const char *const times[VG_LANG_COUNT] = {": in media {0} volte, {1} {2}",
                                                     ": {0} times on average, {1} {2}"};
    static const vg_saying ahead =
        VG_SAYING("{0} finisce davanti a{1+d} {1}", "{0} finisce davanti a te",
                  "{0} ends ahead of {1}", "{0} ends ahead of you");
    static const vg_saying side = VG_SAYING("La parte di {0} vince", "La tua parte vince",
                                            "{0}'s side wins", "Your side wins");
    static const vg_saying points = VG_SAYING(
        "{0} fa in media {1} punti, {2} {3}", "Fai in media {1} punti, {2} {3}",
        "{0} scores {1} points on average, {2} {3}", "You score {1} points on average, {2} {3}");
    static const vg_words soon = VG_WORDS(" entro due giri", " within two rounds");
    vg_lang lang = voice->lang;
    char good[32], bad[32];
    vg_text is = VG_TEXT(good), was = VG_TEXT(bad);
    put_number(&is, r->good, lang);
    put_number(&was, r->poor, lang);
    const char *name = vg_voice_name(voice, seat), *with = poor->in[lang];
    const vg_saying *wins = r->seat == seat ? &side : &ahead;
    size_t start = out->len;
    switch ((vg_reason_kind)r->kind) {
    case VG_REASON_EVENT:
        vg_news_text(game, view, &r->event, voice, out);
        if (r->soon) vg_text_add(out, soon.in[lang]);
        break;
    case VG_REASON_OFTEN:
        vg_news_text(game, view, &r->event, voice, out);
        if (r->soon) vg_text_add(out, soon.in[lang]);
        vg_text_fill(out, times[lang], (const char *[]){good, with, bad}, 3);
        return;
    case VG_REASON_AHEAD:
        vg_text_fill(out, (voice->reader == seat ? wins->you : wins->they)[lang],
                     (const char *[]){vg_voice_name(voice, r->seat), name}, 2);
        vg_text_capitals(out, start); // it may be "posto 2"
        break;
    case VG_REASON_POINTS:
        vg_text_fill(out, (voice->reader == r->seat ? points.you : points.they)[lang],
                     (const char *[]){vg_voice_name(voice, r->seat), good, with, bad}, 4);
        vg_text_capitals(out, start);
        return;
    }
    vg_text_printf(out, of_100[lround(r->good) == 1].in[lang], r->good, with, r->poor);
}
