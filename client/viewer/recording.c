/* recording.c: opening and moving. See recording.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/recording.h"

#include <inttypes.h>
#include <stdio.h>

#include "app/setup.h"
#include "app/workers.h"

static bool is_usable(const recording *r, const char *path, int *code, char why[APP_ERROR_BYTES])
{
    const fs_replay_info *info = fs_replay_get_info(r->replay);
    if (info->end == FS_REPLAY_COMPLETE || info->end == FS_REPLAY_TRUNCATED)
        return true;
    *code = fs_verdict_exit_code(r->replay, NULL);
    snprintf(why, APP_ERROR_BYTES, "%.150s: %.95s (at byte %" PRIu64 ")", path, info->fault, info->fault_offset);
    return false;
}

static bool find_game(recording *r, const char *path, const char *game_file, int *code, char why[APP_ERROR_BYTES])
{
    char reason[160];
    r->game = game_file != NULL ? app_game_find(game_file, why)
                                : app_game_builtin(fs_replay_get_info(r->replay)->config.game);
    if (game_file != NULL && r->game == NULL)
        return false;
    fs_result result = fs_replay_check_compatibility(r->replay, r->game, reason, sizeof reason);
    if (result == FS_OK)
        return true;
    *code = fs_result_exit_code(result);
    snprintf(why, APP_ERROR_BYTES, "%.120s: %s", path, reason);
    return false;
}

/* The state that it begins with. A file that is cut off early has none. */
static bool show_first(recording *r, const char *path, int *code, char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    const fs_replay_info *info = fs_replay_get_info(r->replay);
    r->first = info->first_tick;
    r->last = info->first_tick + info->ticks;
    *code = 3;
    if (recording_seek(r, r->first, reason))
        return true;
    if (info->end != FS_REPLAY_TRUNCATED) {
        snprintf(why, APP_ERROR_BYTES, "%.150s: %.120s", path, reason);
        return false;
    }
    *code = fs_verdict_exit_code(r->replay, NULL);
    snprintf(why, APP_ERROR_BYTES, "%.150s: there is no state in it: %.95s (at byte %" PRIu64 ")", path, info->fault,
             info->fault_offset);
    return false;
}

bool recording_open(recording *r, const char *path, const char *game_file, int *code, char why[APP_ERROR_BYTES])
{
    *r = (recording){ 0 };
    *code = 2;
    fs_result result = fs_replay_open_file(path, &r->replay, why, APP_ERROR_BYTES);
    if (result != FS_OK)
        *code = r->replay != NULL ? fs_verdict_exit_code(r->replay, NULL) : 2;
    if (result != FS_OK || !is_usable(r, path, code, why) || !find_game(r, path, game_file, code, why))
        return false;
    if (!show_first(r, path, code, why))
        return false;
    *code = 0;
    return true;
}

void recording_close(recording *r)
{
    fs_playback_destroy(r->playback);
    fs_replay_close(r->replay);
    *r = (recording){ 0 };
}

bool recording_seek(recording *r, uint32_t tick, char why[APP_ERROR_BYTES])
{
    fs_playback *there = NULL;
    tick = tick < r->first ? r->first : tick > r->last ? r->last : tick;
    fs_result result = fs_playback_seek(r->replay, r->game, app_workers_process_tasks(), tick, &there);
    if (there == NULL) {
        snprintf(why, APP_ERROR_BYTES, "no state after %" PRIu32 " ticks: %s", tick, fs_result_text(result));
        return false;
    }
    fs_playback_destroy(r->playback);
    r->playback = there;
    r->differs = result == FS_E_MISMATCH;
    return true;
}

bool recording_advance(recording *r, uint32_t tick)
{
    fs_result result = FS_OK;
    while (recording_tick(r) < tick && (result == FS_OK || result == FS_E_MISMATCH)) {
        result = fs_playback_step(r->playback);
        r->differs = r->differs || result == FS_E_MISMATCH;
    }
    return recording_tick(r) >= tick;
}

uint32_t recording_tick(const recording *r)
{
    return fs_sim_tick(fs_playback_sim(r->playback));
}
