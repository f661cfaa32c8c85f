/* aabb_tree_edit.c: rows come into the tree, leave it and move in it; see aabb_tree.h.
 *
 * A new row goes where it makes the boxes grow least (greedy descent by outline length: the surface area heuristic
 * in the plane), and on the way up a node swaps a child with a grandchild where that makes a box smaller.
 * E. Catto, "Dynamic bounding volume hierarchies" (2019).
 */
#include "physics2d/broadphase/aabb_tree.h"

void fs__aabb_tree_clear(struct fs__aabb_tree *t)
{
    t->header->count = 0;
    t->header->places = 0;
    t->header->root = FS__AABB_TREE_NONE;
}

/* --- links ----------------------------------------------------------------------------------- */

static struct fs__quantised_aabb box_of(const struct fs__aabb_tree *t, uint32_t n)
{
    return fs__quantised_aabb_union(t->node[n].box[0], t->node[n].box[1]);
}

static uint32_t height_of(const struct fs__aabb_tree *t, uint32_t child)
{
    return (child & FS__AABB_TREE_LEAF) != 0 ? 0 : t->node[child].height;
}

/* Tells a child where it hangs; `at` may be FS__AABB_TREE_NONE for the root. */
static void set_parent(struct fs__aabb_tree *t, uint32_t child, uint32_t at)
{
    if ((child & FS__AABB_TREE_LEAF) != 0)
        t->place[child & ~FS__AABB_TREE_LEAF] = at == FS__AABB_TREE_NONE ? 0 : at;
    else
        t->node[child].parent = at;
}

static void hang(struct fs__aabb_tree *t, uint32_t at, uint32_t child, struct fs__quantised_aabb box)
{
    set_parent(t, child, at);
    if (at == FS__AABB_TREE_NONE) {
        t->header->root = child;
        return;
    }
    t->node[at >> 1].child[at & 1u] = child;
    t->node[at >> 1].box[at & 1u] = box;
}

static void set_height(struct fs__aabb_tree *t, uint32_t n)
{
    const uint32_t *c = t->node[n].child;
    t->node[n].height = 1 + fs_max_u32(height_of(t, c[0]), height_of(t, c[1]));
}

/* --- on the way up ---------------------------------------------------------------------------- */

/* Swaps a child of n with a grandchild on the other side. */
static void swap_with(struct fs__aabb_tree *t, uint32_t n, unsigned side, unsigned below)
{
    struct fs__aabb_tree_node *top = &t->node[n];
    uint32_t low = top->child[side];
    struct fs__aabb_tree_node *bottom = &t->node[low];
    uint32_t up = bottom->child[below], down = top->child[1u - side];
    struct fs__quantised_aabb up_box = bottom->box[below], down_box = top->box[1u - side];
    hang(t, low * 2 + below, down, down_box);
    hang(t, n * 2 + 1u - side, up, up_box);
    top->box[side] = box_of(t, low);
    set_height(t, low);
}

/* The swap that makes a child's box smallest, if one does. */
static void rotate(struct fs__aabb_tree *t, uint32_t n)
{
    int64_t best = 0;
    unsigned best_side = 0, best_below = 0;
    const struct fs__aabb_tree_node *top = &t->node[n];
    for (unsigned side = 0; side < 2; side++) {
        if ((top->child[side] & FS__AABB_TREE_LEAF) != 0)
            continue;
        const struct fs__aabb_tree_node *bottom = &t->node[top->child[side]];
        int64_t now = fs__quantised_aabb_half_perimeter(top->box[side]);
        for (unsigned below = 0; below < 2; below++) {
            int64_t gain = now - fs__quantised_aabb_half_perimeter(
                                     fs__quantised_aabb_union(bottom->box[1u - below], top->box[1u - side]));
            if (gain > best) {
                best = gain;
                best_side = side;
                best_below = below;
            }
        }
    }
    if (best > 0)
        swap_with(t, n, best_side, best_below);
}

/* Brings boxes and heights from node n to the root up to date; stops where nothing changes. */
static void refit(struct fs__aabb_tree *t, uint32_t n, bool rotating)
{
    for (;;) {
        if (rotating)
            rotate(t, n);
        uint32_t before = t->node[n].height, at = t->node[n].parent;
        set_height(t, n);
        if (at == FS__AABB_TREE_NONE)
            return;
        struct fs__quantised_aabb box = box_of(t, n), *kept = &t->node[at >> 1].box[at & 1u];
        if (before == t->node[n].height && fs__quantised_aabb_equal(box, *kept))
            return;
        *kept = box;
        n = at >> 1;
    }
}

/* --- coming ---------------------------------------------------------------------------------- */

/* How much hanging the box at or below a child costs, without what its ancestors grow. */
static int64_t cost_below(const struct fs__aabb_tree_node *n, unsigned side, struct fs__quantised_aabb box)
{
    int64_t joined = fs__quantised_aabb_half_perimeter(fs__quantised_aabb_union(n->box[side], box));
    return (n->child[side] & FS__AABB_TREE_LEAF) != 0 ? joined
                                                      : joined - fs__quantised_aabb_half_perimeter(n->box[side]);
}

/* The best place to hang a box at or below the child at `at`: a child is found and replaced. Ties go up, then to the
 * first side. */
static uint32_t best_place(const struct fs__aabb_tree *t, uint32_t at, struct fs__quantised_aabb box,
                           struct fs__quantised_aabb *there)
{
    uint32_t n = at == FS__AABB_TREE_NONE ? t->header->root : t->node[at >> 1].child[at & 1u];
    if ((n & FS__AABB_TREE_LEAF) != 0) {
        *there = at == FS__AABB_TREE_NONE ? box : t->node[at >> 1].box[at & 1u];
        return at;
    }
    *there = box_of(t, n);
    do {
        const struct fs__aabb_tree_node *node = &t->node[n];
        int64_t joined = fs__quantised_aabb_half_perimeter(fs__quantised_aabb_union(*there, box)),
                grown = joined - fs__quantised_aabb_half_perimeter(*there);
        int64_t cost0 = cost_below(node, 0, box), cost1 = cost_below(node, 1, box);
        if (joined < grown + fs_min64(cost0, cost1))
            return at;
        unsigned side = cost1 < cost0;
        at = n * 2 + side;
        *there = node->box[side];
        n = node->child[side];
    } while ((n & FS__AABB_TREE_LEAF) == 0);
    return at;
}

/* Hangs a row at or below `at`. */
static void insert_below(struct fs__aabb_tree *t, uint32_t at, uint32_t row, struct fs__quantised_aabb box)
{
    struct fs__aabb_tree_header *m = t->header;
    uint32_t leaf = row | FS__AABB_TREE_LEAF;
    if (m->count++ == 0) {
        hang(t, FS__AABB_TREE_NONE, leaf, box);
        return;
    }
    struct fs__quantised_aabb there;
    uint32_t n = m->count - 2;
    at = best_place(t, at, box, &there);
    uint32_t sibling = at == FS__AABB_TREE_NONE ? m->root : t->node[at >> 1].child[at & 1u];
    hang(t, n * 2, sibling, there);
    hang(t, n * 2 + 1, leaf, box);
    hang(t, at, n, fs__quantised_aabb_union(there, box));
    t->node[n].height = 0;
    refit(t, n, true);
}

void fs__aabb_tree_insert(struct fs__aabb_tree *t, uint32_t row, struct fs__quantised_aabb box)
{
    struct fs__aabb_tree_header *m = t->header;
    for (; m->places <= row; m->places++)
        t->place[m->places] = FS__AABB_TREE_NONE;
    insert_below(t, FS__AABB_TREE_NONE, row, box);
}

/* --- going ----------------------------------------------------------------------------------- */

/* The last node takes the number of one that is gone, so that there are no holes. */
static void renumber(struct fs__aabb_tree *t, uint32_t to, uint32_t from)
{
    if (to == from)
        return;
    t->node[to] = t->node[from];
    set_parent(t, t->node[to].child[0], to * 2);
    set_parent(t, t->node[to].child[1], to * 2 + 1);
    uint32_t at = t->node[to].parent;
    if (at == FS__AABB_TREE_NONE)
        t->header->root = to;
    else
        t->node[at >> 1].child[at & 1u] = to;
}

/* Returns where the row's sibling hangs now. */
static uint32_t take_out(struct fs__aabb_tree *t, uint32_t row)
{
    struct fs__aabb_tree_header *m = t->header;
    uint32_t at = t->place[row];
    t->place[row] = FS__AABB_TREE_NONE;
    if (--m->count == 0) {
        m->root = FS__AABB_TREE_NONE;
        return FS__AABB_TREE_NONE;
    }
    uint32_t n = at >> 1, side = 1u - (at & 1u), up = t->node[n].parent, last = m->count - 1;
    hang(t, up, t->node[n].child[side], t->node[n].box[side]);
    if (up != FS__AABB_TREE_NONE)
        refit(t, up >> 1, false);
    renumber(t, n, last);
    return up != FS__AABB_TREE_NONE && up >> 1 == last ? n * 2 + (up & 1u) : up;
}

void fs__aabb_tree_remove(struct fs__aabb_tree *t, uint32_t row)
{
    take_out(t, row);
}

/* --- moving ---------------------------------------------------------------------------------- */

/* From a place upward: the first whose box covers this one. */
static uint32_t covering(const struct fs__aabb_tree *t, uint32_t at, struct fs__quantised_aabb box)
{
    while (at != FS__AABB_TREE_NONE && !fs__quantised_aabb_contains(&t->node[at >> 1].box[at & 1u], &box))
        at = t->node[at >> 1].parent;
    return at;
}

/* A box that stays where its parent lies keeps its place; others look for a new one near the old. */
void fs__aabb_tree_move(struct fs__aabb_tree *t, uint32_t row, struct fs__quantised_aabb box)
{
    uint32_t at = t->place[row], n = at >> 1;
    if (t->header->count == 1)
        return;
    uint32_t up = t->node[n].parent;
    if (up != FS__AABB_TREE_NONE && !fs__quantised_aabb_contains(&t->node[up >> 1].box[up & 1u], &box)) {
        up = take_out(t, row);
        insert_below(t, covering(t, up, box), row, box);
        return;
    }
    t->node[n].box[at & 1u] = box;
    refit(t, n, false);
}
