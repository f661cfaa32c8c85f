/* body_shape.c: shapes in the plane: values near a point, the fat boxes around them and how a row holds them. */
#include "physics2d/dimension.h"

#include <fixstep/shape2.h>

#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/geometry/time_of_impact.h"
#include "physics2d/world/world.h"

uint32_t fs_shape2_corners(const struct fs_world2 *w, uint32_t row, fs_pos2 corners[FS_GEOMETRY2_MAX_CORNERS])
{
    if (!fs__shape2_in_use(w, row))
        return 0;
    uint32_t count = w->shape.count[row];
    FS_ASSERT(count <= FS_GEOMETRY2_MAX_CORNERS);
    const fs_rel2 *at = &w->corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS];
    struct fs__large2 large;
    if (fs__shape2_is_large(w, row))
        fs__shape2_load_large(w, row, &large);
    for (uint32_t i = 0; i < count; i++)
        corners[i] = fs__shape2_is_large(w, row) ? large.corner[i]
                                                 : fs_pos2_make(fs_pos_from_rel(at[i].x), fs_pos_from_rel(at[i].y));
    return count;
}

void fs_shape2_geometry_near(const struct fs_world2 *w, uint32_t row, fs_pos2 near, fs_geometry2 *out, fs_pose2 *pose)
{
    struct fs__shape2_part part;
    if (!fs__shape2_in_use(w, row)) {
        memset(out, 0, sizeof *out);
        *pose = (fs_pose2){ { 0, 0 }, fs_rot2_identity() };
        return;
    }
    *pose = fs__body2_origin_pose(w, w->shape.body[row]);
    fs__shape2_load_part(w, row, pose->pos, near, &part);
    pose->pos = fs__shape2_shifted(pose->pos, part.shift);
    *out = part.geometry;
    for (unsigned i = out->count; i < FS_GEOMETRY2_MAX_CORNERS; i++) {
        out->corner[i] = fs_rel2_zero();
        out->normal[i] = fs_unit2_make(0, 0);
    }
}

void fs_shape2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *out)
{
    fs_pose2 pose;
    fs_pos2 near = fs__shape2_in_use(w, row) ? fs__body2_origin_pose(w, w->shape.body[row]).pos : fs_pos2_zero();
    fs_shape2_geometry_near(w, row, near, out, &pose);
}

/* ---- fat AABBs ------------------------------------------------------------------------------------------------- */

struct fs__body2_predicted_travel fs__body2_predict_travel(const struct fs_world2 *w, uint32_t body)
{
    struct fs__body2_predicted_travel r = { .left = 0 };
    FS_ASSERT(body < *w->body.rows);
    if (!fs__body2_is_fast(w, body))
        return r;
    uint32_t hz = fs__world2_pair_rate(w);
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

fs_aabb2 fs__shape2_aabb(const struct fs_world2 *w, uint32_t shape)
{
    FS_ASSERT(fs__shape2_in_use(w, shape));
    fs_pose2 pose = fs__body2_origin_pose(w, w->shape.body[shape]);
    struct fs__large2 large;
    fs_geometry2 value;
    if (fs__shape2_is_large(w, shape)) {
        fs__shape2_load_large(w, shape, &large);
        return fs__large2_aabb(&large, pose);
    }
    fs__shape2_load_geometry(w, shape, &value);
    return fs_geometry2_aabb(&value, pose);
}

static fs_pos level_length(const struct fs_world2 *w, uint32_t body, fs_rel length)
{
    return fs_pos_from_rel(length) >> fs__body2_level(w->body.extent[body]);
}

/* A margin saves new fat AABBs while the body moves less than the margin, and costs pairs of shapes that only come near. So
 * it shrinks by the distance of the next tick, down to what fits_fat_aabb() in fat_aabb.c asks for. */
static fs_pos fat_aabb_margin(const struct fs_world2 *w, uint32_t body, const struct fs__body2_predicted_travel *t)
{
    fs_pos most = level_length(w, body, FS__SHAPE2_FAT_AABB_MARGIN),
           least = level_length(w, body, FS__CONTACT2_MARGIN) / 2;
    fs_pos travel = fs_max64(fs_max64(t->left, t->right), fs_max64(t->down, t->up));
    return fs_max64(least, most - travel);
}

void fs__shape2_renew_fat_aabb(struct fs_world2 *w, uint32_t shape)
{
    FS_ASSERT(fs__shape2_in_use(w, shape) && w->shape.body[shape] < *w->body.rows);
    uint32_t body = w->shape.body[shape];
    fs_aabb2 box = fs__shape2_aabb(w, shape);
    struct fs__body2_predicted_travel travel = fs__body2_predict_travel(w, body);
    fs_pos margin = fat_aabb_margin(w, body, &travel);
    w->shape.fat_low[shape] = fs_pos2_make(fs_sat64_sub(box.low.x, margin + travel.left),
                                           fs_sat64_sub(box.low.y, margin + travel.down));
    w->shape.fat_high[shape] = fs_pos2_make(fs_sat64_add(box.high.x, margin + travel.right),
                                            fs_sat64_add(box.high.y, margin + travel.up));
    w->shape.flags[shape] |= FS_SHAPE2_MOVED;
}

void fs__shape2_update_fat_aabb(struct fs_world2 *w, uint32_t shape)
{
    fs__shape2_renew_fat_aabb(w, shape);
    if (w->scratch != NULL)
        w->scratch->broadphase_synced = false;
}

/* ---- adding --------------------------------------------------------------------------------------------------- */

static void store_geometry(struct fs_world2 *w, uint32_t row, const fs_geometry2 *shape)
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
}

/* A row of the shape table with its eight corners. corner2 has eight rows for every row that shape2 can have. */
static fs_result create_row(struct fs_world2 *w, const struct fs__shape2_value *value, fs_shape2 *out)
{
    FS_ASSERT(value->is_large || value->geometry.count <= FS_GEOMETRY2_MAX_CORNERS);
    fs_result result = fs__world2_create_row(w, FS__WORLD2_TABLE_SHAPE, &out->handle);
    uint32_t corners = *w->shape.rows * FS_GEOMETRY2_MAX_CORNERS;
    if (result == FS_OK && *w->corner.rows < corners)
        result = fs__world2_resize_rows(w, FS__WORLD2_TABLE_CORNER, corners);
    return result;
}

static void store_value(struct fs_world2 *w, uint32_t row, const struct fs__shape2_value *value)
{
    if (value->is_large) {
        fs__shape2_store_large(w, row, &value->large);
        w->shape.density[row] = 0;
    } else {
        store_geometry(w, row, &value->geometry);
    }
}

static void clear_value(struct fs_world2 *w, uint32_t row)
{
    size_t first = (size_t)row * FS_GEOMETRY2_MAX_CORNERS;
    memset(&w->corner.at[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.at);
    memset(&w->corner.normal[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.normal);
}

#include "physics/body/shape_row.inl"
