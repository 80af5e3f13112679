// notation.c: a position of Winter Tales as lines, and such lines back in for scenarios.
#include "games/winter/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- out ----

static void list(vg_text *out, const char *key, const winter_cards *set)
{
    vg_text_printf(out, "%s:", key);
    for (int c = 1; c <= WINTER_CARDS; c++)
        if (winter_has(set, c)) vg_text_printf(out, " %s", winter_narration[c].slug);
    vg_text_char(out, '\n');
}

static void dump_people(const winter_state *s, vg_text *out)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (!s->owner[c]) continue;
        vg_text_printf(out, "%s: %d %s %s%s\n", winter_chars[c].slug, winter_seat_of(s, c),
                       s->where[c] ? winter_spaces[s->where[c]].slug : "gone",
                       winter_is_ready(s, c) ? "ready" : "used", winter_lies(s, c) ? " lying" : "");
    }
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        int at = s->token[t];
        vg_text_printf(out, "%s: ", winter_missions[t].slug);
        if (at > WINTER_POOL && at < WINTER_ON)
            vg_text_add(out, winter_spaces[at].slug);
        else if (at > WINTER_ON && at < WINTER_ON + WINTER_CHAR_COUNT)
            vg_text_printf(out, "on %s", winter_chars[at - WINTER_ON].slug);
        else
            vg_text_add(out, at == WINTER_POOL ? "pool" : at == WINTER_DONE ? "done" : "out");
        if (t == WINTER_REPRISAL && s->aim)
            vg_text_printf(out, " aim %s", winter_missions[s->aim].slug);
        vg_text_char(out, '\n');
    }
}

static void dump_memories(const winter_state *s, vg_text *out)
{
    for (int i = 0; i < winter_memories(s); i++) {
        const winter_memory *x = &s->memory[i];
        vg_text_printf(out, "memory %d: %s", i + 1, winter_colour_slugs[x->colour]);
        if (x->colour)
            vg_text_printf(out, " %s %s", winter_narration[x->card].slug,
                           x->goal ? winter_goals[x->goal].slug : winter_missions[x->mission].slug);
        vg_text_char(out, '\n');
    }
    vg_text_printf(out, "bookmark: %d\n", s->bookmark);
}

static void dump_modules(const winter_state *s, vg_text *out)
{
    if (s->option[WINTER_OPT_POWERS]) {
        vg_text_printf(out, "hope: %s%s\n", winter_chars[s->hope].slug,
                       s->hope_used ? " used" : "");
        vg_text_printf(out, "love: %s %s\n", winter_chars[s->love[0]].slug,
                       winter_chars[s->love[1]].slug);
        vg_text_printf(out, "refuge: %s\n", winter_spaces[s->refuge].slug);
        vg_text_printf(out, "artefact: %s\n", winter_chars[s->relic].slug);
        vg_text_printf(out, "horror: %s\n",
                       s->horror_on ? (s->horror ? winter_spaces[s->horror].slug : "off") : "no");
        vg_text_printf(out, "speech: %s\n", s->speech ? "yes" : "no");
    }
    static const char *const stages[] = {"none", "secret", "shown", "scored"};
    for (int p = 0; s->option[WINTER_OPT_GOALS] && p < s->seats; p++)
        for (int side = 0; side < 2; side++)
            if (s->goal_stage[p][side])
                vg_text_printf(out, "objective %d %s: %s %s\n", p, winter_side_slugs[side],
                               s->goal[p][side] ? winter_goals[s->goal[p][side]].slug
                                                : winter_goals[s->goal_open[p][side]].slug,
                               stages[s->goal_stage[p][side]]);
}

void winter_dump(const void *state, vg_text *out)
{
    const winter_state *s = state;
    char key[16];
    vg_text_printf(out, "chapter: %d\nturn: %d\n", s->chapter, s->turn);
    for (int p = 0; s->first != 0xff && p < s->seats; p++)
        vg_text_printf(out, "seat %d: %s\n", p, winter_side_slugs[winter_faction(s, p)]);
    for (int p = 0; p < s->seats; p++) {
        snprintf(key, sizeof key, "hand %d", p);
        list(out, key, &s->hand[p]);
    }
    for (int p = 0; p < s->seats; p++) vg_text_printf(out, "bid %d: %d\n", p, s->bid[p]);
    for (int p = 0; s->option[WINTER_OPT_COUNTS] && p < s->seats; p++)
        vg_text_printf(out, "count %d: %d\n", p, s->held[p]);
    list(out, "deck", &s->deck);
    vg_text_printf(out, "deck-empty: %s\n", s->deck_left ? "no" : "yes");
    list(out, "discard", &s->discard);
    list(out, "laid spring", &s->laid[0]);
    list(out, "laid winter", &s->laid[1]);
    dump_people(s, out);
    dump_memories(s, out);
    dump_modules(s, out);
    vg_text_printf(out, "winner: %s\n", s->winner ? winter_side_slugs[s->winner - 1] : "-");
}

// ---- in ----

// The next word of a line, or "".
typedef struct reader {
    const char *at;
    char word[48];
} reader;

static const char *next(reader *r)
{
    r->at += strspn(r->at, " ");
    size_t n = strcspn(r->at, " ");
    snprintf(r->word, sizeof r->word, "%.*s", (int)n, r->at);
    r->at += n;
    return r->word;
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int find(int set, const char *word) { return vg_set_find(&winter_rows, set, NULL, word); }

static int number(const char *word, int below)
{
    char *end;
    long n = strtol(word, &end, 10);
    return *word && !*end && n >= 0 && n < below ? (int)n : -1;
}

// Takes a card from wherever it is free to be taken: the deck, the discards, a hand.
static bool fetch(winter_state *s, int card)
{
    winter_cards *from[2 + WINTER_SEATS] = {&s->deck, &s->discard};
    for (int p = 0; p < WINTER_SEATS; p++) from[2 + p] = &s->hand[p];
    for (int i = 0; i < 2 + WINTER_SEATS; i++)
        if (winter_has(from[i], card)) {
            winter_drop(from[i], card);
            return true;
        }
    return false;
}

static const char *edit_cards(winter_state *s, winter_cards *set, winter_cards *rest, reader *r)
{
    winter_pour(rest, set);
    while (*next(r)) {
        int card = find(WINTER_SET_CARD, r->word);
        if (card < 0) return "there is no such card";
        if (winter_has(set, card)) return "a card is named twice";
        if (!fetch(s, card)) return "a card lies on the table";
        winter_add(set, card);
    }
    return NULL;
}

static const char *edit_char(winter_state *s, int c, reader *r)
{
    unsigned bit = 1u << c;
    int seat = number(next(r), s->seats);
    if (seat < 0) return "a character wants SEAT SPACE ready|used [lying]";
    if (s->first == 0xff) return "the factions are not known yet";
    winter_side faction = winter_faction(s, seat);
    if (faction != WINTER_WRITER && (int)faction != winter_side_of(c)) return "of another faction";
    next(r);
    int space = is(r->word, "gone") ? 0 : find(WINTER_SET_SPACE, r->word);
    if (space < 0 || (space == 0 && c > WINTER_TALES)) return "there is no such space";
    next(r);
    bool ready = is(r->word, "ready");
    if (!ready && !is(r->word, "used")) return "ready or used";
    bool lying = is(next(r), "lying");
    if (*r->word && !lying) return "lying, or nothing";
    if (!space && (lying || ready)) return "a tale that is gone neither lies nor acts";
    s->owner[c] = (uint8_t)(seat + 1);
    s->where[c] = (uint8_t)space;
    s->ready = (uint16_t)((s->ready & ~bit) | (ready ? bit : 0));
    s->lying = (uint16_t)((s->lying & ~bit) | (lying ? bit : 0));
    s->dead = (uint16_t)((s->dead & ~bit) | (space ? 0 : bit));
    return NULL;
}

static const char *edit_mission(winter_state *s, int t, reader *r)
{
    if (winter_running(s)) return "a mission is being resolved";
    next(r);
    int where = -1;
    if (is(r->word, "on")) {
        int c = find(WINTER_SET_CHARACTER, next(r));
        if (c > 0 && c <= WINTER_TALES && winter_missions[t].on_tale) where = WINTER_ON + c;
    } else if (is(r->word, "pool")) {
        where = WINTER_POOL;
    } else if (is(r->word, "done")) {
        where = WINTER_DONE;
    } else if (is(r->word, "out")) {
        where = WINTER_OUT;
    } else {
        where = find(WINTER_SET_SPACE, r->word);
        bool allowed = !winter_missions[t].on_tale || (t == WINTER_REPRISAL && s->refuge == where);
        if (!winter_is_place(where) || !allowed) where = -1;
    }
    if (where < 0) return "a mission wants pool, done, out, PLACE or on TALE";
    int aim = 0;
    if (t == WINTER_REPRISAL && is(next(r), "aim")) aim = find(WINTER_SET_MISSION, next(r));
    if (aim < 0 || aim > WINTER_RELIC_S) return "there is no such power";
    if (where == WINTER_POOL || where >= WINTER_DONE)
        s->token[t] = (uint8_t)where;
    else
        winter_set_token(s, t, where);
    if (t == WINTER_REPRISAL) s->aim = (uint8_t)aim;
    return NULL;
}

static const char *edit_memory(winter_state *s, reader *r)
{
    int slot = number(next(r), winter_memories(s) + 1) - 1;
    if (slot < 0) return "there is no such slot";
    winter_memory *x = &s->memory[slot];
    next(r);
    int colour = -1;
    for (int i = 0; i < 4; i++)
        if (is(r->word, winter_colour_slugs[i])) colour = i;
    if (colour < 0) return "a memory wants -, spring, winter or neutral, a card, and where from";
    if (x->card) winter_add(&s->deck, x->card);
    *x = (winter_memory){0};
    if (s->bookmark == slot + 1) s->bookmark = 0;
    if (!colour) return NULL;
    int card = is(next(r), "-") ? 0 : find(WINTER_SET_CARD, r->word);
    if (card < 0 || (card && !fetch(s, card))) return "there is no such card to take";
    next(r);
    int mission = find(WINTER_SET_MISSION, r->word), goal = find(WINTER_SET_OBJECTIVE, r->word);
    if (mission < 0 && goal < 0) return "there is no such mission or objective";
    *x = (winter_memory){(uint8_t)colour, (uint8_t)card, (uint8_t)(mission > 0 ? mission : 0),
                         (uint8_t)(goal > 0 ? goal : 0)};
    return NULL;
}

static const char *edit_goal(winter_state *s, reader *r)
{
    int seat = number(next(r), s->seats), side = find(WINTER_SET_SIDE, next(r)),
        goal = find(WINTER_SET_OBJECTIVE, next(r));
    next(r);
    int stage = is(r->word, "secret")   ? 1
                : is(r->word, "shown")  ? 2
                : is(r->word, "scored") ? 3
                                        : -1;
    if (seat < 0 || side < 0 || goal < 0 || stage < 0) return "objective SEAT SIDE: NAME STAGE";
    if (!s->option[WINTER_OPT_GOALS] || winter_goals[goal].side != side) return "not in this game";
    if (!s->goal_stage[seat][side]) return "this seat has no such objective";
    s->goal[seat][side] = (uint8_t)(stage == 3 ? 0 : goal);
    s->goal_open[seat][side] = (uint8_t)(stage == 1 ? 0 : goal);
    s->goal_stage[seat][side] = (uint8_t)stage;
    if (side == WINTER_WINTER) s->no_spy &= (uint8_t) ~(1u << seat);
    return NULL;
}

// "turn: 0": whatever went on is dropped, and this seat is about to activate.
static const char *edit_turn(winter_state *s, reader *r)
{
    int seat = number(next(r), s->seats);
    if (seat < 0) return "there is no such seat";
    if (s->winner) return "the game is over";
    if (s->first == 0xff) return "the factions are not known yet";
    if (!winter_has_ready(s, seat) && !winter_power_instead(s, seat))
        return "nothing is ready there";
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == WINTER_PHASE_GOAL) return "objectives are still to be dealt";
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (s->owner[c] && !s->where[c] && !(s->dead >> c & 1)) return "somebody has no place yet";
    if (s->fresh.card) winter_add(&s->discard, s->fresh.card);
    winter_epilogue_start(s, seat, 0, NULL); // it clears the table
    vg_pop(&s->stack);
    if (s->stack.count) vg_pop(&s->stack);
    s->initiator = s->told = 0;
    s->walked[0] = s->walked[1] = s->relic_passed = 0;
    s->turn = (uint8_t)seat;
    vg_push(&s->stack, WINTER_PHASE_TURN, seat, 0, 0);
    return NULL;
}

static const char *edit_power(winter_state *s, const char *key, reader *r)
{
    next(r);
    bool none = is(r->word, "-");
    int c = none ? 0 : find(WINTER_SET_CHARACTER, r->word),
        x = none ? 0 : find(WINTER_SET_SPACE, r->word);
    if (is(key, "hope") && c >= 0 && c <= WINTER_TALES) {
        s->hope = (uint8_t)c;
        s->hope_used = is(next(r), "used");
    } else if (is(key, "love") && c >= 0 && c <= WINTER_TALES) {
        int d = none ? 0 : find(WINTER_SET_CHARACTER, next(r));
        if (d < 0 || d > WINTER_TALES || (c && c == d)) return "love wants two Fables";
        s->love[0] = (uint8_t)c;
        s->love[1] = (uint8_t)d;
    } else if (is(key, "refuge") && (none || winter_is_place(x))) {
        s->refuge = (uint8_t)x;
    } else if (is(key, "artefact") && c >= 0) {
        s->relic = (uint8_t)c;
    } else if (is(key, "horror") &&
               (is(r->word, "no") || is(r->word, "off") || winter_is_place(x))) {
        s->horror_on = !is(r->word, "no");
        s->horror = (uint8_t)(winter_is_place(x) ? x : 0);
    } else if (is(key, "speech") && (is(r->word, "yes") || is(r->word, "no"))) {
        s->speech = is(r->word, "yes");
    } else {
        return "there is no such power";
    }
    return NULL;
}

static const char *edit_line(winter_state *s, const char *key, reader *r)
{
    int c = find(WINTER_SET_CHARACTER, key), t = find(WINTER_SET_MISSION, key), n;
    if (c > 0) return edit_char(s, c, r);
    if (t > 0) return edit_mission(s, t, r);
    if (is(key, "hand")) {
        if ((n = number(next(r), s->seats)) < 0) return "there is no such seat";
        return edit_cards(s, &s->hand[n], &s->deck, r);
    }
    if (is(key, "deck")) return edit_cards(s, &s->deck, &s->discard, r);
    if (is(key, "discard")) return edit_cards(s, &s->discard, &s->deck, r);
    if (is(key, "memory")) return edit_memory(s, r);
    if (is(key, "turn")) return edit_turn(s, r);
    if (is(key, "objective")) return edit_goal(s, r);
    if (is(key, "bookmark") || is(key, "chapter")) {
        bool mark = is(key, "bookmark");
        n = number(next(r), mark ? WINTER_SLOTS + 1 : WINTER_MAX_CHAPTERS + 1);
        if (n < 0) return "that number is out of range";
        *(mark ? &s->bookmark : &s->chapter) = (uint8_t)n;
        return NULL;
    }
    if (s->option[WINTER_OPT_POWERS]) return edit_power(s, key, r);
    return "only characters, missions, hands, deck, discard, memories, bookmark, chapter, turn, "
           "objectives and powers can be given";
}

vg_err winter_edit(void *state, const char *line, vg_text *why)
{
    winter_state s = *(winter_state *)state;
    char flat[1024];
    snprintf(flat, sizeof flat, "%s", line);
    char *colon = strchr(flat, ':');
    if (!colon) {
        vg_text_add(why, "a line needs a colon");
        return VG_ERR_SYNTAX;
    }
    *colon = ' ';
    reader r = {.at = flat};
    char key[48];
    snprintf(key, sizeof key, "%s", next(&r));
    const char *wrong = edit_line(&s, key, &r);
    if (!wrong && *next(&r)) wrong = "there is more on this line than it can mean";
    if (!wrong) {
        winter_tally(&s);
        wrong = vg_check(&winter_game, &s);
    }
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_SYNTAX;
    }
    *(winter_state *)state = s;
    return VG_OK;
}
