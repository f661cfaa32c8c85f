/* golden.h: the state hashes of golden.inl, for the tests that compare with them. */
#ifndef FS_TEST_GOLDEN_H
#define FS_TEST_GOLDEN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <fixstep/games.h>

enum { GOLDEN_LARGE_STATE = 1 << 19 }; /* bytes; games with more are followed for a shorter time */

/* State hashes of a scripted match on its way and at its end. */
struct golden {
    const char *game;
    uint32_t brief_ticks;
    uint64_t brief_hash;
    uint32_t ticks;
    uint64_t state_hash;
};

static const struct golden golden[] = {
#define GOLDEN(game, brief_ticks, brief_hash, ticks, state_hash) { game, brief_ticks, brief_hash, ticks, state_hash },
#include "games/golden.inl"
#undef GOLDEN
    { NULL, 0, 0, 0, 0 }
};

/* NULL for a game that has no line. */
static inline const struct golden *golden_find(const char *game)
{
    const struct golden *line = golden;
    while (line->game != NULL && strcmp(line->game, game) != 0)
        line++;
    return line->game != NULL ? line : NULL;
}

/* How many games are built in. */
static inline uint32_t golden_games(void)
{
    return fs_builtin_games()->count;
}

#endif
