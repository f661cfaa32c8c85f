/* script.h: the scripted match: the same for golden state hashes, cross-machine tests and
 * benchmarks.
 *
 * The present players and their inputs are a pure function of tick and slot:
 *
 *   word(tick, slot)  = splitmix64 of ((slot << 32) + tick / 8 + 1)
 *   input byte k      = byte k % 8 of word(tick, slot + 64 * (k / 8)), then sanitised,
 *                       so every choice is held for 8 ticks
 *   slot s plays      from tick 40 s on, except in ticks where (tick / 500 + s) % 8 == 7
 */
#ifndef FS_TEST_SCRIPT_H
#define FS_TEST_SCRIPT_H

#include <stdbool.h>
#include <string.h>
#include <fixstep/sim.h>

/* The finaliser of splitmix64 (Steele, Lea, Flood, 2014) after one step of its counter. */
static inline uint64_t script_random(uint32_t tick, uint32_t slot)
{
    uint64_t z = ((uint64_t)slot << 32) + tick / 8 + 1;
    z *= UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline bool script_plays(uint32_t tick, uint32_t slot)
{
    return tick >= 40 * slot && (tick / 500 + slot) % 8 != 7;
}

/* The inputs of a tick; `bytes` holds FS_MAX_PLAYERS * FS_MAX_INPUT. */
static inline fs_inputs script_inputs(const fs_game *game, uint32_t players, uint32_t tick, uint8_t *bytes)
{
    fs_inputs inputs = { bytes, game->input_size, players, 0 };
    memset(bytes, 0, (size_t)players * game->input_size);
    for (uint32_t slot = 0; slot < players; slot++) {
        uint8_t *input = bytes + (size_t)slot * game->input_size;
        if (!script_plays(tick, slot))
            continue;
        for (uint32_t k = 0; k < game->input_size; k++)
            input[k] = (uint8_t)(script_random(tick, slot + 64 * (k / 8)) >> (8 * (k % 8)));
        game->sanitise(input);
        inputs.present |= (uint64_t)1 << slot;
    }
    return inputs;
}

/* The match itself: 8 players (or as many as the game takes), 60 Hz, seed 1. NULL
 * when it cannot be made. */
static inline fs_sim *script_start(const fs_game *game)
{
    fs_config config = fs_default_config(game);
    fs_sim *sim = NULL;
    config.seed = 1;
    config.players = 8;
    if (config.players > game->max_players)
        config.players = game->max_players;
    if (config.players < game->min_players)
        config.players = game->min_players;
    return fs_sim_create(game, &config, &sim) == FS_OK ? sim : NULL;
}

static inline void script_step(fs_sim *sim)
{
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT];
    fs_inputs inputs = script_inputs(fs_sim_game(sim), fs_sim_config(sim)->players, fs_sim_tick(sim), bytes);
    fs_sim_step(sim, &inputs);
}

/* The state hash after `ticks` ticks of the scripted match; 0 when it cannot be made. */
static inline uint64_t script_state_hash(const fs_game *game, uint32_t ticks)
{
    fs_sim *sim = script_start(game);
    if (sim == NULL)
        return 0;
    for (uint32_t t = 0; t < ticks; t++)
        script_step(sim);
    uint64_t state_hash = fs_sim_state_hash(sim);
    fs_sim_destroy(sim);
    return state_hash;
}

#endif
