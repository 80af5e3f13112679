// verify.c: `veglia verify`: whether the chance and the moves of a record were honest, and whether
// it is the record of the game that somebody saw.
#include "cli/session.h"

#include <string.h>

enum { ID_COMMIT = 1, ID_SALT, ID_HEAD, MOST_HEADS = 64 };

typedef struct wanted {
    vg_seen seen;
    uint8_t commit[VG_SHA256_BYTES];
    struct vg_seen_head head[MOST_HEADS];
    bool any;
} wanted;

static bool read_hex(const cli *c, const char *option, const char *hex, uint8_t *out)
{
    if (vg_unhex(hex, out, VG_SHA256_BYTES) == 0) return true;
    cli_complain(c, "%s: servono 64 cifre esadecimali, non \"%s\"",
                 "%s: 64 hexadecimal digits are needed, not \"%s\"", option, hex);
    return false;
}

// "1=HEX"
static bool read_salt(const cli *c, const char *value, vg_seen *seen)
{
    const char *hex = strchr(value, '=');
    char seat[8] = "";
    int n = 0;
    if (hex && hex - value < (long)sizeof seat) memcpy(seat, value, (size_t)(hex - value));
    if (!cli_seat(c, "--salt", seat, VG_MAX_SEATS, &n)) return false;
    seen->salted = (uint16_t)(seen->salted | 1u << n);
    return read_hex(c, "--salt", hex + 1, seen->salt[n]);
}

// "31:HEX" or "HEX"
static bool read_head(const cli *c, const char *value, wanted *w)
{
    const char *hex = strchr(value, ':');
    struct vg_seen_head *head = &w->head[w->seen.head_count];
    uint64_t links = 0;
    head->links = -1;
    if (w->seen.head_count == MOST_HEADS) {
        cli_complain(c, "--head: al più %d", "--head: at most %d", MOST_HEADS);
        return false;
    }
    if (hex) {
        char number[16] = "";
        if (hex - value < (long)sizeof number) memcpy(number, value, (size_t)(hex - value));
        if (!cli_number(c, "--head", number, 0, INT32_MAX, &links)) return false;
        head->links = (int)links;
    }
    w->seen.head_count++;
    w->seen.head = w->head;
    return read_hex(c, "--head", hex ? hex + 1 : value, head->head);
}

// "Anna, Carlo": those of the seats.
static void put_names(const cli *c, const vg_proof *proof, uint16_t seats, vg_text *out)
{
    bool some = false;
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        if (!(seats >> p & 1)) continue;
        if (some) vg_text_add(out, ", ");
        if (proof->name[p][0])
            vg_text_add(out, proof->name[p]);
        else
            vg_text_printf(out, "%s %d", cli_in(c, "posto", "seat"), p + 1);
        some = true;
    }
}

static void say_proof(const cli *c, const vg_proof *proof, vg_luck luck)
{
    cli_say(c, "Tutto torna: %d mosse secondo le regole; i %d esiti del caso vengono %s.\n",
            "All is well: %d moves by the rules; the %d outcomes of chance come %s.\n",
            proof->moves, proof->outcomes,
            proof->seeded ? cli_in(c, "dal seme scritto", "from the seed as written")
                          : cli_in(c, "dal segreto promesso all'inizio",
                                   "from the secret promised at the start"));
    vg_text names = vg_text_heap();
    put_names(c, proof, proof->salted, &names);
    if (luck == VG_LUCK_TRUSTED)
        cli_say(c, "Ma non c'è il sale di un'altra persona: di chi ospitava ci si fida.\n",
                "But there is no other person's salt: the host is trusted.\n");
    else if (proof->own)
        cli_say(c, "Nessuno poteva scegliere questa fortuna: c'è il tuo sale.\n",
                "No one could have chosen this luck: your salt is in it.\n");
    else
        cli_say(c,
                "Nessuno poteva scegliere questa fortuna, se non chi ospitava d'accordo con tutti "
                "quelli che hanno dato un sale: %s.\n",
                "No one could have chosen this luck, unless the host was in league with all who "
                "gave a salt: %s.\n",
                names.at);
    vg_text_release(&names);
    names = vg_text_heap();
    uint16_t plain = (uint16_t)(proof->people & ~proof->salted);
    put_names(c, proof, plain, &names);
    if (plain && proof->salted) cli_say(c, "Senza sale: %s.\n", "Without a salt: %s.\n", names.at);
    vg_text_release(&names);
    if (proof->voids)
        cli_say(c, "Prima ci sono state distribuzioni nulle: %d. Il verbale dice per chi (void).\n",
                "Before it there were void deals: %d. The record says because of whom (void).\n",
                proof->voids);
    if (!proof->over)
        cli_say(c, "La partita non è finita: questo vale fin dove arriva.\n",
                "The game is not finished: this holds as far as it goes.\n");
}

// Of a day's deal: whether the bots, too, played as they would have. False after complaining.
static bool say_day(const cli *c, const char *path, const char *record, size_t length)
{
    vg_table *table = vg_table_load(record, length, c->lang, NULL, NULL);
    vg_text text = vg_text_heap();
    vg_day_result result;
    bool true_game = true;
    if (table && vg_day_of(table) && vg_table_over(table)) {
        true_game = vg_day_check(table, c->lang, &result, &text) == VG_OK;
        if (true_game) {
            vg_day_share(table, &result, c->lang, &text);
            cli_say(c, "Anche i bot hanno giocato come avrebbero giocato. %s.\n",
                    "The bots, too, played as they would have. %s.\n", text.at);
        } else {
            cli_complain(c, "%s: %s", "%s: %s", path, text.at);
        }
    }
    vg_text_release(&text);
    vg_table_free(table);
    return true_game;
}

// One of the records named; the exit status it alone would have.
static int verify(const cli *c, int operand, const wanted *w)
{
    const char *path = cli_operand(c, operand);
    vg_text record = vg_text_heap();
    if (!cli_read(c, path, VG_MAX_RECORD, &record) || !cli_tune_record(c, path, record.at)) {
        vg_text_release(&record);
        return CLI_WRONG;
    }
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_proof proof;
    vg_luck luck =
        vg_record_check(record.at ? record.at : "", record.len, &w->seen, c->lang, &proof, &why);
    if (luck <= VG_LUCK_TRUSTED) {
        if (cli_operand_count(c) > 1) printf("%s: ", path);
        say_proof(c, &proof, luck);
        bool good = say_day(c, path, record.at, record.len);
        vg_text_release(&record);
        return good ? CLI_OK : CLI_NO;
    }
    vg_text_release(&record);
    if (luck == VG_LUCK_OTHER)
        cli_complain(c, "%s: questo verbale non è della partita che hai visto: %s",
                     "%s: this record is not of the game you saw: %s", path, buffer);
    else
        cli_complain(c, "%s: %s", "%s: %s", path, buffer);
    return luck == VG_LUCK_WRONG ? CLI_WRONG : CLI_NO;
}

// All of them, each with its own answer; the worst one counts.
static int run(cli *c)
{
    wanted w = {0};
    for (int id; (id = cli_next(c)) != 0;) {
        w.any = true;
        if (id == ID_COMMIT) {
            if (!read_hex(c, "--commit", c->value, w.commit)) return CLI_WRONG;
            w.seen.commit = w.commit;
        }
        if (id == ID_SALT && !read_salt(c, c->value, &w.seen)) return CLI_WRONG;
        if (id == ID_HEAD && !read_head(c, c->value, &w)) return CLI_WRONG;
    }
    if (c->done) return c->status;
    int count = cli_operand_count(c), status = CLI_OK;
    if (count == 0) {
        cli_lacks_record(c);
        return CLI_WRONG;
    }
    if (w.any && count > 1) {
        cli_complain(c, "quello che hai visto si confronta con un verbale solo",
                     "what you saw is compared with one record only");
        return CLI_WRONG;
    }
    for (int i = 0; i < count; i++) {
        int one = verify(c, i, &w);
        if (one > status) status = one;
    }
    return status;
}

static const cli_option options[] = {
    {ID_COMMIT, "commit", "HEX",
     VG_WORDS("l'impegno che hai visto prima di cominciare",
              "the commitment you saw before the deal")},
    {ID_SALT, "salt", "SEAT=HEX",
     VG_WORDS("il sale che hai dato tu, e il tuo posto, da 1; anche più volte",
              "the salt you gave, and your seat, from 1; repeatable")},
    {ID_HEAD, "head", "N:HEX",
     VG_WORDS("una testa della catena che hai visto, dopo N righe; anche più volte, e senza N:",
              "a head of the chain you saw, after N lines; repeatable, and without N:")},
};

const cli_command cli_verify = {
    .name = "verify",
    .usage = "RECORD... [--commit HEX] [--salt SEAT=HEX] [--head N:HEX]",
    .what = VG_WORDS("Controlla che in un verbale mosse e caso siano onesti",
                     "Checks that the moves and chance of a record are honest"),
    .more = VG_WORDS(
        "Finisce con 1 se il caso non viene dal segreto, se il segreto non è quello "
        "promesso o se non è la partita che hai visto; con 2 se il verbale non si legge "
        "o una mossa non è permessa. docs/randomness.md dice che cosa prova.",
        "Exit status 1 if chance does not come from the secret, if the secret is not the "
        "one promised, or if it is not the game you saw; 2 if the record cannot be read or "
        "a move is not allowed. docs/randomness.md says what it proves."),
    .example = "veglia verify partita.veglia",
    .options = options,
    .option_count = 3,
    .run = run,
};
