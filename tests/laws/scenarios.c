// scenarios.c: runs every scenario file named on the command line, and those in
// the directories named there. Silent on success except for one line.
#include "engine/scenario.h"

#include "files.h"
#include "games.h"

#include <stdio.h>

static int ran, failed;

static void run_file(const char *path)
{
    vg_text text = vg_text_heap(), why = vg_text_heap();
    ran++;
    if (!read_file(path, &text)) {
        printf("%s: cannot be read\n", path);
        failed++;
    } else if (vg_scenario_run(text.at, text.len, path, test_game_find, &why) != VG_OK) {
        printf("%s\n", why.at);
        failed++;
    }
    vg_text_release(&text);
    vg_text_release(&why);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) each_scenario(argv[i], run_file);
    printf("%d scenarios, %d failed\n", ran, failed);
    return failed || !ran;
}
