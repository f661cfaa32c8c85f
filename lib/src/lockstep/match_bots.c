/* match_bots.c: players that the server plays itself, in slots that no person has. */
#include "lockstep/match_internal.h"

#include <stdio.h>

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

void fs_match_set_bots(fs_match *m, const fs_bot *bot, uint32_t count, uint64_t seed)
{
    m->bots.bot = bot;
    m->bots.count = bot != NULL && fs__match_simulates(m) ? count : 0;
    m->bots.rng = fs_rng_seed(seed, 0);
}

uint64_t fs_match_bots(const fs_match *m)
{
    return m->bots.slots;
}

bool fs__match_is_bot(const fs_match *m, uint32_t slot)
{
    return (m->bots.slots & slot_bit(slot)) != 0;
}

void fs__match_bot_name(const fs_match *m, uint32_t slot, char name[FS_MAX_NAME])
{
    snprintf(name, FS_MAX_NAME, "%.16s+%u", m->bots.bot->name, slot + 1);
}

/* A slot without a player, in which a bot can start with the next tick; FS_MAX_PLAYERS: none. */
static uint32_t empty_slot(const fs_match *m)
{
    uint64_t taken = m->bots.slots | m->stream.present;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slot_peer[s] >= FS_MAX_PEERS && !(taken & slot_bit(s)))
            return s;
    return FS_MAX_PLAYERS;
}

uint32_t fs__match_bot_slot(const fs_match *m)
{
    uint32_t s = m->stream.slots;
    while (s > 0 && !fs__match_is_bot(m, s - 1))
        s--;
    return s > 0 ? s - 1 : FS_MAX_PLAYERS;
}

void fs__match_remove_bot(fs_match *m, uint32_t slot)
{
    FS_ASSERT(fs__match_is_bot(m, slot));
    m->bots.slots &= ~slot_bit(slot);
    if (m->stream.present & slot_bit(slot))
        m->leaving |= slot_bit(slot);
}

void fs__match_update_bots(fs_match *m)
{
    uint32_t persons = 0, bots = (uint32_t)__builtin_popcountll(m->bots.slots);
    for (uint32_t s = 0; s < m->stream.slots; s++)
        persons += m->slot_peer[s] < FS_MAX_PEERS || m->slots[s].held;
    uint32_t wanted = m->bots.count > persons ? m->bots.count - persons : 0;
    for (; bots > wanted; bots--)
        fs__match_remove_bot(m, fs__match_bot_slot(m));
    for (; bots < wanted && empty_slot(m) < FS_MAX_PLAYERS; bots++)
        m->bots.slots |= slot_bit(empty_slot(m));
}

void fs__match_think(fs_match *m, uint32_t slot, uint8_t *input)
{
    m->bots.bot->think(fs_sim_state(m->sim), slot, &m->bots.rng, input);
    m->game->sanitise(input);
}
