/* build.h: writes the rows of builders: fs__build_check() first, after which no call can fail.
 */
#ifndef FS_PARTICLES_AGGREGATE_BUILD_H
#define FS_PARTICLES_AGGREGATE_BUILD_H

#include <fixstep/aggregate.h>

/* E_ARGUMENT when the set cannot hold such a particle, movable or pinned; E_CAPACITY when there are too few rows;
 * E_STALE when a pool's row is not in use. */
fs_result fs__build_check(const fs_build_cursor *at, fs_build_counts need, const fs_particle_def *particle);

/* Writes particle `index`, counted from the cursor `at`. Precondition: fs__build_check() returned OK. */
void fs__build_particle(fs_build_cursor *at, uint32_t index, const fs_particle_def *prototype, fs_pos3 pos, bool held);
/* Writes the next link, whose ends are given as indices from the builder's first particle. */
void fs__build_link(fs_build_cursor *at, fs_link link);
/* Writes a rod with the distance of its ends as length. */
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
