/* random.c: Philox4x32-10 and the draws made from it.
 *
 * Source: Salmon et al., SC11 (see random.h). No output is buffered: a draw depends on the
 * key and the counter only.
 */
#include <fixstep/random.h>

#define PHILOX_ROUNDS 10

void fs_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0;
        uint64_t p1 = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += 0x9E3779B9u; /* golden ratio */
        k1 += 0xBB67AE85u; /* sqrt(3) - 1 */
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* A bijection of 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* For one seed the key is a bijection of the stream, so two streams never share a key. */
fs_rng fs_rng_seed(uint64_t seed, uint64_t stream)
{
    fs_rng r;
    r.key = mix(mix(seed + 0x9E3779B97F4A7C15u) + stream);
    r.counter = 0;
    return r;
}

uint64_t fs_rng_u64(fs_rng *r)
{
    uint32_t counter[4] = { (uint32_t)r->counter, (uint32_t)(r->counter >> 32), 0, 0 };
    uint32_t key[2] = { (uint32_t)r->key, (uint32_t)(r->key >> 32) };
    uint32_t out[4];
    fs_philox4x32(counter, key, out);
    r->counter++;
    return ((uint64_t)out[1] << 32) | out[0];
}

uint32_t fs_rng_u32(fs_rng *r)
{
    FS_ASSERT(r != NULL);
    return (uint32_t)fs_rng_u64(r);
}

/* Multiply and reject: Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019. The low
 * word below 2^32 mod n marks the draws that would make the first results more likely. */
uint32_t fs_rng_below(fs_rng *r, uint32_t n)
{
    uint64_t p = (uint64_t)fs_rng_u32(r) * n;
    if ((uint32_t)p >= n)
        return (uint32_t)(p >> 32);
    uint32_t threshold = n == 0 ? 0 : (0u - n) % n;
    while ((uint32_t)p < threshold)
        p = (uint64_t)fs_rng_u32(r) * n;
    return (uint32_t)(p >> 32);
}

uint64_t fs_rng_below64(fs_rng *r, uint64_t n)
{
    fs_u128 p = fs_u128_mul(fs_rng_u64(r), n);
    if (p.lo >= n)
        return p.hi;
    uint64_t threshold = n == 0 ? 0 : ((uint64_t)0 - n) % n;
    while (p.lo < threshold)
        p = fs_u128_mul(fs_rng_u64(r), n);
    return p.hi;
}

int32_t fs_rng_range(fs_rng *r, int32_t lo, int32_t hi)
{
    return (int32_t)fs_rng_range64(r, lo, hi);
}

/* lo + offset, where the sum is known to fit. */
static int64_t add_offset(int64_t lo, uint64_t offset)
{
    uint64_t sum = (uint64_t)lo + offset;
    return sum > (uint64_t)INT64_MAX ? (int64_t)(sum - (uint64_t)INT64_MAX - 1u) + INT64_MIN : (int64_t)sum;
}

int64_t fs_rng_range64(fs_rng *r, int64_t lo, int64_t hi)
{
    int64_t first = fs_min64(lo, hi);
    uint64_t count = fs_absdiff64(lo, hi) + 1u; /* 0 stands for 2^64 */
    uint64_t offset = count == 0 ? fs_rng_u64(r) : fs_rng_below64(r, count);
    return add_offset(first, offset);
}

fs_unit fs_rng_unit(fs_rng *r)
{
    return (fs_unit)(fs_rng_u32(r) >> 2);
}

bool fs_rng_chance(fs_rng *r, uint32_t num, uint32_t den)
{
    return fs_rng_below(r, den) < num && den != 0;
}
