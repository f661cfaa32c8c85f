/* phases.h: a tick of the past once more, with a state hash behind each of its parts.
 *
 * Server and client repeat the first tick whose states differ, each from its own state before it and with its own inputs. The
 * first part behind which the hashes differ is the one in which the simulations part.
 */
#ifndef FS_LOCKSTEP_TRACE_PHASES_H
#define FS_LOCKSTEP_TRACE_PHASES_H

#include "lockstep/message.h"
#include "lockstep/state_history.h"
#include "state/phase.h"

/* The parts of a tick in their order. Of more than there is room for, the last place has the last part. */
typedef struct fs__phases {
    uint32_t count;
    fs_phase phase[FS__MAX_REPLY_HASHES];
    uint64_t hash[FS__MAX_REPLY_HASHES]; /* of the state behind the part */
} fs__phases;

/* Repeats `tick` on a simulation of its own. `fault` is called where a part ends, before the hash; NULL: none. False when the
 * history lacks the tick's inputs or the state before it, or there is no memory. */
bool fs__phases_repeat(fs__phases *phases, const fs_game *game, const fs_config *config, fs__state_history *history,
                       uint32_t tick, fs__phase_fn *fault, void *context);
/* Around a step of a simulation with this state: notes its parts. */
void fs__phases_begin(fs__phases *phases, fs_state *state);
void fs__phases_end(fs__phases *phases, fs_state *state);
/* The first part that differs from the `count` hashes of the other side, in `*round` how many of that kind ended before;
 * FS_PHASE_OUTSIDE when none does. */
fs_phase fs__phases_compare(const fs__phases *own, const uint64_t *hashes, uint32_t count, uint32_t *round);

#endif
