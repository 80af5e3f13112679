// files.c: finding and reading scenario files.
#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool read_file(const char *path, vg_text *out)
{
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    char chunk[4096];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;) vg_text_bytes(out, chunk, n);
    fclose(f);
    return true;
}

static int wanted(const struct dirent *entry) { return entry->d_name[0] != '.'; }

void each_scenario(const char *path, void (*with)(const char *path))
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        with(path);
        return;
    }
    struct dirent **list;
    int count = scandir(path, &list, wanted, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        size_t n = strlen(list[i]->d_name);
        snprintf(inner, sizeof inner, "%s/%s", path, list[i]->d_name);
        bool text = n > 4 && strcmp(list[i]->d_name + n - 4, ".txt") == 0;
        if (text || (stat(inner, &st) == 0 && S_ISDIR(st.st_mode))) each_scenario(inner, with);
        free(list[i]);
    }
    if (count >= 0) free(list);
}
