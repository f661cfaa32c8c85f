/* event_order.c: merge sort of events by their keys; see event_order.h. */
#include "physics/event_order.h"

static int compare_u32(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_handles(fs_handle a, fs_handle b)
{
    int by_row = compare_u32(a.index1, b.index1);
    return by_row != 0 ? by_row : compare_u32(a.generation, b.generation);
}

/* The list that is sorted. */
struct list {
    const void *events;
    fs__event_key_fn *key;
};

static bool is_before(const struct list *list, uint32_t a, uint32_t b)
{
    struct fs__event_key x = list->key(list->events, a), y = list->key(list->events, b);
    int order = compare_u32(x.kind, y.kind);
    if (order == 0)
        order = compare_handles(x.shape_a, y.shape_a);
    if (order == 0)
        order = compare_handles(x.shape_b, y.shape_b);
    if (order == 0)
        order = compare_handles(x.joint, y.joint);
    if (order == 0)
        order = compare_handles(x.body_a, y.body_a);
    return order < 0;
}

/* Merges two sorted runs; the left one wins ties. */
static void merge_runs(const struct list *list, const uint32_t *from, uint32_t low, uint32_t middle, uint32_t high,
                       uint32_t *to)
{
    uint32_t i = low, j = middle;
    for (uint32_t k = low; k < high; k++) {
        bool right = i >= middle || (j < high && is_before(list, from[j], from[i]));
        to[k] = right ? from[j] : from[i];
        j += right;
        i += !right;
    }
}

const uint32_t *fs__event_order(const void *events, uint32_t n, fs__event_key_fn *key, fs_arena *arena)
{
    const struct list list = { events, key };
    uint32_t *one = fs_arena_take(arena, n * sizeof *one), *two = fs_arena_take(arena, n * sizeof *two);
    FS_ASSERT(one != NULL && two != NULL);
    for (uint32_t i = 0; i < n; i++)
        one[i] = i;
    for (uint32_t width = 1; width < n; width *= 2) {
        for (uint32_t low = 0; low < n; low += 2 * width)
            merge_runs(&list, one, low, fs_min_u32(low + width, n), fs_min_u32(low + 2 * width, n), two);
        uint32_t *t = one;
        one = two;
        two = t;
    }
    return one;
}
