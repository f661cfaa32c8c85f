/* joint_direct.h: the numbers of the direct solver of trees of joints; see joint_elimination.h. */
#ifndef FS_PHYSICS_JOINT_DIRECT_H
#define FS_PHYSICS_JOINT_DIRECT_H

#include "physics/joint_math.h"
#include "physics/joint_tree.h"

enum {
    FS__DIRECT_MATRIX_FRAC = 60,
    FS__DIRECT_FACTOR_FRAC = 46,
    FS__DIRECT_SOLUTION_FRAC = 36,
    FS__DIRECT_YIELD_BITS = 30 /* see joint_elimination.h */
};

/* The pivot of a row that closes a loop is the inverse of the mass that it feels. In a loop that can move along the row that is
 * at most about the mass of the tree, or its moment. From eight of those on the row follows from the others (all rows of a ring
 * of fixed joints; in space three of each ring of hinges whose axes meet), or almost: links in one line, or in the plane of
 * their joints. There an error of 10 um would be closed by velocities across of 1 m/s. So such a row yields by
 * E = from (from / pivot)^3: an eighth of `from` at a pivot of twice that, and all of the row at a thousandth. What that leaves
 * open is closed when the loop has left the place.
 */
enum {
    FS__LOOP_YIELD_BITS = 40, /* of a tree with loops: what they leave of the pivots is 2^10 times that for 24 links */
    FS__LOOP_MASSES_BITS = 3  /* rows yield from so many (2^3) masses of the tree on */
};

/* Bounds of the pivots from which rows yield. */
#define FS__LOOP_LEAST_FROM ((int64_t)1 << 30)
#define FS__LOOP_MOST_FROM ((int64_t)1 << 50)

/* The pivot (Q60) from which a row of this scale yields; of a linear row the inverse mass of the tree, of an angular one its inverse
 * moment. */
static inline int64_t fs__loop_yield_from(fs_scaled inverse, int32_t scale)
{
    const fs_scaled share = { (int32_t)1 << 30, -30 - 2 * scale - FS__LOOP_MASSES_BITS };
    return fs_clamp64(fs_scaled_to_q(fs_scaled_mul(inverse, share), FS__DIRECT_MATRIX_FRAC), FS__LOOP_LEAST_FROM,
                      FS__LOOP_MOST_FROM);
}

/* What a row that closes a loop yields at a pivot (Q60). Below 2^-10 of `from` all of the row yields. Above, products of E (at most
 * 2^60) and `from` (2^50) are below 2^110; the quotient is saturated, and at most 1 (2^60). */
static inline int64_t fs__loop_yield(int64_t from, int64_t pivot)
{
    const int64_t most = (int64_t)1 << FS__DIRECT_MATRIX_FRAC;
    int64_t yield = pivot > from >> 10 ? from : most;
    for (int i = 0; i < 3 && yield < most; i++)
        yield = fs_min64(fs_muldiv64(yield, from, pivot), most);
    return yield;
}

/* Numbers of joint_direct_push.c of both dimensions. */
enum {
    FS__DIRECT_TINY_BITS = 11,       /* shares of a joint's arms, or of 1 rad */
    FS__DIRECT_TINY_EXACT_BITS = 12, /* of a tree that ends a substep without error */
    FS__DIRECT_TINY_LIGHT_BITS = 8,  /* of such a tree whose masses are alike */
    FS__DIRECT_PUSH_BITS = 5,        /* a push turns no body by more than 2^-5 rad in a substep, */
    FS__DIRECT_WARM_START_BITS = 3   /* impulses of the last substep none by more than 2^-3 rad */
};

/* Masses of a tree of more than this ratio are not alike. */
enum { FS__DIRECT_LIKE_MASSES = 100 };

/* Arms of a joint count as this long at least, m. */
#define FS__DIRECT_LEAST_EXTENT (FS_REL_ONE / 64)

/* The share of an error (m or rad, Q26) that is 2^-tiny_bits of `whole` at most. */
static inline fs_unit fs__direct_tiny_share(int64_t whole, fs_rel error, unsigned tiny_bits)
{
    const int64_t tiny = fs_min64(whole >> tiny_bits, INT32_MAX), size = fs_abs64(error);
    return size <= tiny ? FS_UNIT_ONE : (fs_unit)(tiny * FS_UNIT_ONE / size);
}

/* The least n for which |value| 2^-n is at most `most`, 1 or more. */
static inline unsigned fs__direct_excess_bits(int64_t value, int64_t most)
{
    unsigned bits = 0;
    while (fs_abs64(value) >> bits > most)
        bits++;
    return bits;
}

/* 1/pivot = m * 2^-shift. */
struct fs__direct_pivot {
    int64_t m;
    int32_t shift;
};

static inline int64_t fs__direct_clamp(int64_t x)
{
    return fs_clamp64(x, -((int64_t)1 << 59), (int64_t)1 << 59);
}

/* A factor of at most 2^15 (Q46): six products of factors and entries stay below 2^127. */
static inline int64_t fs__direct_clamp_factor(int64_t l)
{
    return fs_clamp64(l, -((int64_t)1 << 61), (int64_t)1 << 61);
}

/* An exact sum of up to six products of a factor (Q46) and an entry, which is rounded once. */
#if FS_HAVE_INT128
typedef fs__native_i128 fs__direct_sum;
#else
typedef fs_i128 fs__direct_sum;
#endif

static inline fs__direct_sum fs__direct_no_sum(void)
{
#if FS_HAVE_INT128
    return 0;
#else
    return fs_i128_from64(0);
#endif
}

static inline void fs__direct_add_product(fs__direct_sum *sum, int64_t l, int64_t x)
{
#if FS_HAVE_INT128
    *sum += (fs__native_i128)l * x;
#else
    *sum = fs_i128_add(*sum, fs_i128_mul(l, x));
#endif
}

/* The sum in the format of the entries, symmetric, saturated. */
static inline int64_t fs__direct_round_sum(fs__direct_sum sum)
{
#if FS_HAVE_INT128
    fs__native_i128 q = (sum + ((int64_t)1 << (FS__DIRECT_FACTOR_FRAC - 1)) - (sum < 0)) >> FS__DIRECT_FACTOR_FRAC;
    int64_t low = (int64_t)q;
    return low == q ? low : q < 0 ? INT64_MIN : INT64_MAX;
#else
    return fs_i128_round_shift_sym(sum, FS__DIRECT_FACTOR_FRAC);
#endif
}

/* ---- sums over the bodies of a tree ---------------------------------------------------------------------------------- */

/* Velocities are Q40. Energies are twice those, in m^2/s^2, Q34, over the largest mass of the tree. */
enum {
    FS__DIRECT_FINE = FS_WIDE_FRAC + FS__JOINT_FINE_BITS,
    FS__DIRECT_ENERGY_FRAC = 2 * FS__DIRECT_FINE - FS__DIRECT_FACTOR_FRAC
};
#define FS__DIRECT_FINE_ONE ((int64_t)1 << FS__DIRECT_FINE)

/* The product of two velocities of n components, as an energy. */
static inline int64_t fs__direct_product(const int64_t *a, const int64_t *b, unsigned n)
{
    fs__direct_sum sum = fs__direct_no_sum();
    for (unsigned k = 0; k < n; k++)
        fs__direct_add_product(&sum, a[k], b[k]);
    return fs__direct_round_sum(sum);
}

static inline int64_t fs__direct_weigh(struct fs__joint_factor share, int64_t v)
{
    return fs__joint_apply_factor(share, fs__direct_clamp(v));
}

static inline void fs__direct_add(int64_t *sum, int64_t v)
{
    *sum = fs_sat64_add(*sum, v);
}

#endif
