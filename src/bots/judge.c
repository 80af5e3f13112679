// judge.c: what positions are worth, and how far off a weak player judges them.
#include "bots/judge.h"

#include <string.h>

bool vg_open_game(const vg_game *game)
{
    for (const vg_field *f = game->fields; f < game->fields + game->field_count; f++)
        if (f->who != VG_ALL && f->cell.is != VG_IS_PLUMBING) return false;
    return true;
}

void vg_eye_open(vg_eye *eye, const vg_game *game, int seats, const vg_net *net)
{
    if (!net || !vg_net_seats(net, seats)) net = vg_net_of(game, seats);
    if (eye->game == game && eye->seats == seats && eye->net == net) return;
    vg_eye_close(eye);
    *eye = (vg_eye){.game = game, .seats = seats, .net = net};
    if (net) eye->sight = vg_sight_new(game, seats);
    if (!eye->sight) eye->net = NULL;
    eye->open = vg_open_game(game);
}

void vg_eye_close(vg_eye *eye)
{
    vg_sight_free(eye->sight);
    *eye = (vg_eye){.game = NULL};
}

// What the end of the game is worth to each seat.
static void final(const vg_eye *eye, const void *state, float value[VG_MAX_SEATS])
{
    vg_score score = {0};
    eye->game->score(state, &score);
    int winners = 0;
    for (int p = 0; p < eye->seats; p++) winners += score.rank[p] == 1;
    for (int p = 0; p < eye->seats; p++) {
        if (score.rank[p] == 1)
            value[p] = eye->game->factions ? 1 : 1 / (float)winners;
        else // losing by less is a little better: play does not fall apart when all is lost
            value[p] = 0.05f * (float)(eye->seats - score.rank[p]) / (float)eye->seats;
    }
}

float vg_worth_asked(const vg_eye *eye, const void *state, int actor, int seat)
{
    if (!eye->net && eye->game->evaluate) return eye->game->evaluate(state, seat);
    if (!eye->net && actor != VG_NOBODY) return 0.5f; // a page without its net
    if (actor != VG_NOBODY) return vg_net_chance(eye->net, eye->sight, state, seat);
    float value[VG_MAX_SEATS];
    final(eye, state, value);
    return value[seat];
}

float vg_worth(const vg_eye *eye, const void *state, int seat)
{
    return vg_worth_asked(eye, state, eye->game->actor(state), seat);
}

void vg_judge(const vg_eye *eye, const void *state, unsigned who, float value[VG_MAX_SEATS])
{
    if (eye->game->actor(state) == VG_NOBODY)
        final(eye, state, value);
    else if (!eye->net && eye->game->outlook)
        eye->game->outlook(state, value);
    else if (eye->net && (eye->open || eye->game->faction)) // allies know nearly the same
        vg_net_chances(eye->net, eye->sight, state, vg_lowest(who), value);
    else
        for (; who; who &= who - 1) value[vg_lowest(who)] = vg_worth(eye, state, vg_lowest(who));
}

int vg_roll_on(const vg_game *game, void *state, vg_rng *rng)
{
    int actor;
    while ((actor = game->actor(state)) == VG_CHANCE)
        game->apply(state, VG_CHANCE, game->chance(state, rng), NULL);
    return actor;
}

bool vg_same(const vg_game *game, vg_move a, vg_move b)
{
    return a == b || (vg_game_plain(game) && vg_plain_move(game, a) == vg_plain_move(game, b));
}

int vg_thin(const vg_game *game, vg_move *list, int count)
{
    if (!vg_game_plain(game)) return count;
    vg_move plain[VG_MAX_LEGAL];
    bool twins = game->rows->decorated();
    int kept = 0;
    for (int i = 0; i < count; i++) {
        vg_move m = vg_plain_move(game, list[i]);
        if (!m) continue;
        int twin = twins ? kept - 1 : -1; // mostly the one before
        while (twin >= 0 && plain[twin] != m) twin--;
        if (twin >= 0) continue;
        plain[kept] = m;
        list[kept++] = list[i];
    }
    return kept || !count ? kept : 1;
}

vg_move vg_best_look(const vg_eye *eye, const void *state, int seat, int looks, vg_rng *rng)
{
    const vg_game *game = eye->game;
    vg_move list[VG_MAX_LEGAL], best = 0;
    int count = vg_thin(game, list, game->legal(state, seat, list));
    if (count == 1) return list[0];
    if (looks == 0 || looks > count) looks = count;
    float top = -1;
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    for (int i = 0; i < looks; i++) {
        if (looks < count) {
            int k = i + (int)vg_rng_below(rng, (uint32_t)(count - i));
            vg_move m = list[k];
            list[k] = list[i];
            list[i] = m;
        }
        vg_rng luck = *rng;
        vg_copy_world(game, after, state);
        game->apply(after, seat, list[i], NULL);
        float v = vg_worth_asked(eye, after, vg_roll_on(game, after, &luck), seat);
        if (v <= top) continue;
        top = v;
        best = list[i];
    }
    return best;
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
