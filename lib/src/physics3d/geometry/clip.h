/* clip.h: contact points from two features: clipping, and the choice of four. */
#ifndef FS_PHYSICS3D_GEOMETRY_CLIP_H
#define FS_PHYSICS3D_GEOMETRY_CLIP_H

#include "physics3d/geometry/feature.h"
#include "physics3d/geometry/manifold.h"

enum { FS__CLIP3_MAX_POINTS = 2 * FS__FEATURE3_MAX_POINTS };

/* A possible contact point. x, y: its place in the contact plane, Q5.26 in 64 bits. */
struct fs__candidate3 {
    struct fs__vec3 point; /* halfway between the surfaces */
    int64_t x, y, separation;
    uint32_t id;
};

struct fs__candidates3 {
    struct fs__candidate3 v[FS__CLIP3_MAX_POINTS];
    unsigned count;
    /* The load in the contact plane. */
    enum fs__load3_kind load_kind;
    int64_t load_x, load_y;
};

/* u and v are the axes of x and y, which count from `origin`; load may be NULL. */
void fs__candidates3_set_load(struct fs__candidates3 *c, const struct fs__load3 *load, fs_unit3 u, fs_unit3 v,
                              struct fs__vec3 origin);

/* A face and the plane that its shape touches along its normal. */
struct fs__reference3 {
    const struct fs__feature3 *face;
    fs_unit3 normal;
    int64_t height; /* normal . x of the plane, Q56 */
    const struct fs__load3 *load;
};

/* The points of the incident feature over the reference face, with their separations from its plane less the radius of the
 * incident shape, as far as they are at most `margin`. What stands out over a side of the face by no more than 2^-13 m is
 * not cut, so that stacked boxes of one size keep their corners as points. Ids: the two sides (of either shape) that meet in
 * the point, 10 bits each.
 * Source: Sutherland, Hodgman, "Reentrant polygon clipping", 1974. */
void fs__clip3_face(const struct fs__reference3 *ref, const struct fs__feature3 *incident, fs_rel radius, fs_rel margin,
                    struct fs__candidates3 *out);

/* Keeps at most four of the candidates: one of the deepest (to 2^-14 m), the one furthest from it, the one furthest from the
 * line of both, and the one that adds most area; ties go to the lowest id.
 * Where all are about as deep and a load acts beside their middle, the first is that of the deepest which lies furthest toward it, and on both sides of
 * the line of the first two the one is kept that adds most area, of those with which the load is nearly as far inside the polygon as it can
 * be: a body on a round or many-sided face tips over its edge, and not over the line between two points that were kept. */
void fs__candidates3_keep_four(struct fs__candidates3 *c);

/* Writes those four to the manifold in the order of their ids. */
void fs__candidates3_reduce(struct fs__candidates3 *c, struct fs__manifold3 *m);

#endif
