/* rope.c: builds ropes of cables and chains of rods. */
#include "particles/aggregate/build.h"

fs_rope_def fs_default_rope_def(void)
{
    fs_rope_def def = { .particle = fs_default_particle_def(), .segments = 10, .pin_from = true };
    def.to = fs_pos3_make(10 * FS_POS_ONE, 0, 0);
    return def;
}

static uint32_t count_tethers(const fs_rope_def *def)
{
    return def->tethers ? ((uint32_t)def->pin_from + (uint32_t)def->pin_to) * (def->segments - 1) : 0;
}

fs_build_counts fs_rope_counts(const fs_rope_def *def)
{
    return (fs_build_counts){ def->segments + 1, def->segments + count_tethers(def) };
}

static fs_pos straight_length(const fs_rope_def *def)
{
    return fs_pos3_dist(def->from, def->to);
}

/* from + (to - from) i / n, each axis rounded once. */
static fs_pos interpolate(fs_pos from, fs_pos to, uint32_t i, uint32_t n)
{
    return fs_sat64_add(from, fs_muldiv64(fs_sat64_sub(to, from), i, n));
}

static fs_pos3 rope_position(const fs_rope_def *def, uint32_t i)
{
    uint32_t n = def->segments;
    return fs_pos3_make(interpolate(def->from.x, def->to.x, i, n), interpolate(def->from.y, def->to.y, i, n),
                        interpolate(def->from.z, def->to.z, i, n));
}

static void build_segments(fs_build_cursor *at, const fs_rope_def *def, fs_pos length)
{
    for (uint32_t i = 0; i < def->segments; i++) {
        if (def->rods) {
            fs__build_rod(at, i, i + 1, def->compliance);
            continue;
        }
        fs_link cable = fs_link_cable(i, i + 1, fs_div64_round(length, def->segments));
        cable.compliance = def->compliance;
        fs__build_link(at, cable);
    }
}

static void build_tethers(fs_build_cursor *at, const fs_rope_def *def, fs_pos length)
{
    uint32_t n = def->segments;
    for (uint32_t i = 1; i < n; i++) {
        if (def->pin_from)
            fs__build_link(at, fs_link_cable(i, 0, fs_muldiv64(length, i, n)));
        if (def->pin_to)
            fs__build_link(at, fs_link_cable(i, n, fs_muldiv64(length, n - i, n)));
    }
}

/* The length of rods is the distance of their ends, so a rope of rods has no length of its own. */
static bool def_in_range(const fs_rope_def *def)
{
    bool length = def->length == 0 || (def->length >= straight_length(def) && !def->rods);
    return fs__build_count_in_range(def->segments, 1, FS_BUILD_PARTS_MAX) && length && def->compliance >= 0;
}

fs_result fs_rope_build(fs_build_cursor *at, const fs_rope_def *def)
{
    if (!def_in_range(def))
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_rope_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    fs_pos length = def->length == 0 ? straight_length(def) : def->length;
    for (uint32_t i = 0; i <= def->segments; i++) {
        bool held = (i == 0 && def->pin_from) || (i == def->segments && def->pin_to);
        fs__build_particle(at, i, &def->particle, rope_position(def, i), held);
    }
    build_segments(at, def, length);
    if (def->tethers)
        build_tethers(at, def, length);
    at->particle += need.particles;
    return FS_OK;
}
