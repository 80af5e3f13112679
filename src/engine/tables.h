// tables.h: the tables of a game, from its rows (rows.h). Included once, at the end of the file
// that has the functions the rows name: what sets are called, and what odd rows say.

static const vg_set sets[] = {
    [0] = {.name = ""},
#define SET(id, ...) [VG_ID(SET_##id)] = {.name = #id, .what = __VA_ARGS__},
#include "engine/pass.h"
};

static const vg_move_row moves[] = {
    [0] = {.form = ""},
#define MOVE(id, form_, one, two, three, apply, it, en)                                            \
    [VG_ID(MOVE_##id)] = {.form = (form_),                                                         \
                          .set = {VG_ID(SET_##one), VG_ID(SET_##two), VG_ID(SET_##three)},         \
                          .label = VG_WORDS(it, en)},
#include "engine/pass.h"
};

static const vg_event_row event_rows[] = {
    [0] = {.veils = 0},
#define EVENT(id, slug, one, two, three, four, veils_, ...)                                        \
    [VG_ID(EVENT_##id)] = {                                                                        \
        .set = {VG_ID(SET_##one), VG_ID(SET_##two), VG_ID(SET_##three), VG_ID(SET_##four)},        \
        .veils = (veils_),                                                                         \
        .say = VG_SAYING(__VA_ARGS__)},
#include "engine/pass.h"
};

const char *const VG_FN(events)[] = {
    [0] = NULL,
#define EVENT(id, slug, ...) [VG_ID(EVENT_##id)] = (slug),
#include "engine/pass.h"
};

static const vg_phase_row phases[] = {
#define OVER(id, slug, rule, it, en)                                                               \
    [VG_ID(PHASE_##id)] = {.asked = VG_ENDS, .prompt = VG_SAYING(it, it, en, en)},
#define CHANCE(id, slug, rule, moves, pick, of_, to_)                                              \
    [VG_ID(PHASE_##id)] = {.asked = VG_ASKS_CHANCE, .of = (of_), .to = (to_)},
#define ASK(id, slug, rule, moves, one, two, ...)                                                  \
    [VG_ID(PHASE_##id)] = {.asked = VG_ASKS_SEAT,                                                  \
                           .set = {VG_ID(SET_##one), VG_ID(SET_##two)},                            \
                           .prompt = VG_SAYING(__VA_ARGS__)},
#define WINDOW        ASK
#define WORK(id, ...) [VG_ID(PHASE_##id)] = {.asked = VG_ASKS_NOBODY},
#include "engine/pass.h"
};

const vg_ask_def VG_FN(asks)[] = {
#define OVER(id, slug, rule, ...)   [VG_ID(PHASE_##id)] = {slug, rule},
#define CHANCE(id, slug, rule, ...) [VG_ID(PHASE_##id)] = {slug, rule},
#define ASK(id, slug, rule, ...)    [VG_ID(PHASE_##id)] = {slug, rule},
#define WINDOW(id, slug, rule, ...) [VG_ID(PHASE_##id)] = {slug, rule},
#define WORK(id, ...)               [VG_ID(PHASE_##id)] = {NULL, NULL},
#include "engine/pass.h"
};

static const vg_score_row scores[] = {
    [0] = {.words = VG_WORDS("", "")},
#define SCORE(id, one, two, it, en)                                                                \
    [VG_ID(SCORE_##id)] = {.set = {VG_ID(SET_##one), VG_ID(SET_##two)}, .words = VG_WORDS(it, en)},
#include "engine/pass.h"
};

static const vg_why_row whys[] = {
    [0] = {.rule = ""},
#define WHY(id, rule_, one, two, three, it, en)                                                    \
    [VG_ID(WHY_##id)] = {.rule = (rule_),                                                          \
                         .set = {VG_ID(SET_##one), VG_ID(SET_##two), VG_ID(SET_##three)},          \
                         .words = VG_WORDS(it, en)},
#include "engine/pass.h"
};

static const vg_mark marks[VG_ID(EVENT_COUNT)] = {
    [0] = {NULL, 0},
#define MARK(event, group, n) [VG_ID(EVENT_##event)] = {group, n},
#include "engine/pass.h"
};

static const vg_news news[VG_ID(EVENT_COUNT)] = {
    [0] = {.is = false},
#define NEWS(event)         [VG_ID(EVENT_##event)] = {.is = true},
#define NEWS_AS(event, ...) [VG_ID(EVENT_##event)] = {.is = true, .say = VG_SAYING(__VA_ARGS__)},
#include "engine/pass.h"
};

static const vg_saying news_lines[VG_ID(SCORE_COUNT)] = {
    [0] = VG_SAYING(NULL, NULL, NULL, NULL),
#define NEWS_LINE(line, ...) [VG_ID(SCORE_##line)] = VG_SAYING(__VA_ARGS__),
#include "engine/pass.h"
};

static const vg_odd_text odd_text[VG_ID(MOVE_COUNT)] = {
    [0] = {NULL, NULL},
#define ODD_TEXT(move, write, ways) [VG_ID(MOVE_##move)] = {write, ways},
#include "engine/pass.h"
};

static vg_odd *const odd_label[VG_ID(MOVE_COUNT)] = {
    [0] = NULL,
#define ODD_LABEL(move, odd) [VG_ID(MOVE_##move)] = (odd),
#include "engine/pass.h"
};

static vg_odd *const odd_event[VG_ID(EVENT_COUNT)] = {
    [0] = NULL,
#define ODD_EVENT(event, odd) [VG_ID(EVENT_##event)] = (odd),
#include "engine/pass.h"
};

static vg_odd *const odd_prompt[VG_ID(PHASE_COUNT) + 1] = {
    [VG_ID(PHASE_COUNT)] = NULL,
#define ODD_PROMPT(phase, odd) [VG_ID(PHASE_##phase)] = (odd),
#include "engine/pass.h"
};

// A constant, but not to the language.
static bool decorated(void)
{
    return false
#define SET(id, ...) || ((const vg_set){.name = #id, .what = __VA_ARGS__}).decoration
#include "engine/pass.h"
        ;
}

static_assert(VG_ID(MOVE_COUNT) <= 64, "a bit a kind of move");
const vg_rows VG_FN(rows) = {
    .set = sets,
    .move = moves,
    .event = event_rows,
    .phase = phases,
    .score = scores,
    .why_row = whys,
    .mark = marks,
    .news = news,
    .news_line = news_lines,
    .odd_text = odd_text,
    .odd_label = odd_label,
    .odd_event = odd_event,
    .odd_prompt = odd_prompt,
    .set_count = VG_ID(SET_COUNT),
    .move_count = VG_ID(MOVE_COUNT),
    .event_count = VG_ID(EVENT_COUNT),
    .phase_count = VG_ID(PHASE_COUNT),
    .decorated = decorated,
    .vain = 0
#define VAIN(move) | 1ull << VG_ID(MOVE_##move)
#include "engine/pass.h"
    ,
    .top = VG_FN(top),
#ifdef VG_CAPITAL
    .capital = true,
#endif
};
