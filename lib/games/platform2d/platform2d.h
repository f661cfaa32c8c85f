/* platform2d.h: a platform game of the plane: types, tables and functions shared by its files.
 *
 * Heroes (capsules that never turn) run and jump from the left plateau to the flag on the right: over a bridge of
 * planks with a weight on a rope above it, a see-saw, two platforms that move, crates, and a car that can be driven.
 * Coins give points, the flag gives ten. The origin is in the middle of the level at the height of the ground.
 *
 * These tables are the whole state of a match. Sources: I. Millington, "Game Physics Engine Development", chapter 18
 * (project: a platform game of the plane); kinematic bodies for moving platforms.
 */
#ifndef FS_GAMES_PLATFORM2D_H
#define FS_GAMES_PLATFORM2D_H

#include <fixstep/assembly2.h>
#include <fixstep/sim.h>
#include <fixstep/kit/rules.h>

#define PLATFORM2D_RULE_FIELDS(F, t)                             \
    F(t, VEL, run, "m/s")                                        \
    F(t, VEL, jump, "m/s")                                       \
    F(t, VEL, lift, "m/s")         /* of the moving platforms */ \
    F(t, U32, wait_ticks, "ticks") /* until a coin comes back */

/* One row a slot; all zero while nobody plays there. */
#define PLATFORM2D_HERO_FIELDS(F, t)                                                \
    F(t, U8, playing, "")                                                           \
    F(t, U8, jump_key_held, "") /* the key of the jump was held in the last tick */ \
    F(t, U8, grounded, "")                                                          \
    F(t, I8, facing, "") /* -1 left, 1 right */                                     \
    F(t, U32, body1, "") /* handle of its body */                                   \
    F(t, U32, body_gen, "")                                                         \
    F(t, U32, score, "")                                                            \
    F(t, U32, flags_reached, "") /* times it reached the flag */                    \
    F(t, U32, falls, "")

/* Bodies that the rules refer to: see platform2d_part. */
#define PLATFORM2D_THING_FIELDS(F, t) \
    F(t, U32, body1, "")              \
    F(t, U32, body_gen, "")

#define PLATFORM2D_AXLE_FIELDS(F, t) \
    F(t, U32, joint1, "")            \
    F(t, U32, joint_gen, "")

#define PLATFORM2D_COIN_FIELDS(F, t)               \
    F(t, U32, body1, "") /* 0 while it is taken */ \
    F(t, U32, body_gen, "")                        \
    F(t, U16, wait, "ticks")

#define PLATFORM2D_TABLES(T, P, g)       \
    FS_WORLD2_TABLES(T, P, g)            \
    T(g, rule, PLATFORM2D_RULE_FIELDS)   \
    T(g, hero, PLATFORM2D_HERO_FIELDS)   \
    T(g, thing, PLATFORM2D_THING_FIELDS) \
    T(g, axle, PLATFORM2D_AXLE_FIELDS)   \
    T(g, coin, PLATFORM2D_COIN_FIELDS)

FS_SCHEMA(platform2d, PLATFORM2D_TABLES)
FS_KIT_RULES(platform2d, PLATFORM2D_RULE_FIELDS)

enum {
    PLATFORM2D_MAX_PLAYERS = 8,
    PLATFORM2D_HALF_WIDTH = 26, /* m */
    PLATFORM2D_PIT_Y = -6,      /* m: a hero below has fallen */
    PLATFORM2D_COINS = 14,
    PLATFORM2D_CRATES = 5,
    PLATFORM2D_PLANKS = 10,
    PLATFORM2D_ROPE_LINKS = 7,    /* links */
    PLATFORM2D_GROUND_POINTS = 8, /* points of a part of the ground */
    PLATFORM2D_GROUNDS = 3
};

enum platform2d_part {
    PLATFORM2D_FERRY, /* moves sideways over the second gap */
    PLATFORM2D_LIFT,  /* moves up and down */
    PLATFORM2D_SEESAW,
    PLATFORM2D_WEIGHT, /* on the rope */
    PLATFORM2D_CHASSIS,
    PLATFORM2D_FIRST_WHEEL, /* and the next */
    PLATFORM2D_FIRST_CRATE = PLATFORM2D_FIRST_WHEEL + 2,
    PLATFORM2D_THINGS = PLATFORM2D_FIRST_CRATE + PLATFORM2D_CRATES
};

/* Users of shapes: 0 scenery, 1 + slot a hero, then coins and the flag. */
enum { PLATFORM2D_USER_COIN = 100, PLATFORM2D_USER_FLAG = 200 };
/* Categories of shapes. */
enum { PLATFORM2D_CATEGORY_SOLID = 1, PLATFORM2D_CATEGORY_HERO = 2, PLATFORM2D_CATEGORY_SENSOR = 4 };

/* Half the height of a hero between the centres of its round ends, and its radius. */
#define PLATFORM2D_HERO_HALF_HEIGHT (FS_REL_ONE / 20 * 7)

/* dm, right to left along the top, the order of a chain shape; padded with its last point. */
extern const int16_t fs__platform2d_ground_dm[PLATFORM2D_GROUNDS][PLATFORM2D_GROUND_POINTS][2];
extern const int16_t fs__platform2d_coin_dm[PLATFORM2D_COINS][2];
/* Path of the ferry (x) and the lift (y), dm: from, to, and where it stays on the other axis. */
extern const int16_t fs__platform2d_lift_path_dm[2][3];
/* Middle of the flag, dm. */
extern const int16_t fs__platform2d_flag_dm[2];

/* Everything but heroes and coins. */
fs_result fs__platform2d_build(struct platform2d_view *v, struct fs_world2 *w);
/* Crates and the car that have fallen return to their start positions. */
void fs__platform2d_respawn_things(struct platform2d_view *v, struct fs_world2 *w);
fs_result fs__platform2d_add_coin(struct platform2d_view *v, struct fs_world2 *w, uint32_t coin);

static inline fs_body2 fs__platform2d_hero_body(const struct platform2d_view *v, uint32_t slot)
{
    return (fs_body2){ { v->hero.body1[slot], v->hero.body_gen[slot] } };
}

static inline fs_body2 fs__platform2d_thing_body(const struct platform2d_view *v, uint32_t thing)
{
    return (fs_body2){ { v->thing.body1[thing], v->thing.body_gen[thing] } };
}

static inline fs_pos fs__platform2d_pos_from_dm(int32_t dm)
{
    return fs_pos_from_ratio(dm, 10);
}

void fs__platform2d_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__platform2d_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__platform2d_keys(const fs_keys *keys, void *input);

enum { PLATFORM2D_BOTS = 3 };
extern const fs_bot fs__platform2d_bots[PLATFORM2D_BOTS];

#endif
