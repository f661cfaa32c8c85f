/* desync_recording.h: the last seconds of the match, kept in memory for a desync.
 *
 * Two recordings run in memory, begun 10 s apart and each dropped when it is 20 s
 * old, so that at any time one of them reaches at least 10 s back (or to the
 * start). After a desync the older one is sealed and written to a file that
 * fixstep-replay reads and verifies. Existing files are never overwritten, a file
 * that cannot be written whole is removed, and all files of a match together have
 * at most 256 MiB.
 *
 * A server that simulates on demand has no state of every tick. The recording is made when the desync is known, of the ticks that
 * it has simulated for the verdict.
 */
#ifndef FS_SERVER_DESYNC_RECORDING_H
#define FS_SERVER_DESYNC_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/replay.h>

typedef struct desync_recording desync_recording;

enum { DESYNC_RECORDING_FILE_BYTES = 256 << 20 /* of all files of a match together */ };

/* `folder` is borrowed; all files together have at most `max_file_bytes`. NULL when out of memory. */
desync_recording *desync_recording_create(const char *folder, size_t max_file_bytes);
/* Writes a recording that is due later; NULL is allowed. */
void desync_recording_destroy(desync_recording *desync_recording);
/* Before the first tick. */
void desync_recording_start(desync_recording *desync_recording, const uint8_t *key_seed, fs_sim *sim,
                            const fs_stream *stream);
/* In place of desync_recording_start(), for a match of FS_REFEREE_ON_DEMAND. It is borrowed for desync_recording_add(). */
void desync_recording_follow(desync_recording *desync_recording, const uint8_t *key_seed, fs_match *match);
/* An fs_tick_fn with the desync_recording as context. */
void desync_recording_tick(void *desync_recording, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                           const fs_stream *stream, fs_sim *sim);
/* Adds a desync report. The file is written 1 s later, so that desyncs of several
 * players at one time share one file. */
void desync_recording_add(desync_recording *desync_recording, const fs_desync *desync, uint64_t now_us);
/* Writes the file when it is due. */
void desync_recording_poll(desync_recording *desync_recording, uint64_t now_us);

#endif
