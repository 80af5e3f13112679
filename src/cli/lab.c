// lab.c: players, tuned editions and results for sim, arena, merge and report.
#include "cli/lab.h"

#include "lab/chart.h"
#include "lab/external.h"
#include "lab/figures.h"
#include "lab/words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LAB_ROWS    24 // of one list: as many as the page has
#define MAX_NET     (16 << 20)
#define MAX_TUNING  65536      // bytes of an edition file
#define MAX_RESULTS (64 << 20) // bytes of a file of results

bool lab_run_take(const cli *c, lab_run *said, int id)
{
    switch (id) {
    case LAB_SEED: said->seed = c->value; return true;
    case LAB_THREADS: said->threads = c->value; return true;
    case LAB_BUDGET: said->budget = c->value; return true;
    }
    return false;
}

bool lab_run_make(const cli *c, const lab_run *said, uint64_t *seed, int *threads, uint32_t *budget)
{
    uint64_t count = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN), patience = 1000;
    if (count < 1 || count > VG_SIM_MAX_THREADS) count = 1;
    *seed = 1;
    if ((said->seed && !cli_number(c, "--seed", said->seed, 0, UINT64_MAX, seed)) ||
        (said->budget && !cli_number(c, "--budget", said->budget, 1, 3600000, &patience)) ||
        (said->threads &&
         !cli_number(c, "--threads", said->threads, 1, VG_SIM_MAX_THREADS, &count)))
        return false;
    *threads = (int)count;
    *budget = (uint32_t)patience;
    return true;
}

// Nets serve until the program ends; one that several seats name is read once.
static struct kept_net {
    struct kept_net *next;
    const vg_game *game;
    vg_net *net;
    char path[];
} * nets;

static vg_net *read_net(const cli *c, const vg_game *game, const char *path)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer), bytes = vg_text_heap();
    for (struct kept_net *at = nets; at; at = at->next)
        if (at->game == game && strcmp(at->path, path) == 0) return at->net;
    if (!cli_read(c, path, MAX_NET, &bytes)) return NULL;
    vg_net *net = vg_net_read(game, bytes.at, bytes.len, c->lang, &why);
    vg_text_release(&bytes);
    struct kept_net *kept = net ? malloc(sizeof *kept + strlen(path) + 1) : NULL;
    if (net && !kept) {
        vg_net_free(net);
        net = NULL;
        vg_text_add(&why, vg_err_text(VG_ERR_SYSTEM, c->lang));
    }
    if (!net) {
        cli_complain(c, "%s: %s", "%s: %s", path, buffer);
        return NULL;
    }
    *kept = (struct kept_net){.next = nets, .game = game, .net = net};
    strcpy(kept->path, path);
    nets = kept;
    return net;
}

// A bot's spec, with the net after its '@' if it has one.
static bool read_bot(const cli *c, const vg_game *game, int seats, const char *said, vg_bot *out)
{
    char name[64], buffer[512];
    vg_text why = VG_TEXT(buffer);
    const char *path = strchr(said, '@');
    size_t n = path ? (size_t)(path - said) : strlen(said);
    if (n >= sizeof name) n = sizeof name - 1;
    memcpy(name, said, n);
    name[n] = '\0';
    if (vg_bot_parse(name, c->lang, out, &why) != VG_OK) {
        cli_complain(c, "%s", "%s", buffer);
        return false;
    }
    if (!path) return true;
    out->net = read_net(c, game, path + 1);
    if (!out->net) return false;
    if (vg_net_seats(out->net, seats)) return true;
    const vg_net_about *is = vg_net_is(out->net);
    cli_complain(c, "%s: questa rete sa giocare in %d-%d, non in %d",
                 "%s: this net can play with %d to %d seats, not with %d", path + 1, is->min_seats,
                 is->max_seats, seats);
    return false;
}

int lab_players(const cli *c, const vg_game *game, int seats, const char *said, int most,
                lab_player *out)
{
    int count = 0;
    for (const char *at = said; at;) {
        size_t n = strcspn(at, ",");
        if (count == most || n >= LAB_SPEC) {
            cli_complain(c, "--bots: al massimo %d, e ognuno più corto di %d byte",
                         "--bots: at most %d, and each shorter than %d bytes", most, LAB_SPEC);
            return 0;
        }
        lab_player *p = &out[count++];
        *p = (lab_player){.bot = {.kind = VG_BOT_GREEDY}};
        memcpy(p->spec, at, n);
        if (strncmp(p->spec, "cmd:", 4) == 0 && p->spec[4])
            p->command = p->spec + 4;
        else if (!read_bot(c, game, seats, p->spec, &p->bot))
            return 0;
        at = at[n] ? at + n + 1 : NULL;
    }
    return count;
}

// A copy knows its command inside its own spec.
static void copy_player(lab_player *to, const lab_player *from)
{
    *to = *from;
    if (from->command) to->command = to->spec + 4;
}

bool lab_seat(const cli *c, const vg_game *game, const char *said, int seats,
              lab_player out[VG_MAX_SEATS])
{
    int count = lab_players(c, game, seats, said, VG_MAX_SEATS, out);
    if (count == 0) return false;
    if (count != 1 && count != seats) {
        cli_complain(c, "--bots vuole un bot, o uno per ognuno dei %d posti, non %d",
                     "--bots wants one bot, or one for each of the %d seats, not %d", seats, count);
        return false;
    }
    for (int p = 1; count == 1 && p < seats; p++) copy_player(&out[p], &out[0]);
    return true;
}

bool lab_try(const cli *c, const lab_player *players, int count)
{
    for (int i = 0; i < count; i++) {
        bool again = false; // the same program, already tried
        for (int k = 0; k < i; k++) again = again || strcmp(players[k].spec, players[i].spec) == 0;
        if (!players[i].command || again) continue;
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        vg_external *x = vg_external_new(players[i].command, 0, c->lang);
        bool made = x != NULL, good = made && vg_external_start(x, &why);
        vg_external_free(x);
        if (good) continue;
        cli_complain(c, "%s: %s", "%s: %s", players[i].spec,
                     made ? buffer : vg_err_text(VG_ERR_SYSTEM, c->lang));
        return false;
    }
    return true;
}

bool lab_tune(const cli *c, const char *path, const vg_game *game, vg_setup *setup,
              vg_text *changes)
{
    char buffer[2048];
    vg_text text = vg_text_heap(), why = VG_TEXT(buffer);
    bool good = cli_read(c, path, MAX_TUNING, &text);
    if (good && !vg_plan_tune(path, text.at, game, setup, c->lang, changes, &why)) {
        cli_complain(c, "%s", "%s", buffer);
        good = false;
    }
    vg_text_release(&text);
    return good;
}

bool lab_card(const cli *c, const char *option, const char *slug, const vg_game *game,
              const vg_setup *setup)
{
    vg_text cards = vg_text_heap(), quoted = vg_text_heap();
    vg_json j = vg_json_to(&cards), q = vg_json_to(&quoted);
    vg_catalog(game, setup->edition, c->lang, &j);
    vg_json_string(&q, slug);
    bool found = cards.at && quoted.at && strstr(cards.at, quoted.at);
    if (!found)
        cli_complain(c, "%s: %s non ha una carta \"%s\"; veglia cards %s le elenca",
                     "%s: %s has no card \"%s\"; veglia cards %s lists them", option, game->name,
                     slug, game->id);
    vg_text_release(&cards);
    vg_text_release(&quoted);
    return found;
}

bool lab_read(const cli *c, const char *path, vg_simfile *f)
{
    *f = (vg_simfile){.about = vg_text_heap()};
    vg_text text = vg_text_heap();
    bool good = cli_read(c, path, MAX_RESULTS, &text);
    if (good) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        good = vg_simfile_read(f, text.at ? text.at : "", text.len, c->lang, &why);
        if (!good) cli_complain(c, "%s: %s", "%s: %s", path, buffer);
    }
    vg_text_release(&text);
    return good;
}

bool lab_read_ladder(const cli *c, const char *path, vg_ladder *out)
{
    vg_text text = vg_text_heap();
    bool good = access(path, R_OK) == 0 && cli_read(c, path, MAX_RESULTS, &text) && text.len &&
                vg_ladder_read(out, text.at, text.len);
    vg_text_release(&text);
    return good;
}

// "    Medusa                   33,1 % (da 30,2 a 36,1)": what the page says, in its words.
static void add_line(const cli *c, vg_text *out, const char *label, const vg_estimate *e,
                     double scale, int decimals, bool sign)
{
    int pad = 44 - cli_columns(label, strlen(label));
    vg_text_printf(out, "    %s%*s ", label, pad > 0 ? pad : 0, "");
    vg_chart_value(out, e, scale, decimals, sign, c->lang);
    vg_text_char(out, '\n');
}

static void add_head(vg_text *out, const char *title) { vg_text_printf(out, "  %s\n", title); }

// Rows as the page has them: what is clearly off `line` in order of value, then, if they are not
// many, the others as they came.
typedef struct listed {
    const char *name[VG_TALLY_TRAITS];
    vg_estimate e[VG_TALLY_TRAITS];
    int order[VG_TALLY_TRAITS], count, few;
} listed;

static void list_one(listed *l, const char *name, const vg_estimate *e)
{
    if (e->n == 0) return;
    if (e->few) {
        l->few++;
        return;
    }
    int at = l->count++;
    l->name[at] = name;
    l->e[at] = *e;
    for (; at > 0 && l->e[l->order[at - 1]].value < e->value; at--) l->order[at] = l->order[at - 1];
    l->order[at] = l->count - 1;
}

static void put_listed(const cli *c, listed *l, int most, double line, bool sign, vg_text *out)
{
    int level = 0;
    for (int i = 0; i < l->count; i++) {
        int at = l->order[i];
        if (vg_estimate_off(&l->e[at], line, l->count))
            add_line(c, out, l->name[at], &l->e[at], 100, 1, sign);
        else
            level++;
    }
    if (level)
        vg_text_printf(
            out,
            cli_in(c, "    (non si distinguono da %s: %d)\n", "    (not told apart from %s: %d)\n"),
            sign ? cli_in(c, "zero", "zero") : cli_in(c, "chi è alla pari", "a fair share"), level);
    for (int i = 0; i < l->count && l->count <= most; i++)
        if (!vg_estimate_off(&l->e[i], line, l->count))
            add_line(c, out, l->name[i], &l->e[i], 100, 1, sign);
    if (l->few)
        vg_text_printf(
            out, cli_in(c, "    (con troppo pochi casi: %d)\n", "    (with too few cases: %d)\n"),
            l->few);
    l->count = l->few = 0;
}

static void add_traits(const cli *c, const vg_simfile *f, listed *l, vg_text *out)
{
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(f->tally, x);
    for (int rank = 0; rank < 11; rank++)
        for (int from = 0, to; from < count; from = to) {
            const vg_group_words *w = vg_group(x[from]->group);
            for (to = from + 1; to < count && strcmp(x[to]->group, x[from]->group) == 0;) to++;
            if (rank == 0) { // the cause first
                for (int i = from; i < to; i++) {
                    vg_estimate gain = vg_sums_gain(&x[i]->swap);
                    list_one(l, x[i]->name[c->lang], &gain);
                }
                if (l->count + l->few)
                    add_head(out, w->chosen
                                      ? cli_in(c, "Quanto vale prenderlo, punti % di vittoria",
                                               "What taking it is worth, % points of winning")
                                      : cli_in(c, "Quanto vale pescarla, punti % di vittoria",
                                               "What drawing it is worth, % points of winning"));
                put_listed(c, l, LAB_ROWS, 0, true, out);
            } else if (rank == w->rank) {
                vg_text_printf(out, "  %s, %%%s\n", w->title.in[c->lang],
                               w->chosen ? cli_in(c, " (non dice che cosa fa vincere)",
                                                  " (it does not say what makes one win)")
                                         : "");
                for (int i = from; i < to; i++) {
                    vg_estimate share = vg_tally_share(f->tally, f->game, x[i]);
                    if (vg_sums_n(&x[i]->with) == f->tally->games * (uint64_t)f->seats) continue;
                    list_one(l, x[i]->name[c->lang], &share);
                }
                put_listed(c, l, LAB_ROWS, vg_tally_fair(f->game, x[from], f->seats), false, out);
            } else if (rank == 10 && w->rank == 0 && f->game->pairs) {
                add_head(out, cli_in(c, "Coppie: quanto vincono insieme oltre che da sole, punti %",
                                     "Pairs: what they win together beyond alone, % points"));
                for (int i = from; i < to; i++) {
                    vg_estimate e = vg_tally_beyond(f->tally, f->game, x[i], f->seats);
                    list_one(l, x[i]->name[c->lang], &e);
                }
                put_listed(c, l, 0, 0, true, out); // only what is clear, as on the page
            }
        }
}

static void add_asks(const cli *c, const vg_simfile *f, vg_text *out)
{
    const vg_tally *t = f->tally;
    add_head(out, cli_in(c, "Che cosa si decide, volte a partita (mosse fra cui scegliere)",
                         "What is decided, times a game (moves to choose from)"));
    for (int k = 0; k < f->game->ask_count; k++) {
        const char *slug = f->game->asks[k].name;
        if (!slug || !vg_tally_sum(t->ask[k].n)) continue;
        const vg_words *w = vg_ask_word(f->game, slug);
        vg_ratio times = vg_tally_ratio(t->ask[k].n, t->pace[VG_PACE_games], 1);
        vg_ratio moves = vg_tally_ratio(t->ask[k].choices, t->ask[k].n, 1);
        const char *label = w ? w->in[c->lang] : slug;
        int pad = 44 - cli_columns(label, strlen(label));
        vg_text_printf(out, "    %s%*s ", label, pad > 0 ? pad : 0, "");
        vg_put_number(out, vg_ratio_mean(&times).value, 2, false, c->lang);
        vg_text_add(out, " (");
        vg_put_number(out, vg_ratio_mean(&moves).value, 2, false, c->lang);
        vg_text_add(out, ")\n");
    }
}

static void add_events(const cli *c, const vg_simfile *f, vg_text *out)
{
    for (int never = 0; never < 2; never++) {
        add_head(out, never ? cli_in(c, "Mai visto in queste partite", "Never seen in these games")
                            : cli_in(c, "In quante partite succede, %", "In how many games, %"));
        for (int k = 1; k < f->game->event_count; k++) {
            const char *slug = f->game->events[k];
            if (!slug || (vg_tally_sum(f->tally->event[k].games) == 0) != never) continue;
            const vg_event_words *w = vg_event_word(f->game, slug);
            vg_ratio r = vg_tally_ratio(f->tally->event[k].games, f->tally->pace[VG_PACE_games], 1);
            vg_estimate e = vg_ratio_share(&r);
            const char *label = w ? w->what.in[c->lang] : slug;
            if (never)
                vg_text_printf(out, "    %s%s%s%s\n", label, w && *w->rule ? " (" : "",
                               w ? w->rule : "", w && *w->rule ? ")" : "");
            else
                add_line(c, out, label, &e, 100, 1, false);
        }
    }
}

static void say_measures(const cli *c, const vg_simfile *f)
{
    vg_text out = vg_text_heap();
    vg_figure made[VG_FIGURES];
    int count = vg_figures(f->tally, f->game, f->seats, true, made);
    listed *l = calloc(1, sizeof *l);
    if (l) add_traits(c, f, l, &out);
    free(l);
    add_head(&out, cli_in(c, "Ritmo", "Pace"));
    for (int i = 0; i < count; i++)
        add_line(c, &out, made[i].name.in[c->lang], &made[i].estimate, made[i].scale,
                 made[i].decimals, false);
    add_events(c, f, &out);
    add_asks(c, f, &out);
    cli_put_lines(&out);
}

// What a line about a bot adds if it lost its seat.
static void say_lost(const cli *c, uint64_t games, char out[64])
{
    *out = '\0';
    if (games)
        snprintf(out, 64,
                 cli_in(c, "  posto perso in %llu partite", "  lost its seat in %llu games"),
                 (unsigned long long)games);
}

// "  posto 1  greedy  vince il 25,0 % (da 17,6 a 34,2)  punti in media 5,22"
static void say_wins(const cli *c, const char *who, int number, const char *spec,
                     const vg_sums *sums, uint64_t lost_in)
{
    char lost[64];
    vg_text out = vg_text_heap();
    vg_estimate share = vg_sums_share(sums);
    vg_text_printf(&out, "  %s %d  %-7s %s ", who, number, spec, cli_in(c, "vince il", "wins"));
    vg_put_number(&out, share.value * 100, 1, false, c->lang);
    vg_text_add(&out, " % (");
    vg_chart_span(&out, &share, 100, 1, false, c->lang);
    vg_text_add(&out, cli_in(c, ")  punti in media ", ")  mean score "));
    vg_put_number(&out, vg_sums_points(sums).value, 2, false, c->lang);
    say_lost(c, lost_in, lost);
    vg_text_printf(&out, "%s\n", lost);
    cli_put_lines(&out);
}

// "              senza la fortuna il 26,1 % (da 23,0 a 29,2)"
static void say_adjusted(const cli *c, const vg_sums *sums)
{
    vg_text out = vg_text_heap();
    vg_estimate share = vg_sums_gain(sums);
    vg_text_printf(&out, "    %s ", cli_in(c, "senza la fortuna il", "without luck"));
    vg_put_number(&out, share.value * 100, 1, false, c->lang);
    vg_text_add(&out, " % (");
    vg_chart_span(&out, &share, 100, 1, false, c->lang);
    vg_text_add(&out, ")\n");
    cli_put_lines(&out);
}

void lab_say(const cli *c, const vg_simfile *f)
{
    const vg_tally *t = f->tally;
    vg_json_doc about;
    bool good = vg_json_read(&about, f->about.at, f->about.len);
    cli_say(c, "%s, %d posti: %llu partite, seme %llu\n", "%s, %d seats: %llu games, seed %llu\n",
            f->game->name, f->seats, (unsigned long long)t->games, (unsigned long long)f->seed);
    bool rotated = good && vg_json_get_bool(&about, vg_json_find(&about, 0, "rotate"));
    int bots = good ? vg_json_find(&about, 0, "bots") : -1;
    for (int pass = 0; pass < (rotated ? 2 : 1); pass++) // seats, then bots if they change seats
        for (int p = 0; p < f->seats; p++) {
            char spec[LAB_SPEC] = "";
            vg_text text = VG_TEXT(spec);
            bool bot = pass == 1 || !rotated;
            if (bot) (void)vg_json_get_string(&about, vg_json_item(&about, bots, p), &text);
            say_wins(c, pass ? "bot" : cli_in(c, "posto", "seat"), p + 1, spec,
                     pass ? &t->player[p] : &t->seat[p], bot ? t->lost[p] : 0);
            if (bot && vg_sums_n(&t->adjusted[p])) say_adjusted(c, &t->adjusted[p]);
        }
    if (good) vg_json_release(&about);
    cli_say(c, "  vittorie divise fra più posti: %llu\n", "  wins shared by several seats: %llu\n",
            (unsigned long long)t->draws);
    double seconds = f->seconds > 0 ? f->seconds : 1e-9;
    vg_text mean = vg_text_heap(), took = vg_text_heap();
    vg_put_number(&mean, t->games ? (double)t->decisions / (double)t->games : 0, 1, false, c->lang);
    vg_put_number(&took, f->seconds, 2, false, c->lang);
    cli_say(c, "  decisioni a partita: da %u a %u, in media %s, il 95 %% entro %u\n",
            "  decisions a game: %u to %u, mean %s, 95 %% within %u\n", vg_tally_length(t, 0),
            vg_tally_length(t, 100), mean.at, vg_tally_length(t, 95));
    if (f->measured) say_measures(c, f);
    cli_say(c, "  %s secondi: %.0f partite e %.0f decisioni al secondo\n",
            "  %s seconds: %.0f games and %.0f decisions a second\n", took.at,
            (double)t->games / seconds, (double)t->decisions / seconds);
    vg_text_release(&mean);
    vg_text_release(&took);
}

bool lab_form_of(const cli *c, bool csv, bool json, lab_form *out)
{
    *out = csv ? LAB_CSV : json ? LAB_JSON : LAB_LINES;
    if (!csv || !json) return true;
    cli_complain(c, "--csv e --json non vanno insieme", "--csv and --json do not go together");
    return false;
}

int lab_print(const cli *c, const vg_simfile *f, lab_form form)
{
    vg_text text = vg_text_heap();
    switch (form) {
    case LAB_LINES: lab_say(c, f); break;
    case LAB_JSON:
        vg_simfile_write(f, &text);
        cli_put(&text);
        break;
    case LAB_CSV:
        vg_simfile_csv(f, &text);
        fwrite(text.at, 1, text.len, stdout);
        vg_text_release(&text);
        break;
    }
    if (f->tally->stuck == 0) return CLI_OK;
    cli_complain(
        c, "partite non finite come si deve: %llu; la prima: --seed %llu, numero %llu: %s",
        "games that did not end as they should: %llu; the first: --seed %llu, number %llu: %s",
        (unsigned long long)f->tally->stuck, (unsigned long long)f->seed,
        (unsigned long long)f->tally->stuck_number, f->tally->stuck_why);
    return CLI_NO;
}

// ---- changed numbers, tried out ----

bool lab_range(const cli *c, const char *said, char path[128], long *from, long *to)
{
    const char *equals = said ? strchr(said, '=') : NULL;
    char *end = NULL;
    bool good = equals && equals - said < 128 && equals > said;
    if (good) {
        memcpy(path, said, (size_t)(equals - said));
        path[equals - said] = '\0';
        *from = strtol(equals + 1, &end, 10);
        good = end > equals + 1 && strncmp(end, "..", 2) == 0;
    }
    if (good) {
        const char *last = end + 2;
        *to = strtol(last, &end, 10);
        good = end > last && !*end && *to > *from && *to - *from < LAB_VALUES;
    }
    if (!good)
        cli_complain(c, "si scrive come quest.mission.medusa.points=3..6, al più %d valori",
                     "it is written like quest.mission.medusa.points=3..6, at most %d values",
                     LAB_VALUES);
    return good;
}

bool lab_play_tuned(const cli *c, vg_sim_plan *plan, const char *name, char *lines, vg_simfile *f)
{
    char buffer[2048];
    vg_text changes = vg_text_heap(), why = VG_TEXT(buffer);
    *f = (vg_simfile){.about = vg_text_heap()};
    vg_game_untune(plan->game);
    bool good = vg_plan_tune(name, lines, plan->game, &plan->setup, c->lang, &changes, &why);
    if (good) {
        *f = (vg_simfile){.about = f->about,
                          .game = plan->game,
                          .seats = plan->setup.seats,
                          .games = plan->games,
                          .seed = plan->seed,
                          .unit = 1,
                          .measured = true,
                          .threads = plan->threads,
                          .tally = vg_tally_new(plan->game->max_length)};
        vg_plan_about(plan, &changes, &f->about);
        good = f->tally && vg_sim_play(plan, c->lang, f->tally, &f->to, &why) == VG_OK;
    }
    if (!good) cli_complain(c, "%s", "%s", buffer);
    vg_text_release(&changes);
    return good;
}
