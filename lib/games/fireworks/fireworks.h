/* fireworks.h: types, tables and functions shared by the files of the game of fireworks.
 *
 * Players stand in a row on the ground and launch the nine fireworks of the book into one sky. Each has a crosshair
 * that sets off fireworks before their fuses do, and a Catherine wheel. x is across, y up, z towards the reader,
 * metres.
 *
 * These tables are the whole state of a match. Source of the rules: I. Millington, "Game Physics Engine Development",
 * chapter 4.
 */
#ifndef FS_GAMES_FIREWORKS_H
#define FS_GAMES_FIREWORKS_H

#include <fixstep/emitter.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define FIREWORKS_RULE_FIELDS(F, t)                                                      \
    F(t, U8, fuses, "")              /* 1: a fuse that burns down lets the payload go */ \
    F(t, POS, crosshair_reach, "m")  /* of a crosshair */                                \
    F(t, U32, reload_ticks, "ticks") /* between two launches of a player */              \
    F(t, U32, sparks, "1/s")         /* of a Catherine wheel */

/* One row a slot; all zero while nobody plays there. */
#define FIREWORKS_PLAYER_FIELDS(F, t)                                               \
    F(t, U8, active, "")                                                            \
    F(t, U8, shell, "") /* type that it launched last */                            \
    F(t, POS3, crosshair, "m")                                                      \
    F(t, U16, reload, "ticks")           /* until the next launch */                \
    F(t, U16, trigger_cooldown, "ticks") /* until the next shot of the crosshair */ \
    F(t, U16, wheel_ticks, "ticks")      /* that its Catherine wheel still turns */ \
    F(t, U32, launched, "")                                                         \
    F(t, U32, detonated, "") /* set off by its crosshair */                         \
    F(t, U32, score, "")

#define FIREWORKS_TABLES(T, P, g)             \
    T(g, rule, FIREWORKS_RULE_FIELDS)         \
    T(g, player, FIREWORKS_PLAYER_FIELDS)     \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)   \
    T(g, crackle, FS_EMITTER_FIELDS)          \
    T(g, glow, FS_EMITTER_FIELDS)             \
    T(g, recipe, FS_FIREWORK_RULE_FIELDS)     \
    T(g, payload, FS_FIREWORK_PAYLOAD_FIELDS) \
    T(g, firework, FS_FIREWORK_FIELDS)        \
    T(g, spark, FS_SPARK_FIELDS)

FS_SCHEMA(fireworks, FIREWORKS_TABLES)
FS_KIT_RULES(fireworks, FIREWORKS_RULE_FIELDS)

enum {
    FIREWORKS_MAX_PLAYERS = 8,
    FIREWORKS_MAX_SLOTS = 4096,
    FIREWORKS_TYPES = 9,
    FIREWORKS_PAYLOADS = 5,         /* rows of all types together */
    FIREWORKS_CHOICE_WHEEL = 10,    /* the choice that starts the wheel; 1..9 launch a type */
    FIREWORKS_CEILING = 18,         /* m: the highest position of a crosshair */
    FIREWORKS_START_HEIGHT = 9,     /* m: where a crosshair is at the start */
    FIREWORKS_WHEEL_HEIGHT_DM = 40, /* height of a wheel's hub */
    FIREWORKS_WHEEL_RADIUS_DM = 8
};

/* A type of the book. */
struct fireworks_type {
    int32_t fuse_min, fuse_max;               /* hundredths of a second */
    int32_t velocity_min[3], velocity_max[3]; /* m/s */
    int32_t damping_percent;                  /* percent of the velocity kept per second */
    uint32_t payloads, first_payload;
    uint32_t colour;
};
/* Type k is at k - 1. */
extern const struct fireworks_type fs__fireworks_types[FIREWORKS_TYPES];

/* The points for setting off a type: the number of fireworks in its payload, at least 1. */
uint32_t fs__fireworks_points(uint32_t type);
/* Where a player's fireworks start: the middle of three places. */
fs_pos3 fs__fireworks_launch_pos(uint32_t slot, uint32_t players);
/* Largest distance of a crosshair to either side of the middle. */
fs_pos fs__fireworks_half_width(uint32_t players);
/* The firework that the crosshair would set off now: the nearest as seen, of equally near ones
 * the lowest; the number of slots when none is in reach. */
uint32_t fs__fireworks_aimed_row(const struct fireworks_view *v, fs_pos3 crosshair, fs_pos reach);
/* Direction of a Catherine wheel's first jet from the hub. */
uint32_t fs__fireworks_wheel_angle(uint32_t tick, uint32_t hz);
fs_pos fs__fireworks_crosshair_step(uint32_t hz, bool fine);

void fs__fireworks_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__fireworks_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__fireworks_keys(const fs_keys *keys, void *input);

enum { FIREWORKS_BOTS = 3 };
extern const fs_bot fs__fireworks_bots[FIREWORKS_BOTS];

#endif
