// table.c: a finished game once more, through a table: what it refuses leaves
// no trace, undo depth follows the barriers, undo and redo give equal bytes,
// and the record plays again to the same end.
#include "laws.h"

#include "engine/table.h"
#include "json_check.h"

#include <string.h>

// How many newest moves of entry `last`'s seat could be taken back after it (decision 3).
static int depth_after(const entry *log, int last, vg_ask next)
{
    int depth = 0, seat = log[last].seat;
    if (next.actor == VG_CHANCE || next.actor == VG_NOBODY) return 0;
    while (last >= 0 && log[last].seat == seat && seat != VG_CHANCE && !log[last].learned &&
           depth < VG_MAX_UNDO) {
        depth++;
        last--;
    }
    return depth;
}

// Something nobody may play: the table stays as it was, to the byte.
static void refuse_junk(trial *t, vg_table *table)
{
    world before;
    int moves = vg_table_log_count(table), events = vg_table_event_count(table);
    memcpy(before.at, vg_table_state(table), t->game->state_size);
    char reason[512];
    for (int p = 0; p < t->seats; p++) {
        vg_text why = VG_TEXT(reason);
        if (vg_table_play(table, p, "no such move", VG_IT, &why) == VG_OK)
            broken(t, "the table plays nonsense");
        if (why.len == 0) broken(t, "the table refuses without a word");
    }
    if (memcmp(before.at, vg_table_state(table), t->game->state_size) != 0 ||
        moves != vg_table_log_count(table) || events != vg_table_event_count(table))
        broken(t, "a refusal left a trace on the table");
}

static void undo_and_redo(trial *t, vg_table *table, const entry *log, int last, int depth)
{
    int seat = log[last].seat;
    for (int i = 0; i < depth; i++) {
        if (vg_table_undo(table, seat) != VG_OK)
            broken(t, "undo is refused at depth %d", depth - i);
        if (vg_game_hash(t->game, vg_table_state(table)) != log[last - i].before)
            broken(t, "undo leads elsewhere");
        if (vg_table_log_count(table) != last - i) broken(t, "undo leaves the log too long");
    }
    for (int i = depth - 1; i >= 0 && !t->failed; i--)
        if (vg_table_play(table, seat, log[last - i].text, VG_EN, NULL) != VG_OK)
            broken(t, "\"%s\" is refused after an undo", log[last - i].text);
}

static void check_json(trial *t, vg_table *table)
{
    for (int p = -1; p < t->seats; p++) {
        vg_text text = vg_text_heap();
        vg_json json = vg_json_to(&text);
        vg_table_json(table, p < 0 ? VG_WATCHER : p, p & 1 ? VG_EN : VG_IT, &json);
        if (!json_ok(text.at)) broken(t, "vg_table_json is not JSON for %d: %s", p, text.at);
        vg_text_clear(&text);
        json = vg_json_to(&text);
        vg_table_events_json(table, p < 0 ? VG_WATCHER : p, VG_IT, 0, &json);
        if (!json_ok(text.at)) broken(t, "vg_table_events_json is not JSON for %d", p);
        vg_text_release(&text);
    }
}

static void check_record(trial *t, vg_table *table)
{
    if (!vg_game_find(t->game->id)) return; // records name their game: only registered ones
    vg_text record = vg_text_heap(), again = vg_text_heap(), why = vg_text_heap();
    vg_table_record(table, true, &record);
    vg_table *loaded = vg_table_load(record.at, record.len, VG_EN, NULL, &why);
    if (!loaded) {
        broken(t, "its record cannot be read: %s", why.at);
    } else {
        vg_table_record(loaded, true, &again);
        if (memcmp(vg_table_state(loaded), t->state.at, t->game->state_size) != 0)
            broken(t, "its record ends elsewhere");
        if (record.len != again.len || memcmp(record.at, again.at, record.len) != 0)
            broken(t, "the record of its record is another");
    }
    vg_table_free(loaded);
    vg_text_release(&record);
    vg_text_release(&again);
    vg_text_release(&why);
}

void check_table(trial *t, const entry *log, int count)
{
    vg_table_plan plan = {.game = t->game, .setup = t->how, .games = 1, .dice = VG_DICE_SCRIPT};
    vg_table *table = vg_table_new(&plan, NULL);
    if (!table) {
        broken(t, "no table for this setup");
        return;
    }
    vg_table_start(table);
    for (int i = 0; i < count && !t->failed; i++) {
        if (vg_table_play(table, log[i].seat, log[i].text, VG_EN, NULL) != VG_OK) {
            broken(t, "the table refuses \"%s\" by %d, move %d", log[i].text, log[i].seat, i);
            break;
        }
        vg_ask ask = vg_table_ask(table);
        int depth = depth_after(log, i, ask);
        for (int p = 0; p < t->seats; p++)
            if (vg_table_undo_depth(table, p) != (p == log[i].seat ? depth : 0))
                broken(t, "seat %d can take back %d moves after \"%s\", not %d", p,
                       vg_table_undo_depth(table, p), log[i].text, p == log[i].seat ? depth : 0);
        if (depth && !t->failed) undo_and_redo(t, table, log, i, depth);
        if (vg_rng_below(&t->doubts, 16) == 0) refuse_junk(t, table);
        if (vg_rng_below(&t->doubts, 64) == 0) check_json(t, table);
    }
    if (!t->failed && memcmp(vg_table_state(table), t->state.at, t->game->state_size) != 0)
        broken(t, "the table ends elsewhere");
    if (!t->failed) check_json(t, table);
    if (!t->failed) check_record(t, table);
    vg_table_free(table);
}
