/* write_queue.h: bytes that a thread of its own writes to a sink, so that a slow disk or pipe delays no tick.
 *
 * The bytes wait in memory, up to a bound; above it the queue fails rather than wait. The sink is called by the thread
 * alone. One thread at a time may use the queue from outside.
 */
#ifndef FS_APP_WRITE_QUEUE_H
#define FS_APP_WRITE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/replay.h>

typedef struct app_write_queue app_write_queue;

/* Starts the thread. `write` and `sink` must live until app_write_queue_close(), and for good if that gives up. NULL without memory or thread. */
app_write_queue *app_write_queue_start(fs_write_fn *write, void *sink, size_t capacity);
/* Copies the bytes to the end of the queue and returns at once. False with errno: that of the first write that failed,
 * ENOBUFS when others wait and it would be more than `capacity` bytes, ENOMEM. All later calls fail too. */
bool app_write_queue_put(app_write_queue *queue, const void *bytes, size_t size);
/* Waits until everything is written, a write has failed or `timeout_ms` is over; false unless everything is written. */
bool app_write_queue_wait(app_write_queue *queue, uint32_t timeout_ms);
/* 0, or the errno of the first failure so far. */
int app_write_queue_error(app_write_queue *queue);
/* Writes what waits, ends the thread and frees the queue. Returns 0, or the errno of the first failure; ETIMEDOUT when that
 * takes longer than `limit_ms`: the thread then ends by itself after the write that it is in, and drops the rest. NULL is
 * allowed. */
int app_write_queue_close(app_write_queue *queue, uint32_t limit_ms);

#endif
