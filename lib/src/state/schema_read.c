/* schema_read.c: decodes a schema from untrusted bytes.
 *
 * The bytes are read twice: first to check all of them and to count tables, fields and text bytes, then into one
 * allocation of that size. No length in the bytes sizes an allocation before the counted elements were read.
 */
#include <stdlib.h>
#include <string.h>

#include "state/wire.h"
#include "state/state_internal.h"

/* One pass over the bytes. The three pointers are the destinations, NULL in the counting pass. */
typedef struct schema_in {
    fs__reader reader;
    fs_table *tables;
    fs_field *fields;
    char *texts;
    size_t table_count, field_count, text_size;
    bool broken; /* a rule was broken; reader.bad alone means that bytes are missing */
} schema_in;

static bool has_failed(const schema_in *in)
{
    return in->broken || in->reader.bad;
}

/* Reads a text that `is_valid` must accept; NULL in the counting pass and on an error. */
static const char *read_text(schema_in *in, bool (*is_valid)(const char *))
{
    char text[256] = "";
    size_t n = fs__get_u8(&in->reader);
    fs__get_bytes(&in->reader, text, n);
    /* A zero byte inside would give two spellings of one text. */
    if (!in->reader.bad && (!is_valid(text) || strlen(text) != n))
        in->broken = true;
    if (has_failed(in))
        return NULL;
    char *copy = in->texts != NULL ? in->texts + in->text_size : NULL;
    if (copy != NULL)
        memcpy(copy, text, n + 1);
    in->text_size += n + 1;
    return copy;
}

/* Reads a type and its number format, which must be that of this build. */
static fs_type read_type(schema_in *in)
{
    unsigned type = fs__get_u8(&in->reader);
    const uint8_t *format = fs__reader_take(&in->reader, 4);
    const fs_type_info *info = fs_type_get((fs_type)type);
    if (format == NULL)
        return FS_TYPE_U8;
    if (info == NULL || format[0] != info->width || format[1] != info->is_signed || format[2] != info->frac_bits ||
        format[3] != info->components)
        in->broken = true;
    return (fs_type)type;
}

/* Reads a field. Its offset in a view is 0, which no bound field has, so binding is refused. */
static void read_field(schema_in *in)
{
    fs_field field = { NULL, NULL, FS_TYPE_U8, 0 };
    field.name = read_text(in, fs__identifier_valid);
    field.unit = read_text(in, fs__unit_valid);
    field.type = read_type(in);
    if (in->fields != NULL)
        in->fields[in->field_count] = field;
    in->field_count++;
}

static void read_table(schema_in *in)
{
    fs_table table = { NULL, NULL, 0, 0, false };
    table.name = read_text(in, fs__identifier_valid);
    unsigned pool = fs__get_u8(&in->reader);
    table.pool = pool == 1;
    table.field_count = fs__get_u8(&in->reader);
    if (in->fields != NULL)
        table.fields = in->fields + in->field_count;
    if (pool > 1 || table.field_count > FS_MAX_FIELDS)
        in->broken = true;
    for (unsigned i = 0; i < table.field_count && !has_failed(in); i++)
        read_field(in);
    if (in->tables != NULL)
        in->tables[in->table_count] = table;
    in->table_count++;
}

static fs_schema read_schema(schema_in *in)
{
    fs_schema schema = { NULL, in->tables, 0 };
    schema.name = read_text(in, fs__identifier_valid);
    schema.table_count = fs__get_u8(&in->reader);
    if (schema.table_count > FS_MAX_TABLES)
        in->broken = true;
    for (unsigned i = 0; i < schema.table_count && !has_failed(in); i++)
        read_table(in);
    return schema;
}

/* Builds the schema in one allocation: the schema, its tables, its fields, its texts. */
static fs_schema *build_schema(const schema_in *counted)
{
    size_t tables_size = counted->table_count * sizeof(fs_table);
    size_t fields_size = counted->field_count * sizeof(fs_field);
    char *memory = calloc(1, sizeof(fs_schema) + tables_size + fields_size + counted->text_size);
    if (memory == NULL)
        return NULL;
    schema_in in = { fs__reader_make(counted->reader.bytes, counted->reader.size), NULL, NULL, NULL, 0, 0, 0, false };
    in.tables = (fs_table *)(void *)(memory + sizeof(fs_schema));
    in.fields = (fs_field *)(void *)(memory + sizeof(fs_schema) + tables_size);
    in.texts = memory + sizeof(fs_schema) + tables_size + fields_size;
    fs_schema *schema = (fs_schema *)(void *)memory;
    *schema = read_schema(&in);
    return schema;
}

_Static_assert(_Alignof(fs_table) <= sizeof(void *) && _Alignof(fs_field) <= sizeof(void *) &&
                   sizeof(fs_schema) % sizeof(void *) == 0 && sizeof(fs_table) % sizeof(void *) == 0,
               "the parts of a schema's memory must be aligned");

fs_result fs_schema_decode(const void *bytes, size_t size, fs_schema **out)
{
    *out = NULL;
    schema_in in = { fs__reader_make(bytes, size), NULL, NULL, NULL, 0, 0, 0, false };
    read_schema(&in);
    if (in.reader.bad && !in.broken)
        return FS_E_TRUNCATED;
    if (in.broken || fs__reader_remaining(&in.reader) > 0)
        return FS_E_MALFORMED;
    fs_schema *schema = build_schema(&in);
    if (schema == NULL)
        return FS_E_MEMORY;
    if (fs__schema_check(schema) != FS_OK) {
        free(schema);
        return FS_E_MALFORMED;
    }
    *out = schema;
    return FS_OK;
}

void fs_schema_free(fs_schema *schema)
{
    free(schema);
}
