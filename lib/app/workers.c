/* workers.c: a few threads that take chunks of one job after the other.
 *
 * All shared members are atomic. `ticket` holds the job (upper half) and its next chunk (lower half); the thread that
 * increments it owns the chunk. A thread's copy of a job's members is valid only if its compare-and-swap of the ticket
 * succeeds: between two jobs the ticket is CLOSED, so no thread takes a chunk of one job for one of another.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define CLOSED UINT32_MAX /* beyond the chunks of any job */

/* The next job of a tick mostly comes within microseconds, sooner than a sleeping thread wakes: a thread polls SPINS
 * times, then YIELDS times with a yield in between, then sleeps. */
enum { SPINS = 1000, YIELDS = 200 };

struct app_workers {
    fs_tasks tasks;
    uint32_t threads;
    pthread_t thread[APP_MAX_WORKERS];
    _Atomic uint64_t ticket;
    _Atomic(fs_task_fn *) fn;
    _Atomic(void *) work;
    _Atomic uint32_t count;
    _Atomic uint32_t left; /* chunks that are not finished */
    _Atomic uint32_t sleeping;
    _Atomic bool stop;
    pthread_mutex_t lock; /* of the sleeping threads */
    pthread_cond_t wake;
};

static uint32_t job_of(const app_workers *w)
{
    return (uint32_t)(atomic_load(&w->ticket) >> 32);
}

static void set_ticket(app_workers *w, uint32_t job, uint32_t piece)
{
    atomic_store(&w->ticket, (uint64_t)job << 32 | piece);
}

/* Between the i-th poll and the next. */
static void pause_thread(int i)
{
    if (i >= SPINS) {
        sched_yield();
        return;
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* --- chunks ----------------------------------------------------------------------- */

/* Runs chunks until all are taken. */
static void take_pieces(app_workers *w)
{
    for (;;) {
        uint64_t ticket = atomic_load(&w->ticket);
        fs_task_fn *fn = atomic_load(&w->fn);
        void *work = atomic_load(&w->work);
        uint32_t piece = (uint32_t)ticket;
        if (piece >= atomic_load(&w->count))
            return;
        if (!atomic_compare_exchange_weak(&w->ticket, &ticket, ticket + 1))
            continue;
        fn(work, piece);
        atomic_fetch_sub(&w->left, 1);
    }
}

static void wake_sleepers(app_workers *w)
{
    if (atomic_load(&w->sleeping) == 0)
        return;
    pthread_mutex_lock(&w->lock);
    pthread_cond_broadcast(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

static void run_job(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    app_workers *w = context;
    uint32_t job = job_of(w) + 1;
    atomic_store(&w->fn, fn);
    atomic_store(&w->work, work);
    atomic_store(&w->count, count);
    atomic_store(&w->left, count);
    set_ticket(w, job, 0);
    wake_sleepers(w);
    take_pieces(w);
    for (int i = 0; atomic_load(&w->left) != 0; i += i < SPINS)
        pause_thread(i);
    set_ticket(w, job, CLOSED);
}

/* --- threads ---------------------------------------------------------------------- */

static void sleep_until_next_job(app_workers *w, uint32_t job)
{
    pthread_mutex_lock(&w->lock);
    atomic_fetch_add(&w->sleeping, 1);
    while (job_of(w) == job && !atomic_load(&w->stop))
        pthread_cond_wait(&w->wake, &w->lock);
    atomic_fetch_sub(&w->sleeping, 1);
    pthread_mutex_unlock(&w->lock);
}

static void await_next_job(app_workers *w, uint32_t job)
{
    for (int i = 0; i < SPINS + YIELDS; i++) {
        if (job_of(w) != job)
            return;
        pause_thread(i);
    }
    sleep_until_next_job(w, job);
}

static void *run_thread(void *argument)
{
    app_workers *w = argument;
    while (!atomic_load(&w->stop)) {
        uint32_t job = job_of(w);
        take_pieces(w);
        await_next_job(w, job);
    }
    return NULL;
}

/* Signals are delivered to the program's own thread only. */
static bool start_thread(app_workers *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&w->thread[w->threads], NULL, run_thread, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    w->threads += good;
    return good;
}

app_workers *app_workers_start(uint32_t count)
{
    FS_ASSERT(count >= 1 && count <= APP_MAX_WORKERS);
    app_workers *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->tasks = (fs_tasks){ run_job, w, count };
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->wake, NULL);
    set_ticket(w, 0, CLOSED);
    while (w->threads + 1 < count) {
        if (start_thread(w))
            continue;
        app_workers_stop(w);
        return NULL;
    }
    return w;
}

void app_workers_stop(app_workers *w)
{
    if (w == NULL)
        return;
    atomic_store(&w->stop, true);
    wake_sleepers(w);
    for (uint32_t i = 0; i < w->threads; i++)
        pthread_join(w->thread[i], NULL);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

const fs_tasks *app_workers_tasks(const app_workers *w)
{
    return &w->tasks;
}

/* --- for a whole program ------------------------------------------------------------ */

static app_workers *process_workers;

bool app_workers_open(uint64_t count, char why[APP_ERROR_BYTES])
{
    if (count <= 1 || process_workers != NULL)
        return true;
    process_workers = app_workers_start((uint32_t)count);
    if (process_workers == NULL)
        snprintf(why, APP_ERROR_BYTES, "--workers: the system gives no %u threads", (unsigned)count);
    return process_workers != NULL;
}

const fs_tasks *app_workers_process_tasks(void)
{
    return process_workers != NULL ? &process_workers->tasks : NULL;
}
