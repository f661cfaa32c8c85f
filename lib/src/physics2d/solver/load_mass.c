/* load_mass.c: bodies that are pressed between others by much more than their own weight; see physics/solver/load_mass.inl. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/solver/load_mass.h"

static void copy_normal(const struct fs_world2 *w, uint32_t contact, int64_t n[2])
{
    n[0] = w->contact.normal[contact].x;
    n[1] = w->contact.normal[contact].y;
}

static void copy_gravity(const struct fs_world2 *w, fs_wide g[2])
{
    g[0] = w->rules.gravity[0].x;
    g[1] = w->rules.gravity[0].y;
}

static void copy_velocity(const struct fs_world2 *w, uint32_t row, int64_t v[2])
{
    v[0] = w->body.vel[row].x;
    v[1] = w->body.vel[row].y;
}

static int64_t speed_against(const struct fs_world2 *w, uint32_t row, uint32_t beside)
{
    fs_vel2 v = w->body.vel[row], other = w->body.vel[beside];
    int64_t rim = fs_round_shift64((int64_t)fs_uabs32(w->body.angular_velocity[row]) * w->body.extent[row],
                                   FS_REL_FRAC);
    return fs_abs64((int64_t)v.x - other.x) + fs_abs64((int64_t)v.y - other.y) + rim;
}

static fs_vel2 scale_impulse(fs_scaled by, fs_vel2 impulse)
{
    return fs_vel2_make(fs_sat32(fs_scaled_apply(by, impulse.x)), fs_sat32(fs_scaled_apply(by, impulse.y)));
}

static void scale_impulses(struct fs_world2 *w, uint32_t contact, fs_scaled by)
{
    struct fs_contact2_view *c = &w->contact;
    c->impulse0[contact] = scale_impulse(by, c->impulse0[contact]);
    c->impulse1[contact] = scale_impulse(by, c->impulse1[contact]);
    c->rolling_impulse[contact] = fs_sat32(fs_scaled_apply(by, c->rolling_impulse[contact]));
}

static void copy_joint_force(const struct fs_world2 *w, uint32_t joint, fs_wide f[2])
{
    fs_wide2 force = fs_joint2_force(w, joint);
    f[0] = force.x;
    f[1] = force.y;
}

/* They are stored in N s. */
static void scale_joint_impulses(struct fs_world2 *w, uint32_t joint, fs_scaled by)
{
    (void)w, (void)joint, (void)by;
}

#include "physics/solver/load_mass.inl"
