/* chat.c: what players said, found while a recording is scanned. */
#include "replay/recording.h"

#include "base/growing_array.h"

enum { MAX_LINES = 1 << 16 };

bool fs__chat_follow(fs__chat_list *list, const fs_stream *stream, uint32_t tick)
{
    uint32_t slot;
    const char *text = fs_stream_chat(stream, &slot);
    if (text == NULL || list->count == MAX_LINES)
        return true;
    if (!fs__array_reserve(&list->entries, &list->capacity, list->count + 1, sizeof *list->entries))
        return false;
    fs_chat_line *line = &list->entries[list->count++];
    *line = (fs_chat_line){ .tick = tick, .slot = slot };
    memcpy(line->name, stream->names[slot], FS_MAX_NAME);
    memcpy(line->text, text, FS_MAX_CHAT);
    return true;
}
