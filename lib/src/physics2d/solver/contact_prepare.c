/* contact_prepare.c: the numbers of every row at the start of a tick.
 *
 * Arms, responses and effective masses come from the manifold as it was made, in the axes of the world. Masses enter as ratios, computed
 * once per pair with exponents of their own. Here contacts are collected eight at a time; what is made of them is in
 * solve_passes.h. Responses that exceed their format are cut before the effective masses are computed from them, so
 * that a row always fits itself.
 */
#include <fixstep/trig.h>

#include "physics2d/geometry/geometry_math.h"
#include "physics2d/body/material_pair.h"
#include "base/parallel_for.h"
#include "physics2d/solver/contact_block.h"

/* w = m / I of one body of a pair, as mantissa * power * 2^-46 (1/m^2). */
struct ratio {
    int32_t mantissa, power;
};
/* What a contact takes from a body; all zero for what does not move. */
struct weight {
    fs_scaled mass, turn; /* inverse */
    fs_rel extent;
};
struct pair {
    struct weight a, b; /* that made it */
    fs_unit share_a, share_b;
    struct ratio w_a, w_b;
    bool valid;
};

/* Two materials in contact. */
struct surface {
    uint16_t a, b;
    int32_t stick, slip; /* Q5.26 */
    fs_unit bounce;
    fs_rel rolling;
    fs_vel belt;
    bool valid;
};

struct work {
    struct fs__solver2 *s;
    struct pair pair;
    struct surface surface;
    int32_t rate[2], spring[2], mass[2]; /* soft: between movables, against what is immovable */
    bool warm;
};

/* How threads start, and whose lists are whose. */
struct deal {
    struct work start;
    uint8_t owner[FS__SOLVER2_GROUP_COUNT];
};

enum { PIECE_CONTACTS = 64 }; /* less is not worth another thread */

/* ---- pairs --------------------------------------------------------------------------------------------------- */

enum { W_TOP = 46, W_HIGHEST = 30, MOST_ALPHA = 96 };

static bool same(const struct weight *a, const struct weight *b)
{
    return a->mass.m == b->mass.m && a->mass.e == b->mass.e && a->turn.m == b->turn.m && a->turn.e == b->turn.e &&
           a->extent == b->extent;
}

/* q * 2^e, q below 2^33, as mantissa and power; beyond the largest power the largest of all. */
static struct ratio ratio_of(uint64_t q, int64_t e)
{
    int shift = fs_bit_width64(q) - 31;
    if (q == 0)
        return (struct ratio){ 0, 0 };
    q = shift > 0 ? q >> shift : q << -shift;
    e += shift + W_TOP;
    if (e > W_HIGHEST)
        return (struct ratio){ INT32_MAX, 1 << W_HIGHEST };
    if (e < 0)
        return (struct ratio){ e < -31 ? 0 : (int32_t)(q >> -e), 1 };
    return (struct ratio){ (int32_t)q, 1 << e };
}

/* At most so much that no arm of the body makes an angular response beyond the format: a body of 1 cm or a speck
 * on a long rod turns as if it had more inertia. */
static struct ratio bounded(struct ratio w, fs_rel extent)
{
    uint64_t q16 = (uint64_t)((int64_t)w.mantissa * w.power) >> 30, most = (uint64_t)MOST_ALPHA << (FS_REL_FRAC + 16);
    if (q16 * (uint32_t)fs_max32(extent, 0) <= most)
        return w;
    return ratio_of(fs_min_u64(most / (uint32_t)extent, UINT32_MAX), -16);
}

/* The exponents' difference as a shift that loses everything where it is large. `e` is the larger exponent of those
 * that are not zero; a zero has an exponent of its own. */
static uint64_t aligned(fs_scaled s, int32_t e)
{
    int64_t less = (int64_t)e - s.e;
    return s.m == 0 || less > 31 ? 0 : (uint64_t)s.m >> less;
}

static const struct pair *pair_of(struct work *work, const struct weight *a, const struct weight *b)
{
    struct pair *p = &work->pair;
    if (p->valid && same(&p->a, a) && same(&p->b, b))
        return p;
    *p = (struct pair){ .a = *a, .b = *b, .valid = true };
    if (a->mass.m == 0 && b->mass.m == 0)
        return p;
    int32_t e = a->mass.m == 0 || (b->mass.m != 0 && b->mass.e > a->mass.e) ? b->mass.e : a->mass.e;
    uint64_t mass_a = aligned(a->mass, e), sum = mass_a + aligned(b->mass, e); /* 2^30 to below 2^32 */
    uint64_t per = ((uint64_t)1 << 63) / sum;                                  /* one division serves for three */
    p->share_a = (fs_unit)((mass_a * per + ((uint64_t)1 << 32)) >> (63 - FS_UNIT_FRAC));
    p->share_b = FS_UNIT_ONE - p->share_a;
    p->w_a = bounded(ratio_of((uint64_t)a->turn.m * per >> 32, (int64_t)a->turn.e - e - 31), a->extent);
    p->w_b = bounded(ratio_of((uint64_t)b->turn.m * per >> 32, (int64_t)b->turn.e - e - 31), b->extent);
    return p;
}

/* ---- surfaces -------------------------------------------------------------------------------------------------- */

static int64_t mixed(int64_t a, int64_t b, unsigned how, unsigned frac)
{
    switch (how) {
    case FS_COMBINE2_MIN: return fs_min64(a, b);
    case FS_COMBINE2_MAX: return fs_max64(a, b);
    case FS_COMBINE2_AVERAGE: return fs_round_shift64_sym(a + b, 1);
    case FS_COMBINE2_PRODUCT: return fs_round_shift64_sym(a * b, frac);
    case FS_COMBINE2_ROOT_SUM: return (int64_t)fs_isqrt64_round((uint64_t)(a * a) + (uint64_t)(b * b));
    default: return (int64_t)fs_isqrt64_round((uint64_t)(a * b));
    }
}

/* A coefficient below 16, Q5.26. */
static int32_t coefficient(int64_t q16)
{
    return (int32_t)fs_min64(fs_max64(q16, 0) * (1 << 10), ((int64_t)1 << 30) - 1);
}

static int32_t friction(int64_t a, int64_t b, unsigned how)
{
    return coefficient(mixed(fs_max64(a, 0), fs_max64(b, 0), how, FS_FIX16_FRAC));
}

static void set_mixed(struct surface *f, const struct fs_world2 *w)
{
    const struct fs_material2_view *m = &w->material;
    unsigned how = w->rules.friction_combine[0];
    f->stick = friction(m->static_friction[f->a], m->static_friction[f->b], how);
    f->slip = friction(m->dynamic_friction[f->a], m->dynamic_friction[f->b], how);
    int64_t bounce = mixed(m->restitution[f->a], m->restitution[f->b], w->rules.restitution_combine[0], FS_UNIT_FRAC);
    f->bounce = (fs_unit)fs_clamp64(bounce, 0, FS_UNIT_ONE);
}

static void set_given(struct surface *f, const struct fs_material_pair2_view *mix, uint32_t row)
{
    f->stick = coefficient(mix->static_friction[row]);
    f->slip = coefficient(mix->dynamic_friction[row]);
    f->bounce = (fs_unit)fs_clamp64(mix->restitution[row], 0, FS_UNIT_ONE);
}

static const struct surface *surface_of(struct work *work, uint16_t a, uint16_t b)
{
    struct surface *f = &work->surface;
    const struct fs_material2_view *m = &work->s->w->material;
    uint32_t row;
    if (f->valid && f->a == a && f->b == b)
        return f;
    *f = (struct surface){ .a = a, .b = b, .valid = true };
    if (fs__material_pair2_lookup(work->s->w, a, b, &row))
        set_given(f, &work->s->w->material_pair, row);
    else
        set_mixed(f, work->s->w);
    f->slip = fs_min32(f->stick, f->slip);
    f->rolling = fs_max32(m->rolling_resistance[a], m->rolling_resistance[b]);
    f->belt = fs_sat32_add(m->tangent_speed[a], m->tangent_speed[b]);
    return f;
}

/* ---- one contact ----------------------------------------------------------------------------------------------- */

static int32_t scaled(struct ratio w, int32_t arm)
{
    int64_t part = fs_round_shift64_sym((int64_t)w.mantissa * arm, FS__SOLVER2_W_BITS);
    return fs_sat32(fs_round_shift64_sym(part * w.power, FS__SOLVER2_POWER_BITS));
}

/* In units of an impulse at the lever `rolling`: gain = 1 / (alpha_a + alpha_b), up to 511 m. */
static void set_rolling(struct fs__solver2_stage *s, unsigned k, const struct pair *pair, fs_rel rolling,
                        fs_vel impulse)
{
    s->alpha_ra[k] = scaled(pair->w_a, rolling);
    s->alpha_rb[k] = scaled(pair->w_b, rolling);
    int64_t sum = (int64_t)s->alpha_ra[k] + s->alpha_rb[k];
    int64_t gain = sum <= 0 ? 0 : ((int64_t)1 << (FS_ALPHA_FRAC + FS_VEL_FRAC)) / sum;
    s->rolling_mass[k] = (int32_t)fs_min64(gain, FS__SOLVER2_MAX_VELOCITY);
    s->max_rolling_speed[k] = (int32_t)fs_min64(((int64_t)1 << (29 + FS_VEL_FRAC)) / fs_max64(s->rolling_mass[k], 1),
                                                FS__SOLVER2_MAX_VELOCITY);
    s->rolling_impulse[k] = impulse;
    s->extra |= FS__SOLVER2_ROLLING_RESISTANCE;
}

static void set_surface(struct work *work, struct fs__solver2_stage *s, unsigned k, const struct surface *f,
                        const struct pair *pair, uint32_t row)
{
    s->static_friction[k] = f->stick;
    s->dynamic_friction[k] = f->slip;
    s->tangent_speed[k] = f->belt;
    s->restitution[k] = f->bounce;
    s->rolling_impulse[k] = 0;
    s->alpha_ra[k] = 0;
    s->alpha_rb[k] = 0;
    s->rolling_mass[k] = 0;
    if (f->stick != f->slip || f->belt != 0)
        s->extra |= FS__SOLVER2_DYNAMIC_FRICTION;
    if (f->bounce != 0)
        s->extra |= FS__SOLVER2_RESTITUTION;
    if (f->rolling > 0)
        set_rolling(s, k, pair, f->rolling, work->warm ? work->s->w->contact.rolling_impulse[row] : 0);
}

static struct weight weight_of(const struct fs_body2_view *body, uint32_t row, bool moves)
{
    if (!moves)
        return (struct weight){ .extent = 0 };
    return (struct weight){ body->inv_mass[row], body->inv_inertia[row], body->extent[row] };
}

static void set_stage_point(struct work *work, struct fs__solver2_stage *s, unsigned k, uint32_t row, unsigned p)
{
    const struct fs_contact2_view *c = &work->s->w->contact;
    fs_rel2 arm = p == 0 ? c->arm0[row] : c->arm1[row];
    fs_vel2 impulse = p == 0 ? c->impulse0[row] : c->impulse1[row];
    s->arm_x[p][k] = arm.x;
    s->arm_y[p][k] = arm.y;
    s->normal_impulse[p][k] = work->warm ? impulse.x : 0;
    s->tangent_impulse[p][k] = work->warm ? impulse.y : 0;
}

/* In the place of the first, so that it changes no limit. */
static void no_stage_point(struct fs__solver2_stage *s, unsigned k)
{
    s->arm_x[1][k] = s->arm_x[0][k];
    s->arm_y[1][k] = s->arm_y[0][k];
    s->normal_impulse[1][k] = 0;
    s->tangent_impulse[1][k] = 0;
}

static void set_stage_pair(struct fs__solver2_stage *s, unsigned k, const struct pair *pair)
{
    s->share_a[k] = pair->share_a;
    s->share_b[k] = pair->share_b;
    s->w_a[k] = pair->w_a.mantissa;
    s->power_a[k] = pair->w_a.power;
    s->w_b[k] = pair->w_b.mantissa;
    s->power_b[k] = pair->w_b.power;
}

static void set_gap(const struct work *work, struct fs__solver2_stage *s, unsigned k, unsigned p, fs_rel gap)
{
    fs_rel reach = work->s->constants.max_separation;
    s->separation[p][k] = gap;
    s->separation_now[p][k] = fs_clamp32(gap, -reach, reach);
}

static void set_lane(struct work *work, struct fs__solver2_stage *stage, unsigned k, uint32_t at)
{
    const struct fs_world2 *w = work->s->w;
    const struct fs_contact2_view *c = &w->contact;
    const struct fs__contact2_bodies *ends = &work->s->tick->ends[at];
    uint32_t row = work->s->tick->contact[at], shape_a = c->shape_a[row], shape_b = c->shape_b[row];
    bool move_a = (stage->write_a >> k & 1) != 0, move_b = (stage->write_b >> k & 1) != 0, two = c->count[row] == 2;
    struct weight a = weight_of(&w->body, ends->a, move_a), b = weight_of(&w->body, ends->b, move_b);
    const struct pair *pair = pair_of(work, &a, &b);
    unsigned hard = !(move_a && move_b);
    fs_rel2 gap = work->s->tick->separation[row];
    stage->nx[k] = c->normal[row].x;
    stage->ny[k] = c->normal[row].y;
    stage->anchor_offset_x[k] = c->anchor_offset[row].x;
    stage->anchor_offset_y[k] = c->anchor_offset[row].y;
    set_stage_pair(stage, k, pair);
    stage->mass_scale[k] = work->mass[hard];
    set_stage_point(work, stage, k, row, 0);
    if (two)
        set_stage_point(work, stage, k, row, 1);
    else
        no_stage_point(stage, k);
    set_gap(work, stage, k, 0, gap.x);
    set_gap(work, stage, k, 1, two ? gap.y : 0);
    stage->bias_rate[k] = work->rate[hard];
    stage->impulse_scale[k] = work->spring[hard];
    set_surface(work, stage, k, surface_of(work, w->shape.material[shape_a], w->shape.material[shape_b]), pair, row);
}

/* Rolling has a response of its own. */
static void limit_rolling(struct fs__solver2_block *r)
{
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        uint32_t bits = fs_uabs32(r->alpha_ra[k]) | fs_uabs32(r->alpha_rb[k]);
        r->max_tangent_impulse[k] = fs_min32(r->max_tangent_impulse[k],
                                             FS__SOLVER2_MAX_IMPULSE >> fs_bit_width64(bits >> FS_ALPHA_FRAC));
    }
}

/* Where contacts of one and of two points share a block, the missing point must give nothing. */
static void drop_points(const struct work *work, struct fs__solver2_block *r)
{
    const uint8_t *count = work->s->w->contact.count;
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        if ((r->used >> k & 1) == 0 || count[work->s->tick->contact[r->index[k]]] == 2)
            continue;
        r->point[1].inverse_n[k] = 0;
        r->point[1].soft_n[k] = 0;
        r->point[1].inverse_t[k] = 0;
    }
}

static void finish(const struct work *work, struct fs__solver2_block *r, const struct fs__solver2_stage *stage)
{
    work->s->kernel->prepare(r, stage, work->s->tick->solver_body);
    if (r >= work->s->block + work->s->group_first[FS__SOLVER2_OVERFLOW_GROUP])
        drop_points(work, r);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        limit_rolling(r);
}

static void set_movers(struct fs__solver2_stage *s, unsigned k, const struct fs__solver2_contact_slot *p)
{
    bool move_a = (p->a & FS__SOLVER2_IMMOVABLE) == 0, move_b = (p->b & FS__SOLVER2_IMMOVABLE) == 0;
    s->a[k] = (int32_t)(p->a & ~FS__SOLVER2_IMMOVABLE);
    s->b[k] = (int32_t)(p->b & ~FS__SOLVER2_IMMOVABLE);
    s->used = (uint8_t)(s->used | 1u << k);
    s->write_a = (uint8_t)(s->write_a | (unsigned)move_a << k);
    s->write_b = (uint8_t)(s->write_b | (unsigned)move_b << k);
}

/* The `nth` contact of its list. */
static void add(struct work *work, uint32_t i, uint32_t list, uint32_t nth)
{
    struct fs__solver2 *s = work->s;
    uint32_t left = s->group_size[list] - nth;
    unsigned k = nth % FS__SOLVER2_LANES;
    struct fs__solver2_block *r = &s->block[s->group_first[list] + nth / FS__SOLVER2_LANES];
    struct fs__solver2_stage *stage = &s->stage[list];
    if (k == 0) {
        stage->used = stage->write_a = stage->write_b = stage->extra = 0;
        if (s->constants.prefetch && left > FS__SOLVER2_LANES)
            fs__solver2_prefetch_block(r + 1);
        if (left < FS__SOLVER2_LANES)
            *stage = (struct fs__solver2_stage){ .nx = { 0 } };
    }
    set_movers(stage, k, &s->contact_slot[i]);
    stage->index[k] = (int32_t)s->batch_order[i];
    s->contact_slot[i].slot = s->group_first[list] * FS__SOLVER2_LANES + nth;
    set_lane(work, stage, k, s->batch_order[i]);
    if (k == FS__SOLVER2_LANES - 1 || left == 1)
        finish(work, r, stage);
}

/* In the order of the pack: what is known of contacts is then read once and in order, and of each list only one block is
 * open. Block after block, large worlds would be read from memory again for every colour. Each thread has
 * lists of its own. */
static void add_lists(void *common, uint32_t piece, uint32_t from, uint32_t to)
{
    const struct deal *deal = common;
    struct work work = deal->start;
    uint32_t next[FS__SOLVER2_GROUP_COUNT] = { 0 };
    (void)from, (void)to;
    for (uint32_t i = 0; i < work.s->contact_count; i++) {
        uint32_t list = work.s->group[i];
        if (deal->owner[list] == piece)
            add(&work, i, list, next[list]++);
    }
}

/* The next list to whom has least. */
static void deal_lists(struct deal *deal, uint32_t pieces)
{
    uint32_t load[FS__PARALLEL_FOR_MAX_CHUNKS] = { 0 };
    for (uint32_t list = 0; list < FS__SOLVER2_GROUP_COUNT; list++) {
        uint32_t least = 0;
        for (uint32_t p = 1; p < pieces; p++)
            least = load[p] < load[least] ? p : least;
        deal->owner[list] = (uint8_t)least;
        load[least] += deal->start.s->group_size[list];
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* A soft constraint of a frequency (Hz, Q15.16) and damping ratio: E. Catto, "Soft constraints" (2011). The angle
 * of a substep and everything made of it is Q30. */
static void soften(struct work *work, unsigned i, int64_t hertz)
{
    const int64_t two_pi = 6746518852; /* Q30 */
    uint32_t rate = work->s->rate;
    int64_t turn = fs_div64_round(fs_round_shift64_sym(two_pi * hertz, FS_FIX16_FRAC), rate);
    int64_t damped = 2 * (int64_t)work->s->w->rules.contact_damping_ratio[0] * (1 << (FS_UNIT_FRAC - FS_FIX16_FRAC)) +
                     turn;
    int64_t stiff = fs_mul64(turn, damped, FS_UNIT_FRAC);
    int64_t spring = fs_muldiv64(FS_UNIT_ONE, FS_UNIT_ONE, FS_UNIT_ONE + stiff);
    int64_t omega = fs_round_shift64_sym(two_pi * hertz, FS_UNIT_FRAC); /* Q16 */
    if (hertz == 0)
        spring = 0; /* nothing is pushed apart: overlap is solved as touching is */
    work->rate[i] = fs_sat32(fs_muldiv64(omega, FS_UNIT_ONE, fs_max64(damped, 1)));
    work->spring[i] = (int32_t)spring;
    work->mass[i] = (int32_t)(FS_UNIT_ONE - spring);
}

void fs__solver2_prepare_contacts(struct fs__solver2 *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    uint32_t pieces = fs__parallel_for_chunks(s->tasks, s->contact_count, PIECE_CONTACTS);
    struct deal deal = { .start = { .s = s } };
    struct work *work = &deal.start;
    work->warm = (rules->flags[0] & FS_WORLD2_WARM_START) != 0;
    int64_t hertz = fs_min64(rules->contact_hertz[0], (int64_t)s->rate << (FS_FIX16_FRAC - 2));
    soften(work, 0, s->biased ? hertz : 0);
    soften(work, 1, s->biased ? 2 * hertz : 0);
    deal_lists(&deal, pieces);
    fs__parallel_for(s->tasks, pieces, pieces, add_lists, &deal);
}
