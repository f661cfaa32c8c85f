/* check_parallel_for.c: chunks cover a range once, whatever their number and order. */
#include "support/check_main.h"
#include "base/parallel_for.h"

enum { MAX_ITEMS = 1000 };

struct coverage {
    uint32_t count, chunks;
    uint32_t calls;
    uint8_t visits[MAX_ITEMS];
};

static void visit_items(void *work, uint32_t chunk, uint32_t first, uint32_t end)
{
    struct coverage *c = work;
    ck_assert_uint_lt(chunk, c->chunks);
    ck_assert_uint_eq(first, fs__parallel_for_chunk_start(c->count, c->chunks, chunk));
    ck_assert_uint_eq(end, fs__parallel_for_chunk_start(c->count, c->chunks, chunk + 1));
    for (uint32_t i = first; i < end; i++)
        c->visits[i]++;
    c->calls++;
}

/* Tasks that run the pieces on the caller's thread, the last one first. */
static void run_backwards(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    uint32_t *jobs = context;
    ++*jobs;
    while (count-- > 0)
        fn(work, count);
}

static void check_coverage(const fs_tasks *tasks, uint32_t count, uint32_t chunks)
{
    struct coverage c = { .count = count, .chunks = chunks };
    fs__parallel_for(tasks, count, chunks, visit_items, &c);
    ck_assert_uint_eq(c.calls, chunks);
    for (uint32_t i = 0; i < count; i++)
        ck_assert_uint_eq(c.visits[i], 1);
}

START_TEST(every_item_is_visited_once)
{
    static const uint32_t counts[] = { 0, 1, 2, 63, 64, 65, 999, MAX_ITEMS };
    uint32_t jobs = 0;
    fs_tasks tasks = { run_backwards, &jobs, 64 };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (uint32_t chunks = 1; chunks <= FS__PARALLEL_FOR_MAX_CHUNKS; chunks++)
            check_coverage(&tasks, counts[i], chunks);
    ck_assert_uint_eq(jobs, 8 * (FS__PARALLEL_FOR_MAX_CHUNKS - 1)); /* one chunk needs no task */
}
END_TEST

START_TEST(one_chunk_needs_no_tasks)
{
    check_coverage(NULL, MAX_ITEMS, 1);
    ck_assert_uint_eq(fs__parallel_for_chunks(NULL, UINT32_MAX, 1), 1);
}
END_TEST

START_TEST(chunk_counts_keep_their_bounds)
{
    fs_tasks tasks = { run_backwards, NULL, 4 };
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, 0, 10), 1);
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, 9, 10), 1);
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, 20, 10), 2);
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, 39, 10), 3);
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, 1000, 10), 4);
    tasks.workers = 1000;
    ck_assert_uint_eq(fs__parallel_for_chunks(&tasks, UINT32_MAX, 1), FS__PARALLEL_FOR_MAX_CHUNKS);
}
END_TEST

/* Chunk bounds are computed in 64 bits. */
START_TEST(large_ranges_do_not_overflow)
{
    ck_assert_uint_eq(fs__parallel_for_chunk_start(UINT32_MAX, 64, 64), UINT32_MAX);
    ck_assert_uint_eq(fs__parallel_for_chunk_start(UINT32_MAX, 64, 32), UINT32_MAX / 2);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("parallel_for");
    TCase *tc = tcase_create("chunks");
    tcase_add_test(tc, every_item_is_visited_once);
    tcase_add_test(tc, one_chunk_needs_no_tasks);
    tcase_add_test(tc, chunk_counts_keep_their_bounds);
    tcase_add_test(tc, large_ranges_do_not_overflow);
    suite_add_tcase(suite, tc);
    return suite;
}
