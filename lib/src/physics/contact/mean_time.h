/* mean_time.h: the mean of the times at which the substeps of a tick start.
 *
 * A substep changes velocities and then moves bodies by them. On the mean it is right if its forces belong to the poses at its
 * start. The normal and the arms of a manifold hold for all n substeps of a tick. From the poses at the start of the tick they
 * lag behind by (n - 1)/2 substeps, and what rocks on round ground gets energy from that (a plank on a log 12 % a second at
 * 60 Hz); from those of the middle of the tick they are half a substep early, and it loses energy (3 %).
 */
#ifndef FS_PHYSICS_CONTACT_MEAN_TIME_H
#define FS_PHYSICS_CONTACT_MEAN_TIME_H

#include <fixstep/num.h>

/* Share of the tick: (n - 1)/2n. */
static inline fs_unit fs__mean_time(uint32_t substeps)
{
    return (fs_unit)((int64_t)FS_UNIT_ONE * (substeps - 1) / (2 * (int64_t)substeps));
}

#endif
