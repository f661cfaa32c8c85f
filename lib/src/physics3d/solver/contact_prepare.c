/* contact_prepare.c: computes the rows of all contacts at the start of a tick.
 *
 * Arms, responses and effective masses come from the manifold as it was made, in the axes of the world. Masses enter as
 * ratios, computed once per pair with exponents of their own. This file stages contacts eight at a time; the arithmetic
 * of a block is in contact_rows.h.
 */
#include <fixstep/trig.h>

#include "base/parallel_for.h"
#include "physics3d/body/body.h"
#include "physics3d/solver/contact_arms.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/solver/contact_surface.h"
#include "physics3d/solver/load_mass.h"
#include "physics3d/solver/pair_mass.h"
#include "physics/solver/contact_yield.h"
#include "physics/solver/push_out.h"

#define TWO_PI_Q30 INT64_C(6746518852)
#define SQRT2_Q30 INT64_C(1518500250)

/* A soft constraint: 1/s Q15.16, and shares Q1.30. */
struct softness {
    int32_t bias_rate, impulse_scale, mass_scale;
};

/* Contacts of bodies of 1/8 m extent or more have level 0; each halving of the extent is one level more. */
enum { SIZE_LEVELS = 5, LEVEL0_BITS = FS_REL_FRAC - 2 };

struct work {
    struct fs__solver3 *s;
    struct fs__pair3 pair;
    struct fs__surface3 surface;
    struct softness softness[2][SIZE_LEVELS]; /* [0] between movable bodies, [1] against an immovable one */
    bool warm, deep;
};

enum { GROUPS = FS__COLOURING_COLOURS * FS__SOLVER3_KINDS + 1 };

/* Initial state of each thread, and the thread of each group. */
struct schedule {
    struct work start;
    uint8_t owner[GROUPS];
    bool deep[FS__PARALLEL_FOR_MAX_CHUNKS]; /* by thread */
};

enum { CHUNK_CONTACTS = 64 }; /* fewer contacts are not worth another thread */

/* ---- pairs ------------------------------------------------------------------------------------------------------ */

static void stage_ratio(fs__solver3_lanes3 to, unsigned k, struct fs__ratio3 ratio)
{
    to[0][k] = ratio.mantissa;
    to[1][k] = ratio.power;
    to[2][k] = ratio.max_arm;
}

static void stage_inertia(fs__solver3_lanes to[6], unsigned k, const struct fs__solver3_inertia *inertia, bool moves)
{
    for (unsigned i = 0; i < 6; i++)
        to[i][k] = moves ? inertia->m[i] : 0;
}

static void stage_units(struct fs__solver3_stage *s, unsigned k, uint32_t a, uint32_t b)
{
    uint32_t larger = fs_max_u32(a, b);
    s->unit_a[k] = 1 << a;
    s->unit_b[k] = 1 << b;
    s->share_of_unit_a[k] = FS_UNIT_ONE >> (larger - a);
    s->share_of_unit_b[k] = FS_UNIT_ONE >> (larger - b);
    s->extra |= larger > 0 ? FS__SOLVER3_UNITS : 0;
}

static void stage_pair(struct fs__solver3_stage *s, unsigned k, const struct fs__pair3 *pair)
{
    s->share_a[k] = pair->share_a;
    s->share_b[k] = pair->share_b;
    s->max_lever[k] = pair->max_lever;
    stage_ratio(s->ratio_a, k, pair->ratio_a);
    stage_ratio(s->ratio_b, k, pair->ratio_b);
    stage_units(s, k, pair->a.unit, pair->b.unit);
}

/* ---- surfaces -------------------------------------------------------------------------------------------------- */

static const struct fs__surface3 *find_surface(struct work *work, uint16_t a, uint16_t b)
{
    struct fs__surface3 *f = &work->surface;
    if (!f->valid || f->a != a || f->b != b)
        fs__surface3_combine(work->s->w, a, b, f);
    return f;
}

static int32_t along(fs_vel3 v, fs_unit3 n)
{
    return fs_sat32(fs_round_shift64_sym(fs_vel3_dot_unit3(v, n), FS_UNIT_FRAC));
}

static void stage_tangent_speed(struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row, fs_unit3 n,
                                fs_unit3 t)
{
    const struct fs_contact3_view *c = &work->s->w->contact;
    fs_vel3 v = fs__surface3_velocity(work->s->w, c->shape_a[row], c->shape_b[row]);
    s->tangent_speed[0][k] = along(v, t);
    s->tangent_speed[1][k] = along(v, fs_unit3_cross(n, t));
}

static uint8_t extra_of(const struct fs__surface3 *f, unsigned points)
{
    return (uint8_t)((f->static_friction != f->dynamic_friction || f->moves ? FS__SOLVER3_SLIDING : 0) |
                     (f->restitution != 0 ? FS__SOLVER3_RESTITUTION : 0) |
                     (f->rolling > 0 ? FS__SOLVER3_ROLLING_RESISTANCE : 0) |
                     (points > 1 || f->spinning > 0 ? FS__SOLVER3_TWIST : 0) |
                     (f->cross_friction != FS_UNIT_ONE ? FS__SOLVER3_ANISOTROPIC : 0));
}

static void stage_surface(struct fs__solver3_stage *s, unsigned k, const struct fs__surface3 *f, unsigned points)
{
    s->static_friction[k] = f->static_friction;
    s->dynamic_friction[k] = f->dynamic_friction;
    s->cross_friction[k] = f->cross_friction;
    s->restitution[k] = f->restitution;
    s->rolling[k] = f->rolling;
    s->spinning[k] = f->spinning;
    s->tangent_speed[0][k] = s->tangent_speed[1][k] = 0;
    s->extra |= extra_of(f, points);
}

/* ---- one contact ----------------------------------------------------------------------------------------------- */

static void stage_vector(fs__solver3_lanes3 to, unsigned k, int32_t x, int32_t y, int32_t z)
{
    to[0][k] = x;
    to[1][k] = y;
    to[2][k] = z;
}

/* Unused points repeat the first one, so that the limits of the block do not change. */
static void stage_point(struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row,
                        const struct fs__contact3_turns *turn, unsigned i)
{
    const struct fs_contact_point3_view *c = &work->s->w->point;
    fs_rel max_separation = work->s->constants.max_separation;
    bool used = i < work->s->w->contact.count[row];
    size_t first = work->s->w->contact.first_point[row], at = first + (used ? i : 0);
    fs_rel separation = used ? work->s->tick->separation[row].point[i] : 0;
    fs_rel3 arm_a = fs__contact3_turn_arm(&turn->a, c->arm[at], c->separation[at]);
    fs_rel3 arm_b = fs__contact3_turn_arm(&turn->b, fs__rel3_wrapped_sub(c->arm[at], turn->offset), c->separation[at]);
    stage_vector(s->arm_a[i], k, arm_a.x, arm_a.y, arm_a.z);
    stage_vector(s->arm_b[i], k, arm_b.x, arm_b.y, arm_b.z);
    s->reach[i][k] = used ? 0 : -1;
    s->separation[i][k] = separation;
    s->separation_now[i][k] = fs_clamp32(separation, -max_separation, max_separation);
    s->impulse[i][k] = used && work->warm ? fs__solver3_load_impulse(work->s, c->impulse[at].x) : 0;
}

/* The mean of the points. Arms of large shapes are stored modulo 64 m, so differences from the first are averaged. */
static void stage_mean(fs__solver3_lanes3 middle, const fs__solver3_lanes3 *arm, unsigned points, unsigned k)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        int64_t sum = 0;
        int32_t first = arm[0][axis][k];
        for (unsigned i = 1; i < points; i++)
            sum += fs__rel_wrap((int64_t)arm[i][axis][k] - first);
        middle[axis][k] = fs__rel_wrap(first + fs_div64_round(sum, points));
    }
}

static void stage_middle(struct fs__solver3_stage *s, unsigned k, unsigned points,
                         const struct fs__contact3_turns *turn)
{
    stage_mean(s->middle_a, s->arm_a, points, k);
    if (turn->a.turned || turn->b.turned) {
        stage_mean(s->middle_b, s->arm_b, points, k);
        return;
    }
    s->middle_b[0][k] = fs__rel_wrap((int64_t)s->middle_a[0][k] - turn->offset.x);
    s->middle_b[1][k] = fs__rel_wrap((int64_t)s->middle_a[1][k] - turn->offset.y);
    s->middle_b[2][k] = fs__rel_wrap((int64_t)s->middle_a[2][k] - turn->offset.z);
}

/* Friction is stored with the points in equal parts. */
static void stage_impulses(const struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row, fs_unit3 n,
                           fs_unit3 t)
{
    const struct fs_contact3_view *c = &work->s->w->contact;
    const fs_vel3 *impulse = &work->s->w->point.impulse[work->s->w->contact.first_point[row]];
    const fs_vel3 rolling = c->rolling_impulse[row];
    int64_t first = 0, second = 0;
    for (unsigned i = 0; i < c->count[row]; i++) {
        first += impulse[i].y;
        second += impulse[i].z;
    }
    s->tangent_impulse[0][k] = work->warm ? fs__solver3_load_impulse(work->s, fs_sat32(first)) : 0;
    s->tangent_impulse[1][k] = work->warm ? fs__solver3_load_impulse(work->s, fs_sat32(second)) : 0;
    s->twist_impulse[k] = work->warm ? fs__solver3_load_impulse(work->s, c->spinning_impulse[row]) : 0;
    s->rolling_impulse[0][k] = work->warm ? fs__solver3_load_impulse(work->s, along(rolling, t)) : 0;
    s->rolling_impulse[1][k] = work->warm ? fs__solver3_load_impulse(work->s, along(rolling, fs_unit3_cross(n, t))) : 0;
}

static const struct softness *find_softness(const struct work *work, const struct fs__pair3 *p, bool immovable)
{
    int level = LEVEL0_BITS - fs_bit_width64((uint32_t)fs__pair3_smaller_extent(p));
    return &work->softness[immovable][fs_clamp32(level, 0, SIZE_LEVELS - 1)];
}

static void stage_softness(struct fs__solver3_stage *s, unsigned k, const struct softness *soft)
{
    s->mass_scale[k] = soft->mass_scale;
    s->bias_rate[k] = soft->bias_rate;
    s->impulse_scale[k] = soft->impulse_scale;
}

/* What a force gives in a substep (m/s, Q21) before its contacts are told of it; at 240 substeps/s 240 m/s^2. */
#define SUDDEN_GAIN FS_VEL_ONE

/* Whether the contact is the only one of each movable body. */
static bool is_alone(const struct work *work, const struct fs__solver3_stage *stage, unsigned k)
{
    const uint32_t *mark = work->s->body_mark;
    return ((stage->write_a >> k & 1u) == 0 || fs__contact_is_only(mark[stage->a[k]])) &&
           ((stage->write_b >> k & 1u) == 0 || fs__contact_is_only(mark[stage->b[k]]));
}

/* What the forces of a body give it along a direction in a substep (m/s, Q21). */
static int64_t gain_along(const struct work *work, int32_t solver_body, fs_unit3 n)
{
    const struct fs_body3_view *body = &work->s->w->body;
    uint32_t row = work->s->tick->body_row[solver_body];
    fs_wide3 force = body->force[row];
    if (fs_wide3_is_zero(force))
        return 0;
    int64_t along = fs_sat64_add(
        fs_sat64_add(fs_mul64(force.x, n.x, FS_UNIT_FRAC), fs_mul64(force.y, n.y, FS_UNIT_FRAC)),
        fs_mul64(force.z, n.z, FS_UNIT_FRAC));
    int64_t gain = fs_scaled_apply(fs__body3_loaded_inv_mass(work->s->w, row), along);
    return gain / (1 << (FS_WIDE_FRAC - FS_VEL_FRAC)) / work->s->rate.hz;
}

/* A force that begins or grows would meet rows that know nothing of it: points that are solved one after the other share it
 * unequally, and turn a light body that is pressed against a heavy one by hundreds of times its weight. So a contact without
 * neighbours begins with equal parts of what is missing. */
static void predict_load(const struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row)
{
    const unsigned count = work->s->w->contact.count[row];
    const fs_unit3 n = work->s->w->contact.normal[row];
    int64_t sum = 0, gain = 0;
    if ((s->write_a >> k & 1u) != 0)
        gain += gain_along(work, s->a[k], n);
    if ((s->write_b >> k & 1u) != 0)
        gain -= gain_along(work, s->b[k], n);
    for (unsigned i = 0; i < count; i++)
        sum += s->impulse[i][k];
    if (!work->warm || gain < SUDDEN_GAIN || sum >= gain)
        return;
    for (unsigned i = 0; i < count; i++)
        if (s->separation[i][k] >= gain / work->s->rate.hz * (1 << (FS_REL_FRAC - FS_VEL_FRAC)))
            return;
    for (unsigned i = 0; i < count; i++)
        s->impulse[i][k] = fs_sat32(s->impulse[i][k] + (gain - sum) / count);
}

/* Of a contact without neighbours. */
static void limit_yield(const struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row,
                        const struct fs__pair3 *pair)
{
    fs_vel load = 0;
    for (unsigned i = 0; i < work->s->w->contact.count[row]; i++)
        load = fs_max32(load, s->impulse[i][k]);
    s->impulse_scale[k] = fs__contact_limit_yield(s->impulse_scale[k], s->bias_rate[k], fs__pair3_smaller_extent(pair),
                                                  -work->s->constants.min_bias_velocity, load);
}

static void stage_masses(struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t row)
{
    bool move_a = (s->write_a >> k & 1) != 0, move_b = (s->write_b >> k & 1) != 0;
    uint32_t a = (uint32_t)s->a[k], b = (uint32_t)s->b[k];
    const struct fs__pair3 *pair = fs__pair3_find(work->s, &work->pair, a, move_a, b, move_b);
    stage_pair(s, k, pair);
    stage_inertia(s->inertia_a, k, &work->s->inertia[a], move_a);
    stage_inertia(s->inertia_b, k, &work->s->inertia[b], move_b);
    stage_softness(s, k, find_softness(work, pair, !(move_a && move_b)));
    if (!is_alone(work, s, k))
        return;
    predict_load(work, s, k, row);
    limit_yield(work, s, k, row, pair);
}

static fs_rel deepest_of(const struct fs__solver3_stage *s, unsigned k, unsigned points)
{
    fs_rel deepest = s->separation_now[0][k];
    for (unsigned i = 1; i < points; i++)
        deepest = fs_min32(deepest, s->separation_now[i][k]);
    return deepest;
}

/* Joints would be torn by what pushes out one of their bodies, and what carries a load would sink under it. */
static bool is_bound(const struct work *work, uint8_t movable, int32_t body, unsigned k)
{
    const struct fs_world3 *w = work->s->w;
    if ((movable >> k & 1u) == 0)
        return false;
    uint32_t row = work->s->tick->body_row[body];
    return w->body.first_joint[row] != 0 || fs__body3_load_shift(w, row) != 0;
}

/* Deep overlap is rigid in the passes that give velocities. */
static void stage_push_out(struct work *work, struct fs__solver3_stage *s, unsigned k, fs_rel deepest)
{
    s->push_rate[k] = 0;
    if (!fs__push_out_is_deep(deepest, s->bias_rate[k]) || is_bound(work, s->write_a, s->a[k], k) ||
        is_bound(work, s->write_b, s->b[k], k))
        return;
    s->push_rate[k] = s->bias_rate[k];
    s->bias_rate[k] = s->impulse_scale[k] = 0;
    s->mass_scale[k] = FS_UNIT_ONE;
    s->extra |= FS__SOLVER3_PUSH_OUT;
    work->deep = true;
}

static void stage_contact(struct work *work, struct fs__solver3_stage *s, unsigned k, uint32_t at, unsigned points)
{
    const struct fs_world3 *w = work->s->w;
    const struct fs_contact3_view *c = &w->contact;
    uint32_t row = work->s->tick->contact[at], shape_a = c->shape_a[row], shape_b = c->shape_b[row];
    const struct fs__surface3 *f = find_surface(work, w->shape.material[shape_a], w->shape.material[shape_b]);
    const fs_unit3 n = c->normal[row];
    struct fs__contact3_turns turn;
    fs_unit3 t;
    fs__surface3_tangent(w, f, shape_a, shape_b, n, &t);
    fs__contact3_find_turns(work->s, row, (uint32_t)s->a[k], (uint32_t)s->b[k], &turn);
    stage_vector(s->normal, k, n.x, n.y, n.z);
    stage_vector(s->tangent, k, t.x, t.y, t.z);
    for (unsigned i = 0; i < points; i++)
        stage_point(work, s, k, row, &turn, i);
    stage_middle(s, k, c->count[row], &turn);
    stage_impulses(work, s, k, row, n, t);
    stage_masses(work, s, k, row);
    stage_push_out(work, s, k, deepest_of(s, k, points));
    stage_surface(s, k, f, c->count[row]);
    if (f->moves)
        stage_tangent_speed(work, s, k, row, n, t);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static void lock_share(struct fs__solver3_block *r, unsigned k, bool of_b, uint16_t flags)
{
    const uint16_t lock[3] = { FS_BODY3_LOCK_X, FS_BODY3_LOCK_Y, FS_BODY3_LOCK_Z };
    for (unsigned d = 0; d < 3; d++)
        for (unsigned axis = 0; axis < 3; axis++)
            if ((flags & lock[axis]) != 0)
                (of_b ? r->direction[d].b : r->direction[d].a)[axis][k] = 0;
}

/* Impulses do not change the velocity along a locked axis. */
static void lock_axes(const struct fs__solver3 *s, struct fs__solver3_block *r)
{
    const uint16_t locks = FS_BODY3_LOCK_X | FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z;
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        uint16_t a = (r->write_a >> k & 1) != 0 ? s->w->body.flags[s->tick->body_row[r->a[k]]] : 0;
        uint16_t b = (r->write_b >> k & 1) != 0 ? s->w->body.flags[s->tick->body_row[r->b[k]]] : 0;
        if (((a | b) & locks) == 0)
            continue;
        lock_share(r, k, false, a);
        lock_share(r, k, true, b);
    }
}

static void stage_bodies(const struct fs__solver3 *s, struct fs__solver3_stage *stage, unsigned k,
                         const struct fs__solver3_contact_slot *p)
{
    bool move_a = fs__colouring_is_movable(&s->colouring, p->a), move_b = fs__colouring_is_movable(&s->colouring, p->b);
    stage->a[k] = (int32_t)p->a;
    stage->b[k] = (int32_t)p->b;
    stage->used = (uint8_t)(stage->used | 1u << k);
    stage->write_a = (uint8_t)(stage->write_a | (unsigned)move_a << k);
    stage->write_b = (uint8_t)(stage->write_b | (unsigned)move_b << k);
}

static const uint8_t points_of_kind[FS__SOLVER3_KINDS] = { 4, 2, 1 };
_Static_assert(FS__COLOURING_COLOURS *FS__SOLVER3_KINDS % FS__SOLVER3_KINDS == 0, "the overflow group has kind 0");

/* Stages the `nth` contact of its group. */
static void add_contact(struct work *work, uint32_t i, uint32_t group, uint32_t nth)
{
    struct fs__solver3 *s = work->s;
    uint32_t left = s->colouring.size[group] - nth;
    unsigned k = nth % FS__SOLVER3_LANES, kind = group % FS__SOLVER3_KINDS; /* the overflow group has kind 0 */
    struct fs__solver3_block *r = &s->block[s->colouring.first[group] + nth / FS__SOLVER3_LANES];
    struct fs__solver3_stage *stage = &s->stage[group];
    if (k == 0) {
        stage->used = stage->write_a = stage->write_b = stage->extra = 0;
        if (left < FS__SOLVER3_LANES)
            *stage = (struct fs__solver3_stage){ .a = { 0 } };
    }
    stage_bodies(s, stage, k, &s->contact_slot[i]);
    stage->index[k] = (int32_t)s->batch_order[i];
    s->contact_slot[i].slot = s->colouring.first[group] * FS__SOLVER3_LANES + nth;
    stage_contact(work, stage, k, s->batch_order[i], points_of_kind[kind]);
    if (k == FS__SOLVER3_LANES - 1 || left == 1) {
        s->kernel->prepare[kind](r, stage, s->tick->solver_body);
        lock_axes(s, r);
    }
}

/* Contacts are staged in the order of the batch: the contact table is then read once and in order, and one block per
 * group is open. Each thread has groups of its own. */
static void add_contacts(void *common, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct schedule *schedule = common;
    struct work work = schedule->start;
    uint32_t next[GROUPS] = { 0 };
    (void)from, (void)to;
    for (uint32_t i = 0; i < work.s->contact_count; i++) {
        uint32_t group = work.s->group[i];
        if (schedule->owner[group] == chunk)
            add_contact(&work, i, group, next[group]++);
    }
    schedule->deep[chunk] = work.deep;
}

/* Assigns each group to the thread with the smallest load. */
static void assign_groups(struct schedule *schedule, uint32_t chunks)
{
    uint32_t load[FS__PARALLEL_FOR_MAX_CHUNKS] = { 0 };
    for (uint32_t group = 0; group < GROUPS; group++) {
        uint32_t least = 0;
        for (uint32_t p = 1; p < chunks; p++)
            least = load[p] < load[least] ? p : least;
        schedule->owner[group] = (uint8_t)least;
        load[least] += schedule->start.s->colouring.size[group];
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* Sets the softness of a frequency (Hz, Q15.16) and damping ratio: E. Catto, "Soft constraints" (2011). The angle per
 * substep and all values derived from it are Q30. */
static struct softness softness_of(const struct work *work, int64_t hertz)
{
    int64_t damping = (int64_t)work->s->w->rules.contact_damping_ratio[0] * (1 << (FS_UNIT_FRAC - FS_FIX16_FRAC));
    int64_t angle = fs_div64_round(fs_round_shift64_sym(TWO_PI_Q30 * hertz, FS_FIX16_FRAC), work->s->rate.hz);
    int64_t damped = 2 * damping + angle;
    int64_t stiff = fs_mul64(angle, damped, FS_UNIT_FRAC);
    int64_t spring = fs_muldiv64(FS_UNIT_ONE, FS_UNIT_ONE, FS_UNIT_ONE + stiff);
    int64_t omega = fs_round_shift64_sym(TWO_PI_Q30 * hertz, FS_UNIT_FRAC); /* Q16 */
    if (hertz == 0)
        spring = 0; /* without a frequency overlap is not pushed apart */
    return (struct softness){ fs_sat32(fs_muldiv64(omega, FS_UNIT_ONE, fs_max64(damped, 1))), (int32_t)spring,
                              (int32_t)(FS_UNIT_ONE - spring) };
}

/* A loaded contact yields by its load over the square of the frequency, in metres. So that small bodies yield by the
 * same share of their size, the frequency grows with the square root of 1 / extent, up to a quarter of the substep
 * rate. */
static void set_softness(struct work *work, unsigned against, int64_t hertz)
{
    int64_t stiffest = fs_max64(hertz, (int64_t)work->s->rate.hz << (FS_FIX16_FRAC - 2));
    for (unsigned level = 0; level < SIZE_LEVELS; level++) {
        int64_t grown = (level % 2 != 0 ? fs_mul64(hertz, SQRT2_Q30, FS_UNIT_FRAC) : hertz) * (1 << level / 2);
        work->softness[against][level] = softness_of(work, fs_min64(grown, stiffest));
    }
}

/* The share of the substep rate that the frequency of contacts between large bodies may have: with a quarter towers of sixty
 * boxes tremble, and fall after some minutes. */
enum { STIFFEST_SHARE = 5 };

void fs__solver3_prepare_contacts(struct fs__solver3 *s)
{
    const struct fs_physics3_view *rules = &s->w->rules;
    uint32_t chunks = fs__parallel_for_chunks(s->tasks, s->contact_count, CHUNK_CONTACTS);
    struct schedule schedule = { .start = { .s = s } };
    struct work *work = &schedule.start;
    work->warm = (rules->flags[0] & FS_WORLD3_WARM_START) != 0;
    int64_t hertz = fs_min64((int64_t)rules->contact_hertz[0] * s->parts,
                             ((int64_t)s->rate.hz << FS_FIX16_FRAC) / STIFFEST_SHARE);
    set_softness(work, 0, s->biased ? hertz : 0);
    set_softness(work, 1, s->biased ? 2 * hertz : 0);
    assign_groups(&schedule, chunks);
    fs__parallel_for(s->tasks, chunks, chunks, add_contacts, &schedule);
    s->deep = false;
    for (uint32_t i = 0; i < chunks; i++)
        s->deep |= schedule.deep[i];
}
