/* union_find.h: disjoint sets of indices. The representative of a set is its lowest index, so it does not depend on the
 * order in which sets were united.
 */
#ifndef FS_BASE_UNION_FIND_H
#define FS_BASE_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

/* `parent[i]` (never above i) leads from an index towards the representative of its set. At first every index is a set
 * of its own. The array belongs to the caller. */
static inline void fs__union_find_init(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
}

/* The representative of i's set. Halves the path on the way (R. E. Tarjan and J. van Leeuwen, 1984). */
static inline uint32_t fs__union_find_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Unites the sets of a and b; returns whether they were two. Climbs from both sides, always from the one with the larger parent, and links each index
 * on the way to the other side's parent. For two indices of one set this often reads only their parents. The algorithm
 * is M. Rem's, in E. W. Dijkstra, "A Discipline of Programming" (1976), chapter 23. */
static inline bool fs__union_find_unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    while (parent[a] != parent[b]) {
        uint32_t upper = parent[a] > parent[b] ? a : b, lower = a ^ b ^ upper, next = parent[upper];
        parent[upper] = parent[lower];
        if (next == upper)
            return true;
        a = next;
        b = lower;
    }
    return false;
}

#endif
