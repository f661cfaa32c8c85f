/* tank.h: types, tables and functions shared by the files of the game of tanks.
 *
 * Tanks stand on hills and fire shells at each other under a gravity and a wind that the players may change; the wind
 * drifts besides. A shell that goes off digs a crater and damages every tank near it. x is to the right, y up, metres;
 * z is always 0.
 *
 * These tables are the whole state of a match. Source: A. LaMothe, "Tricks of the Windows Game Programming Gurus",
 * chapter 13 (the projectile tank: barrel angle, muzzle velocity, gravity, wind), whose printed range lacks a factor
 * of two.
 */
#ifndef FS_GAMES_TANK_H
#define FS_GAMES_TANK_H

#include <fixstep/motion.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define TANK_RULE_FIELDS(F, t)                                                                 \
    F(t, U32, rounds, "")               /* shells of one player in the air */                  \
    F(t, WIDE, max_wind_drift, "m/s^2") /* the wind leaves its mean by up to this */           \
    F(t, POS, blast_radius, "m")        /* radius of a shell's effect; its crater's is half */ \
    F(t, U32, damage, "")               /* of a shell that goes off in the tank itself */      \
    F(t, U32, reload_ticks, "ticks")                                                           \
    F(t, U32, wait_ticks, "ticks")  /* from a loss to the next tank */                         \
    F(t, U32, guard_ticks, "ticks") /* after a start nothing damages */

/* One row. */
#define TANK_SKY_FIELDS(F, t)                                                         \
    F(t, WIDE, gravity, "m/s^2")           /* downward */                             \
    F(t, WIDE, wind_mean, "m/s^2")         /* wind to the right, as players set it */ \
    F(t, WIDE, wind_drift, "m/s^2")        /* on top of it */                         \
    F(t, WIDE, wind_drift_target, "m/s^2") /* where the drift is going */

/* The hills at x = 0, 1, 2 ... m, straight in between. */
#define TANK_GROUND_FIELDS(F, t) \
    F(t, POS, height, "m")       \
    F(t, POS, full_height, "m") /* to which it grows back, slowly */

/* One row a slot; all zero while nobody plays there. */
#define TANK_CREW_FIELDS(F, t)                                                  \
    F(t, U8, state, "") /* tank_state */                                        \
    F(t, U8, health, "percent")                                                 \
    F(t, U32, angle, "turn/2^32") /* of the barrel, from +x: 0..half */         \
    F(t, VEL, muzzle, "m/s")      /* speed of its shells */                     \
    F(t, U16, reload, "ticks")                                                  \
    F(t, U16, wait, "ticks")  /* until the next tank */                         \
    F(t, U16, guard, "ticks") /* left of the protection */                      \
    F(t, U32, shots, "")                                                        \
    F(t, U32, score, "") /* damage done to others, and a bonus for each loss */ \
    F(t, U32, kills, "")                                                        \
    F(t, U32, losses, "")                                                       \
    F(t, POS3, last_impact, "m") /* where the last shell went off */

/* Explosions to show, a ring that is written over. */
#define TANK_FLASH_FIELDS(F, t)                                 \
    F(t, POS3, pos, "m")                                        \
    F(t, U32, end_tick, "ticks") /* tick of its end, 0: none */ \
    F(t, U8, owner, "")

/* Bodies: the tanks, then `rounds` shells for each slot; a free row is of kind 0. */
#define TANK_TABLES(T, P, g)                \
    T(g, rule, TANK_RULE_FIELDS)            \
    T(g, sky, TANK_SKY_FIELDS)              \
    T(g, ground, TANK_GROUND_FIELDS)        \
    T(g, crew, TANK_CREW_FIELDS)            \
    T(g, flash, TANK_FLASH_FIELDS)          \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, body, FS_PARTICLE_FIELDS)

FS_SCHEMA(tank, TANK_TABLES)
FS_KIT_RULES(tank, TANK_RULE_FIELDS)

typedef enum tank_state { TANK_ABSENT, TANK_STANDING, TANK_WAITING, TANK_STATES } tank_state;

enum {
    TANK_MAX_PLAYERS = 8,
    TANK_MAX_ROUNDS = 8,
    TANK_WIDTH = 200, /* m, of the field */
    TANK_COLUMNS = TANK_WIDTH + 1,
    TANK_MAX_HEIGHT = 60, /* m, hills are never higher */
    TANK_FLASHES = 16,
    TANK_RADIUS_DM = 15,        /* radius of a tank */
    TANK_BARREL_HEIGHT_DM = 15, /* height of its barrel's axis above the ground */
    TANK_BARREL_LENGTH_DM = 25, /* length, beyond the radius */
    TANK_MUZZLE_SPEED_MIN = 5,  /* m/s */
    TANK_MUZZLE_SPEED_MAX = 60,
    TANK_FULL_HEALTH = 100,
    TANK_KILL_BONUS = 50,
    TANK_GRAVITY_MAX = 20, /* m/s^2 */
    TANK_WIND_MAX = 10     /* m/s^2, of the mean */
};

/* Kinds of particles. */
enum { TANK_KIND_TANK = 1, TANK_KIND_SHELL = 2 };

/* Choices of the input: both act on everybody's world, by a tenth and a twentieth of m/s^2 each. */
enum { TANK_GRAVITY_UP = 1, TANK_GRAVITY_DOWN, TANK_WIND_RIGHT, TANK_WIND_LEFT, TANK_CHOICES = TANK_WIND_LEFT };

/* Height of the hills at x; beyond the field as at its edge. */
fs_pos fs__tank_ground_height(const struct tank_view *v, fs_pos x);
/* The first point of the way from `from` to `to` that is on the ground. */
bool fs__tank_ground_hit(const struct tank_view *v, fs_pos3 from, fs_pos3 to, fs_unit *when, fs_pos3 *point);
/* Removes a disc from the hills; the ground above it falls down. */
void fs__tank_dig_crater(struct tank_view *v, fs_pos3 centre, fs_pos radius);
/* One tick of growing back. */
void fs__tank_regrow_ground(struct tank_view *v);
/* Raises the hills of a match at its start. `hills` is in percent of the usual height. */
void fs__tank_build_ground(struct tank_view *v, uint32_t hills);

/* The wind of this tick, m/s^2 to the right. */
fs_wide fs__tank_wind(const struct tank_view *v);
/* Where the barrel of a tank turns, and where its shells leave it. */
fs_pos3 fs__tank_barrel_axis(const struct tank_view *v, uint32_t slot);
fs_pos3 fs__tank_muzzle_pos(const struct tank_view *v, uint32_t slot);
/* The shell that the tank would fire now. */
fs_particle_def fs__tank_shell_def(const struct tank_view *v, uint32_t slot);
/* How far the barrel turns and the muzzle velocity changes in a tick. */
uint32_t fs__tank_turn_step(uint32_t hz, bool fine);
fs_vel fs__tank_speed_step(uint32_t hz, bool fine);
/* The damage, in percent of a tank, of a shell that goes off so far from its axis. */
uint32_t fs__tank_damage_at(const struct tank_rules *rules, fs_pos distance);

void fs__tank_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__tank_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__tank_keys(const fs_keys *keys, void *input);

enum { TANK_BOTS = 3 };
extern const fs_bot fs__tank_bots[TANK_BOTS];

#endif
