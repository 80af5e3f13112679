// judge.c: what positions are worth, and how far off a weak player judges them.
#include "bots/judge.h"

int vg_seats_of(const vg_game *game, const void *state)
{
    vg_score score = {0};
    game->score(state, &score);
    int seats = 0;
    while (seats < VG_MAX_SEATS && score.rank[seats]) seats++;
    return seats;
}

void vg_judge(const vg_game *game, const void *state, int seats, float value[VG_MAX_SEATS])
{
    if (game->ask(state).actor != VG_NOBODY) {
        if (game->outlook) {
            game->outlook(state, value);
            return;
        }
        for (int p = 0; p < seats; p++) value[p] = game->evaluate(state, p);
        return;
    }
    vg_score score = {0};
    game->score(state, &score);
    int winners = 0;
    for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
    for (int p = 0; p < seats; p++) {
        if (score.rank[p] == 1)
            value[p] = game->factions ? 1 : 1 / (float)winners;
        else // losing by less is a little better: play does not fall apart when all is lost
            value[p] = 0.05f * (float)(seats - score.rank[p]) / (float)seats;
    }
}

bool vg_same(const vg_game *game, vg_move a, vg_move b)
{
    return a == b || (vg_game_plain(game) && vg_plain_move(game, a) == vg_plain_move(game, b));
}

int vg_thin(const vg_game *game, vg_move *list, int count)
{
    if (!vg_game_plain(game)) return count;
    vg_move plain[VG_MAX_LEGAL];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        vg_move m = vg_plain_move(game, list[i]);
        if (!m) continue;
        int twin = kept - 1; // mostly the one before
        while (twin >= 0 && plain[twin] != m) twin--;
        if (twin >= 0) continue;
        plain[kept] = m;
        list[kept++] = list[i];
    }
    return kept || !count ? kept : 1;
}

vg_move vg_any_like(const vg_game *game, const vg_move *list, int count, vg_move m, vg_rng *rng)
{
    if (!vg_game_plain(game) || !m) return m;
    vg_move any = m;
    uint32_t like = 0;
    for (int i = 0; i < count; i++)
        if (vg_same(game, list[i], m) && vg_rng_below(rng, ++like) == 0) any = list[i];
    return any;
}

double vg_jitter(vg_rng *rng)
{
    double sum = 0; // of three even ones
    for (int i = 0; i < 3; i++) sum += (double)vg_rng_next(rng) / 4294967296.0;
    return (sum - 1.5) * 2;
}
