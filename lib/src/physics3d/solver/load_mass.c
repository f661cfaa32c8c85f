/* load_mass.c: bodies in space that are pressed between others by much more than their own weight; see
 * physics/solver/load_mass.inl.
 */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/solver/load_mass.h"

static void copy_normal(const struct fs_world3 *w, uint32_t contact, int64_t n[3])
{
    n[0] = w->contact.normal[contact].x;
    n[1] = w->contact.normal[contact].y;
    n[2] = w->contact.normal[contact].z;
}

static void copy_gravity(const struct fs_world3 *w, fs_wide g[3])
{
    g[0] = w->rules.gravity[0].x;
    g[1] = w->rules.gravity[0].y;
    g[2] = w->rules.gravity[0].z;
}

static void copy_velocity(const struct fs_world3 *w, uint32_t row, int64_t v[3])
{
    v[0] = w->body.vel[row].x;
    v[1] = w->body.vel[row].y;
    v[2] = w->body.vel[row].z;
}

static int64_t speed_against(const struct fs_world3 *w, uint32_t row, uint32_t beside)
{
    fs_vel3 v = w->body.vel[row], other = w->body.vel[beside];
    return fs_abs64((int64_t)v.x - other.x) + fs_abs64((int64_t)v.y - other.y) + fs_abs64((int64_t)v.z - other.z) +
           fs__body3_rim_speed(w->body.angular_velocity[row], w->body.extent[row]);
}

static fs_vel scale_component(fs_scaled by, fs_vel v)
{
    return fs_sat32(fs_scaled_apply(by, v));
}

static fs_vel3 scale_impulse(fs_scaled by, fs_vel3 v)
{
    return fs_vel3_make(scale_component(by, v.x), scale_component(by, v.y), scale_component(by, v.z));
}

static void scale_impulses(struct fs_world3 *w, uint32_t contact, fs_scaled by)
{
    fs_vel3 *impulse = &w->point.impulse[w->contact.first_point[contact]];
    for (unsigned i = 0; i < w->contact.count[contact]; i++)
        impulse[i] = scale_impulse(by, impulse[i]);
    w->contact.rolling_impulse[contact] = scale_impulse(by, w->contact.rolling_impulse[contact]);
    w->contact.spinning_impulse[contact] = scale_component(by, w->contact.spinning_impulse[contact]);
}

static void copy_joint_force(const struct fs_world3 *w, uint32_t joint, fs_wide f[3])
{
    f[0] = w->joint.force[joint].x;
    f[1] = w->joint.force[joint].y;
    f[2] = w->joint.force[joint].z;
}

static fs_wide3 scale_row(fs_scaled by, fs_wide3 v)
{
    return fs_wide3_make(fs_scaled_apply(by, v.x), fs_scaled_apply(by, v.y), fs_scaled_apply(by, v.z));
}

static void scale_joint_impulses(struct fs_world3 *w, uint32_t joint, fs_scaled by)
{
    w->joint.angular_rows[joint] = scale_row(by, w->joint.angular_rows[joint]);
    w->joint.linear_rows[joint] = scale_row(by, w->joint.linear_rows[joint]);
    w->joint.extra_rows[joint] = scale_row(by, w->joint.extra_rows[joint]);
}

#include "physics/solver/load_mass.inl"
