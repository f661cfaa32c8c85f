/* record_parts.c: see record_parts.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/record_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/new_file.h"
#include "app/files/record_file.h"
#include "app/log.h"

/* Names in a row without a file, after which no part is looked for: the first free one is taken for a new part. */
enum { MAX_GAP = 8 };

/* Ticks that can be read from a part up to its end, and whether it is a recording at all, of which an empty file and a header
 * that ends early are the beginning. */
static bool count_ticks(const char *part, uint32_t *ticks)
{
    char why[APP_ERROR_BYTES];
    struct stat status;
    fs_replay *replay = NULL;
    *ticks = 0;
    if (stat(part, &status) == 0 && status.st_size == 0)
        return true;
    fs_result result = fs_replay_open_file(part, &replay, why, sizeof why);
    if (result == FS_OK)
        *ticks = fs_replay_get_info(replay)->ticks;
    fs_replay_close(replay);
    return result == FS_OK || result == FS_E_TRUNCATED;
}

static void keep_part(const char *part, const char *target, uint32_t ticks)
{
    char *kept = NULL;
    if (app_record_file_keep(part, target, &kept)) {
        unlink(part);
        app_log(APP_WARNING, "recording-found",
                json_pack("{s:s, s:s, s:I}", "path", part, "kept", kept, "ticks", (json_int_t)ticks),
                "the recording %s of a program that was killed is kept as %s: %" PRIu32 " ticks", part, kept, ticks);
    } else
        app_log(APP_WARNING, "recording-found", json_pack("{s:s, s:I}", "path", part, "ticks", (json_int_t)ticks),
                "the recording %s of a program that was killed has %" PRIu32 " ticks and stays: %s", part, ticks,
                strerror(errno));
    free(kept);
}

static void settle_part(const char *part, const char *target)
{
    uint32_t ticks;
    if (!count_ticks(part, &ticks))
        app_log(APP_WARNING, "recording-found", json_pack("{s:s}", "path", part),
                "%s is in the place of a recording that was not finished, and is none: it stays", part);
    else if (ticks > 0)
        keep_part(part, target, ticks);
    else if (unlink(part) == 0)
        app_log(APP_INFO, "recording-removed", json_pack("{s:s}", "path", part),
                "%s is removed: its program was killed before the first tick", part);
}

void app_record_parts_settle(const char *path)
{
    char *target = app_new_file_target(path), *part = NULL;
    struct stat status;
    unsigned missing = 0;
    for (unsigned i = 1; missing <= MAX_GAP && target != NULL && (part = app_new_file_part(target, i)) != NULL; i++) {
        missing = lstat(part, &status) == 0 ? 0 : missing + 1;
        int left = missing == 0 ? app_new_file_take_left(part) : -1;
        if (left >= 0) {
            settle_part(part, target);
            close(left);
        }
        free(part);
    }
    free(target);
}
