/* pair_list.h: pairs of rows whose boxes overlap, as found and as sorted. */
#ifndef FS_PHYSICS_BROADPHASE_PAIR_LIST_H
#define FS_PHYSICS_BROADPHASE_PAIR_LIST_H

#include <fixstep/num.h>

typedef struct fs__broadphase_pair {
    uint32_t a, b; /* a < b */
} fs__broadphase_pair;

/* The pairs that a search shall report: those of different owners of which `wants` is true, called on several threads at
 * once. */
struct fs__broadphase_filter {
    bool (*wants)(const void *context, fs__broadphase_pair pair); /* NULL: all */
    const void *context;
    const uint32_t *owner; /* by row, set by the search; NULL: all differ */
};

/* The pairs found, in any order; those beyond `capacity` are only counted. */
struct fs__broadphase_pair_list {
    fs__broadphase_pair *pair;
    uint32_t capacity, count;
    struct fs__broadphase_filter filter;
};

static inline bool fs__broadphase_is_wanted(const struct fs__broadphase_filter *filter, fs__broadphase_pair pair)
{
    bool differ = filter->owner == NULL || filter->owner[pair.a] != filter->owner[pair.b];
    return differ && (filter->wants == NULL || filter->wants(filter->context, pair));
}

/* Of two rows that moved (by row: 1), the lower one reports the pair. */
static inline void fs__broadphase_add_pair(struct fs__broadphase_pair_list *out, const uint8_t *moved, uint32_t row,
                                           uint32_t other)
{
    fs__broadphase_pair pair = { fs_min_u32(row, other), fs_max_u32(row, other) };
    if (other == row || (other < row && moved[other]) || !fs__broadphase_is_wanted(&out->filter, pair))
        return;
    if (out->count < out->capacity)
        out->pair[out->count] = pair;
    out->count++;
}

/* Memory of a sort: `start` holds one number more than there are rows, `row` one for each. */
struct fs__broadphase_sort_space {
    uint32_t *start, *row;
};

/* Writes the `count` pairs of `found`, whose rows are below `rows`, to `sorted`, ordered by (a, b). */
void fs__broadphase_sort_pairs(struct fs__broadphase_sort_space space, uint32_t rows, const fs__broadphase_pair *found,
                               uint32_t count, fs__broadphase_pair *sorted);

#endif
