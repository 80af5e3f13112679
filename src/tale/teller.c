// teller.c: follows a table, gathers its facts and finds words for them as they happen.
//
// The one idea: a way of saying something (a line of the saga) is used at most once in a chapter.
// When none is left nothing is said: silence reads better than the same sentence twice.
#include "tale/plan.h"
#include "tale/say.h"
#include "tale/tale.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- the teller --------------------------------------------------------------------

typedef struct step {
    vg_move move;
    int8_t seat;
} step;

struct vg_teller {
    const vg_table *table;
    const vg_game *game;
    vg_setup setup; // of the game being followed
    uint64_t seed;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    int game_number;
    vg_telling *telling; // texts owned
    int count, room;
    step *seen; // the log as it was followed
    int seen_count, seen_room;
    uint16_t chapter;
    vg_fact *fact;                         // of all games
    int fact_count, fact_room, game_facts; // game_facts: where the running game's begin
    uint8_t *line_used, *line_worn;        // by line of the saga: plan.h
};

static void *grown(void *array, int *room, int need, size_t size)
{
    if (need <= *room) return array;
    int more = *room ? 2 * *room : 64;
    void *bigger = realloc(array, (size_t)more * size);
    if (bigger) *room = more;
    return bigger;
}

static void begin_game(vg_teller *t)
{
    char nothing[8];
    vg_text why = VG_TEXT(nothing);
    vg_err err = t->game->setup(t->state, &t->setup, VG_EN, &why);
    assert(err == VG_OK); // the table was made with it
    (void)err;
    t->chapter = 1;
    t->game_facts = t->fact_count;
    if (!t->game->saga) return;
    memset(t->line_used, 0, (size_t)t->game->saga->lines);
    memset(t->line_worn, 0, (size_t)t->game->saga->lines);
}

static void begin(vg_teller *t)
{
    for (int i = 0; i < t->count; i++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) free((char *)t->telling[i].text[lang]);
    t->count = t->seen_count = t->fact_count = 0;
    t->setup = vg_table_plan_of(t->table)->setup;
    t->game_number = 1;
    begin_game(t);
}

vg_teller *vg_teller_new(const vg_table *table)
{
    vg_teller *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->table = table;
    t->game = vg_table_game(table);
    uint8_t commitment[VG_SHA256_BYTES];
    vg_table_commitment(table, commitment);
    for (int i = 0; i < 8; i++) t->seed = t->seed << 8 | commitment[i];
    if (t->game->saga) {
        t->line_used = calloc((size_t)t->game->saga->lines + 1, 1);
        t->line_worn = calloc((size_t)t->game->saga->lines + 1, 1);
        if (!t->line_used || !t->line_worn) {
            free(t->line_used);
            free(t->line_worn);
            free(t);
            return NULL;
        }
    }
    begin(t);
    return t;
}

void vg_teller_free(vg_teller *t)
{
    if (!t) return;
    begin(t);
    free(t->telling);
    free(t->seen);
    free(t->fact);
    free(t->line_used);
    free(t->line_worn);
    free(t);
}

// ---- facts -----------------------------------------------------------------

// The newest fact of this game of one of two kinds, at this place if it is not 0; NULL: none.
static const vg_fact *latest(const vg_teller *t, int one, int two, int place)
{
    for (int k = t->fact_count - 1; k >= t->game_facts; k--) {
        const vg_fact *x = &t->fact[k];
        if ((x->kind == one || x->kind == two) && (!place || x->to == place)) return x;
    }
    return NULL;
}

// The one a story is about: the game names one; whoever was in a story already gives way to another
// of the same kind, while there is one.
static int fresh_one(const vg_teller *t, int person)
{
    const vg_saga *saga = t->game->saga;
    for (int tried = 0, p = person; tried < saga->persons; tried++, p = p % saga->persons + 1) {
        bool taken = saga->person[p].of != saga->person[person].of;
        for (int k = t->game_facts; k < t->fact_count && !taken; k++)
            taken = t->fact[k].kind == VG_FACT_BEGUN && t->fact[k].whom == p;
        if (!taken) return p;
    }
    return person;
}

// What facts of stories and contests need from those before them. False: it says nothing new.
static bool complete_turn(const vg_teller *t, vg_fact *f)
{
    const vg_fact *begun = latest(t, VG_FACT_BEGUN, VG_FACT_BEGUN, f->to), *x;
    switch (f->kind) {
    case VG_FACT_BEGUN: f->whom = (uint8_t)fresh_one(t, f->whom); return true;
    case VG_FACT_TOLD:
    case VG_FACT_SPEND:
    case VG_FACT_ENDING:
        if (begun) f->whom = begun->whom;
        x = latest(t, VG_FACT_BEGUN, VG_FACT_TOLD, f->to);
        if (f->kind == VG_FACT_TOLD && x) f->with = x->who;
        if (f->kind == VG_FACT_ENDING && begun) f->with = begun->who;
        return true;
    case VG_FACT_UNDONE:
    case VG_FACT_STILL: // sign: what it was done with
        if (f->kind == VG_FACT_UNDONE && begun) f->whom = begun->whom;
        for (int k = t->fact_count - 1; k >= t->game_facts && !f->who; k--)
            if (t->fact[k].kind == VG_FACT_STIR && t->fact[k].sign == f->sign)
                f->who = t->fact[k].who;
        return true;
    case VG_FACT_FOIL: { // with the one card that was wanting?
        int own = 0, others = 0;
        for (int k = t->fact_count - 1; k >= t->game_facts; k--) {
            x = &t->fact[k];
            if (x->task != f->task) continue;
            if (x->kind == VG_FACT_TASK && x->who == f->whom) break;
            own += x->kind == VG_FACT_HELP && x->who == f->whom;
            others += x->kind == VG_FACT_CROSS && x->whom == f->whom;
        }
        f->sign = own > 0 && others == 1;
        return true;
    }
    case VG_FACT_LEAD:
        x = latest(t, VG_FACT_LEAD, VG_FACT_LEAD, 0);
        if (x && x->who == f->who) return false;
        if (x) f->whom = x->who;
        return true;
    default: return true;
    }
}

// What a fact needs from those before it in the same game.
static void complete(const vg_teller *t, vg_fact *f)
{
    for (int k = t->fact_count - 1; k >= t->game_facts; k--) {
        const vg_fact *x = &t->fact[k];
        switch (f->kind) {
        case VG_FACT_TASK: // set by whoever was stirring; those of the opening by nobody
        case VG_FACT_AIM:
            if (f->kind == VG_FACT_TASK && !f->sign) return;
            if ((x->kind != VG_FACT_WAKE && x->kind != VG_FACT_JOIN) || x->seat != f->seat)
                continue;
            f->who = x->who;
            return;
        case VG_FACT_HIDDEN:
            if (x->kind != VG_FACT_SNARE) continue;
            f->who = x->who;
            f->whom = x->whom;
            f->to = x->to;
            return;
        case VG_FACT_DECIDED:
            if (x->kind == VG_FACT_TALLY && x->task == f->task) f->margin = x->margin;
            if (x->kind != VG_FACT_QUEST || x->task != f->task) continue;
            f->who = x->who;
            f->whom = x->whom;
            f->to = x->to;
            return;
        case VG_FACT_KEEP: // by whoever used it
            if (x->kind == VG_FACT_QUEST) return;
            if (x->kind != VG_FACT_HELP || x->thing != f->thing) continue;
            f->who = x->who;
            return;
        case VG_FACT_BANISH:
            if (x->kind != VG_FACT_FALL || x->whom != f->whom) continue;
            f->with = x->who;
            return;
        default: return;
        }
    }
}

// For the questions people are asked, and who plays whom.
static void note(const vg_fact *f, vg_telling *out)
{
    vg_fact *about = &out->about;
    out->stirs |= f->kind == VG_FACT_WAKE || f->kind == VG_FACT_JOIN;
    out->ends |= f->kind == VG_FACT_CHAPTER || f->kind == VG_FACT_ENDING;
    if (!about->who) about->who = f->who;
    if (!about->whom) about->whom = f->whom;
    if (!about->to) about->to = f->to;
    if (!about->thing) about->thing = f->thing;
}

static bool live(vg_teller *t, vg_telling *out, int first)
{
    const vg_saga *saga = t->game->saga;
    vg_text text[VG_LANG_COUNT] = {vg_text_heap(), vg_text_heap()};
    for (int k = first; k < t->fact_count; k++) note(&t->fact[k], out);
    out->chapter = t->chapter;
    if (vg_game_tells(t->game))
        vg_plan_live(saga, t->fact + t->game_facts, first - t->game_facts,
                     t->fact_count - t->game_facts, t->seed, t->line_used, t->line_worn, text);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        char *copy = text[lang].at ? text[lang].at : calloc(1, 1);
        if (!copy || text[lang].cut) return false;
        out->text[lang] = copy;
    }
    if (!out->ends) return true;
    memset(t->line_used, 0, (size_t)saga->lines);
    t->chapter++;
    return true;
}

static bool follow_facts(vg_teller *t, vg_telling *telling, const void *view, const vg_event *event,
                         int count)
{
    vg_fact fact[VG_MAX_FACTS];
    int n = count ? t->game->facts(view, telling->seat, event, count, fact) : 0;
    int first = t->fact_count;
    for (int i = 0; i < n; i++) {
        vg_fact *list = grown(t->fact, &t->fact_room, t->fact_count + 1, sizeof *list);
        if (!list) return false;
        t->fact = list;
        fact[i].entry = telling->entry;
        fact[i].game = telling->game;
        complete(t, &fact[i]);
        if (!complete_turn(t, &fact[i])) continue;
        t->fact[t->fact_count++] = fact[i];
    }
    if (!n) return true;
    vg_telling *list = grown(t->telling, &t->room, t->count + 1, sizeof *list);
    if (!list) return false;
    t->telling = list;
    if (!live(t, telling, first)) return false;
    t->telling[t->count++] = *telling;
    return true;
}

const vg_fact *vg_teller_facts(const vg_teller *t, int *count)
{
    *count = t->fact_count;
    return t->fact;
}

uint64_t vg_teller_seed(const vg_teller *t) { return t->seed; }

static bool follow_entry(vg_teller *t, int entry)
{
    vg_log_entry e;
    vg_table_log(t->table, entry, &e);
    if (e.game != t->game_number) { // the first seat moves on (docs/record.md)
        t->setup.first = (int8_t)((t->game->first(t->state) + 1) % t->setup.seats);
        t->game_number = e.game;
        begin_game(t);
    }
    t->game->apply(t->state, e.seat, e.move, NULL);
    step *seen = grown(t->seen, &t->seen_room, t->seen_count + 1, sizeof *seen);
    if (!seen) return false;
    t->seen = seen;
    t->seen[t->seen_count++] = (step){e.move, e.seat};
    if (!t->game->saga) return true;

    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_event event[VG_MAX_EVENTS];
    int count = 0;
    for (int i = 0; i < e.event_count; i++) {
        const vg_event *x = vg_table_event(t->table, e.event_first + i);
        if (vg_event_visible(x, VG_WATCHER)) event[count++] = *x;
    }
    vg_telling telling = {.entry = entry, .seat = e.seat, .game = e.game};
    // When all is over all is shown, and counted: the result is everybody's.
    if (t->game->ask(t->state).actor == VG_NOBODY)
        memcpy(view, t->state, t->game->state_size);
    else
        vg_game_view(t->game, t->state, VG_WATCHER, view);
    return follow_facts(t, &telling, view, event, count);
}

bool vg_teller_follow(vg_teller *t)
{
    int count = vg_table_log_count(t->table);
    bool same = t->seen_count <= count;
    for (int i = 0; same && i < t->seen_count; i++) {
        vg_log_entry e;
        vg_table_log(t->table, i, &e);
        same = e.move == t->seen[i].move && e.seat == t->seen[i].seat;
    }
    if (!same) begin(t);
    while (t->seen_count < count)
        if (!follow_entry(t, t->seen_count)) return false;
    return true;
}

int vg_teller_count(const vg_teller *t) { return t->count; }
const vg_telling *vg_teller_at(const vg_teller *t, int i) { return &t->telling[i]; }

const vg_telling *vg_teller_find(const vg_teller *t, int entry)
{
    for (int i = t->count - 1; i >= 0 && t->telling[i].entry >= entry; i--)
        if (t->telling[i].entry == entry) return &t->telling[i];
    return NULL;
}

bool vg_teller_board(const vg_teller *t, vg_board *out)
{
    if (!t->game->board) return false;
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_game_view(t->game, t->state, VG_WATCHER, view);
    *out = (vg_board){0};
    t->game->board(view, out);
    return out->count > 0;
}

// ---- bots that tell, and questions for people --------------------------------------------

vg_err vg_tale_narrate(vg_table *table, vg_teller *t, uint16_t bots, int first, vg_lang lang)
{
    if (!vg_teller_follow(t)) return VG_ERR_SYSTEM;
    for (int i = 0; i < t->count; i++) {
        const vg_telling *x = &t->telling[i];
        if (x->entry < first || x->seat < 0 || !(bots >> x->seat & 1) || !*x->text[lang]) continue;
        vg_log_entry e;
        vg_table_log(table, x->entry, &e);
        if (e.narration) continue;
        vg_err err = vg_table_narrate(table, x->seat, x->entry, x->text[lang]);
        if (err) return err;
    }
    return VG_OK;
}

bool vg_tale_is_bot(const vg_table *table, int seat)
{
    return *vg_table_seat_bot(table, seat) != '\0';
}

void vg_tale_questions(const vg_teller *t, const vg_telling *telling, vg_lang lang, vg_text *out)
{
    static const vg_words questions[] = {
        VG_WORDS("Che cosa {card:c'entra|c'entrano} {card}?",
                 "What {card:has|have} {card} to do with it?"),
        VG_WORDS("Che cosa {who:vuole|vogliono} {Who}?", "What {who:does|do} {Who} want?"),
        VG_WORDS("Che cosa si vede {in to}?", "What is there to see at {to}?"),
    };
    const vg_saga *saga = t->game->saga;
    vg_cue cue = vg_cue_of(&telling->about);
    size_t from = out->len;
    vg_refer refer = {0};
    int count = 0;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0] && count < 2; i++) {
        if (!vg_can_say(saga, questions[i].in[VG_IT], &cue)) continue;
        if (count++) vg_text_char(out, ' ');
        vg_say(saga, lang, questions[i].in[lang], &cue, &refer, out);
    }
    if (!count) vg_text_add(out, lang == VG_IT ? "Chi, dove, perché?" : "Who, where, why?");
    vg_capitals(out->at + from);
}
