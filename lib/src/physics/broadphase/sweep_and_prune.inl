/* sweep_and_prune.inl: sweep and prune: boxes in the order of their left sides; see broadphase_internal.h.
 *
 * A box is overlapped only by boxes that begin before its right side. The search goes back from there, and ends when all
 * remaining boxes end before its left side. Built anew at every update.
 *
 * Template: included once by sweep_and_prune.c of physics2d and of physics3d.
 */
#include "physics/broadphase/broadphase_internal.h"

struct entry {
    fs_pos low, furthest; /* left side; greatest right side up to here */
    uint32_t row;
};

struct sweep {
    struct entry *entry;
    struct entry *merged; /* merging */
    uint32_t capacity, count;
};

static size_t sweep_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct sweep)) + 2 * FS_ARENA_BYTES((size_t)capacity * sizeof(struct entry));
}

static void *sweep_open(fs_arena *arena, uint32_t capacity)
{
    struct sweep *s = fs_arena_take(arena, sizeof *s);
    s->entry = fs_arena_take(arena, (size_t)capacity * sizeof *s->entry);
    s->merged = fs_arena_take(arena, (size_t)capacity * sizeof *s->merged);
    s->capacity = capacity;
    s->count = 0;
    return s;
}

/* Merges two sorted runs of `from` into `to`; stable, so equal sides stay in the order of rows. */
static void merge(const struct entry *from, struct entry *to, uint32_t low, uint32_t middle, uint32_t high)
{
    uint32_t a = low, b = middle;
    for (uint32_t i = low; i < high; i++) {
        bool left = a < middle && (b >= high || from[a].low <= from[b].low);
        to[i] = from[left ? a : b];
        a += left;
        b += !left;
    }
}

static void sort(struct sweep *s)
{
    for (uint64_t width = 1; width < s->count; width *= 2) {
        for (uint64_t low = 0; low < s->count; low += 2 * width)
            merge(s->entry, s->merged, (uint32_t)low, (uint32_t)fs_min_u64(low + width, s->count),
                  (uint32_t)fs_min_u64(low + 2 * width, s->count));
        struct entry *t = s->entry;
        s->entry = s->merged;
        s->merged = t;
    }
}

static void sweep_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct sweep *s = self;
    s->count = 0;
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r))
            s->entry[s->count++] = (struct entry){ boxes->low[r].x, boxes->high[r].x, r };
    sort(s);
    for (uint32_t i = 1; i < s->count; i++)
        s->entry[i].furthest = fs_max64(s->entry[i].furthest, s->entry[i - 1].furthest);
}

/* Entries that begin at or before x. */
static uint32_t count_beginning(const struct sweep *s, fs_pos x)
{
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->entry[middle].low <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sweep_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                       const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct sweep *s = self;
    for (uint32_t i = count_beginning(s, aim->box.high.x); i-- > 0 && s->entry[i].furthest >= aim->box.low.x;)
        fs__broadphaseN_test_row(boxes, aim, s->entry[i].row, found);
}

const struct fs__broadphaseN_ops fs__broadphaseN_sweep_and_prune = { sweep_size, sweep_open, sweep_update,
                                                                     sweep_walk, NULL,       NULL };
