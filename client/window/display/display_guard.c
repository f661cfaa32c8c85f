/* display_guard.c: the handlers of Xlib's errors. See display_guard.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/display/display_guard.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in <X11/Xlib.h>, which this build does not need: SDL loads the library while it runs. */
typedef int io_error_handler(void *display);
typedef io_error_handler *set_io_error_handler(io_error_handler *handler);
typedef int error_handler(void *display, void *event);
typedef error_handler *set_error_handler(error_handler *handler);

/* Xlib's handler has no context; there is at most one window at a time. Both are NULL without one. */
static display_lost *tell_lost;
static void *lost_context;

static _Noreturn void sleep_for_good(void)
{
    for (;;)
        pause();
}

/* Nothing of the window is left to be told: only a connection of a library, such as the graphics driver's, is gone. */
static _Noreturn void end_process(void)
{
    static const char text[] = "fixstep-client: the X server is gone, and the window was closed before\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(EXIT_FAILURE);
}

/* Xlib calls exit() when a handler returns, and its exit handlers wait for the lock of the display, which this thread holds. */
static int on_io_error(void *display)
{
    (void)display;
    if (tell_lost == NULL)
        end_process();
    tell_lost(lost_context);
    sleep_for_good();
}

/* Xlib's own handler ends the process: SDL asks for a context before it knows whether there is a graphics driver. What was
 * asked for is missing then, and SDL says so. */
static int on_error(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

/* The library stays loaded for the handlers' sake. */
void display_guard_install(display_lost *lost, void *context)
{
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    void *lost_symbol = library != NULL ? dlsym(library, "XSetIOErrorHandler") : NULL;
    void *symbol = library != NULL ? dlsym(library, "XSetErrorHandler") : NULL;
    set_io_error_handler *set_lost;
    set_error_handler *set;
    if (lost_symbol == NULL || symbol == NULL)
        return;
    tell_lost = lost;
    lost_context = context;
    memcpy(&set_lost, &lost_symbol, sizeof set_lost);
    memcpy(&set, &symbol, sizeof set);
    set_lost(on_io_error);
    set(on_error);
}

void display_guard_forget(void)
{
    tell_lost = NULL;
    lost_context = NULL;
}
