/* bind.c: the tables of a 3D world and the memory that only it has; see bind.inl. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics/world/tables.h"
#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

FS__PLAIN_TABLE(physics3, FS_PHYSICS3_FIELDS)
FS__POOL_TABLE(body3, FS_BODY3_FIELDS)
FS__POOL_TABLE(shape3, FS_SHAPE3_FIELDS)
FS__POOL_TABLE(hull3, FS_HULL3_FIELDS)
FS__PLAIN_TABLE(hull_corner3, FS_HULL_CORNER3_FIELDS)
FS__PLAIN_TABLE(material3, FS_MATERIAL3_FIELDS)
FS__POOL_TABLE(contact3, FS_CONTACT3_FIELDS)
FS__PLAIN_TABLE(contact_point3, FS_CONTACT_POINT3_FIELDS)
FS__POOL_TABLE(joint3, FS_JOINT3_FIELDS)
static const fs_field world_fields[] = { FS_WORLD_FIELDS(FS_SCHEMA_FIELD, fs_clock3_view) };

static void bind_tables(fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    static const fs_table world = FS__TABLE(fs_world3, world, world, false);
    static const fs_table tables[FS_WORLD3_TABLE_COUNT] = {
        FS__TABLE(fs_world3, physics3, rules, false),
        FS__TABLE(fs_world3, body3, body, true),
        FS__TABLE(fs_world3, shape3, shape, true),
        FS__TABLE(fs_world3, hull3, hull, true),
        FS__TABLE(fs_world3, hull_corner3, hull_corner, false),
        FS__TABLE(fs_world3, material3, material, false),
        FS__TABLE(fs_world3, contact3, contact, true),
        FS__TABLE(fs_world3, contact_point3, point, false),
        FS__TABLE(fs_world3, joint3, joint, true),
    };
    fs_table_bind(state, 0, &world, w);
    for (unsigned i = 0; i < FS_WORLD3_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
    FS_ASSERT(w->point.capacity / FS__MANIFOLD3_MAX_POINTS >= w->contact.capacity); /* fs_world3_capacities() */
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

static fs_world3_limits limits_of(const struct fs_world3 *w)
{
    return (fs_world3_limits){ .bodies = w->body.capacity,
                               .shapes = w->shape.capacity,
                               .contacts = w->contact.capacity,
                               .joints = w->joint.capacity,
                               .materials = w->material.capacity,
                               .hulls = w->hull.capacity };
}

static size_t solver_arena_size(const fs_world3_limits *l)
{
    return FS_ARENA_BYTES(contact_capacity(l) * sizeof(struct fs__island_link)) +
           fs__solver3_arena_size(l->bodies, contact_capacity(l), l->joints);
}

enum { DEFAULT_PAIR_BROADPHASE = FS__BROADPHASE_TREE };

/* Hulls are built from their corners once. The contacts of island_parts.inl are fewer than bodies. */
static size_t own_scratch_size(const fs_world3_limits *l)
{
    return fs__hull3_cache_size(l->hulls) + FS_ARENA_BYTES(l->bodies * sizeof(uint32_t));
}

static void bind_own_scratch(struct fs_world3 *w, struct fs__world3_scratch *s, fs_arena *arena)
{
    s->hull = fs__hull3_cache_open(arena, w->hull.capacity);
    s->uniting_contact = fs_arena_take(arena, w->body.capacity * sizeof *s->uniting_contact);
}

#include "physics/world/bind.inl"
