/* fireworks2d.h: fireworks in two dimensions: types, tables and functions shared by the files of the game.
 *
 * Mortars on both sides of a little town launch shells and stars that are rigid bodies: they bounce from roofs, knock
 * over towers of wood, and set each other off when they meet hard. Types with ranges of age and velocity and payloads
 * as in I. Millington, "Game Physics Engine Development", chapter 4, in two dimensions (project of 18.1).
 */
#ifndef FS_GAMES_FIREWORKS2D_H
#define FS_GAMES_FIREWORKS2D_H

#include <fixstep/body2.h>
#include <fixstep/kit/rules.h>

#define FIREWORKS2D_RULE_FIELDS(F, t)                                             \
    F(t, U8, replace_oldest, "")       /* 1: at capacity the oldest is removed */ \
    F(t, U32, reload, "ticks")         /* between two launches of a player */     \
    F(t, VEL, detonation_speed, "m/s") /* fireworks that meet so fast go off */

/* One row a slot; all zero while nobody plays there. */
#define FIREWORKS2D_PLAYER_FIELDS(F, t)                                             \
    F(t, U8, active, "")                                                            \
    F(t, U8, shell, "")        /* type that it launches */                          \
    F(t, U16, reload, "ticks") /* until the next launch */                          \
    F(t, U32, aim, "turn")                                                          \
    F(t, VEL, power, "m/s")                                                         \
    F(t, U32, launched, "")                                                         \
    F(t, U32, detonated, "") /* fireworks that its own ones set off by an impact */ \
    F(t, U32, score, "")     /* crates knocked off */

/* One row a firework that can be in the air; type 0: free. */
#define FIREWORKS2D_FIREWORK_FIELDS(F, t)                      \
    F(t, U8, type, "")                                         \
    F(t, U8, owner, "") /* slot + 1; 0: its player has left */ \
    F(t, U16, fuse, "ticks")                                   \
    F(t, U64, serial, "") /* the lower, the older */           \
    F(t, U32, body1, "")                                       \
    F(t, U32, body_gen, "")

#define FIREWORKS2D_CRATE_FIELDS(F, t)              \
    F(t, U8, fallen, "") /* has been knocked off */ \
    F(t, U32, body1, "")                            \
    F(t, U32, body_gen, "")

#define FIREWORKS2D_PLATFORM_FIELDS(F, t) \
    F(t, U8, last, "") /* slot + 1 of the player whose firework last touched a crate of it */

#define FIREWORKS2D_TOWN_FIELDS(F, t)                                     \
    F(t, U64, serial, "") /* fireworks made */                            \
    F(t, U32, lost, "")   /* dropped for lack of a row, or to free one */ \
    F(t, U32, resets, "")

#define FIREWORKS2D_TABLES(T, P, g)             \
    FS_WORLD2_TABLES(T, P, g)                   \
    T(g, rule, FIREWORKS2D_RULE_FIELDS)         \
    T(g, player, FIREWORKS2D_PLAYER_FIELDS)     \
    T(g, firework, FIREWORKS2D_FIREWORK_FIELDS) \
    T(g, crate, FIREWORKS2D_CRATE_FIELDS)       \
    T(g, platform, FIREWORKS2D_PLATFORM_FIELDS) \
    T(g, town, FIREWORKS2D_TOWN_FIELDS)

FS_SCHEMA(fireworks2d, FIREWORKS2D_TABLES)
FS_KIT_RULES(fireworks2d, FIREWORKS2D_RULE_FIELDS)

enum {
    FIREWORKS2D_MAX_PLAYERS = 8,
    FIREWORKS2D_MAX_SLOTS = 512,
    FIREWORKS2D_TYPES = 9,
    FIREWORKS2D_SHELLS = 5,       /* types 1..5 can be launched */
    FIREWORKS2D_CHOICE_RESET = 6, /* the choice; 1..5 take a shell */
    FIREWORKS2D_CHOICES = 6,
    FIREWORKS2D_CRATES = 21,
    FIREWORKS2D_PLATFORMS = 3,
    FIREWORKS2D_HOUSES = 6, /* boxes that stand */
    FIREWORKS2D_GABLES = 2,
    FIREWORKS2D_GROUND_POINTS = 19, /* points */
    FIREWORKS2D_POND_CM = 160,      /* half width */
    FIREWORKS2D_WATER_CM = -25,     /* height of the water */
    FIREWORKS2D_MORTAR_CM = 60,     /* length */
    FIREWORKS2D_STATIC_SHAPES = 1 + FIREWORKS2D_HOUSES + FIREWORKS2D_GABLES,
    FIREWORKS2D_POWER_MIN = 6, /* m/s */
    FIREWORKS2D_POWER_MAX = 22
};

/* Users of shapes: 0 the town, then crates, then fireworks. */
enum { FIREWORKS2D_USER_CRATE = 100, FIREWORKS2D_USER_FIREWORK = 1000 };

struct fireworks2d_type {
    const char *name;
    int16_t fuse_min, fuse_max;               /* hundredths of a second */
    int16_t velocity_min[2], velocity_max[2]; /* dm/s, added to the velocity of the firework that releases it */
    uint8_t damping_percent;                  /* percent of the velocity kept per second */
    uint8_t radius;                           /* cm */
    uint8_t density;                          /* kg/m^2 */
    uint8_t payload, count;                   /* type and number let go */
    uint32_t colour;
};
/* Type k is at k - 1. */
extern const struct fireworks2d_type fs__fireworks2d_types[FIREWORKS2D_TYPES];

/* The town, cm. Crates: platform, centre, half sizes. Houses: centre and half sizes. Platforms: top. */
extern const int16_t fs__fireworks2d_ground[FIREWORKS2D_GROUND_POINTS][2];
extern const int16_t fs__fireworks2d_houses[FIREWORKS2D_HOUSES][4];
extern const int16_t fs__fireworks2d_gables[FIREWORKS2D_GABLES][3][2];
extern const int16_t fs__fireworks2d_crates[FIREWORKS2D_CRATES][5];
extern const int16_t fs__fireworks2d_platform_tops[FIREWORKS2D_PLATFORMS];

/* The static bodies of the town. */
fs_result fs__fireworks2d_build(struct fs_world2 *w);
/* A crate where it belongs. */
fs_result fs__fireworks2d_add_crate(struct fs_world2 *w, uint32_t crate, fs_body2 *body);
/* Position of a mortar. */
fs_pos2 fs__fireworks2d_mortar_pos(uint32_t slot);

void fs__fireworks2d_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__fireworks2d_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__fireworks2d_keys(const fs_keys *keys, void *input);

enum { FIREWORKS2D_BOTS = 4 };
extern const fs_bot fs__fireworks2d_bots[FIREWORKS2D_BOTS];

#endif
