/* bundle_log.h: the bundles of a match from one tick on, in order, for readers that follow at their own pace.
 *
 * A list of blocks. One thread may append while another reads the entries that were there when it began: a reader looks at
 * nothing behind them. Blocks that every cursor has left are freed by fs__bundle_log_trim().
 */
#ifndef FS_LOCKSTEP_BUNDLE_LOG_H
#define FS_LOCKSTEP_BUNDLE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fs__bundle_block fs__bundle_block;

/* The place of the bundle of `tick`. */
typedef struct fs__bundle_cursor {
    fs__bundle_block *block;
    uint32_t at, tick;
} fs__bundle_cursor;

typedef struct fs__bundle_log {
    fs__bundle_block *first, *last;
    size_t bytes;   /* of all blocks */
    uint32_t ticks; /* bundles appended; not one more after an append that failed */
    bool broken;    /* an append has failed */
} fs__bundle_log;

/* An empty log with a place for its first bundle, that of tick 0; false when out of memory. */
bool fs__bundle_log_init(fs__bundle_log *log, fs__bundle_cursor *start);
void fs__bundle_log_free(fs__bundle_log *log);
/* Appends the bundle of the next tick, 1..FS__MAX_BUNDLE_BYTES; false, with the bundles unchanged, when out of memory, and from
 * then on: a log has no holes. */
bool fs__bundle_log_append(fs__bundle_log *log, const void *bytes, size_t size);
/* The bundle at the cursor, which must be there, and moves on. `*state_hash` points to 8 bytes of the entry, 0 at first, that
 * readers may use. */
const uint8_t *fs__bundle_log_read(fs__bundle_cursor *cursor, size_t *size, uint64_t **state_hash);
/* Frees the blocks before that of the cursor `keep`. */
void fs__bundle_log_trim(fs__bundle_log *log, const fs__bundle_cursor *keep);

#endif
