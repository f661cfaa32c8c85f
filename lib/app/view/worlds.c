/* worlds.c: the search for worlds in a schema. See worlds.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/view/worlds.h"

#include <string.h>
#include <fixstep/world2.h>
#include <fixstep/world3.h>

/* Schemas of a world alone, with which the tables of a game are compared. */
FS_SCHEMA(only_world2, FS_WORLD2_TABLES)
FS_SCHEMA(only_world3, FS_WORLD3_TABLES)

/* The tables of a world of each dimension. */
typedef struct world_kind {
    unsigned dimensions, table_count, bodies; /* bodies: the table of bodies, counted from the first one */
    const fs_table *tables;
} world_kind;

static const world_kind world_kinds[] = {
    { 2, FS_WORLD2_TABLE_COUNT, only_world2_T_body2 - only_world2_T_physics2,
      &only_world2_tables[only_world2_T_physics2] },
    { 3, FS_WORLD3_TABLE_COUNT, only_world3_T_body3 - only_world3_T_physics3,
      &only_world3_tables[only_world3_T_physics3] },
};

static bool same_table(const fs_table *a, const fs_table *b)
{
    if (strcmp(a->name, b->name) != 0 || a->field_count != b->field_count || a->pool != b->pool)
        return false;
    for (unsigned i = 0; i < a->field_count; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name) != 0 || a->fields[i].type != b->fields[i].type ||
            strcmp(a->fields[i].unit, b->fields[i].unit) != 0)
            return false;
    return true;
}

static bool world_begins_at(const fs_schema *schema, unsigned table, const world_kind *kind)
{
    if (schema->table_count < kind->table_count || table > schema->table_count - kind->table_count)
        return false;
    for (unsigned i = 0; i < kind->table_count; i++)
        if (!same_table(&schema->tables[table + i], &kind->tables[i]))
            return false;
    return true;
}

bool app_world_next(const fs_schema *schema, unsigned *table, app_world *world)
{
    for (; *table < schema->table_count; (*table)++)
        for (unsigned i = 0; i < sizeof world_kinds / sizeof world_kinds[0]; i++) {
            const world_kind *kind = &world_kinds[i];
            if (!world_begins_at(schema, *table, kind))
                continue;
            *world = (app_world){ kind->dimensions, *table, *table + kind->bodies };
            *table += kind->table_count;
            return true;
        }
    return false;
}
