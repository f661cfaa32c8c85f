/* contact_restitution.c: impacts at the end of a tick's solve; see physics/solver/contact_restitution.inl. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics/solver/impact_compression.h"
#include "physics3d/body/body.h"
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER3_MAX_VELOCITY
#define MAX_GRAVITY FS__WORLD3_MAX_GRAVITY

/* Bound of alpha * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* A contact point while impacts are solved. */
struct hit {
    struct fs__solver3 *s;
    struct fs__solver3_block *r;
    struct fs__solver3_point *q;
    unsigned point, lane;
};

static uint32_t block_count(const struct fs__solver3 *s)
{
    return s->colouring.first[s->colouring.overflow + 1];
}

static unsigned point_count(const struct fs__solver3_block *r)
{
    return r->points;
}

static uint32_t substep_rate(const struct fs__solver3 *s)
{
    return s->rate.hz;
}

static int32_t *impulse_of(const struct hit *h)
{
    return &h->q->impulse[h->lane];
}

static int32_t *total_of(const struct hit *h)
{
    return &h->q->total[h->lane];
}

static int64_t inverse_of(const struct hit *h)
{
    return h->q->inverse[h->lane];
}

static fs_rel separation_of(const struct hit *h)
{
    return h->q->separation[h->lane];
}

static struct fs__solver3_body *body_at(const struct hit *h, const int32_t *index)
{
    return &h->s->tick->solver_body[index[h->lane]];
}

static fs_rel3 vector_of(fs__solver3_lanes3 v, unsigned k)
{
    return fs_rel3_make(v[0][k], v[1][k], v[2][k]);
}

/* n . linear + arm_b . angular_b - arm_a . angular_a, each rounded. */
static int64_t along_normal(const struct hit *h, fs_vel3 linear, fs_vel3 angular_a, fs_vel3 angular_b)
{
    return fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(h->r->direction[0].n, h->lane), linear), FS_REL_FRAC) +
           fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(h->q->arms.arm_b, h->lane), angular_b), FS_REL_FRAC) -
           fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(h->q->arms.arm_a, h->lane), angular_a), FS_REL_FRAC);
}

/* Q30. */
static int64_t along_arm(fs__solver3_lanes3 arm, fs__solver3_lanes3 alpha, unsigned k)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 3; i++)
        sum += fs_round_shift64_sym((int64_t)arm[i][k] * alpha[i][k], FS_REL_FRAC + FS_ALPHA_FRAC - FS_UNIT_FRAC);
    return sum;
}

static int64_t response_of(const struct hit *h, const struct hit *g)
{
    const unsigned k = h->lane;
    struct fs__solver3_direction *d = &h->r->direction[0];
    int64_t sum = 0;
    bool move_a = (h->r->write_a >> k & 1) != 0, move_b = (h->r->write_b >> k & 1) != 0;
    for (unsigned i = 0; i < 3; i++)
        sum += d->n[i][k] * ((int64_t)(move_a ? d->a[i][k] : 0) + (move_b ? d->b[i][k] : 0));
    return fs_round_shift64_sym(sum, FS_REL_FRAC) + (move_a ? along_arm(h->q->arms.arm_a, g->q->arms.alpha_a, k) : 0) +
           (move_b ? along_arm(h->q->arms.arm_b, g->q->arms.alpha_b, k) : 0);
}

static int64_t normal_velocity(const struct hit *h)
{
    const struct fs__solver3_body *a = body_at(h, h->r->a), *b = body_at(h, h->r->b);
    return along_normal(h, fs_vel3_sub(b->v, a->v), a->w, b->w);
}

/* A displacement (Q26) in the form of a velocity. */
static fs_vel3 displacement(fs_rel3 d)
{
    return fs_vel3_make(d.x, d.y, d.z);
}

/* m, Q26. */
static int64_t closed_distance(const struct hit *h)
{
    const struct fs__solver3_body *a = body_at(h, h->r->a), *b = body_at(h, h->r->b);
    return -along_normal(h, displacement(fs_rel3_sub(b->d, a->d)), displacement(a->turned), displacement(b->turned));
}

static bool is_oblique(const struct hit *h)
{
    fs_rel3 n = vector_of(h->r->direction[0].n, h->lane);
    return (n.x != 0) + (n.y != 0) + (n.z != 0) > 1;
}

/* 0 for a body that gravity does not move. */
static fs_wide gravity_along_normal(const struct hit *h, uint32_t solver_body)
{
    const struct fs_world3 *w = h->s->w;
    uint32_t body = h->s->tick->body_row[solver_body];
    if (solver_body == FS__SOLVER3_STATIC_BODY || w->body.type[body] != FS_BODY3_DYNAMIC)
        return 0;
    fs_rel3 n = vector_of(h->r->direction[0].n, h->lane);
    fs_wide3 g = w->rules.gravity[0];
    fs_wide along = fs_sat64_add(fs_sat64_add(fs_mul64(g.x, n.x, FS_REL_FRAC), fs_mul64(g.y, n.y, FS_REL_FRAC)),
                                 fs_mul64(g.z, n.z, FS_REL_FRAC));
    return fs_asr64(fs_mul64(along, w->body.gravity_scale[body], FS_FIX16_FRAC),
                    (unsigned)fs__body3_load_shift(w, body));
}

static int64_t contact_total(const struct hit *h)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < h->r->points; i++)
        sum += h->r->point[i].total[h->lane];
    return fs_min64(sum, FS__SOLVER3_MAX_VELOCITY);
}

/* 0: it carried no load. */
static int64_t last_load(const struct hit *h)
{
    uint32_t row = h->s->tick->contact[h->r->index[h->lane]];
    const fs_vel3 *impulse = &h->s->w->point.impulse[h->s->w->contact.first_point[row]];
    int64_t sum = 0;
    for (unsigned i = 0; i < h->s->w->contact.count[row]; i++)
        sum += fs_max32(impulse[i].x, 0);
    return sum * h->s->substeps / h->s->parts;
}

static void apply_impulse(const struct hit *h, int32_t impulse);
static void take_back_friction(const struct hit *h);
static bool can_rub(const struct hit *h);
struct friction {
    int64_t total[2], velocity[2]; /* along the tangents */
};
static struct friction note_friction(const struct hit *h);
static int64_t friction_work(const struct hit *h, const struct friction *before);
static int64_t rub(const struct hit *h);
static bool moves_tree(const struct hit *h);
static bool moves_large_tree(const struct hit *h);
static bool hit_tree(const struct hit *h, fs_vel speed);
static bool rub_tree(const struct hit *h, fs_vel unused);
static void count_trees(struct fs__solver3 *s, fs_vel threshold);
static bool find_stops(struct fs__solver3 *s, fs_vel threshold);

#include "physics/solver/contact_restitution.inl"
#include "physics3d/solver/contact_stop.h"

static void push_body(struct fs__solver3_body *m, int64_t *rest, fs_rel3 share, fs_rel3 alpha, int64_t p)
{
    m->v = fs_vel3_make(add_change(m->v.x, share.x * p, &rest[0]), add_change(m->v.y, share.y * p, &rest[1]),
                        add_change(m->v.z, share.z * p, &rest[2]));
    m->w = fs_vel3_make(
        add_change(m->w.x, fs_clamp64(fs_sat64_mul(alpha.x, p), -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[4]),
        add_change(m->w.y, fs_clamp64(fs_sat64_mul(alpha.y, p), -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[5]),
        add_change(m->w.z, fs_clamp64(fs_sat64_mul(alpha.z, p), -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[6]));
}

static void apply_impulse(const struct hit *h, int32_t impulse)
{
    struct fs__solver3_block *r = h->r;
    const unsigned k = h->lane;
    if ((r->write_a >> k & 1) != 0)
        push_body(body_at(h, r->a), h->s->exact + (size_t)(uint32_t)r->a[k] * 8, vector_of(r->direction[0].a, k),
                  vector_of(h->q->arms.alpha_a, k), -(int64_t)impulse);
    if ((r->write_b >> k & 1) != 0)
        push_body(body_at(h, r->b), h->s->exact + (size_t)(uint32_t)r->b[k] * 8, vector_of(r->direction[0].b, k),
                  vector_of(h->q->arms.alpha_b, k), impulse);
}

/* ---- friction -------------------------------------------------------------------------------------------------------- */

/* Of the contact, along both tangents. */
struct tangent_impulse {
    int64_t p, q;
};

static void apply_friction(const struct hit *h, unsigned t, int64_t change)
{
    struct fs__solver3_block *r = h->r;
    const unsigned k = h->lane;
    struct fs__solver3_direction *d = &r->direction[1 + t];
    r->total_tangent_impulse[t][k] += (int32_t)change;
    if ((r->write_a >> k & 1) != 0)
        push_body(body_at(h, r->a), h->s->exact + (size_t)(uint32_t)r->a[k] * 8, vector_of(d->a, k),
                  vector_of(r->tangent[t].alpha_a, k), -change);
    if ((r->write_b >> k & 1) != 0)
        push_body(body_at(h, r->b), h->s->exact + (size_t)(uint32_t)r->b[k] * 8, vector_of(d->b, k),
                  vector_of(r->tangent[t].alpha_b, k), change);
}

static void take_back_friction(const struct hit *h)
{
    for (unsigned t = 0; t < 2; t++) {
        apply_friction(h, t, -h->r->total_tangent_impulse[t][h->lane]);
        h->r->tangent_impulse[t][h->lane] = 0;
    }
}

static int64_t tangent_velocity(const struct hit *h, unsigned t)
{
    struct fs__solver3_block *r = h->r;
    const unsigned k = h->lane;
    const struct fs__solver3_body *a = body_at(h, r->a), *b = body_at(h, r->b);
    int64_t v = fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(r->direction[1 + t].n, k), fs_vel3_sub(b->v, a->v)),
                                     FS_REL_FRAC) +
                fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(r->tangent[t].arm_b, k), b->w), FS_REL_FRAC) -
                fs_round_shift64_sym(fs_rel3_dot_vel3(vector_of(r->tangent[t].arm_a, k), a->w), FS_REL_FRAC);
    return fs_clamp64(v - r->tangent_speed[t][k], -FS__SOLVER3_MAX_IMPULSE, FS__SOLVER3_MAX_IMPULSE);
}

/* The length that the limit bounds: with anisotropic friction the first component counts less. */
static int64_t length_of(const struct hit *h, struct tangent_impulse p)
{
    if ((h->r->extra & FS__SOLVER3_ANISOTROPIC) != 0)
        p.p = fs_mul64(p.p, h->r->cross_friction[h->lane], FS_UNIT_FRAC);
    return fs_isqrt64((uint64_t)(p.p * p.p + p.q * p.q));
}

static int64_t friction_limit(const struct hit *h, const int32_t *coefficient)
{
    int64_t limit = fs_mul64(contact_total(h), coefficient[h->lane], FS_REL_FRAC);
    if ((h->r->extra & FS__SOLVER3_ANISOTROPIC) != 0)
        limit = fs_mul64(limit, h->r->cross_friction[h->lane], FS_UNIT_FRAC);
    return fs_clamp64(limit, 0, FS__SOLVER3_MAX_IMPULSE);
}

static struct tangent_impulse bounded_friction(struct tangent_impulse p)
{
    return (struct tangent_impulse){ fs_clamp64(p.p, -FS__SOLVER3_MAX_VELOCITY, FS__SOLVER3_MAX_VELOCITY),
                                     fs_clamp64(p.q, -FS__SOLVER3_MAX_VELOCITY, FS__SOLVER3_MAX_VELOCITY) };
}

/* As the rows of the substeps: what stops both tangent velocities, or slides. */
static struct tangent_impulse friction_after(const struct hit *h, struct tangent_impulse old)
{
    const struct fs__solver3_block *r = h->r;
    const unsigned k = h->lane;
    int64_t m11 = r->inverse_11[k], m12 = r->inverse_12[k], m22 = r->inverse_22[k], m = r->slide_mass[k];
    int64_t v = tangent_velocity(h, 0), u = tangent_velocity(h, 1);
    int64_t limit = friction_limit(h, r->static_friction);
    struct tangent_impulse p = bounded_friction(
        (struct tangent_impulse){ old.p - fs_round_shift64_sym(m11 * v + m12 * u, FS_UNIT_FRAC),
                                  old.q - fs_round_shift64_sym(m12 * v + m22 * u, FS_UNIT_FRAC) });
    if (length_of(h, p) <= limit)
        return p;
    p = bounded_friction((struct tangent_impulse){ old.p - fs_round_shift64_sym(m * v, FS_UNIT_FRAC),
                                                   old.q - fs_round_shift64_sym(m * u, FS_UNIT_FRAC) });
    if ((r->extra & FS__SOLVER3_SLIDING) != 0)
        limit = friction_limit(h, r->dynamic_friction);
    int64_t length = length_of(h, p);
    if (length > limit)
        p = (struct tangent_impulse){ fs_muldiv64(p.p, limit, length), fs_muldiv64(p.q, limit, length) };
    return p;
}

static struct friction note_friction(const struct hit *h)
{
    return (struct friction){ { h->r->total_tangent_impulse[0][h->lane], h->r->total_tangent_impulse[1][h->lane] },
                              { tangent_velocity(h, 0), tangent_velocity(h, 1) } };
}

static int64_t friction_work(const struct hit *h, const struct friction *before)
{
    const struct friction now = note_friction(h);
    int64_t sum = 0;
    for (unsigned t = 0; t < 2; t++)
        sum = fs_sat64_add(sum, fs_mul64(now.total[t] - before->total[t], now.velocity[t] + before->velocity[t],
                                         2 * FS_VEL_FRAC - 30));
    return sum;
}

static bool has_friction(const struct hit *h)
{
    return h->r->static_friction[h->lane] != 0 ||
           ((h->r->extra & FS__SOLVER3_SLIDING) != 0 && h->r->dynamic_friction[h->lane] != 0);
}

/* pair_mass.c cuts larger responses off; rows with them answer each other unequally, and could give energy. */
#define MAX_RESPONSE (95 * (1 << FS_ALPHA_FRAC))

static bool can_rub(const struct hit *h)
{
    int32_t largest = 0;
    if (!has_friction(h))
        return false;
    for (unsigned t = 0; t < 2; t++)
        for (unsigned i = 0; i < 3; i++)
            largest = fs_max32(largest, fs_max32(fs_abs32(h->r->tangent[t].alpha_a[i][h->lane]),
                                                 fs_abs32(h->r->tangent[t].alpha_b[i][h->lane])));
    return largest < MAX_RESPONSE;
}

static int64_t rub(const struct hit *h)
{
    struct tangent_impulse old = { h->r->total_tangent_impulse[0][h->lane], h->r->total_tangent_impulse[1][h->lane] };
    struct tangent_impulse now = friction_after(h, old);
    apply_friction(h, 0, now.p - old.p);
    apply_friction(h, 1, now.q - old.q);
    return fs_max64(fs_abs64(now.p - old.p), fs_abs64(now.q - old.q));
}

#include "physics3d/solver/tree_impact.h"
