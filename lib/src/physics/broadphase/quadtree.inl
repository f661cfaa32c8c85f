/* quadtree.inl: a quad-tree of boxes, in space an oct-tree; see broadphase_internal.h.
 *
 * The cube over all boxes is halved along every axis where it holds more than MAX_BOXES boxes; a box is stored in the
 * smallest part that contains it. Coordinates are unsigned offsets from the corner of the cube, so a part is a common prefix
 * of the bits of all coordinates. The number of a part among its siblings has bit k where its half of axis k is the upper
 * one. Built anew at every update.
 *
 * Template: included once by quadtree.c of physics2d and by octree.c of physics3d.
 */
#include "physics/broadphase/broadphase_internal.h"

enum { MAX_BOXES = 8, NONE = -1, DEPTH = 64, CHILDREN = 1 << FS__AXES };

/* All points whose bits from `bits` upward are those of `low`. */
struct part {
    uint64_t low[FS__AXES];
    uint32_t child; /* the first of CHILDREN; 0: not divided */
    uint32_t first; /* row + 1 */
    uint32_t count;
    uint32_t bits;
};

struct octree {
    struct part *part;
    uint32_t *next; /* row -> row + 1 of the same part */
    int64_t corner[FS__AXES];
    uint32_t capacity, part_capacity, count;
};

/* The offsets of the sides of a box from the corner. */
struct offsets {
    uint64_t low[FS__AXES], high[FS__AXES];
};

static uint32_t part_capacity_for(uint32_t capacity)
{
    return fs_min_u32(capacity, (uint32_t)1 << 29) * 2 + 64;
}

static size_t octree_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct octree)) +
           FS_ARENA_BYTES((size_t)part_capacity_for(capacity) * sizeof(struct part)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t));
}

static void *octree_open(fs_arena *arena, uint32_t capacity)
{
    struct octree *q = fs_arena_take(arena, sizeof *q);
    q->part_capacity = part_capacity_for(capacity);
    q->part = fs_arena_take(arena, (size_t)q->part_capacity * sizeof *q->part);
    q->next = fs_arena_take(arena, (size_t)capacity * sizeof *q->next);
    q->capacity = capacity;
    q->count = 0;
    return q;
}

static uint64_t offset(int64_t v, int64_t from)
{
    return v <= from ? 0 : (uint64_t)v - (uint64_t)from;
}

static struct offsets offsets_of(const struct octree *q, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    struct offsets o;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        o.low[k] = offset(low[k], q->corner[k]);
        o.high[k] = offset(high[k], q->corner[k]);
    }
    return o;
}

static uint32_t half_bit(uint64_t v, uint32_t bits)
{
    return (uint32_t)(v >> (bits - 1)) & 1u;
}

/* Which child of a part holds a box wholly; NONE: it crosses a border. */
static int find_child(const struct octree *q, const struct part *in, const struct fs__broadphaseN_aabb_columns *boxes,
                      uint32_t row)
{
    struct offsets o = offsets_of(q, fs__broadphaseN_row_aabb(boxes, row));
    uint32_t child = 0;
    if (in->bits == 0)
        return NONE;
    for (unsigned k = 0; k < FS__AXES; k++) {
        if (half_bit(o.low[k], in->bits) != half_bit(o.high[k], in->bits))
            return NONE;
        child |= half_bit(o.low[k], in->bits) << k;
    }
    return (int)child;
}

static void add_row(struct octree *q, struct part *in, uint32_t row)
{
    q->next[row] = in->first;
    in->first = row + 1;
    in->count++;
}

static struct part make_child(const struct part *in, uint32_t child)
{
    struct part part = { .bits = in->bits - 1 };
    for (unsigned k = 0; k < FS__AXES; k++)
        part.low[k] = in->low[k] + ((uint64_t)(child >> k & 1u) << (in->bits - 1));
    return part;
}

/* Boxes that fit into a child go there; those that cross a border stay. */
static void divide(struct octree *q, struct part *in, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t row1 = in->first;
    in->child = q->count;
    for (uint32_t i = 0; i < CHILDREN; i++)
        q->part[q->count++] = make_child(in, i);
    in->first = 0;
    in->count = 0;
    while (row1 != 0) {
        uint32_t row = row1 - 1;
        int to = find_child(q, in, boxes, row);
        row1 = q->next[row];
        add_row(q, to == NONE ? in : &q->part[in->child + (uint32_t)to], row);
    }
}

static void insert(struct octree *q, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    struct part *in = &q->part[0];
    for (;;) {
        int to = in->child != 0 ? find_child(q, in, boxes, row) : NONE;
        if (to == NONE)
            break;
        in = &q->part[in->child + (uint32_t)to];
    }
    add_row(q, in, row);
    if (in->child == 0 && in->count > MAX_BOXES && in->bits > 0 && q->part_capacity - q->count >= CHILDREN)
        divide(q, in, boxes);
}

/* The cube from the lowest to the highest corner of all boxes; its side is a power of two, up to 2^64. */
static void octree_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct octree *q = self;
    fs_posN low = fs__posN_uniform(FS_POS_MAX), high = fs__posN_uniform(FS_POS_MIN);
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r)) {
            low = fs_posN_min(low, boxes->low[r]);
            high = fs_posN_max(high, boxes->high[r]);
        }
    fs__posN_to_axes(low, q->corner);
    struct offsets all = offsets_of(q, (fs_aabbN){ low, high });
    uint64_t side = 0;
    for (unsigned k = 0; k < FS__AXES; k++)
        side |= all.high[k];
    q->count = 1;
    q->part[0] = (struct part){ .bits = (uint32_t)fs_bit_width64(side) };
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r))
            insert(q, boxes, r);
}

/* The highest coordinate of a part that begins at `from`; of 64 bits: the whole range. */
static uint64_t last_coordinate(uint64_t from, uint32_t bits)
{
    return bits >= 64 ? UINT64_MAX : from + (((uint64_t)1 << bits) - 1);
}

static bool is_apart(const struct part *in, const struct offsets *o)
{
    bool apart = false;
    for (unsigned k = 0; k < FS__AXES; k++)
        apart |= in->low[k] > o->high[k] || last_coordinate(in->low[k], in->bits) < o->low[k];
    return apart;
}

static void octree_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                        const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct octree *q = self;
    struct offsets o = offsets_of(q, aim->box);
    uint32_t stack[(CHILDREN - 1) * DEPTH + CHILDREN], left = 0;
    if (q->count > 0)
        stack[left++] = 0;
    while (left > 0) {
        const struct part *in = &q->part[stack[--left]];
        if (is_apart(in, &o))
            continue;
        for (uint32_t row1 = in->first; row1 != 0; row1 = q->next[row1 - 1])
            fs__broadphaseN_test_row(boxes, aim, row1 - 1, found);
        for (uint32_t i = 0; i < CHILDREN && in->child != 0; i++)
            stack[left++] = in->child + i;
    }
}

const struct fs__broadphaseN_ops fs__broadphaseN_octree = { octree_size, octree_open, octree_update,
                                                            octree_walk, NULL,        NULL };
