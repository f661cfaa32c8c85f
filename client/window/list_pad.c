/* list_pad.c: see list_pad.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/list_pad.h"

#include <fixstep/sim.h>

enum { FIRST_US = 400000, NEXT_US = 120000 };

int list_pad_move(list_pad *pad, uint32_t pushed, uint64_t now_us)
{
    uint32_t ways = pushed & (FS_KEY_UP | FS_KEY_DOWN);
    if (ways == (FS_KEY_UP | FS_KEY_DOWN))
        ways = 0;
    bool begins = ways != pad->held;
    if (ways == 0 || (!begins && now_us < pad->due_us)) {
        pad->held = ways;
        return 0;
    }
    pad->held = ways;
    pad->due_us = now_us + (begins ? FIRST_US : NEXT_US);
    return ways == FS_KEY_DOWN ? 1 : -1;
}
