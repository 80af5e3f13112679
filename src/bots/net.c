// net.c: a network in whole numbers.
//
// Each hidden unit has a scale of its own, so that the largest of its weights is 127: a unit that
// is cut off at zero can be scaled without a difference, if the weights that leave it are scaled
// back. Sums of the first layer are kept in 16 bits and wrap; with the largest weight 127 it takes
// 250 inputs that all pull one way to get there, and then the answer is wrong but the same
// everywhere.
#include "bots/net.h"

#include "base/bytes.h"
#include "base/wide.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMAT = 1,
    LANES = 8,
    SHARE_BITS = 4,        // of vg_input_share
    ROUGH = 2,             // weights of inputs are multiples of it: a tenth less to fetch
    TOP_UNIT = 4095,       // what a unit says at most
    LEAST_ODDS = 32 << 10, // below the best, in 1024ths of log odds: as good as never
    TOP_OUTPUT = 4095      // the largest weight of an output: 64 units of these stay below 2^30
};
static const char magic[4] = {'V', 'G', 'N', 'T'};

// ---- inputs ----------------------------------------------------------------------

static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

vg_inputs *vg_inputs_new(const vg_game *game)
{
    vg_inputs *in = calloc(1, sizeof *in);
    if (!in) return NULL;
    vg_observed_whole(game, in->whole);
    int count = vg_observed_count(game);
    for (int i = 0; i < count; i++) // exact as long as 64 whole^2 < 2^32
        if (in->whole[i] && in->whole[i] < 8192)
            in->part[i] = in->whole[i] > 1 ? UINT32_MAX / in->whole[i] + 1 : UINT32_MAX;
    in->hash = 0xcbf29ce484222325u;
    in->gist = game->gist != NULL;
    in->each = game->gist_each > 0;
    int from = in->gist ? vg_observed_question(game) : 0;
    int to = in->gist ? vg_observed_fields(game) : 0; // those between are not looked at
    for (int i = 0; i < count; i++) {
        char buffer[128];
        vg_text name = VG_TEXT(buffer);
        if (i >= from && i < to) continue;
        vg_observed_name(game, i, &name);
        in->hash = mix(in->hash, buffer, name.len);
        int like = i;
        if (in->each) in->seat[i] = (uint8_t)(vg_observed_seat(game, i, &like) + 1);
        const uint8_t whole[] = {in->seat[i], (uint8_t)in->whole[i], (uint8_t)(in->whole[i] >> 8)};
        in->hash = mix(in->hash, whole, sizeof whole);
        in->like[i] = (uint16_t)like;
        in->first[i] = like < i ? in->first[like] : (uint16_t)in->count;
        if (like < i) continue;
        in->count += in->whole[i] > 1 ? 2 : 1;
    }
    return in;
}

// ---- bytes -----------------------------------------------------------------------

static int take_signed(vg_bytes *r, int bytes)
{
    uint32_t n = (uint32_t)vg_bytes_take(r, bytes), sign = 1u << (8 * bytes - 1);
    return n & sign ? (int)n - (int)(sign * 2) : (int)n;
}

static long rounded(float x, float scale, long most)
{
    long n = lrintf(x / scale);
    return n > most ? most : n < -most ? -most : n;
}

// A weight of an input.
static int8_t row_weight(float x, float scale)
{
    return (int8_t)(rounded(x, scale * ROUGH, 127 / ROUGH) * ROUGH);
}

static float largest(const float *at, int count, int stride)
{
    float top = 1e-6f;
    for (int i = 0; i < count; i++)
        if (fabsf(at[(size_t)i * (size_t)stride]) > top)
            top = fabsf(at[(size_t)i * (size_t)stride]);
    return top;
}

void vg_net_write(const vg_net_about *about, const vg_net_weights *w, vg_text *out)
{
    size_t start = out->len;
    vg_net_about is = *about;
    float scale[VG_NET_UNITS], top = 1e-6f;
    for (int u = 0; u < w->units; u++) {
        scale[u] = largest(w->input + u, w->inputs, w->units) / 127;
        for (int o = 0; o < w->outputs; o++)
            top = fmaxf(top, fabsf(w->output[o * w->units + u]) * scale[u] * 2);
    }
    is.inputs = 0;
    for (int i = 0; i < w->inputs; i++) {
        bool any = false;
        for (int u = 0; u < w->units; u++)
            any = any || row_weight(w->input[i * w->units + u], scale[u]);
        is.inputs += any;
    }
    int bits = 0; // an output counts in 2^-bits
    while (bits < 24 && top * (float)(2u << bits) <= TOP_OUTPUT) bits++;
    vg_text_bytes(out, magic, sizeof magic);
    vg_bytes_put(out, FORMAT, 1);
    vg_text_bytes(out, is.game, sizeof is.game);
    vg_bytes_put(out, is.rules_version, 2);
    vg_bytes_put(out, is.observation, 8);
    vg_bytes_put(out, is.min_seats, 1);
    vg_bytes_put(out, is.max_seats, 1);
    vg_bytes_put(out, (uint64_t)w->units, 2);
    vg_bytes_put(out, is.inputs, 4);
    vg_bytes_put(out, is.games, 8);
    vg_bytes_put(out, is.seed, 8);
    size_t length = out->len; // of what follows, and its sum: not known yet
    vg_bytes_put(out, 0, 4);
    vg_bytes_put(out, 0, 8);
    size_t body = out->len;
    vg_bytes_put(out, (uint64_t)bits, 1);
    for (int u = 0; u < w->units; u++)
        vg_bytes_put(out, (uint64_t)rounded(w->unit[u], scale[u], 32767), 2);
    for (int i = 0; i < is.max_seats; i++) {
        int o = i < w->outputs ? i : 0;
        vg_bytes_put(out, (uint64_t)rounded(w->bias[o], 1.0f / (float)(1u << bits), INT32_MAX), 4);
        for (int u = 0; u < w->units; u++) // a unit is halved before it is weighed
            vg_bytes_put(out,
                         (uint64_t)rounded(w->output[o * w->units + u] * scale[u] * 2,
                                           1.0f / (float)(1u << bits), TOP_OUTPUT),
                         2);
    }
    for (int i = 0; i < w->inputs; i++) {
        int8_t row[VG_NET_UNITS];
        bool any = false;
        for (int u = 0; u < w->units; u++) {
            row[u] = row_weight(w->input[i * w->units + u], scale[u]);
            any = any || row[u];
        }
        if (!any) continue;
        vg_bytes_put(out, (uint64_t)i, 2);
        vg_text_bytes(out, (const char *)row, (size_t)w->units);
    }
    if (out->cut) return;
    uint64_t sum = mix(mix(0xcbf29ce484222325u, out->at + start, length - start), out->at + body,
                       out->len - body);
    for (int i = 0; i < 4; i++) out->at[length + (size_t)i] = (char)((out->len - body) >> 8 * i);
    for (int i = 0; i < 8; i++) out->at[length + 4 + (size_t)i] = (char)(sum >> 8 * i);
}

// ---- reading -----------------------------------------------------------------------

// What a place of the observation adds to the units, by its count: the one of count n is row `at`
// + n. Zeroes but the seat: it has no weight, and its row is the first.
typedef struct spot {
    uint32_t at;
    uint16_t most; // counts within -most..most have rows of their own; of others see step_of
    uint16_t seat; // of vg_inputs
} spot;

struct vg_net {
    vg_net_about about;
    vg_net *next; // of the same game, for other numbers of seats; owned
    vg_inputs *in;
    int outputs, bits;
    int16_t *row; // by `units` each, from the beginning of a line of the cache; the first zeroes
    spot *spot;   // by place of the observation
    _Alignas(16) int16_t unit[VG_NET_UNITS];
    int32_t bias[VG_MAX_SEATS];
    int16_t output[VG_MAX_SEATS][VG_NET_UNITS];
};

static void say(vg_text *why, vg_lang lang, const char *it, const char *en)
{
    vg_text_add(why, lang == VG_IT ? it : en);
}

vg_err vg_net_about_read(const void *bytes, size_t n, vg_lang lang, vg_net_about *out, size_t *end,
                         vg_text *why)
{
    vg_bytes r = {bytes, n, false};
    vg_net_about is = {.games = 0};
    if (n < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        say(why, lang, "non è una rete", "this is no net");
        return VG_ERR_RECORD;
    }
    r.at += sizeof magic;
    r.left -= sizeof magic;
    if (vg_bytes_take(&r, 1) != FORMAT) {
        say(why, lang,
            "questa rete è scritta in un'altra maniera: serve un'altra versione di veglia",
            "this net is written in another way: it takes another version of veglia");
        return VG_ERR_VERSION;
    }
    for (size_t i = 0; i < sizeof is.game; i++) is.game[i] = (char)vg_bytes_take(&r, 1);
    is.rules_version = (uint16_t)vg_bytes_take(&r, 2);
    is.observation = vg_bytes_take(&r, 8);
    is.min_seats = (uint8_t)vg_bytes_take(&r, 1);
    is.max_seats = (uint8_t)vg_bytes_take(&r, 1);
    is.units = (uint16_t)vg_bytes_take(&r, 2);
    is.inputs = (uint32_t)vg_bytes_take(&r, 4);
    is.games = vg_bytes_take(&r, 8);
    is.seed = vg_bytes_take(&r, 8);
    size_t head = n - r.left;
    uint64_t body = vg_bytes_take(&r, 4), sum = vg_bytes_take(&r, 8);
    if (r.cut || body > r.left ||
        mix(mix(0xcbf29ce484222325u, bytes, head), r.at, (size_t)body) != sum) {
        say(why, lang, "questa rete è rovinata", "this net is damaged");
        return VG_ERR_RECORD;
    }
    uint64_t outputs = is.max_seats;
    uint64_t want = 1 + 2 * (uint64_t)is.units + outputs * (4 + 2 * (uint64_t)is.units) +
                    (uint64_t)is.inputs * (2 + (uint64_t)is.units);
    if (is.game[sizeof is.game - 1] || is.min_seats < 1 || is.max_seats < is.min_seats ||
        is.max_seats > VG_MAX_SEATS || is.units < LANES || is.units > VG_NET_UNITS ||
        is.units % LANES || is.inputs > 2 * VG_MAX_OBSERVED || body != want) {
        say(why, lang, "questa rete è rovinata", "this net is damaged");
        return VG_ERR_RECORD;
    }
    *out = is;
    *end = (size_t)(r.at - (const uint8_t *)bytes) + (size_t)body;
    return VG_OK;
}

// Does a net of this kind fit the game?
static bool fits(const vg_game *game, const vg_inputs *in, const vg_net_about *is, vg_lang lang,
                 vg_text *why)
{
    if (strcmp(is->game, game->id) != 0) {
        vg_text_printf(why, lang == VG_IT ? "questa rete è di \"%s\"" : "this net is for \"%s\"",
                       is->game);
        return false;
    }
    if (is->rules_version != game->rules_version) {
        vg_text_printf(why,
                       lang == VG_IT
                           ? "questa rete ha imparato la versione %d delle regole, ora c'è la %d"
                           : "this net was taught version %d of the rules, which are at %d now",
                       is->rules_version, game->rules_version);
        return false;
    }
    if (is->observation != in->hash || is->max_seats > game->max_seats ||
        is->min_seats < game->min_seats) {
        say(why, lang, "questa rete guarda il gioco con altri occhi: va addestrata di nuovo",
            "this net looks at the game with other eyes: it has to be trained anew");
        return false;
    }
    return true;
}

// How many rows a place has on each side of its count 0.
static int steps_of(const vg_inputs *in, int place)
{
    enum { MOST = 64 }; // what vg_share_of tells apart
    return in->whole[place] < 1 ? 1 : in->whole[place] < MOST ? in->whole[place] : MOST;
}

// Reckons the rows of all places beforehand, from the weights of each input (NULL: it has none).
static bool lay_rows(vg_net *net, const int8_t *const *of, int places)
{
    const vg_inputs *in = net->in;
    static const int8_t none[VG_NET_UNITS];
    size_t units = net->about.units, rows = 1;
    for (int fill = 0; fill < 2; fill++) {
        if (fill) net->row = aligned_alloc(64, (rows * units * sizeof net->row[0] + 63) / 64 * 64);
        if (fill && !net->row) return false;
        if (fill) memset(net->row, 0, units * sizeof net->row[0]);
        rows = 1;
        for (int i = 0; i < places; i++) {
            const int8_t *any = of[in->first[i]];
            const int8_t *share = in->whole[i] > 1 ? of[in->first[i] + 1] : NULL;
            int steps = steps_of(in, i);
            spot *o = &net->spot[i];
            o->seat = in->seat[i];
            if (!any && !share) continue;
            if (in->like[i] < i) {
                o->at = net->spot[in->like[i]].at;
                o->most = net->spot[in->like[i]].most;
                continue;
            }
            o->at = (uint32_t)rows + (uint32_t)steps;
            o->most = (uint16_t)(steps < in->whole[i] ? 0 : steps);
            for (int n = -steps; n <= steps; n++, rows++) {
                int16_t *row = net->row + rows * units;
                int times = in->whole[i] == 1 ? n : n != 0;
                int part = steps < in->whole[i] ? n : vg_input_share(in, i, n);
                for (size_t u = 0; fill && u < units; u++)
                    row[u] = (int16_t)((any ? any : none)[u] * times +
                                       ((share ? share : none)[u] * part >> SHARE_BITS));
            }
        }
    }
    return true;
}

vg_net *vg_net_read(const vg_game *game, const void *bytes, size_t n, vg_lang lang, vg_text *why)
{
    vg_net_about is;
    size_t end;
    if (vg_net_about_read(bytes, n, lang, &is, &end, why) != VG_OK) return NULL;
    vg_net *net = calloc(1, sizeof *net);
    vg_inputs *in = vg_inputs_new(game);
    int units = is.units;
    if (net && in) net->spot = calloc(VG_MAX_OBSERVED, sizeof net->spot[0]);
    if (!net || !in || !net->spot) {
        say(why, lang, vg_err_text(VG_ERR_SYSTEM, VG_IT), vg_err_text(VG_ERR_SYSTEM, VG_EN));
        free(in);
        vg_net_free(net);
        return NULL;
    }
    net->in = in;
    if (!fits(game, in, &is, lang, why)) {
        vg_net_free(net);
        return NULL;
    }
    size_t body = 1 + 2 * (size_t)units + (size_t)is.max_seats * (4 + 2 * (size_t)units) +
                  (size_t)is.inputs * (2 + (size_t)units);
    vg_bytes r = {(const uint8_t *)bytes + end - body, body, false};
    net->about = is;
    net->outputs = is.max_seats;
    net->bits = (int)vg_bytes_take(&r, 1);
    for (int u = 0; u < units; u++) net->unit[u] = (int16_t)take_signed(&r, 2);
    for (int o = 0; o < net->outputs; o++) {
        net->bias[o] = (int32_t)(uint32_t)vg_bytes_take(&r, 4);
        for (int u = 0; u < units; u++) net->output[o][u] = (int16_t)take_signed(&r, 2);
    }
    bool sound = net->bits >= 0 && net->bits <= 24;
    const int8_t **of = calloc((size_t)in->count, sizeof of[0]); // by input: its weights
    sound = sound && of;
    for (uint32_t i = 0; i < is.inputs; i++) {
        uint64_t input = vg_bytes_take(&r, 2);
        sound = sound && input < (uint64_t)in->count;
        if (sound) of[input] = (const int8_t *)r.at;
        r.at += units;
        r.left -= (size_t)units;
    }
    sound = sound && lay_rows(net, of, vg_observed_count(game));
    free(of);
    if (sound) return net;
    say(why, lang, "questa rete è rovinata", "this net is damaged");
    vg_net_free(net);
    return NULL;
}

void vg_net_free(vg_net *net)
{
    while (net) {
        vg_net *next = net->next;
        free(net->in);
        free(net->row);
        free(net->spot);
        free(net);
        net = next;
    }
}

// All nets of some bytes, one after another. NULL, and `why` says why not.
static vg_net *read_all(const vg_game *game, const uint8_t *bytes, size_t n, vg_lang lang,
                        vg_text *why)
{
    vg_net *first = NULL, **last = &first;
    for (size_t end = 0; !first || n; bytes += end, n -= end, last = &(*last)->next) {
        vg_net_about is;
        if (vg_net_about_read(bytes, n, lang, &is, &end, why) == VG_OK)
            *last = vg_net_read(game, bytes, n, lang, why);
        if (*last) continue;
        vg_net_free(first);
        return NULL;
    }
    return first;
}

// Those made so far, of each game the first: it takes the first slot that is free.
enum { MOST_KEPT = 16 };
static _Atomic(vg_net *) kept[MOST_KEPT];

// Keeps `net`, or frees it where its game has one; gives the one that is kept.
static const vg_net *keep(vg_net *net)
{
    for (int i = 0; net && i < MOST_KEPT; i++) {
        vg_net *there = NULL;
        if (atomic_compare_exchange_strong(&kept[i], &there, net)) return net;
        if (strcmp(there->about.game, net->about.game) != 0) continue;
        vg_net_free(net); // somebody was quicker
        return there;
    }
    vg_net_free(net);
    return NULL;
}

const vg_net *vg_net_any(const vg_game *game)
{
    const vg_net *net;
    for (int i = 0; i < MOST_KEPT && (net = atomic_load(&kept[i])); i++)
        if (strcmp(net->about.game, game->id) == 0) return net;
    for (const vg_net_bytes *b = vg_nets; b->game; b++) {
        if (strcmp(b->game, game->id) != 0) continue;
        char buffer[256]; // a test shows that all fit
        vg_text why = VG_TEXT(buffer);
        return keep(read_all(game, b->at, b->size, VG_EN, &why));
    }
    return NULL;
}

const vg_net *vg_net_of(const vg_game *game, int seats)
{
    const vg_net *net = vg_net_any(game);
    while (net && !vg_net_seats(net, seats)) net = net->next;
    return net;
}

vg_err vg_net_bring(const vg_game *game, const void *bytes, size_t n, vg_lang lang, vg_text *why)
{
    vg_net *net = read_all(game, bytes, n, lang, why);
    if (!net) return VG_ERR_RECORD;
    return keep(net) ? VG_OK : VG_ERR_SYSTEM;
}

const vg_net_about *vg_net_is(const vg_net *net) { return &net->about; }

// ---- reckoning -----------------------------------------------------------------------

// The row, from that of 0 on, of a count that has none of its own; how often it is added.
static int step_of(const vg_net *net, vg_lit lit, int *times)
{
    const spot *o = &net->spot[lit.place];
    int n = lit.count;
    if (!o->at) return 0;
    if (!o->most) return vg_input_share(net->in, lit.place, n);
    if (net->in->whole[lit.place] == 1) *times = abs(vg_input_times(n)); // lit twice: hardly ever
    return n < 0 ? -o->most : o->most;
}

static inline const int16_t *row_of(const vg_net *net, vg_lit lit, int units, int *times)
{
    const spot *o = &net->spot[lit.place];
    int n = lit.count, most = o->most;
    *times = 1;
    if (__builtin_expect((unsigned)(n + most) > 2u * (unsigned)most, 0))
        n = step_of(net, lit, times);
    return net->row + (size_t)((int)o->at + n) * (size_t)units;
}

// Adds what is lit to what was there, as long as it is of one seat; sums may wrap. Gives the first
// that is not.
static inline __attribute__((always_inline)) const vg_lit *
add_rows(const vg_net *net, const vg_lit *lit, const vg_lit *end, const int units,
         const int16_t *from, int16_t *out)
{
    int seat = net->spot[lit->place].seat;
    if (out != from) memcpy(out, from, (size_t)units * sizeof out[0]);
    do {
        int times;
        const int16_t *w = row_of(net, *lit, units, &times);
        for (int u = 0; u < units; u++) out[u] = (int16_t)(out[u] + w[u] * times);
    } while (++lit < end && net->spot[lit->place].seat == seat);
    return lit;
}

// The same where the sums stay in registers, which pages have too few of. Wider registers read rows
// as they lie.
#ifndef __wasm__
typedef uint16_t lanes __attribute__((vector_size(2 * LANES * sizeof(uint16_t)), aligned(16)));
static inline __attribute__((always_inline)) const vg_lit *
add_wide(const vg_net *net, const vg_lit *lit, const vg_lit *end, const int blocks,
         const void *from, void *out)
{
    lanes sum[VG_NET_UNITS / (2 * LANES)], *to = out;
    int seat = net->spot[lit->place].seat;
    for (int b = 0; b < blocks; b++) sum[b] = ((const lanes *)from)[b];
    do {
        int times;
        const void *at = row_of(net, *lit, blocks * 2 * LANES, &times);
        const lanes *w = at;
        for (int b = 0; b < blocks; b++) sum[b] += w[b];
        for (; __builtin_expect(times > 1, 0); times--)
            for (int b = 0; b < blocks; b++) sum[b] += w[b];
    } while (++lit < end && net->spot[lit->place].seat == seat);
    for (int b = 0; b < blocks; b++) to[b] = sum[b];
    return lit;
}
#endif

static inline __attribute__((always_inline)) const vg_lit *add(const vg_net *net, const vg_lit *lit,
                                                               const vg_lit *end, const int units,
                                                               bool wide, const int16_t *from,
                                                               int16_t *out)
{
#ifndef __wasm__
    if (wide) return add_wide(net, lit, end, units / (2 * LANES), from, out);
#else
    (void)wide;
#endif
    return add_rows(net, lit, end, units, from, out);
}

// What the units and the outputs of so many make of what is lit, with so many units: a constant,
// so that nothing is a loop that can be a few steps.
static inline __attribute__((always_inline)) void sum_units(const vg_net *net, const vg_lit *lit,
                                                            int count, int rivals, const int units,
                                                            bool wide, int32_t sum[VG_MAX_SEATS])
{
    _Alignas(32) static const int16_t none[VG_NET_UNITS];
    _Alignas(32) int16_t unit[VG_NET_UNITS], of[VG_MAX_SEATS + 1][VG_NET_UNITS];
    unsigned begun = 0; // seats of which something was lit, everybody's 0
    bool each = net->in->each;
    for (const vg_lit *end = lit + count; lit < end;) { // the question begins with everybody's
        int seat = net->spot[lit->place].seat;
        int16_t *to = of[seat];
        const int16_t *from = begun >> seat & 1 ? to : seat ? none : net->unit;
        begun |= 1u << seat;
        lit = add(net, lit, end, units, wide, from, to);
    }
    for (int o = 0; o < rivals; o++) {
        int32_t all = 0;
        bool own = each && begun >> (o + 1) & 1;
        if (own)
            for (int u = 0; u < units; u++) of[o + 1][u] = (int16_t)(of[0][u] + of[o + 1][u]);
        const int16_t *its = of[own ? o + 1 : 0];
        for (int u = 0; u < units && (each || !o); u++) {
            int16_t half = (int16_t)(its[u] >> 1);
            half = half < 0 ? 0 : half;
            unit[u] = half > TOP_UNIT ? TOP_UNIT : half;
        }
        for (int u = 0; u < units; u++) all += unit[u] * net->output[o][u];
        sum[o] = all;
    }
}

VG_WIDE static void sum_up(const vg_net *net, const vg_lit *lit, int count, int rivals,
                           int32_t sum[VG_MAX_SEATS])
{
    int units = net->about.units;
    if (units == 8 * LANES)
        sum_units(net, lit, count, rivals, 8 * LANES, true, sum);
    else if (units == 4 * LANES)
        sum_units(net, lit, count, rivals, 4 * LANES, true, sum);
    else
        sum_units(net, lit, count, rivals, units, false, sum);
}

// By how much the outputs of so many, the viewer's first, are below the highest, in 1024ths of log
// odds. Only that counts: what is added to all alike says nothing, and may be any size.
static void outputs_of(const vg_net *net, const vg_sight *sight, const void *state, int viewer,
                       int rivals, int32_t out[VG_MAX_SEATS])
{
    vg_lit seen[VG_MAX_OBSERVED];
    int32_t sum[VG_MAX_SEATS];
    sum_up(net, seen, vg_inputs_look(net->in, sight, state, viewer, seen), rivals, sum);
    int64_t all[VG_MAX_SEATS], top = INT64_MIN;
    for (int o = 0; o < rivals; o++) {
        all[o] = (int64_t)sum[o] + net->bias[o];
        all[o] = net->bits >= 10 ? all[o] >> (net->bits - 10) : all[o] * (1 << (10 - net->bits));
        if (all[o] > top) top = all[o];
    }
    for (int o = 0; o < rivals; o++)
        out[o] = top - all[o] < LEAST_ODDS ? (int32_t)(top - all[o]) : LEAST_ODDS;
}

// 65536 e^-x of an x >= 0 in 1024ths.
static uint32_t falling(int32_t x)
{
    uint32_t t = (uint32_t)x * 23637u >> 14; // times log2 e
    uint32_t f = t & 1023, down = t >> 10;
    if (down > 20) return 0;
    // 2^-f by its first terms, in 2^-16.
    uint32_t f2 = f * f >> 10, f3 = f2 * f >> 10;
    uint32_t p = 65536u - (f * 45426u >> 10) + (f2 * 15743u >> 10) - (f3 * 3637u >> 10) +
                 ((f3 * f >> 10) * 630u >> 10) - ((f3 * f2 >> 10) * 70u >> 10);
    return p >> down;
}

// ... of the first `wanted`: to divide takes longer than the rest.
static void chances_of(const int32_t *of, int rivals, int wanted, uint32_t *out)
{
    uint32_t sum = 0;
    for (int k = 0; k < rivals; k++) sum += out[k] = falling(of[k]);
    for (int k = 0; k < wanted; k++) out[k] = (uint32_t)(((uint64_t)out[k] << 16) / sum);
}

// The chances of all who can win, or of the viewer alone; he is the first.
static void reckon(const vg_net *net, const vg_sight *sight, const void *state, int viewer,
                   bool alone, uint32_t chance[VG_MAX_SEATS])
{
    int32_t of[VG_MAX_SEATS];
    int rivals = vg_rivals(vg_sight_game(sight), state, vg_sight_seats(sight));
    outputs_of(net, sight, state, viewer, rivals, of);
    chances_of(of, rivals, alone ? 1 : rivals, chance);
}

void vg_net_chances(const vg_net *net, const vg_sight *sight, const void *state, int viewer,
                    float value[VG_MAX_SEATS])
{
    const vg_game *game = vg_sight_game(sight);
    uint32_t chance[VG_MAX_SEATS];
    int seats = vg_sight_seats(sight);
    reckon(net, sight, state, viewer, false, chance);
    for (int p = 0; p < seats; p++)
        value[p] = (float)chance[vg_rival(game, state, seats, viewer, p)] / 65536;
}

float vg_net_chance(const vg_net *net, const vg_sight *sight, const void *state, int viewer)
{
    uint32_t chance[VG_MAX_SEATS];
    reckon(net, sight, state, viewer, true, chance);
    return (float)chance[0] / 65536;
}
