/* height_row.c: height fields as rows of the tables of a world: see surface_row.c. */
#include "physics3d/dimension.h"

#include <stddef.h>
#include <string.h>

#include "physics/world/tables.h"
#include "physics3d/body/body.h"
#include "physics3d/body/height_row.h"
#include "physics3d/body/surface_row.h"
#include "physics3d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

FS__POOL_TABLE(height_field3, FS_HEIGHT_FIELD3_FIELDS)
FS__PLAIN_TABLE(height_point3, FS_HEIGHT_POINT3_FIELDS)

void fs_height_field3_bind(fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    static const fs_table tables[FS_HEIGHT_FIELD3_TABLE_COUNT] = {
        FS__TABLE(fs_world3, height_field3, height_field, true),
        FS__TABLE(fs_world3, height_point3, height_point, false),
    };
    w->first_height_table = first_table;
    for (unsigned i = 0; i < FS_HEIGHT_FIELD3_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
}

void fs_height_field3_capacities(uint32_t fields, uint32_t points, uint32_t *rows)
{
    rows[FS__HEIGHT_FIELD3_TABLE_FIELD] = fields;
    rows[FS__HEIGHT_FIELD3_TABLE_POINT] = points;
}

static unsigned table_of(const struct fs_world3 *w, unsigned table)
{
    return w->first_height_table + table;
}

static struct fs__surface3_pool pool_of(const struct fs_world3 *w)
{
    const struct fs_height_field3_view *f = &w->height_field;
    return (struct fs__surface3_pool){ f->gen, *f->rows, f->capacity, table_of(w, FS__HEIGHT_FIELD3_TABLE_FIELD),
                                       FS_SHAPE3_HEIGHT_FIELD };
}

void fs__height_field3_of(const struct fs_world3 *w, uint32_t row, struct fs__height_field3 *out)
{
    const struct fs_height_field3_view *f = &w->height_field;
    FS_ASSERT(row < *f->rows && fs__world3_row_live(f->gen, row));
    *out = (struct fs__height_field3){ .height = w->height_point.height + f->first_point[row],
                                       .hole = w->height_point.hole + f->first_point[row],
                                       .spacing = f->spacing[row],
                                       .low = f->low[row],
                                       .high = f->high[row],
                                       .points_x = f->points_x[row],
                                       .points_z = f->points_z[row] };
}

static uint32_t points_of(const struct fs__height_field3 *f)
{
    return f->points_x * f->points_z;
}

/* ---- checks --------------------------------------------------------------------------------------------------- */

static fs_result check_sizes(struct fs_world3 *w, const struct fs__height_field3 *in)
{
    const struct fs__range points[] = { { "points_x", in->points_x, 2, FS_HEIGHT_FIELD3_MAX_POINTS, 0 },
                                        { "points_z", in->points_z, 2, FS_HEIGHT_FIELD3_MAX_POINTS, 0 } };
    const struct fs__range spacing = { "spacing", in->spacing, FS__HEIGHT_FIELD3_MIN_SPACING,
                                       FS__HEIGHT_FIELD3_MAX_SPACING, FS_POS_FRAC };
    fs_result result = fs__error3_check(w, points, 2);
    return result == FS_OK ? fs__error3_check_unit(w, &spacing, 1, " m", "") : result;
}

fs_result fs__height_field3_check_input(struct fs_world3 *w, struct fs__height_field3 *in)
{
    const fs_pos most = FS_SHAPE3_MAX_EXTENT;
    fs_result result = in->height != NULL ? check_sizes(w, in) : fs__error3_set(w, FS_E_ARGUMENT, "heights is NULL");
    for (uint32_t i = 0; result == FS_OK && i < points_of(in); i++) {
        const struct fs__range height = { "height", in->height[i], -most, most, FS_POS_FRAC };
        result = fs__error3_check_unit(w, &height, 1, " m", "");
    }
    return result == FS_OK ? fs__height_field3_measure(in) : result;
}

fs_result fs__height_field3_check_room(struct fs_world3 *w, const struct fs__height_field3 *in)
{
    if (w->height_field.rows == NULL)
        return fs__error3_set(w, FS_E_CAPACITY, "the world has no tables of height fields: see ground3.h");
    const struct fs__surface3_pool pool = pool_of(w);
    fs_result result = fs__surface3_check_pool(w, &pool);
    if (result == FS_OK)
        result = fs__surface3_check_rows(w, table_of(w, FS__HEIGHT_FIELD3_TABLE_POINT), *w->height_point.rows,
                                         w->height_point.capacity, points_of(in));
    return result;
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void copy_points(struct fs_world3 *w, uint32_t first, const struct fs__height_field3 *in)
{
    uint32_t count = points_of(in);
    memcpy(w->height_point.height + first, in->height, count * sizeof *in->height);
    for (uint32_t i = 0; i < count; i++)
        w->height_point.hole[first + i] = in->hole != NULL && in->hole[i] != 0;
}

uint32_t fs__height_field3_take(struct fs_world3 *w, const struct fs__height_field3 *in)
{
    const struct fs__surface3_pool pool = pool_of(w);
    struct fs_height_field3_view *f = &w->height_field;
    uint32_t row = fs__surface3_create_row(w, &pool), first = *w->height_point.rows;
    f->first_point[row] = first;
    f->points[row] = points_of(in);
    f->points_x[row] = in->points_x;
    f->points_z[row] = in->points_z;
    f->spacing[row] = in->spacing;
    f->low[row] = in->low;
    f->high[row] = in->high;
    fs__surface3_resize(w, table_of(w, FS__HEIGHT_FIELD3_TABLE_POINT), first + points_of(in));
    copy_points(w, first, in);
    return row + 1;
}

void fs__height_field3_release(struct fs_world3 *w, uint32_t row1)
{
    struct fs_height_field3_view *f = &w->height_field;
    struct fs_height_point3_view *p = &w->height_point;
    struct fs__height_field3 field;
    unsigned table = table_of(w, FS__HEIGHT_FIELD3_TABLE_FIELD);
    fs__height_field3_of(w, row1 - 1, &field);
    uint32_t first = f->first_point[row1 - 1], count = points_of(&field), rows = *p->rows;
    fs__surface3_cut_column(p->height, sizeof *p->height, first, count, rows);
    fs__surface3_cut_column(p->hole, sizeof *p->hole, first, count, rows);
    fs__surface3_resize(w, table_of(w, FS__HEIGHT_FIELD3_TABLE_POINT), rows - count);
    for (uint32_t i = 0; i < *f->rows; i++)
        fs__surface3_move_down(&f->first_point[i], first, count);
    (void)fs_pool_destroy(w->state, table, fs_pool_handle(w->state, table, row1 - 1));
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool sizes_valid(const struct fs_height_field3_view *f, uint32_t row)
{
    const uint32_t most = FS_HEIGHT_FIELD3_MAX_POINTS;
    return f->points_x[row] <= most && f->points_z[row] <= most &&
           f->points[row] == f->points_x[row] * f->points_z[row];
}

static bool field_valid(const struct fs_world3 *w, uint32_t row)
{
    struct fs__height_field3 field, measured;
    if (!sizes_valid(&w->height_field, row))
        return false;
    fs__height_field3_of(w, row, &field);
    measured = field;
    return fs__height_field3_measure(&measured) == FS_OK && measured.low == field.low && measured.high == field.high;
}

bool fs__height_field3_all_valid(const struct fs_world3 *w)
{
    const struct fs_height_field3_view *f = &w->height_field;
    if (f->rows == NULL)
        return true;
    const struct fs__surface3_pool pool = pool_of(w);
    if (!fs__surface3_ranges_valid(&pool, f->first_point, f->points, *w->height_point.rows))
        return false;
    for (uint32_t i = 0; i < *f->rows; i++)
        if (fs__world3_row_live(f->gen, i) && (!field_valid(w, i) || !fs__surface3_has_one_shape(w, &pool, i)))
            return false;
    return true;
}
