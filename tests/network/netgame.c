/* netgame.c: see netgame.h. */
#include "network/netgame.h"

#include <string.h>

enum { INPUT_BYTES = 8, ROWS_PER_KIB = 128 };

#define SLOT_FIELDS(F, t) F(t, U64, sum, "") F(t, U64, last, "")
#define BALLAST_FIELDS(F, t) F(t, U64, bits, "")
#define NET_TABLES(T, P, g) T(g, slot, SLOT_FIELDS) T(g, ballast, BALLAST_FIELDS)
FS_SCHEMA(net, NET_TABLES)

static const fs_option net_options[] = { { "ballast", 0, 0, 4096, "KiB of random bits in the state" } };

static uint32_t ballast_rows(const fs_config *config)
{
    return (uint32_t)config->options[NETGAME_BALLAST] * ROWS_PER_KIB;
}

static void net_capacities(const fs_config *config, uint32_t *capacities)
{
    capacities[net_T_slot] = config->players;
    capacities[net_T_ballast] = ballast_rows(config);
}

static fs_result net_init(fs_state *state, const fs_config *config)
{
    struct net_view v;
    fs_rng rng = fs_rng_seed(config->seed, 9);
    fs_result result = fs_rows_resize(state, net_T_slot, config->players);
    if (result == FS_OK)
        result = fs_rows_resize(state, net_T_ballast, ballast_rows(config));
    if (result != FS_OK)
        return result;
    net_bind(state, &v);
    for (uint32_t i = 0; i < ballast_rows(config); i++)
        v.ballast.bits[i] = fs_rng_u64(&rng);
    return FS_OK;
}

static void net_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct net_view v;
    (void)config, (void)scratch;
    net_bind(state, &v);
    for (uint32_t s = 0; s < inputs->slots; s++) {
        const uint8_t *input = fs_input(inputs, s);
        uint64_t value = 0;
        for (uint32_t i = 0; i < INPUT_BYTES; i++)
            value |= (uint64_t)input[i] << (8 * i);
        v.slot.last[s] = value;
        v.slot.sum[s] = v.slot.sum[s] * 6364136223846793005u + value + fs_input_present(inputs, s);
    }
}

static void net_sanitise(void *input)
{
    (void)input;
}

static void net_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)state, (void)config, (void)slot, (void)draw;
}

static void net_keys(const fs_keys *keys, void *input)
{
    memcpy(input, &(uint8_t){ (uint8_t)keys->held }, 1);
}

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state, (void)slot;
    for (uint32_t i = 0; i < INPUT_BYTES; i++)
        ((uint8_t *)input)[i] = (uint8_t)fs_rng_u32(rng);
}

static void think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state, (void)slot, (void)rng, (void)input;
}

static bool net_valid(const fs_state *state, const fs_config *config)
{
    return fs_state_rows(state, net_T_slot) == config->players &&
           fs_state_rows(state, net_T_ballast) == ballast_rows(config);
}

static const fs_bot net_bots[] = { { "random", "random bytes", think_random }, { "idle", "zeros", think_idle } };

const fs_game netgame = { .abi = FS_GAME_ABI,
                          .name = "netgame",
                          .title = "Inputs of 8 bytes and a sum for each player",
                          .controls = "none",
                          .schema = &net_schema,
                          .options = net_options,
                          .option_count = 1,
                          .input_size = INPUT_BYTES,
                          .min_players = 1,
                          .max_players = FS_MAX_PLAYERS,
                          .default_players = 4,
                          .bots = net_bots,
                          .bot_count = 2,
                          .capacities = net_capacities,
                          .init = net_init,
                          .step = net_step,
                          .sanitise = net_sanitise,
                          .draw = net_draw,
                          .keys = net_keys,
                          .valid = net_valid };
