/* arena.h: memory allocated from one buffer, front to back, for the length of a tick.
 *
 * The physics takes its working memory from the scratch that a game's step receives. An arena never frees; a copy of
 * the struct is a mark, and assigning the copy back releases everything allocated since. Contents of an arena must
 * never change a result of a later tick.
 */
#ifndef FIXSTEP_ARENA_H
#define FIXSTEP_ARENA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_ARENA_ALIGN = 64 }; /* bytes; a power of two */

/* Most bytes of an arena that one request of `bytes` uses, alignment included. The sum over all requests is a
 * sufficient size for the arena, wherever its buffer begins. */
#define FS_ARENA_BYTES(bytes) (((size_t)(bytes) + 2 * FS_ARENA_ALIGN - 1) / FS_ARENA_ALIGN * FS_ARENA_ALIGN)

typedef struct fs_arena {
    uint8_t *next; /* first free byte */
    size_t left;   /* free bytes from there on */
} fs_arena;

/* An arena over `size` bytes that the caller owns and keeps while the arena is used. */
static inline fs_arena fs_arena_make(void *bytes, size_t size)
{
    fs_arena arena;
    arena.next = (uint8_t *)bytes;
    arena.left = size;
    return arena;
}

/* The next `bytes` (0 or more), aligned to FS_ARENA_ALIGN, with unspecified contents. NULL, with the arena unchanged,
 * when they do not fit. */
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
