/* query.h: shared by the files of the queries: candidate shapes, and straight paths of any length.
 *
 * With scratch the broad phase proposes candidates, without it every row is one; the same rows pass the filter in both
 * cases, and exact tests follow.
 */
#ifndef FS_PHYSICS3D_QUERY_QUERY_H
#define FS_PHYSICS3D_QUERY_QUERY_H

#include <fixstep/query3.h>

#include "physics3d/world/world.h"

/* ---- candidates ---- */

/* Rows of shapes whose fat AABBs meet a box (and a line), ascending. */
struct fs__query3_candidates {
    const struct fs_world3 *w;
    fs_filter3 filter;
    fs_aabb3 box;
    const uint32_t *rows; /* NULL: every row is a candidate */
    uint32_t count, next;
};

struct fs__query3_candidates fs__query3_candidates_in_aabb(const struct fs_world3 *w, fs_aabb3 box, fs_filter3 filter);
struct fs__query3_candidates fs__query3_candidates_on_ray(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation,
                                                          fs_filter3 filter);
/* The next shape; false when there are no more. */
bool fs__query3_candidates_next(struct fs__query3_candidates *s, uint32_t *row);

/* A shape as a value near a point, and the frame of it. `hull` is used where a hull is not in scratch. */
struct fs__query3_shape {
    fs_geometry3 geometry; /* kind 0: nothing of the shape is near */
    fs_pose3 pose;
    fs_hull3 hull;
};
void fs__query3_load_shape(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__query3_shape *out);

bool fs__query3_contains(const struct fs__query3_shape *there, fs_pos3 at);

/* ---- straight paths of any length ---- */

/* Depths are metres from `from`, Q32.32. `step` is the translation, halved until its length fits; `length` is its
 * length, and depths run to `length` or, of a halved one, to the greatest number there is. */
struct fs__query3_path {
    fs_pos3 from;
    fs_wide3 step;
    int64_t length;
    int64_t end; /* the greatest depth */
    unsigned halved;
};

/* The part of a path within some distance of a point. */
struct fs__query3_path_interval {
    int64_t enter, middle, leave; /* depths; middle: nearest */
};

struct fs__query3_path fs__query3_path_init(fs_pos3 from, fs_wide3 translation);
fs_pos3 fs__query3_path_point(const struct fs__query3_path *p, int64_t depth);
fs_unit fs__query3_path_fraction(const struct fs__query3_path *p, int64_t depth);
/* The depth nearest to a point, not limited to the path. */
int64_t fs__query3_path_depth(const struct fs__query3_path *p, fs_pos3 place);
bool fs__query3_path_interval_near(const struct fs__query3_path *p, fs_pos3 place, fs_pos reach,
                                   struct fs__query3_path_interval *part);

static inline int64_t fs__query3_pos_from_rel(int64_t rel)
{
    return rel * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_aabb3 fs__query3_enlarge_aabb(fs_aabb3 box, fs_pos by)
{
    const fs_pos3 around = fs_pos3_make(by, by, by);
    return (fs_aabb3){ fs_pos3_sub(box.low, around), fs_pos3_add(box.high, around) };
}

#endif
