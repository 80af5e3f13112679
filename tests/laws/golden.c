// golden.c: the same moves give the same bytes on every compiler.
//
//     golden DIR             compares with DIR/<game>.hash
//     golden --update DIR    writes those files
//
// For each game and number of seats one random game of the normal setup is
// played (votes to end it mostly fail); every 50 moves, and at the end, a line
// "seats move hash" is due; last what the game's net, if it has one, says of a thousand positions.
#include "games.h"
#include "wasm/walk.h"

#include <stdio.h>

enum { EVERY = 50 };

static void play(const vg_game *g, int seats, vg_text *out)
{
    static uint64_t state[VG_MAX_STATE / 8];
    vg_rng rng;
    vg_rng_seed(&rng, 2026, (uint64_t)seats);
    vg_setup how;
    vg_setup_normal(g, seats, &how);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (g->setup(state, &how, VG_EN, &why) != VG_OK) {
        vg_text_printf(out, "%d cannot be set up: %s\n", seats, buffer);
        return;
    }
    for (int moves = 0;; moves++) {
        vg_ask ask = g->ask(state);
        bool over = ask.actor == VG_NOBODY || moves > g->max_length;
        if (over || (moves && moves % EVERY == 0))
            vg_text_printf(out, "%d %d %016llx\n", seats, moves,
                           (unsigned long long)vg_game_hash(g, state));
        if (over) return;
        vg_move list[VG_MAX_LEGAL];
        int count = g->legal(state, ask.actor, list);
        vg_move m = ask.actor == VG_CHANCE ? g->chance(state, &rng)
                                           : list[vg_rng_below(&rng, (uint32_t)count)];
        if (ask.vote && vg_rng_below(&rng, 8)) m = list[0];
        g->apply(state, ask.actor, m, NULL);
    }
}

static bool compare(const char *path, const vg_text *now)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        printf("%s: missing; write it with golden --update\n", path);
        return false;
    }
    char line[128];
    const char *at = now->at;
    bool same = true;
    for (int n = 1; same && fgets(line, sizeof line, f); n++) {
        size_t length = strlen(line);
        same = strncmp(line, at, length) == 0;
        if (same)
            at += length;
        else
            printf("%s:%d: expected %.*s, found %.*s\n", path, n, (int)strcspn(line, "\n"), line,
                   (int)strcspn(at, "\n"), at);
    }
    if (same && *at) {
        printf("%s: the games go on after its last line\n", path);
        same = false;
    }
    fclose(f);
    return same;
}

static bool update(const char *path, const vg_text *now)
{
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(now->at, f) >= 0;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) printf("%s: cannot be written\n", path);
    return ok;
}

int main(int argc, char **argv)
{
    bool writing = argc == 3 && strcmp(argv[1], "--update") == 0, ok = true;
    if (argc != 2 && !writing) {
        fprintf(stderr, "usage: golden [--update] DIR\n");
        return 2;
    }
    for (int i = 0; test_game(i); i++) {
        const vg_game *g = test_game(i);
        vg_text now = vg_text_heap();
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) play(g, seats, &now);
        uint64_t judged = vg_walk_judged(g);
        if (judged) vg_text_printf(&now, "judged %016llx\n", (unsigned long long)judged);
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.hash", argv[argc - 1], g->id);
        if (!(writing ? update(path, &now) : compare(path, &now))) ok = false;
        vg_text_release(&now);
    }
    return ok ? 0 : 1;
}
