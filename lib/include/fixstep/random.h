/* random.h: random numbers for the simulation: the counter-based generator Philox4x32-10.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11; the constants
 * and known answers are those of the Random123 library. The state is a key and a counter, both hashed
 * with the world; there is no buffer of unused words. Use one stream per system.
 * This file must never read a clock or the operating system's entropy, and is not for secrets.
 *
 * Make one draw per statement: C leaves the order of two draws in one argument list open.
 */
#ifndef FIXSTEP_RANDOM_H
#define FIXSTEP_RANDOM_H

#include <fixstep/num.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Draw number `counter` of the stream `key`. Both may be stored and restored at will. */
typedef struct {
    uint64_t key;
    uint64_t counter;
} fs_rng;

/* The block function: 128 bits of output for a 128-bit counter and a 64-bit key. */
FS_API void fs_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* The start of a stream. Streams of one seed are independent of each other. */
FS_API fs_rng fs_rng_seed(uint64_t seed, uint64_t stream);

/* 32 and 64 uniform bits; each draw advances the counter by exactly 1. */
FS_API uint32_t fs_rng_u32(fs_rng *r);
FS_API uint64_t fs_rng_u64(fs_rng *r);

/* Uniform in [0, n), without bias: draws that would favour small results are rejected, so the counter
 * advances by 1 or, rarely, more. n == 0 gives 0 and advances by 1. */
FS_API uint32_t fs_rng_below(fs_rng *r, uint32_t n);
FS_API uint64_t fs_rng_below64(fs_rng *r, uint64_t n);

/* Uniform in [lo, hi], both included, without bias. lo > hi are taken in the other order. */
FS_API int32_t fs_rng_range(fs_rng *r, int32_t lo, int32_t hi);
FS_API int64_t fs_rng_range64(fs_rng *r, int64_t lo, int64_t hi);

/* Uniform in [0, ONE), Q1.30. */
FS_API fs_unit fs_rng_unit(fs_rng *r);

/* True with probability num/den exactly (0 for den == 0). */
FS_API bool fs_rng_chance(fs_rng *r, uint32_t num, uint32_t den);

#ifdef __cplusplus
}
#endif

#endif
