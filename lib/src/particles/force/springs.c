/* springs.c: forces that grow with a distance: springs, bungees, the stiff spring, homing.
 *
 * Source: Millington, chapter 6. Printed errors not repeated here: the absolute value in
 * the spring's extension (a compressed spring pushes), the doubled sign of the bungee (it
 * pulls), and in the stiff spring the start velocity that must be divided by the step.
 */
#include <fixstep/trig.h>

#include "particles/force/force_internal.h"
#include "particles/residual.h"

/* The signed magnitude of Hooke's force: negative is attraction. */
static fs_wide hooke_force(fs_force_context *c, fs_wide k, fs_wide extension)
{
    return -fs__force_saturate_counted(c, fs_wide_mul(k, extension));
}

typedef fs_wide size_fn(fs_force_context *c, const fs_force *f, fs_pos length);

static fs_wide spring_size(fs_force_context *c, const fs_force *f, fs_pos length)
{
    return hooke_force(c, f->k, fs_wide_sub(length, f->length));
}

/* Zero up to its length. */
static fs_wide bungee_size(fs_force_context *c, const fs_force *f, fs_pos length)
{
    return length > f->length ? spring_size(c, f, length) : 0;
}

/* A spring up to the limit; the second stiffness beyond it. */
static fs_wide elastic_size(fs_force_context *c, const fs_force *f, fs_pos length)
{
    fs_wide within = spring_size(c, f, fs_min64(length, f->limit));
    fs_wide beyond = length > f->limit ? hooke_force(c, f->k2, fs_wide_sub(length, f->limit)) : 0;
    return fs__force_saturate_counted(c, fs_wide_add(within, beyond));
}

static fs_wide3 force_between(fs_force_context *c, const fs_force *f, fs_pos3 a, fs_pos3 b, size_fn *size)
{
    struct fs__line_of_action line = fs__line_of_action_make(b, a);
    return fs__force_along(size(c, f, line.length), &line);
}

static fs_wide3 spring(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    return force_between(c, f, c->particles->pos[a], c->particles->pos[b], spring_size);
}

static fs_wide3 anchored_spring(fs_force_context *c, const fs_force *f, uint32_t a)
{
    return force_between(c, f, c->particles->pos[a], f->point, spring_size);
}

static fs_wide3 bungee(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    return force_between(c, f, c->particles->pos[a], c->particles->pos[b], bungee_size);
}

static fs_wide3 anchored_bungee(fs_force_context *c, const fs_force *f, uint32_t a)
{
    return force_between(c, f, c->particles->pos[a], f->point, bungee_size);
}

static fs_wide3 elastic_limit(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    return force_between(c, f, c->particles->pos[a], c->particles->pos[b], elastic_size);
}

static bool spring_valid(const fs_force *f)
{
    return f->k >= 0 && f->length >= 0;
}

static bool elastic_valid(const fs_force *f)
{
    return spring_valid(f) && f->k2 >= 0 && f->limit >= f->length;
}

const fs_force_type fs__force_type_spring = {
    .name = "spring", .arity = FS_FORCE_ARITY_PAIR, .pair = spring, .valid = spring_valid
};
const fs_force_type fs__force_type_anchored_spring = {
    .name = "anchored spring", .arity = FS_FORCE_ARITY_ONE, .one = anchored_spring, .valid = spring_valid
};
const fs_force_type fs__force_type_one_way_spring = {
    .name = "one-way spring", .arity = FS_FORCE_ARITY_ONE_WAY, .pair = spring, .valid = spring_valid
};
const fs_force_type fs__force_type_bungee = {
    .name = "bungee", .arity = FS_FORCE_ARITY_PAIR, .pair = bungee, .valid = spring_valid
};
const fs_force_type fs__force_type_anchored_bungee = {
    .name = "anchored bungee", .arity = FS_FORCE_ARITY_ONE, .one = anchored_bungee, .valid = spring_valid
};
const fs_force_type fs__force_type_elastic_limit = {
    .name = "elastic limit", .arity = FS_FORCE_ARITY_PAIR, .pair = elastic_limit, .valid = elastic_valid
};

/* --- homing ------------------------------------------------------------------------------- */

static fs_wide homing_axis(fs_force_context *c, const fs_force *f, fs_pos pa, fs_pos pb, fs_vel va, fs_vel vb)
{
    fs_wide closing = fs_mul64((int64_t)va - vb, f->length, FS_VEL_FRAC);
    return hooke_force(c, f->k, fs_sat64_add(fs_sat64_sub(pa, pb), closing));
}

static fs_wide3 homing(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    const fs_pos3 *p = c->particles->pos;
    const fs_vel3 *v = c->particles->vel;
    return fs_wide3_make(homing_axis(c, f, p[a].x, p[b].x, v[a].x, v[b].x),
                         homing_axis(c, f, p[a].y, p[b].y, v[a].y, v[b].y),
                         homing_axis(c, f, p[a].z, p[b].z, v[a].z, v[b].z));
}

const fs_force_type fs__force_type_homing = {
    .name = "homing", .arity = FS_FORCE_ARITY_ONE_WAY, .pair = homing, .valid = spring_valid
};

/* --- stiff spring ----------------------------------------------------------------------------- */

/* An oscillator x'' = -k x - d x' is after h seconds at
 *
 *     x(h) = A x + B v,  A = e (C + d S / 2),  B = e S,  e = exp(-d h / 2)
 *
 * with q = k - d^2/4 and C = cos(sqrt(q) h), S = sin(sqrt(q) h) / sqrt(q); of a negative q
 * (over-damped) the hyperbolic functions. The force that takes a lone particle of mass m
 * there with a symplectic Euler step is m ((A-1)/h^2 x + (B/h^2 - 1/h) v). */
#define STIFF_K_MAX ((fs_wide)1 << (28 + FS_WIDE_FRAC))
#define STIFF_D_MAX ((fs_wide)1 << (14 + FS_WIDE_FRAC))

struct oscillator {
    fs_wide A, B;
};

/* From C, S and T = d S / 2, where T was not computed from the small number S. */
static struct oscillator make_oscillator(fs_wide C, fs_wide T, fs_wide S)
{
    return (struct oscillator){ fs_wide_add(C, T), S };
}

/* |q| h^2 <= 1: the series of cos and sin(x)/x in -q h^2, the same for both signs. */
static struct oscillator oscillator_series(fs_wide minus_q_h2, fs_wide d, fs_wide decay, uint32_t hz)
{
    fs_wide C = FS_WIDE_ONE, S = FS_WIDE_ONE;
    for (int n = 7; n >= 1; n--) {
        C = FS_WIDE_ONE + fs_div64_round(fs_wide_mul(C, minus_q_h2), (uint32_t)(2 * n * (2 * n - 1)));
        S = FS_WIDE_ONE + fs_div64_round(fs_wide_mul(S, minus_q_h2), (uint32_t)(2 * n * (2 * n + 1)));
    }
    fs_wide S_hz = fs_wide_mul(decay, S);
    return make_oscillator(fs_wide_mul(decay, C), fs_wide_mul(fs_div64_round(d, 2 * hz), S_hz),
                           fs_div64_round(S_hz, hz));
}

/* 1 radian in turns is 2^32 / (2 pi) = 683565275.6; Q32. */
#define TURN_PER_RADIAN INT64_C(2935890503282001226)

static struct oscillator oscillator_underdamped(fs_wide root, fs_wide d, fs_wide decay, uint32_t hz)
{
    fs_wide angle = fs_div64_round(root, hz);
    uint32_t turn = (uint32_t)(uint64_t)fs_mul64(angle, TURN_PER_RADIAN, FS_WIDE_FRAC + 32);
    fs_wide sine = fs_mul64(decay, fs_sin(turn), FS_UNIT_FRAC);
    return make_oscillator(fs_mul64(decay, fs_cos(turn), FS_UNIT_FRAC), fs_muldiv64(sine, d / 2, root),
                           fs_wide_div(sine, root));
}

/* Both exponentials decay, because root < d/2. */
static struct oscillator oscillator_overdamped(fs_wide root, fs_wide d, uint32_t hz)
{
    fs_wide slow = fs_wide_exp(-fs_div64_round(d / 2 - root, hz));
    fs_wide fast = fs_wide_exp(-fs_div64_round(d / 2 + root, hz));
    fs_wide sine = (slow - fast) / 2;
    return make_oscillator((slow + fast) / 2, fs_muldiv64(sine, d / 2, root), fs_wide_div(sine, root));
}

static struct oscillator oscillator_after(fs_wide k, fs_wide d, uint32_t hz)
{
    fs_wide q = k - fs_wide_mul(d, d) / 4;
    fs_wide q_h2 = fs_div64_round(q, hz * hz);
    fs_wide decay = fs_wide_exp(-fs_div64_round(d, 2 * hz));
    if (fs_abs64(q_h2) <= FS_WIDE_ONE)
        return oscillator_series(-q_h2, d, decay, hz);
    fs_wide root = fs_wide_sqrt(fs_abs64(q));
    return q > 0 ? oscillator_underdamped(root, d, decay, hz) : oscillator_overdamped(root, d, hz);
}

/* Sets k and k2 to the factors of x and v in the force. */
static void stiff_prepare(fs_force_context *c, fs_force *f)
{
    uint32_t hz = fs_min_u32(c->particles->hz, 1u << 12);
    fs_wide d = fs_clamp64(f->k2, 0, STIFF_D_MAX);
    struct oscillator o = oscillator_after(fs_clamp64(f->k, 0, STIFF_K_MAX), d, hz ? hz : 1);
    f->k = fs_sat64_mul(o.A - FS_WIDE_ONE, (int64_t)hz * hz);
    f->k2 = fs_sat64_mul(fs_sat64_mul(o.B, hz) - FS_WIDE_ONE, hz);
}

static fs_wide stiff_axis(fs_force_context *c, const fs_force *f, fs_wide mass, fs_pos p, fs_pos point, int64_t v)
{
    fs_wide position_term = fs_wide_mul(f->k, fs_sat64_sub(p, point));
    fs_wide velocity_term = fs_mul64(f->k2, v, FS__FINE_VELOCITY_FRAC);
    return fs__force_saturate_counted(c, fs_wide_mul(mass, fs_wide_add(position_term, velocity_term)));
}

static fs_wide3 stiff_spring(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_pos3 p = c->particles->pos[a];
    struct fs__fine3 v = fs__residual_velocity(c->particles, a);
    fs_wide mass = fs__movable_mass(c->particles, a);
    return fs_wide3_make(stiff_axis(c, f, mass, p.x, f->point.x, v.x), stiff_axis(c, f, mass, p.y, f->point.y, v.y),
                         stiff_axis(c, f, mass, p.z, f->point.z, v.z));
}

static bool stiff_valid(const fs_force *f)
{
    return f->k >= 0 && f->k <= STIFF_K_MAX && f->k2 >= 0 && f->k2 <= STIFF_D_MAX;
}

const fs_force_type fs__force_type_stiff_spring = { .name = "stiff spring",
                                                    .arity = FS_FORCE_ARITY_ONE,
                                                    .one = stiff_spring,
                                                    .prepare = stiff_prepare,
                                                    .valid = stiff_valid };
