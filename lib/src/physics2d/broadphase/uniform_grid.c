/* uniform_grid.c: a uniform grid of boxes; see broadphase_internal.h.
 *
 * Cells are a power of two wide, about as wide as most boxes, and hashed into buckets, so that space has no border. A box
 * is stored in every cell that it overlaps, at most MAX_CELLS; larger ones are in a list that is always tested. A box in
 * several cells is reported in the first one that it shares with the query. Built anew at every update.
 */
#include "physics2d/broadphase/broadphase_internal.h"

#include <string.h>

enum { MAX_CELLS = 4, SAMPLES = 63, MIN_SHIFT = 2, MAX_SHIFT = 62 };

struct entry {
    int64_t x, y;
    uint32_t row;
};

struct cells {
    uint32_t *start;     /* buckets + 1 */
    struct entry *entry; /* MAX_CELLS per row, by bucket */
    uint32_t *large;     /* capacity */
    uint32_t capacity, mask, entry_count, large_count, rows;
    unsigned shift;
};

/* A rectangle of cells. */
struct span {
    int64_t x0, x1, y0, y1;
};

static size_t cells_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct cells)) +
           FS_ARENA_BYTES(((size_t)fs__broadphase_bucket_count(capacity) + 1) * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * MAX_CELLS * sizeof(struct entry)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t));
}

static void *cells_open(fs_arena *arena, uint32_t capacity)
{
    struct cells *c = fs_arena_take(arena, sizeof *c);
    uint32_t buckets = fs__broadphase_bucket_count(capacity);
    memset(c, 0, sizeof *c);
    c->start = fs_arena_take(arena, ((size_t)buckets + 1) * sizeof *c->start);
    c->entry = fs_arena_take(arena, (size_t)capacity * MAX_CELLS * sizeof *c->entry);
    c->large = fs_arena_take(arena, (size_t)capacity * sizeof *c->large);
    c->capacity = capacity;
    c->mask = buckets - 1;
    c->shift = MIN_SHIFT;
    memset(c->start, 0, ((size_t)buckets + 1) * sizeof *c->start);
    return c;
}

static struct span span_of(const struct cells *c, fs_aabb2 box)
{
    return (struct span){ fs_asr64(box.low.x, c->shift), fs_asr64(box.high.x, c->shift), fs_asr64(box.low.y, c->shift),
                          fs_asr64(box.high.y, c->shift) };
}

/* Cells in a span, or more than `limit`. */
static uint64_t count_cells(struct span s, uint64_t limit)
{
    uint64_t wide = (uint64_t)(s.x1 - s.x0) + 1, tall = (uint64_t)(s.y1 - s.y0) + 1;
    return s.x1 < s.x0 || s.y1 < s.y0 ? 0 : wide > limit || tall > limit ? limit + 1 : wide * tall;
}

/* The hash decides the speed and no result. */
static uint32_t bucket_of(const struct cells *c, int64_t x, int64_t y)
{
    uint64_t h = (uint64_t)x * 0x9E3779B97F4A7C15u;
    h = (h ^ (h >> 32) ^ (uint64_t)y) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(h >> 32) & c->mask;
}

/* As wide as the middle one of a sample of boxes, rounded up. */
static unsigned choose_shift(const struct fs__broadphase2_aabb_columns *boxes)
{
    uint8_t bits[SAMPLES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < SAMPLES && i < boxes->count; i++) {
        uint32_t r = (uint32_t)((uint64_t)i * boxes->count / fs_min_u32(SAMPLES, boxes->count));
        if (!fs__broadphase2_row_live(boxes, r))
            continue;
        uint64_t side = fs_max_u64(fs_absdiff64(boxes->high[r].x, boxes->low[r].x),
                                   fs_absdiff64(boxes->high[r].y, boxes->low[r].y));
        uint8_t b = (uint8_t)fs_bit_width64(side);
        uint32_t k = n++;
        for (; k > 0 && bits[k - 1] > b; k--)
            bits[k] = bits[k - 1];
        bits[k] = b;
    }
    return n == 0 ? MIN_SHIFT : (unsigned)fs_clamp32(bits[n / 2], MIN_SHIFT, MAX_SHIFT);
}

/* The first pass counts (`fill` false), the second puts every box into its cells. */
static void pass(struct cells *c, const struct fs__broadphase2_aabb_columns *boxes, bool fill)
{
    c->large_count = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        if (!fs__broadphase2_row_live(boxes, r))
            continue;
        struct span s = span_of(c, fs__broadphase2_row_aabb(boxes, r));
        if (count_cells(s, MAX_CELLS) > MAX_CELLS) {
            c->large[c->large_count++] = r;
            continue;
        }
        for (int64_t y = s.y0; y <= s.y1; y++)
            for (int64_t x = s.x0; x <= s.x1; x++) {
                uint32_t *at = &c->start[bucket_of(c, x, y)];
                if (fill)
                    c->entry[--*at] = (struct entry){ x, y, r };
                else
                    ++*at;
            }
    }
}

static void cells_update(void *self, const struct fs__broadphase2_aabb_columns *boxes)
{
    struct cells *c = self;
    uint32_t sum = 0;
    c->shift = choose_shift(boxes);
    c->rows = boxes->count;
    memset(c->start, 0, ((size_t)c->mask + 2) * sizeof *c->start);
    pass(c, boxes, false);
    for (uint32_t b = 0; b <= c->mask + 1; b++) {
        sum += c->start[b];
        c->start[b] = sum;
    }
    c->entry_count = sum;
    pass(c, boxes, true);
}

static void walk_cell(const struct cells *c, const struct fs__broadphase2_aabb_columns *boxes,
                      const struct fs__broadphase2_target *aim, struct span s, int64_t x, int64_t y,
                      struct fs__row_list *found)
{
    uint32_t b = bucket_of(c, x, y);
    for (uint32_t i = c->start[b]; i < c->start[b + 1]; i++) {
        const struct entry *p = &c->entry[i];
        if (p->x != x || p->y != y)
            continue;
        struct span own = span_of(c, fs__broadphase2_row_aabb(boxes, p->row));
        if (x == fs_max64(own.x0, s.x0) && y == fs_max64(own.y0, s.y0))
            fs__broadphase2_test_row(boxes, aim, p->row, found);
    }
}

/* A query that meets more cells than there are rows tests the rows. */
static void cells_walk(const void *self, const struct fs__broadphase2_aabb_columns *boxes,
                       const struct fs__broadphase2_target *aim, struct fs__row_list *found)
{
    const struct cells *c = self;
    struct span s = span_of(c, aim->box);
    if (count_cells(s, c->rows) > c->rows) {
        for (uint32_t r = 0; r < c->rows; r++)
            fs__broadphase2_test_row(boxes, aim, r, found);
        return;
    }
    for (uint32_t i = 0; i < c->large_count; i++)
        fs__broadphase2_test_row(boxes, aim, c->large[i], found);
    for (int64_t y = s.y0; y <= s.y1; y++)
        for (int64_t x = s.x0; x <= s.x1; x++)
            walk_cell(c, boxes, aim, s, x, y, found);
}

const struct fs__broadphase2_ops fs__broadphase2_uniform_grid = { cells_size, cells_open, cells_update,
                                                                  cells_walk, NULL,       NULL };
