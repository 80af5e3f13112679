// view.c: who may know what in F.A.T.A., and how to imagine the rest.
//
// A seat's own row of `may` says where each card out of its sight can be, and
// everybody can tell from which shuffle it comes, so imagining a world is dealing
// those cards to those places, as many to each as everyone can count. Treasures
// go again the way they went (past.c).
#include "games/fata/fata.h"

#include "base/hidden.h"

#include <string.h>

const vg_field fata_fields[] = {
    VG_ONE(stack, VG_ALL, VG_STACK),
    VG_ROW(down, VG_OWNER, VG_BY(SEAT), VG_HEAP(TREASURE)),
    VG_ROW(up, VG_ALL, VG_BY(SEAT), VG_HEAP(TREASURE)),
    VG_ONE(pile, VG_ALL, VG_HEAP(TREASURE)),
    VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_PILE(CARD)),
    VG_ONE(pool, VG_NOBODY_KNOWS, VG_HEAP(TREASURE)),
    VG_ONE(discard, VG_ALL, VG_PILE(CARD)),
    VG_ONE(deck, VG_NOBODY_KNOWS, VG_PILE(CARD)),
    VG_GRID(may, VG_OWNER, VG_BY(SEAT), VG_TIMES(FATA_COPIES), VG_BITS(SEAT)),
    VG_ONE(aside, VG_NOBODY_KNOWS, VG_PILE(CARD)),
    VG_GRID(may_treasure, VG_OWNER, VG_BY(SEAT), VG_BY(TREASURE), VG_BITS(SEAT)),
    VG_ROW_KNOWN(which, saw, VG_TIMES(FATA_PAST), VG_PLUMBING), // for guesses: past.c, know.c
    VG_ONE(saw, VG_ALL, VG_PLUMBING),
    VG_ONE(from, VG_ALL, VG_PLUMBING),
    VG_ONE(hand_from, VG_ALL, VG_PLUMBING),
    VG_ONE(aside_from, VG_ALL, VG_PLUMBING),
    VG_ROW(may_from, VG_OWNER, VG_BY(SEAT), VG_PLUMBING),
    VG_CUBE(row, VG_ALL, VG_BY(SEAT), VG_BY(ROW), VG_TIMES(3), VG_PIECE(CARD)),
    VG_ROW(lineage, VG_OWNER, VG_BY(SEAT), VG_A(LINEAGE)),
    VG_ROW(latest, VG_OWNER, VG_BY(SEAT), VG_A(CARD)),
    VG_ROW(market, VG_ALL, VG_TIMES(FATA_MARKET), VG_PIECE(TREASURE)),
    VG_ROW(shown, VG_ALL, VG_BY(SEAT), VG_A(LINEAGE)),
    VG_ROW(never, VG_ALL, VG_BY(SEAT), VG_BITS(LINEAGE)),
    VG_ROW(ward, VG_ALL, VG_BY(SEAT), VG_FLAG),
    VG_ROW(points, VG_ALL, VG_BY(SEAT), VG_SIGNED(127)),
    VG_ROW(hand_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(32)),
    VG_ROW(down_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATA_TREASURES)),
    VG_ONE(deck_count, VG_ALL, VG_UP_TO(FATA_COPIES)),
    VG_ONE(aside_count, VG_ALL, VG_UP_TO(8)),
    VG_ONE(pool_count, VG_ALL, VG_UP_TO(FATA_TREASURES)),
    VG_ONE(out, VG_ALL, VG_BITS(SEAT)),
    VG_ONE(hit, VG_ALL, VG_BITS(SEAT)),
    VG_ONE(round, VG_ALL, VG_UP_TO(2)),
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
    VG_ONE(stage, VG_ALL, VG_ONE_OF(0, 2)),
    VG_ONE(played, VG_ALL, VG_UP_TO(8)),
    VG_ONE(limit, VG_ALL, VG_UP_TO(8)),
    VG_ONE(stars, VG_ALL, VG_UP_TO(8)),
    VG_ONE(gained, VG_ALL, VG_FLAG),
    VG_ONE(idle, VG_ALL, VG_UP_TO(255)),
    VG_ONE(winner, VG_ALL, VG_A(SEAT)),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(edition, VG_ALL, VG_PLUMBING),
    VG_ONE(charm, VG_ALL, VG_PIECE(CARD)),
    VG_ONE(named, VG_ALL, VG_AFTER_0(SEAT)),
    VG_ONE(zero_ok, VG_ALL, VG_FLAG),
    VG_ONE(memory, VG_ALL, VG_FLAG),
    VG_ONE(patience, VG_ALL, VG_UP_TO(255)),
    VG_ONE(taken, VG_ALL, VG_FLAG),
    VG_ONE(shuffle, VG_ALL, VG_PLUMBING),
    VG_ONE(moved, VG_ALL, VG_PLUMBING),
    VG_ONE(most, VG_ALL, VG_PLUMBING),
    VG_ROW(visions, VG_OWNER, VG_BY(SEAT), VG_PLUMBING),
    VG_ONE(once, VG_ALL, VG_PLUMBING),
    VG_ONE(twice, VG_ALL, VG_PLUMBING),
    VG_ONE(owed, VG_ALL, VG_PLUMBING),
    VG_ONE(vague, VG_ALL, VG_PLUMBING),
    VG_ROW(back, VG_ALL, VG_BY(SEAT), VG_NAMES(CARD)),
    VG_ONE(moved_count, VG_ALL, VG_PLUMBING),
    VG_ONE(spare, VG_ALL, VG_PLUMBING),
};
static_assert(sizeof fata_fields / sizeof fata_fields[0] == FATA_FIELD_COUNT, "count the fields");

// Copies of each kind that everybody sees; those of kind 0 mean nothing.
static void count_sight(const fata_state *s, uint8_t count[FATA_CARDS])
{
    memcpy(count, s->discard, FATA_CARDS);
    count[s->charm]++;
    for (int p = 0; p < s->seats; p++) {
        count[FATA_DEW_VEIL] = (uint8_t)(count[FATA_DEW_VEIL] + (s->ward[p] != 0));
        for (int i = 0; i < 6; i++) count[s->row[p][i / 3][i % 3]]++;
    }
}

// Cards out of sight are dealt to rooms: each is a part of a place, by the shuffle its cards come
// from.
static void open_rooms(vg_deal *d, int place, const uint16_t *from, int count)
{
    for (int i = 0, n = 1; i < count; i += n, n = 1) {
        while (i + n < count && from[i + n] == from[i]) n++;
        vg_deal_room(d, place, from[i], n);
    }
}

// False if it cannot be. `lost`: nothing is known of shuffles.
static bool deal_cards(const fata_state *s, int seat, bool lost, vg_deal *d, vg_rng *rng)
{
    int all = FATA_AT_ASIDE | FATA_AT_DECK | ((1 << s->seats) - 1);
    uint8_t seen[FATA_CARDS];
    count_sight(s, seen);
    for (int k = 1; k < FATA_CARDS; k++) {
        int may[2] = {0}, from[2] = {0}, n = 0, copies = fata_copies(k);
        for (int i = seen[k]; i < copies; i++) {
            int m = seat < 0 ? fata_back(s, k, all) : fata_may(s, seat, k, i);
            if (seat >= 0 && m == 1 << seat) continue;
            may[n] = m;
            from[n++] = lost ? 0xffff : fata_from(s, seat, k, i);
        }
        // Of hands seen only the visions are counted, so that bounds are about these.
        for (int i = 0; i < n; i++)
            vg_deal_card(d, k, fata_is_charm(k) ? 0 : (unsigned)from[i], (unsigned)from[i],
                         (uint32_t)may[i]);
    }
    d->bounded = lost ? 0 : s->seats;
    return vg_deal_out(d, rng);
}

static void put(fata_state *s, const vg_deal *d, int by)
{
    for (int i = 0; i < d->count; i++) {
        int place = d->place[d->at[i]];
        uint8_t *zone = place == 6 ? s->deck : place == 5 ? s->aside : s->hand[place];
        zone[d->what[i]] = (uint8_t)(zone[d->what[i]] + by);
    }
}

enum { TRIES = 2000 };

static void imagine_cards(fata_state *s, int seat, vg_rng *rng)
{
    vg_deal empty = {.count = 0}, d;
    for (int p = 0; p < s->seats; p++)
        if (p != seat) open_rooms(&empty, p, s->hand_from[p], s->hand_count[p]);
    open_rooms(&empty, 5, s->aside_from, s->aside_count);
    vg_deal_room(&empty, 6, s->shuffle, s->deck_count);
    for (int p = 0; p < s->seats; p++) {
        empty.most[p] = s->most[p];
        if (seat >= 0) vg_bound_least(&empty.most[p], s->visions[seat][p]);
    }
    bool right = false;
    for (int i = 0; i < TRIES && !right; i++) { // better a vague guess than none
        bool lost = i == TRIES - 1;
        d = empty;
        if (!deal_cards(s, seat, lost, &d, rng)) continue;
        put(s, &d, 1);
        right = lost || fata_know_fits(s);
        if (!right) put(s, &d, -1);
    }
    assert(right);
}

// By the sets alone, which forget what goes together: better a vague guess than none.
static void deal_treasures(fata_state *s, int seat, vg_rng *rng)
{
    vg_deal d = {.count = 0};
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
        vg_deal_add(&d, id, 0, (uint64_t)(seat < 0 ? may : s->may_treasure[seat][id]));
    }
    bool right = vg_deal_out(&d, rng);
    assert(right);
    (void)right;
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
        if (s->stack.frame[i].phase == FATA_PHASE_LINEAGE) dealt = s->stack.frame[i].seat;
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
    if (!fata_past_imagine(s, seat, rng)) deal_treasures(s, seat, rng);
    imagine_lineages(s, seat, rng);
    fata_know_imagined(s, seat);
}
