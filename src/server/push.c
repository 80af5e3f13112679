// push.c: what is said to a push service, and to whom.
#include "server/push.h"

#include "base/json.h"
#include "base/sha256.h"

#include <arpa/inet.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

// ---- where to ---------------------------------------------------------------------

static bool from_base64(const char *text, size_t length, uint8_t *out, size_t wanted)
{
    size_t got = 0;
    return sodium_base642bin(out, wanted, text, length, NULL, &got, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           got == wanted;
}

static void put_base64(vg_text *out, const void *bytes, size_t n)
{
    char text[1024];
    sodium_bin2base64(text, sizeof text, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    vg_text_add(out, text);
}

// HOST or HOST:PORT, names and numbers only: nothing to log in with, no brackets.
static bool read_host(const char *at, size_t n, push_target *out)
{
    const char *colon = memchr(at, ':', n);
    size_t name = colon ? (size_t)(colon - at) : n, digits = colon ? n - name - 1 : 0;
    if (name == 0 || name >= sizeof out->host || digits > 5 || (colon && digits == 0)) return false;
    if (strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789.-") < name) return false;
    for (size_t i = 0; i < digits; i++)
        if (colon[1 + i] < '0' || colon[1 + i] > '9') return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)name, at);
    out->port = colon ? atoi(colon + 1) : out->tls ? 443 : 80;
    return out->port > 0 && out->port <= 65535;
}

bool push_read(const char *to, push_target *out)
{
    *out = (push_target){0};
    size_t n = strcspn(to, " ");
    const char *key = to + n + (to[n] == ' ');
    size_t key_length = strcspn(key, " ");
    const char *auth = key + key_length + (key[key_length] == ' ');
    size_t scheme = strncmp(to, "https://", 8) == 0 ? 8 : strncmp(to, "http://", 7) == 0 ? 7 : 0;
    if (scheme == 0 || n > PUSH_ENDPOINT || strlen(to) >= PUSH_TO) return false;
    for (size_t i = 0; i < n; i++)
        if (to[i] <= ' ' || to[i] > '~' || to[i] == '#' || to[i] == '\\') return false;
    out->tls = scheme == 8;
    size_t host = strcspn(to + scheme, "/? ");
    if (!read_host(to + scheme, host, out)) return false;
    snprintf(out->origin, sizeof out->origin, "%.*s", (int)(scheme + host), to);
    snprintf(out->path, sizeof out->path, "%s%.*s", to[scheme + host] == '/' ? "" : "/",
             (int)(n - scheme - host), to + scheme + host);
    return from_base64(key, key_length, out->key, PUSH_POINT) && out->key[0] == 4 &&
           from_base64(auth, strlen(auth), out->auth, PUSH_AUTH);
}

bool push_may_call(const push_target *target, const char *near_by)
{
    if (near_by && strcmp(near_by, target->origin) == 0) return true;
    return target->tls && target->port == 443 && strchr(target->host, '.');
}

static bool far4(uint32_t address)
{
    static const struct {
        uint32_t net, mask;
    } near_by[] = {
        {0x00000000, 0xff000000}, // this network
        {0x0a000000, 0xff000000}, // private
        {0x64400000, 0xffc00000}, // a carrier's own
        {0x7f000000, 0xff000000}, // this machine
        {0xa9fe0000, 0xffff0000}, // this link; also where clouds tell their secrets
        {0xac100000, 0xfff00000}, // private
        {0xc0000000, 0xffffff00}, // for protocols
        {0xc0000200, 0xffffff00}, // for documents
        {0xc0586300, 0xffffff00}, // to the other protocol
        {0xc0a80000, 0xffff0000}, // private
        {0xc6120000, 0xfffe0000}, // for benchmarks
        {0xc6336400, 0xffffff00}, // for documents
        {0xcb007100, 0xffffff00}, // for documents
        {0xe0000000, 0xe0000000}, // to many, and what is kept for later
    };
    for (size_t i = 0; i < sizeof near_by / sizeof near_by[0]; i++)
        if ((address & near_by[i].mask) == near_by[i].net) return false;
    return true;
}

// Of all of IPv6 only what is given out for the wide net; without what carries an address of the
// other protocol in it (6to4, Teredo), and without what is for documents.
static bool far6(const uint8_t a[16])
{
    if ((a[0] & 0xe0) != 0x20) return false;
    if (a[0] == 0x20 && a[1] == 0x02) return false;
    if (a[0] == 0x20 && a[1] == 0x01 && a[2] < 0x02) return false;
    return !(a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8);
}

bool push_is_far(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return far4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return far6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
    return false;
}

bool push_contact_ok(const char *contact)
{
    bool mail = strncmp(contact, "mailto:", 7) == 0 && strchr(contact + 7, '@');
    bool page = strncmp(contact, "https://", 8) == 0 && contact[8];
    for (const char *c = contact; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\') return false;
    return (mail || page) && strlen(contact) < PUSH_CONTACT;
}

// ---- keys -------------------------------------------------------------------------

struct push_key {
    EVP_PKEY *pair;
    char text[PUSH_KEY_TEXT];
};

// The pair whose private half is `own`; NULL if that is no number of the curve's. Its public half
// into `point`.
static EVP_PKEY *pair_of(const uint8_t own[32], uint8_t point[PUSH_POINT])
{
    EVP_PKEY *pair = NULL;
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *public = curve ? EC_POINT_new(curve) : NULL;
    BIGNUM *number = BN_bin2bn(own, 32, NULL);
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool ok = curve && public && number && parts && ctx && !BN_is_zero(number) &&
              BN_cmp(number, EC_GROUP_get0_order(curve)) < 0 &&
              EC_POINT_mul(curve, public, number, NULL, NULL, NULL) == 1 &&
              EC_POINT_point2oct(curve, public, POINT_CONVERSION_UNCOMPRESSED, point, PUSH_POINT,
                                 NULL) == PUSH_POINT &&
              OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
              OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) &&
              OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_PRIV_KEY, number) &&
              (params = OSSL_PARAM_BLD_to_param(parts));
    if (!ok || EVP_PKEY_fromdata_init(ctx) != 1 ||
        EVP_PKEY_fromdata(ctx, &pair, EVP_PKEY_KEYPAIR, params) != 1)
        pair = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(parts);
    EVP_PKEY_CTX_free(ctx);
    BN_clear_free(number);
    EC_POINT_free(public);
    EC_GROUP_free(curve);
    return pair;
}

static EVP_PKEY *public_of(const uint8_t point[PUSH_POINT])
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char[]){"prime256v1"}, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, PUSH_POINT),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!ctx || EVP_PKEY_fromdata_init(ctx) != 1 ||
        EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL; // not a point of the curve
    EVP_PKEY_CTX_free(ctx);
    return key;
}

push_key *push_key_new(const char *secret)
{
    push_key *k = calloc(1, sizeof *k);
    uint8_t own[VG_SHA256_BYTES], point[PUSH_POINT];
    static const char domain[] = "veglia push 1\n";
    for (uint8_t n = 0; k && !k->pair && n < 8; n++) { // the first will do, but for one in 2^32
        vg_sha256 sha;
        vg_sha256_init(&sha);
        vg_sha256_feed(&sha, domain, sizeof domain - 1);
        vg_sha256_feed(&sha, &n, 1);
        vg_sha256_feed(&sha, secret, strlen(secret));
        vg_sha256_done(&sha, own);
        k->pair = pair_of(own, point);
    }
    sodium_memzero(own, sizeof own);
    if (k && !k->pair) {
        free(k);
        return NULL;
    }
    vg_text text = k ? VG_TEXT(k->text) : (vg_text){0};
    if (k) put_base64(&text, point, sizeof point);
    return k;
}

void push_key_free(push_key *k)
{
    if (!k) return;
    EVP_PKEY_free(k->pair);
    free(k);
}

const char *push_key_text(const push_key *k) { return k->text; }

// ---- whose it is ------------------------------------------------------------------

// A signature as JSON's world wants it: two numbers of 32 bytes.
static bool sign(const push_key *k, const char *text, uint8_t out[64])
{
    uint8_t der[80];
    size_t length = sizeof der;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool ok = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, k->pair) == 1 &&
              EVP_DigestSign(ctx, der, &length, (const uint8_t *)text, strlen(text)) == 1;
    EVP_MD_CTX_free(ctx);
    const uint8_t *at = der;
    ECDSA_SIG *pair = ok ? d2i_ECDSA_SIG(NULL, &at, (long)length) : NULL;
    ok = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, 32) == 32 &&
         BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    return ok;
}

static bool put_token(const push_key *k, const char *contact, const char *origin, int64_t now,
                      vg_text *out)
{
    enum { HOURS_12 = 43200 };
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims_text[768], token[1400];
    uint8_t signature[64];
    vg_text claims = VG_TEXT(claims_text), text = VG_TEXT(token);
    vg_json j = vg_json_to(&claims);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "aud", origin);
    vg_json_put_int(&j, "exp", now / 1000 + HOURS_12);
    vg_json_put_string(&j, "sub", contact);
    vg_json_close(&j, '}');
    put_base64(&text, head, sizeof head - 1);
    vg_text_char(&text, '.');
    put_base64(&text, claims.at, claims.len);
    if (claims.cut || text.cut || !sign(k, token, signature)) return false;
    vg_text_add(out, token);
    vg_text_char(out, '.');
    put_base64(out, signature, sizeof signature);
    return true;
}

// ---- sealing ----------------------------------------------------------------------

static void hmac(const uint8_t *key, size_t key_length, const uint8_t *what, size_t n,
                 uint8_t out[32])
{
    HMAC(EVP_sha256(), key, (int)key_length, what, n, out, NULL);
}

// The first bytes of what HKDF makes of `key` for a purpose; never more than one block.
static void expand(const uint8_t key[32], const char *purpose, const uint8_t *more, size_t n,
                   uint8_t out[32])
{
    uint8_t info[256];
    size_t at = strlen(purpose) + 1; // its NUL is part of it
    memcpy(info, purpose, at);
    if (n) memcpy(info + at, more, n);
    info[at + n] = 1;
    hmac(key, 32, info, at + n + 1, out);
}

static bool agree(EVP_PKEY *own, EVP_PKEY *theirs, uint8_t out[32])
{
    size_t length = 32;
    EVP_PKEY_CTX *ctx = own && theirs ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    bool ok = ctx && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, theirs) == 1 &&
              EVP_PKEY_derive(ctx, out, &length) == 1 && length == 32;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

static bool encrypt(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *plain, size_t n,
                    uint8_t *out)
{
    int length = 0, rest = 0;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool ok = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
              EVP_EncryptUpdate(ctx, out, &length, plain, (int)n) == 1 &&
              EVP_EncryptFinal_ex(ctx, out + length, &rest) == 1 &&
              EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, 16, out + n) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

bool push_seal(const push_target *target, const uint8_t salt[16], const uint8_t own[32],
               const char *words, size_t filled, vg_text *out)
{
    static const uint8_t record_size[4] = {0, 0, 16, 0};
    uint8_t point[PUSH_POINT], shared[32], secret[32], input[32], key[32], nonce[32],
        both[2 * PUSH_POINT], plain[PUSH_WORDS + 1] = {0}, sealed[PUSH_WORDS + 1 + 16];
    size_t n = strlen(words), length = n + 1 > filled ? n + 1 : filled;
    if (length > sizeof plain) return false;
    EVP_PKEY *pair = pair_of(own, point), *theirs = public_of(target->key);
    bool ok = agree(pair, theirs, shared);
    EVP_PKEY_free(pair);
    EVP_PKEY_free(theirs);
    if (!ok) return false;
    memcpy(both, target->key, PUSH_POINT);
    memcpy(both + PUSH_POINT, point, PUSH_POINT);
    hmac(target->auth, PUSH_AUTH, shared, sizeof shared, secret);
    expand(secret, "WebPush: info", both, sizeof both, input);
    hmac(salt, 16, input, sizeof input, secret);
    expand(secret, "Content-Encoding: aes128gcm", NULL, 0, key);
    expand(secret, "Content-Encoding: nonce", NULL, 0, nonce);
    memcpy(plain, words, n);
    plain[n] = 2; // the last record; what follows is filling, so that the length tells nothing
    if (!encrypt(key, nonce, plain, length, sealed)) return false;
    vg_text_bytes(out, (const char *)salt, 16);
    vg_text_bytes(out, (const char *)record_size, 4);
    vg_text_char(out, PUSH_POINT);
    vg_text_bytes(out, (const char *)point, sizeof point);
    vg_text_bytes(out, (const char *)sealed, length + 16);
    return !out->cut;
}

bool push_request(const push_key *k, const char *contact, const push_target *target,
                  const char *words, const char *topic, int64_t now, vg_text *out)
{
    enum { DAY = 86400 };
    uint8_t salt[16], own[32];
    char body_text[PUSH_WORDS + 256];
    vg_text body = VG_TEXT(body_text);
    randombytes_buf(salt, sizeof salt);
    randombytes_buf(own, sizeof own);
    bool sealed = push_seal(target, salt, own, words, PUSH_FILLED, &body);
    sodium_memzero(own, sizeof own);
    if (!sealed) return false;
    bool usual = target->port == (target->tls ? 443 : 80);
    vg_text_printf(out, "POST %s HTTP/1.1\r\nHost: %s", target->path, target->host);
    if (!usual) vg_text_printf(out, ":%d", target->port);
    vg_text_printf(out,
                   "\r\nTTL: %d\r\nUrgency: normal\r\nTopic: %s\r\n"
                   "Content-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\n"
                   "Content-Length: %zu\r\nConnection: close\r\nAuthorization: vapid t=",
                   DAY, topic, body.len);
    if (!put_token(k, contact, target->origin, now, out)) return false;
    vg_text_printf(out, ", k=%s\r\n\r\n", k->text);
    vg_text_bytes(out, body.at, body.len);
    return !out->cut;
}
