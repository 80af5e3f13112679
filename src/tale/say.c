// say.c: fills a pattern: persons by name, pronoun or nothing, places, pictures, deeds and verbs.
#include "tale/say.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct speech {
    const vg_saga *saga;
    vg_lang lang;
    const vg_cue *cue;
    vg_refer *refer;
    vg_text *out;
    vg_said said;
    bool inner; // inside a relative clause: brief names, no pronouns
    bool about; // the sentence now said has `who` in it, be it in a verb alone
} speech;

vg_cue vg_cue_of(const vg_fact *f)
{
    return (vg_cue){.who = f->who,
                    .whom = f->whom,
                    .with = f->with,
                    .from = f->from,
                    .to = f->to,
                    .task = f->task,
                    .things = f->thing != 0,
                    .thing = {f->thing}};
}

// ---- taking a pattern apart --------------------------------------------------

vg_hole vg_read_hole(const char *at)
{
    vg_hole h = {.length = strcspn(at, "}") + 1};
    const char *word = at + 1, *end = at + h.length - 1, *colon = memchr(at, ':', h.length);
    const char *stop = colon ? colon : end, *space = memchr(word, ' ', (size_t)(stop - word));
    h.forms = colon ? colon + 1 : NULL;
    if (space) {
        assert((size_t)(space - word) < sizeof h.preposition);
        memcpy(h.preposition, word, (size_t)(space - word));
        word = space + 1;
    }
    if (*word == '+' || *word == '=') h.mark = *word++;
    if (stop[-1] == ',') {
        h.mark = ',';
        stop--;
    }
    if (stop - word > 2 && stop[-2] == '\'' && stop[-1] == 's') {
        h.mark = '\'';
        stop -= 2;
    }
    assert(stop > word && (size_t)(stop - word) < sizeof h.fact);
    memcpy(h.fact, word, (size_t)(stop - word));
    return h;
}

typedef enum role { NOT_A_PERSON, WHO, THE_WHO, WHOM, WITH } role;

static role role_of(const char *fact)
{
    if (strcmp(fact, "who") == 0) return WHO;
    if (strcmp(fact, "Who") == 0) return THE_WHO;
    if (strcmp(fact, "whom") == 0) return WHOM;
    if (strcmp(fact, "with") == 0) return WITH;
    return NOT_A_PERSON;
}

static int person_in(const vg_cue *cue, role r)
{
    return r == WHOM ? cue->whom : r == WITH ? cue->with : r == NOT_A_PERSON ? 0 : cue->who;
}

// "deed2", "card3": which picture; -1 if it is not one.
static int picture_of(const char *fact, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(fact, word, n) != 0) return -1;
    return fact[n] ? fact[n] - '1' : 0;
}

bool vg_can_say(const vg_saga *saga, const char *pattern, const vg_cue *cue)
{
    int both = 0;
    (void)saga;
    for (const char *at = pattern; (at = strchr(at, '{')) != NULL; at++) {
        vg_hole h = vg_read_hole(at);
        role r = role_of(h.fact);
        int deed = picture_of(h.fact, "deed"), card = picture_of(h.fact, "card");
        if (r && !person_in(cue, r)) return false;
        both |= r == WHOM ? 2 : r == WHO || r == THE_WHO;
        if (deed >= cue->things || card >= cue->things) return false;
        if (strcmp(h.fact, "from") == 0 && !cue->from) return false;
        if (strcmp(h.fact, "to") == 0 && !cue->to) return false;
        if (strcmp(h.fact, "task") == 0 && !cue->task) return false;
        if (strcmp(h.fact, "quote") == 0 && !cue->quote) return false;
        if (strcmp(h.fact, "number") == 0 && !cue->number) return false;
    }
    return both != 3 || cue->who != cue->whom; // nobody is spoken of as two
}

// ---- persons and places --------------------------------------------------------

static vg_gender gender_of(const speech *s, int person)
{
    return (vg_gender)s->saga->person[person].name.gender;
}

// A pronoun will do if the last sentence was about the same person, and names nobody else it could
// mean. Gives how many it could mean.
static int candidates(const speech *s, int person)
{
    int count = 0;
    for (int p = 1; p <= s->saga->persons; p++) {
        bool alike = gender_of(s, p) == gender_of(s, person);
        bool number = (gender_of(s, p) == VG_THEY) == (gender_of(s, person) == VG_THEY);
        // An Italian verb alone shows no gender: nobody else may have come before it in the
        // sentence.
        if (s->refer->mentioned >> p & 1 && alike)
            count++;
        else if (s->said.named >> p & 1 && (alike || (s->lang == VG_IT && number)))
            count++;
    }
    return count;
}

static void put_name(speech *s, const char *preposition, int person)
{
    const vg_persona *p = &s->saga->person[person];
    bool full = !s->inner && !(s->refer->introduced >> person & 1);
    const char *name = (full ? p->name : p->brief).words.in[s->lang];
    if (full) s->refer->introduced |= 1u << person;
    s->said.named |= 1u << person;
    if (*preposition)
        vg_join_it(s->out, preposition, name, p->name.gender == VG_THEY);
    else
        vg_text_add(s->out, name);
}

static void say(speech *s, const char *pattern);

// ", che aveva perso la chiave," after a name; the last comma only if the sentence goes on.
static void put_that(speech *s, char next)
{
    vg_cue cue = vg_cue_of(&s->cue->about);
    speech inner = *s;
    inner.cue = &cue;
    inner.inner = true;
    vg_text_add(s->out, ", ");
    say(&inner, s->cue->that->words.in[s->lang]);
    s->said = inner.said;
    s->said.that = true;
    if (!strchr(".,;:", next)) vg_text_char(s->out, ',');
}

// Gives how many characters of the pattern after the hole are to be left out.
static size_t put_person(speech *s, const vg_hole *h, role r, const char *after)
{
    int person = person_in(s->cue, r);
    bool same =
        r == WHO && !s->inner && s->refer->subject == person && !*h->preposition && h->mark != '\'';
    if (*after && strchr(",:;", *after))
        same = false; // "he, who had": before a pause stands a name
    bool that = h->mark == ',' && s->cue->that;
    if (same && !that && candidates(s, person) == 1) {
        static const char *const english[] = {"he", "she", "they"};
        s->said.pronoun |= 1u << person;
        s->said.candidates = (uint8_t)candidates(s, person);
        if (s->lang == VG_EN) vg_text_add(s->out, english[gender_of(s, person)]);
        // Nothing stands there in Italian: nor does the space beside it.
        if (s->lang == VG_IT && *after != ' ' && s->out->len && s->out->at[s->out->len - 1] == ' ')
            s->out->at[--s->out->len] = '\0';
        return s->lang == VG_IT && *after == ' ';
    }
    put_name(s, h->preposition, person);
    if (h->mark == '\'') vg_text_add(s->out, "'s");
    if (that) put_that(s, *after);
    return 0;
}

// Is the place called after somebody in the sentence? "Il Cappellaio arrivò al Manicomio" will do.
static bool is_theirs(const speech *s, const char *place)
{
    const int who[] = {s->cue->who, s->cue->whom, s->cue->with};
    for (int i = 0; i < 3; i++) {
        if (!who[i]) continue;
        const char *name = s->saga->person[who[i]].brief.words.in[s->lang];
        while (*name && !(*name >= 'A' && *name <= 'Z')) name++; // past the article
        if (*name && strstr(place, name)) return true;
    }
    return false;
}

static void put_place(speech *s, const vg_hole *h, int place)
{
    const vg_locale *x = &s->saga->place[place];
    bool full =
        !s->inner && !(s->refer->places >> place & 1) && !is_theirs(s, x->name.words.in[s->lang]);
    const vg_name *name = full ? &x->name : &x->brief;
    if (full) s->refer->places |= 1u << place;
    s->said.places |= 1u << place;
    // One is at a place, but in a square; one goes as far as either.
    bool up_to =
        s->out->len >= 5 && strcmp(s->out->at + s->out->len - 4, "ino ") == 0; // "fino ", "Fino "
    bool within = x->minor && strcmp(h->preposition, "a") == 0 && !up_to;
    const char *preposition = within ? "in" : h->preposition;
    char *end = s->out->len >= 3 ? s->out->at + s->out->len - 3 : NULL;
    if (s->lang == VG_EN && x->minor && end && strcmp(end + 1, "t ") == 0 && strchr("aA", *end) &&
        (end == s->out->at || end[-1] == ' ')) {
        end[0] = *end == 'a' ? 'i' : 'I';
        end[1] = 'n';
    }
    if (*preposition)
        vg_join_it(s->out, preposition, name->words.in[s->lang], false);
    else
        vg_text_add(s->out, name->words.in[s->lang]);
    if (h->mark == '\'') vg_text_add(s->out, "'s");
}

// Titles of pictures stand in mid sentence: "la chiave".
static void put_card(speech *s, const vg_hole *h, const char *title)
{
    char room[96];
    snprintf(room, sizeof room, "%s", title);
    if (room[0] >= 'A' && room[0] <= 'Z') room[0] = (char)(room[0] + 32);
    if (*h->preposition)
        vg_join_it(s->out, h->preposition, room, false);
    else
        vg_text_add(s->out, room);
}

static void put_task(speech *s, const vg_hole *h)
{
    const char *name = s->saga->task[s->cue->task].words.in[s->lang];
    if (*h->preposition)
        vg_join_it(s->out, h->preposition, name, false);
    else
        vg_text_add(s->out, name);
}

// One is "un" in Italian: what follows is masculine.
static void put_number(speech *s)
{
    static const vg_words words[] = {
        VG_WORDS("zero", "no"),       VG_WORDS("un", "one"),       VG_WORDS("due", "two"),
        VG_WORDS("tre", "three"),     VG_WORDS("quattro", "four"), VG_WORDS("cinque", "five"),
        VG_WORDS("sei", "six"),       VG_WORDS("sette", "seven"),  VG_WORDS("otto", "eight"),
        VG_WORDS("nove", "nine"),     VG_WORDS("dieci", "ten"),    VG_WORDS("undici", "eleven"),
        VG_WORDS("dodici", "twelve"),
    };
    if (s->cue->number < sizeof words / sizeof words[0])
        vg_text_add(s->out, words[s->cue->number].in[s->lang]);
    else
        vg_text_printf(s->out, "%d", s->cue->number);
}

// ---- agreement and verbs ---------------------------------------------------------

static void put_form(speech *s, const vg_hole *h, const char *end)
{
    role r = role_of(h->fact);
    int card = picture_of(h->fact, "card"), bars = 0;
    vg_gender g = VG_HE;
    if (r) g = gender_of(s, person_in(s->cue, r));
    if (card >= 0 && vg_many_it(s->saga->title(s->cue->thing[card])->in[VG_IT])) g = VG_THEY;
    if (strcmp(h->fact, "number") == 0 && s->cue->number > 1) g = VG_THEY;
    if (strcmp(h->fact, "to") == 0) g = (vg_gender)s->saga->place[s->cue->to].name.gender;
    if (strcmp(h->fact, "from") == 0) g = (vg_gender)s->saga->place[s->cue->from].name.gender;
    for (const char *at = h->forms; at < end; at++) bars += *at == '|';
    assert(bars == 1 || bars == 2);
    int want = bars == 2 ? (int)g : g == VG_THEY;
    const char *at = h->forms;
    while (want--) at = strchr(at, '|') + 1;
    size_t n = strcspn(at, "|}");
    vg_text_bytes(s->out, at, n);
}

static void put_verb(speech *s, const char *word, vg_tense tense, vg_gender subject)
{
    if (s->lang == VG_IT)
        vg_verb_it(s->out, word, tense, subject);
    else
        vg_verb_en(s->out, word, tense, subject);
}

// "[+whom.andare]". Inside a deed the tense is the deed's. Gives the length.
static size_t verb_hole(speech *s, const char *at, vg_tense tense)
{
    size_t length = strcspn(at, "]") + 1;
    const char *word = at + 1;
    char room[64];
    int person = s->cue->who;
    if (*word == '+' || *word == '-' || *word == '=') {
        tense = *word == '+' ? VG_BEFORE : *word == '-' ? VG_WHILE : VG_TO_DO;
        word++;
    }
    if (strncmp(word, "whom.", 5) == 0) {
        person = s->cue->whom;
        word += 5;
    }
    if (person == s->cue->who) s->about = true;
    snprintf(room, sizeof room, "%.*s", (int)(at + length - 1 - word), word);
    put_verb(s, room, tense, person ? gender_of(s, person) : VG_HE);
    return length;
}

static void put_deed(speech *s, int picture, vg_tense tense)
{
    const vg_cue *cue = s->cue;
    const char *at = s->saga->thing[cue->thing[picture]].deed[cue->deed[picture]].in[s->lang];
    while (*at) {
        size_t plain = strcspn(at, "[{");
        vg_text_bytes(s->out, at, plain);
        at += plain;
        if (*at == '[') {
            at += verb_hole(s, at, tense);
        } else if (*at == '{') {
            vg_hole h = vg_read_hole(at);
            assert(h.forms); // a deed names nobody
            put_form(s, &h, at + h.length - 1);
            at += h.length;
        }
    }
}

// ---- the whole ---------------------------------------------------------------------

static size_t put_hole(speech *s, const char *at)
{
    vg_hole h = vg_read_hole(at);
    role r = role_of(h.fact);
    int deed = picture_of(h.fact, "deed"), card = picture_of(h.fact, "card");
    size_t skip = 0;
    // "La voce di Alice tremava" is not about Alice.
    if (r <= THE_WHO && r && !*h.preposition && h.mark != '\'') s->about = true;
    if (h.forms)
        put_form(s, &h, at + h.length - 1);
    else if (r)
        skip = put_person(s, &h, r, at + h.length);
    else if (deed >= 0)
        put_deed(s, deed, h.mark == '+' ? VG_BEFORE : h.mark == '=' ? VG_TO_DO : VG_PAST);
    else if (card >= 0)
        put_card(s, &h, s->saga->title(s->cue->thing[card])->in[s->lang]);
    else if (strcmp(h.fact, "from") == 0)
        put_place(s, &h, s->cue->from);
    else if (strcmp(h.fact, "to") == 0)
        put_place(s, &h, s->cue->to);
    else if (strcmp(h.fact, "task") == 0)
        put_task(s, &h);
    else if (strcmp(h.fact, "number") == 0)
        put_number(s);
    else if (strcmp(h.fact, "quote") == 0)
        vg_text_add(s->out, s->cue->quote->in[s->lang]);
    else
        assert(false); // a pattern names what does not exist: tests/unit/tale.c
    return h.length + skip;
}

static void say(speech *s, const char *pattern)
{
    while (*pattern) {
        size_t plain = strcspn(pattern, "{[");
        vg_text_bytes(s->out, pattern, plain);
        for (size_t i = 1; i < plain; i++)
            if (pattern[i] == ' ' && strchr(".?", pattern[i - 1]) && pattern[i + 1])
                s->about = false; // a sentence of its own begins
        pattern += plain;
        if (*pattern == '{')
            pattern += put_hole(s, pattern);
        else if (*pattern == '[')
            pattern += verb_hole(s, pattern, VG_PAST);
    }
}

// Who does a pattern leave the reader with? `who`, unless its last sentence does without them.
vg_said vg_say(const vg_saga *saga, vg_lang lang, const char *pattern, const vg_cue *cue,
               vg_refer *refer, vg_text *out)
{
    speech s = {.saga = saga, .lang = lang, .cue = cue, .refer = refer, .out = out};
    say(&s, pattern);
    uint32_t all = s.said.named | s.said.pronoun;
    refer->subject = s.about && all >> cue->who & 1 ? cue->who : 0;
    refer->mentioned = all;
    return s.said;
}

// ---- finishing -----------------------------------------------------------------------

static bool begins(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

void vg_capitals(char *s)
{
    bool due = true;
    for (char *at = s; *at; at++) {
        if (due && *at >= 'a' && *at <= 'z') *at = (char)(*at - 32);
        if (due && begins(at, "è")) at[1] = (char)0x88; // È
        bool quote = begins(at, "«") || begins(at, "“");
        if (quote) {
            at += begins(at, "«") ? 1 : 2;
            continue;
        }
        if (*at != ' ') due = false;
        if (strchr(".?", *at) && at[1] == ' ') due = true;
    }
}

void vg_finish(vg_text *out, size_t from, vg_lang lang)
{
    if (!out->at || out->len <= from) return;
    vg_capitals(out->at + from);
    vg_typeset(out, from, lang);
}

void vg_typeset(vg_text *out, size_t from, vg_lang lang)
{
    if (!out->at || out->len <= from) return;
    char room[2048]; // one sentence or two
    vg_text done = VG_TEXT(room);
    for (const char *at = out->at + from; *at; at++) {
        bool word = at > out->at + from && at[-1] == ' ';
        if (lang == VG_EN && strchr(",.", *at) && at > out->at + from && at[-1] == '?' &&
            begins(at + 1, "”")) {
            continue; // a question quoted needs no other mark
        } else if (*at == '\'') {
            vg_text_add(&done, "’");
        } else if (lang == VG_IT && word &&
                   (begins(at, "e e") || begins(at, "e E") || begins(at, "e è"))) {
            vg_text_add(&done, "ed");
        } else if (lang == VG_IT && word && (begins(at, "a a") || begins(at, "a A"))) {
            vg_text_add(&done, "ad");
        } else {
            vg_text_char(&done, *at);
        }
    }
    assert(!done.cut);
    out->at[out->len = from] = '\0';
    vg_text_add(out, room);
}
