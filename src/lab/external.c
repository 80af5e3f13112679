// external.c: the program behind two pipes, and patience that ends.
//
// Both pipes are non-blocking and every wait has an end, so that a program
// that neither reads nor writes costs its time limit and no more. It runs in a
// process group of its own: whatever it started goes with it.
#include "lab/external.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HELLO_MS 5000  // to start and say it is ready
#define GRACE_MS 500   // past the budget, for slow pipes
#define QUIT_MS  200   // to leave when asked
#define MAX_LINE 4096  // bytes of one line of an answer
#define MAX_TALK 65536 // bytes of all it says before it answers

struct vg_external {
    const char *command;
    uint32_t budget_ms;
    vg_lang lang; // of the reasons
    int status;   // how it ended, as waitpid says
    pid_t pid;    // 0: not running
    int in, out;  // its standard input, its standard output
    char line[MAX_LINE];
    size_t have;   // bytes in `line`
    size_t talked; // bytes since it was last asked
};

static int64_t now_ms(void) { return (int64_t)(vg_clock() * 1000); }

vg_external *vg_external_new(const char *command, uint32_t budget_ms, vg_lang lang)
{
    vg_external *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->command = command;
    x->budget_ms = budget_ms;
    x->lang = lang;
    // Writing to a program that has gone is an answer like any other, not the end of us.
    signal(SIGPIPE, SIG_IGN);
    return x;
}

static void end_program(vg_external *x)
{
    if (!x->pid) return;
    close(x->in);
    close(x->out);
    kill(-x->pid, SIGKILL);
    while (waitpid(x->pid, &x->status, 0) < 0 && errno == EINTR) {
    }
    x->pid = 0;
}

static const char *in(const vg_external *x, const char *it, const char *en)
{
    return x->lang == VG_IT ? it : en;
}

static bool fail(vg_external *x, vg_text *why, const char *it, const char *en)
{
    end_program(x);
    if (why) vg_text_add(why, in(x, it, en));
    return false;
}

// It closed its output. The shell says by its exit status that there was nothing to start.
static bool gone(vg_external *x, vg_text *why)
{
    end_program(x);
    int code = WIFEXITED(x->status) ? WEXITSTATUS(x->status) : 0;
    if (code == 127) return fail(x, why, "questo programma non c'è", "there is no such program");
    if (code == 126)
        return fail(x, why, "questo programma non si può eseguire", "it may not be executed");
    return fail(x, why, "è finito", "it has ended");
}

// Waits until `fd` is ready or `until` has come; false then.
static bool ready(int fd, short events, int64_t until)
{
    for (;;) {
        int64_t left = until - now_ms();
        if (left <= 0) return false;
        struct pollfd p = {.fd = fd, .events = events};
        int n = poll(&p, 1, (int)left);
        if (n > 0) return true;
        if (n == 0 || errno != EINTR) return false;
    }
}

static bool send_text(vg_external *x, const vg_text *text, int64_t until, vg_text *why)
{
    for (size_t sent = 0; sent < text->len;) {
        ssize_t n = write(x->in, text->at + sent, text->len - sent);
        if (n > 0) {
            sent += (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            if (!ready(x->in, POLLOUT, until))
                return fail(x, why, "non legge quello che gli si dice",
                            "it does not read what it is told");
        } else if (n < 0 && errno != EINTR) {
            return gone(x, why);
        }
    }
    return true;
}

// The next line it says, without the newline, into `out`.
static bool hear(vg_external *x, int64_t until, char out[MAX_LINE], vg_text *why)
{
    for (;;) {
        char *end = memchr(x->line, '\n', x->have);
        if (end) {
            size_t n = (size_t)(end - x->line);
            memcpy(out, x->line, n);
            out[n > 0 && out[n - 1] == '\r' ? n - 1 : n] = '\0';
            x->have -= n + 1;
            memmove(x->line, end + 1, x->have);
            return true;
        }
        if (x->have == sizeof x->line)
            return fail(x, why, "parla troppo: una riga è troppo lunga",
                        "it floods: a line is too long");
        if (!ready(x->out, POLLIN, until))
            return fail(x, why, "non ha risposto in tempo", "it did not answer in time");
        ssize_t n = read(x->out, x->line + x->have, sizeof x->line - x->have);
        if (n == 0) return gone(x, why);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return fail(x, why, "non si riesce ad ascoltarlo", "it cannot be heard");
        if (n < 0) continue;
        x->have += (size_t)n;
        x->talked += (size_t)n;
        if (x->talked > MAX_TALK)
            return fail(x, why, "parla troppo e non risponde",
                        "it floods: too many words and no answer");
    }
}

// The next line that begins with `word`, of which the rest is given; "info" lines are let pass.
static bool hear_word(vg_external *x, const char *word, int64_t until, char out[MAX_LINE],
                      vg_text *why)
{
    for (;;) {
        if (!hear(x, until, out, why)) return false;
        size_t n = strlen(word);
        if (strncmp(out, word, n) == 0 && (out[n] == ' ' || out[n] == '\0')) {
            size_t skip = n + strspn(out + n, " ");
            memmove(out, out + skip, strlen(out + skip) + 1);
            return true;
        }
        if (strncmp(out, "info", 4) == 0) continue;
        char clean[80];
        vg_text heard = VG_TEXT(clean);
        vg_text_clean(&heard, out, strlen(out), 40);
        end_program(x);
        vg_text_printf(
            why,
            in(x, "ha detto \"%s\" dove ci voleva \"%s\"", "it said \"%s\" where \"%s\" was due"),
            clean, word);
        return false;
    }
}

// Starts the program, its ends of the pipes at its standard input and output. False: no pipes.
static bool spawn(vg_external *x)
{
    int to[2], from[2];
    if (pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    int ours[4] = {to[0], to[1], from[0], from[1]};
    for (int i = 0; i < 4; i++) fcntl(ours[i], F_SETFD, FD_CLOEXEC);
    x->pid = fork();
    if (x->pid == 0) {
        setpgid(0, 0);
        int quiet = open("/dev/null", O_WRONLY);
        dup2(to[0], 0);
        dup2(from[1], 1);
        if (quiet >= 0) dup2(quiet, 2);
        signal(SIGPIPE, SIG_DFL);
        execl("/bin/sh", "sh", "-c", x->command, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    x->in = to[1];
    x->out = from[0];
    if (x->pid < 0) {
        close(x->in);
        close(x->out);
        x->pid = 0;
        return false;
    }
    setpgid(x->pid, x->pid); // whichever of the two is first
    return true;
}

static bool launch(vg_external *x, vg_text *why)
{
    // One at a time: no program may keep another's pipes open, or that one would never be seen to
    // end.
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one);
    bool started = spawn(x);
    pthread_mutex_unlock(&one);
    if (!started) return fail(x, why, "non si è potuto avviare", "it could not be started");
    fcntl(x->in, F_SETFL, O_NONBLOCK);
    fcntl(x->out, F_SETFL, O_NONBLOCK);
    x->have = x->talked = 0;
    char hello[] = "veglia 1\n", line[MAX_LINE];
    vg_text text = {.at = hello, .len = sizeof hello - 1, .cap = sizeof hello};
    int64_t until = now_ms() + HELLO_MS;
    return send_text(x, &text, until, why) && hear_word(x, "ready", until, line, why);
}

bool vg_external_start(vg_external *x, vg_text *why) { return x->pid || launch(x, why); }

bool vg_external_begin(vg_external *x, const vg_game *game, const vg_setup *setup, int seat,
                       vg_text *why)
{
    if (!vg_external_start(x, why)) return false;
    vg_text text = vg_text_heap();
    vg_text_add(&text, "newgame ");
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", game->id);
    vg_json_put_int(&j, "rules_version", game->rules_version);
    vg_json_put_string(&j, "edition", game->editions[setup->edition]);
    vg_setup_put(game, setup, &j);
    vg_json_put_int(&j, "seats", setup->seats);
    vg_json_put_int(&j, "seat", seat);
    vg_json_close(&j, '}');
    vg_text_char(&text, '\n');
    x->talked = 0;
    bool good = send_text(x, &text, now_ms() + x->budget_ms + GRACE_MS, why);
    vg_text_release(&text);
    return good;
}

static void tell(const vg_external *x, const vg_game *game, const void *view, int seat,
                 const vg_move *list, int count, bool may_wait, vg_text *out)
{
    vg_text_add(out, "go ");
    vg_json j = vg_json_to(out);
    vg_ask ask = game->ask(view);
    vg_json_open(&j, '{');
    vg_json_put_int(&j, "seat", seat);
    vg_json_put_int(&j, "budget", x->budget_ms);
    vg_json_put_string(&j, "ask", game->asks[ask.kind].name);
    vg_json_put_bool(&j, "wait", may_wait);
    vg_json_put_open(&j, "moves", '[');
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(game, view, list[i], &text);
        vg_json_string(&j, buffer);
    }
    vg_json_close(&j, ']');
    vg_json_key(&j, "view");
    vg_print(game, view, &(vg_voice){.lang = VG_EN, .reader = seat}, &j);
    vg_json_close(&j, '}');
    vg_text_char(out, '\n');
}

vg_move vg_external_choose(vg_external *x, const vg_game *game, const void *view, int seat,
                           const vg_move *list, int count, bool may_wait, bool *wait, vg_text *why)
{
    *wait = false;
    if (!x->pid) {
        vg_text_add(why, in(x, "è finito", "it has ended"));
        return 0;
    }
    x->talked = x->have = 0; // what it said unasked is no answer
    vg_text text = vg_text_heap();
    tell(x, game, view, seat, list, count, may_wait, &text);
    char line[MAX_LINE];
    int64_t until = now_ms() + x->budget_ms + GRACE_MS;
    bool good = send_text(x, &text, until, why) && hear_word(x, "bestmove", until, line, why);
    vg_text_release(&text);
    if (!good) return 0;
    if (may_wait && strcmp(line, "wait") == 0) {
        *wait = true;
        return 0;
    }
    vg_move m = vg_game_parse(game, view, seat, line);
    if (m) return m;
    char clean[80];
    vg_text heard = VG_TEXT(clean);
    vg_text_clean(&heard, line, strlen(line), 40);
    end_program(x);
    vg_text_printf(why,
                   in(x, "la sua mossa \"%s\" non è fra le %d che ha",
                      "its move \"%s\" is not one of the %d it has"),
                   clean, count);
    return 0;
}

void vg_external_end(vg_external *x, const vg_score *score, int seats)
{
    if (!x->pid) return;
    vg_text text = vg_text_heap();
    vg_text_add(&text, "gameover ");
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_open(&j, "points", '[');
    for (int p = 0; p < seats; p++) vg_json_int(&j, score->points[p]);
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "rank", '[');
    for (int p = 0; p < seats; p++) vg_json_int(&j, score->rank[p]);
    vg_json_close(&j, ']');
    vg_json_close(&j, '}');
    vg_text_char(&text, '\n');
    (void)send_text(x, &text, now_ms() + GRACE_MS, NULL);
    vg_text_release(&text);
}

void vg_external_free(vg_external *x)
{
    if (!x) return;
    if (x->pid) {
        char quit[] = "quit\n";
        vg_text text = {.at = quit, .len = sizeof quit - 1, .cap = sizeof quit};
        int64_t until = now_ms() + QUIT_MS;
        if (send_text(x, &text, until, NULL)) {
            char bin[512];
            while (ready(x->out, POLLIN, until) && read(x->out, bin, sizeof bin) > 0) {
            }
        }
        end_program(x);
    }
    free(x);
}
