// session.c: the loop of a game played in lines: who is asked, what happened
// since, what may be done, and the few commands beside moves.
#include "cli/session.h"

#include "bots/advise.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HINT_MILLIS = 1500 };      // as at the server
enum { WATCHING = VG_MAX_SEATS }; // index into told[]

// ---- telling ---------------------------------------------------------------

static void put_wrapped(vg_text *out, const char *mark, const char *sentence, int width)
{
    vg_text line = vg_text_heap();
    vg_text_add(&line, mark);
    vg_text_add(&line, sentence);
    cli_wrap(line.at, width, (int)strlen(mark), out);
    vg_text_release(&line);
}

#define MAX_RUN 64 // sentences of a run of chance that are compared; more are told one by one

// Sentences waiting to be told.
typedef struct run {
    char *sentence[MAX_RUN]; // owned
    int times[MAX_RUN];
    int count;
} run;

static void run_put(run *r, vg_lang lang, int width, vg_text *out)
{
    for (int i = 0; i < r->count; i++) {
        vg_text line = vg_text_heap();
        vg_text_add(&line, r->sentence[i]);
        if (r->times[i] > 1)
            vg_text_printf(&line, lang == VG_IT ? " (%d volte)" : " (%d times)", r->times[i]);
        put_wrapped(out, "- ", line.at, width);
        vg_text_release(&line);
        free(r->sentence[i]);
    }
    r->count = 0;
}

// Takes over `sentence`.
static void run_add(run *r, vg_text *sentence)
{
    for (int i = 0; i < r->count; i++) {
        if (strcmp(r->sentence[i], sentence->at) != 0) continue;
        r->times[i]++;
        vg_text_release(sentence);
        return;
    }
    r->times[r->count] = 1;
    r->sentence[r->count++] = sentence->at;
}

int cli_tell(vg_table *table, int entry, int viewer, vg_lang lang, int width, vg_text *out)
{
    const vg_game *game = vg_table_game(table);
    int reader = viewer == VG_EVERYTHING ? VG_WATCHER : viewer, count = vg_table_log_count(table);
    vg_voice voice = vg_table_voice(table, reader, lang);
    const void *view = vg_table_view(table, reader);
    run r = {.count = 0};
    vg_log_entry e, next;
    do {
        vg_table_log(table, entry++, &e);
        for (int i = 0; i < e.event_count; i++) {
            const vg_event *event = vg_table_event(table, e.event_first + i);
            if (!vg_event_visible(event, viewer)) continue;
            vg_text sentence = vg_text_heap();
            vg_event_text(game, view, event, &voice, &sentence);
            if (r.count == MAX_RUN || e.seat != VG_CHANCE) run_put(&r, lang, width, out);
            if (sentence.len) run_add(&r, &sentence);
        }
        if (entry < count) vg_table_log(table, entry, &next);
    } while (entry < count && e.seat == VG_CHANCE && next.seat == VG_CHANCE && next.game == e.game);
    run_put(&r, lang, width, out);
    if (!e.narration) return entry;
    vg_text story = vg_text_heap();
    if (e.seat == reader)
        vg_text_printf(&story, lang == VG_IT ? "Racconti: «%s»" : "You tell: “%s”", e.narration);
    else
        vg_text_printf(&story, lang == VG_IT ? "%s%s racconta: «%s»" : "%s%s tells: “%s”",
                       vg_voice_name(&voice, e.seat), vg_tale_is_bot(table, e.seat) ? " (bot)" : "",
                       e.narration);
    put_wrapped(out, "  ", story.at, width);
    vg_text_release(&story);
    return entry;
}

static void put(vg_text *text)
{
    if (text->len) fwrite(text->at, 1, text->len, stdout);
    vg_text_release(text);
}

// Tells `viewer` what happened since it last heard, after an empty line for a person.
static void tell_news(cli_session *s, int viewer)
{
    int *told = &s->told[viewer >= 0 ? viewer : WATCHING];
    int count = vg_table_log_count(s->table);
    vg_text text = vg_text_heap();
    while (*told < count)
        *told = cli_tell(s->table, *told, viewer, s->c->lang, cli_width() - 1, &text);
    if (text.len && s->people) putchar('\n');
    put(&text);
}

static void put_points(vg_text *out, vg_lang lang, long points)
{
    const char *word = points == 1 || points == -1 ? (lang == VG_IT ? "punto" : "point")
                                                   : (lang == VG_IT ? "punti" : "points");
    vg_text_printf(out, "%ld %s", points, word);
}

void cli_score_sheet(vg_table *table, int reader, vg_lang lang, int width, vg_text *out)
{
    const vg_game *game = vg_table_game(table);
    int seats = vg_table_setup(table)->seats;
    vg_voice voice = vg_table_voice(table, reader, lang);
    const void *view = vg_table_view(table, reader);
    vg_score score = {0};
    vg_table_score(table, &score);
    for (int rank = 1; rank <= seats; rank++) {
        for (int p = 0; p < seats; p++) {
            if (score.rank[p] != rank) continue;
            vg_text_printf(out, "%d. %s: ", rank, vg_voice_name(&voice, p));
            put_points(out, lang, score.points[p]);
            vg_text_char(out, '\n');
            for (int i = 0; i < score.line_count; i++) {
                if (score.line[i].seat != p) continue;
                char mark[16];
                vg_text words = vg_text_heap();
                snprintf(mark, sizeof mark, "   %+4d  ", score.line[i].points);
                if (score.line[i].points == 0) snprintf(mark, sizeof mark, "%9s", "");
                vg_score_text(game, view, &score.line[i], &voice, &words);
                put_wrapped(out, mark, words.len ? words.at : "", width);
                vg_text_release(&words);
            }
        }
    }
}

void cli_match_sheet(vg_table *table, int reader, vg_lang lang, vg_text *out)
{
    int32_t points[VG_MAX_SEATS];
    uint8_t rank[VG_MAX_SEATS];
    int seats = vg_table_setup(table)->seats;
    vg_voice voice = vg_table_voice(table, reader, lang);
    vg_table_match_score(table, points, rank);
    vg_text_add(out, lang == VG_IT ? "Nella sfida:\n" : "In the match:\n");
    for (int r = 1; r <= seats; r++) {
        for (int p = 0; p < seats; p++) {
            if (rank[p] != r) continue;
            vg_text_printf(out, "%d. %s: ", r, vg_voice_name(&voice, p));
            put_points(out, lang, points[p]);
            vg_text_char(out, '\n');
        }
    }
}

// ---- showing the table -----------------------------------------------------

static void show_table(cli_session *s, int seat)
{
    vg_voice voice = vg_table_voice(s->table, seat, s->c->lang);
    vg_text lines = vg_text_heap(), text = vg_text_heap();
    vg_table_game(s->table)->show(vg_table_view(s->table, seat), &voice, &lines);
    vg_text_char(&text, '\n');
    for (char *at = lines.len ? lines.at : NULL; at && *at;) { // lines too long are wrapped
        char *end = at + strcspn(at, "\n"), *next = *end ? end + 1 : end;
        *end = '\0';
        cli_wrap(at, cli_width() - 1, (int)strspn(at, " ") + 2, &text);
        at = next;
    }
    vg_text_release(&lines);
    put(&text);
}

static void show_choices(cli_session *s, int seat, const vg_move *list, int count, bool optional)
{
    const vg_game *game = vg_table_game(s->table);
    vg_voice voice = vg_table_voice(s->table, seat, s->c->lang);
    const void *view = vg_table_view(s->table, seat);
    vg_text text = vg_text_heap(), words = vg_text_heap();
    vg_text_char(&text, '\n');
    if (optional)
        vg_text_add(&words, cli_in(s->c, "Puoi intervenire ora.", "You may step in now."));
    else
        vg_prompt(game, view, &voice, &words);
    bool bold = cli_colour(stdout);
    if (bold) vg_text_add(&text, "\033[1m");
    cli_wrap(words.len ? words.at : "", cli_width() - 1, 0, &text);
    if (bold) vg_text_add(&text, "\033[22m");
    if (optional) vg_text_printf(&text, "%3d  %s\n", 0, cli_in(s->c, "Lascia andare", "Let it go"));
    for (int i = 0; i < count; i++) {
        char mark[16];
        snprintf(mark, sizeof mark, "%3d  ", i + 1);
        vg_text_clear(&words);
        vg_move_label(game, view, list[i], &voice, &words);
        put_wrapped(&text, mark, words.len ? words.at : "", cli_width() - 1);
    }
    vg_text_release(&words);
    put(&text);
}

// ---- saving ----------------------------------------------------------------

static bool save(cli_session *s, const char *path)
{
    vg_text record = vg_text_heap();
    vg_table_record(s->table, true, &record);
    if (path == s->path && s->own_path) cli_make_folders(path);
    bool good = cli_write(s->c, path, record.at, record.len, true);
    vg_text_release(&record);
    return good;
}

// Has anything been decided that would be lost? The deal is nobody's doing.
static bool anything_played(const cli_session *s)
{
    if (s->resumed) return true;
    vg_log_entry e;
    for (int i = 0; i < vg_table_log_count(s->table); i++) {
        vg_table_log(s->table, i, &e);
        if (e.seat >= 0 && (!s->people || s->people >> e.seat & 1)) return true;
    }
    return false;
}

// A command to copy, on a line of its own that is never wrapped.
static void hint(const cli_session *s, const char *it, const char *en, const char *command,
                 const char *more)
{
    vg_text word = vg_text_heap();
    cli_say(s->c, "%s\n", "%s\n", cli_in(s->c, it, en));
    printf("  %s %s %s%s\n", s->c->program, command, cli_quoted(s->path, &word), more);
    vg_text_release(&word);
}

static int leave_table(cli_session *s)
{
    putchar('\n');
    if (!anything_played(s)) {
        cli_say(s->c, "Non hai ancora giocato: non c'è niente da salvare.\n",
                "You have not played yet: there is nothing to save.\n");
        return CLI_OK;
    }
    if (!save(s, s->path)) return CLI_NO;
    cli_say(s->c, "La partita è salvata in %s\n", "The game is saved in %s\n", s->path);
    hint(s, "Per riprenderla:", "To go on:", "play --resume", "");
    return CLI_OK;
}

// ---- opportunities -----------------------------------------------------------

// What a seat that is not asked could do now, as a number to compare; 0: nothing. A person alone
// with bots is asked again only when his moves change. Among several, that would betray hands: all
// who may step in by what everybody knows are asked once, and later whoever sits at the keyboard
// can let them (`i`).
static uint64_t opportunity(const cli_session *s, int seat)
{
    if (vg_bits(s->people) > 1) return 1;
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(s->table, seat, list);
    uint64_t hash = 0;
    for (int i = 0; i < count; i++) hash = (hash ^ list[i]) * 0x100000001b3u + 1;
    return hash;
}

// ---- commands beside moves --------------------------------------------------

typedef enum outcome { STAY, AGAIN, MOVED, LEAVE } outcome;

static void say_help(const cli_session *s)
{
    if (vg_bits(s->people) > 1)
        cli_say(s->c, "  i            fa intervenire chi può farlo fuori turno\n",
                "  i            lets those step in who may out of turn\n");
    cli_say(s->c,
            "  un numero    gioca quella mossa (se è una sola basta Invio)\n"
            "  il testo     la mossa scritta nella notazione del gioco\n"
            "  =            le mosse nella notazione del gioco\n"
            "  t            di nuovo il tavolo\n"
            "  h            che cosa è successo finora\n"
            "  c            un consiglio: che cosa farebbe un giocatore forte\n"
            "  r            le regole; r QL-02 solo quella regola\n"
            "  u            torna indietro di una mossa tua, se nessuno ha scoperto niente\n"
            "  n TESTO      racconta la tua ultima mossa\n"
            "  s [FILE]     salva\n"
            "  q            salva ed esci\n",
            "  a number     plays that move (Enter is enough for an only one)\n"
            "  its text     the move written in the game's notation\n"
            "  =            the moves in the game's notation\n"
            "  t            the table again\n"
            "  h            what has happened so far\n"
            "  c            counsel: what a strong player would do\n"
            "  r            the rules; r QL-02 that rule only\n"
            "  u            takes back a move of yours, if nobody has learned anything\n"
            "  n TEXT       tells the story of your last move\n"
            "  s [FILE]     saves\n"
            "  q            saves and leaves\n");
}

static void list_notation(const cli_session *s, const vg_move *list, int count)
{
    const vg_game *game = vg_table_game(s->table);
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(game, vg_table_view(s->table, s->at), list[i], &text);
        printf("%3d  %s\n", i + 1, buffer);
    }
}

static void say_history(cli_session *s, int seat)
{
    vg_text text = vg_text_heap();
    for (int i = 0; i < vg_table_log_count(s->table);)
        i = cli_tell(s->table, i, seat, s->c->lang, cli_width() - 1, &text);
    put(&text);
}

// What the rules say of `rule`, or all of them (NULL).
static void say_rules(const cli_session *s, const char *rule)
{
    vg_text text = vg_text_heap();
    cli_rule(vg_table_game(s->table)->rules[s->c->lang], rule, cli_width() - 1, cli_colour(stdout),
             &text);
    if (text.len == 0)
        cli_say(s->c, "Nelle regole non c'è %s.\n", "There is no %s in the rules.\n", rule);
    put(&text);
}

static void say_asked_rule(const cli_session *s)
{
    const char *rule = vg_table_game(s->table)->asks[vg_table_ask(s->table).kind].rule;
    cli_say(s->c, "\nLa regola di questo momento (%s):\n", "\nThe rule of this moment (%s):\n",
            rule);
    say_rules(s, rule);
}

// Lets the other people who may step in do so before `seat` goes on.
static outcome let_others_in(cli_session *s, int seat)
{
    uint16_t others = vg_table_ask(s->table).also & s->people & (uint16_t) ~(1u << seat);
    if (!others) {
        cli_say(s->c, "Ora nessun altro può intervenire.\n", "Nobody else may step in now.\n");
        return STAY;
    }
    for (int p = 0; p < VG_MAX_SEATS; p++)
        if (others >> p & 1) s->declined[p] = 0;
    return MOVED; // as good as a move: the loop asks them first
}

static outcome take_back(cli_session *s, int seat)
{
    vg_err err = vg_table_undo(s->table, seat);
    if (err) {
        printf("%s\n", vg_err_text(err, s->c->lang));
        return STAY;
    }
    int count = vg_table_log_count(s->table);
    for (int p = 0; p <= VG_MAX_SEATS; p++)
        if (s->told[p] > count) s->told[p] = count;
    memset(s->declined, 0, sizeof s->declined);
    cli_say(s->c, "Torni indietro di una mossa.\n", "You take back one move.\n");
    show_table(s, seat);
    return AGAIN;
}

static void narrate(const cli_session *s, int seat, const char *story)
{
    int entry = vg_table_log_count(s->table);
    vg_log_entry e = {.seat = VG_NOBODY};
    while (entry > 0 && e.seat != seat) vg_table_log(s->table, --entry, &e);
    if (e.seat != seat) {
        cli_say(s->c, "Non hai ancora mosso.\n", "You have not moved yet.\n");
        return;
    }
    vg_err err = vg_table_narrate(s->table, seat, entry, story);
    if (err)
        printf("%s\n", vg_err_text(err, s->c->lang));
    else
        cli_say(s->c, "Racconto aggiunto.\n", "Story added.\n");
}

static void save_on_request(cli_session *s, const char *path)
{
    if (*path && strcmp(path, s->path) != 0 && access(path, F_OK) == 0) {
        cli_say(s->c, "%s esiste già: scegli un altro nome.\n",
                "%s exists already: choose another name.\n", path);
        return;
    }
    if (save(s, *path ? path : s->path))
        cli_say(s->c, "Salvata in %s\n", "Saved in %s\n", *path ? path : s->path);
}

// What a strong bot thinks of the moves, from what the seat itself may know.
static void advise(const cli_session *s, int seat, const vg_move *list, int count)
{
    const vg_game *game = vg_table_game(s->table);
    if (vg_table_ask(s->table).actor != seat) {
        cli_say(s->c, "Un consiglio si dà solo a chi deve decidere.\n",
                "Counsel is only for whoever has to decide.\n");
        return;
    }
    if (count == 1) {
        cli_say(s->c, "C'è una sola mossa.\n", "There is only one move.\n");
        return;
    }
    const void *view = vg_table_view(s->table, seat);
    vg_search_info info;
    vg_rng rng;
    vg_rng_seed(&rng, 1,
                (uint64_t)vg_table_log_count(s->table)); // the same question, the same answer
    bool wait = cli_colour(stderr);
    fflush(stdout);
    if (wait) fputs(cli_in(s->c, "\rCi penso...\033[K", "\rLet me think...\033[K"), stderr);
    bool good = vg_advise(game, view, seat, list, count, HINT_MILLIS, &rng, &info);
    if (wait) fputs("\r\033[K", stderr);
    if (!good) {
        printf("%s\n", vg_err_text(VG_ERR_SYSTEM, s->c->lang));
        return;
    }
    int best = 0, next = -1;
    unsigned long long tried = info.visits[0];
    for (int i = 1; i < count; i++) tried += info.visits[i];
    for (int i = 1; i < count; i++) {
        bool better = info.visits[i] > info.visits[best] ||
                      (info.visits[i] == info.visits[best] && info.value[i] > info.value[best]);
        bool second = next < 0 || info.visits[i] > info.visits[next] ||
                      (info.visits[i] == info.visits[next] && info.value[i] > info.value[next]);
        if (better) {
            next = best;
            best = i;
        } else if (second) {
            next = i;
        }
    }
    vg_voice voice = vg_table_voice(s->table, seat, s->c->lang);
    vg_text label = vg_text_heap();
    vg_move_label(game, view, list[best], &voice, &label);
    cli_say(s->c,
            "Il bot farebbe così: %d, %s. Ha provato %llu partite possibili: con questa mossa ne "
            "vince %.0f su 100, con la seconda migliore (%d) %.0f.\n",
            "The bot would do this: %d, %s. It tried %llu possible games: with this move it wins "
            "%.0f in 100, with the next best (%d) %.0f.\n",
            best + 1, label.len ? label.at : "", tried, (double)info.value[best] * 100, next + 1,
            (double)info.value[next] * 100);
    vg_text_release(&label);
}

// Looks for a command in `line`; STAY with `*known` false when it is none.
static outcome command(cli_session *s, int seat, const char *line, bool *known)
{
    *known = true;
    const char *rest = line[0] ? line + 1 + strspn(line + 1, " ") : line;
    bool alone = *rest == '\0', word = line[0] && (line[1] == '\0' || line[1] == ' ');
    if (word && line[0] == 'n' && !alone) {
        narrate(s, seat, rest);
        return STAY;
    }
    if (word && line[0] == 's') {
        save_on_request(s, rest);
        return STAY;
    }
    if (word && line[0] == 'r' && !alone) {
        say_rules(s, rest);
        return STAY;
    }
    if (word && alone) {
        switch (line[0]) {
        case '?':
            say_help(s);
            say_asked_rule(s);
            return STAY;
        case 't': show_table(s, seat); return AGAIN;
        case 'h': say_history(s, seat); return STAY;
        case 'r': say_rules(s, NULL); return STAY;
        case 'u': return take_back(s, seat);
        case 'i': return let_others_in(s, seat);
        case 'n':
            cli_say(s->c, "Dopo n scrivi il racconto.\n", "Write the story after n.\n");
            return STAY;
        case 'q': return LEAVE;
        }
    }
    *known = false;
    return STAY;
}

// ---- a person decides --------------------------------------------------------

// The table is passed from hand to hand: nothing of the last reader's may stay on the screen.
static bool hand_over(cli_session *s, int seat)
{
    if (s->at == seat || vg_bits(s->people) == 1) {
        s->at = seat;
        return true;
    }
    vg_voice voice = vg_table_voice(s->table, VG_WATCHER, s->c->lang);
    if (s->at != VG_NOBODY && isatty(STDOUT_FILENO)) fputs("\033[H\033[2J\033[3J", stdout);
    cli_line_forget(&s->line);
    vg_text prompt = vg_text_heap();
    vg_text_printf(&prompt,
                   cli_in(s->c,
                          "\nÈ il turno di %s. Quando sei davanti allo schermo, premi Invio. ",
                          "\n%s is to move. When you are at the screen, press Enter. "),
                   vg_voice_name(&voice, seat));
    if (!cli_line_ask(&s->line, &prompt)) return false;
    s->at = seat;
    return true;
}

// One line typed: a number, a notation, or a command.
static outcome obey(cli_session *s, int seat, const vg_move *list, int count, bool optional)
{
    char *typed = s->line.text;
    for (size_t n = strlen(typed); n > 0 && strchr(" \t", typed[n - 1]); n--) typed[n - 1] = '\0';
    const char *line = typed + strspn(typed, " \t");
    if (!*line && optional) line = "0";
    if (!*line && count == 1) line = "1";
    if (!*line) return STAY;
    if (strcmp(line, "=") == 0) {
        list_notation(s, list, count);
        return STAY;
    }
    if (strcmp(line, "c") == 0) {
        advise(s, seat, list, count);
        return STAY;
    }
    bool known;
    outcome result = command(s, seat, line, &known);
    if (known) return result;
    if (line[strspn(line, "0123456789")] == '\0') {
        unsigned long n = strtoul(line, NULL, 10);
        if (n == 0 && optional) {
            s->declined[seat] = opportunity(s, seat);
            return MOVED;
        }
        if (n >= 1 && n <= (unsigned long)count) {
            vg_err err = vg_table_move(s->table, seat, list[n - 1]);
            if (err == VG_OK) return MOVED;
            printf("%s\n", vg_err_text(err, s->c->lang));
            return STAY;
        }
        if (count == 1 && !optional)
            cli_say(s->c, "C'è una sola mossa: 1 o Invio. ? per l'aiuto.\n",
                    "There is one move only: 1 or Enter. ? for help.\n");
        else
            cli_say(s->c, "Scegli un numero da %d a %d, o ? per l'aiuto.\n",
                    "Choose a number from %d to %d, or ? for help.\n", optional ? 0 : 1, count);
        return STAY;
    }
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_err err = vg_table_play(s->table, seat, line, s->c->lang, &why);
    if (err == VG_OK) return MOVED;
    vg_text text = vg_text_heap();
    cli_wrap(why.len ? buffer : vg_err_text(err, s->c->lang), cli_width() - 1, 2, &text);
    put(&text);
    return STAY;
}

// Has anything but this seat's own move happened since it last looked?
static bool others_moved(const cli_session *s, int seat)
{
    vg_log_entry e;
    for (int i = s->told[seat]; i < vg_table_log_count(s->table); i++) {
        vg_table_log(s->table, i, &e);
        if (e.seat != seat) return true;
    }
    return false;
}

// Asks a person who has just moved, gently, for the story of it. Nothing waits for an answer.
static void invite(cli_session *s, int seat)
{
    int last = vg_table_log_count(s->table) - 1;
    vg_log_entry e = {.seat = VG_NOBODY};
    if (!s->teller || !vg_teller_follow(s->teller)) return;
    while (last >= 0 && (vg_table_log(s->table, last, &e), e.seat != seat)) last--;
    const vg_telling *telling = vg_teller_find(s->teller, last);
    if (!telling || !*telling->text[s->c->lang] || e.narration) return;
    vg_text line = vg_text_heap(), out = vg_text_heap();
    vg_text_add(&line, cli_in(s->c, "(Se vuoi, raccontalo: n e il testo. ",
                              "(Tell it if you like: n and the text. "));
    vg_tale_questions(s->teller, telling, s->c->lang, &line);
    vg_text_char(&line, ')');
    cli_wrap(line.at, cli_width() - 1, 1, &out);
    vg_text_release(&line);
    put(&out);
}

// False when the person leaves.
static bool decide(cli_session *s, int seat, bool optional)
{
    bool show = others_moved(s, seat) || s->at != seat || !(s->looked >> seat & 1);
    if (!hand_over(s, seat)) return false;
    s->looked |= (uint16_t)(1u << seat);
    tell_news(s, seat);
    if (show) show_table(s, seat);
    vg_move list[VG_MAX_LEGAL];
    for (;;) {
        int count = vg_table_legal(s->table, seat, list);
        int count_before = vg_table_log_count(s->table);
        show_choices(s, seat, list, count, optional);
        outcome result;
        do {
            if (!cli_line_read(&s->line, "> ", true)) return false;
            result = obey(s, seat, list, count, optional);
        } while (result == STAY);
        if (result == LEAVE) return false;
        if (result == MOVED && vg_table_log_count(s->table) > count_before) invite(s, seat);
        if (result == MOVED) return true;
        vg_ask ask = vg_table_ask(s->table); // taken back: somebody else may be asked now
        if (!optional && ask.actor != seat) return true;
        if (optional && !(ask.also >> seat & 1)) return true;
    }
}

// ---- bots --------------------------------------------------------------------

// A generator for this seat and moment alone, so that a resumed game goes on as it would have.
static vg_rng stream(const cli_session *s, int seat)
{
    vg_rng rng;
    vg_rng_seed(&rng, s->bot_seed + (uint64_t)(seat + 1) * 0x9e3779b97f4a7c15u,
                (uint64_t)vg_table_log_count(s->table));
    return rng;
}

// The seat's bot chooses; 0: it rather waits, which only a seat that is not asked may.
static vg_move think(cli_session *s, int seat, bool asked)
{
    vg_move list[VG_MAX_LEGAL];
    int count = vg_table_legal(s->table, seat, list);
    vg_rng rng = stream(s, seat);
    if (count == 0) return 0;
    if (!asked && s->bot[seat].kind == VG_BOT_RANDOM && vg_rng_below(&rng, 2) == 0) return 0;
    bool slow = s->bot[seat].kind == VG_BOT_SEARCH && count > 1 && cli_colour(stderr);
    if (slow) {
        vg_voice voice = vg_table_voice(s->table, VG_WATCHER, s->c->lang);
        fflush(stdout);
        fprintf(stderr, cli_in(s->c, "\r%s pensa...\033[K", "\r%s is thinking...\033[K"),
                vg_voice_name(&voice, seat));
    }
    vg_move m = vg_mind_choose(s->mind[seat], vg_table_game(s->table),
                               vg_table_view(s->table, seat), seat, list, count, &rng);
    if (slow) fprintf(stderr, "\r\033[K");
    return m;
}

static void bot_moves(cli_session *s, int seat, vg_move m)
{
    int entry = vg_table_log_count(s->table);
    vg_err err = vg_table_move(s->table, seat, m);
    assert(err == VG_OK);
    // A table full of words takes no more: then the bot plays on in silence.
    if (s->teller)
        err = vg_tale_narrate(s->table, s->teller, (uint16_t)(1u << seat), entry, s->c->lang);
    (void)err;
}

// Lets one bot with an opportunity take it, if any wants to. They are asked from a random seat on.
static bool bot_steps_in(cli_session *s, vg_ask ask)
{
    int seats = vg_table_setup(s->table)->seats;
    vg_rng rng = stream(s, VG_MAX_SEATS);
    int from = (int)vg_rng_below(&rng, (uint32_t)seats);
    uint16_t bots = (uint16_t)(vg_out_of_turn(ask) & ~s->people);
    for (int p; (p = vg_take_seat(&bots, from)) >= 0;) {
        vg_move m = think(s, p, false);
        if (!m) continue;
        bot_moves(s, p, m);
        return true;
    }
    return false;
}

// A person who may step in before the seat asked goes on, and has not let this very opportunity
// go; or VG_NOBODY.
static int person_with_opportunity(cli_session *s, vg_ask ask)
{
    if (ask.actor >= 0) s->declined[ask.actor] = 0; // whoever decides has all his moves in the list
    uint16_t people = vg_out_of_turn(ask) & s->people;
    for (int p; (p = vg_take_seat(&people, 0)) >= 0;) {
        uint64_t chance = opportunity(s, p);
        if (chance && chance != s->declined[p]) return p;
    }
    return VG_NOBODY;
}

// ---- the loop ----------------------------------------------------------------

static void announce_game(cli_session *s)
{
    s->game_shown = vg_table_game_number(s->table);
    if (vg_table_games(s->table) > 1)
        cli_say(s->c, "\nPartita %d di %d.\n", "\nGame %d of %d.\n", s->game_shown,
                vg_table_games(s->table));
}

static void end_game(cli_session *s)
{
    int viewer = vg_bits(s->people) == 1 ? vg_lowest(s->people) : VG_WATCHER;
    // Among several people everything since the one at the keyboard last heard is news.
    if (viewer == VG_WATCHER && s->at != VG_NOBODY && s->told[WATCHING] < s->told[s->at])
        s->told[WATCHING] = s->told[s->at];
    tell_news(s, viewer);
    vg_text text = vg_text_heap();
    vg_text_printf(&text, "\n%s\n", cli_in(s->c, "Punteggio finale:", "Final score:"));
    cli_score_sheet(s->table, viewer, s->c->lang, cli_width() - 1, &text);
    if (vg_table_games(s->table) > 1) cli_match_sheet(s->table, viewer, s->c->lang, &text);
    put(&text);
}

// Host and people are one program here: what it proves is that nothing was changed since the deal.
static void say_verdict(const cli_session *s)
{
    char buffer[512];
    vg_text record = vg_text_heap(), why = VG_TEXT(buffer);
    vg_proof proof;
    vg_table_record(s->table, true, &record);
    vg_luck luck = vg_record_check(record.at, record.len, NULL, s->c->lang, &proof, &why);
    vg_text_release(&record);
    if (luck > VG_LUCK_TRUSTED)
        cli_say(s->c, "\nIl caso non torna: %s\n", "\nChance does not add up: %s\n", buffer);
    else
        cli_say(
            s->c,
            "\nVerificato: i %d esiti del caso vengono dal segreto promesso prima di cominciare. "
            "Segreto e sali li ha fatti questo programma: è di lui che ti fidi.\n",
            "\nVerified: the %d outcomes of chance come from the secret promised before the "
            "deal. This program made secret and salts: it is the one you trust.\n",
            proof.outcomes);
}

static int end_match(cli_session *s)
{
    const vg_table_plan *plan = vg_table_plan_of(s->table);
    if (plan->dice == VG_DICE_SECRET) {
        char hex[2 * VG_SECRET + 1];
        vg_hex(plan->secret, VG_SECRET, hex);
        cli_say(s->c, "\nIl segreto da cui è venuto il caso:\n  %s\n",
                "\nThe secret that chance came from:\n  %s\n", hex);
        say_verdict(s);
    }
    if (!save(s, s->path)) return CLI_NO;
    cli_say(s->c, "\nIl verbale è in %s\n", "\nThe record is in %s\n", s->path);
    // From a known seed there is nothing to verify: everybody could have known the luck.
    if (plan->dice == VG_DICE_SECRET)
        hint(s, "Per controllarlo di nuovo:", "To check it again:", "verify", "");
    hint(s, "Racconta la partita:", "Tell the game again:", "replay", "");
    hint(s, "Fanne un libro:", "Make a book of it:", "book",
         cli_in(s->c, " -o racconto.html", " -o tale.html"));
    return CLI_OK;
}

static bool next_game(cli_session *s)
{
    vg_text prompt = vg_text_heap();
    vg_text_add(&prompt, cli_in(s->c, "\nInvio per la prossima partita, q per uscire. ",
                                "\nEnter for the next game, q to leave. "));
    if (!cli_line_ask(&s->line, &prompt) || strcmp(s->line.text, "q") == 0) return false;
    return vg_table_next_game(s->table) == VG_OK;
}

static int play_on(cli_session *s)
{
    for (;;) {
        if (cli_leaving() || ferror(stdout)) return leave_table(s);
        if (s->game_shown != vg_table_game_number(s->table)) announce_game(s);
        if (s->people == 0) tell_news(s, VG_WATCHER);
        if (vg_table_over(s->table)) {
            end_game(s);
            if (vg_table_match_over(s->table)) return end_match(s);
            if (!next_game(s)) return leave_table(s);
            continue;
        }
        vg_ask ask = vg_table_ask(s->table);
        int seat = person_with_opportunity(s, ask);
        bool optional = seat != VG_NOBODY;
        if (!optional) {
            if (bot_steps_in(s, ask)) continue;
            seat = ask.actor;
        }
        if (!(s->people >> seat & 1))
            bot_moves(s, seat, think(s, seat, true));
        else if (!decide(s, seat, optional))
            return leave_table(s);
    }
}

int cli_session_run(cli_session *s)
{
    int seats = vg_table_setup(s->table)->seats, status = CLI_NO;
    bool awake = true;
    s->at = VG_NOBODY;
    for (int p = 0; p < seats; p++) {
        if (s->people >> p & 1) continue;
        s->mind[p] = vg_mind_new(&s->bot[p]);
        awake &= s->mind[p] != NULL;
    }
    if (!s->silent && vg_game_tells(vg_table_game(s->table))) s->teller = vg_teller_new(s->table);
    if (awake) {
        vg_table_start(s->table);
        status = play_on(s);
    } else {
        cli_complain(s->c, "%s", "%s", vg_err_text(VG_ERR_SYSTEM, s->c->lang));
    }
    for (int p = 0; p < seats; p++) vg_mind_free(s->mind[p]);
    vg_teller_free(s->teller);
    return status;
}
