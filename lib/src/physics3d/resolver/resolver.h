/* resolver.h: the worst-first resolver: a solver of contacts and joints that a world may use instead of the default one.
 *
 * Method: I. Millington, "Game Physics Engine Development" (2010), chapters 14 to 16: sequential impulses without memory. Of
 * all rows of an island the one whose points overlap most is moved apart, by moving and turning both bodies, until none
 * overlaps by more than an epsilon or the iterations are used up; then the row that approaches fastest gets its impulse, until
 * none approaches faster than an epsilon. Ties go to the row of the lowest contact, then the lowest point; joints come after
 * contacts. Islands are independent: neither the order nor the number of the others changes a bit.
 *
 * One resolution per tick: forces, then positions, then velocities, then bodies move. A contact takes part when its gap closes
 * within the tick. Rolling and spinning friction, springs, motors and limits of joints are not resolved.
 */
#ifndef FS_PHYSICS3D_RESOLVER_RESOLVER_H
#define FS_PHYSICS3D_RESOLVER_RESOLVER_H

#include "physics3d/resolver/row.h"

/* What a tick resolves; arrays are in the arena of the tick. */
struct fs__resolver3 {
    struct fs__solver3 *s;
    struct fs__resolver3_rules rules;
    struct fs__resolver3_row *row; /* by island; in each: contacts ascending, points ascending, then joints */
    uint32_t row_count;
    struct fs__resolver3_move *move; /* by solver body */
    fs_vel3 *gained;                 /* by solver body: velocity that the forces of this tick gave */
    uint32_t *root;                  /* by solver body: the island */
    uint32_t *first_link, *link;     /* rows of a solver body: link[first_link[i]] .. link[first_link[i + 1]] - 1 */
    struct fs__resolver3_island *island;
    uint32_t island_count;
    int64_t *key; /* of the tournaments */
    uint32_t *winner;
};

struct fs__resolver3_island {
    uint32_t first, count; /* rows */
    uint32_t first_leaf;   /* of its tournament in key and winner */
};

/* Bytes of arena that the resolver takes beside the arrays of struct fs__solver3. */
size_t fs__resolver3_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints);

/* Rules of a world, or the defaults. */
struct fs__resolver3_rules fs__resolver3_rules_of(const struct fs_world3 *w);

/* Resolves a tick: `s` has its arrays of the tick and its rates. False when the arena is too small; nothing moved then. */
bool fs__resolver3_run(struct fs__solver3 *s);

/* rows.c: makes the rows of the tick and finds the islands; false when the arena is too small. */
bool fs__resolver3_make_rows(struct fs__resolver3 *r, fs_arena *arena);

/* worst_first.c: resolves the rows of all islands. */
void fs__resolver3_resolve_islands(struct fs__resolver3 *r);

/* store.c: copies impulses into the tables of contacts and joints. */
void fs__resolver3_store(struct fs__resolver3 *r);

#endif
