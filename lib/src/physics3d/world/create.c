/* create.c: a 3D world that owns its state, its scratch and its clock.
 *
 * It is a view as games bind it, on a state whose schema holds the tables of the 3D world and nothing else: creation
 * only makes the state and the memory that a game would bring.
 */
#include <stdlib.h>

#include <fixstep/material_pair3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* The schema and its state hash are public (fs_world3_state()): renaming a table changes hashes. */
#define STANDALONE2_TABLES(T, P, g) \
    FS_WORLD3_TABLES(T, P, g)       \
    T(g, material_pair3, FS_MATERIAL_PAIR3_FIELDS)
FS_SCHEMA(standalone3, STANDALONE2_TABLES)

enum {
    DEFAULT_BODIES = 1024,
    DEFAULT_SHAPES_PER_BODY = 2,
    DEFAULT_MATERIALS = 64,
    DEFAULT_MATERIAL_PAIRS = 64,
    DEFAULT_HULLS = 64,
    DEFAULT_HZ = 60
};

struct owned_world {
    fs_world3 world; /* first: the address of both is one */
    fs_state *state;
    void *scratch;
};

static void release(struct owned_world *o)
{
    fs_state_destroy(o->state);
    free(o->scratch);
    free(o);
}

static uint32_t given_or(uint32_t given, uint64_t usual)
{
    return given != 0 ? given : (uint32_t)fs_min_u64(usual, FS_MAX_ROWS);
}

static fs_world3_limits complete_limits(const fs_world3_limits *given)
{
    fs_world3_limits l = given != NULL ? *given : (fs_world3_limits){ .bodies = 0 };
    l.bodies = given_or(l.bodies, DEFAULT_BODIES);
    l.shapes = given_or(l.shapes, (uint64_t)l.bodies * DEFAULT_SHAPES_PER_BODY);
    l.joints = given_or(l.joints, l.bodies);
    l.materials = given_or(l.materials, DEFAULT_MATERIALS);
    l.hulls = given_or(l.hulls, DEFAULT_HULLS);
    l.material_pairs = given_or(l.material_pairs, DEFAULT_MATERIAL_PAIRS);
    return l;
}

/* The state checks the sum; here only what would overflow before it. */
static bool limits_ok(const fs_world3_limits *l)
{
    return l->bodies <= FS_MAX_ROWS && l->shapes <= FS_MAX_ROWS && l->hulls <= FS_MAX_ROWS / FS_HULL3_MAX_CORNERS &&
           l->contacts <= FS_MAX_ROWS / FS__MANIFOLD3_MAX_POINTS && l->joints <= FS_MAX_ROWS &&
           l->materials <= FS_MAX_ROWS && l->material_pairs <= FS_MAX_ROWS;
}

static fs_result create_state(const fs_world3_limits *limits, uint32_t hz, fs_state **out)
{
    uint32_t rows[standalone3_T_COUNT] = { 1 };
    struct standalone3_view view;
    fs_world3_capacities(limits, rows + standalone3_T_physics3);
    rows[standalone3_T_material_pair3] = limits->material_pairs;
    fs_result result = fs_state_create(&standalone3_schema, rows, out);
    if (result != FS_OK)
        return result;
    standalone3_bind(*out, &view);
    *view.world.hz = hz;
    return FS_OK;
}

static fs_result open_world(struct owned_world *o, const fs_world3_limits *limits, const fs_world3_def *def)
{
    fs_scratch scratch = { .size = fs_world3_scratch_size(limits) };
    fs_result result = create_state(limits, def->hz, &o->state);
    if (result != FS_OK)
        return result;
    o->scratch = scratch.bytes = malloc(scratch.size);
    if (scratch.bytes == NULL)
        return FS_E_MEMORY;
    fs_world3_bind(o->state, standalone3_T_physics3, &scratch, &o->world);
    fs_material_pair3_bind(o->state, standalone3_T_material_pair3, &o->world);
    o->world.owned = true;
    return fs_world3_init(&o->world, def);
}

fs_result fs_world3_create(const fs_world3_limits *limits, const fs_world3_def *def, fs_world3 **out)
{
    const fs_world3_def usual = fs_default_world3_def(DEFAULT_HZ);
    const fs_world3_def *d = def != NULL ? def : &usual;
    fs_world3_limits complete = complete_limits(limits);
    *out = NULL;
    if (!limits_ok(&complete) || fs__world3_check_def(NULL, d) != FS_OK)
        return FS_E_ARGUMENT;
    struct owned_world *o = calloc(1, sizeof *o);
    if (o == NULL)
        return FS_E_MEMORY;
    fs_result result = open_world(o, &complete, d);
    if (result == FS_OK)
        *out = &o->world;
    else
        release(o);
    return result;
}

void fs_world3_destroy(fs_world3 *w)
{
    if (w != NULL && w->owned)
        release((struct owned_world *)w);
}

const char *fs_world3_error(const fs_world3 *w)
{
    return w->error;
}
