/* scene.c: layout and painting order. See scene.h. */
#include "view/scene.h"

#include <stdlib.h>

#include "base/growing_array.h"

/* Weight of the mean distance in the sorting key. */
static const double MEAN_WEIGHT = 0.0005;

/* A layout in progress. */
typedef struct layout {
    fs__scene *scene;
    fs__projection projection;
    const fs_draw_point *points;
} layout;

/* Memory for the worst case, so that adding cannot fail: in 3D every point of a
 * line may begin a shape of its own, and clipping a face at the near plane at
 * most doubles its points. */
static bool reserve_memory(fs__scene *scene, const fs_draw_item *items, size_t count)
{
    size_t shapes = count, screen_points = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        screen_points += 2 * (size_t)items[i].count;
        if (items[i].kind == FS_DRAW_LINE)
            shapes += items[i].count;
        if (items[i].count > longest)
            longest = items[i].count;
    }
    return fs__array_reserve(&scene->items, &scene->item_capacity, shapes, sizeof *scene->items) &&
           fs__array_reserve(&scene->screen_points, &scene->screen_point_capacity, screen_points,
                             sizeof *scene->screen_points) &&
           fs__array_reserve(&scene->view_points, &scene->view_point_capacity, 3 * longest, sizeof *scene->view_points);
}

void fs__scene_free(fs__scene *scene)
{
    free(scene->items);
    free(scene->screen_points);
    free(scene->view_points);
    *scene = (fs__scene){ 0 };
}

/* Appends a shape made of `count` view points, none nearer than the near plane. */
static void add_outline(layout *l, fs__scene_item shape, const fs__view_vec3 *view, size_t count)
{
    FS_ASSERT(count > 0);
    fs__scene *scene = l->scene;
    double far = 0, sum = 0;
    shape.first = (uint32_t)scene->screen_point_count;
    shape.count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        scene->screen_points[scene->screen_point_count++] = fs__projection_to_screen(&l->projection, view[i]);
        far = view[i].z > far ? view[i].z : far;
        sum += view[i].z;
    }
    /* A floor must be painted before the bodies on it, so the farthest corner is
     * the key; the mean decides only between the front and the back of a box. */
    shape.distance = far + MEAN_WEIGHT * sum / (double)count;
    scene->items[scene->item_count++] = shape;
}

/* The part of a polygon ahead of the near plane (Sutherland and Hodgman's
 * clipping at one plane). `out` has room for 2 * count. */
static size_t clip_polygon(const fs__view_vec3 *in, size_t count, fs__view_vec3 *out)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        fs__view_vec3 a = in[i], b = in[i + 1 < count ? i + 1 : 0];
        if (a.z >= FS__NEAR_PLANE_M)
            out[n++] = a;
        if ((a.z >= FS__NEAR_PLANE_M) != (b.z >= FS__NEAR_PLANE_M))
            out[n++] = fs__view_vec3_at_z(a, b, FS__NEAR_PLANE_M);
    }
    return n;
}

static void add_polygon(layout *l, fs__scene_item shape, const fs__view_vec3 *view, size_t count)
{
    fs__view_vec3 *clipped = l->scene->view_points + count;
    size_t n = clip_polygon(view, count, clipped);
    if (l->projection.is_3d && shape.filled)
        shape.colour = fs__projection_shade(&l->projection, view, count, shape.colour);
    if (n > 0)
        add_outline(l, shape, clipped, n);
}

static void add_segment(layout *l, fs__scene_item shape, fs__view_vec3 a, fs__view_vec3 b)
{
    if (a.z < FS__NEAR_PLANE_M && b.z < FS__NEAR_PLANE_M)
        return;
    if (a.z < FS__NEAR_PLANE_M)
        a = fs__view_vec3_at_z(a, b, FS__NEAR_PLANE_M);
    if (b.z < FS__NEAR_PLANE_M)
        b = fs__view_vec3_at_z(a, b, FS__NEAR_PLANE_M);
    add_outline(l, shape, (fs__view_vec3[]){ a, b }, 2);
    /* The edge of a face is painted after the face. */
    l->scene->items[l->scene->item_count - 1].distance *= 1 - 2 * MEAN_WEIGHT;
}

static void add_line(layout *l, fs__scene_item shape, const fs__view_vec3 *view, size_t count)
{
    if (!l->projection.is_3d || count == 1) {
        add_polygon(l, shape, view, count);
        return;
    }
    for (size_t i = 0; i + 1 < count; i++)
        add_segment(l, shape, view[i], view[i + 1]);
}

/* Circles and texts: one point and a size. */
static void add_point(layout *l, fs__scene_item shape, const fs_draw_item *item, fs__view_vec3 view)
{
    double size = item->size / 65536.0;
    if (view.z < FS__NEAR_PLANE_M)
        return;
    shape.at = fs__projection_to_screen(&l->projection, view);
    shape.distance = view.z * (1 + MEAN_WEIGHT);
    shape.size = size * l->projection.scale / view.z;
    if (item->kind == FS_DRAW_CIRCLE && size > 0) {
        shape.size = fs__projection_radius(&l->projection, view, size);
        if (shape.size <= 0)
            return;
    }
    shape.first = item->text;
    shape.count = item->length;
    l->scene->items[l->scene->item_count++] = shape;
}

static void add_item(layout *l, const fs_draw_item *item, uint32_t order)
{
    fs__view_vec3 *view = l->scene->view_points;
    fs__scene_item shape = { .kind = item->kind, .colour = item->colour, .order = order };
    shape.filled = (item->flags & FS_DRAW_FILLED) != 0;
    for (size_t i = 0; i < item->count; i++)
        view[i] = fs__projection_to_view(&l->projection, l->points[item->first + i]);
    switch (item->kind) {
    case FS_DRAW_CIRCLE:
    case FS_DRAW_TEXT: add_point(l, shape, item, view[0]); break;
    case FS_DRAW_POLYGON: add_polygon(l, shape, view, item->count); break;
    case FS_DRAW_LINE: add_line(l, shape, view, item->count); break;
    default: break;
    }
}

static int compare_distance(const void *a, const void *b)
{
    const fs__scene_item *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance > q->distance ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

static bool has_solid(const fs_draw_item *items, size_t count)
{
    size_t i = 0;
    while (i < count && !fs_draw_is_solid(&items[i]))
        i++;
    return i < count;
}

fs_result fs__scene_layout(fs__scene *scene, const fs_draw_list *draw, double width, double height)
{
    FS_ASSERT(width > 0 && height > 0);
    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    layout l = { scene, fs__projection_make(fs_draw_camera(draw), width, height), fs_draw_points(draw) };
    scene->is_3d = l.projection.is_3d;
    scene->item_count = 0;
    scene->screen_point_count = 0;
    if (!reserve_memory(scene, items, count))
        return FS_E_MEMORY;
    scene->is_solid = scene->is_3d && has_solid(items, count);
    for (size_t i = 0; i < count; i++)
        if (!scene->is_solid || items[i].kind == FS_DRAW_TEXT)
            add_item(&l, &items[i], (uint32_t)i);
    /* In 2D items are painted in the order of the list. */
    if (scene->is_3d && scene->item_count > 0)
        qsort(scene->items, scene->item_count, sizeof *scene->items, compare_distance);
    return FS_OK;
}
