/* speculative.c: contacts of fast bodies before they touch.
 *
 * Without them a fast body overlaps another one deeply at the next narrow phase, and pushing it out adds energy. So a fast
 * pair gets its constraint rows one tick earlier; the row of a point with positive separation lets the separation close
 * and no more. Two shapes whose straight paths meet within the tick get the manifold at the time of impact: its normal is
 * right, and a body that only passes by is not stopped. Of two bodies that fall side by side one may be stopped; without
 * restitution the row between them stops the other.
 */
#include "physics2d/dimension.h"

#include "physics2d/contact/speculative.h"
#include "physics/contact/mean_time.h"
#include "physics2d/body/material_pair.h"
#include "physics2d/geometry/geometry_math.h"
#include "physics2d/geometry/time_of_impact.h"
#include "physics/world/tick_parts.h"

/* Shapes of level 0 that overlap by no more than this (m) slide along each other, as over the joint of two pieces of ground. */
#define GRAZE FS__BODY2_FAST_DISTANCE
/* Farthest turn of a body until the time of impact (rad). */
#define MAX_TURN (FS_REL_ONE / 4)

static unsigned level_of(const struct fs__world2_tick *tick, uint32_t a, uint32_t b)
{
    return fs__body2_pair_level(&tick->snapshot[a], &tick->snapshot[b]);
}

/* Points closer than this get into a manifold (m). */
static fs_rel contact_margin(const struct fs__world2_tick *tick, uint32_t a, uint32_t b)
{
    return FS__CONTACT2_MARGIN >> level_of(tick, a, b);
}

/* ---- speeds --------------------------------------------------------------------------------------------------- */

/* An upper bound for the speed of the points of a body within `extent` of its centre. */
static int64_t speed_bound(const struct fs__speculative2_velocity *c, fs_rel extent)
{
    int64_t rim = fs_round_shift64((int64_t)fs_uabs32(c->angular_velocity) * extent, FS_REL_FRAC) + 1;
    return (int64_t)fs_uabs32(c->vel.x) + fs_uabs32(c->vel.y) + rim;
}

/* Speed along n of the point at an arm from the centre of mass. */
static int64_t speed_at(const struct fs__speculative2_velocity *c, fs_rel2 arm, fs_unit2 n)
{
    int64_t linear = fs_round_shift64_sym((int64_t)n.x * c->vel.x + (int64_t)n.y * c->vel.y, FS_UNIT_FRAC);
    int64_t lever = fs_round_shift64_sym((int64_t)arm.x * n.y - (int64_t)arm.y * n.x, FS_UNIT_FRAC);
    return linear + fs_round_shift64_sym(lever * c->angular_velocity, FS_REL_FRAC);
}

#include "physics/contact/speculative.inl"

/* ---- impact -------------------------------------------------------------------------------------------------- */

/* The rotation of a disc about the centre of mass does not matter. */
static struct fs__motion2 motion_of(const struct fs__speculative2 *h, const struct fs__speculative2_velocity *c,
                                    uint32_t body, fs_pos2 shift, const fs_geometry2 *shape)
{
    const struct fs__body2_snapshot *snapshot = &h->tick->snapshot[body];
    bool round = shape->count == 1 && fs_rel2_is_zero(shape->corner[0]);
    fs_pos2 pos = fs__shape2_shifted(snapshot->pos, shift);
    struct fs__motion2 m = { .from = { pos, snapshot->rot }, .to = { pos, snapshot->rot }, .stop = FS_UNIT_ONE };
    m.to.pos = fs_pos2_advance(pos, c->vel, fs__world2_rate(h->tick->w));
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
    unsigned level = level_of(h->tick, p->body_a, p->body_b);
    fs_unit time = find_impact(h->tick->snapshot[p->body_a].slow_levels <= level, GRAZE >> level, &shape_a, &a,
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

/* Where an awake body is 1/rate s later. */
static fs_pose2 pose_ahead(const struct fs__world2_tick *tick, uint32_t body, fs_pos2 shift, uint32_t rate)
{
    struct fs__speculative2_velocity v = velocity_of(tick, body);
    fs_pos2 pos = fs__shape2_shifted(tick->snapshot[body].pos, shift);
    return (fs_pose2){ fs_pos2_advance(pos, v.vel, rate),
                       fs_rot2_integrate(tick->snapshot[body].rot, v.angular_velocity, rate) };
}

bool fs__speculative2_is_turning(const struct fs__world2_tick *tick, uint32_t body, unsigned turn)
{
    FS_ASSERT(turn < FS_VEL_FRAC);
    return tick->snapshot[body].awake == 1 &&
           fs_uabs32(tick->w->body.angular_velocity[body]) >> (FS_VEL_FRAC - turn) > fs__world2_rate(tick->w);
}

/* Share of the tick: what is round rolls (physics/contact/mean_time.h); blocks on corners tip in time with the middle (1.2 % late
 * with the mean of 0.25 m, 0.9 % with the middle). */
static fs_unit acting_time(const struct fs_world2 *w, const struct fs__contact2_pair *p)
{
    bool round = (w->shape.radius[p->shape_a] | w->shape.radius[p->shape_b]) != 0;
    return round ? fs__mean_time(w->rules.substeps[0]) : FS_UNIT_ONE / 2;
}

void fs__speculative2_move_ahead(const struct fs__world2_tick *tick, struct fs__contact2_pair *p)
{
    const fs_unit time = acting_time(tick->w, p);
    if (time == 0)
        return;
    uint32_t rate = (uint32_t)fs_div64_round((int64_t)fs__world2_rate(tick->w) * FS_UNIT_ONE, time);
    fs__contact2_pair_set_poses(p, pose_ahead(tick, p->body_a, p->shift_a, rate),
                                pose_ahead(tick, p->body_b, p->shift_b, rate));
}
