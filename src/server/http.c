// http.c: the request parser and the answers' heads.
//
// A request is parsed only when all of its head has come, from the start of the
// buffer: heads are small, and there is no state to get wrong between reads.
#include "server/http.h"

#include <stdio.h>
#include <string.h>

// ---- reading -----------------------------------------------------------------

static bool is_token(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool http_is(http_part part, const char *text)
{
    return part.length == strlen(text) && memcmp(part.at, text, part.length) == 0;
}

bool http_is_nocase(http_part part, const char *text)
{
    if (part.length != strlen(text)) return false;
    for (size_t i = 0; i < part.length; i++)
        if (lower(part.at[i]) != lower(text[i])) return false;
    return true;
}

// Cuts the next element off a list; false at its end. White space around it is left out.
static bool next_of(http_part *list, char separator, http_part *out)
{
    if (list->length == 0) return false;
    const char *stop = memchr(list->at, separator, list->length);
    size_t n = stop ? (size_t)(stop - list->at) : list->length;
    http_part part = {list->at, n};
    size_t skip = stop ? n + 1 : n;
    list->at += skip;
    list->length -= skip;
    while (part.length && (*part.at == ' ' || *part.at == '\t')) part.at++, part.length--;
    while (part.length && (part.at[part.length - 1] == ' ' || part.at[part.length - 1] == '\t'))
        part.length--;
    *out = part;
    return true;
}

static bool has(http_part list, const char *word)
{
    http_part part;
    while (next_of(&list, ',', &part)) {
        const char *semi = part.length ? memchr(part.at, ';', part.length) : NULL;
        if (semi) part.length = (size_t)(semi - part.at);
        if (http_is_nocase(part, word)) return true;
    }
    return false;
}

bool http_find(http_part list, char separator, const char *name, http_part *out)
{
    http_part part;
    size_t n = strlen(name);
    while (next_of(&list, separator, &part)) {
        if (part.length <= n || part.at[n] != '=' || memcmp(part.at, name, n) != 0) continue;
        *out = (http_part){part.at + n + 1, part.length - n - 1};
        return true;
    }
    return false;
}

bool http_copy(http_part part, char *out, size_t cap)
{
    if (part.length >= cap || (part.length && memchr(part.at, 0, part.length))) return false;
    if (part.length) memcpy(out, part.at, part.length);
    out[part.length] = '\0';
    return true;
}

// "GET /path?query HTTP/1.1"
static int read_request_line(http_part line, http_request *r)
{
    const char *space = memchr(line.at, ' ', line.length);
    if (!space) return 400;
    http_part method = {line.at, (size_t)(space - line.at)};
    line.length -= method.length + 1;
    line.at = space + 1;
    space = line.length ? memchr(line.at, ' ', line.length) : NULL;
    if (!space) return 400;
    http_part target = {line.at, (size_t)(space - line.at)};
    http_part version = {space + 1, line.length - target.length - 1};
    if (target.length == 0 || target.at[0] != '/') return 400;
    for (size_t i = 0; i < target.length; i++)
        if ((unsigned char)target.at[i] <= ' ' || (unsigned char)target.at[i] >= 127) return 400;
    if (version.length != 8 || memcmp(version.at, "HTTP/", 5) != 0) return 400;
    if (!http_is(version, "HTTP/1.1") && !http_is(version, "HTTP/1.0")) return 505;
    r->keep_alive = http_is(version, "HTTP/1.1");
    if (http_is(method, "GET"))
        r->method = HTTP_GET;
    else if (http_is(method, "HEAD"))
        r->method = HTTP_HEAD;
    else if (http_is(method, "POST"))
        r->method = HTTP_POST;
    else
        return 405;
    const char *mark = memchr(target.at, '?', target.length);
    r->path = (http_part){target.at, mark ? (size_t)(mark - target.at) : target.length};
    if (mark)
        r->query = (http_part){mark + 1, target.length - r->path.length - 1};
    else
        r->query = (http_part){target.at + target.length, 0};
    return 0;
}

typedef struct header_name {
    const char *name;
    size_t offset; // of its http_part
} header_name;

// Headers whose value is kept; each may come once.
static const header_name kept[] = {
    {"host", offsetof(http_request, host)},
    {"origin", offsetof(http_request, origin)},
    {"cookie", offsetof(http_request, cookie)},
    {"accept-language", offsetof(http_request, accept_language)},
    {"content-type", offsetof(http_request, content_type)},
    {"if-none-match", offsetof(http_request, if_none_match)},
    {"x-forwarded-for", offsetof(http_request, forwarded_for)},
    {"upgrade", offsetof(http_request, upgrade)},
    {"sec-websocket-key", offsetof(http_request, ws_key)},
    {"sec-websocket-version", offsetof(http_request, ws_version)},
    {"x-veglia-node", offsetof(http_request, node)},
    {"x-veglia-operator", offsetof(http_request, operator)},
};

static int read_length(http_part value, http_request *r)
{
    if (value.length == 0 || value.length > 9) return value.length ? 413 : 400;
    size_t n = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] < '0' || value.at[i] > '9') return 400;
        n = n * 10 + (size_t)(value.at[i] - '0');
    }
    r->body_length = n;
    return n > HTTP_MAX_BODY ? 413 : 0;
}

static int read_header(http_part line, http_request *r, bool *sized)
{
    const char *colon = memchr(line.at, ':', line.length);
    if (!colon || colon == line.at) return 400;
    http_part name = {line.at, (size_t)(colon - line.at)};
    http_part value = {colon + 1, line.length - name.length - 1};
    for (size_t i = 0; i < name.length; i++)
        if (!is_token((unsigned char)name.at[i])) return 400;
    for (size_t i = 0; i < value.length; i++)
        if ((unsigned char)value.at[i] < ' ' && value.at[i] != '\t') return 400;
    while (value.length && (*value.at == ' ' || *value.at == '\t')) value.at++, value.length--;
    while (value.length &&
           (value.at[value.length - 1] == ' ' || value.at[value.length - 1] == '\t'))
        value.length--;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (!http_is_nocase(name, kept[i].name)) continue;
        http_part *part = (http_part *)(void *)((char *)r + kept[i].offset);
        if (part->at) return 400;
        *part = value;
        return 0;
    }
    if (http_is_nocase(name, "content-length")) {
        if (*sized) return 400;
        *sized = true;
        return read_length(value, r);
    }
    if (http_is_nocase(name, "transfer-encoding")) return 501;
    if (http_is_nocase(name, "expect")) return 501;
    if (http_is_nocase(name, "connection")) {
        if (has(value, "close")) r->keep_alive = false;
        if (has(value, "keep-alive")) r->keep_alive = true;
        if (has(value, "upgrade")) r->connection_upgrade = true;
    }
    if (http_is_nocase(name, "accept-encoding")) r->accepts_gzip = has(value, "gzip");
    return 0;
}

int http_parse(const char *data, size_t length, http_request *out)
{
    *out = (http_request){0};
    size_t at = 0;
    bool sized = false;
    for (int number = 0;; number++) {
        size_t limit = length < HTTP_MAX_HEAD ? length : HTTP_MAX_HEAD;
        const char *feed = limit > at ? memchr(data + at, '\n', limit - at) : NULL;
        if (!feed) return length >= HTTP_MAX_HEAD ? 431 : -1;
        size_t n = (size_t)(feed - (data + at));
        if (n == 0 || data[at + n - 1] != '\r') return 400;
        http_part line = {data + at, n - 1};
        at += n + 1;
        if (line.length == 0 && number > 0) break;
        int status = number == 0 ? (line.length ? read_request_line(line, out) : 400)
                                 : read_header(line, out, &sized);
        if (status) return status;
    }
    if (!out->host.at) return 400;
    if (out->method == HTTP_POST && !sized) return 411;
    if (out->method != HTTP_POST && out->body_length > 0) return 400;
    out->head_length = at;
    return length - at >= out->body_length ? 0 : -1;
}

// ---- writing -----------------------------------------------------------------

const char *http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status) return reasons[i].reason;
    return "Unknown";
}

void http_head(vg_text *out, int status, const char *type, size_t length, bool keep_alive)
{
    vg_text_printf(out,
                   "HTTP/1.1 %d %s\r\n"
                   "Content-Length: %zu\r\n"
                   "X-Content-Type-Options: nosniff\r\n"
                   "Referrer-Policy: no-referrer\r\n"
                   "Cross-Origin-Resource-Policy: same-origin\r\n"
                   "Cross-Origin-Opener-Policy: same-origin\r\n"
                   "Connection: %s\r\n",
                   status, http_reason(status), length, keep_alive ? "keep-alive" : "close");
    if (type) vg_text_printf(out, "Content-Type: %s\r\n", type);
}

// ---- SHA-1, for the handshake alone (RFC 6455 wants it; nothing rests on it) ----

static uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void sha1_block(uint32_t h[5], const uint8_t block[64])
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20)
            f = (b & c) | (~b & d), k = 0x5a827999;
        else if (i < 40)
            f = b ^ c ^ d, k = 0x6ed9eba1;
        else if (i < 60)
            f = (b & c) | (b & d) | (c & d), k = 0x8f1bbcdc;
        else
            f = b ^ c ^ d, k = 0xca62c1d6;
        uint32_t t = rotl(a, 5) + f + e + k + w[i];
        e = d;
        d = c;
        c = rotl(b, 30);
        b = a;
        a = t;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

// Of at most 119 bytes: two blocks hold any handshake.
static void sha1(const char *data, size_t n, uint8_t out[20])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t blocks[128] = {0};
    memcpy(blocks, data, n);
    blocks[n] = 0x80;
    size_t size = n < 56 ? 64 : 128;
    for (size_t i = 0; i < 8; i++) blocks[size - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    sha1_block(h, blocks);
    if (size == 128) sha1_block(h, blocks + 64);
    for (int i = 0; i < 20; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
}

void http_upgrade(vg_text *out, http_part key)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char joined[119], accept[29];
    uint8_t hash[21] = {0};
    int n = snprintf(joined, sizeof joined, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                     (int)(key.length < 64 ? key.length : 64), key.at);
    sha1(joined, (size_t)n, hash);
    for (int i = 0; i < 7; i++) {
        uint32_t bits =
            (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8 | hash[3 * i + 2];
        for (int k = 0; k < 4; k++) accept[4 * i + k] = letters[bits >> (18 - 6 * k) & 63];
    }
    accept[27] = '=';
    accept[28] = '\0';
    vg_text_printf(out,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                   accept);
}
