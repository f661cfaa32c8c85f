/* continuous.c: continuous collision: a fast body stops at its first time of impact.
 *
 * Fast dynamic bodies are stopped by bodies that no contact moves (static and kinematic ones), bullets by all bodies;
 * bullets are tested after all other bodies. In both groups the rows ascend, and a row is tested against the final poses
 * of the rows before it. A moving obstacle carries the body along for the rest of the tick, so that they still touch;
 * velocities are unchanged, the contact acts in the next tick. Shapes that overlap from the start are left to the contacts, and so are obstacles that the core of
 * a shape does not reach (body/shape_core.c).
 */
#include "physics3d/body/body.h"
#include "physics3d/contact/motion.h"

/* Up to so many shapes of static and kinematic bodies are tested one by one, without the broad phase. */
enum { MAX_LISTED = 24 };

struct impacts {
    struct fs__world3_tick *tick;
    struct fs_world3 *w;
    bool ready;                     /* the members below are set */
    uint32_t fixed[MAX_LISTED + 1]; /* shapes of static and kinematic bodies, ascending */
    uint32_t fixed_count;           /* MAX_LISTED + 1: more than fit; the broad phase is queried */
    uint32_t *rows;                 /* result of the broad phase */
    fs_pos max_roam;                /* upper bound of the move of a point of a kinematic body */
    fs_pos max_roam_all;            /* of any body */
};

/* A fast body, and the one of its shapes that is tested. */
struct fast_body {
    uint32_t solver_row, body, shape; /* solver_row: of tick->solver_body */
    struct fs__motion3 motion;
    fs_geometry3 whole, core, inner_ball;
    fs_hull3 core_hull; /* of the core of a hull */
    bool bullet;
};

/* ---- motions ------------------------------------------------------------------------------------------------ */

static struct fs__motion3 motion_of(const struct fs__world3_tick *tick, uint32_t body)
{
    const struct fs_world3 *w = tick->w;
    uint32_t m = tick->solver_index[body];
    struct fs__motion3 motion = fs__motion3_still((fs_pose3){ w->body.pos[body], w->body.rot[body] });
    if (m != FS__SOLVER3_STATIC_BODY) {
        motion.from = tick->start_pose[m];
        motion.stop = tick->solver_body[m].stop;
    }
    return motion;
}

static int64_t pos_of_rel(int64_t rel)
{
    return rel * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC));
}

/* An upper bound for the move of a point of the body in this tick. */
static fs_pos max_move(const struct fs__world3_tick *tick, uint32_t m)
{
    const struct fs_world3 *w = tick->w;
    FS_ASSERT(m > 0 && m < tick->solver_body_count);
    uint32_t body = tick->body_row[m];
    fs_pos3 from = tick->start_pose[m].pos, to = w->body.pos[body];
    fs_quat turn = fs_quat_mul(w->body.rot[body], fs_quat_conj(tick->start_pose[m].rot));
    uint64_t sum = (uint64_t)fs_uabs32(turn.x) + fs_uabs32(turn.y) + fs_uabs32(turn.z);
    int64_t rim = (int64_t)(sum * (uint32_t)w->body.extent[body] >> (FS_UNIT_FRAC - 1)) + 1;
    fs_pos travel = fs_sat64_add(fs_sat64_from_mag(fs_absdiff64(from.x, to.x), false),
                                 fs_sat64_add(fs_sat64_from_mag(fs_absdiff64(from.y, to.y), false),
                                              fs_sat64_from_mag(fs_absdiff64(from.z, to.z), false)));
    return fs_sat64_add(travel, pos_of_rel(rim));
}

/* ---- obstacles ---------------------------------------------------------------------------------------------- */

static bool is_fixed(const struct fs_world3 *w, uint32_t shape)
{
    return !fs__body3_is_dynamic(w, w->shape.body[shape]);
}

static void prepare_obstacles(struct impacts *p)
{
    const struct fs_world3 *w = p->w;
    p->ready = true;
    p->rows = fs_arena_take(&p->tick->arena, (size_t)*w->shape.rows * sizeof *p->rows);
    FS_ASSERT(p->rows != NULL);
    for (uint32_t i = 0; i < *w->shape.rows && p->fixed_count <= MAX_LISTED; i++)
        if (fs__world3_row_live(w->shape.gen, i) && is_fixed(w, i))
            p->fixed[p->fixed_count++] = i;
    for (uint32_t m = 1; m < p->tick->solver_body_count; m++)
        p->max_roam_all = fs_max64(p->max_roam_all, max_move(p->tick, m));
}

static fs_aabb3 enlarge_aabb(fs_aabb3 box, fs_pos by)
{
    const fs_pos3 around = fs_pos3_make(by, by, by);
    return (fs_aabb3){ fs_pos3_sub(box.low, around), fs_pos3_add(box.high, around) };
}

/* The box of everything within `extent` of the path, enlarged by the moves of the obstacles. */
static fs_aabb3 swept_aabb(const struct impacts *p, const struct fast_body *r, fs_rel extent)
{
    fs_aabb3 box = { fs_pos3_min(r->motion.from.pos, r->motion.to.pos),
                     fs_pos3_max(r->motion.from.pos, r->motion.to.pos) };
    return enlarge_aabb(box, fs_sat64_add(pos_of_rel(extent), r->bullet ? p->max_roam_all : p->max_roam));
}

static const uint32_t *list_candidates(struct impacts *p, const struct fast_body *r, fs_aabb3 box, uint32_t *count)
{
    const struct fs_world3 *w = p->w;
    if (!r->bullet && p->fixed_count <= MAX_LISTED) {
        *count = p->fixed_count;
        return p->fixed;
    }
    struct fs__broadphase3_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows };
    fs__world3_sync_broadphase(w);
    *count = fs__broadphase3_query(w->scratch->broad, &boxes, box, p->rows, boxes.count);
    return p->rows;
}

/* The time of the first touch, if the core passes through later. A shape that touches at or near the start and sinks in
 * slowly is left to the contacts until its core touches. Otherwise the separation of a body that turns about a point
 * of contact shrinks by one rounding step per tick. */
static fs_unit time_of_stop(fs_unit first, fs_unit deep, bool touching)
{
    bool slow = first < FS_UNIT_ONE / 16 && deep > first + FS_UNIT_ONE / 4;
    return touching || first == 0 || slow ? deep : fs_min32(first, deep);
}

static struct fs__obstacle3 load_obstacle(const struct impacts *p, uint32_t row)
{
    const struct fs_world3 *w = p->w;
    struct fs__obstacle3 o = { .w = w, .shape = row, .is_large = fs__shape3_is_large(w, row) };
    o.motion = motion_of(p->tick, w->shape.body[row]);
    if (!o.is_large)
        o.geometry = fs__shape3_about_centre(w, row);
    return o;
}

/* The time at which one shape stops the fast body; FS_UNIT_MAX: never. */
static fs_unit find_time_at(const struct impacts *p, const struct fast_body *r, uint32_t row)
{
    const struct fs__obstacle3 o = load_obstacle(p, row);
    bool within, touching;
    fs_unit deep = fs__motion3_find_impact(&o, &r->core, &r->motion, &within);
    if (within)
        deep = fs__motion3_find_impact(&o, &r->inner_ball, &r->motion, &within);
    if (deep == FS_UNIT_MAX || within)
        return FS_UNIT_MAX;
    fs_unit first = fs__motion3_find_impact(&o, &r->whole, &r->motion, &touching);
    return time_of_stop(first, deep, touching);
}

static bool can_stop(const struct fs_world3 *w, const struct fast_body *r, uint32_t row)
{
    if (!fs__world3_row_live(w->shape.gen, row) || (!r->bullet && !is_fixed(w, row)))
        return false;
    return ((w->shape.flags[row] | w->shape.flags[r->shape]) & FS_SHAPE3_SENSOR) == 0 &&
           fs__contact3_should_collide(w, row < r->shape ? row : r->shape, row < r->shape ? r->shape : row);
}

/* The earliest time of impact and its shape; ties go to the lower row. */
struct stop {
    fs_unit time;
    uint32_t shape;
};

static void find_stop(struct impacts *p, const struct fast_body *r, struct stop *stop)
{
    fs_aabb3 box = swept_aabb(p, r, fs_geometry3_extent(&r->whole, fs_rel3_zero()));
    uint32_t count;
    const uint32_t *rows = list_candidates(p, r, box, &count);
    for (uint32_t i = 0; i < count; i++) {
        fs_aabb3 fat = { p->w->shape.fat_low[rows[i]], p->w->shape.fat_high[rows[i]] };
        if (!fs_aabb3_overlaps(fat, box) || !can_stop(p->w, r, rows[i]))
            continue;
        fs_unit time = find_time_at(p, r, rows[i]);
        if (time < stop->time)
            *stop = (struct stop){ time, rows[i] };
    }
}

/* ---- fast bodies -------------------------------------------------------------------------------------------- */

/* Whether an obstacle may be near the path of the whole body; true where that is not found quickly. */
static bool may_come_near(const struct impacts *p, const struct fast_body *r)
{
    if (r->bullet || p->fixed_count > MAX_LISTED)
        return true;
    fs_aabb3 box = swept_aabb(p, r, p->w->body.extent[r->body]);
    for (uint32_t i = 0; i < p->fixed_count; i++)
        if (fs_aabb3_overlaps((fs_aabb3){ p->w->shape.fat_low[p->fixed[i]], p->w->shape.fat_high[p->fixed[i]] }, box))
            return true;
    return false;
}

/* A shape that moves less than a quarter of its thickness cannot get its core through anything in one tick. */
static bool is_too_fast(const struct fs_world3 *w, uint32_t shape, fs_pos travel)
{
    return travel > pos_of_rel(w->shape.thickness[shape]) / 4;
}

/* The first impact of the body. */
static struct stop find_first_stop(struct impacts *p, struct fast_body *r, fs_pos travel)
{
    struct fs_world3 *w = p->w;
    struct stop stop = { FS_UNIT_MAX, 0 };
    for (uint32_t s1 = w->body.first_shape[r->body]; s1 != 0; s1 = fs__body3_next_shape(w, s1)) {
        r->shape = s1 - 1;
        if (!is_too_fast(w, r->shape, travel))
            continue;
        if (!p->ready)
            prepare_obstacles(p);
        if (!may_come_near(p, r))
            continue;
        r->whole = fs__shape3_about_centre(w, r->shape);
        r->core = fs__geometry3_core(&r->whole, &r->core_hull);
        r->inner_ball = fs__geometry3_inner_ball(&r->whole);
        find_stop(p, r, &stop);
    }
    return stop;
}

/* A pose that moves with a body from one time to the end of the tick. */
static fs_pose3 carry_pose(const struct fs__motion3 *by, fs_unit time, fs_pose3 pose)
{
    fs_pose3 from = fs__motion3_pose(by, time);
    fs_quat turn = fs_quat_mul(by->to.rot, fs_quat_conj(from.rot));
    pose.pos = fs_pos3_add_rel(by->to.pos, fs_quat_rel(turn, fs_pos3_sub_rel(pose.pos, from.pos)));
    pose.rot = fs_quat_normalise(fs_quat_mul(turn, pose.rot));
    return pose;
}

static void place_body(struct fs__world3_tick *tick, const struct fast_body *r, fs_pose3 pose, fs_unit stop)
{
    struct fs__solver3_body *m = &tick->solver_body[r->solver_row];
    tick->w->body.pos[r->body] = pose.pos;
    tick->w->body.rot[r->body] = pose.rot;
    m->stop = stop;
}

static bool is_still(const struct fs__motion3 *m)
{
    fs_quat a = m->from.rot, b = m->to.rot;
    return fs_pos3_eq(m->from.pos, m->to.pos) && ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z) | (a.w ^ b.w)) == 0;
}

/* The body stops at its pose at that time, or moves along with the obstacle until fixed obstacles stop it. */
static void stop_body(struct impacts *p, struct fast_body *r, struct stop stop)
{
    FS_ASSERT(stop.time >= 0 && stop.time < FS_UNIT_ONE && stop.shape < *p->w->shape.rows);
    struct fs__motion3 by = motion_of(p->tick, p->w->shape.body[stop.shape]);
    fs_pose3 pose = fs__motion3_pose(&r->motion, stop.time);
    if (stop.time >= by.stop || is_still(&by)) {
        place_body(p->tick, r, pose, stop.time);
        return;
    }
    r->motion = (struct fs__motion3){ .from = pose, .to = carry_pose(&by, stop.time, pose), .stop = FS_UNIT_ONE };
    r->bullet = false;
    struct stop again = { FS_UNIT_MAX, 0 };
    if (!is_fixed(p->w, stop.shape))
        again = find_first_stop(p, r, FS_POS_MAX);
    place_body(p->tick, r, fs__motion3_pose(&r->motion, fs_min32(again.time, FS_UNIT_ONE)), FS_UNIT_ONE);
}

static void test_body(struct impacts *p, uint32_t m, bool bullet, fs_pos travel)
{
    struct fast_body r;
    r.solver_row = m;
    r.body = p->tick->body_row[m];
    r.bullet = bullet;
    r.motion = motion_of(p->tick, r.body);
    struct stop stop = find_first_stop(p, &r, travel);
    if (stop.time < FS_UNIT_ONE)
        stop_body(p, &r, stop);
}

/* Whether one of its shapes is too fast. */
static bool is_fast(const struct fs_world3 *w, uint32_t body, fs_pos travel)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body3_next_shape(w, s1))
        if (is_too_fast(w, s1 - 1, travel))
            return true;
    return false;
}

/* A slow body may stand in the way of a fast kinematic one, so the largest move of those is added to its own. */
static void find_max_roam(struct impacts *p)
{
    for (uint32_t m = 1; m < p->tick->solver_body_count; m++)
        if (!fs__body3_is_dynamic(p->w, p->tick->body_row[m]))
            p->max_roam = fs_max64(p->max_roam, max_move(p->tick, m));
}

/* Stops bullets, or all other fast bodies; returns how many dynamic bodies there are of the other kind. */
static uint32_t test_all(struct impacts *p, bool bullets)
{
    const fs_pos slow = FS_POS_ONE / 1024;
    const struct fs__world3_tick *tick = p->tick;
    uint32_t others = 0;
    for (uint32_t body = 0; body < *p->w->body.rows; body++) {
        uint32_t m = tick->solver_index[body];
        bool bullet = (p->w->body.flags[body] & FS_BODY3_BULLET) != 0;
        if (m == FS__SOLVER3_STATIC_BODY || !fs__body3_is_dynamic(p->w, body))
            continue;
        others += bullet != bullets;
        fs_pos travel = bullet == bullets ? fs_sat64_add(max_move(tick, m), p->max_roam) : 0;
        if (travel > slow && is_fast(p->w, body, travel))
            test_body(p, m, bullet, travel);
    }
    return others;
}

void fs__continuous3_run(struct fs__world3_tick *tick)
{
    struct impacts p = { .tick = tick, .w = tick->w };
    fs_arena before = tick->arena;
    if ((*tick->w->rules.flags & FS_WORLD3_CONTINUOUS) == 0)
        return;
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        tick->solver_body[m].stop = FS_UNIT_ONE;
    find_max_roam(&p);
    if (test_all(&p, false) > 0)
        test_all(&p, true);
    tick->arena = before;
}
