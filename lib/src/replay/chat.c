/* chat.c: what players said, found while a recording is scanned. */
#include "replay/recording.h"

#include <stdlib.h>

enum { MAX_LINES = 1 << 16 };

static bool reserve_line(fs__chat_list *list)
{
    if (list->count < list->capacity)
        return true;
    uint32_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
    fs_chat_line *entries = realloc(list->entries, capacity * sizeof *entries);
    if (entries == NULL)
        return false;
    list->entries = entries;
    list->capacity = capacity;
    return true;
}

bool fs__chat_follow(fs__chat_list *list, const fs_stream *stream, uint32_t tick)
{
    uint32_t slot;
    const char *text = fs_stream_chat(stream, &slot);
    if (text == NULL || list->count == MAX_LINES)
        return true;
    if (!reserve_line(list))
        return false;
    fs_chat_line *line = &list->entries[list->count++];
    *line = (fs_chat_line){ .tick = tick, .slot = slot };
    memcpy(line->name, stream->names[slot], FS_MAX_NAME);
    memcpy(line->text, text, FS_MAX_CHAT);
    return true;
}
