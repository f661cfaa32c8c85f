/* continuous.c: continuous collision in space: the shapes and motions that continuous.inl tests. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/contact/motion.h"
#include "physics3d/joint/joint.h"
#include "physics3d/body/free_rotation.h"
#include "physics3d/solver/reference_pose.h"

/* ---- shapes -------------------------------------------------------------------------------------------------- */

struct tested_shape {
    fs_geometry3 whole, core, inner_ball;
    fs_hull3 core_hull; /* of the core of a hull */
};

static void load_tested(const struct fs_world3 *w, uint32_t row, struct tested_shape *out)
{
    out->whole = fs__shape3_about_centre(w, row);
}

static void load_core(struct tested_shape *t)
{
    t->core = fs__geometry3_core(&t->whole, &t->core_hull);
    t->inner_ball = fs__geometry3_inner_ball(&t->whole);
}

static const fs_geometry3 *core_of(const struct tested_shape *t)
{
    return &t->core;
}

static const fs_geometry3 *inner_of(const struct tested_shape *t)
{
    return &t->inner_ball;
}

struct obstacle {
    struct fs__obstacle3 o;
};

static void load_obstacle(struct obstacle *out, const struct fs_world3 *w, uint32_t row, struct fs__motion3 motion,
                          const struct fs__motion3 *fast)
{
    (void)fast;
    out->o = (struct fs__obstacle3){ .w = w, .shape = row, .is_large = fs__shape3_is_large(w, row), .motion = motion };
    if (!out->o.is_large)
        out->o.geometry = fs__shape3_about_centre(w, row);
}

static bool depends_on_fast(const struct obstacle *o)
{
    (void)o;
    return false;
}

static fs_unit find_impact(const struct obstacle *o, const fs_geometry3 *shape, const struct fs__motion3 *motion,
                           bool *overlap)
{
    return fs__motion3_find_impact(&o->o, shape, motion, overlap);
}

/* Every shape of space stops what comes from any side. */
static bool is_behind(const struct obstacle *o, const struct fs__motion3 *fast)
{
    (void)o, (void)fast;
    return false;
}

/* It covers the tolerance of times of impact and roundings (m). */
#define NEAR (FS_REL_ONE / 128)

/* At least the length. */
static int64_t way_of(fs_rel3 v)
{
    return (int64_t)fs_uabs32(v.x) + fs_uabs32(v.y) + fs_uabs32(v.z);
}

/* An upper bound of the angle between two rotations (rad, Q30): it is below pi times the vector part. */
static int64_t angle_between(fs_quat from, fs_quat to)
{
    fs_quat q = fs_quat_mul(to, fs_quat_conj(from));
    return 4 * ((int64_t)fs_uabs32(q.x) + fs_uabs32(q.y) + fs_uabs32(q.z));
}

/* Going by the faces of a box in the way, how far the centre of the fast body is in front of one at the start, and how far
 * that centre can move in the frame of the obstacle. */
static bool stays_away(const struct obstacle *obstacle, const struct fs__motion3 *fast, fs_rel extent)
{
    const struct fs__obstacle3 *o = &obstacle->o;
    const fs_geometry3 *g = &o->geometry;
    const struct fs__motion3 *by = &o->motion;
    if (o->is_large || g->kind != FS_GEOMETRY3_BOX)
        return false;
    fs_rel3 from = fs_transform3_between(by->from, fast->from).p;
    int64_t move = way_of(fs_pos3_sub_rel(fast->to.pos, fast->from.pos)) +
                   way_of(fs_pos3_sub_rel(by->to.pos, by->from.pos)),
            angle = angle_between(by->from.rot, by->to.rot);
    if (way_of(from) >= FS_REL_MAX / 2 || way_of(g->centre) >= FS_REL_MAX / 2 || move > FS_REL_ONE ||
        angle > FS_UNIT_ONE)
        return false;
    int64_t turn = fs_round_shift64(angle * (way_of(from) + move), FS_UNIT_FRAC);
    int64_t reach = move + turn + extent + NEAR;
    fs_rel3 at = fs_quat_rel(fs_quat_conj(g->rot), fs_rel3_sub(from, g->centre));
    return (int64_t)fs_uabs32(at.x) - g->half.x > reach || (int64_t)fs_uabs32(at.y) - g->half.y > reach ||
           (int64_t)fs_uabs32(at.z) - g->half.z > reach;
}

/* ---- motions ------------------------------------------------------------------------------------------------- */

/* A rotation goes the shorter way between two poses, which are all that is known of it. */
static void set_turn(struct fs__motion3 *motion, const struct fs__solver3_body *body)
{
    (void)motion, (void)body;
}

static void stop_turn(struct fs__solver3_body *body, fs_unit share)
{
    (void)body, (void)share;
}

static fs_vel3 half_of(fs_vel3 v)
{
    return fs_vel3_make(v.x / 2, v.y / 2, v.z / 2);
}

/* The speed along an axis (m/s) of a body that gravity (m/s^2) did not move by `missed` m. */
static fs_vel without_work(fs_vel v, fs_wide gravity, fs_pos missed)
{
    int64_t twice_work = fs_mul64(gravity, missed, FS_WIDE_FRAC + FS_POS_FRAC - 2 * FS_VEL_FRAC - 1),
            square = (int64_t)v * v;
    if (twice_work <= 0)
        return v;
    fs_vel left = square > twice_work ? (fs_vel)fs_isqrt64((uint64_t)(square - twice_work)) : 0;
    return v < 0 ? -left : left;
}

/* A body that stops does not fall on the rest of its way: with the speed that it has at the end of it, it would gain energy. */
static void take_back_work(struct fs_world3 *w, uint32_t row, fs_pos3 stop)
{
    const fs_wide3 g = w->rules.gravity[0];
    const fix16_t scale = w->body.gravity_scale[row];
    const fs_pos3 missed = fs_pos3_sub(w->body.pos[row], stop);
    fs_vel3 *v = &w->body.vel[row];
    v->x = without_work(v->x, fs_mul64(g.x, scale, FS_FIX16_FRAC), missed.x);
    v->y = without_work(v->y, fs_mul64(g.y, scale, FS_FIX16_FRAC), missed.y);
    v->z = without_work(v->z, fs_mul64(g.z, scale, FS_FIX16_FRAC), missed.z);
}

/* The angular velocity is that of the other orientation. A body that cannot move at all loses half of its velocities: a thin
 * one may spin so fast that its contact takes it for separating. */
static void stop_velocity(struct fs_world3 *w, uint32_t row, fs_pose3 to, bool held)
{
    struct fs_body3_view *b = &w->body;
    fs__solver3_turn_spin(w, row, to.rot);
    take_back_work(w, row, to.pos);
    if (held) {
        b->vel[row] = half_of(b->vel[row]);
        b->angular_velocity[row] = half_of(b->angular_velocity[row]);
    }
}

static bool is_still(const struct fs__motion3 *m)
{
    fs_quat a = m->from.rot, b = m->to.rot;
    return fs_pos3_eq(m->from.pos, m->to.pos) && ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z) | (a.w ^ b.w)) == 0;
}

static bool is_tied(const struct fs__world3_tick *tick, uint32_t m)
{
    return fs__direct3_is_in_tree(tick, m);
}

/* A link of a tree of joints that stopped alone would open its joints. */
static bool stop_tied_bodies(struct fs__world3_tick *tick, uint32_t m, fs_unit time)
{
    return fs__direct3_stop_tree(tick, m, time);
}

static fs_pos path_length(fs_pos3 from, fs_pos3 to)
{
    return fs_sat64_add(fs_sat64_from_mag(fs_absdiff64(from.x, to.x), false),
                        fs_sat64_add(fs_sat64_from_mag(fs_absdiff64(from.y, to.y), false),
                                     fs_sat64_from_mag(fs_absdiff64(from.z, to.z), false)));
}

/* The angle is at most twice the sum of the components of the rotation between the two poses. */
static int64_t rim_travel(const struct fs__world3_tick *tick, uint32_t m, uint32_t body)
{
    const struct fs_world3 *w = tick->w;
    fs_quat turn = fs_quat_mul(w->body.rot[body], fs_quat_conj(tick->start_pose[m].rot));
    uint64_t sum = (uint64_t)fs_uabs32(turn.x) + fs_uabs32(turn.y) + fs_uabs32(turn.z);
    return (int64_t)(sum * (uint32_t)w->body.extent[body] >> (FS_UNIT_FRAC - 1)) + 1;
}

#include "physics/contact/continuous.inl"
