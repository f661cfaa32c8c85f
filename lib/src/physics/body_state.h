/* body_state.h: the numbers of types and flags that the shared parts read. Both dimensions have the same ones: they assert
 * it where they include this file.
 */
#ifndef FS_PHYSICS_BODY_STATE_H
#define FS_PHYSICS_BODY_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FS__BODY_STATIC = 0,
    FS__BODY_KINEMATIC = 1,
    FS__BODY_DYNAMIC = 2,
    FS__BODY_DISABLED = 4, /* bits of the flags of a body */
    FS__BODY_ASLEEP = 16,
    FS__CONTACT_TOUCHING = 1, /* bits of the flags of a contact */
    FS__CONTACT_SENSOR = 2
};

/* Of a row of a pool. */
static inline bool fs__row_live(const uint32_t *gen, uint32_t row)
{
    return (gen[row] & 1u) != 0;
}

/* The state of a body in the snapshot of a pass over contacts; 0: static or disabled. */
enum {
    FS__SNAPSHOT_AWAKE = 1,
    FS__SNAPSHOT_ASLEEP = 2,
    FS__SNAPSHOT_FOREIGN = 4 /* awake, and stepped by another pass of the tick: its contacts are left out */
};

#endif
