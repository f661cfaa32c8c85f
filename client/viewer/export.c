/* export.c: pictures of ticks, written or handed to ffmpeg. See export.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/export.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fixstep/utf8.h>
#include <fixstep/view.h>

#include "app/log.h"
#include "app/view/match_picture.h"
#include "app/signals.h"
#include "window/offscreen.h"

enum { WIDTH = 1280, HEIGHT = 720, BYTES_PER_PIXEL = 4, GIF_HZ = 30, ERROR_LINE = 160 };

extern char **environ;

typedef struct export
{
    const settings *s;
    pair *pair;
    offscreen *offscreen; /* NULL: no EGL */
    fs_draw_list *list, *beside;
    uint32_t width, height;
    uint32_t left_out; /* shapes, of the picture with the most of them */
}
export;

static void draw_state(export *e, const recording *r, fs_draw_list *list)
{
    fs_sim *sim = fs_playback_sim(r->playback);
    uint32_t slot = e->s->has_slot ? (uint32_t)e->s->slot : UINT32_MAX;
    fs_draw_clear(list);
    app_draw_match(sim, fs_playback_stream(r->playback), slot, e->s->debug_layers, list);
    e->left_out = fs_draw_dropped(list) > e->left_out ? fs_draw_dropped(list) : e->left_out;
}

static void warn_of_left_out(const export *e)
{
    char left_out[64];
    app_describe_left_out(e->left_out, left_out, sizeof left_out);
    if (left_out[0] != '\0')
        app_log(APP_WARNING, "picture", NULL, "%s: a picture has %d at most", left_out, FS_DRAW_MAX_ITEMS);
}

/* The pixels of the present state, or of both side by side; NULL when they cannot be drawn. */
static uint8_t *draw_frame(export *e)
{
    draw_state(e, &e->pair->left, e->list);
    if (!e->pair->compares)
        return offscreen_draw(e->offscreen, e->list, e->width, e->height);
    draw_state(e, &e->pair->right, e->beside);
    return offscreen_draw_pair(e->offscreen, e->list, e->beside, e->width, e->height);
}

static bool write_picture(export *e, char why[APP_ERROR_BYTES])
{
    if (e->offscreen == NULL) {
        draw_state(e, &e->pair->left, e->list);
        return fs_picture_write(e->list, e->s->render, e->width, e->height, why, APP_ERROR_BYTES) == FS_OK;
    }
    uint8_t *pixels = draw_frame(e);
    if (pixels == NULL)
        snprintf(why, APP_ERROR_BYTES, "the picture cannot be drawn");
    bool good = pixels != NULL && offscreen_write(e->s->render, pixels, e->width, e->height, why, APP_ERROR_BYTES);
    free(pixels);
    return good;
}

/* --- videos ------------------------------------------------------------------------------ */

typedef struct encoder {
    pid_t process;
    int pipe;   /* takes frames */
    int errors; /* a file in memory with what ffmpeg says */
} encoder;

static bool is_gif(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcasecmp(path + length - 4, ".gif") == 0;
}

static bool spawn_encoder(encoder *c, char *const arguments[], char why[APP_ERROR_BYTES])
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    c->errors = memfd_create("errors", MFD_CLOEXEC);
    if (c->errors < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, APP_ERROR_BYTES, "no pipe for the video: %s", strerror(errno));
        if (c->errors >= 0)
            close(c->errors);
        return false;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, c->errors, STDERR_FILENO);
    /* In a group of its own: the interrupt key of a terminal reaches the client alone, which ends the video. */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawnp(&c->process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    c->pipe = ends[1];
    if (failure == 0)
        return true;
    close(ends[1]);
    close(c->errors);
    snprintf(why, APP_ERROR_BYTES, "videos need the program ffmpeg (Debian package ffmpeg): %s", strerror(failure));
    return false;
}

/* Frames as they come from the renderer. The sides of most formats must be even. */
static bool open_encoder(encoder *c, const export *e, uint32_t hz, char why[APP_ERROR_BYTES])
{
    char size[32], rate[16], out[512];
    bool gif = is_gif(e->s->render_video);
    const char *filter = gif ? "fps=30,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"
                             : "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
    snprintf(size, sizeof size, "%" PRIu32 "x%" PRIu32, e->width, e->height);
    snprintf(rate, sizeof rate, "%" PRIu32, hz);
    /* ffmpeg takes a name such as "a:b" for a protocol. */
    int length = snprintf(out, sizeof out, "file:%s", e->s->render_video);
    if (length < 0 || (size_t)length >= sizeof out) {
        snprintf(why, APP_ERROR_BYTES, "the name of the video is too long");
        return false;
    }
    char *arguments[] = { "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt",        "rgba",
                          "-s",     size, "-r",        rate,    "-i", "-",        "-filter_complex", (char *)filter,
                          "-an",    out,  NULL };
    return spawn_encoder(c, arguments, why);
}

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool send_frame(export *e, const encoder *c)
{
    uint8_t *pixels = draw_frame(e);
    bool good = pixels != NULL && write_all(c->pipe, pixels, (size_t)e->width * e->height * BYTES_PER_PIXEL);
    free(pixels);
    return good;
}

/* The first line of what ffmpeg said, cleaned; how it ended when it said nothing and failed, else "". */
static void read_error(const encoder *c, int status, char line[ERROR_LINE])
{
    ssize_t length = pread(c->errors, line, ERROR_LINE - 1, 0);
    line[length > 0 ? length : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fs_utf8_clean(line);
    if (line[0] == '\0' && WIFSIGNALED(status))
        snprintf(line, ERROR_LINE, "it was killed by signal %d", WTERMSIG(status));
    else if (line[0] == '\0' && WEXITSTATUS(status) != 0)
        snprintf(line, ERROR_LINE, "it ended with status %d", WEXITSTATUS(status));
}

/* On a full disk ffmpeg ends with status 0 and a file without an end, so what it says counts too: its errors alone are
 * asked for. */
static bool close_encoder(encoder *c, char line[ERROR_LINE])
{
    int status = 0;
    close(c->pipe);
    while (waitpid(c->process, &status, 0) < 0 && errno == EINTR)
        ;
    read_error(c, status, line);
    close(c->errors);
    return line[0] == '\0';
}

static bool write_video(export *e, char why[APP_ERROR_BYTES])
{
    encoder c;
    char line[ERROR_LINE];
    uint32_t hz = fs_replay_get_info(e->pair->left.replay)->config.hz;
    if (!open_encoder(&c, e, hz, why))
        return false;
    uint64_t frames = 1;
    bool good = send_frame(e, &c), stopped = false;
    while (good && (e->s->ticks == 0 || frames < e->s->ticks) && pair_step(e->pair)) {
        stopped = app_signals_stop_requested();
        if (stopped)
            break;
        good = send_frame(e, &c);
        frames++;
    }
    good = close_encoder(&c, line) && good;
    if (good && stopped) {
        snprintf(why, APP_ERROR_BYTES, "interrupted: %.130s ends after %" PRIu64 " frames", e->s->render_video, frames);
        return false;
    }
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "ffmpeg could not write %.130s%s%s", e->s->render_video,
                 line[0] != '\0' ? ": " : "", line);
    return good;
}

/* --- both ---------------------------------------------------------------------------------- */

static bool open_renderer(export *e, char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    solids_quality quality = e->s->solids == SOLIDS_AUTO ? SOLIDS_FULL : (solids_quality)e->s->solids;
    e->offscreen = offscreen_open(quality, e->s->font, reason, sizeof reason);
    if (e->offscreen == NULL && (e->s->render_video != NULL || e->pair->compares)) {
        snprintf(why, APP_ERROR_BYTES, "%.280s", reason);
        return false;
    }
    if (e->offscreen == NULL)
        app_log(APP_WARNING, "render", NULL, "%s; the picture is drawn without it", reason);
    else if (reason[0] != '\0')
        app_log(APP_WARNING, "render", NULL, "%s", reason);
    return true;
}

/* Where the two recordings differ, and the unequal fields of the states that the pictures begin with. */
static void print_differences(const pair *p)
{
    char text[160];
    match_info info = { .difference_count = 0 };
    if (!p->compares)
        return;
    pair_describe(p, text, sizeof text);
    printf("%s\n", text);
    pair_list_differences(p, &info);
    for (unsigned i = 0; i < info.difference_count; i++)
        printf("%s\n", info.differences[i]);
}

int export_run(const settings *s, pair *p, char why[APP_ERROR_BYTES])
{
    export e = { .s = s, .pair = p, .width = s->width, .height = s->height };
    e.width = e.width > 0 ? e.width : WIDTH;
    e.height = e.height > 0 ? e.height : HEIGHT;
    snprintf(why, APP_ERROR_BYTES, "out of memory");
    bool good = fs_draw_create(&e.list) == FS_OK && fs_draw_create(&e.beside) == FS_OK && open_renderer(&e, why);
    if (good)
        print_differences(p);
    good = good && (s->render == NULL || write_picture(&e, why)) && (s->render_video == NULL || write_video(&e, why));
    warn_of_left_out(&e);
    offscreen_close(e.offscreen);
    fs_draw_destroy(e.list);
    fs_draw_destroy(e.beside);
    return good ? 0 : 1;
}
