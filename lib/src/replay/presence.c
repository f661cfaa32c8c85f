/* presence.c: who was in the match from when to when, found while a recording is scanned.
 *
 * A name that changes in a slot is a leave and a join. The list is bounded, so that a file of nothing but joins costs
 * less memory than its bytes.
 */
#include "replay/recording.h"

#include "base/growing_array.h"

enum { MAX_PRESENCES = 1 << 16 };

static bool begin_presence(fs__presence_list *list, uint32_t slot, const char *name, uint32_t tick, bool earlier)
{
    if (list->count == MAX_PRESENCES)
        return true;
    if (!fs__array_reserve(&list->entries, &list->capacity, list->count + 1, sizeof *list->entries))
        return false;
    fs_presence *entry = &list->entries[list->count++];
    *entry = (fs_presence){ .slot = slot, .joined_earlier = earlier, .join_tick = tick, .leave_tick = UINT32_MAX };
    memcpy(entry->name, name, FS_MAX_NAME);
    list->open[slot] = list->count;
    return true;
}

static void end_presence(fs__presence_list *list, uint32_t slot, uint32_t tick)
{
    if (list->open[slot] > 0)
        list->entries[list->open[slot] - 1].leave_tick = tick;
    list->open[slot] = 0;
}

bool fs__presence_follow(fs__presence_list *list, const fs_stream *stream, uint32_t tick, bool earlier)
{
    bool same_names = memcmp(list->names, stream->names, (size_t)stream->slots * FS_MAX_NAME) == 0;
    if (list->present == stream->present && same_names)
        return true;
    for (uint32_t slot = 0; slot < stream->slots; slot++) {
        uint64_t bit = (uint64_t)1 << slot;
        bool was = (list->present & bit) != 0, is = (stream->present & bit) != 0;
        bool renamed = memcmp(list->names[slot], stream->names[slot], FS_MAX_NAME) != 0;
        if (was && (!is || renamed))
            end_presence(list, slot, tick);
        if (is && (!was || renamed) && !begin_presence(list, slot, stream->names[slot], tick, earlier))
            return false;
    }
    list->present = stream->present;
    memcpy(list->names, stream->names, sizeof list->names);
    return true;
}
