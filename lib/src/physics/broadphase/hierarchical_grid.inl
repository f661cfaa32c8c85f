/* hierarchical_grid.inl: a grid of levels: boxes by their size; see broadphase_internal.h.
 *
 * A box is stored in one cell: that of its low corner, on the level whose cells are just wider than the box. It extends
 * into the next cell at most, so the boxes of a level that overlap a box are in the cells from one before it to its last.
 * Cells are hashed into buckets, adjacent cells of a row into adjacent buckets: neighbours are read from adjacent memory.
 * Built anew at every update, from the boxes alone: nothing is synchronised, and for pairs this is faster than a tree. Where
 * few boxes differ from those of the last update, only these leave their cells, to be tested one by one. A query that covers
 * many cells of small levels tests all rows of those levels instead.
 *
 * Template: included once by hierarchical_grid.c of physics2d and of physics3d.
 */
#include "physics/broadphase/broadphase_internal.h"

#include <string.h>

enum { FINEST = 24, COARSEST = 63 }; /* cells of 2^-8 m to everything */

/* Rows of levels with few of them, coarse ones first, are tested one by one: a floor and some walls need no cells. */
enum { MAX_SINGLES = 16 };

/* Most rows that are tested one by one, those that left their cells included. */
enum { MAX_LOOSE = 64 };

/* A row with a copy of its box: a search reads the rows of its cells one after the other. */
struct entry {
    fs_aabbN box;
    uint32_t row, level;
};

struct levels {
    uint32_t *start;     /* buckets + 1 */
    struct entry *entry; /* capacity, by bucket */
    uint8_t *level;      /* by row; 0: not in use, or in `single` */
    uint32_t *bucket;    /* by row with a level; after an update its place in `entry` */
    fs_aabbN *box;       /* by row, as of the last update */
    uint8_t *live;       /* likewise: 1 or 0 */
    uint32_t capacity, mask, rows;
    uint64_t present; /* bit per level with cells */
    struct entry single[MAX_LOOSE];
    uint32_t singles;
};

/* Cells of one level. */
struct span {
    int64_t low[FS__AXES], high[FS__AXES];
};

/* ---- memory --------------------------------------------------------------------------------------------------- */

static size_t levels_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct levels)) +
           FS_ARENA_BYTES(((size_t)fs__broadphase_bucket_count(capacity) + 1) * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(struct entry)) + 2 * FS_ARENA_BYTES(capacity) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) + FS_ARENA_BYTES((size_t)capacity * sizeof(fs_aabbN));
}

static void *levels_open(fs_arena *arena, uint32_t capacity)
{
    struct levels *l = fs_arena_take(arena, sizeof *l);
    uint32_t buckets = fs__broadphase_bucket_count(capacity);
    *l = (struct levels){ .capacity = capacity, .mask = buckets - 1 };
    l->start = fs_arena_take(arena, ((size_t)buckets + 1) * sizeof *l->start);
    l->entry = fs_arena_take(arena, (size_t)capacity * sizeof *l->entry);
    l->level = fs_arena_take(arena, capacity);
    l->bucket = fs_arena_take(arena, (size_t)capacity * sizeof *l->bucket);
    l->box = fs_arena_take(arena, (size_t)capacity * sizeof *l->box);
    l->live = fs_arena_take(arena, capacity);
    return l;
}

/* ---- cells ---------------------------------------------------------------------------------------------------- */

static unsigned level_of(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    int64_t low[FS__AXES], high[FS__AXES];
    uint64_t sides = 0;
    fs__posN_to_axes(boxes->low[row], low);
    fs__posN_to_axes(boxes->high[row], high);
    for (unsigned k = 0; k < FS__AXES; k++)
        sides |= fs_absdiff64(high[k], low[k]);
    return (unsigned)fs_clamp32(fs_bit_width64(sides), FINEST, COARSEST);
}

/* The bucket of the cell at x = 0 in the row of cells along x through `cell`. */
static inline uint32_t base_of(unsigned level, const int64_t *cell)
{
    uint64_t h = ((uint64_t)cell[1] + ((uint64_t)level << 56)) * UINT64_C(0x9E3779B97F4A7C15);
    for (unsigned k = 2; k < FS__AXES; k++)
        h = (h ^ (h >> 32) ^ (uint64_t)cell[k]) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(h >> 32);
}

static uint32_t bucket_of(const struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    int64_t cell[FS__AXES];
    unsigned level = l->level[row];
    fs__posN_to_axes(boxes->low[row], cell);
    for (unsigned k = 0; k < FS__AXES; k++)
        cell[k] = fs_asr64(cell[k], level);
    return (base_of(level, cell) + (uint32_t)(uint64_t)cell[0]) & l->mask;
}

static inline struct span span_of(fs_aabbN box, unsigned level)
{
    struct span s;
    fs__posN_to_axes(box.low, s.low);
    fs__posN_to_axes(box.high, s.high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        s.low[k] = fs_asr64(s.low[k], level) - 1;
        s.high[k] = fs_asr64(s.high[k], level);
    }
    return s;
}

/* More cells than rows: then all rows are tested. Adjacent cells never wrap around to the same bucket. */
static inline bool has_too_many_cells(const struct span *s, uint32_t rows)
{
    uint64_t cells = 1;
    for (unsigned k = 0; k < FS__AXES; k++) {
        uint64_t wide = (uint64_t)s->high[k] - (uint64_t)s->low[k]; /* one less */
        if (wide >= rows || cells * (wide + 1) > rows)
            return true;
        cells *= wide + 1;
    }
    return false;
}

/* ---- update --------------------------------------------------------------------------------------------------- */

/* Sets the level of every row; returns the bits of the levels whose rows are tested one by one. */
static uint64_t sort_into_levels(struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t count[COARSEST + 1] = { 0 }, singles = 0;
    uint64_t few = 0;
    l->present = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        l->level[r] = fs__broadphaseN_row_live(boxes, r) ? (uint8_t)level_of(boxes, r) : 0;
        count[l->level[r]]++;
    }
    for (unsigned level = COARSEST; level >= FINEST; level--) {
        if (count[level] == 0)
            continue;
        if (singles + count[level] > MAX_SINGLES) {
            l->present |= (uint64_t)1 << level;
            continue;
        }
        singles += count[level];
        few |= (uint64_t)1 << level;
    }
    return few;
}

static void add_single(struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    l->single[l->singles++] = (struct entry){ fs__broadphaseN_row_aabb(boxes, row), row, l->level[row] };
    l->level[row] = 0;
}

static void build(struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t buckets = l->mask + 1, sum = 0;
    uint64_t few = sort_into_levels(l, boxes);
    memset(l->start, 0, ((size_t)buckets + 1) * sizeof *l->start);
    l->rows = boxes->count;
    l->singles = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        l->live[r] = fs__broadphaseN_row_live(boxes, r);
        l->box[r] = fs__broadphaseN_row_aabb(boxes, r);
        if ((few >> l->level[r] & 1) != 0)
            add_single(l, boxes, r);
        if (l->level[r] != 0)
            l->start[l->bucket[r] = bucket_of(l, boxes, r)]++;
    }
    for (uint32_t b = 0; b <= buckets; b++) {
        sum += l->start[b];
        l->start[b] = sum;
    }
    for (uint32_t r = boxes->count; r-- > 0;)
        if (l->level[r] != 0) {
            l->bucket[r] = --l->start[l->bucket[r]];
            l->entry[l->bucket[r]] = (struct entry){ l->box[r], r, l->level[r] };
        }
}

/* Takes the row out of its cell, or out of `single`. */
static void remove_row(struct levels *l, uint32_t row)
{
    if (l->level[row] != 0) {
        l->entry[l->bucket[row]].level = 0; /* no search is for this level */
        l->level[row] = 0;
        return;
    }
    uint32_t i = 0;
    while (i < l->singles && l->single[i].row != row)
        i++;
    if (i < l->singles)
        l->single[i] = l->single[--l->singles];
}

/* Puts the rows that differ from those of the last update into `single`; false when they do not fit. */
static bool update_few(struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes)
{
    if (boxes->count != l->rows)
        return false;
    for (uint32_t r = 0; r < boxes->count; r++) {
        fs_aabbN box = fs__broadphaseN_row_aabb(boxes, r);
        uint8_t live = fs__broadphaseN_row_live(boxes, r);
        if (live == l->live[r] && fs_posN_eq(box.low, l->box[r].low) && fs_posN_eq(box.high, l->box[r].high))
            continue;
        remove_row(l, r);
        if (live && l->singles == MAX_LOOSE)
            return false;
        if (live)
            add_single(l, boxes, r);
        l->live[r] = live;
        l->box[r] = box;
    }
    return true;
}

static void levels_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    if (!update_few(self, boxes))
        build(self, boxes);
}

/* ---- queries -------------------------------------------------------------------------------------------------- */

/* Called with every row whose box overlaps. */
typedef void found_fn(void *to, uint32_t row);

/* Rows are noted first and told later: whether a box overlaps cannot be predicted, and noting needs no branch. */
struct notes {
    uint32_t count, row[32];
    found_fn *found;
    void *to;
};

static inline void tell(struct notes *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        n->found(n->to, n->row[i]);
    n->count = 0;
}

/* found: 0 or 1. */
static inline void note(struct notes *n, uint32_t row, uint32_t found)
{
    n->row[n->count] = row;
    n->count += found;
    if (n->count == sizeof n->row / sizeof *n->row)
        tell(n);
}

/* fs_aabbN_overlaps() without branches: 0 or 1. */
static inline uint32_t overlaps(fs_aabbN a, fs_aabbN b)
{
    int64_t a_low[FS__AXES], a_high[FS__AXES], b_low[FS__AXES], b_high[FS__AXES];
    uint32_t all = 1;
    fs__posN_to_axes(a.low, a_low);
    fs__posN_to_axes(a.high, a_high);
    fs__posN_to_axes(b.low, b_low);
    fs__posN_to_axes(b.high, b_high);
    for (unsigned k = 0; k < FS__AXES; k++)
        all &= (uint32_t)(a_low[k] <= b_high[k]) & (uint32_t)(b_low[k] <= a_high[k]);
    return all;
}

/* Whether an entry that overlaps the searched box is in the row of cells through `cell`: along x it then is in one of them. 0 or 1. */
static inline uint32_t is_in_row(const struct entry *e, unsigned level, const int64_t *cell)
{
    int64_t at[FS__AXES];
    fs__posN_to_axes(e->box.low, at);
    uint32_t in = e->level == level;
    for (unsigned k = 1; k < FS__AXES; k++)
        in &= (uint32_t)(fs_asr64(at[k], level) == cell[k]);
    return in;
}

/* Rows of other cells in these buckets are skipped: so a row is reported once. */
static inline void search_buckets(const struct levels *l, fs_aabbN box, uint32_t from, uint32_t to, unsigned level,
                                  const int64_t *cell, struct notes *notes)
{
    for (const struct entry *e = l->entry + l->start[from], *end = l->entry + l->start[to]; e < end; e++)
        note(notes, e->row, overlaps(box, e->box) & is_in_row(e, level, cell));
}

/* Moves `cell` to the next row of cells along x; false after the last one. */
static inline bool next_row_of_cells(const struct span *s, int64_t *cell)
{
    for (unsigned k = 1; k < FS__AXES; k++) {
        if (cell[k] < s->high[k]) {
            cell[k]++;
            return true;
        }
        cell[k] = s->low[k];
    }
    return false;
}

static inline void search_cells(const struct levels *l, fs_aabbN box, unsigned level, const struct span *s,
                                struct notes *notes)
{
    uint32_t width = (uint32_t)(s->high[0] - s->low[0]) + 1, buckets = l->mask + 1;
    int64_t cell[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++)
        cell[k] = s->low[k];
    do {
        uint32_t from = (base_of(level, cell) + (uint32_t)(uint64_t)s->low[0]) & l->mask, to = from + width;
        search_buckets(l, box, from, fs_min_u32(to, buckets), level, cell, notes);
        if (to > buckets)
            search_buckets(l, box, 0, to - buckets, level, cell, notes);
    } while (next_row_of_cells(s, cell));
}

static inline void search_levels(const struct levels *l, const struct fs__broadphaseN_aabb_columns *boxes, fs_aabbN box,
                                 found_fn *found, void *to)
{
    uint64_t all = 0;
    struct notes notes;
    notes.count = 0;
    notes.found = found;
    notes.to = to;
    for (uint32_t i = 0; i < l->singles; i++)
        note(&notes, l->single[i].row, overlaps(box, l->single[i].box));
    for (uint64_t left = l->present; left != 0; left &= left - 1) {
        unsigned level = (unsigned)fs_bit_width64(left & (0 - left)) - 1;
        struct span s = span_of(box, level);
        if (has_too_many_cells(&s, l->rows))
            all |= (uint64_t)1 << level;
        else
            search_cells(l, box, level, &s, &notes);
    }
    tell(&notes);
    for (uint32_t r = 0; all != 0 && r < l->rows; r++)
        if (l->level[r] != 0 && (all >> l->level[r] & 1) != 0 &&
            fs_aabbN_overlaps(box, fs__broadphaseN_row_aabb(boxes, r)))
            found(to, r);
}

struct walk {
    const struct fs__broadphaseN_aabb_columns *boxes;
    const struct fs__broadphaseN_target *aim;
    struct fs__row_list *found;
};

static void test_row(void *to, uint32_t row)
{
    const struct walk *w = to;
    fs__broadphaseN_test_row(w->boxes, w->aim, row, w->found);
}

static void levels_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                        const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    struct walk w = { boxes, aim, found };
    search_levels(self, boxes, aim->box, test_row, &w);
}

/* ---- pairs ---------------------------------------------------------------------------------------------------- */

struct search {
    const struct fs__broadphaseN_aabb_columns *boxes;
    const uint8_t *moved;
    fs_aabbN box;
    uint32_t row;
    struct fs__broadphase_pair_list *out;
};

static inline void add_pair(void *to, uint32_t row)
{
    const struct search *s = to;
    fs__broadphase_add_pair(s->out, s->moved, s->row, row);
}

static void levels_pairs(const void *self, const struct fs__broadphaseN_aabb_columns *boxes, const uint8_t *moved,
                         const uint32_t *row, uint32_t count, struct fs__broadphase_pair_list *out)
{
    struct search s = { .boxes = boxes, .moved = moved, .out = out };
    for (uint32_t i = 0; i < count; i++) {
        s.row = row[i];
        s.box = fs__broadphaseN_row_aabb(boxes, s.row);
        if (fs__broadphaseN_row_live(boxes, s.row))
            search_levels(self, boxes, s.box, add_pair, &s);
    }
}

const struct fs__broadphaseN_ops fs__broadphaseN_hierarchical_grid = { levels_size, levels_open,  levels_update,
                                                                       levels_walk, levels_pairs, NULL };
