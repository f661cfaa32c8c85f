/* window_manager.c: the property by which window managers are known. See window_manager.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/display/window_manager.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* As in <X11/Xlib.h>, which this build does not need: SDL loads the library while it runs. */
typedef struct xlib {
    void *(*open)(const char *name);
    int (*close)(void *display);
    unsigned long (*root)(void *display);
    unsigned long (*atom)(void *display, const char *name, int only_if_exists);
    int (*property)(void *display, unsigned long window, unsigned long property, long offset, long length, int deletes,
                    unsigned long wanted, unsigned long *type, int *format, unsigned long *items, unsigned long *left,
                    unsigned char **value);
    int (*release)(void *value);
} xlib;

static bool find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = library != NULL ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

static bool load(xlib *x)
{
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    bool good = find(library, "XOpenDisplay", &x->open, sizeof x->open);
    good &= find(library, "XCloseDisplay", &x->close, sizeof x->close);
    good &= find(library, "XDefaultRootWindow", &x->root, sizeof x->root);
    good &= find(library, "XInternAtom", &x->atom, sizeof x->atom);
    good &= find(library, "XGetWindowProperty", &x->property, sizeof x->property);
    good &= find(library, "XFree", &x->release, sizeof x->release);
    return good;
}

bool window_manager_runs(void)
{
    enum { TYPE_WINDOW = 33 }; /* XA_WINDOW */
    xlib x;
    void *display = load(&x) ? x.open(NULL) : NULL;
    unsigned long type = 0, items = 0, left;
    unsigned char *value = NULL;
    int format;
    if (display == NULL)
        return false;
    unsigned long named = x.atom(display, "_NET_SUPPORTING_WM_CHECK", 1);
    if (named != 0)
        x.property(display, x.root(display), named, 0, 1, 0, TYPE_WINDOW, &type, &format, &items, &left, &value);
    if (value != NULL)
        x.release(value);
    x.close(display);
    return type == TYPE_WINDOW && items == 1;
}
