/* islands.h: sets of bodies that touching contacts and joints connect; which of them wake, and which fall asleep.
 *
 * An island is a set of enabled dynamic bodies connected by touching contacts and joints. It falls asleep as a whole when
 * every body of it was slower than the sleep speed for the sleep ticks, and wakes as a whole when an awake body touches it.
 */
#ifndef FS_PHYSICS_ISLANDS_H
#define FS_PHYSICS_ISLANDS_H

#include <fixstep/arena.h>

#include "physics/body_state.h"

/* The columns of a world that its islands follow from. A contact is between two shapes, a joint between two bodies. */
struct fs__island_columns {
    uint32_t bodies, contacts, joints; /* rows */
    const uint32_t *body_gen;
    const uint8_t *body_type;
    const uint16_t *body_flags;
    const uint32_t *contact_gen, *shape_a, *shape_b, *shape_body;
    const uint8_t *contact_flags, *contact_count; /* count: points */
    const uint32_t *joint_gen, *joint_a, *joint_b;
    const void *world;
    bool (*is_moving)(const void *world, uint32_t body); /* whether its velocity is not zero */
};

/* Union-find over body rows; a mark belongs to a root. */
struct fs__island_sets {
    uint32_t *parent;
    uint8_t *mark;
};

/* Bytes of arena for the sets. */
size_t fs__island_sets_size(uint32_t bodies);

/* The islands of all bodies, without marks; in the arena. */
struct fs__island_sets fs__islands_find(const struct fs__island_columns *c, fs_arena *arena);

/* The islands that the listed contacts alone connect, without marks; in the arena. */
struct fs__island_sets fs__islands_find_by_contacts(const struct fs__island_columns *c, const uint32_t *contact,
                                                    uint32_t count, fs_arena *arena);

/* The mark of a body's island. */
uint8_t *fs__islands_mark_of(const struct fs__island_sets *s, uint32_t body);

/* Whether the body wakes what it touches: awake and dynamic, or kinematic and moving. */
bool fs__islands_is_disturbing(const struct fs__island_columns *c, uint32_t body);

/* Whether an enabled dynamic body sleeps. */
bool fs__islands_is_asleep(const struct fs__island_columns *c, uint32_t body);

/* Marks the islands of sleeping bodies that a disturbing body touches or may meet in this tick, by the listed contacts and
 * by all joints; whether there is one. `s` may be NULL: nothing is marked. */
bool fs__islands_mark_disturbed(const struct fs__island_columns *c, struct fs__island_sets *s, const uint32_t *contact,
                                uint32_t count);

#endif
