/* force_apply.c: generators in a tick: what they do, to whom, and which sleeping bodies they wake.
 *
 * Rows are evaluated in ascending order, from the velocities at the start of the tick and the poses that they lead to in
 * fs_world3_force_lead(). Forces are integers and add exactly, so that the order would change no sum below saturation.
 */
#include "physics3d/force/force_law3.h"

static fs__force3_law *const laws[FS_FORCE3_KINDS] = {
    [FS_FORCE3_GRAVITY] = fs__force3_gravity,   [FS_FORCE3_CONSTANT] = fs__force3_constant,
    [FS_FORCE3_SPRING] = fs__force3_spring,     [FS_FORCE3_ORIENTATION_SPRING] = fs__force3_orientation_spring,
    [FS_FORCE3_DRAG] = fs__force3_drag,         [FS_FORCE3_AERO] = fs__force3_aero,
    [FS_FORCE3_BUOYANCY] = fs__force3_buoyancy, [FS_FORCE3_THRUST] = fs__force3_thrust,
    [FS_FORCE3_TORQUE] = fs__force3_torque,     [FS_FORCE3_GOVERNOR] = fs__force3_governor,
};

/* ---- bodies ------------------------------------------------------------------------------------------------- */

static bool find_body(const struct fs_world3 *w, fs_handle body, uint32_t *row)
{
    return fs_body3_row(w, (fs_body3){ body }, row) == FS_OK;
}

/* The rows of the bodies; false when one of them is gone. */
static bool find_bodies(const struct fs_world3 *w, uint32_t row, uint32_t *a, uint32_t *b)
{
    fs_handle other = w->force.body_b[row];
    *b = FS__FORCE3_WORLD;
    return find_body(w, w->force.body_a[row], a) && (other.index1 == 0 || find_body(w, other, b));
}

static bool is_movable(const struct fs_world3 *w, uint32_t body)
{
    return body != FS__FORCE3_WORLD && fs__body3_is_dynamic(w, body) && (w->body.flags[body] & FS_BODY3_DISABLED) == 0;
}

static bool is_asleep(const struct fs_world3 *w, uint32_t body)
{
    return is_movable(w, body) && (w->body.flags[body] & FS_BODY3_ASLEEP) != 0;
}

/* An immovable body may have been put elsewhere. */
static bool is_at_rest(const struct fs_world3 *w, uint32_t body)
{
    return body == FS__FORCE3_WORLD || (fs__body3_is_dynamic(w, body) && !fs__body3_is_awake(w, body));
}

/* ---- waking ------------------------------------------------------------------------------------------------- */

static bool is_steady(const struct fs_world3 *w, uint32_t fluid)
{
    return fluid == 0 || fs_wide3_is_zero(w->fluid.variation[fluid - 1]);
}

/* The speed (m/s) that an acceleration reaches in the time in which a body falls asleep. */
static bool reaches_sleep_speed(const struct fs_world3 *w, fs_wide acceleration)
{
    fs_wide speed = fs_muldiv64(acceleration, *w->rules.sleep_ticks, *w->world.hz);
    return speed > fs__wide_of_vel(*w->rules.sleep_speed);
}

static fs_wide turning(const struct fs_world3 *w, uint32_t body, fs_wide torque)
{
    fs_wide x = fs_scaled_apply(w->body.inv_inertia_x[body], torque),
            y = fs_scaled_apply(w->body.inv_inertia_y[body], torque),
            z = fs_scaled_apply(w->body.inv_inertia_z[body], torque);
    return fs_wide_mul(fs_max64(x, fs_max64(y, z)), fs_wide_from_rel(w->body.extent[body]));
}

/* Wakes a sleeping body that the change of a force and of a torque would move. */
static void wake_disturbed(struct fs_world3 *w, uint32_t body, fs_wide force, fs_wide torque)
{
    if (is_asleep(w, body) && (reaches_sleep_speed(w, fs_scaled_apply(w->body.inv_mass[body], force)) ||
                               reaches_sleep_speed(w, turning(w, body, torque))))
        fs__body3_wake_row(w, body);
}

/* ---- one generator ------------------------------------------------------------------------------------------- */

/* The torque of the effect about the centre of mass. */
static fs_wide3 torque_about(fs_pos3 centre, fs_pos3 at, const struct fs__force3_effect *e)
{
    fs_wide3 arm = fs__wide3_from_pos(fs_pos3_sub(at, centre));
    return fs_wide3_add(fs_wide3_cross(arm, e->force), e->torque);
}

static void push(struct fs_world3 *w, uint32_t body, fs_wide3 force, fs_wide3 torque)
{
    if (!is_movable(w, body) || is_asleep(w, body))
        return;
    w->body.force[body] = fs_wide3_add(w->body.force[body], force);
    w->body.torque[body] = fs_wide3_add(w->body.torque[body], torque);
}

static void apply_effect(struct fs_world3 *w, const struct fs__force3_row *f, const struct fs__force3_effect *e)
{
    const struct fs__force3_effect opposite = { fs_wide3_neg(e->force), fs_wide3_neg(e->torque) };
    fs_wide3 torque = torque_about(f->pose_a.pos, f->at_a, e);
    fs_wide changed_force = fs_wide3_length(fs_wide3_sub(e->force, w->force.force[f->row]));
    fs_wide changed_torque = fs_wide3_length(fs_wide3_sub(torque, w->force.torque[f->row]));
    wake_disturbed(w, f->a, changed_force, changed_torque);
    wake_disturbed(w, f->b, changed_force, changed_torque);
    push(w, f->a, e->force, torque);
    push(w, f->b, opposite.force, torque_about(f->pose_b.pos, f->at_b, &opposite));
    if (is_asleep(w, f->a) || is_asleep(w, f->b))
        return;
    w->force.force[f->row] = e->force;
    w->force.torque[f->row] = torque;
}

/* Of its centre of mass. What is asleep or paused does not move. */
static fs_pose3 pose_ahead(const struct fs_world3 *w, uint32_t body, fs_wide lead)
{
    fs_vel3 angle = w->body.angular_velocity[body];
    fs_wide share = lead * *w->world.hz; /* of a tick, below 1/2 */
    angle = fs_vel3_make((fs_vel)fs_mul64(share, angle.x, FS_WIDE_FRAC), (fs_vel)fs_mul64(share, angle.y, FS_WIDE_FRAC),
                         (fs_vel)fs_mul64(share, angle.z, FS_WIDE_FRAC));
    return (fs_pose3){ fs__pos3_ahead(w->body.pos[body], w->body.vel[body], lead),
                       fs_quat_integrate(w->body.rot[body], angle, *w->world.hz) };
}

static fs_pos3 anchor_at(const struct fs_world3 *w, uint32_t body, const fs_pose3 *pose, fs_rel3 anchor)
{
    return fs_pos3_add_rel(pose->pos, fs_quat_rel(pose->rot, fs_rel3_sub(anchor, w->body.centre[body])));
}

fs_vel3 fs__force3_anchor_velocity(const struct fs__force3_row *f, uint32_t body, const fs_pose3 *pose, fs_pos3 at)
{
    if (body == FS__FORCE3_WORLD)
        return fs_vel3_zero();
    fs_rel3 arm = fs_pos3_sub_rel(at, pose->pos);
    return fs_vel3_add(f->w->body.vel[body], fs_vel3_from_angular_velocity(f->w->body.angular_velocity[body], arm));
}

static void apply_row(struct fs_world3 *w, uint32_t row, const uint32_t *generators, fs_wide lead)
{
    struct fs__force3_row f = { .w = w, .row = row };
    if (!find_bodies(w, row, &f.a, &f.b) || (!is_movable(w, f.a) && !is_movable(w, f.b)))
        return;
    if (is_at_rest(w, f.a) && is_at_rest(w, f.b) && is_steady(w, w->force.fluid[row]))
        return;
    bool pair = f.b != FS__FORCE3_WORLD;
    f.generators = fs_max_u32(generators[f.a], pair ? generators[f.b] : 1);
    f.pose_a = pose_ahead(w, f.a, lead);
    f.pose_b = pair ? pose_ahead(w, f.b, lead) : (fs_pose3){ w->force.point[row], fs_quat_identity() };
    f.at_a = anchor_at(w, f.a, &f.pose_a, w->force.anchor_a[row]);
    f.at_b = pair ? anchor_at(w, f.b, &f.pose_b, w->force.anchor_b[row]) : w->force.point[row];
    const struct fs__force3_effect effect = laws[w->force.kind[row]](&f);
    apply_effect(w, &f, &effect);
}

/* ---- all ---------------------------------------------------------------------------------------------------- */

static bool acts(const struct fs_world3 *w, uint32_t row)
{
    return fs__world3_row_live(w->force.gen, row) && (w->force.flags[row] & FS_FORCE3_OFF) == 0;
}

/* Destroys the generators of bodies that are gone and counts the others of each body. */
static void count_generators(struct fs_world3 *w, uint32_t *generators)
{
    uint32_t a, b;
    memset(generators, 0, *w->body.rows * sizeof *generators);
    for (uint32_t row = 0; row < *w->force.rows; row++) {
        if (!fs__world3_row_live(w->force.gen, row))
            continue;
        if (!find_bodies(w, row, &a, &b)) {
            fs__force3_destroy_row(w, row);
            continue;
        }
        generators[a]++;
        if (b != FS__FORCE3_WORLD)
            generators[b]++;
    }
}

void fs__force3_apply(struct fs_world3 *w, fs_arena arena)
{
    if (w->force.rows == NULL || *w->force.rows == 0)
        return;
    uint32_t *generators = fs_arena_take(&arena, (*w->body.rows + 1) * sizeof *generators);
    FS_ASSERT(generators != NULL);
    count_generators(w, generators);
    const fs_wide lead = fs_world3_force_lead(w);
    for (uint32_t row = 0; row < *w->force.rows; row++)
        if (acts(w, row))
            apply_row(w, row, generators, lead);
}
