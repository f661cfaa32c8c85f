/* error.h: the sentence on the last failed call of a world, and checks that write it.
 *
 * The text lies in the view (fs_world3), never in hashed state. Where `w` is NULL nothing is written: checks of a
 * decoded state use the same tables of ranges.
 */
#ifndef FS_PHYSICS3D_WORLD_ERROR_H
#define FS_PHYSICS3D_WORLD_ERROR_H

#include <stddef.h>

#include <fixstep/world3.h>

/* A number and its range, in raw steps of a format with `frac` fraction bits (0..62). */
struct fs__range3 {
    const char *name; /* as the user knows it: the member of a def, or the parameter */
    int64_t value, low, high;
    unsigned frac;
};

/* FS_OK, or E_ARGUMENT for the first number out of its range: "linear_damping -1 is out of range 0..1000". */
fs_result fs__error3_check(fs_world3 *w, const struct fs__range3 *ranges, size_t count);
/* The same with a unit after the numbers and a note at the end: "capsule radius 20 m is out of range 0.000976563..4 m of a
 * shape beyond 16 m". Texts beyond FS__WORLD3_ERROR_SIZE are cut. */
fs_result fs__error3_check_unit(fs_world3 *w, const struct fs__range3 *ranges, size_t count, const char *unit,
                                const char *note);
/* `result`, with the sentence. */
fs_result fs__error3_set(fs_world3 *w, fs_result result, const char *sentence);
/* E_CAPACITY: "table shape3 is full (64 rows)". `table` is an index of the state's schema. */
fs_result fs__error3_full(fs_world3 *w, unsigned table);
/* E_STALE: "the handle of body3 is stale or null". */
fs_result fs__error3_stale(fs_world3 *w, const char *table);

/* fs_pool_create() and fs_rows_resize() in one of the world's tables (FS__WORLD3_TABLE_...), with the sentence when it is
 * full. */
fs_result fs__world3_create_row(fs_world3 *w, unsigned table, fs_handle *out);
fs_result fs__world3_resize_rows(fs_world3 *w, unsigned table, uint32_t rows);
/* E_CAPACITY, with the sentence, unless `count` more rows can be created in one of the world's pools, whose column of
 * generations is `gen` and which has `rows` rows, live or not. For calls that create several rows or none. */
fs_result fs__world3_check_capacity(fs_world3 *w, unsigned table, const uint32_t *gen, uint32_t rows, uint32_t count);

#endif
