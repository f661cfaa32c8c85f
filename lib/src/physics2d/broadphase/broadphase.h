/* broadphase.h: which boxes overlap: one interface, five structures.
 *
 * Boxes are columns `low`, `high` of a table with a `gen` column (odd: in use). A structure lives in memory of the
 * caller, may hold anything there at first, and never shows in an answer: every list comes sorted by row, as looking
 * at every box would give it. fs__broad_update() brings it in line with the boxes, whatever happened to them since.
 */
#ifndef FS_PHYS_BROAD_BROAD_H
#define FS_PHYS_BROAD_BROAD_H

#include <fixstep/shape2.h>

typedef enum fs__broad_kind {
    FS__BROAD_TREE,       /* dynamic tree: the default for questions */
    FS__BROAD_LEVELS,     /* grids for every size: the default for pairs */
    FS__BROAD_GRID,       /* uniform grid */
    FS__BROAD_QUAD,       /* quad-tree */
    FS__BROAD_SWEEP,      /* sweep and prune */
    FS__BROAD_BRUTE,      /* the oracle */
    FS__BROAD_KINDS
} fs__broad_kind;

struct fs__boxes {
    const fs_pos2 *low, *high;
    const uint32_t *gen;
    uint32_t count;
};

typedef struct fs__row_pair {
    uint32_t a, b;        /* a < b */
} fs__row_pair;

struct fs__broad;

size_t fs__broad_size(fs__broad_kind kind, uint32_t capacity);
/* Takes up what lies in `memory` (64-byte aligned, fs__broad_size() bytes) when it is an intact structure of this
 * kind and capacity, else starts an empty one. Never fails on any contents. */
struct fs__broad *fs__broad_open(fs__broad_kind kind, void *memory, uint32_t capacity);
void fs__broad_update(struct fs__broad *b, const struct fs__boxes *boxes);
/* Rows whose boxes overlap `box` (touching counts), ascending; the first `capacity` go to `rows`, all are counted. */
uint32_t fs__broad_query(const struct fs__broad *b, const struct fs__boxes *boxes, fs_box2 box, uint32_t *rows, uint32_t capacity);
/* Rows whose boxes a segment may meet, ascending (a superset that every structure gives alike: the box of the
 * segment overlaps and the segment's line does not pass the box by). */
uint32_t fs__broad_ray(const struct fs__broad *b, const struct fs__boxes *boxes, fs_pos2 from, fs_pos2 to, uint32_t *rows, uint32_t capacity);
/* Overlapping pairs of which at least one row is in `moved` (ascending rows), sorted by (a, b), each once; the first
 * `capacity` go to `pairs`, all are counted. */
uint32_t fs__broad_pairs(struct fs__broad *b, const struct fs__boxes *boxes, const uint32_t *moved, uint32_t moved_count,
                         fs__row_pair *pairs, uint32_t capacity);
/* For pictures: the boxes of the structure itself, 0, 1, ..; false when there is none of this number. */
bool fs__broad_inner(const struct fs__broad *b, uint32_t index, fs_box2 *box);

#endif
