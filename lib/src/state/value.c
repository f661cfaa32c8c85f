/* value.c: one component by reference: reading, writing, naming, printing. */
#include <fixstep/text.h>
#include <stdio.h>
#include <string.h>

#include "state/find_table.h"
#include "state/state_internal.h"

/* --- raw integers ---------------------------------------------------------------- */

int64_t fs__raw_load(const void *cell, fs_type type)
{
    const fs_type_info *info = fs_type_get(type);
    int8_t v8;
    int16_t v16;
    int32_t v32;
    int64_t v64;
    switch (info->width) {
    case 1: memcpy(&v8, cell, 1); return info->is_signed ? v8 : (uint8_t)v8;
    case 2: memcpy(&v16, cell, 2); return info->is_signed ? v16 : (uint16_t)v16;
    case 4: memcpy(&v32, cell, 4); return info->is_signed ? (int64_t)v32 : (int64_t)(uint32_t)v32;
    default: memcpy(&v64, cell, 8); return v64;
    }
}

void fs__raw_store(void *cell, fs_type type, int64_t raw)
{
    const uint64_t v64 = (uint64_t)raw;
    const uint32_t v32 = (uint32_t)v64;
    const uint16_t v16 = (uint16_t)v64;
    const uint8_t v8 = (uint8_t)v64;
    switch (fs_type_get(type)->width) {
    case 1: memcpy(cell, &v8, 1); break;
    case 2: memcpy(cell, &v16, 2); break;
    case 4: memcpy(cell, &v32, 4); break;
    default: memcpy(cell, &v64, 8); break;
    }
}

/* --- reading and writing -------------------------------------------------------------- */

/* The field that a reference names, or NULL. */
static const fs_field *find_ref_field(const fs_schema *schema, fs_value_ref ref)
{
    if (ref.table >= schema->table_count || ref.field >= schema->tables[ref.table].field_count)
        return NULL;
    return &schema->tables[ref.table].fields[ref.field];
}

/* The bytes of a component in the block, or NULL. */
static uint8_t *find_ref_cell(const fs_state *state, fs_value_ref ref)
{
    const fs_field *field = find_ref_field(state->schema, ref);
    if (field == NULL || ref.row >= *fs__row_count(state, ref.table))
        return NULL;
    const fs__column_layout *column = &state->tables[ref.table].columns[ref.field];
    if (ref.component >= column->components)
        return NULL;
    return fs__column_at(state, column, ref.row) + (size_t)ref.component * column->width;
}

fs_result fs_value_get(const fs_state *state, fs_value_ref ref, int64_t *raw)
{
    const uint8_t *cell = find_ref_cell(state, ref);
    if (cell == NULL)
        return FS_E_ARGUMENT;
    *raw = fs__raw_load(cell, find_ref_field(state->schema, ref)->type);
    return FS_OK;
}

fs_result fs_value_set(fs_state *state, fs_value_ref ref, int64_t raw)
{
    uint8_t *cell = find_ref_cell(state, ref);
    if (cell == NULL)
        return FS_E_ARGUMENT;
    fs__raw_store(cell, find_ref_field(state->schema, ref)->type, raw);
    return FS_OK;
}

/* --- texts ------------------------------------------------------------------------------ */

/* The result of snprintf(), which is never negative for the formats used here. */
static size_t text_length(int printed)
{
    return printed < 0 ? 0 : (size_t)printed;
}

size_t fs_value_path(const fs_schema *schema, fs_value_ref ref, char *text, size_t size)
{
    const fs_field *field = find_ref_field(schema, ref);
    if (ref.table >= schema->table_count)
        return text_length(snprintf(text, size, "?%u[%lu].?%u", ref.table, (unsigned long)ref.row, ref.field));
    const char *table = schema->tables[ref.table].name;
    if (field == NULL)
        return text_length(snprintf(text, size, "%s[%lu].?%u", table, (unsigned long)ref.row, ref.field));
    const char *component = fs_type_component(field->type, ref.component);
    return text_length(snprintf(text, size, "%s[%lu].%s%s%s", table, (unsigned long)ref.row, field->name,
                                component[0] != 0 ? "." : "", component));
}

/* ceil(bits * log10(2)): the fewest decimals that distinguish two raw steps. */
static unsigned decimals_of(unsigned frac_bits)
{
    return (frac_bits * 30103u + 99999u) / 100000u;
}

size_t fs__raw_text(fs_type type, int64_t raw, char *text, size_t size)
{
    const fs_type_info *info = fs_type_get(type);
    unsigned decimals = decimals_of(info->frac_bits);
    if (info->is_signed)
        return fs_format_q(text, size, raw, info->frac_bits, decimals);
    return fs_format_uq(text, size, (uint64_t)raw, info->frac_bits, decimals);
}

size_t fs_value_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, char *text, size_t size)
{
    const fs_field *field = find_ref_field(schema, ref);
    char number[FS_NUMBER_TEXT_MAX];
    fs__raw_text(field != NULL ? field->type : FS_TYPE_I64, raw, number, sizeof number);
    const char *unit = field != NULL ? field->unit : "";
    return text_length(snprintf(text, size, "%s%s%s", number, unit[0] != 0 ? " " : "", unit));
}

/* --- by name ---------------------------------------------------------------------------- */

const fs_table *fs__schema_find_table(const fs_schema *schema, const char *name)
{
    for (unsigned i = 0; i < schema->table_count; i++)
        if (strcmp(schema->tables[i].name, name) == 0)
            return &schema->tables[i];
    return NULL;
}

static unsigned find_field(const fs_table *table, const char *name, size_t length)
{
    unsigned i = 0;
    while (i < table->field_count &&
           (strlen(table->fields[i].name) != length || memcmp(table->fields[i].name, name, length) != 0))
        i++;
    return i;
}

static unsigned find_component(fs_type type, const char *name)
{
    unsigned i = 0;
    while (i < fs_type_get(type)->components && strcmp(fs_type_component(type, i), name) != 0)
        i++;
    return i;
}

fs_result fs_value_find(const fs_schema *schema, const char *table, const char *field, fs_value_ref *out)
{
    const fs_table *found = fs__schema_find_table(schema, table);
    if (found == NULL)
        return FS_E_ARGUMENT;
    size_t length = strcspn(field, ".");
    unsigned f = find_field(found, field, length);
    if (f == found->field_count)
        return FS_E_ARGUMENT;
    unsigned component = 0;
    if (field[length] == '.') {
        /* The only component of a type has no name. */
        component = find_component(found->fields[f].type, field + length + 1);
        if (component == fs_type_get(found->fields[f].type)->components || field[length + 1] == 0)
            return FS_E_ARGUMENT;
    }
    *out = (fs_value_ref){ (uint16_t)(found - schema->tables), (uint16_t)f, 0, (uint16_t)component };
    return FS_OK;
}
