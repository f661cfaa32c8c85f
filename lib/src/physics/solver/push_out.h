/* push_out.h: deep overlap is pushed out without leaving a velocity.
 *
 * The biased pass of a substep gives bodies that overlap the velocity that parts them, and the pass without bias takes it back
 * after they have moved. That pass is one sweep: in a crowd of n bodies, where the velocities of n pairs add up, most of it
 * would stay, and bodies that are created in each other would fly apart. So contacts of deep overlap have no bias in the biased
 * pass. A pass of their own gives the bodies velocities to move by, which are dropped after they have moved ("split impulses").
 * Contacts at rest overlap by less: there the bias is a spring that bears loads.
 */
#ifndef FS_PHYSICS_SOLVER_PUSH_OUT_H
#define FS_PHYSICS_SOLVER_PUSH_OUT_H

#include <stdbool.h>

#include <fixstep/num.h>

/* Overlap is deep where it is pushed out faster (m/s, Q21). */
#define FS__SLOW_PUSH_OUT (FS_VEL_ONE / 2)

/* separation: m, Q26. bias_rate: 1/s, Q16. */
static inline bool fs__push_out_is_deep(fs_rel separation, int32_t bias_rate)
{
    return fs_mul64(separation, bias_rate, FS_FIX16_FRAC + FS_REL_FRAC - FS_VEL_FRAC) < -FS__SLOW_PUSH_OUT;
}

#endif
