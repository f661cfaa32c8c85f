/* schema.c: the rules of a schema, and its canonical bytes:
 *
 *     text name, u8 table count
 *     for each table: text name, u8 pool (0, 1), u8 field count
 *         for each field: text name, text unit, u8 type,
 *             u8 width, u8 signed, u8 fraction bits, u8 components
 *
 * A text is a length byte and that many bytes. The number format is written beside the type's number, so that a build
 * with another format of a type refuses the bytes.
 */
#include <string.h>

#include "state/sink.h"

static const fs_field world_fields[] = {
#define FIELD(t, TYPE, field, unit) { #field, unit, FS_TYPE_##TYPE, 0 },
    FS_WORLD_FIELDS(FIELD, world)
};

static const fs_field pool_fields[] = { FS_POOL_FIELDS(FIELD, pool)
#undef FIELD
};

_Static_assert(sizeof world_fields / sizeof world_fields[0] == FS__WORLD_FIELD_COUNT, "world fields");
_Static_assert(sizeof pool_fields / sizeof pool_fields[0] == FS__POOL_FIELD_COUNT, "pool fields");

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool fs__identifier_valid(const char *name)
{
    if (name == NULL || !is_letter(name[0]))
        return false;
    size_t n = 1;
    while (is_letter(name[n]) || (name[n] >= '0' && name[n] <= '9')) {
        n++;
        if (n == FS_MAX_IDENT)
            return false;
    }
    return name[n] == 0;
}

bool fs__unit_valid(const char *unit)
{
    if (unit == NULL)
        return false;
    size_t n = 0;
    while (unit[n] >= 0x20 && unit[n] < 0x7f) {
        n++;
        if (n == FS_MAX_UNIT)
            return false;
    }
    return unit[n] == 0;
}

/* Of schemas that are compared in every tick, most texts are the same object. */
static bool is_same_text(const char *a, const char *b)
{
    return a == b || strcmp(a, b) == 0;
}

/* Compares names, types and units, but not the offsets in a view. */
static bool have_same_fields(const fs_field *a, const fs_field *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].type != b[i].type || !is_same_text(a[i].name, b[i].name) || !is_same_text(a[i].unit, b[i].unit))
            return false;
    return true;
}

static bool are_fields_valid(const fs_table *table)
{
    for (unsigned i = 0; i < table->field_count; i++) {
        const fs_field *field = &table->fields[i];
        if (!fs__identifier_valid(field->name) || !fs__unit_valid(field->unit) || fs_type_get(field->type) == NULL)
            return false;
        for (unsigned k = 0; k < i; k++)
            if (strcmp(field->name, table->fields[k].name) == 0)
                return false;
    }
    return true;
}

static bool is_table_valid(const fs_table *table)
{
    unsigned count = table->field_count;
    if (!fs__identifier_valid(table->name) || table->fields == NULL || count == 0 || count > FS_MAX_FIELDS)
        return false;
    if (!are_fields_valid(table))
        return false;
    if (!table->pool)
        return true;
    return count >= FS__POOL_FIELD_COUNT &&
           have_same_fields(table->fields + count - FS__POOL_FIELD_COUNT, pool_fields, FS__POOL_FIELD_COUNT);
}

static bool is_world_valid(const fs_table *table)
{
    return strcmp(table->name, "world") == 0 && !table->pool && table->field_count == FS__WORLD_FIELD_COUNT &&
           have_same_fields(table->fields, world_fields, FS__WORLD_FIELD_COUNT);
}

fs_result fs__schema_check(const fs_schema *schema)
{
    if (schema == NULL || !fs__identifier_valid(schema->name) || schema->tables == NULL)
        return FS_E_ARGUMENT;
    if (schema->table_count == 0 || schema->table_count > FS_MAX_TABLES)
        return FS_E_ARGUMENT;
    for (unsigned i = 0; i < schema->table_count; i++) {
        if (!is_table_valid(&schema->tables[i]))
            return FS_E_ARGUMENT;
        for (unsigned k = 0; k < i; k++)
            if (strcmp(schema->tables[i].name, schema->tables[k].name) == 0)
                return FS_E_ARGUMENT;
    }
    return is_world_valid(&schema->tables[0]) ? FS_OK : FS_E_ARGUMENT;
}

static bool have_same_offsets(const fs_field *a, const fs_field *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].offset != b[i].offset)
            return false;
    return true;
}

static bool are_tables_equal(const fs_table *a, const fs_table *b)
{
    return is_same_text(a->name, b->name) && a->pool == b->pool && a->view_offset == b->view_offset &&
           a->field_count == b->field_count && have_same_fields(a->fields, b->fields, a->field_count) &&
           have_same_offsets(a->fields, b->fields, a->field_count);
}

bool fs__schema_same(const fs_schema *a, const fs_schema *b)
{
    if (a == b)
        return true;
    if (!is_same_text(a->name, b->name) || a->table_count != b->table_count)
        return false;
    for (unsigned i = 0; i < a->table_count; i++)
        if (!are_tables_equal(&a->tables[i], &b->tables[i]))
            return false;
    return true;
}

/* --- canonical bytes --------------------------------------------------------- */

static void put_byte(unsigned v, fs__sink_fn *put, void *context)
{
    const uint8_t byte = (uint8_t)v;
    put(context, &byte, 1);
}

static void put_text(const char *text, fs__sink_fn *put, void *context)
{
    size_t n = strlen(text);
    put_byte((unsigned)n, put, context);
    put(context, text, n);
}

static void put_field(const fs_field *field, fs__sink_fn *put, void *context)
{
    const fs_type_info *info = fs_type_get(field->type);
    put_text(field->name, put, context);
    put_text(field->unit, put, context);
    put_byte(field->type, put, context);
    put_byte(info->width, put, context);
    put_byte(info->is_signed, put, context);
    put_byte(info->frac_bits, put, context);
    put_byte(info->components, put, context);
}

void fs__sink_schema(const fs_schema *schema, fs__sink_fn *put, void *context)
{
    put_text(schema->name, put, context);
    put_byte(schema->table_count, put, context);
    for (unsigned i = 0; i < schema->table_count; i++) {
        const fs_table *table = &schema->tables[i];
        put_text(table->name, put, context);
        put_byte(table->pool, put, context);
        put_byte(table->field_count, put, context);
        for (unsigned k = 0; k < table->field_count; k++)
            put_field(&table->fields[k], put, context);
    }
}

/* A sink that counts all bytes and stores those that fit. */
typedef struct schema_out {
    uint8_t *bytes;
    size_t size, wanted;
} schema_out;

static void append_bytes(void *context, const void *bytes, size_t size)
{
    schema_out *out = context;
    if (out->wanted + size <= out->size && size > 0)
        memcpy(out->bytes + out->wanted, bytes, size);
    out->wanted += size;
}

size_t fs_schema_encode(const fs_schema *schema, void *bytes, size_t size)
{
    FS_ASSERT(fs__schema_check(schema) == FS_OK);
    schema_out out = { bytes, bytes != NULL ? size : 0, 0 };
    fs__sink_schema(schema, append_bytes, &out);
    return out.wanted;
}
