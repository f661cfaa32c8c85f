/* match_chat.c: the chat lines of players on their way into the bundles, one per tick. */
#include "lockstep/match_internal.h"

#include <stdio.h>

#include "base/leaky_bucket.h"
#include "lockstep/player/player_text.h"

bool fs__match_take_chat(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__chat_message message;
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_PLAYING || !fs__get_chat(r, &message))
        return false;
    fs__chat_queue *queue = &m->chat;
    if (queue->count == FS__CHAT_QUEUE ||
        !fs__bucket_take(&peer->chat_us, m->now_us, FS__CHAT_COST_US, FS__CHAT_BURST_US)) {
        peer->stats->limited++;
        fs_match_notice(m, p, "that was too fast: the line is not shown", m->now_us);
        return true;
    }
    fs__stream_event *line = &queue->lines[(queue->first + queue->count++) % FS__CHAT_QUEUE];
    *line = (fs__stream_event){ .kind = FS__STREAM_EVENT_CHAT, .slot = (uint8_t)peer->slot };
    memcpy(line->text, message.text, sizeof line->text);
    return true;
}

uint32_t fs__match_next_chat(fs_match *m, uint64_t present, fs__stream_event *event)
{
    fs__chat_queue *queue = &m->chat;
    while (queue->count > 0) {
        *event = queue->lines[queue->first];
        queue->first = (queue->first + 1) % FS__CHAT_QUEUE;
        queue->count--;
        if (present >> event->slot & 1)
            return 1;
    }
    return 0;
}
