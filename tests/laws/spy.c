// spy.c: runs scenarios on a copy of the game whose ask() and apply() take notes.
#include "laws.h"

#include "engine/scenario.h"
#include "files.h"

#include <stdio.h>
#include <string.h>

static const vg_game *real;
static vg_game spy;
static coverage *notes;

static vg_ask noted_ask(const void *state)
{
    vg_ask ask = real->ask(state);
    notes->ask[ask.kind]++;
    return ask;
}

static void noted_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    real->apply(state, seat, m, ev);
    for (int i = 0; ev && i < ev->count; i++) notes->event[ev->event[i].kind]++;
}

static const vg_game *find(const char *id) { return strcmp(id, spy.id) == 0 ? &spy : NULL; }

static void run(const char *path)
{
    vg_text text = vg_text_heap(), why = vg_text_heap();
    if (read_file(path, &text) && vg_scenario_run(text.at, text.len, path, find, &why) != VG_OK)
        printf("%s\n", why.at);
    vg_text_release(&text);
    vg_text_release(&why);
}

void spy_on_scenarios(const vg_game *game, const char *dir, coverage *seen)
{
    real = game;
    notes = seen;
    spy = *game;
    spy.ask = noted_ask;
    spy.apply = noted_apply;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, game->id);
    each_scenario(path, run);
}
