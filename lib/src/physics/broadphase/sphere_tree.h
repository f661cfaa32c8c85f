/* sphere_tree.h: a hierarchy of bounding spheres, and the functions that its tests need too.
 *
 * Spheres are counted in half coarse steps, 26 bits a coordinate, so that squares of distances fit 64 bits. The sphere of a
 * box holds its corners and one half step more: spheres of boxes that touch overlap.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_SPHERE_TREE_H
#define FS_PHYSICS_BROADPHASE_SPHERE_TREE_H

#include "physics/broadphase/broadphase_internal.h"

#define fs__sphereN FS__NAME(fs__sphere, )
#define fs__sphereN_growth FS__NAME(fs__sphere, _growth)
#define fs__sphereN_merge FS__NAME(fs__sphere, _merge)
#define fs__sphereN_of_box FS__NAME(fs__sphere, _of_box)
#define fs__sphereN_overlaps FS__NAME(fs__sphere, _overlaps)
#define fs__sphere_treeN FS__NAME(fs__sphere_tree, )
#define fs__sphere_treeN_insert FS__NAME(fs__sphere_tree, _insert)
#define fs__sphere_treeN_is_valid FS__NAME(fs__sphere_tree, _is_valid)
#define fs__sphere_treeN_remove FS__NAME(fs__sphere_tree, _remove)

/* Coordinates within +-2^25, radii up to 2^30. */
struct fs__sphereN {
    int64_t centre[FS__AXES];
    int64_t radius;
};

/* How positions become coarse steps: (v >> shift) - origin, at most +-2^24. */
struct fs__sphere_map {
    int64_t origin[3];
    unsigned shift;
};

#define FS__SPHERE_TREE_NONE UINT32_MAX

/* Nodes 0 .. capacity - 1 are the rows, the others have two children. */
struct fs__sphere_treeN {
    struct fs__sphereN *sphere; /* 2 * capacity */
    uint32_t *parent;           /* 2 * capacity; FS__SPHERE_TREE_NONE: the root, or not in the tree */
    uint32_t *child;            /* two of each node beyond the rows; of a free node the next free one */
    bool *in_tree;              /* by row */
    struct fs__sphere_map map;
    uint32_t capacity, count, root, free;
};

struct fs__sphereN fs__sphereN_of_box(const struct fs__sphere_map *map, fs_aabbN box);
/* Whether two spheres overlap; touching ones do not. */
bool fs__sphereN_overlaps(const struct fs__sphereN *a, const struct fs__sphereN *b);
/* A sphere that holds both: the larger one when it holds the other, of equal ones b. */
struct fs__sphereN fs__sphereN_merge(const struct fs__sphereN *a, const struct fs__sphereN *b);
/* By how much the square of the radius grows when `a` has to hold `b` too. */
int64_t fs__sphereN_growth(const struct fs__sphereN *a, const struct fs__sphereN *b);

void fs__sphere_treeN_insert(struct fs__sphere_treeN *t, uint32_t row, struct fs__sphereN sphere);
void fs__sphere_treeN_remove(struct fs__sphere_treeN *t, uint32_t row);
/* Whether links and spheres are those of a tree of `count` rows. */
bool fs__sphere_treeN_is_valid(const struct fs__sphere_treeN *t);

#endif
