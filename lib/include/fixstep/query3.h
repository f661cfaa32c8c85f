/* query3.h: spatial queries of a 3D world: shapes in a box, at a point, on a ray, nearest to a point.
 *
 * Results depend on the state alone, never on the broad phase; without scratch every shape is tested. Shapes of disabled
 * bodies are never found, sensors only when the filter asks for them. A shape is found when its category is in the filter's
 * mask and the filter's category is in its mask (so a shape with an empty mask never is). Borders count as inside. Shapes
 * of any size (shape3.h) are found alike. A view queries the state as its own calls left it, and after fs_state_fetch(),
 * fs_state_copy() and fs_state_decode(): bind it again after anything else wrote columns.
 */
#ifndef FIXSTEP_QUERY3_H
#define FIXSTEP_QUERY3_H

#include <fixstep/shape3.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_filter3 {
    uint32_t category, mask; /* as those of a shape */
    bool sensors;            /* true: sensors too */
} fs_filter3;
/* Everything but sensors. */
FS_API fs_filter3 fs_default_filter3(void);

/* The shape that was met. Where the start lies in the shape the fraction is 0, the normal zero and `at` the start. */
typedef struct fs_query_hit3 {
    bool hit;
    uint32_t shape;   /* row of shape3 */
    fs_unit fraction; /* of the translation (closest: of the reach), 0..ONE; nothing hit: ONE */
    fs_unit3 normal;  /* of the shape, in the axes of the world */
    fs_pos3 at;       /* on its surface, world, m */
} fs_query_hit3;

/* Rows of shape3, ascending: the first `capacity` are written to `rows` (may be NULL for 0), the number of all is
 * returned. aabb: shapes whose own bounding box meets the box; point: shapes that contain the point; geometry: shapes that
 * overlap the valid `geometry` at `pose`. */
FS_API uint32_t fs_query3_aabb(const struct fs_world3 *w, fs_aabb3 box, fs_filter3 filter, uint32_t *rows,
                               uint32_t capacity);
FS_API uint32_t fs_query3_point(const struct fs_world3 *w, fs_pos3 at, fs_filter3 filter, uint32_t *rows,
                                uint32_t capacity);
FS_API uint32_t fs_query3_geometry(const struct fs_world3 *w, const fs_geometry3 *geometry, fs_pose3 pose,
                                   fs_filter3 filter, uint32_t *rows, uint32_t capacity);
/* The first hit of the ray from `from` to `from + translation` (m); ties go to the lower row. A ray may have any length: its
 * part near a shape is found within about 2^-31 m of the exact line, and hits are compared by their distance from the
 * start. */
FS_API fs_query_hit3 fs_query3_ray(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation, fs_filter3 filter);
/* Where the ray enters every shape it meets, ordered by (distance, row): the first `capacity` are written to `hits`, the
 * number of all is returned. */
FS_API uint32_t fs_query3_ray_all(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation, fs_filter3 filter,
                                  fs_query_hit3 *hits, uint32_t capacity);
/* The first shape that a valid `geometry` meets when it moves by `translation` (m, at most 32 m on each axis) without
 * turning; it stops within FS_GEOMETRY3_TOLERANCE (2^-13 m). */
FS_API fs_query_hit3 fs_query3_cast(const struct fs_world3 *w, const fs_geometry3 *geometry, fs_pose3 pose,
                                    fs_rel3 translation, fs_filter3 filter);
/* The nearest shape within `reach` (m, 0 to 16; beyond limited to FS_GEOMETRY3_MAX_EXTENT) and its nearest point; ties go to
 * the lower row. */
FS_API fs_query_hit3 fs_query3_closest(const struct fs_world3 *w, fs_pos3 at, fs_rel reach, fs_filter3 filter);

#ifdef __cplusplus
}
#endif
#endif
