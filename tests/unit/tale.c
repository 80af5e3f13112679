// The teller: what it says about whole games, and that it says it well.
#include "unit.h"

#include "tale/book.h"
#include "tale/plan_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static vg_table *new_table(const char *id, int seats, uint64_t seed, const char *const options[])
{
    vg_table_plan plan = {.game = vg_game_find(id), .games = 1, .dice = VG_DICE_SEED, .seed = seed};
    assert_non_null(plan.game);
    vg_setup_normal(plan.game, seats, &plan.setup);
    for (int i = 0; options && options[i]; i++)
        assert_int_equal(vg_setup_option(plan.game, &plan.setup, options[i], VG_EN, NULL), VG_OK);
    vg_table *table = vg_table_new(&plan, NULL);
    assert_non_null(table);
    vg_table_start(table);
    return table;
}

// One random move of whoever is asked. False when the game is over.
static bool one_move(vg_table *table, vg_rng *rng)
{
    if (vg_table_over(table)) return false;
    vg_move list[VG_MAX_LEGAL];
    int seat = vg_table_ask(table).actor, count = vg_table_legal(table, seat, list);
    assert_true(count > 0);
    assert_int_equal(vg_table_move(table, seat, list[vg_rng_below(rng, (uint32_t)count)]), VG_OK);
    return true;
}

static const char *const long_fate[] = {"accord=0", NULL}; // random voters would end at once
static const char *const modules[] = {"powers=yes", "objectives=yes", "abilities=yes", NULL};

static vg_table *play_out(const char *id, int seats, uint64_t seed)
{
    vg_table *table = new_table(id, seats, seed,
                                strcmp(id, "winter") == 0 ? modules
                                : strcmp(id, "fate") == 0 ? long_fate
                                                          : NULL);
    vg_rng rng;
    vg_rng_seed(&rng, seed, 1);
    while (one_move(table, &rng)) {
    }
    return table;
}

static int code_points(const char *s)
{
    int n = 0;
    for (; *s; s++) n += (*s & 0xc0) != 0x80;
    return n;
}

// Italian articles must have met their prepositions.
static void check_joined(const char *text)
{
    static const char *const clumsy[] = {" a il ",  " di il ", " da il ", " a la ",
                                         " di la ", " da la ", " di lo ", " a lo ",
                                         " di le ", " a le ",  " in la "};
    for (size_t i = 0; i < sizeof clumsy / sizeof clumsy[0]; i++)
        if (strstr(text, clumsy[i])) fail_msg("%s", text);
}

static void check_words(const char *text)
{
    assert_null(strpbrk(text, "{}|"));
    assert_null(strstr(text, "  "));
    assert_null(strstr(text, " ."));
    assert_null(strstr(text, ".."));
    assert_null(strstr(text, "(null)"));
    assert_true(code_points(text) <= VG_MAX_NARRATION);
    if (!*text) return;
    assert_false(text[0] >= 'a' && text[0] <= 'z');
    assert_non_null(strchr(".?", text[strlen(text) - 1]));
    for (const char *at = text; (at = strstr(at, ". ")) != NULL; at++)
        assert_false(at[2] >= 'a' && at[2] <= 'z');
    check_joined(text);
}

// Every telling of some games, both languages.
static void tales_read_well(void **unused)
{
    (void)unused;
    static const struct {
        const char *id;
        int seats;
    } games[] = {{"winter", 3}, {"winter", 4}, {"winter", 7}, {"fate", 2}, {"fate", 4}};
    int told = 0;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            vg_table *table = play_out(games[g].id, games[g].seats, seed);
            vg_teller *teller = vg_teller_new(table);
            assert_non_null(teller);
            assert_true(vg_teller_follow(teller));
            int count = vg_teller_count(teller);
            for (int i = 0; i < count; i++) {
                const vg_telling *t = vg_teller_at(teller, i);
                for (int lang = 0; lang < VG_LANG_COUNT; lang++) check_words(t->text[lang]);
                assert_int_equal(!*t->text[VG_IT], !*t->text[VG_EN]);
                told += *t->text[VG_IT] != '\0';
            }
            vg_teller_free(teller);
            vg_table_free(table);
        }
    }
    assert_true(told > 500);
}

// Told move by move, with moves taken back in between, a tale is the one told at the end.
static void tales_do_not_depend_on_when_they_are_told(void **unused)
{
    (void)unused;
    vg_table *table = new_table("winter", 4, 11, modules);
    vg_teller *slow = vg_teller_new(table);
    vg_rng rng;
    int taken_back = 0;
    vg_rng_seed(&rng, 11, 1);
    assert_non_null(slow);
    do {
        assert_true(vg_teller_follow(slow));
        int last = vg_table_log_count(table) - 1;
        vg_log_entry e;
        vg_table_log(table, last, &e);
        if (e.seat < 0 || taken_back > 20 || !vg_table_undo_depth(table, e.seat)) continue;
        assert_int_equal(vg_table_undo(table, e.seat), VG_OK);
        taken_back++;
    } while (one_move(table, &rng));
    assert_true(taken_back > 10);
    vg_teller *late = vg_teller_new(table);
    assert_non_null(late);
    assert_true(vg_teller_follow(slow));
    assert_true(vg_teller_follow(late));
    assert_int_equal(vg_teller_count(slow), vg_teller_count(late));
    for (int i = 0; i < vg_teller_count(slow); i++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++)
            assert_string_equal(vg_teller_at(slow, i)->text[lang],
                                vg_teller_at(late, i)->text[lang]);
    vg_teller_free(slow);
    vg_teller_free(late);
    vg_table_free(table);
}

// The facts come from a watcher's view: worlds that look the same to watchers tell the same.
static void betrays_nothing(const char *id, int seats, const char *const options[])
{
    vg_table *table = new_table(id, seats, 3, options);
    const vg_game *game = vg_table_game(table);
    vg_rng rng;
    vg_rng_seed(&rng, 3, 1);
    int compared = 0;
    while (one_move(table, &rng) && !vg_table_over(table)) { // then all is shown
        _Alignas(16) unsigned char world[VG_MAX_STATE], view[VG_MAX_STATE];
        vg_log_entry e;
        vg_table_log(table, vg_table_log_count(table) - 1, &e);
        vg_event event[VG_MAX_EVENTS];
        int count = 0;
        for (int i = 0; i < e.event_count; i++)
            if (vg_event_visible(vg_table_event(table, e.event_first + i), VG_WATCHER))
                event[count++] = *vg_table_event(table, e.event_first + i);
        vg_game_view(game, vg_table_state(table), VG_WATCHER, view);
        memcpy(world, view, game->state_size);
        game->resample(world, VG_WATCHER, &rng);
        vg_fact mine[VG_MAX_FACTS], other[VG_MAX_FACTS];
        memset(mine, 0, sizeof mine);
        memset(other, 0, sizeof other);
        int one = count ? game->facts(view, e.seat, event, count, mine) : 0;
        int two = count ? game->facts(world, e.seat, event, count, other) : 0;
        assert_int_equal(one, two);
        assert_memory_equal(mine, other, sizeof mine);
        compared += one > 0;
    }
    assert_true(compared > 5);
    vg_table_free(table);
}

static void tales_betray_nothing(void **unused)
{
    (void)unused;
    betrays_nothing("winter", 5, modules);
    betrays_nothing("fate", 4, long_fate);
    betrays_nothing("quest", 4, NULL);
    betrays_nothing("fata", 5, NULL);
    betrays_nothing("mind", 6, NULL);
}

// A game that is told only afterwards says nothing at the table, and gives its facts all the same.
static void contests_are_silent(void **unused)
{
    (void)unused;
    static const char *const ids[] = {"quest", "fata", "mind"};
    for (size_t i = 0; i < 3; i++) {
        vg_table *table = play_out(ids[i], 3, 2);
        vg_teller *teller = vg_teller_new(table);
        int facts, prizes = 0;
        assert_false(vg_game_tells(vg_table_game(table)));
        assert_true(teller && vg_teller_follow(teller));
        for (int k = 0; k < vg_teller_count(teller); k++)
            for (int lang = 0; lang < VG_LANG_COUNT; lang++)
                assert_string_equal(vg_teller_at(teller, k)->text[lang], "");
        const vg_fact *fact = vg_teller_facts(teller, &facts);
        for (int k = 0; k < facts; k++) prizes += fact[k].kind == VG_FACT_PRIZE;
        assert_int_equal(prizes, 1);
        vg_teller_free(teller);
        vg_table_free(table);
    }
}

// ---- the realisers ----

static void says_verb(vg_lang lang, const char *verb, vg_tense tense, vg_gender who,
                      const char *wanted)
{
    char room[96];
    vg_text text = VG_TEXT(room);
    if (lang == VG_IT)
        vg_verb_it(&text, verb, tense, who);
    else
        vg_verb_en(&text, verb, tense, who);
    assert_string_equal(room, wanted);
}

static void verbs_have_their_tenses(void **unused)
{
    (void)unused;
    static const struct {
        const char *verb;
        vg_tense tense;
        vg_gender who;
        const char *wanted;
    } italian[] =
        {
            {"accendere", VG_PAST, VG_SHE, "accese"},
            {"accendere", VG_PAST, VG_THEY, "accesero"},
            {"accendere", VG_BEFORE, VG_SHE, "aveva acceso"},
            {"lasciare", VG_PAST, VG_HE, "lasciò"},
            {"lasciare", VG_WHILE, VG_THEY, "lasciavano"},
            {"capire", VG_PAST, VG_HE, "capì"},
            {"capire", VG_PAST, VG_THEY, "capirono"},
            {"battere", VG_PAST, VG_HE, "batté"},
            {"battere", VG_BEFORE, VG_THEY, "avevano battuto"},
            {"andare", VG_BEFORE, VG_SHE, "era andata"},
            {"andare", VG_BEFORE, VG_THEY, "erano andati"},
            {"mettersi", VG_PAST, VG_HE, "si mise"},
            {"mettersi", VG_BEFORE, VG_SHE, "si era messa"},
            {"nascondersi", VG_BEFORE, VG_THEY, "si erano nascosti"},
            {"fare", VG_WHILE, VG_HE, "faceva"},
            {"far", VG_PAST, VG_THEY, "fecero"},
            {"dire", VG_WHILE, VG_THEY, "dicevano"},
            {"essere", VG_WHILE, VG_HE, "era"},
            {"essere", VG_PAST, VG_THEY, "furono"},
            {"imporre", VG_PAST, VG_HE, "impose"},
            {"imporre", VG_WHILE, VG_HE, "imponeva"},
            {"accendere", VG_TO_DO, VG_HE, "accendere"},
        },
      english[] = {
          {"light", VG_PAST, VG_SHE, "lit"},      {"light", VG_BEFORE, VG_SHE, "had lit"},
          {"carry", VG_PAST, VG_HE, "carried"},   {"play", VG_PAST, VG_HE, "played"},
          {"raise", VG_PAST, VG_HE, "raised"},    {"drop", VG_PAST, VG_HE, "dropped"},
          {"be", VG_PAST, VG_SHE, "was"},         {"be", VG_PAST, VG_THEY, "were"},
          {"be", VG_BEFORE, VG_THEY, "had been"}, {"weave", VG_BEFORE, VG_HE, "had woven"},
      };
    for (size_t i = 0; i < sizeof italian / sizeof italian[0]; i++)
        says_verb(VG_IT, italian[i].verb, italian[i].tense, italian[i].who, italian[i].wanted);
    for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
        says_verb(VG_EN, english[i].verb, english[i].tense, english[i].who, english[i].wanted);
}

static const vg_saga *saga_of_winter(void) { return vg_game_find("winter")->saga; }

// Numbers as cards.def has them.
enum { ALICE = 1, SCARECROW = 3, DOROTHY = 4, MATCH_GIRL = 7, WOLF = 9, CAT_FOX = 10, HATTER = 14 };
enum { MARKET = 1, PRISONS = 2, ASYLUM = 4, HOUSE = 6, SIREN = 11 };

static void expect_said(const char *pattern, const vg_cue *cue, vg_lang lang, const char *wanted)
{
    vg_refer refer = {0};
    char room[512];
    vg_text text = VG_TEXT(room);
    vg_say(saga_of_winter(), lang, pattern, cue, &refer, &text);
    vg_finish(&text, 0, lang);
    assert_string_equal(room, wanted);
}

static void sentences_agree(void **unused)
{
    (void)unused;
    vg_cue one = {.who = MATCH_GIRL, .whom = CAT_FOX, .from = PRISONS, .to = SIREN};
    vg_cue two = {.who = CAT_FOX, .whom = ALICE, .from = HOUSE, .to = MARKET};
    expect_said(
        "{who} [arrivare] {a to} {da from}.", &one, VG_IT,
        "La Piccola Fiammiferaia arrivò nella piazza della Sirena dalle Prigioni dell’Inverno.");
    expect_said("{whom} {whom:la|la|la} [whom.vedere] e [+whom.partire].", &one, VG_IT,
                "Il Gatto e la Volpe la videro ed erano partiti.");
    expect_said("fra la porta {di whom} e quella {di Who}", &one, VG_IT,
                "Fra la porta del Gatto e della Volpe e quella della Piccola Fiammiferaia");
    expect_said("[parlare] {a whom}", &two, VG_IT, "Parlarono ad Alice");
    expect_said("Perseo e Ercole", &two, VG_IT, "Perseo ed Ercole");
    expect_said("{who} [andarsi] e [entrare]", &two, VG_IT,
                "Il Gatto e la Volpe si andarono ed entrarono");
    expect_said("{who} [be] at {to}; {whom:he|she|they} [whom.be] not.", &two, VG_EN,
                "The Cat and the Fox were at the Market of Wonders; she was not.");
    expect_said("{Who's} door", &one, VG_EN, "The Little Match Girl’s door");
}

// Whoever the last sentence was about needs no name, unless somebody else could be meant.
static void pronouns_mean_one(void **unused)
{
    (void)unused;
    static const struct {
        uint8_t who, whom, next;
        const char *it, *en;
    } rows[] = {
        {ALICE, WOLF, ALICE, "Alice vide il Lupo. Rise.", "Alice saw the Wolf. She laughed."},
        {ALICE, DOROTHY, ALICE, "Alice vide nonna Dorothy. Alice rise.",
         "Alice saw Grandmother Dorothy. Alice laughed."},
        {ALICE, WOLF, WOLF, "Alice vide il Lupo. Il Lupo rise.",
         "Alice saw the Wolf. The Wolf laughed."},
        {SCARECROW, HATTER, SCARECROW,
         "Lo Spaventapasseri vide il Cappellaio Matto. Lo Spaventapasseri rise.",
         "The Scarecrow saw the Mad Hatter. The Scarecrow laughed."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
            vg_refer refer = {0};
            char room[256];
            vg_text text = VG_TEXT(room);
            vg_cue sees = {.who = rows[i].who, .whom = rows[i].whom},
                   laughs = {.who = rows[i].next};
            vg_say(saga_of_winter(), (vg_lang)lang,
                   lang == VG_IT ? "{who} [vedere] {whom}. " : "{who} [see] {whom}. ", &sees,
                   &refer, &text);
            vg_said said = vg_say(saga_of_winter(), (vg_lang)lang,
                                  lang == VG_IT ? "{who} [ridere]." : "{who} [laugh].", &laughs,
                                  &refer, &text);
            vg_finish(&text, 0, (vg_lang)lang);
            assert_string_equal(room, lang == VG_IT ? rows[i].it : rows[i].en);
            assert_true(said.candidates <= 1);
        }
}

// The verb alone, or a pronoun, goes on from a sentence, not from the one before it.
static void a_subject_lasts_one_sentence(void **unused)
{
    (void)unused;
    vg_cue cue = {.who = ALICE};
    vg_refer refer = {0};
    char room[256];
    vg_text text = VG_TEXT(room);
    vg_say(saga_of_winter(), VG_IT, "{who} [cadere]. La neve era alta. ", &cue, &refer, &text);
    vg_say(saga_of_winter(), VG_IT, "{who} [ridere]. ", &cue, &refer, &text);
    vg_say(saga_of_winter(), VG_IT, "[alzarsi]. [piangere]. ", &cue, &refer, &text);
    vg_finish(&text, 0, VG_IT);
    assert_string_equal(room, "Alice cadde. La neve era alta. Alice rise. Si alzò. Pianse. ");
    vg_text_clear(&text);
    refer = (vg_refer){0};
    vg_say(saga_of_winter(), VG_IT, "La voce {di Who} tremava. ", &cue, &refer, &text);
    vg_say(saga_of_winter(), VG_IT, "{who} [ridere].", &cue, &refer, &text);
    assert_string_equal(room, "La voce di Alice tremava. Alice rise.");
    // Nobody is told of as two.
    vg_cue same = {.who = ALICE, .whom = ALICE};
    assert_true(vg_can_say(saga_of_winter(), "{who} [ridere].", &same));
    assert_true(vg_can_say(saga_of_winter(), "{whom} [whom.ridere].", &same));
    assert_false(vg_can_say(saga_of_winter(), "{who} [vedere] {whom}.", &same));
}

static void places_fit_their_sentence(void **unused)
{
    (void)unused;
    vg_cue hatter = {.who = HATTER, .to = ASYLUM}, alice = {.who = ALICE, .to = ASYLUM},
           square = {.who = ALICE, .to = SIREN};
    expect_said("{who} [arrivare] {a to}.", &hatter, VG_IT,
                "Il Cappellaio Matto arrivò al Manicomio.");
    expect_said("{who} [come] to {to}.", &hatter, VG_EN, "The Mad Hatter came to the Asylum.");
    expect_said("{who} [arrivare] {a to}.", &alice, VG_IT,
                "Alice arrivò al Manicomio del Cappellaio.");
    expect_said("{who} [arrivare] {a to}.", &square, VG_IT,
                "Alice arrivò nella piazza della Sirena.");
    expect_said("{who} [arrivare] fino {a to}.", &square, VG_IT,
                "Alice arrivò fino alla piazza della Sirena.");
    expect_said("Fino {a to} si andava a piedi.", &square, VG_IT,
                "Fino alla piazza della Sirena si andava a piedi.");
    static const char *const many[][3] = {{"ai", "Angbat", "agli Angbat"},
                                          {"dei", "Flambeaux", "dei Flambeaux"},
                                          {"dei", "Stregoni", "degli Stregoni"},
                                          {"ai", "Sidhe", "ai Sidhe"}};
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        char room[64];
        vg_text text = VG_TEXT(room);
        vg_join_it(&text, many[i][0], many[i][1], false);
        assert_string_equal(room, many[i][2]);
    }
}

// A clause and the line it stands in have no word of weight in common.
static void echoes_are_heard(void **unused)
{
    (void)unused;
    assert_true(vg_echoes("che aveva cominciato una storia {a to}",
                          "{a to} {who,} [raccontare] una storia di pane."));
    assert_true(vg_echoes("[promettere] che sarebbe arrivata", "[arrivare] {who,}."));
    assert_false(vg_echoes("che aveva tirato un filo {a to}",
                           "{a to} {who,}, che aveva un filo, [raccontare] una storia."));
    assert_false(vg_echoes("quello della neve", "nella {storia} dalla quale quello"));
}

static bool is_one(const char *word, size_t n)
{
    static const char *const ends[] = {"ava", "eva", "iva", "rebbe"};
    static const char *const words[] = {"era", "fu", "è", "c’era", "was", "is", "has"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t m = strlen(ends[i]);
        if (n > m && strncmp(word + n - m, ends[i], m) == 0) return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (n == strlen(words[i]) && strncmp(word, words[i], n) == 0) return true;
    return false;
}

// After "il Gatto e la Volpe", and after "che" or "non" that follow it, no verb of one person.
static void check_many(const char *text, const char *name)
{
    static const char *const between[] = {", ", " ", "che ", "non ", "who ", "ormai "};
    for (const char *at = text; (at = strstr(at, name)) != NULL;) {
        at += strlen(name);
        for (size_t i = 0; i < sizeof between / sizeof between[0]; i++)
            if (strncmp(at, between[i], strlen(between[i])) == 0) at += strlen(between[i]);
        if (is_one(at, strcspn(at, " .,;:"))) fail_msg("%s", text);
    }
}

// Two who are always together are told of as two, whatever they do or suffer.
static void many_have_their_verbs(void **unused)
{
    (void)unused;
    const vg_saga *saga = saga_of_winter();
    static const vg_words words = VG_WORDS("Sì", "Yes,");
    vg_cue cue = {.from = MARKET, .to = PRISONS, .task = 1, .things = 3, .thing = {1, 2, 3}};
    cue.quote = &words;
    cue.number = 3;
    for (int i = 0; i < saga->lines; i++) {
        const vg_line *l = &saga->line[i];
        bool ones = l->frame == VG_FRAME_WHO_IS || l->frame == VG_FRAME_FATE;
        if (ones && l->task && l->task != CAT_FOX) continue; // of somebody else alone
        for (int role = 0; role < 2; role++)
            for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
                vg_refer refer = {0};
                vg_text text = vg_text_heap();
                cue.who = role ? ALICE : CAT_FOX;
                cue.whom = role ? CAT_FOX : ALICE;
                cue.with = DOROTHY;
                vg_say(saga, (vg_lang)lang, l->words.in[lang], &cue, &refer, &text);
                vg_finish(&text, 0, (vg_lang)lang);
                check_many(text.at, lang == VG_IT ? "e la Volpe" : "and the Fox");
                vg_text_release(&text);
            }
    }
}

// Where a relative clause may stand the sentence goes on with its verb, or ends: nothing that hangs
// on what came before it, and no other clause around it.
static void clauses_leave_nothing_hanging(void **unused)
{
    (void)unused;
    static const char *const after[] = {" {a ",  " {da ", " {in ", ", {",   " at ",  " to ",
                                        ", at ", ", to ", " a ",   " who ", ", who", ", che"};
    static const char *const before[] = {" che ", "that ", "story of "};
    for (int g = 0; vg_games[g]; g++) {
        const vg_saga *saga = vg_games[g]->saga;
        for (int i = 0; saga && i < saga->lines; i++)
            for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
                const char *s = saga->line[i].words.in[lang], *at = strstr(s, "{who,}");
                if (!at) at = strstr(s, "{Who,}");
                if (!at) continue;
                for (size_t k = 0; k < sizeof after / sizeof after[0]; k++)
                    if (strncmp(at + 6, after[k], strlen(after[k])) == 0) fail_msg("%s", s);
                for (size_t k = 0; k < sizeof before / sizeof before[0]; k++) {
                    size_t n = strlen(before[k]);
                    if ((size_t)(at - s) >= n && strncmp(at - n, before[k], n) == 0)
                        fail_msg("%s", s);
                }
            }
    }
}

// How a fight between the Wolf and Alice is told that ends like this: who has the last word in it,
// and whether anybody is carried away.
static void plan_fight(int end, int to, int *last, bool *carried)
{
    enum { FACTS = 9 };
    vg_fact fact[FACTS] = {
        {.kind = VG_FACT_CAST, .who = ALICE, .to = MARKET},
        {.kind = VG_FACT_CAST, .who = WOLF, .to = PRISONS},
        {.kind = VG_FACT_WAKE, .who = ALICE},
        {.kind = VG_FACT_CLASH, .who = WOLF, .whom = ALICE, .to = MARKET, .thing = 1},
        {.kind = VG_FACT_BLOW, .who = ALICE, .whom = WOLF, .to = MARKET, .thing = 2},
        {.kind = VG_FACT_BLOW, .who = WOLF, .whom = ALICE, .to = MARKET, .thing = 3},
        {.kind = (uint8_t)end, .who = WOLF, .whom = ALICE, .to = MARKET},
        {.kind = VG_FACT_BANISH, .whom = ALICE, .to = (uint8_t)to},
        {.kind = VG_FACT_CHAPTER},
    };
    uint8_t by_people[FACTS] = {0};
    if (end == VG_FACT_SLIP) fact[6].who = ALICE, fact[6].whom = WOLF;
    for (int i = 0; i < FACTS; i++) fact[i].game = 1;
    vg_plan *plan = vg_plan_new(saga_of_winter(), fact, by_people, FACTS, 7);
    assert_non_null(plan);
    *carried = false;
    for (int i = 0; i < plan->count; i++) {
        if (plan->sentence[i].frame == VG_FRAME_BLOW) *last = plan->sentence[i].cue.who;
        *carried |= plan->sentence[i].frame == VG_FRAME_BANISH;
    }
    vg_plan_free(plan);
}

static void fights_are_told_as_they_ended(void **unused)
{
    (void)unused;
    int last = 0;
    bool carried;
    plan_fight(VG_FACT_SLIP, PRISONS, &last, &carried);
    assert_int_equal(last, ALICE);
    plan_fight(VG_FACT_FALL, PRISONS, &last, &carried);
    assert_int_equal(last, WOLF);
    assert_true(carried);
    plan_fight(VG_FACT_FALL, MARKET, &last, &carried); // where she lies already
    assert_false(carried);
}

// Who comes to another's task and does nothing about it did not come to stop it, and did come.
static void bystanders_only_come(void **unused)
{
    (void)unused;
    enum { FACTS = 8 };
    for (int hand = 0; hand < 2; hand++) {
        vg_fact fact[FACTS] = {
            {.kind = VG_FACT_CAST, .who = ALICE, .to = MARKET},
            {.kind = VG_FACT_CAST, .who = WOLF, .to = PRISONS},
            {.kind = VG_FACT_WAKE, .who = ALICE},
            {.kind = VG_FACT_QUEST, .who = ALICE, .to = MARKET, .task = 1},
            {.kind = VG_FACT_JOIN, .who = CAT_FOX, .to = MARKET},
            {.kind = VG_FACT_WALK, .who = CAT_FOX, .from = PRISONS, .to = MARKET, .thing = 1},
            {.kind = VG_FACT_HELP, .who = hand ? CAT_FOX : ALICE, .task = 1, .thing = 2},
            {.kind = VG_FACT_CHAPTER},
        };
        uint8_t by_people[FACTS] = {0};
        int frame = 0;
        for (int i = 0; i < FACTS; i++) fact[i].game = 1;
        vg_plan *plan = vg_plan_new(saga_of_winter(), fact, by_people, FACTS, 7);
        assert_non_null(plan);
        for (int i = 0; i < plan->count; i++)
            if (plan->sentence[i].facts && plan->sentence[i].fact[0] == 5 && !frame)
                frame = plan->sentence[i].frame;
        assert_int_equal(frame, hand ? VG_FRAME_ROUSE : VG_FRAME_WENT);
        vg_plan_free(plan);
    }
}

// Who wins in spite of their points did not barely win.
static void prizes_say_how(void **unused)
{
    (void)unused;
    static const struct {
        int points[2], rank[2], sign;
    } rows[] = {{{9, 3}, {1, 2}, 0}, {{4, 3}, {1, 2}, 1}, {{4, 4}, {1, 1}, 2}, {{3, 9}, {1, 2}, 3}};
    static const uint8_t person[] = {1, 2};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        vg_fact room[VG_MAX_FACTS];
        vg_facts list = {.out = room};
        vg_score score = {0};
        for (int p = 0; p < 2; p++) {
            score.points[p] = (int16_t)rows[i].points[p];
            score.rank[p] = (uint8_t)rows[i].rank[p];
        }
        vg_fact_prize(&list, &score, 2, person);
        assert_int_equal(list.count, 1);
        assert_int_equal(room[0].who, 1);
        assert_int_equal(room[0].sign, rows[i].sign);
    }
}

// A cue with everything in it that this saga has, for a person.
static vg_cue full_cue(const vg_saga *saga, int who)
{
    static const vg_words words = VG_WORDS("Sì", "Yes");
    vg_cue cue = {.who = (uint8_t)who,
                  .whom = (uint8_t)(who % saga->persons + 1),
                  .with = (uint8_t)((who + 1) % saga->persons + 1),
                  .from = (uint8_t)(saga->places ? 1 : 0),
                  .to = (uint8_t)(saga->places ? 2 : 0),
                  .task = (uint8_t)(saga->tasks ? 1 : 0),
                  .number = 3,
                  .things = 3,
                  .thing = {1, 2, 3},
                  .quote = &words};
    return cue;
}

// Every line of a saga can be said: its holes exist, its forms are two or three, both languages
// speak of the same persons, and neither has a hole the other cannot fill; a deed begins with its
// verb, and has no other.
static void every_line_is_whole(void **unused)
{
    (void)unused;
    for (int g = 0; vg_games[g]; g++) {
        const vg_saga *saga = vg_games[g]->saga;
        if (!saga) continue; // the template
        for (int i = 0; i < saga->lines; i++)
            for (int lang = 0; lang < VG_LANG_COUNT; lang++)
                for (int who = 1; who <= saga->persons; who++) { // all genders
                    const char *s = saga->line[i].words.in[lang];
                    vg_cue cue = full_cue(saga, who);
                    vg_refer refer = {0};
                    vg_text text = vg_text_heap();
                    if (!vg_can_say(saga, s, &cue)) fail_msg("%s", s);
                    vg_say(saga, (vg_lang)lang, s, &cue, &refer, &text);
                    vg_finish(&text, 0, (vg_lang)lang);
                    if (!*text.at || strpbrk(text.at, "{}[]|") || strstr(text.at, "  ") ||
                        strstr(text.at, " .") || strstr(text.at, "(null)"))
                        fail_msg("%s", text.at);
                    check_joined(text.at);
                    vg_text_release(&text);
                }
        for (int t = 1; t <= saga->things; t++)
            for (int k = 0; k < 2; k++)
                for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
                    const char *s = saga->thing[t].deed[k].in[lang];
                    if (s && (*s != '[' || strchr(s + 1, '['))) fail_msg("%s", s);
                }
    }
}

// Whatever people call themselves or write, the book's own markup is all there is.
static void hostile_words_stay_words(void **unused)
{
    (void)unused;
    static const char *const hostile = "</p><script>alert('x')</script> & ]]> <!-- \" ` # [a](b)";
    vg_table *table = new_table("winter", 4, 5, modules);
    vg_rng rng;
    vg_rng_seed(&rng, 5, 1);
    assert_int_equal(vg_table_name(table, 0, "<b>&\"'</b>"), VG_OK);
    while (one_move(table, &rng)) {
        int last = vg_table_log_count(table) - 1;
        vg_log_entry e;
        for (vg_table_log(table, last, &e); e.seat < 0; vg_table_log(table, --last, &e)) {
        }
        assert_int_equal(vg_table_narrate(table, e.seat, last, hostile), VG_OK);
    }
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        vg_book *book = vg_book_new(table, (vg_lang)lang);
        assert_non_null(book);
        vg_text html = vg_text_heap(), markdown = vg_text_heap();
        vg_book_html(book, &html);
        vg_book_markdown(book, &markdown);
        assert_null(strstr(html.at, "<script"));
        assert_null(strstr(html.at, "<!--"));
        assert_null(strstr(html.at, "<b>&\""));
        assert_non_null(strstr(html.at, "&lt;script&gt;alert(&#39;x&#39;)"));
        assert_non_null(strstr(html.at, "&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;"));
        assert_non_null(strstr(html.at, "<div class=\"part\"><div class=\"picture\">"));
        assert_non_null(markdown.at);
        for (const char *at = markdown.at + 1; (at = strpbrk(at, "<[`#&")) != NULL; at++)
            assert_true(at[-1] == '\\' || *at == '#'); // headings are the book's own
        assert_null(strstr(markdown.at, "` #"));
        vg_text_release(&html);
        vg_text_release(&markdown);
        vg_book_free(book);
    }
    vg_table_free(table);
}

// Every card a tale may speak of has a picture of its own, and every picture belongs to a card.
static void cards_have_their_pictures(void **unused)
{
    (void)unused;
    char *drawn[512];
    bool wanted[512] = {false};
    int count = vg_drawn_pictures_count;
    assert_in_range(count, 1, 512);
    for (int i = 0; i < count; i++) {
        vg_text svg = vg_text_heap();
        vg_picture_put(&vg_drawn_pictures[i], &svg);
        assert_null(strstr(svg.at, "(null)")); // all colours are known
        int open = 0;
        for (const char *at = svg.at; (at = strchr(at, '<')) != NULL; at++)
            open += at[1] == 'g' ? 1 : at[1] == '/' ? -1 : 0;
        assert_int_equal(open, 0);
        for (int k = 0; k < i; k++) assert_string_not_equal(svg.at, drawn[k]);
        drawn[i] = svg.at;
    }
    for (const vg_game *const *game = vg_games; *game; game++) {
        const vg_saga *saga = (*game)->saga;
        for (int thing = 1; saga && saga->drawn && thing <= saga->things; thing++) {
            const char *name = saga->drawn(thing);
            const vg_drawn *picture = name ? vg_picture_find((*game)->id, name) : NULL;
            if (name && !picture) fail_msg("%s/%s has no picture", (*game)->id, name);
            if (picture) wanted[picture - vg_drawn_pictures] = true;
        }
    }
    for (int i = 0; i < count; i++) {
        if (!wanted[i]) fail_msg("%s is nobody's picture", vg_drawn_pictures[i].name);
        free(drawn[i]);
    }
    assert_null(vg_picture_find("winter", "chiave.summer"));
}

// What would mean something to CommonMark where it stands has a backslash, and nothing else has.
static void markdown_escapes_only_what_it_must(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"«Sì», disse: l'ora (le 3.30) è questa!", "«Sì», disse: l'ora (le 3.30) è questa!"},
        {"1. primo", "1\\. primo"},
        {"12) dodici", "12\\) dodici"},
        {"- e poi - basta", "\\- e poi - basta"},
        {"> detto", "\\> detto"},
        {"tre * due_tre [x](y) <b> &amp; `c` \\ #",
         "tre \\* due\\_tre \\[x](y) \\<b> \\&amp; \\`c\\` \\\\ \\#"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        vg_table *table = new_table("quest", 2, 5, NULL);
        vg_rng rng;
        vg_rng_seed(&rng, 5, 1);
        vg_log_entry e = {.seat = -1};
        int last = 0;
        while (e.seat < 0) {
            one_move(table, &rng);
            for (last = vg_table_log_count(table) - 1; last >= 0; last--) {
                vg_table_log(table, last, &e);
                if (e.seat >= 0) break;
            }
        }
        assert_int_equal(vg_table_narrate(table, e.seat, last, rows[i][0]), VG_OK);
        vg_book *book = vg_book_new(table, VG_IT);
        assert_non_null(book);
        vg_text markdown = vg_text_heap();
        vg_book_markdown(book, &markdown);
        char line[128];
        snprintf(line, sizeof line, "\n%s\n", rows[i][1]);
        if (!strstr(markdown.at, line)) fail_msg("%s not in:\n%s", line, markdown.at);
        vg_text_release(&markdown);
        vg_book_free(book);
        vg_table_free(table);
    }
}

int unit_tale(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tales_read_well),
        cmocka_unit_test(tales_do_not_depend_on_when_they_are_told),
        cmocka_unit_test(tales_betray_nothing),
        cmocka_unit_test(contests_are_silent),
        cmocka_unit_test(verbs_have_their_tenses),
        cmocka_unit_test(sentences_agree),
        cmocka_unit_test(pronouns_mean_one),
        cmocka_unit_test(a_subject_lasts_one_sentence),
        cmocka_unit_test(places_fit_their_sentence),
        cmocka_unit_test(echoes_are_heard),
        cmocka_unit_test(many_have_their_verbs),
        cmocka_unit_test(clauses_leave_nothing_hanging),
        cmocka_unit_test(fights_are_told_as_they_ended),
        cmocka_unit_test(bystanders_only_come),
        cmocka_unit_test(prizes_say_how),
        cmocka_unit_test(every_line_is_whole),
        cmocka_unit_test(hostile_words_stay_words),
        cmocka_unit_test(cards_have_their_pictures),
        cmocka_unit_test(markdown_escapes_only_what_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
