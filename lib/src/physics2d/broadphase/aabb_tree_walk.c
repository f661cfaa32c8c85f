/* aabb_tree_walk.c: which rows a box or a ray may meet; see aabb_tree.h. */
#include "physics2d/broadphase/aabb_tree.h"

enum { WAITING = 64 };

/* The aim in coarse steps: a box overlaps where none of its four is above `most`. */
struct look {
    struct fs__quantised_aabb most;
    bool line;            /* the line tells more than its box */
    int64_t x, y, dx, dy; /* of the line, in eighths so that products fit */
};

/* Turns a box into what others must be below to overlap it. */
static struct fs__quantised_aabb limits_of(struct fs__quantised_aabb c)
{
    return (struct fs__quantised_aabb){ { ~c.v[2], ~c.v[3], ~c.v[0], ~c.v[1] } };
}

static bool inside(int64_t v, unsigned shift, int64_t origin)
{
    int64_t at = fs_asr64(v, shift) - origin;
    return at == fs_sat32(at);
}

/* A line whose ends lie beyond the map is looked at by its box alone. */
static void set_line(struct look *l, const struct fs__aabb_tree_header *m, fs_pos2 from, fs_pos2 to)
{
    l->line = inside(from.x, m->shift, m->origin_x) && inside(from.y, m->shift, m->origin_y) &&
              inside(to.x, m->shift, m->origin_x) && inside(to.y, m->shift, m->origin_y);
    l->x = fs_asr32(fs__quantised_aabb_side(from.x, m->shift, m->origin_x), 3);
    l->y = fs_asr32(fs__quantised_aabb_side(from.y, m->shift, m->origin_y), 3);
    l->dx = fs_asr32(fs__quantised_aabb_side(to.x, m->shift, m->origin_x), 3) - l->x;
    l->dy = fs_asr32(fs__quantised_aabb_side(to.y, m->shift, m->origin_y), 3) - l->y;
}

/* As fs__broadphase_line_overlaps(), in eighths of coarse steps. */
static bool line_meets(const struct look *l, const struct fs__quantised_aabb *c)
{
    int64_t lx = fs_asr32(c->v[0], 3) - 1 - l->x, ly = fs_asr32(c->v[1], 3) - 1 - l->y;
    int64_t hx = fs_asr32(~c->v[2], 3) + 1 - l->x, hy = fs_asr32(~c->v[3], 3) + 1 - l->y;
    int64_t least_y = l->dx >= 0 ? ly : hy, most_y = l->dx >= 0 ? hy : ly;
    int64_t least_x = l->dy >= 0 ? lx : hx, most_x = l->dy >= 0 ? hx : lx;
    return l->dx * least_y <= l->dy * most_x && l->dx * most_y >= l->dy * least_x;
}

/* Rows that the coarse boxes let through. */
struct candidates {
    uint32_t row[WAITING + 2];
    uint32_t count;
};

static void take_all(const struct fs__broadphase_aabb_columns *boxes, const struct fs__broadphase_target *aim,
                     struct candidates *c, struct fs__broadphase_result *found)
{
    for (uint32_t i = 0; i < c->count; i++)
        fs__broadphase_test_row(boxes, aim, c->row[i], found);
    c->count = 0;
}

/* Which child is met is hard to foresee: every child is written down, and only the counts depend on it. */
static uint32_t visit(const struct fs__aabb_tree *t, uint32_t *stack, uint32_t left, const struct look *l,
                      struct candidates *c)
{
    const struct fs__aabb_tree_node *n = &t->node[stack[--left]];
    for (unsigned side = 0; side < 2; side++) {
        uint32_t child = n->child[side], met = fs__quantised_aabb_contains(&n->box[side], &l->most), leaf = child >> 31;
        if (met && l->line)
            met = line_meets(l, &n->box[side]);
        stack[left] = child;
        left += met & (leaf ^ 1u);
        c->row[c->count] = child & ~FS__AABB_TREE_LEAF;
        c->count += met & leaf;
    }
    return left;
}

void fs__aabb_tree_walk(const void *self, const struct fs__broadphase_aabb_columns *boxes,
                        const struct fs__broadphase_target *aim, struct fs__broadphase_result *found)
{
    const struct fs__aabb_tree *t = self;
    struct look l = { .most = limits_of(fs__aabb_tree_quantise(t->header, aim->box)) };
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
        if (c.count >= WAITING)
            take_all(boxes, aim, &c, found);
    }
    take_all(boxes, aim, &c, found);
}
