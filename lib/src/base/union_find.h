/* union_find.h: disjoint sets of rows; the root of a set is its lowest row, so it does not depend on the order of joining.
 */
#ifndef FS_BASE_UNION_FIND_H
#define FS_BASE_UNION_FIND_H

#include <fixstep/fixed.h>

/* `parent[row]` leads to the root; rows are alone at first. */
static inline void fs__union_find_init(uint32_t *parent, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++)
        parent[i] = i;
}

static inline uint32_t fs__union_find_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Climbs from both sides, the one whose parent comes later first, and hangs what it passes to the other's parent: of two
 * that are in one set already, often only the parents are looked at. M. Rem's, in E. W. Dijkstra, "A Discipline of
 * Programming" (1976), chapter 23. */
static inline void fs__union_find_unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    while (parent[a] != parent[b]) {
        uint32_t late = parent[a] > parent[b] ? a : b, early = a ^ b ^ late, next = parent[late];
        parent[late] = parent[early];
        if (next == late)
            return;
        a = next;
        b = early;
    }
}

#endif
