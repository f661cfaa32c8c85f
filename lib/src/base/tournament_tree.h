/* tournament_tree.h: a tournament: which of many keys is the smallest, while single keys change.
 *
 * Equal keys are won by the lower index, so the answer is a function of the keys alone.
 * This file must never know what the keys mean.
 */
#ifndef FS_PHYS_LINK_RACE_H
#define FS_PHYS_LINK_RACE_H

#include <stddef.h>
#include <stdint.h>

/* Keys below 0 take part; all others are as good as absent. */
struct fs__tournament {
    int64_t *key;        /* `leaf_count` of them */
    uint32_t *winner;    /* inner nodes 1..leaf_count-1 of a complete tree */
    uint32_t leaf_count; /* a power of two */
};

static inline uint32_t fs__tournament_leaf_count(uint32_t count)
{
    uint32_t leaf_count = 2;
    while (leaf_count < count)
        leaf_count *= 2;
    return leaf_count;
}

static inline uint32_t fs__tournament_better(const struct fs__tournament *r, uint32_t left, uint32_t right)
{
    return r->key[right] < r->key[left] ? right : left;
}

/* The winner below a node: leaves are the nodes from `leaf_count` on. */
static inline uint32_t fs__tournament_winner_below(const struct fs__tournament *r, uint32_t node)
{
    return node >= r->leaf_count ? node - r->leaf_count : r->winner[node];
}

static inline void fs__tournament_update_node(struct fs__tournament *r, uint32_t node)
{
    r->winner[node] = fs__tournament_better(r, fs__tournament_winner_below(r, 2 * node),
                                            fs__tournament_winner_below(r, 2 * node + 1));
}

/* All matches, after any number of keys was set. */
static inline void fs__tournament_build(struct fs__tournament *r)
{
    for (uint32_t node = r->leaf_count; node-- > 1;)
        fs__tournament_update_node(r, node);
}

/* One key changes. */
static inline void fs__tournament_set(struct fs__tournament *r, uint32_t index, int64_t key)
{
    r->key[index] = key;
    for (uint32_t node = (index + r->leaf_count) / 2; node >= 1; node /= 2)
        fs__tournament_update_node(r, node);
}

static inline uint32_t fs__tournament_min_index(const struct fs__tournament *r)
{
    return r->winner[1];
}

#endif
