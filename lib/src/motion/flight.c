/* flight.c: constant acceleration in closed form: trajectories, projectiles and their flights; see motion.h.
 *
 * This file must never iterate over ticks.
 */
#include <fixstep/motion.h>
#include <fixstep/trig.h>

/* --- trajectories ----------------------------------------------------------------------------- */

/* Ticks and ticks per second that keep the sums below inside 127 bits. */
static int64_t limit_count(uint32_t n)
{
    return fs_min_u32(n, INT32_MAX);
}

static int64_t distance_steps(int64_t n, fs_integrator form)
{
    switch (form) {
    case FS_INTEGRATOR_SYMPLECTIC_EULER: return n * (n + 1);
    case FS_INTEGRATOR_EXPLICIT_EULER: return n * (n - 1);
    default: return n * n;
    }
}

fs_pos fs_trajectory1_position(const fs_trajectory1 *course, uint32_t ticks, fs_integrator form)
{
    int64_t n = limit_count(ticks), hz = limit_count(course->hz);
    if (hz == 0)
        return course->position;
    /* (2 hz n v + k a) / (2 hz^2): below 2^42 2^63 and 2^63 2^62. */
    int64_t speed = (int64_t)course->speed * ((int64_t)1 << (FS_POS_FRAC - FS_VEL_FRAC));
    fs_i128 distance = fs_i128_add(fs_i128_mul(speed, 2 * hz * n),
                                   fs_i128_mul(course->acceleration, distance_steps(n, form)));
    uint64_t moved = fs_u128_div_round(fs_i128_uabs(distance), (uint64_t)(2 * hz * hz));
    return fs_sat64_add(course->position, fs_sat64_from_mag(moved, distance.hi < 0));
}

fs_vel fs_trajectory1_velocity(const fs_trajectory1 *course, uint32_t ticks)
{
    int64_t hz = limit_count(course->hz);
    if (hz == 0)
        return course->speed;
    int64_t gain = fs_muldiv64(course->acceleration, limit_count(ticks),
                               hz * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
    return fs_sat32(fs_sat64_add(course->speed, gain));
}

/* --- projectiles --------------------------------------------------------------------------------- */

fs_vel2 fs_projectile_velocity(fs_vel speed, uint32_t turn)
{
    return fs_vel2_make(fs_mul32_sym(speed, fs_cos(turn), FS_UNIT_FRAC),
                        fs_mul32_sym(speed, fs_sin(turn), FS_UNIT_FRAC));
}

static fs_wide wide_of(fs_vel v)
{
    return fs_wide_from_vel(v);
}

static uint64_t square(fs_vel v)
{
    return (uint64_t)((int64_t)v * v);
}

/* |vy| of the landing: sqrt(vy^2 + 2 g h), the root taken of all 128 bits. */
static fs_wide landing_speed(fs_vel vy, fs_wide height, fs_wide gravity)
{
    fs_u128 fall = fs_u128_shl(fs_u128_mul((uint64_t)gravity, (uint64_t)height), 1);
    fs_u128 start = fs_u128_shl(fs_u128_make(0, square(vy)), 2 * (FS_WIDE_FRAC - FS_VEL_FRAC));
    return fs_sat64_from_mag(fs_isqrt128_round(fs_u128_add(start, fall)), false);
}

/* Upward the two speeds add up; downward 2 h / (s - vy) is the same without cancellation. */
static fs_wide flight_time(fs_vel vy, fs_wide height, fs_wide gravity)
{
    fs_wide s = landing_speed(vy, height, gravity);
    if (vy >= 0)
        return fs_wide_div(fs_wide_add(wide_of(vy), s), gravity);
    return fs_muldiv64(height, 2 * FS_WIDE_ONE, fs_wide_sub(s, wide_of(vy)));
}

/* vx T + wind T^2 / 2 */
static fs_wide range_of(fs_vel vx, fs_wide wind, fs_wide seconds)
{
    fs_wide wind_distance = fs_wide_mul(fs_mul64(wind, seconds, FS_WIDE_FRAC + 1), seconds);
    return fs_wide_add(fs_wide_mul(wide_of(vx), seconds), wind_distance);
}

fs_result fs_flight_make(fs_vel2 launch, fs_wide height, fs_wide gravity, fs_wide wind, fs_flight *flight)
{
    *flight = (fs_flight){ 0, 0, 0, 0 };
    if (gravity <= 0 || height < 0)
        return FS_E_ARGUMENT;
    fs_vel up = fs_max32(launch.y, 0);
    int64_t rise = fs_muldiv64((int64_t)square(up), (int64_t)1 << (2 * (FS_WIDE_FRAC - FS_VEL_FRAC) - 1), gravity);
    flight->seconds = flight_time(launch.y, height, gravity);
    flight->range = range_of(launch.x, wind, flight->seconds);
    flight->apex_seconds = fs_wide_div(wide_of(up), gravity);
    flight->apex = fs_wide_add(height, rise);
    return FS_OK;
}

/* --- aiming ---------------------------------------------------------------------------------- */

/* v^4 - (g x)^2 - 2 v^2 g y: v^2 is below 2^52 and the others below 2^63, so the sum
 * stays inside 127 bits. */
static fs_i128 discriminant(fs_wide speed_sq, fs_wide gx, fs_wide gy)
{
    fs_i128 sum = fs_i128_sub(fs_i128_mul(speed_sq, speed_sq), fs_i128_mul(gx, gx));
    return fs_i128_sub(sum, fs_i128_mul(2 * speed_sq, gy));
}

bool fs_projectile_aim(fs_vel speed, fs_wide2 to, fs_wide gravity, uint32_t *flat, uint32_t *steep)
{
    *flat = *steep = 0;
    if (gravity <= 0 || speed == 0)
        return false;
    fs_wide speed_sq = (fs_wide)(square(speed) >> (2 * FS_VEL_FRAC - FS_WIDE_FRAC));
    fs_wide gx = fs_wide_mul(gravity, to.x), gy = fs_wide_mul(gravity, to.y);
    fs_i128 left = discriminant(speed_sq, gx, gy);
    if (left.hi < 0)
        return false;
    fs_wide root = fs_sat64_from_mag(fs_isqrt128_round(fs_i128_uabs(left)), false);
    *flat = fs_atan2(fs_wide_sub(speed_sq, root), gx);
    *steep = fs_atan2(fs_wide_add(speed_sq, root), gx);
    return true;
}

fs_projectile_scale fs_projectile_slow_down(fs_wide mass, fs_wide speed, fs_wide gravity, uint32_t s)
{
    int64_t slower = s == 0 ? 1 : s;
    fs_wide heavier = fs_sat64_mul(fs_sat64_mul(mass, slower), slower);
    fs_wide slow = fs_div64_round(speed, (uint32_t)slower);
    return (fs_projectile_scale){ heavier, fs_div64_round(gravity, (uint32_t)slower), fs_vel_from_wide(slow) };
}
