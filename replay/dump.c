/* dump.c: "fixstep-replay dump": the complete state at a tick. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/difference.h"
#include "app/report.h"
#include "commands.h"

/* Prints one object: the outcome, and behind it the members of the state as JSON, which may be large. Returns the exit code. */
static int print_state_json(const settings *s, fs_sim *sim, outcome *o)
{
    char *state = fs_state_json(fs_sim_state(sim));
    json_t *value = json_object();
    json_outcome(value, s->files[0], o);
    char *head = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&head, &size);
    bool printed = file != NULL && app_json_print(value, file);
    printed = file != NULL && fclose(file) == 0 && printed && state != NULL;
    json_decref(value);
    if (printed)
        printf("%.*s,%s\n", (int)size - 2, head, state + 1); /* without the brace and the end of the line */
    else
        note_failure(o, s->files[0], EXIT_UNREADABLE, "%s", fs_result_text(FS_E_MEMORY));
    free(state);
    free(head);
    return printed ? o->code : print_outcome(s, o);
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
    outcome o;
    const fs_game *game;
    fs_playback *playback = NULL;
    fs_replay *replay = open_game(s, &game, &o) ? open_recording(s->files[0], &o) : NULL;
    if (replay != NULL && fs_replay_schema(replay) != NULL && check_compatibility(replay, s->files[0], &game, &o))
        playback = seek_state(replay, s->files[0], game, s->tick, &o);
    if (playback != NULL && !s->json)
        print_state(fs_playback_sim(playback));
    int code = playback == NULL ? print_outcome(s, &o)
               : s->json        ? print_state_json(s, fs_playback_sim(playback), &o)
                                : o.code;
    fs_playback_destroy(playback);
    fs_replay_close(replay);
    return code;
}
