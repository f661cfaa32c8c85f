/* round.c: builds wheels and blobs. */
#include <fixstep/trig.h>

#include "particles/aggregate/build.h"

enum { RIM_MAX = 256 };

/* The k-th of n equal parts of a turn; the last bit rounds down. */
static uint32_t turn_fraction(uint32_t k, uint32_t n)
{
    return (uint32_t)(((uint64_t)k << 32) / n);
}

/* --- wheel ------------------------------------------------------------------------- */

fs_wheel_def fs_default_wheel_def(void)
{
    fs_wheel_def def = { .particle = fs_default_particle_def(), .radius = FS_POS_ONE, .spokes = 12, .pin_hub = true };
    def.right = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    def.up = fs_unit3_make(0, FS_UNIT_ONE, 0);
    return def;
}

fs_build_counts fs_wheel_counts(const fs_wheel_def *def)
{
    return (fs_build_counts){ def->spokes + 1, 2 * def->spokes };
}

/* right x + up y, one rounding per axis and product. */
static fs_pos combine_axes(fs_pos x, fs_pos y, fs_unit right, fs_unit up)
{
    return fs_sat64_add(fs_mul64(x, right, FS_UNIT_FRAC), fs_mul64(y, up, FS_UNIT_FRAC));
}

static fs_pos3 rim_position(const fs_wheel_def *def, uint32_t k)
{
    uint32_t turn = turn_fraction(k, def->spokes);
    fs_pos x = fs_mul64(def->radius, fs_cos(turn), FS_UNIT_FRAC), y = fs_mul64(def->radius, fs_sin(turn), FS_UNIT_FRAC);
    fs_pos3 offset = fs_pos3_make(combine_axes(x, y, def->right.x, def->up.x),
                                  combine_axes(x, y, def->right.y, def->up.y),
                                  combine_axes(x, y, def->right.z, def->up.z));
    return fs_pos3_add(def->hub, offset);
}

fs_result fs_wheel_build(fs_build_cursor *at, const fs_wheel_def *def)
{
    if (def->radius <= 0 || !fs__build_count_in_range(def->spokes, 3, FS_BUILD_PARTS_MAX))
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_wheel_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    fs__build_particle(at, 0, &def->particle, def->hub, def->pin_hub);
    for (uint32_t k = 0; k < def->spokes; k++)
        fs__build_particle(at, k + 1, &def->particle, rim_position(def, k), false);
    for (uint32_t k = 0; k < def->spokes; k++)
        fs__build_rod(at, 0, k + 1, 0);
    for (uint32_t k = 0; k < def->spokes; k++)
        fs__build_rod(at, k + 1, (k + 1) % def->spokes + 1, 0);
    at->particle += need.particles;
    return FS_OK;
}

/* --- blob ------------------------------------------------------------------------------ */

fs_blob_def fs_default_blob_def(void)
{
    fs_blob_def def = { .particle = fs_default_particle_def(), .radius = FS_POS_ONE, .rim = 12 };
    def.particle.mass = fs_wide_from_ratio(1, 10);
    def.compliance = fs_wide_from_ratio(1, 1000);
    def.limit = fs_wide_from_ratio(3, 2);
    return def;
}

fs_build_counts fs_blob_counts(const fs_blob_def *def)
{
    uint32_t particles = fs_min_u32(def->rim, RIM_MAX) + 1, pairs = particles * (particles - 1) / 2;
    return (fs_build_counts){ particles, def->limit > 0 ? 2 * pairs : pairs };
}

/* Tearing rules as multiples of the link's own length. */
static fs_link set_tear_rules(fs_link l, const fs_blob_def *def, fs_pos length)
{
    l.tear_length = fs_wide_mul(length, def->tear_ratio);
    l.rejoin_length = fs_wide_mul(length, def->rejoin_ratio);
    return l;
}

static void build_pair(fs_build_cursor *at, const fs_blob_def *def, uint32_t a, uint32_t b)
{
    fs_pos length = fs__build_distance(at, a, b);
    fs_link rod = fs_link_rod(a, b, length);
    rod.compliance = def->compliance;
    fs__build_link(at, set_tear_rules(rod, def, length));
    if (def->limit > 0)
        fs__build_link(at, set_tear_rules(fs_link_cable(a, b, fs_wide_mul(length, def->limit)), def, length));
}

static fs_pos3 blob_position(const fs_blob_def *def, uint32_t k)
{
    uint32_t turn = turn_fraction(k, def->rim);
    return fs_pos3_add(def->centre, fs_pos3_make(fs_mul64(def->radius, fs_cos(turn), FS_UNIT_FRAC),
                                                 fs_mul64(def->radius, fs_sin(turn), FS_UNIT_FRAC), 0));
}

static bool blob_def_in_range(const fs_blob_def *def)
{
    bool ratios = def->limit >= 0 && def->tear_ratio >= 0 && def->rejoin_ratio >= 0;
    return def->radius > 0 && fs__build_count_in_range(def->rim, 3, RIM_MAX) && ratios && def->compliance >= 0;
}

fs_result fs_blob_build(fs_build_cursor *at, const fs_blob_def *def)
{
    if (!blob_def_in_range(def))
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_blob_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    fs__build_particle(at, 0, &def->particle, def->centre, false);
    for (uint32_t k = 0; k < def->rim; k++)
        fs__build_particle(at, k + 1, &def->particle, blob_position(def, k), false);
    for (uint32_t a = 0; a <= def->rim; a++)
        for (uint32_t b = a + 1; b <= def->rim; b++)
            build_pair(at, def, a, b);
    at->particle += need.particles;
    return FS_OK;
}
