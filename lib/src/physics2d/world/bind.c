/* bind.c: the tables of a 2D world and the memory that only it has; see bind.inl. */
#include "physics2d/dimension.h"

#include <string.h>

#include "physics/world/tables.h"
#include "physics2d/body/body.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

FS__PLAIN_TABLE(physics2, FS_PHYSICS2_FIELDS)
FS__POOL_TABLE(body2, FS_BODY2_FIELDS)
FS__POOL_TABLE(shape2, FS_SHAPE2_FIELDS)
FS__PLAIN_TABLE(corner2, FS_CORNER2_FIELDS)
FS__PLAIN_TABLE(material2, FS_MATERIAL2_FIELDS)
FS__POOL_TABLE(contact2, FS_CONTACT2_FIELDS)
FS__POOL_TABLE(joint2, FS_JOINT2_FIELDS)
static const fs_field world_fields[] = { FS_WORLD_FIELDS(FS_SCHEMA_FIELD, fs_clock2_view) };

static void bind_tables(fs_state *state, unsigned first_table, struct fs_world2 *w)
{
    static const fs_table world = FS__TABLE(fs_world2, world, world, false);
    static const fs_table tables[FS_WORLD2_TABLE_COUNT] = {
        FS__TABLE(fs_world2, physics2, rules, false),     FS__TABLE(fs_world2, body2, body, true),
        FS__TABLE(fs_world2, shape2, shape, true),        FS__TABLE(fs_world2, corner2, corner, false),
        FS__TABLE(fs_world2, material2, material, false), FS__TABLE(fs_world2, contact2, contact, true),
        FS__TABLE(fs_world2, joint2, joint, true),
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

static fs_world2_limits limits_of(const struct fs_world2 *w)
{
    return (fs_world2_limits){ .bodies = w->body.capacity,
                               .shapes = w->shape.capacity,
                               .contacts = w->contact.capacity,
                               .joints = w->joint.capacity,
                               .materials = w->material.capacity };
}

static size_t solver_arena_size(const fs_world2_limits *l)
{
    return FS_ARENA_BYTES(contact_capacity(l) * sizeof(struct fs__island_link)) + fs__positions2_arena_size(l->bodies) +
           fs__solver2_arena_size(l->bodies, contact_capacity(l), l->joints) +
           fs__joint_solver2_arena_size(l->bodies, l->joints);
}

enum { DEFAULT_PAIR_BROADPHASE = FS__BROADPHASE_HIERARCHICAL_GRID };

/* The contacts of island_parts.inl: fewer than bodies. */
static size_t own_scratch_size(const fs_world2_limits *l)
{
    return FS_ARENA_BYTES(l->bodies * sizeof(uint32_t));
}

static void bind_own_scratch(struct fs_world2 *w, struct fs__world2_scratch *s, fs_arena *arena)
{
    s->uniting_contact = fs_arena_take(arena, w->body.capacity * sizeof *s->uniting_contact);
}

#include "physics/world/bind.inl"
