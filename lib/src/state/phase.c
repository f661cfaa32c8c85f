/* phase.c: see phase.h. */
#include "state/phase.h"

#include "state/state_internal.h"

const char *fs_phase_text(fs_phase phase)
{
    static const char *const words[] = {
#define PHASE_WORD(NAME, word) word,
        FS_PHASES(PHASE_WORD)
#undef PHASE_WORD
    };
    return (unsigned)phase < sizeof words / sizeof words[0] ? words[phase] : words[FS_PHASE_UNKNOWN];
}

void fs_state_end_phase(fs_state *state, fs_phase phase)
{
    if (state->observer != NULL)
        state->observer(state->observer_context, state, phase);
}

void fs__state_observe(fs_state *state, fs__phase_fn *fn, void *context)
{
    state->observer = fn;
    state->observer_context = context;
}
