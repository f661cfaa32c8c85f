/* manifold.h: contact manifolds of two shapes: normal, up to two points, feature ids.
 *
 * Everything is in the frame of shape a, so that a manifold depends on the relative pose alone. The functions store
 * nothing; `reference` carries the choice of the reference face from one call to the next.
 */
#ifndef FS_PHYSICS2D_GEOMETRY_MANIFOLD_H
#define FS_PHYSICS2D_GEOMETRY_MANIFOLD_H

#include "physics2d/geometry/polygon_passes.h"

enum { FS__MANIFOLD2_REFERENCE_NONE = 0, FS__MANIFOLD2_REFERENCE_A = 1, FS__MANIFOLD2_REFERENCE_B = 2 };

struct fs__manifold2 {
    fs_unit2 normal;      /* from a to b */
    fs_rel2 point[2];     /* halfway between the surfaces */
    fs_rel separation[2]; /* negative: they overlap */
    uint16_t id[2];       /* feature of a * 16 + feature of b; unique within a manifold */
    uint8_t count;        /* 0..2 */
    uint8_t reference;    /* whose face gave the normal */
    fs_rel gap;           /* without points: the surfaces are at least so far apart (m); 0 where that is not known */
};

/* Fills m with the points closer than `margin` (0 or more). `reference` is that of the last manifold of this pair:
 * a face stays the reference until another one is better by 1/2048 m, so that a box lying flat keeps its
 * reference face. Ties go to the lowest index, and to a. */
void fs__manifold2_collide(const struct fs__polygon2_passes *passes, const fs_geometry2 *a, const fs_geometry2 *b,
                           fs_frame2 b_in_a, fs_rel margin, unsigned reference, struct fs__manifold2 *m);

/* manifold_chain.c: the same against a one-sided segment: ghost[0] is the corner before it, ghost[1] the one after
 * it, each equal to the segment's own corner at a free end. Bodies are on the side of normal[0]. */
void fs__manifold2_collide_chain(const struct fs__polygon2_passes *passes, const fs_geometry2 *segment,
                                 const fs_rel2 ghost[2], const fs_geometry2 *b, fs_frame2 b_in_a, fs_rel margin,
                                 unsigned reference, struct fs__manifold2 *m);

/* The manifold with the face of edge 0 of a segment as the reference, always; b in the segment's frame. */
void fs__manifold2_clip_face(const fs_geometry2 *segment, const fs_geometry2 *b, fs_rel margin,
                             struct fs__manifold2 *m);

/* A manifold found with b first, in b's frame, as one of (a, b) in a's frame. */
void fs__manifold2_flip(struct fs__manifold2 *m, fs_frame2 b_in_a);

#endif
