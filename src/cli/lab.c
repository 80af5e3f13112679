// lab.c: players, tuned editions and results for sim, arena, merge and report.
#include "cli/lab.h"

#include "lab/external.h"

#include <string.h>

#define MAX_TUNING  65536      // bytes of an edition file
#define MAX_RESULTS (64 << 20) // bytes of a file of results

int lab_players(const cli *c, const char *said, int most, lab_player *out)
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
        char buffer[512];
        vg_text why = VG_TEXT(buffer);
        if (strncmp(p->spec, "cmd:", 4) == 0 && p->spec[4]) {
            p->command = p->spec + 4;
        } else if (vg_bot_parse(p->spec, c->lang, &p->bot, &why) != VG_OK) {
            cli_complain(c, "%s", "%s", buffer);
            return 0;
        }
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

bool lab_seat(const cli *c, const char *said, int seats, lab_player out[VG_MAX_SEATS])
{
    int count = lab_players(c, said, VG_MAX_SEATS, out);
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
    vg_text text = vg_text_heap();
    bool good = cli_read(c, path, MAX_TUNING, &text);
    vg_json j = vg_json_to(changes);
    vg_json_open(&j, '[');
    int number = 1;
    for (char *at = text.at; good && at && *at; number++) {
        size_t n = strcspn(at, "\n");
        char *next = at + n + (at[n] == '\n');
        at[n] = '\0';
        at[strcspn(at, "#\r")] = '\0';
        at += strspn(at, " \t");
        for (size_t len = strlen(at); len > 0 && strchr(" \t", at[len - 1]);) at[--len] = '\0';
        char buffer[1024];
        vg_text why = VG_TEXT(buffer);
        if (*at) {
            good = vg_game_tune(game, at, c->lang, &why) == VG_OK;
            if (good)
                vg_json_string(&j, at);
            else
                cli_complain(c, "%s:%d: %s", "%s:%d: %s", path, number, buffer);
        }
        at = next;
    }
    vg_json_close(&j, ']');
    const char *wrong = good && game->tuning && game->tuning->used && game->tuning->check
                            ? game->tuning->check(game->tuning->edition)
                            : NULL;
    if (wrong) cli_complain(c, "%s: %s", "%s: %s", path, wrong);
    good = good && !wrong;
    if (good && game->tuning && game->tuning->used) {
        char buffer[512];
        vg_text why = VG_TEXT(buffer);
        _Alignas(16) unsigned char state[VG_MAX_STATE];
        setup->edition = game->edition_count;
        good = game->setup(state, setup, c->lang, &why) == VG_OK;
        if (!good) cli_complain(c, "%s: %s", "%s: %s", path, buffer);
    }
    vg_text_release(&text);
    return good;
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

static void say_traits(const cli *c, const vg_tally *t)
{
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(t, sorted);
    const char *group = "";
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x = sorted[i];
        if (strcmp(group, x->group) != 0) printf("  %s\n", group = x->group);
        vg_estimate share = vg_sums_share(&x->with), gain = vg_sums_gain(&x->swap);
        vg_text line = vg_text_heap();
        vg_text_printf(&line, "    %-24s %5.1f %% ± %.1f", x->slug, share.value * 100,
                       (share.high - share.low) * 50);
        if (gain.n)
            vg_text_printf(&line, cli_in(c, "   scambiata %+.2f ± %.2f", "   swapped %+.2f ± %.2f"),
                           gain.value * 100, (gain.high - gain.low) * 50);
        vg_text_char(&line, '\n');
        cli_put_lines(&line);
    }
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

void lab_say(const cli *c, const vg_simfile *f)
{
    const vg_tally *t = f->tally;
    vg_json_doc about;
    bool good = vg_json_read(&about, f->about.at, f->about.len);
    cli_say(c, "%s, %d posti: %llu partite, seme %llu\n", "%s, %d seats: %llu games, seed %llu\n",
            f->game->name, f->seats, (unsigned long long)t->games, (unsigned long long)f->seed);
    bool rotated = good && vg_json_get_bool(&about, vg_json_find(&about, 0, "rotate"));
    for (int p = 0; p < f->seats; p++) {
        char spec[LAB_SPEC] = "";
        vg_text text = VG_TEXT(spec);
        int bots = good ? vg_json_find(&about, 0, "bots") : -1;
        if (!rotated) (void)vg_json_get_string(&about, vg_json_item(&about, bots, p), &text);
        vg_estimate share = vg_sums_share(&t->seat[p]);
        char lost[64] = "";
        if (!rotated) say_lost(c, t->lost[p], lost);
        cli_say(c, "  posto %d  %-7s vince il %5.1f %% (da %.1f a %.1f)  punti in media %.2f%s\n",
                "  seat %d  %-7s wins %5.1f %% (%.1f to %.1f)  mean score %.2f%s\n", p + 1, spec,
                share.value * 100, share.low * 100, share.high * 100,
                vg_sums_points(&t->seat[p]).value, lost);
    }
    for (int p = 0; rotated && p < f->seats; p++) {
        char spec[LAB_SPEC], lost[64];
        vg_text text = VG_TEXT(spec);
        (void)vg_json_get_string(&about, vg_json_item(&about, vg_json_find(&about, 0, "bots"), p),
                                 &text);
        vg_estimate share = vg_sums_share(&t->player[p]);
        say_lost(c, t->lost[p], lost);
        cli_say(c, "  bot %d  %-12s vince il %5.1f %% ± %.1f  punti in media %.2f%s\n",
                "  bot %d  %-12s wins %5.1f %% ± %.1f  mean score %.2f%s\n", p + 1, spec,
                share.value * 100, (share.high - share.low) * 50,
                vg_sums_points(&t->player[p]).value, lost);
    }
    if (good) vg_json_release(&about);
    cli_say(c, "  vittorie divise fra più posti: %llu\n", "  wins shared by several seats: %llu\n",
            (unsigned long long)t->draws);
    cli_say(c, "  decisioni a partita: da %u a %u, in media %.1f, il 95 %% entro %u\n",
            "  decisions a game: %u to %u, mean %.1f, 95 %% within %u\n", vg_tally_length(t, 0),
            vg_tally_length(t, 100), t->games ? (double)t->decisions / (double)t->games : 0,
            vg_tally_length(t, 95));
    if (f->measured) say_traits(c, t);
    double seconds = f->seconds > 0 ? f->seconds : 1e-9;
    cli_say(c, "  %.2f secondi: %.0f partite e %.0f decisioni al secondo\n",
            "  %.2f seconds: %.0f games and %.0f decisions a second\n", f->seconds,
            (double)t->games / seconds, (double)t->decisions / seconds);
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
