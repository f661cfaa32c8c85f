/* contact_yield.h: how far a contact without neighbours yields. */
#ifndef FS_PHYSICS_SOLVER_CONTACT_YIELD_H
#define FS_PHYSICS_SOLVER_CONTACT_YIELD_H

#include <fixstep/num.h>

/* Of the smaller extent of its bodies. */
enum { FS__YIELD_SHIFT = 8 };

/* Whether a body of this mark (FS__COLOURING_...: a bit for each of its contacts) has one contact at most. */
static inline bool fs__contact_is_only(uint32_t mark)
{
    return (mark & (mark - 1)) == 0;
}

/* A loaded contact yields until the push out of its overlap balances the share `impulse_scale` (Q30) of its load (m/s of the
 * pair, Q21). Neighbours need that to agree on their loads; a contact without neighbours is solved exactly, and yields by 1/256
 * of the smaller extent at most. Returns the share for it. bias_rate: 1/s, Q16. max_push: m/s, Q21. */
static inline int32_t fs__contact_limit_yield(int32_t impulse_scale, int32_t bias_rate, fs_rel extent, fs_vel max_push,
                                              fs_vel load)
{
    int64_t push = fs_mul64(bias_rate, extent >> FS__YIELD_SHIFT, FS_FIX16_FRAC + FS_REL_FRAC - FS_VEL_FRAC);
    push = fs_min64(push, max_push / 2);
    if ((int64_t)load * impulse_scale <= push << FS_UNIT_FRAC)
        return impulse_scale;
    return (int32_t)((push << FS_UNIT_FRAC) / load);
}

#endif
