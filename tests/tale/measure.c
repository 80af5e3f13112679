// measure.c: how a game's tales read, in figures, over the books of some records; and
// whether every sentence says what the record holds.
//
//   measure [--lang=it|en] RECORD... prints a table; it fails if a sentence states what did
//   not happen, if a way of saying something comes twice in a chapter, or if a pronoun could mean
//   two.
//
// docs/book.md says what is counted.
#include "tale/book.h"
#include "tale/plan.h"
#include "holds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BOOKS = 64, MAX_SENTENCES = 60000 };

static char *read_all[MAX_SENTENCES]; // sentences of all books so far
static int read_count, read_before;   // read_before: when this book began
static int sentences, persons, loose, tied, spoken, cadence, twice_running, quotes_fewest = 1000;
static int tasks, lost_tasks, longest_end, faults;
static double words_sum, words_square;
static char *first[MAX_BOOKS];
static double again[MAX_BOOKS];
static int books;

static void fault(const char *what, const char *text)
{
    faults++;
    fprintf(stderr, "%s: %s\n", what, text);
}

// ---- sentences ----

static size_t sentence_end(const char *s)
{
    for (size_t i = 0; s[i]; i++) {
        if (!strchr(".?", s[i])) continue;
        size_t k = i + 1;
        while (s[k] && strchr("\xc2\xbb\xe2\x80\x9d", s[k])) k++; // closing quotation marks
        if (!s[k]) return k;
        // «...?», disse: it goes on
        if (s[k] == ' ' && !(k > i + 1 && s[k + 1] >= 'a' && s[k + 1] <= 'z')) return k;
    }
    return strlen(s);
}

static int count_words(const char *s)
{
    int n = 0;
    for (; *s; s++) n += *s == ' ';
    return n + 1;
}

// The last word of a name is how anybody is known: "Omino", "Volpe".
static bool names_somebody(const vg_saga *saga, vg_lang lang, const char *s)
{
    for (int p = 1; p <= saga->persons; p++) {
        const char *name = saga->person[p].brief.words.in[lang], *space = strrchr(name, ' ');
        const char *apostrophe = strrchr(name, '\'');
        const char *word = space ? space + 1 : name;
        if (apostrophe && apostrophe >= word) word = apostrophe + 1;
        if (strstr(s, word)) return true;
    }
    return false;
}

// ---- what a sentence may say ----

static bool in_facts(const vg_plan_line *x, const vg_fact *fact, bool (*has)(const vg_fact *, int),
                     int what)
{
    for (int i = 0; i < x->facts; i++)
        if (has(&fact[x->fact[i]], what)) return true;
    for (int i = 0; i < x->refs; i++)
        if (has(&fact[x->ref[i]], what)) return true;
    return false;
}
static bool has_person(const vg_fact *f, int p)
{
    return f->who == p || f->whom == p || f->with == p;
}
static bool has_place(const vg_fact *f, int p) { return f->from == p || f->to == p; }
static bool has_number(const vg_fact *f, int n) { return f->margin == n; }
static bool has_thing(const vg_fact *f, int t) { return f->thing == t; }

static void check(vg_table *table, const vg_plan *plan, const vg_plan_line *x, const vg_fact *fact,
                  vg_said said, const char *text)
{
    const vg_saga *saga = plan->saga;
    for (int p = 1; p <= saga->persons; p++)
        if ((said.named | said.pronoun) >> p & 1 && !in_facts(x, fact, has_person, p))
            fault("a person not in its facts", text);
    for (int p = 1; p <= saga->places; p++)
        if (said.places >> p & 1 && !in_facts(x, fact, has_place, p))
            fault("a place not in its facts", text);
    for (int i = 0; i < x->cue.things; i++)
        if (!in_facts(x, fact, has_thing, x->cue.thing[i]))
            fault("a picture not in its facts", text);
    for (int i = 0; i < x->facts; i++)
        if (!holds(table, &fact[x->fact[i]])) fault("not in the record", text);
    for (int i = 0; i < x->refs; i++)
        if (!holds(table, &fact[x->ref[i]])) fault("not in the record", text);
    for (int i = 0; i < x->facts; i++) // in an ending a picture is used by one of its own seat
        for (int k = 0; k < x->facts; k++)
            if (fact[x->fact[i]].kind == VG_FACT_FINALE && fact[x->fact[k]].kind == VG_FACT_CAST &&
                fact[x->fact[i]].seat != fact[x->fact[k]].seat)
                fault("somebody else's picture", text);
    if (strstr(x->words->in[VG_IT], "{number") && !in_facts(x, fact, has_number, x->cue.number))
        fault("a number not in its facts", text);
    if (said.candidates > 1) fault("a pronoun with two candidates", text);
}

// ---- a book ----

static void count_sentences(const vg_plan *plan, const vg_plan_line *x, vg_lang lang, char *text,
                            bool *last_cadence)
{
    const char *pattern = x->words->in[lang];
    for (char *at = text; *at;) {
        size_t n = sentence_end(at), m = sentence_end(pattern);
        char *one = strndup(at, n), part[1024];
        snprintf(part, sizeof part, "%.*s", (int)m, pattern);
        at += n + (at[n] == ' ');
        pattern += m + (pattern[m] == ' ');
        // A verb that agrees with somebody stands for them.
        bool person = names_somebody(plan->saga, lang, one) || strstr(part, "[") ||
                      strstr(part, "deed") || strstr(part, "{who") || strstr(part, "{Who");
        int words = count_words(one);
        bool comma_and = strstr(one, ", e ") || strstr(one, ", ed ");
        sentences++;
        persons += person;
        loose += (strstr(part, "{card") || strstr(part, "deed")) && !person;
        tied += x->refs > 0;
        cadence += comma_and;
        twice_running += comma_and && *last_cadence;
        *last_cadence = comma_and;
        words_sum += words;
        words_square += (double)words * words;
        for (int i = 0; i < read_before; i++)
            if (strcmp(read_all[i], one) == 0) {
                again[books]++;
                break;
            }
        if (read_count == MAX_SENTENCES) exit(2);
        if (read_count == read_before) first[books] = one;
        read_all[read_count++] = one;
    }
}

static void one_book(vg_table *table, vg_lang lang)
{
    vg_teller *teller = vg_teller_new(table);
    if (!teller || !vg_teller_follow(teller)) exit(2);
    int count, quotes = 0, end = 0;
    const vg_fact *fact = vg_teller_facts(teller, &count);
    uint8_t *by_people = calloc((size_t)count + 1, 1);
    const vg_saga *saga = vg_table_game(table)->saga;
    vg_plan *plan = vg_plan_new(saga, fact, by_people, count, vg_teller_seed(teller));
    if (!plan) exit(2);
    fact = plan->fact;
    bool stories = saga->form == VG_FORM_STORIES;
    bool wanted = saga->form != VG_FORM_CONTEST; // a page does not mention everything
    vg_refer refer = {0};
    bool last_cadence = false;
    read_before = read_count;
    for (int i = 0; i < plan->count; i++) {
        const vg_plan_line *x = &plan->sentence[i], *before = i ? x - 1 : NULL;
        if (before && before->chapter != x->chapter) refer = (vg_refer){0};
        if (before && before->paragraph != x->paragraph) refer.subject = 0, refer.mentioned = 0;
        vg_text text = vg_text_heap();
        vg_said said = vg_plan_say(plan, x, lang, &refer, &text);
        check(table, plan, x, fact, said, text.at);
        for (int k = 0; k < i; k++)
            if (plan->sentence[k].chapter == x->chapter && plan->sentence[k].words == x->words)
                fault("said the same way twice in a chapter", text.at);
        int was = sentences;
        count_sentences(plan, x, lang, text.at, &last_cadence);
        quotes += x->spoken;
        if (plan->chapter[x->chapter].epilogue) end += sentences - was;
        vg_text_release(&text);
    }
    // Every task announced is begun, or laid to rest in words.
    for (int i = 0; i < count; i++) {
        if (fact[i].kind != (stories ? VG_FACT_BEGUN : VG_FACT_TASK) || !wanted) continue;
        bool again_named = false;
        for (int k = 0; k < plan->count; k++) {
            const vg_plan_line *x = &plan->sentence[k];
            for (int r = 0; r < x->refs; r++) again_named |= x->ref[r] == i;
            for (int r = 0; r < x->facts; r++) {
                const vg_fact *f = &fact[x->fact[r]];
                again_named |= !stories && f->task == fact[i].task &&
                               (f->kind == VG_FACT_QUEST || f->kind == VG_FACT_DECIDED);
            }
        }
        tasks++;
        lost_tasks += !again_named;
    }
    spoken += quotes;
    if (quotes < quotes_fewest) quotes_fewest = quotes;
    if (end > longest_end) longest_end = end;
    again[books] /= read_count - read_before;
    books++;
    vg_plan_free(plan);
    free(by_people);
    vg_teller_free(teller);
}

int main(int argc, char **argv)
{
    vg_lang lang = VG_IT;
    for (int i = 1; i < argc && books < MAX_BOOKS; i++) {
        if (strncmp(argv[i], "--lang=", 7) == 0) {
            lang = strcmp(argv[i] + 7, "en") == 0 ? VG_EN : VG_IT;
            continue;
        }
        FILE *file = fopen(argv[i], "rb");
        static char text[1 << 22];
        size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
        text[n] = '\0';
        if (file) fclose(file);
        vg_table *table = vg_table_load(text, n, VG_EN, NULL, NULL);
        if (!table || !vg_table_game(table)->saga) {
            fprintf(stderr, "%s cannot be read\n", argv[i]);
            return 2;
        }
        one_book(table, lang);
        vg_table_free(table);
    }
    if (!books) return 2;
    int firsts = 0;
    for (int i = 0; i < books; i++) {
        bool fresh = true;
        for (int k = 0; k < i; k++) fresh &= strcmp(first[i], first[k]) != 0;
        firsts += fresh;
    }
    double mean = words_sum / sentences;
    printf("books                                        %d\n", books);
    printf("sentences                                    %d\n", sentences);
    printf("name or stand for a person                   %.1f %%\n", 100.0 * persons / sentences);
    printf("pictures about nobody                        %d\n", loose);
    printf("tied to an earlier fact                      %.1f %%\n", 100.0 * tied / sentences);
    printf("threads never mentioned again                %d of %d\n", lost_tasks, tasks);
    printf("spoken lines (fewest in a book)              %d (%d)\n", spoken, quotes_fewest);
    printf("\", e\" cadence (twice running)                %.1f %% (%d)\n",
           100.0 * cadence / sentences, twice_running);
    printf("words a sentence, deviation                  %.1f, %.1f\n", mean,
           sqrt(words_square / sentences - mean * mean));
    for (int i = 1; i < books; i++)
        if (i == 1 || i == 9 || i == 19 || i == books - 1)
            printf("already read in book %-3d                     %.1f %%\n", i + 1,
                   100 * again[i]);
    printf("different first sentences                    %d\n", firsts);
    printf("longest epilogue, sentences                  %d\n", longest_end);
    printf("faults                                       %d\n", faults);
    return faults != 0;
}
