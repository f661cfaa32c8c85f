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
    MAX_COPIES = 1000     /* -2, -3, ... of one file name */
};

typedef struct recording {
    fs_recorder *recorder; /* NULL: not running */
    uint32_t first_tick;
    uint8_t *bytes;
    size_t size, room;
} recording;

struct desync_recording {
    const char *folder;
    recording recordings[RECORDINGS];
    /* The desync that waits for its file. */
    recording *waiting; /* NULL: none */
    uint64_t write_us;
    unsigned given_away; /* recordings written out that have not begun anew */
    uint32_t tick;
    char name[FS_MAX_NAME];
};

static bool keep_bytes(void *context, const void *bytes, size_t size)
{
    recording *r = context;
    if (size > MAX_BYTES - r->size)
        return false;
    size_t room = r->room == 0 ? 1 << 16 : r->room;
    while (room < r->size + size)
        room *= 2;
    if (room != r->room) {
        uint8_t *grown = realloc(r->bytes, room);
        if (grown == NULL)
            return false;
        r->bytes = grown;
        r->room = room;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
    return true;
}

desync_recording *desync_recording_create(const char *folder)
{
    desync_recording *e = calloc(1, sizeof *e);
    if (e != NULL)
        e->folder = folder;
    return e;
}

/* Ends a recording; its bytes stay until it is begun again. */
static void seal(recording *r)
{
    if (r->recorder != NULL)
        fs_recorder_close(r->recorder);
    r->recorder = NULL;
}

static void begin(recording *r, fs_sim *sim, const fs_stream *stream)
{
    seal(r);
    r->size = 0;
    r->first_tick = fs_sim_tick(sim);
    fs_recorder_def def = { .game = fs_sim_game(sim),
                            .config = fs_sim_config(sim),
                            .recorder = "server",
                            .build = app_build(),
                            .write = keep_bytes,
                            .context = r };
    if (fs_recorder_create(&def, sim, stream, &r->recorder) != FS_OK)
        r->recorder = NULL;
}

/* The recording that reaches furthest back. */
static recording *oldest(desync_recording *e)
{
    recording *best = NULL;
    for (unsigned i = 0; i < RECORDINGS; i++) {
        recording *r = &e->recordings[i];
        if (r->recorder != NULL && (best == NULL || r->first_tick < best->first_tick))
            best = r;
    }
    return best;
}

/* A recording that was given away; NULL if there is none. */
static recording *unused(desync_recording *e)
{
    for (unsigned i = 0; i < RECORDINGS; i++)
        if (e->recordings[i].recorder == NULL)
            return &e->recordings[i];
    return NULL;
}

/* Letters, digits, '-' and '_' of a player's name are safe in a file name. */
static void safe_name(const char *name, char safe[FS_MAX_NAME])
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t size = 0;
    for (; name[size] != '\0' && size < FS_MAX_NAME - 1; size++)
        safe[size] = strchr(allowed, name[size]) != NULL ? name[size] : '_';
    safe[size] = '\0';
}

/* Creates a file that did not exist; -1 with errno. */
static int create_file(const desync_recording *e, char path[PATH_MAX])
{
    char name[FS_MAX_NAME];
    safe_name(e->name, name);
    for (unsigned copy = 1; copy <= MAX_COPIES; copy++) {
        char suffix[16] = "";
        if (copy > 1)
            snprintf(suffix, sizeof suffix, "-%u", copy);
        if (snprintf(path, PATH_MAX, "%s/desync-%" PRIu32 "-%s%s.fsr", e->folder, e->tick, name, suffix) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static void write_waiting(desync_recording *e)
{
    recording *r = e->waiting;
    char path[PATH_MAX] = "";
    e->waiting = NULL;
    e->given_away++;
    bool whole = !fs_recorder_failed(r->recorder);
    seal(r);
    int file = whole ? create_file(e, path) : -1;
    bool written = file >= 0 && write_all(file, r->bytes, r->size);
    int reason = errno;
    if (file >= 0)
        close(file);
    if (written)
        app_log(APP_WARNING, "desync-bundle", json_pack("{s:s}", "path", path), "desync bundle written to %s", path);
    else
        app_log(APP_WARNING, "desync-bundle-failed", NULL, "no desync bundle: %s %s", path,
                whole ? strerror(reason) : "the last seconds are too large to keep");
}

void desync_recording_start(desync_recording *e, fs_sim *sim, const fs_stream *stream)
{
    begin(&e->recordings[0], sim, stream);
}

void desync_recording_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                           const fs_stream *stream, fs_sim *sim)
{
    desync_recording *e = context;
    for (unsigned i = 0; i < RECORDINGS; i++)
        if (e->recordings[i].recorder != NULL)
            fs_recorder_tick(e->recordings[i].recorder, tick, bundle, size, state_hash, stream, sim);
    bool rotate = fs_sim_tick(sim) % (FS_SEGMENT_SECONDS * fs_sim_config(sim)->hz) == 0;
    recording *next = NULL;
    if (rotate)
        next = unused(e) != NULL ? unused(e) : oldest(e);
    else if (e->given_away > 0)
        next = unused(e);
    if (next == NULL)
        return;
    if (next == e->waiting)
        write_waiting(e);
    if (e->given_away > 0)
        e->given_away--;
    begin(next, sim, stream);
}

void desync_recording_add(desync_recording *e, const fs_desync *desync, uint64_t now_us)
{
    recording *r = e->waiting != NULL ? e->waiting : oldest(e);
    if (r == NULL || r->first_tick > desync->tick) {
        app_log(APP_WARNING, "desync-bundle-failed", NULL,
                "no desync bundle: tick %" PRIu32 " is already in the bundle before", desync->tick);
        return;
    }
    fs_recorder_desync(r->recorder, desync);
    if (e->waiting != NULL)
        return;
    e->waiting = r;
    e->write_us = now_us + WAIT_US;
    e->tick = desync->tick;
    memcpy(e->name, desync->name, sizeof e->name);
}

void desync_recording_poll(desync_recording *e, uint64_t now_us)
{
    if (e->waiting != NULL && now_us >= e->write_us)
        write_waiting(e);
}

void desync_recording_destroy(desync_recording *e)
{
    if (e == NULL)
        return;
    if (e->waiting != NULL)
        write_waiting(e);
    for (unsigned i = 0; i < RECORDINGS; i++) {
        seal(&e->recordings[i]);
        free(e->recordings[i].bytes);
    }
    free(e);
}
