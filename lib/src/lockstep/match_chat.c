/* match_chat.c: the chat lines of players on their way into the bundles, one per tick. */
#include "lockstep/match_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/leaky_bucket.h"
#include "lockstep/player/player_text.h"

/* Who says too much is told so, but not as often: an answer to every line would make the server keep more for the player than
 * the player sends. */
static void tell_too_fast(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    peer->stats->limited++;
    if (fs__bucket_take(&peer->chat_told_us, m->now_us, FS__CHAT_COST_US, FS__CHAT_COST_US))
        fs_match_notice(m, p, "that was too fast: the line is not shown", m->now_us);
}

bool fs__match_take_chat(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__chat_message message;
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_PLAYING || !fs__get_chat(r, &message))
        return false;
    fs__chat_queue *queue = &m->chat;
    if (queue->count == FS__CHAT_QUEUE ||
        !fs__bucket_take(&peer->chat_us, m->now_us, FS__CHAT_COST_US, FS__CHAT_BURST_US)) {
        tell_too_fast(m, p);
        return true;
    }
    fs__stream_event *line = &queue->lines[queue->count++];
    *line = (fs__stream_event){ .kind = FS__STREAM_EVENT_CHAT, .slot = (uint8_t)peer->slot };
    memcpy(line->text, message.text, sizeof line->text);
    return true;
}

static void remove_line(fs__chat_queue *queue, uint32_t at)
{
    queue->count--;
    memmove(&queue->lines[at], &queue->lines[at + 1], (queue->count - at) * sizeof queue->lines[0]);
}

uint32_t fs__match_next_chat(fs_match *m, uint64_t present, fs__stream_event *event)
{
    fs__chat_queue *queue = &m->chat;
    for (uint32_t i = 0; i < queue->count; i++) {
        if (!(present >> queue->lines[i].slot & 1))
            continue;
        *event = queue->lines[i];
        remove_line(queue, i);
        return 1;
    }
    return 0;
}

void fs__match_forget_chat(fs_match *m, uint32_t slot)
{
    for (uint32_t i = m->chat.count; i-- > 0;)
        if (m->chat.lines[i].slot == slot)
            remove_line(&m->chat, i);
}
