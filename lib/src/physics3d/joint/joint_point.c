/* joint_point.c: which ball joints have their rows made in lanes, and what these rows are made from; see joint_points.h.
 *
 * Joints with the ground are few and stay apart: all immovable bodies are one solver body, of one orientation. Joints of
 * small bodies on long arms, whose rows could leave their formats, stay apart too (joint_row.c has wider sums).
 */
#include <string.h>

#include "base/parallel_for.h"
#include "physics3d/joint/joint_point.h"
#include "physics3d/joint/joint_rows.h"
#include "physics3d/joint/joint_solver.h"

enum { CHUNK_BODIES = 64, CHUNK_BLOCKS = 4 }; /* fewer are not worth another thread */

enum { LINEAR_LOCKS = FS_BODY3_LOCK_X | FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z };

/* Bounds per axis: of arms and of the distance of the bodies, m. */
#define MAX_ARM (2 * FS_REL_ONE)
#define MAX_OFFSET (8 * FS_REL_ONE)

/* Bounds of K, and of K times the largest angular response of 1 m (1/m^2): arms that grow 2.7 times as far as an open joint
 * may stretch them still have responses below 128 1/m. */
enum { MAX_K = 16, MAX_K_TIMES_RATIO = 1 << 11, RATIO_FRAC = 46, COARSE_FRAC = 16 };

/* ---- memory --------------------------------------------------------------------------------------------------------- */

size_t fs__joint3_points_arena_size(size_t solver_bodies, size_t blocks)
{
    return FS_ARENA_BYTES(blocks * sizeof(struct fs__joint3_point_stage)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(fs__joint3_turn)) + FS_ARENA_BYTES(solver_bodies * sizeof(uint32_t));
}

bool fs__joint3_points_alloc(struct fs__solver3 *s, size_t blocks, fs_arena *arena)
{
    size_t bodies = s->tick->solver_body_count;
    s->joint_stage = fs_arena_take(arena, blocks * sizeof *s->joint_stage);
    s->joint_turn = fs_arena_take(arena, bodies * sizeof *s->joint_turn);
    s->joint_turned = fs_arena_take(arena, bodies * sizeof *s->joint_turned);
    return s->joint_stage != NULL && s->joint_turn != NULL && s->joint_turned != NULL;
}

/* ---- which joints --------------------------------------------------------------------------------------------------- */

static fs_rel3 arm_in_body(const struct fs_world3 *w, uint32_t body, fs_rel3 anchor)
{
    return fs_rel3_sub(anchor, w->body.centre[body]);
}

static fs_rel3 offset_of(const struct fs_world3 *w, uint32_t a, uint32_t b)
{
    return fs_pos3_sub_rel(w->body.pos[b], w->body.pos[a]);
}

static bool is_within(fs_rel3 v, fs_rel bound)
{
    return fs_abs32(v.x) <= bound && fs_abs32(v.y) <= bound && fs_abs32(v.z) <= bound;
}

/* The largest response to an arm of 1 m, 1/m^2, Q16. */
static uint64_t ratio_of(struct fs__ratio3 r)
{
    return (uint64_t)r.mantissa * (uint32_t)r.power >> (RATIO_FRAC - COARSE_FRAC);
}

/* For arms of at most 4 m and ratios of at most MAX_K_TIMES_RATIO. */
static bool is_well_scaled(const struct fs__pair3 *p, fs_rel3 arm_a, fs_rel3 arm_b)
{
    const uint64_t one = (uint64_t)1 << COARSE_FRAC, max = (uint64_t)MAX_K_TIMES_RATIO * one;
    uint64_t a = ratio_of(p->ratio_a), b = ratio_of(p->ratio_b);
    if (a > max || b > max)
        return false;
    uint64_t k = one + (a * (fs_rel3_length_sq(arm_a) >> FS_REL_FRAC) >> FS_REL_FRAC) +
                 (b * (fs_rel3_length_sq(arm_b) >> FS_REL_FRAC) >> FS_REL_FRAC);
    return k <= MAX_K * one && k * fs_max_u64(a, b) <= max << COARSE_FRAC;
}

bool fs__joint3_fits_lanes(const struct fs__solver3 *s, struct fs__pair3 *pair, uint32_t row, uint32_t a, uint32_t b)
{
    const struct fs_world3 *w = s->w;
    uint32_t body_a = w->joint.body_a[row], body_b = w->joint.body_b[row];
    fs_rel3 arm_a = arm_in_body(w, body_a, w->joint.anchor_a[row]),
            arm_b = arm_in_body(w, body_b, w->joint.anchor_b[row]);
    if (!fs__joint3_is_point(w, row) || a == FS__SOLVER3_STATIC_BODY || b == FS__SOLVER3_STATIC_BODY ||
        ((w->body.flags[body_a] | w->body.flags[body_b]) & LINEAR_LOCKS) != 0)
        return false;
    if (!is_within(arm_a, MAX_ARM) || !is_within(arm_b, MAX_ARM) ||
        !is_within(offset_of(w, body_a, body_b), MAX_OFFSET))
        return false;
    bool move_a = fs__solver3_is_movable(w, body_a), move_b = fs__solver3_is_movable(w, body_b);
    return is_well_scaled(fs__pair3_find(s, pair, a, move_a, b, move_b), arm_a, arm_b);
}

/* ---- stages --------------------------------------------------------------------------------------------------------- */

static void put_vector(fs__solver3_lanes3 to, unsigned k, int32_t x, int32_t y, int32_t z)
{
    to[0][k] = x;
    to[1][k] = y;
    to[2][k] = z;
}

static void put_rel3(fs__solver3_lanes3 to, unsigned k, fs_rel3 v)
{
    put_vector(to, k, v.x, v.y, v.z);
}

static void put_ratio(fs__solver3_lanes3 to, unsigned k, struct fs__ratio3 r)
{
    put_vector(to, k, r.mantissa, r.power, r.max_arm);
}

static fs_rel largest_of(fs_rel3 v)
{
    return fs_max32(fs_max32(fs_abs32(v.x), fs_abs32(v.y)), fs_abs32(v.z));
}

/* Lists the body among those whose orientation is needed. */
static void list_body(struct fs__solver3 *s, uint32_t m)
{
    if (s->joint_turn[m].flags != 0)
        return;
    s->joint_turn[m].flags = 1;
    s->joint_turned[s->joint_turned_count++] = m;
}

void fs__joint3_begin_points(struct fs__solver3 *s)
{
    s->joint_turned_count = 0;
    memset(s->joint_turn, 0, s->tick->solver_body_count * sizeof *s->joint_turn);
}

void fs__joint3_stage_point(struct fs__solver3 *s, const struct fs__joint3_slot *slot, uint32_t row,
                            const struct fs__pair3 *pair)
{
    const struct fs_world3 *w = s->w;
    struct fs__joint3_point_stage *to = &s->joint_stage[slot->slot / FS__SOLVER3_LANES];
    unsigned k = slot->slot % FS__SOLVER3_LANES;
    uint32_t body_a = w->joint.body_a[row], body_b = w->joint.body_b[row];
    fs_rel3 arm_a = arm_in_body(w, body_a, w->joint.anchor_a[row]),
            arm_b = arm_in_body(w, body_b, w->joint.anchor_b[row]);
    fs_mat3 frame = fs_mat3_from_quat(w->joint.frame_a[row]);
    put_rel3(to->arm_a, k, arm_a);
    put_rel3(to->arm_b, k, arm_b);
    put_rel3(to->offset, k, offset_of(w, body_a, body_b));
    put_vector(to->axis[0], k, frame.x.x, frame.y.x, frame.z.x);
    put_vector(to->axis[1], k, frame.x.y, frame.y.y, frame.z.y);
    put_vector(to->axis[2], k, frame.x.z, frame.y.z, frame.z.z);
    put_ratio(to->ratio_a, k, pair->ratio_a);
    put_ratio(to->ratio_b, k, pair->ratio_b);
    to->share_a[k] = pair->share_a;
    to->share_b[k] = pair->share_b;
    to->reach[k] = fs_max32(largest_of(arm_a), largest_of(arm_b));
    list_body(s, slot->a);
    list_body(s, slot->b);
}

/* ---- substeps ------------------------------------------------------------------------------------------------------- */

static void turn_body(struct fs__solver3 *s, uint32_t m)
{
    uint32_t row = s->tick->body_row[m];
    fs_quat rot = fs__joint3_pose_now(s, row, m).rot;
    fs_mat3 r = fs_mat3_from_quat(rot);
    struct fs__solver3_inertia inertia = fs__solver3_inertia_of(s->w, row, rot);
    fs__joint3_turn *t = &s->joint_turn[m];
    t->v = fs_vel3_make(r.x.x, r.x.y, r.x.z);
    t->w = fs_vel3_make(r.y.x, r.y.y, r.y.z);
    t->d = fs_rel3_make(inertia.m[0], inertia.m[1], inertia.m[2]);
    t->turned = fs_rel3_make(inertia.m[3], inertia.m[4], inertia.m[5]);
}

static void turn_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver3 *s = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        turn_body(s, s->joint_turned[i]);
}

struct points_job {
    struct fs__solver3 *s;
    uint32_t first;
};

static void make_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct points_job *job = work;
    struct fs__solver3 *s = job->s;
    (void)chunk;
    s->kernel->joints->make_points(s->joint_block + job->first + from, s->joint_stage + job->first + from, to - from,
                                   s->tick->solver_body, s->joint_turn);
}

void fs__joint3_make_points(struct fs__solver3 *s)
{
    const uint32_t *first = s->joint_colouring.first;
    uint32_t bodies = s->joint_turned_count;
    if (bodies == 0)
        return;
    fs__parallel_for(s->tasks, bodies, fs__parallel_for_chunks(s->tasks, bodies, CHUNK_BODIES), turn_some, s);
    for (uint32_t group = FS__JOINT3_POINTS; group < s->joint_colouring.overflow; group += FS__JOINT3_KINDS) {
        struct points_job job = { s, first[group] };
        uint32_t count = first[group + 1] - first[group];
        if (count > 0)
            fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BLOCKS), make_some, &job);
    }
}
