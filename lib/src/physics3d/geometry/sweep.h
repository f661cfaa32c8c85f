/* sweep.h: a shape that moves straight and turns evenly from one frame to another, for times of impact. */
#ifndef FS_PHYSICS3D_GEOMETRY_SWEEP_H
#define FS_PHYSICS3D_GEOMETRY_SWEEP_H

#include <fixstep/geometry3.h>

/* The motion of shape b in the frame of a; times are fractions of it, Q1.30. Set by fs__sweep3_make(). */
struct fs__sweep3 {
    fs_transform3 from, to;
    fs_rel reach; /* of b about its origin (m) */
    int64_t turn; /* no rotation of the motion is faster (rad, Q30) */
};

/* `reach` is at least the distance of every point of b from its origin. */
struct fs__sweep3 fs__sweep3_make(fs_transform3 from, fs_transform3 to, fs_rel reach);

fs_transform3 fs__sweep3_frame(const struct fs__sweep3 *s, fs_unit time);

/* How much of a gap along n (from a to b) the whole motion can close at most: the translation against n, plus what turning
 * can do (m, Q26). */
int64_t fs__sweep3_closing(const struct fs__sweep3 *s, fs_unit3 n);

/* The first time in [start, limit] at which a and b are closer than FS_GEOMETRY3_TOLERANCE, when they do not touch before
 * `start`. An overlap at time 0 has a zero normal. */
fs_cast_hit3 fs__sweep3_find_impact(const struct fs__sweep3 *s, const fs_geometry3 *a, const fs_geometry3 *b,
                                    fs_unit start, fs_unit limit);

#endif
