/* bsp.inl: planes that divide boxes in two, and again; see broadphase_internal.h.
 *
 * A plane stands across an axis, between the lower and the upper centres of the boxes on its node. A box on both sides of
 * it is in both children, or, in the ternary tree, stays on the node. In both children a row is met more than once: it is
 * reported in the leaf that holds the lowest corner which it shares with the query.
 *
 * A leaf holds a list of rows or, with more of them, a tree of their boxes that every update builds anew.
 *
 * While the structure stays open an update only moves rows whose box changed: both places are followed from the root, and
 * the row is withdrawn and placed only below planes of which its side changed. The planes are chosen anew when most rows
 * moved or their number has doubled or halved.
 *
 * Template: included once by bsp.c of physics2d and of physics3d.
 */
#include "physics/broadphase/bsp.h"

#include <string.h>

enum { LEAF_ROWS = 8, TREE_ROWS = 64, MAX_DEPTH = 24, BEHIND = 1, BEFORE = 2, LEAF = FS__AXES };

/* ---- memory --------------------------------------------------------------------------------------------------- */

static uint32_t node_capacity_for(uint32_t capacity)
{
    return 2 * fs_min_u32(capacity, (uint32_t)1 << 30) + 1;
}

static size_t bsp_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct fs__bspN)) +
           FS_ARENA_BYTES((size_t)node_capacity_for(capacity) * sizeof(struct fs__bspN_node)) +
           FS_ARENA_BYTES(((size_t)capacity + 1) * FS__BSP_MAX_LEAVES * sizeof(struct fs__bspN_entry)) +
           2 * FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(fs_aabbN));
}

static size_t bsp_of_trees_size(uint32_t capacity)
{
    size_t entries = ((size_t)capacity + 1) * FS__BSP_MAX_LEAVES;
    return bsp_size(capacity) + FS_ARENA_BYTES(entries * sizeof(uint32_t)) +
           FS_ARENA_BYTES(entries * sizeof(struct fs__box_treeN_node));
}

/* A move may place a row before it withdraws it: so there are entries for one row more. */
static struct fs__bspN *open_with(fs_arena *arena, uint32_t capacity, bool ternary)
{
    struct fs__bspN *b = fs_arena_take(arena, sizeof *b);
    *b = (struct fs__bspN){ .capacity = capacity,
                            .entry_capacity = (capacity + 1) * FS__BSP_MAX_LEAVES,
                            .leaf_rows = LEAF_ROWS,
                            .ternary = ternary };
    b->node = fs_arena_take(arena, (size_t)node_capacity_for(capacity) * sizeof *b->node);
    b->entry = fs_arena_take(arena, (size_t)b->entry_capacity * sizeof *b->entry);
    b->first = fs_arena_take(arena, (size_t)capacity * sizeof *b->first);
    b->todo = fs_arena_take(arena, (size_t)capacity * sizeof *b->todo);
    b->placed = fs_arena_take(arena, (size_t)capacity * sizeof *b->placed);
    return b;
}

static void *bsp_open(fs_arena *arena, uint32_t capacity)
{
    return open_with(arena, capacity, false);
}

static void *ternary_open(fs_arena *arena, uint32_t capacity)
{
    return open_with(arena, capacity, true);
}

static void *bsp_of_trees_open(fs_arena *arena, uint32_t capacity)
{
    struct fs__bspN *b = open_with(arena, capacity, false);
    b->leaf_rows = TREE_ROWS;
    b->item = fs_arena_take(arena, (size_t)b->entry_capacity * sizeof *b->item);
    b->tree_node = fs_arena_take(arena, (size_t)b->entry_capacity * sizeof *b->tree_node);
    return b;
}

/* ---- sides ---------------------------------------------------------------------------------------------------- */

/* The one test of sides: of insertion, moves and queries. */
static unsigned sides_of(const struct fs__bspN_node *n, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    return (low[n->axis] < n->at ? (unsigned)BEHIND : 0u) | (high[n->axis] >= n->at ? (unsigned)BEFORE : 0u);
}

/* Whether a box that came down to this node stays on it. */
static bool stays(const struct fs__bspN *b, const struct fs__bspN_node *n, fs_aabbN box)
{
    return n->axis == LEAF || (b->ternary && sides_of(n, box) == (BEHIND | BEFORE));
}

/* Leaves that a box is in, at most `limit` of them are counted. */
static uint32_t count_leaves(const struct fs__bspN *b, uint32_t node, fs_aabbN box, uint32_t limit)
{
    const struct fs__bspN_node *n = &b->node[node];
    uint32_t count = 0;
    if (stays(b, n, box))
        return 1;
    for (unsigned k = 0; k < 2 && count < limit; k++)
        if ((sides_of(n, box) >> k & 1u) != 0)
            count += count_leaves(b, n->child[k], box, limit - count);
    return count;
}

static bool is_large(const struct fs__bspN *b, fs_aabbN box)
{
    return count_leaves(b, 0, box, FS__BSP_MAX_LEAVES + 1) > FS__BSP_MAX_LEAVES;
}

/* ---- rows on nodes -------------------------------------------------------------------------------------------- */

static void add_entry(struct fs__bspN *b, uint32_t node, uint32_t row)
{
    uint32_t i1 = b->free;
    FS_ASSERT(i1 != 0);
    struct fs__bspN_entry *e = &b->entry[i1 - 1];
    b->free = e->further;
    *e = (struct fs__bspN_entry){ row, node, b->node[node].first, 0, b->first[row] };
    if (e->next != 0)
        b->entry[e->next - 1].previous = i1;
    b->node[node].first = i1;
    b->first[row] = i1;
}

static void remove_entry(struct fs__bspN *b, uint32_t node, uint32_t row)
{
    uint32_t *link = &b->first[row];
    while (b->entry[*link - 1].node != node)
        link = &b->entry[*link - 1].further;
    uint32_t i1 = *link;
    struct fs__bspN_entry *e = &b->entry[i1 - 1];
    if (e->next != 0)
        b->entry[e->next - 1].previous = e->previous;
    if (e->previous != 0)
        b->entry[e->previous - 1].next = e->next;
    else
        b->node[node].first = e->next;
    *link = e->further;
    e->further = b->free;
    b->free = i1;
}

static void remove_all(struct fs__bspN *b, uint32_t row)
{
    while (b->first[row] != 0)
        remove_entry(b, b->entry[b->first[row] - 1].node, row);
}

static void place(struct fs__bspN *b, uint32_t node, uint32_t row, fs_aabbN box)
{
    const struct fs__bspN_node *n = &b->node[node];
    if (stays(b, n, box)) {
        add_entry(b, node, row);
        return;
    }
    for (unsigned k = 0; k < 2; k++)
        if ((sides_of(n, box) >> k & 1u) != 0)
            place(b, n->child[k], row, box);
}

static void withdraw(struct fs__bspN *b, uint32_t node, uint32_t row, fs_aabbN box)
{
    const struct fs__bspN_node *n = &b->node[node];
    if (stays(b, n, box)) {
        remove_entry(b, node, row);
        return;
    }
    for (unsigned k = 0; k < 2; k++)
        if ((sides_of(n, box) >> k & 1u) != 0)
            withdraw(b, n->child[k], row, box);
}

/* From the places of the box `from` to those of `to`, both below this node. */
static void shift(struct fs__bspN *b, uint32_t node, uint32_t row, fs_aabbN from, fs_aabbN to)
{
    const struct fs__bspN_node *n = &b->node[node];
    bool stayed = stays(b, n, from), stays_now = stays(b, n, to);
    if (stayed && stays_now)
        return;
    if (stayed || stays_now) {
        withdraw(b, node, row, from);
        place(b, node, row, to);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        bool was = (sides_of(n, from) >> k & 1u) != 0, is = (sides_of(n, to) >> k & 1u) != 0;
        if (was && is)
            shift(b, n->child[k], row, from, to);
        else if (was)
            withdraw(b, n->child[k], row, from);
        else if (is)
            place(b, n->child[k], row, to);
    }
}

static void place_row(struct fs__bspN *b, uint32_t row, fs_aabbN box)
{
    if (is_large(b, box))
        add_entry(b, 0, row);
    else
        place(b, 0, row, box);
    b->placed[row] = box;
    b->count++;
}

static void move_row(struct fs__bspN *b, uint32_t row, fs_aabbN box)
{
    if (is_large(b, box) || is_large(b, b->placed[row])) {
        remove_all(b, row);
        b->count--;
        place_row(b, row, box);
        return;
    }
    shift(b, 0, row, b->placed[row], box);
    b->placed[row] = box;
}

uint32_t fs__bspN_nodes_of(const struct fs__bspN *b, uint32_t row, uint32_t *nodes)
{
    uint32_t count = 0;
    for (uint32_t i1 = b->first[row]; i1 != 0; i1 = b->entry[i1 - 1].further)
        nodes[count++] = b->entry[i1 - 1].node;
    fs__rows_sort(nodes, count);
    return count;
}

void fs__bspN_place_all(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes)
{
    memset(b->first, 0, (size_t)b->capacity * sizeof *b->first);
    for (uint32_t i = 0; i < b->entry_capacity; i++)
        b->entry[i].further = i + 2 <= b->entry_capacity ? i + 2 : 0;
    b->free = b->entry_capacity > 0;
    b->count = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        b->node[i].first = 0;
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r))
            place_row(b, r, fs__broadphaseN_row_aabb(boxes, r));
}

/* ---- planes --------------------------------------------------------------------------------------------------- */

/* The middle of a box along an axis, rounded down. */
static int64_t centre_of(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row, unsigned axis)
{
    int64_t low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(boxes->low[row], low);
    fs__posN_to_axes(boxes->high[row], high);
    return fs_asr64(low[axis], 1) + fs_asr64(high[axis], 1) + (low[axis] & high[axis] & 1);
}

/* Across the axis along which the centres of rows todo[from .. to) extend most; false when they are all equal. */
static bool choose_plane(const struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t from,
                         uint32_t to, struct fs__bspN_node *n)
{
    uint64_t longest = 0;
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t least = INT64_MAX, most = INT64_MIN;
        for (uint32_t i = from; i < to; i++) {
            int64_t c = centre_of(boxes, b->todo[i], k);
            least = fs_min64(least, c);
            most = fs_max64(most, c);
        }
        if (fs_absdiff64(most, least) <= longest)
            continue;
        longest = fs_absdiff64(most, least);
        n->axis = k;
        n->at = fs_asr64(least, 1) + fs_asr64(most, 1) + (least & most & 1) + 1;
    }
    return longest > 0;
}

/* Rows whose centre is behind the plane come first; returns the end of them. */
static uint32_t partition_rows(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t from,
                               uint32_t to, const struct fs__bspN_node *n)
{
    uint32_t end = from;
    for (uint32_t i = from; i < to; i++) {
        uint32_t row = b->todo[i];
        if (centre_of(boxes, row, n->axis) >= n->at)
            continue;
        b->todo[i] = b->todo[end];
        b->todo[end++] = row;
    }
    return end;
}

static uint32_t add_child(struct fs__bspN *b, uint32_t parent, unsigned side)
{
    uint32_t child = b->node_count++;
    struct fs__bspN_node *n = &b->node[parent], *c = &b->node[child];
    *c = *n;
    c->axis = LEAF;
    if (side == 0)
        c->high[n->axis] = n->at - 1;
    else
        c->low[n->axis] = n->at;
    n->child[side] = child;
    return child;
}

/* Divides a leaf between rows todo[from .. to) that are in it by their centres. */
static void divide(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t node, uint32_t from,
                   uint32_t to, unsigned depth)
{
    struct fs__bspN_node *n = &b->node[node];
    if (to - from <= b->leaf_rows || depth == MAX_DEPTH || !choose_plane(b, boxes, from, to, n))
        return;
    uint32_t middle = partition_rows(b, boxes, from, to, n);
    FS_ASSERT(middle > from && middle < to);
    divide(b, boxes, add_child(b, node, 0), from, middle, depth + 1);
    divide(b, boxes, add_child(b, node, 1), middle, to, depth + 1);
}

static void rebuild(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r))
            b->todo[count++] = r;
    b->node[0] = (struct fs__bspN_node){ .axis = LEAF };
    for (unsigned k = 0; k < FS__AXES; k++) {
        b->node[0].low[k] = FS_POS_MIN;
        b->node[0].high[k] = FS_POS_MAX;
    }
    b->node_count = 1;
    b->built_count = count;
    divide(b, boxes, 0, 0, count, 0);
    fs__bspN_place_all(b, boxes);
}

/* ---- update --------------------------------------------------------------------------------------------------- */

static bool is_same_box(fs_aabbN a, fs_aabbN b)
{
    return fs_posN_eq(a.low, b.low) && fs_posN_eq(a.high, b.high);
}

/* Lists the rows to move in todo; returns their number. */
static uint32_t list_changed(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t *live)
{
    uint32_t changed = 0;
    *live = 0;
    for (uint32_t r = 0; r < b->capacity; r++) {
        bool lives = r < boxes->count && fs__broadphaseN_row_live(boxes, r), in_tree = b->first[r] != 0;
        *live += lives;
        if (lives != in_tree || (lives && !is_same_box(b->placed[r], fs__broadphaseN_row_aabb(boxes, r))))
            b->todo[changed++] = r;
    }
    return changed;
}

static void update_row(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    bool lives = row < boxes->count && fs__broadphaseN_row_live(boxes, row);
    if (!lives) {
        remove_all(b, row);
        b->count--;
    } else if (b->first[row] != 0) {
        move_row(b, row, fs__broadphaseN_row_aabb(boxes, row));
    } else {
        place_row(b, row, fs__broadphaseN_row_aabb(boxes, row));
    }
}

static struct fs__box_treeN tree_of(const struct fs__bspN *b, const struct fs__bspN_node *n)
{
    return (struct fs__box_treeN){ b->item, b->tree_node, n->from, n->to, n->root };
}

static void build_trees(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        struct fs__bspN_node *n = &b->node[i];
        if (n->axis != LEAF)
            continue;
        n->from = end;
        for (uint32_t i1 = n->first; i1 != 0; i1 = b->entry[i1 - 1].next)
            b->item[end++] = b->entry[i1 - 1].row;
        n->to = end;
        struct fs__box_treeN tree = tree_of(b, n);
        fs__box_treeN_build(&tree, boxes);
        n->root = tree.root;
    }
}

static void update_rows(struct fs__bspN *b, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t live = 0, changed = b->node_count > 0 ? list_changed(b, boxes, &live) : 0;
    if (b->node_count == 0 || changed > live / 2 || live > 2 * b->built_count || live < b->built_count / 2) {
        rebuild(b, boxes);
        return;
    }
    for (uint32_t i = 0; i < changed; i++)
        update_row(b, boxes, b->todo[i]);
}

static void bsp_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct fs__bspN *b = self;
    update_rows(b, boxes);
    if (b->item != NULL)
        build_trees(b, boxes);
}

/* ---- queries -------------------------------------------------------------------------------------------------- */

/* Whether the lowest corner that two boxes share lies in a node; of boxes apart the answer does not matter. */
static bool holds_shared_corner(const struct fs__bspN_node *n, fs_aabbN a, fs_aabbN b)
{
    int64_t corner[FS__AXES];
    bool holds = true;
    fs__posN_to_axes(fs_posN_max(a.low, b.low), corner);
    for (unsigned k = 0; k < FS__AXES; k++)
        holds &= corner[k] >= n->low[k] && corner[k] <= n->high[k];
    return holds;
}

/* A walk that is at a node. */
struct bsp_walk {
    const struct fs__bspN_node *node;
    const struct fs__broadphaseN_aabb_columns *boxes;
    const struct fs__broadphaseN_target *aim;
    struct fs__row_list *found;
};

static void visit_row(void *walk, uint32_t row)
{
    const struct bsp_walk *w = walk;
    if (w->node->axis != LEAF || holds_shared_corner(w->node, w->aim->box, fs__broadphaseN_row_aabb(w->boxes, row)))
        fs__broadphaseN_test_row(w->boxes, w->aim, row, w->found);
}

static void walk_node(const struct fs__bspN *b, struct bsp_walk *w)
{
    const struct fs__bspN_node *n = w->node;
    if (n->axis == LEAF && b->item != NULL) {
        struct fs__box_treeN tree = tree_of(b, n);
        fs__box_treeN_walk(&tree, w->aim->box, visit_row, w);
        return;
    }
    for (uint32_t i1 = n->first; i1 != 0; i1 = b->entry[i1 - 1].next)
        visit_row(w, b->entry[i1 - 1].row);
}

static void bsp_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                     const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct fs__bspN *b = self;
    uint32_t stack[MAX_DEPTH + 2], left = 0;
    if (b->node_count > 0)
        stack[left++] = 0;
    while (left > 0) {
        const struct fs__bspN_node *n = &b->node[stack[--left]];
        struct bsp_walk w = { n, boxes, aim, found };
        walk_node(b, &w);
        if (n->axis == LEAF)
            continue;
        unsigned sides = sides_of(n, aim->box);
        for (unsigned k = 0; k < 2; k++)
            if ((sides >> k & 1u) != 0)
                stack[left++] = n->child[k];
    }
}

const struct fs__broadphaseN_ops fs__broadphaseN_bsp = { bsp_size, bsp_open, bsp_update, bsp_walk, NULL, NULL };
const struct fs__broadphaseN_ops fs__broadphaseN_bsp_ternary = { bsp_size, ternary_open, bsp_update,
                                                                 bsp_walk, NULL,         NULL };
const struct fs__broadphaseN_ops fs__broadphaseN_bsp_of_trees = {
    bsp_of_trees_size, bsp_of_trees_open, bsp_update, bsp_walk, NULL, NULL
};
