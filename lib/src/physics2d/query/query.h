/* query.h: shared by the files of the queries: candidate shapes, and straight paths of any length.
 *
 * With scratch the broad phase proposes candidates, without it every row is one; the same rows pass the filter in both
 * cases, and exact tests follow.
 */
#ifndef FS_PHYSICS2D_QUERY_QUERY_H
#define FS_PHYSICS2D_QUERY_QUERY_H

#include <fixstep/query2.h>

#include "physics2d/world/world.h"

/* ---- candidates ---- */

/* Rows of shapes whose fat AABBs meet a box (and a line), ascending. */
struct fs__query2_candidates {
    const struct fs_world2 *w;
    fs_filter2 filter;
    fs_aabb2 box;
    const uint32_t *rows; /* NULL: every row is a candidate */
    uint32_t count, next;
};

struct fs__query2_candidates fs__query2_candidates_in_aabb(const struct fs_world2 *w, fs_aabb2 box, fs_filter2 filter);
struct fs__query2_candidates fs__query2_candidates_on_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation,
                                                          fs_filter2 filter);
/* The next shape; false when there are no more. */
bool fs__query2_candidates_next(struct fs__query2_candidates *s, uint32_t *row);

/* ---- straight paths of any length ---- */

/* Depths are metres from `from`, Q32.32. `step` is the translation, halved until its length fits; `length` is its
 * length, and depths run to `length` or, of a halved one, to the greatest number there is. */
struct fs__query2_path {
    fs_pos2 from;
    fs_wide2 step;
    int64_t length;
    int64_t end; /* the greatest depth */
    unsigned halved;
};

/* The part of a path within some distance of a point. */
struct fs__query2_path_interval {
    int64_t enter, middle, leave; /* depths; middle: nearest */
};

struct fs__query2_path fs__query2_path_init(fs_pos2 from, fs_wide2 translation);
fs_pos2 fs__query2_path_point(const struct fs__query2_path *p, int64_t depth);
fs_unit fs__query2_path_fraction(const struct fs__query2_path *p, int64_t depth);
/* The depth nearest to a point, not limited to the path. */
int64_t fs__query2_path_depth(const struct fs__query2_path *p, fs_pos2 place);
bool fs__query2_path_interval_near(const struct fs__query2_path *p, fs_pos2 place, fs_pos reach,
                                   struct fs__query2_path_interval *part);

static inline int64_t fs__query2_pos_from_rel(int64_t rel)
{
    return rel * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_aabb2 fs__query2_enlarge_aabb(fs_aabb2 box, fs_pos by)
{
    return (fs_aabb2){ { fs_sat64_sub(box.low.x, by), fs_sat64_sub(box.low.y, by) },
                       { fs_sat64_add(box.high.x, by), fs_sat64_add(box.high.y, by) } };
}

#endif
