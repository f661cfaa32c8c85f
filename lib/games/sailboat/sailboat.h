/* sailboat.h: the state of the race of catamarans, and what its files share.
 *
 * A boat is a body of two hulls that generators of force carry and drive (force3.h): four floats, two boards, a rudder, a sail
 * and four foils. In its frame x is ahead, y up, z to starboard. The sea is the plane y = 0; buoys stand around the origin.
 *
 * Bodies: first the buoys, then the boats by slot. A boat is disabled while nobody sails it. The generators of a slot are
 * the rows from slot * SAILBOAT_GENERATORS on, in the order of sailboat_generator.
 */
#ifndef FS_GAMES_SAILBOAT_H
#define FS_GAMES_SAILBOAT_H

#include <fixstep/force3.h>
#include <fixstep/kit/scene3.h>

enum {
    SAILBOAT_MAX_PLAYERS = 8,
    SAILBOAT_MAX_MARKS = 8,
    SAILBOAT_SMOOTH = 1, /* the material of hulls and buoys */
    SAILBOAT_MATERIALS = 2,
    SAILBOAT_SHAPES = 3,       /* of a boat: two hulls and the deck between them */
    SAILBOAT_MARGIN = 150,     /* m outside of the course at which a boat is towed back */
    SAILBOAT_FULL_SHEET = 127, /* the boom may swing out by 90 degrees */
    SAILBOAT_BOTS = 3
};

/* Numbers of the fluids. */
enum { SAILBOAT_WATER = 1, SAILBOAT_AIR, SAILBOAT_FLUIDS = 2 };

typedef enum sailboat_generator {
    SAILBOAT_FLOAT,     /* four */
    SAILBOAT_BOARD = 4, /* two */
    SAILBOAT_RUDDER = 6,
    SAILBOAT_SAIL,
    SAILBOAT_FOIL, /* four */
    SAILBOAT_GENERATORS = 12
} sailboat_generator;

/* boat.state */
enum { SAILBOAT_ABSENT, SAILBOAT_SAILING, SAILBOAT_WAITING, SAILBOAT_STATES };

#define SAILBOAT_MARK_FIELDS(F, t) \
    F(t, POS3, at, "m")            \
    F(t, UNIT3, out, "") /* level, away from the middle: the line that boats cross begins at the buoy */

#define SAILBOAT_BOAT_FIELDS(F, t)                                                  \
    F(t, U8, state, "")                                                             \
    F(t, U8, sheet, "")          /* 0..127: the boom swings out by 0..90 degrees */ \
    F(t, I32, boom, "turn/2^32") /* of the sail about the mast, to starboard */     \
    F(t, POS3, before, "m")      /* where it was in the last tick */                \
    F(t, U8, next, "")           /* buoy to round */                                \
    F(t, U16, passed, "")        /* buoys in all */                                 \
    F(t, U16, laps, "")                                                             \
    F(t, U32, lap_ticks, "ticks")  /* of this lap */                                \
    F(t, U32, best_ticks, "ticks") /* of the fastest lap; 0: none */                \
    F(t, U16, losses, "")          /* capsized or off the course */                 \
    F(t, U16, wait, "ticks")

#define SAILBOAT_TABLES(T, P, g)     \
    FS_WORLD3_TABLES(T, P, g)        \
    FS_FORCE3_TABLES(T, P, g)        \
    T(g, mark, SAILBOAT_MARK_FIELDS) \
    T(g, boat, SAILBOAT_BOAT_FIELDS)
FS_SCHEMA(sailboat, SAILBOAT_TABLES)

static inline uint32_t fs__sailboat_row(const struct sailboat_view *v, uint32_t slot)
{
    return *v->mark.rows + slot;
}
static inline uint32_t fs__sailboat_force_row(uint32_t slot, sailboat_generator generator)
{
    return slot * SAILBOAT_GENERATORS + (uint32_t)generator;
}

/* ---- boat.c --------------------------------------------------------------------------------------------------------- */

/* The tensors of all boats, in the order in which their generators name them. */
fs_result fs__sailboat_add_tensors(fs_world3 *w);
/* A boat, disabled, and its generators. */
fs_result fs__sailboat_build_boat(fs_world3 *w, bool foils);
/* Puts the boat of a slot on the water before its next buoy. */
void fs__sailboat_launch(struct sailboat_view *v, fs_world3 *w, uint32_t slot);
void fs__sailboat_remove(const struct sailboat_view *v, fs_world3 *w, uint32_t slot);
/* Rudder and sheet follow the keys; the wind swings the boom as far as the sheet allows. */
void fs__sailboat_steer(struct sailboat_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input);
/* The heading of the boat, and where the mean wind comes from: turns / 2^32, 0 along +x, a quarter along +z. */
uint32_t fs__sailboat_heading(const fs_world3 *w, uint32_t row);
uint32_t fs__sailboat_upwind(const fs_world3 *w);
/* The boom's angle at which the sail lies in the wind and pulls nothing: half of it drives best. `apparent`: velocity of
 * the air in the frame of the boat, m/s. */
int32_t fs__sailboat_luff(fs_vel3 apparent);

/* ---- course.c ------------------------------------------------------------------------------------------------------- */

/* Buoy `index` of `count`, radius of the course in m. */
void fs__sailboat_place_mark(struct sailboat_view *v, uint32_t index, uint32_t count, int64_t radius);
/* The direction in which boats cross the line of a buoy: with the buoy to starboard. */
fs_unit3 fs__sailboat_course(const struct sailboat_view *v, uint32_t mark);
/* A point of the course: metres from a buoy along its line, and along the course. */
fs_pos3 fs__sailboat_point(const struct sailboat_view *v, uint32_t mark, int64_t out, int64_t along);
/* Whether the way from `before` to `now` crosses the line of a buoy. */
bool fs__sailboat_passes(const struct sailboat_view *v, uint32_t mark, fs_pos3 before, fs_pos3 now);

/* view.c, bots.c */
void fs__sailboat_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__sailboat_keys(const fs_keys *keys, void *input);
extern const fs_bot fs__sailboat_bots[SAILBOAT_BOTS];

#endif
