// train.c: `veglia train`: a net learns a game by playing against itself; `veglia net`: what a net
// is.
#include "lab/train.h"

#include "base/clock.h"
#include "cli/lab.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    ID_GAMES = 1,
    ID_SEATS,
    ID_SEED,
    ID_UNITS,
    ID_LAMBDA,
    ID_STEP,
    ID_FROM,
    ID_VARY,
    ID_AGAINST,
    ID_MATCH,
    ID_CURVE,
    ID_OUT,
    ID_JSON,
    ID_FORCE,
    MAX_NET = 256 << 20,
    SECONDS = 60, // between two checkpoints
    POINTS = 16,  // of the curve
};

static const cli_option train_options[] = {
    {ID_SEATS, "seats", "N",
     VG_WORDS("per quanti posti: 2, o 2-4 per una rete sola (quanti ne ha il gioco)",
              "for how many seats: 2, or 2-4 for one net (as many as the game has)")},
    {ID_GAMES, "games", "N",
     VG_WORDS("quante partite gioca contro se stessa (100000)",
              "how many games it plays against itself (100000)")},
    {ID_UNITS, "units", "N",
     VG_WORDS("quanto è grande: unità nascoste, multiplo di 8 fino a 64 (64)",
              "how large it is: hidden units, a multiple of 8 up to 64 (64)")},
    {ID_LAMBDA, "lambda", "N",
     VG_WORDS(
         "quanto impara da quel che viene più in là della posizione dopo, in centesimi: di più "
         "dove le partite sono lunghe (70)",
         "how much it learns from what comes further on than the next position, in hundredths: "
         "more where games are long (70)")},
    {ID_STEP, "step", "N",
     VG_WORDS("da quante partite impara alla volta: meno dove sono lunghe (4)",
              "from how many games it learns at once: fewer where they are long (4)")},
    {ID_SEED, "seed", "N", VG_WORDS("il seme del caso (1)", "the seed of chance (1)")},
    {ID_FROM, "from", "NET",
     VG_WORDS("continua da questa, invece di cominciare", "goes on from this one")},
    {ID_VARY, "vary", "KEY",
     VG_WORDS("una variante che in ogni partita ha un valore a sorte, ripetibile",
              "a variant that has any value, by lot, in every game, repeatable")},
    {ID_AGAINST, "against", "BOT",
     VG_WORDS("contro chi gioca e chi impara a battere (se stessa)",
              "against whom it plays, and learns to beat (itself)")},
    {ID_MATCH, "match", "N",
     VG_WORDS("partite contro greedy, o il bot di --against, a ogni punto della curva (400; 0: "
              "nessuna)",
              "games against greedy, or the bot of --against, at each point of the curve (400; 0: "
              "none)")},
    {ID_CURVE, "curve", "FILE.svg",
     VG_WORDS("disegna anche come ha imparato", "also draws how it learned")},
    {ID_OUT, "o output", "NET", VG_WORDS("dove scriverla", "where to write it")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
    CLI_FORCE_OPTION(ID_FORCE),
};

static volatile sig_atomic_t stopped;
static void stop(int number)
{
    (void)number;
    stopped = 1;
}

// "2", "2-4", or all. False after complaining.
static bool read_seats(const cli *c, const vg_game *game, const char *said, int *low, int *high)
{
    *low = game->min_seats;
    *high = game->max_seats;
    if (!said) return true;
    uint64_t a, b;
    char first[16];
    const char *dash = strchr(said, '-');
    size_t n = dash ? (size_t)(dash - said) : strlen(said);
    if (n >= sizeof first) n = sizeof first - 1;
    memcpy(first, said, n);
    first[n] = '\0';
    if (!cli_number(c, "--seats", first, game->min_seats, game->max_seats, &a) ||
        !cli_number(c, "--seats", dash ? dash + 1 : first, a, game->max_seats, &b))
        return false;
    *low = (int)a;
    *high = (int)b;
    return true;
}

// The options of these keys as bits. False after complaining.
static bool read_varied(const cli *c, const vg_game *game, const char *const *keys, int count,
                        uint32_t *out)
{
    for (int k = 0; k < count; k++) {
        int i = 0;
        while (i < game->option_count && strcmp(game->options[i].key, keys[k]) != 0) i++;
        if (i == game->option_count) {
            cli_complain(c, "--vary: %s non ha la variante %s; le elenca veglia games %s",
                         "--vary: %s has no variant %s; veglia games %s lists them", game->name,
                         keys[k], game->id);
            return false;
        }
        *out |= 1u << i;
    }
    return true;
}

static vg_school *school_from(const cli *c, const vg_game *game, const vg_bot *against,
                              const char *path)
{
    char buffer[256];
    vg_text bytes = vg_text_heap(), why = VG_TEXT(buffer);
    vg_school *s = NULL;
    if (cli_read(c, path, MAX_NET, &bytes)) {
        s = vg_school_read(game, against, bytes.at, bytes.len, c->lang, &why);
        if (!s) cli_complain(c, "%s: %s", "%s: %s", path, buffer);
    }
    vg_text_release(&bytes);
    return s;
}

static bool save(const cli *c, const vg_school *s, const char *path)
{
    vg_text bytes = vg_text_heap();
    vg_school_write(s, &bytes);
    bool good = cli_write(c, path, bytes.at, bytes.len, false);
    vg_text_release(&bytes);
    return good;
}

static bool measure(const cli *c, vg_school *s, uint64_t match)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (vg_school_measure(s, match, c->lang, &why) == VG_OK) return true;
    cli_complain(c, "%s", "%s", why.len ? buffer : vg_err_text(VG_ERR_SYSTEM, c->lang));
    return false;
}

// Plays until all is played, or somebody wants it to stop.
static bool go_on(const cli *c, vg_school *s, uint64_t match, const char *path)
{
    uint64_t total = vg_school_is(s)->games, done = vg_school_done(s);
    uint64_t each = total / POINTS ? total / POINTS : 1;
    cli_progress bar = cli_progress_start(c);
    double saved = vg_clock();
    bool good = true;
    while (good && !stopped && done < total) {
        uint64_t before = done;
        done = vg_school_step(s);
        cli_progress_show(&bar, done, total);
        if (done / each != before / each || done == total) good = measure(c, s, match);
        if (good && vg_clock() - saved >= SECONDS) {
            good = save(c, s, path);
            saved = vg_clock();
        }
    }
    cli_progress_end(&bar);
    return good && save(c, s, path);
}

static void put_curve(const cli *c, const vg_school *s)
{
    const vg_school_point *p;
    int count = vg_school_curve(s, &p);
    for (int i = 0; i < count; i++) {
        if (p[i].high > 0)
            cli_say(c, "%9llu partite: batte %s nel %.1f %% (da %.1f a %.1f), perdita %.4f\n",
                    "%9llu games: beats %s in %.1f %% (%.1f to %.1f), loss %.4f\n",
                    (unsigned long long)p[i].games, vg_school_rival(s), 100 * p[i].ahead,
                    100 * p[i].low, 100 * p[i].high, p[i].loss);
        else
            cli_say(c, "%9llu partite: perdita %.4f\n", "%9llu games: loss %.4f\n",
                    (unsigned long long)p[i].games, p[i].loss);
    }
}

static bool draw(const cli *c, const vg_school *s, const char *path)
{
    vg_text svg = vg_text_heap();
    vg_school_svg(s, c->lang, &svg);
    bool good = cli_write(c, path, svg.at, svg.len, false);
    vg_text_release(&svg);
    return good;
}

static int run_train(cli *c)
{
    const char *seats = NULL, *games = NULL, *units = NULL, *lambda = NULL, *step = NULL,
               *seed = NULL, *from = NULL, *rival = NULL, *match = "400", *curve = NULL,
               *path = NULL;
    const char *vary[VG_MAX_OPTIONS];
    int varied = 0;
    bool json = false, force = false;
    for (int id; (id = cli_next(c)) != 0;) {
        switch (id) {
        case ID_SEATS: seats = c->value; break;
        case ID_GAMES: games = c->value; break;
        case ID_UNITS: units = c->value; break;
        case ID_LAMBDA: lambda = c->value; break;
        case ID_STEP: step = c->value; break;
        case ID_SEED: seed = c->value; break;
        case ID_FROM: from = c->value; break;
        case ID_VARY:
            if (varied == VG_MAX_OPTIONS) varied--; // more than there are
            vary[varied++] = c->value;
            break;
        case ID_AGAINST: rival = c->value; break;
        case ID_MATCH: match = c->value; break;
        case ID_CURVE: curve = c->value; break;
        case ID_OUT: path = c->value; break;
        case ID_JSON: json = true; break;
        case ID_FORCE: force = true; break;
        }
    }
    if (c->done) return c->status;
    const vg_game *game;
    uint64_t wanted = 100000, size = 64, against, number = 1, trace = 70, each = 4;
    vg_school_plan plan = {0};
    if (!cli_at_most(c, 1) || !(game = cli_game(c, cli_operand(c, 0))) ||
        (games && !cli_number(c, "--games", games, 1, 1000000000, &wanted)) ||
        (units && !cli_number(c, "--units", units, 8, VG_NET_UNITS, &size)) ||
        (step && !cli_number(c, "--step", step, 1, VG_SCHOOL_STEP, &each)) ||
        (lambda && !cli_number(c, "--lambda", lambda, 0, 100, &trace)) ||
        (seed && !cli_number(c, "--seed", seed, 0, UINT64_MAX, &number)) ||
        !cli_number(c, "--match", match, 0, 1000000, &against) ||
        !read_seats(c, game, seats, &plan.min_seats, &plan.max_seats) ||
        !read_varied(c, game, vary, varied, &plan.vary))
        return CLI_WRONG;
    if (size % 8) {
        cli_complain(c, "--units vuole un multiplo di 8, non %s",
                     "--units wants a multiple of 8, not %s", units);
        return CLI_WRONG;
    }
    lab_player player;
    if (rival && !lab_players(c, game, plan.min_seats, rival, 1, &player)) return CLI_WRONG;
    if (rival && player.command) {
        cli_complain(c, "--against vuole uno dei nostri bot", "--against wants a bot of ours");
        return CLI_WRONG;
    }
    if (!path) {
        cli_complain(c, "serve -o: dove scrivere la rete", "-o is needed: where to write the net");
        return CLI_WRONG;
    }
    if (from && (seats || units || lambda || step || seed || varied)) {
        cli_complain(
            c, "--from continua com'era: senza --seats, --units, --lambda, --step, --seed e --vary",
            "--from goes on as it was: without --seats, --units, --lambda, --step, --seed and "
            "--vary");
        return CLI_WRONG;
    }
    if (!cli_can_make(c, path, force || (from && strcmp(from, path) == 0)) ||
        (curve && !cli_can_make(c, curve, force)))
        return CLI_WRONG;
    plan.game = game;
    plan.units = (int)size;
    plan.games = wanted;
    plan.seed = number;
    plan.lambda = (double)trace / 100;
    plan.step = (int)each;
    plan.against = rival ? &player.bot : NULL;
    vg_school *s = from ? school_from(c, game, plan.against, from) : vg_school_new(&plan);
    if (!s) {
        if (!from) cli_complain(c, "%s", "%s", vg_err_text(VG_ERR_SYSTEM, c->lang));
        return from ? CLI_WRONG : CLI_NO;
    }
    if (from && games) vg_school_extend(s, wanted);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    bool good = go_on(c, s, against, path) && (!curve || draw(c, s, curve));
    if (good && json) {
        vg_text text = vg_text_heap();
        vg_json j = vg_json_to(&text);
        vg_school_json(s, &j);
        cli_put(&text);
    } else if (good) {
        put_curve(c, s);
    }
    if (good && stopped)
        cli_complain(c, "fermata a %llu partite; --from %s continua",
                     "stopped after %llu games; --from %s goes on",
                     (unsigned long long)vg_school_done(s), path);
    vg_school_free(s);
    return good && !stopped ? CLI_OK : CLI_NO;
}

const cli_command cli_train = {
    .name = "train",
    .usage = "GAME [--seats N] [--games N] [--from NET] -o NET [OPTION]...",
    .what = VG_WORDS("Insegna un gioco a una rete, che gioca contro se stessa",
                     "Teaches a net a game by letting it play against itself"),
    .more = VG_WORDS(
        "La rete guarda quello che vede un posto e dice le probabilità di vittoria di tutti. Ogni "
        "minuto scrive a che punto è, e --from continua da lì. Con lo stesso seme fa gli stessi "
        "byte. arena e sim la usano: greedy@RETE. Vedi docs/bots.md.",
        "The net looks at what a seat sees and says the chances of all to win. Every minute it "
        "writes how far it is, and --from goes on from there. The same seed gives the same bytes. "
        "arena and sim use it: greedy@NET. See docs/bots.md."),
    .example = "veglia train quest --seats 2 --games 50000 -o quest.net",
    .options = train_options,
    .option_count = sizeof train_options / sizeof train_options[0],
    .run = run_train,
};

// ---- veglia net -------------------------------------------------------------------------

static const cli_option net_options[] = {
    {ID_OUT, "o output", "NET",
     VG_WORDS("scrive solo quello che serve a giocare", "writes only what play needs")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
    CLI_FORCE_OPTION(ID_FORCE),
};

static void net_json(const vg_net_about *is, size_t size, bool learns, bool fits)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)is->observation);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", is->game);
    vg_json_put_int(&j, "rules_version", is->rules_version);
    vg_json_put_string(&j, "observation", hash);
    vg_json_put_int(&j, "min_seats", is->min_seats);
    vg_json_put_int(&j, "max_seats", is->max_seats);
    vg_json_put_int(&j, "units", is->units);
    vg_json_put_int(&j, "inputs", is->inputs);
    vg_json_put_int(&j, "games", (int64_t)is->games);
    vg_json_put_int(&j, "seed", (int64_t)is->seed);
    vg_json_put_int(&j, "bytes", (int64_t)size);
    vg_json_put_bool(&j, "can_learn", learns);
    vg_json_put_bool(&j, "fits", fits);
    vg_json_close(&j, '}');
    cli_put(&text);
}

// Tells of the net at the beginning of these bytes, which is as long as `*end` says. CLI_WRONG:
// there is none, and `why` says why.
static int tell_net(const cli *c, const char *bytes, size_t n, bool json, size_t *end, vg_text *why)
{
    vg_net_about is;
    if (vg_net_about_read(bytes, n, c->lang, &is, end, why) != VG_OK) return CLI_WRONG;
    const vg_game *game = vg_game_find(is.game);
    vg_net *net = game ? vg_net_read(game, bytes, n, c->lang, why) : NULL;
    bool fits = net != NULL;
    vg_net_free(net);
    // What follows is the next of several nets, or what learning goes on from.
    vg_net_about next;
    vg_text quiet = {0};
    size_t after;
    bool learns = n > *end && vg_net_about_read(bytes + *end, n - *end, c->lang, &next, &after,
                                                &quiet) != VG_OK;
    if (json) {
        net_json(&is, *end, learns, fits);
        return fits ? CLI_OK : CLI_NO;
    }
    char range[16];
    snprintf(range, sizeof range, is.min_seats < is.max_seats ? "%d-%d" : "%d", is.min_seats,
             is.max_seats);
    cli_say(c,
            "%s, posti: %s, regole versione %d\n%u ingressi, %d unità, %zu byte\n%llu partite "
            "contro se stessa, seme %llu%s\n",
            "%s, seats: %s, rules version %d\n%u inputs, %d units, %zu bytes\n%llu games "
            "against itself, seed %llu%s\n",
            game ? game->name : is.game, range, is.rules_version, is.inputs, is.units, *end,
            (unsigned long long)is.games, (unsigned long long)is.seed,
            learns ? cli_in(c, "; può continuare a imparare", "; it can go on learning") : "");
    if (!fits)
        cli_say(c, "Non va bene qui: %s.\n", "It does not fit here: %s.\n",
                game ? why->at : cli_in(c, "il gioco non c'è", "there is no such game"));
    return fits ? CLI_OK : CLI_NO;
}

static int run_net(cli *c)
{
    const char *out = NULL;
    bool json = false, force = false;
    for (int id; (id = cli_next(c)) != 0;) {
        switch (id) {
        case ID_OUT: out = c->value; break;
        case ID_JSON: json = true; break;
        case ID_FORCE: force = true; break;
        }
    }
    if (c->done) return c->status;
    const char *path = cli_operand(c, 0);
    if (!path) cli_complain(c, "quale rete?", "which net?");
    if (!path || !cli_at_most(c, 1) || (out && !cli_can_make(c, out, force))) return CLI_WRONG;
    char buffer[256];
    vg_text bytes = vg_text_heap(), why = VG_TEXT(buffer);
    if (!cli_read(c, path, MAX_NET, &bytes)) {
        vg_text_release(&bytes);
        return CLI_WRONG;
    }
    int status = CLI_OK;
    size_t nets = 0; // how many bytes are nets
    for (size_t end; nets == 0 || nets < bytes.len; nets += end) {
        vg_text_clear(&why);
        int one = tell_net(c, bytes.at + nets, bytes.len - nets, json, &end, &why);
        if (one == CLI_WRONG) break;
        if (one != CLI_OK) status = one;
    }
    if (nets == 0) {
        cli_complain(c, "%s: %s", "%s: %s", path, buffer);
        status = CLI_WRONG;
    }
    if (status == CLI_OK && out && !cli_write(c, out, bytes.at, nets, false)) status = CLI_NO;
    vg_text_release(&bytes);
    return status;
}

const cli_command cli_net = {
    .name = "net",
    .usage = "NET [-o NET]",
    .what = VG_WORDS("Dice che cosa sono le reti di un file, e se vanno bene qui",
                     "Says what the nets of a file are, and whether they fit here"),
    .more = {{NULL, NULL}},
    .example = "veglia net quest.net",
    .options = net_options,
    .option_count = sizeof net_options / sizeof net_options[0],
    .run = run_net,
};
