/* speculative.c: contacts of fast bodies before they touch.
 *
 * Without them a fast body overlaps another one deeply at the next narrow phase, and pushing it out adds energy. So a fast
 * pair gets its constraint rows one tick earlier; the row of a point with positive separation lets the separation close
 * and no more. Two shapes whose straight paths meet within the tick get the manifold at the time of impact: its normal is
 * right, and a body that only passes by is not stopped. Of two bodies that fall side by side one may be stopped; without
 * restitution the row between them stops the other.
 */
#include "physics2d/contact/speculative.h"
#include "physics2d/body/material_pair.h"
#include "physics2d/geometry/geometry_math.h"
#include "physics2d/geometry/time_of_impact.h"

/* Shapes of level 0 that overlap by no more than this (m) slide along each other, as over the joint of two pieces of ground. */
#define GRAZE FS__BODY2_FAST_DISTANCE
/* Farthest move of a pair to its time of impact (m); narrow_phase.c follows separations that far. */
#define MAX_ADVANCE (FS_REL_ONE + FS_REL_ONE / 2)
/* Farthest turn of a body until then (rad). */
#define MAX_TURN (FS_REL_ONE / 4)

/* Points closer than this get into a manifold (m). */
static fs_rel contact_margin(const struct fs__speculative2 *h)
{
    return FS__CONTACT2_MARGIN >> h->level;
}

/* ---- moves of a tick ------------------------------------------------------------------------------------------ */

/* The distance (m, Q5.26) that a speed (Q10.21) covers in a tick. */
static fs_rel distance_of(const struct fs__world2_tick *tick, int64_t speed)
{
    return fs_sat32(fs_div64_round(speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), *tick->w->world.hz));
}

static struct fs__speculative2_velocity velocity_of(const struct fs__world2_tick *tick, uint32_t body)
{
    const struct fs_body2_view *b = &tick->w->body;
    if (tick->snapshot[body].awake != 1)
        return (struct fs__speculative2_velocity){ .angular_velocity = 0 };
    return (struct fs__speculative2_velocity){ b->vel[body], b->angular_velocity[body] };
}

/* An upper bound for the speed of the points of a body within `extent` of its centre. */
static int64_t speed_bound(const struct fs__speculative2_velocity *c, fs_rel extent)
{
    int64_t rim = fs_round_shift64((int64_t)fs_uabs32(c->angular_velocity) * extent, FS_REL_FRAC) + 1;
    return (int64_t)fs_uabs32(c->vel.x) + fs_uabs32(c->vel.y) + rim;
}

/* False where contacts bounce or report hits: then speeds at the start of the tick count, and the other body must not be
 * stopped yet. */
static bool is_soft(const struct fs_world2 *w, const struct fs__contact2_pair *p)
{
    const fs_unit *restitution = w->material.restitution;
    uint16_t a = w->shape.material[p->shape_a], b = w->shape.material[p->shape_b];
    uint32_t row;
    fs_unit bounce = fs__material_pair2_lookup(w, a, b, &row) ? w->material_pair.restitution[row]
                                                              : restitution[a] | restitution[b];
    return bounce == 0 && (w->contact.flags[p->contact] & FS__CONTACT2_HITS) == 0;
}

struct fs__speculative2 fs__speculative2_init(const struct fs__world2_tick *tick, const struct fs__contact2_pair *p)
{
    FS_ASSERT(tick->snapshot != NULL && p->body_a < *tick->w->body.rows && p->body_b < *tick->w->body.rows);
    struct fs__speculative2 h = { .tick = tick, .a = velocity_of(tick, p->body_a), .b = velocity_of(tick, p->body_b) };
    const struct fs__speculative2_velocity *a = &h.a, *b = &h.b;
    fs_rel extent_a = tick->snapshot[p->body_a].extent, extent_b = tick->snapshot[p->body_b].extent;
    const struct fs__speculative2_velocity between = { fs_vel2_sub(a->vel, b->vel), 0 };
    int64_t most =
        speed_bound(&between, 0) +
        speed_bound(&(struct fs__speculative2_velocity){ .angular_velocity = a->angular_velocity }, extent_a) +
        speed_bound(&(struct fs__speculative2_velocity){ .angular_velocity = b->angular_velocity }, extent_b);
    h.soft = is_soft(tick->w, p);
    if (h.soft)
        most = fs_max64(most, fs_max64(speed_bound(a, extent_a), speed_bound(b, extent_b)));
    h.level = fs__body2_pair_level(&tick->snapshot[p->body_a], &tick->snapshot[p->body_b]);
    h.margin = contact_margin(&h) + fs_min32(distance_of(tick, most), MAX_ADVANCE);
    return h;
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* Speed along n of the point at an arm from the centre of mass. */
static int64_t speed_at(const struct fs__speculative2_velocity *c, fs_rel2 arm, fs_unit2 n)
{
    int64_t linear = fs_round_shift64_sym((int64_t)n.x * c->vel.x + (int64_t)n.y * c->vel.y, FS_UNIT_FRAC);
    int64_t lever = fs_round_shift64_sym((int64_t)arm.x * n.y - (int64_t)arm.y * n.x, FS_UNIT_FRAC);
    return linear + fs_round_shift64_sym(lever * c->angular_velocity, FS_REL_FRAC);
}

/* How far a point closes in a tick (m), with both velocities and if one of the bodies stood still. */
struct closing {
    fs_rel both, alone;
};

static struct closing closing_of(const struct fs__speculative2 *h, const struct fs__contact2_pair *p, fs_unit2 n,
                                 fs_rel2 point)
{
    fs_rel2 arm = fs__contact2_pair_arm(h->tick->w, p, point);
    int64_t a = speed_at(&h->a, arm, n), b = -speed_at(&h->b, fs_rel2_sub(arm, p->anchor_offset), n);
    return (struct closing){ distance_of(h->tick, a + b), distance_of(h->tick, fs_max64(a, b)) };
}

/* How far a blow on one point may let another one close in a tick: a rod that meets the ground with one end swings down
 * with the other, faster than it fell. */
static int64_t reach_of(const struct fs__speculative2 *h, const struct fs__contact2_pair *p, fs_unit2 n,
                        const struct fs__manifold2 *m)
{
    int64_t most = 0;
    for (unsigned i = 0; i < m->count; i++)
        most = fs_max64(most, closing_of(h, p, n, m->point[i]).both);
    return 2 * most;
}

static void keep_point(struct fs__manifold2 *m, unsigned i, unsigned *kept)
{
    FS_ASSERT(*kept <= i && i < m->count);
    m->point[*kept] = m->point[i];
    m->separation[*kept] = m->separation[i];
    m->id[*kept] = m->id[i];
    ++*kept;
}

bool fs__speculative2_filter_points(struct fs__speculative2 *h, const struct fs__contact2_pair *p,
                                    struct fs__manifold2 *m)
{
    fs_unit2 n = fs_rot2_unit(p->rot_a, m->normal);
    bool near = false, closes_in = false;
    int64_t reach = reach_of(h, p, n, m);
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t separation = m->separation[i];
        struct closing c = closing_of(h, p, n, m->point[i]);
        bool alone = h->soft && c.both <= separation && separation - c.alone <= contact_margin(h);
        if (separation - reach > contact_margin(h) && !alone)
            continue;
        near |= separation <= contact_margin(h);
        closes_in |= c.both > separation;
        keep_point(m, i, &kept);
    }
    m->count = (uint8_t)kept;
    h->separated = !near && !closes_in;
    return closes_in && !near;
}

/* A point that separates at those poses passed around the other body: it was never in front of the face nearest to it. */
void fs__speculative2_filter_advanced(struct fs__speculative2 *h, const struct fs__contact2_pair *p,
                                      struct fs__manifold2 *m)
{
    fs_unit2 n = fs_rot2_unit(p->rot_a, m->normal);
    bool near = false;
    int64_t reach = reach_of(h, p, n, m);
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        if (reach == 0 || m->separation[i] - reach > contact_margin(h))
            continue;
        near |= m->separation[i] <= contact_margin(h);
        keep_point(m, i, &kept);
    }
    m->count = near ? (uint8_t)kept : 0;
}

/* ---- impact -------------------------------------------------------------------------------------------------- */

/* The rotation of a disc about the centre of mass does not matter. */
static struct fs__motion2 motion_of(const struct fs__speculative2 *h, const struct fs__speculative2_velocity *c,
                                    uint32_t body, fs_pos2 shift, const fs_geometry2 *shape)
{
    const struct fs__body2_snapshot *snapshot = &h->tick->snapshot[body];
    bool round = shape->count == 1 && fs_rel2_is_zero(shape->corner[0]);
    fs_pos2 pos = fs__shape2_shifted(snapshot->pos, shift);
    struct fs__motion2 m = { .from = { pos, snapshot->rot }, .to = { pos, snapshot->rot }, .stop = FS_UNIT_ONE };
    m.to.pos = fs_pos2_advance(pos, c->vel, *h->tick->w->world.hz);
    m.turned = round ? 0 : distance_of(h->tick, c->angular_velocity);
    /* One step of time before the end: the pose at the end is `to` itself. */
    m.to.rot = fs__motion2_pose(&m, FS_UNIT_ONE - 1).rot;
    return m;
}

/* The time of impact; the end of the tick without one, or when they only graze: a body that slides must not catch on the
 * joint of two pieces of ground. Discs have no faces that could catch. */
static fs_unit find_impact(bool fast_a, fs_rel graze, const fs_geometry2 *shape_a, const struct fs__motion2 *a,
                           const fs_geometry2 *shape_b, const struct fs__motion2 *b)
{
    bool overlap;
    if (shape_a->count > 1 || shape_b->count > 1) {
        const fs_geometry2 *fast = fast_a ? shape_a : shape_b;
        fs_geometry2 inside = fs__geometry2_shrink(fast, fs_min32(fs__geometry2_thickness(fast) / 2, graze));
        if (fs__toi2_find(fast_a ? &inside : shape_a, a, fast_a ? shape_b : &inside, b, &overlap) == FS_UNIT_MAX)
            return FS_UNIT_ONE;
    }
    return fs_min32(fs__toi2_find(shape_a, a, shape_b, b, &overlap), FS_UNIT_ONE);
}

static bool is_turned_far(const struct fs__motion2 *m, fs_unit time)
{
    return fs_abs32(fs_mul32_sym(m->turned, time, FS_UNIT_FRAC)) > MAX_TURN;
}

bool fs__speculative2_advance(const struct fs__speculative2 *h, const struct fs__contact2_shapes *shapes,
                              struct fs__contact2_pair *p)
{
    const fs_rel2 *centre = h->tick->w->body.centre;
    fs_geometry2 shape_a = fs__geometry2_about(&shapes->a.geometry, centre[p->body_a]);
    fs_geometry2 shape_b = fs__geometry2_about(&shapes->b.geometry, centre[p->body_b]);
    struct fs__motion2 a = motion_of(h, &h->a, p->body_a, p->shift_a, &shape_a);
    struct fs__motion2 b = motion_of(h, &h->b, p->body_b, p->shift_b, &shape_b);
    fs_unit time = find_impact(h->tick->snapshot[p->body_a].slow_levels <= h->level, GRAZE >> h->level, &shape_a, &a,
                               &shape_b, &b);
    struct fs__contact2_pair there = *p;
    if (is_turned_far(&a, time) || is_turned_far(&b, time))
        return false;
    fs__contact2_pair_set_poses(&there, fs__motion2_pose(&a, time), fs__motion2_pose(&b, time));
    fs_rel2 travel = fs_rel2_sub(there.anchor_offset, p->anchor_offset);
    if (fs_abs32(travel.x) > MAX_ADVANCE || fs_abs32(travel.y) > MAX_ADVANCE)
        return false;
    *p = there;
    return true;
}

static fs_pose2 pose_half_way(const struct fs__world2_tick *tick, uint32_t body, fs_pos2 shift)
{
    struct fs__speculative2_velocity v = velocity_of(tick, body);
    fs_pos2 pos = fs__shape2_shifted(tick->snapshot[body].pos, shift);
    uint32_t rate = 2 * *tick->w->world.hz;
    return (fs_pose2){ fs_pos2_advance(pos, v.vel, rate),
                       fs_rot2_integrate(tick->snapshot[body].rot, v.angular_velocity, rate) };
}

bool fs__speculative2_is_turning(const struct fs__world2_tick *tick, uint32_t body, unsigned turn)
{
    FS_ASSERT(turn < FS_VEL_FRAC);
    return tick->snapshot[body].awake == 1 &&
           fs_uabs32(tick->w->body.angular_velocity[body]) >> (FS_VEL_FRAC - turn) > *tick->w->world.hz;
}

void fs__speculative2_advance_half(const struct fs__world2_tick *tick, struct fs__contact2_pair *p)
{
    fs__contact2_pair_set_poses(p, pose_half_way(tick, p->body_a, p->shift_a),
                                pose_half_way(tick, p->body_b, p->shift_b));
}
