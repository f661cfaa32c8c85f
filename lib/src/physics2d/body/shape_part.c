/* shape_part.c: rows of large shapes, and shapes of any size near a point.
 *
 * The frame of a part has its origin at the point of interest, rounded to 2^-26 m from the body as offsets between bodies
 * are rounded everywhere. On a body that is not rotated the part is therefore bit for bit the shape of a body that stands
 * right there, wherever it is.
 */
#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

enum { GHOST = 2 }; /* index of the corner before a one-sided segment; the one after it follows */

static fs_pos load_pos(int32_t whole, int32_t fraction)
{
    return whole * FS_POS_ONE + (fs_pos)(uint32_t)fraction;
}

static fs_pos2 load_corner(const struct fs_world2 *w, uint32_t row, unsigned i)
{
    size_t at = (size_t)row * FS_GEOMETRY2_MAX_CORNERS + i;
    return fs_pos2_make(load_pos(w->corner.at[at].x, w->corner.normal[at].x),
                        load_pos(w->corner.at[at].y, w->corner.normal[at].y));
}

static void store_corner(struct fs_world2 *w, uint32_t row, unsigned i, fs_pos2 p)
{
    size_t at = (size_t)row * FS_GEOMETRY2_MAX_CORNERS + i;
    w->corner.at[at] = fs_rel2_make((int32_t)fs_asr64(p.x, FS_POS_FRAC), (int32_t)fs_asr64(p.y, FS_POS_FRAC));
    w->corner.normal[at] = fs_unit2_make((int32_t)(uint32_t)(uint64_t)p.x, (int32_t)(uint32_t)(uint64_t)p.y);
}

void fs__shape2_load_large(const struct fs_world2 *w, uint32_t row, struct fs__large2 *out)
{
    FS_ASSERT(fs__shape2_is_large(w, row) && w->shape.count[row] <= FS_GEOMETRY2_MAX_CORNERS);
    out->kind = w->shape.kind[row];
    out->count = w->shape.count[row];
    out->radius = w->shape.radius[row];
    for (unsigned i = 0; i < out->count; i++)
        out->corner[i] = load_corner(w, row, i);
}

void fs__shape2_store_large(struct fs_world2 *w, uint32_t row, const struct fs__large2 *shape)
{
    size_t first = (size_t)row * FS_GEOMETRY2_MAX_CORNERS;
    FS_ASSERT(row < *w->shape.rows && shape->count <= FS_GEOMETRY2_MAX_CORNERS);
    memset(&w->corner.at[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.at);
    memset(&w->corner.normal[first], 0, FS_GEOMETRY2_MAX_CORNERS * sizeof *w->corner.normal);
    w->shape.flags[row] |= FS__SHAPE2_LARGE;
    w->shape.kind[row] = shape->kind;
    w->shape.count[row] = shape->count;
    w->shape.radius[row] = shape->radius;
    w->shape.thickness[row] = 0;
    for (unsigned i = 0; i < shape->count; i++)
        store_corner(w, row, i, shape->corner[i]);
}

void fs__shape2_store_ghosts(struct fs_world2 *w, uint32_t row, const fs_pos2 ghost[2])
{
    fs_rel2 *at = &w->corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS + GHOST];
    FS_ASSERT(w->shape.kind[row] == FS_GEOMETRY2_SEGMENT && fs__shape2_is_one_sided(w, row));
    for (unsigned i = 0; i < 2; i++) {
        if (fs__shape2_is_large(w, row))
            store_corner(w, row, GHOST + i, ghost[i]);
        else
            at[i] = fs_rel2_make(fs_rel_from_pos(ghost[i].x), fs_rel_from_pos(ghost[i].y));
    }
}

static bool is_corner_valid(fs_pos2 p)
{
    return fs_uabs64(p.x) <= (uint64_t)FS__LARGE2_MAX_EXTENT && fs_uabs64(p.y) <= (uint64_t)FS__LARGE2_MAX_EXTENT;
}

bool fs__shape2_large_valid(const struct fs_world2 *w, uint32_t row)
{
    struct fs__large2 large;
    fs__shape2_load_large(w, row, &large);
    bool ghosts = !fs__shape2_is_one_sided(w, row) ||
                  (large.kind == FS_GEOMETRY2_SEGMENT && is_corner_valid(load_corner(w, row, GHOST)) &&
                   is_corner_valid(load_corner(w, row, GHOST + 1)));
    return ghosts && fs__large2_valid(&large) && w->body.type[w->shape.body[row]] == FS_BODY2_STATIC &&
           w->shape.thickness[row] == 0 && w->shape.density[row] == 0;
}

bool fs__body2_has_large_shape(const struct fs_world2 *w, uint32_t body)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body2_next_shape(w, s1))
        if (fs__shape2_is_large(w, s1 - 1))
            return true;
    return false;
}

/* ---- near a point ---------------------------------------------------------------------------------------------- */

static fs_pos rounded_offset(fs_pos from, fs_pos to)
{
    return fs_sat64_mul(fs_round_shift64_sym(fs_sat64_sub(to, from), FS_POS_FRAC - FS_REL_FRAC),
                        1 << (FS_POS_FRAC - FS_REL_FRAC));
}

static bool fits_rel(fs_pos v)
{
    return v >= FS_REL_MIN && v <= FS_REL_MAX;
}

/* A ghost seen from the frame's origin. Only its direction from the end of the segment is used, so the distance of one
 * beyond 32 m is halved until it fits; one within 32 m is exact. */
static fs_rel2 load_ghost(const struct fs_world2 *w, uint32_t row, unsigned i, fs_rel2 end)
{
    const unsigned up = FS_POS_FRAC - FS_REL_FRAC;
    fs_pos2 ghost = load_corner(w, row, GHOST + i), whole = load_corner(w, row, i);
    fs_pos x = fs_round_shift64(ghost.x - whole.x, up), y = fs_round_shift64(ghost.y - whole.y, up);
    while (!fits_rel(end.x + x) || !fits_rel(end.y + y)) {
        x = fs_round_shift64_sym(x, 1);
        y = fs_round_shift64_sym(y, 1);
    }
    return fs_rel2_make((fs_rel)(end.x + x), (fs_rel)(end.y + y));
}

/* An end that the window cut off is a free end: no other shape reaches it. */
static void load_ghosts(const struct fs_world2 *w, uint32_t row, fs_pos2 origin, struct fs__shape2_part *out)
{
    FS_ASSERT(out->geometry.count == 2);
    for (unsigned i = 0; i < 2; i++) {
        fs_rel2 end = out->geometry.corner[i];
        fs_pos2 whole = load_corner(w, row, i);
        bool cut = fs_uabs64(fs_sat64_sub(whole.x, origin.x)) > (uint64_t)FS__WINDOW2_REACH ||
                   fs_uabs64(fs_sat64_sub(whole.y, origin.y)) > (uint64_t)FS__WINDOW2_REACH;
        out->ghost[i] = cut ? end : load_ghost(w, row, i, end);
    }
}

static void load_window(const struct fs_world2 *w, uint32_t row, fs_pos2 body, fs_pos2 near,
                        struct fs__shape2_part *out)
{
    struct fs__large2 large;
    struct fs__window2 window;
    out->shift = fs_pos2_make(rounded_offset(body.x, near.x), rounded_offset(body.y, near.y));
    fs_pos2 origin = fs__rot2_inv_pos(w->body.rot[w->shape.body[row]], out->shift);
    fs__shape2_load_large(w, row, &large);
    fs__large2_cut_window(&large, origin, &window);
    out->geometry = window.geometry;
    memcpy(out->corner, window.corner, sizeof out->corner);
    memcpy(out->edge, window.edge, sizeof out->edge);
    if (out->geometry.count == 2 && fs__shape2_is_one_sided(w, row))
        load_ghosts(w, row, origin, out);
}

void fs__shape2_load_part(const struct fs_world2 *w, uint32_t row, fs_pos2 body, fs_pos2 near,
                          struct fs__shape2_part *out)
{
    FS_ASSERT(row < *w->shape.rows);
    out->large = fs__shape2_is_large(w, row);
    if (out->large) {
        load_window(w, row, body, near, out);
        return;
    }
    fs__shape2_load_geometry(w, row, &out->geometry);
    out->shift = fs_pos2_zero();
    if (fs__shape2_is_one_sided(w, row))
        memcpy(out->ghost, &w->corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS + GHOST], sizeof out->ghost);
}
