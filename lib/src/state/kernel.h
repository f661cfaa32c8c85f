/* kernel.h: the instruction set that a tool has chosen for the steps of a state.
 *
 * The choice is no part of the state: it is neither copied nor hashed, and no result may depend on it.
 */
#ifndef FS_STATE_KERNEL_H
#define FS_STATE_KERNEL_H

#include <fixstep/state.h>

/* Instruction sets in the order of all kernels. */
enum { FS__KERNEL_SCALAR, FS__KERNEL_SSE41, FS__KERNEL_AVX2, FS__KERNEL_AVX512IFMA, FS__KERNEL_COUNT };

/* Whether this processor, and this build, has the instruction set. Each has those before it. */
bool fs__kernel_supported(unsigned number);
/* 0: the widest; otherwise 1 + a number. NULL is a state without a choice. */
uint32_t fs__state_kernel(const fs_state *state);
void fs__state_set_kernel(fs_state *state, uint32_t kernel);

#endif
