/* mesh_flat.c: faces, lines and circles of a list with solids as triangles. See mesh.h. */
#include <math.h>
#include <stdlib.h>

#include "view/mesh.h"

enum { RING_SIDES = 32 };

/* A line is this part of its distance nearer to the eye, so that it is seen on the face that it borders. */
static const double LINE_AHEAD = 0.003;
/* Likewise a face, so that one that lies on a solid is seen whole, behind its own outline: half of this at the beginning of the
 * list, all at its end, so that of two faces in one plane the later is seen. The shift is below a pixel. */
static const double FACE_AHEAD = 0.0015;
static const double TURN = 6.283185307179586;
static const fs__view_vec3 UNLIT = { 0, 0, 0 };

/* --- lines ------------------------------------------------------------------------------- */

static fs__view_vec3 move(fs__view_vec3 p, fs__view_vec3 way, double by)
{
    return (fs__view_vec3){ p.x + by * way.x, p.y + by * way.y, p.z + by * way.z };
}

/* A strip as wide as the pen that faces the eye. */
static void add_segment(fs_mesh *m, fs__view_vec3 a, fs__view_vec3 b, fs__mesh_look look)
{
    if (a.z < FS__NEAR_PLANE_M && b.z < FS__NEAR_PLANE_M)
        return;
    a = a.z < FS__NEAR_PLANE_M ? fs__view_vec3_at_z(a, b, FS__NEAR_PLANE_M) : a;
    b = b.z < FS__NEAR_PLANE_M ? fs__view_vec3_at_z(b, a, FS__NEAR_PLANE_M) : b;
    a = move(a, a, -LINE_AHEAD);
    b = move(b, b, -LINE_AHEAD);
    fs__view_vec3 side = fs__view_vec3_unit(fs__view_vec3_cross(fs__view_vec3_sub(b, a), a),
                                            (fs__view_vec3){ 0, 1, 0 });
    double pen = m->pen / 2 / m->projection.scale;
    fs__view_vec3 c[4] = { move(a, side, pen * a.z), move(a, side, -pen * a.z), move(b, side, pen * b.z),
                           move(b, side, -pen * b.z) };
    const fs__view_vec3 none[3] = { UNLIT, UNLIT, UNLIT };
    fs__mesh_add(m, (fs__view_vec3[]){ c[0], c[1], c[2] }, none, look);
    fs__mesh_add(m, (fs__view_vec3[]){ c[1], c[2], c[3] }, none, look);
}

static void add_line(fs_mesh *m, const fs_draw_item *item, const fs_draw_point *points, bool closed, fs__mesh_look look)
{
    uint32_t segments = closed ? item->count : item->count - 1;
    for (uint32_t i = 0; i < segments; i++)
        add_segment(m, fs__projection_to_view(&m->projection, points[i]),
                    fs__projection_to_view(&m->projection, points[(i + 1) % item->count]), look);
}

/* The outline of a ball: a circle across the line of sight. */
static void add_ring(fs_mesh *m, fs__view_vec3 centre, double radius, fs__mesh_look look)
{
    fs__view_vec3 sight = fs__view_vec3_unit(centre, (fs__view_vec3){ 0, 0, 1 });
    fs__view_vec3 u = fs__view_vec3_unit(fs__view_vec3_cross((fs__view_vec3){ 0, 1, 0 }, sight),
                                         (fs__view_vec3){ 1, 0, 0 });
    fs__view_vec3 v = fs__view_vec3_cross(sight, u), last = move(centre, u, radius);
    for (int i = 1; i <= RING_SIDES; i++) {
        double angle = TURN * i / RING_SIDES;
        fs__view_vec3 next = move(move(centre, u, radius * cos(angle)), v, radius * sin(angle));
        add_segment(m, last, next, look);
        last = next;
    }
}

/* --- faces ------------------------------------------------------------------------------- */

/* The plane of a face, in which it is divided into triangles. */
typedef struct plane {
    fs_mesh *mesh;
    fs__view_vec3 origin, u, v, normal;
    fs__mesh_look look;
} plane;

static void add_piece(void *context, fs__screen_point a, fs__screen_point b, fs__screen_point c)
{
    const plane *p = context;
    const fs__screen_point corner[3] = { a, b, c };
    fs__view_vec3 at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = move(move(p->origin, p->u, corner[i].x), p->v, corner[i].y);
        at[i] = move(at[i], at[i], -FACE_AHEAD * (1 + p->mesh->progress) / 2);
    }
    fs__mesh_add(p->mesh, at, (fs__view_vec3[]){ p->normal, p->normal, p->normal }, p->look);
}

/* Sum of the products of the edges: twice the area, along the normal. */
static fs__view_vec3 find_area(const fs_mesh *m, const fs_draw_point *points, uint32_t count)
{
    fs__view_vec3 origin = fs__projection_to_view(&m->projection, points[0]), sum = UNLIT, last = UNLIT;
    for (uint32_t i = 1; i < count; i++) {
        fs__view_vec3 next = fs__view_vec3_sub(fs__projection_to_view(&m->projection, points[i]), origin);
        sum = move(sum, fs__view_vec3_cross(last, next), 1);
        last = next;
    }
    return sum;
}

/* Lit on the side that the eye sees. */
static void add_face(fs_mesh *m, const fs_draw_item *item, const fs_draw_point *points, fs__mesh_look look)
{
    plane p = { .mesh = m, .look = look, .origin = fs__projection_to_view(&m->projection, points[0]) };
    p.normal = fs__view_vec3_unit(find_area(m, points, item->count), UNLIT);
    if (fs__view_vec3_dot(p.normal, p.normal) < 0.5)
        return;
    if (fs__view_vec3_dot(p.normal, p.origin) > 0)
        p.normal = (fs__view_vec3){ -p.normal.x, -p.normal.y, -p.normal.z };
    fs__view_vec3 other = fabs(p.normal.x) < 0.7 ? (fs__view_vec3){ 1, 0, 0 } : (fs__view_vec3){ 0, 1, 0 };
    p.u = fs__view_vec3_unit(fs__view_vec3_cross(p.normal, other), other);
    p.v = fs__view_vec3_cross(p.normal, p.u);
    size_t capacity;
    fs__screen_point *corner = fs__fill_corners(&m->fill, item->count, &capacity);
    m->failed |= corner == NULL;
    if (corner == NULL)
        return;
    for (uint32_t i = 0; i < item->count; i++) {
        fs__view_vec3 way = fs__view_vec3_sub(fs__projection_to_view(&m->projection, points[i]), p.origin);
        corner[i] = (fs__screen_point){ fs__view_vec3_dot(way, p.u), fs__view_vec3_dot(way, p.v) };
    }
    m->failed |= !fs__fill_polygon(&m->fill, corner, item->count, add_piece, &p);
}

void fs__mesh_add_shape(fs_mesh *m, const fs_draw_item *item, const fs_draw_point *points)
{
    fs__mesh_look look = { .rgb = item->colour };
    bool filled = (item->flags & FS_DRAW_FILLED) != 0;
    double radius = item->size / 65536.0;
    switch (item->kind) {
    case FS_DRAW_CIRCLE:
        if (filled)
            fs__mesh_add_ball(m, fs__projection_to_view(&m->projection, points[0]), radius, look);
        else
            add_ring(m, fs__projection_to_view(&m->projection, points[0]), radius, look);
        break;
    case FS_DRAW_POLYGON:
        if (filled && item->count >= 3)
            add_face(m, item, points, look);
        else
            add_line(m, item, points, true, look);
        break;
    case FS_DRAW_LINE: add_line(m, item, points, false, look); break;
    default: break;
    }
}
