/* broadphase_internal.h: what the structures behind broad.h share.
 *
 * A structure only proposes rows; exact tests on the boxes themselves decide, here. So a structure may be coarse, but
 * must never leave a row out and never propose one twice.
 */
#ifndef FS_PHYS_BROAD_BROAD_INTERNAL_H
#define FS_PHYS_BROAD_BROAD_INTERNAL_H

#include <fixstep/arena.h>

#include "physics2d/broadphase/broadphase.h"

enum { FS__BROAD_PAIRS_PER_ROW = 8 };

/* What a walk looks for: boxes that overlap `box`; of a ray also those that its line does not pass by. */
struct fs__broad_aim {
    fs_box2 box;
    fs_pos2 from, to;
    bool ray;
};

/* Where the rows found go: the lowest `capacity` of them, as a heap once there are more. */
struct fs__broad_found {
    uint32_t *rows;
    uint32_t capacity, count;
};

/* Where pairs go, in any order; those that find no room are only counted. */
struct fs__broad_pairs {
    fs__row_pair *pair;
    uint32_t room, count;
};

/* Of two that moved, the lower row tells of the pair. */
static inline void fs__broad_meet(struct fs__broad_pairs *out, const uint8_t *moved, uint32_t row, uint32_t other)
{
    if (other == row || (other < row && moved[other]))
        return;
    if (out->count < out->room)
        out->pair[out->count] = (fs__row_pair){ fs_min_u32(row, other), fs_max_u32(row, other) };
    out->count++;
}

/* Columns of one kind; `walk` proposes rows to fs__broad_take(). `pairs` finds overlapping pairs of which one row moved
 * (by row: 1), each once, a < b; NULL: by a walk for every row. */
struct fs__broad_ops {
    size_t (*size)(uint32_t capacity);
    void *(*open)(fs_arena *arena, uint32_t capacity);
    void (*update)(void *self, const struct fs__boxes *boxes);
    void (*walk)(const void *self, const struct fs__boxes *boxes, const struct fs__broad_aim *aim,
                 struct fs__broad_found *found);
    void (*pairs)(void *self, const struct fs__boxes *boxes, const uint8_t *moved, struct fs__broad_pairs *out);
    bool (*inner)(const void *self, uint32_t index, fs_box2 *box);    /* NULL: has none */
};

struct fs__broad {
    const struct fs__broad_ops *ops;
    void *self;
    uint32_t capacity;
    uint32_t *row;            /* capacity: neighbours of one row */
    uint32_t *start;          /* capacity + 1: the places of first rows */
    uint8_t *moved;           /* capacity: 1 for the rows that moved */
    fs__row_pair *found;      /* FS__BROAD_PAIRS_PER_ROW per row: pairs as they were found */
    fs__row_pair *sorted;     /* the same in order, where the caller has no room for all */
};

extern const struct fs__broad_ops fs__broad_tree, fs__broad_levels, fs__broad_grid, fs__broad_quad, fs__broad_sweep, fs__broad_brute;

/* A power of two, as many as rows or more. */
static inline uint32_t fs__broad_buckets(uint32_t capacity)
{
    uint32_t buckets = 1;
    while (buckets < capacity && buckets < (uint32_t)1 << 30)
        buckets *= 2;
    return buckets;
}

static inline bool fs__broad_live(const struct fs__boxes *boxes, uint32_t row)
{
    return (boxes->gen[row] & 1u) != 0;
}

static inline fs_box2 fs__broad_box(const struct fs__boxes *boxes, uint32_t row)
{
    return (fs_box2){ boxes->low[row], boxes->high[row] };
}

/* Tests a row that was proposed, and keeps it when it is meant. */
void fs__broad_take(const struct fs__boxes *boxes, const struct fs__broad_aim *aim, uint32_t row,
                    struct fs__broad_found *found);
/* Whether the line through the points may meet the box; errs on the side of yes by less than 16 raw steps. */
bool fs__broad_line_meets(fs_pos2 from, fs_pos2 to, fs_box2 box);
void fs__broad_sort(uint32_t *rows, uint32_t count);

#endif
