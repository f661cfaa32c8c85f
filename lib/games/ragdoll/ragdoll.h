/* ragdoll.h: types, tables and functions shared by the files of the game of ragdolls.
 *
 * Players stand around a stage on which ragdolls of 1.8 m stand about, and shoot, drag and blast them over its edge. The
 * middle of the stage is the origin, y up, metres; the eight places of the players are on a circle around it.
 *
 * These tables are the whole state of a match. Body 0 is the stage; then come RAGDOLL_BONES bodies of each ragdoll, in the order
 * of fs_bone3, a hand of each player (kinematic, without a shape; it holds what the player drags), and RAGDOLL_BALLS balls of
 * each player. Balls that are not in the air are disabled bodies. Source of the idea: I. Millington, "Game Physics Engine
 * Development", chapter 17.
 */
#ifndef FS_GAMES_RAGDOLL_H
#define FS_GAMES_RAGDOLL_H

#include <fixstep/assembly3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define RAGDOLL_RULE_FIELDS(F, t)                                           \
    F(t, VEL, ball_speed, "m/s")                                            \
    F(t, VEL, blast_speed, "m/s")  /* that a blast gives at its middle */   \
    F(t, U32, goal, "")            /* points that win a round; 0: no end */ \
    F(t, U32, wait_ticks, "ticks") /* from a fall to the next ragdoll */

/* One row. */
#define RAGDOLL_STAGE_FIELDS(F, t) F(t, U32, rounds, "") /* finished ones */

/* One row a slot; all zero while nobody plays there. */
#define RAGDOLL_PLAYER_FIELDS(F, t)                                           \
    F(t, U8, active, "")                                                      \
    F(t, U16, reload, "ticks")                                                \
    F(t, U16, blast_wait, "ticks")                                            \
    F(t, POS3, at, "m") /* crosshair on the stage */                          \
    F(t, U32, grip, "") /* row + 1 of the joint that holds a bone; 0: none */ \
    F(t, U32, shots, "")                                                      \
    F(t, U32, score, "") /* in this round */                                  \
    F(t, U32, wins, "")

/* One row a ragdoll. */
#define RAGDOLL_DOLL_FIELDS(F, t)                                               \
    F(t, U8, touched, "")    /* slot + 1 of the last player who did, 0: none */ \
    F(t, U16, wait, "ticks") /* until it stands again; 0: on the stage */       \
    F(t, U32, falls, "")

/* Where the bones of a standing ragdoll are, from its soles: one row a bone. */
#define RAGDOLL_BONE_FIELDS(F, t) F(t, REL3, place, "m")

#define RAGDOLL_TABLES(T, P, g)         \
    T(g, rule, RAGDOLL_RULE_FIELDS)     \
    T(g, stage, RAGDOLL_STAGE_FIELDS)   \
    T(g, player, RAGDOLL_PLAYER_FIELDS) \
    T(g, doll, RAGDOLL_DOLL_FIELDS)     \
    T(g, bone, RAGDOLL_BONE_FIELDS)     \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(ragdoll, RAGDOLL_TABLES)
FS_KIT_RULES(ragdoll, RAGDOLL_RULE_FIELDS)

enum {
    RAGDOLL_MAX_PLAYERS = 8,
    RAGDOLL_MAX_DOLLS = 12,
    RAGDOLL_BONES = FS_BONE3_COUNT,
    RAGDOLL_BALLS = 4,
    RAGDOLL_STAGE_SHAPES = 10,
    RAGDOLL_BODY_STAGE = 0,
    RAGDOLL_HALF_STAGE = 8, /* m */
    RAGDOLL_STAND = 13,     /* m from the middle to a player */
    RAGDOLL_EYE_HEIGHT = 3, /* m, of a gun */
    RAGDOLL_FALLEN = 4,     /* m below the stage */
    RAGDOLL_CHOICES = 1     /* of an input: blast */
};

static inline uint32_t fs__ragdoll_bone_row(uint32_t doll, uint32_t bone)
{
    return RAGDOLL_BODY_STAGE + 1 + doll * RAGDOLL_BONES + bone;
}
static inline uint32_t fs__ragdoll_hand_row(uint32_t dolls, uint32_t slot)
{
    return fs__ragdoll_bone_row(dolls, 0) + slot;
}
static inline uint32_t fs__ragdoll_ball_row(uint32_t dolls, uint32_t players, uint32_t slot, uint32_t ball)
{
    return fs__ragdoll_hand_row(dolls, players) + slot * RAGDOLL_BALLS + ball;
}
/* The ragdoll of a body; `dolls` when it is none. */
static inline uint32_t fs__ragdoll_of_row(uint32_t dolls, uint32_t row)
{
    return row > RAGDOLL_BODY_STAGE && row < fs__ragdoll_hand_row(dolls, 0)
               ? (row - fs__ragdoll_bone_row(0, 0)) / RAGDOLL_BONES
               : dolls;
}

/* --- the stage (scene.c) ------------------------------------------------------------------------ */

fs_world3_limits fs__ragdoll_limits(uint32_t dolls, uint32_t players);
/* What is built: options of the match. */
struct ragdoll_build {
    uint32_t dolls, players, ball_kg;
    fs_wide stiffness; /* N m */
    fs_wide gravity;   /* m/s^2 downward */
};
fs_result fs__ragdoll_build(struct ragdoll_view *v, struct fs_world3 *w, uint32_t hz,
                            const struct ragdoll_build *build);
/* Puts a ragdoll upright with its soles at `at`. */
void fs__ragdoll_stand(struct ragdoll_view *v, struct fs_world3 *w, uint32_t doll, fs_pos3 at);
/* A random place on the stage, 1 m above it. */
fs_pos3 fs__ragdoll_random_place(struct ragdoll_view *v);
/* The muzzle of the gun. */
fs_pos3 fs__ragdoll_muzzle(uint32_t slot);

/* --- players (hand.c) ----------------------------------------------------------------------------- */

/* Shoots a ball at the crosshair: the one that was shot first. */
void fs__ragdoll_shoot(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t slot);
/* Takes the bone nearest to the crosshair, within 1.5 m of its column; or lets go. */
void fs__ragdoll_grip(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot);
void fs__ragdoll_release(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot);
/* Keeps the player's hand above the crosshair, and awake what it holds. */
void fs__ragdoll_move_hand(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot);
/* Gives all bones near the crosshair a velocity away from it. */
void fs__ragdoll_blast(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t slot);

void fs__ragdoll_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__ragdoll_keys(const fs_keys *keys, void *input);
void fs__ragdoll_standings(const fs_state *state, const fs_config *config, fs_standings *standings);

enum { RAGDOLL_BOTS = 3 };
extern const fs_bot fs__ragdoll_bots[RAGDOLL_BOTS];

#endif
