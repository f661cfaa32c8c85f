/* parallel_tasks.h: threads for tests that must run in parallel: of every job at least one chunk runs on another thread
 * than the caller's, however busy the machine is. */
#ifndef FS_TEST_PARALLEL_TASKS_H
#define FS_TEST_PARALLEL_TASKS_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "support/check_main.h"
#include "app/workers.h"

struct parallel_tasks {
    app_workers *workers;
    fs_tasks tasks; /* to lend */
    uint32_t jobs;  /* shared so far */
};

struct parallel_job {
    fs_task_fn *fn;
    void *work;
    pthread_t caller;
    _Atomic uint32_t elsewhere; /* pieces begun on other threads */
};

/* The caller does nothing before another thread has begun: a job has at least two chunks. */
static inline void parallel_run_chunk(void *work, uint32_t index)
{
    struct parallel_job *job = work;
    if (!pthread_equal(pthread_self(), job->caller))
        atomic_fetch_add(&job->elsewhere, 1);
    while (atomic_load(&job->elsewhere) == 0)
        sched_yield();
    job->fn(job->work, index);
}

static inline void parallel_run(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    struct parallel_tasks *s = context;
    const fs_tasks *under = app_workers_tasks(s->workers);
    struct parallel_job job = { .fn = fn, .work = work, .caller = pthread_self() };
    ck_assert_uint_ge(count, 2);
    under->run(under->context, parallel_run_chunk, &job, count);
    s->jobs++;
}

/* `s` must stay where it is while the tasks are lent. */
static inline void parallel_start(struct parallel_tasks *s, uint32_t workers)
{
    *s = (struct parallel_tasks){ .workers = app_workers_start(workers), .tasks = { parallel_run, s, workers } };
    ck_assert_ptr_nonnull(s->workers);
}

static inline void parallel_stop(struct parallel_tasks *s)
{
    app_workers_stop(s->workers);
}

#endif
