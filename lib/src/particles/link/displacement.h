/* displacement.h: what a correction of a link moves its ends by.
 *
 * An end moves by C w n: correction, weight, direction. Rounded to a step of a position, the displacements of both ends are
 * no longer as their masses: a pair of 1 kg and 7 kg at rest, whose length is wrong by a rounding, would set off. So what rounding
 * leaves of a displacement changes the velocity of the end, as the displacement itself does: the momentum of a pair stays.
 */
#ifndef FS_PARTICLES_LINK_DISPLACEMENT_H
#define FS_PARTICLES_LINK_DISPLACEMENT_H

#include "particles/residual.h"

/* Corrections of 1 m and more are rounded alone. */
static inline bool fs__displacement_is_small(fs_pos correction)
{
    return fs_uabs64(correction) >> 32 == 0;
}

/* m n for m in steps of 2^-62 m, below 1 m: steps of 2^-32 m, and what is left, 2^-60 m; both symmetric. */
static inline fs_pos fs__split_displacement(int64_t m, fs_unit n, int64_t *left)
{
    const int64_t low = (m & 0xFFFFFFFF) * n, whole = fs_asr64(m, 32) * n + fs_asr64(low, 32);
    const bool negative = whole < 0, exact = (low & 0xFFFFFFFF) == 0;
    const fs_pos steps = fs_asr64(whole + ((int64_t)1 << 27) - (negative && exact), 28);
    const int64_t rest = whole - steps * ((int64_t)1 << 28);
    *left = rest + fs_asr64((low & 0xFFFFFFFF) + ((int64_t)1 << 31) - (rest < 0), 32);
    return steps;
}

/* Moves particle i by correction times weight times direction, rounded. */
static inline void fs__displace_rounded(const struct fs_particles *p, uint32_t i, fs_pos correction, fs_unit weight,
                                        fs_unit3 direction)
{
    const fs_pos by = fs_mul64(correction, weight, FS_UNIT_FRAC);
    p->pos[i] = fs_pos3_add(p->pos[i], fs_pos3_make(fs_mul64(by, direction.x, FS_UNIT_FRAC),
                                                    fs_mul64(by, direction.y, FS_UNIT_FRAC),
                                                    fs_mul64(by, direction.z, FS_UNIT_FRAC)));
}

/* The same, and its velocity by the rest. */
static inline void fs__displace(const struct fs_particles *p, uint32_t i, fs_pos correction, fs_unit weight,
                                fs_unit3 direction)
{
    enum { LEFT_FRAC = 60 };
    if (!fs__displacement_is_small(correction)) {
        fs__displace_rounded(p, i, correction, weight, direction);
        return;
    }
    const int64_t m = correction * weight;
    fs_pos3 *at = &p->pos[i];
    int64_t x, y, z;
    at->x = fs_sat64_add(at->x, fs__split_displacement(m, direction.x, &x));
    at->y = fs_sat64_add(at->y, fs__split_displacement(m, direction.y, &y));
    at->z = fs_sat64_add(at->z, fs__split_displacement(m, direction.z, &z));
    if (p->velocity_residual == NULL)
        return;
    const unsigned less = LEFT_FRAC - FS__FINE_VELOCITY_FRAC;
    fs_vel3 *v = &p->vel[i];
    fs_unit3 *rest = &p->velocity_residual[i];
    fs__residual_add_plain(&v->x, &rest->x, fs_round_shift64_sym(x * p->hz, less), p->saturations);
    fs__residual_add_plain(&v->y, &rest->y, fs_round_shift64_sym(y * p->hz, less), p->saturations);
    fs__residual_add_plain(&v->z, &rest->z, fs_round_shift64_sym(z * p->hz, less), p->saturations);
}

#endif
