/* point_grid.c: a uniform grid over points; see point_grid.h.
 *
 * The width of a cell is a power of two, so that its coordinates are shifts; a hash maps cells to buckets, so that space
 * is unbounded. A bucket may hold several cells; a candidate counts only if its own cell is the one searched, so none is
 * found twice.
 */
#include "particles/contact/point_grid.h"

#include <string.h>

/* Cells at least 2 raw steps wide keep the neighbour of every cell inside 64 bits. */
enum { NEIGHBOURS = 27, MIN_SHIFT = 1, MAX_SHIFT = 62 };

struct cell {
    int64_t x, y, z;
};

static uint32_t bucket_count(uint32_t points)
{
    uint32_t buckets = 1;
    while (buckets < points)
        buckets *= 2;
    return buckets;
}

size_t fs__point_grid_size(uint32_t count)
{
    size_t buckets = bucket_count(count);
    return FS_ARENA_BYTES((buckets + 1) * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES((size_t)count * sizeof(uint32_t));
}

static struct cell cell_of(const struct fs__point_grid *g, fs_pos3 p)
{
    return (struct cell){ fs_asr64(p.x, g->shift), fs_asr64(p.y, g->shift), fs_asr64(p.z, g->shift) };
}

static bool same_cell(struct cell a, struct cell b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The hash affects the speed only. */
static uint32_t bucket_of(const struct fs__point_grid *g, struct cell c)
{
    uint64_t h = (uint64_t)c.x * 0x9E3779B97F4A7C15u;
    h = (h ^ (h >> 32) ^ (uint64_t)c.y) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 32) ^ (uint64_t)c.z) * 0x94D049BB133111EBu;
    return (uint32_t)(h >> 32) & g->mask;
}

/* Counting sort: stable, so the points of a bucket stay in ascending order. */
static void sort_points(struct fs__point_grid *g)
{
    uint32_t buckets = g->mask + 1;
    memset(g->starts, 0, ((size_t)buckets + 1) * sizeof *g->starts);
    for (uint32_t i = 0; i < g->count; i++) {
        g->near[i] = bucket_of(g, cell_of(g, g->pos[i]));
        g->starts[g->near[i]]++;
    }
    uint32_t sum = 0;
    for (uint32_t b = 0; b <= buckets; b++) {
        sum += g->starts[b];
        g->starts[b] = sum;
    }
    for (uint32_t i = g->count; i-- > 0;)
        g->order[--g->starts[g->near[i]]] = i;
}

bool fs__point_grid_build(struct fs__point_grid *g, fs_arena *arena, const fs_pos3 *pos, uint32_t count, fs_pos radius)
{
    uint32_t buckets = bucket_count(count);
    fs_arena inner = *arena;
    *g = (struct fs__point_grid){ .pos = pos,
                                  .count = count,
                                  .radius = fs_clamp64(radius, 1, (int64_t)1 << MAX_SHIFT),
                                  .mask = buckets - 1 };
    g->shift = (unsigned)fs_max32(fs_bit_width64((uint64_t)g->radius - 1), MIN_SHIFT);
    g->starts = fs_arena_take(&inner, ((size_t)buckets + 1) * sizeof(uint32_t));
    g->order = fs_arena_take(&inner, (size_t)count * sizeof(uint32_t));
    g->near = fs_arena_take(&inner, (size_t)count * sizeof(uint32_t));
    if (g->starts == NULL || g->order == NULL || g->near == NULL)
        return false;
    *arena = inner;
    sort_points(g);
    return true;
}

/* --- queries ----------------------------------------------------------------------------- */

/* Collects the points of one cell from row `from` on that are within the radius. */
static uint32_t collect_cell(const struct fs__point_grid *g, struct cell c, fs_pos3 point, uint32_t from,
                             uint32_t found)
{
    uint32_t b = bucket_of(g, c);
    for (uint32_t k = g->starts[b]; k < g->starts[b + 1]; k++) {
        uint32_t i = g->order[k];
        if (i >= from && same_cell(cell_of(g, g->pos[i]), c) && fs_pos3_dist_sq_cmp(point, g->pos[i], g->radius) <= 0)
            g->near[found++] = i;
    }
    return found;
}

/* Heap sort bounds the time where very many points are near; few are sorted by insertion. */
static void sift_down(uint32_t *a, uint32_t root, uint32_t n)
{
    for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && a[child] < a[child + 1];
        if (a[root] >= a[child])
            return;
        uint32_t t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

static void sort_heap(uint32_t *a, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift_down(a, i, n);
    for (uint32_t end = n; end-- > 1;) {
        uint32_t t = a[0];
        a[0] = a[end];
        a[end] = t;
        sift_down(a, 0, end);
    }
}

static void sort_insertion(uint32_t *a, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

static void sort_indices(uint32_t *a, uint32_t n)
{
    if (n <= 32)
        sort_insertion(a, n);
    else
        sort_heap(a, n);
}

static uint32_t collect_neighbours(const struct fs__point_grid *g, fs_pos3 point, uint32_t from)
{
    struct cell middle = cell_of(g, point);
    uint32_t found = 0;
    for (int n = 0; n < NEIGHBOURS; n++) {
        struct cell c = { middle.x + n % 3 - 1, middle.y + n / 3 % 3 - 1, middle.z + n / 9 - 1 };
        found = collect_cell(g, c, point, from, found);
    }
    sort_indices(g->near, found);
    return found;
}

uint32_t fs__point_grid_neighbours(const struct fs__point_grid *g, uint32_t first)
{
    FS_ASSERT(first < g->count);
    return collect_neighbours(g, g->pos[first], first + 1);
}

uint32_t fs__point_grid_query(const struct fs__point_grid *g, fs_pos3 point)
{
    return collect_neighbours(g, point, 0);
}

uint64_t fs__point_grid_pairs(const struct fs__point_grid *g, fs__point_pair *out, uint32_t capacity)
{
    uint64_t total = 0;
    for (uint32_t first = 0; first < g->count; first++) {
        uint32_t found = fs__point_grid_neighbours(g, first);
        for (uint32_t k = 0; k < found; k++, total++)
            if (total < capacity)
                out[total] = (fs__point_pair){ first, g->near[k] };
    }
    return total;
}
