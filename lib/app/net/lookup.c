/* lookup.c: see lookup.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/net/lookup.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Who comes last frees the look-up: the thread, which cannot be interrupted, or the program. */
enum { LOOKING, FOUND, FORGOTTEN };

struct app_lookup {
    atomic_int state;
    char *address;
    fs_net_addresses found;
    fs_result result;
    char why[APP_ERROR_BYTES];
};

static void free_lookup(app_lookup *l)
{
    free(l->address);
    free(l);
}

static void *run_thread(void *argument)
{
    app_lookup *l = argument;
    l->result = fs_net_look_up(l->address, &l->found, l->why, sizeof l->why);
    if (atomic_exchange(&l->state, FOUND) == FORGOTTEN)
        free_lookup(l);
    return NULL;
}

/* Signals are delivered to the program's own thread only. */
static bool start_thread(app_lookup *l)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&thread, NULL, run_thread, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

/* NULL without memory or a thread. */
static app_lookup *begin_lookup(const char *address)
{
    app_lookup *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    atomic_init(&l->state, LOOKING);
    l->address = strdup(address);
    if (l->address != NULL && start_thread(l))
        return l;
    free_lookup(l);
    return NULL;
}

fs_result app_lookup_connect(app_lookup **lookup, const char *address, const fs_net_hooks *hooks, fs_net **out,
                             char why[APP_ERROR_BYTES])
{
    *out = NULL;
    if (*lookup == NULL && (*lookup = begin_lookup(address)) == NULL) {
        snprintf(why, APP_ERROR_BYTES, "no thread for the look-up of %.150s", address);
        return FS_E_MEMORY;
    }
    app_lookup *l = *lookup;
    if (atomic_load(&l->state) != FOUND)
        return FS_OK;
    fs_result result = l->result;
    if (result == FS_OK)
        result = fs_net_connect_to(&l->found, hooks, out, why, APP_ERROR_BYTES);
    else
        memcpy(why, l->why, APP_ERROR_BYTES);
    app_lookup_forget(lookup);
    return result;
}

void app_lookup_forget(app_lookup **lookup)
{
    app_lookup *l = *lookup;
    *lookup = NULL;
    if (l != NULL && atomic_exchange(&l->state, FORGOTTEN) == FOUND)
        free_lookup(l);
}
