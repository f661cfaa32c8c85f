/* build.h: how builders write rows: all is checked first, then nothing can fail.
 */
#ifndef FS_PARTICLES_AGGREGATE_BUILD_H
#define FS_PARTICLES_AGGREGATE_BUILD_H

#include <fixstep/aggregate.h>

/* E_ARGUMENT when particles like this one, movable or held, cannot be made in the set;
 * E_CAPACITY when the rows do not reach; E_STALE when a pool's row is not in use. */
fs_result fs__build_check(const fs_build_cursor *at, fs_build_counts need, const fs_particle_def *particle);

/* Both builders of rows count from the builder's first row, as `at` was on entry. */
void fs__build_particle(fs_build_cursor *at, uint32_t index, const fs_particle_def *prototype, fs_pos3 pos, bool held);
/* Writes the next link, whose ends are given as indices from the builder's first particle. */
void fs__build_link(fs_build_cursor *at, fs_link link);
/* A rod as long as its ends are apart. */
void fs__build_rod(fs_build_cursor *at, uint32_t a, uint32_t b, fs_wide compliance);

/* The distance of two built particles. */
fs_pos fs__build_distance(const fs_build_cursor *at, uint32_t a, uint32_t b);

/* origin + n step, saturated. */
fs_pos3 fs__build_position(fs_pos3 origin, fs_pos3 step, uint32_t n);

static inline bool fs__build_count_in_range(uint32_t n, uint32_t min, uint32_t max)
{
    return n >= min && n <= max;
}

#endif
