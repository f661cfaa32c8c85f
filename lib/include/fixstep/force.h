/* force.h: force generators: what pushes particles, as rows of a table.
 *
 * A generator is a type number and parameters in the game's own schema: hashed, saved
 * and sent like all state, never a pointer. Each tick every row is evaluated by a
 * dispatch table; contributions are whole numbers summed exactly, so neither the order
 * of the rows nor of the particles can change a result. A game's own generators are
 * functions in a constant table that it passes along, under ids from FS_FORCE_CUSTOM.
 *
 *     #define MY_TABLES(T, P, g) ... T(g, force, FS_FORCE_FIELDS)
 *     struct fs_forces forces = FS_FORCES(v, force, NULL, 0);
 *     fs_force f = fs_force_spring(0, 1, k, rest);
 *     fs_result r = fs_force_make(&forces, row, &f, &p);
 *
 * Rules that hold for all types, whatever the columns contain:
 *   - a row that is off, of an unknown type, or that names a particle that does not exist
 *     (a row beyond the set, a generation that has moved on) pushes nothing;
 *   - immovable particles are not pushed, but they hold the other end of a spring;
 *   - two coincident points have no direction: springs and attractors then push nothing,
 *     only overcrowding has its own rule;
 *   - a force that leaves Q32.32 (2.1e9 N) saturates and is counted in world.saturations.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapters 5 and 6, with the
 * errors of its printed formulas corrected; each type says its formula. Up is +y.
 */
#ifndef FIXSTEP_FORCE_H
#define FIXSTEP_FORCE_H

#include <fixstep/particle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* d = p_a - p_b (or - point), L = |d|, u = d / L, h = 1/hz. "both": b gets the opposite
 * force, the same bits. A type without "both" pushes a alone, and a may be
 * FS_FORCE_EVERY. Append only. */
typedef enum fs_force_id {
    FS_FORCE_NONE = 0,
    FS_FORCE_GRAVITY = 1,         /* F = m vec */
    FS_FORCE_DRAG = 2,            /* F = -v min(k + k2 |v|, m/h): never turns the velocity */
    FS_FORCE_SPRING = 3,          /* both: F = -k (L - length) u, also when compressed */
    FS_FORCE_ANCHORED_SPRING = 4, /* the same from point */
    FS_FORCE_ONE_WAY_SPRING = 5,  /* the same from b, which does not feel it */
    FS_FORCE_BUNGEE = 6,          /* both: as a spring where L > length, else nothing */
    FS_FORCE_ANCHORED_BUNGEE = 7,
    FS_FORCE_ELASTIC_LIMIT = 8,   /* both: a spring; beyond L = limit the stiffness is k2, without a jump */
    FS_FORCE_BUOYANCY = 9,        /* F = +y k clamp((limit + length - y) / (2 length), 0, 1) */
    FS_FORCE_STIFF_SPRING = 10,   /* to point, rest length 0: where a damped oscillator would be after h */
    FS_FORCE_UPLIFT = 11,         /* F = vec where (x, z) is nearer to point than limit, at any height */
    FS_FORCE_AIRBRAKE = 12,       /* F = -v min(k, m/h) while on */
    FS_FORCE_ATTRACTOR = 13,      /* F = -k u, towards point, the same at any distance */
    FS_FORCE_GRAVITY_WELL = 14,   /* F = -m k / max(L, limit)^2 u towards point */
    FS_FORCE_BLACK_HOLE = 15,     /* the same; nothing within limit: see fs_force_captures() */
    FS_FORCE_MUTUAL_GRAVITY = 16, /* both: F = -k m_a m_b / max(L, limit)^2 u */
    FS_FORCE_OVERCROWDING = 17,   /* among all (or all of a kind): F = k (length - L) u where L < length */
    FS_FORCE_LIFT = 18,           /* F = +y k clamp(1 - (y - point.y) / length, 0, 1) */
    FS_FORCE_HOMING = 19,         /* F = -k u' L', u' L' = d + (v_a - v_b) length: from where both will be */
    FS_FORCE_WIND = 20,           /* F = (w(t) - v) min(k, m/h), w = vec + k2 times a drift in [-1, 1] per axis */
    FS_FORCE_CONSTANT = 21,       /* F = vec */
    FS_FORCE_BLAST = 22,          /* F = k (1 - L/limit) (1 - t/length) u away from point, t s after tick b */
    FS_FORCE_TYPES = 23,
    FS_FORCE_CUSTOM = 0x8000 /* the first id of a game's own table */
} fs_force_id;

/* In column `a`: every particle, or with `kind` not 0 every particle of that kind. */
#define FS_FORCE_EVERY UINT32_MAX

#define FS_FORCE_FIELDS(F, t)                                                    \
    F(t, U16, type, "")  /* fs_force_id */                                       \
    F(t, U8, on, "")     /* 0: pushes nothing */                                 \
    F(t, U16, kind, "")  /* with FS_FORCE_EVERY: only this kind, 0: all */       \
    F(t, U32, a, "")     /* particle */                                          \
    F(t, U32, b, "")     /* the other particle; WIND: seed; BLAST: first tick */ \
    F(t, U32, a_gen, "") /* generation of a pool's row, 0: not asked */          \
    F(t, U32, b_gen, "")                                                         \
    F(t, POS3, point, "m")                                                       \
    F(t, WIDE3, vec, "") /* GRAVITY m/s^2, UPLIFT and PUSH N, WIND m/s */        \
    F(t, WIDE, k, "")    /* the formula's strength */                            \
    F(t, WIDE, k2, "")                                                           \
    F(t, WIDE, length, "") /* m; HOMING, WIND and BLAST: s */                    \
    F(t, WIDE, limit, "m")

/* A generator as a value: one row. */
typedef struct fs_force {
#define FS__FORCE_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_FORCE_FIELDS(FS__FORCE_MEMBER, force)
#undef FS__FORCE_MEMBER
} fs_force;

/* What a generator is asked with. */
typedef struct fs_force_context {
    const struct fs_particles *particles;
    fs_force_sum *sums;
    fs_arena arena;     /* for a group's own use; what it takes is given back after it */
    uint32_t saturated; /* forces that left their range in this tick */
    fs_result result;   /* of a group that ran out of memory */
} fs_force_context;

typedef enum fs_force_arity {
    FS_FORCE_ARITY_NONE = 0,
    FS_FORCE_ARITY_ONE,     /* pushes a */
    FS_FORCE_ARITY_PAIR,    /* pushes a and, oppositely, b */
    FS_FORCE_ARITY_ONE_WAY, /* pushes a, reads b */
    FS_FORCE_ARITY_GROUP    /* pushes whom it wants through fs_force_add() */
} fs_force_arity;

/* One type of generator: the function of its shape, the others NULL. A function may read
 * the context and the row and nothing else. */
typedef struct fs_force_type {
    const char *name;
    fs_force_arity arity;
    fs_wide3 (*one)(fs_force_context *c, const fs_force *f, uint32_t a);              /* force on a, N */
    fs_wide3 (*pair)(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b); /* PAIR, FOLLOW: on a */
    void (*group)(fs_force_context *c, const fs_force *f);
    void (*prepare)(fs_force_context *c, fs_force *f); /* once a tick, on a copy of the row; may be NULL */
    bool (*valid)(const fs_force *f);                  /* whether the parameters make sense; NULL: any do */
} fs_force_type;

/* A window on a table of generators and the game's own types. */
struct fs_forces {
    uint32_t count;
    const fs_force_type *custom; /* type FS_FORCE_CUSTOM + i is custom[i]; must be constant */
    uint32_t custom_count;
#define FS__FORCE_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_FORCE_FIELDS(FS__FORCE_COLUMN, forces)
#undef FS__FORCE_COLUMN
};

/* The window on table `set` of the bound view `v`. */
#define FS_FORCES(v, set, own, own_count)             \
    ((struct fs_forces){ .count = *(v).set.rows,      \
                         .custom = (own),             \
                         .custom_count = (own_count), \
                         .type = (v).set.type,        \
                         .on = (v).set.on,            \
                         .kind = (v).set.kind,        \
                         .a = (v).set.a,              \
                         .b = (v).set.b,              \
                         .a_gen = (v).set.a_gen,      \
                         .b_gen = (v).set.b_gen,      \
                         .point = (v).set.point,      \
                         .vec = (v).set.vec,          \
                         .k = (v).set.k,              \
                         .k2 = (v).set.k2,            \
                         .length = (v).set.length,    \
                         .limit = (v).set.limit })

/* --- rows ------------------------------------------------------------------------ */

/* The type of an id, built in or the game's own; NULL when there is none. */
FS_API const fs_force_type *fs_force_type_get(const struct fs_forces *forces, uint32_t id);
/* Writes a generator into a row. E_ARGUMENT, and nothing changed, when there is no such
 * row, no such type, or a parameter is out of the type's range (negative stiffness, radius
 * or length, a zero length that the formula divides by); E_STALE when it names a particle
 * that is not there. Generations are filled in for a pool. */
FS_API fs_result fs_force_make(struct fs_forces *forces, uint32_t row, const fs_force *f, const struct fs_particles *p);
/* The row as a value; a zero one (off) beyond the table. */
FS_API fs_force fs_force_get(const struct fs_forces *forces, uint32_t row);
/* Turns off every row that names the particle; returns how many. For plain tables, where
 * nothing else tells that a row now holds another particle. */
FS_API uint32_t fs_forces_detach_particle(struct fs_forces *forces, uint32_t particle);

/* --- values ------------------------------------------------------------------------ */

/* All are on, without a filter of kinds. Units as in the list above. */
FS_API fs_force fs_force_gravity(uint32_t a, fs_wide3 g);
FS_API fs_force fs_force_drag(uint32_t a, fs_wide linear, fs_wide quadratic);
FS_API fs_force fs_force_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_anchored_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length);
FS_API fs_force fs_force_one_way_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_bungee(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_anchored_bungee(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length);
FS_API fs_force fs_force_elastic_limit(uint32_t a, uint32_t b, fs_wide k, fs_wide length, fs_wide limit, fs_wide k2);
/* A block of `volume` m^3 in a liquid of `density` kg/m^3 (water 1000, sea 1025, Dead Sea
 * 1250) with its surface at height `level`; fully under `depth` below it and out of it
 * `depth` above (depth > 0, m); g > 0, m/s^2. The full force is volume*density*g. */
FS_API fs_force fs_force_buoyancy(uint32_t a, fs_wide volume, fs_wide density, fs_wide g, fs_wide level, fs_wide depth);
/* Stiffness and damping per unit of mass: k in 0..2^28 1/s^2, damping in 0..2^14 1/s. */
FS_API fs_force fs_force_stiff_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide damping);
FS_API fs_force fs_force_uplift(uint32_t a, fs_pos3 point, fs_wide radius, fs_wide3 force);
FS_API fs_force fs_force_airbrake(uint32_t a, fs_wide k);
FS_API fs_force fs_force_attractor(uint32_t a, fs_pos3 point, fs_wide force);
/* mu = G M in m^3/s^2; inside `radius` the pull is that at the radius. */
FS_API fs_force fs_force_gravity_well(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide radius);
FS_API fs_force fs_force_black_hole(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide capture_radius);
/* G in m^3/(kg s^2), scaled for the game: the real one, 6.674e-11, is below a step. */
FS_API fs_force fs_force_mutual_gravity(uint32_t a, uint32_t b, fs_wide G, fs_wide radius);
FS_API fs_force fs_force_overcrowding(fs_wide distance, fs_wide k);
FS_API fs_force fs_force_lift(uint32_t a, fs_wide force, fs_wide ground, fs_wide height);
FS_API fs_force fs_force_homing(uint32_t a, uint32_t target, fs_wide k, fs_wide horizon_seconds);
/* The drift is a smooth random course per axis, a new aim each period, the same for all
 * of one seed: a function of the tick alone. */
FS_API fs_force fs_force_wind(uint32_t a, fs_wide3 mean, fs_wide k, fs_wide drift, fs_wide period_seconds,
                              uint32_t seed);
FS_API fs_force fs_force_constant(uint32_t a, fs_wide3 force);
FS_API fs_force fs_force_blast(uint32_t a, fs_pos3 point, fs_wide force, fs_wide radius, fs_wide seconds,
                               uint32_t tick);

/* --- evaluating ---------------------------------------------------------------------- */

/* Adds what all generators push to the sums. E_MEMORY when the arena is too small for a
 * group (fs_particles_scratch_size() is always enough for the built-in ones); the sums are
 * then incomplete. */
FS_API fs_result fs_forces_apply(const struct fs_forces *forces, const struct fs_particles *p, fs_force_sum *sums,
                                 fs_arena arena);
/* For a group: pushes one particle, unless it is immovable or does not exist. */
FS_API void fs_force_add(fs_force_context *c, uint32_t particle, fs_wide3 force);
/* The same for a pair: b gets exactly the opposite. */
FS_API void fs_force_add_pair(fs_force_context *c, uint32_t a, uint32_t b, fs_wide3 force);
/* Counts a saturation: for a generator whose own arithmetic left its range. */
FS_API void fs_force_count_saturation(fs_force_context *c);

/* The particles that lie within the capture radius of a black hole that pulls them, by
 * ascending row, each once: at most `capacity` of them go to `out`; returns how many there
 * are. Moves and marks nothing: what capture means is the game's. */
FS_API uint32_t fs_force_captures(const struct fs_forces *forces, const struct fs_particles *p, uint32_t *out,
                                  uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
