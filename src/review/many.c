// many.c: what many reviews say together: by game the accuracy, the luck, and which kinds of
// decision cost most.
#include "review/review.h"

#include <stdlib.h>
#include <string.h>

static vg_many_game *game_of(vg_many *many, const vg_game *game)
{
    int i = 0;
    while (i < many->count && many->of[i].game != game) i++;
    if (i == VG_MANY_GAMES) return NULL;
    if (i == many->count) many->of[many->count++] = (vg_many_game){.game = game};
    return &many->of[i];
}

// What was asked in `state`, as the seat read it.
static void keep_prompt(vg_many_ask *ask, const vg_game *game, const void *state, int seat,
                        vg_lang lang)
{
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_text out = VG_TEXT(ask->prompt);
    vg_voice voice = {.lang = lang, .reader = seat};
    vg_game_view(game, state, seat, view);
    vg_prompt(game, view, &voice, &out);
}

void vg_many_add(vg_many *many, const vg_review *review, vg_lang lang)
{
    const vg_review_plan *plan = vg_review_is(review);
    const vg_game *game = plan->game;
    vg_many_game *of = vg_review_over(review) ? game_of(many, game) : NULL;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    vg_text none = {0};
    if (!of || game->setup(state, &plan->setup, lang, &none) != VG_OK) return;
    for (int p = 0; p < plan->setup.seats; p++) {
        if (!(plan->seats >> p & 1)) continue;
        vg_sheet sheet = vg_review_sheet(review, p);
        of->games++;
        of->choices += sheet.choices;
        of->sound += sheet.verdicts[VG_SOUND];
        of->luck += sheet.luck;
    }
    for (int i = 0, at = 0; i < vg_review_items(review); i++) {
        const vg_item *item = vg_review_item(review, i);
        for (; at < vg_review_choices(review) && vg_review_choice(review, at)->item == i; at++) {
            const vg_choice *c = vg_review_choice(review, at);
            vg_many_ask *ask = &of->ask[game->ask(state).kind % VG_MANY_ASKS];
            ask->choices++;
            if (c->verdict == VG_SOUND) continue;
            ask->marked++;
            ask->loss += c->loss;
            keep_prompt(ask, game, state, c->seat, lang);
        }
        for (int k = 0; k < item->count; k++)
            game->apply(state, item->seat, plan->move[item->first + k].move, NULL);
    }
}

int vg_many_worst(const vg_many_game *of, int out[VG_MANY_WORST])
{
    int count = 0;
    for (int i = 0; i < VG_MANY_ASKS; i++) {
        if (!of->ask[i].marked) continue;
        int at = count < VG_MANY_WORST ? count++ : VG_MANY_WORST;
        for (; at > 0 && of->ask[out[at - 1]].loss < of->ask[i].loss; at--)
            if (at < VG_MANY_WORST) out[at] = out[at - 1];
        if (at < VG_MANY_WORST) out[at] = i;
    }
    return count;
}

void vg_many_json(const vg_many *many, vg_json *j)
{
    vg_json_open(j, '[');
    for (const vg_many_game *of = many->of; of < many->of + many->count; of++) {
        int worst[VG_MANY_WORST], count = vg_many_worst(of, worst);
        vg_json_open(j, '{');
        vg_json_put_string(j, "game", of->game->id);
        vg_json_put_int(j, "games", of->games);
        vg_json_put_int(j, "choices", of->choices);
        vg_json_put_number(j, "accuracy", of->choices ? of->sound / (double)of->choices : 1, 4);
        vg_json_put_number(j, "luck", of->luck / of->games, 4);
        vg_json_put_open(j, "worst", '[');
        for (int i = 0; i < count; i++) {
            const vg_many_ask *ask = &of->ask[worst[i]];
            vg_json_open(j, '{');
            vg_json_put_string(j, "ask", of->game->asks[worst[i]].name);
            vg_json_put_string(j, "prompt", ask->prompt);
            vg_json_put_int(j, "choices", ask->choices);
            vg_json_put_int(j, "marked", ask->marked);
            vg_json_put_number(j, "loss", ask->loss, 4);
            vg_json_close(j, '}');
        }
        vg_json_close(j, ']');
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}
