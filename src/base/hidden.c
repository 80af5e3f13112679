#include "base/hidden.h"

#include "base/counts.h"

#include <string.h>

void vg_shuffles_add(uint16_t *set, int count, unsigned more)
{
    int i = count;
    for (; i > 0 && set[i - 1] > more; i--) set[i] = set[i - 1];
    set[i] = (uint16_t)more;
}

void vg_shuffles_sort(uint16_t *set, int count)
{
    for (int i = 1; i < count; i++) vg_shuffles_add(set, i, set[i]);
}

unsigned vg_shuffles_alike(const uint16_t *set, int count, unsigned of)
{
    unsigned best = 0;
    int fewest = count + 1;
    for (unsigned rest = of; rest; rest &= rest - 1)
        for (unsigned more = rest & (rest - 1); more; more &= more - 1) {
            unsigned two = (rest & -rest) | (more & -more);
            int apart = 0;
            for (int i = 0; i < count; i++) apart += set[i] & two && (set[i] & two) != two;
            if (apart >= fewest) continue;
            fewest = apart;
            best = two;
        }
    return best;
}

void vg_shuffles_join(uint16_t *set, int count, unsigned two)
{
    unsigned high = two & (two - 1);
    for (int i = 0; i < count; i++)
        if (set[i] & high) set[i] = (uint16_t)((set[i] & ~high) | (two & ~high));
}

// Of n equal candidates n - 1 are left for certain. If the candidates differ in d ways, d - 1 more
// are left of which nobody knows what they are: any of what the candidates were.
uint16_t vg_shuffles_take(uint16_t *set, int count, unsigned from)
{
    uint16_t kept[256], last = 0, all = 0;
    int n = 0, kinds = 0;
    for (int i = 0; i < count; i++) {
        if (!(set[i] & from)) {
            kept[n++] = set[i];
        } else if (kinds && set[i] == last) {
            kept[n++] = set[i];
        } else {
            last = set[i];
            all |= last;
            kinds++;
        }
    }
    for (int i = 1; i < kinds; i++) kept[n++] = all;
    for (int i = 0; i < count; i++) set[i] = 0;
    for (int i = 0; i < n; i++) vg_shuffles_add(set, i, kept[i]);
    return (uint16_t)(all & from);
}

void vg_bound_more(vg_bound *bound, unsigned from)
{
    for (; from; from &= from - 1)
        if (vg_bound_of(*bound, from) < 15) *bound += 1ull << 4 * __builtin_ctz(from);
}

void vg_bound_fewer(vg_bound *bound, unsigned from)
{
    if (!from || from & (from - 1)) return;
    int n = vg_bound_of(*bound, from);
    if (n && n < 15) *bound -= 1ull << 4 * __builtin_ctz(from);
}

void vg_bound_clear(vg_bound *bound, unsigned shuffle)
{
    *bound &= ~(15ull << 4 * __builtin_ctz(shuffle));
}

void vg_bound_join(vg_bound *bound, unsigned two)
{
    unsigned high = two & (two - 1);
    for (int n = vg_bound_of(*bound, high); n; n--) vg_bound_more(bound, two & ~high);
    vg_bound_clear(bound, high);
}

void vg_bound_least(vg_bound *bound, vg_bound other)
{
    for (unsigned left = 0xffff; left; left &= left - 1)
        if (vg_bound_of(other, left) < vg_bound_of(*bound, left)) {
            vg_bound_clear(bound, left);
            *bound |= other & 15ull << 4 * __builtin_ctz(left);
        }
}

void vg_bound_within(vg_bound *bound, const uint16_t *set, int count)
{
    vg_bound most = 0;
    for (int i = 0; i < count; i++) vg_bound_more(&most, set[i]);
    vg_bound_least(bound, most);
}

void vg_deal_room(vg_deal *deal, int place, unsigned from, int size)
{
    if (!size) return;
    deal->place[deal->rooms] = (uint8_t)place;
    deal->from[deal->rooms] = (uint16_t)from;
    deal->room[deal->rooms++] = (uint8_t)size;
}

void vg_deal_add(vg_deal *deal, int what, unsigned of, uint64_t may)
{
    deal->what[deal->count] = (uint8_t)what;
    deal->of[deal->count] = (uint16_t)of;
    deal->may[deal->count++] = may;
}

uint64_t vg_deal_rooms(const vg_deal *deal, unsigned from, uint32_t places)
{
    uint64_t fits = 0;
    for (int i = 0; i < deal->rooms; i++)
        fits |= (uint64_t)((deal->from[i] & from) && places >> deal->place[i] & 1) << i;
    return fits;
}

void vg_deal_card(vg_deal *deal, int what, unsigned of, unsigned from, uint32_t places)
{
    if (from != deal->last.from || places != deal->last.places) {
        deal->last.from = from;
        deal->last.places = places;
        deal->last.rooms = vg_deal_rooms(deal, from, places);
    }
    vg_deal_add(deal, what, of, deal->last.rooms);
}

void vg_deal_limit(vg_deal *deal, int what, uint64_t rooms, int most)
{
    deal->limit[deal->limits++] =
        (struct vg_deal_limit){.rooms = rooms, .what = (uint8_t)what, .most = (uint8_t)most};
}

static int lowest(uint64_t bits) { return __builtin_ctzll(bits); }

// Thing `i` fits nowhere: moves others along to make room for it (an augmenting path).
static bool make_room(vg_deal *d, int i)
{
    int8_t via[VG_DEAL_ROOMS], from[VG_DEAL_ROOMS]; // thing that came to a room, and from where
    int queue[VG_DEAL_ROOMS], head = 0, tail = 0;
    uint64_t seen = d->may[i];
    for (uint64_t rooms = seen; rooms; rooms &= rooms - 1) {
        int r = lowest(rooms);
        via[r] = (int8_t)i;
        from[r] = -1;
        queue[tail++] = r;
    }
    while (head < tail) {
        int r = queue[head++];
        if (d->room[r]) {
            d->room[r]--;
            for (; from[r] >= 0; r = from[r]) d->at[via[r]] = (uint8_t)r;
            d->at[i] = (uint8_t)r;
            return true;
        }
        for (int j = 0; j < i; j++) {
            if (d->at[j] != r) continue;
            for (uint64_t rooms = d->may[j] & ~seen; rooms; rooms &= rooms - 1) {
                int to = lowest(rooms);
                via[to] = (int8_t)j;
                from[to] = (int8_t)r;
                queue[tail++] = to;
            }
            seen |= d->may[j];
        }
    }
    return false;
}

// What has fewest rooms to go to comes first.
static void sort(vg_deal *d, vg_rng *rng)
{
    uint8_t what[VG_DEAL_THINGS];
    uint16_t of[VG_DEAL_THINGS];
    uint64_t may[VG_DEAL_THINGS];
    uint8_t order[VG_DEAL_THINGS], rooms[VG_DEAL_THINGS], start[VG_DEAL_ROOMS + 2] = {0};
    for (int i = 0; i < d->count; i++) order[i] = (uint8_t)i;
    for (int i = d->count - 1; i > 0; i--) {
        int j = (int)vg_rng_below(rng, (uint32_t)i + 1);
        uint8_t o = order[i];
        order[i] = order[j];
        order[j] = o;
    }
    for (int i = 0; i < d->count; i++) { // mostly the same rooms as for the one before
        bool same = i && d->may[i] == d->may[i - 1];
        rooms[i] = same ? rooms[i - 1] : (uint8_t)vg_bits_64(d->may[i]);
        start[rooms[i] + 1]++;
    }
    for (int b = 1; b <= VG_DEAL_ROOMS; b++) start[b] = (uint8_t)(start[b] + start[b - 1]);
    for (int i = 0; i < d->count; i++) {
        int o = order[i], at = start[rooms[o]]++;
        what[at] = d->what[o];
        of[at] = d->of[o];
        may[at] = d->may[o];
    }
    size_t n = (size_t)d->count;
    memcpy(d->what, what, n * sizeof what[0]);
    memcpy(d->of, of, n * sizeof of[0]);
    memcpy(d->may, may, n * sizeof may[0]);
}

// How many of each shuffle lie in each place that has a bound, and how many each limit is about.
typedef struct held {
    int8_t count[VG_DEAL_BOUNDS][16], limited[VG_DEAL_LIMITS];
} held;

static int count_more(int8_t *n, int most, int by)
{
    int before = *n > most ? *n - most : 0;
    *n = (int8_t)(*n + by);
    return (*n > most ? *n - most : 0) - before;
}

// Thing `i` in room `r` counts `by` more: gives how much more there is beyond bounds and limits.
static int count(const vg_deal *d, held *h, int i, int r, int by)
{
    unsigned of = d->of[i] & d->from[r];
    int place = d->place[r], beyond = 0;
    for (int k = 0; k < d->limits; k++)
        if (d->limit[k].what == d->what[i] && d->limit[k].rooms >> r & 1)
            beyond += count_more(&h->limited[k], d->limit[k].most, by);
    if (place >= d->bounded || !of || of & (of - 1)) return beyond;
    int most = vg_bound_of(d->most[place], of);
    if (most == 15) return beyond;
    return beyond + count_more(&h->count[place][__builtin_ctz(of)], most, by);
}

static int exchange(const vg_deal *d, held *h, int i, int j, int by)
{
    int a = d->at[i], b = d->at[j];
    return count(d, h, i, a, -by) + count(d, h, j, b, -by) + count(d, h, i, b, by) +
           count(d, h, j, a, by);
}

// Exchanges what lies beyond a bound for something else until nothing does, or for long enough.
static bool keep_bounds(vg_deal *d, vg_rng *rng)
{
    held h;
    memset(&h, 0, sizeof h);
    int beyond = 0;
    for (int i = 0; i < d->count; i++) beyond += count(d, &h, i, d->at[i], 1);
    for (int step = 0; beyond && step < 1000; step++) {
        int i = (int)vg_rng_below(rng, (uint32_t)d->count), best = -1, least = 3, equal = 0;
        held with = h;
        if (count(d, &with, i, d->at[i], -1) >= 0) continue; // it breaks none
        for (int j = 0; j < d->count; j++) {
            if (d->at[i] == d->at[j]) continue;
            if (!(d->may[i] >> d->at[j] & d->may[j] >> d->at[i] & 1)) continue;
            int more = exchange(d, &h, i, j, 1);
            exchange(d, &h, i, j, -1);
            if (more > least) continue;
            equal = more < least ? 1 : equal + 1;
            least = more;
            if (vg_rng_below(rng, (uint32_t)equal) == 0) best = j;
        }
        if (best < 0) continue;
        beyond += exchange(d, &h, i, best, 1);
        uint8_t at = d->at[i];
        d->at[i] = d->at[best];
        d->at[best] = at;
    }
    return !beyond;
}

// What eight rooms from `first` on, those in `may`, can still take.
static uint64_t room_in(const vg_deal *d, int first, uint64_t may)
{
    return vg_eight(d->room + first, 8) & vg_bytes_of(may >> first & 255);
}

bool vg_deal_out(vg_deal *d, vg_rng *rng)
{
    sort(d, rng);
    bool right = true;
    uint64_t counted = 0;
    uint32_t left = 0; // places in the rooms `counted`
    for (int i = 0; i < d->count; i++) {
        if (d->may[i] != counted) {
            counted = d->may[i];
            left = 0;
            for (int r = 0; counted >> r; r += 8)
                left += (uint32_t)(vg_sums_of(room_in(d, r, counted)) >> 56);
        }
        if (!left) {
            d->at[i] = VG_DEAL_ROOMS;
            if (!make_room(d, i)) right = false;
            counted = 0; // others have moved
            continue;
        }
        uint32_t at = vg_rng_below(rng, left--), here = 0;
        uint64_t sums = 0;
        int r = 0;
        for (;; r += 8, at -= here) {
            sums = vg_sums_of(room_in(d, r, counted));
            here = (uint32_t)(sums >> 56);
            if (at < here) break;
        }
        r += vg_first_above(sums, at);
        d->at[i] = (uint8_t)r;
        d->room[r]--;
    }
    return right && ((!d->bounded && !d->limits) || keep_bounds(d, rng));
}
