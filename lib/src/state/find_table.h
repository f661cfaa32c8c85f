/* find_table.h: a table of a schema by its name. */
#ifndef FS_STATE_FIND_TABLE_H
#define FS_STATE_FIND_TABLE_H

#include <fixstep/state.h>

/* NULL when there is none. */
const fs_table *fs__schema_find_table(const fs_schema *schema, const char *name);

#endif
