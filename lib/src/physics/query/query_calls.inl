/* query_calls.inl: shared by the files of the queries: candidate shapes, and straight paths of any length.
 *
 * Template: included by query/query.h of physics2d and of physics3d. With scratch the broad phase proposes candidates,
 * without it every row is one; the same rows pass the filter in both cases, and exact tests follow.
 */

/* ---- candidates ---- */

/* Rows of shapes whose fat AABBs meet a box (and a line), ascending. */
struct fs__queryN_candidates {
    const struct fs_worldN *w;
    fs_filterN filter;
    fs_aabbN box;
    const uint32_t *rows; /* NULL: every row is a candidate */
    uint32_t count, next;
};

struct fs__queryN_candidates fs__queryN_candidates_in_aabb(const struct fs_worldN *w, fs_aabbN box, fs_filterN filter);
struct fs__queryN_candidates fs__queryN_candidates_on_ray(const struct fs_worldN *w, fs_posN from, fs_wideN translation,
                                                          fs_filterN filter);
/* The next shape; false when there are no more. */
bool fs__queryN_candidates_next(struct fs__queryN_candidates *s, uint32_t *row);

/* Fills the value of a row near a point; empty where nothing of the shape is near. */
void fs__queryN_load_shape(const struct fs_worldN *w, uint32_t row, fs_posN near, struct fs__queryN_shape *out);

bool fs__queryN_contains(const struct fs__queryN_shape *there, fs_posN at);

/* ---- straight paths of any length ---- */

/* Depths are metres from `from`, Q32.32. `step` is the translation, halved until its length fits; `length` is its
 * length, and depths run to `length` or, of a halved one, to the greatest number there is. */
struct fs__queryN_path {
    fs_posN from;
    fs_wideN step;
    int64_t length;
    int64_t end; /* the greatest depth */
    unsigned halved;
};

/* The part of a path within some distance of a point. */
struct fs__queryN_path_interval {
    int64_t enter, middle, leave; /* depths; middle: nearest */
};

struct fs__queryN_path fs__queryN_path_init(fs_posN from, fs_wideN translation);
fs_posN fs__queryN_path_point(const struct fs__queryN_path *p, int64_t depth);
fs_unit fs__queryN_path_fraction(const struct fs__queryN_path *p, int64_t depth);
/* The depth nearest to a point, not limited to the path. */
int64_t fs__queryN_path_depth(const struct fs__queryN_path *p, fs_posN place);
bool fs__queryN_path_interval_near(const struct fs__queryN_path *p, fs_posN place, fs_pos reach,
                                   struct fs__queryN_path_interval *part);

static inline int64_t fs__queryN_pos_from_rel(int64_t rel)
{
    return rel * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_aabbN fs__queryN_enlarge_aabb(fs_aabbN box, fs_pos by)
{
    const fs_posN around = fs__posN_uniform(by);
    return (fs_aabbN){ fs_posN_sub(box.low, around), fs_posN_add(box.high, around) };
}
