/* difference.c: see difference.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/difference.h"

#include <inttypes.h>
#include <stdio.h>

void app_value_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, bool exists, char *text, size_t size)
{
    FS_ASSERT(ref.table < schema->table_count && ref.field < schema->tables[ref.table].field_count);
    const fs_type_info *type = fs_type_get(schema->tables[ref.table].fields[ref.field].type);
    unsigned width = type->width;
    char value[128];
    if (!exists) {
        snprintf(text, size, "no such row");
        return;
    }
    fs_value_text(schema, ref, raw, value, sizeof value);
    snprintf(text, size, "%s (0x%0*" PRIx64 ")", value, (int)(2 * width),
             (uint64_t)raw & (UINT64_MAX >> (64 - 8 * width)));
}

void app_side_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, bool exists, char *text, size_t size)
{
    if (exists)
        fs_value_text(schema, ref, raw, text, size);
    else
        snprintf(text, size, "no row");
}
