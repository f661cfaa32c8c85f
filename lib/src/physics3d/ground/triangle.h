/* triangle.h: one triangle of the ground near a shape: what the files triangle*.c share. */
#ifndef FS_PHYSICS3D_GROUND_TRIANGLE_H
#define FS_PHYSICS3D_GROUND_TRIANGLE_H

#include "physics3d/ground/ground.h"

/* The part of a triangle within the window, as a shape: corners, and the side of the triangle that begins at each;
 * FS__TRIANGLE3_BORDER: a side that the window cut. */
enum { FS__TRIANGLE3_MAX_CUT = 9, FS__TRIANGLE3_BORDER = 3 };

/* The outward direction of a side in the plane of the triangle, of any length; components below 2^28. */
struct fs__triangle3_side {
    struct fs__vec3 outward, corner;
    int64_t length; /* of outward, at least */
};

struct fs__triangle3_part {
    fs_hull3 hull;                                         /* two faces: 0 the free side, 1 the back */
    struct fs__triangle3_side side[FS__TRIANGLE3_MAX_CUT]; /* one for each corner of the hull */
    fs_geometry3 geometry;
    fs_unit3 normal; /* that of the whole triangle */
    int64_t height;  /* of the highest corner of the hull along the normal, Q56 */
    bool whole;      /* the corners of the hull are those of the triangle */
};

/* False when nothing of it lies in the window. `normal` is that of the triangle. */
bool fs__triangle3_make_part(const struct fs__triangle3 *t, fs_unit3 normal, fs_pos3 origin,
                             struct fs__triangle3_part *part);

/* The height of a point over the plane through the origin with that normal; nearest. */
static inline fs_pos fs__triangle3_height_over(fs_unit3 n, fs_pos3 p)
{
    fs_i128 sum = fs_i128_add(fs_i128_add(fs_i128_mul(n.x, p.x), fs_i128_mul(n.y, p.y)), fs_i128_mul(n.z, p.z));
    return fs_i128_round_shift_sym(sum, FS_UNIT_FRAC);
}

/* Of corners of the ground: no overflow. */
static inline fs_pos3 fs__triangle3_difference(fs_pos3 a, fs_pos3 b)
{
    return fs_pos3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/* ---- where a shape is about a triangle (triangle_reach.c) ------------------------------------------------------------ */

/* Heights over the triangle's plane that cannot be rounding: results do not depend on where a quick answer ends (Q26). */
enum { FS__TRIANGLE3_ROUNDING = 64 };

/* The point of the shape's core that is lowest over the plane of a triangle, and its height there (Q26). */
struct fs__triangle3_lowest {
    struct fs__vec3 point;
    int64_t height;
};
/* The height of the window's origin over the plane (Q26). */
int64_t fs__triangle3_origin_height(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 origin);
struct fs__triangle3_lowest fs__triangle3_find_lowest(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 origin,
                                                      const struct fs__core3 *b);

/* Whether no point of the shape comes near the triangle, as far as the axes of the shape tell. */
bool fs__triangle3_is_clear(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                            const struct fs__core3 *b);
/* The same for the normal of the triangle. */
bool fs__triangle3_is_above(fs_unit3 n, const struct fs__ground3_probe *probe, const struct fs__triangle3_lowest *low);

/* Where the shape is beside the triangle. */
struct fs__triangle3_reach {
    bool beside;     /* all of it stays beyond a side */
    bool one_normal; /* a contact can have no other normal than that of the face */
};
struct fs__triangle3_reach fs__triangle3_find_reach(const struct fs__triangle3 *t,
                                                    const struct fs__triangle3_part *part,
                                                    const struct fs__ground3_probe *probe, const struct fs__core3 *b,
                                                    const struct fs__triangle3_lowest *low);

/* The projection of the lowest point on the plane (window). */
fs_rel3 fs__triangle3_foot_of(const struct fs__triangle3_lowest *low, fs_unit3 n);

/* Whether a point lies in the triangle seen along its normal. */
bool fs__triangle3_covers(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 p);

/* Whether a normal may lean over side k: it is free, or convex. */
bool fs__triangle3_is_open(const struct fs__triangle3 *t, fs_unit3 n, unsigned k);

/* Whether the centre of a shape is on the free side of the triangle. */
static inline bool fs__triangle3_is_in_front(const struct fs__triangle3_part *part, const struct fs__core3 *b)
{
    return fs__geometry3_dot(part->normal, fs__vec3_sub(b->p, fs__vec3_from_rel(part->hull.corner[0]))) >= 0;
}

/* ---- contacts (triangle_face.c, triangle_capsule.c, triangle_box.c) ----------------------------------------------------------------------------- */

/* The manifold with the free face of the triangle as the reference: points over it that are at most `margin` high. */
void fs__triangle3_collide_face(const struct fs__triangle3_part *part, const struct fs__core3 *b, fs_rel margin,
                                struct fs__manifold3 *m);
/* A capsule and a whole triangle. */
void fs__triangle3_collide_capsule(const struct fs__triangle3_part *part, const struct fs__ground3_probe *probe,
                                   const struct fs__core3 *b, struct fs__manifold3 *m);
/* A box and a whole triangle whose plane is `height` (Q26) below it, with *m zeroed. False when the features that face each
 * other are not found quickly. */
bool fs__triangle3_collide_box(const struct fs__triangle3 *t, const struct fs__triangle3_part *part,
                               const struct fs__core3 *b, int64_t height, fs_rel margin, struct fs__manifold3 *m);

/* The point of the side from one corner to the next that is nearest to c; all below 2^32. */
struct fs__vec3 fs__triangle3_nearest_on_side(struct fs__vec3 from, struct fs__vec3 to, struct fs__vec3 c);

#endif
