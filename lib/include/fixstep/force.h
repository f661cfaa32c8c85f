/* force.h: force generators of particles, as rows of a table.
 *
 * A generator is a type number and parameters in the game's own schema: hashed, saved and sent like all state, never a
 * pointer. Each tick every row is evaluated through a dispatch table. Forces are integers and are summed exactly, so
 * the order of rows and particles changes no result. A game's own generators are functions in a constant table that it
 * passes along, under ids from FS_FORCE_CUSTOM.
 *
 *     #define MY_TABLES(T, P, g) ... T(g, force, FS_FORCE_FIELDS)
 *     struct fs_forces forces = FS_FORCES(v, force, NULL, 0);
 *     fs_force f = fs_force_spring(0, 1, k, rest);
 *     fs_result r = fs_force_make(&forces, row, &f, &p);
 *
 * Rules that hold for all types, whatever the columns contain:
 *   - no force: a row that is off, of an unknown type, or that names a particle that does not exist (a row beyond the
 *     set, an old generation);
 *   - immovable particles receive no force, but a spring may be attached to them;
 *   - two coincident points have no direction: springs and attractors then give no force; overcrowding has its own
 *     rule;
 *   - a force outside Q32.32 (2.1e9 N) saturates and is counted in world.saturations.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapters 5 and 6, with the
 * errors of its printed formulas corrected; each type says its formula. Up is +y.
 */
#ifndef FIXSTEP_FORCE_H
#define FIXSTEP_FORCE_H

#include <fixstep/explosion.h>
#include <fixstep/particle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formulas in SI units: d = p_a - p_b (or - point), L = |d|, u = d / L, h = 1/hz. "both": b receives exactly the
 * opposite force. A type without "both" acts on a alone, and a may be FS_FORCE_EVERY. Append only. */
typedef enum fs_force_id {
    FS_FORCE_NONE = 0,
    FS_FORCE_GRAVITY = 1,         /* F = m vec */
    FS_FORCE_DRAG = 2,            /* F = -v min(k + k2 |v|, m/h): never reverses a velocity */
    FS_FORCE_SPRING = 3,          /* both: F = -k (L - length) u, also when compressed */
    FS_FORCE_ANCHORED_SPRING = 4, /* the same from point */
    FS_FORCE_ONE_WAY_SPRING = 5,  /* the same from b, which does not feel it */
    FS_FORCE_BUNGEE = 6,          /* both: as a spring where L > length, else nothing */
    FS_FORCE_ANCHORED_BUNGEE = 7,
    FS_FORCE_ELASTIC_LIMIT = 8,   /* both: a spring; beyond L = limit the stiffness is k2; continuous */
    FS_FORCE_BUOYANCY = 9,        /* F = +y k clamp((limit + length - y) / (2 length), 0, 1) */
    FS_FORCE_STIFF_SPRING = 10,   /* to point, rest length 0: the exact damped oscillator after h */
    FS_FORCE_UPLIFT = 11,         /* F = vec where the distance of (x, z) from point is below limit, at any height */
    FS_FORCE_AIRBRAKE = 12,       /* F = -v min(k, m/h) while on */
    FS_FORCE_ATTRACTOR = 13,      /* F = -k u, towards point, constant in magnitude */
    FS_FORCE_GRAVITY_WELL = 14,   /* F = -m k / max(L, limit)^2 u towards point */
    FS_FORCE_BLACK_HOLE = 15,     /* the same; no force within limit: see fs_force_captures() */
    FS_FORCE_MUTUAL_GRAVITY = 16, /* both: F = -k m_a m_b / max(L, limit)^2 u */
    FS_FORCE_OVERCROWDING = 17,   /* between all pairs (of a kind): F = k (length - L) u where L < length */
    FS_FORCE_LIFT = 18,           /* F = +y k clamp(1 - (y - point.y) / length, 0, 1) */
    FS_FORCE_HOMING = 19,   /* F = -k u' L', u' L' = d + (v_a - v_b) length: the offset predicted after `length` s */
    FS_FORCE_WIND = 20,     /* F = (w(t) - v) min(k, m/h), w = vec + k2 times a random variation in [-1, 1] per axis */
    FS_FORCE_CONSTANT = 21, /* F = vec */
    FS_FORCE_BLAST = 22,    /* F = k (1 - L/limit) (1 - t/length) u away from point, t s after tick b */
    FS_FORCE_TYPES = 23,
    FS_FORCE_CUSTOM = 0x8000 /* the first id of a game's own table */
} fs_force_id;

/* In column `a`: every particle, or with `kind` not 0 every particle of that kind. */
#define FS_FORCE_EVERY UINT32_MAX

#define FS_FORCE_FIELDS(F, t)                                                    \
    F(t, U16, type, "")  /* fs_force_id */                                       \
    F(t, U8, on, "")     /* 0: no force */                                       \
    F(t, U16, kind, "")  /* with FS_FORCE_EVERY: only this kind, 0: all */       \
    F(t, U32, a, "")     /* particle */                                          \
    F(t, U32, b, "")     /* the other particle; WIND: seed; BLAST: first tick */ \
    F(t, U32, a_gen, "") /* generation of a pool's row, 0: not checked */        \
    F(t, U32, b_gen, "")                                                         \
    F(t, POS3, point, "m")                                                       \
    F(t, WIDE3, vec, "") /* GRAVITY m/s^2, UPLIFT and CONSTANT N, WIND m/s */    \
    F(t, WIDE, k, "")    /* see the formula */                                   \
    F(t, WIDE, k2, "")                                                           \
    F(t, WIDE, length, "") /* m; HOMING, WIND and BLAST: s */                    \
    F(t, WIDE, limit, "m")

/* A generator as a value: one row. */
typedef struct fs_force {
#define FS__FORCE_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_FORCE_FIELDS(FS__FORCE_MEMBER, force)
#undef FS__FORCE_MEMBER
} fs_force;

/* The arguments of a generator's functions. */
typedef struct fs_force_context {
    const struct fs_particles *particles;
    fs_force_sum *sums;
    fs_arena arena;     /* for a group's use; restored after it */
    uint32_t saturated; /* forces of this tick that saturated */
    fs_result result;   /* FS_E_MEMORY when a group ran out of memory */
} fs_force_context;

typedef enum fs_force_arity {
    FS_FORCE_ARITY_NONE = 0,
    FS_FORCE_ARITY_ONE,     /* force on a */
    FS_FORCE_ARITY_PAIR,    /* force on a and the opposite force on b */
    FS_FORCE_ARITY_ONE_WAY, /* force on a, depends on b */
    FS_FORCE_ARITY_GROUP    /* forces on any particles, through fs_force_add() */
} fs_force_arity;

/* One type of generator: the function of its arity, the others NULL. The functions depend on the context and the row
 * only. */
typedef struct fs_force_type {
    const char *name;
    fs_force_arity arity;
    fs_wide3 (*one)(fs_force_context *c, const fs_force *f, uint32_t a);              /* force on a, N */
    fs_wide3 (*pair)(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b); /* PAIR, ONE_WAY: force on a, N */
    void (*group)(fs_force_context *c, const fs_force *f);
    void (*prepare)(fs_force_context *c, fs_force *f); /* once per tick, on a copy of the row; may be NULL */
    bool (*valid)(const fs_force *f);                  /* whether the parameters are in range; NULL: always */
} fs_force_type;

/* A view of a table of generators, and the game's own types. Owns nothing. */
struct fs_forces {
    uint32_t count;
    const fs_force_type *custom; /* type FS_FORCE_CUSTOM + i is custom[i]; must be constant */
    uint32_t custom_count;
#define FS__FORCE_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_FORCE_FIELDS(FS__FORCE_COLUMN, forces)
#undef FS__FORCE_COLUMN
};

/* The view of table `set` of the bound view `v`; `own` is an array of `own_count` types, or NULL. */
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

/* The type of an id, built in or the game's own; NULL when there is none. Static, not owned by the caller. */
FS_API const fs_force_type *fs_force_type_get(const struct fs_forces *forces, uint32_t id);
/* Writes a generator into a row; a pool's generations are filled in. E_ARGUMENT, and nothing changed: no such row, no
 * such type, or a parameter out of the type's range (a negative stiffness, radius or length; a zero length that the
 * formula divides by). E_STALE, and nothing changed: a particle that does not exist. */
FS_API fs_result fs_force_make(struct fs_forces *forces, uint32_t row, const fs_force *f, const struct fs_particles *p);
/* The row as a value; all zero (off) for a row beyond the table. */
FS_API fs_force fs_force_get(const struct fs_forces *forces, uint32_t row);
/* Turns off every row that names the particle; returns their number. For plain tables, which have no generations to
 * tell that a row holds another particle. */
FS_API uint32_t fs_forces_detach_particle(struct fs_forces *forces, uint32_t particle);

/* --- values ------------------------------------------------------------------------ */

/* Constructors: on, without a filter of kinds. Units: k N/m for springs, N s/m for linear drag, N s^2/m^2 for quadratic
 * drag, N for attractor, lift and blast; lengths m. They check nothing; fs_force_make() does. */
FS_API fs_force fs_force_gravity(uint32_t a, fs_wide3 g);
FS_API fs_force fs_force_drag(uint32_t a, fs_wide linear, fs_wide quadratic);
FS_API fs_force fs_force_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_anchored_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length);
FS_API fs_force fs_force_one_way_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_bungee(uint32_t a, uint32_t b, fs_wide k, fs_wide length);
FS_API fs_force fs_force_anchored_bungee(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length);
FS_API fs_force fs_force_elastic_limit(uint32_t a, uint32_t b, fs_wide k, fs_wide length, fs_wide limit, fs_wide k2);
/* A block of `volume` m^3 in a liquid of `density` kg/m^3 (water 1000, sea 1025, Dead Sea 1250) with its surface at the
 * height `level` m. It is submerged from `depth` m below the surface and out of the liquid from `depth` m above it
 * (depth > 0); g > 0, m/s^2. The force when submerged is volume * density * g. */
FS_API fs_force fs_force_buoyancy(uint32_t a, fs_wide volume, fs_wide density, fs_wide g, fs_wide level, fs_wide depth);
/* Stiffness and damping per unit of mass: k in 0..2^28 1/s^2, damping in 0..2^14 1/s. */
FS_API fs_force fs_force_stiff_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide damping);
FS_API fs_force fs_force_uplift(uint32_t a, fs_pos3 point, fs_wide radius, fs_wide3 force);
FS_API fs_force fs_force_airbrake(uint32_t a, fs_wide k);
FS_API fs_force fs_force_attractor(uint32_t a, fs_pos3 point, fs_wide force);
/* mu = G M in m^3/s^2; inside `radius` the force is that at the radius. */
FS_API fs_force fs_force_gravity_well(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide radius);
FS_API fs_force fs_force_black_hole(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide capture_radius);
/* G in m^3/(kg s^2), scaled for the game: the physical value, 6.674e-11, is below a step of Q32.32. */
FS_API fs_force fs_force_mutual_gravity(uint32_t a, uint32_t b, fs_wide G, fs_wide radius);
FS_API fs_force fs_force_overcrowding(fs_wide distance, fs_wide k);
FS_API fs_force fs_force_lift(uint32_t a, fs_wide force, fs_wide ground, fs_wide height);
FS_API fs_force fs_force_homing(uint32_t a, uint32_t target, fs_wide k, fs_wide horizon_seconds);
/* The variation is a smooth random function of the tick per axis, with a new target each period: equal for equal
 * seeds. mean and drift m/s, k N s/m. */
FS_API fs_force fs_force_wind(uint32_t a, fs_wide3 mean, fs_wide k, fs_wide drift, fs_wide period_seconds,
                              uint32_t seed);
FS_API fs_force fs_force_constant(uint32_t a, fs_wide3 force);
FS_API fs_force fs_force_blast(uint32_t a, fs_pos3 point, fs_wide force, fs_wide radius, fs_wide seconds,
                               uint32_t tick);

/* --- evaluating ---------------------------------------------------------------------- */

/* Adds the forces of all generators to the sums (p->count of them). E_MEMORY, and the sums incomplete, when the arena is
 * too small for a group; fs_particles_scratch_size() bytes are enough for the built-in types. */
FS_API fs_result fs_forces_apply(const struct fs_forces *forces, const struct fs_particles *p, fs_force_sum *sums,
                                 fs_arena arena);
/* Adds the forces of all explosions (explosion.h) at the tick of the particles to the sums; saturations count as those of
 * generators. */
FS_API void fs_explosions_apply(const struct fs_explosions *explosions, const struct fs_particles *p,
                                fs_force_sum *sums);
/* For a group: adds a force, N, to one particle; none when it is immovable or beyond the set. */
FS_API void fs_force_add(fs_force_context *c, uint32_t particle, fs_wide3 force);
/* The same for a pair: b receives exactly the opposite force. */
FS_API void fs_force_add_pair(fs_force_context *c, uint32_t a, uint32_t b, fs_wide3 force);
/* Counts a saturation: for a generator whose own arithmetic saturated. */
FS_API void fs_force_count_saturation(fs_force_context *c);

/* The particles within the capture radius of a black hole that acts on them, in ascending order of rows, each once. At
 * most `capacity` of them go to `out`; returns their number, which may be larger. Changes nothing. */
FS_API uint32_t fs_force_captures(const struct fs_forces *forces, const struct fs_particles *p, uint32_t *out,
                                  uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
