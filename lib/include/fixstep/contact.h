/* contact.h: contacts of particles: found by detectors, resolved worst first.
 *
 * A contact exists for one step, in scratch memory. Detectors write contacts into a buffer in any order; the resolver
 * sorts them by (a, b, feature) and then by their content, so the order of the detectors changes no result. A step is
 *
 *     fs_contacts_alloc(&arena, 256, &contacts);
 *     fs_detect_ground(&contacts, &p, &def, 0);
 *     fs_contacts_resolve(&contacts, &p, NULL, limits, arena, &report);
 *
 * or fs_particle_system_step() of link.h, which adds links and substeps.
 *
 * Formats: depths and radii Q32.32 m, normals and restitution Q1.30, friction Q32.32. Every rounding is
 * symmetric: a mirrored scene stays mirrored bit for bit, and exchanging a and b with the opposite normal gives the
 * exchanged result. Momentum: for equal masses the changes of a and b are opposite bit for bit; otherwise the error is
 * at most half a velocity step (2.4e-7 m/s) of each mass and axis per resolution.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapter 7. Where the printed
 * loop resolves velocity and overlap of one contact together and never refreshes a depth,
 * this follows its text: two phases, and depths follow every move. Friction, which the source leaves out for
 * particles, is Coulomb's.
 */
#ifndef FIXSTEP_CONTACT_H
#define FIXSTEP_CONTACT_H

#include <fixstep/motion.h>
#include <fixstep/particle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the record and its buffer -------------------------------------------------------- */

/* In `b`: the static environment, which never moves. */
#define FS_CONTACT_STATIC UINT32_MAX

typedef struct fs_contact {
    uint32_t a, b;       /* particles; a != b */
    uint32_t feature;    /* distinguishes contacts of the same pair; chosen by the detector */
    fs_unit3 normal;     /* unit length; from b to a */
    fs_pos depth;        /* m; above 0 overlapping, 0 touching, below 0 separated */
    fs_unit restitution; /* 0..ONE: separation speed divided by closing speed */
    fs_surface surface;  /* coefficients of Coulomb friction */
} fs_contact;

/* A buffer of contacts; `at` belongs to the arena that it was allocated from. */
struct fs_contacts {
    fs_contact *at;
    uint32_t count, capacity;
    uint32_t dropped; /* contacts beyond the capacity */
};

/* An empty buffer in the arena; E_MEMORY, and nothing taken, when it does not fit. */
FS_API fs_result fs_contacts_alloc(fs_arena *arena, uint32_t capacity, struct fs_contacts *out);
/* Adds a contact. Its ends are ordered (a < b, FS_CONTACT_STATIC last; the normal follows them); normal, restitution and
 * friction are clamped to their ranges (0 <= dynamic_friction <= static_friction). Ignored: a contact with a zero
 * normal, or with a == b. A full buffer increments `dropped`. */
FS_API void fs_contact_add(struct fs_contacts *contacts, fs_contact contact);

/* --- detectors -------------------------------------------------------------------------- */

/* The particles and surfaces that a detector assumes. */
typedef struct fs_detector_def {
    fs_pos radius; /* of each particle, m, at least 0 */
    fs_pos margin; /* m, at least 0: contacts are found up to this separation, so that a resting particle is held one
                      tick before it penetrates */
    fs_unit restitution;
    fs_surface surface;
    uint16_t kind;    /* only particles of this kind; 0: all */
    uint32_t feature; /* of the contacts made */
} fs_detector_def;

/* Points (radius 0) of all kinds; no margin, restitution or friction. */
FS_API fs_detector_def fs_default_detector_def(void);

/* Movable particles against the half-space behind a plane: depth = radius - (p - point).n. A zero normal gives no
 * contacts. */
FS_API void fs_detect_plane(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def,
                            fs_pos3 point, fs_unit3 normal);
/* The plane y = height, up being +y: depth = height + radius - y, exactly. */
FS_API void fs_detect_ground(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def,
                             fs_pos height);
/* A ball (def->radius) against the segment between two particles, a plank. The other body of the contact is the end
 * nearer to the point of contact, of two equally near ones `end_a`; the normal points from the segment to the ball and
 * is +y when the ball's centre lies on the segment. No contact when one of the three does not exist or two are
 * equal. */
FS_API void fs_detect_plank(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def,
                            uint32_t ball, uint32_t end_a, uint32_t end_b);
/* All pairs with a distance of at most twice the radius plus the margin, found through a grid, in ascending order of
 * (a, b), each once; pairs of immovable particles are left out. The normal of a coincident pair is +y. E_MEMORY, and no
 * contacts, when the arena is too small (fs_detect_pairs_size() bytes are enough). */
FS_API fs_result fs_detect_pairs(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def,
                                 fs_arena arena);
/* Bytes of arena that fs_detect_pairs() needs for up to so many particles. */
FS_API size_t fs_detect_pairs_size(uint32_t particles);

/* --- resolver ------------------------------------------------------------------------------ */

/* Depths up to this count as touching: 2^-24 m (6e-8 m), far above the rounding of a move. */
#define FS_CONTACT_SLOP ((fs_pos)1 << (FS_POS_FRAC - 24))
/* A closing speed is resting up to this above the speed that one tick of acceleration gives: 2^-16 m/s (1.5e-5). */
#define FS_CONTACT_RESTING_SPEED ((fs_vel)1 << (FS_VEL_FRAC - 16))

typedef struct fs_contact_limits {
    uint32_t velocity_iterations; /* at most; 0: twice the contacts */
    uint32_t position_iterations; /* the same */
} fs_contact_limits;

typedef struct fs_contact_report {
    uint32_t velocity_iterations; /* used */
    uint32_t position_iterations;
} fs_contact_report;

/* Bytes of arena that fs_contacts_resolve() needs for up to so many particles and contacts. */
FS_API size_t fs_contacts_scratch_size(uint32_t particles, uint32_t contacts);

/* Resolves the contacts: sorts them, then resolves all velocities, each time the contact with the largest closing
 * speed, then all overlaps, each time the deepest contact. Ties go to the first in the sorted order. Depths follow the
 * moves.
 *
 *     closing speed u = -(v_a - v_b).n,  r = -(dv_a - dv_b).n, at least 0, where dv is fs_particle_delta_velocity()
 *     separation speed afterwards: c (u - r); 0 when u <= r' + FS_CONTACT_RESTING_SPEED, where r' is the largest of
 *     r, -dv_a.n and dv_b.n (the closing speed that one tick of acceleration gives)
 *     impulse and depth are split in proportion to 1/m_a and 1/m_b
 *     friction: with the change J along n, a tangential speed up to static_friction J becomes 0, and a larger one is
 *     reduced by dynamic_friction J
 *
 * `before` holds the positions of all particles at the start of the step, or is NULL. With it, friction also undoes the
 * sliding of this step, so that a held particle does not creep: a particle that touches the static environment, sticks
 * and rests keeps every bit of its position. Immovable particles are never changed; contacts of particles that do not
 * exist are ignored. `report` may be NULL. E_MEMORY, and no particle or contact changed, when the arena is too small. */
FS_API fs_result fs_contacts_resolve(struct fs_contacts *contacts, struct fs_particles *p, const fs_pos3 *before,
                                     fs_contact_limits limits, fs_arena arena, fs_contact_report *report);

#ifdef __cplusplus
}
#endif
#endif
