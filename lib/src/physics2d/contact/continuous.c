/* continuous.c: continuous collision in the plane: the shapes and motions that continuous.inl tests. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/geometry/geometry_math.h"
#include "physics2d/geometry/time_of_impact.h"

/* ---- shapes -------------------------------------------------------------------------------------------------- */

void fs__shape2_geometry_about_centre(const struct fs_world2 *w, uint32_t row, fs_geometry2 *shape)
{
    fs_geometry2 stored;
    FS_ASSERT(!fs__shape2_is_large(w, row));
    fs__shape2_load_geometry(w, row, &stored);
    *shape = fs__geometry2_about(&stored, w->body.centre[w->shape.body[row]]);
}

struct tested_shape {
    fs_geometry2 whole;
    struct fs__toi2_core core;
};

static void load_tested(const struct fs_world2 *w, uint32_t row, struct tested_shape *out)
{
    fs__shape2_geometry_about_centre(w, row, &out->whole);
}

static void load_core(struct tested_shape *t)
{
    t->core = fs__toi2_core_init(&t->whole);
}

static const fs_geometry2 *core_of(const struct tested_shape *t)
{
    return &t->core.shape;
}

static const fs_geometry2 *inner_of(const struct tested_shape *t)
{
    return &t->core.inner_point;
}

/* A shape in the path of a fast body: about the centre of mass of its body, or large, in the frame of its static body. For a
 * large one `part` and `motion` are those around the start of the fast body. */
struct obstacle {
    fs_geometry2 part;
    struct fs__motion2 motion;
    bool is_large, is_one_sided;
    struct fs__large2 large;
    fs_pose2 pose;
};

static void load_obstacle(struct obstacle *o, const struct fs_world2 *w, uint32_t row, struct fs__motion2 motion,
                          const struct fs__motion2 *fast)
{
    o->is_large = fs__shape2_is_large(w, row);
    o->is_one_sided = (w->shape.flags[row] & FS_SHAPE2_ONE_SIDED) != 0;
    o->motion = motion;
    if (!o->is_large) {
        fs__shape2_geometry_about_centre(w, row, &o->part);
        return;
    }
    o->pose = fs__body2_origin_pose(w, w->shape.body[row]);
    fs__shape2_load_large(w, row, &o->large);
    fs_shape2_geometry_near(w, row, fast->from.pos, &o->part, &o->motion.from);
    o->motion.to = o->motion.from;
}

static bool depends_on_fast(const struct obstacle *o)
{
    return o->is_large;
}

static fs_unit find_impact(const struct obstacle *o, const fs_geometry2 *shape, const struct fs__motion2 *motion,
                           bool *overlap)
{
    return o->is_large ? fs__toi2_find_large(&o->large, o->pose, shape, motion, overlap)
                       : fs__toi2_find(&o->part, &o->motion, shape, motion, overlap);
}

/* One-sided ground stops only shapes that start in front of it and approach it. */
static bool is_behind(const struct obstacle *o, const struct fs__motion2 *fast)
{
    if (!o->is_one_sided)
        return false;
    fs_rel2 from = fs_frame2_between(o->motion.from, fast->from).p, to = fs_frame2_between(o->motion.to, fast->to).p;
    int64_t before = fs__geometry2_dot_difference(o->part.normal[0], from, o->part.corner[0]);
    return before < 0 || fs__geometry2_dot_difference(o->part.normal[0], to, o->part.corner[0]) >= before;
}

/* It covers the tolerance of times of impact and roundings (m). */
#define NEAR (FS_REL_ONE / 128)

/* At least the length. */
static int64_t way_of(fs_rel2 v)
{
    return (int64_t)fs_uabs32(v.x) + fs_uabs32(v.y);
}

/* Going by one face of the obstacle, how far the centre of the fast body is in front of it at the start, and how far that
 * centre can move in the frame of the obstacle. */
static bool stays_away(const struct obstacle *o, const struct fs__motion2 *fast, fs_rel extent)
{
    const fs_geometry2 *s = &o->part;
    if (o->is_large || s->count < 3)
        return false;
    fs_rel2 from = fs_frame2_between(o->motion.from, fast->from).p;
    int64_t move = way_of(fs_pos2_sub_rel(fast->to.pos, fast->from.pos)) +
                   way_of(fs_pos2_sub_rel(o->motion.to.pos, o->motion.from.pos));
    if (way_of(from) >= FS_REL_MAX || move > FS_REL_ONE)
        return false;
    int64_t turn = fs_round_shift64((int64_t)fs_uabs32(o->motion.turned) * (way_of(from) + move), FS_REL_FRAC);
    int64_t reach = move + turn + extent + s->radius + NEAR;
    for (unsigned i = 0; reach <= FS_REL_MAX && i < s->count; i++)
        if (fs__geometry2_dot_difference(s->normal[i], from, s->corner[i]) > reach << FS_UNIT_FRAC)
            return true;
    return false;
}

/* ---- motions ------------------------------------------------------------------------------------------------- */

static void set_turn(struct fs__motion2 *motion, const struct fs__solver2_body *body)
{
    motion->turned = body->turned;
}

static void stop_turn(struct fs__solver2_body *body, fs_unit share)
{
    body->turned = fs_mul32_sym(body->turned, share, FS_UNIT_FRAC);
}

/* The angular velocity of a plane does not depend on the orientation. */
static void stop_velocity(struct fs_world2 *w, uint32_t row, fs_pose2 to, bool held)
{
    (void)w, (void)row, (void)to, (void)held;
}

/* Joints of the plane are left to the solver. */
static bool is_tied(const struct fs__world2_tick *tick, uint32_t m)
{
    (void)tick, (void)m;
    return false;
}

static bool stop_tied_bodies(struct fs__world2_tick *tick, uint32_t m, fs_unit time)
{
    (void)tick, (void)m, (void)time;
    return false;
}

static bool is_still(const struct fs__motion2 *m)
{
    return m->turned == 0 && fs_pos2_eq(m->from.pos, m->to.pos);
}

static fs_pos path_length(fs_pos2 from, fs_pos2 to)
{
    return fs_sat64_add(fs_sat64_from_mag(fs_absdiff64(from.x, to.x), false),
                        fs_sat64_from_mag(fs_absdiff64(from.y, to.y), false));
}

/* A point of the body is never farther from its first place than two extents. */
static int64_t rim_travel(const struct fs__world2_tick *tick, uint32_t m, uint32_t body)
{
    fs_rel turned = fs_min32(fs_abs32(tick->solver_body[m].turned), 2 * FS_REL_ONE);
    return fs_round_shift64_sym((int64_t)turned * tick->w->body.extent[body], FS_REL_FRAC) + 1;
}

#include "physics/contact/continuous.inl"
