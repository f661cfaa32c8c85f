/* event_order.h: the order in which a world reports the events of a step.
 *
 * By kind, then by the rows of the shapes, the joint, the body. Two events with equal keys are equal, or the hits of one
 * pair in parts of a tick, which keep the order of the parts: so the order depends on the events alone.
 */
#ifndef FS_PHYSICS_EVENT_ORDER_H
#define FS_PHYSICS_EVENT_ORDER_H

#include <fixstep/arena.h>
#include <fixstep/state.h>

struct fs__event_key {
    uint32_t kind;
    fs_handle shape_a, shape_b, joint, body_a;
};

/* The key of event `i` of a list. */
typedef struct fs__event_key fs__event_key_fn(const void *events, uint32_t i);

/* The indices of `count` events in order; in the arena. */
const uint32_t *fs__event_order(const void *events, uint32_t count, fs__event_key_fn *key, fs_arena *arena);

#endif
