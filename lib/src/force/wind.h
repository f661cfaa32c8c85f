/* wind.h: the smooth random variation of a wind, a function of seed, axis and tick: it keeps no state. */
#ifndef FS_FORCE_WIND_H
#define FS_FORCE_WIND_H

#include <fixstep/num.h>

/* A period in ticks, at least 1. */
uint32_t fs__wind_period(fs_wide seconds, uint32_t hz);
/* The variation of one axis, at most `amplitude` to either side: it moves between random targets, a new one each period of
 * `period` ticks (above 0), and rests at each. */
fs_wide fs__wind_variation(fs_wide amplitude, uint32_t seed, unsigned axis, uint32_t tick, uint32_t period);

#endif
