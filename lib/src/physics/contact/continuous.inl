/* continuous.inl: continuous collision: a fast body stops at its first time of impact.
 *
 * Template: included once by continuous.c of physics2d and of physics3d, which define
 *   struct tested_shape, load_tested(w, row, out): a shape about the centre of mass of its body (member `whole`);
 *     load_core(t), core_of(t), inner_of(t): its core, which may not pass through an obstacle, and a part of the core around
 *     an inner point;
 *   struct obstacle, load_obstacle(o, w, row, motion, fast), find_impact(o, shape, motion, overlap): a shape in the way and
 *     the first time at which another one comes near it; depends_on_fast(o): whether what is loaded depends on the fast body;
 *   stays_away(o, fast, extent): true where everything within `extent` of the centre of the fast body stays away from the
 *     obstacle for the whole tick; false where that is not found quickly;
 *   is_behind(o, fast): whether the obstacle is one-sided and does not stop the fast body;
 *   stop_velocity(world, row, pose, held): changes the velocities of a body before it is put back to that pose; held: at the start of
 *     the tick, by what cannot move;
 *   set_turn(motion, body), stop_turn(body, share), is_still(motion): what a motion knows of a rotation beside its two
 *     poses;
 *   is_tied(tick, m): whether other bodies must stop together with solver body m;
 *   stop_tied_bodies(tick, m, time): moves the bodies that must stop together with solver body m, m included, to where they
 *     were at that time, and sets their `stop`; false if m stops alone;
 *   path_length(from, to), rim_travel(tick, m, body): bounds for the move of the centre of mass (m, Q32.32) and for that of
 *     a point of the body about it (m, Q26).
 *
 * Fast dynamic bodies are stopped by bodies that no contact moves (static and kinematic ones), bullets by all bodies;
 * bullets are tested after all other bodies, in the order of their rows, each against the final poses of the rows before it.
 * Other fast bodies do not depend on each other, unless joints tie them; those that are tied are tested in the order of
 * their rows. A moving obstacle carries the body along for the rest of the tick, so that they still touch;
 * velocities are unchanged, the contact acts in the next tick. Shapes that overlap from the start are left to the contacts,
 * and so are obstacles that the core of a shape does not reach.
 */

#include "base/parallel_for.h"

/* Up to so many shapes of static and kinematic bodies are tested one by one, without the broad phase. */
enum { MAX_LISTED = 256 };

/* So many shapes of static and kinematic bodies, which do not move meanwhile, stay loaded, each in the place of its row
 * modulo this number. */
enum { MAX_LOADED = 16 };

struct loaded {
    uint32_t row1; /* row + 1; 0: none */
    struct obstacle obstacle;
};

/* Fewer fast bodies are not worth another thread. */
enum { CHUNK_FAST = 16 };

/* A body with a shape that may be too fast. */
struct listed {
    fs_pos travel; /* an upper bound for its move against the obstacles that stop it */
    uint32_t solver_row;
};

/* Of one thread; `rows` and `loaded` are its own. */
struct impacts {
    struct fs__worldN_tick *tick;
    struct fs_worldN *w;
    struct listed *fast; /* in the order of their rows */
    uint32_t fast_count;
    const uint32_t *fixed; /* shapes of static and kinematic bodies, ascending */
    uint32_t fixed_count;  /* MAX_LISTED + 1: more than fit; the broad phase is queried */
    uint32_t *rows;        /* shapes near the path of one body, ascending */
    struct loaded *loaded; /* MAX_LOADED */
    fs_pos max_roam;       /* upper bound of the move of a point of a kinematic body */
    fs_pos max_roam_all;   /* of any body */
};

/* A fast body, and the one of its shapes that is tested. */
struct fast_body {
    uint32_t solver_row, body, shape; /* solver_row: of tick->solver_body */
    struct fs__motionN motion;
    struct tested_shape tested;
    bool has_core;     /* of `tested` */
    bool bullet, slow; /* slow: no point moves farther than the body reaches */
};

/* ---- motions ------------------------------------------------------------------------------------------------ */

static struct fs__motionN motion_of(const struct fs__worldN_tick *tick, uint32_t body)
{
    const struct fs_worldN *w = tick->w;
    uint32_t m = tick->solver_index[body];
    struct fs__motionN motion = fs__motionN_still((fs_poseN){ w->body.pos[body], w->body.rot[body] });
    if (m != FS__SOLVERN_STATIC_BODY) {
        motion.from = tick->start_pose[m];
        motion.stop = tick->solver_body[m].stop;
        set_turn(&motion, &tick->solver_body[m]);
    }
    return motion;
}

static int64_t pos_of_rel(int64_t rel)
{
    return rel * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC));
}

/* An upper bound for the move of a point of the body in this tick. */
static fs_pos max_move(const struct fs__worldN_tick *tick, uint32_t m)
{
    const struct fs_worldN *w = tick->w;
    FS_ASSERT(m > 0 && m < tick->solver_body_count);
    uint32_t body = tick->body_row[m];
    fs_pos travel = path_length(tick->start_pose[m].pos, w->body.pos[body]);
    int64_t rim = rim_travel(tick, m, body);
    return fs_sat64_add(travel, pos_of_rel(rim));
}

/* ---- obstacles ---------------------------------------------------------------------------------------------- */

static bool is_fixed(const struct fs_worldN *w, uint32_t shape)
{
    return !fs__bodyN_is_dynamic(w, w->shape.body[shape]);
}

/* Returns how many of them there are, MAX_LISTED + 1 at most. */
static uint32_t list_fixed(const struct fs_worldN *w, uint32_t fixed[MAX_LISTED + 1])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < *w->shape.rows && n <= MAX_LISTED; i++)
        if (fs__worldN_row_live(w->shape.gen, i) && is_fixed(w, i))
            fixed[n++] = i;
    return n;
}

static fs_aabbN enlarge_aabb(fs_aabbN box, fs_pos by)
{
    const fs_posN around = fs__posN_uniform(by);
    return (fs_aabbN){ fs_posN_sub(box.low, around), fs_posN_add(box.high, around) };
}

/* The box of everything within `extent` of the path, enlarged by the moves of the obstacles. */
static fs_aabbN swept_aabb(const struct impacts *p, const struct fast_body *r, fs_rel extent)
{
    fs_aabbN box = { fs_posN_min(r->motion.from.pos, r->motion.to.pos),
                     fs_posN_max(r->motion.from.pos, r->motion.to.pos) };
    return enlarge_aabb(box, fs_sat64_add(pos_of_rel(extent), r->bullet ? p->max_roam_all : p->max_roam));
}

static fs_aabbN fat_box_of(const struct fs_worldN *w, uint32_t shape)
{
    return (fs_aabbN){ w->shape.fat_low[shape], w->shape.fat_high[shape] };
}

/* Lists in p->rows the shapes that may be near the path of the whole body; returns how many there are. */
static uint32_t list_near(struct impacts *p, const struct fast_body *r)
{
    const struct fs_worldN *w = p->w;
    fs_aabbN box = swept_aabb(p, r, w->body.extent[r->body]);
    uint32_t n = 0;
    if (!r->bullet && p->fixed_count <= MAX_LISTED) {
        for (uint32_t i = 0; i < p->fixed_count; i++)
            if (fs_aabbN_overlaps(fat_box_of(w, p->fixed[i]), box))
                p->rows[n++] = p->fixed[i];
        return n;
    }
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    uint32_t found = fs__broadphaseN_query(w->scratch->broad, &boxes, box, p->rows, boxes.count);
    for (uint32_t i = 0; i < found; i++)
        if (r->bullet || is_fixed(w, p->rows[i]))
            p->rows[n++] = p->rows[i];
    return n;
}

/* The time of the first touch, if the core passes through later. A shape that touches at or near the start and sinks in
 * slowly is left to the contacts until its core touches. Otherwise the separation of a body that turns about a point
 * of contact shrinks by one rounding step per tick. */
static fs_unit time_of_stop(fs_unit first, fs_unit deep, bool touching)
{
    bool slow = first < FS_UNIT_ONE / 16 && deep > first + FS_UNIT_ONE / 4;
    return touching || first == 0 || slow ? deep : fs_min32(first, deep);
}

static const struct obstacle *obstacle_at(const struct impacts *p, const struct fast_body *r, uint32_t row)
{
    struct loaded *loaded = &p->loaded[row % MAX_LOADED];
    if (loaded->row1 == row + 1)
        return &loaded->obstacle;
    load_obstacle(&loaded->obstacle, p->w, row, motion_of(p->tick, p->w->shape.body[row]), &r->motion);
    loaded->row1 = is_fixed(p->w, row) && !depends_on_fast(&loaded->obstacle) ? row + 1 : 0;
    return &loaded->obstacle;
}

/* The first time at which a part of the fast body comes near an obstacle. What touches at the start counts as overlap in a link of
 * a tree, which would hold up the whole of it: tick after tick where the contact takes the turning link for separating. So it does in
 * a slow body: a thin one that lies deep in the ground, put back tick after tick, would hang there. */
static fs_unit find_impact_of(const struct impacts *p, const struct obstacle *o, const struct fast_body *r,
                              const fs_geometryN *part, bool *overlap)
{
    fs_unit time = find_impact(o, part, &r->motion, overlap);
    *overlap |= time == 0 && (r->slow || is_tied(p->tick, r->solver_row));
    return time;
}

/* The time at which one shape stops the fast body; FS_UNIT_MAX: never. */
static fs_unit find_time_at(const struct impacts *p, struct fast_body *r, uint32_t row, fs_rel extent)
{
    const struct obstacle *o = obstacle_at(p, r, row);
    bool within, touching;
    if (is_behind(o, &r->motion) || stays_away(o, &r->motion, extent))
        return FS_UNIT_MAX;
    if (!r->has_core)
        load_core(&r->tested);
    r->has_core = true;
    fs_unit deep = find_impact_of(p, o, r, core_of(&r->tested), &within);
    if (within)
        deep = find_impact_of(p, o, r, inner_of(&r->tested), &within);
    if (deep == FS_UNIT_MAX || within)
        return FS_UNIT_MAX;
    fs_unit first = find_impact(o, &r->tested.whole, &r->motion, &touching);
    return time_of_stop(first, deep, touching);
}

static bool can_stop(const struct fs_worldN *w, const struct fast_body *r, uint32_t row)
{
    if (!fs__worldN_row_live(w->shape.gen, row) || (!r->bullet && !is_fixed(w, row)))
        return false;
    return ((w->shape.flags[row] | w->shape.flags[r->shape]) & FS_SHAPEN_SENSOR) == 0 &&
           fs__contactN_should_collide(w, row < r->shape ? row : r->shape, row < r->shape ? r->shape : row);
}

/* The earliest time of impact and its shape; ties go to the lower row. */
struct stop {
    fs_unit time;
    uint32_t shape;
};

/* The only shape of a body is as large as the body: the listed rows are those that it overlaps. */
static void find_stop(struct impacts *p, struct fast_body *r, uint32_t count, struct stop *stop)
{
    bool alone = fs__bodyN_next_shape(p->w, p->w->body.first_shape[r->body]) == 0;
    fs_rel extent = alone ? p->w->body.extent[r->body] : fs_geometryN_extent(&r->tested.whole, fs_relN_zero());
    fs_aabbN box = swept_aabb(p, r, extent);
    for (uint32_t i = 0; i < count; i++) {
        bool near = alone || fs_aabbN_overlaps(fat_box_of(p->w, p->rows[i]), box);
        if (!near || !can_stop(p->w, r, p->rows[i]))
            continue;
        fs_unit time = find_time_at(p, r, p->rows[i], extent);
        if (time < stop->time)
            *stop = (struct stop){ time, p->rows[i] };
    }
}

/* ---- fast bodies -------------------------------------------------------------------------------------------- */

/* A shape that moves less than a quarter of its thickness cannot get its core through anything in one tick. */
static bool is_too_fast(const struct fs_worldN *w, uint32_t shape, fs_pos travel)
{
    return travel > pos_of_rel(w->shape.thickness[shape]) / 4;
}

/* The first impact of the body. */
static struct stop find_first_stop(struct impacts *p, struct fast_body *r, fs_pos travel)
{
    struct fs_worldN *w = p->w;
    struct stop stop = { FS_UNIT_MAX, 0 };
    uint32_t count = list_near(p, r);
    for (uint32_t s1 = w->body.first_shape[r->body]; count > 0 && s1 != 0; s1 = fs__bodyN_next_shape(w, s1)) {
        r->shape = s1 - 1;
        if (!is_too_fast(w, r->shape, travel))
            continue;
        load_tested(w, r->shape, &r->tested);
        r->has_core = false;
        find_stop(p, r, count, &stop);
    }
    return stop;
}

/* A pose that moves with a body from one time to the end of the tick. */
static fs_poseN carry_pose(const struct fs__motionN *by, fs_unit time, fs_poseN pose)
{
    fs_poseN from = fs__motionN_pose(by, time);
    fs_rotN turn = fs_rotN_mul(by->to.rot, fs_rotN_conj(from.rot));
    pose.pos = fs_posN_add_rel(by->to.pos, fs_rotN_rel(turn, fs_posN_sub_rel(pose.pos, from.pos)));
    pose.rot = fs_rotN_normalise(fs_rotN_mul(turn, pose.rot));
    return pose;
}

/* at: where the body stops; its time is the share of its rotation in the tick that the body made. */
static void place_body(struct fs__worldN_tick *tick, const struct fast_body *r, fs_poseN pose, struct stop at,
                       fs_unit stop)
{
    struct fs__solverN_body *m = &tick->solver_body[r->solver_row];
    stop_velocity(tick->w, r->body, pose, at.time == 0 && is_fixed(tick->w, at.shape));
    tick->w->body.pos[r->body] = pose.pos;
    tick->w->body.rot[r->body] = pose.rot;
    stop_turn(m, at.time);
    m->stop = stop;
}

/* The body stops at its pose at that time, or moves along with the obstacle until fixed obstacles stop it. */
static void stop_body(struct impacts *p, struct fast_body *r, struct stop stop)
{
    FS_ASSERT(stop.time >= 0 && stop.time < FS_UNIT_ONE && stop.shape < *p->w->shape.rows);
    if (stop_tied_bodies(p->tick, r->solver_row, stop.time))
        return;
    struct fs__motionN by = motion_of(p->tick, p->w->shape.body[stop.shape]);
    fs_poseN pose = fs__motionN_pose(&r->motion, stop.time);
    if (stop.time >= by.stop || is_still(&by)) {
        place_body(p->tick, r, pose, stop, stop.time);
        return;
    }
    r->motion = (struct fs__motionN){ .from = pose, .to = carry_pose(&by, stop.time, pose), .stop = FS_UNIT_ONE };
    r->bullet = false;
    struct stop again = { FS_UNIT_MAX, 0 };
    if (!is_fixed(p->w, stop.shape))
        again = find_first_stop(p, r, FS_POS_MAX);
    place_body(p->tick, r, fs__motionN_pose(&r->motion, fs_min32(again.time, FS_UNIT_ONE)), stop, FS_UNIT_ONE);
}

static void test_body(struct impacts *p, const struct listed *e, bool bullet)
{
    struct fast_body r; /* the tested shape is loaded where it is needed */
    r.solver_row = e->solver_row;
    r.body = p->tick->body_row[e->solver_row];
    r.bullet = bullet;
    r.slow = e->travel <= pos_of_rel(p->w->body.extent[r.body]);
    r.motion = motion_of(p->tick, r.body);
    struct stop stop = find_first_stop(p, &r, e->travel);
    if (stop.time < FS_UNIT_ONE)
        stop_body(p, &r, stop);
}

/* Whether one of its shapes is too fast. */
static bool is_fast(const struct fs_worldN *w, uint32_t body, fs_pos travel)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__bodyN_next_shape(w, s1))
        if (is_too_fast(w, s1 - 1, travel))
            return true;
    return false;
}

/* A slow body may stand in the way of a fast kinematic one, so the largest move of those is added to its own. */
static void find_max_roam(struct impacts *p)
{
    for (uint32_t m = 1; m < p->tick->solver_body_count; m++)
        if (!fs__bodyN_is_dynamic(p->w, p->tick->body_row[m]))
            p->max_roam = fs_max64(p->max_roam, max_move(p->tick, m));
}

/* Any body may stand in the way of a bullet. */
static void find_max_roam_all(struct impacts *p)
{
    for (uint32_t m = 1; m < p->tick->solver_body_count; m++)
        p->max_roam_all = fs_max64(p->max_roam_all, max_move(p->tick, m));
}

static struct listed entry_of(const struct impacts *p, uint32_t m)
{
    return (struct listed){ fs_sat64_add(max_move(p->tick, m), p->max_roam), m };
}

static bool may_be_too_fast(const struct impacts *p, const struct listed *e)
{
    const fs_pos slow = FS_POS_ONE / 1024;
    return e->travel > slow && is_fast(p->w, p->tick->body_row[e->solver_row], e->travel);
}

/* Lists bullets, or all other fast bodies; returns how many dynamic bodies there are of the other kind. */
static uint32_t list_fast(struct impacts *p, bool bullets)
{
    const struct fs__worldN_tick *tick = p->tick;
    uint32_t others = 0;
    p->fast_count = 0;
    for (uint32_t body = 0; body < *p->w->body.rows; body++) {
        const uint32_t m = tick->solver_index[body];
        const bool bullet = (p->w->body.flags[body] & FS_BODYN_BULLET) != 0;
        if (m == FS__SOLVERN_STATIC_BODY || !fs__bodyN_is_dynamic(p->w, body))
            continue;
        others += bullet != bullets;
        if (bullet != bullets)
            continue;
        const struct listed e = entry_of(p, m);
        if (may_be_too_fast(p, &e))
            p->fast[p->fast_count++] = e;
    }
    return others;
}

static void use_loaded(struct impacts *p, struct loaded loaded[MAX_LOADED])
{
    p->loaded = loaded;
    for (unsigned i = 0; i < MAX_LOADED; i++)
        loaded[i].row1 = 0;
}

/* All, or those that are tied. A body that stopped with others is slower than it was when it was listed. */
static void test_in_order(struct impacts p, bool bullets, bool tied_only)
{
    struct loaded loaded[MAX_LOADED];
    use_loaded(&p, loaded);
    for (uint32_t i = 0; i < p.fast_count; i++) {
        if (tied_only && !is_tied(p.tick, p.fast[i].solver_row))
            continue;
        const struct listed now = entry_of(&p, p.fast[i].solver_row);
        if (may_be_too_fast(&p, &now))
            test_body(&p, &now, bullets);
    }
}

static void test_untied(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct impacts p = *(const struct impacts *)work;
    struct loaded loaded[MAX_LOADED];
    use_loaded(&p, loaded);
    p.rows += (size_t)chunk * *p.w->shape.rows;
    for (uint32_t i = from; i < to; i++)
        if (!is_tied(p.tick, p.fast[i].solver_row))
            test_body(&p, &p.fast[i], false);
}

/* Every chunk has a list of rows of its own, as far as there is memory. Returns the number of chunks. */
static uint32_t alloc_rows(struct impacts *p)
{
    const size_t bytes = *p->w->shape.rows * sizeof *p->rows;
    uint32_t chunks = fs__parallel_for_fine_chunks(p->w->tasks, p->fast_count, CHUNK_FAST);
    p->rows = fs_arena_take(&p->tick->arena, chunks * bytes);
    if (p->rows != NULL)
        return chunks;
    p->rows = fs_arena_take(&p->tick->arena, bytes);
    FS_ASSERT(p->rows != NULL);
    return 1;
}

static void stop_fast(struct impacts p, bool bullets)
{
    uint32_t fixed[MAX_LISTED + 1];
    if (p.fast_count == 0)
        return;
    const fs_arena before = p.tick->arena;
    const uint32_t chunks = alloc_rows(&p);
    p.fixed = fixed;
    p.fixed_count = list_fixed(p.w, fixed);
    if (bullets || p.fixed_count > MAX_LISTED)
        fs__worldN_sync_broadphase(p.w);
    if (!bullets)
        fs__parallel_for(p.w->tasks, p.fast_count, chunks, test_untied, &p);
    test_in_order(p, bullets, !bullets);
    p.tick->arena = before;
}

void fs__continuousN_run(struct fs__worldN_tick *tick)
{
    struct impacts p = { .tick = tick, .w = tick->w };
    const fs_arena before = tick->arena;
    if ((*tick->w->rules.flags & FS_WORLDN_CONTINUOUS) == 0)
        return;
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        tick->solver_body[m].stop = FS_UNIT_ONE;
    p.fast = fs_arena_take(&tick->arena, tick->solver_body_count * sizeof *p.fast);
    FS_ASSERT(p.fast != NULL);
    find_max_roam(&p);
    const uint32_t bullets = list_fast(&p, false);
    stop_fast(p, false);
    if (bullets > 0) {
        find_max_roam_all(&p);
        list_fast(&p, true);
        stop_fast(p, true);
    }
    tick->arena = before;
}
