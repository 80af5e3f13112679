// json.h: writes JSON, one value after another, into a text.
//
// Keys come out in the order they are written, without white space, so the
// same calls give the same bytes everywhere. Commas are placed by the writer.
// Objects and arrays nest at most VG_JSON_DEPTH deep (asserted).
#ifndef VG_BASE_JSON_H
#define VG_BASE_JSON_H

#include "base/lang.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

#define VG_JSON_DEPTH 32

typedef struct vg_json {
    vg_text *out;
    int depth;
    bool filled[VG_JSON_DEPTH]; // something was already written at this depth
    bool keyed;                 // a key waits for its value
} vg_json;

vg_json vg_json_to(vg_text *out); // `out` is borrowed

void vg_json_open(vg_json *j, char bracket);  // '{' or '['
void vg_json_close(vg_json *j, char bracket); // '}' or ']'
void vg_json_key(vg_json *j, const char *key);

void vg_json_string(vg_json *j, const char *s); // NULL writes null; invalid UTF-8 becomes U+FFFD
void vg_json_int(vg_json *j, int64_t n);
void vg_json_number(vg_json *j, double n, int decimals); // fixed decimals; not finite writes null
void vg_json_bool(vg_json *j, bool b);
void vg_json_null(vg_json *j);
void vg_json_raw(vg_json *j, const char *json);        // one value, already JSON
void vg_json_words(vg_json *j, const vg_words *words); // {"it":...,"en":...}

// "key": value in one call
void vg_json_put_string(vg_json *j, const char *key, const char *s);
void vg_json_put_words(vg_json *j, const char *key, const vg_words *words);
void vg_json_put_int(vg_json *j, const char *key, int64_t n);
void vg_json_put_number(vg_json *j, const char *key, double n, int decimals);
void vg_json_put_bool(vg_json *j, const char *key, bool b);
void vg_json_put_open(vg_json *j, const char *key, char bracket);

#endif
