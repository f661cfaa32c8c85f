/* standings.c: who won the round of a recording. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"

/* Whether the state after the last tick costs no more than two segments of ticks. */
static bool is_quick(const fs_replay_info *info)
{
    uint64_t segment = (uint64_t)FS_SEGMENT_SECONDS * info->config.hz;
    return info->ticks > 0 && info->ticks <= 2 * segment * ((uint64_t)info->keyframes + 1);
}

/* The game when it is built in and has standings, else NULL. */
static const fs_game *find_scored_game(const fs_replay *replay)
{
    const fs_game *game = game_for(replay, NULL);
    return game != NULL && game->standings != NULL ? game : NULL;
}

bool find_standings(const fs_replay *replay, fs_standings *standings)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    const fs_game *game = find_scored_game(replay);
    fs_playback *playback = NULL;
    if (game == NULL || !is_quick(info))
        return false;
    fs_result result = fs_playback_seek(replay, game, NULL, info->first_tick + info->ticks, &playback);
    bool found = result == FS_OK && fs_sim_standings(fs_playback_sim(playback), standings);
    fs_playback_destroy(playback);
    return found;
}

/* A side that wins may have slots that nobody has played in. */
static bool is_winner(const fs_replay *replay, const fs_standings *standings, uint32_t slot)
{
    return (standings->winners >> slot & 1) != 0 && fs_replay_player(replay, slot)[0] != 0;
}

static const char *name_of(const fs_replay *replay, uint32_t slot, char buffer[CLEAN_TEXT_BYTES])
{
    const char *name = fs_replay_player(replay, slot);
    if (name[0] != 0)
        return clean_text(name, buffer);
    snprintf(buffer, CLEAN_TEXT_BYTES, "slot %" PRIu32, slot);
    return buffer;
}

void print_standings(const fs_replay *replay)
{
    fs_standings standings;
    char name[CLEAN_TEXT_BYTES];
    if (!find_standings(replay, &standings)) {
        if (find_scored_game(replay) != NULL && !is_quick(fs_replay_get_info(replay)))
            printf("standings   not computed: too few keyframes to reach the last tick soon\n");
        return;
    }
    uint32_t slots = fs_replay_get_info(replay)->config.players;
    bool nobody = true;
    printf("standings   %s:", standings.finished ? "won by" : "in the lead");
    for (uint32_t slot = 0; slot < slots; slot++)
        if (is_winner(replay, &standings, slot)) {
            printf(" %s", name_of(replay, slot, name));
            nobody = false;
        }
    printf("%s; scores", nobody ? " nobody" : "");
    for (uint32_t slot = 0; slot < slots; slot++)
        if (fs_replay_player(replay, slot)[0] != 0 || standings.scores[slot] != 0)
            printf(" %s %" PRId64, name_of(replay, slot, name), standings.scores[slot]);
    printf("\n");
}

json_t *json_standings(const fs_replay *replay)
{
    fs_standings standings;
    if (!find_standings(replay, &standings))
        return json_null();
    json_t *scores = json_array();
    for (uint32_t slot = 0; slot < fs_replay_get_info(replay)->config.players; slot++) {
        bool first = is_winner(replay, &standings, slot);
        json_array_append_new(scores, json_pack("{s:I, s:o, s:I, s:b, s:b}", "slot", (json_int_t)slot, "name",
                                                json_text(fs_replay_player(replay, slot)), "score",
                                                (json_int_t)standings.scores[slot], "leads", first, "winner",
                                                first && standings.finished));
    }
    return json_pack("{s:b, s:o}", "finished", standings.finished, "scores", scores);
}
