/* aabb_tree_build.inl: a whole tree at once; see aabb_tree.h.
 *
 * From the top: the rows of a range are split at the middle of their centres along the longest side. A range whose centres
 * are equal, or that is deeper than FREE_DEPTH, is halved: so the height is bounded for any boxes.
 *
 * Template: included once by aabb_tree_build.c of physics2d and of physics3d.
 */
#include "physics/broadphase/aabb_tree.h"

enum { FREE_DEPTH = 24, MAX_DEPTH = FREE_DEPTH + 32 };
_Static_assert(MAX_DEPTH + 2 <= FS__AABB_TREE_MAX_HEIGHT, "the height of a new tree leaves a margin for insertions");

/* Rows todo[from .. to) become the child at `at`. */
struct range {
    uint32_t from, to, at, depth;
};

/* Twice the centre. */
static int64_t centre(struct fs__quantised_aabbN c, unsigned axis)
{
    return (int64_t)c.v[axis] + ~c.v[axis + FS__AXES];
}

static int64_t bounds(const struct fs__aabb_treeN *t, struct range r, unsigned axis, int64_t *middle)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t i = r.from; i < r.to; i++) {
        int64_t c = centre(t->coarse[t->todo[i]], axis);
        least = fs_min64(least, c);
        most = fs_max64(most, c);
    }
    *middle = fs_asr64(least + most, 1);
    return most - least;
}

/* Moves the rows whose centre is at most `middle` to the front; returns the end of them. */
static uint32_t partition_rows(struct fs__aabb_treeN *t, struct range r, unsigned axis, int64_t middle)
{
    uint32_t i = r.from;
    for (uint32_t k = r.from; k < r.to; k++) {
        uint32_t row = t->todo[k];
        if (centre(t->coarse[row], axis) > middle)
            continue;
        t->todo[k] = t->todo[i];
        t->todo[i++] = row;
    }
    return i;
}

static uint32_t split_range(struct fs__aabb_treeN *t, struct range r)
{
    uint32_t half = r.from + (r.to - r.from) / 2;
    FS_ASSERT(r.to - r.from >= 2);
    if (r.depth >= FREE_DEPTH)
        return half;
    int64_t longest = 0, middle = 0;
    unsigned axis = 0;
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t at, length = bounds(t, r, k, &at);
        if (length <= longest)
            continue;
        longest = length;
        middle = at;
        axis = k;
    }
    return longest == 0 ? half : partition_rows(t, r, axis, middle);
}

static void set_child(struct fs__aabb_treeN *t, uint32_t at, uint32_t child)
{
    if (at == FS__AABB_TREE_NONE)
        t->header->root = child;
    else
        t->node[at >> 1].child[at & 1u] = child;
}

static void set_leaf(struct fs__aabb_treeN *t, uint32_t at, uint32_t row)
{
    set_child(t, at, row | FS__AABB_TREE_LEAF);
    t->slot[row] = at == FS__AABB_TREE_NONE ? 0 : at;
    if (at == FS__AABB_TREE_NONE)
        t->header->lone = t->coarse[row];
    else
        t->node[at >> 1].box[at & 1u] = t->coarse[row];
}

/* Children have greater numbers than their parents: one pass from the last node fills in all boxes. */
static void fit_boxes(struct fs__aabb_treeN *t, uint32_t nodes)
{
    for (uint32_t n = 0; n < nodes; n++)
        t->node[n].height = 1;
    for (uint32_t n = nodes; n-- > 1;) {
        uint32_t at = t->node[n].parent;
        struct fs__aabb_treeN_node *up = &t->node[at >> 1];
        up->box[at & 1u] = fs__quantised_aabbN_union(t->node[n].box[0], t->node[n].box[1]);
        up->height = fs_max_u32(up->height, t->node[n].height + 1);
    }
}

void fs__aabb_treeN_build(struct fs__aabb_treeN *t, uint32_t count)
{
    struct range stack[MAX_DEPTH + 2] = { { 0, count, FS__AABB_TREE_NONE, 0 } };
    uint32_t left = count > 0, nodes = 0;
    while (left > 0) {
        struct range r = stack[--left];
        if (r.to - r.from == 1) {
            set_leaf(t, r.at, t->todo[r.from]);
            continue;
        }
        uint32_t n = nodes++, middle = split_range(t, r);
        t->node[n].parent = r.at;
        set_child(t, r.at, n);
        stack[left++] = (struct range){ middle, r.to, n * 2 + 1, r.depth + 1 };
        stack[left++] = (struct range){ r.from, middle, n * 2, r.depth + 1 };
    }
    t->header->count = count;
    fit_boxes(t, nodes);
}
