/* chain.h: types, tables and functions shared by the files of the game of chains.
 *
 * Arms of one to eight links stand in a row and reach for stars. A player turns the joints one by one (forward
 * kinematics), or moves a target and the joints follow (inverse kinematics: closed form for one and two links,
 * iteration for more). No tip ever goes below the floor. x is to the right, y up, metres; the floor is y = 0.
 *
 * These tables are the whole state of a match. Source: A. LaMothe, "Tricks of the Windows Game Programming Gurus",
 * chapter 13, and its exercise: keep the tip above the green line.
 */
#ifndef FS_GAMES_CHAIN_H
#define FS_GAMES_CHAIN_H

#include <fixstep/kinematic_chain.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define CHAIN_RULE_FIELDS(F, t)                                                          \
    F(t, U32, links, "")             /* of an arm at the start */                        \
    F(t, POS, reach, "m")            /* of a stretched arm, however many links it has */ \
    F(t, POS, catch_radius, "m")     /* a tip so near catches a star */                  \
    F(t, VEL, speed, "m/s")          /* of a target */                                   \
    F(t, U32, max_turn, "turn/2^32") /* of a joint in a tick, at most */                 \
    F(t, U32, star_ticks, "ticks")   /* a star that nobody catches shines so long */

/* One row a slot; all zero while nobody plays there. */
#define CHAIN_ARM_FIELDS(F, t)                                                        \
    F(t, U8, active, "")                                                              \
    F(t, U8, links, "")          /* 1..CHAIN_MAX_LINKS */                             \
    F(t, U8, follows_target, "") /* joints follow the target, else they are turned */ \
    F(t, U8, selected_joint, "") /* the joint that keys turn */                       \
    F(t, U8, elbow_right, "")    /* elbow of two links */                             \
    F(t, U8, held_keys, "")      /* keys in the last tick */                          \
    F(t, U8, ik_result, "")      /* fs_ik_status of the last tick */                  \
    F(t, U16, ik_iterations, "") /* of its iteration */                               \
    F(t, POS2, target, "m")                                                           \
    F(t, U32, score, "") /* stars caught */

/* CHAIN_MAX_LINKS rows a slot, against the link before. */
#define CHAIN_JOINT_FIELDS(F, t)  \
    F(t, U32, angle, "turn/2^32") \
    F(t, U32, target_angle, "turn/2^32") /* the goal of inverse kinematics */

#define CHAIN_STAR_FIELDS(F, t) \
    F(t, POS2, pos, "m")        \
    F(t, U16, ticks_left, "ticks")

#define CHAIN_TABLES(T, P, g)       \
    T(g, rule, CHAIN_RULE_FIELDS)   \
    T(g, arm, CHAIN_ARM_FIELDS)     \
    T(g, joint, CHAIN_JOINT_FIELDS) \
    T(g, star, CHAIN_STAR_FIELDS)

FS_SCHEMA(chain, CHAIN_TABLES)
FS_KIT_RULES(chain, CHAIN_RULE_FIELDS)

enum {
    CHAIN_MAX_PLAYERS = 8,
    CHAIN_MAX_LINKS = 8,
    CHAIN_MAX_STARS = 12,
    CHAIN_HALF_WIDTH = 20, /* m, of the field */
    CHAIN_HEIGHT = 14,     /* m */
    CHAIN_BASE_DM = 10     /* height of the first joint above the floor */
};

/* Choices of the input: 1..CHAIN_MAX_LINKS links. */
enum { CHAIN_CHOICES = CHAIN_MAX_LINKS };

/* The links of an arm, all of one length. */
struct chain_arm_links {
    fs_pos2 base;
    fs_pos length[CHAIN_MAX_LINKS];
    uint32_t count; /* 1..CHAIN_MAX_LINKS whatever the state says */
};
struct chain_arm_links fs__chain_arm_links(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot);
/* The joints of the arm, count + 1 of them: the first is its base, the last its tip. */
void fs__chain_joint_positions(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot,
                               fs_pos2 *joint);
fs_pos2 fs__chain_tip_pos(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot);

void fs__chain_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__chain_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__chain_keys(const fs_keys *keys, void *input);

enum { CHAIN_BOTS = 4 };
extern const fs_bot fs__chain_bots[CHAIN_BOTS];

#endif
