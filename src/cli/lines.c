// lines.c: the desk in lines: what happened, what is asked, a line typed. It reads well by ear and
// by programs.
#include "cli/desk.h"
#include "cli/line.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// In brief, in beats: a word or a pause, a third of a second at 175 words a minute. What comes
// before a question is to be heard in forty seconds: longer lists of moves are only counted, older
// news left out (tests/terminal/ear.py listens).
// What a game begins with (who plays, how to choose) takes as long as BRIEF_INTRO.
enum { BRIEF_ALL = 96, BRIEF_CHOICES = 52, BRIEF_COUNT = 20, BRIEF_INTRO = 34 };

typedef struct lines {
    desk *d;
    cli_line line;  // what was typed last, and before
    int reader;     // who has seen the table; VG_NOBODY: nobody yet
    int looked;     // log entries then
    int game;       // number of the game that was announced
    bool asked;     // the question on the desk has been put
    int asked_at;   // when the log was this long
    bool asked_may; // as an opportunity
    unsigned lobby; // desk.lobby when it was put
    bool all;       // the moves are wanted one by one, however many
    int said;       // beats of what was said since the last question, news apart
    desk_state was;
} lines;

static void put(vg_text *text)
{
    if (text->len) fwrite(text->at, 1, text->len, stdout);
    vg_text_release(text);
}

// ---- telling -------------------------------------------------------------------------

// How long it takes to say: words, and pauses after commas and the like.
static int beats_of(const char *text)
{
    int beats = 0;
    for (const char *at = text; *at; at++) {
        beats += *at != ' ' && *at != '\n' && (at == text || at[-1] == ' ' || at[-1] == '\n');
        beats += *at == '\n' || (strchr(",;:.()", *at) != NULL);
    }
    return beats;
}

static int beats_of_choices(const desk *d)
{
    int beats = 0;
    for (int i = 0; i < d->choices; i++) beats += 3 + beats_of(d->choice[i].label);
    return beats;
}

// What is left for news where the question is yet to come.
static int beats_for_news(const lines *l)
{
    const desk *d = l->d;
    int moves = beats_of_choices(d);
    return BRIEF_ALL - l->said - (d->prompt.len ? beats_of(d->prompt.at) : 0) -
           (moves > BRIEF_CHOICES ? BRIEF_COUNT : moves);
}

// News: what the reader has not had yet, after an empty line for a person. In brief only as much as
// is heard in a quarter of a minute, the newest: `last` has the rest.
static void tell_news(lines *l)
{
    desk *d = l->d;
    vg_text text = vg_text_heap(), one = vg_text_heap();
    int skip = 0, beats = 0, skipped = 0;
    for (int pass = d->brief ? 0 : 1; pass < 2; pass++) {
        for (int i = 0, n = 0; i < d->heard_count;) {
            const desk_heard *h = &d->heard[i];
            if (h->told) {
                i++;
                continue;
            }
            bool tale = d->brief && h->kind == DESK_TALE;
            int first = i;
            vg_text_clear(&one);
            desk_tell(d, &i, cli_width() - 1, &one);
            if (pass == 0 && !tale) beats += beats_of(one.at);
            for (int k = first; k < i && pass == 1; k++) d->heard[k].told = true;
            if (pass == 0) continue;
            if (!tale && n++ < skip)
                skipped++;
            else if (!tale)
                vg_text_add(&text, one.at);
        }
        // The oldest go until the rest is short enough.
        for (int i = 0; pass == 0 && i < d->heard_count && beats > beats_for_news(l);) {
            bool tale = d->heard[i].kind == DESK_TALE;
            if (d->heard[i].told) {
                i++;
                continue;
            }
            vg_text_clear(&one);
            desk_tell(d, &i, cli_width() - 1, &one);
            if (tale) continue;
            beats -= beats_of(one.at);
            skip++;
        }
    }
    if (text.len && d->people) putchar('\n');
    if (skipped == 1)
        cli_say(d->c, "(Prima, un'altra cosa: ultime la dice.)\n",
                "(Before that, one thing more: last tells it.)\n");
    else if (skipped)
        cli_say(d->c, "(Prima, altre %d cose: ultime le dice.)\n",
                "(Before that, %d things more: last tells them.)\n", skipped);
    vg_text_release(&one);
    put(&text);
}

static bool others_moved(const desk *d)
{
    for (int i = d->heard_count - 1; i >= 0; i--) {
        const desk_heard *h = &d->heard[i];
        if (!h->told && h->entry >= 0 && (h->seat != d->reader || h->chance)) return true;
    }
    return false;
}

static void say_said(lines *l)
{
    desk *d = l->d;
    vg_text text = vg_text_heap();
    if (d->said.len && (d->bad || isatty(STDOUT_FILENO)))
        cli_wrap(d->said.at, cli_width() - 1, d->bad ? 2 : 0, &text);
    else if (d->said.len)
        vg_text_printf(&text, "%s\n", d->said.at);
    vg_text_clear(&d->said);
    if (d->invite.len) {
        vg_text line = vg_text_heap();
        vg_text_printf(&line,
                       cli_in(d->c, "(Se vuoi, raccontalo: n e il testo. %s)",
                              "(Tell it if you like: n and the text. %s)"),
                       d->invite.at);
        cli_wrap(line.at, cli_width() - 1, 1, &text);
        vg_text_release(&line);
    }
    vg_text_clear(&d->invite);
    if (text.len) l->said += beats_of(text.at);
    put(&text);
}

static void show_table(lines *l)
{
    vg_text text = vg_text_heap();
    vg_text_char(&text, '\n');
    desk_fold(l->d->board.len ? l->d->board.at : "", cli_width() - 1, &text);
    put(&text);
    l->reader = l->d->reader;
}

static void put_choice(const desk *d, int i, vg_text *out)
{
    vg_text line = vg_text_heap();
    vg_text_printf(&line, "%3d  %s", i + 1, d->choice[i].label);
    cli_wrap(line.at, cli_width() - 1, 5, out);
    vg_text_release(&line);
}

// The moves that speak of what was typed. False: none does, or it is a move itself.
static bool find_choices(const desk *d, const char *word)
{
    vg_text text = vg_text_heap();
    bool move = strlen(word) < 2;
    for (int i = 0; i < d->choices; i++) {
        move |= vg_same_words(d->choice[i].move, word);
        if (desk_speaks_of(d->choice[i].label, word)) put_choice(d, i, &text);
    }
    bool found = text.len && !move;
    if (found)
        put(&text);
    else
        vg_text_release(&text);
    return found;
}

static void show_choices(lines *l)
{
    const desk *d = l->d;
    bool may = d->state == DESK_MAY, bold = cli_colour(stdout);
    vg_text text = vg_text_heap();
    vg_text_char(&text, '\n');
    if (bold) vg_text_add(&text, "\033[1m");
    cli_wrap(may ? cli_in(d->c, "Puoi intervenire ora.", "You may step in now.")
                 : (d->prompt.len ? d->prompt.at : ""),
             cli_width() - 1, 0, &text);
    if (bold) vg_text_add(&text, "\033[22m");
    if (may) vg_text_printf(&text, "%3d  %s\n", 0, cli_in(d->c, "Lascia andare", "Let it go"));
    if (d->brief && !l->all && beats_of_choices(d) > BRIEF_CHOICES) {
        vg_text_printf(&text,
                       cli_in(d->c,
                              "%d mosse: m le dice tutte, una parola quelle che ne parlano.\n",
                              "%d moves: m says all, a word those that speak of it.\n"),
                       d->choices);
    } else {
        for (int i = 0; i < d->choices; i++) put_choice(d, i, &text);
    }
    l->all = false;
    put(&text);
    l->asked = true;
    l->asked_at = d->log_count;
    l->said = 0;
    l->asked_may = may;
    l->lobby = d->lobby;
}

// Is there something to choose?
static bool asks(const desk *d)
{
    return d->state == DESK_ASKED || d->state == DESK_MAY ||
           ((d->state == DESK_LOBBY || d->state == DESK_OVER) && d->choices > 0);
}

static void say_history(lines *l)
{
    vg_text text = vg_text_heap();
    for (int i = 0; i < l->d->heard_count;) desk_tell(l->d, &i, cli_width() - 1, &text);
    put(&text);
}

// What the rules say of `rule`, or all of them (NULL).
static void say_rules(const desk *d, const char *rule)
{
    vg_text text = vg_text_heap();
    desk_rule(d, rule, cli_width() - 1, cli_colour(stdout), &text);
    if (text.len == 0)
        cli_say(d->c, "Nelle regole non c'è %s.\n", "There is no %s in the rules.\n",
                rule ? rule : "");
    put(&text);
}

// ---- short answers -------------------------------------------------------------------

// Lines of the table that speak of `words`, each with the line it stands under.
static void find_lines(const desk *d, const char *word, vg_text *out)
{
    vg_text line = vg_text_heap(), head = vg_text_heap();
    bool head_said = true;
    for (const char *at = d->board.len ? d->board.at : ""; *at;) {
        size_t n = strcspn(at, "\n");
        vg_text_clear(&line);
        vg_text_bytes(&line, at, n);
        at += n + (at[n] == '\n');
        bool under = line.at[0] == ' ', found = desk_speaks_of(line.at, word);
        if (!under) {
            vg_text_clear(&head);
            vg_text_add(&head, line.at);
            head_said = false;
        }
        if (!found) continue;
        if (under && !head_said) cli_wrap(head.at, cli_width() - 1, 2, out);
        head_said = true;
        cli_wrap(line.at, cli_width() - 1, (int)strspn(line.at, " ") + 2, out);
    }
    vg_text_release(&line);
    vg_text_release(&head);
}

// "hand", "score", "last", "where WORD", "needs WORD": short answers for who cannot look at the
// table at a glance. False: it is none of them.
static bool query(lines *l, const char *typed)
{
    static const struct {
        const char *word[VG_LANG_COUNT];
    } queries[] = {{{"mano", "hand"}},  {{"punti", "score"}}, {{"ultime", "last"}},
                   {{"dove", "where"}}, {{"serve", "needs"}}, {{"caso", "chance"}}};
    desk *d = l->d;
    size_t n = strcspn(typed, " "), which = 0;
    const char *rest = typed + n + strspn(typed + n, " ");
    while (
        which < 6 &&
        !(n == strlen(queries[which].word[0]) && strncmp(typed, queries[which].word[0], n) == 0) &&
        !(n == strlen(queries[which].word[1]) && strncmp(typed, queries[which].word[1], n) == 0))
        which++;
    if (which == 6) return false;
    vg_text out = vg_text_heap();
    if (which == 0) desk_own(d, true, cli_width() - 1, &out);
    if (which == 1 && d->scored) desk_score(d, cli_width() - 1, &out);
    for (int p = 0; which == 1 && !d->scored && p < d->seats; p++) {
        // The first line of each seat says how it stands.
        vg_text lines_of = vg_text_heap();
        find_lines(d, desk_name(d, p), &lines_of);
        if (lines_of.len) vg_text_bytes(&out, lines_of.at, strcspn(lines_of.at, "\n") + 1);
        vg_text_release(&lines_of);
    }
    if (which == 2) { // since my own last move
        int from = d->heard_count;
        bool others = false;
        while (from > 0 &&
               !(others && d->heard[from - 1].seat == d->reader && !d->heard[from - 1].chance)) {
            from--;
            others |= d->heard[from].seat != d->reader;
        }
        while (from < d->heard_count) desk_tell(d, &from, cli_width() - 1, &out);
    }
    bool about = which == 3 || which == 4;
    if (which == 5) vg_text_add(&out, d->intro.len ? d->intro.at : "");
    if (about && *rest) find_lines(d, rest, &out);
    if (about && !*rest) desk_own(d, false, cli_width() - 1, &out);
    if (about && *rest) desk_explain(d, rest, cli_width() - 1, &out);
    if (!out.len) vg_text_add(&out, cli_in(d->c, "Niente.\n", "Nothing.\n"));
    put(&out);
    return true;
}

// ---- what is typed -------------------------------------------------------------------

static void say_help(const desk *d)
{
    if (d->people > 1)
        cli_say(d->c, "  i            fa intervenire chi può farlo fuori turno\n",
                "  i            lets those step in who may out of turn\n");
    cli_say(d->c,
            "  un numero    gioca quella mossa (se è una sola basta Invio)\n"
            "  il testo     la mossa scritta nella notazione del gioco\n"
            "  =            le mosse nella notazione del gioco\n"
            "  t            di nuovo il tavolo\n"
            "  m            di nuovo la domanda e le mosse\n"
            "  mano         che cosa hai in mano\n"
            "  ultime       che cosa è successo dalla tua ultima mossa\n"
            "  dove PAROLA  dove sta sul tavolo, e che cosa fa; anche serve PAROLA\n"
            "  punti        come stanno tutti\n"
            "  caso         l'impegno sul caso e il tuo sale\n"
            "  h            che cosa è successo finora\n"
            "  c            un consiglio: che cosa farebbe un giocatore forte\n"
            "  r            le regole; r QL-02 solo quella regola\n"
            "  u            torna indietro di una mossa tua, se nessuno ha scoperto niente\n"
            "  a            passa finché non ti si chiede altro; di nuovo a per smettere\n"
            "  n TESTO      racconta la tua ultima mossa\n",
            "  a number     plays that move (Enter is enough for an only one)\n"
            "  its text     the move written in the game's notation\n"
            "  =            the moves in the game's notation\n"
            "  t            the table again\n"
            "  m            the question and the moves again\n"
            "  hand         what you hold\n"
            "  last         what happened since your last move\n"
            "  where WORD   where it lies on the table, and what it does; needs WORD too\n"
            "  score        how everybody stands\n"
            "  chance       the commitment of chance, and your salt\n"
            "  h            what has happened so far\n"
            "  c            counsel: what a strong player would do\n"
            "  r            the rules; r QL-02 that rule only\n"
            "  u            takes back a move of yours, if nobody has learned anything\n"
            "  a            passes until you are asked something else; a again stops it\n"
            "  n TEXT       tells the story of your last move\n");
    if (d->ways->say)
        cli_say(d->c, "  / TESTO      parla agli altri del tavolo\n",
                "  / TEXT       speaks to the others at the table\n");
    if (d->ways->save)
        cli_say(d->c, "  s [FILE]     salva\n  q            salva ed esci\n",
                "  s [FILE]     saves\n  q            saves and leaves\n");
    else
        cli_say(d->c, "  q            esci: il posto resta tuo\n",
                "  q            leave: the seat stays yours\n");
}

static void say_asked_rule(const desk *d)
{
    cli_say(d->c, "\nLa regola di questo momento (%s):\n", "\nThe rule of this moment (%s):\n",
            d->rule);
    say_rules(d, d->rule);
}

// Counsel takes a while; a signal ends the wait.
static void counsel(lines *l)
{
    desk *d = l->d;
    if (!d->ways->hint || !d->ways->hint(d)) return;
    bool wait = d->thinking && cli_colour(stderr);
    fflush(stdout);
    if (wait) fputs(cli_in(d->c, "\rCi penso...\033[K", "\rLet me think...\033[K"), stderr);
    while (d->thinking && !cli_leaving()) {
        desk_wait(d, false, -1);
        d->ways->step(d);
    }
    if (wait) fputs("\r\033[K", stderr);
}

typedef enum outcome { STAY, AGAIN, LEAVE } outcome;

// Looks for a command in `line`; STAY with `*known` false when it is none.
static outcome command(lines *l, const char *line, bool *known)
{
    desk *d = l->d;
    const char *rest = line[0] ? line + 1 + strspn(line + 1, " ") : line;
    bool alone = *rest == '\0', word = line[0] && (line[1] == '\0' || line[1] == ' ');
    *known = true;
    if (line[0] == '/' && d->ways->say) {
        if (!alone) d->ways->say(d, rest);
        return STAY;
    }
    if (word && line[0] == 'n' && !alone) {
        d->ways->narrate(d, rest);
        return STAY;
    }
    if (word && line[0] == 's' && d->ways->save) {
        d->ways->save(d, rest);
        return STAY;
    }
    if (word && line[0] == 'r' && !alone) {
        say_rules(d, rest);
        return STAY;
    }
    if (query(l, line)) return STAY;
    if (word && alone) {
        switch (line[0]) {
        case '?':
            say_help(d);
            say_asked_rule(d);
            return STAY;
        case 't':
            show_table(l);
            l->asked = d->brief;
            return d->brief ? STAY : AGAIN;
        case 'm':
            l->asked = false;
            l->all = true;
            return AGAIN;
        case 'h': say_history(l); return STAY;
        case 'c': counsel(l); return STAY;
        case 'r': say_rules(d, NULL); return STAY;
        case 'u':
            if (!d->ways->undo(d)) return STAY;
            if (!d->online) l->reader = VG_NOBODY; // the table is another
            return AGAIN;
        case 'i':
            if (d->ways->let_in && d->ways->let_in(d)) return AGAIN;
            return STAY;
        case 'a': return d->ways->ahead && d->ways->ahead(d, !d->ahead) ? AGAIN : STAY;
        case 'n':
            cli_say(d->c, "Dopo n scrivi il racconto.\n", "Write the story after n.\n");
            return STAY;
        case 'q': return LEAVE;
        case '=':
            for (int i = 0; i < d->choices; i++) printf("%3d  %s\n", i + 1, d->choice[i].move);
            return STAY;
        }
    }
    *known = false;
    return STAY;
}

// One line typed: a number, a notation, or a command.
static outcome obey(lines *l)
{
    desk *d = l->d;
    bool optional = d->state == DESK_MAY, asked = asks(d);
    char *typed = l->line.text;
    for (size_t n = strlen(typed); n > 0 && strchr(" \t", typed[n - 1]); n--) typed[n - 1] = '\0';
    const char *line = typed + strspn(typed, " \t");
    if (!*line && optional) line = "0";
    if (!*line && asked && d->choices == 1) line = "1";
    if (!*line) return STAY;
    bool known;
    outcome result = command(l, line, &known);
    if (known) return result;
    if (!asked) {
        desk_says(d, true, "Ora non tocca a te. ? per l'aiuto.",
                  "It is not your turn. ? for help.");
        return STAY;
    }
    if (line[strspn(line, "0123456789")] == '\0') {
        unsigned long n = strtoul(line, NULL, 10);
        if (n == 0 && optional) {
            d->ways->pass(d);
            return AGAIN;
        }
        if (n >= 1 && n <= (unsigned long)d->choices)
            return d->ways->play(d, d->choice[n - 1].move) ? AGAIN : STAY;
        vg_text_clear(&d->said);
        d->bad = false;
        if (d->choices == 1 && !optional)
            vg_text_add(&d->said, cli_in(d->c, "C'è una sola mossa: 1 o Invio. ? per l'aiuto.",
                                         "There is one move only: 1 or Enter. ? for help."));
        else
            vg_text_printf(&d->said,
                           cli_in(d->c, "Scegli un numero da %d a %d, o ? per l'aiuto.",
                                  "Choose a number from %d to %d, or ? for help."),
                           optional ? 0 : 1, d->choices);
        return STAY;
    }
    if (find_choices(d, line)) return STAY;
    return d->ways->play(d, line) ? AGAIN : STAY;
}

// ---- the moments of a game -----------------------------------------------------------

// The table is passed from hand to hand: nothing of the last reader's may stay on the screen.
static bool curtain(lines *l)
{
    desk *d = l->d;
    if (l->reader != VG_NOBODY && isatty(STDOUT_FILENO)) fputs("\033[H\033[2J\033[3J", stdout);
    cli_line_forget(&l->line);
    vg_text prompt = vg_text_heap();
    vg_text_printf(&prompt,
                   cli_in(d->c,
                          "\nÈ il turno di %s. Quando sei davanti allo schermo, premi Invio. ",
                          "\n%s is to move. When you are at the screen, press Enter. "),
                   d->name[d->next]);
    if (!cli_line_ask(&l->line, &prompt)) return false;
    l->reader = VG_NOBODY;
    return d->ways->go_on(d);
}

static void say_score(lines *l)
{
    desk *d = l->d;
    vg_text text = vg_text_heap();
    tell_news(l);
    vg_text_printf(&text, "\n%s\n", cli_in(d->c, "Punteggio finale:", "Final score:"));
    desk_score(d, cli_width() - 1, &text);
    put(&text);
}

static void announce_game(lines *l)
{
    const desk *d = l->d;
    if (d->number == l->game || d->number == 0 || d->state == DESK_CURTAIN) return;
    l->game = d->number;
    if (d->games > 1)
        cli_say(d->c, "\nPartita %d di %d.\n", "\nGame %d of %d.\n", d->number, d->games);
}

// Puts the question, if it has not been put, after what has happened.
static void put_question(lines *l)
{
    desk *d = l->d;
    bool table = d->state == DESK_ASKED || d->state == DESK_MAY, // not who is here
        show = l->reader != d->reader || (table && others_moved(d));
    if (!table && l->asked && l->lobby != d->lobby) l->asked = false;
    tell_news(l);
    if (l->asked && !show && l->asked_at == d->log_count && l->asked_may == (d->state == DESK_MAY))
        return;
    if (show && !d->brief) show_table(l);
    l->reader = d->reader;
    show_choices(l);
}

static bool next_game(lines *l)
{
    vg_text prompt = vg_text_heap();
    vg_text_add(&prompt, cli_in(l->d->c, "\nInvio per la prossima partita, q per uscire. ",
                                "\nEnter for the next game, q to leave. "));
    if (!cli_line_ask(&l->line, &prompt) || strcmp(l->line.text, "q") == 0) return false;
    l->reader = VG_NOBODY;
    return l->d->ways->go_on(l->d);
}

// ---- at a server: others play while one types ------------------------------------------

// Something came: it is told at once, and the question if there is one.
static void wake(void *self)
{
    lines *l = self;
    desk *d = l->d;
    d->ways->step(d);
    l->line.fd = d->fd;
    l->line.timeout = d->timeout;
    l->line.stop = d->state == DESK_LEFT;
    say_said(l);
    announce_game(l);
    if (d->state != l->was && (d->state == DESK_OVER || d->state == DESK_ENDED)) say_score(l);
    if (asks(d)) {
        put_question(l);
    } else {
        l->asked = false;
        tell_news(l);
    }
    l->was = d->state;
}

static int run_online(lines *l)
{
    desk *d = l->d;
    l->line.wake = wake;
    l->line.self = l;
    wake(l);
    while (!cli_leaving() && d->state != DESK_LEFT) {
        if (!cli_line_read(&l->line, "> ", true)) break;
        outcome result = obey(l);
        if (result == LEAVE) break;
        wake(l);
    }
    return d->ways->leave(d);
}

// ---- here ------------------------------------------------------------------------------

// A bot thinks; on a terminal it is said so, and wiped away.
static void wait_for_bot(lines *l)
{
    desk *d = l->d;
    bool wait = d->status.len && cli_colour(stderr);
    fflush(stdout);
    if (wait) fprintf(stderr, "\r%s\033[K", d->status.at);
    desk_wait(d, false, -1);
    if (wait) fputs("\r\033[K", stderr);
}

static int run_here(lines *l)
{
    desk *d = l->d;
    for (;;) {
        if (cli_leaving() || ferror(stdout)) return d->ways->leave(d);
        d->ways->step(d);
        if (cli_leaving()) continue;
        announce_game(l);
        switch (d->state) {
        case DESK_WAIT:
            if (d->people == 0) tell_news(l);
            if (!d->more) wait_for_bot(l);
            break;
        case DESK_CURTAIN:
            if (!curtain(l)) return d->ways->leave(d);
            break;
        case DESK_ASKED:
        case DESK_MAY:
            put_question(l);
            if (!cli_line_read(&l->line, "> ", true)) return d->ways->leave(d);
            switch (obey(l)) {
            case LEAVE: return d->ways->leave(d);
            case AGAIN: l->asked = false; break;
            case STAY: break;
            }
            say_said(l);
            break;
        case DESK_ENDED:
            say_score(l);
            if (!next_game(l)) return d->ways->leave(d);
            break;
        case DESK_OVER: say_score(l); return d->ways->leave(d);
        case DESK_LOBBY:
        case DESK_LEFT: return d->ways->leave(d);
        }
    }
}

int lines_run(desk *d)
{
    lines l = {
        .d = d, .line = cli_line_new(), .reader = VG_NOBODY, .said = BRIEF_INTRO, .was = DESK_WAIT};
    l.line.fd = d->fd;
    int status = d->online ? run_online(&l) : run_here(&l);
    cli_line_release(&l.line);
    return status;
}
