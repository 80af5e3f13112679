// table.h: one game (or a match of several) being played, from the first deal to the final score.
//
// The table sits between the front ends and the rules. It owns the state, the
// log of moves, the seats' names, narration, chance and the take-back rule, so
// that no game and no front end has to. It is the one gate for moves from
// outside: text is looked up among the legal moves and refused with a reason
// when it is not there. It does no input or output of its own.
#ifndef VG_ENGINE_TABLE_H
#define VG_ENGINE_TABLE_H

#include "base/sha256.h"
#include "engine/game.h"

#define VG_SECRET        32
#define VG_MAX_NAME      24  // code points of a seat's name
#define VG_SALT          32  // bytes of a person's salt
#define VG_MAX_BOT       60  // bytes of a bot's name in a record
#define VG_MAX_VOID      32  // people who did not reveal, in all deals of a round
#define VG_MAX_NARRATION 600 // code points of one narration
#define VG_MAX_UNDO      64
#define VG_MAX_MATCH     9
#define VG_MAX_BACK      60000       // moves taken back at a table
#define VG_MAX_RECORD    (72u << 20) // bytes of a record; no table can have a longer one
#define VG_MAX_TOLD      (1u << 20)  // bytes of all narration at a table

typedef struct vg_table vg_table;

// Where this table's chance comes from.
typedef enum vg_dice {
    VG_DICE_SECRET, // live: ChaCha20 from a committed secret and people's salts; can be verified
    VG_DICE_SEED,   // from a known number, for practice, tests and tools
    VG_DICE_SCRIPT  // the caller plays chance's moves as VG_CHANCE (replay, scenarios)
} vg_dice;

typedef struct vg_table_plan {
    const vg_game *game;
    vg_setup setup;
    uint8_t games; // 1, or a match of 3 or 5 (at most VG_MAX_MATCH) whose points are added up
    vg_dice dice;
    uint64_t seed;             // VG_DICE_SEED
    uint8_t secret[VG_SECRET]; // VG_DICE_SECRET: from the kernel, by the caller
    bool shared;  // the same luck at every table of this secret or seed: nobody's salt,
                  // name or bot has a part in it
    vg_lang lang; // of error texts at creation
} vg_table_plan;

// Makes a table ready to deal. Returns NULL and says why if it cannot be. Owned: vg_table_free.
vg_table *vg_table_new(const vg_table_plan *plan, vg_text *why);
void vg_table_free(vg_table *table); // NULL is fine

// ---- before the first deal (docs/randomness.md) ----
// The name is cleaned; "" takes it away. May change at any time; the record keeps that of the deal.
VG_MUST_USE vg_err vg_table_name(vg_table *table, int seat, const char *name);
// All the following are refused (VG_ERR_ILLEGAL) at a wrong time, and at tables of form 1.
// A bot sits there: printable ASCII without spaces; "" a person.
VG_MUST_USE vg_err vg_table_bot(vg_table *table, int seat, const char *spec);
// The hash of the salt of the person there; NULL takes it away.
VG_MUST_USE vg_err vg_table_hash(vg_table *table, int seat, const uint8_t *hash);
// Fixes the frame: from here on salts are revealed, and nothing else of the deal changes.
void vg_table_seal(vg_table *table);
bool vg_table_sealed(const vg_table *table);
void vg_table_frame(const vg_table *table, vg_text *out); // what is shown before the salts
VG_MUST_USE vg_err vg_table_reveal(vg_table *table, int seat, const uint8_t salt[VG_SALT]);
// The same with the salts revealed so far: the header of the record, without its blank line.
void vg_table_header(const vg_table *table, vg_text *out);
// Somebody did not reveal: the deal is void, and has to be sealed again with new salts.
VG_MUST_USE vg_err vg_table_void(vg_table *table);
// Hash and salt at once, where the host makes them itself.
VG_MUST_USE vg_err vg_table_salt(vg_table *table, int seat, const uint8_t salt[VG_SALT]);
void vg_salt_hash(const uint8_t salt[VG_SALT], uint8_t out[VG_SHA256_BYTES]);
uint16_t vg_table_hashed(const vg_table *table); // seats that have a hash
bool vg_table_seat_salt(const vg_table *table, int seat, uint8_t out[VG_SALT]); // once revealed
uint16_t vg_table_missing(const vg_table *table); // of which these have not revealed
int vg_table_voids(const vg_table *table);        // deals that were void

// Deals: chance moves until a seat is asked. With VG_DICE_SCRIPT it only marks the start.
// vg_table_play does it by itself if need be. Also after loading: a record may end where chance is
// asked. Nothing happens while a salt is missing.
void vg_table_start(vg_table *table);

// ---- playing ----
// Plays `text` for `seat` (VG_CHANCE only with VG_DICE_SCRIPT), then chance until a seat is asked.
// On error nothing has changed and `why` (NULL is fine) holds one sentence in `lang` for the
// player.
VG_MUST_USE vg_err vg_table_play(vg_table *table, int seat, const char *text, vg_lang lang,
                                 vg_text *why);
// How the next move is made, if not by who sat there at the deal; forgotten after one try.
typedef enum vg_by {
    VG_BY_SELF,
    VG_BY_BOT,    // standing in, or having taken the seat over
    VG_BY_CLOCK,  // the time was up
    VG_BY_AHEAD,  // the person had said to pass
    VG_BY_PERSON, // at a seat that was a bot's
    VG_BY_COUNT
} vg_by;
void vg_table_by(vg_table *table, vg_by by);
const char *vg_by_name(vg_by by); // "" for VG_BY_SELF
// The same for a caller who chose from vg_table_legal: a move that is not legal is refused.
VG_MUST_USE vg_err vg_table_move(vg_table *table, int seat, vg_move m);
int vg_table_legal(const vg_table *table, int seat, vg_move out[VG_MAX_LEGAL]);
// Why `seat` cannot now do anything with a thing it points at: one sentence in `lang`, from what
// the seat may know. Nothing if it can. `words` are the ways moves could name it in the notation,
// the plainest first, separated by commas ("boat medusa@0,medusa@0"); VG_MAX_WAYS are looked at.
// True if a rule about that very thing stands in the way, with its id in `rule`; false if the
// sentence only says what is being asked.
#define VG_MAX_WAYS 4
bool vg_table_why(vg_table *table, int seat, const char *words, vg_lang lang, vg_text *out,
                  vg_text *rule);

// How many of its newest moves `seat` could take back now: they end at the first barrier (somebody
// learned something, chance showed an outcome, another seat acted, the game ended).
int vg_table_undo_depth(const vg_table *table, int seat);
VG_MUST_USE vg_err vg_table_undo(vg_table *table, int seat);

// When a game of a match is over: deals the next one, first player one seat on.
VG_MUST_USE vg_err vg_table_next_game(vg_table *table);

// Attaches a text to log entry `entry`, if it is this seat's own move. Cleaned; replaces an earlier
// one; "" takes it away.
VG_MUST_USE vg_err vg_table_narrate(vg_table *table, int seat, int entry, const char *text);

// ---- looking ----
const vg_game *vg_table_game(const vg_table *table);
const vg_setup *vg_table_setup(const vg_table *table);        // of the game being played
const vg_table_plan *vg_table_plan_of(const vg_table *table); // secret included: not for front ends
vg_ask vg_table_ask(const vg_table *table);
int vg_table_games(const vg_table *table);       // of the match
int vg_table_game_number(const vg_table *table); // 1-based: the one being played
bool vg_table_over(const vg_table *table);       // this game is over
bool vg_table_match_over(const vg_table *table);
// The name given to `seat`, or NULL. Borrowed until renamed.
const char *vg_table_seat_name(const vg_table *table, int seat);
// Which bot sat there at the deal; "" a person. Borrowed until changed.
const char *vg_table_seat_bot(const vg_table *table, int seat);
vg_voice vg_table_voice(const vg_table *table, int reader, vg_lang lang);

// What `seat` or VG_WATCHER may know. Borrowed until the next call on this table.
const void *vg_table_view(vg_table *table, int seat);
// Everything. For replay after the end, tests and tools; never for a person in play.
const void *vg_table_state(const vg_table *table);
void vg_table_score(const vg_table *table, vg_score *out);
// Match standing: points of the finished games and ranks by their sum (equal sums share).
void vg_table_match_score(const vg_table *table, int32_t points[VG_MAX_SEATS],
                          uint8_t rank[VG_MAX_SEATS]);

// ---- the log ----
typedef struct vg_log_entry {
    int8_t seat;  // VG_CHANCE for chance
    uint8_t game; // 1-based number in the match
    uint8_t by;   // vg_by
    vg_move move;
    char text[VG_MAX_MOVE_TEXT];
    const char *narration;        // NULL if none; borrowed
    int event_first, event_count; // its events: vg_table_event
} vg_log_entry;
int vg_table_log_count(const vg_table *table);
void vg_table_log(const vg_table *table, int entry, vg_log_entry *out);
const vg_event *vg_table_event(const vg_table *table, int index); // borrowed
int vg_table_event_count(const vg_table *table);
// May `viewer` (seat, VG_WATCHER, or VG_EVERYTHING after the end) have this event? Everything has
// each event once, in its full form.
#define VG_EVERYTHING (-4)
bool vg_event_visible(const vg_event *e, int viewer);

// ---- for programs ----
// Both write what `viewer` (a seat, VG_WATCHER, VG_EVERYTHING) may know, and nothing else. A game
// still in play shows VG_EVERYTHING no more than a watcher.
// One object, what there is to know and do now: {game, edition, seats, names, you, number, games,
// over, match_over, first, ask:{actor, kind, also, window}, prompt, rule, moves:[{move, label}],
// undo, view, score?:{points, rank, lines:[{seat, points, text}]}, match?:{points, rank},
// commit, log_count}. actor: a seat, "chance" or null; score once over, match in a
// match.
void vg_table_json(vg_table *table, int viewer, vg_lang lang, vg_json *out);
// Array of what happened from log entry `first` on: {entry, game, type, seat, text, args}, and
// after the events of an entry its narration, as {entry, game, type:"narration", seat, text}.
void vg_table_events_json(vg_table *table, int viewer, vg_lang lang, int first, vg_json *out);
// What vg_table_why says, as two members of an open object: "why", and in "rule" the id of the rule
// it cites, or of the one about what is being asked.
void vg_table_put_why(vg_table *table, int seat, const char *words, vg_lang lang, vg_json *out);
// vg_table_json as it was for this viewer when the log had `count` entries, or fewer: when a seat
// was last asked before that. False and nothing written if that was before this game.
bool vg_table_past_json(vg_table *table, int viewer, vg_lang lang, int count, vg_json *out);
// The lines of the game's `show` for this viewer, now (VG_NOW) or at that moment of the past;
// drawn, if there are `width` columns for it and the game can.
#define VG_NOW (-1)
bool vg_table_lines(vg_table *table, int viewer, vg_lang lang, int count, int width, vg_text *out);

// ---- fairness (docs/randomness.md) ----
// Known before the deal, so that nobody can change the secret afterwards. All zero when the chance
// of this table was scripted.
void vg_table_commitment(const vg_table *table, uint8_t out[VG_SHA256_BYTES]);
// The chain of everything that was ever done, moves taken back included: how many links it has and
// its newest head. False before the deal, with scripted chance, and at tables of form 1.
int vg_table_links(const vg_table *table);
// One link, from 0, as it stands in the record: "0 put boat", "1 undo", "== game 2".
void vg_table_link(const vg_table *table, int link, vg_text *out);
bool vg_table_head(const vg_table *table, uint8_t out[VG_SHA256_BYTES]);

// ---- records (docs/record.md) ----
// The whole table as text, chance included; the secret only when the match is over.
// `with_secret` is for saving a game in play where only its host can read it. Even without the
// secret a record in play shows every card dealt: it is for the host, not for the players.
void vg_table_record(const vg_table *table, bool with_secret, vg_text *out);
// Plays a record again through vg_table_play. On error NULL; then `why` says "line 12: ..." in
// `lang`, and `err` (NULL is fine) holds VG_ERR_VERSION for other rules, VG_ERR_SYSTEM without
// memory, else VG_ERR_RECORD. Play can go on; without its secret only with scripted chance.
vg_table *vg_table_load(const char *record, size_t length, vg_lang lang, vg_err *err, vg_text *why);
// Recomputes every chance move and the chain from the secret. VG_OK, or `why` names the first line
// that differs.
VG_MUST_USE vg_err vg_table_verify(const vg_table *table, vg_lang lang, vg_text *why);

// What somebody who was at the table kept of it. All of it may be missing.
typedef struct vg_seen {
    const char *frame;     // as it was shown; NULL
    const uint8_t *commit; // VG_SHA256_BYTES; NULL
    uint16_t salted;       // seats whose salts are known
    uint8_t salt[VG_MAX_SEATS][VG_SALT];
    const struct vg_seen_head {
        int links; // -1: not known
        uint8_t head[VG_SHA256_BYTES];
    } * head;
    int head_count;
} vg_seen;

typedef enum vg_luck {
    VG_LUCK_SALTED,  // verified; a person's salt is in it
    VG_LUCK_TRUSTED, // verified, but only the host had a part in it
    VG_LUCK_OPEN,    // not to be verified (yet): secret not revealed, or chance scripted
    VG_LUCK_FALSE,   // chance does not come from the secret, or things do not belong together
    VG_LUCK_OTHER,   // not of the game that was seen
    VG_LUCK_WRONG    // cannot be read, or a move is not allowed
} vg_luck;

typedef struct vg_proof {
    int moves, outcomes; // of seats, of chance
    bool over;           // the match is
    bool seeded;         // from a known number
    bool own;            // one of the salts seen is in it
    int form, voids;
    uint16_t people, salted; // seats, of form 2
    char name[VG_MAX_SEATS][VG_MAX_NAME * 4 + 1];
} vg_proof;

// Checks a record from its text: chance first, line by line, then the rules, then what was seen
// (NULL: nothing). `why` says what is wrong and where.
vg_luck vg_record_check(const char *record, size_t length, const vg_seen *seen, vg_lang lang,
                        vg_proof *out, vg_text *why);

#endif
