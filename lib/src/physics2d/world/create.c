/* create.c: a 2D world that owns its state: its tables and limits. */
#include "physics2d/dimension.h"

#include <fixstep/material_pair2.h>
#include <stdlib.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* The schema and its state hash are public (fs_world2_state()): renaming a table changes hashes. */
#define STANDALONE_TABLES(T, P, g) \
    FS_WORLD2_TABLES(T, P, g)      \
    T(g, material_pair2, FS_MATERIAL_PAIR2_FIELDS)
FS_SCHEMA(standalone2, STANDALONE_TABLES)

static const fs_schema *const standalone_schema = &standalone2_schema;
enum {
    STANDALONE_PHYSICS = standalone2_T_physics2,
    STANDALONE_MATERIAL_PAIR = standalone2_T_material_pair2,
    STANDALONE_COUNT = standalone2_T_COUNT
};

static void complete_own_limits(fs_world2_limits *l)
{
    (void)l;
}

/* There are no tables of its own. */
static void set_own_capacities(const fs_world2_limits *l, uint32_t *rows)
{
    (void)l, (void)rows;
}

static void bind_own_tables(fs_state *state, struct fs_world2 *w)
{
    (void)state, (void)w;
}

static bool limits_ok(const fs_world2_limits *l)
{
    return l->bodies <= FS_MAX_ROWS && l->shapes <= FS_MAX_ROWS / FS_GEOMETRY2_MAX_CORNERS &&
           l->contacts <= FS_MAX_ROWS && l->joints <= FS_MAX_ROWS && l->materials <= FS_MAX_ROWS &&
           l->material_pairs <= FS_MAX_ROWS;
}

#include "physics/world/create.inl"
