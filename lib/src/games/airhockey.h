/* airhockey.h: what the files of the game of air hockey share.
 *
 * Two teams, left (even slots, x < 0) and right (odd slots, x > 0), drive mallets in
 * their own halves and knock pucks into the other team's goal. The middle of the
 * rink is the origin, x to the right, y up, metres.
 *
 * Everything that matters is in the state: these tables and nothing else.
 */
#ifndef FS_GAMES_AIRHOCKEY_H
#define FS_GAMES_AIRHOCKEY_H

#include <fixstep/sim.h>

/* One row, set at the start from the configuration, then constant. */
#define AIRHOCKEY_RINK_FIELDS(F, t)                                            \
    F(t, POS, half_width, "m")                                                 \
    F(t, POS, half_height, "m")                                                \
    F(t, POS, half_goal, "m")        /* 0: walls without goals */              \
    F(t, VEL, puck_speed, "m/s")     /* nothing makes a puck faster */         \
    F(t, VEL, mallet_speed, "m/s")   /* without dash */                        \
    F(t, WIDE, friction, "m/s^2")    /* deceleration of a sliding puck */      \
    F(t, UNIT, restitution, "")      /* of walls and discs */                  \
    F(t, U32, goal_limit, "")        /* goals that win a round, 0: no limit */ \
    F(t, U32, serve_ticks, "ticks")                                            \
    F(t, U32, hold_ticks, "ticks")   /* a puck may stay so long in one half */

/* Row 0 is the left team, row 1 the right one. */
#define AIRHOCKEY_TEAM_FIELDS(F, t)                                            \
    F(t, U32, goals, "")             /* in this round */                       \
    F(t, U32, wins, "")              /* rounds won */

/* One row a slot; all zero while nobody plays there. */
#define AIRHOCKEY_MALLET_FIELDS(F, t)                                          \
    F(t, POS2, pos, "m")                                                       \
    F(t, VEL2, vel, "m/s")                                                     \
    F(t, U8, active, "")                                                       \
    F(t, U16, dash, "ticks")         /* left of a dash */                      \
    F(t, U16, rest, "ticks")         /* until the next dash */                 \
    F(t, U32, goals, "")             /* scored by this player */

#define AIRHOCKEY_PUCK_FIELDS(F, t)                                            \
    F(t, POS2, pos, "m")                                                       \
    F(t, VEL2, vel, "m/s")                                                     \
    F(t, U16, serve, "ticks")        /* until it is served; 0: in play */      \
    F(t, I8, toward, "")             /* side it will be served to, 0: either */ \
    F(t, I8, side, "")               /* half it is in: -1, 0 or 1 */           \
    F(t, U16, held, "ticks")         /* since it came into that half */        \
    F(t, U8, touch, "")              /* slot + 1 of the last mallet, 0: none */

#define AIRHOCKEY_TABLES(T, P, g)                                              \
    T(g, rink, AIRHOCKEY_RINK_FIELDS)                                          \
    T(g, team, AIRHOCKEY_TEAM_FIELDS)                                          \
    T(g, mallet, AIRHOCKEY_MALLET_FIELDS)                                      \
    T(g, puck, AIRHOCKEY_PUCK_FIELDS)

FS_SCHEMA(airhockey, AIRHOCKEY_TABLES)

/* A length of whole centimetres, in both formats exactly the same number. */
#define AIRHOCKEY_CM_REL(cm) ((fs_rel)((int64_t)(cm) * FS_REL_ONE / 100))
#define AIRHOCKEY_CM_POS(cm) ((fs_pos)AIRHOCKEY_CM_REL(cm) * (FS_POS_ONE / FS_REL_ONE))

enum {
    AIRHOCKEY_MALLET_CM = 7,      /* radius */
    AIRHOCKEY_PUCK_CM = 5,        /* radius */
    AIRHOCKEY_MALLET_MASS = 8,    /* in pucks */
    AIRHOCKEY_MAX_PLAYERS = 16,
    AIRHOCKEY_MAX_PUCKS = 8,
    AIRHOCKEY_SUBSTEP_HZ = 240,   /* substeps per second, at least */
    AIRHOCKEY_MAX_PUCK_DM = 120,  /* highest speed limits, dm/s */
    AIRHOCKEY_MAX_MALLET_DM = 60,
    AIRHOCKEY_DASH_NUM = 3,       /* a dash is 3/2 as fast */
    AIRHOCKEY_DASH_DEN = 2
};

/* No tunnelling: in one substep two discs approach by at most the sum of their
 * radii, so they cannot pass through each other unseen. */
_Static_assert(2 * AIRHOCKEY_MAX_PUCK_DM * 10 <= 2 * AIRHOCKEY_PUCK_CM * AIRHOCKEY_SUBSTEP_HZ, "puck meets puck");
_Static_assert((AIRHOCKEY_MAX_PUCK_DM + AIRHOCKEY_MAX_MALLET_DM * AIRHOCKEY_DASH_NUM / AIRHOCKEY_DASH_DEN) * 10 <=
                   (AIRHOCKEY_MALLET_CM + AIRHOCKEY_PUCK_CM) * AIRHOCKEY_SUBSTEP_HZ,
               "mallet meets puck");

/* --- rules -------------------------------------------------------------------- */

/* The rink's row as a struct. */
struct airhockey_rules {
#define AIRHOCKEY_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    AIRHOCKEY_RINK_FIELDS(AIRHOCKEY_MEMBER, rink)
#undef AIRHOCKEY_MEMBER
};

static inline struct airhockey_rules fs__airhockey_rules(const struct airhockey_view *v)
{
    struct airhockey_rules rules;
#define AIRHOCKEY_LOAD(t, TYPE, field, unit) rules.field = v->rink.field[0];
    AIRHOCKEY_RINK_FIELDS(AIRHOCKEY_LOAD, rink)
#undef AIRHOCKEY_LOAD
    return rules;
}

static inline unsigned fs__airhockey_team(uint32_t slot) { return slot & 1u; }
/* -1 for the left team, 1 for the right one: the sign of x in its half. */
static inline int fs__airhockey_side(unsigned team) { return team == 0 ? -1 : 1; }

/* --- discs on the rink (airhockey_rink.c) ------------------------------------- */

/* A mallet or puck during a step; lives in scratch. */
struct airhockey_disc {
    fs_pos2 pos;
    fs_vel2 vel;
    fs_rel radius;
    fs_vel speed;      /* its limit */
    uint8_t is_puck;
    uint8_t out;       /* a puck that has passed the goal line */
    uint8_t touch;     /* of a puck: slot + 1 of the last mallet */
    uint8_t row;       /* in its table */
};

enum {
    AIRHOCKEY_MAX_DISCS = AIRHOCKEY_MAX_PLAYERS + AIRHOCKEY_MAX_PUCKS,
    AIRHOCKEY_MAX_PAIRS = AIRHOCKEY_MAX_DISCS * (AIRHOCKEY_MAX_DISCS - 1) / 2
};

/* Two discs near each other, first < second. */
struct airhockey_pair {
    uint8_t first, second;
};

/* The scratch of a step. Discs stand in the order mallets by slot, pucks by row: an
 * index is an id, and pairs are sorted by (first, second). */
struct airhockey_play {
    uint32_t disc_count, pair_count;
    struct airhockey_disc discs[AIRHOCKEY_MAX_DISCS];
    struct airhockey_pair pairs[AIRHOCKEY_MAX_PAIRS];
};

/* Puts a mallet or puck back on the rink where it is outside, and turns velocities
 * that lead outward. */
void fs__airhockey_confine(const struct airhockey_rules *rules, struct airhockey_disc *disc);
/* Moves all discs for one tick of 1/hz seconds in substeps, with all impacts. */
void fs__airhockey_play(const struct airhockey_rules *rules, uint32_t hz, struct airhockey_play *play);

/* --- input ---------------------------------------------------------------------- */

/* Four bytes: x and y of the wanted direction (-127..127), buttons, zero. */
enum { AIRHOCKEY_INPUT = 4, AIRHOCKEY_FIRE = 1, AIRHOCKEY_AXIS = 127 };

void fs__airhockey_sanitise(void *input);

/* --- view and bots ---------------------------------------------------------------- */

void fs__airhockey_draw(const fs_state *state, uint32_t slot, fs_draw *draw);
void fs__airhockey_keys(const fs_keys *keys, void *input);

enum { AIRHOCKEY_BOTS = 3 };
extern const fs_bot fs__airhockey_bots[AIRHOCKEY_BOTS];

#endif
