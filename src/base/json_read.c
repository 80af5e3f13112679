// json_read.c: one pass, recursive, no deeper than VG_JSON_DEPTH.
#include "base/json_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    vg_json_doc *doc;
    const char *text;
    size_t at, n;
} reader;

static bool value(reader *r, int depth, const char *key, size_t key_len);

static void skip(reader *r)
{
    // NOLINTNEXTLINE(bugprone-not-null-terminated-result): a zero in the text is no blank
    while (r->at < r->n && memchr(" \t\r\n", r->text[r->at], 4)) r->at++;
}

static bool take(reader *r, char c)
{
    if (r->at >= r->n || r->text[r->at] != c) return false;
    r->at++;
    return true;
}

static int hex(const char *s)
{
    int code = 0;
    for (int i = 0; i < 4; i++) {
        int c = (unsigned char)s[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    return code;
}

// One escape: the backslash is taken already.
static bool escape(reader *r)
{
    if (r->at >= r->n) return false;
    char e = r->text[r->at++];
    if (e != 'u') return e && strchr("\"\\/bfnrt", e);
    if (r->n - r->at < 4) return false;
    int code = hex(r->text + r->at);
    r->at += 4;
    if (code <= 0 || (code >= 0xdc00 && code < 0xe000)) return false;
    if (code < 0xd800 || code >= 0xe000) return true;
    if (r->n - r->at < 6 || r->text[r->at] != '\\' || r->text[r->at + 1] != 'u') return false;
    int low = hex(r->text + r->at + 2);
    r->at += 6;
    return low >= 0xdc00 && low < 0xe000;
}

// The opening quote is taken already.
static bool string(reader *r, const char **at, size_t *len)
{
    *at = r->text + r->at;
    size_t from = r->at;
    while (r->at < r->n) {
        unsigned char c = (unsigned char)r->text[r->at];
        if (c == '"') {
            *len = r->at++ - from;
            return true;
        }
        if (c == '\\') {
            r->at++;
            if (!escape(r)) return false;
        } else if (c < 0x80) {
            if (c < 0x20) return false;
            r->at++;
        } else {
            uint32_t point;
            size_t bytes = vg_utf8_decode(r->text + r->at, r->n - r->at, &point);
            if (bytes == 0) return false;
            r->at += bytes;
        }
    }
    return false;
}

static bool digits(reader *r)
{
    size_t from = r->at;
    while (r->at < r->n && r->text[r->at] >= '0' && r->text[r->at] <= '9') r->at++;
    return r->at > from;
}

static bool number(reader *r)
{
    take(r, '-');
    if (!take(r, '0') && !digits(r)) return false;
    if (take(r, '.') && !digits(r)) return false;
    if (!take(r, 'e') && !take(r, 'E')) return true;
    if (!take(r, '+')) take(r, '-');
    return digits(r);
}

static bool word(reader *r, const char *w)
{
    size_t n = strlen(w);
    if (r->n - r->at < n || memcmp(r->text + r->at, w, n) != 0) return false;
    r->at += n;
    return true;
}

static int node_new(vg_json_doc *doc)
{
    if (doc->count == doc->cap) {
        if (doc->lent) return -1;
        int cap = doc->cap ? doc->cap * 2 : 256;
        vg_json_node *more = realloc(doc->node, (size_t)cap * sizeof *more);
        if (!more) return -1;
        doc->node = more;
        doc->cap = cap;
    }
    doc->node[doc->count] = (vg_json_node){0};
    return doc->count++;
}

static bool items(reader *r, int self, int depth, char end)
{
    for (int count = 0;; count++) {
        skip(r);
        if (count == 0 && take(r, end)) return true;
        const char *key = NULL;
        size_t key_len = 0;
        if (end == '}') {
            if (!take(r, '"') || !string(r, &key, &key_len)) return false;
            skip(r);
            if (!take(r, ':')) return false;
        }
        if (!value(r, depth + 1, key, key_len)) return false;
        r->doc->node[self].count = count + 1;
        skip(r);
        if (take(r, end)) return true;
        if (!take(r, ',')) return false;
    }
}

static bool value(reader *r, int depth, const char *key, size_t key_len)
{
    skip(r);
    int self = node_new(r->doc);
    if (self < 0 || r->at >= r->n || depth >= VG_JSON_DEPTH) return false;
    vg_json_node made = {.key = key, .key_len = key_len, .at = r->text + r->at};
    size_t from = r->at;
    char c = r->text[r->at];
    bool good = true;
    if (c == '{' || c == '[') {
        made.type = c == '{' ? VG_JSON_OBJECT : VG_JSON_ARRAY;
        r->doc->node[self] = made;
        r->at++;
        if (!items(r, self, depth, c == '{' ? '}' : ']')) return false;
        made.count = r->doc->node[self].count;
    } else if (c == '"') {
        made.type = VG_JSON_STRING;
        r->at++;
        good = string(r, &made.at, &made.len);
    } else if (c == 't' || c == 'f' || c == 'n') {
        made.type = c == 't' ? VG_JSON_TRUE : c == 'f' ? VG_JSON_FALSE : VG_JSON_NULL;
        good = word(r, c == 't' ? "true" : c == 'f' ? "false" : "null");
    } else {
        made.type = VG_JSON_NUMBER;
        good = number(r);
    }
    if (made.type != VG_JSON_STRING) made.len = r->at - from;
    made.next = r->doc->count;
    r->doc->node[self] = made;
    return good;
}

static bool read_whole(vg_json_doc *doc, const char *text, size_t n)
{
    reader r = {.doc = doc, .text = text, .n = n};
    bool good = value(&r, 0, NULL, 0);
    skip(&r);
    doc->where = r.at;
    return good && r.at == n;
}

bool vg_json_read(vg_json_doc *doc, const char *text, size_t n)
{
    *doc = (vg_json_doc){0};
    return read_whole(doc, text, n);
}

void vg_json_release(vg_json_doc *doc)
{
    free(doc->node);
    *doc = (vg_json_doc){0};
}

static bool same_key(const vg_json_node *node, const char *key, size_t n)
{
    return node->key && node->key_len == n && memcmp(node->key, key, n) == 0;
}

// Each key against those before it: `cap` nodes bound the work.
static bool keys_once(const vg_json_doc *doc, int at)
{
    const vg_json_node *node = doc->node;
    for (int i = 0, a = at + 1; i < node[at].count; i++, a = node[a].next)
        for (int b = at + 1; b < a; b = node[b].next)
            if (node[a].key && same_key(&node[b], node[a].key, node[a].key_len)) return false;
    return true;
}

bool vg_json_read_into(vg_json_doc *doc, vg_json_node *node, int cap, const char *text, size_t n)
{
    *doc = (vg_json_doc){.node = node, .cap = cap, .lent = true};
    if (!read_whole(doc, text, n)) return false;
    for (int i = 0; i < doc->count; i++)
        if (!keys_once(doc, i)) return false;
    return true;
}

int vg_json_count(const vg_json_doc *doc, int at) { return at >= 0 ? doc->node[at].count : 0; }

int vg_json_item(const vg_json_doc *doc, int at, int i)
{
    if (i < 0 || i >= vg_json_count(doc, at)) return -1;
    int child = at + 1;
    while (i-- > 0) child = doc->node[child].next;
    return child;
}

int vg_json_find(const vg_json_doc *doc, int at, const char *key)
{
    size_t n = strlen(key);
    int child = at + 1;
    for (int i = 0; i < vg_json_count(doc, at); i++, child = doc->node[child].next) {
        if (same_key(&doc->node[child], key, n)) return child;
    }
    return -1;
}

static bool digits_of(const vg_json_doc *doc, int at, char out[32])
{
    if (at < 0 || doc->node[at].type != VG_JSON_NUMBER || doc->node[at].len > 31) return false;
    memcpy(out, doc->node[at].at, doc->node[at].len);
    out[doc->node[at].len] = '\0';
    return true;
}

bool vg_json_get_int(const vg_json_doc *doc, int at, int64_t *out)
{
    char text[32], *end;
    if (!digits_of(doc, at, text)) return false;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (*end || errno) return false;
    *out = n;
    return true;
}

bool vg_json_get_uint(const vg_json_doc *doc, int at, uint64_t *out)
{
    char text[32], *end;
    if (!digits_of(doc, at, text) || text[0] == '-') return false;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (*end || errno) return false;
    *out = n;
    return true;
}

double vg_json_get_number(const vg_json_doc *doc, int at, double otherwise)
{
    char text[32];
    return digits_of(doc, at, text) ? strtod(text, NULL) : otherwise;
}

static void utf8(uint32_t c, vg_text *out)
{
    if (c < 0x80) {
        vg_text_char(out, (char)c);
    } else if (c < 0x800) {
        vg_text_char(out, (char)(0xc0 | c >> 6));
        vg_text_char(out, (char)(0x80 | (c & 63)));
    } else {
        if (c < 0x10000) {
            vg_text_char(out, (char)(0xe0 | c >> 12));
        } else {
            vg_text_char(out, (char)(0xf0 | c >> 18));
            vg_text_char(out, (char)(0x80 | (c >> 12 & 63)));
        }
        vg_text_char(out, (char)(0x80 | (c >> 6 & 63)));
        vg_text_char(out, (char)(0x80 | (c & 63)));
    }
}

bool vg_json_get_string(const vg_json_doc *doc, int at, vg_text *out)
{
    if (at < 0 || doc->node[at].type != VG_JSON_STRING) return false;
    const char *s = doc->node[at].at, *end = s + doc->node[at].len;
    while (s < end) {
        const char *next = memchr(s, '\\', (size_t)(end - s));
        if (!next) next = end;
        vg_text_bytes(out, s, (size_t)(next - s));
        if ((s = next) == end) break;
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        char e = s[1];
        s += 2;
        if (e != 'u') {
            vg_text_char(out, to[strchr(from, e) - from]);
            continue;
        }
        uint32_t c = (uint32_t)hex(s);
        s += 4;
        if (c >= 0xd800 && c < 0xdc00) { // the other half follows: the reader has seen to it
            c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)hex(s + 2) - 0xdc00);
            s += 6;
        }
        utf8(c, out);
    }
    return true;
}

bool vg_json_get_bool(const vg_json_doc *doc, int at)
{
    return at >= 0 && doc->node[at].type == VG_JSON_TRUE;
}

void vg_json_copy(const vg_json_doc *doc, int at, vg_json *out)
{
    const vg_json_node *n = &doc->node[at];
    vg_text text = vg_text_heap();
    switch (n->type) {
    case VG_JSON_NULL: vg_json_null(out); break;
    case VG_JSON_FALSE:
    case VG_JSON_TRUE: vg_json_bool(out, n->type == VG_JSON_TRUE); break;
    case VG_JSON_NUMBER:
        vg_text_bytes(&text, n->at, n->len);
        vg_json_raw(out, text.at);
        break;
    case VG_JSON_STRING:
        vg_json_get_string(doc, at, &text);
        vg_json_string(out, text.at ? text.at : "");
        break;
    case VG_JSON_ARRAY:
    case VG_JSON_OBJECT: {
        char open = n->type == VG_JSON_ARRAY ? '[' : '{', close = open == '[' ? ']' : '}';
        vg_json_open(out, open);
        for (int i = 0, c = at + 1; i < n->count; i++, c = doc->node[c].next) {
            if (doc->node[c].key) {
                vg_text_clear(&text);
                vg_text_bytes(&text, doc->node[c].key, doc->node[c].key_len);
                vg_json_key(out, text.at);
            }
            vg_json_copy(doc, c, out);
        }
        vg_json_close(out, close);
        break;
    }
    }
    vg_text_release(&text);
}
