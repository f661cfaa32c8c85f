/* support_load.h: the islands of a tick, and the loads of their bodies; see island_parts.inl and support_load.inl.
 *
 * Template: included after the dimension.h and the world.h of physics2d or of physics3d.
 */
#ifndef FS_PHYSICS_WORLD_SUPPORT_LOAD_H
#define FS_PHYSICS_WORLD_SUPPORT_LOAD_H

#include "physics/world/tick_parts.h"

struct fs__partsN_island {
    int64_t load;       /* upper bound, over the weight of the lightest body (Q16) */
    fs_scaled lightest; /* inverse mass */
    fs_rel extent;      /* the smallest */
    uint32_t count;     /* dynamic bodies with shapes, without tied ones */
    uint32_t tied;      /* those with joints that do not count: fs__bodyN_is_tied() */
    uint8_t parts;
    bool is_loaded; /* its loads decide whether it has more parts */
};

/* What a body is in its island: it can be connected; its size and mass count; it is dynamic and tied. */
enum { FS__ISLAND_MOBILE = 1, FS__ISLAND_COUNTED = 2, FS__ISLAND_TIED = 4 };

/* The islands of a tick while they are counted. */
struct fs__islandN_links {
    const struct fs__worldN_tick *tick;
    struct fs__partsN_rule rule;
    struct fs__partsN_undemanding {
        fs_rel extent;
        int64_t load;
    } undemanding;   /* an extent and a load (Q16) that need one part only */
    bool asleep;     /* an awake body touches a sleeping one, or is tied to it: sleeping ones are connected too */
    bool any_loaded; /* an island has is_loaded */
    uint8_t *mobile; /* by body row: FS__ISLAND_... */
    uint32_t *body;  /* the rows of mobile bodies, ascending */
    uint32_t bodies;
    uint32_t *root;   /* by body row, of mobile bodies */
    uint32_t *number; /* by body row, of mobile bodies: the island */
    struct fs__partsN_island *island;
    uint32_t islands;
    uint32_t in_small; /* bodies in islands that are small enough to be divided */
};

/* How many bodies are stepped when the island is. */
static inline uint32_t fs__islandN_size(const struct fs__partsN_island *island)
{
    return island->count + island->tied;
}

/* fs__partsN_needed() of the rule. */
uint32_t fs__islandN_parts_needed(struct fs__islandN_links *l, fs_rel extent, int64_t load);
/* The mass of a counted body over that of the lightest of its island, Q16. */
int64_t fs__islandN_mass(const struct fs__islandN_links *l, uint32_t body);

/* Raises the parts of islands with is_loaded to those that the loads of their contacts need. */
void fs__support_loadsN_find(struct fs__islandN_links *l, fs_arena *arena);

#endif
