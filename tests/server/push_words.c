// push_words.c: where a notice may go, and how it is sealed: against the example of RFC 8291.
#include "server/push.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static int failures;
#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                      \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

#define KEY                                                                                        \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define AUTH "BTBZMqHH6r4Tts7J_aSIgg"

static void bytes_of(const char *text, uint8_t *out, size_t wanted)
{
    size_t got = 0;
    CHECK(sodium_base642bin(out, wanted, text, strlen(text), NULL, &got, NULL,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
          got == wanted);
}

static void sealing(void)
{
    push_target target;
    uint8_t salt[16], own[32], expected[144];
    char sealed[PUSH_WORDS];
    vg_text out = VG_TEXT(sealed);
    CHECK(push_read("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV " KEY " " AUTH,
                    &target));
    bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own, sizeof own);
    bytes_of("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
             "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
             "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
             expected, sizeof expected);
    CHECK(push_seal(&target, salt, own, "When I grow up, I want to be a watermelon", 0, &out));
    CHECK(out.len == sizeof expected && memcmp(sealed, expected, sizeof expected) == 0);
    // Filled up, messages of any length look alike.
    vg_text_clear(&out);
    CHECK(push_seal(&target, salt, own, "a", PUSH_FILLED, &out));
    size_t one = out.len;
    vg_text_clear(&out);
    CHECK(push_seal(&target, salt, own, "quite another message", PUSH_FILLED, &out));
    CHECK(out.len == one);
    // Not a point of the curve: nothing is sealed for it.
    target.key[40] ^= 1;
    vg_text_clear(&out);
    CHECK(!push_seal(&target, salt, own, "a", 0, &out));
}

static void names(void)
{
    static const struct {
        const char *to;
        bool reads, calls;
    } rows[] = {
        {"https://push.example.net/a/b?c=d " KEY " " AUTH, true, true},
        {"https://push.example.net " KEY " " AUTH, true, true},
        {"https://push.example.net:443/a " KEY " " AUTH, true, true},
        {"http://127.0.0.1:9000/a " KEY " " AUTH, true, true}, // named by the operator
        {"http://127.0.0.1:9001/a " KEY " " AUTH, true, false},
        {"http://push.example.net/a " KEY " " AUTH, true, false},
        {"http://push.example.net:443/a " KEY " " AUTH, true, false},
        {"https://push.example.net:8443/a " KEY " " AUTH, true, false},
        {"https://localhost/a " KEY " " AUTH, true, false},
        {"https://intranet/a " KEY " " AUTH, true, false},
        {"https://user@push.example.net/a " KEY " " AUTH, false, false},
        {"https://127.0.0.1:9000@push.example.net/a " KEY " " AUTH, false, false},
        {"https://[::1]/a " KEY " " AUTH, false, false},
        {"https://push.example.net/a\r\nX: y " KEY " " AUTH, false, false},
        {"https://push.example.net/a#b " KEY " " AUTH, false, false},
        {"https://push.example.net:0/a " KEY " " AUTH, false, false},
        {"https://push.example.net:99999/a " KEY " " AUTH, false, false},
        {"https:///a " KEY " " AUTH, false, false},
        {"ftp://push.example.net/a " KEY " " AUTH, false, false},
        {"file:///etc/passwd " KEY " " AUTH, false, false},
        {"https://push.example.net/a " KEY, false, false},
        {"https://push.example.net/a " KEY " " AUTH "AA", false, false},
        {"https://push.example.net/a " AUTH " " KEY, false, false},
        {"", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        push_target t;
        bool reads = push_read(rows[i].to, &t);
        bool calls = reads && push_may_call(&t, "http://127.0.0.1:9000");
        if (reads == rows[i].reads && calls == rows[i].calls) continue;
        printf("%s: reads %d, calls %d\n", rows[i].to, reads, calls);
        failures++;
    }
    char endless[PUSH_TO + 200] = "https://push.example.net/";
    memset(endless + 25, 'a', PUSH_ENDPOINT);
    memcpy(endless + 25 + PUSH_ENDPOINT, " " KEY " " AUTH, sizeof " " KEY " " AUTH);
    push_target t;
    CHECK(!push_read(endless, &t));
    CHECK(push_contact_ok("mailto:a@example.org") && push_contact_ok("https://example.org/me"));
    CHECK(!push_contact_ok("a@example.org") && !push_contact_ok("mailto:a\"@b") &&
          !push_contact_ok(""));
}

static void addresses(void)
{
    static const struct {
        const char *address;
        bool far;
    } rows[] = {
        {"8.8.8.8", true},
        {"172.15.0.1", true},
        {"172.32.0.1", true},
        {"100.128.0.1", true},
        {"2606:4700::1111", true},
        {"2a00:1450:4001::1", true},
        {"127.0.0.1", false},
        {"127.255.0.9", false},
        {"0.0.0.0", false},
        {"10.1.2.3", false},
        {"172.16.0.1", false},
        {"172.31.255.255", false},
        {"192.168.1.1", false},
        {"169.254.169.254", false},
        {"100.64.0.1", false},
        {"224.0.0.1", false},
        {"255.255.255.255", false},
        {"198.18.0.1", false},
        {"::1", false},
        {"::", false},
        {"::ffff:127.0.0.1", false},
        {"::ffff:8.8.8.8", false},
        {"fe80::1", false},
        {"fc00::1", false},
        {"fd12:3456::1", false},
        {"ff02::1", false},
        {"64:ff9b::a00:1", false},
        {"2002:7f00:1::", false},
        {"2001::1", false},
        {"2001:db8::1", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sockaddr_in four = {.sin_family = AF_INET};
        struct sockaddr_in6 six = {.sin6_family = AF_INET6};
        bool is_four = inet_pton(AF_INET, rows[i].address, &four.sin_addr) == 1;
        CHECK(is_four || inet_pton(AF_INET6, rows[i].address, &six.sin6_addr) == 1);
        bool far = push_is_far(is_four ? (struct sockaddr *)&four : (struct sockaddr *)&six);
        if (far == rows[i].far) continue;
        printf("%s is %s\n", rows[i].address, far ? "far" : "near");
        failures++;
    }
}

static void keys(void)
{
    push_key *a = push_key_new("one"), *b = push_key_new("one"), *c = push_key_new("two");
    CHECK(a && b && c && strcmp(push_key_text(a), push_key_text(b)) == 0);
    CHECK(strcmp(push_key_text(a), push_key_text(c)) != 0 && strlen(push_key_text(a)) == 87);
    push_key_free(a);
    push_key_free(b);
    push_key_free(c);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    sealing();
    names();
    addresses();
    keys();
    printf(failures ? "%d wrong\n" : "all right\n", failures);
    return failures != 0;
}
