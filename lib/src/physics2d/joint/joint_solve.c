/* joint_solve.c: the iteration: the rows of each kind of joint.
 *
 * One thread, joints in the order of their rows, so nothing here depends on the machine. Springs act in the biased pass
 * alone: their force follows from the positions and must not be relaxed away. The rigid rows come last, because their
 * error must be smallest.
 */
#include "physics2d/joint/joint_block.h"
#include "physics2d/joint/joint_direct.h"
#include "physics2d/joint/tree_block.h"

/* ---- impulses on bodies -------------------------------------------------------------------------------------- */

static int64_t scale_impulse(int64_t p, fs_unit share)
{
    return fs__joint_mul(p, share, FS_UNIT_FRAC);
}

/* An impulse (Q32) times a share (Q30) as a change of a velocity (Q40). */
enum { VELOCITY_SHIFT = FS_UNIT_FRAC - FS__JOINT_FINE_BITS };

static void apply_impulse_to_end(struct fs__joint2_end *e, int64_t px, int64_t py, int64_t moment)
{
    fs__joint_add_velocity(&e->solver_body->vx, fs__joint_mul(px, e->c, VELOCITY_SHIFT), &e->velocity_residual[0]);
    fs__joint_add_velocity(&e->solver_body->vy, fs__joint_mul(py, e->c, VELOCITY_SHIFT), &e->velocity_residual[1]);
    fs__joint_add_velocity(&e->solver_body->w, fs__joint_velocity_change(e->w, fs__joint_clamp_impulse(moment)),
                           &e->velocity_residual[2]);
}

static int64_t moment(fs_rel2 arm, int64_t px, int64_t py)
{
    return fs__joint_mul(py, arm.x, FS_REL_FRAC) - fs__joint_mul(px, arm.y, FS_REL_FRAC);
}

static void apply_point_impulse(struct fs__joint2_constraint *j, int64_t px, int64_t py)
{
    apply_impulse_to_end(&j->b, px, py, moment(j->pb, px, py));
    apply_impulse_to_end(&j->a, -px, -py, -moment(j->pa, px, py));
}

static void apply_axis_impulse(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x, int64_t p)
{
    int64_t px = scale_impulse(p, x->n.x), py = scale_impulse(p, x->n.y);
    apply_impulse_to_end(&j->b, px, py, fs__joint_mul(p, x->arm_b, FS_REL_FRAC));
    apply_impulse_to_end(&j->a, -px, -py, -fs__joint_mul(p, x->arm_a, FS_REL_FRAC));
}

static void apply_angular_impulse(struct fs__joint2_constraint *j, int64_t l)
{
    fs__joint_add_velocity(&j->b.solver_body->w, fs__joint_mul(l, j->b.s, VELOCITY_SHIFT), &j->b.velocity_residual[2]);
    fs__joint_add_velocity(&j->a.solver_body->w, -fs__joint_mul(l, j->a.s, VELOCITY_SHIFT), &j->a.velocity_residual[2]);
}

/* ---- speeds, Q32 --------------------------------------------------------------------------------------------- */

/* Sums of up to four products, Q47 to Q32; the outer sum saturates. */
static int64_t q47_to_q32(int64_t lever_a, int64_t lever_b, int64_t linear)
{
    return fs_round_shift64_sym(fs_sat64_add(fs_sat64_sub(lever_b, lever_a), linear), 15);
}

static int64_t point_velocity_x(const struct fs__joint2_constraint *j)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t linear = ((int64_t)b->vx - a->vx) * ((int64_t)1 << FS_REL_FRAC);
    return q47_to_q32(-(int64_t)a->w * j->pa.y, -(int64_t)b->w * j->pb.y, linear);
}

static int64_t point_velocity_y(const struct fs__joint2_constraint *j)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t linear = ((int64_t)b->vy - a->vy) * ((int64_t)1 << FS_REL_FRAC);
    return q47_to_q32((int64_t)a->w * j->pa.x, (int64_t)b->w * j->pb.x, linear);
}

static int64_t axis_velocity(const struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t dx = ((int64_t)b->vx - a->vx) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    int64_t dy = ((int64_t)b->vy - a->vy) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    return scale_impulse(dx, x->n.x) + scale_impulse(dy, x->n.y) +
           q47_to_q32((int64_t)a->w * x->arm_a, (int64_t)b->w * x->arm_b, 0);
}

static int64_t relative_angular_velocity(const struct fs__joint2_constraint *j)
{
    return ((int64_t)j->b.solver_body->w - j->a.solver_body->w) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

/* Velocity along axis `x`, or of the angle when `x` is NULL; Q32. */
static int64_t row_velocity(const struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    return x != NULL ? axis_velocity(j, x) : relative_angular_velocity(j);
}

static fs_unit row_inverse_mass(const struct fs__joint2_axis *x)
{
    return x != NULL ? x->inverse : FS_UNIT_ONE;
}

/* Sets the accumulated impulse *p to `target` and applies the difference to the bodies; `sign` is that of the row. */
static void set_row_impulse(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x, int64_t *p,
                            int64_t target, int sign)
{
    int64_t change = (target - *p) * sign;
    *p = target;
    if (x != NULL)
        apply_axis_impulse(j, x, change);
    else
        apply_angular_impulse(j, change);
}

static void solve_soft_row(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                           const struct fs__joint_softness *s, fs_rel c, int64_t *p)
{
    int64_t change = fs__joint2_impulse_change(s, row_velocity(j, x), c, *p, row_inverse_mass(x));
    set_row_impulse(j, x, p, fs__joint_clamp_impulse(*p + change), 1);
}

static void solve_motor(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    int64_t target = (int64_t)j->speed * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    int64_t change = fs_mul64(scale_impulse(target - row_velocity(j, x), row_inverse_mass(x)), j->motor_gain,
                              FS_WIDE_FRAC);
    set_row_impulse(j, x, &j->motor_p, fs_clamp64(j->motor_p + change, -j->max_motor_impulse, j->max_motor_impulse), 1);
}

/* One limit: `distance` is positive before the limit and negative beyond it, in the direction of `sign`. */
static void solve_limit(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                        int64_t distance, int64_t *p, int sign, bool use_bias)
{
    const struct fs__joint_softness *s = distance > 0 ? &js->speculative : use_bias ? &js->rigid : &js->hard;
    int64_t change = fs__joint2_impulse_change(s, row_velocity(j, x) * sign, fs_sat32(distance), *p,
                                               row_inverse_mass(x));
    set_row_impulse(j, x, p, fs_clamp64(*p + change, 0, FS__JOINT_MAX_IMPULSE), sign);
}

static void solve_limits(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                         int64_t at, bool use_bias)
{
    if (j->direct_limit <= 0)
        solve_limit(js, j, x, at - j->lower_limit, &j->lower_p, 1, use_bias);
    if (j->direct_limit >= 0)
        solve_limit(js, j, x, (int64_t)j->upper_limit - at, &j->upper_p, -1, use_bias);
}

/* Spring, motor and limits of a joint with one free direction. */
static void solve_free_axis(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j,
                            const struct fs__joint2_axis *x, int64_t at, bool use_bias)
{
    if ((j->flags & FS_JOINT2_SPRING) != 0 && use_bias)
        solve_soft_row(j, x, &j->spring, fs_sat32(at - j->length), &j->spring_p);
    if ((j->flags & FS_JOINT2_MOTOR) != 0)
        solve_motor(j, j->kind == FS_JOINT2_WHEEL ? NULL : x);
    if ((j->flags & FS_JOINT2_LIMIT) != 0)
        solve_limits(js, j, x, at, use_bias);
}

/* -K^-1 (x, y), or of a soft point -(1 + damping K)^-1 (x, y). */
static fs_wide2 solve_point_matrix(const struct fs__joint2_constraint *j, int64_t x, int64_t y)
{
    x = fs__joint_clamp_impulse(x);
    y = fs__joint_clamp_impulse(y);
    return fs_wide2_make(-scale_impulse(x, j->k11) - scale_impulse(y, j->k12),
                         -scale_impulse(x, j->k12) - scale_impulse(y, j->k22));
}

static void set_point_impulse(struct fs__joint2_constraint *j, int64_t px, int64_t py)
{
    int64_t dx = px - j->p[0], dy = py - j->p[1];
    j->p[0] = px;
    j->p[1] = py;
    apply_point_impulse(j, dx, dy);
}

static void add_point_impulse(struct fs__joint2_constraint *j, fs_wide2 change)
{
    set_point_impulse(j, fs__joint_clamp_impulse(j->p[0] + change.x), fs__joint_clamp_impulse(j->p[1] + change.y));
}

/* Both components of the point impulse at once. */
static void solve_point(struct fs__joint2_constraint *j, const struct fs__joint_softness *s)
{
    int64_t x = fs__joint_mul(point_velocity_x(j), s->mass_scale, FS_UNIT_FRAC) +
                fs__joint_mul(s->bias_rate, j->error.x, FS_REL_FRAC);
    int64_t y = fs__joint_mul(point_velocity_y(j), s->mass_scale, FS_UNIT_FRAC) +
                fs__joint_mul(s->bias_rate, j->error.y, FS_REL_FRAC);
    fs_wide2 change = solve_point_matrix(j, x, y);
    change.x -= scale_impulse(j->p[0], s->impulse_scale);
    change.y -= scale_impulse(j->p[1], s->impulse_scale);
    add_point_impulse(j, change);
}

/* p + damping v + stiffness error. */
static int64_t spring_residual(const struct fs__joint_point_spring *s, int64_t p, int64_t velocity, fs_rel error)
{
    int64_t damper = fs_mul64(s->damping, velocity, FS_WIDE_FRAC), spring = fs_mul64(s->stiffness, error, FS_REL_FRAC);
    return p + fs__joint_clamp_impulse(damper) + fs__joint_clamp_impulse(spring);
}

static fs_wide2 soft_point_change(const struct fs__joint2_constraint *j)
{
    return solve_point_matrix(j, spring_residual(&j->point_spring, j->p[0], point_velocity_x(j), j->error.x),
                              spring_residual(&j->point_spring, j->p[1], point_velocity_y(j), j->error.y));
}

/* ---- kinds ------------------------------------------------------------------------------------------------------ */

static void solve_weld(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    bool soft_angle = j->soft_angle;
    const struct fs__joint_softness *rigid = use_bias ? &js->rigid : &js->hard;
    if (!soft_angle || use_bias)
        solve_soft_row(j, NULL, soft_angle ? &j->spring : rigid, fs_sat32(j->angle), &j->angular_impulse);
    if (!j->soft_point)
        solve_point(j, rigid);
    else if (use_bias)
        add_point_impulse(j, soft_point_change(j));
}

/* The target's pull, limited to the joint's largest force. */
static void solve_mouse(struct fs__joint2_constraint *j)
{
    fs_wide2 change = soft_point_change(j);
    fs_wide2 p = fs_wide2_make(fs__joint_clamp_impulse(j->p[0] + change.x),
                               fs__joint_clamp_impulse(j->p[1] + change.y));
    fs_wide length = fs_wide2_length(p);
    if (length > j->max_motor_impulse)
        p = fs_wide2_make(fs_muldiv64(p.x, j->max_motor_impulse, length),
                          fs_muldiv64(p.y, j->max_motor_impulse, length));
    set_point_impulse(j, p.x, p.y);
}

static void solve_distance(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    const unsigned soft_flags = FS_JOINT2_SPRING | FS_JOINT2_MOTOR | FS_JOINT2_LIMIT;
    if (j->kind == FS_JOINT2_ROPE)
        solve_limit(js, j, &j->axis, (int64_t)j->upper_limit - j->along, &j->upper_p, -1, use_bias);
    else if ((j->flags & soft_flags) != 0)
        solve_free_axis(js, j, &j->axis, j->along, use_bias);
    else
        solve_soft_row(j, &j->axis, use_bias ? &js->rigid : &js->hard, fs_sat32_sub(j->along, j->length), &j->p[0]);
}

static void solve_slide(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    const struct fs__joint_softness *rigid = use_bias ? &js->rigid : &js->hard;
    solve_free_axis(js, j, &j->axis, j->along, use_bias);
    if (j->kind == FS_JOINT2_PRISMATIC)
        solve_soft_row(j, NULL, rigid, fs_sat32(j->angle), &j->angular_impulse);
    solve_soft_row(j, &j->across, rigid, j->error.x, &j->p[0]);
}

static void solve_joint(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE:
        solve_free_axis(js, j, NULL, j->angle, use_bias);
        solve_point(j, use_bias ? &js->rigid : &js->hard);
        return;
    case FS_JOINT2_WELD: solve_weld(js, j, use_bias); return;
    case FS_JOINT2_MOUSE:
        if (use_bias)
            solve_mouse(j);
        return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: solve_slide(js, j, use_bias); return;
    case FS_JOINT2_GEAR: fs__gear2_solve(js, j, use_bias); return;
    default: solve_distance(js, j, use_bias); return;
    }
}

/* ---- passes
 * ------------------------------------------------------------------------------------------------------- */

static void clear_impulses(struct fs__joint2_constraint *j)
{
    j->p[0] = 0;
    j->p[1] = 0;
    j->angular_impulse = 0;
    j->lower_p = 0;
    j->upper_p = 0;
    j->motor_p = 0;
    j->spring_p = 0;
}

static void warm_start_joint(struct fs__joint2_constraint *j)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE:
    case FS_JOINT2_WELD:
    case FS_JOINT2_MOUSE:
        apply_angular_impulse(j, fs__joint2_free_impulse(j) + j->angular_impulse);
        apply_point_impulse(j, j->p[0], j->p[1]);
        return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL:
        apply_axis_impulse(j, &j->axis, fs__joint2_free_impulse(j));
        apply_axis_impulse(j, &j->across, j->p[0]);
        apply_angular_impulse(j, j->kind == FS_JOINT2_WHEEL ? j->motor_p : j->angular_impulse);
        return;
    default: apply_axis_impulse(j, &j->axis, fs__joint2_free_impulse(j) + j->p[0]); return;
    }
}

void fs__joint_solver2_warm_start(struct fs__joint_solver2 *js)
{
    if (js == NULL)
        return;
    if (!js->warm) {
        fs__joint2_clear_block_impulses(js->blocks);
        fs__tree2_clear_block_impulses(js->trees);
    }
    fs__joint2_run_blocks(js->blocks, js->blocks->passes->warm_start);
    fs__tree2_run_blocks(js->trees, js->trees->passes->warm_start);
    for (uint32_t i = 0; i < js->count; i++) {
        struct fs__joint2_constraint *j = &js->joint[i];
        if (!js->warm)
            clear_impulses(j);
        if (j->kind == FS_JOINT2_GEAR)
            fs__gear2_warm_start(js, j);
        else if (i < js->direct_first)
            warm_start_joint(j);
    }
    fs__direct2_warm_start(js->direct, js->rate);
}

/* Adds the impulse of this substep to the sum for breaking. */
static void accumulate_impulse(struct fs__joint2_constraint *j)
{
    if (j->kind == FS_JOINT2_REVOLUTE || j->kind == FS_JOINT2_WELD || j->kind == FS_JOINT2_MOUSE) {
        j->sum[0] = fs_sat64_add(j->sum[0], j->p[0]);
        j->sum[1] = fs_sat64_add(j->sum[1], j->p[1]);
        return;
    }
    bool slide = j->kind == FS_JOINT2_PRISMATIC || j->kind == FS_JOINT2_WHEEL;
    int64_t along = fs__joint_clamp_impulse(fs__joint2_free_impulse(j) + (slide ? 0 : j->p[0])),
            across = slide ? j->p[0] : 0;
    fs_unit2 n = j->axis.n;
    j->sum[0] = fs_sat64_add(j->sum[0], scale_impulse(along, n.x) - scale_impulse(across, n.y));
    j->sum[1] = fs_sat64_add(j->sum[1], scale_impulse(along, n.y) + scale_impulse(across, n.x));
}

/* The rows of a direct joint that its tree does not solve: springs, motors, limits. */
static void solve_free_rows(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE: solve_free_axis(js, j, NULL, j->angle, use_bias); return;
    case FS_JOINT2_WELD:
        if (j->soft_angle && use_bias)
            solve_soft_row(j, NULL, &j->spring, fs_sat32(j->angle), &j->angular_impulse);
        return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: solve_free_axis(js, j, &j->axis, j->along, use_bias); return;
    default: return;
    }
}

enum tree_step { APPROACH, SOLVE, RELAX };

static void solve_trees(struct fs__joint_solver2 *js, enum tree_step step, uint32_t round)
{
    bool use_bias = step != RELAX;
    if (!use_bias)
        fs__direct2_end_push(js->direct);
    for (uint32_t i = js->direct_first; i < js->count; i++) {
        if (!use_bias)
            fs__joint2_update_arms(js, &js->joint[i]);
        solve_free_rows(js, &js->joint[i], use_bias);
    }
    if (!use_bias) {
        fs__direct2_relax_stiffness(js->direct, js->rate);
        fs__direct2_factor(js);
    }
    switch (step) {
    case APPROACH: fs__direct2_approach(js, round); break;
    case SOLVE: fs__direct2_solve(js); break;
    default: fs__direct2_relax(js); break;
    }
    for (uint32_t i = js->direct_first; i < js->count && !use_bias; i++)
        accumulate_impulse(&js->joint[i]);
}

void fs__joint_solver2_keep_given_spins(struct fs__joint_solver2 *js)
{
    if (js != NULL)
        fs__direct2_keep_given_spins(js->direct);
}

bool fs__joint_solver2_has_trees(const struct fs__joint_solver2 *js)
{
    return js != NULL && (js->direct_first < js->count || js->trees->blocks > 0);
}

static fs__tree2_pass_fn *pass_of(const struct fs__tree2_passes *passes, enum tree_step step, uint32_t round)
{
    if (step == APPROACH)
        return round == 0 ? passes->approach : passes->approach_again;
    return step == SOLVE ? passes->solve : passes->relax;
}

static void solve_joints(struct fs__joint_solver2 *js, enum tree_step step, uint32_t round)
{
    bool use_bias = step != RELAX;
    if (js == NULL)
        return;
    fs__joint2_run_blocks(js->blocks, use_bias ? js->blocks->passes->solve : js->blocks->passes->relax);
    for (uint32_t i = 0; i < js->direct_first; i++) {
        struct fs__joint2_constraint *j = &js->joint[i];
        if (!use_bias && j->kind != FS_JOINT2_GEAR)
            fs__joint2_update_arms(js, j);
        solve_joint(js, j, use_bias);
        if (!use_bias)
            accumulate_impulse(j);
    }
    if (js->direct_first < js->count)
        solve_trees(js, step, round);
    fs__tree2_run_round(js->trees, pass_of(js->trees->passes, step, round), round);
}

void fs__joint_solver2_approach(struct fs__joint_solver2 *js, uint32_t round)
{
    solve_joints(js, APPROACH, round);
}

void fs__joint_solver2_solve(struct fs__joint_solver2 *js, bool use_bias)
{
    solve_joints(js, use_bias ? SOLVE : RELAX, 0);
}

void fs__joint_solver2_prepare_substep(struct fs__joint_solver2 *js)
{
    if (js == NULL || js->direct_first == js->count)
        return;
    fs__direct2_restore_stiffness(js->direct, js->rate);
    fs__direct2_factor_changed(js);
}
