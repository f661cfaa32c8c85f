/* broadphase.h: overlaps of boxes: one interface, its structures and an oracle.
 *
 * Boxes are columns `low`, `high` of a table with a `gen` column (odd: in use). A structure lives in memory of the caller,
 * whatever that holds at first, and never changes a result: every list is sorted by row, equal to a test of every box.
 * fs__broadphase3_update() synchronises it with the boxes after any change of them.
 */
#ifndef FS_PHYSICS3D_BROADPHASE_BROADPHASE_H
#define FS_PHYSICS3D_BROADPHASE_BROADPHASE_H

#include <fixstep/geometry3.h>

typedef enum fs__broadphase3_kind {
    FS__BROADPHASE3_TREE,        /* dynamic tree: the default */
    FS__BROADPHASE3_BRUTE_FORCE, /* the oracle */
    FS__BROADPHASE3_KINDS
} fs__broadphase3_kind;

struct fs__broadphase3_aabb_columns {
    const fs_pos3 *low, *high;
    const uint32_t *gen;
    uint32_t count;
};

typedef struct fs__broadphase3_pair {
    uint32_t a, b; /* a < b */
} fs__broadphase3_pair;

struct fs__broadphase3;

size_t fs__broadphase3_size(fs__broadphase3_kind kind, uint32_t capacity);
/* Uses the structure in `memory` (64-byte aligned, fs__broadphase3_size() bytes) when it is intact and of this kind and
 * capacity; otherwise starts an empty one. Valid for any contents. */
struct fs__broadphase3 *fs__broadphase3_open(fs__broadphase3_kind kind, void *memory, uint32_t capacity);
void fs__broadphase3_update(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes);
/* Rows whose boxes overlap `box` (touching counts), ascending; the first `capacity` go to `rows`, all are counted. */
uint32_t fs__broadphase3_query(const struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                               fs_aabb3 box, uint32_t *rows, uint32_t capacity);
/* Rows whose boxes a segment may meet, ascending (a superset that every structure gives alike: the box of the
 * segment overlaps and the segment's line does not pass the box by). */
uint32_t fs__broadphase3_ray(const struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                             fs_pos3 from, fs_pos3 to, uint32_t *rows, uint32_t capacity);
/* Overlapping pairs of which at least one row is in `moved` (ascending rows), sorted by (a, b), each once; the first
 * `capacity` go to `pairs`, all are counted. */
uint32_t fs__broadphase3_find_pairs(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                                    const uint32_t *moved, uint32_t moved_count, fs__broadphase3_pair *pairs,
                                    uint32_t capacity);
/* For debug drawing: the boxes of the structure itself, 0, 1, ..; false when there is none of this number. */
bool fs__broadphase3_node_aabb(const struct fs__broadphase3 *b, uint32_t index, fs_aabb3 *box);

#endif
