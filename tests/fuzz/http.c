// http.c: fuzzes the request parser. Whatever it accepts lies inside the buffer and makes sense,
// and what is not whole is never taken for whole.
#include "server/http.h"

#include <stdlib.h>
#include <string.h>

#define MUST(fact)                                                                                 \
    do {                                                                                           \
        if (!(fact)) abort();                                                                      \
    } while (0)

static void inside(const char *data, size_t size, http_part part)
{
    if (!part.at) return;
    MUST(part.at >= data && part.at + part.length <= data + size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *data = malloc(size ? size : 1); // of its very size, so that reading past it shows
    if (!data) return 0;
    if (size) memcpy(data, bytes, size);
    http_request r;
    int status = http_parse(data, size, &r);
    if (status == 0) {
        const http_part all[] = {r.path,       r.query,         r.host,          r.origin,
                                 r.cookie,     r.content_type,  r.upgrade,       r.ws_key,
                                 r.ws_version, r.forwarded_for, r.if_none_match, r.accept_language};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) inside(data, size, all[i]);
        MUST(r.path.length > 0 && r.path.at[0] == '/');
        MUST(r.host.at && r.head_length <= HTTP_MAX_HEAD && r.body_length <= HTTP_MAX_BODY);
        MUST(r.head_length + r.body_length <= size);
        http_part value;
        char copy[64];
        if (http_find(r.cookie, ';', "veglia", &value)) {
            inside(data, size, value);
            http_copy(value, copy, sizeof copy);
        }
        if (http_find(r.query, '&', "since", &value)) inside(data, size, value);
        // Without its last byte it is not whole: at most a head and a shorter body.
        http_request shorter;
        if (r.head_length + r.body_length == size) MUST(http_parse(data, size - 1, &shorter) == -1);
    } else {
        MUST(status == -1 || (status >= 400 && status <= 505));
    }
    if (r.ws_key.at && r.ws_key.length == 24 && status == 0) {
        vg_text out = vg_text_heap();
        http_upgrade(&out, r.ws_key);
        MUST(strstr(out.at, "\r\n\r\n"));
        vg_text_release(&out);
    }
    free(data);
    return 0;
}
