/* shape_create.c: shapes from points and lengths in the body's frame.
 *
 * A shape within the range of fs_geometry2 is made as one, so that it fits every body; only what does not fit becomes a
 * large shape of a static body.
 */
#include <fixstep/shape2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

_Static_assert(FS_SHAPE2_MAX_EXTENT == FS__LARGE2_MAX_EXTENT, "the limit of the header is that of the geometry");

enum { GIVEN_FLAGS = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS };

static const fs_pos min_size = (fs_pos)FS_GEOMETRY2_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC);

fs_shape2_def fs_default_shape2_def(void)
{
    return (fs_shape2_def){ .static_friction = FS_SHAPE2_OF_MATERIAL,
                            .dynamic_friction = FS_SHAPE2_OF_MATERIAL,
                            .restitution = FS_SHAPE2_OF_MATERIAL,
                            .density = FS_WIDE_ONE,
                            .category = 1,
                            .mask = UINT32_MAX };
}

bool fs__shape2_def_valid(const struct fs_world2 *w, const fs_shape2_def *def)
{
    return def->density >= 0 && (def->flags & ~(uint32_t)GIVEN_FLAGS) == 0 && fs__shape2_surface_valid(w, def);
}

/* ---- values of any size --------------------------------------------------------------------------------------- */

static fs_rel2 to_rel2(fs_pos2 p)
{
    return fs_rel2_make(fs_rel_from_pos(p.x), fs_rel_from_pos(p.y));
}

static fs_result make_stadium(fs_pos2 a, fs_pos2 b, fs_pos radius, fs_geometry2_kind kind, struct fs__shape2_value *out)
{
    fs_rel r = fs_rel_from_pos(radius);
    fs_result result = kind == FS_GEOMETRY2_CAPSULE ? fs_geometry2_capsule(to_rel2(a), to_rel2(b), r, &out->geometry)
                                                    : fs_geometry2_segment(to_rel2(a), to_rel2(b), &out->geometry);
    out->is_large = result == FS_E_ARGUMENT;
    return out->is_large ? fs__large2_make_stadium(a, b, r, kind, &out->large) : result;
}

static bool is_half_side(fs_pos half)
{
    return half >= min_size && half <= FS_SHAPE2_MAX_EXTENT;
}

static bool is_center(fs_pos2 p)
{
    return fs_uabs64(p.x) <= (uint64_t)FS_SHAPE2_MAX_EXTENT && fs_uabs64(p.y) <= (uint64_t)FS_SHAPE2_MAX_EXTENT;
}

static fs_result make_box(fs_pos half_x, fs_pos half_y, fs_pos2 centre, fs_rot2 rot, struct fs__shape2_value *out)
{
    static const int8_t sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    fs_pos2 p[4];
    if (!is_half_side(half_x) || !is_half_side(half_y) || !is_center(centre))
        return FS_E_ARGUMENT;
    fs_result result = fs_geometry2_box(fs_rel_from_pos(half_x), fs_rel_from_pos(half_y), to_rel2(centre), rot,
                                        &out->geometry);
    out->is_large = result == FS_E_ARGUMENT;
    if (!out->is_large)
        return result;
    for (unsigned i = 0; i < 4; i++)
        p[i] = fs__shape2_shifted(fs__rot2_pos(rot, fs_pos2_make(sign[i][0] * half_x, sign[i][1] * half_y)), centre);
    return fs__large2_make_hull(p, 4, 0, &out->large);
}

static fs_result make_polygon(const fs_pos2 *points, uint32_t count, fs_pos radius, struct fs__shape2_value *out)
{
    fs_rel2 small[FS__LARGE2_MAX_POINTS];
    if (count > FS__LARGE2_MAX_POINTS)
        return FS_E_CAPACITY;
    if (radius < 0)
        return FS_E_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        small[i] = to_rel2(points[i]);
    fs_result result = fs_geometry2_hull(small, count, fs_rel_from_pos(radius), &out->geometry);
    out->is_large = result == FS_E_ARGUMENT;
    return out->is_large ? fs__large2_make_hull(points, count, fs_rel_from_pos(radius), &out->large) : result;
}

/* ---- on a body ------------------------------------------------------------------------------------------------ */

static bool fits_body(const struct fs_world2 *w, uint32_t body, const fs_shape2_def *def,
                      const struct fs__shape2_value *v)
{
    bool heavy_line = !v->is_large && v->geometry.kind == FS_GEOMETRY2_SEGMENT && def->density > 0;
    if (v->is_large)
        return w->body.type[body] == FS_BODY2_STATIC;
    return !(heavy_line && fs__body2_is_dynamic(w, body));
}

/* `made`: the result of making the value. */
static fs_result add_to_body(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_result made,
                             const struct fs__shape2_value *value, fs_shape2 *out)
{
    const fs_shape2_def standard = fs_default_shape2_def();
    fs_shape2 shape = { { 0, 0 } };
    uint32_t row;
    fs_result result = fs_body2_row(w, body, &row);
    def = def != NULL ? def : &standard;
    if (out != NULL)
        *out = shape;
    if (result == FS_OK)
        result = made;
    if (result == FS_OK && (!fs__shape2_def_valid(w, def) || !fits_body(w, row, def, value)))
        result = FS_E_ARGUMENT;
    if (result == FS_OK)
        result = fs__shape2_add(w, row, def, value, &shape);
    if (result != FS_OK)
        return result;
    fs__body2_wake_row(w, row);
    fs__body2_update_mass(w, row);
    if (out != NULL)
        *out = shape;
    return FS_OK;
}

fs_result fs_shape2_create_box_at(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                                  fs_pos half_y, fs_pos2 centre, fs_rot2 rot, fs_shape2 *out)
{
    struct fs__shape2_value value;
    fs_result made = make_box(half_x, half_y, centre, fs_rot2_normalise(rot), &value);
    return add_to_body(w, body, def, made, &value, out);
}

fs_result fs_shape2_create_box(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                               fs_pos half_y, fs_shape2 *out)
{
    return fs_shape2_create_box_at(w, body, def, half_x, half_y, fs_pos2_zero(), fs_rot2_identity(), out);
}

fs_result fs_shape2_create_circle(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 centre,
                                  fs_pos radius, fs_shape2 *out)
{
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = fs_geometry2_circle(to_rel2(centre), fs_rel_from_pos(radius), &value.geometry);
    return add_to_body(w, body, def, made, &value, out);
}

fs_result fs_shape2_create_capsule(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a, fs_pos2 b,
                                   fs_pos radius, fs_shape2 *out)
{
    struct fs__shape2_value value;
    fs_result made = make_stadium(a, b, radius, FS_GEOMETRY2_CAPSULE, &value);
    return add_to_body(w, body, def, made, &value, out);
}

fs_result fs_shape2_create_segment(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a, fs_pos2 b,
                                   fs_shape2 *out)
{
    struct fs__shape2_value value;
    fs_result made = make_stadium(a, b, 0, FS_GEOMETRY2_SEGMENT, &value);
    return add_to_body(w, body, def, made, &value, out);
}

fs_result fs_shape2_create_polygon(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_pos2 *points,
                                   uint32_t count, fs_pos radius, fs_shape2 *out)
{
    struct fs__shape2_value value;
    fs_result made = make_polygon(points, count, radius, &value);
    return add_to_body(w, body, def, made, &value, out);
}

fs_result fs_shape2_create(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_geometry2 *geometry,
                           fs_shape2 *out)
{
    struct fs__shape2_value value = { .is_large = false, .geometry = *geometry };
    return add_to_body(w, body, def, fs_geometry2_valid(geometry) ? FS_OK : FS_E_ARGUMENT, &value, out);
}

/* ---- chains --------------------------------------------------------------------------------------------------- */

static bool is_chain_valid(const struct fs_world2 *w, uint32_t body, uint32_t count, bool closed,
                           const fs_shape2_def *def)
{
    return w->body.type[body] == FS_BODY2_STATIC && count >= (closed ? 3u : 2u) && count <= FS_MAX_ROWS &&
           (def->flags & FS_SHAPE2_SENSOR) == 0 && fs__shape2_def_valid(w, def);
}

/* Corner `i` of the chain, beyond its ends the nearest one or, in a ring, the next round. */
static fs_pos2 chain_corner(const fs_pos2 *points, uint32_t count, bool closed, int64_t i)
{
    int64_t n = count;
    if (closed)
        return points[(i + n) % n];
    return points[fs_clamp64(i, 0, n - 1)];
}

static bool fits_rel(const fs_pos2 p[4])
{
    const uint64_t most = (uint64_t)FS_GEOMETRY2_MAX_EXTENT << (FS_POS_FRAC - FS_REL_FRAC);
    for (unsigned i = 0; i < 4; i++)
        if (fs_uabs64(p[i].x) > most || fs_uabs64(p[i].y) > most)
            return false;
    return true;
}

/* at[1] to at[2], between the neighbours at[0] and at[3]. A neighbour out of range makes the segment a large one. */
static fs_result add_segment(struct fs_world2 *w, uint32_t body, const fs_shape2_def *def, const fs_pos2 at[4])
{
    struct fs__shape2_value value = { .is_large = !fits_rel(at) };
    const fs_pos2 ghost[2] = { at[0], at[3] };
    fs_shape2 shape;
    fs_result result = value.is_large ? fs__large2_make_stadium(at[1], at[2], 0, FS_GEOMETRY2_SEGMENT, &value.large)
                                      : fs_geometry2_segment(to_rel2(at[1]), to_rel2(at[2]), &value.geometry);
    if (result == FS_OK && !(is_center(at[0]) && is_center(at[3])))
        result = FS_E_ARGUMENT;
    if (result == FS_OK)
        result = fs__shape2_add(w, body, def, &value, &shape);
    if (result != FS_OK)
        return result;
    w->shape.flags[shape.handle.index1 - 1] |= FS_SHAPE2_ONE_SIDED;
    fs__shape2_store_ghosts(w, shape.handle.index1 - 1, ghost);
    return FS_OK;
}

fs_result fs_shape2_create_chain(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_pos2 *points,
                                 uint32_t count, bool closed)
{
    uint32_t row;
    fs_result result = fs_body2_row(w, body, &row);
    fs_shape2_def own = def != NULL ? *def : fs_default_shape2_def();
    if (result == FS_OK && !is_chain_valid(w, row, count, closed, &own))
        result = FS_E_ARGUMENT;
    if (result != FS_OK)
        return result;
    uint32_t before = w->body.first_shape[row], segments = closed ? count : count - 1;
    own.density = 0;
    for (uint32_t i = 0; i < segments && result == FS_OK; i++) {
        fs_pos2 at[4];
        for (unsigned k = 0; k < 4; k++)
            at[k] = chain_corner(points, count, closed, (int64_t)i + k - 1);
        result = add_segment(w, row, &own, at);
    }
    while (result != FS_OK && w->body.first_shape[row] != before)
        fs__shape2_destroy_row(w, w->body.first_shape[row] - 1);
    fs__body2_update_mass(w, row);
    return result;
}
