/* link.h: rods, cables and ranges between particles, and the tick of a particle system.
 *
 * A link is a row of a table in the game's own schema: hashed, saved and sent like all state. A particle system is
 * particles with forces, links and contacts; fs_particle_system_step() advances it by one tick with one of three
 * solvers, which may be changed between ticks:
 *
 *   FS_LINK_SOLVER_XPBD         The tick is cut into substeps. In each, every link is satisfied once by moving its ends,
 *                               and the moves become velocities (XPBD with one iteration per substep). The error of a
 *                               link falls with the square of the number of substeps. Links are solved in the order
 *                               of their rows; rows in the direction away from what is pinned leave the least error.
 *                               A link alone, whose movable ends are in no other link, keeps its angular momentum and
 *                               a pendulum its energy: within 2e-4 of m g L in two minutes for a rod of 1 m, 9e-4 for
 *                               0.25 m, at 10 substeps of 60 Hz. Links that share a particle, such as those of a cloth, lose
 *                               the share w^2 h of their angular momentum per second at w rad/s and substeps of h s.
 *   FS_LINK_SOLVER_DIRECT       Substeps in which all links of a chain are satisfied together, by elimination in one
 *                               linear system: a rope of 1,000 links at 10 substeps stretches by less than 0.1 %,
 *                               link by link by a quarter. A chain is two or more consecutive rows (rows without
 *                               effect left out), each of which continues where the last one ended: its a is the b of
 *                               the last, and its b is anchored or a particle that the chain has not visited. The
 *                               builders of ropes and bridges write such rows. Slack cables and ranges inside their
 *                               bounds take no part. Links of length zero, and links whose ends are less than half of
 *                               their minimum apart, are satisfied one by one; after all chains so is every link
 *                               once more. In one substep a link can carry 20 length / (h^2 (1/m_a + 1/m_b)); under a
 *                               larger load it stretches for some substeps. The cost is two to four times that of
 *                               XPBD for ropes at rest, and up to 32 systems per substep and chain when one snaps
 *                               taut. Without chains the bits are those of FS_LINK_SOLVER_XPBD. A run of rows that
 *                               leads away from an anchored link is a chain too. A chain whose particles are in no
 *                               other link, of rods without compliance or of taut cables, keeps its energy with
 *                               symplectic Euler: within 1e-3 of m g L in two minutes for double pendulums of 0.25 m
 *                               to 4 m and chains of up to 20 rods. A tension above length / (8 h^2 (1/m_a + 1/m_b))
 *                               makes a link vibrate faster than substeps resolve; such links lose energy, which
 *                               brings taut chains to rest.
 *   FS_LINK_SOLVER_WORST_FIRST  Links become contacts, which the resolver of contact.h treats with all others: the
 *                               method of the source. For few links, and for links with restitution.
 *
 *     #define MY_TABLES(T, P, g) ...                                  \
 *         T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS)            \
 *         T(g, link, FS_LINK_FIELDS)
 *     ...
 *     struct fs_links links = FS_LINKS(v, link);
 *     struct fs_particle_system system = FS_PARTICLE_SYSTEM(v, particle_system, &particles, &forces, &links);
 *     system.detect = my_detect;
 *     fs_particle_system_step(&system, arena);
 *
 * Rules that hold whatever the columns contain: a link that is off, of an unknown type, between a particle and itself,
 * or that names a particle that does not exist, has no effect; coincident ends are separated along y, a upwards;
 * immovable ends stay.
 *
 * Sources: Millington, "Game Physics Engine Development", chapters 7 and 8; M. Macklin et al., "Small Steps in Physics
 * Simulation" (2019); M. Macklin, M. Mueller, N. Chentanez, "XPBD" (2016).
 */
#ifndef FIXSTEP_LINK_H
#define FIXSTEP_LINK_H

#include <fixstep/contact.h>
#include <fixstep/force.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- links ------------------------------------------------------------------------ */

/* The condition of each type; L is the distance of a and b, or of a and the anchor, m. Append only. */
typedef enum fs_link_id {
    FS_LINK_NONE = 0,
    FS_LINK_ROD = 1,   /* L = length */
    FS_LINK_CABLE = 2, /* L <= max_length */
    FS_LINK_RANGE = 3, /* length <= L <= max_length */
    FS_LINK_ANCHORED_ROD = 4,
    FS_LINK_ANCHORED_CABLE = 5,
    FS_LINK_ANCHORED_RANGE = 6,
    FS_LINK_TYPES = 7
} fs_link_id;

typedef enum fs_link_status {
    FS_LINK_OFF = 0,
    FS_LINK_ON = 1,
    FS_LINK_TORN = 2, /* no effect until the rejoin rule applies */
} fs_link_status;

#define FS_LINK_FIELDS(F, t)                                                                      \
    F(t, U16, type, "")  /* fs_link_id */                                                         \
    F(t, U8, status, "") /* fs_link_status */                                                     \
    F(t, U32, a, "")     /* particle */                                                           \
    F(t, U32, b, "")     /* the other particle, if not anchored */                                \
    F(t, U32, a_gen, "") /* generation of a pool's row, 0: not checked */                         \
    F(t, U32, b_gen, "")                                                                          \
    F(t, POS3, anchor, "m")                                                                       \
    F(t, POS, length, "m") /* at least 0 */                                                       \
    F(t, POS, max_length, "m")                                                                    \
    F(t, POS, tear_length, "m")   /* tears beyond this distance; 0: never */                      \
    F(t, WIDE, break_force, "N")  /* tears at a larger tension; 0: never; not with WORST_FIRST */ \
    F(t, POS, rejoin_length, "m") /* a torn link acts again below this; 0: never */               \
    F(t, UNIT, restitution, "")   /* of WORST_FIRST, for cables and ranges: 0..ONE */             \
    F(t, WIDE, compliance, "m/N") /* not of WORST_FIRST: 1/stiffness, 0: rigid */                 \
    F(t, WIDE, tension, "N")      /* mean of the last tick, below 0: compression; not of WORST_FIRST */

/* A link as a value: one row. */
typedef struct fs_link {
#define FS__LINK_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_LINK_FIELDS(FS__LINK_MEMBER, link)
#undef FS__LINK_MEMBER
} fs_link;

/* A view of a table of links. Owns nothing. */
struct fs_links {
    uint32_t count;
#define FS__LINK_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_LINK_FIELDS(FS__LINK_COLUMN, links)
#undef FS__LINK_COLUMN
};

/* The view of table `set` of the bound view `v`. */
#define FS_LINKS(v, set)                                        \
    ((struct fs_links){ .count = *(v).set.rows,                 \
                        .type = (v).set.type,                   \
                        .status = (v).set.status,               \
                        .a = (v).set.a,                         \
                        .b = (v).set.b,                         \
                        .a_gen = (v).set.a_gen,                 \
                        .b_gen = (v).set.b_gen,                 \
                        .anchor = (v).set.anchor,               \
                        .length = (v).set.length,               \
                        .max_length = (v).set.max_length,       \
                        .break_force = (v).set.break_force,     \
                        .tear_length = (v).set.tear_length,     \
                        .rejoin_length = (v).set.rejoin_length, \
                        .restitution = (v).set.restitution,     \
                        .compliance = (v).set.compliance,       \
                        .tension = (v).set.tension })

/* Writes a link into a row; a pool's generations are filled in. E_ARGUMENT, and nothing changed: no such row or type, a
 * negative length, max_length below length in a range, equal ends, a restitution outside 0..ONE, or a negative
 * compliance, tear_length, break_force or rejoin_length. E_STALE, and nothing changed: a particle that does not
 * exist. */
FS_API fs_result fs_link_make(struct fs_links *links, uint32_t row, const fs_link *link, const struct fs_particles *p);
/* The row as a value; all zero (off) for a row beyond the table. */
FS_API fs_link fs_link_get(const struct fs_links *links, uint32_t row);
/* Turns off every row that names the particle; returns their number. For plain tables, which have no generations to
 * tell that a row holds another particle. */
FS_API uint32_t fs_links_detach_particle(struct fs_links *links, uint32_t particle);
/* The present distance of its ends, m; 0 for a link without effect. A torn link counts. */
FS_API fs_pos fs_link_current_length(const struct fs_links *links, uint32_t row, const struct fs_particles *p);
/* How far that distance is outside of the bounds, m: above 0 too long, below 0 too short; 0 without effect. */
FS_API fs_pos fs_link_error(const struct fs_links *links, uint32_t row, const struct fs_particles *p);

/* Constructors: on, rigid, without tearing and restitution; lengths m. They check nothing; fs_link_make() does. */
FS_API fs_link fs_link_rod(uint32_t a, uint32_t b, fs_pos length);
FS_API fs_link fs_link_cable(uint32_t a, uint32_t b, fs_pos max_length);
FS_API fs_link fs_link_range(uint32_t a, uint32_t b, fs_pos length, fs_pos max_length);
FS_API fs_link fs_link_anchored_rod(uint32_t a, fs_pos3 anchor, fs_pos length);
FS_API fs_link fs_link_anchored_cable(uint32_t a, fs_pos3 anchor, fs_pos max_length);
FS_API fs_link fs_link_anchored_range(uint32_t a, fs_pos3 anchor, fs_pos length, fs_pos max_length);

/* Adds the contacts of all links, with the features 2 * row (pull) and 2 * row + 1 (push):
 *   cable  when L >= max_length: pull, depth L - max_length
 *   range  the same, and when L <= length: push, depth length - L
 *   rod    always both, without restitution
 * With an anchor, b is FS_CONTACT_STATIC. A full buffer counts in out->dropped. */
FS_API void fs_links_add_contacts(const struct fs_links *links, const struct fs_particles *p, struct fs_contacts *out);
/* Tears each link that is longer than its tear_length or whose tension exceeds its break_force, and restores each torn
 * link that is shorter than its rejoin_length. Returns the number of links that tore. */
FS_API uint32_t fs_links_update_tearing(struct fs_links *links, const struct fs_particles *p);

/* --- particle system -------------------------------------------------------------------------- */

typedef enum fs_link_solver {
    FS_LINK_SOLVER_XPBD = 0,
    FS_LINK_SOLVER_WORST_FIRST = 1,
    FS_LINK_SOLVER_DIRECT = 2,
    FS_LINK_SOLVER_COUNT
} fs_link_solver;

enum { FS_PARTICLE_SYSTEM_SUBSTEPS_MAX = 1024 };

/* One row. */
#define FS_PARTICLE_SYSTEM_FIELDS(F, t)                                                     \
    F(t, U8, solver, "")               /* fs_link_solver */                                 \
    F(t, U16, substeps, "")            /* per tick, 1..FS_PARTICLE_SYSTEM_SUBSTEPS_MAX */   \
    F(t, U32, velocity_iterations, "") /* of contacts per substep, 0: twice their number */ \
    F(t, U32, position_iterations, "")                                                      \
    F(t, U32, dropped_contacts, "") /* contacts beyond the capacity, since the start */     \
    F(t, U32, torn, "")             /* links that tore, since the start */

/* Called in every substep after the integration: adds the game's contacts through the detectors. The arena may be used
 * until it returns and has at least fs_detect_pairs_size() bytes. It may write to `out` and to `context` only, and no
 * result may depend on what it writes to `context`. */
typedef void fs_particle_system_detect_fn(void *context, const struct fs_particles *p, struct fs_contacts *out,
                                          fs_arena arena);

/* A particle system: pointers to its parts, all owned by the caller. */
struct fs_particle_system {
    struct fs_particles *particles;
    const struct fs_forces *forces;       /* NULL: none */
    struct fs_links *links;               /* NULL: none */
    fs_particle_system_detect_fn *detect; /* NULL: only the contacts of links */
    void *context;
    uint32_t contacts; /* capacity for the contacts of `detect` per substep */
    uint8_t *solver;
    uint16_t *substeps;
    uint32_t *velocity_iterations, *position_iterations, *dropped_contacts, *torn;
};

/* The particle system with the row of table `set` in the bound view `v`. The caller sets detect, context and contacts
 * afterwards. */
#define FS_PARTICLE_SYSTEM(v, set, the_particles, the_forces, the_links)              \
    ((struct fs_particle_system){ .particles = (the_particles),                       \
                                  .forces = (the_forces),                             \
                                  .links = (the_links),                               \
                                  .solver = (v).set.solver,                           \
                                  .substeps = (v).set.substeps,                       \
                                  .velocity_iterations = (v).set.velocity_iterations, \
                                  .position_iterations = (v).set.position_iterations, \
                                  .dropped_contacts = (v).set.dropped_contacts,       \
                                  .torn = (v).set.torn })

typedef struct fs_particle_system_def {
    fs_link_solver solver;
    uint32_t substeps;
    fs_contact_limits limits;
} fs_particle_system_def;

/* FS_LINK_SOLVER_DIRECT, 10 substeps per tick, default limits of iterations. */
FS_API fs_particle_system_def fs_default_particle_system_def(void);
/* Fills the particle system's row; both counters start at 0. E_ARGUMENT, and nothing changed, for a value out of
 * range. */
FS_API fs_result fs_particle_system_make(struct fs_particle_system *particle_system, const fs_particle_system_def *def);

/* Bytes of arena that fs_particle_system_step() needs for up to so many particles, links, and contacts of the
 * detector. */
FS_API size_t fs_particle_system_scratch_size(uint32_t particles, uint32_t links, uint32_t contacts);

/* One tick. Each substep: forces; integration; links (XPBD and DIRECT); contacts of links (WORST_FIRST) and of the
 * detector; their resolution. After the last substep links tear and rejoin. Damping acts once, in the last substep;
 * forces are evaluated in each, with the number and length of the tick. With one substep and WORST_FIRST this is
 * fs_particles_step() followed by contacts. E_MEMORY when the arena is too small; nothing has changed then, provided
 * that it has fs_particle_system_scratch_size() bytes or that custom forces take nothing from it. */
FS_API fs_result fs_particle_system_step(struct fs_particle_system *particle_system, fs_arena arena);

#ifdef __cplusplus
}
#endif
#endif
