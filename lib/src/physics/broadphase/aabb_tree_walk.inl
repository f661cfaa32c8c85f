/* aabb_tree_walk.inl: the rows whose boxes a box or a ray may overlap; see aabb_tree.h.
 *
 * Template: included once by aabb_tree_walk.c of physics2d and of physics3d.
 */
#include "physics/broadphase/aabb_tree.h"

enum { MAX_CANDIDATES = 64 };

/* The target of a query in quantised steps: a box overlaps it when none of its numbers is above `bounds`. */
struct query_target {
    struct fs__quantised_aabbN bounds;
    bool line;                         /* a ray whose line excludes more boxes than its own box does */
    int64_t at[FS__AXES], d[FS__AXES]; /* of the line, in eighths so that products fit */
};

/* The upper bounds of the numbers of the boxes that overlap a box. */
static struct fs__quantised_aabbN overlap_bounds(struct fs__quantised_aabbN c)
{
    struct fs__quantised_aabbN bounds;
    for (unsigned k = 0; k < FS__AXES; k++) {
        bounds.v[k] = ~c.v[k + FS__AXES];
        bounds.v[k + FS__AXES] = ~c.v[k];
    }
    return bounds;
}

static bool is_in_map(int64_t v, unsigned shift, int64_t origin)
{
    int64_t at = fs_asr64(v, shift) - origin;
    return at == fs_sat32(at);
}

/* A line with an end beyond the map is tested by its box alone. */
static void set_line(struct query_target *l, const struct fs__aabb_treeN_header *m, fs_posN from, fs_posN to)
{
    int64_t a[FS__AXES], b[FS__AXES];
    fs__posN_to_axes(from, a);
    fs__posN_to_axes(to, b);
    l->line = true;
    for (unsigned k = 0; k < FS__AXES; k++) {
        l->line = l->line && is_in_map(a[k], m->shift, m->origin[k]) && is_in_map(b[k], m->shift, m->origin[k]);
        l->at[k] = fs_asr32(fs__quantised_aabb_side(a[k], m->shift, m->origin[k]), 3);
        l->d[k] = fs_asr32(fs__quantised_aabb_side(b[k], m->shift, m->origin[k]), 3) - l->at[k];
    }
}

/* Seen in the plane of two axes: as fs__broadphaseN_line_overlaps(), in eighths of coarse steps. */
static bool meets_rectangle(const struct query_target *l, const int64_t *low, const int64_t *high, unsigned x,
                            unsigned y)
{
    int64_t least_y = l->d[x] >= 0 ? low[y] : high[y], most_y = l->d[x] >= 0 ? high[y] : low[y];
    int64_t least_x = l->d[y] >= 0 ? low[x] : high[x], most_x = l->d[y] >= 0 ? high[x] : low[x];
    return l->d[x] * least_y <= l->d[y] * most_x && l->d[x] * most_y >= l->d[y] * least_x;
}

static bool line_overlaps(const struct query_target *l, const struct fs__quantised_aabbN *c)
{
    int64_t low[FS__AXES], high[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++) {
        low[k] = fs_asr32(c->v[k], 3) - 1 - l->at[k];
        high[k] = fs_asr32(~c->v[k + FS__AXES], 3) + 1 - l->at[k];
    }
    for (unsigned k = 0; k < FS__PLANES; k++)
        if (!meets_rectangle(l, low, high, k, (k + 1) % FS__AXES))
            return false;
    return true;
}

/* Rows whose quantised boxes overlap the target. */
struct candidates {
    uint32_t row[MAX_CANDIDATES + 2];
    uint32_t count;
};

static void test_candidates(const struct fs__broadphaseN_aabb_columns *boxes, const struct fs__broadphaseN_target *aim,
                            struct candidates *c, struct fs__row_list *found)
{
    for (uint32_t i = 0; i < c->count; i++)
        fs__broadphaseN_test_row(boxes, aim, c->row[i], found);
    c->count = 0;
}

/* Without branches, which would be mispredicted: every child is stored, and only the counts depend on the overlap. */
static uint32_t visit(const struct fs__aabb_treeN *t, uint32_t *stack, uint32_t left, const struct query_target *l,
                      struct candidates *c)
{
    const struct fs__aabb_treeN_node *n = &t->node[stack[--left]];
    for (unsigned side = 0; side < 2; side++) {
        uint32_t child = n->child[side], overlaps = fs__quantised_aabbN_contains(&n->box[side], &l->bounds),
                 leaf = child >> 31;
        if (overlaps && l->line)
            overlaps = line_overlaps(l, &n->box[side]);
        stack[left] = child;
        left += overlaps & (leaf ^ 1u);
        c->row[c->count] = child & ~FS__AABB_TREE_LEAF;
        c->count += overlaps & leaf;
    }
    return left;
}

void fs__aabb_treeN_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                         const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct fs__aabb_treeN *t = self;
    struct query_target l = { .bounds = overlap_bounds(fs__aabb_treeN_quantise(t->header, aim->box)) };
    struct candidates c;
    uint32_t stack[FS__AABB_TREE_MAX_HEIGHT + 3], left = 0;
    c.count = 0;
    if (aim->ray)
        set_line(&l, t->header, aim->from, aim->to);
    if (t->header->count == 1)
        fs__broadphaseN_test_row(boxes, aim, t->header->root & ~FS__AABB_TREE_LEAF, found);
    if (t->header->count < 2)
        return;
    stack[left++] = t->header->root;
    while (left > 0) {
        left = visit(t, stack, left, &l, &c);
        if (c.count >= MAX_CANDIDATES)
            test_candidates(boxes, aim, &c, found);
    }
    test_candidates(boxes, aim, &c, found);
}
