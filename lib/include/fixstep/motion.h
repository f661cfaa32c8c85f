/* motion.h: closed-form models of simple motion: impact of two balls, reflection from an axis, a box or a plane,
 * friction, inclines, flight under gravity and wind, orbits, and a frame timer for the view.
 *
 * Positions, masses and accelerations are Q32.32, velocities fs_vel (Q10.21 m/s),
 * directions and ratios Q1.30. Every rounding is symmetric (ties away from zero), so a
 * mirrored scene stays mirrored bit for bit; results saturate. The functions are pure: they keep no state and allocate
 * nothing. The caller decides which bodies collide. Up is +y.
 *
 * Source of the formulas, unless a function names another: A. LaMothe, "Tricks of the Windows Game Programming Gurus",
 * chapter 13, corrected where the printed ones are wrong.
 * Segments and outlines are in segment.h, chains of links in kinematic_chain.h.
 */
#ifndef FIXSTEP_MOTION_H
#define FIXSTEP_MOTION_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/integrator.h>
#include <fixstep/result.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- impact along the line of centres ----------------------------------------- */

/* The weights of two bodies in a change of velocity or position: a = mB/(mA+mB) and b = mA/(mA+mB), Q1.30. */
typedef struct fs_mass_weights {
    fs_unit a, b;
} fs_mass_weights;

/* The weights of two masses in any common unit. A mass of 0 or less is immovable and has the weight 0. Exchanging the
 * masses exchanges the weights. */
FS_API fs_mass_weights fs_mass_weights_make(fs_wide mass_a, fs_wide mass_b);

/* The impact axis n = unit(B - A) for the offset d = B - A. +x for
 * coincident centres, so that A moves to -x. */
FS_API fs_unit2 fs_impact_axis(fs_rel2 d);

/* Impact of A and B along the unit vector n from A to B with restitution e (Q1.30,
 * 0: inelastic, 1: elastic, up to 2: gains energy). In the frame of n and the tangent t
 *
 *     vA' = ((1+e) mB vB + vA (mA - e mB)) / (mA + mB)
 *     vB' = ((1+e) mA vA + vB (mB - e mA)) / (mA + mB)     along n, nothing along t
 *
 * Only the change along n is applied, -(1+e) a (vA-vB).n and +(1+e) b (vA-vB).n, so the tangential part keeps its
 * bits. Returns false, and changes nothing, when the bodies do not approach each other. */
FS_API bool fs_impact_resolve2(fs_vel2 *va, fs_vel2 *vb, fs_unit2 n, fs_mass_weights weights, fs_unit e);

/* The same in 3D. */
FS_API bool fs_impact_resolve3(fs_vel3 *va, fs_vel3 *vb, fs_unit3 n, fs_mass_weights weights, fs_unit e);

/* The same in 1D, for either order of the two bodies:
 * vA' = vA - (1+e) a (vA - vB), vB' = vB + (1+e) b (vA - vB). */
FS_API void fs_impact_resolve1(fs_vel *va, fs_vel *vb, fs_mass_weights weights, fs_unit e);

/* Balls in a plane: columns of the game's own tables, `count` rows each, m and m/s. Owns nothing. */
struct fs_balls2 {
    uint32_t count;
    const fs_pos2 *pos;
    fs_vel2 *vel;
    const fs_pos *radius;
    const fs_wide *mass; /* any common unit; 0 or less: immovable */
};

/* One impact of a pass, for sounds and drawing; its tangent is fs_unit2_perp(n). */
typedef struct fs_ball_hit2 {
    uint32_t a, b; /* rows, a < b */
    fs_unit2 n;    /* from a to b */
} fs_ball_hit2;

/* One pass over all pairs in the order of (a, b); each impact is applied at once, so simultaneous impacts are resolved
 * one after the other. Two balls collide when the distance of their centres is at most the sum of their radii (compared
 * exactly) and they approach each other. Positions do not change. Returns the number of impacts; the first `capacity`
 * of them go to `hits` (NULL is allowed with capacity 0). */
FS_API uint32_t fs_balls_collide2(const struct fs_balls2 *balls, fs_unit e, fs_ball_hit2 *hits, uint32_t capacity);

/* The change of velocity, m/s, that a blast of `impulse` (N s) at `centre` gives a body at `at`: J/m (1 - L/radius) away
 * from the centre; zero from `radius` (m) on, at the centre itself, and for a radius of 0 or less. The momentum of a
 * symmetric ring of bodies stays exact. */
FS_API fs_vel3 fs_blast_delta_velocity(fs_pos3 centre, fs_pos3 at, fs_wide impulse, fs_wide radius, fs_scaled inv_mass);

/* m v^2 / 2 in J and m v in N s; rounded once, saturated; 0 for a mass of 0 or less. */
FS_API fs_wide fs_kinetic_energy2(fs_vel2 v, fs_wide mass);
FS_API fs_wide fs_kinetic_energy3(fs_vel3 v, fs_wide mass);
FS_API fs_wide2 fs_momentum2(fs_vel2 v, fs_wide mass);
FS_API fs_wide3 fs_momentum3(fs_vel3 v, fs_wide mass);

/* sum(m p) / sum(m), one rounding, taken from the first point: shifting all points
 * shifts the centre exactly. Masses in any common unit. E_ARGUMENT, and the origin: no points, a negative mass, or a
 * sum of masses of 0 or above FS_WIDE_MAX. Offsets of more than 2^31 m saturate. */
FS_API fs_result fs_centre_of_mass2(const fs_pos2 *at, const fs_wide *mass, uint32_t count, fs_pos2 *centre);
FS_API fs_result fs_centre_of_mass3(const fs_pos3 *at, const fs_wide *mass, uint32_t count, fs_pos3 *centre);

/* --- walls ---------------------------------------------------------------------- */

/* Keeps a coordinate (m) in [low, high] (with low > high: at low). Outside and moving outward, the velocity (m/s)
 * becomes -e v; the position is then set to the bound. A body that moves inward keeps its velocity and so cannot stick
 * to a wall. With e = 1 the speed keeps its bits. Returns whether the velocity was reversed. */
FS_API bool fs_axis_bounce(fs_pos *p, fs_vel *v, fs_pos low, fs_pos high, fs_unit e);

/* Reflection from a plane with normal n, F = I + (1+e) N with N = -(I.n) n / (n.n):
 * e = 1 mirrors, e = 0 slides along. Dividing by n.n makes the length right also
 * for an n that is not quite of unit length; n = 0 changes nothing. */
FS_API fs_vel2 fs_plane_reflect2(fs_vel2 v, fs_unit2 n, fs_unit e);
FS_API fs_vel3 fs_plane_reflect3(fs_vel3 v, fs_unit3 n, fs_unit e);

/* Pushes *p out of an immovable box that contains it (edges included) through the nearest face (ties: low x, high x,
 * low y, high y); a velocity component that points inward becomes -e v. Returns whether the velocity was reversed.
 * Requires low <= high on both axes. */
FS_API bool fs_box_bounce2(fs_pos2 *p, fs_vel2 *v, fs_pos2 low, fs_pos2 high, fs_unit e);

/* The unit normal of the plane nx x + ny y + nz z = d, or of nx (x - x0) + ... = 0: the
 * vector divided by its length. False, and the zero vector, for a zero vector. */
FS_API bool fs_plane_normal3(fs_wide3 equation, fs_unit3 *n);
/* (p - point).n, m: the signed distance of p, positive on the side of n. */
FS_API fs_wide fs_plane_distance3(fs_pos3 p, fs_pos3 point, fs_unit3 n);

/* --- speed ------------------------------------------------------------------------ */

/* Constant deceleration in vector form: the length of v is reduced by `drop` (m/s in
 * this step, at least 0) along its own direction; a speed of `drop` or less becomes
 * exactly zero, and no component ever changes its sign. */
FS_API fs_vel2 fs_speed_reduce2(fs_vel2 v, fs_vel drop);
FS_API fs_vel3 fs_speed_reduce3(fs_vel3 v, fs_vel drop);

/* v shortened to `limit` (at least 0) when it is longer; exceeds it by at most one
 * step of rounding. */
FS_API fs_vel2 fs_speed_limit2(fs_vel2 v, fs_vel limit);

/* --- constant acceleration --------------------------------------------------------- */

/* One axis of a body under constant acceleration, from tick 0 on. */
typedef struct fs_trajectory1 {
    fs_pos position;
    fs_vel speed;
    fs_wide acceleration; /* m/s^2 */
    uint32_t hz;          /* ticks per second; 0: nothing moves */
} fs_trajectory1;

/* The position, m, after n ticks of h = 1/hz: x0 + v0 n h + a h^2 k / 2, rounded once, with
 * k = n^2 for FS_INTEGRATOR_VELOCITY_VERLET, which is the exact x0 + v0 t + a t^2 / 2,
 * k = n (n+1) for SYMPLECTIC_EULER and k = n (n-1) for EXPLICIT_EULER: the position
 * of a particle without damping but for the roundings of its ticks. ticks and hz are limited to 2^31 - 1. */
FS_API fs_pos fs_trajectory1_position(const fs_trajectory1 *course, uint32_t ticks, fs_integrator form);
/* v0 + a t, m/s, rounded once. */
FS_API fs_vel fs_trajectory1_velocity(const fs_trajectory1 *course, uint32_t ticks);

/* The velocity of a projectile: speed (cos turn, sin turn), m/s. */
FS_API fs_vel2 fs_projectile_velocity(fs_vel speed, uint32_t turn);

/* A flight over level ground. */
typedef struct fs_flight {
    fs_wide seconds;      /* until it lands */
    fs_wide range;        /* m along x, where it lands; negative to the left */
    fs_wide apex_seconds; /* until its highest point; 0 when launched downward */
    fs_wide apex;         /* m above the ground */
} fs_flight;

/* A launch from `height` m above the ground (at least 0), with gravity downward (above 0,
 * m/s^2) and wind as a constant acceleration along +x of either sign:
 *
 *     T = (vy + sqrt(vy^2 + 2 g h)) / g     x = vx T + wind T^2 / 2     H = h + vy^2 / (2 g)
 *
 * From the ground without wind the range is 2 vx vy / g = v^2 sin 2th / g. The range is
 * within 2^-32 (|vx| + |wind| T + T + 1) of the exact one. E_ARGUMENT, and zeros, for a
 * gravity of 0 or less or a negative height. */
FS_API fs_result fs_flight_make(fs_vel2 launch, fs_wide height, fs_wide gravity, fs_wide wind, fs_flight *flight);

/* The two launch directions, as turns, with which a projectile of `speed` hits a target at the offset `to` (m) without
 * wind: tan th = (v^2 -+ sqrt(v^4 - g (g x^2 + 2 y v^2))) / (g x), the
 * flat one first. False, and zeros, when the target is out of reach, the speed is 0, or gravity is 0 or less. */
FS_API bool fs_projectile_aim(fs_vel speed, fs_wide2 to, fs_wide gravity, uint32_t *flat, uint32_t *steep);

/* Slows a projectile that is too fast to be visible by the integer factor s (0 counts as 1): the mass grows by s^2,
 * which keeps the energy, and gravity / s approximately keeps the arc. 5 g at 500 m/s become 2 kg at 25 m/s
 * under 0.5 m/s^2. Source: I. Millington, "Game Physics Engine Development", 4.2. */
typedef struct fs_projectile_scale {
    fs_wide mass, gravity;
    fs_vel speed;
} fs_projectile_scale;
FS_API fs_projectile_scale fs_projectile_slow_down(fs_wide mass, fs_wide speed, fs_wide gravity, uint32_t s);

/* --- friction ------------------------------------------------------------------------ */

/* Coefficients of a surface; they are sums where several frictions act. A game may put
 * them into a table: FS_SURFACE_FIELDS. */
typedef struct fs_surface {
    fs_wide static_friction;  /* static, mu_s */
    fs_wide dynamic_friction; /* kinetic, mu_k, usually the smaller one */
} fs_surface;

#define FS_SURFACE_FIELDS(F, t)     \
    F(t, WIDE, static_friction, "") \
    F(t, WIDE, dynamic_friction, "")

/* Usual values for rubber on: road 0.9 and 0.8, dirt 0.6 and 0.5, ice 0.1 and 0.05. */
typedef enum fs_surface_kind { FS_SURFACE_ROAD, FS_SURFACE_DIRT, FS_SURFACE_ICE, FS_SURFACE_KINDS } fs_surface_kind;
/* Of an unknown kind: without friction. */
FS_API fs_surface fs_default_surface(fs_surface_kind kind);
/* One coefficient for both: (mu_s + mu_k) / 2. */
FS_API fs_surface fs_surface_average(fs_surface surface);

/* Whether a body at rest stays at rest: |pull| <= mu_s normal, compared exactly. pull and normal are both forces or both
 * accelerations; a normal of 0 or less gives no friction. */
FS_API bool fs_friction_is_static(fs_surface surface, fs_wide pull, fs_wide normal);

/* Acceleration, m/s^2, along the surface of a body with speed v (m/s): pull - sign(v) mu_k normal when it moves, 0 when
 * static friction holds it, pull - sign(pull) mu_k normal when it starts to move. */
FS_API fs_wide fs_friction_acceleration(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v);

/* The speed, m/s, after tick `tick` of 1/hz seconds: first the pull, then friction, which never reverses a speed. Where
 * the sign would change and static friction holds, the body stops. Accelerations in m/s^2; increments are those of
 * fs_velocity_increment_sym(). */
FS_API fs_vel fs_friction_step(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v, uint32_t hz, uint32_t tick);

/* The time, s, and the distance, m, until a sliding body stops: v / a and v^2 / (2 a). E_ARGUMENT, and zeros, for a
 * deceleration (m/s^2) of 0 or less. */
FS_API fs_result fs_stopping_distance(fs_vel v, fs_wide deceleration, fs_wide *seconds, fs_wide *distance);

/* Gravity (m/s^2) on a plane inclined by `turn`: g sin turn along the slope, positive downhill, and g cos turn along the
 * normal. */
typedef struct fs_incline {
    fs_wide tangential, normal;
} fs_incline;
FS_API fs_incline fs_incline_make(uint32_t turn, fs_wide gravity);
/* The steepest incline on which static friction holds: atan mu_s, as a turn; 0 for a coefficient of 0 or less. */
FS_API uint32_t fs_incline_critical_angle(fs_wide mu);

/* --- gravity ----------------------------------------------------------------------------- */

/* mu / max(r, radius)^2, m/s^2: the gravity of a point outside the radius, and that at the
 * radius inside. mu = G M in m^3/s^2. Within 2^-29 of itself or a step; 0 when
 * both lengths are 0 or less. */
FS_API fs_wide fs_gravity_acceleration(fs_wide mu, fs_wide r, fs_wide radius);
/* G m1 m2 / max(r, radius)^2 in numbers with exponents, which hold the real G (6.67e-11)
 * and the masses of planets. 0 when both lengths are 0 or less. */
FS_API fs_scaled fs_gravity_force(fs_scaled G, fs_scaled m1, fs_scaled m2, fs_scaled r, fs_scaled radius);
/* Speed and period of a circular orbit: sqrt(mu / r) m/s and 2 pi r / v seconds; 0 for an
 * argument of 0 or less. */
FS_API fs_wide fs_orbit_speed(fs_wide mu, fs_wide r);
FS_API fs_wide fs_orbit_period_seconds(fs_wide mu, fs_wide r);

/* --- frame timer ---------------------------------------------------------------------------------- */

/* Motion by elapsed time instead of ticks. For the view only: the results depend on the times of the calls, so they must
 * never reach a state. All zero is the initial value; owned by the caller. */
typedef struct fs_frame_timer {
    uint64_t last;     /* time of the last call, in the caller's unit */
    int64_t remainder; /* remainder of the last advance, in rate units * time */
    bool started;
} fs_frame_timer;

/* The time since the last call; 0 at the first call and when `now` decreases. The sum over all calls is the whole
 * time. */
FS_API uint64_t fs_frame_timer_elapsed(fs_frame_timer *timer, uint64_t now);
/* Whole units of motion in `elapsed` at `rate` units per time `per` (both times in the same unit); the remainder is
 * carried to the next call, rounding is towards zero. The sum over any division of a time is the same. Example: 30 px/s
 * for 3 ms in hundredths of a px: rate 3000, per 1000, elapsed 3 give 9. 0 for a `per` of 0 or less; a result that
 * saturates drops the remainder. */
FS_API int64_t fs_frame_timer_advance(fs_frame_timer *timer, int64_t rate, int64_t per, uint64_t elapsed);

#ifdef __cplusplus
}
#endif
#endif
