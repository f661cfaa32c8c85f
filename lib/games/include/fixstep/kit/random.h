/* random.h: the draws of the benchmark scenes, which other engines run too.
 *
 * A game draws from the generator in its state (fs_rng_...). This one serves scenes that are defined by a fixed sequence
 * outside of this project: s = s * 1664525 + 1013904223 (mod 2^32), draw = s / 2^16. Source: D. Knuth and H. Lewis in
 * "Numerical Recipes" (quick and dirty generators).
 */
#ifndef FIXSTEP_KIT_RANDOM_H
#define FIXSTEP_KIT_RANDOM_H

#include <stdint.h>

/* Advances `*s` and returns the next draw, 0..65535. */
static inline int32_t fs_kit_scene_random(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (int32_t)(*s >> 16);
}

#endif
