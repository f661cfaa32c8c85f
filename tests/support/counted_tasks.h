/* counted_tasks.h: tasks on real threads that count the jobs which were shared.
 *
 * Unlike parallel_tasks.h they do not wait for another thread to begin, so whole matches stay fast on a busy machine.
 */
#ifndef FS_TEST_COUNTED_TASKS_H
#define FS_TEST_COUNTED_TASKS_H

#include "support/check_main.h"
#include "app/workers.h"

struct counted_tasks {
    app_workers *workers;
    fs_tasks tasks; /* to lend */
    uint32_t jobs;  /* shared so far */
};

static inline void counted_tasks_run(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    struct counted_tasks *t = context;
    const fs_tasks *threads = app_workers_tasks(t->workers);
    t->jobs++;
    threads->run(threads->context, fn, work, count);
}

/* `t` must not move while the tasks are lent. */
static inline void counted_tasks_start(struct counted_tasks *t, uint32_t workers)
{
    *t = (struct counted_tasks){ .workers = app_workers_start(workers), .tasks = { counted_tasks_run, t, workers } };
    ck_assert_ptr_nonnull(t->workers);
}

/* Stops the threads and checks the count: one worker shares no job, several share at least `least` jobs. */
static inline void counted_tasks_stop(struct counted_tasks *t, uint32_t least)
{
    app_workers_stop(t->workers);
    if (t->tasks.workers == 1)
        ck_assert_uint_eq(t->jobs, 0);
    else
        ck_assert_uint_ge(t->jobs, least);
}

#endif
