// show.c: the table of Winter Tales for readers and for front ends.
#include "engine/drawing.h"
#include "games/winter/rules.h"

#include <stdio.h>

// ---- for a person at a terminal ----

static const vg_words called[WINTER_CHAR_COUNT] = {
#define CALLED(id, it, en) [WINTER_##id] = VG_WORDS(it, en),
#include "games/winter/cards.def"
#undef CALLED
};
static const vg_words sign[WINTER_SPACE_COUNT] = {
#define SIGN(id, it, en) [WINTER_##id] = VG_WORDS(it, en),
#include "games/winter/cards.def"
#undef SIGN
};

static void show_people(const winter_state *s, int space, vg_lang lang, vg_text *out)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (s->where[c] != space) continue;
        vg_text_printf(out, "; %s", winter_chars[c].name.in[lang]);
        if (winter_lies(s, c)) vg_text_add(out, lang == VG_IT ? " (a terra)" : " (down)");
        for (int t = 1; t < WINTER_MISSION_COUNT; t++)
            if (s->token[t] == WINTER_ON + c)
                vg_text_printf(out, " [%s]", winter_missions[t].name.in[lang]);
    }
}

static void show_town(const winter_state *s, vg_lang lang, vg_text *out)
{
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        char line[640], name[64];
        vg_text here = VG_TEXT(line), at = VG_TEXT(name);
        for (int t = 1; t < WINTER_MISSION_COUNT; t++)
            if (s->token[t] == x) vg_text_printf(&here, "; [%s]", winter_missions[t].name.in[lang]);
        if (s->refuge == x) vg_text_add(&here, lang == VG_IT ? "; il Rifugio" : "; the Refuge");
        if (s->horror == x)
            vg_text_add(&here, lang == VG_IT ? "; il Gelido Orrore" : "; the Icy Horror");
        show_people(s, x, lang, &here);
        if (!here.len) continue;
        vg_text_add(&at, winter_spaces[x].name.in[lang]);
        if (name[0] >= 'a' && name[0] <= 'z') name[0] = (char)(name[0] - 'a' + 'A'); // "the Park"
        vg_text_printf(out, "%s: %s\n", name, line + 2);
    }
}

// ---- drawn ----

// Where each space lies: squares between the places they join, as far as a grid can have it.
static const struct {
    uint8_t row, column;
} lies[WINTER_SPACE_COUNT] = {
    [WINTER_FABBRICA] = {0, 0},         [WINTER_P_PRIGIONI_FABBRICA] = {0, 1},
    [WINTER_TEATRO] = {0, 2},           [WINTER_P_MANICOMIO_FABBRICA] = {1, 0},
    [WINTER_PRIGIONI] = {1, 1},         [WINTER_P_TEATRO_PRIGIONI] = {1, 2},
    [WINTER_P_TEATRO_MERCATO] = {1, 2}, [WINTER_MANICOMIO] = {2, 0},
    [WINTER_P_GRANDE] = {2, 1},         [WINTER_P_STATUA] = {2, 1},
    [WINTER_MERCATO] = {2, 2},          [WINTER_P_MANICOMIO_PARCO] = {3, 0},
    [WINTER_P_CASA_MERCATO] = {3, 2},   [WINTER_PARCO] = {4, 0},
    [WINTER_P_PARCO_CIMITERO] = {4, 1}, [WINTER_CASA] = {4, 2},
    [WINTER_CIMITERO] = {5, 1},         [WINTER_P_CASA_CIMITERO] = {5, 2},
};

static bool drawn_beside(int x, int y, int down, int across)
{
    return lies[y].row == lies[x].row + down && lies[y].column == lies[x].column + across;
}

static const char *brief(const vg_words *short_one, const vg_words *name, vg_lang lang)
{
    return (short_one->in[lang] ? short_one : name)->in[lang];
}

// What a space is called on the map: its sign, or what it lies between ("Te·Me").
static void draw_name(const winter_state *s, int x, vg_lang lang, vg_text *cell)
{
    char seen[64];
    vg_text text = VG_TEXT(seen);
    vg_text_add(&text, winter_is_place(x) ? "■ " : "○ ");
    if (sign[x].in[lang]) {
        vg_text_add(&text, sign[x].in[lang]);
    } else {
        const char *dot = "";
        for (uint32_t next = winter_ed(s)->joins[x]; next; next &= next - 1) {
            vg_text_printf(&text, "%s%.2s", dot, sign[vg_lowest(next)].in[lang]);
            dot = "·";
        }
    }
    vg_draw_named(cell, winter_spaces[x].name.in[lang], seen);
    vg_text_char(cell, '\n');
}

static void draw_space(const winter_state *s, int x, const vg_voice *voice, vg_text *cell)
{
    vg_lang lang = voice->lang;
    draw_name(s, x, lang, cell);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (s->where[c] != x) continue;
        vg_text_printf(cell, "%s%s%s\n", winter_seat_of(s, c) == voice->reader ? "▸" : "",
                       brief(&called[c], &winter_chars[c].name, lang),
                       !winter_lies(s, c) ? ""
                       : lang == VG_IT    ? " (a terra)"
                                          : " (down)");
        for (int t = 1; t < WINTER_MISSION_COUNT; t++)
            if (s->token[t] == WINTER_ON + c)
                vg_text_printf(cell, "[%s]\n", winter_missions[t].name.in[lang]);
    }
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        if (s->token[t] == x) vg_text_printf(cell, "[%s]\n", winter_missions[t].name.in[lang]);
    if (s->refuge == x) vg_text_add(cell, lang == VG_IT ? "Rifugio\n" : "Refuge\n");
    if (s->horror == x) vg_text_add(cell, lang == VG_IT ? "Gelido Orrore\n" : "Icy Horror\n");
}

// The squares in the middle touch places that lie elsewhere on the grid: the cell below names them.
static void draw_far(const winter_state *s, vg_lang lang, vg_text *cell)
{
    int x = WINTER_P_GRANDE;
    const char *comma = lang == VG_IT ? "(anche " : "(also ";
    for (uint32_t next = winter_ed(s)->joins[x]; next; next &= next - 1) {
        int y = vg_lowest(next);
        if (drawn_beside(x, y, 0, 1) || drawn_beside(y, x, 0, 1) || drawn_beside(x, y, 1, 0) ||
            drawn_beside(y, x, 1, 0))
            continue;
        vg_text_printf(cell, "%s%s", comma, sign[y].in[lang]);
        comma = ", ";
    }
    vg_text_char(cell, ')');
}

static void draw_town(const winter_state *s, const vg_voice *voice, vg_text *out)
{
    vg_drawing d;
    vg_drawing_start(&d, 6, 3, voice->width);
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        draw_space(s, x, voice, &d.cell[lies[x].row][lies[x].column]);
        for (uint32_t next = winter_ed(s)->joins[x]; next; next &= next - 1) {
            int y = vg_lowest(next);
            if (drawn_beside(x, y, 0, 1)) d.right[lies[x].row][lies[x].column] = true;
            if (drawn_beside(x, y, 1, 0)) d.below[lies[x].row][lies[x].column] = true;
        }
    }
    vg_text_char(&d.cell[3][1], '\n');
    draw_far(s, voice->lang, &d.cell[3][1]);
    vg_drawing_end(&d, out);
}

static void show_track(const winter_state *s, vg_lang lang, vg_text *out)
{
    vg_text_add(out, lang == VG_IT ? "Ricordi:" : "Memories:");
    for (int i = 0; i < winter_memories(s); i++) {
        const winter_memory *x = &s->memory[i];
        vg_text_printf(out, " %d. ", i + 1);
        if (!x->colour) {
            vg_text_add(out, "-");
            continue;
        }
        vg_text_add(out, winter_colour_names[x->colour].in[lang]);
        if (x->goal) vg_text_printf(out, " (%s)", winter_ed(s)->goal_name[x->goal].in[lang]);
        if (x->mission) vg_text_printf(out, " (%s)", winter_missions[x->mission].name.in[lang]);
        if (x->card)
            vg_text_printf(out, " «%s»",
                           winter_narration[x->card].face[x->colour == WINTER_FOR_WINTER].in[lang]);
        if (s->bookmark == i + 1) vg_text_add(out, lang == VG_IT ? " <segnalibro>" : " <bookmark>");
    }
    vg_text_char(out, '\n');
}

// What missions have left (module Poteri). The Refuge, and a Horror in town, show where they lie.
static void show_powers(const winter_state *s, vg_lang lang, vg_text *out)
{
    char line[320];
    vg_text held = VG_TEXT(line);
    const vg_words *hope = &winter_chars[s->hope].name, *relic = &winter_chars[s->relic].name;
    if (s->hope)
        vg_text_printf(&held,
                       lang == VG_IT ? "; la Nuova Speranza (%s%s)" : "; the New Hope (%s%s)",
                       hope->in[lang],
                       !s->hope_used   ? ""
                       : lang == VG_IT ? ", già usata"
                                       : ", used");
    if (s->love[0])
        vg_text_printf(&held, lang == VG_IT ? "; l'Amore (%s, %s)" : "; Love (%s, %s)",
                       winter_chars[s->love[0]].name.in[lang],
                       winter_chars[s->love[1]].name.in[lang]);
    if (s->relic)
        vg_text_printf(&held,
                       lang == VG_IT ? "; il Grande Artefatto (%s)" : "; the Great Artefact (%s)",
                       relic->in[lang]);
    if (s->horror_on && !s->horror)
        vg_text_add(&held, lang == VG_IT ? "; il Gelido Orrore" : "; the Icy Horror");
    if (s->speech) vg_text_add(&held, lang == VG_IT ? "; la Propaganda" : "; Propaganda");
    if (held.len) vg_text_printf(out, lang == VG_IT ? "Poteri: %s\n" : "Powers: %s\n", line + 2);
}

// By stage of an objective: none, secret, shown, scored.
static const vg_words how_open[4] = {VG_WORDS("", ""), VG_WORDS("", ""),
                                     VG_WORDS(" (rivelato)", " (shown)"),
                                     VG_WORDS(" (compiuto)", " (met)")};

static void show_seat(const winter_state *s, int p, const vg_voice *voice, vg_text *out)
{
    vg_lang lang = voice->lang;
    vg_text_printf(out, "%s", vg_voice_name(voice, p));
    if (s->first != 0xff)
        vg_text_printf(out, " (%s)", winter_side_names[winter_faction(s, p)].in[lang]);
    vg_text_char(out, ':');
    static const char *const ready[VG_LANG_COUNT][3] = {{"pronto", "pronta", "pronti"},
                                                        {"ready", "ready", "ready"}};
    static const char *const used[VG_LANG_COUNT][3] = {{"attivato", "attivata", "attivati"},
                                                       {"activated", "activated", "activated"}};
    const char *comma = "";
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (winter_seat_of(s, c) != p) continue;
        const char *how = s->dead >> c & 1        ? (lang == VG_IT ? "fuori" : "out")
                          : winter_is_ready(s, c) ? ready[lang][winter_gender(c)]
                                                  : used[lang][winter_gender(c)];
        vg_text_printf(out, "%s %s (%s)", comma, winter_chars[c].name.in[lang], how);
        comma = ",";
    }
    if (s->option[WINTER_OPT_COUNTS])
        vg_text_printf(out, lang == VG_IT ? "; carte %d" : "; cards %d", s->held[p]);
    vg_text_char(out, '\n');
    for (int side = 0; side < 2; side++) { // one's own, and those that lie open
        int goal = s->goal[p][side] ? s->goal[p][side] : s->goal_open[p][side];
        if (goal)
            vg_text_printf(out, "  %s: %s%s\n", lang == VG_IT ? "Obiettivo" : "objective",
                           winter_ed(s)->goal_name[goal].in[lang],
                           how_open[s->goal_stage[p][side]].in[lang]);
    }
    if (p != voice->reader && winter_none(&s->hand[p])) return;
    vg_text_add(out, lang == VG_IT ? "  in mano:" : "  in hand:");
    if (winter_none(&s->hand[p])) vg_text_add(out, lang == VG_IT ? " niente" : " nothing");
    comma = "";
    for (int c = 1; c <= WINTER_CARDS; c++) {
        if (!winter_has(&s->hand[p], c)) continue;
        vg_text_printf(out, "%s ", comma);
        winter_card_name(c, WINTER_BOTH_FACES, lang, out);
        comma = ",";
    }
    vg_text_char(out, '\n');
}

void winter_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const winter_state *s = view;
    vg_lang lang = voice->lang;
    vg_text_printf(out, lang == VG_IT ? "Capitolo %d\n" : "Chapter %d\n", s->chapter);
    show_track(s, lang, out);
    if (voice->width >= VG_DRAWING_LEAST)
        draw_town(s, voice, out);
    else
        show_town(s, lang, out);
    show_powers(s, lang, out);
    int total[2];
    if (winter_running(s)) {
        winter_totals(s, total);
        vg_text_printf(out,
                       lang == VG_IT ? "Missione «%s»: Primavera %d, Inverno %d\n"
                                     : "Mission “%s”: Spring %d, Winter %d\n",
                       winter_missions[winter_running(s)].name.in[lang], total[0], total[1]);
    } else if (s->told) {
        winter_epilogue_totals(s, total);
        vg_text_printf(out,
                       lang == VG_IT ? "Epilogo: Primavera %d, Inverno %d\n"
                                     : "Epilogue: Spring %d, Winter %d\n",
                       total[0], total[1]);
    }
    for (int p = 0; p < s->seats; p++) show_seat(s, p, voice, out);
}

// ---- for programs ----

static void put_cards(vg_json *out, const char *key, const winter_cards *set)
{
    vg_json_put_open(out, key, '[');
    for (int c = 1; c <= WINTER_CARDS; c++)
        if (winter_has(set, c)) vg_json_string(out, winter_narration[c].slug);
    vg_json_close(out, ']');
}

static void put_char(vg_json *out, const char *key, int c)
{
    vg_json_put_string(out, key, c ? winter_chars[c].slug : NULL);
}

static void put_space(vg_json *out, const char *key, int x)
{
    vg_json_put_string(out, key, x ? winter_spaces[x].slug : NULL);
}

static void print_people(const winter_state *s, vg_json *out)
{
    vg_json_put_open(out, "characters", '[');
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (!s->owner[c]) continue;
        vg_json_open(out, '{');
        put_char(out, "id", c);
        vg_json_put_int(out, "seat", winter_seat_of(s, c));
        put_space(out, "space", s->where[c]);
        vg_json_put_bool(out, "ready", winter_is_ready(s, c));
        vg_json_put_bool(out, "lying", winter_lies(s, c));
        vg_json_put_bool(out, "dead", s->dead >> c & 1);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void print_missions(const winter_state *s, vg_json *out)
{
    vg_json_put_open(out, "missions", '[');
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        int at = s->token[t];
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_missions[t].slug);
        vg_json_put_string(out, "state",
                           at == WINTER_POOL   ? "pool"
                           : at == WINTER_DONE ? "done"
                           : at == WINTER_OUT  ? "out"
                                               : "board");
        put_space(out, "space", winter_mission_space(s, t));
        put_char(out, "on", at > WINTER_ON && at < WINTER_DONE ? at - WINTER_ON : 0);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void print_memories(const winter_state *s, vg_json *out)
{
    vg_json_put_open(out, "memories", '[');
    for (int i = 0; i < winter_memories(s); i++) {
        const winter_memory *x = &s->memory[i];
        vg_json_open(out, '{');
        vg_json_put_string(out, "colour", x->colour ? winter_colour_slugs[x->colour] : NULL);
        vg_json_put_string(out, "card", x->card ? winter_narration[x->card].slug : NULL);
        vg_json_put_string(out, "mission", x->mission ? winter_missions[x->mission].slug : NULL);
        vg_json_put_string(out, "objective", x->goal ? winter_goals[x->goal].slug : NULL);
        vg_json_put_bool(out, "icon", winter_ed(s)->icon[i]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_int(out, "bookmark", s->bookmark);
}

static void print_seats(const winter_state *s, const vg_voice *voice, vg_json *out)
{
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "faction",
                           s->first == 0xff ? NULL : winter_side_slugs[winter_faction(s, p)]);
        if (s->option[WINTER_OPT_COUNTS]) vg_json_put_int(out, "hand_count", s->held[p]);
        if (p == voice->reader || !winter_none(&s->hand[p])) // what is blank is not known
            put_cards(out, "hand", &s->hand[p]);
        vg_json_put_int(out, "laid", s->laid_by[p]);
        vg_json_put_open(out, "objectives", '[');
        for (int side = 0; side < 2; side++) {
            if (!s->goal_stage[p][side]) continue;
            static const char *const stages[] = {"none", "secret", "shown", "scored"};
            int goal = s->goal[p][side] ? s->goal[p][side] : s->goal_open[p][side];
            vg_json_open(out, '{');
            vg_json_put_string(out, "side", winter_side_slugs[side]);
            vg_json_put_string(out, "stage", stages[s->goal_stage[p][side]]);
            vg_json_put_string(out, "id", goal ? winter_goals[goal].slug : NULL);
            vg_json_close(out, '}');
        }
        vg_json_close(out, ']');
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
}

static void print_powers(const winter_state *s, vg_json *out)
{
    vg_json_put_open(out, "powers", '{');
    put_char(out, "hope", s->hope);
    vg_json_put_bool(out, "hope_used", s->hope_used);
    put_char(out, "love_one", s->love[0]);
    put_char(out, "love_two", s->love[1]);
    put_space(out, "refuge", s->refuge);
    put_char(out, "artefact", s->relic);
    vg_json_put_bool(out, "horror", s->horror_on);
    put_space(out, "horror_at", s->horror);
    vg_json_put_bool(out, "propaganda", s->speech);
    vg_json_put_string(out, "aim", s->aim ? winter_missions[s->aim].slug : NULL);
    vg_json_close(out, '}');
}

void winter_print(const void *view, const vg_voice *voice, vg_json *out)
{
    const winter_state *s = view;
    int total[2] = {0, 0}, running = winter_running(s);
    if (running)
        winter_totals(s, total);
    else
        winter_epilogue_totals(s, total);
    vg_json_open(out, '{');
    vg_json_put_int(out, "chapter", s->chapter);
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_bool(out, "deck_empty", s->deck_left == 0);
    if (s->option[WINTER_OPT_COUNTS]) vg_json_put_int(out, "deck", s->deck_left);
    put_cards(out, "discard", &s->discard);
    put_cards(out, "laid_spring", &s->laid[0]);
    put_cards(out, "laid_winter", &s->laid[1]);
    vg_json_put_int(out, "spring", total[0]);
    vg_json_put_int(out, "winter", total[1]);
    vg_json_put_string(out, "mission", running ? winter_missions[running].slug : NULL);
    vg_json_put_bool(out, "epilogue", s->told != 0);
    vg_json_put_string(out, "winner", s->winner ? winter_side_slugs[s->winner - 1] : NULL);
    print_people(s, out);
    print_missions(s, out);
    print_memories(s, out);
    print_seats(s, voice, out);
    if (s->option[WINTER_OPT_POWERS]) print_powers(s, out);
    if (s->fight.tale) {
        vg_json_put_open(out, "fight", '{');
        put_char(out, "soldier", s->fight.soldier);
        put_char(out, "tale", s->fight.tale);
        put_char(out, "companion", s->fight.lover);
        vg_json_put_int(out, "rounds", s->fight.rounds);
        vg_json_put_int(out, "answer", s->fight.answer);
        vg_json_close(out, '}');
    }
    vg_json_close(out, '}');
}

// ---- the pieces ----

static const vg_words ability_names[WINTER_ABILITY_COUNT] = {
    [WINTER_AIM] =
        VG_WORDS("Obiettivo: può cambiare il tuo Obiettivo", "Objective: may swap your objective"),
    [WINTER_BRAWL] = VG_WORDS("Conflitto: il primo Round non costa carte",
                              "Conflict: the first round costs no card"),
    [WINTER_PLOT] = VG_WORDS("Missione: +1 alla sua fazione", "Mission: +1 for its faction"),
    [WINTER_STRIDE] = VG_WORDS("Movimento: uno senza carta", "Movement: one without a card"),
    [WINTER_SNARE] = VG_WORDS("Trabocchetto: +1", "Trap: +1"),
    [WINTER_PASSAGE] = VG_WORDS("Passaggio segreto", "Secret passage"),
    [WINTER_LORE] = VG_WORDS("Carta Narrazione: ne pesca 4", "Narration card: draws 4"),
};

static const vg_words asks[WINTER_GOAL_COUNT] = {
#define ASKS(id, it, en) [WINTER_##id] = VG_WORDS(it, en),
#include "games/winter/cards.def"
#undef ASKS
};

static void put_short(vg_json *out, const vg_words *brief, const vg_words *name, vg_lang lang)
{
    vg_json_put_string(out, "short", (brief->in[lang] ? brief : name)->in[lang]);
}

void winter_catalog(int edition, vg_lang lang, vg_json *out)
{
    const winter_edition *ed = &winter_editions[edition];
    vg_json_open(out, '{');
    vg_json_put_open(out, "characters", '[');
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_chars[c].slug);
        vg_json_put_string(out, "name", winter_chars[c].name.in[lang]);
        put_short(out, &called[c], &winter_chars[c].name, lang);
        vg_json_put_string(out, "side", winter_side_slugs[winter_side_of(c)]);
        static const char *const genders[] = {"he", "she", "they"};
        vg_json_put_string(out, "gender", genders[winter_gender(c)]);
        vg_json_put_string(out, "ability", ability_names[ed->ability[c]].in[lang]);
        put_space(out, "passage", ed->passage[c]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "spaces", '[');
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_spaces[x].slug);
        vg_json_put_string(out, "name", winter_spaces[x].name.in[lang]);
        put_short(out, &sign[x], &winter_spaces[x].name, lang);
        vg_json_put_bool(out, "place", winter_is_place(x));
        vg_json_put_open(out, "next", '[');
        for (uint32_t next = ed->joins[x]; next; next &= next - 1)
            vg_json_string(out, winter_spaces[vg_lowest(next)].slug);
        vg_json_close(out, ']');
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "missions", '[');
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_missions[t].slug);
        vg_json_put_string(out, "name", winter_missions[t].name.in[lang]);
        vg_json_put_string(out, "side", winter_side_slugs[winter_missions[t].side]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "objectives", '[');
    for (int g = 1, asked = 1; g < WINTER_GOAL_COUNT; g++) {
        if (asks[g].in[lang]) asked = g;
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_goals[g].slug);
        vg_json_put_string(out, "name", ed->goal_name[g].in[lang]);
        vg_json_put_string(out, "text", asks[asked].in[lang]);
        vg_json_put_string(out, "side", winter_side_slugs[winter_goals[g].side]);
        vg_json_put_int(out, "copies", ed->copies[g]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "cards", '[');
    for (int c = 1; c <= WINTER_CARDS; c++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "id", winter_narration[c].slug);
        vg_json_put_string(out, "spring", winter_narration[c].face[0].in[lang]);
        vg_json_put_string(out, "winter", winter_narration[c].face[1].in[lang]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
