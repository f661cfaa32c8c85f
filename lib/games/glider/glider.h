/* glider.h: the state of the race of gliders, and what its files share.
 *
 * A glider is a body without shapes that generators of force carry (force3.h): two wings with ailerons, a tail with an
 * elevator, a fin with a rudder, air brakes. It has no engine: height comes from thermals. In its frame x is ahead, y up, z
 * to the right. The gates stand around the origin; the ground is the plane y = 0. Every slot has a fluid
 * of its own, whose velocity is that of the air where its glider is.
 */
#ifndef FS_GAMES_GLIDER_H
#define FS_GAMES_GLIDER_H

#include <fixstep/debug3.h>
#include <fixstep/force3.h>
#include <fixstep/kit/rules.h>
#include <fixstep/sim.h>

#define GLIDER_RULE_FIELDS(F, t)                                    \
    F(t, POS, radius, "m")  /* of the course */                     \
    F(t, POS, launch, "m")  /* height of the start */               \
    F(t, WIDE, lift, "m/s") /* in the middle of the mean thermal */ \
    F(t, WIDE, wind, "m/s") /* along +x */                          \
    F(t, WIDE, gust, "m/s")                                         \
    F(t, U32, gates, "")                                            \
    F(t, U32, thermals, "")                                         \
    F(t, U32, goal, "")            /* gates that win a round */     \
    F(t, U32, wait_ticks, "ticks") /* from a landing to the next start */

/* One row. */
#define GLIDER_STAGE_FIELDS(F, t) F(t, U32, rounds, "")

#define GLIDER_GATE_FIELDS(F, t) \
    F(t, POS3, at, "m")          \
    F(t, UNIT3, axis, "") /* the way through, level */

#define GLIDER_THERMAL_FIELDS(F, t)    \
    F(t, POS3, at, "m")     /* foot */ \
    F(t, WIDE, lift, "m/s") /* upward velocity in its middle */

/* One row a slot; all zero while nobody plays there. */
#define GLIDER_GLIDER_FIELDS(F, t)                                     \
    F(t, U8, state, "")                                                \
    F(t, I8, pitch, "")     /* stick and pedals, -127..127: nose up */ \
    F(t, I8, roll, "")      /* to the right */                         \
    F(t, I8, yaw, "")       /* to the right */                         \
    F(t, POS3, before, "m") /* where it was in the last tick */        \
    F(t, U8, next, "")      /* gate to pass */                         \
    F(t, U32, score, "")    /* gates passed in this round */           \
    F(t, U32, wins, "")                                                \
    F(t, U16, landings, "")                                            \
    F(t, U16, wait, "ticks")

#define GLIDER_TABLES(T, P, g)           \
    T(g, rule, GLIDER_RULE_FIELDS)       \
    T(g, stage, GLIDER_STAGE_FIELDS)     \
    T(g, gate, GLIDER_GATE_FIELDS)       \
    T(g, thermal, GLIDER_THERMAL_FIELDS) \
    T(g, glider, GLIDER_GLIDER_FIELDS)   \
    FS_WORLD3_TABLES(T, P, g)            \
    FS_FORCE3_TABLES(T, P, g)
FS_SCHEMA(glider, GLIDER_TABLES)
FS_KIT_RULES(glider, GLIDER_RULE_FIELDS)

/* glider.state */
enum { GLIDER_ABSENT, GLIDER_FLYING, GLIDER_WAITING, GLIDER_STATES };

/* The generators of a glider. */
typedef enum glider_generator {
    GLIDER_LEFT_WING,
    GLIDER_RIGHT_WING,
    GLIDER_TAIL,
    GLIDER_FIN,
    GLIDER_BRAKE,
    GLIDER_GENERATORS
} glider_generator;

enum {
    GLIDER_MAX_PLAYERS = 8,
    GLIDER_MAX_GATES = 12,
    GLIDER_MAX_THERMALS = 8,
    GLIDER_TENSORS = 4,
    GLIDER_KG = 10,
    GLIDER_GRAVITY = 10,        /* m/s^2 */
    GLIDER_LIFT = 80,           /* N s/m / 10, of both wings: 12.5 m/s carry the glider */
    GLIDER_DRAG = 4,            /* N s/m / 10, of all surfaces: a glide ratio of 20 */
    GLIDER_BRAKE_DRAG = 16,     /* N s/m / 10, of the open brakes */
    GLIDER_GATE_RADIUS = 20,    /* m */
    GLIDER_THERMAL_RADIUS = 60, /* m */
    GLIDER_CLOUDS = 200,        /* m: above, thermals grow weaker, to nothing at 260 m */
    GLIDER_CLOUDS_END = 260,
    GLIDER_MARGIN = 400, /* m outside of the course at which a glider is lost */
    GLIDER_BOTS = 3
};

static inline uint32_t fs__glider_force_row(uint32_t slot, glider_generator generator)
{
    return slot * GLIDER_GENERATORS + (uint32_t)generator;
}

/* ---- aircraft.c: the glider of slot i is body i --------------------------------------------------------------------- */

/* The tensors of all gliders, in the order in which their generators name them. */
fs_result fs__glider_add_tensors(fs_world3 *w);
/* A glider of the slot, disabled, and its generators. */
fs_result fs__glider_build(fs_world3 *w, uint32_t slot);
/* Puts it into the air behind its next gate, in a steady glide towards it. */
void fs__glider_launch(struct glider_view *v, fs_world3 *w, uint32_t slot);
void fs__glider_remove(fs_world3 *w, uint32_t slot);
/* Moves stick, pedals and brakes towards the keys and passes them to the generators. */
void fs__glider_steer(struct glider_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input);

/* ---- course.c ------------------------------------------------------------------------------------------------------- */

void fs__glider_place(struct glider_view *v, const struct glider_rules *rules, uint32_t seed);
/* The upward velocity of the air (m/s): of a thermal lift (1 - (r/60 m)^2) at the distance r from its axis, 0 outside. */
fs_wide fs__glider_updraft(const struct glider_view *v, fs_pos3 at);
/* The definition of the fluid of a glider at `at`; slots are not shaken by the same gusts. */
fs_fluid3_def fs__glider_air(const struct glider_view *v, const struct glider_rules *rules, uint32_t slot,
                             uint32_t seed, fs_pos3 at);
/* Whether the way from `before` to `now` goes through the gate, in its direction. */
bool fs__glider_passes(const struct glider_view *v, uint32_t gate, fs_pos3 before, fs_pos3 now);

/* view.c, bots.c */
void fs__glider_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__glider_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__glider_bots[GLIDER_BOTS];

#endif
