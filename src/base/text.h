// text.h: a bounded buffer that text is appended to.
//
// A vg_text never writes past its capacity and always stays NUL-terminated;
// what does not fit is dropped and `cut` remembers it. Over a caller's array it
// uses no heap; one made with vg_text_heap grows by itself and is released.
#ifndef VG_BASE_TEXT_H
#define VG_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VG_MUST_USE          __attribute__((warn_unused_result))
#define VG_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

typedef struct vg_text {
    char *at;   // NUL-terminated whenever cap > 0
    size_t len; // bytes before the NUL
    size_t cap; // bytes at `at`, NUL included
    bool grows; // `at` is owned heap memory
    bool cut;   // something did not fit
} vg_text;

// Starts an empty text over `buffer`, borrowed as long as the text is used.
vg_text vg_text_over(char *buffer, size_t cap);
#define VG_TEXT(array) vg_text_over((array), sizeof(array))

// Starts an empty text on the heap; vg_text_release frees it and makes it empty.
vg_text vg_text_heap(void);
void vg_text_release(vg_text *text); // harmless on a text over a buffer

void vg_text_clear(vg_text *text);
void vg_text_add(vg_text *text, const char *s);
void vg_text_bytes(vg_text *text, const char *s, size_t n);
static inline void vg_text_char(vg_text *text, char c)
{
    if (text->len + 1 < text->cap) { // the common case, without the detour
        text->at[text->len++] = c;
        text->at[text->len] = '\0';
        return;
    }
    vg_text_bytes(text, &c, 1);
}
void vg_text_int(vg_text *text, long n);
void vg_text_number(vg_text *text, long n); // as people read it: with a minus, not a hyphen
// What was added from `from` on begins with a capital, and so does what follows a full stop.
void vg_text_capitals(vg_text *text, size_t from);
// Writes `n` so that it ends with `out`, without a NUL; gives where it begins.
#define VG_INT_DIGITS 20
char *vg_int_digits(int64_t n, char out[VG_INT_DIGITS]);
void vg_text_printf(vg_text *text, const char *format, ...) VG_PRINTF(2, 3);

// Appends `pattern` with its holes filled. `{0}`..`{9}` stands for args[i];
// `{2?carta|carte}` stands for the first word when args[2] is "1" and for the second otherwise;
// `a{0+d} {0}` has the d where the name begins with an a: Italian says "ad Anna".
// A hole without an argument is a bug in the caller (asserted).
void vg_text_fill(vg_text *text, const char *pattern, const char *const args[], int count);
// The same where words know their number by themselves: `{1?va|vanno}` asks for `many`.
typedef struct vg_word {
    const char *text;
    bool many;
} vg_word;
void vg_text_fill_words(vg_text *text, const char *pattern, const vg_word words[], int count);

// The same words? Runs of spaces count as one, and none at either end.
bool vg_same_words(const char *a, const char *b);

// Decodes the code point at `s`, of which `n` > 0 bytes may be read: its length if it is valid,
// shortest-form UTF-8, else 0 with `*c` untouched. Text that ends in NUL may be given any `n`.
size_t vg_utf8_decode(const char *s, size_t n, uint32_t *c);

// Appends `s` without what could disturb whoever reads it: control characters, line breaks (they
// become spaces), bidirectional overrides, blanks that pass for letters and invalid UTF-8 are left
// out, of accents and joiners two at most stay on a character, spaces are folded, and at most
// `max_chars` code points are kept. Returns how many were kept: 0 if nothing of it can be seen.
int vg_text_clean(vg_text *text, const char *s, size_t n, int max_chars);

#endif
