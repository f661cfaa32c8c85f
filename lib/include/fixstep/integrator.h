/* integrator.h: the integration of a tick: how accelerations change velocities, and velocities positions. */
#ifndef FIXSTEP_INTEGRATOR_H
#define FIXSTEP_INTEGRATOR_H

/* The integration of a tick of h = 1/hz seconds for acceleration a and damping factor D = damping^h. g(n), the velocity
 * increment of tick n, is fs_velocity_increment_sym(): its sum over any run of ticks is a*h times their number, rounded
 * once. The product with D is rounded with a dither, because rounding to nearest would stop the decay of slow
 * velocities. Particles on which a force acts, and that have the column velocity_residual, are rounded in neither way: g is
 * a*h, and the rest of their velocities is kept. */
typedef enum fs_integrator {
    FS_INTEGRATOR_SYMPLECTIC_EULER = 0, /* v = (v + g) D; p += v h */
    FS_INTEGRATOR_EXPLICIT_EULER = 1,   /* p += v h; v = (v + g) D */
    FS_INTEGRATOR_VELOCITY_VERLET = 2,  /* v += g/2; p += v h; v = (v + g'/2) D. Forces are evaluated again at the
                                         * new position, with the velocity between the halves, for g'. */
    FS_INTEGRATOR_COUNT
} fs_integrator;

#endif
