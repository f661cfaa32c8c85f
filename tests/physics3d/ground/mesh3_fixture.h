/* mesh3_fixture.h: a 3D world with room for meshes, terrains as meshes, and bodies on them. Lengths are metres as double. */
#ifndef FS_TEST_MESH3_FIXTURE_H
#define FS_TEST_MESH3_FIXTURE_H

#include "physics3d/world3_fixture.h"

#include <fixstep/ground3.h>

enum { MESH3_MAX_SIDE = 65, MESH3_MAX_POINTS = MESH3_MAX_SIDE * MESH3_MAX_SIDE };

typedef double mesh3_height(double x, double z);

static inline double mesh3_flat(double x, double z)
{
    (void)x, (void)z;
    return 0;
}

/* Hills of up to 2 m with slopes of up to 45 degrees. */
static inline double mesh3_hills(double x, double z)
{
    return sin(x * 0.9) + sin(z * 0.7 + 1);
}

/* Steps of 0.3 m every 1 m along x. */
static inline double mesh3_stairs(double x, double z)
{
    (void)z;
    return 0.3 * floor(x + 1e-9);
}

static inline fs_world3 *mesh3_world(uint32_t bodies, uint32_t triangles)
{
    const fs_world3_limits limits = { .bodies = bodies,
                                      .hulls = 256,
                                      .meshes = 4,
                                      .mesh_triangles = triangles,
                                      .height_fields = 4,
                                      .height_points = triangles };
    fs_world3 *w;
    ck_assert_int_eq(fs_world3_create(&limits, NULL, &w), FS_OK);
    return w;
}

static inline fs_body3 mesh3_body(fs_world3 *w, fs_body3_type type, fs_pos3 at)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = type;
    def.pos = at;
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    return body;
}

/* A square grid of `side` points along x and z with `spacing` metres between them, from -x and -z to +x and +z. */
struct mesh3_grid {
    fs_pos3 vertex[MESH3_MAX_POINTS];
    uint32_t index[6 * MESH3_MAX_POINTS];
    uint32_t vertices, triangles;
};

static inline void mesh3_add_triangle(struct mesh3_grid *g, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *index = g->index + 3 * (size_t)g->triangles++;
    index[0] = a;
    index[1] = b;
    index[2] = c;
}

static inline struct mesh3_grid *mesh3_make_grid(int side, double spacing, mesh3_height *height)
{
    struct mesh3_grid *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    for (int k = 0; k < side; k++)
        for (int i = 0; i < side; i++) {
            double x = (i - (side - 1) / 2.0) * spacing, z = (k - (side - 1) / 2.0) * spacing;
            g->vertex[g->vertices++] = pos3_of(x, height(x, z), z);
        }
    for (int k = 0; k + 1 < side; k++)
        for (int i = 0; i + 1 < side; i++) {
            uint32_t v = (uint32_t)(k * side + i), up = v + (uint32_t)side;
            mesh3_add_triangle(g, v, up + 1, v + 1);
            mesh3_add_triangle(g, v, up, up + 1);
        }
    return g;
}

static inline fs_shape3 mesh3_put(fs_world3 *w, fs_body3 body, const struct mesh3_grid *g, const fs_shape3_def *def)
{
    fs_shape3 shape;
    ck_assert_msg(fs_shape3_create_mesh(w, body, def, g->vertex, g->vertices, g->index, g->triangles, &shape) == FS_OK,
                  "%s", fs_world3_error(w));
    return shape;
}

/* The same triangles as a height field, whose first point is the body's origin moved by the corner of the grid. */
static inline fs_shape3 mesh3_put_field(fs_world3 *w, fs_pos3 at, int side, double spacing, mesh3_height *height,
                                        const uint8_t *holes)
{
    static fs_pos heights[MESH3_MAX_POINTS];
    fs_shape3 shape;
    double corner = (side - 1) / 2.0 * spacing;
    for (int i = 0; i < side * side; i++)
        heights[i] = pos_of(height(i % side * spacing - corner, i / side * spacing - corner));
    fs_body3 body = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_add(at, pos3_of(-corner, 0, -corner)));
    ck_assert_msg(fs_shape3_create_height_field(w, body, NULL, heights, holes, (uint32_t)side, (uint32_t)side,
                                                pos_of(spacing), &shape) == FS_OK,
                  "%s", fs_world3_error(w));
    return shape;
}

static inline void mesh3_reverse(struct mesh3_grid *g)
{
    const struct mesh3_grid old = *g;
    g->triangles = 0;
    for (uint32_t i = old.triangles; i-- > 0;)
        mesh3_add_triangle(g, old.index[3 * i], old.index[3 * i + 1], old.index[3 * i + 2]);
}

/* A terrain on a static body at a place; backwards: its triangles from the last to the first. */
static inline fs_shape3 mesh3_terrain(fs_world3 *w, fs_pos3 at, int side, double spacing, mesh3_height *height,
                                      bool backwards)
{
    struct mesh3_grid *g = mesh3_make_grid(side, spacing, height);
    if (backwards)
        mesh3_reverse(g);
    fs_shape3 shape = mesh3_put(w, mesh3_body(w, FS_BODY3_STATIC, at), g, NULL);
    free(g);
    return shape;
}

static inline void mesh3_steps(fs_world3 *w, int ticks)
{
    for (int i = 0; i < ticks; i++)
        fs_world3_step(w);
}

static inline uint32_t mesh3_row(const fs_world3 *w, fs_body3 body)
{
    uint32_t row = 0;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    return row;
}

#endif
