/* pow.c: logarithms, exponentials and powers, and the damping factors of a time step.
 *
 * All functions use a binary logarithm with 56 fraction bits and one polynomial for 2^f. They favour accuracy
 * over speed, so callers compute a factor at most once per step and setting.
 */
#include <fixstep/trig.h>

#define LOG_FRAC 56
#define LOG_ONE ((int64_t)1 << LOG_FRAC)
#define LOG2_E_Q62 UINT64_C(0x5C551D94AE0BF85E)
#define LN_2_Q63 INT64_C(0x58B90BFBE8E7BCD6)

/* 2^f in powers of f, Q62, interpolated at Chebyshev nodes on [0, 1]; error 6e-20. */
static const uint64_t exp2_poly[13] = {
    4611686018427387904u, 3196577161300663827u, 1107849223398939276u, 255967521894724015u, 44355791530312632u,
    6149018359617716u,    710362493829327u,     70340713598506u,      6094777222505u,      469096747437u,
    32794289541u,         1899611132u,          167831989u,
};

/* log2 of m/2^63 for m in [2^63, 2^64), Q56, rounded down (error below 1 step): squaring doubles the
 * logarithm, whose integer part is then the next bit. Squares are truncated to 64 bits; an error made
 * at bit k is weighted by 2^-k, so the sum of all errors is below 2^-61. */
static int64_t log2_of_mantissa(uint64_t m)
{
    int64_t bits = 0;
    for (int i = 0; i < LOG_FRAC; i++) {
        fs_u128 sq = fs_u128_mul(m, m);
        bool two = sq.hi >> 63;
        m = two ? sq.hi : (sq.hi << 1) | (sq.lo >> 63);
        bits = bits * 2 + two;
    }
    return bits;
}

/* log2 of v * 2^-frac, Q56, for v > 0. */
static int64_t log2_q56(uint64_t v, int frac)
{
    int bits = fs_bit_width64(v);
    return log2_of_mantissa(v << (64 - bits)) + (int64_t)(bits - 1 - frac) * LOG_ONE;
}

/* 2^f for f in Q64, [0, 1): Q62, [1, 2). */
static uint64_t exp2_of_fraction(uint64_t f)
{
    uint64_t sum = exp2_poly[12];
    for (int i = 11; i >= 0; i--)
        sum = exp2_poly[i] + fs_u128_mul(sum, f).hi;
    return sum;
}

/* 2^t for t in Q56, with `frac` fraction bits, nearest, UINT64_MAX when it does not fit. */
static uint64_t exp2_q56(int64_t t, int frac)
{
    int whole = (int)fs_asr64(t, LOG_FRAC);
    uint64_t m = exp2_of_fraction((uint64_t)t << (64 - LOG_FRAC));
    int shift = 62 - frac - whole;
    if (shift < 0)
        return shift < -1 ? UINT64_MAX : m << 1;
    return shift > 63 ? 0 : fs_u128_round_shift(fs_u128_make(0, m), (unsigned)shift);
}

static fs_wide exp2_wide(int64_t t)
{
    return fs_sat64_from_mag(exp2_q56(t, FS_WIDE_FRAC), false);
}

fs_wide fs_wide_log2(fs_wide v)
{
    return v <= 0 ? FS_WIDE_MIN : fs_round_shift64_sym(log2_q56((uint64_t)v, FS_WIDE_FRAC), LOG_FRAC - FS_WIDE_FRAC);
}

fs_wide fs_wide_log(fs_wide v)
{
    if (v <= 0)
        return FS_WIDE_MIN;
    return fs_mul64(log2_q56((uint64_t)v, FS_WIDE_FRAC), LN_2_Q63, LOG_FRAC + 63 - FS_WIDE_FRAC);
}

/* Beyond +-64 every result is saturated or zero; the limit keeps the argument inside Q56. */
static int64_t limit_exponent(fs_wide v)
{
    return fs_clamp64(v, -64 * FS_WIDE_ONE, 64 * FS_WIDE_ONE);
}

fs_wide fs_wide_exp2(fs_wide v)
{
    return exp2_wide(limit_exponent(v) * (LOG_ONE / FS_WIDE_ONE));
}

fs_wide fs_wide_exp(fs_wide v)
{
    return exp2_wide(fs_mul64(limit_exponent(v), (int64_t)LOG2_E_Q62, 62 + FS_WIDE_FRAC - LOG_FRAC));
}

fs_wide fs_wide_pow(fs_wide base, fs_wide exponent)
{
    if (exponent == 0)
        return FS_WIDE_ONE;
    if (base < 0)
        return 0;
    if (base == 0)
        return exponent > 0 ? 0 : FS_WIDE_MAX;
    return exp2_wide(fs_mul64(log2_q56((uint64_t)base, FS_WIDE_FRAC), exponent, FS_WIDE_FRAC));
}

/* ---- factors of one time step ----------------------------------------------------------------------- */

static uint64_t pow_dt(fs_unit d, uint32_t hz, int frac)
{
    if (d <= 0)
        return 0;
    if (d >= FS_UNIT_ONE)
        return UINT64_C(1) << frac;
    return exp2_q56(fs_div64_round(log2_q56((uint64_t)d, FS_UNIT_FRAC), hz ? hz : 1), frac);
}

fs_unit fs_pow_dt(fs_unit d, uint32_t hz)
{
    return (fs_unit)pow_dt(d, hz, FS_UNIT_FRAC);
}

uint64_t fs_pow_dt_q60(fs_unit d, uint32_t hz)
{
    return pow_dt(d, hz, 60);
}

/* exp(-x) with x = rate/hz is below half a step of Q60 from x = 43 on. */
#define DECAY_LIMIT 43

static uint64_t decay_dt(fs_wide rate, uint32_t hz, int frac)
{
    uint64_t steps = hz ? hz : 1;
    if (rate <= 0)
        return UINT64_C(1) << frac;
    if ((uint64_t)rate / steps >= DECAY_LIMIT * (uint64_t)FS_WIDE_ONE)
        return 0;
    fs_u128 scaled_rate = fs_u128_shl(fs_u128_make(0, (uint64_t)rate), LOG_FRAC - FS_WIDE_FRAC);
    uint64_t x = fs_u128_div_round(scaled_rate, steps);
    uint64_t t = fs_u128_round_shift(fs_u128_mul(x, LOG2_E_Q62), 62);
    return exp2_q56(-(int64_t)t, frac);
}

fs_unit fs_decay_dt(fs_wide rate, uint32_t hz)
{
    return (fs_unit)decay_dt(rate, hz, FS_UNIT_FRAC);
}

uint64_t fs_decay_dt_q60(fs_wide rate, uint32_t hz)
{
    return decay_dt(rate, hz, 60);
}
