// play.c: `veglia play`: makes or resumes a table and sits people and bots at it.
#include "cli/line.h"
#include "cli/session.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    ID_YOU = 1,
    ID_NAMES,
    ID_BOTS,
    ID_MATCH,
    ID_SEED,
    ID_DAY,
    ID_SAVE,
    ID_RESUME,
    ID_SILENT,
    ID_PLAIN,
    ID_BRIEF
};

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_YOU, "you", "SEATS",
     VG_WORDS("i posti delle persone: 1, oppure 1,3 per passarsi lo schermo, o none per guardare "
              "(1)",
              "the people's seats: 1, or 1,3 to pass the screen around, or none to watch (1)")},
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
    {ID_DAY, "day", "[DATE]",
     VG_WORDS("la mano del giorno, uguale per tutti: 2026-11-17; senza DATA oggi (UTC)",
              "the deal of the day, the same for everyone: 2026-11-17; without DATE today (UTC)")},
    {ID_SAVE, "save", "FILE",
     VG_WORDS("dove salvare (senza: fra i tuoi dati, in veglia/)",
              "where to save (default: with your data, in veglia/)")},
    {ID_RESUME, "resume", "[FILE]",
     VG_WORDS("riprende una partita salvata; senza FILE elenca le partite e riprende l'ultima",
              "goes on with a saved game; without FILE lists them and takes the newest")},
    {ID_SILENT, "silent", NULL,
     VG_WORDS("i bot non raccontano e nessuno ti chiede di farlo",
              "bots tell no tale, and nobody asks you to")},
    CLI_FACE_OPTIONS(ID_PLAIN, ID_BRIEF),
};

typedef struct wishes {
    cli_setup setup;
    const char *you, *names, *bots, *match, *seed, *day, *save, *resume;
    bool silent, dealt, resuming, plain, brief;
} wishes;

// ---- who sits where ----------------------------------------------------------

// "1,3" or "none" as a set of seats.
static bool read_people(const cli *c, const char *said, int seats, uint16_t *out)
{
    *out = 0;
    if (strcmp(said, "none") == 0) return true;
    for (const char *at = said; at;) {
        char word[16];
        size_t n = strcspn(at, ",");
        int seat;
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (!cli_seat(c, "--you", word, seats, &seat)) return false;
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

// Names everybody but a person alone who gave no name: he is "Tu" to himself. Each person gets a
// salt of random bits; the record says which seats are bots', so a saved game knows who plays what.
static bool seat_everybody(const cli *c, const cli_session *s, const char *names)
{
    int seats = vg_table_setup(s->table)->seats, bots = 0;
    for (int p = 0; p < seats; p++) {
        char buffer[128];
        vg_err err = VG_OK;
        if (s->people >> p & 1) {
            const char *name = next_name(&names, buffer, sizeof buffer);
            if (!name && vg_bits(s->people) > 1) {
                snprintf(buffer, sizeof buffer, "%s %d", cli_in(c, "Giocatore", "Player"), p + 1);
                name = buffer;
            }
            uint8_t salt[VG_SALT];
            bool random = getrandom(salt, sizeof salt, 0) == (ssize_t)sizeof salt;
            if (name) err = vg_table_name(s->table, p, name);
            if (!err && random && vg_table_plan_of(s->table)->dice == VG_DICE_SECRET)
                err = vg_table_salt(s->table, p, salt);
        } else {
            char spec[32];
            err = vg_table_name(s->table, p, cli_bot_names[bots++]);
            if (!err) err = vg_table_bot(s->table, p, cli_bot_word(&s->bot[p], spec));
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

// Which seats bots played, as the record says.
static void recall_bots(cli_session *s, int seats)
{
    uint16_t bots = 0;
    for (int p = 0; p < seats; p++) {
        vg_text quiet = {0};
        const char *spec = vg_table_seat_bot(s->table, p);
        if (*spec && vg_bot_parse(spec, VG_EN, &s->bot[p], &quiet) == VG_OK)
            bots |= (uint16_t)(1u << p);
    }
    s->people = bots ? (uint16_t)(((1u << seats) - 1) & ~(unsigned)bots) : 1;
}

// ---- where it is kept ----------------------------------------------------------

// $XDG_STATE_HOME/veglia/quest-20300131-203000.veglia, or beside us for who has no home.
static void choose_path(const vg_game *game, vg_text *out)
{
    time_t now = time(NULL);
    struct tm day;
    char date[32] = "", name[128], path[512];
    if (localtime_r(&now, &day)) strftime(date, sizeof date, "%Y%m%d-%H%M%S", &day);
    snprintf(name, sizeof name, "%s-%s.veglia", game->id, date);
    for (int copy = 2; access(cli_data_file(name, false, path), F_OK) == 0; copy++)
        snprintf(name, sizeof name, "%s-%s-%d.veglia", game->id, date, copy);
    vg_text_clear(out);
    vg_text_add(out, path);
}

// May a new file be made at `path`? Better known before the game than after.
static bool can_save(const cli *c, const char *path)
{
    if (access(path, F_OK) != 0) return cli_can_write(c, path);
    cli_complain(c, "%s esiste già; per continuare quella partita: --resume",
                 "%s exists already; to go on with that game: --resume", path);
    return false;
}

// ---- what was saved ------------------------------------------------------------

enum { MAX_SAVES = 1000, SHOWN_SAVES = 10 };

typedef struct saved {
    char name[256];
    time_t when;
} saved;

static int newest_first(const void *a, const void *b)
{
    const saved *x = a, *y = b;
    if (x->when != y->when) return x->when < y->when ? 1 : -1;
    return -strcmp(x->name, y->name);
}

// The saved games in our folder, the newest first; owned.
static saved *list_saves(int *count)
{
    char path[512];
    cli_data_file("", false, path);
    DIR *folder = opendir(*path ? path : ".");
    saved *all = folder ? calloc(MAX_SAVES, sizeof *all) : NULL;
    *count = 0;
    for (struct dirent *e; all && *count < MAX_SAVES && (e = readdir(folder));) {
        size_t n = strlen(e->d_name);
        struct stat about;
        if (n < 8 || strcmp(e->d_name + n - 7, ".veglia") != 0 || n >= sizeof all->name) continue;
        if (stat(cli_data_file(e->d_name, false, path), &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        snprintf(all[*count].name, sizeof all->name, "%s", e->d_name);
        all[(*count)++].when = about.st_mtime;
    }
    if (folder) closedir(folder);
    if (all) qsort(all, (size_t)*count, sizeof *all, newest_first);
    return all;
}

// "Quest for Legend, 3 posti, 2030-01-31 20:30". False: it cannot be read, or is over.
static bool describe_save(const cli *c, const saved *one, vg_text *out)
{
    char path[512], when[32] = "";
    vg_text record = vg_text_heap();
    vg_text none = {0};
    struct tm day;
    vg_table *table = NULL;
    cli_data_file(one->name, false, path);
    if (access(path, R_OK) == 0 && cli_read(c, path, VG_MAX_RECORD, &record))
        table = vg_table_load(record.at ? record.at : "", record.len, c->lang, NULL, &none);
    bool open =
        table && !vg_table_match_over(table) && vg_table_plan_of(table)->dice != VG_DICE_SCRIPT;
    if (open) {
        if (localtime_r(&one->when, &day)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &day);
        vg_text_printf(out, cli_in(c, "%s, %d posti, %s", "%s, %d seats, %s"),
                       vg_table_game(table)->name, vg_table_setup(table)->seats, when);
    }
    vg_table_free(table);
    vg_text_release(&record);
    return open;
}

// The file --resume means, into `out`: as named, or of that name in our folder; for NULL the newest
// game in play, after a list of them. NULL after complaining.
static const char *find_save(const cli *c, const char *said, vg_text *out)
{
    char path[512];
    if (said) {
        bool here = access(said, F_OK) == 0 || strchr(said, '/') || strcmp(said, "-") == 0;
        vg_text_add(out, here ? said : cli_data_file(said, false, path));
        return here || access(out->at, F_OK) == 0 ? out->at : said;
    }
    int count = 0, shown = 0;
    saved *all = list_saves(&count);
    vg_text list = vg_text_heap(), line = vg_text_heap();
    for (int i = 0; i < count && shown < SHOWN_SAVES; i++) {
        vg_text_clear(&line);
        if (!describe_save(c, &all[i], &line)) continue;
        if (!shown++) vg_text_add(out, cli_data_file(all[i].name, false, path));
        vg_text_printf(&list, "  %-30s  %s\n", all[i].name, line.at);
    }
    free(all);
    vg_text_release(&line);
    if (!shown) {
        cli_data_file("", false, path);
        cli_complain(c, "non c'è nessuna partita da riprendere in %s",
                     "there is no game to go on with in %s", *path ? path : ".");
        vg_text_release(&list);
        return NULL;
    }
    cli_say(c, "Partite salvate:\n", "Saved games:\n");
    cli_put_lines(&list);
    if (shown > 1)
        cli_say(c, "Riprendi la prima; per un'altra: --resume e il suo nome.\n",
                "You go on with the first; for another: --resume and its name.\n");
    return out->at;
}

// ---- questions for a newcomer ----------------------------------------------------

// A number of [min, max], `normal` for an empty line; -1 when there is no more input.
static int ask_number(const cli *c, cli_line *l, const char *question, int min, int max, int normal)
{
    for (;;) {
        vg_text prompt = vg_text_heap();
        vg_text_printf(&prompt, "%s [%d] ", question, normal);
        if (!cli_line_ask(l, &prompt)) return -1;
        const char *at = l->text + strspn(l->text, " ");
        if (!*at) return normal;
        char *end;
        long n = strtol(at, &end, 10);
        if (end != at && !end[strspn(end, " ")] && n >= min && n <= max) return (int)n;
        cli_say(c, "Un numero da %d a %d.\n", "A number from %d to %d.\n", min, max);
    }
}

// Which language, which game, how many seats. NULL when input ends first.
static const vg_game *ask_newcomer(cli *c, cli_line *l, cli_setup *said, char seats[16])
{
    if (!c->lang_said) {
        puts("1  italiano\n2  English");
        int n = ask_number(c, l, "Lingua / Language", 1, 2, c->lang == VG_IT ? 1 : 2);
        if (n < 0) return NULL;
        c->lang = n == 1 ? VG_IT : VG_EN;
        c->lang_known = true;
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
    int n = ask_number(c, l, cli_in(c, "A che cosa giochi?", "What will you play?"), 1, count, 1);
    if (n < 0) return NULL;
    const vg_game *game = vg_games[n - 1];
    if (!said->seats) {
        n = ask_number(
            c, l, cli_in(c, "Quanti al tavolo, te compreso?", "How many at the table, with you?"),
            game->min_seats, game->max_seats, vg_seats_normal(game));
        if (n < 0) return NULL;
        snprintf(seats, 16, "%d", n);
        said->seats = seats;
    }
    return game;
}

// ---- the two beginnings ------------------------------------------------------------

static void say_salts(const cli *c, const cli_session *s, vg_text *out)
{
    vg_voice voice = vg_table_voice(s->table, VG_WATCHER, c->lang);
    for (int p = 0; p < vg_table_setup(s->table)->seats; p++) {
        uint8_t salt[VG_SALT];
        char hex[2 * VG_SALT + 1];
        if (!vg_table_seat_salt(s->table, p, salt)) continue;
        vg_hex(salt, VG_SALT, hex);
        if (!vg_table_seat_name(s->table, p))
            vg_text_printf(out,
                           cli_in(c, "Il tuo sale, mescolato al segreto:\n  %s\n",
                                  "Your salt, mixed with the secret:\n  %s\n"),
                           hex);
        else
            vg_text_printf(out,
                           cli_in(c, "Il sale di %s, mescolato al segreto:\n  %s\n",
                                  "Salt of %s, mixed with the secret:\n  %s\n"),
                           vg_voice_name(&voice, p), hex);
    }
}

// Who sits here, what is played, and what chance is bound to: into s->intro.
static void introduce(const cli *c, cli_session *s)
{
    const vg_game *game = vg_table_game(s->table);
    const vg_table_plan *plan = vg_table_plan_of(s->table);
    vg_voice voice = vg_table_voice(s->table, VG_WATCHER, c->lang);
    vg_text *out = &s->intro;
    *out = vg_text_heap();
    vg_text_printf(out, "%s: %s", game->name, cli_in(c, "al tavolo ", "at the table "));
    for (int p = 0; p < plan->setup.seats; p++) {
        bool you = s->people == 1u << p;
        vg_text_add(out, p ? ", " : "");
        if (you && !voice.name[p]) {
            vg_text_add(out, cli_in(c, "tu", "you"));
            continue;
        }
        char spec[32];
        vg_text_add(out, vg_voice_name(&voice, p));
        if (you) vg_text_add(out, cli_in(c, " (tu)", " (you)"));
        if (!(s->people >> p & 1)) vg_text_printf(out, " (bot %s)", cli_bot_word(&s->bot[p], spec));
    }
    vg_text_char(out, '.');
    for (int i = 0; i < game->preset_count; i++)
        if (vg_preset_holds(game, &game->presets[i], &plan->setup))
            vg_text_printf(out, " %s.", game->presets[i].name.in[c->lang]);
    for (int i = 0; i < game->option_count; i++) {
        char word[16];
        if (plan->setup.option[i] == game->options[i].normal) continue;
        vg_text_printf(out, " %s=%s.", game->options[i].key,
                       vg_option_word(&game->options[i], plan->setup.option[i], word));
    }
    vg_text_char(out, '\n');
    if (plan->dice == VG_DICE_SECRET) {
        uint8_t commitment[VG_SHA256_BYTES];
        char hex[2 * VG_SHA256_BYTES + 1];
        vg_table_commitment(s->table, commitment);
        vg_hex(commitment, VG_SHA256_BYTES, hex);
        vg_text_printf(
            out,
            cli_in(c, "Impegno sul caso (alla fine vedi il segreto e puoi verificare):\n  %s\n",
                   "Commitment of chance (at the end you see the secret and can verify):\n  %s\n"),
            hex);
        say_salts(c, s, out);
    } else if (vg_day_of(s->table)) {
        vg_text_add(out, cli_in(c, "La mano del giorno ", "The deal of the day "));
        vg_day_text(vg_day_of(s->table), out);
        vg_text_add(
            out, cli_in(c, ": le stesse carte per tutti.\n", ": the same cards for everyone.\n"));
    } else {
        vg_text_printf(out,
                       cli_in(c, "Caso dal seme %llu: una partita di prova.\n",
                              "Chance from seed %llu: a practice game.\n"),
                       (unsigned long long)plan->seed);
    }
}

// The same in lines.
static void say_intro(const cli *c, const cli_session *s)
{
    vg_text text = vg_text_heap();
    cli_offer_languages(c);
    // By ear the first line will do: `chance` says what chance is bound to.
    vg_text_char(&text, '\n');
    vg_text_bytes(&text, s->intro.at, s->brief ? strcspn(s->intro.at, "\n") + 1 : s->intro.len);
    if (s->brief)
        vg_text_add(&text, cli_in(c, "Il caso è promesso: la parola caso dice l'impegno.\n",
                                  "Chance is promised: the word chance says the commitment.\n"));
    if (s->people)
        vg_text_add(&text,
                    cli_in(c, "Scrivi un numero per scegliere, ? per l'aiuto, q per uscire.\n",
                           "Type a number to choose, ? for help, q to leave.\n"));
    cli_put_lines(&text);
}

// The date that was said, or today's, as a plan for that day's table.
static bool plan_day(const cli *c, const wishes *w, const vg_game *game, vg_table_plan *out)
{
    char today[16];
    struct tm utc;
    time_t now = time(NULL);
    uint32_t day = 0;
    if (w->setup.seats || w->setup.edition || w->setup.first || w->setup.option_count || w->match ||
        w->seed || w->you || w->bots) {
        cli_complain(c, "con --day posti, varianti, bot e caso sono quelli del giorno",
                     "with --day the seats, variants, bots and chance are the day's own");
        return false;
    }
    strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &utc));
    if (!vg_day_read(w->day ? w->day : today, &day)) {
        cli_complain(c, "--day: serve una data come 2026-11-17, non \"%s\"",
                     "--day: a date like 2026-11-17 is needed, not \"%s\"",
                     w->day ? w->day : today);
        return false;
    }
    vg_day_plan(game, day, c->lang, out);
    return true;
}

static int begin(cli *c, cli_session *s, const wishes *w, const vg_game *game)
{
    vg_table_plan plan = {.game = game, .games = 1, .dice = VG_DICE_SECRET, .lang = c->lang};
    uint64_t games = 1;
    if (w->dealt ? !plan_day(c, w, game, &plan)
                 : !cli_setup_make(c, &w->setup, game, vg_seats_normal(game), &plan.setup))
        return CLI_WRONG;
    if ((w->match && !cli_number(c, "--match", w->match, 1, VG_MAX_MATCH, &games)) ||
        (w->seed && !cli_number(c, "--seed", w->seed, 0, UINT64_MAX, &plan.seed)) ||
        !read_people(c, w->you ? w->you : "1", plan.setup.seats, &s->people) ||
        !cli_bots(c, w->bots, plan.setup.seats, vg_day_bot, s->bot) ||
        (w->save && !can_save(c, w->save)))
        return CLI_WRONG;
    plan.games = (uint8_t)games;
    if (w->seed) plan.dice = VG_DICE_SEED;
    if (plan.dice == VG_DICE_SECRET && getrandom(plan.secret, VG_SECRET, 0) != VG_SECRET) {
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
        w->seed || w->dealt || w->names || cli_operand(c, 0)) {
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
    if (!w->bots) recall_bots(s, seats);
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
        if (id == ID_DAY) {
            w.dealt = true;
            w.day = c->value;
        }
        if (id == ID_SAVE) w.save = c->value;
        if (id == ID_RESUME) {
            w.resuming = true;
            w.resume = c->value;
        }
        if (id == ID_SILENT) w.silent = true;
        if (id == ID_PLAIN) w.plain = true;
        if (id == ID_BRIEF) w.brief = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;

    cli_session s = {.c = c};
    cli_line line = cli_line_new();
    vg_text path = vg_text_heap();
    char seats[16];
    int status = CLI_WRONG;
    const vg_game *game = NULL;
    cli_catch_signals();
    if (w.resuming) {
        w.resume = find_save(c, w.resume, &path);
        status = w.resume ? resume(c, &s, &w) : CLI_WRONG;
    } else {
        game = cli_operand(c, 0) ? cli_game(c, cli_operand(c, 0))
                                 : ask_newcomer(c, &line, &w.setup, seats);
        if (game)
            status = begin(c, &s, &w, game);
        else if (!cli_operand(c, 0))
            status = CLI_OK; // asked, and left without an answer
    }
    if (s.table && status == CLI_OK) {
        s.path = w.save ? w.save : w.resume;
        s.resumed = w.resuming;
        s.own_path = !s.path;
        if (!s.path) {
            choose_path(game, &path);
            s.path = path.at;
        }
        s.silent = w.silent;
        s.brief = w.brief;
        s.full_screen = s.people && !w.brief && screen_wanted(w.plain);
        introduce(c, &s);
        if (!s.full_screen) say_intro(c, &s);
        status = cli_session_run(&s);
    }
    vg_table_free(s.table);
    vg_text_release(&path);
    cli_line_release(&line);
    vg_text_release(&s.intro);
    return status;
}

const cli_command cli_play = {
    .name = "play",
    .usage = "[GAME] [--seats N] [--you SEATS] [OPTION]...",
    .what = VG_WORDS("Gioca una partita nel terminale, con i bot o passandosi lo schermo",
                     "Plays a game in the terminal, with bots or passing the screen around"),
    .more = VG_WORDS("Senza gioco te lo chiede. In un terminale il tavolo riempie lo schermo; con "
                     "--plain, TERM=dumb o fuori da un terminale si gioca riga per riga. Durante "
                     "la partita ? elenca i comandi. La partita si salva da sola.",
                     "Without a game it asks you which. In a terminal the table fills the screen; "
                     "with --plain, TERM=dumb or outside a terminal it is played line by line. "
                     "During the game ? lists the commands. The game saves itself."),
    .example = "veglia play quest --seats 3\n"
               "veglia play quest --you 1,2 --names Anna,Ugo --seats 2\n"
               "veglia play --resume",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .bots = CLI_OUR_BOTS,
    .run = run,
};
