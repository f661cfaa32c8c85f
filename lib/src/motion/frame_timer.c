/* frame_timer.c: motion by elapsed time, for the view; see motion.h.
 *
 * This file must never be used in a step: its results depend on the times of its calls.
 */
#include <fixstep/motion.h>

uint64_t fs_frame_timer_elapsed(fs_frame_timer *timer, uint64_t now)
{
    FS_ASSERT(timer != NULL);
    uint64_t elapsed = timer->started && now > timer->last ? now - timer->last : 0;
    timer->last = now;
    timer->started = true;
    return elapsed;
}

int64_t fs_frame_timer_advance(fs_frame_timer *timer, int64_t rate, int64_t per, uint64_t elapsed)
{
    if (per <= 0)
        return 0;
    int64_t time = (int64_t)fs_min_u64(elapsed, INT64_MAX);
    fs_i128 due = fs_i128_add(fs_i128_mul(rate, time), fs_i128_from64(timer->remainder));
    uint64_t remainder;
    uint64_t whole = fs_u128_div(fs_i128_uabs(due), (uint64_t)per, &remainder);
    timer->remainder = fs_sat64_from_mag(remainder, due.hi < 0);
    return fs_sat64_from_mag(whole, due.hi < 0);
}
