/* sandbox.h: types, tables and functions shared by the files of the sandbox.
 *
 * A stage of 40 m by 22.5 m (800 x 450 pixels of the source, 20 to a metre) on which players make bodies, select them
 * and change their properties. The origin is in the middle, x to the right, y up.
 *
 * These tables are the whole state of a match. What a player has selected is in the state too, because commands act on
 * it. Source: M. Tanaya, H. Chen, J. Pavleas, K. Sung, "Building a 2D Game Physics Engine", the projects of chapters
 * 1-5.
 */
#ifndef FS_GAMES_SANDBOX_H
#define FS_GAMES_SANDBOX_H

#include <fixstep/kit/scene2.h>
#include <fixstep/kit/rules.h>

#define SANDBOX_RULE_FIELDS(F, t)                                                       \
    F(t, U32, scene, "")        /* sandbox_scene */                                     \
    F(t, U32, start_bodies, "") /* rectangles, and circles, that a scene begins with */ \
    F(t, U32, max_bodies, "")   /* bodies that players and the scene make */            \
    F(t, WIDE, gravity, "m/s^2")

/* One row: the switches of the whole stage. */
#define SANDBOX_STAGE_FIELDS(F, t)                                 \
    F(t, U8, movement, "")                                         \
    F(t, U8, correction, "")                                       \
    F(t, U32, bodies, "")  /* present bodies, without the walls */ \
    F(t, U32, removed, "") /* that fell away */

/* One row a slot; all zero while nobody plays there. */
#define SANDBOX_PLAYER_FIELDS(F, t)                               \
    F(t, U8, active, "")                                          \
    F(t, U8, held, "") /* keys, see kit/scene2.h */               \
    F(t, U8, muted, "")                                           \
    F(t, U32, body, "") /* selected: row + 1 of body2; 0: none */ \
    F(t, U32, generation, "")                                     \
    F(t, U32, made, "") /* bodies by this player */

/* Row i describes body i; kind 0 where there is none. Its material is row i + 1. */
#define SANDBOX_THING_FIELDS(F, t)                     \
    F(t, U8, kind, "")    /* sandbox_kind */           \
    F(t, U8, maker, "")   /* slot + 1; 0: the scene */ \
    F(t, U16, mass, "kg") /* 0: it does not move */    \
    F(t, U16, friction, "percent")                     \
    F(t, U16, restitution, "percent")

#define SANDBOX_TABLES(T, P, g)         \
    T(g, rule, SANDBOX_RULE_FIELDS)     \
    T(g, stage, SANDBOX_STAGE_FIELDS)   \
    T(g, player, SANDBOX_PLAYER_FIELDS) \
    T(g, thing, SANDBOX_THING_FIELDS)   \
    FS_WORLD2_TABLES(T, P, g)

FS_SCHEMA(sandbox, SANDBOX_TABLES)
FS_KIT_RULES(sandbox, SANDBOX_RULE_FIELDS)

typedef enum sandbox_scene { SANDBOX_WALLS, SANDBOX_PLATFORM, SANDBOX_COOL, SANDBOX_SCENES } sandbox_scene;

typedef enum sandbox_kind {
    SANDBOX_NOTHING,
    SANDBOX_WALL,
    SANDBOX_RECTANGLE,
    SANDBOX_CIRCLE,
    SANDBOX_POLYGON,
    SANDBOX_CAPSULE,
    SANDBOX_KINDS
} sandbox_kind;

enum {
    SANDBOX_MAX_PLAYERS = 8,
    SANDBOX_WALL_BODIES = 6,       /* at most */
    SANDBOX_MAX_MASS = 1000,       /* kg */
    SANDBOX_MAX_FRICTION = 200,    /* percent */
    SANDBOX_REMOVE_DISTANCE = 100, /* m: bodies farther from the middle on an axis are removed */
    SANDBOX_PIXELS = 20,           /* of the source, to a metre */
    SANDBOX_DRAG = 0x80,           /* of byte 1 of an input: see drag.c */
    SANDBOX_DRAGGING = 0x80        /* of a player's `held`: the last input was a drag */
};

/* Options by their index in the configuration. */
enum {
    SANDBOX_OPT_BODIES,
    SANDBOX_OPT_GRAVITY,
    SANDBOX_OPT_SCENE,
    SANDBOX_OPT_START,
    SANDBOX_OPT_SHOW, /* bits: 1 bounding boxes, 2 contacts */
    SANDBOX_OPT_DRAG,
    SANDBOX_OPTIONS
};

/* Commands, in the order of the letters that give them. */
#define SANDBOX_LETTERS "fgtypwasdqeijklouzxcvbn,mhr0123456789"
typedef enum sandbox_command {
    SANDBOX_NONE,
    SANDBOX_MAKE_RECTANGLE,
    SANDBOX_MAKE_CIRCLE,
    SANDBOX_MAKE_POLYGON,
    SANDBOX_MAKE_CAPSULE,
    SANDBOX_REMOVE,
    SANDBOX_UP,
    SANDBOX_LEFT,
    SANDBOX_DOWN,
    SANDBOX_RIGHT, /* w a s d: half a metre */
    SANDBOX_TURN_LEFT,
    SANDBOX_TURN_RIGHT, /* q e: 0.1 rad */
    SANDBOX_SPEED_UP,
    SANDBOX_SPEED_LEFT,
    SANDBOX_SPEED_DOWN,
    SANDBOX_SPEED_RIGHT, /* i j k l: 1 m/s */
    SANDBOX_ANGULAR_VELOCITY_RIGHT,
    SANDBOX_ANGULAR_VELOCITY_LEFT, /* o u: 0.1 rad/s */
    SANDBOX_MASS_DOWN,
    SANDBOX_MASS_UP,
    SANDBOX_FRICTION_DOWN,
    SANDBOX_FRICTION_UP,
    SANDBOX_RESTITUTION_DOWN,
    SANDBOX_RESTITUTION_UP,
    SANDBOX_MOVEMENT,
    SANDBOX_CORRECTION,
    SANDBOX_EXCITE,
    SANDBOX_RESET,
    SANDBOX_DIGIT, /* and nine more */
    SANDBOX_COMMANDS = SANDBOX_DIGIT + 10
} sandbox_command;

/* The body that a player has selected, as a row; false when there is none (any more). */
bool fs__sandbox_selected_row(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, uint32_t *row);
/* Whether a row of body2 holds something that can be selected: not a wall. */
bool fs__sandbox_selectable(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t row);

/* --- dragging (drag.c) ----------------------------------------------------------------------- */

/* Whether an input is a drag and no keys. */
static inline bool fs__sandbox_is_drag(const uint8_t *input)
{
    return (input[1] & SANDBOX_DRAG) != 0;
}
/* Makes an input of the pointer's place in metres; beyond the stage its border counts. */
void fs__sandbox_drag_encode(fs_draw_point at, uint8_t input[2]);
/* The body nearest to the pointer of a drag and within half a metre; false when there is none that can be selected. */
bool fs__sandbox_find_at(const struct sandbox_view *v, const struct fs_world2 *w, const uint8_t *input, uint32_t *row);
/* Pulls a body to the pointer of a drag during the next step. */
void fs__sandbox_drag_body(const struct sandbox_view *v, struct fs_world2 *w, uint32_t row, const uint8_t *input);

/* --- bodies (scene.c) --------------------------------------------------------------------- */

/* Capacities of the physics of a match. */
fs_world2_limits fs__sandbox_limits(uint32_t maximum);
/* Draws a body of a kind with random sides, mass, friction and restitution, as the source's projects do, and makes it
 * at a place. False, and nothing made, when the stage is full. Draws the same number of times in either case. */
bool fs__sandbox_spawn(struct sandbox_view *v, struct fs_world2 *w, sandbox_kind kind, fs_pos2 at, uint32_t slot1);
/* A place somewhere in the upper half of the stage. */
fs_pos2 fs__sandbox_random_pos(struct sandbox_view *v);
/* Removes all bodies and builds the scene anew. E_CAPACITY when the tables are too small for it. */
fs_result fs__sandbox_build(struct sandbox_view *v, struct fs_world2 *w);
void fs__sandbox_remove(struct sandbox_view *v, struct fs_world2 *w, uint32_t row);
/* Applies mass, friction and restitution of a thing's row to its body. */
void fs__sandbox_apply_mass(struct sandbox_view *v, struct fs_world2 *w, uint32_t row);
void fs__sandbox_apply_surface(struct sandbox_view *v, struct fs_world2 *w, uint32_t row);

void fs__sandbox_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__sandbox_keys(const fs_keys *keys, void *input);
void fs__sandbox_sanitise(void *input);

enum { SANDBOX_BOTS = 3 };
extern const fs_bot fs__sandbox_bots[SANDBOX_BOTS];

#endif
