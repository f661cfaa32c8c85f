/* joint_solve.c: the iteration: what each kind of joint does to the velocities of its bodies.
 *
 * One thread, joints in the order of their rows, so nothing here depends on the machine. Springs act in the pass
 * with bias alone: their force follows from where the bodies were, and is not to be relaxed away. The rigid parts
 * come last, because they must hold best.
 */
#include "physics2d/joint/joint_row.h"

/* ---- impulses on bodies -------------------------------------------------------------------------------------- */

static int64_t times(int64_t p, fs_unit share)
{
    return fs__joint2_mul(p, share, FS_UNIT_FRAC);
}

static void push_end(struct fs__joint2_end *e, int64_t px, int64_t py, int64_t moment)
{
    fs__joint2_add_velocity(&e->solver_body->vx, times(px, e->c), &e->velocity_residual[0]);
    fs__joint2_add_velocity(&e->solver_body->vy, times(py, e->c), &e->velocity_residual[1]);
    fs__joint2_add_velocity(&e->solver_body->w, fs__joint2_apply_factor(e->w, fs__joint2_clamp_impulse(moment)),
                            &e->velocity_residual[2]);
}

static int64_t moment(fs_rel2 arm, int64_t px, int64_t py)
{
    return fs__joint2_mul(py, arm.x, FS_REL_FRAC) - fs__joint2_mul(px, arm.y, FS_REL_FRAC);
}

static void push_point(struct fs__joint2_constraint *j, int64_t px, int64_t py)
{
    push_end(&j->b, px, py, moment(j->pb, px, py));
    push_end(&j->a, -px, -py, -moment(j->pa, px, py));
}

static void push_along(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x, int64_t p)
{
    int64_t px = times(p, x->n.x), py = times(p, x->n.y);
    push_end(&j->b, px, py, fs__joint2_mul(p, x->arm_b, FS_REL_FRAC));
    push_end(&j->a, -px, -py, -fs__joint2_mul(p, x->arm_a, FS_REL_FRAC));
}

static void push_turn(struct fs__joint2_constraint *j, int64_t l)
{
    fs__joint2_add_velocity(&j->b.solver_body->w, times(l, j->b.s), &j->b.velocity_residual[2]);
    fs__joint2_add_velocity(&j->a.solver_body->w, -times(l, j->a.s), &j->a.velocity_residual[2]);
}

/* ---- speeds, Q32 --------------------------------------------------------------------------------------------- */

/* Q47 sums of up to four products; the outer sum saturates. */
static int64_t from_q47(int64_t lever_a, int64_t lever_b, int64_t linear)
{
    return fs_round_shift64(fs_sat64_add(fs_sat64_sub(lever_b, lever_a), linear), 15);
}

static int64_t speed_x(const struct fs__joint2_constraint *j)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t linear = ((int64_t)b->vx - a->vx) * ((int64_t)1 << FS_REL_FRAC);
    return from_q47(-(int64_t)a->w * j->pa.y, -(int64_t)b->w * j->pb.y, linear);
}

static int64_t speed_y(const struct fs__joint2_constraint *j)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t linear = ((int64_t)b->vy - a->vy) * ((int64_t)1 << FS_REL_FRAC);
    return from_q47((int64_t)a->w * j->pa.x, (int64_t)b->w * j->pb.x, linear);
}

static int64_t speed_along(const struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    const struct fs__solver2_body *a = j->a.solver_body, *b = j->b.solver_body;
    int64_t dx = ((int64_t)b->vx - a->vx) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    int64_t dy = ((int64_t)b->vy - a->vy) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    return times(dx, x->n.x) + times(dy, x->n.y) + from_q47((int64_t)a->w * x->arm_a, (int64_t)b->w * x->arm_b, 0);
}

static int64_t speed_turn(const struct fs__joint2_constraint *j)
{
    return ((int64_t)j->b.solver_body->w - j->a.solver_body->w) * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

/* Along `axis`, or about the angle where that is NULL. */
static int64_t speed_of(const struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    return x != NULL ? speed_along(j, x) : speed_turn(j);
}

static fs_unit inverse_of(const struct fs__joint2_axis *x)
{
    return x != NULL ? x->inverse : FS_UNIT_ONE;
}

/* Takes an impulse to `wanted` and gives the bodies the difference; `sign` is that of the row. */
static void take(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x, int64_t *p, int64_t wanted, int sign)
{
    int64_t change = (wanted - *p) * sign;
    *p = wanted;
    if (x != NULL)
        push_along(j, x, change);
    else
        push_turn(j, change);
}

static void solve_free(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                       const struct fs__joint2_softness *s, fs_rel c, int64_t *p)
{
    int64_t change = fs__joint2_impulse_change(s, speed_of(j, x), c, *p, inverse_of(x));
    take(j, x, p, fs__joint2_clamp_impulse(*p + change), 1);
}

static void solve_motor(struct fs__joint2_constraint *j, const struct fs__joint2_axis *x)
{
    int64_t wanted = (int64_t)j->speed * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    int64_t change = times(wanted - speed_of(j, x), inverse_of(x));
    take(j, x, &j->motor_p, fs_clamp64(j->motor_p + change, -j->max_motor_impulse, j->max_motor_impulse), 1);
}

/* One bound: c is the room left (negative: beyond it), in the direction of `sign`. */
static void solve_bound(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                        int64_t room, int64_t *p, int sign, bool use_bias)
{
    const struct fs__joint2_softness *s = room > 0 ? &js->speculative : use_bias ? &js->rigid : &js->hard;
    int64_t change = fs__joint2_impulse_change(s, speed_of(j, x) * sign, fs_sat32(room), *p, inverse_of(x));
    take(j, x, p, fs_clamp64(*p + change, 0, FS__JOINT2_MAX_IMPULSE), sign);
}

static void solve_limits(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, const struct fs__joint2_axis *x,
                         int64_t at, bool use_bias)
{
    solve_bound(js, j, x, at - j->lower_limit, &j->lower_p, 1, use_bias);
    solve_bound(js, j, x, (int64_t)j->upper_limit - at, &j->upper_p, -1, use_bias);
}

/* Spring, motor and limits of a joint that has one free direction. */
static void solve_freedom(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j,
                          const struct fs__joint2_axis *x, int64_t at, bool use_bias)
{
    if ((j->flags & FS_JOINT2_SPRING) != 0 && use_bias)
        solve_free(j, x, &j->spring, fs_sat32(at - j->length), &j->spring_p);
    if ((j->flags & FS_JOINT2_MOTOR) != 0)
        solve_motor(j, j->kind == FS_JOINT2_WHEEL ? NULL : x);
    if ((j->flags & FS_JOINT2_LIMIT) != 0)
        solve_limits(js, j, x, at, use_bias);
}

/* Both components of the point at once. */
static void point_change(struct fs__joint2_constraint *j, const struct fs__joint2_softness *s, int64_t change[2])
{
    int64_t x = fs__joint2_mul(speed_x(j), s->mass_scale, FS_UNIT_FRAC) +
                fs__joint2_mul(s->bias_rate, j->error.x, FS_REL_FRAC);
    int64_t y = fs__joint2_mul(speed_y(j), s->mass_scale, FS_UNIT_FRAC) +
                fs__joint2_mul(s->bias_rate, j->error.y, FS_REL_FRAC);
    x = fs__joint2_clamp_impulse(x);
    y = fs__joint2_clamp_impulse(y);
    change[0] = -times(x, j->k11) - times(y, j->k12) - times(j->p[0], s->impulse_scale);
    change[1] = -times(x, j->k12) - times(y, j->k22) - times(j->p[1], s->impulse_scale);
}

static void take_point(struct fs__joint2_constraint *j, int64_t px, int64_t py)
{
    int64_t dx = px - j->p[0], dy = py - j->p[1];
    j->p[0] = px;
    j->p[1] = py;
    push_point(j, dx, dy);
}

static void solve_point(struct fs__joint2_constraint *j, const struct fs__joint2_softness *s)
{
    int64_t change[2];
    point_change(j, s, change);
    take_point(j, fs__joint2_clamp_impulse(j->p[0] + change[0]), fs__joint2_clamp_impulse(j->p[1] + change[1]));
}

/* ---- kinds ------------------------------------------------------------------------------------------------------ */

static void solve_weld(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    bool soft_angle = js->w->joint.hertz[j->row] != 0;
    bool soft_point = soft_angle && (j->flags & FS_JOINT2_SPRING) != 0;
    const struct fs__joint2_softness *rigid = use_bias ? &js->rigid : &js->hard;
    if (!soft_angle || use_bias)
        solve_free(j, NULL, soft_angle ? &j->spring : rigid, fs_sat32(j->angle), &j->angular_impulse);
    if (!soft_point || use_bias)
        solve_point(j, soft_point ? &j->spring : rigid);
}

/* The target's pull, shortened to what its force may give. */
static void solve_mouse(struct fs__joint2_constraint *j)
{
    int64_t change[2];
    point_change(j, &j->spring, change);
    fs_wide2 p = fs_wide2_make(fs__joint2_clamp_impulse(j->p[0] + change[0]),
                               fs__joint2_clamp_impulse(j->p[1] + change[1]));
    fs_wide length = fs_wide2_length(p);
    if (length > j->max_motor_impulse)
        p = fs_wide2_make(fs_muldiv64(p.x, j->max_motor_impulse, length),
                          fs_muldiv64(p.y, j->max_motor_impulse, length));
    take_point(j, p.x, p.y);
}

static void solve_distance(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    const unsigned yielding = FS_JOINT2_SPRING | FS_JOINT2_MOTOR | FS_JOINT2_LIMIT;
    if (j->kind == FS_JOINT2_ROPE)
        solve_bound(js, j, &j->axis, (int64_t)j->upper_limit - j->along, &j->upper_p, -1, use_bias);
    else if ((j->flags & yielding) != 0)
        solve_freedom(js, j, &j->axis, j->along, use_bias);
    else
        solve_free(j, &j->axis, use_bias ? &js->rigid : &js->hard, fs_sat32_sub(j->along, j->length), &j->p[0]);
}

static void solve_slide(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    const struct fs__joint2_softness *rigid = use_bias ? &js->rigid : &js->hard;
    solve_freedom(js, j, &j->axis, j->along, use_bias);
    if (j->kind == FS_JOINT2_PRISMATIC)
        solve_free(j, NULL, rigid, fs_sat32(j->angle), &j->angular_impulse);
    solve_free(j, &j->across, rigid, j->error.x, &j->p[0]);
}

static void solve_joint(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE:
        solve_freedom(js, j, NULL, j->angle, use_bias);
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

/* ---- passes ------------------------------------------------------------------------------------------------------- */

static void forget(struct fs__joint2_constraint *j)
{
    j->p[0] = 0;
    j->p[1] = 0;
    j->angular_impulse = 0;
    j->lower_p = 0;
    j->upper_p = 0;
    j->motor_p = 0;
    j->spring_p = 0;
}

static int64_t free_impulse(const struct fs__joint2_constraint *j)
{
    int64_t motor = j->kind == FS_JOINT2_WHEEL ? 0 : j->motor_p;
    return j->spring_p + motor + j->lower_p - j->upper_p;
}

static void warm_joint(struct fs__joint2_constraint *j)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE:
    case FS_JOINT2_WELD:
    case FS_JOINT2_MOUSE:
        push_turn(j, free_impulse(j) + j->angular_impulse);
        push_point(j, j->p[0], j->p[1]);
        return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL:
        push_along(j, &j->axis, free_impulse(j));
        push_along(j, &j->across, j->p[0]);
        push_turn(j, j->kind == FS_JOINT2_WHEEL ? j->motor_p : j->angular_impulse);
        return;
    default: push_along(j, &j->axis, free_impulse(j) + j->p[0]); return;
    }
}

void fs__joint_solver2_warm_start(struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; js != NULL && i < js->count; i++) {
        struct fs__joint2_constraint *j = &js->joint[i];
        if (!js->warm)
            forget(j);
        if (j->kind == FS_JOINT2_GEAR)
            fs__gear2_warm_start(js, j);
        else
            warm_joint(j);
    }
}

/* The force of this substep, for breaking. */
static void count_force(struct fs__joint2_constraint *j)
{
    if (j->kind == FS_JOINT2_REVOLUTE || j->kind == FS_JOINT2_WELD || j->kind == FS_JOINT2_MOUSE) {
        j->sum[0] = fs_sat64_add(j->sum[0], j->p[0]);
        j->sum[1] = fs_sat64_add(j->sum[1], j->p[1]);
        return;
    }
    bool slide = j->kind == FS_JOINT2_PRISMATIC || j->kind == FS_JOINT2_WHEEL;
    int64_t along = fs__joint2_clamp_impulse(free_impulse(j) + (slide ? 0 : j->p[0])), across = slide ? j->p[0] : 0;
    fs_unit2 n = j->axis.n;
    j->sum[0] = fs_sat64_add(j->sum[0], times(along, n.x) - times(across, n.y));
    j->sum[1] = fs_sat64_add(j->sum[1], times(along, n.y) + times(across, n.x));
}

void fs__joint_solver2_solve(struct fs__joint_solver2 *js, bool use_bias)
{
    for (uint32_t i = 0; js != NULL && i < js->count; i++) {
        struct fs__joint2_constraint *j = &js->joint[i];
        if (!use_bias && j->kind != FS_JOINT2_GEAR)
            fs__joint2_update_arms(js, j);
        solve_joint(js, j, use_bias);
        if (!use_bias)
            count_force(j);
    }
}
