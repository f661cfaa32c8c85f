/* solver_bodies.c: copies bodies into solver bodies, integrates velocities in every substep, and writes poses back.
 *
 * This file does not know contacts. Rounding is symmetric: a mirrored world stays mirrored. Positions are rounded once
 * per tick, from the exact sum of the substeps' velocities.
 */
#include <fixstep/trig.h>

#include "base/parallel_for.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"
#include "physics/world/tick_parts.h"

/* Fewer bodies are not worth another thread: of the ends of a tick, and of a substep. */
enum { CHUNK_BODIES = 128, CHUNK_SUBSTEP = 1024 };

#define ONE_OVER_TWO_PI ((int64_t)683565276) /* Q32 */

/* ---- movers ---------------------------------------------------------------------------------------------- */

static bool needs_own_gain(const struct fs_body2_view *body, uint32_t row)
{
    fs_wide2 force = body->force[row];
    return (force.x | force.y | body->torque[row]) != 0 || body->gravity_scale[row] != FS_FIX16_ONE ||
           body->damping_factor[row] != FS_Q60_ONE || body->angular_damping_factor[row] != FS_Q60_ONE ||
           body->type[row] != FS_BODY2_DYNAMIC || (body->flags[row] & FS__BODY2_LOAD_MASK) != 0;
}

/* Bodies often follow others of the same mass. */
static bool masses_equal(const struct fs_body2_view *body, uint32_t a, uint32_t b)
{
    return fs_scaled_equal(body->inv_mass[a], body->inv_mass[b]) &&
           fs_scaled_equal(body->inv_inertia[a], body->inv_inertia[b]) && body->extent[a] == body->extent[b] &&
           ((body->flags[a] ^ body->flags[b]) & FS__BODY2_LOAD_MASK) == 0;
}

static void classify_masses(struct fs__solver2 *s)
{
    const uint32_t *row = s->tick->body_row;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->mass_class[i] = i > s->body_first && masses_equal(&s->w->body, row[i], row[i - 1]) ? s->mass_class[i - 1]
                                                                                              : i;
}

void fs__solver2_load_bodies(struct fs__solver2 *s)
{
    const struct fs_body2_view *body = &s->w->body;
    struct fs__solver2_body *solver_body = s->tick->solver_body;
    s->special = s->special_rows + s->body_first;
    s->special_count = 0;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        uint32_t row = s->tick->body_row[i];
        fs_vel2 v = body->vel[row];
        solver_body[i] = (struct fs__solver2_body){ .vx = v.x, .vy = v.y, .w = body->angular_velocity[row] };
        s->velocity_part[i] = (struct fs__solver2_velocity_part){ .vx = (uint32_t)v.x,
                                                                  .vy = (uint32_t)v.y,
                                                                  .w = (uint32_t)body->angular_velocity[row] };
        if (s->rate < 4 || needs_own_gain(body, row)) /* below 4 the gain exceeds the bound of the kernels */
            s->special[s->special_count++] = i;
    }
    classify_masses(s);
}

/* ---- what contacts gave ------------------------------------------------------------------------------------- */

static struct fs__solver2_velocity_part contact_part(const struct fs__solver2_body *m,
                                                     struct fs__solver2_velocity_part p)
{
    return (struct fs__solver2_velocity_part){ .vx = (uint32_t)m->vx - p.vx,
                                               .vy = (uint32_t)m->vy - p.vy,
                                               .w = (uint32_t)m->w - p.w,
                                               .sum_vx = p.sum_vx,
                                               .sum_vy = p.sum_vy,
                                               .sum_w = p.sum_w };
}

void fs__solver2_swap_velocity_part(struct fs__solver2 *s)
{
    const struct fs__solver2_body *body = s->tick->solver_body;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        struct fs__solver2_velocity_part *p = &s->velocity_part[i];
        p->vx = (uint32_t)body[i].vx - p->vx;
        p->vy = (uint32_t)body[i].vy - p->vy;
        p->w = (uint32_t)body[i].w - p->w;
    }
}

void fs__solver2_clear_contact_part(struct fs__solver2 *s)
{
    const struct fs__solver2_body *body = s->tick->solver_body;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        struct fs__solver2_velocity_part *p = &s->velocity_part[i];
        p->vx = (uint32_t)body[i].vx;
        p->vy = (uint32_t)body[i].vy;
        p->w = (uint32_t)body[i].w;
    }
}

static fs_vel add_clamped(fs_vel v, uint32_t delta)
{
    return fs__solver2_clamp_speed(fs_sat32_add(v, fs__solver2_clamp_speed((int32_t)delta)));
}

/* On entry the velocity is without contacts; stores it as *part and adds the contact part. */
static void add_contact_part(struct fs__solver2_body *m, struct fs__solver2_velocity_part *part,
                             struct fs__solver2_velocity_part contacts)
{
    *part = (struct fs__solver2_velocity_part){ (uint32_t)m->vx,
                                                (uint32_t)m->vy,
                                                (uint32_t)m->w,
                                                0,
                                                contacts.sum_vx + contacts.vx,
                                                contacts.sum_vy + contacts.vy,
                                                contacts.sum_w + contacts.w,
                                                0 };
    m->vx = add_clamped(m->vx, contacts.vx);
    m->vy = add_clamped(m->vy, contacts.vy);
    m->w = add_clamped(m->w, contacts.w);
}

/* ---- velocities ------------------------------------------------------------------------------------------ */

/* shift: the power of two by which the body's mass is larger than that of its weight. */
static fs_wide total_acceleration(fs_wide gravity, fix16_t scale, int32_t shift, fs_wide force, fs_scaled inv_mass)
{
    fs_wide fall = fs_mul64(gravity, scale, FS_FIX16_FRAC);
    if (shift > 0)
        fall = fs_round_shift64_sym(fall, (unsigned)shift);
    return fs_sat64_add(fall, force == 0 ? 0 : fs_scaled_apply(inv_mass, force));
}

static void add_gain(struct fs__solver2 *s, struct fs__solver2_body *m, uint32_t row, uint32_t n)
{
    const struct fs_body2_view *body = &s->w->body;
    fs_wide2 g = s->w->rules.gravity[0], force = body->force[row];
    fix16_t scale = body->gravity_scale[row];
    int32_t shift = fs__body2_load_shift(s->w, row);
    fs_scaled inv_mass = fs__body2_loaded_inv_mass(s->w, row);
    fs_wide ax = total_acceleration(g.x, scale, shift, force.x, inv_mass);
    fs_wide ay = total_acceleration(g.y, scale, shift, force.y, inv_mass);
    m->vx = fs_sat32_add(m->vx, fs_velocity_increment_nearest(ax, s->rate, n));
    m->vy = fs_sat32_add(m->vy, fs_velocity_increment_nearest(ay, s->rate, n));
    if (body->torque[row] != 0)
        m->w = fs_sat32_add(
            m->w, fs_velocity_increment_nearest(
                      fs_scaled_apply(fs__body2_loaded_inv_inertia(s->w, row), body->torque[row]), s->rate, n));
}

/* Multiplies a velocity by the damping factor. The part below one velocity step is kept for the next substep: a damped
 * body is rounded thousands of times in a minute. */
static fs_vel damp_component(fs_vel v, uint64_t factor, fs_unit *residual)
{
    int64_t fine = (int64_t)v * FS_UNIT_ONE + *residual;
    fine = fs_sat64_from_mag(fs_u128_round_shift(fs_u128_mul(fs_uabs64(fine), factor), 60), fine < 0);
    int64_t whole = fs_round_shift64_sym(fine, FS_UNIT_FRAC);
    *residual = (fs_unit)(fine - whole * FS_UNIT_ONE);
    return (fs_vel)whole;
}

static void damp_body(const struct fs_body2_view *body, struct fs__solver2_body *m, uint32_t row)
{
    if (body->damping_factor[row] != FS_Q60_ONE) {
        m->vx = damp_component(m->vx, body->damping_factor[row], &body->velocity_residual[row].x);
        m->vy = damp_component(m->vy, body->damping_factor[row], &body->velocity_residual[row].y);
    }
    if (body->angular_damping_factor[row] != FS_Q60_ONE)
        m->w = damp_component(m->w, body->angular_damping_factor[row], &body->angular_velocity_residual[row]);
}

/* One substep of the velocities; every chunk counts the velocities that it limited. */
struct velocity_job {
    struct fs__solver2 *s;
    uint32_t substep; /* since the world began */
    struct fs__solver2_velocity_gain gain;
    uint64_t limited[FS__PARALLEL_FOR_MAX_CHUNKS];
};

/* Scales the velocity to at most max_speed, rounding towards zero; clamps the angular velocity. */
static uint32_t limit_speed(const struct fs__solver2 *s, struct fs__solver2_body *m)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    int64_t max = rules->max_speed[0];
    uint64_t speed_sq = fs_vel2_length_sq(fs_vel2_make(m->vx, m->vy));
    uint32_t limited = 0;
    if (speed_sq > (uint64_t)(max * max)) {
        int64_t length = (int64_t)fs_isqrt64(speed_sq) + 1;
        m->vx = (fs_vel)(m->vx * max / length);
        m->vy = (fs_vel)(m->vy * max / length);
        limited++;
    }
    fs_vel w = fs_clamp32(m->w, -rules->max_angular_speed[0], rules->max_angular_speed[0]);
    limited += w != m->w;
    m->w = w;
    return limited;
}

/* A body with a gain or damping of its own. */
static uint32_t integrate_special(struct velocity_job *job, uint32_t i)
{
    struct fs__solver2 *s = job->s;
    const struct fs_body2_view *body = &s->w->body;
    uint32_t row = s->tick->body_row[i];
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    struct fs__solver2_velocity_part contacts = contact_part(m, s->velocity_part[i]);
    if (body->type[row] == FS_BODY2_DYNAMIC) {
        add_gain(s, m, row, job->substep);
        if (job->substep % s->parts == s->parts - 1) /* the factors are those of a substep of an undivided tick */
            damp_body(body, m, row);
    }
    uint32_t limited = limit_speed(s, m);
    add_contact_part(m, &s->velocity_part[i], contacts);
    return limited;
}

/* A body that exceeds the bounds of the kernels. */
static uint32_t integrate_fast(struct velocity_job *job, uint32_t i)
{
    struct fs__solver2 *s = job->s;
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    struct fs__solver2_velocity_part contacts = contact_part(m, s->velocity_part[i]);
    m->vx = fs_sat32_add(m->vx, job->gain.gain[0]);
    m->vy = fs_sat32_add(m->vy, job->gain.gain[1]);
    uint32_t limited = limit_speed(s, m);
    add_contact_part(m, &s->velocity_part[i], contacts);
    return limited;
}

/* Bodies [from, to) that have the gain of gravity alone. */
static uint32_t integrate_plain(struct velocity_job *job, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = job->s;
    uint32_t limited = 0;
    for (uint32_t i = from; i < to; i++) {
        i += s->kernel->integrate_velocities(s->tick->solver_body + i, s->velocity_part + i, to - i, &job->gain);
        if (i < to)
            limited += integrate_fast(job, i);
    }
    return limited;
}

/* The runs of plain bodies between the special ones, whose list ascends. */
static void integrate_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct velocity_job *job = work;
    const struct fs__solver2 *s = job->s;
    uint32_t at = s->body_first + from, end = s->body_first + to;
    uint64_t limited = 0;
    for (uint32_t k = 0; k < s->special_count && s->special[k] < end; k++) {
        if (s->special[k] < at)
            continue;
        limited += integrate_plain(job, at, s->special[k]);
        limited += integrate_special(job, s->special[k]);
        at = s->special[k] + 1;
    }
    job->limited[chunk] = limited + integrate_plain(job, at, end);
}

void fs__solver2_integrate_velocities(struct fs__solver2 *s, uint32_t substep)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    uint32_t n = s->first_substep + substep, count = s->body_end - s->body_first;
    uint32_t chunks = fs__parallel_for_chunks(s->tasks, count, CHUNK_SUBSTEP);
    /* Both components below 5/7 of the limit: the length is then below the limit. */
    fs_vel kernel_bound = rules->max_speed[0] / 7 * 5;
    struct velocity_job job = { .s = s,
                                .substep = n,
                                .gain.bound = { kernel_bound, kernel_bound, rules->max_angular_speed[0], 0 } };
    job.gain.gain[0] = fs_velocity_increment_nearest(rules->gravity[0].x, s->rate, n);
    job.gain.gain[1] = fs_velocity_increment_nearest(rules->gravity[0].y, s->rate, n);
    fs__parallel_for(s->tasks, count, chunks, integrate_some, &job);
    for (uint32_t i = 0; i < chunks; i++)
        s->limited += job.limited[i];
}

/* ---- places ---------------------------------------------------------------------------------------------- */

static int64_t mul_unit(int64_t a, int64_t b)
{
    return fs_round_shift64_sym(a * b, FS_UNIT_FRAC);
}

/* Cosine and sine of up to 1/8 rad by their series; t in Q1.30, errors below 2^-30. */
static fs_rot2 small_rotation(int64_t t)
{
    int64_t tt = mul_unit(t, t);
    if (tt < FS_UNIT_ONE >> 14) /* up to 1/128 rad the other terms are below a fifth of a step */
        return fs_rot2_make((fs_unit)(FS_UNIT_ONE - fs_round_shift64_sym(tt, 1)),
                            (fs_unit)(t - fs_div64_round(mul_unit(t, tt), 6)));
    int64_t c = FS_UNIT_ONE - fs_round_shift64_sym(tt, 1) + fs_div64_round(mul_unit(tt, tt), 24) -
                fs_div64_round(mul_unit(tt, mul_unit(tt, tt)), 720);
    int64_t sine = FS_UNIT_ONE - fs_div64_round(tt, 6) + fs_div64_round(mul_unit(tt, tt), 120);
    return fs_rot2_make((fs_unit)c, (fs_unit)mul_unit(t, sine));
}

/* Rotates by the exact angle of a tick (rad, Q32): the sum of the substeps' angular velocities over their rate. */
static fs_rot2 rotate_by(fs_rot2 q, int64_t angle)
{
    if (fs_abs64(angle) <= FS_WIDE_ONE / 8)
        return fs_rot2_normalise(fs_rot2_mul(q, small_rotation(fs_round_shift64_sym(angle, 2))));
    uint32_t turn = (uint32_t)(uint64_t)fs_mul64(angle, ONE_OVER_TWO_PI, FS_WIDE_FRAC);
    return fs_rot2_normalise(fs_rot2_mul(q, fs_rot2_from_turn(turn)));
}

static void integrate_positions(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = work;
    uint32_t first = s->body_first + from;
    (void)chunk;
    s->kernel->integrate_positions(s->tick->solver_body + first, s->travel + (size_t)first * 4, to - from,
                                   &s->constants);
}

void fs__solver2_integrate_positions(struct fs__solver2 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_SUBSTEP), integrate_positions, s);
}

/* ---- exact velocities ------------------------------------------------------------------------------------ */

/* Rounding errors of a tick are far below this (2^-9 m/s or rad/s); a larger difference comes from a limited
 * velocity or impulse and is not an error. */
#define MAX_ROUNDING_ERROR ((int64_t)1 << (FS_UNIT_FRAC + 12))

/* Adds to a velocity the part of the exact contact velocity (*exact, Q51, wrapping) that its roundings lost; `sum`
 * is the rounded contact velocity, `residual` that of the last tick. */
static fs_vel correct_velocity(fs_vel v, int64_t *exact, uint32_t sum, fs_unit residual)
{
    uint64_t difference = ((uint64_t)*exact - ((uint64_t)sum << FS_UNIT_FRAC)) << 2; /* the sum wraps at 2^62 */
    int64_t error = fs_asr64((int64_t)difference, 2);
    error = (error > MAX_ROUNDING_ERROR || error < -MAX_ROUNDING_ERROR ? 0 : error) + residual;
    int64_t whole = fs_asr64(error + FS_UNIT_ONE / 2 - (error < 0), FS_UNIT_FRAC); /* symmetric */
    *exact = error - whole * FS_UNIT_ONE;
    return fs_sat32(v + whole);
}

static void correct_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = work;
    const struct fs_body2_view *body = &s->w->body;
    (void)chunk;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++) {
        uint32_t row = s->tick->body_row[i];
        struct fs__solver2_body *m = &s->tick->solver_body[i];
        struct fs__solver2_velocity_part last = contact_part(m, s->velocity_part[i]);
        int64_t *exact = s->exact + (size_t)i * 4;
        m->vx = correct_velocity(m->vx, &exact[0], last.sum_vx + last.vx, body->velocity_residual[row].x);
        m->vy = correct_velocity(m->vy, &exact[1], last.sum_vy + last.vy, body->velocity_residual[row].y);
        m->w = correct_velocity(m->w, &exact[2], last.sum_w + last.w, body->angular_velocity_residual[row]);
    }
}

void fs__solver2_correct_velocities(struct fs__solver2 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BODIES), correct_some, s);
}

static void store_velocity(const struct fs__solver2 *s, uint32_t i, uint32_t row)
{
    const struct fs_body2_view *body = &s->w->body;
    const struct fs__solver2_body *m = &s->tick->solver_body[i];
    const int64_t *exact = s->exact + (size_t)i * 4;
    body->vel[row] = fs_vel2_make(fs__solver2_clamp_speed(m->vx), fs__solver2_clamp_speed(m->vy));
    body->angular_velocity[row] = fs__solver2_clamp_speed(m->w);
    body->velocity_residual[row] = (fs_unit2){ (fs_unit)exact[0], (fs_unit)exact[1] };
    body->angular_velocity_residual[row] = (fs_unit)exact[2];
}

/* ---- poses ----------------------------------------------------------------------------------------------- */

static void place_bodies(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = work;
    struct fs_body2_view *body = &s->w->body;
    (void)chunk;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++) {
        uint32_t row = s->tick->body_row[i];
        const int64_t *sum = s->travel + (size_t)i * 4;
        fs_pos2 p = body->pos[row];
        body->pos[row] = fs_pos2_make(fs_sat64_add(p.x, fs__rate_divide(s->per_second, sum[0] * (1 << 11))),
                                      fs_sat64_add(p.y, fs__rate_divide(s->per_second, sum[1] * (1 << 11))));
        if (sum[2] != 0)
            body->rot[row] = rotate_by(body->rot[row], fs__rate_divide(s->per_second, sum[2] * (1 << 11)));
        store_velocity(s, i, row);
    }
}

void fs__solver2_store_bodies(struct fs__solver2 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BODIES), place_bodies, s);
    for (uint32_t k = 0; k < s->special_count && fs__world2_is_last_part(s->w); k++) { /* only these can have forces */
        uint32_t row = s->tick->body_row[s->special[k]];
        s->w->body.force[row] = fs_wide2_zero();
        s->w->body.torque[row] = 0;
    }
}
