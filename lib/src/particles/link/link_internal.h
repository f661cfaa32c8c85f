/* link_internal.h: what a row of a link table means, for the two solvers.
 */
#ifndef FS_PARTICLES_LINK_INTERNAL_H
#define FS_PARTICLES_LINK_INTERNAL_H

#include <fixstep/link.h>

#include "particles/contact/contact_internal.h"
#include "particles/link/distance.h"

/* A link that acts: both ends exist, the bounds are in order. */
struct fs__active_link {
    uint32_t a, b;   /* b is FS_CONTACT_STATIC when anchored */
    fs_pos min, max; /* allowed distances; no lower bound is 0, no upper one FS_POS_MAX */
    bool rod;
};

/* False for a row that does nothing. A torn link is read like one that is on, when asked. */
bool fs__active_link_get(const struct fs_links *links, uint32_t row, const struct fs_particles *p, bool torn_too,
                         struct fs__active_link *out);

/* The way from the other end to a. */
static inline fs_pos3 fs__active_link_offset(const struct fs__active_link *active, const struct fs_particles *p,
                                             const fs_pos3 *anchor)
{
    const fs_pos3 *other = active->b == FS_CONTACT_STATIC ? anchor : &p->pos[active->b];
    return fs_pos3_sub(p->pos[active->a], *other);
}

/* How far a distance is outside of the bounds: above 0 too long, below 0 too short. */
static inline fs_pos fs__length_error(fs_pos min, fs_pos max, fs_pos length)
{
    return length > max ? length - max : (length < min ? length - min : 0);
}

/* --- small steps --------------------------------------------------------------------- */

/* A link made ready for a tick of small steps. */
struct fs__link_constraint {
    fs_pos min, max;
    fs_pos correction_sum; /* sum over the substeps of what was outside the bounds */
    uint32_t a, b, row;
    uint32_t chain_length; /* links of the chain that starts here, 1: none does */
    fs_unit weight_a, weight_b;
};

/* What a soft link gives way to a move of it. */
static inline fs_pos fs__link_constraint_compliance_offset(const struct fs__link_constraint *t, fs_pos move)
{
    fs_unit soft = FS_UNIT_ONE - t->weight_a - t->weight_b;
    return soft <= 0 || move == 0 ? 0 : fs_mul64(move, soft, FS_UNIT_FRAC);
}

/* Makes all acting links ready, for substeps of 1/hz seconds; returns their number. */
uint32_t fs__link_constraints_make(struct fs__link_constraint *out, const struct fs_links *links,
                                   const struct fs_particles *p, uint32_t hz);
struct fs__chain_row; /* below */

/* Satisfies each link once, in ascending order; chains first as a whole. Without chain_rows there
 * must be no chains. */
void fs__link_constraints_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                                fs_pos3 *pos, struct fs__chain_row *chain_rows);
/* What the moves since `guess` are as velocities is added. */
void fs__link_constraints_update_velocities(struct fs_particles *p, const fs_pos3 *predicted, uint32_t hz);
/* Writes the mean tension of the tick to every row. */
void fs__link_constraints_store_tensions(const struct fs__link_constraint *constraints, uint32_t count,
                                         struct fs_links *links, const struct fs_particles *p, uint32_t hz,
                                         uint32_t substeps);

/* --- chains (direct.c) --------------------------------------------------------------- */

typedef enum fs__chain_row_state {
    FS__CHAIN_ROW_SLACK = 0,   /* within its bounds: a slack cable */
    FS__CHAIN_ROW_AT_MAX = 1,  /* held at its upper bound */
    FS__CHAIN_ROW_AT_MIN = 2,  /* held at its lower bound */
    FS__CHAIN_ROW_EXCLUDED = 3 /* not to be solved directly */
} fs__chain_row_state;

/* A link of a chain while the chain is solved. */
struct fs__chain_row {
    fs_pos length, sum, move;
    fs_pos total;     /* of all its moves in this substep */
    uint64_t sine_sq; /* 1 - d^2 with the next link, Q2.62 */
    uint64_t inverse; /* of the pivot */
    fs_unit3 direction;
    fs_unit to_next, to_last; /* share of this link's move that the neighbours feel */
    fs__chain_row_state state;
    uint8_t shift;
};

/* Finds the chains among links made ready: those that follow one another, each going on from
 * the end b of the one before to a particle that is not yet in the chain. `marks`: one for
 * each particle, zero. */
void fs__link_chains_find(struct fs__link_constraint *constraints, uint32_t count, uint32_t *marks);
/* Moves the particles of one chain so that all its links are satisfied, to first order. */
void fs__link_chain_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors, fs_pos3 *pos,
                          struct fs__chain_row *chain_rows);

#endif
