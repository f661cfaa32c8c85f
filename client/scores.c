/* scores.c: see scores.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "scores.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Appends a part if it fits whole. */
static void append(char *text, size_t size, const char *part)
{
    size_t used = strlen(text), more = strlen(part);
    if (used + more < size)
        memcpy(text + used, part, more + 1);
}

/* The present player with the largest score that is not `taken`; FS_MAX_PLAYERS: none is left. */
static uint32_t find_best(const fs_standings *standings, const fs_stream *stream, uint64_t taken)
{
    uint32_t best = FS_MAX_PLAYERS;
    for (uint32_t s = 0; s < FS_MAX_PLAYERS; s++) {
        if ((taken >> s & 1) || fs_stream_name(stream, s)[0] == '\0')
            continue;
        if (best == FS_MAX_PLAYERS || standings->scores[s] > standings->scores[best])
            best = s;
    }
    return best;
}

void scores_list(match_info *info, const fs_sim *sim, const fs_stream *stream)
{
    fs_standings standings = { .finished = false };
    uint64_t taken = 0;
    uint32_t slot;
    info->listed_count = 0;
    info->has_scores = fs_sim_standings(sim, &standings);
    while (stream != NULL && (slot = find_best(&standings, stream, taken)) < FS_MAX_PLAYERS) {
        match_player *player = &info->listed[info->listed_count++];
        *player = (match_player){ .slot = slot, .score = standings.scores[slot] };
        snprintf(player->name, sizeof player->name, "%s", fs_stream_name(stream, slot));
        taken |= (uint64_t)1 << slot;
    }
}

void scores_line(char *text, size_t size, const fs_sim *sim, const fs_stream *stream)
{
    fs_standings standings;
    uint64_t taken = 0;
    uint32_t slot;
    text[0] = '\0';
    if (!fs_sim_standings(sim, &standings))
        return;
    while ((slot = find_best(&standings, stream, taken)) < FS_MAX_PLAYERS) {
        char part[64];
        snprintf(part, sizeof part, "%s%s %" PRId64, taken != 0 ? "  " : "", fs_stream_name(stream, slot),
                 standings.scores[slot]);
        append(text, size, part);
        taken |= (uint64_t)1 << slot;
    }
}

void scores_winner(char *text, size_t size, const fs_sim *sim, const fs_stream *stream, bool finished)
{
    fs_standings standings;
    bool any = false;
    text[0] = '\0';
    if (!fs_sim_standings(sim, &standings) || !(finished || standings.finished))
        return;
    for (uint32_t s = 0; s < FS_MAX_PLAYERS; s++) {
        const char *name = fs_stream_name(stream, s);
        if (name[0] == '\0' || !(standings.winners >> s & 1))
            continue;
        append(text, size, any ? " and " : "");
        append(text, size, name);
        any = true;
    }
    append(text, size, any ? " won" : "");
}
