/* manifold.h: contact manifolds of two shapes: normal, up to four points, feature ids.
 *
 * Everything is in the frame of shape a's body, so that a manifold depends on the relative pose alone. The functions store
 * nothing; `reference` carries the choice of features from one call to the next.
 */
#ifndef FS_PHYSICS3D_GEOMETRY_MANIFOLD_H
#define FS_PHYSICS3D_GEOMETRY_MANIFOLD_H

#include <fixstep/geometry3.h>

enum { FS__MANIFOLD3_MAX_POINTS = 4 };

struct fs__manifold3 {
    fs_unit3 normal;                             /* from a to b */
    fs_rel3 point[FS__MANIFOLD3_MAX_POINTS];     /* halfway between the surfaces */
    fs_rel separation[FS__MANIFOLD3_MAX_POINTS]; /* negative: they overlap */
    uint32_t id[FS__MANIFOLD3_MAX_POINTS];       /* features of a and b; unique within a manifold */
    uint32_t reference;                          /* the choice of features, for the next call with this pair; 0: none */
    uint8_t count;                               /* 0..4 */
    fs_rel gap; /* without points: the surfaces are at least so far apart (m); 0 where that is not known */
};

struct fs__load3;

/* What a manifold is made for. */
struct fs__manifold3_query {
    fs_rel margin;      /* points closer than this (0 or more) */
    uint32_t reference; /* of the last manifold of this pair: any value gives a valid manifold */
    /* The shapes may come closer by the margin, and turn, until the next call: of faces that lean against each other by less than 1/8 rad
     * the corners are found too where two edges are closest, because they would overlap until then. */
    bool swept;
    const struct fs__load3 *load; /* in the frame of a's body; NULL: unknown */
};

/* Fills m. Ties go to the lowest index, and to a. */
void fs__manifold3_collide(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                           const struct fs__manifold3_query *query, struct fs__manifold3 *m);

#endif
