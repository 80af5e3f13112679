// json_check.h: is this text one JSON value and nothing else? For tests; slow and strict.
#ifndef VG_TESTS_JSON_CHECK_H
#define VG_TESTS_JSON_CHECK_H

#include <stdbool.h>
#include <string.h>

// Each eats what it names at `s` and gives what follows, or NULL.
static const char *json_value(const char *s, int depth);

static const char *json_text(const char *s)
{
    if (*s++ != '"') return NULL;
    while (*s != '"') {
        if ((unsigned char)*s < 0x20) return NULL;
        if (*s++ != '\\') continue;
        if (*s == 'u') {
            if (strspn(s + 1, "0123456789abcdefABCDEF") < 4) return NULL;
            s += 4;
        } else if (!*s || !strchr("\"\\/bfnrt", *s)) {
            return NULL;
        }
        s++;
    }
    return s + 1;
}

static const char *json_digits(const char *s)
{
    size_t n = strspn(s, "0123456789");
    return n ? s + n : NULL;
}

static const char *json_figure(const char *s)
{
    s += *s == '-';
    s = *s == '0' ? s + 1 : json_digits(s);
    if (s && *s == '.') s = json_digits(s + 1);
    if (s && (*s == 'e' || *s == 'E')) s = json_digits(s + 1 + (s[1] == '-' || s[1] == '+'));
    return s;
}

static const char *json_list(const char *s, bool keyed, int depth)
{
    const char end = keyed ? '}' : ']';
    if (*++s == end) return s + 1;
    for (;;) {
        if (keyed) {
            s = json_text(s);
            if (!s || *s++ != ':') return NULL;
        }
        s = json_value(s, depth + 1);
        if (!s) return NULL;
        if (*s == end) return s + 1;
        if (*s++ != ',') return NULL;
    }
}

static const char *json_value(const char *s, int depth)
{
    if (depth > 100) return NULL;
    if (*s == '{' || *s == '[') return json_list(s, *s == '{', depth);
    if (*s == '"') return json_text(s);
    if (strncmp(s, "true", 4) == 0 || strncmp(s, "null", 4) == 0) return s + 4;
    if (strncmp(s, "false", 5) == 0) return s + 5;
    return json_figure(s);
}

// Without white space, as Veglia writes it.
static inline bool json_ok(const char *s)
{
    const char *end = json_value(s, 0);
    return end && !*end;
}

#endif
