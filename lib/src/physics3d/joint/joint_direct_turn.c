/* joint_direct_turn.c: the rotation of a body of a tree of joints in a substep.
 *
 * A body turns freely in every substep, from where it is. The solver adds up the angular velocities of a tick, and turns the
 * body by their sum at its end: for rotations about changing axes that is another one than the substeps were, by the cube of
 * the angle of a substep. So the body moves with the angular velocity that makes the sum right.
 */
#include <fixstep/trig.h>

#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"

#define TWO_PI_Q29 INT64_C(3373259426)
#define TURN (TWO_PI_Q29 * 8) /* 2 pi, Q32 */

/* Below 1/128 rad in a substep the order of the rotations of a tick counts for less than 2^-21 rad in one; where contacts act,
 * which take more energy than that, from 1/16 rad on. */
bool fs__direct3_turns_curved(const struct fs__solver3 *s, const struct fs__direct3_body *b)
{
    const int64_t least = (int64_t)s->rate.hz * (b->touched ? FS_VEL_ONE / 16 : FS_VEL_ONE / 128);
    const fs_vel3 w = b->solver_body->w;
    return fs_abs64(w.x) >= least || fs_abs64(w.y) >= least || fs_abs64(w.z) >= least;
}

/* The number of steps is that of the first pass of the substep. */
fs_quat fs__direct3_turn_freely(const struct fs__solver3 *s, struct fs__direct3_body *b, int64_t w[3])
{
    fs_quat rot = b->pose.rot;
    const int64_t per = (int64_t)s->rate.hz << (FS_VEL_FRAC + FS_UNIT_FRAC - FS_WIDE_FRAC);
    if (b->precesses && b->steps == 0)
        b->steps = fs__free_rotation3_steps(b->inv_inertia, s->rate.hz, w);
    if (b->precesses)
        fs__free_rotation3_advance_in(b->inv_inertia, s->w->body.principal[b->row], s->rate.hz, b->steps, &rot, w);
    else
        rot = fs__rotate_by_vector3(
            rot, fs_wide3_make(fs_muldiv64(w[0], 1, per), fs_muldiv64(w[1], 1, per), fs_muldiv64(w[2], 1, per)));
    return rot;
}

static int64_t along(fs_unit3 v, fs_wide3 angle)
{
    return fs_sat64_add(fs_sat64_add(fs_mul64(angle.x, v.x, FS_UNIT_FRAC), fs_mul64(angle.y, v.y, FS_UNIT_FRAC)),
                        fs_mul64(angle.z, v.z, FS_UNIT_FRAC));
}

/* Far below half a turn. */
static bool is_small(fs_wide3 angle)
{
    return fs_abs64(angle.x) < FS_WIDE_ONE && fs_abs64(angle.y) < FS_WIDE_ONE && fs_abs64(angle.z) < FS_WIDE_ONE;
}

/* The rotation vector of q (rad, Q32); of all that differ by whole turns the one nearest to `near`. */
static fs_wide3 rotation_of(fs_quat q, fs_wide3 near)
{
    const fs_unit3 v = q.w < 0 ? fs_unit3_make(-q.x, -q.y, -q.z) : fs_unit3_make(q.x, q.y, q.z);
    const fs_unit length = fs_unit3_length(v);
    if (length == 0)
        return fs_wide3_zero();
    int64_t angle = fs_mul64((int64_t)fs_atan2(length, fs_abs32(q.w)) * 2, TWO_PI_Q29, 29);
    if (!is_small(near))
        angle += fs_muldiv64(fs_muldiv64(along(v, near), FS_UNIT_ONE, length) - angle, 1, TURN) * TURN;
    int64_t share = fs_muldiv64(angle, FS_UNIT_ONE, length);
    return fs_wide3_make(fs_mul64(share, v.x, FS_UNIT_FRAC), fs_mul64(share, v.y, FS_UNIT_FRAC),
                         fs_mul64(share, v.z, FS_UNIT_FRAC));
}

static fs_wide turned_by(const struct fs__solver3 *s, int64_t sum)
{
    return fs__rate_divide(s->rate, sum * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
}

/* The sums of the body's angular velocities in the substeps (Q21). */
static int64_t *sums_of(const struct fs__solver3 *s, const struct fs__direct3_body *b)
{
    return s->travel + (size_t)(b->solver_body - s->tick->solver_body) * 8 + 4;
}

/* By how much the body turns in the tick with those sums and one more substep (rad, Q32). */
static fs_wide3 turned_with(const struct fs__solver3 *s, const int64_t sum[3], fs_vel3 w)
{
    return fs_wide3_make(turned_by(s, sum[0] + w.x), turned_by(s, sum[1] + w.y), turned_by(s, sum[2] + w.z));
}

/* The rotation vector from the start of the tick to an orientation, the one nearest to `near`. */
static fs_wide3 turned_to(const struct fs__solver3 *s, const struct fs__direct3_body *b, fs_quat rot, fs_wide3 near)
{
    return rotation_of(fs_quat_mul(rot, fs_quat_conj(s->w->body.rot[b->row])), near);
}

static fs_rel rel_of(fs_wide v)
{
    return fs_sat32(fs_round_shift64_sym(v, FS_WIDE_FRAC - FS_REL_FRAC));
}

/* Beyond a turn in a tick another axis may be the nearest. */
static fs_vel spin_for(const struct fs__solver3 *s, fs_wide from, fs_wide to, fs_vel w)
{
    int64_t spin = fs_mul64(to - from, s->rate.hz, FS_WIDE_FRAC - FS_VEL_FRAC);
    int64_t most = (int64_t)s->rate.hz * (FS_VEL_ONE / 4);
    return fs_abs64(spin - w) <= most ? fs__solver3_clamp_speed((fs_vel)spin) : w;
}

fs_vel3 fs__direct3_spin_to(const struct fs__solver3 *s, const struct fs__direct3_body *b, fs_quat rot)
{
    const fs_vel3 w = b->solver_body->w;
    const int64_t *sum = sums_of(s, b);
    const fs_wide3 from = turned_with(s, sum, fs_vel3_zero());
    const fs_wide3 to = turned_to(s, b, rot, turned_with(s, sum, w));
    return fs_vel3_make(spin_for(s, from.x, to.x, w.x), spin_for(s, from.y, to.y, w.y), spin_for(s, from.z, to.z, w.z));
}

void fs__direct3_put_rotation(const struct fs__solver3 *s, struct fs__direct3_body *b, fs_quat rot)
{
    int64_t *sum = sums_of(s, b);
    const fs_wide3 from = turned_with(s, sum, fs_vel3_zero());
    const fs_wide3 to = turned_to(s, b, rot, from);
    const int64_t way[3] = { to.x - from.x, to.y - from.y, to.z - from.z };
    for (unsigned k = 0; k < 3; k++)
        if (fs_abs64(way[k]) > FS_WIDE_ONE / 16)
            return;
    for (unsigned k = 0; k < 3; k++)
        sum[k] = fs_sat64_add(sum[k], fs_mul64(way[k], s->rate.hz, FS_WIDE_FRAC - FS_VEL_FRAC));
    b->solver_body->turned = fs_rel3_make(rel_of(to.x), rel_of(to.y), rel_of(to.z));
}
