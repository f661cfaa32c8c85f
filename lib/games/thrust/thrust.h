/* thrust.h: the state of the game of craft that fetch pods, and what its files share.
 *
 * A craft of 100 kg hovers under a weak gravity on one engine whose nozzle swivels. It tows pods on a cable from their pads
 * to the base in the middle. y is up, metres; the ground is the plane y = 0, and no craft turns: ahead is -z, right is +x.
 *
 * Bodies: 0 is the ground, 1 the base, then come the pads, the pods and the craft, all of them for the whole match; a pod or a
 * craft that waits is disabled. Craft of slot i have the generators of force from fs__thrust_force_row(). Source of the
 * idea: I. Millington, "Game Physics Engine Development", chapter 11, project 2.
 */
#ifndef FS_GAMES_THRUST_H
#define FS_GAMES_THRUST_H

#include <fixstep/force3.h>
#include <fixstep/joint3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/kit/scene3.h>

#define THRUST_RULE_FIELDS(F, t)                                                    \
    F(t, WIDE, gravity, "m/s^2")  /* downward */                                    \
    F(t, WIDE, power, "N")        /* of an engine */                                \
    F(t, VEL, crash_speed, "m/s") /* an impact of more destroys a craft */          \
    F(t, U32, tank, "ticks/127")  /* fuel: ticks times the control of the engine */ \
    F(t, U32, goal, "")           /* pods that win a round */                       \
    F(t, U32, pods, "")                                                             \
    F(t, U32, wait_ticks, "ticks") /* from a crash or a delivery to the next start */

/* One row. */
#define THRUST_STAGE_FIELDS(F, t) F(t, U32, rounds, "")

/* One row a slot; all zero while nobody plays there. */
#define THRUST_PLAYER_FIELDS(F, t)                                           \
    F(t, U8, state, "") /* THRUST_ABSENT ... */                              \
    F(t, I8, right, "") /* the nozzle, -127..127: 40 degrees */              \
    F(t, I8, ahead, "")                                                      \
    F(t, U8, burn, "")      /* control of the engine in this tick, 0..127 */ \
    F(t, U8, gripped, "")   /* the key was held in the last tick */          \
    F(t, U8, towed, "")     /* pod + 1; 0: none */                           \
    F(t, HANDLE, cable, "") /* joint to that pod */                          \
    F(t, U32, fuel, "ticks/127")                                             \
    F(t, U16, wait, "ticks")                                                 \
    F(t, U16, crashes, "")                                                   \
    F(t, U32, score, "") /* pods delivered in this round */                  \
    F(t, U32, wins, "")

#define THRUST_POD_FIELDS(F, t)                                                        \
    F(t, U8, by, "")         /* slot + 1 of the player who towed it last; 0: nobody */ \
    F(t, U16, wait, "ticks") /* until it is on its pad again; 0: it is somewhere */

#define THRUST_TABLES(T, P, g)         \
    T(g, rule, THRUST_RULE_FIELDS)     \
    T(g, stage, THRUST_STAGE_FIELDS)   \
    T(g, player, THRUST_PLAYER_FIELDS) \
    T(g, pod, THRUST_POD_FIELDS)       \
    FS_WORLD3_TABLES(T, P, g)          \
    FS_FORCE3_TABLES(T, P, g)

FS_SCHEMA(thrust, THRUST_TABLES)
FS_KIT_RULES(thrust, THRUST_RULE_FIELDS)

/* player.state */
enum { THRUST_ABSENT, THRUST_FLYING, THRUST_WAITING, THRUST_STATES };

/* The generators of a craft. */
typedef enum thrust_generator {
    THRUST_ENGINE,
    THRUST_UPRIGHT, /* orientation spring */
    THRUST_AIR,     /* linear drag */
    THRUST_GENERATORS
} thrust_generator;

enum {
    THRUST_MAX_PLAYERS = 8,
    THRUST_MAX_PODS = 8,
    THRUST_CRAFT_KG = 100,
    THRUST_POD_KG = 30,
    THRUST_DRAG = 10,         /* N s/m */
    THRUST_SWIVEL = 40,       /* degrees of the nozzle to each side */
    THRUST_CABLE = 4,         /* m */
    THRUST_CRAFT_DM = 9,      /* half of a side */
    THRUST_CRAFT_HIGH_DM = 6, /* half of its height */
    THRUST_POD_DM = 5,
    THRUST_BASE = 8,      /* m, half of a side */
    THRUST_BASE_HIGH = 1, /* m */
    THRUST_ZONE_HIGH = 3, /* m above the base: a pod below is delivered */
    THRUST_RING = 32,     /* m: pads stand on a circle */
    THRUST_PAD = 3,       /* m, half of a side */
    THRUST_EDGE = 150,    /* m: what leaves is lost */
    THRUST_CEILING = 150, /* m */
    THRUST_CHOICES = 1,   /* of an input: grip a pod, or let it go */
    THRUST_BOTS = 3
};

static inline uint32_t fs__thrust_pad_row(uint32_t pad)
{
    return 2 + pad;
}
static inline uint32_t fs__thrust_pod_row(uint32_t pods, uint32_t pod)
{
    return fs__thrust_pad_row(pods) + pod;
}
static inline uint32_t fs__thrust_craft_row(uint32_t pods, uint32_t slot)
{
    return fs__thrust_pod_row(pods, pods) + slot;
}
static inline uint32_t fs__thrust_force_row(uint32_t slot, thrust_generator generator)
{
    return slot * THRUST_GENERATORS + (uint32_t)generator;
}

/* ---- scene.c -------------------------------------------------------------------------------------------------------- */

fs_world3_limits fs__thrust_limits(uint32_t players, uint32_t pods);
/* The world with ground, base, pads, pods and craft. */
fs_result fs__thrust_build(struct fs_world3 *w, const struct thrust_rules *rules, uint32_t players, uint32_t hz);
/* The middle of the upper side of a pad, and where the craft of a slot starts. */
fs_pos3 fs__thrust_pad(uint32_t pad, uint32_t pods);
fs_pos3 fs__thrust_start(uint32_t slot);

/* ---- craft.c -------------------------------------------------------------------------------------------------------- */

/* The generators of a craft, in the order of thrust_generator. */
fs_result fs__thrust_add_generators(struct fs_world3 *w, fs_body3 craft, const struct thrust_rules *rules);
void fs__thrust_launch(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot);
/* Takes the craft away; lets go of its pod. */
void fs__thrust_remove(struct thrust_view *v, struct fs_world3 *w, uint32_t slot);
/* Nozzle and engine follow the keys while there is fuel. */
void fs__thrust_steer(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot,
                      const uint8_t *input);
/* The control at which the engine carries craft and pod with the nozzle downward, within half a step. */
int32_t fs__thrust_hover(const struct thrust_view *v, uint32_t slot);
/* The direction of the force of an engine. */
fs_unit3 fs__thrust_direction(int32_t right, int32_t ahead);
/* Whether the craft stands on the base, slowly. */
bool fs__thrust_landed(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot);

/* ---- pods.c --------------------------------------------------------------------------------------------------------- */

/* Takes the nearest pod within the length of the cable that nobody tows. */
void fs__thrust_grip(struct thrust_view *v, struct fs_world3 *w, uint32_t slot);
void fs__thrust_let_go(struct thrust_view *v, struct fs_world3 *w, uint32_t slot);
/* Delivers pods over the base, brings lost ones back, and puts those that have waited on their pads. */
void fs__thrust_update_pods(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules);
bool fs__thrust_in_zone(fs_pos3 at);

/* view.c, bots.c */
void fs__thrust_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__thrust_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__thrust_bots[THRUST_BOTS];

#endif
