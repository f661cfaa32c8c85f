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

/* --- choosing a slot --------------------------------------------------------------------------- */

/* Games with two teams give them the even and the odd slots. */
static uint64_t slots_of_team(uint32_t team)
{
    return (uint64_t)0x5555555555555555 << team;
}

static uint32_t count_slots(uint64_t slots)
{
    return (uint32_t)__builtin_popcountll(slots);
}

static uint64_t person_slots(const fs_match *m)
{
    uint64_t slots = 0;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        slots |= m->slot_peer[s] < FS_MAX_PEERS || m->slots[s].held ? slot_bit(s) : 0;
    return slots;
}

/* Slots without a player, in which one can start with the next tick. */
static uint64_t empty_slots(const fs_match *m)
{
    uint64_t slots = 0, taken = m->bots.slots | m->stream.present;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        slots |= m->slot_peer[s] >= FS_MAX_PEERS && !(taken & slot_bit(s)) ? slot_bit(s) : 0;
    return slots;
}

/* All slots of the team of which `players` has fewer, of no team where both have as many. */
static uint64_t smaller_team(uint64_t players)
{
    uint32_t even = count_slots(players & slots_of_team(0)), odd = count_slots(players & slots_of_team(1));
    return even == odd ? 0 : slots_of_team(even > odd);
}

/* Of `slots` those of the team, all of them where it has none. */
static uint64_t prefer_team(uint64_t slots, uint64_t team)
{
    return (slots & team) != 0 ? slots & team : slots;
}

static uint32_t first_slot(uint64_t slots)
{
    return slots != 0 ? (uint32_t)__builtin_ctzll(slots) : FS_MAX_PLAYERS;
}

static uint32_t last_slot(uint64_t slots)
{
    return slots != 0 ? 63 - (uint32_t)__builtin_clzll(slots) : FS_MAX_PLAYERS;
}

uint32_t fs__match_slot_for_person(const fs_match *m)
{
    uint64_t persons = person_slots(m), bots = m->bots.slots, empty = empty_slots(m), team = smaller_team(persons);
    /* Where a bot leaves for the new one, its place is taken, so that the teams keep their numbers of players. */
    bool replaces = bots != 0 && count_slots(persons | bots) >= m->bots.count;
    if (replaces && (bots & team) == 0 && (empty & team) != 0)
        replaces = false;
    return replaces || empty == 0 ? last_slot(prefer_team(bots, team)) : first_slot(prefer_team(empty, team));
}

/* The last bot of the team that has more players. */
static uint32_t bot_to_leave(const fs_match *m)
{
    uint64_t smaller = smaller_team(m->bots.slots | person_slots(m));
    return last_slot(prefer_team(m->bots.slots, smaller != 0 ? ~smaller : 0));
}

static uint32_t slot_for_bot(const fs_match *m)
{
    return first_slot(prefer_team(empty_slots(m), smaller_team(m->bots.slots | person_slots(m))));
}

/* --- bots -------------------------------------------------------------------------------------- */

void fs__match_remove_bot(fs_match *m, uint32_t slot)
{
    FS_ASSERT(fs__match_is_bot(m, slot));
    m->bots.slots &= ~slot_bit(slot);
    if (m->stream.present & slot_bit(slot))
        m->leaving |= slot_bit(slot);
}

void fs__match_update_bots(fs_match *m)
{
    uint32_t persons = count_slots(person_slots(m)), bots = count_slots(m->bots.slots);
    uint32_t wanted = m->bots.count > persons ? m->bots.count - persons : 0;
    for (; bots > wanted; bots--)
        fs__match_remove_bot(m, bot_to_leave(m));
    for (; bots < wanted && empty_slots(m) != 0; bots++)
        m->bots.slots |= slot_bit(slot_for_bot(m));
}

void fs__match_think(fs_match *m, uint32_t slot, uint8_t *input)
{
    m->bots.bot->think(fs_sim_state(m->sim), slot, &m->bots.rng, input);
    m->game->sanitise(input);
}
