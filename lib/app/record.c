/* record.c: start, ticks, flush and failure of a recording. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/log.h"
#include "app/files/paths.h"
#include "app/setup.h"

/* Ends the recording and logs the reason; later failures follow from the first. */
static void stop_recording(app_record *record, const char *reason)
{
    if (record->failed)
        return;
    record->failed = true;
    snprintf(record->reason, sizeof record->reason, "%s", reason);
    app_log(APP_WARNING, "recording-failed", json_pack("{s:s, s:s}", "path", record->path, "reason", reason),
            "the recording %s stopped: %s", record->path, reason);
}

static void stop_writing(app_record *record, int error)
{
    stop_recording(record, error == ENOBUFS || error == ETIMEDOUT ? "the disk is too slow" : strerror(error));
}

static bool pass_on(app_record *record, const void *bytes, size_t size)
{
    return record->queue != NULL ? app_write_queue_put(record->queue, bytes, size)
                                 : record->file.write(record->file.sink, bytes, size);
}

/* Writes to the file and takes the reason of a failure, also of one while the recorder closes. */
static bool write_bytes(void *context, const void *bytes, size_t size)
{
    app_record *record = context;
    if (!record->failed && !pass_on(record, bytes, size))
        stop_writing(record, errno);
    record->bytes += record->failed ? 0 : size;
    return !record->failed;
}

bool app_record_check(const char *record, const char *report, char why[APP_ERROR_BYTES])
{
    if (record != NULL && strcmp(record, "-") == 0 && isatty(STDOUT_FILENO))
        snprintf(why, APP_ERROR_BYTES, "--record -: standard output is a terminal");
    else if (app_paths_same(record, report))
        snprintf(why, APP_ERROR_BYTES, "--record and --report name the same file, %.150s", record);
    else
        return true;
    return false;
}

bool app_record_open(app_record *record, const char *path, char why[APP_ERROR_BYTES])
{
    *record = (app_record){ .path = path, .earlier = record->earlier };
    if (path == NULL || app_record_file_open(&record->file, path, why))
        return true;
    record->failed = true;
    snprintf(record->reason, sizeof record->reason, "%s", why);
    return false;
}

/* What is written at the start and by the first tick is there when that is over, or has failed, unless the disk is
 * slow. */
static void wait_for_disk(app_record *record)
{
    if (record->queue == NULL || app_write_queue_wait(record->queue, APP_START_WAIT_MS))
        return;
    int error = app_write_queue_error(record->queue);
    if (error != 0)
        stop_writing(record, error);
}

void app_record_start(app_record *record, const char *who, const uint8_t *key_seed, fs_sim *sim,
                      const fs_stream *stream)
{
    FS_ASSERT(sim != NULL && stream != NULL);
    if (record->path == NULL || record->recorder != NULL || record->failed)
        return;
    size_t capacity = APP_RECORD_WAITING + 2 * fs_state_block_size(fs_sim_state(sim));
    record->queue = app_write_queue_start(record->file.write, record->file.sink, capacity);
    fs_recorder_def def = { .game = fs_sim_game(sim),
                            .config = fs_sim_config(sim),
                            .recorder = who,
                            .build = app_build(),
                            .write = write_bytes,
                            .context = record,
                            .key_seed = key_seed };
    fs_result result = fs_recorder_create(&def, sim, stream, &record->recorder);
    if (result != FS_OK)
        stop_recording(record, fs_result_text(result)); /* a failed write was logged before */
    wait_for_disk(record);
}

void app_record_restart(app_record *record, fs_sim *sim, const fs_stream *stream)
{
    if (record->recorder != NULL)
        fs_recorder_restart(record->recorder, sim, stream);
}

static void move_into_place(app_record *record)
{
    char why[APP_ERROR_BYTES], *kept;
    wait_for_disk(record);
    if (record->failed)
        return;
    record->placed = app_record_file_publish(&record->file, &kept, why);
    if (!record->placed)
        stop_recording(record, why);
    else if (kept != NULL)
        app_log(APP_INFO, "recording-kept", json_pack("{s:s, s:s}", "path", record->path, "kept", kept),
                "the earlier recording %s is kept as %s", record->path, kept);
    free(kept);
}

void app_record_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                     const fs_stream *stream, fs_sim *sim)
{
    app_record *record = context;
    if (record->recorder == NULL)
        return;
    fs_recorder_tick(record->recorder, tick, bundle, size, state_hash, stream, sim);
    if (!record->placed && !record->failed)
        move_into_place(record);
}

void app_record_desync(app_record *record, const fs_desync *desync)
{
    if (record->recorder != NULL)
        fs_recorder_desync(record->recorder, desync);
}

/* Failures of the recorder that are no failed write. */
static void check_recorder(app_record *record)
{
    if (fs_recorder_failed(record->recorder))
        stop_recording(record, "too many restarts, or no memory");
}

void app_record_poll(app_record *record, uint64_t now_us)
{
    if (record->recorder == NULL || now_us < record->flush_us)
        return;
    record->flush_us = now_us + APP_FLUSH_US;
    fs_recorder_flush(record->recorder);
    check_recorder(record);
}

/* Waits for the thread that writes, and takes the reason of a failure. A thread that still writes keeps the file. */
static void close_queue(app_record *record, uint32_t limit_ms)
{
    int error = app_write_queue_close(record->queue, limit_ms);
    record->queue = NULL;
    if (error == ETIMEDOUT)
        record->file.write = NULL;
    if (error != 0)
        stop_writing(record, error);
}

/* Seals the recording and closes its file; false when it has failed. */
static bool finish_recording(app_record *record, uint32_t limit_ms)
{
    if (record->recorder != NULL) {
        check_recorder(record);
        fs_recorder_close(record->recorder);
        record->recorder = NULL;
    }
    close_queue(record, limit_ms);
    app_record_file_close(&record->file);
    return !record->failed;
}

bool app_record_close(app_record *record)
{
    if (record->path == NULL)
        return true;
    bool whole = finish_recording(record, APP_CLOSE_WAIT_MS);
    if (!record->placed && !record->earlier && whole)
        app_log(APP_WARNING, "recording-empty", NULL, "nothing was recorded to %s: no tick was played", record->path);
    return whole;
}

bool app_record_end(app_record *record)
{
    bool whole = record->path == NULL || finish_recording(record, APP_END_WAIT_MS);
    record->earlier = record->earlier || record->placed;
    if (whole)
        *record = (app_record){ .earlier = record->earlier };
    return whole;
}

void app_record_discard(app_record *record)
{
    fs_recorder_close(record->recorder);
    record->recorder = NULL;
    close_queue(record, APP_END_WAIT_MS);
    app_record_file_close(&record->file);
}
