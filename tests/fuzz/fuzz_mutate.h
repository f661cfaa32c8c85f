/* fuzz_mutate.h: changes bytes at random; everything follows from the generator. */
#ifndef FS_FUZZ_MUTATE_H
#define FS_FUZZ_MUTATE_H

#include <string.h>
#include <fixstep/random.h>

#include "fuzz/fuzz_target.h"

/* Removes or doubles a part. Returns the new size. */
static inline size_t fuzz_move_part(fs_rng *rng, uint8_t *bytes, size_t size)
{
    size_t at = fs_rng_below(rng, (uint32_t)size), rest = size - at,
           n = 1 + fs_rng_below(rng, rest < 64 ? (uint32_t)rest : 64);
    if (fs_rng_chance(rng, 1, 2)) {
        memmove(bytes + at, bytes + at + n, rest - n);
        return size - n;
    }
    n = n < FUZZ_ROOM - size ? n : FUZZ_ROOM - size;
    memmove(bytes + at + n, bytes + at, rest);
    return size + n;
}

/* Overwrites 1, 2, 4 or 8 bytes with an extreme value or a small number. */
static inline void fuzz_write_extreme(fs_rng *rng, uint8_t *bytes, size_t size)
{
    static const uint64_t extremes[] = {
        0, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 2 + 1, 0x80, 0x7f, 0x10000, 0xffff
    };
    size_t width = (size_t)1 << fs_rng_below(rng, 4), at = fs_rng_below(rng, (uint32_t)size);
    uint64_t value = fs_rng_chance(rng, 1, 3) ? fs_rng_below(rng, 300) : extremes[fs_rng_below(rng, 8)];
    for (size_t i = 0; i < width && at + i < size; i++)
        bytes[at + i] = (uint8_t)(value >> (8 * i));
}

/* One to eight changes. Returns the new size, at least 1. */
static inline size_t fuzz_mutate(fs_rng *rng, uint8_t *bytes, size_t size)
{
    for (uint32_t changes = 1 + fs_rng_below(rng, 8); changes > 0; changes--) {
        size_t at = fs_rng_below(rng, (uint32_t)size);
        switch (fs_rng_below(rng, 8)) {
        case 0:
        case 1: bytes[at] ^= (uint8_t)(1u << fs_rng_below(rng, 8)); break;
        case 2: bytes[at] = (uint8_t)fs_rng_u32(rng); break;
        case 3: bytes[at] = (uint8_t)(bytes[at] + fs_rng_below(rng, 5) - 2); break;
        case 4:
        case 5: fuzz_write_extreme(rng, bytes, size); break;
        case 6: size = fuzz_move_part(rng, bytes, size); break;
        default: size = fs_rng_chance(rng, 1, 4) ? 1 + at : size; break;
        }
        size = size > 0 ? size : 1;
    }
    return size;
}

#endif
