/* airhockey.h: types, tables and functions shared by the files of the game of air hockey.
 *
 * Two teams, left (even slots, x < 0) and right (odd slots, x > 0), drive mallets in their own halves and knock pucks
 * into the other team's goal. The middle of the rink is the origin, x to the right, y up, metres.
 *
 * These tables are the whole state of a match. Pucks and mallets are discs of the 2D world: body i is puck i, then
 * come the mallets by slot, and the last body is the rink. A mallet that nobody drives and a puck that waits to be
 * served are disabled bodies.
 */
#ifndef FS_GAMES_AIRHOCKEY_H
#define FS_GAMES_AIRHOCKEY_H

#include <fixstep/kit/scene2.h>
#include <fixstep/kit/rules.h>

/* One row, written at the start from the configuration, constant from then on. */
#define AIRHOCKEY_RULE_FIELDS(F, t)                                          \
    F(t, POS, half_width, "m")                                               \
    F(t, POS, half_height, "m")                                              \
    F(t, POS, half_goal, "m")      /* 0: walls without goals */              \
    F(t, VEL, puck_speed, "m/s")   /* nothing makes a puck faster */         \
    F(t, VEL, mallet_speed, "m/s") /* without dash */                        \
    F(t, WIDE, friction, "m/s^2")  /* deceleration of a sliding puck */      \
    F(t, UNIT, restitution, "")    /* of walls and discs */                  \
    F(t, U32, goal_limit, "")      /* goals that win a round, 0: no limit */ \
    F(t, U32, serve_ticks, "ticks")                                          \
    F(t, U32, hold_ticks, "ticks") /* a puck may stay so long in one half */

/* Row 0 is the left team, row 1 the right one. */
#define AIRHOCKEY_TEAM_FIELDS(F, t)          \
    F(t, U32, goals, "") /* in this round */ \
    F(t, U32, wins, "")  /* rounds won */

/* One row a slot; all zero while nobody plays there. */
#define AIRHOCKEY_MALLET_FIELDS(F, t)                           \
    F(t, U8, active, "")                                        \
    F(t, U16, dash_ticks, "ticks")    /* left of a dash */      \
    F(t, U16, dash_cooldown, "ticks") /* until the next dash */ \
    F(t, U32, goals, "")              /* scored by this player */

#define AIRHOCKEY_PUCK_FIELDS(F, t)                                           \
    F(t, U16, serve_wait, "ticks") /* until it is served; 0: in play */       \
    F(t, I8, serve_side, "")       /* side it will be served to, 0: either */ \
    F(t, I8, side, "")             /* half it is in: -1, 0 or 1 */            \
    F(t, U16, half_ticks, "ticks") /* since it came into that half */         \
    F(t, U8, last_touch, "")       /* slot + 1 of the last mallet, 0: none */

#define AIRHOCKEY_TABLES(T, P, g)         \
    T(g, rule, AIRHOCKEY_RULE_FIELDS)     \
    T(g, team, AIRHOCKEY_TEAM_FIELDS)     \
    T(g, mallet, AIRHOCKEY_MALLET_FIELDS) \
    T(g, puck, AIRHOCKEY_PUCK_FIELDS)     \
    FS_WORLD2_TABLES(T, P, g)

FS_SCHEMA(airhockey, AIRHOCKEY_TABLES)
FS_KIT_RULES(airhockey, AIRHOCKEY_RULE_FIELDS)

/* A length of whole centimetres, in both formats exactly the same number. */
#define AIRHOCKEY_CM_REL(cm) ((fs_rel)((int64_t)(cm)*FS_REL_ONE / 100))
#define AIRHOCKEY_CM_POS(cm) ((fs_pos)AIRHOCKEY_CM_REL(cm) * (FS_POS_ONE / FS_REL_ONE))

enum {
    AIRHOCKEY_MALLET_RADIUS_CM = 7, /* radius */
    AIRHOCKEY_PUCK_RADIUS_CM = 5,   /* radius */
    AIRHOCKEY_MALLET_MASS = 8,      /* in pucks */
    AIRHOCKEY_MAX_PLAYERS = 16,
    AIRHOCKEY_MAX_PUCKS = 8,
    AIRHOCKEY_MAX_PUCK_SPEED_DM_S = 120, /* highest speed limits, dm/s */
    AIRHOCKEY_MAX_MALLET_SPEED_DM_S = 60,
    AIRHOCKEY_DASH_NUM = 3, /* a dash is 3/2 as fast */
    AIRHOCKEY_DASH_DEN = 2
};

/* Depth to which a disc may be pressed into a wall before it is moved back: 1 mm. */
#define AIRHOCKEY_TOLERANCE (AIRHOCKEY_CM_POS(1) / 10)

/* --- teams --------------------------------------------------------------------- */

static inline unsigned fs__airhockey_team(uint32_t slot)
{
    return slot & 1u;
}
/* -1 for the left team, 1 for the right one: the sign of x in its half. */
static inline int fs__airhockey_team_side(unsigned team)
{
    return team == 0 ? -1 : 1;
}

/* --- the rink (scene.c) ------------------------------------------------ */

/* Rows of body2. Those of the pucks are the same as in the puck's table. */
static inline uint32_t fs__airhockey_mallet_body(const struct airhockey_view *v, uint32_t slot)
{
    return *v->puck.rows + slot;
}
static inline uint32_t fs__airhockey_disc_count(const struct airhockey_view *v)
{
    return *v->puck.rows + *v->mallet.rows;
}

/* The fastest that a mallet may move. */
fs_vel fs__airhockey_dash_speed(const struct airhockey_rules *rules);

fs_world2_limits fs__airhockey_limits(const struct airhockey_rules *rules, uint32_t pucks, uint32_t players);
/* Builds the world: materials, pucks, mallets, the rink. All discs are disabled. */
fs_result fs__airhockey_build(const struct airhockey_rules *rules, struct fs_world2 *w, uint32_t hz, uint32_t pucks,
                              uint32_t players);
/* Moves a disc to a position with a velocity, enabled or disabled. */
void fs__airhockey_place_disc(struct fs_world2 *w, uint32_t body, bool on, fs_pos2 at, fs_vel2 vel);
/* Whether a disc is inside the bounds of the rink, within the tolerance. */
bool fs__airhockey_disc_on_rink(const struct airhockey_view *v, const struct airhockey_rules *rules,
                                const struct fs_world2 *w, uint32_t body);
/* Advances one of the `steps` parts of a tick: moves all discs, records which mallet touched each puck last, and keeps
 * discs on the rink. */
void fs__airhockey_step_discs(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w);

/* --- input ---------------------------------------------------------------------- */

/* Four bytes: x and y of the wanted direction (-127..127), buttons, zero. */
enum { AIRHOCKEY_INPUT = 4, AIRHOCKEY_FIRE = 1, AIRHOCKEY_AXIS_MAX = 127 };

void fs__airhockey_sanitise(void *input);

/* --- view and bots ---------------------------------------------------------------- */

void fs__airhockey_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__airhockey_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__airhockey_keys(const fs_keys *keys, void *input);

enum { AIRHOCKEY_BOTS = 3 };
extern const fs_bot fs__airhockey_bots[AIRHOCKEY_BOTS];

#endif
