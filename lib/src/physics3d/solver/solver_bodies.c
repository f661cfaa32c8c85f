/* solver_bodies.c: copies bodies into solver bodies and integrates their velocities in every substep.
 *
 * This file does not know contacts. Rounding is symmetric: a mirrored world stays mirrored.
 */
#include <fixstep/trig.h>

#include "base/parallel_for.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/solver/load_mass.h"
#include "physics3d/solver/pair_mass.h"

enum { CHUNK_BODIES = 128 }; /* fewer bodies are not worth another thread */

/* ---- loading --------------------------------------------------------------------------------------------- */

/* Impulses do not turn a body about a locked axis of the world. */
static void lock_inertia(struct fs__solver3_inertia *inertia, uint16_t flags)
{
    const bool x = (flags & FS_BODY3_LOCK_ROTATION_X) != 0, y = (flags & FS_BODY3_LOCK_ROTATION_Y) != 0,
               z = (flags & FS_BODY3_LOCK_ROTATION_Z) != 0;
    const bool locked[6] = { x, y, z, x || y, x || z, y || z };
    for (unsigned i = 0; i < 6; i++)
        inertia->m[i] = locked[i] ? 0 : inertia->m[i];
}

/* R diag R^T with elements of at most 2^30. */
static struct fs__solver3_inertia world_inertia(const struct fs_body3_view *body, uint32_t row, fs_quat rot)
{
    fs_scaled x = body->inv_inertia_x[row], y = body->inv_inertia_y[row], z = body->inv_inertia_z[row];
    if (fs_scaled_equal(x, y) && fs_scaled_equal(x, z))
        return (struct fs__solver3_inertia){ { x.m / 2, x.m / 2, x.m / 2, 0, 0, 0 }, x.e + 1, 0 };
    fs_mat3 axes = fs_mat3_from_quat(fs_quat_mul(rot, body->principal[row]));
    fs_sym3 s = fs_sym3_rotate_diag(axes, fs_diag3_from_scaled(x, y, z));
    return (struct fs__solver3_inertia){ { s.xx / 2, s.yy / 2, s.zz / 2, s.xy / 2, s.xz / 2, s.yz / 2 }, s.e + 1, 0 };
}

struct fs__solver3_inertia fs__solver3_inertia_of(const struct fs_world3 *w, uint32_t row, fs_quat rot)
{
    if (!fs__solver3_is_movable(w, row))
        return (struct fs__solver3_inertia){ .e = 0 };
    struct fs__solver3_inertia inertia = world_inertia(&w->body, row, rot);
    lock_inertia(&inertia, w->body.flags[row]);
    return inertia;
}

static bool needs_own_gain(const struct fs_body3_view *body, uint32_t row)
{
    fs_wide3 force = body->force[row], torque = body->torque[row];
    return (force.x | force.y | force.z | torque.x | torque.y | torque.z) != 0 ||
           body->gravity_scale[row] != FS_FIX16_ONE || body->damping_factor[row] != FS_Q60_ONE ||
           body->angular_damping_factor[row] != FS_Q60_ONE || body->type[row] != FS_BODY3_DYNAMIC ||
           (body->flags[row] & (FS__BODY3_LINEAR_LOCKS | FS__BODY3_LOAD_MASK)) != 0;
}

static void load_body(struct fs__solver3 *s, uint32_t i, uint32_t row)
{
    const struct fs_body3_view *body = &s->w->body;
    s->reference[i] = fs__solver3_find_reference(s, row);
    s->inertia[i] = fs__solver3_inertia_of(s->w, row, s->reference[i].rot);
    s->inertia[i].unit = fs__pair3_unit(s->w, row);
    s->inertia[i].e -= fs__body3_load_shift(s->w, row);
    fs__solver3_scale_down(&s->reference[i], s->inertia[i].unit);
    fs_vel3 v = body->vel[row], w = s->reference[i].w;
    body->angular_velocity_residual[row] = s->reference[i].rest;
    s->tick->solver_body[i] = (struct fs__solver3_body){ .v = v, .w = w };
    s->velocity_part[i] = (struct fs__solver3_velocity_part){ .v = { (uint32_t)v.x, (uint32_t)v.y, (uint32_t)v.z, 0,
                                                                     (uint32_t)w.x, (uint32_t)w.y, (uint32_t)w.z, 0 } };
}

static void load_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver3 *s = work;
    (void)chunk;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++)
        load_body(s, i, s->tick->body_row[i]);
}

void fs__solver3_load_bodies(struct fs__solver3 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BODIES), load_some, s);
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->special |= needs_own_gain(&s->w->body, s->tick->body_row[i]) || s->inertia[i].unit != 0;
}

/* ---- what contacts gave ------------------------------------------------------------------------------------- */

/* The lanes of a solver body's velocities. */
struct lanes {
    int32_t v[8];
};

static struct lanes lanes_of(const struct fs__solver3_body *m)
{
    return (struct lanes){ { m->v.x, m->v.y, m->v.z, 0, m->w.x, m->w.y, m->w.z, 0 } };
}

static void store_lanes(struct fs__solver3_body *m, const struct lanes *l)
{
    m->v = fs_vel3_make(l->v[0], l->v[1], l->v[2]);
    m->w = fs_vel3_make(l->v[4], l->v[5], l->v[6]);
}

/* The part of the velocity that contacts gave; differences wrap. */
static struct lanes contact_part(const struct fs__solver3_body *m, const struct fs__solver3_velocity_part *p)
{
    struct lanes l = lanes_of(m);
    for (unsigned i = 0; i < 8; i++)
        l.v[i] = (int32_t)((uint32_t)l.v[i] - p->v[i]);
    return l;
}

void fs__solver3_swap_velocity_part(struct fs__solver3 *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        struct lanes l = contact_part(&s->tick->solver_body[i], &s->velocity_part[i]);
        for (unsigned k = 0; k < 8; k++)
            s->velocity_part[i].v[k] = (uint32_t)l.v[k];
    }
}

/* On entry the velocity is without contacts; stores it as *part and adds the contact part. */
static void add_contact_part(struct fs__solver3_body *m, struct fs__solver3_velocity_part *part,
                             const struct lanes *contacts)
{
    struct lanes l = lanes_of(m);
    for (unsigned i = 0; i < 8; i++) {
        part->v[i] = (uint32_t)l.v[i];
        part->sum[i] += (uint32_t)contacts->v[i];
        l.v[i] = fs__solver3_clamp_speed(fs_sat32_add(l.v[i], fs__solver3_clamp_speed(contacts->v[i])));
    }
    store_lanes(m, &l);
}

/* ---- velocities ------------------------------------------------------------------------------------------ */

/* shift: the power of two by which the body's mass is larger than that of its weight. */
static fs_vel velocity_gain(const struct fs__solver3 *s, fs_wide gravity, fix16_t scale, int32_t shift, fs_wide force,
                            fs_scaled inv_mass, uint32_t n)
{
    fs_wide fall = fs_mul64(gravity, scale, FS_FIX16_FRAC);
    if (shift > 0)
        fall = fs_round_shift64_sym(fall, (unsigned)shift);
    fs_wide sum = fs_sat64_add(fall, force == 0 ? 0 : fs_scaled_apply(inv_mass, force));
    return fs_velocity_increment_nearest(sum, s->rate.hz, n);
}

static void add_force(struct fs__solver3 *s, struct fs__solver3_body *m, uint32_t row, uint32_t n)
{
    const struct fs_body3_view *body = &s->w->body;
    fs_wide3 g = s->w->rules.gravity[0], force = body->force[row];
    fix16_t scale = body->gravity_scale[row];
    fs_scaled inverse = fs__body3_loaded_inv_mass(s->w, row);
    int32_t shift = fs__body3_load_shift(s->w, row);
    uint16_t locks = body->flags[row];
    if ((locks & FS_BODY3_LOCK_X) == 0)
        m->v.x = fs_sat32_add(m->v.x, velocity_gain(s, g.x, scale, shift, force.x, inverse, n));
    if ((locks & FS_BODY3_LOCK_Y) == 0)
        m->v.y = fs_sat32_add(m->v.y, velocity_gain(s, g.y, scale, shift, force.y, inverse, n));
    if ((locks & FS_BODY3_LOCK_Z) == 0)
        m->v.z = fs_sat32_add(m->v.z, velocity_gain(s, g.z, scale, shift, force.z, inverse, n));
}

/* One row of I^-1 times the torque, rad/s^2. */
static fs_vel angular_gain(const struct fs__solver3 *s, const struct fs__solver3_inertia *inertia, const int32_t row[3],
                           fs_wide3 torque, uint32_t n)
{
    fs_wide sum = fs_sat64_add(
        fs_sat64_add(fs_mul64(torque.x, row[0], FS_UNIT_FRAC), fs_mul64(torque.y, row[1], FS_UNIT_FRAC)),
        fs_mul64(torque.z, row[2], FS_UNIT_FRAC));
    fs_scaled power = { FS_UNIT_ONE, inertia->e - (int32_t)inertia->unit };
    return fs_velocity_increment_nearest(fs_scaled_apply(power, sum), s->rate.hz, n);
}

static void add_torque(struct fs__solver3 *s, struct fs__solver3_body *m, const struct fs__solver3_inertia *inertia,
                       fs_wide3 torque, uint32_t n)
{
    const int32_t *i = inertia->m;
    if (fs_wide3_is_zero(torque))
        return;
    m->w.x = fs_sat32_add(m->w.x, angular_gain(s, inertia, (const int32_t[]){ i[0], i[3], i[4] }, torque, n));
    m->w.y = fs_sat32_add(m->w.y, angular_gain(s, inertia, (const int32_t[]){ i[3], i[1], i[5] }, torque, n));
    m->w.z = fs_sat32_add(m->w.z, angular_gain(s, inertia, (const int32_t[]){ i[4], i[5], i[2] }, torque, n));
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

static void damp_vector(fs_vel3 *v, uint64_t factor, fs_unit3 *residual)
{
    if (factor == FS_Q60_ONE)
        return;
    v->x = damp_component(v->x, factor, &residual->x);
    v->y = damp_component(v->y, factor, &residual->y);
    v->z = damp_component(v->z, factor, &residual->z);
}

/* The factors are those of a substep of an undivided tick. */
static void damp_body(const struct fs__solver3 *s, struct fs__solver3_body *m, uint32_t row, uint32_t n)
{
    const struct fs_body3_view *body = &s->w->body;
    if (n % s->parts != s->parts - 1)
        return;
    damp_vector(&m->v, body->damping_factor[row], &body->velocity_residual[row]);
    damp_vector(&m->w, body->angular_damping_factor[row], &body->angular_velocity_residual[row]);
}

/* Scales a vector to at most `max`, rounding towards zero. */
static void limit_length(struct fs__solver3 *s, fs_vel3 *v, int64_t max)
{
    uint64_t square = fs_vel3_length_sq(*v);
    if (square <= (uint64_t)(max * max))
        return;
    int64_t length = (int64_t)fs_isqrt64(square) + 1;
    *v = fs_vel3_make((fs_vel)(v->x * max / length), (fs_vel)(v->y * max / length), (fs_vel)(v->z * max / length));
    s->limited++;
}

static void limit_speeds(struct fs__solver3 *s, uint32_t i, struct fs__solver3_body *m)
{
    limit_length(s, &m->v, s->w->rules.max_speed[0]);
    limit_length(s, &m->w, s->w->rules.max_angular_speed[0] >> s->inertia[i].unit);
}

static void integrate_each(struct fs__solver3 *s, uint32_t n)
{
    const struct fs_body3_view *body = &s->w->body;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        uint32_t row = s->tick->body_row[i];
        struct fs__solver3_body *m = &s->tick->solver_body[i];
        struct lanes contacts = contact_part(m, &s->velocity_part[i]);
        if (body->type[row] == FS_BODY3_DYNAMIC) {
            add_force(s, m, row, n);
            add_torque(s, m, &s->inertia[i], body->torque[row], n);
            damp_body(s, m, row, n);
        }
        limit_speeds(s, i, m);
        add_contact_part(m, &s->velocity_part[i], &contacts);
    }
}

/* Integrates one body that exceeds the bounds of the kernels. */
static void integrate_fast(struct fs__solver3 *s, uint32_t i, const int32_t gain[8])
{
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    struct lanes contacts = contact_part(m, &s->velocity_part[i]);
    m->v = fs_vel3_add(m->v, fs_vel3_make(gain[0], gain[1], gain[2]));
    limit_speeds(s, i, m);
    add_contact_part(m, &s->velocity_part[i], &contacts);
}

/* Components below 4/7 of the limit: the length is then below the limit. */
static void set_bounds(const struct fs__solver3 *s, struct fs__solver3_velocity_gain *gain)
{
    fs_vel linear = s->w->rules.max_speed[0] / 7 * 4, angular = s->w->rules.max_angular_speed[0] / 7 * 4;
    const int32_t bound[8] = { linear, linear, linear, INT32_MAX, angular, angular, angular, INT32_MAX };
    for (unsigned i = 0; i < 8; i++)
        gain->bound[i] = bound[i];
}

void fs__solver3_integrate_velocities(struct fs__solver3 *s, uint32_t substep)
{
    fs_wide3 g = s->w->rules.gravity[0];
    uint32_t n = s->first_substep + substep, end = s->body_end;
    if (s->special) {
        integrate_each(s, n);
        return;
    }
    struct fs__solver3_velocity_gain gain = { .gain = { fs_velocity_increment_nearest(g.x, s->rate.hz, n),
                                                        fs_velocity_increment_nearest(g.y, s->rate.hz, n),
                                                        fs_velocity_increment_nearest(g.z, s->rate.hz, n) } };
    set_bounds(s, &gain);
    for (uint32_t i = s->body_first; i < end; i++) {
        i += s->kernel->integrate_velocities(s->tick->solver_body + i, s->velocity_part + i, end - i, &gain);
        if (i < end)
            integrate_fast(s, i, gain.gain);
    }
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

static void correct_body(struct fs__solver3 *s, uint32_t i)
{
    uint32_t row = s->tick->body_row[i];
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    fs_unit3 v = s->w->body.velocity_residual[row], w = s->w->body.angular_velocity_residual[row];
    const fs_unit residual[8] = { v.x, v.y, v.z, 0, w.x, w.y, w.z, 0 };
    struct lanes last = contact_part(m, &s->velocity_part[i]), now = lanes_of(m);
    int64_t *exact = s->exact + (size_t)i * 8;
    for (unsigned k = 0; k < 8; k++)
        now.v[k] = correct_velocity(now.v[k], &exact[k], s->velocity_part[i].sum[k] + (uint32_t)last.v[k], residual[k]);
    store_lanes(m, &now);
}

static void correct_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver3 *s = work;
    (void)chunk;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++)
        correct_body(s, i);
}

void fs__solver3_correct_velocities(struct fs__solver3 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BODIES), correct_some, s);
}
