/* particle.h: point masses: the columns of their table, the settings of their world, and the integration of a tick.
 *
 * Particles are the rows of a table in the game's own schema, so they are hashed and saved like all state.
 * `struct fs_particles` is a view of those columns. It owns nothing; a game fills it from its bound view at the start
 * of a step, and it is valid until the state is resized or destroyed:
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
 * The table may be a plain table or a pool. A free row is all zero; a row of zeros is an immovable particle, which a
 * step skips. A scene of very many simple particles uses FS_PARTICLE_MOTION_FIELDS and FS_PARTICLES_LIGHT ("a light
 * set"): every particle has a mass of 1 kg and the damping and gravity of the world.
 *
 * Formats: positions Q32.32 m (+-2.1e9), velocities Q10.21 m/s, masses, forces and
 * accelerations Q32.32, factors Q1.30. Every rounding is symmetric, so a mirrored
 * scene stays mirrored bit for bit. Nothing here overflows: a result outside its format saturates and is counted in
 * world.saturations.
 *
 * Row numbers: functions that return a result code answer E_ARGUMENT for a row beyond the table; all others require
 * i < count.
 *
 * Source of the laws: I. Millington, "Game Physics Engine Development", chapters 2-5;
 * deviations are named where they are made. This file must never know about collisions or drawing.
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

/* The columns of every particle. */
#define FS_PARTICLE_MOTION_FIELDS(F, t) \
    F(t, POS3, pos, "m")                \
    F(t, VEL3, vel, "m/s")

/* A particle with its own mass, damping and acceleration. Forces and links change a velocity by amounts that are no
 * multiple of its step; velocity_residual keeps the rest, so that a slow orbit keeps its energy. A game that sets a
 * velocity need not clear it. */
#define FS_PARTICLE_FIELDS(F, t)                                                                   \
    FS_PARTICLE_MOTION_FIELDS(F, t)                                                                \
    F(t, SCALED, inv_mass, "1/kg")              /* 0: immovable; the column that the step reads */ \
    F(t, WIDE, mass, "kg")                      /* the mass as it was set; 0: immovable */         \
    F(t, UNIT, damping, "")                     /* factor of the velocity per second, 0..1 */      \
    F(t, UNIT, damping_factor, "")              /* the same per tick: damping^(1/hz) */            \
    F(t, WIDE3, acc, "m/s^2")                   /* constant, added to the world's gravity */       \
    F(t, U32, born, "ticks")                    /* tick of creation; see fs_particle_age() */      \
    F(t, U16, kind, "")                         /* of the game; not read here */                   \
    F(t, UNIT3, velocity_residual, "2^-21 m/s") /* the part of the velocity below one step */

/* One row: the settings of all particles of a set. */
#define FS_PARTICLE_WORLD_FIELDS(F, t)                                         \
    F(t, WIDE3, gravity, "m/s^2")                                              \
    F(t, UNIT, damping, "")        /* of particles without a damping column */ \
    F(t, UNIT, damping_factor, "") /* the same per tick */                     \
    F(t, VEL, max_speed, "m/s")                                                \
    F(t, U8, integrator, "") /* fs_integrator */                               \
    F(t, U32, limited, "")   /* number of velocities that max_speed shortened */

/* A view of one set of particles. A column that the game's table lacks is NULL and stands for the world's value, 1 kg
 * or zero. The pointers to the world's row are never NULL. A step writes pos, vel, velocity_residual, *limited and
 * *saturations: to simulate ahead without changing the state, let these point to copies. */
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
    fs_unit3 *velocity_residual;
    const uint32_t *gen; /* generations of a pool, else NULL */
    fs_wide3 *gravity;
    fs_unit *world_damping, *world_damping_factor;
    fs_vel *max_speed;
    uint8_t *integrator;
    uint32_t *limited;
    fs_state *state; /* whose phases a step ends; NULL: nobody's */
};

#define FS__PARTICLES_WORLD(v, rules)                                                                                 \
    .hz = *(v).world.hz, .tick = *(v).world.tick, .saturations = (v).world.saturations, .gravity = (v).rules.gravity, \
    .world_damping = (v).rules.damping, .world_damping_factor = (v).rules.damping_factor,                             \
    .max_speed = (v).rules.max_speed, .integrator = (v).rules.integrator, .limited = (v).rules.limited,               \
    .state = (v).own_state
#define FS__PARTICLES_MOTION(v, set) .count = *(v).set.rows, .pos = (v).set.pos, .vel = (v).set.vel
#define FS__PARTICLES_OWN(v, set)                                                                             \
    .inv_mass = (v).set.inv_mass, .mass = (v).set.mass, .damping = (v).set.damping,                           \
    .damping_factor = (v).set.damping_factor, .acc = (v).set.acc, .born = (v).set.born, .kind = (v).set.kind, \
    .velocity_residual = (v).set.velocity_residual

/* The view of table `set` with the world row of table `rules` in the bound view `v`: of a plain table, of a pool, of a
 * table with FS_PARTICLE_MOTION_FIELDS only. Bind again after the number of rows has changed. */
#define FS_PARTICLES(v, set, rules) \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_OWN(v, set), FS__PARTICLES_WORLD(v, rules) })
#define FS_PARTICLES_POOL(v, set, rules)                                                                 \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_OWN(v, set), .gen = (v).set.gen, \
                            FS__PARTICLES_WORLD(v, rules) })
#define FS_PARTICLES_LIGHT(v, set, rules) \
    ((struct fs_particles){ FS__PARTICLES_MOTION(v, set), FS__PARTICLES_WORLD(v, rules) })

/* --- making ---------------------------------------------------------------------- */

/* The largest speed limit, 512 m/s: a velocity and its change in one tick then fit Q10.21. */
#define FS_PARTICLE_SPEED_MAX ((fs_vel)512 * FS_VEL_ONE)

typedef struct fs_particle_world_def {
    fs_wide3 gravity; /* m/s^2 */
    fs_unit damping;  /* factor of the velocity per second, 0..ONE; ONE: no damping */
    fs_vel max_speed; /* m/s, 1 step..FS_PARTICLE_SPEED_MAX */
    fs_integrator integrator;
} fs_particle_world_def;

/* Gravity (0, -10, 0) m/s^2, no damping, 500 m/s, symplectic Euler. */
FS_API fs_particle_world_def fs_default_particle_world_def(void);
/* Fills the world's row; `limited` starts at 0. E_ARGUMENT, and nothing changed, for a value out of range. */
FS_API fs_result fs_particle_world_make(struct fs_particles *p, const fs_particle_world_def *def);

typedef struct fs_particle_def {
    fs_pos3 pos;     /* m */
    fs_vel3 vel;     /* m/s */
    fs_wide3 acc;    /* m/s^2, added to the world's gravity */
    fs_wide mass;    /* kg, above 0 */
    fs_unit damping; /* factor of the velocity per second, 0..ONE */
    bool immovable;  /* the mass is then ignored */
    uint16_t kind;
} fs_particle_def;

/* At the origin at rest, 1 kg, damping 0.999 (the source's value for drag that is not noticed). */
FS_API fs_particle_def fs_default_particle_def(void);
/* Fills row i; `born` becomes the present tick. E_ARGUMENT, and nothing changed: no such row, a mass of 0 or less, a
 * damping outside 0..ONE, or a value that needs a column which the set lacks (a light set takes movable particles of
 * 1 kg without acceleration; their damping is the world's). */
FS_API fs_result fs_particle_make(struct fs_particles *p, uint32_t i, const fs_particle_def *def);

/* Sets the mass, kg, and its inverse (relative error 2^-31). E_ARGUMENT: a mass of 0 or less, no such row, no mass
 * columns. */
FS_API fs_result fs_particle_set_mass(struct fs_particles *p, uint32_t i, fs_wide mass);
/* Sets the inverse mass, 1/kg, and the mass from it (saturated, at least one step of Q32.32). 0 makes the particle
 * immovable. E_ARGUMENT: a negative value, no such row, no mass columns. */
FS_API fs_result fs_particle_set_inv_mass(struct fs_particles *p, uint32_t i, fs_scaled inv_mass);
/* Sets mass and inverse mass to 0. E_ARGUMENT: no such row, no mass columns. */
FS_API fs_result fs_particle_set_immovable(struct fs_particles *p, uint32_t i);
/* Sets the damping per second and its factor per tick, fs_pow_dt(): exactly 1 at ONE, exactly 0 at 0. E_ARGUMENT:
 * outside 0..ONE, no such row, no damping columns. */
FS_API fs_result fs_particle_set_damping(struct fs_particles *p, uint32_t i, fs_unit damping);

/* --- reading --------------------------------------------------------------------- */

/* False for an inverse mass of 0 or less. */
FS_API bool fs_particle_movable(const struct fs_particles *p, uint32_t i);
/* 1/kg; 0 for immovable particles, 1 in a light set. */
FS_API fs_scaled fs_particle_inv_mass(const struct fs_particles *p, uint32_t i);
/* kg. E_ARGUMENT, and *mass is 0, for an immovable particle. */
FS_API fs_result fs_particle_mass(const struct fs_particles *p, uint32_t i, fs_wide *mass);
/* Ticks since fs_particle_make(), modulo 2^32; 0 in a light set. */
FS_API uint32_t fs_particle_age(const struct fs_particles *p, uint32_t i);
/* World gravity plus the particle's acceleration, without forces, m/s^2; zero for an immovable particle. */
FS_API fs_wide3 fs_particle_acceleration(const struct fs_particles *p, uint32_t i);
/* The velocity, m/s, that this acceleration adds in the present tick, before damping: the same bits as in
 * fs_particles_step() without forces. */
FS_API fs_vel3 fs_particle_delta_velocity(const struct fs_particles *p, uint32_t i);
/* m v, kg m/s, and m v^2 / 2, J; rounded once, saturated; zero for an immovable particle. */
FS_API fs_wide3 fs_particle_momentum(const struct fs_particles *p, uint32_t i);
FS_API fs_wide fs_particle_kinetic_energy(const struct fs_particles *p, uint32_t i);
/* sum(m p) / sum(m) over the movable particles, m, rounded once. E_ARGUMENT, and the origin, when there are none. */
FS_API fs_result fs_particles_centre_of_mass(const struct fs_particles *p, fs_pos3 *centre);

/* --- forces and motion -------------------------------------------------------------- */

/* The exact sum of all forces on one particle, Q32.32 N in 128 bits. Integer sums do not depend on their order. */
typedef struct fs_force_sum {
    fs_i128 x, y, z;
} fs_force_sum;

/* `count` sums of zero, owned by the arena; NULL, and nothing taken, when it is too small. */
FS_API fs_force_sum *fs_force_sums_alloc(fs_arena *arena, uint32_t count);

/* Adds a force, N. */
static inline void fs_force_sum_add(fs_force_sum *sum, fs_wide3 force)
{
    sum->x = fs_i128_add(sum->x, fs_i128_from64(force.x));
    sum->y = fs_i128_add(sum->y, fs_i128_from64(force.y));
    sum->z = fs_i128_add(sum->z, fs_i128_from64(force.z));
}

/* Moves all particles by one tick under gravity, their accelerations and the forces `sums` (p->count of them; NULL:
 * no forces). Velocity Verlet uses the same sums in both halves. Immovable particles keep every bit. */
FS_API void fs_particles_integrate(struct fs_particles *p, const fs_force_sum *sums);

struct fs_forces; /* force.h */

/* Bytes of arena that fs_particles_step() needs for up to `capacity` particles and the built-in generators. */
FS_API size_t fs_particles_scratch_size(uint32_t capacity);
/* One tick: evaluates the force generators (NULL: none) and integrates. The arena is unchanged on return. E_MEMORY, and
 * nothing moved, when it is too small. */
FS_API fs_result fs_particles_step(struct fs_particles *p, const struct fs_forces *forces, fs_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
