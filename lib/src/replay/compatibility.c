/* compatibility.c: whether this build can simulate a recording, and if not, the difference.
 *
 * The check comes before a state is made, because a recording's capacities are trusted only when the game gives the
 * same for the recorded configuration.
 */
#include "replay/recording.h"

#include <fixstep/fingerprint.h>
#include <inttypes.h>
#include <stdio.h>

static const char *type_name(fs_type type)
{
    const fs_type_info *info = fs_type_get(type);
    return info != NULL ? info->name : "?";
}

/* Writes the first difference between the fields of two tables; false when there is none. */
static bool name_field_difference(const fs_table *recorded, const fs_table *ours, char *error, size_t error_size)
{
    for (unsigned f = 0; f < recorded->field_count && f < ours->field_count; f++) {
        const fs_field *a = &recorded->fields[f], *b = &ours->fields[f];
        if (strcmp(a->name, b->name) == 0 && strcmp(a->unit, b->unit) == 0 && a->type == b->type)
            continue;
        snprintf(error, error_size, "table %s has %s %s [%s] in the recording and %s %s [%s] here", recorded->name,
                 type_name(a->type), a->name, a->unit, type_name(b->type), b->name, b->unit);
        return true;
    }
    if (recorded->field_count == ours->field_count)
        return false;
    snprintf(error, error_size, "table %s has %u fields in the recording and %u here", recorded->name,
             recorded->field_count, ours->field_count);
    return true;
}

static fs_result name_schema_difference(const fs_schema *recorded, const fs_schema *ours, char *error,
                                        size_t error_size)
{
    snprintf(error, error_size, "the state schema of the recording is called %s or has %u tables, here %s and %u",
             recorded->name, recorded->table_count, ours->name, ours->table_count);
    for (unsigned t = 0; t < recorded->table_count && t < ours->table_count; t++) {
        if (strcmp(recorded->tables[t].name, ours->tables[t].name) != 0) {
            snprintf(error, error_size, "table %u is %s in the recording and %s here", t, recorded->tables[t].name,
                     ours->tables[t].name);
            return FS_E_SCHEMA;
        }
        if (name_field_difference(&recorded->tables[t], &ours->tables[t], error, error_size))
            return FS_E_SCHEMA;
    }
    return FS_E_SCHEMA;
}

static fs_result check_capacities(const fs_replay *replay, const fs_game *game, char *error, size_t error_size)
{
    uint32_t ours[FS_MAX_TABLES] = { 1 };
    game->capacities(&replay->info.config, ours);
    for (unsigned t = 0; t < game->schema->table_count; t++) {
        if (ours[t] == replay->head.capacities[t])
            continue;
        snprintf(error, error_size, "table %s holds %" PRIu32 " rows in the recording and %" PRIu32 " here",
                 game->schema->tables[t].name, replay->head.capacities[t], ours[t]);
        return FS_E_SCHEMA;
    }
    return FS_OK;
}

static fs_result check_config(const fs_replay *replay, const fs_game *game, char *error, size_t error_size)
{
    fs_result result = fs_config_check(game, &replay->info.config, error, error_size);
    if (result != FS_OK)
        return result;
    if (fs_config_hash(game, &replay->info.config) == replay->info.config_hash)
        return FS_OK;
    snprintf(error, error_size, "the configuration hash differs from the recorded one");
    return FS_E_CONFIG;
}

static fs_result check_numbers(uint64_t recorded, uint64_t ours, char *error, size_t error_size)
{
    if (recorded == ours)
        return FS_OK;
    snprintf(error, error_size, "the number fingerprint is %016" PRIx64 " in the recording and %016" PRIx64 " here",
             recorded, ours);
    return FS_E_NUMBERS;
}

static fs_result check_game(const fs_replay *replay, const fs_game *game, char *error, size_t error_size)
{
    const char *name = replay->info.config.game;
    if (game == NULL)
        snprintf(error, error_size, "the recording is of the game %s, which is not built into this program", name);
    else if (strcmp(game->name, name) != 0)
        snprintf(error, error_size, "the recording is of the game %s, not of %s", name, game->name);
    else
        return FS_OK;
    return FS_E_GAME;
}

fs_result fs_replay_check_compatibility(const fs_replay *replay, const fs_game *game, char *error, size_t error_size)
{
    if (replay->header != FS_OK) {
        snprintf(error, error_size, "%s", replay->info.fault);
        return replay->header;
    }
    fs_result result = check_game(replay, game, error, error_size);
    if (result != FS_OK)
        return result;
    if (fs_schema_hash(game->schema) != replay->info.schema_hash)
        return name_schema_difference(replay->schema, game->schema, error, error_size);
    if (game->input_size != replay->head.input_size) {
        snprintf(error, error_size, "an input has %" PRIu32 " bytes in the recording and %" PRIu32 " here",
                 replay->head.input_size, game->input_size);
        return FS_E_SCHEMA;
    }
    result = check_numbers(replay->info.number_fingerprint, fs_num_fingerprint(), error, error_size);
    if (result == FS_OK)
        result = check_config(replay, game, error, error_size);
    if (result == FS_OK)
        result = check_capacities(replay, game, error, error_size);
    return result;
}
