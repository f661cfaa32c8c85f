/* contact_store.c: what remains after the substeps: bounces, and the impulses that the next tick starts from.
 */
#include <fixstep/trig.h>

#include "physics2d/solver/contact_block.h"

enum { BOUNCE_PASSES = 16 };

/* Oblique bounces are rounded on both axes. They stay so much below the speed asked for (steps of a velocity) that this
 * loses energy on average, and a long rally of elastic hits does not gain by chance. */
#define OBLIQUE_LOSS 2

/* ---- restitution ----------------------------------------------------------------------------------------------- */

static int64_t row_speed(const struct fs__two_rows *r, const struct fs__two_point *q, unsigned k,
                         const struct fs__two_mover *a, const struct fs__two_mover *b)
{
    int64_t sum = (int64_t)r->nx[k] * ((int64_t)b->vx - a->vx) + (int64_t)r->ny[k] * ((int64_t)b->vy - a->vy);
    return fs_rnd64_sym(sum, FS_REL_FRAC) + fs_rnd64_sym((int64_t)q->arm_nb[k] * b->w, FS_REL_FRAC) -
           fs_rnd64_sym((int64_t)q->arm_na[k] * a->w, FS_REL_FRAC);
}

static fs_vel sum_limited(fs_vel v, int64_t change)
{
    return (fs_vel)fs_clamp64(v + change, -FS__TWO_SPEED, FS__TWO_SPEED);
}

static void push(struct fs__two_mover *m, int32_t x, int32_t y, int32_t alpha, int32_t p)
{
    m->vx = sum_limited(m->vx, fs_rnd64_sym((int64_t)x * p, FS_UNIT_FRAC));
    m->vy = sum_limited(m->vy, fs_rnd64_sym((int64_t)y * p, FS_UNIT_FRAC));
    m->w = sum_limited(m->w, fs_rnd64_sym((int64_t)alpha * p, FS_ALPHA_FRAC));
}

/* To the speed that the approach asks for; what a contact gave in the whole tick never becomes a pull. Then every
 * contact either gave nothing or leaves with its share of the speed it came with, and the energy
 * sum(impulse * (before + after)) / 2 cannot grow; taking back only the last substep's impulse would let it. What was
 * parting, and is thrown back by a third body, may have given only what leaves it as fast as it was parting. */
static bool bounce_point(struct fs__two_rows *r, struct fs__two_point *q, unsigned p, unsigned k,
                         struct fs__two_mover *movers)
{
    struct fs__two_mover *a = movers + r->a[k], *b = movers + r->b[k];
    bool parting = r->fast[p][k] > 0, oblique = r->nx[k] != 0 && r->ny[k] != 0;
    int64_t back = parting ? r->fast[p][k] : fs_rnd64_sym((int64_t)r->bounce[k] * r->fast[p][k], FS_UNIT_FRAC);
    int64_t missing = row_speed(r, q, k, a, b) + back + (oblique ? OBLIQUE_LOSS : 0);
    int64_t change = fs_rnd64_sym(fs_clamp64(missing, -FS__TWO_LIMIT, FS__TWO_LIMIT) * q->inverse_n[k], FS_UNIT_FRAC);
    int32_t given = (int32_t)fs_clamp64(-change, -fs_min64(r->total[k], r->press[k]), parting ? 0 : r->press[k]);
    q->normal[k] = (int32_t)fs_clamp64((int64_t)q->normal[k] + given, 0, r->press[k]);
    r->total[k] = (int32_t)fs_min64((int64_t)r->total[k] + given, FS__TWO_SPEED);
    if ((r->write_a >> k & 1) != 0)
        push(a, -r->ax[k], -r->ay[k], -q->alpha_na[k], given);
    if ((r->write_b >> k & 1) != 0)
        push(b, r->bx[k], r->by[k], q->alpha_nb[k], given);
    return given != 0;
}

static bool bounce_lane(struct fs__two_rows *r, unsigned k, fs_vel threshold, struct fs__two_mover *movers)
{
    bool changed = false;
    for (unsigned p = 0; p < 2; p++)
        if (fs_abs32(r->fast[p][k]) > threshold && r->total[k] != 0 && r->bounce[k] != 0)
            changed |= bounce_point(r, &r->point[p], p, k, movers);
    return changed;
}

/* Along the normal, of a body that the row may move; 0 for what gravity does not move. */
static fs_wide fall_of(const struct fs__two_solver *s, const struct fs__two_rows *r, unsigned k, uint32_t mover)
{
    uint32_t body = s->tick->body_of[mover];
    if (mover == FS__TWO_STATIC || s->w->body.type[body] != FS_BODY2_DYNAMIC)
        return 0;
    fs_wide2 g = s->w->rules.gravity[0];
    fs_wide along = fs_sat64_add(fs_mul64(g.x, r->nx[k], FS_REL_FRAC), fs_mul64(g.y, r->ny[k], FS_REL_FRAC));
    return fs_mul64(along, s->w->body.gravity_scale[body], FS_FIX16_FRAC);
}

/* How far the points came towards each other in this tick, Q26. */
static int64_t closed_by(const struct fs__two_rows *r, const struct fs__two_point *q, unsigned k,
                         const struct fs__two_mover *a, const struct fs__two_mover *b)
{
    int64_t sum = (int64_t)r->nx[k] * ((int64_t)b->dx - a->dx) + (int64_t)r->ny[k] * ((int64_t)b->dy - a->dy);
    return -(fs_rnd64_sym(sum, FS_REL_FRAC) + fs_rnd64_sym((int64_t)q->arm_nb[k] * b->turned, FS_REL_FRAC) -
             fs_rnd64_sym((int64_t)q->arm_na[k] * a->turned, FS_REL_FRAC));
}

/* The speed at the start of the tick becomes that of the impact, v^2 = u^2 + 2 g s: what was gained by falling up to
 * the surface is not lost there. Rounds down, so that no bounce gains. */
static void fall_to(const struct fs__two_solver *s, struct fs__two_rows *r, unsigned p, unsigned k)
{
    uint32_t a = (uint32_t)r->a[k], b = (uint32_t)r->b[k];
    int64_t closed = closed_by(r, &r->point[p], k, &s->tick->mover[a], &s->tick->mover[b]);
    fs_wide gain = fs_sat64_sub(fall_of(s, r, k, a), fall_of(s, r, k, b));
    if (closed <= 0 || gain <= 0 || closed > 4 * FS_REL_ONE)
        return;
    uint64_t square = (uint64_t)((int64_t)r->fast[p][k] * r->fast[p][k]);
    square += (uint64_t)fs_mul64(gain, closed, FS_REL_FRAC) << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1);
    r->fast[p][k] = -(fs_vel)fs_min_u64(fs_isqrt64(square), FS__TWO_SPEED);
}

static void find_impacts(struct fs__two_solver *s)
{
    fs_vel threshold = s->w->rules.bounce_speed[0];
    for (uint32_t i = 0; i < s->row_count; i++) {
        struct fs__two_rows *r = &s->rows[i];
        if ((r->extra & FS__TWO_BOUNCING) == 0)
            continue;
        for (unsigned k = 0; k < FS__TWO_LANES; k++)
            for (unsigned p = 0; p < 2; p++)
                if ((r->used >> k & 1) != 0 && r->fast[p][k] < -threshold && r->total[k] != 0)
                    fall_to(s, r, p, k);
    }
}

static bool bounce_all(struct fs__two_solver *s)
{
    fs_vel threshold = s->w->rules.bounce_speed[0];
    bool changed = false;
    for (uint32_t i = 0; i < s->row_count; i++) {
        if ((s->rows[i].extra & FS__TWO_BOUNCING) == 0)
            continue;
        for (unsigned k = 0; k < FS__TWO_LANES; k++)
            if ((s->rows[i].used >> k & 1) != 0)
                changed |= bounce_lane(&s->rows[i], k, threshold, s->tick->mover);
    }
    return changed;
}

/* A body that hits several others at once: after one pass only the last one has its speed, and energy may have grown.
 * With all speeds as asked for, e = 1 keeps the energy. */
void fs__two_bounce(struct fs__two_solver *s)
{
    find_impacts(s);
    for (int pass = 0; pass < BOUNCE_PASSES && bounce_all(s); pass++)
        ;
}

/* ---- storing ----------------------------------------------------------------------------------------------------- */

static void store_lane(struct fs__two_solver *s, uint32_t i, const struct fs__two_rows *r, unsigned k)
{
    struct fs_contact2_view *c = &s->w->contact;
    uint32_t at = s->order[i], row = s->tick->contact[at];
    c->impulse0[row] = fs_vel2_make(r->point[0].normal[k], r->point[0].tangent[k]);
    c->impulse1[row] = fs_vel2_make(r->point[1].normal[k], r->point[1].tangent[k]);
    c->roll[row] = (r->extra & FS__TWO_ROLLING) != 0 ? r->roll[k] : 0;
    s->tick->pushed[at] = r->total[k];
    s->tick->approach[at] = fs_sat32_neg(fs_min32(r->fast[0][k], r->fast[1][k]));
}

void fs__two_store(struct fs__two_solver *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++)
        store_lane(s, i, &s->rows[s->place[i].slot / FS__TWO_LANES], s->place[i].slot % FS__TWO_LANES);
}
