// answer.c: the memory every module shares with its page.
#include "wasm/answer.h"

#include <stdlib.h>

vg_text wasm_answer;

vg_text *wasm_fresh(void)
{
    if (!wasm_answer.grows) wasm_answer = vg_text_heap();
    vg_text_clear(&wasm_answer);
    return &wasm_answer;
}

void *EXPORT(alloc)(size_t bytes);
void *vg_wasm_alloc(size_t bytes) { return malloc(bytes); }

void EXPORT(release)(void *memory);
void vg_wasm_release(void *memory) { free(memory); }

const char *EXPORT(result)(void);
const char *vg_wasm_result(void) { return wasm_answer.at ? wasm_answer.at : ""; }

size_t EXPORT(result_length)(void);
size_t vg_wasm_result_length(void) { return wasm_answer.len; }
