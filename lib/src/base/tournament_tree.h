/* tournament_tree.h: the index of the smallest of many keys, updated while single keys change.
 *
 * Of equal keys the lower index wins, so the result is a function of the keys alone. Building costs leaf_count - 1
 * comparisons, changing one key log2(leaf_count). The meaning of the keys is the caller's.
 */
#ifndef FS_BASE_TOURNAMENT_TREE_H
#define FS_BASE_TOURNAMENT_TREE_H

#include <stdint.h>
#include <fixstep/result.h>

/* Both arrays have `leaf_count` elements and belong to the caller, who fills unused keys with a value that must not
 * win. */
struct fs__tournament {
    int64_t *key;
    uint32_t *winner;    /* by inner node 1..leaf_count-1 of a complete binary tree; [0] is unused */
    uint32_t leaf_count; /* a power of two, 2 or more */
};

/* The leaf_count for `count` keys (at most 2^31). */
static inline uint32_t fs__tournament_leaf_count(uint32_t count)
{
    FS_ASSERT(count <= UINT32_C(1) << 31);
    uint32_t leaf_count = 2;
    while (leaf_count < count)
        leaf_count *= 2;
    return leaf_count;
}

static inline uint32_t fs__tournament_better(const struct fs__tournament *t, uint32_t left, uint32_t right)
{
    return t->key[right] < t->key[left] ? right : left;
}

/* The winner below a node; the nodes from `leaf_count` on are the leaves. */
static inline uint32_t fs__tournament_winner_below(const struct fs__tournament *t, uint32_t node)
{
    return node >= t->leaf_count ? node - t->leaf_count : t->winner[node];
}

static inline void fs__tournament_update_node(struct fs__tournament *t, uint32_t node)
{
    t->winner[node] = fs__tournament_better(t, fs__tournament_winner_below(t, 2 * node),
                                            fs__tournament_winner_below(t, 2 * node + 1));
}

/* Computes all winners, after any number of keys was set. */
static inline void fs__tournament_build(struct fs__tournament *t)
{
    FS_ASSERT(t->leaf_count >= 2 && (t->leaf_count & (t->leaf_count - 1)) == 0);
    for (uint32_t node = t->leaf_count; node-- > 1;)
        fs__tournament_update_node(t, node);
}

/* Changes one key of a built tree. */
static inline void fs__tournament_set(struct fs__tournament *t, uint32_t index, int64_t key)
{
    FS_ASSERT(index < t->leaf_count);
    t->key[index] = key;
    for (uint32_t node = (index + t->leaf_count) / 2; node >= 1; node /= 2)
        fs__tournament_update_node(t, node);
}

/* Index of the smallest key, the lowest of equal ones. */
static inline uint32_t fs__tournament_min_index(const struct fs__tournament *t)
{
    return t->winner[1];
}

#endif
