/* record.h: a recording that a program writes while a match runs.
 *
 * Wraps the library's recorder: opens the file before the match, moves it into place
 * with the first tick, flushes at least every 250 ms, and logs the reason of a failure
 * once. A thread writes, so that a slow disk or pipe delays no tick. A failing
 * recording never stops a match; one that cannot be finished in time is given up.
 */
#ifndef FS_APP_RECORD_H
#define FS_APP_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/replay.h>

#include "app/options.h"
#include "app/files/record_file.h"
#include "app/files/write_queue.h"

enum {
    APP_FLUSH_US = 200000,         /* 50 ms below the promised 250 ms */
    APP_RECORD_WAITING = 64 << 20, /* bytes that may wait for the disk, beside those of two states */
    APP_CLOSE_WAIT_MS = 10000,     /* longest wait for them at the end of the program */
    APP_END_WAIT_MS = 2000,        /* ... and between two matches, while players wait */
    APP_START_WAIT_MS = 100        /* longest wait of the start and of the first tick for the bytes before */
};

typedef struct app_record {
    const char *path; /* NULL: nothing is recorded */
    app_record_file file;
    app_write_queue *queue; /* to the file; NULL: written directly */
    fs_recorder *recorder;  /* NULL until the match is known */
    bool failed;            /* stopped, or could not be opened; `reason` says why */
    char reason[APP_ERROR_BYTES];
    bool placed;       /* has a tick and its final name */
    bool earlier;      /* a recording that app_record_end() ended was placed */
    uint64_t bytes;    /* written */
    uint64_t flush_us; /* when the next flush is due */
} app_record;

/* Whether --record and --report (NULL: not given) can be written together; false with a sentence for wrong usage: both
 * name one file, or the recording would go to a terminal. */
bool app_record_check(const char *record, const char *report, char why[APP_ERROR_BYTES]);
/* Opens the file under a temporary name, see record_file.h. `record` is zero, or was ended by app_record_end(). `path` NULL does
 * nothing. False with a sentence: the record has failed then, and may be started, written and closed like one that failed later. */
bool app_record_open(app_record *record, const char *path, char why[APP_ERROR_BYTES]);
/* Begins with the state as it is now; `who` is recorded as the recorder. `key_seed` is that of the lasting key that signs,
 * NULL: a key that is made for this recording. */
void app_record_start(app_record *record, const char *who, const uint8_t *key_seed, fs_sim *sim,
                      const fs_stream *stream);
/* The state was replaced by a snapshot. */
void app_record_restart(app_record *record, fs_sim *sim, const fs_stream *stream);
/* An fs_tick_fn with the record as context. The first tick moves the file into place. */
void app_record_tick(void *record, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                     const fs_stream *stream, fs_sim *sim);
void app_record_desync(app_record *record, const fs_desync *desync);
/* Flushes when due. */
void app_record_poll(app_record *record, uint64_t now_us);
/* Seals the recording and waits until all is written, within APP_CLOSE_WAIT_MS; false when something of it could not be written, which was logged
 * then. Without a tick no file is left, which is logged unless an earlier recording was placed. */
bool app_record_close(app_record *record);
/* The same between two matches of a program, within APP_END_WAIT_MS: another recording may follow, so that an empty one is not logged. One that has
 * failed stays as it is. */
bool app_record_end(app_record *record);
/* After a start that failed: removes what app_record_open() made. Does nothing after app_record_close(). */
void app_record_discard(app_record *record);

#endif
