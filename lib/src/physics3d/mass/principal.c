/* principal.c: principal moments and axes of an inertia tensor.
 *
 * Method: Jacobi. A rotation in the plane of the largest element off the diagonal makes it zero; with d half the
 * difference of the diagonal elements and h the element, the new diagonal elements are the mean plus and minus
 * sqrt(d^2 + h^2), exact to the last bit of 61. The square of the angle's cosine follows without any trigonometry.
 * Cosines and sines are Q62.
 */
#include <string.h>
#include <fixstep/trig.h>

#include "physics3d/mass/mass.h"

enum { ELEMENT_BITS = 60, MAX_ROTATIONS = 30, Q = 62 };

struct jacobi {
    int64_t m[3][3];
    int64_t axes[3][3]; /* column j is axis j, Q62 */
};

struct fs__tensor3 fs__tensor3_from_inertia(fs_inertia3 i)
{
    const fs_scaled v[3][3] = { { i.xx, i.xy, i.xz }, { i.xy, i.yy, i.yz }, { i.xz, i.yz, i.zz } };
    struct fs__tensor3 t;
    int32_t e = -FS_SCALED_E_MAX;
    memset(&t, 0, sizeof t);
    for (int k = 0; k < 9; k++)
        e = v[k / 3][k % 3].m != 0 ? fs_max32(e, v[k / 3][k % 3].e) : e;
    t.e = e - (ELEMENT_BITS - 31);
    for (int k = 0; k < 9; k++) {
        int64_t m = (int64_t)v[k / 3][k % 3].m * ((int64_t)1 << (ELEMENT_BITS - 31));
        int64_t shift = (int64_t)e - v[k / 3][k % 3].e;
        t.m[k / 3][k % 3] = m == 0 || shift > 62 ? 0 : fs_round_shift64_sym(m, (unsigned)shift);
    }
    return t;
}

/* The plane of the largest element off the diagonal; false when all are below 2^-50 of the largest on it. */
static bool find_plane(const struct jacobi *j, int *p, int *q)
{
    static const int plane[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
    uint64_t most = 0, scale = fs_uabs64(j->m[0][0]) | fs_uabs64(j->m[1][1]) | fs_uabs64(j->m[2][2]);
    for (int k = 0; k < 3; k++) {
        uint64_t v = fs_uabs64(j->m[plane[k][0]][plane[k][1]]);
        if (v > most) {
            most = v;
            *p = plane[k][0];
            *q = plane[k][1];
        }
    }
    return most > scale >> 50;
}

/* (u, v) becomes (c u + s v, c v - s u). */
static void turn_pair(int64_t *u, int64_t *v, int64_t c, int64_t s)
{
    int64_t a = *u, b = *v;
    *u = fs_mul64(a, c, Q) + fs_mul64(b, s, Q);
    *v = fs_mul64(b, c, Q) - fs_mul64(a, s, Q);
}

/* r + |d| is at least r, so the cosine is at least sqrt(1/2) and the division is safe. */
static void rotate_plane(struct jacobi *j, int p, int q)
{
    int64_t d2 = j->m[p][p] - j->m[q][q], h2 = 2 * j->m[p][q], mean2 = j->m[p][p] + j->m[q][q];
    fs_u128 sq = fs_u128_add(fs_u128_mul(fs_uabs64(d2), fs_uabs64(d2)), fs_u128_mul(fs_uabs64(h2), fs_uabs64(h2)));
    int64_t r2 = (int64_t)fs_isqrt128_round(sq), size = fs_abs64(d2), sign = d2 < 0 ? -1 : 1;
    int64_t cos_sq = fs_muldiv64(r2 / 2 + size / 2, (int64_t)1 << Q, r2);
    int64_t c = (int64_t)fs_isqrt128_round(fs_u128_mul((uint64_t)cos_sq, (uint64_t)1 << Q));
    int64_t s = sign * fs_muldiv64(fs_muldiv64(h2, (int64_t)1 << (Q - 1), r2), (int64_t)1 << Q, c);
    int other = 3 - p - q;
    turn_pair(&j->m[p][other], &j->m[q][other], c, s);
    j->m[other][p] = j->m[p][other];
    j->m[other][q] = j->m[q][other];
    j->m[p][p] = fs_round_shift64_sym(mean2, 1) + sign * fs_round_shift64_sym(r2, 1);
    j->m[q][q] = fs_round_shift64_sym(mean2, 1) - sign * fs_round_shift64_sym(r2, 1);
    j->m[p][q] = j->m[q][p] = 0;
    for (int i = 0; i < 3; i++)
        turn_pair(&j->axes[i][p], &j->axes[i][q], c, s);
}

static fs_unit unit_of(int64_t v)
{
    return (fs_unit)fs_round_shift64_sym(v, Q - FS_UNIT_FRAC);
}

static fs_unit3 row_of(const int64_t v[3])
{
    return fs_unit3_make(unit_of(v[0]), unit_of(v[1]), unit_of(v[2]));
}

static struct jacobi diagonalise(const struct fs__tensor3 *t)
{
    struct jacobi j;
    int p = 0, q = 1;
    memset(&j, 0, sizeof j);
    memcpy(j.m, t->m, sizeof j.m);
    for (int i = 0; i < 3; i++)
        j.axes[i][i] = (int64_t)1 << Q;
    for (int round = 0; round < MAX_ROTATIONS && find_plane(&j, &p, &q); round++)
        rotate_plane(&j, p, q);
    return j;
}

fs_principal3 fs_inertia3_principal(fs_inertia3 inertia)
{
    struct fs__tensor3 t = fs__tensor3_from_inertia(inertia);
    struct jacobi j = diagonalise(&t);
    fs_principal3 r;
    for (int i = 0; i < 3; i++)
        r.moment[i] = fs_scaled_make(fs_max64(j.m[i][i], 0), t.e);
    fs_mat3 axes = { row_of(j.axes[0]), row_of(j.axes[1]), row_of(j.axes[2]) };
    r.axes = fs_quat_from_mat3(axes);
    return r;
}

/* Elements of 31 bits leave moments of 0 within 2^-29 of the largest one, and numbers typed in decimals satisfy the triangle
 * inequality of a plate within their last digit: 2^-24 and 2^-10 are allowed. */
fs__inertia3_fault fs__inertia3_check(fs_inertia3 inertia)
{
    struct fs__tensor3 t = fs__tensor3_from_inertia(inertia);
    struct jacobi j = diagonalise(&t);
    const int64_t m[3] = { j.m[0][0], j.m[1][1], j.m[2][2] };
    int64_t most = fs_max64(m[0], fs_max64(m[1], m[2])), least = fs_min64(m[0], fs_min64(m[1], m[2]));
    int64_t middle = m[0] + m[1] + m[2] - most - least;
    if (least < 0 && (most <= 0 || -least > most >> 24))
        return FS__INERTIA3_NOT_POSITIVE;
    bool turns = least > 0;
    return turns && most - middle - least > most >> 10 ? FS__INERTIA3_NOT_A_BODY : FS__INERTIA3_SOUND;
}
