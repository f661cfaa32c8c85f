/* fracture3.h: a body in space breaks into pieces.
 *
 * Three planes at right angles meet in a point and cut each convex part of a body (boxes and hulls) into at most eight
 * pieces; every piece becomes a body of its own. A breaking strain is the impulse that a body withstands:
 *
 *     fs_fracture3_def def = fs_default_fracture3_def();
 *     fs_pieces3 pieces;
 *     fs_world3_step(w);
 *     fs_body3_fracture_by_hit(w, block, strain, &def, &pieces);      needs a shape with FS_SHAPE3_HIT_EVENTS
 *     for (uint32_t i = 0; i < pieces.count; i++) ... pieces.body[i] ...
 *
 * What is kept:
 * - Volume: boxes that planes cut along their sides are cut into boxes that tile them to the bit. Other pieces are hulls
 *   that share the corners of their common face; a hull may drop corners that stand out less than FS_HULL3_STAND_OUT.
 * - Mass: the masses of the pieces are whole steps of the body's own mantissa and add up to its mass to the bit.
 * - Momentum and angular momentum of the columns of body3, whatever the burst: as far as velocities are exact. Each
 *   piece's velocity is rounded to its step (2^-21 m/s, 2^-21 rad/s), so the momentum changes by at most M 2^-22 kg m/s on
 *   each axis, the angular momentum about any point within r of all pieces by at most M (r 2^-21 + k^2 2^-22 + |w| k^2 2^-26),
 *   with k the radius of gyration and w the angular velocity. A velocity that max_speed or max_angular_speed shortens, a
 *   locked axis and a fixed rotation take their part.
 * The angular velocity follows from the inertia of the pieces: it is the body's own where the body had the mass data of its
 * shapes.
 *
 * Source: I. Millington, "Game Physics Engine Development", chapter 17, where blocks split at a face of one direction into
 * boxes with masses that are misprinted.
 */
#ifndef FIXSTEP_FRACTURE3_H
#define FIXSTEP_FRACTURE3_H

#include <fixstep/body3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Parts are cut no further when there are so many pieces. */
enum { FS_FRACTURE3_MAX_PIECES = 32 };

/* A hit of a body in the last step. A contact that begins late in a tick gets its impulse over two: the impulse that stops
 * the approach does not depend on when in the tick it began. With restitution e the whole impulse is up to 1 + e times it. */
typedef struct fs_hit3 {
    fs_body3 other;  /* what it met */
    fs_pos3 at;      /* the contact point, m */
    fs_unit3 normal; /* towards the body */
    fs_vel speed;    /* of approach, m/s */
    fs_wide
        impulse; /* N s: that of the tick, or the one that stops the approach at the middle of the contact: the larger */
} fs_hit3;

typedef struct fs_fracture3_def {
    fs_pos3 at;      /* where the planes meet, world, m */
    fs_unit3 normal; /* of the face that was hit, world: `at` is moved along it to the depth of the body's centre of
                              mass; 0: it stays */
    fs_quat rot;     /* of the planes, in the frame of the body; not zero; normalised */
    fs_pos min_thickness; /* a plane does not cut a part that has less than this on one side of it, m: 1/256..16 */
    fs_vel burst_speed;   /* at which pieces leave the point, m/s: 0..512; the mean over the masses is taken off */
} fs_fracture3_def;

/* Planes along the axes of the body through the origin of the world, 1/16 m, no burst. */
FS_API fs_fracture3_def fs_default_fracture3_def(void);

typedef struct fs_pieces3 {
    uint32_t count;
    fs_body3 body[FS_FRACTURE3_MAX_PIECES];
} fs_pieces3;

/* Destroys a dynamic body and makes its pieces, in the order of the body's shapes. A piece has its origin in the middle of
 * its bounding box, the rotation, damping, gravity scale, flags (but ASLEEP) and user value of the body, and one shape with
 * the surface, density, filter, flags and user value of the shape that it was part of; its mass counts as set
 * (FS_BODY3_MASS_SET). Shapes without density weigh as if they had 1 kg/m^3. Joints, force generators and contacts of the body end with it.
 * `def` NULL: the default. `out` may be NULL.
 * E_STALE. E_ARGUMENT: a number out of its range, a body that is not dynamic, or a piece too light for
 * fs_body3_set_mass(). E_UNSUPPORTED: a shape that is neither a box nor a hull. E_DEGENERATE: no plane cuts a part, and there
 * is one part only. E_CAPACITY: more than FS_FRACTURE3_MAX_PIECES shapes, or a full table (bodies, shapes, hulls; the rows
 * that the body frees do not count). After an error nothing has changed and out->count is 0. */
FS_API fs_result fs_body3_fracture(fs_world3 *w, fs_body3 body, const fs_fracture3_def *def, fs_pieces3 *out);

/* That of the largest impulse among the body's HIT events of the last step, the first of equal ones. False, and *out zeroed: there is none.
 * `out` may be NULL. */
FS_API bool fs_body3_hardest_hit(const fs_world3 *w, fs_body3 body, fs_hit3 *out);

/* fs_body3_fracture() at the point and with the normal of the hardest hit, when its impulse is above `strain` (N s); def->at
 * and def->normal are not read. FS_OK with out->count 0: the body withstood. */
FS_API fs_result fs_body3_fracture_by_hit(fs_world3 *w, fs_body3 body, fs_wide strain, const fs_fracture3_def *def,
                                          fs_pieces3 *out);

#ifdef __cplusplus
}
#endif
#endif
