/* broadphase_internal.h: shared by the structures behind broadphase.h.
 *
 * A structure only proposes rows; exact tests on the boxes decide. So a structure may be coarse, but must never leave a row
 * out and never propose one twice.
 */
#ifndef FS_PHYSICS3D_BROADPHASE_BROAD_INTERNAL_H
#define FS_PHYSICS3D_BROADPHASE_BROAD_INTERNAL_H

#include <fixstep/arena.h>

#include "physics3d/broadphase/broadphase.h"

enum { FS__BROADPHASE3_PAIRS_PER_ROW = 8 };

/* The target of a walk: boxes that overlap `box`; of a ray only those that its line may meet. */
struct fs__broadphase3_target {
    fs_aabb3 box;
    fs_pos3 from, to;
    bool ray;
};

/* The rows found: the lowest `capacity` of them, as a heap once there are more. */
struct fs__broadphase3_result {
    uint32_t *rows;
    uint32_t capacity, count;
};

/* The pairs found, in any order; those beyond `capacity` are only counted. */
struct fs__broadphase3_pair_list {
    fs__broadphase3_pair *pair;
    uint32_t capacity, count;
};

/* Of two rows that moved, the lower one reports the pair. */
static inline void fs__broadphase3_add_pair(struct fs__broadphase3_pair_list *out, const uint8_t *moved, uint32_t row,
                                            uint32_t other)
{
    if (other == row || (other < row && moved[other]))
        return;
    if (out->count < out->capacity)
        out->pair[out->count] = (fs__broadphase3_pair){ fs_min_u32(row, other), fs_max_u32(row, other) };
    out->count++;
}

/* Columns of one kind; `walk` proposes rows to fs__broadphase3_test_row(). `pairs` finds overlapping pairs of which one row moved
 * (by row: 1), each once, a < b; NULL: by a walk for every row. */
struct fs__broadphase3_ops {
    size_t (*size)(uint32_t capacity);
    void *(*open)(fs_arena *arena, uint32_t capacity);
    void (*update)(void *self, const struct fs__broadphase3_aabb_columns *boxes);
    void (*walk)(const void *self, const struct fs__broadphase3_aabb_columns *boxes,
                 const struct fs__broadphase3_target *aim, struct fs__broadphase3_result *found);
    void (*pairs)(void *self, const struct fs__broadphase3_aabb_columns *boxes, const uint8_t *moved,
                  struct fs__broadphase3_pair_list *out);
    bool (*inner)(const void *self, uint32_t index, fs_aabb3 *box); /* NULL: has none */
};

struct fs__broadphase3 {
    const struct fs__broadphase3_ops *ops;
    void *self;
    uint32_t capacity;
    uint32_t *row;                /* capacity: neighbours of one row */
    uint32_t *start;              /* capacity + 1: indices of first rows in a sorted list */
    uint8_t *moved;               /* capacity: 1 for the rows that moved */
    fs__broadphase3_pair *found;  /* FS__BROADPHASE3_PAIRS_PER_ROW per row: pairs as they were found */
    fs__broadphase3_pair *sorted; /* the same sorted, for a caller whose list is too short */
};

extern const struct fs__broadphase3_ops fs__broadphase3_tree, fs__broadphase3_brute_force;

static inline bool fs__broadphase3_row_live(const struct fs__broadphase3_aabb_columns *boxes, uint32_t row)
{
    return (boxes->gen[row] & 1u) != 0;
}

static inline fs_aabb3 fs__broadphase3_row_aabb(const struct fs__broadphase3_aabb_columns *boxes, uint32_t row)
{
    return (fs_aabb3){ boxes->low[row], boxes->high[row] };
}

/* Tests a proposed row, and adds it to `found` when it passes. */
void fs__broadphase3_test_row(const struct fs__broadphase3_aabb_columns *boxes,
                              const struct fs__broadphase3_target *aim, uint32_t row,
                              struct fs__broadphase3_result *found);
/* Whether the line through the points may meet the box: true also for a line that passes within 16 raw steps of it. */
bool fs__broadphase3_line_overlaps(fs_pos3 from, fs_pos3 to, fs_aabb3 box);
void fs__broadphase3_sort_rows(uint32_t *rows, uint32_t count);

#endif
