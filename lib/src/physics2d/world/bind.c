/* bind.c: binds a view to the tables of a 2D world in a state and to its working memory in scratch.
 *
 * The previous contents of scratch are never trusted: the AABB tree verifies itself, the rest is initialised.
 */
#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

#define PLAIN(name, FIELDS) static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };
#define POOL(name, FIELDS)                                                              \
    static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) \
                                                  FS_POOL_FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };
PLAIN(physics2, FS_PHYSICS2_FIELDS)
POOL(body2, FS_BODY2_FIELDS)
POOL(shape2, FS_SHAPE2_FIELDS)
PLAIN(corner2, FS_CORNER2_FIELDS)
PLAIN(material2, FS_MATERIAL2_FIELDS)
POOL(contact2, FS_CONTACT2_FIELDS)
POOL(joint2, FS_JOINT2_FIELDS)
static const fs_field world_fields[] = { FS_WORLD_FIELDS(FS_SCHEMA_FIELD, fs_clock2_view) };

#define TABLE(name, member, pool)                                                         \
    {                                                                                     \
#name, name##_fields, (uint16_t)(sizeof name##_fields / sizeof name##_fields[0]), \
            (uint16_t)offsetof(struct fs_world2, member), pool                            \
    }

static void bind_tables(fs_state *state, unsigned first_table, struct fs_world2 *w)
{
    static const fs_table world = TABLE(world, world, false);
    static const fs_table tables[FS_WORLD2_TABLE_COUNT] = {
        TABLE(physics2, rules, false), TABLE(body2, body, true),          TABLE(shape2, shape, true),
        TABLE(corner2, corner, false), TABLE(material2, material, false), TABLE(contact2, contact, true),
        TABLE(joint2, joint, true),
    };
    fs_table_bind(state, 0, &world, w);
    for (unsigned i = 0; i < FS_WORLD2_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
}

static uint32_t contact_capacity(const fs_world2_limits *limits)
{
    uint64_t by_shapes = fs_min_u64((uint64_t)limits->shapes * 8u, FS_MAX_ROWS);
    return limits->contacts != 0 ? limits->contacts : (uint32_t)by_shapes;
}

void fs_world2_capacities(const fs_world2_limits *limits, uint32_t *rows)
{
    rows[FS__WORLD2_TABLE_PHYSICS] = 1;
    rows[FS__WORLD2_TABLE_BODY] = limits->bodies;
    rows[FS__WORLD2_TABLE_SHAPE] = limits->shapes;
    rows[FS__WORLD2_TABLE_CORNER] = limits->shapes * FS_GEOMETRY2_MAX_CORNERS;
    rows[FS__WORLD2_TABLE_MATERIAL] = fs_max_u32(limits->materials, 1);
    rows[FS__WORLD2_TABLE_CONTACT] = contact_capacity(limits);
    rows[FS__WORLD2_TABLE_JOINT] = limits->joints;
}

/* ---- scratch ------------------------------------------------------------------------------------------------ */

static size_t events_capacity(const fs_world2_limits *l)
{
    return (size_t)l->bodies + contact_capacity(l) + l->joints;
}

size_t fs_world2_scratch_size(const fs_world2_limits *l)
{
    size_t size = FS_ARENA_BYTES(sizeof(struct fs__world2_scratch));
    size += 2 * FS_ARENA_BYTES(events_capacity(l) * sizeof(fs_event2));
    size += FS_ARENA_BYTES(fs__broadphase2_size(FS__BROADPHASE_TREE, l->shapes)) +
            FS_ARENA_BYTES(fs__broadphase2_size(FS__BROADPHASE_HIERARCHICAL_GRID, l->shapes));
    size += fs__island2_arena_size(l->bodies, l->shapes, contact_capacity(l), l->joints);
    return size + fs__positions2_arena_size(l->bodies) +
           fs__solver2_arena_size(l->bodies, contact_capacity(l), l->joints) +
           fs__joint_solver2_arena_size(l->bodies, l->joints) + FS_ARENA_ALIGN;
}

static fs_world2_limits limits_of(const struct fs_world2 *w)
{
    return (fs_world2_limits){ .bodies = w->body.capacity,
                               .shapes = w->shape.capacity,
                               .contacts = w->contact.capacity,
                               .joints = w->joint.capacity,
                               .materials = w->material.capacity };
}

static void bind_scratch(const fs_scratch *scratch, struct fs_world2 *w)
{
    fs_world2_limits limits = limits_of(w);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    struct fs__world2_scratch *s = fs_arena_take(&arena, sizeof *s);
    FS_ASSERT(s != NULL && scratch->size >= fs_world2_scratch_size(&limits));
    s->pending_capacity = (uint32_t)events_capacity(&limits);
    s->pending_count = 0;
    s->pending_lost = 0;
    s->woken_count = 0;
    s->pending = fs_arena_take(&arena, s->pending_capacity * sizeof *s->pending);
    s->sorted = fs_arena_take(&arena, s->pending_capacity * sizeof *s->sorted);
    void *broad = fs_arena_take(&arena, fs__broadphase2_size(FS__BROADPHASE_TREE, w->shape.capacity));
    s->broad = fs__broadphase2_open(FS__BROADPHASE_TREE, broad, w->shape.capacity);
    s->broadphase_synced = false;
    s->pair_broadphase = fs__broadphase2_open(
        FS__BROADPHASE_HIERARCHICAL_GRID,
        fs_arena_take(&arena, fs__broadphase2_size(FS__BROADPHASE_HIERARCHICAL_GRID, w->shape.capacity)),
        w->shape.capacity);
    s->arena = arena;
    w->scratch = s;
    w->tasks = scratch->tasks;
}

void fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w)
{
    memset(w, 0, sizeof *w);
    w->state = state;
    w->first_table = first_table;
    bind_tables(state, first_table, w);
    if (scratch != NULL && scratch->bytes != NULL)
        bind_scratch(scratch, w);
}
