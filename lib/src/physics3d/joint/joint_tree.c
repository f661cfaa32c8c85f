/* joint_tree.c: the trees of joints of a tick; see physics/joint_tree.h. */
#include "physics3d/dimension.h"

#include "physics3d/joint/joint_direct.h"

static bool is_rigid(const struct fs_world3 *w, uint32_t row)
{
    const unsigned soft_flags = FS_JOINT3_SPRING | FS_JOINT3_MOTOR | FS_JOINT3_LIMIT;
    switch (w->joint.kind[row]) {
    case FS_JOINT3_POSE:
    case FS_JOINT3_GEAR: return false;
    case FS_JOINT3_DISTANCE: return (w->joint.flags[row] & soft_flags) == 0;
    default: return true;
    }
}

/* A slack cable has no row, and a taut one is a rod: it must not cost what is tied otherwise its tree. */
static bool is_weak(const struct fs_world3 *w, uint32_t row)
{
    return w->joint.kind[row] == FS_JOINT3_CABLE;
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

/* All sets are trees, however small. */
static bool needs_tree(const struct fs_world3 *w, uint32_t row)
{
    (void)w, (void)row;
    return false;
}

static void connect_solver(struct fs__direct3_solver *s, const struct fs__world3_tick *tick)
{
    connect_joints(s, tick);
    list_trees_of_bodies(s, tick->solver_body_count);
}

/* Of a tree that is not tied to the ground. Rows of joints that are solved one after the other keep no remainders of velocities:
 * a pair of 1 kg and 1 t would pass nothing on at 1e-6 m/s^2. */
enum { MAX_LOOPS = FS__JOINT_TREE_MAX_LOOPS };

#include "physics/joint_tree.inl"
