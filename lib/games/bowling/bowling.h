/* bowling.h: types, tables and functions shared by the files of the game of ten-pin bowling.
 *
 * One lane of the usual size: 18.29 m from the foul line to the head pin, 1.05 m wide, gutters on both sides and a pit
 * behind the pins. The middle of the foul line is the origin, x to the right, y up, the pins toward -z; metres.
 *
 * These tables are the whole state of a match. Body 0 is all that does not move, body 1 the ball, bodies 2 to 11 the pins
 * from the head pin back, left to right. A ball or pin that is not on the lane is a disabled body. Source of the idea: I.
 * Millington, "Game Physics Engine Development", project 17.2: the score comes from the orientations of the pins.
 */
#ifndef FS_GAMES_BOWLING_H
#define FS_GAMES_BOWLING_H

#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define BOWLING_RULE_FIELDS(F, t)                                                      \
    F(t, VEL, max_speed, "m/s")     /* of the fastest throw */                         \
    F(t, UNIT, upright, "")         /* a pin with a lower y of its axis has fallen */  \
    F(t, U32, frames, "")           /* of a game, 1..10 */                             \
    F(t, U32, clock_ticks, "ticks") /* to aim; then the ball is thrown; 0: no limit */ \
    F(t, U16, oiled_material, "")   /* of the ball on the first part of the lane */    \
    F(t, U16, dry_material, "")     /* and on the rest */

/* One row: the present throw. */
#define BOWLING_LANE_FIELDS(F, t)                                             \
    F(t, U8, phase, "")             /* bowling_phase */                       \
    F(t, U8, turn_slot, "")         /* slot that throws */                    \
    F(t, U8, standing, "")          /* pins before this throw */              \
    F(t, U8, felled, "")            /* pins that the last throw has felled */ \
    F(t, U32, phase_ticks, "ticks") /* since the phase began */               \
    F(t, U32, games, "")            /* finished ones */

/* One row a slot; all zero while nobody plays there. */
#define BOWLING_PLAYER_FIELDS(F, t)                                   \
    F(t, U8, active, "")                                              \
    F(t, U8, speed, "percent")  /* of the throw */                    \
    F(t, I8, hook, "percent")   /* spin of the throw, to the right */ \
    F(t, POS, x, "m")           /* where the ball is put down */      \
    F(t, I32, aim, "turn/2^32") /* to the left */                     \
    F(t, U32, strikes, "")      /* in all games */                    \
    F(t, U32, spares, "")                                             \
    F(t, U32, wins, "") /* games with the best score */

/* BOWLING_ROLLS rows of each slot: pins that a throw felled + 1, in order; 0: not thrown yet. */
#define BOWLING_ROLL_FIELDS(F, t) F(t, U8, pins, "")

#define BOWLING_TABLES(T, P, g)         \
    T(g, rule, BOWLING_RULE_FIELDS)     \
    T(g, lane, BOWLING_LANE_FIELDS)     \
    T(g, player, BOWLING_PLAYER_FIELDS) \
    T(g, roll, BOWLING_ROLL_FIELDS)     \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(bowling, BOWLING_TABLES)
FS_KIT_RULES(bowling, BOWLING_RULE_FIELDS)

typedef enum bowling_phase { BOWLING_AIM, BOWLING_ROLL, BOWLING_SHOW, BOWLING_PHASES } bowling_phase;

enum {
    BOWLING_MAX_PLAYERS = 8,
    BOWLING_PINS = 10,
    BOWLING_MAX_FRAMES = 10,
    BOWLING_ROLLS = 2 * BOWLING_MAX_FRAMES + 1,
    BOWLING_BODY_LANE = 0,
    BOWLING_BODY_BALL = 1,
    BOWLING_BODY_PIN = 2,
    BOWLING_BODIES = BOWLING_BODY_PIN + BOWLING_PINS,
    BOWLING_PIN_SHAPES = 4,
    BOWLING_LANE_SHAPES = 16,
    BOWLING_SHAPES = BOWLING_LANE_SHAPES + 1 + BOWLING_PINS * BOWLING_PIN_SHAPES,
    BOWLING_MATERIALS = 6,
    BOWLING_CHOICES = 2 /* of an input: hook to the left, to the right */
};

/* Lengths in millimetres. */
enum {
    BOWLING_BALL_RADIUS_MM = 108,
    BOWLING_HALF_LANE_MM = 525,
    BOWLING_GUTTER_MM = 235, /* its width */
    BOWLING_GUTTER_DEPTH_MM = 90,
    BOWLING_HEAD_PIN_MM = 18290, /* from the foul line */
    BOWLING_ROW_MM = 264,        /* between two rows of pins */
    BOWLING_SPACING_MM = 305,    /* between the pins of a row */
    BOWLING_DECK_END_MM = 19450, /* end of the lane */
    BOWLING_PIT_END_MM = 20900,
    BOWLING_PIT_DEPTH_MM = 600,
    BOWLING_APPROACH_MM = 4500, /* before the foul line */
    BOWLING_OIL_END_MM = 12000, /* of the oiled part */
    BOWLING_REACH_MM = 400,     /* the ball is put down so far from the middle at most */
    BOWLING_PIN_HEIGHT_MM = 381
};
#define BOWLING_MM_POS(mm) ((fs_pos)(mm)*FS_POS_ONE / 1000)
#define BOWLING_MM_REL(mm) ((fs_rel)((int64_t)(mm)*FS_REL_ONE / 1000))
/* An aim is at most 4 degrees from straight ahead. */
#define BOWLING_MAX_AIM ((int32_t)FS_TURN_DEG(4))

/* --- the card (score.c) ----------------------------------------------------------------------- */

/* What the throws of one player come to. */
struct bowling_card {
    uint32_t frame;                         /* that the next throw belongs to; `frames` of the game when it is over */
    uint32_t throws;                        /* in that frame so far */
    uint32_t standing;                      /* pins that the next throw meets: 10 when they are set anew */
    uint32_t count;                         /* throws in all */
    bool bonus;                             /* the last frame has three throws */
    uint32_t complete;                      /* frames whose score is known */
    uint32_t total;                         /* of these frames */
    uint32_t score[BOWLING_MAX_FRAMES];     /* of all frames up to this one */
    uint32_t first[BOWLING_MAX_FRAMES + 1]; /* number of the first throw of a frame */
};
/* Reads `pins` (BOWLING_ROLLS of the table roll) for a game of `frames`. False when no game could have gone so; the card is
 * then that of the throws before the wrong one. */
bool fs__bowling_read_card(const uint8_t *pins, uint32_t frames, struct bowling_card *card);

/* --- the lane (scene.c) ------------------------------------------------------------------------- */

fs_world3_limits fs__bowling_limits(void);
/* Builds the world: lane, ball (disabled), ten pins on their spots. `ball_hg`: mass of the ball, 0.1 kg; `oil`: friction
 * on the oiled part, thousandths; `bumpers`: rails over the gutters. Fills the materials of *rules. */
fs_result fs__bowling_build(struct fs_world3 *w, const fs_config *config, uint32_t ball_hg, uint32_t oil, bool bumpers,
                            struct bowling_rules *rules);
/* Where a pin stands at first. */
fs_pos3 fs__bowling_spot(uint32_t pin);
/* Puts all pins on their spots. */
void fs__bowling_set_pins(struct fs_world3 *w);
/* Takes pins that have fallen off the lane; those that stand are put upright where they are. */
void fs__bowling_sweep(struct fs_world3 *w, const struct bowling_rules *rules);
/* Takes the ball off the lane. */
void fs__bowling_remove_ball(struct fs_world3 *w);
/* Throws the ball: from x (m) along an aim, spin in percent. */
void fs__bowling_throw(struct fs_world3 *w, const struct bowling_rules *rules, fs_pos x, int32_t aim, uint32_t speed,
                       int32_t hook);
/* After a step: oil under the ball, and the ball that has fallen into the pit. */
void fs__bowling_update_ball(struct fs_world3 *w, const struct bowling_rules *rules);
/* Whether the pin stands on the lane. */
bool fs__bowling_pin_stands(const struct fs_world3 *w, const struct bowling_rules *rules, uint32_t pin);
uint32_t fs__bowling_count_pins(const struct fs_world3 *w, const struct bowling_rules *rules);
/* Whether the ball is gone or nearly at rest, and no pin on the lane or in a gutter moves. */
bool fs__bowling_is_settled(const struct fs_world3 *w);

void fs__bowling_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__bowling_keys(const fs_keys *keys, void *input);
void fs__bowling_standings(const fs_state *state, const fs_config *config, fs_standings *standings);

enum { BOWLING_BOTS = 3 };
extern const fs_bot fs__bowling_bots[BOWLING_BOTS];

/* The rows of the table roll that belong to a slot. */
static inline uint8_t *fs__bowling_rolls(const struct bowling_view *v, uint32_t slot)
{
    return v->roll.pins + (size_t)slot * BOWLING_ROLLS;
}

#endif
