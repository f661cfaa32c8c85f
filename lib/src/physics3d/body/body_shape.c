/* body_shape.c: shapes in space: values near a point, the fat boxes around them and how a row holds them. */
#include "physics3d/dimension.h"

#include <fixstep/shape3.h>

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/body/surface.h"
#include "physics3d/world/world.h"

void fs_shape3_geometry_near(const struct fs_world3 *w, uint32_t row, fs_pos3 near, fs_geometry3 *out, fs_hull3 *hull,
                             fs_pose3 *pose)
{
    struct fs__shape3_part part;
    if (!fs__shape3_in_use(w, row)) {
        memset(out, 0, sizeof *out);
        *pose = (fs_pose3){ fs_pos3_zero(), fs_quat_identity() };
        return;
    }
    *pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs__shape3_load_part(w, row, pose->pos, near, hull, &part);
    pose->pos = fs__shape3_shifted(pose->pos, part.shift);
    *out = part.geometry;
    if (out->hull != NULL && hull != NULL) {
        *hull = *out->hull;
        out->hull = hull;
    } else if (out->hull != NULL) {
        memset(out, 0, sizeof *out);
    }
}

/* ---- fat AABBs ------------------------------------------------------------------------------------------------- */

static fs_pos travel_along(fs_pos rim, fs_pos way)
{
    return fs_min64(rim + fs_max64(way, 0), FS__BODY3_MAX_PREDICTED_TRAVEL);
}

struct fs__body3_predicted_travel fs__body3_predict_travel(const struct fs_world3 *w, uint32_t body)
{
    struct fs__body3_predicted_travel r = { .low = { 0, 0, 0 } };
    FS_ASSERT(body < *w->body.rows);
    if (!fs__body3_is_fast(w, body))
        return r;
    uint32_t hz = fs__world3_pair_rate(w);
    uint64_t speed = fs__body3_rim_speed(w->body.angular_velocity[body], w->body.extent[body]) + 1;
    fs_pos rim = fs_pos_advance(0, (fs_vel)fs_min_u64(speed, (uint64_t)FS__WORLD3_MAX_SPEED), hz);
    fs_pos3 way = fs_pos3_advance(fs_pos3_zero(), w->body.vel[body], hz);
    r.low = fs_pos3_make(travel_along(rim, -way.x), travel_along(rim, -way.y), travel_along(rim, -way.z));
    r.high = fs_pos3_make(travel_along(rim, way.x), travel_along(rim, way.y), travel_along(rim, way.z));
    return r;
}

/* The absolute values of the rows of m, applied to a box's half sides: an upper bound of its half extent along an axis. */
static fs_pos half_extent(fs_unit3 row, fs_wide3 half)
{
    return fs_sat64_add(fs_sat64_add(fs_mul64(half.x, (int64_t)fs_uabs32(row.x) + 1, FS_UNIT_FRAC),
                                     fs_mul64(half.y, (int64_t)fs_uabs32(row.y) + 1, FS_UNIT_FRAC)),
                        fs_mul64(half.z, (int64_t)fs_uabs32(row.z) + 1, FS_UNIT_FRAC)) +
           4;
}

static fs_pos rotate_axis(fs_unit3 row, fs_pos3 v)
{
    return fs_sat64_add(fs_sat64_add(fs_mul64(v.x, row.x, FS_UNIT_FRAC), fs_mul64(v.y, row.y, FS_UNIT_FRAC)),
                        fs_mul64(v.z, row.z, FS_UNIT_FRAC));
}

fs_pos3 fs__shape3_large_centre(const struct fs_world3 *w, uint32_t row)
{
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs_mat3 m = fs_mat3_from_quat(pose.rot);
    fs_pos3 c = w->shape.centre[row];
    return fs_pos3_add(pose.pos, fs_pos3_make(rotate_axis(m.x, c), rotate_axis(m.y, c), rotate_axis(m.z, c)));
}

static fs_aabb3 large_aabb(const struct fs_world3 *w, uint32_t row)
{
    fs_quat body = w->body.rot[w->shape.body[row]];
    fs_mat3 m = fs_mat3_mul(fs_mat3_from_quat(body), fs_mat3_from_quat(w->shape.rot[row]));
    fs_pos3 middle = fs__shape3_large_centre(w, row);
    fs_wide3 h = w->shape.half[row];
    fs_pos3 half = fs_pos3_make(half_extent(m.x, h), half_extent(m.y, h), half_extent(m.z, h));
    return (fs_aabb3){ fs_pos3_sub(middle, half), fs_pos3_add(middle, half) };
}

fs_aabb3 fs__shape3_aabb(const struct fs_world3 *w, uint32_t shape)
{
    FS_ASSERT(fs__shape3_in_use(w, shape));
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[shape]);
    fs_geometry3 value;
    fs_hull3 hull;
    if (fs__shape3_is_large(w, shape))
        return large_aabb(w, shape);
    fs__shape3_load_geometry(w, shape, &value, &hull);
    return fs_geometry3_aabb(&value, pose);
}

void fs__shape3_renew_fat_aabb(struct fs_world3 *w, uint32_t shape)
{
    FS_ASSERT(fs__shape3_in_use(w, shape) && w->shape.body[shape] < *w->body.rows);
    uint32_t body = w->shape.body[shape];
    fs_aabb3 box = fs__shape3_aabb(w, shape);
    fs_pos margin = (fs_pos)FS__SHAPE3_FAT_AABB_MARGIN << (FS_POS_FRAC - FS_REL_FRAC);
    struct fs__body3_predicted_travel travel = fs__body3_predict_travel(w, body);
    fs_pos3 around = fs_pos3_make(margin, margin, margin);
    w->shape.fat_low[shape] = fs_pos3_sub(box.low, fs_pos3_add(around, travel.low));
    w->shape.fat_high[shape] = fs_pos3_add(box.high, fs_pos3_add(around, travel.high));
    w->shape.flags[shape] |= FS_SHAPE3_MOVED;
}

void fs__shape3_update_fat_aabb(struct fs_world3 *w, uint32_t shape)
{
    fs__shape3_renew_fat_aabb(w, shape);
    if (w->scratch != NULL)
        w->scratch->broadphase_synced = false;
}

/* ---- adding --------------------------------------------------------------------------------------------------- */

static fs_pos3 to_pos3(fs_rel3 p)
{
    return fs_pos3_make(fs_pos_from_rel(p.x), fs_pos_from_rel(p.y), fs_pos_from_rel(p.z));
}

static void store_value(struct fs_world3 *w, uint32_t row, const struct fs__shape3_value *value)
{
    const fs_geometry3 *g = &value->geometry;
    fs_pos3 half = value->is_large ? value->half : to_pos3(g->half),
            centre = value->is_large ? value->centre : to_pos3(g->centre);
    w->shape.kind[row] = g->kind;
    if (value->surface != NULL) {
        fs__surface3_take(w, row, value->surface);
        fs__surface3_box(w, row, &centre, &half);
    }
    w->shape.rot[row] = g->rot;
    w->shape.centre[row] = centre;
    w->shape.half[row] = fs_wide3_make(half.x, half.y, half.z);
    w->shape.radius[row] = g->radius;
    w->shape.thickness[row] = value->is_large ? 0 : fs__geometry3_thickness(g);
    if (value->is_large) {
        w->shape.flags[row] |= FS__SHAPE3_LARGE;
        w->shape.density[row] = 0;
    }
    if (g->kind == FS_GEOMETRY3_HULL)
        w->shape.hull[row] = fs__hull3_take(w, g->hull);
}

static fs_result create_row(struct fs_world3 *w, const struct fs__shape3_value *value, fs_shape3 *out)
{
    fs_result result = FS_OK;
    if (value->geometry.kind == FS_GEOMETRY3_HULL)
        result = fs__hull3_check_room(w, value->geometry.hull);
    else if (value->surface != NULL)
        result = fs__surface3_check_room(w, value->surface);
    return result == FS_OK ? fs__world3_create_row(w, FS__WORLD3_TABLE_SHAPE, &out->handle) : result;
}

static void clear_value(struct fs_world3 *w, uint32_t row)
{
    if (fs__shape3_is_surface(w, row))
        fs__surface3_release(w, row);
    else if (w->shape.hull[row] != 0)
        fs__hull3_release(w, w->shape.hull[row]);
}

#include "physics/body/shape_row.inl"
