/* fat_aabb.c: the fat AABBs of shapes in space. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

static void note_motion(const struct fs__world3_tick *tick, uint32_t body, struct fs__body3_snapshot *s)
{
    const struct fs_world3 *w = tick->w;
    s->fast = s->awake == 1 && fs__body3_is_fast_at(w, body, fs__world3_rate(w));
    s->centre = w->body.centre[body];
}

static bool is_inside(fs_aabb3 outer, fs_pos3 low, fs_pos3 high)
{
    return outer.low.x <= low.x && outer.low.y <= low.y && outer.low.z <= low.z && outer.high.x >= high.x &&
           outer.high.y >= high.y && outer.high.z >= high.z;
}

static bool fits_fat_aabb(const struct fs_world3 *w, uint32_t shape)
{
    const fs_pos more = (fs_pos)FS__CONTACT3_MARGIN << (FS_POS_FRAC - FS_REL_FRAC - 1);
    const fs_pos3 around = fs_pos3_make(more, more, more);
    struct fs__body3_predicted_travel travel = fs__body3_predict_travel(w, w->shape.body[shape]);
    fs_aabb3 box = fs__shape3_aabb(w, shape), fat = { w->shape.fat_low[shape], w->shape.fat_high[shape] };
    return is_inside(fat, fs_pos3_sub(box.low, fs_pos3_add(around, travel.low)),
                     fs_pos3_add(box.high, fs_pos3_add(around, travel.high)));
}

#include "physics/contact/fat_aabb.inl"
