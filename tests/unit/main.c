// main.c: runs the unit tests of the files that are named, or of all.
//
//     unit [NAME]...
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(void);
} units[] = {
#define X(name) {#name, unit_##name},
    UNITS(X)
#undef X
};

static bool named(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    int failed = 0, ran = 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!named(units[i].name, argc, argv)) continue;
        failed += units[i].run();
        ran++;
    }
    if (argc > 1 && ran < argc - 1) fprintf(stderr, "there is no such file of unit tests\n");
    return failed > 0 || (argc > 1 && ran < argc - 1);
}
