/* json.c: a state and a schema as JSON text for people and tools.
 *
 * The library never reads the text back. Numbers are exact: raw integers beyond 2^53, which many readers of JSON round,
 * and decimals are strings.
 */
#include <fixstep/text.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "state/state_internal.h"

#define EXACT_MAX ((int64_t)1 << 53)

/* Takes ownership of `value` (NULL allowed); false when out of memory. */
static bool set_member(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static bool append_element(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

/* `value` when it is complete, else NULL with `value` released, so that a partial object is never shown. */
static json_t *complete_or_null(json_t *value, bool is_complete)
{
    if (is_complete)
        return value;
    json_decref(value);
    return NULL;
}

/* A growing text. json_dumps() does not report every failed allocation inside an object and then gives a text that
 * lacks members. */
typedef struct text_out {
    char *text;
    size_t length, capacity; /* bytes of the text without its final 0, and of the buffer */
    bool failed;
} text_out;

static void grow_text(text_out *out, size_t capacity)
{
    size_t doubled = out->capacity > 0 ? out->capacity * 2 : 512;
    size_t next = capacity > doubled ? capacity : doubled;
    char *text = realloc(out->text, next);
    if (text == NULL) {
        out->failed = true;
        return;
    }
    out->text = text;
    out->capacity = next;
}

static int append_text(const char *bytes, size_t size, void *context)
{
    text_out *out = context;
    if (!out->failed && out->length + size + 1 > out->capacity)
        grow_text(out, out->length + size + 1);
    if (out->failed)
        return -1;
    memcpy(out->text + out->length, bytes, size);
    out->length += size;
    out->text[out->length] = 0;
    return 0;
}

/* The text of `value`, which may be NULL and is released. */
static char *dump_json(json_t *value)
{
    text_out out = { NULL, 0, 0, false };
    int result = value != NULL ? json_dump_callback(value, append_text, &out, JSON_COMPACT) : -1;
    json_decref(value);
    if (result == 0 && !out.failed)
        return out.text;
    free(out.text);
    return NULL;
}

static json_t *json_raw(fs_type type, int64_t raw)
{
    /* A negative raw value of an unsigned type is one of 64 bits above 2^63. */
    bool exact = raw <= EXACT_MAX && raw >= (fs_type_get(type)->is_signed ? -EXACT_MAX : 0);
    if (exact)
        return json_integer(raw);
    char text[FS_NUMBER_TEXT_MAX];
    if (fs_type_get(type)->is_signed)
        fs_format_q(text, sizeof text, raw, 0, 0);
    else
        fs_format_uq(text, sizeof text, (uint64_t)raw, 0, 0);
    return json_string(text);
}

/* One component: {"raw": r} or {"raw": r, "value": "decimal"}. */
static json_t *json_number(fs_type type, int64_t raw)
{
    json_t *object = json_object();
    bool ok = set_member(object, "raw", json_raw(type, raw));
    if (fs_type_get(type)->frac_bits > 0) {
        char text[FS_NUMBER_TEXT_MAX];
        fs__raw_text(type, raw, text, sizeof text);
        ok = ok && set_member(object, "value", json_string(text));
    }
    return complete_or_null(object, ok);
}

static json_t *json_field(fs_type type, const uint8_t *cell)
{
    const fs_type_info *info = fs_type_get(type);
    if (info->components == 1)
        return json_number(type, fs__raw_load(cell, type));
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < info->components && ok; i++)
        ok = set_member(object, fs_type_component(type, i),
                        json_number(type, fs__raw_load(cell + (size_t)i * info->width, type)));
    return complete_or_null(object, ok);
}

static json_t *json_row(const fs_state *state, unsigned table, uint32_t row)
{
    const fs_table *description = &state->schema->tables[table];
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < description->field_count && ok; i++) {
        const fs_field *field = &description->fields[i];
        ok = set_member(object, field->name,
                        json_field(field->type, fs__column_at(state, &state->tables[table].columns[i], row)));
    }
    return complete_or_null(object, ok);
}

static json_t *json_table(const fs_state *state, unsigned table)
{
    json_t *array = json_array();
    bool ok = array != NULL;
    for (uint32_t row = 0; row < *fs__row_count(state, table) && ok; row++)
        ok = append_element(array, json_row(state, table, row));
    return complete_or_null(array, ok);
}

static json_t *json_tables(const fs_state *state)
{
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < state->schema->table_count && ok; i++)
        ok = set_member(object, state->schema->tables[i].name, json_table(state, i));
    return complete_or_null(object, ok);
}

char *fs_state_json(const fs_state *state)
{
    char state_hash[17];
    snprintf(state_hash, sizeof state_hash, "%016" PRIx64, fs_state_hash(state));
    json_t *object = json_object();
    bool ok = set_member(object, "schema", json_string(state->schema->name)) &&
              set_member(object, "tick", json_integer(fs_state_tick(state))) &&
              set_member(object, "state_hash", json_string(state_hash)) &&
              set_member(object, "root", json_string(state_hash)) && /* former name */
              set_member(object, "tables", json_tables(state));
    return dump_json(complete_or_null(object, ok));
}

/* --- the schema --------------------------------------------------------------- */

static json_t *json_field_description(const fs_field *field)
{
    json_t *object = json_object();
    bool ok = set_member(object, "name", json_string(field->name)) &&
              set_member(object, "type", json_string(fs_type_get(field->type)->name)) &&
              set_member(object, "unit", json_string(field->unit));
    return complete_or_null(object, ok);
}

static json_t *json_table_description(const fs_table *table)
{
    json_t *fields = json_array();
    bool filled = fields != NULL;
    for (unsigned i = 0; i < table->field_count && filled; i++)
        filled = append_element(fields, json_field_description(&table->fields[i]));
    json_t *object = json_object();
    bool named = set_member(object, "name", json_string(table->name)) &&
                 set_member(object, "pool", json_boolean(table->pool));
    /* set_member() takes `fields` over, also when it fails. */
    bool ok = set_member(object, "fields", fields) && named && filled;
    return complete_or_null(object, ok);
}

char *fs_schema_json(const fs_schema *schema)
{
    FS_ASSERT(fs__schema_check(schema) == FS_OK);
    json_t *array = json_array();
    bool ok = array != NULL;
    for (unsigned i = 0; i < schema->table_count && ok; i++)
        ok = append_element(array, json_table_description(&schema->tables[i]));
    return dump_json(complete_or_null(array, ok));
}
