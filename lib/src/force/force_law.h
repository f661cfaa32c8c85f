/* force_law.h: laws of force that particles and bodies share: lines of action, ramps, deflected tensors.
 *
 * Pure functions of their arguments. Q32.32 unless a format is named; every result is rounded once, symmetrically, and
 * saturates.
 */
#ifndef FS_FORCE_FORCE_LAW_H
#define FS_FORCE_FORCE_LAW_H

#include <fixstep/convert.h>
#include <fixstep/vec.h>

/* A line between two points: its length, and its direction as d / scale, where d is scaled up so that the direction is
 * exact to 2^-60 for any length. */
struct fs__line_of_action {
    fs_pos3 d;
    fs_pos scale;  /* 0: coincident points */
    fs_pos length; /* m */
};

static inline struct fs__line_of_action fs__line_of_action_make(fs_pos3 from, fs_pos3 to)
{
    fs_pos3 d = fs_pos3_sub(to, from);
    int shift = fs_max32(61 - fs_bit_width64(fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z)), 0);
    int64_t unit = (int64_t)1 << shift;
    struct fs__line_of_action line = { { d.x * unit, d.y * unit, d.z * unit }, 0, 0 };
    line.scale = fs_pos3_length(line.d);
    line.length = fs_round_shift64_sym(line.scale, (unsigned)shift);
    return line;
}

/* A force of magnitude `size` along a line; zero for coincident points. */
static inline fs_wide3 fs__force_along(fs_wide size, const struct fs__line_of_action *line)
{
    if (line->scale == 0)
        return fs_wide3_zero();
    return fs_wide3_make(fs_muldiv64(size, line->d.x, line->scale), fs_muldiv64(size, line->d.y, line->scale),
                         fs_muldiv64(size, line->d.z, line->scale));
}

/* A velocity in Q32.32. */
static inline fs_wide fs__wide_of_vel(fs_vel v)
{
    return (fs_wide)v * ((fs_wide)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
}

static inline fs_wide3 fs__wide3_of_vel(fs_vel3 v)
{
    return fs_wide3_make(fs__wide_of_vel(v.x), fs__wide_of_vel(v.y), fs__wide_of_vel(v.z));
}

/* The speed (m/s) along a line; above 0: away from its first point. */
static inline fs_wide fs__speed_along(fs_vel3 v, const struct fs__line_of_action *line)
{
    if (line->scale == 0)
        return 0;
    fs_wide x = fs_muldiv64(fs__wide_of_vel(v.x), line->d.x, line->scale);
    fs_wide y = fs_muldiv64(fs__wide_of_vel(v.y), line->d.y, line->scale);
    fs_wide z = fs_muldiv64(fs__wide_of_vel(v.z), line->d.z, line->scale);
    return fs_wide_add(fs_wide_add(x, y), z);
}

/* k * clamp(part / whole, 0, 1), rounded once; for a whole of 0 or less a step function. */
static inline fs_wide fs__clamped_fraction(fs_wide k, fs_wide part, fs_wide whole)
{
    if (part <= 0)
        return 0;
    return part >= whole ? k : fs_muldiv64(k, part, whole);
}

enum { FS__FULL_DEFLECTION = 127 };

/* An entry of a control surface's tensor at control / 127 of its deflection, limited to -127..127: exactly `min`,
 * `neutral`, `max` at -127, 0, 127, linear between. */
static inline fs_wide fs__deflect(fs_wide min, fs_wide neutral, fs_wide max, int32_t control)
{
    int32_t c = fs_clamp32(control, -FS__FULL_DEFLECTION, FS__FULL_DEFLECTION);
    fs_wide to = c < 0 ? min : max;
    return fs_sat64_add(neutral, fs_muldiv64(fs_sat64_sub(to, neutral), c < 0 ? -c : c, FS__FULL_DEFLECTION));
}

#endif
