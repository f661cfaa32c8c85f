/* height_field.c: the triangles of a grid of heights near a box. */
#include "physics3d/ground/height_field.h"

static fs_pos3 point_at(const struct fs__height_field3 *f, uint32_t i, uint32_t k)
{
    return fs_pos3_make((fs_pos)i * f->spacing, f->height[k * f->points_x + i], (fs_pos)k * f->spacing);
}

static bool has_cell(const struct fs__height_field3 *f, int64_t i, int64_t k)
{
    return i >= 0 && k >= 0 && i + 1 < (int64_t)f->points_x && k + 1 < (int64_t)f->points_z &&
           f->hole[(size_t)k * f->points_x + (size_t)i] == 0;
}

/* The third corner of a neighbour in cell (i, k): the point (i + di, k + dk). */
static void join_side(const struct fs__height_field3 *f, struct fs__triangle3 *t, unsigned side, int64_t i, int64_t k,
                      unsigned di, unsigned dk)
{
    t->joined[side] = has_cell(f, i, k);
    t->beyond[side] = t->joined[side] ? point_at(f, (uint32_t)(i + di), (uint32_t)(k + dk)) : fs_pos3_zero();
}

/* The even triangle holds the corners (i, k), (i + 1, k + 1), (i + 1, k), the odd one (i, k), (i, k + 1), (i + 1, k + 1):
 * counter-clockwise seen from above, where z turns toward x. */
static void read_corners(const struct fs__height_field3 *f, uint32_t i, uint32_t k, bool odd, fs_pos3 corner[3])
{
    corner[0] = point_at(f, i, k);
    corner[1] = odd ? point_at(f, i, k + 1) : point_at(f, i + 1, k + 1);
    corner[2] = odd ? point_at(f, i + 1, k + 1) : point_at(f, i + 1, k);
}

static void join_sides(const struct fs__height_field3 *f, uint32_t i, uint32_t k, bool odd, struct fs__triangle3 *t)
{
    if (odd) {
        join_side(f, t, 0, (int64_t)i - 1, k, 0, 0);
        join_side(f, t, 1, i, (int64_t)k + 1, 1, 1);
        join_side(f, t, 2, i, k, 1, 0);
    } else {
        join_side(f, t, 0, i, k, 0, 1);
        join_side(f, t, 1, (int64_t)i + 1, k, 1, 1);
        join_side(f, t, 2, i, (int64_t)k - 1, 0, 0);
    }
}

/* The cell of a coordinate, not below 0 and below `cells`. */
static uint32_t cell_of(const struct fs__height_field3 *f, fs_pos v, uint32_t cells)
{
    return v <= 0 ? 0 : (uint32_t)fs_min_u64((uint64_t)v / (uint64_t)f->spacing, cells - 1);
}

/* Sets the cells from low to high, both included, of which at least one triangle may meet a box; false when there are none.
 * Boxes that touch a line of the grid take the cells on both sides. */
static bool open_cursor(const struct fs__height_field3 *f, fs_aabb3 box, struct fs__ground3_cursor *cursor)
{
    if (!fs_aabb3_overlaps(fs__height_field3_bounds(f), box))
        return false;
    cursor->low_x = cell_of(f, fs_sat64_sub(box.low.x, 1), f->points_x - 1);
    cursor->low_z = cell_of(f, fs_sat64_sub(box.low.z, 1), f->points_z - 1);
    cursor->high_x = cell_of(f, box.high.x, f->points_x - 1);
    cursor->high_z = cell_of(f, box.high.z, f->points_z - 1);
    cursor->is_open = true;
    return true;
}

static bool meets(const fs_pos3 corner[3], fs_aabb3 box)
{
    fs_aabb3 own = { fs_pos3_min(fs_pos3_min(corner[0], corner[1]), corner[2]),
                     fs_pos3_max(fs_pos3_max(corner[0], corner[1]), corner[2]) };
    return fs_aabb3_overlaps(own, box);
}

static bool next_triangle(const void *ground, fs_aabb3 box, struct fs__ground3_cursor *c, struct fs__triangle3 *t)
{
    const struct fs__height_field3 *f = ground;
    uint32_t per_row = 2 * (f->points_x - 1);
    if (!c->is_open && !open_cursor(f, box, c))
        return false;
    for (uint32_t k = fs_max_u32(c->low_z, c->row / per_row); k <= c->high_z; k++) {
        uint32_t first = k * per_row, end = first + 2 * c->high_x + 2;
        for (uint32_t row = fs_max_u32(first + 2 * c->low_x, c->row); row < end; row++) {
            uint32_t i = (row - first) / 2;
            bool odd = row % 2 != 0;
            if (!has_cell(f, i, k))
                continue;
            read_corners(f, i, k, odd, t->corner);
            if (!meets(t->corner, box))
                continue;
            join_sides(f, i, k, odd, t);
            t->row = row;
            c->row = row + 1;
            return true;
        }
    }
    return false;
}

struct fs__ground3_source fs__height_field3_source(const struct fs__height_field3 *f)
{
    return (struct fs__ground3_source){ NULL, f, next_triangle };
}

fs_aabb3 fs__height_field3_bounds(const struct fs__height_field3 *f)
{
    return (fs_aabb3){ fs_pos3_make(0, f->low, 0), fs_pos3_make((fs_pos)(f->points_x - 1) * f->spacing, f->high,
                                                                (fs_pos)(f->points_z - 1) * f->spacing) };
}

static bool in_reach(fs_pos v)
{
    return v >= -FS__GROUND3_MAX_EXTENT && v <= FS__GROUND3_MAX_EXTENT;
}

fs_result fs__height_field3_measure(struct fs__height_field3 *f)
{
    const uint32_t most = FS_HEIGHT_FIELD3_MAX_POINTS;
    if (f->points_x < 2 || f->points_z < 2 || f->points_x > most || f->points_z > most ||
        f->spacing < FS__HEIGHT_FIELD3_MIN_SPACING || f->spacing > FS__HEIGHT_FIELD3_MAX_SPACING)
        return FS_E_ARGUMENT;
    f->low = f->high = f->height[0];
    for (uint32_t i = 0; i < f->points_x * f->points_z; i++) {
        if (!in_reach(f->height[i]))
            return FS_E_ARGUMENT;
        f->low = fs_min64(f->low, f->height[i]);
        f->high = fs_max64(f->high, f->height[i]);
    }
    return FS_OK;
}
