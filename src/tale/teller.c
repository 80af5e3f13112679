// teller.c: follows a table and finds words for its beats.
//
// The one idea: a way of saying something (a row of grammar.def) is used at
// most once in a chapter. When none is left, the picture speaks for itself, or
// nothing is said: silence reads better than the same sentence twice.
#include "tale/plan.h"
#include "tale/say.h"
#include "tale/tale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the grammar ---------------------------------------------------------------

typedef struct say {
    uint8_t kind;
    vg_words words;
} say;

static const say says[] = {
#define SAY(kind, it, en) {VG_BEAT_##kind, VG_WORDS(it, en)},
#include "tale/grammar.def"
#undef SAY
};
enum { SAYS = sizeof says / sizeof says[0], STORIES = 33 };

int vg_tale_pattern_count(void) { return SAYS; }
const char *vg_tale_pattern(int pattern, vg_lang lang) { return says[pattern - 1].words.in[lang]; }

// ---- filling a pattern -----------------------------------------------------------

static const vg_name *fact(const vg_beat *b, const char *name)
{
    const struct {
        const char *name;
        const vg_name *value;
    } facts[] = {{"who", &b->who}, {"whom", &b->whom}, {"where", &b->where}, {"card", &b->card}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (strcmp(facts[i].name, name) == 0) return facts[i].value;
    assert(false); // a pattern names a fact that does not exist: tests/unit/tale.c
    return NULL;
}

static bool fillable(const say *s, const vg_beat *b)
{
    for (const char *at = s->words.in[VG_IT]; (at = strchr(at, '{')) != NULL; at++)
        if (!fact(b, vg_read_hole(at).fact)->words.in[VG_IT]) return false;
    return true;
}

// Titles of pictures stand in mid sentence: "la chiave".
static bool is_picture(const char *name) { return strcmp(name, "card") == 0; }

static void put_fact(vg_text *out, const vg_hole *h, const vg_name *value, vg_lang lang)
{
    char room[256];
    vg_text name = VG_TEXT(room);
    vg_text_add(&name, value->words.in[lang]);
    if (is_picture(h->fact) && room[0] >= 'A' && room[0] <= 'Z') room[0] = (char)(room[0] + 32);
    if (h->preposition[0])
        vg_join_it(out, h->preposition, room, value->gender == VG_THEY);
    else
        vg_text_add(out, room);
}

// Two forms: one, many. Three: he, she, they.
static void put_form(vg_text *out, const vg_hole *h, const vg_name *value, const char *end)
{
    int bars = 0, want, gender = value->gender;
    const char *it = value->words.in[VG_IT];
    if (is_picture(h->fact) && vg_many_it(it)) gender = VG_THEY;
    for (const char *at = h->forms; at < end; at++) bars += *at == '|';
    assert(bars == 1 || bars == 2);
    want = bars == 2 ? gender : gender == VG_THEY;
    const char *at = h->forms;
    while (want--) at = strchr(at, '|') + 1;
    const char *stop = at;
    while (stop < end && *stop != '|') stop++;
    vg_text_bytes(out, at, (size_t)(stop - at));
}

void vg_tale_fill(vg_text *out, const char *pattern, const vg_beat *b, vg_lang lang)
{
    while (*pattern) {
        size_t plain = strcspn(pattern, "{");
        vg_text_bytes(out, pattern, plain);
        pattern += plain;
        if (!*pattern) return;
        vg_hole h = vg_read_hole(pattern);
        const vg_name *value = fact(b, h.fact);
        if (h.forms)
            put_form(out, &h, value, pattern + h.length - 1);
        else
            put_fact(out, &h, value, lang);
        pattern += h.length;
    }
}

// ---- the teller --------------------------------------------------------------------

typedef struct step {
    vg_move move;
    int8_t seat;
} step;

// A sentence that was told in this game, and where it was told last.
typedef struct spoken {
    const char *sentence;
    uint16_t story, chapter;
    int telling;
} spoken;

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
    uint8_t used[STORIES][SAYS]; // in the chapter that runs; story 0 where there is only one
    uint8_t worn[SAYS];          // how often in the whole game: fresh words first
    uint16_t chapter[STORIES];
    vg_fact *fact;                         // of all games, for games with a saga
    int fact_count, fact_room, game_facts; // game_facts: where the running game's begin
    uint8_t *line_used, *line_worn;        // by line of the saga: plan.h
    spoken *spoken;                        // sentences of pictures and wishes
    int spoken_count, spoken_room;
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
    memset(t->used, 0, sizeof t->used);
    memset(t->worn, 0, sizeof t->worn);
    for (int i = 0; i < STORIES; i++) t->chapter[i] = 1;
    t->spoken_count = 0;
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
    free(t->spoken);
    free(t->fact);
    free(t->line_used);
    free(t->line_worn);
    free(t);
}

// ---- choosing what to say -----------------------------------------------------------

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t mix_name(uint64_t h, const vg_name *name)
{
    for (const char *at = name->words.in[VG_IT]; at && *at; at++) h = mix(h, (uint8_t)*at);
    return h;
}

// A number from what everybody knows about this beat: its facts, and where in the tale it stands.
static uint64_t chance_of(const vg_teller *t, const vg_beat *b)
{
    uint64_t h = mix(t->seed, (uint64_t)t->seen_count);
    h = mix_name(mix_name(mix(h, b->kind), &b->who), &b->card);
    return mix_name(h, &b->where);
}

// A pattern not yet used in this chapter, among those one that has been used least; or -1.
static int choose(const vg_teller *t, const vg_beat *b, uint64_t chance)
{
    int fit[SAYS], count = 0, best = 0;
    for (int i = 0; i < SAYS; i++) {
        if (says[i].kind != b->kind || t->used[b->story][i] || !fillable(&says[i], b)) continue;
        int worth = 500 - t->worn[i];
        if (worth > best) count = 0;
        if (worth >= best) fit[count++] = i;
        if (worth > best) best = worth;
    }
    return count ? fit[chance % (unsigned)count] : -1;
}

// The sentence among some to tell in this story now: one not told in this game yet, otherwise the
// one told longest ago in another chapter; or NULL.
static const vg_words *choose_sentence(vg_teller *t, const vg_beat *b, const vg_words *some,
                                       int count)
{
    const vg_words *best = NULL;
    spoken *at = NULL;
    for (int i = 0; i < count && !(best && !at); i++) {
        const vg_words *words = &some[i];
        spoken *told = NULL;
        for (int k = 0; k < t->spoken_count; k++)
            if (t->spoken[k].sentence == words->in[VG_IT] && t->spoken[k].story == b->story)
                told = &t->spoken[k];
        if (told && told->chapter == t->chapter[b->story]) continue;
        if (told && best && at->telling < told->telling) continue;
        best = words;
        at = told;
    }
    if (!best) return NULL;
    if (!at) {
        spoken *more = grown(t->spoken, &t->spoken_room, t->spoken_count + 1, sizeof *more);
        if (!more) return best; // it may be told once more: nothing worse
        t->spoken = more;
        at = &t->spoken[t->spoken_count++];
    }
    *at = (spoken){best->in[VG_IT], b->story, t->chapter[b->story], t->count};
    return best;
}

static bool tell(vg_teller *t, vg_telling *out)
{
    const vg_beat *b = &out->beat;
    uint64_t chance = chance_of(t, b);
    const vg_words *image = choose_sentence(t, b, b->image, b->image_count);
    int pattern = choose(t, b, chance);
    if (pattern >= 0) {
        t->used[b->story][pattern] = 1;
        if (t->worn[pattern] < UINT8_MAX) t->worn[pattern]++;
        out->pattern = (uint16_t)(pattern + 1);
    }
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        vg_text text = vg_text_heap();
        if (pattern >= 0) vg_tale_fill(&text, says[pattern].words.in[lang], b, (vg_lang)lang);
        if (image) vg_text_printf(&text, "%s%s", text.len ? " " : "", image->in[lang]);
        if (!text.len) vg_text_add(&text, "");
        char *copy = text.at ? text.at : calloc(1, 1);
        if (!copy) return false;
        vg_capitals(copy);
        out->text[lang] = copy;
    }
    return true;
}

// ---- following ------------------------------------------------------------------------

// ---- games with a saga -----------------------------------------------------------------

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

// As a beat: for the questions people are asked, and for the map.
static void beat_of(const vg_saga *saga, const vg_fact *f, vg_beat *out)
{
    if (f->kind == VG_FACT_WAKE || f->kind == VG_FACT_JOIN) out->kind = VG_BEAT_WAKE;
    if (f->who && !out->who.words.in[0]) out->who = saga->person[f->who].name;
    if (f->whom && !out->whom.words.in[0]) out->whom = saga->person[f->whom].name;
    if (f->to && !out->where.words.in[0]) out->where = saga->place[f->to].name;
    if (f->thing && !out->card.words.in[0]) out->card.words = saga->title[f->thing];
    if (f->kind == VG_FACT_WALK) {
        out->spot_from = f->from;
        out->spot = f->to;
        out->side = saga->person[f->who].side;
    }
    if (f->kind == VG_FACT_CHAPTER) out->chapter = 1;
}

static bool live(vg_teller *t, vg_telling *out, int first)
{
    const vg_saga *saga = t->game->saga;
    vg_text text[VG_LANG_COUNT] = {vg_text_heap(), vg_text_heap()};
    for (int k = first; k < t->fact_count; k++) beat_of(saga, &t->fact[k], &out->beat);
    out->chapter = t->chapter[0];
    vg_plan_live(saga, t->fact + t->game_facts, first - t->game_facts,
                 t->fact_count - t->game_facts, t->seed, t->line_used, t->line_worn, text);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        char *copy = text[lang].at ? text[lang].at : calloc(1, 1);
        if (!copy || text[lang].cut) return false;
        out->text[lang] = copy;
    }
    if (!out->beat.chapter) return true;
    memset(t->line_used, 0, (size_t)saga->lines);
    t->chapter[0]++;
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
    if (!vg_game_tells(t->game)) return true;

    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_event event[VG_MAX_EVENTS];
    int count = 0;
    for (int i = 0; i < e.event_count; i++) {
        const vg_event *x = vg_table_event(t->table, e.event_first + i);
        if (vg_event_visible(x, VG_WATCHER)) event[count++] = *x;
    }
    vg_telling telling = {.entry = entry, .seat = e.seat, .game = e.game};
    vg_game_view(t->game, t->state, VG_WATCHER, view);
    if (t->game->saga) return follow_facts(t, &telling, view, event, count);
    if (!count || !t->game->told(view, e.seat, event, count, &telling.beat)) return true;
    int story = telling.beat.story;
    assert(story < STORIES);
    telling.chapter = t->chapter[story];
    vg_telling *list = grown(t->telling, &t->room, t->count + 1, sizeof *list);
    if (!list) return false;
    t->telling = list;
    if (!tell(t, &telling)) return false;
    t->telling[t->count++] = telling;
    if (telling.beat.chapter) {
        memset(t->used[story], 0, sizeof t->used[story]);
        t->chapter[story]++;
    }
    return true;
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

void vg_tale_questions(const vg_beat *b, vg_lang lang, vg_text *out)
{
    static const vg_words about_who =
        VG_WORDS("Che cosa {who:vuole|vogliono} {who}?", "What {who:does|do} {who} want?");
    static const vg_words about_where =
        VG_WORDS("Che cosa si vede {in where}?", "What is there to see at {where}?");
    static const vg_words about_card = VG_WORDS("Che cosa {card:c'entra|c'entrano} {card}?",
                                                "What {card:has|have} {card} to do with it?");
    static const vg_words plain = VG_WORDS("Chi, dove, perché?", "Who, where, why?");
    const struct {
        const vg_name *name;
        const vg_words *question;
    } all[] = {{&b->card, &about_card}, {&b->who, &about_who}, {&b->where, &about_where}};
    int count = 0;
    char room[512];
    vg_text line = VG_TEXT(room);
    for (size_t i = 0; i < sizeof all / sizeof all[0] && count < 2; i++) {
        if (!all[i].name->words.in[VG_IT]) continue;
        if (count++) vg_text_char(&line, ' ');
        vg_tale_fill(&line, all[i].question->in[lang], b, lang);
    }
    if (!count) vg_text_add(&line, plain.in[lang]);
    vg_capitals(room);
    vg_text_add(out, room);
}
