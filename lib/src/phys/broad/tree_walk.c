/* tree_walk.c: which rows a box or a ray may meet; see tree.h. */
#include "phys/broad/tree.h"

/* The aim in coarse steps: a box overlaps where none of its four is above `most`. */
struct look {
    struct fs__coarse most;
    bool line;                /* the line tells more than its box */
    int64_t x, y, dx, dy;     /* of the line, in eighths so that products fit */
};

/* Turns a box into what others must be below to overlap it. */
static struct fs__coarse limits_of(struct fs__coarse c)
{
    return (struct fs__coarse){ { ~c.v[2], ~c.v[3], ~c.v[0], ~c.v[1] } };
}

static bool inside(int64_t v, unsigned shift, int64_t origin)
{
    int64_t at = fs_asr64(v, shift) - origin;
    return at == fs_sat32(at);
}

/* A line whose ends lie beyond the map is looked at by its box alone. */
static void set_line(struct look *l, const struct fs__tree_mark *m, fs_pos2 from, fs_pos2 to)
{
    l->line = inside(from.x, m->shift, m->origin_x) && inside(from.y, m->shift, m->origin_y) &&
              inside(to.x, m->shift, m->origin_x) && inside(to.y, m->shift, m->origin_y);
    l->x = fs_asr32(fs__coarse_side(from.x, m->shift, m->origin_x), 3);
    l->y = fs_asr32(fs__coarse_side(from.y, m->shift, m->origin_y), 3);
    l->dx = fs_asr32(fs__coarse_side(to.x, m->shift, m->origin_x), 3) - l->x;
    l->dy = fs_asr32(fs__coarse_side(to.y, m->shift, m->origin_y), 3) - l->y;
}

/* As fs__broad_line_meets(), in eighths of coarse steps. */
static bool line_meets(const struct look *l, const struct fs__coarse *c)
{
    int64_t lx = fs_asr32(c->v[0], 3) - 1 - l->x, ly = fs_asr32(c->v[1], 3) - 1 - l->y;
    int64_t hx = fs_asr32(~c->v[2], 3) + 1 - l->x, hy = fs_asr32(~c->v[3], 3) + 1 - l->y;
    int64_t least_y = l->dx >= 0 ? ly : hy, most_y = l->dx >= 0 ? hy : ly;
    int64_t least_x = l->dy >= 0 ? lx : hx, most_x = l->dy >= 0 ? hx : lx;
    return l->dx * least_y <= l->dy * most_x && l->dx * most_y >= l->dy * least_x;
}

static bool meets(const struct look *l, const struct fs__coarse *c)
{
    return fs__coarse_below(c, &l->most) && (!l->line || line_meets(l, c));
}

void fs__tree_walk(const void *self, const struct fs__boxes *boxes, const struct fs__broad_aim *aim,
                   struct fs__broad_found *found)
{
    const struct fs__tree *t = self;
    struct look l = { .most = limits_of(fs__tree_coarse(t->mark, aim->box)) };
    uint32_t stack[FS__TREE_HEIGHT + 2], left = 0;
    if (aim->ray)
        set_line(&l, t->mark, aim->from, aim->to);
    if (t->mark->count == 1)
        fs__broad_take(boxes, aim, t->mark->root & ~FS__TREE_LEAF, found);
    if (t->mark->count < 2)
        return;
    stack[left++] = t->mark->root;
    while (left > 0) {
        const struct fs__tree_node *n = &t->node[stack[--left]];
        for (unsigned side = 2; side-- > 0;) {
            if (!meets(&l, &n->box[side]))
                continue;
            if ((n->child[side] & FS__TREE_LEAF) != 0)
                fs__broad_take(boxes, aim, n->child[side] & ~FS__TREE_LEAF, found);
            else
                stack[left++] = n->child[side];
        }
    }
}
