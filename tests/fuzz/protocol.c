// protocol.c: fuzzes what people send. Three of them take turns sending lines to one room; every
// command is done or refused with a reason, and the room read again from its entries is the same
// room, to every viewer, byte for byte.
#include "server/message.h"

#include <stdlib.h>
#include <string.h>

#define MUST(fact)                                                                                 \
    do {                                                                                           \
        if (!(fact)) abort();                                                                      \
    } while (0)

enum { MAX_ENTRIES = 400 };

static char *entry[MAX_ENTRIES];
static int entries;

static void keep(const vg_text *text)
{
    MUST(text->len > 0 && entries < MAX_ENTRIES);
    entry[entries++] = strdup(text->at);
}

static room *read_again(void)
{
    room_reader *rd = room_read_begin(77, 0);
    for (int i = 0; i < entries; i++) MUST(room_read_entry(rd, entry[i], 1000 + i));
    room *r = room_read_end(rd);
    MUST(r && !r->frozen[0]);
    return r;
}

static room *begin(void)
{
    static const char plan_text[] = "{\"game\":\"template\",\"seats\":3,\"name\":\"Anna\",\"sit\":"
                                    "0,\"bots\":[null,null,\"random\"]}";
    room_plan plan;
    const char *code = NULL;
    vg_text why = vg_text_heap(), text = vg_text_heap();
    MUST(message_plan(plan_text, sizeof plan_text - 1, VG_IT, &plan, &code, &why));
    MUST(room_first_entry(&plan, &text, &why));
    keep(&text);
    vg_text_release(&why);
    vg_text_release(&text);
    return read_again();
}

static void same(room *a, room *b)
{
    room_clock clock = {0};
    for (int v = -1; v < a->people_count; v++) {
        room_viewer viewer = {v, v >= 0 ? a->people[v].seat : -1, VG_IT};
        vg_text x = vg_text_heap(), y = vg_text_heap();
        room_show(a);
        room_show(b);
        room_table_json(a, &viewer, 0, &x);
        room_table_json(b, &viewer, 0, &y);
        room_state_json(a, &viewer, 0, &clock, &x);
        room_state_json(b, &viewer, 0, &clock, &y);
        room_chat_json(a, 0, &x);
        room_chat_json(b, 0, &y);
        MUST(strcmp(x.at, y.at) == 0);
        vg_text_release(&x);
        vg_text_release(&y);
    }
    for (uint32_t s = 0; s <= a->seq; s++) MUST(room_from(a, s) == room_from(b, s));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entries = 0;
    room *r = begin();
    uint8_t hash[ROOM_HASH] = {0};
    for (int i = 1; i < 3; i++) {
        vg_text text = vg_text_heap(), why = vg_text_heap();
        room_answer answer = {.why = &why};
        hash[0] = (uint8_t)i;
        MUST(room_join(r, -1, "Carlo", hash, VG_IT, 1000 + entries, &text, &answer) == i);
        keep(&text);
        vg_text_release(&text);
        vg_text_release(&why);
    }
    int person = 0;
    while (size > 0 && entries < MAX_ENTRIES - 1) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t n = end ? (size_t)(end - data) : size;
        char why_text[2048];
        vg_text why = VG_TEXT(why_text), text = vg_text_heap();
        const char *code = NULL;
        message m;
        if (message_read((const char *)data, n, VG_IT, &m, &code, &why)) {
            room_answer answer = {.why = &why};
            memset(m.command.secret, entries, VG_SECRET);
            uint32_t before = r->seq;
            if (m.command.verb != ROOM_DO_SYNC)
                room_do(r, person, &m.command, VG_IT, 1000 + entries, &text, &answer);
            MUST(!answer.code || (why.len > 0 && text.len == 0 && r->seq == before));
            MUST(answer.code || r->seq == before + (text.len > 0));
            if (text.len > 0) {
                MUST(strchr(text.at, '\0') == text.at + text.len);
                keep(&text);
            }
        } else {
            MUST(code && why.len > 0);
        }
        vg_text_release(&text);
        person = (person + 1) % 3;
        data += n;
        size -= n;
        if (size > 0) data++, size--;
        // Flags that are not kept make two rooms differ.
        for (int p = 0; p < r->seats; p++) r->chair[p].ahead = r->chair[p].telling = false;
    }
    room *again = read_again();
    if (room_status_of(r) != ROOM_FROZEN) same(r, again);
    room_free(again);
    room_free(r);
    while (entries > 0) free(entry[--entries]);
    return 0;
}
