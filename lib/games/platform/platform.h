/* platform.h: types, tables and functions shared by the files of the game of the platform.
 *
 * Each of up to eight players has a platform of rods on a pivot and moves a weight along it, so that it tips and a
 * loose ball rolls to where the next coin lies. x leads along the platform, y up, metres; every platform has a cell of
 * its own in one plane.
 *
 * These tables are the whole state of a match. Source of the platform: I. Millington, "Game Physics Engine
 * Development", chapter 8.
 */
#ifndef FS_GAMES_PLATFORM_H
#define FS_GAMES_PLATFORM_H

#include <fixstep/link.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define PLATFORM_RULE_FIELDS(F, t)                                              \
    F(t, U8, pivot_slides, "") /* the pivot has a mass and slides on a table */ \
    F(t, WIDE, ball_mass, "kg")                                                 \
    F(t, WIDE, weight_mass, "kg") /* that the player moves */                   \
    F(t, WIDE, keel_mass, "kg")                                                 \
    F(t, POS, max_rise, "m")       /* how far an end may rise */                \
    F(t, U32, wait_ticks, "ticks") /* from a fall to the next ball */

/* One row a slot; all zero while nobody plays there. */
#define PLATFORM_PLAYER_FIELDS(F, t)                                                   \
    F(t, U8, state, "")        /* platform_state */                                    \
    F(t, POS, weight_pos, "m") /* where its weight is, from the middle to the right */ \
    F(t, U16, wait, "ticks")   /* until the next ball */                               \
    F(t, U32, coins, "")                                                               \
    F(t, U32, falls, "")                                                               \
    F(t, U32, streak, "") /* coins since the last fall */                              \
    F(t, U32, best, "")   /* longest streak */

/* PLATFORM_BODIES rows for each slot: the deck from left to right, pivot, keel, ball. */
#define PLATFORM_TABLES(T, P, g)                     \
    T(g, rule, PLATFORM_RULE_FIELDS)                 \
    T(g, player, PLATFORM_PLAYER_FIELDS)             \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)          \
    T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS) \
    T(g, link, FS_LINK_FIELDS)                       \
    T(g, body, FS_PARTICLE_FIELDS)

FS_SCHEMA(platform, PLATFORM_TABLES)
FS_KIT_RULES(platform, PLATFORM_RULE_FIELDS)

enum {
    PLATFORM_MAX_PLAYERS = 8,
    PLATFORM_DECK_NODES = 9,                        /* of a deck, 1 m apart */
    PLATFORM_HALF_LENGTH = PLATFORM_DECK_NODES / 2, /* m: from the middle to an end */
    PLATFORM_PIVOT = PLATFORM_DECK_NODES,
    PLATFORM_KEEL,
    PLATFORM_BALL,
    PLATFORM_BODIES, /* of one platform */
    PLATFORM_RODS = (PLATFORM_DECK_NODES - 1) + PLATFORM_DECK_NODES + 1 + 6,
    PLATFORM_LINKS = PLATFORM_RODS + 2, /* and two cables, the last ones */
    PLATFORM_DECK_DM = 5,               /* above the pivot */
    PLATFORM_KEEL_DM = 12,              /* below the pivot */
    PLATFORM_LOST_DEPTH_DM = 20,        /* below the pivot: a ball there is lost */
    PLATFORM_RADIUS_CM = 45,            /* of a ball */
    PLATFORM_CELL_WIDTH = 12,           /* m */
    PLATFORM_CELL_HEIGHT = 7
};

/* Kinds of particles; 0 is a ball that is not there. */
enum { PLATFORM_KIND_PART = 1, PLATFORM_KIND_PIVOT = 2, PLATFORM_KIND_BALL = 3 };

typedef enum platform_state { PLATFORM_ABSENT, PLATFORM_ROLLING, PLATFORM_WAITING } platform_state;

/* Cells lie side by side and below each other. */
uint32_t fs__platform_columns(uint32_t players);
/* A pivot's place at the start, the origin of its cell. */
fs_pos3 fs__platform_pivot_pos(uint32_t slot, uint32_t players);
static inline uint32_t fs__platform_body_row(uint32_t slot, uint32_t part)
{
    return slot * PLATFORM_BODIES + part;
}
/* The point of a deck at a distance from its middle. */
fs_pos3 fs__platform_deck_point(const struct platform_view *v, uint32_t slot, fs_pos at);
/* Position on the deck of the coin with this number; equal for all players. */
fs_pos fs__platform_coin_pos(uint64_t seed, uint32_t number);
/* Rise from the left end to the right one per metre of deck. */
fs_pos fs__platform_slope(const struct platform_view *v, uint32_t slot);
/* The greatest error of the rods, m. */
fs_pos fs__platform_max_stretch(const struct platform_view *v);

void fs__platform_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__platform_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__platform_keys(const fs_keys *keys, void *input);

enum { PLATFORM_BOTS = 3 };
extern const fs_bot fs__platform_bots[PLATFORM_BOTS];

#endif
