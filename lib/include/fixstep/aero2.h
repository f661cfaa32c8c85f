/* aero2.h: forces of the air (or water) on the bodies of a 2D world.
 *
 * The force of a surface whose anchor moves with velocity v against the air is f = R A R^T v, where R is the
 * rotation of the body and A a 2 x 2 tensor in the body's axes: drag on the diagonal (negative), lift below it (a
 * positive yx lifts a body that flies along +x). Source: I. Millington, "Game Physics Engine Development", chapter
 * 11, with two changes: the wind is subtracted from the velocity, so that a body at rest is pushed downwind (the
 * printed formula does the opposite), and the velocity is that of the surface's own anchor, so that a tail damps rotation.
 *
 * A step of h seconds is stable while h times the tensor's largest eigenvalue stays below the mass, and h times
 * eigenvalue times arm squared below the inertia. No state is kept here.
 */
#ifndef FIXSTEP_AERO2_H
#define FIXSTEP_AERO2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_aero2 {
    fs_rel2 at;             /* anchor in the body's frame, m */
    fs_wide xx, xy, yx, yy; /* N s/m: yx is the force along y for a velocity along x */
} fs_aero2;

/* A control surface: its tensor at full deflection to either side and in the middle. */
typedef struct fs_aero2_control {
    fs_aero2 min, neutral, max;
} fs_aero2_control;

enum { FS_AERO2_FULL_DEFLECTION = 127 };

/* The surface at control / 127 of its deflection, limited to -127..127: exactly `min`, `neutral`, `max` at -127, 0, 127,
 * linear between. The anchor is that of `neutral`. */
FS_API fs_aero2 fs_aero2_deflect(const fs_aero2_control *surface, int32_t control);

/* f = R A R^T v in N for v in m/s; each product rounded once, saturated. */
FS_API fs_wide2 fs_aero2_force(const fs_aero2 *surface, fs_rot2 rot, fs_vel2 vel);

/* Applies the force of the surface to a body during the next step; `wind` is the velocity of the air, m/s. E_STALE. */
FS_API fs_result fs_aero2_apply(fs_world2 *w, fs_body2 body, const fs_aero2 *surface, fs_vel2 wind);

#ifdef __cplusplus
}
#endif
#endif
