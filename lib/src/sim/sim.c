/* sim.c: a running simulation: one state, its scratch, and the tick counter.
 *
 * Nothing here may influence a result: a game computes from its state, the
 * configuration and the inputs alone.
 */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/fingerprint.h>

#include "state/kernel.h"

/* Byte that fills dropped scratch, so that a step that reads it gives other results. */
enum { SCRATCH_FILL = 0xA5 };

struct fs_sim {
    const fs_game *game;
    fs_config config;
    fs_state *state;
    fs_scratch scratch;
};

/* Indices of the world table's fields: the same in every game's schema. */
enum {
#define WORLD_INDEX(t, TYPE, field, unit) WORLD_##field,
    FS_WORLD_FIELDS(WORLD_INDEX, world)
#undef WORLD_INDEX
};

static fs_value_ref world_place(uint16_t field, uint16_t component)
{
    return (fs_value_ref){ .table = 0, .field = field, .row = 0, .component = component };
}

static void set_world(fs_state *state, uint16_t field, uint16_t component, uint64_t value)
{
    fs_result result = fs_value_set(state, world_place(field, component), (int64_t)value);
    FS_ASSERT(result == FS_OK);
    (void)result;
}

static uint64_t get_world(const fs_state *state, uint16_t field)
{
    int64_t raw = 0;
    fs_result result = fs_value_get(state, world_place(field, 0), &raw);
    FS_ASSERT(result == FS_OK);
    (void)result;
    return (uint64_t)raw;
}

bool fs__world_table_valid(const fs_schema *schema)
{
    static const struct {
        const char *name;
        fs_type type;
    } fields[] = {
#define WORLD_FIELD(t, TYPE, field, unit) { #field, FS_TYPE_##TYPE },
        FS_WORLD_FIELDS(WORLD_FIELD, world)
#undef WORLD_FIELD
    };
    enum { COUNT = sizeof fields / sizeof fields[0] };
    if (schema->table_count < 1 || schema->table_count > FS_MAX_TABLES || schema->tables[0].field_count != COUNT)
        return false;
    for (unsigned i = 0; i < COUNT; i++) {
        const fs_field *field = &schema->tables[0].fields[i];
        if (strcmp(field->name, fields[i].name) != 0 || field->type != fields[i].type)
            return false;
    }
    return true;
}

fs_result fs__game_state(const fs_game *game, const fs_config *config, fs_state **out)
{
    uint32_t capacities[FS_MAX_TABLES] = { 1 };
    *out = NULL;
    if (!fs__world_table_valid(game->schema))
        return FS_E_ARGUMENT;
    game->capacities(config, capacities);
    return fs_state_create(game->schema, capacities, out);
}

/* --- creation ------------------------------------------------------------------- */

static void init_world_table(fs_state *state, const fs_config *config)
{
    fs_rng rng = fs_rng_seed(config->seed, 0);
    set_world(state, WORLD_tick, 0, 0);
    set_world(state, WORLD_hz, 0, config->hz);
    set_world(state, WORLD_players, 0, config->players);
    set_world(state, WORLD_saturations, 0, 0);
    set_world(state, WORLD_seed, 0, config->seed);
    set_world(state, WORLD_rng, 0, rng.key);
    set_world(state, WORLD_rng, 1, rng.counter);
}

static fs_result allocate_memory(fs_sim *sim)
{
    size_t wanted = sim->game->scratch_size != NULL ? sim->game->scratch_size(&sim->config) : 0;
    fs_result result = fs__game_state(sim->game, &sim->config, &sim->state);
    if (result != FS_OK || wanted == 0)
        return result;
    sim->scratch.bytes = malloc(wanted);
    if (sim->scratch.bytes == NULL)
        return FS_E_MEMORY;
    sim->scratch.size = wanted;
    fs_sim_poison_scratch(sim);
    return FS_OK;
}

static fs_result init_state(fs_sim *sim)
{
    fs_result result = allocate_memory(sim);
    if (result != FS_OK)
        return result;
    init_world_table(sim->state, &sim->config);
    return sim->game->init(sim->state, &sim->config);
}

fs_result fs_sim_create(const fs_game *game, const fs_config *config, fs_sim **out)
{
    FS_ASSERT(game != NULL && config != NULL && out != NULL);
    *out = NULL;
    fs_result result = fs_config_check(game, config, NULL, 0);
    if (result != FS_OK)
        return result;
    if (!fs_num_selftest())
        return FS_E_NUMBERS;
    fs_sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL)
        return FS_E_MEMORY;
    sim->game = game;
    sim->config = *config;
    result = init_state(sim);
    if (result == FS_OK)
        *out = sim;
    else
        fs_sim_destroy(sim);
    return result;
}

void fs_sim_destroy(fs_sim *sim)
{
    if (sim == NULL)
        return;
    fs_state_destroy(sim->state);
    free(sim->scratch.bytes);
    free(sim);
}

/* --- accessors ------------------------------------------------------------ */

const fs_game *fs_sim_game(const fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    return sim->game;
}

const fs_config *fs_sim_config(const fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    return &sim->config;
}

fs_state *fs_sim_state(fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    return sim->state;
}

uint32_t fs_sim_tick(const fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    return fs_state_tick(sim->state);
}

uint64_t fs_sim_state_hash(const fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    return fs_state_hash(sim->state);
}

fs_result fs_sim_new_state(const fs_sim *sim, fs_state **out)
{
    return fs__game_state(sim->game, &sim->config, out);
}

/* --- one tick ------------------------------------------------------------------- */

void fs_sim_step(fs_sim *sim, const fs_inputs *inputs)
{
    FS_ASSERT(sim != NULL && inputs != NULL && inputs->bytes != NULL);
    FS_ASSERT(inputs->size == sim->game->input_size);
    FS_ASSERT(inputs->slots == sim->config.players);
    uint32_t tick = fs_state_tick(sim->state);
    /* A copy: a game can use the memory, but cannot replace it for later ticks. */
    fs_scratch scratch = sim->scratch;
    sim->game->step(sim->state, &sim->config, inputs, &scratch);
    set_world(sim->state, WORLD_tick, 0, tick + 1u);
}

void fs_sim_set_tasks(fs_sim *sim, const fs_tasks *tasks)
{
    FS_ASSERT(sim != NULL);
    sim->scratch.tasks = tasks;
}

const char *fs_kernel_name(uint32_t number)
{
    static const char *const names[FS__KERNEL_COUNT] = { "scalar", "sse4.1", "avx2", "avx512ifma" };
    return fs__kernel_supported(number) ? names[number] : NULL;
}

fs_result fs_sim_set_kernel(fs_sim *sim, uint32_t kernel)
{
    FS_ASSERT(sim != NULL);
    if (kernel != 0 && fs_kernel_name(kernel - 1) == NULL)
        return FS_E_UNSUPPORTED;
    fs__state_set_kernel(sim->state, kernel);
    return FS_OK;
}

void fs_sim_poison_scratch(fs_sim *sim)
{
    FS_ASSERT(sim != NULL);
    if (sim->scratch.size > 0)
        memset(sim->scratch.bytes, SCRATCH_FILL, sim->scratch.size);
}

/* --- loading ---------------------------------------------------------------- */

/* The codec accepts states of other matches with the same schema, so the match is compared here. */
static bool same_match(const fs_sim *sim, const fs_state *state)
{
    return get_world(state, WORLD_hz) == sim->config.hz && get_world(state, WORLD_players) == sim->config.players &&
           get_world(state, WORLD_seed) == sim->config.seed;
}

static fs_result check_loaded(const fs_sim *sim, const fs_state *state)
{
    if (!same_match(sim, state))
        return FS_E_CONFIG;
    if (sim->game->valid != NULL && !sim->game->valid(state, &sim->config))
        return FS_E_MALFORMED;
    return FS_OK;
}

/* Decodes into a second state, so that refused bytes change nothing. */
fs_result fs_sim_load(fs_sim *sim, const void *bytes, size_t size)
{
    FS_ASSERT(sim != NULL && (bytes != NULL || size == 0));
    fs_state *loaded;
    fs_result result = fs_sim_new_state(sim, &loaded);
    if (result != FS_OK)
        return result;
    result = fs_state_decode(loaded, bytes, size);
    if (result == FS_OK)
        result = check_loaded(sim, loaded);
    if (result == FS_OK)
        result = fs_state_copy(sim->state, loaded);
    fs_state_destroy(loaded);
    return result;
}

/* --- standings ------------------------------------------------------------------ */

void fs_standings_rank(fs_standings *standings, uint32_t players)
{
    FS_ASSERT(players >= 1 && players <= FS_MAX_PLAYERS);
    int64_t best = 1;
    standings->winners = 0;
    for (uint32_t slot = 0; slot < players; slot++) {
        int64_t score = standings->scores[slot];
        if (score > best)
            standings->winners = 0;
        best = score > best ? score : best;
        standings->winners |= (uint64_t)(score == best) << slot;
    }
}

bool fs_sim_standings(const fs_sim *sim, fs_standings *standings)
{
    *standings = (fs_standings){ 0 };
    if (sim->game->standings == NULL)
        return false;
    sim->game->standings(sim->state, &sim->config, standings);
    return true;
}
