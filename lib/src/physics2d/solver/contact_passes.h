/* contact_passes.h: what one pass over a block of contacts does, written once for every instruction set.
 *
 * Before it is included, a kernel's file defines
 *     V            VECTOR lanes of int32_t; additions wrap
 *     W            as many 64-bit integers
 *     M            a mask of lanes
 *     PIECE        `static inline`, with what its instruction set needs; PASS the same for whole functions
 *     v_load, v_store, v_set, v_add, v_sub, v_min, v_max, v_left (a << n, bits lost), v_select (mask ? a : b),
 *     v_above (a > b), v_any (of a mask's lanes)
 *     w_mul (exact product), w_add, w_sub
 *     w_half(w, n)    w + 2^(n-1)
 *     w_cut(w, n)     w >> n, 1 <= n <= 32, the low 32 bits
 *     struct side  { V vx, vy, w, dx, dy, turned; ... }, side_read, side_read_speed (velocities only), side_write
 * and nothing here may use anything else, so that all kernels give the same bits.
 *
 * Within a contact both rows act on the same two bodies, whose shares c_a + c_b are 1: an impulse p changes the
 * relative velocity along its own direction by exactly p. So the linear part is read once and written once.
 */

/* A row's sums are Q47 (Q5.26 times Q10.21), impulse shares Q51, angular ones Q45, effective masses Q51. */
enum { ARM_BITS = FS_REL_FRAC, SHARE_BITS = FS_UNIT_FRAC, ALPHA_BITS = FS_ALPHA_FRAC, RATE_BITS = 21 };

/* Friction counts a normal impulse up to this (64 m/s), with coefficients below 16. */
#define LOAD_MAX ((1 << 27) - 1)

/* So far apart points do not touch after a substep that let them close their distance (m). */
#define NEARLY (FS_REL_ONE >> 13)

struct pushed {
    V normal, tangent;
};

PIECE V w_round(W w, const int n)
{
    return w_cut(w_half(w, n), n);
}

PIECE V v_clamp(V v, V low, V high)
{
    return v_max(low, v_min(v, high));
}

PIECE V v_within(V v, int32_t most)
{
    return v_clamp(v, v_set(-most), v_set(most));
}

/* An impulse along a row, as spins. */
PIECE void turn_by(struct side *a, struct side *b, V alpha_a, V alpha_b, V impulse)
{
    a->w = v_sub(a->w, w_round(w_mul(alpha_a, impulse), ALPHA_BITS));
    b->w = v_add(b->w, w_round(w_mul(alpha_b, impulse), ALPHA_BITS));
}

/* linear + arm_b * turn_b - arm_a * turn_a, rounded once; half a step of `linear` is in it already. */
PIECE V along(W linear, V arm_a, V arm_b, V turn_a, V turn_b)
{
    W sum = w_sub(w_add(linear, w_mul(arm_b, turn_b)), w_mul(arm_a, turn_a));
    return w_cut(sum, ARM_BITS);
}

PIECE void write_speeds(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *movers, struct side *a,
                        struct side *b, struct pushed p)
{
    V ax = v_load(r->ax + k), ay = v_load(r->ay + k), bx = v_load(r->bx + k), by = v_load(r->by + k);
    a->vx = v_sub(a->vx, w_round(w_add(w_mul(ax, p.normal), w_mul(ay, p.tangent)), SHARE_BITS));
    a->vy = v_sub(a->vy, w_round(w_sub(w_mul(ay, p.normal), w_mul(ax, p.tangent)), SHARE_BITS));
    b->vx = v_add(b->vx, w_round(w_add(w_mul(bx, p.normal), w_mul(by, p.tangent)), SHARE_BITS));
    b->vy = v_add(b->vy, w_round(w_sub(w_mul(by, p.normal), w_mul(bx, p.tangent)), SHARE_BITS));
    side_write(r->a + k, r->write_a, k, movers, a);
    side_write(r->b + k, r->write_b, k, movers, b);
}

/* ---- warm start -------------------------------------------------------------------------------------------- */

PIECE W turning(const int32_t *alpha_n, const int32_t *alpha_t, struct pushed p)
{
    return w_add(w_mul(v_load(alpha_n), p.normal), w_mul(v_load(alpha_t), p.tangent));
}

PIECE void warm_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *movers, unsigned points)
{
    struct side a = side_read_speed(r->a + k, movers), b = side_read_speed(r->b + k, movers);
    struct pushed p = { v_load(r->point[0].normal_impulse + k), v_load(r->point[0].tangent_impulse + k) };
    W turn_a = turning(r->point[0].alpha_na + k, r->point[0].alpha_ta + k, p);
    W turn_b = turning(r->point[0].alpha_nb + k, r->point[0].alpha_tb + k, p);
    if (points == 2) {
        struct fs__solver2_point *q = &r->point[1];
        struct pushed more = { v_load(q->normal_impulse + k), v_load(q->tangent_impulse + k) };
        turn_a = w_add(turn_a, turning(q->alpha_na + k, q->alpha_ta + k, more));
        turn_b = w_add(turn_b, turning(q->alpha_nb + k, q->alpha_tb + k, more));
        p.normal = v_add(p.normal, more.normal);
        p.tangent = v_add(p.tangent, more.tangent);
    }
    a.w = v_sub(a.w, w_round(turn_a, ALPHA_BITS));
    b.w = v_add(b.w, w_round(turn_b, ALPHA_BITS));
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        turn_by(&a, &b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k), v_load(r->rolling_impulse + k));
    write_speeds(r, k, movers, &a, &b, p);
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

/* How far the points are apart where the bodies are now. */
PIECE void measure(struct fs__solver2_block *r, unsigned k, const struct side *a, const struct side *b, int32_t reach,
                   const unsigned points)
{
    W way = w_half(w_add(w_mul(v_load(r->nx + k), v_sub(b->dx, a->dx)), w_mul(v_load(r->ny + k), v_sub(b->dy, a->dy))),
                   ARM_BITS);
    for (unsigned p = 0; p < points; p++) {
        struct fs__solver2_point *q = &r->point[p];
        V came = along(way, v_load(q->arm_na + k), v_load(q->arm_nb + k), a->turned, b->turned);
        v_store(q->separation_now + k, v_within(v_add(v_load(q->separation + k), came), reach));
    }
}

/* Soft where the point overlaps and `soft` is wanted; where it is still apart, it may close the distance in a
 * substep and no more; without bias, after the bodies moved, that is left to the next substep: an impact is not split
 * between two ticks. Adds what it gives to *pushed and returns the impulse. */
PIECE V normal_row(struct fs__solver2_block *r, struct fs__solver2_point *q, unsigned k, struct side *a, struct side *b,
                   W speed, V *pushed, const struct fs__solver2_constants *soft, const bool biased)
{
    V arm_a = v_load(q->arm_na + k), arm_b = v_load(q->arm_nb + k), old = v_load(q->normal_impulse + k);
    V gap = v_load(q->separation_now + k);
    V v = v_within(v_add(along(speed, arm_a, arm_b, a->w, b->w), *pushed), FS__SOLVER2_MAX_IMPULSE);
    M apart = v_above(gap, v_set(0));
    V hard = v_load(q->inverse_n + k);
    V rate = v_select(apart, v_set(soft->per_substep), biased ? v_load(r->bias_rate + k) : v_set(0));
    V target = v_max(w_round(w_mul(gap, rate), RATE_BITS), v_set(soft->min_bias_velocity));
    W change = w_mul(biased ? v_select(apart, hard, v_load(q->soft_n + k)) : hard, v_add(v, target));
    if (biased)
        change = w_add(change, w_mul(v_select(apart, v_set(0), v_load(r->impulse_scale + k)), old));
    V most = v_load(r->max_normal_impulse + k);
    if (!biased)
        most = v_select(v_above(gap, v_set(NEARLY)), old, most);
    V now = v_clamp(v_sub(old, w_round(change, SHARE_BITS)), v_set(0), most);
    V given = v_sub(now, old);
    v_store(q->normal_impulse + k, now);
    *pushed = v_add(*pushed, given);
    turn_by(a, b, v_load(q->alpha_na + k), v_load(q->alpha_nb + k), given);
    return now;
}

/* Coulomb: sticks up to stick * load, else slips with slip * load. */
PIECE void friction_row(struct fs__solver2_block *r, struct fs__solver2_point *q, unsigned k, struct side *a,
                        struct side *b, W speed, V *pushed, V load)
{
    V old = v_load(q->tangent_impulse + k);
    V v = v_add(along(speed, v_load(q->arm_ta + k), v_load(q->arm_tb + k), a->w, b->w), *pushed);
    load = v_min(load, v_set(LOAD_MAX));
    V most = w_round(w_mul(v_load(r->static_friction + k), load), ARM_BITS);
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0)
        v = v_sub(v, v_load(r->tangent_speed + k));
    V now = v_sub(old, w_round(w_mul(v_load(q->inverse_t + k), v_within(v, FS__SOLVER2_MAX_IMPULSE)), SHARE_BITS));
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0) {
        M slips = v_above(v_max(now, v_sub(v_set(0), now)), most);
        most = v_select(slips, w_round(w_mul(v_load(r->dynamic_friction + k), load), ARM_BITS), most);
    }
    most = v_min(most, v_load(r->max_tangent_impulse + k));
    now = v_clamp(now, v_sub(v_set(0), most), most);
    V given = v_sub(now, old);
    v_store(q->tangent_impulse + k, now);
    *pushed = v_add(*pushed, given);
    turn_by(a, b, v_load(q->alpha_ta + k), v_load(q->alpha_tb + k), given);
}

PIECE void rolling_row(struct fs__solver2_block *r, unsigned k, struct side *a, struct side *b, V load)
{
    V old = v_load(r->rolling_impulse + k), cap = v_load(r->max_rolling_speed + k);
    V spin = v_clamp(v_sub(b->w, a->w), v_sub(v_set(0), cap), cap);
    V most = v_min(load, v_load(r->max_tangent_impulse + k));
    V wanted = v_sub(old, w_round(w_mul(v_load(r->rolling_mass + k), spin), FS_VEL_FRAC));
    V now = v_clamp(wanted, v_sub(v_set(0), most), most);
    v_store(r->rolling_impulse + k, now);
    turn_by(a, b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k), v_sub(now, old));
}

/* Bodies move before the passes without bias and nowhere else: those measure how far points are apart, and the passes
 * with bias that follow find it there. */
PIECE void solve_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *movers,
                       const struct fs__solver2_constants *soft, const bool biased, const unsigned points)
{
    struct side a = biased ? side_read_speed(r->a + k, movers) : side_read(r->a + k, movers);
    struct side b = biased ? side_read_speed(r->b + k, movers) : side_read(r->b + k, movers);
    V nx = v_load(r->nx + k), ny = v_load(r->ny + k), none = v_set(0);
    V vx = v_sub(b.vx, a.vx), vy = v_sub(b.vy, a.vy);
    W speed = w_half(w_add(w_mul(nx, vx), w_mul(ny, vy)), ARM_BITS);
    W slide = w_half(w_sub(w_mul(ny, vx), w_mul(nx, vy)), ARM_BITS);
    struct pushed p = { none, none };
    if (!biased)
        measure(r, k, &a, &b, soft->max_separation, points);
    V first = normal_row(r, &r->point[0], k, &a, &b, speed, &p.normal, soft, biased);
    V second = none;
    if (points == 2)
        second = normal_row(r, &r->point[1], k, &a, &b, speed, &p.normal, soft, biased);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        rolling_row(r, k, &a, &b, v_add(first, second));
    friction_row(r, &r->point[0], k, &a, &b, slide, &p.tangent, first);
    if (points == 2)
        friction_row(r, &r->point[1], k, &a, &b, slide, &p.tangent, second);
    if (!biased)
        v_store(r->total_normal_impulse + k, v_min(v_add(v_load(r->total_normal_impulse + k), v_add(first, second)),
                                                   v_set(FS__SOLVER2_MAX_VELOCITY)));
    write_speeds(r, k, movers, &a, &b, p);
}

/* ---- making rows --------------------------------------------------------------------------------------------- */

PIECE V v_times(V a, V b, const int n)
{
    return w_round(w_mul(a, b), n);
}

PIECE W w_dot(V ax, V ay, V bx, V by)
{
    return w_add(w_mul(ax, bx), w_mul(ay, by));
}

PIECE W w_cross(V ax, V ay, V bx, V by)
{
    return w_sub(w_mul(ax, by), w_mul(ay, bx));
}

PIECE V v_abs(V v)
{
    return v_max(v, v_sub(v_set(0), v));
}

/* x doubled `n` times where it is below `bound`, and *power with it. */
PIECE V grown(V x, int32_t bound, const int n, V *power)
{
    M small = v_above(v_set(bound), x);
    *power = v_select(small, v_left(*power, n), *power);
    return v_select(small, v_left(x, n), x);
}

/* 1/K, Q1.30, of K - 1 in Q50, K below 2^12: K is brought into [1/2, 1), and three steps of Newton's follow a line
 * that is right within 1/17. Below 8 K has 28 bits of fraction, above 18: relative error 2^-19 at most. */
PIECE V inverse_of(W q50)
{
    V wide = v_add(w_round(q50, 32), v_set(1 << 18)), fine = v_add(w_round(q50, 22), v_set(1 << 28));
    M small = v_above(v_set(7 << 18), wide);
    V x = v_select(small, fine, wide), power = v_select(small, v_set(1 << 10), v_set(1));
    x = grown(x, 1 << 23, 8, &power);
    x = grown(x, 1 << 27, 4, &power);
    x = grown(x, 1 << 29, 2, &power);
    x = grown(x, 1 << 30, 1, &power);
    V y = v_sub(v_set(1515870810), v_times(x, v_set(1010580540), 31)); /* 48/17 - 32/17 x, Q29 */
    for (int i = 0; i < 3; i++)
        y = v_times(y, v_sub(v_set(1 << 30), v_times(x, y, 31)), 29);
    return v_times(y, power, 12);
}

PIECE V response(V w, V power, V arm)
{
    return v_times(v_times(arm, w, FS__SOLVER2_W_BITS), power, FS__SOLVER2_POWER_BITS);
}

/* The largest angular responses of rows. */
struct responses {
    V normal, tangent;
};

PIECE struct responses make_point(struct fs__solver2_point *q, const struct fs__solver2_stage *s, unsigned p,
                                  unsigned k)
{
    V nx = v_load(s->nx + k), ny = v_load(s->ny + k), ax = v_load(s->arm_x[p] + k), ay = v_load(s->arm_y[p] + k);
    V bx = v_sub(ax, v_load(s->anchor_offset_x + k)), by = v_sub(ay, v_load(s->anchor_offset_y + k));
    V w_a = v_load(s->w_a + k), w_b = v_load(s->w_b + k), p_a = v_load(s->power_a + k), p_b = v_load(s->power_b + k);
    V an = w_round(w_cross(ax, ay, nx, ny), SHARE_BITS), bn = w_round(w_cross(bx, by, nx, ny), SHARE_BITS);
    V at = v_sub(v_set(0), w_round(w_dot(ax, ay, nx, ny), SHARE_BITS));
    V bt = v_sub(v_set(0), w_round(w_dot(bx, by, nx, ny), SHARE_BITS));
    V alpha_na = response(w_a, p_a, an), alpha_nb = response(w_b, p_b, bn);
    V alpha_ta = response(w_a, p_a, at), alpha_tb = response(w_b, p_b, bt);
    V inverse = inverse_of(w_dot(alpha_na, alpha_nb, an, bn));
    v_store(q->arm_na + k, an);
    v_store(q->arm_nb + k, bn);
    v_store(q->arm_ta + k, at);
    v_store(q->arm_tb + k, bt);
    v_store(q->alpha_na + k, alpha_na);
    v_store(q->alpha_nb + k, alpha_nb);
    v_store(q->alpha_ta + k, alpha_ta);
    v_store(q->alpha_tb + k, alpha_tb);
    v_store(q->inverse_n + k, inverse);
    v_store(q->soft_n + k, v_times(inverse, v_load(s->mass_scale + k), SHARE_BITS));
    v_store(q->inverse_t + k, inverse_of(w_dot(alpha_ta, alpha_tb, at, bt)));
    return (struct responses){ v_max(v_abs(alpha_na), v_abs(alpha_nb)), v_max(v_abs(alpha_ta), v_abs(alpha_tb)) };
}

/* FS__SOLVER2_MAX_IMPULSE over the largest response, rounded up to a power of two; 0 where neither body can be moved. */
PIECE V limit_of(V alpha, V share_a, V share_b)
{
    V limit = v_set(FS__SOLVER2_MAX_IMPULSE);
    for (int i = 0; i < 7 && v_any(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1))); i++)
        limit = v_select(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1)), v_set(FS__SOLVER2_MAX_IMPULSE >> (i + 1)),
                         limit);
    return v_select(v_above(v_add(share_a, share_b), v_set(0)), limit, v_set(0));
}

PIECE void make_direction(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    V x = v_load(s->nx + k), y = v_load(s->ny + k), unit = v_set(FS_REL_ONE);
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    v_store(r->nx + k, v_times(x, unit, SHARE_BITS));
    v_store(r->ny + k, v_times(y, unit, SHARE_BITS));
    v_store(r->ax + k, v_times(x, share_a, SHARE_BITS));
    v_store(r->ay + k, v_times(y, share_a, SHARE_BITS));
    v_store(r->bx + k, v_times(x, share_b, SHARE_BITS));
    v_store(r->by + k, v_times(y, share_b, SHARE_BITS));
}

PIECE void copy_lanes(int32_t *to, const int32_t *from)
{
    v_store(to, v_load(from));
}

PIECE void copy_extra(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    if ((s->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0) {
        copy_lanes(r->dynamic_friction + k, s->dynamic_friction + k);
        copy_lanes(r->tangent_speed + k, s->tangent_speed + k);
    }
    if ((s->extra & FS__SOLVER2_RESTITUTION) != 0)
        copy_lanes(r->restitution + k, s->restitution + k);
    if ((s->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0) {
        copy_lanes(r->alpha_ra + k, s->alpha_ra + k);
        copy_lanes(r->alpha_rb + k, s->alpha_rb + k);
        copy_lanes(r->rolling_mass + k, s->rolling_mass + k);
        copy_lanes(r->max_rolling_speed + k, s->max_rolling_speed + k);
        copy_lanes(r->rolling_impulse + k, s->rolling_impulse + k);
    }
}

/* What needs no work. */
PIECE void copy_block(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    copy_lanes(r->a + k, s->a + k);
    copy_lanes(r->b + k, s->b + k);
    copy_lanes(r->bias_rate + k, s->bias_rate + k);
    copy_lanes(r->impulse_scale + k, s->impulse_scale + k);
    copy_lanes(r->static_friction + k, s->static_friction + k);
    for (unsigned p = 0; p < 2; p++) {
        copy_lanes(r->point[p].separation + k, s->separation[p] + k);
        copy_lanes(r->point[p].separation_now + k, s->separation_now[p] + k);
    }
    copy_lanes(r->index + k, s->index + k);
    copy_extra(r, s, k);
}

PIECE void make_block(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k,
                      const struct fs__solver2_body *movers)
{
    struct side a = side_read_speed(s->a + k, movers), b = side_read_speed(s->b + k, movers);
    copy_block(r, s, k);
    make_direction(r, s, k);
    struct responses first = make_point(&r->point[0], s, 0, k), second = make_point(&r->point[1], s, 1, k);
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k), none = v_set(0);
    V press = limit_of(v_max(first.normal, second.normal), share_a, share_b);
    V limit = limit_of(v_max(first.tangent, second.tangent), share_a, share_b);
    W speed = w_half(w_dot(v_load(r->nx + k), v_load(r->ny + k), v_sub(b.vx, a.vx), v_sub(b.vy, a.vy)), ARM_BITS);
    v_store(r->max_tangent_impulse + k, limit);
    v_store(r->max_normal_impulse + k, press);
    v_store(r->total_normal_impulse + k, none);
    for (unsigned p = 0; p < 2; p++) {
        struct fs__solver2_point *q = &r->point[p];
        v_store(q->normal_impulse + k, v_clamp(v_load(s->normal_impulse[p] + k), none, press));
        v_store(q->tangent_impulse + k, v_clamp(v_load(s->tangent_impulse[p] + k), v_sub(none, limit), limit));
        v_store(r->initial_normal_velocity[p] + k,
                along(speed, v_load(q->arm_na + k), v_load(q->arm_nb + k), a.w, b.w));
    }
}

PASS void make_rows(struct fs__solver2_block *r, const struct fs__solver2_stage *stage,
                    const struct fs__solver2_body *movers)
{
    r->used = stage->used;
    r->write_a = stage->write_a;
    r->write_b = stage->write_b;
    r->extra = stage->extra;
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k += VECTOR)
        make_block(r, stage, k, movers);
}

/* ---- passes --------------------------------------------------------------------------------------------------- */

/* Where the bodies of a block are, the processor cannot know. */
static inline void fetch_movers(const struct fs__solver2_block *r, const struct fs__solver2_body *movers)
{
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        __builtin_prefetch(movers + (uint32_t)r->a[k]);
        __builtin_prefetch(movers + (uint32_t)r->b[k]);
    }
}

#define BLOCKS_DO(statement)                                     \
    const bool far = soft->prefetch;                             \
    for (uint32_t i = 0; i < count; i++) {                       \
        struct fs__solver2_block *r = rows + i;                  \
        if (far && i + 2 < count)                                \
            fs__solver2_prefetch_block(r + 2);                   \
        if (i + 1 < count)                                       \
            fetch_movers(r + 1, movers);                         \
        for (unsigned k = 0; k < FS__SOLVER2_LANES; k += VECTOR) \
            statement;                                           \
    }

#define PASS_OF(name, statement)                                                                    \
    PASS void name(struct fs__solver2_block *rows, uint32_t count, struct fs__solver2_body *movers, \
                   const struct fs__solver2_constants *soft)                                        \
    {                                                                                               \
        BLOCKS_DO(statement)                                                                        \
    }

PASS_OF(warm_two, warm_block(r, k, movers, 2))
PASS_OF(warm_one, warm_block(r, k, movers, 1))
PASS_OF(solve_two, solve_block(r, k, movers, soft, true, 2))
PASS_OF(solve_one, solve_block(r, k, movers, soft, true, 1))
PASS_OF(relax_two, solve_block(r, k, movers, soft, false, 2))
PASS_OF(relax_one, solve_block(r, k, movers, soft, false, 1))

#define PASSES                                                                                     \
    .prepare = make_rows, .warm_start = { warm_two, warm_one }, .solve = { solve_two, solve_one }, \
    .relax = { relax_two, relax_one }
