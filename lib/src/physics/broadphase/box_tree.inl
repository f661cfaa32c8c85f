/* box_tree.inl: builds and walks trees of boxes over an array; see box_tree.h.
 *
 * A range is split at the middle of its centres along the axis along which they extend most. A range whose centres are
 * equal, or that is deeper than FREE_DEPTH, is halved: so the depth is bounded for any boxes.
 *
 * Template: included once by box_tree.c of physics2d and of physics3d.
 */
#include "physics/broadphase/box_tree.h"

enum { LEAF_ITEMS = 4, FREE_DEPTH = 24, MAX_DEPTH = FREE_DEPTH + 32 };

/* The middle of a box along an axis, rounded down. */
static int64_t centre_of(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t item, unsigned axis)
{
    int64_t low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(boxes->low[item], low);
    fs__posN_to_axes(boxes->high[item], high);
    return fs_asr64(low[axis], 1) + fs_asr64(high[axis], 1) + (low[axis] & high[axis] & 1);
}

/* The axis along which the centres extend most, and their middle; false when they are all equal. */
static bool choose_axis(const struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t from,
                        uint32_t to, unsigned *axis, int64_t *middle)
{
    uint64_t longest = 0;
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t least = INT64_MAX, most = INT64_MIN;
        for (uint32_t i = from; i < to; i++) {
            int64_t c = centre_of(boxes, t->item[i], k);
            least = fs_min64(least, c);
            most = fs_max64(most, c);
        }
        if (fs_absdiff64(most, least) <= longest)
            continue;
        longest = fs_absdiff64(most, least);
        *axis = k;
        *middle = fs_asr64(least, 1) + fs_asr64(most, 1) + (least & most & 1);
    }
    return longest > 0;
}

/* Items whose centre is at most `middle` come first; returns the end of them. */
static uint32_t partition_items(struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes,
                                uint32_t from, uint32_t to, unsigned axis, int64_t middle)
{
    uint32_t end = from;
    for (uint32_t i = from; i < to; i++) {
        uint32_t item = t->item[i];
        if (centre_of(boxes, item, axis) > middle)
            continue;
        t->item[i] = t->item[end];
        t->item[end++] = item;
    }
    return end;
}

static fs_aabbN bounds_of(const struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes,
                          uint32_t from, uint32_t to)
{
    fs_aabbN box = { fs__posN_uniform(FS_POS_MAX), fs__posN_uniform(FS_POS_MIN) };
    for (uint32_t i = from; i < to; i++) {
        box.low = fs_posN_min(box.low, boxes->low[t->item[i]]);
        box.high = fs_posN_max(box.high, boxes->high[t->item[i]]);
    }
    return box;
}

/* Returns the split of the range; 0: a leaf. */
static uint32_t build_range(struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t from,
                            uint32_t to, unsigned depth)
{
    unsigned axis = 0;
    int64_t middle = 0;
    uint32_t split = from + (to - from) / 2;
    if (to - from <= LEAF_ITEMS)
        return 0;
    if (depth < FREE_DEPTH && choose_axis(t, boxes, from, to, &axis, &middle))
        split = partition_items(t, boxes, from, to, axis, middle);
    FS_ASSERT(split > from && split < to && depth <= MAX_DEPTH);
    t->node[split].box = bounds_of(t, boxes, from, to);
    t->node[split].from = from;
    t->node[split].to = to;
    t->node[split].child[0] = build_range(t, boxes, from, split, depth + 1);
    t->node[split].child[1] = build_range(t, boxes, split, to, depth + 1);
    return split;
}

void fs__box_treeN_build(struct fs__box_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes)
{
    t->root = build_range(t, boxes, t->from, t->to, 0);
}

static void visit_items(const struct fs__box_treeN *t, uint32_t from, uint32_t to, fs__box_treeN_visit_fn *visit,
                        void *context)
{
    for (uint32_t i = from; i < to; i++)
        visit(context, t->item[i]);
}

void fs__box_treeN_walk(const struct fs__box_treeN *t, fs_aabbN box, fs__box_treeN_visit_fn *visit, void *context)
{
    uint32_t stack[MAX_DEPTH + 2], left = 0;
    if (t->root == 0)
        visit_items(t, t->from, t->to, visit, context);
    else
        stack[left++] = t->root;
    while (left > 0) {
        uint32_t split = stack[--left];
        const struct fs__box_treeN_node *n = &t->node[split];
        if (!fs_aabbN_overlaps(n->box, box))
            continue;
        for (unsigned side = 0; side < 2; side++)
            if (n->child[side] != 0)
                stack[left++] = n->child[side];
            else
                visit_items(t, side == 0 ? n->from : split, side == 0 ? split : n->to, visit, context);
    }
}
