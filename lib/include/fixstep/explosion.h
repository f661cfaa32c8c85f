/* explosion.h: an explosion in three phases, as rows of a table: it acts on particles (force.h) and on bodies (force3.h).
 *
 *     #define MY_TABLES(T, P, g) ... T(g, explosion, FS_EXPLOSION_FIELDS)
 *     struct fs_explosions blasts = FS_EXPLOSIONS(v, explosion);
 *     fs_explosion e = fs_explosion_make(at, tick, force, radius);
 *     fs_result r = fs_explosion_set(&blasts, row, &e);
 *     ... every tick: fs_explosions_apply() for particles, fs_world3_apply_explosions() for bodies
 *
 * With d the distance from `at` and u the direction away from it, n ticks after `start`, m ticks after the implosion:
 *   implosion  F = -f u where min < d < max, for n < implosion_seconds
 *   shock      F = f r(d - speed m / hz) (1 - m / M) max(0, 1 - v.u / speed) u, for m < M = shock_seconds: the ramp r rises
 *              from 0 to 1 on the tail before the front, is 1 on the thickness and falls to 0 on the tail behind it. The
 *              thickness is at least the way of the front in a tick, so that nothing is skipped. What flees from the front
 *              gets less, what runs into it more.
 *   chimney    F = f (1 - r / radius) (1 - m / M) u where r, the distance from the vertical axis through `at`, is below the
 *              radius and 0 <= height above `at` < chimney_height, for m < M = chimney_seconds: what rises in it leaves it
 *              at the top and to the sides, as a mushroom.
 * At d = 0 there is no direction and no force. Durations are rounded to ticks.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapter 17, with the printed outer ramp of the shock (it
 * rises again) and the printed ramp of the chimney (0 on the axis) corrected. Up is +y.
 */
#ifndef FIXSTEP_EXPLOSION_H
#define FIXSTEP_EXPLOSION_H

#include <fixstep/state.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FS_EXPLOSION_FIELDS(F, t)                                         \
    F(t, U8, on, "")                                                      \
    F(t, U32, start, "tick")                                              \
    F(t, U32, seed, "") /* of the points of bodies that the shock hits */ \
    F(t, POS3, at, "m")                                                   \
    F(t, WIDE, implosion_force, "N")                                      \
    F(t, WIDE, implosion_min, "m")                                        \
    F(t, WIDE, implosion_max, "m")                                        \
    F(t, WIDE, implosion_seconds, "s")                                    \
    F(t, WIDE, shock_force, "N")                                          \
    F(t, WIDE, shock_speed, "m/s")                                        \
    F(t, WIDE, shock_thickness, "m")                                      \
    F(t, WIDE, shock_tail, "m")                                           \
    F(t, WIDE, shock_seconds, "s")                                        \
    F(t, WIDE, chimney_force, "N")                                        \
    F(t, WIDE, chimney_radius, "m")                                       \
    F(t, WIDE, chimney_height, "m")                                       \
    F(t, WIDE, chimney_seconds, "s")

/* An explosion as a value: one row. */
typedef struct fs_explosion {
#define FS__EXPLOSION_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_EXPLOSION_FIELDS(FS__EXPLOSION_MEMBER, explosion)
#undef FS__EXPLOSION_MEMBER
} fs_explosion;

/* A view of a table of explosions. Owns nothing. */
struct fs_explosions {
    uint32_t count;
#define FS__EXPLOSION_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_EXPLOSION_FIELDS(FS__EXPLOSION_COLUMN, explosions)
#undef FS__EXPLOSION_COLUMN
};

/* The view of table `set` of the bound view `v`. */
#define FS_EXPLOSIONS(v, set)                                                \
    ((struct fs_explosions){ .count = *(v).set.rows,                         \
                             .on = (v).set.on,                               \
                             .start = (v).set.start,                         \
                             .seed = (v).set.seed,                           \
                             .at = (v).set.at,                               \
                             .implosion_force = (v).set.implosion_force,     \
                             .implosion_min = (v).set.implosion_min,         \
                             .implosion_max = (v).set.implosion_max,         \
                             .implosion_seconds = (v).set.implosion_seconds, \
                             .shock_force = (v).set.shock_force,             \
                             .shock_speed = (v).set.shock_speed,             \
                             .shock_thickness = (v).set.shock_thickness,     \
                             .shock_tail = (v).set.shock_tail,               \
                             .shock_seconds = (v).set.shock_seconds,         \
                             .chimney_force = (v).set.chimney_force,         \
                             .chimney_radius = (v).set.chimney_radius,       \
                             .chimney_height = (v).set.chimney_height,       \
                             .chimney_seconds = (v).set.chimney_seconds })

/* An explosion of a size: its shock of `force` N at most reaches `radius` (m) in half a second, with a thickness of
 * radius / 8 and tails of radius / 16. Before it an implosion of force / 16 from radius / 8 to radius for a quarter of a
 * second, after it a chimney of force / 32, radius / 4 wide and `radius` high, for 4 s. It starts at tick `start`. */
FS_API fs_explosion fs_explosion_make(fs_pos3 at, uint32_t start, fs_wide force, fs_wide radius);
/* Whether all numbers are in their ranges: 0 or more; shock_speed above 0 where there is a shock. */
FS_API bool fs_explosion_valid(const fs_explosion *e);
/* Writes a row. E_ARGUMENT, and nothing changed: no such row, or an explosion that is not valid. */
FS_API fs_result fs_explosion_set(struct fs_explosions *explosions, uint32_t row, const fs_explosion *e);
/* The row as a value; all zero (off) for a row beyond the table. */
FS_API fs_explosion fs_explosion_get(const struct fs_explosions *explosions, uint32_t row);
/* Ticks from the start to the end of the last phase, at `hz` ticks per second. */
FS_API uint32_t fs_explosion_ticks(const fs_explosion *e, uint32_t hz);

/* The forces (N) of a tick on a point at `at` that moves with `vel`: on a body the shock does not act at the centre. */
typedef struct fs_explosion_force {
    fs_wide3 central; /* implosion and chimney */
    fs_wide3 shock;
} fs_explosion_force;
/* Zero for an explosion that is off, before its start and after its end. `hz` above 0. */
FS_API fs_explosion_force fs_explosion_force_at(const fs_explosion *e, uint32_t tick, uint32_t hz, fs_pos3 at,
                                                fs_vel3 vel);

#ifdef __cplusplus
}
#endif
#endif
