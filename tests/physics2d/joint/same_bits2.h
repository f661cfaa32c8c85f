/* same_bits2.h: a scene of the plane has the same state hash with every kernel and with any number of threads. */
#ifndef FS_TEST_SAME_BITS2_H
#define FS_TEST_SAME_BITS2_H

#include "physics2d/solver/contact_block.h"
#include "support/parallel_tasks.h"

/* The state hash of a scene with a kernel (fs_world2_set_kernel(); 0: the best one) and threads (NULL: one). */
typedef uint64_t hash_fn(uint32_t kernel, const fs_tasks *tasks);

static inline void assert_kernels_agree(hash_fn *hash_of)
{
    uint64_t scalar = hash_of(1, NULL);
    for (uint32_t kernel = 2; fs__solver2_kernel(kernel - 1) != NULL; kernel++)
        ck_assert_msg(hash_of(kernel, NULL) == scalar, "kernel %s differs from the scalar one",
                      fs__solver2_kernel(kernel - 1)->name);
}

static inline void assert_threads_agree(hash_fn *hash_of)
{
    uint64_t alone = hash_of(0, NULL);
    for (uint32_t threads = 2; threads <= 4; threads += 2) {
        struct parallel_tasks share;
        parallel_start(&share, threads);
        ck_assert(hash_of(0, &share.tasks) == alone);
        ck_assert_uint_gt(share.jobs, 0);
        parallel_stop(&share);
    }
}

#endif
