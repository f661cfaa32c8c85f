/* cut.h: convex parts of a body, cut by planes; see cut.c. */
#ifndef FS_PHYSICS3D_FRACTURE_CUT_H
#define FS_PHYSICS3D_FRACTURE_CUT_H

#include <fixstep/fracture3.h>

/* A box, or the corners of a settled hull (hull_row.h), in the frame of the body. */
struct fs__part3 {
    uint32_t shape; /* the row that it comes from */
    bool is_box;
    fs_rel3 half, centre; /* box */
    fs_quat rot;
    uint32_t count; /* hull */
    fs_rel3 corner[FS_HULL3_MAX_CORNERS];
};

struct fs__parts3 {
    uint32_t count;
    struct fs__part3 part[FS_FRACTURE3_MAX_PIECES];
};

/* Three planes through a point, normal to the axes of `rot`; in the frame of the body. */
struct fs__cut3 {
    fs_rel3 point;
    fs_quat rot;
    fs_rel min_thickness;
};

/* The part of an ordinary shape; false: neither a box nor a hull. */
bool fs__part3_load(const fs_geometry3 *geometry, uint32_t shape, struct fs__part3 *out);
/* Cuts every part by the planes, one after the other: the half on the side of the normal goes to the end of the list. */
void fs__parts3_cut(struct fs__parts3 *parts, const struct fs__cut3 *cut);
/* The middle of the part's bounding box. */
fs_rel3 fs__part3_middle(const struct fs__part3 *part);
/* The part as a shape, seen from `origin`; a hull is made in `hull`. */
fs_geometry3 fs__part3_geometry(const struct fs__part3 *part, fs_rel3 origin, fs_hull3 *hull);

#endif
