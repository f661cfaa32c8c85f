/* tables.h: the tables of a world as rows of a schema, for its bind.c. */
#ifndef FS_PHYSICS_WORLD_TABLES_H
#define FS_PHYSICS_WORLD_TABLES_H

#include <stddef.h>

#include <fixstep/state.h>

/* The fields of a table without and with a pool's columns. */
#define FS__PLAIN_TABLE(name, FIELDS) \
    static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };
#define FS__POOL_TABLE(name, FIELDS)                                                    \
    static const fs_field name##_fields[] = { FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) \
                                                  FS_POOL_FIELDS(FS_SCHEMA_FIELD, fs_##name##_view) };

/* A row of the schema, whose columns are the member of a world. */
#define FS__TABLE(WORLD, name, member, pool)                                              \
    {                                                                                     \
#name, name##_fields, (uint16_t)(sizeof name##_fields / sizeof name##_fields[0]), \
            (uint16_t)offsetof(struct WORLD, member), pool                                \
    }

#endif
