/* desync.c: a desync report as one line of JSON.
 *
 * Recordings hold reports as text, so that a reader can show a report of a later version with more members. Texts in a
 * report come from clients: none of them may break the JSON.
 */
#include "replay/format.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 256 }; /* bytes of one text with its 0 */

/* A text as JSON. In a text that is not UTF-8 every byte beyond ASCII is replaced by '?'. */
static json_t *text_value(const char *text)
{
    char copy[TEXT_LIMIT];
    snprintf(copy, sizeof copy, "%s", text != NULL ? text : "");
    json_t *value = json_string(copy);
    for (char *p = copy; value == NULL && *p != 0; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    return value != NULL ? value : json_string(copy);
}

static json_t *hash_value(uint64_t state_hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, state_hash);
    return json_string(text);
}

/* Raw integers beyond 2^53, which many readers of JSON round, are strings. */
static json_t *raw_value(const fs_type_info *type, int64_t raw)
{
    const int64_t exact = INT64_C(1) << 53;
    char text[24];
    if (raw <= exact && raw >= (type->is_signed ? -exact : 0))
        return json_integer(raw);
    if (type->is_signed)
        snprintf(text, sizeof text, "%" PRId64, raw);
    else
        snprintf(text, sizeof text, "%" PRIu64, (uint64_t)raw);
    return json_string(text);
}

/* A component as raw integer, its bits, and its number with unit; null when the
 * row does not exist. */
static json_t *component_value(const fs_schema *schema, fs_value_ref ref, int64_t raw, bool exists)
{
    const fs_type_info *type = fs_type_get(schema->tables[ref.table].fields[ref.field].type);
    char hex[24], number[128];
    if (!exists)
        return json_null();
    uint64_t bits = (uint64_t)raw & (UINT64_MAX >> (64 - 8 * type->width));
    snprintf(hex, sizeof hex, "0x%0*" PRIx64, type->width * 2, bits);
    fs_value_text(schema, ref, raw, number, sizeof number);
    json_t *value = json_object();
    json_object_set_new(value, "raw", raw_value(type, raw));
    json_object_set_new(value, "hex", json_string(hex));
    json_object_set_new(value, "value", text_value(number));
    return value;
}

static json_t *difference_value(const fs_schema *schema, const fs_difference *difference, const char *left,
                                const char *right)
{
    fs_value_ref ref = difference->ref;
    const fs_table *table = &schema->tables[ref.table];
    const fs_field *field = &table->fields[ref.field];
    char name[160];
    fs_value_path(schema, ref, name, sizeof name);
    json_t *value = json_object();
    json_object_set_new(value, "name", text_value(name));
    json_object_set_new(value, "table", text_value(table->name));
    json_object_set_new(value, "row", json_integer(ref.row));
    json_object_set_new(value, "field", text_value(field->name));
    json_object_set_new(value, "component", text_value(fs_type_component(field->type, ref.component)));
    json_object_set_new(value, "unit", text_value(field->unit));
    json_object_set_new(value, left, component_value(schema, ref, difference->left, difference->left_exists));
    json_object_set_new(value, right, component_value(schema, ref, difference->right, difference->right_exists));
    return value;
}

static json_t *differences_value(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                                 const char *right)
{
    json_t *values = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(values, difference_value(schema, &list[i], left, right));
    return values;
}

/* The text of a value, which is released. Parses the text again, because it lacks members and is no JSON when memory
 * ran out while it was made: NULL then. */
static char *dump_json(json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    json_t *parsed = text != NULL ? json_loads(text, 0, NULL) : NULL;
    if (parsed == NULL) {
        free(text);
        text = NULL;
    }
    json_decref(parsed);
    return text;
}

char *fs_differences_json(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                          const char *right)
{
    return dump_json(differences_value(schema, list, count, left, right));
}

static json_t *report_value(const fs_schema *schema, const fs_desync *desync)
{
    json_t *value = json_object();
    json_object_set_new(value, "tick", json_integer(desync->tick));
    json_object_set_new(value, "slot", json_integer(desync->slot));
    json_object_set_new(value, "player", text_value(desync->name));
    json_object_set_new(value, "inputs_equal", json_boolean(desync->inputs_equal));
    json_object_set_new(value, "traced", json_boolean(desync->traced));
    json_object_set_new(value, "reason", text_value(desync->reason));
    json_object_set_new(value, "server_state_hash", hash_value(desync->server_state_hash));
    json_object_set_new(value, "client_state_hash", hash_value(desync->client_state_hash));
    /* Former names of the two. */
    json_object_set_new(value, "server_root", hash_value(desync->server_state_hash));
    json_object_set_new(value, "client_root", hash_value(desync->client_state_hash));
    json_object_set_new(value, "agreeing", json_integer(desync->agreeing));
    json_object_set_new(value, "voters", json_integer(desync->voters));
    json_object_set_new(value, "differences",
                        differences_value(schema, desync->differences, desync->count, "server", "client"));
    json_object_set_new(value, "phase", text_value(fs_phase_text(desync->phase)));
    json_object_set_new(value, "phase_round", json_integer(desync->round));
    json_object_set_new(value, "traced_us", json_integer(desync->traced_us));
    json_object_set_new(value, "trace_bytes", json_integer(desync->trace_bytes));
    json_object_set_new(value, "client_build", text_value(desync->client_build));
    return value;
}

char *fs_desync_json(const fs_schema *schema, const fs_desync *desync)
{
    FS_ASSERT(desync->count <= FS_MAX_DIFFERENCES);
    return dump_json(report_value(schema, desync));
}

bool fs__desync_valid(const void *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text;
    if (size > FS__MAX_DESYNC_BYTES)
        return false;
    for (size_t i = 0; i < size; i++)
        if (p[i] < 0x20)
            return false;
    json_t *value = json_loadb((const char *)text, size, JSON_REJECT_DUPLICATES, NULL);
    bool valid = json_is_object(value);
    json_decref(value);
    return valid;
}
