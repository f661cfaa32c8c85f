/* solve_prepare.c: the numbers of every row at the start of a tick.
 *
 * Arms, responses and effective masses come from the manifold as it was made, in the frame of a: a common motion
 * of both bodies changes none of them. Only the normal is turned into the world. Masses enter as ratios, computed
 * once per pair with exponents of their own; what exceeds a format saturates, and the effective masses are computed
 * from the saturated numbers, so that a row always fits itself.
 */
#include <fixstep/trig.h>

#include "phys/two/core.h"
#include "phys/two/solve_rows.h"

/* A pair of bodies: shares of an impulse, and w = m / I as mantissa * 2^-shift (1/m^2). */
struct ratio {
    int32_t m;
    int32_t shift;      /* of m * arm (Q5.26) to Q7.24 */
};
struct pair {
    fs_scaled mass_a, mass_b, turn_a, turn_b;   /* the inverse masses and inertias that made it */
    fs_unit share_a, share_b;
    struct ratio w_a, w_b;
    bool valid;
};

/* Two materials in contact. */
struct surface {
    uint16_t a, b;
    int32_t stick, slip;     /* Q5.26 */
    fs_unit bounce;
    fs_rel rolling;
    fs_vel belt;
    bool valid;
};

struct work {
    struct fs__two_solver *s;
    struct pair pair;
    struct surface surface;
    int32_t rate[2], spring[2], mass[2];   /* soft: between movables, against what is immovable */
    bool warm;
};

/* ---- pairs --------------------------------------------------------------------------------------------------- */

static bool same(fs_scaled a, fs_scaled b) { return a.m == b.m && a.e == b.e; }

static struct ratio response(fs_scaled turn, fs_scaled sum)
{
    fs_scaled w = fs_scaled_div(turn, sum);
    return (struct ratio){ w.m, fs_clamp32(FS_REL_FRAC - FS_ALPHA_FRAC - w.e, 0, 62) };
}

static const struct pair *pair_of(struct work *work, fs_scaled ma, fs_scaled mb, fs_scaled ta, fs_scaled tb)
{
    struct pair *p = &work->pair;
    if (p->valid && same(p->mass_a, ma) && same(p->mass_b, mb) && same(p->turn_a, ta) && same(p->turn_b, tb))
        return p;
    fs_scaled sum = fs_scaled_add(ma, mb);
    *p = (struct pair){ .mass_a = ma, .mass_b = mb, .turn_a = ta, .turn_b = tb, .valid = true };
    p->share_a = fs_unit_from_scaled(fs_scaled_div(ma, sum));
    p->share_b = sum.m == 0 ? 0 : FS_UNIT_ONE - p->share_a;
    p->w_a = response(ta, sum);
    p->w_b = response(tb, sum);
    return p;
}

/* ---- surfaces -------------------------------------------------------------------------------------------------- */

static int64_t mixed(int64_t a, int64_t b, unsigned how, unsigned frac)
{
    switch (how) {
    case FS_MIXING2_MIN: return fs_min64(a, b);
    case FS_MIXING2_MAX: return fs_max64(a, b);
    case FS_MIXING2_AVERAGE: return fs_rnd64_sym(a + b, 1);
    case FS_MIXING2_PRODUCT: return fs_rnd64_sym(a * b, frac);
    case FS_MIXING2_ROOT_SUM: return (int64_t)fs_isqrt64_round((uint64_t)(a * a) + (uint64_t)(b * b));
    default: return (int64_t)fs_isqrt64_round((uint64_t)(a * b));
    }
}

/* A coefficient below 16, Q5.26. */
static int32_t friction(int64_t a, int64_t b, unsigned how)
{
    int64_t q16 = mixed(fs_max64(a, 0), fs_max64(b, 0), how, FS_FIX16_FRAC);
    return (int32_t)fs_min64(q16 * (1 << 10), ((int64_t)1 << 30) - 1);
}

static const struct surface *surface_of(struct work *work, uint16_t a, uint16_t b)
{
    struct surface *f = &work->surface;
    const struct fs_material2_view *m = &work->s->w->material;
    const struct fs_physics2_view *rules = &work->s->w->rules;
    if (f->valid && f->a == a && f->b == b)
        return f;
    unsigned how = rules->friction_mixing[0];
    *f = (struct surface){ .a = a, .b = b, .valid = true };
    f->stick = friction(m->static_friction[a], m->static_friction[b], how);
    f->slip = fs_min32(f->stick, friction(m->friction[a], m->friction[b], how));
    f->bounce = (fs_unit)fs_clamp64(mixed(m->restitution[a], m->restitution[b], rules->restitution_mixing[0], FS_UNIT_FRAC),
                                    0, FS_UNIT_ONE);
    f->rolling = fs_max32(m->rolling[a], m->rolling[b]);
    f->belt = fs_sat32_add(m->belt_speed[a], m->belt_speed[b]);
    return f;
}

/* ---- one point ---------------------------------------------------------------------------------------------------- */

static int32_t scaled(struct ratio w, int32_t arm)
{
    return fs_sat32(fs_rnd64_sym((int64_t)w.m * arm, (unsigned)w.shift));
}

/* 1 / (1 + alpha_a arm_a + alpha_b arm_b), Q1.30; responses and arms have the same sign. */
static int32_t inverse_mass(int32_t alpha_a, int32_t arm_a, int32_t alpha_b, int32_t arm_b)
{
    int64_t k = (int64_t)alpha_a * arm_a + (int64_t)alpha_b * arm_b;
    uint64_t q30 = ((uint64_t)k >> (FS_ALPHA_FRAC + FS_REL_FRAC - FS_UNIT_FRAC)) + (uint64_t)FS_UNIT_ONE;
    return (int32_t)((((uint64_t)1 << (2 * FS_UNIT_FRAC)) + q30 / 2) / q30);
}

struct cross {
    int32_t n, t;
};

static struct cross arms(fs_rel2 r, fs_unit2 n)
{
    int64_t across = (int64_t)r.x * n.y - (int64_t)r.y * n.x, along = (int64_t)r.x * n.x + (int64_t)r.y * n.y;
    return (struct cross){ fs_sat32(fs_rnd64_sym(across, FS_UNIT_FRAC)), fs_sat32(fs_rnd64_sym(-along, FS_UNIT_FRAC)) };
}

/* Returns the bits of all its angular responses. */
static uint32_t set_point(struct fs__two_point *q, unsigned k, const struct pair *pair, fs_unit2 normal, fs_rel2 arm,
                          fs_rel2 place, fs_unit soft)
{
    struct cross a = arms(arm, normal), b = arms(fs_rel2_sub(arm, place), normal);
    q->arm_na[k] = a.n;
    q->arm_nb[k] = b.n;
    q->arm_ta[k] = a.t;
    q->arm_tb[k] = b.t;
    q->alpha_na[k] = scaled(pair->w_a, a.n);
    q->alpha_nb[k] = scaled(pair->w_b, b.n);
    q->alpha_ta[k] = scaled(pair->w_a, a.t);
    q->alpha_tb[k] = scaled(pair->w_b, b.t);
    q->inverse_n[k] = inverse_mass(q->alpha_na[k], a.n, q->alpha_nb[k], b.n);
    q->inverse_t[k] = inverse_mass(q->alpha_ta[k], a.t, q->alpha_tb[k], b.t);
    q->soft_n[k] = fs_mul32(q->inverse_n[k], soft, FS_UNIT_FRAC);
    return fs_uabs32(q->alpha_na[k]) | fs_uabs32(q->alpha_nb[k]) | fs_uabs32(q->alpha_ta[k]) | fs_uabs32(q->alpha_tb[k]);
}

static void no_point(struct fs__two_point *q, unsigned k)
{
    q->arm_na[k] = q->arm_nb[k] = q->arm_ta[k] = q->arm_tb[k] = 0;
    q->alpha_na[k] = q->alpha_nb[k] = q->alpha_ta[k] = q->alpha_tb[k] = 0;
    q->inverse_n[k] = q->soft_n[k] = q->inverse_t[k] = 0;
    q->gap[k] = q->normal[k] = q->tangent[k] = 0;
}

/* ---- one contact ----------------------------------------------------------------------------------------------------- */

static void set_direction(struct fs__two_rows *r, unsigned k, const struct pair *pair, fs_unit2 n)
{
    r->nx[k] = (int32_t)fs_rnd64_sym(n.x, FS_UNIT_FRAC - FS_REL_FRAC);
    r->ny[k] = (int32_t)fs_rnd64_sym(n.y, FS_UNIT_FRAC - FS_REL_FRAC);
    r->ax[k] = fs_mul32_sym(n.x, pair->share_a, FS_UNIT_FRAC);
    r->ay[k] = fs_mul32_sym(n.y, pair->share_a, FS_UNIT_FRAC);
    r->bx[k] = fs_mul32_sym(n.x, pair->share_b, FS_UNIT_FRAC);
    r->by[k] = fs_mul32_sym(n.y, pair->share_b, FS_UNIT_FRAC);
}

/* In units of an impulse at the lever `rolling`: gain = 1 / (alpha_a + alpha_b), up to 1023 m. */
static void set_rolling(struct fs__two_rows *r, unsigned k, const struct pair *pair, fs_rel rolling, fs_vel impulse)
{
    r->alpha_ra[k] = scaled(pair->w_a, rolling);
    r->alpha_rb[k] = scaled(pair->w_b, rolling);
    int64_t sum = (int64_t)r->alpha_ra[k] + r->alpha_rb[k];
    int64_t gain = sum <= 0 ? 0 : ((int64_t)1 << (FS_ALPHA_FRAC + FS_VEL_FRAC)) / sum;
    r->gain[k] = (int32_t)fs_min64(gain, FS__TWO_SPEED);
    r->cap[k] = (int32_t)fs_min64(((int64_t)1 << (29 + FS_VEL_FRAC)) / fs_max64(gain, 1), FS__TWO_SPEED);
    r->roll[k] = impulse;
    if (rolling > 0)
        r->extra |= FS__TWO_ROLLING;
}

static void set_surface(struct work *work, struct fs__two_rows *r, unsigned k, const struct surface *f, const struct pair *pair,
                        uint32_t row)
{
    r->stick[k] = f->stick;
    r->slip[k] = f->slip;
    r->belt[k] = f->belt;
    r->bounce[k] = f->bounce;
    if (f->stick != f->slip || f->belt != 0)
        r->extra |= FS__TWO_SLIPPING;
    if (f->bounce != 0)
        r->extra |= FS__TWO_BOUNCING;
    set_rolling(r, k, pair, f->rolling, work->warm && f->rolling > 0 ? work->s->w->contact.roll[row] : 0);
}

static int32_t speed_at(const struct fs__two_rows *r, const struct fs__two_point *q, unsigned k, const struct fs__two_mover *a,
                        const struct fs__two_mover *b)
{
    int64_t sum = (int64_t)r->nx[k] * ((int64_t)b->vx - a->vx) + (int64_t)r->ny[k] * ((int64_t)b->vy - a->vy);
    int64_t turn = fs_rnd64_sym((int64_t)q->arm_nb[k] * b->w, FS_REL_FRAC) - fs_rnd64_sym((int64_t)q->arm_na[k] * a->w, FS_REL_FRAC);
    return fs_sat32(fs_rnd64_sym(sum, FS_REL_FRAC) + turn);
}

static void set_impulses(struct work *work, struct fs__two_rows *r, unsigned k, uint32_t row, bool two)
{
    const struct fs_contact2_view *c = &work->s->w->contact;
    const struct fs__two_mover *a = work->s->tick->mover + r->a[k], *b = work->s->tick->mover + r->b[k];
    for (unsigned p = 0; p < 2; p++) {
        struct fs__two_point *q = &r->point[p];
        fs_vel2 impulse = p == 0 ? c->impulse0[row] : c->impulse1[row];
        bool live = work->warm && (p == 0 || two);
        q->normal[k] = live ? fs_clamp32(impulse.x, 0, r->limit[k]) : 0;
        q->tangent[k] = live ? fs_clamp32(impulse.y, -r->limit[k], r->limit[k]) : 0;
        r->fast[p][k] = p == 0 || two ? speed_at(r, q, k, a, b) : 0;
    }
    r->total[k] = 0;
}

static void set_lane(struct work *work, struct fs__two_rows *r, unsigned k)
{
    const struct fs_world2 *w = work->s->w;
    const struct fs_contact2_view *c = &w->contact;
    const fs_scaled zero = { 0, 0 };
    uint32_t row = work->s->tick->contact[r->index[k]], sa = c->shape_a[row], sb = c->shape_b[row];
    uint32_t body_a = w->shape.body[sa], body_b = w->shape.body[sb];
    bool move_a = (r->write_a >> k & 1) != 0, move_b = (r->write_b >> k & 1) != 0, two = c->count[row] == 2;
    fs_unit2 normal = c->normal[row];
    const struct pair *pair = pair_of(work, move_a ? w->body.inv_mass[body_a] : zero, move_b ? w->body.inv_mass[body_b] : zero,
                                      move_a ? w->body.inv_inertia[body_a] : zero, move_b ? w->body.inv_inertia[body_b] : zero);
    unsigned hard = !(move_a && move_b);
    set_direction(r, k, pair, normal);
    uint32_t bits = set_point(&r->point[0], k, pair, normal, c->arm0[row], c->place[row], work->mass[hard]);
    if (two)
        bits |= set_point(&r->point[1], k, pair, normal, c->arm1[row], c->place[row], work->mass[hard]);
    else
        no_point(&r->point[1], k);
    fs_rel2 gap = work->s->tick->gap[row];
    r->point[0].gap[k] = gap.x;
    r->point[1].gap[k] = two ? gap.y : 0;
    r->rate[k] = work->rate[hard];
    r->spring[k] = work->spring[hard];
    set_surface(work, r, k, surface_of(work, w->shape.material[sa], w->shape.material[sb]), pair, row);
    bits |= fs_uabs32(r->alpha_ra[k]) | fs_uabs32(r->alpha_rb[k]);
    /* Two bodies without mass between them: nothing can be solved. */
    bool solvable = pair->share_a != 0 || pair->share_b != 0;
    r->limit[k] = solvable ? FS__TWO_LIMIT >> fs_bits64(bits >> FS_ALPHA_FRAC) : 0;
    set_impulses(work, r, k, row, two);
}

/* ---- the tick ----------------------------------------------------------------------------------------------------------- */

/* A soft constraint of a frequency (Hz, Q15.16) and damping ratio: E. Catto, "Soft constraints" (2011). The angle
 * of a substep and everything made of it is Q30. */
static void soften(struct work *work, unsigned i, int64_t hertz)
{
    const int64_t two_pi = 6746518852;   /* Q30 */
    uint32_t rate = work->s->rate;
    int64_t turn = fs_div64_round(fs_rnd64_sym(two_pi * hertz, FS_FIX16_FRAC), rate);
    int64_t damped = 2 * (int64_t)work->s->w->rules.contact_damping[0] * (1 << (FS_UNIT_FRAC - FS_FIX16_FRAC)) + turn;
    int64_t stiff = fs_mul64(turn, damped, FS_UNIT_FRAC);
    int64_t spring = fs_muldiv64(FS_UNIT_ONE, FS_UNIT_ONE, FS_UNIT_ONE + stiff);
    int64_t omega = fs_rnd64_sym(two_pi * hertz, FS_UNIT_FRAC);   /* Q16 */
    if (hertz == 0)
        spring = 0;   /* nothing is pushed apart: overlap is solved as touching is */
    work->rate[i] = fs_sat32(fs_muldiv64(omega, FS_UNIT_ONE, fs_max64(damped, 1)));
    work->spring[i] = (int32_t)spring;
    work->mass[i] = (int32_t)(FS_UNIT_ONE - spring);
}

void fs__two_prepare(struct fs__two_solver *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    struct work work = { .s = s, .warm = (rules->flags[0] & FS_WORLD2_WARM_START) != 0 };
    int64_t hertz = fs_min64(rules->contact_hertz[0], (int64_t)s->rate << (FS_FIX16_FRAC - 2));
    soften(&work, 0, s->biased ? hertz : 0);
    soften(&work, 1, s->biased ? 2 * hertz : 0);
    for (uint32_t i = 0; i < s->row_count; i++)
        for (unsigned k = 0; k < FS__TWO_LANES; k++)
            if ((s->rows[i].used >> k & 1) != 0)
                set_lane(&work, &s->rows[i], k);
}
