/* query2.h: questions to a 2D world: what is here, what does this ray meet.
 *
 * Answers depend on the state alone, never on the search structure that finds them; without scratch every shape is
 * looked at. Shapes of disabled bodies do not answer; sensors only when asked for; a shape answers when it and who
 * asks are in each other's masks (so one with an empty mask never does). One-sided ground is met by rays and casts
 * from its outside alone. Edges count as inside. A window asks the state as its own calls left it: bind it again
 * after the state was overwritten by something else.
 */
#ifndef FIXSTEP_QUERY2_H
#define FIXSTEP_QUERY2_H

#include <fixstep/shape2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_filter2 {
    uint32_t category, mask; /* as of a shape that asks */
    bool sensors;
} fs_filter2;
/* Everything but sensors. */
FS_API fs_filter2 fs_default_filter2(void);

/* What was met. Where the start already lies in the shape the fraction is 0, the normal zero and `at` the start. */
typedef struct fs_query_hit2 {
    bool hit;
    uint32_t shape;   /* row */
    fs_unit fraction; /* of the translation (closest: of the reach), 0..ONE; nothing hit: ONE */
    fs_unit2 normal;  /* of the shape */
    fs_pos2 at;       /* on its surface */
} fs_query_hit2;

/* Rows of shapes, ascending; the first `capacity` go to `rows`, all are counted. Shapes whose bounding box at their
 * present place meets the box; which contain the point; which overlap the shape. */
FS_API uint32_t fs_query2_aabb(const struct fs_world2 *w, fs_aabb2 box, fs_filter2 filter, uint32_t *rows,
                               uint32_t capacity);
FS_API uint32_t fs_query2_point(const struct fs_world2 *w, fs_pos2 at, fs_filter2 filter, uint32_t *rows,
                                uint32_t capacity);
FS_API uint32_t fs_query2_geometry(const struct fs_world2 *w, const fs_geometry2 *geometry, fs_pose2 pose,
                                   fs_filter2 filter, uint32_t *rows, uint32_t capacity);
/* The first hit; ties go to the lower row. A ray may have any length: the part of it near a shape is found within
 * about 2^-31 m of the exact line, and hits are compared by their distance from the start. */
FS_API fs_query_hit2 fs_query2_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter);
/* Where the ray enters every shape it meets, ordered by (distance, row); the first `capacity` go to `hits`, all are
 * counted. */
FS_API uint32_t fs_query2_ray_all(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter,
                                  fs_query_hit2 *hits, uint32_t capacity);
/* The first thing that a shape meets when it moves without turning; it stops within FS_GEOMETRY2_TOLERANCE. */
FS_API fs_query_hit2 fs_query2_cast(const struct fs_world2 *w, const fs_geometry2 *geometry, fs_pose2 pose,
                                    fs_rel2 translation, fs_filter2 filter);
/* The nearest shape within `reach` (limited to FS_GEOMETRY2_MAX_EXTENT), and the nearest point of it. */
FS_API fs_query_hit2 fs_query2_closest(const struct fs_world2 *w, fs_pos2 at, fs_rel reach, fs_filter2 filter);

#ifdef __cplusplus
}
#endif
#endif
