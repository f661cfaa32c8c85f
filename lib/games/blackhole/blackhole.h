/* blackhole.h: types, tables and functions shared by the files of the game of the black hole.
 *
 * Ships fall around one or more holes that stand still, and burn their engines to stay in orbit. The origin is in the
 * middle of the holes, x to the right, y up, metres; z is always 0.
 *
 * These tables are the whole state of a match. Source: A. LaMothe, "Tricks of the Windows Game Programming Gurus",
 * chapter 13, the demo of the black hole; the attraction is that of a sphere, G M / r^2.
 */
#ifndef FS_GAMES_BLACKHOLE_H
#define FS_GAMES_BLACKHOLE_H

#include <fixstep/force.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define BLACKHOLE_RULE_FIELDS(F, t)                                             \
    F(t, U32, holes, "")                                                        \
    F(t, WIDE, mu, "m^3/s^2") /* G M of all holes together */                   \
    F(t, POS, capture, "m")   /* radius of a hole */                            \
    F(t, WIDE, drag, "1/s")                                                     \
    F(t, WIDE, thrust, "m/s^2")                                                 \
    F(t, U32, start, "percent")    /* of the speed of a circle, at the start */ \
    F(t, U32, wait_ticks, "ticks") /* from being swallowed to the next start */

/* One row a slot; all zero while nobody plays there. */
#define BLACKHOLE_SHIP_FIELDS(F, t)                                            \
    F(t, U8, state, "")                  /* blackhole_state */                 \
    F(t, U8, throttle, "")               /* 0..2: how hard the engine burns */ \
    F(t, U32, heading, "turn/2^32")      /* counter-clockwise from +x */       \
    F(t, U16, wait, "ticks")             /* until the next start */            \
    F(t, U32, orbit_ticks, "ticks")      /* in orbit since the start */        \
    F(t, U32, best_orbit_ticks, "ticks") /* the longest of these */            \
    F(t, U32, score, "ticks")            /* all of them together */            \
    F(t, U32, swallowed, "")                                                   \
    F(t, U32, lost, "") /* times it left for the depth of space */

/* Body i is the ship of slot i. Forces: the holes, the drag, an engine for each slot. */
#define BLACKHOLE_TABLES(T, P, g)           \
    T(g, rule, BLACKHOLE_RULE_FIELDS)       \
    T(g, ship, BLACKHOLE_SHIP_FIELDS)       \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, body, FS_PARTICLE_FIELDS)          \
    T(g, force, FS_FORCE_FIELDS)

FS_SCHEMA(blackhole, BLACKHOLE_TABLES)
FS_KIT_RULES(blackhole, BLACKHOLE_RULE_FIELDS)

typedef enum blackhole_state {
    BLACKHOLE_ABSENT,
    BLACKHOLE_FLYING,
    BLACKHOLE_WAITING,
    BLACKHOLE_STATES
} blackhole_state;

enum {
    BLACKHOLE_MAX_PLAYERS = 8,
    BLACKHOLE_MAX_HOLES = 3,
    BLACKHOLE_START_RADIUS = 100,  /* m: where ships start */
    BLACKHOLE_HOLE_DISTANCE = 30,  /* m: of several holes from the middle */
    BLACKHOLE_LOST_DISTANCE = 170, /* m: farther away a ship is lost */
    BLACKHOLE_KIND_SHIP = 1        /* kind of the particles that fly */
};

fs_pos3 fs__blackhole_hole_pos(uint32_t hole, uint32_t holes);
/* The speed of a circular orbit around the middle: sqrt(G M / r). */
fs_vel fs__blackhole_circular_speed(const struct blackhole_rules *rules, fs_pos r);

/* How far a ship turns in a tick, turns / 2^32. */
uint32_t fs__blackhole_turn_step(uint32_t hz);

void fs__blackhole_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__blackhole_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__blackhole_keys(const fs_keys *keys, void *input);

enum { BLACKHOLE_BOTS = 3 };
extern const fs_bot fs__blackhole_bots[BLACKHOLE_BOTS];

#endif
