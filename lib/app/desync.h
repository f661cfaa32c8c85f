/* desync.h: a traced desync as text and as JSON. */
#ifndef FS_APP_DESYNC_H
#define FS_APP_DESYNC_H

#include <jansson.h>
#include <fixstep/lockstep.h>
#include <fixstep/state.h>

/* Several lines without a final line end, allocated with malloc; NULL when out
 * of memory. `schema` names the fields. */
char *app_desync_text(const fs_desync *desync, const fs_schema *schema);
/* One line: tick, player, the first field with both values, and how many more. */
void app_desync_line(const fs_desync *desync, const fs_schema *schema, char *line, size_t size);
/* The same object that recordings keep; NULL when out of memory. */
json_t *app_desync_json(const fs_desync *desync, const fs_schema *schema);
/* One line for a desync of this client that the server traced; the server sends the first field that differs, "" when it
 * found none. Allocated with malloc; NULL when out of memory. */
char *app_desync_notice_text(uint32_t tick, const char *field);

#endif
