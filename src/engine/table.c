// table.c: one game or match being played.
//
// Every move, from a person, from chance or from a record, goes through
// carry_out(), which is the only place that changes state and log together.
// What it needs it reserves first, so that a move either happens whole or not
// at all. Going back copies an older state out of a ring: the rules know no undo.
#include "engine/table.h"

#include "engine/table_parts.h"

#include <stdlib.h>
#include <string.h>

// ---- making and ending a table -------------------------------------------------

// What is played can be loaded again, in any game: each entry takes its text, up to sixteen bytes
// around it and its narration, one taken back eight more, the header no more than a few pages.
static_assert((uint64_t)VG_MAX_MATCH * UINT16_MAX * (VG_MAX_MOVE_TEXT + 16) +
                      (uint64_t)VG_MAX_BACK * (VG_MAX_MOVE_TEXT + 24) + VG_MAX_TOLD + 16384 <
                  VG_MAX_RECORD,
              "a record has room for the longest match");

vg_table *vg_table_new(const vg_table_plan *plan, vg_text *why)
{
    vg_text none = {0};
    if (!why) why = &none;
    const vg_game *game = plan->game;
    if (plan->games < 1 || plan->games > VG_MAX_MATCH) {
        vg_text_printf(
            why, vg_pick(plan->lang, "una sfida ha da 1 a %d partite", "a match has 1 to %d games"),
            VG_MAX_MATCH);
        return NULL;
    }
    if (vg_setup_check(game, &plan->setup, plan->lang, why) != VG_OK) return NULL;

    vg_table *t = calloc(1, sizeof *t);
    if (!t) goto fail;
    t->form = 2;
    t->from_seed = plan->dice == VG_DICE_SEED;
    t->plan = *plan;
    t->setup = plan->setup;
    t->number = 1;
    t->undo_seat = VG_NOBODY;
    t->state = calloc(1, game->state_size);
    t->view = calloc(1, game->state_size);
    t->undo = malloc(game->state_size * VG_MAX_UNDO);
    if (!t->state || !t->view || !t->undo) goto fail;
    switch (plan->dice) {
    case VG_DICE_SEED: vg_seed_secret(plan->seed, t->plan.secret); break;
    case VG_DICE_SCRIPT: memset(t->plan.secret, 0, VG_SECRET); break;
    case VG_DICE_SECRET: break;
    }
    if (plan->dice != VG_DICE_SCRIPT) {
        t->has_secret = t->has_commitment = true;
        vg_secret_commitment(t->plan.secret, t->commitment);
    }
    size_t said = why->len;
    vg_err err = game->setup(t->state, &t->setup, plan->lang, why);
    if (err == VG_OK) return t;
    if (why->len == said) vg_text_add(why, vg_err_text(err, plan->lang));
    vg_table_free(t);
    return NULL;
fail:
    vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, plan->lang));
    vg_table_free(t);
    return NULL;
}

void vg_table_free(vg_table *t)
{
    if (!t) return;
    for (int i = 0; i < t->log_count; i++) free(t->log[i].narration);
    free(t->log);
    free(t->link);
    free(t->event);
    free(t->words);
    free(t->undo);
    free(t->view);
    free(t->state);
    free(t);
}

// ---- names ---------------------------------------------------------------------

static bool is_seat(const vg_table *t, int seat) { return seat >= 0 && seat < t->setup.seats; }

// Cleans `s` into `out` (4 bytes a code point and a NUL); refuses more than `max_chars`.
static vg_err clean(const char *s, int max_chars, vg_text *out)
{
    size_t n = strlen(s);
    if (n > 16 * (size_t)max_chars) return VG_ERR_LIMIT; // not worth cleaning
    if (vg_text_clean(out, s, n, max_chars + 1) > max_chars) return VG_ERR_LIMIT;
    return VG_OK;
}

vg_err vg_seat_name(const char *name, char out[VG_MAX_NAME * 4 + 1])
{
    char buffer[(VG_MAX_NAME + 1) * 4 + 1];
    vg_text text = VG_TEXT(buffer);
    vg_err err = clean(name, VG_MAX_NAME, &text);
    if (err == VG_OK) memcpy(out, buffer, text.len + 1);
    return err;
}

vg_err vg_seat_word(const char *word, char *out, size_t cap)
{
    size_t n = strnlen(word, cap);
    if (n >= cap) return VG_ERR_LIMIT;
    for (size_t i = 0; i < n; i++)
        if (word[i] < '!' || word[i] > '~') return VG_ERR_SYNTAX;
    memset(out, 0, cap);
    memcpy(out, word, n);
    return VG_OK;
}

vg_err vg_table_name(vg_table *t, int seat, const char *name)
{
    if (!is_seat(t, seat)) return VG_ERR_NOT_YOU;
    return vg_seat_name(name, t->name[seat]);
}

// ---- moves -----------------------------------------------------------------------

// Makes room for `more` elements beside `count`; the array may move, and doubles so that the cost
// of a move does not grow with the game.
static bool reserve(void **array, size_t count, size_t more, size_t size, size_t *cap)
{
    if (count + more <= *cap) return true;
    size_t wanted = *cap ? *cap * 2 : 64;
    while (wanted < count + more) wanted *= 2;
    void *grown = realloc(*array, wanted * size);
    if (!grown) return false;
    *array = grown;
    *cap = wanted;
    return true;
}

static bool reserve_link(vg_table *t)
{
    size_t cap = (size_t)t->link_cap;
    void *at = t->link;
    bool ok = reserve(&at, (size_t)t->link_count, 1, sizeof *t->link, &cap);
    t->link = at;
    t->link_cap = (int)cap;
    return ok;
}

static void add_link(vg_table *t, vg_link_kind kind, int seat, int entry, size_t word, vg_by by)
{
    t->link[t->link_count++] = (vg_link){.kind = (uint8_t)kind,
                                         .seat = (int8_t)seat,
                                         .game = t->number,
                                         .by = (uint8_t)by,
                                         .entry = entry,
                                         .word = word};
    vg_chain_grow(t);
}

static bool reserve_move(vg_table *t)
{
    if (!reserve_link(t)) return false;
    size_t log = (size_t)t->log_cap, event = (size_t)t->event_cap;
    void *at = t->log;
    bool ok = reserve(&at, (size_t)t->log_count, 1, sizeof *t->log, &log);
    t->log = at;
    t->log_cap = (int)log;
    at = t->event;
    ok = ok && reserve(&at, (size_t)t->event_count, VG_MAX_EVENTS, sizeof *t->event, &event);
    t->event = at;
    t->event_cap = (int)event;
    at = t->words;
    ok = ok && reserve(&at, t->words_len, VG_MAX_MOVE_TEXT, 1, &t->words_cap);
    t->words = at;
    return ok;
}

static uint8_t *undo_slot(const vg_table *t, int slot)
{
    return t->undo + t->plan.game->state_size * (size_t)((slot + VG_MAX_UNDO) % VG_MAX_UNDO);
}

static void remember(vg_table *t, int seat)
{
    if (seat != t->undo_seat) t->undo_count = 0;
    t->undo_seat = seat;
    memcpy(undo_slot(t, t->undo_next), t->state, t->plan.game->state_size);
    t->undo_next = (t->undo_next + 1) % VG_MAX_UNDO;
    if (t->undo_count < VG_MAX_UNDO) t->undo_count++;
}

// Does a legal move of a seat or of chance. Fails only for want of memory or room, whole.
static vg_err carry_out(vg_table *t, int seat, vg_move m, vg_by by)
{
    const vg_game *game = t->plan.game;
    if (t->log_count - t->log_first >= game->max_length) return VG_ERR_LIMIT;
    if (!reserve_move(t)) return VG_ERR_SYSTEM;

    vg_entry *e = &t->log[t->log_count++];
    *e = (vg_entry){.seat = (int8_t)seat,
                    .game = t->number,
                    .move = m,
                    .link = t->link_count,
                    .word = t->words_len,
                    .event_first = t->event_count};
    vg_text text = vg_text_over(t->words + t->words_len, VG_MAX_MOVE_TEXT);
    vg_move_text(game, t->state, m, &text);
    t->words_len += text.len + 1;
    add_link(t, VG_LINK_MOVE, seat, t->log_count - 1, e->word, by);

    if (seat == VG_CHANCE)
        t->rolls++;
    else
        remember(t, seat);
    vg_events events;
    events.count = 0;
    events.learned = events.overflow = false;
    game->apply(t->state, seat, m, &events);
    assert(!events.overflow);
    memcpy(t->event + t->event_count, events.event, (size_t)events.count * sizeof *t->event);
    t->event_count += events.count;
    e->event_count = events.count;

    // Another seat acting is in remember().
    if (vg_game_barrier(game, t->state, &events)) t->undo_count = 0;
    return VG_OK;
}

// Chance moves until a seat is asked. Without memory it stops; the next call goes on.
static void roll(vg_table *t)
{
    while (t->plan.dice != VG_DICE_SCRIPT && t->plan.game->ask(t->state).actor == VG_CHANCE)
        if (carry_out(t, VG_CHANCE, vg_table_roll(t->plan.game, t->state, t->key, t->rolls),
                      VG_BY_SELF))
            return;
}

void vg_table_start(vg_table *t)
{
    if (vg_table_missing(t)) return; // it is for them to say
    if (!t->started) {
        vg_table_seal(t);
        if (t->has_secret && t->form > 1 && !vg_chain_open(t)) return;
        t->started = true;
        if (t->has_secret) vg_table_key(t, t->number, t->key);
    }
    roll(t);
}

void vg_table_by(vg_table *t, vg_by by) { t->by = (uint8_t)by; }

static vg_by take_by(vg_table *t)
{
    vg_by by = (vg_by)t->by;
    t->by = VG_BY_SELF;
    return by;
}

int vg_table_legal(const vg_table *t, int seat, vg_move out[VG_MAX_LEGAL])
{
    vg_ask ask = t->plan.game->ask(t->state);
    if (vg_table_missing(t)) return 0;
    if (seat == VG_CHANCE) {
        if (t->plan.dice != VG_DICE_SCRIPT || ask.actor != VG_CHANCE) return 0;
    } else if (!is_seat(t, seat) || (ask.actor != seat && !(ask.also >> seat & 1))) {
        return 0;
    }
    return t->plan.game->legal(t->state, seat, out);
}

// What the seat to decide is asked, as a bystander may hear it.
static void say_asked(const vg_table *t, int actor, vg_lang lang, vg_text *why)
{
    _Alignas(8) uint8_t view[VG_MAX_STATE];
    char buffer[240];
    vg_text prompt = VG_TEXT(buffer);
    vg_voice voice = vg_table_voice(t, actor, lang),
             bystander = vg_table_voice(t, VG_WATCHER, lang);
    vg_game_view(t->plan.game, t->state, VG_WATCHER, view);
    vg_prompt(t->plan.game, view, &voice, &prompt);
    vg_text_printf(why,
                   vg_pick(lang, "Ora deve decidere %s: «%s»", "It is for %s to decide: \"%s\""),
                   vg_voice_name(&bystander, actor), buffer);
}

static void say_choices(const vg_table *t, const vg_move *list, int count, vg_lang lang,
                        vg_text *why)
{
    enum { SHOWN = 12 };
    vg_text_add(why, vg_pick(lang, "Questa mossa ora non si può fare. Puoi: ",
                             "That cannot be done now. You can: "));
    for (int i = 0; i < count && i < SHOWN; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(t->plan.game, t->state, list[i], &text);
        if (i) vg_text_add(why, ", ");
        vg_text_add(why, buffer);
    }
    if (count > SHOWN)
        vg_text_printf(why, vg_pick(lang, " …e altre %d", " …and %d more"), count - SHOWN);
}

// Says why `seat` has no move at all now.
static vg_err refuse_seat(const vg_table *t, int seat, vg_lang lang, vg_text *why)
{
    vg_ask ask = t->plan.game->ask(t->state);
    if (ask.actor == VG_NOBODY) {
        vg_text_add(why, vg_pick(lang, "La partita è finita", "The game is over"));
        return VG_ERR_OVER;
    }
    if (!is_seat(t, seat) && seat != VG_CHANCE)
        vg_text_printf(why,
                       vg_pick(lang, "I posti a questo tavolo vanno da 0 a %d",
                               "The seats at this table are 0 to %d"),
                       t->setup.seats - 1);
    else if (ask.actor == VG_CHANCE)
        vg_text_add(why, vg_pick(lang, "Ora decide il caso", "Chance decides now"));
    else
        say_asked(t, ask.actor, lang, why);
    return VG_ERR_NOT_YOU;
}

// Says why `text` is none of the seat's moves `list`.
static vg_err refuse_text(const vg_table *t, int seat, const char *text, const vg_move *list,
                          int count, vg_lang lang, vg_text *why)
{
    size_t said = why->len;
    if (seat != VG_CHANCE) {
        _Alignas(8) uint8_t view[VG_MAX_STATE];
        char buffer[VG_MAX_MOVE_TEXT * 2];
        vg_text cleaned = VG_TEXT(buffer), rule = {0};
        vg_voice voice = vg_table_voice(t, seat, lang);
        vg_text_clean(&cleaned, text, strlen(text), VG_MAX_MOVE_TEXT);
        vg_game_view(t->plan.game, t->state, seat, view);
        vg_why_not(t->plan.game, view, seat, buffer, &voice, why, &rule);
    }
    if (why->len == said) say_choices(t, list, count, lang, why);
    return VG_ERR_ILLEGAL;
}

// Does `move` hold `words`, one after another?
static bool speaks_of(const char *move, const char *words)
{
    size_t n = strlen(words);
    for (const char *at = move; (at = strstr(at, words)); at++)
        if ((at == move || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return true;
    return false;
}

// What the rules say to each verb that is in question now, with these words: true with the first
// reason that cites a rule. One that cites none is about a word misread, not about the thing.
static bool say_rule(const vg_table *t, const void *view, char move[][VG_MAX_MOVE_TEXT], int count,
                     const char *words, const vg_voice *voice, vg_text *out, vg_text *rule)
{
    for (int i = 0; i < count; i++) {
        size_t verb = strcspn(move[i], " ");
        if (!move[i][verb]) continue; // it speaks of no thing
        if (i > 0 && strncmp(move[i], move[i - 1], verb + 1) == 0) continue;
        char buffer[VG_MAX_MOVE_TEXT * 2], reason[400], id[16];
        vg_text text = VG_TEXT(buffer), why = VG_TEXT(reason), cited = VG_TEXT(id);
        vg_text_bytes(&text, move[i], verb + 1);
        vg_text_clean(&text, words, strlen(words), VG_MAX_MOVE_TEXT);
        vg_why_not(t->plan.game, view, voice->reader, buffer, voice, &why, &cited);
        if (!cited.len) continue;
        vg_text_add(out, reason);
        vg_text_add(rule, id);
        return true;
    }
    return false;
}

bool vg_table_why(vg_table *t, int seat, const char *words, vg_lang lang, vg_text *out,
                  vg_text *rule)
{
    const vg_game *game = t->plan.game;
    char move[VG_MAX_LEGAL][VG_MAX_MOVE_TEXT];
    vg_move list[VG_MAX_LEGAL];
    vg_table_start(t);
    int count = vg_table_legal(t, seat, list);
    if (count == 0) {
        refuse_seat(t, seat, lang, out);
        return false;
    }
    _Alignas(8) uint8_t view[VG_MAX_STATE];
    vg_voice voice = vg_table_voice(t, seat, lang);
    vg_game_view(game, t->state, seat, view);
    for (int i = 0; i < count; i++) {
        vg_text text = VG_TEXT(move[i]);
        vg_move_text(game, view, list[i], &text);
    }
    bool some = false;
    for (int way = 0; way < VG_MAX_WAYS && *words; way++) {
        char one[VG_MAX_MOVE_TEXT];
        size_t n = strcspn(words, ",");
        vg_text text = VG_TEXT(one);
        vg_text_bytes(&text, words, n);
        words += n + (words[n] == ',');
        if (text.cut) continue;
        for (int i = 0; i < count; i++)
            if (speaks_of(move[i], one)) return false;
        if (say_rule(t, view, move, count, one, &voice, out, rule)) return true;
        some = true;
    }
    if (some) vg_prompt(game, view, &voice, out);
    return false;
}

static vg_err made(vg_table *t, vg_err err)
{
    if (err == VG_OK) roll(t);
    return err;
}

vg_err vg_table_play(vg_table *t, int seat, const char *text, vg_lang lang, vg_text *why)
{
    vg_text none = {0};
    if (!why) why = &none;
    vg_by by = take_by(t);
    if (strnlen(text, VG_MAX_MOVE_TEXT) >= VG_MAX_MOVE_TEXT) {
        vg_text_add(why, vg_pick(lang, "Una mossa non è mai così lunga", "No move is that long"));
        return VG_ERR_LIMIT;
    }
    vg_table_start(t);
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(t, seat, list);
    if (count == 0) return refuse_seat(t, seat, lang, why);
    vg_move m = vg_game_named(t->plan.game, t->state, list, count, text);
    if (!m) return refuse_text(t, seat, text, list, count, lang, why);
    vg_err err = made(t, carry_out(t, seat, m, by));
    if (err != VG_OK) vg_text_add(why, vg_err_text(err, lang));
    return err;
}

vg_err vg_table_move(vg_table *t, int seat, vg_move m)
{
    vg_by by = take_by(t);
    vg_table_start(t);
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(t, seat, list);
    vg_text none = {0};
    if (count == 0) return refuse_seat(t, seat, VG_EN, &none);
    for (int i = 0; i < count; i++)
        if (list[i] == m) return made(t, carry_out(t, seat, m, by));
    return VG_ERR_ILLEGAL;
}

// ---- going back --------------------------------------------------------------------

int vg_table_undo_depth(const vg_table *t, int seat)
{
    return seat == t->undo_seat ? t->undo_count : 0;
}

vg_err vg_table_undo(vg_table *t, int seat)
{
    if (!is_seat(t, seat)) return VG_ERR_NOT_YOU;
    if (vg_table_undo_depth(t, seat) == 0) return VG_ERR_UNDO;
    if (t->back_count == VG_MAX_BACK) return VG_ERR_LIMIT;
    if (!reserve_link(t)) return VG_ERR_SYSTEM;
    t->undo_next = (t->undo_next + VG_MAX_UNDO - 1) % VG_MAX_UNDO;
    t->undo_count--;
    memcpy(t->state, undo_slot(t, t->undo_next), t->plan.game->state_size);
    vg_entry *e = &t->log[--t->log_count];
    assert(e->seat == seat);
    t->event_count = e->event_first;
    t->link[e->link].entry = -1; // the chain keeps it
    t->back_count++;
    add_link(t, VG_LINK_UNDO, seat, -1, 0, VG_BY_SELF);
    if (e->narration) t->told -= strlen(e->narration);
    free(e->narration);
    return VG_OK;
}

// ---- matches -----------------------------------------------------------------------

bool vg_table_over(const vg_table *t) { return t->plan.game->ask(t->state).actor == VG_NOBODY; }

bool vg_table_match_over(const vg_table *t)
{
    return t->number == t->plan.games && vg_table_over(t);
}

vg_err vg_table_next_game(vg_table *t)
{
    const vg_game *game = t->plan.game;
    if (!vg_table_over(t)) return VG_ERR_ILLEGAL;
    if (t->number == t->plan.games) return VG_ERR_OVER;
    vg_setup setup = t->plan.setup;
    setup.first = (int8_t)((game->first(t->state) + 1) % setup.seats);
    _Alignas(8) uint8_t state[VG_MAX_STATE];
    vg_text none = {0};
    vg_err err = game->setup(state, &setup, t->plan.lang, &none);
    if (err != VG_OK) return err;
    if (!reserve_link(t)) return VG_ERR_SYSTEM;

    vg_score score;
    vg_table_score(t, &score);
    for (int p = 0; p < setup.seats; p++) t->points[p] += score.points[p];
    memcpy(t->state, state, game->state_size);
    t->setup = setup;
    t->number++;
    t->rolls = 0;
    t->undo_count = 0;
    t->log_first = t->log_count;
    add_link(t, VG_LINK_GAME, VG_NOBODY, -1, 0, VG_BY_SELF);
    if (t->has_secret) vg_table_key(t, t->number, t->key);
    roll(t);
    return VG_OK;
}

void vg_table_score(const vg_table *t, vg_score *out)
{
    memset(out, 0, sizeof *out);
    t->plan.game->score(t->state, out);
}

void vg_table_match_score(const vg_table *t, int32_t points[VG_MAX_SEATS],
                          uint8_t rank[VG_MAX_SEATS])
{
    vg_score score = {0};
    if (vg_table_over(t)) vg_table_score(t, &score);
    memset(points, 0, VG_MAX_SEATS * sizeof *points);
    memset(rank, 0, VG_MAX_SEATS * sizeof *rank);
    for (int p = 0; p < t->setup.seats; p++) points[p] = t->points[p] + score.points[p];
    for (int p = 0; p < t->setup.seats; p++) {
        rank[p] = 1;
        for (int q = 0; q < t->setup.seats; q++)
            rank[p] = (uint8_t)(rank[p] + (points[q] > points[p]));
    }
}

// ---- narration ---------------------------------------------------------------------

vg_err vg_table_narrate(vg_table *t, int seat, int entry, const char *text)
{
    if (entry < 0 || entry >= t->log_count) return VG_ERR_ILLEGAL;
    vg_entry *e = &t->log[entry];
    if (!is_seat(t, seat) || e->seat != seat) return VG_ERR_NOT_YOU;
    char buffer[(VG_MAX_NARRATION + 1) * 4 + 1];
    vg_text told = VG_TEXT(buffer);
    vg_err err = clean(text, VG_MAX_NARRATION, &told);
    if (err != VG_OK) return err;
    size_t before = e->narration ? strlen(e->narration) : 0;
    if (t->told - before + told.len > VG_MAX_TOLD) return VG_ERR_LIMIT;
    char *copy = NULL;
    if (told.len > 0 && !(copy = strdup(buffer))) return VG_ERR_SYSTEM;
    free(e->narration);
    e->narration = copy;
    t->told = t->told - before + told.len;
    return VG_OK;
}

// ---- looking -----------------------------------------------------------------------

const vg_game *vg_table_game(const vg_table *t) { return t->plan.game; }
const vg_setup *vg_table_setup(const vg_table *t) { return &t->setup; }
const vg_table_plan *vg_table_plan_of(const vg_table *t) { return &t->plan; }
vg_ask vg_table_ask(const vg_table *t) { return t->plan.game->ask(t->state); }
int vg_table_games(const vg_table *t) { return t->plan.games; }
int vg_table_game_number(const vg_table *t) { return t->number; }
const void *vg_table_state(const vg_table *t) { return t->state; }

const char *vg_table_seat_name(const vg_table *t, int seat)
{
    return is_seat(t, seat) && t->name[seat][0] ? t->name[seat] : NULL;
}

vg_voice vg_table_voice(const vg_table *t, int reader, vg_lang lang)
{
    vg_voice voice = {.lang = lang, .reader = reader};
    for (int p = 0; p < t->setup.seats; p++) voice.name[p] = vg_table_seat_name(t, p);
    return voice;
}

const void *vg_table_view(vg_table *t, int seat)
{
    vg_game_view(t->plan.game, t->state, is_seat(t, seat) ? seat : VG_WATCHER, t->view);
    return t->view;
}

int vg_table_log_count(const vg_table *t) { return t->log_count; }

void vg_table_log(const vg_table *t, int entry, vg_log_entry *out)
{
    assert(entry >= 0 && entry < t->log_count);
    const vg_entry *e = &t->log[entry];
    *out = (vg_log_entry){.seat = e->seat,
                          .game = e->game,
                          .by = t->link[e->link].by,
                          .move = e->move,
                          .narration = e->narration,
                          .event_first = e->event_first,
                          .event_count = e->event_count};
    vg_text text = VG_TEXT(out->text);
    vg_text_add(&text, t->words + e->word);
}

int vg_table_event_count(const vg_table *t) { return t->event_count; }

const vg_event *vg_table_event(const vg_table *t, int index)
{
    assert(index >= 0 && index < t->event_count);
    return &t->event[index];
}

bool vg_event_visible(const vg_event *e, int viewer)
{
    if (viewer == VG_EVERYTHING) return !e->veiled;
    if (viewer == VG_WATCHER) return e->to & VG_TO_WATCHERS;
    return viewer >= 0 && viewer < VG_MAX_SEATS && e->to >> viewer & 1;
}
