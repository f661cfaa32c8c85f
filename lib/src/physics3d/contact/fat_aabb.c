/* fat_aabb.c: snapshots of bodies at the start of a tick, and new fat AABBs for shapes that left theirs. */
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

void fs__body3_take_snapshots(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    uint32_t rows = *w->body.rows;
    if (tick->snapshot == NULL)
        tick->snapshot = fs_arena_take(&tick->arena, rows * sizeof *tick->snapshot);
    FS_ASSERT(tick->snapshot != NULL);
    for (uint32_t i = 0; i < rows; i++) {
        struct fs__body3_snapshot *s = &tick->snapshot[i];
        bool live = fs__world3_row_live(w->body.gen, i), awake = live && fs__body3_is_awake(w, i);
        bool asleep = live && (w->body.flags[i] & (FS_BODY3_ASLEEP | FS_BODY3_DISABLED)) == FS_BODY3_ASLEEP;
        s->awake = awake ? 1 : asleep ? 2 : 0;
        s->dynamic = awake && fs__body3_is_dynamic(w, i);
        s->fast = awake && fs__body3_is_fast(w, i);
        s->pos = w->body.pos[i];
        s->rot = w->body.rot[i];
        s->extent = w->body.extent[i];
        s->centre = w->body.centre[i];
    }
    w->scratch->woken_count = 0;
}

/* ---- boxes ---------------------------------------------------------------------------------------------------- */

static bool is_inside(fs_aabb3 outer, fs_pos3 low, fs_pos3 high)
{
    return outer.low.x <= low.x && outer.low.y <= low.y && outer.low.z <= low.z && outer.high.x >= high.x &&
           outer.high.y >= high.y && outer.high.z >= high.z;
}

/* Whether the fat AABB contains the shape, the reach of a fast one in the next tick and half the contact margin around it:
 * pairs are then found before their surfaces are as close as the margin, or meet within the tick. Only for bodies that are
 * awake, so never for large shapes. */
static bool fits_fat_aabb(const struct fs__world3_tick *tick, uint32_t i)
{
    const struct fs_world3 *w = tick->w;
    const fs_pos more = (fs_pos)FS__CONTACT3_MARGIN << (FS_POS_FRAC - FS_REL_FRAC - 1);
    const fs_pos3 around = fs_pos3_make(more, more, more);
    struct fs__body3_predicted_travel travel = fs__body3_predict_travel(w, w->shape.body[i]);
    fs_aabb3 box = fs__shape3_aabb(w, i), fat = { w->shape.fat_low[i], w->shape.fat_high[i] };
    return is_inside(fat, fs_pos3_sub(box.low, fs_pos3_add(around, travel.low)),
                     fs_pos3_add(box.high, fs_pos3_add(around, travel.high)));
}

void fs__world3_update_fat_aabbs(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__world3_row_live(w->shape.gen, i) && tick->snapshot[w->shape.body[i]].awake == 1 &&
            !fits_fat_aabb(tick, i))
            fs__shape3_update_fat_aabb(w, i);
}

void fs__world3_sync_broadphase(const struct fs_world3 *w)
{
    struct fs__broadphase3_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows };
    if (!w->scratch->broadphase_synced)
        fs__broadphase3_update(w->scratch->broad, &boxes);
    w->scratch->broadphase_synced = true;
}
