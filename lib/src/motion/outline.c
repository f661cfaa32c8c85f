/* outline.c: closed polygons: validation, and the side of a point; see fixstep/segment.h.
 *
 * This file must never round.
 */
#include <fixstep/segment.h>

#include "motion/exact2.h"

/* --- side ------------------------------------------------------------------------ */

/* On which side of the line from a to b the point is: 1 left, 0 on it, -1 right. */
static int side_of(fs_pos2 a, fs_pos2 b, fs_pos2 p)
{
    return fs_i128_sign(fs__exact_cross2(fs_pos2_sub(b, a), fs_pos2_sub(p, a)));
}

/* The winding of an edge around p: 1 upward on its right, -1 downward on its right, otherwise 0. An edge includes its
 * lower end only, so that a corner at the height of p counts once. */
static int edge_winding(fs_pos2 a, fs_pos2 b, fs_pos2 p)
{
    if (a.y <= p.y && b.y > p.y)
        return side_of(a, b, p) > 0;
    if (a.y > p.y && b.y <= p.y)
        return -(side_of(a, b, p) < 0);
    return 0;
}

int fs_outline_side2(const fs_pos2 *corner, uint32_t count, fs_pos2 p)
{
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        fs_pos2 next = fs__next_corner(corner, count, i);
        if (fs_segment_intersect2(p, p, corner[i], next).kind != FS_INTERSECTION_NONE)
            return 0;
        turns += edge_winding(corner[i], next, p);
    }
    return turns != 0 ? 1 : -1;
}

/* --- validity ------------------------------------------------------------------------------- */

/* Neighbouring edges share a corner and nothing else; others nothing at all. */
static bool edge_pair_allowed(const fs_pos2 *corner, uint32_t count, uint32_t i, uint32_t j)
{
    fs_pos2 i_end = fs__next_corner(corner, count, i), j_end = fs__next_corner(corner, count, j);
    fs_intersection2 c = fs_segment_intersect2(corner[i], i_end, corner[j], j_end);
    bool neighbours = j == i + 1 || (i == 0 && j == count - 1);
    return c.kind == (neighbours ? FS_INTERSECTION_POINT : FS_INTERSECTION_NONE);
}

static bool is_simple(const fs_pos2 *corner, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (fs_pos2_eq(corner[i], fs__next_corner(corner, count, i)))
            return false;
        for (uint32_t j = i + 1; j < count; j++)
            if (!edge_pair_allowed(corner, count, i, j))
                return false;
    }
    return true;
}

/* The lowest corner, of several the leftmost, is convex: there the outline turns left
 * exactly when it is counter-clockwise. */
static bool is_counter_clockwise(const fs_pos2 *corner, uint32_t count)
{
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++) {
        bool lower = corner[i].y < corner[lowest].y ||
                     (corner[i].y == corner[lowest].y && corner[i].x < corner[lowest].x);
        lowest = lower ? i : lowest;
    }
    fs_pos2 before = corner[lowest == 0 ? count - 1 : lowest - 1];
    return side_of(before, corner[lowest], fs__next_corner(corner, count, lowest)) > 0;
}

bool fs_outline_valid2(const fs_pos2 *corner, uint32_t count)
{
    return count >= 3 && is_simple(corner, count) && is_counter_clockwise(corner, count);
}
