/* broadphase.inl: the part of the broad phase that all structures share.
 *
 * The structure proposes rows, exact tests decide and the result is sorted here: so no result depends on the structure.
 *
 * Template: included once by broadphase.c of physics2d and of physics3d.
 */
#include "physics/broadphase/broadphase_internal.h"

#include <string.h>

#include "base/parallel_for.h"

static const struct fs__broadphaseN_ops *ops_of(fs__broadphase_kind kind)
{
    static const struct fs__broadphaseN_ops *const table[FS__BROADPHASE_KINDS] = {
        [FS__BROADPHASE_TREE] = &fs__broadphaseN_tree,
        [FS__BROADPHASE_HIERARCHICAL_GRID] = &fs__broadphaseN_hierarchical_grid,
        [FS__BROADPHASE_UNIFORM_GRID] = &fs__broadphaseN_uniform_grid,
        [FS__BROADPHASE_CENTRE_GRID] = &fs__broadphaseN_centre_grid,
        [FS__BROADPHASE_OCTREE] = &fs__broadphaseN_octree,
        [FS__BROADPHASE_BSP] = &fs__broadphaseN_bsp,
        [FS__BROADPHASE_BSP_TERNARY] = &fs__broadphaseN_bsp_ternary,
        [FS__BROADPHASE_TREE_BUILT] = &fs__broadphaseN_tree_built,
        [FS__BROADPHASE_TREE_MERGED] = &fs__broadphaseN_tree_merged,
        [FS__BROADPHASE_TREE_INSERTED] = &fs__broadphaseN_tree_inserted,
        [FS__BROADPHASE_SWEEP_AND_PRUNE] = &fs__broadphaseN_sweep_and_prune,
        [FS__BROADPHASE_BRUTE_FORCE] = &fs__broadphaseN_brute_force,
        [FS__BROADPHASE_SPHERE_TREE] = &fs__broadphaseN_sphere_tree,
        [FS__BROADPHASE_BSP_OF_TREES] = &fs__broadphaseN_bsp_of_trees,
        [FS__BROADPHASE_OBJECT_TREES] = &fs__broadphaseN_object_trees,
    };
    FS_ASSERT((unsigned)kind < FS__BROADPHASE_KINDS);
    return table[kind];
}

/* --- memory ---------------------------------------------------------------------------------- */

size_t fs__broadphaseN_size(fs__broadphase_kind kind, uint32_t capacity)
{
    size_t pairs = (size_t)capacity * FS__BROADPHASE_PAIRS_PER_ROW * sizeof(fs__broadphase_pair);
    return FS_ARENA_BYTES(sizeof(struct fs__broadphaseN)) + ops_of(kind)->size(capacity) + 2 * FS_ARENA_BYTES(pairs) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES(((size_t)capacity + 1) * sizeof(uint32_t)) + FS_ARENA_BYTES(capacity);
}

struct fs__broadphaseN *fs__broadphaseN_open(fs__broadphase_kind kind, void *memory, uint32_t capacity)
{
    size_t pairs = (size_t)capacity * FS__BROADPHASE_PAIRS_PER_ROW * sizeof(fs__broadphase_pair);
    fs_arena arena = fs_arena_make(memory, fs__broadphaseN_size(kind, capacity));
    struct fs__broadphaseN *b = fs_arena_take(&arena, sizeof *b);
    b->ops = ops_of(kind);
    b->capacity = capacity;
    b->self = b->ops->open(&arena, capacity);
    b->row = fs_arena_take(&arena, (size_t)capacity * sizeof *b->row);
    b->start = fs_arena_take(&arena, ((size_t)capacity + 1) * sizeof *b->start);
    b->moved = fs_arena_take(&arena, capacity);
    b->found = fs_arena_take(&arena, pairs);
    b->sorted = fs_arena_take(&arena, pairs);
    return b;
}

void fs__broadphaseN_update(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes)
{
    FS_ASSERT(boxes->count <= b->capacity);
    b->ops->update(b->self, boxes);
}

/* --- exact tests ----------------------------------------------------------------------------- */

/* Every operand is below 2^62, so that the sum fits 128 bits. */
static int side_of_line(int64_t dx, int64_t dy, int64_t x, int64_t y)
{
    return fs_i128_sign(fs_i128_sub(fs_i128_mul(dx, y), fs_i128_mul(dy, x)));
}

/* A line through the origin in the plane of two axes: whether it may meet the rectangle of the box. */
static bool meets_rectangle(const int64_t *d, const int64_t *low, const int64_t *high, unsigned x, unsigned y)
{
    int a = side_of_line(d[x], d[y], low[x], low[y]), b = side_of_line(d[x], d[y], high[x], low[y]),
        c = side_of_line(d[x], d[y], low[x], high[y]), e = side_of_line(d[x], d[y], high[x], high[y]);
    bool left = a > 0 && b > 0 && c > 0 && e > 0, right = a < 0 && b < 0 && c < 0 && e < 0;
    return !left && !right;
}

/* Seen in each plane of two axes, in quarters of a raw step, where differences fit 64 bits; the box grows by more than the
 * rounding. */
bool fs__broadphaseN_line_overlaps(fs_posN from, fs_posN to, fs_aabbN box)
{
    int64_t o[FS__AXES], d[FS__AXES], low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(from, o);
    fs__posN_to_axes(to, d);
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        o[k] = fs_asr64(o[k], 2);
        d[k] = fs_asr64(d[k], 2) - o[k];
        low[k] = fs_asr64(low[k], 2) - 1 - o[k];
        high[k] = fs_asr64(high[k], 2) + 1 - o[k];
    }
    for (unsigned k = 0; k < FS__PLANES; k++)
        if (!meets_rectangle(d, low, high, k, (k + 1) % FS__AXES))
            return false;
    return true;
}

void fs__broadphaseN_test_row(const struct fs__broadphaseN_aabb_columns *boxes,
                              const struct fs__broadphaseN_target *aim, uint32_t row, struct fs__row_list *found)
{
    FS_ASSERT(row < boxes->count);
    fs_aabbN box = fs__broadphaseN_row_aabb(boxes, row);
    if (!fs__broadphaseN_row_live(boxes, row) || !fs_aabbN_overlaps(box, aim->box))
        return;
    if (aim->ray && !fs__broadphaseN_line_overlaps(aim->from, aim->to, box))
        return;
    fs__row_list_add(found, row);
}

bool fs__broadphaseN_node_aabb(const struct fs__broadphaseN *b, uint32_t index, fs_aabbN *box)
{
    return b->ops->inner != NULL && b->ops->inner(b->self, index, box);
}

/* --- queries --------------------------------------------------------------------------------- */

static uint32_t find_rows(const struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                          const struct fs__broadphaseN_target *aim, uint32_t *rows, uint32_t capacity)
{
    struct fs__row_list found = { rows, capacity, 0 };
    FS_ASSERT(boxes->count <= b->capacity);
    b->ops->walk(b->self, boxes, aim, &found);
    fs__rows_sort(rows, fs_min_u32(found.count, capacity));
    return found.count;
}

uint32_t fs__broadphaseN_query(const struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                               fs_aabbN box, uint32_t *rows, uint32_t capacity)
{
    struct fs__broadphaseN_target aim = { .box = box };
    return find_rows(b, boxes, &aim, rows, capacity);
}

uint32_t fs__broadphaseN_ray(const struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                             fs_posN from, fs_posN to, uint32_t *rows, uint32_t capacity)
{
    struct fs__broadphaseN_target aim = { .box = { fs_posN_min(from, to), fs_posN_max(from, to) },
                                          .from = from,
                                          .to = to,
                                          .ray = true };
    return find_rows(b, boxes, &aim, rows, capacity);
}

/* --- pairs ----------------------------------------------------------------------------------- */

/* Every row in turn, whatever the number of pairs: sorted by itself. */
static uint32_t pairs_of_all(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                             const struct fs__broadphase_filter *filter, fs__broadphase_pair *pairs, uint32_t capacity)
{
    uint32_t total = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        if (!fs__broadphaseN_row_live(boxes, r))
            continue;
        uint32_t n = fs__broadphaseN_query(b, boxes, fs__broadphaseN_row_aabb(boxes, r), b->row, b->capacity);
        for (uint32_t k = 0; k < n; k++) {
            fs__broadphase_pair pair = { r, b->row[k] };
            if (pair.b <= r || (b->moved[r] | b->moved[pair.b]) == 0 || !fs__broadphase_is_wanted(filter, pair))
                continue;
            if (total < capacity)
                pairs[total] = pair;
            total++;
        }
    }
    return total;
}

/* The rows that moved, in parts: each has its share of the list of pairs and a list of neighbours. */
struct parts {
    const struct fs__broadphaseN *b;
    const struct fs__broadphaseN_aabb_columns *boxes;
    const struct fs__broadphase_search *search;
    struct fs__broadphase_pair_list found[FS__BROADPHASE_MAX_PARTS];
};

/* By a query for every row; stops when the list is full. */
static void gather_pairs(const struct parts *p, const uint32_t *row, uint32_t count, uint32_t *neighbour,
                         struct fs__broadphase_pair_list *out)
{
    const struct fs__broadphaseN *b = p->b;
    for (uint32_t i = 0; i < count && out->count <= out->capacity; i++) {
        if (!fs__broadphaseN_row_live(p->boxes, row[i]))
            continue;
        struct fs__row_list found = { neighbour, b->capacity, 0 };
        struct fs__broadphaseN_target aim = { .box = fs__broadphaseN_row_aabb(p->boxes, row[i]) };
        b->ops->walk(b->self, p->boxes, &aim, &found);
        for (uint32_t k = 0; k < found.count; k++)
            fs__broadphase_add_pair(out, b->moved, row[i], neighbour[k]);
    }
}

static void search_part(void *work, uint32_t part, uint32_t from, uint32_t to)
{
    struct parts *p = work;
    const struct fs__broadphaseN *b = p->b;
    const uint32_t *row = p->search->moved + from;
    if (b->ops->pairs != NULL)
        b->ops->pairs(b->self, p->boxes, b->moved, row, to - from, &p->found[part]);
    else
        gather_pairs(p, row, to - from, (uint32_t *)b->sorted + (size_t)part * b->capacity, &p->found[part]);
}

/* Joins the lists of the parts into that of the first; false when one was full. */
static bool join_parts(struct parts *p, uint32_t parts)
{
    struct fs__broadphase_pair_list *all = &p->found[0];
    for (uint32_t i = 0; i < parts; i++)
        if (p->found[i].count > p->found[i].capacity)
            return false;
    for (uint32_t i = 1; i < parts; i++) {
        memmove(all->pair + all->count, p->found[i].pair, p->found[i].count * sizeof *all->pair);
        all->count += p->found[i].count;
    }
    return true;
}

enum { PART_ROWS = 64 }; /* fewer rows are not worth another thread */

/* False when there are more pairs than the lists hold. */
static bool pairs_of_moved(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                           const struct fs__broadphase_search *search, uint32_t parts, struct parts *p)
{
    uint32_t share = b->capacity * FS__BROADPHASE_PAIRS_PER_ROW / parts;
    *p = (struct parts){ .b = b, .boxes = boxes, .search = search };
    for (uint32_t i = 0; i < parts; i++)
        p->found[i] = (struct fs__broadphase_pair_list){ b->found + (size_t)i * share, share, 0, search->filter };
    fs__parallel_for(search->tasks, search->moved_count, parts, search_part, p);
    return join_parts(p, parts);
}

static uint32_t sort_found(struct fs__broadphaseN *b, uint32_t rows, const struct fs__broadphase_pair_list *found,
                           fs__broadphase_pair *pairs, uint32_t capacity)
{
    bool fits = found->count <= capacity;
    struct fs__broadphase_sort_space space = { b->start, b->row };
    fs__broadphase_sort_pairs(space, rows, found->pair, found->count, fits ? pairs : b->sorted);
    if (!fits)
        memcpy(pairs, b->sorted, capacity * sizeof *pairs);
    return found->count;
}

uint32_t fs__broadphaseN_find_pairs(struct fs__broadphaseN *b, const struct fs__broadphaseN_aabb_columns *boxes,
                                    const struct fs__broadphase_search *search, fs__broadphase_pair *pairs,
                                    uint32_t capacity)
{
    uint32_t parts = fs__parallel_for_fine_chunks(search->tasks, search->moved_count, PART_ROWS);
    struct fs__broadphase_search owned = *search;
    struct parts p;
    FS_ASSERT(boxes->count <= b->capacity && search->moved_count <= boxes->count);
    owned.filter.owner = boxes->owner;
    memset(b->moved, 0, boxes->count);
    for (uint32_t i = 0; i < search->moved_count; i++)
        b->moved[search->moved[i]] = 1;
    parts = fs_min_u32(parts, FS__BROADPHASE_MAX_PARTS);
    if (pairs_of_moved(b, boxes, &owned, parts, &p) || (parts > 1 && pairs_of_moved(b, boxes, &owned, 1, &p)))
        return sort_found(b, boxes->count, &p.found[0], pairs, capacity);
    return pairs_of_all(b, boxes, &owned.filter, pairs, capacity);
}

/* --- the oracle ------------------------------------------------------------------------------ */

static size_t brute_size(uint32_t capacity)
{
    (void)capacity;
    return 0;
}

static void *brute_open(fs_arena *arena, uint32_t capacity)
{
    (void)arena;
    (void)capacity;
    return NULL;
}

static void brute_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    (void)self;
    (void)boxes;
}

static void brute_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                       const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    (void)self;
    for (uint32_t r = 0; r < boxes->count; r++)
        fs__broadphaseN_test_row(boxes, aim, r, found);
}

const struct fs__broadphaseN_ops fs__broadphaseN_brute_force = { brute_size, brute_open, brute_update,
                                                                 brute_walk, NULL,       NULL };
