/* ghost_contacts.c: contacts in the plane that would stop a body on level ground. */
#include "physics2d/dimension.h"

#include "physics2d/contact/speculative.h"
#include "physics2d/world/world.h"

static fs_rel least_separation(const struct fs__world2_tick *tick, uint32_t c)
{
    const fs_rel2 separation = tick->separation[c];
    return tick->w->contact.count[c] > 1 ? fs_min32(separation.x, separation.y) : separation.x;
}

/* How far the shape reaches along a direction, in its own frame. */
static int64_t reach(const fs_geometry2 *geometry, fs_unit2 n)
{
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < geometry->count; i++)
        most = fs_max64(most, fs_unit2_dot_rel2(n, geometry->corner[i]));
    return fs_round_shift64(most, FS_UNIT_FRAC) + geometry->radius;
}

static int64_t gap_along(const struct fs__world2_tick *tick, uint32_t c, fs_unit2 direction)
{
    const struct fs_world2 *w = tick->w;
    struct fs__contact2_pair p = fs__contact2_pair_of(w, c);
    struct fs__contact2_shapes shapes;
    fs__contact2_load_shapes(tick, &p, &shapes);
    if (shapes.a.geometry.count == 0 || shapes.b.geometry.count == 0)
        return -FS_REL_MAX;
    const fs_frame2 f = fs__contact2_frame(w, &p);
    const fs_unit2 n = fs_rot2_inv_unit(p.rot_a, direction);
    const int64_t between = fs_round_shift64(fs_unit2_dot_rel2(n, f.p), FS_UNIT_FRAC);
    return between - reach(&shapes.b.geometry, fs_rot2_inv_unit(f.q, fs_unit2_neg(n))) - reach(&shapes.a.geometry, n);
}

static int64_t tilt_speed(const struct fs__world2_tick *tick, uint32_t shape, uint32_t body, uint32_t ground,
                          fs_unit2 up)
{
    const struct fs_world2 *w = tick->w;
    const fs_vel turn = fs_sat32_sub(w->body.angular_velocity[body], w->body.angular_velocity[ground]);
    (void)up;
    return w->shape.count[shape] <= 2 ? 0 : (int64_t)fs__body2_rim_speed(turn, tick->snapshot[body].extent);
}

static bool is_round(const struct fs_world2 *w, uint32_t shape)
{
    return w->shape.radius[shape] > 0;
}

static void forget_load(struct fs_world2 *w, uint32_t c)
{
    w->contact.impulse0[c] = fs_vel2_zero();
    w->contact.impulse1[c] = fs_vel2_zero();
    w->contact.rolling_impulse[c] = 0;
}

static bool bears_load(const struct fs_world2 *w, uint32_t c)
{
    return (w->contact.impulse0[c].x | w->contact.impulse1[c].x) > 0;
}

static int64_t along(fs_unit2 n, fs_vel2 v)
{
    return fs_round_shift64_sym(fs_unit2_dot_vel2(n, v), FS_UNIT_FRAC);
}

static fs_unit2 rise_of(fs_wide2 gravity)
{
    fs_unit u[2] = { 0, 0 };
    fs__normalise2(-gravity.x, -gravity.y, u);
    return fs_unit2_make(u[0], u[1]);
}

#include "physics/contact/ghost_contacts.inl"
