/* prediction.c: records of inputs, copies and steps of the predicted state. See prediction.h. */
#include "lockstep/predict/prediction.h"

#include <stdlib.h>
#include <string.h>

enum { BUDGET_SHARE = 2 /* of a tick: 1/2 */ };

fs_result fs__prediction_init(fs__prediction *p, const fs_game *game, const fs_config *config, const fs_tasks *tasks,
                              uint32_t max_ticks)
{
    FS_ASSERT(max_ticks >= 1 && max_ticks <= FS_MAX_PREDICTION);
    memset(p, 0, sizeof *p);
    fs_result result = fs_sim_create(game, config, &p->sim);
    if (result != FS_OK)
        return result;
    fs_sim_set_tasks(p->sim, tasks);
    p->max_ticks = max_ticks;
    p->period_us = 1000000 / config->hz;
    p->stride = (size_t)config->players * game->input_size;
    p->inputs = calloc(FS__PREDICTION_RECORDS, p->stride);
    return p->inputs != NULL ? FS_OK : FS_E_MEMORY;
}

void fs__prediction_free(fs__prediction *p)
{
    fs_sim_destroy(p->sim);
    free(p->inputs);
    memset(p, 0, sizeof *p);
}

void fs__prediction_reset(fs__prediction *p)
{
    memset(p->tick, 0, sizeof p->tick);
    p->running = p->stale = false;
    p->next_tick = 0;
}

/* --- records ------------------------------------------------------------------------ */

static uint8_t *record_inputs(const fs__prediction *p, uint32_t tick)
{
    return p->inputs + tick % FS__PREDICTION_RECORDS * p->stride;
}

static bool has_record(const fs__prediction *p, uint32_t tick)
{
    return p->tick[tick % FS__PREDICTION_RECORDS] == tick + 1;
}

static bool equals_record(const fs__prediction *p, uint32_t tick, const fs_inputs *inputs)
{
    return has_record(p, tick) && p->present[tick % FS__PREDICTION_RECORDS] == inputs->present &&
           memcmp(record_inputs(p, tick), inputs->bytes, p->stride) == 0;
}

void fs__prediction_guess(fs__prediction *p, uint32_t tick, const fs_inputs *inputs)
{
    FS_ASSERT(p->stride == (size_t)inputs->slots * inputs->size && tick < UINT32_MAX);
    p->tick[tick % FS__PREDICTION_RECORDS] = tick + 1;
    p->present[tick % FS__PREDICTION_RECORDS] = inputs->present;
    memcpy(record_inputs(p, tick), inputs->bytes, p->stride);
}

void fs__prediction_confirm(fs__prediction *p, uint32_t tick, const fs_inputs *inputs)
{
    if (p->sim == NULL)
        return;
    if (tick < p->next_tick) {
        bool wrong = !equals_record(p, tick, inputs);
        p->stats.confirmed++;
        p->stats.mispredicted += wrong;
        p->stale = p->stale || wrong;
    }
    fs__prediction_guess(p, tick, inputs);
}

/* --- the state ------------------------------------------------------------------------ */

bool fs__prediction_begin(fs__prediction *p, fs_sim *confirmed)
{
    uint32_t confirmed_tick = fs_sim_tick(confirmed);
    if (p->running && !p->stale && p->next_tick >= confirmed_tick)
        return false;
    bool wrong = p->running && p->stale;
    fs_result result = fs_state_copy(fs_sim_state(p->sim), fs_sim_state(confirmed));
    FS_ASSERT(result == FS_OK);
    (void)result;
    p->next_tick = confirmed_tick;
    p->running = true;
    p->stale = false;
    p->stats.rollbacks += wrong;
    return wrong;
}

bool fs__prediction_step(fs__prediction *p)
{
    if (!has_record(p, p->next_tick))
        return false;
    fs_inputs inputs = { record_inputs(p, p->next_tick), fs_sim_game(p->sim)->input_size,
                         fs_sim_config(p->sim)->players, p->present[p->next_tick % FS__PREDICTION_RECORDS] };
    fs_sim_step(p->sim, &inputs);
    p->next_tick++;
    return true;
}

/* --- cost -------------------------------------------------------------------------- */

/* Rises by a quarter of the difference and falls by a sixteenth, so that expensive ticks count more. */
static uint32_t smooth_cost(uint32_t us16, uint64_t us)
{
    int64_t difference = (int64_t)(us < 1000000 ? us * 16 : 16000000) - (int64_t)us16;
    return (uint32_t)((int64_t)us16 + difference / (difference > 0 ? 4 : 16));
}

void fs__prediction_add_step_cost(fs__prediction *p, uint64_t us)
{
    p->step_us16 = smooth_cost(p->step_us16, us);
}

void fs__prediction_add_copy_cost(fs__prediction *p, uint64_t us)
{
    p->copy_us16 = smooth_cost(p->copy_us16, us);
}

uint32_t fs__prediction_limit(const fs__prediction *p)
{
    uint32_t budget = p->period_us * 16 / BUDGET_SHARE, fixed = p->step_us16 + p->copy_us16;
    uint32_t room = budget > fixed ? budget - fixed : 0;
    uint32_t affordable = p->step_us16 > 0 ? room / p->step_us16 : p->max_ticks;
    return affordable < p->max_ticks ? affordable : p->max_ticks;
}
