/* dogfight.h: aircraft in two dimensions, steered by aerodynamic forces alone: types, tables and functions shared by
 * the files of the game.
 *
 * Every aircraft is a rigid body with a wing, a tail with an elevator and an engine; nothing else steers it. The sky
 * is 240 m wide and wraps around: an aircraft that leaves on the right returns on the left. The ground is at y = 0
 * with some hills. Sources: I. Millington, "Game Physics Engine Development", chapter 11 (aerodynamic tensors) and the
 * project of chapter 18 (a dogfight of two, steered by aerodynamics only).
 */
#ifndef FS_GAMES_DOGFIGHT_H
#define FS_GAMES_DOGFIGHT_H

#include <fixstep/aero2.h>
#include <fixstep/kit/rules.h>

#define DOGFIGHT_RULE_FIELDS(F, t)                                         \
    F(t, U32, rounds, "") /* shots of one plane in the air */              \
    F(t, U32, health, "") /* hits that a plane bears, with the last one */ \
    F(t, U32, reload_ticks, "ticks")                                       \
    F(t, U32, life_ticks, "ticks")  /* of a shot */                        \
    F(t, U32, wait_ticks, "ticks")  /* from a loss to the next start */    \
    F(t, U32, guard_ticks, "ticks") /* after a start no shot counts */     \
    F(t, VEL, wind, "m/s")          /* along +x */                         \
    F(t, VEL, crash, "m/s")         /* a faster landing is a crash */      \
    F(t, WIDE, thrust, "N")         /* at full throttle */

/* One row a slot; all zero while nobody plays there. */
#define DOGFIGHT_PLANE_FIELDS(F, t)                                                 \
    F(t, U8, state, "") /* dogfight_state */                                        \
    F(t, U8, throttle, "%")                                                         \
    F(t, U8, rolled, "")        /* the canopy is on the right of the flight */      \
    F(t, U8, roll_key_held, "") /* the key of the roll was held in the last tick */ \
    F(t, U8, health, "")                                                            \
    F(t, I8, elevator, "") /* -127..127: towards the canopy is positive */          \
    F(t, U16, wait, "ticks")                                                        \
    F(t, U16, guard, "ticks")                                                       \
    F(t, U16, reload, "ticks")                                                      \
    F(t, U32, body1, "") /* handle of its body */                                   \
    F(t, U32, body_gen, "")                                                         \
    F(t, POS2, crash_pos, "m") /* where it was lost, while it waits */              \
    F(t, U32, fired, "")                                                            \
    F(t, U32, score, "") /* planes shot down */                                     \
    F(t, U32, losses, "")

/* `rounds` rows for each slot; body1 0: not in the air. */
#define DOGFIGHT_SHOT_FIELDS(F, t) \
    F(t, U32, body1, "")           \
    F(t, U32, body_gen, "")        \
    F(t, U16, life, "ticks") /* left */

#define DOGFIGHT_TABLES(T, P, g)       \
    FS_WORLD2_TABLES(T, P, g)          \
    T(g, rule, DOGFIGHT_RULE_FIELDS)   \
    T(g, plane, DOGFIGHT_PLANE_FIELDS) \
    T(g, shot, DOGFIGHT_SHOT_FIELDS)

FS_SCHEMA(dogfight, DOGFIGHT_TABLES)
FS_KIT_RULES(dogfight, DOGFIGHT_RULE_FIELDS)

typedef enum dogfight_state { DOGFIGHT_ABSENT, DOGFIGHT_FLYING, DOGFIGHT_WAITING, DOGFIGHT_STATES } dogfight_state;

enum {
    DOGFIGHT_MAX_PLAYERS = 8,
    DOGFIGHT_MAX_ROUNDS = 8,
    DOGFIGHT_MAX_HEALTH = 9,
    DOGFIGHT_HALF_WIDTH = 120, /* m, of the sky; a multiple of half a tile */
    DOGFIGHT_CEILING = 90,     /* m: above it the engine gets no air */
    DOGFIGHT_TILE = 24,        /* m: width of a tile of ground */
    DOGFIGHT_TILES = 2 * DOGFIGHT_HALF_WIDTH / DOGFIGHT_TILE,
    DOGFIGHT_EXTRA_TILES = 1 /* tiles beyond each side */
};

/* Users of shapes: 0 ground, 1 + slot a plane, DOGFIGHT_USER_SHOT + row a shot. */
enum { DOGFIGHT_USER_SHOT = 1000 };

enum { DOGFIGHT_HULL = 6 };
/* The outline of a plane, cm in its frame: nose along +x, canopy along +y. */
extern const int16_t fs__dogfight_hull[DOGFIGHT_HULL][2];
/* Height of the hill on a tile, m. */
int32_t fs__dogfight_hill_height(int32_t tile);

static inline fs_body2 fs__dogfight_plane_body(const struct dogfight_view *v, uint32_t slot)
{
    return (fs_body2){ { v->plane.body1[slot], v->plane.body_gen[slot] } };
}

/* +1: the canopy is on the left of the flight, as it is while flying to the right; -1: rolled. */
static inline int fs__dogfight_canopy_side(const struct dogfight_view *v, uint32_t slot)
{
    return v->plane.rolled[slot] ? -1 : 1;
}

void fs__dogfight_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__dogfight_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__dogfight_keys(const fs_keys *keys, void *input);

enum { DOGFIGHT_BOTS = 3 };
extern const fs_bot fs__dogfight_bots[DOGFIGHT_BOTS];

#endif
