/* integrator.h: how a tick turns accelerations into velocities and velocities into positions.
 */
#ifndef FIXSTEP_INTEGRATOR_H
#define FIXSTEP_INTEGRATOR_H

/* How a tick of h = 1/hz seconds moves a particle with acceleration a and damping
 * factor D = damping^h. g(n) is the carry of a: its sum over any ticks is a*h times
 * their number, rounded once. The product with D is rounded up or down in turn, so that
 * velocities decay to nothing instead of freezing where rounding to nearest gives them back. */
typedef enum fs_integrator {
    FS_INTEGRATOR_SYMPLECTIC_EULER = 0, /* v = (v + g) D; p += v h.  Symplectic Euler */
    FS_INTEGRATOR_EXPLICIT_EULER = 1,   /* p += v h; v = (v + g) D.  Explicit Euler, as the book prints it */
    FS_INTEGRATOR_VELOCITY_VERLET = 2,  /* v += g/2; p += v h; v = (v + g'/2) D.  Velocity Verlet; the forces
                                         are asked again at the new place, with the velocity between the halves */
    FS_INTEGRATOR_COUNT
} fs_integrator;

#endif
