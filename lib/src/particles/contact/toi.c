/* toi.c: continuous collision of balls; see toi.h.
 *
 * Times are fractions of the tick with 32 bits. Each ball has its own clock, the time of its stored position. For each
 * ball the earliest impact with a wall or a ball of a higher row is stored; an impact updates only those that it can
 * affect. This file must never move a ball past an impact that it has found.
 */
#include <fixstep/toi.h>
#include <fixstep/trig.h>

#include "particles/contact/contact_internal.h"

#define TICK ((uint64_t)1 << 32)
#define NEVER UINT64_MAX

enum { FACES = 6, IMPACTS_EACH = 64, CUT_BITS = 30 };

struct ball {
    uint64_t clock;   /* time of its position */
    uint64_t next;    /* time of its next impact */
    uint32_t partner; /* a row, or the number of rows + a face: low x, high x, low y, ... */
};

struct toi_tick {
    struct fs_particles *p;
    const fs_toi_def *def;
    struct ball *balls;
    uint64_t now;
};

/* --- positions --------------------------------------------------------------------------- */

static bool is_ball(const struct toi_tick *t, uint32_t i)
{
    return fs__particle_exists(t->p, i, 0);
}

static fs_vel3 velocity(const struct toi_tick *t, uint32_t i)
{
    return fs__is_movable(t->p, i) ? t->p->vel[i] : fs_vel3_zero();
}

/* v h times a fraction of the tick; for the whole tick the result of fs_pos_advance(). */
static fs_pos displacement_axis(fs_vel v, uint64_t fraction, uint32_t hz)
{
    return fs_div64_round(fs_mul64(v, (int64_t)fraction, 32 - (FS_POS_FRAC - FS_VEL_FRAC)), hz);
}

static fs_pos3 displacement(const struct toi_tick *t, uint32_t i, uint64_t fraction)
{
    fs_vel3 v = velocity(t, i);
    uint32_t hz = t->p->hz;
    return fs_pos3_make(displacement_axis(v.x, fraction, hz), displacement_axis(v.y, fraction, hz),
                        displacement_axis(v.z, fraction, hz));
}

static fs_pos3 position_now(const struct toi_tick *t, uint32_t i)
{
    return fs_pos3_add(t->p->pos[i], displacement(t, i, t->now - t->balls[i].clock));
}

/* --- impact of two balls ----------------------------------------------------------------- */

/* The offset of two balls, its change in the rest of the tick, and the distance at which they touch, scaled to 30
 * bits. */
struct pair {
    int64_t d[3], m[3], reach;
};

static void scale_down(struct pair *r)
{
    uint64_t any = (uint64_t)r->reach;
    for (int k = 0; k < 3; k++)
        any |= fs_uabs64(r->d[k]) | fs_uabs64(r->m[k]);
    unsigned cut = (unsigned)fs_max32(fs_bit_width64(any) - CUT_BITS, 0);
    for (int k = 0; k < 3; k++) {
        r->d[k] = fs_round_shift64_sym(r->d[k], cut);
        r->m[k] = fs_round_shift64_sym(r->m[k], cut);
    }
    r->reach = fs_round_shift64_sym(r->reach, cut);
}

static struct pair make_pair(const struct toi_tick *t, uint32_t a, uint32_t b)
{
    fs_pos3 d = fs_pos3_sub(position_now(t, a), position_now(t, b));
    fs_pos3 m = fs_pos3_sub(displacement(t, a, TICK - t->now), displacement(t, b, TICK - t->now));
    return (struct pair){ { d.x, d.y, d.z }, { m.x, m.y, m.z }, fs_sat64_add(t->def->radius, t->def->radius) };
}

/* Whether the distance on one axis excludes an impact. */
static bool misses(const struct pair *r)
{
    for (int k = 0; k < 3; k++) {
        fs_pos clearance = fs_sat64_sub(fs_abs64(r->d[k]), r->reach);
        if (clearance > fs_abs64(r->m[k]))
            return true;
    }
    return false;
}

static fs_unit3 normal_of(const struct toi_tick *t, uint32_t a, uint32_t b)
{
    fs_unit3 n;
    return fs_pos3_normalise(fs_pos3_sub(position_now(t, b), position_now(t, a)), &n)
               ? n
               : fs_unit3_make(FS_UNIT_ONE, 0, 0);
}

#define CLOSING_REST ((int64_t)FS_CONTACT_RESTING_SPEED << FS_UNIT_FRAC)

static bool is_closing(const struct toi_tick *t, uint32_t a, uint32_t b)
{
    fs_unit3 n = normal_of(t, a, b);
    int64_t closing = fs_sat64_sub(fs_vel3_dot_unit3(velocity(t, a), n), fs_vel3_dot_unit3(velocity(t, b), n));
    return closing > CLOSING_REST;
}

/* The smaller root of |d + m f|^2 = reach^2 as c / (|b| + sqrt(b^2 - a c)), rounded down, in
 * fractions of the rest of the tick; NEVER beyond it. All squares have at most 62 bits. */
static uint64_t smaller_root(const struct pair *r, int64_t b, uint64_t c)
{
    uint64_t a = (uint64_t)(r->m[0] * r->m[0] + r->m[1] * r->m[1] + r->m[2] * r->m[2]);
    fs_u128 b_sq = fs_u128_mul(fs_uabs64(b), fs_uabs64(b)), ac = fs_u128_mul(a, c);
    if (fs_u128_cmp(b_sq, ac) < 0)
        return NEVER;
    uint64_t remainder = 0, divisor = fs_uabs64(b) + fs_isqrt128(fs_u128_sub(b_sq, ac));
    return c > divisor ? NEVER : fs_u128_div(fs_u128_shl(fs_u128_make(0, c), 32), divisor, &remainder);
}

static uint64_t absolute_time(const struct toi_tick *t, uint64_t fraction)
{
    return fraction == NEVER ? NEVER : t->now + (((TICK - t->now) * fraction) >> 32);
}

static uint64_t ball_impact_time(const struct toi_tick *t, uint32_t a, uint32_t b)
{
    struct pair r = make_pair(t, a, b);
    if (misses(&r))
        return NEVER;
    scale_down(&r);
    int64_t approach = r.d[0] * r.m[0] + r.d[1] * r.m[1] + r.d[2] * r.m[2];
    int64_t distance_excess = r.d[0] * r.d[0] + r.d[1] * r.d[1] + r.d[2] * r.d[2] - r.reach * r.reach;
    if (approach >= 0)
        return NEVER;
    if (distance_excess <= 0)
        return is_closing(t, a, b) ? t->now : NEVER;
    return absolute_time(t, smaller_root(&r, approach, (uint64_t)distance_excess));
}

/* --- impact of a ball and a wall ---------------------------------------------------------------- */

static fs_pos axis3(fs_pos3 v, unsigned axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

static fs_vel speed_along(const struct toi_tick *t, uint32_t i, unsigned axis)
{
    fs_vel3 v = t->p->vel[i];
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

/* Face 2 k is the low wall of axis k, 2 k + 1 the high one. `clearance`: the distance to it. */
static uint64_t wall_impact_time(const struct toi_tick *t, uint32_t i, unsigned face)
{
    unsigned axis = face / 2;
    fs_pos low = axis3(t->def->low, axis), high = axis3(t->def->high, axis), at = axis3(position_now(t, i), axis);
    fs_pos m = axis3(displacement(t, i, TICK - t->now), axis), sign = face % 2 ? 1 : -1;
    fs_pos clearance = face % 2 ? fs_sat64_sub(fs_sat64_sub(high, t->def->radius), at)
                                : fs_sat64_sub(at, fs_sat64_add(low, t->def->radius));
    if (low >= high || m == 0 || (m > 0) != (sign > 0))
        return NEVER;
    if (clearance <= 0)
        return fs_abs32(speed_along(t, i, axis)) > FS_CONTACT_RESTING_SPEED ? t->now : NEVER;
    if (clearance > fs_abs64(m))
        return NEVER;
    uint64_t remainder = 0;
    return absolute_time(t,
                         fs_u128_div(fs_u128_shl(fs_u128_make(0, (uint64_t)clearance), 32), fs_uabs64(m), &remainder));
}

/* --- the next impact ---------------------------------------------------------------------------- */

static void keep_earliest(struct ball *ball, uint64_t when, uint32_t partner)
{
    if (when < ball->next || (when == ball->next && when != NEVER && partner < ball->partner)) {
        ball->next = when;
        ball->partner = partner;
    }
}

static bool can_meet(const struct toi_tick *t, uint32_t a, uint32_t b)
{
    return is_ball(t, b) && (fs__is_movable(t->p, a) || fs__is_movable(t->p, b));
}

static void find_next_impact(struct toi_tick *t, uint32_t i)
{
    struct ball *ball = &t->balls[i];
    ball->next = NEVER;
    if (!is_ball(t, i))
        return;
    for (uint32_t j = i + 1; j < t->p->count; j++)
        if (can_meet(t, i, j))
            keep_earliest(ball, ball_impact_time(t, i, j), j);
    for (unsigned face = 0; face < FACES && fs__is_movable(t->p, i); face++)
        keep_earliest(ball, wall_impact_time(t, i, face), t->p->count + face);
}

/* Updates the impacts that depend on ball `changed`, whose velocity has changed. */
static void update_next_impacts(struct toi_tick *t, uint32_t changed)
{
    for (uint32_t i = 0; i < changed; i++) {
        if (!is_ball(t, i))
            continue;
        if (t->balls[i].next != NEVER && t->balls[i].partner == changed)
            find_next_impact(t, i);
        else if (can_meet(t, i, changed))
            keep_earliest(&t->balls[i], ball_impact_time(t, i, changed), changed);
    }
    find_next_impact(t, changed);
}

static uint32_t earliest_ball(const struct toi_tick *t)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < t->p->count; i++)
        if (t->balls[i].next < t->balls[first].next)
            first = i;
    return first;
}

/* --- impacts --------------------------------------------------------------------------------------- */

/* Sets the stored position of a ball to that of the present time. */
static void advance_ball(struct toi_tick *t, uint32_t i)
{
    t->p->pos[i] = position_now(t, i);
    t->balls[i].clock = t->now;
}

static fs_wide mass_of(const struct toi_tick *t, uint32_t i)
{
    fs_wide mass = 0;
    return fs_particle_mass(t->p, i, &mass) == FS_OK ? mass : 0;
}

static void hit_ball(struct toi_tick *t, uint32_t a, uint32_t b)
{
    fs_vel3 still_a = fs_vel3_zero(), still_b = fs_vel3_zero();
    fs_vel3 *va = fs__is_movable(t->p, a) ? &t->p->vel[a] : &still_a;
    fs_vel3 *vb = fs__is_movable(t->p, b) ? &t->p->vel[b] : &still_b;
    fs_unit3 n = normal_of(t, a, b);
    advance_ball(t, a);
    advance_ball(t, b);
    fs_impact_resolve3(va, vb, n, fs_mass_weights_make(mass_of(t, a), mass_of(t, b)), t->def->restitution);
    update_next_impacts(t, a);
    update_next_impacts(t, b);
}

static void hit_wall(struct toi_tick *t, uint32_t i, unsigned face)
{
    advance_ball(t, i);
    fs_vel3 *all = &t->p->vel[i];
    fs_vel *v = face / 2 == 0 ? &all->x : (face / 2 == 1 ? &all->y : &all->z);
    *v = fs_sat32_neg(fs_mul32_sym(*v, t->def->wall_restitution, FS_UNIT_FRAC));
    update_next_impacts(t, i);
}

/* --- a tick ------------------------------------------------------------------------------------------ */

fs_toi_def fs_default_toi_def(void)
{
    return (fs_toi_def){ .radius = FS_POS_ONE, .restitution = FS_UNIT_ONE, .wall_restitution = FS_UNIT_ONE };
}

size_t fs_toi_scratch_size(uint32_t particles)
{
    return FS_ARENA_BYTES((size_t)particles * sizeof(struct ball));
}

static bool def_in_range(const struct fs_particles *p, const fs_toi_def *def)
{
    bool restitutions = def->restitution >= 0 && def->restitution <= FS_UNIT_ONE && def->wall_restitution >= 0 &&
                        def->wall_restitution <= FS_UNIT_ONE;
    return p->hz > 0 && def->radius > 0 && restitutions;
}

static uint64_t impact_limit(const struct fs_particles *p, const fs_toi_def *def)
{
    return def->impacts != 0 ? def->impacts : (uint64_t)p->count * IMPACTS_EACH;
}

static void begin_tick(struct toi_tick *t)
{
    for (uint32_t i = 0; i < t->p->count; i++)
        t->balls[i].clock = 0;
    for (uint32_t i = 0; i < t->p->count; i++)
        find_next_impact(t, i);
}

static void end_tick(struct toi_tick *t)
{
    t->now = TICK;
    for (uint32_t i = 0; i < t->p->count; i++)
        if (is_ball(t, i) && fs__is_movable(t->p, i))
            advance_ball(t, i);
}

fs_result fs_toi_step(struct fs_particles *p, const fs_toi_def *def, fs_arena arena, fs_toi_report *report)
{
    struct toi_tick t = { .p = p, .def = def, .balls = fs_arena_take(&arena, (size_t)p->count * sizeof(struct ball)) };
    fs_toi_report result = { 0, false };
    if (!def_in_range(p, def))
        return FS_E_ARGUMENT;
    if (t.balls == NULL)
        return FS_E_MEMORY;
    begin_tick(&t);
    while (p->count > 0) {
        uint32_t i = earliest_ball(&t), partner = t.balls[i].partner;
        if (t.balls[i].next == NEVER)
            break;
        result.truncated = result.impacts >= impact_limit(p, def);
        if (result.truncated)
            break;
        t.now = t.balls[i].next;
        result.impacts++;
        if (partner < p->count)
            hit_ball(&t, i, partner);
        else
            hit_wall(&t, i, partner - p->count);
    }
    end_tick(&t);
    if (report != NULL)
        *report = result;
    return FS_OK;
}
