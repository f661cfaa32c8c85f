/* frame.h: angles between vectors, the part across a direction, and right-angled frames.
 *
 * Any vector of fs_wide3 will do, from one raw step to the end of the format: only
 * directions count where directions are asked for. All roundings are symmetric.
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

/* Three directions at right angles, right-handed: x cross y = z. Each is of unit length and
 * at right angles to the others within 2 steps of Q1.30. */
typedef struct fs_frame3 {
    fs_unit3 x, y, z;
} fs_frame3;

/* The angle between two vectors in turns, 0 to a half, within 2^-29 turn; 0 when either
 * is zero. */
FS_API uint32_t fs_wide3_angle(fs_wide3 a, fs_wide3 b);

/* Component by component: (ax bx, ay by, az bz), saturated. */
FS_API fs_wide3 fs_wide3_component_product(fs_wide3 a, fs_wide3 b);

/* The part of v across the direction n: v - (v.n) n. A zero n leaves v as it is. */
FS_API fs_wide3 fs_wide3_across(fs_wide3 v, fs_unit3 n);

/* The frame with x along a, z along a cross b and y nearest to b. False, and a frame of
 * zeros, when either is zero or the angle between them or to the opposite is below about
 * 2^-16 radians: what they span is then noise. */
FS_API bool fs_frame3_from_two(fs_wide3 a, fs_wide3 b, fs_frame3 *frame);

/* The frame with x along a and y nearest to the axis to which a leans least (ties: x before
 * y before z). False, and a frame of zeros, for a zero a. */
FS_API bool fs_frame3_from_one(fs_wide3 a, fs_frame3 *frame);

#ifdef __cplusplus
}
#endif
#endif
