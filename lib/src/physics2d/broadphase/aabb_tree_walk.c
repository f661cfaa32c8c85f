/* aabb_tree_walk.c: the rows whose boxes a box or a ray may overlap; see aabb_tree.h. */
#include "physics2d/broadphase/aabb_tree.h"

enum { MAX_CANDIDATES = 64 };

/* The target of a query in quantised steps: a box overlaps it when none of its four components is above `bounds`. */
struct query_target {
    struct fs__quantised_aabb bounds;
    bool line;            /* a ray whose line excludes more boxes than its own box does */
    int64_t x, y, dx, dy; /* of the line, in eighths so that products fit */
};

/* The upper bounds of the components of the boxes that overlap a box. */
static struct fs__quantised_aabb overlap_bounds(struct fs__quantised_aabb c)
{
    return (struct fs__quantised_aabb){ { ~c.v[2], ~c.v[3], ~c.v[0], ~c.v[1] } };
}

static bool is_in_map(int64_t v, unsigned shift, int64_t origin)
{
    int64_t at = fs_asr64(v, shift) - origin;
    return at == fs_sat32(at);
}

/* A line with an end beyond the map is tested by its box alone. */
static void set_line(struct query_target *l, const struct fs__aabb_tree_header *m, fs_pos2 from, fs_pos2 to)
{
    l->line = is_in_map(from.x, m->shift, m->origin_x) && is_in_map(from.y, m->shift, m->origin_y) &&
              is_in_map(to.x, m->shift, m->origin_x) && is_in_map(to.y, m->shift, m->origin_y);
    l->x = fs_asr32(fs__quantised_aabb_side(from.x, m->shift, m->origin_x), 3);
    l->y = fs_asr32(fs__quantised_aabb_side(from.y, m->shift, m->origin_y), 3);
    l->dx = fs_asr32(fs__quantised_aabb_side(to.x, m->shift, m->origin_x), 3) - l->x;
    l->dy = fs_asr32(fs__quantised_aabb_side(to.y, m->shift, m->origin_y), 3) - l->y;
}

/* As fs__broadphase_line_overlaps(), in eighths of coarse steps. */
static bool line_overlaps(const struct query_target *l, const struct fs__quantised_aabb *c)
{
    int64_t lx = fs_asr32(c->v[0], 3) - 1 - l->x, ly = fs_asr32(c->v[1], 3) - 1 - l->y;
    int64_t hx = fs_asr32(~c->v[2], 3) + 1 - l->x, hy = fs_asr32(~c->v[3], 3) + 1 - l->y;
    int64_t least_y = l->dx >= 0 ? ly : hy, most_y = l->dx >= 0 ? hy : ly;
    int64_t least_x = l->dy >= 0 ? lx : hx, most_x = l->dy >= 0 ? hx : lx;
    return l->dx * least_y <= l->dy * most_x && l->dx * most_y >= l->dy * least_x;
}

/* Rows whose quantised boxes overlap the target. */
struct candidates {
    uint32_t row[MAX_CANDIDATES + 2];
    uint32_t count;
};

static void test_candidates(const struct fs__broadphase_aabb_columns *boxes, const struct fs__broadphase_target *aim,
                            struct candidates *c, struct fs__broadphase_result *found)
{
    for (uint32_t i = 0; i < c->count; i++)
        fs__broadphase_test_row(boxes, aim, c->row[i], found);
    c->count = 0;
}

/* Without branches, which would be mispredicted: every child is stored, and only the counts depend on the overlap. */
static uint32_t visit(const struct fs__aabb_tree *t, uint32_t *stack, uint32_t left, const struct query_target *l,
                      struct candidates *c)
{
    const struct fs__aabb_tree_node *n = &t->node[stack[--left]];
    for (unsigned side = 0; side < 2; side++) {
        uint32_t child = n->child[side], overlaps = fs__quantised_aabb_contains(&n->box[side], &l->bounds),
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

void fs__aabb_tree_walk(const void *self, const struct fs__broadphase_aabb_columns *boxes,
                        const struct fs__broadphase_target *aim, struct fs__broadphase_result *found)
{
    const struct fs__aabb_tree *t = self;
    struct query_target l = { .bounds = overlap_bounds(fs__aabb_tree_quantise(t->header, aim->box)) };
    struct candidates c;
    uint32_t stack[FS__AABB_TREE_MAX_HEIGHT + 3], left = 0;
    c.count = 0;
    if (aim->ray)
        set_line(&l, t->header, aim->from, aim->to);
    if (t->header->count == 1)
        fs__broadphase_test_row(boxes, aim, t->header->root & ~FS__AABB_TREE_LEAF, found);
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
