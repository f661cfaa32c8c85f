/* create.c: a 2D world that owns its state: its tables and limits. */
#include "physics2d/dimension.h"

#include <fixstep/material_pair2.h>
#include <stdlib.h>
#include <string.h>

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

static fs_result check_limits(char *text, const fs_world2_limits *l)
{
    const struct fs__range ranges[] = {
        { "bodies", l->bodies, 0, FS_MAX_ROWS, 0 },
        { "shapes", l->shapes, 0, FS_MAX_ROWS / FS_GEOMETRY2_MAX_CORNERS, 0 },
        { "contacts", l->contacts, 0, FS_MAX_ROWS, 0 },
        { "joints", l->joints, 0, FS_MAX_ROWS, 0 },
        { "materials", l->materials, 0, FS_MAX_ROWS, 0 },
        { "material_pairs", l->material_pairs, 0, FS_MAX_ROWS, 0 },
    };
    return fs__error_text_check(text, ranges, sizeof ranges / sizeof ranges[0], "", "");
}

#include "physics/world/create.inl"
