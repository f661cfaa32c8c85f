/* random_vectors.h: random vectors of test numbers.
 *
 * C leaves open in which order the arguments of a call and the members of an initialiser are computed, so every number
 * is drawn in a statement of its own: all compilers get the same tests.
 */
#ifndef FS_TEST_RANDOM_VECTORS_H
#define FS_TEST_RANDOM_VECTORS_H

#include <fixstep/geometry3.h>
#include <fixstep/vec.h>

#include "num/num_util.h"

/* Components of 64 - shift or 32 - shift bits. */
static inline fs_wide3 test_wide3(test_rng *r, int shift)
{
    int64_t x = test_i64(r) >> shift, y = test_i64(r) >> shift, z = test_i64(r) >> shift;
    return fs_wide3_make(x, y, z);
}

static inline fs_pos3 test_pos3(test_rng *r, int shift)
{
    fs_wide3 v = test_wide3(r, shift);
    return fs_pos3_make(v.x, v.y, v.z);
}

static inline fs_rel3 test_rel3(test_rng *r, int shift)
{
    int32_t x = test_i32(r) >> shift, y = test_i32(r) >> shift, z = test_i32(r) >> shift;
    return fs_rel3_make(x, y, z);
}

static inline fs_vel3 test_vel3(test_rng *r, int shift)
{
    fs_rel3 v = test_rel3(r, shift);
    return fs_vel3_make(v.x, v.y, v.z);
}

static inline fs_unit3 test_unit3(test_rng *r)
{
    fs_rel3 v = test_rel3(r, 0);
    return fs_unit3_make(v.x, v.y, v.z);
}

/* Of any length. */
static inline fs_quat test_quat(test_rng *r)
{
    fs_rel3 v = test_rel3(r, 0);
    return fs_quat_make(v.x, v.y, v.z, test_i32(r));
}

static inline fs_scaled test_scaled(test_rng *r)
{
    int32_t m = test_i32(r);
    return (fs_scaled){ m, (int32_t)(test_bits(r) % 200) - 100 };
}

#endif
