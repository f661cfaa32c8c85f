/* joint.c: joints as objects: creation, changes, readings.
 *
 * The rows of a joint are in joint_kind.c. This file must never change a velocity.
 */
#include <string.h>

#include <fixstep/frame.h>

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/joint/joint_pose.h"
#include "physics3d/resolver/joints.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

/* ---- definitions -------------------------------------------------------------------------------------------------- */

fs_joint3_def fs_default_joint3_def(fs_joint3_kind kind)
{
    fs_joint3_def d;
    bool measures = kind == FS_JOINT3_DISTANCE || kind == FS_JOINT3_CABLE;
    memset(&d, 0, sizeof d);
    d.kind = kind;
    d.frame_a = d.frame_b = fs_quat_identity();
    d.length = measures || kind == FS_JOINT3_POSE || kind == FS_JOINT3_GEAR ? FS_REL_ONE : 0;
    d.hertz = kind == FS_JOINT3_POSE ? 5 * FS_FIX16_ONE : 0;
    d.damping_ratio = kind == FS_JOINT3_POSE ? FS_FIX16_ONE : 0;
    d.upper_limit = kind == FS_JOINT3_CABLE ? FS_REL_ONE : 0;
    return d;
}

static fs_result find_body(const struct fs_world3 *w, fs_body3 body, uint32_t *row)
{
    return fs_body3_row(w, body, row);
}

/* The rotation whose x axis is `axis`; that of the world for a zero one. */
static fs_quat frame_along(fs_unit3 axis)
{
    fs_frame3 f;
    if (!fs_frame3_from_one(fs_wide3_make(axis.x, axis.y, axis.z), &f))
        return fs_quat_identity();
    return fs_quat_from_mat3(fs_mat3_transpose((fs_mat3){ f.x, f.y, f.z }));
}

/* False outside +-16 m. */
static bool local_anchor(const struct fs_world3 *w, uint32_t body, fs_pos3 at, fs_rel3 *anchor)
{
    fs_pose3 pose = fs__body3_origin_pose(w, body);
    fs_rel3 d = fs_pos3_sub_rel(at, pose.pos);
    *anchor = fs_quat_inv_rel(pose.rot, d);
    return fs_abs32(anchor->x) <= FS_REL_ONE * 16 && fs_abs32(anchor->y) <= FS_REL_ONE * 16 &&
           fs_abs32(anchor->z) <= FS_REL_ONE * 16;
}

fs_result fs_joint3_def_set_anchors(const struct fs_world3 *w, fs_joint3_def *def, fs_pos3 at_a, fs_pos3 at_b,
                                    fs_unit3 axis)
{
    uint32_t a, b;
    if (def == NULL)
        return FS_E_ARGUMENT;
    fs_joint3_def d = *def;
    bool measures = d.kind == FS_JOINT3_DISTANCE || d.kind == FS_JOINT3_CABLE;
    fs_result r = find_body(w, d.body_a, &a);
    if (r == FS_OK)
        r = find_body(w, d.body_b, &b);
    if (r != FS_OK)
        return r;
    if (!local_anchor(w, a, at_a, &d.anchor_a) || !local_anchor(w, b, measures ? at_b : at_a, &d.anchor_b))
        return FS_E_ARGUMENT;
    fs_quat frame = frame_along(axis);
    d.frame_a = fs_quat_normalise(fs_quat_mul(fs_quat_conj(w->body.rot[a]), frame));
    d.frame_b = fs_quat_normalise(fs_quat_mul(fs_quat_conj(w->body.rot[b]), frame));
    fs_rel distance = fs_rel3_length(fs_pos3_sub_rel(at_b, at_a));
    if (d.kind == FS_JOINT3_DISTANCE)
        d.length = distance;
    if (d.kind == FS_JOINT3_CABLE)
        d.upper_limit = distance;
    *def = d;
    return FS_OK;
}

/* ---- creation ------------------------------------------------------------------------------------------------------ */

static bool connects(const struct fs_world3 *w, uint32_t contact, uint32_t a, uint32_t b)
{
    uint32_t i = w->shape.body[w->contact.shape_a[contact]], k = w->shape.body[w->contact.shape_b[contact]];
    return (i == a && k == b) || (i == b && k == a);
}

/* Destroys the contacts of two bodies that a new joint connects; sensors keep theirs. */
static void destroy_contacts_between(struct fs_world3 *w, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__world3_row_live(w->contact.gen, c) && (w->contact.flags[c] & FS__CONTACT3_SENSOR) == 0 &&
            connects(w, c, a, b))
            fs__contact3_destroy(w, c);
}

static void copy_def(struct fs_world3 *w, uint32_t row, const fs_joint3_def *d)
{
    struct fs_joint3_view *j = &w->joint;
    j->kind[row] = (uint8_t)d->kind;
    j->flags[row] = (uint16_t)d->flags;
    j->anchor_a[row] = d->anchor_a;
    j->anchor_b[row] = d->anchor_b;
    j->frame_a[row] = fs_quat_normalise(d->frame_a);
    j->frame_b[row] = fs_quat_normalise(d->frame_b);
    j->length[row] = d->length;
    j->lower_limit[row] = d->lower_limit;
    j->upper_limit[row] = d->upper_limit;
    j->swing_limit[row] = d->swing_limit;
    j->motor_speed[row] = d->motor_speed;
    j->motor_limit[row] = d->motor_limit;
    j->break_force[row] = d->break_force;
    j->break_torque[row] = d->break_torque;
    j->hertz[row] = d->hertz;
    j->damping_ratio[row] = d->damping_ratio;
    j->user[row] = d->user;
}

static fs_result find_bodies(struct fs_world3 *w, const fs_joint3_def *d, uint32_t body[2])
{
    fs_result r = fs__body3_find(w, d->body_a, &body[0]);
    if (r == FS_OK)
        r = fs__body3_find(w, d->body_b, &body[1]);
    if (r != FS_OK)
        return r;
    if (body[0] == body[1])
        return fs__error3_set(w, FS_E_DEGENERATE, "a joint needs two different bodies");
    if (!fs__body3_is_dynamic(w, body[0]) && !fs__body3_is_dynamic(w, body[1]))
        return fs__error3_set(w, FS_E_DEGENERATE, "a joint needs a dynamic body");
    return FS_OK;
}

/* The worst-first resolver does not know every joint. */
static fs_result check_def(struct fs_world3 *w, const fs_joint3_def *d)
{
    fs_result r = fs__joint3_check_def(w, d);
    bool all = (*w->rules.flags & FS_WORLD3_WORST_FIRST) == 0;
    if (r == FS_OK && !all && !fs__resolver3_supports(d->kind, d->flags))
        return fs__error3_set(w, FS_E_UNSUPPORTED, "FS_SOLVER3_WORST_FIRST does not know this joint");
    return r;
}

fs_result fs_joint3_create(struct fs_world3 *w, const fs_joint3_def *def, fs_joint3 *out)
{
    uint32_t body[2];
    fs_joint3 unused;
    out = out != NULL ? out : &unused;
    memset(out, 0, sizeof *out);
    if (def == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "a joint has no default definition");
    fs_result r = check_def(w, def);
    if (r == FS_OK)
        r = find_bodies(w, def, body);
    if (r == FS_OK)
        r = fs__world3_create_row(w, FS__WORLD3_TABLE_JOINT, &out->handle);
    if (r != FS_OK)
        return r;
    uint32_t row = out->handle.index1 - 1u;
    copy_def(w, row, def);
    w->joint.body_a[row] = body[0];
    w->joint.body_b[row] = body[1];
    fs__joint3_link(w, row);
    fs__joint3_wake_bodies(w, row);
    if ((def->flags & FS_JOINT3_COLLIDE_CONNECTED) == 0)
        destroy_contacts_between(w, body[0], body[1]);
    return FS_OK;
}

fs_result fs_joint3_row(const struct fs_world3 *w, fs_joint3 joint, uint32_t *row)
{
    return fs_pool_row(w->state, w->first_table + FS__WORLD3_TABLE_JOINT, joint.handle, row);
}

fs_joint3 fs_joint3_at(const struct fs_world3 *w, uint32_t row)
{
    return (fs_joint3){ fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_JOINT, row) };
}

/* ---- changes ---------------------------------------------------------------------------------------------------------- */

static fs_result find_joint(struct fs_world3 *w, fs_joint3 joint, uint32_t *row)
{
    return fs_joint3_row(w, joint, row) == FS_OK ? FS_OK : fs__error3_stale(w, "joint3");
}

fs_result fs_joint3_destroy(struct fs_world3 *w, fs_joint3 joint)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r == FS_OK)
        fs__joint3_destroy_row(w, row);
    return r;
}

/* Checks the changed def and stores it. */
static fs_result change(struct fs_world3 *w, uint32_t row, fs_joint3_def *d, uint32_t flag, bool on)
{
    d->flags = (d->flags & ~flag) | (on ? flag : 0);
    fs_result r = check_def(w, d);
    if (r != FS_OK)
        return r;
    copy_def(w, row, d);
    fs__joint3_wake_bodies(w, row);
    return FS_OK;
}

fs_result fs_joint3_set_motor(struct fs_world3 *w, fs_joint3 joint, bool on, fs_vel speed, fs_wide limit)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r != FS_OK)
        return r;
    fs_joint3_def d = fs__joint3_def_of(w, row);
    d.motor_speed = speed;
    d.motor_limit = limit;
    return change(w, row, &d, FS_JOINT3_MOTOR, on);
}

fs_result fs_joint3_set_limits(struct fs_world3 *w, fs_joint3 joint, bool on, fs_rel lower_limit, fs_rel upper_limit)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r != FS_OK)
        return r;
    fs_joint3_def d = fs__joint3_def_of(w, row);
    d.lower_limit = lower_limit;
    d.upper_limit = upper_limit;
    return change(w, row, &d, FS_JOINT3_LIMIT, on);
}

fs_result fs_joint3_set_spring(struct fs_world3 *w, fs_joint3 joint, bool on, fix16_t hertz, fix16_t damping_ratio)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r != FS_OK)
        return r;
    fs_joint3_def d = fs__joint3_def_of(w, row);
    d.hertz = hertz;
    d.damping_ratio = damping_ratio;
    return change(w, row, &d, FS_JOINT3_SPRING, on);
}

/* ---- readings --------------------------------------------------------------------------------------------------------- */

/* A row that is not in use is answered with 0. */
static bool in_use(const struct fs_world3 *w, uint32_t row)
{
    return row < *w->joint.rows && fs__world3_row_live(w->joint.gen, row);
}

fs_rel fs_joint3_angle(const struct fs_world3 *w, uint32_t row)
{
    if (!in_use(w, row))
        return 0;
    struct fs__joint3_pose p = fs__joint3_pose_of(w, row);
    return fs__joint3_twist(&p);
}

fs_rel fs_joint3_translation(const struct fs_world3 *w, uint32_t row)
{
    if (!in_use(w, row))
        return 0;
    struct fs__joint3_pose p = fs__joint3_pose_of(w, row);
    if (w->joint.kind[row] == FS_JOINT3_SLIDER || w->joint.kind[row] == FS_JOINT3_WHEEL)
        return fs_sat32(fs_round_shift64_sym(fs_rel3_dot_unit3(p.apart, p.axes_a.x), FS_UNIT_FRAC));
    return fs_rel3_length(p.apart);
}
