/* aabb_tree.inl: a dynamic tree of boxes, stored from tick to tick; see aabb_tree.h.
 *
 * The memory may hold anything: the tree of another state, part of a tree, random bytes. Two passes over it prove that
 * it is a tree of exactly the rows in use before any query relies on it:
 *   every row in use is the child of one node, whose link names it and whose box for it is the row's;
 *   every node but the root is the child of one node, whose link names it, whose box contains its two boxes and whose
 *   height is greater.
 * n rows and n - 1 nodes then fill all 2 n - 2 child slots, and heights exclude cycles. Rows that are out of date are
 * updated; memory that is not a tree is rebuilt.
 *
 * Template: included once by aabb_tree.c of physics2d and of physics3d.
 */
#include "physics/broadphase/aabb_tree.h"

#include <string.h>

#define MAGIC (UINT64_C(0x6673747265653001) + (FS__DIMENSION << 8))

/* --- memory ---------------------------------------------------------------------------------- */

static size_t tree_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct fs__aabb_treeN)) + FS_ARENA_BYTES(sizeof(struct fs__aabb_treeN_header)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__aabb_treeN_node)) +
           2 * FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__quantised_aabbN));
}

static void *tree_open(fs_arena *arena, uint32_t capacity)
{
    struct fs__aabb_treeN *t = fs_arena_take(arena, sizeof *t);
    t->header = fs_arena_take(arena, sizeof *t->header);
    t->node = fs_arena_take(arena, (size_t)capacity * sizeof *t->node);
    t->slot = fs_arena_take(arena, (size_t)capacity * sizeof *t->slot);
    t->todo = fs_arena_take(arena, (size_t)capacity * sizeof *t->todo);
    t->coarse = fs_arena_take(arena, (size_t)capacity * sizeof *t->coarse);
    t->cluster = NULL;
    struct fs__aabb_treeN_header *m = t->header;
    int64_t far = (int64_t)1 << 62;
    bool valid = m->magic == MAGIC && m->capacity == capacity && m->count <= capacity && m->slot_count <= capacity &&
                 m->outside <= capacity && m->shift >= 1 && m->shift < 64;
    for (unsigned k = 0; k < FS__AXES; k++)
        valid = valid && m->origin[k] >= -far && m->origin[k] <= far;
    if (!valid) {
        memset(m, 0, sizeof *m);
        m->magic = MAGIC;
        m->capacity = capacity;
        m->shift = 1;
        fs__aabb_treeN_clear(t);
    }
    return t;
}

static size_t merged_size(uint32_t capacity)
{
    return tree_size(capacity) + FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__aabb_treeN_cluster));
}

static void *merged_open(fs_arena *arena, uint32_t capacity)
{
    struct fs__aabb_treeN *t = tree_open(arena, capacity);
    t->cluster = fs_arena_take(arena, (size_t)capacity * sizeof *t->cluster);
    return t;
}

/* --- the map to coarse steps ------------------------------------------------------------------ */

enum { SAMPLES = 63, FINEST = 16 };

/* The median of a sample; *reach: at least its interquartile range. */
static int64_t middle_of(int64_t *v, uint32_t n, uint64_t *reach)
{
    for (uint32_t i = 1; i < n; i++) {
        int64_t at = v[i];
        uint32_t j = i;
        for (; j > 0 && v[j - 1] > at; j--)
            v[j] = v[j - 1];
        v[j] = at;
    }
    *reach = fs_max_u64(*reach, fs_absdiff64(v[n - 1 - n / 4], v[n / 4]));
    return v[n / 2];
}

/* Chosen so that most boxes lie within the map: outliers do not change a median. */
static void choose_map(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t count)
{
    int64_t v[FS__AXES][SAMPLES], low[FS__AXES];
    uint32_t n = fs_min_u32(count, SAMPLES);
    uint64_t reach = 0;
    for (uint32_t i = 0; i < n; i++) {
        fs__posN_to_axes(boxes->low[t->todo[(uint64_t)i * count / n]], low);
        for (unsigned k = 0; k < FS__AXES; k++)
            v[k][i] = low[k];
    }
    int64_t middle[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++)
        middle[k] = n > 0 ? middle_of(v[k], n, &reach) : 0;
    t->header->shift = (uint32_t)fs_clamp32(fs_bit_width64(reach) + 6 - 31, FINEST, 40);
    for (unsigned k = 0; k < FS__AXES; k++)
        t->header->origin[k] = fs_asr64(middle[k], t->header->shift);
}

static bool is_outside_map(const struct fs__quantised_aabbN *c)
{
    bool outside = false;
    for (unsigned k = 0; k < 2 * FS__AXES; k++)
        outside |= c->v[k] == INT32_MIN || c->v[k] == INT32_MAX;
    return outside;
}

/* --- validation ------------------------------------------------------------------------------- */

/* The counts of the pass over the rows: rows in use, rows in the tree, rows to update, boxes beyond the map. */
struct survey {
    uint32_t live, in_tree, todo, outside;
};

static bool is_row_valid(const struct fs__aabb_treeN *t, uint32_t row, uint32_t at)
{
    uint32_t nodes = t->header->count - 1;
    if (t->header->count <= 1)
        return t->header->count == 1 && at == 0 && t->header->root == (row | FS__AABB_TREE_LEAF);
    return at >> 1 < nodes && t->node[at >> 1].child[at & 1u] == (row | FS__AABB_TREE_LEAF);
}

/* A row that is not up to date: false when the tree is invalid; otherwise the row goes to todo. */
static bool survey_row(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t r,
                       struct survey *s)
{
    bool live = r < boxes->count && fs__broadphaseN_row_live(boxes, r);
    uint32_t at = r < t->header->slot_count ? t->slot[r] : FS__AABB_TREE_NONE;
    bool in_tree = at != FS__AABB_TREE_NONE, same = live == in_tree;
    s->live += live;
    s->in_tree += in_tree;
    if (in_tree && !is_row_valid(t, r, at))
        return false;
    if (live) {
        struct fs__quantised_aabbN c = fs__aabb_treeN_quantise(t->header, fs__broadphaseN_row_aabb(boxes, r));
        s->outside += is_outside_map(&c);
        same = same &&
               fs__quantised_aabbN_equal(c, t->header->count == 1 ? t->header->lone : t->node[at >> 1].box[at & 1u]);
    }
    if (!same)
        t->todo[s->todo++] = r;
    return true;
}

static bool survey_rows(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, struct survey *s)
{
    const struct fs__aabb_treeN_header m = *t->header;
    uint32_t rows = fs_max_u32(boxes->count, m.slot_count), both = fs_min_u32(boxes->count, m.slot_count);
    uint32_t sides = m.count > 1 ? 2 * (m.count - 1) : 0, plain = 0;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t at = r < both ? t->slot[r] : FS__AABB_TREE_NONE;
        if (at < sides && fs__broadphaseN_row_live(boxes, r)) {
            const struct fs__aabb_treeN_node *n = &t->node[at >> 1];
            if (n->child[at & 1u] == (r | FS__AABB_TREE_LEAF) &&
                fs__quantised_aabbN_matches(&m, &n->box[at & 1u], fs__broadphaseN_row_aabb(boxes, r))) {
                plain++;
                continue;
            }
        }
        if (!survey_row(t, boxes, r, s))
            return false;
    }
    s->live += plain;
    s->in_tree += plain;
    return s->in_tree == m.count;
}

static bool is_node_valid(const struct fs__aabb_treeN *t, uint32_t n, uint32_t nodes)
{
    const struct fs__aabb_treeN_node *node = &t->node[n];
    uint32_t at = node->parent;
    if (at == FS__AABB_TREE_NONE)
        return t->header->root == n && node->height <= FS__AABB_TREE_MAX_HEIGHT;
    if (at >> 1 >= nodes)
        return false;
    const struct fs__aabb_treeN_node *up = &t->node[at >> 1];
    const struct fs__quantised_aabbN *box = &up->box[at & 1u];
    return up->child[at & 1u] == n && up->height > node->height && fs__quantised_aabbN_contains(box, &node->box[0]) &&
           fs__quantised_aabbN_contains(box, &node->box[1]);
}

/* Only the node of the header can be the root, because every other node must have a parent. */
static bool are_nodes_valid(const struct fs__aabb_treeN *t)
{
    uint32_t nodes = t->header->count > 1 ? t->header->count - 1 : 0;
    bool valid = nodes == 0 || t->header->root < nodes;
    for (uint32_t n = 0; n < nodes && valid; n++)
        valid = is_node_valid(t, n, nodes);
    return valid && (nodes == 0 || t->node[t->header->root].parent == FS__AABB_TREE_NONE);
}

/* --- update ----------------------------------------------------------------------------------- */

/* An empty tree, a new map, the rows in use in todo and their boxes in `coarse`; returns their number. */
static uint32_t list_rows(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes)
{
    uint32_t count = 0;
    fs__aabb_treeN_clear(t);
    for (uint32_t r = 0; r < boxes->count; r++) {
        t->slot[r] = FS__AABB_TREE_NONE;
        if (fs__broadphaseN_row_live(boxes, r))
            t->todo[count++] = r;
    }
    t->header->slot_count = boxes->count;
    t->header->outside = 0;
    choose_map(t, boxes, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t r = t->todo[i];
        t->coarse[r] = fs__aabb_treeN_quantise(t->header, fs__broadphaseN_row_aabb(boxes, r));
        t->header->outside += is_outside_map(&t->coarse[r]);
    }
    return count;
}

static void rebuild(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes)
{
    fs__aabb_treeN_build(t, list_rows(t, boxes));
}

static void update_row(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    bool live = row < boxes->count && fs__broadphaseN_row_live(boxes, row);
    bool in_tree = row < t->header->slot_count && t->slot[row] != FS__AABB_TREE_NONE;
    if (!live) {
        fs__aabb_treeN_remove(t, row);
        return;
    }
    struct fs__quantised_aabbN c = fs__aabb_treeN_quantise(t->header, fs__broadphaseN_row_aabb(boxes, row));
    if (in_tree)
        fs__aabb_treeN_move(t, row, c);
    else
        fs__aabb_treeN_insert(t, row, c);
}

static bool is_too_high(const struct fs__aabb_treeN *t)
{
    return t->header->count > 1 && t->node[t->header->root].height > FS__AABB_TREE_MAX_HEIGHT;
}

static void tree_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct fs__aabb_treeN *t = self;
    struct survey s = { 0, 0, 0, 0 };
    bool valid = survey_rows(t, boxes, &s) && are_nodes_valid(t);
    if (!valid || s.todo > s.live / 2 || s.outside > 2 * t->header->outside + 16 + s.live / 8) {
        rebuild(t, boxes);
        return;
    }
    for (uint32_t i = 0; i < s.todo; i++)
        update_row(t, boxes, t->todo[i]);
    if (is_too_high(t))
        rebuild(t, boxes);
}

bool fs__aabb_treeN_is_valid(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct survey s = { 0, 0, 0, 0 };
    return survey_rows(t, boxes, &s) && s.todo == 0 && are_nodes_valid(t);
}

/* --- whole trees, anew at every update --------------------------------------------------------- */

static void built_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    rebuild(self, boxes);
}

static void merged_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct fs__aabb_treeN *t = self;
    fs__aabb_treeN_merge(t, list_rows(t, boxes));
    if (is_too_high(t))
        rebuild(t, boxes);
}

/* In the order of rows. */
static void inserted_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct fs__aabb_treeN *t = self;
    uint32_t count = list_rows(t, boxes);
    for (uint32_t i = 0; i < count; i++)
        fs__aabb_treeN_insert(t, t->todo[i], t->coarse[t->todo[i]]);
    if (is_too_high(t))
        rebuild(t, boxes);
}

/* --- debug drawing --------------------------------------------------------------------------------- */

static int64_t to_position(const struct fs__aabb_treeN_header *m, int64_t side, unsigned axis)
{
    return fs_sat64_mul(side + m->origin[axis], (int64_t)1 << m->shift);
}

static bool node_box(const void *self, uint32_t index, fs_aabbN *box)
{
    const struct fs__aabb_treeN *t = self;
    const struct fs__aabb_treeN_header *m = t->header;
    if (m->count < 2 || index >= m->count - 1)
        return false;
    struct fs__quantised_aabbN c = fs__quantised_aabbN_union(t->node[index].box[0], t->node[index].box[1]);
    int64_t low[FS__AXES], high[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++) {
        low[k] = to_position(m, c.v[k], k);
        high[k] = to_position(m, (int64_t)~c.v[k + FS__AXES] + 1, k);
    }
    box->low = fs__posN_from_axes(low);
    box->high = fs__posN_from_axes(high);
    return true;
}

const struct fs__broadphaseN_ops fs__broadphaseN_tree = { tree_size,           tree_open, tree_update,
                                                          fs__aabb_treeN_walk, NULL,      node_box };
const struct fs__broadphaseN_ops fs__broadphaseN_tree_built = { tree_size,           tree_open, built_update,
                                                                fs__aabb_treeN_walk, NULL,      node_box };
const struct fs__broadphaseN_ops fs__broadphaseN_tree_merged = { merged_size,         merged_open, merged_update,
                                                                 fs__aabb_treeN_walk, NULL,        node_box };
const struct fs__broadphaseN_ops fs__broadphaseN_tree_inserted = { tree_size,           tree_open, inserted_update,
                                                                   fs__aabb_treeN_walk, NULL,      node_box };
