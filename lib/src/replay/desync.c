/* desync.c: a desync report as one line of JSON.
 *
 * Recordings keep reports as text, so that a report of a later version with
 * more members is still evidence to an older reader. Every text in it may come
 * from a stranger: this file must never let it break the JSON.
 */
#include "replay/format.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 256 };   /* of one text from outside */

/* Text that may be no UTF-8: what is not ASCII is replaced then. */
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

static json_t *hex_value(uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "%0*" PRIx64, digits, value);
    return json_string(text);
}

/* A component as raw decimal, raw hexadecimal of its width, and number with unit. */
static json_t *component_value(const fs_schema *schema, fs_place place, int64_t raw, bool exists)
{
    const fs_type_info *type = fs_type_get(schema->tables[place.table].fields[place.field].type);
    char decimal[24], number[128];
    if (!exists)
        return json_null();
    uint64_t bits = (uint64_t)raw & (UINT64_MAX >> (64 - 8 * type->width));
    if (type->is_signed)
        snprintf(decimal, sizeof decimal, "%" PRId64, raw);
    else
        snprintf(decimal, sizeof decimal, "%" PRIu64, bits);
    fs_value_text(schema, place, raw, number, sizeof number);
    json_t *value = json_object();
    json_object_set_new(value, "raw", json_string(decimal));
    json_object_set_new(value, "hex", hex_value(bits, type->width * 2));
    json_object_set_new(value, "value", text_value(number));
    return value;
}

static json_t *difference_value(const fs_schema *schema, const fs_difference *difference)
{
    fs_place place = difference->place;
    const fs_table *table = &schema->tables[place.table];
    const fs_field *field = &table->fields[place.field];
    char name[128];
    fs_place_name(schema, place, name, sizeof name);
    json_t *value = json_object();
    json_object_set_new(value, "place", text_value(name));
    json_object_set_new(value, "table", text_value(table->name));
    json_object_set_new(value, "row", json_integer(place.row));
    json_object_set_new(value, "field", text_value(field->name));
    json_object_set_new(value, "component", text_value(fs_type_component(field->type, place.component)));
    json_object_set_new(value, "unit", text_value(field->unit));
    json_object_set_new(value, "server", component_value(schema, place, difference->left, difference->left_exists));
    json_object_set_new(value, "client", component_value(schema, place, difference->right, difference->right_exists));
    return value;
}

static json_t *report(const fs_schema *schema, const fs_desync *desync)
{
    json_t *value = json_object();
    json_t *differences = json_array();
    json_object_set_new(value, "tick", json_integer(desync->tick));
    json_object_set_new(value, "slot", json_integer(desync->slot));
    json_object_set_new(value, "player", text_value(desync->name));
    json_object_set_new(value, "inputs_equal", json_boolean(desync->inputs_equal));
    json_object_set_new(value, "traced", json_boolean(desync->traced));
    json_object_set_new(value, "reason", text_value(desync->reason));
    json_object_set_new(value, "server_root", hex_value(desync->server_root, 16));
    json_object_set_new(value, "client_root", hex_value(desync->client_root, 16));
    json_object_set_new(value, "agreeing", json_integer(desync->agreeing));
    json_object_set_new(value, "voters", json_integer(desync->voters));
    for (uint32_t i = 0; i < desync->count; i++)
        json_array_append_new(differences, difference_value(schema, &desync->differences[i]));
    json_object_set_new(value, "differences", differences);
    json_object_set_new(value, "traced_us", json_integer(desync->traced_us));
    json_object_set_new(value, "trace_bytes", json_integer(desync->trace_bytes));
    json_object_set_new(value, "client_build", text_value(desync->client_build));
    return value;
}

char *fs_desync_json(const fs_schema *schema, const fs_desync *desync)
{
    FS_ASSERT(desync->count <= FS_MAX_DIFFERENCES);
    json_t *value = report(schema, desync);
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    return text;
}

bool fs__desync_valid(const void *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text;
    if (size > FS__DESYNC_LIMIT)
        return false;
    for (size_t i = 0; i < size; i++)
        if (p[i] < 0x20)
            return false;
    json_t *value = json_loadb((const char *)text, size, JSON_REJECT_DUPLICATES, NULL);
    bool valid = json_is_object(value);
    json_decref(value);
    return valid;
}
