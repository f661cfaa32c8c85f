/* kernel_override.c: see force_kernels.h. */
#include "support/kernel_override.h"

#include <stdbool.h>

#include "particles/kernel/kernel.h"
#include "physics2d/solver/contact_block.h"

static bool forced;
static unsigned kernel;
static struct force_uses uses;

/* What the linker calls the real ones, and what it calls instead of them. */
void __real_fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w);
void __wrap_fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w);
const struct fs__particle_kernel *__real_fs__particle_kernel_best(void);
const struct fs__particle_kernel *__wrap_fs__particle_kernel_best(void);

void __wrap_fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w)
{
    __real_fs_world2_bind(state, first_table, scratch, w);
    w->kernel = forced ? kernel + 1 : 0;
    uses.worlds += scratch != NULL;
}

const struct fs__particle_kernel *__wrap_fs__particle_kernel_best(void)
{
    const struct fs__particle_kernel *wanted = forced ? fs__particle_kernel(kernel) : NULL;
    uses.particles++;
    return wanted != NULL ? wanted : __real_fs__particle_kernel_best();
}

void force_kernel(unsigned index)
{
    forced = true;
    kernel = index;
    uses = (struct force_uses){ 0, 0 };
}

void force_none(void)
{
    force_kernel(0);
    forced = false;
}

struct force_uses force_uses(void)
{
    return uses;
}

unsigned force_world_kernels(void)
{
    unsigned count = 0;
    while (fs__two_kernel(count) != NULL)
        count++;
    return count;
}

unsigned force_particle_kernels(void)
{
    unsigned count = 0;
    while (fs__particle_kernel(count) != NULL)
        count++;
    return count;
}

const char *force_world_kernel_name(unsigned index)
{
    return fs__two_kernel(index)->name;
}
