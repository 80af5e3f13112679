// http.h: reads the few HTTP/1.1 requests we serve, and writes answers.
//
// Strict on purpose: no folded headers, no bare line feeds, no chunked bodies,
// no two lengths. It looks at bytes in a buffer and knows nothing of sockets.
#ifndef VG_SERVER_HTTP_H
#define VG_SERVER_HTTP_H

#include "base/text.h"

#define HTTP_MAX_HEAD 8192  // request line and headers
#define HTTP_MAX_BODY 16384 // docs/protocol.md

typedef enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST } http_method;

// A piece of the request; borrowed from the buffer that was parsed.
typedef struct http_part {
    const char *at;
    size_t length;
} http_part;

typedef struct http_request {
    http_method method;
    http_part path;  // begins with '/'; as sent, not decoded
    http_part query; // after '?', or empty
    http_part host, origin, cookie, accept_language, content_type, if_none_match;
    http_part forwarded_for, upgrade, ws_key, ws_version;
    http_part node, operator; // of a request another server carried here: relay.c
    bool connection_upgrade, keep_alive;
    bool accepts_gzip;
    size_t head_length, body_length;
} http_request;

// Reads a request at the start of `data`. Gives 0 when it is whole (head and body), -1 while more
// bytes are needed, or the status to refuse it with (400, 405, 411, 413, 431, 501, 505).
int http_parse(const char *data, size_t length, http_request *out);

bool http_is(http_part part, const char *text);
bool http_is_nocase(http_part part, const char *text);
// The value of `name` in a query or cookie; false if it is not there. `separator` is '&' or ';'.
bool http_find(http_part list, char separator, const char *name, http_part *out);
// Copies to a NUL-terminated string; false if it does not fit.
bool http_copy(http_part part, char *out, size_t cap);

const char *http_reason(int status);
// Appends the status line and the headers every answer has. Ends without the blank line.
void http_head(vg_text *out, int status, const char *type, size_t length, bool keep_alive);
// Appends what a WebSocket handshake is answered with.
void http_upgrade(vg_text *out, http_part key);

#endif
