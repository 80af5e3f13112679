// check.c: a record held to what a page saw of its game (docs/randomness.md).
#include "base/json.h"
#include "engine/table.h"
#include "wasm/answer.h"

#include <stdlib.h>
#include <string.h>

// The hash of a salt, VG_SALT bytes, in hexadecimal. `id` is a game: modules are told by it.
void EXPORT(salt_hash)(const char *id, const uint8_t *salt);
void vg_wasm_salt_hash(const char *id, const uint8_t *salt)
{
    uint8_t hash[VG_SHA256_BYTES];
    char hex[2 * VG_SHA256_BYTES + 1];
    (void)id;
    vg_salt_hash(salt, hash);
    vg_hex(hash, sizeof hash, hex);
    vg_text_add(wasm_fresh(), hex);
}

// What a page kept, a line each: "commit HEX", "salt SEAT HEX", "head LINKS HEX", and at the end
// "frame" with the frame's own lines after it. A line that makes no sense is no memory at all.
typedef struct memory {
    vg_seen seen;
    uint8_t commit[VG_SHA256_BYTES];
    struct vg_seen_head *head; // owned
    char *copy;                // owned
} memory;

static bool take_line(memory *m, char *line)
{
    char *number = line + strcspn(line, " "), *hex = number;
    if (*number) *number++ = '\0';
    if (strcmp(line, "commit") == 0) {
        m->seen.commit = m->commit;
        return vg_unhex(number, m->commit, VG_SHA256_BYTES) == 0;
    }
    hex = number + strcspn(number, " ");
    if (*hex) *hex++ = '\0';
    char *end;
    long n = strtol(number, &end, 10);
    if (*end || n < 0 || n > INT32_MAX) return false;
    if (strcmp(line, "salt") == 0 && n < VG_MAX_SEATS) {
        m->seen.salted = (uint16_t)(m->seen.salted | 1u << n);
        return vg_unhex(hex, m->seen.salt[n], VG_SALT) == 0;
    }
    if (strcmp(line, "head") != 0) return false;
    struct vg_seen_head *head = &m->head[m->seen.head_count++];
    head->links = (int)n;
    return vg_unhex(hex, head->head, VG_SHA256_BYTES) == 0;
}

static bool remember(memory *m, const char *text)
{
    size_t lines = 1;
    for (const char *at = text; *at; at++) lines += *at == '\n';
    m->copy = strdup(text);
    m->head = calloc(lines, sizeof *m->head);
    if (!m->copy || !m->head) return false;
    m->seen.head = m->head;
    for (char *line = m->copy, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = '\0';
        if (strcmp(line, "frame") == 0) {
            m->seen.frame = next;
            return true;
        }
        if (!take_line(m, line)) return false;
    }
    return true;
}

static void put_names(vg_json *j, const char *key, const vg_proof *proof, uint16_t seats)
{
    vg_json_put_open(j, key, '[');
    for (int p = 0; p < VG_MAX_SEATS; p++)
        if (seats >> p & 1) vg_json_string(j, proof->name[p]);
    vg_json_close(j, ']');
}

// A `proof` of docs/protocol.schema.json.
int EXPORT(check)(const char *record, const char *seen, vg_lang lang);
int vg_wasm_check(const char *record, const char *seen, vg_lang lang)
{
    static const char *const names[] = {"salted", "trusted", "open", "false", "other", "wrong"};
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_proof proof;
    memory m = {0};
    vg_err err = remember(&m, seen) ? VG_OK : VG_ERR_SYNTAX;
    vg_luck luck = VG_LUCK_WRONG;
    if (!err) luck = vg_record_check(record, strlen(record), &m.seen, lang, &proof, &why);
    free(m.head);
    free(m.copy);
    vg_text *out = wasm_fresh();
    if (err) {
        vg_text_add(out, vg_err_text(err, lang));
        return (int)err;
    }
    vg_json writer = vg_json_to(out), *j = &writer;
    vg_json_open(j, '{');
    vg_json_put_string(j, "luck", names[luck]);
    vg_json_put_string(j, "why", buffer);
    vg_json_put_int(j, "moves", proof.moves);
    vg_json_put_int(j, "outcomes", proof.outcomes);
    vg_json_put_bool(j, "over", proof.over);
    vg_json_put_bool(j, "seeded", proof.seeded);
    vg_json_put_bool(j, "own", proof.own);
    vg_json_put_int(j, "voids", proof.voids);
    put_names(j, "salted", &proof, proof.salted);
    put_names(j, "plain", &proof, (uint16_t)(proof.people & ~proof.salted));
    vg_json_close(j, '}');
    return VG_OK;
}
