// files.c: the web client's files, read once at the start and served from memory.
//
// A request is looked up by its whole path among the files that were found, so
// there is no path to climb out of.
#include "server/files.h"

#include "base/sha256.h"
#include "base/system.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { MAX_FILES = 4096, MAX_DEPTH = 8, MAX_BYTES = 64 << 20 };

struct files {
    file *file;
    size_t count;
    size_t bytes;
    vg_lang lang; // of reasons
};

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".net", "application/vnd.veglia.net"}, // what bots judge by
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".woff", "font/woff"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

static void compress_file(file *f)
{
    static const char *const helps[] = {"text/",         "application/j", "application/m",
                                        "application/v", "application/w", "image/svg"};
    bool worth = false;
    for (size_t i = 0; i < sizeof helps / sizeof helps[0]; i++)
        worth |= strncmp(f->type, helps[i], strlen(helps[i])) == 0;
    if (!worth || f->length < 512) return;
    z_stream z = {0};
    if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return;
    size_t cap = deflateBound(&z, f->length);
    f->gzip = malloc(cap);
    if (f->gzip) {
        z.next_in = (Bytef *)f->data;
        z.avail_in = (uInt)f->length;
        z.next_out = (Bytef *)f->gzip;
        z.avail_out = (uInt)cap;
        if (deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < f->length) {
            f->gzip_length = z.total_out;
        } else {
            free(f->gzip);
            f->gzip = NULL;
        }
    }
    deflateEnd(&z);
}

static bool add_file(files *all, const char *disk, const char *path, size_t length, vg_text *why)
{
    FILE *in = fopen(disk, "rb");
    file *grown = realloc(all->file, (all->count + 1) * sizeof *grown);
    if (grown) all->file = grown;
    file f = {.path = strdup(path), .type = type_of(path), .length = length};
    f.data = malloc(length + 1);
    bool ok = in && grown && f.path && f.data && fread(f.data, 1, length, in) == length;
    if (in) fclose(in);
    if (!ok) {
        vg_text_printf(why, "%s: %s", disk, vg_system_text(errno ? errno : EIO, all->lang));
        free(f.path);
        free(f.data);
        return false;
    }
    vg_sha256 sha;
    uint8_t hash[VG_SHA256_BYTES];
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, f.data, f.length);
    vg_sha256_done(&sha, hash);
    f.etag[0] = '"';
    vg_hex(hash, 8, f.etag + 1);
    f.etag[17] = '"';
    f.etag[18] = '\0';
    f.lasting = strncmp(path, "/assets/", 8) == 0; // Vite puts a hash into these names
    compress_file(&f);
    all->bytes += length;
    all->file[all->count++] = f;
    return true;
}

static bool add_folder(files *all, const char *disk, const char *path, int depth, vg_text *why)
{
    DIR *dir = opendir(disk);
    if (!dir) {
        vg_text_printf(why, "%s: %s", disk, vg_system_text(errno, all->lang));
        return false;
    }
    bool ok = true;
    for (struct dirent *d; ok && (d = readdir(dir));) {
        if (d->d_name[0] == '.') continue;
        char below[1024], name[512];
        struct stat st;
        int a = snprintf(below, sizeof below, "%s/%s", disk, d->d_name);
        int b = snprintf(name, sizeof name, "%s/%s", path, d->d_name);
        if (a >= (int)sizeof below || b >= (int)sizeof name || stat(below, &st) != 0) continue;
        if (S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
            ok = add_folder(all, below, name, depth + 1, why);
        else if (S_ISREG(st.st_mode) && all->count < MAX_FILES &&
                 all->bytes + (size_t)st.st_size < MAX_BYTES)
            ok = add_file(all, below, name, (size_t)st.st_size, why);
    }
    closedir(dir);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const file *)a)->path, ((const file *)b)->path);
}

files *files_load(const char *folder, vg_lang lang, vg_text *why)
{
    files *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->lang = lang;
    if (!add_folder(f, folder, "", 0, why)) {
        files_free(f);
        return NULL;
    }
    if (f->count) qsort(f->file, f->count, sizeof *f->file, by_path);
    return f;
}

void files_free(files *f)
{
    if (!f) return;
    for (size_t i = 0; i < f->count; i++) {
        free(f->file[i].path);
        free(f->file[i].data);
        free(f->file[i].gzip);
    }
    free(f->file);
    free(f);
}

const file *files_find(const files *f, http_part path)
{
    if (!f) return NULL;
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const char *name = f->file[mid].path;
        size_t n = strlen(name);
        int order = memcmp(path.at, name, path.length < n ? path.length : n);
        if (order == 0) order = path.length < n ? -1 : path.length > n;
        if (order == 0) return &f->file[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}
