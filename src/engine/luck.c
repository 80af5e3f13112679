// luck.c: what a table's chance comes from, and what binds it. The specification is
// docs/randomness.md.
//
// Before the deal everybody commits: the host to its secret, people to their
// salts. The header of the record, as text, is what all of it is bound to: its
// hash is the opening, from which the keys of chance and the chain of moves grow.
#include "engine/table.h"

#include "engine/table_parts.h"

#include <string.h>

static const char *const by_names[VG_BY_COUNT] = {"", "bot", "clock", "ahead", "person"};

const char *vg_by_name(vg_by by) { return by_names[by]; }

bool vg_by_find(const char *name, vg_by *out)
{
    for (int i = VG_BY_SELF + 1; i < VG_BY_COUNT; i++) {
        if (strcmp(by_names[i], name) != 0) continue;
        *out = (vg_by)i;
        return true;
    }
    return false;
}

// ---- hashes --------------------------------------------------------------------

static vg_sha256 hash_begin(const char *domain)
{
    vg_sha256 sha;
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, domain, strlen(domain));
    return sha;
}

void vg_seed_secret(uint64_t seed, uint8_t out[VG_SECRET])
{
    char buffer[48];
    vg_text text = VG_TEXT(buffer);
    vg_text_printf(&text, "veglia seed 1\n%llu", (unsigned long long)seed);
    vg_sha256 sha = hash_begin(buffer);
    vg_sha256_done(&sha, out);
}

void vg_secret_commitment(const uint8_t secret[VG_SECRET], uint8_t out[VG_SHA256_BYTES])
{
    vg_sha256 sha = hash_begin("veglia commit 1\n");
    vg_sha256_feed(&sha, secret, VG_SECRET);
    vg_sha256_done(&sha, out);
}

void vg_salt_hash(const uint8_t salt[VG_SALT], uint8_t out[VG_SHA256_BYTES])
{
    vg_sha256 sha = hash_begin("veglia salt 2\n");
    vg_sha256_feed(&sha, salt, VG_SALT);
    vg_sha256_done(&sha, out);
}

void vg_text_hash(const vg_text *text, uint8_t out[VG_SHA256_BYTES])
{
    vg_sha256 sha = hash_begin("");
    if (text->len > 0) vg_sha256_feed(&sha, text->at, text->len);
    vg_sha256_done(&sha, out);
}

static void old_key(const vg_table *t, int number, uint8_t out[VG_CHACHA_KEY])
{
    uint8_t numbers[2] = {(uint8_t)number, t->setup.seats};
    vg_sha256 sha = hash_begin("veglia key 1\n");
    vg_sha256_feed(&sha, t->plan.secret, VG_SECRET);
    vg_sha256_feed(&sha, numbers, sizeof numbers);
    for (int p = 0; p < t->setup.seats; p++) {
        uint8_t length = (uint8_t)strlen(t->old_salt[p]);
        vg_sha256_feed(&sha, &length, 1);
        vg_sha256_feed(&sha, t->old_salt[p], length);
    }
    vg_sha256_done(&sha, out);
}

void vg_table_key(const vg_table *t, int number, uint8_t out[VG_CHACHA_KEY])
{
    if (t->form == 1) {
        old_key(t, number, out);
        return;
    }
    uint8_t game = (uint8_t)number;
    vg_sha256 sha = hash_begin(t->plan.shared ? "veglia shared key 2\n" : "veglia key 2\n");
    vg_sha256_feed(&sha, t->plan.secret, VG_SECRET);
    if (!t->plan.shared) vg_sha256_feed(&sha, t->opening, VG_SHA256_BYTES);
    vg_sha256_feed(&sha, &game, 1);
    vg_sha256_done(&sha, out);
}

vg_move vg_table_roll(const vg_game *game, const void *state, const uint8_t key[VG_CHACHA_KEY],
                      uint64_t roll)
{
    vg_chacha stream;
    vg_chacha_init(&stream, key, roll);
    vg_rng rng = {.stream = &stream};
    return game->chance(state, &rng);
}

void vg_table_commitment(const vg_table *t, uint8_t out[VG_SHA256_BYTES])
{
    memcpy(out, t->commitment, VG_SHA256_BYTES);
}

// ---- before the deal -----------------------------------------------------------

static bool is_seat(const vg_table *t, int seat) { return seat >= 0 && seat < t->setup.seats; }

// Only a table of today's form, and only while nothing of it is fixed.
static vg_err need_open(const vg_table *t, int seat)
{
    if (!is_seat(t, seat)) return VG_ERR_NOT_YOU;
    return t->sealed || t->started || t->form == 1 ? VG_ERR_ILLEGAL : VG_OK;
}

vg_err vg_table_bot(vg_table *t, int seat, const char *spec)
{
    vg_err err = need_open(t, seat);
    return err ? err : vg_seat_word(spec, t->bot[seat], sizeof t->bot[seat]);
}

vg_err vg_table_hash(vg_table *t, int seat, const uint8_t *hash)
{
    vg_err err = need_open(t, seat);
    if (err) return err;
    if (hash && t->plan.shared) return VG_ERR_ILLEGAL;
    t->hashed = (uint16_t)(t->hashed & ~(1u << seat));
    t->salted = (uint16_t)(t->salted & ~(1u << seat));
    memset(t->hash[seat], 0, sizeof t->hash[seat]);
    if (!hash) return VG_OK;
    memcpy(t->hash[seat], hash, VG_SHA256_BYTES);
    t->hashed = (uint16_t)(t->hashed | 1u << seat);
    return VG_OK;
}

void vg_table_seal(vg_table *t)
{
    if (t->sealed) return;
    t->sealed = true;
    memcpy(t->dealt_name, t->name, sizeof t->name);
}

vg_err vg_table_reveal(vg_table *t, int seat, const uint8_t salt[VG_SALT])
{
    uint8_t hash[VG_SHA256_BYTES];
    if (!is_seat(t, seat)) return VG_ERR_NOT_YOU;
    if (!t->sealed || t->started || !(vg_table_missing(t) >> seat & 1)) return VG_ERR_ILLEGAL;
    vg_salt_hash(salt, hash);
    if (memcmp(hash, t->hash[seat], sizeof hash) != 0) return VG_ERR_ILLEGAL;
    memcpy(t->salt[seat], salt, VG_SALT);
    t->salted = (uint16_t)(t->salted | 1u << seat);
    return VG_OK;
}

vg_err vg_table_void(vg_table *t)
{
    unsigned missing = vg_table_missing(t);
    if (!t->sealed || t->started || !missing) return VG_ERR_ILLEGAL;
    if (t->void_count + vg_bits(missing) > VG_MAX_VOID) return VG_ERR_LIMIT;
    vg_text frame = vg_text_heap();
    uint8_t hash[VG_SHA256_BYTES];
    vg_table_frame(t, &frame);
    vg_text_hash(&frame, hash);
    bool cut = frame.cut;
    vg_text_release(&frame);
    if (cut) return VG_ERR_SYSTEM;
    for (int p = 0; p < t->setup.seats; p++) {
        if (!(missing >> p & 1)) continue;
        vg_void *v = &t->voids[t->void_count++];
        memcpy(v->frame, hash, sizeof hash);
        memcpy(v->name, t->dealt_name[p], sizeof v->name);
        v->seat = (int8_t)p;
    }
    t->sealed = false;
    t->hashed = t->salted = 0;
    memset(t->hash, 0, sizeof t->hash);
    memset(t->salt, 0, sizeof t->salt);
    return VG_OK;
}

vg_err vg_table_salt(vg_table *t, int seat, const uint8_t salt[VG_SALT])
{
    uint8_t hash[VG_SHA256_BYTES];
    vg_salt_hash(salt, hash);
    vg_err err = vg_table_hash(t, seat, hash);
    if (err) return err;
    memcpy(t->salt[seat], salt, VG_SALT);
    t->salted = (uint16_t)(t->salted | 1u << seat);
    return VG_OK;
}

uint16_t vg_table_hashed(const vg_table *t) { return t->hashed; }
uint16_t vg_table_missing(const vg_table *t) { return (uint16_t)(t->hashed & ~t->salted); }
bool vg_table_sealed(const vg_table *t) { return t->sealed; }

bool vg_table_seat_salt(const vg_table *t, int seat, uint8_t out[VG_SALT])
{
    if (!is_seat(t, seat) || !(t->salted >> seat & 1)) return false;
    memcpy(out, t->salt[seat], VG_SALT);
    return true;
}

int vg_table_voids(const vg_table *t)
{
    int count = 0;
    for (int i = 0; i < t->void_count; i++)
        count += i == 0 || memcmp(t->voids[i].frame, t->voids[i - 1].frame, VG_SHA256_BYTES) != 0;
    return count;
}

const char *vg_table_seat_bot(const vg_table *t, int seat)
{
    static const char sign[] = "bot:";
    if (!is_seat(t, seat)) return "";
    if (t->form > 1) return t->bot[seat];
    return strncmp(t->old_salt[seat], sign, sizeof sign - 1) == 0 ? t->old_salt[seat] + 4 : "";
}

// ---- the header ----------------------------------------------------------------

static void put_option(vg_text *out, const vg_option *o, int value)
{
    vg_text_printf(out, "option %s=", o->key);
    if (o->names)
        vg_text_add(out, o->names[value - o->min]);
    else
        vg_text_int(out, value);
    vg_text_char(out, '\n');
}

static void put_hex(vg_text *out, const char *word, int seat, const uint8_t bytes[VG_SHA256_BYTES])
{
    char hex[2 * VG_SHA256_BYTES + 1];
    vg_hex(bytes, VG_SHA256_BYTES, hex);
    vg_text_printf(out, "%s %d %s\n", word, seat, hex);
}

static void put_source(const vg_table *t, vg_text *out)
{
    char hex[2 * VG_SHA256_BYTES + 1];
    vg_hex(t->commitment, VG_SHA256_BYTES, hex);
    if (t->from_seed)
        vg_text_printf(out, "seed %llu\n", (unsigned long long)t->plan.seed);
    else if (t->has_commitment)
        vg_text_printf(out, "commit %s\n", hex);
    else
        vg_text_add(out, "scripted\n");
    if (t->plan.shared) vg_text_add(out, "shared\n");
}

void vg_table_frame(const vg_table *t, vg_text *out)
{
    const vg_game *game = t->plan.game;
    const vg_setup *how = &t->plan.setup;
    vg_text_printf(out, "veglia record %d\ngame %s\nrules %d\nedition %s\nseats %d\ngames %d\n",
                   t->form, game->id, game->rules_version, game->editions[how->edition], how->seats,
                   t->plan.games);
    if (how->edition == game->edition_count) { // what a designer changed is part of the game
        vg_text changes = vg_text_heap();
        vg_game_changes(game, &changes);
        for (const char *at = changes.at ? changes.at : ""; *at; at += strcspn(at, "\n") + 1)
            vg_text_printf(out, "change %.*s\n", (int)strcspn(at, "\n"), at);
        vg_text_release(&changes);
    }
    if (how->first < 0)
        vg_text_add(out, "first chance\n");
    else
        vg_text_printf(out, "first %d\n", how->first);
    for (int i = 0; i < game->option_count; i++) put_option(out, &game->options[i], how->option[i]);
    for (int p = 0; p < how->seats; p++) {
        const char *name = t->sealed ? t->dealt_name[p] : t->name[p];
        if (*name) vg_text_printf(out, "name %d %s\n", p, name);
    }
    for (int p = 0; p < how->seats; p++) {
        if (t->bot[p][0]) vg_text_printf(out, "bot %d %s\n", p, t->bot[p]);
        if (t->old_salt[p][0]) vg_text_printf(out, "salt %d %s\n", p, t->old_salt[p]);
    }
    put_source(t, out);
    for (int i = 0; i < t->void_count; i++) {
        char hex[2 * VG_SHA256_BYTES + 1];
        const vg_void *v = &t->voids[i];
        vg_hex(v->frame, VG_SHA256_BYTES, hex);
        vg_text_printf(out, "void %s %d", hex, v->seat);
        if (v->name[0]) vg_text_printf(out, " %s", v->name);
        vg_text_char(out, '\n');
    }
    for (int p = 0; p < how->seats; p++)
        if (t->hashed >> p & 1) put_hex(out, "hash", p, t->hash[p]);
}

void vg_table_header(const vg_table *t, vg_text *out)
{
    vg_table_frame(t, out);
    for (int p = 0; p < t->setup.seats; p++)
        if (t->salted >> p & 1) put_hex(out, "salt", p, t->salt[p]);
}

// ---- the chain -----------------------------------------------------------------

// The header is complete. False without memory.
bool vg_chain_open(vg_table *t)
{
    vg_text header = vg_text_heap();
    vg_table_header(t, &header);
    bool ok = !header.cut;
    if (ok) vg_text_hash(&header, t->opening);
    vg_text_release(&header);
    memcpy(t->head, t->opening, sizeof t->head);
    t->head_count = 0;
    return ok;
}

void vg_table_link(const vg_table *t, int link, vg_text *out)
{
    const vg_link *l = &t->link[link];
    switch ((vg_link_kind)l->kind) {
    case VG_LINK_GAME: vg_text_printf(out, "== game %d", l->game); return;
    case VG_LINK_UNDO: vg_text_printf(out, "%d undo", l->seat); return;
    case VG_LINK_MOVE: break;
    }
    if (l->seat == VG_CHANCE)
        vg_text_char(out, '*');
    else
        vg_text_int(out, l->seat);
    if (l->by) vg_text_printf(out, "/%s", by_names[l->by]);
    vg_text_char(out, ' ');
    vg_text_add(out, t->words + l->word);
}

void vg_chain_link(const vg_table *t, int link, uint8_t head[VG_SHA256_BYTES])
{
    char buffer[VG_MAX_MOVE_TEXT + 16];
    vg_text text = VG_TEXT(buffer);
    vg_table_link(t, link, &text);
    vg_text_char(&text, '\n');
    vg_sha256 sha = hash_begin("veglia link 2\n");
    vg_sha256_feed(&sha, t->plan.secret, VG_SECRET);
    vg_sha256_feed(&sha, head, VG_SHA256_BYTES);
    vg_sha256_feed(&sha, text.at, text.len);
    vg_sha256_done(&sha, head);
}

void vg_chain_grow(vg_table *t)
{
    if (!t->has_secret || t->form == 1) return;
    while (t->head_count < t->link_count) vg_chain_link(t, t->head_count++, t->head);
}

int vg_table_links(const vg_table *t) { return t->link_count; }

bool vg_table_head(const vg_table *t, uint8_t out[VG_SHA256_BYTES])
{
    if (t->form == 1 || !t->started || t->head_count != t->link_count) return false;
    memcpy(out, t->head, VG_SHA256_BYTES);
    return t->has_secret || t->said_head;
}
