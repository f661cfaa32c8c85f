/* phase.h: an observer of the parts of a tick.
 *
 * The observer is no part of the state: it is neither copied nor hashed, and no step may depend on it.
 */
#ifndef FS_STATE_PHASE_H
#define FS_STATE_PHASE_H

#include <fixstep/state.h>

/* Called where a part of the tick of `state` ends; it may read the state. */
typedef void fs__phase_fn(void *context, fs_state *state, fs_phase phase);

/* From now on `fn` is called by each fs_state_end_phase(); NULL: nobody. */
void fs__state_observe(fs_state *state, fs__phase_fn *fn, void *context);

#endif
