/* contact_kernel.c: which contact kernels this processor supports. */
#include "physics3d/solver/contact_block.h"

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86_KERNELS 1
#else
#define HAVE_X86_KERNELS 0
#endif

const struct fs__solver3_kernel *fs__solver3_kernel(unsigned index)
{
#if HAVE_X86_KERNELS
    if (index == 1 && __builtin_cpu_supports("sse4.1"))
        return &fs__solver3_kernel_sse41;
    if (index == 2 && __builtin_cpu_supports("avx2"))
        return &fs__solver3_kernel_avx2;
#endif
    return index == 0 ? &fs__solver3_kernel_scalar : NULL;
}
