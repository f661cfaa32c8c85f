/* contact.h: contacts of particles: found by detectors, resolved worst first.
 *
 * A contact lives for one step, in scratch. Detectors write them into a buffer, in any
 * order; the resolver sorts them by (a, b, feature) and the rest of their content, so the
 * order of the detectors cannot change a result. A step is
 *
 *     fs_contacts_alloc(&arena, 256, &contacts);
 *     fs_detect_ground(&contacts, &p, &how, 0);
 *     fs_contacts_resolve(&contacts, &p, NULL, limits, arena, &report);
 *
 * or fs_particle_system_step() of link.h, which does it together with links and substeps.
 *
 * Formats: depths and radii Q32.32 m, normals and restitution Q1.30, friction Q32.32. Every rounding is
 * symmetric: a mirrored scene stays mirrored bit for bit, and exchanging a and b while
 * turning the normal gives the exchanged result. Momentum: what a contact gives to a and
 * takes from b agrees bit for bit for equal masses; otherwise it differs by at most half a
 * velocity step (2.4e-7 m/s) of each mass and axis in one resolution.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapter 7. Where the printed
 * loop resolves velocity and overlap of one contact together and never refreshes a depth,
 * this does what its text says: two phases, and depths follow every move. Friction, which
 * the source leaves out for particles, is Coulomb's.
 */
#ifndef FIXSTEP_CONTACT_H
#define FIXSTEP_CONTACT_H

#include <fixstep/motion.h>
#include <fixstep/particle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the record and its buffer -------------------------------------------------------- */

/* In `b`: scenery, which never moves. */
#define FS_CONTACT_SCENERY UINT32_MAX

typedef struct fs_contact {
    uint32_t a, b;       /* particles; a != b */
    uint32_t feature;    /* tells contacts of the same pair apart: a detector's own number */
    fs_unit3 normal;     /* unit length: pushes a along it and b against it */
    fs_pos depth;        /* above 0 overlapping, 0 touching, below 0 apart */
    fs_unit restitution; /* 0..ONE: the share of the closing speed that they part with */
    fs_surface
        surface; /* friction: holds up to `static_friction` times the normal impulse, slides with `dynamic_friction` */
} fs_contact;

struct fs_contacts {
    fs_contact *at;
    uint32_t count, capacity;
    uint32_t dropped; /* contacts that found no place: the same on every machine */
};

/* An empty buffer in the arena; E_MEMORY, and nothing taken, when it does not fit. */
FS_API fs_result fs_contacts_alloc(fs_arena *arena, uint32_t capacity, struct fs_contacts *out);
/* Adds a contact. Its ends are put into order (a < b, scenery last; the normal turns with
 * them), restitution and coefficients into range (at least 0, dynamic_friction at most static_friction). One without a normal, between scenery and scenery or
 * of a particle with itself is no contact and is dropped; one that finds the buffer full
 * is counted in `dropped`. */
FS_API void fs_contact_add(struct fs_contacts *contacts, fs_contact contact);

/* --- detectors -------------------------------------------------------------------------- */

/* What the particles of a detector are like. */
typedef struct fs_detector_def {
    fs_pos radius; /* of each particle, at least 0 */
    fs_pos margin; /* at least 0: contacts are already found this far apart, so that a
                              resting particle is held a tick before it sinks in */
    fs_unit restitution;
    fs_surface surface;
    uint16_t kind;    /* only particles of this kind; 0: all */
    uint32_t feature; /* of the contacts made */
} fs_detector_def;

/* Points of all kinds without margin, bounce and friction. */
FS_API fs_detector_def fs_default_detector_def(void);

/* Movable particles against the half-space behind a plane: depth = radius - (p - point).n.
 * A zero normal finds nothing. */
FS_API void fs_detect_plane(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how,
                            fs_pos3 point, fs_unit3 normal);
/* The plane y = height, up being +y: depth = height + radius - y, exactly. */
FS_API void fs_detect_ground(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how,
                             fs_pos height);
/* A ball (how->radius) against the segment between two particles, a plank. The other body
 * of the contact is the end nearer to the touching point, of two equally near ones `end_a`;
 * the normal leads from the segment to the ball, and is +y when the ball's centre lies on
 * it. Finds nothing when one of the three does not exist or two are the same. */
FS_API void fs_detect_plank(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how,
                            uint32_t ball, uint32_t end_a, uint32_t end_b);
/* All pairs nearer than twice the radius, by a grid, in ascending order of (a, b), each
 * once; pairs of immovable particles are left out. Of coincident ones a leaves along +y.
 * E_MEMORY when the arena is too small (fs_detect_pairs_size() is enough). */
FS_API fs_result fs_detect_pairs(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how,
                                 fs_arena arena);
FS_API size_t fs_detect_pairs_size(uint32_t particles);

/* --- resolver ------------------------------------------------------------------------------ */

/* Depths up to this count as touching: 2^-24 m, far above the rounding of a move. */
#define FS_CONTACT_SLOP ((fs_pos)1 << (FS_POS_FRAC - 24))
/* Closing speeds up to this above what one tick of acceleration explains are rest: 2^-16 m/s. */
#define FS_CONTACT_RESTING_SPEED ((fs_vel)1 << (FS_VEL_FRAC - 16))

typedef struct fs_contact_limits {
    uint32_t velocity_iterations; /* 0: twice the contacts */
    uint32_t position_iterations;
} fs_contact_limits;

typedef struct fs_contact_report {
    uint32_t velocity_iterations; /* used */
    uint32_t position_iterations;
} fs_contact_report;

/* Bytes of arena that fs_contacts_resolve() needs. */
FS_API size_t fs_contacts_scratch_size(uint32_t particles, uint32_t contacts);

/* Resolves the contacts; `contacts` is sorted and its depths follow the moves. First all
 * velocities, the fastest closing contact each time; then all overlaps, the deepest each
 * time. Of equal ones the first in the sorted order is taken.
 *
 *     closing speed u = -(v_a - v_b).n,  r = -(gain_a - gain_b).n of this tick, at least 0
 *     afterwards the ends part with c (u - r); with 0 when u <= r' + FS_CONTACT_RESTING_SPEED, where
 *     r' is the largest of r, -gain_a.n and gain_b.n (what one tick of acceleration explains)
 *     shares: 1/m_a and 1/m_b of their sum, of the impulse and of the depth
 *     friction: the change along n, J, stops a tangential speed up to static_friction J, and takes dynamic_friction J
 *     from a larger one
 *
 * With `before`, the places of all particles at the start of the step, friction also takes
 * back what the particles slid in it, so that what is held does not creep: a particle that
 * touches scenery, sticks and rests keeps every bit of its place. Immovable particles are
 * never changed; contacts of particles that do not exist are ignored. `report` may be NULL.
 * E_MEMORY, and nothing but the order of the contacts changed, when the arena is too small. */
FS_API fs_result fs_contacts_resolve(struct fs_contacts *contacts, struct fs_particles *p, const fs_pos3 *before,
                                     fs_contact_limits limits, fs_arena arena, fs_contact_report *report);

#ifdef __cplusplus
}
#endif
#endif
