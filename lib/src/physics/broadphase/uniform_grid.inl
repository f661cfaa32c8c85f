/* uniform_grid.inl: two uniform grids of boxes; see broadphase_internal.h.
 *
 * Cells are a power of two wide, about as wide as most boxes, and hashed into buckets, so that space has no border. One
 * grid stores a box in every cell that it overlaps, at most MAX_CELLS, and reports it in the first one that it shares with
 * the query. The other one stores a box in the cell of its centre alone, when no side is wider than a cell; a query then
 * searches the cells within half a cell of its box, all neighbours of them. Larger boxes are in a list that is always
 * tested. Built anew at every update.
 *
 * Template: included once by uniform_grid.c of physics2d and of physics3d.
 */
#include "physics/broadphase/broadphase_internal.h"

#include <string.h>

enum { MAX_CELLS = 1 << FS__AXES, SAMPLES = 63, MIN_SHIFT = 2, MAX_SHIFT = 62 };

struct cell {
    int64_t at[FS__AXES];
};

struct entry {
    struct cell cell;
    uint32_t row;
};

struct cells {
    uint32_t *start;     /* buckets + 1 */
    struct entry *entry; /* MAX_CELLS per row, or one, by bucket */
    uint32_t *large;     /* capacity */
    uint32_t capacity, mask, large_count, rows;
    unsigned shift;
    bool by_centre; /* a box is in the cell of its centre alone */
};

/* A box of cells. */
struct span {
    struct cell low, high;
};

static size_t size_with(uint32_t capacity, size_t cells_per_row)
{
    return FS_ARENA_BYTES(sizeof(struct cells)) +
           FS_ARENA_BYTES(((size_t)fs__broadphase_bucket_count(capacity) + 1) * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * cells_per_row * sizeof(struct entry)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t));
}

static struct cells *open_with(fs_arena *arena, uint32_t capacity, size_t cells_per_row)
{
    struct cells *c = fs_arena_take(arena, sizeof *c);
    uint32_t buckets = fs__broadphase_bucket_count(capacity);
    memset(c, 0, sizeof *c);
    c->start = fs_arena_take(arena, ((size_t)buckets + 1) * sizeof *c->start);
    c->entry = fs_arena_take(arena, (size_t)capacity * cells_per_row * sizeof *c->entry);
    c->large = fs_arena_take(arena, (size_t)capacity * sizeof *c->large);
    c->capacity = capacity;
    c->mask = buckets - 1;
    c->shift = MIN_SHIFT;
    c->by_centre = cells_per_row == 1;
    memset(c->start, 0, ((size_t)buckets + 1) * sizeof *c->start);
    return c;
}

static size_t cells_size(uint32_t capacity)
{
    return size_with(capacity, MAX_CELLS);
}

static void *cells_open(fs_arena *arena, uint32_t capacity)
{
    return open_with(arena, capacity, MAX_CELLS);
}

static size_t centres_size(uint32_t capacity)
{
    return size_with(capacity, 1);
}

static void *centres_open(fs_arena *arena, uint32_t capacity)
{
    return open_with(arena, capacity, 1);
}

/* ---- cells ---------------------------------------------------------------------------------------------------- */

static struct cell cell_of(const struct cells *c, const int64_t *point)
{
    struct cell cell;
    for (unsigned k = 0; k < FS__AXES; k++)
        cell.at[k] = fs_asr64(point[k], c->shift);
    return cell;
}

static struct span span_of(const struct cells *c, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    return (struct span){ cell_of(c, low), cell_of(c, high) };
}

/* The cells in which a query searches: of centres, those of every box that may reach into its own. */
static struct span search_span(const struct cells *c, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES], reach = c->by_centre ? (int64_t)1 << (c->shift - 1) : 0;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        low[k] = fs_sat64_sub(low[k], reach);
        high[k] = fs_sat64_add(high[k], reach);
    }
    return (struct span){ cell_of(c, low), cell_of(c, high) };
}

/* Cells in a span, or more than `limit`. */
static uint64_t count_cells(const struct span *s, uint64_t limit)
{
    uint64_t cells = 1;
    for (unsigned k = 0; k < FS__AXES; k++) {
        if (s->high.at[k] < s->low.at[k])
            return 0;
        uint64_t wide = (uint64_t)s->high.at[k] - (uint64_t)s->low.at[k];
        if (wide >= limit || cells * (wide + 1) > limit)
            return limit + 1;
        cells *= wide + 1;
    }
    return cells;
}

/* Moves `at` to the next cell of the span, along the first axis first; false after the last one. */
static bool next_cell(const struct span *s, struct cell *at)
{
    for (unsigned k = 0; k < FS__AXES; k++) {
        if (at->at[k] < s->high.at[k]) {
            at->at[k]++;
            return true;
        }
        at->at[k] = s->low.at[k];
    }
    return false;
}

/* The hash decides the speed and no result. */
static uint32_t bucket_of(const struct cells *c, const struct cell *cell)
{
    uint64_t h = (uint64_t)cell->at[0] * 0x9E3779B97F4A7C15u;
    for (unsigned k = 1; k < FS__AXES; k++)
        h = (h ^ (h >> 32) ^ (uint64_t)cell->at[k]) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(h >> 32) & c->mask;
}

static bool are_equal(const struct cell *a, const struct cell *b)
{
    int64_t differences = 0;
    for (unsigned k = 0; k < FS__AXES; k++)
        differences |= a->at[k] ^ b->at[k];
    return differences == 0;
}

static uint64_t side_of(fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    uint64_t side = 0;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++)
        side = fs_max_u64(side, fs_absdiff64(high[k], low[k]));
    return side;
}

/* As wide as the middle one of a sample of boxes, rounded up. */
static unsigned choose_shift(const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint8_t bits[SAMPLES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < SAMPLES && i < boxes->count; i++) {
        uint32_t r = (uint32_t)((uint64_t)i * boxes->count / fs_min_u32(SAMPLES, boxes->count));
        if (!fs__broadphaseN_row_live(boxes, r))
            continue;
        uint8_t b = (uint8_t)fs_bit_width64(side_of(fs__broadphaseN_row_aabb(boxes, r)));
        uint32_t k = n++;
        for (; k > 0 && bits[k - 1] > b; k--)
            bits[k] = bits[k - 1];
        bits[k] = b;
    }
    return n == 0 ? MIN_SHIFT : (unsigned)fs_clamp32(bits[n / 2], MIN_SHIFT, MAX_SHIFT);
}

/* ---- update --------------------------------------------------------------------------------------------------- */

/* Half the sum, rounded down: no side is farther than half the width, rounded up. */
static int64_t middle_of(int64_t low, int64_t high)
{
    return fs_asr64(low, 1) + fs_asr64(high, 1) + (low & high & 1);
}

/* The cells that a box is stored in; false: in the list of large ones. */
static bool find_cells(const struct cells *c, fs_aabbN box, struct span *s)
{
    int64_t low[FS__AXES], high[FS__AXES];
    *s = span_of(c, box);
    if (!c->by_centre)
        return count_cells(s, MAX_CELLS) <= MAX_CELLS;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++)
        low[k] = middle_of(low[k], high[k]);
    s->low = s->high = cell_of(c, low);
    return side_of(box) < (uint64_t)1 << c->shift;
}

/* The first pass counts (`fill` false), the second puts every box into its cells. */
static void pass(struct cells *c, const struct fs__broadphaseN_aabb_columns *boxes, bool fill)
{
    c->large_count = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        struct span s;
        if (!fs__broadphaseN_row_live(boxes, r))
            continue;
        if (!find_cells(c, fs__broadphaseN_row_aabb(boxes, r), &s)) {
            c->large[c->large_count++] = r;
            continue;
        }
        struct cell cell = s.low;
        do {
            uint32_t *at = &c->start[bucket_of(c, &cell)];
            if (fill)
                c->entry[--*at] = (struct entry){ cell, r };
            else
                ++*at;
        } while (next_cell(&s, &cell));
    }
}

static void cells_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
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
    pass(c, boxes, true);
}

/* ---- queries -------------------------------------------------------------------------------------------------- */

/* Whether a cell is the first one that a box and the query share; a box that is in one cell only is met once. */
static bool is_first_shared(const struct cells *c, const struct cell *cell, const struct span *s, fs_aabbN box)
{
    struct span own = span_of(c, box);
    bool first = true;
    for (unsigned k = 0; k < FS__AXES; k++)
        first &= cell->at[k] == fs_max64(own.low.at[k], s->low.at[k]);
    return first || c->by_centre;
}

static void walk_cell(const struct cells *c, const struct fs__broadphaseN_aabb_columns *boxes,
                      const struct fs__broadphaseN_target *aim, const struct span *s, const struct cell *cell,
                      struct fs__row_list *found)
{
    uint32_t b = bucket_of(c, cell);
    for (uint32_t i = c->start[b]; i < c->start[b + 1]; i++) {
        const struct entry *p = &c->entry[i];
        if (are_equal(&p->cell, cell) && is_first_shared(c, cell, s, fs__broadphaseN_row_aabb(boxes, p->row)))
            fs__broadphaseN_test_row(boxes, aim, p->row, found);
    }
}

/* A query that meets more cells than there are rows tests the rows. */
static void cells_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                       const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct cells *c = self;
    struct span s = search_span(c, aim->box);
    uint64_t cells = count_cells(&s, c->rows);
    if (cells > c->rows) {
        for (uint32_t r = 0; r < c->rows; r++)
            fs__broadphaseN_test_row(boxes, aim, r, found);
        return;
    }
    for (uint32_t i = 0; i < c->large_count; i++)
        fs__broadphaseN_test_row(boxes, aim, c->large[i], found);
    struct cell cell = s.low;
    do {
        if (cells > 0)
            walk_cell(c, boxes, aim, &s, &cell, found);
    } while (cells > 0 && next_cell(&s, &cell));
}

const struct fs__broadphaseN_ops fs__broadphaseN_uniform_grid = { cells_size, cells_open, cells_update,
                                                                  cells_walk, NULL,       NULL };
const struct fs__broadphaseN_ops fs__broadphaseN_centre_grid = { centres_size, centres_open, cells_update,
                                                                 cells_walk,   NULL,         NULL };
