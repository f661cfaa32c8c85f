/* island_batches.h: islands grouped into batches that a core solves one after the other.
 *
 * Bodies in different islands are independent, so the order in which islands are solved changes nothing. In a large world
 * islands are grouped into batches that stay in the cache of a core through all passes of a tick; the solver bodies of a
 * batch are adjacent. Here a kinematic body is in one island with the bodies that it touches, because it moves in every
 * substep.
 */
#ifndef FS_PHYSICS_ISLAND_BATCHES_H
#define FS_PHYSICS_ISLAND_BATCHES_H

#include <fixstep/arena.h>

#include "physics/body_state.h"

/* The solver body that stands for everything immovable. */
enum { FS__STATIC_SOLVER_BODY = 0 };

/* Lower limit of `max_contacts`. */
enum { FS__ISLAND_MIN_BATCH_CONTACTS = 64 };

/* Bits of solver_index until the solver bodies are numbered. */
enum { FS__SOLVER_INDEX_AWAKE = 1, FS__SOLVER_INDEX_DYNAMIC = 2 };

/* The bodies of a contact. */
struct fs__contact_bodies {
    uint32_t a, b;
};

/* A contact that connects its bodies or holds one; see world/island_parts.inl. */
struct fs__island_link {
    uint32_t contact, a, b;
};

/* Islands that are solved together: indices of their first solver body and contact (in batch_order); they end where the
 * next batch begins. */
struct fs__island_batch {
    uint32_t solver_body, contact;
};

struct fs__island_batches {
    uint32_t bodies;                       /* rows */
    uint32_t contact_count;                /* with at least one awake dynamic body; ascending rows */
    const struct fs__contact_bodies *ends; /* of each contact */
    uint32_t *solver_index;                /* body row -> FS__SOLVER_INDEX_ bits; after the build its solver body */
    uint32_t max_contacts;                 /* of a batch of several islands; 0: as fits caches */
    bool is_one;                           /* everything must be one batch */
    uint32_t *single_island_ticks;         /* lives in scratch; any value */
    /* The result. */
    uint32_t *batch_order;          /* indices of contacts, by batch, ascending in each */
    uint32_t batch_count;           /* 1 or more */
    struct fs__island_batch *batch; /* batch_count + 1 */
};

/* Largest number of arena bytes that the build takes. */
size_t fs__island_batches_size(uint32_t bodies, uint32_t contacts);
/* Fills the result, in the arena. Solver bodies are numbered from FS__STATIC_SOLVER_BODY + 1 on; bodies that are not awake
 * get FS__STATIC_SOLVER_BODY. */
void fs__island_batches_build(struct fs__island_batches *b, fs_arena *arena);

#endif
