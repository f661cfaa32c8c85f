/* particle_numbers.h: numbers of the tests of particles in doubles, and what is near what. Doubles only measure. */
#ifndef FS_PARTICLE_NUMBERS_H
#define FS_PARTICLE_NUMBERS_H

#include <fixstep/vec.h>

static inline fs_wide wide_of(double v)
{
    return (fs_wide)(v * 4294967296.0 + (v < 0 ? -0.5 : 0.5));
}
static inline fs_vel vel_of(double v)
{
    return (fs_vel)(v * 2097152.0 + (v < 0 ? -0.5 : 0.5));
}
static inline fs_unit unit_of(double v)
{
    return (fs_unit)(v * 1073741824.0 + (v < 0 ? -0.5 : 0.5));
}
static inline double of_wide(fs_wide v)
{
    return (double)v / 4294967296.0;
}
static inline double of_vel(fs_vel v)
{
    return (double)v / 2097152.0;
}
static inline fs_wide3 wide3_of(double x, double y, double z)
{
    return fs_wide3_make(wide_of(x), wide_of(y), wide_of(z));
}
static inline fs_pos3 pos3_of(double x, double y, double z)
{
    return fs_pos3_make(wide_of(x), wide_of(y), wide_of(z));
}
static inline fs_vel3 vel3_of(double x, double y, double z)
{
    return fs_vel3_make(vel_of(x), vel_of(y), vel_of(z));
}

/* |a - b| <= bound. Bounds stand at about three times the largest error that was measured, unless the line or its test
 * says where its bound comes from. Results are integers, so the errors are the same on every machine. */
#define NEAR(a, b, bound)                                                                 \
    do {                                                                                  \
        double near_a = (a), near_b = (b), near_bound = (bound);                          \
        if (!(near_a - near_b <= near_bound && near_b - near_a <= near_bound))            \
            ck_abort_msg("%s is %.9g, not %.9g +- %.3g", #a, near_a, near_b, near_bound); \
    } while (0)

#endif
