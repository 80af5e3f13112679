// files.h: the web client, in memory.
#ifndef VG_SERVER_FILES_H
#define VG_SERVER_FILES_H

#include "base/lang.h"
#include "server/http.h"

typedef struct files files;
typedef struct file {
    char *path; // "/assets/x.js"
    const char *type;
    char *data, *gzip; // gzip NULL where it does not help
    size_t length, gzip_length;
    char etag[20];
    bool lasting; // its name changes with its content
} file;
files *files_load(const char *folder, vg_lang lang, vg_text *why); // NULL: cannot be read
void files_free(files *f);
const file *files_find(const files *f, http_part path);

#endif
