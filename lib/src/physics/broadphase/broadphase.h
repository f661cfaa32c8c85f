/* broadphase.h: overlaps of boxes: one interface, its structures and an oracle.
 *
 * Boxes are columns `low`, `high` of a table with a `gen` column (odd: in use). A structure lives in memory of the caller,
 * whatever that holds at first, and never changes a result: every list is sorted by row, equal to a test of every box.
 * fs__broadphaseN_update() synchronises it with the boxes after any change of them.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_BROADPHASE_H
#define FS_PHYSICS_BROADPHASE_BROADPHASE_H

#include <fixstep/tasks.h>

#include "physics/broadphase/pair_list.h"
#include "physics/dimension.h"

#define fs__broadphaseN FS__NAME(fs__broadphase, )
#define fs__broadphaseN_aabb_columns FS__NAME(fs__broadphase, _aabb_columns)
#define fs__broadphaseN_find_pairs FS__NAME(fs__broadphase, _find_pairs)
#define fs__broadphaseN_node_aabb FS__NAME(fs__broadphase, _node_aabb)
#define fs__broadphaseN_open FS__NAME(fs__broadphase, _open)
#define fs__broadphaseN_query FS__NAME(fs__broadphase, _query)
#define fs__broadphaseN_ray FS__NAME(fs__broadphase, _ray)
#define fs__broadphaseN_size FS__NAME(fs__broadphase, _size)
#define fs__broadphaseN_update FS__NAME(fs__broadphase, _update)

typedef enum fs__broadphase_kind {
    FS__BROADPHASE_TREE, /* dynamic tree, kept from tick to tick: the default for queries, in space for pairs too */
    FS__BROADPHASE_HIERARCHICAL_GRID, /* grids for every size: the default for pairs in the plane */
    FS__BROADPHASE_UNIFORM_GRID,      /* boxes in every cell that they overlap */
    FS__BROADPHASE_CENTRE_GRID,       /* boxes in the cell of their centre */
    FS__BROADPHASE_OCTREE,            /* in the plane a quad-tree */
    FS__BROADPHASE_BSP,               /* planes; boxes on both sides of one are in both */
    FS__BROADPHASE_BSP_TERNARY,       /* planes; boxes on both sides of one stay on it */
    FS__BROADPHASE_TREE_BUILT,        /* tree of boxes, anew from the top down */
    FS__BROADPHASE_TREE_MERGED,       /* anew from the leaves up */
    FS__BROADPHASE_TREE_INSERTED,     /* anew by insertion */
    FS__BROADPHASE_SWEEP_AND_PRUNE,   /* sweep and prune */
    FS__BROADPHASE_BRUTE_FORCE,       /* the oracle */
    FS__BROADPHASE_SPHERE_TREE,       /* hierarchy of bounding spheres, by insertion */
    FS__BROADPHASE_BSP_OF_TREES,      /* planes, and in every leaf a tree of boxes */
    FS__BROADPHASE_OBJECT_TREES,      /* tree of objects, and below each a tree of its boxes */
    FS__BROADPHASE_KINDS
} fs__broadphase_kind;

struct fs__broadphaseN_aabb_columns {
    const fs_posN *low, *high;
    const uint32_t *gen;
    uint32_t count;
    const uint32_t *owner; /* by row: the object of which it is a part; NULL: of none */
};

struct fs__broadphaseN;

size_t fs__broadphaseN_size(fs__broadphase_kind kind, uint32_t capacity);
/* Uses the structure in `memory` (64-byte aligned, fs__broadphaseN_size() bytes) when it is intact and of this kind and
 * capacity; otherwise starts an empty one. Valid for any contents. */
struct fs__broadphaseN *fs__broadphaseN_open(fs__broadphase_kind kind, void *memory, uint32_t capacity);
void fs__broadphaseN_update(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes);
/* Rows whose boxes overlap `box` (touching counts), ascending; the first `capacity` go to `rows`, all are counted. */
uint32_t fs__broadphaseN_query(const struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                               fs_aabbN box, uint32_t *rows, uint32_t capacity);
/* Rows whose boxes a segment may meet, ascending (a superset that every structure gives alike: the box of the
 * segment overlaps and the segment's line does not pass the box by). */
uint32_t fs__broadphaseN_ray(const struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                             fs_posN from, fs_posN to, uint32_t *rows, uint32_t capacity);
/* A search for pairs, on the threads that `tasks` lends (NULL: one). */
struct fs__broadphase_search {
    const uint32_t *moved; /* ascending rows */
    uint32_t moved_count;
    struct fs__broadphase_filter filter;
    const fs_tasks *tasks;
};

/* Overlapping pairs of which at least one row moved, which the filter wants and which are not parts of one object, sorted by (a, b), each once; the first
 * `capacity` go to `pairs`, all are counted. */
uint32_t fs__broadphaseN_find_pairs(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                                    const struct fs__broadphase_search *search, fs__broadphase_pair *pairs,
                                    uint32_t capacity);
/* For debug drawing: the boxes of the structure itself, 0, 1, ..; false when there is none of this number. */
bool fs__broadphaseN_node_aabb(const struct fs__broadphaseN *b, uint32_t index, fs_aabbN *box);

#endif
