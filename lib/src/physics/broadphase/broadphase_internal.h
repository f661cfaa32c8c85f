/* broadphase_internal.h: shared by the structures behind broadphase.h.
 *
 * A structure only proposes rows; exact tests on the boxes decide. So a structure may be coarse, but must never leave a row
 * out and never propose one twice.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_BROADPHASE_INTERNAL_H
#define FS_PHYSICS_BROADPHASE_BROADPHASE_INTERNAL_H

#include <fixstep/arena.h>

#include "physics/broadphase/broadphase.h"
#include "physics/broadphase/row_list.h"

#define fs__broadphaseN_brute_force FS__NAME(fs__broadphase, _brute_force)
#define fs__broadphaseN_bsp FS__NAME(fs__broadphase, _bsp)
#define fs__broadphaseN_bsp_of_trees FS__NAME(fs__broadphase, _bsp_of_trees)
#define fs__broadphaseN_bsp_ternary FS__NAME(fs__broadphase, _bsp_ternary)
#define fs__broadphaseN_centre_grid FS__NAME(fs__broadphase, _centre_grid)
#define fs__broadphaseN_hierarchical_grid FS__NAME(fs__broadphase, _hierarchical_grid)
#define fs__broadphaseN_line_overlaps FS__NAME(fs__broadphase, _line_overlaps)
#define fs__broadphaseN_object_trees FS__NAME(fs__broadphase, _object_trees)
#define fs__broadphaseN_octree FS__NAME(fs__broadphase, _octree)
#define fs__broadphaseN_ops FS__NAME(fs__broadphase, _ops)
#define fs__broadphaseN_row_aabb FS__NAME(fs__broadphase, _row_aabb)
#define fs__broadphaseN_row_live FS__NAME(fs__broadphase, _row_live)
#define fs__broadphaseN_sphere_tree FS__NAME(fs__broadphase, _sphere_tree)
#define fs__broadphaseN_sweep_and_prune FS__NAME(fs__broadphase, _sweep_and_prune)
#define fs__broadphaseN_target FS__NAME(fs__broadphase, _target)
#define fs__broadphaseN_test_row FS__NAME(fs__broadphase, _test_row)
#define fs__broadphaseN_tree FS__NAME(fs__broadphase, _tree)
#define fs__broadphaseN_tree_built FS__NAME(fs__broadphase, _tree_built)
#define fs__broadphaseN_tree_inserted FS__NAME(fs__broadphase, _tree_inserted)
#define fs__broadphaseN_tree_merged FS__NAME(fs__broadphase, _tree_merged)
#define fs__broadphaseN_uniform_grid FS__NAME(fs__broadphase, _uniform_grid)

enum { FS__BROADPHASE_PAIRS_PER_ROW = 8 };

/* Parts of the rows that moved that are searched at the same time. Each has a list of neighbours of its own, as long as
 * there are rows, in the memory of the sorted pairs, which is not in use then. */
enum { FS__BROADPHASE_MAX_PARTS = 2 * FS__BROADPHASE_PAIRS_PER_ROW };

/* The target of a walk: boxes that overlap `box`; of a ray only those that its line may meet. */
struct fs__broadphaseN_target {
    fs_aabbN box;
    fs_posN from, to;
    bool ray;
};

/* Columns of one kind; `walk` proposes rows to fs__broadphaseN_test_row(). `pairs` adds the neighbours of `count` live rows
 * that moved (`moved`: 1 for all that did) by fs__broadphase_add_pair(), on several threads at once; NULL: by a walk for
 * every row. */
struct fs__broadphaseN_ops {
    size_t (*size)(uint32_t capacity);
    void *(*open)(fs_arena *arena, uint32_t capacity);
    void (*update)(void *self, const struct fs__broadphaseN_aabb_columns *boxes);
    void (*walk)(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                 const struct fs__broadphaseN_target *aim, struct fs__row_list *found);
    void (*pairs)(const void *self, const struct fs__broadphaseN_aabb_columns *boxes, const uint8_t *moved,
                  const uint32_t *row, uint32_t count, struct fs__broadphase_pair_list *out);
    bool (*inner)(const void *self, uint32_t index, fs_aabbN *box); /* NULL: has none */
};

struct fs__broadphaseN {
    const struct fs__broadphaseN_ops *ops;
    void *self;
    uint32_t capacity;
    uint32_t *row;               /* capacity: neighbours of one row; for sorting pairs */
    uint32_t *start;             /* capacity + 1: for sorting pairs */
    uint8_t *moved;              /* capacity: 1 for the rows that moved */
    fs__broadphase_pair *found;  /* FS__BROADPHASE_PAIRS_PER_ROW per row: pairs as they were found */
    fs__broadphase_pair *sorted; /* the same sorted, for a caller whose list is too short */
};

extern const struct fs__broadphaseN_ops fs__broadphaseN_tree, fs__broadphaseN_tree_built, fs__broadphaseN_tree_merged,
    fs__broadphaseN_tree_inserted, fs__broadphaseN_hierarchical_grid, fs__broadphaseN_uniform_grid,
    fs__broadphaseN_centre_grid, fs__broadphaseN_octree, fs__broadphaseN_bsp, fs__broadphaseN_bsp_ternary,
    fs__broadphaseN_sweep_and_prune, fs__broadphaseN_brute_force, fs__broadphaseN_sphere_tree,
    fs__broadphaseN_bsp_of_trees, fs__broadphaseN_object_trees;

/* A power of two, as many as rows or more. */
static inline uint32_t fs__broadphase_bucket_count(uint32_t capacity)
{
    uint32_t buckets = 1;
    while (buckets < capacity && buckets < (uint32_t)1 << 30)
        buckets *= 2;
    return buckets;
}

static inline bool fs__broadphaseN_row_live(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    return (boxes->gen[row] & 1u) != 0;
}

static inline fs_aabbN fs__broadphaseN_row_aabb(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    return (fs_aabbN){ boxes->low[row], boxes->high[row] };
}

/* Tests a proposed row, and adds it to `found` when it passes. */
void fs__broadphaseN_test_row(const struct fs__broadphaseN_aabb_columns *boxes,
                              const struct fs__broadphaseN_target *aim, uint32_t row, struct fs__row_list *found);
/* Whether the line through the points may meet the box: true also for a line that passes within 16 raw steps of it. */
bool fs__broadphaseN_line_overlaps(fs_posN from, fs_posN to, fs_aabbN box);

#endif
