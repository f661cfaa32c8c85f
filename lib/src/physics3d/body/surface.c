/* surface.c: meshes, height fields and planes as shapes of static bodies. */
#include "physics3d/dimension.h"

#include "physics3d/body/surface.h"

#include "physics3d/body/body.h"
#include "physics3d/body/height_row.h"
#include "physics3d/body/mesh_row.h"
#include "physics3d/body/plane_row.h"
#include "physics3d/world/world.h"

static bool is_field(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] == FS_SHAPE3_HEIGHT_FIELD;
}

/* ---- columns -------------------------------------------------------------------------------------------------- */

void fs__surface3_of(const struct fs_world3 *w, uint32_t shape, struct fs__surface3 *out)
{
    uint32_t row = w->shape.hull[shape] - 1;
    FS_ASSERT(fs__shape3_is_surface(w, shape));
    if (fs__shape3_is_plane(w, shape)) {
        fs__plane3_of(w, shape, &out->plane);
        out->source = fs__plane3_source(&out->plane);
        out->box = fs__plane3_bounds(&out->plane);
    } else if (is_field(w, shape)) {
        fs__height_field3_of(w, row, &out->field);
        out->source = fs__height_field3_source(&out->field);
        out->box = fs__height_field3_bounds(&out->field);
    } else {
        fs__mesh3_of(w, row, &out->mesh);
        out->source = fs__mesh3_source(&out->mesh);
        out->box = fs__mesh3_bounds(&out->mesh);
    }
}

static fs_pos middle_of(fs_pos low, fs_pos high)
{
    return low + (high - low) / 2;
}

void fs__surface3_box(const struct fs_world3 *w, uint32_t shape, fs_pos3 *centre, fs_pos3 *half)
{
    struct fs__surface3 s;
    fs__surface3_of(w, shape, &s);
    *centre = fs_pos3_make(middle_of(s.box.low.x, s.box.high.x), middle_of(s.box.low.y, s.box.high.y),
                           middle_of(s.box.low.z, s.box.high.z));
    *half = fs_pos3_sub(s.box.high, *centre);
}

/* ---- making and destroying ------------------------------------------------------------------------------------ */

fs_result fs__surface3_check_room(struct fs_world3 *w, const struct fs__surface3_input *in)
{
    return in->mesh != NULL ? fs__mesh3_check_room(w, in->mesh) : fs__height_field3_check_room(w, in->field);
}

void fs__surface3_take(struct fs_world3 *w, uint32_t shape, const struct fs__surface3_input *in)
{
    w->shape.hull[shape] = in->mesh != NULL ? fs__mesh3_take(w, in->mesh) : fs__height_field3_take(w, in->field);
}

void fs__surface3_release(struct fs_world3 *w, uint32_t shape)
{
    if (is_field(w, shape))
        fs__height_field3_release(w, w->shape.hull[shape]);
    else if (!fs__shape3_is_plane(w, shape))
        fs__mesh3_release(w, w->shape.hull[shape]);
}

fs_result fs__body3_find_static(struct fs_world3 *w, fs_body3 body, const char *message, uint32_t *row)
{
    fs_result result = fs__body3_find(w, body, row);
    if (result == FS_OK && w->body.type[*row] != FS_BODY3_STATIC)
        result = fs__error3_set(w, FS_E_ARGUMENT, message);
    return result;
}

static fs_result add_surface(struct fs_world3 *w, uint32_t body, const fs_shape3_def *def, uint8_t kind,
                             const struct fs__surface3_input *in, fs_shape3 *out)
{
    const fs_shape3_def usual = fs_default_shape3_def();
    const struct fs__shape3_value value = { .geometry = { .kind = kind, .rot = fs_quat_identity() },
                                            .is_large = true,
                                            .surface = in };
    return fs__shape3_add_valid(w, body, def != NULL ? def : &usual, &value, out);
}

static void clear_handle(fs_shape3 *out)
{
    if (out != NULL)
        *out = (fs_shape3){ { 0, 0 } };
}

fs_result fs_shape3_create_mesh(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, const fs_pos3 *vertices,
                                uint32_t vertex_count, const uint32_t *indices, uint32_t triangle_count, fs_shape3 *out)
{
    const struct fs__mesh3_input in = { vertices, indices, vertex_count, triangle_count };
    uint32_t row;
    clear_handle(out);
    fs_result result = fs__body3_find_static(w, body, "a mesh needs a static body", &row);
    if (result == FS_OK)
        result = fs__mesh3_check_input(w, &in);
    if (result != FS_OK)
        return result;
    return add_surface(w, row, def, FS_SHAPE3_MESH, &(struct fs__surface3_input){ .mesh = &in }, out);
}

fs_result fs_shape3_create_height_field(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def,
                                        const fs_pos *heights, const uint8_t *holes, uint32_t points_x,
                                        uint32_t points_z, fs_pos spacing, fs_shape3 *out)
{
    struct fs__height_field3 in = { .height = heights,
                                    .hole = holes,
                                    .spacing = spacing,
                                    .points_x = points_x,
                                    .points_z = points_z };
    uint32_t row;
    clear_handle(out);
    fs_result result = fs__body3_find_static(w, body, "a height field needs a static body", &row);
    if (result == FS_OK)
        result = fs__height_field3_check_input(w, &in);
    if (result != FS_OK)
        return result;
    return add_surface(w, row, def, FS_SHAPE3_HEIGHT_FIELD, &(struct fs__surface3_input){ .field = &in }, out);
}

/* ---- seen from a point ---------------------------------------------------------------------------------------- */

void fs__shape3_load_ground(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__shape3_ground *out)
{
    struct fs__shape3_part part;
    FS_ASSERT(fs__shape3_is_surface(w, row));
    out->pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs__shape3_load_part(w, row, out->pose.pos, near, NULL, &part);
    out->origin = fs__window3_to_ground(out->pose, part.shift);
    out->pose.pos = fs__shape3_shifted(out->pose.pos, part.shift);
    fs__surface3_of(w, row, &out->surface);
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool has_row(const struct fs_world3 *w, uint32_t shape)
{
    uint32_t row1 = w->shape.hull[shape];
    if (is_field(w, shape))
        return w->height_field.rows != NULL && row1 != 0 && row1 <= *w->height_field.rows &&
               fs__world3_row_live(w->height_field.gen, row1 - 1);
    return w->shape.kind[shape] == FS_SHAPE3_MESH && w->mesh.rows != NULL && row1 != 0 && row1 <= *w->mesh.rows &&
           fs__world3_row_live(w->mesh.gen, row1 - 1);
}

bool fs__surface3_shape_valid(const struct fs_world3 *w, uint32_t shape)
{
    fs_pos3 centre, half;
    fs_quat q = w->shape.rot[shape], own = fs_quat_identity();
    if (fs__shape3_is_plane(w, shape))
        return fs__plane3_row_valid(w, shape);
    if (!has_row(w, shape) || w->body.type[w->shape.body[shape]] != FS_BODY3_STATIC)
        return false;
    fs__surface3_box(w, shape, &centre, &half);
    return fs_pos3_eq(w->shape.centre[shape], centre) && w->shape.half[shape].x == half.x &&
           w->shape.half[shape].y == half.y && w->shape.half[shape].z == half.z && q.x == own.x && q.y == own.y &&
           q.z == own.z && q.w == own.w;
}

bool fs__surface3_all_valid(const struct fs_world3 *w)
{
    return fs__mesh3_all_valid(w) && fs__height_field3_all_valid(w);
}
