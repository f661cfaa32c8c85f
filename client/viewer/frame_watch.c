/* frame_watch.c: see frame_watch.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/frame_watch.h"

#include <time.h>

#include "app/signals.h"

enum { PAUSE_MS = 20, FRAME_MS = 1000 /* for the frame that is being drawn when the signal comes */ };

static void pause_watch(void)
{
    const struct timespec span = { 0, PAUSE_MS * 1000000L };
    nanosleep(&span, NULL);
}

static void set(frame_watch *w, bool *flag, bool value)
{
    pthread_mutex_lock(&w->lock);
    *flag = value;
    pthread_mutex_unlock(&w->lock);
}

static bool is_ended(frame_watch *w)
{
    pthread_mutex_lock(&w->lock);
    bool ended = w->ended;
    pthread_mutex_unlock(&w->lock);
    return ended;
}

/* The lock stays with a watch that leaves, so that the frame cannot end meanwhile. */
static void *watch(void *context)
{
    frame_watch *w = context;
    unsigned waited_ms = 0;
    for (; !is_ended(w); pause_watch()) {
        waited_ms += app_signals_stop_requested() ? PAUSE_MS : 0;
        if (waited_ms <= FRAME_MS)
            continue;
        pthread_mutex_lock(&w->lock);
        if (w->draws)
            w->leave(w->context);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

bool frame_watch_begin(frame_watch *w, void (*leave)(void *context), void *context)
{
    *w = (frame_watch){ .leave = leave, .context = context };
    pthread_mutex_init(&w->lock, NULL);
    if (pthread_create(&w->thread, NULL, watch, w) == 0)
        return true;
    pthread_mutex_destroy(&w->lock);
    return false;
}

void frame_watch_end(frame_watch *w)
{
    set(w, &w->ended, true);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
}

void frame_watch_enter(frame_watch *w)
{
    set(w, &w->draws, true);
}

void frame_watch_exit(frame_watch *w)
{
    set(w, &w->draws, false);
}
