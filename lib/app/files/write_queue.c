/* write_queue.c: a list of byte blocks between the program's thread and the one that writes. */
#include "app/files/write_queue.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct block {
    struct block *next;
    size_t size;
    uint8_t bytes[];
} block;

struct app_write_queue {
    fs_write_fn *write;
    void *sink;
    size_t capacity;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* of anything below */
    block *first, *last;    /* the first one is being written */
    size_t waiting;         /* bytes of all blocks */
    int error;              /* of the first failure */
    bool broken;            /* a write has failed: what waits is dropped */
    bool closing;
    bool abandoned; /* the thread frees the queue, and drops what waits */
};

/* Removes the first block; the lock is held. */
static void drop_first(app_write_queue *q)
{
    block *b = q->first;
    q->first = b->next;
    q->last = q->first != NULL ? q->last : NULL;
    q->waiting -= b->size;
    free(b);
}

/* Writes the first block without the lock, which is held before and after. */
static void write_first(app_write_queue *q)
{
    const block *b = q->first;
    pthread_mutex_unlock(&q->lock);
    bool good = q->write(q->sink, b->bytes, b->size);
    int error = good ? 0 : errno;
    pthread_mutex_lock(&q->lock);
    q->broken = !good;
    if (!good && q->error == 0)
        q->error = error != 0 ? error : EIO;
    drop_first(q);
}

static void free_queue(app_write_queue *q)
{
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

static void *run_thread(void *argument)
{
    app_write_queue *q = argument;
    pthread_mutex_lock(&q->lock);
    while (!q->closing || q->first != NULL) {
        if (q->first == NULL)
            pthread_cond_wait(&q->changed, &q->lock);
        else if (q->broken || q->abandoned)
            drop_first(q);
        else
            write_first(q);
        if (q->first == NULL)
            pthread_cond_broadcast(&q->changed);
    }
    bool abandoned = q->abandoned;
    pthread_mutex_unlock(&q->lock);
    if (abandoned)
        free_queue(q);
    return NULL;
}

/* Signals are delivered to the program's own thread only. */
static bool start_thread(app_write_queue *q)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&q->thread, NULL, run_thread, q) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

app_write_queue *app_write_queue_start(fs_write_fn *write, void *sink, size_t capacity)
{
    app_write_queue *q = calloc(1, sizeof *q);
    if (q == NULL)
        return NULL;
    *q = (app_write_queue){ .write = write, .sink = sink, .capacity = capacity };
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    if (start_thread(q))
        return q;
    free_queue(q);
    return NULL;
}

/* Takes over the block, if there is room; the lock is held. */
static bool append_block(app_write_queue *q, block *b)
{
    bool fits = q->waiting < q->capacity && b->size <= q->capacity - q->waiting;
    if (q->error == 0 && q->first != NULL && !fits)
        q->error = ENOBUFS;
    if (q->error != 0)
        return false;
    if (q->last != NULL)
        q->last->next = b;
    else
        q->first = b;
    q->last = b;
    q->waiting += b->size;
    pthread_cond_broadcast(&q->changed);
    return true;
}

bool app_write_queue_put(app_write_queue *q, const void *bytes, size_t size)
{
    block *b = malloc(sizeof *b + size);
    if (b != NULL) {
        *b = (block){ .size = size };
        memcpy(b->bytes, bytes, size);
    }
    pthread_mutex_lock(&q->lock);
    if (b == NULL && q->error == 0)
        q->error = ENOMEM;
    bool good = b != NULL && append_block(q, b);
    int error = q->error;
    pthread_mutex_unlock(&q->lock);
    if (!good)
        free(b);
    errno = error;
    return good;
}

/* Waits until nothing is left or `timeout_ms` is over; the lock is held. */
static void await_end(app_write_queue *q, uint32_t timeout_ms)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    uint64_t ns = (uint64_t)end.tv_nsec + (uint64_t)timeout_ms * 1000000;
    end.tv_sec += (time_t)(ns / 1000000000);
    end.tv_nsec = (long)(ns % 1000000000);
    int result = 0;
    while (q->first != NULL && result == 0)
        result = pthread_cond_timedwait(&q->changed, &q->lock, &end);
}

bool app_write_queue_wait(app_write_queue *q, uint32_t timeout_ms)
{
    pthread_mutex_lock(&q->lock);
    await_end(q, timeout_ms);
    bool good = q->first == NULL && q->error == 0;
    pthread_mutex_unlock(&q->lock);
    return good;
}

int app_write_queue_error(app_write_queue *q)
{
    pthread_mutex_lock(&q->lock);
    int error = q->error;
    pthread_mutex_unlock(&q->lock);
    return error;
}

int app_write_queue_close(app_write_queue *q, uint32_t limit_ms)
{
    if (q == NULL)
        return 0;
    pthread_mutex_lock(&q->lock);
    q->closing = true;
    pthread_cond_broadcast(&q->changed);
    await_end(q, limit_ms);
    bool abandoned = q->abandoned = q->first != NULL;
    pthread_t thread = q->thread;
    pthread_mutex_unlock(&q->lock);
    if (abandoned) {
        pthread_detach(thread);
        return ETIMEDOUT;
    }
    pthread_join(thread, NULL);
    int error = q->error;
    free_queue(q);
    return error;
}
