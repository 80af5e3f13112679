// view.c: who may know what in F.A.T.A., and how to imagine the rest.
//
// A seat's own row of `may` and `may_treasure` says where each card out of its
// sight can be, so imagining a world is dealing those cards to those places,
// as many to each as everyone can count.
#include "games/fata/fata.h"

#include <string.h>

#define ROW(name, who) VG_FIELD(fata_state, name, who)
#define OWN(name)      VG_FIELD_OWNED(fata_state, name)
const vg_field fata_fields[] = {
    ROW(stack, VG_ALL),
    OWN(down),
    ROW(up, VG_ALL),
    ROW(pile, VG_ALL),
    OWN(hand),
    ROW(pool, VG_NOBODY_KNOWS),
    ROW(discard, VG_ALL),
    ROW(deck, VG_NOBODY_KNOWS),
    OWN(may),
    ROW(aside, VG_NOBODY_KNOWS),
    OWN(may_treasure),
    ROW(row, VG_ALL),
    OWN(lineage),
    OWN(latest),
    ROW(market, VG_ALL),
    ROW(shown, VG_ALL),
    ROW(never, VG_ALL),
    ROW(ward, VG_ALL),
    ROW(points, VG_ALL),
    ROW(hand_count, VG_ALL),
    ROW(down_count, VG_ALL),
    ROW(deck_count, VG_ALL),
    ROW(aside_count, VG_ALL),
    ROW(pool_count, VG_ALL),
    ROW(out, VG_ALL),
    ROW(hit, VG_ALL),
    ROW(round, VG_ALL),
    ROW(turn, VG_ALL),
    ROW(stage, VG_ALL),
    ROW(played, VG_ALL),
    ROW(limit, VG_ALL),
    ROW(stars, VG_ALL),
    ROW(gained, VG_ALL),
    ROW(idle, VG_ALL),
    ROW(winner, VG_ALL),
    ROW(seats, VG_ALL),
    ROW(first, VG_ALL),
    ROW(edition, VG_ALL),
    ROW(charm, VG_ALL),
    ROW(named, VG_ALL),
    ROW(zero_ok, VG_ALL),
    ROW(memory, VG_ALL),
    ROW(patience, VG_ALL),
    ROW(taken, VG_ALL),
};
#undef ROW
#undef OWN
static_assert(sizeof fata_fields / sizeof fata_fields[0] == FATA_FIELD_COUNT, "count the fields");

enum { PLACES = 7, ITEMS = FATA_COPIES };

// Things to be dealt to places: for each the places it may go to, and where it went.
typedef struct deal {
    int count, room[PLACES];
    uint8_t what[ITEMS], may[ITEMS], at[ITEMS];
} deal;

static void add(deal *d, int what, int may)
{
    d->what[d->count] = (uint8_t)what;
    d->may[d->count++] = (uint8_t)may;
}

// Item `i` fits nowhere: moves others along to make room for it (an augmenting path; there is one,
// because the true world is a deal too).
static void make_room(deal *d, int i)
{
    int8_t via[PLACES], from[PLACES]; // item that came to a place, and from where; -1: item i
    int queue[PLACES], head = 0, tail = 0;
    bool seen[PLACES] = {false};
    for (int z = 0; z < PLACES; z++)
        if (d->may[i] >> z & 1) {
            seen[z] = true;
            via[z] = (int8_t)i;
            from[z] = -1;
            queue[tail++] = z;
        }
    while (head < tail) {
        int z = queue[head++];
        if (d->room[z]) {
            d->room[z]--;
            for (; from[z] >= 0; z = from[z]) d->at[via[z]] = (uint8_t)z;
            d->at[i] = (uint8_t)z;
            return;
        }
        for (int j = 0; j < i; j++) {
            if (d->at[j] != z) continue;
            for (int y = 0; y < PLACES; y++)
                if (d->may[j] >> y & 1 && !seen[y]) {
                    seen[y] = true;
                    via[y] = (int8_t)j;
                    from[y] = (int8_t)z;
                    queue[tail++] = y;
                }
        }
    }
    assert(false);
}

// Deals at random; what has fewest places to go to comes first.
static void scatter(deal *d, vg_rng *rng)
{
    for (int i = d->count - 1; i > 0; i--) {
        int j = (int)vg_rng_below(rng, (uint32_t)i + 1);
        uint8_t w = d->what[i], m = d->may[i];
        d->what[i] = d->what[j], d->may[i] = d->may[j];
        d->what[j] = w, d->may[j] = m;
    }
    deal sorted = {.count = 0};
    memcpy(sorted.room, d->room, sizeof sorted.room);
    for (int bits = 1; bits <= PLACES; bits++)
        for (int i = 0; i < d->count; i++)
            if (vg_bits(d->may[i]) == bits) add(&sorted, d->what[i], d->may[i]);
    *d = sorted;
    for (int i = 0; i < d->count; i++) {
        uint32_t room = 0;
        for (int z = 0; z < PLACES; z++)
            if (d->may[i] >> z & 1) room += (uint32_t)d->room[z];
        if (!room) {
            make_room(d, i);
            continue;
        }
        uint32_t at = vg_rng_below(rng, room);
        for (int z = 0; z < PLACES; z++) {
            if (!(d->may[i] >> z & 1)) continue;
            if (at < (uint32_t)d->room[z]) {
                d->at[i] = (uint8_t)z;
                d->room[z]--;
                break;
            }
            at -= (uint32_t)d->room[z];
        }
    }
}

// Copies of `kind` that everybody sees.
static int in_sight(const fata_state *s, int kind)
{
    int n = s->discard[kind] + (s->charm == kind);
    for (int p = 0; p < s->seats; p++) {
        n += kind == FATA_DEW_VEIL && s->ward[p];
        for (int i = 0; i < 6; i++) n += s->row[p][i / 3][i % 3] == kind;
    }
    return n;
}

static void imagine_cards(fata_state *s, int seat, vg_rng *rng)
{
    deal d = {.count = 0};
    int all = FATA_AT_ASIDE | FATA_AT_DECK | ((1 << s->seats) - 1);
    for (int p = 0; p < s->seats; p++) d.room[p] = p == seat ? 0 : s->hand_count[p];
    d.room[5] = s->aside_count;
    d.room[6] = s->deck_count;
    for (int k = 1; k < FATA_CARDS; k++) {
        if (seat < 0) {
            for (int i = in_sight(s, k); i < fata_copies(k); i++) add(&d, k, all);
            continue;
        }
        for (int i = 0; i < fata_copies(k); i++) {
            int may = fata_may(s, seat, k, i);
            if (may && may != 1 << seat) add(&d, k, may);
        }
    }
    scatter(&d, rng);
    for (int i = 0; i < d.count; i++) {
        uint8_t *zone = d.at[i] == 6 ? s->deck : d.at[i] == 5 ? s->aside : s->hand[d.at[i]];
        zone[d.what[i]]++;
    }
}

static void imagine_treasures(fata_state *s, int seat, vg_rng *rng)
{
    deal d = {.count = 0};
    uint32_t hidden = fata_treasures_in_play(fata_ed(s), s->seats) & ~s->pile;
    for (int p = 0; p < s->seats; p++) {
        hidden &= ~s->up[p];
        d.room[p] = p == seat ? 0 : s->down_count[p];
    }
    d.room[5] = s->pool_count;
    for (int i = 0; i < FATA_MARKET; i++) hidden &= ~(1u << s->market[i]);
    if (seat >= 0) hidden &= ~s->down[seat];
    for (uint32_t left = hidden; left; left &= left - 1) {
        int id = vg_lowest(left), may = FATA_AT_POOL;
        for (int p = 0; p < s->seats; p++)
            if (s->shown[p] != fata_ed(s)->treasure[id].lineage || !fata_in_play(s, p))
                may |= 1 << p;
        add(&d, id, seat < 0 ? may : s->may_treasure[seat][id]);
    }
    scatter(&d, rng);
    for (int i = 0; i < d.count; i++) {
        if (d.at[i] == 5)
            s->pool |= 1u << d.what[i];
        else
            s->down[d.at[i]] |= 1u << d.what[i];
    }
}

// Characters nobody has shown go to the seats that can be them: FA-62.
static void imagine_lineages(fata_state *s, int seat, vg_rng *rng)
{
    int dealt = s->seats, who[FATA_SEATS], n = 0, lineage[FATA_LINEAGES], m = 0;
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == FATA_LINEAGE) dealt = s->stack.frame[i].seat;
    uint32_t left = (uint32_t)fata_lineages_in_play(fata_ed(s), s->seats);
    for (int p = 0; p < dealt; p++) {
        if (s->shown[p]) s->lineage[p] = s->shown[p];
        left &= ~(1u << s->lineage[p]);
        if (!s->lineage[p] && p != seat) who[n++] = p;
    }
    for (; left; left &= left - 1) lineage[m++] = vg_lowest(left);
    for (bool sound = false; !sound;) {
        sound = true;
        for (int i = 0; i < n; i++) {
            int j = i + (int)vg_rng_below(rng, (uint32_t)(m - i)), t = lineage[i];
            lineage[i] = lineage[j];
            lineage[j] = t;
            if (s->never[who[i]] >> lineage[i] & 1) sound = false;
        }
    }
    for (int i = 0; i < n; i++) s->lineage[who[i]] = (uint8_t)lineage[i];
}

void fata_resample(void *view, int seat, vg_rng *rng)
{
    fata_state *s = view;
    imagine_cards(s, seat, rng);
    imagine_treasures(s, seat, rng);
    imagine_lineages(s, seat, rng);
    fata_know_imagined(s, seat);
}
