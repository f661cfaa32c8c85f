/* speculative.c: contacts of fast bodies before they touch.
 *
 * Without them a fast body overlaps another one deeply at the next narrow phase, and pushing it out adds energy. So a fast
 * pair gets its constraint rows one tick earlier; the row of a point with positive separation lets the separation close
 * and no more. Two shapes whose straight paths meet within the tick get the manifold at the time of impact: its normal is
 * right, and a body that only passes by is not stopped. Of two bodies that fall side by side one may be stopped; without
 * restitution the row between them stops the other.
 */
#include "physics3d/dimension.h"

#include "physics3d/contact/speculative.h"
#include "physics/contact/mean_time.h"
#include "physics3d/body/material_pair.h"
#include "physics3d/body/surface.h"
#include "physics3d/contact/motion.h"

/* Shapes that overlap by no more than this (m) slide along each other, as over the joint of two pieces of ground. */
#define GRAZE FS__BODY3_FAST_DISTANCE
/* Farthest turn of a body until the time of impact (rad). */
#define MAX_TURN (FS_REL_ONE / 4)

/* Points closer than this get into a manifold (m). */
static fs_rel contact_margin(const struct fs__world3_tick *tick, uint32_t a, uint32_t b)
{
    (void)tick, (void)a, (void)b;
    return FS__CONTACT3_MARGIN;
}

/* ---- speeds --------------------------------------------------------------------------------------------------- */

/* An upper bound for the speed of the points of a body within `extent` of its centre. */
static int64_t speed_bound(const struct fs__speculative3_velocity *c, fs_rel extent)
{
    int64_t rim = (int64_t)fs__body3_rim_speed(c->angular_velocity, extent) + 1;
    return (int64_t)fs_uabs32(c->vel.x) + fs_uabs32(c->vel.y) + fs_uabs32(c->vel.z) + rim;
}

/* Speed along n of the point at an arm from the centre of mass. */
static int64_t speed_at(const struct fs__speculative3_velocity *c, fs_rel3 arm, fs_unit3 n)
{
    fs_rel3 lever = fs_rel3_cross_unit3(arm, n);
    return fs_round_shift64_sym(fs_unit3_dot_vel3(n, c->vel), FS_UNIT_FRAC) +
           fs_round_shift64_sym(fs_rel3_dot_vel3(lever, c->angular_velocity), FS_REL_FRAC);
}

#include "physics/contact/speculative.inl"

/* ---- impact -------------------------------------------------------------------------------------------------- */

static struct fs__motion3 motion_of(const struct fs__speculative3 *h, const struct fs__speculative3_velocity *c,
                                    uint32_t body, fs_pos3 shift)
{
    const struct fs__body3_snapshot *snapshot = &h->tick->snapshot[body];
    uint32_t hz = fs__world3_rate(h->tick->w);
    struct fs__motion3 m = fs__motion3_still((fs_pose3){ fs__shape3_shifted(snapshot->pos, shift), snapshot->rot });
    m.to.pos = fs_pos3_advance(m.from.pos, c->vel, hz);
    m.to.rot = fs_quat_integrate(m.from.rot, c->angular_velocity, hz);
    return m;
}

/* A shape about the centre of mass of its body. */
static fs_geometry3 about_centre(const fs_geometry3 *geometry, fs_rel3 centre)
{
    fs_geometry3 g = *geometry;
    g.centre = fs_rel3_sub(g.centre, centre);
    return g;
}

/* The first touch of a shape with an obstacle, at most the end of the tick. */
static fs_unit find_touch(const struct fs__obstacle3 *o, const fs_geometry3 *shape, const struct fs__motion3 *motion)
{
    bool overlap;
    return fs_min32(fs__motion3_find_impact(o, shape, motion, &overlap), FS_UNIT_ONE);
}

/* The time of impact; the end of the tick without one, or when they only graze: a body that slides must not catch on the
 * joint of two pieces of ground. Balls have no faces that could catch. */
static fs_unit find_impact(const fs_geometry3 *a, const struct fs__motion3 *motion_a, const fs_geometry3 *b,
                           const struct fs__motion3 *motion_b, bool fast_a)
{
    struct fs__obstacle3 o = { .geometry = *a, .motion = *motion_a };
    if (a->kind != FS_GEOMETRY3_SPHERE || b->kind != FS_GEOMETRY3_SPHERE) {
        fs_geometry3 inside = *b;
        fs_hull3 hull;
        if (fast_a)
            o.geometry = fs__geometry3_shrink(a, GRAZE, &hull);
        else
            inside = fs__geometry3_shrink(b, GRAZE, &hull);
        if (find_touch(&o, &inside, motion_b) == FS_UNIT_ONE)
            return FS_UNIT_ONE;
        o.geometry = *a;
    }
    return find_touch(&o, b, motion_b);
}

/* The same for a shape over a surface. */
static fs_unit find_impact_on_surface(const struct fs_world3 *w, uint32_t surface, const fs_geometry3 *shape,
                                      const struct fs__motion3 *motion)
{
    const struct fs__obstacle3 o = { .w = w,
                                     .shape = surface,
                                     .is_large = true,
                                     .motion = fs__motion3_still(motion->from) };
    fs_hull3 hull;
    const fs_geometry3 inside = fs__geometry3_shrink(shape, GRAZE, &hull);
    return find_touch(&o, &inside, motion) == FS_UNIT_ONE ? FS_UNIT_ONE : find_touch(&o, shape, motion);
}

/* A ball about its body's centre of mass touches with the same points however it turned. geometry: about that centre. */
static bool is_turned_far(const struct fs__speculative3 *h, const struct fs__speculative3_velocity *c,
                          const fs_geometry3 *geometry, fs_unit time)
{
    if (geometry->kind == FS_GEOMETRY3_SPHERE && (geometry->centre.x | geometry->centre.y | geometry->centre.z) == 0)
        return false;
    int64_t sum = (int64_t)fs_uabs32(c->angular_velocity.x) + fs_uabs32(c->angular_velocity.y) +
                  fs_uabs32(c->angular_velocity.z);
    return fs_mul32_sym(distance_of(h->tick, sum), time, FS_UNIT_FRAC) > MAX_TURN;
}

static bool is_far(fs_rel v)
{
    return fs_abs32(v) > MAX_ADVANCE;
}

/* The bodies' motions in this tick, in the poses of the pair. */
struct pair_motion {
    struct fs__motion3 a, b;
};

static fs_unit find_impact_of(const struct fs__speculative3 *h, const fs_geometry3 *shape_a,
                              const fs_geometry3 *shape_b, const struct fs__contact3_pair *p,
                              const struct pair_motion *m)
{
    const struct fs_world3 *w = h->tick->w;
    if (!p->has_surface)
        return find_impact(shape_a, &m->a, shape_b, &m->b, h->tick->snapshot[p->body_a].fast != 0);
    if (fs__shape3_is_surface(w, p->shape_a))
        return find_impact_on_surface(w, p->shape_a, shape_b, &m->b);
    return find_impact_on_surface(w, p->shape_b, shape_a, &m->a);
}

bool fs__speculative3_advance(const struct fs__speculative3 *h, const struct fs__contact3_shapes *shapes,
                              struct fs__contact3_pair *p)
{
    const struct pair_motion m = { motion_of(h, &h->a, p->body_a, p->shift_a),
                                   motion_of(h, &h->b, p->body_b, p->shift_b) };
    const fs_rel3 *centre = h->tick->w->body.centre;
    fs_geometry3 shape_a = about_centre(&shapes->a.geometry, centre[p->body_a]);
    fs_geometry3 shape_b = about_centre(&shapes->b.geometry, centre[p->body_b]);
    fs_unit time = find_impact_of(h, &shape_a, &shape_b, p, &m);
    struct fs__contact3_pair there = *p;
    if (is_turned_far(h, &h->a, &shape_a, time) || is_turned_far(h, &h->b, &shape_b, time))
        return false;
    fs__contact3_pair_set_poses(&there, fs__motion3_pose(&m.a, time), fs__motion3_pose(&m.b, time));
    fs_rel3 travel = fs_rel3_sub(there.anchor_offset, p->anchor_offset);
    if (is_far(travel.x) || is_far(travel.y) || is_far(travel.z))
        return false;
    *p = there;
    return true;
}

/* ---- normals that turn ---------------------------------------------------------------------------------------- */

static bool is_round(const struct fs_world3 *w, uint32_t shape)
{
    unsigned kind = w->shape.kind[shape];
    return kind == FS_GEOMETRY3_SPHERE || kind == FS_GEOMETRY3_CAPSULE || kind == FS_GEOMETRY3_CYLINDER ||
           kind == FS_GEOMETRY3_CONE;
}

static bool is_at_rest(const struct fs__speculative3_velocity *c)
{
    return fs_vel3_is_zero(c->vel) && fs_vel3_is_zero(c->angular_velocity);
}

static fs_unit mean_time(const struct fs__speculative3 *h)
{
    return fs__mean_time(h->tick->w->rules.substeps[0]);
}

bool fs__speculative3_turns_normal(const struct fs__speculative3 *h, const struct fs__contact3_pair *p)
{
    const struct fs_world3 *w = h->tick->w;
    const bool round_a = is_round(w, p->shape_a), round_b = is_round(w, p->shape_b);
    if ((w->rules.flags[0] & FS_WORLD3_WORST_FIRST) != 0 || p->has_surface || !(round_a || round_b))
        return false;
    const bool held_by_a = !round_a && fs_vel3_is_zero(h->a.angular_velocity);
    const bool held_by_b = !round_b && fs_vel3_is_zero(h->b.angular_velocity);
    return !held_by_a && !held_by_b && !(is_at_rest(&h->a) && is_at_rest(&h->b));
}

bool fs__speculative3_move_to_mean(const struct fs__speculative3 *h, const struct fs__contact3_shapes *shapes,
                                   struct fs__contact3_pair *p)
{
    const struct fs__motion3 a = motion_of(h, &h->a, p->body_a, p->shift_a),
                             b = motion_of(h, &h->b, p->body_b, p->shift_b);
    const fs_rel3 *centre = h->tick->w->body.centre;
    const fs_geometry3 shape_a = about_centre(&shapes->a.geometry, centre[p->body_a]),
                       shape_b = about_centre(&shapes->b.geometry, centre[p->body_b]);
    const fs_unit time = mean_time(h);
    if (is_turned_far(h, &h->a, &shape_a, time) || is_turned_far(h, &h->b, &shape_b, time))
        return false;
    fs__contact3_pair_set_poses(p, fs__motion3_pose(&a, time), fs__motion3_pose(&b, time));
    return true;
}

fs_rel fs__speculative3_separation_before(const struct fs__speculative3 *h, fs_unit3 normal, fs_rel3 arm_a,
                                          fs_rel3 arm_b, fs_rel separation)
{
    fs_rel closes = distance_of(h->tick, speed_at(&h->b, arm_b, normal) - speed_at(&h->a, arm_a, normal));
    return fs_sat32((int64_t)separation - fs_mul32_sym(closes, mean_time(h), FS_UNIT_FRAC));
}
