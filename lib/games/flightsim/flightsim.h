/* flightsim.h: the state of the air race, and what its files share.
 *
 * An aircraft is a body without shapes that generators of force carry (force3.h): two wings with ailerons, a tail with an
 * elevator, a fin with a rudder, an engine. In its frame x is ahead, y up, z to the right. The hoops stand around the
 * origin; the ground is the plane y = 0.
 */
#ifndef FS_GAMES_FLIGHTSIM_H
#define FS_GAMES_FLIGHTSIM_H

#include <fixstep/debug3.h>
#include <fixstep/force3.h>
#include <fixstep/sim.h>

enum {
    FLIGHTSIM_MAX_PLAYERS = 8,
    FLIGHTSIM_MAX_HOOPS = 12,
    FLIGHTSIM_GENERATORS = 5, /* of an aircraft */
    FLIGHTSIM_TENSORS = 3,
    FLIGHTSIM_AIR = 1,          /* number of the fluid */
    FLIGHTSIM_HOOP_RADIUS = 12, /* m */
    FLIGHTSIM_SPEED = 20,       /* m/s: of level flight */
    FLIGHTSIM_BOTS = 3
};

/* plane.state */
enum { FLIGHTSIM_ABSENT, FLIGHTSIM_FLYING, FLIGHTSIM_WAITING, FLIGHTSIM_STATES };

#define FLIGHTSIM_HOOP_FIELDS(F, t) \
    F(t, POS3, at, "m")             \
    F(t, UNIT3, axis, "") /* the way through, level */

#define FLIGHTSIM_PLANE_FIELDS(F, t)                                   \
    F(t, U8, state, "")                                                \
    F(t, HANDLE, body, "")                                             \
    F(t, HANDLE, left_wing, "") /* of force3, as the next four */      \
    F(t, HANDLE, right_wing, "")                                       \
    F(t, HANDLE, tail, "")                                             \
    F(t, HANDLE, fin, "")                                              \
    F(t, HANDLE, engine, "")                                           \
    F(t, I8, pitch, "")     /* stick and pedals, -127..127: nose up */ \
    F(t, I8, roll, "")      /* to the right */                         \
    F(t, I8, yaw, "")       /* to the right */                         \
    F(t, POS3, before, "m") /* where it was in the last tick */        \
    F(t, U8, next, "")      /* hoop to pass */                         \
    F(t, U16, passed, "")   /* hoops in all */                         \
    F(t, U16, laps, "")                                                \
    F(t, U32, lap_ticks, "ticks")  /* of this lap */                   \
    F(t, U32, best_ticks, "ticks") /* of the fastest lap; 0: none */   \
    F(t, U16, crashes, "")                                             \
    F(t, U16, wait, "ticks")

#define FLIGHTSIM_TABLES(T, P, g)     \
    FS_WORLD3_TABLES(T, P, g)         \
    FS_FORCE3_TABLES(T, P, g)         \
    T(g, hoop, FLIGHTSIM_HOOP_FIELDS) \
    T(g, plane, FLIGHTSIM_PLANE_FIELDS)
FS_SCHEMA(flightsim, FLIGHTSIM_TABLES)

/* aircraft.c: the tensors of all aircraft, in the order in which their generators name them. */
fs_result fs__flightsim_add_tensors(fs_world3 *w);
/* Puts the aircraft of a slot into the air before its next hoop; false when the tables have no room. */
bool fs__flightsim_launch(struct flightsim_view *v, fs_world3 *w, uint32_t slot);
/* Takes it away; its generators end with it. */
void fs__flightsim_remove_body(struct flightsim_view *v, fs_world3 *w, uint32_t slot);
/* Moves stick, pedals and throttle towards the keys and passes them to the generators. */
void fs__flightsim_steer(struct flightsim_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input);

static inline fs_body3 fs__flightsim_body(const struct flightsim_view *v, uint32_t slot)
{
    return (fs_body3){ v->plane.body[slot] };
}

/* course.c: hoop `index` of `count`; height in m, radius of the course in m. */
void fs__flightsim_place_hoop(struct flightsim_view *v, uint32_t index, uint32_t count, int64_t radius, uint32_t seed);
/* Whether the way from `before` to `now` goes through the hoop, in its direction. */
bool fs__flightsim_passes(const struct flightsim_view *v, uint32_t hoop, fs_pos3 before, fs_pos3 now);

/* view.c, bots.c */
void fs__flightsim_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__flightsim_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__flightsim_bots[FLIGHTSIM_BOTS];

#endif
