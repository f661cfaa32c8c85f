/* emitter.h: particles with a limited life: fireworks with payloads, and sparks for explosions, shock waves, trails and
 * jets.
 *
 * Both are rows of the game's own tables, which particle.h integrates; the functions here start, age and end them. All
 * rows of a table are in use (fs_rows_resize() to its capacity); a row whose kind or type is 0 is a free slot, immovable
 * and all zero. The structs here are views of bound columns; they own nothing.
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
 * Random numbers come from the emitter's own generator, one per statement, in the order that each function states, rows
 * in ascending order; a start without a free slot draws nothing. Wind and gravity are the world's: their sum stands in
 * physics.gravity.
 *
 * A cosmetic system, which must not be hashed, lives in a state of its own with its own generator and is stepped by the
 * view, so that it cannot change the game's state. Everything else lives in the game's state.
 *
 * Sources: I. Millington, "Game Physics Engine Development", chapter 4; A. LaMothe,
 * "Tricks of the Windows Game Programming Gurus", chapter 13. Up is +y. This file must never render or detect
 * collisions.
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
    FS_SLOT_DROP_NEW = 0, /* the lowest free slot; a start without one is dropped and counted */
    FS_SLOT_RING = 1      /* slots in turn; a slot in use is overwritten */
} fs_slot_policy;

typedef enum fs_boundary {
    FS_BOUNDARY_OPEN = 0,  /* no box */
    FS_BOUNDARY_KILL = 1,  /* a particle outside [low, high] ends */
    FS_BOUNDARY_BOUNCE = 2 /* fs_axis_bounce() with the restitution */
} fs_boundary;

/* One row for each set of fireworks or sparks. */
#define FS_EMITTER_FIELDS(F, t)                        \
    F(t, RNG, rng, "")                                 \
    F(t, U8, policy, "")   /* fs_slot_policy */        \
    F(t, U8, boundary, "") /* fs_boundary */           \
    F(t, U32, next, "")    /* next slot of a ring */   \
    F(t, U32, dropped, "") /* starts without a slot */ \
    F(t, POS3, low, "m")                               \
    F(t, POS3, high, "m")                              \
    F(t, UNIT, restitution, "")

/* A view of that row. */
struct fs_emitter {
#define FS__EMITTER_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_EMITTER_FIELDS(FS__EMITTER_COLUMN, emitter)
#undef FS__EMITTER_COLUMN
};

/* The view of the row of table `set` in the bound view `v`. */
#define FS_EMITTER(v, set)                                                                                       \
    {                                                                                                            \
        .rng = (v).set.rng, .policy = (v).set.policy, .boundary = (v).set.boundary, .next = (v).set.next,        \
        .dropped = (v).set.dropped, .low = (v).set.low, .high = (v).set.high, .restitution = (v).set.restitution \
    }

typedef struct fs_emitter_def {
    uint64_t seed, stream; /* of its generator, fs_rng_seed() */
    fs_slot_policy policy;
    fs_boundary boundary;
    fs_pos3 low, high;   /* m; low <= high on each axis */
    fs_unit restitution; /* of FS_BOUNDARY_BOUNCE, 0..ONE */
} fs_emitter_def;

/* FS_SLOT_DROP_NEW, FS_BOUNDARY_OPEN, the largest box, restitution 1. */
FS_API fs_emitter_def fs_default_emitter_def(void);
/* Fills the row; slot and counter start at 0. E_ARGUMENT, and nothing changed, for a value out of range. */
FS_API fs_result fs_emitter_make(struct fs_emitter *emitter, const fs_emitter_def *def);
/* The number of particles that a steady emitter starts in a tick; the sum over ticks 0..n-1 is exactly
 * floor(n * per_second / hz). 0 at hz 0. */
FS_API uint32_t fs_emitter_spawn_count(uint32_t per_second, uint32_t hz, uint32_t tick);

/* --- fireworks ----------------------------------------------------------------------- */

enum {
    FS_FIREWORK_MAX_COUNT = 1024, /* fireworks of one payload */
    FS_FIREWORK_MAX_PAYLOADS = 16 /* payloads of one rule */
};

/* A particle with a fuse; its kind is its type, 0 in a free slot. */
#define FS_FIREWORK_FIELDS(F, t) \
    FS_PARTICLE_FIELDS(F, t)     \
    F(t, U32, fuse, "ticks")

/* Row i is the rule of type i + 1. */
#define FS_FIREWORK_RULE_FIELDS(F, t)                                \
    F(t, U32, fuse_min, "ticks") /* at least 1 */                    \
    F(t, U32, fuse_max, "ticks")                                     \
    F(t, VEL3, vel_min, "m/s") /* on top of the parent's velocity */ \
    F(t, VEL3, vel_max, "m/s")                                       \
    F(t, UNIT, damping, "") /* factor of the velocity per second */  \
    F(t, U32, payloads, "") /* number, from row first_payload on */  \
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

/* A view of the tables of a set of fireworks. */
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

/* The view of table `set` with world row `physics`, emitter row `emit`, rules `rules_` and payloads `loads`. */
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

/* Write a rule and a payload. E_ARGUMENT, and nothing changed: a type or row beyond its table, an empty or reversed
 * range, a damping outside 0..ONE, payloads beyond their table, counts above their limits. A rule may have its own type
 * as payload; the number of slots bounds it. */
FS_API fs_result fs_firework_rule_make(struct fs_fireworks *f, uint32_t type, const fs_firework_rule *rule);
FS_API fs_result fs_firework_payload_make(struct fs_fireworks *f, uint32_t row, uint32_t type, uint32_t count);

/* Starts one of mass 1 kg at `pos` (m) with `vel` (m/s) plus a random velocity of its rule: draws fuse, vx, vy, vz.
 * E_ARGUMENT for an unknown type; E_CAPACITY, counted in `dropped`, without a free slot. */
FS_API fs_result fs_firework_launch(struct fs_fireworks *f, uint32_t type, fs_pos3 pos, fs_vel3 vel);
/* Starts one at rest on the ground: first draws x from {-spread, 0, spread} (m). Results as fs_firework_launch(). */
FS_API fs_result fs_firework_launch_from_ground(struct fs_fireworks *f, uint32_t type, fs_pos spread);

/* Bytes of arena that fs_fireworks_step() needs for up to `slots` rows. */
FS_API size_t fs_fireworks_scratch_size(uint32_t slots);
/* One tick, after the integration: decrements every fuse. A firework whose fuse reaches 0 or which is outside the box
 * ends and starts its payloads; payloads start after all fuses, parents in ascending order of slots. A fuse of n ends in
 * the n-th step after its start. E_MEMORY, and nothing changed, when the arena is too small. */
FS_API fs_result fs_fireworks_step(struct fs_fireworks *f, fs_arena arena);
/* The number of slots in use. */
FS_API uint32_t fs_fireworks_alive(const struct fs_fireworks *f);

/* --- sparks --------------------------------------------------------------------------- */

typedef enum fs_spark_type {
    FS_SPARK_NONE = 0,
    FS_SPARK_FLICKER = 1, /* a random colour of its ramp each tick; life: `limit` ticks */
    FS_SPARK_FADE = 2     /* down its ramp, `limit` ticks a step; life: 16 limit ticks */
} fs_spark_type;

/* Ramps of 16 palette numbers, bright to dark, from 32, 96, 144 and 16. */
typedef enum fs_spark_colour {
    FS_SPARK_RED = 0,
    FS_SPARK_GREEN = 1,
    FS_SPARK_BLUE = 2,
    FS_SPARK_WHITE = 3,
    FS_SPARK_COLOURS = 4
} fs_spark_colour;

enum { FS_RAMP_LENGTH = 16 };

/* The first palette number of a ramp; of the white one for an unknown colour. */
FS_API uint8_t fs_ramp_first(fs_spark_colour colour);
/* A palette number as 0xRRGGBB, for the view; 0 outside of the ramps. */
FS_API uint32_t fs_ramp_rgb(uint8_t number);

#define FS_SPARK_FIELDS(F, t)                                                         \
    FS_PARTICLE_MOTION_FIELDS(F, t)                                                   \
    F(t, SCALED, inv_mass, "1/kg") /* 1; 0 in a free slot */                          \
    F(t, U8, type, "")             /* fs_spark_type */                                \
    F(t, U8, colour, "")           /* palette number now, at the start, at the end */ \
    F(t, U8, first, "")                                                               \
    F(t, U8, last, "")                                                                \
    F(t, U16, count, "ticks") /* since the start or the last change of colour */      \
    F(t, U16, limit, "ticks")

/* A view of the table of a set of sparks. */
struct fs_sparks {
    struct fs_particles p;
    uint8_t *type, *colour, *first, *last;
    uint16_t *count, *limit;
    struct fs_emitter emitter;
};

/* The view of table `set` with world row `physics` and emitter row `emit`. */
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
    fs_pos3 pos; /* m */
    fs_vel3 vel; /* m/s */
    fs_spark_type type;
    fs_spark_colour colour;
    uint16_t limit; /* ticks, at least 1 */
} fs_spark_def;

/* Starts one; draws nothing. E_ARGUMENT for an unknown type or colour or a limit of 0; E_CAPACITY, counted in `dropped`,
 * without a free slot. */
FS_API fs_result fs_spark_start(struct fs_sparks *s, const fs_spark_def *def);
/* One tick, after the integration, per spark: ends it outside the box; else changes its colour (FS_SPARK_FLICKER: one
 * draw) and ends it at the end of its life. */
FS_API void fs_sparks_step(struct fs_sparks *s);
/* Frees every slot; with fs_emitter_make() the set is then in its initial state. */
FS_API void fs_sparks_clear(struct fs_sparks *s);
/* The number of slots in use. */
FS_API uint32_t fs_sparks_alive(const struct fs_sparks *s);
/* Whether spark i is alive and inside the box in x and y, low included and high excluded. */
FS_API bool fs_spark_visible(const struct fs_sparks *s, uint32_t i);

/* The parameters of a group of sparks in the plane z = at.z. Random positions and speeds are whole numbers of steps,
 * both ends included; directions are whole degrees. */
typedef struct fs_burst {
    fs_pos3 at;
    fs_vel3 vel; /* m/s, of the source, added to each */
    fs_spark_type type;
    fs_spark_colour colour;
    uint32_t number;               /* at most 2^16 */
    uint32_t jitter;               /* x and y vary by -jitter..jitter steps, at most 2^16 */
    fs_pos jitter_step;            /* m */
    uint32_t speed_min, speed_max; /* steps, at most 2^16 */
    fs_vel speed_step;             /* m/s */
    uint16_t limit_min, limit_max; /* ticks, at least 1 */
} fs_burst;

/* At the origin: 16 fading white sparks, jitter 4 steps of 1 m, speed 2..5 steps of 1 m/s, limit 1..4 ticks. */
FS_API fs_burst fs_default_burst(void);

/* Each function starts its sparks and returns the number of those with a slot; the others count in `dropped`. 0, with
 * nothing drawn, for a value out of range. */

/* All directions: draws per spark x, y, degree, speed, limit. */
FS_API uint32_t fs_sparks_explode(struct fs_sparks *s, const fs_burst *burst);
/* A shock wave: one speed for all, drawn first; per spark degree, limit; no jitter. */
FS_API uint32_t fs_sparks_ring(struct fs_sparks *s, const fs_burst *burst);
/* A trail, called each tick: draws whether it starts (1 in 10), then per spark x, y, vx, vy (each
 * -speed_max..speed_max steps), limit. The trail moves with its source when burst.vel is the velocity of the source, and
 * stays behind when it is zero. */
FS_API uint32_t fs_sparks_trail(struct fs_sparks *s, const fs_burst *burst);
/* A jet: directions within -spread..spread degrees (spread 0..180) of `turn`; a rotating jet is a Catherine wheel. Draws
 * per spark degree, speed, limit. */
FS_API uint32_t fs_sparks_jet(struct fs_sparks *s, const fs_burst *burst, uint32_t turn, uint32_t spread);

/* --- fragments --------------------------------------------------------------------------- */

/* Writes the velocities, m/s, of the `count` equal fragments of a body of velocity `vel` that bursts in tick `tick`: a
 * function of seed and tick alone. Offsets of up to `spread` per axis come in opposite pairs (the last of an odd number
 * has none), so the momentum is exact unless a velocity saturates. `out` has room for `count`. */
FS_API void fs_fragment_velocities(uint64_t seed, uint32_t tick, fs_vel3 vel, fs_vel spread, uint32_t count,
                                   fs_vel3 *out);

#ifdef __cplusplus
}
#endif
#endif
