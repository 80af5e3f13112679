// twin.c: `veglia` for tests, in which readers of a table see another world than the one played.
//
// With VEGLIA_TWIN=N everything a reader may not know is changed while the desk is filled for him
// (tests/wasm/twin.h; N picks the world), and put back afterwards: bots, people and chance go on in
// the true one. So a whole game, with the same input, must write the same bytes in every world.
// With VEGLIA_EYES=S it ends as soon as anybody but seat S reads: what is written while S sits
// before the screen must not need another's eyes. On leaving, what was changed is told (stderr).
#include "../wasm/twin.h"
#include "cli/desk.h"
#include "engine/table_parts.h"

#include <stdlib.h>
#include <string.h>

void __real_desk_take_log(desk *d, vg_table *table, int viewer, int from);
void __real_vg_table_json(vg_table *table, int viewer, vg_lang lang, vg_json *out);
bool __real_vg_table_lines(vg_table *table, int viewer, vg_lang lang, int at, int width,
                           vg_text *out);
void __wrap_desk_take_log(desk *d, vg_table *table, int viewer, int from);
void __wrap_vg_table_json(vg_table *table, int viewer, vg_lang lang, vg_json *out);
bool __wrap_vg_table_lines(vg_table *table, int viewer, vg_lang lang, int at, int width,
                           vg_text *out);

static struct {
    int worlds;
    char changed[32][32];
    int fields;
} told;

static void tell(void)
{
    fprintf(stderr, "# %d worlds:", told.worlds);
    for (int i = 0; i < told.fields; i++) fprintf(stderr, " %s", told.changed[i]);
    fputc('\n', stderr);
}

static void note(const vg_text *said)
{
    vg_json_doc doc;
    if (told.worlds++ == 0) atexit(tell);
    if (!vg_json_read(&doc, said->at, said->len)) abort();
    int list = vg_json_find(&doc, 0, "changed");
    for (int i = 0; i < vg_json_count(&doc, list); i++) {
        char name[32] = "";
        vg_text text = VG_TEXT(name);
        bool known = !vg_json_get_string(&doc, vg_json_item(&doc, list, i), &text);
        for (int k = 0; k < told.fields; k++) known |= strcmp(told.changed[k], name) == 0;
        if (!known && told.fields < 32) memcpy(told.changed[told.fields++], name, sizeof name);
    }
    vg_json_release(&doc);
}

typedef struct world {
    vg_table *table;
    struct vg_table was;
    void *state, *event;
    char *words;
} world;

static void *copy_of(const void *bytes, size_t n)
{
    void *copy = malloc(n + 1);
    if (!copy) abort();
    if (n) memcpy(copy, bytes, n);
    return copy;
}

// Nothing changes for who may know everything.
static world enter(vg_table *t, int viewer)
{
    const char *seed = getenv("VEGLIA_TWIN"), *eyes = getenv("VEGLIA_EYES");
    world w = {.table = NULL};
    if (!seed || viewer < VG_WATCHER || !t->started) return w;
    if (eyes && viewer >= 0 && viewer != atoi(eyes)) exit(0);
    w = (world){.table = t,
                .was = *t,
                .state = copy_of(t->state, t->plan.game->state_size),
                .event = copy_of(t->event, (size_t)t->event_count * sizeof *t->event),
                .words = copy_of(t->words, t->words_len)};
    vg_text said = vg_text_heap();
    vg_json j = vg_json_to(&said);
    vg_twin(t, viewer, (uint32_t)atoi(seed) * 1000u + (uint32_t)told.worlds, &j);
    note(&said);
    vg_text_release(&said);
    return w;
}

static void leave(world *w)
{
    vg_table *t = w->table;
    if (!t) return;
    memcpy(t->plan.secret, w->was.plan.secret, sizeof t->plan.secret);
    memcpy(t->key, w->was.key, sizeof t->key);
    memcpy(t->state, w->state, t->plan.game->state_size);
    if (t->event_count) memcpy(t->event, w->event, (size_t)t->event_count * sizeof *t->event);
    if (t->words_len) memcpy(t->words, w->words, t->words_len);
    free(w->state);
    free(w->event);
    free(w->words);
}

void __wrap_desk_take_log(desk *d, vg_table *table, int viewer, int from)
{
    world w = enter(table, viewer);
    __real_desk_take_log(d, table, viewer, from);
    leave(&w);
}

void __wrap_vg_table_json(vg_table *table, int viewer, vg_lang lang, vg_json *out)
{
    world w = enter(table, viewer);
    __real_vg_table_json(table, viewer, lang, out);
    leave(&w);
}

bool __wrap_vg_table_lines(vg_table *table, int viewer, vg_lang lang, int at, int width,
                           vg_text *out)
{
    world w = enter(table, viewer);
    bool good = __real_vg_table_lines(table, viewer, lang, at, width, out);
    leave(&w);
    return good;
}
