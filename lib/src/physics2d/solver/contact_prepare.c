/* contact_prepare.c: computes the rows of all contacts at the start of a tick.
 *
 * Arms, responses and effective masses come from the manifold as it was made, in the axes of the world. Masses enter as
 * ratios, computed once per pair with exponents of their own. This file stages contacts eight at a time; the arithmetic
 * of a block is in contact_rows.h. Responses that exceed their format are limited before the effective masses are
 * computed from them, so that a row is always consistent with itself.
 */
#include <fixstep/trig.h>

#include "physics2d/geometry/geometry_math.h"
#include "base/inline.h"
#include "base/parallel_for.h"
#include "base/prefetch.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/contact_surface.h"
#include "physics2d/solver/load_mass.h"
#include "physics/solver/contact_yield.h"

#define TWO_PI_Q30 INT64_C(6746518852)
#define SQRT2_Q30 INT64_C(1518500250)

/* w = m / I of one body of a pair, as mantissa * power * scale * 2^-46 (1/m^2). */
struct ratio {
    int32_t mantissa, power, scale;
};
/* Mass properties that a contact reads from a body; all zero for an immovable body. */
struct body_mass {
    fs_scaled mass, inertia; /* inverse mass, inverse inertia */
    fs_rel extent;
};
#define NO_CLASS UINT32_MAX
struct pair {
    uint32_t class_a, class_b; /* key of this cached pair */
    fs_rel extent;             /* of the smaller movable body; INT32_MAX: none has one */
    fs_unit share_a, share_b;
    struct ratio w_a, w_b;
};

/* A soft constraint: 1/s Q15.16, and shares Q1.30. */
struct softness {
    int32_t bias_rate, impulse_scale, mass_scale;
};

/* Contacts of bodies of 1/8 m extent or more have level 0; each halving of the extent is one level more. */
enum { SIZE_LEVELS = 5, LEVEL0_BITS = FS_REL_FRAC - 2 };

struct work {
    struct fs__solver2 *s;
    struct pair pair;
    struct fs__surface2 surface;              /* of the last contact */
    struct softness softness[2][SIZE_LEVELS]; /* [0] between movable bodies, [1] against an immovable one */
    bool warm;
};

/* Initial state of each thread, and the thread of each group. */
struct schedule {
    struct work start;
    uint8_t owner[FS__SOLVER2_GROUP_COUNT];
};

enum { CHUNK_CONTACTS = 64 }; /* fewer contacts are not worth another thread */

/* ---- pairs --------------------------------------------------------------------------------------------------- */

enum { RATIO_FRAC = 46, MAX_POWER_EXPONENT = 30, MAX_ALPHA = 96 };
/* Bound of the responses with their scale. An extent above 1 m lowers it, so that K stays below 2^12. */
enum { MAX_SCALED_ALPHA = MAX_ALPHA * FS__SOLVER2_MAX_SCALE };

/* q * 2^e (q below 2^33) as mantissa and power; saturates at the largest power. */
static struct ratio ratio_of(uint64_t q, int64_t e)
{
    int shift = fs_bit_width64(q) - 31;
    if (q == 0)
        return (struct ratio){ 0, 0, 1 };
    q = shift > 0 ? q >> shift : q << -shift;
    e += shift + RATIO_FRAC;
    if (e > MAX_POWER_EXPONENT)
        return (struct ratio){ INT32_MAX, 1 << MAX_POWER_EXPONENT, 1 };
    if (e < 0)
        return (struct ratio){ e < -31 ? 0 : (int32_t)(q >> -e), 1, 1 };
    return (struct ratio){ (int32_t)q, 1 << e, 1 };
}

/* Limits w so that no arm within the extent gives a response beyond MAX_SCALED_ALPHA: a body of a few millimetres, or a
 * small mass on a long arm, then turns as if it had more inertia. Chooses the scale. */
static struct ratio limit_ratio(struct ratio w, fs_rel extent)
{
    const uint64_t unit = (uint64_t)1 << (FS_REL_FRAC + 16);
    uint64_t q16 = (uint64_t)((int64_t)w.mantissa * w.power) >> 30, reach = (uint32_t)fs_max32(extent, 0);
    uint64_t per_reach = reach <= FS_REL_ONE ? unit / FS_REL_ONE : unit / reach;
    uint64_t max_product = MAX_SCALED_ALPHA * per_reach << FS_REL_FRAC;
    if (q16 * reach > max_product) {
        q16 = fs_min_u64(max_product / reach, UINT32_MAX);
        w = ratio_of(q16, -16);
    }
    while (q16 * reach > MAX_ALPHA * unit * (uint32_t)w.scale && w.scale < FS__SOLVER2_MAX_SCALE)
        w.scale *= 2;
    if (w.scale > 1)
        w.power = fs_max32(w.power / w.scale, 1);
    return w;
}

/* The mantissa at exponent `e`, the larger exponent of the non-zero masses; differences above 31 give 0. A zero has no
 * meaningful exponent. */
static uint64_t align_exponent(fs_scaled s, int32_t e)
{
    int64_t less = (int64_t)e - s.e;
    return s.m == 0 || less > 31 ? 0 : (uint64_t)s.m >> less;
}

static struct body_mass mass_of(const struct fs__world2_tick *tick, uint32_t row, bool moves)
{
    const struct fs_world2 *w = tick->w;
    if (!moves)
        return (struct body_mass){ .extent = 0 };
    if (tick->has_load_masses)
        return (struct body_mass){ fs__body2_loaded_inv_mass(w, row), fs__body2_loaded_inv_inertia(w, row),
                                   w->body.extent[row] };
    return (struct body_mass){ w->body.inv_mass[row], w->body.inv_inertia[row], w->body.extent[row] };
}

static void make_pair(struct pair *p, const struct body_mass *a, const struct body_mass *b)
{
    *p = (struct pair){ .extent = fs_min32(a->extent > 0 ? a->extent : INT32_MAX,
                                           b->extent > 0 ? b->extent : INT32_MAX) };
    if (a->mass.m == 0 && b->mass.m == 0)
        return;
    int32_t e = a->mass.m == 0 || (b->mass.m != 0 && b->mass.e > a->mass.e) ? b->mass.e : a->mass.e;
    uint64_t mass_a = align_exponent(a->mass, e), sum = mass_a + align_exponent(b->mass, e); /* 2^30 to below 2^32 */
    uint64_t per = ((uint64_t)1 << 63) / sum; /* one division serves three ratios */
    p->share_a = (fs_unit)((mass_a * per + ((uint64_t)1 << 32)) >> (63 - FS_UNIT_FRAC));
    p->share_b = FS_UNIT_ONE - p->share_a;
    p->w_a = limit_ratio(ratio_of((uint64_t)a->inertia.m * per >> 32, (int64_t)a->inertia.e - e - 31), a->extent);
    p->w_b = limit_ratio(ratio_of((uint64_t)b->inertia.m * per >> 32, (int64_t)b->inertia.e - e - 31), b->extent);
}

/* An immovable body has that of the static body. */
static uint32_t mass_class(const struct fs__solver2 *s, int32_t solver_body, bool moves)
{
    return moves ? s->mass_class[solver_body] : FS__SOLVER2_STATIC_BODY;
}

/* Consecutive contacts often have bodies with the masses of the last one's. */
static const struct pair *find_pair(struct work *work, const struct fs__solver2_stage *stage, unsigned k,
                                    const struct fs__contact_bodies *ends)
{
    const bool move_a = (stage->write_a >> k & 1u) != 0, move_b = (stage->write_b >> k & 1u) != 0;
    const uint32_t class_a = mass_class(work->s, stage->a[k], move_a),
                   class_b = mass_class(work->s, stage->b[k], move_b);
    struct pair *p = &work->pair;
    if (p->class_a == class_a && p->class_b == class_b)
        return p;
    const struct body_mass a = mass_of(work->s->tick, ends->a, move_a), b = mass_of(work->s->tick, ends->b, move_b);
    make_pair(p, &a, &b);
    p->class_a = class_a;
    p->class_b = class_b;
    return p;
}

static const struct fs__surface2 *find_surface(struct work *work, uint16_t a, uint16_t b)
{
    struct fs__surface2 *f = &work->surface;
    if (!f->valid || f->a != a || f->b != b)
        fs__surface2_combine(work->s->w, a, b, f);
    return f;
}

/* ---- one contact ----------------------------------------------------------------------------------------------- */

static int32_t apply_ratio(struct ratio w, int32_t arm)
{
    int64_t part = fs_round_shift64_sym((int64_t)w.mantissa * arm, FS__SOLVER2_W_BITS);
    return fs_sat32(fs_round_shift64_sym(part * w.power, FS__SOLVER2_POWER_BITS));
}

/* Rolling resistance in units of an impulse at the lever `rolling`: effective mass = 1 / (alpha_a + alpha_b), at most
 * 511 m. */
static void stage_rolling(struct fs__solver2_stage *s, unsigned k, const struct pair *pair, fs_rel rolling,
                          fs_vel impulse)
{
    s->alpha_ra[k] = apply_ratio(pair->w_a, rolling);
    s->alpha_rb[k] = apply_ratio(pair->w_b, rolling);
    int64_t sum = (int64_t)s->alpha_ra[k] + s->alpha_rb[k];
    int64_t gain = sum <= 0 ? 0 : ((int64_t)1 << (FS_ALPHA_FRAC + FS_VEL_FRAC)) / sum;
    s->rolling_mass[k] = (int32_t)fs_min64(gain, FS__SOLVER2_MAX_VELOCITY);
    s->max_rolling_speed[k] = (int32_t)fs_min64(((int64_t)1 << (29 + FS_VEL_FRAC)) / fs_max64(s->rolling_mass[k], 1),
                                                FS__SOLVER2_MAX_VELOCITY);
    s->rolling_impulse[k] = impulse;
    s->extra |= FS__SOLVER2_ROLLING_RESISTANCE;
}

static void stage_surface(struct work *work, struct fs__solver2_stage *s, unsigned k, const struct fs__surface2 *f,
                          const struct pair *pair, uint32_t row)
{
    s->static_friction[k] = f->static_friction;
    s->dynamic_friction[k] = f->dynamic_friction;
    s->tangent_speed[k] = f->tangent_speed;
    s->restitution[k] = f->restitution;
    s->rolling_impulse[k] = 0;
    s->alpha_ra[k] = 0;
    s->alpha_rb[k] = 0;
    s->rolling_mass[k] = 0;
    if (f->static_friction != f->dynamic_friction || f->tangent_speed != 0)
        s->extra |= FS__SOLVER2_DYNAMIC_FRICTION;
    if (f->restitution != 0)
        s->extra |= FS__SOLVER2_RESTITUTION;
    if (f->rolling > 0)
        stage_rolling(s, k, pair, f->rolling,
                      work->warm ? fs__solver2_load_impulse(work->s, work->s->w->contact.rolling_impulse[row]) : 0);
}

/* Inline, because a call takes as long as the rest of it. */
FS__ALWAYS_INLINE void stage_point(struct work *work, struct fs__solver2_stage *s, unsigned k, uint32_t row, unsigned p)
{
    const struct fs_contact2_view *c = &work->s->w->contact;
    fs_rel2 arm = p == 0 ? c->arm0[row] : c->arm1[row];
    fs_vel2 impulse = p == 0 ? c->impulse0[row] : c->impulse1[row];
    s->arm_x[p][k] = arm.x;
    s->arm_y[p][k] = arm.y;
    s->normal_impulse[p][k] = work->warm ? fs__solver2_load_impulse(work->s, impulse.x) : 0;
    if (work->warm)
        s->tangent_impulse[k] = fs_sat32_add(s->tangent_impulse[k], impulse.y);
}

/* A one-point contact repeats its first point, so that the limits of the block do not change. */
static void clear_stage_point(struct fs__solver2_stage *s, unsigned k)
{
    s->arm_x[1][k] = s->arm_x[0][k];
    s->arm_y[1][k] = s->arm_y[0][k];
    s->normal_impulse[1][k] = 0;
}

/* A share of 0 belongs to an immovable body. */
static bool is_short(fs_unit share)
{
    return share > 0 && share < FS__SOLVER2_SHORT_SHARE;
}

static void stage_pair(struct fs__solver2_stage *s, unsigned k, const struct pair *pair)
{
    s->share_a[k] = pair->share_a;
    s->share_b[k] = pair->share_b;
    s->w_a[k] = pair->w_a.mantissa;
    s->power_a[k] = pair->w_a.power;
    s->w_b[k] = pair->w_b.mantissa;
    s->power_b[k] = pair->w_b.power;
    s->scale_a[k] = pair->w_a.scale;
    s->scale_b[k] = pair->w_b.scale;
    if (pair->w_a.scale > 1 || pair->w_b.scale > 1)
        s->extra |= FS__SOLVER2_SCALED;
    if (is_short(pair->share_a) || is_short(pair->share_b))
        s->extra |= FS__SOLVER2_UNEVEN;
}

static void stage_separation(const struct work *work, struct fs__solver2_stage *s, unsigned k, unsigned p,
                             fs_rel separation)
{
    fs_rel max_separation = work->s->constants.max_separation;
    s->separation[p][k] = separation;
    s->separation_now[p][k] = fs_clamp32(separation, -max_separation, max_separation);
}

static const struct softness *find_softness(const struct work *work, const struct pair *p, bool immovable)
{
    int level = LEVEL0_BITS - fs_bit_width64((uint32_t)p->extent);
    return &work->softness[immovable][fs_clamp32(level, 0, SIZE_LEVELS - 1)];
}

/* Whether the contact is the only one of each movable body. */
static bool is_alone(const struct work *work, const struct fs__solver2_stage *stage, unsigned k)
{
    const uint32_t *mark = work->s->body_mark;
    return ((stage->write_a >> k & 1u) == 0 || fs__contact_is_only(mark[stage->a[k]])) &&
           ((stage->write_b >> k & 1u) == 0 || fs__contact_is_only(mark[stage->b[k]]));
}

static int32_t limit_yield(const struct work *work, const struct pair *p, const struct softness *soft, fs_vel load)
{
    return fs__contact_limit_yield(soft->impulse_scale, soft->bias_rate, p->extent,
                                   -work->s->constants.min_bias_velocity, load);
}

static void stage_contact(struct work *work, struct fs__solver2_stage *stage, unsigned k, uint32_t at)
{
    const struct fs_world2 *w = work->s->w;
    const struct fs_contact2_view *c = &w->contact;
    const struct fs__contact_bodies *ends = &work->s->tick->ends[at];
    uint32_t row = work->s->tick->contact[at], shape_a = c->shape_a[row], shape_b = c->shape_b[row];
    bool move_a = (stage->write_a >> k & 1) != 0, move_b = (stage->write_b >> k & 1) != 0, two = c->count[row] == 2;
    const struct pair *pair = find_pair(work, stage, k, ends);
    const struct softness *soft = find_softness(work, pair, !(move_a && move_b));
    fs_rel2 separation = work->s->tick->separation[row];
    stage->nx[k] = c->normal[row].x;
    stage->ny[k] = c->normal[row].y;
    stage->anchor_offset_x[k] = c->anchor_offset[row].x;
    stage->anchor_offset_y[k] = c->anchor_offset[row].y;
    stage_pair(stage, k, pair);
    stage->mass_scale[k] = soft->mass_scale;
    stage->tangent_impulse[k] = 0;
    stage_point(work, stage, k, row, 0);
    if (two)
        stage_point(work, stage, k, row, 1);
    else
        clear_stage_point(stage, k);
    stage->tangent_impulse[k] = fs__solver2_load_impulse(work->s, stage->tangent_impulse[k]);
    stage_separation(work, stage, k, 0, separation.x);
    stage_separation(work, stage, k, 1, two ? separation.y : 0);
    stage->bias_rate[k] = soft->bias_rate;
    stage->impulse_scale[k] = soft->impulse_scale;
    if (is_alone(work, stage, k))
        stage->impulse_scale[k] = limit_yield(work, pair, soft,
                                              fs_max32(stage->normal_impulse[0][k], stage->normal_impulse[1][k]));
    stage_surface(work, stage, k, find_surface(work, w->shape.material[shape_a], w->shape.material[shape_b]), pair,
                  row);
}

/* Rolling rows have responses of their own. */
static void limit_rolling(struct fs__solver2_block *r)
{
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        uint32_t bits = fs_uabs32(r->alpha_ra[k]) | fs_uabs32(r->alpha_rb[k]);
        r->max_tangent_impulse[k] = fs_min32(r->max_tangent_impulse[k],
                                             FS__SOLVER2_MAX_IMPULSE >> fs_bit_width64(bits >> FS_ALPHA_FRAC));
    }
}

/* In the overflow group one-point and two-point contacts share blocks: the second point of a one-point contact must
 * give no impulse. */
static void disable_second_points(const struct work *work, struct fs__solver2_block *r)
{
    const uint8_t *count = work->s->w->contact.count;
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        if ((r->used >> k & 1) == 0 || count[work->s->tick->contact[r->index[k]]] == 2)
            continue;
        r->point[1].inverse_n[k] = 0;
        r->point[1].soft_n[k] = 0;
        r->point[0].coupling[k] = r->point[0].soft_coupling[k] = 0;
        r->point[1].coupling[k] = r->point[1].soft_coupling[k] = 0;
    }
}

static void prepare_block(const struct work *work, struct fs__solver2_block *r, const struct fs__solver2_stage *stage)
{
    work->s->kernel->prepare(r, stage, work->s->tick->solver_body);
    if (r >= work->s->block + work->s->colouring.first[FS__SOLVER2_OVERFLOW_GROUP])
        disable_second_points(work, r);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        limit_rolling(r);
}

static void stage_bodies(struct fs__solver2_stage *s, unsigned k, const struct fs__solver2_contact_slot *p)
{
    bool move_a = (p->a & FS__COLOURING_IMMOVABLE) == 0, move_b = (p->b & FS__COLOURING_IMMOVABLE) == 0;
    s->a[k] = (int32_t)(p->a & ~FS__COLOURING_IMMOVABLE);
    s->b[k] = (int32_t)(p->b & ~FS__COLOURING_IMMOVABLE);
    s->used = (uint8_t)(s->used | 1u << k);
    s->write_a = (uint8_t)(s->write_a | (unsigned)move_a << k);
    s->write_b = (uint8_t)(s->write_b | (unsigned)move_b << k);
}

/* Stages the `nth` contact of its group. */
static void add_contact(struct work *work, uint32_t i, uint32_t group, uint32_t nth)
{
    struct fs__solver2 *s = work->s;
    uint32_t left = s->colouring.size[group] - nth;
    unsigned k = nth % FS__SOLVER2_LANES;
    struct fs__solver2_block *r = &s->block[s->colouring.first[group] + nth / FS__SOLVER2_LANES];
    struct fs__solver2_stage *stage = &s->stage[group];
    if (k == 0) {
        stage->used = stage->write_a = stage->write_b = stage->extra = 0;
        if (s->constants.prefetch && left > FS__SOLVER2_LANES)
            fs__solver2_prefetch_block(r + 1);
        if (left < FS__SOLVER2_LANES)
            *stage = (struct fs__solver2_stage){ .nx = { 0 } };
    }
    stage_bodies(stage, k, &s->contact_slot[i]);
    stage->index[k] = (int32_t)s->batch_order[i];
    s->contact_slot[i].slot = s->colouring.first[group] * FS__SOLVER2_LANES + nth;
    stage_contact(work, stage, k, s->batch_order[i]);
    if (k == FS__SOLVER2_LANES - 1 || left == 1)
        prepare_block(work, r, stage);
}

/* So many contacts ahead, what staging reads of bodies is prefetched. */
enum { PREFETCH_CONTACTS = 4 };

FS__PREFETCHES void prefetch_mass(const struct fs__solver2 *s, uint32_t body)
{
    const struct fs_body2_view *b = &s->w->body;
    __builtin_prefetch(&b->inv_mass[body]);
    __builtin_prefetch(&b->inv_inertia[body]);
    __builtin_prefetch(&b->extent[body]);
    __builtin_prefetch(&s->tick->solver_body[s->tick->solver_index[body]]);
}

FS__PREFETCHES void prefetch_contact(const struct fs__solver2 *s, uint32_t at)
{
    prefetch_mass(s, s->tick->ends[at].a);
    prefetch_mass(s, s->tick->ends[at].b);
}

/* Contacts are staged in the order of the batch: the contact table is then read once and in order, and one block per
 * group is open. Block by block, a large world would be read from memory again for every colour. Each thread has groups
 * of its own. */
static void add_contacts(void *common, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct schedule *schedule = common;
    struct work work = schedule->start;
    uint32_t next[FS__SOLVER2_GROUP_COUNT] = { 0 };
    (void)from, (void)to;
    for (uint32_t i = 0; i < work.s->contact_count; i++) {
        uint32_t group = work.s->group[i], ahead = i + PREFETCH_CONTACTS;
        if (ahead < work.s->contact_count && schedule->owner[work.s->group[ahead]] == chunk)
            prefetch_contact(work.s, work.s->batch_order[ahead]);
        if (schedule->owner[group] == chunk)
            add_contact(&work, i, group, next[group]++);
    }
}

/* Assigns each group to the thread with the smallest load. */
static void assign_groups(struct schedule *schedule, uint32_t chunks)
{
    uint32_t load[FS__PARALLEL_FOR_MAX_CHUNKS] = { 0 };
    for (uint32_t group = 0; group < FS__SOLVER2_GROUP_COUNT; group++) {
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
    int64_t angle = fs_div64_round(fs_round_shift64_sym(TWO_PI_Q30 * hertz, FS_FIX16_FRAC), work->s->rate);
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
    int64_t stiffest = fs_max64(hertz, (int64_t)work->s->rate << (FS_FIX16_FRAC - 2));
    for (unsigned level = 0; level < SIZE_LEVELS; level++) {
        int64_t grown = (level % 2 != 0 ? fs_mul64(hertz, SQRT2_Q30, FS_UNIT_FRAC) : hertz) * (1 << level / 2);
        work->softness[against][level] = softness_of(work, fs_min64(grown, stiffest));
    }
}

void fs__solver2_prepare_contacts(struct fs__solver2 *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    uint32_t chunks = fs__parallel_for_chunks(s->tasks, s->contact_count, CHUNK_CONTACTS);
    struct schedule schedule = { .start = { .s = s, .pair = { .class_a = NO_CLASS } } };
    struct work *work = &schedule.start;
    work->warm = (rules->flags[0] & FS_WORLD2_WARM_START) != 0;
    int64_t hertz = fs_min64((int64_t)rules->contact_hertz[0] * s->parts, (int64_t)s->rate << (FS_FIX16_FRAC - 2));
    set_softness(work, 0, s->biased ? hertz : 0);
    set_softness(work, 1, s->biased ? 2 * hertz : 0);
    assign_groups(&schedule, chunks);
    fs__parallel_for(s->tasks, chunks, chunks, add_contacts, &schedule);
}
