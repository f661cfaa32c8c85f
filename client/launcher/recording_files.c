/* recording_files.c: see recording_files.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/recording_files.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fixstep/replay.h>
#include <fixstep/utf8.h>

enum {
    HEAD_BYTES = 65536,    /* holds the header of every recording of a built-in game */
    WHOLE_BYTES = 16 << 20 /* a larger file is not read for its duration */
};

/* --- the list -------------------------------------------------------------------------------- */

static bool is_recording(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".fsr") == 0;
}

/* False when out of memory. */
static bool add_file(recording_files *list, size_t *room, const char *folder, const char *name)
{
    struct stat about;
    size_t size = strlen(folder) + strlen(name) + 2;
    if (list->count == *room) {
        size_t more = 2 * *room + 64;
        recording_file *larger = realloc(list->files, more * sizeof *larger);
        if (larger == NULL)
            return false;
        list->files = larger;
        *room = more;
    }
    char *path = malloc(size);
    if (path == NULL)
        return false;
    snprintf(path, size, "%s/%s", folder, name);
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        free(path);
        return true;
    }
    list->files[list->count++] = (recording_file){ .path = path,
                                                   .name = path + strlen(folder) + 1,
                                                   .changed = about.st_mtim,
                                                   .size = (uint64_t)about.st_size };
    return true;
}

/* The newest first; of one time in the order of the names. */
static int compare_files(const void *a, const void *b)
{
    const recording_file *x = a, *y = b;
    if (x->changed.tv_sec != y->changed.tv_sec)
        return x->changed.tv_sec > y->changed.tv_sec ? -1 : 1;
    if (x->changed.tv_nsec != y->changed.tv_nsec)
        return x->changed.tv_nsec > y->changed.tv_nsec ? -1 : 1;
    return strcmp(x->path, y->path);
}

void recording_files_add(recording_files *list, const char *folder)
{
    size_t room = list->count;
    DIR *open = opendir(folder);
    for (struct dirent *e; open != NULL && list->count < RECORDING_FILES_MAX && (e = readdir(open)) != NULL;)
        if (is_recording(e->d_name) && !add_file(list, &room, folder, e->d_name))
            break;
    if (open != NULL)
        closedir(open);
    if (list->count > 0)
        qsort(list->files, list->count, sizeof list->files[0], compare_files);
}

void recording_files_free(recording_files *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->files[i].path);
    free(list->files);
    *list = (recording_files){ NULL, 0 };
}

/* --- what is in a file ------------------------------------------------------------------------ */

/* Opens the first `most` bytes as a recording; NULL when its header does not read. */
static fs_replay *open_start(const recording_file *file, size_t most)
{
    fs_replay *replay = NULL;
    FILE *stream = fopen(file->path, "rb");
    uint8_t *bytes = stream != NULL ? malloc(most) : NULL;
    size_t size = bytes != NULL ? fread(bytes, 1, most, stream) : 0;
    if (bytes != NULL && fs_replay_open(bytes, size, &replay) != FS_OK) {
        fs_replay_close(replay);
        replay = NULL;
    }
    free(bytes);
    if (stream != NULL)
        fclose(stream);
    return replay;
}

static void write_date(const recording_file *file, char text[32])
{
    struct tm local;
    if (localtime_r(&file->changed.tv_sec, &local) == NULL || strftime(text, 32, "%Y-%m-%d %H:%M", &local) == 0)
        text[0] = '\0';
}

void recording_files_write_row(const recording_file *file, char *text, size_t size)
{
    char date[32];
    fs_replay *replay = open_start(file, HEAD_BYTES);
    write_date(file, date);
    snprintf(text, size, "%s  %s  %s", date, replay != NULL ? fs_replay_get_info(replay)->config.game : "no recording",
             file->name);
    fs_utf8_clean(text);
    fs_replay_close(replay);
}

static uint32_t count_players(const fs_replay *replay)
{
    uint32_t players = 0;
    for (uint32_t slot = 0; slot < fs_replay_get_info(replay)->config.players; slot++)
        players += fs_replay_player(replay, slot)[0] != '\0';
    return players;
}

/* Of a whole recording: "pool, 1:05 min, 2 players"; of a large one its size. */
static void write_content(const recording_file *file, const fs_replay *replay, char *text, size_t size)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    uint32_t seconds = info->config.hz > 0 ? info->ticks / info->config.hz : 0, players = count_players(replay);
    if (file->size > WHOLE_BYTES)
        snprintf(text, size, "%s, %" PRIu64 " MB", info->config.game, file->size / 1000000);
    else
        snprintf(text, size, "%s, %" PRIu32 ":%02" PRIu32 " min, %" PRIu32 " player%s%s", info->config.game,
                 seconds / 60, seconds % 60, players, players == 1 ? "" : "s",
                 info->end == FS_REPLAY_COMPLETE    ? ""
                 : info->end == FS_REPLAY_TRUNCATED ? ", ends early"
                                                    : ", damaged");
}

void recording_files_describe(const recording_file *file, char *text, size_t size)
{
    char content[128] = "no recording";
    fs_replay *replay = open_start(file, file->size <= WHOLE_BYTES ? (size_t)file->size + 1 : HEAD_BYTES);
    if (replay != NULL)
        write_content(file, replay, content, sizeof content);
    snprintf(text, size, "%s: %s", content, file->name);
    fs_utf8_clean(text);
    fs_replay_close(replay);
}
