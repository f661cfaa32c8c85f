/* fracture.h: the state of the game of stone blocks that break, and what its files share.
 *
 * Players around a stage shoot heavy balls at blocks. A hit above the breaking strain splits a block where it was hit into
 * up to eight pieces, and pieces into smaller ones (<fixstep/fracture3.h>). The middle of the stage is the origin, y up,
 * metres.
 *
 * Bodies: 0 is the stage, then come FRACTURE_BALLS balls of each slot; all further rows are parts: whole blocks and pieces.
 * Row i of `part` belongs to row i of body3. Source of the idea: I. Millington, "Game Physics Engine Development", chapter
 * 17.
 */
#ifndef FS_GAMES_FRACTURE_H
#define FS_GAMES_FRACTURE_H

#include <fixstep/fracture3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define FRACTURE_RULE_FIELDS(F, t)                                             \
    F(t, WIDE, strain, "N s") /* a hit of more breaks a part */                \
    F(t, VEL, ball_speed, "m/s")                                               \
    F(t, VEL, burst_speed, "m/s") /* at which pieces fly apart */              \
    F(t, U8, angled, "")          /* 1: planes of any direction */             \
    F(t, U8, depth, "")           /* how often a block and its pieces break */ \
    F(t, U32, blocks, "")                                                      \
    F(t, U32, wait_ticks, "ticks") /* from the end of a round to the next */

/* One row. */
#define FRACTURE_STAGE_FIELDS(F, t)                                            \
    F(t, U16, wait, "ticks") /* until the blocks stand again; 0: they stand */ \
    F(t, U32, rounds, "")

/* One row a slot; all zero while nobody plays there. */
#define FRACTURE_PLAYER_FIELDS(F, t)                       \
    F(t, U8, active, "")                                   \
    F(t, POS3, at, "m") /* crosshair */                    \
    F(t, U16, reload, "ticks")                             \
    F(t, U32, shots, "")                                   \
    F(t, U32, score, "") /* parts broken, in this round */ \
    F(t, U32, wins, "")

/* One row for each row of body3; all zero for bodies that are no parts. */
#define FRACTURE_PART_FIELDS(F, t)                                   \
    F(t, U8, age, "") /* 1: a whole block, 2: a piece of one, ... */ \
    F(t, U8, by, "")  /* slot + 1 of the player who broke it off, 0: none */

#define FRACTURE_TABLES(T, P, g)         \
    T(g, rule, FRACTURE_RULE_FIELDS)     \
    T(g, stage, FRACTURE_STAGE_FIELDS)   \
    T(g, player, FRACTURE_PLAYER_FIELDS) \
    T(g, part, FRACTURE_PART_FIELDS)     \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(fracture, FRACTURE_TABLES)
FS_KIT_RULES(fracture, FRACTURE_RULE_FIELDS)

enum {
    FRACTURE_MAX_PLAYERS = 8,
    FRACTURE_MAX_BLOCKS = 8,
    FRACTURE_MAX_DEPTH = 3,
    FRACTURE_BALLS = 2,        /* of a player */
    FRACTURE_PIECES = 8,       /* of a part, at most */
    FRACTURE_SPARE = 40,       /* parts beyond those of blocks that broke once */
    FRACTURE_WHOLE = 1,        /* part.age of a block */
    FRACTURE_HALF_STAGE = 8,   /* m */
    FRACTURE_EDGE = 7,         /* m: a crosshair stays within */
    FRACTURE_FALLEN = 3,       /* m below the stage */
    FRACTURE_STAND = 13,       /* m: the guns stand so far from the middle */
    FRACTURE_GUN_HEIGHT = 3,   /* m */
    FRACTURE_BALL_RADIUS = 25, /* cm; a ball weighs 30 kg */
    FRACTURE_BOTS = 3
};

static inline uint32_t fs__fracture_ball_row(uint32_t slot, uint32_t number)
{
    return 1 + slot * FRACTURE_BALLS + number % FRACTURE_BALLS;
}
static inline uint32_t fs__fracture_first_part(uint32_t players)
{
    return fs__fracture_ball_row(players, 0);
}
static inline uint32_t fs__fracture_max_parts(uint32_t blocks)
{
    return blocks * FRACTURE_PIECES + FRACTURE_SPARE;
}

/* ---- scene.c -------------------------------------------------------------------------------------------------------- */

fs_world3_limits fs__fracture_limits(uint32_t players, uint32_t blocks, bool angled);
/* The world with the stage, the balls and the blocks. */
fs_result fs__fracture_build(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules,
                             uint32_t hz);
/* Clears the stage of parts and builds all blocks anew. */
fs_result fs__fracture_stack(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules);
/* Where the balls of a slot start. */
fs_pos3 fs__fracture_muzzle(uint32_t slot);

/* ---- parts.c -------------------------------------------------------------------------------------------------------- */

/* Breaks every part that had a hit above the strain in the last step, and credits players. */
void fs__fracture_break_parts(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules);
/* Destroys parts that fell off the stage, and puts balls that did aside. */
void fs__fracture_take_falls(struct fracture_view *v, struct fs_world3 *w);
uint32_t fs__fracture_count_whole(const struct fracture_view *v);
/* Shoots the next ball of a player at the crosshair. */
void fs__fracture_shoot(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules,
                        uint32_t slot);

/* view.c, bots.c */
void fs__fracture_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__fracture_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__fracture_bots[FRACTURE_BOTS];

#endif
