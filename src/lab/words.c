// words.c: the lab's own words, beside what the games say themselves.
#include "lab/words.h"

#include <string.h>

static const vg_group_words groups[] = {
    // Rank 0: shown beside what its two parts do alone, in a chart of its own.
    {"pair", VG_WORDS("Insieme più che da sole", "More together than alone"), VG_WORDS("", ""),
     false, 0},
    {"hero", VG_WORDS("Vittorie per eroe", "Wins by hero"), VG_WORDS("", ""), false, 1},
    {"faction", VG_WORDS("Partite vinte per fazione", "Games won by faction"), VG_WORDS("", ""),
     false, 1},
    {"character", VG_WORDS("Vittorie per personaggio", "Wins by character"), VG_WORDS("", ""),
     false, 2},
    {"lineage", VG_WORDS("Vittorie per stirpe", "Wins by lineage"), VG_WORDS("", ""), false, 2},
    {"parity", VG_WORDS("Vittorie per parità del personaggio", "Wins by parity of the character"),
     VG_WORDS("", ""), false, 3},
    {"first-stone", VG_WORDS("Vittorie per prima pietra", "Wins by first stone"), VG_WORDS("", ""),
     false, 3},
    {"drawn", VG_WORDS("Vittorie di chi ha pescato la carta", "Wins of who drew the card"),
     VG_WORDS("pescata", "drawn"), false, 4},
    {"treasure", VG_WORDS("Vittorie di chi ha preso un tesoro", "Wins of who took a treasure"),
     VG_WORDS("preso", "taken"), true, 5},
    {"mission",
     VG_WORDS("Vittorie di chi ha deciso la Missione", "Wins of who decided the mission"),
     VG_WORDS("decisa", "decided"), true, 6},
    {"objective",
     VG_WORDS("Vittorie di chi ha raggiunto l'obiettivo", "Wins of who met the objective"),
     VG_WORDS("raggiunto", "met"), true, 7},
    {"completed",
     VG_WORDS("Vittorie di chi ha completato la missione", "Wins of who completed the mission"),
     VG_WORDS("completata", "completed"), true, 6},
    {"superseded",
     VG_WORDS("Vittorie di chi è arrivato secondo a una missione",
              "Wins of who came second to a mission"),
     VG_WORDS("superata", "superseded"), true, 7},
    {"played", VG_WORDS("Vittorie di chi ha giocato la carta", "Wins of who played the card"),
     VG_WORDS("giocata", "played"), true, 8},
};

const vg_group_words *vg_group(const char *slug)
{
    static const vg_group_words other = {
        "", VG_WORDS("Vittorie secondo altro", "Wins by something else"), VG_WORDS("", ""), true,
        9};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strcmp(groups[i].slug, slug) == 0) return &groups[i];
    return &other;
}

static const vg_event_words events[] = {
#define EVENT(game, slug, it, en, rule, needs_it, needs_en)                                        \
    {#game, slug, {{it, en}}, rule, {{needs_it, needs_en}}},
#define ASK(game, slug, it, en)
#define TELL(game, slug)
#include "lab/words.def"
#undef EVENT
#undef ASK
#undef TELL
};

typedef struct ask_words {
    const char *game, *slug;
    vg_words what;
} ask_words;
static const ask_words asks[] = {
#define EVENT(game, slug, it, en, rule, needs_it, needs_en)
#define ASK(game, slug, it, en) {#game, slug, {{it, en}}},
#define TELL(game, slug)
#include "lab/words.def"
#undef EVENT
#undef ASK
#undef TELL
};

static const char *const tells[][2] = {
#define EVENT(game, slug, it, en, rule, needs_it, needs_en)
#define ASK(game, slug, it, en)
#define TELL(game, slug) {#game, slug},
#include "lab/words.def"
#undef EVENT
#undef ASK
#undef TELL
};

bool vg_ask_tells(const vg_game *game, const char *slug)
{
    for (size_t i = 0; i < sizeof tells / sizeof tells[0]; i++)
        if (strcmp(tells[i][0], game->id) == 0 && strcmp(tells[i][1], slug) == 0) return true;
    return false;
}

const vg_event_words *vg_event_word(const vg_game *game, const char *slug)
{
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (strcmp(events[i].game, game->id) == 0 && strcmp(events[i].slug, slug) == 0)
            return &events[i];
    return NULL;
}

const vg_words *vg_ask_word(const vg_game *game, const char *slug)
{
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++)
        if (strcmp(asks[i].game, game->id) == 0 && strcmp(asks[i].slug, slug) == 0)
            return &asks[i].what;
    return NULL;
}

static void put_thing(const char *group, const char *slug, vg_lang lang, vg_text *out)
{
    typedef struct thing {
        const char *slug;
        vg_words name;
    } thing;
    static const thing kinds[] = {
        {"die", VG_WORDS("Dado, faccia", "Die, side")},
        {"slot", VG_WORDS("Ricordo", "Memory")},
    };
    static const thing things[] = {
        {"new-legend", VG_WORDS("Una leggenda nuova", "A new legend")},
        {"gold", VG_WORDS("oro", "gold")},
        {"blue", VG_WORDS("blu", "blue")},
        {"violet", VG_WORDS("viola", "violet")},
        {"none", VG_WORDS("nessuno", "none")},
        {"aim", VG_WORDS("mira", "aim")},
        {"brawl", VG_WORDS("mischia", "brawl")},
        {"plot", VG_WORDS("trama", "plot")},
        {"stride", VG_WORDS("passo lungo", "long stride")},
        {"snare", VG_WORDS("tranello", "snare")},
        {"passage", VG_WORDS("passaggio segreto", "secret passage")},
        {"lore", VG_WORDS("sapere", "lore")},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].slug, group) == 0) vg_text_printf(out, "%s ", kinds[i].name.in[lang]);
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        if (strcmp(things[i].slug, slug) == 0) slug = things[i].name.in[lang];
    vg_text_add(out, slug);
}

vg_card_names vg_card_names_of(const vg_game *game, vg_lang lang)
{
    vg_card_names names = {.text = vg_text_heap()};
    vg_json j = vg_json_to(&names.text);
    vg_catalog(game, 0, lang, &j);
    names.good = !names.text.cut && vg_json_read(&names.doc, names.text.at, names.text.len);
    return names;
}

void vg_card_names_release(vg_card_names *names)
{
    vg_json_release(&names->doc);
    vg_text_release(&names->text);
}

static bool find_name(const vg_card_names *names, const char *slug, vg_text *out)
{
    const vg_json_doc *doc = &names->doc;
    for (int i = 0; names->good && i < doc->count; i++) {
        char word[64];
        vg_text text = VG_TEXT(word);
        if (doc->node[i].type != VG_JSON_OBJECT) continue;
        int id = vg_json_find(doc, i, "slug");
        if (id < 0) id = vg_json_find(doc, i, "id");
        if (!vg_json_get_string(doc, id, &text) || strcmp(word, slug) != 0) continue;
        return vg_json_get_string(doc, vg_json_find(doc, i, "name"), out);
    }
    return false;
}

void vg_card_names_say(const vg_card_names *names, const char *group, const char *slug,
                       vg_lang lang, vg_text *out)
{
    if (!find_name(names, slug, out)) put_thing(group, slug, lang, out);
}

void vg_card_name(const vg_game *game, const char *group, const char *slug, vg_lang lang,
                  vg_text *out)
{
    vg_card_names names = vg_card_names_of(game, lang);
    vg_card_names_say(&names, group, slug, lang, out);
    vg_card_names_release(&names);
}
