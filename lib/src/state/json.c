/* json.c: a state and a schema as JSON text for people and their tools.
 *
 * For looking only: nothing is ever read back from it. Numbers are exact: raw
 * integers beyond 2^53, which many readers of JSON would round, and decimals are
 * strings.
 */
#include <fixstep/text.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "state/state_internal.h"

#define EXACT_MAX ((int64_t)1 << 53)

/* Takes over `value`; false when there was no memory for it. */
static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static bool append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

/* `value` when it is whole, else nothing: so that half an object never shows. */
static json_t *whole(json_t *value, bool is_whole)
{
    if (is_whole)
        return value;
    json_decref(value);
    return NULL;
}

/* A growing text. json_dumps() has one of its own, but overlooks it when memory
 * runs out in the middle of an object and then gives a text with a hole. */
typedef struct text_out {
    char *text;
    size_t length, room; /* without and with the final zero */
    bool failed;
} text_out;

static void grow(text_out *out, size_t room)
{
    size_t doubled = out->room > 0 ? out->room * 2 : 512;
    size_t next = room > doubled ? room : doubled;
    char *text = realloc(out->text, next);
    if (text == NULL) {
        out->failed = true;
        return;
    }
    out->text = text;
    out->room = next;
}

static int write_out(const char *bytes, size_t size, void *context)
{
    text_out *out = context;
    if (!out->failed && out->length + size + 1 > out->room)
        grow(out, out->length + size + 1);
    if (out->failed)
        return -1;
    memcpy(out->text + out->length, bytes, size);
    out->length += size;
    out->text[out->length] = 0;
    return 0;
}

/* Takes over `value`, which may be NULL. */
static char *dump(json_t *value)
{
    text_out out = { NULL, 0, 0, false };
    int result = value != NULL ? json_dump_callback(value, write_out, &out, JSON_COMPACT) : -1;
    json_decref(value);
    if (result == 0 && !out.failed)
        return out.text;
    free(out.text);
    return NULL;
}

static json_t *json_raw(fs_type type, int64_t raw)
{
    /* Only the 64-bit unsigned types give a negative number that is none. */
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
    bool ok = set(object, "raw", json_raw(type, raw));
    if (fs_type_get(type)->frac_bits > 0) {
        char text[FS_NUMBER_TEXT_MAX];
        fs__raw_text(type, raw, text, sizeof text);
        ok = ok && set(object, "value", json_string(text));
    }
    return whole(object, ok);
}

static json_t *json_field(fs_type type, const uint8_t *cell)
{
    const fs_type_info *info = fs_type_get(type);
    if (info->components == 1)
        return json_number(type, fs__raw_load(cell, type));
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < info->components && ok; i++)
        ok = set(object, fs_type_component(type, i),
                 json_number(type, fs__raw_load(cell + (size_t)i * info->width, type)));
    return whole(object, ok);
}

static json_t *json_row(const fs_state *state, unsigned table, uint32_t row)
{
    const fs_table *description = &state->schema->tables[table];
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < description->field_count && ok; i++) {
        const fs_field *field = &description->fields[i];
        ok = set(object, field->name,
                 json_field(field->type, fs__column_at(state, &state->tables[table].columns[i], row)));
    }
    return whole(object, ok);
}

static json_t *json_table(const fs_state *state, unsigned table)
{
    json_t *array = json_array();
    bool ok = array != NULL;
    for (uint32_t row = 0; row < *fs__row_count(state, table) && ok; row++)
        ok = append(array, json_row(state, table, row));
    return whole(array, ok);
}

static json_t *json_tables(const fs_state *state)
{
    json_t *object = json_object();
    bool ok = object != NULL;
    for (unsigned i = 0; i < state->schema->table_count && ok; i++)
        ok = set(object, state->schema->tables[i].name, json_table(state, i));
    return whole(object, ok);
}

char *fs_state_json(const fs_state *state)
{
    char state_hash[17];
    snprintf(state_hash, sizeof state_hash, "%016" PRIx64, fs_state_hash(state));
    json_t *object = json_object();
    bool ok = set(object, "schema", json_string(state->schema->name)) &&
              set(object, "tick", json_integer(fs_state_tick(state))) && set(object, "root", json_string(state_hash)) &&
              set(object, "tables", json_tables(state));
    return dump(whole(object, ok));
}

/* --- the schema --------------------------------------------------------------- */

static json_t *json_field_description(const fs_field *field)
{
    json_t *object = json_object();
    bool ok = set(object, "name", json_string(field->name)) &&
              set(object, "type", json_string(fs_type_get(field->type)->name)) &&
              set(object, "unit", json_string(field->unit));
    return whole(object, ok);
}

static json_t *json_table_description(const fs_table *table)
{
    json_t *fields = json_array();
    bool filled = fields != NULL;
    for (unsigned i = 0; i < table->field_count && filled; i++)
        filled = append(fields, json_field_description(&table->fields[i]));
    json_t *object = json_object();
    bool named = set(object, "name", json_string(table->name)) && set(object, "pool", json_boolean(table->pool));
    /* set() takes `fields` over, also when it fails. */
    bool ok = set(object, "fields", fields) && named && filled;
    return whole(object, ok);
}

char *fs_schema_json(const fs_schema *schema)
{
    FS_ASSERT(fs__schema_check(schema) == FS_OK);
    json_t *array = json_array();
    bool ok = array != NULL;
    for (unsigned i = 0; i < schema->table_count && ok; i++)
        ok = append(array, json_table_description(&schema->tables[i]));
    return dump(whole(array, ok));
}
