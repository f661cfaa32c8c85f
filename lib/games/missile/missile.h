/* missile.h: types, tables and functions shared by the files of the game of missiles.
 *
 * Crafts fly in a walled arena seen from above and fire missiles that accelerate and home on the nearest opponent.
 * Drones fly among them and fire nothing. The origin is in the middle of the arena, x to the right, y up, metres; z is
 * always 0.
 *
 * These tables are the whole state of a match. Sources: A. LaMothe, "Tricks of the Windows Game Programming Gurus",
 * chapter 13 (the missile with its acceleration on and off), I. Millington, "Game Physics Engine Development", chapter
 * 6 (the homing bullet).
 */
#ifndef FS_GAMES_MISSILE_H
#define FS_GAMES_MISSILE_H

#include <fixstep/force.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define MISSILE_RULE_FIELDS(F, t)                                             \
    F(t, U32, drones, "")                                                     \
    F(t, U32, rounds, "")        /* missiles of one player in the air */      \
    F(t, WIDE, homing, "1/s^2")  /* pull towards the target for each metre */ \
    F(t, WIDE, horizon, "s")     /* it aims at where both will be */          \
    F(t, WIDE, thrust, "m/s^2")  /* of a craft */                             \
    F(t, POS, hit_distance, "m") /* distance at which a missile goes off */   \
    F(t, U32, reload_ticks, "ticks")                                          \
    F(t, U32, life_ticks, "ticks")  /* of a missile */                        \
    F(t, U32, wait_ticks, "ticks")  /* from being hit to the next start */    \
    F(t, U32, guard_ticks, "ticks") /* after a start nothing hits */

/* One row a slot, then the drones; all zero while nobody plays there. */
#define MISSILE_CRAFT_FIELDS(F, t)                                                      \
    F(t, U8, state, "")     /* missile_state */                                         \
    F(t, U8, thrusting, "") /* the engine burns */                                      \
    F(t, U8, brake, "")                                                                 \
    F(t, U8, coasting, "")          /* its missiles keep their first speed */           \
    F(t, U8, mode_key_held, "")     /* the key of the mode was held in the last tick */ \
    F(t, U8, power, "m/s^2")        /* acceleration of its missiles */                  \
    F(t, U32, heading, "turn/2^32") /* counter-clockwise from +x */                     \
    F(t, U16, wait, "ticks")        /* until the next start */                          \
    F(t, U16, guard, "ticks")       /* left of the protection */                        \
    F(t, U16, reload, "ticks")                                                          \
    F(t, U32, fired, "")                                                                \
    F(t, U32, score, "") /* hits */                                                     \
    F(t, U32, losses, "")

/* Bodies: the crafts, then `rounds` missiles for each slot. Forces: the drag of crafts,
 * for each craft its engine and its brake, for each missile its homing. */
#define MISSILE_TABLES(T, P, g)             \
    T(g, rule, MISSILE_RULE_FIELDS)         \
    T(g, craft, MISSILE_CRAFT_FIELDS)       \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, body, FS_PARTICLE_FIELDS)          \
    T(g, force, FS_FORCE_FIELDS)

FS_SCHEMA(missile, MISSILE_TABLES)
FS_KIT_RULES(missile, MISSILE_RULE_FIELDS)

typedef enum missile_state { MISSILE_ABSENT, MISSILE_FLYING, MISSILE_WAITING, MISSILE_STATES } missile_state;

enum {
    MISSILE_MAX_PLAYERS = 8,
    MISSILE_MAX_DRONES = 8,
    MISSILE_MAX_CRAFTS = MISSILE_MAX_PLAYERS + MISSILE_MAX_DRONES,
    MISSILE_MAX_ROUNDS = 8,
    MISSILE_MAX_BODIES = MISSILE_MAX_CRAFTS + MISSILE_MAX_PLAYERS * MISSILE_MAX_ROUNDS,
    MISSILE_HALF_WIDTH = 80, /* m, of the arena */
    MISSILE_HALF_HEIGHT = 45,
    MISSILE_MAX_SPEED = 60, /* m/s */
    MISSILE_MAX_POWER = 60, /* m/s^2 */
    MISSILE_POWER_STEP = 5
};

/* Kinds of particles; 0 is a free row. */
enum { MISSILE_KIND_CRAFT = 1, MISSILE_KIND_MISSILE = 2 };

/* Choices of the input. */
enum { MISSILE_POWER_UP = 1, MISSILE_POWER_DOWN = 2, MISSILE_CHOICES = 2 };

/* The slot that fired the missile in a row of the bodies. */
uint32_t fs__missile_owner_slot(const struct missile_view *v, const struct missile_rules *rules, uint32_t row);
/* The flying craft, not that of `owner`, nearest to a place; of two equally near ones the
 * lower row; the number of crafts when there is none. */
uint32_t fs__missile_nearest_craft(const struct missile_view *v, fs_pos3 place, uint32_t owner);

/* How far a craft turns in a tick, turns / 2^32. */
uint32_t fs__missile_turn_step(uint32_t hz);

void fs__missile_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__missile_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__missile_keys(const fs_keys *keys, void *input);

enum { MISSILE_BOTS = 3 };
extern const fs_bot fs__missile_bots[MISSILE_BOTS];

#endif
