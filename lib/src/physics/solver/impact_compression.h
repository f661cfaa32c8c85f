/* impact_compression.h: the compression of an impact at several points of one contact.
 *
 * An impact has two phases (Poisson). In the compression the points are stopped: impulses p >= 0 and velocities v >= 0 with
 * p v = 0 at each point. In the restitution each point gets the same share e of its impulse again. All points are solved
 * together: a body that hits flat rebounds level, whatever e is, and a share e <= 1 never adds energy.
 */
#ifndef FS_PHYSICS_SOLVER_IMPACT_COMPRESSION_H
#define FS_PHYSICS_SOLVER_IMPACT_COMPRESSION_H

#include <stdint.h>

enum { FS__COMPRESSION_POINTS = 4 };

/* Velocities along the normal and impulses have one unit, in magnitude below 2^42. */
struct fs__compression {
    unsigned points;
    /* What an impulse at the second point adds to the velocity of the first, Q30, below 2^46; symmetric, without negative
     * eigenvalues. */
    int64_t response[FS__COMPRESSION_POINTS][FS__COMPRESSION_POINTS];
    int64_t velocity[FS__COMPRESSION_POINTS]; /* before; fs__compress() changes it to that after */
    int64_t impulse[FS__COMPRESSION_POINTS];  /* the part that is in `velocity`; fs__compress() sets the whole */
};

void fs__compress(struct fs__compression *c);

#endif
