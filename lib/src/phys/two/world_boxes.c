/* world_boxes.c: shapes that left the box kept for them get a new one. */
#include "phys/two/body.h"
#include "phys/two/world.h"

/* Whether the kept box holds the shape and half the margin around it: pairs are then found before their surfaces are
 * as close as the margin. */
static bool kept(const struct fs_world2 *w, uint32_t i)
{
    const fs_pos half = (fs_pos)FS__TWO_MARGIN << (FS_POS_FRAC - FS_REL_FRAC - 1);
    fs_shape2 shape;
    fs_form2_shape(w, i, &shape);
    fs_box2 box = fs_shape2_bounds(&shape, fs__two_pose(w, w->shape.body[i]));
    fs_pos2 low = w->shape.low[i], high = w->shape.high[i];
    return fs_sat64_sub(box.low.x, half) >= low.x && fs_sat64_sub(box.low.y, half) >= low.y &&
           fs_sat64_add(box.high.x, half) <= high.x && fs_sat64_add(box.high.y, half) <= high.y;
}

void fs__two_boxes(struct fs__two_tick *tick)
{
    struct fs_world2 *w = tick->w;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__two_live(w->shape.gen, i) && fs__two_awake(w, w->shape.body[i]) && !kept(w, i))
            fs__two_rebox(w, i);
}
