// text.c: appending to a bounded buffer.
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vg_text vg_text_over(char *buffer, size_t cap)
{
    if (cap > 0) buffer[0] = '\0';
    return (vg_text){.at = buffer, .cap = cap};
}

vg_text vg_text_heap(void) { return (vg_text){.grows = true}; }

void vg_text_release(vg_text *text)
{
    if (!text->grows) return;
    free(text->at);
    *text = vg_text_heap();
}

void vg_text_clear(vg_text *text)
{
    text->len = 0;
    text->cut = false;
    if (text->cap > 0) text->at[0] = '\0';
}

// Makes room for `n` more bytes and a NUL; gives how many of the `n` fit.
static size_t room(vg_text *text, size_t n)
{
    if (text->grows && text->len + n + 1 > text->cap) {
        size_t cap = text->cap ? text->cap : 256;
        while (cap < text->len + n + 1) cap *= 2;
        char *at = realloc(text->at, cap);
        if (at) {
            text->at = at;
            text->cap = cap;
        }
    }
    size_t left = text->cap > text->len ? text->cap - text->len - 1 : 0;
    if (n > left) text->cut = true;
    return n < left ? n : left;
}

void vg_text_bytes(vg_text *text, const char *s, size_t n)
{
    size_t fit = room(text, n);
    if (text->cap == 0) return;
    memcpy(text->at + text->len, s, fit);
    text->len += fit;
    text->at[text->len] = '\0';
}

void vg_text_add(vg_text *text, const char *s) { vg_text_bytes(text, s, strlen(s)); }

void vg_text_int(vg_text *text, long n)
{
    char digits[VG_INT_DIGITS];
    char *at = vg_int_digits(n, digits);
    vg_text_bytes(text, at, (size_t)(digits + VG_INT_DIGITS - at));
}

void vg_text_number(vg_text *text, long n)
{
    if (n < 0) vg_text_add(text, "−");
    vg_text_int(text, n < 0 ? -n : n);
}

void vg_text_capitals(vg_text *text, size_t from)
{
    for (size_t i = from; i < text->len; i++) {
        char *at = &text->at[i];
        bool begins = i == from || (i >= from + 2 && at[-2] == '.' && at[-1] == ' ');
        if (begins && *at >= 'a' && *at <= 'z') *at = (char)(*at - 'a' + 'A');
    }
}

char *vg_int_digits(int64_t n, char out[VG_INT_DIGITS])
{
    size_t at = VG_INT_DIGITS;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do {
        out[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (n < 0) out[--at] = '-';
    return &out[at];
}

void vg_text_printf(vg_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char small[256];
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n < 0) return;
    if ((size_t)n < sizeof small) {
        vg_text_bytes(text, small, (size_t)n);
        return;
    }
    size_t fit = room(text, (size_t)n);
    if (text->cap == 0) return;
    va_start(args, format);
    vsnprintf(text->at + text->len, fit + 1, format, args);
    va_end(args);
    text->len += fit;
}

void vg_text_fill(vg_text *text, const char *pattern, const char *const args[], int count)
{
    vg_word words[10];
    assert(count <= 10);
    for (int i = 0; i < count; i++) words[i] = (vg_word){args[i], strcmp(args[i], "1") != 0};
    vg_text_fill_words(text, pattern, words, count);
}

void vg_text_fill_words(vg_text *text, const char *pattern, const vg_word words[], int count)
{
    for (const char *p = pattern; *p;) {
        size_t plain = strcspn(p, "{");
        vg_text_bytes(text, p, plain);
        p += plain;
        if (!*p) break;
        int i = p[1] - '0';
        assert(i >= 0 && i < count);
        p += 2;
        if (*p == '?') {
            size_t first = strcspn(++p, "|");
            size_t second = strcspn(p + first + 1, "}");
            if (!words[i].many)
                vg_text_bytes(text, p, first);
            else
                vg_text_bytes(text, p + first + 1, second);
            p += first + 1 + second;
        } else if (*p == '+') {
            if (words[i].text[0] == 'a' || words[i].text[0] == 'A') vg_text_bytes(text, p + 1, 1);
            p += 2;
        } else {
            vg_text_add(text, words[i].text);
        }
        assert(*p == '}');
        p++;
    }
    (void)count;
}

bool vg_same_words(const char *a, const char *b)
{
    for (;;) {
        size_t skip_a = strspn(a, " "), skip_b = strspn(b, " ");
        a += skip_a;
        b += skip_b;
        size_t n = strcspn(a, " ");
        if (n != strcspn(b, " ") || memcmp(a, b, n) != 0) return false;
        if (n == 0) return true;
        a += n;
        b += n;
    }
}

size_t vg_utf8_decode(const char *text, size_t n, uint32_t *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
    if (len == 0 || len > n || s[0] > 0xf4) return 0;
    uint32_t point = len == 1 ? s[0] : s[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        point = point << 6 | (s[i] & 0x3f);
    }
    if (point < least[len] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return 0;
    *c = point;
    return len;
}

static bool disturbs(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200b || c == 0x200e ||
           c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           c == 0xfeff || (c >= 0xfff0 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe ||
           (c >= 0xe0000 && c <= 0xe0fff) || // control, bidi, invisible, tags
           c == 0xad || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 ||
           (c >= 0x180b && c <= 0x180f) || c == 0x2800 || c == 0x3164 || c == 0xffa0; // blank
}

// What is drawn on the character before it, or joins it to the next: accents, joiners, variants.
static bool clings(uint32_t c)
{
    return (c >= 0x300 && c <= 0x36f) || (c >= 0x483 && c <= 0x489) ||
           (c >= 0x1ab0 && c <= 0x1aff) || (c >= 0x1dc0 && c <= 0x1dff) || c == 0x200c ||
           c == 0x200d || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xfe00 && c <= 0xfe0f) ||
           (c >= 0xfe20 && c <= 0xfe2f);
}

int vg_text_clean(vg_text *text, const char *s, size_t n, int max_chars)
{
    enum { MOST_CLINGING = 2 };
    int kept = 0, clinging = MOST_CLINGING; // nothing to cling to yet
    bool space = false;                     // a space is owed before the next visible character
    for (size_t i = 0; i < n && kept < max_chars;) {
        uint32_t c = 0;
        size_t len = vg_utf8_decode(s + i, n - i, &c);
        if (len == 0) {
            i++;
            continue;
        }
        const char *at = s + i;
        i += len;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 ||
            c == 0xa0) {
            space = kept > 0;
            clinging = MOST_CLINGING;
            continue;
        }
        if (disturbs(c)) continue;
        if (clings(c) && clinging >= MOST_CLINGING) continue;
        clinging = clings(c) ? clinging + 1 : 0;
        if (space && kept + 1 >= max_chars) break;
        if (space) {
            vg_text_char(text, ' ');
            kept++;
            space = false;
        }
        vg_text_bytes(text, at, len);
        kept++;
    }
    return kept;
}
