/* polygonball.h: balls in an irregular outline: types, tables and functions shared by the files of the game.
 *
 * Balls fly without friction inside a closed outline, which may be concave and which every player may change; one of
 * its edges shines, and the ball of a player that touches it first scores and makes another one shine. Source:
 * A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter 13 (the ball in an irregular polygon).
 */
#ifndef FS_GAMES_POLYGONBALL_H
#define FS_GAMES_POLYGONBALL_H

#include <fixstep/body2.h>
#include <fixstep/kit/rules.h>

#define POLYGONBALL_RULE_FIELDS(F, t)                            \
    F(t, U32, others, "")         /* balls that nobody steers */ \
    F(t, WIDE, push, "m/s^2")     /* acceleration by the keys */ \
    F(t, VEL, speed, "m/s")       /* at the start */             \
    F(t, FIX16, gravity, "m/s^2") /* when it is on; downwards */

#define POLYGONBALL_GAME_FIELDS(F, t)                                  \
    F(t, U8, outline, "")      /* which of the outlines */             \
    F(t, U8, gravity_on, "")   /* gravity is on */                     \
    F(t, U8, restitution, "%") /* of balls and edges */                \
    F(t, U16, target, "")      /* the edge that shines */              \
    F(t, U32, wall1, "")       /* handle of the body of the outline */ \
    F(t, U32, wall_gen, "")

/* One row a slot, then the balls that nobody steers; body1 0: no ball. */
#define POLYGONBALL_BALL_FIELDS(F, t)   \
    F(t, U32, body1, "")                \
    F(t, U32, body_gen, "")             \
    F(t, U32, hits, "")  /* of edges */ \
    F(t, U32, score, "") /* edges that shone */

#define POLYGONBALL_TABLES(T, P, g)     \
    FS_WORLD2_TABLES(T, P, g)           \
    T(g, rule, POLYGONBALL_RULE_FIELDS) \
    T(g, game, POLYGONBALL_GAME_FIELDS) \
    T(g, ball, POLYGONBALL_BALL_FIELDS)

FS_SCHEMA(polygonball, POLYGONBALL_TABLES)
FS_KIT_RULES(polygonball, POLYGONBALL_RULE_FIELDS)

enum {
    POLYGONBALL_MAX_PLAYERS = 8,
    POLYGONBALL_MAX_OTHERS = 56,
    POLYGONBALL_OUTLINES = 5,
    POLYGONBALL_MAX_EDGES = 20,
    POLYGONBALL_RADIUS_CM = 35
};

/* Users of shapes: edges count from 0, balls from here. */
enum { POLYGONBALL_USER_BALL = 1000 };

/* Choices of the input. */
enum {
    POLYGONBALL_NEXT_OUTLINE = 1,
    POLYGONBALL_GRAVITY,
    POLYGONBALL_RESET,
    POLYGONBALL_RESTITUTION_UP,
    POLYGONBALL_RESTITUTION_DOWN,
    POLYGONBALL_CHOICES = POLYGONBALL_RESTITUTION_DOWN
};

/* An outline: corners in dm, counter-clockwise; and a place inside it for ball i. */
struct polygonball_outline {
    const char *name;
    uint8_t count;
    int16_t corner[POLYGONBALL_MAX_EDGES][2];
};
extern const struct polygonball_outline fs__polygonball_outlines[POLYGONBALL_OUTLINES];
/* Whether a place is inside an outline and at least `margin` from its edges. */
bool fs__polygonball_inside(uint32_t outline, fs_pos2 at, fs_pos margin);

void fs__polygonball_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__polygonball_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__polygonball_keys(const fs_keys *keys, void *input);

enum { POLYGONBALL_BOTS = 3 };
extern const fs_bot fs__polygonball_bots[POLYGONBALL_BOTS];

#endif
