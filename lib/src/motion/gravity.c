/* gravity.c: universal gravitation: acceleration and force at a distance, and circular orbits; see
 * motion.h. Gravity between the particles of a set is in force.h.
 *
 * This file must never divide by a distance of zero: the result there is 0.
 */
#include <fixstep/motion.h>
#include <fixstep/trig.h>

/* 2 pi in Q32.32. */
#define TAU INT64_C(26986075409)

static fs_scaled divide_by_square(fs_scaled strength, fs_scaled r)
{
    return fs_scaled_div(strength, fs_scaled_mul(r, r));
}

fs_wide fs_gravity_acceleration(fs_wide mu, fs_wide r, fs_wide radius)
{
    fs_wide distance = fs_max64(r, radius);
    if (distance <= 0)
        return 0;
    return fs_wide_from_scaled(divide_by_square(fs_scaled_from_wide(mu), fs_scaled_from_wide(distance)));
}

fs_scaled fs_gravity_force(fs_scaled G, fs_scaled m1, fs_scaled m2, fs_scaled r, fs_scaled radius)
{
    fs_scaled distance = fs_scaled_cmp(r, radius) >= 0 ? r : radius;
    if (distance.m <= 0)
        return (fs_scaled){ 0, 0 };
    return divide_by_square(fs_scaled_mul(G, fs_scaled_mul(m1, m2)), distance);
}

fs_wide fs_orbit_speed(fs_wide mu, fs_wide r)
{
    return mu <= 0 || r <= 0 ? 0 : fs_wide_sqrt(fs_wide_div(mu, r));
}

fs_wide fs_orbit_period_seconds(fs_wide mu, fs_wide r)
{
    fs_wide speed = fs_orbit_speed(mu, r);
    return speed == 0 ? 0 : fs_muldiv64(TAU, r, speed);
}
