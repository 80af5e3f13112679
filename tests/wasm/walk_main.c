// walk_main.c: `walk SEED GAMES [GAME]...`: "game hash moves seconds judged" for each, on this
// processor.
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int wanted(const char *id, char **names, int count)
{
    int found = count == 0;
    for (int i = 0; i < count; i++) found |= strcmp(names[i], id) == 0;
    return found;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: walk SEED GAMES [GAME]...\n");
        return 2;
    }
    bool bad = false;
    for (const vg_game *const *g = vg_games; *g; g++) {
        if (!wanted((*g)->id, argv + 3, argc - 3)) continue;
        uint64_t moves = 0;
        double start = cpu();
        uint64_t hash = vg_walk(*g, strtoul(argv[1], NULL, 10), atoi(argv[2]), &moves);
        printf("%s %016llx %llu %.4f", (*g)->id, (unsigned long long)hash,
               (unsigned long long)moves, cpu() - start);
        printf(" %016llx\n", (unsigned long long)vg_walk_judged(*g));
        bad |= hash == 0;
    }
    return bad; // a game stood still or did not end
}
