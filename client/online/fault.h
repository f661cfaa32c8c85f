/* fault.h: the value of --inject-fault, by which a client breaks its own state to show how a desync is found. */
#ifndef FS_CLIENT_FAULT_H
#define FS_CLIENT_FAULT_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/state.h>

#include "app/options.h"

/* TICK:TABLE:ROW:FIELD:BIT[:PHASE] */
typedef struct fault {
    bool set;
    uint32_t tick, row, bit;
    fs_phase phase; /* FS_PHASE_UNKNOWN: none was given */
    char table[64], field[64];
} fault;

/* Reads the text of the option; false with a sentence. */
bool fault_parse(const char *text, fault *out, char why[APP_ERROR_BYTES]);
/* Whether a session with this fault failed because its match has no such place: that is wrong usage. Puts the option's name before the
 * sentence. */
bool fault_explains(const fault *fault, fs_result refusal, char why[APP_ERROR_BYTES]);

#endif
