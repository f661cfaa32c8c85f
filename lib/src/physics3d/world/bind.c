/* bind.c: binds a view to the tables of a 3D world in a state and to its working memory in scratch.
 *
 * The previous contents of scratch are never trusted: the AABB tree verifies itself, the rest is initialised.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

#define PLAIN(name, FIELDS) static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };
#define POOL(name, FIELDS)                                                              \
    static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) \
                                                  FS_POOL_FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };
PLAIN(physics3, FS_PHYSICS3_FIELDS)
POOL(body3, FS_BODY3_FIELDS)
POOL(shape3, FS_SHAPE3_FIELDS)
POOL(hull3, FS_HULL3_FIELDS)
PLAIN(hull_corner3, FS_HULL_CORNER3_FIELDS)
PLAIN(material3, FS_MATERIAL3_FIELDS)
POOL(contact3, FS_CONTACT3_FIELDS)
PLAIN(contact_point3, FS_CONTACT_POINT3_FIELDS)
POOL(joint3, FS_JOINT3_FIELDS)
static const fs_field world_fields[] = { FS_WORLD_FIELDS(FS_SCHEMA_FIELD, fs_clock3_view) };

#define TABLE(name, member, pool)                                                         \
    {                                                                                     \
#name, name##_fields, (uint16_t)(sizeof name##_fields / sizeof name##_fields[0]), \
            (uint16_t)offsetof(struct fs_world3, member), pool                            \
    }

static void bind_tables(fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    static const fs_table world = TABLE(world, world, false);
    static const fs_table tables[FS_WORLD3_TABLE_COUNT] = {
        TABLE(physics3, rules, false),
        TABLE(body3, body, true),
        TABLE(shape3, shape, true),
        TABLE(hull3, hull, true),
        TABLE(hull_corner3, hull_corner, false),
        TABLE(material3, material, false),
        TABLE(contact3, contact, true),
        TABLE(contact_point3, point, false),
        TABLE(joint3, joint, true),
    };
    fs_table_bind(state, 0, &world, w);
    for (unsigned i = 0; i < FS_WORLD3_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
}

static uint32_t contact_capacity(const fs_world3_limits *limits)
{
    uint64_t by_shapes = fs_min_u64((uint64_t)limits->shapes * 8u, FS_MAX_ROWS / FS__MANIFOLD3_MAX_POINTS);
    return limits->contacts != 0 ? limits->contacts : (uint32_t)by_shapes;
}

void fs_world3_capacities(const fs_world3_limits *limits, uint32_t *rows)
{
    rows[FS__WORLD3_TABLE_PHYSICS] = 1;
    rows[FS__WORLD3_TABLE_BODY] = limits->bodies;
    rows[FS__WORLD3_TABLE_SHAPE] = limits->shapes;
    rows[FS__WORLD3_TABLE_HULL] = limits->hulls;
    rows[FS__WORLD3_TABLE_HULL_CORNER] = limits->hulls * FS_HULL3_MAX_CORNERS;
    rows[FS__WORLD3_TABLE_MATERIAL] = fs_max_u32(limits->materials, 1);
    rows[FS__WORLD3_TABLE_CONTACT] = contact_capacity(limits);
    rows[FS__WORLD3_TABLE_CONTACT_POINT] = contact_capacity(limits) * FS__MANIFOLD3_MAX_POINTS;
    rows[FS__WORLD3_TABLE_JOINT] = limits->joints;
}

/* ---- scratch ------------------------------------------------------------------------------------------------ */

static size_t events_capacity(const fs_world3_limits *l)
{
    return (size_t)l->bodies + contact_capacity(l) + l->joints;
}

size_t fs_world3_scratch_size(const fs_world3_limits *l)
{
    size_t size = FS_ARENA_BYTES(sizeof(struct fs__world3_scratch));
    size += 2 * FS_ARENA_BYTES(events_capacity(l) * sizeof(fs_event3));
    size += FS_ARENA_BYTES(fs__broadphase3_size(FS__BROADPHASE_TREE, l->shapes)) + fs__hull3_cache_size(l->hulls);
    size += fs__island3_arena_size(l->bodies, l->shapes, contact_capacity(l), l->joints);
    return size + fs__solver3_arena_size(l->bodies, contact_capacity(l), l->joints) + FS_ARENA_ALIGN;
}

static fs_world3_limits limits_of(const struct fs_world3 *w)
{
    return (fs_world3_limits){ .bodies = w->body.capacity,
                               .shapes = w->shape.capacity,
                               .contacts = w->contact.capacity,
                               .joints = w->joint.capacity,
                               .materials = w->material.capacity,
                               .hulls = w->hull.capacity };
}

static void bind_scratch(const fs_scratch *scratch, struct fs_world3 *w)
{
    fs_world3_limits limits = limits_of(w);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    struct fs__world3_scratch *s = fs_arena_take(&arena, sizeof *s);
    FS_ASSERT(s != NULL && scratch->size >= fs_world3_scratch_size(&limits));
    s->pending_capacity = (uint32_t)events_capacity(&limits);
    s->pending_count = 0;
    s->pending_lost = 0;
    s->woken_count = 0;
    s->pending = fs_arena_take(&arena, s->pending_capacity * sizeof *s->pending);
    s->sorted = fs_arena_take(&arena, s->pending_capacity * sizeof *s->sorted);
    void *broad = fs_arena_take(&arena, fs__broadphase3_size(FS__BROADPHASE_TREE, w->shape.capacity));
    s->broad = fs__broadphase3_open(FS__BROADPHASE_TREE, broad, w->shape.capacity);
    s->broadphase_synced = false;
    s->pair_broadphase = s->broad;
    s->hull = fs__hull3_cache_open(&arena, w->hull.capacity);
    s->arena = arena;
    w->scratch = s;
    w->tasks = scratch->tasks;
}

void fs_world3_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world3 *w)
{
    memset(w, 0, sizeof *w);
    w->state = state;
    w->first_table = first_table;
    bind_tables(state, first_table, w);
    if (scratch != NULL && scratch->bytes != NULL)
        bind_scratch(scratch, w);
}
