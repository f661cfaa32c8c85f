/* add_impulse.h: an impulse on one component of a velocity. */
#ifndef FS_PHYSICS_BODY_ADD_IMPULSE_H
#define FS_PHYSICS_BODY_ADD_IMPULSE_H

#include <fixstep/num.h>

/* v + impulse * inverse, rounded symmetrically, within +-max: the world's limit holds between steps too. */
static inline fs_vel fs__add_impulse(fs_vel v, fs_wide impulse, fs_scaled inverse, fs_vel max)
{
    int64_t gain = fs_scaled_apply(inverse, impulse);
    gain = fs_round_shift64_sym(gain, FS_WIDE_FRAC - FS_VEL_FRAC);
    return (fs_vel)fs_clamp64(fs_sat64_add(v, gain), -(int64_t)max, max);
}

#endif
