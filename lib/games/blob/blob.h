/* blob.h: types, tables and functions shared by the files of the game of blobs.
 *
 * Each player commands a soft blob: a core and a rim of particles, each held to each other by a soft rod and a cable.
 * It pushes, jumps, makes itself heavy, lets its parts go and pulls them together again, among platforms on which
 * crumbs lie. x is to the right, y up, metres; z is always 0.
 *
 * These tables are the whole state of a match. Source: I. Millington, "Game Physics Engine Development", chapter 8
 * (blobs, platforms).
 */
#ifndef FS_GAMES_BLOB_H
#define FS_GAMES_BLOB_H

#include <fixstep/aggregate.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/rules.h>

#define BLOB_RULE_FIELDS(F, t)                                                        \
    F(t, U32, rim, "")              /* particles around the core */                   \
    F(t, POS, radius, "m")          /* of a blob at rest */                           \
    F(t, POS, particle_radius, "m") /* radius of each of its particles */             \
    F(t, WIDE, cable_limit, "")     /* cables: so many lengths; 0: no cables */       \
    F(t, WIDE, tear_limit, "")      /* links tear beyond so many lengths; 0: never */ \
    F(t, WIDE, push, "m/s^2")                                                         \
    F(t, VEL, jump, "m/s")                                                            \
    F(t, U32, crumb_ticks, "ticks") /* a crumb that nobody eats lies so long */

/* One row a slot; all zero while nobody plays there. */
#define BLOB_PLAYER_FIELDS(F, t)                                        \
    F(t, U8, active, "")                                                \
    F(t, U8, softness, "")  /* 0..BLOB_SOFTEST */                       \
    F(t, I8, direction, "") /* pushes to the left, not, to the right */ \
    F(t, U8, heavy, "")                                                 \
    F(t, U8, gathering, "")           /* pulls its parts to the core */ \
    F(t, U8, released, "")            /* releases them */               \
    F(t, U8, grounded, "")            /* stands on something */         \
    F(t, U16, jump_cooldown, "ticks") /* until it may jump again */     \
    F(t, U32, jumps, "")                                                \
    F(t, U32, score, "") /* crumbs eaten */

#define BLOB_CRUMB_FIELDS(F, t) \
    F(t, POS3, pos, "m")        \
    F(t, U16, ticks_left, "ticks")

/* Bodies: for each slot its core and its rim, then the two ends of each plank; kind: slot
 * + 1, BLOB_KIND_PLANK, 0 for a free row. Forces: for each slot push, weight, attraction.
 * Links: for each slot those of the builder of its blob. */
#define BLOB_TABLES(T, P, g)                         \
    T(g, rule, BLOB_RULE_FIELDS)                     \
    T(g, player, BLOB_PLAYER_FIELDS)                 \
    T(g, crumb, BLOB_CRUMB_FIELDS)                   \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)          \
    T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS) \
    T(g, body, FS_PARTICLE_FIELDS)                   \
    T(g, force, FS_FORCE_FIELDS)                     \
    T(g, link, FS_LINK_FIELDS)

FS_SCHEMA(blob, BLOB_TABLES)
FS_KIT_RULES(blob, BLOB_RULE_FIELDS)

enum {
    BLOB_MAX_PLAYERS = 8,
    BLOB_MAX_RIM = 12,
    BLOB_MAX_CRUMBS = 16,
    BLOB_PLANKS = 10,
    BLOB_HALF_WIDTH = 24,   /* m, of the ground */
    BLOB_HEIGHT = 26,       /* m, of the ceiling */
    BLOB_START_HEIGHT = 18, /* m */
    BLOB_MAX_SPEED = 15,    /* m/s */
    BLOB_SOFTEST = 5,
    BLOB_KIND_PLANK = 100
};

/* Choices of the input. */
enum { BLOB_SOFTER = 1, BLOB_STIFFER = 2, BLOB_CHOICES = 2 };

/* The first particle and the first link of a slot, and how many there are of each. */
uint32_t fs__blob_core_row(const struct blob_rules *rules, uint32_t slot);
uint32_t fs__blob_first_link(const struct blob_rules *rules, uint32_t slot);
fs_build_counts fs__blob_build_need(const struct blob_rules *rules);
/* Whether the particle, not the core, is still held to the core of its blob. */
bool fs__blob_part_attached(const struct blob_view *v, const struct blob_rules *rules, uint32_t slot, uint32_t part);
/* The ends of a plank. */
void fs__blob_plank_ends(uint32_t plank, fs_pos3 *from, fs_pos3 *to);
/* All that the particles touch, as the particle system's detector finds it, and with a margin. */
void fs__blob_detect(const struct blob_rules *rules, const struct fs_particles *p, fs_pos margin,
                     struct fs_contacts *out);

void fs__blob_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
void fs__blob_standings(const fs_state *state, const fs_config *config, fs_standings *standings);
void fs__blob_keys(const fs_keys *keys, void *input);

enum { BLOB_BOTS = 3 };
extern const fs_bot fs__blob_bots[BLOB_BOTS];

#endif
