/* pair.h: one recording, or two of one match that are moved through together. */
#ifndef FS_CLIENT_PAIR_H
#define FS_CLIENT_PAIR_H

#include "match_info.h"
#include "viewer/recording.h"

/* Zeroed: closed. */
typedef struct pair {
    recording left, right; /* `right` only when `compares` */
    bool compares;
    uint32_t first, last; /* finished ticks of the first and last state that all have */
    fs_comparison comparison;
} pair;

/* Opens the recording of a path, and that of `other` (NULL: none) beside it. Both stand at the first state, or at the first
 * one that may differ. False with a sentence, and the exit status as recording_open() gives it. pair_close() is needed in
 * any case. */
bool pair_open(pair *p, const char *path, const char *other, const char *game_file, int *code,
               char why[APP_ERROR_BYTES]);
void pair_close(pair *p);
/* Goes to the state after `tick` ticks, brought into first..last. False with a sentence, in the state before. */
bool pair_seek(pair *p, int64_t tick, char why[APP_ERROR_BYTES]);
/* Goes on by a tick, over ticks that either recording lacks; false at the end. */
bool pair_step(pair *p);
uint32_t pair_tick(const pair *p);
/* The recording that ends early with the last tick of both, as a noun; NULL: neither. */
const char *pair_cut_off(const pair *p);
/* Whether the simulation differed from a recording on the way to the present states. */
bool pair_differs(const pair *p);
/* Where the recordings first differ, as a sentence; "" for one alone. */
void pair_describe(const pair *p, char *text, size_t size);
/* The fields that differ in the two present states, as many as there is room for. Nothing for one recording alone. */
void pair_list_differences(const pair *p, match_info *info);

#endif
