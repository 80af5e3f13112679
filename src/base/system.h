// system.h: what the system says when it refuses, in our languages.
#ifndef VG_BASE_SYSTEM_H
#define VG_BASE_SYSTEM_H

#include "base/lang.h"

// What errno number `number` means, a few words without a full stop. Never NULL; borrowed until the
// next call of strerror.
const char *vg_system_text(int number, vg_lang lang);

#endif
