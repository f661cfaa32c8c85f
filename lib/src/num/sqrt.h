/* sqrt.h: the reciprocal square root shared by vectors and rotations. Internal to num. */
#ifndef FIXSTEP_NUM_ROOT_H
#define FIXSTEP_NUM_ROOT_H

#include <fixstep/trig.h>

/* 2^63 / sqrt(m) for m in [2^62, 2^64): 1/sqrt of m as Q0.64, in Q1.31, so the result lies in
 * [2^31, 2^32]. Relative error below 2^-31.9; exactly 2^32 for m == 2^62. */
uint64_t fs__rsqrt_norm(uint64_t m);

/* v scaled to length one: n components (2 to 4), out Q1.30. False and zeros for the zero vector. */
bool fs__normalise(const int64_t *v, int n, fs_unit *out);

#endif
