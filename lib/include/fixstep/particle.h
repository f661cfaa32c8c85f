/* particle.h: point masses: their columns, their world and how a tick moves them.
 *
 * Particles are the rows of a table in the game's own schema, so they are hashed and
 * saved like everything else; `struct fs_particles` is a window on those columns that
 * a game fills from its view at the start of a step:
 *
 *     #define MY_TABLES(T, P, g)                  \
 *         T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
 *         T(g, particle, FS_PARTICLE_FIELDS)
 *     FS_SCHEMA(my, MY_TABLES)
 *     ...
 *     struct my_view v;
 *     my_bind(state, &v);
 *     struct fs_particles p = FS_PARTICLES(v, particle, physics);
 *     fs_particles_step(&p, NULL, &arena);
 *
 * The table may be a plain one or a pool: a free row is all zero and a row of zeros is
 * an immovable particle, which a step skips. A scene of very many simple particles uses
 * FS_PARTICLE_MOTION_FIELDS and FS_PARTICLES_LIGHT: all its particles weigh 1 kg, and
 * the world's damping and gravity hold for all.
 *
 * Formats: positions Q32.32 m (+-2.1e9), velocities Q10.21 m/s, masses, forces and
 * accelerations Q32.32, factors Q1.30. Every rounding is symmetric, so a mirrored
 * scene stays mirrored bit for bit. Nothing here overflows: what leaves its range
 * saturates and is counted in world.saturations.
 *
 * Source of the laws: I. Millington, "Game Physics Engine Development", chapters 2-5;
 * deviations are named where they are made. The file must never know who collides with
 * whom, nor draw anything.
 */
#ifndef FIXSTEP_PARTICLE_H
#define FIXSTEP_PARTICLE_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/arena.h>
#include <fixstep/integrator.h>
#include <fixstep/result.h>
#include <fixstep/state.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- columns ------------------------------------------------------------------- */

/* What every particle has. */
#define FS_PARTICLE_MOTION_FIELDS(F, t) \
    F(t, POS3, pos, "m")                \
    F(t, VEL3, vel, "m/s")

/* A particle with everything of its own. */
#define FS_PARTICLE_FIELDS(F, t)                                                   \
    FS_PARTICLE_MOTION_FIELDS(F, t)                                                \
    F(t, SCALED, inv_mass, "1/kg") /* 0: immovable; the truth about the mass */    \
    F(t, WIDE, mass, "kg")         /* the number it was made from; 0: immovable */ \
    F(t, UNIT, damping, "")        /* share of the velocity kept per second */     \
    F(t, UNIT, damping_factor, "") /* the same per tick: damping^(1/hz) */         \
    F(t, WIDE3, acc, "m/s^2")      /* constant, on top of the world's gravity */   \
    F(t, U32, born, "ticks")       /* tick of its making; see fs_particle_age() */ \
    F(t, U16, kind, "")            /* the game's own */

/* One row: what holds for all particles of a set. */
#define FS_PARTICLE_WORLD_FIELDS(F, t)                                               \
    F(t, WIDE3, gravity, "m/s^2")                                                    \
    F(t, UNIT, damping, "")        /* of particles without a damping of their own */ \
    F(t, UNIT, damping_factor, "") /* the same per tick */                           \
    F(t, VEL, max_speed, "m/s")                                                      \
    F(t, U8, integrator, "") /* fs_integrator */                                     \
    F(t, U32, limited, "")   /* times that max_speed shortened a velocity */

/* A window on one set of particles. A column that the game's table lacks is NULL and
 * stands for the world's value, 1 kg or zero. The world's row pointers are never NULL. */
struct fs_particles {
    uint32_t count;
    uint32_t hz;           /* ticks per second */
    uint32_t tick;         /* number of finished ticks */
    uint32_t *saturations; /* of the engine's world table */
    fs_pos3 *pos;
    fs_vel3 *vel;
    fs_scaled *inv_mass;
    fs_wide *mass;
    fs_unit *damping, *damping_factor;
    fs_wide3 *acc;
    uint32_t *born;
    uint16_t *kind;
    const uint32_t *gen; /* generations of a pool, else NULL */
    fs_wide3 *gravity;
    fs_unit *world_damping, *world_damping_factor;
    fs_vel *max_speed;
    uint8_t *integrator;
    uint32_t *limited;
};

#define FS__PARTICLES_WORLD(v, rules)                                                                                 \
    .hz = *(v).world.hz, .tick = *(v).world.tick, .saturations = (v).world.saturations, .gravity = (v).rules.gravity, \
    .world_damping = (v).rules.damping, .world_damping_factor = (v).rules.damping_factor,                             \
    .max_speed = (v).rules.max_speed, .integrator = (v).rules.integrator, .limited = (v).rules.limited
#define FS__PARTICLES_MOTION(v, set) .count = *(v).set.rows, .pos = (v).set.pos, .vel = (v).set.vel
#define FS__PARTICLES_OWN(v, set)                                                   \
    .inv_mass = (v).set.inv_mass, .mass = (v).set.mass, .damping = (v).set.damping, \
    .damping_factor = (v).set.damping_factor, .acc = (v).set.acc, .born = (v).set.born, .kind = (v).set.kind

/* The window on table `set` with the world row of table `rules` in the bound view `v`;
 * of a pool; of a table with FS_PARTICLE_MOTION_FIELDS only. Bind again after the
 * number of rows has changed. */
#define FS_PARTICLES(v, set, rules) \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_OWN(v, set), FS__PARTICLES_WORLD(v, rules) })
#define FS_PARTICLES_POOL(v, set, rules)                                                                 \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_OWN(v, set), .gen = (v).set.gen, \
                            FS__PARTICLES_WORLD(v, rules) })
#define FS_PARTICLES_LIGHT(v, set, rules) \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_WORLD(v, rules) })

/* --- making ---------------------------------------------------------------------- */

/* The largest speed limit: 512 m/s, so that a velocity and a tick's change of it fit
 * their format. */
#define FS_PARTICLE_SPEED_MAX ((fs_vel)512 * FS_VEL_ONE)

typedef struct fs_particle_world_def {
    fs_wide3 gravity; /* m/s^2 */
    fs_unit damping;  /* 0..ONE per second: ONE keeps all, 0 nothing */
    fs_vel max_speed; /* 1 step..FS_PARTICLE_SPEED_MAX */
    fs_integrator integrator;
} fs_particle_world_def;

/* Gravity (0, -10, 0), no damping, 500 m/s, velocity first. */
FS_API fs_particle_world_def fs_default_particle_world_def(void);
/* Fills the world's row. E_ARGUMENT, and nothing changed, when a value is out of range. */
FS_API fs_result fs_particle_world_make(struct fs_particles *p, const fs_particle_world_def *def);

typedef struct fs_particle_def {
    fs_pos3 pos;
    fs_vel3 vel;
    fs_wide3 acc;    /* m/s^2, on top of the world's gravity */
    fs_wide mass;    /* kg, above 0 */
    fs_unit damping; /* 0..ONE per second */
    bool immovable;  /* then the mass is not looked at */
    uint16_t kind;
} fs_particle_def;

/* At the origin at rest, 1 kg, damping 0.999 (the book's invisible value). */
FS_API fs_particle_def fs_default_particle_def(void);
/* Fills row i, with `born` the present tick. E_ARGUMENT, and nothing changed, when there
 * is no such row, for a mass of 0 or less, a damping outside 0..ONE; for a light set also
 * when the particle would need a column that it lacks (then it must be movable with 1 kg,
 * no own acceleration; its damping is the world's). */
FS_API fs_result fs_particle_make(struct fs_particles *p, uint32_t i, const fs_particle_def *def);

/* Sets the mass and its inverse (relative error 2^-31). E_ARGUMENT for a mass of 0 or
 * less, or without the columns. */
FS_API fs_result fs_particle_set_mass(struct fs_particles *p, uint32_t i, fs_wide mass);
/* Sets the inverse mass, 1/kg, and the mass from it (saturated, at least one step of
 * Q32.32). 0 makes it immovable; E_ARGUMENT for a negative one or without the columns. */
FS_API fs_result fs_particle_set_inv_mass(struct fs_particles *p, uint32_t i, fs_scaled inv_mass);
FS_API fs_result fs_particle_set_immovable(struct fs_particles *p, uint32_t i);
/* Sets the damping per second and its factor per tick: exactly 1 at ONE, exactly 0 at 0.
 * E_ARGUMENT outside 0..ONE or without the columns. */
FS_API fs_result fs_particle_set_damping(struct fs_particles *p, uint32_t i, fs_unit damping);

/* --- reading --------------------------------------------------------------------- */

/* An inverse mass of 0 or less does not move. */
FS_API bool fs_particle_movable(const struct fs_particles *p, uint32_t i);
/* 1/kg; 0 for immovable particles, 1 in a light set. */
FS_API fs_scaled fs_particle_inv_mass(const struct fs_particles *p, uint32_t i);
/* kg; an immovable particle has no mass: E_ARGUMENT, and *mass is 0. */
FS_API fs_result fs_particle_mass(const struct fs_particles *p, uint32_t i, fs_wide *mass);
/* Ticks since it was made; 0 in a light set. */
FS_API uint32_t fs_particle_age(const struct fs_particles *p, uint32_t i);
/* Gravity and own acceleration, without forces, m/s^2; zero for immovable ones. */
FS_API fs_wide3 fs_particle_acceleration(const struct fs_particles *p, uint32_t i);
/* What that acceleration adds to the velocity in the present tick, before damping: the
 * very bits the step adds when no force acts. */
FS_API fs_vel3 fs_particle_delta_velocity(const struct fs_particles *p, uint32_t i);
/* m v, kg m/s, and m v^2 / 2, J; rounded once, saturated; zero for immovable ones. */
FS_API fs_wide3 fs_particle_momentum(const struct fs_particles *p, uint32_t i);
FS_API fs_wide fs_particle_kinetic_energy(const struct fs_particles *p, uint32_t i);
/* sum(m p) / sum(m) over the movable particles, one rounding; E_ARGUMENT, and the origin,
 * when there are none. */
FS_API fs_result fs_particles_centre_of_mass(const struct fs_particles *p, fs_pos3 *centre);

/* --- forces and motion -------------------------------------------------------------- */

/* The exact sum of all forces on one particle, Q32.32 N in 128 bits: whole numbers, so
 * that their order cannot matter. */
typedef struct fs_force_sum {
    fs_i128 x, y, z;
} fs_force_sum;

/* Sums of zero for `count` particles; NULL when the arena is too small. */
FS_API fs_force_sum *fs_force_sums_alloc(fs_arena *arena, uint32_t count);

/* Adds a force, N. */
static inline void fs_force_sum_add(fs_force_sum *sum, fs_wide3 force)
{
    sum->x = fs_i128_add(sum->x, fs_i128_from64(force.x));
    sum->y = fs_i128_add(sum->y, fs_i128_from64(force.y));
    sum->z = fs_i128_add(sum->z, fs_i128_from64(force.z));
}

/* Moves all particles by one tick under gravity, own acceleration and the sums (NULL:
 * none; `count` of them otherwise). In the half-step form the same sums count for both
 * halves. Immovable particles keep every bit. Does not change the sums. */
FS_API void fs_particles_integrate(struct fs_particles *p, const fs_force_sum *sums);

struct fs_forces; /* force.h */

/* Bytes of arena that fs_particles_step() needs for sets up to `capacity` particles. */
FS_API size_t fs_particles_scratch_size(uint32_t capacity);
/* One tick: asks the force generators (NULL: none) and integrates. Returns E_MEMORY, with
 * nothing moved, when the arena is too small; what it took is given back. */
FS_API fs_result fs_particles_step(struct fs_particles *p, const struct fs_forces *forces, fs_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
