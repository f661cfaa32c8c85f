/* tick_parts.h: the parts of a tick of a world of small or heavily loaded bodies; see tick_parts.c. */
#ifndef FS_PHYSICS2D_WORLD_TICK_PARTS_H
#define FS_PHYSICS2D_WORLD_TICK_PARTS_H

#include <fixstep/world2.h>

/* Into how many parts the next tick is divided: 1, 2 or 4. */
uint32_t fs__world2_count_parts(const struct fs_world2 *w);

/* How many parts the tick that is stepped is divided into; 1 between ticks. */
static inline uint32_t fs__world2_parts(const struct fs_world2 *w)
{
    return w->parts > 1 ? w->parts : 1;
}

/* Ticks per second, or parts of ticks where ticks are divided. */
static inline uint32_t fs__world2_rate(const struct fs_world2 *w)
{
    return *w->world.hz * fs__world2_parts(w);
}

static inline bool fs__world2_is_divided(const struct fs_world2 *w)
{
    return w->parts > 1;
}

/* Whether this is the first part of a tick. */
static inline bool fs__world2_is_first_part(const struct fs_world2 *w)
{
    return w->part == 0;
}

/* Whether this is the last part of a tick. */
static inline bool fs__world2_is_last_part(const struct fs_world2 *w)
{
    return w->part + 1u >= w->parts;
}

#endif
