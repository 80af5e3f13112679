// zip.h: what the browser build has in place of libzip: an archive in memory, its files stored.
//
// Just the calls of book_epub.c. An EPUB whose files are not compressed is as good as one whose
// files are; a browser has no use for the kilobytes spared. All dates are those the book asks for.
#ifndef VG_WASM_ZIP_H
#define VG_WASM_ZIP_H

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef int64_t zip_int64_t;
typedef uint64_t zip_uint64_t;
typedef struct zip_source {
    char *at; // of a file to be added; owned
    size_t length;
    vg_text archive;
    size_t read;
} zip_source_t;
typedef struct zip {
    zip_source_t *to;
    vg_text directory;
    uint16_t count;
} zip_t;
typedef struct zip_stat {
    zip_uint64_t size;
} zip_stat_t;

enum { ZIP_TRUNCATE = 1, ZIP_FL_ENC_UTF_8 = 2, ZIP_CM_STORE = 0, ZIP_CM_DEFLATE = 8 };

static inline void vg_zip_number(vg_text *out, uint32_t n, int bytes)
{
    for (int i = 0; i < bytes; i++) vg_text_bytes(out, &(char){(char)(n >> 8 * i)}, 1);
}

static inline uint32_t vg_zip_crc(const char *at, size_t n)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < n; i++) {
        crc ^= (uint8_t)at[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

// What a file's own head and its line in the directory have in common.
static inline void vg_zip_about(vg_text *out, const char *path, const zip_source_t *file)
{
    vg_zip_number(out, 20, 2);     // version needed
    vg_zip_number(out, 0x0800, 2); // names are UTF-8
    vg_zip_number(out, ZIP_CM_STORE, 2);
    vg_zip_number(out, 0, 2);                               // midnight
    vg_zip_number(out, (2000 - 1980) << 9 | 1 << 5 | 1, 2); // 1 January 2000
    vg_zip_number(out, vg_zip_crc(file->at, file->length), 4);
    vg_zip_number(out, (uint32_t)file->length, 4);
    vg_zip_number(out, (uint32_t)file->length, 4);
    vg_zip_number(out, (uint32_t)strlen(path), 2);
    vg_zip_number(out, 0, 2); // nothing extra
}

static inline zip_source_t *zip_source_buffer(zip_t *zip, char *data, size_t n, int owned)
{
    (void)zip, (void)owned;
    zip_source_t *s = calloc(1, sizeof *s);
    if (s) *s = (zip_source_t){.at = data, .length = n};
    return s;
}
static inline zip_source_t *zip_source_buffer_create(char *data, size_t n, int owned, void *error)
{
    (void)error;
    zip_source_t *s = zip_source_buffer(NULL, data, n, owned);
    if (s) s->archive = vg_text_heap();
    return s;
}
static inline void zip_source_keep(zip_source_t *source) { (void)source; }
static inline void zip_source_free(zip_source_t *source)
{
    if (source->archive.grows) vg_text_release(&source->archive);
    free(source->at);
    free(source);
}

static inline zip_t *zip_open_from_source(zip_source_t *to, int flags, void *error)
{
    (void)flags, (void)error;
    zip_t *zip = calloc(1, sizeof *zip);
    if (zip) *zip = (zip_t){.to = to, .directory = vg_text_heap()};
    return zip;
}
static inline zip_int64_t zip_file_add(zip_t *zip, const char *path, zip_source_t *file, int flags)
{
    (void)flags;
    vg_text *out = &zip->to->archive, *directory = &zip->directory;
    vg_zip_number(directory, 0x02014b50, 4);
    vg_zip_number(directory, 3 << 8 | 20, 2); // made by
    vg_zip_about(directory, path, file);
    vg_zip_number(directory, 0, 2); // no comment
    vg_zip_number(directory, 0, 4); // on disk 0, bytes
    vg_zip_number(directory, (uint32_t)0100644 << 16, 4);
    vg_zip_number(directory, (uint32_t)out->len, 4); // where its head is
    vg_text_bytes(directory, path, strlen(path));
    vg_zip_number(out, 0x04034b50, 4);
    vg_zip_about(out, path, file);
    vg_text_bytes(out, path, strlen(path));
    vg_text_bytes(out, file->at, file->length);
    zip_source_free(file);
    return zip->count++;
}
static inline int zip_file_set_dostime(zip_t *zip, zip_uint64_t index, int time, int date,
                                       int flags)
{
    (void)zip, (void)index, (void)time, (void)date, (void)flags;
    return 0;
}
static inline int zip_set_file_compression(zip_t *zip, zip_uint64_t index, int how, int flags)
{
    (void)zip, (void)index, (void)how, (void)flags;
    return 0;
}
static inline void zip_discard(zip_t *zip)
{
    vg_text_release(&zip->directory);
    free(zip);
}
static inline int zip_close(zip_t *zip)
{
    vg_text *out = &zip->to->archive;
    uint32_t start = (uint32_t)out->len;
    if (zip->directory.cut) return -1;
    vg_text_bytes(out, zip->directory.at, zip->directory.len);
    vg_zip_number(out, 0x06054b50, 4);
    vg_zip_number(out, 0, 4); // one disk
    vg_zip_number(out, zip->count, 2);
    vg_zip_number(out, zip->count, 2);
    vg_zip_number(out, (uint32_t)zip->directory.len, 4);
    vg_zip_number(out, start, 4);
    vg_zip_number(out, 0, 2); // no comment
    zip_discard(zip);
    return 0;
}

static inline void zip_stat_init(zip_stat_t *about) { about->size = 0; }
static inline int zip_source_stat(zip_source_t *source, zip_stat_t *about)
{
    about->size = source->archive.len;
    return source->archive.cut ? -1 : 0;
}
static inline int zip_source_open(zip_source_t *source)
{
    source->read = 0;
    return 0;
}
static inline zip_int64_t zip_source_read(zip_source_t *source, void *to, size_t room)
{
    size_t left = source->archive.len - source->read, n = left < room ? left : room;
    memcpy(to, source->archive.at + source->read, n);
    source->read += n;
    return (zip_int64_t)n;
}
static inline void zip_source_close(zip_source_t *source) { (void)source; }

#endif
