/* emitter.h: particles that come and go: fireworks that carry fireworks, and sparks for
 * explosions, shock waves, trails and jets.
 *
 * Both are rows of the game's own tables that particle.h moves; the calls here only start
 * them, age them and end them. A table has all its rows in use (fs_rows_resize() to its
 * capacity); a row whose kind or type is 0 is a free slot, immovable and all zero.
 *
 *     #define SHOW_TABLES(T, P, g)                  \
 *         T(g, physics, FS_PARTICLE_WORLD_FIELDS)   \
 *         T(g, emitter, FS_EMITTER_FIELDS)          \
 *         T(g, rule, FS_FIREWORK_RULE_FIELDS)       \
 *         T(g, payload, FS_FIREWORK_PAYLOAD_FIELDS) \
 *         T(g, firework, FS_FIREWORK_FIELDS)        \
 *         T(g, spark, FS_SPARK_FIELDS)
 *     ...
 *     struct fs_fireworks f = FS_FIREWORKS(v, firework, physics, emitter, rule, payload);
 *     fs_particles_step(&f.p, NULL, &arena);
 *     fs_fireworks_step(&f, arena);
 *
 * Draws come from the emitter's own generator, one per statement, in the order that each
 * call states, rows in ascending order; a start that finds no slot draws nothing. Wind and
 * gravity are the world's: a vector of both in physics.gravity.
 *
 * What must not be hashed (a cosmetic system) lives in a state of its own with its own
 * generator, stepped by the view; it then cannot touch the game's numbers. What does count
 * lives in the game's state. There is no third way.
 *
 * Sources: I. Millington, "Game Physics Engine Development", chapter 4; A. LaMothe,
 * "Tricks of the Windows Game Programming Gurus", chapter 13. Up is +y. Nothing here may
 * draw, or decide what anything hits.
 */
#ifndef FIXSTEP_EMITTER_H
#define FIXSTEP_EMITTER_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/arena.h>
#include <fixstep/particle.h>
#include <fixstep/random.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- slots and edges ---------------------------------------------------------------- */

typedef enum fs_slot_policy {
    FS_SLOT_DROP_NEW = 0, /* the lowest free slot; when all are taken a start is dropped and counted */
    FS_SLOT_RING = 1      /* one slot after the other, over whatever is in it */
} fs_slot_policy;

typedef enum fs_boundary {
    FS_BOUNDARY_OPEN = 0,  /* the box means nothing */
    FS_BOUNDARY_KILL = 1,  /* what is beyond low or high ends; on them it lives */
    FS_BOUNDARY_BOUNCE = 2 /* fs_axis_bounce() with the restitution */
} fs_boundary;

/* One row for each set of fireworks or sparks. */
#define FS_EMITTER_FIELDS(F, t)                              \
    F(t, RNG, rng, "")                                       \
    F(t, U8, policy, "")   /* fs_slot_policy */              \
    F(t, U8, boundary, "") /* fs_boundary */                 \
    F(t, U32, next, "")    /* slot that a ring takes next */ \
    F(t, U32, dropped, "") /* starts without a slot */       \
    F(t, POS3, low, "m")                                     \
    F(t, POS3, high, "m")                                    \
    F(t, UNIT, restitution, "")

/* A window on that row. */
struct fs_emitter {
#define FS__EMITTER_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_EMITTER_FIELDS(FS__EMITTER_COLUMN, emitter)
#undef FS__EMITTER_COLUMN
};

#define FS_EMITTER(v, set)                                                                                       \
    {                                                                                                            \
        .rng = (v).set.rng, .policy = (v).set.policy, .boundary = (v).set.boundary, .next = (v).set.next,        \
        .dropped = (v).set.dropped, .low = (v).set.low, .high = (v).set.high, .restitution = (v).set.restitution \
    }

typedef struct fs_emitter_def {
    uint64_t seed, stream; /* of its generator */
    fs_slot_policy policy;
    fs_boundary boundary;
    fs_pos3 low, high;
    fs_unit restitution; /* 0..ONE */
} fs_emitter_def;

/* Keeps old ones, open, the largest box, bounces without loss. */
FS_API fs_emitter_def fs_default_emitter_def(void);
/* Fills the row. E_ARGUMENT, and nothing changed, for a value out of range. */
FS_API fs_result fs_emitter_make(struct fs_emitter *emitter, const fs_emitter_def *def);
/* How many a steady emitter starts in a tick: the sum over any ticks is exact. 0 at hz 0. */
FS_API uint32_t fs_emitter_spawn_count(uint32_t per_second, uint32_t hz, uint32_t tick);

/* --- fireworks ----------------------------------------------------------------------- */

enum {
    FS_FIREWORK_MAX_COUNT = 1024, /* of one payload */
    FS_FIREWORK_MAX_PAYLOADS = 16 /* of one rule */
};

/* A particle with a fuse; its kind is its type, 0 in a free slot. */
#define FS_FIREWORK_FIELDS(F, t) \
    FS_PARTICLE_FIELDS(F, t)     \
    F(t, U32, fuse, "ticks")

/* Row i is the rule of type i + 1. */
#define FS_FIREWORK_RULE_FIELDS(F, t)                                   \
    F(t, U32, fuse_min, "ticks") /* at least 1 */                       \
    F(t, U32, fuse_max, "ticks")                                        \
    F(t, VEL3, vel_min, "m/s") /* on top of the parent's velocity */    \
    F(t, VEL3, vel_max, "m/s")                                          \
    F(t, UNIT, damping, "") /* share of the velocity kept per second */ \
    F(t, U32, payloads, "") /* how many, from row first_payload on */   \
    F(t, U32, first_payload, "")

#define FS_FIREWORK_PAYLOAD_FIELDS(F, t) \
    F(t, U16, type, "")                  \
    F(t, U16, count, "")

/* A rule as a value. */
typedef struct fs_firework_rule {
#define FS__RULE_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_FIREWORK_RULE_FIELDS(FS__RULE_MEMBER, rule)
#undef FS__RULE_MEMBER
} fs_firework_rule;

struct fs_fireworks {
    struct fs_particles p;
    uint32_t *fuse;
    struct fs_emitter emitter;
    uint32_t rules, payloads; /* rows of the two tables */
    struct {
#define FS__RULE_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
        FS_FIREWORK_RULE_FIELDS(FS__RULE_COLUMN, rule)
#undef FS__RULE_COLUMN
    } rule;
    uint16_t *payload_type, *payload_count;
};

#define FS_FIREWORKS(v, set, physics, emit, rules_, loads)                                          \
    ((struct fs_fireworks){ .p = FS_PARTICLES(v, set, physics),                                     \
                            .fuse = (v).set.fuse,                                                   \
                            .emitter = FS_EMITTER(v, emit),                                         \
                            .rules = *(v).rules_.rows,                                              \
                            .payloads = *(v).loads.rows,                                            \
                            .rule = { (v).rules_.fuse_min, (v).rules_.fuse_max, (v).rules_.vel_min, \
                                      (v).rules_.vel_max, (v).rules_.damping, (v).rules_.payloads,  \
                                      (v).rules_.first_payload },                                   \
                            .payload_type = (v).loads.type,                                         \
                            .payload_count = (v).loads.count })

/* Write a rule and a payload. E_ARGUMENT, and nothing changed, for a type or row that is
 * not there, an empty or reversed range, a damping outside 0..ONE, payloads beyond their
 * table, counts or numbers above their limits. A rule may carry its own type: the slots
 * are what limits it. */
FS_API fs_result fs_firework_rule_make(struct fs_fireworks *f, uint32_t type, const fs_firework_rule *rule);
FS_API fs_result fs_firework_payload_make(struct fs_fireworks *f, uint32_t row, uint32_t type, uint32_t count);

/* Starts one: draws fuse, vx, vy, vz. Mass 1 kg, no own acceleration. E_ARGUMENT for an
 * unknown type; E_CAPACITY, counted, when there is no slot. */
FS_API fs_result fs_firework_launch(struct fs_fireworks *f, uint32_t type, fs_pos3 pos, fs_vel3 vel);
/* Starts one from the ground: draws a place of {-spread, 0, spread} for x first. */
FS_API fs_result fs_firework_launch_from_ground(struct fs_fireworks *f, uint32_t type, fs_pos spread);

/* Bytes of arena that a step of up to `slots` needs. */
FS_API size_t fs_fireworks_scratch_size(uint32_t slots);
/* One tick, after the particles moved: burns every fuse by one; what burned down or is
 * beyond an edge ends and lets go its payloads, parents by ascending slot, all after the
 * last fuse was looked at. A fuse of n ends in the n-th step after its start. E_MEMORY, and
 * nothing changed, when the arena is too small. */
FS_API fs_result fs_fireworks_step(struct fs_fireworks *f, fs_arena arena);
/* How many are alive. */
FS_API uint32_t fs_fireworks_alive(const struct fs_fireworks *f);

/* --- sparks --------------------------------------------------------------------------- */

typedef enum fs_spark_type {
    FS_SPARK_NONE = 0,
    FS_SPARK_FLICKER = 1, /* a random colour of its ramp each tick; lives `limit` ticks */
    FS_SPARK_FADE = 2     /* goes down its ramp, `limit` ticks a step: lives 16 limit ticks */
} fs_spark_type;

/* Ramps of 16 steps in a palette, bright to dark, from 32, 96, 144 and 16. */
typedef enum fs_spark_colour {
    FS_SPARK_RED = 0,
    FS_SPARK_GREEN = 1,
    FS_SPARK_BLUE = 2,
    FS_SPARK_WHITE = 3,
    FS_SPARK_COLOURS = 4
} fs_spark_colour;

enum { FS_RAMP_LENGTH = 16 };

/* First palette number of a ramp; that of white for an unknown colour. */
FS_API uint8_t fs_ramp_first(fs_spark_colour colour);
/* A palette number as 0xRRGGBB, for the view; 0 for one that is in no ramp. */
FS_API uint32_t fs_ramp_rgb(uint8_t number);

#define FS_SPARK_FIELDS(F, t)                                                         \
    FS_PARTICLE_MOTION_FIELDS(F, t)                                                   \
    F(t, SCALED, inv_mass, "1/kg") /* 1, or 0 in a free slot */                       \
    F(t, U8, type, "")             /* fs_spark_type */                                \
    F(t, U8, colour, "")           /* palette number now, at the start, at the end */ \
    F(t, U8, first, "")                                                               \
    F(t, U8, last, "")                                                                \
    F(t, U16, count, "ticks") /* since the start or the last colour */                \
    F(t, U16, limit, "ticks")

struct fs_sparks {
    struct fs_particles p;
    uint8_t *type, *colour, *first, *last;
    uint16_t *count, *limit;
    struct fs_emitter emitter;
};

#define FS_SPARKS(v, set, physics, emit)                                                                      \
    ((struct fs_sparks){                                                                                      \
        .p = { FS__PARTICLES_MOTION(v, set), .inv_mass = (v).set.inv_mass, FS__PARTICLES_WORLD(v, physics) }, \
        .type = (v).set.type,                                                                                 \
        .colour = (v).set.colour,                                                                             \
        .first = (v).set.first,                                                                               \
        .last = (v).set.last,                                                                                 \
        .count = (v).set.count,                                                                               \
        .limit = (v).set.limit,                                                                               \
        .emitter = FS_EMITTER(v, emit) })

typedef struct fs_spark_def {
    fs_pos3 pos;
    fs_vel3 vel;
    fs_spark_type type;
    fs_spark_colour colour;
    uint16_t limit; /* at least 1 */
} fs_spark_def;

/* Starts one; draws nothing. E_ARGUMENT for an unknown type or colour or a limit of 0;
 * E_CAPACITY, counted, when there is no slot. */
FS_API fs_result fs_spark_start(struct fs_sparks *s, const fs_spark_def *def);
/* One tick, after the particles moved: ends what is beyond an edge, then changes colours
 * (one draw for each flickering one) and ends what is old. */
FS_API void fs_sparks_step(struct fs_sparks *s);
/* Frees every slot; with fs_emitter_make() the set is then as new. */
FS_API void fs_sparks_clear(struct fs_sparks *s);
FS_API uint32_t fs_sparks_alive(const struct fs_sparks *s);
/* Whether it is alive and inside the box, low included and high not: what lives on the far
 * edge is not drawn. */
FS_API bool fs_spark_visible(const struct fs_sparks *s, uint32_t i);

/* What is common to a group of sparks in the plane z = at.z. Random places and speeds are
 * whole numbers of steps, ends included, directions whole degrees. */
typedef struct fs_burst {
    fs_pos3 at;
    fs_vel3 vel; /* of the source, added to each */
    fs_spark_type type;
    fs_spark_colour colour;
    uint32_t number; /* at most 2^16 */
    uint32_t jitter; /* each of x and y by -jitter..jitter steps, at most 2^16 */
    fs_pos jitter_step;
    uint32_t speed_min, speed_max; /* steps, at most 2^16 */
    fs_vel speed_step;
    uint16_t limit_min, limit_max;
} fs_burst;

/* At the origin: 16 fading white ones, jitter 4 of 1 m, speed 2..5 of 1 m/s, limit 1..4. */
FS_API fs_burst fs_default_burst(void);

/* Each starts its sparks and returns how many found a slot; 0, with nothing drawn, for a
 * value out of range. */

/* All directions: draws per spark x, y, degree, speed, limit. */
FS_API uint32_t fs_sparks_explode(struct fs_sparks *s, const fs_burst *burst);
/* A shock wave: one speed for all, drawn first; per spark degree, limit; no jitter. */
FS_API uint32_t fs_sparks_ring(struct fs_sparks *s, const fs_burst *burst);
/* A trail, called each tick: draws whether (1 in 10), then per spark x, y, vx, vy (each
 * -speed_max..speed_max), limit. Vapour drifts with the emitter when burst.vel is its
 * velocity, and stays behind when it is zero. */
FS_API uint32_t fs_sparks_trail(struct fs_sparks *s, const fs_burst *burst);
/* A jet: degrees within -spread..spread of `turn` (0..180), so a turning jet is a
 * Catherine wheel; draws per spark degree, speed, limit. */
FS_API uint32_t fs_sparks_jet(struct fs_sparks *s, const fs_burst *burst, uint32_t turn, uint32_t spread);

/* --- fragments --------------------------------------------------------------------------- */

/* Velocities of the `count` equal parts of what burst in tick `tick`: a function of seed
 * and tick alone, so every machine splits an asteroid alike. Offsets of up to `spread` per
 * axis go in opposite pairs (of an odd number the last gets none): the momentum is kept to
 * the bit unless a velocity saturates. */
FS_API void fs_fragment_velocities(uint64_t seed, uint32_t tick, fs_vel3 vel, fs_vel spread, uint32_t count,
                                   fs_vel3 *out);

#ifdef __cplusplus
}
#endif
#endif
