// files.h: finding and reading scenario files.
#ifndef VG_TESTS_FILES_H
#define VG_TESTS_FILES_H

#include "base/text.h"

// Calls `with` for `path`, or if it is a directory for each *.txt below it, by name.
void each_scenario(const char *path, void (*with)(const char *path));
// Appends the file to `out`; false if it cannot be read.
bool read_file(const char *path, vg_text *out);

#endif
