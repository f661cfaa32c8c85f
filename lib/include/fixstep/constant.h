/* constant.h: constants of the fixed-point formats: FS_POS(4) is 4 m, FS_VEL_RATIO(3, 2) is 1.5 m/s.
 *
 * Every macro is an integer constant expression in C11 and a core constant expression in C++17: it may initialise
 * a static object, size an array or label a case. Arguments are integer constants; a whole number n counts units,
 * a ratio is n / d with any 64-bit n and d in 1..2147483647 (FS_TURN_RATIO: 1..5965232).
 *
 * Rounding: a whole number is exact; a ratio is the nearest representable value, ties away from zero, so that
 * FS_X_RATIO(-n, d) == -FS_X_RATIO(n, d). FS_TURN rounds degrees in the same way.
 *
 * Errors are reported by the compiler, never by a wrapped value: a constant outside the range of its format, a
 * divisor out of range, a floating-point argument, or an argument that is no constant does not compile. Values
 * that are known only at run time go through the saturating functions of convert.h.
 *
 * This file must never evaluate a signed overflow, on any argument that it accepts.
 */
#ifndef FIXSTEP_CONSTANT_H
#define FIXSTEP_CONSTANT_H

#include <stdint.h>

/* 1 when the condition holds, a compile-time error otherwise. The condition must be a constant. */
#ifdef __cplusplus
extern "C++" {
template <bool in_range> struct fs__constant_check {
    static_assert(in_range, "a Fixstep constant is outside the range of its format");
};
template <> struct fs__constant_check<true> {
    static constexpr int64_t one = 1;
};
}
#define FS__CONSTANT_CHECK(cond) (fs__constant_check<(cond)>::one)
#else
#define FS__CONSTANT_CHECK(cond)                                                         \
    ((int64_t)sizeof(struct {                                                            \
        _Static_assert((cond), "a Fixstep constant is outside the range of its format"); \
        char one;                                                                        \
    }))
#endif

/* An integer as int64_t. The bitwise operator refuses floating-point arguments. */
#define FS__CONSTANT_INT(n) ((int64_t)(0 | (n)))

/* True for an integer of any type that fits int64_t, and for a divisor 1..most. */
#define FS__CONSTANT_ARGS_FIT(n, d, most) ((n) <= INT64_MAX && (d) >= 1 && (d) <= (most))

/* n / d in steps of 1 / one, split as whole * one + part: whole = n / d truncated, |part| <= one. With d < 2^31
 * and one <= 2^32, |n % d| * one + d / 2 < 2^63. */
#define FS__CONSTANT_WHOLE(n, d) (FS__CONSTANT_INT(n) / FS__CONSTANT_INT(d))
#define FS__CONSTANT_PART(n, d, one)                                                                        \
    ((FS__CONSTANT_INT(n) % FS__CONSTANT_INT(d) * (one) + ((n) < 0 ? -1 : 1) * (FS__CONSTANT_INT(d) / 2)) / \
     FS__CONSTANT_INT(d))

/* True when whole * one + part lies in [-limit * one, limit * one - 1]. */
#define FS__CONSTANT_FITS(whole, part, one, limit)                                          \
    ((whole) >= -(limit) && (whole) < (limit) && ((whole) < (limit)-1 || (part) < (one)) && \
     ((whole) > -(limit) || (part) >= 0))

/* n / d in the format of `one` steps per unit and the range [-limit, limit). */
#define FS__CONSTANT(type, n, d, one, limit)                                                             \
    ((type)(FS__CONSTANT_CHECK(                                                                          \
                FS__CONSTANT_ARGS_FIT(n, d, INT32_MAX) &&                                                \
                FS__CONSTANT_FITS(FS__CONSTANT_WHOLE(n, d), FS__CONSTANT_PART(n, d, one), one, limit)) * \
            (FS__CONSTANT_WHOLE(n, d) * (one) + FS__CONSTANT_PART(n, d, one))))

/* World position, metres, Q32.32: -2147483648 m up to one step (2.3e-10 m) below 2147483648 m. */
#define FS_POS(m) FS_POS_RATIO(m, 1)
#define FS_POS_RATIO(n, d) FS__CONSTANT(int64_t, n, d, INT64_C(1) << 32, INT64_C(1) << 31)

/* Mass, force, impulse and inertia, Q32.32: -2147483648 up to one step (2.3e-10) below 2147483648. */
#define FS_WIDE(n) FS_WIDE_RATIO(n, 1)
#define FS_WIDE_RATIO(n, d) FS__CONSTANT(int64_t, n, d, INT64_C(1) << 32, INT64_C(1) << 31)

/* Relative position, metres, Q5.26: -32 m up to one step (1.5e-8 m) below 32 m. */
#define FS_REL(m) FS_REL_RATIO(m, 1)
#define FS_REL_RATIO(n, d) FS__CONSTANT(int32_t, n, d, INT64_C(1) << 26, INT64_C(32))

/* Velocity, m/s or rad/s, Q10.21: -1024 up to one step (4.8e-7) below 1024. */
#define FS_VEL(m_s) FS_VEL_RATIO(m_s, 1)
#define FS_VEL_RATIO(n, d) FS__CONSTANT(int32_t, n, d, INT64_C(1) << 21, INT64_C(1024))

/* Direction or ratio, Q1.30: -2 up to one step (9.3e-10) below 2. */
#define FS_UNIT(n) FS_UNIT_RATIO(n, 1)
#define FS_UNIT_RATIO(n, d) FS__CONSTANT(int32_t, n, d, INT64_C(1) << 30, INT64_C(2))

/* The scalar of libfixmath, Q16.16: -32768 up to one step (1.5e-5) below 32768. */
#define FS_FIX16(n) FS_FIX16_RATIO(n, 1)
#define FS_FIX16_RATIO(n, d) FS__CONSTANT(int32_t, n, d, INT64_C(1) << 16, INT64_C(32768))

/* Angle in degrees as a uint32_t in turns (2^32 is one turn): every angle that rounds to less than a whole turn in
 * either direction; the negative angle -a is the turn of 360 - a. */
#define FS_TURN(deg) FS_TURN_RATIO(deg, 1)
#define FS_TURN_RATIO(n, d)                                                                                    \
    ((uint32_t)(FS__CONSTANT_CHECK(                                                                            \
                    FS__CONSTANT_ARGS_FIT(n, d, INT32_MAX / 360) &&                                            \
                    FS__CONSTANT_WHOLE(n, 360 * FS__CONSTANT_INT(d)) == 0 &&                                   \
                    FS__CONSTANT_PART(n, 360 * FS__CONSTANT_INT(d), INT64_C(1) << 32) < INT64_C(1) << 32 &&    \
                    FS__CONSTANT_PART(n, 360 * FS__CONSTANT_INT(d), INT64_C(1) << 32) > -(INT64_C(1) << 32)) * \
                FS__CONSTANT_PART(n, 360 * FS__CONSTANT_INT(d), INT64_C(1) << 32)))

#endif
