/* votes.c: see votes.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "votes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/log.h"
#include "host.h"

uint32_t votes_needed(uint32_t persons, uint32_t percent)
{
    uint32_t needed = (persons * percent + 99) / 100;
    return needed > 0 ? needed : 1;
}

void votes_take(votes *v, uint32_t slot, const char *text)
{
    if (strcmp(text, VOTES_COMMAND) == 0)
        v->slots |= (uint64_t)1 << slot;
}

/* Slots of the persons who play now. */
static uint64_t find_persons(const host *h)
{
    fs_peer_stats stats;
    uint64_t persons = 0;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        if (stats.playing)
            persons |= (uint64_t)1 << stats.slot;
    return persons;
}

static void tell_vote(host *h, uint32_t slot, uint32_t count, uint32_t needed, uint64_t now_us)
{
    char text[160];
    const char *name = fs_stream_name(fs_match_stream(h->match), slot);
    app_log(APP_INFO, "vote",
            json_pack("{s:s, s:I, s:I, s:I}", "player", name, "slot", (json_int_t)slot, "votes", (json_int_t)count,
                      "needed", (json_int_t)needed),
            "%s votes for the end of the round: %" PRIu32 " of %" PRIu32, name, count, needed);
    snprintf(text, sizeof text, "%s votes for the next round: %" PRIu32 " of %" PRIu32 " (write " VOTES_COMMAND ")",
             name, count, needed);
    fs_match_notice(h->match, FS_MAX_PEERS, text, now_us);
}

bool votes_poll(votes *v, host *h, uint64_t now_us)
{
    if (v->slots == 0)
        return false;
    uint64_t persons = find_persons(h);
    v->slots &= persons;
    v->told &= persons;
    uint32_t count = (uint32_t)__builtin_popcountll(v->slots);
    uint32_t needed = votes_needed((uint32_t)__builtin_popcountll(persons), h->policy.vote_share);
    for (uint32_t slot = 0; slot < FS_MAX_PLAYERS; slot++)
        if ((v->slots & ~v->told) >> slot & 1)
            tell_vote(h, slot, count, needed, now_us);
    v->told = v->slots;
    if (count < needed)
        return false;
    *v = (votes){ 0 };
    return true;
}
