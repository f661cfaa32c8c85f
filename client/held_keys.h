/* held_keys.h: which keys are held, on a terminal that only tells when one is struck.
 *
 * A held key repeats after a pause, so a key counts as held for a while after
 * its last stroke. Time is a parameter; nothing here reads a clock.
 */
#ifndef FS_CLIENT_HOLD_H
#define FS_CLIENT_HOLD_H

#include <stdint.h>

enum {
    HOLD_KEYS = 6,               /* the bits of fs_key */
    HOLD_FIRST_US = 400000,      /* a direction after its first stroke: most of the
                                    usual pause before a key repeats */
    HOLD_REPEAT_US = 150000      /* after a repeated stroke, and for buttons */
};

/* Zeroed: nothing is held. */
typedef struct hold {
    uint64_t struck_us[HOLD_KEYS];
    uint64_t until_us[HOLD_KEYS];
} hold;

/* A stroke of one fs_key. The opposite direction is let go at once. Calls come
 * with times that never go back. */
void hold_strike(hold *hold, uint32_t key, uint64_t now_us);
/* The bits of fs_key that count as held. */
uint32_t hold_held(const hold *hold, uint64_t now_us);

#endif
