/* offscreen.c: a context of EGL without a surface. See offscreen.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/offscreen.h"

#include <epoxy/egl.h>
#include <stdio.h>
#include <stdlib.h>

#include "window/painter.h"
#include "window/picture_file.h"

struct offscreen {
    EGLDisplay display;
    EGLContext context;
    painter painter;
};

/* A display that is no screen: Mesa's platform without surfaces, else the default one. */
static EGLDisplay find_display(void)
{
    EGLDisplay display = EGL_NO_DISPLAY;
    if (epoxy_has_egl() && epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    else if (epoxy_has_egl())
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        return EGL_NO_DISPLAY;
    return display;
}

static EGLContext create_context(EGLDisplay display)
{
    static const EGLint config_wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                            EGL_NONE };
    static const EGLint context_wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE
    };
    EGLConfig config;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wanted, &config, 1, &count) || count == 0)
        return EGL_NO_CONTEXT;
    return eglCreateContext(display, config, EGL_NO_CONTEXT, context_wanted);
}

static bool open_context(offscreen *o)
{
    o->display = find_display();
    if (o->display == EGL_NO_DISPLAY)
        return false;
    o->context = create_context(o->display);
    return o->context != EGL_NO_CONTEXT && eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, o->context);
}

offscreen *offscreen_open(solids_quality quality, const char *font_path, char *why, size_t why_size)
{
    offscreen *o = calloc(1, sizeof *o);
    snprintf(why, why_size, "out of memory");
    if (o == NULL)
        return NULL;
    if (!open_context(o))
        snprintf(why, why_size, "there is no EGL with OpenGL 3.3 for pictures without a display");
    else if (painter_open(&o->painter, quality, font_path, why, why_size))
        return o;
    offscreen_close(o);
    return NULL;
}

void offscreen_close(offscreen *o)
{
    if (o == NULL)
        return;
    painter_close(&o->painter);
    if (o->display != EGL_NO_DISPLAY) {
        eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (o->context != EGL_NO_CONTEXT)
            eglDestroyContext(o->display, o->context);
        eglTerminate(o->display);
    }
    free(o);
}

static uint8_t *draw_views(offscreen *o, const painter_view *views, unsigned count, uint32_t width, uint32_t height)
{
    uint32_t across, down;
    if (!painter_draw(&o->painter, width, height, views, count, 1, NULL, NULL))
        return NULL;
    return renderer_read(o->painter.renderer, &across, &down);
}

uint8_t *offscreen_draw(offscreen *o, const fs_draw_list *list, uint32_t width, uint32_t height)
{
    const painter_view view = { NULL, list };
    return draw_views(o, &view, 1, width, height);
}

uint8_t *offscreen_draw_pair(offscreen *o, const fs_draw_list *left, const fs_draw_list *right, uint32_t width,
                             uint32_t height)
{
    const painter_view views[2] = { { NULL, left }, { NULL, right } };
    return draw_views(o, views, 2, width, height);
}

bool offscreen_check(const char *path, char *why, size_t why_size)
{
    return picture_file_check(path, why, why_size);
}

bool offscreen_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                     size_t why_size)
{
    return picture_file_write(path, pixels, width, height, why, why_size);
}
