/* aabb_tree_edit.inl: insertion, removal and moves of rows; see aabb_tree.h.
 *
 * A new row becomes the sibling of the node for which the boxes grow least (greedy descent by the surface area
 * heuristic). From there to the root every node swaps a child with a grandchild where that makes a box smaller.
 * E. Catto, "Dynamic bounding volume hierarchies" (2019).
 *
 * Template: included once by aabb_tree_edit.c of physics2d and of physics3d.
 */
#include "physics/broadphase/aabb_tree.h"

void fs__aabb_treeN_clear(struct fs__aabb_treeN *t)
{
    t->header->count = 0;
    t->header->slot_count = 0;
    t->header->root = FS__AABB_TREE_NONE;
}

/* --- links ----------------------------------------------------------------------------------- */

static struct fs__quantised_aabbN box_of(const struct fs__aabb_treeN *t, uint32_t n)
{
    return fs__quantised_aabbN_union(t->node[n].box[0], t->node[n].box[1]);
}

static uint32_t height_of(const struct fs__aabb_treeN *t, uint32_t child)
{
    return (child & FS__AABB_TREE_LEAF) != 0 ? 0 : t->node[child].height;
}

/* Sets the slot of a child; `at` is FS__AABB_TREE_NONE for the root. */
static void set_parent(struct fs__aabb_treeN *t, uint32_t child, uint32_t at)
{
    if ((child & FS__AABB_TREE_LEAF) != 0)
        t->slot[child & ~FS__AABB_TREE_LEAF] = at == FS__AABB_TREE_NONE ? 0 : at;
    else
        t->node[child].parent = at;
}

static void link_child(struct fs__aabb_treeN *t, uint32_t at, uint32_t child, struct fs__quantised_aabbN box)
{
    set_parent(t, child, at);
    if (at == FS__AABB_TREE_NONE) {
        t->header->root = child;
        t->header->lone = box;
        return;
    }
    t->node[at >> 1].child[at & 1u] = child;
    t->node[at >> 1].box[at & 1u] = box;
}

static void set_height(struct fs__aabb_treeN *t, uint32_t n)
{
    const uint32_t *c = t->node[n].child;
    t->node[n].height = 1 + fs_max_u32(height_of(t, c[0]), height_of(t, c[1]));
}

/* --- rotations -------------------------------------------------------------------------------- */

/* Swaps a child of n with a grandchild on the other side. */
static void swap_with(struct fs__aabb_treeN *t, uint32_t n, unsigned side, unsigned below)
{
    struct fs__aabb_treeN_node *top = &t->node[n];
    uint32_t low = top->child[side];
    struct fs__aabb_treeN_node *bottom = &t->node[low];
    uint32_t up = bottom->child[below], down = top->child[1u - side];
    struct fs__quantised_aabbN up_box = bottom->box[below], down_box = top->box[1u - side];
    link_child(t, low * 2 + below, down, down_box);
    link_child(t, n * 2 + 1u - side, up, up_box);
    top->box[side] = box_of(t, low);
    set_height(t, low);
}

/* Makes the swap that shrinks the surface of a child's box most, if one shrinks it. */
static void rotate(struct fs__aabb_treeN *t, uint32_t n)
{
    int64_t best = 0;
    unsigned best_side = 0, best_below = 0;
    const struct fs__aabb_treeN_node *top = &t->node[n];
    for (unsigned side = 0; side < 2; side++) {
        if ((top->child[side] & FS__AABB_TREE_LEAF) != 0)
            continue;
        const struct fs__aabb_treeN_node *bottom = &t->node[top->child[side]];
        int64_t now = fs__quantised_aabbN_half_surface(top->box[side]);
        for (unsigned below = 0; below < 2; below++) {
            int64_t gain = now - fs__quantised_aabbN_half_surface(
                                     fs__quantised_aabbN_union(bottom->box[1u - below], top->box[1u - side]));
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
static void refit(struct fs__aabb_treeN *t, uint32_t n, bool rotating)
{
    for (;;) {
        if (rotating)
            rotate(t, n);
        uint32_t before = t->node[n].height, at = t->node[n].parent;
        set_height(t, n);
        if (at == FS__AABB_TREE_NONE)
            return;
        struct fs__quantised_aabbN box = box_of(t, n), *stored = &t->node[at >> 1].box[at & 1u];
        if (before == t->node[n].height && fs__quantised_aabbN_equal(box, *stored))
            return;
        *stored = box;
        n = at >> 1;
    }
}

/* --- insertion ------------------------------------------------------------------------------- */

/* The cost of a box as a sibling of a child or below it: the growth of surfaces without that of the ancestors. */
static int64_t cost_below(const struct fs__aabb_treeN_node *n, unsigned side, struct fs__quantised_aabbN box)
{
    int64_t joined = fs__quantised_aabbN_half_surface(fs__quantised_aabbN_union(n->box[side], box));
    return (n->child[side] & FS__AABB_TREE_LEAF) != 0 ? joined
                                                      : joined - fs__quantised_aabbN_half_surface(n->box[side]);
}

/* The slot at or below `at` whose child becomes the sibling of a box, by least cost. Ties go to the higher node, then to
 * the first side. *sibling_box: the box of that child. */
static uint32_t find_best_slot(const struct fs__aabb_treeN *t, uint32_t at, struct fs__quantised_aabbN box,
                               struct fs__quantised_aabbN *sibling_box)
{
    uint32_t n = at == FS__AABB_TREE_NONE ? t->header->root : t->node[at >> 1].child[at & 1u];
    if ((n & FS__AABB_TREE_LEAF) != 0) {
        *sibling_box = at == FS__AABB_TREE_NONE ? t->header->lone : t->node[at >> 1].box[at & 1u];
        return at;
    }
    *sibling_box = box_of(t, n);
    do {
        const struct fs__aabb_treeN_node *node = &t->node[n];
        int64_t joined = fs__quantised_aabbN_half_surface(fs__quantised_aabbN_union(*sibling_box, box)),
                grown = joined - fs__quantised_aabbN_half_surface(*sibling_box);
        int64_t cost0 = cost_below(node, 0, box), cost1 = cost_below(node, 1, box);
        if (joined < grown + fs_min64(cost0, cost1))
            return at;
        unsigned side = cost1 < cost0;
        at = n * 2 + side;
        *sibling_box = node->box[side];
        n = node->child[side];
    } while ((n & FS__AABB_TREE_LEAF) == 0);
    return at;
}

/* Inserts a row at or below the slot `at`. */
static void insert_below(struct fs__aabb_treeN *t, uint32_t at, uint32_t row, struct fs__quantised_aabbN box)
{
    struct fs__aabb_treeN_header *m = t->header;
    uint32_t leaf = row | FS__AABB_TREE_LEAF;
    if (m->count++ == 0) {
        link_child(t, FS__AABB_TREE_NONE, leaf, box);
        return;
    }
    struct fs__quantised_aabbN sibling_box;
    uint32_t n = m->count - 2;
    at = find_best_slot(t, at, box, &sibling_box);
    uint32_t sibling = at == FS__AABB_TREE_NONE ? m->root : t->node[at >> 1].child[at & 1u];
    link_child(t, n * 2, sibling, sibling_box);
    link_child(t, n * 2 + 1, leaf, box);
    link_child(t, at, n, fs__quantised_aabbN_union(sibling_box, box));
    t->node[n].height = 0;
    refit(t, n, true);
}

void fs__aabb_treeN_insert(struct fs__aabb_treeN *t, uint32_t row, struct fs__quantised_aabbN box)
{
    struct fs__aabb_treeN_header *m = t->header;
    FS_ASSERT(row < m->capacity && m->count < m->capacity);
    for (; m->slot_count <= row; m->slot_count++)
        t->slot[m->slot_count] = FS__AABB_TREE_NONE;
    insert_below(t, FS__AABB_TREE_NONE, row, box);
}

/* --- removal --------------------------------------------------------------------------------- */

/* The last node gets the number of a removed one, so that the numbers have no holes. */
static void renumber(struct fs__aabb_treeN *t, uint32_t to, uint32_t from)
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

/* Returns the slot of the row's sibling after the removal. */
static uint32_t remove_leaf(struct fs__aabb_treeN *t, uint32_t row)
{
    struct fs__aabb_treeN_header *m = t->header;
    FS_ASSERT(row < m->slot_count && m->count > 0);
    uint32_t at = t->slot[row];
    t->slot[row] = FS__AABB_TREE_NONE;
    if (--m->count == 0) {
        m->root = FS__AABB_TREE_NONE;
        return FS__AABB_TREE_NONE;
    }
    uint32_t n = at >> 1, side = 1u - (at & 1u), up = t->node[n].parent, last = m->count - 1;
    link_child(t, up, t->node[n].child[side], t->node[n].box[side]);
    if (up != FS__AABB_TREE_NONE)
        refit(t, up >> 1, false);
    renumber(t, n, last);
    return up != FS__AABB_TREE_NONE && up >> 1 == last ? n * 2 + (up & 1u) : up;
}

void fs__aabb_treeN_remove(struct fs__aabb_treeN *t, uint32_t row)
{
    remove_leaf(t, row);
}

/* --- moves ----------------------------------------------------------------------------------- */

/* The nearest slot from `at` to the root whose box contains this one. */
static uint32_t find_ancestor_containing(const struct fs__aabb_treeN *t, uint32_t at, struct fs__quantised_aabbN box)
{
    while (at != FS__AABB_TREE_NONE && !fs__quantised_aabbN_contains(&t->node[at >> 1].box[at & 1u], &box))
        at = t->node[at >> 1].parent;
    return at;
}

/* A box that stays within the box of its parent keeps its slot; others are inserted below the nearest ancestor that contains
 * them. */
void fs__aabb_treeN_move(struct fs__aabb_treeN *t, uint32_t row, struct fs__quantised_aabbN box)
{
    FS_ASSERT(row < t->header->slot_count && t->slot[row] != FS__AABB_TREE_NONE);
    uint32_t at = t->slot[row], n = at >> 1;
    if (t->header->count == 1) {
        t->header->lone = box;
        return;
    }
    uint32_t up = t->node[n].parent;
    if (up != FS__AABB_TREE_NONE && !fs__quantised_aabbN_contains(&t->node[up >> 1].box[up & 1u], &box)) {
        up = remove_leaf(t, row);
        insert_below(t, find_ancestor_containing(t, up, box), row, box);
        return;
    }
    t->node[n].box[at & 1u] = box;
    refit(t, n, false);
}
