/* solver_bodies.c: bodies become movers, gain velocity in every substep, and get their places back.
 *
 * Nothing here knows contacts. Rounding is symmetric: a mirrored world stays mirrored. Positions are rounded once
 * a tick, from the exact sum of the substeps' velocities.
 */
#include <fixstep/trig.h>

#include "base/parallel_for.h"
#include "physics2d/solver/contact_block.h"

enum { PIECE_BODIES = 128 }; /* less is not worth another thread */

#define ONE_OVER_TWO_PI ((int64_t)683565276) /* Q32 */

/* ---- movers ---------------------------------------------------------------------------------------------- */

static bool is_special(const struct fs_body2_view *body, uint32_t row)
{
    fs_wide2 force = body->force[row];
    return (force.x | force.y | body->torque[row]) != 0 || body->gravity_scale[row] != FS_FIX16_ONE ||
           body->damping_factor[row] != FS_Q60_ONE || body->angular_damping_factor[row] != FS_Q60_ONE ||
           body->type[row] != FS_BODY2_DYNAMIC;
}

void fs__solver2_load_bodies(struct fs__solver2 *s)
{
    const struct fs_body2_view *body = &s->w->body;
    struct fs__solver2_body *mover = s->tick->solver_body;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        uint32_t row = s->tick->body_row[i];
        fs_vel2 v = body->vel[row];
        mover[i] = (struct fs__solver2_body){ .vx = v.x, .vy = v.y, .w = body->angular_velocity[row] };
        s->velocity_part[i] = (struct fs__solver2_velocity_part){ .vx = (uint32_t)v.x,
                                                                  .vy = (uint32_t)v.y,
                                                                  .w = (uint32_t)body->angular_velocity[row] };
        s->special |= is_special(body, row);
    }
}

/* ---- what contacts gave ------------------------------------------------------------------------------------- */

static struct fs__solver2_velocity_part other_part(const struct fs__solver2_body *m, struct fs__solver2_velocity_part p)
{
    return (struct fs__solver2_velocity_part){ (uint32_t)m->vx - p.vx, (uint32_t)m->vy - p.vy, (uint32_t)m->w - p.w,
                                               0 };
}

void fs__solver2_swap_velocity_part(struct fs__solver2 *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->velocity_part[i] = other_part(&s->tick->solver_body[i], s->velocity_part[i]);
}

static fs_vel plus(fs_vel v, uint32_t given)
{
    return fs__solver2_clamp_speed(fs_sat32_add(v, fs__solver2_clamp_speed((int32_t)given)));
}

/* As it is, the velocity is without contacts; what they gave comes on top. */
static void give_again(struct fs__solver2_body *m, struct fs__solver2_velocity_part *part,
                       struct fs__solver2_velocity_part given)
{
    *part = (struct fs__solver2_velocity_part){ (uint32_t)m->vx, (uint32_t)m->vy, (uint32_t)m->w, 0 };
    m->vx = plus(m->vx, given.vx);
    m->vy = plus(m->vy, given.vy);
    m->w = plus(m->w, given.w);
}

/* ---- velocities ------------------------------------------------------------------------------------------ */

static fs_wide acceleration(fs_wide gravity, fix16_t scale, fs_wide force, fs_scaled inv_mass)
{
    fs_wide fall = fs_mul64(gravity, scale, FS_FIX16_FRAC);
    return fs_sat64_add(fall, force == 0 ? 0 : fs_scaled_apply(inv_mass, force));
}

static void add_gain(struct fs__solver2 *s, struct fs__solver2_body *m, uint32_t row, uint32_t n)
{
    const struct fs_body2_view *body = &s->w->body;
    fs_wide2 g = s->w->rules.gravity[0], force = body->force[row];
    fix16_t scale = body->gravity_scale[row];
    fs_wide ax = acceleration(g.x, scale, force.x, body->inv_mass[row]);
    fs_wide ay = acceleration(g.y, scale, force.y, body->inv_mass[row]);
    m->vx = fs_sat32_add(m->vx, fs_velocity_increment_sym(ax, s->rate, n));
    m->vy = fs_sat32_add(m->vy, fs_velocity_increment_sym(ay, s->rate, n));
    if (body->torque[row] != 0)
        m->w = fs_sat32_add(
            m->w, fs_velocity_increment_sym(fs_scaled_apply(body->inv_inertia[row], body->torque[row]), s->rate, n));
}

/* What is below the step of a velocity is kept for the next time: a body that slows down for a minute is rounded
 * thousands of times. */
static fs_vel kept(fs_vel v, uint64_t keep, fs_unit *rest)
{
    int64_t fine = (int64_t)v * FS_UNIT_ONE + *rest;
    fine = fs_sat64_from_mag(fs_u128_round_shift(fs_u128_mul(fs_uabs64(fine), keep), 60), fine < 0);
    int64_t whole = fs_round_shift64_sym(fine, FS_UNIT_FRAC);
    *rest = (fs_unit)(fine - whole * FS_UNIT_ONE);
    return (fs_vel)whole;
}

static void damp(const struct fs_body2_view *body, struct fs__solver2_body *m, uint32_t row)
{
    if (body->damping_factor[row] != FS_Q60_ONE) {
        m->vx = kept(m->vx, body->damping_factor[row], &body->velocity_residual[row].x);
        m->vy = kept(m->vy, body->damping_factor[row], &body->velocity_residual[row].y);
    }
    if (body->angular_damping_factor[row] != FS_Q60_ONE)
        m->w = kept(m->w, body->angular_damping_factor[row], &body->angular_velocity_residual[row]);
}

/* Along its own direction, to at most `max`; rounds towards zero. */
static void limit(struct fs__solver2 *s, struct fs__solver2_body *m)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    int64_t max = rules->max_speed[0];
    uint64_t speed_sq = fs_vel2_length_sq(fs_vel2_make(m->vx, m->vy));
    if (speed_sq > (uint64_t)(max * max)) {
        int64_t length = (int64_t)fs_isqrt64(speed_sq) + 1;
        m->vx = (fs_vel)(m->vx * max / length);
        m->vy = (fs_vel)(m->vy * max / length);
        s->limited++;
    }
    fs_vel w = fs_clamp32(m->w, -rules->max_angular_speed[0], rules->max_angular_speed[0]);
    if (w != m->w)
        s->limited++;
    m->w = w;
}

static void kick_special(struct fs__solver2 *s, uint32_t n)
{
    const struct fs_body2_view *body = &s->w->body;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        uint32_t row = s->tick->body_row[i];
        struct fs__solver2_body *m = &s->tick->solver_body[i];
        struct fs__solver2_velocity_part given = other_part(m, s->velocity_part[i]);
        if (body->type[row] == FS_BODY2_DYNAMIC) {
            add_gain(s, m, row, n);
            damp(body, m, row);
        }
        limit(s, m);
        give_again(m, &s->velocity_part[i], given);
    }
}

/* One that is faster than the kernels take. */
static void kick_fast(struct fs__solver2 *s, uint32_t i, const int32_t gain[4])
{
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    struct fs__solver2_velocity_part given = other_part(m, s->velocity_part[i]);
    m->vx = fs_sat32_add(m->vx, gain[0]);
    m->vy = fs_sat32_add(m->vy, gain[1]);
    limit(s, m);
    give_again(m, &s->velocity_part[i], given);
}

void fs__solver2_integrate_velocities(struct fs__solver2 *s, uint32_t substep)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    uint32_t n = s->first_substep + substep, end = s->body_end;
    if (s->special) {
        kick_special(s, n);
        return;
    }
    /* Both axes below 5/7 of the limit: surely short enough. */
    fs_vel quick = rules->max_speed[0] / 7 * 5;
    struct fs__solver2_velocity_gain kick = { .bound = { quick, quick, rules->max_angular_speed[0], 0 } };
    kick.gain[0] = fs_velocity_increment_sym(rules->gravity[0].x, s->rate, n);
    kick.gain[1] = fs_velocity_increment_sym(rules->gravity[0].y, s->rate, n);
    for (uint32_t i = s->body_first; i < end; i++) {
        i += s->kernel->integrate_velocities(s->tick->solver_body + i, s->velocity_part + i, end - i, &kick);
        if (i < end)
            kick_fast(s, i, kick.gain);
    }
}

/* ---- places ---------------------------------------------------------------------------------------------- */

/* n / d rounded as fs_div64_round() does, for |n| below 2^49 and d below 2^14: the quotient is exact, because the
 * reciprocal is too large by less than d 2^-64. Divisions of 64 bits are slow on many processors. */
static int64_t quotient(int64_t n, const struct fs__solver2 *s)
{
    uint64_t mag = fs_uabs64(n), q = fs_u128_mul(mag, s->reciprocal).hi, rest = mag - q * s->rate;
    return fs_sat64_from_mag(q + (rest >= s->rate - rest), n < 0);
}

static int64_t product(int64_t a, int64_t b)
{
    return fs_round_shift64_sym(a * b, FS_UNIT_FRAC);
}

/* Cosine and sine of up to 1/8 rad by their series; t in Q1.30, errors below 2^-30. */
static fs_rot2 small_rotation(int64_t t)
{
    int64_t tt = product(t, t);
    if (tt < FS_UNIT_ONE >> 14) /* up to 1/128 rad the other terms are below a fifth of a step */
        return fs_rot2_make((fs_unit)(FS_UNIT_ONE - fs_round_shift64_sym(tt, 1)),
                            (fs_unit)(t - fs_div64_round(product(t, tt), 6)));
    int64_t c = FS_UNIT_ONE - fs_round_shift64_sym(tt, 1) + fs_div64_round(product(tt, tt), 24) -
                fs_div64_round(product(tt, product(tt, tt)), 720);
    int64_t sine = FS_UNIT_ONE - fs_div64_round(tt, 6) + fs_div64_round(product(tt, tt), 120);
    return fs_rot2_make((fs_unit)c, (fs_unit)product(t, sine));
}

/* By the exact angle of a tick (Q32): the sum of the substeps' spins over their rate. */
static fs_rot2 turned(fs_rot2 q, int64_t angle)
{
    if (fs_abs64(angle) <= FS_WIDE_ONE / 8)
        return fs_rot2_normalise(fs_rot2_mul(q, small_rotation(fs_round_shift64_sym(angle, 2))));
    uint32_t turn = (uint32_t)(uint64_t)fs_mul64(angle, ONE_OVER_TWO_PI, FS_WIDE_FRAC);
    return fs_rot2_normalise(fs_rot2_mul(q, fs_rot2_from_turn(turn)));
}

static void place_some(void *work, uint32_t piece, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = work;
    struct fs_body2_view *body = &s->w->body;
    (void)piece;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++) {
        uint32_t row = s->tick->body_row[i];
        const struct fs__solver2_body *m = &s->tick->solver_body[i];
        const int64_t *sum = s->travel + (size_t)i * 4;
        fs_pos2 p = body->pos[row];
        body->pos[row] = fs_pos2_make(fs_sat64_add(p.x, quotient(sum[0] * (1 << 11), s)),
                                      fs_sat64_add(p.y, quotient(sum[1] * (1 << 11), s)));
        if (sum[2] != 0)
            body->rot[row] = turned(body->rot[row], quotient(sum[2] * (1 << 11), s));
        /* The last substep's joints may have gone beyond what a state is allowed to hold. */
        body->vel[row] = fs_vel2_make(fs__solver2_clamp_speed(m->vx), fs__solver2_clamp_speed(m->vy));
        body->angular_velocity[row] = fs__solver2_clamp_speed(m->w);
        if (s->special) {
            body->force[row] = fs_wide2_zero();
            body->torque[row] = 0;
        }
    }
}

void fs__solver2_store_bodies(struct fs__solver2 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, PIECE_BODIES), place_some, s);
}
