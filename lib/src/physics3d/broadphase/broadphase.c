/* broadphase.c: the part of the broad phase that all structures share.
 *
 * The structure proposes rows, exact tests decide and the result is sorted here: so no result depends on the structure.
 */
#include "physics3d/broadphase/broadphase_internal.h"

#include <string.h>

static const struct fs__broadphase3_ops *ops_of(fs__broadphase3_kind kind)
{
    static const struct fs__broadphase3_ops *const table[FS__BROADPHASE3_KINDS] = {
        [FS__BROADPHASE3_TREE] = &fs__broadphase3_tree,
        [FS__BROADPHASE3_BRUTE_FORCE] = &fs__broadphase3_brute_force,
    };
    FS_ASSERT((unsigned)kind < FS__BROADPHASE3_KINDS);
    return table[kind];
}

/* --- memory ---------------------------------------------------------------------------------- */

size_t fs__broadphase3_size(fs__broadphase3_kind kind, uint32_t capacity)
{
    size_t pairs = (size_t)capacity * FS__BROADPHASE3_PAIRS_PER_ROW * sizeof(fs__broadphase3_pair);
    return FS_ARENA_BYTES(sizeof(struct fs__broadphase3)) + ops_of(kind)->size(capacity) + 2 * FS_ARENA_BYTES(pairs) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES(((size_t)capacity + 1) * sizeof(uint32_t)) + FS_ARENA_BYTES(capacity);
}

struct fs__broadphase3 *fs__broadphase3_open(fs__broadphase3_kind kind, void *memory, uint32_t capacity)
{
    size_t pairs = (size_t)capacity * FS__BROADPHASE3_PAIRS_PER_ROW * sizeof(fs__broadphase3_pair);
    fs_arena arena = fs_arena_make(memory, fs__broadphase3_size(kind, capacity));
    struct fs__broadphase3 *b = fs_arena_take(&arena, sizeof *b);
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

void fs__broadphase3_update(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes)
{
    FS_ASSERT(boxes->count <= b->capacity);
    b->ops->update(b->self, boxes);
}

/* --- sorting rows ----------------------------------------------------------------------------- */

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void sift_heap(uint32_t *a, uint32_t root, uint32_t n)
{
    for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && a[child] < a[child + 1];
        if (a[root] >= a[child])
            return;
        swap(&a[root], &a[child]);
    }
}

static void make_heap(uint32_t *a, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift_heap(a, i, n);
}

/* Heap sort bounds the time of many; few are sorted by insertion. */
void fs__broadphase3_sort_rows(uint32_t *a, uint32_t n)
{
    if (n <= 32) {
        for (uint32_t i = 1; i < n; i++) {
            uint32_t v = a[i], j = i;
            for (; j > 0 && a[j - 1] > v; j--)
                a[j] = a[j - 1];
            a[j] = v;
        }
        return;
    }
    make_heap(a, n);
    for (uint32_t end = n; end-- > 1;) {
        swap(&a[0], &a[end]);
        sift_heap(a, 0, end);
    }
}

/* --- exact tests ----------------------------------------------------------------------------- */

/* The line of a segment seen along one axis: whether it passes the rectangle of the box. Every operand is below 2^62, so
 * that the sum fits 128 bits. */
static int side_of_line(int64_t dx, int64_t dy, int64_t x, int64_t y)
{
    return fs_i128_sign(fs_i128_sub(fs_i128_mul(dx, y), fs_i128_mul(dy, x)));
}

static bool meets_rectangle(int64_t dx, int64_t dy, int64_t lx, int64_t ly, int64_t hx, int64_t hy)
{
    int a = side_of_line(dx, dy, lx, ly), b = side_of_line(dx, dy, hx, ly), c = side_of_line(dx, dy, lx, hy),
        e = side_of_line(dx, dy, hx, hy);
    bool left = a > 0 && b > 0 && c > 0 && e > 0, right = a < 0 && b < 0 && c < 0 && e < 0;
    return !left && !right;
}

/* Along each of the three axes, in quarters of a raw step, where differences fit 64 bits; the box grows by more than the
 * rounding. */
bool fs__broadphase3_line_overlaps(fs_pos3 from, fs_pos3 to, fs_aabb3 box)
{
    fs_pos3 o = { fs_asr64(from.x, 2), fs_asr64(from.y, 2), fs_asr64(from.z, 2) };
    fs_pos3 d = { fs_asr64(to.x, 2) - o.x, fs_asr64(to.y, 2) - o.y, fs_asr64(to.z, 2) - o.z };
    fs_pos3 l = { fs_asr64(box.low.x, 2) - 1 - o.x, fs_asr64(box.low.y, 2) - 1 - o.y,
                  fs_asr64(box.low.z, 2) - 1 - o.z };
    fs_pos3 h = { fs_asr64(box.high.x, 2) + 1 - o.x, fs_asr64(box.high.y, 2) + 1 - o.y,
                  fs_asr64(box.high.z, 2) + 1 - o.z };
    return meets_rectangle(d.x, d.y, l.x, l.y, h.x, h.y) && meets_rectangle(d.y, d.z, l.y, l.z, h.y, h.z) &&
           meets_rectangle(d.z, d.x, l.z, l.x, h.z, h.x);
}

void fs__broadphase3_test_row(const struct fs__broadphase3_aabb_columns *boxes,
                              const struct fs__broadphase3_target *aim, uint32_t row,
                              struct fs__broadphase3_result *found)
{
    FS_ASSERT(row < boxes->count);
    fs_aabb3 box = fs__broadphase3_row_aabb(boxes, row);
    if (!fs__broadphase3_row_live(boxes, row) || !fs_aabb3_overlaps(box, aim->box))
        return;
    if (aim->ray && !fs__broadphase3_line_overlaps(aim->from, aim->to, box))
        return;
    if (found->count < found->capacity) {
        found->rows[found->count] = row;
    } else if (found->capacity > 0) {
        if (found->count == found->capacity)
            make_heap(found->rows, found->capacity);
        if (row < found->rows[0]) {
            found->rows[0] = row;
            sift_heap(found->rows, 0, found->capacity);
        }
    }
    found->count++;
}

bool fs__broadphase3_node_aabb(const struct fs__broadphase3 *b, uint32_t index, fs_aabb3 *box)
{
    return b->ops->inner != NULL && b->ops->inner(b->self, index, box);
}

/* --- queries --------------------------------------------------------------------------------- */

static uint32_t find_rows(const struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                          const struct fs__broadphase3_target *aim, uint32_t *rows, uint32_t capacity)
{
    struct fs__broadphase3_result found = { rows, capacity, 0 };
    FS_ASSERT(boxes->count <= b->capacity);
    b->ops->walk(b->self, boxes, aim, &found);
    fs__broadphase3_sort_rows(rows, fs_min_u32(found.count, capacity));
    return found.count;
}

uint32_t fs__broadphase3_query(const struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                               fs_aabb3 box, uint32_t *rows, uint32_t capacity)
{
    struct fs__broadphase3_target aim = { .box = box };
    return find_rows(b, boxes, &aim, rows, capacity);
}

uint32_t fs__broadphase3_ray(const struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                             fs_pos3 from, fs_pos3 to, uint32_t *rows, uint32_t capacity)
{
    struct fs__broadphase3_target aim = { .box = { fs_pos3_min(from, to), fs_pos3_max(from, to) },
                                          .from = from,
                                          .to = to,
                                          .ray = true };
    return find_rows(b, boxes, &aim, rows, capacity);
}

/* --- pairs ----------------------------------------------------------------------------------- */

/* The neighbours of a row, ascending, in b->row. */
static uint32_t find_neighbours(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                                uint32_t row)
{
    return fs__broadphase3_query(b, boxes, fs__broadphase3_row_aabb(boxes, row), b->row, b->capacity);
}

/* Every row in turn: sorted by itself, and as fast as any method when most rows moved. */
static uint32_t pairs_of_all(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                             fs__broadphase3_pair *pairs, uint32_t capacity)
{
    uint32_t total = 0;
    for (uint32_t r = 0; r < boxes->count; r++) {
        uint32_t n = fs__broadphase3_row_live(boxes, r) ? find_neighbours(b, boxes, r) : 0;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t s = b->row[k];
            if (s <= r || (b->moved[r] | b->moved[s]) == 0)
                continue;
            if (total < capacity)
                pairs[total] = (fs__broadphase3_pair){ r, s };
            total++;
        }
    }
    return total;
}

/* By a query for every row that moved; stops when the list is full. */
static void gather_pairs(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                         const uint32_t *moved, uint32_t count, struct fs__broadphase3_pair_list *out)
{
    for (uint32_t i = 0; i < count && out->count <= out->capacity; i++) {
        uint32_t n = fs__broadphase3_row_live(boxes, moved[i]) ? find_neighbours(b, boxes, moved[i]) : 0;
        for (uint32_t k = 0; k < n; k++)
            fs__broadphase3_add_pair(out, b->moved, moved[i], b->row[k]);
    }
}

/* Pairs with one first row: by their second ones. */
static void sort_run(struct fs__broadphase3 *b, fs__broadphase3_pair *pairs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        b->row[i] = pairs[i].b;
    fs__broadphase3_sort_rows(b->row, count);
    for (uint32_t i = 0; i < count; i++)
        pairs[i].b = b->row[i];
}

/* By a counting sort of the first rows, then each one's few second rows. */
static void sort_pairs(struct fs__broadphase3 *b, uint32_t rows, const fs__broadphase3_pair *found, uint32_t count,
                       fs__broadphase3_pair *pairs)
{
    uint32_t sum = 0;
    memset(b->start, 0, ((size_t)rows + 1) * sizeof *b->start);
    for (uint32_t i = 0; i < count; i++)
        b->start[found[i].a]++;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t n = b->start[r];
        b->start[r] = sum;
        sum += n;
    }
    for (uint32_t i = 0; i < count; i++)
        pairs[b->start[found[i].a]++] = found[i];
    for (uint32_t from = 0, to; from < count; from = to) {
        to = b->start[pairs[from].a];
        if (to > from + 1)
            sort_run(b, pairs + from, to - from);
    }
}

/* False when there are more pairs than the lists hold. */
static bool pairs_of_moved(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                           const uint32_t *moved, uint32_t moved_count, fs__broadphase3_pair *pairs, uint32_t capacity,
                           uint32_t *total)
{
    struct fs__broadphase3_pair_list found = { b->found, b->capacity * FS__BROADPHASE3_PAIRS_PER_ROW, 0 };
    if (b->ops->pairs != NULL)
        b->ops->pairs(b->self, boxes, b->moved, &found);
    else
        gather_pairs(b, boxes, moved, moved_count, &found);
    if (found.count > found.capacity)
        return false;
    bool fits = found.count <= capacity;
    sort_pairs(b, boxes->count, found.pair, found.count, fits ? pairs : b->sorted);
    if (!fits)
        memcpy(pairs, b->sorted, capacity * sizeof *pairs);
    *total = found.count;
    return true;
}

uint32_t fs__broadphase3_find_pairs(struct fs__broadphase3 *b, const struct fs__broadphase3_aabb_columns *boxes,
                                    const uint32_t *moved, uint32_t moved_count, fs__broadphase3_pair *pairs,
                                    uint32_t capacity)
{
    uint32_t total;
    FS_ASSERT(boxes->count <= b->capacity && moved_count <= boxes->count);
    memset(b->moved, 0, boxes->count);
    for (uint32_t i = 0; i < moved_count; i++)
        b->moved[moved[i]] = 1;
    bool few = b->ops->pairs != NULL || moved_count <= boxes->count / 2;
    if (few && pairs_of_moved(b, boxes, moved, moved_count, pairs, capacity, &total))
        return total;
    return pairs_of_all(b, boxes, pairs, capacity);
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

static void brute_update(void *self, const struct fs__broadphase3_aabb_columns *boxes)
{
    (void)self;
    (void)boxes;
}

static void brute_walk(const void *self, const struct fs__broadphase3_aabb_columns *boxes,
                       const struct fs__broadphase3_target *aim, struct fs__broadphase3_result *found)
{
    (void)self;
    for (uint32_t r = 0; r < boxes->count; r++)
        fs__broadphase3_test_row(boxes, aim, r, found);
}

const struct fs__broadphase3_ops fs__broadphase3_brute_force = { brute_size, brute_open, brute_update,
                                                                 brute_walk, NULL,       NULL };
