/* held_keys.c: held keys estimated from strokes. See held_keys.h. */
#include "held_keys.h"

#include <fixstep/sim.h>

static const uint32_t opposites[HELD_KEYS_COUNT] = { FS_KEY_DOWN, FS_KEY_UP, FS_KEY_RIGHT, FS_KEY_LEFT, 0, 0 };

void held_keys_press(held_keys *h, uint32_t key, uint64_t now_us)
{
    FS_ASSERT(key < 1u << HELD_KEYS_COUNT && (key & (key - 1)) == 0);
    for (unsigned i = 0; i < HELD_KEYS_COUNT; i++) {
        if (opposites[i] & key)
            h->until_us[i] = 0;
        if (key != 1u << i)
            continue;
        /* Strokes in such quick succession are repeats by the terminal. */
        uint64_t since = now_us - h->pressed_us[i];
        uint64_t first = opposites[i] != 0 ? HELD_KEYS_FIRST_US : HELD_KEYS_REPEAT_US;
        h->until_us[i] = now_us + (since < HELD_KEYS_REPEAT_US ? HELD_KEYS_REPEAT_US : first);
        h->pressed_us[i] = now_us;
    }
}

void held_keys_set_down(held_keys *h, uint32_t key, bool down)
{
    h->down = down ? h->down | key : h->down & ~key;
}

void held_keys_release_all(held_keys *h)
{
    *h = (held_keys){ 0 };
}

uint32_t held_keys_bits(const held_keys *h, uint64_t now_us)
{
    uint32_t keys = h->down;
    for (unsigned i = 0; i < HELD_KEYS_COUNT; i++)
        keys |= now_us < h->until_us[i] ? 1u << i : 0;
    return keys;
}
