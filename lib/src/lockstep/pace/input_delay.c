/* input_delay.c: see input_delay.h. */
#include "lockstep/pace/input_delay.h"

#include <fixstep/lockstep.h>

uint32_t fs__delay_ticks(uint32_t hz, uint32_t delay_us)
{
    return (uint32_t)(((uint64_t)delay_us * hz + 999999) / 1000000);
}

static uint32_t clamp_delay_us(uint32_t hz, int64_t delay_us)
{
    int64_t low = 1000000 / hz, high = (int64_t)FS_MAX_DELAY * 1000000 / hz;
    return (uint32_t)(delay_us < low ? low : delay_us > high ? high : delay_us);
}

void fs__input_delay_start(fs__input_delay *delay, uint32_t hz, uint64_t delay_us)
{
    FS_ASSERT(hz > 0);
    *delay = (fs__input_delay){ .hz = hz, .need_us = INT32_MIN };
    delay->delay_us = clamp_delay_us(hz, delay_us > INT32_MAX ? INT32_MAX : (int64_t)delay_us);
}

/* The blocks of the ring with the largest needs, largest first. */
static uint32_t rank_blocks(const fs__input_delay *delay, fs__delay_block ranked[FS__DELAY_SPIKES + 1])
{
    uint32_t filled = delay->block_count < FS__DELAY_BLOCKS ? delay->block_count : FS__DELAY_BLOCKS, n = 0;
    for (uint32_t i = 0; i < filled; i++) {
        uint32_t at = n <= FS__DELAY_SPIKES ? n : FS__DELAY_SPIKES;
        if (n > FS__DELAY_SPIKES && delay->blocks[i].need_us <= ranked[at].need_us)
            continue;
        for (; at > 0 && ranked[at - 1].need_us < delay->blocks[i].need_us; at--)
            ranked[at] = ranked[at - 1];
        ranked[at] = delay->blocks[i];
        n += n <= FS__DELAY_SPIKES;
    }
    return n;
}

/* The largest need of the ring without the spikes. To ignore i blocks must save a tick and a half for each. */
static int64_t largest_need_us(const fs__input_delay *delay)
{
    fs__delay_block ranked[FS__DELAY_SPIKES + 1] = { { 0 } };
    uint32_t n = rank_blocks(delay, ranked), best = 0;
    for (uint32_t i = 1; i < n && !ranked[i - 1].shift; i++)
        if ((int64_t)ranked[0].need_us - ranked[i].need_us > (int64_t)i * FS__DELAY_SPIKE_HALVES * 500000 / delay->hz)
            best = i;
    return ranked[best].need_us;
}

static bool is_settling(const fs__input_delay *delay)
{
    return delay->block_count < FS__DELAY_SETTLE_BLOCKS;
}

static bool set_delay(fs__input_delay *delay)
{
    int64_t margin = 1000000 / (16 * (int64_t)delay->hz);
    if (margin < FS__DELAY_MARGIN_US)
        margin = FS__DELAY_MARGIN_US;
    /* Few samples know little of the longest way. */
    if (is_settling(delay))
        margin *= 4;
    uint32_t wanted = clamp_delay_us(delay->hz, largest_need_us(delay) + margin), before = delay->delay_us;
    uint32_t fall = 1000000 / delay->hz * FS__DELAY_BLOCK_TICKS / (FS__DELAY_FALL_S * delay->hz);
    if (wanted >= before || is_settling(delay) || before - wanted < fall)
        delay->delay_us = wanted;
    else
        delay->delay_us -= fall;
    return delay->delay_us != before;
}

static bool finish_block(fs__input_delay *delay, bool shift)
{
    delay->blocks[delay->block_count++ % FS__DELAY_BLOCKS] = (fs__delay_block){ delay->need_us, shift };
    delay->messages = delay->late = delay->late_run = 0;
    delay->need_us = INT32_MIN;
    return set_delay(delay);
}

bool fs__input_delay_arrival(fs__input_delay *delay, int64_t oldest_late_us, int64_t newest_late_us,
                             uint32_t sampled_us)
{
    bool late = newest_late_us > 0;
    if (newest_late_us > FS__DELAY_OUTAGE_US || newest_late_us < -4 * FS__DELAY_OUTAGE_US)
        return false;
    int64_t late_us = oldest_late_us > FS__DELAY_OUTAGE_US ? newest_late_us : oldest_late_us;
    int32_t need = (int32_t)(late_us + clamp_delay_us(delay->hz, sampled_us));
    if (need > delay->need_us)
        delay->need_us = need;
    delay->messages++;
    delay->late += late;
    delay->late_run = late ? delay->late_run + 1 : 0;
    if (delay->late_run >= FS__DELAY_SHIFT_TICKS)
        return finish_block(delay, true);
    if (delay->messages < (is_settling(delay) ? FS__DELAY_BLOCK_TICKS / 4 : FS__DELAY_BLOCK_TICKS))
        return false;
    return finish_block(delay, 2 * delay->late > delay->messages);
}
