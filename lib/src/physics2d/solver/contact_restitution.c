/* contact_restitution.c: impacts at the end of a tick's solve.
 *
 * The substeps stop bodies that meet. Where a contact with restitution had an impact in the tick, what its normal rows
 * gave is taken back, and the impacts are solved one after the other in the order of their speeds, until no such
 * contact approaches. So a blow travels through bodies that touch, and each impact keeps the energy or its share: the
 * sum(impulse * (before + after)) / 2 of an impact is never positive.
 */
#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

/* Oblique rebounds are rounded on both axes. Their target is lower by this many velocity steps (2^-21 m/s), so that
 * rounding loses energy on average and a long rally of elastic hits does not gain energy. */
#define OBLIQUE_LOSS 2
/* Largest number of passes over the contacts of a batch: a blow passes at least as many bodies in a tick. */
enum { MAX_PASSES = 64 };
/* Bound of alpha * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* A contact point while impacts are solved. */
struct hit {
    struct fs__solver2 *s;
    struct fs__solver2_block *r;
    struct fs__solver2_point *q;
    unsigned point, lane;
};

typedef bool visit_fn(const struct hit *h, fs_vel speed);

/* Calls `visit` for the points of all contacts with restitution, or of those that take part in impacts; true when one
 * call is. */
static bool visit_points(struct fs__solver2 *s, bool bouncing, visit_fn *visit, fs_vel speed)
{
    bool any = false;
    for (uint32_t i = 0; i < s->block_count; i++) {
        struct fs__solver2_block *r = &s->block[i];
        if ((r->extra & FS__SOLVER2_RESTITUTION) == 0 || (bouncing ? r->bouncing : r->used) == 0)
            continue;
        for (unsigned k = 0; k < FS__SOLVER2_LANES; k++)
            for (unsigned p = 0; p < 2; p++)
                if (((bouncing ? r->bouncing : r->used) >> k & 1) != 0)
                    any |= visit(&(struct hit){ s, r, &r->point[p], p, k }, speed);
    }
    return any;
}

static struct fs__solver2_body *body_at(const struct hit *h, const int32_t *index)
{
    return &h->s->tick->solver_body[index[h->lane]];
}

static int64_t along_normal(const struct hit *h, int64_t x, int64_t y, int64_t turn_a, int64_t turn_b)
{
    const struct fs__solver2_block *r = h->r;
    return fs_round_shift64_sym(r->nx[h->lane] * x + r->ny[h->lane] * y, FS_REL_FRAC) +
           fs_round_shift64_sym(h->q->arm_nb[h->lane] * turn_b, FS_REL_FRAC) -
           fs_round_shift64_sym(h->q->arm_na[h->lane] * turn_a, FS_REL_FRAC);
}

static int64_t normal_velocity(const struct hit *h)
{
    const struct fs__solver2_body *a = body_at(h, h->r->a), *b = body_at(h, h->r->b);
    return along_normal(h, (int64_t)b->vx - a->vx, (int64_t)b->vy - a->vy, a->w, b->w);
}

/* Distance that the points approached each other in this tick (m, Q26). */
static int64_t closed_distance(const struct hit *h)
{
    const struct fs__solver2_body *a = body_at(h, h->r->a), *b = body_at(h, h->r->b);
    return -along_normal(h, (int64_t)b->dx - a->dx, (int64_t)b->dy - a->dy, a->turned, b->turned);
}

/* ---- impulses -------------------------------------------------------------------------------------------------- */

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

static void push_body(struct fs__solver2_body *m, int64_t *rest, int32_t x, int32_t y, int64_t alpha, int32_t p)
{
    m->vx = add_change(m->vx, (int64_t)x * p, &rest[0]);
    m->vy = add_change(m->vy, (int64_t)y * p, &rest[1]);
    m->w = add_change(m->w, fs_clamp64(alpha * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[2]);
}

static int64_t scale_at(const struct fs__solver2_block *r, const int32_t *scale, unsigned k)
{
    return (r->extra & FS__SOLVER2_SCALED) != 0 ? scale[k] : 1;
}

static void apply_impulse(const struct hit *h, int32_t impulse)
{
    const struct fs__solver2_block *r = h->r;
    const unsigned k = h->lane;
    int64_t *exact_a = h->s->exact + (size_t)(uint32_t)r->a[k] * 4,
            *exact_b = h->s->exact + (size_t)(uint32_t)r->b[k] * 4;
    if ((r->write_a >> k & 1) != 0)
        push_body(body_at(h, r->a), exact_a, -r->ax[k], -r->ay[k], -h->q->alpha_na[k] * scale_at(r, r->scale_a, k),
                  impulse);
    if ((r->write_b >> k & 1) != 0)
        push_body(body_at(h, r->b), exact_b, r->bx[k], r->by[k], h->q->alpha_nb[k] * scale_at(r, r->scale_b, k),
                  impulse);
}

/* ---- speeds of impact ------------------------------------------------------------------------------------------ */

/* Gravity of a body along the normal (m/s^2, Q32.32); 0 for a body that gravity does not move. */
static fs_wide gravity_along_normal(const struct hit *h, uint32_t solver_body)
{
    const struct fs_world2 *w = h->s->w;
    uint32_t body = h->s->tick->body_row[solver_body];
    if (solver_body == FS__SOLVER2_STATIC_BODY || w->body.type[body] != FS_BODY2_DYNAMIC)
        return 0;
    fs_wide2 g = w->rules.gravity[0];
    fs_wide along = fs_sat64_add(fs_mul64(g.x, h->r->nx[h->lane], FS_REL_FRAC),
                                 fs_mul64(g.y, h->r->ny[h->lane], FS_REL_FRAC));
    return fs_asr64(fs_mul64(along, w->body.gravity_scale[body], FS_FIX16_FRAC),
                    (unsigned)fs__body2_load_shift(w, body));
}

/* Acceleration with which gravity closes the gap (m/s^2, Q32.32). */
static fs_wide closing_gravity(const struct hit *h)
{
    fs_wide gain = fs_sat64_sub(gravity_along_normal(h, (uint32_t)h->r->a[h->lane]),
                                gravity_along_normal(h, (uint32_t)h->r->b[h->lane]));
    return fs_clamp64(gain, -FS__WORLD2_MAX_GRAVITY * 4, FS__WORLD2_MAX_GRAVITY * 4);
}

/* What gravity adds to a velocity in half a substep (Q21). Velocities are those of half a substep before their positions:
 * they lag by it before an impact and lead by it after. */
static fs_vel half_step_gain(const struct hit *h)
{
    int64_t gain = fs_div64_round(closing_gravity(h), 2 * h->s->rate);
    return fs_sat32(fs_round_shift64_sym(gain, FS_WIDE_FRAC - FS_VEL_FRAC));
}

/* The speed of a fall from speed u over `distance`: v^2 = u^2 + 2 g s, rounded down, so that no rebound gains energy. */
static fs_vel speed_after(int64_t u, fs_wide gravity, int64_t distance)
{
    int64_t gain = fs_mul64(gravity, fs_clamp64(distance, 0, 4 * FS_REL_ONE), FS_REL_FRAC); /* Q32, below 2^47 */
    u = fs_clamp64(u, 0, FS__SOLVER2_MAX_VELOCITY);
    int64_t square = u * u + gain * (1 << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1));
    return square <= 0 ? 0 : (fs_vel)fs_min_u64(fs_isqrt64((uint64_t)square), FS__SOLVER2_MAX_VELOCITY);
}

/* Replaces the velocity at the start of the tick by that of the impact: the speed gained by falling to the surface is
 * kept. True for an impact. */
static bool find_impact_speed(const struct hit *h, fs_vel threshold)
{
    fs_vel *velocity = &h->r->initial_normal_velocity[h->point][h->lane];
    if (*velocity >= -threshold || h->q->total_normal_impulse[h->lane] == 0)
        return false;
    *velocity = -speed_after((int64_t)half_step_gain(h) - *velocity, closing_gravity(h), closed_distance(h));
    return h->r->restitution[h->lane] != 0;
}

/* ---- contacts that take part ------------------------------------------------------------------------------------- */

/* A contact that carried a load at the end of the last tick and has no impact rests: its rows stay as they are. */
static bool rests(const struct hit *h, fs_vel threshold)
{
    const struct fs_contact2_view *c = &h->s->w->contact;
    uint32_t row = h->s->tick->contact[h->r->index[h->lane]];
    bool loaded = c->impulse0[row].x > 0 || c->impulse1[row].x > 0;
    int64_t load = ((int64_t)c->impulse0[row].x + c->impulse1[row].x) * h->s->substeps / h->s->parts;
    return loaded && fs__solver2_total_impulse(h->r, h->lane) <= 2 * load &&
           h->r->initial_normal_velocity[0][h->lane] >= -threshold &&
           h->r->initial_normal_velocity[1][h->lane] >= -threshold;
}

static bool mark_bouncing(const struct hit *h, fs_vel threshold)
{
    if (h->r->restitution[h->lane] != 0 && fs__solver2_total_impulse(h->r, h->lane) != 0 && !rests(h, threshold))
        h->r->bouncing |= (uint8_t)(1u << h->lane);
    return false;
}

static bool take_back(const struct hit *h, fs_vel unused)
{
    (void)unused;
    apply_impulse(h, -h->q->total_normal_impulse[h->lane]);
    h->q->total_normal_impulse[h->lane] = h->q->normal_impulse[h->lane] = 0;
    return false;
}

/* After all was taken back: by how much the bodies approach faster at the end of the tick than at the impact. */
static bool find_excess(const struct hit *h, fs_vel unused)
{
    (void)unused;
    fs_vel approach = fs_sat32(fs_max64(-normal_velocity(h), 0));
    fs_vel impact = fs_max32(fs_sat32_neg(h->r->initial_normal_velocity[h->point][h->lane]), 0);
    h->r->excess[h->point][h->lane] = fs_sat32_sub(approach, impact);
    return false;
}

/* ---- impacts ----------------------------------------------------------------------------------------------------- */

/* The velocity after an impact. An approach below the threshold is stopped. */
static int64_t rebound_of(const struct hit *h, int64_t approach)
{
    const unsigned k = h->lane;
    fs_vel *excess = &h->r->excess[h->point][k];
    int64_t impact = approach - *excess, lead = *excess != 0 ? half_step_gain(h) : 0;
    bool oblique = h->r->nx[k] != 0 && h->r->ny[k] != 0;
    *excess = 0;
    if (impact <= h->s->w->rules.restitution_threshold[0])
        return 0;
    int64_t rebound = fs_mul64(impact, h->r->restitution[k], FS_UNIT_FRAC) + lead - (oblique ? OBLIQUE_LOSS : 0);
    return fs_max64(rebound, 0);
}

/* Solves the impact of a point that approaches faster than `speed`; true when it does. */
static bool hit_point(const struct hit *h, fs_vel speed)
{
    const unsigned k = h->lane;
    int64_t velocity = normal_velocity(h), room = FS__SOLVER2_MAX_VELOCITY - h->q->total_normal_impulse[k];
    if (-velocity <= speed)
        return false;
    int64_t change = fs_clamp64(rebound_of(h, -velocity) - velocity, 0, FS__SOLVER2_MAX_IMPULSE);
    int64_t impulse = fs_round_shift64_sym(change * h->q->inverse_n[k], FS_UNIT_FRAC);
    impulse = fs_min64(fs_min64(impulse, h->r->max_normal_impulse[k]), room);
    if (impulse <= 0)
        return false;
    h->q->total_normal_impulse[k] += (int32_t)impulse;
    apply_impulse(h, (int32_t)impulse);
    return true;
}

static fs_vel fastest_approach(const struct fs__solver2 *s)
{
    fs_vel fastest = 0;
    for (uint32_t i = 0; i < s->block_count; i++)
        for (unsigned k = 0; k < FS__SOLVER2_LANES && s->block[i].bouncing != 0; k++)
            for (unsigned p = 0; p < 2 && (s->block[i].bouncing >> k & 1) != 0; p++)
                fastest = fs_max32(fastest, fs_sat32_neg(s->block[i].initial_normal_velocity[p][k]));
    return fastest;
}

void fs__solver2_apply_restitution(struct fs__solver2 *s)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    if (!visit_points(s, false, find_impact_speed, threshold))
        return;
    (void)visit_points(s, false, mark_bouncing, threshold);
    (void)visit_points(s, true, take_back, 0);
    (void)visit_points(s, true, find_excess, 0);
    fs_vel speed = fastest_approach(s) / 2;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        if (visit_points(s, true, hit_point, speed))
            continue;
        if (speed == 0)
            return;
        speed = speed > threshold ? speed / 2 : 0;
    }
}
