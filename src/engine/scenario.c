// scenario.c: the words of a scenario, one function each. A line either holds,
// or fail() writes down why not and the run stops there.
#include "engine/scenario.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 512, HEARD = 512 };

typedef struct run {
    const vg_game *game; // NULL before the `game` line
    vg_scenario_find *find;
    vg_rng rng;
    bool given;  // the deal before the first `given` is done
    bool failed; // `why` is written
    vg_err err;
    vg_text *why;
    const char *name;
    int line;
    // How many newest moves in a row are by `last_seat` with no barrier among or after them.
    int last_seat, last_count;
    // What the last `>` line (and chance rolled since it began) told.
    int heard_count;
    vg_event heard[HEARD];
    // Whole words, so that any state may lie here.
    uint64_t state[VG_MAX_STATE / 8], other[VG_MAX_STATE / 8];
    vg_text dump; // scratch
} run;

// ---- failing ---------------------------------------------------------------

static vg_text *fail(run *r, vg_err err)
{
    r->failed = true;
    r->err = err;
    vg_text_printf(r->why, "%s:%d: ", r->name, r->line);
    return r->why;
}

static void show_ask(run *r, vg_text *out)
{
    vg_ask ask = r->game->ask(r->state);
    const char *what = r->game->asks[ask.kind].name;
    if (ask.actor == VG_CHANCE)
        vg_text_printf(out, "* %s", what);
    else if (ask.actor == VG_NOBODY)
        vg_text_printf(out, "- %s", what);
    else
        vg_text_printf(out, "%d %s", ask.actor, what);
}

static void show_legal(run *r, int seat, vg_text *out)
{
    vg_move list[VG_MAX_LEGAL];
    int count = r->game->legal(r->state, seat, list);
    vg_text_add(out, count ? "the moves are:" : "there are no moves; asked is ");
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(r->game, r->state, list[i], &text);
        vg_text_printf(out, "%s %s", i ? "," : "", buffer);
    }
    if (!count) show_ask(r, out);
}

// ---- reading ---------------------------------------------------------------

// Cuts the first word off `*at` (spaces skipped); "" at the end.
static char *word(char **at)
{
    char *start = *at + strspn(*at, " ");
    char *end = start + strcspn(start, " ");
    *at = *end ? end + 1 : end;
    *end = '\0';
    return start;
}

static bool number(const char *text, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && !*end;
}

// A seat; `*` for chance and `w` for a watcher where those make sense.
static bool seat_word(run *r, char **at, const char *others, int *seat)
{
    const char *text = word(at);
    long n = 0;
    if (text[0] && !text[1] && strchr(others, text[0])) {
        *seat = text[0] == '*' ? VG_CHANCE : text[0] == 'w' ? VG_WATCHER : VG_NOBODY;
        return true;
    }
    vg_score score = {0};
    r->game->score(r->state, &score);
    if (number(text, &n) && n >= 0 && n < VG_MAX_SEATS && score.rank[n]) {
        *seat = (int)n;
        return true;
    }
    vg_text_printf(fail(r, VG_ERR_SYNTAX), "\"%s\" is not a seat of this game", text);
    return false;
}

// ---- playing ---------------------------------------------------------------

static void play(run *r, int seat, vg_move m)
{
    vg_events ev = {0};
    r->game->apply(r->state, seat, m, &ev);
    for (int i = 0; i < ev.count && r->heard_count < HEARD; i++)
        r->heard[r->heard_count++] = ev.event[i];
    if (seat == VG_CHANCE || vg_game_barrier(r->game, r->state, &ev)) {
        r->last_count = 0;
    } else {
        if (seat != r->last_seat) r->last_count = 0;
        r->last_count++;
    }
    r->last_seat = seat;
    if (ev.overflow) vg_text_add(fail(r, VG_ERR_ILLEGAL), "the move caused too many events");
}

// Rolls chance from the seed until a seat is asked or the game is over.
static void roll(run *r)
{
    for (int i = 0; !r->failed && r->game->ask(r->state).actor == VG_CHANCE; i++) {
        if (i > r->game->max_length) {
            vg_text_add(fail(r, VG_ERR_ILLEGAL), "chance is asked without end");
            return;
        }
        play(r, VG_CHANCE, r->game->chance(r->state, &r->rng));
        const char *broken = vg_check(r->game, r->state);
        if (broken && !r->failed)
            vg_text_printf(fail(r, VG_ERR_ILLEGAL), "after a roll check() says: %s", broken);
    }
}

static void do_game(run *r, char *at)
{
    const char *id = word(&at);
    if (r->game) {
        vg_text_add(fail(r, VG_ERR_SYNTAX), "there is a second `game` line");
        return;
    }
    r->game = r->find(id);
    if (!r->game) {
        vg_text_printf(fail(r, VG_ERR_SYNTAX), "there is no game \"%s\"", id);
        return;
    }
    vg_setup how;
    vg_setup_normal(r->game, r->game->min_seats, &how);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    for (char *w = word(&at); *w; w = word(&at)) {
        long n = 0;
        if (strncmp(w, "seats=", 6) == 0 && number(w + 6, &n) && n > 0 && n <= VG_MAX_SEATS) {
            how.seats = (uint8_t)n;
        } else if (strncmp(w, "first=", 6) == 0 && number(w + 6, &n) && n >= -1 && n < 100) {
            how.first = (int8_t)n;
        } else if (strncmp(w, "edition=", 8) == 0) {
            int e = 0;
            while (e < r->game->edition_count && strcmp(r->game->editions[e], w + 8) != 0) e++;
            how.edition = (uint8_t)e;
        } else if (vg_setup_option(r->game, &how, w, VG_EN, &why) != VG_OK) {
            vg_text_add(fail(r, VG_ERR_SYNTAX), buffer);
            return;
        }
    }
    if (vg_setup_check(r->game, &how, VG_EN, &why) != VG_OK ||
        r->game->setup(r->state, &how, VG_EN, &why) != VG_OK)
        vg_text_printf(fail(r, VG_ERR_SYNTAX), "this game cannot be set up: %s", buffer);
}

static void do_given(run *r, char *at)
{
    if (!r->given) roll(r);
    r->given = true;
    if (r->failed) return;
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    memcpy(r->other, r->state, r->game->state_size);
    at += strspn(at, " ");
    vg_err err = r->game->edit(r->state, at, &why);
    r->last_count = 0;
    if (err == VG_OK) return;
    vg_text_printf(fail(r, VG_ERR_SYNTAX), "\"%s\" cannot be given: %s", at, buffer);
    if (memcmp(r->other, r->state, r->game->state_size) != 0)
        vg_text_add(r->why, " (and the refused edit changed the state)");
}

static void do_play(run *r, char *at)
{
    int seat;
    r->heard_count = 0;
    if (!seat_word(r, &at, "*", &seat)) return;
    if (seat != VG_CHANCE) roll(r);
    if (r->failed) return;
    vg_move m = vg_game_parse(r->game, r->state, seat, at);
    if (m) {
        play(r, seat, m);
        return;
    }
    vg_text_printf(fail(r, VG_ERR_ILLEGAL), "\"%s\" must be accepted, but ", at);
    show_legal(r, seat, r->why);
}

// Scenarios count seats from 0 in all they write, names included.
static vg_voice voice_of(vg_lang lang, int reader)
{
    static const char *const name[VG_LANG_COUNT][VG_MAX_SEATS] = {
        [VG_IT] = {"posto 0", "posto 1", "posto 2", "posto 3", "posto 4", "posto 5", "posto 6",
                   "posto 7"},
        [VG_EN] = {"seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7"},
    };
    vg_voice voice = {.lang = lang, .reader = reader};
    memcpy(voice.name, name[lang], sizeof voice.name);
    return voice;
}

// Everything a player could be told about this refusal, in both languages.
static void reasons(run *r, int seat, const char *text, vg_text *out)
{
    vg_ask ask = r->game->ask(r->state);
    vg_err err = ask.actor == VG_NOBODY                         ? VG_ERR_OVER
                 : ask.actor != seat && !(ask.also >> seat & 1) ? VG_ERR_NOT_YOU
                                                                : VG_ERR_ILLEGAL;
    vg_game_view(r->game, r->state, seat, r->other);
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        vg_voice voice = voice_of((vg_lang)lang, seat);
        vg_text rule = {0};
        if (!vg_why_not(r->game, r->other, seat, text, &voice, out, &rule))
            vg_text_printf(out, "%s (%s)", vg_err_text(err, (vg_lang)lang),
                           r->game->asks[ask.kind].rule);
        vg_text_add(out, lang + 1 < VG_LANG_COUNT ? " / " : "");
    }
}

static void do_refuse(run *r, char *at)
{
    int seat;
    if (!seat_word(r, &at, "*", &seat)) return;
    if (seat != VG_CHANCE) roll(r);
    if (r->failed) return;
    char *arrow = strstr(at, "->");
    const char *reason = "";
    if (arrow) {
        *arrow = '\0';
        reason = arrow + 2 + strspn(arrow + 2, " ");
    }
    memcpy(r->other, r->state, r->game->state_size);
    if (vg_game_parse(r->game, r->state, seat, at)) {
        vg_text_printf(fail(r, VG_ERR_ILLEGAL), "\"%s\" must be refused, but it is legal", at);
        return;
    }
    if (memcmp(r->other, r->state, r->game->state_size) != 0) {
        vg_text_add(fail(r, VG_ERR_ILLEGAL), "the refused move changed the state");
        return;
    }
    if (!*reason || seat == VG_CHANCE) return;
    char buffer[1024];
    vg_text why = VG_TEXT(buffer);
    reasons(r, seat, at, &why);
    if (!strstr(buffer, reason))
        vg_text_printf(fail(r, VG_ERR_ILLEGAL), "the refusal must say \"%s\", but says: %s", reason,
                       buffer);
}

static void do_can(run *r, char *at, bool can)
{
    int seat;
    if (!seat_word(r, &at, "*", &seat)) return;
    if (seat != VG_CHANCE) roll(r);
    if (r->failed || (vg_game_parse(r->game, r->state, seat, at) != 0) == can) return;
    vg_text_printf(fail(r, VG_ERR_ILLEGAL), "\"%s\" must %sbe legal, but ", at, can ? "" : "not ");
    show_legal(r, seat, r->why);
}

// ---- looking ---------------------------------------------------------------

static void look(run *r, const void *state, char *at, bool want)
{
    at += strspn(at, " ");
    vg_text_clear(&r->dump);
    r->game->dump(state, &r->dump);
    bool found = false;
    for (char *l = r->dump.at; *l && !found;) {
        char *end = l + strcspn(l, "\n"), last = *end;
        *end = '\0';
        found = vg_same_words(at, l);
        *end = last;
        l = end + (last == '\n');
    }
    if (found == want) return;
    vg_text *why = fail(r, VG_ERR_ILLEGAL);
    if (!want) {
        vg_text_printf(why, "\"%s\" must not stand there", at);
        return;
    }
    // The line with the same key says enough; without one the whole dump is shown.
    size_t key = strcspn(at, ":") + 1;
    for (const char *l = r->dump.at; at[key - 1] && *l;) {
        size_t n = strcspn(l, "\n");
        if (n >= key && memcmp(l, at, key) == 0) {
            vg_text_printf(why, "expected \"%s\", found \"%.*s\"", at, (int)n, l);
            return;
        }
        l += n + (l[n] == '\n');
    }
    vg_text_printf(why, "expected \"%s\", found:\n%s", at, r->dump.at);
}

static void do_sees(run *r, char *at, bool want)
{
    int seat;
    if (!seat_word(r, &at, "w", &seat)) return;
    vg_game_view(r->game, r->state, seat, r->other);
    look(r, r->other, at, want);
}

static void do_ask(run *r, char *at)
{
    int seat;
    if (!seat_word(r, &at, "*-", &seat)) return;
    const char *what = word(&at);
    vg_ask ask = r->game->ask(r->state);
    if (ask.actor == seat && (!*what || strcmp(what, r->game->asks[ask.kind].name) == 0)) return;
    vg_text_add(fail(r, VG_ERR_ILLEGAL), "asked is ");
    show_ask(r, r->why);
}

// "also 1 3": these seats, among others, have an opportunity; "also -": nobody has.
static void do_also(run *r, char *at)
{
    vg_ask ask = r->game->ask(r->state);
    while (*(at += strspn(at, " "))) {
        int seat;
        if (!seat_word(r, &at, "-", &seat)) return;
        if (seat == VG_NOBODY ? ask.also == 0 : ask.also >> seat & 1) continue;
        vg_text_add(fail(r, VG_ERR_ILLEGAL), "seats with an opportunity are:");
        for (int p = 0; p < VG_MAX_SEATS; p++)
            if (ask.also >> p & 1) vg_text_printf(r->why, " %d", p);
        return;
    }
}

static void do_score(run *r, char *at, bool ranks)
{
    vg_score score = {0};
    r->game->score(r->state, &score);
    bool same = true;
    int p = 0;
    for (char *w = word(&at); *w; w = word(&at), p++) {
        long n = 0;
        same = same && number(w, &n) && p < VG_MAX_SEATS && score.rank[p] &&
               n == (ranks ? score.rank[p] : score.points[p]);
    }
    if (same && p > 0 && (p == VG_MAX_SEATS || !score.rank[p])) return;
    vg_text_printf(fail(r, VG_ERR_ILLEGAL), "%s are:", ranks ? "ranks" : "points");
    for (p = 0; p < VG_MAX_SEATS && score.rank[p]; p++)
        vg_text_printf(r->why, " %d", ranks ? score.rank[p] : score.points[p]);
}

static void do_undo(run *r, char *at)
{
    int seat;
    long want = 0;
    if (!seat_word(r, &at, "", &seat)) return;
    int depth = seat == r->last_seat ? r->last_count : 0;
    if (number(word(&at), &want) && want == depth) return;
    vg_text_printf(fail(r, VG_ERR_ILLEGAL), "seat %d can take back %d moves", seat, depth);
}

static void do_says(run *r, char *at)
{
    int seat;
    if (!seat_word(r, &at, "w", &seat)) return;
    int lang = vg_lang_find(word(&at));
    at += strspn(at, " ");
    if (lang < 0 || !*at) {
        vg_text_add(fail(r, VG_ERR_SYNTAX), "says SEAT it|en TEXT");
        return;
    }
    vg_voice voice = voice_of((vg_lang)lang, seat);
    vg_game_view(r->game, r->state, seat, r->other);
    vg_text_clear(&r->dump);
    for (int i = 0; i < r->heard_count; i++) {
        const vg_event *e = &r->heard[i];
        if (!(e->to & (seat == VG_WATCHER ? VG_TO_WATCHERS : VG_TO(seat)))) continue;
        vg_event_text(r->game, r->other, e, &voice, &r->dump);
        vg_text_char(&r->dump, '\n');
    }
    if (!strstr(r->dump.at, at))
        vg_text_printf(fail(r, VG_ERR_ILLEGAL), "expected to hear \"%s\", heard:\n%s", at,
                       r->dump.at);
}

// ---- lines -----------------------------------------------------------------

static void do_line(run *r, char *line)
{
    char *at = line;
    const char *verb = word(&at);
    if (!*verb) return;
    if (strcmp(verb, "game") == 0) {
        do_game(r, at);
    } else if (strcmp(verb, "seed") == 0) {
        long n = 0;
        if (!number(word(&at), &n)) vg_text_add(fail(r, VG_ERR_SYNTAX), "seed NUMBER");
        vg_rng_seed(&r->rng, (uint64_t)n, 0);
    } else if (!r->game) {
        vg_text_add(fail(r, VG_ERR_SYNTAX), "a `game` line must come first");
    } else if (strcmp(verb, "given") == 0) {
        do_given(r, at);
    } else if (strcmp(verb, ">") == 0) {
        do_play(r, at);
    } else if (strcmp(verb, "!") == 0) {
        do_refuse(r, at);
    } else if (strcmp(verb, "can") == 0 || strcmp(verb, "cannot") == 0) {
        do_can(r, at, !verb[3]);
    } else if (strcmp(verb, "roll") == 0) {
        if (r->game->ask(r->state).actor == VG_CHANCE)
            roll(r);
        else
            vg_text_add(fail(r, VG_ERR_ILLEGAL), "chance is not asked");
    } else if (strcmp(verb, "expect") == 0 || strcmp(verb, "expect-not") == 0) {
        look(r, r->state, at, !verb[6]);
    } else if (strcmp(verb, "sees") == 0 || strcmp(verb, "sees-not") == 0) {
        do_sees(r, at, !verb[4]);
    } else if (strcmp(verb, "ask") == 0) {
        do_ask(r, at);
    } else if (strcmp(verb, "also") == 0) {
        do_also(r, at);
    } else if (strcmp(verb, "score") == 0 || strcmp(verb, "rank") == 0) {
        do_score(r, at, verb[0] == 'r');
    } else if (strcmp(verb, "undo") == 0) {
        do_undo(r, at);
    } else if (strcmp(verb, "says") == 0) {
        do_says(r, at);
    } else {
        vg_text_printf(fail(r, VG_ERR_SYNTAX), "\"%s\" is not a word of scenarios", verb);
    }
    if (r->failed || !r->game) return;
    const char *broken = vg_check(r->game, r->state);
    if (broken) vg_text_printf(fail(r, VG_ERR_ILLEGAL), "check() says: %s", broken);
}

vg_err vg_scenario_run(const char *text, size_t len, const char *name, vg_scenario_find *find,
                       vg_text *why)
{
    run r = {.find = find, .why = why, .name = name, .last_seat = VG_NOBODY};
    r.dump = vg_text_heap();
    vg_rng_seed(&r.rng, 1, 0);
    const char *end = text + len;
    while (text < end && !r.failed) {
        char line[LINE];
        size_t n = 0;
        r.line++;
        for (; text < end && *text != '\n'; text++) {
            if (n + 1 == sizeof line) {
                vg_text_add(fail(&r, VG_ERR_SYNTAX), "the line is too long");
                break;
            }
            line[n++] = *text == '\t' || *text == '\r' || !*text ? ' ' : *text;
        }
        text++;
        // A comment starts the line or follows a space.
        for (size_t i = 0; i < n; i++)
            if (line[i] == '#' && (i == 0 || line[i - 1] == ' ')) n = i;
        while (n > 0 && line[n - 1] == ' ') n--;
        line[n] = '\0';
        if (!r.failed) do_line(&r, line);
    }
    if (!r.failed && !r.game) vg_text_add(fail(&r, VG_ERR_SYNTAX), "there is no `game` line");
    vg_text_release(&r.dump);
    return r.failed ? r.err : VG_OK;
}
