/* kernel_override.c: see kernel_override.h. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "support/kernel_override.h"

#include <stdbool.h>

#include "particles/kernel/kernel.h"
#include "physics2d/solver/contact_block.h"

static bool forced;
static unsigned kernel;
static struct kernel_uses uses;

/* The real functions under the names of --wrap, and their replacements. */
void __real_fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w);
void __wrap_fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w);
const struct fs__particle_kernel *__real_fs__particle_kernel_best(void);
const struct fs__particle_kernel *__wrap_fs__particle_kernel_best(void);
uint32_t __real_fs__state_kernel(const fs_state *state);
uint32_t __wrap_fs__state_kernel(const fs_state *state);

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

uint32_t __wrap_fs__state_kernel(const fs_state *state)
{
    uses.choices++;
    return __real_fs__state_kernel(state);
}

void kernel_override_set(unsigned index)
{
    forced = true;
    kernel = index;
    uses = (struct kernel_uses){ 0, 0, 0 };
}

void kernel_override_clear(void)
{
    kernel_override_set(0);
    forced = false;
}

struct kernel_uses kernel_uses(void)
{
    return uses;
}

unsigned world_kernel_count(void)
{
    unsigned count = 0;
    while (fs__solver2_kernel(count) != NULL)
        count++;
    return count;
}

unsigned particle_kernel_count(void)
{
    unsigned count = 0;
    while (fs__particle_kernel(count) != NULL)
        count++;
    return count;
}

const char *world_kernel_name(unsigned index)
{
    return fs__solver2_kernel(index)->name;
}
