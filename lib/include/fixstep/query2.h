/* query2.h: questions to a 2D world: what is here, what does this ray meet.
 *
 * Answers depend on the state alone, never on the search structure that finds them; without scratch every shape is
 * looked at. Shapes of disabled bodies do not answer; sensors only when asked for.
 */
#ifndef FIXSTEP_QUERY2_H
#define FIXSTEP_QUERY2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_filter2 {
    uint32_t category, mask;  /* as of a shape that asks */
    bool sensors;
} fs_filter2;
/* Everything but sensors. */
FS_API fs_filter2 fs_default_filter2(void);

typedef struct fs_ray_hit2 {
    bool hit;
    uint32_t shape;           /* row */
    fs_unit fraction;         /* of the translation */
    fs_unit2 normal;          /* of the shape */
    fs_pos2 at;
} fs_ray_hit2;

/* Rows of shapes, ascending; the first `capacity` go to `rows`, all are counted. */
FS_API uint32_t fs_query2_box(const struct fs_world2 *w, fs_box2 box, fs_filter2 filter, uint32_t *rows, uint32_t capacity);
FS_API uint32_t fs_query2_point(const struct fs_world2 *w, fs_pos2 at, fs_filter2 filter, uint32_t *rows, uint32_t capacity);
FS_API uint32_t fs_query2_shape(const struct fs_world2 *w, const fs_shape2 *shape, fs_pose2 pose, fs_filter2 filter,
                                uint32_t *rows, uint32_t capacity);
/* The first hit; ties go to the lower row. Long rays (any length) are cut into parts of a shape's reach. */
FS_API fs_ray_hit2 fs_query2_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter);
/* Every hit, ordered by (fraction, row). */
FS_API uint32_t fs_query2_ray_all(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter,
                                  fs_ray_hit2 *hits, uint32_t capacity);
/* A shape moved without turning (at most 16 m). */
FS_API fs_ray_hit2 fs_query2_cast(const struct fs_world2 *w, const fs_shape2 *shape, fs_pose2 pose, fs_rel2 translation,
                                  fs_filter2 filter);
/* The nearest shape within `reach`, and the nearest point of it. */
FS_API fs_ray_hit2 fs_query2_closest(const struct fs_world2 *w, fs_pos2 at, fs_rel reach, fs_filter2 filter);

#ifdef __cplusplus
}
#endif
#endif
