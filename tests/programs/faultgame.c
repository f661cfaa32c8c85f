/* faultgame.c: the toy game as a shared object whose step breaks one rule of determinism, chosen with --set fault=N.
 *
 *   0  none
 *   1  a static variable counts the steps
 *   2  a count is kept in scratch from tick to tick
 *   3  scratch is read that nothing has written
 *   4  `init` sets a static variable that the step reads
 *   5  a row that is not in use is written and later read
 *   6  the result depends on whether threads are lent
 *   7  `valid` refuses every state
 *   8  `init` gives another state each time
 *
 * Faults 1, 2, 3 and 6 show from tick FIRST on.
 */
#define toy_game fault_base
#include "support/toygame.c"

enum { FIRST = 5 };

extern const fs_game fixstep_game;

static uint32_t steps, inits, base;

static const fs_option fault_options[] = { { "speed", 3, 1, 100, "steps per tick" },
                                           { "fault", 0, 0, 8, "the rule that is broken" },
                                           { "base", 1, 0, 100, "a number that init keeps" } };

static size_t fault_scratch_size(const fs_config *config)
{
    (void)config;
    return 64;
}

/* toy_step() leaves the column i8 alone. */
static fs_result fault_init(fs_state *state, const fs_config *config)
{
    struct toy_view v;
    fs_result result = toy_init(state, config);
    base = (uint32_t)config->options[2];
    toy_bind(state, &v);
    v.every.u32[0] = config->options[1] == 8 ? ++inits : 0;
    return result;
}

/* What the fault of the match adds to the state in this tick. */
static uint64_t error_of(struct toy_view *v, fs_scratch *scratch, uint32_t tick)
{
    uint32_t *memory = scratch->bytes;
    steps++;
    switch (v->every.i8[0]) {
    case 1: return tick >= FIRST ? steps : 0;
    case 2: memory[0] = tick < FIRST ? 0 : memory[0] + 1; return memory[0];
    case 3: return tick >= FIRST ? memory[3] : 0;
    case 4: return base;
    case 5: v->shot.vel[TOY_SHOTS - 1].y++; return (uint64_t)v->shot.vel[TOY_SHOTS - 1].y;
    case 6: return tick >= FIRST && scratch->tasks != NULL;
    default: return 0;
    }
}

static void fault_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct toy_view v;
    toy_step(state, config, inputs, scratch);
    toy_bind(state, &v);
    v.hero.fired[0] = (uint16_t)(v.hero.fired[0] + error_of(&v, scratch, fs_state_tick(state)));
}

static bool fault_valid(const fs_state *state, const fs_config *config)
{
    return config->options[1] != 7 && toy_valid(state, config);
}

FS_API const fs_game fixstep_game = { .abi = FS_GAME_ABI,
                                      .name = "faulty",
                                      .title = "Test game that breaks a rule",
                                      .controls = "none",
                                      .schema = &toy_schema,
                                      .options = fault_options,
                                      .option_count = 3,
                                      .input_size = TOY_INPUT,
                                      .min_players = 1,
                                      .max_players = 8,
                                      .default_players = 2,
                                      .bots = toy_bots,
                                      .bot_count = 2,
                                      .capacities = toy_capacities,
                                      .scratch_size = fault_scratch_size,
                                      .init = fault_init,
                                      .step = fault_step,
                                      .sanitise = toy_sanitise,
                                      .draw = toy_draw,
                                      .keys = toy_keys,
                                      .valid = fault_valid };
