/* dump.c: "fixstep-replay dump": the complete state at a tick. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/difference.h"
#include "commands.h"

/* Prints the state as JSON; false after an error message when out of memory. */
static bool print_state_json(fs_sim *sim)
{
    char *text = fs_state_json(fs_sim_state(sim));
    if (text != NULL)
        puts(text);
    else
        print_error("%s", fs_result_text(FS_E_MEMORY));
    bool printed = text != NULL;
    free(text);
    return printed;
}

static void print_field(const fs_state *state, const fs_schema *schema, fs_value_ref place)
{
    const fs_type_info *type = fs_type_get(schema->tables[place.table].fields[place.field].type);
    for (place.component = 0; place.component < type->components; place.component++) {
        char path[APP_PATH_BYTES], value[APP_VALUE_BYTES];
        int64_t raw = 0;
        fs_value_get(state, place, &raw);
        fs_value_path(schema, place, path, sizeof path);
        app_value_text(schema, place, raw, true, value, sizeof value);
        printf("%s = %s\n", path, value);
    }
}

static void print_state(fs_sim *sim)
{
    const fs_state *state = fs_sim_state(sim);
    const fs_schema *schema = fs_state_schema(state);
    fs_value_ref place = { 0, 0, 0, 0 };
    printf("# state after %" PRIu32 " ticks, state hash %016" PRIx64 "\n", fs_sim_tick(sim), fs_sim_state_hash(sim));
    for (place.table = 0; place.table < schema->table_count; place.table++)
        for (place.row = 0; place.row < fs_state_rows(state, place.table); place.row++)
            for (place.field = 0; place.field < schema->tables[place.table].field_count; place.field++)
                print_field(state, schema, place);
}

int dump_run(const settings *s)
{
    int code;
    const fs_game *game;
    if (!open_game(s, &game))
        return 5;
    fs_replay *replay = open_recording(s->files[0], &code);
    if (replay == NULL)
        return code;
    fs_playback *playback = NULL;
    if (fs_replay_schema(replay) != NULL && check_compatibility(replay, s->files[0], &game, &code))
        playback = seek_state(replay, s->files[0], game, s->tick, &code);
    if (playback != NULL && !s->json)
        print_state(fs_playback_sim(playback));
    else if (playback != NULL && !print_state_json(fs_playback_sim(playback)))
        code = worse_exit_code(code, 2);
    fs_playback_destroy(playback);
    fs_replay_close(replay);
    return code;
}
