/* arena.h: memory handed out from one buffer, front to back, for the length of a tick.
 *
 * The physics takes its working memory from the scratch a game's step is given. An
 * arena never frees; copying the struct remembers a place, and going back to the copy
 * gives up all that was taken since. What lies in an arena must never change a result
 * of a later tick.
 */
#ifndef FIXSTEP_ARENA_H
#define FIXSTEP_ARENA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_ARENA_ALIGN = 64 };

/* Bytes of an arena that one request of `bytes` uses up, the alignment of the first
 * included: the sum of these over all requests is always enough. */
#define FS_ARENA_BYTES(bytes) (((size_t)(bytes) + 2 * FS_ARENA_ALIGN - 1) / FS_ARENA_ALIGN * FS_ARENA_ALIGN)

typedef struct fs_arena {
    uint8_t *next;
    size_t left;
} fs_arena;

/* An arena over memory that the caller keeps. */
static inline fs_arena fs_arena_make(void *bytes, size_t size)
{
    fs_arena arena;
    arena.next = (uint8_t *)bytes;
    arena.left = size;
    return arena;
}

/* The next `bytes`, aligned to FS_ARENA_ALIGN, with unspecified contents; NULL, and
 * nothing taken, when they do not fit. */
static inline void *fs_arena_take(fs_arena *arena, size_t bytes)
{
    size_t skip = (size_t)(-(uintptr_t)arena->next & (FS_ARENA_ALIGN - 1));
    if (skip > arena->left || bytes > arena->left - skip)
        return NULL;
    uint8_t *taken = arena->next + skip;
    arena->next = taken + bytes;
    arena->left -= skip + bytes;
    return taken;
}

#ifdef __cplusplus
}
#endif
#endif
