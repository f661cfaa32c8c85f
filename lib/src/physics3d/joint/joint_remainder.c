/* joint_remainder.c: what the roundings of the rows of joints take from velocities.
 *
 * A body's velocity is rounded to 2^-21 m/s whenever a row acts on it: a light body would pass nothing on to one a thousand times
 * as heavy. So what rows gave in a tick is summed up twice, without rounding (sum_exact of joint_block.h) and as it changed the
 * velocities; the difference is added at the end of the tick, as that of contacts is.
 */
#include "physics3d/joint/joint_solver.h"

/* Where the bodies of the batch end; nowhere, if no joint has rows in a block. */
static uint32_t bodies_end(const struct fs__solver3 *s)
{
    return s->joint_colouring.first[s->joint_colouring.overflow + 1] > 0 ? s->body_end : s->body_first;
}

void fs__joint3_clear_given(struct fs__solver3 *s)
{
    for (uint32_t i = s->body_first, end = bodies_end(s); i < end; i++)
        s->joint_given[i] = (struct fs__joint3_given){ { 0 } };
}

static void add_given(struct fs__solver3 *s, uint32_t sign)
{
    for (uint32_t i = s->body_first, end = bodies_end(s); i < end; i++) {
        const struct fs__solver3_body *m = &s->tick->solver_body[i];
        const fs_vel now[6] = { m->v.x, m->v.y, m->v.z, m->w.x, m->w.y, m->w.z };
        for (unsigned k = 0; k < 6; k++)
            s->joint_given[i].v[k] += sign * (uint32_t)now[k];
    }
}

void fs__joint3_begin_rows(struct fs__solver3 *s)
{
    add_given(s, UINT32_MAX);
}

void fs__joint3_end_rows(struct fs__solver3 *s)
{
    add_given(s, 1);
}

void fs__joint3_add_remainders(struct fs__solver3 *s)
{
    uint64_t *exact = (uint64_t *)s->exact;
    for (uint32_t i = s->body_first, end = bodies_end(s); i < end; i++)
        for (unsigned k = 0; k < 6; k++)
            exact[fs__solver3_exact_at(i, k)] -= (uint64_t)(int32_t)s->joint_given[i].v[k] << FS_UNIT_FRAC;
}
