/* list_pad.h: the stick and the pad of a controller in a list: a push moves by one row, a long one goes on. */
#ifndef FS_WINDOW_LIST_PAD_H
#define FS_WINDOW_LIST_PAD_H

#include <stdint.h>

/* Zeroed: nothing is pushed. */
typedef struct list_pad {
    uint32_t held;   /* FS_KEY_UP or FS_KEY_DOWN; 0: neither */
    uint64_t due_us; /* of the next row while it is held */
} list_pad;

/* `pushed`: bits of fs_key that are held, or were struck since the last call. Returns the rows to move by: 1 down, -1 up, or 0. */
int list_pad_move(list_pad *pad, uint32_t pushed, uint64_t now_us);

#endif
