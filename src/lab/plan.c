// plan.c: from words to a plan, and back.
#include "lab/plan.h"

#include "lab/words.h"

#include <stdio.h>
#include <string.h>

// The line at `*at` without comment and blanks; `*at` is then the next one.
static char *take_line(char **at)
{
    char *line = *at;
    size_t n = strcspn(line, "\n");
    *at = line + n + (line[n] == '\n');
    line[n] = '\0';
    line[strcspn(line, "#\r")] = '\0';
    line += strspn(line, " \t");
    for (size_t len = strlen(line); len > 0 && strchr(" \t", line[len - 1]);) line[--len] = '\0';
    return line;
}

bool vg_plan_tune(const char *name, char *text, const vg_game *game, vg_setup *setup, vg_lang lang,
                  vg_text *changes, vg_text *why)
{
    bool good = true;
    vg_json j = vg_json_to(changes);
    vg_json_open(&j, '[');
    int number = 1;
    for (char *at = text; good && at && *at; number++) {
        const char *line = take_line(&at);
        char buffer[1024];
        vg_text reason = VG_TEXT(buffer);
        if (!*line) continue;
        good = vg_game_tune(game, line, lang, &reason) == VG_OK;
        if (good)
            vg_json_string(&j, line);
        else
            vg_text_printf(why, "%s:%d: %s", name, number, buffer);
    }
    vg_json_close(&j, ']');
    if (!good || !game->tuning || !game->tuning->used) return good;
    const vg_words *wrong = game->tuning->check ? game->tuning->check(game->tuning->edition) : NULL;
    if (wrong) {
        vg_text_printf(why, "%s: %s", name, wrong->in[lang]);
        return false;
    }
    char buffer[512];
    vg_text reason = VG_TEXT(buffer);
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    setup->edition = game->edition_count;
    good = game->setup(state, setup, lang, &reason) == VG_OK;
    if (!good) vg_text_printf(why, "%s: %s", name, buffer);
    return good;
}

static void put_name(vg_json *j, const char *key, const vg_card_names *names, const char *group,
                     const char *slug, vg_lang lang)
{
    char buffer[VG_TALLY_NAME];
    vg_text name = VG_TEXT(buffer);
    vg_card_names_say(names, group, slug, lang, &name);
    vg_json_put_string(j, key, buffer);
}

void vg_plan_numbers(const vg_game *game, vg_lang lang, vg_json *j)
{
    vg_card_names names = vg_card_names_of(game, lang);
    vg_number n;
    vg_json_open(j, '[');
    for (int i = 0; vg_game_number(game, i, &n); i++) {
        char buffer[160];
        vg_text path = VG_TEXT(buffer);
        vg_number_path(game, &n, &path);
        vg_json_open(j, '{');
        vg_json_put_string(j, "path", buffer);
        vg_json_put_string(j, "group", n.row->group);
        put_name(j, "card", &names, n.row->group, n.slug, lang);
        vg_json_put_string(j, "name", n.row->name.in[lang]);
        vg_json_put_int(j, "min", n.row->min);
        vg_json_put_int(j, "max", n.row->max);
        vg_json_put_int(j, "normal", n.normal);
        if (n.row->values) vg_json_put_open(j, "values", '[');
        for (int v = n.row->min; n.row->values && v <= n.row->max; v++) {
            const char *word = n.row->values[v - n.row->min];
            vg_json_open(j, '{');
            vg_json_put_string(j, "word", word);
            put_name(j, "name", &names, "", word, lang);
            vg_json_close(j, '}');
        }
        if (n.row->values) vg_json_close(j, ']');
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_card_names_release(&names);
}

void vg_plan_options(const vg_game *game, const vg_setup *setup, vg_json *j)
{
    vg_json_open(j, '{');
    for (int i = 0; i < game->option_count; i++) {
        char word[16];
        vg_json_put_string(j, game->options[i].key,
                           vg_option_word(&game->options[i], setup->option[i], word));
    }
    vg_json_close(j, '}');
}

void vg_plan_about(const vg_sim_plan *plan, const vg_text *changes, vg_text *out)
{
    const vg_game *game = plan->game;
    vg_json j = vg_json_to(out);
    bool outside = false;
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", game->id);
    vg_json_put_int(&j, "rules_version", game->rules_version);
    vg_json_put_string(&j, "edition", game->editions[plan->setup.edition]);
    if (changes->len) {
        vg_json_key(&j, "overrides");
        vg_json_raw(&j, changes->at);
    }
    vg_json_key(&j, "options");
    vg_plan_options(game, &plan->setup, &j);
    vg_json_put_int(&j, "seats", plan->setup.seats);
    vg_json_put_int(&j, "first", plan->setup.first);
    vg_json_put_open(&j, "bots", '[');
    for (int p = 0; p < plan->setup.seats; p++) {
        vg_text spec = vg_text_heap();
        outside = outside || plan->command[p];
        if (plan->command[p])
            vg_text_printf(&spec, "cmd:%s", plan->command[p]);
        else
            vg_bot_spec(&plan->bot[p], &spec);
        vg_json_string(&j, spec.at);
        vg_text_release(&spec);
    }
    vg_json_close(&j, ']');
    if (outside) vg_json_put_int(&j, "budget", plan->budget);
    if (plan->rotate) vg_json_put_bool(&j, "rotate", true);
    if (plan->duplicate) vg_json_put_bool(&j, "duplicate", true);
    if (plan->measure) vg_json_put_bool(&j, "measured", true);
    if (plan->luck) vg_json_put_bool(&j, "luck", true);
    if (plan->swap) vg_json_put_bool(&j, "swap", true);
    if (plan->swap_card) vg_json_put_string(&j, "swap_card", plan->swap_card);
    vg_json_put_int(&j, "games", (int64_t)plan->games);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    vg_json_key(&j, "seed");
    vg_json_raw(&j, seed);
    vg_json_close(&j, '}');
}
