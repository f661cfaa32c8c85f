/* input_delay.h: chooses a player's input delay from the arrivals of its inputs.
 *
 * The delay is the time from the sampling of the input of tick T to the earliest arrival of the bundle of T at its
 * player. The input of T arrives some time before or after the deadline of T. The delay with which it would have
 * arrived exactly at the deadline is its need: the delay with which it was sampled, plus its lateness. The controller
 * keeps the largest needs of the last FS__DELAY_BLOCKS blocks of FS__DELAY_BLOCK_TICKS messages and sets the delay to
 * their maximum and a margin: up at once, down by at most a tick in FS__DELAY_FALL_S seconds. A block whose need would
 * cost more than a tick and a half of delay is a spike and is ignored, up to FS__DELAY_SPIKES of them, unless most of its
 * messages were late. Times are microseconds; no clock is read here.
 */
#ifndef FS_LOCKSTEP_PACE_INPUT_DELAY_H
#define FS_LOCKSTEP_PACE_INPUT_DELAY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FS__DELAY_BLOCKS = 32,
    FS__DELAY_BLOCK_TICKS = 32,
    FS__DELAY_SPIKES = 3,
    FS__DELAY_SPIKE_HALVES = 3, /* half ticks of delay that it must save to ignore one of them */
    FS__DELAY_FALL_S = 5,
    FS__DELAY_MARGIN_US = 1000,      /* at least; else a sixteenth of a tick */
    FS__DELAY_SHIFT_TICKS = 6,       /* late messages in a row that end a block: the way has become longer */
    FS__DELAY_SETTLE_BLOCKS = 8,     /* short blocks after the start, from which the delay also falls at once */
    FS__DELAY_OUTAGE_US = 400 * 1000 /* an input that is later says that the line was out, not how long it is */
};

typedef struct fs__delay_block {
    int32_t need_us;
    bool shift; /* most messages were late, or many in a row */
} fs__delay_block;

typedef struct fs__input_delay {
    uint32_t hz, delay_us;
    fs__delay_block blocks[FS__DELAY_BLOCKS]; /* ring */
    uint32_t block_count;                     /* finished */
    uint32_t messages, late, late_run;        /* of the current block */
    int32_t need_us;                          /* likewise */
} fs__input_delay;

/* Starts with a delay in 1..FS_MAX_DELAY ticks, else the nearest bound. */
void fs__input_delay_start(fs__input_delay *delay, uint32_t hz, uint64_t delay_us);
/* A message with new inputs has arrived, the oldest of them `oldest_late_us` after its deadline (negative: before it), the
 * newest `newest_late_us`; they were sampled with a delay of `sampled_us`. True when delay_us has changed. */
bool fs__input_delay_arrival(fs__input_delay *delay, int64_t oldest_late_us, int64_t newest_late_us,
                             uint32_t sampled_us);
/* A delay in ticks, rounded up. */
uint32_t fs__delay_ticks(uint32_t hz, uint32_t delay_us);

#endif
