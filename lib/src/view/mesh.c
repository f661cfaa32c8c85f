/* mesh.c: the triangles of a list, its lights and the frame of its shadow map. See fixstep/mesh.h. */
#include "view/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "base/growing_array.h"

/* Directions in the world. The key light stands high at the right before the picture, the other one low behind it. */
static const fs__view_vec3 KEY = { 0.66, 0.70, 0.27 }, FILL = { -0.72, 0.28, 0.63 }, UP = { 0, 1, 0 };
/* The shadow map reaches this far beyond the bodies that cast shadows. */
static const double SHADOW_MARGIN = 1.04;
/* A shadow map has an extent, also around a point (metres). */
static const double SHADOW_LEAST = 1e-3;

fs_result fs_mesh_create(fs_mesh **out)
{
    FS_ASSERT(out != NULL);
    *out = calloc(1, sizeof **out);
    return *out != NULL ? FS_OK : FS_E_MEMORY;
}

void fs_mesh_destroy(fs_mesh *m)
{
    if (m == NULL)
        return;
    fs__fill_free(&m->fill);
    free(m->vertices);
    free(m);
}

const fs_mesh_vertex *fs_mesh_vertices(const fs_mesh *m, size_t *count)
{
    FS_ASSERT(m != NULL && count != NULL);
    *count = m->count;
    return m->vertices;
}

const fs_mesh_light *fs_mesh_lights(const fs_mesh *m)
{
    FS_ASSERT(m != NULL);
    return &m->light;
}

uint32_t fs_mesh_dropped(const fs_mesh *m)
{
    FS_ASSERT(m != NULL);
    return m->dropped;
}

bool fs_mesh_needed(const fs_draw_list *draw)
{
    size_t count, i = 0;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    if (fs_draw_camera(draw)->dimensions != 3)
        return false;
    while (i < count && !fs_draw_is_solid(&items[i]))
        i++;
    return i < count;
}

/* --- triangles ------------------------------------------------------------------------- */

static bool reserve_triangle(fs_mesh *m)
{
    if (m->failed || m->count + 3 > FS_MESH_MAX_VERTICES)
        return false;
    m->failed = !fs__array_reserve(&m->vertices, &m->capacity, m->count + 3, sizeof *m->vertices);
    return !m->failed;
}

void fs__mesh_add(fs_mesh *m, const fs__view_vec3 at[3], const fs__view_vec3 normal[3], fs__mesh_look look)
{
    if (!reserve_triangle(m)) {
        m->dropped += m->dropped < UINT32_MAX;
        return;
    }
    for (int i = 0; i < 3; i++)
        m->vertices[m->count++] = (fs_mesh_vertex){ .x = (float)at[i].x,
                                                    .y = (float)at[i].y,
                                                    .z = (float)at[i].z,
                                                    .nx = (float)normal[i].x,
                                                    .ny = (float)normal[i].y,
                                                    .nz = (float)normal[i].z,
                                                    .gloss = look.gloss,
                                                    .rgb = look.rgb };
}

void fs__mesh_add_flat(fs_mesh *m, fs__view_vec3 a, fs__view_vec3 b, fs__view_vec3 c, fs__mesh_look look)
{
    /* The axes of the eye are left-handed (z ahead), so the product of the edges points inwards. */
    fs__view_vec3 n = fs__view_vec3_unit(fs__view_vec3_cross(fs__view_vec3_sub(c, a), fs__view_vec3_sub(b, a)),
                                         (fs__view_vec3){ 0, 0, 0 });
    fs__mesh_add(m, (fs__view_vec3[]){ a, b, c }, (fs__view_vec3[]){ n, n, n }, look);
}

/* --- light ------------------------------------------------------------------------------ */

static fs__view_vec3 turn_to_eye(const fs__projection *p, fs__view_vec3 world)
{
    fs__view_vec3 v = { fs__view_vec3_dot(world, p->right), fs__view_vec3_dot(world, p->up),
                        fs__view_vec3_dot(world, p->forward) };
    return fs__view_vec3_unit(v, (fs__view_vec3){ 0, 1, 0 });
}

static void write_direction(float out[3], fs__view_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

/* The range of the casters along a direction. */
static void find_range(const fs_mesh *m, fs__view_vec3 along, double *low, double *high)
{
    *low = *high = 0;
    for (size_t i = 0; i < m->light.casters; i++) {
        const fs_mesh_vertex *v = &m->vertices[i];
        double at = v->x * along.x + v->y * along.y + v->z * along.z;
        *low = i == 0 || at < *low ? at : *low;
        *high = i == 0 || at > *high ? at : *high;
    }
}

/* A row that takes `along` . point from `from` to 0 and from `from` + `size` to 1. */
static void write_row(float row[4], fs__view_vec3 along, double from, double size)
{
    row[0] = (float)(along.x / size);
    row[1] = (float)(along.y / size);
    row[2] = (float)(along.z / size);
    row[3] = (float)(-from / size);
}

/* A square map around all casters, seen from the key light. */
static void frame_shadow(fs_mesh *m, fs__view_vec3 key)
{
    const fs__view_vec3 any = { 1, 0, 0 };
    fs__view_vec3 u = fs__view_vec3_unit(fs__view_vec3_cross(turn_to_eye(&m->projection, UP), key), any);
    fs__view_vec3 v = fs__view_vec3_cross(key, u), away = { -key.x, -key.y, -key.z };
    double low[3], high[3];
    find_range(m, u, &low[0], &high[0]);
    find_range(m, v, &low[1], &high[1]);
    find_range(m, away, &low[2], &high[2]);
    double side = fmax(SHADOW_LEAST, SHADOW_MARGIN * fmax(high[0] - low[0], high[1] - low[1]));
    double deep = fmax(SHADOW_LEAST, SHADOW_MARGIN * (high[2] - low[2]));
    write_row(m->light.shadow[0], u, (low[0] + high[0] - side) / 2, side);
    write_row(m->light.shadow[1], v, (low[1] + high[1] - side) / 2, side);
    write_row(m->light.shadow[2], away, (low[2] + high[2] - deep) / 2, deep);
    m->light.shadow_side = (float)side;
}

/* As far as nothing is cut: a depth buffer has few steps for what is far from its near plane. */
static float find_near_plane(const fs_mesh *m)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < m->count; i++)
        nearest = fmin(nearest, m->vertices[i].z);
    return (float)fmax(FS__NEAR_PLANE_M, fmin(nearest / 2, 1e6));
}

static void set_lights(fs_mesh *m)
{
    fs__view_vec3 key = turn_to_eye(&m->projection, KEY);
    write_direction(m->light.key, key);
    write_direction(m->light.fill, turn_to_eye(&m->projection, FILL));
    write_direction(m->light.up, turn_to_eye(&m->projection, UP));
    m->light.near_plane = find_near_plane(m);
    m->light.ground = 0.10f;
    m->light.sky = 0.30f;
    m->light.key_power = 0.85f;
    m->light.fill_power = 0.16f;
    m->light.shine = 0.7f;
    m->light.shininess = 48;
    frame_shadow(m, key);
}

/* --- lists ------------------------------------------------------------------------------ */

static bool casts_shadow(const fs_draw_item *item)
{
    return fs_draw_is_solid(item) && (item->flags & FS_DRAW_NO_SHADOW) == 0;
}

/* Texts and status lines are drawn over the mesh. */
static bool is_text(const fs_draw_item *item)
{
    return item->kind == FS_DRAW_TEXT || item->kind == FS_DRAW_HUD;
}

/* Casters first. */
static void add_items(fs_mesh *m, const fs_draw_list *draw, bool casters)
{
    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    const fs_draw_point *points = fs_draw_points(draw);
    for (size_t i = 0; i < count; i++) {
        if (casts_shadow(&items[i]) != casters || is_text(&items[i]))
            continue;
        m->progress = (double)i / (double)count;
        /* A full mesh ends the work that a hostile list can cause. */
        if (m->count >= FS_MESH_MAX_VERTICES)
            m->dropped += m->dropped < UINT32_MAX;
        else if (fs_draw_is_solid(&items[i]))
            fs__mesh_add_solid(m, &items[i], points + items[i].first);
        else
            fs__mesh_add_shape(m, &items[i], points + items[i].first);
    }
}

fs_result fs_mesh_build(fs_mesh *m, const fs_draw_list *draw, double width, double height)
{
    FS_ASSERT(m != NULL && draw != NULL && width > 0 && height > 0);
    m->count = 0;
    m->dropped = 0;
    m->failed = false;
    m->light = (fs_mesh_light){ 0 };
    if (!fs_mesh_needed(draw))
        return FS_OK;
    m->pen = fmax(1, fmin(width, height) / 320);
    m->projection = fs__projection_make(fs_draw_camera(draw), width, height);
    m->light.scale = (float)m->projection.scale;
    add_items(m, draw, true);
    m->light.casters = m->count;
    add_items(m, draw, false);
    if (m->failed) {
        m->count = m->light.casters = 0;
        return FS_E_MEMORY;
    }
    set_lights(m);
    return FS_OK;
}
