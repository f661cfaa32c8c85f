/* shape_part.c: shapes as geometric values: all of an ordinary one, of a large one the part near a point.
 *
 * A large shape is a box or a surface; a surface has no part that is a value (surface.h). The part of a box near a point is the box cut by a cube around the point along its own axes, so it is a box
 * again. The frame of the part has its origin at the point, rounded to 2^-26 m from the body as offsets between bodies are
 * rounded everywhere. On a body that is not rotated the part is therefore bit for bit the shape of a body that stands right
 * there, wherever it is.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/body/surface.h"
#include "physics3d/world/world.h"

/* Half side of the cube (m, Q5.26): its corners are within 16 m of the point on each axis of the body; the second for a box that is
 * not rotated on its body. */
#define ROTATED_REACH ((fs_rel)(9 * FS_REL_ONE))
#define ALIGNED_REACH ((fs_rel)(16 * FS_REL_ONE - 1024))

static fs_rel3 to_rel3(fs_pos3 p)
{
    return fs_rel3_make(fs_rel_from_pos(p.x), fs_rel_from_pos(p.y), fs_rel_from_pos(p.z));
}

void fs__shape3_load_geometry(const struct fs_world3 *w, uint32_t row, fs_geometry3 *out, fs_hull3 *hull)
{
    memset(out, 0, sizeof *out);
    out->centre = to_rel3(w->shape.centre[row]);
    out->rot = w->shape.rot[row];
    out->half = fs_rel3_make(fs_rel_from_pos(w->shape.half[row].x), fs_rel_from_pos(w->shape.half[row].y),
                             fs_rel_from_pos(w->shape.half[row].z));
    out->radius = w->shape.radius[row];
    out->kind = w->shape.kind[row];
    if (out->kind != FS_GEOMETRY3_HULL)
        return;
    out->hull = fs__hull3_of(w, w->shape.hull[row] - 1, hull);
    if (out->hull == NULL)
        memset(out, 0, sizeof *out);
}

/* ---- large boxes ---------------------------------------------------------------------------------------------- */

/* Q^T v of a wide vector: exact products, rounded once. */
static fs_pos3 inverse_rotate(fs_quat q, fs_pos3 v)
{
    fs_mat3 m = fs_mat3_from_quat(q);
    const fs_wide3 wide = fs_wide3_make(v.x, v.y, v.z);
    const fs_unit3 columns[3] = { { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } };
    fs_pos r[3];
    for (unsigned k = 0; k < 3; k++) {
        const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_UNIT_FRAC);
        r[k] = fs_wide3_dot(wide, fs_wide3_make(columns[k].x * up, columns[k].y * up, columns[k].z * up));
    }
    return fs_pos3_make(r[0], r[1], r[2]);
}

/* One axis of the box, seen from a point at `at` (Q32.32) from its centre: the middle and half of [-half, half] - at within
 * the cube; false when nothing is left. The middle is exact where no side or one side is cut. */
static bool cut_axis(fs_pos half, fs_pos at, fs_rel reach, fs_rel *middle, fs_rel *rest)
{
    const unsigned shift = FS_POS_FRAC - FS_REL_FRAC;
    int64_t low = fs_round_shift64_sym(fs_sat64_sub(-half, at), shift);
    int64_t high = fs_round_shift64_sym(fs_sat64_sub(half, at), shift);
    bool high_cut = high > reach;
    low = fs_max64(low, -reach);
    high = high_cut ? reach : high;
    if (high - low < 2 * (int64_t)FS_GEOMETRY3_MIN_SIZE)
        return false;
    /* An odd length: one step off a side that is cut, so that a surface stays where it is. */
    int64_t odd = (low ^ high) & 1;
    low += high_cut ? 0 : odd;
    high -= high_cut ? odd : 0;
    *middle = (fs_rel)((low + high) / 2);
    *rest = (fs_rel)((high - low) / 2);
    return true;
}

static fs_pos rounded_offset(fs_pos from, fs_pos to)
{
    return fs_sat64_mul(fs_round_shift64_sym(fs_sat64_sub(to, from), FS_POS_FRAC - FS_REL_FRAC),
                        1 << (FS_POS_FRAC - FS_REL_FRAC));
}

static void load_window(const struct fs_world3 *w, uint32_t row, fs_pos3 body, fs_pos3 near,
                        struct fs__shape3_part *out)
{
    fs_rel3 middle, half;
    fs_wide3 whole = w->shape.half[row];
    fs_quat rot = w->shape.rot[row];
    memset(&out->geometry, 0, sizeof out->geometry);
    out->shift = fs_pos3_make(rounded_offset(body.x, near.x), rounded_offset(body.y, near.y),
                              rounded_offset(body.z, near.z));
    if (fs__shape3_is_surface(w, row))
        return;
    fs_pos3 local = inverse_rotate(w->body.rot[w->shape.body[row]], out->shift);
    fs_pos3 at = inverse_rotate(rot, fs_pos3_sub(local, w->shape.centre[row]));
    const fs_rel reach = (rot.x | rot.y | rot.z) == 0 ? ALIGNED_REACH : ROTATED_REACH;
    if (!cut_axis(whole.x, at.x, reach, &middle.x, &half.x) || !cut_axis(whole.y, at.y, reach, &middle.y, &half.y) ||
        !cut_axis(whole.z, at.z, reach, &middle.z, &half.z))
        return;
    out->geometry.kind = FS_GEOMETRY3_BOX;
    out->geometry.half = half;
    out->geometry.rot = rot;
    out->geometry.centre = fs_quat_rel(rot, middle);
}

void fs__shape3_load_part(const struct fs_world3 *w, uint32_t row, fs_pos3 body, fs_pos3 near, fs_hull3 *hull,
                          struct fs__shape3_part *out)
{
    FS_ASSERT(row < *w->shape.rows);
    out->large = fs__shape3_is_large(w, row);
    out->shift = fs_pos3_zero();
    if (out->large)
        load_window(w, row, body, near, out);
    else
        fs__shape3_load_geometry(w, row, &out->geometry, hull);
}

bool fs__body3_has_large_shape(const struct fs_world3 *w, uint32_t body)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body3_next_shape(w, s1))
        if (fs__shape3_is_large(w, s1 - 1))
            return true;
    return false;
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool is_coarse(fs_pos v)
{
    return fs_asr64(v, FS_POS_FRAC - FS_REL_FRAC) == fs_sat32(fs_asr64(v, FS_POS_FRAC - FS_REL_FRAC)) &&
           (v & (((fs_pos)1 << (FS_POS_FRAC - FS_REL_FRAC)) - 1)) == 0;
}

static bool is_coarse3(int64_t x, int64_t y, int64_t z)
{
    return is_coarse(x) && is_coarse(y) && is_coarse(z);
}

static bool is_large_size(fs_wide half)
{
    return half >= (fs_wide)FS_GEOMETRY3_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC) && half <= FS_SHAPE3_MAX_EXTENT;
}

static bool is_large_place(fs_pos v)
{
    return fs_uabs64(v) <= (uint64_t)FS_SHAPE3_MAX_EXTENT;
}

static bool is_bare(const struct fs_world3 *w, uint32_t row)
{
    return w->shape.radius[row] == 0 && w->shape.thickness[row] == 0 && w->shape.density[row] == 0;
}

static bool large_valid(const struct fs_world3 *w, uint32_t row)
{
    fs_pos3 c = w->shape.centre[row];
    fs_wide3 h = w->shape.half[row];
    const fs_geometry3 unit = { .kind = FS_GEOMETRY3_BOX,
                                .half = { FS_REL_ONE, FS_REL_ONE, FS_REL_ONE },
                                .rot = w->shape.rot[row] };
    return w->shape.kind[row] == FS_GEOMETRY3_BOX && fs_geometry3_valid(&unit) && is_large_size(h.x) &&
           is_large_size(h.y) && is_large_size(h.z) && is_large_place(c.x) && is_large_place(c.y) &&
           is_large_place(c.z) && w->shape.hull[row] == 0 && is_bare(w, row) &&
           w->body.type[w->shape.body[row]] == FS_BODY3_STATIC;
}

bool fs__shape3_geometry_valid(const struct fs_world3 *w, uint32_t row)
{
    fs_geometry3 geometry;
    fs_hull3 hull;
    fs_pos3 c = w->shape.centre[row];
    fs_wide3 h = w->shape.half[row];
    uint32_t hull1 = w->shape.hull[row];
    if (fs__shape3_is_large(w, row))
        return fs__shape3_is_surface(w, row) ? is_bare(w, row) && fs__surface3_shape_valid(w, row)
                                             : large_valid(w, row);
    if ((w->shape.kind[row] == FS_GEOMETRY3_HULL) != (hull1 != 0) || hull1 > *w->hull.rows ||
        (hull1 != 0 && !fs__world3_row_live(w->hull.gen, hull1 - 1)))
        return false;
    if (!is_coarse3(c.x, c.y, c.z) || !is_coarse3(h.x, h.y, h.z))
        return false;
    fs__shape3_load_geometry(w, row, &geometry, &hull);
    return fs_geometry3_valid(&geometry) && w->shape.thickness[row] == fs__geometry3_thickness(&geometry);
}
