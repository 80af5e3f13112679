// answer.h: how texts go between a page and a module.
//
// In: NUL-terminated UTF-8 in memory from `alloc`. Out: one text that lasts until
// the next call (`result`, `result_length`).
#ifndef VG_WASM_ANSWER_H
#define VG_WASM_ANSWER_H

#include "base/text.h"

#define EXPORT(name) __attribute__((export_name(#name))) vg_wasm_##name

extern vg_text wasm_answer;

// The answer, emptied for the next one.
vg_text *wasm_fresh(void);

#endif
