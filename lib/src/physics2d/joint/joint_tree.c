/* joint_tree.c: the trees of joints of a tick; see physics/joint_tree.h. */
#include "physics2d/dimension.h"

#include "physics2d/joint/joint_direct.h"

static bool is_rigid(const struct fs_world2 *w, uint32_t row)
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

/* Light links that whirl about heavy ones got energy from coloured rows. Rods keep their momenta there, and a tree without correction
 * opens. */
static bool has_unlike_masses(const struct fs_world2 *w, uint32_t row)
{
    const fs_scaled a = w->body.inv_mass[w->joint.body_a[row]], b = w->body.inv_mass[w->joint.body_b[row]],
                    most = fs_scaled_make(FS__DIRECT2_UNLIKE_MASSES, 0);
    if (a.m == 0 || b.m == 0)
        return false;
    return fs_scaled_cmp(a, fs_scaled_mul(b, most)) > 0 || fs_scaled_cmp(b, fs_scaled_mul(a, most)) > 0;
}

static bool needs_tree(const struct fs_world2 *w, uint32_t row)
{
    const uint8_t kind = w->joint.kind[row];
    const bool corrects = (w->rules.flags[0] & FS_WORLD2_CORRECTION) != 0;
    return kind == FS_JOINT2_WELD || (kind != FS_JOINT2_DISTANCE && corrects && has_unlike_masses(w, row));
}

static bool is_weak(const struct fs_world2 *w, uint32_t row)
{
    (void)w;
    (void)row;
    return false;
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

void fs__direct2_leave_trees(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, const bool *taken)
{
    fs__joint_trees_remove(&s->trees, taken);
    connect_solver(s, tick);
}

enum { MAX_LOOPS = FS__JOINT_TREE_MAX_LOOPS };

#include "physics/joint_tree.inl"
