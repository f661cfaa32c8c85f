/* origin.h: whose key has signed a recording, and how much of it. */
#ifndef FS_REPLAY_ORIGIN_H
#define FS_REPLAY_ORIGIN_H

#include <fixstep/replay.h>
#include <jansson.h>

#include "app/options.h"

typedef struct origin {
    char key[FS_FINGERPRINT_BYTES]; /* of the recording; "" when its header cannot be read */
    uint32_t signed_ticks;          /* covered by valid signatures of that key, from the first one on */
    bool asked;                     /* a key was asked for */
    bool proved;                    /* the signatures are of the key that was asked for, and there are some */
    char why[APP_ERROR_BYTES];      /* why not */
} origin;

/* `trusted` is the value of --key (trusted_keys.h), NULL: none. False with a sentence in `why` when it cannot be used. */
bool origin_find(origin *origin, const fs_replay *replay, const char *trusted);
/* The exit code of the recording, which has another one for all else. */
int origin_exit_code(const origin *origin, int code);
/* A line "signed ..." that names the key and how many ticks it covers. */
void origin_print(const origin *origin, const fs_replay_info *info);
/* Sets key, signed_ticks and, when one was asked for, key_proved. */
void origin_json(const origin *origin, json_t *value);

#endif
