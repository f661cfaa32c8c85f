/* speculative.c: contacts of fast bodies before they touch.
 *
 * Without them a fast body overlaps another one deeply at the next narrow phase, and pushing it out adds energy. So a fast
 * pair gets its constraint rows one tick earlier; the row of a point with positive separation lets the separation close
 * and no more. Two shapes whose straight paths meet within the tick get the manifold at the time of impact: its normal is
 * right, and a body that only passes by is not stopped. Of two bodies that fall side by side one may be stopped; without
 * restitution the row between them stops the other.
 */
#include "physics3d/contact/speculative.h"
#include "physics3d/body/material_pair.h"
#include "physics3d/body/surface.h"
#include "physics3d/contact/motion.h"

/* Shapes that overlap by no more than this (m) slide along each other, as over the joint of two pieces of ground. */
#define GRAZE FS__BODY3_FAST_DISTANCE
/* Farthest move of a pair to its time of impact (m); narrow_phase.c follows separations that far. */
#define MAX_ADVANCE (FS_REL_ONE + FS_REL_ONE / 2)
/* Farthest turn of a body until then (rad). */
#define MAX_TURN (FS_REL_ONE / 4)

/* ---- moves of a tick ------------------------------------------------------------------------------------------ */

/* The distance (m, Q5.26) that a speed (Q10.21) covers in a tick. */
static fs_rel distance_of(const struct fs__world3_tick *tick, int64_t speed)
{
    return fs_sat32(fs_div64_round(speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), *tick->w->world.hz));
}

static struct fs__speculative3_velocity velocity_of(const struct fs__world3_tick *tick, uint32_t body)
{
    const struct fs_body3_view *b = &tick->w->body;
    if (tick->snapshot[body].awake != 1)
        return (struct fs__speculative3_velocity){ .angular_velocity = { 0, 0, 0 } };
    return (struct fs__speculative3_velocity){ b->vel[body], b->angular_velocity[body] };
}

/* An upper bound for the speed of the points of a body within `extent` of its centre. */
static int64_t speed_bound(const struct fs__speculative3_velocity *c, fs_rel extent)
{
    int64_t rim = (int64_t)fs__body3_rim_speed(c->angular_velocity, extent) + 1;
    return (int64_t)fs_uabs32(c->vel.x) + fs_uabs32(c->vel.y) + fs_uabs32(c->vel.z) + rim;
}

/* False where contacts bounce or report hits: then speeds at the start of the tick count, and the other body must not be
 * stopped yet. */
static bool is_soft(const struct fs_world3 *w, const struct fs__contact3_pair *p)
{
    const fs_unit *restitution = w->material.restitution;
    uint16_t a = w->shape.material[p->shape_a], b = w->shape.material[p->shape_b];
    uint32_t row;
    fs_unit bounce = fs__material_pair3_lookup(w, a, b, &row) ? w->material_pair.restitution[row]
                                                              : restitution[a] | restitution[b];
    return bounce == 0 && (w->contact.flags[p->contact] & FS__CONTACT3_HITS) == 0;
}

struct fs__speculative3 fs__speculative3_init(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p)
{
    FS_ASSERT(tick->snapshot != NULL && p->body_a < *tick->w->body.rows && p->body_b < *tick->w->body.rows);
    struct fs__speculative3 h = { .tick = tick, .a = velocity_of(tick, p->body_a), .b = velocity_of(tick, p->body_b) };
    const struct fs__speculative3_velocity *a = &h.a, *b = &h.b;
    fs_rel extent_a = tick->snapshot[p->body_a].extent, extent_b = tick->snapshot[p->body_b].extent;
    const struct fs__speculative3_velocity between = { fs_vel3_sub(a->vel, b->vel), fs_vel3_zero() };
    int64_t most =
        speed_bound(&between, 0) +
        speed_bound(&(struct fs__speculative3_velocity){ .angular_velocity = a->angular_velocity }, extent_a) +
        speed_bound(&(struct fs__speculative3_velocity){ .angular_velocity = b->angular_velocity }, extent_b);
    h.soft = is_soft(tick->w, p);
    if (h.soft)
        most = fs_max64(most, fs_max64(speed_bound(a, extent_a), speed_bound(b, extent_b)));
    h.margin = FS__CONTACT3_MARGIN + fs_min32(distance_of(tick, most), MAX_ADVANCE);
    return h;
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* Speed along n of the point at an arm from the centre of mass. */
static int64_t speed_at(const struct fs__speculative3_velocity *c, fs_rel3 arm, fs_unit3 n)
{
    fs_rel3 lever = fs_rel3_cross_unit3(arm, n);
    return fs_round_shift64_sym(fs_unit3_dot_vel3(n, c->vel), FS_UNIT_FRAC) +
           fs_round_shift64_sym(fs_rel3_dot_vel3(lever, c->angular_velocity), FS_REL_FRAC);
}

/* How far a point closes in a tick (m), with both velocities and if one of the bodies stood still. */
struct closing {
    fs_rel both, alone;
};

static struct closing closing_of(const struct fs__speculative3 *h, const struct fs__contact3_pair *p, fs_unit3 n,
                                 fs_rel3 point)
{
    fs_rel3 arm = fs__contact3_pair_arm(h->tick->w, p, point);
    int64_t a = speed_at(&h->a, arm, n), b = -speed_at(&h->b, fs_rel3_sub(arm, p->anchor_offset), n);
    return (struct closing){ distance_of(h->tick, a + b), distance_of(h->tick, fs_max64(a, b)) };
}

static void keep_point(struct fs__manifold3 *m, unsigned i, unsigned *kept)
{
    FS_ASSERT(*kept <= i && i < m->count);
    m->point[*kept] = m->point[i];
    m->separation[*kept] = m->separation[i];
    m->id[*kept] = m->id[i];
    ++*kept;
}

bool fs__speculative3_filter_points(struct fs__speculative3 *h, const struct fs__contact3_pair *p,
                                    struct fs__manifold3 *m)
{
    fs_unit3 n = fs_quat_unit(p->rot_a, m->normal);
    bool near = false, closes_in = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t separation = m->separation[i];
        struct closing c = closing_of(h, p, n, m->point[i]);
        bool alone = h->soft && c.both <= separation && separation - c.alone <= FS__CONTACT3_MARGIN;
        if (separation - fs_max32(c.both, 0) > FS__CONTACT3_MARGIN && !alone)
            continue;
        near |= separation <= FS__CONTACT3_MARGIN;
        closes_in |= c.both > separation;
        keep_point(m, i, &kept);
    }
    m->count = (uint8_t)kept;
    h->separated = !near && !closes_in;
    return closes_in && !near;
}

/* A point that separates at those poses passed around the other body: it was never in front of the face nearest to it. */
void fs__speculative3_filter_advanced(struct fs__speculative3 *h, const struct fs__contact3_pair *p,
                                      struct fs__manifold3 *m)
{
    fs_unit3 n = fs_quat_unit(p->rot_a, m->normal);
    bool near = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t closes = closing_of(h, p, n, m->point[i]).both;
        if (closes <= 0 || m->separation[i] - closes > FS__CONTACT3_MARGIN)
            continue;
        near |= m->separation[i] <= FS__CONTACT3_MARGIN;
        keep_point(m, i, &kept);
    }
    m->count = near ? (uint8_t)kept : 0;
}

/* ---- impact -------------------------------------------------------------------------------------------------- */

static struct fs__motion3 motion_of(const struct fs__speculative3 *h, const struct fs__speculative3_velocity *c,
                                    uint32_t body, fs_pos3 shift)
{
    const struct fs__body3_snapshot *snapshot = &h->tick->snapshot[body];
    uint32_t hz = *h->tick->w->world.hz;
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

static bool is_turned_far(const struct fs__speculative3 *h, const struct fs__speculative3_velocity *c, fs_unit time)
{
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

static fs_unit find_impact_of(const struct fs__speculative3 *h, const struct fs__contact3_shapes *shapes,
                              const struct fs__contact3_pair *p, const struct pair_motion *m)
{
    const struct fs_world3 *w = h->tick->w;
    fs_geometry3 shape_a = about_centre(&shapes->a.geometry, w->body.centre[p->body_a]);
    fs_geometry3 shape_b = about_centre(&shapes->b.geometry, w->body.centre[p->body_b]);
    if (!p->has_surface)
        return find_impact(&shape_a, &m->a, &shape_b, &m->b, h->tick->snapshot[p->body_a].fast != 0);
    if (fs__shape3_is_surface(w, p->shape_a))
        return find_impact_on_surface(w, p->shape_a, &shape_b, &m->b);
    return find_impact_on_surface(w, p->shape_b, &shape_a, &m->a);
}

bool fs__speculative3_advance(const struct fs__speculative3 *h, const struct fs__contact3_shapes *shapes,
                              struct fs__contact3_pair *p)
{
    const struct pair_motion m = { motion_of(h, &h->a, p->body_a, p->shift_a),
                                   motion_of(h, &h->b, p->body_b, p->shift_b) };
    fs_unit time = find_impact_of(h, shapes, p, &m);
    struct fs__contact3_pair there = *p;
    if (is_turned_far(h, &h->a, time) || is_turned_far(h, &h->b, time))
        return false;
    fs__contact3_pair_set_poses(&there, fs__motion3_pose(&m.a, time), fs__motion3_pose(&m.b, time));
    fs_rel3 travel = fs_rel3_sub(there.anchor_offset, p->anchor_offset);
    if (is_far(travel.x) || is_far(travel.y) || is_far(travel.z))
        return false;
    *p = there;
    return true;
}
