/* phases.c: see phases.h. */
#include "lockstep/trace/phases.h"

/* What the observer of a repetition needs. */
struct repetition {
    fs__phases *phases;
    fs__phase_fn *fault;
    void *context;
};

/* An observer with the phases as context. */
static void note_hash(void *context, fs_state *state, fs_phase phase)
{
    fs__phases *p = context;
    uint32_t at = p->count < FS__MAX_REPLY_HASHES ? p->count++ : FS__MAX_REPLY_HASHES - 1;
    p->phase[at] = phase;
    p->hash[at] = fs_state_hash(state);
}

static void note_phase(void *context, fs_state *state, fs_phase phase)
{
    const struct repetition *r = context;
    if (r->fault != NULL)
        r->fault(r->context, state, phase);
    note_hash(r->phases, state, phase);
}

static void repeat_step(fs_sim *sim, const fs_inputs *inputs, struct repetition *r)
{
    fs_state *state = fs_sim_state(sim);
    note_phase(r, state, FS_PHASE_BEFORE);
    fs__state_observe(state, note_phase, r);
    fs_sim_step(sim, inputs);
    fs__state_observe(state, NULL, NULL);
    note_phase(r, state, FS_PHASE_GAME);
}

void fs__phases_begin(fs__phases *phases, fs_state *state)
{
    phases->count = 0;
    note_hash(phases, state, FS_PHASE_BEFORE);
    fs__state_observe(state, note_hash, phases);
}

void fs__phases_end(fs__phases *phases, fs_state *state)
{
    fs__state_observe(state, NULL, NULL);
    note_hash(phases, state, FS_PHASE_GAME);
}

bool fs__phases_repeat(fs__phases *phases, const fs_game *game, const fs_config *config, fs__state_history *history,
                       uint32_t tick, fs__phase_fn *fault, void *context)
{
    struct repetition r = { phases, fault, context };
    fs_inputs inputs;
    const fs_state *before = tick > 0 ? fs__state_history_fetch(history, tick - 1) : NULL;
    fs_sim *sim;
    phases->count = 0;
    if ((tick > 0 && before == NULL) || !fs__state_history_inputs(history, tick, &inputs) ||
        fs_sim_create(game, config, &sim) != FS_OK)
        return false;
    fs_result copied = before != NULL ? fs_state_copy(fs_sim_state(sim), before) : FS_OK;
    if (copied == FS_OK)
        repeat_step(sim, &inputs, &r);
    fs_sim_destroy(sim);
    return copied == FS_OK;
}

fs_phase fs__phases_compare(const fs__phases *own, const uint64_t *hashes, uint32_t count, uint32_t *round)
{
    uint32_t at = 0;
    *round = 0;
    while (at < own->count && at < count && own->hash[at] == hashes[at])
        at++;
    if (at == own->count)
        return FS_PHASE_OUTSIDE;
    for (uint32_t i = 0; i < at; i++)
        *round += own->phase[i] == own->phase[at];
    return own->phase[at];
}
