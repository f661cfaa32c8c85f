/* export.c: pictures of ticks, written or handed to ffmpeg. See export.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <fixstep/view.h>

#include "app/log.h"
#include "app/setup.h"
#include "app/view/match_picture.h"
#include "app/signals.h"
#include "viewer/encoder.h"
#include "viewer/frame_watch.h"
#include "window/offscreen.h"

enum { WIDTH = 1280, HEIGHT = 720 };

typedef struct export
{
    const settings *s;
    pair *pair;
    offscreen *offscreen; /* NULL: no EGL */
    fs_draw_list *list, *beside;
    uint32_t width, height;
    uint32_t left_out; /* shapes, of the picture with the most of them */
    frame_watch watch;
    encoder encoder;  /* of the video */
    const char *path; /* that is being written */
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
    uint8_t *pixels;
    frame_watch_enter(&e->watch);
    draw_state(e, &e->pair->left, e->list);
    if (e->pair->compares) {
        draw_state(e, &e->pair->right, e->beside);
        pixels = offscreen_draw_pair(e->offscreen, e->list, e->beside, e->width, e->height);
    } else
        pixels = offscreen_draw(e->offscreen, e->list, e->width, e->height);
    frame_watch_exit(&e->watch);
    return pixels;
}

static bool write_picture(export *e, char why[APP_ERROR_BYTES])
{
    if (e->offscreen == NULL) {
        draw_state(e, &e->pair->left, e->list);
        return fs_picture_write(e->list, e->s->render, e->width, e->height, why, APP_ERROR_BYTES) == FS_OK;
    }
    e->path = e->s->render;
    uint8_t *pixels = draw_frame(e);
    if (pixels == NULL)
        snprintf(why, APP_ERROR_BYTES, "the picture cannot be drawn");
    bool good = pixels != NULL && offscreen_write(e->s->render, pixels, e->width, e->height, why, APP_ERROR_BYTES);
    free(pixels);
    return good;
}

/* --- videos ------------------------------------------------------------------------------ */

static bool send_frame(export *e)
{
    uint8_t *pixels = draw_frame(e);
    bool good = pixels != NULL && encoder_send(&e->encoder, pixels);
    free(pixels);
    return good;
}

static void tell_refused(const export *e, const char *line, char why[APP_ERROR_BYTES])
{
    snprintf(why, APP_ERROR_BYTES, "ffmpeg could not write %.130s%s%s", e->path, line[0] != '\0' ? ": " : "", line);
}

static void tell_interrupted(const export *e, char why[APP_ERROR_BYTES])
{
    if (e->encoder.frames > 0)
        snprintf(why, APP_ERROR_BYTES, "interrupted: %.130s ends after %" PRIu64 " frames", e->path, e->encoder.frames);
    else
        snprintf(why, APP_ERROR_BYTES, "interrupted: %.130s is not written, as its first frame was not drawn yet",
                 e->path);
}

/* Called in the middle of a frame. What ffmpeg has of a video is ended. */
static void leave_frame(void *context)
{
    export *e = context;
    char why[APP_ERROR_BYTES], line[ENCODER_LINE];
    tell_interrupted(e, why);
    if (e->encoder.frames == 0 && e->encoder.process != 0)
        encoder_abandon(&e->encoder);
    else if (e->encoder.frames > 0 && !encoder_close(&e->encoder, line))
        tell_refused(e, line, why);
    app_log(APP_ERROR, "failed", NULL, "%s", why);
    app_flush_output(client_program.name);
    _exit(1);
}

static bool write_video(export *e, char why[APP_ERROR_BYTES])
{
    char line[ENCODER_LINE];
    uint32_t hz = fs_replay_get_info(e->pair->left.replay)->config.hz;
    e->path = e->s->render_video;
    if (!encoder_open(&e->encoder, e->path, e->width, e->height, hz, why))
        return false;
    bool good = send_frame(e), stopped = false;
    while (good && (e->s->ticks == 0 || e->encoder.frames < e->s->ticks) && pair_step(e->pair)) {
        stopped = app_signals_stop_requested();
        if (stopped)
            break;
        good = send_frame(e);
    }
    if (!encoder_close(&e->encoder, line) || !good) {
        tell_refused(e, line, why);
        return false;
    }
    if (stopped)
        tell_interrupted(e, why);
    return !stopped;
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

static bool write_files(export *e, char why[APP_ERROR_BYTES])
{
    if (!frame_watch_begin(&e->watch, leave_frame, e)) {
        snprintf(why, APP_ERROR_BYTES, "no thread for the signals");
        return false;
    }
    bool good = (e->s->render == NULL || write_picture(e, why)) && (e->s->render_video == NULL || write_video(e, why));
    frame_watch_end(&e->watch);
    return good;
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
    good = good && write_files(&e, why);
    warn_of_left_out(&e);
    offscreen_close(e.offscreen);
    fs_draw_destroy(e.list);
    fs_draw_destroy(e.beside);
    return good ? 0 : 1;
}
