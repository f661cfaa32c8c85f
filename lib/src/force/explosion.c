/* explosion.c: the three phases of an explosion. See explosion.h. */
#include <fixstep/explosion.h>

#include "force/force_law.h"

/* ---- rows --------------------------------------------------------------------------------------------------- */

static fs_wide quarter_seconds(int64_t quarters)
{
    return quarters * (FS_WIDE_ONE / 4);
}

fs_explosion fs_explosion_make(fs_pos3 at, uint32_t start, fs_wide force, fs_wide radius)
{
    return (fs_explosion){
        .on = 1,
        .start = start,
        .at = at,
        .implosion_force = force / 16,
        .implosion_min = radius / 8,
        .implosion_max = radius,
        .implosion_seconds = quarter_seconds(1),
        .shock_force = force,
        .shock_speed = fs_sat64_mul(radius, 2),
        .shock_thickness = radius / 8,
        .shock_tail = radius / 16,
        .shock_seconds = quarter_seconds(2),
        .chimney_force = force / 32,
        .chimney_radius = radius / 4,
        .chimney_height = radius,
        .chimney_seconds = quarter_seconds(16),
    };
}

bool fs_explosion_valid(const fs_explosion *e)
{
    const fs_wide number[] = { e->implosion_force, e->implosion_min, e->implosion_max,  e->implosion_seconds,
                               e->shock_force,     e->shock_speed,   e->shock_tail,     e->shock_thickness,
                               e->shock_seconds,   e->chimney_force, e->chimney_radius, e->chimney_height,
                               e->chimney_seconds };
    for (unsigned i = 0; i < sizeof number / sizeof number[0]; i++)
        if (number[i] < 0)
            return false;
    return e->shock_speed > 0 || e->shock_force == 0;
}

fs_result fs_explosion_set(struct fs_explosions *explosions, uint32_t row, const fs_explosion *e)
{
    if (row >= explosions->count || !fs_explosion_valid(e))
        return FS_E_ARGUMENT;
#define SET_COLUMN(t, TYPE, field, unit) explosions->field[row] = e->field;
    FS_EXPLOSION_FIELDS(SET_COLUMN, explosion)
#undef SET_COLUMN
    return FS_OK;
}

fs_explosion fs_explosion_get(const struct fs_explosions *explosions, uint32_t row)
{
    fs_explosion e = { .on = 0 };
    if (row >= explosions->count)
        return e;
#define GET_COLUMN(t, TYPE, field, unit) e.field = explosions->field[row];
    FS_EXPLOSION_FIELDS(GET_COLUMN, explosion)
#undef GET_COLUMN
    return e;
}

/* ---- phases ------------------------------------------------------------------------------------------------- */

static uint32_t ticks_of(fs_wide seconds, uint32_t hz)
{
    fs_wide ticks = fs_round_shift64_sym(fs_sat64_mul(seconds, hz), FS_WIDE_FRAC);
    return (uint32_t)fs_clamp64(ticks, 0, INT32_MAX);
}

uint32_t fs_explosion_ticks(const fs_explosion *e, uint32_t hz)
{
    return ticks_of(e->implosion_seconds, hz) +
           fs_max_u32(ticks_of(e->shock_seconds, hz), ticks_of(e->chimney_seconds, hz));
}

static fs_wide3 implosion_force(const fs_explosion *e, fs_pos3 at)
{
    const struct fs__line_of_action line = fs__line_of_action_make(e->at, at);
    bool inside = line.length > e->implosion_min && line.length < e->implosion_max;
    return inside ? fs__force_along(-e->implosion_force, &line) : fs_wide3_zero();
}

/* What is left of a force after `ticks` of `all`: it falls linearly to 0. */
static fs_wide fade(fs_wide force, uint32_t ticks, uint32_t all)
{
    return fs__clamped_fraction(force, (fs_wide)all - ticks, all);
}

/* The force at a distance x from the inner edge of the shell. */
static fs_wide ramp(fs_wide force, fs_wide x, fs_wide thickness, fs_wide tail)
{
    fs_wide inner = fs_sat64_add(x, tail), outer = fs_sat64_sub(fs_sat64_add(thickness, tail), x);
    return fs__clamped_fraction(force, fs_min64(inner, outer), tail);
}

static fs_wide3 shock_force(const fs_explosion *e, uint32_t ticks, uint32_t hz, fs_pos3 at, fs_vel3 vel)
{
    const struct fs__line_of_action line = fs__line_of_action_make(e->at, at);
    fs_wide front = fs_muldiv64(e->shock_speed, ticks, hz);
    fs_wide thickness = fs_max64(e->shock_thickness, fs_muldiv64(e->shock_speed, 1, hz));
    fs_wide force = ramp(e->shock_force, fs_sat64_sub(line.length, front), thickness, e->shock_tail);
    if (force == 0)
        return fs_wide3_zero();
    fs_wide closing = fs_max64(fs_sat64_sub(e->shock_speed, fs__speed_along(vel, &line)), 0);
    force = fade(fs_muldiv64(force, closing, e->shock_speed), ticks, ticks_of(e->shock_seconds, hz));
    return fs__force_along(force, &line);
}

/* The distance of a point from the chimney's axis; the radius where it is not inside the chimney. Most points are
 * outside, and comparisons tell so without a root. */
static fs_wide distance_from_axis(const fs_explosion *e, fs_pos3 at)
{
    fs_wide height = fs_sat64_sub(at.y, e->at.y), radius = e->chimney_radius;
    fs_pos2 off = fs_pos2_make(fs_sat64_sub(at.x, e->at.x), fs_sat64_sub(at.z, e->at.z));
    if (height < 0 || height >= e->chimney_height || fs_abs64(off.x) >= radius || fs_abs64(off.y) >= radius)
        return radius;
    return fs_min64(fs_pos2_length(off), radius);
}

static fs_wide3 chimney_force(const fs_explosion *e, uint32_t ticks, uint32_t hz, fs_pos3 at)
{
    fs_wide off = distance_from_axis(e, at);
    if (off >= e->chimney_radius)
        return fs_wide3_zero();
    const struct fs__line_of_action line = fs__line_of_action_make(e->at, at);
    fs_wide force = fs__clamped_fraction(e->chimney_force, e->chimney_radius - off, e->chimney_radius);
    return fs__force_along(fade(force, ticks, ticks_of(e->chimney_seconds, hz)), &line);
}

fs_explosion_force fs_explosion_force_at(const fs_explosion *e, uint32_t tick, uint32_t hz, fs_pos3 at, fs_vel3 vel)
{
    fs_explosion_force f = { fs_wide3_zero(), fs_wide3_zero() };
    if (e->on == 0 || tick < e->start)
        return f;
    uint32_t ticks = tick - e->start, implosion_ticks = ticks_of(e->implosion_seconds, hz);
    if (ticks < implosion_ticks) {
        f.central = implosion_force(e, at);
        return f;
    }
    ticks -= implosion_ticks;
    if (e->shock_force > 0 && ticks < ticks_of(e->shock_seconds, hz))
        f.shock = shock_force(e, ticks, hz, at, vel);
    if (ticks < ticks_of(e->chimney_seconds, hz))
        f.central = chimney_force(e, ticks, hz, at);
    return f;
}
