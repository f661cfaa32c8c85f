/* plane_row.c: half-spaces and planes as rows of shape3.
 *
 * `rot` is (n, 0) with the unit normal n; `centre` and `half` are the box that bounds the shape. Of a normal along an axis the
 * box of a half-space ends at the plane, and that of a plane is flat; any other box is a cube about the plane's point nearest the
 * body's origin. So the place of the plane follows from the box.
 */
#include "physics3d/dimension.h"

#include "physics3d/body/plane_row.h"
#include "physics3d/world/world.h"

#define REACH FS_SHAPE3_MAX_EXTENT

enum { NO_AXIS = 3 };

/* The axis that the normal is along, or NO_AXIS. */
static unsigned axis_of(fs_unit3 n)
{
    return (n.y | n.z) == 0 ? 0 : (n.x | n.z) == 0 ? 1 : (n.x | n.y) == 0 ? 2 : NO_AXIS;
}

static fs_pos *part_of(fs_pos3 *v, unsigned axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

static int sign_of(fs_unit3 n)
{
    return n.x + n.y + n.z < 0 ? -1 : 1;
}

/* The middle and the half sides of the box. */
static void box_of(const struct fs__plane3 *p, fs_pos3 *centre, fs_pos3 *half)
{
    const unsigned axis = axis_of(p->normal);
    *centre = fs__plane3_foot(p);
    *half = fs_pos3_make(REACH, REACH, REACH);
    if (axis == NO_AXIS)
        return;
    *part_of(half, axis) = p->two_sided ? 0 : REACH / 2;
    *part_of(centre, axis) -= sign_of(p->normal) * *part_of(half, axis);
}

void fs__plane3_of(const struct fs_world3 *w, uint32_t shape, struct fs__plane3 *out)
{
    const fs_quat q = w->shape.rot[shape];
    const struct fs__plane3 through_origin = { .normal = fs_unit3_make(q.x, q.y, q.z) };
    fs_pos3 at = w->shape.centre[shape];
    const fs_wide3 h = w->shape.half[shape];
    fs_pos3 half = fs_pos3_make(h.x, h.y, h.z);
    const unsigned axis = axis_of(through_origin.normal);
    if (axis != NO_AXIS)
        *part_of(&at, axis) += sign_of(through_origin.normal) * *part_of(&half, axis);
    *out = (struct fs__plane3){ through_origin.normal, fs__plane3_height(&through_origin, at),
                                w->shape.kind[shape] == FS_SHAPE3_PLANE };
}

fs_aabb3 fs__plane3_bounds(const struct fs__plane3 *plane)
{
    fs_pos3 centre, half;
    box_of(plane, &centre, &half);
    return (fs_aabb3){ fs_pos3_sub(centre, half), fs_pos3_add(centre, half) };
}

/* The value of a new shape; the normal is a unit vector. */
static void set_value(const struct fs__plane3 *plane, struct fs__shape3_value *out)
{
    const fs_unit3 n = plane->normal;
    *out = (struct fs__shape3_value){ .geometry = { .kind = plane->two_sided ? FS_SHAPE3_PLANE : FS_SHAPE3_HALF_SPACE,
                                                    .rot = { n.x, n.y, n.z, 0 } },
                                      .is_large = true };
    box_of(plane, &out->centre, &out->half);
}

/* ---- making --------------------------------------------------------------------------------------------------- */

static fs_result create(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, struct fs__plane3 plane,
                        fs_shape3 *out)
{
    const fs_shape3_def usual = fs_default_shape3_def();
    const struct fs__range offset = { "offset", plane.offset, -REACH, REACH, FS_POS_FRAC };
    struct fs__shape3_value value;
    uint32_t row;
    if (out != NULL)
        *out = (fs_shape3){ { 0, 0 } };
    fs_result result = fs__body3_find_static(w, body, "a half-space or plane needs a static body", &row);
    if (result == FS_OK)
        result = fs__error3_check_unit(w, &offset, 1, " m", "");
    if (result == FS_OK && !fs_unit3_normalise(plane.normal, &plane.normal))
        result = fs__error3_set(w, FS_E_ARGUMENT, "the normal of a plane is zero");
    if (result != FS_OK)
        return result;
    set_value(&plane, &value);
    return fs__shape3_add_valid(w, row, def != NULL ? def : &usual, &value, out);
}

fs_result fs_shape3_create_half_space(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_unit3 normal,
                                      fs_pos offset, fs_shape3 *out)
{
    return create(w, body, def, (struct fs__plane3){ normal, offset, false }, out);
}

fs_result fs_shape3_create_plane(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_unit3 normal,
                                 fs_pos offset, fs_shape3 *out)
{
    return create(w, body, def, (struct fs__plane3){ normal, offset, true }, out);
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool is_within(fs_pos v)
{
    return v >= -REACH && v <= REACH;
}

/* So that nothing overflows in what follows. */
static bool is_near(const struct fs_world3 *w, uint32_t shape)
{
    const fs_pos3 c = w->shape.centre[shape];
    const fs_wide3 h = w->shape.half[shape];
    return is_within(c.x / 2) && is_within(c.y / 2) && is_within(c.z / 2) && is_within(h.x) && is_within(h.y) &&
           is_within(h.z);
}

/* The box of a normal along an axis follows from the place of the plane; that of another is a cube around any point of it. */
static bool box_valid(const struct fs_world3 *w, uint32_t shape)
{
    const fs_pos3 c = w->shape.centre[shape];
    const fs_wide3 h = w->shape.half[shape];
    struct fs__plane3 plane;
    fs_pos3 centre, half;
    fs__plane3_of(w, shape, &plane);
    box_of(&plane, &centre, &half);
    if (h.x != half.x || h.y != half.y || h.z != half.z)
        return false;
    return axis_of(plane.normal) == NO_AXIS ? is_within(c.x) && is_within(c.y) && is_within(c.z)
                                            : is_within(plane.offset) && fs_pos3_eq(c, centre);
}

bool fs__plane3_row_valid(const struct fs_world3 *w, uint32_t shape)
{
    const fs_quat q = w->shape.rot[shape];
    const fs_geometry3 unit = { .kind = FS_GEOMETRY3_BOX, .half = { FS_REL_ONE, FS_REL_ONE, FS_REL_ONE }, .rot = q };
    return w->shape.kind[shape] <= FS_SHAPE3_PLANE && w->shape.hull[shape] == 0 &&
           w->body.type[w->shape.body[shape]] == FS_BODY3_STATIC && q.w == 0 && fs_geometry3_valid(&unit) &&
           is_near(w, shape) && box_valid(w, shape);
}
