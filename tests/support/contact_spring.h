/* contact_spring.h: the energy in one soft contact of the solvers, in the plane and in space alike: a spring where bodies
 * overlap, k d^2 / 2 with k of the solver's own frequency.
 */
#ifndef FS_TEST_CONTACT_SPRING_H
#define FS_TEST_CONTACT_SPRING_H

#include <math.h>
#include <stdbool.h>
#include <fixstep/num.h>

static inline double number(fs_scaled v)
{
    return ldexp((double)v.m, v.e);
}
static inline double unit(fs_unit v)
{
    return (double)v / FS_UNIT_ONE;
}
static inline double rel_metres(fs_rel v)
{
    return (double)v / FS_REL_ONE;
}

/* In m; infinite where neither body moves. */
static inline double smaller_movable_extent(bool move_a, fs_rel a, bool move_b, fs_rel b)
{
    return fmin(move_a ? rel_metres(a) : HUGE_VAL, move_b ? rel_metres(b) : HUGE_VAL);
}

/* The frequency of a contact (1/s). That of the rules (1/s, at most 1/share of the substep rate) is doubled against an
 * immovable body, and grows by sqrt(2) for each halving of the smaller movable extent (m) below 1/8 m, at most 4 times, up
 * to a quarter of the substep rate. */
static inline double contact_frequency(double hertz, double substep_rate, double share, bool both_move, double extent)
{
    hertz = fmin(hertz, substep_rate / share);
    double grown = both_move ? hertz : 2 * hertz, most = fmax(grown, substep_rate / 4);
    for (int level = 0; level < 4 && extent < ldexp(1, -3 - level); level++)
        grown *= M_SQRT2;
    return fmin(grown, most);
}

/* In N/m, of a point that a push of 1 N s moves by `inverse_mass` m/s; 0 where nothing moves. */
static inline double spring_stiffness(double frequency, double inverse_mass)
{
    double omega = 2 * M_PI * frequency;
    return inverse_mass > 0 ? omega * omega / inverse_mass : 0;
}

/* In J, of a point `gap` m apart (negative: overlap). */
static inline double spring_energy(double stiffness, double gap)
{
    return gap < 0 ? stiffness * gap * gap / 2 : 0;
}

#endif
