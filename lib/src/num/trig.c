/* trig.c: sine, cosine and their inverses: polynomials in integer arithmetic after exact reduction in turns.
 *
 * The polynomials interpolate at Chebyshev nodes (computed with 60 digits). Their coefficients add up so
 * that the value at the end of the interval is exact, and Horner's steps at argument one do not round.
 * libfixmath is not used: some of its functions keep caches.
 */
#include <fixstep/trig.h>

/* sin(pi/2 * x) / x in powers of x^2, Q32; error 8e-14 on [0, 1]; the sum is 2^32. */
static const int64_t sine_poly[7] = { 6746518852, -2774394673, 342277223, -20107978, 689080, -15443, 235 };

/* atan(x) / (2 pi x) in powers of x^2, Q34; error 1.5e-13 turn on [0, 1]; the sum is 2^31, an eighth. */
static const int64_t atan_poly[14] = {
    2734261102, -911420365, 546852093, -390605396, 303760778, -248183381, 208193481,
    -174065584, 137958723,  -96431157, 54514174,   -22535506, 5913645,    -728959,
};

/* Horner's rule for an argument u in Q31, [0, 2^31]. All partial sums stay below 2^31.8 in both tables except
 * the last, so each product stays below 2^63. */
static int64_t horner(const int64_t *c, int n, int64_t u)
{
    int64_t sum = c[n - 1];
    for (int i = n - 2; i >= 0; i--)
        sum = c[i] + fs_round_shift64(sum * u, 31);
    return sum;
}

/* ---- sine and cosine -------------------------------------------------------------------------------- */

/* sin of x quarter turns, x in Q30, [0, 2^30]; Q1.30. */
static fs_unit sine_of_quarter(uint32_t x)
{
    int64_t u = (int64_t)(((uint64_t)x * x + ((uint64_t)1 << 28)) >> 29);
    return (fs_unit)fs_round_shift64(horner(sine_poly, 7, u) * x, 32);
}

fs_unit fs_sin(uint32_t turn)
{
    uint32_t quadrant = turn >> 30;
    uint32_t x = turn & (FS_TURN_QUARTER - 1u);
    fs_unit s = sine_of_quarter(quadrant & 1u ? FS_TURN_QUARTER - x : x);
    return quadrant & 2u ? -s : s;
}

fs_unit fs_cos(uint32_t turn)
{
    return fs_sin(turn + FS_TURN_QUARTER);
}

/* ---- inverse functions ------------------------------------------------------------------------------ */

/* atan(lo / hi) in turns for 0 <= lo <= hi, hi > 0: [0, 2^29]. Both are first scaled below 2^32. */
static uint32_t atan_of_ratio(uint64_t lo, uint64_t hi)
{
    int shift = fs_bit_width64(hi) - 32;
    if (shift > 0) {
        lo = fs_u128_round_shift(fs_u128_make(0, lo), (unsigned)shift);
        hi = fs_u128_round_shift(fs_u128_make(0, hi), (unsigned)shift);
    }
    uint64_t x = ((lo << 31) + hi / 2) / hi;
    int64_t u = (int64_t)((x * x + ((uint64_t)1 << 30)) >> 31);
    return (uint32_t)fs_round_shift64(horner(atan_poly, 14, u) * (int64_t)x, 33);
}

uint32_t fs_atan2(int64_t y, int64_t x)
{
    uint64_t ax = fs_uabs64(x), ay = fs_uabs64(y);
    if (ax == 0 && ay == 0)
        return 0;
    uint32_t a = ay <= ax ? atan_of_ratio(ay, ax) : FS_TURN_QUARTER - atan_of_ratio(ax, ay);
    if (x < 0)
        a = FS_TURN_HALF - a;
    return y < 0 ? 0u - a : a;
}

/* sqrt(1 - v^2) in Q31 for v in Q30. */
static int64_t other_leg(int64_t v)
{
    uint64_t rest = ((uint64_t)1 << 60) - (uint64_t)(v * v);
    return (int64_t)fs_isqrt64_round(rest << 2);
}

uint32_t fs_asin(fs_unit s)
{
    int64_t v = fs_clamp32(s, -FS_UNIT_ONE, FS_UNIT_ONE);
    return fs_atan2(v * 2, other_leg(v));
}

uint32_t fs_acos(fs_unit c)
{
    int64_t v = fs_clamp32(c, -FS_UNIT_ONE, FS_UNIT_ONE);
    return fs_atan2(other_leg(v), v * 2);
}

/* ---- degrees and radians ---------------------------------------------------------------------------- */

/* 2^32 / (360 * 2^16) = 8192/45 turn steps per step of Q16.16 degrees. */
uint32_t fs_turn_from_degrees(fix16_t degrees)
{
    return (uint32_t)fs_div64_round((int64_t)degrees * 8192, 45);
}

fix16_t fs_degrees_from_turn(uint32_t turn)
{
    return (fix16_t)fs_round_shift64_sym((int64_t)fs_turn_signed(turn) * 45, 13);
}

/* 2^16 / (2 pi) turn steps per step of Q16.16 radians, as Q48. */
#define TURN_PER_RADIAN_Q48 INT64_C(2935890503282001226)

/* 2 pi as Q56; a turn step is 2^-32 of it and a step of the result 2^-16. */
#define TWO_PI_Q56 INT64_C(452751216129820178)

uint32_t fs_turn_from_radians(fix16_t radians)
{
    return (uint32_t)fs_mul64(radians, TURN_PER_RADIAN_Q48, 48);
}

fix16_t fs_radians_from_turn(uint32_t turn)
{
    return (fix16_t)fs_mul64(fs_turn_signed(turn), TWO_PI_Q56, 56 + 32 - FS_FIX16_FRAC);
}
