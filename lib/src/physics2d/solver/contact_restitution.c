/* contact_restitution.c: impacts at the end of a tick's solve; see physics/solver/contact_restitution.inl. */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>

#include "physics/solver/impact_compression.h"
#include "physics2d/body/body.h"
#include "physics2d/joint/joint_direct.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER2_MAX_VELOCITY
#define MAX_GRAVITY FS__WORLD2_MAX_GRAVITY

/* Bound of alpha * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* A contact point while impacts are solved. */
struct hit {
    struct fs__solver2 *s;
    struct fs__solver2_block *r;
    struct fs__solver2_point *q;
    unsigned point, lane;
};

static uint32_t block_count(const struct fs__solver2 *s)
{
    return s->block_count;
}

static unsigned point_count(const struct fs__solver2_block *r)
{
    (void)r;
    return 2;
}

static uint32_t substep_rate(const struct fs__solver2 *s)
{
    return s->rate;
}

static int32_t *impulse_of(const struct hit *h)
{
    return &h->q->normal_impulse[h->lane];
}

static int32_t *total_of(const struct hit *h)
{
    return &h->q->total_normal_impulse[h->lane];
}

static int64_t inverse_of(const struct hit *h)
{
    return h->q->inverse_n[h->lane];
}

static fs_rel separation_of(const struct hit *h)
{
    return h->q->separation[h->lane];
}

static int64_t scale_at(const struct fs__solver2_block *r, const int32_t *scale, unsigned k)
{
    return (r->extra & FS__SOLVER2_SCALED) != 0 ? scale[k] : 1;
}

static int64_t along_arm(int64_t arm, int64_t alpha, int64_t scale)
{
    return fs_round_shift64_sym(arm * alpha, FS_REL_FRAC + FS_ALPHA_FRAC - FS_UNIT_FRAC) * scale;
}

static int64_t response_of(const struct hit *h, const struct hit *g)
{
    const struct fs__solver2_block *r = h->r;
    const unsigned k = h->lane;
    int64_t linear = 0, angular = 0;
    if ((r->write_a >> k & 1) != 0) {
        linear += (int64_t)r->nx[k] * r->ax[k] + (int64_t)r->ny[k] * r->ay[k];
        angular += along_arm(h->q->arm_na[k], g->q->alpha_na[k], scale_at(r, r->scale_a, k));
    }
    if ((r->write_b >> k & 1) != 0) {
        linear += (int64_t)r->nx[k] * r->bx[k] + (int64_t)r->ny[k] * r->by[k];
        angular += along_arm(h->q->arm_nb[k], g->q->alpha_nb[k], scale_at(r, r->scale_b, k));
    }
    return fs_round_shift64_sym(linear, FS_REL_FRAC) + angular;
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

/* m, Q26. */
static int64_t closed_distance(const struct hit *h)
{
    const struct fs__solver2_body *a = body_at(h, h->r->a), *b = body_at(h, h->r->b);
    return -along_normal(h, (int64_t)b->dx - a->dx, (int64_t)b->dy - a->dy, a->turned, b->turned);
}

static bool is_oblique(const struct hit *h)
{
    return h->r->nx[h->lane] != 0 && h->r->ny[h->lane] != 0;
}

/* 0 for a body that gravity does not move. */
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

static int64_t contact_total(const struct hit *h)
{
    return fs__solver2_total_impulse(h->r, h->lane);
}

/* 0: it carried no load. */
static int64_t last_load(const struct hit *h)
{
    const struct fs_contact2_view *c = &h->s->w->contact;
    uint32_t row = h->s->tick->contact[h->r->index[h->lane]];
    bool loaded = c->impulse0[row].x > 0 || c->impulse1[row].x > 0;
    return loaded ? ((int64_t)c->impulse0[row].x + c->impulse1[row].x) * h->s->substeps / h->s->parts : 0;
}

static void apply_impulse(const struct hit *h, int32_t impulse);
static void take_back_friction(const struct hit *h);
static bool can_rub(const struct hit *h);
struct friction {
    int64_t total, velocity; /* along the tangent */
};
static struct friction note_friction(const struct hit *h);
static int64_t friction_work(const struct hit *h, const struct friction *before);
static int64_t rub(const struct hit *h);

static bool moves_tree(const struct hit *h);
static bool moves_large_tree(const struct hit *h);
static bool hit_tree(const struct hit *h, fs_vel speed);
static bool rub_tree(const struct hit *h, fs_vel unused);
static void count_trees(struct fs__solver2 *s, fs_vel threshold);

/* The rows of the substeps solve both points of a contact together. */
static bool find_stops(struct fs__solver2 *s, fs_vel threshold)
{
    (void)s, (void)threshold;
    return false;
}

#include "physics/solver/contact_restitution.inl"

static void push_body(struct fs__solver2_body *m, int64_t *rest, int32_t x, int32_t y, int64_t alpha, int64_t p)
{
    m->vx = add_change(m->vx, (int64_t)x * p, &rest[0]);
    m->vy = add_change(m->vy, (int64_t)y * p, &rest[1]);
    m->w = add_change(m->w, fs_clamp64(fs_sat64_mul(alpha, p), -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[2]);
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

/* ---- friction -------------------------------------------------------------------------------------------------------- */

static void apply_friction(const struct hit *h, int64_t change)
{
    struct fs__solver2_block *r = h->r;
    const unsigned k = h->lane;
    r->total_tangent_impulse[k] += (int32_t)change;
    if ((r->write_a >> k & 1) != 0)
        push_body(body_at(h, r->a), h->s->exact + (size_t)(uint32_t)r->a[k] * 4, -r->ay[k], r->ax[k],
                  -r->alpha_ta[k] * scale_at(r, r->scale_a, k), change);
    if ((r->write_b >> k & 1) != 0)
        push_body(body_at(h, r->b), h->s->exact + (size_t)(uint32_t)r->b[k] * 4, r->by[k], -r->bx[k],
                  r->alpha_tb[k] * scale_at(r, r->scale_b, k), change);
}

static void take_back_friction(const struct hit *h)
{
    apply_friction(h, -h->r->total_tangent_impulse[h->lane]);
    h->r->tangent_impulse[h->lane] = 0;
}

static int64_t tangent_velocity(const struct hit *h)
{
    const struct fs__solver2_block *r = h->r;
    const unsigned k = h->lane;
    const struct fs__solver2_body *a = body_at(h, r->a), *b = body_at(h, r->b);
    int64_t x = (int64_t)b->vx - a->vx, y = (int64_t)b->vy - a->vy;
    int64_t v = fs_round_shift64_sym(r->ny[k] * x - r->nx[k] * y, FS_REL_FRAC) +
                fs_round_shift64_sym((int64_t)r->arm_tb[k] * b->w, FS_REL_FRAC) -
                fs_round_shift64_sym((int64_t)r->arm_ta[k] * a->w, FS_REL_FRAC);
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0)
        v -= r->tangent_speed[k];
    return fs_clamp64(v, -FS__SOLVER2_MAX_IMPULSE, FS__SOLVER2_MAX_IMPULSE);
}

static int64_t friction_limit(const struct hit *h, const int32_t *coefficient)
{
    return fs_clamp64(fs_mul64(contact_total(h), coefficient[h->lane], FS_REL_FRAC), 0, FS__SOLVER2_MAX_IMPULSE);
}

static struct friction note_friction(const struct hit *h)
{
    return (struct friction){ h->r->total_tangent_impulse[h->lane], tangent_velocity(h) };
}

static int64_t friction_work(const struct hit *h, const struct friction *before)
{
    const struct friction now = note_friction(h);
    return fs_mul64(now.total - before->total, now.velocity + before->velocity, 2 * FS_VEL_FRAC - 30);
}

static bool can_rub(const struct hit *h)
{
    return h->r->static_friction[h->lane] != 0 ||
           ((h->r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0 && h->r->dynamic_friction[h->lane] != 0);
}

static int64_t rub(const struct hit *h)
{
    const struct fs__solver2_block *r = h->r;
    int64_t old = r->total_tangent_impulse[h->lane], limit = friction_limit(h, r->static_friction);
    int64_t now = old - fs_round_shift64_sym(r->inverse_t[h->lane] * tangent_velocity(h), FS_UNIT_FRAC);
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0 && fs_abs64(now) > limit)
        limit = friction_limit(h, r->dynamic_friction);
    now = fs_clamp64(now, -limit, limit);
    apply_friction(h, now - old);
    return fs_abs64(now - old);
}

#include "physics2d/solver/tree_impact.h"
