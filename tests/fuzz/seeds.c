// seeds.c: writes records of every game for the record fuzzer to begin with: seeds FOLDER
#include "whole.h"

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    for (int i = 0; vg_games[i]; i++) {
        for (int kind = 0; kind < 3; kind++) { // just dealt, in play, to the end
            vg_table_plan plan = {.game = vg_games[i], .dice = (vg_dice)(kind % 2), .seed = 1};
            plan.games = (uint8_t)(kind == 0 ? 2 : 1);
            vg_setup_normal(plan.game, plan.game->min_seats, &plan.setup);
            vg_table *t = vg_table_new(&plan, NULL);
            MUST(t);
            play_on(t, 1, kind == 0 ? 0 : kind == 1 ? 30 : plan.game->max_length);
            char path[512];
            snprintf(path, sizeof path, "%s/%s-%d.txt", argv[1], plan.game->id, kind);
            vg_text out = vg_text_heap();
            vg_table_record(t, true, &out);
            FILE *file = fopen(path, "wb");
            MUST(file && fwrite(out.at, 1, out.len, file) == out.len && fclose(file) == 0);
            vg_text_release(&out);
            vg_table_free(t);
        }
    }
    return 0;
}
