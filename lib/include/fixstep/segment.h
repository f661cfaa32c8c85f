/* segment.h: intersections of two segments, of a path and an outline, and of a ray with a sphere or a plane.
 *
 * Whether two segments intersect is decided exactly, in integers and without a division,
 * for coordinates within 2^30 m of the origin (beyond, differences saturate: results are
 * still the same on every machine). Points and fractions that are returned are rounded,
 * symmetrically unless a function says otherwise. The functions are pure; positions are Q32.32 m.
 *
 * Source: A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter 13; its
 * printed example mixes up coordinates and parameters, the rule here is Cramer's.
 */
#ifndef FIXSTEP_SEGMENT_H
#define FIXSTEP_SEGMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/result.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- two segments ---------------------------------------------------------------- */

/* Fractions of a segment have 62 fraction bits and are rounded down. */
#define FS_INTERSECTION_ONE ((int64_t)1 << 62)

typedef enum fs_intersection_kind {
    FS_INTERSECTION_NONE = 0,
    FS_INTERSECTION_POINT,  /* one point in common, an end included */
    FS_INTERSECTION_OVERLAP /* collinear, with more than one point in common */
} fs_intersection_kind;

typedef struct fs_intersection2 {
    fs_intersection_kind kind;
    int64_t t, s; /* fraction along a and b, 0..FS_INTERSECTION_ONE */
    fs_pos2 point;
} fs_intersection2;

/* The first point of a, in its direction, that lies on b. Ends belong to their segment. Parallel segments intersect only
 * when they are collinear; the point is then exactly an end of one of them. A segment of length zero is a point. */
FS_API fs_intersection2 fs_segment_intersect2(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1);
/* Whether the bounding boxes of the two overlap or touch. */
FS_API bool fs_segment_aabbs_overlap2(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1);

/* The unit normal on the left of the direction from a to b: (-dy, dx) / length. False, and the zero vector, when a
 * equals b. */
FS_API bool fs_segment_normal2(fs_pos2 a, fs_pos2 b, fs_unit2 *n);
/* The point of the segment nearest to p. */
FS_API fs_pos2 fs_segment_closest_point2(fs_pos2 a, fs_pos2 b, fs_pos2 p);

/* --- outlines ------------------------------------------------------------------------ */

/* An outline is a closed polygon that does not cross itself, given by its corners
 * counter-clockwise; it may be concave. Its last edge leads from the last corner to the
 * first. */

/* Whether the corners are an outline: at least 3, no edge of length zero, edges meeting
 * only at common corners, counter-clockwise. Takes count^2 steps. */
FS_API bool fs_outline_valid2(const fs_pos2 *corner, uint32_t count);
/* 1 inside, 0 on the border, -1 outside; exact. */
FS_API int fs_outline_side2(const fs_pos2 *corner, uint32_t count, fs_pos2 p);

/* A point or ball that moves inside an outline: m, m/s. */
typedef struct fs_probe2 {
    fs_pos2 pos;
    fs_vel2 vel;
} fs_probe2;

/* Moves the probe for 1/hz seconds (hz 0: no motion). Where its path meets an edge it continues with the velocity reflected by e
 * (Q1.30, see fs_plane_reflect2()), up to `bounces` times; then it stops until the next tick. The first edge on the path
 * counts, of equal ones (a corner) the lowest number. Edges are one-sided: a probe from outside may enter. A probe
 * inside or on the border stays so exactly, whatever is rounded: it stops a few steps of 2^-32 m in front of the edge.
 * Returns the number of bounces. */
FS_API uint32_t fs_probe_move2(const fs_pos2 *corner, uint32_t count, fs_probe2 *probe, fs_unit e, uint32_t hz,
                               uint32_t bounces);

/* The contact of a ball of `radius` (m) with the outline. In order of their numbers, each edge within `radius` of the
 * centre pushes the ball out, unless that path crosses another edge, and reflects a velocity that approaches it along
 * the direction from its nearest point. This detects grazing contacts with edges and corners, which the path of the
 * centre misses. Returns the number of edges that reflected the velocity. */
FS_API uint32_t fs_probe_touch2(const fs_pos2 *corner, uint32_t count, fs_probe2 *probe, fs_pos radius, fs_unit e);

/* --- rays ---------------------------------------------------------------------------- */

/* The distance, m, along a ray (unit direction) to the sphere or plane. False, and 0, without an intersection. A ray that
 * starts in the sphere intersects it at 0; a ray parallel to the plane never does. Errors are within 2^-29 of the
 * distance from the origin of the ray. */
FS_API bool fs_ray_sphere3(fs_pos3 origin, fs_unit3 direction, fs_pos3 centre, fs_pos radius, fs_wide *distance);
FS_API bool fs_ray_plane3(fs_pos3 origin, fs_unit3 direction, fs_pos3 point, fs_unit3 n, fs_wide *distance);

#ifdef __cplusplus
}
#endif
#endif
