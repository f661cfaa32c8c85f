/* shape_check.c: the definitions of shapes checked, and the sentences on shapes that were refused.
 *
 * The ranges of a sentence are those of fs_geometry2 on a body that is not static, and those of a large shape on a static
 * one. They are looked at only after making the shape has failed, so that the limits themselves stand in one place.
 */
#include "physics2d/body/body.h"

enum { GIVEN_FLAGS = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS };

/* Largest coordinate and size of a shape within the range of fs_geometry2. */
static const fs_pos max_small_extent = (fs_pos)FS_GEOMETRY2_MAX_EXTENT << (FS_POS_FRAC - FS_REL_FRAC);

fs_result fs__shape2_check_def(struct fs_world2 *w, const fs_shape2_def *def)
{
    const struct fs__range density = { "density", def->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC };
    fs_result result = fs__error2_check(w, &density, 1);
    if (result == FS_OK && (def->flags & ~(uint32_t)GIVEN_FLAGS) != 0)
        result = fs__error2_set(w, FS_E_ARGUMENT, "flags has a bit that a shape cannot be created with");
    return result == FS_OK ? fs__shape2_check_surface(w, def) : result;
}

/* FS_OK where every number and corner is within its range and within `most`. */
static fs_result check_input(struct fs_world2 *w, const struct fs__shape2_input *input, fs_pos most, const char *note)
{
    for (unsigned i = 0; i < input->numbers; i++) {
        struct fs__range number = input->number[i];
        number.low = fs_max64(number.low, -most);
        number.high = fs_min64(number.high, most);
        if (fs__error2_check_unit(w, &number, 1, " m", note) != FS_OK)
            return FS_E_ARGUMENT;
    }
    for (uint32_t i = 0; i < input->corners; i++) {
        fs_pos2 p = input->corner[i];
        const struct fs__range at[] = { { "corner.x", p.x, -most, most, FS_POS_FRAC },
                                        { "corner.y", p.y, -most, most, FS_POS_FRAC } };
        if (fs__error2_check_unit(w, at, 2, " m", note) != FS_OK)
            return FS_E_ARGUMENT;
    }
    return FS_OK;
}

fs_result fs__shape2_explain(struct fs_world2 *w, uint32_t row, const struct fs__shape2_input *input, fs_result made)
{
    const struct fs__range points = { "count of points", input->corners, 3, FS__LARGE2_MAX_POINTS, 0 };
    bool is_static = w->body.type[row] == FS_BODY2_STATIC;
    fs_result in_range = FS_OK;
    FS_ASSERT(made != FS_OK && input->numbers <= FS__SHAPE2_MAX_NUMBERS);
    switch (made) {
    case FS_E_DEGENERATE:
        if (input->corners == 0 && input->numbers > 0)
            return fs__error2_set(w, made, "the two points are closer than 1/1024 m");
        return fs__error2_set(w, made, "the points are closer than 1/1024 m, span no area or are fewer than 3");
    case FS_E_CAPACITY:
        in_range = fs__error2_check(w, &points, 1);
        return in_range == FS_OK ? fs__error2_set(w, made, "the hull has more than 8 corners") : made;
    default:
        in_range = check_input(w, input, is_static ? FS_SHAPE2_MAX_EXTENT : max_small_extent,
                               is_static ? "" : " on a body that is not static");
        return in_range == FS_OK ? fs__error2_set(w, made, input->invalid) : made;
    }
}
