/* pair_mass.h: the masses of two bodies as ratios, whatever their kilograms are. */
#ifndef FS_PHYSICS3D_SOLVER_PAIR_MASS_H
#define FS_PHYSICS3D_SOLVER_PAIR_MASS_H

#include "physics3d/solver/contact_solver.h"

/* m 2^(e+30) of one body of a pair, as mantissa * power * 2^-46 (1/m^2), and the largest arm (m, Q5.26) whose response is
 * in the format. */
struct fs__ratio3 {
    int32_t mantissa, power;
    fs_rel max_arm;
};
/* What a contact reads from a body; all zero for an immovable body. */
struct fs__pair3_mass {
    fs_scaled mass; /* inverse */
    int32_t e;      /* exponent of the inverse inertia in the unit of the body */
    uint32_t unit;
    fs_rel extent;
    uint32_t turns; /* 0: contacts do not turn it */
};
struct fs__pair3 {
    struct fs__pair3_mass a, b; /* key of this cached pair */
    fs_unit share_a, share_b;
    struct fs__ratio3 ratio_a, ratio_b;
    fs_rel max_lever;
    bool valid;
};

/* Contacts count the angular velocity of a small or thin body in 2^unit rad/s, so that their responses stay in the format:
 * 0 for bodies above 5 cm, for those with joints, and for the worst-first resolver, whose responses fit. Row of body3. */
uint32_t fs__pair3_unit(const struct fs_world3 *w, uint32_t row);

/* The pair of two solver bodies, of which rows move only those with `move`. *cache is the last pair, or all zero. */
const struct fs__pair3 *fs__pair3_find(const struct fs__solver3 *s, struct fs__pair3 *cache, uint32_t a, bool move_a,
                                       uint32_t b, bool move_b);

/* Of the movable bodies; INT32_MAX where there is none. */
static inline fs_rel fs__pair3_smaller_extent(const struct fs__pair3 *p)
{
    fs_rel a = p->a.extent > 0 ? p->a.extent : INT32_MAX, b = p->b.extent > 0 ? p->b.extent : INT32_MAX;
    return fs_min32(a, b);
}

#endif
