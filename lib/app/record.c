/* record.c: file, flush and failure of a recording. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/log.h"
#include "app/setup.h"

/* Writes to the file and remembers a failure, also one while the recorder closes. */
static bool write_bytes(void *context, const void *bytes, size_t size)
{
    app_record *record = context;
    if (!record->failed && !record->write(record->file, bytes, size))
        record->failed = true;
    return !record->failed;
}

bool app_record_open(app_record *record, const char *path, char why[APP_ERROR_BYTES])
{
    *record = (app_record){ .path = path };
    return path == NULL || fs_recorder_open_file(path, &record->write, &record->file, why, APP_ERROR_BYTES) == FS_OK;
}

void app_record_start(app_record *record, const char *who, fs_sim *sim, const fs_stream *stream)
{
    FS_ASSERT(sim != NULL && stream != NULL);
    if (record->path == NULL || record->recorder != NULL || record->failed)
        return;
    fs_recorder_def def = { .game = fs_sim_game(sim),
                            .config = fs_sim_config(sim),
                            .recorder = who,
                            .build = app_build(),
                            .write = write_bytes,
                            .context = record };
    if (fs_recorder_create(&def, sim, stream, &record->recorder) != FS_OK)
        record->failed = true;
}

void app_record_restart(app_record *record, fs_sim *sim, const fs_stream *stream)
{
    if (record->recorder != NULL)
        fs_recorder_restart(record->recorder, sim, stream);
}

void app_record_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                     const fs_stream *stream, fs_sim *sim)
{
    app_record *record = context;
    if (record->recorder != NULL)
        fs_recorder_tick(record->recorder, tick, bundle, size, state_hash, stream, sim);
}

void app_record_desync(app_record *record, const fs_desync *desync)
{
    if (record->recorder != NULL)
        fs_recorder_desync(record->recorder, desync);
}

static void report_failure(app_record *record)
{
    if (record->reported)
        return;
    record->reported = true;
    app_log(APP_WARNING, "recording-failed", NULL, "the recording %s stopped: it cannot be written (disk full?)",
            record->path);
}

void app_record_poll(app_record *record, uint64_t now_us)
{
    if (record->recorder == NULL || now_us < record->flush_us)
        return;
    record->flush_us = now_us + APP_FLUSH_US;
    fs_recorder_flush(record->recorder);
    if (record->failed || fs_recorder_failed(record->recorder)) {
        record->failed = true;
        report_failure(record);
    }
}

bool app_record_close(app_record *record)
{
    if (record->path == NULL)
        return true;
    if (record->recorder != NULL) {
        record->failed = record->failed || fs_recorder_failed(record->recorder);
        fs_recorder_close(record->recorder);
    } else if (!record->failed) {
        app_log(APP_WARNING, "recording-empty", NULL, "the recording %s is empty: the match was never joined",
                record->path);
    }
    if (record->file != NULL)
        fs_recorder_close_file(record->file);
    record->recorder = NULL;
    record->file = NULL;
    if (record->failed)
        report_failure(record);
    return !record->failed;
}
