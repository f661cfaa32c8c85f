/* motion.h: the closed rules of simple motion: impact of two balls, bounce from an axis,
 * a box or a plane, friction, slopes, flight under gravity and wind, orbits, and the
 * pace of things that only the view moves.
 *
 * Positions, masses and accelerations are Q32.32, velocities fs_vel (Q10.21 m/s),
 * directions and ratios Q1.30. Every rounding is symmetric (ties away from zero), so a
 * mirrored scene stays mirrored bit for bit; results saturate. Nothing here keeps
 * anything between two calls, allocates, or decides *which* bodies meet: that is the
 * game's or the world's. Up is +y.
 *
 * Formulas: A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter 13,
 * corrected where the printed ones are wrong; each function says which rule it is.
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

/* How two bodies share a change of velocity or position: a = mB/(mA+mB) and
 * b = mA/(mA+mB), Q1.30. The heavier one moves less. */
typedef struct fs_mass_weights {
    fs_unit a, b;
} fs_mass_weights;

/* The shares of two masses in any common unit. Zero or less means immovable; two
 * immovable bodies share nothing. Exchanging the masses exchanges the shares. */
FS_API fs_mass_weights fs_mass_weights_make(fs_wide mass_a, fs_wide mass_b);

/* The impact axis n = unit(B - A) for the offset d = B - A. Coincident centres have
 * no axis: then n is +x, so that the first body leaves to the left. */
FS_API fs_unit2 fs_impact_axis(fs_rel2 d);

/* Impact of A and B along the unit vector n from A to B with restitution e (Q1.30,
 * 0 = they go on together, 1 = elastic, up to 2 = gains energy). In the n-t frame
 *
 *     vA' = ((1+e) mB vB + vA (mA - e mB)) / (mA + mB)
 *     vB' = ((1+e) mA vA + vB (mB - e mA)) / (mA + mB)     along n, nothing along t
 *
 * Only the change along n is applied, -(1+e) a (vA-vB).n and +(1+e) b (vA-vB).n,
 * so the part along t keeps its bits. Returns false and changes nothing when the
 * bodies do not approach each other: receding ones that still overlap must not
 * collide again. */
FS_API bool fs_impact_resolve2(fs_vel2 *va, fs_vel2 *vb, fs_unit2 n, fs_mass_weights share, fs_unit e);

/* The same in space: what is not along n keeps its bits. */
FS_API bool fs_impact_resolve3(fs_vel3 *va, fs_vel3 *vb, fs_unit3 n, fs_mass_weights share, fs_unit e);

/* The same on a line, whichever of the two is in front:
 * vA' = vA - (1+e) a (vA - vB), vB' = vB + (1+e) b (vA - vB). */
FS_API void fs_impact_resolve1(fs_vel *va, fs_vel *vb, fs_mass_weights share, fs_unit e);

/* Balls in a plane: columns of the game's own tables, `count` rows each. */
struct fs_balls2 {
    uint32_t count;
    const fs_pos2 *pos;
    fs_vel2 *vel;
    const fs_pos *radius;
    const fs_wide *mass; /* any common unit; 0 or less: immovable */
};

/* One impact of a pass, for sounds and for drawing its axes: t is fs_unit2_perp(n). */
typedef struct fs_ball_hit2 {
    uint32_t a, b; /* rows, a < b */
    fs_unit2 n;    /* from a to b */
} fs_ball_hit2;

/* One pass over all pairs in the order of (a, b), each impact at once, so simultaneous
 * hits are taken one after the other. Two balls meet when the distance of their centres
 * is at most the sum of their radii (touching counts, decided exactly) and they approach
 * each other. Places are not changed. Returns the number of impacts; the first
 * `capacity` of them go to `hits` (which may be NULL with capacity 0). */
FS_API uint32_t fs_balls_collide2(const struct fs_balls2 *balls, fs_unit e, fs_ball_hit2 *hits, uint32_t capacity);

/* What a blast of `impulse` (N s) at `centre` adds to the velocity of a body at `at`:
 * J/m (1 - L/radius) away from the centre; nothing from `radius` (m, above 0) on, nor at
 * the centre itself, which has no direction. A symmetric ring keeps its momentum. */
FS_API fs_vel3 fs_blast_delta_velocity(fs_pos3 centre, fs_pos3 at, fs_wide impulse, fs_wide radius, fs_scaled inv_mass);

/* m v^2 / 2 in J and m v in N s; rounded once, saturated; 0 for a mass of 0 or less. */
FS_API fs_wide fs_kinetic_energy2(fs_vel2 v, fs_wide mass);
FS_API fs_wide fs_kinetic_energy3(fs_vel3 v, fs_wide mass);
FS_API fs_wide2 fs_momentum2(fs_vel2 v, fs_wide mass);
FS_API fs_wide3 fs_momentum3(fs_vel3 v, fs_wide mass);

/* sum(m p) / sum(m), one rounding, taken from the first point: shifting all points
 * shifts the centre exactly. Weights may be pixel counts. E_ARGUMENT, and the origin,
 * for no points, a negative weight, or weights whose sum is 0 or above FS_WIDE_MAX.
 * Points more than 2^31 m apart saturate. */
FS_API fs_result fs_centre_of_mass2(const fs_pos2 *at, const fs_wide *mass, uint32_t count, fs_pos2 *centre);
FS_API fs_result fs_centre_of_mass3(const fs_pos3 *at, const fs_wide *mass, uint32_t count, fs_pos3 *centre);

/* --- walls ---------------------------------------------------------------------- */

/* Keeps a coordinate in [low, high] (with low > high: at low). Outside and moving
 * outward the velocity becomes -e v; then the position is put on the edge. Flipping
 * only what moves outward keeps a body from sticking to a wall. With e = 1 the
 * speed keeps its bits. Returns whether the velocity was turned. */
FS_API bool fs_axis_bounce(fs_pos *p, fs_vel *v, fs_pos low, fs_pos high, fs_unit e);

/* Reflection from a plane with normal n, F = I + (1+e) N with N = -(I.n) n / (n.n):
 * e = 1 mirrors, e = 0 slides along. Dividing by n.n makes the length right also
 * for an n that is not quite of unit length; n = 0 changes nothing. */
FS_API fs_vel2 fs_plane_reflect2(fs_vel2 v, fs_unit2 n, fs_unit e);
FS_API fs_vel3 fs_plane_reflect3(fs_vel3 v, fs_unit3 n, fs_unit e);

/* Bounces from an immovable box when *p lies in it (its edges included): out through the
 * nearest face (ties: low x, high x, low y, high y), turning a velocity that leads
 * inward to -e v. Returns whether the velocity was turned. Needs low <= high. */
FS_API bool fs_box_bounce2(fs_pos2 *p, fs_vel2 *v, fs_pos2 low, fs_pos2 high, fs_unit e);

/* The unit normal of the plane nx x + ny y + nz z = d, or of nx (x - x0) + ... = 0: the
 * vector divided by its length. False, and the zero vector, when it has none. */
FS_API bool fs_plane_normal3(fs_wide3 equation, fs_unit3 *n);
/* (p - point).n, m: how far p is on the side that n shows. */
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

/* Where it is after n ticks of h = 1/hz: x0 + v0 n h + a h^2 k / 2, rounded once, with
 * k = n^2 for FS_INTEGRATOR_VELOCITY_VERLET, which is the exact x0 + v0 t + a t^2 / 2,
 * k = n (n+1) for SYMPLECTIC_EULER and k = n (n-1) for EXPLICIT_EULER: where a particle
 * without damping will be up to the roundings of its ticks. More than 2^31 - 1 ticks or
 * hz count as that many. */
FS_API fs_pos fs_trajectory1_position(const fs_trajectory1 *course, uint32_t ticks, fs_integrator form);
/* v0 + a t, rounded once. */
FS_API fs_vel fs_trajectory1_velocity(const fs_trajectory1 *course, uint32_t ticks);

/* The velocity of a shot: speed (cos turn, sin turn). */
FS_API fs_vel2 fs_projectile_velocity(fs_vel speed, uint32_t turn);

/* A flight over level ground. */
typedef struct fs_flight {
    fs_wide seconds;      /* until it lands */
    fs_wide range;        /* m along x, where it lands; negative to the left */
    fs_wide apex_seconds; /* until its highest point: the start when it goes down */
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

/* The two directions in which a shot of `speed` hits a target at `to` from where it
 * starts, without wind: tan th = (v^2 -+ sqrt(v^4 - g (g x^2 + 2 y v^2))) / (g x), the
 * flat one first. False, and zeros, when it is out of reach or gravity is 0 or less. */
FS_API bool fs_projectile_aim(fs_vel speed, fs_wide2 to, fs_wide gravity, uint32_t *flat, uint32_t *steep);

/* Slows a shot that is too fast to be seen by the whole factor s (1 or more): mass s^2
 * keeps its energy, gravity / s its arc roughly. 5 g at 500 m/s become 2 kg at 25 m/s
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

/* Whether a body at rest stays: |pull| <= mu_s normal, decided exactly, at equality it
 * stays. Both as forces or both as accelerations; a normal of 0 or less holds nothing. */
FS_API bool fs_friction_is_static(fs_surface surface, fs_wide pull, fs_wide normal);

/* Acceleration along the surface of a body with speed v: pull - sign(v) mu_k normal when
 * it moves, 0 when it rests and is held, pull - sign(pull) mu_k normal when it starts. */
FS_API fs_wide fs_friction_acceleration(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v);

/* The speed after tick `tick` of 1/hz: first the pull, then friction, which takes at most
 * what is there and never turns a speed. Where the sign would change and the surface
 * holds, the body stops. Accelerations in m/s^2; the carry is fs_velocity_increment_sym(). */
FS_API fs_vel fs_friction_step(fs_surface surface, fs_wide pull, fs_wide normal, fs_vel v, uint32_t hz, uint32_t tick);

/* How long and how far something slides: v / a and v^2 / (2 a). E_ARGUMENT, and zeros,
 * for a deceleration of 0 or less: it never stops. */
FS_API fs_result fs_stopping_distance(fs_vel v, fs_wide deceleration, fs_wide *seconds, fs_wide *distance);

/* Gravity on a plane that rises with `turn`: the pull down the slope g sin and the normal
 * g cos. Positive speeds then lead down. */
typedef struct fs_incline {
    fs_wide tangential, normal;
} fs_incline;
FS_API fs_incline fs_incline_make(uint32_t turn, fs_wide gravity);
/* The steepest slope that holds: atan mu_s, in turns; 0 for a negative coefficient. */
FS_API uint32_t fs_incline_critical_angle(fs_wide mu);

/* --- gravity ----------------------------------------------------------------------------- */

/* mu / max(r, radius)^2, m/s^2: a sphere of that radius pulls like a point outside and as
 * at its surface inside. mu = G M in m^3/s^2. Within 2^-29 of itself or a step; 0 when
 * both lengths are 0 or less. */
FS_API fs_wide fs_gravity_acceleration(fs_wide mu, fs_wide r, fs_wide radius);
/* G m1 m2 / max(r, radius)^2 in numbers with exponents, which hold the real G (6.67e-11)
 * and the masses of planets. 0 when both lengths are 0 or less. */
FS_API fs_scaled fs_gravity_force(fs_scaled G, fs_scaled m1, fs_scaled m2, fs_scaled r, fs_scaled radius);
/* Speed and period of a circular orbit: sqrt(mu / r) m/s and 2 pi r / v seconds; 0 for an
 * argument of 0 or less. */
FS_API fs_wide fs_orbit_speed(fs_wide mu, fs_wide r);
FS_API fs_wide fs_orbit_period_seconds(fs_wide mu, fs_wide r);

/* --- pace ---------------------------------------------------------------------------------- */

/* Motion by time instead of by tick. For the view alone: a step depends on when it was
 * asked for, so its results must never reach a state. Starts as all zero. */
typedef struct fs_frame_timer {
    uint64_t last;     /* when it was asked last */
    int64_t remainder; /* what was too little for a whole unit */
    bool started;
} fs_frame_timer;

/* Time since the last call, 0 at the first one and when `now` goes back. Whatever lies
 * between two calls counts, so the sum is the whole time: drawing loses nothing. */
FS_API uint64_t fs_frame_timer_elapsed(fs_frame_timer *pace, uint64_t now);
/* Units to move in `elapsed` at `rate` units per `per` of the same time: whole ones, the
 * remainder is carried (towards zero, so directions are alike). Over any cuts of a time
 * the sum is the same. 30 px/s and 3 ms: rate 30 px * 100, per 1000 ms give 9 hundredths.
 * 0 for a `per` of 0 or less; saturates, and then forgets its remainder. */
FS_API int64_t fs_frame_timer_advance(fs_frame_timer *pace, int64_t rate, int64_t per, uint64_t elapsed);

#ifdef __cplusplus
}
#endif
#endif
