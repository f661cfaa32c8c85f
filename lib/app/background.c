/* background.c: see background.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/background.h"

#include <signal.h>

static void *run_thread(void *argument)
{
    app_background *b = argument;
    b->fn(b->work);
    atomic_store(&b->returned, true);
    return NULL;
}

/* Signals are delivered to the program's own thread only. */
static bool start_job(void *context, void (*fn)(void *work), void *work)
{
    app_background *b = context;
    sigset_t all, before;
    b->fn = fn;
    b->work = work;
    atomic_store(&b->returned, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&b->thread, NULL, run_thread, b) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static bool join_job(void *context, bool wait)
{
    app_background *b = context;
    if (!wait && !atomic_load(&b->returned))
        return false;
    pthread_join(b->thread, NULL);
    return true;
}

const fs_background *app_background_lend(app_background *b)
{
    b->loan = (fs_background){ start_job, join_job, b };
    return &b->loan;
}
