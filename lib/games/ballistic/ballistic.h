/* ballistic.h: types, tables and functions shared by the files of the game of ballistic.
 *
 * Gunners stand in a row at z = 0 and fire the four shots of the book down the range, along +z, at targets that stand
 * or slide on rails. x is across, y up, metres.
 *
 * These tables are the whole state of a match. Source of the shots: I. Millington, "Game Physics Engine Development",
 * chapter 4.
 */
#ifndef FS_GAMES_BALLISTIC_H
#define FS_GAMES_BALLISTIC_H

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define BALLISTIC_RULE_FIELDS(F, t)                                             \
    F(t, U32, targets, "")                                                      \
    F(t, U32, rounds, "")          /* shots of one gunner in the air */         \
    F(t, U32, gravity, "percent")  /* of the acceleration that each shot has */ \
    F(t, U32, moving, "percent")   /* targets that slide */                     \
    F(t, POS, radius, "m")         /* of a target */                            \
    F(t, U32, down_ticks, "ticks") /* from a hit to the next target */          \
    F(t, U32, life_ticks, "ticks") /* of a shot */

/* One row a slot; all zero while nobody plays there. */
#define BALLISTIC_GUNNER_FIELDS(F, t)                                        \
    F(t, U8, active, "")                                                     \
    F(t, U8, weapon, "")          /* ballistic_weapon */                     \
    F(t, I32, yaw, "turn/2^32")   /* to the right of the book's direction */ \
    F(t, I32, pitch, "turn/2^32") /* above it */                             \
    F(t, U16, reload, "ticks")    /* until the next shot */                  \
    F(t, U32, shots, "")                                                     \
    F(t, U32, hits, "")                                                      \
    F(t, U32, score, "")

/* Target i is body i. */
#define BALLISTIC_TARGET_FIELDS(F, t)                                    \
    F(t, POS3, rail_centre, "m")   /* middle of its rail */              \
    F(t, POS, rail_amplitude, "m") /* it slides so far to either side */ \
    F(t, U32, phase, "turn/2^32")                                        \
    F(t, U8, points, "")          /* points */                           \
    F(t, U16, down_wait, "ticks") /* until it stands again; 0: it stands */

/* First the targets, then `rounds` shots for each slot; a free row is of kind 0. */
#define BALLISTIC_TABLES(T, P, g)           \
    T(g, rule, BALLISTIC_RULE_FIELDS)       \
    T(g, gunner, BALLISTIC_GUNNER_FIELDS)   \
    T(g, target, BALLISTIC_TARGET_FIELDS)   \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, body, FS_PARTICLE_FIELDS)

FS_SCHEMA(ballistic, BALLISTIC_TABLES)
FS_KIT_RULES(ballistic, BALLISTIC_RULE_FIELDS)

enum {
    BALLISTIC_MAX_PLAYERS = 8,
    BALLISTIC_MAX_TARGETS = 32,
    BALLISTIC_MAX_ROUNDS = 16,
    BALLISTIC_MAX_BODIES = BALLISTIC_MAX_TARGETS + BALLISTIC_MAX_PLAYERS * BALLISTIC_MAX_ROUNDS,
    BALLISTIC_RANGE_M = 200,          /* m: the distance at which the book removes a shot */
    BALLISTIC_GUNNER_SPACING_DM = 40, /* between two gunners */
    BALLISTIC_MUZZLE_HEIGHT_DM = 15,  /* height */
    BALLISTIC_RAIL_PERIOD_SECONDS = 8 /* there and back */
};

/* Kinds of particles; 0 is a free row, a shot's is its weapon + 1. */
enum { BALLISTIC_KIND_TARGET = 100 };

typedef enum ballistic_weapon {
    BALLISTIC_PISTOL,
    BALLISTIC_ARTILLERY,
    BALLISTIC_FIREBALL,
    BALLISTIC_LASER,
    BALLISTIC_WEAPONS
} ballistic_weapon;

/* A shot of the book. */
struct ballistic_shot {
    const char *name;
    int32_t mass_g, up, ahead; /* g, m/s, m/s */
    int32_t acc_cm;            /* upward, cm/s^2 */
    int32_t damping;           /* percent of the velocity kept per second */
    uint32_t reload_ds;        /* 1/10 s, this game's own */
    uint32_t colour;
};
extern const struct ballistic_shot fs__ballistic_shots[BALLISTIC_WEAPONS];

/* Two targets in a row of four are of each kind of mass: 0 stays where it is when hit. */
fs_wide fs__ballistic_target_mass(uint32_t target);
/* The position of a standing target in a tick. */
fs_pos3 fs__ballistic_target_pos(const struct ballistic_view *v, uint32_t target, uint32_t tick);
fs_pos3 fs__ballistic_muzzle_pos(uint32_t slot, uint32_t players);
/* The velocity of a shot: that of the book, rotated up by `pitch`, then to the right by `yaw`. */
fs_vel3 fs__ballistic_shot_velocity(uint32_t weapon, int32_t yaw, int32_t pitch);
/* The shot of a gunner as a particle that leaves the muzzle. */
fs_particle_def fs__ballistic_shot_def(const struct ballistic_view *v, const struct ballistic_rules *rules,
                                       uint32_t slot);

/* How far a gunner turns in a tick: by the keys alone, and with the key for fine aim. */
int32_t fs__ballistic_turn_step(uint32_t hz, bool fine);

void fs__ballistic_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__ballistic_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__ballistic_keys(const fs_keys *keys, void *input);

enum { BALLISTIC_BOTS = 3 };
extern const fs_bot fs__ballistic_bots[BALLISTIC_BOTS];

#endif
