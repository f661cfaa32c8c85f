/* desync_read.c: the report of a desync, read back from its line of JSON.
 *
 * The line may come from anybody: every member is checked for its kind and its range before it is used.
 */
#include "replay/recording.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/utf8.h>

static void copy_text(const json_t *object, const char *key, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));
    snprintf(text, size, "%s", value != NULL ? value : "");
    fs_utf8_clean(text);
    for (char *p = text; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20)
            *p = ' ';
}

/* A whole number from 0 to `high`. */
static bool read_count(const json_t *object, const char *key, uint32_t high, uint32_t *out)
{
    const json_t *value = json_object_get(object, key);
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0 || n > (json_int_t)high)
        return false;
    *out = (uint32_t)n;
    return true;
}

/* Exactly 16 hex digits. */
static bool read_hash(const json_t *object, const char *key, uint64_t *out)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

/* --- values ------------------------------------------------------------------------- */

/* A raw integer, as a string beyond 2^53 (desync.c). */
static bool read_raw(const json_t *value, const fs_type_info *type, int64_t *raw)
{
    const char *text = json_string_value(value);
    char *end = NULL;
    if (json_is_integer(value)) {
        *raw = (int64_t)json_integer_value(value);
        return true;
    }
    if (text == NULL || text[strspn(text, "-0123456789")] != '\0')
        return false;
    errno = 0;
    *raw = type->is_signed ? strtoll(text, &end, 10) : (int64_t)strtoull(text, &end, 10);
    return end != text && *end == '\0' && errno == 0;
}

/* Null is a row that this side does not have. */
static bool read_side(const json_t *object, const char *key, const fs_type_info *type, bool *exists, int64_t *raw)
{
    const json_t *value = json_object_get(object, key);
    *raw = 0;
    *exists = json_is_object(value);
    return json_is_null(value) || (*exists && read_raw(json_object_get(value, "raw"), type, raw));
}

static bool find_field(const fs_schema *schema, const json_t *object, fs_value_ref *ref)
{
    char table[FS_MAX_IDENT], field[2 * FS_MAX_IDENT];
    const char *component = json_string_value(json_object_get(object, "component"));
    const char *name = json_string_value(json_object_get(object, "field"));
    bool has_component = component != NULL && component[0] != '\0';
    copy_text(object, "table", table, sizeof table);
    int length = snprintf(field, sizeof field, "%s%s%s", name != NULL ? name : "", has_component ? "." : "",
                          has_component ? component : "");
    return length < (int)sizeof field && fs_value_find(schema, table, field, ref) == FS_OK &&
           read_count(object, "row", FS_MAX_ROWS - 1, &ref->row);
}

static bool read_difference(const fs_schema *schema, const json_t *object, fs_difference *d)
{
    if (!json_is_object(object) || !find_field(schema, object, &d->ref))
        return false;
    const fs_type_info *type = fs_type_get(schema->tables[d->ref.table].fields[d->ref.field].type);
    return read_side(object, "server", type, &d->left_exists, &d->left) &&
           read_side(object, "client", type, &d->right_exists, &d->right) && (d->left_exists || d->right_exists);
}

static bool read_differences(const fs_schema *schema, const json_t *object, fs_desync *desync)
{
    const json_t *list = json_object_get(object, "differences");
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > FS_MAX_DIFFERENCES)
        return false;
    desync->count = (uint32_t)count;
    for (uint32_t i = 0; i < desync->count; i++)
        if (!read_difference(schema, json_array_get(list, i), &desync->differences[i]))
            return false;
    return true;
}

/* --- report --------------------------------------------------------------------------- */

/* UNKNOWN for a report of before there were phases, or of a later version. */
static fs_phase read_phase(const json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "phase"));
    for (int phase = 0; text != NULL && phase < FS_PHASE_COUNT; phase++)
        if (strcmp(text, fs_phase_text((fs_phase)phase)) == 0)
            return (fs_phase)phase;
    return FS_PHASE_UNKNOWN;
}

static bool read_report(const fs_schema *schema, const json_t *object, fs_recorded_desync *out)
{
    fs_desync *desync = &out->desync;
    const json_t *inputs = json_object_get(object, "inputs_equal");
    memset(out, 0, sizeof *out);
    copy_text(object, "player", desync->name, sizeof desync->name);
    copy_text(object, "reason", out->reason, sizeof out->reason);
    copy_text(object, "client_build", out->client_build, sizeof out->client_build);
    desync->traced = json_is_true(json_object_get(object, "traced"));
    desync->reason = out->reason[0] != '\0' ? out->reason : NULL;
    desync->client_build = out->client_build;
    desync->inputs_equal = json_is_true(inputs);
    desync->phase = read_phase(object);
    /* For people only: a missing one is 0. */
    read_count(object, "agreeing", FS_MAX_PLAYERS, &desync->agreeing);
    read_count(object, "voters", FS_MAX_PLAYERS, &desync->voters);
    read_count(object, "phase_round", UINT32_MAX, &desync->round);
    return json_is_boolean(inputs) && read_count(object, "tick", UINT32_MAX - 1, &desync->tick) &&
           read_count(object, "slot", FS_MAX_PLAYERS - 1, &desync->slot) &&
           read_hash(object, "server_state_hash", &desync->server_state_hash) &&
           read_hash(object, "client_state_hash", &desync->client_state_hash) &&
           read_differences(schema, object, desync);
}

fs_result fs_replay_read_desync(const fs_replay *replay, uint32_t i, fs_recorded_desync *out)
{
    const char *text = fs_replay_desync(replay, i);
    if (text == NULL || replay->schema == NULL)
        return FS_E_GONE;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool read = json_is_object(object) && read_report(replay->schema, object, out);
    json_decref(object);
    return read ? FS_OK : FS_E_MALFORMED;
}
