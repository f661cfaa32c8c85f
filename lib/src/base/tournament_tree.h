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
struct fs__race {
    int64_t *key;          /* `places` of them */
    uint32_t *winner;      /* inner nodes 1..places-1 of a complete tree */
    uint32_t places;       /* a power of two */
};

static inline uint32_t fs__race_places(uint32_t count)
{
    uint32_t places = 2;
    while (places < count)
        places *= 2;
    return places;
}

static inline uint32_t fs__race_better(const struct fs__race *r, uint32_t left, uint32_t right)
{
    return r->key[right] < r->key[left] ? right : left;
}

/* The winner below a node: leaves are the nodes from `places` on. */
static inline uint32_t fs__race_below(const struct fs__race *r, uint32_t node)
{
    return node >= r->places ? node - r->places : r->winner[node];
}

static inline void fs__race_play(struct fs__race *r, uint32_t node)
{
    r->winner[node] = fs__race_better(r, fs__race_below(r, 2 * node), fs__race_below(r, 2 * node + 1));
}

/* All matches, after any number of keys was set. */
static inline void fs__race_start(struct fs__race *r)
{
    for (uint32_t node = r->places; node-- > 1;)
        fs__race_play(r, node);
}

/* One key changes. */
static inline void fs__race_set(struct fs__race *r, uint32_t index, int64_t key)
{
    r->key[index] = key;
    for (uint32_t node = (index + r->places) / 2; node >= 1; node /= 2)
        fs__race_play(r, node);
}

static inline uint32_t fs__race_first(const struct fs__race *r)
{
    return r->winner[1];
}

#endif
