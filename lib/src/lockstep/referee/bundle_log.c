/* bundle_log.c: see bundle_log.h. */
#include "lockstep/referee/bundle_log.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/stream.h"

enum { BLOCK_BYTES = 64 << 10 };

/* In front of each bundle. Entries begin at multiples of 8 bytes. */
typedef struct entry {
    uint64_t state_hash;
    uint32_t size; /* of the bundle; 0: the next entry is in the next block */
    uint32_t reserved;
} entry;

struct fs__bundle_block {
    fs__bundle_block *next; /* written once, before anybody reads the entry that ends the block */
    uint32_t used;          /* of the thread that appends */
    _Alignas(uint64_t) uint8_t bytes[BLOCK_BYTES];
};
_Static_assert(BLOCK_BYTES > 2 * (FS__MAX_BUNDLE_BYTES + 2 * sizeof(entry)), "a block must hold any bundle");

static size_t padded_size(size_t size)
{
    return sizeof(entry) + ((size + 7) & ~(size_t)7);
}

static entry *entry_at(fs__bundle_block *block, uint32_t at)
{
    return (entry *)(void *)(block->bytes + at);
}

bool fs__bundle_log_init(fs__bundle_log *log, fs__bundle_cursor *start)
{
    log->first = log->last = calloc(1, sizeof *log->first);
    log->bytes = sizeof *log->first;
    *start = (fs__bundle_cursor){ log->first, 0, 0 };
    return log->first != NULL;
}

void fs__bundle_log_free(fs__bundle_log *log)
{
    while (log->first != NULL) {
        fs__bundle_block *next = log->first->next;
        free(log->first);
        log->first = next;
    }
    memset(log, 0, sizeof *log);
}

/* Ends the last block and begins another. */
static bool add_block(fs__bundle_log *log)
{
    fs__bundle_block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return false;
    log->last->next = block; /* the entry behind the last one has size 0 */
    log->last = block;
    log->bytes += sizeof *block;
    return true;
}

bool fs__bundle_log_append(fs__bundle_log *log, const void *bytes, size_t size)
{
    FS_ASSERT(size > 0 && size <= FS__MAX_BUNDLE_BYTES);
    bool fits = log->last->used + padded_size(size) + sizeof(entry) <= BLOCK_BYTES;
    log->broken = log->broken || (!fits && !add_block(log));
    if (log->broken)
        return false;
    fs__bundle_block *block = log->last;
    entry *e = entry_at(block, block->used);
    e->size = (uint32_t)size;
    memcpy(e + 1, bytes, size);
    block->used += (uint32_t)padded_size(size);
    log->ticks++;
    return true;
}

const uint8_t *fs__bundle_log_read(fs__bundle_cursor *cursor, size_t *size, uint64_t **state_hash)
{
    entry *e = entry_at(cursor->block, cursor->at);
    if (e->size == 0) {
        cursor->block = cursor->block->next;
        cursor->at = 0;
        FS_ASSERT(cursor->block != NULL);
        e = entry_at(cursor->block, 0);
    }
    FS_ASSERT(e->size > 0);
    *size = e->size;
    *state_hash = &e->state_hash;
    cursor->at += (uint32_t)padded_size(e->size);
    cursor->tick++;
    return (const uint8_t *)(e + 1);
}

void fs__bundle_log_trim(fs__bundle_log *log, const fs__bundle_cursor *keep)
{
    while (log->first != keep->block) {
        fs__bundle_block *next = log->first->next;
        free(log->first);
        log->first = next;
        log->bytes -= sizeof *next;
    }
}
