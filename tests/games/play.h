/* play.h: matches of any game to set up, step and save, for the tests of games.
 *
 * Tests write into a state here and in the tests of a game's rules, nowhere else.
 */
#ifndef FS_TEST_PLAY_H
#define FS_TEST_PLAY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/sim.h>

#include "support/check_main.h"
#include "support/script.h"

struct match {
    const fs_game *game;
    fs_config config;
    fs_sim *sim;
    fs_state *state;
    uint64_t present;
    bool someone_left;
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT];
};

/* Whether what only repeats is to run at full length. */
static inline bool play_long(void)
{
    return getenv("FIXSTEP_LONG") != NULL;
}

static inline uint64_t all_slots(uint32_t players)
{
    return players == 64 ? UINT64_MAX : ((uint64_t)1 << players) - 1;
}

/* A match with "KEY=VALUE" options separated by blanks; "hz=" and "seed=" work too. */
static inline struct match match_start(const fs_game *game, uint32_t players, const char *settings)
{
    struct match m = { .game = game, .config = fs_default_config(game) };
    char text[200], why[200] = "";
    m.config.players = players;
    m.config.seed = 7;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strncmp(word, "hz=", 3) == 0)
            m.config.hz = (uint32_t)atoi(word + 3);
        else if (strncmp(word, "seed=", 5) == 0)
            m.config.seed = (uint64_t)atoi(word + 5);
        else
            ck_assert_msg(fs_config_set(game, &m.config, word, why, sizeof why) == FS_OK, "%s", why);
    }
    ck_assert_int_eq(fs_sim_create(game, &m.config, &m.sim), FS_OK);
    m.state = fs_sim_state(m.sim);
    m.present = all_slots(players);
    return m;
}

static inline void match_end(struct match *m)
{
    fs_sim_destroy(m->sim);
}

static inline uint8_t *match_input(struct match *m, uint32_t slot)
{
    return m->bytes + (size_t)slot * m->game->input_size;
}

/* Keys held and choice, for games with that input. */
static inline void match_press(struct match *m, uint32_t slot, unsigned held, unsigned choice)
{
    match_input(m, slot)[0] = (uint8_t)held;
    match_input(m, slot)[1] = (uint8_t)choice;
}

/* One tick; absent players' inputs are zero, as in a match. */
static inline void match_step(struct match *m)
{
    for (uint32_t slot = 0; slot < m->config.players; slot++)
        if (!(m->present >> slot & 1))
            memset(match_input(m, slot), 0, m->game->input_size);
    fs_inputs inputs = { m->bytes, m->game->input_size, m->config.players, m->present };
    fs_sim_step(m->sim, &inputs);
}

static inline void match_steps(struct match *m, int ticks)
{
    for (int t = 0; t < ticks; t++)
        match_step(m);
}

static inline void run_script(struct match *m, int ticks)
{
    for (int t = 0; t < ticks; t++)
        script_step(m->sim);
}

/* Each tick, then the same again from the state before it with other scratch. */
static inline void scripted_twice(struct match *m, int ticks)
{
    void *before = malloc(fs_state_block_size(m->state));
    ck_assert(before != NULL);
    for (int t = 0; t < ticks; t++) {
        fs_state_store(m->state, before);
        script_step(m->sim);
        uint64_t state_hash = fs_sim_state_hash(m->sim);
        fs_state_fetch(m->state, before);
        fs_sim_poison_scratch(m->sim);
        script_step(m->sim);
        ck_assert_msg(fs_sim_state_hash(m->sim) == state_hash, "%s: tick %u differs the second time", m->game->name,
                      fs_state_tick(m->state));
    }
    free(before);
}

/* The canonical bytes of the state; free() them. */
static inline uint8_t *match_save(const struct match *m, size_t *size)
{
    *size = fs_state_encoded_size(m->state);
    uint8_t *bytes = malloc(*size);
    ck_assert(bytes != NULL);
    ck_assert_uint_eq(fs_state_encode(m->state, bytes, *size), *size);
    return bytes;
}

/* What loading the match's own state says after a test has put something into it. */
static inline fs_result match_reload(struct match *m)
{
    size_t size;
    uint8_t *bytes = match_save(m, &size);
    fs_result result = fs_sim_load(m->sim, bytes, size);
    free(bytes);
    return result;
}

/* Plays with one bot for each slot, named in order and separated by blanks. */
static inline void match_bots(struct match *m, const char *names, int ticks)
{
    const fs_bot *bots[FS_MAX_PLAYERS];
    fs_rng rng[FS_MAX_PLAYERS];
    char text[200];
    uint32_t count = 0;
    snprintf(text, sizeof text, "%s", names);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        rng[count] = fs_rng_seed(m->config.seed, 100 + count);
        bots[count] = fs_game_bot(m->game, word);
        ck_assert(bots[count++] != NULL);
    }
    ck_assert_uint_eq(count, m->config.players);
    for (int t = 0; t < ticks; t++) {
        memset(m->bytes, 0, sizeof m->bytes);
        for (uint32_t slot = 0; slot < count; slot++)
            bots[slot]->think(m->state, slot, &rng[slot], match_input(m, slot));
        match_step(m);
    }
}

#endif
