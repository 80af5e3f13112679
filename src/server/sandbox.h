// sandbox.h: what the kernel refuses a running server.
#ifndef VG_SERVER_SANDBOX_H
#define VG_SERVER_SANDBOX_H

#include "base/lang.h"
#include "base/text.h"

// Before any thread begins: only these folders may be opened from now on. Who calls a `database`
// (libpq's URI; "": other services; NULL: nobody does) may read what the system says of names and
// certificates, and the files that are named there.
bool server_cage(const char *const folders[], int count, const char *database, vg_lang lang,
                 vg_text *why);
// Before the loop begins: rings of the kernel's would do calls behind the sandbox's back, and libuv
// would keep them.
bool server_no_rings(vg_lang lang, vg_text *why);
// The rest, when all that is to be listened at is open. `calls`: it calls other servers.
bool server_sandbox(bool calls, vg_lang lang, vg_text *why);

#endif
