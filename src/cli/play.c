// play.c: `veglia play`: makes or resumes a table and sits people and bots at it.
#include "cli/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ID_YOU = 1, ID_NAMES, ID_BOTS, ID_MATCH, ID_SEED, ID_SAVE, ID_RESUME, ID_SILENT };

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_YOU, "you", "SEATS",
     VG_WORDS("i posti delle persone: 0, oppure 0,2 per passarsi lo schermo, o none per guardare "
              "(0)",
              "the people's seats: 0, or 0,2 to pass the screen around, or none to watch (0)")},
    {ID_NAMES, "names", "LIST",
     VG_WORDS("i nomi delle persone, nell'ordine dei posti: Anna,Ugo",
              "the people's names, in the order of their seats: Anna,Ugo")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per tutti gli altri posti, o uno per ogni posto (greedy)",
              "one bot for all other seats, or one for every seat (greedy)")},
    {ID_MATCH, "match", "N",
     VG_WORDS("una sfida di N partite, punti sommati (1)",
              "a match of N games, points added up (1)")},
    {ID_SEED, "seed", "N",
     VG_WORDS("caso da un numero noto, per provare (senza: segreto e verificabile)",
              "chance from a known number, for practice (default: secret and verifiable)")},
    {ID_SAVE, "save", "FILE",
     VG_WORDS("dove salvare (senza: fra i tuoi dati, in veglia/)",
              "where to save (default: with your data, in veglia/)")},
    {ID_RESUME, "resume", "FILE",
     VG_WORDS("riprende una partita salvata", "goes on with a saved game")},
    {ID_SILENT, "silent", NULL,
     VG_WORDS("i bot non raccontano e nessuno ti chiede di farlo",
              "bots tell no tale, and nobody asks you to")},
};

typedef struct wishes {
    cli_setup setup;
    const char *you, *names, *bots, *match, *seed, *save, *resume;
    bool silent;
} wishes;

// ---- who sits where ----------------------------------------------------------

// "0,2" or "none" as a set of seats.
static bool read_people(const cli *c, const char *said, int seats, uint16_t *out)
{
    *out = 0;
    if (strcmp(said, "none") == 0) return true;
    for (const char *at = said; at;) {
        char word[16];
        size_t n = strcspn(at, ",");
        uint64_t seat;
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (!cli_number(c, "--you", word, 0, (uint64_t)seats - 1, &seat)) return false;
        *out |= (uint16_t)(1u << seat);
        at = at[n] ? at + n + 1 : NULL;
    }
    return true;
}

// The next name of "Anna,Ugo", or NULL.
static const char *next_name(const char **list, char buffer[], size_t cap)
{
    if (!*list) return NULL;
    size_t n = strcspn(*list, ",");
    snprintf(buffer, cap, "%.*s", (int)n, *list);
    *list = (*list)[n] ? *list + n + 1 : NULL;
    return buffer;
}

const char *const cli_bot_names[VG_MAX_SEATS] = {"Ada",  "Bruno", "Clelia", "Dino",
                                                 "Elsa", "Furio", "Gemma",  "Ivo"};

// Names everybody. A bot's seat is salted with its kind: salts are part of a record, so a saved
// game knows who plays what, and nobody's luck depends on it in a way anyone could choose.
static bool seat_everybody(const cli *c, const cli_session *s, const char *names)
{
    int seats = vg_table_setup(s->table)->seats, person = 0, bots = 0;
    for (int p = 0; p < seats; p++) {
        char buffer[128];
        vg_err err = VG_OK;
        if (s->people >> p & 1) {
            const char *name = next_name(&names, buffer, sizeof buffer);
            person++;
            if (!name) {
                name = cli_in(c, "Giocatore", "Player");
                if (vg_bits(s->people) > 1) {
                    snprintf(buffer, sizeof buffer, "%s %d", name, person);
                    name = buffer;
                }
            }
            err = vg_table_name(s->table, p, name);
        } else {
            err = vg_table_name(s->table, p, cli_bot_names[bots++]);
            char spec[32];
            snprintf(buffer, sizeof buffer, "bot:%s", cli_bot_word(&s->bot[p], spec));
            if (!err) err = vg_table_salt(s->table, p, buffer);
        }
        if (!err) continue;
        cli_complain(c, "--names: un nome ha al massimo %d caratteri",
                     "--names: a name has at most %d characters", VG_MAX_NAME);
        return false;
    }
    if (!names) return true;
    cli_complain(c, "--names ha più nomi che persone", "--names has more names than people");
    return false;
}

// Reads back from a record which seats bots played ("salt 1 bot:greedy" in its header).
static void recall_bots(const char *record, int seats, cli_session *s)
{
    uint16_t bots = 0;
    for (const char *at = record; *at && *at != '\n';) {
        int seat = -1;
        char spec[32] = "";
        vg_text quiet = {0};
        if (sscanf(at, "salt %d bot:%31[^\n]", &seat, spec) == 2 && seat >= 0 && seat < seats &&
            vg_bot_parse(spec, VG_EN, &s->bot[seat], &quiet) == VG_OK)
            bots |= (uint16_t)(1u << seat);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    s->people = bots ? (uint16_t)(((1u << seats) - 1) & ~(unsigned)bots) : 1;
}

// ---- where it is kept ----------------------------------------------------------

// Makes the folders above `path`; what cannot be made, writing will complain about.
static void make_folders(char *path)
{
    for (char *at = path + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

// $XDG_STATE_HOME/veglia/quest-20300131-203000.veglia, or beside us for who has no home.
static void choose_path(const vg_game *game, vg_text *out)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    time_t now = time(NULL);
    struct tm day;
    char date[32] = "";
    if (localtime_r(&now, &day)) strftime(date, sizeof date, "%Y%m%d-%H%M%S", &day);
    for (int copy = 1;; copy++) {
        vg_text_clear(out);
        if (state && state[0] == '/')
            vg_text_printf(out, "%s/veglia/", state);
        else if (home && home[0] == '/')
            vg_text_printf(out, "%s/.local/state/veglia/", home);
        vg_text_printf(out, "%s-%s", game->id, date);
        if (copy > 1) vg_text_printf(out, "-%d", copy);
        vg_text_add(out, ".veglia");
        if (access(out->at, F_OK) != 0) break;
    }
    make_folders(out->at);
}

// May a new file be made at `path`? Better known before the game than after.
static bool can_save(const cli *c, const char *path)
{
    if (access(path, F_OK) == 0) {
        cli_complain(c, "%s esiste già; per continuare quella partita: --resume",
                     "%s exists already; to go on with that game: --resume", path);
        return false;
    }
    vg_text folder = vg_text_heap();
    const char *slash = strrchr(path, '/');
    if (slash)
        vg_text_bytes(&folder, path, (size_t)(slash - path) + 1);
    else
        vg_text_add(&folder, ".");
    bool good = access(folder.at, W_OK) == 0;
    if (!good)
        cli_complain(c, "in %s non si può scrivere: %s", "%s cannot be written to: %s", folder.at,
                     strerror(errno));
    vg_text_release(&folder);
    return good;
}

// ---- questions for a newcomer ----------------------------------------------------

// A number of [min, max], `normal` for an empty line; -1 when there is no more input.
static int ask_number(cli_session *s, const char *question, int min, int max, int normal)
{
    for (;;) {
        printf("%s [%d] ", question, normal);
        if (!cli_read_line(&s->line, &s->line_cap)) return -1;
        const char *at = s->line + strspn(s->line, " ");
        if (!*at) return normal;
        char *end;
        long n = strtol(at, &end, 10);
        if (end != at && !end[strspn(end, " ")] && n >= min && n <= max) return (int)n;
        cli_say(s->c, "Un numero da %d a %d.\n", "A number from %d to %d.\n", min, max);
    }
}

static bool lang_was_said(const cli *c)
{
    for (int i = 0; c->argv[i]; i++)
        if (strncmp(c->argv[i], "--lang", 6) == 0) return true;
    return false;
}

// Which language, which game, how many seats. NULL when input ends first.
static const vg_game *ask_newcomer(cli *c, cli_session *s, cli_setup *said, char seats[16])
{
    if (!lang_was_said(c)) {
        puts("1  italiano\n2  English");
        int n = ask_number(s, "Lingua / Language", 1, 2, c->lang == VG_IT ? 1 : 2);
        if (n < 0) return NULL;
        c->lang = n == 1 ? VG_IT : VG_EN;
    }
    int count = 0;
    vg_text list = vg_text_heap(), line = vg_text_heap();
    for (; vg_games[count]; count++) {
        const vg_game *g = vg_games[count];
        vg_text_clear(&line);
        vg_text_printf(&line, cli_in(c, "%d  %s, da %d a %d. %s", "%d  %s, %d to %d. %s"),
                       count + 1, g->name, g->min_seats, g->max_seats, g->tagline.in[c->lang]);
        cli_wrap(line.at, cli_width() - 1, 3, &list);
    }
    printf("\n%s", list.at);
    vg_text_release(&list);
    vg_text_release(&line);
    int n = ask_number(s, cli_in(c, "A che cosa giochi?", "What will you play?"), 1, count, 1);
    if (n < 0) return NULL;
    const vg_game *game = vg_games[n - 1];
    if (!said->seats) {
        int normal = game->min_seats > 3   ? game->min_seats
                     : game->max_seats < 3 ? game->max_seats
                                           : 3;
        n = ask_number(
            s, cli_in(c, "Quanti al tavolo, te compreso?", "How many at the table, with you?"),
            game->min_seats, game->max_seats, normal);
        if (n < 0) return NULL;
        snprintf(seats, 16, "%d", n);
        said->seats = seats;
    }
    return game;
}

// ---- the two beginnings ------------------------------------------------------------

static void introduce(const cli *c, cli_session *s)
{
    const vg_game *game = vg_table_game(s->table);
    const vg_table_plan *plan = vg_table_plan_of(s->table);
    vg_voice voice = vg_table_voice(s->table, VG_WATCHER, c->lang);
    vg_text line = vg_text_heap(), out = vg_text_heap();
    vg_text_printf(&line, "%s: %s", game->name, cli_in(c, "al tavolo ", "at the table "));
    for (int p = 0; p < plan->setup.seats; p++) {
        bool person = s->people >> p & 1;
        vg_text_printf(&line, "%s%s", p ? ", " : "", vg_voice_name(&voice, p));
        char spec[32];
        if (!person) vg_text_printf(&line, " (bot %s)", cli_bot_word(&s->bot[p], spec));
        if (person && vg_bits(s->people) == 1) vg_text_add(&line, cli_in(c, " (tu)", " (you)"));
    }
    vg_text_char(&line, '.');
    for (int i = 0; i < game->option_count; i++) {
        char word[16];
        if (plan->setup.option[i] == game->options[i].normal) continue;
        vg_text_printf(&line, " %s=%s.", game->options[i].key,
                       cli_option_word(&game->options[i], plan->setup.option[i], word));
    }
    cli_wrap(line.at, cli_width() - 1, 0, &out);
    printf("\n%s", out.at);
    vg_text_release(&line);
    vg_text_release(&out);
    if (plan->dice == VG_DICE_SECRET) {
        uint8_t commitment[VG_SHA256_BYTES];
        char hex[2 * VG_SHA256_BYTES + 1];
        vg_table_commitment(s->table, commitment);
        vg_hex(commitment, VG_SHA256_BYTES, hex);
        cli_say(c, "Impegno sul caso (alla fine vedi il segreto e puoi verificare):\n  %s\n",
                "Commitment of chance (at the end you see the secret and can verify):\n  %s\n",
                hex);
    } else {
        cli_say(c, "Caso dal seme %llu: una partita di prova.\n",
                "Chance from seed %llu: a practice game.\n", (unsigned long long)plan->seed);
    }
    if (s->people)
        cli_say(c, "Scrivi un numero per scegliere, ? per l'aiuto, q per uscire.\n",
                "Type a number to choose, ? for help, q to leave.\n");
}

static int begin(cli *c, cli_session *s, const wishes *w, const vg_game *game)
{
    vg_table_plan plan = {.game = game, .games = 1, .dice = VG_DICE_SECRET, .lang = c->lang};
    uint64_t games = 1;
    int seats = game->min_seats > 3 ? game->min_seats : game->max_seats < 3 ? game->max_seats : 3;
    if (!cli_setup_make(c, &w->setup, game, seats, &plan.setup) ||
        (w->match && !cli_number(c, "--match", w->match, 1, VG_MAX_MATCH, &games)) ||
        (w->seed && !cli_number(c, "--seed", w->seed, 0, UINT64_MAX, &plan.seed)) ||
        !read_people(c, w->you ? w->you : "0", plan.setup.seats, &s->people) ||
        !cli_bots(c, w->bots, plan.setup.seats, "greedy", s->bot) ||
        (w->save && !can_save(c, w->save)))
        return CLI_WRONG;
    plan.games = (uint8_t)games;
    if (w->seed) plan.dice = VG_DICE_SEED;
    if (!w->seed && getrandom(plan.secret, VG_SECRET, 0) != VG_SECRET) {
        cli_complain(c, "il sistema non dà numeri casuali: %s",
                     "the system gives no randomness: %s", strerror(errno));
        return CLI_NO;
    }
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    s->table = vg_table_new(&plan, &why);
    if (!s->table) {
        cli_complain(c, "%s", "%s", buffer);
        return CLI_WRONG;
    }
    return seat_everybody(c, s, w->names) ? CLI_OK : CLI_WRONG;
}

static int resume(cli *c, cli_session *s, const wishes *w)
{
    if (w->setup.seats || w->setup.edition || w->setup.first || w->setup.option_count || w->match ||
        w->seed || w->names || cli_operand(c, 0)) {
        cli_complain(c, "con --resume gioco, posti, varianti e caso sono già decisi",
                     "with --resume the game, seats, variants and chance are already settled");
        return CLI_WRONG;
    }
    vg_text record = vg_text_heap();
    if (!cli_read(c, w->resume, VG_MAX_RECORD, &record)) return CLI_WRONG;
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    s->table = vg_table_load(record.at ? record.at : "", record.len, c->lang, NULL, &why);
    int status = CLI_WRONG;
    if (!s->table) {
        cli_complain(c, "%s: %s", "%s: %s", w->resume, buffer);
        goto out;
    }
    int seats = vg_table_setup(s->table)->seats;
    if (vg_table_plan_of(s->table)->dice == VG_DICE_SCRIPT && !vg_table_match_over(s->table)) {
        cli_complain(c, "%s non contiene il segreto del caso: non si può riprendere",
                     "%s does not hold the secret of chance: it cannot be resumed", w->resume);
        goto out;
    }
    if (!cli_bots(c, w->bots, seats, "greedy", s->bot)) goto out;
    if (!w->bots) recall_bots(record.at, seats, s);
    if (w->bots) s->people = 1;
    if (w->you && !read_people(c, w->you, seats, &s->people)) goto out;
    if (w->save && !can_save(c, w->save)) goto out;
    // Each hears again what happened since his own last move.
    for (int i = 0; i < vg_table_log_count(s->table); i++) {
        vg_log_entry e;
        vg_table_log(s->table, i, &e);
        if (e.seat >= 0) s->told[e.seat] = i + 1;
    }
    s->told[VG_MAX_SEATS] = vg_table_log_count(s->table);
    status = CLI_OK;
out:
    vg_text_release(&record);
    return status;
}

// Bots draw from a stream of their own, fixed by the table's secret: a resumed game goes on alike.
static uint64_t bot_seed(const vg_table *table)
{
    static const char domain[] = "veglia bots 1\n";
    vg_sha256 sha;
    uint8_t digest[VG_SHA256_BYTES];
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, domain, sizeof domain - 1);
    vg_sha256_feed(&sha, vg_table_plan_of(table)->secret, VG_SECRET);
    vg_sha256_done(&sha, digest);
    uint64_t seed = 0;
    for (int i = 0; i < 8; i++) seed = seed << 8 | digest[i];
    return seed;
}

static int run(cli *c)
{
    wishes w = {0};
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &w.setup, id)) continue;
        if (id == ID_YOU) w.you = c->value;
        if (id == ID_NAMES) w.names = c->value;
        if (id == ID_BOTS) w.bots = c->value;
        if (id == ID_MATCH) w.match = c->value;
        if (id == ID_SEED) w.seed = c->value;
        if (id == ID_SAVE) w.save = c->value;
        if (id == ID_RESUME) w.resume = c->value;
        if (id == ID_SILENT) w.silent = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;

    cli_session s = {.c = c};
    vg_text path = vg_text_heap();
    char seats[16];
    int status = CLI_WRONG;
    const vg_game *game = NULL;
    cli_catch_signals();
    if (w.resume) {
        status = resume(c, &s, &w);
    } else {
        game = cli_operand(c, 0) ? cli_game(c, cli_operand(c, 0))
                                 : ask_newcomer(c, &s, &w.setup, seats);
        if (game)
            status = begin(c, &s, &w, game);
        else if (!cli_operand(c, 0))
            status = CLI_OK; // asked, and left without an answer
    }
    if (s.table && status == CLI_OK) {
        s.path = w.save ? w.save : w.resume;
        if (!s.path) {
            choose_path(game, &path);
            s.path = path.at;
        }
        s.bot_seed = bot_seed(s.table);
        s.silent = w.silent;
        introduce(c, &s);
        status = cli_session_run(&s);
    }
    vg_table_free(s.table);
    vg_text_release(&path);
    free(s.line);
    return status;
}

const cli_command cli_play = {
    .name = "play",
    .usage = "[GAME] [--seats N] [--you SEATS] [OPTION]...",
    .what = VG_WORDS("Gioca una partita, riga per riga, con i bot o passandosi lo schermo",
                     "Plays a game line by line, with bots or passing the screen around"),
    .more = VG_WORDS("Senza gioco te lo chiede. Durante la partita ? elenca i comandi. Uscendo la "
                     "partita si salva da sola.",
                     "Without a game it asks you which. During the game ? lists the commands. "
                     "Leaving saves the game by itself."),
    .example = "veglia play quest --seats 3\n"
               "veglia play quest --you 0,1 --names Anna,Ugo --seats 2\n"
               "veglia play --resume quest-20300131-203000.veglia",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
