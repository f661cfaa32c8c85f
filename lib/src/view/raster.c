/* raster.c: which triangle is nearest in each sample, then the light on it. See raster.h.
 *
 * Depth is kept as 1/z, which is linear in the picture; the shadow map keeps 1 - depth, so that the larger number is the
 * nearer one in both.
 */
#include "view/raster.h"

#include <math.h>
#include <stdlib.h>

#include "view/shade.h"

enum { SHADOW_SIDE = 1024, NONE = 0xffffffff, MAX_CORNERS = 4, MAX_SAMPLES = 4 };

/* A surface is compared with the shadow map this many of the map's points outside of itself, so that it does not shade
 * itself. */
static const double SHADOW_OFFSET = 1.8, SHADOW_BIAS = 0.002;

/* Samples of a picture or of a shadow map. */
typedef struct grid {
    uint32_t width, height;
    float *near;        /* 0: nothing */
    uint32_t *triangle; /* NULL for a shadow map */
} grid;

/* A corner: place in samples, and what grid.near keeps. */
typedef struct corner {
    double x, y, near;
} corner;

typedef struct raster {
    const fs_mesh_vertex *vertices;
    const fs_mesh_light *light;
    size_t count;
    double scale; /* samples per metre at a distance of 1 m */
    grid picture, shadow;
} raster;

static bool make_grid(grid *g, uint32_t width, uint32_t height, bool named)
{
    size_t count = (size_t)width * height;
    *g = (grid){ .width = width, .height = height, .near = calloc(count, sizeof *g->near) };
    if (named)
        g->triangle = malloc(count * sizeof *g->triangle);
    return g->near != NULL && (!named || g->triangle != NULL);
}

static void free_grid(grid *g)
{
    free(g->near);
    free(g->triangle);
}

/* --- triangles ------------------------------------------------------------------------ */

static uint32_t limit_index(double at, uint32_t limit)
{
    return at <= 0 ? 0 : at >= limit ? limit : (uint32_t)at;
}

/* The part of a row between the edges; the middles of samples count. */
static void find_span(const corner c[3], double y, double *left, double *right)
{
    *left = INFINITY;
    *right = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const corner *a = &c[i], *b = &c[(i + 1) % 3];
        if ((a->y <= y) == (b->y <= y))
            continue;
        double x = a->x + (y - a->y) / (b->y - a->y) * (b->x - a->x);
        *left = fmin(*left, x);
        *right = fmax(*right, x);
    }
}

/* What grid.near keeps, as a linear function of the place; within the range of the corners. */
typedef struct slope {
    double base, across, down, low, high;
} slope;

static slope make_slope(const corner c[3], double area)
{
    double p = c[1].near - c[0].near, q = c[2].near - c[0].near;
    slope s = { .across = (p * (c[2].y - c[0].y) - q * (c[1].y - c[0].y)) / area };
    s.down = (q * (c[1].x - c[0].x) - p * (c[2].x - c[0].x)) / area;
    s.base = c[0].near - s.across * c[0].x - s.down * c[0].y;
    s.low = fmin(c[0].near, fmin(c[1].near, c[2].near));
    s.high = fmax(c[0].near, fmax(c[1].near, c[2].near));
    return s;
}

static void fill_row(grid *g, uint32_t row, double left, double right, const slope *s, uint32_t name)
{
    uint32_t from = limit_index(ceil(left - 0.5), g->width), to = limit_index(ceil(right - 0.5), g->width);
    size_t at = (size_t)row * g->width + from;
    double near = s->base + s->down * (row + 0.5);
    for (uint32_t i = from; i < to; i++, at++) {
        double plain = near + s->across * (i + 0.5);
        float here = (float)(plain < s->low ? s->low : plain > s->high ? s->high : plain);
        if (here <= g->near[at])
            continue;
        g->near[at] = here;
        if (g->triangle != NULL)
            g->triangle[at] = name;
    }
}

static void fill_triangle(grid *g, const corner c[3], uint32_t name)
{
    double area = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x);
    if (!(fabs(area) > 1e-9))
        return;
    slope s = make_slope(c, area);
    double low = fmin(c[0].y, fmin(c[1].y, c[2].y)), high = fmax(c[0].y, fmax(c[1].y, c[2].y));
    uint32_t top = limit_index(ceil(low - 0.5), g->height), bottom = limit_index(ceil(high - 0.5), g->height);
    for (uint32_t row = top; row < bottom; row++) {
        double left, right;
        find_span(c, row + 0.5, &left, &right);
        if (left < right)
            fill_row(g, row, left, right, &s, name);
    }
}

/* --- the picture ----------------------------------------------------------------------- */

static fs__view_vec3 position_of(const fs_mesh_vertex *v)
{
    return (fs__view_vec3){ v->x, v->y, v->z };
}

static corner project(const raster *r, fs__view_vec3 p)
{
    double k = r->scale / p.z;
    return (corner){ r->picture.width / 2.0 + p.x * k, r->picture.height / 2.0 - p.y * k, 1 / p.z };
}

/* The part of a triangle beyond the near plane, of at most four corners. */
static unsigned clip_triangle(const raster *r, const fs_mesh_vertex *v, fs__view_vec3 out[MAX_CORNERS])
{
    unsigned n = 0;
    double plane = r->light->near_plane;
    for (int i = 0; i < 3; i++) {
        fs__view_vec3 a = position_of(&v[i]), b = position_of(&v[(i + 1) % 3]);
        if (a.z >= plane)
            out[n++] = a;
        if ((a.z >= plane) != (b.z >= plane))
            out[n++] = fs__view_vec3_at_z(a, b, plane);
    }
    return n;
}

static void draw_triangles(raster *r)
{
    fs__view_vec3 p[MAX_CORNERS];
    for (size_t i = 0; i + 2 < r->count; i += 3) {
        unsigned n = clip_triangle(r, r->vertices + i, p);
        for (unsigned k = 1; k + 1 < n; k++)
            fill_triangle(&r->picture, (corner[]){ project(r, p[0]), project(r, p[k]), project(r, p[k + 1]) },
                          (uint32_t)i);
    }
}

/* --- shadow ------------------------------------------------------------------------------ */

static double row_of(const float row[4], fs__view_vec3 p)
{
    return row[0] * p.x + row[1] * p.y + row[2] * p.z + row[3];
}

static corner project_shadow(const raster *r, fs__view_vec3 p)
{
    const fs_mesh_light *l = r->light;
    return (corner){ row_of(l->shadow[0], p) * SHADOW_SIDE, row_of(l->shadow[1], p) * SHADOW_SIDE,
                     2 - row_of(l->shadow[2], p) };
}

static void draw_shadow(raster *r)
{
    for (size_t i = 0; i + 2 < r->light->casters; i += 3)
        fill_triangle(&r->shadow,
                      (corner[]){ project_shadow(r, position_of(&r->vertices[i])),
                                  project_shadow(r, position_of(&r->vertices[i + 1])),
                                  project_shadow(r, position_of(&r->vertices[i + 2])) },
                      0);
}

/* The part of the key light that arrives: the mean of nine points of the map. */
static double find_light(const raster *r, fs__view_vec3 at, fs__view_vec3 normal)
{
    if (r->light->casters == 0)
        return 1;
    double out = SHADOW_OFFSET * r->light->shadow_side / SHADOW_SIDE;
    fs__view_vec3 p = { at.x + out * normal.x, at.y + out * normal.y, at.z + out * normal.z };
    corner c = project_shadow(r, p);
    unsigned lit = 0;
    for (int i = 0; i < 9; i++) {
        double x = c.x + i % 3 - 1, y = c.y + i / 3 - 1;
        bool inside = x >= 0 && y >= 0 && x < SHADOW_SIDE && y < SHADOW_SIDE;
        lit += !inside || r->shadow.near[(size_t)y * SHADOW_SIDE + (size_t)x] <= c.near + SHADOW_BIAS;
    }
    return lit / 9.0;
}

/* --- light --------------------------------------------------------------------------------- */

/* The normal between those of the corners, at a point of the triangle. */
static fs__view_vec3 find_normal(const fs_mesh_vertex *v, fs__view_vec3 at)
{
    fs__view_vec3 a = position_of(&v[0]), ab = fs__view_vec3_sub(position_of(&v[1]), a);
    fs__view_vec3 ac = fs__view_vec3_sub(position_of(&v[2]), a), ap = fs__view_vec3_sub(at, a);
    fs__view_vec3 n = fs__view_vec3_cross(ab, ac), flat = { v[0].nx, v[0].ny, v[0].nz };
    double area = fs__view_vec3_dot(n, n);
    if (!(area > 0))
        return flat;
    double c = fs__view_vec3_dot(fs__view_vec3_cross(ab, ap), n) / area;
    double b = fs__view_vec3_dot(fs__view_vec3_cross(ap, ac), n) / area, k = 1 - b - c;
    return fs__view_vec3_unit((fs__view_vec3){ k * v[0].nx + b * v[1].nx + c * v[2].nx,
                                               k * v[0].ny + b * v[1].ny + c * v[2].ny,
                                               k * v[0].nz + b * v[1].nz + c * v[2].nz },
                              flat);
}

static fs__linear_colour light_sample(const raster *r, uint32_t x, uint32_t y, size_t at)
{
    const fs_mesh_vertex *v = r->vertices + r->picture.triangle[at];
    double z = 1 / (double)r->picture.near[at], k = z / r->scale;
    fs__view_vec3 p = { (x + 0.5 - r->picture.width / 2.0) * k, (r->picture.height / 2.0 - y - 0.5) * k, z };
    fs__linear_colour albedo = fs__colour_decode(v->rgb);
    if (v->nx == 0 && v->ny == 0 && v->nz == 0)
        return albedo;
    fs__view_vec3 normal = find_normal(v, p);
    return fs__shade_point(r->light, albedo, v->gloss, p, normal, find_light(r, p, normal));
}

/* The mean of the samples of a point. */
static uint32_t resolve_point(const raster *r, uint32_t column, uint32_t row, uint32_t samples, uint32_t background)
{
    fs__linear_colour sum = { 0, 0, 0 }, empty = fs__colour_decode(background);
    unsigned covered = 0;
    for (uint32_t i = 0; i < samples * samples; i++) {
        uint32_t x = column * samples + i % samples, y = row * samples + i / samples;
        size_t at = (size_t)y * r->picture.width + x;
        bool hit = r->picture.near[at] > 0;
        fs__linear_colour c = hit ? light_sample(r, x, y, at) : empty;
        covered += hit;
        sum = (fs__linear_colour){ sum.r + fminf(c.r, 1), sum.g + fminf(c.g, 1), sum.b + fminf(c.b, 1) };
    }
    const float n = (float)(int)(samples * samples);
    return covered == 0 ? background : fs__colour_encode((fs__linear_colour){ sum.r / n, sum.g / n, sum.b / n });
}

fs_result fs__raster_draw(const fs_mesh *mesh, uint32_t width, uint32_t height, uint32_t samples, uint32_t background,
                          uint32_t *points)
{
    FS_ASSERT(width > 0 && height > 0 && samples >= 1 && samples <= MAX_SAMPLES);
    raster r = { .light = fs_mesh_lights(mesh) };
    r.vertices = fs_mesh_vertices(mesh, &r.count);
    r.scale = (double)r.light->scale * samples;
    bool shaded = r.light->casters > 0;
    bool good = make_grid(&r.picture, width * samples, height * samples, true) &&
                (!shaded || make_grid(&r.shadow, SHADOW_SIDE, SHADOW_SIDE, false));
    if (good) {
        draw_triangles(&r);
        if (shaded)
            draw_shadow(&r);
        for (uint32_t row = 0; row < height; row++)
            for (uint32_t column = 0; column < width; column++)
                points[(size_t)row * width + column] = resolve_point(&r, column, row, samples, background);
    }
    free_grid(&r.picture);
    free_grid(&r.shadow);
    return good ? FS_OK : FS_E_MEMORY;
}
