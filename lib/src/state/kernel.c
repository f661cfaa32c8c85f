/* kernel.c: see kernel.h. */
#include "state/kernel.h"

#include "state/state_internal.h"

bool fs__kernel_supported(unsigned number)
{
#if defined(__x86_64__) || defined(__i386__)
    bool sse41 = __builtin_cpu_supports("sse4.1"), avx2 = sse41 && __builtin_cpu_supports("avx2");
    bool ifma = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma");
    const bool supported[FS__KERNEL_COUNT] = { true, sse41, avx2, ifma };
    return number < FS__KERNEL_COUNT && supported[number];
#else
    return number == FS__KERNEL_SCALAR;
#endif
}

uint32_t fs__state_kernel(const fs_state *state)
{
    return state != NULL ? state->kernel : 0;
}

void fs__state_set_kernel(fs_state *state, uint32_t kernel)
{
    state->kernel = kernel;
}
