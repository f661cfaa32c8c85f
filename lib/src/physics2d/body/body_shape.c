/* body_shape.c: shapes on bodies: made, changed, destroyed, and the boxes kept around them.
 *
 * A body's shapes are a list through `sibling`, the newest first.
 */
#include <fixstep/body2.h>

#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/geometry/time_of_impact.h"
#include "physics2d/world/world.h"

enum { GIVEN_FLAGS = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS };

/* ---- handles -------------------------------------------------------------------------------------------------- */

fs_result fs_shape2_row(const struct fs_world2 *w, fs_shape2 form, uint32_t *row)
{
    return fs_pool_row(w->state, w->first_table + FS__WORLD2_TABLE_SHAPE, form.handle, row);
}

fs_shape2 fs_shape2_at(const struct fs_world2 *w, uint32_t row)
{
    return (fs_shape2){ fs_pool_handle(w->state, w->first_table + FS__WORLD2_TABLE_SHAPE, row) };
}

void fs_shape2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *out)
{
    fs__shape2_load_geometry(w, row, out);
    for (unsigned i = out->count; i < FS_GEOMETRY2_MAX_CORNERS; i++) {
        out->corner[i] = fs_rel2_zero();
        out->normal[i] = fs_unit2_make(0, 0);
    }
}

/* ---- boxes ---------------------------------------------------------------------------------------------------- */

struct fs__body2_predicted_travel fs__body2_predict_travel(const struct fs_world2 *w, uint32_t body)
{
    struct fs__body2_predicted_travel r = { .left = 0 };
    if (!fs__body2_is_fast(w, body))
        return r;
    uint32_t hz = *w->world.hz;
    fs_pos rim =
        fs_round_shift64((int64_t)fs_uabs32(w->body.angular_velocity[body]) * w->body.extent[body], FS_REL_FRAC) + 1;
    fs_pos x = fs_pos_advance(0, w->body.vel[body].x, hz), y = fs_pos_advance(0, w->body.vel[body].y, hz);
    rim = fs_pos_advance(0, (fs_vel)fs_min64(rim, FS__WORLD2_MAX_SPEED), hz);
    r.left = fs_min64(rim + fs_max64(-x, 0), FS__BODY2_MAX_PREDICTED_TRAVEL);
    r.right = fs_min64(rim + fs_max64(x, 0), FS__BODY2_MAX_PREDICTED_TRAVEL);
    r.down = fs_min64(rim + fs_max64(-y, 0), FS__BODY2_MAX_PREDICTED_TRAVEL);
    r.up = fs_min64(rim + fs_max64(y, 0), FS__BODY2_MAX_PREDICTED_TRAVEL);
    return r;
}

void fs__shape2_update_fat_aabb(struct fs_world2 *w, uint32_t shape)
{
    fs_geometry2 value;
    fs__shape2_load_geometry(w, shape, &value);
    uint32_t body = w->shape.body[shape];
    fs_aabb2 box = fs_geometry2_aabb(&value, fs__body2_origin_pose(w, body));
    fs_pos room = (fs_pos)FS__SHAPE2_FAT_AABB_MARGIN << (FS_POS_FRAC - FS_REL_FRAC);
    struct fs__body2_predicted_travel ahead = fs__body2_predict_travel(w, body);
    w->shape.fat_low[shape] = fs_pos2_make(fs_sat64_sub(box.low.x, room + ahead.left),
                                           fs_sat64_sub(box.low.y, room + ahead.down));
    w->shape.fat_high[shape] = fs_pos2_make(fs_sat64_add(box.high.x, room + ahead.right),
                                            fs_sat64_add(box.high.y, room + ahead.up));
    w->shape.flags[shape] |= FS_SHAPE2_MOVED;
    if (w->scratch != NULL)
        w->scratch->broadphase_synced = false;
}

/* ---- making --------------------------------------------------------------------------------------------------- */

fs_shape2_def fs_default_shape2_def(void)
{
    return (fs_shape2_def){ .density = FS_WIDE_ONE, .category = 1, .mask = UINT32_MAX };
}

bool fs__shape2_def_valid(const struct fs_world2 *w, const fs_shape2_def *def)
{
    return def->material < *w->material.rows && def->density >= 0 && (def->flags & ~(uint32_t)GIVEN_FLAGS) == 0;
}

static void fill(struct fs_world2 *w, uint32_t row, const fs_geometry2 *shape, const fs_shape2_def *def)
{
    size_t first = (size_t)row * FS_GEOMETRY2_MAX_CORNERS;
    w->shape.kind[row] = shape->kind;
    w->shape.count[row] = shape->count;
    w->shape.radius[row] = shape->radius;
    w->shape.thickness[row] = fs__geometry2_thickness(shape);
    memset(&w->corner.at[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *shape->corner);
    memset(&w->corner.normal[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *shape->normal);
    memcpy(&w->corner.at[first], shape->corner, shape->count * sizeof *shape->corner);
    memcpy(&w->corner.normal[first], shape->normal, shape->count * sizeof *shape->normal);
    w->shape.flags[row] = (uint16_t)def->flags;
    w->shape.material[row] = def->material;
    w->shape.group[row] = def->group;
    w->shape.category[row] = def->category;
    w->shape.mask[row] = def->mask;
    w->shape.density[row] = def->density;
    w->shape.user[row] = def->user;
}

/* A row of the shape table with its eight corners. */
static fs_result take_row(struct fs_world2 *w, fs_shape2 *out)
{
    fs_result result = fs_pool_create(w->state, w->first_table + FS__WORLD2_TABLE_SHAPE, &out->handle);
    uint32_t corners = *w->shape.rows * FS_GEOMETRY2_MAX_CORNERS;
    if (result == FS_OK && *w->corner.rows < corners)
        result = fs_rows_resize(w->state, w->first_table + FS__WORLD2_TABLE_CORNER, corners);
    return result;
}

fs_result fs__shape2_add(struct fs_world2 *w, uint32_t body, const fs_geometry2 *shape, const fs_shape2_def *def,
                         fs_shape2 *out)
{
    fs_result result = take_row(w, out);
    if (result != FS_OK)
        return result;
    uint32_t row = out->handle.index1 - 1;
    fill(w, row, shape, def);
    w->shape.body[row] = body;
    w->shape.sibling[row] = w->body.first_shape[body];
    w->body.first_shape[body] = row + 1;
    fs__shape2_update_fat_aabb(w, row);
    return FS_OK;
}

fs_result fs_shape2_create(struct fs_world2 *w, fs_body2 body, const fs_geometry2 *shape, const fs_shape2_def *def,
                           fs_shape2 *out)
{
    uint32_t row;
    out->handle = (fs_handle){ 0, 0 };
    fs_result result = fs_body2_row(w, body, &row);
    if (result != FS_OK)
        return result;
    bool heavy_line = shape->kind == FS_GEOMETRY2_SEGMENT && def->density > 0 && fs__body2_is_dynamic(w, row);
    if (!fs_geometry2_valid(shape) || !fs__shape2_def_valid(w, def) || heavy_line)
        return FS_E_ARGUMENT;
    result = fs__shape2_add(w, row, shape, def, out);
    if (result != FS_OK)
        return result;
    fs__body2_wake_row(w, row);
    fs__body2_update_mass(w, row);
    return FS_OK;
}

/* ---- destroying, changing ------------------------------------------------------------------------------------- */

static void unlink_shape(struct fs_world2 *w, uint32_t body, uint32_t shape)
{
    uint32_t *at = &w->body.first_shape[body];
    while (*at != 0 && *at != shape + 1)
        at = &w->shape.sibling[*at - 1];
    if (*at != 0)
        *at = w->shape.sibling[shape];
}

void fs__shape2_destroy_row(struct fs_world2 *w, uint32_t shape)
{
    size_t first = (size_t)shape * FS_GEOMETRY2_MAX_CORNERS;
    unlink_shape(w, w->shape.body[shape], shape);
    memset(&w->corner.at[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.at);
    memset(&w->corner.normal[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.normal);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLD2_TABLE_SHAPE, fs_shape2_at(w, shape).handle);
    if (w->scratch != NULL)
        w->scratch->broadphase_synced = false;
}

fs_result fs_shape2_destroy(struct fs_world2 *w, fs_shape2 form)
{
    uint32_t row;
    fs_result result = fs_shape2_row(w, form, &row);
    if (result != FS_OK)
        return result;
    uint32_t body = w->shape.body[row];
    fs__contact2_destroy_of_body(w, body, row);
    fs__shape2_destroy_row(w, row);
    fs__body2_wake_row(w, body);
    fs__body2_update_mass(w, body);
    return FS_OK;
}

fs_result fs_shape2_set_filter(struct fs_world2 *w, fs_shape2 form, uint32_t category, uint32_t mask, int16_t group)
{
    uint32_t row;
    fs_result result = fs_shape2_row(w, form, &row);
    if (result != FS_OK)
        return result;
    fs__contact2_destroy_of_body(w, w->shape.body[row], row);
    fs__body2_wake_row(w, w->shape.body[row]);
    w->shape.category[row] = category;
    w->shape.mask[row] = mask;
    w->shape.group[row] = group;
    fs__shape2_update_fat_aabb(w, row);
    return FS_OK;
}

fs_result fs_shape2_set_material(struct fs_world2 *w, fs_shape2 form, uint16_t material)
{
    uint32_t row;
    fs_result result = fs_shape2_row(w, form, &row);
    if (result == FS_OK && material >= *w->material.rows)
        result = FS_E_ARGUMENT;
    if (result != FS_OK)
        return result;
    fs__body2_wake_row(w, w->shape.body[row]);
    w->shape.material[row] = material;
    return FS_OK;
}
