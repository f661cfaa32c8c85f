/* aabb_tree_merge.inl: builds a whole tree from the leaves up; see aabb_tree.h.
 *
 * Clusters begin as the rows, in the order of a curve through their centres (Z-order). In each round every cluster looks
 * for the one of REACH before and behind it with which it has the smallest joint surface, and two that chose each other
 * become one, until one is left. Ties go to the cluster that comes first: then the cheapest pair of all has chosen each
 * other, so every round joins two or more. D. Meister, J. Bittner, "Parallel locally-ordered clustering for bounding volume
 * hierarchy construction" (2018).
 *
 * Template: included once by aabb_tree_merge.c of physics2d and of physics3d.
 */
#include "physics/broadphase/aabb_tree.h"

enum { REACH = 8, KEY_BITS = FS__AXES == 2 ? 31 : 21 };

/* ---- the order ------------------------------------------------------------------------------------------------ */

static uint64_t key_of(const struct fs__quantised_aabbN *box)
{
    uint64_t key = 0;
    for (unsigned k = 0; k < FS__AXES; k++) {
        uint64_t centre = (uint64_t)((int64_t)box->v[k] + ~box->v[k + FS__AXES] + ((int64_t)1 << 32)); /* below 2^33 */
        for (unsigned bit = 0; bit < KEY_BITS; bit++)
            key |= (centre >> (33 - KEY_BITS + bit) & 1) << (bit * FS__AXES + k);
    }
    return key;
}

static bool comes_before(const struct fs__aabb_treeN_cluster *a, const struct fs__aabb_treeN_cluster *b)
{
    return a->key != b->key ? a->key < b->key : a->child < b->child;
}

static void swap(struct fs__aabb_treeN_cluster *a, struct fs__aabb_treeN_cluster *b)
{
    struct fs__aabb_treeN_cluster t = *a;
    *a = *b;
    *b = t;
}

static void sift_heap(struct fs__aabb_treeN_cluster *c, uint32_t root, uint32_t n)
{
    for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && comes_before(&c[child], &c[child + 1]);
        if (!comes_before(&c[root], &c[child]))
            return;
        swap(&c[root], &c[child]);
    }
}

static void sort_clusters(struct fs__aabb_treeN_cluster *c, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift_heap(c, i, n);
    for (uint32_t end = n; end-- > 1;) {
        swap(&c[0], &c[end]);
        sift_heap(c, 0, end);
    }
}

/* ---- rounds --------------------------------------------------------------------------------------------------- */

static uint32_t find_nearest(const struct fs__aabb_treeN_cluster *c, uint32_t i, uint32_t n)
{
    uint32_t best = UINT32_MAX, from = i > REACH ? i - REACH : 0, to = fs_min_u32(n, i + REACH + 1);
    int64_t least = INT64_MAX;
    for (uint32_t k = from; k < to; k++) {
        if (k == i)
            continue;
        int64_t joint = fs__quantised_aabbN_half_surface(fs__quantised_aabbN_union(c[i].box, c[k].box));
        if (best == UINT32_MAX || joint < least) {
            least = joint;
            best = k;
        }
    }
    return best;
}

static void set_child(struct fs__aabb_treeN *t, uint32_t node, unsigned side, const struct fs__aabb_treeN_cluster *c)
{
    struct fs__aabb_treeN_node *up = &t->node[node];
    up->child[side] = c->child;
    up->box[side] = c->box;
    if ((c->child & FS__AABB_TREE_LEAF) != 0) {
        t->slot[c->child & ~FS__AABB_TREE_LEAF] = node * 2 + side;
        return;
    }
    t->node[c->child].parent = node * 2 + side;
    up->height = fs_max_u32(up->height, t->node[c->child].height + 1);
}

/* `node` becomes the parent of both clusters; returns that of it. */
static struct fs__aabb_treeN_cluster join(struct fs__aabb_treeN *t, uint32_t node,
                                          const struct fs__aabb_treeN_cluster *a,
                                          const struct fs__aabb_treeN_cluster *b)
{
    struct fs__aabb_treeN_cluster both = { .box = fs__quantised_aabbN_union(a->box, b->box), .child = node };
    t->node[node].parent = FS__AABB_TREE_NONE;
    t->node[node].height = 1;
    set_child(t, node, 0, a);
    set_child(t, node, 1, b);
    return both;
}

/* One round over n clusters; returns how many are left, in the same order. */
static uint32_t join_mutual(struct fs__aabb_treeN *t, uint32_t n, uint32_t *nodes)
{
    struct fs__aabb_treeN_cluster *c = t->cluster;
    uint32_t left = 0;
    for (uint32_t i = 0; i < n; i++)
        c[i].nearest = find_nearest(c, i, n);
    for (uint32_t i = 0; i < n; i++)
        c[i].mate = c[c[i].nearest].nearest == i ? c[i].nearest : i;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t mate = c[i].mate; /* those behind i are not yet replaced */
        if (mate >= i)
            c[left++] = mate > i ? join(t, (*nodes)++, &c[i], &c[mate]) : c[i];
    }
    return left;
}

void fs__aabb_treeN_merge(struct fs__aabb_treeN *t, uint32_t count)
{
    uint32_t nodes = 0, n = count;
    FS_ASSERT(t->cluster != NULL);
    for (uint32_t i = 0; i < count; i++) {
        struct fs__quantised_aabbN box = t->coarse[t->todo[i]];
        t->cluster[i] = (struct fs__aabb_treeN_cluster){ key_of(&box), box, t->todo[i] | FS__AABB_TREE_LEAF, 0, 0 };
    }
    sort_clusters(t->cluster, count);
    while (n > 1)
        n = join_mutual(t, n, &nodes);
    t->header->count = count;
    if (count == 0)
        return;
    t->header->root = t->cluster[0].child;
    t->header->lone = t->cluster[0].box;
    if (count == 1)
        t->slot[t->todo[0]] = 0;
}
