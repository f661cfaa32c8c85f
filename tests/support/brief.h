/* brief.h: FIXSTEP_BRIEF in the environment shortens what a further build of sources repeats whose default build plays
 * all of it. */
#ifndef FS_TESTS_BRIEF_H
#define FS_TESTS_BRIEF_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool play_brief(void)
{
    return getenv("FIXSTEP_BRIEF") != NULL;
}

#endif
