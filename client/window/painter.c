/* painter.c: one frame. See painter.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/painter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/view.h>

#include "window/menu.h"

enum {
    BORDER = 0xff505860u, /* between two pictures */
    MOST_PANELS = 64,
    HIDES = 0x80 /* opacity from which a panel hides what is below it */
};

bool painter_open(painter *p, solids_quality quality, const char *font_path, char *why, size_t why_size)
{
    *p = (painter){ .renderer = renderer_create(quality, why, why_size) };
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

static const fs_draw_list *choose_list(painter *p, const painter_view *view, double part)
{
    bool blended = view->previous != NULL && part < 1 &&
                   fs_draw_interpolate(view->previous, view->current, part, p->between) == FS_OK;
    return blended ? p->between : view->current;
}

/* Where the displays will stand: their panels, in pixels of the window. */
typedef struct displays {
    float panels[MOST_PANELS][4]; /* left, top, right, bottom */
    size_t count;
    fields_area help; /* empty: not shown */
} displays;

static bool is_within(const float inner[4], const float outer[4])
{
    return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

/* The upper half of a rectangle has the corners of all of it. What stands in a panel is none: columns of graphs, marks. */
static void note_panel(displays *d, const fs_instance *i)
{
    const float corners[4] = { i->ax, i->ay, fmaxf(i->bx, i->cx), fmaxf(i->by, i->cy) };
    if (i->kind != FS_INSTANCE_TRIANGLE || i->argb >> 24 < HIDES || i->ay != i->by || d->count == MOST_PANELS)
        return;
    for (size_t k = 0; k < d->count; k++)
        if (is_within(corners, d->panels[k]))
            return;
    memcpy(d->panels[d->count++], corners, sizeof corners);
}

/* Draws the displays to see where they stand; they are drawn again over the picture. The help is none that anything gives way to: it
 * covers what is below it. */
static void find_displays(painter *p, const renderer_picture *picture, const painter_view *view, const overlay *over,
                          const match_info *info, displays *out)
{
    size_t count;
    *out = (displays){ .count = 0 };
    if (over == NULL || info->menu.shown || view->current == NULL)
        return;
    fs_batch_begin(p->batch, picture->width, picture->height - picture->bar, font_for_batch(p->font));
    if (!overlay_find_help(over, info, p->batch, &out->help))
        out->help = (fields_area){ 0, 0, 0, 0 };
    overlay open = *over;
    open.help = false;
    overlay_draw(&open, info, view->current, 0, p->batch);
    const fs_instance *instances = fs_batch_instances(p->batch, &count);
    for (size_t i = 0; i < count; i++)
        note_panel(out, &instances[i]);
}

/* Fills the batch and the mesh with a view, for the columns and rows of the picture. */
static void add_view(painter *p, const painter_view *view, double part, const displays *d, renderer_picture *picture)
{
    uint32_t across = picture->width - picture->left - picture->right, down = picture->height - picture->bar;
    float left = (float)picture->left;
    fs_batch_begin(p->batch, across, down, font_for_batch(p->font));
    if (view->current == NULL)
        return;
    for (size_t i = 0; i < d->count; i++)
        fs_batch_keep_clear(p->batch, d->panels[i][0] - left, d->panels[i][1], d->panels[i][2] - left, d->panels[i][3]);
    fs_batch_cover(p->batch, d->help.left - left, d->help.top, d->help.right - left, d->help.bottom);
    const fs_draw_list *list = choose_list(p, view, part);
    picture->background = fs_draw_camera(list)->background;
    fs_batch_add_list(p->batch, list);
    picture->mesh = fs_mesh_build(p->mesh, list, across, down) == FS_OK ? p->mesh : NULL;
    p->left_out += fs_draw_dropped(view->current) + fs_batch_dropped(p->batch) + fs_mesh_dropped(p->mesh);
}

static bool draw_batch(painter *p, renderer_picture *picture)
{
    const uint8_t *atlas = font_take_changes(p->font);
    if (atlas != NULL)
        renderer_set_atlas(p->renderer, atlas);
    picture->instances = fs_batch_instances(p->batch, &picture->count);
    return renderer_draw(p->renderer, picture);
}

/* Two pictures and what is over both are three parts of a frame. */
static bool draw_pair(painter *p, renderer_picture frame, const painter_view *views, double part, const overlay *over,
                      const match_info *info)
{
    renderer_picture left = frame, right = frame;
    displays d;
    find_displays(p, &frame, &views[0], over, info, &d);
    left.part = RENDERER_FIRST;
    left.right = frame.width - frame.width / 2;
    right.part = RENDERER_NEXT;
    right.left = frame.width / 2;
    add_view(p, &views[0], part, &d, &left);
    if (!draw_batch(p, &left))
        return false;
    add_view(p, &views[1], part, &d, &right);
    if (!draw_batch(p, &right))
        return false;
    frame.part = RENDERER_OVER;
    fs_batch_begin(p->batch, frame.width, frame.height - frame.bar, font_for_batch(p->font));
    float middle = (float)right.left, bottom = (float)(frame.height - frame.bar);
    fs_batch_add_rectangle(p->batch, middle - 1, 0, middle + 1, bottom, BORDER);
    if (over != NULL)
        overlay_draw(over, info, views[0].current, p->left_out, p->batch);
    return draw_batch(p, &frame);
}

bool painter_draw(painter *p, uint32_t width, uint32_t height, const painter_view *views, unsigned count, double part,
                  const overlay *over, const match_info *info)
{
    renderer_picture picture = { .width = width, .height = height };
    displays d;
    font_begin_picture(p->font);
    p->left_out = 0;
    picture.bar = over != NULL ? overlay_bar_height(over, info) : 0;
    picture.left = over != NULL ? menu_width(&info->menu, width, height) : 0;
    if (count == 2 && width > 1)
        return draw_pair(p, picture, views, part, over, info);
    find_displays(p, &picture, &views[0], over, info, &d);
    add_view(p, &views[0], part, &d, &picture);
    if (over != NULL)
        overlay_draw(over, info, views[0].current, p->left_out, p->batch);
    return draw_batch(p, &picture);
}
