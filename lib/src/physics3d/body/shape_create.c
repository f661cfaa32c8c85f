/* shape_create.c: shapes from points and lengths in the body's frame.
 *
 * A shape within the range of fs_geometry3 is made as one, so that it fits every body; only a box that does not fit becomes
 * a large shape of a static body.
 */
#include <fixstep/shape3.h>

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/world/world.h"

/* Limits of geometry3.h in Q32.32 m. */
#define MIN_SIZE ((fs_pos)FS_GEOMETRY3_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC))
#define MAX_SMALL_EXTENT ((fs_pos)FS_GEOMETRY3_MAX_EXTENT << (FS_POS_FRAC - FS_REL_FRAC))

enum { GIVEN_FLAGS = FS_SHAPE3_SENSOR | FS_SHAPE3_CONTACT_EVENTS | FS_SHAPE3_HIT_EVENTS };

fs_shape3_def fs_default_shape3_def(void)
{
    return (fs_shape3_def){ .static_friction = FS_SHAPE3_OF_MATERIAL,
                            .dynamic_friction = FS_SHAPE3_OF_MATERIAL,
                            .restitution = FS_SHAPE3_OF_MATERIAL,
                            .density = FS_WIDE_ONE,
                            .category = 1,
                            .mask = UINT32_MAX };
}

/* What a creator was given: lengths by name, points, a rotation. */
enum { MAX_LENGTHS = 3 };
struct input {
    struct length {
        const char *name;
        fs_pos value;
    } length[MAX_LENGTHS]; /* half sides, half heights, radii: those with a name */
    const fs_pos3 *point;
    uint32_t points;
    const fs_quat *rot; /* NULL: none was given */
};

/* ---- checks --------------------------------------------------------------------------------------------------- */

fs_result fs__shape3_check_def(struct fs_world3 *w, const fs_shape3_def *def)
{
    const struct fs__range density = { "density", def->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC };
    fs_result result = fs__error3_check(w, &density, 1);
    if (result == FS_OK && (def->flags & ~(uint32_t)GIVEN_FLAGS) != 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "flags has a bit that a shape cannot be created with");
    return result == FS_OK ? fs__shape3_check_surface(w, def) : result;
}

static fs_result check_point(struct fs_world3 *w, fs_pos3 p, fs_pos most, const char *note)
{
    const struct fs__range ranges[] = { { "point.x", p.x, -most, most, FS_POS_FRAC },
                                        { "point.y", p.y, -most, most, FS_POS_FRAC },
                                        { "point.z", p.z, -most, most, FS_POS_FRAC } };
    return fs__error3_check_unit(w, ranges, 3, " m", note);
}

/* Every number within its range, and within `most`. */
static fs_result check_input(struct fs_world3 *w, const struct input *in, fs_pos most, const char *note)
{
    fs_result result = FS_OK;
    for (unsigned i = 0; i < MAX_LENGTHS && in->length[i].name != NULL && result == FS_OK; i++) {
        const struct fs__range range = { in->length[i].name, in->length[i].value, MIN_SIZE, most, FS_POS_FRAC };
        result = fs__error3_check_unit(w, &range, 1, " m", note);
    }
    for (uint32_t i = 0; i < in->points && result == FS_OK; i++)
        result = check_point(w, in->point[i], most, note);
    if (result == FS_OK && in->rot != NULL && (in->rot->x | in->rot->y | in->rot->z | in->rot->w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot is zero: it has no direction");
    return result;
}

/* The sentence for a shape whose numbers are in their ranges and that could not be made. */
static fs_result explain(struct fs_world3 *w, fs_result made)
{
    switch (made) {
    case FS_E_DEGENERATE:
        return fs__error3_set(w, made, "the points are closer than 1/1024 m, span no volume or are fewer than 4");
    case FS_E_CAPACITY:
        return fs__error3_set(w, made, "the hull has more than 64 corners, or there are more than 256 points");
    default: return fs__error3_set(w, made, "a point of the shape is beyond 16 m of the body's origin");
    }
}

/* ---- on a body ------------------------------------------------------------------------------------------------ */

fs_result fs__shape3_add_valid(struct fs_world3 *w, uint32_t row, const fs_shape3_def *def,
                               const struct fs__shape3_value *value, fs_shape3 *out)
{
    fs_shape3 shape = { { 0, 0 } };
    fs_result result = fs__shape3_check_def(w, def);
    if (result == FS_OK)
        result = fs__shape3_add(w, row, def, value, &shape);
    if (result != FS_OK)
        return result;
    fs__body3_update_mass(w, row);
    if (out != NULL)
        *out = shape;
    return FS_OK;
}

/* `largest`: of the coordinates and lengths on a static body; others keep to 16 m. */
static fs_result begin(struct fs_world3 *w, fs_body3 body, const struct input *in, fs_pos largest, uint32_t *row,
                       fs_shape3 *out)
{
    if (out != NULL)
        *out = (fs_shape3){ { 0, 0 } };
    fs_result result = fs__body3_find(w, body, row);
    if (result != FS_OK)
        return result;
    bool is_static = w->body.type[*row] == FS_BODY3_STATIC;
    return check_input(w, in, is_static ? largest : MAX_SMALL_EXTENT,
                       is_static || largest == MAX_SMALL_EXTENT ? "" : " on a body that is not static");
}

static fs_result finish(struct fs_world3 *w, uint32_t row, const fs_shape3_def *def, fs_result made,
                        const struct fs__shape3_value *value, fs_shape3 *out)
{
    const fs_shape3_def usual = fs_default_shape3_def();
    if (made != FS_OK)
        return explain(w, made);
    return fs__shape3_add_valid(w, row, def != NULL ? def : &usual, value, out);
}

static fs_rel3 to_rel3(fs_pos3 p)
{
    return fs_rel3_make(fs_rel_from_pos(p.x), fs_rel_from_pos(p.y), fs_rel_from_pos(p.z));
}

/* ---- creators ------------------------------------------------------------------------------------------------- */

static bool fits_rel(fs_pos3 p)
{
    const uint64_t most = (uint64_t)MAX_SMALL_EXTENT;
    return fs_uabs64(p.x) <= most && fs_uabs64(p.y) <= most && fs_uabs64(p.z) <= most;
}

static fs_result make_box(fs_pos3 half, fs_pos3 centre, fs_quat rot, bool is_static, struct fs__shape3_value *v)
{
    fs_result made = FS_E_ARGUMENT;
    if (fits_rel(half) && fits_rel(centre))
        made = fs_geometry3_box(to_rel3(half), to_rel3(centre), rot, &v->geometry);
    v->is_large = made == FS_E_ARGUMENT && is_static;
    if (!v->is_large)
        return made;
    v->half = half;
    v->centre = centre;
    v->geometry = (fs_geometry3){ .kind = FS_GEOMETRY3_BOX, .rot = fs_quat_normalise(rot) };
    return FS_OK;
}

fs_result fs_shape3_create_box_at(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 half,
                                  fs_pos3 centre, fs_quat rot, fs_shape3 *out)
{
    const struct input in = { { { "half.x", half.x }, { "half.y", half.y }, { "half.z", half.z } }, &centre, 1, &rot };
    struct fs__shape3_value value = { .is_large = false };
    uint32_t row;
    fs_result result = begin(w, body, &in, FS_SHAPE3_MAX_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    fs_result made = make_box(half, centre, rot, w->body.type[row] == FS_BODY3_STATIC, &value);
    return finish(w, row, def, made, &value, out);
}

fs_result fs_shape3_create_box(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 half,
                               fs_shape3 *out)
{
    return fs_shape3_create_box_at(w, body, def, half, fs_pos3_zero(), fs_quat_identity(), out);
}

fs_result fs_shape3_create_sphere(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 centre,
                                  fs_pos radius, fs_shape3 *out)
{
    const struct input in = { { { "radius", radius } }, &centre, 1, NULL };
    struct fs__shape3_value value = { .is_large = false };
    uint32_t row;
    fs_result result = begin(w, body, &in, MAX_SMALL_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    fs_result made = fs_geometry3_sphere(to_rel3(centre), fs_rel_from_pos(radius), &value.geometry);
    return finish(w, row, def, made, &value, out);
}

fs_result fs_shape3_create_capsule(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 a, fs_pos3 b,
                                   fs_pos radius, fs_shape3 *out)
{
    const fs_pos3 ends[2] = { a, b };
    const struct input in = { { { "radius", radius } }, ends, 2, NULL };
    struct fs__shape3_value value = { .is_large = false };
    uint32_t row;
    fs_result result = begin(w, body, &in, MAX_SMALL_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    fs_result made = fs_geometry3_capsule(to_rel3(a), to_rel3(b), fs_rel_from_pos(radius), &value.geometry);
    if (made == FS_E_DEGENERATE)
        return fs__error3_set(w, made, "the two points are closer than 1/1024 m");
    return finish(w, row, def, made, &value, out);
}

typedef fs_result make_round(fs_rel radius, fs_rel half_height, fs_rel3 centre, fs_quat rot, fs_geometry3 *out);

static fs_result create_round(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, make_round *make,
                              fs_pos radius, fs_pos half_height, fs_pos3 centre, fs_quat rot, fs_shape3 *out)
{
    const struct input in = { { { "radius", radius }, { "half_height", half_height } }, &centre, 1, &rot };
    struct fs__shape3_value value = { .is_large = false };
    uint32_t row;
    fs_result result = begin(w, body, &in, MAX_SMALL_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    fs_result made = make(fs_rel_from_pos(radius), fs_rel_from_pos(half_height), to_rel3(centre), rot, &value.geometry);
    return finish(w, row, def, made, &value, out);
}

fs_result fs_shape3_create_cylinder(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos radius,
                                    fs_pos half_height, fs_pos3 centre, fs_quat rot, fs_shape3 *out)
{
    return create_round(w, body, def, fs_geometry3_cylinder, radius, half_height, centre, rot, out);
}

fs_result fs_shape3_create_cone(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos radius,
                                fs_pos half_height, fs_pos3 centre, fs_quat rot, fs_shape3 *out)
{
    return create_round(w, body, def, fs_geometry3_cone, radius, half_height, centre, rot, out);
}

/* The hull itself is borrowed until the shape has a row of hull3. */
static fs_result create_hull(struct fs_world3 *w, uint32_t row, const fs_shape3_def *def, const fs_rel3 *points,
                             size_t count, const fs_geometry3 *frame, fs_shape3 *out)
{
    struct fs__shape3_value value = { .is_large = false };
    fs_hull3 hull;
    fs_result made = fs__hull3_settle(points, count, &hull);
    if (made == FS_OK)
        made = fs_geometry3_hull(&hull, frame->centre, frame->rot, &value.geometry);
    return finish(w, row, def, made, &value, out);
}

fs_result fs_shape3_create_hull(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, const fs_pos3 *points,
                                uint32_t count, fs_shape3 *out)
{
    const struct input in = { .point = points, .points = points != NULL ? fs_min_u32(count, FS_HULL3_MAX_POINTS) : 0 };
    const fs_geometry3 own = { .rot = fs_quat_identity() };
    fs_rel3 at[FS_HULL3_MAX_POINTS];
    uint32_t row;
    fs_result result = begin(w, body, &in, MAX_SMALL_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    if (points == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "points is NULL");
    if (count > FS_HULL3_MAX_POINTS)
        return explain(w, FS_E_CAPACITY);
    for (uint32_t i = 0; i < count; i++)
        at[i] = to_rel3(points[i]);
    return create_hull(w, row, def, at, count, &own, out);
}

fs_result fs_shape3_create(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, const fs_geometry3 *geometry,
                           fs_shape3 *out)
{
    const struct input in = { .points = 0 };
    struct fs__shape3_value value = { .is_large = false };
    uint32_t row;
    fs_result result = begin(w, body, &in, MAX_SMALL_EXTENT, &row, out);
    if (result != FS_OK)
        return result;
    if (geometry == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "geometry is NULL");
    if (!fs_geometry3_valid(geometry))
        return fs__error3_set(w, FS_E_ARGUMENT, "geometry is invalid: see fs_geometry3_valid()");
    if (geometry->kind == FS_GEOMETRY3_HULL)
        return create_hull(w, row, def, geometry->hull->corner, geometry->hull->corner_count, geometry, out);
    value.geometry = *geometry;
    return finish(w, row, def, FS_OK, &value, out);
}
