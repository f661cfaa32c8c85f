/* loss_meter.h: the share of numbered datagrams that did not arrive, measured by their receiver.
 *
 * Every datagram of a direction has a serial number, mod 2^16. A serial counts as lost when 32 newer ones were seen and
 * it was not; the share is an average over about the last 128 serials. Reordering within 32 datagrams and duplicates
 * count nothing.
 */
#ifndef FS_LOCKSTEP_PACE_LOSS_METER_H
#define FS_LOCKSTEP_PACE_LOSS_METER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FS__LOSS_WINDOW = 32,   /* serials that may still arrive */
    FS__LOSS_MEMORY = 128,  /* serials over which the share is averaged */
    FS__LOSS_ONE = 1 << 16, /* a share of 1 */
    FS__LOSS_REPEAT = FS__LOSS_ONE / 128,
    FS__MAX_REDUNDANCY = 8
};

typedef struct fs__loss_meter {
    bool started;
    uint16_t newest;
    uint32_t seen; /* bit i: the serial newest - i has arrived */
    uint32_t loss; /* of FS__LOSS_ONE */
} fs__loss_meter;

void fs__loss_meter_add(fs__loss_meter *meter, uint16_t serial);
/* The share in 1/255, rounded up: 0 only when nothing is lost. */
uint8_t fs__loss_meter_share(const fs__loss_meter *meter);

/* Ticks that a datagram repeats so that all copies of one are lost less than once in 3 hours at 60 ticks per second,
 * when `share` of 255 datagrams are lost independently: 2..FS__MAX_REDUNDANCY. */
uint32_t fs__loss_redundancy(uint8_t share);
/* Whether each tick's datagram is sent twice, half a tick apart: 1 in 128 or more are lost. A copy after half a tick
 * comes earlier than the next tick's datagram. */
bool fs__loss_sends_twice(uint8_t share);

#endif
