/* sphere_tree.inl: a hierarchy of bounding spheres; see sphere_tree.h.
 *
 * A row is inserted below the child whose spheres grow least, and becomes the sibling of a row; when it is removed, its
 * sibling takes the place of their parent. From there to the root every sphere is made anew from those of its children. In a
 * new tree rows are inserted in scattered order, so that rows that lie in a row do not make it high.
 *
 * I. Millington, "Game Physics Engine Development", chapter 12.
 *
 * Template: included once by sphere_tree.c of physics2d and of physics3d.
 */
#include "physics/broadphase/sphere_tree.h"

#include <string.h>

#include <fixstep/trig.h>

#define COARSE_MAX ((int64_t)1 << 24)

/* A sphere of this radius about any of these points holds all of them: no radius is larger, and squares fit 64 bits. */
#define RADIUS_MAX ((int64_t)1 << 30)

/* ---- spheres ---------------------------------------------------------------------------------------------------- */

/* The square root, rounded up. */
static int64_t root_above(uint64_t n)
{
    uint32_t root = fs_isqrt64(n);
    return (int64_t)root + ((uint64_t)root * root < n);
}

static uint64_t distance_squared(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    uint64_t sum = 0;
    for (unsigned k = 0; k < FS__AXES; k++)
        sum += (uint64_t)((a->centre[k] - b->centre[k]) * (a->centre[k] - b->centre[k]));
    return sum;
}

static int64_t coarse_side(int64_t v, unsigned shift, int64_t origin)
{
    return fs_clamp64(fs_sat64_sub(fs_asr64(v, shift), origin), -COARSE_MAX, COARSE_MAX);
}

struct fs__sphereN fs__sphereN_of_box(const struct fs__sphere_map *map, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    struct fs__sphereN s;
    uint64_t diagonal = 0;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t from = coarse_side(low[k], map->shift, map->origin[k]);
        int64_t to = coarse_side(high[k], map->shift, map->origin[k]);
        s.centre[k] = from + to;
        diagonal += (uint64_t)((to - from) * (to - from));
    }
    s.radius = root_above(diagonal) + 1;
    return s;
}

bool fs__sphereN_overlaps(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    uint64_t reach = (uint64_t)(a->radius + b->radius);
    return distance_squared(a, b) < reach * reach;
}

/* The centre is rounded, so the radius is measured from it. */
struct fs__sphereN fs__sphereN_merge(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    uint64_t square = distance_squared(a, b);
    int64_t difference = b->radius - a->radius, distance = root_above(square);
    if ((uint64_t)(difference * difference) >= square)
        return a->radius > b->radius ? *a : *b;
    struct fs__sphereN s;
    int64_t radius = (distance + a->radius + b->radius + 1) / 2;
    for (unsigned k = 0; k < FS__AXES; k++)
        s.centre[k] = a->centre[k] + fs_muldiv64(b->centre[k] - a->centre[k], radius - a->radius, distance);
    int64_t to_a = root_above(distance_squared(&s, a)) + a->radius;
    s.radius = fs_min64(fs_max64(to_a, root_above(distance_squared(&s, b)) + b->radius), RADIUS_MAX);
    return s;
}

int64_t fs__sphereN_growth(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    struct fs__sphereN both = fs__sphereN_merge(a, b);
    return both.radius * both.radius - a->radius * a->radius;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static size_t tree_size(uint32_t capacity)
{
    return FS_ARENA_BYTES(sizeof(struct fs__sphere_treeN)) +
           FS_ARENA_BYTES(2 * (size_t)capacity * sizeof(struct fs__sphereN)) +
           2 * FS_ARENA_BYTES(2 * (size_t)capacity * sizeof(uint32_t)) +
           FS_ARENA_BYTES((size_t)capacity * sizeof(bool));
}

static void clear_tree(struct fs__sphere_treeN *t)
{
    t->count = 0;
    t->root = FS__SPHERE_TREE_NONE;
    t->free = t->capacity > 0 ? t->capacity : FS__SPHERE_TREE_NONE;
    memset(t->in_tree, 0, t->capacity * sizeof *t->in_tree);
    for (uint32_t i = 0; i < t->capacity; i++)
        t->child[2 * (size_t)i] = i + 1 < t->capacity ? t->capacity + i + 1 : FS__SPHERE_TREE_NONE;
}

static void *tree_open(fs_arena *arena, uint32_t capacity)
{
    struct fs__sphere_treeN *t = fs_arena_take(arena, sizeof *t);
    *t = (struct fs__sphere_treeN){ .capacity = capacity };
    t->sphere = fs_arena_take(arena, 2 * (size_t)capacity * sizeof *t->sphere);
    t->parent = fs_arena_take(arena, 2 * (size_t)capacity * sizeof *t->parent);
    t->child = fs_arena_take(arena, 2 * (size_t)capacity * sizeof *t->child);
    t->in_tree = fs_arena_take(arena, (size_t)capacity * sizeof *t->in_tree);
    clear_tree(t);
    return t;
}

/* ---- insertion and removal ---------------------------------------------------------------------------------------- */

static uint32_t *children_of(const struct fs__sphere_treeN *t, uint32_t node)
{
    return &t->child[2 * (size_t)(node - t->capacity)];
}

/* Makes the spheres from this node to the root anew. */
static void refit(struct fs__sphere_treeN *t, uint32_t node)
{
    for (; node != FS__SPHERE_TREE_NONE; node = t->parent[node]) {
        const uint32_t *child = children_of(t, node);
        t->sphere[node] = fs__sphereN_merge(&t->sphere[child[0]], &t->sphere[child[1]]);
    }
}

/* `other` takes the place of `node` below its parent. */
static void replace(struct fs__sphere_treeN *t, uint32_t node, uint32_t other)
{
    uint32_t parent = t->parent[node];
    t->parent[other] = parent;
    if (parent == FS__SPHERE_TREE_NONE)
        t->root = other;
    else
        children_of(t, parent)[children_of(t, parent)[1] == node] = other;
}

/* What the spheres grow by when a row goes below a node, as squares of radii. The parent that it gets beside a row is a new
 * sphere: otherwise a row of the ground whose sphere holds all others would become the sibling of each of them, and the tree
 * a list. */
static int64_t growth_below(const struct fs__sphere_treeN *t, uint32_t node, const struct fs__sphereN *sphere)
{
    int64_t radius = t->sphere[node].radius, created = node < t->capacity ? radius * radius : 0;
    return created + fs__sphereN_growth(&t->sphere[node], sphere);
}

/* Of spheres that grow alike the smaller one is taken. */
static bool is_second_better(const struct fs__sphere_treeN *t, const uint32_t *child, const struct fs__sphereN *sphere)
{
    int64_t first = growth_below(t, child[0], sphere), second = growth_below(t, child[1], sphere);
    return second != first ? second < first : t->sphere[child[1]].radius < t->sphere[child[0]].radius;
}

static uint32_t find_sibling(const struct fs__sphere_treeN *t, const struct fs__sphereN *sphere)
{
    uint32_t node = t->root;
    while (node >= t->capacity) {
        const uint32_t *child = children_of(t, node);
        node = child[is_second_better(t, child, sphere)];
    }
    return node;
}

void fs__sphere_treeN_insert(struct fs__sphere_treeN *t, uint32_t row, struct fs__sphereN sphere)
{
    FS_ASSERT(row < t->capacity && !t->in_tree[row]);
    t->sphere[row] = sphere;
    t->parent[row] = FS__SPHERE_TREE_NONE;
    t->in_tree[row] = true;
    t->count++;
    if (t->count == 1) {
        t->root = row;
        return;
    }
    uint32_t sibling = find_sibling(t, &sphere), node = t->free, *child = children_of(t, node);
    t->free = child[0];
    replace(t, sibling, node);
    child[0] = sibling;
    child[1] = row;
    t->parent[sibling] = t->parent[row] = node;
    refit(t, node);
}

void fs__sphere_treeN_remove(struct fs__sphere_treeN *t, uint32_t row)
{
    FS_ASSERT(row < t->capacity && t->in_tree[row]);
    uint32_t parent = t->parent[row];
    t->in_tree[row] = false;
    t->count--;
    if (parent == FS__SPHERE_TREE_NONE) {
        t->root = FS__SPHERE_TREE_NONE;
        return;
    }
    uint32_t *child = children_of(t, parent), sibling = child[child[0] == row];
    replace(t, parent, sibling);
    child[0] = t->free;
    t->free = parent;
    refit(t, t->parent[sibling]);
}

/* ---- validity ----------------------------------------------------------------------------------------------------- */

static bool holds(const struct fs__sphereN *outer, const struct fs__sphereN *inner)
{
    int64_t rest = outer->radius - inner->radius;
    return outer->radius == RADIUS_MAX || (rest >= 0 && distance_squared(outer, inner) <= (uint64_t)(rest * rest));
}

/* The node that follows in a walk which leaves out all below `node`; FS__SPHERE_TREE_NONE: the end. */
static uint32_t next_after(const struct fs__sphere_treeN *t, uint32_t node)
{
    for (uint32_t up; (up = t->parent[node]) != FS__SPHERE_TREE_NONE; node = up)
        if (children_of(t, up)[0] == node)
            return children_of(t, up)[1];
    return FS__SPHERE_TREE_NONE;
}

bool fs__sphere_treeN_is_valid(const struct fs__sphere_treeN *t)
{
    uint32_t rows = 0, nodes = 0;
    for (uint32_t node = t->root; node != FS__SPHERE_TREE_NONE && nodes <= 2 * t->count; nodes++) {
        if (node < t->capacity) {
            rows += t->in_tree[node];
            node = next_after(t, node);
            continue;
        }
        const uint32_t *child = children_of(t, node);
        for (unsigned k = 0; k < 2; k++)
            if (t->parent[child[k]] != node || !holds(&t->sphere[node], &t->sphere[child[k]]))
                return false;
        node = child[0];
    }
    return rows == t->count && nodes == (t->count > 0 ? 2 * t->count - 1 : 0);
}

/* ---- the interface -------------------------------------------------------------------------------------------------- */

/* A power of two of at most 2^23 steps over all boxes, from their lowest corner; extreme boxes are cut off. */
static void choose_map(struct fs__sphere_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes)
{
    int64_t least[FS__AXES], most[FS__AXES];
    fs_posN low = fs__posN_uniform(FS_POS_MAX), high = fs__posN_uniform(FS_POS_MIN);
    for (uint32_t r = 0; r < boxes->count; r++)
        if (fs__broadphaseN_row_live(boxes, r)) {
            low = fs_posN_min(low, boxes->low[r]);
            high = fs_posN_max(high, boxes->low[r]);
        }
    uint64_t extent = 0;
    fs__posN_to_axes(low, least);
    fs__posN_to_axes(high, most);
    for (unsigned k = 0; k < FS__AXES; k++)
        extent |= most[k] > least[k] ? fs_absdiff64(most[k], least[k]) : 0;
    t->map.shift = (unsigned)fs_clamp32(fs_bit_width64(extent) - 23, 0, 41);
    for (unsigned k = 0; k < FS__AXES; k++)
        t->map.origin[k] = fs_asr64(least[k], t->map.shift);
}

static bool is_same_sphere(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    bool same = a->radius == b->radius;
    for (unsigned k = 0; k < FS__AXES; k++)
        same = same && a->centre[k] == b->centre[k];
    return same;
}

static void update_row(struct fs__sphere_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes, uint32_t row)
{
    bool lives = row < boxes->count && fs__broadphaseN_row_live(boxes, row);
    struct fs__sphereN sphere = { { 0 }, 0 };
    if (lives)
        sphere = fs__sphereN_of_box(&t->map, fs__broadphaseN_row_aabb(boxes, row));
    if (lives && t->in_tree[row] && is_same_sphere(&sphere, &t->sphere[row]))
        return;
    if (t->in_tree[row])
        fs__sphere_treeN_remove(t, row);
    if (lives)
        fs__sphere_treeN_insert(t, row, sphere);
}

/* The rows in scattered order: multiples of an odd number, modulo a power of two. */
static void tree_update(void *self, const struct fs__broadphaseN_aabb_columns *boxes)
{
    struct fs__sphere_treeN *t = self;
    uint32_t mask = fs__broadphase_bucket_count(t->capacity) - 1;
    if (t->count == 0)
        choose_map(t, boxes);
    for (uint32_t i = 0; i <= mask; i++) {
        uint32_t row = i * 0x9E3779B1u & mask;
        if (row < t->capacity)
            update_row(t, boxes, row);
    }
}

static void tree_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                      const struct fs__broadphaseN_target *aim, struct fs__row_list *found)
{
    const struct fs__sphere_treeN *t = self;
    struct fs__sphereN sphere = fs__sphereN_of_box(&t->map, aim->box);
    for (uint32_t node = t->root; node != FS__SPHERE_TREE_NONE;) {
        bool overlaps = fs__sphereN_overlaps(&t->sphere[node], &sphere);
        if (overlaps && node >= t->capacity) {
            node = children_of(t, node)[0];
            continue;
        }
        if (overlaps)
            fs__broadphaseN_test_row(boxes, aim, node, found);
        node = next_after(t, node);
    }
}

const struct fs__broadphaseN_ops fs__broadphaseN_sphere_tree = { tree_size, tree_open, tree_update,
                                                                 tree_walk, NULL,      NULL };
