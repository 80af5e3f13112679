// winter_cover.c: does everything in Winter Tales happen? Random games with the three modules on at
// every number of seats, and with every combination of them at five, each position checked (no card
// lost or doubled). How often each power, objective and ability came up is printed; any of them
// that never did, or a game that does not end, is an error.
//
//     winter_cover [GAMES]     20,000 games a row
#include "games/winter/rules.h"
#include "lab/sim.h"

#include <stdio.h>
#include <stdlib.h>

// What is counted, beside the powers won, the objectives scored and the abilities used.
#define USES(X)                                                                                    \
    X(HOPE, "New Hope: made ready again")                                                          \
    X(FOLLOW, "Love: the companion came along")                                                    \
    X(PAIR, "Love: both in one conflict or trap")                                                  \
    X(SHELTER, "Refuge: a beaten tale found it")                                                   \
    X(RELIC_MISSION, "Artefact: played in a mission")                                              \
    X(RELIC_CONFLICT, "Artefact: played in a conflict")                                            \
    X(GIVEN, "Artefact: handed on")                                                                \
    X(HORROR, "Icy Horror: struck")                                                                \
    X(SPEECH, "Propaganda: a tale turned over")                                                    \
    X(KILLED, "Reprisal: a tale removed")                                                          \
    X(STRUCK, "Reprisal: a power destroyed")                                                       \
    X(RETURN, "a removed tale returned")                                                           \
    X(SHOWN, "an objective shown before it was met")                                               \
    X(COVERED, "an objective's memory covered")

typedef enum use {
#define X(id, text) USE_##id,
    USES(X)
#undef X
        USE_COUNT
} use;

static const char *const use_names[USE_COUNT] = {
#define X(id, text) text,
    USES(X)
#undef X
};

static const char *const ability_names[WINTER_ABILITY_COUNT] = {
    [WINTER_AIM] = "Objective",   [WINTER_BRAWL] = "Conflict", [WINTER_PLOT] = "Mission",
    [WINTER_STRIDE] = "Movement", [WINTER_SNARE] = "Trap",     [WINTER_PASSAGE] = "Secret passage",
    [WINTER_LORE] = "Narration",
};

typedef struct counts {
    uint64_t power[WINTER_MISSION_COUNT], goal[WINTER_GOAL_COUNT], ability[WINTER_CHAR_COUNT];
    uint64_t use[USE_COUNT], wins[3];
    vg_setup setup; // of the row being played
} counts;

static void able(counts *n, const winter_state *s, int c, winter_ability ability)
{
    if (winter_able(s, c, ability)) n->ability[c]++;
}

// The character being activated, or 0.
static int acting(const winter_state *s)
{
    for (int i = s->stack.count - 1; i >= 0; i--)
        if (s->stack.frame[i].phase == WINTER_PHASE_ACT) return s->stack.frame[i].a;
    return 0;
}

static void count_event(counts *n, const winter_state *before, const vg_event *e)
{
    int a = e->arg[0], b = e->arg[1], c = e->arg[2];
    switch (e->kind) {
    case WINTER_EVENT_POWER: n->power[a]++; break;
    case WINTER_EVENT_HOPE: n->use[USE_HOPE]++; break;
    case WINTER_EVENT_FOLLOWED: n->use[USE_FOLLOW] += !b; break;
    case WINTER_EVENT_SHELTERED: n->use[USE_SHELTER]++; break;
    case WINTER_EVENT_GIVEN: n->use[USE_GIVEN]++; break;
    case WINTER_EVENT_HORROR: n->use[USE_HORROR]++; break;
    case WINTER_EVENT_SPEECH: n->use[USE_SPEECH]++; break;
    case WINTER_EVENT_KILLED:
        n->power[WINTER_REPRISAL]++;
        n->use[USE_KILLED]++;
        break;
    case WINTER_EVENT_STRUCK:
        n->power[WINTER_REPRISAL]++;
        n->use[USE_STRUCK]++;
        break;
    case WINTER_EVENT_RESTORED: n->use[USE_RETURN]++; break;
    case WINTER_EVENT_SHOWN: // a Spy or a Link on the way; the others are scored at once
        n->use[USE_SHOWN] += a == WINTER_SPY || a >= WINTER_LINK_TC;
        break;
    case WINTER_EVENT_SCORED: n->goal[a]++; break;
    case WINTER_EVENT_MEMORY: n->use[USE_COVERED] += before->memory[a - 1].goal != 0; break;
    case WINTER_EVENT_ACTIVATED: able(n, before, a, WINTER_LORE); break;
    case WINTER_EVENT_PASSAGE: able(n, before, a, WINTER_PASSAGE); break;
    case WINTER_EVENT_ATTACKED:
        if (c == WINTER_FREE) able(n, before, a, WINTER_BRAWL);
        n->use[USE_RELIC_CONFLICT] += c == WINTER_RELIC;
        break;
    case WINTER_EVENT_PLAYED:
        if (a == WINTER_FREE) able(n, before, WINTER_OMINO, WINTER_BRAWL);
        if (a == WINTER_RELIC)
            n->use[before->fight.tale ? USE_RELIC_CONFLICT : USE_RELIC_MISSION]++;
        break;
    case WINTER_EVENT_RESULT:
        for (int p = 0; p < before->seats; p++) able(n, before, before->part[p], WINTER_PLOT);
        break;
    case WINTER_EVENT_SPRUNG:
        able(n, before, a, WINTER_SNARE);
        able(n, before, e->arg[3], WINTER_SNARE);
        break;
    case WINTER_EVENT_WON: n->wins[a]++; break;
    default: break;
    }
}

static void count_game(void *with, const vg_sim_game *g)
{
    counts *n = with;
    winter_state s;
    static vg_events ev;
    if (winter_game.setup(&s, &n->setup, VG_EN, NULL) != VG_OK) abort();
    for (int i = 0; i < g->step_count; i++) {
        winter_state before = s;
        int kind = vg_move_kind(g->step[i].move);
        if (kind == WINTER_MOVE_GLIDE) able(n, &s, acting(&s), WINTER_STRIDE);
        if (kind == WINTER_MOVE_SWAP) able(n, &s, acting(&s), WINTER_AIM);
        ev.count = 0;
        winter_game.apply(&s, g->step[i].seat, g->step[i].move, &ev);
        n->use[USE_PAIR] += s.fight.lover && !before.fight.lover;
        for (int k = 0; k < ev.count; k++) count_event(n, &before, &ev.event[k]);
    }
}

// Plays one row; true if a game got stuck.
static bool play(counts *n, int seats, unsigned modules, uint64_t games)
{
    vg_sim_plan plan = {.game = &winter_game,
                        .games = games,
                        .seed = 1,
                        .threads = 1,
                        .check = true,
                        .each = count_game,
                        .with = n};
    vg_setup_normal(&winter_game, seats, &plan.setup);
    for (int i = 0; i < 3; i++) plan.setup.option[WINTER_OPT_POWERS + i] = modules >> i & 1;
    for (int p = 0; p < seats; p++)
        if (vg_bot_parse("random", VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
    n->setup = plan.setup;
    uint64_t before[3] = {n->wins[0], n->wins[1], n->wins[2]};
    vg_sim_result result;
    if (vg_sim_run(&plan, VG_EN, &result, NULL) != VG_OK) abort();
    printf(
        "%d seats, modules %s%s%s%s: %llu games, %llu moves checked, %llu stuck; won by Spring "
        "%llu, Winter %llu, the Writer %llu\n",
        seats, modules ? "" : "-", modules & 1 ? "P" : "", modules & 2 ? "O" : "",
        modules & 4 ? "A" : "", (unsigned long long)result.games, (unsigned long long)result.moves,
        (unsigned long long)result.stuck, (unsigned long long)(n->wins[0] - before[0]),
        (unsigned long long)(n->wins[1] - before[1]), (unsigned long long)(n->wins[2] - before[2]));
    fflush(stdout);
    return result.stuck > 0;
}

// One line of the table; true if it never happened.
static bool line(const char *kind, const char *name, uint64_t times)
{
    printf("  %-10s %-42s %10llu%s\n", kind, name, (unsigned long long)times,
           times ? "" : "  NEVER");
    return times == 0;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    static counts n;
    bool bad = false;
    for (int seats = 3; seats <= WINTER_SEATS; seats++) bad |= play(&n, seats, 7, games);
    for (unsigned m = 0; m < 7; m++) bad |= play(&n, 5, m, games);
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        bad |= line("power", winter_missions[t].name.in[VG_EN], n.power[t]);
    for (int i = 0; i < USE_COUNT; i++) bad |= line("use", use_names[i], n.use[i]);
    for (int g = 1; g < WINTER_GOAL_COUNT; g++)
        bad |= line("objective", winter_editions[0].goal_name[g].in[VG_EN], n.goal[g]);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        char name[64];
        snprintf(name, sizeof name, "%s, %s", ability_names[winter_editions[0].ability[c]],
                 winter_chars[c].name.in[VG_EN]);
        bad |= line("ability", name, n.ability[c]);
    }
    return bad;
}
