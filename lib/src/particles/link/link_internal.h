/* link_internal.h: active links and link constraints, for the solvers.
 */
#ifndef FS_PARTICLES_LINK_INTERNAL_H
#define FS_PARTICLES_LINK_INTERNAL_H

#include <fixstep/link.h>

#include "particles/contact/contact_internal.h"
#include "particles/link/distance.h"

/* A link with effect: both ends exist, min <= max. */
struct fs__active_link {
    uint32_t a, b;   /* b is FS_CONTACT_STATIC when anchored */
    fs_pos min, max; /* allowed distances, m; without a lower bound min is 0 */
    bool rod;
};

/* False for a row without effect. With `torn_too` a torn link is read like one that is on. */
bool fs__active_link_get(const struct fs_links *links, uint32_t row, const struct fs_particles *p, bool torn_too,
                         struct fs__active_link *out);

/* The offset from the other end to a, m. */
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

/* Whether a direction turned by more than 60 degrees, such as that of a cable that was slack. */
static inline bool fs__link_turned_far(fs_unit3 m, fs_unit3 n)
{
    int64_t cosine = (int64_t)m.x * n.x + (int64_t)m.y * n.y + (int64_t)m.z * n.z;
    return cosine < (int64_t)FS_UNIT_ONE * (FS_UNIT_ONE / 2);
}

/* --- substeps --------------------------------------------------------------------- */

/* A link prepared for a tick of substeps. */
struct fs__link_constraint {
    fs_pos min, max;
    fs_pos correction_sum; /* sum of the corrections over the substeps, m */
    uint32_t a, b, row;
    uint32_t chain_length; /* links of the chain that starts here; 1: no chain */
    fs_unit weight_a, weight_b;
    bool alone;         /* no movable end is in another link */
    fs_unit3 direction; /* of a link alone: from b to a at the start of the substep */
};

/* The deformation that the compliance of a link allows for a correction of it. */
static inline fs_pos fs__link_constraint_compliance_offset(const struct fs__link_constraint *t, fs_pos move)
{
    fs_unit soft = FS_UNIT_ONE - t->weight_a - t->weight_b;
    return soft <= 0 || move == 0 ? 0 : fs_mul64(move, soft, FS_UNIT_FRAC);
}

/* Prepares all active links for substeps of 1/hz seconds; returns their number. */
uint32_t fs__link_constraints_make(struct fs__link_constraint *out, const struct fs_links *links,
                                   const struct fs_particles *p, uint32_t hz);
struct fs__chain_row; /* below */
struct fs__chain_motion;

/* Finds the links that are alone, and their directions at the start of the tick. `marks`: one zero for each particle. */
void fs__link_constraints_find_alone(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                                     const fs_pos3 *pos, uint32_t *marks);

/* Solves each link once, in ascending order; a chain first as a whole. With chain_rows NULL every chain_length is 1.
 * `p`: with the rate of the substeps. Positions change, and velocities only by what the impulses of links alone differ
 * from the moves. */
void fs__link_constraints_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                                const struct fs_particles *p, struct fs__chain_row *chain_rows,
                                struct fs__chain_motion *motions);
/* Adds to each velocity the change of position since `predicted` times hz. */
void fs__link_constraints_update_velocities(struct fs_particles *p, const fs_pos3 *predicted);
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
    fs_pos total;     /* of the corrections of this substep */
    uint64_t sine_sq; /* 1 - d^2 with the next link, Q2.62 */
    uint64_t inverse; /* of the pivot */
    fs_unit3 direction;
    fs_unit3 push;            /* along which the ends are moved */
    fs_unit to_next, to_last; /* effect of this correction on the neighbours' lengths */
    fs__chain_row_state state;
    uint8_t shift;
};

/* The motion of a link of a chain in a substep; of links in no chain unused. */
struct fs__chain_motion {
    fs_unit3 direction;      /* from b to a at the start */
    fs_unit blend;           /* 0: its impulses act along `direction`, ONE: along that at the end */
    fs_unit mass_share;      /* its effective mass over the largest one of the chain */
    fs_wide rate;            /* at which it would lengthen at the start, m/s */
    fs_pos corrected_before; /* correction_sum at the start */
    bool isolated;           /* no particle of the chain is in a link outside of it */
    bool rigid, smooth;      /* without compliance; no impact at the start */
};

/* chain_energy.c: prepares the chains of a tick. `marks`: one zero for each particle. */
void fs__chain_motions_make(const struct fs__link_constraint *constraints, uint32_t count, const struct fs_particles *p,
                            uint32_t *marks, struct fs__chain_motion *motions);
/* Notes one chain before its particles move. `p`: with the rate of the substeps. */
void fs__chain_motions_begin(const struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                             const struct fs_particles *p, struct fs__chain_motion *motions);
/* Gives the energy that the links of a chain took in the substep back to it. */
void fs__chain_motions_restore(const struct fs__link_constraint *constraints, uint32_t count,
                               const struct fs_particles *p, const struct fs__chain_motion *motions);

/* Finds the chains: consecutive links that are not alone, each from the end b of the one before to a particle that is not
 * yet in the chain. A run that leads away from an anchored link is turned around for that. `marks`: one zero for each particle. */
void fs__link_chains_find(struct fs__link_constraint *constraints, uint32_t count, uint32_t *marks);
/* Moves the particles of one chain so that all its links are satisfied to first order. */
void fs__link_chain_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                          const struct fs_particles *p, struct fs__chain_row *chain_rows,
                          struct fs__chain_motion *motions);

#endif
