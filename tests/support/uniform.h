/* uniform.h: random numbers of a test between two bounds. */
#ifndef FS_TESTS_UNIFORM_H
#define FS_TESTS_UNIFORM_H

#include <fixstep/random.h>

static inline double uniform_between(fs_rng *rng, double from, double to)
{
    return from + (to - from) * fs_rng_below(rng, 1000000) / 1e6;
}

#endif
