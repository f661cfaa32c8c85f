/* friction.c: static and kinetic friction on level surfaces and inclines; see motion.h.
 *
 * Static friction is decided exactly, without a division. Friction must never reverse a motion.
 */
#include <fixstep/motion.h>
#include <fixstep/trig.h>

/* --- surfaces -------------------------------------------------------------------------------- */

/* Coefficients in hundredths. */
static const struct {
    int8_t static_friction, dynamic_friction;
} default_surfaces[FS_SURFACE_KINDS] = {
    [FS_SURFACE_ROAD] = { 90, 80 },
    [FS_SURFACE_DIRT] = { 60, 50 },
    [FS_SURFACE_ICE] = { 10, 5 },
};

fs_surface fs_default_surface(fs_surface_kind kind)
{
    if ((unsigned)kind >= FS_SURFACE_KINDS)
        return (fs_surface){ 0, 0 };
    return (fs_surface){ fs_wide_from_ratio(default_surfaces[kind].static_friction, 100),
                         fs_wide_from_ratio(default_surfaces[kind].dynamic_friction, 100) };
}

fs_surface fs_surface_average(fs_surface surface)
{
    fs_i128 sum = fs_i128_add(fs_i128_from64(surface.static_friction), fs_i128_from64(surface.dynamic_friction));
    fs_wide half = fs_i128_round_shift_sym(sum, 1);
    return (fs_surface){ half, half };
}

/* --- static and kinetic friction ------------------------------------------------------------------------ */

/* mu times the normal, both at least 0. */
static fs_wide friction_limit(fs_wide mu, fs_wide normal)
{
    return fs_wide_mul(fs_max64(mu, 0), fs_max64(normal, 0));
}

bool fs_friction_is_static(fs_surface surface, fs_wide pull, fs_wide normal)
{
    fs_u128 limit = fs_u128_mul((uint64_t)fs_max64(surface.static_friction, 0), (uint64_t)fs_max64(normal, 0));
    fs_u128 force = fs_u128_shl(fs_u128_make(0, fs_uabs64(pull)), FS_WIDE_FRAC);
    return fs_u128_cmp(force, limit) <= 0;
}

fs_wide fs_friction_acceleration(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v)
{
    if (v == 0 && fs_friction_is_static(surface, pull, normal))
        return 0;
    int direction = v != 0 ? fs_sign32(v) : fs_sign64(pull);
    fs_wide drag = friction_limit(surface.dynamic_friction, normal);
    return direction > 0 ? fs_wide_sub(pull, drag) : fs_wide_add(pull, drag);
}

/* v reduced by drop, at most to zero. */
static fs_vel reduce_speed(fs_vel v, fs_vel drop)
{
    return v >= 0 ? fs_max32(fs_sat32_sub(v, drop), 0) : fs_min32(fs_sat32_add(v, drop), 0);
}

fs_vel fs_friction_step(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v, uint32_t hz, uint32_t tick)
{
    fs_vel pushed = fs_sat32_add(v, fs_velocity_increment_sym(pull, hz, tick));
    fs_vel next = reduce_speed(pushed,
                               fs_velocity_increment_sym(friction_limit(surface.dynamic_friction, normal), hz, tick));
    bool turned = fs_sign32(next) != fs_sign32(v);
    return turned && fs_friction_is_static(surface, pull, normal) ? 0 : next;
}

fs_result fs_stopping_distance(fs_vel v, fs_wide deceleration, fs_wide *seconds, fs_wide *distance)
{
    *seconds = *distance = 0;
    if (deceleration <= 0)
        return FS_E_ARGUMENT;
    int64_t speed = (int64_t)fs_uabs32(v);
    *seconds = fs_muldiv64(speed, (int64_t)1 << (2 * FS_WIDE_FRAC - FS_VEL_FRAC), deceleration);
    *distance = fs_muldiv64(speed * speed, (int64_t)1 << (2 * (FS_WIDE_FRAC - FS_VEL_FRAC) - 1), deceleration);
    return FS_OK;
}

/* --- inclines ------------------------------------------------------------------------------------------ */

fs_incline fs_incline_make(uint32_t turn, fs_wide gravity)
{
    return (fs_incline){ fs_mul64(gravity, fs_sin(turn), FS_UNIT_FRAC), fs_mul64(gravity, fs_cos(turn), FS_UNIT_FRAC) };
}

uint32_t fs_incline_critical_angle(fs_wide mu)
{
    return mu <= 0 ? 0 : fs_atan2(mu, FS_WIDE_ONE);
}
