/* wind.c: the smooth random variation of a wind. See wind.h. */
#include "force/wind.h"

#include <fixstep/convert.h>
#include <fixstep/random.h>
#include <fixstep/wide.h>

uint32_t fs__wind_period(fs_wide seconds, uint32_t hz)
{
    fs_wide ticks = fs_round_shift64_sym(fs_sat64_mul(seconds, hz), FS_WIDE_FRAC);
    return (uint32_t)fs_clamp64(ticks, 1, UINT32_MAX);
}

/* The target of the variation of an axis in a period, in [-1, 1): a function of seed, axis and period, because the random
 * generator is a function of key and counter. */
static fs_unit variation_target(uint32_t seed, unsigned axis, uint32_t period)
{
    fs_rng rng = fs_rng_seed(seed, axis);
    rng.counter = period;
    uint32_t bits = fs_rng_u32(&rng);
    return (fs_unit)((int64_t)(bits >> 1) - FS_UNIT_ONE);
}

/* Interpolates between two targets by 3 t^2 - 2 t^3, whose derivative is 0 at both ends. */
fs_wide fs__wind_variation(fs_wide amplitude, uint32_t seed, unsigned axis, uint32_t tick, uint32_t period)
{
    fs_unit from = variation_target(seed, axis, tick / period);
    fs_unit to = variation_target(seed, axis, tick / period + 1u);
    fs_unit t = fs_unit_from_ratio(tick % period, period);
    fs_unit t2 = fs_mul32_sym(t, t, FS_UNIT_FRAC);
    int64_t ease = fs_round_shift64_sym((int64_t)t2 * (3 * (int64_t)FS_UNIT_ONE - 2 * (int64_t)t), FS_UNIT_FRAC);
    int64_t now = from + fs_round_shift64_sym(((int64_t)to - from) * ease, FS_UNIT_FRAC);
    return fs_mul64(amplitude, now, FS_UNIT_FRAC);
}
