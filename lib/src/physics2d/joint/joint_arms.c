/* joint_arms.c: updates a joint to the current poses of its bodies: arms, directions, errors and effective masses.
 *
 * Runs once per substep, after the bodies moved. Two choices keep the systems small. A rigid weld or slide couples a
 * point (or a direction) with the angle. At the point where the angular responses of both bodies cancel the two rows
 * are independent, so they are placed there: `shift` is the offset from the anchor, and the error includes the
 * angle's part. Where anchors may be apart (slides, soft welds, hinges in no tree) both bodies use anchor b: the
 * impulses act at one point, so they never change the angular momentum, and the rows of a slide are exact derivatives
 * while its axis turns. Trees leave no error, and elimination needs the arms of the hinge itself.
 */
#include <fixstep/trig.h>

#include "physics2d/joint/joint_row.h"

/* The current rotation of the body. */
static fs_rot2 current_rotation(const struct fs__joint2_end *e)
{
    fs_rel turned = e->solver_body->turned;
    if (turned == 0)
        return e->rot;
    uint32_t angle = (uint32_t)(uint64_t)fs__joint2_to_turns(turned);
    return fs_rot2_mul(e->rot, fs_rot2_from_turn(angle));
}

static void update_ends(struct fs__joint2_constraint *j)
{
    fs_rel2 d;
    j->a.arm = fs_rot2_rel(current_rotation(&j->a), j->a.local);
    j->b.arm = fs_rot2_rel(current_rotation(&j->b), j->b.local);
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    d.x = fs_sat32((int64_t)j->centre_offset0.x + b->dx - a->dx + j->b.arm.x - j->a.arm.x);
    d.y = fs_sat32((int64_t)j->centre_offset0.y + b->dy - a->dy + j->b.arm.y - j->a.arm.y);
    j->error = d;
    j->angle = j->angle0 + b->turned - a->turned;
}

/* w * p * q of two arms (Q26), as Q32. */
static int64_t inverse_mass_term(struct fs__joint_factor w, fs_rel p, fs_rel q)
{
    return fs_min64(fs__joint_apply_factor(w, fs_round_shift64_sym((int64_t)p * q, 20)), (int64_t)1 << 58);
}

/* 1/K of a direction, for K >= 1 in Q32. */
static fs_unit invert_k(int64_t k)
{
    FS_ASSERT(k >= FS_WIDE_ONE);
    return (fs_unit)(((int64_t)1 << 62) / k);
}

static void set_axis(const struct fs__joint2_constraint *j, struct fs__joint2_axis *x, fs_unit2 n, fs_rel arm_a,
                     fs_rel arm_b)
{
    x->n = n;
    x->arm_a = arm_a;
    x->arm_b = arm_b;
    x->inverse = invert_k(FS_WIDE_ONE + inverse_mass_term(j->a.w, arm_a, arm_a) +
                          inverse_mass_term(j->b.w, arm_b, arm_b));
}

static fs_rel lever_arm(fs_rel2 arm, fs_unit2 n)
{
    return fs_sat32(fs_round_shift64_sym(fs_rel2_cross_unit2_raw(arm, n), FS_UNIT_FRAC));
}

/* Arm of anchor b from the centre of mass of a. */
static fs_rel2 arm_to_anchor_b(const struct fs__joint2_constraint *j)
{
    return fs_rel2_add(j->a.arm, j->error);
}

/* The same up to an eighth of the arms beyond anchor a: a hinge that was torn open turns no body by the gap. */
static fs_rel2 hinge_arm(const struct fs__joint2_constraint *j)
{
    fs_rel2 a = j->a.arm, b = j->b.arm;
    uint64_t sum = (uint64_t)fs_uabs32(a.x) + fs_uabs32(a.y) + fs_uabs32(b.x) + fs_uabs32(b.y);
    fs_rel reach = (fs_rel)(sum / 8);
    return fs_rel2_add(a, fs_rel2_make(fs_clamp32(j->error.x, -reach, reach), fs_clamp32(j->error.y, -reach, reach)));
}

/* ---- points ----------------------------------------------------------------------------------------------------- */

/* The inverse of K (Q32), scaled to 31 bits so that its determinant is exact in 64 bits. |k12| is below the larger
 * diagonal element, unless those were limited. */
static void invert_k_matrix(struct fs__joint2_constraint *j, int64_t k11, int64_t k12, int64_t k22)
{
    int excess = fs_bit_width64((uint64_t)(k11 | k22) | fs_uabs64(k12)) - 31;
    unsigned shift_k = excess > 0 ? (unsigned)excess : 0;
    k11 = fs_round_shift64_sym(k11, shift_k) + 1;
    k12 = fs_round_shift64_sym(k12, shift_k);
    k22 = fs_round_shift64_sym(k22, shift_k) + 1;
    uint64_t det = (uint64_t)fs_max64(k11 * k22 - k12 * k12, 1);
    /* inverse = k / det * 2^(32 - shift_k), wanted in Q30: numerators k * 2^(62 - shift_k). */
    int excess_det = fs_bit_width64(det) - 32;
    unsigned shift_det = excess_det > 0 ? (unsigned)excess_det : 0;
    int64_t d = (int64_t)(det >> shift_det);
    int total_shift = 62 - (int)shift_k - (int)shift_det; /* 0..62 */
    unsigned first_shift = (unsigned)fs_min32(total_shift, 31);
    unsigned rest_shift = (unsigned)total_shift - first_shift;
    j->k11 = fs_sat32(fs_clamp64((k22 * ((int64_t)1 << first_shift)) / d, 0, INT32_MAX) * ((int64_t)1 << rest_shift));
    j->k22 = fs_sat32(fs_clamp64((k11 * ((int64_t)1 << first_shift)) / d, 0, INT32_MAX) * ((int64_t)1 << rest_shift));
    j->k12 = fs_sat32(fs_clamp64((-k12 * ((int64_t)1 << first_shift)) / d, INT32_MIN, INT32_MAX) *
                      ((int64_t)1 << rest_shift));
}

static int64_t soften_k(const struct fs__joint2_constraint *j, int64_t k)
{
    return fs_clamp64(fs_wide_mul(j->point_spring.damping, k), -((int64_t)1 << 58), (int64_t)1 << 58);
}

static void set_point(struct fs__joint2_constraint *j, fs_rel2 ra, fs_rel2 rb)
{
    j->pa = ra;
    j->pb = rb;
    int64_t k11 = FS_WIDE_ONE + inverse_mass_term(j->a.w, ra.y, ra.y) + inverse_mass_term(j->b.w, rb.y, rb.y);
    int64_t k22 = FS_WIDE_ONE + inverse_mass_term(j->a.w, ra.x, ra.x) + inverse_mass_term(j->b.w, rb.x, rb.x);
    int64_t k12 = -inverse_mass_term(j->a.w, ra.x, ra.y) - inverse_mass_term(j->b.w, rb.x, rb.y);
    if (j->soft_point)
        invert_k_matrix(j, FS_WIDE_ONE + soften_k(j, k11), soften_k(j, k12), FS_WIDE_ONE + soften_k(j, k22));
    else
        invert_k_matrix(j, k11, k12, k22);
}

/* -(s_a * a + s_b * b): offset to the point where the angular responses cancel. */
static fs_rel balance_arm(const struct fs__joint2_constraint *j, fs_rel a, fs_rel b)
{
    int64_t sum = (int64_t)j->a.s * a + (int64_t)j->b.s * b;
    return fs_sat32_neg(fs_sat32(fs_round_shift64_sym(sum, FS_UNIT_FRAC)));
}

static fs_rel clamped_angle(const struct fs__joint2_constraint *j)
{
    return fs_sat32(j->angle);
}

static void update_weld(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    fs_rel2 t = fs_rel2_zero();
    if (js->w->joint.hertz[j->row] == 0)
        t = fs_rel2_make(balance_arm(j, j->a.arm.x, j->b.arm.x), balance_arm(j, j->a.arm.y, j->b.arm.y));
    j->shift2 = t;
    fs_rel2 arm_a = j->soft_point ? arm_to_anchor_b(j) : j->a.arm;
    set_point(j, fs_rel2_add(arm_a, t), fs_rel2_add(j->b.arm, t));
    fs_rel angle = clamped_angle(j);
    j->error.x = fs_sat32_sub(j->error.x, fs_mul32_sym(angle, t.y, FS_REL_FRAC));
    j->error.y = fs_sat32_add(j->error.y, fs_mul32_sym(angle, t.x, FS_REL_FRAC));
}

static void update_mouse(struct fs__joint2_constraint *j)
{
    j->a.arm = fs_rel2_zero();
    set_point(j, fs_rel2_zero(), j->b.arm);
}

/* ---- directions
 * --------------------------------------------------------------------------------------------------- */

static void update_distance(struct fs__joint2_constraint *j)
{
    fs_unit2 n;
    if (fs_rel2_normalise(j->error, &n))
        j->axis.n = n;
    n = j->axis.n;
    j->along = fs_rel2_length(j->error);
    set_axis(j, &j->axis, n, lever_arm(j->a.arm, n), lever_arm(j->b.arm, n));
}

/* The mean over all directions of the square of an end's arm, over the inertia times m (Q32). */
static int64_t mean_term(const struct fs__joint2_end *e)
{
    return (inverse_mass_term(e->w, e->local.x, e->local.x) + inverse_mass_term(e->w, e->local.y, e->local.y)) / 2;
}

void fs__joint2_set_point_spring(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    const struct fs_joint2_view *v = &js->w->joint;
    if (j->soft_point)
        j->point_spring = fs__joint2_point_spring(v->hertz[j->row], v->damping_ratio[j->row],
                                                  FS_WIDE_ONE + mean_term(&j->a) + mean_term(&j->b), js->rate);
}

void fs__joint2_set_spring_mass(struct fs__joint2_constraint *j)
{
    if ((j->flags & FS_JOINT2_SPRING) == 0 || (j->kind != FS_JOINT2_DISTANCE && j->kind != FS_JOINT2_WHEEL))
        return;
    int64_t of_a = j->kind == FS_JOINT2_DISTANCE ? mean_term(&j->a)
                                                 : inverse_mass_term(j->a.w, j->axis.arm_a, j->axis.arm_a);
    j->spring_mass = invert_k(FS_WIDE_ONE + of_a + mean_term(&j->b));
}

static void update_slide(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    fs_unit2 n = fs_rot2_unit(current_rotation(&j->a), js->w->joint.axis[j->row]), across = fs_unit2_perp(n);
    fs_rel2 ra = arm_to_anchor_b(j), rb = j->b.arm;
    j->along = fs_sat32(fs_round_shift64_sym(fs_unit2_dot_rel2(n, j->error), FS_UNIT_FRAC));
    fs_rel offset = fs_sat32(fs_round_shift64_sym(fs_unit2_dot_rel2(across, j->error), FS_UNIT_FRAC));
    set_axis(j, &j->axis, n, lever_arm(ra, n), lever_arm(rb, n));
    fs_rel arm_a = lever_arm(ra, across), arm_b = lever_arm(rb, across);
    j->shift = j->kind == FS_JOINT2_PRISMATIC ? balance_arm(j, arm_a, arm_b) : 0;
    set_axis(j, &j->across, across, fs_sat32_add(arm_a, j->shift), fs_sat32_add(arm_b, j->shift));
    /* From here on error.x is the error of the row across the axis. */
    j->error.x = fs_sat32_add(offset, fs_mul32_sym(clamped_angle(j), j->shift, FS_REL_FRAC));
    j->error.y = 0;
}

static void update_rows(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE: set_point(j, j->in_tree ? j->a.arm : hinge_arm(j), j->b.arm); return;
    case FS_JOINT2_WELD: update_weld(js, j); return;
    case FS_JOINT2_MOUSE: update_mouse(j); return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: update_slide(js, j); return;
    default: update_distance(j); return;
    }
}

void fs__joint2_update_arms(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    update_ends(j);
    update_rows(js, j);
    fs__joint2_update_spring(js, j);
}
