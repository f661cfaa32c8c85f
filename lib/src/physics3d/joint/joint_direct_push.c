/* joint_direct_push.c: errors of the joints of trees that are removed by moving bodies, without leaving a velocity: of those that are
 * tied to the ground and have no loops. See the file of this name in the plane.
 */
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"

enum {
    TINY_TIED_TWICE_BITS = 6, /* of a tree whose masses are alike and that does not end a substep without error */
    SIDE_BITS = 8,            /* right-hand sides are 2^-8 m/s at most */
    FINE_FRAC = FS_WIDE_FRAC + FS__JOINT_FINE_BITS
};

/* ---- shares -------------------------------------------------------------------------------------------------------- */

static unsigned tiny_bits(const struct fs__direct3_joint *d)
{
    if (d->light)
        return d->exact ? FS__DIRECT_TINY_LIGHT_BITS : TINY_TIED_TWICE_BITS;
    return d->exact ? FS__DIRECT_TINY_EXACT_BITS : FS__DIRECT_TINY_BITS;
}

static fs_unit biased_share(const struct fs__direct3_joint *d, const struct fs__direct3_row *r)
{
    const int64_t whole = r->angular ? FS_REL_ONE : fs_max64(d->extent, FS__DIRECT_LEAST_EXTENT);
    return fs__direct_tiny_share(whole, r->error, tiny_bits(d));
}

void fs__direct3_set_biased(struct fs__direct3_solver *t, const struct fs__joint_tree *tree)
{
    fs_unit share = FS_UNIT_ONE;
    for (uint32_t k = tree->first; k < tree->end && t->joint[k].split; k++)
        for (unsigned n = 0; n < t->joint[k].rigid_rows; n++)
            if (t->joint[k].row[n].used)
                share = fs_min32(share, biased_share(&t->joint[k], &t->joint[k].row[n]));
    for (uint32_t k = tree->first; k < tree->end; k++)
        t->joint[k].biased = share;
}

/* ---- pushes -------------------------------------------------------------------------------------------------------- */

/* The bodies at the ends of a rod turn it. */
static unsigned excess_of_rod(const struct fs__direct3_solver *t, const struct fs__direct3_joint *d, uint32_t rate,
                              unsigned bits)
{
    const int64_t most = fs_mul64(fs_max64(d->extent, FS__DIRECT_LEAST_EXTENT),
                                  (int64_t)rate << (FINE_FRAC - FS_REL_FRAC), bits);
    unsigned excess = 0;
    for (unsigned k = 0; k < 3; k++) {
        const int64_t a = d->body[0] == &t->body[0] ? 0 : d->body[0]->sum[k],
                      b = d->body[1] == &t->body[0] ? 0 : d->body[1]->sum[k];
        excess = fs_max_u32(excess, fs__direct_excess_bits(fs_sat64_sub(b, a), most));
    }
    return excess;
}

unsigned fs__direct3_excess_bits(const struct fs__solver3 *s, const struct fs__joint_tree *tree, unsigned bits)
{
    const struct fs__direct3_solver *t = s->direct;
    const int64_t most = (int64_t)s->rate.hz << (FINE_FRAC - bits);
    unsigned excess = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = 3; k < 6; k++)
            excess = fs_max_u32(excess, fs__direct_excess_bits(t->body[i].sum[k], most));
    for (uint32_t k = tree->first; k < tree->end; k++)
        if (s->w->joint.kind[t->joint[k].joint_row] == FS_JOINT3_DISTANCE)
            excess = fs_max_u32(excess, excess_of_rod(t, &t->joint[k], s->rate.hz, bits));
    return excess;
}

/* What its sums times 2^left are becomes the push of a body. */
static void set_push(struct fs__direct3_body *b, int32_t left)
{
    const int64_t factor = (int64_t)1 << fs_clamp32(left, 0, 62);
    const unsigned shift = (unsigned)fs_clamp32(-left, 0, 62) + FINE_FRAC - FS_VEL_FRAC;
    for (unsigned k = 0; k < 6; k++) {
        const bool locked = (b->locks & fs__direct3_lock_of(k)) != 0;
        b->push[k] = locked ? 0 : fs__solver3_clamp_speed(fs_sat32(fs_mul64(b->sum[k], factor, shift)));
        b->sum[k] = 0;
    }
}

/* The bits by which the speeds of all rows are taken less, so that no solution of a tree that is almost singular saturates: it is
 * up to 2^30 times as large. */
static unsigned bits_of_sides(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    int64_t most = 0;
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned n = 0; n < s->direct->joint[k].rigid_rows; n++)
            most = fs_max64(most, fs_abs64(fs__direct3_push_of(s, &s->direct->joint[k], &s->direct->joint[k].row[n])));
    return fs__direct_excess_bits(most, FS_WIDE_ONE >> SIDE_BITS);
}

void fs__direct3_solve_push(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    if (t->joint[tree->first].biased == FS_UNIT_ONE)
        return;
    const unsigned less = bits_of_sides(s, tree);
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_set_push_sides(&t->joint[k], s, tree->scale, less);
    fs__direct3_solve_system(t, tree);
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_add_push(&t->joint[k]);
    const unsigned excess = fs__direct3_excess_bits(s, tree, FS__DIRECT_PUSH_BITS + less);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        set_push(&t->body[i], (int32_t)less - (int32_t)excess);
}

void fs__direct3_begin_push(struct fs__direct3_body *b)
{
    struct fs__solver3_body *m = b->solver_body;
    fs_vel *const v[6] = { &m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z };
    for (unsigned k = 0; k < 6; k++) {
        const fs_vel before = *v[k];
        *v[k] = fs__solver3_clamp_speed(fs_sat32_add(before, b->push[k]));
        b->push[k] = *v[k] - before;
    }
}

void fs__direct3_end_push(struct fs__direct3_body *b)
{
    struct fs__solver3_body *m = b->solver_body;
    fs_vel *const v[6] = { &m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z };
    for (unsigned k = 0; k < 6; k++) {
        *v[k] -= b->push[k];
        b->push[k] = 0;
    }
}
