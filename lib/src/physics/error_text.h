/* error_text.h: the sentence on the last failed call, in a buffer of FS__ERROR_TEXT_SIZE bytes that is never hashed state.
 *
 * Where `text` is NULL nothing is written: checks of a decoded state use the same tables of ranges. A sentence that does
 * not fit is cut.
 */
#ifndef FS_PHYSICS_ERROR_TEXT_H
#define FS_PHYSICS_ERROR_TEXT_H

#include <stddef.h>

#include <fixstep/state.h>

enum { FS__ERROR_TEXT_SIZE = 120 };

/* A number and its range, in raw steps of a format with `frac` fraction bits (0..62). */
struct fs__range {
    const char *name; /* as the user knows it: the member of a def, or the parameter */
    int64_t value, low, high;
    unsigned frac;
};

/* FS_OK, or E_ARGUMENT for the first number out of its range: "linear_damping -1 is out of range 0..1000"; `unit` stands
 * after the numbers, `note` at the end: "capsule radius 20 m is out of range 0.000976563..4 m of a shape beyond 16 m". */
fs_result fs__error_text_check(char *text, const struct fs__range *ranges, size_t count, const char *unit,
                               const char *note);
/* `result`, with the sentence. */
fs_result fs__error_text_set(char *text, fs_result result, const char *sentence);
/* The same with a sentence in two parts: "inertia.xx" and " is negative". */
fs_result fs__error_text_name(char *text, fs_result result, const char *name, const char *rest);
/* E_CAPACITY: "table shape3 is full (64 rows)". `table` is an index of the state's schema. */
fs_result fs__error_text_full(char *text, const fs_state *state, unsigned table);
/* E_STALE: "the handle of body3 is stale or null". */
fs_result fs__error_text_stale(char *text, const char *table);

#endif
