/* joint_tree.c: finds the trees of joints that are solved together; see joint_direct.h.
 *
 * A connected set of rigid joints is a tree when it has no loop, an immovable body or at least FS__DIRECT2_MIN_JOINTS
 * joints, and few enough joints on one body. All other joints stay in colours. The result depends on the rows of bodies and joints alone.
 */
#include <string.h>

#include "base/union_find.h"
#include "physics2d/joint/joint_direct.h"

bool fs__direct2_is_rigid(const struct fs_world2 *w, uint32_t row)
{
    const unsigned soft_flags = FS_JOINT2_SPRING | FS_JOINT2_MOTOR | FS_JOINT2_LIMIT;
    switch (w->joint.kind[row]) {
    case FS_JOINT2_REVOLUTE:
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: return true;
    case FS_JOINT2_WELD: return w->joint.hertz[row] == 0 || (w->joint.flags[row] & FS_JOINT2_SPRING) == 0;
    case FS_JOINT2_DISTANCE: return (w->joint.flags[row] & soft_flags) == 0;
    default: return false;
    }
}

/* The graph of a tick: nodes are movable solver bodies. */
struct graph {
    const struct fs__world2_tick *tick;
    uint32_t *set;          /* by solver body: union-find */
    uint32_t *degree;       /* by solver body: rigid joints */
    uint32_t *set_joints;   /* by root of a set */
    uint32_t *set_pairs;    /* by root: pairs of joints on one body; LOOPED when the set has a loop */
    uint32_t *set_anchors;  /* by root: joints with an immovable body */
    uint32_t *first, *list; /* joints of a body: list[first[body] .. first[body + 1]), indices in tick->joint */
    uint32_t *queue;        /* solver bodies */
    int32_t *joint_above;   /* by solver body: place of the joint towards the root */
    uint32_t *place;        /* by solver body: its place in the solver's bodies */
    bool *taken;            /* by index in tick->joint */
};
#define LOOPED UINT32_MAX

/* The solver body of an end, FS__SOLVER2_STATIC_BODY where joints cannot move it. */
static uint32_t movable_end(const struct fs__world2_tick *t, uint32_t body)
{
    bool movable = (t->w->body.inv_mass[body].m | t->w->body.inv_inertia[body].m) != 0;
    return movable ? t->solver_index[body] : FS__SOLVER2_STATIC_BODY;
}

struct ends {
    uint32_t a, b;
};

static struct ends joint_ends(const struct fs__world2_tick *t, uint32_t i)
{
    uint32_t row = t->joint[i];
    return (struct ends){ movable_end(t, t->w->joint.body_a[row]), movable_end(t, t->w->joint.body_b[row]) };
}

static size_t graph_bytes(uint32_t bodies, uint32_t joints)
{
    return 9 * FS_ARENA_BYTES(((size_t)bodies + 2) * sizeof(uint32_t)) +
           FS_ARENA_BYTES(2 * (size_t)joints * sizeof(uint32_t)) + FS_ARENA_BYTES(joints * sizeof(bool));
}

static bool alloc_graph(struct graph *g, fs_arena *arena)
{
    uint32_t bodies = g->tick->solver_body_count, joints = g->tick->joint_count;
    uint32_t **const by_body[] = { &g->set,         &g->degree, &g->set_joints, &g->set_pairs,
                                   &g->set_anchors, &g->first,  &g->queue,      &g->place };
    for (size_t i = 0; i < sizeof by_body / sizeof *by_body; i++)
        if ((*by_body[i] = fs_arena_take(arena, ((size_t)bodies + 1) * sizeof(uint32_t))) == NULL)
            return false;
    g->joint_above = fs_arena_take(arena, ((size_t)bodies + 1) * sizeof *g->joint_above);
    g->list = fs_arena_take(arena, 2 * (size_t)joints * sizeof *g->list);
    g->taken = fs_arena_take(arena, joints * sizeof *g->taken);
    return g->joint_above != NULL && g->list != NULL && g->taken != NULL;
}

static bool is_edge(const struct graph *g, uint32_t i, struct ends *e)
{
    *e = joint_ends(g->tick, i);
    return (e->a != FS__SOLVER2_STATIC_BODY || e->b != FS__SOLVER2_STATIC_BODY) &&
           fs__direct2_is_rigid(g->tick->w, g->tick->joint[i]);
}

/* Unites the bodies of rigid joints, and counts the joints of every body; `taken` marks joints that close a loop. */
static void unite_bodies(struct graph *g)
{
    uint32_t bodies = g->tick->solver_body_count;
    struct ends e;
    fs__union_find_init(g->set, bodies);
    memset(g->degree, 0, bodies * sizeof *g->degree);
    for (uint32_t i = 0; i < g->tick->joint_count; i++) {
        g->taken[i] = false;
        if (!is_edge(g, i, &e))
            continue;
        g->degree[e.a]++;
        g->degree[e.b]++;
        if (e.a == FS__SOLVER2_STATIC_BODY || e.b == FS__SOLVER2_STATIC_BODY)
            continue;
        g->taken[i] = fs__union_find_root(g->set, e.a) == fs__union_find_root(g->set, e.b);
        fs__union_find_unite(g->set, e.a, e.b);
    }
}

static uint32_t set_of(const struct graph *g, struct ends e)
{
    return fs__union_find_root(g->set, e.a != FS__SOLVER2_STATIC_BODY ? e.a : e.b);
}

static void measure_sets(struct graph *g)
{
    uint32_t bodies = g->tick->solver_body_count;
    struct ends e;
    memset(g->set_joints, 0, bodies * sizeof *g->set_joints);
    memset(g->set_pairs, 0, bodies * sizeof *g->set_pairs);
    memset(g->set_anchors, 0, bodies * sizeof *g->set_anchors);
    for (uint32_t body = 1; body < bodies; body++) {
        uint64_t d = g->degree[body], pairs = d * (d - (d > 0)) / 2;
        uint32_t *sum = &g->set_pairs[fs__union_find_root(g->set, body)];
        *sum = (uint32_t)fs_min_u64(*sum + pairs, LOOPED - 1);
    }
    for (uint32_t i = 0; i < g->tick->joint_count; i++) {
        if (!is_edge(g, i, &e))
            continue;
        uint32_t set = set_of(g, e);
        g->set_joints[set]++;
        g->set_anchors[set] += e.a == FS__SOLVER2_STATIC_BODY || e.b == FS__SOLVER2_STATIC_BODY;
        if (g->taken[i])
            g->set_pairs[set] = LOOPED;
        g->taken[i] = false;
    }
}

static bool is_tree(const struct graph *g, uint32_t set)
{
    bool large = g->set_joints[set] >= FS__DIRECT2_MIN_JOINTS || g->set_anchors[set] > 0;
    return large && g->set_pairs[set] != LOOPED &&
           g->set_pairs[set] <= (uint64_t)g->set_joints[set] * FS__DIRECT2_PAIRS_PER_JOINT;
}

static bool has_trees(const struct graph *g)
{
    bool any = false;
    for (uint32_t body = 1; body < g->tick->solver_body_count && !any; body++)
        any = g->set[body] == body && is_tree(g, body);
    return any;
}

/* Lists the joints of every body, ascending. */
static void list_joints(struct graph *g)
{
    uint32_t bodies = g->tick->solver_body_count, at = 0;
    struct ends e;
    for (uint32_t body = 0; body < bodies; body++) {
        g->first[body] = at;
        at += body == FS__SOLVER2_STATIC_BODY ? 0 : g->degree[body];
        g->degree[body] = 0;
    }
    g->first[bodies] = at;
    for (uint32_t i = 0; i < g->tick->joint_count; i++) {
        if (!is_edge(g, i, &e))
            continue;
        if (e.a != FS__SOLVER2_STATIC_BODY)
            g->list[g->first[e.a] + g->degree[e.a]++] = i;
        if (e.b != FS__SOLVER2_STATIC_BODY)
            g->list[g->first[e.b] + g->degree[e.b]++] = i;
    }
}

static void append_body(struct fs__direct2_solver *s, const struct graph *g, uint32_t body)
{
    g->place[body] = s->body_count;
    s->body[s->body_count++].solver_body = &g->tick->solver_body[body];
}

/* Appends the joints of a body that were not yet reached, and the bodies behind them to the queue. */
static void append_joints(struct fs__direct2_solver *s, struct graph *g, uint32_t body, uint32_t *order, uint32_t *end)
{
    uint32_t first_sibling = s->joint_count;
    for (uint32_t k = g->first[body]; k < g->first[body + 1]; k++) {
        uint32_t i = g->list[k];
        struct ends e = joint_ends(g->tick, i);
        if (g->taken[i])
            continue;
        g->taken[i] = true;
        uint32_t far = e.a == body ? e.b : e.a;
        struct fs__direct2_joint *d = &s->joint[s->joint_count];
        d->parent = g->joint_above[body];
        d->first_sibling = first_sibling;
        d->near_end = e.a == body ? 0 : 1;
        d->first_block = s->block_count;
        s->block_count += (d->parent != FS__DIRECT2_NO_PARENT) + s->joint_count - first_sibling;
        if (far != FS__SOLVER2_STATIC_BODY) {
            g->joint_above[far] = (int32_t)s->joint_count;
            g->queue[(*end)++] = far;
            append_body(s, g, far);
        }
        d->body[d->near_end] = &s->body[g->place[body]];
        d->body[1 - d->near_end] = &s->body[far != FS__SOLVER2_STATIC_BODY ? g->place[far] : 0];
        order[s->joint_count++] = i;
    }
}

/* Numbers the joints of a tree, breadth first from its body of the lowest index. */
static void append_tree(struct fs__direct2_solver *s, struct graph *g, uint32_t root, uint32_t *order)
{
    uint32_t first = s->joint_count, body_first = s->body_count, end = 0;
    g->joint_above[root] = FS__DIRECT2_NO_PARENT;
    g->queue[end++] = root;
    append_body(s, g, root);
    for (uint32_t at = 0; at < end; at++)
        append_joints(s, g, g->queue[at], order, &end);
    s->tree[s->tree_count++] = (struct fs__direct2_tree){ .first = first,
                                                          .end = s->joint_count,
                                                          .body_first = body_first,
                                                          .body_end = s->body_count,
                                                          .exact = g->set_anchors[root] <= 1 };
}

bool fs__direct2_find_trees(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, uint32_t *order,
                            uint32_t *rest, uint32_t *rest_count, fs_arena arena)
{
    struct graph g = { .tick = tick };
    if (!alloc_graph(&g, &arena))
        return false;
    unite_bodies(&g);
    measure_sets(&g);
    append_body(s, &g, FS__SOLVER2_STATIC_BODY);
    if (has_trees(&g)) {
        list_joints(&g);
        for (uint32_t body = 1; body < tick->solver_body_count; body++)
            if (g.set[body] == body && is_tree(&g, body))
                append_tree(s, &g, body, order);
    }
    *rest_count = 0;
    for (uint32_t i = 0; i < tick->joint_count; i++)
        if (!g.taken[i])
            rest[(*rest_count)++] = i;
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* A tree has one body more than it has joints between movable ones. */
static size_t max_bodies(uint32_t joints)
{
    return 1 + (size_t)joints + joints;
}

bool fs__direct2_alloc(struct fs__direct2_solver *s, uint32_t joints, fs_arena *arena)
{
    s->joint = fs_arena_take(arena, joints * sizeof *s->joint);
    s->block = fs_arena_take(arena, (size_t)joints * FS__DIRECT2_PAIRS_PER_JOINT * sizeof *s->block);
    s->tree = fs_arena_take(arena, (joints + 1) * sizeof *s->tree);
    s->body = fs_arena_take(arena, max_bodies(joints) * sizeof *s->body);
    return s->joint != NULL && s->block != NULL && s->tree != NULL && s->body != NULL;
}

size_t fs__direct2_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(joints * sizeof(struct fs__direct2_joint)) +
           FS_ARENA_BYTES((size_t)joints * FS__DIRECT2_PAIRS_PER_JOINT * sizeof(struct fs__direct2_block)) +
           FS_ARENA_BYTES((joints + 1) * sizeof(struct fs__direct2_tree)) +
           FS_ARENA_BYTES(max_bodies(joints) * sizeof(struct fs__direct2_body)) + graph_bytes(bodies, joints);
}
