/* inspect.c: what a line of sight meets, and one row as text. See inspect.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "inspect/inspect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/pick.h"

enum {
    MOST_NUMBERS = 4, /* components of a field */
    NUMBER_BYTES = 24,
    LETTERS = 32, /* lines of the mark's letters in the height of a picture */
    MARK = 0xffffff
};

static const double HALF_TURN = 3.141592653589793;
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

/* Compares the rows of a table with the best one so far; `least` is its distance. */
static void search_table(const fs_state *state, fs_value_ref ref, const fs_draw_ray *sight, inspected_row *found,
                         double *least)
{
    bool is_2d = field_of(state, ref)->type == FS_TYPE_POS2;
    for (ref.row = 0; ref.row < fs_state_rows(state, ref.table); ref.row++) {
        double at[3];
        if (!is_used(state, ref.table, ref.row) || !read_position(state, ref, is_2d ? 2 : 3, at))
            continue;
        double distance = distance_from(sight, at, is_2d);
        if (distance < 0 || distance >= *least)
            continue;
        *least = distance;
        *found = (inspected_row){ true, ref.table, ref.row };
    }
}

static inspected_row find_nearest(const fs_state *state, const fs_draw_ray *sight)
{
    const fs_schema *schema = fs_state_schema(state);
    inspected_row found = { .chosen = false };
    double least = WITHIN;
    for (unsigned table = 0; table < schema->table_count; table++) {
        fs_value_ref ref;
        if (fs_value_find(schema, schema->tables[table].name, "pos", &ref) != FS_OK)
            continue;
        fs_type type = field_of(state, ref)->type;
        if (type == FS_TYPE_POS2 || type == FS_TYPE_POS3)
            search_table(state, ref, sight, &found, &least);
    }
    return found;
}

inspected_row inspect_pick(const fs_state *state, const fs_draw_ray *sight)
{
    picked_body body = pick_body(state, sight);
    inspected_row met = { body.met, body.table, body.row };
    if (body.met && !body.fixed)
        return met;
    inspected_row near = find_nearest(state, sight);
    return near.chosen ? near : met;
}

/* --- texts ------------------------------------------------------------------------- */

/* Takes "2^-N" from the front of a unit: the value of one step. 1 where there is none. */
static double take_scale(const char **unit)
{
    static const char power[] = "2^-";
    char *end;
    if (strncmp(*unit, power, sizeof power - 1) != 0)
        return 1;
    long exponent = strtol(*unit + sizeof power - 1, &end, 10);
    *unit = end + (*end == ' ');
    return ldexp(1, exponent > 0 && exponent < 1000 ? -(int)exponent : 0);
}

/* A number of a field as people read it: six digits; the exact one is in `fixstep-replay dump`. */
static void write_number(const fs_type_info *type, int64_t raw, double scale, char *text, size_t size)
{
    bool whole = type->frac_bits == 0 && scale == 1;
    if (whole && type->is_signed)
        snprintf(text, size, "%" PRId64, raw);
    else if (whole)
        snprintf(text, size, "%" PRIu64, (uint64_t)raw);
    else
        snprintf(text, size, "%.6g",
                 (type->is_signed ? (double)raw : (double)(uint64_t)raw) * ldexp(scale, -type->frac_bits));
}

/* The numbers of a field; a number of two parts (SCALED) is one. */
static unsigned read_numbers(const fs_state *state, fs_value_ref ref, double scale, char numbers[][NUMBER_BYTES])
{
    const fs_type_info *type = fs_type_get(field_of(state, ref)->type);
    int64_t raw[MOST_NUMBERS];
    unsigned count = 0;
    for (ref.component = 0; count < MOST_NUMBERS && fs_value_get(state, ref, &raw[count]) == FS_OK; ref.component++)
        count++;
    if (field_of(state, ref)->type == FS_TYPE_SCALED && count == 2) {
        snprintf(numbers[0], NUMBER_BYTES, "%.6g", ldexp((double)raw[0], (int)raw[1]) * scale);
        return 1;
    }
    for (unsigned i = 0; i < count; i++)
        write_number(type, raw[i], scale, numbers[i], NUMBER_BYTES);
    return count;
}

/* "name x y z unit". */
static void write_field(const fs_state *state, fs_value_ref ref, char line[INSPECTED_TEXT])
{
    const fs_field *field = field_of(state, ref);
    const char *unit = field->unit;
    double scale = take_scale(&unit);
    char numbers[MOST_NUMBERS][NUMBER_BYTES];
    unsigned count = read_numbers(state, ref, scale, numbers);
    size_t used = (size_t)snprintf(line, INSPECTED_TEXT, "%.32s ", field->name);
    for (unsigned i = 0; i < count && used + NUMBER_BYTES < INSPECTED_TEXT; i++)
        used += (size_t)snprintf(line + used, INSPECTED_TEXT - used, " %s", numbers[i]);
    if (unit[0] != '\0' && used + 1 < INSPECTED_TEXT)
        snprintf(line + used, INSPECTED_TEXT - used, " %.16s", unit);
}

/* "table[row]"; false when the row is not in use any more. */
static bool write_name(const fs_state *state, inspected_row row, char *text, size_t size)
{
    if (!row.chosen || row.table >= fs_state_schema(state)->table_count || !is_used(state, row.table, row.row))
        return false;
    snprintf(text, size, "%.60s[%" PRIu32 "]", fs_state_schema(state)->tables[row.table].name, row.row);
    return true;
}

/* The value of the other state behind that of the first one, where its text is another. */
static void add_other(const fs_state *other, fs_value_ref ref, char line[INSPECTED_TEXT])
{
    char text[INSPECTED_TEXT];
    size_t used = strlen(line), name = strlen(field_of(other, ref)->name);
    write_field(other, ref, text);
    if (strcmp(line, text) != 0 && used < INSPECTED_TEXT)
        snprintf(line + used, INSPECTED_TEXT - used, "  |%s", text + (name < 32 ? name : 32) + 1);
}

void inspect_describe(const fs_state *state, const fs_state *other, inspected_row row, match_info *info)
{
    info->inspected_count = info->inspected_left_out = 0;
    if (!write_name(state, row, info->inspected[0], INSPECTED_TEXT))
        return;
    info->inspected_count = 1;
    const fs_table *table = &fs_state_schema(state)->tables[row.table];
    fs_value_ref ref = { .table = row.table, .row = row.row };
    bool compares = other != NULL && is_used(other, row.table, row.row);
    for (; ref.field < table->field_count && info->inspected_count < INSPECTED_ROWS; ref.field++) {
        write_field(state, ref, info->inspected[info->inspected_count]);
        if (compares)
            add_other(other, ref, info->inspected[info->inspected_count]);
        info->inspected_count++;
    }
    info->inspected_left_out = table->field_count - ref.field;
}

/* --- the mark ---------------------------------------------------------------------- */

/* Metres of a small letter at a place of the picture. */
static double letter_height(const fs_camera *camera, const double at[3])
{
    const double metre = FS_FIX16_ONE;
    if (camera->dimensions == 2)
        return fmax(camera->width * 9.0 / 16, camera->height) / metre / LETTERS;
    double x = at[0] - camera->eye.x / metre, y = at[1] - camera->eye.y / metre, z = at[2] - camera->eye.z / metre;
    return 2 * sqrt(x * x + y * y + z * z) * tan(camera->fov_milliturns * (HALF_TURN / 1000)) / LETTERS;
}

static fix16_t to_fix16(double metres)
{
    double raw = metres * FS_FIX16_ONE;
    return raw >= INT32_MAX ? INT32_MAX : raw <= INT32_MIN ? INT32_MIN : (fix16_t)raw;
}

/* The name of a row in use and its `pos`; false when there is none. */
static bool find_row(const fs_state *state, inspected_row row, char name[INSPECTED_TEXT], double at[3])
{
    fs_value_ref ref;
    if (!write_name(state, row, name, INSPECTED_TEXT) ||
        fs_value_find(fs_state_schema(state), fs_state_schema(state)->tables[row.table].name, "pos", &ref) != FS_OK)
        return false;
    ref.row = row.row;
    return read_position(state, ref, field_of(state, ref)->type == FS_TYPE_POS2 ? 2 : 3, at);
}

bool inspect_follow(const fs_state *state, inspected_row row, fs_draw_list *list)
{
    char name[INSPECTED_TEXT];
    double at[3];
    const fs_camera c = *fs_draw_camera(list);
    if (!find_row(state, row, name, at))
        return false;
    const fs_draw_point to = { to_fix16(at[0]), to_fix16(at[1]), to_fix16(at[2]) };
    if (c.dimensions == 2) {
        fs_draw_set_camera_2d(list, to.x, to.y, c.width / 2, c.height / 2, c.background);
        return true;
    }
    const double metre = FS_FIX16_ONE;
    const fs_draw_point eye = { to_fix16(at[0] + ((double)c.eye.x - c.centre.x) / 2 / metre),
                                to_fix16(at[1] + ((double)c.eye.y - c.centre.y) / 2 / metre),
                                to_fix16(at[2] + ((double)c.eye.z - c.centre.z) / 2 / metre) };
    fs_draw_set_camera_3d(list, eye, to, c.fov_milliturns, c.background);
    return true;
}

void inspect_mark(const fs_state *state, inspected_row row, fs_draw_list *list)
{
    char name[INSPECTED_TEXT];
    double at[3];
    if (!find_row(state, row, name, at))
        return;
    fs_draw_point point = { to_fix16(at[0]), to_fix16(at[1]), to_fix16(at[2]) };
    fs_draw_text(list, point, to_fix16(letter_height(fs_draw_camera(list), at)), MARK, name);
}
