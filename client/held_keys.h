/* held_keys.h: held keys on a terminal, which mostly reports strokes but no releases.
 *
 * A held key repeats after a pause, so a key counts as held for some time after
 * its last stroke. Terminals that report releases too are taken at their word. Time is a parameter; this module reads no clock.
 */
#ifndef FS_CLIENT_HELD_KEYS_H
#define FS_CLIENT_HELD_KEYS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HELD_KEYS_COUNT = 6,         /* the bits of fs_key */
    HELD_KEYS_FIRST_US = 400000, /* a direction after its first stroke: most of the
                                    usual pause before a key repeats */
    HELD_KEYS_REPEAT_US = 150000 /* after a repeated stroke, and for buttons */
};

/* Zeroed: nothing is held. */
typedef struct held_keys {
    uint64_t pressed_us[HELD_KEYS_COUNT];
    uint64_t until_us[HELD_KEYS_COUNT];
    uint32_t down; /* keys whose release will be told */
} held_keys;

/* A stroke of one fs_key, or 0 for a key that is none. The opposite direction counts as released at once.
 * `now_us` never decreases from call to call. */
void held_keys_press(held_keys *held, uint32_t key, uint64_t now_us);
/* A key goes down or comes up, on a terminal that tells both; 0 for a key that is no fs_key. */
void held_keys_set_down(held_keys *held, uint32_t key, bool down);
/* Everything comes up. */
void held_keys_release_all(held_keys *held);
/* The bits of fs_key that count as held. */
uint32_t held_keys_bits(const held_keys *held, uint64_t now_us);

#endif
