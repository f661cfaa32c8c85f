/* create.c: a 3D world that owns its state: its tables and limits. */
#include "physics3d/dimension.h"

#include <fixstep/force3.h>
#include <fixstep/ground3.h>
#include <fixstep/material_pair3.h>
#include <stdlib.h>
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* The schema and its state hash are public (fs_world3_state()): renaming a table changes hashes. */
#define STANDALONE_TABLES(T, P, g)   \
    FS_WORLD3_TABLES(T, P, g)        \
    FS_MESH3_TABLES(T, P, g)         \
    FS_HEIGHT_FIELD3_TABLES(T, P, g) \
    FS_FORCE3_TABLES(T, P, g)        \
    T(g, material_pair3, FS_MATERIAL_PAIR3_FIELDS)
FS_SCHEMA(standalone3, STANDALONE_TABLES)

static const fs_schema *const standalone_schema = &standalone3_schema;
enum {
    STANDALONE_PHYSICS = standalone3_T_physics3,
    STANDALONE_MESH = standalone3_T_mesh3,
    STANDALONE_HEIGHT_FIELD = standalone3_T_height_field3,
    STANDALONE_FORCE = standalone3_T_force3,
    STANDALONE_MATERIAL_PAIR = standalone3_T_material_pair3,
    STANDALONE_COUNT = standalone3_T_COUNT
};

enum { DEFAULT_HULLS = 64, DEFAULT_SURFACES = 16, DEFAULT_FORCES = 64, DEFAULT_AERO_TENSORS = 16, DEFAULT_FLUIDS = 16 };

static void complete_own_limits(fs_world3_limits *l)
{
    l->hulls = l->hulls != 0 ? l->hulls : DEFAULT_HULLS;
    if (l->mesh_triangles == 0)
        l->meshes = l->mesh_vertices = 0;
    else if (l->meshes == 0)
        l->meshes = DEFAULT_SURFACES;
    if (l->mesh_vertices == 0)
        l->mesh_vertices = l->mesh_triangles;
    if (l->height_points == 0)
        l->height_fields = 0;
    else if (l->height_fields == 0)
        l->height_fields = DEFAULT_SURFACES;
    l->forces = l->forces != 0 ? l->forces : DEFAULT_FORCES;
    l->aero_tensors = l->aero_tensors != 0 ? l->aero_tensors : DEFAULT_AERO_TENSORS;
    l->fluids = l->fluids != 0 ? l->fluids : DEFAULT_FLUIDS;
}

static void set_own_capacities(const fs_world3_limits *l, uint32_t *rows)
{
    fs_mesh3_capacities(l->meshes, l->mesh_vertices, l->mesh_triangles, rows + STANDALONE_MESH);
    fs_height_field3_capacities(l->height_fields, l->height_points, rows + STANDALONE_HEIGHT_FIELD);
    fs_force3_capacities(l->forces, l->aero_tensors, l->fluids, rows + STANDALONE_FORCE);
}

static void bind_own_tables(fs_state *state, struct fs_world3 *w)
{
    fs_mesh3_bind(state, STANDALONE_MESH, w);
    fs_height_field3_bind(state, STANDALONE_HEIGHT_FIELD, w);
    fs_force3_bind(state, STANDALONE_FORCE, w);
}

static fs_result check_limits(char *text, const fs_world3_limits *l)
{
    const struct fs__range ranges[] = {
        { "bodies", l->bodies, 0, FS_MAX_ROWS, 0 },
        { "shapes", l->shapes, 0, FS_MAX_ROWS, 0 },
        { "hulls", l->hulls, 0, FS_MAX_ROWS / FS_HULL3_MAX_CORNERS, 0 },
        { "contacts", l->contacts, 0, FS_MAX_ROWS / FS__MANIFOLD3_MAX_POINTS, 0 },
        { "joints", l->joints, 0, FS_MAX_ROWS, 0 },
        { "materials", l->materials, 0, FS_MAX_ROWS, 0 },
        { "material_pairs", l->material_pairs, 0, FS_MAX_ROWS, 0 },
        { "meshes", l->meshes, 0, FS_MAX_ROWS, 0 },
        { "mesh_vertices", l->mesh_vertices, 0, FS_MAX_ROWS, 0 },
        { "mesh_triangles", l->mesh_triangles, 0, FS_MAX_ROWS, 0 },
        { "height_fields", l->height_fields, 0, FS_MAX_ROWS, 0 },
        { "height_points", l->height_points, 0, FS_MAX_ROWS, 0 },
        { "forces", l->forces, 0, FS_MAX_ROWS, 0 },
        { "aero_tensors", l->aero_tensors, 0, UINT16_MAX, 0 },
        { "fluids", l->fluids, 0, UINT16_MAX, 0 },
    };
    return fs__error_text_check(text, ranges, sizeof ranges / sizeof ranges[0], "", "");
}

#include "physics/world/create.inl"
