/* ghost_contacts.c: contacts in space that would stop a body on level ground. */
#include "physics3d/dimension.h"

#include "physics3d/contact/manifold_store.h"
#include "physics3d/geometry/geometry_math.h"
#include "physics3d/world/world.h"

static fs_rel least_separation(const struct fs__world3_tick *tick, uint32_t c)
{
    fs_rel least = tick->separation[c].point[0];
    for (unsigned i = 1; i < tick->w->contact.count[c]; i++)
        least = fs_min32(least, tick->separation[c].point[i]);
    return least;
}

/* How far the placed shape reaches along a direction. */
static int64_t reach(const struct fs__core3 *core, fs_unit3 n)
{
    const struct fs__vec3 d = fs__vec3_make(n.x, n.y, n.z);
    return fs_round_shift64(fs__geometry3_dot(n, fs__core3_support(core, d)), FS_UNIT_FRAC) + core->geometry->radius;
}

static int64_t gap_along(const struct fs__world3_tick *tick, uint32_t c, fs_unit3 direction)
{
    struct fs__contact3_pair p = fs__contact3_pair_of(tick->w, c);
    struct fs__contact3_shapes shapes;
    struct fs__core3 a, b;
    fs_transform3 b_in_a;
    fs__contact3_load_shapes(tick, &p, &shapes);
    if (p.has_surface || shapes.a.geometry.kind == 0 || shapes.b.geometry.kind == 0)
        return -FS_REL_MAX;
    fs__contact3_frame(tick, &p, &b_in_a);
    fs__core3_init(&a, &shapes.a.geometry);
    fs__core3_place(&b, &shapes.b.geometry, &b_in_a);
    const fs_unit3 n = fs_mat3_inv_unit(p.axes_a, direction);
    return -reach(&b, fs_unit3_neg(n)) - reach(&a, n);
}

/* The axis that a shape may turn about without a change, in the frame of its body; zero: none. */
static fs_unit3 axis_of(const struct fs_world3 *w, uint32_t shape)
{
    switch (w->shape.kind[shape]) {
    case FS_GEOMETRY3_CYLINDER:
    case FS_GEOMETRY3_CONE: return fs_quat_unit(w->shape.rot[shape], fs_unit3_make(0, FS_UNIT_ONE, 0));
    default: return fs_unit3_zero();
    }
}

static fs_vel3 without_spin(fs_vel3 turn, fs_unit3 axis)
{
    const fs_vel spin = fs_sat32(fs_round_shift64_sym(fs_unit3_dot_vel3(axis, turn), FS_UNIT_FRAC));
    return fs_vel3_sub(turn,
                       fs_vel3_make(fs_mul32_sym(spin, axis.x, FS_UNIT_FRAC), fs_mul32_sym(spin, axis.y, FS_UNIT_FRAC),
                                    fs_mul32_sym(spin, axis.z, FS_UNIT_FRAC)));
}

static int64_t tilt_speed(const struct fs__world3_tick *tick, uint32_t shape, uint32_t body, uint32_t ground,
                          fs_unit3 up)
{
    const struct fs_world3 *w = tick->w;
    const fs_vel3 turn = fs_vel3_sub(w->body.angular_velocity[body], w->body.angular_velocity[ground]);
    const fs_unit3 axis = fs_quat_unit(tick->snapshot[body].rot, axis_of(w, shape));
    if (w->shape.kind[shape] == FS_GEOMETRY3_SPHERE || w->shape.kind[shape] == FS_GEOMETRY3_CAPSULE)
        return 0;
    return (int64_t)fs__body3_rim_speed(fs_vel3_cross_unit3(without_spin(turn, axis), up), tick->snapshot[body].extent);
}

static bool is_round(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] != FS_GEOMETRY3_BOX && w->shape.kind[shape] != FS_GEOMETRY3_HULL;
}

static void forget_load(struct fs_world3 *w, uint32_t c)
{
    const size_t first = w->contact.first_point[c];
    for (unsigned i = 0; i < w->contact.count[c]; i++)
        w->point.impulse[first + i] = fs_vel3_zero();
    w->contact.rolling_impulse[c] = fs_vel3_zero();
    w->contact.spinning_impulse[c] = 0;
    w->contact.loaded[c] = 0;
}

static bool bears_load(const struct fs_world3 *w, uint32_t c)
{
    return w->contact.loaded[c] != 0;
}

static int64_t along(fs_unit3 n, fs_vel3 v)
{
    return fs_round_shift64_sym(fs_unit3_dot_vel3(n, v), FS_UNIT_FRAC);
}

static fs_unit3 rise_of(fs_wide3 gravity)
{
    return fs__vec3_unit(fs__vec3_make(-gravity.x, -gravity.y, -gravity.z));
}

#include "physics/contact/ghost_contacts.inl"
