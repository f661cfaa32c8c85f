/* fat_aabb.c: the fat AABBs of shapes in the plane. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

static void note_motion(const struct fs__world2_tick *tick, uint32_t body, struct fs__body2_snapshot *s)
{
    const struct fs_world2 *w = tick->w;
    s->level = (uint8_t)fs__body2_level(w->body.extent[body]);
    s->slow_levels = (uint8_t)(s->awake == 1 ? fs__body2_slow_levels(w, body) : FS__BODY2_LEVELS);
}

struct span {
    int64_t low, high;
};

/* The extremes of c x + s y over the corners, Q56. */
static inline struct span span_of(const fs_rel2 *corner, unsigned count, fs_unit c, fs_unit s)
{
    int64_t first = (int64_t)c * corner[0].x + (int64_t)s * corner[0].y;
    struct span r = { first, first };
    for (unsigned i = 1; i < count; i++) {
        int64_t v = (int64_t)c * corner[i].x + (int64_t)s * corner[i].y;
        r.low = v < r.low ? v : r.low;
        r.high = v > r.high ? v : r.high;
    }
    return r;
}

/* Whether [low, high] span_fits the span around `at` with `more` on both sides, all Q32. The span is rounded outward. */
static inline bool span_fits(fs_pos low, fs_pos high, fs_pos at, struct span span, int64_t more)
{
    const unsigned shift = FS_UNIT_FRAC + FS_REL_FRAC - FS_POS_FRAC;
    return fs_sat64_sub(low, at) <= fs_asr64(span.low, shift) - more &&
           fs_sat64_sub(high, at) >= more - fs_asr64(-span.high, shift);
}

static bool fits_fat_aabb(const struct fs_world2 *w, uint32_t shape)
{
    const unsigned up = FS_POS_FRAC - FS_REL_FRAC;
    uint32_t body = w->shape.body[shape];
    const fs_rel2 *corner = &w->corner.at[(size_t)shape * FS_GEOMETRY2_MAX_CORNERS];
    fs_pose2 pose = fs__body2_origin_pose(w, body);
    unsigned count = w->shape.count[shape];
    int64_t more = ((int64_t)w->shape.radius[shape] << up) +
                   ((int64_t)(FS__CONTACT2_MARGIN >> fs__body2_level(w->body.extent[body])) << (up - 1));
    struct span x = span_of(corner, count, pose.rot.c, -pose.rot.s), y = span_of(corner, count, pose.rot.s, pose.rot.c);
    struct fs__body2_predicted_travel travel = fs__body2_predict_travel(w, body);
    return span_fits(fs_sat64_add(w->shape.fat_low[shape].x, travel.left),
                     fs_sat64_sub(w->shape.fat_high[shape].x, travel.right), pose.pos.x, x, more) &&
           span_fits(fs_sat64_add(w->shape.fat_low[shape].y, travel.down),
                     fs_sat64_sub(w->shape.fat_high[shape].y, travel.up), pose.pos.y, y, more);
}

#include "physics/contact/fat_aabb.inl"
