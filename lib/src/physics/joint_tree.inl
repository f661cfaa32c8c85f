/* joint_tree.inl: the trees of the joints of a tick, and the memory of the solver of their rigid rows; see joint_tree.h.
 *
 * Template: included last by joint_tree.c of physics2d and of physics3d, which defines
 *   is_rigid(world, row): whether the joint has rigid rows that a tree solves;
 *   needs_tree(world, row): whether coloured rows do not do for it, as those of light bodies under a load that keep angles;
 *   is_weak(world, row): whether a tree takes it only where nothing is lost by that;
 *   connect_solver(solver, tick): links joints and bodies of the solver with those of the trees;
 *   MAX_LOOPS: joints of a tree that may close a loop.
 */

/* The solver body of an end, FS__SOLVERN_STATIC_BODY where joints cannot move it. */
static uint32_t movable_end(const struct fs__worldN_tick *t, uint32_t body)
{
    return fs__solverN_is_movable(t->w, body) ? t->solver_index[body] : FS__SOLVERN_STATIC_BODY;
}

static struct fs__joint_ends ends_of(const struct fs__worldN_tick *t, uint32_t row)
{
    if (!is_rigid(t->w, row))
        return (struct fs__joint_ends){ FS__SOLVERN_STATIC_BODY, FS__SOLVERN_STATIC_BODY, false };
    return (struct fs__joint_ends){ movable_end(t, t->w->joint.body_a[row]), movable_end(t, t->w->joint.body_b[row]),
                                    needs_tree(t->w, row) };
}

bool fs__directN_find_trees(struct fs__directN_solver *s, const struct fs__worldN_tick *tick, uint32_t min_joints,
                            fs_arena arena)
{
    struct fs__joint_ends *ends = fs_arena_take(&arena, tick->joint_count * sizeof *ends);
    bool *weak = fs_arena_take(&arena, tick->joint_count * sizeof *weak), any = false;
    if (ends == NULL || weak == NULL)
        return false;
    for (uint32_t i = 0; i < tick->joint_count; i++) {
        ends[i] = ends_of(tick, tick->joint[i]);
        weak[i] = is_weak(tick->w, tick->joint[i]);
        any |= weak[i];
    }
    const struct fs__joint_graph graph = { tick->solver_body_count, tick->joint_count, ends,
                                           any ? weak : NULL,       min_joints,        MAX_LOOPS };
    if (!fs__joint_trees_find(&s->trees, &graph, s->rest, &s->rest_count, arena))
        return false;
    connect_solver(s, tick);
    return true;
}

/* ---- memory --------------------------------------------------------------------------------------------------------- */

bool fs__directN_alloc(struct fs__directN_solver *s, uint32_t joints, fs_arena *arena)
{
    s->rest = fs_arena_take(arena, joints * sizeof *s->rest);
    s->joint = fs_arena_take(arena, joints * sizeof *s->joint);
    s->block = fs_arena_take(arena, fs__joint_trees_max_blocks(joints, MAX_LOOPS) * sizeof *s->block);
    s->body = fs_arena_take(arena, fs__joint_trees_max_bodies(joints) * sizeof *s->body);
    return s->rest != NULL && s->joint != NULL && s->block != NULL && s->body != NULL &&
           fs__joint_trees_alloc(&s->trees, joints, arena);
}

size_t fs__directN_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(joints * sizeof(uint32_t)) + FS_ARENA_BYTES(joints * sizeof(struct fs__directN_joint)) +
           FS_ARENA_BYTES(fs__joint_trees_max_blocks(joints, MAX_LOOPS) * sizeof(struct fs__directN_block)) +
           FS_ARENA_BYTES(fs__joint_trees_max_bodies(joints) * sizeof(struct fs__directN_body)) +
           FS_ARENA_BYTES(joints * sizeof(struct fs__joint_ends)) + FS_ARENA_BYTES(joints * sizeof(bool)) +
           fs__joint_trees_arena_size(bodies, joints);
}
