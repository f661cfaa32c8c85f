/* kernel_override.h: selects the instruction set of all worlds and particle systems of a test program.
 *
 * A game binds its own views, so a test cannot set their kernel. In a program that lists kernel_override.c and links
 * with $(KERNEL_OVERRIDE) the linker replaces fs_world2_bind(), fs__particle_kernel_best() and fs__state_kernel() by wrappers.
 */
#ifndef FS_TEST_KERNEL_OVERRIDE_H
#define FS_TEST_KERNEL_OVERRIDE_H

#include <stdint.h>

/* Selects kernel `index` of the 2D worlds and of the particles (0: scalar); the fastest when there are fewer. */
void kernel_override_set(unsigned index);
/* Removes the override. */
void kernel_override_clear(void);

/* Since the last call of a function above: times that a world was bound, that particles took the fastest kernel, and that the
 * choice of a state was asked for (fs_sim_set_kernel()). */
struct kernel_uses {
    uint32_t worlds, particles, choices;
};
struct kernel_uses kernel_uses(void);

/* Kernels that this processor supports for worlds and for particles. */
unsigned world_kernel_count(void);
unsigned particle_kernel_count(void);
/* "scalar" and so on. */
const char *world_kernel_name(unsigned index);

#endif
