/* joint_direct_push.c: errors of the joints of trees that are removed by moving bodies, without leaving a velocity.
 *
 * An impulse that closes an error gives bodies a velocity along the row, which the solution without bias takes back where the row
 * is by then. Light links turn meanwhile, so that a heavy load keeps part of that velocity: chains that stopped a load of a
 * thousand times their links gained energy without bound. So impulses remove errors that are tiny for their joint alone: they are
 * what a taut chain yields by and what the steps of an exact tree leave. Of larger ones they remove the same share of all rows
 * of the tree, since errors that were cut one by one may fit no position of a chain that is tied at both ends. The rest moves the
 * bodies as long as the substep lasts, at a speed that turns none of them far.
 */
#include "physics2d/joint/joint_direct.h"

/* ---- shares -------------------------------------------------------------------------------------------------------- */

static fs_unit biased_share(const struct fs__direct2_joint *d, const struct fs__direct2_row *r)
{
    const int64_t whole = r->angle ? FS_REL_ONE : fs_max64(d->extent, FS__DIRECT_LEAST_EXTENT);
    return fs__direct_tiny_share(whole, fs__direct2_rigid_error(d, r),
                                 !d->at_once ? FS__DIRECT_TINY_BITS
                                 : d->light  ? FS__DIRECT_TINY_LIGHT_BITS
                                             : FS__DIRECT_TINY_EXACT_BITS);
}

void fs__direct2_set_biased(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    fs_unit share = FS_UNIT_ONE;
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < s->joint[k].rigid_rows; i++)
            if (s->joint[k].row[i].used)
                share = fs_min32(share, biased_share(&s->joint[k], &s->joint[k].row[i]));
    for (uint32_t k = tree->first; k < tree->end; k++)
        s->joint[k].biased = share;
}

/* ---- pushes -------------------------------------------------------------------------------------------------------- */

static void set_push_of(struct fs__direct2_joint *d, const struct fs__joint_solver2 *js, int32_t tree_scale)
{
    for (unsigned i = 0; i < d->rows; i++) {
        const struct fs__direct2_row *r = &d->row[i];
        d->x[i] = 0;
        if (!r->used || r->limit)
            continue;
        int64_t speed = fs__joint_mul(js->direct_bias_rate, fs__direct2_rigid_error(d, r), FS_REL_FRAC);
        fs__direct2_set_wanted(d, i, fs__joint_mul(speed, FS_UNIT_ONE - d->biased, FS_UNIT_FRAC), tree_scale);
    }
}

bool fs__direct2_set_push(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree)
{
    struct fs__direct2_solver *s = js->direct;
    if (s->joint[tree->first].biased == FS_UNIT_ONE)
        return false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        set_push_of(&s->joint[k], js, tree->scale);
    return true;
}

/* The bodies at the ends of a rod turn it. */
static unsigned excess_of_rod(const struct fs__direct2_solver *s, const struct fs__direct2_joint *d, uint32_t rate,
                              unsigned bits)
{
    const unsigned more = FS_WIDE_FRAC + FS__JOINT_FINE_BITS - FS_REL_FRAC;
    const int64_t length = fs_max64(fs_max64(d->extent, fs_rel2_length(d->joint->error)), FS__DIRECT_LEAST_EXTENT);
    const int64_t most = fs_mul64(length, (int64_t)rate << more, bits);
    unsigned excess = 0;
    for (unsigned n = 0; n < 2; n++) {
        int64_t v[2];
        for (unsigned i = 0; i < 2; i++)
            v[i] = d->body[i] == &s->body[0] ? 0 : d->body[i]->sum[n];
        excess = fs_max_u32(excess, fs__direct_excess_bits(fs_sat64_sub(v[1], v[0]), most));
    }
    return excess;
}

unsigned fs__direct2_excess_bits(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate,
                                 unsigned bits)
{
    const unsigned fine = FS_WIDE_FRAC + FS__JOINT_FINE_BITS;
    const int64_t most = (int64_t)rate << (fine - bits);
    unsigned excess = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        excess = fs_max_u32(excess, fs__direct_excess_bits(s->body[i].sum[2], most));
    for (uint32_t k = tree->first; k < tree->end; k++)
        if (s->joint[k].joint->kind == FS_JOINT2_DISTANCE)
            excess = fs_max_u32(excess, excess_of_rod(s, &s->joint[k], rate, bits));
    return excess;
}

static void push_body(struct fs__direct2_body *b, unsigned excess)
{
    const unsigned more = FS_WIDE_FRAC + FS__JOINT_FINE_BITS - FS_VEL_FRAC;
    fs_vel *const v[3] = { &b->solver_body->vx, &b->solver_body->vy, &b->solver_body->w };
    for (unsigned n = 0; n < 3; n++) {
        const fs_vel before = *v[n];
        *v[n] = fs_sat32(fs_sat64_add(before, fs_round_shift64_sym(b->sum[n], fs_min_u32(more + excess, 62))));
        b->push[n] = fs_sat32((int64_t)*v[n] - before);
        b->sum[n] = 0;
    }
}

void fs__direct2_add_solution(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < s->joint[k].rows; i++)
            if (s->joint[k].row[i].used)
                fs__direct2_add_impulse(&s->joint[k], &s->joint[k].row[i],
                                        fs__joint_clamp_impulse(fs__direct2_solution_impulse(&s->joint[k], i)));
}

void fs__direct2_apply_push(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree)
{
    struct fs__direct2_solver *s = js->direct;
    fs__direct2_add_solution(s, tree);
    for (unsigned n = 0; n < 3; n++)
        s->body[0].sum[n] = 0;
    const unsigned excess = fs__direct2_excess_bits(s, tree, js->rate, FS__DIRECT_PUSH_BITS);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        push_body(&s->body[i], excess);
}

void fs__direct2_end_push(struct fs__direct2_solver *s)
{
    for (uint32_t i = 1; i < s->trees.body_count; i++) {
        struct fs__direct2_body *b = &s->body[i];
        fs_vel *const v[3] = { &b->solver_body->vx, &b->solver_body->vy, &b->solver_body->w };
        for (unsigned n = 0; n < 3; n++) {
            *v[n] = fs_sat32((int64_t)*v[n] - b->push[n]);
            b->push[n] = 0;
        }
    }
}
