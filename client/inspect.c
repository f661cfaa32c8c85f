/* inspect.c: a search over the fields `pos` of a state, and one row as text. See inspect.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "inspect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double METRES = 1.0 / 4294967296; /* of one step of a position */
/* Of the reach of a line of sight. */
static const double WITHIN = 4;

static const fs_field *field_of(const fs_state *state, fs_value_ref ref)
{
    return &fs_state_schema(state)->tables[ref.table].fields[ref.field];
}

/* A row of a pool is in use while its generation is odd. */
static bool is_used(const fs_state *state, unsigned table, uint32_t row)
{
    const fs_table *t = &fs_state_schema(state)->tables[table];
    fs_value_ref gen = { .table = (uint16_t)table, .row = row };
    int64_t raw;
    if (row >= fs_state_rows(state, table))
        return false;
    if (!t->pool)
        return true;
    gen.field = (uint16_t)(t->field_count - 2);
    return fs_value_get(state, gen, &raw) == FS_OK && (raw & 1) != 0;
}

/* Metres from a line of sight, in units of its reach there; below 0 behind the eye. */
static double distance_from(const fs_draw_ray *sight, const double at[3], bool is_2d)
{
    double along = 0, square = 0;
    for (int i = 0; i < 3; i++)
        along += (at[i] - sight->origin[i]) * sight->direction[i];
    for (int i = 0; i < 3; i++) {
        double off = at[i] - sight->origin[i] - along * sight->direction[i];
        square += off * off;
    }
    if (!is_2d && along <= 0)
        return -1;
    return sqrt(square) / (sight->reach * (is_2d ? 1 : along));
}

static bool read_position(const fs_state *state, fs_value_ref ref, unsigned components, double at[3])
{
    at[0] = at[1] = at[2] = 0;
    for (unsigned i = 0; i < components; i++) {
        int64_t raw;
        ref.component = (uint16_t)i;
        if (fs_value_get(state, ref, &raw) != FS_OK)
            return false;
        at[i] = (double)raw * METRES;
    }
    return true;
}

inspected_row inspect_pick(const fs_state *state, const fs_draw_ray *sight)
{
    const fs_schema *schema = fs_state_schema(state);
    inspected_row found = { .chosen = false };
    double least = WITHIN;
    for (unsigned table = 0; table < schema->table_count; table++) {
        fs_value_ref ref;
        if (fs_value_find(schema, schema->tables[table].name, "pos", &ref) != FS_OK)
            continue;
        fs_type type = field_of(state, ref)->type;
        if (type != FS_TYPE_POS2 && type != FS_TYPE_POS3)
            continue;
        for (ref.row = 0; ref.row < fs_state_rows(state, table); ref.row++) {
            double at[3];
            if (!is_used(state, table, ref.row) || !read_position(state, ref, type == FS_TYPE_POS2 ? 2 : 3, at))
                continue;
            double distance = distance_from(sight, at, type == FS_TYPE_POS2);
            if (distance < 0 || distance >= least)
                continue;
            least = distance;
            found = (inspected_row){ true, ref.table, ref.row };
        }
    }
    return found;
}

/* "name x y z" with the unit of each. */
static void write_field(const fs_state *state, fs_value_ref ref, char line[INSPECTED_TEXT])
{
    const fs_field *field = field_of(state, ref);
    size_t used = (size_t)snprintf(line, INSPECTED_TEXT, "%.32s", field->name);
    int64_t raw;
    for (ref.component = 0; fs_value_get(state, ref, &raw) == FS_OK; ref.component++) {
        char value[48];
        fs_value_text(fs_state_schema(state), ref, raw, value, sizeof value);
        if (used + strlen(value) + 3 >= INSPECTED_TEXT)
            return;
        used += (size_t)snprintf(line + used, INSPECTED_TEXT - used, "  %s", value);
    }
}

void inspect_describe(const fs_state *state, inspected_row row, match_info *info)
{
    info->inspected_count = 0;
    if (!row.chosen || row.table >= fs_state_schema(state)->table_count || !is_used(state, row.table, row.row))
        return;
    const fs_table *table = &fs_state_schema(state)->tables[row.table];
    snprintf(info->inspected[info->inspected_count++], INSPECTED_TEXT, "%.60s[%" PRIu32 "]", table->name, row.row);
    fs_value_ref ref = { .table = row.table, .row = row.row };
    for (; ref.field < table->field_count && info->inspected_count < INSPECTED_ROWS; ref.field++)
        write_field(state, ref, info->inspected[info->inspected_count++]);
}
