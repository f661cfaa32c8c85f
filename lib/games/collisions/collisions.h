/* collisions.h: types, tables and functions shared by the files of the game of collisions.
 *
 * Balls of different mass and restitution in a walled arena without gravity or friction. At each hit the picture shows
 * the axis n through their centres, along which they exchange momentum, and the axis t across it, along which nothing
 * changes. The origin is in the middle, x to the right, y up, metres.
 *
 * These tables are the whole state of a match. Body i is ball i, then come four walls. Source: A. LaMothe, "Tricks of
 * the Windows Game Programming Gurus", chapter 13, the demo of realistic collisions.
 */
#ifndef FS_GAMES_COLLISIONS_H
#define FS_GAMES_COLLISIONS_H

#include <fixstep/kit/scene2.h>
#include <fixstep/kit/rules.h>

#define COLLISIONS_RULE_FIELDS(F, t)                                            \
    F(t, U32, balls, "")                                                        \
    F(t, U32, soft_share, "percent") /* share of balls that bounce badly */     \
    F(t, WIDE, fling, "N s")         /* impulse that a player gives */          \
    F(t, VEL, start_speed, "m/s")    /* of the start, on either axis at most */ \
    F(t, U32, rest_ticks, "ticks")   /* between two flings of a player */

/* One row. */
#define COLLISIONS_ARENA_FIELDS(F, t)                                                                    \
    F(t, U16, restitution, "percent") /* restitution of the whole arena: balls have their share of it */ \
    F(t, U16, next_hit, "")           /* row of the next hit */                                          \
    F(t, U32, hits, "")               /* of balls against balls */                                       \
    F(t, WIDE, reference_energy, "J") /* energy that fills the bar: after the last start or fling */

/* One row a slot; all zero while nobody plays there. */
#define COLLISIONS_PLAYER_FIELDS(F, t)                            \
    F(t, U8, active, "")                                          \
    F(t, U8, held, "") /* keys, see kit/scene2.h */               \
    F(t, U8, muted, "")                                           \
    F(t, U8, ball, "")                 /* selected */             \
    F(t, U16, fling_cooldown, "ticks") /* until the next fling */ \
    F(t, U32, flings, "")

#define COLLISIONS_BALL_FIELDS(F, t) \
    F(t, U8, restitution_share, "percent") /* its share of the arena's restitution; of a pair the lower counts */

/* The last hits, oldest overwritten: tick + 1 of the hit, 0: none yet. */
#define COLLISIONS_HIT_FIELDS(F, t)           \
    F(t, U32, tick1, "ticks")                 \
    F(t, U8, a, "")                           \
    F(t, U8, b, "")                           \
    F(t, POS2, at, "m")                       \
    F(t, UNIT2, normal, "") /* from a to b */ \
    F(t, VEL, speed, "m/s") /* of approach along it */

#define COLLISIONS_TABLES(T, P, g)         \
    T(g, rule, COLLISIONS_RULE_FIELDS)     \
    T(g, arena, COLLISIONS_ARENA_FIELDS)   \
    T(g, player, COLLISIONS_PLAYER_FIELDS) \
    T(g, ball, COLLISIONS_BALL_FIELDS)     \
    T(g, hit, COLLISIONS_HIT_FIELDS)       \
    FS_WORLD2_TABLES(T, P, g)

FS_SCHEMA(collisions, COLLISIONS_TABLES)
FS_KIT_RULES(collisions, COLLISIONS_RULE_FIELDS)

enum {
    COLLISIONS_MAX_PLAYERS = 8,
    COLLISIONS_MAX_BALLS = 32,
    COLLISIONS_HITS = 12,
    COLLISIONS_WALLS = 4,
    COLLISIONS_HALF_WIDTH = 14, /* m */
    COLLISIONS_HALF_HEIGHT = 8,
    COLLISIONS_START_COLUMNS = 8,     /* of places at the start */
    COLLISIONS_MAX_SPEED = 60,        /* m/s */
    COLLISIONS_MAX_RESTITUTION = 130, /* percent */
    COLLISIONS_MAX_STEPS = 32         /* of the physics in a tick */
};

/* Commands, in the order of the letters that give them. */
#define COLLISIONS_LETTERS "ijklhr0123456789"
typedef enum collisions_command {
    COLLISIONS_NONE,
    COLLISIONS_UP,
    COLLISIONS_LEFT,
    COLLISIONS_DOWN,
    COLLISIONS_RIGHT, /* i j k l: fling */
    COLLISIONS_EXCITE,
    COLLISIONS_RESET,
    COLLISIONS_DIGIT, /* and nine more */
    COLLISIONS_COMMANDS = COLLISIONS_DIGIT + 10
} collisions_command;

/* The ball nearest to a ball; ties to the lower row; the number of balls when there is no other. */
uint32_t fs__collisions_nearest_ball(const struct fs_world2 *w, uint32_t balls, uint32_t ball);

/* --- the arena (scene.c) ---------------------------------------------------------------- */

fs_world2_limits fs__collisions_limits(uint32_t balls);
/* Builds the world. */
fs_result fs__collisions_build(struct collisions_view *v, struct fs_world2 *w, uint32_t hz);
/* Puts every ball on its place; velocities by excite. */
void fs__collisions_reset(struct collisions_view *v, struct fs_world2 *w);
void fs__collisions_excite(struct collisions_view *v, struct fs_world2 *w);
/* Puts the arena's restitution into the surfaces. */
void fs__collisions_apply_restitution(struct collisions_view *v, struct fs_world2 *w);
/* Advances one tick in as many steps as the speeds need, and records the hits. */
void fs__collisions_step_balls(struct collisions_view *v, struct fs_world2 *w);

void fs__collisions_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__collisions_keys(const fs_keys *keys, void *input);

enum { COLLISIONS_BOTS = 3 };
extern const fs_bot fs__collisions_bots[COLLISIONS_BOTS];

#endif
