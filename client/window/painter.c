/* painter.c: one frame. See painter.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/painter.h"

#include <stdio.h>
#include <fixstep/view.h>

#include "window/menu.h"

bool painter_open(painter *p, const char *font_path, char *why, size_t why_size)
{
    *p = (painter){ .renderer = renderer_create(why, why_size) };
    if (p->renderer == NULL)
        return false;
    p->font = font_open(font_path, why, why_size);
    if (p->font != NULL && fs_batch_create(&p->batch) == FS_OK && fs_draw_create(&p->between) == FS_OK &&
        fs_mesh_create(&p->mesh) == FS_OK)
        return true;
    snprintf(why, why_size, "out of memory");
    return false;
}

void painter_close(painter *p)
{
    fs_draw_destroy(p->between);
    fs_mesh_destroy(p->mesh);
    fs_batch_destroy(p->batch);
    font_close(p->font);
    renderer_destroy(p->renderer);
    *p = (painter){ 0 };
}

static const fs_draw_list *choose_list(painter *p, const fs_draw_list *previous, const fs_draw_list *current,
                                       double part)
{
    bool blended = previous != NULL && part < 1 && fs_draw_interpolate(previous, current, part, p->between) == FS_OK;
    return blended ? p->between : current;
}

bool painter_draw(painter *p, uint32_t width, uint32_t height, const fs_draw_list *previous,
                  const fs_draw_list *current, double part, const overlay *over, const match_info *info)
{
    renderer_picture picture = { .width = width, .height = height };
    picture.bar = over != NULL ? overlay_bar_height(over, info) : 0;
    picture.left = over != NULL ? menu_width(&info->menu, width, height) : 0;
    uint32_t across = width - picture.left, down = height - picture.bar;
    fs_batch_begin(p->batch, across, down, font_for_batch(p->font));
    if (current != NULL) {
        const fs_draw_list *list = choose_list(p, previous, current, part);
        picture.background = fs_draw_camera(list)->background;
        fs_batch_add_list(p->batch, list);
        picture.mesh = fs_mesh_build(p->mesh, list, across, down) == FS_OK ? p->mesh : NULL;
    }
    if (over != NULL)
        overlay_draw(over, info, p->batch);
    const uint8_t *atlas = font_take_changes(p->font);
    if (atlas != NULL)
        renderer_set_atlas(p->renderer, atlas);
    picture.instances = fs_batch_instances(p->batch, &picture.count);
    return renderer_draw(p->renderer, &picture);
}
