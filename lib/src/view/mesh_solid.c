/* mesh_solid.c: solids as triangles, with as many sides as the picture can show. See mesh.h. */
#include <math.h>

#include "view/mesh.h"

enum { MAX_RINGS = 40, MAX_SIDES = 48 };

static const double TURN = 6.283185307179586;
static const fs__view_vec3 NO_DIRECTION = { 0, 0, 0 };

/* A point of the outline that turns around an axis: height along the axis, radius, and the normal in both. */
typedef struct outline_point {
    double height, radius, normal_height, normal_radius;
} outline_point;

/* A surface of revolution: `along` is the axis, all three of length 1. */
typedef struct turned {
    fs_mesh *mesh;
    fs__view_vec3 origin, along, u, v;
    unsigned sides;
    fs__mesh_look look;
} turned;

/* Sides of a round solid by its radius in pixels. */
static unsigned choose_sides(const fs_mesh *m, fs__view_vec3 at, double radius)
{
    double distance = fmax(FS__NEAR_PLANE_M, sqrt(fs__view_vec3_dot(at, at)) - radius);
    double pixels = radius * m->projection.scale / distance;
    return pixels < 3 ? 6 : pixels < 8 ? 10 : pixels < 24 ? 16 : pixels < 80 ? 28 : MAX_SIDES;
}

static turned make_turned(fs_mesh *m, fs__view_vec3 origin, fs__view_vec3 axis, double radius, fs__mesh_look look)
{
    const fs__view_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 };
    turned t = { .mesh = m, .origin = origin, .along = fs__view_vec3_unit(axis, y), .look = look };
    fs__view_vec3 other = fabs(t.along.x) < 0.7 ? x : y;
    t.u = fs__view_vec3_unit(fs__view_vec3_cross(t.along, other), x);
    t.v = fs__view_vec3_cross(t.along, t.u);
    t.sides = choose_sides(m, origin, radius);
    return t;
}

static fs__view_vec3 combine(const turned *t, double height, double radius, double c, double s)
{
    double a = radius * c, b = radius * s;
    return (fs__view_vec3){ height * t->along.x + a * t->u.x + b * t->v.x,
                            height * t->along.y + a * t->u.y + b * t->v.y,
                            height * t->along.z + a * t->u.z + b * t->v.z };
}

/* A row of corners and normals around the axis; the last is the first again. */
static void make_ring(const turned *t, const outline_point *p, fs__view_vec3 at[MAX_SIDES + 1],
                      fs__view_vec3 normal[MAX_SIDES + 1])
{
    for (unsigned i = 0; i <= t->sides; i++) {
        double angle = i == t->sides ? 0 : TURN * i / t->sides, c = cos(angle), s = sin(angle);
        fs__view_vec3 way = combine(t, p->height, p->radius, c, s);
        at[i] = (fs__view_vec3){ t->origin.x + way.x, t->origin.y + way.y, t->origin.z + way.z };
        normal[i] = combine(t, p->normal_height, p->normal_radius, c, s);
    }
}

/* The band between two points of the outline. */
static void add_band(const turned *t, const outline_point *p)
{
    fs__view_vec3 a[MAX_SIDES + 1], b[MAX_SIDES + 1], n[MAX_SIDES + 1], m[MAX_SIDES + 1];
    make_ring(t, &p[0], a, n);
    make_ring(t, &p[1], b, m);
    for (unsigned i = 0; i < t->sides; i++) {
        if (p[0].radius > 0)
            fs__mesh_add(t->mesh, (fs__view_vec3[]){ a[i], b[i], a[i + 1] }, (fs__view_vec3[]){ n[i], m[i], n[i + 1] },
                         t->look);
        if (p[1].radius > 0)
            fs__mesh_add(t->mesh, (fs__view_vec3[]){ a[i + 1], b[i], b[i + 1] },
                         (fs__view_vec3[]){ n[i + 1], m[i], m[i + 1] }, t->look);
    }
}

static void add_outline(const turned *t, const outline_point *p, unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i++)
        if (p[i].height != p[i + 1].height || p[i].radius != p[i + 1].radius)
            add_band(t, &p[i]);
}

/* A half circle, cut at its equator, whose halves are `apart`. */
static void add_round(const turned *t, double radius, double apart)
{
    outline_point p[MAX_RINGS + 2];
    unsigned half = t->sides / 4 + 1, count = 0;
    for (unsigned i = 0; i <= 2 * half; i++) {
        double angle = TURN / 2 * i / (2 * half), c = -cos(angle), s = i % (2 * half) == 0 ? 0 : sin(angle);
        p[count++] = (outline_point){ radius * c + (i > half ? apart : 0), radius * s, c, s };
        if (i == half && apart > 0)
            p[count++] = (outline_point){ radius * c + apart, radius * s, c, s };
    }
    add_outline(t, p, count);
}

void fs__mesh_add_ball(fs_mesh *m, fs__view_vec3 centre, double radius, fs__mesh_look look)
{
    turned t = make_turned(m, centre, (fs__view_vec3){ 0, 1, 0 }, radius, look);
    add_round(&t, radius, 0);
}

static void add_capsule(fs_mesh *m, fs__view_vec3 a, fs__view_vec3 b, double radius, fs__mesh_look look)
{
    fs__view_vec3 axis = fs__view_vec3_sub(b, a);
    turned t = make_turned(m, a, axis, radius, look);
    add_round(&t, radius, sqrt(fs__view_vec3_dot(axis, axis)));
}

/* A cylinder, or a cone with the radius 0 at `b`. */
static void add_frustum(fs_mesh *m, fs__view_vec3 a, fs__view_vec3 b, double radius, double top, fs__mesh_look look)
{
    fs__view_vec3 axis = fs__view_vec3_sub(b, a);
    double high = sqrt(fs__view_vec3_dot(axis, axis)), slant = hypot(high, radius - top);
    double out = slant > 0 ? high / slant : 1, up = slant > 0 ? (radius - top) / slant : 0;
    turned t = make_turned(m, a, axis, radius, look);
    const outline_point p[] = { { 0, 0, -1, 0 },        { 0, radius, -1, 0 }, { 0, radius, up, out },
                                { high, top, up, out }, { high, top, 1, 0 },  { high, 0, 1, 0 } };
    add_outline(&t, p, sizeof p / sizeof p[0]);
}

/* `way` are the vectors from the centre to the middles of three faces. */
static void add_block(fs_mesh *m, fs__view_vec3 centre, const fs__view_vec3 way[3], fs__mesh_look look)
{
    /* Right-handed axes have a negative product here, because those of the eye are left-handed. */
    bool swapped = fs__view_vec3_dot(fs__view_vec3_cross(way[0], way[1]), way[2]) > 0;
    for (int face = 0; face < 6; face++) {
        double side = face < 3 ? 1 : -1, sign = swapped ? -side : side;
        fs__view_vec3 n = way[face % 3], u = way[(face + 1) % 3], v = way[(face + 2) % 3], corner[4];
        for (int i = 0; i < 4; i++) {
            double a = i == 1 || i == 2 ? 1 : -1, b = (i < 2 ? -1 : 1) * sign;
            corner[i] = (fs__view_vec3){ centre.x + side * n.x + a * u.x + b * v.x,
                                         centre.y + side * n.y + a * u.y + b * v.y,
                                         centre.z + side * n.z + a * u.z + b * v.z };
        }
        fs__mesh_add_flat(m, corner[0], corner[1], corner[2], look);
        fs__mesh_add_flat(m, corner[0], corner[2], corner[3], look);
    }
}

void fs__mesh_add_solid(fs_mesh *m, const fs_draw_item *item, const fs_draw_point *points)
{
    fs__mesh_look look = { item->colour, (float)(item->flags >> FS_DRAW_GLOSS_SHIFT & 255) / 255 };
    double radius = item->size / 65536.0;
    fs__view_vec3 p[4] = { NO_DIRECTION };
    for (uint32_t i = 0; i < item->count && i < 4; i++)
        p[i] = fs__projection_to_view(&m->projection, points[i]);
    switch (item->kind) {
    case FS_DRAW_SPHERE: fs__mesh_add_ball(m, p[0], radius, look); break;
    case FS_DRAW_CAPSULE: add_capsule(m, p[0], p[1], radius, look); break;
    case FS_DRAW_CYLINDER: add_frustum(m, p[0], p[1], radius, radius, look); break;
    case FS_DRAW_CONE: add_frustum(m, p[0], p[1], radius, 0, look); break;
    case FS_DRAW_BLOCK:
        for (int i = 1; i < 4; i++)
            p[i] = fs__view_vec3_sub(p[i], p[0]);
        add_block(m, p[0], p + 1, look);
        break;
    default:
        for (uint32_t i = 0; i + 2 < item->count; i += 3)
            fs__mesh_add_flat(m, fs__projection_to_view(&m->projection, points[i]),
                              fs__projection_to_view(&m->projection, points[i + 1]),
                              fs__projection_to_view(&m->projection, points[i + 2]), look);
    }
}
