/* desync_recording.c: two staggered recordings in memory, written out after a desync. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "desync_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/log.h"
#include "app/setup.h"

enum {
    RECORDINGS = 2,
    MAX_BYTES = 64 << 20, /* of one recording in memory */
    WAIT_US = 1000000,    /* from a desync to its file */
    MAX_COPIES = 1000,    /* -2, -3, ... of one file name */
    WHY_BYTES = PATH_MAX + 128
};

typedef struct recording {
    fs_recorder *recorder;         /* NULL: not running */
    uint32_t first_tick, end_tick; /* the second in a match that simulates on demand */
    uint8_t *bytes;
    size_t size, capacity;
} recording;

struct desync_recording {
    const char *folder;
    const uint8_t *key_seed; /* of the key that signs; NULL: one for each recording, or the match is not kept */
    fs_match *match;         /* that simulates on demand; NULL: it simulates every tick */
    recording recordings[RECORDINGS];
    recording *waiting; /* holds a desync and is to be written; NULL: none */
    uint64_t write_us;
    size_t max_file_bytes, file_bytes; /* of all files together: at most, and so far */
    unsigned written_count;            /* recordings that were due for a file and not restarted since */
    uint32_t tick;
    char name[FS_MAX_NAME];
};

static bool keep_bytes(void *context, const void *bytes, size_t size)
{
    recording *r = context;
    if (size > MAX_BYTES - r->size)
        return false;
    size_t capacity = r->capacity == 0 ? 1 << 16 : r->capacity;
    while (capacity < r->size + size)
        capacity *= 2;
    if (capacity != r->capacity) {
        uint8_t *grown = realloc(r->bytes, capacity);
        if (grown == NULL)
            return false;
        r->bytes = grown;
        r->capacity = capacity;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
    return true;
}

desync_recording *desync_recording_create(const char *folder, size_t max_file_bytes)
{
    desync_recording *d = calloc(1, sizeof *d);
    if (d != NULL) {
        d->folder = folder;
        d->max_file_bytes = max_file_bytes;
    }
    return d;
}

/* Ends a recording; its bytes are kept until it starts again. */
static void seal_recording(recording *r)
{
    if (r->recorder != NULL)
        fs_recorder_close(r->recorder);
    r->recorder = NULL;
}

static void begin_recording(recording *r, const uint8_t *key_seed, fs_sim *sim, const fs_stream *stream)
{
    seal_recording(r);
    r->size = 0;
    r->first_tick = fs_sim_tick(sim);
    fs_recorder_def def = { .game = fs_sim_game(sim),
                            .config = fs_sim_config(sim),
                            .recorder = "server",
                            .build = app_build(),
                            .write = keep_bytes,
                            .context = r,
                            .key_seed = key_seed };
    if (fs_recorder_create(&def, sim, stream, &r->recorder) != FS_OK)
        r->recorder = NULL;
}

/* The running recording with the lowest first tick; NULL if none runs. */
static recording *find_oldest(desync_recording *d)
{
    recording *best = NULL;
    for (unsigned i = 0; i < RECORDINGS; i++) {
        recording *r = &d->recordings[i];
        if (r->recorder != NULL && (best == NULL || r->first_tick < best->first_tick))
            best = r;
    }
    return best;
}

/* A recording that does not run; NULL if both do. */
static recording *find_unused(desync_recording *d)
{
    for (unsigned i = 0; i < RECORDINGS; i++)
        if (d->recordings[i].recorder == NULL)
            return &d->recordings[i];
    return NULL;
}

/* Letters, digits, '-' and '_' of a player's name are safe in a file name. */
static void make_safe_name(const char *name, char safe[FS_MAX_NAME])
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t size = 0;
    for (; name[size] != '\0' && size < FS_MAX_NAME - 1; size++)
        safe[size] = strchr(allowed, name[size]) != NULL ? name[size] : '_';
    safe[size] = '\0';
}

/* Creates a file that did not exist; -1 with errno. */
static int create_file(const desync_recording *d, char path[PATH_MAX])
{
    char name[FS_MAX_NAME];
    make_safe_name(d->name, name);
    for (unsigned copy = 1; copy <= MAX_COPIES; copy++) {
        char suffix[16] = "";
        if (copy > 1)
            snprintf(suffix, sizeof suffix, "-%u", copy);
        if (snprintf(path, PATH_MAX, "%s/desync-%" PRIu32 "-%s%s.fsr", d->folder, d->tick, name, suffix) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* 0, or the errno of the failure. */
static int write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : EIO;
        bytes += n;
        size -= (size_t)n;
    }
    return 0;
}

/* Writes a sealed recording to a new file, whole or not at all. False with a sentence. */
static bool write_file(desync_recording *d, const recording *r, char path[PATH_MAX], char why[WHY_BYTES])
{
    if (r->size > d->max_file_bytes - d->file_bytes) {
        snprintf(why, WHY_BYTES, "those of this match may have %zu MiB together, and this one is above it",
                 d->max_file_bytes >> 20);
        return false;
    }
    int file = create_file(d, path);
    if (file < 0) {
        snprintf(why, WHY_BYTES, "%s: %s", path, strerror(errno));
        return false;
    }
    int failure = write_all(file, r->bytes, r->size);
    if (close(file) != 0 && failure == 0)
        failure = errno; /* file systems that give out their room late tell it here */
    if (failure == 0) {
        d->file_bytes += r->size;
        return true;
    }
    bool removed = unlink(path) == 0;
    snprintf(why, WHY_BYTES, "%s: %s%s", path, strerror(failure), removed ? "" : "; a part of it is left there");
    return false;
}

static void write_waiting(desync_recording *d)
{
    recording *r = d->waiting;
    char path[PATH_MAX] = "", why[WHY_BYTES] = "the last seconds are too large to keep";
    d->waiting = NULL;
    d->written_count++;
    bool whole = !fs_recorder_failed(r->recorder);
    seal_recording(r);
    if (whole && write_file(d, r, path, why))
        app_log(APP_WARNING, "desync-bundle", json_pack("{s:s}", "path", path), "desync recording written to %s", path);
    else
        app_log(APP_WARNING, "desync-bundle-failed", NULL, "no desync recording: %s", why);
}

void desync_recording_start(desync_recording *d, const uint8_t *key_seed, fs_sim *sim, const fs_stream *stream)
{
    d->key_seed = key_seed;
    begin_recording(&d->recordings[0], key_seed, sim, stream);
}

void desync_recording_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                           const fs_stream *stream, fs_sim *sim)
{
    desync_recording *d = context;
    if (sim == NULL)
        return;
    for (unsigned i = 0; i < RECORDINGS; i++)
        if (d->recordings[i].recorder != NULL)
            fs_recorder_tick(d->recordings[i].recorder, tick, bundle, size, state_hash, stream, sim);
    bool rotate = fs_sim_tick(sim) % (FS_SEGMENT_SECONDS * fs_sim_config(sim)->hz) == 0;
    recording *next = NULL;
    if (rotate)
        next = find_unused(d) != NULL ? find_unused(d) : find_oldest(d);
    else if (d->written_count > 0)
        next = find_unused(d);
    if (next == NULL)
        return;
    if (next == d->waiting)
        write_waiting(d);
    if (d->written_count > 0)
        d->written_count--;
    begin_recording(next, d->key_seed, sim, stream);
}

/* Has the recording written 1 s later, under the name of its first desync. */
static void await_write(desync_recording *d, recording *r, const fs_desync *desync, uint64_t now_us)
{
    d->waiting = r;
    d->write_us = now_us + WAIT_US;
    d->tick = desync->tick;
    memcpy(d->name, desync->name, sizeof d->name);
}

/* --- on demand ------------------------------------------------------------------- */

void desync_recording_follow(desync_recording *d, const uint8_t *key_seed, fs_match *match)
{
    d->key_seed = key_seed;
    d->match = match;
}

static void begin_past(void *context, fs_sim *sim, const fs_stream *stream)
{
    desync_recording *d = context;
    begin_recording(&d->recordings[0], d->key_seed, sim, stream);
}

static void record_past(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                        const fs_stream *stream, fs_sim *sim)
{
    desync_recording *d = context;
    recording *r = &d->recordings[0];
    r->end_tick = tick + 1;
    if (r->recorder != NULL)
        fs_recorder_tick(r->recorder, tick, bundle, size, state_hash, stream, sim);
}

/* Desyncs of ticks in the recording that waits are added to it. */
static void add_past(desync_recording *d, const fs_desync *desync, uint64_t now_us)
{
    recording *r = &d->recordings[0];
    bool within = d->waiting != NULL && desync->tick >= r->first_tick && desync->tick < r->end_tick;
    if (d->waiting != NULL && !within)
        write_waiting(d);
    if (!within && (!fs_match_give_past(d->match, desync->tick, begin_past, record_past, d) || r->recorder == NULL)) {
        app_log(APP_WARNING, "desync-bundle-failed", NULL,
                "no desync recording: tick %" PRIu32 " is none of the last ones that the server has simulated",
                desync->tick);
        return;
    }
    fs_recorder_desync(r->recorder, desync);
    if (!within)
        await_write(d, r, desync, now_us);
}

/* --- adding -------------------------------------------------------------------------- */

void desync_recording_add(desync_recording *d, const fs_desync *desync, uint64_t now_us)
{
    if (d->match != NULL) {
        add_past(d, desync, now_us);
        return;
    }
    recording *r = d->waiting != NULL ? d->waiting : find_oldest(d);
    if (r == NULL && d->key_seed == NULL)
        return; /* the match is not kept */
    if (r == NULL || r->first_tick > desync->tick) {
        app_log(APP_WARNING, "desync-bundle-failed", NULL,
                "no desync recording: tick %" PRIu32 " is already in the one before", desync->tick);
        return;
    }
    fs_recorder_desync(r->recorder, desync);
    if (d->waiting == NULL)
        await_write(d, r, desync, now_us);
}

void desync_recording_poll(desync_recording *d, uint64_t now_us)
{
    if (d->waiting != NULL && now_us >= d->write_us)
        write_waiting(d);
}

void desync_recording_destroy(desync_recording *d)
{
    if (d == NULL)
        return;
    if (d->waiting != NULL)
        write_waiting(d);
    for (unsigned i = 0; i < RECORDINGS; i++) {
        seal_recording(&d->recordings[i]);
        free(d->recordings[i].bytes);
    }
    free(d);
}
