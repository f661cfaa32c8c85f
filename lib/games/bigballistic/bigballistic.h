/* bigballistic.h: the state of the game of shots at stacks of boxes, and what its files share.
 *
 * Gunners stand in a row on the line z = 0 and fire the four weapons of the book along -z, now as rigid bodies, at boxes that
 * stand in stacks on plinths. What a hit does follows from mass and speed: artillery scatters a stack of stones that a laser
 * does not move. x is across, y up, metres.
 *
 * Bodies: 0 is the ground; then come the plinths, BIGBALLISTIC_SHOTS shots of each slot (BIGBALLISTIC_ROUNDS of each weapon) and
 * BIGBALLISTIC_BOXES boxes of each stack. All live as long as the match; a shot that is not in flight is disabled. Source of the
 * idea: I. Millington, "Game Physics Engine Development", chapter 4.
 */
#ifndef FS_GAMES_BIGBALLISTIC_H
#define FS_GAMES_BIGBALLISTIC_H

#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define BIGBALLISTIC_RULE_FIELDS(F, t)                                         \
    F(t, U32, gravity, "percent") /* of the acceleration that each shot has */ \
    F(t, U32, mass, "percent")    /* of the boxes */                           \
    F(t, U32, stacks, "")                                                      \
    F(t, U32, life_ticks, "ticks") /* of a shot */                             \
    F(t, U32, wait_ticks, "ticks") /* from the end of a round to the next */

/* One row. */
#define BIGBALLISTIC_STAGE_FIELDS(F, t)                                            \
    F(t, U16, wait, "ticks") /* until the boxes stand again; 0: they may be hit */ \
    F(t, U32, rounds, "")

/* One row a slot; all zero while nobody plays there. */
#define BIGBALLISTIC_PLAYER_FIELDS(F, t)                    \
    F(t, U8, active, "")                                    \
    F(t, U8, weapon, "")          /* bigballistic_weapon */ \
    F(t, I32, yaw, "turn/2^32")   /* to the left of -z */   \
    F(t, I32, pitch, "turn/2^32") /* above the level */     \
    F(t, U16, reload, "ticks")    /* until the next shot */ \
    F(t, U32, shots, "")                                    \
    F(t, U32, score, "") /* in this round */                \
    F(t, U32, wins, "")

#define BIGBALLISTIC_SHOT_FIELDS(F, t) F(t, U16, left, "ticks") /* of its flight; 0: disabled */

#define BIGBALLISTIC_STACK_FIELDS(F, t) F(t, U8, by, "") /* slot + 1 of the player who hit it last; 0: nobody */

#define BIGBALLISTIC_BOX_FIELDS(F, t) F(t, U8, down, "") /* 1: it fell off its plinth in this round */

#define BIGBALLISTIC_TABLES(T, P, g)         \
    T(g, rule, BIGBALLISTIC_RULE_FIELDS)     \
    T(g, stage, BIGBALLISTIC_STAGE_FIELDS)   \
    T(g, player, BIGBALLISTIC_PLAYER_FIELDS) \
    T(g, shot, BIGBALLISTIC_SHOT_FIELDS)     \
    T(g, stack, BIGBALLISTIC_STACK_FIELDS)   \
    T(g, box, BIGBALLISTIC_BOX_FIELDS)       \
    FS_WORLD3_TABLES(T, P, g)

FS_SCHEMA(bigballistic, BIGBALLISTIC_TABLES)
FS_KIT_RULES(bigballistic, BIGBALLISTIC_RULE_FIELDS)

typedef enum bigballistic_weapon {
    BIGBALLISTIC_PISTOL,
    BIGBALLISTIC_ARTILLERY,
    BIGBALLISTIC_FIREBALL,
    BIGBALLISTIC_LASER,
    BIGBALLISTIC_WEAPONS
} bigballistic_weapon;

/* A weapon; masses, speeds, accelerations and damping are those of the demo of the book, reload times are this game's own. */
struct bigballistic_shot_kind {
    const char *name;
    int32_t mass_g, radius_cm, speed; /* g, cm, m/s */
    int32_t acc_cm;                   /* upward, cm/s^2 */
    int32_t kept, kept_turning;       /* percent of the velocity and angular velocity kept per second */
    uint32_t reload_ds;               /* 1/10 s */
    uint32_t colour;
};

/* A kind of stack; stack i is of kind i % BIGBALLISTIC_KINDS. */
struct bigballistic_stack_kind {
    const char *name;
    int32_t box_kg;
    uint32_t points; /* for a box */
    uint32_t colour;
};

enum {
    BIGBALLISTIC_MAX_PLAYERS = 8,
    BIGBALLISTIC_MAX_STACKS = 6,
    BIGBALLISTIC_ROUNDS = 4, /* shots of one weapon of a player in flight; the next takes the place of the oldest */
    BIGBALLISTIC_SHOTS = BIGBALLISTIC_WEAPONS * BIGBALLISTIC_ROUNDS,
    BIGBALLISTIC_KINDS = 3,
    BIGBALLISTIC_BOXES = 6,         /* of a stack */
    BIGBALLISTIC_PLINTH = 1,        /* m, height; a box whose middle is lower is down */
    BIGBALLISTIC_GRAVITY = 10,      /* m/s^2, of boxes */
    BIGBALLISTIC_APART = 3,         /* m between gunners */
    BIGBALLISTIC_MUZZLE_DM = 15,    /* height */
    BIGBALLISTIC_RANGE = 200,       /* m: a shot ends beyond */
    BIGBALLISTIC_TURN_DEGREES = 40, /* per second; a tenth of it with fine aim */
    BIGBALLISTIC_BOTS = 3
};

extern const struct bigballistic_shot_kind fs__bigballistic_shots[BIGBALLISTIC_WEAPONS];
extern const struct bigballistic_stack_kind fs__bigballistic_stacks[BIGBALLISTIC_KINDS];

/* Row in `shot` and row of the body, of round `number` of a weapon. */
static inline uint32_t fs__bigballistic_shot(uint32_t slot, uint32_t weapon, uint32_t number)
{
    return slot * BIGBALLISTIC_SHOTS + weapon * BIGBALLISTIC_ROUNDS + number % BIGBALLISTIC_ROUNDS;
}
static inline uint32_t fs__bigballistic_shot_row(uint32_t stacks, uint32_t shot)
{
    return 1 + stacks + shot;
}
static inline uint32_t fs__bigballistic_box_row(uint32_t stacks, uint32_t players, uint32_t box)
{
    return fs__bigballistic_shot_row(stacks, players * BIGBALLISTIC_SHOTS) + box;
}

/* ---- scene.c -------------------------------------------------------------------------------------------------------- */

fs_world3_limits fs__bigballistic_limits(uint32_t players, uint32_t stacks);
/* The world with ground, plinths, shots and boxes. */
fs_result fs__bigballistic_build(struct fs_world3 *w, const struct bigballistic_rules *rules, uint32_t players,
                                 uint32_t hz);
/* Puts all boxes where they stand at the start of a round. */
void fs__bigballistic_stack(struct bigballistic_view *v, struct fs_world3 *w);
/* The middle of the upper side of a plinth, and where the shots of a slot start. */
fs_pos3 fs__bigballistic_plinth(uint32_t stack, uint32_t stacks);
fs_pos3 fs__bigballistic_muzzle(uint32_t slot, uint32_t players);

/* ---- shots.c -------------------------------------------------------------------------------------------------------- */

/* The upward acceleration of a weapon's shots, m/s^2. */
fs_wide fs__bigballistic_acceleration(uint32_t weapon, const struct bigballistic_rules *rules);
/* Fires the chosen weapon of a player. */
void fs__bigballistic_fire(struct bigballistic_view *v, struct fs_world3 *w, const struct bigballistic_rules *rules,
                           uint32_t slot);
/* Takes the shots of a player away. */
void fs__bigballistic_clear_shots(struct bigballistic_view *v, struct fs_world3 *w, uint32_t slot);
/* Ends shots that are too old or left the range. */
void fs__bigballistic_expire_shots(struct bigballistic_view *v, struct fs_world3 *w);
/* Notes from the contacts of the step who hit which stack, gives points for boxes that fell; returns how many stand. */
uint32_t fs__bigballistic_judge_boxes(struct bigballistic_view *v, const struct fs_world3 *w);

/* view.c, bots.c */
void fs__bigballistic_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__bigballistic_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__bigballistic_bots[BIGBALLISTIC_BOTS];

#endif
