// json.c: the streaming JSON writer.
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

vg_json vg_json_to(vg_text *out) { return (vg_json){.out = out}; }

// Writes the comma a new value or key needs.
static void separate(vg_json *j)
{
    if (j->keyed) {
        j->keyed = false;
        return;
    }
    if (j->filled[j->depth]) vg_text_char(j->out, ',');
    j->filled[j->depth] = true;
}

void vg_json_open(vg_json *j, char bracket)
{
    separate(j);
    vg_text_char(j->out, bracket);
    j->depth++;
    assert(j->depth < VG_JSON_DEPTH);
    j->filled[j->depth] = false;
}

void vg_json_close(vg_json *j, char bracket)
{
    assert(j->depth > 0);
    j->depth--;
    vg_text_char(j->out, bracket);
}

// Does this byte stand for itself in a string? All but controls, quote, backslash, '<', DEL and
// what is not ASCII.
static bool plain(char c)
{
    static const uint32_t itself[8] = {0, 0xeffffffb, 0xefffffff, 0x7fffffff};
    uint8_t byte = (uint8_t)c;
    return itself[byte >> 5] >> (byte & 31) & 1;
}

// Front ends are told everything anew at every move, so a server spends much of its time here: a
// comma, a string of plain bytes and what follows it are written in one go if they fit. False if
// nothing was written.
static bool quote_fast(vg_json *j, const char *s, bool colon)
{
    vg_text *out = j->out;
    if (out->cap < out->len + 6) return false;
    char *at = out->at + out->len, *end = out->at + out->cap - 3;
    if (!j->keyed && j->filled[j->depth]) *at++ = ',';
    *at++ = '"';
    while (at < end && plain(*s)) *at++ = *s++;
    if (*s || at == end) {
        out->at[out->len] = '\0';
        return false;
    }
    *at++ = '"';
    if (colon) *at++ = ':';
    *at = '\0';
    out->len = (size_t)(at - out->at);
    j->filled[j->depth] = true;
    j->keyed = colon;
    return true;
}

static void quote(vg_text *out, const char *s)
{
    vg_text_char(out, '"');
    for (const char *p = s; *p;) {
        size_t run = 0; // nearly all of nearly every string
        while (plain(p[run])) run++;
        if (run > 0) {
            vg_text_bytes(out, p, run);
            p += run;
            continue;
        }
        uint32_t c = 0;
        size_t len = vg_utf8_decode(p, SIZE_MAX, &c);
        if (len == 0) {
            vg_text_add(out, "\\ufffd");
            len = 1;
        } else if (c == '"' || c == '\\') {
            vg_text_char(out, '\\');
            vg_text_char(out, *p);
        } else if (c == '\n') {
            vg_text_add(out, "\\n");
        } else if (c < 0x20 || c == 0x7f || c == '<') {
            vg_text_printf(out, "\\u%04x", (unsigned)c); // '<' too: safe inside a <script> as well
        } else {
            vg_text_bytes(out, p, len);
        }
        p += len;
    }
    vg_text_char(out, '"');
}

void vg_json_key(vg_json *j, const char *key)
{
    if (quote_fast(j, key, true)) return;
    separate(j);
    quote(j->out, key);
    vg_text_char(j->out, ':');
    j->keyed = true;
}

void vg_json_string(vg_json *j, const char *s)
{
    if (!s) {
        vg_json_null(j);
        return;
    }
    if (quote_fast(j, s, false)) return;
    separate(j);
    quote(j->out, s);
}

void vg_json_raw(vg_json *j, const char *json)
{
    separate(j);
    vg_text_add(j->out, json);
}

void vg_json_int(vg_json *j, int64_t n)
{
    separate(j);
    if (n >= 0 && n < 10) { // most numbers of a game
        vg_text_char(j->out, (char)('0' + n));
        return;
    }
    char digits[VG_INT_DIGITS];
    const char *at = vg_int_digits(n, digits);
    vg_text_bytes(j->out, at, (size_t)(digits + VG_INT_DIGITS - at));
}

void vg_json_number(vg_json *j, double n, int decimals)
{
    if (!isfinite(n)) {
        vg_json_null(j);
        return;
    }
    separate(j);
    vg_text_printf(j->out, "%.*f", decimals, n);
}

void vg_json_bool(vg_json *j, bool b)
{
    separate(j);
    vg_text_bytes(j->out, b ? "true" : "false", b ? 4 : 5);
}

void vg_json_null(vg_json *j) { vg_json_raw(j, "null"); }

void vg_json_words(vg_json *j, const vg_words *words)
{
    vg_json_open(j, '{');
    for (int i = 0; i < VG_LANG_COUNT; i++)
        vg_json_put_string(j, vg_lang_code((vg_lang)i), words->in[i]);
    vg_json_close(j, '}');
}

void vg_json_put_words(vg_json *j, const char *key, const vg_words *words)
{
    vg_json_key(j, key);
    vg_json_words(j, words);
}

void vg_json_put_string(vg_json *j, const char *key, const char *s)
{
    vg_json_key(j, key);
    vg_json_string(j, s);
}

void vg_json_put_int(vg_json *j, const char *key, int64_t n)
{
    vg_json_key(j, key);
    vg_json_int(j, n);
}

void vg_json_put_number(vg_json *j, const char *key, double n, int decimals)
{
    vg_json_key(j, key);
    vg_json_number(j, n, decimals);
}

void vg_json_put_bool(vg_json *j, const char *key, bool b)
{
    vg_json_key(j, key);
    vg_json_bool(j, b);
}

void vg_json_put_open(vg_json *j, const char *key, char bracket)
{
    vg_json_key(j, key);
    vg_json_open(j, bracket);
}
