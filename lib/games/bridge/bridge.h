/* bridge.h: types, tables and functions shared by the files of the game of the bridge.
 *
 * Planks hang on cables across a gorge; up to eight players roll heavy balls over them, from one bank to the other and
 * back. x leads along the bridge, y up, z towards the reader, metres; the banks end at x = -half and x = half, their
 * ground is y = 0.
 *
 * These tables are the whole state of a match. Source of the bridge: I. Millington, "Game Physics Engine Development",
 * chapter 8.
 */
#ifndef FS_GAMES_BRIDGE_H
#define FS_GAMES_BRIDGE_H

#include <fixstep/aggregate.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define BRIDGE_RULE_FIELDS(F, t)                                   \
    F(t, U32, planks, "")                                          \
    F(t, POS, half_span, "m") /* from the middle to either bank */ \
    F(t, POS, radius, "m")    /* of a ball */                      \
    F(t, WIDE, ball_mass, "kg")                                    \
    F(t, WIDE, plank_end_mass, "kg") /* of each end of a plank */  \
    F(t, WIDE, push, "m/s^2")        /* of a player */             \
    F(t, VEL, jump, "m/s")                                         \
    F(t, U32, wait_ticks, "ticks") /* from a fall to the next start */

/* One row a slot; all zero while nobody plays there. */
#define BRIDGE_PLAYER_FIELDS(F, t)                                                               \
    F(t, U8, state, "")                     /* bridge_state */                                   \
    F(t, U8, returning, "")                 /* on its way to the left */                         \
    F(t, U8, grounded, "")                  /* rests on something since the start of the tick */ \
    F(t, U16, wait, "ticks")                /* until the next start */                           \
    F(t, U32, crossing_ticks, "ticks")      /* on this crossing */                               \
    F(t, U32, best_crossing_ticks, "ticks") /* its fastest crossing; 0: none */                  \
    F(t, U32, crossings, "")                                                                     \
    F(t, U32, falls, "")

/* First both ends of each plank, then a ball for each slot. */
#define BRIDGE_TABLES(T, P, g)                       \
    T(g, rule, BRIDGE_RULE_FIELDS)                   \
    T(g, player, BRIDGE_PLAYER_FIELDS)               \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)          \
    T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS) \
    T(g, link, FS_LINK_FIELDS)                       \
    T(g, body, FS_PARTICLE_FIELDS)

FS_SCHEMA(bridge, BRIDGE_TABLES)
FS_KIT_RULES(bridge, BRIDGE_RULE_FIELDS)

enum {
    BRIDGE_MAX_PLAYERS = 8,
    BRIDGE_MAX_PLANKS = 40,
    BRIDGE_WIDTH_DM = 32,       /* of a plank */
    BRIDGE_GAP_CM = 75,         /* from a plank to the next */
    BRIDGE_CABLE_DM = 50,       /* length of a cable */
    BRIDGE_BANK_LENGTH = 12,    /* m: how far a bank goes */
    BRIDGE_BANK_HALF_WIDTH = 4, /* m: to either side of the middle */
    BRIDGE_FALL_DEPTH = 7,      /* m: a ball below has fallen */
    BRIDGE_ARRIVED_DM = 10      /* beyond the edge of a bank */
};

/* Kinds of particles; 0 is a ball that nobody plays. */
enum { BRIDGE_KIND_PLANK = 1, BRIDGE_KIND_BALL = 2 };

typedef enum bridge_state { BRIDGE_ABSENT, BRIDGE_ROLLING, BRIDGE_WAITING } bridge_state;

/* Row of a player's ball. */
uint32_t fs__bridge_ball_row(const struct bridge_rules *rules, uint32_t slot);
/* The start position of a ball. */
fs_pos3 fs__bridge_start_pos(const struct bridge_rules *rules, uint32_t slot, bool back);
/* z of the two lanes: traffic keeps to the right. */
fs_pos fs__bridge_lane_z(bool back);
/* The greatest error of the stiff links, those that are not cables up, m. */
fs_pos fs__bridge_max_stretch(const struct bridge_view *v);
/* Detects the contacts of balls with planks, banks and each other, at distances below `margin`. */
struct bridge_detector {
    const struct bridge_rules *rules;
    fs_pos margin;
};
void fs__bridge_detect(void *touch, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena);
uint32_t fs__bridge_max_contacts(uint32_t planks, uint32_t players);

void fs__bridge_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__bridge_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__bridge_keys(const fs_keys *keys, void *input);

enum { BRIDGE_BOTS = 3 };
extern const fs_bot fs__bridge_bots[BRIDGE_BOTS];

#endif
