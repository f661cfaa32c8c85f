/* manifold_convex.h: the narrow phases that manifold.c chooses from. All are called with *m zeroed. */
#ifndef FS_PHYSICS3D_GEOMETRY_MANIFOLD_CONVEX_H
#define FS_PHYSICS3D_GEOMETRY_MANIFOLD_CONVEX_H

#include "physics3d/geometry/clip.h"

/* What `reference` of a manifold means: a face of a, a face of b (plus its index), a line on the side of a round shape, or
 * an axis of box_box. */
enum {
    FS__REFERENCE3_FACE_A = 0x100,
    FS__REFERENCE3_FACE_B = 0x200,
    FS__REFERENCE3_LINE = 0x300,
    FS__REFERENCE3_POINT = 0x400,
    FS__REFERENCE3_EDGES = 0x500,
    FS__REFERENCE3_KIND = 0xF00
};
/* Set in the ids of points whose sides are those of b's face first; of points between lines; of single points; of
 * crossing edges. */
enum { FS__ID3_FLIPPED = 1 << 20, FS__ID3_LINES = 1 << 21, FS__ID3_POINT = 1 << 22, FS__ID3_EDGES = 1 << 23 };

/* A face or a line is preferred to a better axis by this (m): 2^-11 m, less for small shapes. */
fs_rel fs__manifold3_bias(const fs_geometry3 *a, const fs_geometry3 *b);

/* The manifold of a face is preferred to the single point in which two edges or corners are closest, if it contains that
 * point and others, and its normal and the axis of that point have at least this cosine (Q1.30): 1/8 rad. */
enum { FS__MANIFOLD3_LEANING = FS_UNIT_ONE - FS_UNIT_ONE / 128 };

/* Whether the least separation of a face's points is that of the closest points, within 1/16 of it and the bias (m). */
static inline bool fs__manifold3_is_near(int64_t nearest, int64_t closest, fs_rel bias)
{
    return fs_abs64(nearest - closest) <= fs_abs64(closest) / 16 + 2 * (int64_t)bias;
}

/* Any two shapes: closest points or penetration, then the preferred features along that axis. */
void fs__manifold3_convex(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                          const struct fs__manifold3_query *query, struct fs__manifold3 *m);

/* Two boxes: separating axes in integers. */
void fs__manifold3_boxes(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                         const struct fs__manifold3_query *query, struct fs__manifold3 *m);

/* Spheres and capsules among each other. */
void fs__manifold3_capsules(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a, fs_rel margin,
                            uint32_t reference, struct fs__manifold3 *m);

/* One point between the surfaces of two cores with closest points p (of a) and q (of b), if it is near enough. */
void fs__manifold3_add_point(struct fs__vec3 p, struct fs__vec3 q, fs_unit3 n, const fs_rel radius[2], fs_rel margin,
                             uint32_t id, struct fs__manifold3 *m);

/* Two points between parallel lines (2 points each) of the cores, at the ends of the part that they share along the line of
 * a; none when that part is shorter than `least`. `side`: the radii by which the shapes curve across their lines. */
void fs__manifold3_add_lines(const struct fs__feature3 *a, const struct fs__feature3 *b, fs_unit3 n,
                             const fs_rel radius[2], const fs_rel side[2], fs_rel margin, fs_rel least,
                             struct fs__manifold3 *m);

#endif
