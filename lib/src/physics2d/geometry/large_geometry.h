/* large_geometry.h: static convex shapes beyond the range of fs_geometry2.
 *
 * Corners are Q32.32 metres in the frame of the body, so a shape spans up to 2^30 m. Narrow phase, distance, casts and
 * times of impact work on the part of the shape within FS__WINDOW2_REACH of a point, which is an ordinary fs_geometry2 in
 * a frame whose origin is that point. The edges that a window adds lie at its border, where no other shape reaches.
 */
#ifndef FS_PHYSICS2D_GEOMETRY_LARGE_GEOMETRY_H
#define FS_PHYSICS2D_GEOMETRY_LARGE_GEOMETRY_H

#include <fixstep/geometry2.h>

/* Largest coordinate of a corner: 2^29 m. Differences of corners stay within 2^62, sums of two of their products within
 * 2^126. */
#define FS__LARGE2_MAX_EXTENT ((fs_pos)1 << 61)
/* Largest radius of a rounded large shape: 4 m (Q5.26). The core of a shape that touches another within the window then
 * lies in the window. */
#define FS__LARGE2_MAX_RADIUS ((fs_rel)4 * FS_REL_ONE)
/* Half the side of a window: 31 m (Q32.32). */
#define FS__WINDOW2_REACH ((fs_pos)31 * FS_POS_ONE)
enum {
    FS__LARGE2_MAX_POINTS = 64,
    FS__LARGE2_MAX_CUT = FS_GEOMETRY2_MAX_CORNERS + 4 /* corners in a window: each of its sides adds at most one */
};

/* A capsule, a segment or a polygon (counter-clockwise, strictly convex), rounded by `radius`. */
struct fs__large2 {
    fs_pos2 corner[FS_GEOMETRY2_MAX_CORNERS];
    fs_rel radius;
    uint8_t kind; /* fs_geometry2_kind */
    uint8_t count;
};

/* Part of a large shape. `corner` and `edge` hold the feature of the whole shape that each corner, and the edge that
 * begins there, belong to; an end that the window cut off an edge has the corner of the shape beyond it. */
struct fs__window2 {
    fs_geometry2 geometry; /* count 0: nothing of the shape lies in the window */
    uint8_t corner[FS_GEOMETRY2_MAX_CORNERS];
    uint8_t edge[FS_GEOMETRY2_MAX_CORNERS];
};

/* E_ARGUMENT: a corner or radius beyond the limits. E_DEGENERATE: ends closer than FS_GEOMETRY2_MIN_SIZE, or points that
 * span no area. E_CAPACITY: more than 64 points, or a hull of more than 8 corners. On an error *out is zeroed. */
fs_result fs__large2_make_stadium(fs_pos2 a, fs_pos2 b, fs_rel radius, fs_geometry2_kind kind, struct fs__large2 *out);
fs_result fs__large2_make_hull(const fs_pos2 *points, size_t count, fs_rel radius, struct fs__large2 *out);
/* Whether a shape from elsewhere keeps the rules above. */
bool fs__large2_valid(const struct fs__large2 *s);

/* Bounding box at a pose, rounded outward, saturated at the border of the world. */
fs_aabb2 fs__large2_aabb(const struct fs__large2 *s, fs_pose2 pose);
/* An upper bound for the distance of a point of the shape from the origin of its frame. */
fs_pos fs__large2_extent(const struct fs__large2 *s);
/* The part within FS__WINDOW2_REACH of `origin` (body's frame) on each axis, seen from there. Corners are within half a
 * step of Q5.26 of the exact ones; normals are those of the whole edges. A shift of shape and origin by the same multiple
 * of 2^-26 m leaves every bit of the result. */
void fs__large2_cut_window(const struct fs__large2 *s, fs_pos2 origin, struct fs__window2 *out);

/* The part of the core within `reach` of `origin` on each axis, all Q32.32 m in the body's frame, for pictures; returns how
 * many corners it has. */
unsigned fs__large2_cut_core(const struct fs__large2 *s, fs_pos2 origin, fs_pos reach,
                             fs_pos2 corners[FS__LARGE2_MAX_CUT]);

/* Where a straight path first enters the shape through an edge moved outward by the radius. `fraction` of the path as a
 * quotient of two numbers; the rounded corners are not looked at. */
struct fs__large2_entry {
    int64_t num, den; /* 0 <= num <= den, den > 0 */
    fs_pos2 at;       /* in the body's frame */
    fs_unit2 normal;
};
/* The path from `origin` to `origin + translation` in the body's frame; both within 2^30.5 m. False: no edge is met. */
bool fs__large2_enter_edges(const struct fs__large2 *s, fs_pos2 origin, fs_pos2 translation,
                            struct fs__large2_entry *entry);

/* Vectors of any length turned by a rotation and back: nearest, saturated at 2^31 m. */
static inline fs_pos2 fs__rot2_pos(fs_rot2 q, fs_pos2 v)
{
    return fs_pos2_make(
        fs_i128_round_shift_sym(fs_i128_sub(fs_i128_mul(v.x, q.c), fs_i128_mul(v.y, q.s)), FS_UNIT_FRAC),
        fs_i128_round_shift_sym(fs_i128_add(fs_i128_mul(v.x, q.s), fs_i128_mul(v.y, q.c)), FS_UNIT_FRAC));
}

static inline fs_pos2 fs__rot2_inv_pos(fs_rot2 q, fs_pos2 v)
{
    return fs__rot2_pos(fs_rot2_conj(q), v);
}

#endif
