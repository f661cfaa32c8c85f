/* joint_tree.c: the trees of joints of a tick; see physics/joint_tree.h. */
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

/* The solver body of an end, FS__SOLVER2_STATIC_BODY where joints cannot move it. */
static uint32_t movable_end(const struct fs__world2_tick *t, uint32_t body)
{
    bool movable = (t->w->body.inv_mass[body].m | t->w->body.inv_inertia[body].m) != 0;
    return movable ? t->solver_index[body] : FS__SOLVER2_STATIC_BODY;
}

static struct fs__joint_ends ends_of(const struct fs__world2_tick *t, uint32_t row)
{
    if (!fs__direct2_is_rigid(t->w, row))
        return (struct fs__joint_ends){ FS__SOLVER2_STATIC_BODY, FS__SOLVER2_STATIC_BODY };
    return (struct fs__joint_ends){ movable_end(t, t->w->joint.body_a[row]), movable_end(t, t->w->joint.body_b[row]) };
}

static void connect_solver(struct fs__direct2_solver *s, const struct fs__world2_tick *tick)
{
    const struct fs__joint_trees *t = &s->trees;
    for (uint32_t i = 0; i < t->body_count; i++)
        s->body[i].solver_body = &tick->solver_body[t->body[i]];
    for (uint32_t k = 0; k < t->joint_count; k++) {
        s->joint[k].node = &t->joint[k];
        for (unsigned i = 0; i < 2; i++)
            s->joint[k].body[i] = &s->body[t->joint[k].body[i]];
    }
}

bool fs__direct2_find_trees(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, uint32_t *rest,
                            uint32_t *rest_count, fs_arena arena)
{
    struct fs__joint_ends *ends = fs_arena_take(&arena, tick->joint_count * sizeof *ends);
    const struct fs__joint_graph graph = { tick->solver_body_count, tick->joint_count, ends };
    if (ends == NULL)
        return false;
    for (uint32_t i = 0; i < tick->joint_count; i++)
        ends[i] = ends_of(tick, tick->joint[i]);
    if (!fs__joint_trees_find(&s->trees, &graph, rest, rest_count, arena))
        return false;
    connect_solver(s, tick);
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

bool fs__direct2_alloc(struct fs__direct2_solver *s, uint32_t joints, fs_arena *arena)
{
    s->joint = fs_arena_take(arena, joints * sizeof *s->joint);
    s->block = fs_arena_take(arena, fs__joint_trees_max_blocks(joints) * sizeof *s->block);
    s->body = fs_arena_take(arena, fs__joint_trees_max_bodies(joints) * sizeof *s->body);
    return s->joint != NULL && s->block != NULL && s->body != NULL && fs__joint_trees_alloc(&s->trees, joints, arena);
}

size_t fs__direct2_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(joints * sizeof(struct fs__direct2_joint)) +
           FS_ARENA_BYTES(fs__joint_trees_max_blocks(joints) * sizeof(struct fs__direct2_block)) +
           FS_ARENA_BYTES(fs__joint_trees_max_bodies(joints) * sizeof(struct fs__direct2_body)) +
           FS_ARENA_BYTES(joints * sizeof(struct fs__joint_ends)) + fs__joint_trees_arena_size(bodies, joints);
}
