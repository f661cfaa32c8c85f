/* contact_store.c: the end of a tick's solve: restitution, and the impulses that the next tick starts from.

 */
#include <fixstep/trig.h>

#include "physics2d/solver/contact_block.h"

enum { RESTITUTION_PASSES = 16 };

/* Oblique rebounds are rounded on both axes. Their target is lower by this many velocity steps (2^-21 m/s), so that
 * rounding loses energy on average and a long rally of elastic hits does not gain energy. */
#define OBLIQUE_LOSS 2

/* Bound of alpha * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* Normal impulses of both points over the substeps. */
static int32_t total_of(const struct fs__solver2_block *r, unsigned k)
{
    int64_t sum = (int64_t)r->point[0].total_normal_impulse[k] + r->point[1].total_normal_impulse[k];
    return (int32_t)fs_min64(sum, FS__SOLVER2_MAX_VELOCITY);
}

/* ---- restitution ----------------------------------------------------------------------------------------------- */

static int64_t normal_velocity(const struct fs__solver2_block *r, const struct fs__solver2_point *q, unsigned k,
                               const struct fs__solver2_body *a, const struct fs__solver2_body *b)
{
    int64_t sum = (int64_t)r->nx[k] * ((int64_t)b->vx - a->vx) + (int64_t)r->ny[k] * ((int64_t)b->vy - a->vy);
    return fs_round_shift64_sym(sum, FS_REL_FRAC) + fs_round_shift64_sym((int64_t)q->arm_nb[k] * b->w, FS_REL_FRAC) -
           fs_round_shift64_sym((int64_t)q->arm_na[k] * a->w, FS_REL_FRAC);
}

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

static void apply_impulse(struct fs__solver2_body *m, int64_t *rest, int32_t x, int32_t y, int64_t alpha, int32_t p)
{
    m->vx = add_change(m->vx, (int64_t)x * p, &rest[0]);
    m->vy = add_change(m->vy, (int64_t)y * p, &rest[1]);
    m->w = add_change(m->w, fs_clamp64(alpha * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[2]);
}

static int64_t scale_at(const struct fs__solver2_block *r, const int32_t *scale, unsigned k)
{
    return (r->extra & FS__SOLVER2_SCALED) != 0 ? scale[k] : 1;
}

/* Drives the point to the rebound velocity of its approach. The total impulse of the tick stays non-negative. Then
 * every contact has either no impulse or leaves with its share of the approach speed, and the energy
 * sum(impulse * (before + after)) / 2 cannot grow; taking back the last substep's impulse alone would let it grow. A
 * point that was separating, and was thrown back by a third body, keeps at least its initial separation speed. */
static bool bounce_point(struct fs__solver2 *s, struct fs__solver2_block *r, unsigned p, unsigned k)
{
    struct fs__solver2_point *q = &r->point[p];
    struct fs__solver2_body *bodies = s->tick->solver_body;
    struct fs__solver2_body *a = bodies + r->a[k], *b = bodies + r->b[k];
    bool separating = r->initial_normal_velocity[p][k] > 0, oblique = r->nx[k] != 0 && r->ny[k] != 0;
    int64_t rebound = separating ? r->initial_normal_velocity[p][k]
                                 : fs_round_shift64_sym((int64_t)r->restitution[k] * r->initial_normal_velocity[p][k],
                                                        FS_UNIT_FRAC);
    int64_t missing = normal_velocity(r, q, k, a, b) + rebound + (oblique ? OBLIQUE_LOSS : 0);
    int64_t change = fs_round_shift64_sym(
        fs_clamp64(missing, -FS__SOLVER2_MAX_IMPULSE, FS__SOLVER2_MAX_IMPULSE) * q->inverse_n[k], FS_UNIT_FRAC);
    int32_t delta = (int32_t)fs_clamp64(-change, -fs_min64(total_of(r, k), r->max_normal_impulse[k]),
                                        separating ? 0 : r->max_normal_impulse[k]);
    q->normal_impulse[k] = (int32_t)fs_clamp64((int64_t)q->normal_impulse[k] + delta, 0, r->max_normal_impulse[k]);
    q->total_normal_impulse[k] = (int32_t)fs_clamp64((int64_t)q->total_normal_impulse[k] + delta,
                                                     -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
    if ((r->write_a >> k & 1) != 0)
        apply_impulse(a, s->exact + (size_t)(uint32_t)r->a[k] * 4, -r->ax[k], -r->ay[k],
                      -q->alpha_na[k] * scale_at(r, r->scale_a, k), delta);
    if ((r->write_b >> k & 1) != 0)
        apply_impulse(b, s->exact + (size_t)(uint32_t)r->b[k] * 4, r->bx[k], r->by[k],
                      q->alpha_nb[k] * scale_at(r, r->scale_b, k), delta);
    return delta != 0;
}

static bool bounce_lane(struct fs__solver2 *s, struct fs__solver2_block *r, unsigned k, fs_vel threshold)
{
    bool changed = false;
    for (unsigned p = 0; p < 2; p++)
        if (fs_abs32(r->initial_normal_velocity[p][k]) > threshold && total_of(r, k) != 0 && r->restitution[k] != 0)
            changed |= bounce_point(s, r, p, k);
    return changed;
}

/* Gravity of a body along the normal (m/s^2, Q32.32); 0 for a body that gravity does not move. */
static fs_wide gravity_along_normal(const struct fs__solver2 *s, const struct fs__solver2_block *r, unsigned k,
                                    uint32_t solver_body)
{
    uint32_t body = s->tick->body_row[solver_body];
    if (solver_body == FS__SOLVER2_STATIC_BODY || s->w->body.type[body] != FS_BODY2_DYNAMIC)
        return 0;
    fs_wide2 g = s->w->rules.gravity[0];
    fs_wide along = fs_sat64_add(fs_mul64(g.x, r->nx[k], FS_REL_FRAC), fs_mul64(g.y, r->ny[k], FS_REL_FRAC));
    return fs_mul64(along, s->w->body.gravity_scale[body], FS_FIX16_FRAC);
}

/* Distance that the points approached each other in this tick (m, Q26). */
static int64_t closed_distance(const struct fs__solver2_block *r, const struct fs__solver2_point *q, unsigned k,
                               const struct fs__solver2_body *a, const struct fs__solver2_body *b)
{
    int64_t sum = (int64_t)r->nx[k] * ((int64_t)b->dx - a->dx) + (int64_t)r->ny[k] * ((int64_t)b->dy - a->dy);
    return -(fs_round_shift64_sym(sum, FS_REL_FRAC) +
             fs_round_shift64_sym((int64_t)q->arm_nb[k] * b->turned, FS_REL_FRAC) -
             fs_round_shift64_sym((int64_t)q->arm_na[k] * a->turned, FS_REL_FRAC));
}

/* Replaces the speed at the start of the tick by that of the impact, v^2 = u^2 + 2 g s: the speed gained by falling
 * to the surface is kept. Rounds down, so that no rebound gains energy. */
static void raise_to_impact_speed(const struct fs__solver2 *s, struct fs__solver2_block *r, unsigned p, unsigned k)
{
    uint32_t a = (uint32_t)r->a[k], b = (uint32_t)r->b[k];
    int64_t closed = closed_distance(r, &r->point[p], k, &s->tick->solver_body[a], &s->tick->solver_body[b]);
    fs_wide gain = fs_sat64_sub(gravity_along_normal(s, r, k, a), gravity_along_normal(s, r, k, b));
    if (closed <= 0 || gain <= 0 || closed > 4 * FS_REL_ONE)
        return;
    uint64_t square = (uint64_t)((int64_t)r->initial_normal_velocity[p][k] * r->initial_normal_velocity[p][k]);
    square += (uint64_t)fs_mul64(gain, closed, FS_REL_FRAC) << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1);
    r->initial_normal_velocity[p][k] = -(fs_vel)fs_min_u64(fs_isqrt64(square), FS__SOLVER2_MAX_VELOCITY);
}

static void find_impact_speeds(struct fs__solver2 *s)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    for (uint32_t i = 0; i < s->block_count; i++) {
        struct fs__solver2_block *r = &s->block[i];
        if ((r->extra & FS__SOLVER2_RESTITUTION) == 0)
            continue;
        for (unsigned k = 0; k < FS__SOLVER2_LANES; k++)
            for (unsigned p = 0; p < 2; p++)
                if ((r->used >> k & 1) != 0 && r->initial_normal_velocity[p][k] < -threshold && total_of(r, k) != 0)
                    raise_to_impact_speed(s, r, p, k);
    }
}

static bool bounce_all(struct fs__solver2 *s)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    bool changed = false;
    for (uint32_t i = 0; i < s->block_count; i++) {
        if ((s->block[i].extra & FS__SOLVER2_RESTITUTION) == 0)
            continue;
        for (unsigned k = 0; k < FS__SOLVER2_LANES; k++)
            if ((s->block[i].used >> k & 1) != 0)
                changed |= bounce_lane(s, &s->block[i], k, threshold);
    }
    return changed;
}

/* When a body hits several others at once, one pass gives the rebound velocity to the last contact only, and energy may
 * have grown. Passes are repeated until all contacts have it: e = 1 then keeps the energy. */
void fs__solver2_apply_restitution(struct fs__solver2 *s)
{
    find_impact_speeds(s);
    for (int pass = 0; pass < RESTITUTION_PASSES && bounce_all(s); pass++)
        ;
}

/* ---- storing ----------------------------------------------------------------------------------------------------- */

static void store_lane(struct fs__solver2 *s, uint32_t i, const struct fs__solver2_block *r, unsigned k)
{
    struct fs_contact2_view *c = &s->w->contact;
    uint32_t at = s->batch_order[i], row = s->tick->contact[at];
    int32_t tangent = r->tangent_impulse[k], half = c->count[row] == 2 ? tangent / 2 : 0;
    c->impulse0[row] = fs_vel2_make(r->point[0].normal_impulse[k], tangent - half);
    c->impulse1[row] = fs_vel2_make(r->point[1].normal_impulse[k], half);
    bool first = r->point[0].normal_impulse[k] > 0, second = r->point[1].normal_impulse[k] > 0;
    c->flags[row] = (uint8_t)((c->flags[row] & ~FS__CONTACT2_ONE_LOADED) |
                              (first != second ? FS__CONTACT2_ONE_LOADED : 0));
    c->rolling_impulse[row] = (r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0 ? r->rolling_impulse[k] : 0;
    s->tick->total_normal_impulse[at] = total_of(r, k);
    s->tick->approach_speed[at] = fs_sat32_neg(
        fs_min32(r->initial_normal_velocity[0][k], r->initial_normal_velocity[1][k]));
}

void fs__solver2_store_impulses(struct fs__solver2 *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++)
        store_lane(s, i, &s->block[s->contact_slot[i].slot / FS__SOLVER2_LANES],
                   s->contact_slot[i].slot % FS__SOLVER2_LANES);
}
