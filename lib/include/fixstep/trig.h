/* trig.h: angles, roots, powers and the gravity carry: everything that is not a plain sum or product.
 *
 * Angles are turns: an unsigned 32-bit integer where 2^32 is one turn, so that wrapping is exact. Every
 * result is a pure function of its arguments; there are no tables built at run time and no caches.
 * This file must never call libfixmath: its trigonometry depends on call history.
 */
#ifndef FIXSTEP_TRIG_H
#define FIXSTEP_TRIG_H

#include <fixstep/num.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Turns of integer degrees, any sign, also at run time: FS_TURN_DEG(90) is a quarter. Rounded down; FS_TURN() of
 * constant.h rounds to nearest. */
#define FS_TURN_QUARTER 0x40000000u
#define FS_TURN_HALF 0x80000000u
#define FS_TURN_DEG(deg) ((uint32_t)(((int64_t)(deg) % 360 + 360) % 360 * 4294967296 / 360))

/* An angle in turns from degrees in Q16.16 (exact to half a step, ties away from zero, any number of
 * turns), and from radians in Q16.16. */
FS_API uint32_t fs_turn_from_degrees(fix16_t degrees);
FS_API uint32_t fs_turn_from_radians(fix16_t radians);

/* The angle as signed degrees in [-180, 180), and as signed radians in [-pi, pi), Q16.16, symmetric. */
FS_API fix16_t fs_degrees_from_turn(uint32_t turn);
FS_API fix16_t fs_radians_from_turn(uint32_t turn);

/* Q1.30, largest error 3e-9; exactly 0, +-ONE at the quarters; fs_sin(-t) == -fs_sin(t) and
 * fs_cos(t) == fs_sin(t + quarter) hold bit for bit. Not monotone: on the first quarter 0.32 % of the steps from one
 * turn to the next lower the result, each by exactly one step of Q1.30. */
FS_API fs_unit fs_sin(uint32_t turn);
FS_API fs_unit fs_cos(uint32_t turn);

/* The angle of (x, y) in turns; only the ratio counts, so any common format will do. Largest error 2^-30
 * turn; exact on the axes and diagonals; fs_atan2(0, 0) is 0. */
FS_API uint32_t fs_atan2(int64_t y, int64_t x);

/* The turn as a signed number in [-2^31, 2^31): [-half, half). */
static inline int32_t fs_turn_signed(uint32_t turn)
{
    return turn < FS_TURN_HALF ? (int32_t)turn : (int32_t)(turn - FS_TURN_HALF) + INT32_MIN;
}

/* Inverse sine in [-quarter, quarter] and cosine in [0, half], as turns. The argument is Q1.30, limited to
 * [-ONE, ONE]. Largest error 2^-30 turn plus that of the argument. */
FS_API uint32_t fs_asin(fs_unit s);
FS_API uint32_t fs_acos(fs_unit c);

/* ---- roots ------------------------------------------------------------------------------------------- */

/* floor(sqrt(n)) and sqrt(n) to nearest (no ties exist). The nearest root of n close to 2^64 is 2^32,
 * hence the wider type. */
FS_API uint32_t fs_isqrt64(uint64_t n);
FS_API uint64_t fs_isqrt64_round(uint64_t n);

/* The same of 128 bits. The nearest root of n close to 2^128 would be 2^64: it saturates to 2^64 - 1. */
FS_API uint64_t fs_isqrt128(fs_u128 n);
FS_API uint64_t fs_isqrt128_round(fs_u128 n);

/* sqrt(v) in Q32.32, nearest; 0 for v <= 0. */
FS_API fs_wide fs_wide_sqrt(fs_wide v);

/* sqrt(v) in Q16.16, nearest; 0 for v <= 0. */
FS_API fix16_t fs_fix16_sqrt(fix16_t v);

/* 1/sqrt(v) in Q32.32, nearest, saturated; FS_WIDE_MAX for v <= 0. */
FS_API fs_wide fs_wide_rsqrt(fs_wide v);

/* ---- exponentials -------------------------------------------------------------------------------------- */

/* log2 of a positive Q32.32, in Q32.32, error at most 2 steps; FS_WIDE_MIN for v <= 0. */
FS_API fs_wide fs_wide_log2(fs_wide v);

/* 2^v in Q32.32, relative error at most 2^-44 or half a step, saturated. */
FS_API fs_wide fs_wide_exp2(fs_wide v);

/* Natural logarithm and exponential, same errors and limits (absolute 3 steps for the logarithm). */
FS_API fs_wide fs_wide_log(fs_wide v);
FS_API fs_wide fs_wide_exp(fs_wide v);

/* base^exponent for base >= 0, saturated; 0^0 is 1, 0^negative saturates, a negative base gives 0. */
FS_API fs_wide fs_wide_pow(fs_wide base, fs_wide exponent);

/* d^(1/hz): the damping factor of one step when a quantity keeps the share d per second. d is Q1.30,
 * limited to [0, ONE]. Exactly ONE at d = ONE and 0 at d = 0; elsewhere within 1 step. hz == 0 counts as 1. */
FS_API fs_unit fs_pow_dt(fs_unit d, uint32_t hz);

/* The same in Q60 (FS_Q60_ONE is 1), accurate after many thousand steps too. Error: at most 2^-56 of the factor plus
 * half a step of 2^-60. That is 2^-54 of the factor from 2^-6 up; a smaller factor has the relative error of the half
 * step, 2^-46.8 at 2^-14.5 (d of 2 raw steps at 2 Hz). */
#define FS_Q60_ONE (UINT64_C(1) << 60)
FS_API uint64_t fs_pow_dt_q60(fs_unit d, uint32_t hz);

/* exp(-rate/hz): the factor of an exponential approach; rate is Q32.32 1/s, negative counts as 0. Within
 * 1 step of Q1.30. hz == 0 counts as 1. */
FS_API fs_unit fs_decay_dt(fs_wide rate, uint32_t hz);
/* The same in Q60, within 2^-54 of itself or half a step. */
FS_API uint64_t fs_decay_dt_q60(fs_wide rate, uint32_t hz);

/* ---- carry ------------------------------------------------------------------------------------------------ */

/* The velocity to add in tick n so that the sum over ticks 0..n-1 is exactly the rounded n*rate/hz:
 * floor((n+1)*rate/hz) - floor(n*rate/hz), in Q10.21, for a rate in Q32.32 (m/s^2), saturated. Exact for
 * every tick. hz == 0 gives 0. */
FS_API fs_vel fs_velocity_increment(fs_wide rate, uint32_t hz, uint32_t tick);

/* The same with symmetric rounding: fs_velocity_increment_sym(-rate) == -fs_velocity_increment_sym(rate). */
FS_API fs_vel fs_velocity_increment_sym(fs_wide rate, uint32_t hz, uint32_t tick);

/* Symmetric, and the sum over ticks 0..n-1 is the step nearest to n*rate/hz, so that a slow body is not half a step
 * behind on average. */
FS_API fs_vel fs_velocity_increment_nearest(fs_wide rate, uint32_t hz, uint32_t tick);

#ifdef __cplusplus
}
#endif

#endif
