/* cloth.c: a grid of particles with rods along its threads. */
#include "particles/aggregate/build.h"

enum { PARTICLES_MAX = 1 << 20 };

fs_cloth_def fs_default_cloth_def(void)
{
    fs_cloth_def def = { .particle = fs_default_particle_def(), .columns = 10, .rows = 10, .pin = FS_CLOTH_PIN_TOP };
    def.particle.mass = fs_wide_from_ratio(1, 100);
    def.across = fs_pos3_make(fs_pos_from_ratio(1, 10), 0, 0);
    def.down = fs_pos3_make(0, fs_pos_from_ratio(-1, 10), 0);
    def.shear = true;
    def.shear_compliance = fs_wide_from_ratio(1, 10000);
    return def;
}

/* --- counts --------------------------------------------------------------------------- */

static uint32_t count_threads(uint32_t columns, uint32_t rows)
{
    return (columns - 1) * rows + columns * (rows - 1);
}

static uint32_t count_bends(uint32_t columns, uint32_t rows)
{
    return (columns > 2 ? (columns - 2) * rows : 0) + (rows > 2 ? columns * (rows - 2) : 0);
}

static uint32_t count_tethers(const fs_cloth_def *def)
{
    uint32_t free_rows = def->columns * (def->rows - 1);
    if (!def->tethers || def->pin == FS_CLOTH_FREE)
        return 0;
    return def->pin == FS_CLOTH_PIN_TOP ? free_rows : 2 * (free_rows + def->columns - 2);
}

static bool counts_in_range(const fs_cloth_def *def)
{
    bool each = fs__build_count_in_range(def->columns, 2, FS_BUILD_PARTS_MAX) &&
                fs__build_count_in_range(def->rows, 2, FS_BUILD_PARTS_MAX);
    return each && def->columns * def->rows <= PARTICLES_MAX;
}

fs_build_counts fs_cloth_counts(const fs_cloth_def *def)
{
    fs_build_counts need = { 0, 0 };
    if (!counts_in_range(def))
        return need;
    uint32_t c = def->columns, r = def->rows;
    need.particles = c * r;
    need.links = count_threads(c, r) + (def->shear ? 2 * (c - 1) * (r - 1) : 0) + (def->bend ? count_bends(c, r) : 0) +
                 count_tethers(def);
    return need;
}

/* --- particles ------------------------------------------------------------------------------ */

static bool is_held(const fs_cloth_def *def, uint32_t column, uint32_t row)
{
    bool corner = column == 0 || column == def->columns - 1;
    return row == 0 && (def->pin == FS_CLOTH_PIN_TOP || (def->pin == FS_CLOTH_PIN_CORNERS && corner));
}

static fs_pos3 flat_position(const fs_cloth_def *def, uint32_t column, uint32_t row)
{
    return fs__build_position(fs__build_position(def->origin, def->across, column), def->down, row);
}

static void build_particles(fs_build_cursor *at, const fs_cloth_def *def)
{
    for (uint32_t row = 0; row < def->rows; row++)
        for (uint32_t column = 0; column < def->columns; column++)
            fs__build_particle(at, row * def->columns + column, &def->particle, flat_position(def, column, row),
                               is_held(def, column, row));
}

/* --- links ------------------------------------------------------------------------------------ */

/* A family of links joins every particle to the one at a fixed offset of columns and rows, where there is one. A family
 * across is written column by column, all others row by row. Consecutive links then share no particle, so a processor
 * can overlap them, and the links of a thread stay in its order. */
struct family {
    uint32_t from_column, columns_on, rows_on; /* to column - from_column + columns_on */
    fs_wide compliance;
};

static void build_family_link(fs_build_cursor *at, const fs_cloth_def *def, const struct family *f, uint32_t column,
                              uint32_t row)
{
    uint32_t from = row * def->columns + column;
    uint32_t to = from + f->rows_on * def->columns + f->columns_on - f->from_column;
    fs__build_rod(at, from, to, f->compliance);
}

static void build_family(fs_build_cursor *at, const fs_cloth_def *def, struct family f)
{
    uint32_t columns = def->columns - (f.columns_on + f.from_column), rows = def->rows - f.rows_on;
    bool across = f.rows_on == 0;
    uint32_t outer = across ? columns : rows, inner = across ? rows : columns;
    for (uint32_t i = 0; i < outer; i++)
        for (uint32_t j = 0; j < inner; j++)
            build_family_link(at, def, &f, (across ? i : j) + f.from_column, across ? j : i);
}

static void build_tether(fs_build_cursor *at, const fs_cloth_def *def, uint32_t column, uint32_t row, uint32_t held)
{
    uint32_t index = row * def->columns + column;
    fs__build_link(at, fs_link_cable(index, held, fs__build_distance(at, index, held)));
}

static void build_tethers(fs_build_cursor *at, const fs_cloth_def *def)
{
    for (uint32_t row = 0; row < def->rows; row++)
        for (uint32_t column = 0; column < def->columns; column++) {
            if (is_held(def, column, row))
                continue;
            if (def->pin == FS_CLOTH_PIN_TOP) {
                build_tether(at, def, column, row, column);
                continue;
            }
            build_tether(at, def, column, row, 0);
            build_tether(at, def, column, row, def->columns - 1);
        }
}

static void build_links(fs_build_cursor *at, const fs_cloth_def *def)
{
    build_family(at, def, (struct family){ 0, 1, 0, def->compliance });
    build_family(at, def, (struct family){ 0, 0, 1, def->compliance });
    if (def->shear) {
        build_family(at, def, (struct family){ 0, 1, 1, def->shear_compliance });
        build_family(at, def, (struct family){ 1, 0, 1, def->shear_compliance });
    }
    if (def->bend && def->columns > 2)
        build_family(at, def, (struct family){ 0, 2, 0, def->bend_compliance });
    if (def->bend && def->rows > 2)
        build_family(at, def, (struct family){ 0, 0, 2, def->bend_compliance });
    if (count_tethers(def) > 0)
        build_tethers(at, def);
}

/* --- whole -------------------------------------------------------------------------------------- */

static bool def_in_range(const fs_cloth_def *def)
{
    bool compliances = def->compliance >= 0 && def->shear_compliance >= 0 && def->bend_compliance >= 0;
    return counts_in_range(def) && compliances && (unsigned)def->pin <= FS_CLOTH_PIN_CORNERS;
}

fs_result fs_cloth_build(fs_build_cursor *at, const fs_cloth_def *def)
{
    if (!def_in_range(def))
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_cloth_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    build_particles(at, def);
    build_links(at, def);
    at->particle += need.particles;
    return FS_OK;
}
