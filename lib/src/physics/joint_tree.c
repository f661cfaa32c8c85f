/* joint_tree.c: finds the trees of joints that are solved together; see joint_tree.h.
 *
 * A connected set of rigid joints is a tree when it has few enough loops, an immovable body, a joint that keeps angles, at least
 * min_joints joints or a loop, and few enough joints on one body. Weak joints are added to such sets where nothing is lost by it. All other joints
 * stay in colours.
 */
#include "physics/joint_tree.h"

#include <string.h>

#include "base/union_find.h"

enum { IMMOVABLE = FS__STATIC_SOLVER_BODY };

/* Nodes are movable solver bodies. */
struct search {
    const struct fs__joint_graph *graph;
    uint32_t *set;          /* by solver body: union-find */
    uint32_t *degree;       /* by solver body: rigid joints */
    uint32_t *set_joints;   /* by root of a set */
    uint32_t *set_pairs;    /* by root: pairs of joints on one body */
    uint32_t *set_loops;    /* by root: joints that close a loop */
    uint32_t *set_anchors;  /* by root: joints with an immovable body */
    uint32_t *first, *list; /* joints of a body: list[first[body] .. first[body + 1]), ascending */
    uint32_t *queue;        /* solver bodies */
    int32_t *joint_above;   /* by solver body: place of the joint towards the root */
    uint32_t *place;        /* by solver body: its place in the bodies of the trees */
    uint32_t *set_needs;    /* by root: joints that need a tree */
    uint32_t *set_rigid;    /* by root: joints that are not weak */
    uint32_t *all;          /* by solver body: union-find of weak joints too */
    uint32_t *all_loops;    /* by root of these: joints that close a loop */
    bool *taken, *left;     /* by joint; left: a weak one in no set */
};
enum { NO_PLACE = 0 }; /* of an immovable body, and of one that was not reached */

static size_t search_bytes(uint32_t bodies, uint32_t joints)
{
    return 14 * FS_ARENA_BYTES(((size_t)bodies + 2) * sizeof(uint32_t)) +
           FS_ARENA_BYTES(2 * (size_t)joints * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES(joints * sizeof(bool));
}

static bool alloc_search(struct search *s, fs_arena *arena)
{
    uint32_t bodies = s->graph->bodies, joints = s->graph->joints;
    uint32_t **const by_body[] = { &s->set,         &s->degree,    &s->set_joints, &s->set_pairs, &s->set_loops,
                                   &s->set_anchors, &s->first,     &s->queue,      &s->place,     &s->set_rigid,
                                   &s->all,         &s->all_loops, &s->set_needs };
    for (size_t i = 0; i < sizeof by_body / sizeof *by_body; i++)
        if ((*by_body[i] = fs_arena_take(arena, ((size_t)bodies + 1) * sizeof(uint32_t))) == NULL)
            return false;
    s->joint_above = fs_arena_take(arena, ((size_t)bodies + 1) * sizeof *s->joint_above);
    s->list = fs_arena_take(arena, 2 * (size_t)joints * sizeof *s->list);
    s->taken = fs_arena_take(arena, joints * sizeof *s->taken);
    s->left = fs_arena_take(arena, joints * sizeof *s->left);
    return s->joint_above != NULL && s->list != NULL && s->taken != NULL && s->left != NULL;
}

static bool is_edge(const struct search *s, uint32_t i, struct fs__joint_ends *e)
{
    *e = s->graph->ends[i];
    if (s->left[i])
        return false;
    return e->a != IMMOVABLE || e->b != IMMOVABLE;
}

/* Unites the bodies of rigid joints, and counts the joints of every body; `taken` marks joints that close a loop. */
static void unite_bodies(struct search *s)
{
    struct fs__joint_ends e;
    fs__union_find_init(s->set, s->graph->bodies);
    memset(s->degree, 0, s->graph->bodies * sizeof *s->degree);
    for (uint32_t i = 0; i < s->graph->joints; i++) {
        s->taken[i] = false;
        s->left[i] = s->graph->weak != NULL && s->graph->weak[i];
        if (!is_edge(s, i, &e))
            continue;
        s->degree[e.a]++;
        s->degree[e.b]++;
        if (e.a == IMMOVABLE || e.b == IMMOVABLE)
            continue;
        s->taken[i] = fs__union_find_root(s->set, e.a) == fs__union_find_root(s->set, e.b);
        fs__union_find_unite(s->set, e.a, e.b);
    }
}

static uint32_t set_of(const struct search *s, struct fs__joint_ends e)
{
    return fs__union_find_root(s->set, e.a != IMMOVABLE ? e.a : e.b);
}

/* Pairs of joints on one body, by set. */
static void count_pairs(struct search *s)
{
    memset(s->set_pairs, 0, s->graph->bodies * sizeof *s->set_pairs);
    for (uint32_t body = 1; body < s->graph->bodies; body++) {
        uint64_t d = s->degree[body], pairs = d * (d - (d > 0)) / 2;
        uint32_t *sum = &s->set_pairs[fs__union_find_root(s->set, body)];
        *sum = (uint32_t)fs_min_u64(*sum + pairs, UINT32_MAX);
    }
}

static void measure_sets(struct search *s)
{
    struct fs__joint_ends e;
    memset(s->set_joints, 0, s->graph->bodies * sizeof *s->set_joints);
    memset(s->set_anchors, 0, s->graph->bodies * sizeof *s->set_anchors);
    memset(s->set_loops, 0, s->graph->bodies * sizeof *s->set_loops);
    memset(s->set_needs, 0, s->graph->bodies * sizeof *s->set_needs);
    count_pairs(s);
    for (uint32_t i = 0; i < s->graph->joints; i++) {
        if (!is_edge(s, i, &e))
            continue;
        uint32_t set = set_of(s, e);
        s->set_joints[set]++;
        s->set_anchors[set] += e.a == IMMOVABLE || e.b == IMMOVABLE;
        s->set_needs[set] += e.needs_tree;
        s->set_loops[set] += s->taken[i];
        s->taken[i] = false;
    }
}

/* ---- weak joints ----------------------------------------------------------------------------------------------------- */

/* Counts the loops of rigid and weak joints together. */
static void find_loops(struct search *s)
{
    fs__union_find_init(s->all, s->graph->bodies);
    memset(s->all_loops, 0, s->graph->bodies * sizeof *s->all_loops);
    for (uint32_t i = 0; i < s->graph->joints; i++) {
        struct fs__joint_ends e = s->graph->ends[i];
        if (e.a == IMMOVABLE || e.b == IMMOVABLE)
            continue;
        uint32_t a = fs__union_find_root(s->all, e.a), b = fs__union_find_root(s->all, e.b);
        uint32_t loops = s->all_loops[a] + (a == b ? 1 : s->all_loops[b]);
        fs__union_find_unite(s->all, a, b);
        s->all_loops[fs__union_find_root(s->all, a)] = loops;
    }
}

/* Two sets, and what they are with a weak joint between them; a set that is 0 is an immovable body. */
struct merger {
    uint32_t a, b;
    uint32_t joints, rigid, pairs, anchors;
};

static struct merger merger_of(const struct search *s, struct fs__joint_ends e)
{
    const uint32_t a = e.a == IMMOVABLE ? 0 : fs__union_find_root(s->set, e.a),
                   b = e.b == IMMOVABLE ? 0 : fs__union_find_root(s->set, e.b);
    struct merger m = { .a = a, .b = b, .joints = 1, .anchors = a == 0 || b == 0 };
    const uint32_t sets[2] = { a, b }, bodies[2] = { e.a, e.b };
    for (unsigned i = 0; i < 2; i++) {
        if (sets[i] == 0)
            continue;
        m.joints += s->set_joints[sets[i]];
        m.rigid += s->set_rigid[sets[i]];
        m.pairs += s->set_pairs[sets[i]] + s->degree[bodies[i]];
        m.anchors += s->set_anchors[sets[i]];
    }
    return m;
}

static bool loses_exactness(const struct search *s, uint32_t set, const struct merger *m)
{
    return set != 0 && s->set_rigid[set] > 0 && s->set_anchors[set] <= 1 && m->anchors > 1;
}

/* Adds a weak joint to the sets of its bodies, unless that would close a loop anywhere in the set, tie rigid joints to the ground
 * more than once, or leave them without a tree. */
static void add_weak_joint(struct search *s, uint32_t i)
{
    struct fs__joint_ends e = s->graph->ends[i];
    if (e.a == IMMOVABLE && e.b == IMMOVABLE)
        return;
    struct merger m = merger_of(s, e);
    uint32_t loops = s->all_loops[fs__union_find_root(s->all, e.a != IMMOVABLE ? e.a : e.b)];
    if (loops > 0 || loses_exactness(s, m.a, &m) || loses_exactness(s, m.b, &m) ||
        m.pairs > (uint64_t)m.joints * FS__JOINT_TREE_PAIRS_PER_JOINT)
        return;
    s->left[i] = false;
    s->degree[e.a]++;
    s->degree[e.b]++;
    if (m.a != 0 && m.b != 0)
        fs__union_find_unite(s->set, m.a, m.b);
    uint32_t root = fs__union_find_root(s->set, m.a != 0 ? m.a : m.b);
    s->set_joints[root] = m.joints;
    s->set_rigid[root] = m.rigid;
    s->set_pairs[root] = m.pairs;
    s->set_anchors[root] = m.anchors;
}

static void add_weak_joints(struct search *s)
{
    if (s->graph->weak == NULL)
        return;
    for (uint32_t body = 0; body < s->graph->bodies; body++)
        s->set_rigid[body] = s->set_joints[body];
    find_loops(s);
    for (uint32_t i = 0; i < s->graph->joints; i++)
        if (s->graph->weak[i])
            add_weak_joint(s, i);
}

/* ---- trees ------------------------------------------------------------------------------------------------------------- */

/* A set with a loop has fewer pairs without the joints that close it: append_tree() counts them. */
static bool is_tree(const struct search *s, uint32_t set)
{
    const bool loops = s->set_loops[set] > 0, tied = s->set_anchors[set] > 0, needed = s->set_needs[set] > 0;
    if (s->set_joints[set] < s->graph->min_joints && !tied && !needed && !loops)
        return false;
    return loops ? s->set_loops[set] <= s->graph->max_loops
                 : s->set_pairs[set] <= (uint64_t)s->set_joints[set] * FS__JOINT_TREE_PAIRS_PER_JOINT;
}

static bool has_trees(const struct search *s)
{
    bool any = false;
    for (uint32_t body = 1; body < s->graph->bodies && !any; body++)
        any = s->set[body] == body && is_tree(s, body);
    return any;
}

/* Lists the joints of every body, ascending. */
static void list_joints(struct search *s)
{
    uint32_t at = 0;
    struct fs__joint_ends e;
    for (uint32_t body = 0; body < s->graph->bodies; body++) {
        s->first[body] = at;
        at += body == IMMOVABLE ? 0 : s->degree[body];
        s->degree[body] = 0;
    }
    s->first[s->graph->bodies] = at;
    for (uint32_t i = 0; i < s->graph->joints; i++) {
        if (!is_edge(s, i, &e))
            continue;
        if (e.a != IMMOVABLE)
            s->list[s->first[e.a] + s->degree[e.a]++] = i;
        if (e.b != IMMOVABLE)
            s->list[s->first[e.b] + s->degree[e.b]++] = i;
    }
}

static void append_body(struct fs__joint_trees *t, const struct search *s, uint32_t body)
{
    s->place[body] = t->body_count;
    t->body[t->body_count++] = body;
}

/* Joint i of the graph, between a body and the one behind it. */
static void append_joint(struct fs__joint_trees *t, struct search *s, uint32_t body, uint32_t i, uint32_t first_sibling,
                         uint32_t *end)
{
    struct fs__joint_ends e = s->graph->ends[i];
    uint32_t far = e.a == body ? e.b : e.a;
    struct fs__tree_joint *d = &t->joint[t->joint_count];
    *d = (struct fs__tree_joint){ .index = i,
                                  .parent = s->joint_above[body],
                                  .first_sibling = first_sibling,
                                  .near_end = e.a == body ? 0 : 1 };
    if (far != IMMOVABLE) {
        s->joint_above[far] = (int32_t)t->joint_count;
        s->queue[(*end)++] = far;
        append_body(t, s, far);
    }
    d->body[d->near_end] = s->place[body];
    d->body[1 - d->near_end] = s->place[far];
    t->joint_count++;
}

static void set_closing_joint(struct fs__joint_trees *t, const struct search *s, uint32_t k, uint32_t i)
{
    struct fs__joint_ends e = s->graph->ends[i];
    t->joint[k] = (struct fs__tree_joint){ .index = i,
                                           .parent = FS__JOINT_TREE_NO_PARENT,
                                           .first_sibling = k,
                                           .body = { s->place[e.a], s->place[e.b] },
                                           .closes = true };
}

/* Appends the joints of a body that were not yet reached; those to bodies that were reached close loops. The body behind another
 * goes to the queue. */
static void append_joints(struct fs__joint_trees *t, struct search *s, uint32_t body, uint32_t *end, uint32_t *closing)
{
    uint32_t first_sibling = t->joint_count;
    for (uint32_t k = s->first[body]; k < s->first[body + 1]; k++) {
        uint32_t i = s->list[k];
        struct fs__joint_ends e = s->graph->ends[i];
        if (s->taken[i])
            continue;
        s->taken[i] = true;
        if (s->place[e.a == body ? e.b : e.a] != NO_PLACE)
            set_closing_joint(t, s, (*closing)++, i);
        else
            append_joint(t, s, body, i, first_sibling, end);
    }
}

/* ---- couplings with joints that close loops --------------------------------------------------------------------------- */

static bool share_body(const struct fs__tree_joint *d, const struct fs__tree_joint *e)
{
    for (unsigned i = 0; i < 2; i++)
        if (d->body[i] != 0 && (d->body[i] == e->body[0] || d->body[i] == e->body[1]))
            return true;
    return false;
}

/* Outer joints are eliminated first: what couples with them couples with their neighbours then. */
static void couple_closing_joints(struct fs__joint_trees *t, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->end; k-- > tree->first;) {
        struct fs__tree_joint *d = &t->joint[k];
        d->first_closing = tree->first;
        d->closing_count = (uint8_t)fs_min_u32(k - tree->first, tree->loops);
        for (unsigned n = 0; n < d->closing_count; n++)
            if (share_body(d, &t->joint[tree->first + n]))
                d->coupled = (uint8_t)(d->coupled | 1u << n);
        for (uint32_t n = 0; n < fs__tree_joint_neighbours(d, k) && d->coupled != 0; n++) {
            struct fs__tree_joint *e = &t->joint[fs__tree_joint_neighbour(d, n)];
            unsigned before = e->closes ? (1u << (fs__tree_joint_neighbour(d, n) - tree->first)) - 1 : UINT8_MAX;
            if (fs__tree_joint_couples(d, n))
                e->coupled = (uint8_t)(e->coupled | (d->coupled & before));
        }
    }
}

static void place_blocks(struct fs__joint_trees *t, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++) {
        t->joint[k].first_block = t->block_count;
        t->block_count += fs__tree_joint_neighbours(&t->joint[k], k);
    }
}

/* Pairs of joints on one body, without those that close loops. */
static uint64_t count_pairs_of_tree(const struct fs__joint_trees *t, const struct fs__joint_tree *tree)
{
    uint64_t pairs = 0;
    for (uint32_t k = tree->first + tree->loops; k < tree->end; k++)
        pairs += fs__tree_joint_neighbours(&t->joint[k], k);
    return pairs;
}

/* Takes back the joints and bodies that were appended last. */
static void drop_tree(struct fs__joint_trees *t, const struct search *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        s->taken[t->joint[k].index] = false;
    t->joint_count = tree->first;
    t->body_count = tree->body_first;
}

/* Numbers the joints of a tree, breadth first from its body of the lowest index. */
static void append_tree(struct fs__joint_trees *t, struct search *s, uint32_t root)
{
    struct fs__joint_tree tree = { .first = t->joint_count,
                                   .loops = s->set_loops[root],
                                   .body_first = t->body_count,
                                   .exact = s->set_anchors[root] <= 1,
                                   .tied = s->set_anchors[root] > 0 };
    uint32_t end = 0, closing = tree.first;
    t->joint_count += tree.loops;
    s->joint_above[root] = FS__JOINT_TREE_NO_PARENT;
    s->queue[end++] = root;
    append_body(t, s, root);
    for (uint32_t at = 0; at < end; at++)
        append_joints(t, s, s->queue[at], &end, &closing);
    FS_ASSERT(closing == tree.first + tree.loops);
    tree.end = t->joint_count;
    tree.body_end = t->body_count;
    if (tree.loops > 0 && count_pairs_of_tree(t, &tree) > (tree.end - tree.first) * FS__JOINT_TREE_PAIRS_PER_JOINT) {
        drop_tree(t, s, &tree);
        return;
    }
    if (tree.loops > 0)
        couple_closing_joints(t, &tree);
    place_blocks(t, &tree);
    t->tree[t->tree_count++] = tree;
}

bool fs__joint_trees_find(struct fs__joint_trees *t, const struct fs__joint_graph *graph, uint32_t *rest,
                          uint32_t *rest_count, fs_arena work)
{
    struct search s = { .graph = graph };
    if (!alloc_search(&s, &work))
        return false;
    unite_bodies(&s);
    measure_sets(&s);
    add_weak_joints(&s);
    t->joint_count = t->block_count = t->tree_count = t->body_count = 0;
    append_body(t, &s, IMMOVABLE);
    if (has_trees(&s)) {
        memset(s.place, 0, graph->bodies * sizeof *s.place);
        list_joints(&s);
        for (uint32_t body = 1; body < graph->bodies; body++)
            if (s.set[body] == body && is_tree(&s, body))
                append_tree(t, &s, body);
    }
    *rest_count = 0;
    for (uint32_t i = 0; i < graph->joints; i++)
        if (!s.taken[i])
            rest[(*rest_count)++] = i;
    return true;
}

/* ---- removal ------------------------------------------------------------------------------------------------------- */

/* Moves a tree to the ends of the lists. */
static void append_moved(struct fs__joint_trees *t, struct fs__joint_tree tree, uint32_t *joints, uint32_t *bodies,
                         uint32_t *blocks)
{
    uint32_t by_joints = tree.first - *joints, by_bodies = tree.body_first - *bodies;
    for (uint32_t i = tree.body_first; i < tree.body_end; i++)
        t->body[i - by_bodies] = t->body[i];
    for (uint32_t k = tree.first; k < tree.end; k++) {
        struct fs__tree_joint *d = &t->joint[k - by_joints];
        *d = t->joint[k];
        d->parent -= d->parent == FS__JOINT_TREE_NO_PARENT ? 0 : (int32_t)by_joints;
        d->first_sibling -= by_joints;
        d->first_closing -= by_joints;
        d->first_block = *blocks;
        *blocks += fs__tree_joint_neighbours(d, k - by_joints);
        for (unsigned i = 0; i < 2; i++)
            d->body[i] -= d->body[i] == 0 ? 0 : by_bodies;
    }
    tree.first -= by_joints;
    *joints = tree.end -= by_joints;
    tree.body_first -= by_bodies;
    *bodies = tree.body_end -= by_bodies;
    t->tree[t->tree_count++] = tree;
}

void fs__joint_trees_remove(struct fs__joint_trees *t, const bool *marked)
{
    uint32_t count = t->tree_count, joints = 0, bodies = 1, blocks = 0;
    t->tree_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!marked[i])
            append_moved(t, t->tree[i], &joints, &bodies, &blocks);
    t->joint_count = joints;
    t->body_count = bodies;
    t->block_count = blocks;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* A tree has one body more than it has joints between movable ones. */
size_t fs__joint_trees_max_bodies(uint32_t joints)
{
    return 1 + (size_t)joints + joints;
}

bool fs__joint_trees_alloc(struct fs__joint_trees *t, uint32_t joints, fs_arena *arena)
{
    *t = (struct fs__joint_trees){ .joint_count = 0 };
    t->joint = fs_arena_take(arena, joints * sizeof *t->joint);
    t->tree = fs_arena_take(arena, ((size_t)joints + 1) * sizeof *t->tree);
    t->body = fs_arena_take(arena, fs__joint_trees_max_bodies(joints) * sizeof *t->body);
    return t->joint != NULL && t->tree != NULL && t->body != NULL;
}

size_t fs__joint_trees_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(joints * sizeof(struct fs__tree_joint)) +
           FS_ARENA_BYTES(((size_t)joints + 1) * sizeof(struct fs__joint_tree)) +
           FS_ARENA_BYTES(fs__joint_trees_max_bodies(joints) * sizeof(uint32_t)) + search_bytes(bodies, joints);
}
