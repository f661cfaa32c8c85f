/* shape_create.c: shapes from points and lengths in the body's frame.
 *
 * A shape within the range of fs_geometry2 is made as one, so that it fits every body; only what does not fit becomes a
 * large shape of a static body.
 */
#include <fixstep/shape2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

_Static_assert(FS_SHAPE2_MAX_EXTENT == FS__LARGE2_MAX_EXTENT, "the limit of the header is that of the geometry");

/* Limits of geometry2.h in Q32.32 m. */
#define MIN_SIZE ((fs_pos)FS_GEOMETRY2_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC))
#define MAX_SMALL_EXTENT ((fs_pos)FS_GEOMETRY2_MAX_EXTENT << (FS_POS_FRAC - FS_REL_FRAC))

fs_shape2_def fs_default_shape2_def(void)
{
    return (fs_shape2_def){ .static_friction = FS_SHAPE2_OF_MATERIAL,
                            .dynamic_friction = FS_SHAPE2_OF_MATERIAL,
                            .restitution = FS_SHAPE2_OF_MATERIAL,
                            .density = FS_WIDE_ONE,
                            .category = 1,
                            .mask = UINT32_MAX };
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
    return half >= MIN_SIZE && half <= FS_SHAPE2_MAX_EXTENT;
}

static bool is_in_range(fs_pos2 p)
{
    return fs_uabs64(p.x) <= (uint64_t)FS_SHAPE2_MAX_EXTENT && fs_uabs64(p.y) <= (uint64_t)FS_SHAPE2_MAX_EXTENT;
}

/* `p` gets the corners where the box is not within the range of fs_geometry2. */
static fs_result make_box(fs_pos half_x, fs_pos half_y, fs_pos2 centre, fs_rot2 rot, fs_pos2 p[4],
                          struct fs__shape2_value *out)
{
    static const int8_t sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    if (!is_half_side(half_x) || !is_half_side(half_y) || !is_in_range(centre))
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

/* A number that a creator was given. */
static struct fs__range length_range(const char *name, fs_pos value, fs_pos low, fs_pos high)
{
    return (struct fs__range){ name, value, low, high, FS_POS_FRAC };
}

static struct fs__range coordinate_range(const char *name, fs_pos value)
{
    return length_range(name, value, -FS_SHAPE2_MAX_EXTENT, FS_SHAPE2_MAX_EXTENT);
}

/* The only limit of a large shape that is not among the ranges of its numbers. */
static const char large_radius[] = "the radius of a shape beyond 16 m is above 4 m";

static fs_result check_fit(struct fs_world2 *w, uint32_t row, const fs_shape2_def *def,
                           const struct fs__shape2_value *v, const struct fs__shape2_input *input)
{
    bool heavy_line = !v->is_large && v->geometry.kind == FS_GEOMETRY2_SEGMENT && def->density > 0;
    if (v->is_large && w->body.type[row] != FS_BODY2_STATIC)
        return fs__shape2_explain(w, row, input, FS_E_ARGUMENT);
    if (heavy_line && fs__body2_is_dynamic(w, row))
        return fs__error2_set(w, FS_E_ARGUMENT, "a segment with density cannot be on a dynamic body");
    return FS_OK;
}

/* `made`: the result of making the value from the input. */
static fs_result check_shape(struct fs_world2 *w, uint32_t row, const fs_shape2_def *def, fs_result made,
                             const struct fs__shape2_value *value, const struct fs__shape2_input *input)
{
    if (made != FS_OK)
        return fs__shape2_explain(w, row, input, made);
    fs_result result = fs__shape2_check_def(w, def);
    return result == FS_OK ? check_fit(w, row, def, value, input) : result;
}

static fs_result add_to_body(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_result made,
                             const struct fs__shape2_value *value, const struct fs__shape2_input *input, fs_shape2 *out)
{
    const fs_shape2_def standard = fs_default_shape2_def();
    fs_shape2 shape = { { 0, 0 } };
    uint32_t row;
    fs_result result = fs__body2_find(w, body, &row);
    def = def != NULL ? def : &standard;
    if (out != NULL)
        *out = shape;
    if (result == FS_OK)
        result = check_shape(w, row, def, made, value, input);
    if (result == FS_OK)
        result = fs__shape2_add(w, row, def, value, &shape);
    if (result != FS_OK)
        return result;
    fs__body2_update_mass(w, row);
    if (out != NULL)
        *out = shape;
    return FS_OK;
}

fs_result fs_shape2_create_box_at(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                                  fs_pos half_y, fs_pos2 centre, fs_rot2 rot, fs_shape2 *out)
{
    struct fs__shape2_value value = { .is_large = false };
    fs_pos2 corner[4] = { { 0, 0 } };
    const struct fs__shape2_input input = {
        .number = { length_range("box half_x", half_x, MIN_SIZE, FS_SHAPE2_MAX_EXTENT),
                    length_range("box half_y", half_y, MIN_SIZE, FS_SHAPE2_MAX_EXTENT),
                    coordinate_range("box centre.x", centre.x), coordinate_range("box centre.y", centre.y) },
        .numbers = 4,
        .corner = corner,
        .corners = 4,
        .invalid = "a corner of the box is out of range",
    };
    fs_result made = make_box(half_x, half_y, centre, fs_rot2_normalise(rot), corner, &value);
    return add_to_body(w, body, def, made, &value, &input, out);
}

fs_result fs_shape2_create_box(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                               fs_pos half_y, fs_shape2 *out)
{
    return fs_shape2_create_box_at(w, body, def, half_x, half_y, fs_pos2_zero(), fs_rot2_identity(), out);
}

fs_result fs_shape2_create_circle(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 centre,
                                  fs_pos radius, fs_shape2 *out)
{
    const struct fs__shape2_input input = {
        .number = { length_range("circle radius", radius, MIN_SIZE, MAX_SMALL_EXTENT),
                    length_range("circle centre.x", centre.x, -MAX_SMALL_EXTENT, MAX_SMALL_EXTENT),
                    length_range("circle centre.y", centre.y, -MAX_SMALL_EXTENT, MAX_SMALL_EXTENT) },
        .numbers = 3,
        .invalid = "the circle is out of range",
    };
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = fs_geometry2_circle(to_rel2(centre), fs_rel_from_pos(radius), &value.geometry);
    return add_to_body(w, body, def, made, &value, &input, out);
}

fs_result fs_shape2_create_capsule(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a, fs_pos2 b,
                                   fs_pos radius, fs_shape2 *out)
{
    const struct fs__shape2_input input = {
        .number = { length_range("capsule radius", radius, MIN_SIZE, MAX_SMALL_EXTENT),
                    coordinate_range("capsule a.x", a.x), coordinate_range("capsule a.y", a.y),
                    coordinate_range("capsule b.x", b.x), coordinate_range("capsule b.y", b.y) },
        .numbers = 5,
        .invalid = large_radius,
    };
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = make_stadium(a, b, radius, FS_GEOMETRY2_CAPSULE, &value);
    return add_to_body(w, body, def, made, &value, &input, out);
}

static struct fs__shape2_input segment_input(fs_pos2 a, fs_pos2 b)
{
    return (struct fs__shape2_input){
        .number = { coordinate_range("segment a.x", a.x), coordinate_range("segment a.y", a.y),
                    coordinate_range("segment b.x", b.x), coordinate_range("segment b.y", b.y) },
        .numbers = 4,
        .invalid = "the segment is out of range",
    };
}

fs_result fs_shape2_create_segment(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a, fs_pos2 b,
                                   fs_shape2 *out)
{
    const struct fs__shape2_input input = segment_input(a, b);
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = make_stadium(a, b, 0, FS_GEOMETRY2_SEGMENT, &value);
    return add_to_body(w, body, def, made, &value, &input, out);
}

fs_result fs_shape2_create_polygon(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_pos2 *points,
                                   uint32_t count, fs_pos radius, fs_shape2 *out)
{
    const struct fs__shape2_input input = {
        .number = { length_range("polygon radius", radius, 0, MAX_SMALL_EXTENT) },
        .numbers = 1,
        .corner = points,
        .corners = points != NULL ? count : 0,
        .invalid = points != NULL ? large_radius : "points is NULL",
    };
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = points != NULL ? make_polygon(points, count, radius, &value) : FS_E_ARGUMENT;
    return add_to_body(w, body, def, made, &value, &input, out);
}

fs_result fs_shape2_create(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_geometry2 *geometry,
                           fs_shape2 *out)
{
    const struct fs__shape2_input input = { .invalid = geometry != NULL
                                                           ? "geometry is invalid: see fs_geometry2_valid()"
                                                           : "geometry is NULL" };
    struct fs__shape2_value value = { .is_large = false };
    fs_result made = geometry != NULL && fs_geometry2_valid(geometry) ? FS_OK : FS_E_ARGUMENT;
    if (made == FS_OK)
        value.geometry = *geometry;
    return add_to_body(w, body, def, made, &value, &input, out);
}

/* ---- chains --------------------------------------------------------------------------------------------------- */

/* The points of a chain as the caller gave them. */
struct chain {
    const fs_pos2 *points;
    uint32_t count;
    bool closed;
};

static uint32_t segment_count(const struct chain *c)
{
    return c->closed ? c->count : c->count - 1;
}

/* Corner `i` of the chain, beyond its ends the nearest one or, in a ring, the next round. */
static fs_pos2 chain_corner(const struct chain *c, int64_t i)
{
    int64_t n = c->count;
    if (c->closed)
        return c->points[(i + n) % n];
    return c->points[fs_clamp64(i, 0, n - 1)];
}

static bool fits_rel(const fs_pos2 p[4])
{
    const uint64_t most = (uint64_t)MAX_SMALL_EXTENT;
    for (unsigned i = 0; i < 4; i++)
        if (fs_uabs64(p[i].x) > most || fs_uabs64(p[i].y) > most)
            return false;
    return true;
}

/* Segment `i`, from at[1] to at[2] between the neighbours at[0] and at[3]. A neighbour out of the range of fs_geometry2
 * makes the segment a large one. */
static fs_result make_segment(const struct chain *c, uint32_t i, fs_pos2 at[4], struct fs__shape2_value *value)
{
    for (unsigned k = 0; k < 4; k++)
        at[k] = chain_corner(c, (int64_t)i + k - 1);
    value->is_large = !fits_rel(at);
    fs_result result = value->is_large ? fs__large2_make_stadium(at[1], at[2], 0, FS_GEOMETRY2_SEGMENT, &value->large)
                                       : fs_geometry2_segment(to_rel2(at[1]), to_rel2(at[2]), &value->geometry);
    return result == FS_OK && !(is_in_range(at[0]) && is_in_range(at[3])) ? FS_E_ARGUMENT : result;
}

static fs_result check_segments(struct fs_world2 *w, uint32_t row, const struct chain *c)
{
    for (uint32_t i = 0; i < segment_count(c); i++) {
        struct fs__shape2_value value;
        fs_pos2 at[4];
        fs_result made = make_segment(c, i, at, &value);
        struct fs__shape2_input input = segment_input(at[1], at[2]);
        input.corner = at;
        input.corners = 4;
        if (made != FS_OK)
            return fs__shape2_explain(w, row, &input, made);
    }
    return FS_OK;
}

/* Everything that a chain may be refused for, before the first of its shapes is created. */
static fs_result check_chain(struct fs_world2 *w, uint32_t row, const struct chain *c, const fs_shape2_def *def)
{
    const struct fs__range points = { "count of points", c->count, c->closed ? 3 : 2, FS_MAX_ROWS, 0 };
    uint16_t material;
    if (w->body.type[row] != FS_BODY2_STATIC)
        return fs__error2_set(w, FS_E_ARGUMENT, "a chain must be on a static body");
    if ((def->flags & FS_SHAPE2_SENSOR) != 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "a chain cannot be a sensor");
    if (c->points == NULL)
        return fs__error2_set(w, FS_E_ARGUMENT, "points is NULL");
    fs_result result = fs__error2_check(w, &points, 1);
    if (result == FS_OK)
        result = fs__shape2_check_def(w, def);
    if (result == FS_OK)
        result = check_segments(w, row, c);
    if (result == FS_OK)
        result = fs__shape2_find_material(w, def, &material);
    if (result == FS_OK)
        result = fs__world2_check_capacity(w, FS__WORLD2_TABLE_SHAPE, w->shape.gen, *w->shape.rows, segment_count(c));
    return result;
}

static void add_segment(struct fs_world2 *w, uint32_t row, const fs_shape2_def *def, const struct chain *c, uint32_t i)
{
    struct fs__shape2_value value;
    fs_pos2 at[4];
    fs_shape2 shape;
    fs_result result = make_segment(c, i, at, &value);
    if (result == FS_OK)
        result = fs__shape2_add(w, row, def, &value, &shape);
    FS_ASSERT(result == FS_OK);
    if (result != FS_OK)
        return;
    w->shape.flags[shape.handle.index1 - 1] |= FS_SHAPE2_ONE_SIDED;
    fs__shape2_store_ghosts(w, shape.handle.index1 - 1, (fs_pos2[2]){ at[0], at[3] });
}

fs_result fs_shape2_create_chain(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const fs_pos2 *points,
                                 uint32_t count, bool closed)
{
    const struct chain chain = { points, count, closed };
    fs_shape2_def own = def != NULL ? *def : fs_default_shape2_def();
    uint32_t row;
    fs_result result = fs__body2_find(w, body, &row);
    if (result == FS_OK)
        result = check_chain(w, row, &chain, &own);
    if (result != FS_OK)
        return result;
    own.density = 0;
    for (uint32_t i = 0; i < segment_count(&chain); i++)
        add_segment(w, row, &own, &chain, i);
    fs__body2_update_mass(w, row);
    return FS_OK;
}
