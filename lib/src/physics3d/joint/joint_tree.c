/* joint_tree.c: the trees of joints of a tick; see physics/joint_tree.h. */
#include "physics3d/joint/joint_direct.h"

static bool is_rigid(const struct fs_world3 *w, uint32_t row)
{
    const unsigned soft_flags = FS_JOINT3_SPRING | FS_JOINT3_MOTOR | FS_JOINT3_LIMIT;
    switch (w->joint.kind[row]) {
    case FS_JOINT3_CABLE:
    case FS_JOINT3_POSE:
    case FS_JOINT3_GEAR: return false;
    case FS_JOINT3_DISTANCE: return (w->joint.flags[row] & soft_flags) == 0;
    default: return true;
    }
}

/* The solver body of an end, FS__SOLVER3_STATIC_BODY where joints cannot move it. */
static uint32_t movable_end(const struct fs__world3_tick *t, uint32_t body)
{
    return fs__solver3_is_movable(t->w, body) ? t->solver_index[body] : FS__SOLVER3_STATIC_BODY;
}

static struct fs__joint_ends ends_of(const struct fs__world3_tick *t, uint32_t row)
{
    if (!is_rigid(t->w, row))
        return (struct fs__joint_ends){ FS__SOLVER3_STATIC_BODY, FS__SOLVER3_STATIC_BODY };
    return (struct fs__joint_ends){ movable_end(t, t->w->joint.body_a[row]), movable_end(t, t->w->joint.body_b[row]) };
}

static void connect_joints(struct fs__direct3_solver *s, const struct fs__world3_tick *tick)
{
    const struct fs__joint_trees *t = &s->trees;
    for (uint32_t k = 0; k < t->joint_count; k++) {
        struct fs__direct3_joint *d = &s->joint[k];
        uint32_t row = tick->joint[t->joint[k].index], a = tick->w->joint.body_a[row], b = tick->w->joint.body_b[row];
        *d = (struct fs__direct3_joint){ .node = &t->joint[k],
                                         .joint_row = row,
                                         .body_row = { a, b },
                                         .solver_body = { tick->solver_index[a], tick->solver_index[b] } };
        for (unsigned i = 0; i < 2; i++)
            d->body[i] = &s->body[d->node->body[i]];
    }
}

static void list_trees_of_bodies(struct fs__direct3_solver *s, uint32_t solver_bodies)
{
    const struct fs__joint_trees *t = &s->trees;
    for (uint32_t i = 0; i < solver_bodies; i++)
        s->tree_of[i] = FS__JOINT3_NONE;
    for (uint32_t k = 0; k < t->tree_count; k++)
        for (uint32_t i = t->tree[k].body_first; i < t->tree[k].body_end; i++)
            s->tree_of[t->body[i]] = k;
}

bool fs__direct3_find_trees(struct fs__direct3_solver *s, const struct fs__world3_tick *tick, fs_arena arena)
{
    struct fs__joint_ends *ends = fs_arena_take(&arena, tick->joint_count * sizeof *ends);
    const struct fs__joint_graph graph = { tick->solver_body_count, tick->joint_count, ends };
    if (ends == NULL)
        return false;
    for (uint32_t i = 0; i < tick->joint_count; i++)
        ends[i] = ends_of(tick, tick->joint[i]);
    if (!fs__joint_trees_find(&s->trees, &graph, s->rest, &s->rest_count, arena))
        return false;
    connect_joints(s, tick);
    list_trees_of_bodies(s, tick->solver_body_count);
    return true;
}

/* ---- memory --------------------------------------------------------------------------------------------------------- */

bool fs__direct3_alloc(struct fs__direct3_solver *s, uint32_t bodies, uint32_t joints, fs_arena *arena)
{
    s->tree_of = fs_arena_take(arena, bodies * sizeof *s->tree_of);
    s->rest = fs_arena_take(arena, joints * sizeof *s->rest);
    s->joint = fs_arena_take(arena, joints * sizeof *s->joint);
    s->block = fs_arena_take(arena, fs__joint_trees_max_blocks(joints) * sizeof *s->block);
    s->body = fs_arena_take(arena, fs__joint_trees_max_bodies(joints) * sizeof *s->body);
    return s->tree_of != NULL && s->rest != NULL && s->joint != NULL && s->block != NULL && s->body != NULL &&
           fs__joint_trees_alloc(&s->trees, joints, arena);
}

size_t fs__direct3_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(bodies * sizeof(uint32_t)) + FS_ARENA_BYTES(joints * sizeof(uint32_t)) +
           FS_ARENA_BYTES(joints * sizeof(struct fs__direct3_joint)) +
           FS_ARENA_BYTES(fs__joint_trees_max_blocks(joints) * sizeof(struct fs__direct3_block)) +
           FS_ARENA_BYTES(fs__joint_trees_max_bodies(joints) * sizeof(struct fs__direct3_body)) +
           FS_ARENA_BYTES(joints * sizeof(struct fs__joint_ends)) + fs__joint_trees_arena_size(bodies, joints);
}
