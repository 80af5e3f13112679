// scenarios.c: runs every scenario file named on the command line, and those in
// the directories named there. Silent on success except for one line.
#include "engine/scenario.h"

#include "games.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int ran, failed;

static void run_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    vg_text text = vg_text_heap(), why = vg_text_heap();
    char chunk[4096];
    for (size_t n; f && (n = fread(chunk, 1, sizeof chunk, f)) > 0;) vg_text_bytes(&text, chunk, n);
    ran++;
    if (!f) {
        printf("%s: cannot be read\n", path);
        failed++;
    } else if (vg_scenario_run(text.at, text.len, path, test_game_find, &why) != VG_OK) {
        printf("%s\n", why.at);
        failed++;
    }
    if (f) fclose(f);
    vg_text_release(&text);
    vg_text_release(&why);
}

static int wanted(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// Directories are walked in the order of their names; only *.txt are scenarios.
static void run_path(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        run_file(path);
        return;
    }
    struct dirent **list;
    int count = scandir(path, &list, wanted, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        size_t n = strlen(list[i]->d_name);
        snprintf(inner, sizeof inner, "%s/%s", path, list[i]->d_name);
        bool text = n > 4 && strcmp(list[i]->d_name + n - 4, ".txt") == 0;
        if (text || (stat(inner, &st) == 0 && S_ISDIR(st.st_mode))) run_path(inner);
        free(list[i]);
    }
    if (count >= 0) free(list);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) run_path(argv[i]);
    printf("%d scenarios, %d failed\n", ran, failed);
    return failed || !ran;
}
