/* joint_direct_body.c: the bodies of trees of joints: poses, changes of velocities, and stiffness under load.
 *
 * A body of a tree rotates freely in every substep, which keeps its angular momentum and its energy: it moves with the mean
 * angular velocity of that rotation, and has the one of its end. (Other bodies turn freely after the tick; in a tree that
 * would pull the anchors apart.)
 *
 * A joint pulls a body at an arm r with a force f. While the body turns, the direction of the arm changes within a substep,
 * which acts as a spring on its rotation of stiffness (r.f) 1 - r f^T. From (r.f) h^2 > 2 I on, for example in a chain of
 * links with a load of a few hundred of them, an explicit step with that spring is unstable. The diagonal of the
 * stiffness in the body's principal axes is then taken implicitly: the part of g = h^2 (r.f - r_i f_i) above the inertia
 * is added to it, and of the spin about that axis the share I / (I + g) is kept at the start of the substep (M. Tournier
 * et al., "Stable constrained dynamics", 2015). Chains of lighter loads are not changed by this.
 */
#include <fixstep/trig.h>

#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"
#include "physics3d/solver/load_mass.h"

static const fs_scaled none = { 0, 0 };

/* ---- masses --------------------------------------------------------------------------------------------------------- */

static void load_masses(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    const struct fs_body3_view *body = &s->w->body;
    const fs_scaled inverse[3] = { body->inv_inertia_x[b->row], body->inv_inertia_y[b->row],
                                   body->inv_inertia_z[b->row] };
    b->locks = body->flags[b->row];
    b->inv_mass = fs__body3_loaded_inv_mass(s->w, b->row);
    b->root_inv_mass = fs__joint_root_of_scaled(b->inv_mass);
    for (unsigned i = 0; i < 3; i++) {
        b->inv_inertia[i] = fs__load_mass3_divide(inverse[i], fs__body3_load_shift(s->w, b->row));
        b->inertia[i] = fs_scaled_inverse(b->inv_inertia[i]);
    }
}

void fs__direct3_load_body(const struct fs__solver3 *s, struct fs__direct3_body *b, uint32_t solver_body)
{
    *b = (struct fs__direct3_body){ .solver_body = &s->tick->solver_body[solver_body], .resolved_spin = FS_UNIT_ONE };
    if (solver_body == FS__SOLVER3_STATIC_BODY)
        return;
    b->row = s->tick->body_row[solver_body];
    load_masses(s, b);
    const fs_quat principal = s->w->body.principal[b->row];
    b->straight = (principal.x | principal.y | principal.z) == 0 && principal.w == FS_UNIT_ONE;
    b->precesses = (b->locks & FS__BODY3_ROTATION_LOCKS) == 0 && fs__inertia3_is_anisotropic(b->inv_inertia);
    fs__direct3_update_body(s, b);
}

/* Square roots of the effective inverse moments, with one exponent. */
static void set_roots(struct fs__direct3_body *b, const fs_scaled inverse[3])
{
    fs_scaled root[3];
    int32_t e = INT32_MIN;
    for (unsigned i = 0; i < 3; i++) {
        root[i] = fs__joint_root_of_scaled(inverse[i]);
        e = root[i].m != 0 ? fs_max32(e, root[i].e) : e;
    }
    b->root_exponent = e == INT32_MIN ? 0 : e + 1;
    for (unsigned i = 0; i < 3; i++) {
        int32_t less = b->root_exponent - root[i].e;
        b->root[i] = root[i].m == 0 || less > 31 ? 0 : (int32_t)fs_round_shift64_sym(root[i].m, (unsigned)less);
    }
}

void fs__direct3_set_inertia(struct fs__direct3_body *b, bool plain)
{
    fs_scaled inverse[3];
    b->stiff = false;
    for (unsigned i = 0; i < 3; i++) {
        const bool less = fs_scaled_cmp(b->stiffness[i], b->least_stiffness[i]) < 0;
        const fs_scaled stiffness = less ? b->least_stiffness[i] : b->stiffness[i];
        const bool stiff = b->inertia[i].m != 0 && fs_scaled_cmp(stiffness, b->inertia[i]) > 0;
        inverse[i] = stiff && !plain ? fs_scaled_inverse(stiffness) : b->inv_inertia[i];
        b->kept_spin[i] = stiff && !plain ? fs_unit_from_scaled(fs_scaled_mul(b->inertia[i], inverse[i])) : FS_UNIT_ONE;
        b->least_stiffness[i] = plain ? b->stiffness[i] : none;
        b->stiffness[i] = none;
        b->stiff |= stiff;
    }
    set_roots(b, inverse);
}

/* ---- velocities ------------------------------------------------------------------------------------------------------ */

static int64_t scaled_sum(const fs_unit m[3], const int64_t v[3])
{
    return fs_sat64_add(fs_sat64_add(fs_mul64(v[0], m[0], FS_UNIT_FRAC), fs_mul64(v[1], m[1], FS_UNIT_FRAC)),
                        fs_mul64(v[2], m[2], FS_UNIT_FRAC));
}

/* v in the axes of the world; and in the principal axes. */
static void to_world(const fs_mat3 *axes, const int64_t v[3], int64_t out[3])
{
    out[0] = scaled_sum((const fs_unit[]){ axes->x.x, axes->x.y, axes->x.z }, v);
    out[1] = scaled_sum((const fs_unit[]){ axes->y.x, axes->y.y, axes->y.z }, v);
    out[2] = scaled_sum((const fs_unit[]){ axes->z.x, axes->z.y, axes->z.z }, v);
}

static void to_principal(const fs_mat3 *axes, const int64_t v[3], int64_t out[3])
{
    out[0] = scaled_sum((const fs_unit[]){ axes->x.x, axes->y.x, axes->z.x }, v);
    out[1] = scaled_sum((const fs_unit[]){ axes->x.y, axes->y.y, axes->z.y }, v);
    out[2] = scaled_sum((const fs_unit[]){ axes->x.z, axes->y.z, axes->z.z }, v);
}

enum { FINE_FRAC = FS_WIDE_FRAC + FS__JOINT_FINE_BITS }; /* of changes of velocities */

/* An angular velocity in Q51. */
static void fine_spin(fs_vel3 v, int64_t w[3])
{
    w[0] = (int64_t)v.x * FS_UNIT_ONE;
    w[1] = (int64_t)v.y * FS_UNIT_ONE;
    w[2] = (int64_t)v.z * FS_UNIT_ONE;
}

/* Adds a change of the angular velocity in the principal axes (Q51). */
static void add_spin(struct fs__direct3_body *b, const int64_t change[3])
{
    int64_t world[3];
    to_world(&b->axes, change, world);
    for (unsigned i = 0; i < 3; i++)
        b->sum[3 + i] = fs_sat64_add(b->sum[3 + i],
                                     fs_round_shift64_sym(world[i], FS_VEL_FRAC + FS_UNIT_FRAC - FINE_FRAC));
}

/* Of the spin w (Q51) the body keeps a share about each principal axis. */
static void keep_share(struct fs__direct3_body *b, const int64_t w[3], const fs_unit kept[3])
{
    int64_t part[3];
    to_principal(&b->axes, w, part);
    for (unsigned i = 0; i < 3; i++)
        part[i] = fs_mul64(part[i], kept[i] - FS_UNIT_ONE, FS_UNIT_FRAC);
    add_spin(b, part);
}

void fs__direct3_keep_spin(struct fs__direct3_body *b)
{
    int64_t w[3];
    fs_unit kept[3];
    if (!b->stiff && b->resolved_spin == FS_UNIT_ONE)
        return;
    fine_spin(b->solver_body->w, w);
    for (unsigned i = 0; i < 3; i++)
        kept[i] = fs_min32(b->kept_spin[i], b->resolved_spin);
    keep_share(b, w, kept);
    b->resolved_spin = FS_UNIT_ONE;
}

/* A torque turns a stiff body by what its effective inertia allows. Contacts, which count with the plain one, would give the joints
 * more momentum than they have. */
void fs__direct3_keep_given_spin(struct fs__direct3_body *b)
{
    int64_t w[3], seen[3];
    if (!b->stiff || !b->touched)
        return;
    fine_spin(b->solver_body->w, w);
    fine_spin(b->seen_spin, seen);
    for (unsigned i = 0; i < 3; i++)
        w[i] -= seen[i];
    keep_share(b, w, b->kept_spin);
    fs__direct3_apply_sum(b);
}

uint16_t fs__direct3_lock_of(unsigned component)
{
    static const uint16_t lock[6] = { FS_BODY3_LOCK_X,          FS_BODY3_LOCK_Y,          FS_BODY3_LOCK_Z,
                                      FS_BODY3_LOCK_ROTATION_X, FS_BODY3_LOCK_ROTATION_Y, FS_BODY3_LOCK_ROTATION_Z };
    return lock[component];
}

void fs__direct3_apply_sum(struct fs__direct3_body *b)
{
    struct fs__solver3_body *m = b->solver_body;
    fs_vel *const v[6] = { &m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z };
    for (unsigned i = 0; i < 6; i++) {
        int64_t change = (b->locks & fs__direct3_lock_of(i)) != 0
                             ? 0
                             : fs_clamp64(b->sum[i], -((int64_t)1 << 61), (int64_t)1 << 61);
        fs__joint_add_velocity(v[i], change, &b->residual[i]);
        b->given[i] = fs_sat64_add(b->given[i], change);
        *v[i] = fs__solver3_clamp_speed(*v[i]);
        b->sum[i] = 0;
    }
    b->seen_spin = m->w;
}

/* ---- poses ---------------------------------------------------------------------------------------------------------- */

void fs__direct3_update_body(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    b->pose = fs__joint3_pose_now(s, b->row, (uint32_t)(b->solver_body - s->tick->solver_body));
    b->turn = fs_mat3_from_quat(b->pose.rot);
    b->axes = b->straight ? b->turn : fs_mat3_from_quat(fs_quat_mul(b->pose.rot, s->w->body.principal[b->row]));
}

/* Whether its free angular velocity stays, as far as a substep shows. */
static bool is_steady(const struct fs__direct3_body *b)
{
    const fs_vel3 w = b->solver_body->w;
    const fs_vel least = FS_VEL_ONE >> 12;
    return !b->precesses || (fs_abs32(w.x) < least && fs_abs32(w.y) < least && fs_abs32(w.z) < least);
}

void fs__direct3_begin_motion(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    int64_t w[3], before[3];
    b->way[0] = b->solver_body->v.x;
    b->way[1] = b->solver_body->v.y;
    b->way[2] = b->solver_body->v.z;
    b->mean_spin = fs_vel3_zero();
    b->precession[0] = b->precession[1] = b->precession[2] = 0;
    if (is_steady(b) && !fs__direct3_turns_curved(s, b))
        return;
    fine_spin(b->solver_body->w, w);
    fine_spin(b->solver_body->w, before);
    b->mean_spin = fs_vel3_sub(fs__direct3_spin_to(s, b, fs__direct3_turn_freely(s, b, w)), b->solver_body->w);
    b->solver_body->w = fs_vel3_add(b->solver_body->w, b->mean_spin);
    for (unsigned i = 0; i < 3; i++)
        b->precession[i] = w[i] - before[i];
}

void fs__direct3_end_motion(struct fs__direct3_body *b)
{
    b->steps = 0;
    b->solver_body->w = fs_vel3_sub(b->solver_body->w, b->mean_spin);
}

void fs__direct3_add_precession(struct fs__direct3_body *b)
{
    for (unsigned i = 0; i < 3; i++)
        b->sum[3 + i] = fs_sat64_add(b->sum[3 + i],
                                     fs_round_shift64_sym(b->precession[i], FS_VEL_FRAC + FS_UNIT_FRAC - FINE_FRAC));
    fs__direct3_apply_sum(b);
}

/* The curvature of the paths counts up to 1/2 rad in a substep: the iteration in joint_direct_rows.c would not converge with
 * more. The rest of the rotation counts along its tangent. */
static fs_vel3 followed_spin(const struct fs__solver3 *s, fs_vel3 w)
{
    const fs_vel most = (fs_vel)fs_min64((int64_t)s->rate.hz * (FS_VEL_ONE / 2), INT32_MAX);
    return fs_vel3_make(fs_clamp32(w.x, -most, most), fs_clamp32(w.y, -most, most), fs_clamp32(w.z, -most, most));
}

/* What turns slowly follows the free rotation of the last substep. */
void fs__direct3_predict_body(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    struct fs__solver3_body end = *b->solver_body;
    const fs_vel3 w = end.w;
    bool curved = fs__direct3_turns_curved(s, b);
    end.w = curved ? followed_spin(s, w) : fs_vel3_add(w, b->mean_spin);
    b->excess_spin = curved ? fs_vel3_sub(w, end.w) : fs_vel3_zero();
    b->next_pose = fs__joint3_next_pose(s, b->row, &end);
    if (curved) {
        int64_t fine[3] = { (int64_t)end.w.x * FS_UNIT_ONE, (int64_t)end.w.y * FS_UNIT_ONE,
                            (int64_t)end.w.z * FS_UNIT_ONE };
        b->next_pose.rot = fs__direct3_turn_freely(s, b, fine);
    }
    b->next_turn = fs_mat3_from_quat(b->next_pose.rot);
}
