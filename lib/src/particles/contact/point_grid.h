/* point_grid.h: a uniform grid over points, and the pairs of points within a radius.
 *
 * The grid finds candidates; exact distances decide. Cells, their order and their hash change no result: pairs are sorted
 * by (first, second), each once, as two loops over all pairs would give them.
 */
#ifndef FS_PARTICLES_CONTACT_POINT_GRID_H
#define FS_PARTICLES_CONTACT_POINT_GRID_H

#include <stdbool.h>
#include <fixstep/arena.h>
#include <fixstep/vec.h>

typedef struct fs__point_pair {
    uint32_t first, second; /* first < second */
} fs__point_pair;

/* A grid lives in an arena and refers to the positions it was built from. */
struct fs__point_grid {
    const fs_pos3 *pos;
    uint32_t count;
    fs_pos radius;
    unsigned shift;   /* cells are 2^shift raw steps wide, at least the radius */
    uint32_t mask;    /* buckets - 1 */
    uint32_t *starts; /* buckets + 1: first place in `order` */
    uint32_t *order;  /* points by bucket, ascending inside one */
    uint32_t *near;   /* results of the last query */
};

/* Bytes of arena for up to `count` points. */
size_t fs__point_grid_size(uint32_t count);
/* Sorts the points into cells for queries within `radius` (limited to 1 raw step..2^30 m).
 * False when the arena is too small. */
bool fs__point_grid_build(struct fs__point_grid *grid, fs_arena *arena, const fs_pos3 *pos, uint32_t count,
                          fs_pos radius);
/* The points after `first` that are at most the radius away from it, ascending, in
 * grid->near; returns their number. */
uint32_t fs__point_grid_neighbours(const struct fs__point_grid *grid, uint32_t first);
/* Points at most the radius away from any place, ascending, in grid->near. */
uint32_t fs__point_grid_query(const struct fs__point_grid *grid, fs_pos3 point);
/* All pairs at most the radius apart, sorted; the first `capacity` of them go to `out`.
 * Returns how many there are; more than the capacity when some were left out. */
uint64_t fs__point_grid_pairs(const struct fs__point_grid *grid, fs__point_pair *out, uint32_t capacity);

#endif
