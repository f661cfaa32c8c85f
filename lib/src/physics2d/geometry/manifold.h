/* manifold.h: where two shapes touch: normal, up to two points, feature ids.
 *
 * Everything is in the frame of shape a, so that a manifold depends on the relative place alone. The functions
 * keep nothing; a hint carries the choice of the reference face from one call to the next.
 */
#ifndef FS_PHYS_TWO_MANIFOLD_H
#define FS_PHYS_TWO_MANIFOLD_H

#include <fixstep/shape2.h>

enum { FS__TWO_REF_NONE = 0, FS__TWO_REF_A = 1, FS__TWO_REF_B = 2 };

struct fs__two_manifold {
    fs_unit2 normal;        /* from a to b */
    fs_rel2 point[2];       /* halfway between the surfaces */
    fs_rel separation[2];   /* negative: they overlap */
    uint16_t id[2];         /* feature of a * 16 + feature of b; unique within a manifold */
    uint8_t count;          /* 0..2 */
    uint8_t reference;      /* whose face gave the normal */
};

/* Fills m with the points closer than `margin` (0 or more). `reference` is that of the last manifold of this pair:
 * a face only loses its role to one that is clearly better, so that a box lying flat does not change it every
 * tick. Ties go to the lowest index, and to a. */
void fs__two_collide(const fs_shape2 *a, const fs_shape2 *b, fs_frame2 b_in_a, fs_rel margin, unsigned reference,
                     struct fs__two_manifold *m);

/* manifold_chain.c: the same against a one-sided segment: ghost[0] is the corner before it, ghost[1] the one after
 * it, each equal to the segment's own corner at a free end. Bodies are on the side of normal[0]. */
void fs__two_collide_chain(const fs_shape2 *segment, const fs_rel2 ghost[2], const fs_shape2 *b, fs_frame2 b_in_a,
                           fs_rel margin, unsigned reference, struct fs__two_manifold *m);

/* The manifold with the face of edge 0 of a segment as the reference, come what may; b in the segment's frame. */
void fs__two_clip_face(const fs_shape2 *segment, const fs_shape2 *b, fs_rel margin, struct fs__two_manifold *m);

/* A manifold found with b first, in b's frame, as one of (a, b) in a's frame. */
void fs__two_manifold_flip(struct fs__two_manifold *m, fs_frame2 b_in_a);

#endif
