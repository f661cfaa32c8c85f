/* speculative.c: contacts of fast bodies before they touch.
 *
 * What falls fast is deep inside another body when it is next looked at. Pushing it out again lifts it, and all that
 * lies on it: energy from nothing. So a fast pair gets its rows one tick earlier, and a row of a point that is still
 * apart lets the distance be closed and no more. Two shapes whose straight ways meet within the tick get the manifold
 * of where they meet: its normal is right, and what only passes by is not held up. Of two that fall side by side one
 * may be stopped; where nothing bounces, the row between them stops the other.
 */
#include "physics2d/contact/speculative.h"
#include "physics2d/body/material_pair.h"
#include "physics2d/geometry/geometry_math.h"
#include "physics2d/geometry/time_of_impact.h"

/* What meets no deeper than this slides along (m): over the joint of two pieces of ground, say. */
#define GRAZE FS__BODY2_FAST_DISTANCE
/* Farther ahead nothing is looked for (m): separations are followed that far (world_touch.c). */
#define MOST_AHEAD (FS_REL_ONE + FS_REL_ONE / 2)
/* Nor what turns farther until it meets (rad). */
#define MOST_TURN (FS_REL_ONE / 4)

/* ---- ways of a tick ------------------------------------------------------------------------------------------- */

/* A speed (Q21) as the way of a tick. */
static fs_rel way_of(const struct fs__world2_tick *tick, int64_t speed)
{
    return fs_sat32(fs_div64_round(speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), *tick->w->world.hz));
}

static struct fs__speculative2_velocity course_of(const struct fs__world2_tick *tick, uint32_t body)
{
    const struct fs_body2_view *b = &tick->w->body;
    if (tick->snapshot[body].awake != 1)
        return (struct fs__speculative2_velocity){ .angular_velocity = 0 };
    return (struct fs__speculative2_velocity){ b->vel[body], b->angular_velocity[body] };
}

/* No point of a body with this course is faster. */
static int64_t speed_bound(const struct fs__speculative2_velocity *c, fs_rel extent)
{
    int64_t rim = fs_round_shift64((int64_t)fs_uabs32(c->angular_velocity) * extent, FS_REL_FRAC) + 1;
    return (int64_t)fs_uabs32(c->vel.x) + fs_uabs32(c->vel.y) + rim;
}

/* Where contacts bounce or hits are told, speeds at the start of the tick count: the other body may not be stopped yet. */
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
    struct fs__speculative2 h = { .tick = tick, .a = course_of(tick, p->body_a), .b = course_of(tick, p->body_b) };
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
    h.margin = FS__CONTACT2_MARGIN + fs_min32(way_of(tick, most), MOST_AHEAD);
    return h;
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* Along n, of the end of an arm. */
static int64_t speed_at(const struct fs__speculative2_velocity *c, fs_rel2 arm, fs_unit2 n)
{
    int64_t linear = fs_round_shift64_sym((int64_t)n.x * c->vel.x + (int64_t)n.y * c->vel.y, FS_UNIT_FRAC);
    int64_t lever = fs_round_shift64_sym((int64_t)arm.x * n.y - (int64_t)arm.y * n.x, FS_UNIT_FRAC);
    return linear + fs_round_shift64_sym(lever * c->angular_velocity, FS_REL_FRAC);
}

/* How far a point closes in a tick, by itself and if one of the bodies stood still. */
struct closing {
    fs_rel both, alone;
};

static struct closing closing_of(const struct fs__speculative2 *h, const struct fs__contact2_pair *p, fs_unit2 n,
                                 fs_rel2 point)
{
    fs_rel2 arm = fs__contact2_pair_arm(h->tick->w, p, point);
    int64_t a = speed_at(&h->a, arm, n), b = -speed_at(&h->b, fs_rel2_sub(arm, p->anchor_offset), n);
    return (struct closing){ way_of(h->tick, a + b), way_of(h->tick, fs_max64(a, b)) };
}

static void keep_point(struct fs__manifold2 *m, unsigned i, unsigned *kept)
{
    m->point[*kept] = m->point[i];
    m->separation[*kept] = m->separation[i];
    m->id[*kept] = m->id[i];
    ++*kept;
}

bool fs__speculative2_filter_points(struct fs__speculative2 *h, const struct fs__contact2_pair *p,
                                    struct fs__manifold2 *m)
{
    fs_unit2 n = fs_rot2_unit(p->rot_a, m->normal);
    bool near = false, meets = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t gap = m->separation[i];
        struct closing c = closing_of(h, p, n, m->point[i]);
        bool alone = h->soft && c.both <= gap && gap - c.alone <= FS__CONTACT2_MARGIN;
        if (gap - fs_max32(c.both, 0) > FS__CONTACT2_MARGIN && !alone)
            continue;
        near |= gap <= FS__CONTACT2_MARGIN;
        meets |= c.both > gap;
        keep_point(m, i, &kept);
    }
    m->count = (uint8_t)kept;
    h->separated = !near && !meets;
    return meets && !near;
}

/* What parts there came around the other body, and was never in front of the face that is nearest there. */
void fs__speculative2_filter_advanced(struct fs__speculative2 *h, const struct fs__contact2_pair *p,
                                      struct fs__manifold2 *m)
{
    fs_unit2 n = fs_rot2_unit(p->rot_a, m->normal);
    bool near = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t closes = closing_of(h, p, n, m->point[i]).both;
        if (closes <= 0 || m->separation[i] - closes > FS__CONTACT2_MARGIN)
            continue;
        near |= m->separation[i] <= FS__CONTACT2_MARGIN;
        keep_point(m, i, &kept);
    }
    m->count = near ? (uint8_t)kept : 0;
}

/* ---- meeting -------------------------------------------------------------------------------------------------- */

/* A disc about the centre of mass looks the same however it is turned. */
static struct fs__toi2_motion motion_of(const struct fs__speculative2 *h, const struct fs__speculative2_velocity *c,
                                        uint32_t body, fs_pos2 shift, const fs_geometry2 *shape)
{
    const struct fs__body2_snapshot *seen = &h->tick->snapshot[body];
    bool round = shape->count == 1 && fs_rel2_is_zero(shape->corner[0]);
    fs_pos2 pos = fs__shape2_shifted(seen->pos, shift);
    struct fs__toi2_motion m = { .from = { pos, seen->rot }, .to = { pos, seen->rot }, .stop = FS_UNIT_ONE };
    m.to.pos = fs_pos2_advance(pos, c->vel, *h->tick->w->world.hz);
    m.turned = round ? 0 : way_of(h->tick, c->angular_velocity);
    /* The last moment but one: what is asked for the last is `to` itself. */
    m.to.rot = fs__toi2_motion_pose(&m, FS_UNIT_ONE - 1).rot;
    return m;
}

/* When they meet; the end of the tick when they do not, or only graze: what slides must not catch on the joint of two
 * pieces of ground. Discs have no such faces. */
static fs_unit time_of(bool fast_a, const fs_geometry2 *shape_a, const struct fs__toi2_motion *a,
                       const fs_geometry2 *shape_b, const struct fs__toi2_motion *b)
{
    bool overlap;
    if (shape_a->count > 1 || shape_b->count > 1) {
        const fs_geometry2 *fast = fast_a ? shape_a : shape_b;
        fs_geometry2 inside = fs__geometry2_shrink(fast, fs_min32(fs__geometry2_thickness(fast) / 2, GRAZE));
        if (fs__toi2_find(fast_a ? &inside : shape_a, a, fast_a ? shape_b : &inside, b, &overlap) == FS_UNIT_MAX)
            return FS_UNIT_ONE;
    }
    return fs_min32(fs__toi2_find(shape_a, a, shape_b, b, &overlap), FS_UNIT_ONE);
}

static bool turns_far(const struct fs__toi2_motion *m, fs_unit time)
{
    return fs_abs32(fs_mul32_sym(m->turned, time, FS_UNIT_FRAC)) > MOST_TURN;
}

bool fs__speculative2_advance(const struct fs__speculative2 *h, const struct fs__contact2_shapes *shapes,
                              struct fs__contact2_pair *p)
{
    const fs_rel2 *centre = h->tick->w->body.centre;
    fs_geometry2 shape_a = fs__geometry2_about(&shapes->a.geometry, centre[p->body_a]);
    fs_geometry2 shape_b = fs__geometry2_about(&shapes->b.geometry, centre[p->body_b]);
    struct fs__toi2_motion a = motion_of(h, &h->a, p->body_a, p->shift_a, &shape_a);
    struct fs__toi2_motion b = motion_of(h, &h->b, p->body_b, p->shift_b, &shape_b);
    fs_unit time = time_of(h->tick->snapshot[p->body_a].fast != 0, &shape_a, &a, &shape_b, &b);
    struct fs__contact2_pair there = *p;
    if (turns_far(&a, time) || turns_far(&b, time))
        return false;
    fs__contact2_pair_set_poses(&there, fs__toi2_motion_pose(&a, time), fs__toi2_motion_pose(&b, time));
    fs_rel2 way = fs_rel2_sub(there.anchor_offset, p->anchor_offset);
    if (fs_abs32(way.x) > MOST_AHEAD || fs_abs32(way.y) > MOST_AHEAD)
        return false;
    *p = there;
    return true;
}
