// message.h: JSON from outside.
#ifndef VG_SERVER_MESSAGE_H
#define VG_SERVER_MESSAGE_H

#include "server/http.h"
#include "server/room.h"

// Reads one command. On error false with a refusal code and why; `id` holds the id if there was
// one.
typedef struct message {
    room_command command;          // its text is in `words`
    char words[HTTP_MAX_BODY + 1]; // nothing longer comes; no string outgrows its JSON
} message;
bool message_read(const char *text, size_t length, vg_lang lang, message *out, const char **code,
                  vg_text *why);
// Reads the body that makes a table. Bots, names, options are checked.
bool message_plan(const char *text, size_t length, vg_lang lang, room_plan *out, const char **code,
                  vg_text *why);
// Reads {"key":"value"}: one string of an object.
bool message_string(const char *text, size_t length, const char *key, char *out, size_t cap);

#endif
