/* chain_shape.c: one-sided ground: segments that know their neighbours.
 *
 * Each segment keeps the corner before it in place 2 of its corners and the one after it in place 3; at a free end
 * that is the end itself. manifold_chain.c uses them.
 */
#include <fixstep/body2.h>

#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* Corner i of the chain, beyond its ends the nearest one or, in a ring, the next round. */
static fs_rel2 corner(const fs_rel2 *points, size_t count, bool closed, size_t i_plus_count)
{
    size_t i = i_plus_count;
    if (closed)
        return points[i % count];
    return i < count ? points[0] : points[i - count < count ? i - count : count - 1];
}

static fs_result add_segment(struct fs_world2 *w, uint32_t body, const fs_rel2 at[4], const fs_shape2_def *def)
{
    fs_geometry2 shape;
    fs_shape2 form;
    fs_shape2_def own = *def;
    own.density = 0;
    fs_result result = fs_geometry2_segment(at[1], at[2], &shape);
    if (result == FS_OK)
        result = fs__shape2_add(w, body, &shape, &own, &form);
    if (result != FS_OK)
        return result;
    uint32_t row = form.handle.index1 - 1;
    w->shape.flags[row] |= FS_SHAPE2_ONE_SIDED;
    w->corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS + 2] = at[0];
    w->corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS + 3] = at[3];
    return FS_OK;
}

static bool chain_ok(const struct fs_world2 *w, uint32_t body, size_t count, bool closed, const fs_shape2_def *def)
{
    return w->body.type[body] == FS_BODY2_STATIC && count >= (closed ? 3u : 2u) && count <= FS_MAX_ROWS &&
           (def->flags & FS_SHAPE2_SENSOR) == 0 && fs__shape2_def_valid(w, def);
}

fs_result fs_chain2_create(struct fs_world2 *w, fs_body2 body, const fs_rel2 *points, size_t count, bool closed,
                           const fs_shape2_def *def)
{
    uint32_t row;
    fs_result result = fs_body2_row(w, body, &row);
    if (result == FS_OK && !chain_ok(w, row, count, closed, def))
        result = FS_E_ARGUMENT;
    if (result != FS_OK)
        return result;
    uint32_t before = w->body.first_shape[row];
    size_t segments = closed ? count : count - 1;
    for (size_t i = 0; i < segments && result == FS_OK; i++) {
        fs_rel2 at[4];
        for (size_t k = 0; k < 4; k++)
            at[k] = corner(points, count, closed, count + i + k - 1);
        result = add_segment(w, row, at, def);
    }
    while (result != FS_OK && w->body.first_shape[row] != before)
        fs__shape2_destroy_row(w, w->body.first_shape[row] - 1);
    fs__body2_update_mass(w, row);
    return result;
}
