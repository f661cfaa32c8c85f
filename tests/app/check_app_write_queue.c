/* check_app_write_queue.c: the thread that writes recordings: order, bound, failures, and a sink that stands still. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "app/files/write_queue.h"
#include "support/check_main.h"

enum { CAPACITY = 1 << 16, MOST = 1 << 20 };

/* A sink that keeps what it gets. It stands still while `lock` is held, and fails from a number of calls on. */
static struct {
    pthread_mutex_t lock;
    uint8_t bytes[MOST];
    size_t size;
    uint32_t calls, good_calls;
} sink;

static bool keep_bytes(void *context, const void *bytes, size_t size)
{
    (void)context;
    pthread_mutex_lock(&sink.lock);
    bool good = sink.calls++ < sink.good_calls;
    ck_assert_uint_le(sink.size + size, MOST);
    if (good)
        memcpy(sink.bytes + sink.size, bytes, size);
    sink.size += good ? size : 0;
    pthread_mutex_unlock(&sink.lock);
    errno = ENOSPC;
    return good;
}

static app_write_queue *start_queue(uint32_t good_calls)
{
    memset(&sink, 0, sizeof sink);
    pthread_mutex_init(&sink.lock, NULL);
    sink.good_calls = good_calls;
    app_write_queue *queue = app_write_queue_start(keep_bytes, NULL, CAPACITY);
    ck_assert_ptr_nonnull(queue);
    return queue;
}

static size_t sink_size(void)
{
    pthread_mutex_lock(&sink.lock);
    size_t size = sink.size;
    pthread_mutex_unlock(&sink.lock);
    return size;
}

START_TEST(bytes_keep_their_order)
{
    enum { BLOCKS = 3000 };
    app_write_queue *queue = start_queue(UINT32_MAX);
    size_t sent = 0;
    for (uint32_t i = 0; i < BLOCKS; i++) {
        uint8_t block[64];
        memset(block, (int)i & 0xff, sizeof block);
        ck_assert(app_write_queue_put(queue, block, i % sizeof block));
        sent += i % sizeof block;
        if (i % 500 == 499)
            ck_assert(app_write_queue_wait(queue, 60000));
    }
    ck_assert_int_eq(app_write_queue_close(queue, 60000), 0);
    ck_assert_uint_eq(sink.size, sent);
    for (uint32_t i = 0, at = 0; i < BLOCKS; i++)
        for (uint32_t k = 0; k < i % 64; k++)
            ck_assert_uint_eq(sink.bytes[at++], i & 0xff);
}
END_TEST

/* Nobody waits for a sink that stands still. What is above the bound is refused, what was taken is written later. */
START_TEST(a_sink_that_stands_still_delays_nobody)
{
    static uint8_t block[CAPACITY / 4];
    app_write_queue *queue = start_queue(UINT32_MAX);
    pthread_mutex_lock(&sink.lock);
    for (int i = 0; i < 4; i++)
        ck_assert(app_write_queue_put(queue, block, sizeof block));
    ck_assert(!app_write_queue_wait(queue, 20));
    ck_assert(!app_write_queue_put(queue, block, 1));
    ck_assert_int_eq(errno, ENOBUFS);
    pthread_mutex_unlock(&sink.lock);
    ck_assert_int_eq(app_write_queue_close(queue, 60000), ENOBUFS);
    ck_assert_uint_eq(sink.size, CAPACITY);
}
END_TEST

/* A block above the bound passes when nothing waits: a state may be larger. */
START_TEST(a_single_block_may_be_large)
{
    static uint8_t block[4 * CAPACITY];
    app_write_queue *queue = start_queue(UINT32_MAX);
    ck_assert(app_write_queue_put(queue, block, sizeof block));
    ck_assert_int_eq(app_write_queue_close(queue, 60000), 0);
    ck_assert_uint_eq(sink.size, sizeof block);
}
END_TEST

/* The reason of the first failure is kept, and nothing is written after it. */
START_TEST(a_failure_is_told)
{
    app_write_queue *queue = start_queue(2);
    for (int i = 0; i < 3; i++)
        app_write_queue_put(queue, "abc", 3);
    ck_assert(!app_write_queue_wait(queue, 60000));
    ck_assert(!app_write_queue_put(queue, "abc", 3));
    ck_assert_int_eq(errno, ENOSPC);
    ck_assert_int_eq(app_write_queue_error(queue), ENOSPC);
    ck_assert_int_eq(app_write_queue_close(queue, 60000), ENOSPC);
    ck_assert_uint_eq(sink.size, 6);
    ck_assert_uint_eq(sink.calls, 3);
}
END_TEST

START_TEST(closing_writes_what_waits)
{
    app_write_queue *queue = start_queue(UINT32_MAX);
    for (int i = 0; i < 1000; i++)
        ck_assert(app_write_queue_put(queue, "0123456789", 10));
    ck_assert_int_eq(app_write_queue_close(queue, 60000), 0);
    ck_assert_uint_eq(sink.size, 10000);
    ck_assert_int_eq(app_write_queue_close(NULL, 0), 0);
}
END_TEST

/* Nobody waits for good for a sink that stands still. */
START_TEST(closing_gives_up)
{
    app_write_queue *queue = start_queue(UINT32_MAX);
    pthread_mutex_lock(&sink.lock);
    for (int i = 0; i < 3; i++)
        ck_assert(app_write_queue_put(queue, "0123456789", 10));
    ck_assert_int_eq(app_write_queue_close(queue, 20), ETIMEDOUT);
    pthread_mutex_unlock(&sink.lock);
    for (int i = 0; i < 3000 && sink_size() == 0; i++)
        usleep(10000);
    usleep(100000);
    ck_assert_uint_le(sink_size(), 10); /* what waited is dropped */
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("write_queue");
    TCase *tc = tcase_create("write_queue");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, bytes_keep_their_order);
    tcase_add_test(tc, a_sink_that_stands_still_delays_nobody);
    tcase_add_test(tc, closing_gives_up);
    tcase_add_test(tc, a_single_block_may_be_large);
    tcase_add_test(tc, a_failure_is_told);
    tcase_add_test(tc, closing_writes_what_waits);
    suite_add_tcase(suite, tc);
    return suite;
}
