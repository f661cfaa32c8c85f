/* scene.c: layout and painting order. See scene.h. */
#include "view/scene.h"

#include <stdlib.h>

/* Share of the mean distance in the sorting key. */
static const double MEAN_WEIGHT = 0.0005;

/* What a layout works on. */
typedef struct layout {
    fs__scene *scene;
    fs__lens lens;
    const fs_point *points;
} layout;

static bool make_room(void **bytes, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return true;
    void *grown = realloc(*bytes, need * size);
    if (grown == NULL)
        return false;
    *bytes = grown;
    *room = need;
    return true;
}

/* Room for the worst case, so that adding cannot fail: in 3D every point of a
 * line may start a shape of its own, and cutting a face at the near plane may
 * at most double its points. */
static bool reserve(fs__scene *scene, const fs_draw_item *items, size_t count)
{
    size_t shapes = count, spots = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        spots += 2 * (size_t)items[i].count;
        if (items[i].kind == FS_DRAW_LINE)
            shapes += items[i].count;
        if (items[i].count > longest)
            longest = items[i].count;
    }
    void *memory[3] = { scene->shapes, scene->spots, scene->seen };
    bool ok = make_room(&memory[0], &scene->shape_room, shapes, sizeof *scene->shapes)
        && make_room(&memory[1], &scene->spot_room, spots, sizeof *scene->spots)
        && make_room(&memory[2], &scene->seen_room, 3 * longest, sizeof *scene->seen);
    scene->shapes = memory[0];
    scene->spots = memory[1];
    scene->seen = memory[2];
    return ok;
}

void fs__scene_free(fs__scene *scene)
{
    free(scene->shapes);
    free(scene->spots);
    free(scene->seen);
    *scene = (fs__scene){ 0 };
}

/* Appends a shape made of seen points, all ahead of the near plane. */
static void add_outline(layout *l, fs__shape shape, const fs__vec *seen, size_t count)
{
    fs__scene *scene = l->scene;
    double far = 0, sum = 0;
    shape.first = (uint32_t)scene->spot_count;
    shape.count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        scene->spots[scene->spot_count++] = fs__lens_spot(&l->lens, seen[i]);
        far = seen[i].z > far ? seen[i].z : far;
        sum += seen[i].z;
    }
    /* A floor must be painted before what stands on it, so the farthest corner
     * counts; the mean only decides between the front and the back of a box. */
    shape.distance = far + MEAN_WEIGHT * sum / (double)count;
    scene->shapes[scene->shape_count++] = shape;
}

/* The part of a polygon ahead of the near plane (Sutherland and Hodgman's
 * clipping at one plane). `out` has room for 2 * count. */
static size_t cut_polygon(const fs__vec *in, size_t count, fs__vec *out)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        fs__vec a = in[i], b = in[i + 1 < count ? i + 1 : 0];
        if (a.z >= FS__NEAR)
            out[n++] = a;
        if ((a.z >= FS__NEAR) != (b.z >= FS__NEAR))
            out[n++] = fs__vec_at_z(a, b, FS__NEAR);
    }
    return n;
}

static void add_polygon(layout *l, fs__shape shape, const fs__vec *seen, size_t count)
{
    fs__vec *cut = l->scene->seen + count;
    size_t n = cut_polygon(seen, count, cut);
    if (l->lens.solid && shape.filled)
        shape.colour = fs__lens_shade(&l->lens, seen, count, shape.colour);
    if (n > 0)
        add_outline(l, shape, cut, n);
}

static void add_piece(layout *l, fs__shape shape, fs__vec a, fs__vec b)
{
    if (a.z < FS__NEAR && b.z < FS__NEAR)
        return;
    if (a.z < FS__NEAR)
        a = fs__vec_at_z(a, b, FS__NEAR);
    if (b.z < FS__NEAR)
        b = fs__vec_at_z(a, b, FS__NEAR);
    add_outline(l, shape, (fs__vec[]){ a, b }, 2);
    /* The edge of a face is painted after the face. */
    l->scene->shapes[l->scene->shape_count - 1].distance *= 1 - 2 * MEAN_WEIGHT;
}

static void add_line(layout *l, fs__shape shape, const fs__vec *seen, size_t count)
{
    if (!l->lens.solid || count == 1) {
        add_polygon(l, shape, seen, count);
        return;
    }
    for (size_t i = 0; i + 1 < count; i++)
        add_piece(l, shape, seen[i], seen[i + 1]);
}

/* Circles and texts: one point and a size. */
static void add_point(layout *l, fs__shape shape, const fs_draw_item *item, fs__vec seen)
{
    double size = item->size / 65536.0;
    if (seen.z < FS__NEAR)
        return;
    shape.at = fs__lens_spot(&l->lens, seen);
    shape.distance = seen.z * (1 + MEAN_WEIGHT);
    shape.size = size * l->lens.scale / seen.z;
    if (item->kind == FS_DRAW_CIRCLE && size > 0) {
        shape.size = fs__lens_radius(&l->lens, seen, size);
        if (shape.size <= 0)
            return;
    }
    shape.first = item->text;
    shape.count = item->length;
    l->scene->shapes[l->scene->shape_count++] = shape;
}

static void add_item(layout *l, const fs_draw_item *item, uint32_t order)
{
    fs__vec *seen = l->scene->seen;
    fs__shape shape = { .kind = item->kind, .colour = item->colour, .order = order };
    shape.filled = (item->flags & FS_DRAW_FILLED) != 0;
    for (size_t i = 0; i < item->count; i++)
        seen[i] = fs__lens_view(&l->lens, l->points[item->first + i]);
    switch (item->kind) {
    case FS_DRAW_CIRCLE:
    case FS_DRAW_TEXT:
        add_point(l, shape, item, seen[0]);
        break;
    case FS_DRAW_POLYGON:
        add_polygon(l, shape, seen, item->count);
        break;
    case FS_DRAW_LINE:
        add_line(l, shape, seen, item->count);
        break;
    case FS_DRAW_HUD:
        break;
    }
}

static int compare(const void *a, const void *b)
{
    const fs__shape *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance > q->distance ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

fs_result fs__scene_layout(fs__scene *scene, const fs_draw *draw, double width, double height)
{
    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    layout l = { scene, fs__lens_make(fs_draw_camera(draw), width, height), fs_draw_points(draw) };
    scene->solid = l.lens.solid;
    scene->shape_count = 0;
    scene->spot_count = 0;
    if (!reserve(scene, items, count))
        return FS_E_MEMORY;
    for (size_t i = 0; i < count; i++)
        add_item(&l, &items[i], (uint32_t)i);
    /* In 2D the list is the order. */
    if (scene->solid && scene->shape_count > 0)
        qsort(scene->shapes, scene->shape_count, sizeof *scene->shapes, compare);
    return FS_OK;
}
