/* trebuchet.h: the state of the game of stone throwers, and what its files share.
 *
 * Every player has a trebuchet: an arm on a hinge, a counterweight that hangs on its short end, and a stone in a sling on its
 * long end. The player turns it, lets the arm go, and opens the sling. Stones that land near the target give points. The
 * machines stand side by side on the line z = 0 and throw towards -z, y up, metres.
 *
 * Bodies: 0 is the ground; a slot owns TREBUCHET_BODIES rows from fs__trebuchet_row(). Those that move are disabled while the
 * machine is cocked, and its joints live from the moment the arm is let go until the machine is cocked again. Source of the idea: I.
 * Millington, "Game Physics Engine Development", chapter 8, project 2.
 */
#ifndef FS_GAMES_TREBUCHET_H
#define FS_GAMES_TREBUCHET_H

#include <fixstep/joint3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define TREBUCHET_RULE_FIELDS(F, t)                                                \
    F(t, U32, counterweight, "kg")                                                 \
    F(t, U32, stone, "kg")                                                         \
    F(t, POS, hang, "m")  /* of the counterweight below the arm; 0: fixed to it */ \
    F(t, POS, sling, "m") /* length for who joins; 0: the stone is on the arm */   \
    F(t, U32, near, "m")  /* least and greatest distance of a target */            \
    F(t, U32, far, "m")                                                            \
    F(t, U32, goal, "points")                                                      \
    F(t, U32, wait_ticks, "ticks") /* from the landing to the next throw */

/* One row. */
#define TREBUCHET_STAGE_FIELDS(F, t) \
    F(t, POS3, target, "m")          \
    F(t, U32, rounds, "")

/* One row a slot; all zero while nobody plays there. */
#define TREBUCHET_PLAYER_FIELDS(F, t)                               \
    F(t, U8, active, "")                                            \
    F(t, U8, held, "")              /* keys of the last tick */     \
    F(t, U8, phase, "")             /* trebuchet_phase */           \
    F(t, U16, age, "ticks")         /* of the phase */              \
    F(t, I32, heading, "turn/2^32") /* to the left */               \
    F(t, POS, sling, "m")                                           \
    F(t, HANDLE, pivot, "") /* joints: arm, counterweight, sling */ \
    F(t, HANDLE, hanger, "")                                        \
    F(t, HANDLE, cord, "")                                          \
    F(t, POS3, landed, "m") /* of the last stone */                 \
    F(t, POS, range, "m")   /* of the last throw, from the pivot */ \
    F(t, U32, throws, "")                                           \
    F(t, U32, score, "") /* in this round */                        \
    F(t, U32, wins, "")

#define TREBUCHET_TABLES(T, P, g)         \
    T(g, rule, TREBUCHET_RULE_FIELDS)     \
    T(g, stage, TREBUCHET_STAGE_FIELDS)   \
    T(g, player, TREBUCHET_PLAYER_FIELDS) \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(trebuchet, TREBUCHET_TABLES)
FS_KIT_RULES(trebuchet, TREBUCHET_RULE_FIELDS)

typedef enum trebuchet_phase {
    TREBUCHET_COCKED,
    TREBUCHET_SWINGING, /* the arm is free, the stone in the sling */
    TREBUCHET_FLYING,   /* the sling is open */
    TREBUCHET_LANDED,
    TREBUCHET_PHASES
} trebuchet_phase;

/* The bodies of a machine. */
typedef enum trebuchet_body {
    TREBUCHET_FRAME, /* static, without a shape, at the pivot */
    TREBUCHET_ARM,   /* its origin is the pivot, the long end along +z of its frame */
    TREBUCHET_WEIGHT,
    TREBUCHET_STONE,
    TREBUCHET_BODIES
} trebuchet_body;

enum {
    TREBUCHET_MAX_PLAYERS = 8,
    TREBUCHET_APART = 8, /* m between machines */
    TREBUCHET_PIVOT = 6, /* m above the ground */
    TREBUCHET_LONG = 8,  /* m from the pivot to the end with the sling */
    TREBUCHET_SHORT = 2, /* m from the pivot to the end with the counterweight */
    TREBUCHET_TIP = 1,   /* m above the ground: the long end of a cocked arm */
    TREBUCHET_ARM_KG = 60,
    TREBUCHET_STONE_CM = 20,              /* radius */
    TREBUCHET_MAX_SLING = 6,              /* m */
    TREBUCHET_TURN_PER_SECOND = 72000000, /* turn/2^32: 6 degrees */
    TREBUCHET_MAX_RANGE = 4000,           /* m: stones and targets lie within */
    TREBUCHET_BOTS = 3
};
#define TREBUCHET_MAX_HEADING ((int32_t)(FS_TURN_QUARTER / 3))

static inline uint32_t fs__trebuchet_row(uint32_t slot, trebuchet_body body)
{
    return 1 + slot * TREBUCHET_BODIES + (uint32_t)body;
}
/* How far from the target a stone gives 3, 2 and 1 points: 2, 5 and 10 m. */
uint32_t fs__trebuchet_points(fs_pos distance);

/* ---- scene.c -------------------------------------------------------------------------------------------------------- */

fs_world3_limits fs__trebuchet_limits(uint32_t players);
/* The world with the ground and the bodies of all machines. */
fs_result fs__trebuchet_build(struct fs_world3 *w, const struct trebuchet_rules *rules, uint32_t players, uint32_t hz);
/* The point between the pivots of slot 0 and of the last slot is the origin of x. */
fs_pos3 fs__trebuchet_pivot(uint32_t slot, uint32_t players);

/* ---- machine.c ------------------------------------------------------------------------------------------------------ */

/* Ends the joints and puts the bodies where they are before a throw. */
void fs__trebuchet_cock(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                        uint32_t slot);
/* Lets the arm of a cocked machine go. */
void fs__trebuchet_let_go(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                          uint32_t slot);
/* Opens the sling. */
void fs__trebuchet_open_sling(struct trebuchet_view *v, struct fs_world3 *w, uint32_t slot);
/* Where the long end of the arm is, world. */
fs_pos3 fs__trebuchet_tip(const struct fs_world3 *w, uint32_t slot);
/* The horizontal distance that a stone at `at` flies without air until it lands: v (u + sqrt(u^2 + 2 g h)) / g with its
 * horizontal and vertical speed v and u and the height h above its place on the ground; 0 below it. */
fs_pos fs__trebuchet_flight(const struct fs_world3 *w, fs_pos3 at, fs_vel3 vel);

/* view.c, bots.c */
void fs__trebuchet_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__trebuchet_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__trebuchet_bots[TREBUCHET_BOTS];

#endif
