// hidden.h: cards out of sight: from which shuffle they come, and dealing them to where they can
// be.
//
// Discards lie open, so when they become a deck everybody knows what is in it. A card drawn since
// is one of those; a card held since before is not. A *shuffle* is a bit, a set of them says which
// shuffles a hidden card, or the card in a place, may come from. Most sets have one bit; when a
// card is shown that may have come from either of two, what is left of it keeps both.
#ifndef VG_BASE_HIDDEN_H
#define VG_BASE_HIDDEN_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

// One of these `count` sets is gone, and it had something in common with `from`; which one is not
// seen. Gives what it may have been and leaves count - 1 sets, ascending, and a 0: each is as sure
// as it can be. Requires that there is such a set.
uint16_t vg_shuffles_take(uint16_t *set, int count, unsigned from);
// Adds a set to `count` ascending ones.
void vg_shuffles_add(uint16_t *set, int count, unsigned more);
// Puts sets that were changed in order again.
void vg_shuffles_sort(uint16_t *set, int count);
// The two of these shuffles that fewest sets tell apart. To take one for the other loses least.
unsigned vg_shuffles_alike(const uint16_t *set, int count, unsigned of);
void vg_shuffles_join(uint16_t *set, int count, unsigned two); // the higher is now the lower

// How many cards of each shuffle there are at most, where sets that are in doubt say too little:
// four bits each; 15 is "many" and stays.
typedef uint64_t vg_bound;
static inline int vg_bound_of(vg_bound bound, unsigned shuffle)
{
    return (int)(bound >> 4 * __builtin_ctz(shuffle) & 15);
}
void vg_bound_more(vg_bound *bound, unsigned from);  // one more, of any of these
void vg_bound_fewer(vg_bound *bound, unsigned from); // one less, if it is known of which
void vg_bound_clear(vg_bound *bound, unsigned shuffle);
void vg_bound_join(vg_bound *bound, unsigned two);
void vg_bound_least(vg_bound *bound, vg_bound other); // both hold
// None of a shuffle more than there are sets that have it.
void vg_bound_within(vg_bound *bound, const uint16_t *set, int count);

// Things to be dealt to rooms: for each the rooms it may go to (bits), and where it went. A room
// can be a part of a place, for the cards that come from these shuffles. The first places can have
// a bound: as many things of a shuffle, where it is known of which, are all they can take. And of
// things that are the same to the caller only so many may go to some rooms together.
enum { VG_DEAL_ROOMS = 48, VG_DEAL_THINGS = 96, VG_DEAL_BOUNDS = 5, VG_DEAL_LIMITS = 72 };
typedef struct vg_deal {
    int rooms, count, bounded, limits;
    uint8_t room[VG_DEAL_ROOMS]; // how many more each can take, fewer than 128 in all
    uint8_t place[VG_DEAL_ROOMS];
    uint16_t from[VG_DEAL_ROOMS];
    vg_bound most[VG_DEAL_BOUNDS];
    uint8_t what[VG_DEAL_THINGS]; // the caller's
    uint16_t of[VG_DEAL_THINGS];  // shuffles it may come from; 0: no bound is about it
    uint64_t may[VG_DEAL_THINGS];
    uint8_t at[VG_DEAL_THINGS];
    struct vg_deal_limit {
        uint64_t rooms;
        uint8_t what, most;
    } limit[VG_DEAL_LIMITS];
    struct {
        unsigned from;
        uint32_t places;
        uint64_t rooms;
    } last; // that vg_deal_card was asked for: mostly the next card is like it
} vg_deal;

void vg_deal_room(vg_deal *deal, int place, unsigned from, int size); // none if size is 0
void vg_deal_add(vg_deal *deal, int what, unsigned of, uint64_t may);
// The rooms in these places (bits) for what comes from these shuffles; a card that may go there.
uint64_t vg_deal_rooms(const vg_deal *deal, unsigned from, uint32_t places);
void vg_deal_card(vg_deal *deal, int what, unsigned of, unsigned from, uint32_t places);
void vg_deal_limit(vg_deal *deal, int what, uint64_t rooms, int most);
// Deals everything, at random. False if there is no way (some of it lies nowhere), or none was
// found within bounds.
bool vg_deal_out(vg_deal *deal, vg_rng *rng);

#endif
