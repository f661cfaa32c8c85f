/* link.h: rods, cables and other links between particles, and the tick that holds them.
 *
 * A link is a row of a table in the game's own schema: hashed, saved and sent like all
 * state. A particle system is particles with forces, links and contacts; fs_particle_system_step() moves it by one
 * tick, with one of three solvers that any world may choose and change:
 *
 *   FS_LINK_SOLVER_XPBD  the tick is cut into substeps; in each, every link is satisfied
 *                          once by moving its ends, and the moves become velocities (XPBD
 *                          with one iteration per substep). Stiff sets hold: the error of a
 *                          link falls with the square of the number of substeps. Links are
 *                          taken in the order of their rows; rows that lead away from what
 *                          is held leave the least error. What turns loses some spin: w^2 h
 *                          of it per second, h being the length of a substep.
 *   FS_LINK_SOLVER_DIRECT       small steps in which all links of a chain are satisfied at once, by
 *                          one linear system that elimination solves from end to end: a rope
 *                          of 1,000 links at 10 substeps stretches by less than 0.1 % where
 *                          link by link it stretches by a quarter. A chain is two or more
 *                          rows that follow one another (rows that do nothing left out), each
 *                          of which goes on where the last one ended: its a is the b of the
 *                          last, and its b is anchored or a particle that the chain has not
 *                          visited. The builders of ropes and bridges write such rows. Slack
 *                          cables and ranges inside their bounds take no part; links whose
 *                          length is zero or whose ends are less than half as far apart as
 *                          they must be are satisfied one by one, and so is, after all chains,
 *                          every link once more. In one substep a link can carry
 *                          20 length / (h^2 (1/m_a + 1/m_b)); under more it gives way for some
 *                          substeps. Two to four times the work of small steps for ropes at
 *                          rest; up to 32 systems per substep and chain where one tears taut.
 *                          Without chains the same bits as FS_LINK_SOLVER_XPBD.
 *   FS_LINK_SOLVER_WORST_FIRST     links make contacts, which the resolver of contact.h treats with
 *                          all others: the source's way. For few links, and where links are
 *                          to bounce.
 *
 *     #define MY_TABLES(T, P, g) ...                                  \
 *         T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS)                                    \
 *         T(g, link, FS_LINK_FIELDS)
 *     ...
 *     struct fs_links links = FS_LINKS(v, link);
 *     struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(v, particle_system, &particles, &forces, &links);
 *     particle_system.detect = my_detect;
 *     fs_particle_system_step(&particle_system, arena);
 *
 * Rules that hold whatever the columns contain: a link that is off, of an unknown type,
 * between a particle and itself, or that names a particle that does not exist, does
 * nothing; ends in the same place are pushed apart along y, a upwards; immovable ends stay.
 *
 * Sources: Millington, "Game Physics Engine Development", chapters 7 and 8; M. Macklin et
 * al., "Small Steps in Physics Simulation" (2019); M. Müller et al., XPBD (2016).
 */
#ifndef FIXSTEP_LINK_H
#define FIXSTEP_LINK_H

#include <fixstep/contact.h>
#include <fixstep/force.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- links ------------------------------------------------------------------------ */

/* L is the distance of a and b, or of a and the anchor. Append only. */
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
    FS_LINK_TORN = 2, /* off, but comes back by the rejoin rule */
} fs_link_status;

#define FS_LINK_FIELDS(F, t)                                                                           \
    F(t, U16, type, "")  /* fs_link_id */                                                              \
    F(t, U8, status, "") /* fs_link_status */                                                          \
    F(t, U32, a, "")     /* particle */                                                                \
    F(t, U32, b, "")     /* the other particle, if not anchored */                                     \
    F(t, U32, a_gen, "") /* generation of a pool's row, 0: not asked */                                \
    F(t, U32, b_gen, "")                                                                               \
    F(t, POS3, anchor, "m")                                                                            \
    F(t, POS, length, "m") /* at least 0 */                                                            \
    F(t, POS, max_length, "m")                                                                         \
    F(t, POS, tear_length, "m")   /* torn beyond this distance; 0: never */                            \
    F(t, WIDE, break_force, "N")  /* torn when it pulls harder; 0: never; not by the resolver */       \
    F(t, POS, rejoin_length, "m") /* torn ones hold again below this; 0: never */                      \
    F(t, UNIT, restitution, "")   /* of the resolver, for cables and ranges: 0..ONE */                 \
    F(t, WIDE, compliance, "m/N") /* not of the resolver: 0 is as stiff as can be, else 1/stiffness */ \
    F(t, WIDE, tension, "N")      /* what it pulled (pushed: below 0) in the last tick; not by the resolver */

/* A link as a value: one row. */
typedef struct fs_link {
#define FS__LINK_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
    FS_LINK_FIELDS(FS__LINK_MEMBER, link)
#undef FS__LINK_MEMBER
} fs_link;

/* A window on a table of links. */
struct fs_links {
    uint32_t count;
#define FS__LINK_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
    FS_LINK_FIELDS(FS__LINK_COLUMN, links)
#undef FS__LINK_COLUMN
};

/* The window on table `set` of the bound view `v`. */
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

/* Writes a link into a row. E_ARGUMENT, and nothing changed, when there is no such row or
 * type, a length is negative, max_length is below length in a range, both ends are the
 * same, the restitution is outside 0..ONE, or the compliance, tear_length, break_force or rejoin_length is negative;
 * E_STALE when it names a particle that is not there. Generations are filled in for a pool. */
FS_API fs_result fs_link_make(struct fs_links *links, uint32_t row, const fs_link *link, const struct fs_particles *p);
/* The row as a value; a zero one (off) beyond the table. */
FS_API fs_link fs_link_get(const struct fs_links *links, uint32_t row);
/* Turns off every row that names the particle; returns how many. For plain tables, where
 * nothing else tells that a row now holds another particle. */
FS_API uint32_t fs_links_detach_particle(struct fs_links *links, uint32_t particle);
/* The present distance of its ends; 0 for a link that does nothing. */
FS_API fs_pos fs_link_current_length(const struct fs_links *links, uint32_t row, const struct fs_particles *p);
/* How far that is outside of what the link allows: above 0 too long, below 0 too short. */
FS_API fs_pos fs_link_error(const struct fs_links *links, uint32_t row, const struct fs_particles *p);

/* Values; all are on, stiff, never tear, and do not bounce. */
FS_API fs_link fs_link_rod(uint32_t a, uint32_t b, fs_pos length);
FS_API fs_link fs_link_cable(uint32_t a, uint32_t b, fs_pos max_length);
FS_API fs_link fs_link_range(uint32_t a, uint32_t b, fs_pos length, fs_pos max_length);
FS_API fs_link fs_link_anchored_rod(uint32_t a, fs_pos3 anchor, fs_pos length);
FS_API fs_link fs_link_anchored_cable(uint32_t a, fs_pos3 anchor, fs_pos max_length);
FS_API fs_link fs_link_anchored_range(uint32_t a, fs_pos3 anchor, fs_pos length, fs_pos max_length);

/* The contacts of all links, with features from 2 * row on:
 *   cable  when L >= max_length: pulls, depth L - max_length
 *   range  the same, and when L <= length: pushes, depth length - L
 *   rod    always two, one that pulls and one that pushes, so that it neither stretches nor
 *          shrinks; both without restitution
 * b gets none of it when the link is anchored. */
FS_API void fs_links_add_contacts(const struct fs_links *links, const struct fs_particles *p, struct fs_contacts *out);
/* Tears what is longer than its `tear_length` or pulls harder than its `break_force`, and joins again
 * what is torn and shorter than its `rejoin_length`, every row for itself; returns how many tore. */
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
#define FS_PARTICLE_SYSTEM_FIELDS(F, t)                                                         \
    F(t, U8, solver, "")               /* fs_link_solver */                                     \
    F(t, U16, substeps, "")            /* per tick, 1..FS_PARTICLE_SYSTEM_SUBSTEPS_MAX */       \
    F(t, U32, velocity_iterations, "") /* of the resolver per substep, 0: twice the contacts */ \
    F(t, U32, position_iterations, "")                                                          \
    F(t, U32, dropped_contacts, "") /* contacts that found no place, in all ticks */            \
    F(t, U32, torn, "")             /* links that tore, in all ticks */

/* Called in every substep after the particles have moved: adds the game's contacts through
 * the detectors. The arena may be used until it returns (fs_detect_pairs_size() bytes are
 * always there). It may change nothing but what `context` leads to, and no result may
 * depend on that. */
typedef void fs_particle_system_detect_fn(void *context, const struct fs_particles *p, struct fs_contacts *out,
                                          fs_arena arena);

struct fs_particle_system {
    struct fs_particles *particles;
    const struct fs_forces *forces;       /* NULL: none */
    struct fs_links *links;               /* NULL: none */
    fs_particle_system_detect_fn *detect; /* NULL: no contacts but those of links */
    void *context;
    uint32_t contacts; /* room for the contacts of `detect` per substep */
    uint8_t *solver;
    uint16_t *substeps;
    uint32_t *velocity_iterations, *position_iterations, *dropped_contacts, *torn;
};

/* The particle system with the row of table `set` in the bound view `v`; detect, context and contacts
 * are still to be set. */
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

/* Small steps with chains solved at once, 10 per tick, no limits of its own. */
FS_API fs_particle_system_def fs_default_particle_system_def(void);
/* Fills the particle system's row. E_ARGUMENT, and nothing changed, for a value out of range. */
FS_API fs_result fs_particle_system_make(struct fs_particle_system *particle_system, const fs_particle_system_def *def);

/* Bytes of arena that fs_particle_system_step() needs for up to so many particles, links and contacts
 * of the detector. */
FS_API size_t fs_particle_system_scratch_size(uint32_t particles, uint32_t links, uint32_t contacts);

/* One tick, each substep in this order: forces; all particles move; links (not the resolver's way);
 * contacts of links (the resolver's way) and of the detector; their resolution. After the
 * last one links tear and join. Damping acts once, in the last substep; forces are asked in
 * each one, with the tick's own number and length. With one substep, the resolver's way, this
 * is fs_particles_step() with contacts behind it. E_MEMORY when the arena is too small, and
 * then nothing has changed, as long as it has fs_particle_system_scratch_size() bytes or custom forces
 * take nothing from it. */
FS_API fs_result fs_particle_system_step(struct fs_particle_system *particle_system, fs_arena arena);

#ifdef __cplusplus
}
#endif
#endif
