// json_read.h: reads JSON, all of it at once, into a flat array of nodes.
//
// Nodes stand in the order of the text and borrow it: keep it as long as the
// document. Numbers keep their own digits, so a number that is copied does not
// change. Nesting is bounded; anything past RFC 8259 is refused, and so are strings
// that are no text: broken UTF-8, half a surrogate pair, a NUL.
#ifndef VG_BASE_JSON_READ_H
#define VG_BASE_JSON_READ_H

#include "base/json.h"

typedef enum vg_json_type {
    VG_JSON_NULL,
    VG_JSON_FALSE,
    VG_JSON_TRUE,
    VG_JSON_NUMBER,
    VG_JSON_STRING,
    VG_JSON_ARRAY,
    VG_JSON_OBJECT
} vg_json_type;

typedef struct vg_json_node {
    vg_json_type type;
    const char *key; // a member's name, still escaped, without its quotes; NULL elsewhere
    size_t key_len;
    const char *at; // a string without its quotes, still escaped; a number's digits
    size_t len;
    int count; // items of an array or object
    int next;  // index after this node and everything in it
} vg_json_node;

typedef struct vg_json_doc {
    vg_json_node *node; // node[0] is the whole
    int count, cap;
    bool lent;    // the nodes are the caller's
    size_t where; // on error: the byte it stopped at
} vg_json_doc;

// False if `text` is not one JSON value or there is no memory. Release it either way.
bool vg_json_read(vg_json_doc *doc, const char *text, size_t n);
void vg_json_release(vg_json_doc *doc);
// For what strangers send: into `cap` nodes of the caller's, nothing to release. False also if
// there are more values than that or an object has a key twice.
bool vg_json_read_into(vg_json_doc *doc, vg_json_node *node, int cap, const char *text, size_t n);

// The member `key` of object `at`, or -1; -1 also if `at` is -1 or no object.
int vg_json_find(const vg_json_doc *doc, int at, const char *key);
// Item `i` of array or object `at`, or -1.
int vg_json_item(const vg_json_doc *doc, int at, int i);
int vg_json_count(const vg_json_doc *doc, int at); // items; 0 for anything else

// A whole number within 64 bits; false otherwise, `out` untouched.
bool vg_json_get_int(const vg_json_doc *doc, int at, int64_t *out);
bool vg_json_get_uint(const vg_json_doc *doc, int at, uint64_t *out);
double vg_json_get_number(const vg_json_doc *doc, int at, double otherwise);
// Appends the string, unescaped; false if it is none.
bool vg_json_get_string(const vg_json_doc *doc, int at, vg_text *out);
bool vg_json_get_bool(const vg_json_doc *doc, int at); // true only for true

// Writes node `at` again; a string's escapes and a number's digits as they were.
void vg_json_copy(const vg_json_doc *doc, int at, vg_json *out);

#endif
