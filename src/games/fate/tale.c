// tale.c: what is there to tell in a move of Fate e Leggende: the legends laid on stories, each
// story a chapter of its own. And the ring of path cards as a map.
#include "games/fate/fate.h"

bool fate_told_beat(const void *view, int seat, const vg_event *event, int count, vg_beat *out)
{
    const fate_state *s = view;
    (void)seat;
    int steps;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case FATE_EVENT_BEGAN:
        case FATE_EVENT_TOLD: {
            const fate_card_def *d = &fate_cards[e->arg[1]];
            out->kind = e->kind == FATE_EVENT_BEGAN ? VG_BEAT_BEGIN
                        : e->arg[2] == 4            ? VG_BEAT_TURN // 4 is a peril: cards.def
                                                    : VG_BEAT_GO_ON;
            out->side = e->arg[3] == FATE_VIOLET;
            out->card.words = d->title;
            if (d->text.in[0][0]) out->image = &d->text, out->image_count = 1;
            out->spot = (uint8_t)(e->arg[0] + 1);
            out->story = (uint8_t)(e->arg[0] + 1);
            break;
        }
        case FATE_EVENT_COMPLETED:
            if (out->kind) out->kind = VG_BEAT_FINISH;
            out->chapter = 1;
            out->story = (uint8_t)(e->arg[0] + 1);
            break;
        case FATE_EVENT_UNRAVELED:
            out->kind = VG_BEAT_UNTOLD;
            out->story = (uint8_t)(e->arg[0] + 1);
            break;
        case FATE_EVENT_MOVED:
            steps = fate_stride_total(e->arg[0]);
            out->spot = (uint8_t)(e->arg[1] + 1);
            out->spot_from = (uint8_t)(1 + fate_step(s, e->arg[1],
                                                     fate_stride_back(e->arg[0]) ? steps : -steps));
            break;
        default: break; // nothing in it asks to be told
        }
    }
    return out->kind != VG_BEAT_NONE || out->chapter || out->spot_from;
}

void fate_board(const void *view, vg_board *out)
{
    // Points of a circle of radius 400 around (500, 450), 24 to the turn.
    static const int16_t circle[24][2] = {
        {500, 50},  {604, 64},  {700, 104}, {783, 167}, {846, 250}, {886, 346},
        {900, 450}, {886, 554}, {846, 650}, {783, 733}, {700, 796}, {604, 836},
        {500, 850}, {396, 836}, {300, 796}, {217, 733}, {154, 650}, {114, 554},
        {100, 450}, {114, 346}, {154, 250}, {217, 167}, {300, 104}, {396, 64},
    };
    static const char *const numerals[24] = {"I",    "II",   "III", "IV",   "V",     "VI",
                                             "VII",  "VIII", "IX",  "X",    "XI",    "XII",
                                             "XIII", "XIV",  "XV",  "XVI",  "XVII",  "XVIII",
                                             "XIX",  "XX",   "XXI", "XXII", "XXIII", "XXIV"};
    static_assert(FATE_RING <= 24, "the circle has room for all path cards");
    const fate_state *s = view;
    int n = s->ring_count;
    out->count = n;
    for (int i = 0; i < n; i++) {
        int at = i * 48 / n, one = at / 2, two = (at + 1) / 2 % 24; // between two points if odd
        out->spot[i] = (vg_spot){
            .name = VG_WORDS(numerals[i], numerals[i]),
            .x = (int16_t)((circle[one][0] + circle[two][0]) / 2),
            .y = (int16_t)((circle[one][1] + circle[two][1]) / 2),
            .joins = 1u << (i + 1) % n | 1u << (i + n - 1) % n,
        };
    }
}
