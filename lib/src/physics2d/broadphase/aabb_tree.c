/* aabb_tree.c: a dynamic tree of boxes, kept from tick to tick; see aabb_tree.h.
 *
 * What lies in the memory may be anything: a tree of another state, half a tree, noise. Two passes over it prove that
 * it is a tree of exactly the rows there are, before one answer relies on it:
 *   every row in use hangs in one place, which names it, below a box that covers its own;
 *   every node but the root hangs in one place, which names it, below a box that covers its two and with more height.
 * n rows and n - 1 nodes then fill the 2 n - 2 places there are, and heights leave no room for a ring. What is not in
 * line is brought in line; what is not a tree is built anew.
 */
#include "physics2d/broadphase/aabb_tree.h"

#include <string.h>

#define MAGIC UINT64_C(0x6673747265653101)

/* --- memory ---------------------------------------------------------------------------------- */

static size_t tree_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct fs__aabb_tree)) + FS_ARENA_BYTES(sizeof(struct fs__aabb_tree_header)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__aabb_tree_node)) +
           2 * FS_ARENA_BYTES((size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(struct fs__quantised_aabb));
}

static void *tree_open(fs_arena *arena, uint32_t capacity)
{
    struct fs__aabb_tree *t = fs_arena_take(arena, sizeof *t);
    t->header = fs_arena_take(arena, sizeof *t->header);
    t->node = fs_arena_take(arena, (size_t)capacity * sizeof *t->node);
    t->place = fs_arena_take(arena, (size_t)capacity * sizeof *t->place);
    t->todo = fs_arena_take(arena, (size_t)capacity * sizeof *t->todo);
    t->coarse = fs_arena_take(arena, (size_t)capacity * sizeof *t->coarse);
    struct fs__aabb_tree_header *m = t->header;
    int64_t far = (int64_t)1 << 62;
    bool sound = m->magic == MAGIC && m->capacity == capacity && m->count <= capacity && m->places <= capacity &&
                 m->outside <= capacity && m->shift >= 1 && m->shift < 64 && m->origin_x >= -far &&
                 m->origin_x <= far && m->origin_y >= -far && m->origin_y <= far;
    if (!sound) {
        memset(m, 0, sizeof *m);
        m->magic = MAGIC;
        m->capacity = capacity;
        m->shift = 1;
        fs__aabb_tree_clear(t);
    }
    return t;
}

/* --- the map to coarse steps ------------------------------------------------------------------ */

enum { SAMPLES = 63, FINEST = 16 };

/* The middle value of a sample and how far its middle half reaches. */
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

/* So that most boxes lie within the map, whatever the rest do. */
static void choose_map(struct fs__aabb_tree *t, const struct fs__broadphase_aabb_columns *boxes, uint32_t count)
{
    int64_t x[SAMPLES], y[SAMPLES];
    uint32_t n = fs_min_u32(count, SAMPLES);
    uint64_t reach = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = t->todo[(uint64_t)i * count / n];
        x[i] = boxes->low[row].x;
        y[i] = boxes->low[row].y;
    }
    int64_t mx = n > 0 ? middle_of(x, n, &reach) : 0, my = n > 0 ? middle_of(y, n, &reach) : 0;
    int bits = fs_bit_width64(reach) + 6;
    t->header->shift = (uint32_t)fs_clamp32(bits - 31, FINEST, 40);
    t->header->origin_x = fs_asr64(mx, t->header->shift);
    t->header->origin_y = fs_asr64(my, t->header->shift);
}

static bool beyond(const struct fs__quantised_aabb *c)
{
    return (c->v[0] == INT32_MIN) | (c->v[0] == INT32_MAX) | (c->v[1] == INT32_MIN) | (c->v[1] == INT32_MAX) |
           (c->v[2] == INT32_MIN) | (c->v[2] == INT32_MAX) | (c->v[3] == INT32_MIN) | (c->v[3] == INT32_MAX);
}

/* --- proof ------------------------------------------------------------------------------------ */

/* What the pass over the rows found. */
struct survey {
    uint32_t live, hanging, todo, outside;
};

static bool row_sound(const struct fs__aabb_tree *t, uint32_t row, uint32_t at)
{
    uint32_t nodes = t->header->count - 1;
    if (t->header->count <= 1)
        return t->header->count == 1 && at == 0 && t->header->root == (row | FS__AABB_TREE_LEAF);
    return at >> 1 < nodes && t->node[at >> 1].child[at & 1u] == (row | FS__AABB_TREE_LEAF);
}

/* A row that is not plainly in line: the tree is unsound, or the row goes to todo. */
static bool survey_row(struct fs__aabb_tree *t, const struct fs__broadphase_aabb_columns *boxes, uint32_t r,
                       struct survey *s)
{
    bool live = r < boxes->count && fs__broadphase_row_live(boxes, r);
    uint32_t at = r < t->header->places ? t->place[r] : FS__AABB_TREE_NONE;
    bool hangs = at != FS__AABB_TREE_NONE, same = live == hangs;
    s->live += live;
    s->hanging += hangs;
    if (hangs && !row_sound(t, r, at))
        return false;
    if (live) {
        struct fs__quantised_aabb c = fs__aabb_tree_quantise(t->header, fs__broadphase_row_aabb(boxes, r));
        s->outside += beyond(&c);
        same = same && (t->header->count == 1 || fs__quantised_aabb_equal(c, t->node[at >> 1].box[at & 1u]));
    }
    if (!same)
        t->todo[s->todo++] = r;
    return true;
}

static bool survey_rows(struct fs__aabb_tree *t, const struct fs__broadphase_aabb_columns *boxes, struct survey *s)
{
    const struct fs__aabb_tree_header m = *t->header;
    uint32_t rows = fs_max_u32(boxes->count, m.places), both = fs_min_u32(boxes->count, m.places);
    uint32_t sides = m.count > 1 ? 2 * (m.count - 1) : 0, plain = 0;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t at = r < both ? t->place[r] : FS__AABB_TREE_NONE;
        if (at < sides && fs__broadphase_row_live(boxes, r)) {
            const struct fs__aabb_tree_node *n = &t->node[at >> 1];
            if (n->child[at & 1u] == (r | FS__AABB_TREE_LEAF) &&
                fs__quantised_aabb_matches(&m, &n->box[at & 1u], &boxes->low[r], &boxes->high[r])) {
                plain++;
                continue;
            }
        }
        if (!survey_row(t, boxes, r, s))
            return false;
    }
    s->live += plain;
    s->hanging += plain;
    return s->hanging == m.count;
}

static bool node_sound(const struct fs__aabb_tree *t, uint32_t n, uint32_t nodes)
{
    const struct fs__aabb_tree_node *node = &t->node[n];
    uint32_t at = node->parent;
    if (at == FS__AABB_TREE_NONE)
        return t->header->root == n && node->height <= FS__AABB_TREE_MAX_HEIGHT;
    if (at >> 1 >= nodes)
        return false;
    const struct fs__aabb_tree_node *up = &t->node[at >> 1];
    const struct fs__quantised_aabb *box = &up->box[at & 1u];
    return up->child[at & 1u] == n && up->height > node->height && fs__quantised_aabb_contains(box, &node->box[0]) &&
           fs__quantised_aabb_contains(box, &node->box[1]);
}

/* At most one node can be the root by its number; that one is, if all others hang. */
static bool nodes_sound(const struct fs__aabb_tree *t)
{
    uint32_t nodes = t->header->count > 1 ? t->header->count - 1 : 0;
    bool sound = nodes == 0 || t->header->root < nodes;
    for (uint32_t n = 0; n < nodes && sound; n++)
        sound = node_sound(t, n, nodes);
    return sound && (nodes == 0 || t->node[t->header->root].parent == FS__AABB_TREE_NONE);
}

/* --- update ----------------------------------------------------------------------------------- */

static void rebuild(struct fs__aabb_tree *t, const struct fs__broadphase_aabb_columns *boxes)
{
    uint32_t count = 0;
    fs__aabb_tree_clear(t);
    for (uint32_t r = 0; r < boxes->count; r++) {
        t->place[r] = FS__AABB_TREE_NONE;
        if (fs__broadphase_row_live(boxes, r))
            t->todo[count++] = r;
    }
    t->header->places = boxes->count;
    t->header->outside = 0;
    choose_map(t, boxes, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t r = t->todo[i];
        t->coarse[r] = fs__aabb_tree_quantise(t->header, fs__broadphase_row_aabb(boxes, r));
        t->header->outside += beyond(&t->coarse[r]);
    }
    fs__aabb_tree_build(t, count);
}

static void apply(struct fs__aabb_tree *t, const struct fs__broadphase_aabb_columns *boxes, uint32_t row)
{
    bool live = row < boxes->count && fs__broadphase_row_live(boxes, row);
    bool hangs = row < t->header->places && t->place[row] != FS__AABB_TREE_NONE;
    if (!live) {
        fs__aabb_tree_remove(t, row);
        return;
    }
    struct fs__quantised_aabb c = fs__aabb_tree_quantise(t->header, fs__broadphase_row_aabb(boxes, row));
    if (hangs)
        fs__aabb_tree_move(t, row, c);
    else
        fs__aabb_tree_insert(t, row, c);
}

static bool too_high(const struct fs__aabb_tree *t)
{
    return t->header->count > 1 && t->node[t->header->root].height > FS__AABB_TREE_MAX_HEIGHT;
}

static void tree_update(void *self, const struct fs__broadphase_aabb_columns *boxes)
{
    struct fs__aabb_tree *t = self;
    struct survey s = { 0, 0, 0, 0 };
    bool sound = survey_rows(t, boxes, &s) && nodes_sound(t);
    if (!sound || s.todo > s.live / 2 || s.outside > 2 * t->header->outside + 16 + s.live / 8) {
        rebuild(t, boxes);
        return;
    }
    for (uint32_t i = 0; i < s.todo; i++)
        apply(t, boxes, t->todo[i]);
    if (too_high(t))
        rebuild(t, boxes);
}

/* --- pictures --------------------------------------------------------------------------------- */

static int64_t fine(const struct fs__aabb_tree_header *m, int64_t side, int64_t origin)
{
    return fs_sat64_mul(side + origin, (int64_t)1 << m->shift);
}

static bool tree_inner(const void *self, uint32_t index, fs_aabb2 *box)
{
    const struct fs__aabb_tree *t = self;
    const struct fs__aabb_tree_header *m = t->header;
    if (m->count < 2 || index >= m->count - 1)
        return false;
    struct fs__quantised_aabb c = fs__quantised_aabb_union(t->node[index].box[0], t->node[index].box[1]);
    box->low = fs_pos2_make(fine(m, c.v[0], m->origin_x), fine(m, c.v[1], m->origin_y));
    box->high = fs_pos2_make(fine(m, (int64_t)~c.v[2] + 1, m->origin_x), fine(m, (int64_t)~c.v[3] + 1, m->origin_y));
    return true;
}

const struct fs__broadphase_ops fs__broadphase_tree = { tree_size,          tree_open, tree_update,
                                                        fs__aabb_tree_walk, NULL,      tree_inner };
