/* kernel_override.h: one instruction set for all that a program steps.
 *
 * A game binds its own windows, so a test cannot reach the number in them. A program that lists force_kernels.c and
 * links with $(FORCE_KERNELS) has the linker lead the calls of fs_world2_bind() and fs__particle_kernel_best() here.
 */
#ifndef FS_TEST_FORCE_KERNELS_H
#define FS_TEST_FORCE_KERNELS_H

#include <stdint.h>

/* From now on kernel `index` of the 2D worlds and of the particles (0: scalar), or their fastest where there are fewer. */
void force_kernel(unsigned index);
/* As if nobody had forced anything. */
void force_none(void);

/* How often since the last of these calls a world got its kernel, and particles theirs. */
struct force_uses { uint32_t worlds, particles; };
struct force_uses force_uses(void);

/* Kernels this processor has for worlds, for particles. */
unsigned force_world_kernels(void);
unsigned force_particle_kernels(void);
/* "scalar" and so on. */
const char *force_world_kernel_name(unsigned index);

#endif
