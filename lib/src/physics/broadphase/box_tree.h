/* box_tree.h: a tree of boxes over a part of an array, built at once: the leaves of other structures.
 *
 * `item` holds numbers of boxes; each range of it is split where `node` has an entry of the number of the split, so a tree of
 * n items needs n nodes and no links to parents.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_BOX_TREE_H
#define FS_PHYSICS_BROADPHASE_BOX_TREE_H

#include "physics/broadphase/broadphase_internal.h"

#define fs__box_treeN FS__NAME(fs__box_tree, )
#define fs__box_treeN_build FS__NAME(fs__box_tree, _build)
#define fs__box_treeN_node FS__NAME(fs__box_tree, _node)
#define fs__box_treeN_visit_fn FS__NAME(fs__box_tree, _visit_fn)
#define fs__box_treeN_walk FS__NAME(fs__box_tree, _walk)

/* A range of items with its box, divided at `split`; 0: a leaf. */
struct fs__box_treeN_node {
    fs_aabbN box;
    uint32_t from, to;
    uint32_t child[2]; /* the splits of both halves; 0: a leaf */
};

/* Items [from, to) of `item`. */
struct fs__box_treeN {
    uint32_t *item;
    struct fs__box_treeN_node *node; /* by split */
    uint32_t from, to;
    uint32_t root; /* its split; 0: all items are one leaf */
};

typedef void fs__box_treeN_visit_fn(void *context, uint32_t item);

/* Orders the items and fills in the nodes. */
void fs__box_treeN_build(struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes);
/* Calls `visit` for every item whose box overlaps `box`, and for some others. */
void fs__box_treeN_walk(const struct fs__box_treeN *t, fs_aabbN box, fs__box_treeN_visit_fn *visit, void *context);

#endif
