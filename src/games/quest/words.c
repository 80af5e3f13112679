// words.c: what the things of Quest for Legend are called, in notation and in words.
#include "games/quest/quest.h"

#include <string.h>

// What things are called is the same in all editions; what they need and give is not.
static const quest_edition *classic(void) { return &quest_editions[0]; }

// ---- slugs, copies and notes -----------------------------------------------------

static const char *hero_slug(int i) { return classic()->hero[i].slug; }
static const char *card_slug(int i) { return quest_kind_slug(classic(), i); }
static const char *mission_slug(int i) { return classic()->mission[i].slug; }
static int mission_copies(int i) { return (void)i, QUEST_TWINS; }
static int card_copies(int i)
{
    return i < QUEST_RESOURCES ? classic()->resource[i].copies : QUEST_TWINS;
}

static void mission_note(int i, vg_text *out)
{
    for (int r = 0, any = 0; r < QUEST_RESOURCES; r++)
        for (int n = 0; n < classic()->mission[i].need[r]; n++)
            vg_text_printf(out, "%s%s", any++ ? " " : "", card_slug(r));
}

static void hero_note(int i, vg_text *out)
{
    const quest_hero *h = &classic()->hero[i];
    vg_text_printf(out, "%s %s %s %s", mission_slug(h->special), card_slug(h->pair[0]),
                   card_slug(h->pair[1]), card_slug(h->pair_for));
}

static void owned_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    vg_text_add(out, mission_slug(i / QUEST_SEATS));
    vg_text_char(out, '@');
    vg_text_int(out, i % QUEST_SEATS);
}

static bool is_second(const quest_state *s, int slot)
{
    return slot & 1 && s->slot[slot - 1].owner == s->slot[slot].owner;
}

static void slot_spell(const void *state, int i, vg_text *out)
{
    const quest_state *s = state;
    if (!s->slot[i].owner) return;
    owned_spell(s, quest_owned(i >> 1, s->slot[i].owner - 1), out);
    if (is_second(s, i)) vg_text_add(out, ".2");
}

// ---- words -------------------------------------------------------------------------

static const vg_words *hero_name(int i) { return &classic()->hero[i].name; }
static const vg_words *card_name(int i) { return quest_kind_name(classic(), i); }
static const vg_words *mission_name(int i) { return &classic()->mission[i].name; }
static bool card_many(int i) { return i == QUEST_CREW; } // "mancano Compagni d'avventura"

void quest_say_kind(int kind, vg_lang lang, vg_text *out)
{
    vg_text_printf(out,
                   kind < QUEST_RESOURCES ? "%s"
                   : lang == VG_IT        ? "«%s»"
                                          : "“%s”",
                   card_name(kind)->in[lang]);
}

static void card_words(const vg_sentence *t, int i, vg_text *out)
{
    if (i == VG_VEILED)
        vg_text_add(out, t->voice->lang == VG_IT ? "una carta" : "a card");
    else
        quest_say_kind(i, t->voice->lang, out);
}

static void mission_words(const vg_sentence *t, int i, vg_text *out)
{
    quest_say_kind(QUEST_RESOURCES + i, t->voice->lang, out);
}

// "«Uccisione di Medusa» di Anna", "la tua missione «Uccisione di Medusa»", and for an actor who is
// not the reader "la propria missione «Uccisione di Medusa»".
static void owned_words(const vg_sentence *t, int i, vg_text *out)
{
    const char *name = mission_name(i / QUEST_SEATS)->in[t->voice->lang];
    int owner = i % QUEST_SEATS;
    bool it = t->voice->lang == VG_IT;
    if (owner == t->voice->reader)
        vg_text_printf(out, it ? "la tua missione «%s»" : "your “%s”", name);
    else if (owner == t->seat)
        vg_text_printf(out, it ? "la propria missione «%s»" : "their own “%s”", name);
    else if (it)
        vg_text_printf(out, "«%s» di %s", name, vg_voice_name(t->voice, owner));
    else
        vg_text_printf(out, "%s's “%s”", vg_voice_name(t->voice, owner), name);
}

static void slot_words(const vg_sentence *t, int i, vg_text *out)
{
    const quest_state *s = t->view;
    owned_words(t, quest_owned(i >> 1, s->slot[i].owner - 1), out);
    if (is_second(s, i))
        vg_text_add(out, t->voice->lang == VG_IT ? " (la seconda)" : " (the second)");
}

static void say_pair(const quest_hero *h, vg_lang lang, vg_text *out)
{
    const char *one = card_name(h->pair[0])->in[lang], *two = card_name(h->pair[1])->in[lang];
    if (h->pair[0] == h->pair[1])
        vg_text_printf(out, lang == VG_IT ? "due carte %s" : "two cards of %s", one);
    else
        vg_text_printf(out, lang == VG_IT ? "%s e %s" : "%s and %s", one, two);
}

static void pair_words(const vg_sentence *t, int i, vg_text *out)
{
    say_pair(&quest_cards(t->view)->hero[i], t->voice->lang, out);
}

void quest_gift_text(const quest_edition *e, int hero, vg_lang lang, vg_text *out)
{
    const quest_hero *h = &e->hero[hero];
    vg_text_printf(out,
                   lang == VG_IT ? "«%s» gli costa una risorsa in meno; "
                                 : "“%s” costs him one resource less; ",
                   mission_name(h->special)->in[lang]);
    say_pair(h, lang, out);
    vg_text_printf(out, lang == VG_IT ? " insieme valgono %s" : " together count as %s",
                   card_name(h->pair_for)->in[lang]);
}

// The pair is that of the hero who is asked.
static void pair_label(vg_sentence *t, vg_text *out)
{
    const quest_state *s = t->view;
    t->arg[1] = s->hero[s->turn] - 1;
    t->arg[2] = quest_hero_of(s, s->turn)->pair_for;
    vg_tell(t, out);
}

static void put_prompt(vg_sentence *t, vg_text *out)
{
    const quest_state *s = t->view;
    if (s->ending) vg_text_add(out, t->voice->lang == VG_IT ? "Ultimo turno. " : "Last turn. ");
    vg_tell(t, out);
}

#include "engine/tables.h"
