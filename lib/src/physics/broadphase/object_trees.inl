/* object_trees.inl: a tree of objects, and below each object a tree of its boxes; see broadphase_internal.h.
 *
 * Rows with one owner are the parts of an object. Its box holds those of its parts; parts are looked at only where the boxes
 * of objects overlap, and never against other parts of their own object. Without owners every row is an object. Built anew
 * at every update.
 *
 * Template: included once by object_trees.c of physics2d and of physics3d.
 */
#include "physics/broadphase/box_tree.h"

struct object_trees {
    uint32_t *row;                   /* rows in use, by owner and row */
    struct fs__box_treeN_node *node; /* of the trees of parts */
    uint32_t *object_of;             /* row -> object */
    uint32_t *first;                 /* object -> its first entry in `row`; one more than there are objects */
    uint32_t *root;                  /* object -> the root of its tree */
    fs_posN *low, *high;             /* the boxes of the objects */
    struct fs__box_treeN top;        /* over the objects */
    uint32_t count;                  /* objects */
};

static size_t trees_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct object_trees)) + 4 * FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES(((size_t)capacity + 1) * sizeof(uint32_t)) +
           2 * FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__box_treeN_node)) +
           2 * FS_ARENA_BYTES((size_t)capacity * sizeof(fs_posN));
}

static uint32_t *take_numbers(fs_arena *arena, size_t count)
{
    return fs_arena_take(arena, count * sizeof(uint32_t));
}

static struct fs__box_treeN_node *take_nodes(fs_arena *arena, uint32_t count)
{
    return fs_arena_take(arena, (size_t)count * sizeof(struct fs__box_treeN_node));
}

static void *trees_open(fs_arena *arena, uint32_t capacity)
{
    struct object_trees *t = fs_arena_take(arena, sizeof *t);
    *t = (struct object_trees){ .count = 0 };
    t->row = take_numbers(arena, capacity);
    t->object_of = take_numbers(arena, capacity);
    t->root = take_numbers(arena, capacity);
    t->top.item = take_numbers(arena, capacity);
    t->first = take_numbers(arena, (size_t)capacity + 1);
    t->node = take_nodes(arena, capacity);
    t->top.node = take_nodes(arena, capacity);
    t->low = fs_arena_take(arena, (size_t)capacity * sizeof *t->low);
    t->high = fs_arena_take(arena, (size_t)capacity * sizeof *t->high);
    return t;
}

/* ---- objects ---------------------------------------------------------------------------------------------------- */

static uint32_t owner_of(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    return boxes->owner != NULL ? boxes->owner[row] : row;
}

static bool comes_before(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t a, uint32_t b)
{
    uint32_t owner_a = owner_of(boxes, a), owner_b = owner_of(boxes, b);
    return owner_a != owner_b ? owner_a < owner_b : a < b;
}

static void swap_rows(uint32_t *row, uint32_t a, uint32_t b)
{
    uint32_t t = row[a];
    row[a] = row[b];
    row[b] = t;
}

static void sift_heap(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t *row, uint32_t root, uint32_t n)
{
    for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && comes_before(boxes, row[child], row[child + 1]);
        if (!comes_before(boxes, row[root], row[child]))
            return;
        swap_rows(row, root, child);
    }
}

static void sort_by_owner(const struct fs__broadphaseN_aabb_columns *boxes, uint32_t *row, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift_heap(boxes, row, i, n);
    for (uint32_t end = n; end-- > 1;) {
        swap_rows(row, 0, end);
        sift_heap(boxes, row, 0, end);
    }
}

/* The tree of the parts of an object. */
static struct fs__box_treeN parts_of(const struct object_trees *t, uint32_t object)
{
    return (struct fs__box_treeN){ t->row, t->node, t->first[object], t->first[object + 1], t->root[object] };
}

static void make_object(struct object_trees *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t object)
{
    fs_posN low = fs__posN_uniform(FS_POS_MAX), high = fs__posN_uniform(FS_POS_MIN);
    for (uint32_t i = t->first[object]; i < t->first[object + 1]; i++) {
        low = fs_posN_min(low, boxes->low[t->row[i]]);
        high = fs_posN_max(high, boxes->high[t->row[i]]);
        t->object_of[t->row[i]] = object;
    }
    t->low[object] = low;
    t->high[object] = high;
    t->root[object] = 0;
    struct fs__box_treeN parts = parts_of(t, object);
    fs__box_treeN_build(&parts, boxes);
    t->root[object] = parts.root;
    t->top.item[object] = object;
}

static void trees_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct object_trees *t = self;
    uint32_t rows = 0;
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r))
            t->row[rows++] = r;
    if (boxes->owner != NULL)
        sort_by_owner(boxes, t->row, rows);
    t->count = 0;
    for (uint32_t i = 0; i < rows; i++)
        if (i == 0 || owner_of(boxes, t->row[i]) != owner_of(boxes, t->row[i - 1]))
            t->first[t->count++] = i;
    t->first[t->count] = rows;
    for (uint32_t k = 0; k < t->count; k++)
        make_object(t, boxes, k);
    const struct fs__broadphaseN_aabb_columns objects = { t->low, t->high, NULL, t->count, NULL };
    t->top.from = 0;
    t->top.to = t->count;
    fs__box_treeN_build(&t->top, &objects);
}

/* ---- queries ------------------------------------------------------------------------------------------------------ */

/* A walk for a target; or, with `out`, for the neighbours of a row. */
struct walk {
    const struct object_trees *t;
    const struct fs__broadphaseN_aabb_columns *boxes;
    const struct fs__broadphaseN_target *aim;
    struct fs__row_list *found;
    struct fs__broadphase_pair_list *out;
    const uint8_t *moved;
    uint32_t row;
};

static void visit_part(void *context, uint32_t row)
{
    struct walk *w = context;
    if (w->out == NULL)
        fs__broadphaseN_test_row(w->boxes, w->aim, row, w->found);
    else if (fs_aabbN_overlaps(w->aim->box, fs__broadphaseN_row_aabb(w->boxes, row)))
        fs__broadphase_add_pair(w->out, w->moved, w->row, row);
}

static void visit_object(void *context, uint32_t object)
{
    struct walk *w = context;
    const struct object_trees *t = w->t;
    fs_aabbN box = { t->low[object], t->high[object] };
    if ((w->out != NULL && t->object_of[w->row] == object) || !fs_aabbN_overlaps(box, w->aim->box))
        return;
    struct fs__box_treeN parts = parts_of(t, object);
    fs__box_treeN_walk(&parts, w->aim->box, visit_part, w);
}

static void trees_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                       const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct object_trees *t = self;
    struct walk w = { .t = t, .boxes = boxes, .aim = aim, .found = found };
    fs__box_treeN_walk(&t->top, aim->box, visit_object, &w);
}

static void trees_pairs(const void *self, const struct fs__broadphaseN_aabb_columns *boxes, const uint8_t *moved,
                        const uint32_t *row, uint32_t count, struct fs__broadphase_pair_list *out)
{
    const struct object_trees *t = self;
    for (uint32_t i = 0; i < count && out->count <= out->capacity; i++) {
        if (!fs__broadphaseN_row_live(boxes, row[i]))
            continue;
        struct fs__broadphaseN_target aim = { .box = fs__broadphaseN_row_aabb(boxes, row[i]) };
        struct walk w = { .t = t, .boxes = boxes, .aim = &aim, .out = out, .moved = moved, .row = row[i] };
        fs__box_treeN_walk(&t->top, aim.box, visit_object, &w);
    }
}

const struct fs__broadphaseN_ops fs__broadphaseN_object_trees = { trees_size, trees_open,  trees_update,
                                                                  trees_walk, trees_pairs, NULL };
