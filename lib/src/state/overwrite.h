/* overwrite.h: how often the whole block of a state was replaced: by a snapshot, a copy or decoded bytes.
 *
 * The number is no part of the state: it is neither copied nor hashed. Who keeps things beside a state that follow from it,
 * such as search trees, compares the number and makes them anew.
 */
#ifndef FS_STATE_OVERWRITE_H
#define FS_STATE_OVERWRITE_H

#include <fixstep/state.h>

uint32_t fs__state_overwrites(const fs_state *state);

#endif
