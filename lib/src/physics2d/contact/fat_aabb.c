/* fat_aabb.c: snapshots of bodies at the start of a tick, and new fat AABBs for shapes that left theirs. */
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

void fs__body2_take_snapshots(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t rows = *w->body.rows;
    if (tick->snapshot == NULL)
        tick->snapshot = fs_arena_take(&tick->arena, rows * sizeof *tick->snapshot);
    FS_ASSERT(tick->snapshot != NULL);
    for (uint32_t i = 0; i < rows; i++) {
        struct fs__body2_snapshot *s = &tick->snapshot[i];
        bool live = fs__world2_row_live(w->body.gen, i), awake = live && fs__body2_is_awake(w, i);
        bool asleep = live && (w->body.flags[i] & (FS_BODY2_ASLEEP | FS_BODY2_DISABLED)) == FS_BODY2_ASLEEP;
        s->awake = awake ? 1 : asleep ? 2 : 0;
        s->dynamic = awake && fs__body2_is_dynamic(w, i);
        s->level = (uint8_t)fs__body2_level(w->body.extent[i]);
        s->slow_levels = (uint8_t)(awake ? fs__body2_slow_levels(w, i) : FS__BODY2_LEVELS);
        s->pos = w->body.pos[i];
        s->rot = w->body.rot[i];
        s->extent = w->body.extent[i];
    }
    w->scratch->woken_count = 0;
}

/* ---- boxes ---------------------------------------------------------------------------------------------------- */

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

/* Whether the fat AABB contains the shape, the reach of a fast one in the next tick and half the contact margin around it:
 * pairs are then found before their surfaces are as close as the margin, or meet within the tick. Only for bodies that are
 * awake, so never for large shapes. */
static bool fits_fat_aabb(const struct fs__world2_tick *tick, uint32_t i)
{
    const struct fs_world2 *w = tick->w;
    const unsigned up = FS_POS_FRAC - FS_REL_FRAC;
    uint32_t body = w->shape.body[i];
    const fs_rel2 *corner = &w->corner.at[(size_t)i * FS_GEOMETRY2_MAX_CORNERS];
    fs_pose2 pose = fs__body2_origin_pose(w, body);
    unsigned count = w->shape.count[i];
    int64_t more = ((int64_t)w->shape.radius[i] << up) +
                   ((int64_t)(FS__CONTACT2_MARGIN >> fs__body2_level(w->body.extent[body])) << (up - 1));
    struct span x = span_of(corner, count, pose.rot.c, -pose.rot.s), y = span_of(corner, count, pose.rot.s, pose.rot.c);
    struct fs__body2_predicted_travel travel = fs__body2_predict_travel(w, body);
    return span_fits(fs_sat64_add(w->shape.fat_low[i].x, travel.left),
                     fs_sat64_sub(w->shape.fat_high[i].x, travel.right), pose.pos.x, x, more) &&
           span_fits(fs_sat64_add(w->shape.fat_low[i].y, travel.down), fs_sat64_sub(w->shape.fat_high[i].y, travel.up),
                     pose.pos.y, y, more);
}

void fs__world2_update_fat_aabbs(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__world2_row_live(w->shape.gen, i) && tick->snapshot[w->shape.body[i]].awake == 1 &&
            !fits_fat_aabb(tick, i))
            fs__shape2_update_fat_aabb(w, i);
}

void fs__world2_sync_broadphase(const struct fs_world2 *w)
{
    struct fs__broadphase_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows };
    if (!w->scratch->broadphase_synced)
        fs__broadphase_update(w->scratch->broad, &boxes);
    w->scratch->broadphase_synced = true;
}
