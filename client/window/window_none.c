/* window_none.c: the window of a build without SDL2: it cannot be opened. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/offscreen.h"
#include "window/window.h"

#include <stdio.h>

const char *window_missing(void)
{
    return "this build has no window: install libsdl2-dev, libsdl2-ttf-dev and libepoxy-dev and configure again";
}

bool window_possible(void)
{
    return false;
}

window *window_open(const window_options *options, char *why, size_t why_size)
{
    (void)options;
    snprintf(why, why_size, "%s", window_missing());
    return NULL;
}

void window_get_frames(window *w, app_histogram *frames_us)
{
    (void)w;
    *frames_us = (app_histogram){ .count = 0 };
}

bool window_close(window *w, char *why, size_t why_size)
{
    (void)why;
    (void)why_size;
    return w == NULL;
}

bool window_left_behind(void)
{
    return false;
}

fs_draw_list *window_begin_tick(window *w)
{
    (void)w;
    return NULL;
}

fs_draw_list *window_begin_beside(window *w)
{
    (void)w;
    return NULL;
}

void window_end_tick(window *w, uint64_t time_us, uint32_t tick_us, uint32_t step_us)
{
    (void)w;
    (void)time_us;
    (void)tick_us;
    (void)step_us;
}

void window_play(window *w, const sound_event *events, unsigned count)
{
    (void)w;
    (void)events;
    (void)count;
}

void window_set_info(window *w, const match_info *info)
{
    (void)w;
    (void)info;
}

bool window_keys(window *w, fs_keys *keys, uint64_t now_us)
{
    (void)w;
    (void)now_us;
    *keys = (fs_keys){ 0 };
    return true;
}

bool window_bind_key(key_names *names, unsigned action, uint32_t code)
{
    (void)names;
    (void)action;
    (void)code;
    return false;
}

void window_describe_keys(const key_names *names, unsigned action, char *text, size_t size)
{
    snprintf(text, size, "%s", names->rows[action]);
}

unsigned window_strokes(window *w)
{
    (void)w;
    return 0;
}

void window_ask_paste(window *w)
{
    (void)w;
}

bool window_fills_screen(window *w)
{
    (void)w;
    return false;
}

bool window_follows(window *w)
{
    (void)w;
    return false;
}

unsigned window_debug_strokes(window *w)
{
    (void)w;
    return 0;
}

bool window_take_line(window *w, char *line, size_t size)
{
    (void)w;
    (void)line;
    (void)size;
    return false;
}

bool window_take_sight(window *w, fs_draw_ray *sight, bool *beside)
{
    (void)beside;
    (void)w;
    (void)sight;
    return false;
}

bool window_take_request(window *w, window_request *request)
{
    (void)w;
    (void)request;
    return false;
}

offscreen *offscreen_open(solids_quality quality, const char *font_path, char *why, size_t why_size)
{
    (void)quality;
    (void)font_path;
    snprintf(why, why_size, "%s", window_missing());
    return NULL;
}

void offscreen_close(offscreen *o)
{
    (void)o;
}

uint8_t *offscreen_draw(offscreen *o, const fs_draw_list *list, uint32_t width, uint32_t height)
{
    (void)o;
    (void)list;
    (void)width;
    (void)height;
    return NULL;
}

uint8_t *offscreen_draw_pair(offscreen *o, const fs_draw_list *left, const fs_draw_list *right, uint32_t width,
                             uint32_t height)
{
    (void)right;
    return offscreen_draw(o, left, width, height);
}

/* fs_picture_write() tells which ones it cannot write. */
bool offscreen_check(const char *path, char *why, size_t why_size)
{
    (void)path;
    (void)why;
    (void)why_size;
    return true;
}

bool offscreen_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                     size_t why_size)
{
    (void)path;
    (void)pixels;
    (void)width;
    (void)height;
    snprintf(why, why_size, "%s", window_missing());
    return false;
}
