/* surface.c: window and context. See surface.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/display/surface.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "window/display/window_manager.h"

enum { WIDTH = 1280, HEIGHT = 720, SMALLEST_HZ = 20, LARGEST_HZ = 360, USUAL_HZ = 60 };

struct surface {
    SDL_Window *window;
    SDL_GLContext context;
    bool full_screen;
    bool managed;    /* a window manager gives the full screen; else the window takes it itself */
    SDL_Rect before; /* the window outside the full screen, where SDL does not know it; w = 0: SDL knows */
};

static void set_attributes(void)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

/* SDL falls back to drivers that show nothing; they count only when the user names one in SDL_VIDEODRIVER. */
static bool shows_something(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return getenv("SDL_VIDEODRIVER") != NULL ||
           (driver != NULL && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0);
}

/* The libraries of Wayland complain on standard error where nothing of it is there. */
static bool has_wayland(void)
{
    const char *display = getenv("WAYLAND_DISPLAY");
    return (display != NULL && display[0] != '\0') || getenv("XDG_RUNTIME_DIR") != NULL;
}

static bool start_sdl(char *why, size_t why_size)
{
    /* The process handles its own signals. */
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (!has_wayland())
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");
    bool started = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    if (!started && getenv("SDL_VIDEODRIVER") != NULL) {
        snprintf(why, why_size, "there is no display for the window: %.120s", SDL_GetError());
        return false;
    }
    if (!started || !shows_something()) {
        SDL_Quit();
        snprintf(why, why_size, "there is no display for the window (DISPLAY or WAYLAND_DISPLAY)");
        return false;
    }
    /* Without controllers a match can still be played. */
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    return true;
}

static bool create_window(surface *s, const window_options *o, char *why, size_t why_size)
{
    uint32_t flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    int width = o->width > 0 ? (int)o->width : WIDTH, height = o->height > 0 ? (int)o->height : HEIGHT;
    bool fills = o->full_screen && s->managed;
    flags |= fills ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;
    s->full_screen = fills;
    s->before = (SDL_Rect){ SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, fills ? width : 0, fills ? height : 0 };
    s->window = SDL_CreateWindow(o->title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, flags);
    if (s->window != NULL)
        s->context = SDL_GL_CreateContext(s->window);
    if (s->context != NULL)
        return true;
    snprintf(why, why_size, "the window needs OpenGL 3.3: %.120s", SDL_GetError());
    return false;
}

/* Without a window manager the window is moved over the display and takes its size. */
static void fill_screen(surface *s)
{
    SDL_Rect display;
    if (SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(s->window), &display) != 0)
        return;
    SDL_GetWindowPosition(s->window, &s->before.x, &s->before.y);
    SDL_GetWindowSize(s->window, &s->before.w, &s->before.h);
    SDL_SetWindowBordered(s->window, SDL_FALSE);
    SDL_SetWindowPosition(s->window, display.x, display.y);
    SDL_SetWindowSize(s->window, display.w, display.h);
    s->full_screen = true;
}

static void leave_screen(surface *s)
{
    SDL_SetWindowBordered(s->window, SDL_TRUE);
    SDL_SetWindowSize(s->window, s->before.w, s->before.h);
    SDL_SetWindowPosition(s->window, s->before.x, s->before.y);
    s->full_screen = false;
}

surface *surface_open(const window_options *options, display_lost *lost, void *context, char *why, size_t why_size)
{
    surface *s = calloc(1, sizeof *s);
    if (s == NULL || !start_sdl(why, why_size)) {
        if (s == NULL)
            snprintf(why, why_size, "out of memory");
        free(s);
        return NULL;
    }
    display_guard_install(lost, context);
    s->managed = strcmp(SDL_GetCurrentVideoDriver(), "x11") != 0 || window_manager_runs();
    set_attributes();
    if (!create_window(s, options, why, why_size)) {
        surface_close(s);
        return NULL;
    }
    /* With the display's frames; late ones at once where the driver can do that. */
    if (SDL_GL_SetSwapInterval(-1) != 0)
        SDL_GL_SetSwapInterval(1);
    SDL_StartTextInput();
    if (options->full_screen && !s->managed)
        fill_screen(s);
    return s;
}

void surface_close(surface *s)
{
    if (s == NULL)
        return;
    if (s->context != NULL)
        SDL_GL_DeleteContext(s->context);
    if (s->window != NULL)
        SDL_DestroyWindow(s->window);
    SDL_Quit();
    free(s);
}

void surface_size(const surface *s, uint32_t *width, uint32_t *height)
{
    int w, h;
    SDL_GL_GetDrawableSize(s->window, &w, &h);
    *width = w > 0 ? (uint32_t)w : 1;
    *height = h > 0 ? (uint32_t)h : 1;
}

double surface_scale(const surface *s)
{
    int w, h, pixels, rows;
    SDL_GetWindowSize(s->window, &w, &h);
    SDL_GL_GetDrawableSize(s->window, &pixels, &rows);
    return w > 0 && pixels > 0 ? (double)pixels / w : 1;
}

void surface_show(surface *s)
{
    SDL_GL_SwapWindow(s->window);
}

/* Asks the window manager. */
static void toggle_managed(surface *s)
{
    bool wanted = !s->full_screen;
    if (SDL_SetWindowFullscreen(s->window, wanted ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0)
        s->full_screen = wanted;
    if (!s->full_screen && s->before.w > 0)
        SDL_SetWindowSize(s->window, s->before.w, s->before.h);
    s->before.w = s->full_screen ? s->before.w : 0;
}

bool surface_toggle_full_screen(surface *s)
{
    if (s->managed)
        toggle_managed(s);
    else if (s->full_screen)
        leave_screen(s);
    else
        fill_screen(s);
    return s->full_screen;
}

uint32_t surface_frame_us(const surface *s)
{
    SDL_DisplayMode mode = { .refresh_rate = 0 };
    int display = SDL_GetWindowDisplayIndex(s->window);
    bool known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate >= SMALLEST_HZ &&
                 mode.refresh_rate <= LARGEST_HZ;
    return 1000000u / (known ? (uint32_t)mode.refresh_rate : USUAL_HZ);
}

const char *window_missing(void)
{
    return NULL;
}

bool window_possible(void)
{
    static const char *const names[] = { "DISPLAY", "WAYLAND_DISPLAY" };
    for (size_t i = 0; i < 2; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return true;
    }
    return false;
}
