/* contact_restitution.c: impacts at the end of a tick's solve; see physics/solver/contact_restitution.inl. */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER2_MAX_VELOCITY
#define MAX_CHANGE_OF_SPEED FS__SOLVER2_MAX_IMPULSE
#define MAX_GRAVITY FS__WORLD2_MAX_GRAVITY
enum { HAS_RESTITUTION = FS__SOLVER2_RESTITUTION };

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

static int64_t max_impulse(const struct hit *h)
{
    return h->r->max_normal_impulse[h->lane];
}

static int64_t inverse_of(const struct hit *h)
{
    return h->q->inverse_n[h->lane];
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

#include "physics/solver/contact_restitution.inl"

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
