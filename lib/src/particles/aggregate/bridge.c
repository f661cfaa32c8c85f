/* bridge.c: builds a hanging bridge: planks, rods along, cables up. */
#include "particles/aggregate/build.h"

fs_bridge_def fs_default_bridge_def(void)
{
    fs_bridge_def def = { .particle = fs_default_particle_def(), .planks = 6 };
    def.along = fs_pos3_make(2 * FS_POS_ONE, 0, 0);
    def.across = fs_pos3_make(0, 0, 2 * FS_POS_ONE);
    def.hang = fs_pos3_make(0, 5 * FS_POS_ONE, 0);
    return def;
}

static bool has_cables(const fs_bridge_def *def)
{
    return !fs_pos3_is_zero(def->hang);
}

fs_build_counts fs_bridge_counts(const fs_bridge_def *def)
{
    uint32_t planks = def->planks, rods = planks == 0 ? 0 : 2 * (planks - 1);
    return (fs_build_counts){ 2 * planks, planks + rods + (has_cables(def) ? 2 * planks : 0) };
}

static void build_particles(fs_build_cursor *at, const fs_bridge_def *def)
{
    for (uint32_t i = 0; i < def->planks; i++) {
        fs_pos3 first = fs__build_position(def->origin, def->along, i);
        bool held = def->pin_ends && (i == 0 || i == def->planks - 1);
        fs__build_particle(at, 2 * i, &def->particle, first, held);
        fs__build_particle(at, 2 * i + 1, &def->particle, fs_pos3_add(first, def->across), held);
    }
}

static void build_cable(fs_build_cursor *at, const fs_bridge_def *def, uint32_t index)
{
    fs_pos3 top = fs_pos3_add(at->particles->pos[at->particle + index], def->hang);
    fs__build_link(at, fs_link_anchored_cable(index, top, fs_pos3_length(def->hang)));
}

/* Each side is a chain, which FS_LINK_SOLVER_DIRECT solves as a whole. */
static void build_side(fs_build_cursor *at, const fs_bridge_def *def, uint32_t side)
{
    for (uint32_t i = 0; i + 1 < def->planks; i++)
        fs__build_rod(at, 2 * i + side, 2 * i + 2 + side, 0);
}

static void build_links(fs_build_cursor *at, const fs_bridge_def *def)
{
    for (uint32_t i = 0; i < def->planks; i++)
        fs__build_rod(at, 2 * i, 2 * i + 1, 0);
    build_side(at, def, 0);
    build_side(at, def, 1);
    for (uint32_t k = 0; has_cables(def) && k < 2 * def->planks; k++)
        build_cable(at, def, k);
}

fs_result fs_bridge_build(fs_build_cursor *at, const fs_bridge_def *def)
{
    if (!fs__build_count_in_range(def->planks, 2, FS_BUILD_PARTS_MAX))
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_bridge_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    build_particles(at, def);
    build_links(at, def);
    at->particle += need.particles;
    return FS_OK;
}
