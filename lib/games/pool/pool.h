/* pool.h: types, tables and functions shared by the files of the game of pool.
 *
 * Sixteen balls on a table of 2.54 m by 1.27 m, seen from above. One unit of the world is a decimetre, so that balls
 * have the size that the engine's tolerances are made for. The origin is in the middle, x along the table, y up. Balls
 * slide without friction against each other, so there is no side spin, and slow down steadily on the cloth.
 *
 * These tables are the whole state of a match. Body i is ball i, ball 0 is the cue ball; body 16 is the cushions, body
 * 17 the pockets. Source of the response: A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter 13.
 */
#ifndef FS_GAMES_POOL_H
#define FS_GAMES_POOL_H

#include <fixstep/kit/scene2.h>
#include <fixstep/kit/rules.h>

#define POOL_RULE_FIELDS(F, t)                                                        \
    F(t, WIDE, rolling_deceleration, "dm/s^2") /* deceleration of a rolling ball */   \
    F(t, UNIT, ball_restitution, "")           /* restitution of ball against ball */ \
    F(t, UNIT, cushion_restitution, "")        /* and against a cushion */            \
    F(t, VEL, max_stroke_speed, "dm/s")        /* of the strongest stroke */          \
    F(t, U32, clock_ticks, "ticks")            /* for a stroke; 0: no limit */        \
    F(t, U32, roll_ticks, "ticks")             /* then all balls are stopped */

/* One row: the present stroke. */
#define POOL_TABLE_FIELDS(F, t)                                               \
    F(t, U8, phase, "")     /* pool_phase */                                  \
    F(t, U8, turn_slot, "") /* slot that strikes */                           \
    F(t, U8, touched, "")   /* the cue ball touched another in this stroke */ \
    F(t, U8, scratched, "") /* and fell itself */                             \
    F(t, U8, sunk, "")      /* others that fell in this stroke */             \
    F(t, U8, power, "percent")                                                \
    F(t, U32, aim, "turn/2^32")                                               \
    F(t, U32, phase_ticks, "ticks") /* since the phase began */               \
    F(t, U32, racks, "")            /* finished ones */

/* One row a slot; all zero while nobody plays there. */
#define POOL_PLAYER_FIELDS(F, t)                  \
    F(t, U8, active, "")                          \
    F(t, I32, score, "") /* in this rack */       \
    F(t, U32, strokes, "")                        \
    F(t, U32, sunk, "") /* balls, in all racks */ \
    F(t, U32, fouls, "")                          \
    F(t, U32, wins, "") /* racks with the best score */

#define POOL_BALL_FIELDS(F, t)                       \
    F(t, U8, pocketed, "") /* it lies in a pocket */ \
    F(t, U8, sunk_by, "")  /* slot + 1 of the player who sank it, 0: none */

#define POOL_TABLES(T, P, g)         \
    T(g, rule, POOL_RULE_FIELDS)     \
    T(g, table, POOL_TABLE_FIELDS)   \
    T(g, player, POOL_PLAYER_FIELDS) \
    T(g, ball, POOL_BALL_FIELDS)     \
    FS_WORLD2_TABLES(T, P, g)

FS_SCHEMA(pool, POOL_TABLES)
FS_KIT_RULES(pool, POOL_RULE_FIELDS)

typedef enum pool_phase { POOL_AIM, POOL_ROLL, POOL_PHASES } pool_phase;

enum {
    POOL_MAX_PLAYERS = 8,
    POOL_BALLS = 16,
    POOL_CUSHIONS = 6,
    POOL_POCKETS = 6,
    POOL_BODIES = POOL_BALLS + 2,
    POOL_SHAPES = POOL_BALLS + POOL_CUSHIONS + POOL_POCKETS,
    POOL_BODY_CUSHIONS = POOL_BALLS,
    POOL_BODY_POCKETS = POOL_BALLS + 1,
    POOL_MAX_STEPS = 64 /* of the physics in a tick */
};

/* Lengths in millimetres. */
enum {
    POOL_HALF_WIDTH_MM = 1270,
    POOL_HALF_HEIGHT_MM = 635,
    POOL_RADIUS_TENTHS_MM = 286, /* of a ball, tenths of a millimetre: 57.2 mm across */
    POOL_HEAD_SPOT_MM = -635,
    POOL_FOOT_SPOT_MM = 635 /* spots of the cue ball and of the rack, on the long axis */
};
#define POOL_MM_POS(mm) ((fs_pos)(mm)*FS_POS_ONE / 100)
#define POOL_MM_REL(mm) ((fs_rel)((int64_t)(mm)*FS_REL_ONE / 100))
#define POOL_RADIUS ((fs_rel)((int64_t)POOL_RADIUS_TENTHS_MM * FS_REL_ONE / 1000))

/* Centre of a pocket, and the distance from it at which the centre of a ball falls. */
fs_pos2 fs__pool_pocket_pos(uint32_t pocket);
fs_rel fs__pool_pocket_mouth(uint32_t pocket);
/* The four corners of a cushion, in the frame of the table. */
void fs__pool_cushion_corners(uint32_t cushion, fs_rel2 corners[4]);

/* --- the table (scene.c) ------------------------------------------------------------------- */

fs_world2_limits fs__pool_limits(void);
/* Builds the world: materials, balls, cushions, pockets. */
fs_result fs__pool_build(const struct pool_rules *rules, struct fs_world2 *w, uint32_t hz);
/* Puts all balls up again: the cue ball at the head, the others in a triangle in random order. */
void fs__pool_rack(struct pool_view *v, struct fs_world2 *w);
/* Puts the cue ball on its spot, or at the nearest free position to the left or right of it. */
void fs__pool_respot_cue_ball(struct pool_view *v, struct fs_world2 *w);
/* Takes a ball off the table. */
void fs__pool_sink_ball(struct pool_view *v, struct fs_world2 *w, uint32_t ball);
/* Rolls all balls for a tick, in as many steps as their speed needs. Pockets those that fall and records it in the
 * table's row. Returns whether any ball still moves. */
bool fs__pool_roll_balls(struct pool_view *v, const struct pool_rules *rules, struct fs_world2 *w);

/* --- aiming (aim.c) --------------------------------------------------------------------------- */

/* The first ball that a ball meets when it rolls from a position along a direction. */
struct pool_aim_hit {
    uint32_t ball;   /* POOL_BALLS: none */
    fs_rel distance; /* travelled by its centre, dm */
};
/* `without`: a ball that is not there (the one that rolls); `reach`: how far to look. */
struct pool_aim_hit fs__pool_cast_ball(const struct pool_view *v, const struct fs_world2 *w, fs_pos2 from,
                                       fs_unit2 along, uint32_t without, fs_rel reach);
fs_unit2 fs__pool_direction(uint32_t turn);
/* How far the aim turns in a tick, and by how much the power changes in a second. */
uint32_t fs__pool_turn_step(uint32_t hz, bool fine);
enum { POOL_POWER_RATE = 50 };

void fs__pool_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__pool_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__pool_keys(const fs_keys *keys, void *input);

enum { POOL_BOTS = 3 };
extern const fs_bot fs__pool_bots[POOL_BOTS];

#endif
