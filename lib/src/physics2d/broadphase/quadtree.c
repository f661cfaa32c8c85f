/* quadtree.c: a quad-tree of boxes; see broadphase_internal.h.
 *
 * The square over all boxes is quartered where it holds more than MAX_BOXES boxes; a box is stored in the smallest quarter
 * that contains it. Coordinates are unsigned offsets from the corner of the square, so a quarter is a common prefix of the
 * bits of both coordinates. Built anew at every update.
 */
#include "physics2d/broadphase/broadphase_internal.h"

enum { MAX_BOXES = 8, NONE = -1, DEPTH = 64 };

/* All points whose bits from `bits` upward are those of (x, y). */
struct quarter {
    uint64_t x, y;
    uint32_t child; /* the first of four; 0: not quartered */
    uint32_t first; /* row + 1 */
    uint32_t count;
    uint32_t bits;
};

struct quad {
    struct quarter *quarter;
    uint32_t *next; /* row -> row + 1 of the same quarter */
    fs_pos2 corner;
    uint32_t capacity, quarter_capacity, count;
};

static uint32_t quarter_capacity_for(uint32_t capacity)
{
    return fs_min_u32(capacity, (uint32_t)1 << 29) * 2 + 64;
}

static size_t quad_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct quad)) +
           FS_ARENA_BYTES((size_t)quarter_capacity_for(capacity) * sizeof(struct quarter)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t));
}

static void *quad_open(fs_arena *arena, uint32_t capacity)
{
    struct quad *q = fs_arena_take(arena, sizeof *q);
    q->quarter_capacity = quarter_capacity_for(capacity);
    q->quarter = fs_arena_take(arena, (size_t)q->quarter_capacity * sizeof *q->quarter);
    q->next = fs_arena_take(arena, (size_t)capacity * sizeof *q->next);
    q->capacity = capacity;
    q->count = 0;
    return q;
}

static uint64_t offset(fs_pos v, fs_pos from)
{
    return v <= from ? 0 : (uint64_t)v - (uint64_t)from;
}

static uint32_t quarter_bit(uint64_t v, uint32_t bits)
{
    return (uint32_t)(v >> (bits - 1)) & 1u;
}

/* Which quarter of a quartered one holds a box wholly; NONE: it crosses a border. */
static int find_quarter(const struct quad *q, const struct quarter *in,
                        const struct fs__broadphase2_aabb_columns *boxes, uint32_t row)
{
    uint64_t lx = offset(boxes->low[row].x, q->corner.x), hx = offset(boxes->high[row].x, q->corner.x);
    uint64_t ly = offset(boxes->low[row].y, q->corner.y), hy = offset(boxes->high[row].y, q->corner.y);
    if (in->bits == 0 || quarter_bit(lx, in->bits) != quarter_bit(hx, in->bits) ||
        quarter_bit(ly, in->bits) != quarter_bit(hy, in->bits))
        return NONE;
    return (int)(quarter_bit(lx, in->bits) + 2 * quarter_bit(ly, in->bits));
}

static void add_row(struct quad *q, struct quarter *in, uint32_t row)
{
    q->next[row] = in->first;
    in->first = row + 1;
    in->count++;
}

/* Boxes that fit into a quarter go there; those that cross a border stay. */
static void split(struct quad *q, struct quarter *in, const struct fs__broadphase2_aabb_columns *boxes)
{
    uint32_t row1 = in->first;
    in->child = q->count;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t half = (uint64_t)1 << (in->bits - 1);
        q->quarter[q->count++] =
            (struct quarter){ .x = in->x + (i & 1u) * half, .y = in->y + (i >> 1) * half, .bits = in->bits - 1 };
    }
    in->first = 0;
    in->count = 0;
    while (row1 != 0) {
        uint32_t row = row1 - 1;
        int to = find_quarter(q, in, boxes, row);
        row1 = q->next[row];
        add_row(q, to == NONE ? in : &q->quarter[in->child + (uint32_t)to], row);
    }
}

static void insert(struct quad *q, const struct fs__broadphase2_aabb_columns *boxes, uint32_t row)
{
    struct quarter *in = &q->quarter[0];
    for (;;) {
        int to = in->child != 0 ? find_quarter(q, in, boxes, row) : NONE;
        if (to == NONE)
            break;
        in = &q->quarter[in->child + (uint32_t)to];
    }
    add_row(q, in, row);
    if (in->child == 0 && in->count > MAX_BOXES && in->bits > 0 && q->quarter_capacity - q->count >= 4)
        split(q, in, boxes);
}

/* The square from the lowest to the highest corner of all boxes; its side is a power of two, up to 2^64. */
static void quad_update(void *self, const struct fs__broadphase2_aabb_columns *boxes)
{
    struct quad *q = self;
    fs_pos2 low = { FS_POS_MAX, FS_POS_MAX }, high = { FS_POS_MIN, FS_POS_MIN };
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphase2_row_live(boxes, r)) {
            low = fs_pos2_min(low, boxes->low[r]);
            high = fs_pos2_max(high, boxes->high[r]);
        }
    uint64_t side = offset(high.x, low.x) | offset(high.y, low.y);
    q->corner = low;
    q->count = 1;
    q->quarter[0] = (struct quarter){ .bits = (uint32_t)fs_bit_width64(side) };
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphase2_row_live(boxes, r))
            insert(q, boxes, r);
}

/* The highest coordinate of a quarter that begins at `from`; of 64 bits: the whole range. */
static uint64_t last_coordinate(uint64_t from, uint32_t bits)
{
    return bits >= 64 ? UINT64_MAX : from + (((uint64_t)1 << bits) - 1);
}

static void quad_walk(const void *self, const struct fs__broadphase2_aabb_columns *boxes,
                      const struct fs__broadphase2_target *aim, struct fs__row_list *found)
{
    const struct quad *q = self;
    uint64_t lx = offset(aim->box.low.x, q->corner.x), hx = offset(aim->box.high.x, q->corner.x);
    uint64_t ly = offset(aim->box.low.y, q->corner.y), hy = offset(aim->box.high.y, q->corner.y);
    uint32_t stack[3 * DEPTH + 4], left = 0;
    if (q->count > 0)
        stack[left++] = 0;
    while (left > 0) {
        const struct quarter *in = &q->quarter[stack[--left]];
        if (in->x > hx || in->y > hy || last_coordinate(in->x, in->bits) < lx || last_coordinate(in->y, in->bits) < ly)
            continue;
        for (uint32_t row1 = in->first; row1 != 0; row1 = q->next[row1 - 1])
            fs__broadphase2_test_row(boxes, aim, row1 - 1, found);
        for (uint32_t i = 0; i < 4 && in->child != 0; i++)
            stack[left++] = in->child + i;
    }
}

const struct fs__broadphase2_ops fs__broadphase2_quadtree = {
    quad_size, quad_open, quad_update, quad_walk, NULL, NULL
};
