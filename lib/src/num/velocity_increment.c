/* velocity_increment.c: velocity increments under constant acceleration, with a carry so that their sum does not drift.
 *
 * No remainder is kept between calls: the increment is a function of the tick alone, so
 * a body needs no extra state and ticks can be computed in any order.
 */
#include <fixstep/trig.h>

/* floor(((n+1)*b + start)/d) - floor((n*b + start)/d) for b < d and start < d: one exactly when the remainder of
 * n*b + start plus b reaches d. */
static uint64_t carry_bit(uint64_t b, uint64_t d, uint32_t tick, uint64_t start)
{
    uint64_t rest = 0;
    (void)fs_u128_div(fs_u128_mul(tick, b), d, &rest);
    rest += start;
    return (rest >= d ? rest - d : rest) >= d - b;
}

/* One tick's divisor: rate in Q32.32 divided by hz, in steps of Q10.21. */
static uint64_t divisor(uint32_t hz)
{
    return (uint64_t)hz << (FS_WIDE_FRAC - FS_VEL_FRAC);
}

fs_vel fs_velocity_increment(fs_wide rate, uint32_t hz, uint32_t tick)
{
    if (hz == 0)
        return 0;
    int64_t d = (int64_t)divisor(hz);
    int64_t rest = rate % d;
    int64_t whole = rate / d - (rest < 0);
    if (rest < 0)
        rest += d;
    return fs_sat32(whole + (int64_t)carry_bit((uint64_t)rest, (uint64_t)d, tick, 0));
}

/* `half`: the sum over ticks is the nearest step, otherwise the one below. */
static fs_vel increment_of_magnitude(fs_wide rate, uint32_t hz, uint32_t tick, bool half)
{
    if (hz == 0)
        return 0;
    uint64_t mag = fs_uabs64(rate);
    uint64_t d = divisor(hz);
    uint64_t sum = mag / d + carry_bit(mag % d, d, tick, half ? d / 2 : 0);
    return fs_sat32(fs_sat64_from_mag(sum, rate < 0));
}

fs_vel fs_velocity_increment_sym(fs_wide rate, uint32_t hz, uint32_t tick)
{
    return increment_of_magnitude(rate, hz, tick, false);
}

fs_vel fs_velocity_increment_nearest(fs_wide rate, uint32_t hz, uint32_t tick)
{
    return increment_of_magnitude(rate, hz, tick, true);
}
