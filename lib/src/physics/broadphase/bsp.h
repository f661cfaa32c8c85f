/* bsp.h: planes that divide boxes in two, and again: the tree of bsp.inl and the functions that its tests need too.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_BSP_H
#define FS_PHYSICS_BROADPHASE_BSP_H

#include "physics/broadphase/box_tree.h"

#define fs__bspN FS__NAME(fs__bsp, )
#define fs__bspN_entry FS__NAME(fs__bsp, _entry)
#define fs__bspN_node FS__NAME(fs__bsp, _node)
#define fs__bspN_nodes_of FS__NAME(fs__bsp, _nodes_of)
#define fs__bspN_place_all FS__NAME(fs__bsp, _place_all)

enum { FS__BSP_MAX_LEAVES = 8 }; /* a box in more of them is kept on the root instead */

/* A plane across an axis: points below `at` are behind it, the others in front; or a leaf. */
struct fs__bspN_node {
    int64_t low[FS__AXES], high[FS__AXES]; /* the points of the node, both ends included */
    int64_t at;
    uint32_t axis;     /* FS__AXES: a leaf */
    uint32_t child[2]; /* behind, in front */
    uint32_t first;    /* entry + 1 */
    uint32_t from, to; /* its rows in `item`, and the root of their tree: of a leaf with a tree */
    uint32_t root;
};

/* A row on a node. Links are numbers of entries + 1. */
struct fs__bspN_entry {
    uint32_t row, node;
    uint32_t next, previous; /* of the node */
    uint32_t further;        /* of the row; of a free entry: the next free one */
};

struct fs__bspN {
    struct fs__bspN_node *node;
    struct fs__bspN_entry *entry;
    uint32_t *first;  /* row -> its first entry + 1; 0: not in the tree */
    fs_aabbN *placed; /* row -> the box with which it was placed */
    uint32_t *todo;   /* rows, while planes are chosen */
    uint32_t capacity, entry_capacity, node_count, free, count;
    uint32_t built_count; /* rows when the planes were chosen */
    uint32_t leaf_rows;   /* a node with more is divided */
    uint32_t *item;       /* the rows of the leaves, and the nodes of their trees; NULL: leaves are lists */
    struct fs__box_treeN_node *tree_node;
    bool ternary; /* boxes on both sides of a plane are kept on its node */
};

/* Places every row anew with the planes as they are. */
void fs__bspN_place_all(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes);
/* The nodes that a row is on, ascending: at most FS__BSP_MAX_LEAVES; returns their number. */
uint32_t fs__bspN_nodes_of(const struct fs__bspN *b, uint32_t row, uint32_t *nodes);

#endif
