/* kernel_override.h: one instruction set for all that a program steps.
 *
 * A game binds its own windows, so a test cannot reach the number in them. A program that lists kernel_override.c and
 * links with $(KERNEL_OVERRIDE) has the linker lead the calls of fs_world2_bind() and fs__particle_kernel_best() here.
 */
#ifndef FS_TEST_KERNEL_OVERRIDE_H
#define FS_TEST_KERNEL_OVERRIDE_H

#include <stdint.h>

/* From now on kernel `index` of the 2D worlds and of the particles (0: scalar), or their fastest where there are fewer. */
void kernel_override_set(unsigned index);
/* As if nobody had forced anything. */
void kernel_override_clear(void);

/* How often since the last of these calls a world got its kernel, and particles theirs. */
struct kernel_uses {
    uint32_t worlds, particles;
};
struct kernel_uses kernel_uses(void);

/* Kernels this processor has for worlds, for particles. */
unsigned world_kernel_count(void);
unsigned particle_kernel_count(void);
/* "scalar" and so on. */
const char *world_kernel_name(unsigned index);

#endif
