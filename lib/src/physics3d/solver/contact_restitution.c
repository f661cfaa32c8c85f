/* contact_restitution.c: the rebound of contacts that hit in this tick. */
#include <fixstep/trig.h>

#include "physics3d/solver/contact_solver.h"

enum { RESTITUTION_PASSES = 16 };

/* Oblique rebounds are rounded on several axes. Their target is lower by this many velocity steps (2^-21 m/s), so that
 * rounding loses energy on average and a long rally of elastic hits does not gain energy. */
#define OBLIQUE_LOSS 2

/* Bound of alpha * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* One lane of a block. */
struct lane {
    struct fs__solver3_block *r;
    unsigned k;
    struct fs__solver3_body *a, *b;
};

static struct lane lane_of(const struct fs__solver3 *s, struct fs__solver3_block *r, unsigned k)
{
    struct fs__solver3_body *bodies = s->tick->solver_body;
    return (struct lane){ r, k, bodies + r->a[k], bodies + r->b[k] };
}

static fs_rel3 vector_of(fs__solver3_lanes3 v, unsigned k)
{
    return fs_rel3_make(v[0][k], v[1][k], v[2][k]);
}

/* Normal impulses of all points over the substeps. */
static int32_t total_of(const struct lane *l)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < l->r->points; i++)
        sum += l->r->point[i].total[l->k];
    return (int32_t)fs_min64(sum, FS__SOLVER3_MAX_VELOCITY);
}

/* n . linear + arm_b . angular_b - arm_a . angular_a, each rounded. */
static int64_t project(const struct lane *l, const struct fs__solver3_point *q, fs_vel3 linear, fs_vel3 angular_a,
                       fs_vel3 angular_b)
{
    struct fs__solver3_point *p = (struct fs__solver3_point *)q;
    fs_rel3 n = vector_of(l->r->direction[0].n, l->k);
    return fs_round_shift64_sym(fs_rel3_dot_vel3(n, linear), FS_REL_FRAC) +
           fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(p->arms.arm_b, l->k), angular_b), FS_REL_FRAC) -
           fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(p->arms.arm_a, l->k), angular_a), FS_REL_FRAC);
}

static int64_t normal_velocity(const struct lane *l, const struct fs__solver3_point *q)
{
    return project(l, q, fs_vel3_sub(l->b->v, l->a->v), l->a->w, l->b->w);
}

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -FS__SOLVER3_MAX_VELOCITY, FS__SOLVER3_MAX_VELOCITY);
}

static void apply_impulse(struct fs__solver3_body *m, int64_t *rest, fs_rel3 share, fs_rel3 alpha, int64_t p)
{
    m->v = fs_vel3_make(add_change(m->v.x, share.x * p, &rest[0]), add_change(m->v.y, share.y * p, &rest[1]),
                        add_change(m->v.z, share.z * p, &rest[2]));
    m->w = fs_vel3_make(add_change(m->w.x, fs_clamp64(alpha.x * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[4]),
                        add_change(m->w.y, fs_clamp64(alpha.y * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[5]),
                        add_change(m->w.z, fs_clamp64(alpha.z * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[6]));
}

static void apply_to_bodies(struct fs__solver3 *s, const struct lane *l, struct fs__solver3_point *q, int32_t delta)
{
    struct fs__solver3_direction *n = &l->r->direction[0];
    if ((l->r->write_a >> l->k & 1) != 0)
        apply_impulse(l->a, s->exact + (size_t)(uint32_t)l->r->a[l->k] * 8, vector_of(n->a, l->k),
                      vector_of(q->arms.alpha_a, l->k), -(int64_t)delta);
    if ((l->r->write_b >> l->k & 1) != 0)
        apply_impulse(l->b, s->exact + (size_t)(uint32_t)l->r->b[l->k] * 8, vector_of(n->b, l->k),
                      vector_of(q->arms.alpha_b, l->k), delta);
}

static bool is_oblique(const struct lane *l)
{
    fs_rel3 n = vector_of(l->r->direction[0].n, l->k);
    return (n.x != 0) + (n.y != 0) + (n.z != 0) > 1;
}

/* The change of the impulse that gives the point its rebound velocity. The total impulse of the tick stays non-negative:
 * then every contact has either no impulse or leaves with its share of the approach speed, and the energy
 * sum(impulse * (before + after)) / 2 cannot grow; taking back the last substep's impulse alone would let it grow. A point
 * that was separating, and was thrown back by a third body, keeps at least its initial separation speed. */
static int32_t rebound_change(const struct lane *l, const struct fs__solver3_point *q, fs_vel initial)
{
    const struct fs__solver3_block *r = l->r;
    int64_t rebound = initial > 0 ? initial
                                  : fs_round_shift64_sym((int64_t)r->restitution[l->k] * initial, FS_UNIT_FRAC);
    int64_t missing = normal_velocity(l, q) + rebound + (is_oblique(l) ? OBLIQUE_LOSS : 0),
            max = r->max_normal_impulse[l->k];
    int64_t change = fs_round_shift64_sym(
        fs_clamp64(missing, -FS__SOLVER3_MAX_IMPULSE, FS__SOLVER3_MAX_IMPULSE) * q->inverse[l->k], FS_UNIT_FRAC);
    return (int32_t)fs_clamp64(-change, -fs_min64(total_of(l), max), initial > 0 ? 0 : max);
}

static bool bounce_point(struct fs__solver3 *s, const struct lane *l, unsigned i)
{
    struct fs__solver3_point *q = &l->r->point[i];
    unsigned k = l->k;
    int32_t delta = rebound_change(l, q, l->r->initial_normal_velocity[i][k]);
    q->impulse[k] = (int32_t)fs_clamp64((int64_t)q->impulse[k] + delta, 0, l->r->max_normal_impulse[k]);
    q->total[k] = (int32_t)fs_clamp64((int64_t)q->total[k] + delta, -FS__SOLVER3_MAX_VELOCITY,
                                      FS__SOLVER3_MAX_VELOCITY);
    apply_to_bodies(s, l, q, delta);
    return delta != 0;
}

static bool bounce_lane(struct fs__solver3 *s, const struct lane *l, fs_vel threshold)
{
    bool changed = false;
    if (l->r->restitution[l->k] == 0)
        return false;
    for (unsigned i = 0; i < l->r->points; i++)
        if (l->r->point[i].inverse[l->k] != 0 && fs_abs32(l->r->initial_normal_velocity[i][l->k]) > threshold &&
            total_of(l) != 0)
            changed |= bounce_point(s, l, i);
    return changed;
}

/* ---- impact speeds -------------------------------------------------------------------------------------------- */

/* Gravity of a body along the normal (m/s^2, Q32.32); 0 for a body that gravity does not move. */
static fs_wide gravity_along_normal(const struct fs__solver3 *s, fs_rel3 n, uint32_t solver_body)
{
    if (solver_body == FS__SOLVER3_STATIC_BODY)
        return 0;
    uint32_t body = s->tick->body_row[solver_body];
    if (s->w->body.type[body] != FS_BODY3_DYNAMIC)
        return 0;
    fs_wide3 g = s->w->rules.gravity[0];
    fs_wide along = fs_sat64_add(fs_sat64_add(fs_mul64(g.x, n.x, FS_REL_FRAC), fs_mul64(g.y, n.y, FS_REL_FRAC)),
                                 fs_mul64(g.z, n.z, FS_REL_FRAC));
    return fs_mul64(along, s->w->body.gravity_scale[body], FS_FIX16_FRAC);
}

/* A displacement (Q26) in the form of a velocity. */
static fs_vel3 displacement(fs_rel3 d)
{
    return fs_vel3_make(d.x, d.y, d.z);
}

/* Distance that the points approached each other in this tick (m, Q26). */
static int64_t closed_distance(const struct lane *l, const struct fs__solver3_point *q)
{
    return -project(l, q, displacement(fs_rel3_sub(l->b->d, l->a->d)), displacement(l->a->turned),
                    displacement(l->b->turned));
}

/* Replaces the speed at the start of the tick by that of the impact, v^2 = u^2 + 2 g s: the speed gained by falling
 * to the surface is kept. Rounds down, so that no rebound gains energy. */
static void raise_to_impact_speed(const struct fs__solver3 *s, const struct lane *l, unsigned i)
{
    fs_vel *initial = &l->r->initial_normal_velocity[i][l->k];
    fs_rel3 n = vector_of(l->r->direction[0].n, l->k);
    int64_t closed = closed_distance(l, &l->r->point[i]);
    fs_wide gain = fs_sat64_sub(gravity_along_normal(s, n, (uint32_t)l->r->a[l->k]),
                                gravity_along_normal(s, n, (uint32_t)l->r->b[l->k]));
    if (closed <= 0 || gain <= 0 || closed > 4 * FS_REL_ONE)
        return;
    uint64_t square = (uint64_t)((int64_t)*initial * *initial);
    square += (uint64_t)fs_mul64(gain, closed, FS_REL_FRAC) << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1);
    *initial = -(fs_vel)fs_min_u64(fs_isqrt64(square), FS__SOLVER3_MAX_VELOCITY);
}

static void find_impact_speed(const struct fs__solver3 *s, const struct lane *l, fs_vel threshold)
{
    for (unsigned i = 0; i < l->r->points; i++)
        if (l->r->initial_normal_velocity[i][l->k] < -threshold && total_of(l) != 0)
            raise_to_impact_speed(s, l, i);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

static bool visit_lanes(struct fs__solver3 *s, bool bounce)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    uint32_t blocks = s->colouring.first[s->colouring.overflow + 1];
    bool changed = false;
    for (uint32_t i = 0; i < blocks; i++) {
        struct fs__solver3_block *r = &s->block[i];
        for (unsigned k = 0; k < FS__SOLVER3_LANES && (r->extra & FS__SOLVER3_RESTITUTION) != 0; k++) {
            struct lane l = lane_of(s, r, k);
            if ((r->used >> k & 1) != 0 && bounce)
                changed |= bounce_lane(s, &l, threshold);
            else if ((r->used >> k & 1) != 0)
                find_impact_speed(s, &l, threshold);
        }
    }
    return changed;
}

/* When a body hits several others at once, one pass gives the rebound velocity to the last contact only, and energy may
 * have grown. Passes are repeated until all contacts have it: e = 1 then keeps the energy. */
void fs__solver3_apply_restitution(struct fs__solver3 *s)
{
    (void)visit_lanes(s, false);
    for (int pass = 0; pass < RESTITUTION_PASSES && visit_lanes(s, true); pass++)
        ;
}
