/* contact_restitution.c: impacts at the end of a tick's solve; see physics/solver/contact_restitution.inl. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER3_MAX_VELOCITY
#define MAX_CHANGE_OF_SPEED FS__SOLVER3_MAX_IMPULSE
#define MAX_GRAVITY FS__WORLD3_MAX_GRAVITY
enum { HAS_RESTITUTION = FS__SOLVER3_RESTITUTION };

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

/* Of a whole tick: the bound of a block's rows is that of a substep, and too low for balls of 0.25 m at 8 m/s. */
static int64_t max_impulse(const struct hit *h)
{
    (void)h;
    return FS__SOLVER3_MAX_IMPULSE;
}

static int64_t inverse_of(const struct hit *h)
{
    return h->q->inverse[h->lane];
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
    const fs_vel3 *impulse = &h->s->w->point.impulse[fs__contact3_first_point(row)];
    int64_t sum = 0;
    for (unsigned i = 0; i < h->s->w->contact.count[row]; i++)
        sum += fs_max32(impulse[i].x, 0);
    return sum * h->s->substeps / h->s->parts;
}

static void apply_impulse(const struct hit *h, int32_t impulse);

#include "physics/solver/contact_restitution.inl"

static void push_body(struct fs__solver3_body *m, int64_t *rest, fs_rel3 share, fs_rel3 alpha, int64_t p)
{
    m->v = fs_vel3_make(add_change(m->v.x, share.x * p, &rest[0]), add_change(m->v.y, share.y * p, &rest[1]),
                        add_change(m->v.z, share.z * p, &rest[2]));
    m->w = fs_vel3_make(add_change(m->w.x, fs_clamp64(alpha.x * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[4]),
                        add_change(m->w.y, fs_clamp64(alpha.y * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[5]),
                        add_change(m->w.z, fs_clamp64(alpha.z * p, -MAX_CHANGE, MAX_CHANGE) * (1 << 6), &rest[6]));
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
