/* frame.h: angles between vectors, components across a direction, and orthonormal frames.
 *
 * Vectors of fs_wide3 (Q32.32) may have any length from one raw step to the end of the format;
 * angles and frames depend on their directions alone. All roundings are symmetric. No function
 * fails or allocates.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapter 2; its exact test for
 * parallel vectors is replaced by a threshold, and its arc cosine by an arc tangent, which is
 * as good near 0 and 180 degrees as elsewhere. This file must never hold rotations (rot.h).
 */
#ifndef FIXSTEP_FRAME_H
#define FIXSTEP_FRAME_H

#include <stdbool.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Orthonormal axes (Q1.30), right-handed: x cross y = z. Lengths and right angles are exact
 * within 2 steps of Q1.30. */
typedef struct fs_frame3 {
    fs_unit3 x, y, z;
} fs_frame3;

/* The angle between two vectors in turns, 0 to a half, within 2^-29 turn; 0 when either
 * is zero. */
FS_API uint32_t fs_wide3_angle(fs_wide3 a, fs_wide3 b);

/* Component by component: (ax bx, ay by, az bz), saturated. */
FS_API fs_wide3 fs_wide3_component_product(fs_wide3 a, fs_wide3 b);

/* The component of v across the unit direction n: v - (v.n) n. For a zero n the result is v. */
FS_API fs_wide3 fs_wide3_across(fs_wide3 v, fs_unit3 n);

/* The frame with x along a, z along a cross b and y nearest to b. False, and a frame of
 * zeros, when either is zero or the angle between them, or between a and -b, is below about
 * 2^-16 rad: the plane that they span is then rounding noise. */
FS_API bool fs_frame3_from_two(fs_wide3 a, fs_wide3 b, fs_frame3 *frame);

/* The frame with x along a and y nearest to the axis to which a leans least (ties: x before
 * y before z). False, and a frame of zeros, for a zero a. */
FS_API bool fs_frame3_from_one(fs_wide3 a, fs_frame3 *frame);

#ifdef __cplusplus
}
#endif
#endif
