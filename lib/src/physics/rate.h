/* rate.h: exact division by the number of substeps per second. */
#ifndef FS_PHYSICS_RATE_H
#define FS_PHYSICS_RATE_H

#include <fixstep/num.h>

/* Rates are below this (1/s). */
enum { FS__MAX_RATE = 1 << 14 };

struct fs__rate {
    uint32_t hz;         /* 1 to FS__MAX_RATE - 1 */
    uint64_t reciprocal; /* 2^64 / hz, rounded up */
};

static inline struct fs__rate fs__rate_make(uint32_t hz)
{
    FS_ASSERT(hz >= 1 && hz < FS__MAX_RATE);
    return (struct fs__rate){ hz, hz == 1 ? UINT64_MAX : UINT64_MAX / hz + 1 };
}

/* n / hz rounded as fs_div64_round() does, for |n| below 2^49: the quotient is exact, because the reciprocal is too large
 * by less than hz 2^-64. 64-bit divisions are slow on many processors. */
static inline int64_t fs__rate_divide(struct fs__rate r, int64_t n)
{
    FS_ASSERT(fs_uabs64(n) < (uint64_t)1 << 49);
    uint64_t mag = fs_uabs64(n), q = fs_u128_mul(mag, r.reciprocal).hi, remainder = mag - q * r.hz;
    if (r.hz == 1)
        return n;
    return fs_sat64_from_mag(q + (remainder >= r.hz - remainder), n < 0);
}

#endif
